/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Is it a closure? Every set of a type of at most 4 bits, where monotone needs to be tested for sets that differ by one value
 * only; samples of larger types.
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
    enum status st = diag_set(c->d, ST_BAD, c->at, "'%s' is not a closure: it is not %s on %s", buf_str(&text), what,
                              buf_str(&set));
    buf_free(&text);
    buf_free(&set);
    return st;
}

static enum status check_parts(const struct check *c, vs v)
{
    enum { LIMIT = 256 };
    vs out[LIMIT], all = VS_BOTTOM;
    size_t n = abs_parts(c->p, c->a, c->t, v, out, LIMIT);
    for (size_t i = 0; i < n; i++) {
        if (abs_round(c->p, c->a, c->t, out[i]) != out[i])
            return wrong(c, "rounded in its parts", v);
        for (size_t j = 0; j < i && c->a->class->tracks; j++)
            if (vs_meet(c->p, c->t, out[i], out[j]) != VS_BOTTOM)
                return wrong(c, "disjoint in its parts", v);
        all = vs_join(c->p, c->t, all, out[i]);
    }
    return n && !vs_leq(c->p, c->t, v, all) ? wrong(c, "covered by its parts", v) : ST_OK;
}

static enum status check_one(const struct check *c, vs v)
{
    vs r = abs_round(c->p, c->a, c->t, v);
    if (!vs_leq(c->p, c->t, v, r))
        return wrong(c, "extensive", v);
    if (abs_round(c->p, c->a, c->t, r) != r)
        return wrong(c, "idempotent", v);
    return check_parts(c, v);
}

static enum status check_pair(const struct check *c, vs less, vs more)
{
    if (c->a->class->bounded || !vs_leq(c->p, c->t, less, more))
        return ST_OK;
    if (!vs_leq(c->p, c->t, abs_round(c->p, c->a, c->t, less), abs_round(c->p, c->a, c->t, more)))
        return wrong(c, "monotone", less);
    return ST_OK;
}

static enum status check_all(const struct check *c)
{
    int64_t min = vs_type_min(c->t);
    uint32_t n = 1u << c->t.bits, sets = 1u << n;
    vs *of = mem_alloc(sets * sizeof *of);
    enum status st = ST_OK;
    of[0] = VS_BOTTOM;
    for (uint32_t s = 1; s < sets; s++) /* without its highest value, joined with that */
        of[s] = vs_join(c->p, c->t, of[s & ~(1u << (31 - __builtin_clz(s)))],
                        vs_const(c->p, c->t, min + (31 - __builtin_clz(s))));
    for (uint32_t s = 0; s < sets && st == ST_OK; s++) {
        st = check_one(c, of[s]);
        for (uint32_t x = 0; x < n && st == ST_OK; x++)
            if (!(s >> x & 1))
                st = check_pair(c, of[s], of[s | 1u << x]);
    }
    free(of);
    return st;
}

static enum status check_samples(const struct check *c)
{
    enum { ROUNDS = 400 };
    uint64_t seed = 1, m = c->t.bits >= 64 ? UINT64_MAX : ((uint64_t)1 << c->t.bits) - 1;
    enum status st = check_one(c, VS_TOP);
    for (int round = 0; round < ROUNDS && st == ST_OK; round++) {
        vs v = VS_BOTTOM;
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
            st = check_one(c, more);
            if (st == ST_OK)
                st = check_pair(c, v, more);
            v = more;
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
