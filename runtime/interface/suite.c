/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A test suite from the graph: a C file with a test for each edge, the shortest sequence of calls with values that
 * takes it; for a call that errs, the test expects that its last call does, in a process of its own.
 *
 * A sequence is one of calls whose values are all known and whose edges are sure, from the state as loaded: so the
 * library takes it. Edges that no such sequence takes are counted, and named in the file. Source: Roy 2010, 6.2.
 */
#include "runtime/interface/private.h"

#include <stdlib.h>

struct suite {
    const struct summary *s;
    const struct iface_client *c;
    const struct iface_options *options;
    const uint32_t *region;
    struct iface *out;
    uint32_t *from, *by;        /* of each macro state: the one before, and the row that led to it */
    struct VEC(uint32_t) order; /* macro states, nearest first */
    struct buf tests, table, missing;
};
#define NOT_REACHED UINT32_MAX

static uint32_t raw_of(const struct suite *x, uint32_t row)
{
    return row < x->s->call_count ? row : x->s->probes[row - x->s->call_count].call;
}

static const struct iface_function *function_of(const struct suite *x, uint32_t row)
{
    uint32_t kinds[MOST_ARGUMENTS];
    return iface_client_call(x->c, raw_of(x, row), kinds);
}

/* ---- sequences --------------------------------------------------------------------------------------------------- */

/* Its arguments are known, and can be written down. */
static bool is_concrete(const struct suite *x, uint32_t row)
{
    const struct iface_function *f = function_of(x, row);
    bool is = true;
    for (uint32_t i = 0; i < f->arg_count; i++) {
        const struct iface_argument *a = &f->args[i];
        bool is_one = a->kind_count == 1 && a->kinds[0].lo == a->kinds[0].hi;
        is &= a->fixed ? a->fixed->kind != CWI_VAR || cwi_type_of(x->c->u, a->type)->kind == CWI_PTR
                       : a->kind_count && (row >= x->s->call_count || is_one);
    }
    cwi_id result = cwi_type_of(x->c->u, cwi_func_of(x->c->u, f->func)->type)->of;
    enum cwi_type_kind kind = result ? cwi_type_of(x->c->u, result)->kind : CWI_VOID;
    return is && (kind == CWI_VOID || kind == CWI_INT || kind == CWI_PTR || kind == CWI_FLOAT);
}

static void search(struct suite *x)
{
    const struct summary *s = x->s;
    memset(x->from, 0xff, (s->count + 1) * sizeof *x->from);
    if (s->initial_count != 1)
        return;
    x->from[s->initial[0]] = s->initial[0];
    vec_push(&x->order, s->initial[0]);
    for (size_t head = 0; head < x->order.count; head++) {
        uint32_t m = x->order.items[head];
        for (uint32_t row = 0; row < s->row; row++) {
            const struct summary_outcome *o = &s->outcomes[(size_t)m * s->row + row];
            if (o->is != IFACE_GOOD || !is_concrete(x, row))
                continue;
            for (uint32_t e = o->first; e < o->first + o->count; e++) {
                const struct summary_edge *edge = &s->edges.items[e];
                if (!edge->must || edge->is_null || edge->to == SUMMARY_END || x->from[edge->to] != NOT_REACHED)
                    continue;
                x->from[edge->to] = m;
                x->by[edge->to] = row;
                vec_push(&x->order, edge->to);
            }
        }
    }
}

/* Where a call can be made so that it leads to the region, UINT32_MAX: errs; the row, or NOT_REACHED. */
static uint32_t find_row(const struct suite *x, uint32_t m, uint32_t call, uint32_t to)
{
    const struct summary *s = x->s;
    for (uint32_t row = 0; row < s->row; row++) {
        const struct summary_outcome *o = &s->outcomes[(size_t)m * s->row + row];
        if (x->out->call_of[raw_of(x, row)] != call || !is_concrete(x, row))
            continue;
        if (to == UINT32_MAX && o->is == IFACE_ERROR)
            return row;
        for (uint32_t e = o->first; to != UINT32_MAX && o->is == IFACE_GOOD && e < o->first + o->count; e++) {
            const struct summary_edge *edge = &s->edges.items[e];
            uint32_t region = edge->to == SUMMARY_END ? to : x->region[edge->to];
            if (edge->must && !edge->is_null && region == to)
                return row;
        }
    }
    return NOT_REACHED;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static const char *type_text(const struct cwi_unit *u, cwi_id type)
{
    static const char *const ints[2][4] = {{"uint8_t", "uint16_t", "uint32_t", "uint64_t"},
                                           {"int8_t", "int16_t", "int32_t", "int64_t"}};
    const struct cwi_type *t = type ? cwi_type_of(u, type) : NULL;
    if (!t || t->kind == CWI_VOID)
        return "void";
    if (t->kind == CWI_PTR)
        return "void *";
    if (t->kind == CWI_FLOAT)
        return t->bits == 32 ? "float" : t->bits == 64 ? "double" : "long double";
    return t->bits == 1 ? "_Bool" : ints[t->is_signed][t->bits > 32 ? 3 : t->bits > 16 ? 2 : t->bits > 8 ? 1 : 0];
}

static void put_declarations(const struct suite *x, struct buf *out)
{
    const struct cwi_unit *u = x->c->u;
    for (size_t i = 0; i < x->c->functions.count; i++) {
        const struct iface_function *f = &x->c->functions.items[i];
        const struct cwi_func *func = cwi_func_of(u, f->func);
        buf_printf(out, "extern %s suite_%s(", type_text(u, cwi_type_of(u, func->type)->of), func->name);
        for (uint32_t k = 0; k < f->arg_count; k++)
            buf_printf(out, "%s%s", k ? ", " : "", type_text(u, f->args[k].type));
        buf_printf(out, "%s) __asm__(\"%s\");\n", f->arg_count ? "" : "void",
                   func->asm_name ? func->asm_name : func->name);
    }
    for (size_t i = 0; i < x->c->objects.count; i++) {
        const struct iface_object *o = &x->c->objects.items[i];
        if (o->is_pointer)
            buf_printf(out, "static void *handle_%u;\n", o->var);
        else
            buf_printf(out, "static _Alignas(16) char object_%u[%llu];\n", o->var,
                       (unsigned long long)cwi_type_of(u, cwi_var_of(u, o->var)->type)->size);
    }
}

static bool is_handle(const struct suite *x, cwi_id var)
{
    for (size_t i = 0; i < x->c->objects.count; i++)
        if (x->c->objects.items[i].var == var)
            return x->c->objects.items[i].is_pointer;
    return false;
}

static void put_argument(const struct suite *x, const struct iface_argument *a, int64_t value, struct buf *out)
{
    if (!a->fixed)
        buf_printf(out, value == INT64_MIN ? "INT64_MIN" : "%lld", (long long)value);
    else if (a->fixed->kind == CWI_VAR)
        buf_printf(out, "handle_%u", a->fixed->ref);
    else if (a->fixed->kind == CWI_ADDR && a->fixed->a->kind == CWI_VAR)
        buf_printf(out, "&%s_%u", is_handle(x, a->fixed->a->ref) ? "handle" : "object", a->fixed->a->ref);
    else
        buf_puts(out, a->fixed->kind == CWI_FUNCREF ? "(void *)callback" : "0");
}

/* The result of the call is all that the condition is about: the library's variables a test may not see. */
static bool is_visible(const struct iface_condition *c)
{
    struct iface_naming x = {0};
    bool is = c->about != NULL;
    cwi_expr_walk(c->expr, iface_client_name_var, &x);
    for (size_t i = 0; i < x.vars.count && is; i++)
        is = x.vars.items[i] == c->about->result;
    vec_free(&x.vars);
    return is;
}

/* One call; a result that tells an error ends the process. */
static void put_call(const struct suite *x, uint32_t row, struct buf *out)
{
    const struct iface_function *f = function_of(x, row);
    const char *name = cwi_func_of(x->c->u, f->func)->name;
    struct buf call = {0};
    buf_printf(&call, "suite_%s(", name);
    for (uint32_t i = 0; i < f->arg_count; i++) {
        int64_t value = row >= x->s->call_count ? x->s->probes[row - x->s->call_count].values[i]
                        : f->args[i].kind_count ? f->args[i].kinds[0].lo
                                                : 0;
        buf_puts(&call, i ? ", " : "");
        put_argument(x, &f->args[i], value, &call);
    }
    buf_putc(&call, ')');
    buf_puts(out, "    ");
    if (f->result) {
        buf_printf(out, "{\n        __typeof__(%s) %s = %s;\n", buf_str(&call), name, buf_str(&call));
        for (size_t i = 0; i < x->c->errors.count; i++)
            if (x->c->errors.items[i].about == f && is_visible(&x->c->errors.items[i]))
                buf_printf(out, "        if (%s)\n            _exit(1);\n", x->options->errors[i]);
        if (f->keeps)
            buf_printf(out, "        handle_%u = %s;\n", f->keeps->ref, name);
        buf_puts(out, "    }\n");
    } else if (f->keeps) {
        buf_printf(out, "handle_%u = %s;\n", f->keeps->ref, buf_str(&call));
    } else {
        buf_printf(out, "%s;\n", buf_str(&call));
    }
    buf_puts(out, "    ++*done;\n");
    buf_free(&call);
}

static void put_region(const struct suite *x, uint32_t region, struct buf *out)
{
    const char *words = x->out->regions[region].words;
    buf_printf(out, "%u%s%s%s", region, words ? " (" : "", words ? words : "", words ? ")" : "");
}

static void put_test(struct suite *x, uint32_t m, uint32_t row, uint32_t region, uint32_t call, uint32_t to)
{
    struct VEC(uint32_t) path = {0};
    struct buf name = {0};
    for (uint32_t at = m; x->from[at] != at; at = x->from[at])
        vec_push(&path, x->by[at]);
    buf_printf(&name, "%s in ", x->out->calls[call].name);
    put_region(x, region, &name);
    buf_puts(&name, to == UINT32_MAX ? " errs" : " is good");
    buf_printf(&x->tests, "/* %s */\nstatic void test_%u(void)\n{\n", buf_str(&name), x->out->test_count);
    for (size_t i = path.count; i-- > 0;)
        put_call(x, path.items[i], &x->tests);
    put_call(x, row, &x->tests);
    buf_puts(&x->tests, "}\n\n");
    buf_printf(&x->table, "    {\"%s\", test_%u, %zu, %d},\n", buf_str(&name), x->out->test_count, path.count + 1,
               to == UINT32_MAX);
    x->out->test_count++;
    vec_free(&path);
    buf_free(&name);
}

static void add_test(struct suite *x, uint32_t region, uint32_t call, uint32_t to)
{
    for (size_t i = 0; i < x->order.count; i++) {
        uint32_t m = x->order.items[i];
        uint32_t row = x->region[m] == region ? find_row(x, m, call, to) : NOT_REACHED;
        if (row == NOT_REACHED)
            continue;
        put_test(x, m, row, region, call, to);
        return;
    }
    x->out->untested_count++;
    buf_printf(&x->missing, " * %s in ", x->out->calls[call].name);
    put_region(x, region, &x->missing);
    buf_puts(&x->missing, to == UINT32_MAX ? " errs\n" : "");
    if (to != UINT32_MAX) {
        buf_puts(&x->missing, " leads to ");
        put_region(x, to, &x->missing);
        buf_putc(&x->missing, '\n');
    }
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static const char head_text[] =
    "#define _GNU_SOURCE\n#include <signal.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <sys/mman.h>\n"
    "#include <sys/wait.h>\n#include <unistd.h>\n\nstatic volatile int *done; /* calls that returned */\n";
static const char main_text[] =
    "int main(void)\n{\n"
    "    int count = sizeof tests / sizeof *tests, failed = 0;\n"
    "    done = mmap(0, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n"
    "    printf(\"1..%d\\n\", count);\n"
    "    for (int i = 0; i < count; i++) {\n"
    "        int status = 0;\n"
    "        *done = 0;\n"
    "        fflush(stdout);\n"
    "        pid_t child = fork();\n"
    "        if (!child) {\n"
    "            if (tests[i].errs && !freopen(\"/dev/null\", \"w\", stderr))\n"
    "                _exit(2);\n"
    "            alarm(10);\n"
    "            tests[i].run();\n"
    "            _exit(0);\n"
    "        }\n"
    "        waitpid(child, &status, 0);\n"
    "        int hangs = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;\n"
    "        int is_good = tests[i].errs ? status != 0 && !hangs && *done == tests[i].calls - 1\n"
    "                                    : status == 0 && *done == tests[i].calls;\n"
    "        failed += !is_good;\n"
    "        printf(\"%s %d - %s\\n\", is_good ? \"ok\" : \"not ok\", i + 1, tests[i].name);\n"
    "    }\n"
    "    return failed != 0;\n"
    "}\n";

static bool uses_callback(const struct suite *x)
{
    bool any = false;
    for (size_t i = 0; i < x->c->functions.count; i++)
        for (uint32_t k = 0; k < x->c->functions.items[i].arg_count; k++) {
            const struct cwi_expr *e = x->c->functions.items[i].args[k].fixed;
            any |= e && e->kind == CWI_FUNCREF;
        }
    return any;
}

static void put_file(struct suite *x)
{
    struct buf out = {0};
    buf_puts(&out, "/* Tests of a library's interface, as 'cwolf interface --suite' found it. With the library:\n"
                   " *\n"
                   " *     gcc -fsanitize=address,undefined -fno-sanitize-recover=all suite.c LIBRARY.c && ./a.out\n");
    if (x->missing.size)
        buf_printf(&out, " *\n * There is no test for these:\n *\n%s", buf_str(&x->missing));
    buf_printf(&out, " */\n%s", head_text);
    put_declarations(x, &out);
    if (uses_callback(x))
        buf_puts(&out, "static long callback(void) { return 0; }\n");
    buf_printf(&out,
               "\n%sstatic const struct {\n    const char *name;\n    void (*run)(void);\n    int calls, errs;\n"
               "} tests[] = {\n%s};\n\n%s",
               buf_str(&x->tests), buf_str(&x->table), main_text);
    x->out->suite = arena_str(x->out->arena, buf_str(&out));
    buf_free(&out);
}

/* Whether an error may be one that only the library's own variables tell. */
static bool has_hidden_errors(const struct suite *x)
{
    bool any = false;
    for (size_t i = 0; i < x->c->errors.count; i++)
        any |= !is_visible(&x->c->errors.items[i]);
    return any;
}

void iface_make_suite(const struct summary *s, const struct iface_client *c, const struct iface_options *options,
                      const uint32_t *region, struct iface *out)
{
    struct suite x = {.s = s, .c = c, .options = options, .region = region, .out = out};
    x.from = base_mem_alloc(((size_t)s->count + 1) * sizeof *x.from);
    x.by = base_mem_zalloc(((size_t)s->count + 1) * sizeof *x.by);
    search(&x);
    for (uint32_t i = 0; i < out->edge_count; i++) {
        const struct iface_edge *e = &out->edges[i];
        if (out->calls[e->call].is_null || out->regions[e->to].is_end) {
            out->untested_count++;
            buf_printf(&x.missing, " * %s in %u, which %s\n", out->calls[e->call].name, e->from,
                       out->calls[e->call].is_null ? "the environment chooses" : "ends the program");
        } else {
            add_test(&x, e->from, e->call, e->to);
        }
    }
    for (uint32_t r = 0; r < out->region_count; r++)
        for (uint32_t call = 0; call < out->call_count; call++)
            if (out->regions[r].calls[call] == IFACE_ERROR && !out->regions[r].is_end && !out->calls[call].is_null &&
                !has_hidden_errors(&x))
                add_test(&x, r, call, UINT32_MAX);
    put_file(&x);
    vec_free(&x.order);
    buf_free(&x.tests);
    buf_free(&x.table);
    buf_free(&x.missing);
    free(x.from);
    free(x.by);
}
