/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of effects: its form, and that it says of well-known functions what their manuals say.
 */
#include "runtime/points/effects.h"
#include "tap.h"

static void test_form(void)
{
    bool sorted = true, letters = true, results = true, short_enough = true;
    for (size_t i = 0; i < effect_row_count; i++) {
        const struct effect_row *r = &effect_rows[i];
        size_t n = strlen(r->params);
        struct effect e;
        if (i && strcmp(effect_rows[i - 1].name, r->name) >= 0) {
            printf("# not sorted: %s\n", r->name);
            sorted = false;
        }
        bool good = strspn(r->params, "-srwbcedpqlazkhfgFSvV") >= n - (n && r->params[n - 1] == '.') && strcmp(r->params, ".");
        if (!good)
            printf("# letters of %s: %s\n", r->name, r->params);
        letters &= good;
        short_enough &= n <= EFFECT_PARAMS;
        good = effect_by_name(r->name, &e) && e.known && e.lo <= e.hi && (e.hi_arg < 0 || (uint32_t)e.hi_arg < e.param_count) &&
               (e.result != EFFECT_VALUE || !*r->result || strstr(r->result, "..")) &&
               (e.result == EFFECT_VALUE || e.arg < (e.param_count ? e.param_count : 1));
        if (!good)
            printf("# result of %s: %s\n", r->name, r->result);
        results &= good;
        if (r->flags & EFFECT_PURE)
            for (size_t k = 0; k < n; k++)
                letters &= strchr("-rsfe.", r->params[k]) != NULL;
        if (strchr(r->params, 'f'))
            letters &= (r->flags & EFFECT_CALLS_NOW) != 0;
        if (strchr(r->params, 'g'))
            letters &= (r->flags & (EFFECT_CALLS_LATER | EFFECT_CALLS_NOW)) != 0;
        if (r->flags & EFFECT_INPUT_MEMORY)
            letters &= strpbrk(r->params, "wdaSVb") != NULL;
        if (r->result[0] == 'n' || r->result[0] == 'r')
            letters &= (r->flags & EFFECT_ALLOC) != 0;
    }
    ok(sorted, "rows are sorted, no name comes twice");
    ok(letters, "parameters use the letters that are explained, flags agree with them");
    ok(results, "results are well formed and refer to parameters that exist");
    ok(short_enough, "no function has more parameters than there is room for");
    ok(effect_row_count > 500, "%zu functions", effect_row_count);
}

static struct effect get(const char *name)
{
    struct effect e = effect_unknown();
    ok(effect_by_name(name, &e), "%s is in the table", name);
    return e;
}

static void test_meaning(void)
{
    struct effect e = get("getchar");
    ok(e.flags & EFFECT_INPUT && e.lo == -1 && e.hi == 255, "getchar is an input from -1 to 255");
    e = get("read");
    ok(e.flags & EFFECT_INPUT_MEMORY && e.lo == -1 && e.hi_arg == 2 && effect_param(&e, 1) == 'w', "read fills its buffer with input");
    e = get("memcpy");
    ok(e.result == EFFECT_ARGUMENT && e.arg == 0 && effect_param(&e, 0) == 'c' && !effect_keeps(&e, 1), "memcpy copies and returns its target");
    e = get("abort");
    ok(e.flags & EFFECT_NORETURN && e.flags & EFFECT_ERROR, "abort is an error and does not return");
    e = get("exit");
    ok(e.flags & EFFECT_EXIT && e.flags & EFFECT_HANDLERS && !(e.flags & EFFECT_ERROR), "exit runs handlers and is no error");
    e = get("longjmp");
    ok(e.flags & EFFECT_LONGJMP && e.flags & EFFECT_NORETURN, "longjmp jumps");
    e = get("qsort");
    ok(e.flags & EFFECT_CALLS_NOW && effect_calls(&e, 3) && !effect_keeps(&e, 0), "qsort calls its last argument now");
    e = get("signal");
    ok(e.flags & EFFECT_SIGNAL && effect_keeps(&e, 1), "signal keeps a handler");
    e = get("pthread_create");
    ok(e.flags & EFFECT_THREAD && effect_keeps(&e, 3), "a thread keeps its argument");
    e = get("calloc");
    ok(e.result == EFFECT_NEW && e.flags & EFFECT_ZEROED, "calloc makes a block of zeros");
    e = get("strchr");
    ok(e.result == EFFECT_INTO && e.arg == 0 && e.flags & EFFECT_PURE, "strchr points into its argument");
    e = get("rand");
    ok(!(e.flags & EFFECT_INPUT), "rand is no input");
    e = get("printf");
    ok(effect_reads(&e, 0) && effect_reads(&e, 7) && !effect_keeps(&e, 7), "printf reads all it gets");
    e = get("scanf");
    ok(effect_writes(NULL, &e, NULL, 5) && e.flags & EFFECT_INPUT_MEMORY, "scanf writes input");
    e = get("getopt");
    is(e.globals, "optarg optind opterr optopt", "getopt writes its variables");
    e = get("__VERIFIER_nondet_int");
    ok(e.flags & EFFECT_INPUT && e.result == EFFECT_VALUE, "the competition's inputs are inputs");
    ok(!effect_by_name("frobnicate", &e) && !effect_by_name("expect", &e), "other names are not in the table");
}

/* ---- declarations -------------------------------------------------------------------------------------------------*/

static struct cwi_unit *u;
static cwi_id t_int, t_ptr;

static cwi_id declare(const char *name, uint32_t count, const cwi_id *params, struct cwi_func more)
{
    struct cwi_type t = {.kind = CWI_FUNC, .of = t_int, .params = (cwi_id *)params, .param_count = count};
    more.name = more.asm_name = name;
    more.linkage = CWI_EXTERN;
    more.type = cwi_add_type(u, &t);
    more.param_count = count;
    more.params = ARENA_ARRAY(u->arena, cwi_id, count);
    for (uint32_t i = 0; i < count; i++)
        more.params[i] = cwi_add_var(u, &(struct cwi_var){.linkage = CWI_PARAM, .type = params[i]});
    return cwi_add_func(u, &more);
}

static void test_declarations(void)
{
    struct cwi_func plain = {0};
    u = cwi_unit_new("test");
    u->pointer_bits = 64;
    t_int = cwi_int_type(u, 32, true);
    t_ptr = cwi_add_type(u, &(struct cwi_type){.kind = CWI_PTR, .size = 8, .bits = 64, .of = t_int});
    cwi_id rw[] = {t_int, t_ptr, t_int}, three[] = {t_ptr, t_ptr, t_int, t_int}, ints[] = {t_int, t_int, t_int};
    struct effect e = effect_of(u, declare("read", 3, rw, plain), NULL);
    ok(e.known && e.flags & EFFECT_INPUT, "read as POSIX declares it");
    e = effect_of(u, declare("read", 0, NULL, plain), NULL);
    ok(!e.known && !(e.flags & EFFECT_INPUT), "a user's own read(void) is not POSIX's");
    e = effect_of(u, declare("read", 3, ints, plain), NULL);
    ok(!e.known, "nor is one with other types");
    e = effect_of(u, declare("__memcpy_chk", 4, three, plain), NULL);
    ok(e.known && effect_param(&e, 0) == 'c', "a fortified function has the effects of its base");
    e = effect_of(u, declare("__builtin_strlen", 1, &t_ptr, plain), NULL);
    ok(e.known && e.flags & EFFECT_PURE, "so has a builtin");
    cwi_id mystery = declare("mystery", 2, three, plain);
    e = effect_of(u, mystery, NULL);
    ok(!e.known && e.flags & EFFECT_ANY_MEMORY && effect_keeps(&e, 0) && e.result == EFFECT_ANY_RESULT, "nothing is known of others");
    e = effect_of(u, declare("square", 1, ints, (struct cwi_func){.is_const = true}), NULL);
    ok(e.known && e.flags & EFFECT_CONST && !effect_writes(u, &e, NULL, 0) && !effect_reads(&e, 0), "a const function touches nothing");
    uint8_t access[] = {CWI_ACCESS_READ, CWI_ACCESS_ANY};
    e = effect_of(u, declare("look", 2, three, (struct cwi_func){.access = access, .is_noreturn = true}), NULL);
    ok(!effect_writes(u, &e, NULL, 0) && effect_writes(u, &e, NULL, 1) && e.flags & EFFECT_NORETURN, "attributes narrow");

    struct notes notes = {.arena = arena_new()};
    uint32_t zero = 0;
    struct note says = {.kind = NOTE_EXTERNAL};
    says.u.external.func = mystery;
    says.u.external.writes = &zero;
    says.u.external.write_count = 1;
    says.u.external.says_writes = true;
    vec_push(&notes.list, (const struct note *)&says);
    e = effect_of(u, mystery, &notes);
    ok(e.known && e.from_note && effect_writes(u, &e, NULL, 0) && !effect_writes(u, &e, NULL, 1) &&
           !(e.flags & EFFECT_ANY_MEMORY) && !effect_keeps(&e, 1), "a note says what is written, and nothing else is");
    struct note_interval values[] = {{3, 5}, {-2, 0}};
    struct note input = {.kind = NOTE_INPUT};
    input.u.input.func = mystery;
    input.u.input.values = values;
    input.u.input.count = 2;
    vec_push(&notes.list, (const struct note *)&input);
    e = effect_of(u, mystery, &notes);
    ok(e.flags & EFFECT_INPUT && e.lo == -2 && e.hi == 5 && e.value_count == 2 && effect_writes(u, &e, NULL, 0), "and an input note adds the values");
    vec_free(&notes.list);
    arena_free(notes.arena);
    cwi_unit_free(u);
}

int main(void)
{
    test_form();
    test_meaning();
    test_declarations();
    return done();
}
