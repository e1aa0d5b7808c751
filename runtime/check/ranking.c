/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Termination by counters: loops that a variable counts towards a bound.
 *
 * A branch on `v < bound` that stays in a loop can be taken only so often if in the loop nothing but steps upwards is
 * written to v, the bound does not change, and between two times that the branch is taken there is a step which does
 * not wrap around. What is left of the loop without that branch are the loops inside, which are ranked in turn: the
 * ranking is lexicographic. It is found in the code alone; the graph of a run says which loops there are at all.
 *
 * Sources: Turing 1949; Colon and Sipma 2001 (linear ranking functions), of which these are the simplest.
 */
#include "runtime/base/components.h"
#include "runtime/check/private.h"

enum { MOST_STEPS = 1000 };

struct edge {
    uint32_t block, way;
};
struct count;
struct ranking {
    struct arena *a;
    const struct cwi_unit *u;
    const struct cwi_func *f;
    cwi_id func;
    uint32_t *found;  /* by block: the number it gets when the search is over */
    uint32_t *part;   /* by block: the loop it is in, as far as is known; 0: none */
    uint32_t parts;   /* numbers given */
    uint32_t looking; /* the part whose components are searched for */
    struct VEC(struct edge) cut;
    bool *is_unranked;  /* by block */
    struct count *test; /* whose steps are counted */
};
/* How a branch counts. */
enum steps { STEPS_UP, STEPS_DOWN, STEPS_SHRINK }; /* SHRINK: v / c, v >> c */
struct count {
    uint32_t block, target;
    enum cwi_op op; /* v op bound holds where the branch is taken */
    cwi_id var;
    const struct cwi_expr *bound;
    bool any;
    enum steps steps;
    int64_t step;           /* the largest */
    uint32_t *least, *most; /* by block: steps from there to the test; UINT32_MAX: no way leads there */
    bool steps_repeat;      /* a loop inside has one */
};

/* ---- the graph of a function ------------------------------------------------------------------------------------- */

static const struct cwi_stmt *end_of(const struct ranking *r, uint32_t block)
{
    return &r->f->blocks[block].stmts[r->f->blocks[block].count - 1];
}

static bool is_cut(const struct ranking *r, uint32_t block, uint32_t way)
{
    for (size_t i = 0; i < r->cut.count; i++)
        if (r->cut.items[i].block == block && r->cut.items[i].way == way)
            return true;
    return false;
}

/* Successors within the part that is looked at. */
static uint32_t next_block(void *ranking, uint32_t block, uint32_t i)
{
    const struct ranking *r = ranking;
    const struct cwi_stmt *end = end_of(r, block);
    for (uint32_t way = 0, n = 0; way < cwi_way_count(end); way++) {
        uint32_t to = cwi_way_target(end, way);
        if (!is_cut(r, block, way) && r->part[to] == r->looking && n++ == i)
            return to;
    }
    return COMPONENTS_NONE;
}

static bool starts_there(void *ranking, uint32_t block)
{
    const struct ranking *r = ranking;
    return r->part[block] == r->looking;
}

static bool leads_to_itself(struct ranking *r, uint32_t block)
{
    for (uint32_t i = 0, to; (to = next_block(r, block, i)) != COMPONENTS_NONE; i++)
        if (to == block)
            return true;
    return false;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* A variable that nothing but its own function writes, by its name. */
static bool is_own(const struct ranking *r, const struct cwi_expr *e)
{
    if (e->kind != CWI_VAR || e->is_volatile)
        return false;
    const struct cwi_var *v = cwi_var_of(r->u, e->ref);
    bool is_local = cwi_is_automatic(v);
    return is_local && v->owner == r->func && !v->is_volatile && !v->is_address_taken &&
           cwi_type_of(r->u, v->type)->kind == CWI_INT;
}

static bool is_part_of(const struct cwi_expr *e, cwi_id var)
{
    while (e && e->kind != CWI_VAR && e->kind != CWI_DEREF)
        e = e->a;
    return e && e->kind == CWI_VAR && e->ref == var;
}

static bool writes(const struct cwi_stmt *s, cwi_id var)
{
    for (uint32_t i = 0; s->kind == CWI_ASM && i < s->outputs; i++)
        if (is_part_of(s->args[i], var))
            return true;
    return is_part_of(s->lhs, var);
}

static bool is_written_in_part(const struct ranking *r, uint32_t part, cwi_id var)
{
    for (uint32_t b = 0; b < r->f->block_count; b++)
        for (uint32_t i = 0; r->part[b] == part && i < r->f->blocks[b].count; i++)
            if (writes(&r->f->blocks[b].stmts[i], var))
                return true;
    return false;
}

struct leaf {
    const struct ranking *r;
    const struct cwi_stmt *first, *end;
    bool is_written;
};

static bool is_leaf_written(void *context, const struct cwi_expr *e)
{
    struct leaf *x = context;
    for (const struct cwi_stmt *s = x->first; e->kind == CWI_VAR && s < x->end; s++)
        x->is_written |= writes(s, e->ref);
    return true;
}

/* A temporary that is computed in the block stands for what it was computed from, unless that changed since. */
static const struct cwi_expr *resolve(const struct ranking *r, uint32_t block, const struct cwi_expr *e)
{
    const struct cwi_block *b = &r->f->blocks[block];
    if (e->kind != CWI_VAR || cwi_var_of(r->u, e->ref)->linkage != CWI_TEMP)
        return e;
    for (uint32_t i = b->count; i-- > 0;) {
        if (!writes(&b->stmts[i], e->ref))
            continue;
        struct leaf x = {r, &b->stmts[i] + 1, b->stmts + b->count, false};
        if (b->stmts[i].kind != CWI_ASSIGN || b->stmts[i].lhs->kind != CWI_VAR)
            return e;
        cwi_expr_walk(b->stmts[i].rhs, is_leaf_written, &x);
        return x.is_written ? e : b->stmts[i].rhs;
    }
    return e;
}

static bool is_invariant(const struct ranking *r, uint32_t part, const struct cwi_expr *e)
{
    switch (e->kind) {
    case CWI_CONST:
        return true;
    case CWI_VAR:
        return is_own(r, e) && !is_written_in_part(r, part, e->ref);
    case CWI_UNARY:
        return is_invariant(r, part, e->a);
    case CWI_BINARY:
        return is_invariant(r, part, e->a) && is_invariant(r, part, e->b);
    default:
        return false;
    }
}

static enum cwi_op negated(enum cwi_op op)
{
    switch (op) {
    case CWI_LT:
        return CWI_GE;
    case CWI_LE:
        return CWI_GT;
    case CWI_GT:
        return CWI_LE;
    case CWI_GE:
        return CWI_LT;
    case CWI_EQ:
        return CWI_NE;
    default:
        return CWI_EQ;
    }
}

static enum cwi_op mirrored(enum cwi_op op)
{
    return op == CWI_LT ? CWI_GT : op == CWI_LE ? CWI_GE : op == CWI_GT ? CWI_LT : op == CWI_GE ? CWI_LE : op;
}

static bool is_order(enum cwi_op op)
{
    return op == CWI_LT || op == CWI_LE || op == CWI_GT || op == CWI_GE || op == CWI_NE || op == CWI_EQ;
}

/* What holds where the way is taken; false: nothing of the form v op bound. `swap`: v is the second operand. */
static bool read_test(const struct ranking *r, uint32_t part, uint32_t way, bool swap, struct count *c)
{
    const struct cwi_expr *e = resolve(r, c->block, end_of(r, c->block)->rhs);
    bool holds = way == 0;
    for (; e->kind == CWI_UNARY && e->op == CWI_LOGNOT; e = resolve(r, c->block, e->a))
        holds = !holds;
    if (e->kind != CWI_BINARY || !is_order(e->op))
        return false;
    const struct cwi_expr *v = resolve(r, c->block, swap ? e->b : e->a);
    c->bound = resolve(r, c->block, swap ? e->a : e->b);
    c->op = holds ? e->op : negated(e->op);
    c->op = swap ? mirrored(c->op) : c->op;
    c->var = v->ref;
    return is_own(r, v) && is_invariant(r, part, c->bound) && c->op != CWI_EQ;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

/* False: it is not known how far the statement moves v. */
static bool read_step(const struct ranking *r, struct count *c, const struct cwi_stmt *s)
{
    const struct cwi_expr *e = s->rhs;
    if (s->kind != CWI_ASSIGN || s->lhs->kind != CWI_VAR || e->kind != CWI_BINARY || e->b->kind != CWI_CONST ||
        e->a->kind != CWI_VAR || e->a->ref != c->var)
        return false;
    int64_t x = e->b->value;
    enum steps steps = STEPS_SHRINK;
    if (e->op == CWI_ADD || e->op == CWI_SUB) {
        unsigned drop = 64u - cwi_type_of(r->u, e->type)->bits; /* unsigned: -1 is the largest number */
        x = (int64_t)((uint64_t)(e->op == CWI_SUB ? (int64_t) - (uint64_t)x : x) << drop) >> drop;
        if (!x || x > MOST_STEPS || x < -MOST_STEPS)
            return false;
        steps = x > 0 ? STEPS_UP : STEPS_DOWN;
        x = x > 0 ? x : -x;
    } else if (!((e->op == CWI_DIV && x >= 2) || (e->op == CWI_SHR && x >= 1 && x < 64))) {
        return false;
    }
    if (c->any && c->steps != steps)
        return false;
    c->any = true;
    c->steps = steps;
    c->step = x > c->step ? x : c->step;
    return true;
}

static bool read_steps(const struct ranking *r, uint32_t part, struct count *c)
{
    for (uint32_t b = 0; b < r->f->block_count; b++)
        for (uint32_t i = 0; r->part[b] == part && i < r->f->blocks[b].count; i++)
            if (writes(&r->f->blocks[b].stmts[i], c->var) && !read_step(r, c, &r->f->blocks[b].stmts[i]))
                return false;
    return c->any;
}

static uint32_t steps_in(const struct ranking *r, uint32_t block)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->f->blocks[block].count; i++)
        n += writes(&r->f->blocks[block].stmts[i], r->test->var);
    return n;
}

/* Components come in an order in which those that one leads to are known already. */
static void count_steps(void *ranking, const uint32_t *members, uint32_t count)
{
    struct ranking *r = ranking;
    struct count *c = r->test;
    bool has_test = false;
    uint32_t steps = 0, least = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < count; i++) {
        has_test |= members[i] == c->block;
        steps += steps_in(r, members[i]);
    }
    c->steps_repeat |= steps && (count > 1 || leads_to_itself(r, members[0]));
    for (uint32_t i = 0; i < count && !has_test; i++)
        for (uint32_t k = 0, to; (to = next_block(r, members[i], k)) != COMPONENTS_NONE; k++)
            if (c->least[to] != UINT32_MAX) {
                least = c->least[to] < least ? c->least[to] : least;
                most = c->most[to] > most ? c->most[to] : most;
            }
    least = has_test ? 0 : least;
    for (uint32_t i = 0; i < count; i++) {
        c->least[members[i]] = least == UINT32_MAX ? least : least + steps;
        c->most[members[i]] = most + steps;
    }
}

/* ---- measures ---------------------------------------------------------------------------------------------------- */

/* Whether v, at most `far` beyond a value for which the test held, is still in its type. */
static bool has_room(const struct ranking *r, const struct count *c, int64_t far)
{
    const struct cwi_type *t = cwi_type_of(r->u, cwi_var_of(r->u, c->var)->type);
    if (c->bound->kind != CWI_CONST || t->bits > 32)
        return false;
    int64_t max = t->is_signed ? ((int64_t)1 << (t->bits - 1)) - 1 : ((int64_t)1 << t->bits) - 1;
    int64_t min = t->is_signed ? -max - 1 : 0, x = c->bound->value;
    return c->steps == STEPS_UP ? x + far <= max : x - far >= min;
}

/* The steps lead to where the test fails. */
static bool ends(const struct ranking *r, const struct count *c)
{
    uint32_t least = c->least[c->target], most = c->most[c->target];
    if (least == UINT32_MAX)
        return true; /* the branch is in no loop */
    if (c->steps_repeat || !least || most > MOST_STEPS)
        return false;
    bool by_one = c->step == 1 && most == 1, is_zero = c->bound->kind == CWI_CONST && c->bound->value == 0;
    bool is_signed = cwi_type_of(r->u, cwi_var_of(r->u, c->var)->type)->is_signed;
    switch (c->steps) {
    case STEPS_UP:
        return c->op == CWI_NE || c->op == CWI_LT ? by_one || (c->op == CWI_LT && has_room(r, c, c->step * most))
                                                  : c->op == CWI_LE && has_room(r, c, c->step * most);
    case STEPS_DOWN:
        return c->op == CWI_NE || c->op == CWI_GT ? by_one || (c->op == CWI_GT && has_room(r, c, c->step * most))
                                                  : c->op == CWI_GE && has_room(r, c, c->step * most);
    default: /* towards 0 */
        return (c->op == CWI_NE && is_zero && !is_signed) ||
               (c->bound->kind == CWI_CONST &&
                ((c->op == CWI_GT && c->bound->value >= 0) || (c->op == CWI_GE && c->bound->value >= 1)));
    }
}

static bool is_measured(struct ranking *r, uint32_t part, uint32_t block, uint32_t way)
{
    for (int swap = 0; swap < 2; swap++) {
        struct count c = {.block = block, .target = cwi_way_target(end_of(r, block), way)};
        if (!read_test(r, part, way, swap, &c) || !read_steps(r, part, &c))
            continue;
        c.least = ARENA_ARRAY(r->a, uint32_t, r->f->block_count);
        c.most = ARENA_ARRAY(r->a, uint32_t, r->f->block_count);
        memset(c.least, 0xff, r->f->block_count * sizeof *c.least);
        vec_push(&r->cut, ((struct edge){block, way}));
        r->test = &c;
        r->looking = part;
        base_components_find(&(struct components_graph){r->f->block_count, next_block, starts_there, count_steps, r});
        if (ends(r, &c))
            return true;
        r->cut.count--;
    }
    return false;
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

static void number_loop(void *ranking, const uint32_t *members, uint32_t count)
{
    struct ranking *r = ranking;
    bool is_loop = count > 1 || leads_to_itself(r, members[0]);
    uint32_t number = is_loop ? ++r->parts : 0;
    for (uint32_t i = 0; i < count; i++)
        r->found[members[i]] = number;
}

static void rank_part(struct ranking *r, uint32_t part);

/* Ranks the loops among the blocks of a part, of which no more is known than that. */
static void rank_loops(struct ranking *r, uint32_t part)
{
    uint32_t first = r->parts + 1;
    r->looking = part;
    base_components_find(&(struct components_graph){r->f->block_count, next_block, starts_there, number_loop, r});
    for (uint32_t b = 0; b < r->f->block_count; b++)
        if (r->part[b] == part)
            r->part[b] = r->found[b];
    for (uint32_t loop = first, last = r->parts; loop <= last; loop++)
        rank_part(r, loop);
}

static void rank_part(struct ranking *r, uint32_t part)
{
    for (uint32_t b = 0; b < r->f->block_count; b++)
        for (uint32_t way = 0; r->part[b] == part && end_of(r, b)->kind == CWI_IF && way < 2; way++)
            if (r->part[cwi_way_target(end_of(r, b), way)] == part && !is_cut(r, b, way) &&
                is_measured(r, part, b, way)) {
                rank_loops(r, part);
                return;
            }
    for (uint32_t b = 0; b < r->f->block_count; b++)
        r->is_unranked[b] |= r->part[b] == part;
}

bool *check_ranking_find_unranked(struct arena *a, const struct cwi_unit *u, cwi_id func)
{
    struct ranking r = {.a = a, .u = u, .f = cwi_func_of(u, func), .func = func, .parts = 1};
    r.part = ARENA_ARRAY(a, uint32_t, r.f->block_count + 1);
    r.found = ARENA_ARRAY(a, uint32_t, r.f->block_count + 1);
    r.is_unranked = ARENA_ARRAY(a, bool, r.f->block_count + 1);
    for (uint32_t b = 0; b < r.f->block_count; b++)
        r.part[b] = 1;
    rank_loops(&r, 1);
    vec_free(&r.cut);
    return r.is_unranked;
}
