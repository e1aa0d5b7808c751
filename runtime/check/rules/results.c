/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the null results of calls get: a work list over functions, as far as they are handed on. A function that
 * returns one makes its callers ones that got it; one that is handed some is gone through with them.
 */
#include "results_walk.h"
#include "runtime/cwi/edit.h"

enum { MOST_STEPS = 1000000, MOST_STATES = 100000, MOST_STATES_OF_BLOCK = 64 };

struct path {
    cwi_id func;
    uint32_t block, index;
    struct result_state state; /* owned */
    struct cwi_place given;
};
struct seen {                  /* with these states the block was begun */
    struct result_state state; /* owned */
    uint32_t next;             /* of the same block, + 1 */
};
struct call_site {
    cwi_id func, callee; /* callee 0: a pointer */
    uint32_t block, index;
};
struct follower {
    struct rule_compiler *c;
    struct result_step step;
    struct VEC(struct path) work;
    struct VEC(struct seen) seen;
    struct map64 seen_of; /* by function and block: the last one, + 1 */
    struct VEC(struct call_site) calls;
    bool *is_taken, *gives;                             /* by function: it returns a null result */
    bool *is_reached;                                   /* by function: it may be called */
    bool *lands;                                        /* by function: it calls what returns twice */
    bool has_threads, lands_anywhere, is_asked_by_name; /* the last: for functions (dlsym) */
    struct VEC(cwi_id) to_look_at;
    uint64_t steps;
    struct result_troubles *out;
};

static const struct cwi_unit *unit_of(const struct follower *x)
{
    return x->c->u;
}

static void add_trouble(struct follower *x, const struct path *p, struct cwi_place at, const char *why,
                        bool is_followed)
{
    for (size_t i = 0; i < x->c->excluded.count; i++)
        if (cwi_same_place(x->c->excluded.items[i].place, at))
            return;
    struct result_trouble t = {.given = p->given, .at = at, .func = p->func, .why = why, .is_followed = is_followed};
    for (size_t i = 0; i < x->out->count; i++)
        if (cwi_same_place(x->out->items[i].at, at) && cwi_same_place(x->out->items[i].given, p->given))
            return;
    vec_push(x->out, t);
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static struct result_state copy(const struct result_state *s)
{
    struct result_state to = {0};
    for (size_t i = 0; i < s->count; i++)
        vec_push(&to, s->items[i]);
    return to;
}

/* From the beginning of the block on, unless that was done. */
static void add_path(struct follower *x, cwi_id func, uint32_t block, const struct result_state *s,
                     struct cwi_place given)
{
    uint64_t key = (uint64_t)func << 32 | block;
    uint32_t first = 0, same = 0;
    if (!s->count)
        return;
    base_map64_get(&x->seen_of, key, &first);
    for (uint32_t i = first; i; i = x->seen.items[i - 1].next, same++)
        if (rule_result_same(&x->seen.items[i - 1].state, s))
            return;
    if (same >= MOST_STATES_OF_BLOCK) {
        const struct path here = {.func = func, .given = given};
        add_trouble(x, &here, given, "goes too many ways", false);
        return;
    }
    vec_push(&x->seen, ((struct seen){copy(s), first}));
    base_map64_put(&x->seen_of, key, (uint32_t)x->seen.count);
    vec_push(&x->work, ((struct path){func, block, 0, copy(s), given}));
}

/* The call gave null; the path begins behind it. */
static void begin_at(struct follower *x, const struct call_site *at, struct cwi_place given)
{
    const struct cwi_func *f = cwi_func_of(unit_of(x), at->func);
    const struct cwi_stmt *s = &f->blocks[at->block].stmts[at->index];
    const struct cwi_type *t = s->lhs ? cwi_type_of(unit_of(x), s->lhs->type) : NULL;
    bool is_small = t && (t->kind == CWI_FLOAT || (t->kind == CWI_INT && t->bits < unit_of(x)->pointer_bits));
    if (!s->lhs || (is_small && at->callee == 0)) /* of another type than the function */
        return;
    struct path p = {.func = at->func, .block = at->block, .index = at->index + 1, .given = given};
    struct result_step step = x->step; /* that of the path on which this comes up goes on */
    step.state = &p.state;
    step.why = t->kind == CWI_PTR ? NULL : "becomes a number";
    rule_result_store(&step, s->lhs, (struct result_value){RESULT_NULL, 0});
    if (step.why) {
        add_trouble(x, &p, s->at, step.why, false);
        vec_free(&p.state);
    } else {
        vec_push(&x->work, p);
    }
}

/* Its callers get what it returns. */
static void give_to_callers(struct follower *x, const struct path *p)
{
    if (x->gives[p->func])
        return;
    x->gives[p->func] = true;
    if (x->is_taken[p->func] && x->has_threads)
        add_trouble(x, p, cwi_func_of(unit_of(x), p->func)->at, "may be what a thread gives", false);
    for (size_t i = 0; i < x->calls.count; i++) {
        const struct call_site *s = &x->calls.items[i];
        if (s->callee == p->func || (!s->callee && x->is_taken[p->func]))
            begin_at(x, s, p->given);
    }
}

static void run_path(struct follower *x, struct path *p)
{
    const struct cwi_func *f = cwi_func_of(unit_of(x), p->func);
    const struct cwi_block *b = &f->blocks[p->block];
    struct result_step *step = &x->step;
    step->state = &p->state;
    for (uint32_t i = p->index; i < b->count; i++) {
        const struct cwi_stmt *s = &b->stmts[i];
        rule_result_step(step, s);
        x->steps++;
        if (step->why || x->lands_anywhere || x->lands[p->func]) {
            add_trouble(x, p, s->at, step->why ? step->why : "is in a function to which jumps lead", step->is_followed);
            return;
        }
        if (step->handed.count)
            add_path(x, s->rhs->ref, 0, &step->handed, p->given);
        if (step->without.count && !step->is_over)
            vec_push(&x->work, ((struct path){p->func, p->block, i + 1, copy(&step->without), p->given}));
        if (step->returns_null)
            give_to_callers(x, p);
        if (step->is_over || !p->state.count)
            return;
    }
    for (size_t i = 0; i < step->next.count; i++)
        add_path(x, p->func, step->next.items[i], &p->state, p->given);
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

static void look_at_call(struct follower *x, cwi_id func, uint32_t block, uint32_t index)
{
    const struct cwi_stmt *s = &cwi_func_of(unit_of(x), func)->blocks[block].stmts[index];
    cwi_id callee = s->rhs->kind == CWI_FUNCREF ? s->rhs->ref : 0;
    vec_push(&x->calls, ((struct call_site){func, callee, block, index}));
    if (!callee)
        return;
    uint64_t flags = pt_effect_of(unit_of(x), callee, x->c->notes).flags;
    x->lands[func] |= flags & EFFECT_SETJMP || cwi_func_of(unit_of(x), callee)->is_returns_twice;
}

/* What a function without a body may do anywhere, called by its name or by a pointer. */
static void look_at_library(struct follower *x, cwi_id func)
{
    static const char *const jumps[] = {"nonlocal_goto", "setjmp_setup", "setjmp_receiver", "longjmp", NULL};
    static const char *const shares[] = {"fork", "_Fork", "clone", "mmap", "mmap64", "shmat", NULL};
    static const char *const finds[] = {"dlsym", "dlvsym", NULL};
    const struct cwi_func *f = cwi_func_of(unit_of(x), func);
    struct effect e = pt_effect_of(unit_of(x), func, x->c->notes);
    bool is_simple = e.known && e.flags & (EFFECT_ALLOC | EFFECT_FREE) && e.result != EFFECT_RENEW;
    for (uint32_t i = 0; i < e.param_count; i++)
        is_simple &= strchr("-z", e.params[i].letter) != NULL;
    x->has_threads |= !e.known || e.flags & EFFECT_THREAD;
    x->is_asked_by_name |= rule_is_named(f, finds);
    x->step.may_be_shared |= !e.known || e.flags & (EFFECT_THREAD | EFFECT_SIGNAL) || rule_is_named(f, shares);
    x->step.accesses_by_pointer |= x->is_taken[func] && !is_simple;
    x->lands_anywhere |= f->name && str_begins(f->name, "__builtin_") && rule_is_named(f, jumps);
}

static void look_at_program(struct follower *x)
{
    const struct cwi_unit *u = unit_of(x);
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        const struct cwi_func *y = cwi_func_of(u, f);
        if (!x->is_reached[f])
            continue;
        if (!y->block_count)
            look_at_library(x, f);
        x->step.may_be_shared |= y->is_interrupt;
        x->step.accesses_by_pointer |= x->is_taken[f] && x->step.is_accessor[f];
        for (uint32_t b = 0; b < y->block_count; b++)
            for (uint32_t i = 0; i < y->blocks[b].count; i++)
                if (y->blocks[b].stmts[i].kind == CWI_CALL)
                    look_at_call(x, f, b, i);
    }
}

static bool note_reached(void *follower, const struct cwi_expr *e)
{
    struct follower *x = follower;
    if (e->kind == CWI_FUNCREF && !x->is_reached[e->ref]) {
        x->is_reached[e->ref] = true;
        vec_push(&x->to_look_at, e->ref);
    }
    return true;
}

static void note_reached_in(void *follower, const struct cwi_stmt *s)
{
    cwi_stmt_walk(s, note_reached, follower);
}

static void begin_at_function(struct follower *x, cwi_id func)
{
    x->is_reached[func] = true;
    vec_push(&x->to_look_at, func);
}

static void follow_reached(struct follower *x)
{
    while (x->to_look_at.count)
        cwi_func_walk(cwi_func_of(unit_of(x), x->to_look_at.items[--x->to_look_at.count]), note_reached_in, x);
}

/* What is not known may call whatever has a name that others see. */
static void find_named(struct follower *x)
{
    const struct cwi_unit *u = unit_of(x);
    bool calls_out = false;
    for (cwi_id f = 1; f < u->funcs.count; f++)
        calls_out |= x->is_reached[f] && !cwi_func_of(u, f)->block_count && !pt_effect_of(u, f, x->c->notes).known;
    for (cwi_id f = 1; f < u->funcs.count && calls_out; f++)
        if (cwi_func_of(u, f)->linkage != CWI_STATIC && !x->is_reached[f])
            begin_at_function(x, f);
}

/* What stands in code that may run, or in values of static objects, may be called. */
static void find_reached(struct follower *x)
{
    const struct cwi_unit *u = unit_of(x);
    begin_at_function(x, x->c->entry);
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        const struct cwi_func *y = cwi_func_of(u, f);
        bool is_first = u->odd_start && y->linkage != CWI_STATIC; /* it may be what the program begins with */
        if (is_first || y->is_exposed || y->is_interrupt || y->init_priority || y->fini_priority)
            begin_at_function(x, f);
    }
    for (cwi_id v = 1; v < u->vars.count; v++)
        for (uint32_t i = 0; i < cwi_var_of(u, v)->init_count; i++)
            cwi_expr_walk(cwi_var_of(u, v)->init[i].value, note_reached, x);
    follow_reached(x);
    find_named(x);
    follow_reached(x);
    vec_free(&x->to_look_at);
}

/* By its name, or the one under which --wrap gives it; one of the program's that takes the library's place, too. */
static bool may_fail(const struct follower *x, cwi_id callee)
{
    const struct cwi_func *f = cwi_func_of(unit_of(x), callee);
    const char *name = f->block_count && f->name ? f->name : rule_name_of(x->c, callee);
    name = str_begins(name, "__real_") ? name + strlen("__real_") : name;
    return rule_is_handle(x->c->rule, name);
}

static void begin(struct follower *x, uint32_t *count)
{
    const struct cwi_unit *u = unit_of(x);
    bool any_pointer_may = x->is_asked_by_name;
    for (cwi_id f = 1; f < u->funcs.count; f++)
        any_pointer_may |= x->is_taken[f] && may_fail(x, f);
    for (size_t i = 0; i < x->calls.count; i++) {
        const struct call_site s = x->calls.items[i];
        const struct cwi_stmt *stmt = &cwi_func_of(u, s.func)->blocks[s.block].stmts[s.index];
        if (!(s.callee ? may_fail(x, s.callee) : any_pointer_may))
            continue;
        (*count)++;
        begin_at(x, &s, stmt->at);
    }
}

void rule_follow_results(struct rule_compiler *c, struct result_troubles *out, uint32_t *count)
{
    cwi_id funcs = (cwi_id)c->u->funcs.count;
    struct follower x = {.c = c, .out = out};
    x.is_taken = ARENA_ARRAY(c->a, bool, funcs);
    x.gives = ARENA_ARRAY(c->a, bool, funcs);
    x.lands = ARENA_ARRAY(c->a, bool, funcs);
    x.step = (struct result_step){
        .c = c, .is_accessor = rule_result_find_accessors(c), .is_confined = rule_result_find_confined(c)};
    x.is_reached = ARENA_ARRAY(c->a, bool, funcs);
    rule_find_taken(c->u, x.is_taken, funcs);
    find_reached(&x);
    look_at_program(&x);
    begin(&x, count);
    if (c->u->odd_start && *count) {
        const struct path at = {.func = c->entry, .given = cwi_func_of(c->u, c->entry)->at};
        add_trouble(&x, &at, at.given, "may be followed where the program begins: not at main", false);
    }
    while (x.work.count && x.steps < MOST_STEPS && x.seen.count < MOST_STATES) {
        struct path p = x.work.items[--x.work.count];
        run_path(&x, &p);
        vec_free(&p.state);
    }
    for (size_t i = 0; i < x.work.count; i++) {
        add_trouble(&x, &x.work.items[i], x.work.items[i].given, "goes too many ways", false);
        vec_free(&x.work.items[i].state);
    }
    for (size_t i = 0; i < x.seen.count; i++)
        vec_free(&x.seen.items[i].state);
    vec_free(&x.work);
    vec_free(&x.seen);
    base_map64_free(&x.seen_of);
    vec_free(&x.calls);
    vec_free(&x.step.next);
    vec_free(&x.step.handed);
    vec_free(&x.step.without);
}
