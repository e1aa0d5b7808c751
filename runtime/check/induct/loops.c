/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loops of a function, found as components within components.
 */
#include "loops.h"
#include "runtime/base/components.h"

#include <stdlib.h>

struct nest { /* blocks among which loops are looked for */
    const struct cwi_func *f;
    const bool *within;
    struct VEC(bool *) loops;
};

static uint32_t next_block(const struct cwi_func *f, uint32_t block, uint32_t i)
{
    const struct cwi_block *b = &f->blocks[block];
    const struct cwi_stmt *s = b->count ? &b->stmts[b->count - 1] : NULL;
    if (s && i < s->target_count)
        return s->targets[i];
    return s && i - s->target_count < s->case_count ? s->cases[i - s->target_count].target : COMPONENTS_NONE;
}

/* Successors within; one outside is skipped, so that the next stands twice. */
static uint32_t next_within(void *nest, uint32_t block, uint32_t i)
{
    const struct nest *n = nest;
    uint32_t to = n->within[block] ? next_block(n->f, block, i) : COMPONENTS_NONE;
    for (; to != COMPONENTS_NONE && !n->within[to]; i++)
        to = next_block(n->f, block, i + 1);
    return to;
}

static bool is_within(void *nest, uint32_t block)
{
    return ((struct nest *)nest)->within[block];
}

static void note_loop(void *nest, const uint32_t *members, uint32_t count)
{
    struct nest *n = nest;
    bool is_loop = count > 1;
    for (uint32_t i = 0, to; (to = next_within(n, members[0], i)) != COMPONENTS_NONE; i++)
        is_loop |= to == members[0];
    if (!is_loop)
        return;
    bool *blocks = base_mem_zalloc(n->f->block_count);
    for (uint32_t i = 0; i < count; i++)
        blocks[members[i]] = true;
    vec_push(&n->loops, blocks);
}

/* The only block of the loop that others lead to, or COMPONENTS_NONE. */
static uint32_t head_of(const struct cwi_func *f, const bool *loop)
{
    uint32_t head = loop[0] ? 0 : COMPONENTS_NONE;
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0, to; !loop[b] && (to = next_block(f, b, i)) != COMPONENTS_NONE; i++) {
            if (!loop[to])
                continue;
            if (head != COMPONENTS_NONE && head != to)
                return COMPONENTS_NONE;
            head = to;
        }
    return head;
}

static void find_within(const struct cwi_func *f, const bool *within,
                        void (*found)(void *context, const bool *blocks, uint32_t head), void *context)
{
    struct nest n = {.f = f, .within = within};
    base_components_find(&(struct components_graph){f->block_count, next_within, is_within, note_loop, &n});
    for (size_t i = 0; i < n.loops.count; i++) {
        bool *loop = n.loops.items[i];
        uint32_t head = head_of(f, loop);
        if (head != COMPONENTS_NONE) {
            found(context, loop, head);
            loop[head] = false;
            find_within(f, loop, found, context);
        }
        free(loop);
    }
    vec_free(&n.loops);
}

void check_loops_find(const struct cwi_func *f, void (*found)(void *context, const bool *blocks, uint32_t head),
                      void *context)
{
    bool *all = base_mem_zalloc(f->block_count + 1);
    memset(all, true, f->block_count);
    find_within(f, all, found, context);
    free(all);
}
