/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Changing the code of a function: blocks, labels, jumps. Blocks move when one is added: who holds a pointer to one
 * asks for it again.
 */
#include "runtime/cwi/private.h"

uint32_t cwi_add_block(struct arena *a, struct cwi_func *f, const struct cwi_stmt *stmts, uint32_t count)
{
    struct cwi_block *grown = ARENA_ARRAY(a, struct cwi_block, f->block_count + 1);
    if (f->block_count)
        memcpy(grown, f->blocks, f->block_count * sizeof *grown);
    grown[f->block_count] = (struct cwi_block){.stmts = arena_copy(a, stmts, count * sizeof *stmts), .count = count};
    f->blocks = grown;
    return f->block_count++;
}

void cwi_add_label(struct arena *a, struct cwi_block *b, const char *label)
{
    const char **grown = ARENA_ARRAY(a, const char *, b->label_count + 1);
    if (b->label_count)
        memcpy(grown, b->labels, b->label_count * sizeof *grown);
    grown[b->label_count++] = label;
    b->labels = grown;
}

struct cwi_stmt cwi_goto(struct arena *a, struct cwi_place at, uint32_t target)
{
    uint32_t *targets = ARENA_ARRAY(a, uint32_t, 1);
    *targets = target;
    return (struct cwi_stmt){.kind = CWI_GOTO, .at = at, .targets = targets, .target_count = 1};
}

struct cwi_stmt cwi_if(struct arena *a, struct cwi_place at, const struct cwi_expr *cond, uint32_t holds,
                       uint32_t fails)
{
    uint32_t *targets = ARENA_ARRAY(a, uint32_t, 2);
    targets[0] = holds;
    targets[1] = fails;
    return (struct cwi_stmt){.kind = CWI_IF, .at = at, .rhs = cond, .targets = targets, .target_count = 2};
}

uint32_t cwi_split_block(struct arena *a, struct cwi_func *f, uint32_t block, uint32_t index)
{
    uint32_t rest = cwi_add_block(a, f, f->blocks[block].stmts + index, f->blocks[block].count - index);
    struct cwi_block *b = &f->blocks[block];
    struct cwi_stmt *kept = ARENA_ARRAY(a, struct cwi_stmt, index + 1);
    memcpy(kept, b->stmts, index * sizeof *kept);
    kept[index] = cwi_goto(a, b->stmts[index].at, rest);
    b->stmts = kept;
    b->count = index + 1;
    return rest;
}
