/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boolean programs as BDDs: the order of the variables, and the relations of statements.
 *
 * Choices need no variables: each occurrence of * is independent of all others, so what an expression can be is a pair
 * of sets of states, those where it can be 1 and those where it can be 0, which follow from the pairs of its operands.
 */
#include "runtime/boolean/bebop.h"

/* ---- expressions ------------------------------------------------------------------------------------------------- */

struct values {
    bdd one, zero; /* the states in which it can be that */
};

static struct values values_of(const struct bebop *b, const struct bool_expr *e);

static void values_drop(struct values v)
{
    bdd_delref(v.one);
    bdd_delref(v.zero);
}

static struct values negated(struct values v)
{
    return (struct values){v.zero, v.one};
}

static struct values anded(struct values x, struct values y)
{
    return (struct values){both(x.one, y.one), either(x.zero, y.zero)};
}

/* x ? y : z */
static struct values chosen(struct values x, struct values y, struct values z)
{
    struct values v;
    v.one = either(both(keep(x.one), y.one), both(keep(x.zero), z.one));
    v.zero = either(both(x.one, y.zero), both(x.zero, z.zero));
    return v;
}

static struct values any_value(void)
{
    return (struct values){bddtrue, bddtrue};
}

static struct values constant(bool value)
{
    return (struct values){value ? bddtrue : bddfalse, value ? bddfalse : bddtrue};
}

static struct values copy(struct values v)
{
    return (struct values){keep(v.one), keep(v.zero)};
}

/* & of all operands, or | by de Morgan. */
static struct values values_of_many(const struct bebop *b, const struct bool_expr *e)
{
    bool is_or = e->op == BOOL_OR;
    struct values all = constant(true);
    for (uint32_t i = 0; i < e->count; i++) {
        struct values v = values_of(b, e->args[i]);
        all = anded(all, is_or ? negated(v) : v);
    }
    return is_or ? negated(all) : all;
}

static struct values values_of_two(const struct bebop *b, const struct bool_expr *e)
{
    struct values x = values_of(b, e->args[0]), y = values_of(b, e->args[1]);
    switch (e->op) {
    case BOOL_IMPLIES:
        return negated(anded(x, negated(y)));
    case BOOL_EQUAL:
        return chosen(x, copy(y), negated(y));
    case BOOL_CHOOSE:
        return chosen(x, constant(true), chosen(y, constant(false), any_value()));
    default: /* BOOL_XOR, BOOL_DIFFERENT: the same */
        return chosen(x, negated(copy(y)), y);
    }
}

static struct values values_of(const struct bebop *b, const struct bool_expr *e)
{
    switch (e->op) {
    case BOOL_FALSE:
    case BOOL_TRUE:
        return constant(e->op == BOOL_TRUE);
    case BOOL_STAR:
        return any_value();
    case BOOL_VARIABLE:
        return (struct values){keep(bdd_ithvar(b->current[e->slot])), keep(bdd_nithvar(b->current[e->slot]))};
    case BOOL_NOT:
        return negated(values_of(b, e->args[0]));
    case BOOL_AND:
    case BOOL_OR:
        return values_of_many(b, e);
    case BOOL_CONDITIONAL:
        return chosen(values_of(b, e->args[0]), values_of(b, e->args[1]), values_of(b, e->args[2]));
    default:
        return values_of_two(b, e);
    }
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

/* `relation`, and the variable has one of the values of the expression. */
static bdd with_value(const struct bebop *b, bdd relation, int variable, const struct bool_expr *e)
{
    struct values v = values_of(b, e);
    bdd is = keep(bdd_ite(bdd_ithvar(variable), v.one, v.zero));
    values_drop(v);
    return both(relation, is);
}

bdd bebop_add_current(const struct bebop *b, bdd set, uint32_t from, uint32_t to)
{
    while (to > from)
        set = literal(set, b->current[--to], true);
    return set;
}

void bebop_prepare(struct bebop *b, struct node *n)
{
    const struct bool_stmt *s = n->stmt;
    struct values v;
    n->prepared = true;
    switch (s->kind) {
    case BOOL_SKIP:
    case BOOL_GOTO:
        return;
    case BOOL_ASSUME:
    case BOOL_ASSERT:
        v = values_of(b, s->args[0]);
        n->holds = v.one;
        n->fails = v.zero;
        return;
    case BOOL_ASSIGN:
    case BOOL_CALL:
    case BOOL_RETURN:
        break;
    }
    for (uint32_t i = 0; i < s->arg_count; i++) {
        int variable = s->kind == BOOL_ASSIGN ? b->next[s->slots[i]]
                       : s->kind == BOOL_CALL ? b->argument[b->program->global_count + i]
                                              : b->result[i];
        replace(&n->relation, with_value(b, keep(n->relation), variable, s->args[i]));
    }
    if (s->kind == BOOL_CALL)
        n->moved = keep(b->globals);
    for (uint32_t i = 0; i < s->name_count; i++)
        n->moved = literal(n->moved, b->current[s->slots[i]], true);
}

/* ---- the layout of the variables --------------------------------------------------------------------------------- */

static void lay_out(struct bebop *b)
{
    uint32_t globals = b->program->global_count;
    int v = 0;
    for (uint32_t i = 0; i < b->slots; i++) {
        bool passed = i < globals + b->parameters;
        b->argument[i] = passed && i >= globals ? v++ : -1;
        b->entry[i] = passed ? v++ : -1;
        b->current[i] = v++;
        b->next[i] = v++;
        if (i >= globals && i - globals < b->results)
            b->result[i - globals] = v++;
    }
    for (uint32_t i = b->slots - globals; i < b->results; i++)
        b->result[i] = v++;
    b->variables = v;
}

static bdd set_of(const int *variables, uint32_t from, uint32_t to)
{
    bdd set = bddtrue;
    while (to > from)
        if (variables[--to] >= 0)
            set = literal(set, variables[to], true);
    return set;
}

/* The renamings: after a statement; from a call to an entry; from an exit to a summary. */
static void make_pairs(struct bebop *b)
{
    uint32_t globals = b->program->global_count;
    b->pair_next = bdd_newpair();
    b->pair_call = bdd_newpair();
    b->pair_summary = bdd_newpair();
    for (uint32_t i = 0; i < b->slots; i++) {
        bdd_setpair(b->pair_next, b->next[i], b->current[i]);
        if (i < globals) {
            bdd_setpair(b->pair_call, b->current[i], b->entry[i]);
            bdd_setpair(b->pair_summary, b->entry[i], b->current[i]);
            bdd_setpair(b->pair_summary, b->current[i], b->next[i]);
        } else if (b->argument[i] >= 0) {
            bdd_setpair(b->pair_call, b->argument[i], b->entry[i]);
            bdd_setpair(b->pair_summary, b->entry[i], b->argument[i]);
        }
    }
}

static void encode_proc(struct bebop *b, struct proc *f)
{
    uint32_t globals = b->program->global_count;
    f->entries = f->summary = bddfalse;
    f->enforce = f->identity = bddtrue;
    f->locals = bebop_add_current(b, bddtrue, globals, globals + f->proc->local_count);
    for (uint32_t i = globals + f->proc->parameter_count; i-- > 0;) {
        bdd same = keep(bdd_biimp(bdd_ithvar(b->entry[i]), bdd_ithvar(b->current[i])));
        f->identity = both(f->identity, same);
    }
    if (f->proc->enforce) {
        struct values v = values_of(b, f->proc->enforce);
        bdd_delref(v.zero);
        f->enforce = v.one;
    }
}

static void encode_nodes(struct bebop *b)
{
    for (uint32_t i = 0; i < b->program->proc_count; i++) {
        const struct bool_proc *f = b->program->procs[i];
        for (uint32_t k = 0; k < f->stmt_count; k++) {
            struct node *n = &b->nodes[b->procs[i].first + k];
            *n = (struct node){.stmt = &f->stmts[k], .proc = i, .reach = bddfalse, .delta = bddfalse};
            n->relation = n->moved = bddtrue;
            n->holds = n->fails = n->effect = bddfalse;
            if (f->stmts[k].kind == BOOL_CALL) {
                struct proc *callee = &b->procs[f->stmts[k].proc];
                callee->called = true;
                vec_push(&callee->callers, b->procs[i].first + k);
            }
        }
    }
}

void bebop_encode(struct bebop *b)
{
    uint32_t globals = b->program->global_count;
    lay_out(b);
    bdd_setvarnum(b->variables < 1 ? 1 : b->variables);
    make_pairs(b);
    b->globals = set_of(b->current, 0, globals);
    b->entry_set = set_of(b->entry, 0, b->slots);
    b->argument_set = set_of(b->argument, 0, b->slots);
    b->result_set = set_of(b->result, 0, b->results);
    for (uint32_t i = 0; i < b->program->proc_count; i++)
        encode_proc(b, &b->procs[i]);
    encode_nodes(b);
}
