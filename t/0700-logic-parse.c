/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parser of questions: what stands for what, errors at their line and column, and input that means harm.
 */
#include "lts_random.h"
#include "runtime/logic/logic.h"
#include "tap.h"

/* Three states: 0 -a-> 1, 0 -'b-> 0, 1 -i-> 2, 1 -send(1)-> 0, 2 stops; p in 0, "x > 1" in 1. */
static struct lts *example(void)
{
    struct lts_builder *b = lts_builder_new();
    static const struct {
        int from;
        const char *label;
        int to;
    } edges[] = {{0, "a", 1}, {0, "'b", 0}, {1, "i", 2}, {1, "send(1)", 0}, {1, "odd \"one\"", 1}};
    lts_builder_states(b, 3);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        lts_builder_add(b, (uint32_t)edges[i].from, lts_builder_label(b, edges[i].label), (uint32_t)edges[i].to, true,
                        0);
    struct lts *l = lts_builder_finish(b, 0, false, false);
    static const char *const names[] = {"p", "x > 1"};
    l->props = 2;
    l->prop_names = base_mem_zalloc(2 * sizeof *l->prop_names);
    l->prop = base_mem_zalloc(6);
    for (int i = 0; i < 2; i++)
        l->prop_names[i] = strcpy(base_mem_alloc(10), names[i]);
    l->prop[0] = l->prop[3] = LTS_TRUE;
    return l;
}

static int noted;
static void count_note(void *context, const struct diag *d)
{
    (void)context;
    (void)d;
    noted++;
}

static int ask(const struct lts *l, const char *text, struct diag *d)
{
    struct arena *a = arena_new();
    struct logic_question *q;
    struct logic_answer answer;
    struct diag_sink sink = {count_note, NULL};
    int verdict = -1;
    noted = 0;
    if (logic_parse(a, "q", text, &q, d) == ST_OK &&
        logic_check(a, l, q, &(struct logic_options){.notes = &sink}, &answer, d) == ST_OK)
        verdict = answer.verdict;
    arena_free(a);
    return verdict;
}

static void meanings(const struct lts *l)
{
    static const struct {
        const char *text;
        bool holds;
    } rows[] = {
        {"mu p && !\"x > 1\" && <a>\"x > 1\"", true},
        {"mu <a>tt && <'b>tt && !<\"b\">tt", true},
        {"mu <b>tt", true}, /* no label b, so 'b is meant */
        {"mu <a><send>tt && <a><send(1)>tt && <a>[send(2)]ff", true},
        {"mu <a><\"odd \\\"one\\\"\">tt", true},
        {"mu <a><i>[true]false && <a><tau>[-]ff", true},
        {"hml <<a>>[true]false", true},
        {"hml <a . i>[-]ff && [a . i]ff", false},
        {"hml <a+'b>tt && [a||'b]<->tt && <-a>[a]tt && <{a,'b}>tt && [!(a||'b)]ff && [-a,'b]ff", true},
        {"hml <true*.send>tt && [true*.send.'b*]<a>tt && <('b)+ . a?>tt", true},
        {"hml <a*>[a]ff && [(a.send)*]<a>tt && <a>[[i]]<->tt", false},
        {"hml <a>X where X = <i>Y || ff where Y = [-]ff", true},
        {"hml not <a>not X1\n    where X1 = <i>tt", true},
        {"hml forever <a>tt", false},
        {"mu min X = [-]ff || <->X", true},
        {"mu max X. <->X && mu Y. <a>tt || <->Y", true},
        {"ctl AG (p -> EX true) && E[p U deadlock] && A[p W \"x > 1\"]", false},
        {"ctl E(p U \"x > 1\") & (EX EX deadlock | AF p) /\\ ~AF deadlock", true},
        {"ctl AG(enabled(a) <-> p) and A<> p and E[] (p or not p)", true},
        {"ctl AX AX tt && AX(a || b) && !a && EX a", true},
        {"ctl deadlock || AG AX EF p", false},
        {"ltl [](p -> (<>a || X []'b)) && (p U (a || b) || G p)", true},
        {"ltl [](p -> (<>a || []'b))", false}, /* the initial state was not entered by anything */
        {"ltl G F p || F G deadlock || GF\"x > 1\"", true},
        {"ltl p W a && !X X X X X deadlock && (false V true)", false},
        {"ltl p R p -> p", true},
        {"ctlstar A(G F p || F(deadlock || G \"x > 1\")) && E G p && E[p U a] && AGEF true", true},
        {"ctl under fair(p): AG AF p && A[true U p]", true},
        {"ctl under fair(p): AF a", false},
        {"ltl under strong(a), fair(!\"odd \\\"one\\\"\"): F a", true},
        {"ltl under weak(a): F a", true},
        {"ltl under strong(p, a): F a", true},
        {"ctl under strong(p, a): AF a", true},
        {"ltl F a", false},
        {"no-deadlock", false},
        {"named : ctl EF deadlock % a comment", true},
        {"ctl 1 -> 2", true}, /* no such names: false */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct diag d = {0};
        int got = ask(l, rows[i].text, &d);
        ok(got == (rows[i].holds ? LTS_VERDICT_TRUE : LTS_VERDICT_FALSE), "%s: %s", rows[i].holds ? "true" : "false",
           rows[i].text[0] == 'h' && strchr(rows[i].text, '\n') ? "a text of two lines" : rows[i].text);
        if (got < 0)
            printf("# %s at %u:%u\n", d.text, d.at.line, d.at.col);
    }
    struct diag d = {0};
    ask(l, "mu [nowhere]ff && <a>tt", &d);
    ok(noted == 1, "a name that the system does not know is noted");
    ask(l, "mu <b>tt", &d);
    ok(noted == 1, "so is a name that stands for another");
    ask(l, "mu <a>tt && <send(1)>tt && <'b>p && \"x > 1\"", &d);
    ok(noted == 0, "names that are labels or propositions are not");
}

static void errors(void)
{
    static const struct {
        const char *text;
        uint32_t line, col;
        const char *message;
    } rows[] = {
        {"", 1, 1, "expected a logic (ctl, ltl, ctlstar, mu or hml) or no-deadlock, found the end"},
        {"ctk AG p", 1, 1, "unknown logic 'ctk'; did you mean 'ctl'?"},
        {"ctl", 1, 4, "expected a formula, found the end"},
        {"ctl AG p)", 1, 9, "expected the end, found ')'"},
        {"ctl AG (p", 1, 10, "expected ')', found the end"},
        {"ctl A p", 1, 7, "expected G, F, X, '[' or '(' after A or E, found 'p'"},
        {"ctl A(p)", 1, 8, "expected U, W or R (ctlstar has path formulas of any form), found ')'"},
        {"ctl A[p U q", 1, 12, "expected ']', found the end"},
        {"ctl F p", 1, 7, "expected the end, found 'p'"},
        {"ltl p U q U r", 1, 11, "write brackets: tools do not agree on what a U b U c means"},
        {"ltl G (p\n  && )", 2, 6, "expected a formula, found ')'"},
        {"mu mu X <a>X", 1, 9, "expected '.' after the variable, found '<'"},
        {"mu mu X. !X", 1, 11, "a variable under an odd number of negations has no fixpoint"},
        {"mu nu X. <a>(X <-> p)", 1, 14, "a variable under an odd number of negations has no fixpoint"},
        {"mu <a p", 1, 7, "expected '>', found 'p'"},
        {"mu <<a>p", 1, 7, "expected '>>', found '>'"},
        {"mu <a && (b.c)>p", 1, 9, "labels can be combined so, sequences of them cannot"},
        {"mu <<a.b>>p", 1, 7, "expected '>>', found '.'"},
        {"mu <\"a>p", 1, 5, "this string has no end"},
        {"mu <send(1>p", 1, 9, "this bracket is not closed"},
        {"hml <a>p", 1, 8, "'p' is no variable here; hml knows labels only, mu propositions too"},
        {"hml <a>X where X = <b>X", 1, 23, "'X' is defined by itself; write mu or nu"},
        {"hml X where X = tt where X = ff", 1, 26, "'X' is defined twice"},
        {"mu under fair(p): p", 1, 4, "fairness is for ctl, ltl and ctlstar; here it is written with mu and nu"},
        {"ctl under fear(p): p", 1, 11, "expected fair, weak or strong, found 'fear'"},
        {"ltl under fair(F p): p", 1, 16,
         "fairness needs a formula about states, without G, F, X or U outside of A and E"},
        {"ctlstar F p", 1, 1, "a path formula needs A or E in front of it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena *a = arena_new();
        struct logic_question *q;
        struct diag d = {0};
        bool refused = logic_parse(a, "q", rows[i].text, &q, &d) == ST_BAD && !q;
        bool exact = !strncmp(d.text, rows[i].message, strlen(rows[i].message)) && d.at.line == rows[i].line &&
                     d.at.col == rows[i].col;
        if (!ok(refused && exact, "an error in line %u, column %u: %s", rows[i].line, rows[i].col, rows[i].message))
            printf("# %s\n# got %u:%u: %s\n", rows[i].text, d.at.line, d.at.col, d.text);
        arena_free(a);
    }
}

/* `count` times `part`, with what is around. */
static char *repeat(const char *before, const char *part, int count, const char *after)
{
    struct buf b = {0};
    buf_puts(&b, before);
    for (int i = 0; i < count; i++)
        buf_puts(&b, part);
    buf_puts(&b, after);
    return b.data;
}

static void hostile(const struct lts *l)
{
    static const struct {
        const char *before, *part, *after;
    } rows[] = {
        {"ctl ", "!", "p"},      {"ctl ", "(", ""},        {"ctl ", "AG ", "p"},
        {"ltl ", "X", " p"},     {"ltl ", "G F ", "p"},    {"mu ", "<a>", "p"},
        {"mu ", "<<", ""},       {"mu <", "(", ""},        {"mu <", "!", "a>p"},
        {"mu <", "a.", "a>p"},   {"mu <", "a+", "a>p"},    {"mu <a", "*", ">p"},
        {"mu <a", "||b", ">p"},  {"mu <a", "&&b", ">p"},   {"mu ", "mu X. ", "X"},
        {"ctl p", " -> p", ""},  {"ctl p", " <-> q", ""},  {"ltl p", " <-> F q", ""},
        {"ctl p", " && q", ""},  {"ltl p", " || F q", ""}, {"ltl F p", " && F q", ""},
        {"ctl ", "E[p U ", "p"}, {"mu ", "-", "p"},        {"hml <-", "-", "a>tt"},
        {"ctl a", "(", ""},      {"ltl ", "(p U ", "p"},   {"ltl p", " <-> X (F q)", ""},
    };
    int answered = 0, refused = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int count = 1; count <= 100000; count *= 10) {
            struct diag d = {0};
            char *text = repeat(rows[i].before, rows[i].part, count, rows[i].after);
            int got = ask(l, text, &d);
            answered += got >= 0;
            refused += got < 0 && *d.text;
            free(text);
        }
    ok(answered + refused == (int)(6 * sizeof rows / sizeof *rows) && answered > 20 && refused > 20,
       "parts repeated up to 100,000 times: %d answers, %d messages", answered, refused);
    static const char letters[] = "AEGFXU[]<>()!&|-+*.,=:\"'% \nmunupqab10{}?";
    answered = refused = 0;
    naive_seed = 4;
    for (int run = 0; run < 60000; run++) {
        static const char *const logics[] = {"ctl ", "ltl ", "ctlstar ", "mu ", "hml "};
        char text[40];
        struct diag d = {0};
        size_t n = strlen(strcpy(text, logics[run % 5])), end = n + 1 + naive_random(20);
        for (; n < end; n++)
            text[n] = letters[naive_random(sizeof letters - 1)];
        text[n] = 0;
        int got = ask(l, text, &d);
        answered += got >= 0;
        refused += got < 0 && *d.text && d.at.line && d.at.col;
    }
    ok(answered + refused == 60000 && answered > 500, "60,000 random texts: %d answers, %d messages with a place",
       answered, refused);
}

int main(void)
{
    struct lts *l = example();
    meanings(l);
    errors();
    hostile(l);
    lts_free(l);
    return done();
}
