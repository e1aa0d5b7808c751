/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random small C programs with random predicates: every step of every run is one of the Boolean program's, and what it
 * proves no run violates. SEED=N and COUNT=N choose the programs, KEEP=FILE leaves the last one there;
 * t/long/1211-predicates.c runs thousands.
 */
#include <unistd.h>

#include "1211-interpret.h"
#include "compile.h"
#include "tap.h"

#ifndef PROGRAMS
#define PROGRAMS 16
#define UNITS    8000 /* for a question to the solver */
#endif

/* ---- random programs --------------------------------------------------------------------------------------------- */

static uint64_t seed;
static uint32_t below(uint32_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % n;
}

static struct buf text;
static uint32_t function, functions; /* being written (functions: main), and how many there are */

static const char *pick(const char *const *names, uint32_t n)
{
    return names[below(n)];
}

/* Numbers that the function sees. */
static const char *number_name(void)
{
    static const char *const everywhere[] = {"x", "y", "c", "s.a", "s.b", "t[0]", "t[1]", "(*gp)", "t[c & 3]"};
    static const char *const local[] = {"l", "k", "(*p)", "n", "u", "q->a"};
    return below(3) ? pick(local, function == functions ? 3 : 6) : pick(everywhere, 9);
}

static void expression(int depth, bool has_effects)
{
    static const char *const ops[] = {"+", "-", "-", "&", "|", "^", "<", "==", "!=", ">=", "&&", "||"};
    uint32_t r = below(12);
    if (depth <= 0 || r < 4) {
        if (r == 0 && has_effects)
            buf_printf(&text, "t[%s & 3]", number_name());
        else if (below(3))
            buf_puts(&text, number_name());
        else
            buf_printf(&text, "%d", (int)below(9) - 3);
        return;
    }
    if (r == 4) {
        buf_puts(&text, pick((const char *const[]){"-", "~", "!", "(unsigned char)", "(signed char)", "(short)"}, 6));
        buf_puts(&text, "(");
        expression(depth - 1, has_effects);
        buf_puts(&text, ")");
        return;
    }
    buf_puts(&text, "(");
    expression(depth - 1, has_effects);
    buf_printf(&text, " %s ", ops[below(12)]);
    expression(depth - 1, has_effects);
    buf_puts(&text, ")");
}

static void condition(void)
{
    static const char *const ops[] = {"<", "==", "!=", ">=", "<=", "=="};
    if (!below(8)) {
        buf_printf(&text, "%s %s %s", below(2) ? "p" : "gp",
                   below(2) ? "==" : "!=", pick((const char *const[]){"&l", "&x", "gp", "&t[1]", "&s.a", "p"}, 6));
        return;
    }
    buf_puts(&text, number_name());
    buf_printf(&text, " %s ", ops[below(6)]);
    if (below(2))
        buf_puts(&text, number_name());
    else
        expression((int)below(2), false);
}

static void pragma(void)
{
    static const char *const parameters[] = {"n == x", "*r == n", "n < *r", "x == n + 1", "r == gp", "*r == 1"};
    static const char *const locals[] = {"k == x", "l == x", "*p == l", "*p == k", "l == k", "x < k"};
    buf_puts(&text, "#pragma cwolf predicate ");
    if (below(2))
        buf_puts(&text, function < functions && below(2) ? pick(parameters, 6) : pick(locals, 6));
    else
        condition();
    buf_puts(&text, "\n");
}

static void global_pragma(void)
{
    static const char *const names[] = {"x", "y", "c", "s.a", "s.b", "t[0]", "t[1]", "(*gp)", "t[c & 3]"};
    static const char *const ops[] = {"<", "==", "!=", ">=", "=="};
    if (!below(6))
        buf_printf(&text, "#pragma cwolf predicate gp == %s\n",
                   pick((const char *const[]){"&x", "&y", "&t[1]", "&s.a"}, 4));
    else if (below(2))
        buf_printf(&text, "#pragma cwolf predicate %s %s %s\n", pick(names, 9), ops[below(5)], pick(names, 9));
    else
        buf_printf(&text, "#pragma cwolf predicate %s %s %d\n", pick(names, 9), ops[below(5)], (int)below(7) - 2);
}

static void statement(int depth);

static void block(int depth)
{
    buf_puts(&text, "{\n");
    for (uint32_t i = 1 + below(3); i; i--)
        statement(depth);
    buf_puts(&text, "}\n");
}

static void call(void)
{
    uint32_t callee = below(3) ? below(functions) : function < functions ? function : below(functions);
    if (below(3))
        buf_printf(&text, "%s = ", number_name());
    if (!below(5))
        buf_puts(&text, "(depth & 1 ? f0 : f1)(");
    else
        buf_printf(&text, "f%u(", callee);
    if (below(2))
        buf_puts(&text, pick((const char *const[]){"l", "k", "x", "y"}, 4));
    else
        expression(1, true);
    buf_printf(&text, ", %s, depth + 1);\n", pick((const char *const[]){"&l", "&x", "p", "gp", "&t[2]", "&k"}, 6));
}

static void statement(int depth)
{
    uint32_t r = below(depth > 0 ? 13 : 8);
    if (r < 3) {
        buf_printf(&text, "%s = ", number_name());
        expression(2, true);
        buf_puts(&text, below(2) ? " & 7;\n" : ";\n");
    } else if (r == 3) {
        buf_printf(&text, "%s %s;\n", number_name(), pick((const char *const[]){"++", "--", "+= 2", "^= 1"}, 4));
    } else if (r == 4) {
        buf_printf(&text, "%s = %s;\n", below(2) ? "p" : "gp",
                   pick((const char *const[]){"&l", "&x", "&y", "p", "gp", "&t[1]", "&s.a", "&k"}, 8));
    } else if (r == 5) {
        buf_printf(&text, "%s = (__VERIFIER_nondet_int() & 3) - 1;\n", number_name());
    } else if (r == 6 && below(2)) {
        buf_puts(&text, "if (!(");
        condition();
        buf_puts(&text, ")) reach_error();\n");
    } else if (r == 6) {
        buf_puts(&text, pick((const char *const[]){"s = s2;\n", "s2 = s;\n", "s.f++;\n", "t[x & 3] = c;\n",
                                                   "*(char *)gp = 3;\n", "*(p + 0) = 1;\n", "((char *)&y)[1] = 0;\n"},
                             function == functions ? 5 : 7));
    } else if (r == 7) {
        call();
    } else if (r < 10) {
        buf_puts(&text, "if (");
        condition();
        buf_puts(&text, ") ");
        block(depth - 1);
        if (below(2)) {
            buf_puts(&text, "else ");
            block(depth - 1);
        }
    } else if (r == 10) {
        buf_printf(&text, "switch (%s) { case 1: ", number_name());
        statement(depth - 1);
        buf_puts(&text, "break; case 3: case 2: ");
        statement(depth - 1);
        buf_puts(&text, "default: ");
        statement(depth - 1);
        buf_puts(&text, "}\n");
    } else {
        buf_puts(&text, "while (");
        condition();
        buf_printf(&text, " && %s < 9) {\n", number_name());
        statement(depth - 1);
        buf_printf(&text, "%s++;\n}\n", number_name());
    }
}

static void body(void)
{
    buf_puts(&text, "{\nint l = 1; int k = 0; int *p = &k;\n");
    if (function < functions)
        buf_puts(&text, "unsigned char u = n; struct s *q = &s2; if (depth > 3) return l; p = r;\n");
    for (uint32_t i = 1 + below(3); i; i--)
        pragma();
    for (uint32_t i = 3 + below(4); i; i--)
        statement(2);
    buf_puts(&text, "return ");
    expression(1, true);
    buf_puts(&text, ";\n}\n");
}

static void write_program(void)
{
    text.size = 0;
    functions = 2;
    buf_puts(&text, "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
                    "int x = 3, y; signed char c = 2; int t[4] = {1, 2}; int *gp = &x;\n"
                    "struct s { int a; unsigned char b; unsigned f : 3; } s = {4, 5, 6}, s2;\n"
                    "int f0(int n, int *r, int depth); int f1(int n, int *r, int depth);\n");
    for (uint32_t i = 3 + below(4); i; i--)
        global_pragma();
    for (function = 0; function < functions; function++) {
        buf_printf(&text, "int f%u(int n, int *r, int depth)\n", function);
        body();
    }
    buf_puts(&text, "int main(int depth, char **argv)\n");
    body();
}

/* ---- one program ------------------------------------------------------------------------------------------------- */

static uint32_t proved, open, refused;
static uint64_t checked;

/* Each sequence of inputs 0..3 up to a length, and some longer ones. */
static const char *run_all(const struct cwi_unit *u, const struct pred_abstraction *abs, cwi_id entry, bool *failed)
{
    static char fault[900];
    for (uint32_t i = 0; i < 90; i++) {
        uint64_t inputs[12];
        struct machine m = {.u = u, .abs = abs, .inputs = inputs, .input_count = 12};
        for (uint32_t k = 0; k < 12; k++)
            inputs[k] = i < 64 && k < 3 ? i >> (2 * k) & 3 : below(4);
        if (interpret(&m, entry)) {
            snprintf(fault, sizeof fault, "inputs %u %u %u: %s", (unsigned)inputs[0], (unsigned)inputs[1],
                     (unsigned)inputs[2], m.fault);
            return fault;
        }
        *failed |= m.failed;
        checked += m.checked;
        if (!m.used)
            break;
    }
    return NULL;
}

static const char *try_program(const char *dir)
{
    struct arena *a = arena_new();
    struct diag d = {0};
    struct notes notes = {.arena = a};
    struct pred_abstraction abs;
    struct pred_options o = {.cube = 1 + below(3), .no_enforce = below(2), .units = UNITS};
    struct bool_options how = {0};
    struct bool_question q;
    struct bool_result r;
    bool failed = false;
    struct cwi_unit *u = compile_text(dir, buf_str(&text), text.size);
    if (u)
        cwi_expose(u), cwi_hold_extra(u);
    cwi_id entry = u ? cwi_find_func(u, NULL, "main", NULL) : 0;
    const char *fault = !u ? "it does not compile" : NULL;
    if (!fault && note_load(&notes, u, NULL, &d))
        fault = arena_printf(a, "%s", d.text);
    if (!fault && pred_abstract(a, u, &notes, entry, &o, &abs, NULL, &d)) {
        refused++;
        if (!strstr(d.text, "no predicate can be used"))
            fault = arena_printf(a, "%s", d.text);
    } else if (!fault) {
        fault = run_all(u, &abs, entry, &failed);
        how.entry = abs.entry;
        if (!fault &&
            (bool_parse_question(a, abs.program, "assert", &q, &d) || bool_check(a, abs.program, &q, 1, &how, &r, &d)))
            fault = arena_printf(a, "%s", d.text);
        if (!fault && r.answers[0].verdict == BOOL_YES && failed)
            fault = "it is proved that no error is reached, and one is";
        if (!fault)
            *(r.answers[0].verdict == BOOL_YES ? &proved : &open) += 1;
    }
    static char kept[1200];
    if (fault)
        snprintf(kept, sizeof kept, "%s", fault);
    vec_free(&notes.list);
    cwi_unit_free(u);
    arena_free(a);
    return fault ? kept : NULL;
}

int main(void)
{
    uint64_t first = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : 1;
    uint64_t count = getenv("COUNT") ? strtoull(getenv("COUNT"), NULL, 10) : PROGRAMS;
    char dir[] = "/tmp/cwolf-predicates-XXXXXX", command[100];
    const char *fault = NULL;
    uint64_t i = 0;
    if (!mkdtemp(dir))
        return 1;
    for (; i < count && !fault; i++) {
        seed = (first + i) * UINT64_C(0x9e3779b97f4a7c15);
        write_program();
        fault = try_program(dir);
    }
    if (fault)
        printf("# seed %llu: %s\n", (unsigned long long)(first + i - 1), fault);
    if (getenv("KEEP")) {
        FILE *f = fopen(getenv("KEEP"), "w");
        fwrite(buf_str(&text), 1, text.size, f);
        fclose(f);
    }
    ok(!fault, "every step of %llu programs is one of their Boolean programs, and no proof is wrong",
       (unsigned long long)i);
    ok(checked > 100 * i, "the Boolean programs say something: %llu definite values", (unsigned long long)checked);
    printf("# %u proved, %u open, %u refused\n", proved, open, refused);
    ok(proved > 0 && open > 0, "some programs are proved, some are not");
    snprintf(command, sizeof command, "rm -rf %s", dir);
    if (system(command))
        return 1;
    buf_free(&text);
    return done();
}
