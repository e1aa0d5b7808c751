/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Grouping the states of a large system: by distance from the start, or by what they can do.
 *
 * By labels: two states are together when the labels that they enable are the same, seen as finely as the number of
 * groups allows; then groups are told apart by where their steps lead, round by round, as long as there is room (these
 * are the first rounds of the refinement that ends in bisimulation).
 */
#include "runtime/lts/draw/draw.h"
#include "runtime/base/sorted.h"
#include "runtime/lts/names.h"

#include <stdlib.h>

/* ---- labels ------------------------------------------------------------------------------------------------------ */

static struct buf class_text(const struct buf *label, int coarseness)
{
    struct buf text = {0};
    size_t n = coarseness == LABELS_WHOLE ? label->size : lts_gate_length(buf_str(label), label->size);
    for (size_t i = 0; i < n; i++) {
        bool digit = label->data[i] >= '0' && label->data[i] <= '9';
        if (coarseness != LABELS_WITHOUT_NUMBERS || !digit)
            buf_putc(&text, label->data[i]);
        else if (i == 0 || text.data[text.size - 1] != '*')
            buf_putc(&text, '*');
    }
    if (n < label->size && (!text.size || text.data[text.size - 1] != '*'))
        buf_putc(&text, '*');
    return text;
}

static struct label_classes label_classes_new(const struct lts *l, const struct lts_print *how, int coarseness)
{
    struct label_classes c = {.text = base_intern_new()};
    uint32_t n = base_intern_count(l->labels);
    c.of = base_mem_zalloc((n + (size_t)1) * sizeof *c.of);
    base_intern_add(c.text, "i", 1);
    for (uint32_t i = LTS_TAU + 1; i < n; i++) {
        struct buf label = lts_label_text(l, i, how), text = class_text(&label, coarseness);
        c.of[i] = base_intern_add(c.text, buf_str(&text), text.size);
        buf_free(&label);
        buf_free(&text);
    }
    c.count = base_intern_count(c.text);
    return c;
}

static void label_classes_free(struct label_classes *c)
{
    free(c->of);
    if (c->text)
        base_intern_free(c->text);
    *c = (struct label_classes){0};
}

/* ---- depth ------------------------------------------------------------------------------------------------------- */

/* Reached states in breadth-first order, in `order`; fills in their depth. */
static enum status search(struct summary *s, const struct lts *l, uint32_t *order, const struct lts_print *how,
                          struct diag *d)
{
    enum status st = ST_OK;
    s->depth = base_mem_alloc(((size_t)l->states + 1) * sizeof *s->depth);
    memset(s->depth, 0xff, ((size_t)l->states + 1) * sizeof *s->depth);
    s->reached = 0;
    order[s->reached++] = l->initial;
    s->depth[l->initial] = 0;
    for (uint32_t i = 0; i < s->reached && st == ST_OK; i++) {
        for (uint64_t t = l->first[order[i]]; t < l->first[order[i] + 1]; t++)
            if (s->depth[l->target[t]] == LTS_NONE) {
                s->depth[l->target[t]] = s->depth[order[i]] + 1;
                order[s->reached++] = l->target[t];
            }
        st = summary_step(how, i, d);
    }
    return st;
}

static void group_by_depth(struct summary *s, const uint32_t *order, uint32_t most)
{
    uint64_t depths = (uint64_t)s->depth[order[s->reached - 1]] + 1;
    s->groups = depths < most ? (uint32_t)depths : most;
    for (uint32_t i = 0; i < s->reached; i++)
        s->group_of[order[i]] = (uint32_t)(s->depth[order[i]] * (uint64_t)s->groups / depths);
}

/* ---- labels enabled ---------------------------------------------------------------------------------------------- */

/* A set of words while it is collected. */
struct words {
    struct VEC(uint64_t) list;
};

static uint64_t hash_set(struct words *w, uint64_t seed)
{
    uint64_t h = hash_u64(seed + 1);
    if (w->list.count > 1)
        base_sort_u64(w->list.items, w->list.count);
    for (size_t i = 0; i < w->list.count; i++)
        if (i == 0 || w->list.items[i] != w->list.items[i - 1])
            h = hash_u64(h ^ w->list.items[i]) + 0x9e3779b97f4a7c15u;
    return h;
}

/* One round: a state's new group is told by its old one and its steps; `old` NULL: by its labels alone. *count is the
 * number of groups, or more than `most` as soon as there are. */
static enum status one_round(const struct summary *s, const struct lts *l, const uint32_t *old, uint32_t most,
                             uint32_t *fresh, uint32_t *groups_count, const struct lts_print *how, struct diag *d)
{
    struct map64 groups = {0};
    struct words w = {0};
    uint32_t count = 0;
    enum status st = ST_OK;
    for (uint32_t state = 0; state < l->states && count <= most && st == ST_OK; state++) {
        uint32_t group;
        st = summary_step(how, state, d);
        if (s->depth[state] == LTS_NONE)
            continue;
        w.list.count = 0;
        for (uint64_t t = l->first[state]; t < l->first[state + 1]; t++) {
            uint64_t word = (uint64_t)s->classes.of[l->label[t]] << 32 | (old ? old[l->target[t]] : 0);
            if (!w.list.count || w.list.items[w.list.count - 1] != word)
                vec_push(&w.list, word);
        }
        uint64_t key = hash_set(&w, old ? old[state] : 0);
        if (!base_map64_get(&groups, key, &group)) {
            group = count++;
            base_map64_put(&groups, key, group);
        }
        fresh[state] = group;
    }
    base_map64_free(&groups);
    vec_free(&w.list);
    *groups_count = count;
    return st;
}

/* *found is false when even the coarsest labels give too many groups. */
static enum status group_by_labels(struct summary *s, const struct lts *l, uint32_t most, const struct lts_print *how,
                                   bool *found, struct diag *d)
{
    uint32_t *fresh = base_mem_alloc(((size_t)l->states + 1) * sizeof *fresh), count = most + 1, more;
    enum status st = ST_OK;
    memset(fresh, 0xff, ((size_t)l->states + 1) * sizeof *fresh);
    for (int level = LABELS_WHOLE; level < LABELS_COARSENESSES && count > most && st == ST_OK; level++) {
        label_classes_free(&s->classes);
        s->classes = label_classes_new(l, how, level);
        st = one_round(s, l, NULL, most, s->group_of, &count, how, d);
    }
    *found = count <= most;
    while (*found && st == ST_OK) {
        s->groups = count;
        st = one_round(s, l, s->group_of, most, fresh, &more, how, d);
        if (st != ST_OK || more > most || more == count)
            break;
        uint32_t *swapped = s->group_of;
        s->group_of = fresh;
        fresh = swapped;
        count = more;
        s->rounds++;
    }
    free(fresh);
    return st;
}

/* Groups that tell something: more than two, and none that has nearly everything. */
static bool is_telling(const struct summary *s, const struct lts *l)
{
    uint32_t *size = base_mem_zalloc(((size_t)s->groups + 1) * sizeof *size), largest = 0;
    for (uint32_t i = 0; i < l->states; i++)
        if (s->group_of[i] != LTS_NONE && ++size[s->group_of[i]] > largest)
            largest = size[s->group_of[i]];
    free(size);
    return s->groups > 2 && largest <= s->reached / 10 * 9;
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

/* Numbers as they are met breadth first, so that a picture reads from top to bottom. */
static void number_groups(struct summary *s, const uint32_t *order, uint32_t states)
{
    uint32_t *new_of = base_mem_alloc(((size_t)s->groups + 1) * sizeof *new_of), count = 0;
    memset(new_of, 0xff, ((size_t)s->groups + 1) * sizeof *new_of);
    for (uint32_t i = 0; i < s->reached && count < s->groups; i++)
        if (new_of[s->group_of[order[i]]] == LTS_NONE)
            new_of[s->group_of[order[i]]] = count++;
    for (uint32_t i = 0; i < states; i++)
        if (s->group_of[i] != LTS_NONE)
            s->group_of[i] = new_of[s->group_of[i]];
    free(new_of);
}

/* By labels where that was asked for and can be, or tells something; else by depth. */
static enum status group(struct summary *s, const struct lts *l, enum lts_summary_kind kind, uint32_t most,
                         const uint32_t *order, const struct lts_print *how, struct diag *d)
{
    enum { MANY_LABELS = 12 };
    bool done = false;
    enum status st = kind == LTS_SUMMARY_DEPTH ? ST_OK : group_by_labels(s, l, most, how, &done, d);
    done = done && (kind == LTS_SUMMARY_LABELS || is_telling(s, l));
    if (st != ST_OK || done)
        return st;
    s->kind = LTS_SUMMARY_DEPTH;
    group_by_depth(s, order, most);
    label_classes_free(&s->classes);
    s->classes = label_classes_new(l, how, base_intern_count(l->labels) > MANY_LABELS ? LABELS_BY_GATE : LABELS_WHOLE);
    return ST_OK;
}

enum status draw_summary_make(struct summary *s, const struct lts *l, enum lts_summary_kind kind, uint32_t most,
                              const struct lts_print *how, struct diag *d)
{
    *s = (struct summary){.kind = LTS_SUMMARY_LABELS};
    enum status st = draw_summary_memory(how, l, 0, d);
    if (st != ST_OK)
        return st;
    s->group_of = base_mem_alloc(((size_t)l->states + 1) * sizeof *s->group_of);
    memset(s->group_of, 0xff, ((size_t)l->states + 1) * sizeof *s->group_of);
    uint32_t *order = base_mem_alloc(((size_t)l->states + 1) * sizeof *order);
    st = search(s, l, order, how, d);
    if (st == ST_OK)
        st = group(s, l, kind, most, order, how, d);
    if (st == ST_OK)
        number_groups(s, order, l->states);
    free(order);
    return st;
}

enum status draw_summary_memory(const struct lts_print *how, const struct lts *l, uint64_t more, struct diag *d)
{
    enum { WORDS_EACH = 4 }; /* by state: depth, group, the next group, the order of the search */
    uint64_t system = l->states * (uint64_t)sizeof *l->first + lts_transitions(l) * 2 * sizeof *l->label;
    return lts_control_memory(how->control, system + l->states * (uint64_t)(WORDS_EACH * sizeof(uint32_t)) + more,
                              "the picture", d);
}

void draw_summary_free(struct summary *s)
{
    free(s->group_of);
    free(s->depth);
    label_classes_free(&s->classes);
}
