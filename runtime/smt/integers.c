/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums that are compared, as integers: where what is known of their parts keeps a sum within its type it does not wrap
 * around, and inequalities may be added up. So a transfer that an account can pay leaves the other one below the total.
 *
 * Invariant: each row holds for the signed values of the atoms, whatever is dropped for want of room.
 * Sources: Fourier 1826 and Motzkin 1936 (elimination); Cousot and Halbwachs 1978 (what programs need of it).
 */
#include "integers.h"
#include "runtime/base/gcd.h"
#include "runtime/cwi/operate.h"

#include <stdlib.h>

typedef __int128 wide;
enum { ATOMS = 16, ROWS = 192, COMPARISONS = 64, PASSES = 4 };
static const wide far = (wide)1 << 62;

struct row { /* the sum of factor * atom is at most `most` */
    int64_t factors[ATOMS], most;
};
struct sum { /* of integers: what a form is, where it does not wrap around */
    int64_t factors[ATOMS];
    wide constant, lo, hi;
    bool is_lost;
};
struct comparison { /* a + more is at most b; or they differ */
    struct form a, b;
    int more;
    bool is_signed, differs; /* differs: a is their difference */
};
struct integers {
    const struct equations *equations;
    smt_term atoms[ATOMS];
    int64_t lo[ATOMS], hi[ATOMS]; /* of the atoms, signed */
    uint32_t atom_count, row_count;
    struct row rows[ROWS];
    struct comparison comparisons[COMPARISONS];
    uint32_t comparison_count;
    bool is_contradiction;
};

/* ---- sums -------------------------------------------------------------------------------------------------------- */

static int64_t least_of(unsigned width)
{
    return (int64_t)(UINT64_MAX << (width - 1));
}

/* Whatever it is, it fits its type; one that was extended fits the smaller one. */
static void set_bounds(struct integers *x, uint32_t i)
{
    const struct smt *s = x->equations->s;
    const struct term *t = &s->terms.items[x->atoms[i]];
    unsigned from = t->shape == TERM_EXTENDED ? smt_width(s, t->a) : t->width;
    bool is_signed = t->shape != TERM_EXTENDED || t->is_signed;
    x->lo[i] = is_signed ? least_of(from) : 0;
    x->hi[i] = is_signed ? -(least_of(from) + 1) : (int64_t)cwi_extended(UINT64_MAX, false, from);
}

/* ATOMS: there is no room. */
static uint32_t find_atom(struct integers *x, smt_term a)
{
    uint32_t i = 0;
    while (i < x->atom_count && x->atoms[i] != a)
        i++;
    if (i == x->atom_count && i < ATOMS) {
        x->atoms[x->atom_count++] = a;
        set_bounds(x, i);
    }
    return i;
}

static struct sum sum_of(struct integers *x, const struct form *f)
{
    struct sum r = {.constant = (int64_t)cwi_extended(f->constant, true, f->width), .is_lost = f->is_lost};
    r.lo = r.hi = r.constant;
    for (uint32_t k = 0; k < f->count && !r.is_lost; k++) {
        uint32_t i = find_atom(x, f->parts[k].atom);
        int64_t factor = (int64_t)cwi_extended(f->parts[k].factor, true, f->width);
        r.is_lost |= i == ATOMS || factor > INT32_MAX || factor < -INT32_MAX;
        if (r.is_lost)
            return r;
        r.factors[i] = factor;
        r.lo += (wide)factor * (factor > 0 ? x->lo[i] : x->hi[i]);
        r.hi += (wide)factor * (factor > 0 ? x->hi[i] : x->lo[i]);
    }
    return r;
}

/* Moves the sum by what a type wraps around, so that it is what the form is, with or without a sign; false: it may wrap
 * around or not. */
static bool fit(struct sum *r, unsigned width, bool is_signed)
{
    wide least = is_signed ? least_of(width) : 0, all = (wide)1 << width;
    wide by = r->lo < least ? all : r->lo >= least + all ? -all : 0;
    r->constant += by;
    r->lo += by;
    r->hi += by;
    return !r->is_lost && r->lo >= least && r->hi < least + all;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Divided by what divides all factors; false: there is nothing in it. */
static bool reduce(struct integers *x, struct row *r)
{
    uint64_t divisor = 0;
    for (uint32_t i = 0; i < x->atom_count; i++)
        divisor = gcd_u64(divisor, (uint64_t)llabs(r->factors[i]));
    if (!divisor) {
        x->is_contradiction |= r->most < 0;
        return false;
    }
    for (uint32_t i = 0; i < x->atom_count; i++)
        r->factors[i] /= (int64_t)divisor;
    int64_t rest = r->most % (int64_t)divisor;
    r->most = r->most / (int64_t)divisor - (rest < 0);
    return true;
}

static void add_row(struct integers *x, struct row r)
{
    if (!reduce(x, &r))
        return;
    for (uint32_t k = 0; k < x->row_count; k++)
        if (!memcmp(x->rows[k].factors, r.factors, sizeof r.factors)) {
            x->rows[k].most = r.most < x->rows[k].most ? r.most : x->rows[k].most;
            return;
        }
    if (x->row_count < ROWS)
        x->rows[x->row_count++] = r;
}

/* a + more <= b. */
static void add_at_most(struct integers *x, const struct sum *a, const struct sum *b, int more)
{
    struct row r = {.factors = {0}};
    wide most = b->constant - a->constant - more;
    if (most > far || most < -far)
        return;
    for (uint32_t i = 0; i < ATOMS; i++)
        r.factors[i] = a->factors[i] - b->factors[i];
    r.most = (int64_t)most;
    add_row(x, r);
}

static wide least_in(const struct integers *x, const struct row *r, uint32_t but)
{
    wide least = 0;
    for (uint32_t i = 0; i < x->atom_count; i++)
        if (i != but)
            least += (wide)r->factors[i] * (r->factors[i] > 0 ? x->lo[i] : x->hi[i]);
    return least;
}

static int64_t quotient(wide a, int64_t b, bool is_up)
{
    wide q = a / b, rest = a % b;
    return (int64_t)(q + (is_up && rest > 0) - (!is_up && rest < 0)); /* b is positive */
}

/* What the row leaves of each of its atoms. */
static bool narrow(struct integers *x, const struct row *r)
{
    bool any = false;
    for (uint32_t i = 0; i < x->atom_count; i++) {
        int64_t factor = r->factors[i];
        wide room = r->most - least_in(x, r, i);
        if (!factor || room > far || room < -far)
            continue;
        int64_t end = factor > 0 ? quotient(room, factor, false) : quotient(-room, -factor, true);
        int64_t *bound = factor > 0 ? &x->hi[i] : &x->lo[i];
        if (factor > 0 ? end < *bound : end > *bound) {
            *bound = end;
            any = true;
        }
        x->is_contradiction |= x->lo[i] > x->hi[i];
    }
    return any;
}

/* ---- facts ------------------------------------------------------------------------------------------------------- */

static void read_fact(struct integers *x, const struct smt_fact *k)
{
    const struct smt *s = x->equations->s;
    struct term t = s->terms.items[k->term];
    bool is_less = t.shape == TERM_LT || t.shape == TERM_SIGNED_LT;
    bool differs = t.shape == TERM_EQ && !k->is_true && smt_width(s, t.a) > 1;
    bool is_order = t.shape >= TERM_LT && t.shape <= TERM_SIGNED_LE;
    if ((!is_order && !differs) || x->comparison_count == COMPARISONS)
        return;
    struct comparison *c = &x->comparisons[x->comparison_count++];
    c->differs = differs;
    c->is_signed = t.shape == TERM_SIGNED_LT || t.shape == TERM_SIGNED_LE;
    c->more = k->is_true ? is_less : !is_less;
    c->a = smt_form_difference(x->equations, k->is_true ? t.a : t.b, differs ? t.a : 0);
    if (is_order)
        c->b = smt_form_difference(x->equations, k->is_true ? t.b : t.a, 0);
}

/* Where one is known to be at least the other it is more. */
static void add_unequal(struct integers *x, const struct comparison *c)
{
    const struct sum zero = {.lo = 0};
    struct sum d = sum_of(x, &c->a);
    wide all = (wide)1 << c->a.width;
    if (!d.is_lost && d.lo == 0 && d.hi < all)
        add_at_most(x, &zero, &d, 1);
    if (!d.is_lost && d.hi == 0 && d.lo > -all)
        add_at_most(x, &d, &zero, 1);
}

static void add_comparison(struct integers *x, const struct comparison *c)
{
    if (c->differs) {
        add_unequal(x, c);
        return;
    }
    struct sum a = sum_of(x, &c->a), b = sum_of(x, &c->b);
    if (fit(&a, c->a.width, c->is_signed) && fit(&b, c->b.width, c->is_signed))
        add_at_most(x, &a, &b, c->more);
}

/* ---- elimination ------------------------------------------------------------------------------------------------- */

/* How many rows there are more where the atom is gone. */
static int64_t cost_of(const struct integers *x, uint32_t atom)
{
    int64_t above = 0, below = 0;
    for (uint32_t k = 0; k < x->row_count; k++) {
        above += x->rows[k].factors[atom] > 0;
        below += x->rows[k].factors[atom] < 0;
    }
    return above + below ? above * below - above - below : INT64_MAX;
}

/* `a` has a positive factor of the atom, `b` a negative one; false: the numbers are too large. */
static bool combine(const struct integers *x, const struct row *a, const struct row *b, uint32_t atom, struct row *out)
{
    wide p = -(wide)b->factors[atom], q = a->factors[atom], most = p * a->most + q * b->most;
    bool is_near = most < far && most > -far;
    *out = (struct row){.most = is_near ? (int64_t)most : 0};
    for (uint32_t i = 0; i < x->atom_count && is_near; i++) {
        wide factor = p * a->factors[i] + q * b->factors[i];
        is_near = factor < INT32_MAX && factor > -INT32_MAX;
        out->factors[i] = (int64_t)factor;
    }
    return is_near;
}

static void eliminate(struct integers *x, uint32_t atom, uint64_t *steps)
{
    enum { UNITS = 4 }; /* for two rows */
    struct row *old = x->rows, above[ROWS], below[ROWS], r;
    uint32_t count = x->row_count, left = 0, n = 0, m = 0;
    for (uint32_t k = 0; k < count; k++)
        if (old[k].factors[atom] > 0)
            above[n++] = old[k];
        else if (old[k].factors[atom] < 0)
            below[m++] = old[k];
        else
            old[left++] = old[k];
    x->row_count = left;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < m && !x->is_contradiction; k++)
            if (combine(x, &above[i], &below[k], atom, &r))
                add_row(x, r);
    *steps += (uint64_t)n * m * UNITS;
}

static void eliminate_all(struct integers *x, uint64_t *steps)
{
    for (uint32_t n = 0; n < x->atom_count && !x->is_contradiction; n++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < x->atom_count; i++)
            best = cost_of(x, i) < cost_of(x, best) ? i : best;
        if (cost_of(x, best) == INT64_MAX)
            return;
        eliminate(x, best, steps);
    }
}

static void add_bounds(struct integers *x)
{
    for (uint32_t i = 0; i < x->atom_count; i++) {
        bool has_least = x->lo[i] > INT64_MIN; /* else its opposite is no number of 64 bits */
        struct row up = {.most = x->hi[i]}, down = {.most = has_least ? -x->lo[i] : 0};
        up.factors[i] = 1;
        down.factors[i] = -1;
        add_row(x, up);
        if (has_least)
            add_row(x, down);
    }
}

bool smt_integers_contradict(const struct equations *y, const struct smt_fact *facts, size_t count, uint64_t *steps)
{
    struct integers *x = base_mem_zalloc(sizeof *x);
    x->equations = y;
    bool any = true;
    for (size_t i = 0; i < count; i++)
        read_fact(x, &facts[i]);
    for (int pass = 0; pass < PASSES && any && !x->is_contradiction; pass++) {
        any = false;
        for (uint32_t i = 0; i < x->comparison_count && !x->is_contradiction; i++)
            add_comparison(x, &x->comparisons[i]);
        for (uint32_t k = 0; k < x->row_count && !x->is_contradiction; k++)
            any |= narrow(x, &x->rows[k]);
        *steps += x->comparison_count + x->row_count;
    }
    if (!x->is_contradiction) {
        add_bounds(x);
        eliminate_all(x, steps);
    }
    bool r = x->is_contradiction;
    free(x);
    return r;
}
