/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The values of expressions as nodes. Values flow through conversions, bit operations and sums; not through
 * comparisons, products, array indices and offsets of pointers, nor through sums of integers narrower than pointers.
 * Each expression has one node, however often it is asked for.
 */
#include "runtime/points/private.h"

static const struct pt_access whole = {.is_whole = true, .count = 1};

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

static uint64_t power_of_two(uint64_t x)
{
    return x & (~x + 1);
}

/* A number that the value is a multiple of, however it wraps; 0: it is 0. */
static uint64_t multiple_of(struct pt *pt, const struct cwi_expr *e)
{
    uint32_t known;
    if (e->kind == CWI_CONST)
        return e->value < 0 ? (uint64_t)-e->value : (uint64_t)e->value;
    if (e->kind == CWI_VAR)
        return base_map64_get(&pt->strides, e->ref, &known) ? known : 1;
    if (e->kind == CWI_COND)
        return gcd_u64(multiple_of(pt, e->b), multiple_of(pt, e->c));
    if (e->kind != CWI_UNARY && e->kind != CWI_BINARY)
        return 1;
    switch (e->op) {
    case CWI_CONVERT: {
        uint64_t a = multiple_of(pt, e->a);
        const struct cwi_type *to = cwi_type_of(pt->unit, e->type), *from = cwi_type_of(pt->unit, e->a->type);
        if (to->kind == CWI_FLOAT || from->kind == CWI_FLOAT)
            return 1;
        return from->bits == to->bits ? a : power_of_two(a); /* what wraps is a multiple of powers of two only */
    }
    case CWI_NEG:
        return multiple_of(pt, e->a);
    case CWI_ADD:
    case CWI_SUB:
        return gcd_u64(multiple_of(pt, e->a), multiple_of(pt, e->b));
    case CWI_MUL: {
        uint64_t a = multiple_of(pt, e->a), b = multiple_of(pt, e->b);
        return a && b > UINT32_MAX / a ? power_of_two(a) : a * b;
    }
    case CWI_SHL:
        return e->b->kind == CWI_CONST && e->b->value >= 0 && e->b->value < 31
                   ? power_of_two(multiple_of(pt, e->a)) << e->b->value
                   : 1;
    case CWI_AND: {
        uint64_t a = power_of_two(multiple_of(pt, e->a)), b = power_of_two(multiple_of(pt, e->b));
        return a > b ? a : b;
    }
    default:
        return 1;
    }
}

/* Temporaries with one assignment hold what is assigned. */
void pt_find_strides(struct pt *pt, const struct cwi_func *f)
{
    struct map64 seen = {0};
    uint32_t before;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t b = 0; b < f->block_count; b++)
            for (uint32_t i = 0; i < f->blocks[b].count; i++) {
                const struct cwi_stmt *s = &f->blocks[b].stmts[i];
                if (!s->lhs || s->lhs->kind != CWI_VAR || cwi_var_of(pt->unit, s->lhs->ref)->linkage != CWI_TEMP)
                    continue;
                if (!pass)
                    base_map64_put(&seen, s->lhs->ref, base_map64_get(&seen, s->lhs->ref, &before) ? 2 : 1);
                else if (s->kind == CWI_ASSIGN && base_map64_get(&seen, s->lhs->ref, &before) && before == 1) {
                    uint64_t stride = multiple_of(pt, s->rhs);
                    if (stride > 1 && stride < UINT32_MAX)
                        base_map64_put(&pt->strides, s->lhs->ref, (uint32_t)stride);
                }
            }
    base_map64_free(&seen);
}

static uint32_t shifted(struct pt *pt, uint32_t pointer, struct pt_shift s)
{
    if (pointer == PT_NONE)
        return PT_NONE;
    uint32_t node = pt_new_node(pt);
    pt_shift(pt, pointer, &s, node);
    return node;
}

uint32_t pt_moved_anywhere(struct pt *pt, uint32_t pointer)
{
    return shifted(pt, pointer, (struct pt_shift){.stride = 1});
}

uint32_t pt_sum(struct pt *pt, uint32_t pointer, const struct cwi_expr *by, bool is_negative)
{
    if (by->kind == CWI_CONST)
        return by->value
                   ? shifted(pt, pointer, (struct pt_shift){.offset = is_negative ? -by->value : by->value, .count = 1})
                   : pointer;
    uint64_t stride = multiple_of(pt, by);
    return shifted(pt, pointer, (struct pt_shift){.stride = stride ? stride : 1});
}

static uint32_t binary_value(struct pt *pt, const struct cwi_expr *e)
{
    switch (e->op) {
    case CWI_PTRADD:
        if (e->a->kind == CWI_CONST)
            return pt_both(pt, pt_value_of(pt, e->a), pt_moved_anywhere(pt, pt_value_of(pt, e->b)));
        return pt_sum(pt, pt_value_of(pt, e->a), e->b, false);
    case CWI_ADD:
    case CWI_SUB:
        if (!pt_is_wide(pt->unit, e))
            return PT_NONE;
        if (e->b->kind == CWI_CONST)
            return pt_sum(pt, pt_value_of(pt, e->a), e->b, e->op == CWI_SUB);
        return pt_moved_anywhere(pt, pt_both(pt, pt_value_of(pt, e->a), pt_value_of(pt, e->b)));
    case CWI_MIN:
    case CWI_MAX:
        return pt_both(pt, pt_value_of(pt, e->a), pt_value_of(pt, e->b));
    case CWI_SHL:
    case CWI_SHR:
    case CWI_ROTL:
    case CWI_ROTR:
        return pt_moved_anywhere(pt, pt_value_of(pt, e->a));
    case CWI_AND:
        if (e->b->kind == CWI_CONST)
            return pt_moved_anywhere(pt, pt_value_of(pt, e->a));
        return pt_moved_anywhere(pt, pt_both(pt, pt_value_of(pt, e->a), pt_value_of(pt, e->b)));
    case CWI_OR:
    case CWI_XOR:
        return pt_moved_anywhere(pt, pt_both(pt, pt_value_of(pt, e->a), pt_value_of(pt, e->b)));
    default:
        return PT_NONE;
    }
}

static uint32_t unary_value(struct pt *pt, const struct cwi_expr *e)
{
    switch (e->op) {
    case CWI_CONVERT: {
        const struct cwi_type *to = cwi_type_of(pt->unit, e->type), *from = cwi_type_of(pt->unit, e->a->type);
        if (to->kind == CWI_FLOAT || from->kind == CWI_FLOAT || (to->kind == CWI_INT && to->bits < 8))
            return PT_NONE;
        uint32_t value = pt_value_of(pt, e->a);
        if (to->kind != CWI_PTR || from->kind != CWI_INT)
            return value;
        bool is_function = cwi_is_func_pointer(pt->unit, e->type);
        return is_function || value == PT_NONE ? pt_both(pt, value, pt_address(pt, PT_DEVICE)) : value;
    }
    case CWI_NEG:
    case CWI_BITNOT:
    case CWI_ABS:
        return pt_moved_anywhere(pt, pt_value_of(pt, e->a));
    default:
        return PT_NONE;
    }
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

uint32_t pt_both(struct pt *pt, uint32_t a, uint32_t b)
{
    if (a == PT_NONE || b == PT_NONE || a == b)
        return a == PT_NONE ? b : a;
    uint32_t node = pt_new_node(pt);
    pt_copy(pt, a, node);
    pt_copy(pt, b, node);
    return node;
}

uint32_t pt_loaded(struct pt *pt, uint32_t pointer)
{
    if (pointer == PT_NONE)
        return PT_NONE;
    uint32_t node = pt_new_node(pt);
    pt_load(pt, pointer, &whole, node);
    return node;
}

uint32_t pt_address(struct pt *pt, uint32_t location)
{
    uint32_t node, object = pt_object_at(pt, location);
    if (base_map64_get(&pt->address, location, &node))
        return node;
    node = pt_new_node(pt);
    base_map64_put(&pt->address, location, node);
    pt_add_item(pt, node, location);
    if (!pt_is_func(pt, object) && pt_memory_of(pt, object)->is_addressed)
        return node;
    if (!pt_is_func(pt, object))
        pt_memory_of(pt, object)->is_addressed = true;
    vec_push(&pt->addressed, object);
    if (pt->is_everything)
        pt_add_item(pt, PT_UNKNOWN, object);
    return node;
}

/* Absolute addresses come from constants that are cast to pointers; where pointers are short, as on microcontrollers,
 * from any constant that is as wide. Where they are long, the first bytes and the last page are no device's: programs
 * mark things with such values (SIG_IGN, MAP_FAILED, ERR_PTR), which nobody follows. */
static bool may_be_address(struct pt *pt, const struct cwi_expr *e)
{
    enum { FIRST_BYTES = 16, LAST_PAGE = 4096 };
    const struct cwi_type *t = e->type ? cwi_type_of(pt->unit, e->type) : NULL;
    bool is_long = pt->unit->pointer_bits >= 64, is_mark = is_long && e->value >= -LAST_PAGE && e->value < FIRST_BYTES;
    if (!t || !e->value || is_mark)
        return false;
    return t->kind == CWI_PTR || (!is_long && t->kind == CWI_INT && t->bits >= pt->unit->pointer_bits);
}

static uint32_t make_value(struct pt *pt, const struct cwi_expr *e)
{
    switch (e->kind) {
    case CWI_CONST:
        return may_be_address(pt, e) ? pt_address(pt, PT_DEVICE) : PT_NONE;
    case CWI_VAR:
    case CWI_DEREF:
    case CWI_FIELD:
    case CWI_INDEX:
        return pt_lvalue_value(pt, e);
    case CWI_ADDR:
        return pt_address_value(pt, e->a);
    case CWI_FUNCREF:
        return pt_address(pt, pt_of_func(pt, pt->body_of[e->ref]));
    case CWI_UNARY:
        return unary_value(pt, e);
    case CWI_BINARY:
        return binary_value(pt, e);
    case CWI_COND:
        return pt_both(pt, pt_value_of(pt, e->b), pt_value_of(pt, e->c));
    case CWI_LOST:
        if (!pt_is_wide(pt->unit, e) || cwi_is_free_value(e, NULL) || cwi_is_indeterminate(e))
            return PT_NONE;
        pt_lose_sight(pt);
        return pt_address(pt, PT_UNKNOWN);
    default:
        return PT_NONE;
    }
}

uint32_t pt_value_of(struct pt *pt, const struct cwi_expr *e)
{
    uint32_t node; /* kept plus one: PT_NONE is a value too */
    if (e->kind == CWI_CONST || e->kind == CWI_FUNCREF)
        return make_value(pt, e);
    if (base_map64_get(&pt->values, (uintptr_t)e, &node))
        return node - 1;
    node = make_value(pt, e);
    base_map64_put(&pt->values, (uintptr_t)e, node + 1);
    return node;
}
