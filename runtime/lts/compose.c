/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parallel composition of finished systems: they become the automata of a CCS term, which is unfolded as any other.
 */
#include "runtime/lts/ccs.h"

#include <stdlib.h>

/* What the parts do with each name: bit 0 as it is, bit 1 with a quote; two parts must do so for it to be shared. */
struct uses {
    struct VEC(uint8_t) of_name;
    struct VEC(uint8_t) shared;
};

static ccs_action action_of(struct ccs_file *f, const char *label, size_t n)
{
    bool co = n > 1 && label[0] == '\'';
    return intern_add(f->names, label + co, n - co) * 2 + co;
}

static void add_automaton(struct ccs_file *f, const struct lts *l)
{
    struct ccs_automaton a = {.start = l->initial, .states = l->states};
    uint32_t count = intern_count(l->labels);
    ccs_action *action = mem_zalloc(((size_t)count + 1) * sizeof *action);
    for (uint32_t i = LTS_TAU + 1; i < count; i++)
        action[i] = action_of(f, intern_str(l->labels, i), intern_len(l->labels, i));
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            vec_push(&a.steps, ((struct ccs_automaton_step){s, action[l->label[t]], l->target[t]}));
    free(action);
    vec_push(&f->automaton, a);
}

/* Names that some part has plain and a part before or behind it has with a quote. */
static void find_shared(const struct ccs_file *f, struct uses *u)
{
    uint32_t count = intern_count(f->names);
    for (uint32_t i = 0; i < count; i++) {
        vec_push(&u->of_name, 0);
        vec_push(&u->shared, 0);
    }
    uint8_t *mine = mem_alloc((size_t)count + 1);
    for (size_t p = 0; p < f->automaton.count; p++) {
        const struct ccs_automaton *a = &f->automaton.items[p];
        memset(mine, 0, count);
        for (size_t i = 0; i < a->steps.count; i++)
            mine[a->steps.items[i].action >> 1] |= (uint8_t)(1 << (a->steps.items[i].action & 1));
        for (uint32_t n = 1; n < count; n++) {
            uint8_t wanted = (uint8_t)((mine[n] & 1) << 1 | mine[n] >> 1);
            u->shared.items[n] |= (wanted & u->of_name.items[n]) != 0;
            u->of_name.items[n] |= mine[n];
        }
    }
    free(mine);
}

static enum status restricted_set(struct ccs_file *f, const struct lts_composition *how, struct ccs_set *set,
                                  struct diag *d)
{
    for (size_t i = 0; i < how->restricted_count; i++) {
        const char *name = how->restricted[i];
        size_t n = strlen(name);
        if (intern_find(f->names, name, n) == UINT32_MAX)
            return diag_set(d, ST_BAD, (struct place){0}, "no system has the action '%s' or its co-name", name);
        vec_push(&set->names, intern_find(f->names, name, n));
    }
    struct uses u = {0};
    find_shared(f, &u);
    for (uint32_t n = 1; how->restrict_shared && n < u.shared.count; n++)
        if (u.shared.items[n])
            vec_push(&set->names, n);
    vec_free(&u.of_name);
    vec_free(&u.shared);
    ccs_sort_set(set);
    return ST_OK;
}

static enum status compose(struct ccs_file *f, const struct lts_composition *how, uint32_t state_limit,
                           struct lts **out, struct diag *d)
{
    struct ccs_restriction restriction = {.lone = UINT32_MAX};
    enum status st = restricted_set(f, how, &restriction.set, d);
    vec_push(&f->restriction, restriction);
    if (st != ST_OK)
        return st;
    uint32_t n = (uint32_t)f->automaton.count;
    uint32_t *parts = mem_alloc((n + (size_t)1) * sizeof *parts);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t args[2] = {i, f->automaton.items[i].start};
        parts[i] = ccs_term(&f->terms, T_AUT, args, 2);
    }
    uint32_t restricted[2] = {0, n == 1 ? parts[0] : ccs_term(&f->terms, T_PAR, parts, n)};
    free(parts);
    uint32_t root = restriction.set.names.count ? ccs_term(&f->terms, T_RESTRICT, restricted, 2) : restricted[1];
    return ccs_unfold(f, root, "the composition", (struct place){0}, state_limit, out, d);
}

enum status lts_compose(const struct lts *const *parts, size_t count, const struct lts_composition *how,
                        uint32_t state_limit, struct lts **out, struct diag *d)
{
    *out = NULL;
    for (size_t i = 0; i < count; i++)
        for (uint64_t t = 0; t < lts_transitions(parts[i]); t++)
            if (!lts_is_must(parts[i], t))
                return diag_set(d, ST_BAD, (struct place){0}, "systems with may transitions cannot be composed");
    struct ccs_file f;
    ccs_file_init(&f);
    for (size_t i = 0; i < count; i++)
        add_automaton(&f, parts[i]);
    enum status st = compose(&f, how, state_limit, out, d);
    ccs_file_free(&f);
    return st;
}
