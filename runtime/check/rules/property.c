/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules that are properties of the engine: `property no-leak` is asked of the program as it is, and told as every rule
 * is: its event is the statement at which it is violated. A violation that is accepted is an error that the engine
 * passes over in silence; what follows it stays unknown.
 */
#include "runtime/check/rules/sites.h"
#include "runtime/cwi/edit.h"

/* ---- calls that may fail ----------------------------------------------------------------------------------------- */

static bool may_fail(const struct rule_compiler *c, const struct cwi_stmt *s)
{
    return s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF && s->lhs &&
           cwi_type_of(c->u, s->lhs->type)->kind == CWI_PTR && !cwi_func_of(c->u, s->rhs->ref)->block_count &&
           rule_is_handle(c->rule, rule_name_of(c, s->rhs->ref));
}

/* An input says whether the call fails and gives null; a run that is short of inputs has zeros, with which it works. */
static void split_call(struct rule_compiler *c, cwi_id func, uint32_t b, uint32_t i)
{
    struct cwi_func *f = rule_own(c, func);
    struct cwi_stmt call = f->blocks[b].stmts[i];
    uint32_t rest = cwi_split_block(c->u->arena, f, b, i + 1), works = cwi_split_block(c->u->arena, f, b, i);
    struct cwi_stmt none = {.kind = CWI_ASSIGN, .at = call.at, .lhs = call.lhs};
    none.rhs = cwi_expr_const(c->a, call.lhs->type, 0);
    cwi_id temp = rule_temp(c, func, c->bit_type);
    uint32_t fails = rule_block_of(c, f, none, cwi_goto(c->u->arena, call.at, rest));
    uint32_t ask = rule_block_of(c, f, rule_choose(c, temp, call.at),
                                 cwi_if(c->u->arena, call.at, cwi_expr_var(c->a, c->u, temp), fails, works));
    f->blocks[b].stmts[i] = cwi_goto(c->u->arena, call.at, ask);
    vec_push(&c->places, call.at);
}

/* Where it fails all the same, the program ends. */
static void make_call_work(struct rule_compiler *c, cwi_id func, uint32_t b, uint32_t i)
{
    struct cwi_func *f = rule_own(c, func);
    const struct cwi_stmt call = f->blocks[b].stmts[i];
    uint32_t rest = cwi_split_block(c->u->arena, f, b, i + 1);
    struct cwi_stmt end = {.kind = CWI_UNREACHABLE, .at = call.at, .text = "trap"};
    uint32_t fails = cwi_add_block(c->u->arena, f, &end, 1);
    uint32_t last = f->blocks[b].count - 1;
    f->blocks[b].stmts[last] = cwi_if(c->u->arena, call.at, call.lhs, rest, fails);
}

void rule_property_compile(struct rule_compiler *c)
{
    cwi_id funcs = (cwi_id)c->u->funcs.count;
    c->int_type = cwi_int_type(c->u, 32, true);
    c->bit_type = cwi_int_type(c->u, 1, false);
    rule_make_choices(c);
    for (cwi_id f = 1; f < funcs; f++)
        for (uint32_t b = 0, blocks = cwi_func_of(c->u, f)->block_count; b < blocks; b++)
            for (uint32_t i = cwi_func_of(c->u, f)->blocks[b].count; i-- > 0;)
                if (may_fail(c, &cwi_func_of(c->u, f)->blocks[b].stmts[i]))
                    c->none_fails ? make_call_work(c, f, b, i) : split_call(c, f, b, i);
    rule_choose_arguments(c);
}

/* ---- the question ------------------------------------------------------------------------------------------------ */

enum status rule_property_note(struct arena *a, const struct rule *r, const char *name, const struct notes *given,
                               struct notes *out)
{
    struct note *n = ARENA_NEW(a, struct note);
    for (size_t i = 0; i < given->list.count; i++) {
        enum note_kind kind = given->list.items[i]->kind;
        if (kind != NOTE_PROPERTY && kind != NOTE_SPEC && kind != NOTE_LABEL && kind != NOTE_RULE)
            vec_push(&out->list, given->list.items[i]);
    }
    n->kind = NOTE_PROPERTY;
    n->at = r->at;
    n->u.property.name = name;
    n->u.property.logic = r->logic;
    n->u.property.text = "";
    vec_push(&out->list, n);
    return ST_OK;
}

/* ---- the event --------------------------------------------------------------------------------------------------- */

static const char *statement_text(struct arena *a, const struct cwi_unit *u, const struct cwi_stmt *s)
{
    struct buf b = {0};
    bool is_call = s->kind == CWI_CALL;
    if (is_call && s->rhs->kind == CWI_FUNCREF)
        return rule_call_text(a, u, s);
    if (s->lhs && !(s->lhs->kind == CWI_VAR && cwi_var_of(u, s->lhs->ref)->linkage == CWI_TEMP)) {
        note_print_expr(u, s->lhs, &b);
        buf_puts(&b, s->rhs ? " = " : "");
    }
    if (s->rhs)
        note_print_expr(u, s->rhs, &b);
    const char *text = arena_str(a, buf_str(&b));
    buf_free(&b);
    return text;
}

/* The rule makes a choice there: a function of the program's may have that name, where nothing else is. */
static bool is_choice(const struct cwi_unit *u, const struct cwi_stmt *s)
{
    const struct cwi_func *f = rule_callee_of(u, s);
    return f && f->name && (!strcmp(f->name, "__VERIFIER_nondet_bool") || !strcmp(f->name, CWI_CHOOSES_SUCCESS));
}

static int rank(const struct cwi_unit *u, const struct cwi_stmt *s)
{
    return s->kind != CWI_CALL ? 1 : is_choice(u, s) ? 2 : 3;
}

/* The statement there, a call if there is one; *func: where it stands. */
static const struct cwi_stmt *statement_at(const struct cwi_unit *u, struct cwi_place at, cwi_id *func)
{
    const struct cwi_stmt *found = NULL;
    for (cwi_id f = 1; f < u->funcs.count; f++)
        for (uint32_t b = 0; b < cwi_func_of(u, f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(u, f)->blocks[b].count; i++) {
                const struct cwi_stmt *s = &cwi_func_of(u, f)->blocks[b].stmts[i];
                if (!cwi_same_place(s->at, at) || (*func && *func != f) || (found && rank(u, s) <= rank(u, found)))
                    continue;
                found = s;
                *func = f;
            }
    return found;
}

void rule_property_event(struct arena *a, const struct cwi_unit *u, struct check_answer *x)
{
    const struct cwi_stmt *s = x->path_length ? statement_at(u, x->at, &x->func) : NULL;
    if (!s)
        return;
    x->event = statement_text(a, u, s);
    struct check_event *path = arena_copy(a, x->path, x->path_length * sizeof *path);
    struct check_event *last = &path[x->path_length - 1];
    last->func = last->func ? last->func : x->func; /* where a run ends nothing may be active */
    x->path = path;
}
