/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operations that `memory-safe` adds before a statement: indices stay inside of arrays that are parts of objects, and
 * variables of inner blocks live while they are named.
 */
#include "compile.h"
#include "runtime/avm/prepare.h"

/* How many elements an array inside of an object has, where that bounds an index; 0: it does not. The last member of a
 * structure may be longer than it says. */
static uint64_t inner_count(const struct cwi_unit *u, const struct cwi_expr *array)
{
    const struct cwi_type *t = cwi_type_of(u, array->type);
    if (t->kind != CWI_ARRAY || t->size == CWI_UNKNOWN || (array->kind != CWI_FIELD && array->kind != CWI_INDEX))
        return 0;
    const struct cwi_type *whole = array->kind == CWI_FIELD ? cwi_type_of(u, array->a->type) : NULL;
    bool is_last = whole;
    for (uint32_t i = 0; whole && i < whole->field_count; i++)
        is_last &= whole->fields[i].offset < array->offset + t->size;
    if (is_last)
        return 0;
    uint64_t size = cwi_type_of(u, t->of)->size;
    return size && size != CWI_UNKNOWN ? t->size / size : 0;
}

static void check_expr(struct comp *k, const struct cwi_stmt *s, const struct cwi_expr *e, bool is_address)
{
    if (!e)
        return;
    bool ends = e->kind == CWI_VAR && k->m->lifetimes[e->ref] & PT_ENDS_EARLY;
    if (ends && k->m->objects[e->ref].is_sparse && avm_asks(k->m, AVM_DOUBT_BOUNDS)) /* it is there where it is named */
        avm_comp_op(k, (struct op){.kind = OP_LIVE, .stmt = s, .to = {.base = e->ref}});
    uint64_t count = e->kind == CWI_INDEX ? inner_count(k->m->u, e->a) : 0;
    if (count)
        avm_comp_op(k, (struct op){.kind = OP_BOUND,
                                   .stmt = s,
                                   .value = avm_lower(k->m, e->b),
                                   .to = {.size = count + is_address, .src = e}});
    bool goes_in = e->kind == CWI_ADDR || (is_address && e->kind == CWI_FIELD);
    check_expr(k, s, e->a, goes_in);
    check_expr(k, s, e->b, false);
    check_expr(k, s, e->c, false);
}

void avm_comp_check(struct comp *k, const struct cwi_stmt *s)
{
    cwi_id base = s->kind == CWI_ASSIGN ? avm_target(k->m, s->lhs).base : 0;
    check_expr(k, s, s->lhs, false);
    if (base && k->m->objects[base].is_constant)
        avm_comp_op(k, (struct op){.kind = OP_CONSTANT, .stmt = s});
    check_expr(k, s, s->rhs, false);
    for (uint32_t i = 0; i < s->arg_count; i++)
        check_expr(k, s, s->args[i], false);
}
