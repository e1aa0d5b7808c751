/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The shortest trace that tells two systems apart, with a path for it through their states.
 */
#include "runtime/lts/compare.h"

#include <stdlib.h>

/* Sets of states that may be tried where a trace is only one way among others to explain a difference. */
enum { HASTY_SETS = 200000 };

static const char *say_word(struct compare *x, const struct letter *word, size_t n)
{
    struct buf b = {0};
    for (size_t i = 0; i < n; i++)
        buf_printf(&b, "%s%s", i ? " " : "", x->g.name[word[i].label]);
    const char *text = arena_str(x->out->arena, buf_str(&b));
    buf_free(&b);
    return text;
}

/* Whether the other side can do the last letter with other propositions. */
static bool propositions_tell(const struct compare *x, uint32_t from, const struct letter *word, size_t n, bool weak)
{
    struct graph plain = x->g;
    struct path path;
    if (!x->g.colour)
        return false;
    plain.colour =
        NULL; /* letters match whatever the propositions are; the colours of the word before do not matter much */
    bool can = path_find(&plain, from, word, n, weak, NULL, LTS_NONE, &path);
    path_free(&path);
    return can;
}

static void explain(struct compare *x, const struct word *w, bool weak, uint32_t other)
{
    size_t n = w->count - 1;
    const char *last = x->g.name[w->letters[n].label];
    const char *what = propositions_tell(x, other, w->letters, w->count, weak) ? " with these propositions" : "";
    if (n)
        x->out->explanation = arena_printf(x->out->arena, "after %s %s can do %s%s, %s cannot",
                                           say_word(x, w->letters, n), x->who[w->side], last, what, x->who[!w->side]);
    else
        x->out->explanation = arena_printf(x->out->arena, "%s can begin with %s%s, %s cannot", x->who[w->side], last,
                                           what, x->who[!w->side]);
}

/* The steps are a path of side 0 for the word as far as it goes there; when side 1 has the last letter, that is its
 * step. */
static void show(struct compare *x, const struct word *w, bool weak)
{
    struct path own, other;
    const uint32_t *root = x->g.root;
    path_find(&x->g, root[w->side], w->letters, w->count, weak, NULL, LTS_NONE, &own);
    path_find(&x->g, root[!w->side], w->letters, w->count - 1, weak, NULL, LTS_NONE, &other);
    size_t last = own.transition.count - 1;
    uint32_t before = last ? x->g.target[own.transition.items[last - 1]] : own.from;
    if (w->side) {
        compare_add_steps(x, 0, &other, 0);
        compare_add_steps(x, 1, &own, last);
    } else {
        compare_add_steps(x, 0, &own, 0);
    }
    x->out->is_trace = true;
    x->out->only_in = w->side;
    x->out->state_a = x->g.old[w->side ? other.to : before];
    x->out->state_b = x->g.old[w->side ? before : other.to];
    explain(x, w, weak, root[!w->side]);
    path_free(&own);
    path_free(&other);
}

enum status compare_traces(struct compare *x, const struct graph *q, bool weak, enum inclusion which, bool patient,
                           bool *found, struct diag *d)
{
    struct word word;
    struct lts_control hasty = x->c ? *x->c : (struct lts_control){0};
    if (!patient && control_states(x->c) > HASTY_SETS)
        hasty.max_states = HASTY_SETS;
    bool turned = which == SECOND_IN_FIRST;
    enum status st =
        trace_difference(q, q->root[turned], q->root[!turned], weak, which != BOTH_WAYS, &hasty, &word, found, d);
    word.side ^= turned;
    if (st == ST_LIMIT && !patient)
        st = ST_OK;
    if (*found)
        show(x, &word, weak);
    free(word.letters);
    return st;
}
