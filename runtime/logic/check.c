/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a question and a system to a verdict: two two-valued checks, the second only where the first leaves it open.
 */
#include "runtime/logic/explain.h"

/* Where an explanation is asked for, it shows why the root has `value`. */
static enum status check_one(struct solution *s, bool *holds, struct diag *d)
{
    enum status st = logic_solve(s, d);
    if (st == ST_OK)
        *holds = bit_get(s->value[s->y->root], s->m->initial);
    return st;
}

static enum status check_both(struct arena *a, struct system *y, const struct logic_options *o,
                              struct logic_answer *out, struct diag *d)
{
    struct solution pessimistic = {.y = y, .m = y->m, .control = o->control}, optimistic = pessimistic, *why;
    bool surely = false, possibly = false;
    optimistic.optimistic = true;
    enum status st = check_one(&pessimistic, &surely, d);
    possibly = surely;
    if (st == ST_OK && !surely && y->m->is_modal)
        st = check_one(&optimistic, &possibly, d);
    why = !surely && !possibly && y->m->is_modal ? &optimistic : &pessimistic;
    out->verdict = surely ? LTS_VERDICT_TRUE : possibly ? LTS_VERDICT_MAYBE : LTS_VERDICT_FALSE;
    if (st == ST_OK && (!surely || o->explain_true))
        st = logic_explain(why, surely, o, a, out, d);
    logic_solution_free(&pessimistic);
    logic_solution_free(&optimistic);
    return st;
}

static enum status check_formula(struct arena *a, const struct lts *l, const struct logic_question *q,
                                 const struct logic_options *o, struct logic_answer *out, struct diag *d)
{
    struct arena *scratch = arena_new();
    struct model m;
    struct system y;
    *out = (struct logic_answer){.verdict = LTS_VERDICT_MAYBE};
    logic_model_init(&m, scratch, l, q, o->notes);
    m.joint = o->joint;
    logic_system_init(&y, scratch, &m);
    enum status st = logic_system_translate(&y, q, d);
    if (st == ST_OK)
        st = logic_model_split(&m, d);
    if (st == ST_OK)
        st = check_both(a, &y, o, out, d);
    logic_system_free(&y);
    logic_model_free(&m);
    arena_free(scratch);
    return st;
}

const char logic_no_fair_path[] = "no path is fair: what is asked of all paths is true, of some path false";

enum status logic_check(struct arena *a, const struct lts *l, const struct logic_question *q,
                        const struct logic_options *o, struct logic_answer *out, struct diag *d)
{
    enum status st = check_formula(a, l, q, o, out, d);
    if (st || !q->unfair || out->verdict == LTS_VERDICT_MAYBE)
        return st;
    struct logic_question unfair = *q;
    struct logic_options quiet = *o;
    struct logic_answer x;
    unfair.formula = q->unfair;
    quiet.notes = NULL;
    quiet.explain_true = false;
    st = check_formula(a, l, &unfair, &quiet, &x, d);
    out->is_vacuous = x.verdict == LTS_VERDICT_TRUE;
    return st;
}
