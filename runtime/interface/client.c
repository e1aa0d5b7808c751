/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The most general client of a library: which functions it calls, and what is asked about it. Its conditions are in
 * client_conditions.c, its code is in client_code.c.
 */
#include "runtime/cwi/edit.h"
#include "runtime/cwi/fragments.h"
#include "runtime/interface/private.h"

#include <stdlib.h>

enum { USUAL_BUFFER = 16 };

const char iface_client_head[] = "(head)", iface_client_called[] = "(called)", iface_client_error[] = "(error)";
const char iface_client_failure[] = "(failure)";

/* ---- the interface functions ------------------------------------------------------------------------------------- */

bool iface_client_is_exported(const struct cwi_unit *u, const struct cwi_func *f)
{
    bool is_seen = f->linkage == CWI_GLOBAL || f->linkage == CWI_WEAK;
    return is_seen && f->block_count && f->name && strcmp(f->name, "main") && !f->init_priority && !f->fini_priority &&
           !cwi_is_model(u, f->unit_file);
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
        if (iface_client_is_exported(c->u, cwi_func_of(c->u, i)) && !cwi_func_of(c->u, i)->alias)
            vec_push(&c->functions, ((struct iface_function){.func = i}));
    if (!st && !c->functions.count)
        st =
            diag_set(d, ST_BAD, (struct place){0}, "the library exports no function that has a body: name one with -f");
    return st;
}

struct note *iface_client_add_note(struct iface_client *c, enum note_kind kind)
{
    struct note *n = ARENA_NEW(c->a, struct note);
    n->kind = kind;
    vec_push(&c->notes.list, n);
    return n;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

static void add_property(struct iface_client *c, const char *logic, const char *label)
{
    struct note *n = iface_client_add_note(c, NOTE_PROPERTY);
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
    struct note *n = iface_client_add_note(c, NOTE_LABEL);
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
    add_property(c, "unreachable", iface_client_head);
    add_property(c, "unreachable", iface_client_called);
    add_property(c, "unreachable", iface_client_error);
    add_property(c, "reach-assert", NULL);
    add_property(c, "memory-safe", NULL);
    add_property(c, "no-div-trap", NULL);
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
    c->buffer = options->buffer ? options->buffer : USUAL_BUFFER;
    enum status st = find_functions(c, options, d);
    if (!st)
        st = add_function(c, d);
    if (!st)
        st = iface_client_add_conditions(c, options, d);
    if (st)
        return st;
    iface_client_plan_arguments(c);
    iface_client_plan_kinds(c, given);
    count_calls(c);
    add_properties(c);
    iface_client_emit(c);
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
    iface_client_emit(c);
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
