/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a call of the library has surely written when its result is known, for no-uninit: read, scanf, fgets, stat.
 *
 * Invariant: what is not certain by the function's definition is not told. Sources: ISO C11, 7.21.6.2 (as many items
 * are assigned as the result says) and 7.21.7.2; POSIX.1-2017, read, stat and the others of the table.
 */
#include "compile.h"

#include <ctype.h>

enum how { HOW_COUNT, HOW_ITEMS, HOW_LINE, HOW_ALL };

/* HOW_COUNT: as many bytes as the result says; HOW_ITEMS: items of argument 1; HOW_LINE: where the result is not null,
 * a character and what ends it; HOW_ALL: everything, where the result is 0. */
static const struct {
    const char *name;
    uint32_t arg;
    enum how how;
} rows[] = {{"read", 1, HOW_COUNT},       {"pread", 1, HOW_COUNT},      {"getrandom", 0, HOW_COUNT},
            {"readlink", 1, HOW_COUNT},   {"fread", 0, HOW_ITEMS},      {"fgets", 0, HOW_LINE},
            {"stat", 1, HOW_ALL},         {"fstat", 1, HOW_ALL},        {"lstat", 1, HOW_ALL},
            {"pipe", 0, HOW_ALL},         {"gettimeofday", 0, HOW_ALL}, {"clock_gettime", 1, HOW_ALL},
            {"clock_getres", 1, HOW_ALL}, {"getrlimit", 1, HOW_ALL},    {"getrusage", 1, HOW_ALL},
            {"uname", 0, HOW_ALL},        {"getitimer", 1, HOW_ALL}};

/* What an argument is the address of; NULL: an expression that does not say it. */
static const struct cwi_expr *place_of(const struct cwi_expr *e)
{
    e = cwi_converted(e);
    return e->kind == CWI_ADDR ? e->a : NULL;
}

static bool constant(const struct cwi_expr *e, uint64_t *out)
{
    e = cwi_converted(e);
    *out = (uint64_t)e->value;
    return e->kind == CWI_CONST && e->value >= 0;
}

/* The items of a literal format of scanf: the number of each is the least result that says it was assigned. */
static uint32_t scanned(const struct avm *m, const struct effect *e, const struct cwi_stmt *call, struct filled *out,
                        uint32_t most)
{
    uint32_t n = 0, items = 0;
    struct format_conversion c;
    for (uint32_t i = 0; i < call->arg_count && n < most; i++) {
        if (!pt_effect_conversion(m->u, e, call, i, &c) || c.letter == 'n')
            continue;
        if (c.stars)
            return 0;
        const struct cwi_expr *to = place_of(call->args[i]);
        bool is_text = c.letter == 's' || c.letter == '[';
        uint64_t bytes = is_text ? 2 * c.bytes : c.bytes; /* of %9c: where the input ends it is content with less */
        items++;
        if (to && bytes && !c.allocates)
            out[n++] = (struct filled){.place = to, .bytes = bytes, .least = items};
    }
    return n;
}

static uint32_t filled_by(const struct avm *m, const struct cwi_stmt *call, struct filled *out, uint32_t most)
{
    uint32_t count;
    uint64_t size = 1;
    bool unused;
    if (call->kind != CWI_CALL || call->rhs->kind != CWI_FUNCREF || cwi_func_of(m->u, call->rhs->ref)->block_count)
        return 0;
    struct effect e = pt_effect_of(m->u, call->rhs->ref, m->notes);
    if (!e.known || e.from_note || !e.name)
        return 0;
    if (pt_effect_has(&e, 'S'))
        return pt_effect_conversions(m->u, &e, call, &count, &unused) ? scanned(m, &e, call, out, most) : 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, e.name) != 0 || call->arg_count <= rows[i].arg)
            continue;
        const struct cwi_expr *to = place_of(call->args[rows[i].arg]);
        bool is_known = rows[i].how == HOW_LINE || rows[i].how == HOW_ITEMS
                            ? call->arg_count > 2 && constant(call->args[1], &size)
                            : true;
        if (!to || !is_known)
            return 0;
        *out = (struct filled){.place = to, .least = 1};
        switch (rows[i].how) {
        case HOW_COUNT:
            out->each = 1;
            return 1;
        case HOW_ITEMS:
            out->each = size;
            return 1;
        case HOW_LINE:
            out->bytes = 2;
            return size >= 2;
        case HOW_ALL:
            out->bytes = pt_effect_pointee_size(m->u, cwi_func_of(m->u, call->rhs->ref)->type, rows[i].arg,
                                                call->args[rows[i].arg]->type);
            if (!strcmp(e.name, "pipe"))
                out->bytes *= 2;
            out->least = 0;
            return out->bytes > 0;
        }
    }
    return 0;
}

/* ---- where the result is ----------------------------------------------------------------------------------------- */

/* A variable that nothing but its statements changes; 0: another place. */
static cwi_id own_var(const struct avm *m, const struct cwi_expr *e)
{
    const struct cwi_var *v = e && e->kind == CWI_VAR ? cwi_var_of(m->u, e->ref) : NULL;
    return v && v->owner && !v->is_address_taken && !v->is_volatile ? e->ref : 0;
}

/* The number of bytes that are asked for, or the pieces, fits into an int: so does the result. */
static bool counts_few(const struct avm *m, const struct cwi_stmt *call)
{
    uint64_t n;
    struct effect e = pt_effect_of(m->u, call->rhs->ref, m->notes);
    return e.result == EFFECT_VALUE && e.hi_arg >= 0 && (uint32_t)e.hi_arg < call->arg_count &&
           constant(call->args[e.hi_arg], &n) && n <= INT32_MAX;
}

/* The variable that is copied to another one, which has all its values. */
static cwi_id copied(const struct avm *m, const struct cwi_stmt *s, bool fits_int)
{
    const struct cwi_expr *e = s->kind == CWI_ASSIGN ? s->rhs : NULL;
    for (; e && e->kind == CWI_UNARY && e->op == CWI_CONVERT; e = e->a) {
        const struct cwi_type *to = cwi_type_of(m->u, e->type), *from = cwi_type_of(m->u, e->a->type);
        if (to->kind != from->kind || (to->bits < from->bits && !(fits_int && to->bits >= 32)) ||
            to->is_signed != from->is_signed)
            return 0;
    }
    return own_var(m, e);
}

static void add_copies(const struct avm *m, const struct cwi_func *f, struct fillings *out)
{
    size_t n = out->count;
    for (uint32_t b = 0; b < f->block_count && n; b++)
        for (uint32_t k = 0; k < f->blocks[b].count; k++) {
            const struct cwi_stmt *s = &f->blocks[b].stmts[k];
            cwi_id to = own_var(m, s->lhs);
            for (size_t i = 0; i < n && to; i++) {
                struct filling copy = out->items[i];
                copy.var = to;
                if (out->items[i].var && out->items[i].var == copied(m, s, copy.fits_int))
                    vec_push(out, copy);
            }
        }
}

void avm_comp_find_fillings(const struct avm *m, const struct cwi_func *f, struct fillings *out)
{
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++) {
            struct filling x = {.call = &f->blocks[b].stmts[i]};
            x.count = filled_by(m, x.call, x.places, MOST_FILLED);
            x.var = x.count ? own_var(m, x.call->lhs) : 0;
            x.fits_int = x.count && x.places[0].each && counts_few(m, x.call);
            if (x.count)
                vec_push(out, x);
        }
    add_copies(m, f, out);
}

bool avm_comp_has_result(const struct avm *m, const struct fillings *all, size_t i, const struct cwi_stmt *s,
                         bool (*was)(const void *context, size_t i), const void *context)
{
    const struct filling *x = &all->items[i];
    cwi_id from = copied(m, s, x->fits_int);
    if (s->kind == CWI_ASM)
        return false;
    if (s == x->call) /* copies of an earlier result stay, and are none of this one */
        return x->var && own_var(m, s->lhs) == x->var;
    if (!s->lhs || s->lhs->kind != CWI_VAR || s->lhs->ref != x->var)
        return was(context, i);
    for (size_t k = 0; k < all->count && from; k++)
        if (all->items[k].call == x->call && all->items[k].var == from && was(context, k))
            return true;
    return false;
}

/* ---- what a test says of a result -------------------------------------------------------------------------------- */

static bool compared(const struct avm *m, const struct cwi_expr *e, bool outcome, cwi_id var, int64_t *least)
{
    const struct cwi_expr *a = e->a;
    bool is_same = true;
    for (; a->kind == CWI_UNARY && a->op == CWI_CONVERT; a = a->a) {
        is_same = false;
        if (cwi_type_of(m->u, a->type)->bits < cwi_type_of(m->u, a->a->type)->bits)
            return false;
    }
    if (a->kind != CWI_VAR || a->ref != var || e->b->kind != CWI_CONST)
        return false;
    bool is_pointer = cwi_type_of(m->u, a->type)->kind == CWI_PTR;
    int64_t k = e->b->value;
    if ((e->op == CWI_EQ && outcome) || (e->op == CWI_NE && !outcome)) {
        *least = k;
        return !is_pointer && k >= 0;
    }
    if (is_pointer) {
        *least = 1;
        return k == 0 && (e->op == CWI_EQ || e->op == CWI_NE);
    }
    bool above = outcome ? e->op == CWI_GT : e->op == CWI_LE, from = outcome ? e->op == CWI_GE : e->op == CWI_LT;
    *least = k + above;
    return is_same && (above || from) && k >= -1 && k < INT32_MAX;
}

bool avm_comp_least_result(const struct avm *m, const struct cwi_expr *e, bool outcome, cwi_id var, int64_t *least)
{
    int64_t other;
    bool is_and = e->kind == CWI_BINARY && e->op == CWI_LOGAND, is_or = e->kind == CWI_BINARY && e->op == CWI_LOGOR;
    if (e->kind == CWI_UNARY && e->op == CWI_LOGNOT)
        return avm_comp_least_result(m, e->a, !outcome, var, least);
    if (e->kind == CWI_VAR && e->ref == var) {
        const struct cwi_type *t = cwi_type_of(m->u, e->type);
        bool is_pointer = t->kind == CWI_PTR;
        *least = outcome;
        return outcome ? is_pointer || !t->is_signed : !is_pointer;
    }
    if ((is_and && outcome) || (is_or && !outcome)) {
        bool left = avm_comp_least_result(m, e->a, outcome, var, least),
             right = avm_comp_least_result(m, e->b, outcome, var, &other);
        *least = !left || (right && other > *least) ? other : *least;
        return left || right;
    }
    return e->kind == CWI_BINARY && !is_and && !is_or && compared(m, e, outcome, var, least);
}
