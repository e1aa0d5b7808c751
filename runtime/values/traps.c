/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether an operator traps or overflows for none, some or all choices of operands. "All" is said only when it is
 * certain; for small sets, for divisions and for sums that stay on one side of the type it is exact.
 */
#include "runtime/values/private.h"

static bool is_only(const struct view *v, wide x)
{
    return view_min(v) == x && view_max(v) == x;
}

static int scale(bool some, bool always)
{
    return always ? 2 : some;
}

int vs_traps(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b, struct vs_type tb)
{
    if (!vs_is_division(op) || a == VS_BOTTOM || b == VS_BOTTOM || !is_int(result) || !is_int(ta) || !is_int(tb))
        return 0;
    struct view va, vb;
    vs x = vs_unary(p, VS_CONVERT, result, a, ta), y = vs_unary(p, VS_CONVERT, result, b, tb);
    vs_view_of(p, result, x, &va);
    vs_view_of(p, result, y, &vb);
    bool zero = vs_view_has(&vb, 0),
         edge = result.is_signed && !is_unbounded(result) && vs_view_has(&va, type_min(result)) && vs_view_has(&vb, -1);
    bool only_edge = edge && is_only(&va, type_min(result)) && vs_count(p, result, y) == (zero ? 2u : 1u);
    return scale(zero || edge, is_only(&vb, 0) || only_edge);
}

/* Whether one choice overflows. */
static bool overflows(enum vs_op op, struct vs_type t, wide x, wide y)
{
    wide exact = x;
    switch ((int)op) {
    case VS_NEG:
        exact = -x;
        break;
    case VS_ABS:
        exact = x < 0 ? -x : x;
        break;
    case VS_ADD:
        exact = x + y;
        break;
    case VS_SUB:
        exact = x - y;
        break;
    case VS_MUL:
        if (__builtin_mul_overflow(x, y, &exact))
            return t.is_signed;
        break;
    case VS_SHL:
    case VS_SHR:
        if (y < 0 || y >= t.bits)
            return true;
        if (op == VS_SHL)
            exact = x * ((wide)1 << (int)y);
        break;
    case VS_DIV:
    case VS_EXACTDIV:
    case VS_FLOORDIV:
    case VS_CEILDIV:
        exact = y == -1 ? -x : x;
        break;
    default:
        return false;
    }
    return t.is_signed && (exact < type_min(t) || exact > type_max(t));
}

static bool can_overflow(enum vs_op op)
{
    return op == VS_NEG || op == VS_ABS || op == VS_ADD || op == VS_SUB || op == VS_MUL || op == VS_SHL ||
           op == VS_SHR || op == VS_DIV || op == VS_EXACTDIV || op == VS_FLOORDIV || op == VS_CEILDIV;
}

static int overflow_of_few(enum vs_op op, struct vs_type t, const struct view *a, const struct view *b)
{
    size_t na = (size_t)vs_view_count(a), nb = (size_t)vs_view_count(b);
    wide *x = base_mem_alloc((na + nb) * sizeof *x), *y = x + na;
    bool some = false, none = false;
    vs_view_values(a, x);
    vs_view_values(b, y);
    for (size_t i = 0; i < na; i++)
        for (size_t j = 0; j < nb; j++) {
            bool o = overflows(op, t, x[i], y[j]);
            some |= o;
            none |= !o;
        }
    free(x);
    return scale(some, some && !none);
}

/* The corners of the hulls: some overflow is exact (extremes are attained); all overflow when all corners leave the
 * type on one side and the operator is monotone in each operand between them. */
static int overflow_of_hulls(enum vs_op op, struct vs_type t, const struct view *a, const struct view *b)
{
    wide x[3] = {view_min(a), view_max(a), vs_view_has(a, 0) ? 0 : view_min(a)}, y[2] = {view_min(b), view_max(b)};
    if (op == VS_SHL || op == VS_SHR) {
        bool far = y[0] < 0 || y[1] >= t.bits, all_far = y[1] < 0 || y[0] >= t.bits;
        wide last = y[1] < t.bits ? y[1] : t.bits - 1; /* the largest possible amount that is in range */
        bool lost = op == VS_SHL && !all_far && (overflows(op, t, x[0], last) || overflows(op, t, x[1], last));
        return scale(far || lost, all_far);
    }
    bool some = false, all = op == VS_ADD || op == VS_SUB, above = false, below = false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) {
            bool o = overflows(op, t, x[i], y[j]);
            bool up = op == VS_ADD ? y[j] > 0 : y[j] < 0; /* on which side a sum leaves the type */
            some |= o;
            all &= o;
            above |= o && up;
            below |= o && !up;
        }
    if (vs_is_division(op))
        some = t.is_signed && vs_view_has(a, type_min(t)) && vs_view_has(b, -1);
    return scale(some, all && !(above && below));
}

int vs_overflows(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                 struct vs_type tb)
{
    if (!can_overflow(op) || a == VS_BOTTOM || !is_int(result) || !is_int(ta) || is_unbounded(result))
        return 0;
    bool single = op == VS_NEG || op == VS_ABS;
    struct vs_type amount = vs_is_shift(op) ? tb : result;
    vs x = vs_unary(p, VS_CONVERT, result, a, ta);
    vs y = single ? vs_small(0) : is_int(tb) ? vs_unary(p, VS_CONVERT, amount, b, tb) : VS_TOP;
    if (y == VS_BOTTOM)
        return 0;
    struct view va, vb;
    vs_view_of(p, result, x, &va);
    vs_view_of(p, amount, y, &vb);
    uint64_t na = vs_view_count(&va), nb = vs_view_count(&vb), most = p->limits.enumerate;
    if ((na <= most && nb <= most && na * nb <= most) || (na == 1 && nb == 1))
        return overflow_of_few(op, result, &va, &vb);
    return overflow_of_hulls(op, result, &va, &vb);
}
