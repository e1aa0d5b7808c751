/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Choosing abstractions: for each cell that matters, the coarsest one that keeps apart what the program compares it
 * with.
 *
 * Invariants: a cell that the user gave an abstraction keeps it; a choice only grows more exact, except once, when it
 * made too many states: then it is capped. So the rounds end.
 */
#include "runtime/base/sorted.h"
#include "runtime/check/private.h"
#include "runtime/cwi/edit.h"

#include <stdlib.h>

enum {
    MOST_CONSTANTS = 200, /* more parts than that are no abstraction */
    SMALL_COUNTER = 1024, /* a counter whose bounds are below this is kept exactly */
    CONE_DEPTH = 2,       /* assignments followed backwards from a cell */
    FLOW_DEPTH = 4,       /* assignments followed forwards for constants */
    MOST_CHOICES = 64
};

/* ---- constants --------------------------------------------------------------------------------------------------- */

struct constants {
    struct VEC(int64_t) values, breaks;
    int64_t mod; /* 0: none; -1: several that differ */
    bool has_cells;
};

static void constants_free(struct constants *k)
{
    vec_free(&k->values);
    vec_free(&k->breaks);
}

static bool same_cell(const struct cwi_expr *x, const struct cwi_expr *y)
{
    return x == y || check_fact_var(x) == 0 ? x == y : cwi_expr_equal(x, y);
}

/* One is the other or a part of it. */
static bool overlap(const struct cwi_expr *x, const struct cwi_expr *y)
{
    if (check_fact_var(x) != check_fact_var(y))
        return false;
    return x->kind == CWI_VAR || y->kind == CWI_VAR || cwi_expr_equal(x, y);
}

/* The constants that a cell is assigned, as places where ranges of a cell compared with it begin. */
static void add_assigned(const struct facts *f, const struct cwi_expr *cell, struct constants *k)
{
    const struct var_facts *v = &f->of[check_fact_var(cell)];
    for (size_t i = 0; i < v->assigned.count; i++) {
        const struct cwi_expr *from = cwi_converted(v->assigned.items[i].from);
        if (!from || from->kind != CWI_CONST || !overlap(v->assigned.items[i].cell, cell))
            continue;
        vec_push(&k->breaks, from->value);
        if (from->value < INT64_MAX)
            vec_push(&k->breaks, from->value + 1);
    }
}

/* What a cell is compared with, and what the cells that it flows into are; `delta` leads back to the first cell. */
static void add_constants(const struct facts *f, const struct cwi_expr *cell, int64_t delta, int depth,
                          struct constants *k)
{
    const struct var_facts *v = &f->of[check_fact_var(cell)];
    for (size_t i = 0; i < v->compared.count; i++) {
        const struct fact *fact = &v->compared.items[i];
        int64_t value = (int64_t)((uint64_t)fact->value - (uint64_t)delta);
        if (!overlap(fact->cell, cell))
            continue;
        if (fact->kind == FACT_VALUE)
            vec_push(&k->values, value);
        else if (fact->kind == FACT_BREAK)
            vec_push(&k->breaks, value);
        else if (fact->kind == FACT_MOD)
            k->mod = k->mod && k->mod != fact->value ? -1 : fact->value;
        else {
            k->has_cells = true;
            add_assigned(f, fact->other, k);
        }
    }
    for (size_t i = 0; depth > 0 && i < v->flows.count; i++)
        if (overlap(v->flows.items[i].cell, cell))
            add_constants(f, v->flows.items[i].to, (int64_t)((uint64_t)delta + (uint64_t)v->flows.items[i].delta),
                          depth - 1, k);
}

/* ---- shapes of cells --------------------------------------------------------------------------------------------- */

static const struct cwi_type *element_type(const struct cwi_unit *u, const struct cwi_expr *cell)
{
    const struct cwi_type *t = cell->type ? cwi_type_of(u, cell->type) : NULL;
    while (t && t->kind == CWI_ARRAY && t->of)
        t = cwi_type_of(u, t->of);
    return t;
}

/* Every assignment is of a constant: the cell holds one of few values, and exactly is the best way to keep it. */
static bool only_constants(const struct facts *f, const struct cwi_expr *cell)
{
    const struct var_facts *v = &f->of[check_fact_var(cell)];
    const struct cwi_var *var = cwi_var_of(f->program, check_fact_var(cell));
    if (var->linkage == CWI_PARAM || var->linkage == CWI_EXTERN || var->is_volatile)
        return false;
    size_t seen = 0;
    for (size_t i = 0; i < v->assigned.count; i++) {
        const struct cwi_expr *from = cwi_converted(v->assigned.items[i].from);
        if (overlap(v->assigned.items[i].cell, cell) && (!from || from->kind != CWI_CONST))
            return false;
        seen += overlap(v->assigned.items[i].cell, cell);
    }
    return seen > 0;
}

/* Some assignment is of a value from outside: of an input or an unknown function. Such a cell is split over the parts
 * of its abstraction, and kept exactly it has too many. */
static bool is_fed_from_outside(const struct facts *f, const struct cwi_expr *cell, int depth)
{
    const struct var_facts *v = &f->of[check_fact_var(cell)];
    for (size_t i = 0; i < v->assigned.count; i++) {
        const struct cwi_expr *from = cwi_converted(v->assigned.items[i].from);
        if (!overlap(v->assigned.items[i].cell, cell))
            continue;
        if (!from || (depth > 0 && from->kind == CWI_VAR && from->ref != check_fact_var(cell) &&
                      is_fed_from_outside(f, from, depth - 1)))
            return true;
    }
    return false;
}

/* Assigned from itself: n = n + 1. */
static bool is_counter(const struct facts *f, const struct cwi_expr *cell)
{
    const struct var_facts *v = &f->of[check_fact_var(cell)];
    for (size_t i = 0; i < v->assigned.count; i++) {
        const struct cwi_expr *e = v->assigned.items[i].from;
        while (e && ((e->kind == CWI_UNARY && e->op == CWI_CONVERT) ||
                     (e->kind == CWI_BINARY && (e->op == CWI_ADD || e->op == CWI_SUB) && e->b->kind == CWI_CONST)))
            e = e->a;
        if (e && e != v->assigned.items[i].from && overlap(v->assigned.items[i].cell, cell) &&
            check_fact_var(e) == check_fact_var(cell))
            return true;
    }
    return false;
}

static bool are_small(const struct constants *k)
{
    for (size_t i = 0; i < k->values.count; i++)
        if (k->values.items[i] < -SMALL_COUNTER || k->values.items[i] > SMALL_COUNTER)
            return false;
    for (size_t i = 0; i < k->breaks.count; i++)
        if (k->breaks.items[i] < -SMALL_COUNTER || k->breaks.items[i] > SMALL_COUNTER)
            return false;
    return k->values.count + k->breaks.count > 0;
}

/* ---- abstractions ------------------------------------------------------------------------------------------------ */

static const struct abs *make(struct arena *a, const char *name, const int64_t *constants, size_t count)
{
    struct abs_arg *args = ARENA_ARRAY(a, struct abs_arg, count + 1);
    const struct abs *abs = NULL;
    for (size_t i = 0; i < count; i++)
        args[i] = (struct abs_arg){.kind = ABS_INT, .lo = constants[i], .hi = constants[i]};
    return abs_make(a, name, args, count, (struct place){0}, &abs, NULL) ? NULL : abs;
}

/* Constants outside the type tell nothing apart. */
static size_t keep_fitting(const struct cwi_type *t, int64_t *v, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        bool below = t->is_signed ? t->bits < 64 && v[i] < -(INT64_C(1) << (t->bits - 1)) : v[i] < 0 && t->bits < 64;
        bool above = t->bits < 64 && v[i] >= INT64_C(1) << (t->is_signed ? t->bits - 1 : t->bits);
        if (!below && !above)
            v[kept++] = v[i];
    }
    return kept;
}

/* The values at which ranges begin; none where the values alone tell it all, or remainders. */
static void find_breaks(const struct cwi_type *t, struct constants *k)
{
    k->values.count = base_sort_unique_i64(k->values.items, k->values.count);
    size_t values = k->values.count = keep_fitting(t, k->values.items, k->values.count);
    k->breaks.count = keep_fitting(t, k->breaks.items, k->breaks.count);
    for (size_t i = 0; k->breaks.count && i < values; i++) {
        vec_push(&k->breaks, k->values.items[i]);
        if (k->values.items[i] < INT64_MAX)
            vec_push(&k->breaks, k->values.items[i] + 1);
    }
    k->breaks.count = base_sort_unique_i64(k->breaks.items, k->breaks.count);
    k->breaks.count = keep_fitting(t, k->breaks.items, k->breaks.count);
}

/* Values and ranges from the constants. */
static const struct abs *from_constants(struct arena *a, const struct cwi_type *t, struct constants *k)
{
    find_breaks(t, k);
    size_t values = k->values.count;
    if (k->mod > 0 && !values && !k->breaks.count)
        return make(a, "mod", &k->mod, 1);
    if (k->mod)
        return NULL;
    if (k->breaks.count && k->breaks.count <= MOST_CONSTANTS)
        return make(a, "ranges", k->breaks.items, k->breaks.count);
    if (!k->breaks.count && values && values <= MOST_CONSTANTS)
        return make(a, "values", k->values.items, values);
    return NULL;
}

size_t check_choices_starts(struct choices *c, struct arena *a, const struct cwi_expr *cell, int64_t **starts)
{
    const struct cwi_type *t = element_type(c->facts.program, cell);
    struct constants k = {0};
    if (!t || t->kind != CWI_INT || t->bits > 64)
        return 0;
    add_constants(&c->facts, cell, 0, FLOW_DEPTH, &k);
    for (size_t i = 0; i < k.values.count; i++)
        vec_push(&k.breaks, k.values.items[i]);
    find_breaks(t, &k);
    size_t n = k.breaks.count <= MOST_CONSTANTS ? k.breaks.count : 0;
    *starts = n ? vec_to_arena(&k.breaks, a) : NULL;
    constants_free(&k);
    return n;
}

/* The first choice for a cell. */
static struct choice choose(struct arena *a, const struct facts *f, const struct cwi_expr *cell)
{
    struct choice c = {.cell = cell, .abs = abs_free_type(), .exact = true};
    const struct cwi_type *t = element_type(f->program, cell);
    struct constants k = {0};
    if (!t || t->kind != CWI_INT || t->bits <= 1 || t->bits > 64 || only_constants(f, cell))
        return c;
    add_constants(f, cell, 0, FLOW_DEPTH, &k);
    if (!is_counter(f, cell) || !are_small(&k)) {
        const struct abs *coarse = from_constants(a, t, &k);
        if (coarse) {
            c.abs = coarse;
            c.exact = false;
            c.capped = is_fed_from_outside(f, cell, FLOW_DEPTH);
        }
    }
    constants_free(&k);
    return c;
}

/* ---- the list of choices ----------------------------------------------------------------------------------------- */

void check_choices_begin(struct choices *c, struct arena *a, struct cwi_unit *program, const struct notes *given)
{
    memset(c, 0, sizeof *c);
    c->arena = a;
    c->given = given;
    check_facts_collect(&c->facts, program, given);
}

void check_choices_learn(struct choices *c)
{
    check_facts_free(&c->facts);
    check_facts_collect(&c->facts, c->facts.program, c->given);
}

void check_choices_next_round(struct choices *c)
{
    c->round++;
}

void check_choices_end(struct choices *c)
{
    check_facts_free(&c->facts);
    vec_free(&c->list);
}

static bool is_given(const struct choices *c, const struct cwi_expr *cell)
{
    for (size_t i = 0; i < c->given->list.count; i++) {
        const struct note *n = c->given->list.items[i];
        if (n->kind == NOTE_ABSTRACT && n->u.abstract.cell &&
            check_fact_var(n->u.abstract.cell) == check_fact_var(cell) &&
            (n->u.abstract.cell->kind == CWI_VAR || same_cell(n->u.abstract.cell, cell)))
            return true;
    }
    return false;
}

/* Cells that can be tracked at all: numbers and pointers, and arrays and structs of them. */
static bool can_track(const struct choices *c, const struct cwi_expr *cell)
{
    const struct cwi_type *t = element_type(c->facts.program, cell);
    const struct cwi_var *v = cwi_var_of(c->facts.program, check_fact_var(cell));
    return t &&
           (t->kind == CWI_INT || t->kind == CWI_PTR || t->kind == CWI_FLOAT || t->kind == CWI_STRUCT ||
            t->kind == CWI_UNION) &&
           v->linkage != CWI_TEMP && v->linkage != CWI_LITERAL && !v->is_const;
}

struct adding {
    struct choices *choices;
    int depth;
    bool changed;
};

static void add_cell(void *context, const struct cwi_expr *cell);

static void add_sources(struct adding *x, const struct cwi_expr *cell)
{
    const struct var_facts *v = &x->choices->facts.of[check_fact_var(cell)];
    if (x->depth >= CONE_DEPTH)
        return;
    x->depth++;
    for (size_t i = 0; i < v->assigned.count; i++)
        if (v->assigned.items[i].from && overlap(v->assigned.items[i].cell, cell))
            check_fact_cells(&x->choices->facts, v->assigned.items[i].from, add_cell, x);
    x->depth--;
}

static struct choice *find_choice(struct choices *c, const struct cwi_expr *cell)
{
    for (size_t i = 0; i < c->list.count; i++)
        if (overlap(c->list.items[i].cell, cell))
            return &c->list.items[i];
    return NULL;
}

/* A new cell is tracked, with what it is assigned from; one that is tracked already is kept exactly from now on, when
 * it is what was asked for and not only a source. */
static void add_cell(void *context, const struct cwi_expr *cell)
{
    struct adding *x = context;
    struct choices *c = x->choices;
    struct choice *known = find_choice(c, cell);
    if (!check_choices_may_set(c, cell))
        return;
    if (!known && c->list.count < MOST_CHOICES) {
        struct choice made = choose(c->arena, &c->facts, cell);
        made.round = c->round;
        vec_push(&c->list, made);
        x->changed = true;
        add_sources(x, cell);
    } else if (known && x->depth == 0 && !known->exact && !known->capped && known->round != c->round) {
        known->abs = abs_free_type();
        known->exact = x->changed = true;
        known->round = c->round;
        add_sources(x, cell);
    } else if (known && x->depth == 0)
        add_sources(x, cell);
}

bool check_choices_from_expr(struct choices *c, const struct cwi_expr *e)
{
    struct adding x = {.choices = c};
    check_fact_cells(&c->facts, e, add_cell, &x);
    return x.changed;
}

bool check_choices_from_var(struct choices *c, cwi_id var)
{
    const struct cwi_expr *e = cwi_expr_var(c->arena, c->facts.program, var);
    return check_choices_from_expr(c, e);
}

/* A cell named in a question is tracked; asking again for one that is tracked must not make it exact. */
static void add_named(void *context, const struct cwi_expr *cell)
{
    struct adding *x = context;
    if (!find_choice(x->choices, cell))
        add_cell(x, cell);
}

void check_choices_from_notes(struct choices *c)
{
    struct adding x = {.choices = c, .depth = CONE_DEPTH};
    for (size_t i = 0; i < c->given->list.count; i++) {
        const struct note *n = c->given->list.items[i];
        if (n->kind == NOTE_PROPERTY)
            check_fact_cells(&c->facts, n->u.property.expr, add_named, &x);
        else if (n->kind == NOTE_PREDICATE)
            check_fact_cells(&c->facts, n->u.predicate, add_named, &x);
        else if (n->kind == NOTE_LABEL && n->u.label.event.kind == EV_WATCH)
            check_fact_cells(&c->facts, n->u.label.event.cond, add_named, &x);
    }
}

bool check_choices_may_set(const struct choices *c, const struct cwi_expr *cell)
{
    return can_track(c, cell) && !is_given(c, cell);
}

const struct abs *check_choices_coarse(struct choices *c, const struct cwi_expr *cell)
{
    const struct cwi_type *t = element_type(c->facts.program, cell);
    struct constants k = {0};
    if (!t || t->kind != CWI_INT)
        return NULL;
    add_constants(&c->facts, cell, 0, FLOW_DEPTH, &k);
    const struct abs *coarse = from_constants(c->arena, t, &k);
    constants_free(&k);
    return coarse;
}

bool check_choices_coarsen(struct choices *c, const struct avm_model *m)
{
    for (uint32_t g = 0; g < m->growth_count; g++)
        for (size_t i = 0; i < c->list.count; i++) {
            struct choice *k = &c->list.items[i];
            if (!m->growth[g].var || check_fact_var(k->cell) != m->growth[g].var || !k->exact || k->capped)
                continue;
            const struct abs *coarse = check_choices_coarse(c, k->cell);
            k->abs = coarse ? coarse : abs_top();
            k->exact = false;
            k->capped = true;
            return true;
        }
    return false;
}

const struct note *check_choice_note(struct arena *a, const struct cwi_expr *cell, const struct abs *abs)
{
    struct note *n = ARENA_NEW(a, struct note);
    n->kind = NOTE_ABSTRACT;
    n->u.abstract.cell = cell;
    n->u.abstract.abs = abs;
    return n;
}

void check_choices_notes(const struct choices *c, struct notes *out)
{
    for (size_t i = 0; i < c->list.count; i++)
        vec_push(&out->list, check_choice_note(out->arena, c->list.items[i].cell, c->list.items[i].abs));
}

void check_choose_maps(struct cwi_unit *program, const struct notes *given, const struct avm_model *undecided,
                       struct notes *out)
{
    struct choices c;
    check_choices_begin(&c, out->arena, program, given);
    check_choices_from_notes(&c);
    check_choices_next_round(&c);
    for (uint32_t i = 0; undecided && i < undecided->undecided_count; i++)
        if (undecided->undecided[i].var)
            check_choices_from_var(&c, undecided->undecided[i].var);
    check_choices_notes(&c, out);
    check_choices_end(&c);
}
