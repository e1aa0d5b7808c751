/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The shortest trace, completed trace or failure that tells two systems apart, with a path for it through their states.
 */
#include "runtime/lts/compare/compare.h"

#include <stdlib.h>

/* Sets of states that may be tried, and members of them looked at, where a trace is only one way among others to
 * explain a difference. */
enum { HASTY_SETS = 200000, HASTY_WORK = 10000000 };

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
    bool can = compare_path_find(&plain, from, word, n, weak, NULL, LTS_NONE, &path);
    compare_path_free(&path);
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

/* The steps are those of the side that has the word; of a program, its own as far as they go. */
static void show(struct compare *x, const struct word *w, bool weak)
{
    struct path own, other;
    const uint32_t *root = x->g.root;
    compare_path_find(&x->g, root[w->side], w->letters, w->count, weak, NULL, LTS_NONE, &own);
    compare_path_find(&x->g, root[!w->side], w->letters, w->count - 1, weak, NULL, LTS_NONE, &other);
    size_t last = own.transition.count - 1;
    uint32_t before = last ? x->g.target[own.transition.items[last - 1]] : own.from;
    if (w->side && x->program) {
        compare_add_steps(x, 0, &other, 0);
        compare_add_steps(x, 1, &own, last);
    } else {
        compare_add_steps(x, w->side, &own, 0);
    }
    x->letters = (uint32_t)w->count;
    x->out->state_a = x->g.old[w->side ? other.to : before];
    x->out->state_b = x->g.old[w->side ? before : other.to];
    explain(x, w, weak, root[!w->side]);
    compare_path_free(&own);
    compare_path_free(&other);
}

/* ---- refusals ---------------------------------------------------------------------------------------------------- */

/* "a, b or c" */
static const char *say_refused(struct compare *x)
{
    const struct lts_comparison *o = x->out;
    struct buf b = {0};
    for (size_t i = 0; i < o->refused_count; i++)
        buf_printf(&b, "%s%s", !i ? "" : i + 1 == o->refused_count ? " and " : ", ", o->refused[i]);
    const char *text = arena_str(o->arena, buf_str(&b));
    buf_free(&b);
    return text;
}

static void explain_refusal(struct compare *x, const struct word *w, enum observation what)
{
    struct lts_comparison *o = x->out;
    const char *who = x->who[w->side], *other = x->who[!w->side];
    const char *after = w->count ? arena_printf(o->arena, "after %s ", say_word(x, w->letters, w->count)) : "";
    const char *when = w->count ? "" : " at the start";
    if (!o->refused_count)
        o->explanation = arena_printf(o->arena, "%s%s can come to rest%s, %s cannot: it can always go on silently",
                                      after, who, when, other);
    else if (what == OBSERVE_COMPLETED)
        o->explanation = arena_printf(o->arena, "%s%s can have ended%s, where no step is possible, %s cannot", after,
                                      who, when, other);
    else if (o->refused_count == 1)
        o->explanation =
            arena_printf(o->arena, "%s%s can refuse %s%s, %s cannot", after, who, say_refused(x), when, other);
    else
        o->explanation = arena_printf(o->arena, "%s%s can refuse all of %s%s, %s always does one of them", after, who,
                                      say_refused(x), when, other);
}

/* Marks the members of a class that refuse what the class refuses. */
static uint32_t *mark_class(const struct graph *g, const uint32_t *class_of, uint32_t class, bool weak)
{
    uint32_t *mark = base_mem_zalloc(g->states * sizeof *mark);
    for (uint32_t s = 0; s < g->states; s++) {
        bool silent = g->first[s] < g->first[s + 1] && g->label[g->first[s]] == GRAPH_SILENT;
        mark[s] = class_of[s] == class && !(weak && silent);
    }
    return mark;
}

/* The steps lead through the side that refuses to the state that does; of a program, through it. */
static void show_refusal(struct compare *x, const struct word *w, const struct observed *how)
{
    struct path path[2];
    const struct graph *g = &x->g;
    struct lts_comparison *o = x->out;
    uint32_t *mark = mark_class(g, how->class_of, w->state, how->weak);
    for (int side = 0; side < 2; side++)
        compare_path_find(g, g->root[side], w->letters, w->count, how->weak, mark, side == w->side ? 1 : LTS_NONE,
                          &path[side]);
    int shown = x->program ? 0 : w->side;
    compare_add_steps(x, shown, &path[shown], 0);
    o->state_a = g->old[path[0].to];
    o->state_b = g->old[path[1].to];
    o->refuses = true;
    o->refused_count = w->refused.count;
    const char **names = ARENA_ARRAY(o->arena, const char *, w->refused.count + 1);
    for (size_t i = 0; i < w->refused.count; i++)
        names[i] = arena_str(o->arena, g->name[w->refused.items[i]]);
    o->refused = names;
    explain_refusal(x, w, how->what);
    compare_path_free(&path[0]);
    compare_path_free(&path[1]);
    free(mark);
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

/* Shorter, or as long and earlier in the order of labels: what is told does not hang on which system is first. */
static bool comes_before(const struct word *a, const struct word *b)
{
    if (a->count != b->count)
        return a->count < b->count;
    for (size_t i = 0; i < a->count; i++)
        if (a->letters[i].label != b->letters[i].label)
            return a->letters[i].label < b->letters[i].label;
    return false;
}

/* What one side has and the other not, the shortest where the limits allow to look at both sides. */
static enum status find_word(const struct compare *x, const struct graph *q, const struct observed *how,
                             const struct lts_control *c, struct word *word, bool *found, struct diag *d)
{
    enum status worst = ST_OK;
    uint32_t longest = UINT32_MAX;
    for (int side = 0; side < 2; side++) {
        struct inclusion_question ask = {.g = q,
                                         .a = q->root[side],
                                         .b = q->root[!side],
                                         .weak = how->weak,
                                         .what = how->what,
                                         .letters = longest,
                                         .work = how->patient ? 0 : HASTY_WORK};
        struct word w;
        bool fails;
        if (how->which == (side ? FIRST_IN_SECOND : SECOND_IN_FIRST) || (*found && !word->count))
            continue;
        enum status st = words_inclusion_fails(&ask, c, &w, &fails, d);
        if (st == ST_STOPPED)
            return st;
        worst = st ? st : worst;
        w.side = side;
        if (fails && (!*found || comes_before(&w, word))) {
            words_word_free(word);
            *word = w;
            *found = true;
        } else {
            words_word_free(&w);
        }
        longest = *found ? (uint32_t)word->count : longest;
    }
    x->out->maybe_shorter = *found && worst && word->count > 1;
    return *found ? ST_OK : worst;
}

enum status compare_words(struct compare *x, const struct graph *q, const struct observed *how, bool *found,
                          struct diag *d)
{
    struct word word = {0};
    struct lts_control hasty = x->c ? *x->c : (struct lts_control){0};
    if (!how->patient && control_states(x->c) > HASTY_SETS)
        hasty.max_states = HASTY_SETS;
    bool known = false;
    enum status st = ST_OK;
    *found = false;
    if (how->what == OBSERVE_TRACES && how->which == BOTH_WAYS)
        st = words_traces_differ(q, q->root[0], q->root[1], how->weak, HASTY_WORK, x->c, &word, &known, found, d);
    if (!st && !known)
        st = find_word(x, q, how, &hasty, &word, found, d);
    if (how->unsure)
        *how->unsure = st == ST_LIMIT;
    if (st == ST_LIMIT && !how->patient)
        st = ST_OK;
    if (*found && !st) {
        x->out->is_trace = true;
        x->out->only_in = word.side;
        if (word.refuses)
            show_refusal(x, &word, how);
        else
            show(x, &word, how->weak);
    }
    words_word_free(&word);
    return st;
}
