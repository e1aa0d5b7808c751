/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The search: of the program, then of each function that runs beside it and may do what is asked about.
 */
#include "private.h"
#include "runtime/cwi/edit.h"

#include <stdlib.h>

/* Where no time is given, the work is counted: a few seconds. */
enum { MOST_STATES = 3000000, MOST_STEPS = 400000, STEPS_BETWEEN_ASKING = 64 };

void typestate_give_up(struct search *x, struct cwi_place at, const char *why)
{
    struct place p = cwi_place_text(x->u, at);
    if (!x->given_up)
        x->given_up = arena_printf(x->arena, "%s:%u: %s", p.file ? p.file : "?", p.line, why);
}

/* ---- one search -------------------------------------------------------------------------------------------------- */

static void number_locals(struct search *x)
{
    for (cwi_id v = 1; v < x->u->vars.count; v++) {
        const struct cwi_var *var = cwi_var_of(x->u, v);
        if (cwi_is_automatic(var) && var->owner)
            x->local[v] = x->local_count[var->owner]++;
    }
}

static void begin(struct search *x, const struct typestate_question *q, const struct holders *holders)
{
    *x = (struct search){.q = q,
                         .u = q->u,
                         .pt = avm_program_points(q->program),
                         .calls = avm_program_calls(q->program),
                         .world = avm_program_world(q->program),
                         .arena = arena_new(),
                         .holders = *holders};
    x->states.arena = x->arena;
    x->is_key = ARENA_ARRAY(x->arena, bool, q->u->vars.count);
    x->is_followed = ARENA_ARRAY(x->arena, bool, q->u->vars.count);
    x->is_named = ARENA_ARRAY(x->arena, bool, q->u->vars.count);
    x->local = ARENA_ARRAY(x->arena, uint32_t, q->u->vars.count);
    x->local_count = ARENA_ARRAY(x->arena, uint32_t, q->u->funcs.count);
    x->functions = ARENA_ARRAY(x->arena, struct function, q->u->funcs.count);
    for (uint32_t i = 0; i < q->key_count; i++)
        x->is_key[q->keys[i]] = true;
    number_locals(x);
    typestate_find_relevant(x);
}

static void end(struct search *x)
{
    typestate_contexts_free(x);
    typestate_functions_free(x);
    typestate_states_free(&x->states);
    vec_free(&x->work);
    vec_free(&x->seen_items);
    base_map64_free(&x->seen);
    base_map64_free(&x->changes);
    vec_free(&x->landings);
    vec_free(&x->jumps);
    vec_free(&x->handles);
    arena_free(x->arena);
}

static void search(struct search *x)
{
    while (x->work.count && !x->is_reached && !x->given_up) {
        struct item i = x->work.items[--x->work.count];
        typestate_step(x, &i);
        x->steps++;
        if (x->steps % STEPS_BETWEEN_ASKING == 0 && base_budget_ask(x->q->budget) != BUDGET_LEFT)
            x->given_up = "the time was up";
        bool is_timed = x->q->budget && x->q->budget->deadline > 0;
        if (x->states.list.count > MOST_STATES || (!is_timed && x->steps > MOST_STEPS))
            x->given_up = "there are too many states";
    }
}

/* ---- what runs at any time --------------------------------------------------------------------------------------- */

/* What runs beside the program changes what the rule remembers, so that it may hold anything at any moment. */
static bool changes_keys(struct search *x, const struct world_async *a)
{
    struct pt_set set = pt_mod(x->pt, a->func);
    bool changes = false;
    for (uint32_t i = 0; i < set.count && !a->is_last; i++) {
        struct pt_object o = pt_object_of(x->pt, set.objects[i]);
        bool is_own = o.kind == PT_VAR && cwi_var_of(x->u, o.id)->is_thread_local && a->is_new;
        changes |= o.kind == PT_VAR && x->is_key[o.id] && !is_own;
    }
    return changes;
}

static int order(const void *a, const void *b)
{
    pt_id x = *(const pt_id *)a, y = *(const pt_id *)b;
    return (x > y) - (x < y);
}

/* What somebody else may have: all that variables with static storage, and what was given away, lead to. */
static struct pt_set shared(struct search *x)
{
    struct VEC(pt_id) all = {0};
    for (cwi_id i = 1; i < x->u->vars.count; i++)
        if (!cwi_is_automatic(cwi_var_of(x->u, i)) && !x->is_key[i])
            vec_push(&all, pt_of_var(x->pt, i));
    struct pt_set escaped = pt_all_escaped(x->pt);
    for (uint32_t i = 0; i < escaped.count; i++)
        vec_push(&all, escaped.objects[i]);
    qsort(all.items, all.count, sizeof *all.items, order);
    struct pt_set contents = pt_contents(x->pt, (struct pt_set){all.items, (uint32_t)all.count, false});
    vec_free(&all);
    return pt_closure(x->pt, contents);
}

/* What others do is done to something else, where whoever has what is watched keeps it to himself. */
static bool may_be_confined(struct search *x)
{
    cwi_id watched = x->q->subject;
    if (!watched || x->q->asks_for_ends || cwi_type_of(x->u, cwi_var_of(x->u, watched)->type)->kind != CWI_PTR)
        return false;
    x->shared = shared(x);
    return true;
}

/* A variable of one activation, or what a call gave, which nobody else can have. */
void typestate_check_confined(struct search *x, struct known value, struct cwi_place at)
{
    bool is_place = value.kind == KNOWN_ADDRESS || value.kind == KNOWN_HANDED;
    const struct cwi_var *v = is_place ? cwi_var_of(x->u, value.ref) : NULL;
    bool is = v && (cwi_is_automatic(v) || typestate_is_rules(v)) && !pt_escaped(x->pt, pt_of_var(x->pt, value.ref)) &&
              !pt_set_has(x->shared, pt_of_var(x->pt, value.ref)) &&
              !pt_set_has(pt_sent_out(x->pt), pt_of_var(x->pt, value.ref));
    if (!is)
        typestate_give_up(x, at, "what is watched here others may have, who run at any time");
}

struct event_search {
    struct search *x;
    cwi_id func;
    const struct cwi_stmt *stmt;
};

/* The object of an event, which is compared with what is watched, was made of bytes that nobody followed: somebody else
 * may have sent it. */
static bool look_at_event(void *context, const struct cwi_expr *e)
{
    struct event_search *s = context;
    struct search *x = s->x;
    bool asks = e->kind == CWI_BINARY && e->op == CWI_EQ && e->name && !strcmp(e->name, CWI_SAME_OBJECT);
    const struct cwi_expr *watched = asks ? cwi_converted(e->b) : NULL;
    if (!watched || watched->kind != CWI_VAR || watched->ref != x->q->subject)
        return true;
    struct pt_set set = pt_may_point(x->pt, s->func, e->a);
    if (!typestate_is_followed_by_pointers(set))
        typestate_give_up(x, s->stmt->at, "what runs at any time has events, and whose object this is nobody knows");
    return true;
}

static void look_at_events(struct search *x)
{
    for (cwi_id f = 1; f < x->u->funcs.count && !x->given_up; f++)
        for (uint32_t b = 0; x->calls->funcs[f].reachable && b < cwi_func_of(x->u, f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(x->u, f)->blocks[b].count; i++) {
                struct event_search s = {x, f, &cwi_func_of(x->u, f)->blocks[b].stmts[i]};
                cwi_stmt_walk(s.stmt, look_at_event, &s);
            }
}

static bool may_jump(struct search *x, cwi_id func)
{
    bool *seen = arena_zalloc(x->arena, x->u->funcs.count), may = false;
    struct VEC(cwi_id) work = {0};
    vec_push(&work, func);
    while (work.count && !may) {
        cwi_id f = work.items[--work.count];
        if (seen[f])
            continue;
        seen[f] = true;
        if (!cwi_func_of(x->u, f)->block_count)
            may = pt_effect_of(x->u, f, x->q->notes).flags & EFFECT_LONGJMP;
        for (uint32_t i = 0; i < x->calls->funcs[f].callee_count; i++)
            vec_push(&work, x->calls->funcs[f].callees[i]);
    }
    vec_free(&work);
    return may;
}

static bool refuse_world(struct search *x)
{
    bool may_be = x->world->async_count && may_be_confined(x);
    for (uint32_t i = 0; i < x->world->async_count && !x->given_up; i++) {
        const struct world_async *a = &x->world->async[i];
        const char *name = cwi_func_of(x->u, a->func)->name;
        x->is_confined |= may_be && changes_keys(x, a);
        if (!x->is_confined && changes_keys(x, a))
            x->given_up = arena_printf(x->arena, "'%s' runs at any time, and has events of the rule", name);
        x->jumps_anywhere |= may_jump(x, a->func);
    }
    if (x->is_confined)
        look_at_events(x);
    return x->given_up;
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

static void enter(struct search *x, cwi_id func, const struct world_async *async)
{
    typestate_find_followed(x, async);
    typestate_context(x, func, typestate_first_state(x, async));
    search(x);
}

/* Once more where it was found out which variables hold handles, so that it is known what else may write to them. */
static bool run(struct arena *a, const struct typestate_question *q, const struct world_async *async,
                struct typestate_answer *out)
{
    enum { MOST_ROUNDS = 4 };
    struct holders holders = {0};
    bool is_clear = false, goes_on = true;
    for (int round = 0; round < MOST_ROUNDS && goes_on; round++) {
        struct search x;
        begin(&x, q, &holders);
        cwi_id func = async ? async->func : q->entry;
        if (!refuse_world(&x) && x.functions[func].is_relevant)
            enter(&x, func, async);
        out->states += x.states.list.count;
        if (x.is_reached)
            out->why = arena_printf(a, "it may be reached in '%s', as far as the values that are followed tell",
                                    cwi_func_of(q->u, x.reached_in)->name);
        else if (x.given_up)
            out->why = arena_str(a, x.given_up);
        is_clear = !x.is_reached && !x.given_up;
        goes_on = x.is_reached && x.found_holder;
        holders = x.holders;
        end(&x);
    }
    vec_free(&holders);
    return is_clear;
}

void check_typestate(struct arena *a, const struct typestate_question *q, struct typestate_answer *out)
{
    const struct world *w = avm_program_world(q->program);
    *out = (struct typestate_answer){0};
    bool is_clear = run(a, q, NULL, out);
    for (uint32_t i = 0; i < w->async_count && is_clear; i++)
        is_clear = run(a, q, &w->async[i], out);
    out->is_unreachable = is_clear;
}
