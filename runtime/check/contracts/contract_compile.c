/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Contracts of functions: `requires F : EXPR` holds whenever F is entered, `ensures F : EXPR` whenever it returns. In
 * the latter `result` is what is returned, and old(E) what E was when F was entered.
 *
 * A contract is compiled into a program of its own: a branch on its condition to a labelled block, which goes on where
 * the other branch goes; the question is then whether the label is unreachable. What old(E) and `result` stand for are
 * local variables of F, stored to at entry and before the return. Where the condition has no value the contract is
 * violated; of a pointer that is not null and leads nowhere only a run can tell.
 */
#include "runtime/check/private.h"
#include "runtime/cwi/edit.h"

#include <ctype.h>

bool check_contract_is(const struct note *q)
{
    return q->kind == NOTE_PROPERTY &&
           (!strcmp(q->u.property.logic, "requires") || !strcmp(q->u.property.logic, "ensures"));
}

/* In no C label. */
static const char requires_label[] = "requires ", ensures_label[] = "ensures ";

bool check_contract_is_compiled(const struct note *q)
{
    const char *label = q->kind == NOTE_PROPERTY && q->u.property.target && q->u.property.expr
                            ? strchr(q->u.property.target, ':')
                            : NULL;
    return label && (!strncmp(label + 1, requires_label, sizeof requires_label - 1) ||
                     !strncmp(label + 1, ensures_label, sizeof ensures_label - 1));
}

struct contract {
    struct arena *a;
    struct cwi_unit *u;
    const struct note *q;
    struct cwi_func *f;
    cwi_id func, result; /* result: the variable, or 0 */
    struct VEC(struct cwi_stmt) at_entry;
    struct VEC(struct renamed {
        cwi_id var;
        const char *name;
    }) renamed; /* how variables are called once the condition is read: as nothing in C is */
    const char *label;
    struct VEC(struct check_old) olds;
};

static struct place place_of(const struct note *q)
{
    return q->at.file ? q->at : (struct place){.file = "-p", .line = 1, .col = 1};
}

cwi_id check_contract_function(const struct cwi_unit *u, const struct note *q)
{
    const char *p = q->u.property.text + strspn(q->u.property.text, " \t");
    char name[256];
    size_t size = strcspn(p, " \t:");
    if (size >= sizeof name)
        return 0;
    memcpy(name, p, size);
    name[size] = 0;
    cwi_id func = cwi_find_func(u, NULL, name, NULL);
    return func && cwi_func_of(u, func)->block_count ? func : 0;
}

/* ---- the text ---------------------------------------------------------------------------------------------------- */

/* FUNCTION : EXPR; *text becomes what follows the colon. */
static enum status take_function(struct contract *c, const char **text, struct diag *d)
{
    const char *p = *text + strspn(*text, " \t"), *end = p;
    bool is_ambiguous = false;
    while (isalnum((unsigned char)*end) || *end == '_')
        end++;
    const char *name = arena_strn(c->a, p, (size_t)(end - p)), *colon = end + strspn(end, " \t");
    if (!*name || *colon != ':')
        return diag_set(d, ST_BAD, place_of(c->q), "expected '%s FUNCTION : CONDITION'", c->q->u.property.logic);
    *text = colon + 1;
    c->func = cwi_find_func(c->u, NULL, name, &is_ambiguous);
    if (is_ambiguous)
        return diag_set(d, ST_BAD, place_of(c->q), "several functions are called '%s'", name);
    if (!c->func)
        return diag_set(d, ST_BAD, place_of(c->q), "no function '%s' in the program", name);
    c->f = c->u->funcs.items[c->func];
    if (!c->f->block_count)
        return diag_set(d, ST_BAD, place_of(c->q), "function '%s' has no body here", name);
    return ST_OK;
}

static cwi_id new_local(struct contract *c, const char *name, cwi_id type)
{
    return cwi_add_var(
        c->u, &(struct cwi_var){.name = name, .linkage = CWI_AUTO, .type = type, .owner = c->func, .at = c->f->at});
}

static struct cwi_stmt store(struct contract *c, cwi_id var, const struct cwi_expr *value, struct cwi_place at)
{
    return (struct cwi_stmt){.kind = CWI_ASSIGN, .at = at, .lhs = cwi_expr_var(c->a, c->u, var), .rhs = value};
}

static bool is_scalar(const struct contract *c, const struct cwi_expr *e)
{
    enum cwi_type_kind kind = cwi_type_of(c->u, e->type)->kind;
    return kind == CWI_INT || kind == CWI_PTR;
}

/* At entry the variable becomes what E is, where that has a value; another one holds whether it has. */
static void store_old(struct contract *c, cwi_id var, const struct cwi_expr *e)
{
    const struct cwi_expr *is = is_scalar(c, e) ? check_defined(c->a, c->u, e, NULL, 0) : NULL;
    struct check_old old = {var, is ? new_local(c, arena_printf(c->a, "old_%u_is", (unsigned)var), is->type) : 0};
    struct cwi_stmt value = store(c, var, e, c->f->at);
    if (is) {
        struct cwi_stmt first = store(c, old.is_defined, is, c->f->at);
        struct cwi_expr *some = ARENA_NEW(c->a, struct cwi_expr);
        *some = (struct cwi_expr){.kind = CWI_COND, .type = e->type, .b = e, .c = cwi_expr_const(c->a, e->type, 0)};
        some->a = cwi_expr_binary(c->a, CWI_NE, is->type, first.lhs, cwi_expr_const(c->a, is->type, 0));
        value.rhs = some;
        first.is_note = true;
        vec_push(&c->renamed, ((struct renamed){old.is_defined, "(old)"}));
        vec_push(&c->at_entry, first);
    }
    value.is_note = true;
    vec_push(&c->at_entry, value);
    vec_push(&c->olds, old);
}

/* old(E): a variable of F, whose name is put in its place. */
static enum status take_old(struct contract *c, const char *text, size_t size, struct buf *out, struct diag *d)
{
    const struct cwi_expr *e;
    struct place at = place_of(c->q);
    enum status st =
        note_parse_expr(c->a, note_text_source(c->a, at.file, arena_strn(c->a, text, size), size, at.line, at.col),
                        note_unit_resolver(c->a, c->u, c->func), &e, d);
    if (st)
        return st;
    const char *name = arena_printf(c->a, "old_%u", (unsigned)c->u->vars.count);
    cwi_id var = new_local(c, name, e->type);
    vec_push(&c->renamed, ((struct renamed){var, arena_printf(c->a, "old(%.*s)", (int)size, text)}));
    store_old(c, var, e);
    buf_puts(out, name);
    return ST_OK;
}

static bool is_word(const char *begin, const char *p, const char *word)
{
    size_t n = strlen(word);
    const char *before = p;
    while (before > begin && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
    bool is_member =
        before > begin && (before[-1] == '.' || (before[-1] == '>' && before - begin > 1 && before[-2] == '-'));
    bool is_part = p > begin && (isalnum((unsigned char)p[-1]) || p[-1] == '_');
    return !is_member && !is_part && !strncmp(p, word, n) && !isalnum((unsigned char)p[n]) && p[n] != '_';
}

static size_t bracket_size(const char *p)
{
    size_t depth = 0;
    for (const char *s = p; *s; s++) {
        depth += *s == '(';
        if (*s == ')' && !--depth)
            return (size_t)(s - p) + 1;
    }
    return 0;
}

/* `result` is what is returned, whatever has that name; where nothing is returned, it is the variable. */
static enum status take_result(struct contract *c, struct buf *out, struct diag *d)
{
    bool is_ambiguous = false;
    cwi_id type = cwi_type_of(c->u, c->f->type)->of;
    bool returns = type && cwi_type_of(c->u, type)->kind != CWI_VOID;
    if (!returns && (cwi_find_var(c->u, NULL, c->func, "result", &is_ambiguous) || is_ambiguous))
        return buf_puts(out, "result"), ST_OK;
    if (!returns)
        return diag_set(d, ST_BAD, place_of(c->q), "'result': function '%s' returns nothing", c->f->name);
    const char *name = arena_printf(c->a, "result_%u", (unsigned)c->u->vars.count);
    if (!c->result) {
        c->result = new_local(c, name, type);
        vec_push(&c->renamed, ((struct renamed){c->result, "(result)"}));
    }
    buf_puts(out, cwi_var_of(c->u, c->result)->name);
    return ST_OK;
}

/* The condition with variables for old(...) and result. */
static enum status take_condition(struct contract *c, const char *text, struct buf *out, struct diag *d)
{
    bool is_ensures = !strcmp(c->q->u.property.logic, "ensures");
    enum status st = ST_OK;
    for (const char *p = text; *p && !st;) {
        const char *bracket = p + 3 + (is_word(text, p, "old") ? strspn(p + 3, " \t") : 0);
        size_t size = is_word(text, p, "old") && *bracket == '(' ? bracket_size(bracket) : 0;
        if (size && !is_ensures) {
            st = diag_set(d, ST_BAD, place_of(c->q), "old() is what something was at entry: it belongs into 'ensures'");
        } else if (size) {
            st = take_old(c, bracket + 1, size - 2, out, d);
            p = bracket + size;
        } else if (is_ensures && is_word(text, p, "result")) {
            st = take_result(c, out, d);
            p += strlen("result");
        } else {
            buf_putc(out, *p++);
        }
    }
    return st;
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

/* Where the contract is violated: a labelled block that goes on at `next`. */
static uint32_t add_violation(struct contract *c, uint32_t next, struct cwi_place at)
{
    struct cwi_stmt on = cwi_goto(c->a, at, next);
    uint32_t b = cwi_add_block(c->a, c->f, &on, 1);
    cwi_add_label(c->a, &c->f->blocks[b], c->label);
    return b;
}

static struct cwi_stmt branch(struct contract *c, const struct cwi_expr *cond, uint32_t holds, struct cwi_place at)
{
    uint32_t violated = add_violation(c, holds, at);
    struct cwi_stmt test = cwi_if(c->a, at, cond, holds, violated);
    const struct cwi_expr *is = check_defined(c->a, c->u, cond, c->olds.items, c->olds.count);
    test.is_note = true;
    if (!is)
        return test;
    struct cwi_stmt first = cwi_if(c->a, at, is, cwi_add_block(c->a, c->f, &test, 1), violated);
    first.is_note = true;
    return first;
}

/* Puts statements before everything that the function does; `cond` may be NULL. */
static void enter(struct contract *c, const struct cwi_expr *cond)
{
    uint32_t next = cwi_free_entry(c->a, c->f);
    vec_push(&c->at_entry, cond ? branch(c, cond, next, c->f->at) : cwi_goto(c->a, c->f->at, next));
    struct cwi_block *entry = &c->f->blocks[0];
    *entry = (struct cwi_block){.count = (uint32_t)c->at_entry.count};
    entry->stmts = vec_to_arena(&c->at_entry, c->a);
}

/* Before each return. */
static void leave(struct contract *c, const struct cwi_expr *cond)
{
    uint32_t count = c->f->block_count;
    for (uint32_t b = 0; b < count; b++) {
        uint32_t last = c->f->blocks[b].count - 1;
        struct cwi_stmt back = c->f->blocks[b].stmts[last];
        if (back.kind != CWI_RETURN)
            continue;
        bool stores = c->result && back.rhs;
        struct cwi_stmt end = branch(c, cond, cwi_add_block(c->a, c->f, &back, 1), back.at);
        struct cwi_stmt *stmts = ARENA_ARRAY(c->a, struct cwi_stmt, last + 2);
        memcpy(stmts, c->f->blocks[b].stmts, last * sizeof *stmts);
        if (stores)
            stmts[last++] = store(c, c->result, back.rhs, back.at);
        stmts[last++] = end;
        c->f->blocks[b].stmts = stmts;
        c->f->blocks[b].count = last;
    }
}

/* ---- the question ------------------------------------------------------------------------------------------------ */

static struct note *question_of(struct contract *c, const struct cwi_expr *cond, const char *text)
{
    struct note *n = arena_copy(c->a, c->q, sizeof *n);
    text += strspn(text, " \t");
    n->u.property.name = check_question_name(c->a, c->q);
    n->u.property.logic = "unreachable";
    n->u.property.target = arena_printf(c->a, "%s:%s", c->f->name, c->label);
    n->u.property.expr = cond;
    n->u.property.text = arena_str(c->a, text);
    return n;
}

enum status check_contract_compile(struct arena *a, struct cwi_unit *u, const struct note *q, const struct note **out,
                                   struct diag *d)
{
    struct contract c = {.a = a, .u = u, .q = q};
    const char *text = q->u.property.text;
    struct buf cond = {0};
    struct note *parsed = NULL;
    enum status st = take_function(&c, &text, d);
    if (!st)
        c.label = arena_printf(a, "%s%u", strcmp(q->u.property.logic, "requires") ? ensures_label : requires_label,
                               c.f->block_count);
    if (!st)
        st = take_condition(&c, text, &cond, d);
    if (!st)
        st = note_parse_property(a, arena_printf(a, "invariant %s", buf_str(&cond)), u, c.func, &parsed, d);
    for (size_t i = 0; i < c.renamed.count; i++)
        u->vars.items[c.renamed.items[i].var]->name = c.renamed.items[i].name;
    if (st && d->at.file && !strcmp(d->at.file, "-p"))
        d->at = place_of(q);
    if (!st && !strcmp(q->u.property.logic, "requires")) {
        enter(&c, parsed->u.property.expr);
    } else if (!st) {
        leave(&c, parsed->u.property.expr);
        if (c.at_entry.count)
            enter(&c, NULL);
    }
    if (!st)
        *out = question_of(&c, parsed->u.property.expr, text);
    vec_free(&c.at_entry);
    vec_free(&c.olds);
    vec_free(&c.renamed);
    buf_free(&cond);
    return st;
}
