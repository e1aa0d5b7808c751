/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Variable arguments, as plain statements.
 *
 * The arguments beyond the parameters lie one behind the other, each at a multiple of a pointer's size; the function's
 * variable `extra` points to the first. Of a va_list only its first pointer counts, whatever the target has in it: it
 * points to the argument that comes next. So va_start copies `extra`, va_copy that pointer, and va_arg reads what it
 * points to and moves it on. Source: C11, 7.16.
 */
#include "plugin/plugin.h"

/* Where the first pointer in a type is; CWI_UNKNOWN: there is none. */
static uint64_t first_pointer(cwi_id type)
{
    const struct cwi_type *t = type_of(type);
    if (t->kind == CWI_PTR)
        return 0;
    if (t->kind == CWI_ARRAY && t->count != CWI_UNKNOWN && t->count)
        return first_pointer(t->of);
    for (uint32_t i = 0; t->kind == CWI_STRUCT && i < t->field_count; i++) {
        uint64_t at = first_pointer(t->fields[i].type);
        if (at != CWI_UNKNOWN)
            return t->fields[i].offset + at;
    }
    return CWI_UNKNOWN;
}

/* The pointer that stands for the list whose address is an argument of the call; NULL: it has none. */
static const struct cwi_expr *position(gcall *s, unsigned argument)
{
    tree address = gimple_call_arg(s, argument);
    if (!POINTER_TYPE_P(TREE_TYPE(address)))
        return NULL;
    const struct cwi_expr *p = rvalue(address), *list = p;
    if (p->kind == CWI_ADDR) {
        list = p->a;
    } else {
        struct cwi_expr *e = expr_new(CWI_DEREF, type_id(TREE_TYPE(TREE_TYPE(address))));
        e->a = p;
        list = e;
        reading.pointers = true;
    }
    uint64_t at = first_pointer(list->type);
    if (at == CWI_UNKNOWN) { /* GIMPLE leaves out a conversion from void * and the like */
        struct cwi_expr *e = expr_new(CWI_DEREF, type_id(va_list_type_node));
        e->a = saved(p);
        list = e;
        reading.pointers = true;
        at = first_pointer(list->type);
    }
    if (at == CWI_UNKNOWN)
        return NULL;
    struct cwi_expr *next = expr_part(list, at, type_id(ptr_type_node));
    next->name = "next"; /* for people */
    return next;
}

/* A change of the list that says which: rules are about these. */
static void emit_step(const struct cwi_expr *list, const struct cwi_expr *value, const char *word)
{
    struct cwi_stmt step = stmt_new(CWI_ASSIGN);
    step.lhs = list;
    step.rhs = value;
    step.text = word;
    written(list);
    emit_stmt(&step);
}

void translate_va_start(gcall *s)
{
    struct cwi_func *f = cwi_func_of(tu.u, tu.func);
    const struct cwi_expr *list = position(s, 0);
    if (!list) {
        emit_forget(NULL, "variable arguments");
        return;
    }
    if (!f->extra)
        f->extra = local_var(type_id(ptr_type_node), CWI_TEMP);
    emit_step(list, expr_var(cwi_func_of(tu.u, tu.func)->extra), "va_start");
}

/* The list stays as it is. */
void translate_va_end(gcall *s)
{
    const struct cwi_expr *list = position(s, 0);
    if (list)
        emit_step(list, list, "va_end");
}

void translate_va_copy(gcall *s)
{
    const struct cwi_expr *to = position(s, 0), *from = NULL;
    tree source = gimple_call_arg(s, 1);
    if (to && type_of(to->a->type)->kind != CWI_PTR && POINTER_TYPE_P(TREE_TYPE(source)))
        from = position(s, 1);
    else if (to && POINTER_TYPE_P(TREE_TYPE(source))) /* where a va_list is a pointer or a structure, not its address */
        from = rvalue(source);
    else if (to && first_pointer(type_id(TREE_TYPE(source))) != CWI_UNKNOWN)
        from = expr_part(rvalue(source), first_pointer(type_id(TREE_TYPE(source))), to->type);
    if (to && from)
        emit_step(to, from, "va_copy");
    else
        emit_forget(NULL, "variable arguments");
}

/* lhs = .VA_ARG (list, a null pointer to the argument's type, ...) */
void translate_va_arg(gcall *s)
{
    tree lhs = gimple_call_lhs(s), type = TREE_TYPE(TREE_TYPE(gimple_call_arg(s, 1)));
    uint64_t size = size_of(type), word = size_of(ptr_type_node);
    const struct cwi_expr *list = position(s, 0);
    cwi_func_of(tu.u, tu.func)->reads_extra = true;
    if (!list || size == CWI_UNKNOWN) {
        emit_forget(list, "variable arguments");
        if (lhs)
            emit_forget(lvalue(lhs), "a variable argument");
        return;
    }
    const struct cwi_expr *here = saved(list);
    struct cwi_expr *next = expr_new(CWI_BINARY, here->type);
    next->op = CWI_PTRADD;
    next->a = here;
    next->b = expr_const(type_id(sizetype), (int64_t)((size + word - 1) / word * word));
    emit_step(list, next, "va_arg");
    if (!lhs)
        return;
    struct cwi_expr *value = expr_new(CWI_DEREF, type_id(type));
    value->a = here;
    reading.clear();
    emit_assign(lvalue(lhs), value);
}
