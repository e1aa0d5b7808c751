/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The most general client, as a function of the program: an endless loop that calls any interface function.
 *
 *     (head): switch (input) { case 0: mark_0(); result = f(arguments); if (condition) goto (error); goto (head); ... }
 *
 * The mark of a raw call is its label; an error condition that holds leads to the block (error). Source: the paper's
 * most general client is implicit; DESIGN section 16.
 */
#include "runtime/interface/private.h"

#include <stdlib.h>

static const char head_label[] = "(head)", called_label[] = "(called)", error_label[] = "(error)";
const char iface_client_failure[] = "(failure)";

/* ---- the interface functions ------------------------------------------------------------------------------------- */

bool iface_client_is_models(const struct cwi_unit *u, cwi_id file)
{
    return file && !strncmp(u->files.items[file], "<cwolf>/", strlen("<cwolf>/"));
}

static bool is_exported(const struct cwi_unit *u, const struct cwi_func *f)
{
    bool is_seen = f->linkage == CWI_GLOBAL || f->linkage == CWI_WEAK;
    return is_seen && f->block_count && f->name && strcmp(f->name, "main") && !f->init_priority && !f->fini_priority &&
           !iface_client_is_models(u, f->unit_file);
}

static enum status add_named(struct iface_client *c, const char *name, struct diag *d)
{
    bool is_ambiguous = false;
    struct VEC(const char *) known = {0};
    cwi_id f = cwi_find_func(c->u, NULL, name, &is_ambiguous);
    enum status st = ST_OK;
    for (cwi_id i = 1; i < c->u->funcs.count; i++)
        if (cwi_func_of(c->u, i)->block_count && cwi_func_of(c->u, i)->name)
            vec_push(&known, cwi_func_of(c->u, i)->name);
    const char *near = base_nearest_name(name, known.items, known.count);
    if (!f)
        st = diag_set(d, ST_BAD, (struct place){0}, "the library has no function '%s'%s%s%s", name,
                      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    else if (is_ambiguous)
        st = diag_set(d, ST_BAD, (struct place){0}, "the library has several functions '%s'", name);
    else if (!cwi_func_of(c->u, f)->block_count)
        st = diag_set(d, ST_BAD, (struct place){0}, "function '%s' has no body here", name);
    else
        vec_push(&c->functions, ((struct iface_function){.func = f}));
    vec_free(&known);
    return st;
}

static enum status find_functions(struct iface_client *c, const struct iface_options *o, struct diag *d)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < o->function_count && !st; i++)
        st = add_named(c, o->functions[i], d);
    for (cwi_id i = 1; i < c->u->funcs.count && !o->function_count; i++)
        if (is_exported(c->u, cwi_func_of(c->u, i)) && !cwi_func_of(c->u, i)->alias)
            vec_push(&c->functions, ((struct iface_function){.func = i}));
    if (!st && !c->functions.count)
        st =
            diag_set(d, ST_BAD, (struct place){0}, "the library exports no function that has a body: name one with -f");
    return st;
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

struct naming {
    struct VEC(cwi_id) vars;
    cwi_id func; /* a function that is named, and is no result */
};

static bool name_var(void *context, const struct cwi_expr *e)
{
    struct naming *x = context;
    if (e->kind == CWI_FUNCREF)
        x->func = e->ref;
    if (e->kind == CWI_VAR)
        vec_push(&x->vars, e->ref);
    return true;
}

static enum status parse(struct iface_client *c, const char *text, const struct cwi_expr **out, struct diag *d)
{
    struct note *n = NULL;
    enum status st = note_parse_property(c->a, arena_printf(c->a, "invariant %s", text), c->u, c->func, &n, d);
    if (!st)
        *out = n->u.property.expr;
    return st;
}

/* For each function with a result that a condition can be about, a variable of the client with its name. */
static void add_results(struct iface_client *c)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        struct iface_function *f = &c->functions.items[i];
        const struct cwi_func *func = cwi_func_of(c->u, f->func);
        cwi_id type = cwi_type_of(c->u, func->type)->of;
        enum cwi_type_kind kind = type ? cwi_type_of(c->u, type)->kind : CWI_VOID;
        if (kind == CWI_INT || kind == CWI_PTR || kind == CWI_FLOAT)
            f->result = cwi_add_var(
                c->u, &(struct cwi_var){
                          .name = func->name, .linkage = CWI_AUTO, .type = type, .owner = c->func, .at = func->at});
    }
}

static enum status add_condition(struct iface_client *c, const char *text, uint8_t *used, struct diag *d)
{
    struct naming x = {0};
    struct iface_condition condition = {0};
    enum status st = parse(c, text, &condition.expr, d);
    if (st)
        return st;
    cwi_expr_walk(condition.expr, name_var, &x);
    if (x.func)
        st = diag_set(d, ST_BAD, (struct place){0},
                      "the condition '%s' is about '%s', which returns nothing that can be compared, or is no function "
                      "of the interface",
                      text, cwi_func_of(c->u, x.func)->name);
    for (size_t v = 0; v < x.vars.count && !st; v++)
        for (size_t i = 0; i < c->functions.count && !st; i++) {
            struct iface_function *f = &c->functions.items[i];
            if (f->result != x.vars.items[v])
                continue;
            if (condition.about && condition.about != f)
                st = diag_set(d, ST_BAD, (struct place){0}, "the condition '%s' names the results of two functions",
                              text);
            condition.about = f;
            used[i] = 1;
        }
    vec_free(&x.vars);
    vec_push(&c->errors, condition);
    return st;
}

static struct note *add_note(struct iface_client *c, enum note_kind kind)
{
    struct note *n = ARENA_NEW(c->a, struct note);
    n->kind = kind;
    vec_push(&c->notes.list, n);
    return n;
}

static void track(struct iface_client *c, cwi_id var)
{
    struct note *n = add_note(c, NOTE_ABSTRACT);
    n->u.abstract.cell = cwi_expr_var(c->a, c->u, var);
    n->u.abstract.abs = abs_free_type();
}

/* The client sees whether the function returned 0. */
static enum status look_at(struct iface_client *c, const char *name, uint8_t *used, struct diag *d)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        struct iface_function *f = &c->functions.items[i];
        if (strcmp(cwi_func_of(c->u, f->func)->name, name) != 0 || !f->result)
            continue;
        if (!c->zero) {
            c->zero = cwi_add_var(c->u, &(struct cwi_var){.name = "(zero)",
                                                          .asm_name = "(zero)",
                                                          .linkage = CWI_STATIC,
                                                          .type = cwi_int_type(c->u, 1, false)});
            track(c, c->zero);
        }
        track(c, f->result);
        f->looks = true;
        used[i] = 1;
        return ST_OK;
    }
    return diag_set(d, ST_BAD, (struct place){0},
                    "'%s' is no function of the interface that returns a number or a pointer", name);
}

static enum status add_conditions(struct iface_client *c, const struct iface_options *o, struct diag *d)
{
    enum status st = ST_OK;
    uint8_t *used = base_mem_zalloc(c->functions.count + 1);
    add_results(c);
    for (size_t i = 0; i < o->result_count && !st; i++)
        st = look_at(c, o->results[i], used, d);
    for (size_t i = 0; i < o->error_count && !st; i++)
        st = add_condition(c, o->errors[i], used, d);
    if (!st && o->initial)
        st = parse(c, o->initial, &c->initial, d);
    for (size_t i = 0; i < c->functions.count; i++)
        c->functions.items[i].result = used[i] ? c->functions.items[i].result : 0;
    free(used);
    return st;
}

/* ---- inputs and marks -------------------------------------------------------------------------------------------- */

static const struct cwi_expr *reference(struct iface_client *c, cwi_id func)
{
    struct cwi_type t = {.kind = CWI_PTR,
                         .of = cwi_func_of(c->u, func)->type,
                         .bits = c->u->pointer_bits,
                         .size = c->u->pointer_bits / 8u};
    return cwi_expr_func(c->a, cwi_add_type(c->u, &t), func);
}

/* A function elsewhere whose result is any value of the range; all of its type when that is NULL. */
static cwi_id add_input(struct iface_client *c, const char *name, cwi_id type, const struct note_interval *range)
{
    struct cwi_type t = {.kind = CWI_FUNC, .of = type, .size = CWI_UNKNOWN};
    cwi_id func = cwi_add_func(
        c->u,
        &(struct cwi_func){
            .name = name, .asm_name = name, .linkage = CWI_EXTERN, .type = cwi_add_type(c->u, &t), .is_leaf = true});
    struct note *n = add_note(c, NOTE_INPUT);
    n->u.input.func = func;
    n->u.input.values = range;
    n->u.input.count = range ? 1 : 0;
    struct note *e = add_note(c, NOTE_EXTERNAL);
    e->u.external.func = func;
    e->u.external.says_reads = e->u.external.says_writes = e->u.external.refills = true;
    return func;
}

/* A call of it that the graph shows as a label. */
static cwi_id add_mark(struct iface_client *c, uint32_t call)
{
    const char *name = arena_printf(c->a, "call %u", call);
    cwi_id func = add_input(c, name, cwi_add_type(c->u, &(struct cwi_type){.kind = CWI_VOID}), NULL);
    struct note *n = add_note(c, NOTE_LABEL);
    n->u.label.event = (struct note_event){.kind = EV_CALL, .func = func};
    n->u.label.name = name;
    return func;
}

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

struct emitting {
    struct iface_client *c;
    struct cwi_func *f;
    struct cwi_place at;
    struct VEC(struct cwi_stmt) code;
    uint32_t head, error, tail; /* tail: where a call that returned goes on */
};

static void emit_call(struct emitting *e, cwi_id func, const struct cwi_expr **args, uint32_t count,
                      const struct cwi_expr *lhs)
{
    vec_push(&e->code, ((struct cwi_stmt){.kind = CWI_CALL,
                                          .at = e->at,
                                          .lhs = lhs,
                                          .rhs = reference(e->c, func),
                                          .args = args,
                                          .arg_count = count}));
}

/* The code so far becomes block `b`, or a block of its own: its number. */
static uint32_t close_block(struct emitting *e, uint32_t b)
{
    if (b == UINT32_MAX)
        b = cwi_add_block(e->c->a, e->f, e->code.items, (uint32_t)e->code.count);
    e->f->blocks[b].stmts = vec_to_arena(&e->code, e->c->a);
    e->f->blocks[b].count = (uint32_t)e->code.count;
    e->code.count = 0;
    return b;
}

static uint32_t open_block(struct emitting *e)
{
    struct cwi_stmt nothing = {.kind = CWI_UNREACHABLE, .at = e->at};
    return cwi_add_block(e->c->a, e->f, &nothing, 1);
}

static const struct cwi_expr *temporary(struct emitting *e, cwi_id type)
{
    cwi_id v = cwi_add_var(e->c->u, &(struct cwi_var){.linkage = CWI_TEMP, .type = type, .owner = e->c->func});
    return cwi_expr_var(e->c->a, e->c->u, v);
}

static const struct cwi_expr *emit_argument(struct emitting *e, const struct iface_function *f, uint32_t i,
                                            uint32_t kind, const struct iface_probe *probe)
{
    const struct iface_argument *x = &f->args[i];
    if (x->fixed)
        return x->fixed;
    if (probe && x->kind_count)
        return cwi_expr_const(e->c->a, x->type, probe->values[i]);
    const char *param = x->param ? cwi_var_of(e->c->u, x->param)->name : NULL;
    const char *name =
        arena_printf(e->c->a, "argument %s of %s", param ? param : "", cwi_func_of(e->c->u, f->func)->name);
    const struct cwi_expr *t = temporary(e, x->type);
    emit_call(e, add_input(e->c, name, x->type, x->kind_count ? &x->kinds[kind] : NULL), NULL, 0, t);
    return t;
}

static void emit_condition(struct emitting *e, uint32_t *block, const struct cwi_expr *cond)
{
    uint32_t next = open_block(e);
    vec_push(&e->code, cwi_if(e->c->a, e->at, cond, e->error, next));
    close_block(e, *block);
    *block = next;
}

static struct cwi_stmt assign(const struct emitting *e, cwi_id var, int64_t value)
{
    const struct cwi_expr *to = cwi_expr_var(e->c->a, e->c->u, var);
    return (struct cwi_stmt){
        .kind = CWI_ASSIGN, .at = e->at, .lhs = to, .rhs = cwi_expr_const(e->c->a, to->type, value)};
}

/* Keeps whether the call returned 0, if the client looks; ends the block: its successor. */
static uint32_t emit_look(struct emitting *e, uint32_t block, const struct iface_function *f)
{
    struct iface_client *c = e->c;
    vec_push(&e->code, assign(e, c->zero, 0));
    if (!f->looks)
        return block;
    uint32_t next = open_block(e);
    struct cwi_stmt yes[2] = {assign(e, c->zero, 1), cwi_goto(c->a, e->at, next)};
    const struct cwi_expr *result = cwi_expr_var(c->a, c->u, f->result);
    const struct cwi_expr *is_zero =
        cwi_expr_binary(c->a, CWI_EQ, cwi_int_type(c->u, 1, false), result, cwi_expr_const(c->a, result->type, 0));
    vec_push(&e->code, cwi_if(c->a, e->at, is_zero, cwi_add_block(c->a, e->f, yes, 2), next));
    close_block(e, block);
    return next;
}

static uint32_t emit_raw_call(struct emitting *e, uint32_t call)
{
    struct iface_client *c = e->c;
    uint32_t kinds[MOST_ARGUMENTS];
    const struct iface_probe *probe = call < c->call_count ? NULL : &c->probes.items[call - c->call_count];
    const struct iface_function *f = iface_client_call(c, probe ? probe->call : call, kinds);
    const struct cwi_expr **args = ARENA_ARRAY(c->a, const struct cwi_expr *, f->arg_count + 1);
    uint32_t first = open_block(e), block = first;
    emit_call(e, add_mark(c, call), NULL, 0, NULL);
    block = open_block(e);
    vec_push(&e->code, cwi_goto(c->a, e->at, block));
    close_block(e, first);
    cwi_add_label(c->a, &e->f->blocks[block], called_label); /* so that a state stands here: what errs is the call's */
    for (uint32_t i = 0; i < f->arg_count; i++)
        args[i] = emit_argument(e, f, i, kinds[i], probe);
    const struct cwi_expr *result = f->result ? cwi_expr_var(c->a, c->u, f->result) : f->keeps;
    emit_call(e, f->func, args, f->arg_count, result);
    if (f->result && f->keeps)
        vec_push(&e->code, ((struct cwi_stmt){.kind = CWI_ASSIGN, .at = e->at, .lhs = f->keeps, .rhs = result}));
    for (size_t i = 0; i < c->errors.count; i++)
        if (!c->errors.items[i].about || c->errors.items[i].about == f)
            emit_condition(e, &block, c->errors.items[i].expr);
    if (c->zero)
        block = emit_look(e, block, f);
    if (f->result) /* it is no part of the state */
        vec_push(&e->code, ((struct cwi_stmt){.kind = CWI_ASSIGN,
                                              .at = e->at,
                                              .lhs = result,
                                              .rhs = cwi_type_of(c->u, result->type)->kind == CWI_FLOAT
                                                         ? cwi_expr_lost(c->a, result->type, "a result")
                                                         : cwi_expr_const(c->a, result->type, 0)}));
    vec_push(&e->code, cwi_goto(c->a, e->at, e->tail));
    close_block(e, block);
    return first;
}

/* The variables that the condition names hold anything; where it is false there is no start. */
static void emit_initial(struct emitting *e)
{
    struct iface_client *c = e->c;
    struct naming x = {0};
    uint32_t stop = open_block(e);
    e->f->blocks[stop].stmts[0] = (struct cwi_stmt){.kind = CWI_RETURN, .at = e->at};
    cwi_expr_walk(c->initial, name_var, &x);
    for (size_t i = 0; i < x.vars.count; i++) {
        const struct cwi_var *v = cwi_var_of(c->u, x.vars.items[i]);
        emit_call(e, add_input(c, arena_printf(c->a, "initial %s", v->name), v->type, NULL), NULL, 0,
                  cwi_expr_var(c->a, c->u, x.vars.items[i]));
    }
    vec_free(&x.vars);
    vec_push(&e->code, cwi_if(c->a, e->at, c->initial, e->head, stop));
    close_block(e, 0);
}

static void emit_head(struct emitting *e)
{
    struct iface_client *c = e->c;
    uint32_t count = c->call_count + (uint32_t)c->probes.count;
    cwi_id type = cwi_int_type(c->u, 32, true);
    struct note_interval *range = ARENA_NEW(c->a, struct note_interval);
    *range = (struct note_interval){0, (int64_t)count - 1};
    const struct cwi_expr *t = temporary(e, type);
    struct cwi_stmt s = {.kind = CWI_SWITCH, .at = e->at, .rhs = t, .target_count = 1, .case_count = count - 1};
    s.targets = ARENA_ARRAY(c->a, uint32_t, 1);
    s.cases = ARENA_ARRAY(c->a, struct cwi_case, count);
    for (uint32_t i = 1; i < count; i++)
        s.cases[i - 1] = (struct cwi_case){.lo = i, .hi = i, .target = emit_raw_call(e, i)};
    s.targets[0] = emit_raw_call(e, 0);
    emit_call(e, add_input(c, "call", type, range), NULL, 0, t);
    vec_push(&e->code, s);
    close_block(e, e->head);
    cwi_add_label(c->a, &e->f->blocks[e->head], head_label);
}

/* A state that stands for several values of a cell is cut into one for each. */
static uint32_t emit_focus(struct emitting *e, const struct iface_focus *focus, uint32_t next)
{
    struct iface_client *c = e->c;
    struct cwi_stmt s = {.kind = CWI_SWITCH, .at = e->at, .rhs = focus->cell, .target_count = 1};
    uint32_t block = open_block(e);
    s.targets = ARENA_ARRAY(c->a, uint32_t, 1);
    s.targets[0] = next;
    s.cases = ARENA_ARRAY(c->a, struct cwi_case, focus->count + 1);
    for (; s.case_count < focus->count; s.case_count++) {
        struct note_interval v = focus->values[s.case_count];
        struct cwi_stmt on = cwi_goto(c->a, e->at, next);
        s.cases[s.case_count] = (struct cwi_case){v.lo, v.hi, cwi_add_block(c->a, e->f, &on, 1), NULL};
    }
    vec_push(&e->code, s);
    return close_block(e, block);
}

static void emit(struct iface_client *c)
{
    struct emitting e = {.c = c, .f = cwi_func_of(c->u, c->func), .at = cwi_func_of(c->u, c->func)->at};
    e.f->block_count = 0;
    open_block(&e);
    e.head = open_block(&e);
    e.error = open_block(&e);
    e.tail = e.head;
    for (size_t i = 0; i < c->focus.count; i++)
        e.tail = emit_focus(&e, &c->focus.items[i], e.tail);
    e.f->blocks[e.error].stmts[0] = (struct cwi_stmt){.kind = CWI_RETURN, .at = e.at};
    cwi_add_label(c->a, &e.f->blocks[e.error], error_label);
    if (c->initial) {
        emit_initial(&e);
    } else {
        vec_push(&e.code, cwi_goto(c->a, e.at, e.head));
        close_block(&e, 0);
    }
    emit_head(&e);
    vec_free(&e.code);
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

static void add_property(struct iface_client *c, const char *logic, const char *label)
{
    struct note *n = add_note(c, NOTE_PROPERTY);
    n->u.property.logic = logic;
    n->u.property.text = "";
    if (label)
        n->u.property.target = arena_printf(c->a, "%s:%s", cwi_func_of(c->u, c->func)->name, label);
}

/* A label where a status is not 0: bound as `value`, -1 for what the program ends with, 0 for a first argument. */
static struct note_event *add_failure(struct iface_client *c, int64_t value)
{
    cwi_id type = cwi_int_type(c->u, 32, true);
    struct cwi_expr *status = ARENA_NEW(c->a, struct cwi_expr);
    *status = (struct cwi_expr){.kind = CWI_BOUND, .value = value, .type = type};
    struct note *n = add_note(c, NOTE_LABEL);
    n->u.label.name = iface_client_failure;
    n->u.label.event.when = cwi_expr_binary(c->a, CWI_NE, type, status, cwi_expr_const(c->a, type, 0));
    return &n->u.label.event;
}

/* The end of the program, and before it the call that asks for it: there the status is a constant, as a rule. */
static void add_failures(struct iface_client *c)
{
    static const char *const names[] = {"exit", "_exit", "_Exit", "quick_exit"};
    struct note_event *end = add_failure(c, -1);
    end->kind = EV_EXIT;
    end->cond = end->when;
    end->when = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cwi_id f = cwi_find_func(c->u, NULL, names[i], NULL);
        if (!f || cwi_type_of(c->u, cwi_func_of(c->u, f)->type)->param_count != 1)
            continue;
        struct note_event *call = add_failure(c, 0);
        call->kind = EV_CALL;
        call->func = f;
    }
}

static void add_properties(struct iface_client *c)
{
    add_property(c, "unreachable", head_label);
    add_property(c, "unreachable", called_label);
    add_property(c, "unreachable", error_label);
    add_property(c, "reach-assert", NULL);
    add_property(c, "memory-safe", NULL);
    add_property(c, "no-div-zero", NULL);
    add_failures(c);
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

const struct iface_function *iface_client_call(const struct iface_client *c, uint32_t call, uint32_t *kinds)
{
    size_t i = 0;
    while (call >= c->functions.items[i].first_call + c->functions.items[i].call_count)
        i++;
    const struct iface_function *f = &c->functions.items[i];
    uint32_t rest = call - f->first_call;
    for (uint32_t k = f->arg_count; k-- > 0;) {
        uint32_t n = f->args[k].kind_count ? f->args[k].kind_count : 1;
        kinds[k] = rest % n;
        rest /= n;
    }
    return f;
}

static void count_calls(struct iface_client *c)
{
    c->call_count = 0;
    for (size_t i = 0; i < c->functions.count; i++) {
        struct iface_function *f = &c->functions.items[i];
        f->first_call = c->call_count;
        f->call_count = 1;
        for (uint32_t k = 0; k < f->arg_count; k++)
            f->call_count *= f->args[k].kind_count ? f->args[k].kind_count : 1;
        c->call_count += f->call_count;
    }
}

/* The client is the program's main, so that what runs before main does. */
static enum status add_function(struct iface_client *c, struct diag *d)
{
    cwi_id is = cwi_find_func(c->u, NULL, "main", NULL);
    if (is && cwi_func_of(c->u, is)->block_count)
        return diag_set(d, ST_BAD, cwi_place_text(c->u, cwi_func_of(c->u, is)->at),
                        "this is a program, with a main of its own: give the library's objects alone");
    struct cwi_type t = {
        .kind = CWI_FUNC, .of = cwi_add_type(c->u, &(struct cwi_type){.kind = CWI_VOID}), .size = CWI_UNKNOWN};
    const struct cwi_func *first = cwi_func_of(c->u, c->functions.items[0].func);
    c->func = cwi_add_func(c->u, &(struct cwi_func){.name = "main",
                                                    .asm_name = "main",
                                                    .linkage = CWI_GLOBAL,
                                                    .type = cwi_add_type(c->u, &t),
                                                    .unit_file = first->unit_file,
                                                    .is_ieee = true});
    return ST_OK;
}

enum status iface_client_make(struct iface_client *c, struct cwi_unit *program, const struct notes *given,
                              const struct iface_options *options, struct diag *d)
{
    memset(c, 0, sizeof *c);
    c->u = program;
    c->a = c->notes.arena = program->arena;
    enum status st = find_functions(c, options, d);
    if (!st)
        st = add_function(c, d);
    if (!st)
        st = add_conditions(c, options, d);
    if (st)
        return st;
    iface_client_plan_arguments(c);
    iface_client_plan_kinds(c, given);
    count_calls(c);
    add_properties(c);
    emit(c);
    cwi_add_start(program);
    return ST_OK;
}

void iface_client_probe(struct iface_client *c, const uint8_t *wanted, bool focus, const struct notes *given)
{
    c->probes.count = 0;
    for (uint32_t call = 0; call < c->call_count; call++)
        if (wanted[call])
            iface_client_add_probes(c, call, wanted[call]);
    c->focus.count = 0;
    if (focus)
        iface_client_add_focus(c, given);
    emit(c);
}

void iface_client_free(struct iface_client *c)
{
    vec_free(&c->probes);
    vec_free(&c->focus);
    vec_free(&c->notes.list);
    vec_free(&c->functions);
    vec_free(&c->objects);
    vec_free(&c->errors);
    vec_free(&c->assumptions);
}
