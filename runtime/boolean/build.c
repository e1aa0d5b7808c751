/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Building Boolean programs: arrays in the program's arena that double as they grow.
 */
#include "runtime/boolean/boolean.h"

/* Room for one item more; what the array grew out of stays in the arena, as much again at most. */
static void *grow(struct arena *a, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity ? *capacity * 2 : 8;
    void *larger = arena_zalloc(a, *capacity * size);
    if (count)
        memcpy(larger, items, count * size);
    return larger;
}

struct bool_program *bool_program_new(struct arena *a, const char *file)
{
    struct bool_program *p = ARENA_NEW(a, struct bool_program);
    p->arena = a;
    p->file = arena_str(a, file);
    return p;
}

void bool_add_global(struct bool_program *p, const char *name, struct place at)
{
    p->globals = grow(p->arena, p->globals, p->global_count, &p->global_capacity, sizeof *p->globals);
    p->globals[p->global_count++] = (struct bool_name){arena_str(p->arena, name), at};
}

struct bool_proc *bool_add_proc(struct bool_program *p, const char *name, uint32_t returns, struct place at)
{
    struct bool_proc *f = ARENA_NEW(p->arena, struct bool_proc);
    p->procs = grow(p->arena, p->procs, p->proc_count, &p->proc_capacity, sizeof *p->procs);
    p->procs[p->proc_count++] = f;
    f->name = arena_str(p->arena, name);
    f->return_count = returns;
    f->at = at;
    return f;
}

void bool_add_local(struct bool_program *p, struct bool_proc *f, const char *name, struct place at)
{
    f->locals = grow(p->arena, f->locals, f->local_count, &f->local_capacity, sizeof *f->locals);
    f->locals[f->local_count++] = (struct bool_name){arena_str(p->arena, name), at};
}

void bool_add_parameter(struct bool_program *p, struct bool_proc *f, const char *name, struct place at)
{
    bool_add_local(p, f, name, at);
    f->parameter_count = f->local_count;
}

void bool_add_label(struct bool_program *p, struct bool_proc *f, const char *name, struct place at)
{
    f->labels = grow(p->arena, f->labels, f->label_count, &f->label_capacity, sizeof *f->labels);
    f->labels[f->label_count++] = (struct bool_label){arena_str(p->arena, name), f->stmt_count, at};
}

struct bool_stmt *bool_add_stmt(struct bool_program *p, struct bool_proc *f, enum bool_kind kind, struct place at)
{
    f->stmts = grow(p->arena, f->stmts, f->stmt_count, &f->stmt_capacity, sizeof *f->stmts);
    struct bool_stmt *s = &f->stmts[f->stmt_count++];
    *s = (struct bool_stmt){.kind = kind, .at = at};
    return s;
}

void bool_stmt_names(struct bool_program *p, struct bool_stmt *s, const struct bool_name *names, size_t count)
{
    s->names = arena_copy(p->arena, names, count * sizeof *names);
    s->slots = ARENA_ARRAY(p->arena, uint32_t, count);
    s->name_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        s->names[i].text = arena_str(p->arena, names[i].text);
}

void bool_stmt_args(struct bool_program *p, struct bool_stmt *s, struct bool_expr *const *args, size_t count)
{
    s->args = arena_copy(p->arena, args, count * sizeof *args);
    s->arg_count = (uint32_t)count;
}

void bool_stmt_targets(struct bool_program *p, struct bool_stmt *s, const struct bool_target *targets, size_t count)
{
    s->targets = arena_copy(p->arena, targets, count * sizeof *targets);
    s->target_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        s->targets[i].name = arena_str(p->arena, targets[i].name);
}

struct bool_expr *bool_expr_variable(struct bool_program *p, const char *name, struct place at)
{
    struct bool_expr *e = ARENA_NEW(p->arena, struct bool_expr);
    *e = (struct bool_expr){.op = BOOL_VARIABLE, .depth = 1, .name = arena_str(p->arena, name), .at = at};
    return e;
}

struct bool_expr *bool_expr_new(struct bool_program *p, enum bool_op op, struct bool_expr *const *args, size_t count,
                                struct place at)
{
    struct bool_expr *e = ARENA_NEW(p->arena, struct bool_expr);
    *e = (struct bool_expr){.op = op, .depth = 1, .count = (uint32_t)count, .at = at};
    e->args = arena_copy(p->arena, args, count * sizeof *args);
    for (size_t i = 0; i < count; i++) {
        if (!args[i])
            return NULL;
        if (e->depth <= args[i]->depth)
            e->depth = args[i]->depth + 1;
    }
    return e->depth > BOOL_DEEPEST ? NULL : e;
}
