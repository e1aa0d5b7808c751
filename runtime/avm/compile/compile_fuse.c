/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is left to do when all codes of a function exist: labels become program counters, and codes between which nobody
 * can see a state become one.
 */
#include "compile.h"
#include "runtime/avm/eval.h"

void avm_comp_fix_targets(struct comp *k, uint32_t first)
{
    struct avm *m = k->m;
    for (uint32_t pc = first; pc < m->code.count; pc++) {
        struct code *c = &m->code.items[pc];
        c->is_plain = c->end == END_GOTO || ((c->end == END_IF || c->end == END_SWITCH) && c->value->t.kind == VS_INT);
        c->is_plain &= !c->stmt || !c->stmt->is_note;
        for (uint32_t i = 0; i < c->op_count; i++)
            c->is_plain &= c->ops[i].kind == OP_STORE && !c->ops[i].events &&
                           !(c->ops[i].stmt && c->ops[i].stmt->is_note) &&
                           !(m->cfg.relates && avm_moved(c->ops[i].value)); /* name_source */
        for (uint32_t i = 0; i < c->next_count; i++)
            c->next[i] = k->label_pc.items[c->next[i]];
        for (uint32_t i = 0; i < c->row_count; i++)
            c->rows[i].next = k->label_pc.items[c->rows[i].next];
    }
}

enum { FUSED_OPS = 8, THREADED = 32 };

static uint32_t threaded(const struct avm *m, uint32_t pc)
{
    for (int i = 0; i < THREADED; i++) {
        const struct code *c = &m->code.items[pc];
        if (c->op_count || c->end != END_GOTO || c->is_stop || c->exec_count || c->is_return_point)
            break;
        pc = c->next[0];
    }
    return pc;
}

void avm_comp_fuse(struct comp *k, uint32_t first)
{
    struct avm *m = k->m;
    for (uint32_t pc = first; pc < m->code.count; pc++) {
        struct code *c = &m->code.items[pc];
        for (uint32_t i = 0; i < c->next_count; i++)
            c->next[i] = threaded(m, c->next[i]);
        for (uint32_t i = 0; i < c->row_count; i++)
            c->rows[i].next = threaded(m, c->rows[i].next);
    }
    for (uint32_t pc = (uint32_t)m->code.count; pc-- > first;) {
        struct code *c = &m->code.items[pc];
        const struct code *to = c->end == END_GOTO ? &m->code.items[c->next[0]] : NULL;
        if (!to || to == c || !c->is_plain || !to->is_plain || to->is_stop || to->exec_count || to->is_return_point ||
            to->op_count > FUSED_OPS)
            continue;
        struct op *ops = ARENA_ARRAY(m->arena, struct op, c->op_count + to->op_count);
        if (c->op_count)
            memcpy(ops, c->ops, c->op_count * sizeof *ops);
        if (to->op_count)
            memcpy(ops + c->op_count, to->ops, to->op_count * sizeof *ops);
        c->ops = ops;
        c->op_count += to->op_count;
        c->end = to->end;
        c->stmt = to->stmt;
        c->value = to->value;
        c->next = to->next;
        c->next_count = to->next_count;
        c->rows = to->rows;
        c->row_count = to->row_count;
    }
}
