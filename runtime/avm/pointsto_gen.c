/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The constraints of a function's code, made when it turns out to be reachable, and of what external functions do.
 */
#include "runtime/avm/pointsto_private.h"

/* ---- what carries pointers ----------------------------------------------------------------------------------------*/

bool pt_is_wide(const struct cwi_unit *u, const struct cwi_expr *e)
{
    const struct cwi_type *t = e->type ? cwi_type_of(u, e->type) : NULL;
    return !t || (t->kind != CWI_FLOAT && t->kind != CWI_VOID && (t->kind != CWI_INT || t->bits >= u->pointer_bits));
}

/* Narrow integers may hold pieces of pointers while memory is copied by bytes or words: but not in named fields, which are
 * read and written one at a time. */
bool pt_carries(const struct cwi_unit *u, const struct cwi_expr *e)
{
    if (pt_is_wide(u, e))
        return true;
    if (cwi_type_of(u, e->type)->kind != CWI_INT)
        return false;
    if (e->kind != CWI_FIELD || !e->name)
        return e->bit_width == 0;
    const struct cwi_type *of = e->a->type ? cwi_type_of(u, e->a->type) : NULL;
    return !e->bit_width && (!of || of->kind != CWI_STRUCT);
}

enum pt_flow pt_flow(const struct cwi_unit *u, const struct cwi_expr *e)
{
    switch (e->op) {
    case CWI_CONVERT: {
        const struct cwi_type *to = cwi_type_of(u, e->type), *from = cwi_type_of(u, e->a->type);
        if (to->kind == CWI_FLOAT || from->kind == CWI_FLOAT || (to->kind == CWI_INT && to->bits < 8))
            return PT_FLOW_NONE;
        return to->kind == CWI_PTR && from->kind == CWI_INT ? PT_FLOW_DEVICE : PT_FLOW_A;
    }
    case CWI_NEG: case CWI_BITNOT: case CWI_ABS:
        return PT_FLOW_A;
    case CWI_PTRADD:
        return e->a->kind == CWI_CONST ? PT_FLOW_BOTH : PT_FLOW_A;
    case CWI_ADD: case CWI_SUB:
        return pt_is_wide(u, e) ? PT_FLOW_BOTH : PT_FLOW_NONE;
    case CWI_AND: case CWI_OR: case CWI_XOR: case CWI_SHL: case CWI_SHR: case CWI_ROTL: case CWI_ROTR: case CWI_MIN: case CWI_MAX:
        return PT_FLOW_BOTH;
    default:
        return PT_FLOW_NONE;
    }
}

const struct cwi_expr *pt_base(const struct cwi_expr *e)
{
    while (e->kind == CWI_FIELD || e->kind == CWI_INDEX)
        e = e->a;
    return e;
}

cwi_id pt_direct(const struct cwi_expr *e)
{
    while (e->kind == CWI_UNARY && e->op == CWI_CONVERT)
        e = e->a;
    return e->kind == CWI_FUNCREF ? e->ref : 0;
}

cwi_id pt_var_alias(const struct pt *pt, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(pt->unit, var);
    if (!v->alias_of)
        return var;
    for (cwi_id i = 1; i < pt->unit->vars.count; i++) {
        const struct cwi_var *w = cwi_var_of(pt->unit, i);
        if (w->asm_name && !w->alias_of && !strcmp(w->asm_name, v->alias_of))
            return i;
    }
    return var;
}

/* ---- expressions --------------------------------------------------------------------------------------------------*/

/* Every object whose address is taken escapes from now on: a pointer was lost from sight. */
static void lose_sight(struct pt *pt)
{
    if (pt->is_everything)
        return;
    pt->is_everything = true;
    for (size_t i = 0; i < pt->addressed.count; i++)
        pt_add_item(pt, PT_UNKNOWN, pt->addressed.items[i]);
}

uint32_t pt_address(struct pt *pt, uint32_t object)
{
    uint32_t node;
    if (map64_get(&pt->address, object, &node))
        return node;
    node = pt_new_node(pt);
    map64_put(&pt->address, object, node);
    vec_push(&pt->addressed, object);
    pt_add_item(pt, node, object);
    if (pt->is_everything)
        pt_add_item(pt, PT_UNKNOWN, object);
    return node;
}

static uint32_t both(struct pt *pt, uint32_t a, uint32_t b)
{
    if (a == PT_NONE || b == PT_NONE || a == b)
        return a == PT_NONE ? b : a;
    uint32_t node = pt_new_node(pt);
    pt_copy(pt, a, node);
    pt_copy(pt, b, node);
    return node;
}

static uint32_t value_of(struct pt *pt, const struct cwi_expr *e);

static uint32_t var_node(struct pt *pt, cwi_id var)
{
    var = pt_var_alias(pt, var);
    pt_touch(pt, var);
    return pt_of_var(pt, var);
}

static uint32_t lvalue_value(struct pt *pt, const struct cwi_expr *e)
{
    const struct cwi_expr *base = pt_base(e);
    if (!pt_carries(pt->unit, e))
        return PT_NONE;
    if (base->kind == CWI_VAR)
        return var_node(pt, base->ref);
    if (base->kind != CWI_DEREF)
        return value_of(pt, base);
    uint32_t pointer = value_of(pt, base->a);
    if (pointer == PT_NONE)
        return PT_NONE;
    uint32_t node = pt_new_node(pt);
    pt_load(pt, pointer, node);
    return node;
}

static uint32_t operation_value(struct pt *pt, const struct cwi_expr *e)
{
    switch (pt_flow(pt->unit, e)) {
    case PT_FLOW_A: return value_of(pt, e->a);
    case PT_FLOW_BOTH: return both(pt, value_of(pt, e->a), value_of(pt, e->b));
    case PT_FLOW_DEVICE: return both(pt, value_of(pt, e->a), pt_address(pt, PT_DEVICE));
    default: return PT_NONE;
    }
}

/* The node of an expression's value. */
static uint32_t value_of(struct pt *pt, const struct cwi_expr *e)
{
    switch (e->kind) {
    case CWI_CONST:
        return e->value && e->type && cwi_type_of(pt->unit, e->type)->kind == CWI_PTR ? pt_address(pt, PT_DEVICE) : PT_NONE;
    case CWI_VAR: case CWI_DEREF: case CWI_FIELD: case CWI_INDEX:
        return lvalue_value(pt, e);
    case CWI_ADDR: {
        const struct cwi_expr *base = pt_base(e->a);
        if (base->kind == CWI_VAR)
            return pt_address(pt, var_node(pt, base->ref));
        return base->kind == CWI_DEREF ? value_of(pt, base->a) : PT_NONE;
    }
    case CWI_FUNCREF:
        return pt_address(pt, pt_of_func(pt, pt->body_of[e->ref]));
    case CWI_UNARY: case CWI_BINARY:
        return operation_value(pt, e);
    case CWI_COND:
        return both(pt, value_of(pt, e->b), value_of(pt, e->c));
    case CWI_LOST:
        if (!pt_is_wide(pt->unit, e))
            return PT_NONE;
        if (!e->name || !strstr(e->name, "va_arg")) /* variable arguments have escaped at the call */
            lose_sight(pt);
        return pt_address(pt, PT_UNKNOWN);
    default:
        return PT_NONE;
    }
}

static void assign(struct pt *pt, const struct cwi_expr *lhs, uint32_t value)
{
    const struct cwi_expr *base = pt_base(lhs);
    if (value == PT_NONE || !pt_carries(pt->unit, lhs))
        return;
    if (base->kind == CWI_VAR)
        pt_copy(pt, value, var_node(pt, base->ref));
    else if (base->kind == CWI_DEREF)
        pt_store(pt, value_of(pt, base->a), value);
}

/* ---- variables and functions --------------------------------------------------------------------------------------*/

static bool is_of_libc(const char *name)
{
    static const char *const names[] = {"stdin", "stdout", "stderr", "environ", "__environ", "optarg", "optind", "opterr", "optopt",
        "program_invocation_name", "program_invocation_short_name", "__progname", "tzname", "timezone", "daylight", "signgam",
        "sys_errlist", "sys_nerr", "in6addr_any", "in6addr_loopback", "h_errno", "errno"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

void pt_touch(struct pt *pt, cwi_id var)
{
    if (pt->touched[var])
        return;
    pt->touched[var] = true;
    const struct cwi_var *v = cwi_var_of(pt->unit, var);
    uint32_t node = pt_of_var(pt, var);
    for (uint32_t i = 0; i < v->init_count; i++)
        if (v->init[i].value)
            pt_copy(pt, value_of(pt, v->init[i].value), node);
    if (v->linkage == CWI_EXTERN) {
        pt_add_item(pt, node, PT_LIBRARY);
        if (!is_of_libc(v->asm_name ? v->asm_name : v->name))
            pt_add_item(pt, PT_UNKNOWN, node);
    }
}

/* Code that is not known runs: it can name what has external linkage. */
static void open_world(struct pt *pt)
{
    if (pt->is_open)
        return;
    pt->is_open = true;
    for (cwi_id i = 1; i < pt->unit->vars.count; i++) {
        enum cwi_linkage l = cwi_var_of(pt->unit, i)->linkage;
        if (l == CWI_GLOBAL || l == CWI_WEAK || l == CWI_COMMON || l == CWI_EXTERN)
            pt_add_item(pt, PT_UNKNOWN, pt_of_var(pt, pt_var_alias(pt, i)));
    }
}

void pt_reach(struct pt *pt, cwi_id func)
{
    if (pt->reached[func])
        return;
    pt->reached[func] = true;
    vec_push(&pt->new_funcs, func);
}

void pt_escape(struct pt *pt, uint32_t object)
{
    if (pt_is_func(pt, object)) {
        const struct cwi_func *f = cwi_func_of(pt->unit, pt_func_id(pt, object));
        pt_reach(pt, pt_func_id(pt, object));
        for (uint32_t i = 0; i < f->param_count; i++)
            pt_add_item(pt, pt_of_var(pt, f->params[i]), PT_UNKNOWN);
        pt_copy(pt, object, PT_UNKNOWN);
    } else if (object != PT_UNKNOWN) {
        if (pt_is_var(pt, object))
            pt_touch(pt, object - PT_FIRST + 1);
        pt_copy(pt, object, PT_UNKNOWN);
        pt_add_item(pt, object, PT_UNKNOWN);
    }
}

/* ---- calls --------------------------------------------------------------------------------------------------------*/

const struct effect *pt_effect(struct pt *pt, cwi_id func)
{
    if (!pt->effects[func]) {
        pt->effects[func] = ARENA_NEW(pt->arena, struct effect);
        *pt->effects[func] = effect_of(pt->unit, func, pt->notes);
    }
    return pt->effects[func];
}

static uint32_t loaded(struct pt *pt, uint32_t pointer)
{
    if (pointer == PT_NONE)
        return PT_NONE;
    uint32_t node = pt_new_node(pt);
    pt_load(pt, pointer, node);
    return node;
}

static uint32_t new_site(struct pt *pt, const struct pt_call *c)
{
    uint32_t object;
    if (map64_get(&pt->site_of_call, (uintptr_t)c->stmt, &object))
        return object;
    object = pt_new_node(pt);
    pt->sites.items[object - pt->first_dynamic] = (struct pt_object){PT_HEAP, c->func, c->stmt};
    map64_put(&pt->site_of_call, (uintptr_t)c->stmt, object);
    return object;
}

static void call_param(struct pt *pt, struct pt_call *c, const struct effect *e, uint32_t i)
{
    uint32_t arg = c->args[i];
    char letter = effect_param(e, i);
    switch (letter) {
    case 'c':
        for (uint32_t k = 0; k < c->arg_count; k++)
            if (k != i && (effect_param(e, k) == 'r' || effect_param(e, k) == 'b'))
                pt_store(pt, arg, loaded(pt, c->args[k]));
        break;
    case 'p': case 'q':
        pt_store(pt, arg, c->all);
        pt_store(pt, arg, loaded(pt, c->all));
        pt_store(pt, arg, pt_address(pt, PT_LIBRARY));
        break;
    case 'l':
        pt_store(pt, arg, pt_address(pt, PT_LIBRARY));
        break;
    case 'k': case 'h': case 'g':
        pt_copy(pt, arg, PT_UNKNOWN);
        break;
    case 'f': {
        struct pt_call *back = ARENA_NEW(pt->arena, struct pt_call);
        *back = *c;
        back->is_callback = true;
        back->result = PT_NONE;
        back->all = both(pt, c->all, pt_address(pt, PT_LIBRARY));
        pt_call_through(pt, arg, back);
        break;
    }
    }
}

static void call_result(struct pt *pt, struct pt_call *c, const struct effect *e)
{
    uint32_t arg = e->arg < c->arg_count ? c->args[e->arg] : PT_NONE, site;
    switch (e->result) {
    case EFFECT_ANY_RESULT:
        pt_add_item(pt, c->result, PT_UNKNOWN);
        pt_copy(pt, c->all, c->result);
        break;
    case EFFECT_VALUE: break;
    case EFFECT_ARGUMENT: pt_copy(pt, arg, c->result); break;
    case EFFECT_INTO:
        pt_copy(pt, arg, c->result);
        if (e->or_library)
            pt_add_item(pt, c->result, PT_LIBRARY);
        break;
    case EFFECT_LOADED: pt_load(pt, arg, c->result); break;
    case EFFECT_NEW: case EFFECT_RENEW:
        site = new_site(pt, c);
        pt_copy(pt, pt_address(pt, site), c->result);
        if (!e->known) /* an allocator that nothing else is known of */
            pt_add_item(pt, site, PT_UNKNOWN);
        if (e->result == EFFECT_RENEW && c->arg_count) {
            pt_load(pt, c->args[0], site);
            pt_copy(pt, c->args[0], c->result);
        }
        break;
    case EFFECT_LIBRARY: pt_add_item(pt, c->result, PT_LIBRARY); break;
    case EFFECT_HANDED: pt_add_item(pt, c->result, PT_UNKNOWN); break;
    }
}

/* The variables of the library that a function writes, "optarg optind", get pointers to or in its arguments. */
static void call_globals(struct pt *pt, struct pt_call *c, const char *names)
{
    for (cwi_id i = 1; i < pt->unit->vars.count; i++) {
        const struct cwi_var *v = cwi_var_of(pt->unit, i);
        const char *name = v->asm_name ? v->asm_name : v->name, *at = name ? strstr(names, name) : NULL;
        size_t n = name ? strlen(name) : 0;
        if (v->linkage != CWI_EXTERN || !at || !n || (at > names && at[-1] != ' ') || (at[n] && at[n] != ' '))
            continue;
        pt_copy(pt, c->all, pt_of_var(pt, i));
        pt_copy(pt, loaded(pt, c->all), pt_of_var(pt, i));
        pt_touch(pt, i);
    }
}

/* strtok and its like write no other memory than what they once kept. */
static bool keeps_some(const struct effect *e, uint32_t arg_count)
{
    for (uint32_t i = 0; i < arg_count; i++)
        if (effect_param(e, i) == 'k')
            return true;
    return false;
}

static void call_external(struct pt *pt, struct pt_call *c, const struct effect *e)
{
    bool allocates = effect_allocates(pt->unit, e, c->stmt);
    if (e->flags & EFFECT_ANY_MEMORY && !(e->known && keeps_some(e, c->arg_count)))
        open_world(pt);
    for (uint32_t i = 0; i < c->arg_count; i++) {
        if (c->args[i] == PT_NONE)
            continue;
        call_param(pt, c, e, i);
        if (allocates && effect_writes(pt->unit, e, c->stmt, i))
            pt_store(pt, c->args[i], pt_address(pt, new_site(pt, c)));
    }
    if (e->flags & EFFECT_VA && c->arg_count && c->args[0] != PT_NONE)
        pt_store(pt, c->args[0], pt_address(pt, PT_UNKNOWN));
    if (e->globals)
        call_globals(pt, c, e->globals);
    if (c->result != PT_NONE)
        call_result(pt, c, e);
}

/* Parameters get arguments; what is more goes where va_arg may find it. */
static void call_body(struct pt *pt, struct pt_call *c, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(pt->unit, func);
    pt_reach(pt, func);
    for (uint32_t i = 0; i < f->param_count; i++)
        if (c->is_callback)
            pt_copy(pt, c->all, pt_of_var(pt, f->params[i]));
        else if (i < c->arg_count)
            pt_copy(pt, c->args[i], pt_of_var(pt, f->params[i]));
    for (uint32_t i = f->param_count; i < c->arg_count && !c->is_callback; i++)
        pt_copy(pt, c->args[i], PT_UNKNOWN);
    pt_copy(pt, pt_of_func(pt, func), c->result);
}

void pt_link(struct pt *pt, struct pt_call *c, uint32_t target)
{
    bool is_func = pt_is_func(pt, target);
    if (!is_func && target >= PT_FIRST)
        return; /* data is not called */
    uint64_t key = hash_u64((uintptr_t)c) ^ (is_func ? target : PT_UNKNOWN);
    uint32_t there;
    if (map64_get(&pt->linked, key, &there))
        return;
    map64_put(&pt->linked, key, 1);
    struct effect unknown = effect_unknown();
    cwi_id func = is_func ? pt_func_id(pt, target) : 0;
    if (is_func && !c->is_callback && !pt_fits(pt, c->stmt, func))
        return;
    if (!is_func)
        call_external(pt, c, &unknown);
    else if (cwi_func_of(pt->unit, func)->block_count)
        call_body(pt, c, func);
    else if (!c->is_callback)
        call_external(pt, c, pt_effect(pt, func));
    else if (!(pt_effect(pt, func)->flags & EFFECT_PURE))
        pt_copy(pt, c->all, PT_UNKNOWN);
}

static void constrain_call(struct pt *pt, cwi_id func, const struct cwi_stmt *s)
{
    struct pt_call *c = ARENA_NEW(pt->arena, struct pt_call);
    *c = (struct pt_call){.func = func, .stmt = s, .arg_count = s->arg_count, .result = PT_NONE, .all = PT_NONE};
    c->args = ARENA_ARRAY(pt->arena, uint32_t, s->arg_count);
    for (uint32_t i = 0; i < s->arg_count; i++) {
        c->args[i] = value_of(pt, s->args[i]);
        if (c->args[i] == PT_NONE)
            continue;
        if (c->all == PT_NONE)
            c->all = pt_new_node(pt);
        pt_copy(pt, c->args[i], c->all);
    }
    if (s->lhs && pt_carries(pt->unit, s->lhs)) {
        c->result = pt_new_node(pt);
        assign(pt, s->lhs, c->result);
    }
    cwi_id direct = pt_direct(s->rhs);
    if (direct)
        pt_link(pt, c, pt_of_func(pt, pt->body_of[direct]));
    else
        pt_call_through(pt, value_of(pt, s->rhs), c);
}

static void constrain_asm(struct pt *pt, const struct cwi_stmt *s)
{
    for (uint32_t i = 0; i < s->arg_count; i++)
        if (i < s->outputs)
            assign(pt, s->args[i], pt_address(pt, PT_UNKNOWN));
        else
            pt_copy(pt, value_of(pt, s->args[i]), PT_UNKNOWN);
    if (s->clobbers_memory)
        open_world(pt);
}

static void constrain_stmt(struct pt *pt, cwi_id func, const struct cwi_stmt *s)
{
    switch (s->kind) {
    case CWI_ASSIGN:
        assign(pt, s->lhs, value_of(pt, s->rhs));
        break;
    case CWI_CALL:
        constrain_call(pt, func, s);
        break;
    case CWI_ASM:
        constrain_asm(pt, s);
        break;
    case CWI_FORGET:
        if (s->lhs && !pt_is_wide(pt->unit, s->lhs))
            break;
        if (!s->lhs || !s->text || !strstr(s->text, "variable argument")) /* these have escaped at the call */
            lose_sight(pt);
        if (s->lhs)
            assign(pt, s->lhs, pt_address(pt, PT_UNKNOWN));
        else
            open_world(pt);
        break;
    case CWI_RETURN:
        if (s->rhs)
            pt_copy(pt, value_of(pt, s->rhs), pt_of_func(pt, func));
        break;
    default:
        break;
    }
}

void pt_constrain(struct pt *pt, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(pt->unit, func);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++)
            constrain_stmt(pt, func, &f->blocks[b].stmts[i]);
}
