/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A naive evaluator of all logics on small modal systems, by the definitions: sets of states in one word, fixpoints by
 * iteration, path formulas by the product with all truth assignments to their temporal parts (Lichtenstein, Pnueli,
 * 1985). And random formulas, which are made as trees and handed over as text.
 */
#ifndef CWOLF_LOGIC_NAIVE_H
#define CWOLF_LOGIC_NAIVE_H

#include "lts_random.h"
#include "runtime/logic/logic.h"

enum { NL_LABELS = 6, NL_CLASSES = NL_LABELS + 1, NL_STATES = 8, NL_NODES = NL_STATES * NL_CLASSES, NL_VARS = 8 };

/* A state and the label that entered it (NL_LABELS: none) is a node. Label 0 is the silent one. */
struct nl_system {
    int nodes, initial;
    uint64_t may[NL_LABELS][NL_NODES], must[NL_LABELS][NL_NODES];
    uint64_t prop_true[2], prop_maybe[2];
};
static const char *const nl_labels[NL_LABELS] = {"i", "'a", "b", "'c", "d", "e"};

/* May transitions and unknown propositions, numbered in this order, are decided by the bits of `completion`, when it
 * is not negative. */
__attribute__((unused)) static int nl_read(struct nl_system *x, const struct naive_draft *d, int completion)
{
    int choices = 0;
    memset(x, 0, sizeof *x);
    x->nodes = (int)d->states * NL_CLASSES;
    x->initial = (int)d->initial * NL_CLASSES + NL_LABELS;
    for (int i = 0; i < d->count; i++) {
        const struct naive_edge *e = &d->edge[i];
        bool may = true, must = e->must;
        for (int k = 0; k < d->count && !must; k++) /* of two equal ones the must one counts */
            must |=
                d->edge[k].must && d->edge[k].from == e->from && d->edge[k].to == e->to && d->edge[k].label == e->label;
        if (!must) {
            may = must = completion < 0 ? false : completion >> choices & 1;
            may |= completion < 0;
            choices++;
        }
        int label = e->label + 1;
        for (int c = 0; c < NL_CLASSES; c++) {
            uint64_t to = UINT64_C(1) << (e->to * NL_CLASSES + (uint32_t)label);
            x->may[label][e->from * NL_CLASSES + (uint32_t)c] |= may ? to : 0;
            x->must[label][e->from * NL_CLASSES + (uint32_t)c] |= must ? to : 0;
        }
    }
    for (uint32_t s = 0; s < d->states; s++)
        for (uint32_t p = 0; p < d->props; p++) {
            uint64_t all = ((UINT64_C(1) << NL_CLASSES) - 1) << (s * NL_CLASSES);
            bool maybe = d->value[s][p] == LTS_MAYBE, value = d->value[s][p] == LTS_TRUE;
            if (maybe && completion >= 0)
                value = completion >> choices & 1;
            choices += maybe;
            x->prop_true[p] |= value ? all : 0;
            x->prop_maybe[p] |= maybe && completion < 0 ? all : 0;
        }
    return choices;
}

/* ---- formulas ---------------------------------------------------------------------------------------------------- */

enum nl_op {
    NL_TRUE,
    NL_FALSE,
    NL_PROP,
    NL_EVENT,
    NL_NOT,
    NL_AND,
    NL_OR,
    NL_IMPLIES,
    NL_IFF,
    NL_DIAMOND,
    NL_BOX,
    NL_WEAK_DIAMOND,
    NL_WEAK_BOX,
    NL_STAR_DIAMOND,
    NL_STAR_BOX,
    NL_THEN_DIAMOND,
    NL_MU,
    NL_NU,
    NL_VAR,
    NL_EX,
    NL_AX,
    NL_EF,
    NL_AF,
    NL_EG,
    NL_AG,
    NL_EU,
    NL_AU,
    NL_EW,
    NL_AW,
    NL_ER,
    NL_AR,
    NL_X,
    NL_F,
    NL_G,
    NL_U,
    NL_W,
    NL_R,
    NL_E,
    NL_A
};
struct nl_formula {
    enum nl_op op;
    int index;   /* proposition, event's label, variable */
    int labels;  /* of a modality: a set of bits */
    int labels2; /* THEN_DIAMOND */
    struct nl_formula *a, *b;
};
struct nl_value {
    uint64_t sure, possible;
};

static uint64_t nl_all(const struct nl_system *x)
{
    return x->nodes == 64 ? UINT64_MAX : (UINT64_C(1) << x->nodes) - 1;
}

static uint64_t nl_step(const struct nl_system *x, uint64_t (*const edges)[NL_NODES], int labels, uint64_t to, bool box)
{
    uint64_t set = 0;
    for (int v = 0; v < x->nodes; v++) {
        bool some = false, all = true;
        for (int l = 0; l < NL_LABELS; l++)
            if (labels >> l & 1) {
                some |= (edges[l][v] & to) != 0;
                all &= (edges[l][v] & ~to) == 0;
            }
        set |= (uint64_t)(box ? all : some) << v;
    }
    return set;
}

static struct nl_value nl_diamond(const struct nl_system *x, int labels, struct nl_value f)
{
    return (struct nl_value){nl_step(x, (void *)x->must, labels, f.sure, false),
                             nl_step(x, (void *)x->may, labels, f.possible, false)};
}

static struct nl_value nl_box(const struct nl_system *x, int labels, struct nl_value f)
{
    return (struct nl_value){nl_step(x, (void *)x->may, labels, f.sure, true),
                             nl_step(x, (void *)x->must, labels, f.possible, true)};
}

static struct nl_value nl_not(const struct nl_system *x, struct nl_value f)
{
    return (struct nl_value){nl_all(x) & ~f.possible, nl_all(x) & ~f.sure};
}

static struct nl_value nl_and(struct nl_value f, struct nl_value g)
{
    return (struct nl_value){f.sure & g.sure, f.possible & g.possible};
}

static struct nl_value nl_or(struct nl_value f, struct nl_value g)
{
    return (struct nl_value){f.sure | g.sure, f.possible | g.possible};
}

static bool nl_same(struct nl_value f, struct nl_value g)
{
    return f.sure == g.sure && f.possible == g.possible;
}

enum { NL_ANY = (1 << NL_LABELS) - 1 };

/* Least fixpoint of g or (f and step), greatest of g or (f and step): the four CTL operators with two arguments. */
static struct nl_value nl_until(const struct nl_system *x, struct nl_value f, struct nl_value g, bool all, bool weak)
{
    struct nl_value z = {weak ? nl_all(x) : 0, weak ? nl_all(x) : 0}, old;
    do {
        old = z;
        struct nl_value some = nl_diamond(x, NL_ANY, z), every = nl_box(x, NL_ANY, z), step;
        if (all)
            step = weak ? every : nl_and(every, some);
        else
            step = weak ? nl_or(every, some) : some;
        z = nl_or(g, nl_and(f, step));
    } while (!nl_same(z, old));
    return z;
}

static struct nl_value nl_star(const struct nl_system *x, int labels, struct nl_value f, bool box)
{
    struct nl_value z = {box ? nl_all(x) : 0, box ? nl_all(x) : 0}, old;
    do {
        old = z;
        z = box ? nl_and(f, nl_box(x, labels, z)) : nl_or(f, nl_diamond(x, labels, z));
    } while (!nl_same(z, old));
    return z;
}

static struct nl_value nl_weak(const struct nl_system *x, int labels, struct nl_value f, bool box)
{
    struct nl_value after = nl_star(x, 1, f, box);
    struct nl_value step = box ? nl_box(x, labels, after) : nl_diamond(x, labels, after);
    struct nl_value z = nl_star(x, 1, step, box);
    if (!(labels & 1))
        return z;
    return box ? nl_and(z, f) : nl_or(z, f);
}

static struct nl_value nl_eval(const struct nl_system *x, const struct nl_formula *f, struct nl_value *vars);
static uint64_t nl_exists(const struct nl_system *x, const struct nl_formula *f, bool negated);

static struct nl_value nl_fix(const struct nl_system *x, const struct nl_formula *f, struct nl_value *vars)
{
    uint64_t begin = f->op == NL_NU ? nl_all(x) : 0;
    struct nl_value z = {begin, begin}, old;
    do {
        old = z;
        vars[f->index] = z;
        z = nl_eval(x, f->a, vars);
    } while (!nl_same(z, old));
    return z;
}

/* For path quantifiers the system has to be complete: all transitions must, all propositions known. */
static struct nl_value nl_eval(const struct nl_system *x, const struct nl_formula *f, struct nl_value *vars)
{
    struct nl_value a = {0, 0}, b = {0, 0}, tt = {nl_all(x), nl_all(x)}, ff = {0, 0};
    bool is_fix = f->op == NL_MU || f->op == NL_NU, quantifier = f->op == NL_E || f->op == NL_A;
    if (f->a && !is_fix && !quantifier)
        a = nl_eval(x, f->a, vars);
    if (f->b)
        b = nl_eval(x, f->b, vars);
    switch (f->op) {
    case NL_TRUE:
        return tt;
    case NL_FALSE:
        return ff;
    case NL_PROP:
        return (struct nl_value){x->prop_true[f->index], x->prop_true[f->index] | x->prop_maybe[f->index]};
    case NL_EVENT:
        for (int v = f->index; v < x->nodes; v += NL_CLASSES)
            a.sure |= UINT64_C(1) << v;
        return (struct nl_value){a.sure, a.sure};
    case NL_NOT:
        return nl_not(x, a);
    case NL_AND:
        return nl_and(a, b);
    case NL_OR:
        return nl_or(a, b);
    case NL_IMPLIES:
        return nl_or(nl_not(x, a), b);
    case NL_IFF:
        return nl_and(nl_or(nl_not(x, a), b), nl_or(nl_not(x, b), a));
    case NL_DIAMOND:
        return nl_diamond(x, f->labels, a);
    case NL_BOX:
        return nl_box(x, f->labels, a);
    case NL_WEAK_DIAMOND:
        return nl_weak(x, f->labels, a, false);
    case NL_WEAK_BOX:
        return nl_weak(x, f->labels, a, true);
    case NL_STAR_DIAMOND:
        return nl_star(x, f->labels, a, false);
    case NL_STAR_BOX:
        return nl_star(x, f->labels, a, true);
    case NL_THEN_DIAMOND:
        return nl_star(x, f->labels, nl_diamond(x, f->labels2, a), false);
    case NL_MU:
    case NL_NU:
        return nl_fix(x, f, vars);
    case NL_VAR:
        return vars[f->index];
    case NL_EX:
        return nl_diamond(x, NL_ANY, a);
    case NL_AX:
        return nl_box(x, NL_ANY, a);
    case NL_EF:
        return nl_until(x, tt, a, false, false);
    case NL_AF:
        return nl_until(x, tt, a, true, false);
    case NL_EG:
        return nl_until(x, a, ff, false, true);
    case NL_AG:
        return nl_until(x, a, ff, true, true);
    case NL_EU:
        return nl_until(x, a, b, false, false);
    case NL_AU:
        return nl_until(x, a, b, true, false);
    case NL_EW:
        return nl_until(x, a, b, false, true);
    case NL_AW:
        return nl_until(x, a, b, true, true);
    case NL_ER:
        return nl_until(x, b, nl_and(a, b), false, true);
    case NL_AR:
        return nl_until(x, b, nl_and(a, b), true, true);
    case NL_E:
        a.sure = nl_exists(x, f->a, false);
        return (struct nl_value){a.sure, a.sure};
    case NL_A:
        a.sure = nl_all(x) & ~nl_exists(x, f->a, true);
        return (struct nl_value){a.sure, a.sure};
    default:
        return ff;
    }
}

/* ---- path formulas ----------------------------------------------------------------------------------------------- */

enum { NL_TEMPORAL = 5, NL_PRODUCT = NL_NODES << NL_TEMPORAL };

struct nl_paths {
    const struct nl_system *x;
    const struct nl_formula *temporal[NL_TEMPORAL];
    int count;
    struct {
        const struct nl_formula *f;
        uint64_t set;
    } state[64];
    int states;
    bool ends[NL_PRODUCT], alive[NL_PRODUCT], good[NL_PRODUCT];
};

static bool nl_is_temporal(const struct nl_formula *f)
{
    return f->op >= NL_X && f->op <= NL_R;
}

static bool nl_is_path(const struct nl_formula *f)
{
    if (f->op == NL_E || f->op == NL_A)
        return false;
    return nl_is_temporal(f) || (f->a && nl_is_path(f->a)) || (f->b && nl_is_path(f->b));
}

static void nl_collect(struct nl_paths *p, const struct nl_formula *f)
{
    struct nl_value vars[NL_VARS];
    if (!nl_is_path(f)) {
        p->state[p->states].f = f;
        p->state[p->states++].set = nl_eval(p->x, f, vars).sure;
        return;
    }
    if (nl_is_temporal(f))
        p->temporal[p->count++] = f;
    if (f->a)
        nl_collect(p, f->a);
    if (f->b)
        nl_collect(p, f->b);
}

static bool nl_holds(const struct nl_paths *p, const struct nl_formula *f, int v, int bits)
{
    for (int i = 0; i < p->count; i++)
        if (p->temporal[i] == f)
            return bits >> i & 1;
    for (int i = 0; i < p->states; i++)
        if (p->state[i].f == f)
            return p->state[i].set >> v & 1;
    bool a = nl_holds(p, f->a, v, bits), b = f->b ? nl_holds(p, f->b, v, bits) : false;
    switch (f->op) {
    case NL_NOT:
        return !a;
    case NL_AND:
        return a && b;
    case NL_OR:
        return a || b;
    case NL_IMPLIES:
        return !a || b;
    default:
        return a == b;
    }
}

/* What a temporal formula says of this state, with what it says of the next one (false or true where there is none). */
static bool nl_unfolds(const struct nl_paths *p, int i, int v, int bits, bool last, int w, int next)
{
    const struct nl_formula *f = p->temporal[i];
    bool a = nl_holds(p, f->a, v, bits), b = f->b ? nl_holds(p, f->b, v, bits) : false;
    bool later = !last && (next >> i & 1);
    switch (f->op) {
    case NL_X:
        return !last && nl_holds(p, f->a, w, next);
    case NL_F:
        return a || later;
    case NL_G:
        return a && (last || later);
    case NL_U:
        return b || (a && later);
    case NL_W:
        return b || (a && (last || later));
    default:
        return b && (a || last || later);
    }
}

static bool nl_consistent(const struct nl_paths *p, int v, int bits, bool last, int w, int next)
{
    for (int i = 0; i < p->count; i++)
        if (nl_unfolds(p, i, v, bits, last, w, next) != (bits >> i & 1))
            return false;
    return true;
}

/* Whether an until that is promised is reached, or the end of a weak one that is denied. */
static bool nl_fulfilled(const struct nl_paths *p, int i, int v, int bits)
{
    const struct nl_formula *f = p->temporal[i];
    bool is_until = f->op == NL_F || f->op == NL_U, holds = bits >> i & 1;
    const struct nl_formula *awaited = f->op == NL_U || f->op == NL_R ? f->b : f->a;
    return is_until != holds || nl_holds(p, awaited, v, bits) == is_until;
}

static uint64_t nl_successors(const struct nl_system *x, int v)
{
    uint64_t set = 0;
    for (int l = 0; l < NL_LABELS; l++)
        set |= x->must[l][v];
    return set;
}

/* Whether some consistent successor is in the set. */
static bool nl_goes_to(const struct nl_paths *p, int v, int bits, const bool *set)
{
    uint64_t to = nl_successors(p->x, v);
    for (int w = 0; w < p->x->nodes; w++)
        for (int next = 0; (to >> w & 1) && next < 1 << p->count; next++)
            if (set[w << p->count | next] && nl_consistent(p, v, bits, false, w, next))
                return true;
    return false;
}

/* Adds what can reach the set inside of `inside`. */
static void nl_reach(const struct nl_paths *p, bool *set, const bool *inside)
{
    for (bool more = true; more;) {
        more = false;
        for (int n = 0; n < p->x->nodes << p->count; n++)
            if (inside[n] && !set[n] && nl_goes_to(p, n >> p->count, n & ((1 << p->count) - 1), set))
                set[n] = more = true;
    }
}

/* Where some maximal path satisfies f, or its negation. */
static uint64_t nl_exists(const struct nl_system *x, const struct nl_formula *f, bool negated)
{
    struct nl_paths *p = calloc(1, sizeof *p);
    bool *set = calloc(NL_PRODUCT, 1);
    p->x = x;
    nl_collect(p, f);
    int all = x->nodes << p->count, mask = (1 << p->count) - 1;
    memset(p->alive, true, sizeof p->alive);
    for (bool more = true; more;) { /* infinite runs on which nothing is put off for ever */
        more = false;
        for (int i = -1; i < p->count; i++) {
            if (i >= 0 && p->temporal[i]->op == NL_X)
                continue;
            for (int n = 0; n < all; n++)
                set[n] = p->alive[n] && (i < 0 || nl_fulfilled(p, i, n >> p->count, n & mask));
            nl_reach(p, set, p->alive);
            for (int n = 0; n < all; n++)
                if (p->alive[n] && !nl_goes_to(p, n >> p->count, n & mask, set)) {
                    p->alive[n] = false;
                    more = true;
                }
        }
    }
    memset(p->ends, true, sizeof p->ends);
    for (int n = 0; n < all; n++) {
        int v = n >> p->count;
        set[n] = p->alive[n] || (!nl_successors(x, v) && nl_consistent(p, v, n & mask, true, 0, 0));
    }
    nl_reach(p, set, p->ends);
    uint64_t result = 0;
    for (int n = 0; n < all; n++)
        if (set[n] && nl_holds(p, f, n >> p->count, n & mask) != negated)
            result |= UINT64_C(1) << (n >> p->count);
    free(set);
    free(p);
    return result;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void nl_put_labels(int labels, struct buf *out)
{
    bool complement = naive_random(2), any = false;
    if (labels == NL_ANY) {
        buf_puts(out, naive_random(2) ? "-" : "true");
        return;
    }
    if (!labels) {
        buf_puts(out, naive_random(2) ? "false" : "!true");
        return;
    }
    const char *between = complement && naive_random(2) ? "," : " || ";
    buf_puts(out, !complement ? "" : between[0] == ',' ? "-" : "!(");
    for (int l = 0; l < NL_LABELS; l++)
        if ((labels >> l & 1) != complement) {
            bool quoted = naive_random(3) == 0;
            buf_printf(out, quoted ? "%s\"%s\"" : "%s%s", any ? between : "",
                       l || naive_random(2) ? nl_labels[l]
                       : quoted             ? "i"
                                            : "tau");
            any = true;
        }
    buf_puts(out, complement && between[0] != ',' ? ")" : "");
}

static void nl_put(const struct nl_formula *f, struct buf *out);

static void nl_put_binary(const char *before, const struct nl_formula *f, const char *sign, const char *after,
                          struct buf *out)
{
    buf_puts(out, before);
    nl_put(f->a, out);
    buf_printf(out, " %s ", sign);
    nl_put(f->b, out);
    buf_puts(out, after);
}

/* One of several spellings. */
static const char *nl_one(const char *a, const char *b, const char *c)
{
    uint32_t k = naive_random(3);
    return k == 0 ? a : k == 1 ? b : c;
}

static void nl_put_modal(const struct nl_formula *f, struct buf *out)
{
    bool box = f->op == NL_BOX || f->op == NL_WEAK_BOX || f->op == NL_STAR_BOX;
    bool weak = f->op == NL_WEAK_BOX || f->op == NL_WEAK_DIAMOND;
    buf_puts(out, box ? weak ? "[[" : "[" : weak ? "<<" : "<");
    bool star = f->op >= NL_STAR_DIAMOND;
    buf_puts(out, star ? "(" : "");
    nl_put_labels(f->labels, out);
    buf_puts(out, star ? ")*" : "");
    if (f->op == NL_THEN_DIAMOND) {
        buf_puts(out, " . ");
        nl_put_labels(f->labels2, out);
    }
    buf_puts(out, box ? weak ? "]]" : "]" : weak ? ">>" : ">");
    nl_put(f->a, out);
}

static void nl_put(const struct nl_formula *f, struct buf *out)
{
    static const char *const unary[] = {[NL_EX] = "EX", [NL_AX] = "AX", [NL_EF] = "EF", [NL_AF] = "AF", [NL_EG] = "EG",
                                        [NL_AG] = "AG", [NL_X] = "X",   [NL_F] = "F",   [NL_G] = "G"};
    static const char letters[] = {[NL_EU] = 'U', [NL_AU] = 'U', [NL_EW] = 'W', [NL_AW] = 'W', [NL_ER] = 'R',
                                   [NL_AR] = 'R', [NL_U] = 'U',  [NL_W] = 'W',  [NL_R] = 'R'};
    switch (f->op) {
    case NL_TRUE:
        buf_puts(out, nl_one("true", "tt", "(tt)"));
        return;
    case NL_FALSE:
        buf_puts(out, nl_one("false", "ff", "!true"));
        return;
    case NL_PROP:
        buf_puts(out, f->index ? "open" : "ready");
        return;
    case NL_EVENT:
        buf_puts(out, nl_labels[f->index]);
        return;
    case NL_NOT:
        buf_puts(out, nl_one("!", "not ", "~"));
        nl_put(f->a, out);
        return;
    case NL_AND:
        nl_put_binary("(", f, nl_one("&&", "/\\", "and"), ")", out);
        return;
    case NL_OR:
        nl_put_binary("(", f, nl_one("||", "\\/", "or"), ")", out);
        return;
    case NL_IMPLIES:
        nl_put_binary("(", f, nl_one("->", "=>", "implies"), ")", out);
        return;
    case NL_IFF:
        nl_put_binary("(", f, nl_one("<->", "<=>", "iff"), ")", out);
        return;
    case NL_MU:
    case NL_NU:
        buf_printf(out, "(%s V%d%s ", f->op == NL_MU ? nl_one("mu", "min", "mu") : nl_one("nu", "max", "nu"), f->index,
                   naive_random(2) ? "." : " =");
        nl_put(f->a, out);
        buf_putc(out, ')');
        return;
    case NL_VAR:
        buf_printf(out, "V%d", f->index);
        return;
    case NL_EU:
    case NL_EW:
    case NL_ER:
    case NL_AU:
    case NL_AW:
    case NL_AR:
        buf_putc(out, f->op == NL_EU || f->op == NL_EW || f->op == NL_ER ? 'E' : 'A');
        nl_put_binary("[", f, (char[]){letters[f->op], 0}, "]", out);
        return;
    case NL_U:
    case NL_W:
    case NL_R:
        nl_put_binary("(", f, (char[]){letters[f->op], 0}, ")", out);
        return;
    case NL_E:
    case NL_A:
        buf_puts(out, f->op == NL_E ? "E(" : "A(");
        nl_put(f->a, out);
        buf_putc(out, ')');
        return;
    default:
        break;
    }
    if (f->op >= NL_DIAMOND && f->op <= NL_THEN_DIAMOND) {
        nl_put_modal(f, out);
        return;
    }
    buf_printf(out, "%s ", unary[f->op]);
    nl_put(f->a, out);
}

/* ---- random formulas --------------------------------------------------------------------------------------------- */

struct nl_generator {
    struct arena *arena;
    bool events, modal, ctl, ctlstar, ltl; /* what may occur */
    uint32_t props;
    int bound;         /* variables in scope */
    int all_bound;     /* that were ever bound */
    bool odd[NL_VARS]; /* bound under an odd number of negations */
    bool negative;
    int scope[NL_VARS];
    int temporal; /* temporal operators that are left for the path formula */
};

static struct nl_formula *nl_new(struct nl_generator *g, enum nl_op op, struct nl_formula *a, struct nl_formula *b)
{
    struct nl_formula *f = ARENA_NEW(g->arena, struct nl_formula);
    *f = (struct nl_formula){.op = op, .a = a, .b = b};
    return f;
}

static struct nl_formula *nl_draw(struct nl_generator *g, int depth);

static struct nl_formula *nl_draw_leaf(struct nl_generator *g)
{
    struct nl_formula *f = nl_new(g, naive_random(2) ? NL_TRUE : NL_FALSE, NULL, NULL);
    uint32_t kind = naive_random(8);
    for (int tries = 0; g->bound && tries < 3 && kind < 5; tries++) {
        int v = g->scope[naive_random((uint32_t)g->bound)];
        if (g->odd[v] == g->negative) {
            f->op = NL_VAR;
            f->index = v;
            return f;
        }
    }
    if (g->props && kind < 6) {
        f->op = NL_PROP;
        f->index = (int)naive_random(g->props);
    } else if (g->events && kind < 7) {
        f->op = NL_EVENT;
        f->index = 1 + (int)naive_random(NL_LABELS - 1);
    }
    return f;
}

static struct nl_formula *nl_draw_fix(struct nl_generator *g, int depth)
{
    struct nl_formula *f = nl_new(g, naive_random(2) ? NL_MU : NL_NU, NULL, NULL);
    f->index = g->all_bound++;
    g->odd[f->index] = g->negative;
    g->scope[g->bound++] = f->index;
    f->a = nl_draw(g, depth - 1);
    g->bound--;
    return f;
}

static struct nl_formula *nl_draw_negated(struct nl_generator *g, int depth)
{
    g->negative = !g->negative;
    struct nl_formula *f = nl_draw(g, depth);
    g->negative = !g->negative;
    return f;
}

static struct nl_formula *nl_draw_path(struct nl_generator *g, int depth);

static struct nl_formula *nl_draw_state(struct nl_generator *g, int depth)
{
    int kept = g->temporal;
    g->temporal = 3;
    struct nl_formula *f = nl_new(g, naive_random(2) ? NL_E : NL_A, nl_draw_path(g, depth - 1), NULL);
    g->temporal = kept;
    return f;
}

static struct nl_formula *nl_draw(struct nl_generator *g, int depth)
{
    if (depth <= 0)
        return nl_draw_leaf(g);
    uint32_t kind = naive_random(10);
    if (g->modal && kind < 3 && g->all_bound < NL_VARS)
        return nl_draw_fix(g, depth);
    if (g->modal && kind < 7) {
        enum nl_op op = naive_random(3) ? NL_DIAMOND + naive_random(2) : NL_WEAK_DIAMOND + naive_random(5);
        struct nl_formula *f = nl_new(g, op, nl_draw(g, depth - 1), NULL);
        f->labels = naive_random(3) ? (int)naive_random(NL_ANY + 1) : NL_ANY;
        f->labels2 = (int)naive_random(NL_ANY + 1);
        return f;
    }
    if (g->ctlstar && kind < 6)
        return nl_draw_state(g, depth);
    if (g->ctl && kind < 7) {
        enum nl_op op = NL_EX + naive_random(NL_AR - NL_EX + 1);
        struct nl_formula *a = nl_draw(g, depth - 1);
        return nl_new(g, op, a, op >= NL_EU ? nl_draw(g, depth - 1) : NULL);
    }
    if (kind == 7)
        return nl_new(g, NL_NOT, nl_draw_negated(g, depth - 1), NULL);
    if (kind == 8 && !g->bound) {
        struct nl_formula *a = nl_draw(g, depth - 1), *b = nl_draw(g, depth - 1);
        return nl_new(g, naive_random(2) ? NL_IFF : NL_IMPLIES, a, b);
    }
    struct nl_formula *a = nl_draw(g, depth - 1), *b = nl_draw(g, depth - 1);
    return nl_new(g, naive_random(2) ? NL_AND : NL_OR, a, b);
}

static struct nl_formula *nl_draw_path(struct nl_generator *g, int depth)
{
    uint32_t kind = naive_random(10);
    if (depth <= 0 || !g->temporal)
        return g->ctlstar && depth > 1 && !naive_random(3) ? nl_draw_state(g, depth) : nl_draw_leaf(g);
    if (kind < 7) {
        enum nl_op op = NL_X + naive_random(NL_R - NL_X + 1);
        g->temporal--;
        struct nl_formula *a = nl_draw_path(g, depth - 1);
        return nl_new(g, op, a, op >= NL_U ? nl_draw_path(g, depth - 1) : NULL);
    }
    if (kind == 7)
        return nl_new(g, NL_NOT, nl_draw_path(g, depth - 1), NULL);
    struct nl_formula *a = nl_draw_path(g, depth - 1), *b = nl_draw_path(g, depth - 1);
    return nl_new(g, kind == 8 ? NL_IMPLIES : naive_random(2) ? NL_AND : NL_OR, a, b);
}

/* ---- fairness: A speaks of the paths that satisfy it, E asks for one of them ------------------------------------- */

static struct nl_formula *nl_again_and_again(struct nl_generator *g, struct nl_formula *f)
{
    return nl_new(g, NL_G, nl_new(g, NL_F, f, NULL), NULL);
}

static struct nl_formula *nl_event(struct nl_generator *g, int label, bool enabled)
{
    struct nl_formula *f = nl_new(g, enabled ? NL_DIAMOND : NL_EVENT, NULL, NULL);
    f->a = enabled ? nl_new(g, NL_TRUE, NULL, NULL) : NULL;
    f->index = label;
    f->labels = 1 << label;
    return f;
}

/* One constraint, written behind `text`; it has two or four temporal operators. */
__attribute__((unused)) static struct nl_formula *nl_draw_fairness(struct nl_generator *g, struct buf *text)
{
    int label = 1 + (int)naive_random(NL_LABELS - 1);
    struct nl_formula *p = nl_draw_leaf(g), *q = nl_draw_leaf(g), *f;
    switch (naive_random(4)) {
    case 0:
        buf_puts(text, "fair(");
        nl_put(p, text);
        f = nl_again_and_again(g, p);
        break;
    case 1:
        buf_printf(text, "weak(%s", nl_labels[label]);
        f = nl_again_and_again(g, nl_new(g, NL_IMPLIES, nl_event(g, label, true), nl_event(g, label, false)));
        break;
    case 2:
        buf_printf(text, "strong(%s", nl_labels[label]);
        f = nl_new(g, NL_IMPLIES, nl_again_and_again(g, nl_event(g, label, true)),
                   nl_again_and_again(g, nl_event(g, label, false)));
        break;
    default:
        buf_puts(text, "strong(");
        nl_put(p, text);
        buf_puts(text, ", ");
        nl_put(q, text);
        f = nl_new(g, NL_IMPLIES, nl_again_and_again(g, p), nl_again_and_again(g, q));
        break;
    }
    buf_puts(text, "): ");
    return f;
}

/* ---- one question ------------------------------------------------------------------------------------------------ */

/* -1: the question was refused. */
__attribute__((unused)) static int nl_ask(const struct lts *l, const char *logic, const struct nl_formula *f,
                                          struct buf *text, struct diag *d)
{
    struct arena *a = arena_new();
    struct logic_question *q;
    struct logic_answer answer;
    struct logic_options o = {.explain_true = naive_random(4) == 0};
    text->size = 0;
    buf_printf(text, "%s ", logic);
    nl_put(f, text);
    int verdict = -1;
    if (logic_parse(a, "formula", buf_str(text), &q, d) == ST_OK && logic_check(a, l, q, &o, &answer, d) == ST_OK)
        verdict = answer.verdict;
    arena_free(a);
    return verdict;
}

#endif
