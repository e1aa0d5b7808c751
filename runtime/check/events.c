/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A path through the state graph in words: what each step tells a person, at its place in the source.
 *
 * Invariant: texts are copied out of the model, so that a report outlives the models it was made from.
 */
#include "runtime/check/private.h"

/* A call can take several steps: of arguments, of functions that it calls back, of its result. */
static bool is_repeated_call(const struct event_list *list, const struct check_event *e, const struct avm_origin *o)
{
    const struct check_event *last = list->list.count ? &list->list.items[list->list.count - 1] : NULL;
    bool is_call = o && o->outcome < 0 && o->stmt && o->stmt->kind == CWI_CALL && !e->label;
    return is_call && last && last->at.file == e->at.file && last->at.line == e->at.line && last->at.col == e->at.col &&
           !last->label && !strcmp(last->text, e->text);
}

static void add_step(const struct avm_model *m, uint64_t t, struct event_list *out)
{
    const struct avm_origin *o = avm_origin_of(m, t);
    struct buf text = {0};
    avm_print_step(m, lts_source(m->graph, t), t, &text);
    bool is_silent = m->graph->label[t] == LTS_TAU;
    if (text.size || !is_silent) {
        struct check_event e = {.at = o ? o->at : (struct cwi_place){0}, .func = o ? o->func : 0};
        e.text = arena_str(out->arena, buf_str(&text));
        e.label = is_silent ? NULL : arena_str(out->arena, lts_label(m->graph, t));
        e.is_minor = is_silent && o && o->outcome >= 0 && o->why == AVM_ONLY;
        if (!is_repeated_call(out, &e, o))
            vec_push(&out->list, e);
    }
    buf_free(&text);
}

void check_events_of_path(const struct avm_model *m, const struct graph_path *p, struct event_list *out,
                          struct cwi_place *at, cwi_id *func)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct avm_origin *o = avm_origin_of(m, p->steps[i]);
        add_step(m, p->steps[i], out);
        if (o && o->at.line) {
            *at = o->at;
            *func = o->func;
        }
    }
}

void check_path_blames(const struct avm_model *m, const struct graph_path *p,
                       void (*visit)(void *context, const struct cwi_expr *e), void *context)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct avm_origin *o = avm_origin_of(m, p->steps[i]);
        if (o && o->why == AVM_LOST && o->blame)
            visit(context, o->blame);
    }
}

void check_access_blames(const struct cwi_expr *e, void (*visit)(void *context, const struct cwi_expr *e),
                         void *context)
{
    for (; e; e = e->a) {
        if (e->kind == CWI_INDEX)
            visit(context, e->b);
        if (e->kind == CWI_DEREF || e->kind == CWI_BINARY) {
            visit(context, e->kind == CWI_DEREF ? e->a : e->b);
            return;
        }
    }
}
