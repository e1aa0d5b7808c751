/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of classes, and abstractions made from it: finding, making, comparing, printing, rounding.
 */
#include "abstractions/classes.h"

const struct abs_class *const abs_classes[] = {
    &abs_class_top, &abs_class_bool, &abs_class_values,  &abs_class_part,      &abs_class_parts,
    &abs_class_int, &abs_class_set,  &abs_class_free,    &abs_class_intervals, &abs_class_minmax,
    &abs_class_mod, &abs_class_div,  &abs_class_pointer, &abs_class_array,     NULL,
};

enum { MOST_NAMES = 64, MOST_ALIASES = 4 };

const struct abs_class *abs_class_find(const char *name)
{
    for (size_t i = 0; abs_classes[i]; i++) {
        if (!strcmp(abs_classes[i]->name, name))
            return abs_classes[i];
        for (size_t j = 0; j < MOST_ALIASES && abs_classes[i]->aliases[j]; j++)
            if (!strcmp(abs_classes[i]->aliases[j], name))
                return abs_classes[i];
    }
    return NULL;
}

static enum status unknown_class(const char *name, struct place at, struct diag *d)
{
    const char *names[MOST_NAMES];
    size_t n = 0;
    for (size_t i = 0; abs_classes[i]; i++) {
        names[n++] = abs_classes[i]->name;
        for (size_t j = 0; j < MOST_ALIASES && abs_classes[i]->aliases[j]; j++)
            names[n++] = abs_classes[i]->aliases[j];
    }
    const char *near = base_nearest_name(name, names, n);
    if (near)
        return diag_set(d, ST_BAD, at, "no abstraction '%s'; did you mean '%s'?", name, near);
    return diag_set(d, ST_BAD, at, "no abstraction '%s'", name);
}

enum status abs_make(struct arena *a, const char *name, const struct abs_arg *args, size_t count, struct place at,
                     const struct abs **out, struct diag *d)
{
    const struct abs_class *class = abs_class_find(name);
    *out = NULL;
    if (!class)
        return unknown_class(name, at, d);
    struct abs *abs = ARENA_NEW(a, struct abs);
    enum status st = class->make(a, args, count, at, &abs->data, d);
    if (st != ST_OK)
        return st;
    abs->class = class;
    abs->count = count;
    abs->args = count ? arena_copy(a, args, count * sizeof *args) : NULL;
    *out = abs;
    return ST_OK;
}

const struct abs *abs_top(void)
{
    static const struct abs top = {.class = &abs_class_top};
    return &top;
}

const struct abs *abs_free_type(void)
{
    static const struct abs free_type = {.class = &abs_class_free};
    return &free_type;
}

const struct abs_class *abs_class_of(const struct abs *a)
{
    return a->class;
}

const struct abs *abs_element(const struct abs *a)
{
    return a->class == &abs_class_array ? a->data : a;
}

bool abs_equal(const struct abs *a, const struct abs *b)
{
    if (a == b)
        return true;
    if (a->class != b->class || a->count != b->count || a->class == &abs_class_user)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const struct abs_arg *x = &a->args[i], *y = &b->args[i];
        if (x->kind == ABS_ABS ? y->kind != ABS_ABS || !abs_equal(x->abs, y->abs)
                               : y->kind == ABS_ABS || x->lo != y->lo || x->hi != y->hi)
            return false;
    }
    return true;
}

/* A union of parts that exceeds the caps of the pool comes back coarser, and may then hit more parts: rounded until it
 * stays. */
vs abs_round(struct vs_pool *p, const struct abs *a, struct vs_type t, vs v)
{
    enum { MOST = 64 };
    if (v == VS_BOTTOM)
        return v;
    for (int i = 0; i < MOST; i++) {
        vs rounded = a->class->round(p, a->data, t, v);
        if (rounded == v || rounded == VS_TOP || vs_is_small(rounded))
            return rounded;
        v = rounded;
    }
    return VS_TOP;
}

size_t abs_parts(struct vs_pool *p, const struct abs *a, struct vs_type t, vs v, vs *out, size_t limit)
{
    if (v == VS_BOTTOM)
        return 0;
    return a->class->parts(p, a->data, t, v, out, limit);
}

bool abs_fits_type(const struct abs *a, struct vs_type t, int64_t *bad)
{
    a = abs_element(a);
    if (!a->class->in_type || t.kind != VS_INT)
        return true;
    for (size_t i = 0; i < a->count; i++) {
        const struct abs_arg *x = &a->args[i];
        bool open_lo = x->kind == ABS_INTERVAL && x->lo == INT64_MIN,
             open_hi = x->kind == ABS_INTERVAL && x->hi == INT64_MAX;
        if ((!open_lo && !abs_in_type(t, x->lo)) || (!open_hi && !abs_in_type(t, x->hi))) {
            if (bad)
                *bad = !open_lo && !abs_in_type(t, x->lo) ? x->lo : x->hi;
            return false;
        }
    }
    return true;
}

static void print_end(struct buf *out, int64_t v, bool open)
{
    if (!open)
        buf_printf(out, "%lld", (long long)v);
}

void abs_print(const struct abs *a, bool users_words, struct buf *out)
{
    if (a->class == &abs_class_array) {
        abs_print(a->data, users_words, out);
        buf_puts(out, " array");
        return;
    }
    const char *name = users_words && a->class->word ? a->class->word : a->class->name;
    buf_puts(out, a->class == &abs_class_user ? ((const struct user *)a->data)->name : name);
    for (size_t i = 0; i < a->count; i++) {
        const struct abs_arg *x = &a->args[i];
        buf_puts(out, i ? ", " : "(");
        if (x->kind == ABS_INTERVAL) {
            buf_putc(out, '[');
            print_end(out, x->lo, x->lo == INT64_MIN);
            buf_puts(out, "..");
            print_end(out, x->hi, x->hi == INT64_MAX);
            buf_putc(out, ']');
        } else {
            buf_printf(out, "%lld", (long long)x->lo);
        }
    }
    buf_puts(out, a->count ? ")" : "");
}
