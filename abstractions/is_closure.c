/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Is it a closure? Every set of a type of at most 4 bits, where monotone needs to be tested for sets that differ by one
 * value only; samples of larger types.
 */
#include "abstractions/classes.h"

#include <stdlib.h>

struct check {
    struct vs_pool *p;
    const struct abs *a;
    struct vs_type t;
    struct place at;
    struct diag *d;
};

static enum status wrong(const struct check *c, const char *what, vs v)
{
    struct buf text = {0}, set = {0};
    abs_print(c->a, false, &text);
    vs_print(c->p, c->t, v, &set, NULL, NULL);
    enum status st =
        diag_set(c->d, ST_BAD, c->at, "'%s' is not a closure: it is not %s on %s", buf_str(&text), what, buf_str(&set));
    buf_free(&text);
    buf_free(&set);
    return st;
}

/* Parts are disjoint when their numbers of values add up. */
static enum status check_parts(const struct check *c, vs v)
{
    enum { LIMIT = 256 };
    vs out[LIMIT], all = VS_BOTTOM;
    uint64_t sum = 0;
    size_t n = abs_parts(c->p, c->a, c->t, v, out, LIMIT);
    for (size_t i = 0; i < n; i++) {
        uint64_t more = vs_count(c->p, c->t, out[i]);
        if (abs_round(c->p, c->a, c->t, out[i]) != out[i])
            return wrong(c, "rounded in its parts", v);
        sum = sum > UINT64_MAX - more ? UINT64_MAX : sum + more;
        all = vs_join(c->p, c->t, all, out[i]);
    }
    if (n && !vs_leq(c->p, c->t, v, all))
        return wrong(c, "covered by its parts", v);
    return n && sum > vs_count(c->p, c->t, all) ? wrong(c, "disjoint in its parts", v) : ST_OK;
}

/* What abs_round does for a caller's function is hidden here: the function itself must be idempotent. */
static vs round_once(const struct check *c, vs v)
{
    if (c->a->class == &abs_class_user)
        return v == VS_BOTTOM ? v : c->a->class->round(c->p, c->a->data, c->t, v);
    return abs_round(c->p, c->a, c->t, v);
}

static enum status check_one(const struct check *c, vs v, vs *rounded, bool parts)
{
    vs r = *rounded = round_once(c, v);
    if (!vs_leq(c->p, c->t, v, r))
        return wrong(c, "extensive", v);
    if (round_once(c, r) != r)
        return wrong(c, "idempotent", v);
    if (c->a->class->keeps_singletons && vs_count(c->p, c->t, v) == 1 && r != v)
        return wrong(c, "the identity", v);
    return parts ? check_parts(c, v) : ST_OK;
}

/* Rounded sets of v and of something that holds v. */
static enum status check_pair(const struct check *c, vs v, vs less, vs more)
{
    if (c->a->class->bounded || vs_leq(c->p, c->t, less, more))
        return ST_OK;
    return wrong(c, "monotone", v);
}

static enum status check_all(const struct check *c)
{
    int64_t min = vs_type_min(c->t);
    uint32_t n = 1u << c->t.bits, sets = 1u << n;
    vs *of = base_mem_alloc(2 * sets * sizeof *of), *rounded = of + sets;
    enum status st = ST_OK;
    of[0] = rounded[0] = VS_BOTTOM;
    for (uint32_t s = 1; s < sets && st == ST_OK; s++) { /* without its highest value, joined with that */
        uint32_t top = 31 - (uint32_t)__builtin_clz(s);
        of[s] = vs_join(c->p, c->t, of[s & ~(1u << top)], vs_const(c->p, c->t, min + (int64_t)top));
        st = check_one(c, of[s], &rounded[s], true);
        for (uint32_t x = s; x && st == ST_OK; x &= x - 1)
            st = check_pair(c, of[s & ~(x & (0 - x))], rounded[s & ~(x & (0 - x))], rounded[s]);
    }
    free(of);
    return st;
}

static enum status check_samples(const struct check *c)
{
    enum { ROUNDS = 400 };
    uint64_t seed = 1, m = c->t.bits >= 64 ? UINT64_MAX : ((uint64_t)1 << c->t.bits) - 1;
    vs rounded, before;
    enum status st = check_one(c, VS_TOP, &rounded, true);
    for (int round = 0; round < ROUNDS && st == ST_OK; round++) {
        vs v = before = VS_BOTTOM;
        for (int i = 0; i < 4 && st == ST_OK; i++) {
            seed = hash_u64(seed + 0x9e3779b97f4a7c15u);
            int shift = (int)(seed >> 58);
            int64_t lo = (int64_t)((seed & m) >> (shift < c->t.bits ? shift : 0));
            int64_t hi = (int64_t)((uint64_t)lo + (seed >> 20) % 40);
            vs piece = vs_const(c->p, c->t, lo);
            if (seed & 1)
                piece = vs_interval(c->p, c->t, lo, hi);
            if ((seed & 6) == 6)
                piece = vs_congruent(c->p, c->t, lo, vs_type_max(c->t), (uint32_t)(seed >> 8) % 64 + 1, seed);
            vs more = vs_join(c->p, c->t, v, piece);
            st = check_one(c, more, &rounded, round % 8 == 0);
            if (st == ST_OK && vs_leq(c->p, c->t, v, more))
                st = check_pair(c, v, before, rounded);
            v = more;
            before = rounded;
        }
    }
    return st;
}

enum status abs_check_closure(struct vs_pool *p, const struct abs *a, struct vs_type t, struct place at, struct diag *d)
{
    struct check c = {p, a, t, at, d};
    if (t.kind != VS_INT)
        return ST_OK;
    return t.bits <= 4 ? check_all(&c) : check_samples(&c);
}
