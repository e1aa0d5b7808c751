/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * States and cells, each made once.
 */
#include "private.h"

void typestate_states_free(struct states *x)
{
    vec_free(&x->cells);
    vec_free(&x->list);
    base_map64_free(&x->cell_of);
    base_map64_free(&x->of_hash);
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

/* Cells of one hash stand one behind the other: the number in the map is that of the first, and a cell that is another
 * one is looked for under the next key. */
uint32_t typestate_cell(struct states *x, struct cell c)
{
    uint64_t key = hash_u64(hash_u64(hash_u64(c.var) + c.offset) + c.size);
    uint32_t n;
    for (; base_map64_get(&x->cell_of, key, &n); key++) {
        const struct cell *k = &x->cells.items[n];
        if (k->var == c.var && k->offset == c.offset && k->size == c.size)
            return n;
    }
    n = (uint32_t)x->cells.count;
    vec_push(&x->cells, c);
    base_map64_put(&x->cell_of, key, n);
    return n;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

/* No entry waits for the one before it: this is done for each state that a statement leads to. */
static uint64_t hash_of(const struct working *w)
{
    static const uint64_t of_ref = 0x9e3779b97f4a7c15, of_lo = 0xc2b2ae3d27d4eb4f, of_hi = 0x165667b19e3779f9;
    uint64_t h = w->count;
    for (size_t i = 0; i < w->count; i++) {
        const struct entry *e = &w->items[i];
        uint64_t place = (uint64_t)e->cell << 8 | e->value.kind;
        h += hash_u64(place + e->value.ref * of_ref + (uint64_t)e->value.lo * of_lo + (uint64_t)e->value.hi * of_hi);
    }
    return hash_u64(h);
}

static bool is_same(const struct state *s, const struct working *w)
{
    bool same = s->count == w->count;
    for (uint32_t i = 0; same && i < s->count; i++)
        same = s->entries[i].cell == w->items[i].cell && known_same(s->entries[i].value, w->items[i].value);
    return same;
}

const struct state *typestate_state(struct states *x, const struct working *w)
{
    uint64_t h = hash_of(w);
    uint32_t first, next = 0;
    if (base_map64_get(&x->of_hash, h, &first)) {
        next = first + 1;
        for (uint32_t n = next; n; n = x->list.items[n - 1]->next)
            if (is_same(x->list.items[n - 1], w))
                return x->list.items[n - 1];
    }
    struct state *s = arena_alloc(x->arena, sizeof *s + w->count * sizeof *s->entries);
    *s = (struct state){.number = (uint32_t)x->list.count, .next = next, .count = (uint32_t)w->count};
    if (w->count)
        memcpy(s->entries, w->items, w->count * sizeof *s->entries);
    base_map64_put(&x->of_hash, h, s->number);
    vec_push(&x->list, s);
    return s;
}

void typestate_load(struct working *w, const struct state *s)
{
    w->count = 0;
    vec_reserve(w, s->count + 1);
    if (s->count)
        memcpy(w->items, s->entries, s->count * sizeof *s->entries);
    w->count = s->count;
}

/* No handle of what is watched. */
static bool is_apart(const struct states *x, struct known v)
{
    return v.kind == KNOWN_APART || v.kind == KNOWN_FUNCTION || (v.kind == KNOWN_ADDRESS && !x->is_watched[v.ref]) ||
           (known_is_number(v) && v.lo == 0);
}

static bool is_handle(const struct states *x, struct known v)
{
    return v.kind == KNOWN_APART || (v.kind == KNOWN_ADDRESS && x->is_handled[v.ref]);
}

/* A range that grows would do so for long: it is the larger of the two, or a small one that does not add 0. */
static struct known join_ranges(struct known a, struct known b, bool are_true)
{
    enum { WIDEST = 8 };
    struct known r = {KNOWN_RANGE, 0, a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
    bool is_one_of_them = known_same(r, a) || known_same(r, b), is_small = (uint64_t)r.hi - (uint64_t)r.lo <= WIDEST;
    if (is_one_of_them || (is_small && (!are_true || typestate_truth(r) > 0)))
        return r;
    return are_true ? known_not_zero : known_nothing;
}

static struct known join(const struct states *x, struct known a, struct known b)
{
    bool are_true = typestate_truth(a) > 0 && typestate_truth(b) > 0;
    if (known_same(a, b))
        return a;
    if (a.kind == KNOWN_RANGE && b.kind == KNOWN_RANGE)
        return join_ranges(a, b, are_true);
    if ((is_handle(x, a) || is_handle(x, b)) && is_apart(x, a) && is_apart(x, b))
        return (struct known){KNOWN_APART, 0, are_true, 0};
    return are_true ? known_not_zero : known_nothing;
}

void typestate_join(const struct states *x, struct working *out, const struct state *a, const struct state *b)
{
    out->count = 0;
    for (uint32_t i = 0, k = 0; i < a->count && k < b->count;) {
        const struct entry *l = &a->entries[i], *r = &b->entries[k];
        struct known both = l->cell == r->cell ? join(x, l->value, r->value) : known_nothing;
        if (both.kind != KNOWN_NOTHING)
            vec_push(out, ((struct entry){l->cell, both}));
        i += l->cell <= r->cell;
        k += r->cell <= l->cell;
    }
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

static size_t place_of(const struct working *w, uint32_t cell)
{
    size_t lo = 0, hi = w->count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (w->items[mid].cell < cell)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

struct known typestate_get(const struct working *w, uint32_t cell)
{
    size_t at = place_of(w, cell);
    return at < w->count && w->items[at].cell == cell ? w->items[at].value : known_nothing;
}

static void remove_at(struct working *w, size_t at)
{
    memmove(w->items + at, w->items + at + 1, (w->count - at - 1) * sizeof *w->items);
    w->count--;
}

void typestate_set(struct working *w, uint32_t cell, struct known value)
{
    size_t at = place_of(w, cell);
    bool is_there = at < w->count && w->items[at].cell == cell;
    if (value.kind == KNOWN_NOTHING) {
        if (is_there)
            remove_at(w, at);
        return;
    }
    if (!is_there) {
        vec_reserve(w, w->count + 1);
        memmove(w->items + at + 1, w->items + at, (w->count - at) * sizeof *w->items);
        w->count++;
    }
    w->items[at] = (struct entry){cell, value};
}

void typestate_forget(struct states *x, struct working *w, cwi_id var, uint64_t offset, uint64_t size)
{
    for (size_t i = w->count; i-- > 0;) {
        const struct cell *c = &x->cells.items[w->items[i].cell];
        bool is_apart = c->offset >= offset + size || offset >= c->offset + c->size;
        if (c->var == var && !is_apart)
            remove_at(w, i);
    }
}

void typestate_forget_var(struct states *x, struct working *w, cwi_id var)
{
    for (size_t i = w->count; i-- > 0;)
        if (x->cells.items[w->items[i].cell].var == var)
            remove_at(w, i);
}
