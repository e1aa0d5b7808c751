/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The normal form: one list of segments for each set, whatever the operations that produced it.
 *
 * 1. A set of at most limits.segments maximal intervals is the list of these, without residues.
 * 2. Any other set is cut from the left, greedily, into periodic runs: from the least element not yet covered, among
 * all k in 1 .. limits.modulus the run that reaches farthest, and of these the smallest k. A run of k is the longest
 * stretch in which x is an element exactly when x + k is; k > 1 counts only if the stretch holds two periods. Both are
 * functions of the set alone: the number of maximal intervals is, and so is every run. Hence equal sets have equal
 * lists. A set that neither form holds within limits.segments is first rounded up: neighbours with the smallest gaps
 * (the lowest first) are joined.
 */
#include "runtime/values/private.h"

static int by_lo(const void *a, const void *b)
{
    const struct seg *s = a, *t = b;
    if (s->lo != t->lo)
        return s->lo < t->lo ? -1 : 1;
    return s->hi < t->hi ? -1 : s->hi > t->hi;
}

static int by_value(const void *a, const void *b)
{
    wide x = *(const wide *)a, y = *(const wide *)b;
    return x < y ? -1 : x > y;
}

/* Sorts, tightens, drops empty ones. Returns whether no segment has residues. */
static bool set_sort(struct set *s)
{
    size_t n = 0;
    bool plain = true, sorted = true;
    for (size_t i = 0; i < s->count; i++)
        if (vs_seg_tighten(&s->items[i])) {
            s->items[n] = s->items[i];
            plain = plain && s->items[n].k == 1;
            sorted = sorted && (!n || s->items[n - 1].lo <= s->items[n].lo);
            n++;
        }
    s->count = n;
    if (!sorted)
        qsort(s->items, n, sizeof *s->items, by_lo);
    return plain;
}

/* Sorted intervals without residues: joins those that overlap or touch. */
static void join_intervals(struct set *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->count; i++) {
        struct seg *last = n ? &s->items[n - 1] : NULL;
        if (last && s->items[i].lo <= last->hi + 1)
            last->hi = s->items[i].hi > last->hi ? s->items[i].hi : last->hi;
        else
            s->items[n++] = s->items[i];
    }
    s->count = n;
}

/* Adds the elements of lo .. hi that some active segment has, as intervals. */
static void add_by_looking(const struct seg *segs, const size_t *active, size_t count, wide lo, wide hi,
                           struct set *out)
{
    for (wide x = lo, start; x <= hi;) {
        bool in = false;
        for (start = x; x <= hi; x++) {
            in = false;
            for (size_t i = 0; i < count && !in; i++)
                in = seg_has(&segs[active[i]], x);
            if (!in)
                break;
        }
        vs_set_range(out, start, x - 1);
        x += !in;
    }
}

/* The union of the active segments within lo .. hi, in which all of them are active throughout. */
static void add_union(const struct vs_limits *limits, const struct seg *segs, const size_t *active, size_t count,
                      wide lo, wide hi, struct set *out)
{
    enum { LOOK = 256 }; /* a stretch so short is written out when there is no common modulus */
    uint32_t k = 1;
    for (size_t i = 0; i < count; i++) {
        uint32_t m = segs[active[i]].k;
        if (m == 1) {
            vs_set_range(out, lo, hi);
            return;
        }
        k = (uint32_t)lcm_u64(k, m);
        if (k > limits->modulus || k > 64) {
            if (hi - lo < LOOK)
                add_by_looking(segs, active, count, lo, hi, out);
            else
                vs_set_range(out, lo, hi);
            return;
        }
    }
    uint64_t mask = 0;
    for (size_t i = 0; i < count; i++)
        mask |= vs_mask_change(segs[active[i]].mask, segs[active[i]].k, k);
    vs_set_add(out, lo, hi, k, mask);
}

/* Drops sorted segments with residues that lie within intervals without: fewer overlaps. The intervals come out joined.
 */
static void drop_covered(struct set *s)
{
    struct set plain = {0};
    size_t n = 0, j = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].k == 1)
            vec_push(&plain, s->items[i]);
    join_intervals(&plain);
    for (size_t i = 0; i < s->count; i++) {
        while (j < plain.count && plain.items[j].hi < s->items[i].lo)
            j++;
        bool covered = j < plain.count && plain.items[j].lo <= s->items[i].lo && plain.items[j].hi >= s->items[i].hi;
        if (s->items[i].k > 1 && !covered)
            s->items[n++] = s->items[i];
    }
    s->count = n;
    vs_set_segs(s, plain.items, plain.count);
    vec_free(&plain);
    qsort(s->items, s->count, sizeof *s->items, by_lo);
}

void vs_set_flatten(const struct vs_limits *limits, struct set *s)
{
    if (set_sort(s)) {
        join_intervals(s);
        return;
    }
    drop_covered(s);
    size_t n = s->count, points = 0, active = 0, next = 0;
    wide *at = base_mem_alloc(2 * n * sizeof *at);
    size_t *on = base_mem_alloc(n * sizeof *on);
    struct set out = {0};
    for (size_t i = 0; i < n; i++) {
        at[points++] = s->items[i].lo;
        at[points++] = s->items[i].hi + 1;
    }
    qsort(at, points, sizeof *at, by_value);
    for (size_t i = 0; i + 1 < points; i++) {
        if (at[i] == at[i + 1])
            continue;
        size_t kept = 0;
        for (size_t j = 0; j < active; j++)
            if (s->items[on[j]].hi >= at[i])
                on[kept++] = on[j];
        for (active = kept; next < n && s->items[next].lo <= at[i]; next++)
            on[active++] = next;
        if (active)
            add_union(limits, s->items, on, active, at[i], at[i + 1] - 1, &out);
    }
    free(at);
    free(on);
    vec_free(s);
    *s = out;
    set_sort(s);
}

/* Writes a flat set out as maximal intervals, unless there are more than `most`. */
static bool expand(const struct set *s, size_t most, struct set *out)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct seg *g = &s->items[i];
        if (g->k > 1 && vs_seg_count(g) > (uint64_t)most * 64)
            return false;
        for (wide x = g->lo, end; x <= g->hi; x = end + 1) {
            if (!seg_has(g, x)) {
                end = x;
                continue;
            }
            end = g->k == 1 ? g->hi : x;
            while (end < g->hi && g->k > 1 && seg_has(g, end + 1))
                end++;
            if (out->count && out->items[out->count - 1].hi + 1 == x)
                out->items[out->count - 1].hi = end;
            else if (out->count == most)
                return false;
            else
                vs_set_range(out, x, end);
        }
    }
    return true;
}

/* Bit d: lo + d is an element, for d below 128. */
static uwide look_ahead(const struct seg *segs, size_t n, size_t i, wide lo)
{
    uwide bits = 0;
    for (; i < n && segs[i].lo < lo + 128; i++) {
        wide from = segs[i].lo > lo ? segs[i].lo : lo, to = segs[i].hi < lo + 127 ? segs[i].hi : lo + 127;
        if (segs[i].k == 1) {
            uwide ones = to - from == 127 ? ~(uwide)0 : ((uwide)1 << (to - from + 1)) - 1;
            bits |= ones << (from - lo);
            continue;
        }
        for (wide x; from <= to && vs_seg_first(&segs[i], from, &x) && x <= to; from = x + 1)
            bits |= (uwide)1 << (x - lo);
    }
    return bits;
}

static int trailing_zeros(uwide x)
{
    return (uint64_t)x ? __builtin_ctzll((uint64_t)x) : 64 + __builtin_ctzll((uint64_t)(x >> 64));
}

/* The last place of the run of period k that begins at lo with these bits; no further than the last element. */
static wide run_end(const struct seg *segs, size_t n, size_t i, wide lo, uwide bits, uint32_t k)
{
    wide last = segs[n - 1].hi;
    uwide differ = ((bits >> k) ^ bits) & (((uwide)1 << (128 - k)) - 1);
    if (differ) {
        wide end = lo + trailing_zeros(differ) + (wide)k - 1;
        return end < last ? end : last;
    }
    for (wide x = lo + 128; x <= last;) {
        while (i < n && segs[i].hi < x)
            i++;
        bool gap = segs[i].lo > x;
        wide end = gap ? segs[i].lo - 1 : segs[i].hi, sure = x + (wide)k + (gap ? 1 : (wide)segs[i].k);
        uint32_t mine = residue(x - lo, k), m = gap ? 1 : segs[i].k, theirs = gap ? 0 : residue(x, m);
        uint64_t mask = gap ? 0 : segs[i].mask;
        for (wide y = x; y <= end && y < sure; y++) {
            if (((uint64_t)bits >> mine & 1) != (mask >> theirs & 1))
                return y - 1;
            mine = mine + 1 == k ? 0 : mine + 1;
            theirs = theirs + 1 == m ? 0 : theirs + 1;
        }
        x = end + 1;
    }
    return last;
}

/* Cuts a flat set into runs, rule 2. */
static void cut_into_runs(const struct vs_limits *limits, const struct set *s, struct set *out)
{
    wide lo = s->items[0].lo, last = s->items[s->count - 1].hi;
    for (size_t i = 0;;) {
        uwide bits = look_ahead(s->items, s->count, i, lo);
        wide best_end = lo - 1;
        uint32_t best = 1;
        for (uint32_t k = 1; k <= limits->modulus && k <= 64 && best_end < last; k++) {
            bool is_full = ((uint64_t)bits & full_mask(k)) == full_mask(k);
            if (k > 1 && (is_full || ((bits >> k ^ bits) & (((uwide)1 << k) - 1))))
                continue; /* every element, as with k == 1, or no two periods */
            wide end = run_end(s->items, s->count, i, lo, bits, k);
            if (end > best_end && (k == 1 || end - lo + 1 >= 2 * (wide)k)) {
                best = k;
                best_end = end;
            }
        }
        vs_set_add(out, lo, best_end, best, vs_mask_shift((uint64_t)bits & full_mask(best), best, lo));
        vs_seg_tighten(&out->items[out->count - 1]);
        if (best_end >= last)
            return;
        while (s->items[i].hi <= best_end)
            i++;
        vs_seg_first(&s->items[i], best_end + 1, &lo); /* hi is such an element */
    }
}

/* Joins neighbours until at most `most` are left: the smallest gaps, the lowest first. `plain` drops all residues. */
static void join_neighbours(struct set *s, size_t most, bool plain)
{
    wide *gaps = base_mem_alloc((s->count + 1) * sizeof *gaps);
    size_t n = s->count, joins = n > most ? n - most : 0, out = 0;
    for (size_t i = 0; i + 1 < n; i++)
        gaps[i] = s->items[i + 1].lo - s->items[i].hi;
    if (joins)
        qsort(gaps, n - 1, sizeof *gaps, by_value);
    wide widest = joins ? gaps[joins - 1] : 0;
    size_t ties = 0; /* how many of the widest gap are joined */
    for (size_t i = joins; i-- > 0 && gaps[i] == widest;)
        ties++;
    for (size_t i = 0; i < n; i++) {
        struct seg g = s->items[i];
        wide gap = out ? g.lo - s->items[out - 1].hi : 0;
        if (plain)
            g = seg_of(g.lo, g.hi);
        if (out && joins && (gap < widest || (gap == widest && ties))) {
            struct seg *last = &s->items[out - 1];
            ties -= gap == widest;
            last->mask = last->k == g.k ? last->mask | g.mask : 1;
            last->k = last->k == g.k ? g.k : 1;
            last->hi = g.hi;
        } else {
            s->items[out++] = g;
        }
    }
    s->count = out;
    free(gaps);
}

void vs_set_normalise(const struct vs_limits *limits, struct set *s)
{
    vs_set_flatten(limits, s);
    for (int attempt = 0; s->count; attempt++) {
        struct set out = {0};
        if (!expand(s, limits->segments, &out)) {
            out.count = 0;
            cut_into_runs(limits, s, &out);
        }
        vec_free(s);
        *s = out;
        if (s->count <= limits->segments)
            return;
        join_neighbours(s, limits->segments, attempt > 0);
        vs_set_flatten(limits, s);
    }
}
