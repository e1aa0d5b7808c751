/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions as users wrote them: a temporary of the compiler reads as what it holds, where that is one thing.
 */
#include "runtime/avm/report.h"

enum { DEEPEST = 4 };

/* The one statement of its function that gives a temporary its value; NULL: there are several, or none. */
static const struct cwi_stmt *source_of(const struct avm *m, cwi_id temp)
{
    cwi_id owner = cwi_var_of(m->u, temp)->owner;
    const struct cwi_func *f = owner ? cwi_func_of(m->u, owner) : NULL;
    const struct cwi_stmt *source = NULL;
    for (uint32_t b = 0; f && b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++) {
            const struct cwi_stmt *s = &f->blocks[b].stmts[i];
            bool writes = s->lhs && s->lhs->kind == CWI_VAR && s->lhs->ref == temp;
            for (uint32_t k = 0; s->kind == CWI_ASM && k < s->outputs; k++)
                writes |= s->args[k]->kind == CWI_VAR && s->args[k]->ref == temp;
            if (writes && source)
                return NULL;
            source = writes ? s : source;
        }
    return source;
}

const struct cwi_func *avm_result_of(const struct avm *m, cwi_id temp)
{
    const struct cwi_stmt *s = source_of(m, temp);
    bool is_call = s && s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF;
    return is_call ? cwi_func_of(m->u, s->rhs->ref) : NULL;
}

/* ---- in the place of temporaries --------------------------------------------------------------------------------- */

struct replacement {
    cwi_id temp;
    struct buf name, text; /* as the temporary is printed; what stands there instead */
};
struct replacements VEC(struct replacement);

struct search {
    const struct avm *m;
    int depth;
    struct replacements list;
};

static void print_at(const struct avm *m, const struct cwi_expr *e, int depth, struct buf *out);

static void print_source(const struct avm *m, cwi_id temp, int depth, struct buf *out)
{
    const struct cwi_stmt *s = source_of(m, temp);
    const struct cwi_func *callee = avm_result_of(m, temp);
    if (callee) {
        buf_printf(out, "%s()", callee->name);
    } else if (s && s->kind == CWI_ASSIGN && depth < DEEPEST) {
        bool is_closed = s->rhs->kind != CWI_DEREF && (cwi_is_lvalue(s->rhs) || s->rhs->kind == CWI_CONST);
        buf_puts(out, is_closed ? "" : "(");
        print_at(m, s->rhs, depth + 1, out);
        buf_puts(out, is_closed ? "" : ")");
    } else {
        buf_puts(out, "(a temporary value)");
    }
}

static bool find_temporaries(void *context, const struct cwi_expr *e)
{
    struct search *x = context;
    if (e->kind != CWI_VAR || cwi_var_of(x->m->u, e->ref)->linkage != CWI_TEMP)
        return true;
    for (size_t i = 0; i < x->list.count; i++)
        if (x->list.items[i].temp == e->ref)
            return true;
    struct replacement r = {.temp = e->ref};
    cwi_print_expr(x->m->u, e, &r.name);
    print_source(x->m, e->ref, x->depth, &r.text);
    vec_push(&x->list, r);
    return true;
}

static bool is_in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* The replacement of the name that stands here, or NULL. */
static const struct replacement *replacement_at(const struct replacements *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct replacement *r = &list->items[i];
        if (!strncmp(text, buf_str(&r->name), r->name.size) && !is_in_name(text[r->name.size]))
            return r;
    }
    return NULL;
}

static void print_at(const struct avm *m, const struct cwi_expr *e, int depth, struct buf *out)
{
    struct search x = {.m = m, .depth = depth};
    struct buf text = {0};
    cwi_expr_walk(e, find_temporaries, &x);
    cwi_print_expr(m->u, e, &text);
    for (const char *at = buf_str(&text); *at;) {
        bool begins = at == text.data || !is_in_name(at[-1]);
        const struct replacement *r = begins ? replacement_at(&x.list, at) : NULL;
        if (r)
            buf_puts(out, buf_str(&r->text));
        else
            buf_putc(out, *at);
        at += r ? r->name.size : 1;
    }
    for (size_t i = 0; i < x.list.count; i++) {
        buf_free(&x.list.items[i].name);
        buf_free(&x.list.items[i].text);
    }
    vec_free(&x.list);
    buf_free(&text);
}

void avm_print_expr(const struct avm *m, const struct cwi_expr *e, struct buf *out)
{
    print_at(m, e, 0, out);
}

/* What is compared with 0, or converted. */
static const struct cwi_expr *core_of(const struct cwi_expr *e)
{
    while ((e->kind == CWI_UNARY && e->op == CWI_CONVERT) ||
           (e->kind == CWI_BINARY && e->op == CWI_NE && e->b->kind == CWI_CONST && !e->b->value))
        e = e->a;
    return e;
}

void avm_print_condition(const struct avm *m, const struct cwi_expr *e, struct buf *out)
{
    const struct cwi_expr *core = core_of(e);
    if (core->kind == CWI_VAR && cwi_var_of(m->u, core->ref)->linkage == CWI_TEMP && !source_of(m, core->ref)) {
        buf_puts(out, "the condition");
        return;
    }
    buf_putc(out, '\'');
    avm_print_expr(m, e, out);
    buf_putc(out, '\'');
}
