/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes equal restrictions and relabellings of a CCS file one, and shares terms once more.
 *
 * Each `\` and `[ ]` of the text has its own entry until the whole file is read, because a set may be defined behind
 * its use. Arguments of a term have smaller ids than the term, so that one pass in the order of ids rebuilds all.
 */
#include "runtime/lts/io/ccs.h"

#include <stdlib.h>

/* For each entry the first one with the same content. */
struct same {
    uint32_t *restriction, *relabelling;
};

static int pair_order(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint32_t *same_restrictions(const struct ccs_file *f)
{
    struct intern *contents = base_intern_new();
    struct VEC(uint32_t) first_with = {0};
    uint32_t *same = base_mem_alloc((f->restriction.count + 1) * sizeof *same);
    for (uint32_t i = 0; i < f->restriction.count; i++) {
        const struct ccs_set *set = io_ccs_restricted_names(f, i);
        uint32_t id = base_intern_add(contents, set->names.count ? (const char *)set->names.items : "",
                                      set->names.count * sizeof *set->names.items);
        if (id == first_with.count)
            vec_push(&first_with, i);
        same[i] = first_with.items[id];
    }
    vec_free(&first_with);
    base_intern_free(contents);
    return same;
}

static uint32_t *same_relabellings(const struct ccs_file *f)
{
    struct intern *contents = base_intern_new();
    struct VEC(uint32_t) first_with = {0};
    struct VEC(uint64_t) pairs = {0};
    uint32_t *same = base_mem_alloc((f->relabelling.count + 1) * sizeof *same);
    for (uint32_t i = 0; i < f->relabelling.count; i++) {
        const struct ccs_relabelling *r = &f->relabelling.items[i];
        pairs.count = 0;
        for (size_t k = 0; k < r->to.count; k++)
            vec_push(&pairs, (uint64_t)r->from.items[k] << 32 | r->to.items[k]);
        qsort(pairs.items, pairs.count, sizeof *pairs.items, pair_order);
        uint32_t id = base_intern_add(contents, (const char *)pairs.items, pairs.count * sizeof *pairs.items);
        if (id == first_with.count)
            vec_push(&first_with, i);
        same[i] = first_with.items[id];
    }
    vec_free(&pairs);
    vec_free(&first_with);
    base_intern_free(contents);
    return same;
}

struct arguments {
    struct VEC(uint32_t) list;
};

/* The arguments of a term of `old` in the new terms. */
static void map_arguments(const struct ccs_terms *old, uint32_t term, const struct same *same, const uint32_t *new_of,
                          struct arguments *out)
{
    enum ccs_kind kind = ccs_kind_of(old, term);
    out->list.count = 0;
    for (uint32_t i = 0; i < ccs_arity(old, term); i++) {
        uint32_t arg = ccs_arg(old, term, i);
        if (kind == T_SUM || kind == T_PAR || (i == 1 && (kind == T_PREFIX || kind == T_RESTRICT || kind == T_RELABEL)))
            arg = new_of[arg];
        else if (kind == T_RESTRICT)
            arg = same->restriction[arg];
        else if (kind == T_RELABEL)
            arg = same->relabelling[arg];
        vec_push(&out->list, arg);
    }
}

void io_ccs_share(struct ccs_file *f)
{
    struct same same = {same_restrictions(f), same_relabellings(f)};
    struct ccs_terms old = f->terms;
    struct arguments args = {0};
    uint32_t *new_of = base_mem_alloc((base_intern_count(old.shared) + 1) * sizeof *new_of);
    io_ccs_terms_init(&f->terms);
    for (uint32_t term = 0; term < base_intern_count(old.shared); term++) {
        map_arguments(&old, term, &same, new_of, &args);
        new_of[term] = io_ccs_term(&f->terms, ccs_kind_of(&old, term), args.list.items, (uint32_t)args.list.count);
    }
    for (size_t p = 0; p < f->process.count; p++)
        f->process.items[p].body = new_of[f->process.items[p].body];
    free(new_of);
    vec_free(&args.list);
    io_ccs_terms_free(&old);
    free(same.restriction);
    free(same.relabelling);
}
