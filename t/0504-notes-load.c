/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What travels in a program's units: pragmas in their scopes, maps of the command line, copies of both.
 */
#include "0500-notes.h"

static char warnings[2000];

static void report(void *context, const struct diag *d)
{
    (void)context;
    size_t used = strlen(warnings);
    snprintf(warnings + used, sizeof warnings - used, "%s:%u:%u: %s\n", d->at.file, d->at.line, d->at.col, d->text);
}
static const struct diag_sink sink = {report, NULL};

/* As the plugin does it: parse in scope, print canonically, add to the unit. */
static void pragma_at(const char *text, cwi_id func, cwi_id file, uint32_t line)
{
    struct arena *a = arena_new();
    struct note *n;
    struct diag d;
    struct buf canonical = {0};
    struct note_refs refs = {0};
    if (!ok(!parse_one(a, func, text, &n, &d), "%s", text))
        printf("# %s\n", d.text);
    note_print_canonical(fx.u, n, &canonical, &refs);
    struct cwi_note c = {.word = note_words[n->kind], .text = buf_str(&canonical), .at = {file, line, 9}, .func = func};
    c.refs = refs.list.items;
    c.ref_count = (uint32_t)refs.list.count;
    cwi_add_note(fx.u, &c);
    buf_free(&canonical);
    vec_free(&refs.list);
    arena_free(a);
}

static void file_note(const char *word, const char *name, const char *text)
{
    struct cwi_note c = {.word = word, .text = text, .file_name = name};
    cwi_add_note(fx.u, &c);
}

static const struct note *nth(const struct notes *notes, enum note_kind kind, size_t n)
{
    for (size_t i = 0; i < notes->list.count; i++)
        if (notes->list.items[i]->kind == kind && !n--)
            return notes->list.items[i];
    return NULL;
}

static size_t count_kind(const struct notes *notes, enum note_kind kind)
{
    size_t n = 0;
    while (nth(notes, kind, n))
        n++;
    return n;
}

static void loads(void)
{
    struct notes notes = {.arena = arena_new()};
    struct diag d = {0};
    ok(!note_load(&notes, fx.u, &sink, &d), "everything loads %s", d.text);
    ok(count_kind(&notes, NOTE_ABSTRACT) == 4,
       "a comma list is two notes, a copy of a header's pragma none, a map's entry one");
    const struct note *n = nth(&notes, NOTE_ABSTRACT, 0);
    ok(n->u.abstract.cell->ref == fx.state && !n->next && n->func == fx.main_func,
       "the first of the list, in its function");
    ok(!strcmp(n->at.file, "src/fsm.c") && n->at.line == 6 && n->at.col == 9 && n->src.file == fx.file,
       "with its place in the source");
    ok(nth(&notes, NOTE_ABSTRACT, 1)->u.abstract.cell->ref == fx.ch, "the second of the list");
    ok(count_kind(&notes, NOTE_LABEL) == 5, "label rules of pragmas and of the map");
    const struct note *a = nth(&notes, NOTE_LABEL, 0), *b = nth(&notes, NOTE_LABEL, 1), *c = nth(&notes, NOTE_LABEL, 2);
    ok(a->list && a->list == b->list && a->list != c->list, "pragmas of one unit are one list, of another another");
    ok(nth(&notes, NOTE_LABEL, 3)->list == nth(&notes, NOTE_LABEL, 4)->list &&
           nth(&notes, NOTE_LABEL, 3)->list != c->list,
       "and a map is its own");
    const struct note *spec = nth(&notes, NOTE_SPEC, 0);
    ok(!strcmp(spec->u.spec.file, "door.ccs") && !spec->u.spec.content, "a design named in a pragma is read later");
    spec = nth(&notes, NOTE_SPEC, 1);
    ok(!strcmp(spec->u.spec.file, "d:x/lift.ccs") && !strcmp(spec->u.spec.process, "Lift") &&
           !strcmp(spec->u.spec.relation, "weak-trace"),
       "a design of the command line: file, process, relation");
    is(spec->u.spec.content, "proc Lift = nil", "brings its text");
    ok(count_kind(&notes, NOTE_PROPERTY) == 2, "properties, from a pragma and from a file");
    is(warnings, "all.am:1:6: no file \"absent.c\" in the program\nall.lm:1:6: no function 'absent'\n",
       "what a travelling map says about other programs is a warning");
    vec_free(&notes.list);
    arena_free(notes.arena);
}

static void contradicts(void)
{
    struct notes notes = {.arena = arena_new()};
    struct diag d = {0};
    pragma_at("abstract state : values(7)", fx.main_func, fx.file, 20);
    ok(note_load(&notes, fx.u, &sink, &d) == ST_BAD, "two abstractions for one variable are an error");
    is(d.text, "'state' already has the abstraction values(0, 1), at src/fsm.c:6:9", "that names the other one");
    ok(d.at.line == 20, "at the second");
    vec_free(&notes.list);
    arena_free(notes.arena);
}

static void damaged(void)
{
    struct notes notes = {.arena = arena_new()};
    struct diag d = {0};
    struct cwi_ref refs[] = {{CWI_REF_VAR, 99999}, {CWI_REF_TYPE, 99999}, {CWI_REF_FUNC, 0}};
    static const char *const texts[] = {"$0 : bool",          "$2() : bool", "$7 : bool", "$99999999999999 : bool",
                                        "$add($0, 1) : bool", "$x",          ""};
    struct cwi_unit *u = fx.u;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        u->notes.count = 0;
        struct cwi_note c = {.word = "abstract", .text = texts[i], .at = {fx.file, 3, 9}, .refs = refs, .ref_count = 3};
        cwi_add_note(u, &c);
        ok(note_load(&notes, u, &sink, &d) == ST_BAD && d.at.line == 3 && *d.text, "damaged '%s': %s", texts[i],
           d.text);
    }
    u->notes.count = 0;
    struct cwi_note c = {.word = "absract", .text = "x", .at = {fx.file, 3, 9}};
    cwi_add_note(u, &c);
    ok(note_load(&notes, u, &sink, &d) == ST_BAD, "an unknown word: %s", d.text);
    vec_free(&notes.list);
    arena_free(notes.arena);
}

int main(void)
{
    fixture();
    pragma_at("abstract state, ch : values(0, 1)", fx.main_func, fx.file, 6);
    pragma_at("abstract n : bool", 0, fx.header, 7);
    pragma_at("abstract n : bool", 0, fx.header, 7);
    pragma_at("label watch(ch == 'a') => input a", fx.main_func, fx.file, 9);
    pragma_at("label watch(n > 0) => up", 0, fx.file, 4);
    pragma_at("label call(f) => f", 0, fx.other, 4);
    pragma_at("spec \"door.ccs\" Door", 0, fx.file, 2);
    pragma_at("property small : invariant n < 10", 0, fx.file, 3);
    for (int copy = 0; copy < 2; copy++) {
        file_note("am", "all.am",
                  "file \"absent.c\" { var q : int; fun g (var v : top;) : top { var a.b : int; } }\nvar x : int;");
        file_note("lm", "all.lm", "call(absent) => a; watch(y == 1) => y; exit => e;");
        file_note("properties", "all.prop", "reach-assert");
        file_note("spec", "d:x/lift.ccs:Lift:weak-trace", "proc Lift = nil");
    }
    loads();
    contradicts();
    damaged();
    cwi_unit_free(fx.u);
    return done();
}
