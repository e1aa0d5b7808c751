/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A graph of which a run has not seen everything, as a modal system of the program: behind each state that was not
 * stepped there is a state that stands for whatever may come. What is certain of this system is certain of the program.
 * Source: Godefroid, Jagadeesan, Automatic abstraction using generalized model checking, 2002 (partial systems).
 */
#include "runtime/check/private.h"

static void *copied(const void *from, size_t count, size_t more, size_t size)
{
    char *to = base_mem_zalloc((count + more) * size + 1);
    if (count)
        memcpy(to, from, count * size);
    return to;
}

bool check_unfinished_is(const struct avm_model *m)
{
    return m->end != AVM_COMPLETE && m->stepped && m->stepped <= m->graph->states && m->graph->states < UINT32_MAX - 1;
}

void check_unfinished_add(struct lts *l, const struct avm_model *m)
{
    uint32_t n = l->states, anything = n, rest = n - m->stepped;
    uint64_t t = lts_transitions(l), more = (uint64_t)rest + 1;
    l->first = copied(l->first, n + (size_t)1, 1, sizeof *l->first);
    l->label = copied(l->label, t, more, sizeof *l->label); /* silent: LTS_TAU is 0 */
    l->target = copied(l->target, t, more, sizeof *l->target);
    l->must = copied(l->must, t / 64 + 1, more / 64 + 1, sizeof *l->must);
    l->states = n + 1;
    for (uint64_t i = t / 64 * 64; i < t + more; i++)
        if (i >= t)
            l->must[i >> 6] &= ~((uint64_t)1 << (i & 63));
    for (uint32_t s = m->stepped; s <= n; s++) {
        l->target[t++] = anything;
        l->first[s + 1] = t;
    }
    memset(l->prop + (size_t)n * l->props, LTS_MAYBE, l->props);
}

void check_unfinished_free(struct lts *l)
{
    free(l->first);
    free(l->label);
    free(l->target);
    free(l->must);
}
