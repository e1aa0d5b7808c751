/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Units: making them and adding to them. Invariant: item 0 of files, types, variables and functions exists and stands
 * for "none"; what is added is copied, so that nothing outside the arena is ever referred to.
 */
#include "runtime/cwi/private.h"

struct cwi_unit *cwi_unit_new(const char *name)
{
    struct arena *a = arena_new();
    struct cwi_unit *u = ARENA_NEW(a, struct cwi_unit);
    u->arena = a;
    u->name = arena_str(a, name ? name : "");
    u->producer = "";
    u->pointer_bits = 64;
    u->char_is_signed = true;
    vec_push(&u->files, "");
    vec_push(&u->types, ARENA_NEW(a, struct cwi_type));
    vec_push(&u->vars, ARENA_NEW(a, struct cwi_var));
    vec_push(&u->funcs, ARENA_NEW(a, struct cwi_func));
    return u;
}

void cwi_unit_free(struct cwi_unit *u)
{
    if (!u)
        return;
    vec_free(&u->files);
    vec_free(&u->types);
    vec_free(&u->vars);
    vec_free(&u->funcs);
    vec_free(&u->notes);
    vec_free(&u->losses);
    vec_free(&u->members);
    arena_free(u->arena);
}

cwi_id cwi_add_file(struct cwi_unit *u, const char *name)
{
    for (size_t i = u->files.count; i-- > 1;) /* the newest is the likeliest */
        if (!strcmp(u->files.items[i], name))
            return (cwi_id)i;
    vec_push(&u->files, arena_str(u->arena, name));
    return (cwi_id)u->files.count - 1;
}

cwi_id cwi_add_type(struct cwi_unit *u, const struct cwi_type *t)
{
    struct cwi_type *copy = ARENA_NEW(u->arena, struct cwi_type);
    cwi_copy_type(&(struct cwi_copy){.arena = u->arena}, copy, t);
    vec_push(&u->types, copy);
    return (cwi_id)u->types.count - 1;
}

cwi_id cwi_add_var(struct cwi_unit *u, const struct cwi_var *v)
{
    struct cwi_var *copy = ARENA_NEW(u->arena, struct cwi_var);
    cwi_copy_var(&(struct cwi_copy){.arena = u->arena}, copy, v);
    vec_push(&u->vars, copy);
    return (cwi_id)u->vars.count - 1;
}

cwi_id cwi_add_func(struct cwi_unit *u, const struct cwi_func *f)
{
    struct cwi_func *copy = ARENA_NEW(u->arena, struct cwi_func);
    cwi_copy_func(&(struct cwi_copy){.arena = u->arena}, copy, f);
    vec_push(&u->funcs, copy);
    return (cwi_id)u->funcs.count - 1;
}

void cwi_add_note(struct cwi_unit *u, const struct cwi_note *n)
{
    struct cwi_note copy;
    cwi_copy_note(&(struct cwi_copy){.arena = u->arena}, &copy, n);
    vec_push(&u->notes, copy);
}

void cwi_add_loss(struct cwi_unit *u, const struct cwi_loss *l)
{
    struct cwi_loss copy;
    cwi_copy_loss(&(struct cwi_copy){.arena = u->arena}, &copy, l);
    vec_push(&u->losses, copy);
}

cwi_id cwi_int_type(struct cwi_unit *u, uint32_t bits, bool is_signed)
{
    uint64_t size = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
    for (size_t i = 1; i < u->types.count; i++) {
        const struct cwi_type *t = u->types.items[i];
        if (t->kind == CWI_INT && !t->name && t->bits == bits && t->is_signed == is_signed && t->size == size &&
            !t->enumerator_count && !t->is_volatile && !t->is_packed)
            return (cwi_id)i;
    }
    return cwi_add_type(u, &(struct cwi_type){.kind = CWI_INT, .bits = bits, .is_signed = is_signed, .size = size});
}
