/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Formulas to equations. State formulas are taken as they are, negations pushed to the literals by dualising. E of a
 * path formula becomes the equations of its Buechi automaton, A of it those of the negated formula's, dualised.
 *
 * A transition of the automaton that does not need a next state is <>X || []X: [] holds where there is none, and where
 * all successors satisfy X it does not matter which of them exist. Where all transitions are must, []false does as
 * well, and leaves the choice to one player.
 */
#include "runtime/logic/system.h"

#include "runtime/logic/automaton.h"

typedef const struct logic_formula *formula;

struct translation {
    struct system *y;
    uint32_t *known[2]; /* by polarity and formula: equation + 1 */
    uint32_t all;       /* the set of all labels */
    bool whole;         /* state formulas inside of path formulas are one literal each, which is as good where all is
                         * known, and makes the automaton smaller */
    enum status status;
    struct diag *diag;
};
/* State formulas that one automaton reads as literals, told apart by their equations. */
struct literals {
    struct VEC(formula) items;
    struct map64 by_equation, known; /* numbers of items; path formulas by formula and polarity */
    struct automaton *automaton;
    uint32_t nesting;
};

static uint32_t translate(struct translation *x, formula f, bool negated, uint32_t nesting);

/* ---- path formulas ----------------------------------------------------------------------------------------------- */

static uint32_t literal(struct translation *x, struct literals *s, formula f, bool negated)
{
    uint32_t equation = translate(x, f, false, s->nesting), i;
    for (int value = 0; value < 2; value++)
        if (equation == logic_system_constant(x->y, value))
            return value != negated ? PATH_TRUE : PATH_FALSE;
    if (!base_map64_get(&s->by_equation, equation, &i)) {
        i = (uint32_t)s->items.count;
        base_map64_put(&s->by_equation, equation, i);
        vec_push(&s->items, f);
    }
    return logic_automaton_path(s->automaton, PATH_LITERAL, i, negated);
}

static uint32_t path_of(struct translation *x, struct literals *s, formula f, bool negated);

static uint32_t path_of_new(struct translation *x, struct literals *s, formula f, bool negated)
{
    static const enum path_op ops[][2] = {
        [OP_AND] = {PATH_AND, PATH_OR},
        [OP_OR] = {PATH_OR, PATH_AND},
        [OP_NEXT] = {PATH_NEXT, PATH_WEAK_NEXT},
        [OP_UNTIL] = {PATH_UNTIL, PATH_RELEASE},
        [OP_RELEASE] = {PATH_RELEASE, PATH_UNTIL},
    };
    bool is_boolean = f->op == OP_NOT || f->op == OP_AND || f->op == OP_OR;
    bool whole = x->whole && !(f->op == OP_NOT && !x->y->m->is_modal);
    if (f->op == OP_TRUE || f->op == OP_FALSE)
        return (f->op == OP_TRUE) != negated ? PATH_TRUE : PATH_FALSE;
    if (!f->is_path && (whole || !is_boolean))
        return literal(x, s, f, negated);
    if (f->op == OP_NOT)
        return path_of(x, s, f->a, !negated);
    uint32_t a = path_of(x, s, f->a, negated), b = f->b ? path_of(x, s, f->b, negated) : 0;
    return logic_automaton_path(s->automaton, ops[f->op][negated], a, b);
}

static uint32_t path_of(struct translation *x, struct literals *s, formula f, bool negated)
{
    uint64_t key = 2 * (uint64_t)f->id + negated;
    uint32_t path;
    if (!base_map64_get(&s->known, key, &path)) {
        path = path_of_new(x, s, f, negated);
        base_map64_put(&s->known, key, path);
    }
    return path;
}

/* ---- automata to equations --------------------------------------------------------------------------------------- */

/* An automaton that is made into equations: for E, or dualised for A. */
struct rendering {
    struct translation *x;
    const struct literals *literals;
    const struct automaton *automaton;
    bool dual;
    uint32_t nesting;
    struct untils {
        uint32_t *items, count;
        bool never;
    } * untils;       /* by component: what transitions in it put off */
    uint32_t **level; /* by state: the equation of each acceptance level, then the accepting one; UINT32_MAX: none */
};

static enum equation_op either(const struct rendering *r)
{
    return r->dual ? EQ_AND : EQ_OR;
}

static enum equation_op both(const struct rendering *r)
{
    return r->dual ? EQ_OR : EQ_AND;
}

static bool stays(const struct rendering *r, uint32_t state, const struct edge *e)
{
    const struct automaton_state *all = r->automaton->states.items;
    return e->target != AUTOMATON_EMPTY && all[e->target].component == all[state].component;
}

static bool puts_off(const struct edge *e, uint32_t until)
{
    for (uint32_t i = 0; i < e->postponed.count; i++)
        if (e->postponed.items[i] == until)
            return true;
    return false;
}

static void add_until(struct arena *a, struct untils *u, uint32_t until)
{
    for (uint32_t i = 0; i < u->count; i++)
        if (u->items[i] == until)
            return;
    uint32_t *items = arena_alloc(a, (u->count + 1) * sizeof *items);
    if (u->count)
        memcpy(items, u->items, u->count * sizeof *items);
    items[u->count++] = until;
    u->items = items;
}

/* The untils that matter in each component. One that all its transitions put off makes it reject. */
static void find_untils(struct rendering *r, struct arena *a)
{
    const struct automaton *m = r->automaton;
    r->untils = ARENA_ARRAY(a, struct untils, m->components + 1);
    for (uint32_t v = 0; v < m->states.count; v++)
        for (uint32_t i = 0; i < m->states.items[v].count; i++) {
            const struct edge *e = &m->states.items[v].edge[i];
            for (uint32_t k = 0; stays(r, v, e) && k < e->postponed.count; k++)
                add_until(a, &r->untils[m->states.items[v].component], e->postponed.items[k]);
        }
    for (uint32_t c = 0; c < m->components; c++)
        for (uint32_t k = 0; k < r->untils[c].count; k++) {
            bool always = true;
            for (uint32_t v = 0; v < m->states.count; v++)
                for (uint32_t i = 0; m->states.items[v].component == c && i < m->states.items[v].count; i++) {
                    const struct edge *e = &m->states.items[v].edge[i];
                    always &= !stays(r, v, e) || puts_off(e, r->untils[c].items[k]);
                }
            r->untils[c].never |= always;
        }
}

static uint32_t level_of(struct rendering *r, uint32_t state, uint32_t level, bool accepting)
{
    const struct untils *u = &r->untils[r->automaton->states.items[state].component];
    uint32_t place = accepting && u->count && !u->never ? u->count : level;
    enum fixpoint mu = r->dual ? FIX_GREATEST : FIX_LEAST, nu = r->dual ? FIX_LEAST : FIX_GREATEST;
    uint32_t *known = &r->level[state][place];
    if (*known != UINT32_MAX)
        return *known;
    if (u->count && !u->never && place == u->count) {
        *known = logic_system_fix(r->x->y, nu, r->nesting + 1);
        logic_system_define(r->x->y, *known, level_of(r, state, 0, false));
    } else {
        *known = logic_system_fix(r->x->y, u->count ? mu : nu, r->nesting + 2);
    }
    return *known;
}

/* The equation that a transition from a state at a level goes on with. */
static uint32_t next_of(struct rendering *r, uint32_t state, uint32_t level, const struct edge *e)
{
    const struct untils *u = &r->untils[r->automaton->states.items[state].component];
    if (e->target == AUTOMATON_EMPTY)
        return logic_system_constant(r->x->y, !r->dual);
    if (!stays(r, state, e) || u->never)
        return level_of(r, e->target, 0, false);
    while (level < u->count && !puts_off(e, u->items[level]))
        level++;
    return level < u->count ? level_of(r, e->target, level, false) : level_of(r, e->target, 0, true);
}

static uint32_t step_to(struct rendering *r, uint32_t next, bool strong)
{
    struct system *y = r->x->y;
    uint32_t all = r->x->all, some = logic_system_modal(y, r->dual ? EQ_BOX : EQ_DIAMOND, all, next);
    if (strong || some == logic_system_constant(y, !r->dual))
        return some;
    uint32_t other = y->m->is_modal ? next : logic_system_constant(y, r->dual);
    uint32_t ends = logic_system_modal(y, r->dual ? EQ_DIAMOND : EQ_BOX, all, other);
    return logic_system_join(y, either(r), (uint32_t[]){some, ends}, 2);
}

static uint32_t cube_of(struct rendering *r, const struct edge *e)
{
    struct VEC(uint32_t) items = {0};
    for (uint32_t i = 0; i < e->literals.count; i++) {
        const struct path *p = &r->automaton->paths.items[e->literals.items[i]];
        vec_push(&items, translate(r->x, r->literals->items.items[p->a], p->b != r->dual, r->nesting + 3));
    }
    uint32_t cube = logic_system_join(r->x->y, both(r), items.items, items.count);
    vec_free(&items);
    return cube;
}

/* What transitions that go on in the same way go on with, and when. */
struct way {
    uint32_t step, guard;
};

/* The right-hand side of a state at a level. */
static uint32_t body_of(struct rendering *r, uint32_t state, uint32_t level)
{
    struct system *y = r->x->y;
    const struct automaton_state *s = &r->automaton->states.items[state];
    struct VEC(struct way) ways = {0};
    struct VEC(uint32_t) items = {0};
    for (uint32_t i = 0; i < s->count; i++) {
        const struct edge *e = &s->edge[i];
        bool ends = e->target == AUTOMATON_EMPTY && !e->strong;
        uint32_t next = next_of(r, state, level, e), step = ends ? next : step_to(r, next, e->strong);
        uint32_t guard = cube_of(r, e);
        size_t k = 0;
        while (k < ways.count && ways.items[k].step != step)
            k++;
        if (k < ways.count) {
            ways.items[k].guard = logic_system_join(y, either(r), (uint32_t[]){ways.items[k].guard, guard}, 2);
            continue;
        }
        vec_push(&ways, ((struct way){step, guard}));
    }
    for (size_t k = 0; k < ways.count; k++)
        vec_push(&items, logic_system_join(y, both(r), (uint32_t[]){ways.items[k].guard, ways.items[k].step}, 2));
    uint32_t body = logic_system_join(y, either(r), items.items, items.count);
    vec_free(&ways);
    vec_free(&items);
    return body;
}

static uint32_t render(struct rendering *r, uint32_t initial, struct arena *a)
{
    const struct automaton *m = r->automaton;
    struct system *y = r->x->y;
    if (initial == AUTOMATON_EMPTY)
        return logic_system_constant(y, !r->dual);
    find_untils(r, a);
    r->level = ARENA_ARRAY(a, uint32_t *, m->states.count);
    uint8_t **done = ARENA_ARRAY(a, uint8_t *, m->states.count);
    for (uint32_t v = 0; v < m->states.count; v++) {
        uint32_t levels = r->untils[m->states.items[v].component].count + 1;
        r->level[v] = arena_alloc(a, levels * sizeof **r->level);
        memset(r->level[v], 0xff, levels * sizeof **r->level);
        done[v] = arena_zalloc(a, levels);
    }
    uint32_t root = level_of(r, initial, 0, false);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t v = 0; v < m->states.count; v++) {
            const struct untils *u = &r->untils[m->states.items[v].component];
            for (uint32_t k = 0; k < (u->count && !u->never ? u->count : 1); k++)
                if (r->level[v][k] != UINT32_MAX && !done[v][k]) {
                    done[v][k] = 1;
                    more = true;
                    logic_system_define(y, r->level[v][k], body_of(r, v, k));
                }
        }
    }
    return root;
}

/* E f, or the negation of it. */
static uint32_t translate_path(struct translation *x, formula f, bool negate_path, bool negated, uint32_t nesting)
{
    struct arena *scratch = arena_new();
    struct automaton automaton;
    logic_automaton_init(&automaton, scratch);
    struct literals literals = {.automaton = &automaton, .nesting = nesting + 3};
    uint32_t root = path_of(x, &literals, f, negate_path), initial = 0, result = logic_system_constant(x->y, false);
    if (x->status == ST_OK)
        x->status = logic_automaton_build(&automaton, root, &initial, x->diag);
    if (x->status == ST_OK) {
        struct rendering r = {
            .x = x, .literals = &literals, .automaton = &automaton, .dual = negated, .nesting = nesting};
        result = render(&r, initial, scratch);
    }
    vec_free(&literals.items);
    base_map64_free(&literals.by_equation);
    base_map64_free(&literals.known);
    logic_automaton_free(&automaton);
    arena_free(scratch);
    return result;
}

/* ---- state formulas ---------------------------------------------------------------------------------------------- */

static uint32_t translate_atom(struct translation *x, formula f, bool negated)
{
    uint32_t atom = logic_model_atom(x->y->m, &f->name);
    return atom == UINT32_MAX ? logic_system_constant(x->y, negated) : logic_system_literal(x->y, atom, negated);
}

/* The variables of a fixpoint have its polarity, so that one equation is enough for each polarity. */
static uint32_t translate_fix(struct translation *x, formula f, bool negated, uint32_t nesting)
{
    bool least = (f->op == OP_MU) != negated;
    uint32_t fix = logic_system_fix(x->y, least ? FIX_LEAST : FIX_GREATEST, nesting);
    x->known[negated][f->id] = fix + 1;
    logic_system_define(x->y, fix, translate(x, f->a, negated, nesting + 1));
    return fix;
}

static uint32_t translate_new(struct translation *x, formula f, bool negated, uint32_t nesting)
{
    struct system *y = x->y;
    uint32_t parts[2];
    switch (f->op) {
    case OP_TRUE:
    case OP_FALSE:
        return logic_system_constant(y, (f->op == OP_TRUE) != negated);
    case OP_ATOM:
        return translate_atom(x, f, negated);
    case OP_NOT:
        return translate(x, f->a, !negated, nesting);
    case OP_AND:
    case OP_OR:
        parts[0] = translate(x, f->a, negated, nesting);
        parts[1] = translate(x, f->b, negated, nesting);
        return logic_system_join(y, (f->op == OP_AND) != negated ? EQ_AND : EQ_OR, parts, 2);
    case OP_DIAMOND:
    case OP_BOX:
        parts[0] = translate(x, f->a, negated, nesting);
        return logic_system_modal(y, (f->op == OP_DIAMOND) != negated ? EQ_DIAMOND : EQ_BOX,
                                  logic_model_labels(y->m, f->actions), parts[0]);
    case OP_MU:
    case OP_NU:
        return translate_fix(x, f, negated, nesting);
    case OP_VARIABLE:
        return translate(x, f->a, negated, nesting);
    case OP_EXISTS:
    case OP_ALL:
        return translate_path(x, f->a, f->op == OP_ALL, (f->op == OP_ALL) != negated, nesting);
    default:
        return logic_system_constant(y, false);
    }
}

static uint32_t translate(struct translation *x, formula f, bool negated, uint32_t nesting)
{
    uint32_t *known = &x->known[negated][f->id];
    if (!*known)
        *known = translate_new(x, f, negated, nesting) + 1;
    return *known - 1;
}

enum status logic_system_translate(struct system *y, const struct logic_question *q, struct diag *d)
{
    struct translation x = {.y = y, .diag = d, .status = ST_OK};
    x.whole = !strcmp(q->logic->name, "ctl") || !y->m->is_modal;
    for (int i = 0; i < 2; i++)
        x.known[i] = base_mem_zalloc(q->formulas * sizeof *x.known[i]);
    x.all = logic_model_labels(y->m, &(struct logic_actions){.op = ACTIONS_ALL});
    y->root = translate(&x, q->formula, false, 0);
    free(x.known[0]);
    free(x.known[1]);
    if (x.status == ST_OK)
        logic_system_close(y);
    return x.status;
}
