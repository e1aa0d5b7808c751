/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is shown for False: steps are transitions of the system, each goes on where the last one ended, and no path that
 * begins like a counterexample of LTL satisfies the formula: the naive evaluator judges that by a system that has only
 * these paths. Where a formula may be false, the same holds of a system in which all that may be is.
 */
#include "logic_naive.h"
#include "tap.h"

enum { RUNS = 3000 };

/* Whether the steps of each branch follow each other from where it begins. */
static bool connected(const struct lts *l, const struct logic_answer *a)
{
    uint32_t at[256] = {l->initial};
    uint32_t depth = 0;
    for (size_t i = 0; i < a->count; i++) {
        const struct logic_step *s = &a->steps[i];
        if (s->depth >= 255 || s->depth > depth + 1)
            return false;
        if (s->kind == LOGIC_BRANCH)
            at[s->depth] = at[s->depth - 1];
        depth = s->depth;
        if (s->kind != LOGIC_CUT && s->state != at[depth])
            return false;
        if (s->kind != LOGIC_STEP)
            continue;
        if (s->transition < l->first[s->state] || s->transition >= l->first[s->state + 1] ||
            l->target[s->transition] != s->target)
            return false;
        at[depth] = s->target;
    }
    return true;
}

/* Loops that do not end where they begin. */
static int n_mismatch;

/* The path of a counterexample as a system: a lasso; a path that ends; or a path on which everything may follow. */
static bool draft_of(const struct naive_draft *d, const struct lts *l, const struct logic_answer *a,
                     struct naive_draft *out)
{
    uint32_t at = 0, back = 0, met[64];
    bool loops = false, ends = false;
    *out = (struct naive_draft){.states = 1, .props = d->props};
    memcpy(out->value[0], d->value[l->initial], sizeof *out->value);
    uint32_t state_of[NL_STATES + 1] = {l->initial};
    for (size_t i = 0; i < a->count; i++) {
        const struct logic_step *s = &a->steps[i];
        if (i < 64)
            met[i] = at;
        if (s->kind == LOGIC_STEP) {
            if (at + 1 == NL_STATES)
                return false;
            int label = -1;
            for (int k = 1; k < NL_LABELS; k++)
                label = strcmp(nl_labels[k], lts_label(l, s->transition)) ? label : k - 1;
            out->edge[out->count++] = (struct naive_edge){at, at + 1, label, true};
            state_of[++at] = s->target;
            memcpy(out->value[at], d->value[s->target], sizeof *out->value);
        }
        if (s->kind == LOGIC_LOOP) {
            loops = true;
            back = s->again < 64 ? met[s->again] : UINT32_MAX;
        }
        ends |= s->kind == LOGIC_END || (s->kind == LOGIC_FACT && strstr(s->text, "no transition"));
        if (s->kind == LOGIC_BRANCH || s->kind == LOGIC_CUT || s->kind == LOGIC_SEEN)
            return false;
    }
    out->states = at + 1;
    if (loops) {
        if (back == UINT32_MAX || !at)
            return false;
        out->edge[at - 1].to = back;
        out->states = at;
        return state_of[back] == state_of[at] || (n_mismatch++, true);
    }
    if (ends || l->first[state_of[at]] == l->first[state_of[at] + 1])
        return true;
    if (at + d->states > NL_STATES)
        return false;
    for (int i = 0; i < d->count; i++) { /* the whole system, from the last state on */
        struct naive_edge e = d->edge[i];
        for (int copy = 0; copy < 2; copy++) {
            uint32_t from = copy ? at : at + 1 + e.from;
            if (!copy || e.from == state_of[at])
                out->edge[out->count++] = (struct naive_edge){from, at + 1 + e.to, e.label, true};
        }
    }
    for (uint32_t s = 0; s < d->states; s++)
        memcpy(out->value[at + 1 + s], d->value[s], sizeof *out->value);
    out->states = at + 1 + d->states;
    return out->states <= NL_STATES;
}

struct counts {
    int wrong, loose, judged, shown;
};

static void judge(struct nl_generator g, bool may, struct counts *n, int run)
{
    struct naive_draft d, path;
    struct nl_system x;
    struct buf text = {0};
    struct diag why = {0};
    struct logic_question *q;
    struct logic_answer a = {0};
    struct logic_options o = {0};
    struct nl_value vars[NL_VARS];
    do
        naive_draw(&d, 4, 3, may, true);
    while (d.props < 2);
    for (uint32_t s = 0; s < d.states; s++)
        for (uint32_t p = 0; p < d.props; p++)
            d.value[s][p] = d.value[s][p] == LTS_MAYBE ? LTS_TRUE : d.value[s][p];
    struct lts *l = naive_build(&d, false, may);
    const struct nl_formula *f = nl_draw_path(&g, 4), *some = nl_new(&g, NL_E, (struct nl_formula *)(uintptr_t)f, NULL);
    buf_puts(&text, "ltl ");
    nl_put(f, &text);
    bool asked = logic_parse(g.arena, "formula", buf_str(&text), &q, &why) == ST_OK &&
                 logic_check(g.arena, l, q, &o, &a, &why) == ST_OK;
    n->shown += a.verdict != LTS_VERDICT_TRUE;
    n->loose += !asked || !connected(l, &a) || (a.verdict == LTS_VERDICT_TRUE && a.count);
    if (asked && a.verdict != LTS_VERDICT_TRUE && draft_of(&d, l, &a, &path)) {
        nl_read(&x, &path, -1);
        n->judged++;
        if (nl_eval(&x, some, vars).sure >> x.initial & 1) {
            struct buf steps = {0};
            logic_steps_text(l, a.steps, a.count, &steps);
            n->wrong++;
            printf("# run %d: %s\n# %s\n", run, buf_str(&text), buf_str(&steps));
            naive_show("system", l);
            buf_free(&steps);
        }
    }
    buf_free(&text);
    lts_free(l);
}

int main(void)
{
    for (int may = 0; may < 2; may++) {
        struct counts n = {0};
        naive_seed = 21 + (uint64_t)may;
        for (int run = 0; run < RUNS && n.wrong < 3; run++) {
            struct nl_generator g = {.ltl = true, .events = true, .props = 2, .temporal = 3, .arena = arena_new()};
            judge(g, may, &n, run);
            arena_free(g.arena);
        }
        ok(!n.loose, "%s systems: %d counterexamples are paths from the initial state", may ? "modal" : "complete",
           n.shown);
        ok(!n_mismatch, "    loops end where they begin");
        ok(!n.wrong, "    no path that begins like one of %d satisfies the formula", n.judged);
        ok(n.judged > RUNS / 5, "    enough of them are small");
    }
    return done();
}
