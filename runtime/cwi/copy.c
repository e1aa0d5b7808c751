/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Copying types, variables, code, notes and losses into an arena, with every id sent through a map on the way.
 * Invariant: the copy shares no memory with the original.
 */
#include "runtime/cwi/private.h"

static cwi_id mapped(const cwi_id *map, cwi_id id)
{
    return map && id ? map[id] : id;
}

/* A reference in code: `*alias` is the name that the source used, if that is only another name of what comes back. */
static cwi_id mapped_ref(const cwi_id *map, const cwi_id *targets, cwi_id ref, uint64_t *alias)
{
    if (!map && !targets)
        return ref;
    cwi_id meant = mapped(map, *alias ? (cwi_id)*alias : ref);
    cwi_id target = mapped(targets, meant);
    *alias = target == meant ? 0 : meant;
    return target;
}

struct cwi_place cwi_copy_place(const struct cwi_copy *c, struct cwi_place at)
{
    return (struct cwi_place){mapped(c->files, at.file), at.line, at.col};
}

const struct cwi_expr *cwi_copy_expr(const struct cwi_copy *c, const struct cwi_expr *e)
{
    if (!e)
        return NULL;
    struct cwi_expr *x = arena_copy(c->arena, e, sizeof *e);
    x->type = mapped(c->types, e->type);
    if (e->kind == CWI_VAR)
        x->ref = mapped_ref(c->vars, c->var_targets, e->ref, &x->offset);
    else if (e->kind == CWI_FUNCREF)
        x->ref = mapped_ref(c->funcs, c->func_targets, e->ref, &x->offset);
    x->name = arena_str(c->arena, e->name);
    x->a = cwi_copy_expr(c, e->a);
    x->b = cwi_copy_expr(c, e->b);
    x->c = cwi_copy_expr(c, e->c);
    return x;
}

static cwi_id *copy_ids(const struct cwi_copy *c, const cwi_id *ids, uint32_t count, const cwi_id *map)
{
    cwi_id *out = count ? arena_copy(c->arena, ids, count * sizeof *ids) : NULL;
    for (uint32_t i = 0; i < count; i++)
        out[i] = mapped(map, ids[i]);
    return out;
}

void cwi_copy_type(const struct cwi_copy *c, struct cwi_type *out, const struct cwi_type *t)
{
    *out = *t;
    out->name = arena_str(c->arena, t->name);
    out->of = mapped(c->types, t->of);
    out->params = copy_ids(c, t->params, t->param_count, c->types);
    out->fields = t->field_count ? arena_copy(c->arena, t->fields, t->field_count * sizeof *t->fields) : NULL;
    for (uint32_t i = 0; i < t->field_count; i++) {
        out->fields[i].name = arena_str(c->arena, t->fields[i].name);
        out->fields[i].type = mapped(c->types, t->fields[i].type);
    }
    out->enumerators =
        t->enumerator_count ? arena_copy(c->arena, t->enumerators, t->enumerator_count * sizeof *t->enumerators) : NULL;
    for (uint32_t i = 0; i < t->enumerator_count; i++)
        out->enumerators[i].name = arena_str(c->arena, t->enumerators[i].name);
}

void cwi_copy_var(const struct cwi_copy *c, struct cwi_var *out, const struct cwi_var *v)
{
    *out = *v;
    out->name = arena_str(c->arena, v->name);
    out->asm_name = arena_str(c->arena, v->asm_name);
    out->type = mapped(c->types, v->type);
    out->owner = mapped(c->funcs, v->owner);
    out->at = cwi_copy_place(c, v->at);
    out->section = arena_str(c->arena, v->section);
    out->comdat = arena_str(c->arena, v->comdat);
    out->alias_of = arena_str(c->arena, v->alias_of);
    out->alias = mapped(c->vars, v->alias);
    out->init = v->init_count ? arena_copy(c->arena, v->init, v->init_count * sizeof *v->init) : NULL;
    for (uint32_t i = 0; i < v->init_count; i++) {
        struct cwi_init *init = &out->init[i];
        init->value = cwi_copy_expr(c, init->value);
        if (init->bytes)
            init->bytes = arena_copy(c->arena, init->bytes, init->size);
    }
}

static void copy_stmt(const struct cwi_copy *c, struct cwi_stmt *s)
{
    s->at = cwi_copy_place(c, s->at);
    s->lhs = cwi_copy_expr(c, s->lhs);
    s->rhs = cwi_copy_expr(c, s->rhs);
    s->extra = cwi_copy_expr(c, s->extra);
    s->text = arena_str(c->arena, s->text);
    s->targets = copy_ids(c, s->targets, s->target_count, NULL);
    s->args = s->arg_count ? arena_copy(c->arena, s->args, s->arg_count * sizeof *s->args) : NULL;
    for (uint32_t i = 0; i < s->arg_count; i++)
        s->args[i] = cwi_copy_expr(c, s->args[i]);
    s->cases = s->case_count ? arena_copy(c->arena, s->cases, s->case_count * sizeof *s->cases) : NULL;
    for (uint32_t i = 0; i < s->case_count; i++)
        s->cases[i].name = arena_str(c->arena, s->cases[i].name);
}

static void copy_block(const struct cwi_copy *c, struct cwi_block *b)
{
    b->stmts = b->count ? arena_copy(c->arena, b->stmts, b->count * sizeof *b->stmts) : NULL;
    for (uint32_t i = 0; i < b->count; i++)
        copy_stmt(c, &b->stmts[i]);
    b->labels = b->label_count ? arena_copy(c->arena, b->labels, b->label_count * sizeof *b->labels) : NULL;
    for (uint32_t i = 0; i < b->label_count; i++)
        b->labels[i] = arena_str(c->arena, b->labels[i]);
}

void cwi_copy_func(const struct cwi_copy *c, struct cwi_func *out, const struct cwi_func *f)
{
    *out = *f;
    out->name = arena_str(c->arena, f->name);
    out->asm_name = arena_str(c->arena, f->asm_name);
    out->type = mapped(c->types, f->type);
    out->at = cwi_copy_place(c, f->at);
    out->end = cwi_copy_place(c, f->end);
    out->params = copy_ids(c, f->params, f->param_count, c->vars);
    out->extra = mapped(c->vars, f->extra);
    out->unit_file = mapped(c->files, f->unit_file);
    out->access = f->access && f->param_count ? arena_copy(c->arena, f->access, f->param_count) : NULL;
    out->comdat = arena_str(c->arena, f->comdat);
    out->alias_of = arena_str(c->arena, f->alias_of);
    out->alias = mapped(c->funcs, f->alias);
    out->blocks = f->block_count ? arena_copy(c->arena, f->blocks, f->block_count * sizeof *f->blocks) : NULL;
    for (uint32_t i = 0; i < f->block_count; i++)
        copy_block(c, &out->blocks[i]);
}

static cwi_id copy_ref(const struct cwi_copy *c, struct cwi_ref r)
{
    switch (r.kind) {
    case CWI_REF_VAR:
        return mapped(c->var_targets, mapped(c->vars, r.id));
    case CWI_REF_FUNC:
        return mapped(c->func_targets, mapped(c->funcs, r.id));
    default:
        return mapped(c->types, r.id);
    }
}

void cwi_copy_note(const struct cwi_copy *c, struct cwi_note *out, const struct cwi_note *n)
{
    *out = *n;
    out->word = arena_str(c->arena, n->word);
    out->text = arena_str(c->arena, n->text);
    out->file_name = arena_str(c->arena, n->file_name);
    out->at = cwi_copy_place(c, n->at);
    out->func = mapped(c->funcs, n->func);
    out->refs = n->ref_count ? arena_copy(c->arena, n->refs, n->ref_count * sizeof *n->refs) : NULL;
    for (uint32_t i = 0; i < n->ref_count; i++)
        out->refs[i].id = copy_ref(c, n->refs[i]);
}

void cwi_copy_loss(const struct cwi_copy *c, struct cwi_loss *out, const struct cwi_loss *l)
{
    *out = (struct cwi_loss){arena_str(c->arena, l->text), cwi_copy_place(c, l->at), mapped(c->funcs, l->func)};
}
