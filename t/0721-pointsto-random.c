/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random little programs full of structures, arrays, casts, pointer arithmetic and copies by words and bytes, with
 * blocks that they allocate themselves or through a function, are executed on real bytes, their statements in random
 * order; wherever a pointer was seen to point, the points-to sets must say so. What has no defined behaviour (leaving
 * an object, or an array of bytes that was named) is not executed.
 */
#include <stdlib.h>

#include "runtime/cwi/edit.h"
#include "runtime/points/points.h"
#include "tap.h"

typedef const struct cwi_expr *expr;
enum { FIRST = 6 }; /* of the variables that get blocks */
enum { VARS = 11, BLOCKS = 4, OBJECTS = VARS + BLOCKS, STATEMENTS = 24, BYTES = 160, PROGRAMS = 1500, STEPS = 400 };

static uint64_t seed;
static uint32_t rnd(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

/* ---- the program --------------------------------------------------------------------------------------------------*/

static struct cwi_unit *u;
static cwi_id t_char, t_long, t_int, t_void, t_ptr, t_buf, t_a, t_b, t_row, t_as, t_func, f_main, f_malloc, f_memcpy,
    f_wrap, vars[VARS], var_i;
static int block_sizes[BLOCKS];
static struct cwi_stmt stmts[STATEMENTS + 1];

static cwi_id array(cwi_id of, uint64_t count)
{
    return cwi_add_type(
        u, &(struct cwi_type){.kind = CWI_ARRAY, .of = of, .count = count, .size = count * cwi_type_of(u, of)->size});
}
static cwi_id structure(uint64_t size, uint32_t n, const struct cwi_field *fields)
{
    return cwi_add_type(u, &(struct cwi_type){.kind = CWI_STRUCT,
                                              .size = size,
                                              .field_count = n,
                                              .fields = arena_copy(u->arena, fields, n * sizeof *fields)});
}

static cwi_id pointer_to(cwi_id of)
{
    return cwi_add_type(u, &(struct cwi_type){.kind = CWI_PTR, .size = 8, .bits = 64, .of = of});
}

static cwi_id function(const char *name, enum cwi_linkage l)
{
    return cwi_add_func(u, &(struct cwi_func){.name = name, .asm_name = name, .type = t_func, .linkage = l});
}

static void declare(void)
{
    u = cwi_unit_new("random");
    u->pointer_bits = 64;
    t_char = cwi_int_type(u, 8, true);
    t_int = cwi_int_type(u, 32, true);
    t_long = cwi_int_type(u, 64, true);
    t_void = cwi_add_type(u, &(struct cwi_type){.kind = CWI_VOID});
    t_ptr = pointer_to(t_void);
    t_func = cwi_add_type(u, &(struct cwi_type){.kind = CWI_FUNC, .of = t_ptr, .is_variadic = true});
    t_buf = array(t_char, 12);
    t_row = array(t_ptr, 3);
    t_a =
        structure(32, 4,
                  (struct cwi_field[]){
                      {"p", t_ptr, 0, 0, 0}, {"q", t_ptr, 8, 0, 0}, {"n", t_int, 16, 0, 0}, {"buf", t_buf, 20, 0, 0}});
    t_as = array(t_a, 2);
    t_b = structure(136, 5,
                    (struct cwi_field[]){{"first", t_ptr, 0, 0, 0},
                                         {"in", t_a, 8, 0, 0},
                                         {"row", t_row, 40, 0, 0},
                                         {"as", t_as, 64, 0, 0},
                                         {"last", t_ptr, 128, 0, 0}});
    cwi_id types[VARS] = {t_a, t_a, t_b, t_b, array(t_ptr, 4), array(t_a, 3)};
    for (int i = 0; i < BLOCKS; i++)
        types[FIRST + i] = rnd(3) ? pointer_to(rnd(2) ? t_a : t_b) : t_ptr;
    types[VARS - 1] = array(t_char, 64);
    static const char *const names[VARS] = {"a1", "a2", "b1", "b2", "row", "as", "x", "y", "z", "w", "raw"};
    f_main = function("main", CWI_GLOBAL);
    f_malloc = function("malloc", CWI_EXTERN);
    f_memcpy = function("memcpy", CWI_EXTERN);
    f_wrap = function("wrap", CWI_GLOBAL);
    for (int i = 0; i < VARS; i++)
        vars[i] = cwi_add_var(
            u, &(struct cwi_var){.name = names[i], .asm_name = names[i], .linkage = CWI_STATIC, .type = types[i]});
    var_i = cwi_add_var(u, &(struct cwi_var){.name = "i", .linkage = CWI_AUTO, .type = t_long, .owner = f_main});
}

static expr pointer(int depth);
static expr index_var(void)
{
    return cwi_expr_var(u->arena, u, var_i);
}
static expr number(int64_t v)
{
    return cwi_expr_const(u->arena, t_long, v);
}

/* A part of an lvalue, until it is a pointer, or an aggregate when that will do. */
static expr part(expr e, bool whole)
{
    for (;;) {
        const struct cwi_type *t = cwi_type_of(u, e->type);
        if (t->kind == CWI_PTR || (whole && rnd(3) == 0))
            return e;
        if (t->kind == CWI_ARRAY)
            e = cwi_expr_index(u->arena, t->of, e, rnd(2) ? index_var() : number(rnd((uint32_t)t->count)));
        else if (t->kind == CWI_STRUCT)
            e = cwi_expr_field(u->arena, u, e, rnd(whole ? t->field_count : e->type == t_a ? 2 : t->field_count));
        else
            return e;
    }
}

static expr place(int depth, bool whole)
{
    cwi_id as[] = {t_ptr, t_a, t_b};
    if (depth && rnd(2))
        return part(cwi_expr_deref(u->arena, as[rnd(3)], pointer(depth - 1)), whole);
    return part(cwi_expr_var(u->arena, u, vars[rnd(VARS - !whole)]), whole);
}

static expr pointer(int depth)
{
    static const int steps[] = {8, -8, 16, 32, -32, 4, -4, 1, -20, 20, 40, -40};
    static const int strides[] = {8, 16, 32, 1, 24, 4};
    switch (depth ? rnd(7) : rnd(3)) {
    case 0:
    case 1:
        return cwi_expr_addr(u->arena, t_ptr, place(depth, true));
    case 2:
    case 3: {
        expr e = place(depth, false);
        return cwi_type_of(u, e->type)->kind == CWI_PTR ? e : cwi_expr_addr(u->arena, t_ptr, e);
    }
    case 4:
        return cwi_expr_binary(u->arena, CWI_PTRADD, t_ptr, pointer(depth - 1), number(steps[rnd(12)]));
    case 5: {
        expr by = cwi_expr_binary(u->arena, CWI_MUL, t_long, index_var(), number(strides[rnd(6)]));
        return cwi_expr_binary(u->arena, CWI_PTRADD, t_ptr, pointer(depth - 1), by);
    }
    default: {
        expr n = cwi_expr_unary(u->arena, CWI_CONVERT, t_long, pointer(depth - 1));
        n = cwi_expr_binary(u->arena, rnd(2) ? CWI_ADD : CWI_SUB, t_long, n,
                            rnd(2) ? number(steps[rnd(12)]) : index_var());
        return cwi_expr_unary(u->arena, CWI_CONVERT, t_ptr, n);
    }
    }
}

static struct cwi_stmt call(expr lhs, cwi_id f, uint32_t n, expr a, expr b, expr c)
{
    expr *args = ARENA_ARRAY(u->arena, expr, 3);
    args[0] = a, args[1] = b, args[2] = c;
    return (struct cwi_stmt){
        .kind = CWI_CALL, .lhs = lhs, .rhs = cwi_expr_func(u->arena, t_ptr, f), .args = args, .arg_count = n};
}

static struct cwi_stmt statement(void)
{
    uint32_t kind = rnd(12);
    if (kind == 0) { /* structures */
        cwi_id t = rnd(2) ? t_a : t_b;
        return (struct cwi_stmt){.kind = CWI_ASSIGN,
                                 .lhs = cwi_expr_deref(u->arena, t, pointer(2)),
                                 .rhs = cwi_expr_deref(u->arena, t, pointer(2))};
    }
    if (kind == 1) /* bytes */
        return (struct cwi_stmt){
            .kind = CWI_ASSIGN,
            .lhs =
                cwi_expr_deref(u->arena, t_char, cwi_expr_binary(u->arena, CWI_PTRADD, t_ptr, pointer(2), index_var())),
            .rhs = cwi_expr_deref(u->arena, t_char,
                                  cwi_expr_binary(u->arena, CWI_PTRADD, t_ptr, pointer(2), index_var()))};
    if (kind == 2)
        return call(NULL, f_memcpy, 3, pointer(2), pointer(2), rnd(3) ? number(8 * (1 + rnd(6))) : index_var());
    for (;;) {
        expr to = place(2, false);
        if (cwi_type_of(u, to->type)->kind == CWI_PTR)
            return (struct cwi_stmt){.kind = CWI_ASSIGN, .lhs = to, .rhs = pointer(2 + rnd(2))};
    }
}

/* wrap(n) { p = malloc(n); if (p) return p; return 0; } */
static void write_wrapper(void)
{
    struct cwi_func *f = cwi_func_of(u, f_wrap);
    cwi_id p = cwi_add_var(u, &(struct cwi_var){.name = "p", .linkage = CWI_AUTO, .type = t_ptr, .owner = f_wrap});
    cwi_id n = cwi_add_var(u, &(struct cwi_var){.name = "n", .linkage = CWI_PARAM, .type = t_long, .owner = f_wrap});
    expr block = cwi_expr_var(u->arena, u, p), null = cwi_expr_const(u->arena, t_ptr, 0);
    expr is_there = cwi_expr_binary(u->arena, CWI_NE, t_int, block, null);
    struct cwi_stmt gives[2] = {call(block, f_malloc, 1, cwi_expr_var(u->arena, u, n), NULL, NULL),
                                cwi_if(u->arena, f->at, is_there, 1, 2)};
    struct cwi_stmt there = {.kind = CWI_RETURN, .rhs = block}, none = {.kind = CWI_RETURN, .rhs = null};
    f->params = arena_copy(u->arena, &n, sizeof n);
    f->param_count = 1;
    cwi_add_block(u->arena, f, gives, 2);
    cwi_add_block(u->arena, f, &there, 1);
    cwi_add_block(u->arena, f, &none, 1);
}

static void write_program(void)
{
    declare();
    write_wrapper();
    for (int i = 0; i < STATEMENTS; i++)
        stmts[i] = statement();
    for (int i = 0; i < BLOCKS; i++) {
        expr to = cwi_expr_var(u->arena, u, vars[FIRST + i]);
        uint64_t one = cwi_type_of(u, to->type)->of == t_a ? 32 : 136;
        block_sizes[i] = (int)(i % 2 ? 136 : 136 / one * one);
        stmts[i] = call(to, i < 2 ? f_malloc : f_wrap, 1, i % 2 ? index_var() : number(block_sizes[i]), NULL, NULL);
    }
    stmts[STATEMENTS] = (struct cwi_stmt){.kind = CWI_RETURN};
    struct cwi_func *f = cwi_func_of(u, f_main);
    f->block_count = 1;
    f->blocks = ARENA_NEW(u->arena, struct cwi_block);
    *f->blocks = (struct cwi_block){.stmts = stmts, .count = STATEMENTS + 1};
}

/* ---- executing it -------------------------------------------------------------------------------------------------*/

/* A pointer as a word: where, and the named array of bytes that it must stay in (hi 0: none); the sum keeps mixtures
 * out. */
struct address {
    bool valid;
    int object, offset, lo, hi;
};
static uint8_t memory[OBJECTS][BYTES];
static int64_t now_i;
static uint32_t seen[2 * STATEMENTS]; /* bit sets of objects: seen in the value of rhs, args, and below lhs */

static int size_of(int object)
{
    return object < VARS ? (int)cwi_type_of(u, cwi_var_of(u, vars[object])->type)->size : block_sizes[object - VARS];
}
static uint64_t encode(struct address a)
{
    uint64_t w = (uint64_t)a.offset | (uint64_t)a.object << 8 | (uint64_t)a.lo << 16 | (uint64_t)a.hi << 24 |
                 (uint64_t)0x5a << 32;
    return w | hash_u64(w) % 0xffffff << 40;
}
static struct address decode(uint64_t w)
{
    struct address a = {false, (int)(w >> 8 & 255), (int)(w & 255), (int)(w >> 16 & 255), (int)(w >> 24 & 255)};
    a.valid = (w >> 32 & 255) == 0x5a && a.object < OBJECTS && encode(a) == w;
    return a;
}

static struct address moved(struct address a, int64_t by, bool may_leave)
{
    int64_t at = a.offset + by;
    a.valid &= at >= 0 && at <= size_of(a.object);
    if (a.hi &&
        (at < a.lo || at > a.hi)) { /* back to the structure around it: from its first byte, by a constant, to a word */
        a.valid &= may_leave && by <= -8 && a.offset == a.lo && at % 8 == 0;
        a.lo = a.hi = 0;
    }
    a.offset = (int)at;
    return a;
}

static struct address value(expr e, uint64_t *word);

static bool is_bytes(cwi_id type)
{
    return type == t_buf || (cwi_type_of(u, type)->kind == CWI_ARRAY && cwi_type_of(u, type)->of == t_char);
}

static struct address where(expr e)
{
    if (e->kind == CWI_VAR)
        for (int i = 0; i < VARS; i++)
            if (vars[i] == e->ref)
                return (struct address){true, i, 0, 0, 0};
    if (e->kind == CWI_DEREF)
        return value(e->a, NULL);
    struct address a = where(e->a);
    int64_t by = (int64_t)e->offset;
    if (e->kind == CWI_INDEX) {
        const struct cwi_type *t = cwi_type_of(u, e->a->type);
        int64_t i = e->b->kind == CWI_CONST ? e->b->value : now_i;
        a.valid &= i >= 0 && i < (int64_t)t->count;
        by = i * (int64_t)cwi_type_of(u, e->type)->size;
    }
    if (!a.valid)
        return a;
    a = moved(a, by, false);
    return a;
}

/* The address of an lvalue: in an array of bytes, one that stays there. */
static struct address address_of(expr e)
{
    struct address a = where(e);
    expr bytes = is_bytes(e->type) ? e : e->kind == CWI_INDEX && is_bytes(e->a->type) ? e->a : NULL;
    if (!a.valid || !bytes || a.hi)
        return a;
    struct address start = where(bytes);
    a.lo = start.offset;
    a.hi = start.offset + (int)cwi_type_of(u, bytes->type)->size;
    return a;
}

static bool fits(struct address a, uint64_t size)
{
    return a.valid && a.offset + (int)size <= size_of(a.object) && (!a.hi || a.offset + (int)size <= a.hi);
}

static struct address value(expr e, uint64_t *word)
{
    struct address a = {0};
    switch (e->kind) {
    case CWI_ADDR:
        a = address_of(e->a);
        break;
    case CWI_BINARY: {
        a = value(e->a, NULL);
        int64_t by = e->b->kind == CWI_CONST ? e->b->value : e->b->kind == CWI_VAR ? now_i : now_i * e->b->b->value;
        if (a.valid)
            a = moved(a, e->op == CWI_SUB ? -by : by, e->b->kind == CWI_CONST);
        break;
    }
    case CWI_UNARY:
        a = value(e->a, NULL);
        break;
    default: {
        struct address at = where(e);
        uint64_t w = 0;
        if (fits(at, 8)) {
            memcpy(&w, memory[at.object] + at.offset, 8);
            a = decode(w);
        }
    }
    }
    if (word)
        *word = a.valid ? encode(a) : 0;
    return a;
}

static void note(uint32_t *set, struct address a)
{
    if (a.valid)
        *set |= 1u << a.object;
}

static void copy(struct address to, struct address from, uint64_t size)
{
    if (fits(to, size) && fits(from, size))
        memmove(memory[to.object] + to.offset, memory[from.object] + from.offset, size);
}

static void step(int k)
{
    const struct cwi_stmt *s = &stmts[k];
    now_i = rnd(6);
    if (s->kind == CWI_CALL && k < BLOCKS) {
        memset(memory[VARS + k], 0, BYTES);
        uint64_t w = encode((struct address){true, VARS + k, 0, 0, 0});
        struct address to = where(s->lhs);
        memcpy(memory[to.object] + to.offset, &w, 8);
        return;
    }
    if (s->kind == CWI_CALL) {
        struct address to = value(s->args[0], NULL), from = value(s->args[1], NULL);
        note(&seen[2 * k], to);
        note(&seen[2 * k + 1], from);
        copy(to, from, s->args[2]->kind == CWI_CONST ? (uint64_t)s->args[2]->value : 8 * (1 + rnd(6)));
        return;
    }
    uint64_t size = cwi_type_of(u, s->lhs->type)->size, w;
    for (now_i = size == 1 ? 0 : now_i; now_i < 64; now_i++) {
        struct address to = where(s->lhs);
        note(&seen[2 * k + 1], to);
        if (size == 8) {
            note(&seen[2 * k], value(s->rhs, &w));
            if (fits(to, 8))
                memcpy(memory[to.object] + to.offset, &w, 8);
        } else {
            copy(to, where(s->rhs), size);
        }
        if (size != 1)
            break;
    }
}

/* ---- comparing ----------------------------------------------------------------------------------------------------*/

static bool covers(struct pt *pt, struct pt_set s, uint32_t objects)
{
    for (int o = 0; o < OBJECTS; o++) {
        pt_id id = o < VARS ? pt_of_var(pt, vars[o]) : pt_of_site(pt, &stmts[o - VARS]);
        if (objects >> o & 1 && !pt_set_has(s, id))
            return false;
    }
    return true;
}

static expr below(expr lvalue)
{
    while (lvalue->kind == CWI_FIELD || lvalue->kind == CWI_INDEX)
        lvalue = lvalue->a;
    return lvalue;
}

static bool is_covered(struct pt *pt, int k)
{
    const struct cwi_stmt *s = &stmts[k];
    if (s->kind == CWI_CALL)
        return k < BLOCKS || (covers(pt, pt_may_point(pt, f_main, s->args[0]), seen[2 * k]) &&
                              covers(pt, pt_may_point(pt, f_main, s->args[1]), seen[2 * k + 1]));
    return (!seen[2 * k] || covers(pt, pt_may_point(pt, f_main, s->rhs), seen[2 * k])) && below(s->lhs)->kind &&
           covers(pt, pt_may_be(pt, f_main, s->lhs), seen[2 * k + 1]);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    uint64_t wrong = 0, sizes = 0, sets = 0, pointers = 0;
    printf("# programs from seed %llu on\n", (unsigned long long)first);
    for (uint64_t n = first; n < first + PROGRAMS && wrong < 5; n++) {
        seed = hash_u64(n);
        write_program();
        memset(memory, 0, sizeof memory);
        memset(seen, 0, sizeof seen);
        for (int i = 0; i < STEPS; i++)
            step((int)rnd(i < 30 ? BLOCKS + (uint32_t)i % (STATEMENTS - BLOCKS) : STATEMENTS));
        struct pt *pt = pt_new(u, &f_main, 1, NULL, NULL);
        for (int k = 0; k < STATEMENTS; k++) {
            pointers += (uint64_t)__builtin_popcount(seen[2 * k]);
            if (seen[2 * k] && stmts[k].kind == CWI_ASSIGN) {
                sizes += pt_may_point(pt, f_main, stmts[k].rhs).count;
                sets++;
            }
            if (is_covered(pt, k))
                continue;
            struct buf b = {0};
            cwi_print_stmt(u, cwi_func_of(u, f_main), &stmts[k], &b);
            printf("# seed %llu, statement %d: %s: seen %x and %x\n", (unsigned long long)n, k, buf_str(&b),
                   seen[2 * k], seen[2 * k + 1]);
            buf_free(&b);
            wrong++;
        }
        pt_free(pt);
        cwi_unit_free(u);
    }
    ok(!wrong, "every pointer seen at run time is in its points-to set");
    ok(pointers > 5 * PROGRAMS, "%llu were seen", (unsigned long long)pointers);
    ok(sizes < sets * OBJECTS * 3 / 4, "and the sets say something: %.2f objects each",
       (double)sizes / (double)(sets ? sets : 1));
    return done();
}
