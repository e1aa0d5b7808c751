/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An evaluator of Hennessy-Milner formulas.
 */
#ifndef CWOLF_LTS_NAIVE_FORMULA_H
#define CWOLF_LTS_NAIVE_FORMULA_H

#include "lts_naive.h"

/* Definitions "where X1 = F" that follow a formula, by number. */
struct naive_text {
    const char *at, *where[1000];
    const struct lts *props;
};

static uint32_t naive_eval_at(const struct naive *x, struct naive_text *f);

static bool naive_take(struct naive_text *f, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(f->at, word, n))
        return false;
    f->at += n;
    return true;
}

/* A label up to `stop`: the transitions that it means. i is the silent one, i! the one that changes a proposition, i?
 * the silent one or none; in strong formulas both are i. */
static bool naive_take_label(const struct naive *x, struct naive_text *f, const char *stop, bool strong,
                             bool means[N_LABELS])
{
    const char *end = strstr(f->at, stop);
    size_t n = (size_t)(end - f->at);
    bool optional = n == 2 && !memcmp(f->at, "i?", 2), shown = n == 2 && !memcmp(f->at, "i!", 2);
    for (int a = 0; a < x->labels; a++)
        means[a] = strlen(x->name[a]) == n && !memcmp(x->name[a], f->at, n) && (strong || a != N_SHOWN);
    means[N_SILENT] |= optional;
    means[N_SHOWN] |= shown;
    f->at = end + strlen(stop);
    return optional;
}

static uint32_t naive_step_to(const struct naive *x, const bool means[N_LABELS], bool weak, uint32_t inner)
{
    uint32_t set = 0;
    for (int s = 0; s < x->states; s++)
        for (int a = 0; a < x->labels; a++)
            if (means[a] && ((weak ? x->weak[a][s] : x->step[a][s]) & inner))
                set |= 1u << s;
    return set;
}

/* Endless silent steps that F holds on from some point on: the greatest fixpoint, and what silent steps lead to it. */
static uint32_t naive_forever(const struct naive *x, uint32_t inner)
{
    uint32_t set = inner, old, before = 0;
    do {
        old = set;
        for (int s = 0; s < x->states; s++)
            if ((set >> s & 1) && !(x->step[N_SILENT][s] & set))
                set &= ~(1u << s);
    } while (set != old);
    for (int s = 0; s < x->states; s++)
        before |= (uint32_t)((x->closure[s] & set) != 0) << s;
    return before;
}

static uint32_t naive_eval_proposition(const struct naive *x, struct naive_text *f)
{
    bool maybe = naive_take(f, "maybe(");
    uint32_t set = 0;
    for (uint32_t p = 0; p < f->props->props; p++) {
        if (!naive_take(f, f->props->prop_names[p]))
            continue;
        f->at += maybe;
        for (int s = 0; s < x->states; s++) {
            int value = x->colour[s];
            for (uint32_t later = p + 1; later < f->props->props; later++)
                value /= 3;
            set |= (uint32_t)(value % 3 == (maybe ? LTS_MAYBE : LTS_TRUE)) << s;
        }
        return set;
    }
    fprintf(stderr, "no formula: %s\n", f->at);
    abort();
}

static uint32_t naive_eval_at(const struct naive *x, struct naive_text *f)
{
    uint32_t all = x->states == 32 ? UINT32_MAX : (1u << x->states) - 1;
    bool means[N_LABELS];
    if (naive_take(f, "tt"))
        return all;
    if (naive_take(f, "not "))
        return all & ~naive_eval_at(x, f);
    if (naive_take(f, "forever "))
        return naive_forever(x, naive_eval_at(x, f));
    if (naive_take(f, "X")) {
        char *end;
        struct naive_text part = *f;
        part.at = f->where[strtoul(f->at, &end, 10)];
        f->at = end;
        return naive_eval_at(x, &part);
    }
    if (naive_take(f, "(")) {
        uint32_t set = naive_eval_at(x, f);
        while (naive_take(f, " and "))
            set &= naive_eval_at(x, f);
        if (!naive_take(f, ")"))
            abort();
        return set;
    }
    if (*f->at == '<') {
        bool weak = f->at[1] == '<';
        f->at += 1 + weak;
        bool optional = naive_take_label(x, f, weak ? ">>" : ">", !weak, means);
        uint32_t inner = naive_eval_at(x, f);
        return naive_step_to(x, means, weak, inner) | (optional ? inner : 0);
    }
    return naive_eval_proposition(x, f);
}

/* The set of states where a formula, as it is written for people, holds. */
__attribute__((unused)) static uint32_t naive_eval(const struct naive *x, const struct lts_formula *told,
                                                   const struct lts *props)
{
    struct buf text = {0};
    struct naive_text f = {.props = props};
    int where = 1;
    lts_formula_text(told, &text);
    for (char *line = strchr(text.data, '\n'); line; line = strchr(line, '\n'), where++) {
        char begin[40];
        *line++ = 0;
        snprintf(begin, sizeof begin, "    where X%d = ", where);
        if (where == 1000 || strncmp(line, begin, strlen(begin)))
            abort();
        f.where[where] = line + strlen(begin);
    }
    f.at = text.data;
    uint32_t set = naive_eval_at(x, &f);
    if (*f.at) {
        fprintf(stderr, "left over: %s\n", f.at);
        abort();
    }
    buf_free(&text);
    return set;
}

#endif
