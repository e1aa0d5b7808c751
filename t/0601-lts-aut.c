/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aldebaran files: every dialect is understood, and what is wrong is named with its line and column.
 */
#include "runtime/lts/lts.h"
#include "tap.h"

#include <stdlib.h>

static struct lts *read_text(const char *text, size_t size, struct diag *d)
{
    struct lts *l = NULL;
    memset(d, 0, sizeof *d);
    lts_read_text("x.aut", text, size, LTS_FMT_AUT, NULL, 0, &l, d);
    return l;
}

/* Each is read and written again. */
static const struct {
    const char *text, *written, *what;
} dialects[] = {
    {"des (0,2,2)\n(0,\"a\",1)\n(1,\"b\",0)\n", "des (0,2,2)\n(0,\"a\",1)\n(1,\"b\",0)\n",
     "as mCRL2 and LTSmin write it"},
    {"des (0, 2, 2)\n(0, \"a\", 1)\n(1, b, 0)\n", "des (0,2,2)\n(0,\"a\",1)\n(1,\"b\",0)\n", "as CADP writes it"},
    {"  des(1 ,1 , 2 )  \r\n\r\n ( 0 ,\ta ,\t1 ) \r\n", "des (1,1,2)\n(0,\"a\",1)\n", "blanks, tabs and CRLF anywhere"},
    {"des (0,1,2)\n(0,a,1)", "des (0,1,2)\n(0,\"a\",1)\n", "no newline at the end"},
    {"# c\n% c\ndes (0,1,2)\n# c\n(0,a,1)\n% c", "des (0,1,2)\n(0,\"a\",1)\n", "comment lines"},
    {"des (0,4,2)\n(0,i,1)\n(0,tau,0)\n(1,\"i\",1)\n(1,\"tau\",0)\n",
     "des (0,4,2)\n(0,i,0)\n(0,i,1)\n(1,i,0)\n(1,i,1)\n", "i and tau, quoted or not, are silent"},
    {"des (0,2,1)\n(0,t,0)\n(0,I,0)\n", "des (0,2,1)\n(0,\"t\",0)\n(0,\"I\",0)\n", "t and I are actions like others"},
    {"des (0,1,2)\n(0,lock(p2, f2),1)\n", "des (0,1,2)\n(0,\"lock(p2, f2)\",1)\n",
     "bare labels with commas and brackets"},
    {"des (0,1,2)\n(0,PUT !1, 0) x,1)\n", "des (0,1,2)\n(0,\"PUT !1, 0) x\",1)\n", "a bare label that holds an ending"},
    {"des (0,1,2)\n(0,\"say \\\"x\\\"\",1)\n", "des (0,1,2)\n(0,\"say \\\"x\\\"\",1)\n", "escaped quotes in a label"},
    {"des (0,1,2)\n(0,\"say \"x\" \",1)\n", "des (0,1,2)\n(0,\"say \\\"x\\\" \",1)\n",
     "quotes in a label that are not escaped"},
    {"des (0,1,2)\n(0,\"c:\\\",1)\n", "des (0,1,2)\n(0,\"c:\\\\\",1)\n", "a label that ends with a backslash"},
    {"des (0,1,2)\n(0,\"a\\\\b\\q\",1)\n", "des (0,1,2)\n(0,\"a\\\\b\\\\q\",1)\n",
     "a backslash that escapes nothing stands for itself"},
    {"des (0,1,2)\n(0,\"\\\", 1)\",1)\n", "des (0,1,2)\n(0,\"\\\", 1)\",1)\n", "a quoted label that holds an ending"},
    {"des (0,1,2)\n(0,\"a\\nb\",1)\n", "des (0,1,2)\n(0,\"a\\nb\",1)\n", "a newline in a label stays an escape"},
    {"des (0,1,2)\n(0,\"\",1)\n", "des (0,1,2)\n(0,\"\",1)\n", "the empty label in quotes"},
    {"des (0,1,2)\n(0,\"h\303\251\",1)\n", "des (0,1,2)\n(0,\"h\303\251\",1)\n", "labels are any bytes"},
    {"des (0,2,2)(0,\"a\",1)(1,b,0)", "des (0,2,2)\n(0,\"a\",1)\n(1,\"b\",0)\n", "several transitions on a line"},
    {"des (0,0,3)\n", "des (0,0,3)\n", "states that nothing leads to"},
    {"des (0,2,1)\n(0,a,0)\n(0,a,0)\n", "des (0,1,1)\n(0,\"a\",0)\n",
     "a transition given twice counts once in the result"},
};

static void test_dialects(void)
{
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        struct diag d;
        struct buf out = {0};
        struct lts *l = read_text(dialects[i].text, strlen(dialects[i].text), &d);
        if (l)
            lts_write(l, LTS_FMT_AUT, NULL, &out, &d);
        is(l ? buf_str(&out) : d.text, dialects[i].written, dialects[i].what);
        buf_free(&out);
        lts_free(l);
    }
}

static const struct {
    const char *text;
    uint32_t line, col;
    const char *message;
} errors[] = {
    {"", 1, 1, "expected the header 'des (initial, transitions, states)', found the end"},
    {"\n\ndas (0,1,2)\n", 3, 1, "expected the header 'des (initial, transitions, states)', found 'd'"},
    {"des 0,1,2)\n", 1, 5, "expected '(' after 'des', found '0'"},
    {"des (,1,2)\n", 1, 6, "expected the initial state, found ','"},
    {"des (0,1\n", 1, 9, "expected ',' after the number of transitions, found the end"},
    {"des (2,0,2)\n", 1, 6, "initial state 2 does not exist: there are 2 states"},
    {"des (0,0,0)\n", 1, 10, "a system has at least one state"},
    {"des (0,2,2)\n(0,a,1)\n", 1, 8, "the header declares 2 transitions, the file has 1"},
    {"des (0,1,2)\n(0,a,1)\n (1,b,0)\n", 3, 2, "more transitions than the 1 that the header declares"},
    {"des (0,1,2)\n(0,a,2)\n", 2, 6, "state 2 does not exist: the header declares 2 states"},
    {"des (0,1,2)\n(9,\"a\",1)\n", 2, 2, "state 9 does not exist: the header declares 2 states"},
    {"des (0,1,2)\n(0,a,1\n", 2, 4, "the label is not followed by ', state)'"},
    {"des (0,1,2)\n(0,\"a,1)\n", 2, 4, "the label has no closing quote followed by ', state)'"},
    {"des (0,1,2)\n(0,,1)\n", 2, 4, "expected a label, found ','"},
    {"des (0,1,2)\n(x,a,1)\n", 2, 2, "expected the number of a state, found 'x'"},
    {"des (0,1,2)\n(-1,a,1)\n", 2, 2, "expected the number of a state, found '-'"},
    {"des (0,1,2)\n0,a,1)\n", 2, 1, "expected '(' at the start of a transition, found '0'"},
    {"des (0,1,2)\n(0,\"a\",1) z\n", 2, 11, "expected '(' at the start of a transition, found 'z'"},
    {"des (0,1,2)\n(99999999999999999999,a,1)\n", 2, 2, "the number of a state is too large"},
    {"des (0,99999999999999999999999,2)\n", 1, 8, "the number of transitions is too large"},
    {"des (0,0,4294967295)\n", 1, 10, "the number of states is too large"},
    {"des (0,0,4294967294)\n", 1, 10, "the header declares 4294967294 states for 0 transitions"},
};

static void test_errors(void)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        struct diag d;
        struct lts *l = read_text(errors[i].text, strlen(errors[i].text), &d);
        is(d.text, errors[i].message, "the message says what is wrong");
        ok(!l && d.at.line == errors[i].line && d.at.col == errors[i].col && !strcmp(d.at.file, "x.aut"),
           "and where: line %u column %u (got %u, %u)", errors[i].line, errors[i].col, d.at.line, d.at.col);
        lts_free(l);
    }
    struct diag d;
    static const char zero[] = "des (0,1,2)\n(0,\"a\0b\",1)\n";
    ok(!read_text(zero, sizeof zero - 1, &d) && d.at.line == 2 && d.at.col == 6, "a zero byte in a label: %s", d.text);
}

/* The visible action called tau would come back silent. */
static void test_visible_tau(void)
{
    struct lts_builder *b = lts_builder_new();
    struct buf out = {0};
    struct diag d = {0};
    lts_builder_add(b, 0, lts_builder_label(b, "tau"), 0, true, 0);
    struct lts *l = lts_builder_finish(b, 0, false, false);
    ok(lts_write(l, LTS_FMT_AUT, NULL, &out, &d) == ST_BAD && out.size == 0, "a visible 'tau' is not written: %s",
       d.text);
    buf_free(&out);
    lts_free(l);
}

static void test_io_labels(void)
{
    struct lts_builder *b = lts_builder_new();
    struct lts_print how = {.io_labels = true};
    struct buf out = {0};
    struct diag d = {0};
    lts_builder_add(b, 0, lts_builder_label(b, "'a"), 0, true, 0);
    lts_builder_add(b, 0, lts_builder_label(b, "a"), 0, true, 0);
    lts_builder_add(b, 0, LTS_TAU, 0, true, 0);
    struct lts *l = lts_builder_finish(b, 0, false, false);
    lts_write(l, LTS_FMT_AUT, &how, &out, &d);
    is(buf_str(&out), "des (0,3,1)\n(0,i,0)\n(0,\"?a\",0)\n(0,\"!a\",0)\n", "io labels: 'a is ?a, a is !a, tau stays");
    buf_free(&out);
    lts_free(l);
}

int main(void)
{
    test_dialects();
    test_errors();
    test_visible_tau();
    test_io_labels();
    return done();
}
