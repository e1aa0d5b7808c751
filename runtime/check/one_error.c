/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Errors one at a time. A program whose errors need ten variables in all, but each of them two, has too many states
 * when the ten are tracked together. So each way into an error, a branch after which nothing but the error can follow,
 * is looked at in a program without the others: where they lead, the program stays for ever.
 *
 * Whatever first reaches an error reaches it by one of these ways, having taken no other, or by none of them: it is a
 * run of one of the programs, and True is what is True in all.
 */
#include "runtime/check/private.h"
#include "runtime/cwi/edit.h"

enum { MOST_WAYS = 64, MOST_BLOCKS = 8, WAY_STATES = 100000 };

struct way {
    uint32_t *target; /* in the statement */
    uint32_t error, stay;
};
struct apart {
    struct session *s;
    struct VEC(struct way) ways;
};

/* ---- ways into errors -------------------------------------------------------------------------------------------- */

static bool ends_in_error(const struct session *s, const struct cwi_func *f, uint32_t block, int depth);

/* 1: the statement is an error; 0: the next one follows; -1: something else may. */
static int kind_of(const struct session *s, const struct cwi_stmt *st, int depth)
{
    if (st->kind == CWI_ASSIGN)
        return 0;
    if (st->kind != CWI_CALL || st->rhs->kind != CWI_FUNCREF)
        return -1;
    struct effect e = pt_effect_of(s->program, st->rhs->ref, s->given);
    const struct cwi_func *f = cwi_func_of(s->program, st->rhs->ref);
    if (e.flags & EFFECT_ERROR)
        return 1;
    return f->block_count && depth < MOST_BLOCKS && ends_in_error(s, f, 0, depth + 1) ? 1 : -1;
}

static bool ends_in_error(const struct session *s, const struct cwi_func *f, uint32_t block, int depth)
{
    for (int n = 0; n < MOST_BLOCKS; n++) {
        const struct cwi_block *b = &f->blocks[block];
        uint32_t i = 0;
        int kind = 0;
        while (i < b->count && !(kind = kind_of(s, &b->stmts[i], depth)))
            i++;
        if (kind == 1)
            return true;
        if (i >= b->count || b->stmts[i].kind != CWI_GOTO)
            return false;
        block = b->stmts[i].targets[0];
    }
    return false;
}

static void add_way(struct apart *x, const struct cwi_func *f, uint32_t *target)
{
    if (ends_in_error(x->s, f, *target, 0))
        vec_push(&x->ways, ((struct way){.target = target, .error = *target}));
}

static void find_ways(struct apart *x, struct cwi_func *f)
{
    for (uint32_t b = 0; b < f->block_count; b++) {
        struct cwi_stmt *last = f->blocks[b].count ? &f->blocks[b].stmts[f->blocks[b].count - 1] : NULL;
        if (!last || (last->kind != CWI_IF && last->kind != CWI_SWITCH) || ends_in_error(x->s, f, b, 0))
            continue;
        for (uint32_t i = 0; i < last->target_count; i++)
            add_way(x, f, &last->targets[i]);
        for (uint32_t i = 0; i < last->case_count; i++)
            add_way(x, f, &last->cases[i].target);
    }
}

/* A block that goes to itself, to which the ways lead that are not looked at. */
static void add_stay(struct apart *x, struct cwi_func *f, size_t first)
{
    struct arena *a = x->s->program->arena;
    struct cwi_stmt on = cwi_goto(a, f->at, f->block_count);
    uint32_t stay = cwi_add_block(a, f, &on, 1);
    for (size_t i = first; i < x->ways.count; i++)
        x->ways.items[i].stay = stay;
}

static void find_all(struct apart *x)
{
    struct cwi_unit *u = x->s->program;
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        size_t first = x->ways.count;
        find_ways(x, u->funcs.items[f]);
        if (x->ways.count > first)
            add_stay(x, u->funcs.items[f], first);
    }
}

/* ---- one at a time ----------------------------------------------------------------------------------------------- */

/* The question about the program with the one way: its answer goes to *out. */
static enum status ask_one(struct apart *x, struct asked *q, size_t way, struct check_answer *out, struct diag *d)
{
    struct session *s = x->s;
    struct check_report report = {.arena = s->report->arena};
    uint64_t left = s->states_left < WAY_STATES ? s->states_left : WAY_STATES;
    struct session one = {.program = s->program,
                          .given = s->given,
                          .options = s->options,
                          .report = &report,
                          .adds_little = true,
                          .prepared = s->prepared,
                          .prepared_for = s->prepared_for,
                          .states_left = left};
    struct asked only = {.note = q->note, .entry = q->entry, .answer = out};
    *out = *q->answer;
    vec_push(&one.asked, only);
    for (size_t i = 0; i < x->ways.count; i++)
        *x->ways.items[i].target = i == way ? x->ways.items[i].error : x->ways.items[i].stay;
    check_choices_begin(&one.choices, report.arena, s->program, s->given);
    check_choices_from_notes(&one.choices);
    enum status st = check_session_rounds(&one, q->entry, d);
    check_session_settle_doubts(&one, q->entry);
    check_assumed_join(&s->assumed, &one.assumed);
    check_choices_end(&one.choices);
    s->prepared = one.prepared;
    s->prepared_for = one.prepared_for;
    s->states_left -= left - one.states_left;
    avm_model_free(s->report->model);
    s->report->model = report.model;
    s->report->runs += report.runs;
    check_assumed_free(&one.assumed);
    check_assumed_free(&one.doubted);
    vec_free(&one.blamed);
    vec_free(&one.asked);
    return st;
}

static enum status ask_all(struct apart *x, struct asked *q, struct diag *d)
{
    struct check_answer answer = *q->answer;
    enum status st = ST_OK;
    for (size_t i = 0; !st && i < x->ways.count; i++) {
        st = ask_one(x, q, i, &answer, d);
        if (st || answer.verdict != LTS_VERDICT_TRUE || check_session_is_over(x->s))
            break;
        if (i + 1 == x->ways.count)
            *q->answer = answer;
    }
    if (!st && answer.verdict == LTS_VERDICT_FALSE)
        *q->answer = answer;
    for (size_t i = 0; i < x->ways.count; i++)
        *x->ways.items[i].target = x->ways.items[i].error;
    return st;
}

enum status check_session_try_apart(struct session *s, cwi_id entry, struct diag *d)
{
    struct apart x = {.s = s};
    enum status st = ST_OK;
    for (size_t i = 0; !st && i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        bool asks_for_errors = q->note->kind == NOTE_PROPERTY && !strcmp(q->note->u.property.logic, "reach-assert");
        if (!asks_for_errors || !check_session_is_open(q, entry))
            continue;
        if (!x.ways.count)
            find_all(&x);
        if (x.ways.count > 1 && x.ways.count <= MOST_WAYS) {
            avm_program_free(s->prepared); /* there are blocks that it does not know */
            s->prepared = NULL;
            st = ask_all(&x, q, d);
        }
    }
    vec_free(&x.ways);
    return st;
}
