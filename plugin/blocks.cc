/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From GCC's flat sequence of statements, labels and gotos to blocks.
 *
 * Taken after exceptions are lowered and before GCC builds its own blocks: at that point a function looks the same at
 * all optimisation levels. Invariant: a block with a label of the user's stays a block; a return is repeated at the end
 * of each block that only goes there, so that `return x` is one statement again. Source: GCC internals, "Lowering
 * passes".
 */
#include "plugin/plugin.h"

#include "gimple-walk.h"
#include "tree-eh.h"

static raw_function *f;
static raw_block *current; /* NULL: what follows is not reached */

static raw_block *block_new(void)
{
    raw_block *b = new raw_block();
    b->first = f->stmts.length();
    b->next = b->index = -1;
    f->blocks.safe_push(b);
    return b;
}

static unsigned number_of(raw_block *b)
{
    for (unsigned i = f->blocks.length(); i-- > 0;) /* always among the last two */
        if (f->blocks[i] == b)
            return i;
    gcc_unreachable();
}

static void finish(enum raw_end end, gimple *last, location_t at)
{
    if (!current)
        return;
    current->end = end;
    current->last = last;
    current->end_at = at;
    current = NULL;
}

/* Falling through to a label has no place: its line is executed by those that jump there, too. */
static void add_label(tree label)
{
    bool users = DECL_NAME(label) && !DECL_ARTIFICIAL(label);
    /* Who goes here need not pass a user's label. */
    bool is_fresh = current && !current->count && !current->labels.length();
    if (!is_fresh) {
        raw_block *before = current, *b = block_new();
        if (before) {
            before->end = RAW_GOTO;
            before->end_at = UNKNOWN_LOCATION;
            before->target = number_of(b);
        }
        current = b;
    }
    base_map64_put(&f->block_of_label, DECL_UID(label), number_of(current));
    if (users)
        current->labels.safe_push(label);
    if (FORCED_LABEL(label) || DECL_NONLOCAL(label)) {
        current->is_label_taken = true;
        current->taken.safe_push(label);
    }
}

static void add(gimple *stmt)
{
    if (!current)
        return;
    f->stmts.safe_push(stmt);
    current->count++;
    if (gimple_clobber_p(stmt))
        current->has_clobber = true;
    else if (gimple_code(stmt) != GIMPLE_NOP && gimple_code(stmt) != GIMPLE_PREDICT &&
             gimple_code(stmt) != GIMPLE_DEBUG)
        current->has_code = true;
}

static void add_goto(ggoto *stmt)
{
    tree label = gimple_goto_dest(stmt);
    finish(TREE_CODE(label) == LABEL_DECL ? RAW_GOTO : RAW_STMT, stmt, gimple_location(stmt));
}

/* A thread that ends unwinds its stack: what is to be cleaned up on the way runs (-fexceptions). */
static bool runs_cleanups(gcall *stmt)
{
    tree callee = gimple_call_fndecl(stmt);
    const char *name = callee && DECL_NAME(callee) ? IDENTIFIER_POINTER(DECL_NAME(callee)) : "";
    return (!strcmp(name, "pthread_exit") || !strcmp(name, "thrd_exit")) && lookup_stmt_eh_lp(stmt) > 0;
}

static void add_call(gcall *stmt)
{
    bool is_lost = runs_cleanups(stmt);
    add(stmt);
    if (is_lost || gimple_call_builtin_p(stmt, BUILT_IN_UNREACHABLE)) {
        if (current) { /* the call itself says nothing */
            f->stmts.pop();
            current->count--;
        }
        finish(is_lost ? RAW_LOST : RAW_UNREACHABLE, stmt, gimple_location(stmt));
    } else if (gimple_call_builtin_p(stmt, BUILT_IN_TRAP))
        finish(RAW_TRAP, stmt, gimple_location(stmt));
    else if (gimple_call_builtin_p(stmt, BUILT_IN_NONLOCAL_GOTO))
        finish(RAW_JUMP, stmt, gimple_location(stmt));
    else if (gimple_call_noreturn_p(stmt))
        finish(RAW_NORETURN, stmt, gimple_location(stmt));
}

static void scan(gimple_seq seq);

static void add_asm(gasm *stmt)
{
    add(stmt);
    if (!gimple_asm_nlabels(stmt))
        return;
    raw_block *before = current;
    finish(RAW_STMT, stmt, gimple_location(stmt));
    if (before) {
        current = block_new();
        before->target = number_of(current);
    }
}

static void scan_stmt(gimple *stmt)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_LABEL:
        add_label(gimple_label_label(as_a<glabel *>(stmt)));
        break;
    case GIMPLE_GOTO:
        add_goto(as_a<ggoto *>(stmt));
        break;
    case GIMPLE_COND:
    case GIMPLE_SWITCH:
    case GIMPLE_RETURN:
        finish(RAW_STMT, stmt, gimple_location(stmt));
        break;
    case GIMPLE_RESX:
    case GIMPLE_EH_DISPATCH:
        finish(RAW_LOST, stmt, gimple_location(stmt));
        break;
    case GIMPLE_CALL:
        add_call(as_a<gcall *>(stmt));
        break;
    case GIMPLE_ASM:
        add_asm(as_a<gasm *>(stmt));
        break;
    case GIMPLE_BIND: /* gone after lowering, but for what OpenMP keeps */
        scan(gimple_bind_body(as_a<gbind *>(stmt)));
        break;
    case GIMPLE_TRY:
        scan(gimple_try_eval(stmt));
        if (gimple_try_kind(stmt) == GIMPLE_TRY_FINALLY)
            scan(gimple_try_cleanup(stmt));
        break;
    default:
        add(stmt);
        if (gimple_has_substatements(stmt) && is_gimple_omp(stmt))
            scan(gimple_omp_body(stmt));
    }
}

static void scan(gimple_seq seq)
{
    for (gimple_stmt_iterator i = gsi_start(seq); !gsi_end_p(i); gsi_next(&i))
        scan_stmt(gsi_stmt(i));
}

int raw_block_of(const struct raw_function *of, tree label)
{
    uint32_t b;
    return base_map64_get(&of->block_of_label, DECL_UID(label), &b) ? (int)b : -1;
}

/* ---- tidying ----------------------------------------------------------------------------------------------------- */

/* Gotos get their targets; labels that do not exist (the compiler found them dead) end the function. */
static void resolve_gotos(void)
{
    for (raw_block *b : f->blocks) {
        if (b->end != RAW_GOTO || !b->last || gimple_code(b->last) != GIMPLE_GOTO)
            continue;
        int target = raw_block_of(f, gimple_goto_dest(b->last));
        if (target < 0)
            b->end = RAW_LOST;
        else
            b->target = target;
    }
}

/* Where a goto to block `b` really leads: past blocks that do nothing. Ends of lives count only when the function goes
 * on. */
static unsigned destination(unsigned b)
{
    unsigned last = b; /* the last place that may be skipped to without losing the end of a life */
    bool lost_life = false;
    for (unsigned steps = 0; steps < 64; steps++) {
        const raw_block *x = f->blocks[b];
        if (x->has_code || x->labels.length())
            return lost_life ? last : b;
        if (x->end == RAW_STMT && gimple_code(x->last) == GIMPLE_RETURN)
            return b;
        if (x->end != RAW_GOTO)
            return lost_life ? last : b;
        lost_life |= x->has_clobber;
        b = x->target;
        if (!lost_life)
            last = b;
    }
    return last;
}

static void thread_gotos(void)
{
    for (raw_block *b : f->blocks) {
        if (b->end != RAW_GOTO)
            continue;
        b->target = destination(b->target);
        const raw_block *t = f->blocks[b->target];
        if (t->end == RAW_STMT && !t->has_code && !t->labels.length() && gimple_code(t->last) == GIMPLE_RETURN) {
            b->end = RAW_STMT;
            b->last = t->last;
            if (LOCATION_LOCUS(b->end_at) <= BUILTINS_LOCATION)
                b->end_at = t->end_at;
        }
    }
}

template <typename visitor> static void each_target(const raw_block *b, visitor visit)
{
    if (b->end == RAW_GOTO)
        visit((int)b->target);
    if (b->end != RAW_STMT)
        return;
    switch (gimple_code(b->last)) {
    case GIMPLE_COND:
        visit(raw_block_of(f, gimple_cond_true_label(as_a<gcond *>(b->last))));
        visit(raw_block_of(f, gimple_cond_false_label(as_a<gcond *>(b->last))));
        break;
    case GIMPLE_SWITCH:
        for (unsigned i = 0; i < gimple_switch_num_labels(as_a<gswitch *>(b->last)); i++)
            visit(raw_block_of(f, CASE_LABEL(gimple_switch_label(as_a<gswitch *>(b->last), i))));
        break;
    case GIMPLE_GOTO:
        for (unsigned i = 0; i < f->blocks.length(); i++)
            if (f->blocks[i]->is_label_taken)
                visit((int)i);
        break;
    case GIMPLE_ASM:
        visit((int)b->target);
        for (unsigned i = 0; i < gimple_asm_nlabels(as_a<gasm *>(b->last)); i++)
            visit(raw_block_of(f, TREE_VALUE(gimple_asm_label_op(as_a<gasm *>(b->last), i))));
        break;
    default:
        break;
    }
}

static void mark_wanted(void)
{
    auto_vec<int> work;
    auto want = [&](int i) {
        if (i < 0 || f->blocks[i]->wanted)
            return;
        f->blocks[i]->wanted = true;
        work.safe_push(i);
    };
    want(0);
    for (unsigned i = 0; i < f->blocks.length(); i++)
        if (f->blocks[i]->labels.length())
            want(i); /* "is this label reached?" has an answer only when it is there */
    while (!work.is_empty())
        each_target(f->blocks[work.pop()], want);
}

static void merge(void)
{
    for (raw_block *b : f->blocks)
        if (b->wanted)
            each_target(b, [](int t) {
                if (t >= 0)
                    f->blocks[t]->preds++;
            });
    for (unsigned i = 0; i < f->blocks.length(); i++) {
        raw_block *b = f->blocks[i], *tail = b;
        if (!b->wanted || b->merged)
            continue;
        while (tail->end == RAW_GOTO) {
            raw_block *t = f->blocks[tail->target];
            if (t->preds != 1 || t->labels.length() || t->is_label_taken || t->merged || t == b || tail->target == 0)
                break;
            t->merged = true;
            tail->next = tail->target;
            tail = t;
            while (tail->next >= 0)
                tail = f->blocks[tail->next];
        }
    }
}

void raw_build(struct raw_function *function, gimple_seq body, unsigned first_index)
{
    f = function;
    current = block_new();
    scan(body);
    if (current) /* falls off the end: void functions in which lowering found no return */
        finish(RAW_LOST, NULL, cfun->function_end_locus);
    resolve_gotos();
    thread_gotos();
    mark_wanted();
    merge();
    int n = first_index;
    for (raw_block *b : f->blocks)
        if (b->wanted && !b->merged)
            b->index = n++;
}
