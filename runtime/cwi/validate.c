/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What every reader of a unit relies on, checked: ids in range, types without cycles, one terminator a block, targets
 * that exist, operands of the right kind and width. Invariant: code that got through here can be executed without
 * further checks of form. Expressions are in validate_code.c.
 */
#include "runtime/cwi/validate.h"

enum { MOST_NESTING = 200 }; /* of types in one another; C compilers promise 127 */

bool cwi_check_fail(struct check *c, const char *format, ...)
{
    char what[400], where[300] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (c->func)
        snprintf(where, sizeof where,
                 "function '%.100s', block %u, statement %u: ", c->func->name ? c->func->name : "?", c->block, c->stmt);
    else if (c->where)
        snprintf(where, sizeof where, "%s %zu: ", c->where, c->index);
    diag_set(c->d, ST_BAD, (struct place){c->u->name, 0, 0}, "%s%s", where, what);
    return false;
}

bool cwi_check_id(struct check *c, const char *what, cwi_id id, size_t count, bool may_be_none)
{
    if (id < count && (id || may_be_none))
        return true;
    return cwi_check_fail(c, id ? "there is no %s %u" : "there is no %s", what, id);
}

static bool check_place(struct check *c, struct cwi_place at)
{
    return cwi_check_id(c, "file", at.file, c->u->files.count, true);
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

static bool check_width(struct check *c, const struct cwi_type *t)
{
    uint64_t storage = t->size;
    if (t->kind == CWI_INT && (t->bits < 1 || t->bits > 64 || storage > 8 || storage * 8 < t->bits))
        return cwi_check_fail(c, "an integer of %u bits in %llu bytes", t->bits, (unsigned long long)storage);
    if (t->kind == CWI_PTR && t->bits != 16 && t->bits != 32 && t->bits != 64)
        return cwi_check_fail(c, "a pointer of %u bits", t->bits);
    if (t->kind == CWI_FLOAT && t->bits != 32 && t->bits != 64 && t->bits != 80 && t->bits != 128)
        return cwi_check_fail(c, "a floating-point number of %u bits", t->bits);
    return true;
}

static bool check_type(struct check *c, const struct cwi_type *t)
{
    size_t types = c->u->types.count;
    bool derived = t->kind == CWI_PTR || t->kind == CWI_ARRAY || t->kind == CWI_FUNC;
    if ((unsigned)t->kind >= CWI_TYPE_KINDS)
        return cwi_check_fail(c, "unknown kind of type");
    if (!check_width(c, t) || !cwi_check_id(c, "type", t->of, types, !derived))
        return false;
    if (t->size != CWI_UNKNOWN && t->size > INT64_MAX)
        return cwi_check_fail(c, "a type larger than memory");
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct cwi_field *f = &t->fields[i];
        if (!cwi_check_id(c, "type", f->type, types, false))
            return false;
        if (f->offset > INT64_MAX || f->bit_pos > 7 || f->bit_width > 64)
            return cwi_check_fail(c, "field %u lies nowhere", i);
    }
    for (uint32_t i = 0; i < t->param_count; i++)
        if (!cwi_check_id(c, "type", t->params[i], types, false))
            return false;
    for (uint32_t i = 0; i < t->enumerator_count; i++)
        if (!t->enumerators[i].name)
            return cwi_check_fail(c, "an enumerator without a name");
    return true;
}

/* Two graphs must be without cycles: what contains what (fields, elements), and what is derived from what (pointers,
 * arrays, functions) up to the next struct. `height` is 0 while unknown. */
static bool nesting(struct check *c, uint8_t *height, cwi_id id, bool contains, unsigned depth)
{
    const struct cwi_type *t = c->u->types.items[id];
    unsigned most = 0;
    if (height[id])
        return height[id] + depth <= MOST_NESTING || cwi_check_fail(c, "types are nested too deep");
    if (depth >= MOST_NESTING)
        return cwi_check_fail(c, "types contain themselves, or are nested too deep");
    bool is_record = t->kind == CWI_STRUCT || t->kind == CWI_UNION;
    if (t->of && (contains ? t->kind == CWI_ARRAY : !is_record)) {
        if (!nesting(c, height, t->of, contains, depth + 1))
            return false;
        most = height[t->of];
    }
    uint32_t children = contains ? t->field_count : is_record ? 0 : t->param_count;
    for (uint32_t i = 0; i < children; i++) {
        cwi_id child = contains ? t->fields[i].type : t->params[i];
        if (!nesting(c, height, child, contains, depth + 1))
            return false;
        if (height[child] > most)
            most = height[child];
    }
    height[id] = (uint8_t)(most + 1);
    return true;
}

static bool check_types(struct check *c)
{
    size_t count = c->u->types.count;
    c->where = "type";
    for (c->index = 1; c->index < count; c->index++)
        if (!check_type(c, c->u->types.items[c->index]))
            return false;
    bool good = true;
    for (int contains = 0; contains <= 1 && good; contains++) {
        uint8_t *height = base_mem_zalloc(count);
        for (c->index = 1; c->index < count && good; c->index++)
            good = nesting(c, height, (cwi_id)c->index, contains, 0);
        free(height);
    }
    return good;
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static bool check_init(struct check *c, const struct cwi_init *init)
{
    if (init->offset > INT64_MAX || init->size > INT64_MAX || init->bit_pos > 7 || init->bit_width > 64)
        return cwi_check_fail(c, "an initialiser lies nowhere");
    if (init->value)
        return cwi_check_expr(c, init->value, 1);
    return init->bytes || cwi_check_fail(c, "an initialiser without a value");
}

static bool check_var(struct check *c, const struct cwi_var *v)
{
    const struct cwi_unit *u = c->u;
    if ((unsigned)v->linkage >= CWI_LINKAGES)
        return cwi_check_fail(c, "unknown linkage");
    bool is_local = cwi_is_automatic(v);
    if (!cwi_check_id(c, "type", v->type, u->types.count, false) ||
        !cwi_check_id(c, "function", v->owner, u->funcs.count, !is_local) || !check_place(c, v->at) ||
        !cwi_check_id(c, "variable", v->alias, u->vars.count, true))
        return false;
    if (v->alias && u->vars.items[v->alias]->alias)
        return cwi_check_fail(c, "an alias of an alias");
    if (v->linkage >= CWI_GLOBAL && !v->name && !v->asm_name)
        return cwi_check_fail(c, "an external variable without a name");
    if (is_local && v->init_count)
        return cwi_check_fail(c, "an initialiser of a variable without static storage");
    for (uint32_t i = 0; i < v->init_count; i++)
        if (!check_init(c, &v->init[i]))
            return false;
    return true;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static bool check_block(struct check *c, const struct cwi_block *b)
{
    for (uint32_t i = 0; i < b->label_count; i++)
        if (!b->labels[i])
            return cwi_check_fail(c, "a label without a name");
    if (!b->count)
        return cwi_check_fail(c, "an empty block");
    for (c->stmt = 0; c->stmt < b->count; c->stmt++) {
        const struct cwi_stmt *s = &b->stmts[c->stmt];
        if ((unsigned)s->kind >= CWI_STMT_KINDS)
            return cwi_check_fail(c, "unknown kind of statement");
        if (cwi_is_terminator(s->kind) != (c->stmt == b->count - 1))
            return cwi_check_fail(c, cwi_is_terminator(s->kind) ? "the block goes on after its end"
                                                                : "the block has no end");
        if (!check_place(c, s->at) || !cwi_check_stmt(c, s))
            return false;
    }
    return true;
}

static bool check_params(struct check *c, const struct cwi_func *f)
{
    for (uint32_t i = 0; i < f->param_count; i++) {
        if (!cwi_check_id(c, "variable", f->params[i], c->u->vars.count, false))
            return false;
        const struct cwi_var *v = c->u->vars.items[f->params[i]];
        if (v->linkage != CWI_PARAM || v->owner != c->index)
            return cwi_check_fail(c, "parameter %u is a variable of something else", i);
        if (f->access && f->access[i] > CWI_ACCESS_NONE)
            return cwi_check_fail(c, "parameter %u has an unknown access", i);
    }
    const struct cwi_var *v = f->extra < c->u->vars.count ? c->u->vars.items[f->extra] : NULL;
    if (f->extra && (!v || v->linkage != CWI_TEMP || v->owner != c->index || !f->block_count ||
                     c->u->types.items[v->type]->kind != CWI_PTR))
        return cwi_check_fail(c, "what points to further arguments is no pointer of the function's own");
    return true;
}

static bool check_func(struct check *c, const struct cwi_func *f)
{
    const struct cwi_unit *u = c->u;
    if (f->linkage != CWI_STATIC && f->linkage != CWI_GLOBAL && f->linkage != CWI_WEAK && f->linkage != CWI_EXTERN)
        return cwi_check_fail(c, "a function of wrong linkage");
    if (!f->name && !f->asm_name)
        return cwi_check_fail(c, "a function without a name");
    if (!cwi_check_id(c, "type", f->type, u->types.count, false) || !check_place(c, f->at) || !check_place(c, f->end) ||
        !cwi_check_id(c, "file", f->unit_file, u->files.count, true) ||
        !cwi_check_id(c, "function", f->alias, u->funcs.count, true) || !check_params(c, f))
        return false;
    if (u->types.items[f->type]->kind != CWI_FUNC)
        return cwi_check_fail(c, "a function whose type is not a function's");
    if (f->alias && u->funcs.items[f->alias]->alias)
        return cwi_check_fail(c, "an alias of an alias");
    if (f->linkage == CWI_EXTERN && f->block_count)
        return cwi_check_fail(c, "a function that is only declared has a body");
    c->func = f;
    for (c->block = 0; c->block < f->block_count; c->block++) {
        c->stmt = 0;
        if (!check_block(c, &f->blocks[c->block]))
            return false;
    }
    c->func = NULL;
    return true;
}

/* ---- notes and losses -------------------------------------------------------------------------------------------- */

static bool check_note(struct check *c, const struct cwi_note *n)
{
    const size_t counts[] = {
        [CWI_REF_VAR] = c->u->vars.count, [CWI_REF_FUNC] = c->u->funcs.count, [CWI_REF_TYPE] = c->u->types.count};
    if (!n->word || !n->text)
        return cwi_check_fail(c, "a note without a text");
    for (uint32_t i = 0; i < n->ref_count; i++) {
        if ((unsigned)n->refs[i].kind > CWI_REF_TYPE)
            return cwi_check_fail(c, "unknown kind of reference");
        if (!cwi_check_id(c, "thing", n->refs[i].id, counts[n->refs[i].kind], false))
            return false;
    }
    return check_place(c, n->at) && cwi_check_id(c, "function", n->func, c->u->funcs.count, true);
}

static bool check_all(struct check *c)
{
    const struct cwi_unit *u = c->u;
    if (u->pointer_bits != 16 && u->pointer_bits != 32 && u->pointer_bits != 64)
        return cwi_check_fail(c, "pointers of %u bits", u->pointer_bits);
    if (!u->name || !u->producer)
        return cwi_check_fail(c, "a unit without name or producer");
    if (!check_types(c))
        return false;
    c->where = "variable";
    for (c->index = 1; c->index < u->vars.count; c->index++)
        if (!check_var(c, u->vars.items[c->index]))
            return false;
    c->where = "function";
    for (c->index = 1; c->index < u->funcs.count; c->index++)
        if (!check_func(c, u->funcs.items[c->index]))
            return false;
    c->where = "note";
    for (c->index = 0; c->index < u->notes.count; c->index++)
        if (!check_note(c, &u->notes.items[c->index]))
            return false;
    c->where = "loss";
    for (c->index = 0; c->index < u->losses.count; c->index++) {
        const struct cwi_loss *l = &u->losses.items[c->index];
        if (!l->text)
            return cwi_check_fail(c, "a loss without a text");
        if (!check_place(c, l->at) || !cwi_check_id(c, "function", l->func, u->funcs.count, true))
            return false;
    }
    return true;
}

enum status cwi_validate(const struct cwi_unit *u, struct diag *d)
{
    struct check c = {.u = u, .d = d};
    return check_all(&c) ? ST_OK : ST_BAD;
}
