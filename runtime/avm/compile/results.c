/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Results: the cells whose signs tell apart states that are joined otherwise.
 *
 * What a call did depends on what it returns: a constructor that failed returns null, and has filled nothing in. So a
 * local that holds a result, and one that is about to be returned, keep what is negative, zero and positive apart for
 * as long as they are read. Source: Das, Lerner and Seigle 2002 (ESP), where what a branch does to the property
 * decides.
 */
#include "compile.h"
#include "runtime/avm/prepare.h"

static struct cell *own(struct avm *m, const struct cell *c)
{
    return c && c->slot != W_RESULT ? &m->cells.items[c - m->cells.items] : NULL;
}

/* A store of what a call returned, directly or through temporaries; of what is returned, backwards. */
static void pass_on(struct avm *m, const struct op *op)
{
    struct cell *to = op->kind == OP_STORE && op->to.kind == P_CELL ? own(m, op->to.cell) : NULL;
    const struct cell *from = to ? avm_comp_copied(op->value) : NULL;
    if (from && (from->slot == W_RESULT || (from->is_temp && from->is_result)))
        to->is_result = true;
    if (from && to->is_temp && to->is_returned && own(m, from))
        own(m, from)->is_returned = true;
}

void avm_mark_results(struct avm *m, uint32_t first_pc, uint32_t end_pc)
{
    enum { ROUNDS = 2 }; /* temporaries are copied forwards */
    for (uint32_t pc = first_pc; pc < end_pc; pc++) {
        const struct code *c = &m->code.items[pc];
        struct cell *returned = c->end == END_RETURN ? own(m, avm_comp_copied(c->value)) : NULL;
        if (returned)
            returned->is_returned = true;
    }
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t pc = first_pc; pc < end_pc; pc++)
            for (uint32_t i = 0; i < m->code.items[pc].op_count; i++)
                pass_on(m, &m->code.items[pc].ops[i]);
}
