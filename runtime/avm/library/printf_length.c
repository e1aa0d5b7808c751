/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many bytes printf and its kin write for a literal format: at least and at most, without the zero behind them.
 * Source: ISO C11, 7.21.6.1.
 */
#include "demands.h"

#include <stdio.h>
#include <stdlib.h>

struct printing {
    struct avm *m;
    struct work *s;
    const struct op *op;
    uint32_t arg;
    uint64_t lo, hi;
    struct buf text; /* what is written, as long as that is known */
    bool is_text;
};
static uint64_t digits(uint64_t x, unsigned base)
{
    uint64_t n = 1;
    while (x /= base)
        n++;
    return n;
}

static void add(struct printing *x, const struct format_conversion *c, uint64_t lo, uint64_t hi)
{
    uint64_t width = c->width > 0 ? (uint64_t)c->width : 0;
    lo = lo < width ? width : lo;
    hi = hi < width ? width : hi;
    x->lo += lo;
    x->hi = hi > UINT32_MAX || x->hi > UINT32_MAX ? UINT64_MAX : x->hi + hi;
}

/* One number, or the text, as the host writes it. */
static void print(struct printing *x, const struct format_conversion *c, int64_t number, const char *text)
{
    char format[64], out[512];
    if (c->flag_size > 32 || c->width > 256 || !x->is_text) {
        x->is_text = false;
        return;
    }
    snprintf(format, sizeof format, "%%%.*s%s%c", (int)c->flag_size, c->flags,
             c->letter == 's' || c->letter == 'c' ? "" : "ll", c->letter);
    if (c->letter == 's') {
        char *whole = base_mem_alloc(strlen(text) + (c->width > 0 ? (size_t)c->width : 0) + 1);
        x->is_text = sprintf(whole, format, text) >= 0;
        buf_puts(&x->text, whole);
        free(whole);
        return;
    }
    int n = c->letter == 'c' ? snprintf(out, sizeof out, format, (int)number)
                             : snprintf(out, sizeof out, format, (long long)number);
    x->is_text = n >= 0 && n < (int)sizeof out;
    buf_add(&x->text, out, x->is_text ? (size_t)n : 0);
}

static void add_integer(struct printing *x, const struct format_conversion *c, const struct node *n)
{
    unsigned base = c->letter == 'x' || c->letter == 'X' ? 16 : c->letter == 'o' ? 8 : 10;
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    struct vs_type t = {VS_INT, (uint8_t)(c->bytes * 8), is_signed,
                        VS_BOUNDED}; /* what the modifiers make of the argument */
    if (n->t.kind != VS_INT || c->is_alternative || (c->precision >= 0 && c->precision != 1)) {
        x->is_text = false;
        add(x, c, 0, UINT64_MAX);
        return;
    }
    vs v = avm_eval(x->m, x->s, n);
    v = v > VS_TOP ? vs_unary(x->m->pool, VS_CONVERT, t, v, n->t) : v;
    int64_t number;
    if (vs_is_const(x->m->pool, t, v, &number))
        print(x, c, is_signed || t.bits == 64 ? number : number & (int64_t)((UINT64_C(1) << t.bits) - 1), NULL);
    else
        x->is_text = false;
    int64_t least = v > VS_TOP ? vs_min(x->m->pool, t, v) : vs_type_min(t);
    int64_t most = v > VS_TOP ? vs_max(x->m->pool, t, v) : vs_type_max(t);
    if (!is_signed) {
        add(x, c, digits((uint64_t)least, base), digits((uint64_t)most, base));
        return;
    }
    uint64_t below = least < 0 ? digits(-(uint64_t)least, 10) + 1 : 0,
             above = most >= 0 ? digits((uint64_t)most, 10) + c->shows_sign : 0;
    uint64_t nearest = least > 0 ? (uint64_t)least : most < 0 ? -(uint64_t)most : 0;
    add(x, c, digits(nearest, 10) + (most < 0), below > above ? below : above);
}

static void add_string(struct printing *x, const struct format_conversion *c, const struct node *n)
{
    uint64_t length, most = c->precision < 0 ? UINT64_MAX : (uint64_t)c->precision;
    const char *text = avm_arguments_string(x->m, x->s, n, &length);
    if (!text) {
        x->is_text = false;
        add(x, c, 0, most);
        return;
    }
    print(x, c, 0, text);
    add(x, c, length < most ? length : most, length < most ? length : most);
}

static void add_character(struct printing *x, const struct format_conversion *c, const struct node *n)
{
    vs v = n->t.kind == VS_INT ? avm_eval(x->m, x->s, n) : VS_TOP;
    if (vs_is_small(v) && vs_small_value(v) > 0)
        print(x, c, vs_small_value(v), NULL);
    else
        x->is_text = false;
    add(x, c, 1, 1);
}

static void add_conversion(struct printing *x, const struct format_conversion *c)
{
    bool is_known = c->width != FORMAT_ARGUMENT && c->precision != FORMAT_ARGUMENT && !c->is_positional;
    x->arg += c->stars;
    const struct node *n = x->arg < x->op->call->arg_count ? x->op->call->args[x->arg] : NULL;
    x->arg += c->takes_argument;
    if (n && is_known && strchr("diuxXo", c->letter)) {
        add_integer(x, c, n);
    } else if (n && is_known && c->letter == 's' && c->bytes == 1) {
        add_string(x, c, n);
    } else if (n && is_known && c->letter == 'c' && c->bytes == 1) {
        add_character(x, c, n);
    } else {
        x->is_text = false;
        add(x, c, 0, UINT64_MAX);
    }
}

static bool print_all(struct printing *x, uint32_t format)
{
    struct avm *m = x->m;
    const struct op *op = x->op;
    const char *f = format < op->stmt->arg_count ? pt_effect_literal(m->u, op->stmt->args[format]) : NULL;
    if (!f)
        return false;
    while (*f) {
        struct format_conversion c = {.letter = '%'};
        char plain = *f;
        if (plain != '%')
            f++;
        else if (!pt_format_read(&f, false, m->u->pointer_bits / 8, &c))
            return false;
        if (c.letter != '%') {
            add_conversion(x, &c);
        } else {
            buf_putc(&x->text, plain);
            x->lo++;
            x->hi += x->hi != UINT64_MAX;
        }
    }
    x->lo = x->hi == UINT64_MAX ? 0 : x->lo;
    return true;
}

bool avm_arguments_printed(struct avm *m, struct work *s, const struct op *op, uint32_t format, uint64_t *lo,
                           uint64_t *hi)
{
    struct printing x = {m, s, op, .arg = format + 1};
    bool known = print_all(&x, format);
    *lo = x.lo;
    *hi = x.hi;
    buf_free(&x.text);
    return known;
}

char *avm_arguments_text(struct avm *m, struct work *s, const struct op *op, uint32_t format, uint64_t *size)
{
    struct printing x = {m, s, op, .arg = format + 1, .is_text = true};
    bool known = print_all(&x, format) && x.is_text && m->u->char_is_signed == ((char)-1 < 0);
    char *text = known ? arena_strn(m->step_arena, buf_str(&x.text), x.text.size) : NULL;
    *size = x.text.size;
    buf_free(&x.text);
    return text;
}
