/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A function's body: blocks and what ends them.
 *
 * Invariant: the blocks written are those marked wanted, in the order of the source, each ending in exactly one
 * terminator.
 */
#include "plugin/plugin.h"

#include "except.h"

static auto_vec<struct cwi_stmt> stmts; /* of the block under construction */
static raw_function *body;
/* Of a function whose results are tested: the blocks behind the others, where the next ones come, and how many there
 * are. */
static struct cwi_block *return_blocks;
static uint32_t return_first, return_count;

/* Statements keep arrays of their own: what the caller has on its stack is copied. */
void emit_next(const struct cwi_stmt *s)
{
    struct cwi_stmt c = *s;
    c.args = (const struct cwi_expr **)arena_copy(tu.a, s->args, s->arg_count * sizeof *s->args);
    c.text = arena_str(tu.a, s->text);
    stmts.safe_push(c);
}

void emit_stmt(const struct cwi_stmt *s)
{
    fold_before(s);
    emit_next(s);
}

unsigned body_assignments(tree var)
{
    unsigned n = 0;
    for (gimple *s : body->stmts)
        n += !gimple_clobber_p(s) && gimple_has_lhs(s) && gimple_get_lhs(s) == var;
    return n;
}

/* ---- terminators ------------------------------------------------------------------------------------------------- */

static uint32_t block_index(int raw)
{
    return raw < 0 || body->blocks[raw]->index < 0 ? UINT32_MAX : (uint32_t)body->blocks[raw]->index;
}

static uint32_t index_of_label(tree label)
{
    return block_index(raw_block_of(body, label));
}

static void end_with(struct cwi_stmt *s, const auto_vec<uint32_t> &targets)
{
    for (uint32_t t : targets)
        if (t == UINT32_MAX) { /* the compiler knows that this way is dead */
            *s = stmt_new(CWI_UNREACHABLE);
            emit_stmt(s);
            return;
        }
    s->targets = (uint32_t *)arena_copy(tu.a, const_cast<auto_vec<uint32_t> &>(targets).address(),
                                        targets.length() * sizeof(uint32_t));
    s->target_count = targets.length();
    emit_stmt(s);
}

static void end_if(gcond *g)
{
    reading.clear();
    tree a = gimple_cond_lhs(g), b = gimple_cond_rhs(g);
    struct cwi_stmt s = stmt_new(CWI_IF);
    s.rhs = compare_parts(gimple_cond_code(g), a, b);
    if (!s.rhs) {
        const struct cwi_expr *x = rvalue(a), *y = rvalue(b);
        s.rhs = condition(gimple_cond_code(g), boolean_type_node, x, y);
    }
    auto_vec<uint32_t> targets;
    targets.safe_push(index_of_label(gimple_cond_true_label(g)));
    targets.safe_push(index_of_label(gimple_cond_false_label(g)));
    fold_flush();
    end_with(&s, targets);
}

/* "case IDLE": the enumerator's name where the tested value comes from an enumeration. */
static const char *case_name(const struct cwi_expr *x, int64_t value)
{
    while (x->kind == CWI_UNARY && x->op == CWI_CONVERT)
        x = x->a;
    const struct cwi_type *t = type_of(x->type);
    for (uint32_t i = 0; i < t->enumerator_count; i++)
        if (t->enumerators[i].value == value)
            return t->enumerators[i].name;
    return NULL;
}

static void end_switch(gswitch *g)
{
    reading.clear();
    struct cwi_stmt s = stmt_new(CWI_SWITCH);
    s.rhs = wide_index(g);
    if (!s.rhs)
        s.rhs = rvalue(gimple_switch_index(g));
    unsigned n = gimple_switch_num_labels(g);
    s.cases = ARENA_ARRAY(tu.a, struct cwi_case, n);
    bool bad = type_of(s.rhs->type)->kind != CWI_INT;
    for (unsigned i = 1; i < n; i++) {
        tree label = gimple_switch_label(g, i);
        struct cwi_case *c = &s.cases[s.case_count++];
        c->lo = TREE_INT_CST_LOW(CASE_LOW(label));
        c->hi = TREE_INT_CST_LOW(case_last(label));
        c->target = index_of_label(CASE_LABEL(label));
        c->name = CASE_HIGH(label) ? NULL : case_name(s.rhs, c->lo);
        bad |= c->target == UINT32_MAX;
    }
    fold_flush();
    if (bad) {
        emit_forget(NULL, "a switch over this type");
        s = stmt_new(CWI_UNREACHABLE);
        emit_stmt(&s);
        return;
    }
    auto_vec<uint32_t> targets;
    targets.safe_push(index_of_label(CASE_LABEL(gimple_switch_default_label(g))));
    end_with(&s, targets);
}

static void end_computed(ggoto *g)
{
    reading.clear();
    struct cwi_stmt s = stmt_new(CWI_IGOTO);
    s.rhs = rvalue(gimple_goto_dest(g));
    auto_vec<uint32_t> targets;
    auto_vec<const struct cwi_expr *> labels;
    for (raw_block *b : body->blocks)
        for (unsigned i = 0; b->index >= 0 && i < b->taken.length(); i++) {
            targets.safe_push(b->index);
            labels.safe_push(address(b->taken[i], s.rhs->type));
        }
    s.args = labels.address();
    s.arg_count = labels.length();
    fold_flush();
    if (targets.is_empty())
        s = stmt_new(CWI_UNREACHABLE);
    end_with(&s, targets);
}

static void end_asm(gasm *g, unsigned falls_to)
{
    struct cwi_stmt s = stmt_new(CWI_IGOTO);
    auto_vec<uint32_t> targets;
    targets.safe_push(block_index(falls_to));
    for (unsigned i = 0; i < gimple_asm_nlabels(g) && !asm_is_empty(g); i++)
        targets.safe_push(index_of_label(TREE_VALUE(gimple_asm_label_op(g, i))));
    fold_flush();
    end_with(&s, targets);
}

static void end_return(greturn *g)
{
    reading.clear();
    tree value = DECL_BY_REFERENCE(DECL_RESULT(current_function_decl)) ? NULL_TREE : gimple_return_retval(g);
    struct cwi_stmt s = stmt_new(CWI_RETURN);
    s.rhs = value ? constant_parts(value) : NULL;
    if (value && !s.rhs)
        s.rhs = rvalue(value);
    fold_flush();
    if (return_blocks && s.rhs) {
        struct cwi_stmt test = nonnull_test(s.rhs, return_first + return_count);
        nonnull_broken(&return_blocks[return_count]);
        nonnull_block(&return_blocks[return_count + 1], &s);
        return_count += NONNULL_BLOCKS;
        s = test;
    }
    emit_stmt(&s);
}

static void end_stmt(raw_block *b)
{
    switch (gimple_code(b->last)) {
    case GIMPLE_COND:
        end_if(as_a<gcond *>(b->last));
        break;
    case GIMPLE_SWITCH:
        end_switch(as_a<gswitch *>(b->last));
        break;
    case GIMPLE_GOTO:
        end_computed(as_a<ggoto *>(b->last));
        break;
    case GIMPLE_ASM:
        end_asm(as_a<gasm *>(b->last), b->target);
        break;
    default:
        end_return(as_a<greturn *>(b->last));
    }
}

static void go_to_end(const raw_block *b)
{
    struct cwi_place at = place_of(b->end_at);
    if (at.line)
        tu.at = at;
}

static void end_block(raw_block *b)
{
    go_to_end(b);
    if (b->end == RAW_STMT) {
        end_stmt(b);
        return;
    }
    fold_flush();
    struct cwi_stmt s = stmt_new(b->end == RAW_GOTO ? CWI_GOTO : CWI_UNREACHABLE);
    if (b->end == RAW_GOTO) {
        auto_vec<uint32_t> targets;
        targets.safe_push(block_index(b->target));
        end_with(&s, targets);
        return;
    }
    if (b->end == RAW_UNREACHABLE)
        s.text = CWI_PROMISED_UNREACHED;
    else if (b->end == RAW_TRAP)
        s.text = "trap";
    else if (b->end == RAW_LOST)
        s.text = "exceptions, and what is cleaned up where a thread ends, are not followed";
    else if (b->end == RAW_JUMP)
        s.text = "a jump out of a nested function is not followed";
    emit_stmt(&s);
}

/* ---- the function ------------------------------------------------------------------------------------------------ */

static raw_block *tail_of(raw_block *b)
{
    while (b->next >= 0)
        b = body->blocks[b->next];
    return b;
}

static void count(void)
{
    for (gimple *s : body->stmts)
        fold_find_sizes(s);
    for (raw_block *b : body->blocks)
        if (b->end == RAW_STMT)
            fold_find_sizes(b->last);
    for (raw_block *head : body->blocks) {
        if (head->index < 0)
            continue;
        raw_block *b = head;
        for (;; b = body->blocks[b->next]) {
            for (unsigned i = 0; i < b->count; i++)
                fold_count(body->stmts[b->first + i], head->index);
            if (b->next < 0)
                break;
        }
        if (b->end == RAW_STMT && gimple_code(b->last) != GIMPLE_ASM)
            fold_count(b->last, head->index);
    }
}

static void translate_block(raw_block *head, struct cwi_block *out)
{
    stmts.truncate(0);
    fold_block_begin();
    for (raw_block *b = head;; b = body->blocks[b->next]) {
        for (unsigned i = 0; i < b->count; i++)
            translate_stmt(body->stmts[b->first + i]);
        if (b->next < 0)
            break;
        go_to_end(b); /* a `break` of the user's stands before the ends of lives that it brings */
    }
    end_block(tail_of(head));
    out->count = stmts.length();
    out->stmts = (struct cwi_stmt *)arena_copy(tu.a, stmts.address(), stmts.length() * sizeof(struct cwi_stmt));
    out->label_count = head->labels.length();
    out->labels = out->label_count ? ARENA_ARRAY(tu.a, const char *, out->label_count) : NULL;
    for (unsigned i = 0; i < out->label_count; i++)
        out->labels[i] = arena_str(tu.a, IDENTIFIER_POINTER(DECL_NAME(head->labels[i])));
}

/* A parameter that no type mentions: where a nested function finds the frame around it, and where a function of C++
 * leaves an object that must not be copied. NULL_TREE: there is none. */
static tree hidden_param(tree decl)
{
    tree result = DECL_RESULT(decl);
    return cfun->static_chain_decl ? cfun->static_chain_decl : DECL_BY_REFERENCE(result) ? result : NULL_TREE;
}

static void fill_params(struct cwi_func *f, tree decl)
{
    tree hidden = hidden_param(decl);
    uint32_t n = list_length(DECL_ARGUMENTS(decl)) + (hidden != NULL_TREE);
    f->params = n ? ARENA_ARRAY(tu.a, cwi_id, n) : NULL;
    f->param_count = 0;
    for (tree p = DECL_ARGUMENTS(decl); p; p = DECL_CHAIN(p)) {
        cwi_id id = var_id(p);
        var_refresh(p, id);
        f->params[f->param_count++] = id;
    }
    if (hidden) {
        f->is_nested = true;
        cwi_id id = var_id(hidden);
        cwi_var_of(tu.u, id)->linkage = CWI_PARAM;
        f->params[f->param_count++] = id;
    }
}

static void note_exceptions(void)
{
    if (tu.is_cxx && cfun->eh && cfun->eh->region_tree)
        loss("C++ exceptions are not followed");
}

void translate_function(void)
{
    tree decl = current_function_decl;
    raw_function raw = {};
    unsigned first_ref = tu.refs.length();
    body = &raw;
    tu.func = func_called_id(decl);
    tu.at = place_of(DECL_SOURCE_LOCATION(decl));
    struct cwi_func *f = cwi_func_of(tu.u, tu.func);
    func_refresh(decl, tu.func);
    f->at = tu.at;
    f->end = place_of(cfun->function_end_locus);
    f->unit_file = 1;
    vars_finish_early(decl);
    fill_params(f, decl);
    uint32_t n = nonnull_entry_count(decl), first = n;
    raw_build(&raw, gimple_body(decl), n);
    originals_match(&raw);
    fold_function_begin();
    count();
    for (raw_block *b : raw.blocks)
        n += b->index >= 0;
    bool is_tested = nonnull_is_result(decl);
    struct cwi_block *blocks = ARENA_ARRAY(tu.a, struct cwi_block, n + (is_tested ? NONNULL_BLOCKS * (n - first) : 0));
    return_blocks = is_tested ? blocks + n : NULL;
    return_first = n;
    return_count = 0;
    nonnull_entry(decl, blocks);
    for (raw_block *b : raw.blocks)
        if (b->index >= 0)
            translate_block(b, &blocks[b->index]);
    f = cwi_func_of(tu.u, tu.func);
    f->blocks = blocks;
    f->block_count = n + return_count;
    if (DECL_EXTERNAL(decl)) /* the definition that is linked, if one is, takes its place, but where it is inlined */
        f->linkage = tu.func == func_id(decl) ? CWI_WEAK : CWI_STATIC;
    note_exceptions();
    base_map64_free(&raw.block_of_label);
    refs_end(tu.func_refs, tu.func, first_ref);
    tu.func = 0;
    body = NULL;
}
