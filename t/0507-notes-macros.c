/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A source that expands macros when asked to, as the compiler's does: C expressions see the expansion, words and names
 * what was written.
 */
#include "0500-notes.h"

/* #define ACK 6, DEV (pp->kind), bool _Bool, values 7, input 8, stx 9, call 10, fresh m2, TOP n + 1 */
static const struct {
    const char *name, *expansion;
} macros[] = {{"ACK", "6"},     {"DEV", "(pp->kind)"}, {"bool", "_Bool"}, {"values", "7"}, {"input", "8"},
              {"stx", "9"},     {"call", "10"},        {"when", "11"},    {"fresh", "m2"}, {"ok", "12"},
              {"TOP", "n + 1"}, {"array", "13"},       {"of", "off"}};

struct source {
    struct note_source source;
    struct arena *a;
    struct note_source *text, *expanding;
    const char *spelling;
    struct note_token pending; /* the second half of => */
    bool has_pending;
};

static struct note_token next(void *context, bool expand)
{
    struct source *s = context;
    struct note_token t;
    if (s->has_pending) {
        s->has_pending = false;
        return s->pending;
    }
    if (s->expanding) {
        t = s->expanding->next(s->expanding->context, false);
        if (t.kind != TOK_END) {
            if (s->spelling && t.kind == TOK_NAME)
                t.spelling = s->spelling;
            s->spelling = NULL;
            return t;
        }
        s->expanding = NULL;
    }
    t = s->text->next(s->text->context, expand);
    if (t.kind == TOK_PUNCT && !strcmp(t.text, "=>")) { /* cpplib knows no such token */
        s->pending = t;
        s->pending.text = ">";
        s->has_pending = true;
        t.text = "=";
    }
    for (size_t i = 0; t.kind == TOK_NAME && expand && i < sizeof macros / sizeof *macros; i++) {
        if (strcmp(t.text, macros[i].name))
            continue;
        s->expanding = note_text_source(s->a, "m", macros[i].expansion, strlen(macros[i].expansion), 1, 1);
        s->spelling = macros[i].name;
        return next(s, false);
    }
    return t;
}

static const struct {
    const char *text, *printed;
} rows[] = {
    {"abstract n : values(0, ACK)", "abstract n : values(0, 6)"},
    {"abstract n : bool", "abstract n : flag"},
    {"abstract buf : bool array", "abstract buf : flag array"},
    {"abstract DEV : values(ACK + 1, values)", "abstract pp->kind : values(7, 7)"},
    {"label write(DEV) when (value == ACK) => input stx", "label write(pp->kind) when (value == 6) => input stx"},
    {"label call(f(_, ACK)) => output ACK", "label call(f(_, 6)) => output ACK"},
    {"label call(f(fresh, _)) when (fresh == n) => lock(fresh)", "label call(f(m2, _)) when (m2 == n) => lock(m2)"},
    {"label watch(TOP >= ACK) => when", "label watch(n + 1 >= 6) => \"when\""},
    {"label exit == ACK => stx", "label exit(value == 6) => stx"},
    {"label read(n) => input", "label read(n) => \"input\""},
    {"label read(n) => input input", "label read(n) => input \"input\""},
    {"property ok : invariant TOP < ACK", "property ok : invariant n + 1 < 6"},
    {"property ok : ctl AG (ACK -> stx)", "property ok : ctl AG (ACK -> stx)"},
    {"property unreachable ok", "property unreachable ok"},
    {"input read_key : [0, ACK], {ACK, stx}", "input read_key : [0, 6], {6}, {9}"},
    {"spec \"a.ccs\" stx", "spec \"a.ccs\" stx obseq"},
    {"abstract result of f : bool", "abstract result of f : flag"},
    {"predicate ACK < n", "predicate 6 < n"},
    {"predicate (bool)n == x", "predicate (_Bool)(n != 0) == x"},
    {"predicate c ? main : state", NULL},
    {"predicate n ? main : state", NULL},
};

int main(void)
{
    fixture();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena *a = arena_new();
        struct source s = {.a = a, .text = note_text_source(a, "t.c", rows[i].text, strlen(rows[i].text), 1, 1)};
        struct note *n = NULL;
        struct diag d = {0};
        struct buf b = {0};
        s.source = (struct note_source){&s, next};
        enum status st = note_parse(a, &s.source, note_unit_resolver(a, fx.u, 0), &n, &d);
        if (!st)
            note_print_pragma(fx.u, n, &b);
        if (rows[i].printed)
            is(st ? d.text : buf_str(&b) + 14, rows[i].printed, rows[i].text);
        else
            ok(st && !strstr(d.text, "in function"), "%s is no qualified name here: %s", rows[i].text, d.text);
        buf_free(&b);
        arena_free(a);
    }
    cwi_unit_free(fx.u);
    return done();
}
