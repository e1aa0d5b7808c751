/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Locals that hold inputs, one after the other, and nothing else: `int r = read_number(); if (r >= 0 && r < 3) want =
 * r;`.
 *
 * Where an input has too many values for a state each, its variable is held as a temporary is: the choice is made where
 * the value is tested or stored elsewhere, so that it is still the environment's. That is the same choice as long as
 * nobody can have seen anything between: what is visible settles it (avm_settle_pending), and nobody may ask for the
 * variable or for places, or have labels.
 */
#include "compile.h"
#include "runtime/avm/prepare.h"
#include "runtime/avm/step.h"

static bool is_wide_input(struct avm *m, const struct cwi_stmt *s)
{
    if (s->rhs->kind != CWI_FUNCREF || cwi_func_of(m->u, s->rhs->ref)->block_count)
        return false;
    struct effect e = pt_effect_of(m->u, s->rhs->ref, m->notes);
    bool is_wide = !e.value_count && (e.result == EFFECT_ANY_RESULT || (e.result == EFFECT_VALUE && e.lo == INT64_MIN));
    return e.flags & EFFECT_INPUT && is_wide;
}

static bool is_asked_for(const struct avm *m, cwi_id var)
{
    for (size_t i = 0; i < m->notes->list.count; i++) {
        const struct note *n = m->notes->list.items[i];
        const struct cwi_expr *e = n->kind == NOTE_PROPERTY   ? n->u.property.expr
                                   : n->kind == NOTE_ABSTRACT ? n->u.abstract.cell
                                                              : NULL;
        if ((e && avm_comp_expr_names(m->u, e, var)) || (n->kind == NOTE_INPUT && n->u.input.var == var))
            return true;
    }
    return false;
}

/* Something is seen of more than the variables that properties name. */
static bool is_watched(const struct avm *m)
{
    uint32_t rules;
    ev_all(m->events, &rules);
    for (size_t i = 0; i < m->notes->list.count; i++) {
        const struct note *n = m->notes->list.items[i];
        if (n->kind == NOTE_PREDICATE ||
            (n->kind == NOTE_PROPERTY && (!strcmp(n->u.property.logic, "in") || !strcmp(n->u.property.logic, "at"))))
            return true;
    }
    return rules > 0 || !m->cfg.checks_accesses || !m->policy.splits_inputs;
}

/* What a statement stores to a local: 1 such an input, -1 something else; 0 nothing. */
static int stores(struct avm *m, const struct cwi_stmt *s, cwi_id *var)
{
    const struct cwi_expr *to = s->lhs;
    for (; to && to->a && (to->kind == CWI_FIELD || to->kind == CWI_INDEX); to = to->a)
        ;
    if (!to || to->kind != CWI_VAR || s->kind == CWI_END)
        return 0;
    *var = to->ref;
    return s->kind == CWI_CALL && to == s->lhs && is_wide_input(m, s) ? 1 : -1;
}

void avm_find_holders(struct avm *m)
{
    m->holders = arena_zalloc(m->arena, m->u->vars.count);
    for (cwi_id f = 1; !is_watched(m) && f < m->u->funcs.count; f++) {
        const struct cwi_func *x = cwi_func_of(m->u, f);
        for (uint32_t b = 0; b < x->block_count; b++)
            for (uint32_t i = 0; i < x->blocks[b].count; i++) {
                const struct cwi_stmt *s = &x->blocks[b].stmts[i];
                cwi_id var;
                int what = stores(m, s, &var);
                if (what)
                    m->holders[var] = what < 0 || m->holders[var] == 2 ? 2 : 1;
                for (uint32_t k = 0; s->kind == CWI_ASM && k < s->outputs; k++)
                    if (s->args[k]->kind == CWI_VAR)
                        m->holders[s->args[k]->ref] = 2;
            }
    }
    for (cwi_id v = 1; v < m->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(m->u, v);
        struct vs_type t = avm_type(m, x->type);
        bool is_local = x->linkage == CWI_AUTO && !x->is_address_taken && !x->is_volatile;
        m->holders[v] = m->holders[v] == 1 && is_local && t.kind == VS_INT && t.bits > 8 && !is_asked_for(m, v);
    }
}

void avm_settle_pending(const struct avm *m, struct work *s, const struct op *op)
{
    bool is_seen = op->kind == OP_STORE ? op->to.kind != P_NONE && !(op->to.kind == P_CELL && op->to.cell->is_temp)
                                        : op->kind == OP_COPY || op->kind == OP_ZERO || op->kind == OP_FORGET;
    if (is_seen && s->w[W_PC] < m->code.count && m->code.items[s->w[W_PC]].fn)
        drop_pending(s, m->code.items[s->w[W_PC]].fn->holder_bits);
}
