/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many bytes printf and its kin write for a literal format: at least and at most, without the zero behind them.
 * Source: ISO C11, 7.21.6.1.
 */
#include "arguments.h"

#include <ctype.h>
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
struct conversion {
    bool is_signed, is_any; /* an argument says the width, or how many */
    uint64_t width, most;   /* most: the precision, UINT64_MAX without one */
    char letter;
    const char *flags; /* up to the end of the precision */
    int flag_size;
};

static bool parse(const char **format, struct conversion *c)
{
    const char *f = *format;
    *c = (struct conversion){.most = UINT64_MAX, .flags = f};
    for (; *f && strchr("-+ #0", *f); f++) {
        c->is_signed |= *f == '+' || *f == ' ';
        c->is_any |= *f == '#';
    }
    c->is_any |= *f == '*';
    c->width = isdigit((unsigned char)*f) ? strtoull(f, (char **)&f, 10) : 0;
    if (*f == '.') {
        c->is_any |= f[1] == '*';
        c->most = isdigit((unsigned char)*++f) ? strtoull(f, (char **)&f, 10) : 0;
    }
    c->flag_size = (int)(f - c->flags);
    f += strspn(f, "hljztL*");
    c->letter = *f ? *f++ : 0;
    *format = f;
    return c->letter != 0;
}

static uint64_t digits(uint64_t x, unsigned base)
{
    uint64_t n = 1;
    while (x /= base)
        n++;
    return n;
}

static void add(struct printing *x, const struct conversion *c, uint64_t lo, uint64_t hi)
{
    lo = lo < c->width ? c->width : lo;
    hi = hi < c->width ? c->width : hi;
    x->lo += lo;
    x->hi = hi > UINT32_MAX || x->hi > UINT32_MAX ? UINT64_MAX : x->hi + hi;
}

/* One number, or the text, as the host writes it. */
static void print(struct printing *x, const struct conversion *c, int64_t number, const char *text)
{
    char format[64], out[512];
    if (c->flag_size > 32 || c->width > 256 || !x->is_text || c->is_any) {
        x->is_text = false;
        return;
    }
    snprintf(format, sizeof format, "%%%.*s%s%c", c->flag_size, c->flags,
             c->letter == 's' || c->letter == 'c' ? "" : "ll", c->letter);
    if (c->letter == 's') {
        char *whole = mem_alloc(strlen(text) + c->width + 1);
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

static void add_integer(struct printing *x, const struct conversion *c, const struct node *n)
{
    unsigned base = c->letter == 'x' || c->letter == 'X' ? 16 : c->letter == 'o' ? 8 : 10;
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    struct vs_type t = {VS_INT, n->t.bits, is_signed};
    vs v = n->t.kind == VS_INT ? avm_eval(x->m, x->s, n) : VS_TOP;
    if (n->t.kind != VS_INT || c->is_any || (c->most != UINT64_MAX && c->most > 1)) {
        x->is_text = false;
        add(x, c, 0, UINT64_MAX);
        return;
    }
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
             above = most >= 0 ? digits((uint64_t)most, 10) : 0;
    uint64_t hi = (below > above ? below : above) + c->is_signed;
    uint64_t nearest = least > 0 ? (uint64_t)least : most < 0 ? -(uint64_t)most : 0;
    add(x, c, digits(nearest, 10) + (most < 0), hi);
}

static void add_string(struct printing *x, const struct conversion *c, const struct node *n)
{
    uint64_t length;
    const char *text = c->is_any ? NULL : arguments_string(x->m, x->s, n, &length);
    if (!text) {
        x->is_text = false;
        add(x, c, 0, c->is_any ? UINT64_MAX : c->most);
        return;
    }
    print(x, c, 0, text);
    add(x, c, length < c->most ? length : c->most, length < c->most ? length : c->most);
}

static void add_character(struct printing *x, const struct conversion *c, const struct node *n)
{
    vs v = n->t.kind == VS_INT ? avm_eval(x->m, x->s, n) : VS_TOP;
    if (vs_is_small(v) && vs_small_value(v) > 0)
        print(x, c, vs_small_value(v), NULL);
    else
        x->is_text = false;
    add(x, c, 1, 1);
}

static void add_conversion(struct printing *x, const struct conversion *c)
{
    const struct node *n = x->arg < x->op->call->arg_count ? x->op->call->args[x->arg++] : NULL;
    if (!n)
        x->hi = UINT64_MAX;
    else if (strchr("diuxXo", c->letter))
        add_integer(x, c, n);
    else if (c->letter == 's')
        add_string(x, c, n);
    else if (c->letter == 'c')
        add_character(x, c, n);
    else {
        x->is_text = false;
        add(x, c, 0, UINT64_MAX);
    }
}

static bool print_all(struct printing *x, uint32_t format)
{
    struct avm *m = x->m;
    const struct op *op = x->op;
    const char *f = format < op->stmt->arg_count ? effect_literal(m->u, op->stmt->args[format]) : NULL;
    if (!f)
        return false;
    while (*f) {
        struct conversion c;
        bool is_plain = *f != '%' || f[1] == '%';
        if (is_plain) {
            buf_putc(&x->text, *f);
            f += *f == '%' ? 2 : 1;
            x->lo++;
            x->hi += x->hi != UINT64_MAX;
        } else {
            f++;
            if (!parse(&f, &c))
                return false;
            add_conversion(x, &c);
            if (c.is_any) { /* of '*' the arguments are not counted here */
                x->hi = UINT64_MAX;
                x->is_text = false;
            }
        }
    }
    x->lo = x->hi == UINT64_MAX ? 0 : x->lo;
    return true;
}

bool arguments_printed(struct avm *m, struct work *s, const struct op *op, uint32_t format, uint64_t *lo, uint64_t *hi)
{
    struct printing x = {m, s, op, .arg = format + 1};
    bool known = print_all(&x, format);
    *lo = x.lo;
    *hi = x.hi;
    buf_free(&x.text);
    return known;
}

char *arguments_text(struct avm *m, struct work *s, const struct op *op, uint32_t format, uint64_t *size)
{
    struct printing x = {m, s, op, .arg = format + 1, .is_text = true};
    bool known = print_all(&x, format) && x.is_text && m->u->char_is_signed == ((char)-1 < 0);
    char *text = known ? arena_strn(m->step_arena, buf_str(&x.text), x.text.size) : NULL;
    *size = x.text.size;
    buf_free(&x.text);
    return text;
}
