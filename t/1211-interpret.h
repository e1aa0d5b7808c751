/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A naive interpreter of linked programs that holds every step against a Boolean program: the truth of each predicate
 * before and after, against what the statement's assignments, assumptions, arguments and results allow. Memory is the
 * test's own: an address is an address here. It shares no code with what it tests but the reading of programs.
 */
#ifndef CWOLF_INTERPRET_H
#define CWOLF_INTERPRET_H

#include "1211-concrete.h"

/* ---- the Boolean program ----------------------------------------------------------------------------------------- */

/* The truth of each predicate that is in scope, by its number: 0, 1, NEITHER. The last one is no predicate: between a
 * call and the statement that finds the caller's predicates anew it is 1, and nothing is enforced. */
enum { CALLING = 399 };
typedef uint8_t truths[CALLING + 1];

static void look(struct machine *m, struct frame *f, truths out)
{
    for (uint32_t i = 0; i < m->abs->variable_count; i++) {
        const struct pred_variable *v = &m->abs->variables[i];
        bool fine = v->kind != PRED_RESULT && (!v->func || v->func == f->func);
        out[i] = NEITHER;
        if (!fine)
            continue;
        uint64_t x = eval(m, f, v->expr, &fine);
        if (fine)
            out[i] = x != 0;
    }
    out[CALLING] = 0;
}

static uint32_t number(const struct machine *m, const char *name)
{
    for (uint32_t i = 0; i < m->abs->variable_count; i++)
        if (!strcmp(m->abs->variables[i].name, name))
            return i;
    if (!strcmp(name, "in a call"))
        return CALLING;
    abort();
}

/* Bit 0: it can be 0; bit 1: it can be 1. */
static unsigned can(const struct machine *m, const struct bool_expr *e, const truths now)
{
    unsigned a, some = 0, all = 3;
    switch (e->op) {
    case BOOL_FALSE:
        return 1;
    case BOOL_TRUE:
        return 2;
    case BOOL_STAR:
        return 3;
    case BOOL_VARIABLE:
        a = now[number(m, e->name)];
        return a == NEITHER ? 3 : 1u << a;
    case BOOL_NOT:
        a = can(m, e->args[0], now);
        return (a & 1) << 1 | a >> 1;
    case BOOL_AND:
    case BOOL_OR:
        for (uint32_t i = 0; i < e->count; i++) {
            a = can(m, e->args[i], now);
            some |= a;
            all &= a;
        }
        return e->op == BOOL_AND ? (some & 1) | (all & 2) : (some & 2) | (all & 1);
    case BOOL_CHOOSE: {
        unsigned b = can(m, e->args[1], now);
        a = can(m, e->args[0], now);
        return (a & 2) | (a & 1 ? (b & 2 ? 1 : 0) | (b & 1 ? 3 : 0) : 0);
    }
    default:
        abort();
    }
}

static void fault(struct machine *m, const struct cwi_stmt *s, const char *what, const char *name)
{
    struct place at = s ? cwi_place_text(m->u, s->at) : (struct place){0};
    snprintf(m->fault, sizeof m->fault, "%s:%u: %s {%s}", at.file ? at.file : "?", at.line, what, name);
    longjmp(m->end, 1);
}

static void check_assign(struct machine *m, const struct cwi_stmt *s, const struct bool_stmt *b, truths now,
                         const truths then)
{
    truths next;
    memcpy(next, now, sizeof next);
    for (uint32_t i = 0; i < b->name_count; i++) {
        uint32_t n = number(m, b->names[i].text);
        unsigned may = can(m, b->args[i], now);
        next[n] = n == CALLING ? may == 2 : then[n];
        if (n == CALLING)
            continue;
        if (then[n] == NEITHER)
            continue;
        m->checked += may != 3;
        if (!(may >> then[n] & 1))
            fault(m, s, then[n] ? "is 1, which is not allowed" : "is 0, which is not allowed", b->names[i].text);
    }
    memcpy(now, next, sizeof next);
}

static void check_all(struct machine *m, const struct cwi_stmt *s, const struct bool_proc *p, const truths now,
                      const truths then)
{
    for (uint32_t i = 0; i < m->abs->variable_count; i++)
        if (now[i] != NEITHER && then[i] != NEITHER && now[i] != then[i] && m->abs->variables[i].kind != PRED_RESULT)
            fault(m, s, "changed, and is not assigned", m->abs->variables[i].name);
    if (now[CALLING])
        fault(m, s, "still in a call", p->name);
    if (p->enforce && !(can(m, p->enforce, then) & 2))
        fault(m, s, "'enforce' excludes the state", p->name);
}

static void check_assume(struct machine *m, const struct cwi_stmt *s, const struct bool_stmt *b, const truths now)
{
    if (!(can(m, b->args[0], now) & 2))
        fault(m, s, "the assumption excludes what happens", "");
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static const struct pred_mark *mark_of(const struct machine *m, const struct cwi_stmt *s)
{
    for (uint32_t i = 0; i < m->abs->mark_count; i++)
        if (m->abs->marks[i].stmt == s)
            return &m->abs->marks[i];
    abort();
}

static const struct bool_proc *proc_of(const struct machine *m, const struct pred_mark *k)
{
    return m->abs->program->procs[k->proc];
}

static uint32_t end_of(const struct machine *m, const struct pred_mark *k)
{
    bool is_last = k + 1 == m->abs->marks + m->abs->mark_count || k[1].proc != k->proc;
    return is_last ? proc_of(m, k)->stmt_count - 1 : k[1].first;
}

static void store(struct machine *m, struct frame *f, const struct cwi_expr *lhs, uint64_t x)
{
    bool fine = true;
    const struct cwi_type *t = cwi_type_of(m->u, lhs->type);
    uint64_t old = 0, size = lhs->bit_width ? (lhs->bit_pos + lhs->bit_width + 7u) / 8 : t->size;
    uint8_t *p = place(m, f, lhs, &fine);
    if (!fine || size > 8 || !is_live(m, p, size))
        longjmp(m->end, 2); /* undefined: what follows is not looked at */
    memcpy(&old, p, size);
    if (lhs->bit_width) {
        uint64_t mask = ((UINT64_C(1) << lhs->bit_width) - 1) << lhs->bit_pos;
        x = (old & ~mask) | (x << lhs->bit_pos & mask);
    }
    memcpy(p, &x, size);
}

static uint64_t sure(struct machine *m, struct frame *f, const struct cwi_expr *e)
{
    bool fine = true;
    uint64_t x = eval(m, f, e, &fine);
    if (!fine)
        longjmp(m->end, 2);
    return x;
}

static void copy_aggregate(struct machine *m, struct frame *f, const struct cwi_stmt *s)
{
    bool fine = true;
    uint64_t size = cwi_type_of(m->u, s->lhs->type)->size;
    uint8_t *to = place(m, f, s->lhs, &fine);
    uint8_t *from = cwi_is_lvalue(s->rhs) ? place(m, f, s->rhs, &fine) : NULL;
    if (!fine || !is_live(m, to, size) || (from && !is_live(m, from, size)))
        longjmp(m->end, 2);
    if (from)
        memmove(to, from, size);
    else
        memset(to, 0, size);
}

/* What follows the call in the Boolean program, when it returned and before its result is stored. */
static void run_simple(struct machine *m, const struct cwi_stmt *s, uint32_t from, uint32_t to, truths now,
                       const truths then)
{
    const struct bool_proc *p = proc_of(m, mark_of(m, s));
    for (uint32_t i = from; i < to; i++) {
        if (p->stmts[i].kind == BOOL_ASSIGN)
            check_assign(m, s, &p->stmts[i], now, then);
        else if (p->stmts[i].kind == BOOL_ASSUME)
            check_assume(m, s, &p->stmts[i], now);
    }
}

static uint64_t run(struct machine *m, cwi_id func, const uint64_t *args, uint32_t count, const struct bool_stmt *call,
                    const truths before, const struct cwi_stmt *stmt, uint8_t *results);

static void call_body(struct machine *m, struct frame *f, const struct cwi_stmt *s, cwi_id callee)
{
    const struct pred_mark *k = mark_of(m, s);
    const struct bool_proc *p = proc_of(m, k);
    const struct cwi_func *g = cwi_func_of(m->u, callee);
    truths now, middle, then, results;
    uint64_t args[8];
    uint32_t i = k->first, end = end_of(m, k), assigns = 0;
    while (i < end && !(p->stmts[i].kind == BOOL_CALL && !strcmp(p->stmts[i].callee.text, g->name)))
        i++;
    if (i == end)
        fault(m, s, "no call of", g->name);
    look(m, f, now);
    for (uint32_t a = 0; a < s->arg_count && a < 8; a++)
        args[a] = sure(m, f, s->args[a]);
    memset(results, NEITHER, sizeof results);
    for (uint32_t n = k->first; n < i; n++)
        if (p->stmts[n].kind == BOOL_ASSIGN)
            check_assign(m, s, &p->stmts[n], now, now);
    f->result = run(m, callee, args, s->arg_count, &p->stmts[i], now, s, results);
    look(m, f, middle);
    for (uint32_t n = 0; n < m->abs->variable_count; n++) {
        const struct pred_variable *v = &m->abs->variables[n];
        now[n] = v->kind == PRED_RESULT ? results[n] : v->func ? now[n] : middle[n];
    }
    if (p->enforce && !(can(m, p->enforce, now) & 2))
        fault(m, s, "'enforce' excludes the state that a call returns to", p->name);
    if (s->lhs)
        store(m, f, s->lhs, f->result);
    look(m, f, then);
    for (uint32_t n = 0; n < m->abs->variable_count; n++)
        middle[n] = m->abs->variables[n].kind == PRED_RESULT ? results[n] : middle[n];
    for (uint32_t n = i + 1; n < end && p->stmts[n].kind == BOOL_ASSIGN; n++)
        assigns += p->stmts[n].args[0]->op != BOOL_STAR ||
                   m->abs->variables[number(m, p->stmts[n].names[0].text)].kind != PRED_RESULT;
    for (i++; i < end && p->stmts[i].kind == BOOL_ASSIGN; i++, assigns -= assigns > 0)
        check_assign(m, s, &p->stmts[i], now, assigns > 1 ? middle : then);
    check_all(m, s, p, now, then);
}

static void call_external(struct machine *m, struct frame *f, const struct cwi_stmt *s, const char *name)
{
    const struct pred_mark *k = mark_of(m, s);
    truths now, then;
    uint64_t x = 0;
    look(m, f, now);
    if (strstr(name, "assert") || !strcmp(name, "abort") || !strcmp(name, "reach_error"))
        m->failed = true, longjmp(m->end, 3);
    if (strstr(name, "assume") && !sure(m, f, s->args[0]))
        longjmp(m->end, 3);
    if (strstr(name, "nondet"))
        x = m->used < m->input_count ? m->inputs[m->used] : 0, m->used++;
    if (s->lhs)
        store(m, f, s->lhs, cut(x, cwi_type_of(m->u, s->lhs->type)->bits));
    look(m, f, then);
    run_simple(m, s, k->first, end_of(m, k), now, then);
    check_all(m, s, proc_of(m, k), now, then);
}

static void step(struct machine *m, struct frame *f, const struct cwi_stmt *s)
{
    const struct pred_mark *k = mark_of(m, s);
    truths now, then;
    if (s->kind == CWI_CALL) {
        cwi_id callee = (cwi_id)(sure(m, f, s->rhs) / 0x1000000);
        if (!callee || callee >= m->u->funcs.count)
            longjmp(m->end, 2);
        if (cwi_func_of(m->u, callee)->block_count)
            call_body(m, f, s, callee);
        else
            call_external(m, f, s, cwi_func_of(m->u, callee)->name);
        return;
    }
    look(m, f, now);
    if (s->kind == CWI_ASSIGN && cwi_type_of(m->u, s->lhs->type)->kind >= CWI_ARRAY)
        copy_aggregate(m, f, s);
    else if (s->kind == CWI_ASSIGN)
        store(m, f, s->lhs, sure(m, f, s->rhs));
    look(m, f, then);
    run_simple(m, s, k->first, end_of(m, k), now, then);
    check_all(m, s, proc_of(m, k), now, then);
}

/* The way out of a branch: its assumption, and that it leads where the program goes. */
static void check_way(struct machine *m, struct frame *f, const struct cwi_stmt *s, uint32_t way, uint32_t target)
{
    const struct pred_mark *k = mark_of(m, s);
    const struct bool_proc *p = proc_of(m, k);
    const struct bool_stmt *b = &p->stmts[k->first];
    const struct cwi_func *g = cwi_func_of(m->u, f->func);
    truths now;
    look(m, f, now);
    uint32_t i = s->kind == CWI_GOTO ? k->first : b->targets[way].stmt;
    for (; p->stmts[i].kind == BOOL_ASSUME; i++)
        check_assume(m, s, &p->stmts[i], now);
    if (p->stmts[i].targets[0].stmt != mark_of(m, &g->blocks[target].stmts[0])->first)
        fault(m, s, "leads elsewhere", "");
}

static uint32_t next_block(struct machine *m, struct frame *f, const struct cwi_stmt *s)
{
    uint32_t way = 0, target = s->targets[0];
    if (s->kind == CWI_IF) {
        way = !sure(m, f, s->rhs);
        target = s->targets[way];
    } else if (s->kind == CWI_SWITCH) {
        const struct cwi_type *t = cwi_type_of(m->u, s->rhs->type);
        uint64_t x = sure(m, f, s->rhs);
        int64_t y = is_signed_type(t) ? extended(x, t->bits) : (int64_t)x;
        for (uint32_t i = 0; i < s->case_count && !way; i++)
            if (y >= s->cases[i].lo && y <= s->cases[i].hi)
                way = i + 1, target = s->cases[i].target;
    } else if (s->kind != CWI_GOTO) {
        longjmp(m->end, 2);
    }
    check_way(m, f, s, way, target);
    return target;
}

static void give_results(struct machine *m, struct frame *f, const struct cwi_stmt *s, uint8_t *results)
{
    const struct pred_mark *k = mark_of(m, s);
    const struct bool_stmt *b = &proc_of(m, k)->stmts[k->first];
    truths now;
    uint32_t n = 0;
    look(m, f, now);
    for (uint32_t i = 0; i < m->abs->variable_count; i++) {
        const struct pred_variable *v = &m->abs->variables[i];
        bool fine = true;
        if (v->kind != PRED_RESULT || v->func != f->func)
            continue;
        uint64_t x = eval(m, f, v->expr, &fine);
        results[i] = fine ? x != 0 : NEITHER;
        if (fine && !(can(m, b->args[n], now) >> results[i] & 1))
            fault(m, s, "the result is not allowed", v->name);
        n++;
    }
}

static void enter(struct machine *m, struct frame *f, const struct bool_stmt *call, const truths before,
                  const struct cwi_stmt *stmt)
{
    truths now;
    uint32_t n = 0;
    look(m, f, now);
    for (uint32_t i = 0; call && i < m->abs->variable_count; i++) {
        const struct pred_variable *v = &m->abs->variables[i];
        if (v->kind == PRED_RESULT || v->func != f->func || !v->is_formal)
            continue;
        if (now[i] != NEITHER && !(can(m, call->args[n], before) >> now[i] & 1))
            fault(m, stmt, "the argument is not allowed", v->name);
        n++;
    }
}

static void add_frame(struct machine *m, struct frame *f, const uint64_t *args, uint32_t count)
{
    const struct cwi_func *g = cwi_func_of(m->u, f->func);
    f->vars = base_mem_zalloc(m->u->vars.count * sizeof *f->vars);
    for (cwi_id v = 1; v < m->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(m->u, v);
        if (x->owner != f->func || (x->linkage != CWI_AUTO && x->linkage != CWI_PARAM && x->linkage != CWI_TEMP))
            continue;
        uint64_t size = cwi_type_of(m->u, x->type)->size;
        f->vars[v] = base_mem_zalloc(size + 16);
        vec_push(&m->live, ((struct object){f->vars[v], size}));
    }
    for (uint32_t i = 0; i < g->param_count && i < count; i++) {
        const struct cwi_type *t = cwi_type_of(m->u, cwi_var_of(m->u, g->params[i])->type);
        uint64_t x = cut(args[i], t->bits);
        memcpy(f->vars[g->params[i]], &x, t->size > 8 ? 8 : t->size);
    }
}

static uint64_t run(struct machine *m, cwi_id func, const uint64_t *args, uint32_t count, const struct bool_stmt *call,
                    const truths before, const struct cwi_stmt *stmt, uint8_t *results)
{
    const struct cwi_func *g = cwi_func_of(m->u, func);
    struct frame f = {.func = func};
    size_t live = m->live.count;
    if (++m->depth > DEEPEST)
        longjmp(m->end, 2);
    add_frame(m, &f, args, count);
    enter(m, &f, call, before, stmt);
    for (uint32_t block = 0, i = 0;;) {
        const struct cwi_stmt *s = &g->blocks[block].stmts[i++];
        if (++m->steps > MOST_STEPS || s->kind == CWI_UNREACHABLE)
            longjmp(m->end, 2);
        if (s->kind == CWI_RETURN) {
            f.result = s->rhs && cwi_type_of(m->u, s->rhs->type)->kind < CWI_ARRAY ? sure(m, &f, s->rhs) : 0;
            if (results)
                give_results(m, &f, s, results);
            break;
        }
        if (s->kind < CWI_GOTO)
            step(m, &f, s);
        else
            block = next_block(m, &f, s), i = 0;
    }
    m->depth--;
    m->live.count = live; /* what is not freed is garbage that nothing reads: a few kilobytes a run */
    return f.result;
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

static void add_statics(struct machine *m)
{
    m->statics = base_mem_zalloc(m->u->vars.count * sizeof *m->statics);
    for (cwi_id v = 1; v < m->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(m->u, v);
        uint64_t size = cwi_type_of(m->u, x->type)->size;
        if (cwi_is_automatic(x) || size == CWI_UNKNOWN)
            continue;
        m->statics[v] = base_mem_zalloc(size + 16);
        vec_push(&m->live, ((struct object){m->statics[v], size}));
    }
    struct frame none = {.vars = base_mem_zalloc(m->u->vars.count * sizeof *none.vars)};
    for (cwi_id v = 1; v < m->u->vars.count; v++)
        for (uint32_t i = 0; m->statics[v] && i < cwi_var_of(m->u, v)->init_count; i++) {
            const struct cwi_init *n = &cwi_var_of(m->u, v)->init[i];
            bool fine = true;
            uint64_t x = n->value ? eval(m, &none, n->value, &fine) : 0;
            if (n->bytes)
                memcpy(m->statics[v] + n->offset, n->bytes, n->size);
            else if (!n->bit_width)
                memcpy(m->statics[v] + n->offset, &x, cwi_type_of(m->u, n->value->type)->size);
        }
}

/* What globals are at the beginning, against the first assignment. */
static void check_start(struct machine *m, cwi_id entry)
{
    struct frame f = {.func = entry, .vars = base_mem_zalloc(m->u->vars.count * sizeof *f.vars)};
    const struct bool_proc *p = m->abs->program->procs[0];
    truths now, then;
    memset(now, NEITHER, sizeof now);
    f.func = 0;
    look(m, &f, then);
    if (p->stmts[0].kind == BOOL_ASSIGN && mark_of(m, &cwi_func_of(m->u, entry)->blocks[0].stmts[0])->first == 1)
        check_assign(m, NULL, &p->stmts[0], now, then);
}

/* One run. 0: it ended; 1: `fault` says what the Boolean program lacks. */
__attribute__((unused)) static int interpret(struct machine *m, cwi_id entry)
{
    const uint64_t args[] = {1, 0};
    truths none;
    int end = setjmp(m->end);
    if (!end) {
        add_statics(m);
        check_start(m, entry);
        run(m, entry, args, 2, NULL, none, NULL, NULL);
    }
    vec_free(&m->live);
    return end == 1;
}

#endif
