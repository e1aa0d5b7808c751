/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * JSON that is wrong is named with its line and column; unknown members and any spelling of strings are understood.
 */
#include "runtime/lts/lts.h"
#include "tap.h"

static struct lts *read_text(const char *text, struct diag *d)
{
    struct lts *l = NULL;
    memset(d, 0, sizeof *d);
    lts_read_text("x.json", text, strlen(text), LTS_FMT_JSON, NULL, 0, &l, d);
    return l;
}

static const struct {
    const char *text;
    uint32_t line, col;
    const char *message;
} errors[] = {
    {"", 1, 1, "expected '{', found the end"},
    {"{\"states\": 1", 1, 13, "expected ',' or '}', found the end"},
    {"{\"states\" 1}", 1, 11, "expected ':', found '1'"},
    {"{states: 1}", 1, 2, "expected a string, found 's'"},
    {"{\"states\": 1,\n \"initial\": x}", 2, 13, "expected the initial state, found 'x'"},
    {"{\"states\": 1, \"initial\": 0}", 0, 0, "member \"transitions\" is missing"},
    {"{\"states\": 99999999999}", 1, 12, "the number of states is too large"},
    {"{\"states\": 4000000000, \"initial\": 0, \"transitions\": []}", 1, 12, "4000000000 states with 0 transitions"},
    {"{\"states\": 1, \"initial\": 1, \"transitions\": []}", 1, 26, "initial state 1 does not exist"},
    {"{\"states\": 1, \"initial\": 0,\n\"transitions\": [{\"from\": 0}]}", 2, 17,
     "expected a transition as [from, label, to], found '{'"},
    {"{\"states\": 1, \"initial\": 0, \"labels\": [\"a\"],\n\"transitions\": [[0,0 0]]}", 2, 22,
     "expected ',', found '0'"},
    {"{\"states\": 1, \"initial\": 0, \"labels\": [\"a\"], \"transitions\": [[0,1,0]]}", 1, 62,
     "transition 0: label 1 does not exist"},
    {"{\"states\": 1, \"initial\": 0, \"labels\": [\"a\"], \"transitions\":\n [[0,0,0],\n [0,0,3]]}", 3, 2,
     "transition 1: state 3 does not exist"},
    {"{\"states\": 1, \"initial\": 0, \"transitions\": [],\n\"states\": 2}", 2, 1, "member \"states\" is there twice"},
    {"{\"states\": 2, \"initial\": 0, \"transitions\": [], \"state_names\": [null]}", 1, 63,
     "1 state names for 2 states"},
    {"{\"states\": 2, \"initial\": 0, \"transitions\": [], \"values\": [\"\", \"1\"]}", 1, 63,
     "values of state 1: expected 0 of 0, 1 and ?"},
    {"{\"states\": 2, \"initial\": 0, \"transitions\": [], \"propositions\": [\"p\"]}", 1, 64,
     "member \"values\" is missing"},
    {"{\"labels\": [\"a\\x\"]}", 1, 15, "unknown escape in a string"},
    {"{\"labels\": [\"\\u0000\"]}", 1, 14, "a label cannot hold a zero byte"},
    {"{\"labels\": [\"\\ud800\"]}", 1, 14, "this is no character"},
    {"{\"labels\": [\"a\nb\"]}", 1, 15, "expected no control character inside a string, found the end of the line"},
    {"{\"labels\": [\"a", 1, 13, "the string has no closing quote"},
    {"{\"states\": 1, \"initial\": 0, \"transitions\": [], \"values\": [\"1\"]}", 1, 59,
     "values of state 0: expected 0 of 0, 1 and ?"},
    {"{\"states\": 1, \"initial\": 0, \"transitions\": []} x", 1, 48, "expected the end of the file, found 'x'"},
};

int main(void)
{
    struct diag d;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        struct lts *l = read_text(errors[i].text, &d);
        is(d.text, errors[i].message, "the message says what is wrong");
        ok(!l && d.at.line == errors[i].line && d.at.col == errors[i].col, "and where: %u:%u (got %u:%u)",
           errors[i].line, errors[i].col, d.at.line, d.at.col);
        lts_free(l);
    }
    struct lts *l =
        read_text("{\"author\": {\"a\": [1.5e-3, \"]\", {}], \"b\": null}, \"states\": 1, \"initial\": 0,\n"
                  "\"labels\": [\"\\u0061\\n\\u00e9\\ud83d\\udc3a\\udcff\\/\"], \"transitions\": [[0,0,0]]}",
                  &d);
    ok(l != NULL, "unknown members are passed over: %s", d.text);
    is(l ? lts_label(l, 0) : NULL, "a\n\303\251\360\237\220\272\377/",
       "escapes, pairs of surrogates, bytes in disguise");
    lts_free(l);
    return done();
}
