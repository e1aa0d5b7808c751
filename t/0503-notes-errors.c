/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What users are told, word for word and at which column.
 */
#include "0500-notes.h"

#include <stdio.h>

struct row {
    const char *text, *message;
};

static const struct row pragmas[] = {
    {"", "1:1: expected an annotation (abstract, label, property, ...), found the end"},
    {"abstrct n : bool", "1:1: no annotation is called 'abstrct'; did you mean 'abstract'?"},
    {"abstract stae : bool", "1:10: no variable 'stae' is visible here; did you mean 'state'?"},
    {"abstract n bool", "1:12: expected ':' after what is to be abstracted, found 'bool'"},
    {"abstract n : bol", "1:14: no abstraction 'bol'; did you mean 'bool'?"},
    {"abstract f : bool", "1:10: 'f' is a function; for its result write 'result of f'"},
    {"abstract worker() : bool", "1:10: 'worker' returns nothing"},
    {"abstract n + 1 : bool", "1:12: expected ':' after what is to be abstracted, found '+'"},
    {"abstract -n : bool", "1:10: an abstraction belongs to a variable, a field or an element, and this is none"},
    {"abstract small : values(3, 256)", "1:18: 256 cannot occur in the type 'unsigned char' ([0 .. 255])"},
    {"abstract n : values(x)", "1:21: a constant is needed here"},
    {"abstract n : values(1, 2", "1:25: expected ')' after the abstraction's arguments, found the end"},
    {"abstract n : parts([3, 1])", "1:21: the interval [3, 1] is empty"},
    {"abstract n : bool bool", "1:19: expected the end of the annotation, found 'bool'"},
    {"abstract pkt.knd : bool", "1:14: no field 'knd' in 'struct packet'; did you mean 'kind'?"},
    {"abstract pp.kind : bool", "1:13: what stands before '.kind' is no struct or union but a pointer: write '->'"},
    {"abstract n->kind : bool", "1:13: what stands before '->kind' is no pointer"},
    {"abstract buf[16] : bool", "1:13: index 16 is outside the array: it has 16 elements"},
    {"abstract n[0] : bool", "1:11: '[' needs an array or a pointer before it and an integer in it"},
    {"abstract helper() : bool", "1:10: 'helper' is ambiguous: \"src/fsm.c\":helper or \"src/other.c\":helper"},
    {"label wacth(n) => a",
     "1:7: expected an event (call, return, read, write, watch, exec or exit), found 'wacth'; did you mean 'watch'?"},
    {"label watch(n = 3) => a", "1:15: expected ')' after the condition, found '=' ('==' compares)"},
    {"label watch(3 > 2) => a", "1:13: this condition is always true: it names no variable"},
    {"label watch(n == 3) a", "1:21: expected 'when' or '=>' after the event, found 'a'"},
    {"label watch(n == 3) => ", "1:24: expected a label, found the end"},
    {"label watch(n == 3) => 'a'",
     "1:24: expected a label, found the character 'a'; an input is written 'name with one quote"},
    {"label watch(n++) => a", "1:14: '++' would change the program: an annotation's expression has no effects"},
    {"label watch(f(1) == 2) => a", "1:14: a call cannot stand in an annotation's expression"},
    {"label call(hal_sned) => a", "1:12: no function 'hal_sned'; did you mean 'hal_send'?"},
    {"label call(n) => a", "1:12: 'n' is no function"},
    {"label call(f(a, a)) => b", "1:17: 'a' names two arguments"},
    {"label call(f(a, b, c)) => d", "1:21: 'f' has 2 parameters, the pattern 3"},
    {"label call(f(n + 1)) => a", "1:14: an argument's pattern is '_', a name for it, or a constant"},
    {"label write(n + 1) => a", "1:13: a variable, a field or an element is needed here"},
    {"label write(pkt) when (value == 1) => a", "1:24: 'value' has no value here that could be tested"},
    {"label return(worker) when (value) => a", "1:28: 'value' has no value here that could be tested"},
    {"label exec \"fsm.c\" => a", "1:20: expected ':' between file and line, found '=>'"},
    {"label exec \"fsn.c\":3 => a", "1:12: no file \"fsn.c\" in the program; did you mean 'fsm.c'?"},
    {"label exec \"fsm.c\":0 => a", "1:20: expected a line's number, as in exec \"file.c\":12, found '0'"},
    {"label read(n) => _(n)", "1:19: the silent label '_' has no arguments"},
    {"property p : invariantt n",
     "1:14: no logic or built-in property is called 'invariantt'; did you mean 'invariant'?"},
    {"property p : ctl", "1:17: expected a formula after 'ctl', found the end"},
    {"property p : reach-assert now", "1:27: expected the end of the annotation, found 'now'"},
    {"property unreachable", "1:21: expected the function or label that must not be reached, found the end"},
    {"property 3", "1:10: expected a logic (invariant, unreachable, ctl, ...), found '3'"},
    {"spec door.ccs", "1:6: expected the design's file in double quotes, found 'door'"},
    {"spec \"door.ccs\" Door failure", "1:22: 'failure' is no relation; did you mean 'failures'?"},
    {"spec \"door.ccs\" Door weak-preorder", "1:22: 'weak-preorder' is no relation; did you mean 'trace-preorder'?"},
    {"spec \"door.ccs\" Door obsek", "1:22: 'obsek' is no relation; did you mean 'obseq'?"},
    {"input read_key : [0, 9", "1:23: expected ']' after the interval, found the end"},
    {"input read_key : [9, 0]", "1:19: the interval [9, 0] is empty"},
    {"input read_key : 0x1ffffffff",
     "1:18: 8589934591 cannot occur in the type of this input ([-2147483648 .. 2147483647])"},
    {"input pkt.kind : 3", "1:7: an input is the result of a function, or a variable"},
    {"external hal_send : read(buf)",
     "1:21: expected reads(...), writes(...), globals, calls or noreturn, found 'read'; did you mean 'reads'?"},
    {"external hal_send : reads(bf)", "1:27: no parameter 'bf' of 'hal_send'; did you mean 'buf'?"},
    {"external hal_send : reads(3)", "1:27: 'hal_send' has no parameter number 3 (they count from 1)"},
    {"external read_key", "1:18: expected ':' after the function, found the end"},
    {"entry wroker", "1:7: no function 'wroker'; did you mean 'worker'?"},
    {"predicate pkt < 3", "1:15: '<' cannot be applied to operands of these types"},
    {"predicate pkt",
     "1:11: a number or pointer is needed here, and this is a struct, a union or something without a value"},
    {"predicate n / 0", "1:13: division by zero"},
    {"predicate n << 32", "1:13: a shift by the type's width or more"},
    {"predicate d % 2", "1:13: '%' cannot be applied to operands of these types"},
    {"predicate *n", "1:11: '*' needs a pointer"},
    {"predicate &pp->flags == 0", "1:11: '&' needs something that has an address"},
    {"predicate (struct pocket *)p == 0", "1:19: no type 'struct pocket' is known here"},
    {"predicate (int) pkt", "1:11: there is no such cast in C"},
    {"predicate (n", "1:13: expected ')' in the expression, found the end"},
    {"predicate n @", "1:13: expected the end of the annotation, found '@'"},
    {"predicate n ? 1", "1:16: expected ':' after the second operand of '?', found the end"},
    {"predicate n == 08", "1:16: expected an expression, found '08', which is no number"},
    {"predicate n == 99999999999999999999",
     "1:16: expected an expression, found '99999999999999999999', which has more than 64 bits"},
    {"predicate n == 'ab", "1:16: expected an expression, found '''"},
    {"predicate n == \"x", "1:16: expected an expression, found a string without its closing quote"},
    {"predicate n == \"x\"", "1:16: a string cannot stand in an annotation's expression"},
    {"predicate n /* oops", "1:13: expected the end of the annotation, found a comment without its end"},
    {"predicate n == \x01", "1:16: expected an expression, found a stray byte \\x01"},
    {"predicate n == $1", "1:16: no variable '$1' is visible here"},
    {"predicate IDLE", "1:11: this predicate is always false: it names no variable"},
    {"predicate mian:state == 1", "1:11: no function 'mian'; did you mean 'main'?"},
    {"predicate main:stat == 1", "1:16: no variable 'stat' in function 'main'; did you mean 'state'?"},
    {"predicate f:i == 1", "1:13: 'i' is ambiguous: \"src/fsm.c\":32:i or \"src/fsm.c\":36:i"},
    {"predicate \"fsm.c\":m == 1", "1:19: no variable 'm' in \"fsm.c\"; did you mean 'n'?"},
};

static const struct row am_files[] = {
    {"file \"fsm.c\" {\n fun main () : top {\n  var stae : int;\n } }",
     "3:7: no variable 'stae' in function 'main'; did you mean 'state'?"},
    {"file \"fsm.c\" { fun main () : top { var n : int; } }",
     "1:40: no local variable 'n' in function 'main'; the one outside of functions is declared outside of 'fun'"},
    {"file \"fsm.c\" { var state : int; }",
     "1:20: no variable 'state' in \"fsm.c\" outside of functions; 'main:state' is declared inside 'fun'"},
    {"file \"fsn.c\" { }", "1:6: no file \"fsn.c\" in the program; did you mean 'fsm.c'?"},
    {"file \"other.c\" { }", "1:6: \"other.c\" is ambiguous: \"src/other.c\" or \"test/other.c\""},
    {"file \"fsm.c\" { fun mian () : top { } }", "1:20: no function 'mian' in \"fsm.c\"; did you mean 'main'?"},
    {"fun helper () : top { }", "1:5: 'helper' is ambiguous: \"src/fsm.c\":helper or \"src/other.c\":helper"},
    {"var count : int;", "1:5: 'count' is ambiguous: \"src/fsm.c\":count or \"src/other.c\":count"},
    {"var n : part(1);\nvar n : part(2);", "2:5: 'n' already has the abstraction part(1), at t.am:1:5"},
    {"type t = top;\ntype t = int;", "2:6: type 't' is already declared at t.am:1:6"},
    {"type int = top;", "1:6: 'int' is the name of an abstraction already"},
    {"flie \"fsm.c\" { }", "1:1: expected 'file', 'lib', 'type', 'var' or 'fun', found 'flie'; did you mean 'file'?"},
    {"file \"fsm.c\" { vra n : top; }", "1:16: expected 'var', 'fun' or '}', found 'vra'; did you mean 'var'?"},
    {"var n : top", "1:12: expected ';' after the abstraction, found the end"},
    {"var pkt.knd : top;", "1:9: no field 'knd' in 'struct packet'; did you mean 'kind'?"},
    {"fun main () : top { state : int; }", "1:21: expected 'var' or '}', found 'state'"},
    {"lib x;", "1:5: expected the name of a map in double quotes, found 'x'"},
};

static const struct row lm_files[] = {
    {"watch (ch == 97) => 'a;", "1:8: no variable 'ch' is visible here; did you mean 'main:ch'?"},
    {"exit == 0 => accept", "1:20: expected ';' after the label, found the end"},
    {"call(f) => 'a';", "1:12: expected a label, found the character 'a'; an input is written 'name with one quote"},
    {"call(helper) => h;", "1:6: 'helper' is ambiguous: \"src/fsm.c\":helper or \"src/other.c\":helper"},
    {"watch(helper:x) => h;", "1:7: 'helper' is ambiguous: \"src/fsm.c\":helper or \"src/other.c\":helper"},
    {"exec \"other.c\":3 => h;", "1:6: \"other.c\" is ambiguous: \"src/other.c\" or \"test/other.c\""},
    {"watch(\"fsm.c\":99:state) => h;", "1:18: no variable 'state' at \"fsm.c\":99"},
    {"read(count) => h;", "1:6: 'count' is ambiguous: \"src/fsm.c\":count or \"src/other.c\":count"},
};

static void check(enum status st, const struct diag *d, const struct row *r)
{
    char got[1200];
    snprintf(got, sizeof got, "%u:%u: %s", d->at.line, d->at.col, st ? d->text : "no error");
    is(got, r->message, *r->text ? r->text : "nothing");
    ok(st == ST_BAD && d->level == DIAG_ERROR && d->at.file, "is an error in a file");
}

int main(void)
{
    fixture();
    for (size_t i = 0; i < sizeof pragmas / sizeof *pragmas; i++) {
        struct arena *a = arena_new();
        struct diag d;
        struct note *n;
        check(parse_one(a, fx.main_func, pragmas[i].text, &n, &d), &d, &pragmas[i]);
        arena_free(a);
    }
    for (size_t i = 0; i < sizeof am_files / sizeof *am_files + sizeof lm_files / sizeof *lm_files; i++) {
        bool is_am = i < sizeof am_files / sizeof *am_files;
        const struct row *r = is_am ? &am_files[i] : &lm_files[i - sizeof am_files / sizeof *am_files];
        struct notes notes = {.arena = arena_new()};
        struct diag d = {0};
        check(is_am ? note_parse_am(&notes, "t.am", r->text, strlen(r->text), fx.u, NULL, &d)
                    : note_parse_lm(&notes, "t.lm", r->text, strlen(r->text), fx.u, false, NULL, &d),
              &d, r);
        vec_free(&notes.list);
        arena_free(notes.arena);
    }
    cwi_unit_free(fx.u);
    return done();
}
