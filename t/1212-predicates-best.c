/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Propositions 1 and 2 of Ball, Podelski, Rajamani 2001, by brute force: for random assignments of two characters and
 * random predicates, what the Boolean program says is the best Cartesian abstraction, no more and no less, where
 * conjunctions are not cut; and where the Boolean abstraction is deterministic, nothing is lost on states without *.
 */
#include <unistd.h>

#include "1211-interpret.h"
#include "compile.h"
#include "tap.h"

enum { PREDICATES = 4 };

static uint64_t seed = 7;
static uint32_t below(uint32_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % n;
}

static void write_program(FILE *f)
{
    static const char *const ops[] = {"+", "-", "*", "&", "|", "^", ">>"};
    static const char *const relations[] = {"<", "==", "!=", ">="};
    static const char *const types[] = {"unsigned char", "signed char"};
    fprintf(f, "%s x, y;\n", types[below(2)]);
    for (int i = 0; i < PREDICATES; i++)
        if (below(3))
            fprintf(f, "#pragma cwolf predicate %c %s %u\n", below(2) ? 'x' : 'y', relations[below(4)], below(9));
        else
            fprintf(f, "#pragma cwolf predicate x %s y%s\n", relations[below(4)], below(2) ? "" : " + 1");
    fprintf(f, "void f(void)\n{\n    %c = ", below(2) ? 'x' : 'y');
    if (below(2))
        fprintf(f, "%c %s %u;\n}\n", below(2) ? 'x' : 'y', ops[below(7)], 1 + below(5));
    else
        fprintf(f, "x %s y;\n}\n", ops[below(6)]);
}

static struct cwi_unit *compile(const char *dir)
{
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    write_program(f);
    fclose(f);
    struct cwi_unit *u = compile_text(dir, text, size);
    free(text);
    return u;
}

/* For each bit vector of the predicates before: what each can be after, and which vectors there are. */
static unsigned seen[1 << PREDICATES][PREDICATES];
static bool before[1 << PREDICATES], after[1 << PREDICATES][1 << PREDICATES];

static unsigned vector(const struct pred_abstraction *abs, const truths t)
{
    unsigned v = 0;
    for (uint32_t i = 0; i < abs->variable_count && i < PREDICATES; i++)
        v |= (unsigned)(t[i] == 1) << i;
    return v;
}

static void enumerate(struct machine *m, const struct cwi_func *f)
{
    struct frame frame = {.vars = base_mem_zalloc(m->u->vars.count * sizeof *frame.vars)};
    truths now, then;
    memset(seen, 0, sizeof seen);
    memset(before, 0, sizeof before);
    memset(after, 0, sizeof after);
    for (unsigned s = 0; s < 65536; s++) {
        uint8_t *x = m->statics[1], *y = m->statics[2];
        *x = (uint8_t)s;
        *y = (uint8_t)(s >> 8);
        look(m, &frame, now);
        store(m, &frame, f->blocks[0].stmts[0].lhs, sure(m, &frame, f->blocks[0].stmts[0].rhs));
        look(m, &frame, then);
        unsigned v = vector(m->abs, now);
        before[v] = true;
        after[v][vector(m->abs, then)] = true;
        for (uint32_t i = 0; i < m->abs->variable_count; i++)
            seen[v][i] |= 1u << then[i];
    }
    free(frame.vars);
}

static unsigned says(const struct machine *m, const struct bool_stmt *b, uint32_t pred, const truths now)
{
    for (uint32_t i = 0; b->kind == BOOL_ASSIGN && i < b->name_count; i++)
        if (number(m, b->names[i].text) == pred)
            return can(m, b->args[i], now);
    return 1u << now[pred];
}

static const char *compare(struct machine *m, const struct bool_stmt *b)
{
    static char text[200];
    uint32_t n = m->abs->variable_count;
    for (unsigned v = 0; v < 1u << n; v++) {
        truths now;
        unsigned images = 0, stars = 0;
        for (uint32_t i = 0; i < n; i++)
            now[i] = v >> i & 1;
        for (unsigned w = 0; w < 1u << n; w++)
            images += after[v][w];
        for (uint32_t i = 0; before[v] && i < n; i++) {
            unsigned is = says(m, b, i, now);
            stars += is == 3;
            if (is != seen[v][i]) {
                snprintf(text, sizeof text, "of %x, {%s} becomes %u, the best is %u", v, m->abs->variables[i].name, is,
                         seen[v][i]);
                return text;
            }
        }
        if (before[v] && images == 1 && stars)
            return "it is deterministic and something is lost";
    }
    return NULL;
}

static const char *try_program(const char *dir)
{
    struct arena *a = arena_new();
    struct diag d = {0};
    struct notes notes = {.arena = a};
    struct pred_abstraction abs;
    struct pred_options o = {.cube = PREDICATES};
    struct cwi_unit *u = compile(dir);
    cwi_id entry = u ? cwi_find_func(u, NULL, "f", NULL) : 0;
    const char *fault = NULL;
    if (!u || note_load(&notes, u, NULL, &d) || pred_abstract(a, u, &notes, entry, &o, &abs, NULL, &d)) {
        fault = strstr(d.text, "always") ? NULL : "it is not abstracted";
    } else {
        struct machine m = {.u = u, .abs = &abs};
        add_statics(&m);
        enumerate(&m, cwi_func_of(u, entry));
        fault = compare(&m, &abs.program->procs[0]->stmts[abs.marks[0].first]);
        vec_free(&m.live);
    }
    vec_free(&notes.list);
    cwi_unit_free(u);
    arena_free(a);
    return fault;
}

int main(void)
{
    uint64_t count = getenv("COUNT") ? strtoull(getenv("COUNT"), NULL, 10) : getenv("CWOLF_LONG") ? 1000 : 40;
    char dir[] = "/tmp/cwolf-best-XXXXXX", command[100];
    const char *fault = NULL;
    uint64_t i = 0;
    if (!mkdtemp(dir))
        return 1;
    for (; i < count && !fault; i++)
        fault = try_program(dir);
    if (fault)
        printf("# program %llu: %s\n", (unsigned long long)i, fault);
    snprintf(command, sizeof command, "%s %s/a.c; rm -rf %s", fault ? "sed 's/^/# /'" : "true", dir, dir);
    fflush(stdout);
    if (system(command))
        return 1;
    ok(!fault, "%llu assignments: the best Cartesian abstraction, exactly", (unsigned long long)i);
    return done();
}
