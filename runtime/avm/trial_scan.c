/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scanf in a trial: conversions of standard input, as far as their format is a literal. Source: ISO C11, 7.21.6.2.
 */
#include "trial.h"

#include <ctype.h>
#include <stdlib.h>

struct scan {
    struct avm *m;
    struct work *s;
    const struct op *op;
    const char *format, *from, *at, *end; /* `at`: what is read next */
    uint32_t arg;
    int64_t assigned;
    int failed; /* 1 done, 0 going on, -1 surely undefined, -2 not known */
};
static bool in_set(const struct format_conversion *c, char x)
{
    bool found = false;
    for (const char *p = c->set; p < c->set_end; p++) {
        bool is_range = p + 2 < c->set_end && p[1] == '-';
        found |= is_range ? x >= p[0] && x <= p[2] : x == *p;
        p += is_range ? 2 : 0;
    }
    return found != c->is_negated;
}

/* The longest that the conversion takes. */
static uint64_t width_of(const struct format_conversion *c)
{
    return c->width > 0 ? (uint64_t)c->width : c->letter == 'c' ? 1 : UINT64_MAX;
}

static uint64_t matching(const struct scan *x, const struct format_conversion *c)
{
    uint64_t n = 0;
    for (; x->at + n < x->end && n < width_of(c); n++)
        if (c->letter == 's' ? isspace((unsigned char)x->at[n]) != 0 : c->letter == '[' && !in_set(c, x->at[n]))
            break;
    return n;
}

static void assign_bytes(struct scan *x, const char *bytes, uint64_t size)
{
    int done = avm_trial_write(x->m, x->s, x->op, x->arg++, bytes, size);
    x->failed = done == 1 ? 0 : done ? -1 : -2;
    x->assigned++;
}

static void assign_number(struct scan *x, int64_t value)
{
    const struct cwi_unit *u = x->m->u;
    const struct cwi_type *t = x->arg < x->op->stmt->arg_count ? cwi_type_of(u, x->op->stmt->args[x->arg]->type) : NULL;
    t = t && t->kind == CWI_PTR ? cwi_type_of(u, t->of) : NULL;
    if (!t || t->kind != CWI_INT || t->size > sizeof value || u->big_endian) {
        x->failed = -2;
        return;
    }
    assign_bytes(x, (const char *)&value, t->size);
}

static void skip_space(struct scan *x)
{
    while (x->at < x->end && isspace((unsigned char)*x->at))
        x->at++;
}

/* How long the number is that stands there; 0: none. */
static uint64_t number_at(const struct scan *x, const struct format_conversion *c, char *text, size_t size, int *base)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t n = 0, most = width_of(c) < size - 1 ? width_of(c) : size - 1, sign;
    *base = c->letter == 'x' || c->letter == 'X' ? 16 : c->letter == 'o' ? 8 : 10;
    if (x->at < x->end && n < most && (*x->at == '-' || *x->at == '+'))
        n++;
    for (sign = n; x->at + n < x->end && n < most; n++) {
        const char *d = strchr(digits, tolower((unsigned char)x->at[n]));
        if (!d || !*d || d - digits >= *base)
            break;
    }
    memcpy(text, x->at, n);
    text[n] = 0;
    return n > sign ? n : 0;
}

static void convert(struct scan *x, const struct format_conversion *c)
{
    char number[24];
    int base;
    if (c->letter == 'n') {
        assign_number(x, x->at - x->from);
        x->assigned--;
        return;
    }
    if (c->letter != 'c' && c->letter != '[')
        skip_space(x);
    if (x->at == x->end) {
        x->assigned = x->assigned ? x->assigned : -1;
        x->failed = 1;
        return;
    }
    if (strchr("cs[", c->letter)) {
        uint64_t n = matching(x, c);
        if (!n || (c->letter == 'c' && n < width_of(c))) {
            x->failed = 1;
            return;
        }
        char *text = arena_strn(x->m->step_arena, x->at, n);
        x->at += n;
        if (c->takes_argument)
            assign_bytes(x, text, n + (c->letter != 'c'));
        return;
    }
    uint64_t n = number_at(x, c, number, sizeof number, &base);
    if (!n || c->letter == 'i' || n > 18) { /* %i: the base is the number's */
        x->failed = n ? -2 : 1;
        return;
    }
    x->at += n;
    if (c->takes_argument)
        assign_number(x, strtoll(number, NULL, base));
}

static bool is_done_here(const struct format_conversion *c)
{
    bool is_wide = strchr("cs[", c->letter) && c->bytes != 1;
    return strchr("diuxXocs[n", c->letter) && !is_wide && !c->is_positional && !c->allocates;
}

int avm_trial_scan(struct avm *m, struct work *s, const struct op *op, const struct buf *input, uint64_t *at, vs *v)
{
    uint32_t format = op->call->effect->param_count < 2 || op->call->effect->params[0].letter == 'S' ? 0 : 1;
    struct scan x = {m, s, op, .arg = format + 1};
    x.format = format < op->stmt->arg_count ? pt_effect_literal(m->u, op->stmt->args[format]) : NULL;
    x.from = x.at = input->size ? input->data + *at : "";
    x.end = input->size ? input->data + input->size : x.at;
    while (x.format && *x.format && !x.failed) {
        struct format_conversion c;
        if (isspace((unsigned char)*x.format)) {
            skip_space(&x);
            x.format++;
        } else if (*x.format != '%' || x.format[1] == '%') {
            x.format += *x.format == '%';
            if (x.at < x.end && *x.at == *x.format)
                x.at++, x.format++;
            else
                x.failed = 1;
        } else if (pt_format_read(&x.format, true, m->u->pointer_bits / 8, &c) && is_done_here(&c)) {
            convert(&x, &c);
        } else {
            x.failed = -2;
        }
    }
    if (!x.format || x.failed < 0)
        return x.failed == -1 ? -1 : 0;
    *at += (uint64_t)(x.at - x.from);
    *v = vs_const(m->pool, op->call->t, x.assigned);
    return 1;
}
