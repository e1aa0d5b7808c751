/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Variables that may change at any time, and what is said to those who asked for one of them to be tracked.
 */
#include "machine.h"

/* Interrupts, signal handlers and threads run at any time: what they write may be anything wherever it is read. */
void avm_find_shared(struct avm *m)
{
    m->forced_shared = ARENA_ARRAY(m->arena, cwi_id, m->u->vars.count);
    struct VEC(cwi_id) writers = {0};
    for (size_t i = 0; i < m->notes->list.count; i++)
        if (m->notes->list.items[i]->kind == NOTE_INTERRUPT)
            vec_push(&writers, m->notes->list.items[i]->u.function);
    for (cwi_id f = 1; f < m->u->funcs.count; f++) {
        const struct cg_func *g = &m->calls->funcs[f];
        for (uint32_t i = 0; g->reachable && i < g->call_count; i++)
            for (uint32_t k = 0; k < g->calls[i].callee_count; k++) {
                cwi_id callee = g->calls[i].callees[k];
                if (cwi_func_of(m->u, callee)->block_count)
                    continue;
                struct effect e = effect_of(m->u, callee, m->notes);
                if (!(e.flags & (EFFECT_SIGNAL | EFFECT_THREAD)))
                    continue;
                for (uint32_t a = 0; a < g->calls[i].stmt->arg_count; a++) {
                    struct pt_set set = pt_may_point(m->points, f, g->calls[i].stmt->args[a]);
                    for (uint32_t x = 0; effect_calls(&e, a) && x < set.count; x++)
                        if (pt_object_of(m->points, set.objects[x]).kind == PT_FUNC)
                            vec_push(&writers, pt_object_of(m->points, set.objects[x]).id);
                }
            }
    }
    for (size_t i = 0; i < writers.count; i++) {
        const struct cwi_func *f = cwi_func_of(m->u, writers.items[i]);
        avm_lose(m, f->at, writers.items[i],
                 arena_printf(m->arena,
                              "'%s' runs at any time and is no part of the model: what it writes may hold any value",
                              f->name));
        struct pt_set set = pt_mod(m->points, writers.items[i]);
        for (uint32_t x = 0; x < set.count; x++) {
            struct pt_object o = pt_object_of(m->points, set.objects[x]);
            if (o.kind == PT_VAR)
                m->forced_shared[o.id] = writers.items[i];
        }
    }
    vec_free(&writers);
}

/* ---- why it is not tracked --------------------------------------------------------------------------------------- */

struct search { /* for a statement that writes a variable */
    struct avm *m;
    pt_id object;
    uint8_t *seen; /* functions */
    struct cwi_place found;
};

static void search_function(struct search *s, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(s->m->u, func);
    const struct cg_func *g = &s->m->calls->funcs[func];
    if (s->seen[func] || s->found.line)
        return;
    s->seen[func] = 1;
    for (uint32_t b = 0; b < f->block_count && !s->found.line; b++)
        for (uint32_t i = 0; i < f->blocks[b].count && !s->found.line; i++) {
            const struct cwi_stmt *x = &f->blocks[b].stmts[i];
            if (x->lhs && x->kind != CWI_END && pt_set_has(pt_may_be(s->m->points, func, x->lhs), s->object))
                s->found = x->at;
        }
    for (uint32_t i = 0; i < g->callee_count; i++)
        if (pt_reachable(s->m->points, g->callees[i]) && pt_set_has(pt_mod(s->m->points, g->callees[i]), s->object))
            search_function(s, g->callees[i]);
}

void avm_not_tracked(struct avm *m, cwi_id var, const struct note *n)
{
    cwi_id writer = m->forced_shared[var];
    const char *name = cwi_var_of(m->u, var)->name, *why;
    struct search s = {.m = m, .object = pt_of_var(m->points, var), .seen = arena_zalloc(m->arena, m->u->funcs.count)};
    if (writer)
        search_function(&s, writer);
    struct place at = cwi_place_text(m->u, s.found);
    if (!writer)
        why = arena_printf(m->arena, "'%s' is not tracked: it is volatile, and may hold any value whenever it is read",
                           name);
    else if (s.found.line)
        why = arena_printf(m->arena, "'%s' is not tracked: '%s' runs at any time and may write it, at %s:%u", name,
                           cwi_func_of(m->u, writer)->name, at.file ? at.file : "?", at.line);
    else
        why = arena_printf(m->arena, "'%s' is not tracked: '%s' runs at any time and may write it", name,
                           cwi_func_of(m->u, writer)->name);
    vec_push(&m->refused, ((struct avm_refused){n, why}));
}
