/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Automatic maps: from what a variable is compared with and assigned, the abstraction that keeps that apart. The
 * program is made by hand; each line of the table says what is known of a variable and what must be chosen.
 */
#include "tap.h"

#include <stdlib.h>

#include "runtime/check/private.h"
#include "runtime/cwi/edit.h"

static struct cwi_unit *u;
static struct arena *a;
static cwi_id int_type, unsigned_type, char_type, main_func;
static struct VEC(struct cwi_stmt) code;
static struct notes notes;

static const struct cwi_expr *constant(int64_t value)
{
    return cwi_expr_const(a, int_type, value);
}

static cwi_id variable(const char *name, enum cwi_linkage linkage, cwi_id type)
{
    struct cwi_var v = {.name = name, .linkage = linkage, .type = type, .owner = main_func};
    return cwi_add_var(u, &v);
}

static const struct cwi_expr *read_var(cwi_id v)
{
    return cwi_expr_var(a, u, v);
}

static const struct cwi_expr *binary(enum cwi_op op, const struct cwi_expr *x, const struct cwi_expr *y)
{
    return cwi_expr_binary(a, op, int_type, x, y);
}

static void assign(cwi_id v, const struct cwi_expr *value)
{
    struct cwi_stmt s = {.kind = CWI_ASSIGN, .lhs = read_var(v), .rhs = value};
    vec_push(&code, s);
}

static void call_result(cwi_id v)
{
    struct cwi_stmt s = {.kind = CWI_CALL, .lhs = read_var(v)};
    vec_push(&code, s);
}

/* `if (condition)`, as a statement in the middle of the block: facts do not care. */
static void test(const struct cwi_expr *condition)
{
    struct cwi_stmt s = {.kind = CWI_IF, .rhs = condition};
    vec_push(&code, s);
}

static void watch(cwi_id v)
{
    struct note *n = ARENA_NEW(a, struct note);
    n->kind = NOTE_PREDICATE;
    n->u.predicate = read_var(v);
    vec_push(&notes.list, n);
}

static cwi_id state, input, counter, far, range, copy, other, mod, temp_source, flag, limit, bound, narrow;

static void write_program(void)
{
    state = variable("state", CWI_AUTO, int_type); /* only constants are assigned */
    assign(state, constant(1));
    assign(state, constant(7));
    test(binary(CWI_EQ, read_var(state), constant(7)));

    input = variable("input", CWI_AUTO, int_type); /* compared for equality */
    call_result(input);
    test(binary(CWI_EQ, read_var(input), constant(97)));
    test(binary(CWI_NE, constant(-1), read_var(input)));

    counter = variable("counter", CWI_AUTO, int_type); /* a small loop */
    assign(counter, constant(0));
    assign(counter, binary(CWI_ADD, read_var(counter), constant(1)));
    test(binary(CWI_LT, read_var(counter), constant(10)));

    far = variable("far", CWI_AUTO, int_type); /* a long loop */
    assign(far, constant(0));
    assign(far, binary(CWI_ADD, read_var(far), constant(1)));
    test(binary(CWI_LT, read_var(far), constant(1000000)));

    range =
        variable("range", CWI_AUTO, int_type); /* 3 <= range && range <= 8 as GCC folds it: (unsigned)range - 3 <= 5 */
    call_result(range);
    test(cwi_expr_binary(a, CWI_LE, int_type,
                         cwi_expr_binary(a, CWI_ADD, unsigned_type,
                                         cwi_expr_unary(a, CWI_CONVERT, unsigned_type, read_var(range)),
                                         cwi_expr_const(a, unsigned_type, 4294967293)),
                         cwi_expr_const(a, unsigned_type, 5)));

    copy = variable("copy", CWI_AUTO, int_type); /* what it flows into is compared */
    other = variable("other", CWI_AUTO, int_type);
    call_result(copy);
    assign(other, binary(CWI_ADD, read_var(copy), constant(2)));
    test(binary(CWI_GT, read_var(other), constant(5)));

    mod = variable("mod", CWI_AUTO, int_type);
    call_result(mod);
    test(binary(CWI_EQ, binary(CWI_MOD, read_var(mod), constant(3)), constant(0)));

    temp_source = variable("source", CWI_AUTO, int_type); /* through a temporary */
    cwi_id temp = variable("_1", CWI_TEMP, int_type);
    call_result(temp_source);
    assign(temp, read_var(temp_source));
    test(binary(CWI_EQ, read_var(temp), constant(4)));

    flag = variable("flag", CWI_AUTO, int_type); /* tested alone */
    call_result(flag);
    test(read_var(flag));

    limit = variable("limit", CWI_AUTO, int_type); /* compared with a cell of known values */
    bound = variable("bound", CWI_AUTO, int_type);
    call_result(limit);
    assign(bound, constant(20));
    test(binary(CWI_LT, read_var(limit), read_var(bound)));

    narrow = variable("narrow", CWI_AUTO, char_type); /* constants outside the type do not count */
    call_result(narrow);
    test(binary(CWI_LT, cwi_expr_unary(a, CWI_CONVERT, int_type, read_var(narrow)), constant(300)));
    test(binary(CWI_EQ, cwi_expr_unary(a, CWI_CONVERT, int_type, read_var(narrow)), constant(65)));
}

static void finish_program(void)
{
    struct cwi_stmt end = {.kind = CWI_RETURN};
    vec_push(&code, end);
    struct cwi_block *block = ARENA_NEW(u->arena, struct cwi_block);
    block->stmts = vec_to_arena(&code, u->arena);
    block->count = (uint32_t)code.count;
    cwi_func_of(u, main_func)->blocks = block;
    cwi_func_of(u, main_func)->block_count = 1;
}

static void chosen(const struct notes *out, cwi_id v, const char *expected, const char *what)
{
    struct buf text = {0};
    for (size_t i = 0; i < out->list.count; i++)
        if (check_fact_var(out->list.items[i]->u.abstract.cell) == v)
            abs_print(out->list.items[i]->u.abstract.abs, true, &text);
    is(buf_str(&text), expected, what);
    buf_free(&text);
}

static void test_first_choices(void)
{
    const cwi_id all[] = {state, input, counter, far, range, copy, mod, temp_source, flag, limit, narrow};
    struct notes out = {.arena = a};
    notes.list.count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        watch(all[i]);
    check_choose_maps(u, &notes, NULL, &out);
    chosen(&out, state, "free", "only constants assigned: kept exactly");
    chosen(&out, input, "values(-1, 97)", "compared for equality: values");
    chosen(&out, counter, "free", "a small counter is kept exactly");
    chosen(&out, far, "ranges(1000000)", "a large one by ranges");
    chosen(&out, range, "ranges(3, 9)", "an unsigned comparison that stands for two");
    chosen(&out, copy, "ranges(4)", "constants come back through assignments");
    chosen(&out, mod, "mod(3)", "remainders");
    chosen(&out, temp_source, "values(4)", "through temporaries");
    chosen(&out, flag, "values(0)", "a condition of its own is compared with 0");
    chosen(&out, limit, "ranges(20, 21)", "compared with a variable of known values");
    chosen(&out, narrow, "values(65)", "constants outside the type are dropped");
    chosen(&out, other, "", "what nobody asked about is not tracked");
    vec_free(&out.list);
}

static void test_given(void)
{
    struct note mine = {.kind = NOTE_ABSTRACT};
    struct notes out = {.arena = a};
    mine.u.abstract.cell = read_var(input);
    mine.u.abstract.abs = abs_top();
    notes.list.count = 0;
    watch(input);
    vec_push(&notes.list, (const struct note *)&mine);
    check_choose_maps(u, &notes, NULL, &out);
    ok(out.list.count == 0, "what the user gave an abstraction keeps it");
    vec_free(&out.list);
}

static void test_rounds(void)
{
    struct choices c;
    struct avm_growth growth = {.var = far};
    struct avm_model m = {.growth = &growth, .growth_count = 1};
    struct notes out = {.arena = a};
    notes.list.count = 0;
    check_choices_begin(&c, a, u, &notes);
    ok(check_choices_from_var(&c, other), "a blamed variable is tracked");
    check_choices_notes(&c, &out);
    chosen(&out, copy, "ranges(4)", "with what it is assigned from");
    ok(check_choices_from_var(&c, far) && !check_choices_from_var(&c, far),
       "blamed again in the same round it stays as it is");
    check_choices_next_round(&c);
    ok(check_choices_from_var(&c, far), "in the next round it is kept exactly");
    check_choices_next_round(&c);
    ok(!check_choices_from_var(&c, far), "and after that nothing changes");
    ok(check_choices_coarsen(&c, &m), "what made too many states is made coarser");
    check_choices_next_round(&c);
    ok(!check_choices_coarsen(&c, &m) && !check_choices_from_var(&c, far), "for good");
    ok(check_choices_from_var(&c, input), "an input is tracked");
    check_choices_next_round(&c);
    ok(!check_choices_from_var(&c, input),
       "but never exactly, when it is compared with constants: it is split over those");
    out.list.count = 0;
    check_choices_notes(&c, &out);
    chosen(&out, far, "ranges(1000000)", "back to its ranges");
    chosen(&out, input, "values(-1, 97)", "its values");
    check_choices_end(&c);
    vec_free(&out.list);
}

int main(void)
{
    struct cwi_func f = {.name = "main", .asm_name = "main", .linkage = CWI_GLOBAL};
    u = cwi_unit_new("t");
    a = arena_new();
    notes.arena = a;
    int_type = cwi_int_type(u, 32, true);
    unsigned_type = cwi_int_type(u, 32, false);
    char_type = cwi_int_type(u, 8, true);
    main_func = cwi_add_func(u, &f);
    write_program();
    finish_program();
    test_first_choices();
    test_given();
    test_rounds();
    vec_free(&notes.list);
    vec_free(&code);
    cwi_unit_free(u);
    arena_free(a);
    return done();
}
