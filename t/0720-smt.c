/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The solver's answers, models and cores against trying all values; operators of 64 bits against the host's.
 */
#include "runtime/smt/smt.h"
#include "tap.h"

#include <stdio.h>

static struct smt *solver;
static uint64_t seed = 1;

static uint32_t some(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

/* ---- a second meaning of the operators: on numbers --------------------------------------------------------------- */

static uint64_t cut(uint64_t x, unsigned width)
{
    return width < 64 ? x & ((1ull << width) - 1) : x;
}

static int64_t extended(uint64_t x, unsigned width)
{
    return (int64_t)(x << (64 - width)) >> (64 - width);
}

static uint64_t operate(enum cwi_op op, bool is_signed, uint64_t x, uint64_t y, unsigned width)
{
    int64_t a = is_signed ? extended(x, width) : (int64_t)x, b = is_signed ? extended(y, width) : (int64_t)y;
    uint64_t r;
#define PICK(e_signed, e_unsigned) (is_signed ? (uint64_t)(e_signed) : (uint64_t)(e_unsigned))
    switch (op) {
    case CWI_ADD:
        r = x + y;
        break;
    case CWI_SUB:
        r = x - y;
        break;
    case CWI_MUL:
        r = x * y;
        break;
    case CWI_DIV:
        r = is_signed && b == -1 ? -x : PICK(a / b, x / y);
        break;
    case CWI_MOD:
        r = is_signed && b == -1 ? 0 : PICK(a % b, x % y);
        break;
    case CWI_FLOORDIV:
        r = is_signed && b == -1 ? -x : PICK(a / b - (a % b && (a % b < 0) != (b < 0)), x / y);
        break;
    case CWI_CEILDIV:
        r = is_signed && b == -1 ? -x : PICK(a / b + (a % b && (a % b < 0) == (b < 0)), x / y + (x % y != 0));
        break;
    case CWI_FLOORMOD:
        r = is_signed && b == -1 ? 0 : PICK((a % b && (a % b < 0) != (b < 0)) ? a % b + b : a % b, x % y);
        break;
    case CWI_AND:
        r = x & y;
        break;
    case CWI_OR:
        r = x | y;
        break;
    case CWI_XOR:
        r = x ^ y;
        break;
    case CWI_SHL:
        r = x << y;
        break;
    case CWI_SHR:
        r = PICK(a >> y, x >> y);
        break;
    case CWI_ROTL:
        r = y ? x << y | x >> (width - y) : x;
        break;
    case CWI_ROTR:
        r = y ? x >> y | x << (width - y) : x;
        break;
    case CWI_MIN:
        r = PICK(a < b ? a : b, x < y ? x : y);
        break;
    case CWI_MAX:
        r = PICK(a < b ? b : a, x < y ? y : x);
        break;
    case CWI_EQ:
        return x == y;
    case CWI_NE:
        return x != y;
    case CWI_LT:
        return PICK(a < b, x < y);
    case CWI_LE:
        return PICK(a <= b, x <= y);
    case CWI_GT:
        return PICK(a > b, x > y);
    case CWI_GE:
        return PICK(a >= b, x >= y);
    case CWI_LOGAND:
        return x && y;
    default:
        return x || y;
    }
    return cut(r, width);
}

/* ---- random terms, as the solver has them and as rows to calculate ----------------------------------------------- */

struct row {
    enum { ROW_CONST, ROW_UNKNOWN, ROW_UNARY, ROW_BINARY, ROW_CONVERT, ROW_COND } kind;
    enum cwi_op op;
    bool is_signed;
    unsigned width;
    uint32_t a, b, c;
    uint64_t value;
    smt_term term;
};
enum { ROWS = 24, UNKNOWNS = 3, WIDTH = 3 };
struct rows {
    struct row rows[ROWS];
    uint32_t count;
};

static const enum cwi_op binaries[] = {CWI_ADD,      CWI_SUB, CWI_MUL,    CWI_DIV,  CWI_MOD, CWI_FLOORDIV, CWI_CEILDIV,
                                       CWI_FLOORMOD, CWI_AND, CWI_OR,     CWI_XOR,  CWI_SHL, CWI_SHR,      CWI_ROTL,
                                       CWI_ROTR,     CWI_MIN, CWI_MAX,    CWI_EQ,   CWI_NE,  CWI_LT,       CWI_LE,
                                       CWI_GT,       CWI_GE,  CWI_LOGAND, CWI_LOGOR};
enum { BINARIES = sizeof binaries / sizeof *binaries };

static bool divides(enum cwi_op op)
{
    return op >= CWI_DIV && op <= CWI_FLOORMOD && op != CWI_EXACTDIV;
}

static bool shifts(enum cwi_op op)
{
    return op == CWI_SHL || op == CWI_SHR || op == CWI_ROTL || op == CWI_ROTR;
}

static uint32_t add(struct rows *r, struct row row)
{
    switch (row.kind) {
    case ROW_CONST:
        row.term = smt_const(solver, row.value, row.width);
        break;
    case ROW_UNKNOWN:
        row.term = smt_unknown(solver, row.a, row.width);
        break;
    case ROW_UNARY:
        row.term = smt_unary(solver, row.op, r->rows[row.a].term);
        break;
    case ROW_BINARY:
        row.term = smt_binary(solver, row.op, row.is_signed, r->rows[row.a].term, r->rows[row.b].term);
        break;
    case ROW_CONVERT:
        row.term = smt_convert(solver, r->rows[row.a].term, row.is_signed, row.width);
        break;
    case ROW_COND:
        row.term = smt_cond(solver, r->rows[row.a].term, r->rows[row.b].term, r->rows[row.c].term);
        break;
    }
    r->rows[r->count] = row;
    return r->count++;
}

static void generate(struct rows *r)
{
    static const enum cwi_op unaries[] = {CWI_NEG, CWI_BITNOT, CWI_LOGNOT, CWI_ABS};
    r->count = 0;
    for (uint32_t i = 0; i < UNKNOWNS; i++)
        add(r, (struct row){.kind = ROW_UNKNOWN, .width = WIDTH, .a = i});
    while (r->count < ROWS - 2) {
        uint32_t a = some(r->count), b = some(r->count), width = r->rows[a].width;
        enum cwi_op op = binaries[some(BINARIES)];
        switch (some(8)) {
        case 0:
            add(r, (struct row){.kind = ROW_CONST, .width = WIDTH, .value = some(1u << WIDTH)});
            break;
        case 1:
            op = unaries[some(4)];
            add(r, (struct row){.kind = ROW_UNARY, .op = op, .width = op == CWI_LOGNOT ? 1 : width, .a = a});
            break;
        case 2:
            add(r, (struct row){.kind = ROW_CONVERT, .is_signed = some(2), .width = 1 + some(9), .a = a});
            break;
        case 3:
            if (r->rows[b].width == WIDTH)
                add(r, (struct row){.kind = ROW_COND, .width = WIDTH, .a = a, .b = b, .c = 0});
            break;
        default:
            if (divides(op)) { /* by no zero */
                uint32_t one = add(r, (struct row){.kind = ROW_CONST, .width = width, .value = 1});
                b = r->rows[b].width == width ? b : a;
                b = add(r, (struct row){.kind = ROW_BINARY, .op = CWI_OR, .width = width, .a = b, .b = one});
            } else if (shifts(op)) {
                b = add(r, (struct row){.kind = ROW_CONST, .width = 8, .value = some(width)});
            }
            if (r->count < ROWS && (shifts(op) || op >= CWI_LOGAND || r->rows[b].width == width))
                add(r, (struct row){.kind = ROW_BINARY,
                                    .op = op,
                                    .is_signed = some(2),
                                    .width = op >= CWI_EQ ? 1 : width,
                                    .a = a,
                                    .b = b});
        }
    }
}

static void calculate(const struct rows *r, const uint64_t unknowns[], uint64_t out[])
{
    for (uint32_t i = 0; i < r->count; i++) {
        const struct row *x = &r->rows[i];
        uint64_t a = out[x->a];
        unsigned from = r->rows[x->a].width;
        switch (x->kind) {
        case ROW_CONST:
            out[i] = x->value;
            break;
        case ROW_UNKNOWN:
            out[i] = unknowns[x->a];
            break;
        case ROW_UNARY:
            out[i] = x->op == CWI_NEG      ? cut(-a, from)
                     : x->op == CWI_BITNOT ? cut(~a, from)
                     : x->op == CWI_LOGNOT ? !a
                                           : cut(extended(a, from) < 0 ? -a : a, from);
            break;
        case ROW_BINARY:
            out[i] = operate(x->op, x->is_signed, a, out[x->b], from);
            break;
        case ROW_CONVERT:
            out[i] = cut(x->is_signed ? (uint64_t)extended(a, from) : a, x->width);
            break;
        case ROW_COND:
            out[i] = a ? out[x->b] : out[x->c];
            break;
        }
    }
}

/* Do all conditions, or those in the core alone, hold for some values? */
static bool is_possible(const struct rows *r, const uint32_t *conditions, uint32_t count, bool in_core)
{
    uint64_t unknowns[UNKNOWNS], out[ROWS];
    for (uint32_t v = 0; v < 1u << (WIDTH * UNKNOWNS); v++) {
        bool holds = true;
        for (uint32_t i = 0; i < UNKNOWNS; i++)
            unknowns[i] = cut(v >> (WIDTH * i), WIDTH);
        calculate(r, unknowns, out);
        for (uint32_t i = 0; i < count && holds; i++)
            holds = (in_core && !smt_in_core(solver, i)) || out[conditions[i]];
        if (holds)
            return true;
    }
    return false;
}

static void test_random(void)
{
    enum { ROUNDS = 600, MOST = 6 };
    uint32_t wrong = 0, models = 0, cores = 0, sat = 0, unsat = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct rows r;
        uint32_t conditions[MOST], count = 2 + some(MOST - 1);
        smt_term terms[MOST];
        generate(&r);
        for (uint32_t i = 0; i < count; i++) {
            conditions[i] = some(r.count);
            terms[i] = r.rows[conditions[i]].term;
        }
        enum smt_answer answer = smt_check(solver, terms, count);
        wrong += answer != (is_possible(&r, conditions, count, false) ? SMT_SAT : SMT_UNSAT);
        if (answer == SMT_UNSAT) {
            unsat++;
            cores += is_possible(&r, conditions, count, true);
            continue;
        }
        uint64_t unknowns[UNKNOWNS], out[ROWS];
        sat++;
        for (uint32_t i = 0; i < UNKNOWNS; i++)
            unknowns[i] = smt_value(solver, r.rows[i].term);
        calculate(&r, unknowns, out);
        for (uint32_t i = 0; i < r.count; i++)
            models += out[i] != smt_value(solver, r.rows[i].term);
        for (uint32_t i = 0; i < count; i++)
            models += !out[conditions[i]];
    }
    ok(!wrong, "answers are those of trying all values");
    ok(!models, "a model's values satisfy the conditions, and each term has the value that it says");
    ok(!cores, "the conditions in a core contradict each other");
    ok(sat > ROUNDS / 5 && unsat > ROUNDS / 5, "%u satisfiable, %u not", sat, unsat);
}

/* ---- linear equations: each condition is a sum that is 0, or is not, or "not all of these" --------------------------
 */

enum { LINEAR_UNKNOWNS = 4, LINEAR_WIDTH = 3, LINEAR_CONDITIONS = 5, LINEAR_PARTS = 3 };
struct sum {
    uint64_t factors[LINEAR_UNKNOWNS], constant;
};
struct linear { /* a sum is 0; some sums are not all 0 */
    bool is_equation;
    uint32_t count;
    struct sum sums[LINEAR_PARTS];
};

static bool is_zero(const struct sum *x, uint64_t values)
{
    uint64_t r = x->constant;
    for (int i = 0; i < LINEAR_UNKNOWNS; i++)
        r += x->factors[i] * (values >> i * LINEAR_WIDTH);
    return !cut(r, LINEAR_WIDTH);
}

static bool some_values_hold(const struct linear *all, uint32_t count)
{
    for (uint64_t values = 0; values < 1u << LINEAR_UNKNOWNS * LINEAR_WIDTH; values++) {
        bool hold = true;
        for (uint32_t i = 0; i < count && hold; i++) {
            uint32_t zeros = 0;
            for (uint32_t k = 0; k < all[i].count; k++)
                zeros += is_zero(&all[i].sums[k], values);
            hold = (zeros == all[i].count) == all[i].is_equation;
        }
        if (hold)
            return true;
    }
    return false;
}

/* The summands in any order, on either side. */
static smt_term sum_term(const struct sum *x)
{
    smt_term sides[2] = {smt_const(solver, x->constant, LINEAR_WIDTH), smt_const(solver, 0, LINEAR_WIDTH)};
    for (uint32_t i = 0, from = some(LINEAR_UNKNOWNS); i < LINEAR_UNKNOWNS; i++) {
        uint32_t k = (i + from) % LINEAR_UNKNOWNS, side = some(2);
        enum cwi_op op = some(2) ? CWI_ADD : CWI_SUB;
        uint64_t factor = (op == CWI_SUB) != (side == 1) ? 0 - x->factors[k] : x->factors[k];
        smt_term f = smt_const(solver, factor, LINEAR_WIDTH), u = smt_unknown(solver, 100 + k, LINEAR_WIDTH);
        smt_term part = some(2) ? smt_binary(solver, CWI_MUL, false, f, u) : smt_binary(solver, CWI_MUL, false, u, f);
        sides[side] = smt_binary(solver, op, false, sides[side], part);
    }
    return some(2) ? smt_binary(solver, CWI_EQ, false, sides[0], sides[1])
                   : smt_unary(solver, CWI_LOGNOT, smt_binary(solver, CWI_NE, false, sides[1], sides[0]));
}

static smt_term linear_term(const struct linear *x)
{
    smt_term all = sum_term(&x->sums[0]);
    for (uint32_t k = 1; k < x->count; k++)
        all = some(2) ? smt_binary(solver, CWI_LOGAND, false, all, sum_term(&x->sums[k]))
                      : smt_binary(solver, CWI_LOGAND, false, sum_term(&x->sums[k]), all);
    return x->is_equation ? all : smt_unary(solver, CWI_LOGNOT, all);
}

static void test_linear(void)
{
    enum { ROUNDS = 1500 };
    uint32_t wrong = 0, hasty = 0, refuted = 0, unsat = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct linear all[LINEAR_CONDITIONS];
        smt_term terms[LINEAR_CONDITIONS];
        uint32_t count = 2 + some(LINEAR_CONDITIONS - 1);
        for (uint32_t i = 0; i < count; i++) {
            all[i] = (struct linear){some(3) != 0, 1 + some(LINEAR_PARTS), {{{0}, 0}}};
            for (uint32_t k = 0; k < all[i].count; k++) {
                struct sum *x = &all[i].sums[k];
                for (int u = 0; u < LINEAR_UNKNOWNS; u++)
                    x->factors[u] = some(2) ? 0 : some(1 << LINEAR_WIDTH);
                x->constant = some(3) ? 0 : some(1 << LINEAR_WIDTH);
                if (i && some(3) == 0) /* one that was there */
                    *x = all[some(i)].sums[0];
            }
            terms[i] = linear_term(&all[i]);
        }
        bool is_possible = some_values_hold(all, count), is_refuted = smt_is_refuted(solver, terms, count);
        wrong += smt_check_alone(solver, terms, count) != (is_possible ? SMT_SAT : SMT_UNSAT);
        hasty += is_refuted && is_possible;
        refuted += is_refuted;
        unsat += !is_possible;
    }
    ok(!wrong, "linear equations: answers are those of trying all values");
    ok(!hasty, "what is refuted has no values");
    ok(unsat > ROUNDS / 5 && unsat < ROUNDS * 4 / 5 && refuted * 2 > unsat, "%u have none, %u are refuted", unsat,
       refuted);
}

static void test_wide(void)
{
    uint32_t wrong = 0;
    for (int i = 0; i < 4000; i++) {
        enum cwi_op op = binaries[some(BINARIES)];
        unsigned width = some(2) ? 64 : 1 + some(64);
        uint64_t x = cut((uint64_t)some(UINT32_MAX) << 33 ^ some(UINT32_MAX), width);
        uint64_t y = cut(some(2) ? some(9) : (uint64_t)some(UINT32_MAX) << 33 ^ some(UINT32_MAX), width);
        bool is_signed = some(2);
        if (shifts(op))
            y = cut(y % width, width);
        if (divides(op) && !y)
            continue;
        smt_term t = smt_binary(solver, op, is_signed, smt_const(solver, x, width), smt_const(solver, y, width));
        if (smt_check(solver, NULL, 0) != SMT_SAT || smt_value(solver, t) != operate(op, is_signed, x, y, width))
            wrong++;
    }
    ok(!wrong, "operators of up to 64 bits calculate as the host does");
}

static void test_edges(void)
{
    smt_term x = smt_unknown(solver, 0, 32), y = smt_unknown(solver, 1, 32), wide = smt_unknown(solver, 0, 64);
    ok(x == smt_unknown(solver, 0, 32) && x != wide && smt_width(solver, wide) == 64, "an unknown is one term");
    ok(!smt_binary(solver, CWI_ADD, false, x, wide), "operands of two widths give no term");
    ok(!smt_binary(solver, CWI_UNORDERED, false, x, y) && !smt_const(solver, 0, 65), "neither do other operators");
    ok(!smt_binary(solver, CWI_ADD, false, 0, x) && !smt_cond(solver, x, 0, y), "nor operands that are none");
    ok(smt_check(solver, &(smt_term){0}, 1) == SMT_UNKNOWN, "nothing is known of no term");
    smt_term less = smt_binary(solver, CWI_LT, true, x, y), more = smt_binary(solver, CWI_GT, true, x, y);
    uint64_t before = smt_questions(solver);
    ok(smt_check(solver, (smt_term[]){less, more, less}, 3) == SMT_UNSAT && smt_in_core(solver, 0) &&
           smt_in_core(solver, 1) && smt_in_core(solver, 2) && !smt_in_core(solver, 3),
       "a condition that is given twice is in the core twice");
    smt_check(solver, (smt_term[]){more, less}, 2);
    ok(smt_questions(solver) == before + 1, "a question is asked once");
    smt_term product = smt_binary(solver, CWI_MUL, false, wide, smt_unknown(solver, 1, 64));
    smt_term prime = smt_binary(solver, CWI_EQ, false, product, smt_const(solver, 0xffffffffffffffc5u, 64));
    smt_term big = smt_const(solver, 1, 64), hard[] = {prime, smt_binary(solver, CWI_GT, false, wide, big), 0, 0, 0};
    hard[2] = smt_binary(solver, CWI_GT, false, smt_unknown(solver, 1, 64), big);
    hard[3] = smt_binary(solver, CWI_LT, false, wide, smt_const(solver, 1ull << 32, 64));
    hard[4] = smt_binary(solver, CWI_LT, false, smt_unknown(solver, 1, 64), smt_const(solver, 1ull << 32, 64));
    smt_limit(solver, 100000);
    ok(smt_check(solver, hard, 5) == SMT_UNKNOWN, "a limit ends a question");
    smt_limit(solver, 0);
    ok(smt_check(solver, (smt_term[]){less}, 1) == SMT_SAT, "and the next is answered");
}

/* Many questions in a solver of its own; what is left of the units then. */
static uint64_t spend(uint64_t units, bool is_alone, enum smt_answer *last)
{
    struct diag d;
    struct smt *s;
    uint64_t left = units;
    *last = SMT_UNSAT;
    if (smt_new(&s, &d))
        return UINT64_MAX;
    smt_account(s, &left);
    for (uint32_t k = 0; k < 40; k++) {
        smt_term product = smt_binary(s, CWI_MUL, false, smt_unknown(s, k, 12), smt_unknown(s, k + 1, 12));
        smt_term is_it = smt_binary(s, CWI_EQ, false, product, smt_const(s, 1000 + k, 12));
        *last = is_alone ? smt_check_alone(s, &is_it, 1) : smt_check(s, &is_it, 1);
    }
    smt_free(s);
    return left;
}

static void test_account(void)
{
    const uint64_t many = 100000000;
    enum smt_answer last;
    for (int is_alone = 0; is_alone < 2; is_alone++) {
        const char *kind = is_alone ? "alone" : "together";
        uint64_t first = spend(many, is_alone, &last), again = spend(many, is_alone, &last);
        ok(first < many && last == SMT_SAT, "questions %s take units", kind);
        ok(first == again, "the same questions %s take the same", kind);
        ok(!spend((many - first) / 2, is_alone, &last) && last == SMT_UNKNOWN, "without units there are no answers");
    }
}

int main(void)
{
    struct diag d;
    if (smt_new(&solver, &d)) {
        printf("Bail out! %s\n", d.text);
        return 1;
    }
    test_random();
    test_linear();
    test_wide();
    test_account();
    test_edges();
    smt_free(solver);
    return done();
}
