/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Units made by hand, for the tests of runtime/cwi: one with every kind of everything, and small ones to link.
 */
#ifndef CWOLF_T_UNITS_H
#define CWOLF_T_UNITS_H

#include <stdlib.h>

#include "runtime/cwi/cwi.h"
#include "runtime/cwi/edit.h"
#include "tap.h"

typedef const struct cwi_expr *ex;

/* A unit under construction: the types that every one needs. */
struct made {
    struct cwi_unit *u;
    struct arena *a;
    cwi_id file, t_void, t_int, t_uint, t_char, t_long, t_bool, t_double, p_void, p_int, p_char, f_void, f_int, p_f;
};

__attribute__((unused)) static cwi_id add_int(struct cwi_unit *u, const char *name, uint32_t bits, bool is_signed)
{
    return cwi_add_type(
        u, &(struct cwi_type){
               .kind = CWI_INT, .name = name, .bits = bits, .is_signed = is_signed, .size = bits <= 8 ? 1 : bits / 8});
}

__attribute__((unused)) static cwi_id add_ptr(struct cwi_unit *u, cwi_id of)
{
    return cwi_add_type(u, &(struct cwi_type){.kind = CWI_PTR, .of = of, .bits = 64, .size = 8});
}

__attribute__((unused)) static struct made make_unit(const char *name)
{
    struct cwi_unit *u = cwi_unit_new(name);
    struct made m = {.u = u, .a = u->arena};
    u->producer = arena_str(u->arena, "GNU C17 12.2.0");
    m.file = cwi_add_file(u, name);
    m.t_void = cwi_add_type(u, &(struct cwi_type){.kind = CWI_VOID, .name = "void", .size = 1});
    m.t_int = add_int(u, "int", 32, true);
    m.t_uint = add_int(u, "unsigned int", 32, false);
    m.t_char = add_int(u, "char", 8, true);
    m.t_long = add_int(u, "long", 64, true);
    m.t_bool = add_int(u, "_Bool", 1, false);
    m.t_double = cwi_add_type(u, &(struct cwi_type){.kind = CWI_FLOAT, .name = "double", .bits = 64, .size = 8});
    m.p_void = add_ptr(u, m.t_void);
    m.p_int = add_ptr(u, m.t_int);
    m.p_char = add_ptr(u, m.t_char);
    m.f_void = cwi_add_type(u, &(struct cwi_type){.kind = CWI_FUNC, .of = m.t_void, .size = 1});
    m.f_int = cwi_add_type(
        u, &(struct cwi_type){.kind = CWI_FUNC, .of = m.t_int, .size = 1, .params = &m.t_int, .param_count = 1});
    m.p_f = add_ptr(u, m.f_int);
    return m;
}

__attribute__((unused)) static struct cwi_place at(struct made *m, uint32_t line, uint32_t col)
{
    return (struct cwi_place){m->file, line, col};
}

__attribute__((unused)) static ex num(struct made *m, int64_t n)
{
    return cwi_expr_const(m->a, m->t_int, n);
}

__attribute__((unused)) static ex var(struct made *m, cwi_id id)
{
    return cwi_expr_var(m->a, m->u, id);
}

__attribute__((unused)) static ex call_to(struct made *m, cwi_id func)
{
    return cwi_expr_func(m->a, m->p_f, func);
}

/* A variable of type int; owner 0 for one at file scope. */
__attribute__((unused)) static cwi_id add_var(struct made *m, const char *name, enum cwi_linkage linkage, cwi_id owner)
{
    return cwi_add_var(m->u, &(struct cwi_var){.name = name,
                                               .asm_name = linkage >= CWI_STATIC ? name : NULL,
                                               .linkage = linkage,
                                               .type = m->t_int,
                                               .owner = owner,
                                               .at = at(m, 1, 5)});
}

/* A function int name(int) without a body. */
__attribute__((unused)) static cwi_id add_func(struct made *m, const char *name, enum cwi_linkage linkage)
{
    return cwi_add_func(m->u, &(struct cwi_func){.name = name,
                                                 .asm_name = name,
                                                 .linkage = linkage,
                                                 .type = m->f_int,
                                                 .at = at(m, 10, 5),
                                                 .unit_file = m->file});
}

/* Gives it one block of the statements and a return of `result`. */
__attribute__((unused)) static void give_body(struct made *m, cwi_id func, const struct cwi_stmt *stmts, uint32_t count,
                                              ex result)
{
    struct cwi_func *f = cwi_func_of(m->u, func);
    struct cwi_block *b = ARENA_NEW(m->a, struct cwi_block);
    b->count = count + 1;
    b->stmts = ARENA_ARRAY(m->a, struct cwi_stmt, count + 1);
    if (count)
        memcpy(b->stmts, stmts, count * sizeof *stmts);
    b->stmts[count] = (struct cwi_stmt){.kind = CWI_RETURN, .at = at(m, 11, 5), .rhs = result};
    f->blocks = b;
    f->block_count = 1;
}

__attribute__((unused)) static cwi_id add_body(struct made *m, const char *name, enum cwi_linkage linkage, ex result)
{
    cwi_id f = add_func(m, name, linkage);
    give_body(m, f, NULL, 0, result);
    return f;
}

__attribute__((unused)) static char *dump_of(const struct cwi_unit *u)
{
    struct buf b = {0};
    cwi_dump(u, &b);
    return b.data;
}

__attribute__((unused)) static char *text_of(const struct cwi_unit *u, ex e)
{
    struct buf b = {0};
    cwi_print_expr(u, e, &b);
    return b.data;
}

/* ---- a unit with every kind of type, variable, expression, statement, note and loss --------------------------------
 */

struct everything {
    struct made m;
    cwi_id t_enum, t_struct, t_union, t_array, t_incomplete, t_opaque, p_struct, t_func;
    cwi_id v_global, v_table, v_literal, v_extern, v_common, v_weak, f_main, f_other, x, p, s, arr, d, tmp, inner,
        param;
};

static inline void everything_types(struct everything *e)
{
    struct made *m = &e->m;
    struct cwi_unit *u = m->u;
    struct cwi_enumerator states[] = {{"IDLE", 0}, {"BUSY", 1}, {"GONE", -1}};
    e->t_enum = cwi_add_type(u, &(struct cwi_type){.kind = CWI_INT,
                                                   .name = "enum state",
                                                   .bits = 32,
                                                   .is_signed = true,
                                                   .size = 4,
                                                   .enumerators = states,
                                                   .enumerator_count = 3});
    e->t_struct = cwi_add_type(u, &(struct cwi_type){.kind = CWI_STRUCT, .name = "struct node", .size = 32});
    e->p_struct = add_ptr(u, e->t_struct);
    struct cwi_field fields[] = {{"key", m->t_int, 0, 0, 0},    {"low", m->t_uint, 4, 0, 3},
                                 {"high", m->t_uint, 4, 3, 7},  {"next", e->p_struct, 8, 0, 0},
                                 {NULL, m->t_double, 16, 0, 0}, {"name", m->p_char, 24, 0, 0}};
    struct cwi_type *t = cwi_type_of(u, e->t_struct);
    t->fields = arena_copy(m->a, fields, sizeof fields);
    t->field_count = 6;
    e->t_union = cwi_add_type(u, &(struct cwi_type){.kind = CWI_UNION, .size = 8, .fields = fields, .field_count = 1});
    e->t_array = cwi_add_type(u, &(struct cwi_type){.kind = CWI_ARRAY, .of = m->t_int, .count = 10, .size = 40});
    e->t_incomplete =
        cwi_add_type(u, &(struct cwi_type){.kind = CWI_STRUCT, .name = "struct hidden", .size = CWI_UNKNOWN});
    e->t_opaque =
        cwi_add_type(u, &(struct cwi_type){.kind = CWI_OPAQUE, .name = "__int128", .size = 16, .is_volatile = true});
    cwi_id params[] = {m->p_char, m->t_int};
    e->t_func = cwi_add_type(
        u, &(struct cwi_type){
               .kind = CWI_FUNC, .of = m->t_int, .size = 1, .params = params, .param_count = 2, .is_variadic = true});
}

static inline void everything_vars(struct everything *e)
{
    struct made *m = &e->m;
    struct cwi_unit *u = m->u;
    e->f_other = cwi_add_func(u, &(struct cwi_func){.name = "other",
                                                    .asm_name = "other",
                                                    .linkage = CWI_EXTERN,
                                                    .type = m->f_int,
                                                    .at = at(m, 3, 5),
                                                    .is_noreturn = true,
                                                    .is_leaf = true});
    cwi_id alias = cwi_add_func(u, &(struct cwi_func){.name = "start",
                                                      .asm_name = "start",
                                                      .linkage = CWI_WEAK,
                                                      .type = e->t_func,
                                                      .alias_of = "main",
                                                      .comdat = "group"});
    (void)alias;
    e->v_literal = cwi_add_var(
        u, &(struct cwi_var){.linkage = CWI_LITERAL,
                             .type = e->t_array,
                             .is_const = true,
                             .init = (struct cwi_init[]){{.bytes = (const uint8_t *)"a\"b\\\n\xff\0", .size = 7}},
                             .init_count = 1});
    e->v_global = cwi_add_var(u, &(struct cwi_var){.name = "head",
                                                   .asm_name = "head",
                                                   .linkage = CWI_GLOBAL,
                                                   .type = e->t_struct,
                                                   .is_address_taken = true,
                                                   .at = at(m, 5, 1)});
    struct cwi_init init[] = {
        {.offset = 0, .value = num(m, -7), .size = 4},
        {.offset = 4, .value = cwi_expr_const(m->a, m->t_uint, 5), .bit_pos = 3, .bit_width = 7},
        {.offset = 8, .value = cwi_expr_addr(m->a, e->p_struct, var(m, e->v_global)), .size = 8},
        {.offset = 16, .value = &(struct cwi_expr){.kind = CWI_FCONST, .type = m->t_double, .fvalue = -0.1}, .size = 8},
        {.offset = 24, .value = call_to(m, e->f_other), .size = 8},
    };
    cwi_var_of(u, e->v_global)->init = NULL;
    e->v_table = cwi_add_var(u, &(struct cwi_var){.name = "table",
                                                  .asm_name = "table.0",
                                                  .linkage = CWI_STATIC,
                                                  .type = e->t_struct,
                                                  .is_volatile = true,
                                                  .is_const = true,
                                                  .is_thread_local = true,
                                                  .size = 4711,
                                                  .section = ".init \"array\"",
                                                  .at = at(m, 6, 1),
                                                  .init = init,
                                                  .init_count = 5,
                                                  .comdat = "group"});
    e->v_extern = add_var(m, "errno_like", CWI_EXTERN, 0);
    e->v_common = add_var(m, "tentative", CWI_COMMON, 0);
    e->v_weak = add_var(m, "weak<&>\"name\t\xc3\xa9\xff", CWI_WEAK, 0);
    cwi_var_of(u, e->v_weak)->alias_of = arena_str(m->a, "tentative");
    cwi_var_of(u, e->v_weak)->is_register_asm = true;
}

static inline ex bin(struct everything *e, enum cwi_op op, cwi_id type, ex a, ex b)
{
    return cwi_expr_binary(e->m.a, op, type, a, b);
}

static inline ex un(struct everything *e, enum cwi_op op, cwi_id type, ex a)
{
    return cwi_expr_unary(e->m.a, op, type, a);
}

/* One assignment for each operator and each kind of expression. */
static inline void everything_block(struct everything *e, struct cwi_block *b)
{
    struct made *m = &e->m;
    struct arena *a = m->a;
    ex x = var(m, e->x), p = var(m, e->p);
    struct cwi_stmt *s = ARENA_ARRAY(a, struct cwi_stmt, 80);
    uint32_t n = 0;
#define SET(left, right)                                                                                               \
    (s[n] = (struct cwi_stmt){.kind = CWI_ASSIGN, .at = at(m, 20 + n, 9), .lhs = (left), .rhs = (right)}, n++)
    for (enum cwi_op op = CWI_NEG; op <= CWI_ABS; op++)
        SET(x, un(e, op, m->t_int, x));
    SET(x, un(e, CWI_CONVERT, m->t_int, cwi_expr_const(a, m->t_char, 'a')));
    for (enum cwi_op op = CWI_ADD; op < CWI_PTRADD; op++)
        SET(x, bin(e, op, m->t_int, x, num(m, 3)));
    SET(p, bin(e, CWI_PTRADD, e->p_struct, p, cwi_expr_const(a, m->t_long, 32)));
    SET(p, bin(e, CWI_PTRADD, e->p_struct, p, cwi_expr_const(a, m->t_long, 4)));
    SET(var(m, e->tmp), bin(e, CWI_PTRSUB, m->t_long, p, p));
    SET(x, bin(e, CWI_UNORDERED, m->t_int, var(m, e->d), var(m, e->d)));
    ex deref = cwi_expr_deref(a, e->t_struct, p);
    for (uint32_t f = 0; f < 6; f++) {
        ex field = cwi_expr_field(a, m->u, deref, f);
        SET(field, f == 5 ? cwi_expr_addr(a, m->p_char, cwi_expr_index(a, m->t_char, var(m, e->v_literal), num(m, 0)))
                          : field);
    }
    SET(cwi_expr_index(a, m->t_int, var(m, e->arr), x),
        cwi_expr_deref(a, m->t_int, bin(e, CWI_PTRADD, e->p_struct, p, cwi_expr_const(a, m->t_long, 4))));
    struct cwi_expr stride = *cwi_expr_index(a, m->t_int, var(m, e->arr), x);
    stride.offset = 8;
    stride.is_volatile = true;
    SET(arena_copy(a, &stride, sizeof stride), x);
    struct cwi_expr cond = {
        .kind = CWI_COND, .type = m->t_int, .a = bin(e, CWI_LT, m->t_bool, x, num(m, 0)), .b = num(m, -1), .c = x};
    SET(x, arena_copy(a, &cond, sizeof cond));
    SET(x, cwi_expr_lost(a, m->t_int, "a vector operation"));
    SET(var(m, e->d),
        arena_copy(a, &(struct cwi_expr){.kind = CWI_FCONST, .type = m->t_double, .fvalue = 1e300 * 1e300},
                   sizeof(struct cwi_expr)));
    SET(var(m, e->s), cwi_expr_const(a, e->t_struct, 0));
    s[n++] = (struct cwi_stmt){.kind = CWI_CALL,
                               .at = {m->file, 70, 1},
                               .lhs = x,
                               .rhs = call_to(m, e->f_other),
                               .is_tail = true,
                               .args = &(ex){x},
                               .arg_count = 1};
    s[n++] = (struct cwi_stmt){.kind = CWI_CALL, .at = {0, 0, 0}, .rhs = call_to(m, e->f_other)};
    ex args[] = {x, num(m, 1)};
    s[n++] = (struct cwi_stmt){.kind = CWI_ASM,
                               .text = "mov %1, %0\n\tnop",
                               .args = args,
                               .arg_count = 2,
                               .outputs = 1,
                               .clobbers_memory = true};
    s[n++] = (struct cwi_stmt){.kind = CWI_FORGET, .text = "computed something", .at = {0, 7, 7}};
    s[n++] = (struct cwi_stmt){.kind = CWI_FORGET, .text = "\\x41 <![CDATA[ &amp;", .lhs = x, .is_initialiser = true};
    s[n++] = (struct cwi_stmt){.kind = CWI_END, .lhs = x};
    s[n++] = (struct cwi_stmt){.kind = CWI_IF,
                               .rhs = bin(e, CWI_EQ, m->t_bool, x, num(m, 1)),
                               .targets = (uint32_t[]){1, 2},
                               .target_count = 2};
    struct cwi_func copy = {.blocks = &(struct cwi_block){.stmts = s,
                                                          .count = n,
                                                          .labels = (const char *[]){"again", "caf\xc3\xa9"},
                                                          .label_count = 2},
                            .block_count = 1,
                            .name = "x",
                            .type = 1};
    cwi_id keep = cwi_add_func(m->u, &copy); /* copies the compound literals */
    *b = cwi_func_of(m->u, keep)->blocks[0];
    m->u->funcs.count--;
#undef SET
}

static inline struct everything make_everything(void)
{
    struct everything e = {.m = make_unit("every \"thing\".c")};
    struct made *m = &e.m;
    struct cwi_unit *u = m->u;
    everything_types(&e);
    everything_vars(&e);
    e.f_main = cwi_add_func(u, &(struct cwi_func){.name = "main",
                                                  .asm_name = "main",
                                                  .linkage = CWI_GLOBAL,
                                                  .type = e.t_func,
                                                  .at = at(m, 15, 5),
                                                  .end = at(m, 80, 1),
                                                  .unit_file = m->file,
                                                  .init_priority = 65535,
                                                  .fini_priority = 101,
                                                  .is_pure = true});
    cwi_id params[] = {
        cwi_add_var(u, &(struct cwi_var){.name = "text", .linkage = CWI_PARAM, .type = m->p_char, .owner = e.f_main}),
        add_var(m, "n", CWI_PARAM, e.f_main)};
    e.param = params[1];
    e.x = add_var(m, "x", CWI_AUTO, e.f_main);
    e.p = cwi_add_var(u, &(struct cwi_var){.name = "p", .linkage = CWI_AUTO, .type = e.p_struct, .owner = e.f_main});
    e.s = cwi_add_var(u, &(struct cwi_var){.name = "s", .linkage = CWI_AUTO, .type = e.t_struct, .owner = e.f_main});
    e.arr = cwi_add_var(u, &(struct cwi_var){.name = "arr", .linkage = CWI_AUTO, .type = e.t_array, .owner = e.f_main});
    e.d = cwi_add_var(u, &(struct cwi_var){.name = "d", .linkage = CWI_AUTO, .type = m->t_double, .owner = e.f_main});
    e.tmp = cwi_add_var(u, &(struct cwi_var){.linkage = CWI_TEMP, .type = m->t_long, .owner = e.f_main});
    e.inner = add_var(m, "x", CWI_AUTO, e.f_main);
    cwi_id extra = cwi_add_var(u, &(struct cwi_var){.linkage = CWI_TEMP, .type = m->p_void, .owner = e.f_main});
    struct cwi_block *blocks = ARENA_ARRAY(m->a, struct cwi_block, 6);
    everything_block(&e, &blocks[0]);
    struct cwi_case cases[] = {{0, 0, 3, "IDLE"}, {1, 9, 4, NULL}, {-1, -1, 5, NULL}};
    struct cwi_stmt ends[] = {
        {.kind = CWI_SWITCH,
         .at = at(m, 75, 3),
         .rhs = var(m, e.x),
         .cases = cases,
         .case_count = 3,
         .targets = (uint32_t[]){2},
         .target_count = 1},
        {.kind = CWI_IGOTO,
         .rhs = cwi_expr_const(m->a, m->p_void, 0),
         .args = (const struct cwi_expr *[]){cwi_expr_const(m->a, m->p_void, 0), cwi_expr_const(m->a, m->p_void, 1),
                                             cwi_expr_const(m->a, m->p_void, 2)},
         .arg_count = 3,
         .targets = (uint32_t[]){0, 1, 3},
         .target_count = 3},
        {.kind = CWI_GOTO, .targets = (uint32_t[]){0}, .target_count = 1},
        {.kind = CWI_RETURN, .rhs = var(m, e.x)},
        {.kind = CWI_UNREACHABLE, .text = "trap"},
    };
    for (int i = 0; i < 5; i++)
        blocks[i + 1] = (struct cwi_block){.stmts = &ends[i], .count = 1};
    struct cwi_func filled = *cwi_func_of(u, e.f_main);
    filled.params = params;
    filled.param_count = 2;
    filled.extra = extra;
    filled.reads_extra = true;
    filled.access = (uint8_t[]){CWI_ACCESS_READ, CWI_ACCESS_NONE};
    filled.blocks = blocks;
    filled.block_count = 6;
    cwi_add_func(u, &filled); /* a deep copy, moved to where the function was */
    u->funcs.items[e.f_main] = u->funcs.items[--u->funcs.count];
    struct cwi_ref refs[] = {{CWI_REF_VAR, e.x}, {CWI_REF_FUNC, e.f_main}, {CWI_REF_TYPE, e.t_enum}};
    cwi_add_note(u, &(struct cwi_note){.word = "abstract",
                                       .text = "$0 : values(0, 1) in $1, $2",
                                       .at = at(m, 16, 9),
                                       .func = e.f_main,
                                       .refs = refs,
                                       .ref_count = 3});
    cwi_add_note(u, &(struct cwi_note){.word = "am", .text = "file \"a.c\" {\n}\n", .file_name = "maps/a.am"});
    cwi_add_loss(u, &(struct cwi_loss){"a nested function", at(m, 30, 1), e.f_main});
    return e;
}

#endif
