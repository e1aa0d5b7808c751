/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which label rules belong to a function, a variable, a line; their order; ready-made maps.
 */
#include "0500-notes.h"
#include "labels/labels.h"

static struct notes notes;
static struct diag diag;

static struct ev_set *compile(const char *lm)
{
    struct ev_set *s = NULL;
    arena_free(notes.arena);
    vec_free(&notes.list);
    notes.arena = arena_new();
    if (!ok(!note_parse_lm(&notes, "t.lm", lm, strlen(lm), fx.u, false, NULL, &diag), "%.60s...", lm))
        printf("# %s\n", diag.text);
    ok(!ev_compile(notes.arena, fx.u, &notes, &s, &diag), "compiles");
    return s;
}

/* The labels of rules, with spaces. */
static const char *names(const struct ev_rule *const *rules, uint32_t count)
{
    static char text[1000];
    text[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        strcat(text, i ? " " : "");
        strcat(text, rules[i]->note->u.label.name);
    }
    return text;
}
#define NAMES(question, ...) (rules = question(s, __VA_ARGS__, &count), names(rules, count))

static void indices(void)
{
    const struct ev_rule *const *rules;
    uint32_t count;
    struct ev_set *s = compile(
        "call(f) => f1; call(getc) => g1; call(_IO_getc) => g2; return(f) => rf; exit == 0 => e0; exit => e1;\n"
        "read(n) => rn; write(buf[3]) => w3; write(buf) => w; write(pkt.data[1]) => wd; write(pp->kind) => wp;\n"
        "watch(n + x > 3) => nx; watch(main:ch == 1 && main:ch != p[2]) => ch; call(f(1)) => f2;\n"
        "exec \"fsm.c\":12 => l1; exec \"fsm.c\":12 => l2; exec \"src/other.c\":12 => l3;\n");
    is(NAMES(ev_calls, fx.f), "f1 f2", "calls, in order");
    is(NAMES(ev_calls, fx.getc_func), "g1 g2", "an external under its name and its base name");
    is(NAMES(ev_calls, fx.main_func), "", "no rule for main");
    is(NAMES(ev_calls, 99999), "", "nor for what does not exist");
    is(NAMES(ev_returns, fx.f), "rf", "returns");
    rules = ev_exits(s, &count);
    is(names(rules, count), "e0 e1", "exits");
    is(NAMES(ev_reads, fx.n), "rn", "reads");
    is(NAMES(ev_writes, fx.buf), "w3 w", "writes of elements and of the whole");
    is(NAMES(ev_writes, fx.pkt), "wd", "writes of a part of a field");
    is(NAMES(ev_writes, fx.pp), "", "pp itself is not written by pp->kind");
    is(NAMES(ev_writes, 0), "wp", "what a pointer leads to is asked for under 0");
    is(NAMES(ev_watches, fx.n), "nx", "a watch belongs to each variable of its condition");
    is(NAMES(ev_watches, fx.x), "nx", "each one");
    is(NAMES(ev_watches, fx.ch), "ch", "once, though named twice");
    is(NAMES(ev_watches, fx.p), "ch", "pointers too");
    is(NAMES(ev_exec, fx.file, 12), "l1 l2", "lines");
    is(NAMES(ev_exec, fx.other, 12), "l3", "of their file");
    is(NAMES(ev_exec, fx.other, 13), "", "and no other line");
    rules = ev_all(s, &count);
    ok(count == 17 && rules[16]->index == 16 && !ev_is_empty(s), "all rules, numbered in order");
}

static void base_names(void)
{
    const struct ev_rule *const *rules;
    uint32_t count;
    struct cwi_func f = {
        .name = "printf", .asm_name = "printf", .linkage = CWI_EXTERN, .type = cwi_func_of(fx.u, fx.printf_func)->type};
    cwi_id plain = cwi_add_func(fx.u, &f);
    struct ev_set *s = compile("call(printf) => p; return(__printf_chk) => r;");
    is(NAMES(ev_calls, plain), "p", "where the program calls both, printf");
    is(NAMES(ev_calls, fx.printf_func), "p", "is __printf_chk too");
    is(NAMES(ev_returns, plain), "r", "and the other way round");
    cwi_func_of(fx.u, plain)->name = cwi_func_of(fx.u, plain)->asm_name = "gone";
}

static void overlaps(void)
{
    struct ev_set *s = compile("watch(n == 1) => a; watch(n == 2) => b;");
    ok(s, "watches of one list may overlap");
    const char *more = "\n  watch(x == 3 || n == 3) => c;";
    ok(!note_parse_lm(&notes, "u.lm", more, strlen(more), fx.u, false, NULL, &diag), "a second list");
    ok(ev_compile(notes.arena, fx.u, &notes, &s, &diag) == ST_BAD && !s,
       "with a watch on the same variable is an error");
    is(diag.text, "'n' is watched in another list of label rules too, at t.lm:1:1: which comes first is not defined",
       "that names the first");
    ok(!strcmp(diag.at.file, "u.lm") && diag.at.line == 2 && diag.at.col == 3, "at the second");
}

static void repeated(void)
{
    static const char text[] = "watch(n == 1) => a; watch(n == 2) => b; call(f) => c;";
    uint32_t count;
    struct ev_set *s = compile(text);
    ok(!note_parse_lm(&notes, "t.lm", text, strlen(text), fx.u, false, NULL, &diag), "the same list once more");
    ok(ev_compile(notes.arena, fx.u, &notes, &s, &diag) == ST_OK, "is no overlap");
    ev_all(s, &count);
    ok(count == 3, "and its rules count once");
    s = compile("call(f) => c; call(f) => c;");
    ev_all(s, &count);
    ok(count == 2, "in one list each rule stands for itself");
}

static void ready_made(void)
{
    struct ev_set *s = compile("");
    const struct ev_rule *const *rules;
    uint32_t count;
    ok(ev_is_empty(s), "no rules");
    ok(!ev_ready_made("posx"), "no map of an unknown name");
    for (size_t i = 0; ev_ready_made_names[i]; i++) {
        const char *text = ev_ready_made(ev_ready_made_names[i]);
        size_t before = notes.list.count, lines = 0;
        for (const char *c = text; *c; c++)
            lines += *c == '\n';
        if (!ok(!note_parse_lm(&notes, ev_ready_made_names[i], text, strlen(text), fx.u, true, NULL, &diag),
                "%s can be read (%zu rows)", ev_ready_made_names[i], lines))
            printf("# %s\n", diag.text);
        ok(lines > 50 && notes.list.count - before < 5, "and only what the program calls is kept");
    }
    ok(!ev_compile(notes.arena, fx.u, &notes, &s, &diag), "both together compile");
    is(NAMES(ev_calls, fx.getc_func), "getc", "_IO_getc is getc");
    is(NAMES(ev_calls, fx.printf_func), "printf", "__printf_chk is printf");
    ok(rules[0]->note->u.label.direction == DIR_OUTPUT, "an output");
    rules = ev_calls(s, fx.getc_func, &count);
    ok(rules[0]->note->u.label.direction == DIR_INPUT && rules[0]->note->from_table, "getc is an input, from a table");
}

/* Every row on a program that has every function: a table without mistakes in it. */
static void every_row(void)
{
    for (size_t i = 0; ev_ready_made_names[i]; i++) {
        struct cwi_unit *u = cwi_unit_new("all");
        struct arena *a = arena_new();
        struct notes all = {.arena = a};
        const char *text = ev_ready_made(ev_ready_made_names[i]);
        size_t rows = 0;
        struct cwi_type t = {.kind = CWI_FUNC, .of = cwi_int_type(u, 32, true)};
        cwi_id type = cwi_add_type(u, &t);
        for (const char *c = text; (c = strstr(c, "call(")); rows++) {
            c += 5;
            struct cwi_func f = {.name = arena_strn(a, c, strcspn(c, ")")), .linkage = CWI_EXTERN, .type = type};
            f.asm_name = f.name;
            cwi_add_func(u, &f);
        }
        ok(!note_parse_lm(&all, "all", text, strlen(text), u, false, NULL, &diag) && all.list.count == rows,
           "%s: each of %zu rows is a rule %s", ev_ready_made_names[i], rows, diag.text);
        struct ev_set *s;
        uint32_t count, doubles = 0;
        ok(!ev_compile(a, u, &all, &s, &diag), "and compiles");
        for (cwi_id f = 1; f < u->funcs.count; f++) {
            ev_calls(s, f, &count);
            if (count != 1)
                printf("# %s: %u\n", cwi_func_of(u, f)->name, count), doubles++;
        }
        ok(!doubles, "no call has two rows");
        vec_free(&all.list);
        arena_free(a);
        cwi_unit_free(u);
    }
}

int main(void)
{
    fixture();
    indices();
    base_names();
    overlaps();
    repeated();
    ready_made();
    memset(&diag, 0, sizeof diag);
    every_row();
    struct cwi_func f = {.name = "_cwolf_event",
                         .asm_name = "_cwolf_event",
                         .linkage = CWI_STATIC,
                         .type = cwi_func_of(fx.u, fx.f)->type};
    ok(ev_is_event_function(fx.u, cwi_add_func(fx.u, &f)) && !ev_is_event_function(fx.u, fx.f) &&
           !ev_is_event_function(fx.u, 0),
       "_cwolf_event is known by its name");
    arena_free(notes.arena);
    vec_free(&notes.list);
    cwi_unit_free(fx.u);
    return done();
}
