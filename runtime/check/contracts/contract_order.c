/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Contracts beside other questions: what a contract puts into the program is no statement of it, so that the others are
 * answered before it is put there, and it is taken out again afterwards.
 */
#include "runtime/check/private.h"
#include "runtime/cwi/edit.h"

static bool is_question(const struct note *n)
{
    return n->kind == NOTE_PROPERTY || n->kind == NOTE_SPEC;
}

static void keep(struct check_contracts *x, const struct cwi_unit *u, cwi_id func)
{
    const struct cwi_func *f = func ? cwi_func_of(u, func) : NULL;
    for (size_t i = 0; i < x->places.count; i++)
        if (x->places.items[i].func == func)
            return;
    if (f)
        vec_push(&x->places, ((struct contract_place){func, cwi_copy_blocks(u->arena, f), f->block_count}));
}

static void put_back(struct check_contracts *x, struct cwi_unit *u)
{
    for (size_t i = 0; i < x->places.count; i++) {
        struct cwi_func *f = u->funcs.items[x->places.items[i].func];
        f->blocks = x->places.items[i].blocks;
        f->block_count = x->places.items[i].block_count;
    }
}

enum status check_contracts_begin(struct check_contracts *x, struct cwi_unit *u, const struct notes *notes,
                                  struct diag *d)
{
    enum status st = ST_OK;
    size_t vars = u->vars.count;
    for (size_t i = 0; i < notes->list.count && !st; i++) {
        const struct note *q = notes->list.items[i], *unused;
        x->questions += is_question(q);
        if (!is_question(q) || !check_contract_is(q))
            continue;
        x->count++;
        keep(x, u, check_contract_function(u, q));
        st = check_contract_compile(u->arena, u, q, &unused, d);
    }
    put_back(x, u);
    for (size_t i = 0; i < x->places.count; i++) /* what was put back is what is to be kept */
        x->places.items[i].blocks = cwi_copy_blocks(u->arena, u->funcs.items[x->places.items[i].func]);
    u->vars.count = vars;
    return st;
}

const struct budget *check_contracts_share(const struct check_contracts *x, const struct budget *all,
                                           struct budget *share)
{
    double now = base_budget_now();
    *share = *all;
    if (share->deadline > 0)
        share->deadline = now + (share->deadline - now) * (x->questions - x->count) / x->questions;
    return share;
}

void check_contracts_end(struct check_contracts *x, struct cwi_unit *u)
{
    put_back(x, u);
    vec_free(&x->places);
}

static void join_assumptions(struct check_report *others, const struct check_report *contracts)
{
    const struct check_report *of[2] = {others, contracts};
    struct assumed all = {0};
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < of[k]->assumption_count; i++)
            check_assumed_add_text(&all, of[k]->assumptions[i]);
    others->assumption_count = (uint32_t)all.texts.count;
    others->assumptions = vec_to_arena(&all.texts, others->arena);
    check_assumed_free(&all);
}

void check_contracts_join(const struct notes *notes, struct check_report *others, struct check_report *contracts)
{
    struct VEC(struct check_answer) all = {0};
    uint32_t next[2] = {0};
    const struct check_report *of[2] = {others, contracts};
    for (size_t i = 0; i < notes->list.count; i++) {
        const struct note *q = notes->list.items[i];
        bool is_contract = is_question(q) && check_contract_is(q);
        uint32_t *k = &next[is_contract];
        bool is_asked = is_question(q) && *k < of[is_contract]->count &&
                        (is_contract || of[0]->answers[*k].question == q); /* a spec may belong to another program */
        if (is_asked)
            vec_push(&all, of[is_contract]->answers[(*k)++]);
    }
    others->count = (uint32_t)all.count;
    others->answers = vec_to_arena(&all, others->arena);
    join_assumptions(others, contracts);
    others->was_exact |= contracts->was_exact;
    others->runs += contracts->runs;
    others->used_up = others->used_up ? others->used_up : contracts->used_up;
    if (!others->model) {
        others->model = contracts->model;
        contracts->model = NULL;
    }
    struct check_report **parts = ARENA_ARRAY(others->arena, struct check_report *, others->part_count + 1);
    if (others->part_count)
        memcpy(parts, others->parts, others->part_count * sizeof *parts);
    parts[others->part_count++] = contracts;
    others->parts = parts;
    vec_free(&all);
}
