/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The search: of the program, then of each function that runs beside it and may do what is asked about.
 */
#include "private.h"

/* Where nothing else bounds it, it takes about a second. */
enum {
    MOST_STATES = 3000000,
    MOST_STEPS = 400000,
    STEPS_BETWEEN_ASKING = 64,
    UNITS = 50 /* of the budget, for a step */
};

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

static void find_end(void *search, const struct cwi_stmt *s)
{
    struct search *x = search;
    if (s->kind == CWI_END && s->lhs->kind == CWI_VAR)
        x->ends[s->lhs->ref] = true;
}

/* What handles lead to, and what may be watched itself. */
static void find_handled(struct search *x)
{
    bool *is_handled = ARENA_ARRAY(x->arena, bool, x->u->vars.count);
    bool *is_watched = ARENA_ARRAY(x->arena, bool, x->u->vars.count);
    bool *is_object = ARENA_ARRAY(x->arena, bool, x->u->vars.count);
    for (cwi_id v = 1; v < x->u->vars.count; v++) {
        is_handled[v] = cwi_is_of_rule(cwi_var_of(x->u, v));
        is_watched[v] = cwi_is_watched_handle(cwi_var_of(x->u, v));
    }
    pt_id subject = x->q->subject ? pt_of_var(x->pt, x->q->subject) : PT_UNKNOWN;
    struct pt_set objects =
        x->q->subject ? pt_contents(x->pt, (struct pt_set){&subject, 1, false}) : (struct pt_set){0};
    for (uint32_t i = 0; i < objects.count; i++) {
        struct pt_object o = pt_object_of(x->pt, objects.objects[i]);
        if (o.kind == PT_VAR)
            is_object[o.id] = true;
    }
    x->states.is_object = is_object;
    x->states.is_handled = is_handled;
    x->states.is_watched = is_watched;
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
    x->is_block = ARENA_ARRAY(x->arena, bool, q->u->vars.count);
    x->ends = ARENA_ARRAY(x->arena, bool, q->u->vars.count);
    cwi_unit_walk(x->u, find_end, x);
    x->local = ARENA_ARRAY(x->arena, uint32_t, q->u->vars.count);
    x->local_count = ARENA_ARRAY(x->arena, uint32_t, q->u->funcs.count);
    x->functions = ARENA_ARRAY(x->arena, struct function, q->u->funcs.count);
    for (uint32_t i = 0; i < q->key_count; i++)
        x->is_key[q->keys[i]] = true;
    find_handled(x);
    number_locals(x);
    x->has_blocks = q->has_blocks;
    typestate_find_blocks(x);
    typestate_find_leaving(x);
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
    vec_free(&x->handles);
    arena_free(x->arena);
}

static void ask_budget(struct search *x)
{
    base_budget_spend(x->q->budget, STEPS_BETWEEN_ASKING * UNITS);
    enum budget_end end = base_budget_ask(x->q->budget);
    if (end != BUDGET_LEFT)
        x->given_up = base_budget_words(end);
}

static void search(struct search *x)
{
    while (x->work.count && !x->is_reached && !x->given_up) {
        struct item i = x->work.items[--x->work.count];
        typestate_step(x, &i);
        x->steps++;
        if (x->steps % STEPS_BETWEEN_ASKING == 0)
            ask_budget(x);
        bool is_bounded = x->q->budget && (x->q->budget->deadline > 0 || x->q->budget->units);
        if (x->states.list.count > MOST_STATES)
            x->given_up = "there are too many states";
        else if (!is_bounded && x->steps > MOST_STEPS)
            x->given_up = "it takes more than a second: more is looked at where --timeout says how long";
    }
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

static void enter(struct search *x, cwi_id func, const struct world_async *async)
{
    typestate_find_relevant(x);
    if (!x->functions[func].is_relevant)
        return;
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
        if (!typestate_refuse_world(&x, func))
            enter(&x, func, async);
        out->states += x.states.list.count;
        struct place at = cwi_place_text(q->u, x.reached_at);
        if (x.is_reached)
            out->why = arena_printf(a, "%s:%u: it may be reached in '%s', as far as the values that are followed tell",
                                    at.file ? at.file : "?", at.line, cwi_func_of(q->u, x.reached_in)->name);
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

static void ask(struct arena *a, const struct typestate_question *q, struct typestate_answer *out)
{
    const struct world *w = avm_program_world(q->program);
    bool is_clear = run(a, q, NULL, out);
    for (uint32_t i = 0; i < w->async_count && is_clear; i++)
        is_clear = run(a, q, &w->async[i], out);
    out->is_unreachable = is_clear;
}

/* As it is, and then with its blocks followed: what points where is found out anew for that. */
void check_typestate(struct arena *a, const struct typestate_question *q, struct typestate_answer *out)
{
    *out = (struct typestate_answer){0};
    ask(a, q, out);
    struct typestate_blocks *blocks = out->is_unreachable ? NULL : typestate_blocks_name(q);
    struct typestate_question again = *q;
    again.has_blocks = true;
    struct diag unused;
    if (blocks && !avm_program_new(q->u, q->notes, q->entry, q->budget, &again.program, &unused)) {
        ask(a, &again, out);
        avm_program_free(again.program);
    }
    typestate_blocks_forget(blocks);
}
