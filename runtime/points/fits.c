/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which code a call through a pointer can be meant for: functions that take as many values, passed in the same way, as
 * the call hands over. A call of another one has no defined behaviour; that none happens is an assumption of the
 * analysis, and pt_assumed_types says whether it was needed. Parameters are told apart no finer than a calling
 * convention does (floating, aggregate, integer or pointer by size), so that functions called as void (*)(void *) stay.
 * Data is not called, unless the program asks for memory that can be executed. Sources: C11 6.5.2.2, 9; POSIX mmap.
 */
#include "runtime/points/private.h"

/* ---- data -------------------------------------------------------------------------------------------------------- */

enum { EXECUTE = 4 /* PROT_EXEC, wherever POSIX systems run on GCC */, SHARED_EXECUTE = 0100000 };

static const struct {
    const char *name;
    uint32_t arg;
    int64_t bit;
} executable_memory[] = {
    {"mmap", 2, EXECUTE},
    {"mprotect", 2, EXECUTE},
    {"pkey_mprotect", 2, EXECUTE},
    {"shmat", 2, SHARED_EXECUTE},
};

static bool may_execute(const struct cwi_stmt *call, const struct cwi_func *f)
{
    const char *name = cwi_base_name(f->asm_name ? f->asm_name : f->name);
    for (size_t i = 0; i < sizeof executable_memory / sizeof *executable_memory; i++) {
        uint32_t arg = executable_memory[i].arg;
        if (!name || f->block_count || strcmp(name, executable_memory[i].name) != 0)
            continue;
        return arg >= call->arg_count || call->args[arg]->kind != CWI_CONST ||
               call->args[arg]->value & executable_memory[i].bit;
    }
    return false;
}

void pt_find_data_run(struct pt *pt)
{
    for (cwi_id f = 1; f < pt->unit->funcs.count; f++) {
        const struct cwi_func *fn = cwi_func_of(pt->unit, f);
        for (uint32_t b = 0; b < fn->block_count; b++)
            for (uint32_t i = 0; i < fn->blocks[b].count; i++) {
                const struct cwi_stmt *s = &fn->blocks[b].stmts[i];
                cwi_id callee = s->kind == CWI_CALL ? pt_direct(s->rhs) : 0;
                pt->runs_data |= callee && may_execute(s, cwi_func_of(pt->unit, callee));
            }
    }
}

bool pt_is_outside_code(const struct pt *pt, uint32_t object)
{
    if (pt_is_func(pt, object))
        return false;
    return object == PT_UNKNOWN || object == PT_DEVICE || pt->runs_data || (object == PT_ARGS && !pt->is_main);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* Types of one class are passed alike; narrow integers travel as int. */
static uint64_t passing(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    switch (t->kind) {
    case CWI_VOID:
        return 0;
    case CWI_FLOAT:
        return 1;
    case CWI_INT:
    case CWI_PTR:
        return t->size <= 4 ? 4 : t->size;
    default:
        return UINT64_MAX - (t->size & UINT32_MAX);
    }
}

static bool alike(const struct cwi_unit *u, cwi_id a, cwi_id b)
{
    return !a || !b || passing(u, a) == passing(u, b);
}

/* The type of parameter i, from the definition or the prototype; 0: not known. */
static cwi_id param_type(const struct cwi_unit *u, const struct cwi_func *f, const struct cwi_type *t, uint32_t i)
{
    if (f->block_count)
        return cwi_var_of(u, f->params[i])->type;
    return i < t->param_count ? t->params[i] : 0;
}

/* How many parameters are known to be there; false: it may take any. */
static bool param_count(const struct cwi_func *f, const struct cwi_type *t, uint32_t *count)
{
    *count = f->block_count ? f->param_count - f->is_nested /* the frame */ : t->param_count;
    return f->block_count || *count; /* perhaps declared without a prototype */
}

static const struct cwi_type *func_type(const struct cwi_unit *u, const struct cwi_func *f)
{
    const struct cwi_type *t = f->type ? cwi_type_of(u, f->type) : NULL;
    return t && t->kind == CWI_FUNC ? t : NULL;
}

bool pt_fits(struct pt *pt, const struct cwi_stmt *call, cwi_id func)
{
    const struct cwi_unit *u = pt->unit;
    const struct cwi_func *f = cwi_func_of(u, func);
    const struct cwi_type *t = func_type(u, f);
    uint32_t count;
    if (!t || pt_direct(call->rhs) || !param_count(f, t, &count))
        return true;
    bool fits = t->is_variadic ? call->arg_count >= count : call->arg_count == count;
    for (uint32_t i = 0; fits && i < count; i++)
        fits = alike(u, call->args[i]->type, param_type(u, f, t, i));
    fits = fits && (!call->lhs || alike(u, call->lhs->type, t->of));
    pt->assumed_types |= !fits;
    return fits;
}

/* The type of the function that an external one takes for its parameter i, as its prototype says; NULL: it does not. */
static const struct cwi_type *callback_type(const struct cwi_unit *u, const struct cwi_stmt *call, uint32_t i)
{
    cwi_id direct = pt_direct(call->rhs);
    const struct cwi_type *t = direct ? func_type(u, cwi_func_of(u, direct)) : NULL;
    const struct cwi_type *p = t && i < t->param_count && t->params[i] ? cwi_type_of(u, t->params[i]) : NULL;
    const struct cwi_type *of = p && p->kind == CWI_PTR && p->of ? cwi_type_of(u, p->of) : NULL;
    return of && of->kind == CWI_FUNC && of->param_count && !of->is_variadic ? of : NULL;
}

bool pt_fits_callback(struct pt *pt, const struct cwi_stmt *call, uint32_t i, cwi_id func)
{
    const struct cwi_unit *u = pt->unit;
    const struct cwi_func *f = cwi_func_of(u, func);
    const struct cwi_type *as = callback_type(u, call, i), *t = func_type(u, f);
    uint32_t count;
    if (!as || !t || !param_count(f, t, &count))
        return true;
    const struct cwi_expr *given = i < call->arg_count ? call->args[i] : NULL;
    while (given && given->kind == CWI_UNARY)
        given = given->a;
    if (given && given->kind == CWI_FUNCREF && given->ref == func)
        return true; /* a cast of its name: it is meant */
    bool fits = t->is_variadic ? as->param_count >= count : as->param_count == count;
    for (uint32_t k = 0; fits && k < count; k++)
        fits = alike(u, as->params[k], param_type(u, f, t, k));
    fits = fits && (cwi_type_of(u, as->of)->kind == CWI_VOID || alike(u, as->of, t->of));
    pt->assumed_types |= !fits;
    return fits;
}

/* What kill or exit may run: handlers of signals and of the end return nothing. */
bool pt_fits_handler(struct pt *pt, cwi_id func)
{
    const struct cwi_type *t = func_type(pt->unit, cwi_func_of(pt->unit, func));
    bool fits = !t || !t->of || cwi_type_of(pt->unit, t->of)->kind == CWI_VOID;
    pt->assumed_types |= !fits;
    return fits;
}

bool pt_assumed_types(const struct pt *pt)
{
    return pt->assumed_types;
}
