/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Variables that may change at any time (volatile ones, those that handlers, threads or the library write), and what is
 * said to those who asked for one of them to be tracked.
 */
#include "runtime/avm/prepare.h"
#include "runtime/avm/report.h"

/* `is_thread`: it is another thread that writes, which has its own of some. */
static void share(struct avm *m, cwi_id writer, bool is_thread)
{
    struct pt_set set = pt_mod(m->points, writer);
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(m->points, set.objects[i]);
        if (o.kind != PT_VAR || m->forced_shared[o.id])
            continue;
        const struct cwi_var *v = cwi_var_of(m->u, o.id);
        if (!is_thread || !v->is_thread_local || v->is_address_taken)
            m->forced_shared[o.id] = writer;
    }
}

/* What others write while this code runs may be anything wherever it is read. A handler stops the program, so that only
 * other handlers run beside it; threads run beside everything, other instances of themselves included. */
void avm_find_shared(struct avm *m)
{
    const struct world *w = m->world;
    bool is_thread = w->has_threads, is_new = false;
    m->forced_shared = ARENA_ARRAY(m->arena, cwi_id, m->u->vars.count);
    for (uint32_t i = 0; i < w->async_count; i++) {
        const struct world_async *x = &w->async[i];
        is_new |= x->func == m->cfg.async && x->is_new;
        if (x->is_last)
            continue;
        if (x->func != m->cfg.async || x->is_thread)
            share(m, x->func, x->is_new);
        if (x->func != m->cfg.async)
            avm_lose(m, cwi_func_of(m->u, x->func)->at, x->func,
                     arena_printf(m->arena, "'%s' runs at any time: what it writes may hold any value",
                                  cwi_func_of(m->u, x->func)->name));
    }
    if (m->cfg.async && is_thread)
        share(m, m->program_entry, is_new);
}

static const struct note *input_note(const struct avm *m, cwi_id var)
{
    for (size_t i = 0; i < m->notes->list.count; i++) {
        const struct note *n = m->notes->list.items[i];
        if (n->kind == NOTE_INPUT && n->u.input.var == var)
            return n;
    }
    return NULL;
}

/* A volatile variable is memory of its function's alone where nobody takes its address. */
void avm_set_shared(struct avm *m, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(m->u, var);
    struct object *o = &m->objects[var];
    bool is_private = cwi_is_automatic(v) && !v->is_address_taken;
    bool others_write = m->forced_shared[var] || m->world->is_held[var];
    o->input = v->is_volatile ? input_note(m, var) : NULL;
    o->is_shared = v->is_foreign || others_write || o->input ||
                   (v->is_volatile && !is_private && m->cfg.volatiles != AVM_VOLATILE_MEMORY);
    o->is_input =
        v->is_volatile && o->is_shared && !others_write && (o->input || m->cfg.volatiles == AVM_VOLATILE_INPUT);
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
    if (cwi_is_model(m->u, cwi_var_of(m->u, var)->at.file)) /* nothing that a user has written, or could change */
        return;
    cwi_id writer = m->forced_shared[var];
    const char *name = cwi_var_of(m->u, var)->name, *why;
    struct search s = {.m = m, .object = pt_of_var(m->points, var), .seen = arena_zalloc(m->arena, m->u->funcs.count)};
    if (writer)
        search_function(&s, writer);
    struct place at = cwi_place_text(m->u, s.found);
    if (m->world->is_held[var])
        why = arena_printf(m->arena,
                           "'%s' is not tracked: its address was given to the library, which may write it at any "
                           "time",
                           name);
    else if (!writer)
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
