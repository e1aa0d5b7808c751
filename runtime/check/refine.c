/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Refinement: what the answers of a round were blamed on is tracked in the next.
 */
#include "runtime/check/private.h"

enum { MOST_BLAMED = 16 };

struct blaming {
    struct session *session;
    bool any, changed;
};

static void blame(void *context, const struct cwi_expr *e)
{
    struct blaming *b = context;
    b->any = true;
    b->changed |= check_choices_from_expr(&b->session->choices, e);
}

static bool writes_choice(const struct session *s, const struct cwi_block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const struct cwi_expr *cell = b->stmts[i].lhs ? check_fact_cell(s->program, b->stmts[i].lhs) : NULL;
        for (size_t k = 0; cell && k < s->choices.list.count; k++)
            if (check_fact_var(s->choices.list.items[k].cell) == check_fact_var(cell))
                return true;
    }
    return false;
}

/* The branch decides whether something that is tracked is written. */
static bool decides_choice(const struct session *s, const struct avm_origin *o)
{
    const struct cwi_func *f = cwi_func_of(s->program, o->func);
    for (uint32_t i = 0; o->stmt && o->stmt->kind == CWI_IF && i < o->stmt->target_count; i++)
        if (writes_choice(s, &f->blocks[o->stmt->targets[i]]))
            return true;
    return false;
}

/* What a path is blamed on. Where each round may add little it is one branch: that decides what is tracked, or stands
 * closest to the path's end. */
static void blame_path(struct blaming *b, const struct avm_model *m, const struct graph_path *path)
{
    bool adds_little = b->session->adds_little;
    for (int only_deciding = adds_little; only_deciding >= 0; only_deciding--)
        for (size_t i = path->count; i-- > 0 && !(adds_little && b->changed);) {
            const struct avm_origin *o = avm_origin_of(m, path->steps[i]);
            if (o && o->why == AVM_LOST && o->blame && (!only_deciding || decides_choice(b->session, o)))
                blame(b, o->blame);
        }
}

bool check_session_refine(struct session *s, cwi_id entry)
{
    const struct avm_model *m = s->report->model;
    struct blaming b = {.session = s};
    if (m->end != AVM_COMPLETE)
        return check_choices_coarsen(&s->choices, m);
    check_choices_next_round(&s->choices);
    for (uint32_t i = 0; check_session_only_doubts(s) && i < m->doubt_count && i < MOST_BLAMED; i++)
        check_access_blames(m->doubts[i].expr, blame, &b);
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        if (!check_session_is_open(q, entry))
            continue;
        blame_path(&b, m, &q->path);
        if (q->note->kind == NOTE_PROPERTY && q->note->u.property.expr && !b.any)
            blame(&b, q->note->u.property.expr);
    }
    for (size_t i = 0; i < s->blamed.count; i++)
        blame(&b, s->blamed.items[i]);
    s->blamed.count = 0;
    for (uint32_t i = 0; !b.changed && i < m->undecided_count && i < MOST_BLAMED; i++)
        if (m->undecided[i].var)
            b.changed |= check_choices_from_var(&s->choices, m->undecided[i].var);
    return b.changed;
}
