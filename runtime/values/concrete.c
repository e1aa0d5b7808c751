/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What each operator does to one choice of values: GCC's meaning with -fwrapv. It is the definition that value sets
 * over-approximate: enumeration computes with it, and the tests compare with it.
 */
#include "runtime/values/private.h"

const char *const vs_op_names[VS_OPS] = {
    [VS_NEG] = "-",
    [VS_BITNOT] = "~",
    [VS_LOGNOT] = "!",
    [VS_ABS] = "abs",
    [VS_CONVERT] = "convert",
    [VS_ADD] = "+",
    [VS_SUB] = "-",
    [VS_MUL] = "*",
    [VS_DIV] = "/",
    [VS_MOD] = "%",
    [VS_AND] = "&",
    [VS_OR] = "|",
    [VS_XOR] = "^",
    [VS_SHL] = "<<",
    [VS_SHR] = ">>",
    [VS_MIN] = "min",
    [VS_MAX] = "max",
    [VS_ROTL] = "rotl",
    [VS_ROTR] = "rotr",
    [VS_FLOORDIV] = "floordiv",
    [VS_CEILDIV] = "ceildiv",
    [VS_EXACTDIV] = "exactdiv",
    [VS_FLOORMOD] = "floormod",
    [VS_EQ] = "==",
    [VS_NE] = "!=",
    [VS_LT] = "<",
    [VS_LE] = "<=",
    [VS_GT] = ">",
    [VS_GE] = ">=",
    [VS_LOGAND] = "&&",
    [VS_LOGOR] = "||",
    [VS_UNORDERED] = "unordered",
};

bool vs_is_comparison(enum vs_op op)
{
    return op >= VS_EQ;
}

bool vs_is_shift(enum vs_op op)
{
    return op == VS_SHL || op == VS_SHR || op == VS_ROTL || op == VS_ROTR;
}

bool vs_is_division(enum vs_op op)
{
    return op == VS_DIV || op == VS_MOD || (op >= VS_FLOORDIV && op <= VS_FLOORMOD);
}

static wide floor_div(wide a, wide b)
{
    wide q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

/* minint / -1 traps; minint % -1 is 0, as GCC folds it (the machine's instruction may trap: vs_traps says so). */
static enum concrete divide(enum vs_op op, struct vs_type t, wide a, wide b, wide *out)
{
    if (b == 0)
        return C_TRAPS;
    if (op == VS_MOD)
        *out = a % b;
    else if (op == VS_FLOORMOD)
        *out = a - b * floor_div(a, b);
    else if (op == VS_FLOORDIV)
        *out = floor_div(a, b);
    else if (op == VS_CEILDIV)
        *out = -floor_div(-a, b);
    else
        *out = a / b;
    return *out > type_max(t) ? C_TRAPS : C_VALUE;
}

static enum concrete shift(enum vs_op op, struct vs_type t, wide a, wide n, wide *out)
{
    if (n < 0 || n >= t.bits || (is_unbounded(t) && op != VS_SHL && op != VS_SHR))
        return C_ANY;
    if (is_unbounded(t)) {
        *out = op == VS_SHL ? a * ((wide)1 << n) : a >> n;
        return C_VALUE;
    }
    uwide low = (uwide)a & (((uwide)1 << t.bits) - 1);
    int c = (int)n, back = (int)(t.bits - n);
    if (op == VS_SHL)
        *out = wrap(t, (wide)(low << c));
    else if (op == VS_SHR)
        *out = a >> c;
    else if (op == VS_ROTL)
        *out = wrap(t, (wide)(low << c | low >> back));
    else
        *out = wrap(t, (wide)(low >> c | low << back));
    return C_VALUE;
}

static wide compare(enum vs_op op, wide a, wide b)
{
    switch ((int)op) {
    case VS_EQ:
        return a == b;
    case VS_NE:
        return a != b;
    case VS_LT:
        return a < b;
    case VS_LE:
        return a <= b;
    case VS_GT:
        return a > b;
    case VS_GE:
        return a >= b;
    case VS_LOGAND:
        return a && b;
    case VS_LOGOR:
        return a || b;
    default: /* VS_UNORDERED: integers are ordered */
        return 0;
    }
}

enum concrete vs_concrete(enum vs_op op, struct vs_type t, wide a, wide b, wide *out)
{
    if (vs_is_division(op))
        return divide(op, t, a, b, out);
    if (vs_is_shift(op))
        return shift(op, t, a, b, out);
    switch ((int)op) {
    case VS_NEG:
        *out = wrap(t, -a);
        break;
    case VS_BITNOT:
        *out = wrap(t, ~a);
        break;
    case VS_LOGNOT:
        *out = wrap(t, !a);
        break;
    case VS_ABS:
        *out = wrap(t, a < 0 ? -a : a);
        break;
    case VS_CONVERT:
        *out = wrap(t, a);
        break;
    case VS_ADD:
        *out = wrap(t, a + b);
        break;
    case VS_SUB:
        *out = wrap(t, a - b);
        break;
    case VS_MUL:
        *out = wrap(t, (wide)((uwide)a * (uwide)b));
        break;
    case VS_AND:
        *out = a & b;
        break;
    case VS_OR:
        *out = a | b;
        break;
    case VS_XOR:
        *out = a ^ b;
        break;
    case VS_MIN:
        *out = a < b ? a : b;
        break;
    case VS_MAX:
        *out = a > b ? a : b;
        break;
    default:
        *out = wrap(t, compare(op, a, b));
    }
    return C_VALUE;
}
