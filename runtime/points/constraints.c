/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The constraints of a function's code, made when it turns out to be reachable; variables, and what escapes.
 */
#include "runtime/points/private.h"

/* Every object whose address is taken escapes from now on: a pointer was lost from sight. */
void pt_lose_sight(struct pt *pt)
{
    if (pt->is_everything)
        return;
    pt->is_everything = true;
    for (size_t i = 0; i < pt->addressed.count; i++)
        pt_add_item(pt, PT_UNKNOWN, pt->addressed.items[i]);
}

/* ---- variables and functions ------------------------------------------------------------------------------------- */

static bool is_of_libc(const char *name)
{
    static const char *const names[] = {"stdin",
                                        "stdout",
                                        "stderr",
                                        "environ",
                                        "__environ",
                                        "optarg",
                                        "optind",
                                        "opterr",
                                        "optopt",
                                        "program_invocation_name",
                                        "program_invocation_short_name",
                                        "__progname",
                                        "tzname",
                                        "timezone",
                                        "daylight",
                                        "signgam",
                                        "sys_errlist",
                                        "sys_nerr",
                                        "in6addr_any",
                                        "in6addr_loopback",
                                        "h_errno",
                                        "errno"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* A string that was added to the program, as one that its argument may be: nobody else can name it, and bytes are all
 * that is there. */
static bool is_argument(const struct cwi_var *v)
{
    return v->linkage == CWI_EXTERN && v->name && *v->name == '(';
}

bool pt_is_given(const struct pt *pt, uint32_t object)
{
    return pt_is_theirs(object) || (pt_is_var(pt, object) && is_argument(cwi_var_of(pt->unit, object - PT_FIRST + 1)));
}

bool pt_is_among(const struct pt *pt, cwi_id var, const char *names)
{
    const struct cwi_var *v = cwi_var_of(pt->unit, var);
    const char *name = v->asm_name ? v->asm_name : v->name, *at = name && *name ? strstr(names, name) : NULL;
    size_t n = name ? strlen(name) : 0;
    bool is_word = at && (at == names || at[-1] == ' ') && (!at[n] || at[n] == ' ');
    return is_word && v->linkage >= CWI_GLOBAL;
}

void pt_touch(struct pt *pt, cwi_id var)
{
    if (pt->touched[var])
        return;
    pt->touched[var] = true;
    const struct cwi_var *v = cwi_var_of(pt->unit, var);
    uint32_t object = pt_of_var(pt, var);
    for (uint32_t i = 0; i < v->init_count; i++)
        if (v->init[i].value)
            pt_copy(pt, pt_value_of(pt, v->init[i].value), pt_cell_at(pt, object, v->init[i].offset));
    if (v->linkage == CWI_EXTERN && !is_argument(v)) {
        pt_add_item(pt, pt_all_cells(pt, object, true), PT_LIBRARY);
        if (!is_of_libc(v->asm_name ? v->asm_name : v->name))
            pt_add_item(pt, PT_UNKNOWN, object);
    }
}

void pt_reach(struct pt *pt, cwi_id func)
{
    if (pt->reached[func])
        return;
    pt->reached[func] = true;
    vec_push(&pt->new_funcs, func);
}

/* Whoever calls the function from outside may hand it variable arguments. */
static bool gets_varargs(const struct cwi_unit *u, const struct cwi_func *f)
{
    bool found = f->extra || (f->type && cwi_type_of(u, f->type)->is_variadic);
    for (uint32_t i = 0; i < f->param_count; i++)
        found |= cwi_is_va_list(u, cwi_var_of(u, f->params[i])->type);
    return found;
}

/* A caller that nothing is known of hands them over. */
void pt_unknown_extra(struct pt *pt, const struct cwi_func *f)
{
    uint32_t node = f->extra ? pt_all_cells(pt, pt_of_var(pt, f->extra), true) : PT_NONE;
    if (node != PT_NONE) {
        pt_add_item(pt, node, PT_VARARGS);
        pt_copy(pt, PT_VARARGS, node);
    }
}

void pt_called_from_outside(struct pt *pt, cwi_id func, uint32_t argument)
{
    const struct cwi_func *f = cwi_func_of(pt->unit, func);
    pt_reach(pt, func);
    for (uint32_t i = 0; i < f->param_count; i++)
        if (pt_is_wide_type(pt->unit, cwi_var_of(pt->unit, f->params[i])->type))
            pt_add_item(pt, pt_all_cells(pt, pt_of_var(pt, f->params[i]), true), argument);
    if (gets_varargs(pt->unit, f))
        pt_add_item(pt, PT_VARARGS, argument);
    pt_unknown_extra(pt, f);
    cwi_id result = f->type ? cwi_type_of(pt->unit, f->type)->of : 0;
    if (!result || pt_is_wide_type(pt->unit, result))
        pt_copy(pt, pt_of_func(pt, func), PT_UNKNOWN);
}

/* Whoever reaches the object may store there what has escaped, and take what lies there. */
static void share(struct pt *pt, uint32_t object)
{
    pt_copy(pt, pt_all_cells(pt, object, false), PT_UNKNOWN);
    if (!pt_is_constant(pt, object))
        pt_add_item(pt, pt_all_cells(pt, object, true), PT_UNKNOWN);
    if (pt_is_outside(object))
        pt_add_item(pt, pt_left_there(pt, object), PT_UNKNOWN);
}

/* Code that is not known runs: it can name what has external linkage. */
void pt_open_world(struct pt *pt)
{
    if (pt->is_open)
        return;
    pt->is_open = true;
    pt_add_item(pt, pt->handlers, PT_UNKNOWN);
    pt_add_item(pt, pt->environment, PT_UNKNOWN);
    for (uint32_t outside = PT_DEVICE; outside <= PT_ARGS; outside++)
        if (pt_pset_has(&pt->nodes.items[PT_UNKNOWN].set, outside))
            share(pt, outside);
    for (uint32_t outside = PT_LIBRARY; outside <= PT_ARGS; outside++)
        pt_copy(pt, pt_left_there(pt, outside), PT_UNKNOWN);
    for (cwi_id i = 1; i < pt->unit->vars.count; i++)
        if (cwi_var_of(pt->unit, i)->linkage >= CWI_GLOBAL)
            pt_add_item(pt, PT_UNKNOWN, pt_of_var(pt, pt_var_alias(pt, i)));
}

/* What is outside has its memory already: only code that is not known would put pointers of the program there. */
void pt_escape(struct pt *pt, uint32_t object)
{
    if (pt_is_func(pt, object)) {
        pt_called_from_outside(pt, pt_func_id(pt, object), PT_UNKNOWN);
    } else if (object != PT_UNKNOWN) {
        if (pt_is_var(pt, object))
            pt_touch(pt, object - PT_FIRST + 1);
        if (!pt_is_outside(object) || pt->is_open)
            share(pt, object);
    }
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void constrain_asm(struct pt *pt, const struct cwi_stmt *s)
{
    for (uint32_t i = 0; i < s->arg_count; i++)
        if (i < s->outputs)
            pt_assign(pt, s->args[i], pt_address(pt, PT_UNKNOWN));
        else
            pt_copy(pt, pt_value_of(pt, s->args[i]), PT_UNKNOWN);
    if (s->clobbers_memory)
        pt_open_world(pt);
}

static void constrain_stmt(struct pt *pt, cwi_id func, const struct cwi_stmt *s)
{
    switch (s->kind) {
    case CWI_ASSIGN:
        pt_assign_whole(pt, s->lhs, s->rhs);
        break;
    case CWI_CALL:
        pt_constrain_call(pt, func, s);
        break;
    case CWI_ASM:
        constrain_asm(pt, s);
        break;
    case CWI_FORGET:
        if (s->lhs && !pt_is_wide(pt->unit, s->lhs))
            break;
        pt_lose_sight(pt);
        if (s->lhs)
            pt_assign(pt, s->lhs, pt_address(pt, PT_UNKNOWN));
        else
            pt_open_world(pt);
        break;
    case CWI_RETURN:
        if (s->rhs)
            pt_copy(pt, pt_value_of(pt, s->rhs), pt_of_func(pt, func));
        break;
    default:
        break;
    }
}

void pt_constrain(struct pt *pt, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(pt->unit, func);
    pt_find_strides(pt, f);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++)
            constrain_stmt(pt, func, &f->blocks[b].stmts[i]);
}
