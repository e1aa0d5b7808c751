/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Value sets as users read them. A set that reaches a bound of its type is written with >= or <=, one that lacks little
 * with "not", equally spaced values as a remainder.
 */
#include "runtime/values/float.h"

#include <stdio.h>

static void print_wide(struct buf *out, wide x)
{
    if (x < 0)
        buf_printf(out, "-%llu", (unsigned long long)-x);
    else
        buf_printf(out, "%llu", (unsigned long long)x);
}

static void print_interval(struct buf *out, wide lo, wide hi)
{
    if (lo == hi) {
        print_wide(out, lo);
        return;
    }
    buf_puts(out, "[");
    print_wide(out, lo);
    buf_puts(out, " .. ");
    print_wide(out, hi);
    buf_puts(out, "]");
}

static void print_residues(struct buf *out, uint32_t k, uint64_t mask)
{
    bool several = mask & (mask - 1);
    buf_puts(out, several ? " = {" : " = ");
    for (const char *comma = ""; mask; mask &= mask - 1, comma = ", ")
        buf_printf(out, "%s%d", comma, __builtin_ctzll(mask));
    buf_printf(out, "%s mod %u", several ? "}" : "", k);
}

static void print_segment(struct vs_type t, const struct seg *s, struct buf *out)
{
    bool bottom = s->lo == type_min(t) && t.is_signed, top = s->hi == type_max(t);
    if (s->k > 1 && s->lo - type_min(t) < (wide)s->k && type_max(t) - s->hi < (wide)s->k) {
        buf_puts(out, "any"); /* as far as the remainders allow */
    } else if (top && s->k == 1 && s->lo == 1 && !t.is_signed && t.bits > 1) {
        buf_puts(out, "not 0");
    } else if (s->k == 1 && s->lo < s->hi && (bottom || top)) {
        buf_puts(out, bottom ? "<= " : ">= ");
        print_wide(out, bottom ? s->hi : s->lo);
    } else {
        print_interval(out, s->lo, s->hi);
    }
    if (s->k > 1)
        print_residues(out, s->k, s->mask);
}

/* At least four single values, equally spaced: written as one segment. */
static bool is_progression(const struct view *v, struct seg *out)
{
    if (v->count < 4)
        return false;
    wide step = v->segs[1].lo - v->segs[0].lo;
    for (size_t i = 0; i < v->count; i++)
        if (v->segs[i].lo != v->segs[i].hi || (i && v->segs[i].lo - v->segs[i - 1].lo != step))
            return false;
    if (step > 64)
        return false;
    *out = (struct seg){.lo = view_min(v), .hi = view_max(v), .k = (uint32_t)step};
    out->mask = (uint64_t)1 << residue(out->lo, out->k);
    return true;
}

/* Long lists are shown by their beginning and their end. */
static void print_list(struct vs_type t, const struct view *v, struct buf *out)
{
    enum { LONG = 12, SHOWN = 9 };
    struct seg progression;
    if (is_progression(v, &progression)) {
        print_segment(t, &progression, out);
        return;
    }
    if (v->count > 1)
        buf_putc(out, '{');
    for (size_t i = 0; i < v->count; i++) {
        if (i)
            buf_puts(out, ", ");
        if (v->count > LONG && i == SHOWN) {
            buf_puts(out, "..., ");
            i = v->count - 1;
        }
        print_segment(t, &v->segs[i], out);
    }
    if (v->count > 1)
        buf_putc(out, '}');
}

static void print_int(const struct vs_pool *p, struct vs_type t, vs v, struct buf *out)
{
    struct view w;
    struct set rest = {0};
    vs_view_of(p, t, v, &w);
    if (vs_view_plain(&w) && w.count > 1 && view_min(&w) == type_min(t) && view_max(&w) == type_max(t)) {
        vs_segs_complement(w.segs, w.count, type_min(t), type_max(t), &rest); /* fewer segments than w has */
        struct view lacks = {.segs = rest.items, .count = rest.count};
        buf_puts(out, rest.count == 1 && rest.items[0].lo == rest.items[0].hi ? "not " : "not in ");
        print_list(t, &lacks, out);
    } else {
        print_list(t, &w, out);
    }
    vec_free(&rest);
}

/* The fewest digits that read back as the same number. */
static void print_number(struct vs_type t, wide ordinal, struct buf *out)
{
    char text[64] = "nan";
    int most = t.bits == 32 ? 9 : t.bits == 64 ? 17 : 21;
    if (ordinal <= float_infinity(t))
        for (int digits = 1; digits <= most; digits++) {
            snprintf(text, sizeof text, "%.*Lg", digits, vs_float_number(t, ordinal));
            if (vs_float_rounded(t, strtold(text, NULL), FE_TONEAREST) == ordinal)
                break;
        }
    buf_puts(out, text);
}

/* [-0 .. 0] is written 0 where `either_zero`: what is not 0 is neither. */
static void print_numbers(struct vs_type t, const struct view *v, bool either_zero, struct buf *out)
{
    const char *comma = "";
    bool several = v->count > 1 || v->segs[0].lo < v->segs[0].hi;
    several = several && (v->count > 1 || view_max(v) > float_infinity(t) || (view_min(v) == -1 && !view_max(v)));
    several = several && !either_zero;
    buf_puts(out, several ? "{" : "");
    for (size_t i = 0; i < v->count; i++) {
        wide lo = v->segs[i].lo, hi = v->segs[i].hi, last = hi > float_infinity(t) ? hi - 1 : hi;
        if (lo == -1 && last == 0) {
            buf_printf(out, "%s%s", comma, either_zero ? "0" : "-0, 0");
        } else if (lo <= last) {
            buf_puts(out, comma);
            buf_puts(out, lo < last ? "[" : "");
            print_number(t, lo, out);
            buf_puts(out, lo < last ? " .. " : "");
            if (lo < last)
                print_number(t, last, out);
            buf_puts(out, lo < last ? "]" : "");
        }
        comma = lo <= last ? ", " : comma;
        if (hi > last)
            buf_printf(out, "%snan", comma);
    }
    buf_puts(out, several ? "}" : "");
}

static void print_float(const struct vs_pool *p, struct vs_type t, vs v, struct buf *out)
{
    struct view w;
    struct set rest = {0};
    vs_view_of(p, t, v, &w);
    if (w.count > 1 && view_min(&w) == type_min(t) && view_max(&w) == type_max(t)) {
        vs_segs_complement(w.segs, w.count, type_min(t), type_max(t), &rest);
        struct view lacks = {.segs = rest.items, .count = rest.count};
        buf_puts(out, rest.count > 1 ? "not in " : "not ");
        print_numbers(t, &lacks, rest.count == 1, out);
    } else {
        print_numbers(t, &w, false, out);
    }
    vec_free(&rest);
}

static void print_target(const struct vs_pool *p, struct vs_type t, uint32_t object, vs offsets, struct buf *out,
                         const char *(*object_name)(const void *context, uint32_t object), const void *context)
{
    const char *name = object_name && object != VS_ABSOLUTE ? object_name(context, object) : NULL;
    struct vs_type offset = vs_offset_type(t);
    int64_t address;
    if (object == VS_ABSOLUTE && offsets == vs_small(0)) {
        buf_puts(out, "null");
    } else if (object == VS_ABSOLUTE) {
        uint64_t m = t.bits >= 64 ? UINT64_MAX : ((uint64_t)1 << t.bits) - 1;
        if (vs_is_const(p, offset, offsets, &address)) {
            buf_printf(out, "address 0x%llx", (unsigned long long)((uint64_t)address & m));
        } else {
            buf_puts(out, "address ");
            vs_print(p, offset, offsets, out, NULL, NULL);
        }
    } else {
        buf_putc(out, '&');
        if (name)
            buf_puts(out, name);
        else
            buf_printf(out, "object%u", object);
        if (offsets == vs_small(0))
            return;
        bool behind = vs_is_const(p, offset, offsets, &address) && address < 0;
        buf_puts(out, behind ? " - " : " + ");
        if (behind)
            print_wide(out, -(wide)address);
        else
            vs_print(p, offset, offsets, out, NULL, NULL);
    }
}

void vs_print(const struct vs_pool *p, struct vs_type t, vs v, struct buf *out,
              const char *(*object_name)(const void *context, uint32_t object), const void *context)
{
    v = plain(p, v);
    size_t n = t.kind == VS_PTR ? vs_ptr_targets(p, v) : 0;
    if (v == VS_BOTTOM) {
        buf_puts(out, "nothing");
    } else if (v == VS_TOP || n == SIZE_MAX) {
        buf_puts(out, "any");
    } else if (t.kind == VS_FLOAT) {
        print_float(p, t, v, out);
    } else if (t.kind == VS_INT) {
        print_int(p, t, v, out);
    } else {
        buf_puts(out, n > 1 ? "{" : "");
        for (size_t i = 0; i < n; i++) {
            buf_puts(out, i ? ", " : "");
            print_target(p, t, vs_ptr_object(p, v, i), vs_ptr_offsets(p, v, i), out, object_name, context);
        }
        buf_puts(out, n > 1 ? "}" : "");
    }
}
