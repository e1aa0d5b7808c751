/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small linker for the tests of linking, and units for it, each with one thing that linking has a rule for.
 */
#ifndef CWOLF_T_LINK_H
#define CWOLF_T_LINK_H

#include "0300-units.h"
#include "runtime/cwi/fragments.h"

/* ---- the linker -------------------------------------------------------------------------------------------------- */

static int warnings;
static char last_warning[sizeof((struct diag *)0)->text];

__attribute__((unused)) static void count_warning(void *context, const struct diag *d)
{
    (void)context;
    warnings++;
    snprintf(last_warning, sizeof last_warning, "%s", d->text);
}

static struct cwi_inputs inputs;

__attribute__((unused)) static struct cwi_input *add(struct cwi_unit *u)
{
    if (!inputs.arena)
        inputs.arena = arena_new();
    struct cwi_unit **units = arena_alloc(inputs.arena, sizeof *units);
    *units = u;
    struct cwi_input in = {.path = u->name, .units = units, .unit_count = 1};
    vec_push(&inputs.list, in);
    return &inputs.list.items[inputs.list.count - 1];
}

__attribute__((unused)) static struct cwi_unit *link_all(void)
{
    struct cwi_unit *u = NULL;
    struct diag d = {0};
    struct diag_sink sink = {count_warning, NULL};
    warnings = 0;
    if (cwi_link(&inputs, "prog", &sink, &u, &d) != ST_OK)
        ok(false, "linking failed: %s", d.text);
    cwi_inputs_free(&inputs);
    inputs = (struct cwi_inputs){0};
    return u;
}

/* What function `name` of `file` returns, as text; the unit's only block is `return ...`. */
__attribute__((unused)) static const char *result_of(const struct cwi_unit *u, const char *file, const char *name)
{
    static char text[300];
    cwi_id id = cwi_find_func(u, file, name, NULL);
    if (!id || !cwi_func_of(u, id)->block_count)
        return id ? "no body" : "no function";
    struct buf b = {0};
    const struct cwi_block *last = &cwi_func_of(u, id)->blocks[0];
    cwi_print_expr(u, last->stmts[last->count - 1].rhs, &b);
    snprintf(text, sizeof text, "%s", buf_str(&b));
    buf_free(&b);
    return text;
}

__attribute__((unused)) static size_t funcs_called(const struct cwi_unit *u, const char *name)
{
    size_t n = 0;
    for (size_t i = 1; i < u->funcs.count; i++)
        n += !strcmp(u->funcs.items[i]->name, name);
    return n;
}

__attribute__((unused)) static size_t vars_called(const struct cwi_unit *u, const char *name)
{
    size_t n = 0;
    for (size_t i = 1; i < u->vars.count; i++)
        n += u->vars.items[i]->name && !strcmp(u->vars.items[i]->name, name);
    return n;
}

/* ---- units ------------------------------------------------------------------------------------------------------- */

__attribute__((unused)) static struct cwi_unit *with_static(const char *file, int n)
{
    struct made m = make_unit(file);
    cwi_id v = add_var(&m, "counter", CWI_STATIC, 0);
    cwi_id f = add_body(&m, "helper", CWI_STATIC, cwi_expr_binary(m.a, CWI_ADD, m.t_int, var(&m, v), num(&m, n)));
    cwi_id entry = add_func(&m, n == 1 ? "one" : "two", CWI_GLOBAL);
    cwi_id t = add_var(&m, "t", CWI_TEMP, entry);
    ex lhs = var(&m, t);
    struct cwi_stmt call = {.kind = CWI_CALL, .lhs = lhs, .rhs = call_to(&m, f)};
    give_body(&m, entry, &call, 1, lhs);
    return m.u;
}

__attribute__((unused)) static struct cwi_unit *with_func(const char *file, const char *name, enum cwi_linkage linkage,
                                                          int n)
{
    struct made m = make_unit(file);
    cwi_id f = linkage == CWI_EXTERN ? add_func(&m, name, linkage) : add_body(&m, name, linkage, num(&m, n));
    cwi_id local = linkage == CWI_EXTERN ? 0 : add_var(&m, "local", CWI_AUTO, f);
    (void)local;
    char user[20];
    snprintf(user, sizeof user, "use_%c", file[0]);
    add_body(&m, user, CWI_GLOBAL, call_to(&m, f));
    return m.u;
}

__attribute__((unused)) static struct cwi_unit *with_comdat(const char *file, const char *group, int n)
{
    struct made m = make_unit(file);
    cwi_id f = add_body(&m, "inline_f", CWI_GLOBAL, num(&m, n));
    cwi_func_of(m.u, f)->comdat = arena_str(m.a, group);
    cwi_id state = add_var(&m, "inline_state", CWI_WEAK, 0);
    cwi_var_of(m.u, state)->comdat = arena_str(m.a, group);
    struct cwi_ref ref = {CWI_REF_VAR, add_var(&m, "x", CWI_AUTO, f)};
    cwi_add_note(m.u,
                 &(struct cwi_note){.word = "abstract", .text = "$0 : int", .func = f, .refs = &ref, .ref_count = 1});
    cwi_add_loss(m.u, &(struct cwi_loss){"something", {0, 0, 0}, f});
    if (file[0] == 'b') { /* only the second one has this: it goes with its group */
        cwi_id only = add_body(&m, "only_b", CWI_GLOBAL, num(&m, 9));
        cwi_func_of(m.u, only)->comdat = arena_str(m.a, group);
    }
    return m.u;
}

__attribute__((unused)) static struct cwi_unit *with_alias(enum cwi_linkage linkage)
{
    struct made m = make_unit("alias.c");
    add_body(&m, "impl", CWI_STATIC, num(&m, 5));
    cwi_id f = add_func(&m, "f", linkage);
    cwi_func_of(m.u, f)->alias_of = arena_str(m.a, "impl");
    cwi_id g = add_func(&m, "g", CWI_GLOBAL);
    cwi_func_of(m.u, g)->alias_of = arena_str(m.a, "f");
    cwi_id v = add_var(&m, "v", CWI_GLOBAL, 0), w = add_var(&m, "w", CWI_GLOBAL, 0);
    cwi_var_of(m.u, w)->alias_of = arena_str(m.a, "v");
    (void)v;
    add_body(&m, "use_w", CWI_GLOBAL, var(&m, w));
    return m.u;
}

/* a.c declares struct s; b.c defines it; both have node, which points to itself and to s. */
__attribute__((unused)) static struct cwi_unit *with_types(const char *file, bool defined, const char *tag)
{
    struct made m = make_unit(file);
    cwi_id s = cwi_add_type(m.u, &(struct cwi_type){.kind = CWI_STRUCT, .name = "struct s", .size = CWI_UNKNOWN});
    if (defined) {
        struct cwi_field f = {tag, m.t_int, 0, 0, 0};
        *cwi_type_of(m.u, s) = (struct cwi_type){.kind = CWI_STRUCT,
                                                 .name = "struct s",
                                                 .size = 4,
                                                 .field_count = 1,
                                                 .fields = arena_copy(m.a, &f, sizeof f)};
    }
    cwi_id node = cwi_add_type(m.u, &(struct cwi_type){.kind = CWI_STRUCT, .name = "struct node", .size = 16});
    struct cwi_field fields[] = {{"next", add_ptr(m.u, node), 0, 0, 0}, {"s", add_ptr(m.u, s), 8, 0, 0}};
    fields[0].name = arena_str(m.a, "next");
    cwi_type_of(m.u, node)->fields = arena_copy(m.a, fields, sizeof fields);
    cwi_type_of(m.u, node)->field_count = 2;
    char name[20];
    snprintf(name, sizeof name, "head_%c", file[0]);
    cwi_add_var(m.u, &(struct cwi_var){.name = name, .asm_name = name, .linkage = CWI_GLOBAL, .type = node});
    return m.u;
}

#endif
