/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order of a function's blocks, and its loops.
 */
#include "private.h"
#include "runtime/check/induct/loops.h"

#include <stdlib.h>

static const struct cwi_stmt *last_of(const struct cwi_func *f, uint32_t block)
{
    return &f->blocks[block].stmts[f->blocks[block].count - 1];
}

static void number_blocks(const struct cwi_func *f, struct flow *flow)
{
    struct step {
        uint32_t block, way;
    };
    struct VEC(struct step) path = {0};
    bool *is_seen = base_mem_zalloc(f->block_count);
    uint32_t left = f->block_count;
    vec_push(&path, ((struct step){0, 0}));
    is_seen[0] = true;
    while (path.count) {
        struct step *top = &path.items[path.count - 1];
        const struct cwi_stmt *s = last_of(f, top->block);
        if (top->way == cwi_way_count(s)) {
            flow->order[top->block] = --left;
            path.count--;
            continue;
        }
        uint32_t to = cwi_way_target(s, top->way++);
        if (!is_seen[to]) {
            is_seen[to] = true;
            vec_push(&path, ((struct step){to, 0}));
        }
    }
    vec_free(&path);
    free(is_seen);
}

struct finding {
    struct merged *m;
    cwi_id func;
    struct flow *flow;
};

static void add_loop(void *finding, const bool *blocks, uint32_t head)
{
    struct finding *x = finding;
    uint32_t count = cwi_func_of(x->m->q->u, x->func)->block_count;
    struct loop l = {.blocks = arena_copy(x->m->lasting, blocks, count), .head = head, .cut = LOOP_NONE};
    for (uint32_t i = 0; i < x->m->q->loop_count; i++)
        if (x->m->q->loops[i].func == x->func && x->m->q->loops[i].head == head)
            l.cut = i;
    vec_push(&x->flow->loops, l);
}

/* Each way leads forward, or to the head of a loop that it is in. */
static bool is_reducible(const struct cwi_func *f, const struct flow *flow)
{
    for (uint32_t b = 0; b < f->block_count; b++) {
        const struct cwi_stmt *s = last_of(f, b);
        for (uint32_t w = 0; flow->order[b] != UINT32_MAX && w < cwi_way_count(s); w++) {
            uint32_t to = cwi_way_target(s, w);
            bool is_fine = flow->order[to] > flow->order[b];
            for (size_t i = 0; i < flow->loops.count; i++)
                is_fine |= flow->loops.items[i].head == to && flow->loops.items[i].blocks[b];
            if (!is_fine)
                return false;
        }
    }
    return true;
}

const struct flow *check_merged_flow(struct merged *m, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(m->q->u, func);
    if (m->flows[func])
        return m->flows[func];
    struct flow *flow = base_mem_zalloc(sizeof *flow);
    m->flows[func] = flow; /* where it is given up, no other call follows */
    flow->order = arena_alloc(m->lasting, f->block_count * sizeof *flow->order);
    memset(flow->order, 0xff, f->block_count * sizeof *flow->order);
    number_blocks(f, flow);
    struct finding x = {m, func, flow};
    check_loops_find(f, add_loop, &x);
    if (!is_reducible(f, flow))
        check_merged_give_up(m, "a loop has several entries");
    return flow;
}
