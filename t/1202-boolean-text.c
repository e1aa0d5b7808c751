/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boolean programs as text and as built: printing and parsing are inverse, and no text makes the parser stumble.
 *
 *   1202-boolean-text FILE.bp     prints the program instead, for t/1200-boolean.t
 */
#include "runtime/boolean/boolean.h"
#include "t/tap.h"

static struct bool_program *parsed(struct arena *a, const char *text, size_t size)
{
    struct bool_program *p = NULL;
    struct diag d = {0};
    enum status st = bool_parse(a, "a.bp", text, size, &p, &d);
    if (st)
        printf("# %u:%u: %s\n", d.at.line, d.at.col, d.text);
    return st ? NULL : p;
}

/* Whether `text` is printed as `expected`, and that as itself. */
static void prints_as(const char *text, const char *expected, const char *what)
{
    struct arena *a = arena_new();
    struct buf once = {0}, twice = {0};
    struct bool_program *p = parsed(a, text, strlen(text));
    if (p)
        bool_print(p, &once);
    if (p && (p = parsed(a, once.data, once.size)) != NULL)
        bool_print(p, &twice);
    is(buf_str(&once), expected, what);
    ok(!strcmp(buf_str(&once), buf_str(&twice)), "    and read back");
    buf_free(&once);
    buf_free(&twice);
    arena_free(a);
}

static void test_printing(void)
{
    prints_as("decl a,b;decl {x == y};void main()begin a,b:=!a&b|{x == y},T^(F=>*); end",
              "decl a, b, {x == y};\n\nvoid main()\nbegin\n    a, b := !a & b | {x == y}, 1 ^ (0 => *);\nend\n",
              "names in braces, operators");
    prints_as("void main() begin decl a; assume ((a & a) & a) = (a & a & a); assert (a = a) = a & (a = (a = a)); end",
              "void main()\nbegin\n    decl a;\n    assume ((a & a) & a) = (a & a & a);\n"
              "    assert a = a = a & a = (a = a);\nend\n",
              "brackets where they mean something");
    prints_as(
        "void f(a) begin if (a) then f(!a); elsif (*) then skip; else L1: goto L1, M; fi M: while (a) do od end",
        "void f(a)\nbegin\n    goto L2, L3;\nL2:\n    assume a;\n    f(!a);\n    goto M;\nL3:\n    assume !a;\n"
        "    goto L4, L5;\nL4:\n    assume *;\n    skip;\n    goto M;\nL5:\n    assume !*;\nL1:\n    goto L1, M;\n"
        "M:\n    goto L6, L7;\nL6:\n    assume a;\n    goto M;\nL7:\n    assume !a;\nend\n",
        "if and while as jumps, with labels of their own");
    prints_as("bool<2> f({if}, {1}) begin enforce {if}; return choose({if}, 0), schoose[{1} ? 0 : 1, *]; L: end",
              "bool<2> f({if}, {1})\nbegin\n    enforce {if};\n    return choose({if}, 0), choose({1} ? 0 : 1, *);\n"
              "L:\nend\n",
              "keywords and numbers as names, results, a label at the end");
}

static const struct place nowhere;

/* decl g; void main() begin g := f(g & 1); assert g; end   bool f(x) begin L: goto L, M; M: return !x; end */
static struct bool_program *built(struct arena *a)
{
    struct bool_program *p = bool_program_new(a, "built");
    bool_add_global(p, "g == 0", nowhere);
    struct bool_proc *m = bool_add_proc(p, "main", 0, nowhere), *f = bool_add_proc(p, "f", 1, nowhere);
    struct bool_name g = {"g == 0", nowhere};
    struct bool_expr *args[2] = {bool_expr_variable(p, "g == 0", nowhere),
                                 bool_expr_new(p, BOOL_TRUE, NULL, 0, nowhere)};
    struct bool_expr *both = bool_expr_new(p, BOOL_AND, args, 2, nowhere);
    struct bool_stmt *s = bool_add_stmt(p, m, BOOL_CALL, nowhere);
    s->callee.text = "f";
    bool_stmt_names(p, s, &g, 1);
    bool_stmt_args(p, s, &both, 1);
    bool_stmt_args(p, bool_add_stmt(p, m, BOOL_ASSERT, nowhere), args, 1);
    bool_add_parameter(p, f, "x", nowhere);
    bool_add_label(p, f, "L", nowhere);
    struct bool_target targets[2] = {{.name = "L"}, {.name = "M"}};
    bool_stmt_targets(p, bool_add_stmt(p, f, BOOL_GOTO, nowhere), targets, 2);
    bool_add_label(p, f, "M", nowhere);
    struct bool_expr *x = bool_expr_variable(p, "x", nowhere), *not_x = bool_expr_new(p, BOOL_NOT, &x, 1, nowhere);
    bool_stmt_args(p, bool_add_stmt(p, f, BOOL_RETURN, nowhere), &not_x, 1);
    return p;
}

static void test_building(void)
{
    struct arena *a = arena_new();
    struct bool_program *p = built(a);
    struct diag d = {0};
    struct buf text = {0};
    struct bool_question q[2];
    struct bool_options o = {0};
    struct bool_result r;
    ok(!bool_resolve(p, &d) && !bool_resolve(p, &d), "a program that is built is resolved");
    bool_print(p, &text);
    is(buf_str(&text),
       "decl {g == 0};\n\nvoid main()\nbegin\n    {g == 0} := f({g == 0} & 1);\n    assert {g == 0};\nend\n\n"
       "bool f(x)\nbegin\nL:\n    goto L, M;\nM:\n    return !x;\nend\n",
       "and printed");
    ok(!bool_parse_question(a, p, "assert", &q[0], &d) && !bool_parse_question(a, p, "unreachable f.M", &q[1], &d),
       "questions about it");
    for (int i = 0; i < 2; i++) /* twice: the library starts anew */
        ok(!bool_check(a, p, q, 2, &o, &r, &d) && r.answers[0].verdict == BOOL_NO && r.answers[1].verdict == BOOL_NO &&
               r.end == ST_OK && r.answers[0].count == 4 && !r.answers[0].cut,
           "are answered");
    ok(r.answers[0].steps[0].kind == BOOL_STEP_START && r.answers[0].steps[1].kind == BOOL_STEP_CALL &&
           r.answers[0].steps[3].kind == BOOL_STEP_RETURN && r.answers[0].steps[0].values[0] == 1 &&
           r.answers[0].steps[3].values[0] == 0,
       "with a trace");
    o.max_trace = 2;
    ok(!bool_check(a, p, q, 1, &o, &r, &d) && r.answers[0].cut && r.answers[0].count == 2, "that may be cut");
    buf_free(&text);
    arena_free(a);
}

/* Deep trees are refused when they are built, not when they are walked. */
static void test_depth(void)
{
    struct arena *a = arena_new();
    struct bool_program *p = bool_program_new(a, "deep");
    struct bool_expr *e = bool_expr_new(p, BOOL_STAR, NULL, 0, nowhere);
    int levels = 0;
    while (e && levels < 10 * BOOL_DEEPEST) {
        e = bool_expr_new(p, BOOL_NOT, &e, 1, nowhere);
        levels++;
    }
    ok(levels == BOOL_DEEPEST, "an expression of %d levels is refused", levels);
    arena_free(a);
}

/* Texts with a few bytes changed: parsed or refused with a place; what is parsed prints and parses. */
static void test_damaged(void)
{
    static const char text[] =
        "decl a, {b == 1};\nvoid main()\nbegin\n    decl l;\n    enforce a => l;\n    a, l := f(a ? 1 : 0, *);\n"
        "    if (choose(a, l)) then assert a & !l | {b == 1}; elsif (a) then goto X, Y; else X: skip; fi\n"
        "Y:  while (*) do l := schoose[a ^ l, l != a]; od\nend\nbool<2> f(x, y) begin return x, y = x; /* c */ end\n";
    static const char bytes[] = "(){}[],;:=!&|^?*<>/ \n\"a01\xff";
    uint32_t seed = 1, good = 0, bad = 0;
    for (int round = 0; round < 20000; round++) {
        char damaged[sizeof text];
        struct arena *a = arena_new();
        struct bool_program *p = NULL, *again = NULL;
        struct diag d = {0};
        struct buf out = {0};
        memcpy(damaged, text, sizeof text);
        for (int i = 0; i <= round % 3; i++) {
            seed = seed * 1664525u + 1013904223u;
            damaged[(seed >> 8) % (sizeof text - 1)] = bytes[(seed >> 3) % (sizeof bytes - 1)];
        }
        seed = seed * 1664525u + 1013904223u;
        size_t size = round % 4 ? sizeof text - 1 : (seed >> 8) % sizeof text;
        enum status st = bool_parse(a, "a.bp", damaged, size, &p, &d);
        if (!st) {
            bool_print(p, &out);
            st = bool_parse(a, "a.bp", out.data, out.size, &again, &d);
            good += !st;
            bad += st != ST_OK;
        } else {
            bad += st != ST_BAD || !d.text[0] || !d.at.file;
        }
        buf_free(&out);
        arena_free(a);
    }
    ok(good > 200 && !bad, "20,000 damaged texts: %u are programs all the same, %u go wrong", good, bad);
}

static int print_file(const char *path)
{
    struct arena *a = arena_new();
    struct buf text = {0}, out = {0};
    struct bool_program *p = NULL;
    struct diag d = {0};
    enum status st = base_file_read(path, &text, BOOL_LARGEST_TEXT, &d);
    if (!st)
        st = bool_parse(a, path, buf_str(&text), text.size, &p, &d);
    if (!st)
        bool_print(p, &out);
    fputs(buf_str(&out), stdout);
    buf_free(&text);
    buf_free(&out);
    arena_free(a);
    return (int)st;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return print_file(argv[1]);
    test_printing();
    test_building();
    test_depth();
    test_damaged();
    return done();
}
