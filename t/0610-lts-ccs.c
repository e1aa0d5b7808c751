/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CCS: every operator unfolds by Milner's rules of transition; figure 4.12 of the thesis reads as it is printed; what
 * is wrong is named with its line and column.
 */
#include "runtime/lts/lts.h"
#include "tap.h"

#include <stdlib.h>

static struct lts *read_text(const char *text, const char *process, uint32_t limit, struct diag *d)
{
    struct lts *l = NULL;
    memset(d, 0, sizeof *d);
    lts_read_text("x.ccs", text, strlen(text), LTS_FMT_CCS, process, limit, &l, d);
    return l;
}

/* "0 a 1, 1 'b 0": the transitions in the order of rows. */
static void short_text(const struct lts *l, struct buf *out)
{
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            buf_printf(out, "%s%u %s %u", t ? ", " : "", s, lts_label(l, t), l->target[t]);
}

static const struct {
    const char *text, *process, *transitions, *what;
    uint32_t states;
} terms[] = {
    {"proc P = nil", NULL, "", "nil does nothing", 1},
    {"proc P = 0", NULL, "", "0 is nil", 1},
    {"proc P = a.nil", NULL, "0 a 1", "a prefix is done", 2},
    {"proc P = 'a.t.tau.P", NULL, "0 'a 1, 1 i 2, 2 i 0", "co-names, t and tau", 3},
    {"proc P = a.nil + b.P", NULL, "0 a 1, 0 b 0", "a sum chooses", 2},
    {"proc P = a.nil | b.nil", NULL, "0 a 1, 0 b 2, 1 b 3, 2 a 3", "parallel interleaves", 4},
    {"proc P = a.nil | 'a.nil", NULL, "0 i 3, 0 a 1, 0 'a 2, 1 'a 3, 2 a 3", "and communicates", 4},
    {"proc P = a.nil | 'a.nil | 'a.nil", NULL,
     "0 i 4, 0 i 5, 0 a 1, 0 'a 2, 0 'a 3, 1 'a 4, 1 'a 5, 2 i 7, 2 a 4, 2 'a 6, 3 i 7, 3 a 5, 3 'a 6, 4 'a 7, 5 'a 7, "
     "6 a 7",
     "any two of three communicate", 8},
    {"proc P = (a.nil | 'a.nil) \\ a", NULL, "0 i 1", "restriction leaves the communication", 2},
    {"proc P = (a.b.nil) \\ {b, c}", NULL, "0 a 1", "restriction reaches behind actions", 2},
    {"proc P = ('a.nil + b.nil) \\ 'a", NULL, "0 b 1", "a and 'a are restricted together", 2},
    {"proc P = (a.nil + b.nil) \\ S set S = {a}", NULL, "0 b 1", "a set by its name, defined later", 2},
    {"set S = {a} proc P = (a.nil + S.nil) \\ S", NULL, "0 S 1", "a set's name is no action in restrictions", 2},
    {"proc P = (a.'a.c.nil)[b/a]", NULL, "0 b 1, 1 'b 2, 2 c 3", "relabelling new for old, co-names along", 4},
    {"proc P = (a.b.nil)[b/a, a/b]", NULL, "0 b 1, 1 a 2", "relabelling is simultaneous", 3},
    {"proc P = (a.'a.nil)['b/a]", NULL, "0 'b 1, 1 b 2", "a name may become a co-name", 3},
    {"proc P = (a.nil | 'b.nil)[b/a]", NULL, "0 b 1, 0 'b 2, 1 'b 3, 2 b 3",
     "relabelling makes no communication inside", 4},
    {"proc P = a.nil + b.nil | c.nil", NULL, "0 a 1, 0 b 2, 0 c 3, 2 c 4, 3 b 4", "| binds tighter than +", 5},
    {"proc P = a.b.nil \\ b", NULL, "0 a 1, 1 b 2", "restriction binds tighter than prefix: it restricts nil", 3},
    {"proc P = a.b.nil[c/b]", NULL, "0 a 1, 1 b 2", "so does relabelling", 3},
    {"proc P = a.(b.nil)[c/b]", NULL, "0 a 1, 1 c 2", "and brackets say what is meant", 3},
    {"proc P = a.(b.nil + c.nil)", NULL, "0 a 1, 1 b 2, 1 c 2", "brackets", 3},
    {"proc P = Q proc Q = a.P", "P", "0 a 0", "names stand for their definitions", 1},
    {"* head\nproc P = -- here\n  a.\n* between\n  nil -- end", NULL, "0 a 1", "comments: * lines and -- tails", 2},
    {"agent P = a.nil; agent main = b.P;", NULL, "0 b 1, 1 a 2",
     "agent and semicolons, as the older workbench has them", 3},
    {"proc P = a.nil proc main = b.nil", NULL, "0 b 1", "main is taken where no process is named", 2},
    {"proc P = a.nil proc main = b.nil", "P", "0 a 1", "else the one that is named", 2},
    {"proc P = \"x y\".'\"\\\"\".\"'z\".nil", NULL, "0 x y 1, 1 '\" 2, 2 'z 3", "names of any text in quotes", 4},
    {"proc P = \"'z\".nil | z.nil", NULL, "0 i 3, 0 'z 1, 0 z 2, 1 z 3, 2 'z 3", "\"'z\" is the co-name of z", 4},
    {"proc P = \"t\".nil", NULL, "0 t 1", "a quoted t is a name", 2},
    {"proc S0' = read-it.S0'", NULL, "0 read-it 0", "names with quotes and hyphens", 1},
    {"proc P = Aut(start=1, 0:a{0,1}, 1:'b{0}t{2} 2:)", NULL, "0 a 0, 0 a 1, 1 i 2, 1 'b 0",
     "an automaton keeps its numbers", 3},
    {"proc A = Aut(start=1 1:a{0}) proc main = A | 'a.nil", NULL, "0 i 3, 0 a 1, 0 'a 2, 1 'a 3, 2 a 3",
     "an automaton in a term", 4},
};

static void test_terms(void)
{
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        struct diag d;
        struct buf out = {0};
        struct lts *l = read_text(terms[i].text, terms[i].process, 0, &d);
        if (l)
            short_text(l, &out);
        is(l ? buf_str(&out) : d.text, terms[i].transitions, terms[i].what);
        ok(l && l->states == terms[i].states, "in %u states", terms[i].states);
        buf_free(&out);
        lts_free(l);
    }
}

static const struct {
    const char *text, *process;
    uint32_t line, col;
    const char *message;
} errors[] = {
    {"", NULL, 0, 0, "the file defines no process"},
    {"proc", NULL, 1, 5, "expected the name of a process, found the end of the file"},
    {"P = nil", NULL, 1, 1, "expected 'proc' or 'set', found 'P'"},
    {"proc nil = nil", NULL, 1, 6, "expected the name of a process, found 'nil'"},
    {"proc P nil", NULL, 1, 8, "expected '=' after the name of the process, found 'nil'"},
    {"proc P = ", NULL, 1, 10, "expected a process, found the end of the file"},
    {"proc P = a.", NULL, 1, 12, "expected a process, found the end of the file"},
    {"proc P =\n  a.nil +\n  )", NULL, 3, 3, "expected a process, found ')'"},
    {"proc P = (a.nil", NULL, 1, 16, "expected an operator or ')', found the end of the file"},
    {"proc P = a.nil b.nil", NULL, 1, 16, "expected an operator, 'proc' or 'set', found 'b'"},
    {"proc P = 'a", NULL, 1, 12, "expected '.' after the action, found the end of the file"},
    {"proc P = '.nil", NULL, 1, 11, "expected a name after the quote, found '.'"},
    {"proc P = 't.nil", NULL, 1, 11, "the silent action has no co-name; write it in double quotes if it is a name"},
    {"proc P = i.nil", NULL, 1, 10,
     "an action cannot be called 'i', which is how models print the silent action; write t"},
    {"proc P = \"a.nil", NULL, 1, 10, "the quoted name has no closing quote on this line"},
    {"proc P = a.nil \\ {a b}", NULL, 1, 21, "expected ',' or '}', found 'b'"},
    {"proc P = a.nil \\ t", NULL, 1, 18, "the silent action cannot be restricted or relabelled"},
    {"proc P = a.nil[b]", NULL, 1, 17, "expected '/' between the new name and the old one, found ']'"},
    {"proc P = a.nil[b/a, c/a]", NULL, 1, 23, "'a' is relabelled twice"},
    {"proc P = a.nil\nproc P = nil", NULL, 2, 6, "process 'P' is already defined in line 1"},
    {"set S = {a}\nset S = {b} proc P = nil", NULL, 2, 5, "set 'S' is already defined in line 1"},
    {"proc spec = a.reject\nproc rejcet = nil", "spec", 1, 15,
     "no process 'reject' is defined; did you mean 'rejcet'?"},
    {"proc P = a.Xyzzy", NULL, 1, 12, "no process 'Xyzzy' is defined"},
    {"proc P = nil", "Q", 0, 0, "no process 'Q' is defined; did you mean 'P'?"},
    {"proc P = nil proc Q = nil", NULL, 0, 0,
     "several processes and none is called main; write FILE:PROCESS, one of P, Q"},
    {"proc P = a.nil + P", NULL, 1, 18,
     "unguarded recursion: process 'P' comes back to itself without an action in between"},
    {"proc P = Q | a.P\nproc Q =\n  (P \\ a)", "P", 3, 4,
     "unguarded recursion: process 'P' comes back to itself without an action in between"},
    {"proc P = Aut(start=0, 0:a{1,}", NULL, 1, 29, "expected the number of a state, found '}'"},
    {"proc P = Aut(start=0, 0:a 1)", NULL, 1, 27, "expected '{' after the label, found '1'"},
    {"proc P = Aut(0:a{1})", NULL, 1, 14, "expected 'start=', found '0'"},
    {"proc P = Aut(start=0, 0:a{4294967295})", NULL, 1, 27, "the number is too large"},
    {"proc P = Aut(start=0, 0:a{4000000000})", NULL, 1, 10,
     "the automaton has state 4000000000 but only 1 transitions"},
};

static void test_errors(void)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        struct diag d;
        struct lts *l = read_text(errors[i].text, errors[i].process, 0, &d);
        is(d.text, errors[i].message, "the message says what is wrong");
        ok(!l && d.at.line == errors[i].line && d.at.col == errors[i].col, "and where: %u:%u (got %u:%u)",
           errors[i].line, errors[i].col, d.at.line, d.at.col);
        lts_free(l);
    }
}

static void test_limits(void)
{
    struct diag d;
    struct lts *l = NULL;
    memset(&d, 0, sizeof d);
    static const char growing[] = "proc P = a.(P | b.nil)";
    enum status st = lts_read_text("x.ccs", growing, sizeof growing - 1, LTS_FMT_CCS, NULL, 1000, &l, &d);
    ok(st == ST_LIMIT && !l, "a process that grows for ever ends at the limit: %s", d.text);
    struct buf deep = {0};
    buf_puts(&deep, "proc P = ");
    for (int i = 0; i < 1000000; i++)
        buf_putc(&deep, '(');
    ok(lts_read_text("x.ccs", deep.data, deep.size, LTS_FMT_CCS, NULL, 0, &l, &d) == ST_BAD && d.at.col == 510,
       "a million brackets are refused at the 501st: %s", d.text);
    deep.size = 0;
    buf_puts(&deep, "proc P = ");
    for (int i = 0; i < 200000; i++)
        buf_puts(&deep, "a.");
    buf_puts(&deep, "nil");
    l = NULL;
    ok(lts_read_text("x.ccs", deep.data, deep.size, LTS_FMT_CCS, NULL, 0, &l, &d) == ST_OK && l->states == 200001,
       "200,000 actions one after the other are no nesting");
    lts_free(l);
    deep.size = 0;
    for (int i = 0; i < 100000; i++)
        buf_printf(&deep, "proc P%d = P%d\n", i, i + 1);
    buf_puts(&deep, "proc P100000 = a.nil");
    l = NULL;
    ok(lts_read_text("x.ccs", deep.data, deep.size, LTS_FMT_CCS, "P0", 0, &l, &d) == ST_LIMIT,
       "100,000 names for each other are refused: %s", d.text);
    lts_free(l);
    buf_free(&deep);
}

static const char figure[] = "proc main= Aut(start=0,\n1:'b{1}X{2}'a{2}'eof{3,7}\n0:t{5}\n3:accept{2}\n4:accept{2}\n"
                             "5:'b{1}'a{8}'X{2}'eof{4,6}\n6:accept{2}\n7:accept{2}\n8:'b{1}'a{8}'X{2}'eof{4,6})\n";
static const char spec[] = "proc spec = 'a.spec + 'b.B + 'eof.accept.nil + 'X.reject\n"
                           "proc B = 'b.B + 'eof.accept.nil + 'X.reject + 'a.reject\nproc reject = t.reject + nil\n";

static void test_figure(void)
{
    struct diag d;
    struct lts *l = read_text(figure, NULL, 0, &d), *s = read_text(spec, "spec", 0, &d);
    ok(l && l->states == 9 && lts_transitions(l) == 20 && l->initial == 0,
       "the automaton of figure 4.12: 9 states, 20 transitions");
    ok(s && s->states == 5 && lts_transitions(s) == 10,
       "its specification: 5 states and 10 transitions, as the transcript counts");
    struct buf out = {0};
    if (l)
        lts_write(l, LTS_FMT_CWB, NULL, &out, &d);
    is(buf_str(&out),
       "proc main = Aut(start=0,\n    0:t{5}\n    1:'b{1}X{2}'a{2}'eof{3,7}\n    3:accept{2}\n    4:accept{2}\n"
       "    5:'b{1}'a{8}'eof{4,6}'X{2}\n    6:accept{2}\n    7:accept{2}\n    8:'b{1}'a{8}'eof{4,6}'X{2})\n",
       "and is written as the figure prints it, in the order of states");
    buf_free(&out);
    lts_free(l);
    lts_free(s);
}

int main(void)
{
    test_terms();
    test_errors();
    test_limits();
    test_figure();
    return done();
}
