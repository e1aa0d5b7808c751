/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exploring a product: breadth first from the initial states of all parts, a state being one packed vector of theirs.
 *
 * Invariant: states 0 .. done-1 of the set have their rows; the set is the queue. A part's state takes as many bits as
 * its number of states needs and does not cross a word, so that a move changes one word for each part that takes part.
 */
#include "runtime/lts/compose/compose.h"
#include "runtime/lts/control.h"
#include "runtime/lts/compose/vector_set.h"
#include "runtime/lts/rows.h"

#include <stdlib.h>

/* Where a part's state stands in a vector. */
struct field {
    uint32_t word, shift;
    uint64_t mask; /* not shifted */
};
/* A row of transitions of a part. */
struct range {
    uint64_t from, to;
};
struct choice {
    uint64_t at, from, to; /* the transition chosen, of a row */
};
struct exploration {
    const struct product *p;
    struct field *field;
    struct vector_set set;
    uint64_t *vector;             /* the state whose moves are looked for */
    uint32_t *state;              /* the same, taken apart */
    struct VEC(uint64_t) targets; /* the vectors that it moves to, and with which labels */
    struct VEC(uint32_t) by;
    struct VEC(uint32_t) ids;
    struct VEC(uint64_t) first; /* the rows of the result */
    struct VEC(uint32_t) label;
    struct VEC(uint32_t) target;
    struct choice *choice;         /* of those that do a label together */
    uint32_t *knows, *knows_first; /* for each label the parts that know it, ascending: a row of `knows` */
};

/* ---- vectors ----------------------------------------------------------------------------------------------------- */

static size_t lay_out(const struct product *p, struct field *field)
{
    uint32_t word = 0, used = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t bits = 1;
        while (bits < 32 && (p->parts[i]->states - 1) >> bits)
            bits++;
        if (used + bits > 64)
            word++, used = 0;
        field[i] = (struct field){word, used, ((uint64_t)1 << bits) - 1};
        used += bits;
    }
    return (size_t)word + 1;
}

static void put(uint64_t *vector, const struct field *f, uint32_t state)
{
    vector[f->word] = (vector[f->word] & ~(f->mask << f->shift)) | (uint64_t)state << f->shift;
}

/* One more move of the present state; the caller fills in what changes. The pointer lives until the next. */
static uint64_t *move(struct exploration *x, uint32_t label)
{
    size_t words = x->set.words, n = x->targets.count;
    vec_push(&x->by, label);
    vec_reserve(&x->targets, n + words);
    x->targets.count += words;
    memcpy(x->targets.items + n, x->vector, words * sizeof *x->vector);
    return x->targets.items + n;
}

/* ---- the rules --------------------------------------------------------------------------------------------------- */

/* The transitions of part i's present state with a common label. */
static struct range row_of(const struct exploration *x, uint32_t i, uint32_t label)
{
    const struct lts *l = x->p->parts[i];
    uint32_t mine = x->p->local[i][label];
    struct range r = {l->first[x->state[i]], l->first[x->state[i] + 1]};
    while (r.from < r.to && l->label[r.from] < mine)
        r.from++;
    uint64_t end = r.from;
    while (end < r.to && l->label[end] == mine)
        end++;
    return (struct range){r.from, end};
}

/* All that know the label do it: every choice of one transition from each. */
static void move_together(struct exploration *x, uint32_t label)
{
    const struct product *p = x->p;
    const uint32_t *who = x->knows + x->knows_first[label];
    uint32_t n = x->knows_first[label + 1] - x->knows_first[label], k;
    for (k = 0; k < n; k++) {
        struct range r = row_of(x, who[k], label);
        if (r.from == r.to)
            return;
        x->choice[k] = (struct choice){r.from, r.from, r.to};
    }
    do {
        uint64_t *v = move(x, p->alone[label]);
        for (k = 0; k < n; k++)
            put(v, &x->field[who[k]], p->parts[who[k]]->target[x->choice[k].at]);
        for (k = 0; k < n && ++x->choice[k].at == x->choice[k].to; k++) /* as an odometer counts */
            x->choice[k].at = x->choice[k].from;
    } while (k < n);
}

/* Part i moves by transition t, and each later part that can answers it. */
static void shake_hands(struct exploration *x, uint32_t i, uint64_t t, uint32_t answer)
{
    const struct product *p = x->p;
    for (uint32_t at = x->knows_first[answer]; at < x->knows_first[answer + 1]; at++) {
        uint32_t k = x->knows[at];
        if (k <= i)
            continue;
        struct range r = row_of(x, k, answer);
        for (uint64_t u = r.from; u < r.to; u++) {
            uint64_t *v = move(x, LTS_TAU);
            put(v, &x->field[i], p->parts[i]->target[t]);
            put(v, &x->field[k], p->parts[k]->target[u]);
        }
    }
}

static void part_moves(struct exploration *x, uint32_t i)
{
    const struct product *p = x->p;
    const struct lts *l = p->parts[i];
    uint64_t end = l->first[x->state[i] + 1];
    for (uint64_t t = l->first[x->state[i]]; t < end; t++) {
        uint32_t label = p->global[i][l->label[t]];
        if (p->together && p->together[label]) {
            bool again = t > l->first[x->state[i]] && l->label[t] == l->label[t - 1];
            if (!again && x->knows[x->knows_first[label]] == i && p->alone[label] != LTS_NONE)
                move_together(x, label);
            continue;
        }
        if (p->alone[label] != LTS_NONE)
            put(move(x, p->alone[label]), &x->field[i], l->target[t]);
        if (p->partner && p->partner[label] != LTS_NONE)
            shake_hands(x, i, t, p->partner[label]);
    }
}

/* ---- exploration ------------------------------------------------------------------------------------------------- */

/* The row of state s. */
static void explore_state(struct exploration *x, uint32_t s)
{
    const struct product *p = x->p;
    memcpy(x->vector, vector_set_get(&x->set, s), x->set.words * sizeof *x->vector);
    for (uint32_t i = 0; i < p->count; i++)
        x->state[i] = (uint32_t)(x->vector[x->field[i].word] >> x->field[i].shift & x->field[i].mask);
    x->targets.count = x->by.count = 0;
    for (uint32_t i = 0; i < p->count; i++)
        part_moves(x, i);
    size_t n = x->by.count;
    vec_reserve(&x->ids, n + 1);
    compose_vector_set_add(&x->set, x->targets.items, n, x->ids.items);
    vec_reserve(&x->label, x->label.count + n);
    vec_reserve(&x->target, x->target.count + n);
    if (n) {
        memcpy(x->label.items + x->label.count, x->by.items, n * sizeof *x->by.items);
        memcpy(x->target.items + x->target.count, x->ids.items, n * sizeof *x->ids.items);
    }
    x->label.count += n;
    x->target.count += n;
    vec_push(&x->first, x->label.count);
}

static enum status check_limits(const struct exploration *x, uint32_t done, const struct lts_control *c, struct diag *d)
{
    size_t bytes = vector_set_bytes(&x->set) + x->first.capacity * sizeof *x->first.items +
                   x->label.capacity * 2 * sizeof *x->label.items;
    if (x->set.count > control_states(c))
        return diag_set(d, ST_LIMIT, (struct place){0}, "the composition has more than %u states (--max-states)",
                        control_states(c));
    enum status st = lts_control_memory(c, bytes, "the composition", d);
    return st == ST_OK ? lts_control_step(c, "composing", done, 0, d) : st;
}

static enum status explore(struct exploration *x, const struct lts_control *c, struct diag *d)
{
    for (uint32_t i = 0; i < x->p->count; i++)
        put(x->vector, &x->field[i], x->p->parts[i]->initial);
    vec_reserve(&x->ids, 1);
    compose_vector_set_add(&x->set, x->vector, 1, x->ids.items);
    vec_push(&x->first, 0);
    enum status st = ST_OK;
    for (uint32_t s = 0; st == ST_OK && s < x->set.count; s++) {
        explore_state(x, s);
        if (s % 1024 == 0 || s + 1 == x->set.count)
            st = check_limits(x, s, c, d);
    }
    return st;
}

/* The rows as a system; they are the exploration's own. */
static struct lts *take_rows(struct exploration *x, struct intern *names)
{
    struct lts *l = lts_rows_new(0, 0);
    free(l->first);
    l->states = (uint32_t)x->set.count;
    compose_vector_set_free(&x->set);
    l->first = base_mem_resize(x->first.items, x->first.count * sizeof *l->first);
    size_t n = x->label.count ? x->label.count : 1;
    l->label = base_mem_resize(x->label.items, n * sizeof *l->label);
    l->target = base_mem_resize(x->target.items, n * sizeof *l->target);
    x->first.items = NULL;
    x->label.items = x->target.items = NULL;
    l->labels = names;
    lts_rows_sort(l);
    return l;
}

static void find_who_knows(struct exploration *x)
{
    const struct product *p = x->p;
    struct VEC(uint32_t) list = {0};
    x->knows_first = base_mem_alloc(((size_t)p->labels + 1) * sizeof *x->knows_first);
    for (uint32_t g = 0; g < p->labels; g++) {
        x->knows_first[g] = (uint32_t)list.count;
        for (uint32_t i = 0; i < p->count; i++)
            if (p->local[i][g] != LTS_NONE)
                vec_push(&list, i);
    }
    x->knows_first[p->labels] = (uint32_t)list.count;
    x->knows = list.items;
}

enum status lts_product_build(const struct product *p, struct intern *names, const struct lts_control *c,
                              struct lts **out, struct diag *d)
{
    struct exploration x = {.p = p};
    x.field = base_mem_zalloc((p->count + (size_t)1) * sizeof *x.field);
    compose_vector_set_init(&x.set, lay_out(p, x.field));
    x.vector = base_mem_zalloc(x.set.words * sizeof *x.vector);
    x.state = base_mem_zalloc((p->count + (size_t)1) * sizeof *x.state);
    x.choice = base_mem_zalloc((p->count + (size_t)1) * sizeof *x.choice);
    find_who_knows(&x);
    enum status st = explore(&x, c, d);
    if (st == ST_OK)
        *out = take_rows(&x, names);
    else
        base_intern_free(names);
    compose_vector_set_free(&x.set);
    vec_free(&x.targets);
    vec_free(&x.by);
    vec_free(&x.ids);
    vec_free(&x.first);
    vec_free(&x.label);
    vec_free(&x.target);
    free(x.field);
    free(x.vector);
    free(x.state);
    free(x.choice);
    free(x.knows_first);
    free(x.knows);
    return st;
}
