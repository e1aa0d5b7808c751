/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Linking: one unit out of many, by the rules of C and of linkers. Invariants: what comes out passes cwi_validate,
 * shares no memory with the inputs, and is numbered in the order of first appearance. The thesis links two files at a
 * time (DuVarney 2002, 4.3); here any number, with the same result.
 */
#include "runtime/cwi/link.h"

/* ---- numbering --------------------------------------------------------------------------------------------------- */

static cwi_id new_item(struct link *l, bool is_var)
{
    if (is_var)
        vec_push(&l->out->vars, ARENA_NEW(l->out->arena, struct cwi_var));
    else
        vec_push(&l->out->funcs, ARENA_NEW(l->out->arena, struct cwi_func));
    return (cwi_id)(is_var ? l->out->vars.count : l->out->funcs.count) - 1;
}

static cwi_id number(struct link *l, struct symbol *s, bool is_var)
{
    if (!s)
        return new_item(l, is_var);
    if (!s->id)
        s->id = new_item(l, is_var);
    return s->id;
}

/* Whether the variables that this function owns are dropped with it. */
static bool is_dropped(struct link *l, const struct part *p, cwi_id owner)
{
    return owner && !cwi_link_func_won(l, p, owner);
}

static void number_part(struct link *l, struct part *p)
{
    const struct cwi_unit *u = p->u;
    p->files = ARENA_ARRAY(l->scratch, cwi_id, u->files.count);
    p->vars = ARENA_ARRAY(l->scratch, cwi_id, u->vars.count);
    p->funcs = ARENA_ARRAY(l->scratch, cwi_id, u->funcs.count);
    for (cwi_id i = 1; i < u->files.count; i++)
        p->files[i] = cwi_add_file(l->out, u->files.items[i]);
    for (cwi_id i = 1; i < u->vars.count; i++) {
        struct symbol *s = cwi_link_var_symbol(l, p, i);
        if (s || !is_dropped(l, p, u->vars.items[i]->owner))
            p->vars[i] = number(l, s, true);
    }
    for (cwi_id i = 1; i < u->funcs.count; i++)
        p->funcs[i] = number(l, cwi_link_func_symbol(l, p, i), false);
}

/* A static of a dropped function that something kept refers to all the same is kept too. */
struct rescue {
    struct link *l;
    struct part *p;
    bool changed;
};

static bool rescue_node(void *context, const struct cwi_expr *e)
{
    struct rescue *r = context;
    if (e->kind == CWI_VAR && !r->p->vars[e->ref]) {
        r->p->vars[e->ref] = new_item(r->l, true);
        r->changed = true;
    }
    return true;
}

static void rescue_part(struct link *l, struct part *p)
{
    struct rescue r = {l, p, false};
    const struct cwi_unit *u = p->u;
    bool any_dropped = false;
    for (cwi_id i = 1; i < u->vars.count; i++)
        any_dropped |= !p->vars[i] && u->vars.items[i]->linkage > CWI_TEMP;
    if (!any_dropped)
        return;
    for (cwi_id i = 1; i < u->funcs.count; i++) {
        const struct cwi_func *f = u->funcs.items[i];
        for (uint32_t b = 0; cwi_link_func_won(l, p, i) && b < f->block_count; b++)
            for (uint32_t k = 0; k < f->blocks[b].count; k++)
                cwi_stmt_walk(&f->blocks[b].stmts[k], rescue_node, &r);
    }
    do {
        r.changed = false;
        for (cwi_id i = 1; i < u->vars.count; i++)
            for (uint32_t k = 0; p->vars[i] && cwi_link_var_won(l, p, i) && k < u->vars.items[i]->init_count; k++)
                cwi_expr_walk(u->vars.items[i]->init[k].value, rescue_node, &r);
    } while (r.changed);
}

/* ---- aliases ----------------------------------------------------------------------------------------------------- */

enum { MOST_ALIASES = 16 }; /* one of another */

static cwi_id var_called(const struct cwi_unit *u, const char *name)
{
    for (size_t i = 1; i < u->vars.count; i++) {
        const struct cwi_var *v = u->vars.items[i];
        const char *symbol = cwi_symbol_name(v->name, v->asm_name);
        if (symbol && v->linkage >= CWI_STATIC && !strcmp(symbol, name))
            return (cwi_id)i;
    }
    return 0;
}

static cwi_id func_called(const struct cwi_unit *u, const char *name)
{
    for (size_t i = 1; i < u->funcs.count; i++) {
        const char *symbol = cwi_symbol_name(u->funcs.items[i]->name, u->funcs.items[i]->asm_name);
        if (symbol && !strcmp(symbol, name))
            return (cwi_id)i;
    }
    return 0;
}

/* Assemblers follow aliases within their unit, whatever becomes of the names on the way. */
static cwi_id var_behind(const struct cwi_unit *u, cwi_id id)
{
    for (unsigned steps = 0; id && steps < MOST_ALIASES && u->vars.items[id]->alias_of; steps++)
        id = u->vars.items[id]->alias ? u->vars.items[id]->alias : var_called(u, u->vars.items[id]->alias_of);
    return id;
}

static cwi_id func_behind(const struct cwi_unit *u, cwi_id id)
{
    for (unsigned steps = 0; id && steps < MOST_ALIASES && u->funcs.items[id]->alias_of; steps++)
        id = u->funcs.items[id]->alias ? u->funcs.items[id]->alias : func_called(u, u->funcs.items[id]->alias_of);
    return id;
}

/* Fills in where each alias that won leads to. */
static void find_targets(struct link *l, cwi_id *var_targets, cwi_id *func_targets)
{
    for (size_t i = 0; i < l->parts.count; i++) {
        const struct part *p = &l->parts.items[i];
        for (cwi_id j = 1; j < p->u->vars.count; j++)
            if (p->u->vars.items[j]->alias_of && p->vars[j] && cwi_link_var_won(l, p, j))
                var_targets[p->vars[j]] = p->vars[var_behind(p->u, j)];
        for (cwi_id j = 1; j < p->u->funcs.count; j++)
            if (p->u->funcs.items[j]->alias_of && cwi_link_func_won(l, p, j))
                func_targets[p->funcs[j]] = p->funcs[func_behind(p->u, j)];
    }
}

/* From each id to the definition at the end of its chain; to itself where there is none, or a circle. */
static void close_targets(cwi_id *targets, size_t count)
{
    for (cwi_id i = 1; i < count; i++) {
        cwi_id end = i;
        unsigned steps = 0;
        while (targets[end] && targets[end] != end && steps++ < MOST_ALIASES)
            end = targets[end];
        targets[i] = steps > MOST_ALIASES ? i : end;
    }
}

/* ---- copying ----------------------------------------------------------------------------------------------------- */

/* Libraries that stand later in the list are needed by those before. */
static uint32_t turn_of(const struct part *p)
{
    return p->input->is_module && !p->input->is_executable ? p->module : 0;
}

/* The place of the unit in the order of linking. */
static uint32_t part_of(const struct link *l, const struct part *p, uint32_t own)
{
    return (uint32_t)l->out->members.count + (p->u->is_linked ? own : 1);
}

static void copy_var(struct link *l, const struct cwi_copy *c, const struct part *p, cwi_id id)
{
    const struct symbol *s = cwi_link_var_symbol(l, p, id);
    cwi_id to = p->vars[id];
    if (!to || (s && (s->part != p || s->from != id)))
        return;
    struct cwi_var *v = l->out->vars.items[to];
    cwi_copy_var(c, v, p->u->vars.items[id]);
    v->alias = c->var_targets[to] == to ? 0 : c->var_targets[to];
    v->turn = v->turn ? v->turn : turn_of(p);
    v->part = v->section ? part_of(l, p, v->part) : 0;
    if (v->is_register_asm && v->linkage >= CWI_STATIC) { /* all code uses the register, under whatever name */
        v->linkage = CWI_EXTERN;
        v->is_foreign = true;
    }
    if (!s)
        return;
    const char *symbol = cwi_symbol_name(v->name, v->asm_name);
    bool is_exposed = !s->is_hidden && cwi_tables_exposed(l, symbol);
    v->is_exposed |= is_exposed || (!s->is_hidden && v->linkage != CWI_EXTERN && cwi_tables_of_library(l, symbol));
    l->out->is_rebound |= is_exposed;
    v->is_address_taken |= s->is_address_taken;
    if (s->is_hidden)
        v->linkage = CWI_STATIC;
    if (s->rank == 1 || s->is_foreign) { /* perhaps discarded with its comdat group, and defined nowhere */
        v->linkage = CWI_EXTERN;
        v->init_count = 0;
        v->is_foreign |= s->is_foreign;
        v->is_weak = !s->is_strong;
        v->is_absent = v->is_weak && !s->is_foreign && cwi_tables_absent(l, cwi_symbol_name(v->name, v->asm_name));
    }
}

static void copy_func(struct link *l, const struct cwi_copy *c, const struct part *p, cwi_id id)
{
    const struct symbol *s = cwi_link_func_symbol(l, p, id);
    cwi_id to = p->funcs[id];
    if (s && (s->part != p || s->from != id))
        return;
    struct cwi_func *f = l->out->funcs.items[to];
    cwi_copy_func(c, f, p->u->funcs.items[id]);
    f->alias = c->func_targets[to] == to ? 0 : c->func_targets[to];
    f->turn = f->turn ? f->turn : turn_of(p);
    f->part = f->init_priority || f->fini_priority ? part_of(l, p, f->part) : 0;
    if (!s)
        return;
    bool is_exposed = !s->is_hidden && cwi_tables_exposed(l, cwi_symbol_name(f->name, f->asm_name));
    f->is_exposed |= is_exposed;
    l->out->is_rebound |= is_exposed;
    f->is_address_taken |= s->is_address_taken;
    if (s->is_hidden)
        f->linkage = CWI_STATIC;
    if (s->rank == 1 || s->is_foreign) {
        f->linkage = CWI_EXTERN;
        f->block_count = 0;
        f->is_foreign |= s->is_foreign;
        f->is_weak = !s->is_strong;
        f->is_absent = f->is_weak && !s->is_foreign && cwi_tables_absent(l, cwi_symbol_name(f->name, f->asm_name));
    }
}

/* The same text at the same place about the same things comes from one line of a header. */
static bool is_repeated(struct intern *seen, const char *word, const char *text, struct cwi_place at, cwi_id func,
                        const struct cwi_ref *refs, uint32_t ref_count)
{
    struct buf key = {0};
    buf_printf(&key, "%s\n%s\n%u:%u:%u:%u", word, text, at.file, at.line, at.col, func);
    for (uint32_t i = 0; i < ref_count; i++)
        buf_printf(&key, ":%d.%u", (int)refs[i].kind, refs[i].id);
    uint32_t count = base_intern_count(seen);
    bool known = base_intern_add(seen, key.data, key.size) < count;
    buf_free(&key);
    return known;
}

static bool refers_to_dropped(const struct part *p, const struct cwi_note *n)
{
    for (uint32_t i = 0; i < n->ref_count; i++)
        if (n->refs[i].kind == CWI_REF_VAR && !p->vars[n->refs[i].id])
            return true;
    return false;
}

static void copy_notes(struct link *l, const struct cwi_copy *c, const struct part *p, struct intern *seen)
{
    const struct cwi_unit *u = p->u;
    for (size_t i = 0; i < u->notes.count; i++) {
        const struct cwi_note *n = &u->notes.items[i];
        struct cwi_note copy;
        if (is_dropped(l, p, n->func) || refers_to_dropped(p, n))
            continue;
        cwi_copy_note(c, &copy, n);
        if (!is_repeated(seen, copy.word, copy.text, copy.at, copy.func, copy.refs, copy.ref_count))
            vec_push(&l->out->notes, copy);
    }
    for (size_t i = 0; i < u->losses.count; i++) {
        struct cwi_loss copy;
        if (is_dropped(l, p, u->losses.items[i].func))
            continue;
        cwi_copy_loss(c, &copy, &u->losses.items[i]);
        if (!is_repeated(seen, "\t", copy.text, copy.at, copy.func, NULL, 0))
            vec_push(&l->out->losses, copy);
    }
}

static void copy_members(struct link *l, const struct part *p)
{
    struct cwi_member one = {p->u->name, cwi_fingerprint(p->u)};
    size_t count = p->u->is_linked ? p->u->members.count : 1;
    const struct cwi_member *members = p->u->is_linked ? p->u->members.items : &one;
    for (size_t i = 0; i < count; i++)
        vec_push(&l->out->members,
                 ((struct cwi_member){arena_str(l->out->arena, members[i].name), members[i].fingerprint}));
}

static void copy_all(struct link *l)
{
    cwi_id *var_targets = ARENA_ARRAY(l->scratch, cwi_id, l->out->vars.count);
    cwi_id *func_targets = ARENA_ARRAY(l->scratch, cwi_id, l->out->funcs.count);
    find_targets(l, var_targets, func_targets);
    close_targets(var_targets, l->out->vars.count);
    close_targets(func_targets, l->out->funcs.count);
    struct intern *seen = base_intern_new();
    for (size_t i = 0; i < l->parts.count; i++) {
        const struct part *p = &l->parts.items[i];
        const struct cwi_copy c = {l->out->arena, p->files, p->types, p->vars, p->funcs, var_targets, func_targets};
        for (cwi_id j = 1; j < p->u->vars.count; j++)
            copy_var(l, &c, p, j);
        for (cwi_id j = 1; j < p->u->funcs.count; j++)
            copy_func(l, &c, p, j);
        copy_notes(l, &c, p, seen);
        copy_members(l, p);
    }
    base_intern_free(seen);
}

static void take_target(struct link *l)
{
    if (!l->parts.count)
        return;
    const struct cwi_unit *first = l->parts.items[0].u;
    l->out->producer = arena_str(l->out->arena, first->producer);
    l->out->pointer_bits = first->pointer_bits;
    l->out->big_endian = first->big_endian;
    l->out->char_is_signed = first->char_is_signed;
}

static void link_free(struct link *l)
{
    vec_free(&l->parts);
    vec_free(&l->vars.list);
    vec_free(&l->funcs.list);
    vec_free(&l->group_owners);
    base_intern_free(l->vars.names);
    base_intern_free(l->funcs.names);
    base_intern_free(l->groups);
    base_intern_free(l->hidden);
    cwi_tables_free(l->tables);
    arena_free(l->scratch);
}

enum status cwi_link(const struct cwi_inputs *in, const char *name, const struct diag_sink *warnings,
                     struct cwi_unit **out, struct diag *d)
{
    struct link l = {.scratch = arena_new(), .out = cwi_unit_new(name), .warnings = warnings, .d = d, .in = in};
    enum status st = cwi_link_select(&l, in);
    if (st == ST_OK) {
        take_target(&l);
        cwi_link_start(&l);
        l.out->is_linked = true;
        cwi_link_types(&l);
        cwi_link_symbols(&l);
        for (size_t i = 0; i < l.parts.count; i++)
            number_part(&l, &l.parts.items[i]);
        for (size_t i = 0; i < l.parts.count; i++)
            rescue_part(&l, &l.parts.items[i]);
        copy_all(&l);
        st = cwi_validate(l.out, d);
        if (st != ST_OK && d)
            d->at.file = name; /* the unit's own copy is about to go */
    }
    if (st == ST_OK)
        *out = l.out;
    else
        cwi_unit_free(l.out);
    link_free(&l);
    return st;
}
