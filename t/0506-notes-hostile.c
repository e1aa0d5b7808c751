/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Hostile text: deep nesting, endless lists, random bytes and tokens, cut and bent copies of good texts. Every one is
 * read or refused with a place; nothing crashes (run with DEVELOPER=1 for the sanitizers). What is accepted prints and
 * reads back. The seed is printed.
 */
#include "0500-notes.h"

static uint64_t seed = 4711;

static uint32_t dice(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

static void repeat(struct buf *b, const char *s, size_t n)
{
    while (n--)
        buf_puts(b, s);
}

static enum status try_note(const char *text, size_t size, struct diag *d)
{
    struct arena *a = arena_new();
    struct note *n;
    memset(d, 0, sizeof *d);
    enum status st =
        note_parse(a, note_text_source(a, "h", text, size, 1, 1), note_unit_resolver(a, fx.u, fx.main_func), &n, d);
    arena_free(a);
    return st;
}

static void deep(void)
{
    static const struct {
        const char *before, *open, *middle, *close, *after;
    } rows[] = {
        {"predicate ", "(", "n", ")", " < 3"},
        {"predicate ", "-", "n", "", ""},
        {"predicate ", "!", "n", "", ""},
        {"predicate ", "*", "p", "", ""},
        {"predicate ", "n + ", "n", "", " < 3"},
        {"predicate ", "buf[", "n", "]", ""},
        {"predicate ", "(int)", "n", "", ""},
        {"predicate ", "n ? n : ", "n", "", ""},
        {"predicate ", "n ? ", "n", " : n", ""},
        {"predicate ", "sizeof ", "n", "", " < n"},
        {"predicate ", "n == ", "n", "", ""},
        {"predicate ", "&*", "p", "", ""},
        {"predicate p", "[n]", "", "", ""},
        {"predicate (int ", "*", ")p", "", ""},
        {"abstract n : bool", " array", "", "", ""},
        {"abstract n : values(", "1, ", "1", "", ")"},
        {"label call(f(", "_, ", "_", "", ")) => a"},
        {"label call(f) => a(", "n, ", "n", "", ")"},
        {"input read_key : ", "1, ", "2", "", ""},
        {"external hal_send : reads(", "1, ", "1", "", ")"},
        {"spec \"a\" a", "-a", "", "", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buf b = {0};
        struct diag d;
        buf_puts(&b, rows[i].before);
        repeat(&b, rows[i].open, 20000);
        buf_puts(&b, rows[i].middle);
        repeat(&b, rows[i].close, 20000);
        buf_puts(&b, rows[i].after);
        enum status st = try_note(b.data, b.size, &d);
        ok(st == ST_BAD && d.at.line == 1 && d.at.col, "20000 times '%s': %.80s", rows[i].open, d.text);
        buf_free(&b);
    }
}

/* Conversions double the depth of what is short enough as text. */
static void deep_tree(void)
{
    struct buf b = {0};
    struct diag d;
    buf_puts(&b, "predicate n");
    repeat(&b, " == 1L", 249);
    ok(try_note(b.data, b.size, &d) == ST_BAD && strstr(d.text, "too deep"),
       "249 comparisons with conversions between: %s", d.text);
    buf_free(&b);
}

/* The deepest that is accepted also travels. */
static void deepest(void)
{
    static const struct {
        const char *open, *middle, *close;
        size_t count;
    } rows[] = {{"(1 + ", "n", ")", 90},       {"-(", "n", " + y)", 60},   {"(n == y) == 1L && ", "n", "", 80},
                {"(long)(char)", "n", "", 90}, {"y + u < ", "n", "", 120}, {"!(n < ", "1", ")", 60},
                {"(n ? 1 : ", "2", ")", 60}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena *a = arena_new();
        struct buf b = {0}, canonical = {0}, whole = {0};
        struct note_refs refs = {0};
        struct note *n = NULL, *again = NULL;
        struct diag d = {0};
        buf_puts(&b, "predicate ");
        repeat(&b, rows[i].open, rows[i].count);
        buf_puts(&b, rows[i].middle);
        repeat(&b, rows[i].close, rows[i].count);
        ok(!parse_one(a, 0, buf_str(&b), &n, &d), "%zu times '%s' is fine: %s", rows[i].count, rows[i].open, d.text);
        if (n) {
            note_print_canonical(fx.u, n, &canonical, &refs);
            buf_printf(&whole, "predicate %s", buf_str(&canonical));
            struct cwi_note c = {.word = "predicate",
                                 .text = buf_str(&canonical),
                                 .refs = refs.list.items,
                                 .ref_count = (uint32_t)refs.list.count};
            ok(!note_parse(a, note_text_source(a, NULL, whole.data, whole.size, 1, 1), note_ref_resolver(a, fx.u, &c),
                           &again, &d),
               "and travels: %s", d.text);
            ok(again && cwi_expr_equal(n->u.predicate, again->u.predicate), "unchanged");
        }
        buf_free(&b), buf_free(&canonical), buf_free(&whole);
        vec_free(&refs.list);
        arena_free(a);
    }
}

/* ---- random texts --------------------------------------------------------------------------------------------------
 */

static const char *const good[] = {
    "abstract state, ch : part(0, 1, 2)",
    "label write(pp->kind) when (value == 5) => output lock(n)",
    "property p : invariant (n < 10) && !p",
    "spec \"door.ccs\" Door weak-trace entry worker",
    "input read_key : [0, 9], {3} | 5",
    "external hal_send : reads(buf) writes(2, globals) calls",
    "label call(\"fsm.c\":f(_, a, 3)) => input 'x",
    "predicate (unsigned char)p[2] - *p ? sizeof(struct packet) : buf[n]",
    "label exec \"fsm.c\":12 => \"a b\"",
    "property q : ctl AG (x -> AF 'y')",
    "abstract n : parts([..3], [4 .. 9]) array",
    "file \"fsm.c\" { fun main (var x : top; var y : int) : top { var state : part(0,1,2); var pkt.kind : t array; } }",
    "type t = part(1); lib \"x\"; var n : t;",
    "watch (main:ch == 97) => 'a; exit == 0 => accept; read(\"fsm.c\":12:n) => r;",
};
static const char *const words[] = {
    "abstract", "label", "property", "predicate", "input",  "n",         "p",      "pp",    "buf",  "pkt",   "main",
    ":",        "(",     ")",        "[",         "]",      "{",         "}",      "->",    ".",    "..",    ",",
    ";",        "=>",    "==",       "'",         "\"",     "\"fsm.c\"", "12",     "0x",    "'a'",  "*",     "&",
    "-",        "!",     "sizeof",   "int",       "struct", "packet",    "values", "array", "call", "watch", "exit",
    "when",     "value", "file",     "fun",       "var",    "$1",        "$add",   "/*",    "//",   "\\",    "?",
    "result",   "of",    "1.5",      "f",         "state",  "top",       "type",   "=",     "lib"};

static void random_text(struct buf *b)
{
    uint32_t kind = dice(4);
    if (kind == 0) {
        for (uint32_t n = dice(60); n; n--)
            buf_putc(b, (char)dice(256));
    } else if (kind == 1) {
        for (uint32_t n = dice(30); n; n--)
            buf_printf(b, "%s ", words[dice(sizeof words / sizeof *words)]);
    } else {
        buf_puts(b, good[dice(sizeof good / sizeof *good)]);
        for (uint32_t n = dice(4); n && b->size; n--) {
            uint32_t at = dice((uint32_t)b->size);
            if (dice(2))
                b->data[at] = (char)dice(256);
            else
                memmove(b->data + at, b->data + at + 1, b->size - at), b->size--;
        }
        if (dice(2) && b->size)
            b->size = dice((uint32_t)b->size);
    }
}

static bool reads_back(struct arena *a, const struct note *n)
{
    struct buf b = {0}, c = {0};
    struct note *again = NULL;
    struct diag d;
    note_print_pragma(fx.u, n, &b);
    /* Names of several files' statics and shadowed locals have no C scope here to tell them apart. */
    bool same = parse_one(a, fx.main_func, buf_str(&b) + 14, &again, &d) != ST_OK;
    if (same)
        same = strstr(d.text, "ambiguous");
    else {
        note_print_pragma(fx.u, again, &c);
        same = !strcmp(buf_str(&b), buf_str(&c));
    }
    if (!same)
        printf("# %s\n#   %s\n", buf_str(&b), again ? buf_str(&c) : d.text);
    buf_free(&b);
    buf_free(&c);
    return same;
}

static bool try_all(const struct buf *b, unsigned *accepted)
{
    struct notes notes = {.arena = arena_new()};
    struct diag d[5];
    struct note *n = NULL, *property = NULL;
    char *text = arena_strn(notes.arena, b->data ? b->data : "", b->size);
    memset(d, 0, sizeof d);
    enum status st[5] = {
        note_parse(notes.arena, note_text_source(notes.arena, "h", text, b->size, 1, 1),
                   note_unit_resolver(notes.arena, fx.u, fx.main_func), &n, &d[0]),
        note_parse_am(&notes, "h.am", text, b->size, fx.u, NULL, &d[1]),
        note_parse_lm(&notes, "h.lm", text, b->size, fx.u, dice(2), NULL, &d[2]),
        note_parse_properties(&notes, "h.prop", text, b->size, fx.u, NULL, &d[3]),
        note_parse_property(notes.arena, text, fx.u, 0, &property, &d[4]),
    };
    bool fine = true;
    for (int i = 0; i < 5; i++)
        fine = fine && (!st[i] || (*d[i].text && d[i].at.line && d[i].at.col));
    for (size_t i = 0; i < notes.list.count; i++)
        fine = fine && reads_back(notes.arena, notes.list.items[i]);
    if (!st[0])
        fine = fine && reads_back(notes.arena, n), ++*accepted;
    vec_free(&notes.list);
    arena_free(notes.arena);
    return fine;
}

static void random_texts(unsigned count)
{
    unsigned wrong = 0, accepted = 0;
    for (unsigned i = 0; i < count; i++) {
        struct buf b = {0};
        random_text(&b);
        if (!try_all(&b, &accepted)) {
            wrong++;
            printf("# not read well: %.*s\n", (int)b.size, b.data);
        }
        buf_free(&b);
    }
    ok(!wrong, "%u random texts are read, or refused with a place", count);
    ok(accepted > count / 100, "and some (%u) are read", accepted);
}

int main(int argc, char **argv)
{
    fixture();
    if (argc > 1)
        seed = strtoull(argv[1], NULL, 10);
    printf("# seed %llu\n", (unsigned long long)seed);
    deep();
    deep_tree();
    deepest();
    random_texts(20000);
    cwi_unit_free(fx.u);
    return done();
}
