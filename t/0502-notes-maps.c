/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Map files: the thesis's own texts unchanged, what its grammars forgot, files that include others, property files.
 */
#include "0500-notes.h"

#include <unistd.h>

static struct arena *arena;
static struct notes notes;
static struct diag diag;
static char warnings[2000];

static void report(void *context, const struct diag *d)
{
    (void)context;
    size_t used = strlen(warnings);
    snprintf(warnings + used, sizeof warnings - used, "%s:%u:%u: %s\n", d->at.file, d->at.line, d->at.col, d->text);
}
static const struct diag_sink sink = {report, NULL};

static void begin(void)
{
    arena_free(arena);
    vec_free(&notes.list);
    arena = notes.arena = arena_new();
    memset(&diag, 0, sizeof diag);
    warnings[0] = 0;
}

/* What was read, as pragmas, one a line; or the error. */
static const char *shown(enum status st)
{
    static char text[8000];
    struct buf b = {0};
    if (st)
        buf_printf(&b, "error %s:%u:%u: %s", diag.at.file, diag.at.line, diag.at.col, diag.text);
    for (size_t i = 0; !st && i < notes.list.count; i++) {
        size_t before = b.size;
        note_print_pragma(fx.u, notes.list.items[i], &b);
        memmove(b.data + before, b.data + before + 14, b.size - before - 13);
        b.size -= 14;
        buf_putc(&b, '\n');
    }
    snprintf(text, sizeof text, "%s", buf_str(&b));
    buf_free(&b);
    return text;
}

static const char *am(const char *text)
{
    begin();
    return shown(note_parse_am(&notes, "fsm.am", text, strlen(text), fx.u, &sink, &diag));
}

static const char *lm(const char *text)
{
    begin();
    return shown(note_parse_lm(&notes, "fsm.lm", text, strlen(text), fx.u, false, &sink, &diag));
}

static const char *properties(const char *text)
{
    begin();
    return shown(note_parse_properties(&notes, "ok.prop", text, strlen(text), fx.u, &sink, &diag));
}

static const char fsm_am[] = "file \"fsm.c\" {\n"
                             "  fun main () : top {\n"
                             "    var state : part(0,1,2);\n"
                             "    var ch : part(-1, 0, 9, 10, 11, 97, 98, 99);\n"
                             "  }\n"
                             "}\n";
static const char fsm_lm[] = "exit == 0 => accept;\n"
                             "watch (main:ch == 97) => 'a;\n"
                             "watch (main:ch == 98) => 'b;\n"
                             "watch (main:ch < 0) => 'eof;\n"
                             "watch (main:ch == 10) => 'eof;\n"
                             "watch (main:ch >= 0) => 'X;\n";

static void thesis(void)
{
    is(am(fsm_am),
       "abstract result of main : ignore\nabstract state : ranges(0, 1, 2)\nabstract ch : ranges(-1, 0, 9, 10, 11, 97, "
       "98, 99)\n",
       "figure 4.5: fsm.am");
    ok(notes.list.items[1]->u.abstract.cell->ref == fx.state && notes.list.items[1]->func == fx.main_func,
       "state is main's");
    ok(notes.list.items[1]->at.line == 3 && notes.list.items[1]->at.col == 9, "and stands in line 3, column 9");
    is(warnings, "", "char is signed here: no warning");
    cwi_type_of(fx.u, fx.t_char)->is_signed = false;
    am(fsm_am);
    is(warnings, "fsm.am:4:14: -1 cannot occur in the type 'char' ([0 .. 255])\n",
       "where char is unsigned, -1 is a warning");
    cwi_type_of(fx.u, fx.t_char)->is_signed = true;
    is(lm(fsm_lm),
       "label exit(value == 0) => output accept\nlabel watch(ch == 97) => input a\nlabel watch(ch == 98) => input b\n"
       "label watch(ch < 0) => input eof\nlabel watch(ch == 10) => input eof\nlabel watch(ch >= 0) => input X\n",
       "figure 4.5: fsm.lm");
    ok(notes.list.items[1]->list == notes.list.items[5]->list && notes.list.items[0]->list,
       "all rules of a map are one list");
    is(lm("call(\"other.c\":helper) => h;"),
       "error fsm.lm:1:6: \"other.c\" is ambiguous: \"src/other.c\" or \"test/other.c\"",
       "a file's name that fits two lists both");
    is(lm("call(\"src/other.c\":helper) => h; read(\"fsm.c\":count) => r; write(\"fsm.c\":main:ch) => w; "
          "read(\"fsm.c\":34:i) => i1;\n"
          "read(\"src/fsm.c\":37:i) => i2; exec \"fsm.c\":12 => e; call(f) => 'f; watch(n <= 3) => n;"),
       "label call(helper) => output h\nlabel read(count) => output r\nlabel write(ch) => output w\nlabel read(i) => "
       "output i1\n"
       "label read(i) => output i2\nlabel exec \"src/fsm.c\":12 => output e\nlabel call(f) => input f\nlabel watch(n "
       "<= 3) => output n\n",
       "figure 2.5: every form of function, variable and line");
    ok(notes.list.items[0]->u.label.event.func == fx.helper_b, "\"src/other.c\":helper is the one of that file");
    ok(notes.list.items[3]->u.label.event.cell->ref + 1 == notes.list.items[4]->u.label.event.cell->ref,
       "a line tells shadowed locals apart");
}

static void extensions(void)
{
    is(am("type small = part(0, 4) ; type row = small array; /* words */ var n : small; // more\nvar buf : row; var "
          "pkt.kind : int;"
          "fun f (var a : bool; var b : mod(3)) : small;"),
       "abstract n : ranges(0, 4)\nabstract buf : ranges(0, 4) array\nabstract pkt.kind : exact\nabstract a : "
       "flag\nabstract b : mod(3)\n"
       "abstract result of f : ranges(0, 4)\n",
       "user's types, variables of no file, fields, parameters");
    is(am("fun f () : top { var i : part(0, 1); }"),
       "abstract result of f : ignore\nabstract i : ranges(0, 1)\nabstract i : ranges(0, 1)\n",
       "an entry is for all locals of its name");
    is(am("fun worker () : top { }"), "", "a result type for a function without result means nothing");
    is(am("var n : bool; var n : flag;"), "abstract n : flag\n", "the same said twice is said once");
    is(lm("watch(main:state == LEN && !(n > 2)) => 'm; write(pkt.kind) when (value == BODY) => input k(value);\n"
          "call(printf) => printf; exit => done; label exit(1) => \"not ok\"; return(f) when (value < 0) => _;"),
       "label watch(state == 5 && !(n > 2)) => input m\nlabel write(pkt.kind) when (value == 6) => input k(value)\n"
       "label call(__printf_chk) => output printf\nlabel exit => output done\nlabel exit(value == 1) => output \"not "
       "ok\"\n"
       "label return(f) when (value < 0) => _\n",
       "conditions, arguments, directions by word, exit, base names");
    is(properties("# comment\n  # another\nok : invariant n < 10\n\nreach-assert; unreachable ERROR;\n"
                  "big : invariant (n < 3 ||\n   state == 1) // state is main's\nlocked : ctl AG (a -> !b);\nproperty "
                  "x : no-leak /* fine */\n"),
       "property ok : invariant n < 10\nproperty reach-assert\nproperty unreachable ERROR\nproperty big : invariant n "
       "< 3 || state == 1\n"
       "property locked : ctl AG (a -> !b)\nproperty x : no-leak\n",
       "a property file");
    ok(notes.list.items[4]->at.line == 8 && notes.list.items[4]->at.col == 1, "places count over skipped lines");
}

static void write_file(const char *name, const char *text)
{
    struct diag d;
    base_file_write(name, text, strlen(text), &d);
}

static void libraries(void)
{
    char dir[] = "/tmp/notes.XXXXXX";
    if (!mkdtemp(dir) || chdir(dir))
        return;
    write_file("a.am", "type t = part(0, 1);\nvar n : t;\n");
    write_file("b.am", "lib \"c.am\";\n");
    write_file("c.am", "lib \"b.am\";\n");
    write_file("bad.am", "\nvar zzz : top;\n");
    write_file("a.lm", "call(f) => f;\n");
    is(am("lib \"a.am\"; lib \"a.am\"; var x : t;"), "abstract n : ranges(0, 1)\nabstract x : ranges(0, 1)\n",
       "lib brings variables and types, once");
    is(am("lib \"b.am\";"), "error c.am:1:5: the map \"b.am\" includes itself", "maps in a circle");
    is(am("lib \"bad.am\";"), "error bad.am:2:5: no variable 'zzz' in the program",
       "an error in an included map has its own place");
    is(am("lib \"none.am\";"), "error fsm.am:1:5: map \"none.am\": cannot open: No such file or directory",
       "a map that is not there");
    is(lm("lib \"a.lm\"; exit => e;"), "label call(f) => output f\nlabel exit => output e\n", "lib in label maps");
    ok(notes.list.items[0]->list == notes.list.items[1]->list, "belongs to the same list");
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", dir);
    ok(!chdir("/") && !system(command), "tidied up");
}

static void tables(void)
{
    begin();
    const char *text = "call(no_such) => a; watch(nothing.at > all) => b; call(f(x, 1)) => c(x);";
    is(shown(note_parse_lm(&notes, "table", text, strlen(text), fx.u, true, &sink, &diag)),
       "label call(f(x, 1)) => output c(x)\n", "a table's rules for what does not occur are no rules");
    is(warnings, "", "and nothing is said");
    ok(notes.list.items[0]->from_table, "the rest is marked as from a table");
}

int main(void)
{
    fixture();
    thesis();
    extensions();
    libraries();
    tables();
    begin();
    arena_free(arena);
    vec_free(&notes.list);
    cwi_unit_free(fx.u);
    return done();
}
