/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of effects: its form, and that it says of well-known functions what their manuals say.
 */
#include "runtime/points/effects.h"
#include "tap.h"

/* The first fault of a row, or NULL. */
static const char *fault_of(const struct effect_row *r)
{
    struct effect e = pt_effect_of_row(r);
    const char *end = r->params + strspn(r->params, "-srwbcedpqluazkhfgFSvV?$#%&*~0123456789.");
    uint32_t pointers = 0;
    if (*end || strspn(r->params, "?$#%*~.0123456789"))
        return "parameters";
    for (uint32_t i = 0; i < e.param_count; i++) {
        const struct effect_param *p = &e.params[i];
        pointers += pt_effect_is_pointer(&e, i);
        if (p->size_arg >= (int)e.param_count || p->size_factor >= (int)e.param_count)
            return "the size is no argument";
        if ((p->size_arg >= 0 && e.params[p->size_arg].letter != (p->is_size_behind ? 'b' : '-')) ||
            (p->size_factor >= 0 && e.params[p->size_factor].letter != '-'))
            return "the size is a pointer";
        if (r->flags & EFFECT_PURE && !strchr("-rsfe", p->letter))
            return "a pure function that writes";
    }
    if (!e.known || e.lo > e.hi || e.hi_arg >= (int)e.param_count || e.arg > e.param_count)
        return "result";
    if (e.result == EFFECT_VALUE && *r->result && !strstr(r->result, ".."))
        return "result is no range";
    if (pt_effect_has(&e, 'f') && !(r->flags & EFFECT_CALLS_NOW))
        return "f without CALLS_NOW";
    if (pt_effect_has(&e, 'g') && !(r->flags & EFFECT_CALLS_LATER))
        return "g without CALLS_LATER";
    if (r->flags & EFFECT_CALLS_LATER && !(r->flags & (EFFECT_THREAD | EFFECT_SIGNAL)) && strcmp(r->name, "fts_open"))
        return "called later, but when";
    if (r->flags & EFFECT_INPUT_MEMORY && !pointers)
        return "input memory";
    if ((r->result[0] == 'n' || r->result[0] == 'r') && !(r->flags & EFFECT_ALLOC))
        return "a new block without ALLOC";
    if (r->flags & EFFECT_INPUT && r->flags & EFFECT_SOURCE)
        return "a source is no input";
    return NULL;
}

static void test_form(void)
{
    size_t rows = 0;
    for (size_t t = 0; pt_effect_tables[t]; t++) {
        const struct effect_table *table = pt_effect_tables[t];
        const char *unsorted = NULL, *wrong = NULL, *twice = NULL;
        for (size_t i = 0; i < table->count; i++) {
            const struct effect_row *r = &table->rows[i];
            if (i && strcmp(r[-1].name, r->name) >= 0)
                unsorted = r->name;
            if (fault_of(r)) {
                printf("# %s: %s\n", r->name, fault_of(r));
                wrong = r->name;
            }
            for (size_t o = 0; pt_effect_tables[o]; o++)
                for (size_t k = 0; k < pt_effect_tables[o]->count; k++)
                    if (&pt_effect_tables[o]->rows[k] != r && !strcmp(pt_effect_tables[o]->rows[k].name, r->name))
                        twice = r->name;
        }
        is(unsorted, NULL, "the table is sorted");
        is(wrong, NULL, "its rows are well formed");
        is(twice, NULL, "no name comes twice");
        rows += table->count;
    }
    ok(rows > 1000, "%zu functions", rows);
}

static struct effect get(const char *name)
{
    struct effect e = pt_effect_unknown();
    ok(pt_effect_by_name(name, &e), "%s is in the table", name);
    return e;
}

static void test_meaning(void)
{
    struct effect e = get("getchar");
    ok(e.flags & EFFECT_INPUT && e.lo == -1 && e.hi == 255, "getchar is an input from -1 to 255");
    e = get("read");
    ok(e.flags & EFFECT_INPUT_MEMORY && e.lo == -1 && e.hi_arg == 2 && effect_letter(&e, 1) == 'w',
       "read fills its buffer with input");
    e = get("memcpy");
    ok(e.result == EFFECT_ARGUMENT && e.arg == 0 && effect_letter(&e, 0) == 'c' && !pt_effect_keeps(&e, 1),
       "memcpy copies and returns its target");
    e = get("abort");
    ok(e.flags & EFFECT_NORETURN && e.flags & EFFECT_ERROR, "abort is an error and does not return");
    e = get("exit");
    ok(e.flags & EFFECT_EXIT && e.flags & EFFECT_HANDLERS && !(e.flags & EFFECT_ERROR),
       "exit runs handlers and is no error");
    e = get("longjmp");
    ok(e.flags & EFFECT_LONGJMP && e.flags & EFFECT_NORETURN, "longjmp jumps");
    e = get("qsort");
    ok(e.flags & EFFECT_CALLS_NOW && pt_effect_calls(&e, 3) && !pt_effect_keeps(&e, 0),
       "qsort calls its last argument now");
    e = get("signal");
    ok(e.flags & EFFECT_SIGNAL && pt_effect_keeps(&e, 1), "signal keeps a handler");
    e = get("pthread_create");
    ok(e.flags & EFFECT_THREAD && pt_effect_keeps(&e, 3), "a thread keeps its argument");
    e = get("calloc");
    ok(e.result == EFFECT_NEW && e.flags & EFFECT_ZEROED, "calloc makes a block of zeros");
    e = get("strchr");
    ok(e.result == EFFECT_INTO && e.arg == 0 && e.flags & EFFECT_PURE, "strchr points into its argument");
    e = get("rand");
    ok(!(e.flags & EFFECT_INPUT), "rand is no input");
    e = get("printf");
    ok(pt_effect_reads(&e, 0) && pt_effect_reads(&e, 7) && !pt_effect_keeps(&e, 7), "printf reads all it gets");
    e = get("scanf");
    ok(pt_effect_writes(NULL, &e, NULL, 5) && e.flags & EFFECT_INPUT_MEMORY, "scanf writes input");
    e = get("getopt");
    is(e.globals, "optarg optind opterr optopt", "getopt writes its variables");
    e = get("__VERIFIER_nondet_int");
    ok(e.flags & EFFECT_INPUT && e.result == EFFECT_VALUE, "the competition's inputs are inputs");
    e = get("__atomic_fetch_add_8");
    ok(pt_effect_writes(NULL, &e, NULL, 0), "an atomic of any size is one row");
    e = get("sqrtl");
    ok(e.flags & EFFECT_CONST, "so is a function of <math.h>");
    e = get("strtol");
    ok(e.params[1].may_be_null && !e.params[0].may_be_null && e.params[0].is_string,
       "strtol wants a string, and allows null");
    e = get("fread");
    ok(e.params[0].size_arg == 1 && e.params[0].size_factor == 2 && !e.params[0].in_elements,
       "fread fills size times number");
    e = get("getline");
    ok(e.has_gap && e.gap == 0 && e.lo == -1, "getline never gives 0");
    ok(!pt_effect_by_name("frobnicate", &e) && !pt_effect_by_name("expect", &e), "other names are not in the table");
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
    struct effect e = pt_effect_of(u, declare("read", 3, rw, plain), NULL);
    ok(e.known && e.flags & EFFECT_INPUT, "read as POSIX declares it");
    e = pt_effect_of(u, declare("read", 0, NULL, plain), NULL);
    ok(!e.known && !(e.flags & EFFECT_INPUT), "a user's own read(void) is not POSIX's");
    e = pt_effect_of(u, declare("read", 3, ints, plain), NULL);
    ok(!e.known, "nor is one with other types");
    e = pt_effect_of(u, declare("__memcpy_chk", 4, three, plain), NULL);
    ok(e.known && effect_letter(&e, 0) == 'c', "a fortified function has the effects of its base");
    e = pt_effect_of(u, declare("__builtin_strlen", 1, &t_ptr, plain), NULL);
    ok(e.known && e.flags & EFFECT_PURE, "so has a builtin");
    cwi_id mystery = declare("mystery", 2, three, plain);
    e = pt_effect_of(u, mystery, NULL);
    ok(!e.known && e.flags & EFFECT_ANY_MEMORY && pt_effect_keeps(&e, 0) && e.result == EFFECT_ANY_RESULT,
       "nothing is known of others");
    e = pt_effect_of(u, declare("square", 1, ints, (struct cwi_func){.is_const = true}), NULL);
    ok(e.known && e.flags & EFFECT_CONST && !pt_effect_writes(u, &e, NULL, 0) && !pt_effect_reads(&e, 0),
       "a const function touches nothing");
    uint8_t access[] = {CWI_ACCESS_READ, CWI_ACCESS_ANY};
    e = pt_effect_of(u, declare("look", 2, three, (struct cwi_func){.access = access, .is_noreturn = true}), NULL);
    ok(!pt_effect_writes(u, &e, NULL, 0) && pt_effect_writes(u, &e, NULL, 1) && e.flags & EFFECT_NORETURN,
       "attributes narrow");

    struct notes notes = {.arena = arena_new()};
    uint32_t zero = 0;
    struct note says = {.kind = NOTE_EXTERNAL};
    says.u.external.func = mystery;
    says.u.external.writes = &zero;
    says.u.external.write_count = 1;
    says.u.external.says_writes = true;
    vec_push(&notes.list, (const struct note *)&says);
    e = pt_effect_of(u, mystery, &notes);
    ok(e.known && e.from_note && pt_effect_writes(u, &e, NULL, 0) && !pt_effect_writes(u, &e, NULL, 1) &&
           !(e.flags & EFFECT_ANY_MEMORY) && !pt_effect_keeps(&e, 1),
       "a note says what is written, and nothing else is");
    struct note_interval values[] = {{3, 5}, {-2, 0}};
    struct note input = {.kind = NOTE_INPUT};
    input.u.input.func = mystery;
    input.u.input.values = values;
    input.u.input.count = 2;
    vec_push(&notes.list, (const struct note *)&input);
    e = pt_effect_of(u, mystery, &notes);
    ok(e.flags & EFFECT_INPUT && e.lo == -2 && e.hi == 5 && e.value_count == 2 && pt_effect_writes(u, &e, NULL, 0),
       "and an input note adds the values");
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
