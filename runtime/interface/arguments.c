/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the client hands over. Numbers are inputs, in classes by what the library compares them with. A pointer to a
 * structure is a handle: what a function of the library returned last, null before, where one returns such a pointer or
 * writes it through an argument; else an object of the client that is zero when the library is loaded. Other pointers
 * lead to buffers of the client that hold anything.
 */
#include "runtime/cwi/edit.h"
#include "runtime/interface/private.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_KINDS = 64 };

/* ---- types ------------------------------------------------------------------------------------------------------- */

static const struct cwi_type *type_of(const struct iface_client *c, cwi_id type)
{
    return type ? cwi_type_of(c->u, type) : NULL;
}

static cwi_id pointee(const struct iface_client *c, cwi_id type)
{
    const struct cwi_type *t = type_of(c, type);
    return t && t->kind == CWI_PTR ? t->of : 0;
}

/* Units may know one structure by different types: complete or not. */
static bool is_same(const struct iface_client *c, cwi_id x, cwi_id y)
{
    const struct cwi_type *a = type_of(c, x), *b = type_of(c, y);
    if (!a || !b || x == y)
        return x == y;
    bool are_named = a->name && b->name && !strcmp(a->name, b->name);
    bool have_fields = a->fields && b->fields && a->field_count == b->field_count && a->size == b->size;
    for (uint32_t i = 0; have_fields && i < a->field_count; i++)
        have_fields = a->fields[i].name && b->fields[i].name && !strcmp(a->fields[i].name, b->fields[i].name) &&
                      a->fields[i].offset == b->fields[i].offset;
    return a->kind == b->kind && (are_named || have_fields || a->kind == CWI_VOID);
}

/* What may stand behind a handle. */
static bool is_structure(const struct iface_client *c, cwi_id type)
{
    const struct cwi_type *t = type_of(c, type);
    return t && (t->kind == CWI_STRUCT || t->kind == CWI_UNION || t->kind == CWI_OPAQUE);
}

static cwi_id pointer_to(struct iface_client *c, cwi_id type)
{
    struct cwi_type t = {.kind = CWI_PTR, .of = type, .bits = c->u->pointer_bits, .size = c->u->pointer_bits / 8u};
    return cwi_add_type(c->u, &t);
}

/* ---- objects ----------------------------------------------------------------------------------------------------- */

static struct iface_object *find_object(struct iface_client *c, cwi_id type, uint32_t turn, bool is_pointer)
{
    for (size_t i = 0; i < c->objects.count; i++) {
        struct iface_object *o = &c->objects.items[i];
        if (o->is_pointer == is_pointer && o->turn == turn && is_same(c, o->pointee, type))
            return o;
    }
    return NULL;
}

static struct iface_object *add_object(struct iface_client *c, cwi_id type, uint32_t turn, bool is_pointer,
                                       const char *name, cwi_id var_type)
{
    cwi_id var = cwi_add_var(c->u, &(struct cwi_var){.name = name,
                                                     .linkage = CWI_STATIC,
                                                     .type = var_type,
                                                     .at = cwi_func_of(c->u, c->func)->at,
                                                     .is_address_taken = true});
    vec_push(&c->objects, ((struct iface_object){type, var, turn, is_pointer}));
    return &c->objects.items[c->objects.count - 1];
}

static const struct cwi_expr *address_of(struct iface_client *c, cwi_id var)
{
    return cwi_expr_addr(c->a, pointer_to(c, cwi_var_of(c->u, var)->type), cwi_expr_var(c->a, c->u, var));
}

/* A pointer that the library makes: to a structure, or to what only it knows. */
static void add_handle(struct iface_client *c, cwi_id pointer, const char *name)
{
    cwi_id to = pointee(c, pointer);
    if (!find_object(c, to, 0, true))
        add_object(c, to, 0, true, name, pointer);
}

/* `struct s *open(...)`, `int open(struct s **out)`. */
static void find_handles(struct iface_client *c)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        const struct cwi_func *f = cwi_func_of(c->u, c->functions.items[i].func);
        cwi_id result = type_of(c, f->type)->of, to = pointee(c, result);
        if (to && (is_structure(c, to) || type_of(c, to)->kind == CWI_VOID))
            add_handle(c, result, arena_printf(c->a, "(what '%s' returned)", f->name));
        for (uint32_t k = 0; k < f->param_count; k++) {
            cwi_id out = pointee(c, cwi_var_of(c->u, f->params[k])->type);
            if (is_structure(c, pointee(c, out)))
                add_handle(c, out, arena_printf(c->a, "(what '%s' made)", f->name));
        }
    }
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

struct planning {
    struct iface_client *c;
    const struct cwi_func *f;
    uint32_t at;
    const char *name;
};

/* How many arguments before this one have the same type. */
static uint32_t turn_of(const struct planning *p, cwi_id type)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->at; i++)
        n += is_same(p->c, pointee(p->c, cwi_var_of(p->c->u, p->f->params[i])->type), type);
    return n;
}

/* Nothing is kept of what is in it. */
static void forget_content(struct iface_client *c, cwi_id var)
{
    struct note *n = ARENA_NEW(c->a, struct note);
    n->kind = NOTE_ABSTRACT;
    n->u.abstract.cell = cwi_expr_var(c->a, c->u, var);
    n->u.abstract.abs = abs_top();
    vec_push(&c->notes.list, n);
}

static const struct cwi_expr *buffer(const struct planning *p, cwi_id element)
{
    struct iface_client *c = p->c;
    uint32_t turn = turn_of(p, element);
    struct iface_object *o = find_object(c, element, turn, false);
    if (!o) {
        const struct cwi_type *t = type_of(c, element);
        cwi_id of = t->kind == CWI_VOID ? cwi_int_type(c->u, 8, false) : element;
        struct cwi_type array = {.kind = CWI_ARRAY, .of = of, .count = c->buffer};
        array.size = c->buffer * type_of(c, of)->size;
        o = add_object(c, element, turn, false, arena_printf(c->a, "(%s)", p->name), cwi_add_type(c->u, &array));
        forget_content(c, o->var);
    }
    vec_push(&c->assumptions,
             (const char *)arena_printf(
                 c->a, "what is handed over as '%s' of '%s' is no null pointer, and leads to %u elements", p->name,
                 p->f->name, c->buffer));
    return address_of(c, o->var);
}

static const struct cwi_expr *structure(const struct planning *p, cwi_id type)
{
    struct iface_client *c = p->c;
    uint32_t turn = turn_of(p, type);
    struct iface_object *o = find_object(c, type, turn, false);
    if (!o)
        o = add_object(c, type, turn, false, p->name, type);
    return address_of(c, o->var);
}

/* A function of the client that may return anything. */
static const struct cwi_expr *callback(const struct planning *p, cwi_id type, cwi_id pointer)
{
    struct iface_client *c = p->c;
    const char *name = arena_printf(c->a, "(%s)", p->name);
    cwi_id f =
        cwi_add_func(c->u, &(struct cwi_func){.name = name, .asm_name = name, .linkage = CWI_EXTERN, .type = type});
    struct note *n = ARENA_NEW(c->a, struct note);
    n->kind = NOTE_EXTERNAL;
    n->u.external.func = f;
    n->u.external.says_reads = n->u.external.says_writes = true;
    vec_push(&c->notes.list, n);
    vec_push(&c->assumptions,
             (const char *)arena_printf(c->a, "what is handed over as '%s' of '%s' changes nothing and returns",
                                        p->name, p->f->name));
    return cwi_expr_func(c->a, pointer, f);
}

static const struct cwi_expr *pointer(const struct planning *p, cwi_id type)
{
    struct iface_client *c = p->c;
    cwi_id to = pointee(c, type);
    const struct cwi_type *t = type_of(c, to);
    struct iface_object *made = find_object(c, to, 0, true), *out = t ? find_object(c, pointee(c, to), 0, true) : NULL;
    if (made)
        return cwi_expr_var(c->a, c->u, made->var);
    if (out && t->kind == CWI_PTR && is_structure(c, out->pointee))
        return address_of(c, out->var);
    if (t && t->kind == CWI_FUNC)
        return callback(p, to, type);
    if (t && is_structure(c, to) && t->size != CWI_UNKNOWN)
        return structure(p, to);
    if (t && (t->kind == CWI_VOID || t->kind == CWI_INT || t->kind == CWI_FLOAT || t->kind == CWI_PTR))
        return buffer(p, to);
    vec_push(&c->assumptions,
             (const char *)arena_printf(c->a,
                                        "'%s' of '%s' is null: nothing is known of what it points to, and no function "
                                        "makes it",
                                        p->name, p->f->name));
    return cwi_expr_const(c->a, type, 0);
}

static const struct cwi_expr *aggregate(const struct planning *p, cwi_id type)
{
    struct iface_object *o = add_object(p->c, type, UINT32_MAX, false, arena_printf(p->c->a, "(%s)", p->name), type);
    forget_content(p->c, o->var);
    return cwi_expr_var(p->c->a, p->c->u, o->var);
}

/* All values of an integer type; of unsigned ones of 64 bits those that signed ones have too. */
static bool whole_range(const struct cwi_type *t, struct note_interval *out)
{
    if (t->kind != CWI_INT || !t->bits || t->bits > 64)
        return false;
    unsigned value_bits = t->bits == 64 ? 63 : t->bits - t->is_signed;
    out->hi = value_bits == 63 ? INT64_MAX : (INT64_C(1) << value_bits) - 1;
    out->lo = t->is_signed ? -out->hi - 1 : 0;
    if (t->enumerator_count) { /* those are meant */
        out->lo = out->hi = t->enumerators[0].value;
        for (uint32_t i = 1; i < t->enumerator_count; i++) {
            int64_t v = t->enumerators[i].value;
            out->lo = v < out->lo ? v : out->lo;
            out->hi = v > out->hi ? v : out->hi;
        }
    }
    return true;
}

static bool ends_with(const char *name, const char *end)
{
    size_t all = strlen(name), n = strlen(end);
    return all >= n && !strcmp(name + all - n, end);
}

/* A word of the name: "count", "item_count", "count_of". */
static bool has_word(const char *name, const char *word)
{
    size_t all = strlen(name), n = strlen(word);
    bool begins = str_begins(name, word) && (!name[n] || name[n] == '_');
    return begins || (all > n && name[all - n - 1] == '_' && ends_with(name, word));
}

static bool is_length(const char *name)
{
    static const char *const ends[] = {"len", "length", "size", "bytes"}, *const words[] = {"n", "count", "num"};
    bool is_one = false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        is_one |= ends_with(name, ends[i]);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is_one |= has_word(name, words[i]);
    return is_one;
}

/* The length of the buffer that is handed over beside it stays within. */
static bool bound_length(const struct planning *p, struct iface_argument *x)
{
    for (uint32_t i = p->at ? p->at - 1 : 0; i <= p->at + 1 && i < p->f->param_count; i++) {
        cwi_id to = pointee(p->c, cwi_var_of(p->c->u, p->f->params[i])->type);
        struct iface_object *o = to && i != p->at ? find_object(p->c, to, 0, false) : NULL;
        if ((!o && i < p->at) || !to || is_structure(p->c, to) || !is_length(p->name))
            continue;
        x->range = (struct note_interval){0, p->c->buffer};
        x->is_part = true;
        vec_push(&p->c->assumptions,
                 (const char *)arena_printf(p->c->a, "'%s' of '%s' is at most %u, as its buffer has room for that",
                                            p->name, p->f->name, p->c->buffer));
        return true;
    }
    return false;
}

static void tell_range(const struct planning *p, const struct iface_argument *x)
{
    vec_push(&p->c->assumptions,
             (const char *)arena_printf(p->c->a, "'%s' of '%s' is between %lld and %lld", p->name, p->f->name,
                                        (long long)x->range.lo, (long long)x->range.hi));
}

static void plan_argument(struct planning *p, cwi_id type, struct iface_argument *x)
{
    struct iface_client *c = p->c;
    const struct cwi_type *t = type_of(c, type);
    x->type = type;
    x->param = p->at < p->f->param_count ? p->f->params[p->at] : 0;
    p->name = x->param ? cwi_var_of(c->u, x->param)->name : NULL;
    p->name = p->name ? p->name : "argument";
    if (t->kind == CWI_PTR) {
        x->fixed = pointer(p, type);
    } else if (whole_range(t, &x->range)) {
        x->is_part = t->enumerator_count > 0 || (t->bits == 64 && !t->is_signed);
        bool is_bounded = !t->enumerator_count && bound_length(p, x);
        if (x->is_part && !is_bounded)
            tell_range(p, x);
        x->kinds = ARENA_ARRAY(c->a, struct note_interval, 1);
        x->kinds[0] = x->range;
        x->kind_count = 1;
    } else if (t->kind != CWI_INT && t->kind != CWI_FLOAT) {
        x->fixed = aggregate(p, type);
    }
}

void iface_client_plan_arguments(struct iface_client *c)
{
    find_handles(c);
    for (size_t i = 0; i < c->functions.count; i++) {
        struct iface_function *f = &c->functions.items[i];
        struct planning p = {.c = c, .f = cwi_func_of(c->u, f->func)};
        const struct cwi_type *t = type_of(c, p.f->type);
        cwi_id made = pointee(c, t->of);
        f->arg_count = t->param_count < MOST_ARGUMENTS ? t->param_count : MOST_ARGUMENTS;
        f->args = ARENA_ARRAY(c->a, struct iface_argument, f->arg_count + 1);
        for (; p.at < f->arg_count; p.at++)
            plan_argument(&p, t->params[p.at], &f->args[p.at]);
        if (f->looks)
            f->is_null = cwi_expr_var(c->a, c->u, c->zero);
        struct iface_object *handle = made ? find_object(c, made, 0, true) : NULL;
        if (!handle)
            continue;
        f->keeps = cwi_expr_var(c->a, c->u, handle->var);
        f->is_null = cwi_expr_binary(c->a, CWI_EQ, cwi_int_type(c->u, 1, false), f->keeps,
                                     cwi_expr_const(c->a, f->keeps->type, 0));
    }
}

/* ---- kinds ------------------------------------------------------------------------------------------------------- */

struct kinds {
    struct VEC(struct note_interval) list;
};

/* Of few values between two that the library compares it with, each is a kind. */
static void add_kind(const struct iface_argument *x, int64_t lo, int64_t hi, struct kinds *out)
{
    enum { FEW = 24 };
    bool is_between = lo > x->range.lo && hi < x->range.hi && (uint64_t)hi - (uint64_t)lo < FEW;
    for (; is_between && lo < hi; lo++)
        vec_push(&out->list, ((struct note_interval){lo, lo}));
    vec_push(&out->list, ((struct note_interval){lo, hi}));
}

static void split_range(struct iface_client *c, struct iface_argument *x, const int64_t *starts, size_t count)
{
    struct kinds kinds = {0};
    int64_t lo = x->range.lo;
    for (size_t i = 0; i < count; i++) {
        if (lo < 0 && starts[i] > 0) { /* compared as unsigned, negative numbers are great */
            add_kind(x, lo, -1, &kinds);
            lo = 0;
        }
        if (starts[i] > lo && starts[i] <= x->range.hi) {
            add_kind(x, lo, starts[i] - 1, &kinds);
            lo = starts[i];
        }
    }
    add_kind(x, lo, x->range.hi, &kinds);
    x->kind_count = (uint32_t)kinds.list.count;
    x->kinds = vec_to_arena(&kinds.list, c->a);
    vec_free(&kinds.list);
}

/* Few values: each is a kind. */
static bool split_values(struct iface_client *c, struct iface_argument *x)
{
    enum { FEW = 8 };
    uint64_t span = (uint64_t)x->range.hi - (uint64_t)x->range.lo;
    if (span >= FEW)
        return false;
    x->kind_count = (uint32_t)span + 1;
    x->kinds = ARENA_ARRAY(c->a, struct note_interval, x->kind_count);
    for (uint32_t i = 0; i < x->kind_count; i++)
        x->kinds[i] = (struct note_interval){x->range.lo + i, x->range.lo + i};
    return true;
}

void iface_client_plan_kinds(struct iface_client *c, const struct notes *given)
{
    struct choices choices;
    check_choices_begin(&choices, c->a, c->u, given);
    for (size_t i = 0; i < c->functions.count; i++) {
        struct iface_function *f = &c->functions.items[i];
        uint64_t product = 1;
        for (uint32_t k = 0; k < f->arg_count; k++) {
            struct iface_argument *x = &f->args[k], whole = *x;
            int64_t *starts = NULL;
            if (!x->kind_count || !x->param)
                continue;
            if (!split_values(c, x))
                split_range(c, x, starts,
                            check_choices_starts(&choices, c->a, cwi_expr_var(c->a, c->u, x->param), &starts));
            product *= x->kind_count;
            if (product > MOST_KINDS) {
                product /= x->kind_count;
                *x = whole;
            }
        }
    }
    check_choices_end(&choices);
}
