/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Running on, remembered (run_memo.h), against running on anew: random programs with inputs, arrays, loops, calls and
 * labels, their variables kept by different abstractions. The models must be the same, state by state and transition
 * by transition; and each run that is gone again must be what it would be anew, which ends the process otherwise.
 *
 *   SEED=N COUNT=N build/t/1124-remembered-runs
 */
#include <stdlib.h>
#include <unistd.h>

#include "compile.h"
#include "runtime/avm/machine.h"
#include "tap.h"

static uint64_t seed;
static struct buf text;

static uint32_t below(uint32_t n)
{
    return (uint32_t)hash_random(&seed, n);
}

#define PICK(...) pick((const char *const[]){__VA_ARGS__}, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))
static const char *pick(const char *const *from, size_t count)
{
    return from[below((uint32_t)count)];
}

/* ---- programs ---------------------------------------------------------------------------------------------------- */

static const char *variable(void)
{
    return PICK("a", "b", "c", "d", "row[a & 3]", "row[i]", "row[2]", "l");
}

static const char *value(void)
{
    return PICK("0", "1", "a + 1", "(b + 1) % 3", "row[i] + 1", "row[b & 3]", "c - 1", "a ? b : 2", "a ? c : d",
                "i ? b : row[3]", "d * 2", "i", "l", "(unsigned char)(c + 200)", "10 / (a + 1)", "10 / a", "a & 1",
                "!b", "a < b", "row[l]", "*p", "p == &b");
}

static const char *condition(void)
{
    return PICK("a < 2", "b == 1", "c != a", "row[i] > 0", "i == 0", "d", "a + b < 3", "!l", "l < 3 && a",
                "row[a & 3] == i", "*p", "p == &b", "p != q");
}

static void statements(uint32_t depth, uint32_t count);

static void statement(uint32_t depth)
{
    switch (below(depth > 2 ? 4 : 9)) {
    case 0:
    case 1:
        buf_printf(&text, "%s = %s;\n", variable(), value());
        break;
    case 2:
        buf_printf(
            &text, "%s;\n",
            PICK("a = choose()", "l = choose()", "b = any()", "d = any()", "p = &b", "p = &c", "q = p", "*p = 1"));
        break;
    case 3:
        buf_printf(&text, "%s;\n", PICK("step()", "seen()", "a++", "c ^= 1", "row[i] = choose()", "step()"));
        break;
    case 4:
    case 5:
        buf_printf(&text, "if (%s) {\n", condition());
        statements(depth + 1, 2);
        if (below(2)) {
            buf_printf(&text, "} else {\n");
            statements(depth + 1, 2);
        }
        buf_printf(&text, "}\n");
        break;
    case 6:
        buf_printf(&text, "for (l = 0; l < %u; l++) {\n", 1 + below(4));
        statements(depth + 1, 1);
        buf_printf(&text, "}\n");
        break;
    case 7:
        buf_printf(&text, "while (%s) {\n", condition());
        statements(depth + 1, 2);
        buf_printf(&text, "}\n");
        break;
    default:
        buf_printf(&text, "switch (%s) {\ncase 0:\n", PICK("a", "row[i]", "b", "l"));
        statements(depth + 1, 1);
        buf_printf(&text, "%scase 1:\n", below(2) ? "break;\n" : "");
        statements(depth + 1, 2);
        buf_printf(&text, "break;\ndefault:\n");
        statements(depth + 1, 1);
        buf_printf(&text, "}\n");
    }
}

static void statements(uint32_t depth, uint32_t count)
{
    for (uint32_t n = 1 + below(count); n > 0; n--)
        statement(depth);
}

/* A label on the line of some statement. */
static void label_line(void)
{
    uint32_t lines[400], count = 0, line = 1;
    for (size_t i = 0; i + 1 < text.size; i++) {
        line += text.data[i] == '\n';
        if (text.data[i] == ';' && text.data[i + 1] == '\n' && line > 25 && count < 400)
            lines[count++] = line;
    }
    if (count)
        buf_printf(&text, "#pragma cwolf label exec \"a.c\":%u => line\n", lines[below(count)]);
}

static void write_program(void)
{
    text.size = 0;
    buf_printf(&text, "extern unsigned choose(void);\nextern int any(void);\nextern void seen(void);\n"
                      "#pragma cwolf input choose : [0, 3]\n#pragma cwolf input any : [-2, 5]\n"
                      "static unsigned char a, row[4];\nstatic int b, c, d;\nstatic int *p = &b, *q = &c;\n");
    buf_printf(&text, "#pragma cwolf abstract row : %s\n", PICK("exact", "exact", "mod(3)", "minmax"));
    for (const char *v = "abcd"; *v; v++)
        buf_printf(&text, "#pragma cwolf abstract %c : %s\n", *v,
                   PICK("exact", "exact", "exact", "mod(3)", "minmax", "flag", "intervals(3)", "ignore"));
    buf_printf(&text, "#pragma cwolf abstract p : exact\n%s",
               below(2) ? "#pragma cwolf label call(seen) => seen\n" : "");
    buf_printf(&text, "static void step(void)\n{\nunsigned i = a & 3, l = 0;\n#pragma cwolf abstract i : exact\n");
    statements(2, 3);
    buf_printf(&text, "}\nint main(void)\n{\nunsigned l = 0;\n#pragma cwolf abstract l : exact\nfor (;;) {\n"
                      "unsigned i = choose();\n#pragma cwolf abstract i : exact\n");
    statements(0, 5);
    buf_printf(&text, "}\n}\n");
    if (below(2))
        label_line();
}

/* ---- models ------------------------------------------------------------------------------------------------------ */

static bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static bool same_origin(const struct avm_origin *a, const struct avm_origin *b)
{
    return a->blame == b->blame && a->why == b->why && a->outcome == b->outcome && a->func == b->func &&
           cwi_same_place(a->at, b->at) && same_text(a->error, b->error);
}

static bool same_graph(const struct avm_model *x, const struct avm_model *y)
{
    const struct lts *a = x->graph, *b = y->graph;
    if (a->states != b->states || lts_transitions(a) != lts_transitions(b) || x->end != y->end ||
        x->error != y->error || x->doubt_count != y->doubt_count || x->undecided_count != y->undecided_count ||
        x->loss_count != y->loss_count)
        return false;
    for (uint64_t t = 0; t < lts_transitions(a); t++)
        if (lts_source(a, t) != lts_source(b, t) || a->target[t] != b->target[t] ||
            lts_is_must(a, t) != lts_is_must(b, t) || strcmp(lts_label(a, t), lts_label(b, t)) ||
            !same_origin(avm_origin_of(x, t), avm_origin_of(y, t)))
            return false;
    struct buf one = {0}, other = {0};
    bool same = true;
    for (uint32_t s = 0; s < a->states && same; s++) {
        one.size = other.size = 0;
        avm_print_state(x, s, &one);
        avm_print_state(y, s, &other);
        same = one.size == other.size && !memcmp(one.data, other.data, one.size);
    }
    buf_free(&one);
    buf_free(&other);
    return same;
}

static uint64_t models, states, runs;

/* NULL: all is well. */
static const char *compare(struct cwi_unit *u, const struct notes *notes, struct avm_config config)
{
    struct diag d = {0};
    struct avm_model *anew, *again;
    config.forgets_runs = true;
    if (avm_run(u, notes, &config, &anew, &d))
        return arena_str(notes->arena, d.text);
    config.forgets_runs = false;
    config.checks_runs = below(2);
    if (avm_run(u, notes, &config, &again, &d))
        return arena_str(notes->arena, d.text);
    bool same = same_graph(anew, again);
    if (!same && getenv("SHOW")) {
        const struct avm_model *both[] = {anew, again};
        for (int k = 0; k < 2; k++) {
            const struct lts *g = both[k]->graph;
            printf("# %u states, %llu transitions, end %d, error %u, doubts %u, undecided %u, losses %u\n", g->states,
                   (unsigned long long)lts_transitions(g), both[k]->end, both[k]->error, both[k]->doubt_count,
                   both[k]->undecided_count, both[k]->loss_count);
            for (uint64_t t = 0; t < lts_transitions(g) && t < 20; t++)
                printf("#   %u %s %u %d\n", lts_source(g, t), lts_label(g, t), g->target[t], lts_is_must(g, t));
        }
    }
    models++;
    states += again->states;
    runs += again->machine->run_memo ? again->machine->run_memo->runs.count : 0;
    avm_model_free(anew);
    avm_model_free(again);
    return same ? NULL : "the models differ";
}

static const char *check_program(const char *dir)
{
    static const enum avm_merge merges[] = {AVM_MERGE_NEVER, AVM_MERGE_NEVER, AVM_MERGE_STACK, AVM_MERGE_LOCATION};
    struct diag d = {0};
    struct notes notes = {.arena = arena_new()};
    write_program();
    struct cwi_unit *u = compile_text(dir, buf_str(&text), text.size);
    if (!u || note_load(&notes, u, NULL, &d))
        return "it does not compile";
    const char *why = NULL;
    for (size_t i = 0; i < sizeof merges / sizeof *merges && !why; i++) {
        struct avm_config config;
        avm_config_init(&config);
        config.entry = cwi_find_func(u, NULL, "main", NULL);
        config.peephole = true;
        config.runs_far = i == 1;
        config.summarises = i == 1 && below(2);
        config.checks_accesses = below(2);
        config.merge = merges[i];
        config.max_states = 3000;
        why = compare(u, &notes, config);
    }
    cwi_unit_free(u);
    return why;
}

int main(void)
{
    char dir[] = "/tmp/cwolf-runs-XXXXXX", command[100];
    uint32_t count = getenv("COUNT") ? (uint32_t)atoi(getenv("COUNT")) : 60;
    const char *why = mkdtemp(dir) ? NULL : "no directory";
    seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 0) : 1124;
    for (uint32_t i = 0; i < count && !why; i++) {
        uint64_t begins = seed;
        why = check_program(dir);
        if (why)
            printf("# SEED=%llu COUNT=1: %s\n%s", (unsigned long long)begins, why, buf_str(&text));
    }
    ok(!why, "what is remembered of running on changes no model");
    ok(why || count < 60 || (states > 10000 && runs > 500), "and runs were remembered");
    printf("# %llu models, %llu states, %llu runs\n", (unsigned long long)models, (unsigned long long)states,
           (unsigned long long)runs);
    snprintf(command, sizeof command, "rm -rf %s", dir);
    return system(command) || done();
}
