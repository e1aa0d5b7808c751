/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Variable arguments as memory: before a call they are stored in a local variable of the caller, to which the callee's
 * `extra` points. Functions without a body, and those that only hand their arguments on to such, need none of it.
 *
 * A variable is shared by the calls of one function that have such arguments of the same types: the arguments of one of
 * them are dead when the next is made. Source: C11, 7.16.
 */
#include "runtime/cwi/edit.h"
#include "runtime/cwi/fragments.h"
#include "runtime/cwi/private.h"

struct holder { /* in one function, for arguments of these types */
    cwi_id func, type, var;
};
struct holding {
    struct cwi_unit *u;
    struct arena *a;
    cwi_id func;
    bool has_readers;  /* va_arg occurs in a function that does not have these arguments itself */
    bool may_be_meant; /* a function that looks at them has its address taken */
    struct VEC(struct holder) holders;
    struct VEC(struct cwi_stmt) code;
};

static bool looks_at_them(const struct holding *h, const struct cwi_func *f)
{
    return f->extra && f->block_count && (f->reads_extra || h->has_readers);
}

/* How many arguments have parameters of their own; UINT32_MAX: nobody looks at the others. */
static uint32_t named(const struct holding *h, const struct cwi_stmt *s)
{
    if (s->kind != CWI_CALL)
        return UINT32_MAX;
    if (s->rhs->kind == CWI_FUNCREF) {
        const struct cwi_func *f = cwi_func_of(h->u, s->rhs->ref);
        f = f->alias ? cwi_func_of(h->u, f->alias) : f;
        return looks_at_them(h, f) ? f->param_count : UINT32_MAX;
    }
    const struct cwi_type *p = cwi_type_of(h->u, s->rhs->type), *t = p->of ? cwi_type_of(h->u, p->of) : NULL;
    return h->may_be_meant && t && t->kind == CWI_FUNC && t->is_variadic ? t->param_count : UINT32_MAX;
}

/* Whether the fields of the holder are those of the arguments from number `first` on. */
static bool fits(const struct holding *h, const struct holder *x, const struct cwi_stmt *s, uint32_t first)
{
    const struct cwi_type *t = cwi_type_of(h->u, x->type);
    if (x->func != h->func || t->field_count != s->arg_count - first)
        return false;
    for (uint32_t i = 0; i < t->field_count; i++)
        if (t->fields[i].type != s->args[first + i]->type)
            return false;
    return true;
}

/* The variable that holds them; 0: one has no size. */
static struct holder holder(struct holding *h, const struct cwi_stmt *s, uint32_t first)
{
    for (size_t i = 0; i < h->holders.count; i++)
        if (fits(h, &h->holders.items[i], s, first))
            return h->holders.items[i];
    uint64_t word = h->u->pointer_bits / 8u;
    struct cwi_type t = {.kind = CWI_STRUCT, .field_count = s->arg_count - first};
    t.fields = ARENA_ARRAY(h->a, struct cwi_field, t.field_count);
    for (uint32_t i = 0; i < t.field_count; i++) {
        cwi_id type = s->args[first + i]->type;
        uint64_t size = cwi_type_of(h->u, type)->size;
        if (size == CWI_UNKNOWN)
            return (struct holder){0};
        t.fields[i] = (struct cwi_field){.type = type, .offset = t.size};
        t.size += (size + word - 1) / word * word;
    }
    struct holder x = {.func = h->func, .type = cwi_add_type(h->u, &t)};
    struct cwi_var v = {
        .type = x.type, .linkage = CWI_TEMP, .owner = h->func, .at = s->at, .is_address_taken = true, .size = t.size};
    x.var = cwi_add_var(h->u, &v);
    vec_push(&h->holders, x);
    return x;
}

static void hold(struct holding *h, const struct cwi_stmt *s, uint32_t first, struct holder x)
{
    struct cwi_type pointer = {
        .kind = CWI_PTR, .bits = h->u->pointer_bits, .size = h->u->pointer_bits / 8u, .of = x.type};
    struct cwi_stmt call = *s;
    call.args = arena_copy(h->a, s->args, s->arg_count * sizeof *s->args);
    for (uint32_t i = first; i < s->arg_count; i++) {
        const struct cwi_expr *field = cwi_expr_field(h->a, h->u, cwi_expr_var(h->a, h->u, x.var), i - first);
        struct cwi_stmt set = {.kind = CWI_ASSIGN, .at = s->at, .lhs = field, .rhs = s->args[i]};
        vec_push(&h->code, set);
        call.args[i] = field;
    }
    call.named = first;
    call.extra = cwi_expr_addr(h->a, cwi_add_type(h->u, &pointer), cwi_expr_var(h->a, h->u, x.var));
    vec_push(&h->code, call);
    struct cwi_stmt end = {.kind = CWI_END, .at = s->at, .lhs = cwi_expr_var(h->a, h->u, x.var)};
    vec_push(&h->code, end);
}

static void hold_in_block(struct holding *h, struct cwi_block *b)
{
    bool changed = false;
    h->code.count = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct cwi_stmt *s = &b->stmts[i];
        uint32_t first = named(h, s);
        struct holder x = first < s->arg_count ? holder(h, s, first) : (struct holder){0};
        if (x.var)
            hold(h, s, first, x);
        else
            vec_push(&h->code, *s);
        changed |= x.var != 0;
    }
    if (!changed)
        return;
    b->count = (uint32_t)h->code.count;
    b->stmts = arena_copy(h->a, h->code.items, h->code.count * sizeof *b->stmts);
}

void cwi_hold_extra(struct cwi_unit *u)
{
    struct holding h = {.u = u, .a = u->arena};
    bool some = false;
    for (cwi_id i = 1; i < u->funcs.count; i++)
        h.has_readers |= cwi_func_of(u, i)->reads_extra && !cwi_func_of(u, i)->extra;
    for (cwi_id i = 1; i < u->funcs.count; i++) {
        const struct cwi_func *f = cwi_func_of(u, i);
        bool looks = looks_at_them(&h, f);
        some |= looks;
        h.may_be_meant |= looks && (f->is_address_taken || f->is_exposed);
    }
    for (h.func = 1; some && h.func < u->funcs.count; h.func++)
        for (uint32_t b = 0; b < cwi_func_of(u, h.func)->block_count; b++)
            hold_in_block(&h, &cwi_func_of(u, h.func)->blocks[b]);
    vec_free(&h.holders);
    vec_free(&h.code);
}
