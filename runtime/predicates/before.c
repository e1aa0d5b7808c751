/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weakest preconditions as expressions. Each load of a tree is asked what it was before: what was assigned where the
 * places are one, what it is where they are apart, a case for both where that depends on addresses, and LOST where they
 * overlap in part. Places are computed from values before as well.
 *
 * Source: Morris, A general axiom of assignment, 1982; Ball et al., PLDI 2001, 4.2.
 */
#include "private.h"
#include "runtime/cwi/operate.h"
#include "runtime/cwi/edit.h"

enum { MOST_CASES = 12, MOST_NODES = 400 };

struct before {
    struct abstraction *x;
    const struct pred_change *change;                                                /* of a statement; or NULL: */
    const struct cwi_expr *(*load)(struct before *b, const struct cwi_expr *lvalue); /* NULL: it stays as it is */
    const struct cwi_expr *value;                                                    /* of CWI_BOUND */
    const struct cwi_stmt *call;
    cwi_id callee;
    bool is_named; /* what is loaded the tree names itself; else a pointer of the caller leads there */
};

static const struct cwi_expr *value_before(struct before *b, const struct cwi_expr *e);

static const struct cwi_expr *lost(struct before *b, const struct cwi_expr *e)
{
    return cwi_expr_lost(b->x->arena, e->type, "not known");
}

/* ---- rebuilding -------------------------------------------------------------------------------------------------- */

/* *&lvalue is the lvalue, seen as the type of the access. */
static const struct cwi_expr *dereferenced(struct before *b, const struct cwi_expr *e, const struct cwi_expr *pointer)
{
    const struct cwi_expr *to = pointer;
    while (to->kind == CWI_UNARY && to->op == CWI_CONVERT && cwi_type_of(b->x->u, to->type)->kind == CWI_PTR &&
           cwi_type_of(b->x->u, to->a->type)->kind == CWI_PTR)
        to = to->a;
    if (to->kind != CWI_ADDR || !cwi_is_lvalue(to->a) || e->is_volatile)
        return pred_with(b->x, e, pointer, NULL, NULL);
    if (to->a->type == e->type)
        return to->a;
    struct cwi_expr *n = arena_zalloc(b->x->arena, sizeof *n);
    *n = (struct cwi_expr){.kind = CWI_FIELD, .type = e->type, .a = to->a};
    return n;
}

/* The lvalue with its pointers and indices as they were before. */
static const struct cwi_expr *place_before(struct before *b, const struct cwi_expr *e)
{
    switch (e->kind) {
    case CWI_DEREF:
        return dereferenced(b, e, value_before(b, e->a));
    case CWI_FIELD:
        return pred_with(b->x, e, place_before(b, e->a), NULL, NULL);
    case CWI_INDEX:
        return pred_with(b->x, e, place_before(b, e->a), value_before(b, e->b), NULL);
    default:
        return e;
    }
}

/* Behind what a call returns, of which points-to knows nothing. */
static bool hides_place(const struct before *b, const struct cwi_expr *lvalue)
{
    struct pred_place p;
    if (!pred_has_result(lvalue))
        return false;
    pred_place_of(b->x, lvalue, &p);
    return !p.var;
}

static bool is_named(const struct cwi_expr *lvalue)
{
    while (lvalue->kind == CWI_FIELD || lvalue->kind == CWI_INDEX)
        lvalue = lvalue->a;
    return lvalue->kind == CWI_VAR;
}

static const struct cwi_expr *value_before(struct before *b, const struct cwi_expr *e)
{
    if (!e || e->kind == CWI_LOST || e->kind == CWI_CONST || e->kind == CWI_FCONST || e->kind == CWI_FUNCREF)
        return e;
    if (e->kind == CWI_BOUND)
        return b->value && e->value == -1 ? pred_converted(b->x, b->value, e->type) : e;
    if (cwi_is_lvalue(e)) {
        const struct cwi_expr *place = place_before(b, e);
        if (pred_has_lost(place) || hides_place(b, place))
            return lost(b, e);
        b->is_named = is_named(e);
        return cwi_is_lvalue(place) ? b->load(b, place) : place;
    }
    if (e->kind == CWI_ADDR) {
        const struct cwi_expr *place = cwi_is_lvalue(e->a) ? place_before(b, e->a) : e->a;
        return pred_has_lost(place) ? lost(b, e) : pred_with(b->x, e, place, NULL, NULL);
    }
    return pred_with(b->x, e, value_before(b, e->a), value_before(b, e->b), value_before(b, e->c));
}

static const struct cwi_expr *all_before(struct before *b, const struct cwi_expr *e)
{
    const struct cwi_expr *out = value_before(b, e);
    return out != e && pred_nodes(out) > MOST_NODES ? lost(b, e) : out;
}

/* ---- a statement ------------------------------------------------------------------------------------------------- */

static const struct cwi_expr *address(struct before *b, const struct cwi_expr *lvalue)
{
    struct abstraction *x = b->x;
    const struct cwi_expr *e = lvalue->kind == CWI_DEREF
                                   ? lvalue->a
                                   : cwi_expr_addr(x->arena, cwi_int_type(x->u, x->u->pointer_bits, false), lvalue);
    return pred_converted(x, e, cwi_int_type(x->u, x->u->pointer_bits, false));
}

/* What is written, where access and write are one place. */
static const struct cwi_expr *written(struct before *b, const struct cwi_expr *access)
{
    const struct pred_change *c = b->change;
    bool same_size = cwi_type_of(b->x->u, access->type)->bits == cwi_type_of(b->x->u, c->lhs->type)->bits;
    if (!c->rhs || !same_size || !pred_is_number(b->x, access->type) || !pred_is_number(b->x, c->lhs->type))
        return access->type == c->lhs->type && c->rhs && c->rhs->type == access->type && !access->bit_width &&
                       !c->lhs->bit_width
                   ? c->rhs
                   : lost(b, access);
    return pred_converted(b->x, pred_converted(b->x, c->rhs, c->lhs->type), access->type);
}

/* The places are the same, overlap in part, or lie apart: which of these it is the addresses say. */
static const struct cwi_expr *by_addresses(struct before *b, const struct cwi_expr *access)
{
    struct abstraction *x = b->x;
    struct pred_place a, w;
    cwi_id word = cwi_int_type(x->u, x->u->pointer_bits, false), truth = cwi_int_type(x->u, 1, false);
    pred_place_of(x, access, &a);
    pred_place_of(x, b->change->lhs, &w);
    bool is_number = pred_is_number(x, access->type) && pred_is_number(x, b->change->lhs->type);
    if (!is_number || a.bit_width || w.bit_width || a.size > 8 || w.size > 8 || ++x->cases > MOST_CASES)
        return lost(b, access);
    const struct cwi_expr *to = address(b, access), *from = address(b, b->change->lhs);
    const struct cwi_expr *otherwise = access;
    if (!(a.is_aligned && w.is_aligned && a.size == w.size) && a.size + w.size > 2) {
        const struct cwi_expr *ahead = cwi_expr_binary(x->arena, CWI_SUB, word, to, from);
        const struct cwi_expr *behind = cwi_expr_binary(x->arena, CWI_SUB, word, from, to);
        const struct cwi_expr *inside =
            cwi_expr_binary(x->arena, CWI_LT, truth, ahead, cwi_expr_const(x->arena, word, (int64_t)w.size));
        const struct cwi_expr *around =
            cwi_expr_binary(x->arena, CWI_LT, truth, behind, cwi_expr_const(x->arena, word, (int64_t)a.size));
        struct cwi_expr *n = arena_zalloc(x->arena, sizeof *n);
        *n = (struct cwi_expr){.kind = CWI_COND,
                               .type = access->type,
                               .a = cwi_expr_binary(x->arena, CWI_LOGOR, truth, inside, around),
                               .b = lost(b, access),
                               .c = access};
        otherwise = n;
    }
    struct cwi_expr *n = arena_zalloc(x->arena, sizeof *n);
    *n = (struct cwi_expr){.kind = CWI_COND,
                           .type = access->type,
                           .a = cwi_expr_binary(x->arena, CWI_EQ, truth, to, from),
                           .b = a.size == w.size ? written(b, access) : lost(b, access),
                           .c = otherwise};
    return n;
}

static const struct cwi_expr *load_before(struct before *b, const struct cwi_expr *access)
{
    const struct pred_change *c = b->change;
    if (c->killed.count && pred_lies_in(b->x, c->func, access, c->killed))
        return lost(b, access);
    if (!c->lhs)
        return access;
    switch (pred_overlap(b->x, c->func, access, c->lhs)) {
    case PRED_APART:
        return access;
    case PRED_SAME:
        return written(b, access);
    case PRED_MAYBE:
        return by_addresses(b, access);
    default:
        return lost(b, access);
    }
}

const struct cwi_expr *pred_before(struct abstraction *x, const struct pred_change *c, const struct cwi_expr *e)
{
    struct before b = {.x = x, .change = c, .load = load_before};
    x->cases = 0;
    return all_before(&b, e);
}

/* ---- calls and returns ------------------------------------------------------------------------------------------- */

static uint32_t parameter(const struct before *b, cwi_id var)
{
    const struct cwi_func *f = cwi_func_of(b->x->u, b->callee);
    for (uint32_t i = 0; i < f->param_count; i++)
        if (f->params[i] == var)
            return i;
    return UINT32_MAX;
}

/* The innermost variable is a formal parameter: its argument instead. In a recursion a place of the caller may be the
 * same parameter of an activation before. */
static const struct cwi_expr *actual(struct before *b, const struct cwi_expr *lvalue)
{
    if (lvalue->kind == CWI_FIELD || lvalue->kind == CWI_INDEX) {
        const struct cwi_expr *of = actual(b, lvalue->a);
        return cwi_is_lvalue(of) && of->type == lvalue->a->type ? pred_with(b->x, lvalue, of, lvalue->b, NULL)
                                                                : lost(b, lvalue);
    }
    uint32_t i = lvalue->kind == CWI_VAR ? parameter(b, lvalue->ref) : UINT32_MAX;
    if (i == UINT32_MAX)
        return lvalue;
    if (i >= b->call->arg_count)
        return lost(b, lvalue);
    const struct cwi_expr *e = b->call->args[i];
    return e->type == lvalue->type ? e : pred_converted(b->x, e, lvalue->type);
}

static const struct cwi_expr *load_at_call(struct before *b, const struct cwi_expr *lvalue)
{
    struct pred_place p;
    pred_place_of(b->x, lvalue, &p);
    return b->is_named && p.var && parameter(b, p.var) != UINT32_MAX ? actual(b, lvalue) : lvalue;
}

/* The address of a formal parameter, which no expression of the caller has. */
static bool takes_formal(const struct before *b, const struct cwi_expr *e)
{
    struct pred_place p;
    if (!e)
        return false;
    if (e->kind == CWI_ADDR && cwi_is_lvalue(e->a)) {
        pred_place_of(b->x, e->a, &p);
        if (p.var && pred_is_local(b->x, p.var))
            return true;
    }
    return takes_formal(b, e->a) || takes_formal(b, e->b) || takes_formal(b, e->c);
}

const struct cwi_expr *pred_before_call(struct abstraction *x, cwi_id callee, const struct cwi_stmt *call,
                                        const struct cwi_expr *e)
{
    struct before b = {.x = x, .load = load_at_call, .call = call, .callee = callee};
    return takes_formal(&b, e) ? lost(&b, e) : all_before(&b, e);
}

static const struct cwi_expr *same_load(struct before *b, const struct cwi_expr *lvalue)
{
    (void)b;
    return lvalue;
}

const struct cwi_expr *pred_before_return(struct abstraction *x, const struct cwi_expr *value, const struct cwi_expr *e)
{
    struct before b = {.x = x, .load = same_load};
    b.value = value ? value : cwi_expr_lost(x->arena, cwi_int_type(x->u, 32, true), "nothing is returned");
    return all_before(&b, e);
}

const struct cwi_expr *pred_result(struct abstraction *x, cwi_id type)
{
    struct cwi_expr *n = arena_zalloc(x->arena, sizeof *n);
    *n = (struct cwi_expr){.kind = CWI_BOUND, .type = type, .value = -1};
    return n;
}

/* ---- the beginning ----------------------------------------------------------------------------------------------- */

static const struct cwi_expr *from_bytes(struct before *b, const struct cwi_expr *e, const uint8_t *p, uint64_t size)
{
    const struct cwi_type *t = cwi_type_of(b->x->u, e->type);
    uint64_t value = cwi_number_of_bytes(b->x->u, p, size);
    if (t->kind == CWI_INT && t->is_signed)
        value = cwi_extended(value, true, t->bits);
    return cwi_expr_const(b->x->arena, e->type, (int64_t)value);
}

static const struct cwi_expr *load_at_start(struct before *b, const struct cwi_expr *e)
{
    struct pred_place p;
    pred_place_of(b->x, e, &p);
    const struct cwi_var *v = p.var ? cwi_var_of(b->x->u, p.var) : NULL;
    if (v && pred_is_local(b->x, p.var))
        return e; /* any value, the same each time */
    if (!v || !p.is_exact || p.bit_width || p.offset < 0 || p.size > 8 || !pred_is_number(b->x, e->type) ||
        v->linkage == CWI_EXTERN || v->is_volatile || v->is_foreign)
        return lost(b, e);
    const struct cwi_init *piece;
    if (!cwi_find_initial(b->x->u, v, (uint64_t)p.offset, p.size, &piece))
        return lost(b, e);
    if (piece && piece->value)
        return pred_converted(b->x, piece->value, e->type);
    if (piece)
        return from_bytes(b, e, piece->bytes + ((uint64_t)p.offset - piece->offset), p.size);
    return cwi_expr_const(b->x->arena, e->type, 0);
}

const struct cwi_expr *pred_at_start(struct abstraction *x, const struct cwi_expr *e)
{
    struct before b = {.x = x, .load = load_at_start};
    return all_before(&b, e);
}
