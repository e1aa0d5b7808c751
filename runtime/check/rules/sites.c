/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a program has events of a rule.
 *
 * Every call is seen: one of a function with a body that may be called through a pointer at its entry, one of a
 * function without a body where it is called; where the address of such a function is taken, it gets a body that calls
 * it.
 */
#include "runtime/check/rules/sites.h"
#include "runtime/cwi/edit.h"
#include "runtime/points/effects.h"

/* ---- functions whose address is taken, and streams that are written ---------------------------------------------- */

struct taken {
    bool *is_taken; /* by function */
    cwi_id count;
};

static bool note_taken(void *taken, const struct cwi_expr *e)
{
    struct taken *t = taken;
    if (e->kind == CWI_FUNCREF && e->ref < t->count)
        t->is_taken[e->ref] = true;
    return true;
}

static void note_taken_in(void *taken, const struct cwi_stmt *s)
{
    cwi_expr_walk(s->lhs, note_taken, taken);
    if (s->rhs && !(s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF))
        cwi_expr_walk(s->rhs, note_taken, taken);
    for (uint32_t i = 0; i < s->arg_count; i++)
        cwi_expr_walk(s->args[i], note_taken, taken);
}

void rule_find_taken(const struct cwi_unit *u, bool *is_taken, cwi_id count)
{
    struct taken t = {is_taken, count};
    cwi_unit_walk(u, note_taken_in, &t);
    for (cwi_id v = 1; v < u->vars.count; v++)
        for (uint32_t i = 0; i < cwi_var_of(u, v)->init_count; i++)
            if (cwi_var_of(u, v)->init[i].value)
                cwi_expr_walk(cwi_var_of(u, v)->init[i].value, note_taken, &t);
    for (cwi_id f = 1; f < count; f++) /* code that is not seen may call it, or the system */
        is_taken[f] |=
            cwi_func_of(u, f)->block_count && (cwi_func_of(u, f)->is_exposed || cwi_func_of(u, f)->is_interrupt);
}

static void note_written_stream(void *finder, const struct cwi_stmt *s)
{
    struct rule_compiler *c = ((struct finder *)finder)->c;
    if (s->lhs && s->lhs->kind == CWI_VAR && rule_is_standard(cwi_var_of(c->u, s->lhs->ref)))
        c->keeps_streams = false;
}

static void find_all_taken(struct finder *x)
{
    const struct cwi_unit *u = x->c->u;
    x->c->keeps_streams = true;
    rule_find_taken(u, x->is_taken, x->funcs);
    x->is_taken[x->c->entry] |= cwi_func_of(u, x->c->entry)->block_count > 0;
    cwi_unit_walk(u, note_written_stream, x);
    for (cwi_id v = 1; v < u->vars.count; v++)
        x->c->keeps_streams &= !cwi_var_of(u, v)->is_address_taken || !rule_is_standard(cwi_var_of(u, v));
}

static void add_alias(struct rule_compiler *c, cwi_id func, const char *name)
{
    const char *other = cwi_func_of(c->u, func)->name;
    other = other && rule_mentions(c->rule, other) ? other : NULL;
    for (size_t i = 0; i < c->aliases.count; i++)
        if (c->aliases.items[i].func == func)
            other = c->aliases.items[i].name;
    if (other)
        c->refused =
            arena_printf(c->a, "'%s' and '%s' are one function, and the rule's events use both names", other, name);
    vec_push(&c->aliases, ((struct rule_alias){func, name}));
}

/* Code refers to what an alias stands for, never to the alias (cwi_func.alias). */
static void find_aliases(struct rule_compiler *c)
{
    for (cwi_id f = 1; f < c->u->funcs.count && !c->rule->set; f++) {
        const struct cwi_func *alias = cwi_func_of(c->u, f);
        bool is_meant = alias->alias && alias->name && !(c->rule->is_exported && alias->linkage == CWI_STATIC);
        if (is_meant && rule_mentions(c->rule, alias->name))
            add_alias(c, alias->alias, alias->name);
    }
}

const char *rule_name_of(const struct rule_compiler *c, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(c->u, func);
    const char *name = f->asm_name ? f->asm_name : f->name;
    bool is_other = (c->rule->set && !pt_effect_fits(c->u, func)) || (c->rule->is_exported && f->linkage == CWI_STATIC);
    for (size_t i = 0; i < c->aliases.count; i++)
        if (c->aliases.items[i].func == func)
            return c->aliases.items[i].name;
    if (f->block_count && is_other)
        return "";
    return name && !f->block_count ? cwi_base_name(name) : f->name ? f->name : "";
}

static bool is_event(const struct rule_compiler *c, const char *name, bool *before, bool *after, bool *handle)
{
    rule_names(c->rule, name, before, after, handle);
    *handle &= c->makes_handles;
    return *before || *after || *handle;
}

/* A function without a body gets one, that calls it: calls through pointers are seen there. */
static void wrap(struct finder *x, cwi_id func)
{
    struct rule_compiler *c = x->c;
    const struct cwi_type *t = cwi_type_of(c->u, cwi_func_of(c->u, func)->type);
    struct cwi_func *f = rule_own(c, func);
    x->inner[func] = cwi_add_func(c->u, f);
    f = rule_own(c, func);
    cwi_id pointer = cwi_add_type(
        c->u, &(struct cwi_type){
                  .kind = CWI_PTR, .of = f->type, .bits = c->u->pointer_bits, .size = c->u->pointer_bits / 8u});
    bool returns = cwi_type_of(c->u, t->of)->kind != CWI_VOID;
    struct cwi_stmt s[2] = {{.kind = CWI_CALL, .at = f->at, .rhs = cwi_expr_func(c->a, pointer, x->inner[func])},
                            {.kind = CWI_RETURN, .at = f->at}};
    s[0].arg_count = t->param_count;
    s[0].args = ARENA_ARRAY(c->a, const struct cwi_expr *, t->param_count + 1);
    f->params = ARENA_ARRAY(c->a, cwi_id, t->param_count + 1);
    f->param_count = t->param_count;
    for (uint32_t i = 0; i < t->param_count; i++) {
        f->params[i] = cwi_add_var(c->u, &(struct cwi_var){.linkage = CWI_PARAM, .type = t->params[i], .owner = func});
        s[0].args[i] = cwi_expr_var(c->a, c->u, f->params[i]);
    }
    if (returns)
        s[0].lhs = s[1].rhs = cwi_expr_var(c->a, c->u, rule_temp(c, func, t->of));
    if (f->is_noreturn)
        s[1] = (struct cwi_stmt){.kind = CWI_UNREACHABLE, .at = f->at};
    f->linkage = CWI_GLOBAL;
    f->is_exposed = f->is_foreign = false; /* what code outside calls is the library's own */
    cwi_add_block(c->u->arena, f, s, 2);
}

/* How many arguments a call through a pointer has is not known. */
static bool is_open(const struct rule_compiler *c, const struct cwi_func *f)
{
    const struct cwi_type *t = cwi_type_of(c->u, f->type);
    bool is_undeclared = !f->block_count && !t->param_count && f->param_count;
    return t->kind != CWI_FUNC || t->is_variadic || is_undeclared;
}

static void wrap_all(struct finder *x)
{
    bool before, after, handle;
    for (cwi_id f = 1; f < x->funcs; f++) {
        const struct cwi_func *func = cwi_func_of(x->c->u, f);
        if (x->is_taken[f] && is_event(x->c, rule_name_of(x->c, f), &before, &after, &handle)) {
            if (is_open(x->c, func) && !(func->block_count && x->c->is_client))
                x->c->refused =
                    arena_printf(x->c->a, "the address of '%s' is taken, which has variable arguments", func->name);
            else if (!func->block_count)
                wrap(x, f);
            else if ((after || handle) && !x->c->is_client) /* of a graph: rule_graph_find_client */
                x->c->refused = arena_printf(x->c->a,
                                             "'%s' may be called through a pointer, and what such a call returns "
                                             "is not followed",
                                             func->name);
        }
    }
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* What a call would be to the rule after it: with its arguments as they were before. */
static struct cwi_stmt held(struct rule_compiler *c, struct site *s, const struct cwi_stmt *call)
{
    struct cwi_stmt x = *call;
    x.args = ARENA_ARRAY(c->a, const struct cwi_expr *, call->arg_count + 1);
    s->held = ARENA_ARRAY(c->a, cwi_id, call->arg_count + 1);
    for (uint32_t i = 0; i < call->arg_count; i++) {
        enum cwi_type_kind kind = cwi_type_of(c->u, call->args[i]->type)->kind;
        x.args[i] = call->args[i];
        if (call->args[i]->kind == CWI_CONST || (kind != CWI_INT && kind != CWI_PTR))
            continue;
        s->held[i] = rule_temp(c, s->func, call->args[i]->type);
        x.args[i] = cwi_expr_var(c->a, c->u, s->held[i]);
    }
    return x;
}

/* The call as the source has it: what _FORTIFY_SOURCE added to its arguments is left out. */
static struct cwi_stmt as_written(struct rule_compiler *c, const struct cwi_stmt *call, const char *real,
                                  const char *name)
{
    static const struct {
        const char *name;
        uint32_t added, count;
    } rows[] = {{"fgets", 1, 1},    {"fgets_unlocked", 1, 1}, {"fread", 1, 1},    {"fread_unlocked", 1, 1},
                {"fprintf", 1, 1},  {"vfprintf", 1, 1},       {"dprintf", 1, 1},  {"vdprintf", 1, 1},
                {"printf", 0, 1},   {"vprintf", 0, 1},        {"sprintf", 1, 2},  {"vsprintf", 1, 2},
                {"snprintf", 2, 2}, {"vsnprintf", 2, 2},      {"asprintf", 1, 1}, {"vasprintf", 1, 1}};
    struct cwi_stmt x = *call;
    size_t n = real ? strlen(real) : 0;
    for (size_t i = 0; n > 4 && !strcmp(real + n - 4, "_chk") && i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) || rows[i].added + rows[i].count > call->arg_count)
            continue;
        x.arg_count -= rows[i].count;
        x.args = ARENA_ARRAY(c->a, const struct cwi_expr *, x.arg_count + 1);
        for (uint32_t k = 0; k < x.arg_count; k++)
            x.args[k] = call->args[k < rows[i].added ? k : k + rows[i].count];
    }
    return x;
}

static enum status find_call(struct finder *x, struct site *s, const struct cwi_stmt *call)
{
    struct rule_compiler *c = x->c;
    cwi_id callee = call->rhs->ref;
    const struct cwi_func *f = cwi_func_of(c->u, callee);
    bool before, after, is_inner = callee < x->funcs && x->inner[callee];
    const char *name = rule_name_of(c, is_inner ? x->inner[callee] : callee);
    bool at_entry = f->block_count && !is_inner && callee < x->funcs && x->is_taken[callee] && !c->is_client;
    enum status st = ST_OK;
    s->is_sure = !f->block_count && rule_is_sure(c->rule, name);
    if (!is_event(c, name, &before, &after, &s->is_handle))
        return ST_OK;
    struct cwi_stmt written = as_written(c, call, f->asm_name, name);
    s->is_handle = s->is_handle && rule_is_handle_call(c, &written, name);
    if (before && !at_entry)
        st = rule_match_call(c, &written, name, NULL, SITE_BEFORE, &s->before, x->d);
    if (st || (!after && !s->is_handle))
        return st;
    const struct cwi_type *t = cwi_type_of(c->u, f->type);
    if (t->kind == CWI_FUNC && t->of && cwi_type_of(c->u, t->of)->kind != CWI_VOID)
        s->result = rule_temp(c, s->func, t->of);
    struct cwi_stmt x_call = held(c, s, call);
    x_call = as_written(c, &x_call, f->asm_name, name);
    const struct cwi_expr *result = s->result ? cwi_expr_var(c->a, c->u, s->result) : NULL;
    return rule_match_call(c, &x_call, name, result, SITE_AFTER, &s->after, x->d);
}

/* The address of the list whose first pointer this is. NULL: it lies in something larger. */
static const struct cwi_expr *address_of_list(struct rule_compiler *c, const struct cwi_expr *list)
{
    struct cwi_type t = {.kind = CWI_PTR, .bits = c->u->pointer_bits, .size = c->u->pointer_bits / 8u};
    if (list->kind == CWI_FIELD)
        list = list->a;
    t.of = list->type;
    if (list->kind == CWI_DEREF)
        return list->a;
    const struct cwi_expr *root = list->kind == CWI_INDEX ? list->a : list;
    bool is_first = list->kind != CWI_INDEX || (list->b->kind == CWI_CONST && !list->b->value);
    if (root->kind == CWI_DEREF)
        return is_first ? root->a : cwi_expr_addr(c->a, cwi_add_type(c->u, &t), list);
    if (root->kind != CWI_VAR)
        return NULL;
    struct cwi_var *v = cwi_var_of(c->u, root->ref);
    if (!v->is_address_taken) {
        vec_push(&c->saved_vars, ((struct saved_var){root->ref, *v}));
        v->is_address_taken = true;
    }
    return cwi_expr_addr(c->a, cwi_add_type(c->u, &t), list);
}

/* What is done to a va_list, as a call. */
static enum status find_step(struct finder *x, struct site *s, const struct cwi_stmt *stmt)
{
    struct rule_compiler *c = x->c;
    bool before, after, handle;
    rule_names(c->rule, stmt->text, &before, &after, &handle);
    if (!before)
        return ST_OK;
    bool is_copy = !strcmp(stmt->text, "va_copy");
    struct cwi_stmt call = {.kind = CWI_CALL, .at = stmt->at, .arg_count = is_copy ? 2 : 1};
    call.args = ARENA_ARRAY(c->a, const struct cwi_expr *, 2);
    call.args[0] = address_of_list(c, stmt->lhs);
    call.args[1] = is_copy ? address_of_list(c, stmt->rhs) : call.args[0];
    if (!call.args[0] || !call.args[1]) {
        c->refused = "a va_list is a part of something else, with which it may be copied";
        return ST_OK;
    }
    struct buf b = {0};
    buf_printf(&b, "%s(", stmt->text);
    note_print_expr(c->u, call.args[0]->kind == CWI_ADDR ? call.args[0]->a : call.args[0], &b);
    s->text = arena_printf(c->a, "%s)", buf_str(&b));
    buf_free(&b);
    return rule_match_call(c, &call, stmt->text, NULL, SITE_BEFORE, &s->before, x->d);
}

static bool is_unknown(struct finder *x, cwi_id callee)
{
    const struct cwi_func *f = cwi_func_of(x->c->u, callee);
    struct effect e = pt_effect_of(x->c->u, callee, x->c->notes);
    return !f->block_count && !e.known && strncmp(rule_name_of(x->c, callee), "__VERIFIER_", 11) != 0 &&
           strcmp(rule_name_of(x->c, callee), "_cwolf_event") != 0;
}

/* A store to a variable, or into it, as an event. */
static enum status find_write(struct finder *x, const struct cwi_expr *lvalue, struct matchers *out)
{
    const struct cwi_expr *to = lvalue;
    while (to->kind == CWI_FIELD || to->kind == CWI_INDEX)
        to = to->a;
    const char *name = to->kind == CWI_VAR ? cwi_var_of(x->c->u, to->ref)->name : NULL;
    return name ? rule_match_value(x->c, RULE_WRITE, name, lvalue, out, x->d) : ST_OK;
}

static enum status refuse_outputs(struct finder *x, const struct cwi_stmt *assembler)
{
    struct matchers unseen = {0};
    enum status st = ST_OK;
    for (uint32_t i = 0; i < assembler->outputs && !st; i++)
        st = find_write(x, assembler->args[i], &unseen);
    if (unseen.count)
        x->c->refused = arena_printf(x->c->a, "assembler writes '%s'", unseen.items[0].event->name);
    rule_matchers_free(&unseen);
    return st;
}

/* A return from a function that the rule names, or a store to a variable. */
static enum status find_value(struct finder *x, struct site *s, const struct cwi_stmt *stmt)
{
    struct rule_compiler *c = x->c;
    if (stmt->kind == CWI_RETURN)
        return rule_match_value(c, RULE_RETURN, rule_name_of(c, s->func), stmt->rhs, &s->before, x->d);
    if (stmt->kind == CWI_ASM)
        return refuse_outputs(x, stmt);
    if ((stmt->kind != CWI_ASSIGN && stmt->kind != CWI_CALL) || !stmt->lhs)
        return ST_OK;
    enum status st = find_write(x, stmt->lhs, &s->before);
    s->index++;
    return st;
}

/* Events that cannot be seen in this program. */
static void refuse_unseen(struct rule_compiler *c)
{
    for (int part = PART_BEGIN; part < PART_EXIT; part *= 2)
        for (uint32_t i = 0; i < rule_part(c->rule, part)->count; i++) {
            const struct rule_event *e = &rule_part(c->rule, part)->items[i];
            for (cwi_id f = 1; e->kind == RULE_RETURN && f < c->u->funcs.count; f++)
                if (!cwi_func_of(c->u, f)->block_count && !strcmp(rule_name_of(c, f), e->name))
                    c->refused = arena_printf(c->a, "'%s' has no body here: write 'x = %s(_)' for return(%s)", e->name,
                                              e->name, e->name);
            for (cwi_id v = 1; e->kind == RULE_WRITE && v < c->u->vars.count; v++)
                if (cwi_var_of(c->u, v)->is_address_taken && cwi_var_of(c->u, v)->name &&
                    !strcmp(cwi_var_of(c->u, v)->name, e->name))
                    c->refused = arena_printf(c->a, "the address of '%s' is taken: it may be written unseen", e->name);
        }
}

static enum status find_statement(struct finder *x, cwi_id func, uint32_t b, uint32_t i)
{
    struct rule_compiler *c = x->c;
    const struct cwi_stmt *stmt = &cwi_func_of(c->u, func)->blocks[b].stmts[i];
    struct site s = {.kind = SITE_CALL, .func = func, .block = b, .index = i};
    enum status st = ST_OK;
    bool is_direct = stmt->kind == CWI_CALL && stmt->rhs->kind == CWI_FUNCREF;
    bool is_clients = !c->is_client || func >= x->funcs || c->is_client[func] || x->inner[func];
    if (is_direct && is_clients)
        st = find_call(x, &s, stmt);
    if (stmt->kind == CWI_ASSIGN && stmt->text && is_clients)
        st = find_step(x, &s, stmt);
    bool is_site = s.before.count || s.after.count || s.is_handle;
    if (!st && c->rule->pattern != RULE_GRAPH) {
        struct site of_value = {.kind = SITE_VALUE, .func = func, .block = b, .index = i};
        st = find_value(x, &of_value, stmt);
        c->sites += of_value.before.count > 0;
        if (of_value.before.count) /* of a return it is the first of two changes there, behind a store the last one */
            vec_push(&x->sites, of_value);
    }
    if (!st && rule_find_end(x, &s, stmt)) {
        s.kind = is_site ? SITE_CALL : SITE_END;
        is_site = true;
    }
    bool leads_out = stmt->kind == CWI_CALL && !is_direct && x->calls_out && c->rule->pattern != RULE_GRAPH &&
                     !rule_leads_to_own(x, stmt->rhs);
    bool is_known = !is_direct || !is_unknown(x, stmt->rhs->ref);
    if (!is_site && !is_known) {
        x->unknown_at = x->unknown ? x->unknown_at : stmt->at;
        x->unknown = x->unknown ? x->unknown : stmt->rhs->ref;
    }
    if (!is_site && (!is_known || leads_out)) {
        s.kind = SITE_UNKNOWN;
        is_site = true;
    }
    bool redirects = is_direct && stmt->rhs->ref < x->funcs && x->inner[stmt->rhs->ref];
    if (is_site || redirects || s.is_sure)
        vec_push(&x->sites, s);
    c->sites += s.kind == SITE_CALL && (s.before.count || s.after.count);
    return st;
}

/* The parameters of a function as a call that reaches it. */
static enum status find_entry(struct finder *x, cwi_id func)
{
    struct rule_compiler *c = x->c;
    const struct cwi_func *f = cwi_func_of(c->u, func);
    struct site s = {.kind = SITE_ENTRY, .func = func};
    struct cwi_stmt call = {.kind = CWI_CALL, .arg_count = f->param_count};
    call.args = ARENA_ARRAY(c->a, const struct cwi_expr *, f->param_count + 1);
    for (uint32_t i = 0; i < f->param_count; i++)
        call.args[i] = cwi_expr_var(c->a, c->u, f->params[i]);
    enum status st = rule_match_call(c, &call, rule_name_of(c, func), NULL, SITE_BEFORE, &s.before, x->d);
    c->sites += s.before.count > 0;
    if (s.before.count)
        vec_push(&x->sites, s);
    return st;
}

const struct site *rule_site_at(const struct finder *x, enum site_kind kind, cwi_id func, uint32_t block,
                                uint32_t index, const struct site *after)
{
    const struct site *end = x->sites.items + x->sites.count;
    for (const struct site *s = after ? after + 1 : x->sites.items; s < end; s++)
        if (s->func == func && s->kind == kind && s->block == block && s->index == index)
            return s;
    return NULL;
}

enum status rule_find_sites(struct finder *x)
{
    const struct cwi_unit *u = x->c->u;
    enum status st = ST_OK;
    find_aliases(x->c);
    if (x->c->rule->pattern == RULE_HANDLERS)
        return rule_find_handlers(x, x->d);
    find_all_taken(x);
    rule_find_threads(x);
    x->c->makes_handles = x->c->rule->handles.count > 0;
    x->c->main = x->c->entry == cwi_find_start(u) ? cwi_find_func(u, NULL, "main", NULL) : 0;
    if (x->c->rule->pattern == RULE_GRAPH)
        rule_graph_find_client(x->c);
    refuse_unseen(x->c);
    wrap_all(x);
    x->calls_out = rule_may_call_out(x);
    for (cwi_id f = 1; f < u->funcs.count && !st; f++) {
        for (uint32_t b = 0; b < cwi_func_of(u, f)->block_count && !st; b++)
            for (uint32_t i = cwi_func_of(u, f)->blocks[b].count; i-- > 0 && !st;)
                st = find_statement(x, f, b, i);
        if (!st && f < x->funcs && cwi_func_of(u, f)->block_count && x->is_taken[f] && !x->inner[f] && !x->c->is_client)
            st = find_entry(x, f);
    }
    if (!st)
        rule_find_holders(x);
    return st;
}
