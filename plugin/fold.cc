/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Temporaries that are used once, in the block that defines them, become part of the tree that uses them again: without
 * that the link between a test and its variables is lost.
 *
 * Invariant: a pending expression is evaluated where it is used as it was where it was defined: it is written out as an
 * assignment before anything it reads may change, and, if it may be an error, before anything that may not come to its
 * end. Volatile reads never wait. The order in which pending expressions are written out is that of their definitions.
 */
#include "plugin/plugin.h"

struct temporary {  /* what the count says */
    unsigned block; /* of the last definition */
    unsigned uses;  /* since that */
    bool crosses;   /* some use is not preceded by a definition in its block, or sees only a part */
    bool many;      /* some definition has several uses */
    bool used;
    bool is_pending;
    cwi_id var;
};

struct pending {
    unsigned temporary;
    tree name;
    const struct cwi_expr *value;
    struct cwi_place at;
    auto_vec<cwi_id, 4> vars;
    bool pointers, may_fail;
    unsigned depth;
};

enum { FOLD_LEVELS = 8, FOLD_DEPTH = 400 }; /* what one statement adds at most; CWI_MAX_DEPTH is 500 */

static auto_vec<temporary> temporaries;
static auto_vec<unsigned> of_ssa; /* SSA version -> index + 1 */
static struct map64 of_decl;      /* DECL_UID -> index */
static auto_delete_vec<pending> waiting;

/* Something but another size in bits reads one. GCC computes them, 128 bits wide, for each array of variable length,
 * and uses those in bytes. */
static bool reads_bit_sizes;

void fold_function_begin(void)
{
    reads_bit_sizes = false;
    temporaries.truncate(0);
    of_ssa.truncate(0);
    base_map64_free(&of_decl);
    memset(&of_decl, 0, sizeof of_decl);
    waiting.truncate(0);
}

static unsigned index_of(tree t)
{
    struct temporary fresh = {};
    if (TREE_CODE(t) == SSA_NAME) {
        unsigned v = SSA_NAME_VERSION(t);
        if (v >= of_ssa.length())
            of_ssa.safe_grow_cleared(v + 1);
        if (!of_ssa[v]) {
            temporaries.safe_push(fresh);
            of_ssa[v] = temporaries.length();
        }
        return of_ssa[v] - 1;
    }
    uint32_t known;
    if (base_map64_get(&of_decl, DECL_UID(t), &known))
        return known;
    temporaries.safe_push(fresh);
    base_map64_put(&of_decl, DECL_UID(t), temporaries.length() - 1);
    return temporaries.length() - 1;
}

bool is_name(tree t)
{
    return TREE_CODE(t) == SSA_NAME || (TREE_CODE(t) == VAR_DECL && is_temporary(t));
}

/* ---- counting ---------------------------------------------------------------------------------------------------- */

static void count_use(tree t, unsigned block, bool is_part)
{
    struct temporary *x = &temporaries[index_of(t)];
    x->used = true;
    if (x->block != block + 1 || is_part)
        x->crosses = true;
    if (++x->uses > 1)
        x->many = true;
}

static void count_in(tree t, unsigned block, bool is_part)
{
    if (!t)
        return;
    if (is_name(t)) {
        count_use(t, block, is_part);
        return;
    }
    switch (TREE_CODE(t)) {
    case COMPONENT_REF:
    case BIT_FIELD_REF:
    case REALPART_EXPR:
    case IMAGPART_EXPR:
    case VIEW_CONVERT_EXPR:
        count_in(TREE_OPERAND(t, 0), block, true);
        return;
    case ARRAY_REF:
    case ARRAY_RANGE_REF:
        count_in(TREE_OPERAND(t, 0), block, true);
        for (int i = 1; i < 4; i++)
            count_in(TREE_OPERAND(t, i), block, false);
        return;
    case ADDR_EXPR:
    case WITH_SIZE_EXPR:
    case OBJ_TYPE_REF:
        count_in(TREE_OPERAND(t, 0), block, false);
        return;
    case MEM_REF:
    case INDIRECT_REF:
        count_in(TREE_OPERAND(t, 0), block, false);
        return;
    case TREE_LIST:
        count_in(TREE_VALUE(t), block, false);
        return;
    case CONSTRUCTOR: {
        unsigned i;
        tree value;
        FOR_EACH_CONSTRUCTOR_VALUE(CONSTRUCTOR_ELTS(t), i, value)
        count_in(value, block, true);
        return;
    }
    default:
        if (EXPR_P(t))
            for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++)
                count_in(TREE_OPERAND(t, i), block, false);
    }
}

static void count_definition(tree t, unsigned block)
{
    if (!t)
        return;
    if (!is_name(t)) {
        count_in(t, block, false);
        return;
    }
    struct temporary *x = &temporaries[index_of(t)];
    x->block = block + 1;
    x->uses = 0;
}

void fold_find_sizes(gimple *stmt)
{
    tree defined = gimple_get_lhs(stmt);
    for (unsigned i = defined ? 1 : 0; i < gimple_num_ops(stmt) && !(defined && TREE_TYPE(defined) == bitsizetype); i++)
        reads_bit_sizes |= gimple_op(stmt, i) && TREE_TYPE(gimple_op(stmt, i)) == bitsizetype;
}

bool fold_is_unread_size(tree t)
{
    return TREE_TYPE(t) == bitsizetype && !reads_bit_sizes;
}

void fold_count(gimple *stmt, unsigned block)
{
    unsigned first = 0, n = gimple_num_ops(stmt);
    tree defined = gimple_get_lhs(stmt);
    if (defined)
        first = 1;
    if (gimple_code(stmt) == GIMPLE_LABEL || gimple_code(stmt) == GIMPLE_DEBUG ||
        (defined && fold_is_unread_size(defined)))
        return;
    vec<tree> *args = NULL;
    bool skip = false;
    tree decl;
    if (original_call(stmt, &skip, &decl, &args)) {
        for (unsigned i = 0; i < args->length(); i++)
            count_in((*args)[i], block, false);
    } else if (gimple_code(stmt) == GIMPLE_ASM) {
        for (unsigned i = 0; i < n; i++) /* outputs are places, inputs may be: none is folded in */
            count_in(gimple_op(stmt, i), block, true);
        return;
    } else {
        for (unsigned i = first; i < n; i++)
            count_in(gimple_op(stmt, i), block, false);
    }
    if (skip)
        return;
    count_definition(defined, block);
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

static bool divides(const struct cwi_expr *e)
{
    bool is_safe = e->b->kind == CWI_CONST && e->b->value != 0 && e->b->value != -1;
    switch (e->op) {
    case CWI_DIV:
    case CWI_MOD:
    case CWI_FLOORDIV:
    case CWI_CEILDIV:
    case CWI_EXACTDIV:
    case CWI_FLOORMOD:
        return !is_safe;
    default:
        return false;
    }
}

static bool find_failing(void *found, const struct cwi_expr *e)
{
    const struct cwi_type *t = type_of(e->type);
    bool is_computed = e->kind == CWI_BINARY || e->kind == CWI_UNARY;
    bool may_overflow =
        is_computed && t->kind == CWI_INT && t->is_signed &&
        (e->op == CWI_ADD || e->op == CWI_SUB || e->op == CWI_MUL || e->op == CWI_NEG || e->op == CWI_ABS);
    *(bool *)found |= may_overflow || e->kind == CWI_DEREF || (e->kind == CWI_INDEX && e->b->kind != CWI_CONST) ||
                      (e->kind == CWI_BINARY && divides(e));
    return !*(bool *)found;
}

static bool may_fail(const struct cwi_expr *e)
{
    bool found = false;
    if (e)
        cwi_expr_walk(e, find_failing, &found);
    return found;
}

/* ---- folding ----------------------------------------------------------------------------------------------------- */

void fold_block_begin(void)
{
    gcc_assert(waiting.is_empty());
}

bool fold_wanted(tree lhs, bool *is_dead)
{
    *is_dead = false;
    if (!is_name(lhs))
        return false;
    const struct temporary *x = &temporaries[index_of(lhs)];
    if (!x->used) {
        *is_dead = true;
        return false;
    }
    return !x->crosses && !x->many && reading.depth < FOLD_DEPTH;
}

void fold_define(tree lhs, const struct cwi_expr *value)
{
    unsigned i = index_of(lhs);
    for (unsigned k = 0; k < waiting.length(); k++)
        if (waiting[k]->temporary == i) { /* the earlier value has no use */
            delete waiting[k];
            waiting.ordered_remove(k);
            break;
        }
    pending *p = new pending;
    p->temporary = i;
    p->name = lhs;
    p->value = value;
    p->at = tu.at;
    p->vars.safe_splice(reading.vars);
    p->pointers = reading.pointers;
    p->may_fail = may_fail(value);
    p->depth = reading.depth + FOLD_LEVELS;
    waiting.safe_push(p);
    temporaries[i].is_pending = true;
}

static cwi_id temporary_var(tree t)
{
    unsigned i = index_of(t);
    if (!temporaries[i].var) {
        if (TREE_CODE(t) != SSA_NAME)
            temporaries[i].var = var_id(t);
        else {
            struct cwi_var v = {};
            v.type = type_id(TREE_TYPE(t));
            v.linkage = CWI_TEMP;
            v.owner = tu.func;
            v.at = tu.at;
            temporaries[i].var = cwi_add_var(tu.u, &v);
            tu.var_decls.safe_grow_cleared(temporaries[i].var + 1);
        }
    }
    return temporaries[i].var;
}

/* The first that may fail; behind all: there is none. */
static unsigned first_failing(void)
{
    unsigned k = 0;
    while (k < waiting.length() && !waiting[k]->may_fail)
        k++;
    return k;
}

static void write_out(unsigned k)
{
    pending *p = waiting[k];
    for (; p->may_fail && waiting[k = first_failing()] != p;) /* which error comes first is told by the order */
        write_out(k);
    waiting.ordered_remove(k);
    temporaries[p->temporary].is_pending = false;
    cwi_id var = temporary_var(p->name);
    fold_written_var(var);
    struct cwi_stmt s = stmt_new(CWI_ASSIGN);
    s.at = p->at;
    s.lhs = expr_var(var);
    s.rhs = p->value;
    emit_next(&s);
    delete p;
}

const struct cwi_expr *fold_use(tree t)
{
    unsigned i = index_of(t);
    if (!temporaries[i].is_pending)
        return expr_var(temporary_var(t));
    for (unsigned k = 0; k < waiting.length(); k++) {
        pending *p = waiting[k];
        if (p->temporary != i)
            continue;
        const struct cwi_expr *value = p->value;
        reading.vars.safe_splice(p->vars);
        reading.pointers |= p->pointers;
        if (reading.depth < p->depth)
            reading.depth = p->depth;
        waiting.ordered_remove(k);
        temporaries[i].is_pending = false;
        delete p;
        return value;
    }
    gcc_unreachable();
}

struct cwi_expr *fold_variable(tree t)
{
    unsigned i = index_of(t);
    if (temporaries[i].is_pending)
        for (unsigned k = 0; k < waiting.length(); k++)
            if (waiting[k]->temporary == i) {
                write_out(k);
                break;
            }
    return expr_var(temporary_var(t));
}

/* ---- writes ------------------------------------------------------------------------------------------------------ */

static bool is_exposed(cwi_id id) /* may a store through a pointer, or a call, change it? */
{
    const struct cwi_var *v = cwi_var_of(tu.u, id);
    return v->linkage >= CWI_LITERAL || v->is_address_taken;
}

template <typename predicate> static void write_out_where(predicate holds)
{
    for (unsigned k = 0; k < waiting.length();)
        if (holds(waiting[k])) {
            write_out(k);
            k = 0; /* others may have gone with it */
        } else
            k++;
}

void fold_written_var(cwi_id var)
{
    bool exposed = is_exposed(var);
    write_out_where([=](const pending *p) { return (exposed && p->pointers) || p->vars.contains(var); });
}

struct mention {
    cwi_id var;
    bool found;
};

static bool find_mention(void *mention, const struct cwi_expr *e)
{
    struct mention *x = (struct mention *)mention;
    x->found |= e->kind == CWI_VAR && e->ref == x->var;
    return !x->found;
}

void fold_ended_var(cwi_id var)
{
    write_out_where([=](const pending *p) {
        struct mention x = {var, false};
        cwi_expr_walk(p->value, find_mention, &x);
        return x.found;
    });
}

void fold_written_memory(void)
{
    write_out_where([](const pending *p) {
        bool hit = p->pointers;
        for (cwi_id v : p->vars)
            hit |= is_exposed(v);
        return hit;
    });
}

void fold_before(const struct cwi_stmt *s)
{
    bool has_failing = first_failing() < waiting.length();
    if (has_failing && (s->kind == CWI_CALL || s->kind == CWI_ASM || may_fail(s->lhs) || may_fail(s->rhs)))
        write_out_where([](const pending *p) { return p->may_fail; });
}

void fold_flush(void)
{
    while (!waiting.is_empty())
        write_out(0);
}
