/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parallel composition of finished systems: which labels happen alone, which together, and what they are called then.
 *
 * Sources: Milner (CCS), Hoare (CSP), ISO 8807 (LOTOS).
 */
#include "runtime/lts/names.h"
#include "runtime/lts/compose/compose.h"

#include <stdlib.h>

/* The labels of all parts under one numbering. */
struct plan {
    struct product p;
    struct intern *labels;
    uint32_t *known_by; /* for each label: by how many parts */
};

static void number_labels(struct plan *plan, const struct lts *const *parts, uint32_t count)
{
    struct product *p = &plan->p;
    p->global = base_mem_zalloc((count + (size_t)1) * sizeof *p->global);
    p->local = base_mem_zalloc((count + (size_t)1) * sizeof *p->local);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = base_intern_count(parts[i]->labels);
        p->global[i] = base_mem_alloc((n + (size_t)1) * sizeof **p->global);
        for (uint32_t l = 0; l < n; l++)
            p->global[i][l] = base_intern_add(plan->labels, base_intern_str(parts[i]->labels, l),
                                              base_intern_len(parts[i]->labels, l));
    }
    p->labels = base_intern_count(plan->labels);
    plan->known_by = base_mem_zalloc((p->labels + (size_t)1) * sizeof *plan->known_by);
    for (uint32_t i = 0; i < count; i++) {
        p->local[i] = base_mem_alloc((p->labels + (size_t)1) * sizeof **p->local);
        memset(p->local[i], 0xff, (p->labels + (size_t)1) * sizeof **p->local);
        for (uint32_t l = 0; l < base_intern_count(parts[i]->labels); l++) {
            p->local[i][p->global[i][l]] = l;
            plan->known_by[p->global[i][l]]++;
        }
    }
}

static void plan_init(struct plan *plan, const struct lts *const *parts, uint32_t count)
{
    *plan = (struct plan){.p = {.parts = parts, .count = count}, .labels = lts_new_labels()};
    number_labels(plan, parts, count);
}

static void plan_free(struct plan *plan)
{
    for (uint32_t i = 0; i < plan->p.count; i++) {
        free(plan->p.global[i]);
        free(plan->p.local[i]);
    }
    free(plan->p.global);
    free(plan->p.local);
    free(plan->p.alone);
    free(plan->p.partner);
    free(plan->p.together);
    free(plan->known_by);
    base_intern_free(plan->labels);
}

/* ---- handshakes -------------------------------------------------------------------------------------------------- */

static bool is_input(const struct intern *labels, uint32_t label)
{
    return base_intern_len(labels, label) > 1 && base_intern_str(labels, label)[0] == '\'';
}

static void find_partners(struct plan *plan)
{
    struct product *p = &plan->p;
    p->partner = base_mem_alloc((p->labels + (size_t)1) * sizeof *p->partner);
    memset(p->partner, 0xff, (p->labels + (size_t)1) * sizeof *p->partner);
    for (uint32_t l = LTS_TAU + 1; l < p->labels; l++) {
        if (!is_input(plan->labels, l))
            continue;
        uint32_t output =
            base_intern_find(plan->labels, base_intern_str(plan->labels, l) + 1, base_intern_len(plan->labels, l) - 1);
        if (output == UINT32_MAX || output == LTS_TAU)
            continue;
        p->partner[l] = output;
        p->partner[output] = l;
    }
}

/* Whether one part does the label and another its partner. */
static bool shared_by_two(const struct plan *plan, uint32_t label)
{
    const struct product *p = &plan->p;
    uint32_t partner = p->partner[label];
    if (partner == LTS_NONE || !plan->known_by[label] || !plan->known_by[partner])
        return false;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->local[i][label] != LTS_NONE && plan->known_by[partner] > (uint32_t)(p->local[i][partner] != LTS_NONE))
            return true;
    return false;
}

static void restrict_shared(struct plan *plan)
{
    for (uint32_t l = LTS_TAU + 1; l < plan->p.labels; l++)
        if (shared_by_two(plan, l))
            plan->p.alone[l] = LTS_NONE;
}

/* ---- gates ------------------------------------------------------------------------------------------------------- */

/* Labels that happen together; with `all`, in every system or not at all. What comes of systems that do not know one is
 * said, because it may be meant otherwise. */
static enum status synchronise(struct plan *plan, const char *name, bool all, const struct diag_sink *notes,
                               struct diag *d)
{
    struct product *p = &plan->p;
    enum status st = lts_check_name(plan->labels, name, d);
    if (st != ST_OK)
        return st;
    bool plain = !strchr(name, '*'), lone = true, happens = false;
    for (uint32_t l = LTS_TAU + 1; l < p->labels; l++) {
        if (!lts_name_matches(name, base_intern_str(plan->labels, l), base_intern_len(plan->labels, l)))
            continue;
        p->together[l] = 1;
        lone &= plan->known_by[l] < 2;
        happens |= plan->known_by[l] == p->count;
        if (all && plan->known_by[l] < p->count)
            p->alone[l] = LTS_NONE;
    }
    if (plain && all && !happens)
        diag_send(notes, DIAG_WARNING, (struct place){0},
                  "no label '%s' is in all systems: it cannot happen (--sync lets it happen in those that have it)",
                  name);
    else if (plain && !all && lone && p->count > 1)
        diag_send(notes, DIAG_WARNING, (struct place){0},
                  "no two systems have a label '%s' in common: nothing is synchronised by it, it happens alone "
                  "(--sync-all forbids that)",
                  name);
    return ST_OK;
}

static enum status plan_gates(struct plan *plan, const struct lts_composition *how, struct diag *d)
{
    enum status st = ST_OK;
    plan->p.together = base_mem_zalloc((size_t)plan->p.labels + 1);
    for (size_t i = 0; st == ST_OK && i < how->sync_count; i++)
        st = synchronise(plan, how->sync[i], false, how->notes, d);
    for (size_t i = 0; st == ST_OK && i < how->sync_all_count; i++)
        st = synchronise(plan, how->sync_all[i], true, how->notes, d);
    return st;
}

/* ---- all together ------------------------------------------------------------------------------------------------ */

static enum status check_parts(const struct lts *const *parts, size_t count, struct diag *d)
{
    if (!count || count > 1000000)
        return diag_set(d, ST_BAD, (struct place){0},
                        count ? "more than a million systems cannot be composed" : "there is no system to compose");
    for (size_t i = 0; i < count; i++)
        for (uint64_t t = 0; parts[i]->must && t < lts_transitions(parts[i]); t++)
            if (!lts_is_must(parts[i], t))
                return diag_set(d, ST_BAD, (struct place){0}, "systems with may transitions cannot be composed");
    return ST_OK;
}

/* What each label of the parts is in the whole; *names becomes the table of its labels. */
static enum status edit_all(struct plan *plan, const struct lts_composition *how, struct intern **names, struct diag *d)
{
    enum status st = lts_check_edit_names(plan->labels, how->edits, how->edit_count, d);
    plan->p.alone = lts_edit_labels(plan->labels, how->edits, how->edit_count, *names);
    for (size_t i = 0; i < how->then_count && st == ST_OK; i++) {
        struct intern *before = *names;
        st = lts_check_edit_names(before, how->then[i].items, how->then[i].count, d);
        *names = lts_new_labels();
        uint32_t *new_of = lts_edit_labels(before, how->then[i].items, how->then[i].count, *names);
        for (uint32_t l = 0; l < plan->p.labels; l++)
            if (plan->p.alone[l] != LTS_NONE)
                plan->p.alone[l] = new_of[plan->p.alone[l]];
        free(new_of);
        base_intern_free(before);
    }
    return st;
}

enum status lts_compose(const struct lts *const *parts, size_t count, const struct lts_composition *how,
                        const struct lts_control *c, struct lts **out, struct diag *d)
{
    *out = NULL;
    enum status st = check_parts(parts, count, d);
    if (st != ST_OK)
        return st;
    struct plan plan;
    struct intern *names = lts_new_labels();
    plan_init(&plan, parts, (uint32_t)count);
    st = edit_all(&plan, how, &names, d);
    if (st == ST_OK && how->style == LTS_GATES)
        st = plan_gates(&plan, how, d);
    else if (st == ST_OK)
        find_partners(&plan);
    if (st == ST_OK && how->style == LTS_HANDSHAKE && how->restrict_shared)
        restrict_shared(&plan);
    if (st == ST_OK)
        st = lts_product_build(&plan.p, names, c, out, d);
    else
        base_intern_free(names);
    plan_free(&plan);
    return st;
}
