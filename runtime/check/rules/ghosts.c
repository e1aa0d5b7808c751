/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The variables and functions that a rule adds to a program: its state, the object that is watched, what handles point
 * to, and the arguments of main.
 */
#include "runtime/check/rules/sites.h"
#include "runtime/cwi/edit.h"

static cwi_id ghost(struct rule_compiler *c, const char *name, cwi_id type)
{
    return cwi_add_var(c->u, &(struct cwi_var){.name = name,
                                               .asm_name = name,
                                               .linkage = CWI_STATIC,
                                               .type = type,
                                               .is_thread_local = c->rule->is_by_thread});
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
    struct rule_compiler *c = x->c;
    for (size_t i = 0; i < x->sites.count; i++) {
        const struct site *s = &x->sites.items[i];
        for (size_t k = 0; k < s->before.count + s->after.count; k++) {
            const struct matcher *m = k < s->before.count ? &s->before.items[k] : &s->after.items[k - s->before.count];
            const struct cwi_type *t = m->object ? cwi_type_of(c->u, m->object->type) : NULL;
            if (t && t->kind == CWI_PTR)
                return m->object->type;
            if (t && (t->kind != CWI_INT || t->bits > 64))
                c->refused =
                    arena_printf(c->a, "'%s' is neither a pointer nor a number of 64 bits at most", c->rule->object);
            if (t && t->kind == CWI_INT)
                return cwi_int_type(c->u, 64, true);
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

/* stdin, stdout and stderr, as the program gets them: streams of their own, which no handle of the rule is. */
static void make_standard(struct rule_compiler *c)
{
    for (cwi_id v = 1, n = (cwi_id)c->u->vars.count; v < n; v++) {
        struct cwi_var *x = cwi_var_of(c->u, v);
        bool is_pointer = x->type && cwi_type_of(c->u, x->type)->kind == CWI_PTR;
        if (!rule_is_standard(x) || !is_pointer)
            continue;
        vec_push(&c->saved_vars, ((struct saved_var){v, *x}));
        struct cwi_init *init = ARENA_NEW(c->a, struct cwi_init);
        cwi_id stream = handle_object(c, CWI_STANDARD_STREAM, x->type);
        x = cwi_var_of(c->u, v);
        init->value = cwi_expr_addr(c->a, x->type, cwi_expr_var(c->a, c->u, stream));
        init->size = c->u->pointer_bits / 8u;
        x->linkage = CWI_STATIC;
        x->is_foreign = x->is_exposed = false;
        x->init = init;
        x->init_count = 1;
    }
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
            c->one = handle_object(c, CWI_RULE_ONE, type);
            c->others = handle_object(c, CWI_RULE_OTHERS, type);
        }
        c->has_number_handles |= cwi_type_of(c->u, type)->kind == CWI_INT;
    }
    if (c->others)
        make_standard(c);
}

void rule_make_choices(struct rule_compiler *c)
{
    c->nondet = function(c, "__VERIFIER_nondet_bool", c->bit_type);
}

struct cwi_stmt rule_choose_by(struct rule_compiler *c, const char *name, cwi_id temp, struct cwi_place at)
{
    struct cwi_stmt s = rule_choose(c, temp, at);
    cwi_id chooses = cwi_find_func(c->u, NULL, name, NULL);
    s.rhs = cwi_expr_func(c->a, s.rhs->type, chooses ? chooses : function(c, name, c->bit_type));
    return s;
}

void rule_make_ghosts(struct finder *x)
{
    struct rule_compiler *c = x->c;
    c->label = arena_printf(c->a, "rule %s", c->rule->name);
    c->state = ghost(c, "(rule state)", c->int_type);
    rule_make_choices(c);
    c->event = function(c, "_cwolf_event", cwi_add_type(c->u, &(struct cwi_type){.kind = CWI_VOID}));
    struct cwi_stmt back = {.kind = CWI_RETURN}; /* with a body, as in cwolf.h: else it might do anything */
    cwi_add_block(c->u->arena, c->u->funcs.items[c->event], &back, 1);
    cwi_func_of(c->u, c->event)->is_ieee = true; /* it computes nothing */
    make_handles(x);
    c->object_type = c->rule->object ? find_object_type(x) : 0;
    if (!c->object_type)
        return;
    c->watched = ghost(c, "(rule object)", c->object_type);
    if (c->rule->pattern == RULE_GRAPH && !c->rule->is_each)
        return;
    c->chosen = ghost(c, "(rule chosen)", c->int_type);
    if (c->rule->pattern != RULE_GRAPH && rule_automaton_may_begin_late(&c->automaton, rule_free_parts(c->rule)))
        return;
    c->passed_count = ghost(c, "(rule passed)", c->int_type);
    for (uint32_t i = 0; i < RULE_PASSED; i++)
        c->passed[i] = ghost(c, "(rule other)", c->object_type);
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

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

bool rule_begins_program(const struct rule_compiler *c)
{
    const char *name = cwi_func_of(c->u, c->entry)->name;
    return c->entry == cwi_find_start(c->u) || (name && !strcmp(name, "main"));
}

void rule_choose_arguments(struct rule_compiler *c)
{
    enum { MOST = 3 };
    const struct cwi_func *entry = cwi_func_of(c->u, c->entry);
    if (!rule_begins_program(c) || !entry->param_count)
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
            with = rule_block_of(c, f, rule_assign(c, f->params[1], first, f->at), cwi_goto(c->u->arena, f->at, next));
        }
        uint32_t is =
            rule_block_of(c, f, rule_assign(c, f->params[0], number, f->at), cwi_goto(c->u->arena, f->at, with));
        b = rule_block_of(c, f, rule_choose_by(c, CWI_CHOOSES_ARGUMENTS, is_so, f->at),
                          cwi_if(c->u->arena, f->at, cwi_expr_var(c->a, c->u, is_so), is, b));
    }
    f->blocks[0].stmts[0] = cwi_goto(c->u->arena, f->at, b);
    vec_push(&c->places, f->at);
}
