/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is printed of a note reads back as the same note: as a user would write it, and as it travels in a fragment.
 */
#include "0500-notes.h"

static const struct {
    cwi_id *scope;
    const char *text; /* what is printed for users must be this, except where `printed` says otherwise */
    const char *printed;
} rows[] = {
    {&fx.main_func, "abstract state : values(0, 1, 2)", NULL},
    {&fx.main_func, "abstract state, ch : ranges(0, 1, 2)", NULL},
    {NULL, "abstract n : part(IDLE, LEN, 16 + 4 * 2)", "abstract n : ranges(0, 5, 24)"},
    {NULL, "abstract buf : bool array", "abstract buf : flag array"},
    {NULL, "abstract result of f : top", "abstract result of f : ignore"},
    {NULL, "abstract f() : values(1)", "abstract result of f : values(1)"},
    {NULL, "abstract pkt.kind : mod(4)", NULL},
    {NULL, "abstract buf[n ? x : 2] : mod(4)", "abstract buf[n != 0 ? x : 2] : mod(4)"},
    {NULL, "abstract pp->data[3] : values('a', -0)", "abstract pp->data[3] : values(97, 0)"},
    {NULL, "abstract n : parts([0, 3], [4 .. 9], [20..])", "abstract n : parts([0 .. 3], [4 .. 9], [20 .. ])"},
    {&fx.main_func, "label watch(ch == 'a') => input stx", "label watch(ch == 97) => input stx"},
    {NULL, "label write(pp->kind) when (value == LEN) => output \"ACK 1\"",
     "label write(pp->kind) when (value == 5) => output \"ACK 1\""},
    {NULL, "label call(pthread_mutex_lock(m)) => output lock(m)", NULL},
    {NULL, "label call(f(_, 3)) when (n > 0) => three", NULL},
    {NULL, "label call(f(a, _)) when (a < n && a != 7) => f(a + 1, n)", NULL},
    {NULL, "label call(hal_send) => _", NULL},
    {NULL, "label call(hal_send()) => \"_\"", "label call(hal_send) => \"_\""},
    {NULL, "label return(read_key) when (value < 0) => input eof", NULL},
    {NULL, "label read(device) => input", "label read(device) => \"input\""},
    {NULL, "label read(buf[2]) => touched", NULL},
    {NULL, "label write(((struct packet *)0x40011000)->kind) => output dr",
     "label write(((struct packet *)1073811456)->kind) => output dr"},
    {NULL, "label exec \"fsm.c\":12 => here", "label exec \"src/fsm.c\":12 => here"},
    {NULL, "label exit == 0 => accept", "label exit(value == 0) => accept"},
    {NULL, "label exit(1) => reject", "label exit(value == 1) => reject"},
    {NULL, "label exit(status > 1 && n) => bad", "label exit(status > 1 && n != 0) => bad"},
    {NULL, "label exit => over", NULL},
    {NULL, "property ok : invariant n < 10", NULL},
    {NULL, "property \"two words\" : invariant !(n < 10)", NULL},
    {NULL, "property invariant u != 0", NULL},
    {NULL, "property locked : ctl AG (locked -> !open)", NULL},
    {NULL, "property p : ltl [] (a -> <> b), \"x y\"", NULL},
    {NULL, "property reach-assert", NULL},
    {NULL, "property safe : memory-safe", NULL},
    {NULL, "property unreachable ERROR", NULL},
    {NULL, "property e : unreachable main:ERROR", NULL},
    {NULL, "spec \"door.ccs\" Door obseq", NULL},
    {NULL, "spec \"door.ccs\"", "spec \"door.ccs\" obseq"},
    {NULL, "spec \"door.ccs\" weak-trace", NULL},
    {NULL, "spec \"door.ccs\" \"trace\" weak", NULL},
    {NULL, "spec \"door.ccs\" Door trace entry worker", NULL},
    {NULL, "input read_key : [0, 9]", NULL},
    {NULL, "input read_key() : {1, 3} | [5 .. 7], -1", "input read_key : {1}, {3}, [5, 7], {-1}"},
    {NULL, "input device : any", NULL},
    {NULL, "input device", "input device : any"},
    {NULL, "external hal_send : reads(buf) writes()", NULL},
    {NULL, "external hal_send : writes(1, globals) calls noreturn",
     "external hal_send : writes(buf) globals calls noreturn"},
    {NULL, "entry worker", NULL},
    {NULL, "interrupt worker", NULL},
    {NULL, "predicate x < y", NULL},
    {NULL, "predicate n", "predicate n != 0"},
    {NULL, "predicate !n || !p", "predicate n == 0 || p == 0"},
    {NULL, "predicate small + 1 > 'z'", "predicate small + 1 > 122"},
    {NULL, "predicate (unsigned char)(small + 1) == 0", NULL},
    {NULL, "predicate (char)n < (long)u", "predicate (long)(char)n < u"},
    {NULL, "predicate u - 1 == 4294967295u", NULL},
    {NULL, "predicate n + y * 3 - x / 2 % 7 <= (n << 2 | u >> 1) ^ ~n & 15",
     "predicate (n + y * 3 - x / 2 % 7 <= (n << 2 | u >> 1) ^ ~n & 15) != 0"},
    {NULL, "predicate -(-n) - -3 > 0", NULL},
    {NULL, "predicate (n ? x : y) == 0", "predicate (n != 0 ? x : y) == 0"},
    {NULL, "predicate p[n] == 3 && *p != p[-2]", "predicate *(p + n) == 3 && *p != *(p - 2)"},
    {NULL, "predicate p - buf > 3 && &buf[2] == p + 1", "predicate p - &buf[0] > 3 && &buf[2] == p + 1"},
    {NULL, "predicate pp->flags == 5 && pp->a < 0 && pkt.b == pkt.kind", NULL},
    {NULL, "predicate sizeof(struct packet) == n || sizeof pkt.data > sizeof(int)", "predicate 24ul == n || 1"},
    {NULL, "predicate d < 1.5 && d > n", "predicate d < 1.5 && d > n"},
    {NULL, "predicate (double)n == d", "predicate n == d"},
    {NULL, "predicate pp == 0", NULL},
    {NULL, "predicate (int *)pp == p", NULL},
    {NULL, "predicate y == 9223372036854775807 || y < -9223372036854775807 - 1",
     "predicate y == 9223372036854775807l || y < (long)0x8000000000000000u"},
    {NULL, "predicate u == 0x80000000", "predicate u == 2147483648u"},
    {NULL, "predicate n == -2147483648", "predicate n == -2147483648l"},
    {NULL, "predicate (n & 1) == 0 && (n | 2) > 1", NULL},
    {NULL, "predicate buf[n + 1] < buf[small]", NULL},
    {NULL, "predicate !(n > 3 && x < 2) != 0", NULL},
    {NULL, "predicate (n > 1) + (x > 2) == 2", NULL},
};

/* As it travels: names are references, and the text goes through a note of the unit. */
static void travels(struct arena *a, const struct note *n, const char *printed)
{
    struct buf text = {0}, again = {0}, whole = {0}, pragma = {0};
    struct note_refs refs = {0}, refs2 = {0};
    struct diag d = {0};
    struct note *m = NULL;
    note_print_canonical(fx.u, n, &text, &refs);
    struct cwi_note c = {.word = note_words[n->kind],
                         .text = buf_str(&text),
                         .refs = refs.list.items,
                         .ref_count = (uint32_t)refs.list.count};
    buf_printf(&whole, "%s %s", c.word, c.text);
    enum status st = note_parse(a, note_text_source(a, NULL, buf_str(&whole), whole.size, 1, 1),
                                note_ref_resolver(a, fx.u, &c), &m, &d);
    if (ok(!st, "it travels: %s", buf_str(&text))) {
        note_print_canonical(fx.u, m, &again, &refs2);
        is(buf_str(&again), buf_str(&text), "and reads back as the same");
        ok(refs.list.count == refs2.list.count &&
               (!refs.list.count ||
                !memcmp(refs.list.items, refs2.list.items, refs.list.count * sizeof *refs.list.items)),
           "about the same things");
        note_print_pragma(fx.u, m, &pragma);
        is(buf_str(&pragma), printed, "and is the same to the user");
    } else {
        printf("# %s\n", d.text);
    }
    buf_free(&text), buf_free(&again), buf_free(&whole), buf_free(&pragma);
    vec_free(&refs.list), vec_free(&refs2.list);
}

int main(void)
{
    fixture();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena *a = arena_new();
        struct diag d;
        struct note *n = NULL, *again = NULL;
        struct buf printed = {0}, twice = {0}, expected = {0};
        cwi_id scope = rows[i].scope ? *rows[i].scope : 0;
        if (ok(!parse_one(a, scope, rows[i].text, &n, &d), "%s", rows[i].text)) {
            buf_printf(&expected, "#pragma cwolf %s", rows[i].printed ? rows[i].printed : rows[i].text);
            note_print_pragma(fx.u, n, &printed);
            is(buf_str(&printed), buf_str(&expected), "printed as users write it");
            if (ok(!parse_one(a, scope, buf_str(&printed) + strlen("#pragma cwolf "), &again, &d), "and read again")) {
                note_print_pragma(fx.u, again, &twice);
                is(buf_str(&twice), buf_str(&printed), "which changes nothing");
                struct buf c1 = {0}, c2 = {0};
                struct note_refs r1 = {0}, r2 = {0};
                note_print_canonical(fx.u, n, &c1, &r1);
                note_print_canonical(fx.u, again, &c2, &r2);
                is(buf_str(&c2), buf_str(&c1), "conversions included");
                buf_free(&c1), buf_free(&c2), vec_free(&r1.list), vec_free(&r2.list);
            } else {
                printf("# %s\n", d.text);
            }
            travels(a, n, buf_str(&expected));
        } else {
            printf("# %u:%u: %s\n", d.at.line, d.at.col, d.text);
        }
        buf_free(&printed), buf_free(&twice), buf_free(&expected);
        arena_free(a);
    }
    cwi_unit_free(fx.u);
    return done();
}
