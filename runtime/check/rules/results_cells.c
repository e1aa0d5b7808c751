/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cells that hold the null result of a call, and who may read or write them.
 */
#include "runtime/check/rules/results.h"

/* ---- cells ------------------------------------------------------------------------------------------------------- */

bool rule_result_is_register(const struct cwi_unit *u, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(u, var);
    return cwi_is_automatic(v) && !v->is_address_taken && !v->is_volatile && !v->is_register_asm;
}

bool rule_result_is_memory(const struct cwi_unit *u, const struct result_cell *c)
{
    return c->is_led_to || !rule_result_is_register(u, c->root);
}

bool rule_result_has_open_memory(const struct cwi_unit *u, const struct result_state *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (rule_result_is_memory(u, &s->items[i]) && !s->items[i].is_confined)
            return true;
    return false;
}

/* The pointer is what a register holds, and some bytes more. */
static bool pointer_of(const struct cwi_unit *u, const struct cwi_expr *e, struct result_cell *out)
{
    e = cwi_converted(e);
    if (e->kind == CWI_BINARY && e->op == CWI_PTRADD && e->b->kind == CWI_CONST && e->b->value >= 0) {
        out->offset += (uint64_t)e->b->value;
        e = cwi_converted(e->a);
    }
    out->root = e->ref;
    out->is_led_to = true;
    return e->kind == CWI_VAR && cwi_type_of(u, e->type)->kind == CWI_PTR && rule_result_is_register(u, e->ref);
}

bool rule_result_cell_of(const struct cwi_unit *u, const struct cwi_expr *e, struct result_cell *out)
{
    *out = (struct result_cell){.size = e->type ? cwi_type_of(u, e->type)->size : CWI_UNKNOWN};
    if (!out->size || out->size == CWI_UNKNOWN || e->is_volatile)
        return false;
    for (; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a) {
        uint64_t stride = e->offset ? e->offset : cwi_type_of(u, e->type)->size;
        if (e->kind == CWI_FIELD && e->bit_width)
            return false;
        if (e->kind == CWI_INDEX && (e->b->kind != CWI_CONST || e->b->value < 0 || stride == CWI_UNKNOWN))
            return false;
        out->offset += e->kind == CWI_FIELD ? e->offset : (uint64_t)e->b->value * stride;
    }
    out->root = e->ref;
    return e->kind == CWI_VAR || (e->kind == CWI_DEREF && pointer_of(u, e->a, out));
}

static bool is_apart(const struct result_cell *a, const struct result_cell *b)
{
    return a->offset + a->size <= b->offset || b->offset + b->size <= a->offset;
}

static bool is_same_place(const struct result_cell *a, const struct result_cell *b)
{
    return a->root == b->root && a->is_led_to == b->is_led_to && a->offset == b->offset && a->size == b->size;
}

bool rule_result_is_apart(const struct cwi_unit *u, const struct result_cell *c, const struct cwi_expr *lvalue)
{
    struct result_cell x;
    const struct cwi_expr *base = lvalue;
    while (base->kind == CWI_FIELD || base->kind == CWI_INDEX)
        base = base->a;
    bool is_named = base->kind == CWI_VAR;
    if (rule_result_cell_of(u, lvalue, &x) && x.root == c->root && x.is_led_to == c->is_led_to)
        return is_apart(&x, c);
    if (is_named && !c->is_led_to)
        return base->ref != c->root;
    if (c->is_confined)
        return is_named || !c->is_led_to || !cwi_expr_reads(base->a, c->root);
    if (is_named != c->is_led_to) /* both are led to */
        return false;
    const struct cwi_var *v = cwi_var_of(u, is_named ? base->ref : c->root);
    bool is_found = v->is_address_taken || v->is_exposed || v->is_foreign || v->linkage == CWI_EXTERN;
    return !is_found;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

const struct result_cell *rule_result_find(const struct result_state *s, const struct result_cell *cell)
{
    for (size_t i = 0; i < s->count; i++)
        if (is_same_place(&s->items[i], cell))
            return &s->items[i];
    return NULL;
}

static bool is_before(const struct result_cell *a, const struct result_cell *b)
{
    return a->root != b->root ? a->root < b->root : a->is_led_to != b->is_led_to ? b->is_led_to : a->offset < b->offset;
}

void rule_result_put(struct result_state *s, struct result_cell cell)
{
    vec_push(s, cell);
    for (size_t i = s->count - 1; i > 0 && is_before(&s->items[i], &s->items[i - 1]); i--) {
        struct result_cell x = s->items[i];
        s->items[i] = s->items[i - 1];
        s->items[i - 1] = x;
    }
}

bool rule_result_overwrite(struct result_state *s, const struct result_cell *cell)
{
    size_t kept = 0;
    bool all = true;
    for (size_t i = 0; i < s->count; i++) {
        const struct result_cell *x = &s->items[i];
        bool is_there = x->root == cell->root && x->is_led_to == cell->is_led_to && !is_apart(x, cell);
        bool is_covered = cell->offset <= x->offset && x->offset + x->size <= cell->offset + cell->size;
        all &= !is_there || is_covered;
        all &= !(x->is_led_to && x->root == cell->root && !cell->is_led_to);
        if (!is_there)
            s->items[kept++] = *x;
    }
    s->count = kept;
    return all;
}

bool rule_result_same(const struct result_state *a, const struct result_state *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const struct result_cell *x = &a->items[i], *y = &b->items[i];
        if (!is_same_place(x, y) || x->is_number != y->is_number || x->number != y->number ||
            x->is_confined != y->is_confined)
            return false;
    }
    return true;
}

/* ---- who reads and writes ---------------------------------------------------------------------------------------- */

bool rule_result_is_call_harmless(const struct rule_compiler *c, const struct cwi_stmt *call)
{
    const uint64_t harmful = EFFECT_CALLS_NOW | EFFECT_CALLS_LATER | EFFECT_THREAD | EFFECT_SIGNAL | EFFECT_LONGJMP |
                             EFFECT_ANY_MEMORY | EFFECT_READS_GLOBALS | EFFECT_HANDLERS | EFFECT_VA | EFFECT_UNSEEN;
    struct effect e = pt_effect_of(c->u, call->rhs->ref, c->notes);
    if (!e.known || e.flags & harmful || e.result == EFFECT_RENEW || e.globals || pt_effect_is_unseen(&e, call))
        return false;
    for (uint32_t i = 0; i < call->arg_count; i++) {
        const struct effect_param *p = effect_param(&e, i);
        bool is_pointer = cwi_type_of(c->u, call->args[i]->type)->kind == CWI_PTR;
        bool is_converted = effect_is_repeated(&e, i) && pt_effect_has(&e, 'F');
        bool is_copied = p->letter == 'r' && !p->is_string && !is_converted; /* a null pointer is an empty string */
        if (is_pointer && (is_copied || !strchr("-srzF", p->letter)))
            return false;
    }
    return true;
}

struct reading {
    const struct rule_compiler *c;
    bool does;
};

static bool note_access(void *reading, const struct cwi_expr *e)
{
    struct reading *r = reading;
    const struct cwi_unit *u = r->c->u;
    const struct cwi_expr *base = e;
    if (!cwi_is_lvalue(e))
        return true;
    while (base->kind == CWI_FIELD || base->kind == CWI_INDEX)
        base = base->a;
    bool is_memory = base->kind == CWI_DEREF || !rule_result_is_register(u, base->ref);
    r->does |= is_memory;
    return true;
}

static void note_accesses(void *reading, const struct cwi_stmt *s)
{
    struct reading *r = reading;
    bool is_call = s->kind == CWI_CALL, is_direct = is_call && s->rhs->kind == CWI_FUNCREF;
    const struct cwi_func *f = is_direct ? cwi_func_of(r->c->u, s->rhs->ref) : NULL;
    r->does |= s->kind == CWI_ASM || s->kind == CWI_FORGET || (is_call && !is_direct) || s->text;
    r->does |= f && !f->block_count && !rule_result_is_call_harmless(r->c, s);
    cwi_stmt_walk(s, note_access, r);
}

bool *rule_result_find_accessors(const struct rule_compiler *c)
{
    const struct cwi_unit *u = c->u;
    bool *does = ARENA_ARRAY(c->a, bool, u->funcs.count), grows = true;
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        struct reading r = {.c = c};
        cwi_func_walk(cwi_func_of(u, f), note_accesses, &r);
        does[f] = r.does;
    }
    while (grows) {
        grows = false;
        for (cwi_id f = 1; f < u->funcs.count; f++) {
            const struct cwi_func *x = cwi_func_of(u, f);
            for (uint32_t b = 0; b < x->block_count && !does[f]; b++)
                for (uint32_t i = 0; i < x->blocks[b].count; i++) {
                    const struct cwi_func *callee = rule_callee_of(u, &x->blocks[b].stmts[i]);
                    if (callee && does[x->blocks[b].stmts[i].rhs->ref])
                        grows = does[f] = true;
                }
        }
    }
    return does;
}
