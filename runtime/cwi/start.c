/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What runs before and after main, as a function of the program: constructors and the entries of .preinit_array,
 * .init_array and .ctors by priority, main, and what belongs to the end, destructors, .fini_array and .dtors, in the
 * opposite order. Shared libraries come before what needs them. Source: gABI 4.1, "Initialization and Termination
 * Functions"; the GCC manual, `constructor`; ld's own script, which makes one array of .init_array and .ctors.
 */
#include "runtime/cwi/edit.h"
#include "runtime/cwi/fragments.h"
#include "runtime/cwi/private.h"

static const char start_name[] = "(start)", fini_name[] = "__cwolf_fini";

struct step {     /* one call */
    uint64_t key; /* ascending: modules, priorities, units */
    size_t place; /* in the unit */
    const struct cwi_expr *function;
    struct cwi_place at;
    cwi_id array; /* the variable whose entry it is, in the order of the source; or 0 */
};
struct steps VEC(struct step);

struct starting {
    struct cwi_unit *u;
    struct arena *a;
    cwi_id main, start;
    const char *unordered[2]; /* what runs before main, and after it: why its order is not known */
    struct VEC(struct cwi_stmt) code;
};

cwi_id cwi_find_start(const struct cwi_unit *u)
{
    for (size_t i = u->funcs.count; i-- > 1;)
        if (u->funcs.items[i]->name && !strcmp(u->funcs.items[i]->name, start_name))
            return (cwi_id)i;
    return 0;
}

/* ---- what is run ------------------------------------------------------------------------------------------------- */

enum { DEFAULT_PRIORITY = 65535, MOST_TURNS = 1 << 20 };

static uint64_t key_of(uint32_t turn, uint32_t priority, uint32_t part)
{
    return (uint64_t)(MOST_TURNS - 1 - turn) << 44 | (uint64_t)priority << 28 | (part & 0xfffffff);
}

/* ".init_array.00101" runs with priority 101, ".ctors.65434" too; .preinit_array before all. */
static bool section_priority(const char *section, const char *name, bool counts_down, uint32_t *priority)
{
    size_t n = strlen(name);
    if (!section || strncmp(section, name, n) || (section[n] && section[n] != '.'))
        return false;
    unsigned long given = section[n] ? strtoul(section + n + 1, NULL, 10) : DEFAULT_PRIORITY;
    *priority = given < DEFAULT_PRIORITY ? (uint32_t)given : DEFAULT_PRIORITY;
    if (section[n] && counts_down)
        *priority = DEFAULT_PRIORITY - *priority;
    return true;
}

bool cwi_is_call_array(const char *section, bool at_end, uint32_t *priority)
{
    return section_priority(section, at_end ? ".fini_array" : ".init_array", false, priority) ||
           section_priority(section, at_end ? ".dtors" : ".ctors", true, priority);
}

bool cwi_is_preinit_array(const char *section)
{
    uint32_t priority;
    return section_priority(section, ".preinit_array", false, &priority);
}

/* Of .ctors and .dtors the linker turns the entries round. */
static void add_array(const struct cwi_unit *u, cwi_id var, uint64_t key, struct steps *out)
{
    const struct cwi_var *v = cwi_var_of(u, var);
    bool is_turned = str_begins(v->section, ".ctors") || str_begins(v->section, ".dtors");
    for (uint32_t i = 0; i < v->init_count; i++) {
        const struct cwi_init *entry = &v->init[is_turned ? v->init_count - 1 - i : i];
        size_t place = out->count;
        if (entry->value)
            vec_push(out, ((struct step){key, place, entry->value, v->at, var}));
    }
}

static const struct cwi_expr *reference(struct starting *s, cwi_id func)
{
    struct cwi_type t = {.kind = CWI_PTR,
                         .of = cwi_func_of(s->u, func)->type,
                         .bits = s->u->pointer_bits,
                         .size = s->u->pointer_bits / 8u};
    return cwi_expr_func(s->a, cwi_add_type(s->u, &t), func);
}

static int by_key(const void *a, const void *b)
{
    const struct step *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* Functions of one unit and priority, and variables of one section, come in the order in which GCC happened to write
 * them. NULL: there are no such. */
static const char *why_unordered(struct starting *s, const struct steps *steps)
{
    for (size_t i = 1; i < steps->count; i++) {
        const struct step *x = &steps->items[i - 1], *y = &steps->items[i];
        if (x->key == y->key && !(x->array && x->array == y->array))
            return arena_printf(s->a, "the order of functions with one priority, as '%s', is the compiler's",
                                y->function->kind == CWI_FUNCREF ? cwi_func_of(s->u, y->function->ref)->name : "these");
    }
    return NULL;
}

static void collect(struct starting *s, bool at_end, struct steps *out)
{
    for (cwi_id i = 1; i < s->u->vars.count; i++) {
        const struct cwi_var *v = cwi_var_of(s->u, i);
        uint32_t priority;
        if (!at_end && cwi_is_preinit_array(v->section))
            add_array(s->u, i, key_of(MOST_TURNS - 1, 0, v->part), out); /* before those of libraries too */
        else if (cwi_is_call_array(v->section, at_end, &priority))
            add_array(s->u, i, key_of(v->turn, priority, v->part), out);
    }
    for (cwi_id i = 1; i < s->u->funcs.count; i++) {
        const struct cwi_func *f = cwi_func_of(s->u, i);
        uint32_t priority = at_end ? f->fini_priority : f->init_priority;
        if (priority && f->block_count)
            vec_push(out, ((struct step){key_of(f->turn, priority, f->part), out->count, reference(s, i), f->at, 0}));
    }
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, by_key);
    s->unordered[at_end] = why_unordered(s, out);
    for (size_t i = 0; at_end && i < out->count / 2; i++) {
        struct step x = out->items[i];
        out->items[i] = out->items[out->count - 1 - i];
        out->items[out->count - 1 - i] = x;
    }
}

/* ---- code -------------------------------------------------------------------------------------------------------- */

/* As many of the arguments of (start) as the function takes. */
static void add_call(struct starting *s, const struct cwi_expr *function, struct cwi_place at,
                     const struct cwi_expr *lhs)
{
    const struct cwi_func *start = s->start ? cwi_func_of(s->u, s->start) : NULL;
    const struct cwi_func *callee = function->kind == CWI_FUNCREF ? cwi_func_of(s->u, function->ref) : NULL;
    uint32_t n = callee && start ? callee->param_count : 0;
    struct cwi_stmt c = {.kind = CWI_CALL, .at = at, .lhs = lhs, .rhs = function};
    c.args = ARENA_ARRAY(s->a, const struct cwi_expr *, n);
    for (; c.arg_count < n && c.arg_count < start->param_count; c.arg_count++)
        c.args[c.arg_count] = cwi_expr_var(s->a, s->u, start->params[c.arg_count]);
    vec_push(&s->code, c);
}

static void finish(struct starting *s, struct cwi_func *f)
{
    f->blocks = ARENA_NEW(s->a, struct cwi_block);
    f->block_count = 1;
    f->is_ieee = true; /* it computes nothing */
    f->blocks->count = (uint32_t)s->code.count;
    f->blocks->stmts = vec_to_arena(&s->code, s->a);
    vec_free(&s->code);
}

/* A function of the library by its name, declared here when nobody has done so. */
static cwi_id declared(struct starting *s, const char *name, bool takes_int)
{
    for (cwi_id i = 1; i < s->u->funcs.count; i++) {
        const struct cwi_func *f = cwi_func_of(s->u, i);
        if (f->linkage != CWI_STATIC && !f->is_foreign && !strcmp(cwi_symbol_name(f->name, f->asm_name), name))
            return f->alias ? f->alias : i;
    }
    cwi_id param = cwi_int_type(s->u, 32, true);
    struct cwi_type t = {.kind = CWI_FUNC,
                         .of = cwi_add_type(s->u, &(struct cwi_type){.kind = CWI_VOID}),
                         .params = &param,
                         .param_count = takes_int,
                         .size = CWI_UNKNOWN};
    struct cwi_func f = {.name = name,
                         .asm_name = name,
                         .linkage = CWI_EXTERN,
                         .type = cwi_add_type(s->u, &t),
                         .is_noreturn = takes_int};
    return cwi_add_func(s->u, &f);
}

static void add_params(struct starting *s)
{
    const struct cwi_func *m = cwi_func_of(s->u, s->main);
    cwi_id *params = ARENA_ARRAY(s->a, cwi_id, m->param_count);
    for (uint32_t i = 0; i < m->param_count; i++) {
        const struct cwi_var *v = cwi_var_of(s->u, m->params[i]);
        params[i] = cwi_add_var(
            s->u,
            &(struct cwi_var){.name = v->name, .linkage = CWI_PARAM, .type = v->type, .owner = s->start, .at = v->at});
    }
    cwi_func_of(s->u, s->start)->params = params;
    cwi_func_of(s->u, s->start)->param_count = cwi_func_of(s->u, s->main)->param_count;
}

/* A call of what nobody knows; `what` may be NULL. */
static void add_foreign(struct starting *s, const char *what, struct cwi_place at)
{
    if (!what)
        return;
    cwi_id foreign =
        cwi_add_func(s->u, &(struct cwi_func){.name = what,
                                              .linkage = CWI_EXTERN,
                                              .type = cwi_func_of(s->u, declared(s, fini_name, false))->type,
                                              .is_foreign = true});
    add_call(s, reference(s, foreign), at, NULL);
}

static bool has_body(const struct cwi_unit *u, const char *name)
{
    cwi_id f = cwi_find_func(u, NULL, name, NULL);
    return f && cwi_func_of(u, f)->block_count;
}

/* False: nothing is known from here on. */
static bool add_end(struct starting *s, const struct steps *after)
{
    struct cwi_place at = cwi_func_of(s->u, s->main)->at;
    if (s->unordered[1]) {
        vec_push(&s->code, ((struct cwi_stmt){.kind = CWI_UNREACHABLE, .at = at, .text = s->unordered[1]}));
        return false;
    }
    for (size_t i = 0; i < after->count; i++)
        add_call(s, after->items[i].function, after->items[i].at, NULL);
    add_foreign(s, s->u->foreign_end, at);
    return true;
}

static void fill_start(struct starting *s, const struct steps *before, const struct steps *after)
{
    struct cwi_place at = cwi_func_of(s->u, s->main)->at;
    cwi_id result_type = cwi_type_of(s->u, cwi_func_of(s->u, s->main)->type)->of;
    const struct cwi_expr *status = NULL, *result = NULL;
    const char *odd = s->u->odd_start ? s->u->odd_start : s->unordered[0];
    if (odd) {
        vec_push(&s->code, ((struct cwi_stmt){.kind = CWI_UNREACHABLE, .at = at, .text = odd}));
        finish(s, cwi_func_of(s->u, s->start));
        return;
    }
    add_foreign(s, s->u->foreign_start, at);
    for (size_t i = 0; i < before->count; i++)
        add_call(s, before->items[i].function, before->items[i].at, NULL);
    if (result_type && cwi_type_of(s->u, result_type)->kind == CWI_INT) {
        cwi_id temp = cwi_add_var(s->u, &(struct cwi_var){.linkage = CWI_TEMP, .type = result_type, .owner = s->start});
        result = status = cwi_expr_var(s->a, s->u, temp);
    } else {
        status = cwi_expr_const(s->a, cwi_int_type(s->u, 32, true), 0);
    }
    add_call(s, reference(s, s->main), at, result);
    if (!has_body(s->u, "exit") && !add_end(s, after)) {
        finish(s, cwi_func_of(s->u, s->start));
        return;
    }
    add_call(s, reference(s, declared(s, "exit", true)), at, NULL);
    struct cwi_stmt *last = &s->code.items[s->code.count - 1];
    last->args = ARENA_ARRAY(s->a, const struct cwi_expr *, 1);
    last->args[0] = status;
    last->arg_count = 1;
    vec_push(&s->code, ((struct cwi_stmt){.kind = CWI_UNREACHABLE, .at = at}));
    finish(s, cwi_func_of(s->u, s->start));
}

/* A destructor that calls exit comes back here, where those that have run do not run again. */
static void run_once(struct starting *s, struct cwi_func *f, struct cwi_place at)
{
    cwi_id type = cwi_int_type(s->u, 1, false);
    cwi_id begun =
        cwi_add_var(s->u, &(struct cwi_var){.name = "(ending)", .linkage = CWI_STATIC, .type = type, .at = at});
    const struct cwi_expr *is_begun = cwi_expr_var(s->a, s->u, begun);
    struct cwi_stmt again = {.kind = CWI_UNREACHABLE, .at = at, .text = "a destructor calls exit"};
    struct cwi_stmt first[2] = {
        {.kind = CWI_ASSIGN, .at = at, .lhs = is_begun, .rhs = cwi_expr_const(s->a, type, 1)},
        cwi_goto(s->a, at, cwi_free_entry(s->a, f)),
    };
    uint32_t stops = cwi_add_block(s->a, f, &again, 1), runs = cwi_add_block(s->a, f, first, 2);
    f->blocks[0].stmts[0] = cwi_if(s->a, at, is_begun, stops, runs);
}

/* The model of exit calls it. */
static void fill_fini(struct starting *s, const struct steps *after)
{
    cwi_id fini = declared(s, fini_name, false);
    bool returns = add_end(s, after);
    struct cwi_func *f = cwi_func_of(s->u, fini);
    if (returns)
        vec_push(&s->code, ((struct cwi_stmt){.kind = CWI_RETURN, .at = cwi_func_of(s->u, s->main)->at}));
    f->linkage = CWI_STATIC;
    finish(s, f);
    if (after->count)
        run_once(s, f, cwi_func_of(s->u, s->main)->at);
}

cwi_id cwi_add_start(struct cwi_unit *u)
{
    struct starting s = {.u = u, .a = u->arena, .main = cwi_find_func(u, NULL, "main", NULL)};
    struct steps before = {0}, after = {0};
    if (!s.main || !cwi_func_of(u, s.main)->block_count || cwi_find_start(u))
        return cwi_find_start(u);
    if (!u->odd_start && has_body(u, "__gmon_start__"))
        u->odd_start = "crti.o calls '__gmon_start__' before main";
    collect(&s, false, &before);
    collect(&s, true, &after);
    bool ends = has_body(u, "exit");
    if (ends || before.count || after.count || u->foreign_start || u->foreign_end || u->odd_start) {
        if (ends)
            fill_fini(&s, &after);
        s.start = cwi_add_func(u, &(struct cwi_func){.name = start_name,
                                                     .linkage = CWI_STATIC,
                                                     .type = cwi_func_of(u, s.main)->type,
                                                     .at = cwi_func_of(u, s.main)->at,
                                                     .unit_file = cwi_func_of(u, s.main)->unit_file});
        add_params(&s);
        fill_start(&s, &before, &after);
    }
    vec_free(&before);
    vec_free(&after);
    return s.start;
}
