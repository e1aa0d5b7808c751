/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What expressions give, and where lvalues lie. Whatever is not understood gives any value.
 */
#include "private.h"
#include "runtime/cwi/operate.h"

/* ---- where lvalues lie ------------------------------------------------------------------------------------------- */

static uint64_t size_of_var(const struct cwi_unit *u, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(u, var);
    uint64_t size = v->type ? cwi_type_of(u, v->type)->size : CWI_UNKNOWN;
    return v->size && size != CWI_UNKNOWN && v->size > size ? v->size : size;
}

/* The array may go on behind its end: it is the last member of a structure that a pointer leads to. */
static bool is_trailing(const struct search *x, const struct cwi_expr *array)
{
    const struct cwi_expr *base = array;
    while (base->kind == CWI_FIELD || base->kind == CWI_INDEX)
        base = base->a;
    if (base->kind != CWI_DEREF || array->kind != CWI_FIELD || !array->a->type)
        return base->kind == CWI_DEREF;
    uint64_t size = cwi_type_of(x->u, array->type)->size, whole = cwi_type_of(x->u, array->a->type)->size;
    return size == CWI_UNKNOWN || whole == CWI_UNKNOWN || array->offset + size + x->u->pointer_bits / 8u > whole;
}

/* Somewhere in the array. */
static struct target within(const struct search *x, const struct cwi_expr *array, struct target t)
{
    const struct cwi_var *v = cwi_var_of(x->u, t.var);
    t.reach = REACH_WITHIN;
    if (!t.size || is_trailing(x, array) || (v->type && size_of_var(x->u, t.var) != cwi_type_of(x->u, v->type)->size))
        t.size = CWI_UNKNOWN;
    return t;
}

static struct target resolve_index(struct search *x, const struct working *w, const struct cwi_expr *e)
{
    struct target t = typestate_resolve(x, w, e->a);
    struct known n = typestate_eval(x, w, e->b);
    uint64_t stride = e->offset ? e->offset : cwi_type_of(x->u, e->type)->size, at;
    if (t.reach != REACH_EXACT)
        return t;
    bool is_exact = known_is_number(n) && n.lo >= 0 && !__builtin_mul_overflow((uint64_t)n.lo, stride, &at) &&
                    at < t.size && stride != CWI_UNKNOWN;
    if (!is_exact)
        return within(x, e->a, t);
    t.offset += at;
    t.size = stride;
    return t;
}

struct target typestate_resolve(struct search *x, const struct working *w, const struct cwi_expr *e)
{
    struct target t = {.reach = REACH_ANYWHERE};
    uint64_t size = e->type ? cwi_type_of(x->u, e->type)->size : CWI_UNKNOWN;
    switch (e->kind) {
    case CWI_VAR:
        t = (struct target){.reach = REACH_EXACT, .var = e->ref, .size = size_of_var(x->u, e->ref)};
        break;
    case CWI_FIELD:
        t = typestate_resolve(x, w, e->a);
        if (t.reach == REACH_EXACT)
            t.offset += e->offset;
        t.is_bits |= e->bit_width != 0;
        if (t.reach == REACH_EXACT)
            t.size = size;
        break;
    case CWI_INDEX:
        t = resolve_index(x, w, e);
        break;
    case CWI_DEREF: {
        struct known p = typestate_eval(x, w, e->a);
        if (p.kind == KNOWN_ADDRESS)
            t = (struct target){.reach = REACH_EXACT, .var = p.ref, .offset = (uint64_t)p.lo, .size = size};
        break;
    }
    default:
        break;
    }
    uint64_t whole = t.reach == REACH_ANYWHERE ? 0 : size_of_var(x->u, t.var);
    bool fits = t.size != CWI_UNKNOWN && whole != CWI_UNKNOWN && t.offset <= whole && t.size <= whole - t.offset;
    if (!fits && t.reach != REACH_ANYWHERE)
        t = (struct target){.reach = REACH_WITHIN, .var = t.var, .size = CWI_UNKNOWN, .is_bits = t.is_bits};
    return t;
}

bool typestate_cell_of(struct search *x, const struct target *t, cwi_id type, uint32_t *cell)
{
    const struct cwi_type *k = type ? cwi_type_of(x->u, type) : NULL;
    bool is_scalar = k && ((k->kind == CWI_INT && k->bits <= 64) || k->kind == CWI_PTR);
    if (t->reach != REACH_EXACT || t->is_bits || !is_scalar || !x->is_followed[t->var] || !t->size)
        return false;
    *cell = typestate_cell(&x->states, (struct cell){t->var, t->offset, t->size});
    return true;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static bool is_int(const struct cwi_type *t)
{
    return t && t->kind == CWI_INT && t->bits && t->bits <= 64;
}

/* The least and the largest number of the type, as far as they are numbers of 64 bits with a sign. */
static void limits(const struct cwi_type *t, int64_t *lo, int64_t *hi)
{
    bool is_signed = t->kind == CWI_INT && t->is_signed;
    uint32_t bits = t->bits;
    *lo = !is_signed ? 0 : bits >= 64 ? INT64_MIN : -(INT64_C(1) << (bits - 1));
    *hi = bits >= 64 || (is_signed && bits == 64) ? INT64_MAX
          : is_signed                             ? (INT64_C(1) << (bits - 1)) - 1
                                                  : (int64_t)((UINT64_C(1) << bits) - 1);
}

/* A number as the type has it; one beyond 2^63 is not followed. */
static struct known number_of(const struct cwi_type *t, uint64_t bits)
{
    bool is_signed = t->kind == CWI_INT && t->is_signed;
    uint64_t v = cwi_extended(bits, is_signed, t->bits);
    return !is_signed && v > INT64_MAX ? known_not_zero : known_number((int64_t)v);
}

static struct known range_of(const struct cwi_type *t, int64_t lo, int64_t hi)
{
    int64_t least, most;
    limits(t, &least, &most);
    return lo < least || hi > most || lo > hi ? known_nothing : (struct known){KNOWN_RANGE, 0, lo, hi};
}

struct known typestate_range(const struct search *x, cwi_id type, int64_t lo, int64_t hi)
{
    const struct cwi_type *t = cwi_type_of(x->u, type);
    int64_t least, most;
    if (!is_int(t) || (lo == INT64_MIN && hi == INT64_MAX))
        return known_nothing;
    limits(t, &least, &most);
    return range_of(t, lo > least ? lo : least, hi < most ? hi : most);
}

struct known typestate_convert(const struct search *x, struct known v, cwi_id from, cwi_id to)
{
    const struct cwi_type *f = cwi_type_of(x->u, from), *t = cwi_type_of(x->u, to);
    bool is_word = (is_int(f) || f->kind == CWI_PTR) && (is_int(t) || t->kind == CWI_PTR);
    if (!is_word || v.kind == KNOWN_NOTHING)
        return known_nothing;
    if (v.kind == KNOWN_RANGE) {
        struct known r = range_of(t, v.lo, v.hi);
        return r.kind == KNOWN_NOTHING && known_is_number(v) ? number_of(t, (uint64_t)v.lo) : r;
    }
    return t->bits >= f->bits ? v : known_nothing;
}

int typestate_truth(struct known v)
{
    if (v.kind == KNOWN_NOTHING || (v.kind == KNOWN_APART && !v.lo))
        return -1;
    if (v.kind != KNOWN_RANGE)
        return 1;
    return known_is_number(v) ? v.lo != 0 : v.lo > 0 || v.hi < 0 ? 1 : -1;
}

static struct known truth_value(int truth)
{
    return truth < 0 ? (struct known){KNOWN_RANGE, 0, 0, 1} : known_number(truth);
}

/* ---- equality ---------------------------------------------------------------------------------------------------- */

static bool is_place(struct known v)
{
    return v.kind == KNOWN_ADDRESS || v.kind == KNOWN_FUNCTION || v.kind == KNOWN_HANDED;
}

bool typestate_is_followed_by_pointers(struct pt_set set)
{
    return set.count && set.objects[set.count - 1] >= PT_FIRST; /* ascending: some object of the program */
}

/* No pointer that the expression may hold leads into that object; it may be the same address all the same, behind the
 * end of another one. */
static bool never_leads(struct search *x, const struct cwi_expr *e, struct known place)
{
    if (place.kind != KNOWN_ADDRESS && place.kind != KNOWN_FUNCTION)
        return false;
    pt_id object = place.kind == KNOWN_ADDRESS ? pt_of_var(x->pt, place.ref) : pt_of_func(x->pt, place.ref);
    struct pt_set set = pt_may_point(x->pt, x->func, e);
    return typestate_is_followed_by_pointers(set) && !pt_set_has(set, object);
}

static int compare_places(struct known a, struct known b)
{
    return a.kind == b.kind && a.ref == b.ref && a.lo == b.lo;
}

static bool is_watched(const struct search *x, struct known v)
{
    return v.kind == KNOWN_ADDRESS && x->states.is_watched[v.ref];
}

int typestate_compare(struct search *x, const struct cwi_expr *e, struct known a, struct known b)
{
    bool asks_for_object = e->name && !strcmp(e->name, CWI_SAME_OBJECT);
    if (a.kind == KNOWN_RANGE && b.kind == KNOWN_RANGE)
        return known_is_number(a) && known_same(a, b) ? 1 : a.hi < b.lo || b.hi < a.lo ? 0 : -1;
    bool are_handles = a.kind == KNOWN_ADDRESS && b.kind == KNOWN_ADDRESS && x->states.is_handled[a.ref] &&
                       x->states.is_handled[b.ref];
    if (are_handles && !asks_for_object && !(x->states.is_watched[a.ref] && x->states.is_watched[b.ref]))
        return -1; /* the others are many, and may lie where the watched one was closed */
    bool are_blocks = a.kind == KNOWN_ADDRESS && b.kind == KNOWN_ADDRESS && a.ref != b.ref && x->is_block[a.ref] &&
                      x->is_block[b.ref];
    if (are_blocks && !asks_for_object) /* one may lie where another one was freed */
        return -1;
    if (is_place(a) && is_place(b))
        return compare_places(a, b);
    if ((a.kind == KNOWN_DEAD && is_place(b)) || (b.kind == KNOWN_DEAD && is_place(a)) ||
        (a.kind == KNOWN_ELSEWHERE && b.kind == KNOWN_ADDRESS) ||
        (b.kind == KNOWN_ELSEWHERE && a.kind == KNOWN_ADDRESS))
        return asks_for_object ? 0 : -1;
    if (a.kind == KNOWN_RANGE || b.kind == KNOWN_RANGE) {
        struct known n = a.kind == KNOWN_RANGE ? a : b, other = a.kind == KNOWN_RANGE ? b : a;
        return known_is_number(n) && n.lo == 0 && typestate_truth(other) > 0 ? 0 : -1;
    }
    if (is_watched(x, a) ? b.kind == KNOWN_APART : is_watched(x, b) && a.kind == KNOWN_APART)
        return asks_for_object ? 0 : -1;
    bool is_apart = (is_place(b) && never_leads(x, e->a, b)) || (is_place(a) && never_leads(x, e->b, a));
    return asks_for_object && is_apart ? 0 : -1;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

/* Places within objects come from fields and elements; sums of pointers mostly walk. */
static struct known add_offset(struct known p, struct known n)
{
    if (known_is_number(n) && n.lo == 0)
        return p;
    return p.kind == KNOWN_ADDRESS ? known_not_zero : known_nothing;
}

static struct known order(const struct cwi_expr *e, struct known a, struct known b)
{
    bool is_less = e->op == CWI_LT || e->op == CWI_LE, has_equal = e->op == CWI_LE || e->op == CWI_GE;
    struct known l = is_less ? a : b, r = is_less ? b : a;
    if (a.kind != KNOWN_RANGE || b.kind != KNOWN_RANGE)
        return truth_value(-1);
    if (has_equal ? l.hi <= r.lo : l.hi < r.lo)
        return truth_value(1);
    return truth_value((has_equal ? l.lo > r.hi : l.lo >= r.hi) ? 0 : -1);
}

static struct known operate(struct search *x, const struct cwi_expr *e, struct known a, struct known b)
{
    const struct cwi_type *t = cwi_type_of(x->u, e->type), *of = cwi_type_of(x->u, e->a->type);
    int64_t lo, hi;
    if (a.kind != KNOWN_RANGE && b.kind != KNOWN_RANGE)
        return known_nothing;
    if (!is_int(t) || !is_int(of))
        return known_nothing;
    if (e->op == CWI_AND && ((known_is_number(b) && b.lo >= 0) || (known_is_number(a) && a.lo >= 0))) {
        struct known mask = known_is_number(b) && b.lo >= 0 ? b : a, other = known_is_number(b) && b.lo >= 0 ? a : b;
        return known_is_number(other) ? number_of(t, (uint64_t)(mask.lo & other.lo)) : range_of(t, 0, mask.lo);
    }
    if (a.kind != KNOWN_RANGE || b.kind != KNOWN_RANGE)
        return known_nothing;
    if (e->op == CWI_ADD && !__builtin_add_overflow(a.lo, b.lo, &lo) && !__builtin_add_overflow(a.hi, b.hi, &hi) &&
        range_of(t, lo, hi).kind != KNOWN_NOTHING)
        return range_of(t, lo, hi);
    bool divides = (e->op >= CWI_DIV && e->op <= CWI_FLOORMOD) || (e->op >= CWI_SHL && e->op <= CWI_ROTR);
    if (!known_is_number(a) || !known_is_number(b) || (divides && (b.lo <= 0 || b.lo >= t->bits)))
        return known_nothing;
    return number_of(t, cwi_operate(e->op, of->is_signed, of->bits, (uint64_t)a.lo, (uint64_t)b.lo));
}

static struct known eval_binary(struct search *x, const struct working *w, const struct cwi_expr *e)
{
    struct known a = typestate_eval(x, w, e->a), b = typestate_eval(x, w, e->b);
    int ta = typestate_truth(a), tb = typestate_truth(b), same;
    switch (e->op) {
    case CWI_EQ:
    case CWI_NE:
        same = typestate_compare(x, e, a, b);
        return truth_value(same < 0 ? -1 : e->op == CWI_EQ ? same : !same);
    case CWI_LT:
    case CWI_LE:
    case CWI_GT:
    case CWI_GE:
        return order(e, a, b);
    case CWI_LOGAND:
        return truth_value(!ta || !tb ? 0 : ta > 0 && tb > 0 ? 1 : -1);
    case CWI_LOGOR:
        return truth_value(ta > 0 || tb > 0 ? 1 : !ta && !tb ? 0 : -1);
    case CWI_PTRADD:
        return add_offset(a, b);
    case CWI_PTRSUB:
    case CWI_UNORDERED:
        return known_nothing;
    default:
        return operate(x, e, a, b);
    }
}

static struct known eval_unary(struct search *x, const struct working *w, const struct cwi_expr *e)
{
    struct known a = typestate_eval(x, w, e->a);
    const struct cwi_type *t = cwi_type_of(x->u, e->type);
    int truth = typestate_truth(a);
    switch (e->op) {
    case CWI_CONVERT:
        return typestate_convert(x, a, e->a->type, e->type);
    case CWI_LOGNOT:
        return truth_value(truth < 0 ? -1 : !truth);
    case CWI_NEG:
        return known_is_number(a) && is_int(t) ? number_of(t, 0 - (uint64_t)a.lo) : known_nothing;
    case CWI_BITNOT:
        return known_is_number(a) && is_int(t) ? number_of(t, ~(uint64_t)a.lo) : known_nothing;
    default:
        return known_nothing;
    }
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

/* It may have been stored as another one of the same size. */
struct known typestate_as_read(const struct search *x, struct known v, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(x->u, type);
    if (v.kind != KNOWN_RANGE)
        return v;
    if (range_of(t, v.lo, v.hi).kind != KNOWN_NOTHING)
        return v;
    return known_is_number(v) ? number_of(t, (uint64_t)v.lo) : known_nothing;
}

static struct known eval_lvalue(struct search *x, const struct working *w, const struct cwi_expr *e)
{
    struct target t = typestate_resolve(x, w, e);
    uint32_t cell;
    return e->is_volatile || !typestate_cell_of(x, &t, e->type, &cell)
               ? known_nothing
               : typestate_as_read(x, typestate_get(w, cell), e->type);
}

static struct known eval_address(struct search *x, const struct working *w, const struct cwi_expr *e)
{
    struct target t = typestate_resolve(x, w, e->a);
    const struct cwi_var *v = t.reach == REACH_ANYWHERE ? NULL : cwi_var_of(x->u, t.var);
    if (!v || v->is_weak || v->is_absent)
        return known_nothing;
    if (v->linkage == CWI_LITERAL) /* which text it is decides nothing */
        return known_not_zero;
    return t.reach == REACH_EXACT && t.size ? (struct known){KNOWN_ADDRESS, t.var, (int64_t)t.offset, 0}
                                            : known_not_zero;
}

struct known typestate_eval(struct search *x, const struct working *w, const struct cwi_expr *e)
{
    const struct cwi_func *f;
    const struct cwi_type *t = e->type ? cwi_type_of(x->u, e->type) : NULL;
    int truth;
    switch (e->kind) {
    case CWI_CONST:
        return t && (is_int(t) || t->kind == CWI_PTR) ? number_of(t, (uint64_t)e->value) : known_nothing;
    case CWI_VAR:
    case CWI_DEREF:
    case CWI_FIELD:
    case CWI_INDEX:
        return eval_lvalue(x, w, e);
    case CWI_ADDR:
        return eval_address(x, w, e);
    case CWI_FUNCREF:
        f = cwi_func_of(x->u, e->ref);
        return f->is_weak || f->is_absent ? known_nothing : (struct known){KNOWN_FUNCTION, e->ref, 0, 0};
    case CWI_UNARY:
        return eval_unary(x, w, e);
    case CWI_BINARY:
        return eval_binary(x, w, e);
    case CWI_COND:
        truth = typestate_truth(typestate_eval(x, w, e->a));
        if (truth < 0) {
            struct known b = typestate_eval(x, w, e->b), c = typestate_eval(x, w, e->c);
            return known_same(b, c) ? b : known_nothing;
        }
        return typestate_eval(x, w, truth ? e->b : e->c);
    default:
        return known_nothing;
    }
}
