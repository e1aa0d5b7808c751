/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * build.c: the tree of each C operator, typed by C's rules: promotions and usual conversions become explicit, pointers
 * count in bytes, conditions are 0 or 1 of type int, constants are folded.
 *
 * The shapes are those that GCC's GIMPLE has for the same source, so that constraint analysis treats annotations and
 * code alike. Source: C11 6.5.
 */
#include "runtime/cwi/edit.h"
#include "runtime/notes/parse.h"

static const struct cwi_expr *reject(struct parser *p, struct place at, const char *op)
{
    note_fail(p, at, "'%s' cannot be applied to operands of these types", op);
    return NULL;
}

static const char *operator_text(enum cwi_op op)
{
    for (const struct binary_operator *o = note_binary_operators; o->text; o++)
        if (o->op == op)
            return o->text;
    return "";
}

static bool is_number(const struct parser *p, const struct cwi_expr *e)
{
    return is_int(p->u, e) || is_float(p->u, e);
}

/* NULL when C has no such conversion: the caller reports. */
static const struct cwi_expr *as(struct parser *p, const struct cwi_expr *e, cwi_id type)
{
    return note_convert(p->a, p->u, e, type);
}

static const struct cwi_expr *make(struct parser *p, struct place at, enum cwi_op op, cwi_id type,
                                   const struct cwi_expr *x, const struct cwi_expr *y)
{
    const char *why;
    const struct cwi_expr *folded = note_fold_binary(p->a, p->u, op, type, x, y, &why);
    if (why) {
        note_fail(p, at, "%s", why);
        return NULL;
    }
    return folded ? folded : cwi_expr_binary(p->a, op, type, x, y);
}

/* ---- pointers ---------------------------------------------------------------------------------------------------- */

static int64_t pointee_size(struct parser *p, struct place at, const struct cwi_expr *pointer)
{
    const struct cwi_type *t = cwi_type_of(p->u, type_of(p->u, pointer)->of);
    if (t->kind == CWI_VOID || t->kind == CWI_FUNC)
        return 1; /* as GCC has it */
    if (t->size == CWI_UNKNOWN || t->size > INT32_MAX) {
        note_fail(p, at, "the size of what this pointer points to is not known");
        return 0;
    }
    return (int64_t)t->size;
}

static const struct cwi_expr *pointer_sum(struct parser *p, struct place at, enum cwi_op op, const struct cwi_expr *x,
                                          const struct cwi_expr *y)
{
    int64_t size = pointee_size(p, at, x);
    cwi_id type = note_size_type(p->u, true);
    if (p->status)
        return NULL;
    const struct cwi_expr *bytes = as(p, y, type);
    if (size != 1)
        bytes = make(p, at, CWI_MUL, type, bytes, cwi_expr_const(p->a, type, size));
    if (op == CWI_SUB)
        bytes = bytes->kind == CWI_CONST
                    ? cwi_expr_const(p->a, type, note_fit_value(-bytes->value, p->u->pointer_bits, true))
                    : cwi_expr_unary(p->a, CWI_NEG, type, bytes);
    if (bytes->kind == CWI_CONST && bytes->value == 0)
        return x;
    return cwi_expr_binary(p->a, CWI_PTRADD, x->type, x, bytes);
}

static const struct cwi_expr *pointer_difference(struct parser *p, struct place at, const struct cwi_expr *x,
                                                 const struct cwi_expr *y)
{
    int64_t size = pointee_size(p, at, x);
    cwi_id type = note_size_type(p->u, true);
    if (p->status || !size)
        return p->status ? NULL : reject(p, at, "-");
    const struct cwi_expr *bytes = cwi_expr_binary(p->a, CWI_PTRSUB, type, x, y);
    return size == 1 ? bytes : cwi_expr_binary(p->a, CWI_EXACTDIV, type, bytes, cwi_expr_const(p->a, type, size));
}

static const struct cwi_expr *comparison(struct parser *p, struct place at, enum cwi_op op, const struct cwi_expr *x,
                                         const struct cwi_expr *y)
{
    if (is_ptr(p->u, x) != is_ptr(p->u, y)) {
        const struct cwi_expr **number = is_ptr(p->u, x) ? &y : &x;
        if (!is_int(p->u, *number))
            return reject(p, at, operator_text(op));
        *number = as(p, *number, is_ptr(p->u, x) ? x->type : y->type);
    } else if (!is_ptr(p->u, x)) {
        cwi_id type = note_usual_type(p->u, note_promoted_type(p->u, x), note_promoted_type(p->u, y));
        x = as(p, x, type);
        y = as(p, y, type);
    }
    return x && y ? make(p, at, op, note_int_type(p->u), x, y) : reject(p, at, operator_text(op));
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

const struct cwi_expr *note_build_binary(struct parser *p, struct place at, enum cwi_op op, const struct cwi_expr *x,
                                         const struct cwi_expr *y)
{
    x = note_decay(p->a, p->u, x);
    y = note_decay(p->a, p->u, y);
    bool px = is_ptr(p->u, x), py = is_ptr(p->u, y);
    if ((!px && !is_number(p, x)) || (!py && !is_number(p, y)))
        return reject(p, at, operator_text(op));
    if (op == CWI_LOGAND || op == CWI_LOGOR)
        return note_logical(p->a, p->u, op, note_truth(p->a, p->u, x), note_truth(p->a, p->u, y));
    if (op >= CWI_EQ && op <= CWI_GE)
        return comparison(p, at, op, x, y);
    if (px && py && op == CWI_SUB)
        return pointer_difference(p, at, x, y);
    if (px && is_int(p->u, y) && (op == CWI_ADD || op == CWI_SUB))
        return pointer_sum(p, at, op, x, y);
    if (py && is_int(p->u, x) && op == CWI_ADD)
        return pointer_sum(p, at, op, y, x);
    if (px || py)
        return reject(p, at, operator_text(op));
    bool arithmetic = op == CWI_ADD || op == CWI_SUB || op == CWI_MUL || op == CWI_DIV;
    if (!arithmetic && (is_float(p->u, x) || is_float(p->u, y)))
        return reject(p, at, operator_text(op));
    cwi_id tx = note_promoted_type(p->u, x), ty = note_promoted_type(p->u, y);
    if (op == CWI_SHL || op == CWI_SHR)
        return make(p, at, op, tx, as(p, x, tx), as(p, y, ty));
    cwi_id type = note_usual_type(p->u, tx, ty);
    return make(p, at, op, type, as(p, x, type), as(p, y, type));
}

static const struct cwi_expr *arithmetic_unary(struct parser *p, struct place at, const char *op,
                                               const struct cwi_expr *x)
{
    if (!is_number(p, x) || (*op == '~' && is_float(p->u, x)))
        return reject(p, at, op);
    cwi_id type = note_promoted_type(p->u, x);
    const struct cwi_type *t = cwi_type_of(p->u, type);
    x = as(p, x, type);
    if (*op == '+')
        return x;
    if (x->kind == CWI_FCONST)
        return note_float_const(p->a, type, -x->fvalue);
    if (x->kind == CWI_CONST) {
        uint64_t v = *op == '-' ? 0 - (uint64_t)x->value : ~(uint64_t)x->value;
        return cwi_expr_const(p->a, type, note_fit_value((int64_t)v, t->bits, t->is_signed));
    }
    return cwi_expr_unary(p->a, *op == '-' ? CWI_NEG : CWI_BITNOT, type, x);
}

static const struct cwi_expr *negation(struct parser *p, struct place at, const struct cwi_expr *x)
{
    if (!is_number(p, x) && !is_ptr(p->u, x))
        return reject(p, at, "!");
    if (x->kind == CWI_CONST)
        return cwi_expr_const(p->a, note_int_type(p->u), !x->value);
    if (note_is_truth(p->u, x))
        return cwi_expr_unary(p->a, CWI_LOGNOT, note_int_type(p->u), note_truth(p->a, p->u, x));
    return note_against_zero(p->a, p->u, CWI_EQ, x);
}

static const struct cwi_expr *address(struct parser *p, struct place at, const struct cwi_expr *x)
{
    if (x->kind == CWI_FUNCREF)
        return x;
    if (!cwi_is_lvalue(x) || (x->kind == CWI_FIELD && x->bit_width)) {
        note_fail(p, at, "'&' needs something that has an address");
        return NULL;
    }
    if (x->kind == CWI_DEREF)
        return note_decay(p->a, p->u, x->a);
    return cwi_expr_addr(p->a, note_pointer_to(p->u, x->type), x);
}

static const struct cwi_expr *dereference(struct parser *p, struct place at, const struct cwi_expr *x)
{
    const struct cwi_type *t = is_ptr(p->u, x) ? cwi_type_of(p->u, type_of(p->u, x)->of) : NULL;
    if (t && t->kind == CWI_FUNC)
        return x;
    if (!t || t->kind == CWI_VOID) {
        note_fail(p, at, t ? "a 'void *' cannot be followed without a cast" : "'*' needs a pointer");
        return NULL;
    }
    if (x->kind == CWI_ADDR && x->a->type == type_of(p->u, x)->of)
        return x->a;
    return cwi_expr_deref(p->a, type_of(p->u, x)->of, x);
}

const struct cwi_expr *note_build_unary(struct parser *p, struct place at, const char *op, const struct cwi_expr *x)
{
    if (*op == '&')
        return address(p, at, x);
    x = note_decay(p->a, p->u, x);
    if (*op == '*')
        return dereference(p, at, x);
    return *op == '!' ? negation(p, at, x) : arithmetic_unary(p, at, op, x);
}

const struct cwi_expr *note_build_cast(struct parser *p, struct place at, const struct cwi_expr *x, cwi_id type)
{
    x = as(p, note_decay(p->a, p->u, x), type);
    if (!x)
        note_fail(p, at, "there is no such cast in C");
    return x;
}

const struct cwi_expr *note_build_cond(struct parser *p, struct place at, const struct cwi_expr *c,
                                       const struct cwi_expr *x, const struct cwi_expr *y)
{
    c = note_decay(p->a, p->u, c);
    x = note_decay(p->a, p->u, x);
    y = note_decay(p->a, p->u, y);
    if (!is_number(p, c) && !is_ptr(p->u, c))
        return reject(p, at, "?");
    cwi_id type;
    if (is_number(p, x) && is_number(p, y))
        type = note_usual_type(p->u, note_promoted_type(p->u, x), note_promoted_type(p->u, y));
    else if (is_ptr(p->u, x) && (is_ptr(p->u, y) || y->kind == CWI_CONST))
        type = x->type;
    else if (is_ptr(p->u, y) && x->kind == CWI_CONST)
        type = y->type;
    else
        return reject(p, at, "?");
    c = note_truth(p->a, p->u, c);
    x = as(p, x, type);
    y = as(p, y, type);
    if (c->kind == CWI_CONST)
        return c->value ? x : y;
    struct cwi_expr *e = ARENA_NEW(p->a, struct cwi_expr);
    e->kind = CWI_COND;
    e->type = type;
    e->a = c;
    e->b = x;
    e->c = y;
    return e;
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

enum { MEMBER_DEPTH = 8 };

/* The field of a name, looked for in anonymous members too. */
static const struct cwi_expr *find_member(struct parser *p, const struct cwi_expr *x, const char *name, unsigned depth)
{
    const struct cwi_type *t = type_of(p->u, x);
    if ((t->kind != CWI_STRUCT && t->kind != CWI_UNION) || depth > MEMBER_DEPTH)
        return NULL;
    for (uint32_t i = 0; i < t->field_count; i++)
        if (t->fields[i].name && !strcmp(t->fields[i].name, name))
            return cwi_expr_field(p->a, p->u, x, i);
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct cwi_expr *e =
            t->fields[i].name ? NULL : find_member(p, cwi_expr_field(p->a, p->u, x, i), name, depth + 1);
        if (e)
            return e;
    }
    return NULL;
}

static const char *nearest_member(const struct cwi_type *t, const char *name)
{
    struct VEC(const char *) names = {0};
    for (uint32_t i = 0; i < t->field_count; i++)
        if (t->fields[i].name)
            vec_push(&names, t->fields[i].name);
    const char *nearest = base_nearest_name(name, names.items, names.count);
    vec_free(&names);
    return nearest;
}

const struct cwi_expr *note_build_member(struct parser *p, struct place at, const struct cwi_expr *x, const char *name,
                                         bool arrow)
{
    if (arrow) {
        x = note_decay(p->a, p->u, x);
        if (!is_ptr(p->u, x)) {
            note_fail(p, at, "what stands before '->%s' is no pointer", name);
            return NULL;
        }
        x = dereference(p, at, x);
        if (!x)
            return NULL;
    }
    const struct cwi_type *t = type_of(p->u, x);
    if (t->kind != CWI_STRUCT && t->kind != CWI_UNION) {
        note_fail(p, at, "what stands before '%s%s' is no struct or union%s", arrow ? "->" : ".", name,
                  t->kind == CWI_PTR && !arrow ? " but a pointer: write '->'" : "");
        return NULL;
    }
    const struct cwi_expr *e = find_member(p, x, name, 0);
    if (!e) {
        const char *of = t->name                ? arena_printf(p->a, "'%s'", t->name)
                         : t->kind == CWI_UNION ? "this union"
                                                : "this struct";
        note_fail_missing(p, at, "no field '%s' in %s%s", name, of, note_did_you_mean(p, nearest_member(t, name)));
    }
    return e;
}

const struct cwi_expr *note_build_index(struct parser *p, struct place at, const struct cwi_expr *x,
                                        const struct cwi_expr *y)
{
    y = note_decay(p->a, p->u, y);
    if (type_of(p->u, x)->kind == CWI_ARRAY && is_int(p->u, y)) {
        const struct cwi_type *t = type_of(p->u, x);
        y = as(p, y, note_size_type(p->u, true));
        if (y->kind == CWI_CONST && t->count != CWI_UNKNOWN && t->count && (uint64_t)y->value >= t->count) {
            note_fail(p, at, "index %lld is outside the array: it has %llu element%s", (long long)y->value,
                      (unsigned long long)t->count, t->count == 1 ? "" : "s");
            return NULL;
        }
        return cwi_expr_index(p->a, t->of, x, y);
    }
    x = note_decay(p->a, p->u, x);
    if (!is_ptr(p->u, x) || !is_int(p->u, y)) {
        note_fail(p, at, "'[' needs an array or a pointer before it and an integer in it");
        return NULL;
    }
    const struct cwi_expr *sum = pointer_sum(p, at, CWI_ADD, x, y);
    return sum ? dereference(p, at, sum) : NULL;
}
