/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What `nonnull` and `returns_nonnull` promise. Where GCC optimises it takes the promise for granted: tests for null
 * that the source has are gone from the program, in the function and in its callers. So a function that promises tests
 * its parameters at its beginning and its results at its end, and what breaks the promise goes on nobody knows how.
 * Source: GCC manual, "Common Function Attributes".
 */
#include "plugin/plugin.h"

#include "attribs.h"

static bool takes_for_granted(tree decl)
{
    return opt_for_fn(decl, optimize) && opt_for_fn(decl, flag_delete_null_pointer_checks);
}

static bool is_promised(tree decl, tree param)
{
    return takes_for_granted(decl) && TREE_CODE(TREE_TYPE(param)) == POINTER_TYPE && !DECL_ARTIFICIAL(param) &&
           nonnull_arg_p(param);
}

unsigned nonnull_entry_count(tree decl)
{
    unsigned n = 0;
    for (tree p = DECL_ARGUMENTS(decl); p; p = DECL_CHAIN(p))
        n += is_promised(decl, p) ? NONNULL_BLOCKS : 0;
    return n;
}

bool nonnull_is_result(tree decl)
{
    return takes_for_granted(decl) && lookup_attribute("returns_nonnull", TYPE_ATTRIBUTES(TREE_TYPE(decl)));
}

struct cwi_stmt nonnull_test(const struct cwi_expr *value, uint32_t broken)
{
    uint32_t targets[] = {broken, broken + 1};
    struct cwi_stmt s = stmt_new(CWI_IF);
    s.rhs = condition(EQ_EXPR, boolean_type_node, value, expr_const(value->type, 0));
    s.targets = (uint32_t *)arena_copy(tu.a, targets, sizeof targets);
    s.target_count = 2;
    return s;
}

void nonnull_block(struct cwi_block *out, const struct cwi_stmt *s)
{
    *out = {};
    out->stmts = (struct cwi_stmt *)arena_copy(tu.a, s, sizeof *s);
    out->count = 1;
}

void nonnull_broken(struct cwi_block *out)
{
    struct cwi_stmt s = stmt_new(CWI_UNREACHABLE);
    s.text = CWI_PROMISED_NONNULL;
    nonnull_block(out, &s);
}

void nonnull_entry(tree decl, struct cwi_block *blocks)
{
    uint32_t at = 0;
    for (tree p = DECL_ARGUMENTS(decl); p; p = DECL_CHAIN(p)) {
        if (!is_promised(decl, p))
            continue;
        struct cwi_stmt s = nonnull_test(rvalue(p), at + 1);
        nonnull_block(&blocks[at], &s);
        nonnull_broken(&blocks[at + 1]);
        at += NONNULL_BLOCKS;
    }
}
