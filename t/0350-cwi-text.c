/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What people read: expressions in the C they came from, declarations, dumps, call graphs and flow graphs. Also finding
 * by name, and the base names of library functions.
 */
#include "0300-units.h"
#include "runtime/driver/graph/calls.h"
#include "runtime/driver/driver.h"
#include "runtime/driver/graph/flow.h"

static struct everything e;

static void prints(ex x, const char *expected)
{
    char *text = text_of(e.m.u, x);
    is(text, expected, "an expression");
    free(text);
}

static ex deref(cwi_id type, ex p)
{
    return cwi_expr_deref(e.m.a, type, p);
}

static ex add_bytes(ex p, ex n)
{
    return cwi_expr_binary(e.m.a, CWI_PTRADD, p->type, p, n);
}

static ex bytes(int64_t n)
{
    return cwi_expr_const(e.m.a, e.m.t_long, n);
}

static ex op2(enum cwi_op op, ex x, ex y)
{
    return cwi_expr_binary(e.m.a, op, e.m.t_int, x, y);
}

static void expressions(void)
{
    struct made *m = &e.m;
    ex x = var(m, e.x), p = var(m, e.p), s = var(m, e.s), one = num(m, 1), arr = var(m, e.arr);
    prints(op2(CWI_MUL, op2(CWI_ADD, x, one), x), "(x + 1) * x");
    prints(op2(CWI_ADD, op2(CWI_MUL, x, one), x), "x * 1 + x");
    prints(op2(CWI_SUB, x, op2(CWI_SUB, x, one)), "x - (x - 1)");
    prints(op2(CWI_SUB, op2(CWI_SUB, x, one), one), "x - 1 - 1");
    prints(op2(CWI_OR, op2(CWI_AND, x, one), op2(CWI_SHL, x, one)), "(x & 1) | (x << 1)");
    prints(op2(CWI_LOGAND, op2(CWI_LT, x, one), op2(CWI_NE, x, one)), "x < 1 && x != 1");
    prints(op2(CWI_MIN, x, op2(CWI_ADD, x, one)), "min(x, x + 1)");
    prints(un(&e, CWI_NEG, m->t_int, num(m, -1)), "-(-1)");
    prints(un(&e, CWI_LOGNOT, m->t_int, op2(CWI_EQ, x, one)), "!(x == 1)");
    prints(un(&e, CWI_CONVERT, m->t_char, op2(CWI_ADD, x, one)), "(char)(x + 1)");
    prints(cwi_expr_const(m->a, e.t_enum, 1), "BUSY");
    prints(cwi_expr_const(m->a, m->t_char, '\''), "'\\''");
    prints(cwi_expr_const(m->a, m->t_uint, 4000000000), "4000000000");
    prints(cwi_expr_const(m->a, m->t_long, INT64_MIN), "(-9223372036854775807 - 1)");
    prints(cwi_expr_const(m->a, e.p_struct, 0), "0");
    prints(cwi_expr_const(m->a, e.p_struct, 0x4000), "0x4000");
    ex star = deref(e.t_struct, p);
    prints(star, "*p");
    prints(cwi_expr_field(m->a, m->u, star, 0), "p->key");
    prints(cwi_expr_field(m->a, m->u, s, 1), "s.low");
    prints(cwi_expr_field(m->a, m->u, deref(e.t_struct, cwi_expr_field(m->a, m->u, star, 3)), 3), "p->next->next");
    prints(cwi_expr_field(m->a, m->u, deref(e.t_struct, add_bytes(p, bytes(64))), 0), "p[2].key");
    prints(deref(m->p_char, add_bytes(p, bytes(24))), "p->name");
    prints(deref(m->t_int, add_bytes(p, bytes(4))), "*(int *)((char *)p + 4)");
    prints(deref(m->t_int, p), "*(int *)p");
    prints(add_bytes(p, bytes(32)), "&p[1]");
    prints(add_bytes(p, op2(CWI_MUL, x, num(m, 32))), "&p[x]");
    prints(add_bytes(p, op2(CWI_MUL, x, num(m, 31))), "(char *)p + x * 31");
    prints(deref(m->t_char, add_bytes(cwi_expr_const(m->a, m->p_char, 0), x)), "0[x]");
    prints(cwi_expr_index(m->a, m->t_int, arr, op2(CWI_ADD, x, one)), "arr[x + 1]");
    prints(cwi_expr_addr(m->a, m->p_int, arr), "arr");
    prints(cwi_expr_addr(m->a, m->p_int, x), "&x");
    prints(cwi_expr_addr(m->a, e.p_struct, star), "p");
    prints(cwi_expr_addr(m->a, m->p_char, cwi_expr_index(m->a, m->t_char, var(m, e.v_literal), num(m, 0))),
           "\"a\\\"b\\\\\\n\\377\"");
    prints(call_to(m, e.f_other), "other");
    static const struct {
        double value;
        const char *text;
    } floats[] = {
        {2, "2.0"}, {0.1, "0.1"}, {-1e300, "-1e+300"}, {1 / 3.0, "0.3333333333333333"}, {1e300 * 1e300, "inf"}};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        prints(arena_copy(m->a, &(struct cwi_expr){.kind = CWI_FCONST, .type = m->t_double, .fvalue = floats[i].value},
                          sizeof(struct cwi_expr)),
               floats[i].text);
    prints(cwi_expr_lost(m->a, m->t_int, "a vector"), "<a vector>");
    prints(
        arena_copy(m->a, &(struct cwi_expr){.kind = CWI_BOUND, .type = m->t_int, .value = -1}, sizeof(struct cwi_expr)),
        "value");
}

static void type_is(cwi_id type, const char *expected)
{
    struct buf b = {0};
    cwi_print_type(e.m.u, type, &b);
    is(buf_str(&b), expected, "a type");
    buf_free(&b);
}

static void types(void)
{
    struct cwi_unit *u = e.m.u;
    type_is(e.m.p_char, "char *");
    type_is(e.m.p_f, "int (*)(int)");
    type_is(e.t_array, "int [10]");
    cwi_id pa = add_ptr(u, e.t_array);
    type_is(pa, "int (*)[10]");
    cwi_id af = cwi_add_type(
        u, &(struct cwi_type){.kind = CWI_ARRAY, .of = e.m.p_f, .count = CWI_UNKNOWN, .size = CWI_UNKNOWN});
    type_is(af, "int (*[])(int)");
    cwi_id f = cwi_add_type(
        u, &(struct cwi_type){.kind = CWI_FUNC, .of = e.m.p_f, .params = &pa, .param_count = 1, .size = 1});
    type_is(f, "int (*(int (*)[10]))(int)");
    type_is(cwi_int_type(u, 16, false), "uint16_t");
    type_is(cwi_int_type(u, 3, true), "int:3");
    ok(cwi_int_type(u, 3, true) == cwi_int_type(u, 3, true) && cwi_int_type(u, 3, true) != cwi_int_type(u, 3, false),
       "an integer type of a shape is made once");
    type_is(e.t_union, "union {...}");
    /* types that double in length with every step are cut short */
    cwi_id t = f;
    for (int i = 0; i < 60; i++) {
        cwi_id params[] = {t, t};
        t = cwi_add_type(
            u, &(struct cwi_type){.kind = CWI_FUNC, .of = e.m.t_int, .params = params, .param_count = 2, .size = 1});
    }
    struct buf b = {0};
    cwi_print_type(u, t, &b);
    ok(b.size < 200000 && strstr(b.data, "..."), "a type cannot be exponentially long");
    buf_free(&b);
}

/* The thesis's kind of example: int f(int n) { while (n > 1) n = g(n); return n; } */
static struct cwi_unit *loop(void)
{
    struct made m = make_unit("loop.c");
    cwi_id f = add_func(&m, "f", CWI_GLOBAL), g = add_func(&m, "g", CWI_EXTERN),
           h = add_body(&m, "h", CWI_STATIC, num(&m, 0));
    cwi_func_of(m.u, h)->is_address_taken = true;
    cwi_id n = add_var(&m, "n", CWI_PARAM, f),
           fp = cwi_add_var(
               m.u, &(struct cwi_var){
                        .name = "fp", .asm_name = "fp", .linkage = CWI_STATIC, .type = m.p_f, .at = at(&m, 2, 1)});
    ex args[] = {var(&m, n)};
    struct cwi_stmt stmts[] = {
        {.kind = CWI_IF,
         .at = at(&m, 12, 5),
         .rhs = cwi_expr_binary(m.a, CWI_GT, m.t_bool, var(&m, n), num(&m, 1)),
         .targets = (uint32_t[]){1, 2},
         .target_count = 2},
        {.kind = CWI_CALL, .at = at(&m, 13, 9), .lhs = var(&m, n), .rhs = call_to(&m, g), .args = args, .arg_count = 1},
        {.kind = CWI_CALL, .at = at(&m, 13, 19), .rhs = var(&m, fp), .args = args, .arg_count = 1},
        {.kind = CWI_GOTO, .at = at(&m, 13, 9), .targets = (uint32_t[]){0}, .target_count = 1},
        {.kind = CWI_CALL, .at = at(&m, 14, 5), .rhs = call_to(&m, g), .args = args, .arg_count = 1},
        {.kind = CWI_RETURN, .at = at(&m, 14, 5), .rhs = var(&m, n)},
    };
    struct cwi_block blocks[] = {{.stmts = stmts, .count = 1},
                                 {.stmts = stmts + 1, .count = 3},
                                 {.stmts = stmts + 4, .count = 2, .labels = (const char *[]){"out"}, .label_count = 1}};
    struct cwi_func *body = cwi_func_of(m.u, f);
    body->params = arena_copy(m.a, &n, sizeof n);
    body->param_count = 1;
    struct cwi_func filled = *body;
    filled.blocks = blocks;
    filled.block_count = 3;
    cwi_add_func(m.u, &filled);
    m.u->funcs.items[f] = m.u->funcs.items[--m.u->funcs.count];
    return m.u;
}

static const char golden_dump[] = "variables\n"
                                  "  1 param int n in f  [loop.c:1:5]\n"
                                  "  2 static int (*fp)(int)  [loop.c:2:1]\n"
                                  "functions\n"
                                  "  1 global int f(int) (n)  [loop.c:10:5]\n"
                                  "    0:\n"
                                  "        if (n > 1) goto 1; else goto 2  [12:5]\n"
                                  "    1:\n"
                                  "        n = g(n)  [13:9]\n"
                                  "        fp(n)  [13:19]\n"
                                  "        goto 0  [13:9]\n"
                                  "    2: out:\n"
                                  "        g(n)  [14:5]\n"
                                  "        return n  [14:5]\n"
                                  "  2 extern int g(int)  [loop.c:10:5]\n"
                                  "  3 static int h(int) address-taken  [loop.c:10:5]\n"
                                  "    0:\n"
                                  "        return 0  [11:5]\n";

static void calls_are(const struct cwi_unit *u, cwi_id root, const char *expected, const char *what)
{
    struct buf b = {0};
    struct call_graph g;
    driver_calls_make(&g, u, root, CALLS_NO_LIMIT);
    driver_calls_put_text(&g, &b);
    is(buf_str(&b), expected, what);
    driver_calls_free(&g);
    buf_free(&b);
}

static void flow_is(const struct cwi_unit *u, cwi_id func, void (*put)(const struct cwi_unit *, cwi_id, struct buf *),
                    const char *expected, const char *what)
{
    struct buf b = {0};
    put(u, func, &b);
    is(buf_str(&b), expected, what);
    buf_free(&b);
}

static void units(void)
{
    struct diag d = {0};
    struct cwi_unit *u = loop();
    ok(cwi_validate(u, &d) == ST_OK, "the example is valid: %s", d.text);
    char *dump = dump_of(u);
    is(strstr(dump, "variables\n"), golden_dump, "the dump");
    free(dump);
    calls_are(u, 0, "f -> g (2 calls)\nf -> *(fp)\n", "the call graph");
    calls_are(u, 3, "", "the call graph of a leaf");
    flow_is(u, 1, driver_flow_put_text,
            "0:\n   12  if (n > 1)\n    0 -> 1  yes\n    0 -> 2  no\n1:\n   13  n = g(n)\n   13  fp(n)\n    1 -> 0\n"
            "2: out:\n   14  g(n)\n   14  return n\n",
            "the flow graph of a source that is not there shows statements");
    driver_source_forget();
    cwi_unit_free(u);
}

static void names(void)
{
    static const char *const pairs[][2] = {
        {"__printf_chk", "printf"},
        {"__memcpy_chk", "memcpy"},
        {"fopen64", "fopen"},
        {"lseek64", "lseek"},
        {"_IO_getc", "getc"},
        {"__isoc99_sscanf", "sscanf"},
        {"__isoc23_strtol", "strtol"},
        {"__builtin_puts", "puts"},
        {"__builtin___strcpy_chk", "strcpy"},
        {"getc_unlocked", "getc_unlocked"},
        {"__errno_location", "__errno_location"},
        {"printf", "printf"},
        {"int64", "int64"},
        {"my_chk", "my_chk"},
        {"__my_chk", "__my_chk"},
        {"base64", "base64"},
        {"__open64_2", "open"},
        {"__xstat64", "stat"},
        {"*__read_chk", "read"},
        {"__pread64_chk", "pread"},
        {"", ""},
        {"64", "64"},
        {"_setjmp", "setjmp"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        is(cwi_base_name(pairs[i][0]), pairs[i][1], pairs[i][0]);
}

static void finding(void)
{
    struct cwi_unit *u = e.m.u;
    bool ambiguous = true;
    cwi_id ids[4] = {0};
    ok(cwi_find_func(u, NULL, "main", &ambiguous) == e.f_main && !ambiguous, "a function by name");
    ok(!cwi_find_func(u, "other.c", "main", NULL), "not in another file");
    ok(!cwi_find_func(u, NULL, "nobody", &ambiguous) && !ambiguous, "none of that name");
    ok(cwi_find_var(u, NULL, e.f_main, "x", &ambiguous) == e.x && ambiguous,
       "a local that shadows another: the first, and it is said");
    ok(cwi_find_locals(u, e.f_main, "x", ids, 4) == 2 && ids[0] == e.x && ids[1] == e.inner, "both, when asked for");
    ok(cwi_find_locals(u, e.f_main, "x", ids, 1) == 2, "counted beyond the limit");
    ok(cwi_find_var(u, NULL, e.f_main, "n", &ambiguous) == e.param && !ambiguous, "a parameter");
    ok(cwi_find_var(u, NULL, 0, "table", &ambiguous) == e.v_table && !ambiguous, "a static variable");
    ok(!cwi_find_var(u, NULL, 0, "x", NULL) && !cwi_find_var(u, NULL, e.f_main, "table", NULL),
       "each in its own scope");
    struct place p = cwi_place_text(u, cwi_func_of(u, e.f_main)->at);
    ok(!strcmp(p.file, "every \"thing\".c") && p.line == 15 && p.col == 5, "a place");
}

int main(void)
{
    e = make_everything();
    expressions();
    types();
    units();
    names();
    finding();
    cwi_unit_free(e.m.u);
    return done();
}
