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

enum found { FOUND, GONE, UNKNOWN };

/* Makes the frame of the caller the current one. */
static enum found go_up(struct avm *m, struct work *s, const struct code **c)
{
    const struct context *x = &m->contexts.items[s->w[W_CTX]];
    if (!x->callers.count || (x->callers.count == 1 && x->callers.items[0].frame == NO_FRAME))
        return m->cfg.async ? UNKNOWN : GONE; /* a handler stands on frames that are not here */
    if (x->callers.count != 1)
        return UNKNOWN;
    struct caller caller = x->callers.items[0];
    avm_restore(m, s, &caller);
    *c = &m->code.items[caller.pc];
    return FOUND;
}

/* Makes the newest frame of a function, from the current one on, the current one. */
static enum found find_frame(struct avm *m, struct work *s, const struct code **c, cwi_id func)
{
    enum { DEEPEST = 1000 };
    for (int i = 0; i < DEEPEST; i++) {
        if ((*c)->fn && (*c)->fn->func == func)
            return FOUND;
        enum found found = go_up(m, s, c);
        if (found != FOUND)
            return found;
    }
    return UNKNOWN;
}

uint8_t avm_look_holds(struct avm *m, uint32_t state, const struct look *look)
{
    struct work s = work_on(m->step_words);
    uint32_t n;
    bool lacks;
    avm_words(m, state, m->step_words, &n);
    if (!look->mixes)
        return holds(m, &s, look->cond, &lacks);
    const struct code *c = code_at(m, s.w[W_PC]);
    uint8_t all = LTS_TRUE;
    enum found found = find_frame(m, &s, &c, look->scope);
    while (found == FOUND && all != LTS_FALSE) {
        uint8_t one = holds(m, &s, look->cond, &lacks);
        all = one < all ? one : all;
        found = go_up(m, &s, &c);
        if (found == FOUND)
            found = find_frame(m, &s, &c, look->scope);
    }
    return found == UNKNOWN && all == LTS_TRUE ? LTS_MAYBE : all;
}

/* Between two labels of one step: what both of its ends say. */
static uint8_t holds_within(const struct avm *m, const struct look *look, const struct chain *x)
{
    const char *target = look->note->u.property.target;
    const struct code *to = &m->code.items[x->pc];
    cwi_id from = m->origins.items[x->origin].func;
    if (strcmp(look->note->u.property.logic, "in") != 0)
        return LTS_MAYBE;
    bool is_from = from && !strcmp(cwi_func_of(m->u, from)->name, target);
    bool is_to = to->fn && !strcmp(cwi_func_of(m->u, to->fn->func)->name, target);
    return is_from && is_to ? LTS_TRUE : is_from || is_to ? LTS_MAYBE : LTS_FALSE;
}

/* Where the statement stands that is next; that of a call while it is not finished. */
static struct cwi_place place_of(const struct code *c)
{
    const struct cwi_stmt *next = c->op_count ? c->ops[0].stmt : c->is_return_point ? NULL : c->stmt;
    return next ? next->at : c->at;
}

static uint8_t holds_at_place(const struct avm *m, const struct look *look, uint32_t pc)
{
    const char *target = look->note->u.property.target;
    if (pc >= m->chain_base)
        return holds_within(m, look, &m->chains.items[pc - m->chain_base]);
    if (is_last(pc))
        return LTS_FALSE;
    const struct code *c = &m->code.items[pc];
    if (!strcmp(look->note->u.property.logic, "in"))
        return c->fn && !strcmp(cwi_func_of(m->u, c->fn->func)->name, target) ? LTS_TRUE : LTS_FALSE;
    bool holds = avm_is_at(m->u, place_of(c), target);
    for (uint32_t i = 0; i < c->look_count && !holds; i++)
        holds = &m->looks[c->looks[i]] == look;
    return holds ? LTS_TRUE : LTS_FALSE;
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
        is_known = !is_last(pc) && find_frame(m, &s, &(const struct code *){code_at(m, pc)}, look->scope) == FOUND;
    return is_known ? holds(m, &s, look->cond, lacks) : LTS_MAYBE;
}

void avm_evaluate(const struct avm_model *model, const struct note *invariant, uint8_t *out, size_t stride)
{
    const struct look *look = look_of(model->machine, invariant);
    bool lacks;
    for (uint32_t state = 0; state < model->graph->states; state++)
        out[state * stride] = holds_in(model->machine, look, state, &lacks);
}

/* A tail call leaves the context as it is. */
static bool is_tail_called(const struct avm *m, cwi_id func)
{
    for (size_t pc = PC_CODE; pc < m->code.count; pc++) {
        const struct code *c = &m->code.items[pc];
        if (c->end == END_CALL && c->call->is_tail && c->call->callee == func)
            return true;
    }
    return false;
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
    return is_tail_called(m, func);
}

bool avm_is_given_up(const struct avm_model *model, uint32_t state)
{
    struct avm *m = model->machine;
    uint32_t n;
    avm_words(m, state, m->step_words, &n);
    return m->step_words[W_PC] == PC_ERROR;
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
