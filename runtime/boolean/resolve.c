/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Binding the names of a Boolean program, and every check that is not about its text.
 *
 * Invariant: a resolved program has only slots, procedures and statements that exist, as many arguments and results as
 * the callee declares, and an implied return at the end of each procedure.
 */
#include "runtime/boolean/boolean.h"

/* Names of one kind in one scope; the map's values are whatever they stand for. */
struct scope {
    struct map64 map;
};
struct resolver {
    struct bool_program *p;
    struct intern *texts;
    struct scope globals, procs, locals, labels;
    struct bool_proc *proc;
    struct diag *d;
};

/* False when the name is there already. */
static bool declare(struct resolver *r, struct scope *s, const char *name, uint32_t value)
{
    uint32_t id = base_intern_add(r->texts, name, strlen(name)), before;
    if (base_map64_get(&s->map, id, &before))
        return false;
    base_map64_put(&s->map, id, value);
    return true;
}

static bool find(const struct resolver *r, const struct scope *s, const char *name, uint32_t *value)
{
    uint32_t id = base_intern_find(r->texts, name, strlen(name));
    return id != UINT32_MAX && base_map64_get(&s->map, id, value);
}

/* The variable: a local one before a global one. */
static bool find_variable(const struct resolver *r, const char *name, uint32_t *slot)
{
    return find(r, &r->locals, name, slot) || find(r, &r->globals, name, slot);
}

static enum status no_variable(const struct resolver *r, const char *name, struct place at)
{
    const struct bool_proc *f = r->proc;
    size_t n = 0, all = (size_t)f->local_count + r->p->global_count;
    const char **names = base_mem_alloc((all + 1) * sizeof *names);
    for (uint32_t i = 0; i < f->local_count; i++)
        names[n++] = f->locals[i].text;
    for (uint32_t i = 0; i < r->p->global_count; i++)
        names[n++] = r->p->globals[i].text;
    const char *near = base_nearest_name(name, names, n);
    free(names);
    return diag_set(r->d, ST_BAD, at, "no variable '%s' in procedure '%s'%s%s%s", name, f->name,
                    near ? "; did you mean '" : "; declare it with 'decl'", near ? near : "", near ? "'?" : "");
}

static enum status bind_expr(const struct resolver *r, struct bool_expr *e, bool choices)
{
    if (!choices && (e->op == BOOL_STAR || e->op == BOOL_CHOOSE))
        return diag_set(r->d, ST_BAD, e->at, "a choice in 'enforce': expected an expression without * and choose");
    if (e->op == BOOL_VARIABLE && !find_variable(r, e->name, &e->slot))
        return no_variable(r, e->name, e->at);
    for (uint32_t i = 0; i < e->count; i++) {
        enum status st = bind_expr(r, e->args[i], choices);
        if (st)
            return st;
    }
    return ST_OK;
}

/* The variables that a statement sets, which must differ. */
static enum status bind_names(const struct resolver *r, struct bool_stmt *s)
{
    struct map64 seen = {0};
    enum status st = ST_OK;
    for (uint32_t i = 0; !st && i < s->name_count; i++) {
        uint32_t before;
        if (!find_variable(r, s->names[i].text, &s->slots[i]))
            st = no_variable(r, s->names[i].text, s->names[i].at);
        else if (base_map64_get(&seen, s->slots[i], &before))
            st = diag_set(r->d, ST_BAD, s->names[i].at, "'%s' is set twice in one statement", s->names[i].text);
        else
            base_map64_put(&seen, s->slots[i], 1);
    }
    base_map64_free(&seen);
    return st;
}

static enum status count_is(const struct resolver *r, struct place at, const char *of, const char *what,
                            uint32_t wanted, uint32_t found)
{
    if (wanted == found)
        return ST_OK;
    return diag_set(r->d, ST_BAD, at, "%s: expected %u %s%s, found %u", of, wanted, what, wanted == 1 ? "" : "s",
                    found);
}

static enum status bind_call(const struct resolver *r, struct bool_stmt *s)
{
    if (!find(r, &r->procs, s->callee.text, &s->proc))
        return diag_set(r->d, ST_BAD, s->callee.at, "no procedure '%s' in the program", s->callee.text);
    const struct bool_proc *f = r->p->procs[s->proc];
    struct buf of = {0};
    buf_printf(&of, "call of '%s'", f->name);
    enum status st = count_is(r, s->callee.at, of.data, "argument", f->parameter_count, s->arg_count);
    if (!st)
        st = count_is(r, s->at, of.data, "variable for its results", f->return_count, s->name_count);
    buf_free(&of);
    return st;
}

static enum status bind_targets(const struct resolver *r, struct bool_stmt *s)
{
    if (!s->target_count)
        return diag_set(r->d, ST_BAD, s->at, "goto without a label");
    for (uint32_t i = 0; i < s->target_count; i++) {
        struct bool_target *t = &s->targets[i];
        if (t->name && !find(r, &r->labels, t->name, &t->stmt))
            return diag_set(r->d, ST_BAD, t->at, "no label '%s' in procedure '%s'", t->name, r->proc->name);
        if (t->stmt >= r->proc->stmt_count)
            return diag_set(r->d, ST_BAD, s->at, "jump out of procedure '%s'", r->proc->name);
    }
    return ST_OK;
}

static enum status bind_stmt(const struct resolver *r, struct bool_stmt *s)
{
    enum status st = bind_names(r, s);
    for (uint32_t i = 0; !st && i < s->arg_count; i++)
        st = bind_expr(r, s->args[i], true);
    if (st)
        return st;
    switch (s->kind) {
    case BOOL_ASSIGN:
        return count_is(r, s->at, "assignment", "expression", s->name_count, s->arg_count);
    case BOOL_CALL:
        return bind_call(r, s);
    case BOOL_GOTO:
        return bind_targets(r, s);
    case BOOL_ASSUME:
    case BOOL_ASSERT:
        return count_is(r, s->at, "condition", "expression", 1, s->arg_count);
    case BOOL_RETURN:
        return s->implied ? ST_OK : count_is(r, s->at, "return", "expression", r->proc->return_count, s->arg_count);
    case BOOL_SKIP:
        break;
    }
    return ST_OK;
}

static enum status declare_locals(struct resolver *r)
{
    const struct bool_proc *f = r->proc;
    for (uint32_t i = 0; i < f->local_count; i++)
        if (!declare(r, &r->locals, f->locals[i].text, r->p->global_count + i))
            return diag_set(r->d, ST_BAD, f->locals[i].at, "'%s' is declared twice in procedure '%s'",
                            f->locals[i].text, f->name);
    for (uint32_t i = 0; i < f->label_count; i++)
        if (!declare(r, &r->labels, f->labels[i].name, f->labels[i].stmt))
            return diag_set(r->d, ST_BAD, f->labels[i].at, "label '%s' stands twice in procedure '%s'",
                            f->labels[i].name, f->name);
    return ST_OK;
}

static enum status bind_proc(struct resolver *r, struct bool_proc *f)
{
    r->proc = f;
    bool_add_stmt(r->p, f, BOOL_RETURN, f->stmt_count ? f->stmts[f->stmt_count - 1].at : f->at)->implied = true;
    enum status st = declare_locals(r);
    if (!st && f->enforce)
        st = bind_expr(r, f->enforce, false);
    for (uint32_t i = 0; !st && i < f->stmt_count; i++)
        st = bind_stmt(r, &f->stmts[i]);
    base_map64_free(&r->locals.map);
    base_map64_free(&r->labels.map);
    r->locals.map = r->labels.map = (struct map64){0};
    return st;
}

static enum status declare_all(struct resolver *r)
{
    const struct bool_program *p = r->p;
    for (uint32_t i = 0; i < p->global_count; i++)
        if (!declare(r, &r->globals, p->globals[i].text, i))
            return diag_set(r->d, ST_BAD, p->globals[i].at, "'%s' is declared twice", p->globals[i].text);
    for (uint32_t i = 0; i < p->proc_count; i++)
        if (!declare(r, &r->procs, p->procs[i]->name, i))
            return diag_set(r->d, ST_BAD, p->procs[i]->at, "procedure '%s' is defined twice", p->procs[i]->name);
    return ST_OK;
}

enum status bool_resolve(struct bool_program *p, struct diag *d)
{
    if (p->resolved)
        return ST_OK;
    if (!p->proc_count)
        return diag_set(d, ST_BAD, (struct place){p->file, 0, 0}, "expected a procedure, found none");
    struct resolver r = {.p = p, .texts = base_intern_new(), .d = d};
    enum status st = declare_all(&r);
    for (uint32_t i = 0; !st && i < p->proc_count; i++)
        st = bind_proc(&r, p->procs[i]);
    base_map64_free(&r.globals.map);
    base_map64_free(&r.procs.map);
    base_intern_free(r.texts);
    p->resolved = !st;
    return st;
}
