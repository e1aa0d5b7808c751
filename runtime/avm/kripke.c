/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state graph as a Kripke structure for people: what each state holds, and which invariants hold in it.
 *
 * While the engine runs, a property's proposition says where it is violated, and only states are looked at in which
 * that can have changed. Here an invariant on globals is evaluated in every state.
 */
#include "runtime/avm/eval.h"
#include "runtime/avm/explore.h"
#include "runtime/avm/prepare.h"
#include "runtime/avm/step.h"

#include <stdlib.h>

static uint8_t holds(struct avm *m, struct work *s, const struct node *cond, bool *lacks)
{
    vs v = avm_note_value(m, s, cond, lacks);
    if (*lacks || v == VS_TOP)
        return LTS_MAYBE;
    if (vs_is_small(v))
        return v == vs_small(0) ? LTS_FALSE : LTS_TRUE;
    return cond->t.kind == VS_INT && !vs_contains(m->pool, cond->t, v, 0) ? LTS_TRUE : LTS_MAYBE;
}

bool avm_is_at(const struct cwi_unit *u, struct cwi_place at, const char *text)
{
    struct place p = cwi_place_text(u, at);
    const char *colon = strrchr(text, ':');
    size_t size = colon ? (size_t)(colon - text) : 0, length = p.file ? strlen(p.file) : 0;
    if (!size || length < size || strtoul(colon + 1, NULL, 10) != p.line || !p.line)
        return false;
    return !strncmp(p.file + length - size, text, size) && (length == size || p.file[length - size - 1] == '/');
}

/* The code that a state stands at. */
static const struct code *code_of(const struct avm *m, uint32_t pc)
{
    return &m->code.items[pc >= m->chain_base ? m->chains.items[pc - m->chain_base].pc : pc];
}

/* Makes the newest frame of a function the current one; false when it is not known which that is. */
static bool find_frame(struct avm *m, struct work *s, cwi_id func)
{
    enum { DEEPEST = 1000 };
    const struct code *c = code_of(m, s->w[W_PC]);
    for (int i = 0; i < DEEPEST; i++) {
        if (c->fn && c->fn->func == func)
            return true;
        const struct context *x = &m->contexts.items[s->w[W_CTX]];
        if (x->callers.count != 1 || x->callers.items[0].frame == NO_FRAME)
            return false;
        struct caller caller = x->callers.items[0];
        avm_restore(m, s, &caller);
        c = &m->code.items[caller.pc];
    }
    return false;
}

static uint8_t holds_at_place(const struct avm *m, const struct look *look, uint32_t pc)
{
    const struct note *n = look->note;
    if (is_last(pc) || pc >= m->chain_base)
        return LTS_FALSE;
    const struct code *c = &m->code.items[pc];
    if (!strcmp(n->u.property.logic, "in"))
        return c->fn && !strcmp(cwi_func_of(m->u, c->fn->func)->name, n->u.property.target) ? LTS_TRUE : LTS_FALSE;
    for (uint32_t i = 0; i < c->look_count; i++)
        if (&m->looks[c->looks[i]] == look)
            return LTS_TRUE;
    return LTS_FALSE;
}

static const struct look *look_of(const struct avm *m, const struct note *invariant)
{
    const struct look *look = NULL;
    for (uint32_t i = 0; i < m->look_count; i++)
        look = m->looks[i].note == invariant ? &m->looks[i] : look;
    return look;
}

static uint8_t holds_in(struct avm *m, const struct look *look, uint32_t state, bool *lacks)
{
    struct work s = work_on(m->step_words);
    uint32_t n;
    avm_words(m, state, m->step_words, &n);
    uint32_t pc = s.w[W_PC];
    *lacks = false;
    if (look && look->is_place)
        return holds_at_place(m, look, pc);
    bool is_known = look && look->cond && (pc == PC_HALT || pc >= PC_CODE);
    if (is_known && look->scope)
        is_known = !is_last(pc) && find_frame(m, &s, look->scope);
    return is_known ? holds(m, &s, look->cond, lacks) : LTS_MAYBE;
}

void avm_evaluate(const struct avm_model *model, const struct note *invariant, uint8_t *out, size_t stride)
{
    const struct look *look = look_of(model->machine, invariant);
    bool lacks;
    for (uint32_t state = 0; state < model->graph->states; state++)
        out[state * stride] = holds_in(model->machine, look, state, &lacks);
}

bool avm_may_run(const struct avm_model *model, cwi_id func)
{
    const struct avm *m = model->machine;
    bool sees_all = model->end == AVM_COMPLETE && !model->unseen && !m->cfg.async && !m->cfg.trial;
    bool is_entry = func == m->program_entry || func == m->cfg.entry;
    if (cwi_func_of(m->u, func)->is_address_taken) /* it may be called as a function of another type */
        return true;
    if (!m->funcs[func].is_compiled || !sees_all || is_entry)
        return m->funcs[func].is_compiled;
    for (size_t i = 0; i < m->contexts.count; i++)
        if (m->contexts.items[i].func == func)
            return true;
    return false;
}

bool avm_lacks_value(const struct avm_model *model, const struct note *invariant)
{
    const struct look *look = look_of(model->machine, invariant);
    bool lacks = false;
    for (uint32_t state = 0; state < model->graph->states && !lacks; state++)
        holds_in(model->machine, look, state, &lacks);
    return lacks;
}

static void name_propositions(struct avm *m, struct lts *g)
{
    for (uint32_t i = 0; i < m->look_count; i++) {
        const struct note *n = m->looks[i].note;
        bool is_evaluated = m->looks[i].cond;
        struct buf name = {0};
        buf_puts(&name, n->u.property.name ? n->u.property.name : n->u.property.text ? n->u.property.text : "property");
        buf_puts(&name, is_evaluated ? "" : " violated");
        free(g->prop_names[i]);
        g->prop_names[i] = name.data;
    }
}

void avm_name_states(struct avm_model *model)
{
    struct avm *m = model->machine;
    struct lts *g = model->graph;
    g->state_names = base_mem_zalloc((g->states + 1) * sizeof *g->state_names);
    for (uint32_t s = 0; s < g->states; s++) {
        struct buf b = {0};
        avm_print_state(model, s, &b);
        g->state_names[s] = b.data;
    }
    if (g->props != m->look_count || !g->prop)
        return;
    for (uint32_t i = 0; i < m->look_count; i++)
        if (m->looks[i].cond)
            avm_evaluate(model, m->looks[i].note, g->prop + i, g->props);
    name_propositions(m, g);
}

bool avm_bounds(const struct avm_model *model, uint32_t state, const struct cwi_expr *e, int64_t *lo, int64_t *hi)
{
    struct avm *m = model->machine;
    struct work s = work_on(m->step_words);
    uint32_t n;
    avm_words(m, state, m->step_words, &n);
    const struct node *node = avm_lower(m, e);
    bool lacks = true;
    vs v = node->t.kind == VS_INT ? avm_note_value(m, &s, node, &lacks) : VS_TOP;
    if (lacks || v == VS_TOP)
        return false;
    *lo = vs_min(m->pool, node->t, v);
    *hi = vs_max(m->pool, node->t, v);
    return true;
}
