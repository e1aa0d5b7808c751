/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes the caller of an entry down as C. Its blocks are of the heap, where valgrind sees their ends; they are kept in
 * static storage, and so is what the entry gives back: what they lead to is not lost. An aggregate is passed by value
 * as one with the same members, for the calling convention looks at those (System V ABI, AMD64, 3.2.3); where its
 * layout is not the one that such members have by themselves there is no caller.
 */
#include "harness_main.h"
#include "runtime/run/entry_arguments.h"

struct caller {
    const struct cwi_unit *u;
    struct buf body; /* of main */
    uint32_t blocks;
};

/* ---- types ------------------------------------------------------------------------------------------------------- */

struct layout {
    uint64_t size, align;
};

static const char *scalar_name(const struct cwi_type *t)
{
    static const char *const integers[][2] = {{"unsigned char", "signed char"},
                                              {"unsigned short", "short"},
                                              {"unsigned int", "int"},
                                              {"unsigned long long", "long long"}};
    int width = t->size == 1 ? 0 : t->size == 2 ? 1 : t->size == 4 ? 2 : t->size == 8 ? 3 : -1;
    if (t->kind == CWI_PTR)
        return "void *";
    if (t->kind == CWI_INT)
        return width < 0 ? NULL : t->bits == 1 && !t->is_signed ? "_Bool" : integers[width][t->is_signed];
    if (t->kind == CWI_FLOAT)
        return t->bits == 32 ? "float" : t->bits == 64 ? "double" : t->bits == 80 ? "long double" : NULL;
    return NULL;
}

static bool put_type(const struct cwi_unit *u, cwi_id type, const char *name, struct layout *l, struct buf *out);

static bool put_members(const struct cwi_unit *u, const struct cwi_type *t, struct layout *l, struct buf *out)
{
    char name[16];
    *l = (struct layout){0, 1};
    buf_printf(out, "%s {", t->kind == CWI_UNION ? "union" : "struct");
    for (uint32_t i = 0; i < t->field_count; i++) {
        struct layout of;
        snprintf(name, sizeof name, "m%u", i);
        buf_putc(out, ' ');
        if (t->fields[i].bit_width || !put_type(u, t->fields[i].type, name, &of, out))
            return false;
        buf_putc(out, ';');
        uint64_t at = t->kind == CWI_UNION ? 0 : (l->size + of.align - 1) / of.align * of.align;
        if (at != t->fields[i].offset)
            return false;
        l->size = at + of.size > l->size ? at + of.size : l->size;
        l->align = of.align > l->align ? of.align : l->align;
    }
    l->size = (l->size + l->align - 1) / l->align * l->align;
    buf_puts(out, " }");
    return l->size == t->size;
}

/* A declaration of the name; false: there is none in plain C, or it has another layout. */
static bool put_type(const struct cwi_unit *u, cwi_id type, const char *name, struct layout *l, struct buf *out)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    const char *scalar = scalar_name(t);
    *l = (struct layout){t->size, t->size};
    if (scalar) {
        buf_printf(out, "%s %s", scalar, name);
        return true;
    }
    if (t->kind == CWI_ARRAY && t->count != CWI_UNKNOWN) {
        struct buf element = {0};
        buf_printf(&element, "%s[%llu]", name, (unsigned long long)t->count);
        bool is_known = put_type(u, t->of, buf_str(&element), l, out);
        buf_free(&element);
        l->size *= t->count;
        return is_known && l->size == t->size;
    }
    if (t->kind != CWI_STRUCT && t->kind != CWI_UNION)
        return false;
    bool is_known = put_members(u, t, l, out);
    buf_printf(out, " %s", name);
    return is_known;
}

static bool put_typedef(const struct cwi_unit *u, cwi_id type, const char *name, struct buf *out)
{
    struct layout unused;
    buf_puts(out, "typedef ");
    bool is_known = put_type(u, type, name, &unused, out);
    buf_puts(out, ";\n");
    return is_known;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

static uint32_t put_block(void *context, uint64_t size)
{
    struct caller *c = context;
    buf_printf(&c->body, "    cwolf_make(%u, %llu);\n", ++c->blocks, (unsigned long long)size);
    return c->blocks;
}

static void put_integer(void *context, uint32_t block, uint64_t offset, cwi_id type, const struct run_input_from *from)
{
    struct caller *c = context;
    (void)from;
    buf_printf(&c->body, "    cwolf_integer(%u, %llu, %llu);\n", block, (unsigned long long)offset,
               (unsigned long long)cwi_type_of(c->u, type)->size);
}

static void put_pointer(void *context, uint32_t block, uint64_t offset, uint32_t to)
{
    struct caller *c = context;
    buf_printf(&c->body, "    cwolf_pointer(%u, %llu, %u);\n", block, (unsigned long long)offset, to);
}

static void put_nothing(void *context, uint32_t block, uint64_t size)
{
    (void)context, (void)block, (void)size;
}

/* The argument's value is appended to the call. */
static void put_argument(struct caller *c, cwi_id param, uint32_t i, struct buf *call)
{
    const struct run_giver giver = {c->u, c, put_block, put_integer, put_pointer, put_nothing};
    const struct cwi_var *x = cwi_var_of(c->u, param);
    buf_printf(&c->body, "    /* %s */\n", x->name ? x->name : "");
    uint32_t block = run_give_argument(&giver, param);
    buf_puts(call, i ? ", " : "");
    if (!block) {
        buf_printf(&c->body, "    cwolf_type%u x%u = (cwolf_type%u)cwolf_next(NULL);\n", i, i, i);
        buf_printf(call, "x%u", i);
        return;
    }
    if (cwi_type_of(c->u, x->type)->kind != CWI_PTR)
        buf_printf(call, "*(cwolf_type%u *)", i);
    buf_printf(call, "cwolf_block[%u]", block);
}

/* ---- the caller -------------------------------------------------------------------------------------------------- */

static const char helpers[] = "static void cwolf_make(int block, unsigned long size)\n"
                              "{\n"
                              "    cwolf_block[block] = calloc(1, size);\n"
                              "}\n\n"
                              "static void cwolf_integer(int block, unsigned long offset, unsigned long size)\n"
                              "{\n"
                              "    long long x = cwolf_next(NULL);\n"
                              "    memcpy(cwolf_block[block] + offset, &x, size);\n"
                              "}\n\n"
                              "static void cwolf_pointer(int block, unsigned long offset, int to)\n"
                              "{\n"
                              "    memcpy(cwolf_block[block] + offset, &cwolf_block[to], sizeof cwolf_block[to]);\n"
                              "}\n";

/* The entry's prototype, under a name that is nobody's. NULL, or what a caller cannot pass. */
static const char *put_prototype(struct arena *a, const struct cwi_unit *u, const struct cwi_func *f, struct buf *out)
{
    cwi_id result = cwi_type_of(u, f->type)->of;
    bool is_void = !result || cwi_type_of(u, result)->kind == CWI_VOID;
    char name[32];
    for (uint32_t i = 0; i < f->param_count; i++) {
        snprintf(name, sizeof name, "cwolf_type%u", i);
        if (!put_typedef(u, cwi_var_of(u, f->params[i])->type, name, out))
            return arena_printf(a,
                                "the parameter '%s' of '%s' is passed by value and has a layout (bit-fields, packed, "
                                "vectors, complex numbers) that a caller in plain C cannot be sure to repeat",
                                cwi_var_of(u, f->params[i])->name, f->name);
    }
    if (!is_void && !put_typedef(u, result, "cwolf_result_type", out))
        return arena_printf(a,
                            "'%s' gives back what has a layout (bit-fields, packed, vectors, complex numbers) that a "
                            "caller in plain C cannot be sure to repeat",
                            f->name);
    buf_printf(out, "extern %s cwolf_entry(", is_void ? "void" : "cwolf_result_type");
    for (uint32_t i = 0; i < f->param_count; i++)
        buf_printf(out, "%scwolf_type%u", i ? ", " : "", i);
    buf_printf(out, "%s) __asm__(\"%s\");\n", f->param_count ? "" : "void", f->asm_name ? f->asm_name : f->name);
    buf_puts(out, is_void ? "" : "static cwolf_result_type cwolf_result;\n");
    return NULL;
}

const char *driver_harness_main(struct arena *a, const struct cwi_unit *u, cwi_id entry, struct buf *out)
{
    const struct cwi_func *f = cwi_func_of(u, entry);
    cwi_id result = cwi_type_of(u, f->type)->of;
    bool is_void = !result || cwi_type_of(u, result)->kind == CWI_VOID;
    struct caller c = {.u = u};
    struct buf call = {0};
    buf_printf(
        out,
        "\n/* The caller of '%s': an integer is the next value; a pointer leads to a block of its own, of zeros\n"
        " * but for the values that it gets. Blocks and the result stay: what they lead to is not lost. */\n"
        "#include <string.h>\n\n",
        f->name);
    const char *why_not = put_prototype(a, u, f, out);
    for (uint32_t i = 0; i < f->param_count && !why_not; i++)
        put_argument(&c, f->params[i], i, &call);
    if (c.blocks)
        buf_printf(out, "static char *cwolf_block[%u];\n\n%s", c.blocks + 1, helpers);
    buf_printf(out, "\nint main(void)\n{\n%s    %scwolf_entry(%s);\n    return 0;\n}\n", buf_str(&c.body),
               is_void ? "" : "cwolf_result = ", buf_str(&call));
    buf_free(&c.body);
    buf_free(&call);
    return why_not;
}
