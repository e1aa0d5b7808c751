/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Codes as they are made: opened, cut, closed, and where properties look.
 */
#include "compile.h"
#include "runtime/avm/prepare.h"

uint32_t avm_comp_label(struct comp *k)
{
    return k->next_label++;
}

struct code *avm_comp_open(struct comp *k, uint32_t label)
{
    struct code c = {.fn = k->fn, .end = END_STOP};
    vec_push(&k->m->code, c);
    vec_reserve(&k->label_pc, label + 1);
    while (k->label_pc.count <= label)
        vec_push(&k->label_pc, UINT32_MAX);
    k->label_pc.items[label] = (uint32_t)k->m->code.count - 1;
    k->is_open = true;
    k->ops.count = 0;
    k->may_fork = false;
    return &k->m->code.items[k->m->code.count - 1];
}

struct code *avm_comp_code(struct comp *k)
{
    return &k->m->code.items[k->m->code.count - 1];
}

void avm_comp_close(struct comp *k, enum end_kind end, const struct cwi_stmt *stmt)
{
    struct code *c = avm_comp_code(k);
    c->end = (uint8_t)end;
    c->stmt = stmt;
    c->op_count = (uint32_t)k->ops.count;
    c->ops = vec_to_arena(&k->ops, k->m->arena);
    if (!c->at.line && stmt)
        c->at = stmt->at;
    k->is_open = false;
    k->ops.count = 0;
}

void avm_comp_error(struct comp *k, const struct cwi_stmt *stmt, const char *why)
{
    avm_comp_close(k, END_ERROR, stmt);
    avm_comp_code(k)->error = why;
}

void avm_comp_next(struct comp *k, uint32_t label)
{
    struct code *c = avm_comp_code(k);
    uint32_t *next = ARENA_ARRAY(k->m->arena, uint32_t, c->next_count + 1);
    if (c->next_count)
        memcpy(next, c->next, c->next_count * sizeof *next);
    next[c->next_count++] = label;
    c->next = next;
}

/* Ends the open code with a jump to a new one. */
void avm_comp_cut(struct comp *k, const struct cwi_stmt *stmt)
{
    uint32_t label = avm_comp_label(k);
    avm_comp_close(k, END_GOTO, stmt);
    avm_comp_next(k, label);
    avm_comp_open(k, label);
}

void avm_comp_look(struct comp *k, uint32_t property)
{
    struct code *c = avm_comp_code(k);
    uint32_t *looks = ARENA_ARRAY(k->m->arena, uint32_t, c->look_count + 1);
    if (c->look_count)
        memcpy(looks, c->looks, c->look_count * sizeof *looks);
    looks[c->look_count++] = property;
    c->looks = looks;
    c->is_stop = true;
}

static bool uses_temp(const struct node *n)
{
    if (!n)
        return false;
    if (n->kind == N_SLOT)
        return n->cell->is_temp;
    return uses_temp(n->a) || uses_temp(n->b) || uses_temp(n->c);
}

/* The one temporary that a value depends on, when there is no other cell in it. */
static const struct cell *only_leaf(const struct node *n)
{
    switch (n->kind) {
    case N_SLOT:
        return n->cell->is_temp ? n->cell : NULL;
    case N_UNARY:
        return only_leaf(n->a);
    case N_BINARY:
        return n->b->kind == N_CONST ? only_leaf(n->a) : n->a->kind == N_CONST ? only_leaf(n->b) : NULL;
    default:
        return NULL;
    }
}

/* Appends an operation; one with events stands at the end of its code, and alone when something before it may have
 * split. */
void avm_comp_op(struct comp *k, struct op op)
{
    if (op.events && k->may_fork)
        avm_comp_cut(k, op.stmt);
    struct code *c = avm_comp_code(k);
    if (!c->at.line && op.stmt)
        c->at = op.stmt->at;
    if (op.events) /* after a store: what was stored, which the value need not give any more */
        op.bound = op.kind == OP_STORE && op.to.kind != P_NONE && op.to.src ? avm_lower(k->m, op.to.src) : op.value;
    const struct cell *leaf = op.kind == OP_STORE && op.value ? only_leaf(op.value) : NULL;
    if (leaf && op.to.kind != P_NONE) {
        op.memo = ARENA_NEW(k->m->arena, struct split_memo);
        op.memo->leaf = leaf;
        op.memo->in = VS_BOTTOM;
    }
    vec_push(&k->ops, op);
    if (op.kind == OP_STORE && !(op.to.kind == P_CELL && op.to.cell->is_temp) && op.to.kind != P_NONE &&
        uses_temp(op.value))
        k->may_fork = true;
    if (op.events && op.kind != OP_LABEL)
        avm_comp_cut(k, op.stmt);
}

void avm_comp_stand(struct comp *k, const struct cwi_stmt *stmt)
{
    if (!k->m->cfg.shows_choices || !k->ops.count)
        return;
    avm_comp_cut(k, stmt);
    avm_comp_code(k)->is_stop = true;
}

/* ---- properties -------------------------------------------------------------------------------------------------- */

struct naming {
    cwi_id var, owner;
    const struct cwi_unit *u;
    bool found, elsewhere;
};

static bool names_var(void *context, const struct cwi_expr *e)
{
    struct naming *n = context;
    if (e->kind == CWI_VAR) {
        n->found |= e->ref == n->var;
        const struct cwi_var *v = cwi_var_of(n->u, e->ref);
        bool in_frame = (v->linkage == CWI_AUTO || v->linkage == CWI_PARAM) && !v->is_address_taken;
        if (in_frame)
            n->owner = v->owner;
        else
            n->elsewhere = true;
    }
    n->elsewhere |= e->kind == CWI_DEREF;
    return true;
}

cwi_id avm_comp_expr_owner(const struct cwi_unit *u, const struct cwi_expr *e, bool *mixes)
{
    struct naming n = {.u = u};
    cwi_expr_walk(e, names_var, &n);
    *mixes = n.owner && n.elsewhere;
    return n.owner;
}

bool avm_comp_expr_names(const struct cwi_unit *u, const struct cwi_expr *e, cwi_id var)
{
    struct naming n = {.u = u, .var = var};
    cwi_expr_walk(e, names_var, &n);
    return n.found;
}

static bool is_global(const struct avm *m, cwi_id var)
{
    enum cwi_linkage l = cwi_var_of(m->u, var)->linkage;
    return l != CWI_AUTO && l != CWI_PARAM && l != CWI_TEMP;
}

static bool has_deref(void *context, const struct cwi_expr *e)
{
    *(bool *)context |= e->kind == CWI_DEREF;
    return true;
}

/* Whether a store to `access`, which lies in variable `base`, may change a value that the expression reads. */
static bool is_touched(const struct cwi_unit *u, const struct cwi_expr *e, const struct cwi_expr *access, cwi_id base,
                       bool is_read)
{
    if (!e)
        return false;
    if (e->kind == CWI_ADDR)
        return is_touched(u, e->a, access, base, false);
    if (!cwi_is_lvalue(e))
        return is_touched(u, e->a, access, base, true) || is_touched(u, e->b, access, base, true) ||
               is_touched(u, e->c, access, base, true);
    if (is_read && avm_base_var(e) == base && ev_touches(u, e, access) != EV_TOUCH_NO)
        return true;
    for (; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a)
        if (e->kind == CWI_INDEX && is_touched(u, e->b, access, base, true))
            return true;
    return e->kind == CWI_DEREF && is_touched(u, e->a, access, base, true);
}

/* Whether a store may change what the property names. */
static bool look_hits(const struct comp *k, const struct look *look, const struct target *to)
{
    const struct cwi_expr *cond = look->note->u.property.expr;
    struct avm *m = k->m;
    if (!look->cond || (look->scope && look->scope != k->fn->func && !look->mixes))
        return false;
    if (to->base &&
        (to->src ? is_touched(m->u, cond, to->src, to->base, true) : avm_comp_expr_names(m->u, cond, to->base)))
        return true;
    bool is_through = false;
    cwi_expr_walk(cond, has_deref, &is_through);
    if (is_through && to->src && (!to->base || cwi_var_of(m->u, to->base)->is_address_taken || is_global(m, to->base)))
        return true;
    if (to->base || !to->src)
        return false;
    struct pt_set set = pt_may_be(m->points, k->fn->func, to->src);
    for (uint32_t x = 0; x < set.count; x++) {
        struct pt_object o = pt_object_of(m->points, set.objects[x]);
        if (o.kind == PT_VAR && avm_comp_expr_names(m->u, cond, o.id))
            return true;
    }
    return false;
}

bool avm_comp_is_looked_at(const struct comp *k, const struct target *to)
{
    for (uint32_t i = 0; i < k->m->look_count; i++)
        if (look_hits(k, &k->m->looks[i], to))
            return true;
    return false;
}

/* After a store: the invariants that name what was written are evaluated in a state of their own. */
void avm_comp_look_after(struct comp *k, const struct target *to, const struct cwi_stmt *stmt)
{
    struct avm *m = k->m;
    bool cut = false;
    for (uint32_t i = 0; i < m->look_count; i++) {
        if (!look_hits(k, &m->looks[i], to))
            continue;
        if (!cut && k->ops.count)
            avm_comp_cut(k, stmt);
        cut = true;
        avm_comp_look(k, i);
    }
    if (avm_comp_writes_global(k, to))
        avm_comp_written(k, stmt);
}

static bool has_global(const struct avm *m, struct pt_set set)
{
    for (uint32_t x = 0; x < set.count; x++) {
        struct pt_object o = pt_object_of(m->points, set.objects[x]);
        if (o.kind != PT_VAR || is_global(m, o.id))
            return true;
    }
    return false;
}

bool avm_comp_writes_global(const struct comp *k, const struct target *to)
{
    const struct avm *m = k->m;
    if (m->cfg.grain != AVM_GRAIN_GLOBAL || !to->src)
        return false;
    return to->base ? is_global(m, to->base) : has_global(m, pt_may_be(m->points, k->fn->func, to->src));
}

bool avm_comp_call_writes_global(const struct comp *k, const struct cwi_stmt *s, const struct call *call)
{
    const struct effect *e = call->effect;
    bool writes = call->writes_deep || e->flags & EFFECT_ANY_MEMORY;
    for (uint32_t i = 0; i < s->arg_count && !writes; i++)
        writes =
            pt_effect_writes(k->m->u, e, s, i) && has_global(k->m, pt_may_point(k->m->points, k->fn->func, s->args[i]));
    return writes && k->m->cfg.grain == AVM_GRAIN_GLOBAL;
}

void avm_comp_written(struct comp *k, const struct cwi_stmt *stmt)
{
    if (k->ops.count)
        avm_comp_cut(k, stmt);
    avm_comp_code(k)->is_behind_write = true;
}

/* After a call: invariants that name locals of the caller together with what the call may have changed; after a call of
 * an unknown function all that name something else than locals. */
void avm_comp_look_all(struct comp *k, bool unknown)
{
    struct avm *m = k->m;
    for (uint32_t i = 0; i < m->look_count; i++)
        if (m->looks[i].cond && ((m->looks[i].mixes && m->looks[i].scope == k->fn->func) ||
                                 (unknown && (m->looks[i].mixes || !m->looks[i].scope))))
            avm_comp_look(k, i);
}

void avm_comp_look_forgotten(struct comp *k, const struct cwi_stmt *stmt)
{
    if (k->m->look_count) {
        avm_comp_cut(k, stmt);
        avm_comp_look_all(k, true);
    }
    if (k->m->cfg.grain == AVM_GRAIN_GLOBAL)
        avm_comp_written(k, stmt);
}
