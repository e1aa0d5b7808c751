/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is constant about a program, for all runs of it.
 */
#include "prepare.h"

enum status avm_program_new(const struct cwi_unit *u, const struct notes *notes, cwi_id entry,
                            const struct budget *budget, struct avm_program **out, struct diag *d)
{
    struct avm_program *p = base_mem_zalloc(sizeof *p);
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
        enum budget_end end = base_budget_ask(budget);
        return diag_set(d, end == BUDGET_STOPPED ? ST_STOPPED : ST_LIMIT, (struct place){0},
                        "%s while it was found out what pointers point to", base_budget_words(end));
    }
    p->entry = entry;
    p->calls = pt_cg_new(p->arena, u, p->points);
    p->lifetimes = pt_lifetimes(p->arena, u, p->points, p->calls, entry);
    p->world = pt_world_find(p->arena, u, p->points, p->calls, notes);
    *out = p;
    return ST_OK;
}

void avm_program_free(struct avm_program *p)
{
    if (!p)
        return;
    pt_free(p->points);
    base_map64_free(&p->stmt_of);
    vec_free(&p->stmts);
    arena_free(p->arena);
    free(p);
}

const struct callgraph *avm_program_calls(const struct avm_program *p)
{
    return p->calls;
}

struct pt *avm_program_points(const struct avm_program *p)
{
    return p->points;
}

const struct world *avm_program_world(const struct avm_program *p)
{
    return p->world;
}

static bool add_expr(void *program, const struct cwi_expr *e)
{
    struct avm_program *p = program;
    uint32_t known;
    if (!base_map64_get(&p->stmt_of, (uint64_t)(uintptr_t)e, &known))
        base_map64_put(&p->stmt_of, (uint64_t)(uintptr_t)e, (uint32_t)p->stmts.count - 1);
    return true;
}

static void add_stmt(struct avm_program *p, const struct cwi_stmt *s, cwi_id func)
{
    vec_push(&p->stmts, ((struct located){s, func}));
    cwi_stmt_walk(s, add_expr, p);
}

const struct located *avm_where(struct avm *m, const struct cwi_expr *e)
{
    struct avm_program *p = m->program;
    uint32_t i;
    bool is_first = !p->stmts.count;
    for (cwi_id f = 1; is_first && f < m->u->funcs.count; f++) {
        const struct cwi_func *fn = cwi_func_of(m->u, f);
        for (uint32_t b = 0; p->calls->funcs[f].reachable && b < fn->block_count; b++)
            for (uint32_t k = 0; k < fn->blocks[b].count; k++)
                add_stmt(p, &fn->blocks[b].stmts[k], f);
    }
    return e && base_map64_get(&p->stmt_of, (uint64_t)(uintptr_t)e, &i) ? &p->stmts.items[i] : NULL;
}

bool avm_is_recursive(const struct avm_model *m, cwi_id func)
{
    return m->machine->calls->funcs[func].recursive;
}
