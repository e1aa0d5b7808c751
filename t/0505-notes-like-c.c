/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions mean what the C compiler makes of them: random ones are evaluated as trees, and compiled and run by cc.
 * The seed is printed; another one is the first argument.
 */
#include "0500-notes.h"

#include <unistd.h>

enum { EXPRESSIONS = 1500, DEPTH = 5 };

static uint64_t seed = 20021;

static uint32_t dice(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

/* ---- the values ----------------------------------------------------------------------------------------------------
 */

static const struct {
    const char *name, *type;
    int64_t value;
} vars[] = {
    {"n", "int", -7}, {"u", "unsigned int", 4000000001}, {"small", "unsigned char", 200},
    {"x", "int", 13}, {"y", "long", -5000000000},        {"device", "unsigned int", 3},
};
static const char *const values[] = {"small", "n",  "u",        "x",         "y",           "device", "buf[3]",
                                     "p[2]",  "*p", "pkt.kind", "pp->flags", "pkt.data[1]", "pp->a",  "q"};

static int64_t cell_value(const struct cwi_expr *e)
{
    for (size_t i = 0; e->kind == CWI_VAR && i < sizeof vars / sizeof *vars; i++)
        if (!strcmp(cwi_var_of(fx.u, e->ref)->name, vars[i].name))
            return vars[i].value;
    if (e->kind == CWI_INDEX)
        return e->a->kind == CWI_VAR ? e->b->value * 100 - 250 : 255; /* buf[i], pkt.data[1] */
    if (e->kind == CWI_DEREF)
        return e->a->kind == CWI_BINARY ? e->a->b->value / 4 * 100 - 250 : -250; /* p is buf */
    if (e->kind == CWI_FIELD)
        return !strcmp(e->name, "flags") ? 5 : !strcmp(e->name, "a") ? -77 : 1 << 30;
    return 0;
}

/* ---- evaluating trees ----------------------------------------------------------------------------------------------
 */

static bool undefined;

static int64_t fit(const struct cwi_expr *e, uint64_t v)
{
    const struct cwi_type *t = cwi_type_of(fx.u, e->type);
    uint32_t shift = 64 - t->bits;
    return t->is_signed ? (int64_t)(v << shift) >> shift : (int64_t)(v << shift >> shift);
}

static int64_t eval(const struct cwi_expr *e);

static int64_t divide(const struct cwi_expr *e, int64_t a, int64_t b, bool is_signed)
{
    if (!b || (is_signed && b == -1 && a == fit(e, (uint64_t)1 << (cwi_type_of(fx.u, e->type)->bits - 1)))) {
        undefined = true;
        return 0;
    }
    if (is_signed)
        return e->op == CWI_DIV ? a / b : a % b;
    return (int64_t)(e->op == CWI_DIV ? (uint64_t)a / (uint64_t)b : (uint64_t)a % (uint64_t)b);
}

static int64_t eval_binary(const struct cwi_expr *e)
{
    int64_t a = eval(e->a);
    if (e->op == CWI_LOGAND || e->op == CWI_LOGOR) {
        if ((a != 0) == (e->op == CWI_LOGOR))
            return a != 0;
        return eval(e->b) != 0;
    }
    int64_t b = eval(e->b);
    const struct cwi_type *t = cwi_type_of(fx.u, e->a->type), *other = cwi_type_of(fx.u, e->b->type);
    bool is_shift = e->op == CWI_SHL || e->op == CWI_SHR;
    if (!is_shift && (t->bits != other->bits || t->is_signed != other->is_signed))
        ok(false, "operands have one type");
    if (is_shift && (b < 0 || b >= t->bits)) {
        undefined = true;
        return 0;
    }
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    int order = t->is_signed ? (a > b) - (a < b) : (ua > ub) - (ua < ub);
    switch (e->op) {
    case CWI_ADD:
        return fit(e, ua + ub);
    case CWI_SUB:
        return fit(e, ua - ub);
    case CWI_MUL:
        return fit(e, ua * ub);
    case CWI_DIV:
    case CWI_MOD:
        return fit(e, (uint64_t)divide(e, a, b, t->is_signed));
    case CWI_AND:
        return fit(e, ua & ub);
    case CWI_OR:
        return fit(e, ua | ub);
    case CWI_XOR:
        return fit(e, ua ^ ub);
    case CWI_SHL:
        return fit(e, ua << b);
    case CWI_SHR:
        return fit(e, t->is_signed ? (uint64_t)(a >> b) : ua >> b);
    case CWI_EQ:
        return order == 0;
    case CWI_NE:
        return order != 0;
    case CWI_LT:
        return order < 0;
    case CWI_LE:
        return order <= 0;
    case CWI_GT:
        return order > 0;
    default:
        return order >= 0;
    }
}

static int64_t eval(const struct cwi_expr *e)
{
    switch (e->kind) {
    case CWI_CONST:
        return e->value;
    case CWI_COND:
        return eval(e->a) ? eval(e->b) : eval(e->c);
    case CWI_BINARY:
        return eval_binary(e);
    case CWI_UNARY: {
        int64_t a = eval(e->a);
        return e->op == CWI_NEG      ? fit(e, 0 - (uint64_t)a)
               : e->op == CWI_BITNOT ? fit(e, ~(uint64_t)a)
               : e->op == CWI_LOGNOT ? !a
                                     : fit(e, (uint64_t)a);
    }
    default:
        return cell_value(e);
    }
}

/* ---- making expressions --------------------------------------------------------------------------------------------
 */

static void generate(struct buf *b, unsigned depth)
{
    static const char *const binary[] = {"+", "-",  "*",  "/", "%",  "<<", ">>", "&",  "|",
                                         "^", "==", "!=", "<", "<=", ">",  ">=", "&&", "||"};
    static const char *const unary[] = {
        "-",          "~",      "!",       "+",       "(char)",         "(unsigned char)",
        "(unsigned)", "(long)", "(short)", "(_Bool)", "(unsigned long)"};
    static const char *const constants[] = {"0",          "1",          "3",           "'a'",         "31",
                                            "2147483647", "2147483648", "0xffffffff",  "7u",          "9l",
                                            "4294967296", "LEN",        "sizeof(int)", "sizeof small"};
    uint32_t kind = depth ? dice(10) : dice(2);
    if (kind == 0) {
        buf_puts(b, values[dice(sizeof values / sizeof *values - 1)]);
    } else if (kind == 1) {
        buf_puts(b, constants[dice(sizeof constants / sizeof *constants)]);
    } else if (kind < 8) {
        buf_puts(b, "(");
        generate(b, depth - 1);
        buf_printf(b, " %s ", binary[dice(sizeof binary / sizeof *binary)]);
        generate(b, depth - 1);
        buf_puts(b, ")");
    } else if (kind == 8) {
        buf_printf(b, "(%s", unary[dice(sizeof unary / sizeof *unary)]);
        buf_puts(b, "(");
        generate(b, depth - 1);
        buf_puts(b, "))");
    } else {
        buf_puts(b, "(");
        generate(b, depth - 1);
        buf_puts(b, " ? ");
        generate(b, depth - 1);
        buf_puts(b, " : ");
        generate(b, depth - 1);
        buf_puts(b, ")");
    }
}

static const struct cwi_expr *parse(struct arena *a, const char *text, struct diag *d)
{
    const struct cwi_expr *e = NULL;
    note_parse_expr(a, note_text_source(a, "c", text, strlen(text), 1, 1), note_unit_resolver(a, fx.u, 0), &e, d);
    return e;
}

/* The expression again, through the printer; NULL when it changed. */
static bool survives(struct arena *a, const struct cwi_expr *e)
{
    struct buf b = {0};
    struct diag d;
    note_print_expr(fx.u, e, &b);
    const struct cwi_expr *again = parse(a, buf_str(&b), &d);
    bool same = again && cwi_expr_equal(e, again);
    if (!same)
        printf("# printed %s: %s\n", buf_str(&b), again ? "differs" : d.text);
    buf_free(&b);
    return same;
}

static void prologue(struct buf *c)
{
    buf_puts(c, "#include <stdio.h>\nenum state { IDLE, LEN = 5, BODY };\n"
                "struct packet { int kind; unsigned char data[8]; unsigned flags : 3; union { int a; long b; }; };\n"
                "int buf[16]; struct packet pkt, *pp = &pkt; int *p = buf;\n");
    for (size_t i = 0; i < sizeof vars / sizeof *vars; i++)
        buf_printf(c, "%s %s = %lld;\n", vars[i].type, vars[i].name, (long long)vars[i].value);
    buf_puts(c, "int main(void) { for (int i = 0; i < 16; i++) buf[i] = i * 100 - 250;\n"
                "pkt.kind = 1 << 30; pkt.data[1] = 255; pkt.flags = 5; pkt.a = -77;\n"
                "#define SHOW(e) printf(\"%lld %d\\n\", (long long)(e), (int)sizeof +(e))\n");
}

static void run(const struct buf *c, const int64_t *expected, const uint64_t *sizes, char **texts, size_t count)
{
    char dir[] = "/tmp/notes.XXXXXX", line[100];
    struct diag d;
    if (!ok(mkdtemp(dir) && !chdir(dir) && !base_file_write("e.c", c->data, c->size, &d),
            "wrote a program of %zu expressions", count))
        return;
    ok(!system("cc -w -fwrapv -O0 -o e e.c && ./e > out"), "cc compiles it and it runs");
    FILE *f = fopen("out", "r");
    size_t i = 0, wrong = 0;
    for (; f && i < count && fgets(line, sizeof line, f); i++) {
        long long value = 0;
        int size = 0;
        sscanf(line, "%lld %d", &value, &size);
        if (value != expected[i] || (uint64_t)size != sizes[i]) {
            printf("# %s: cc says %lld (%d bytes), the tree %lld (%d)\n", texts[i], value, size, (long long)expected[i],
                   (int)sizes[i]);
            wrong++;
        }
    }
    if (f)
        fclose(f);
    ok(i == count && !wrong, "%zu expressions have the value and the type that cc gives them", count);
    ok(!system("rm -f e e.c out") && !chdir("/") && !rmdir(dir), "tidied up");
}

int main(int argc, char **argv)
{
    fixture();
    if (argc > 1)
        seed = strtoull(argv[1], NULL, 10);
    printf("# seed %llu\n", (unsigned long long)seed);
    struct arena *a = arena_new();
    struct buf c = {0};
    int64_t *expected = ARENA_ARRAY(a, int64_t, EXPRESSIONS);
    uint64_t *sizes = ARENA_ARRAY(a, uint64_t, EXPRESSIONS);
    char **texts = ARENA_ARRAY(a, char *, EXPRESSIONS);
    size_t count = 0, changed = 0, refused = 0;
    prologue(&c);
    for (int i = 0; i < EXPRESSIONS; i++) {
        struct buf text = {0};
        struct diag d;
        generate(&text, 1 + dice(DEPTH));
        const struct cwi_expr *e = parse(a, buf_str(&text), &d);
        undefined = false;
        if (!e) {
            refused += !strstr(d.text, "division by zero") && !strstr(d.text, "a shift by");
        } else {
            changed += !survives(a, e);
            expected[count] = eval(e);
            sizes[count] = cwi_type_of(fx.u, e->type)->size > 4 ? 8 : 4; /* promoted: a bit-field has no size */
            texts[count] = arena_str(a, buf_str(&text));
            if (!undefined) {
                buf_printf(&c, "SHOW(%s);\n", buf_str(&text));
                count++;
            }
        }
        buf_free(&text);
    }
    buf_puts(&c, "return 0; }\n");
    ok(!refused, "nothing of the subset is refused");
    ok(!changed, "every expression survives printing");
    ok(count > EXPRESSIONS / 4, "enough of them are defined");
    run(&c, expected, sizes, texts, count);
    buf_free(&c);
    arena_free(a);
    cwi_unit_free(fx.u);
    return done();
}
