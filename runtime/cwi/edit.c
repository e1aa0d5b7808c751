/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Changing the code of a function: blocks, labels, jumps. Blocks move when one is added: who holds a pointer to one
 * asks for it again.
 */
#include "runtime/cwi/edit.h"
#include "runtime/cwi/private.h"

uint32_t cwi_add_block(struct arena *a, struct cwi_func *f, const struct cwi_stmt *stmts, uint32_t count)
{
    bool has_room = f->blocks && f->roomy == f->blocks && f->block_count < f->block_room;
    if (!has_room) {
        f->block_room = f->block_count + f->block_count / 2 + 1;
        struct cwi_block *grown = ARENA_ARRAY(a, struct cwi_block, f->block_room);
        if (f->block_count)
            memcpy(grown, f->blocks, f->block_count * sizeof *grown);
        f->roomy = f->blocks = grown;
    }
    f->blocks[f->block_count] =
        (struct cwi_block){.stmts = arena_copy(a, stmts, count * sizeof *stmts), .count = count};
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

uint32_t cwi_way_count(const struct cwi_stmt *s)
{
    return s->target_count + s->case_count;
}

uint32_t cwi_way_target(const struct cwi_stmt *s, uint32_t way)
{
    return way < s->target_count ? s->targets[way] : s->cases[way - s->target_count].target;
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
    b->stmts[index] = cwi_goto(a, b->stmts[index].at, rest);
    b->count = index + 1;
    return rest;
}

uint32_t cwi_free_entry(struct arena *a, struct cwi_func *f)
{
    struct cwi_block body = f->blocks[0];
    uint32_t next = cwi_add_block(a, f, body.stmts, body.count);
    f->blocks[next].labels = body.labels;
    f->blocks[next].label_count = body.label_count;
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++) {
            struct cwi_stmt *s = &f->blocks[b].stmts[i];
            for (uint32_t t = 0; t < s->target_count; t++)
                s->targets[t] = s->targets[t] ? s->targets[t] : next;
            for (uint32_t t = 0; t < s->case_count; t++)
                s->cases[t].target = s->cases[t].target ? s->cases[t].target : next;
        }
    struct cwi_stmt on = cwi_goto(a, f->at, next);
    f->blocks[0] = (struct cwi_block){.stmts = arena_copy(a, &on, sizeof on), .count = 1};
    return next;
}

struct cwi_block *cwi_copy_blocks(struct arena *a, const struct cwi_func *f)
{
    struct cwi_block *blocks = arena_copy(a, f->blocks, f->block_count * sizeof *blocks);
    for (uint32_t b = 0; b < f->block_count; b++) {
        struct cwi_stmt *stmts = blocks[b].stmts = arena_copy(a, blocks[b].stmts, blocks[b].count * sizeof *stmts);
        for (uint32_t i = 0; i < blocks[b].count; i++) {
            if (stmts[i].target_count)
                stmts[i].targets = arena_copy(a, stmts[i].targets, stmts[i].target_count * sizeof *stmts[i].targets);
            if (stmts[i].case_count)
                stmts[i].cases = arena_copy(a, stmts[i].cases, stmts[i].case_count * sizeof *stmts[i].cases);
        }
    }
    return blocks;
}
