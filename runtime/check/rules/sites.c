/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a program has events of a rule, and the change that compiles the rule in.
 *
 * Every call is seen: one of a function with a body that may be called through a pointer at its entry, one of a
 * function without a body where it is called; where the address of such a function is taken, it gets a body that calls
 * it.
 */
#include "runtime/check/rules/rules.h"
#include "runtime/points/effects.h"

enum site_kind {
    SITE_CALL,
    SITE_ENTRY,   /* of a function */
    SITE_END,     /* of the program, before the statement */
    SITE_VALUE,   /* a return, before it; a store, behind it */
    SITE_UNKNOWN, /* a call of a function of which nothing is known */
};
struct site {
    enum site_kind kind;
    cwi_id func;
    uint32_t block, index;
    struct matchers before, after;
    cwi_id result;  /* the temporary that gets what the call returns, or 0 */
    cwi_id *held;   /* by argument: the temporary that holds it for what comes after the call, or 0 */
    bool is_handle; /* what it returns is a handle */
    bool is_sure;   /* it returns, and gives 0 */
};
struct finder {
    struct rule_compiler *c;
    struct diag *d;
    struct VEC(struct site) sites;
    bool *is_taken; /* by function: its address */
    cwi_id *inner;  /* by function: the one without a body that it stands for, or 0 */
    cwi_id funcs;   /* how many there were */
    cwi_id unknown; /* a function without a body that is called, or 0 */
    struct cwi_place unknown_at;
};

/* ---- the program is put back ------------------------------------------------------------------------------------- */

struct cwi_func *rule_own(struct rule_compiler *c, cwi_id func)
{
    struct cwi_func *f = c->u->funcs.items[func];
    for (size_t i = 0; i < c->saved.count; i++)
        if (c->saved.items[i].func == func)
            return f;
    vec_push(&c->saved, ((struct saved){func, *f}));
    if (f->block_count)
        f->blocks = cwi_copy_blocks(c->u->arena, f);
    return f;
}

void rule_restore(struct rule_compiler *c)
{
    for (size_t i = 0; i < c->saved.count; i++)
        *c->u->funcs.items[c->saved.items[i].func] = c->saved.items[i].was;
    vec_free(&c->saved);
    vec_free(&c->assumptions);
    vec_free(&c->places);
    vec_free(&c->carriers);
}

/* ---- functions whose address is taken ---------------------------------------------------------------------------- */

static bool find_taken(void *finder, const struct cwi_expr *e)
{
    struct finder *x = finder;
    if (e->kind == CWI_FUNCREF && e->ref < x->funcs)
        x->is_taken[e->ref] = true;
    return true;
}

static void find_taken_in(struct finder *x, const struct cwi_stmt *s)
{
    if (s->lhs)
        cwi_expr_walk(s->lhs, find_taken, x);
    if (s->rhs && !(s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF))
        cwi_expr_walk(s->rhs, find_taken, x);
    for (uint32_t i = 0; i < s->arg_count; i++)
        cwi_expr_walk(s->args[i], find_taken, x);
}

static void find_all_taken(struct finder *x)
{
    const struct cwi_unit *u = x->c->u;
    for (cwi_id f = 1; f < u->funcs.count; f++)
        for (uint32_t b = 0; b < cwi_func_of(u, f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(u, f)->blocks[b].count; i++)
                find_taken_in(x, &cwi_func_of(u, f)->blocks[b].stmts[i]);
    for (cwi_id f = 1; f < u->funcs.count; f++) /* code that is not seen may call it, or the system */
        x->is_taken[f] |= cwi_func_of(u, f)->block_count &&
                          (cwi_func_of(u, f)->is_exposed || cwi_func_of(u, f)->is_interrupt || f == x->c->entry);
    for (cwi_id v = 1; v < u->vars.count; v++)
        for (uint32_t i = 0; i < cwi_var_of(u, v)->init_count; i++)
            if (cwi_var_of(u, v)->init[i].value)
                cwi_expr_walk(cwi_var_of(u, v)->init[i].value, find_taken, x);
}

static const char *name_of(const struct cwi_func *f)
{
    const char *name = f->asm_name ? f->asm_name : f->name;
    return name && !f->block_count ? cwi_base_name(name) : f->name ? f->name : "";
}

static bool is_event(const struct rule_compiler *c, const char *name, bool *before, bool *after, bool *handle)
{
    rule_names(c->rule, name, before, after, handle);
    return *before || *after || *handle;
}

/* A function without a body gets one, that calls it: calls through pointers are seen there. */
static void wrap(struct finder *x, cwi_id func)
{
    struct rule_compiler *c = x->c;
    const struct cwi_type *t = cwi_type_of(c->u, cwi_func_of(c->u, func)->type);
    if (t->kind != CWI_FUNC || t->is_variadic || (!t->param_count && cwi_func_of(c->u, func)->param_count)) {
        c->refused = arena_printf(c->a, "the address of '%s' is taken, which has variable arguments",
                                  cwi_func_of(c->u, func)->name);
        return;
    }
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

static void wrap_all(struct finder *x)
{
    bool before, after, handle;
    for (cwi_id f = 1; f < x->funcs; f++) {
        const struct cwi_func *func = cwi_func_of(x->c->u, f);
        if (x->is_taken[f] && is_event(x->c, name_of(func), &before, &after, &handle)) {
            if (!func->block_count)
                wrap(x, f);
            else if (after || handle)
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
        uint32_t added;
    } rows[] = {{"fgets", 1},    {"fgets_unlocked", 1}, {"fread", 1},    {"fread_unlocked", 1}, {"fprintf", 1},
                {"vfprintf", 1}, {"dprintf", 1},        {"vdprintf", 1}, {"printf", 0},         {"vprintf", 0}};
    struct cwi_stmt x = *call;
    size_t n = real ? strlen(real) : 0;
    for (size_t i = 0; n > 4 && !strcmp(real + n - 4, "_chk") && i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) || rows[i].added >= call->arg_count)
            continue;
        x.arg_count--;
        x.args = ARENA_ARRAY(c->a, const struct cwi_expr *, x.arg_count + 1);
        for (uint32_t k = 0; k < x.arg_count; k++)
            x.args[k] = call->args[k + (k >= rows[i].added)];
    }
    return x;
}

static enum status find_call(struct finder *x, struct site *s, const struct cwi_stmt *call)
{
    struct rule_compiler *c = x->c;
    cwi_id callee = call->rhs->ref;
    const struct cwi_func *f = cwi_func_of(c->u, callee);
    bool before, after, is_inner = callee < x->funcs && x->inner[callee];
    const char *name = is_inner ? name_of(cwi_func_of(c->u, x->inner[callee])) : name_of(f);
    bool at_entry = f->block_count && !is_inner && callee < x->funcs && x->is_taken[callee];
    enum status st = ST_OK;
    s->is_sure = !f->block_count && rule_is_sure(c->rule, name);
    if (!is_event(c, name, &before, &after, &s->is_handle))
        return ST_OK;
    struct cwi_stmt written = as_written(c, call, f->asm_name, name);
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

static bool ends_program(const char *name)
{
    static const char *const names[] = {"_exit", "_Exit", "exit", "quick_exit"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

/* The end of the program matters to the rule. */
static bool asks_for_end(const struct rule *r)
{
    bool is_open = r->scope != RULE_BEFORE && r->scope != RULE_BETWEEN;
    bool named = false;
    for (int part = PART_BEGIN; part < PART_EXIT; part *= 2)
        for (uint32_t i = 0; i < rule_part(r, part)->count; i++)
            named |= rule_part(r, part)->items[i].kind == RULE_EXIT;
    return named || (is_open &&
                     (r->pattern == RULE_EVENTUALLY || r->pattern == RULE_RESPONDS || r->pattern == RULE_EXACTLY_ONE));
}

static void add_end(struct finder *x, struct site *s)
{
    const struct rule *r = x->c->rule;
    int letter = PART_EXIT;
    for (int part = PART_BEGIN; part < PART_EXIT; part *= 2)
        for (uint32_t i = 0; i < rule_part(r, part)->count; i++)
            if (rule_part(r, part)->items[i].kind == RULE_EXIT)
                letter |= part;
    s->kind = SITE_END;
    vec_push(&s->before, ((struct matcher){.part = letter}));
}

static bool is_unknown(struct finder *x, cwi_id callee)
{
    const struct cwi_func *f = cwi_func_of(x->c->u, callee);
    struct effect e = effect_of(x->c->u, callee, x->c->notes);
    return !f->block_count && !e.known && strncmp(name_of(f), "__VERIFIER_", 11) != 0 &&
           strcmp(name_of(f), "_cwolf_event") != 0;
}

/* A return from a function that the rule names, or a store to a variable. */
static enum status find_value(struct finder *x, struct site *s, const struct cwi_stmt *stmt)
{
    struct rule_compiler *c = x->c;
    const struct cwi_expr *to = stmt->lhs;
    if (stmt->kind == CWI_RETURN)
        return rule_match_value(c, RULE_RETURN, name_of(cwi_func_of(c->u, s->func)), stmt->rhs, &s->before, x->d);
    while (to && (to->kind == CWI_FIELD || to->kind == CWI_INDEX))
        to = to->a;
    if ((stmt->kind != CWI_ASSIGN && stmt->kind != CWI_CALL) || !to || to->kind != CWI_VAR)
        return ST_OK;
    const struct cwi_var *v = cwi_var_of(c->u, to->ref);
    enum status st = v->name ? rule_match_value(c, RULE_WRITE, v->name, stmt->lhs, &s->before, x->d) : ST_OK;
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
                if (!cwi_func_of(c->u, f)->block_count && !strcmp(name_of(cwi_func_of(c->u, f)), e->name))
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
    if (is_direct)
        st = find_call(x, &s, stmt);
    bool is_site = s.before.count || s.after.count || s.is_handle;
    if (!st) {
        struct site of_value = {.kind = SITE_VALUE, .func = func, .block = b, .index = i};
        st = find_value(x, &of_value, stmt);
        c->sites += of_value.before.count > 0;
        if (of_value.before.count) /* of a return it is the first of two changes there, behind a store the last one */
            vec_push(&x->sites, of_value);
    }
    if (!is_site && asks_for_end(c->rule)) {
        const struct cwi_func *f = is_direct ? cwi_func_of(c->u, stmt->rhs->ref) : NULL;
        if ((f && !f->block_count && ends_program(name_of(f))) || (func == c->entry && stmt->kind == CWI_RETURN)) {
            add_end(x, &s);
            is_site = true;
        }
    }
    if (!is_site && is_direct && is_unknown(x, stmt->rhs->ref)) {
        x->unknown_at = x->unknown ? x->unknown_at : stmt->at;
        x->unknown = x->unknown ? x->unknown : stmt->rhs->ref;
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
    enum status st = rule_match_call(c, &call, name_of(f), NULL, SITE_BEFORE, &s.before, x->d);
    c->sites += s.before.count > 0;
    if (s.before.count)
        vec_push(&x->sites, s);
    return st;
}

/* From the end to the beginning of each block: the places of the sites found first are changed first. */
static enum status find_sites(struct finder *x)
{
    const struct cwi_unit *u = x->c->u;
    enum status st = ST_OK;
    for (cwi_id f = 1; f < u->funcs.count && !st; f++) {
        for (uint32_t b = 0; b < cwi_func_of(u, f)->block_count && !st; b++)
            for (uint32_t i = cwi_func_of(u, f)->blocks[b].count; i-- > 0 && !st;)
                st = find_statement(x, f, b, i);
        if (!st && f < x->funcs && cwi_func_of(u, f)->block_count && x->is_taken[f] && !x->inner[f])
            st = find_entry(x, f);
    }
    return st;
}

/* ---- ghosts ------------------------------------------------------------------------------------------------------ */

static cwi_id ghost(struct rule_compiler *c, const char *name, cwi_id type)
{
    bool by_thread = c->rule->sure.count > 0; /* locks are held by threads */
    return cwi_add_var(
        c->u, &(struct cwi_var){
                  .name = name, .asm_name = name, .linkage = CWI_STATIC, .type = type, .is_thread_local = by_thread});
}

static cwi_id function(struct rule_compiler *c, const char *name, cwi_id result)
{
    struct cwi_type t = {.kind = CWI_FUNC, .of = result, .size = 1};
    cwi_id type = cwi_add_type(c->u, &t);
    return cwi_add_func(c->u, &(struct cwi_func){.name = name, .asm_name = name, .linkage = CWI_EXTERN, .type = type});
}

/* The type of the object's values, of the first event that has one. */
static cwi_id find_object_type(const struct finder *x)
{
    for (size_t i = 0; i < x->sites.count; i++) {
        const struct site *s = &x->sites.items[i];
        for (size_t k = 0; k < s->before.count + s->after.count; k++) {
            const struct matcher *m = k < s->before.count ? &s->before.items[k] : &s->after.items[k - s->before.count];
            cwi_id type = m->object ? m->object->type : 0;
            if (type && cwi_type_of(x->c->u, type)->kind == CWI_PTR)
                return type;
            if (type && cwi_type_of(x->c->u, type)->kind == CWI_INT)
                return cwi_int_type(x->c->u, 64, true);
        }
    }
    return 0;
}

/* What a handle points to: volatile, because nobody knows what the library keeps there. */
static cwi_id handle_object(struct rule_compiler *c, const char *name, cwi_id pointer)
{
    cwi_id of = cwi_type_of(c->u, pointer)->of;
    struct cwi_type bytes = {.kind = CWI_ARRAY, .of = cwi_int_type(c->u, 8, true), .count = 256, .size = 256};
    if (!of || cwi_type_of(c->u, of)->size == CWI_UNKNOWN || !cwi_type_of(c->u, of)->size)
        of = cwi_add_type(c->u, &bytes);
    cwi_id var = ghost(c, name, of);
    cwi_var_of(c->u, var)->is_volatile = cwi_var_of(c->u, var)->is_address_taken = true;
    return var;
}

static void make_handles(struct finder *x)
{
    struct rule_compiler *c = x->c;
    for (size_t i = 0; i < x->sites.count; i++) {
        const struct site *s = &x->sites.items[i];
        cwi_id type = s->is_handle && s->result ? cwi_var_of(c->u, s->result)->type : 0;
        if (!type)
            continue;
        if (cwi_type_of(c->u, type)->kind == CWI_PTR && !c->others) {
            c->one = handle_object(c, "(rule one)", type);
            c->others = handle_object(c, "(rule others)", type);
        }
        c->has_number_handles |= cwi_type_of(c->u, type)->kind == CWI_INT;
    }
}

static void make_ghosts(struct finder *x)
{
    struct rule_compiler *c = x->c;
    c->label = arena_printf(c->a, "rule %s", c->rule->name);
    c->state = ghost(c, "(rule state)", c->int_type);
    c->nondet = function(c, "__VERIFIER_nondet_bool", c->bit_type);
    c->event = function(c, "_cwolf_event", cwi_add_type(c->u, &(struct cwi_type){.kind = CWI_VOID}));
    struct cwi_stmt back = {.kind = CWI_RETURN}; /* with a body, as in cwolf.h: else it might do anything */
    cwi_add_block(c->u->arena, c->u->funcs.items[c->event], &back, 1);
    make_handles(x);
    c->object_type = c->rule->object ? find_object_type(x) : 0;
    if (!c->object_type)
        return;
    c->chosen = ghost(c, "(rule chosen)", c->int_type);
    c->watched = ghost(c, "(rule object)", c->object_type);
    if (rule_automaton_may_begin_late(&c->automaton, rule_free_parts(c->rule)))
        return;
    c->passed_count = ghost(c, "(rule passed)", c->int_type);
    for (uint32_t i = 0; i < RULE_PASSED; i++)
        c->passed[i] = ghost(c, "(rule other)", c->object_type);
}

/* ---- changing the program ---------------------------------------------------------------------------------------- */

/* What a user cannot read: it is computed before, in an expression of its own. */
struct reading {
    const struct cwi_unit *u;
    bool has_temporary;
};

static bool find_temporary(void *reading, const struct cwi_expr *e)
{
    struct reading *r = reading;
    r->has_temporary |= e->kind == CWI_VAR && cwi_var_of(r->u, e->ref)->linkage == CWI_TEMP;
    return true;
}

static const char *call_text(struct rule_compiler *c, const struct cwi_stmt *call)
{
    struct buf b = {0};
    const struct cwi_func *f = cwi_func_of(c->u, call->rhs->ref);
    buf_printf(&b, "%s(", f->name ? f->name : "");
    for (uint32_t i = 0; i < call->arg_count; i++) {
        struct reading r = {.u = c->u};
        cwi_expr_walk(call->args[i], find_temporary, &r);
        buf_puts(&b, i ? ", " : "");
        if (r.has_temporary)
            buf_puts(&b, "...");
        else
            note_print_expr(c->u, call->args[i], &b);
    }
    buf_putc(&b, ')');
    const char *text = arena_str(c->a, buf_str(&b));
    buf_free(&b);
    return text;
}

static uint32_t block_of(struct rule_compiler *c, struct cwi_func *f, struct cwi_stmt a, struct cwi_stmt b)
{
    struct cwi_stmt s[2] = {a, b};
    return cwi_add_block(c->u->arena, f, s, 2);
}

/* What a call returned, as a number that is no other's: those of the rest are not told apart from one another. */
static const struct cwi_expr *other_number(struct rule_compiler *c, const struct cwi_expr *e)
{
    const struct cwi_expr *bits = cwi_expr_const(c->a, e->type, RULE_OTHER_BITS),
                          *base = cwi_expr_const(c->a, e->type, RULE_OTHER_BASE);
    return cwi_expr_binary(c->a, CWI_ADD, e->type, cwi_expr_binary(c->a, CWI_AND, e->type, e, bits), base);
}

static uint32_t succeed_or_fail(struct rule_compiler *c, const struct site *s, struct cwi_place at, uint32_t succeeds,
                                uint32_t fails)
{
    cwi_id works = rule_temp(c, s->func, c->bit_type);
    return block_of(c, rule_own(c, s->func), rule_choose(c, works, at),
                    cwi_if(c->u->arena, at, cwi_expr_var(c->a, c->u, works), succeeds, fails));
}

/* Whether the call succeeds is the environment's choice, and whether its handle is the one that is watched a free one.
 * A call that fails is no event. */
static uint32_t handle_code(struct rule_compiler *c, const struct site *s, struct cwi_place at, uint32_t matched,
                            uint32_t next)
{
    struct cwi_func *f = rule_own(c, s->func);
    const struct cwi_expr *r = cwi_expr_var(c->a, c->u, s->result), *mine, *other, *none;
    const struct cwi_expr *one = cwi_expr_const(c->a, c->int_type, 1);
    if (cwi_type_of(c->u, r->type)->kind == CWI_INT) {
        mine = cwi_expr_const(c->a, r->type, RULE_WATCHED_NUMBER);
        other = other_number(c, r);
        none = cwi_expr_const(c->a, r->type, -1);
    } else {
        mine = cwi_expr_addr(c->a, r->type, cwi_expr_var(c->a, c->u, c->one));
        other = cwi_expr_addr(c->a, r->type, cwi_expr_var(c->a, c->u, c->others));
        none = cwi_expr_const(c->a, r->type, 0);
    }
    uint32_t fails = block_of(c, f, rule_assign(c, s->result, none, at), cwi_goto(c->u->arena, at, next));
    uint32_t declined = block_of(c, f, rule_assign(c, s->result, other, at), cwi_goto(c->u->arena, at, next));
    if (!c->chosen)
        return succeed_or_fail(c, s, at, declined, fails);
    struct cwi_stmt take[4] = {rule_assign(c, s->result, mine, at), rule_assign(c, c->watched, mine, at),
                               rule_assign(c, c->chosen, one, at), cwi_goto(c->u->arena, at, matched)};
    uint32_t taken = cwi_add_block(c->u->arena, f, take, 4);
    cwi_id is_it = rule_temp(c, s->func, c->bit_type);
    uint32_t ask = block_of(c, f, rule_choose(c, is_it, at),
                            cwi_if(c->u->arena, at, cwi_expr_var(c->a, c->u, is_it), taken, declined));
    struct cwi_stmt free = cwi_if(c->u->arena, at, cwi_expr_var(c->a, c->u, c->chosen), declined, ask);
    uint32_t succeeds = cwi_add_block(c->u->arena, f, &free, 1);
    return succeed_or_fail(c, s, at, succeeds, fails);
}

/* lhs = what the call returned; then on. */
static uint32_t give_result(struct rule_compiler *c, const struct site *s, const struct cwi_stmt *call, uint32_t rest)
{
    struct cwi_func *f = rule_own(c, s->func);
    struct cwi_stmt to = {.kind = CWI_ASSIGN, .at = call->at, .lhs = call->lhs};
    if (!call->lhs || !s->result)
        return rest;
    to.rhs = rule_as(c, cwi_expr_var(c->a, c->u, s->result), call->lhs->type);
    return block_of(c, f, to, cwi_goto(c->u->arena, call->at, rest));
}

/* A call that surely returns 0, in place of which nothing happens. */
static struct cwi_stmt without_call(struct rule_compiler *c, const struct site *s, const struct cwi_stmt *call)
{
    const struct cwi_expr *to = call->lhs ? call->lhs : cwi_expr_var(c->a, c->u, rule_temp(c, s->func, c->int_type));
    return (struct cwi_stmt){.kind = CWI_ASSIGN, .at = call->at, .lhs = to, .rhs = cwi_expr_const(c->a, to->type, 0)};
}

static void add_carrier(struct rule_compiler *c, const struct cwi_expr *e)
{
    while (e && e->kind == CWI_UNARY && e->op == CWI_CONVERT)
        e = e->a;
    if (e && e->kind == CWI_VAR && cwi_var_of(c->u, e->ref)->linkage != CWI_TEMP)
        vec_push(&c->carriers, e->ref);
}

static void change_after(struct rule_compiler *c, const struct site *s, const char *text)
{
    struct cwi_func *f = rule_own(c, s->func);
    struct cwi_stmt call = f->blocks[s->block].stmts[s->index];
    uint32_t rest = cwi_split_block(c->u->arena, f, s->block, s->index + 1);
    uint32_t given = give_result(c, s, &call, rest);
    uint32_t next = rule_code(c, s->func, &s->after, call.at, text, given);
    if (s->is_handle && s->result)
        next = handle_code(c, s, call.at, next, given);
    f = rule_own(c, s->func);
    struct VEC(struct cwi_stmt) stmts = {0};
    for (uint32_t i = 0; i < s->index; i++)
        vec_push(&stmts, f->blocks[s->block].stmts[i]);
    for (uint32_t i = 0; i < call.arg_count; i++)
        if (s->held && s->held[i])
            vec_push(&stmts, rule_assign(c, s->held[i], call.args[i], call.at));
    call.is_tail = false;
    if (s->result)
        call.lhs = cwi_expr_var(c->a, c->u, s->result);
    vec_push(&stmts, s->is_sure ? without_call(c, s, &call) : call);
    vec_push(&stmts, cwi_goto(c->u->arena, call.at, next));
    f->blocks[s->block].count = (uint32_t)stmts.count;
    f->blocks[s->block].stmts = vec_to_arena(&stmts, c->a);
    vec_free(&stmts);
}

static void change_before(struct rule_compiler *c, const struct site *s, const char *text)
{
    struct cwi_func *f = rule_own(c, s->func);
    struct cwi_place at = f->blocks[s->block].stmts[s->index].at;
    uint32_t rest = cwi_split_block(c->u->arena, f, s->block, s->index);
    uint32_t code = rule_code(c, s->func, &s->before, at, text, rest);
    f->blocks[s->block].stmts[s->index] = cwi_goto(c->u->arena, at, code);
}

/* What the object's state is nobody knows once such a function had it. */
static void change_unknown(struct rule_compiler *c, const struct site *s)
{
    struct cwi_func *f = rule_own(c, s->func);
    const struct cwi_stmt call = f->blocks[s->block].stmts[s->index];
    enum cwi_type_kind kind = cwi_type_of(c->u, c->object_type)->kind;
    uint32_t rest = UINT32_MAX;
    for (uint32_t i = 0; i < call.arg_count; i++) {
        if (cwi_type_of(c->u, call.args[i]->type)->kind != kind)
            continue;
        if (rest == UINT32_MAX)
            rest = cwi_split_block(c->u->arena, f, s->block, s->index);
        struct cwi_stmt lost = {.kind = CWI_FORGET,
                                .at = call.at,
                                .lhs = cwi_expr_var(c->a, c->u, c->state),
                                .text = "an unknown function was handed the object of a rule"};
        uint32_t had = block_of(c, f, lost, cwi_goto(c->u->arena, call.at, rest));
        const struct cwi_expr *is_it = rule_equals(c, call.args[i], cwi_expr_var(c->a, c->u, c->watched));
        struct cwi_stmt test = cwi_if(c->u->arena, call.at, is_it, had, rest);
        uint32_t tested = cwi_add_block(c->u->arena, f, &test, 1);
        test = cwi_if(c->u->arena, call.at, cwi_expr_var(c->a, c->u, c->chosen), tested, rest);
        rest = cwi_add_block(c->u->arena, f, &test, 1);
    }
    if (rest != UINT32_MAX)
        f->blocks[s->block].stmts[s->index] = cwi_goto(c->u->arena, call.at, rest);
}

static void redirect(struct finder *x, const struct site *s)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    struct cwi_stmt *call = &f->blocks[s->block].stmts[s->index];
    if (call->kind == CWI_CALL && call->rhs->kind == CWI_FUNCREF && call->rhs->ref < x->funcs &&
        x->inner[call->rhs->ref])
        call->rhs = cwi_expr_func(c->a, call->rhs->type, x->inner[call->rhs->ref]);
}

static void change(struct finder *x, const struct site *s)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    if (s->kind == SITE_ENTRY) {
        const char *text = arena_printf(c->a, "'%s' is called", f->name);
        uint32_t next = cwi_free_entry(c->u->arena, f);
        uint32_t code = rule_code(c, s->func, &s->before, f->at, text, next);
        f->blocks[0].stmts[0] = cwi_goto(c->u->arena, f->at, code);
        return;
    }
    redirect(x, s);
    vec_push(&c->places, f->blocks[s->block].stmts[s->index].at);
    for (size_t i = 0; i < s->before.count; i++)
        add_carrier(c, s->before.items[i].object);
    if (s->is_handle)
        add_carrier(c, f->blocks[s->block].stmts[s->index].lhs);
    const struct cwi_stmt stmt = f->blocks[s->block].stmts[s->index];
    if (s->kind == SITE_UNKNOWN) {
        if (c->chosen)
            change_unknown(c, s);
        return;
    }
    const char *text = s->kind == SITE_END     ? "the program ends"
                       : s->kind == SITE_VALUE ? arena_printf(c->a, "%s", s->before.items[0].event->text)
                                               : call_text(c, &stmt);
    if (s->after.count || s->is_handle)
        change_after(c, s, text);
    else if (s->is_sure)
        f->blocks[s->block].stmts[s->index] = without_call(c, s, &stmt);
    if (s->before.count)
        change_before(c, s, text);
}

/* Pointers to so many strings, and null: what argv is with that number of arguments. The strings may be any. */
static cwi_id argument_vector(struct rule_compiler *c, cwi_id pointers, int count)
{
    enum { LONGEST = 256 };
    cwi_id text = cwi_int_type(c->u, 8, true), pointer = cwi_type_of(c->u, pointers)->of;
    uint64_t size = c->u->pointer_bits / 8u, n = (uint64_t)count + 1;
    struct cwi_type bytes = {.kind = CWI_ARRAY, .of = text, .count = LONGEST, .size = LONGEST};
    struct cwi_type vector = {.kind = CWI_ARRAY, .of = pointer, .count = n, .size = n * size};
    struct cwi_init *init = ARENA_ARRAY(c->a, struct cwi_init, count);
    cwi_id string = cwi_add_type(c->u, &bytes);
    for (int i = 0; i < count; i++) {
        cwi_id v = ghost(c, "(rule argument)", string);
        cwi_var_of(c->u, v)->linkage = CWI_EXTERN;
        cwi_var_of(c->u, v)->is_address_taken = true;
        init[i] = (struct cwi_init){.offset = (uint64_t)i * size, .size = size};
        init[i].value = cwi_expr_addr(c->a, pointer, cwi_expr_var(c->a, c->u, v));
    }
    cwi_id var = ghost(c, "(rule argv)", cwi_add_type(c->u, &vector));
    cwi_var_of(c->u, var)->is_address_taken = true;
    cwi_var_of(c->u, var)->init = init;
    cwi_var_of(c->u, var)->init_count = (uint32_t)count;
    return var;
}

static bool is_pointer_to_pointer(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type), *of = t->kind == CWI_PTR && t->of ? cwi_type_of(u, t->of) : NULL;
    return of && of->kind == CWI_PTR;
}

/* That a program gets no argument, one or two is chosen where it begins: a loop over them then ends when it does. */
static void choose_arguments(struct rule_compiler *c)
{
    enum { MOST = 3 };
    const struct cwi_func *entry = cwi_func_of(c->u, c->entry);
    bool is_program = c->entry == cwi_find_start(c->u) || (entry->name && !strcmp(entry->name, "main"));
    if (!is_program || !entry->param_count)
        return;
    struct cwi_func *f = rule_own(c, c->entry);
    const struct cwi_expr *count = cwi_expr_var(c->a, c->u, f->params[0]);
    if (cwi_type_of(c->u, count->type)->kind != CWI_INT)
        return;
    uint32_t next = cwi_free_entry(c->u->arena, f), b = next;
    for (int n = MOST; n > 0; n--) {
        cwi_id is_so = rule_temp(c, c->entry, c->bit_type);
        const struct cwi_expr *number = cwi_expr_const(c->a, count->type, n);
        uint32_t with = next;
        cwi_id pointers = f->param_count > 1 ? cwi_var_of(c->u, f->params[1])->type : 0;
        if (pointers && is_pointer_to_pointer(c->u, pointers)) {
            cwi_id vector = argument_vector(c, pointers, n);
            const struct cwi_expr *first = cwi_expr_addr(c->a, pointers, cwi_expr_var(c->a, c->u, vector));
            with = block_of(c, f, rule_assign(c, f->params[1], first, f->at), cwi_goto(c->u->arena, f->at, next));
        }
        uint32_t is = block_of(c, f, rule_assign(c, f->params[0], number, f->at), cwi_goto(c->u->arena, f->at, with));
        b = block_of(c, f, rule_choose(c, is_so, f->at),
                     cwi_if(c->u->arena, f->at, cwi_expr_var(c->a, c->u, is_so), is, b));
    }
    f->blocks[0].stmts[0] = cwi_goto(c->u->arena, f->at, b);
    vec_push(&c->places, f->at);
}

static void free_matchers(struct matchers *m)
{
    for (size_t i = 0; i < m->count; i++)
        vec_free(&m->items[i].tests);
    vec_free(m);
}

static void assume(struct finder *x)
{
    struct rule_compiler *c = x->c;
    struct place at = cwi_place_text(c->u, x->unknown_at);
    if (c->rule->sure.count)
        vec_push(&c->assumptions,
                 arena_printf(c->a, "what '%s' locks, or waits for, it gets in the end", c->rule->name));
    if (x->unknown)
        vec_push(&c->assumptions,
                 arena_printf(c->a,
                              "functions without a body do not do by themselves what '%s' is about (first '%s', %s:%u)",
                              c->rule->name, cwi_func_of(c->u, x->unknown)->name, at.file ? at.file : "?", at.line));
    if (c->rule->handles.count && c->rule->object)
        vec_push(&c->assumptions, arena_printf(c->a, "'%s' is about what %s and the like give, and about no other",
                                               c->rule->name, c->rule->handles.items[0].name));
    if (c->has_number_handles)
        vec_push(&c->assumptions, "nothing depends on the numbers of the descriptors");
}

enum status rule_compile(struct rule_compiler *c, struct diag *d)
{
    struct finder x = {.c = c, .d = d, .funcs = (cwi_id)c->u->funcs.count};
    x.is_taken = mem_zalloc(x.funcs * sizeof *x.is_taken);
    x.inner = mem_zalloc(x.funcs * sizeof *x.inner);
    c->int_type = cwi_int_type(c->u, 32, true);
    c->bit_type = cwi_int_type(c->u, 1, false);
    rule_automaton_make(c->rule, &c->automaton);
    find_all_taken(&x);
    refuse_unseen(c);
    wrap_all(&x);
    enum status st = find_sites(&x);
    if (!st && c->sites) {
        make_ghosts(&x);
        for (size_t i = 0; i < x.sites.count; i++)
            change(&x, &x.sites.items[i]);
        choose_arguments(c);
        assume(&x);
    }
    for (size_t i = 0; i < x.sites.count; i++) {
        free_matchers(&x.sites.items[i].before);
        free_matchers(&x.sites.items[i].after);
    }
    vec_free(&x.sites);
    free(x.is_taken);
    free(x.inner);
    return st;
}
