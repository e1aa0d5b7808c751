/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Minimal acceptances: the offers of the stable states of a set, without those that contain another. What a state
 * offers is interned once, so a set of many states with few different offers costs little.
 */
#include "runtime/lts/words/acceptance.h"
#include "runtime/base/sorted.h"

static uint32_t intern_offer(struct acceptances *x, const struct u32s *labels)
{
    uint32_t known = base_intern_count(x->offers);
    uint32_t offer = base_intern_add(x->offers, (const char *)labels->items, labels->count * sizeof *labels->items);
    if (offer < known)
        return offer;
    uint64_t bits = 0;
    for (size_t i = 0; i < labels->count; i++)
        bits |= (uint64_t)1 << (hash_u64(labels->items[i]) & 63);
    vec_push(&x->filter, bits);
    x->bytes += labels->count * sizeof *labels->items + 2 * sizeof(uint64_t);
    return offer;
}

static uint32_t offer_of(struct acceptances *x, uint32_t s)
{
    const struct graph *g = x->g;
    uint64_t t = g->first[s], end = g->first[s + 1];
    if (x->weak && t < end && g->label[t] == GRAPH_SILENT)
        return LTS_NONE;
    x->labels.count = 0;
    for (; t < end; t++)
        if (!x->labels.count || x->labels.items[x->labels.count - 1] != g->label[t])
            vec_push(&x->labels, g->label[t]);
    return intern_offer(x, &x->labels);
}

void words_acceptances_init(struct acceptances *x, const struct graph *g, bool weak, enum observation what)
{
    *x = (struct acceptances){.g = g, .weak = weak, .what = what};
    x->offers = base_intern_new();
    x->kinds = base_intern_new();
    vec_push(&x->labels, 0); /* so that the set without labels has an address */
    x->labels.count = 0;
    intern_offer(x, &x->labels); /* it is offer 0 */
    x->offer = base_mem_alloc(g->states * sizeof *x->offer);
    x->bytes = g->states * sizeof *x->offer;
    for (uint32_t s = 0; s < g->states; s++)
        x->offer[s] = offer_of(x, s);
}

void words_acceptances_free(struct acceptances *x)
{
    if (x->offers) {
        base_intern_free(x->offers);
        base_intern_free(x->kinds);
    }
    free(x->offer);
    vec_free(&x->filter);
    vec_free(&x->labels);
    vec_free(&x->found);
}

static void copy_words(const struct intern *t, uint32_t id, struct u32s *out)
{
    out->count = base_intern_len(t, id) / sizeof *out->items;
    vec_reserve(out, out->count + 1);
    memcpy(out->items, base_intern_str(t, id), out->count * sizeof *out->items);
}

void words_acceptances_of_kind(const struct acceptances *x, uint32_t kind, struct u32s *out)
{
    copy_words(x->kinds, kind, out);
}

void words_acceptances_labels(const struct acceptances *x, uint32_t offer, struct u32s *out)
{
    copy_words(x->offers, offer, out);
}

/* Whether all labels of one offer are in another, which is not smaller. */
static bool is_part(const struct acceptances *x, uint32_t small, uint32_t large)
{
    if (x->filter.items[small] & ~x->filter.items[large])
        return false;
    const char *s = base_intern_str(x->offers, small), *l = base_intern_str(x->offers, large);
    size_t n = base_intern_len(x->offers, small), m = base_intern_len(x->offers, large), j = 0;
    for (size_t i = 0; i < n; i += sizeof(uint32_t), j += sizeof(uint32_t)) {
        uint32_t wanted, label = 0;
        memcpy(&wanted, s + i, sizeof wanted);
        for (; j < m; j += sizeof label) {
            memcpy(&label, l + j, sizeof label);
            if (label >= wanted)
                break;
        }
        if (j == m || label != wanted)
            return false;
    }
    return true;
}

/* The offers of the stable members, the small ones first; then without those that contain another. */
static void minimal_offers(struct acceptances *x, const uint32_t *member, size_t n)
{
    size_t kept = 0;
    x->found.count = 0;
    for (size_t i = 0; i < n; i++)
        if (x->offer[member[i]] != LTS_NONE)
            vec_push(&x->found, (uint64_t)base_intern_len(x->offers, x->offer[member[i]]) << 32 | x->offer[member[i]]);
    x->found.count = base_sort_unique_u64(x->found.items, x->found.count);
    for (size_t i = 0, k; i < x->found.count; i++) {
        for (k = 0; k < kept && !is_part(x, (uint32_t)x->found.items[k], (uint32_t)x->found.items[i]); k++)
            ;
        if (k == kept)
            x->found.items[kept++] = x->found.items[i];
    }
    x->found.count = kept;
}

/* Where a trace can end, nothing; else all labels, of which there are none on an endless silent loop. */
static void completed_offer(struct acceptances *x, const uint32_t *member, size_t n, const struct set_steps *steps)
{
    bool ends = false;
    x->found.count = x->labels.count = 0;
    for (size_t i = 0; i < n && !ends; i++)
        ends = !x->offer[member[i]];
    for (size_t i = 0; i < steps->count; i++)
        if (!x->labels.count || x->labels.items[x->labels.count - 1] != steps->items[i].letter.label)
            vec_push(&x->labels, steps->items[i].letter.label);
    if (ends)
        x->labels.count = 0;
    if (ends || x->labels.count)
        vec_push(&x->found, intern_offer(x, &x->labels));
}

uint32_t words_acceptances_kind(struct acceptances *x, const uint32_t *member, size_t n, const struct set_steps *steps)
{
    if (x->what == OBSERVE_COMPLETED)
        completed_offer(x, member, n, steps);
    else
        minimal_offers(x, member, n);
    x->labels.count = 0;
    vec_push(&x->labels, x->g->colour ? x->g->colour[*member] : 0);
    for (size_t i = 0; i < x->found.count; i++)
        vec_push(&x->labels, (uint32_t)x->found.items[i]);
    uint32_t known = base_intern_count(x->kinds);
    uint32_t kind = base_intern_add(x->kinds, (const char *)x->labels.items, x->labels.count * sizeof *x->labels.items);
    if (kind == known)
        x->bytes += x->labels.count * sizeof *x->labels.items + sizeof(uint64_t);
    return kind;
}
