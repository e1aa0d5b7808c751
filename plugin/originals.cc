/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls as the user wrote them. While it lowers a function GCC turns printf("%s\n", s) into puts(s), sprintf into
 * memcpy, and so on, differently at different optimisation levels; events are about what stands in the source.
 *
 * Before lowering the calls of builtin functions are noted with their arguments. What has appeared at the place of one
 * of them afterwards, and contains a call, is taken back to it. Statements that existed before carry a flag
 * meanwhile. */
#include "plugin/plugin.h"

struct original {
    location_t at;
    tree decl, lhs;
    auto_vec<tree> args;
};

static auto_delete_vec<original> originals;
static hash_map<gimple *, int> *restored; /* -> index; -1: a further piece */

static void record(gimple_seq seq);

static void record_call(gimple *stmt)
{
    gimple_set_plf(stmt, GF_PLF_1, true);
    if (!is_gimple_call(stmt) || !gimple_call_builtin_p(stmt, BUILT_IN_NORMAL))
        return;
    original *o = new original;
    o->at = get_pure_location(gimple_location(stmt)); /* ranges and blocks come and go */
    o->decl = gimple_call_fndecl(stmt);
    o->lhs = gimple_call_lhs(stmt);
    for (unsigned k = 0; k < gimple_call_num_args(stmt); k++)
        o->args.safe_push(gimple_call_arg(stmt, k));
    originals.safe_push(o);
}

static void record_stmt(gimple *stmt)
{
    record_call(stmt);
    switch (gimple_code(stmt)) {
    case GIMPLE_BIND:
        record(gimple_bind_body(as_a<gbind *>(stmt)));
        break;
    case GIMPLE_TRY:
        record(gimple_try_eval(stmt));
        record(gimple_try_cleanup(stmt));
        break;
    case GIMPLE_CATCH:
        record(gimple_catch_handler(as_a<gcatch *>(stmt)));
        break;
    case GIMPLE_EH_FILTER:
        record(gimple_eh_filter_failure(stmt));
        break;
    case GIMPLE_WITH_CLEANUP_EXPR:
        record(gimple_wce_cleanup(stmt));
        break;
    default:
        if (is_gimple_omp(stmt) && gimple_has_substatements(stmt))
            record(gimple_omp_body(stmt));
    }
}

static void record(gimple_seq seq)
{
    for (gimple_stmt_iterator i = gsi_start(seq); !gsi_end_p(i); gsi_next(&i))
        record_stmt(gsi_stmt(i));
}

void originals_record(gimple_seq body)
{
    for (original *o : originals)
        delete o;
    originals.truncate(0);
    record(body);
}

/* A call without result that became plain stores: those of the mem family say it better than the call would. */
static bool is_copying(tree decl)
{
    switch (DECL_FUNCTION_CODE(decl)) {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_BCOPY:
    case BUILT_IN_BZERO:
        return true;
    default:
        return false;
    }
}

/* The recorded call that the statement gives the result of; -1: none, or it cannot be told which of several (calls
 * within one another that a macro puts at one place). */
static int find(const gimple *stmt)
{
    int found = -1;
    if (!is_gimple_call(stmt) && !is_gimple_assign(stmt))
        return -1;
    location_t at = get_pure_location(gimple_location(stmt));
    for (unsigned i = 0; i < originals.length(); i++)
        if (originals[i]->at == at) {
            if (found >= 0)
                return -1;
            found = i;
        }
    return found >= 0 && originals[found]->lhs == gimple_get_lhs(stmt) ? found : -1;
}

/* Statements first .. last-1 have appeared at one place. Up to the one that gives a recorded call's result they stand
 * for that call; returns where those end. */
static unsigned match_group(const raw_function *f, unsigned first, unsigned last)
{
    int which = -1;
    bool has_call = false;
    unsigned end = first;
    for (; end < last && which < 0; end++) {
        gimple *stmt = f->stmts[end];
        tree decl = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
        has_call |= decl && fndecl_built_in_p(decl, BUILT_IN_NORMAL);
        which = find(stmt);
    }
    if (which < 0 || (!has_call && (originals[which]->lhs || is_copying(originals[which]->decl))))
        return end;
    for (unsigned i = first; i < end; i++)
        restored->put(f->stmts[i], i + 1 == end ? which : -1);
    return end;
}

void originals_match(const struct raw_function *f)
{
    if (restored)
        restored->empty();
    else
        restored = new hash_map<gimple *, int>;
    for (raw_block *b : f->blocks)
        for (unsigned i = b->first; i < b->first + b->count; i++) {
            if (gimple_plf(f->stmts[i], GF_PLF_1) || gimple_clobber_p(f->stmts[i]) || originals.is_empty())
                continue;
            unsigned last = i + 1;
            while (last < b->first + b->count && !gimple_plf(f->stmts[last], GF_PLF_1) &&
                   get_pure_location(gimple_location(f->stmts[last])) ==
                       get_pure_location(gimple_location(f->stmts[i])))
                last++;
            i = match_group(f, i, last) - 1;
        }
    for (gimple *stmt : f->stmts)
        gimple_set_plf(stmt, GF_PLF_1, false);
}

bool original_call(gimple *stmt, bool *skip, tree *decl, vec<tree> **args)
{
    *skip = false;
    if (restored->is_empty())
        return false;
    int *which = restored->get(stmt);
    if (!which)
        return false;
    if (*which < 0) {
        *skip = true;
        return false;
    }
    *decl = originals[*which]->decl;
    *args = &originals[*which]->args;
    return true;
}
