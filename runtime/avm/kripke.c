/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state graph as a Kripke structure for people: what each state holds, and which invariants hold in it.
 *
 * While the engine runs, a property's proposition says where it is violated, and only states are looked at in which
 * that can have changed. Here an invariant on globals is evaluated in every state.
 */
#include "runtime/avm/machine.h"

static uint8_t holds(struct avm *m, struct work *s, const struct node *cond)
{
    m->trap = NULL;
    vs v = avm_eval(m, s, cond);
    bool is_known = !m->trap && v != VS_BOTTOM && v != VS_TOP;
    m->trap = NULL;
    if (!is_known)
        return LTS_MAYBE;
    if (vs_is_small(v))
        return v == vs_small(0) ? LTS_FALSE : LTS_TRUE;
    return cond->t.kind == VS_INT && !vs_contains(m->pool, cond->t, v, 0) ? LTS_TRUE : LTS_MAYBE;
}

void avm_evaluate(const struct avm_model *model, const struct note *invariant, uint8_t *out, size_t stride)
{
    struct avm *m = model->machine;
    struct work s = {.w = m->step_words};
    const struct look *look = NULL;
    for (uint32_t i = 0; i < m->look_count; i++)
        look = m->looks[i].note == invariant ? &m->looks[i] : look;
    for (uint32_t state = 0; state < model->graph->states; state++) {
        uint32_t n;
        avm_words(m, state, s.w, &n);
        bool is_known = look && look->cond && !look->scope && (s.w[W_PC] == PC_HALT || s.w[W_PC] >= PC_CODE);
        out[state * stride] = is_known ? holds(m, &s, look->cond) : LTS_MAYBE;
    }
}

static void name_propositions(struct avm *m, struct lts *g)
{
    for (uint32_t i = 0; i < m->look_count; i++) {
        const struct note *n = m->looks[i].note;
        bool is_evaluated = m->looks[i].cond && !m->looks[i].scope;
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
    g->state_names = mem_zalloc((g->states + 1) * sizeof *g->state_names);
    for (uint32_t s = 0; s < g->states; s++) {
        struct buf b = {0};
        avm_print_state(model, s, &b);
        g->state_names[s] = b.data;
    }
    if (g->props != m->look_count || !g->prop)
        return;
    for (uint32_t i = 0; i < m->look_count; i++)
        if (m->looks[i].cond && !m->looks[i].scope)
            avm_evaluate(model, m->looks[i].note, g->prop + i, g->props);
    name_propositions(m, g);
}
