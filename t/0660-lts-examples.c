/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Relations on examples from the literature, with what is said about them: the figures of DuVarney's thesis (4.12,
 * section 4.6), the pairs that separate one relation from the next, and three-valued verdicts on programs with
 * uncertain steps.
 */
#include "tap.h"
#include "lts_naive_words.h"
#include "lts_random.h"

/* "0 'a 1; 1 i? 2": transitions from the initial state 0; a question mark makes one may. */
static struct lts *sys(const char *text)
{
    struct lts_builder *b = lts_builder_new();
    unsigned from, to;
    char label[64];
    lts_builder_states(b, 1);
    for (int used; sscanf(text, " %u %63s %u%n", &from, label, &to, &used) == 3;) {
        size_t n = strlen(label);
        bool may = label[n - 1] == '?';
        label[n - may] = '\0';
        lts_builder_add(b, from, lts_builder_label(b, label), to, !may, 0);
        text += used;
        text += *text == ';';
    }
    return lts_builder_finish(b, 0, true, false);
}

static enum lts_relation relation(const char *name, bool *preorder)
{
    bool found;
    enum lts_relation r = lts_relation_by_name(name, preorder, &found);
    if (!found)
        ok(false, "there is a relation '%s'", name);
    return r;
}

/* Compares two systems by text; what is expected: the verdict, and the explanation and formula where not NULL. */
static void compare(const char *name, const char *a, const char *b, bool expected, const char *explanation,
                    const char *formula, const char *what)
{
    struct lts *x = sys(a), *y = sys(b);
    struct lts_comparison c;
    struct diag d;
    bool preorder;
    enum lts_relation r = relation(name, &preorder);
    enum status st = lts_compare(x, y, r, preorder, NULL, &c, &d);
    ok(!st && (c.verdict == LTS_VERDICT_TRUE) == expected, "%s: %s", name, what);
    if (explanation)
        is(c.explanation, explanation, "and says why");
    struct buf text = {0};
    if (formula && c.formula)
        lts_formula_text(c.formula, &text);
    if (formula)
        is(buf_str(&text), formula, "with a formula");
    buf_free(&text);
    lts_comparison_free(&c);
    lts_free(x);
    lts_free(y);
}

static void reduce(const char *name, const char *text, unsigned states, unsigned transitions, const char *what)
{
    struct lts *l = sys(text), *r;
    struct diag d;
    bool preorder;
    enum status st = lts_reduce(l, relation(name, &preorder), NULL, &r, NULL, &d);
    ok(!st && r->states == states && lts_transitions(r) == transitions, "%s: %s", name, what);
    if (!st && (r->states != states || lts_transitions(r) != transitions))
        naive_show("got", r);
    lts_free(l);
    lts_free(r);
}

static void design(const char *name, const char *model, const char *design_text, enum lts_verdict expected,
                   const char *explanation, const char *holds, const char *what)
{
    struct lts *x = sys(model), *y = sys(design_text);
    struct lts_comparison c;
    struct diag d;
    bool preorder;
    enum lts_relation r = relation(name, &preorder);
    enum status st = lts_compare_design(x, y, r, preorder, NULL, &c, &d);
    ok(!st && c.verdict == expected, "%s: %s", name, what);
    if (explanation)
        is(c.explanation, explanation, "and says why");
    is(c.holds, holds, "and what holds");
    lts_comparison_free(&c);
    lts_free(x);
    lts_free(y);
}

/* The automaton of figure 4.12; `x` is the label that state 1 has where the figure prints X. */
#define AUTOMATON(x)                                                                                                   \
    "0 i 5; 1 'b 1; 1 " x " 2; 1 'a 2; 1 'eof 3; 1 'eof 7; 3 accept 2; 4 accept 2; 5 'b 1; 5 'a 8; 5 'X 2; 5 'eof 4; " \
    "5 'eof 6; 6 accept 2; 7 accept 2; 8 'b 1; 8 'a 8; 8 'X 2; 8 'eof 4; 8 'eof 6"
/* spec = 'a.spec + 'b.B + 'eof.accept.nil + 'X.reject, B = 'b.B + 'eof.accept.nil + 'X.reject + 'a.reject, reject =
 * t.reject + nil */
#define SPECIFICATION "0 'a 0; 0 'b 1; 0 'eof 2; 0 'X 4; 1 'b 1; 1 'eof 2; 1 'X 4; 1 'a 4; 2 accept 3; 4 i 4"

static void thesis(void)
{
    compare("obseq", AUTOMATON("X"), SPECIFICATION, false, "after 'b the second can do 'X, the first cannot", NULL,
            "figure 4.12 as printed does not meet its specification");
    compare("obseq", AUTOMATON("'X"), SPECIFICATION, true, NULL, NULL, "with 'X for X in state 1 it does");
    compare("weak-trace", AUTOMATON("'X"), SPECIFICATION, true, NULL, NULL,
            "its traces are those of the specification");
    compare("strong", AUTOMATON("'X"), SPECIFICATION, false, NULL, NULL, "but not step by step");
    compare("dpweak", AUTOMATON("'X"), SPECIFICATION, false,
            "after 'X, on the way shown, the second can go on silently for ever, the first cannot", NULL,
            "reject loops silently, the program stops");
    reduce("weak", AUTOMATON("'X"), 4, 9, "figure 4.12 has four weak classes");
    reduce("peephole", AUTOMATON("'X"), 8, 19, "the peephole takes the first state away");
    compare("strong", "0 i 1; 1 x 2", "0 x 1", false, NULL, NULL,
            "the peephole does not preserve strong bisimulation (4.6)");
    compare("weak", "0 i 1; 1 x 2", "0 x 1", true, NULL, NULL, "but observational equivalence");
}

static void peephole(void)
{
    reduce("peephole", "0 i 1; 1 i 2; 2 i 3; 3 a 4", 2, 1, "a chain of taus vanishes");
    reduce("peephole", "0 a 1; 1 i 2; 2 i 3; 3 i 1", 2, 2, "a cycle of taus leaves one state and its loop");
    reduce("peephole", "0 i 1; 0 i 2; 1 i 3; 2 i 3; 3 a 4", 2, 1, "what comes together counts once");
    reduce("peephole", "0 i 0", 1, 1, "a loop stays");
    reduce("peephole", "0 a 1; 1 i? 2; 2 b 3", 4, 3, "a step that is not certain is not skipped");
}

#define EARLY "0 a 1; 0 a 2; 1 b 3; 2 c 4"
#define LATE  "0 a 1; 1 b 2; 1 c 3"

static void spectrum(void)
{
    compare("trace", EARLY, LATE, true, NULL, NULL, "a.b + a.c and a.(b + c) have the same traces");
    compare("sim-preorder", EARLY, LATE, true, NULL, NULL, "a.(b + c) simulates a.b + a.c");
    compare("sim", EARLY, LATE, false, "after a, on the way shown, the second can do c, the first cannot",
            "not <a>(<c>tt and <b>tt)", "but not the other way round");
    compare("strong", EARLY, LATE, false, NULL, NULL, "so they are not bisimilar");
    compare("weak", EARLY, LATE, false, NULL, NULL, "nor weakly so");
    compare("sim", "0 a 1; 0 a 2; 1 b 3", "0 a 1; 1 b 2", true, NULL, NULL,
            "a.b + a simulates and is simulated by a.b");
    compare("ready-sim", "0 a 1; 0 a 2; 1 b 3", "0 a 1; 1 b 2", false, NULL, NULL, "but not offering the same choices");
    compare("weak", "0 i 1; 1 a 3; 0 b 2", "0 a 1; 0 b 2", false, NULL, NULL, "tau.a + b is not a + b");
    compare("weak", "0 a 1; 1 b 2; 1 i 3; 3 c 4; 0 a 3", "0 a 1; 1 b 2; 1 i 3; 3 c 4", true, NULL, NULL,
            "Milner's third tau law");
    compare("branching", "0 a 1; 1 b 2; 1 i 3; 3 c 4; 0 a 3", "0 a 1; 1 b 2; 1 i 3; 3 c 4", false, NULL, NULL,
            "which branching bisimulation does not know");
    compare("branching", "0 a 1; 1 i 2; 2 b 3; 2 c 4; 1 b 3", "0 a 1; 1 b 2; 1 c 3", true, NULL, NULL,
            "its own law: a.(tau.(b + c) + b) is a.(b + c)");
    compare("branching", "0 i 0; 0 a 1", "0 a 1", true, NULL, NULL, "a silent loop does not matter");
    compare("dpbranching", "0 i 0; 0 a 1", "0 a 1", false, "the first can go on silently for ever, the second cannot",
            NULL, "unless divergence does");
    compare("weak-trace-preorder", "0 a 1", "0 i 1; 1 a 2; 0 b 3", true, NULL, NULL, "traces are included");
    compare("weak-trace-preorder", "0 i 1; 1 a 2; 0 b 3", "0 a 1", false,
            "the first can begin with b, the second cannot", NULL, "and the other way not");
    compare("none", "0 a 1; 1 b 0", "0 a 1; 1 b 0", true, NULL, NULL, "equal graphs");
    compare("none", "0 a 1; 1 a 0", "0 a 0", false, NULL, NULL, "bisimilar, but not equal graphs");
}

static void reductions(void)
{
    reduce("weak", "0 i 1; 0 a 2; 1 a 2; 2 b 0", 2, 2, "a silent step that decides nothing");
    reduce("weak", "0 a 1; 1 i 2; 2 c 3; 1 b 3; 0 a 2", 4, 4, "transitions that others imply go");
    reduce("branching", "0 a 1; 1 i 2; 2 c 3; 1 b 3; 0 a 2", 4, 5, "branching keeps them");
    reduce("dpweak", "0 i 1; 1 i 0; 1 a 2", 2, 2, "divergence is one loop");
    reduce("trace", EARLY, 3, 3, "a tree becomes deterministic");
    reduce("sim", "0 a 1; 0 a 2; 1 b 3", 3, 2, "the little brother goes");
    reduce("strong", "0 i 1; 1 i 0", 1, 1, "silent steps count");
}

static void designs(void)
{
    design("weak", "0 'a 1; 1 b 2", "0 'a 1; 1 b 2", LTS_VERDICT_TRUE, NULL, NULL, "all is certain");
    design("weak", "0 'a 1; 1 b? 2", "0 'a 1; 1 b 2", LTS_VERDICT_MAYBE,
           "after 'a the design can do b; that the program can is not certain",
           "the traces of the program are included in the design", "a step of the design that is not certain");
    design("weak", "0 'a 1; 1 b 2; 1 c? 2", "0 'a 1; 1 b 2", LTS_VERDICT_MAYBE,
           "after 'a the program can do c, the design cannot, but it is not certain that the program comes so far",
           "the traces of the design are all in the program", "a step that the design does not have");
    design("weak", "0 'a 1; 1 c 2; 0 d? 0", "0 'a 1; 1 b 2", LTS_VERDICT_FALSE,
           "after 'a the program can do c, the design cannot", NULL, "a certain step that the design does not have");
    design("weak", "0 'a? 1", "0 'a 1; 1 b 2", LTS_VERDICT_FALSE, "after 'a the design can do b, the program cannot",
           NULL, "a step of the design that is not even possible");
    design("weak", "0 a 1; 0 a 2; 1 b 3; 2 c 4; 1 b? 4", LATE, LTS_VERDICT_FALSE, NULL, NULL,
           "equal traces, but a choice made too early");
    design("weak", "0 a 1; 1 i? 2; 2 b 3", "0 a 1; 1 b 2", LTS_VERDICT_MAYBE, NULL,
           "the traces of the program are included in the design", "a silent step that may be missing");
    design("weak-trace-preorder", "0 'a? 1; 1 b? 2", "0 'a 1; 1 b 2; 0 c 0", LTS_VERDICT_TRUE, NULL, NULL,
           "inclusion in the design needs may steps only");
    design("weak-trace-preorder", "0 'a 1; 1 b? 2", "0 'a 1", LTS_VERDICT_MAYBE,
           "after 'a the program can do b, the design cannot, but it is not certain that the program comes so far",
           NULL, "and may fail by one");
    design("weak-trace", "0 'a 1; 1 b? 2", "0 'a 1; 1 b 2", LTS_VERDICT_MAYBE,
           "after 'a the design can do b, the program cannot by certain steps alone",
           "every trace of the program is one of the design", "equality needs the other inclusion too");
}

/* Two long chains behind steps with one name differ at their far ends only; still their numbers do not depend on the
 * input's. */
static void far_differences(void)
{
    struct lts *r[2];
    struct diag d;
    enum { LONG = 90 };
    for (int turned = 0; turned < 2; turned++) {
        struct lts_builder *b = lts_builder_new();
        uint32_t a = lts_builder_label(b, "a"), chain[2] = {1, 1 + LONG};
        for (int k = 0; k < 2; k++) {
            uint32_t first = chain[k ^ turned], length = LONG - 1 - (uint32_t)k;
            lts_builder_add(b, 0, a, first, true, 0);
            for (uint32_t i = 0; i < length; i++)
                lts_builder_add(b, first + i, i % 3 ? LTS_TAU : a, first + i + 1, true, 0);
            lts_builder_add(b, first + length, lts_builder_label(b, k ? "end" : "stop"), first, true, 0);
        }
        struct lts *l = lts_builder_finish(b, 0, false, false);
        ok(!lts_reduce(l, LTS_STRONG, NULL, &r[turned], NULL, &d) && r[turned]->states > LONG,
           "two long chains are reduced");
        lts_free(l);
    }
    ok(naive_same(r[0], r[1]), "their numbering is canonical");
    lts_free(r[0]);
    lts_free(r[1]);
}

static void words(void)
{
    struct lts *l = sys("0 i 1; 1 'a 2; 2 i 3; 3 b 1; 1 c 1");
    const char *word[] = {"'a", "b", "c", "'a", "'a"};
    size_t upto = 99;
    ok(lts_accepts(l, word, 4, &upto), "a word is accepted across taus");
    ok(!lts_accepts(l, word, 5, &upto) && upto == 4, "the longest prefix of one that is not");
    word[1] = "unheard-of";
    ok(!lts_accepts(l, word, 3, &upto) && upto == 1, "a label that does not occur does not match");
    ok(lts_accepts(l, word, 0, NULL), "the empty word is always accepted");
    lts_free(l);
}

static bool stop_at_once(void *context)
{
    (void)context;
    return true;
}

static void limits(void)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t a = lts_builder_label(b, "a"), c = lts_builder_label(b, "c");
    struct lts_control small = {.max_states = 1000}, stop = {.stop = stop_at_once}, memory = {.max_memory = 100};
    struct lts *l, *r;
    struct diag d = {0};
    lts_builder_add(b, 0, a, 0, true, 0);
    lts_builder_add(b, 0, c, 0, true, 0);
    for (uint32_t s = 0; s < 20; s++) { /* the nth letter from the end is a: 2^20 sets */
        lts_builder_add(b, s, a, s + 1, true, 0);
        if (s)
            lts_builder_add(b, s, c, s + 1, true, 0);
    }
    lts_builder_add(b, 20, lts_builder_label(b, "end"), 20, true, 0);
    l = lts_builder_finish(b, 0, false, false);
    ok(lts_reduce(l, LTS_TRACE, &small, &r, NULL, &d) == ST_LIMIT && !r, "determinisation obeys its budget");
    is(d.text, "the deterministic system has more than 1000 states (--max-states)", "and says so");
    ok(lts_reduce(l, LTS_WEAK, &stop, &r, NULL, &d) == ST_STOPPED && !r, "work can be interrupted");
    ok(lts_reduce(l, LTS_SIM, &memory, &r, NULL, &d) == ST_LIMIT && !r, "simulation obeys its memory limit");
    lts_free(l);
}

static void names(void)
{
    bool preorder, found;
    ok(lts_relation_by_name("obseq", &preorder, &found) == LTS_WEAK && found && !preorder, "obseq is weak");
    ok(lts_relation_by_name("sim-preorder", &preorder, &found) == LTS_SIM && found && preorder, "R-preorder");
    lts_relation_by_name("strong-preorder", &preorder, &found);
    ok(!found, "an equivalence has no preorder");
    lts_relation_by_name("stronk", &preorder, &found);
    ok(!found, "an unknown name");
    ok(lts_relation_by_name("none", &preorder, &found) == LTS_REL_NONE && found, "none is a relation too");
}

int main(void)
{
    thesis();
    peephole();
    spectrum();
    reductions();
    designs();
    far_differences();
    words();
    limits();
    names();
    return done();
}
