/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An evaluator of Hennessy-Milner formulas.
 */
#ifndef CWOLF_LTS_NAIVE_FORMULA_H
#define CWOLF_LTS_NAIVE_FORMULA_H

#include "lts_naive.h"

static uint32_t naive_eval_at(const struct naive *x, const char **f, const struct lts *props)
{
    uint32_t all = x->states == 32 ? UINT32_MAX : (1u << x->states) - 1;
    if (!strncmp(*f, "tt", 2)) {
        *f += 2;
        return all;
    }
    if (!strncmp(*f, "not ", 4)) {
        *f += 4;
        return all & ~naive_eval_at(x, f, props);
    }
    if (**f == '(') {
        uint32_t set = all;
        do {
            *f += **f == '(' ? 1 : 5; /* " and " */
            set &= naive_eval_at(x, f, props);
        } while (!strncmp(*f, " and ", 5));
        if (**f != ')')
            abort();
        ++*f;
        return set;
    }
    if (**f == '<') {
        bool weak = (*f)[1] == '<';
        const char *name = *f + 1 + weak, *end = strchr(name, '>');
        *f = end + 1 + weak;
        uint32_t inner = naive_eval_at(x, f, props), set = 0;
        for (int s = 0; s < x->states; s++) {
            uint32_t to = 0;
            for (int a = 0; a < x->labels; a++) /* a weak <<i>> is silent: it changes no proposition */
                if (strlen(x->name[a]) == (size_t)(end - name) && !memcmp(x->name[a], name, (size_t)(end - name)) &&
                    !(weak && a == N_SHOWN))
                    to |= weak ? x->weak[a][s] : x->step[a][s];
            set |= (uint32_t)((to & inner) != 0) << s;
        }
        return set;
    }
    bool maybe = !strncmp(*f, "maybe(", 6);
    *f += maybe ? 6 : 0;
    uint32_t set = 0;
    for (uint32_t p = 0; p < props->props; p++) {
        size_t n = strlen(props->prop_names[p]);
        if (strncmp(*f, props->prop_names[p], n))
            continue;
        *f += n + maybe;
        for (int s = 0; s < x->states; s++) {
            int value = x->colour[s];
            for (uint32_t later = p + 1; later < props->props; later++)
                value /= 3;
            set |= (uint32_t)(value % 3 == (maybe ? LTS_MAYBE : LTS_TRUE)) << s;
        }
        return set;
    }
    fprintf(stderr, "no formula: %s\n", *f);
    abort();
}

/* The set of states where a formula holds. */
__attribute__((unused)) static uint32_t naive_eval(const struct naive *x, const char *formula, const struct lts *props)
{
    uint32_t set = naive_eval_at(x, &formula, props);
    if (*formula) {
        fprintf(stderr, "left over: %s\n", formula);
        abort();
    }
    return set;
}

#endif
