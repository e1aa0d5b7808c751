/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is constant about a program, for all runs of it.
 */
#include "machine.h"

enum status avm_program_new(const struct cwi_unit *u, const struct notes *notes, cwi_id entry,
                            const struct budget *budget, struct avm_program **out, struct diag *d)
{
    struct avm_program *p = mem_zalloc(sizeof *p);
    struct VEC(cwi_id) roots = {0};
    *out = NULL;
    p->arena = arena_new();
    vec_push(&roots, entry);
    for (size_t i = 0; i < notes->list.count; i++)
        if (notes->list.items[i]->kind == NOTE_INTERRUPT)
            vec_push(&roots, notes->list.items[i]->u.function);
    p->points = pt_new(u, roots.items, (uint32_t)roots.count, notes, budget);
    vec_free(&roots);
    if (!p->points) {
        avm_program_free(p);
        return diag_set(d, budget_ask(budget) == BUDGET_STOPPED ? ST_STOPPED : ST_LIMIT, (struct place){0},
                        "the time was up while it was found out what pointers point to");
    }
    p->entry = entry;
    p->calls = cg_new(p->arena, u, p->points);
    p->world = world_find(p->arena, u, p->points, p->calls, notes);
    *out = p;
    return ST_OK;
}

void avm_program_free(struct avm_program *p)
{
    if (!p)
        return;
    pt_free(p->points);
    arena_free(p->arena);
    free(p);
}

const struct world *avm_program_world(const struct avm_program *p)
{
    return p->world;
}
