/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Grain: which transitions of the state graph are steps of the Kripke structure that formulas speak of.
 *
 * Invariant: what is a step is told by the place that a transition leads to or by its label, never by values; so it is
 * one in every concrete state that the transition stands for. What ends a path is a step in each grain. Source: Chechik
 * and Ding 2002, definition 1 and section 6 (a step is what changes a global variable, or what the user marks; here
 * writing the value that it has is one too).
 */
#include "runtime/avm/explore.h"
#include "runtime/base/bits.h"

const struct avm_grain_row avm_grains[] = {
    {"statement", "what may change something that the formula names"},
    {"event", "an event, whatever its label"},
    {"global", "what may write a global variable"},
    {"loop", "the way to the next head of a loop"},
    {"function", "the entry of a function, or the return to its caller"},
    {"mark", "the way to the next _cwolf_tick()"},
    {NULL, NULL},
};

/* ---- loops ------------------------------------------------------------------------------------------------------- */

static uint32_t out_degree(const struct code *c)
{
    return c->next_count + (c->end == END_SWITCH ? c->row_count : 0);
}

static uint32_t out_target(const struct code *c, uint32_t i)
{
    return i < c->next_count ? c->next[i] : c->rows[i - c->next_count].next;
}

struct visit {
    uint32_t pc, next; /* the code, and which of its targets is to be followed next */
};

/* The heads of a function's loops: where its flow, searched depth first from its entry, meets what the search is in. */
static void find_heads(const struct avm *m, const struct func_code *fn, uint8_t *head)
{
    enum { NEW, OPEN, DONE };
    struct VEC(struct visit) stack = {0};
    uint8_t *seen = base_mem_zalloc(m->code.count);
    vec_push(&stack, ((struct visit){fn->entry, 0}));
    seen[fn->entry] = OPEN;
    while (stack.count) {
        uint32_t pc = stack.items[stack.count - 1].pc, i = stack.items[stack.count - 1].next++;
        if (i == out_degree(&m->code.items[pc])) {
            seen[pc] = DONE;
            stack.count--;
            continue;
        }
        uint32_t to = out_target(&m->code.items[pc], i);
        if (seen[to] == OPEN)
            head[to] = 1;
        if (seen[to] != NEW)
            continue;
        seen[to] = OPEN;
        vec_push(&stack, ((struct visit){to, 0}));
    }
    vec_free(&stack);
    free(seen);
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* What the system does before main and after it is no function of the program. */
static bool is_systems(const struct avm *m, const struct func_code *fn)
{
    return !fn || fn->func == cwi_find_start(m->u);
}

/* It begins where the program does. */
static bool is_first(const struct avm *m, const struct func_code *fn)
{
    const char *name = cwi_func_of(m->u, fn->func)->name;
    return fn->func == m->cfg.entry || (is_systems(m, &m->funcs[m->cfg.entry]) && name && !strcmp(name, "main"));
}

/* By program counter: whether what leads there is a step because it leads there. */
static uint8_t *find_places(const struct avm *m, enum avm_grain grain, const struct note *const *named, size_t count)
{
    uint8_t *is_place = base_mem_zalloc(m->code.count + 1);
    for (size_t pc = PC_CODE; pc < m->code.count; pc++) {
        const struct code *c = &m->code.items[pc];
        if (grain == AVM_GRAIN_FUNCTION && !is_systems(m, c->fn) && pc != m->exit_pc)
            is_place[pc] = c->is_return_point || (c->fn->entry == pc && !is_first(m, c->fn));
        if (grain == AVM_GRAIN_MARK)
            is_place[pc] = c->is_mark;
        if (grain == AVM_GRAIN_GLOBAL)
            is_place[pc] = c->is_behind_write;
        for (uint32_t i = 0; grain == AVM_GRAIN_STATEMENT && i < c->look_count; i++)
            for (size_t k = 0; k < count; k++)
                is_place[pc] |= m->looks[c->looks[i]].note == named[k];
    }
    for (cwi_id f = 1; grain == AVM_GRAIN_LOOP && f < m->u->funcs.count; f++)
        if (m->funcs[f].is_compiled && !is_systems(m, &m->funcs[f]))
            find_heads(m, &m->funcs[f], is_place);
    return is_place;
}

/* ---- the steps --------------------------------------------------------------------------------------------------- */

/* By state: whether each transition into it is a step. */
static uint8_t *find_points(struct avm *m, const struct lts *l, const uint8_t *is_place)
{
    uint8_t *is_point = base_mem_alloc(l->states + (size_t)1);
    for (uint32_t s = 0; s < l->states; s++) {
        uint32_t n;
        avm_words(m, s, m->step_words, &n);
        uint32_t pc = m->step_words[W_PC];
        bool is_end = l->first[s] == l->first[s + 1];
        is_point[s] = is_end || is_last(pc) || (pc < m->chain_base && is_place[pc]);
    }
    return is_point;
}

void avm_find_steps(const struct avm_model *model, enum avm_grain grain, const struct note *const *named, size_t count,
                    const uint64_t *labels, uint8_t *steps)
{
    struct avm *m = model->machine;
    const struct lts *l = model->graph;
    uint8_t *is_place = find_places(m, grain, named, count), *is_point = find_points(m, l, is_place);
    for (uint64_t t = 0; t < lts_transitions(l); t++) {
        bool is_named = grain == AVM_GRAIN_EVENT || (labels && bit_get(labels, l->label[t]));
        steps[t] = is_point[l->target[t]] || (is_named && l->label[t] != LTS_TAU);
    }
    free(is_place);
    free(is_point);
}
