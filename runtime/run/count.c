/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From counts of instructions and of what was taken to those of lines and branches.
 */
#include "private.h"

struct lines {
    struct cwi_place *of; /* of each instruction */
    uint64_t *inflow;     /* into each from another line, or backwards */
};

static bool is_same(struct cwi_place a, struct cwi_place b)
{
    return a.file == b.file && a.line == b.line;
}

/* What only ends lives belongs to the line before it; where a block begins with it, another one may have been executed
 * before it than stands there, and it belongs to the line that follows. */
static void find_lines(const struct func_code *fn, struct lines *l)
{
    uint32_t k = 0;
    for (uint32_t b = 0; b < fn->f->block_count; b++) {
        uint32_t start = k, end = k + fn->f->blocks[b].count, first = k;
        while (first + 1 < end && run_is_quiet(&fn->code[first]))
            first++;
        for (; k < end; k++) {
            const struct instr *i = &fn->code[k < first ? first : k];
            bool is_of_other = i->is_borrowed || (k > start && run_is_quiet(i));
            bool is_of_function = !start && k < first;
            l->of[k] = is_of_function             ? fn->f->at
                       : is_of_other && k > start ? l->of[k - 1]
                       : is_of_other              ? (struct cwi_place){0}
                                                  : i->src->at;
        }
    }
}

static uint32_t target_count(const struct instr *i)
{
    return i->taken ? i->src->target_count + i->src->case_count : 0;
}

/* How often control came to each instruction, and from where that counts. */
static void find_inflow(const struct func_code *fn, struct lines *l, uint64_t *jumped)
{
    for (uint32_t k = 0; k < fn->instr_count; k++)
        for (uint32_t j = 0; j < target_count(&fn->code[k]); j++) {
            uint32_t to = (uint32_t)(fn->code[k].targets[j] - fn->code);
            jumped[to] += fn->code[k].taken[j];
            if (to <= k || !is_same(l->of[to], l->of[k]))
                l->inflow[to] += fn->code[k].taken[j];
        }
    for (uint32_t k = 0; k < fn->instr_count; k++) {
        uint64_t fallen = fn->code[k].count - jumped[k];
        if (!k || !is_same(l->of[k], l->of[k - 1]))
            l->inflow[k] += fallen;
    }
}

/* What no path from the function's entry leads to is no code: the compiler drops it. Beyond a statement that stops the
 * machine, inline assembler, the program goes on. */
bool *run_find_reachable(const struct func_code *fn)
{
    bool *reached = base_mem_zalloc(fn->instr_count + 1);
    struct VEC(uint32_t) work = {0};
    vec_push(&work, 0);
    while (work.count) {
        uint32_t k = work.items[--work.count];
        const struct instr *i = &fn->code[k];
        if (reached[k])
            continue;
        reached[k] = true;
        bool ends = i->kind == INSTR_RETURN || i->src->kind == CWI_UNREACHABLE;
        bool goes_on = !i->taken && !ends && k + 1 < fn->instr_count;
        if (goes_on)
            vec_push(&work, k + 1);
        for (uint32_t j = 0; j < target_count(i); j++)
            vec_push(&work, (uint32_t)(i->targets[j] - fn->code));
    }
    vec_free(&work);
    return reached;
}

static void add_branches(struct machine *m, const struct func_code *fn, const struct lines *l, const bool *reached)
{
    for (uint32_t k = 0; k < fn->instr_count; k++) {
        const struct instr *i = &fn->code[k];
        if (!reached[k] || (i->kind != INSTR_IF && i->kind != INSTR_SWITCH))
            continue;
        for (uint32_t j = 0; j < target_count(i); j++)
            run_cover_add(m->cfg->cover, COVER_BRANCH, cwi_place_text(m->u, l->of[k]).file, l->of[k].line, k, j, NULL,
                          i->taken[j], i->count != 0);
    }
}

static void add_line(struct machine *m, struct cwi_place at, uint64_t count)
{
    struct place p = cwi_place_text(m->u, at);
    if (p.file && at.line)
        run_cover_add(m->cfg->cover, COVER_LINE, p.file, at.line, 0, 0, NULL, count, true);
}

static void add_function(struct machine *m, const struct func_code *fn)
{
    struct lines l = {base_mem_zalloc((fn->instr_count + 1) * sizeof *l.of),
                      base_mem_zalloc((fn->instr_count + 1) * sizeof *l.inflow)};
    uint64_t *jumped = base_mem_zalloc((fn->instr_count + 1) * sizeof *jumped);
    struct place p = cwi_place_text(m->u, fn->f->at);
    bool *reached = run_find_reachable(fn);
    find_lines(fn, &l);
    find_inflow(fn, &l, jumped);
    run_cover_add(m->cfg->cover, COVER_FUNCTION, p.file, fn->f->at.line, 0, 0, fn->f->name ? fn->f->name : "?",
                  fn->entered, true);
    for (uint32_t k = 0; k < fn->instr_count; k++)
        if (reached[k])
            add_line(m, l.of[k], l.inflow[k]);
    if (!is_same(l.of[0], fn->f->at))
        add_line(m, fn->f->at, fn->entered);
    add_branches(m, fn, &l, reached);
    free(reached);
    free(l.of);
    free(l.inflow);
    free(jumped);
}

/* What cannot be translated has no counts. */
static void compile(struct machine *m, struct func_code *fn)
{
    jmp_buf over;
    memcpy(&over, &m->over, sizeof over);
    if (!fn->code && !setjmp(m->over))
        run_compile(m, fn);
    memcpy(&m->over, &over, sizeof over);
}

void run_count(struct machine *m)
{
    cwi_id start = cwi_find_start(m->u);
    for (cwi_id f = 1; f < m->u->funcs.count; f++) {
        struct func_code *fn = &m->funcs[f];
        if (!fn->f->block_count || !fn->f->at.line || f == start)
            continue;
        compile(m, fn);
        if (fn->code && fn->instr_count)
            add_function(m, fn);
    }
}

void run_count_anew(struct machine *m)
{
    for (cwi_id f = 1; f < m->u->funcs.count; f++) {
        struct func_code *fn = &m->funcs[f];
        fn->entered = 0;
        for (uint32_t k = 0; fn->code && k < fn->instr_count; k++) {
            fn->code[k].count = 0;
            memset(fn->code[k].taken, 0, target_count(&fn->code[k]) * sizeof *fn->code[k].taken);
        }
    }
}

void run_count_before(struct machine *m, const char *name)
{
    if (!m->cfg->cover || !(str_begins(name, "exec") || !strcmp(name, "fexecve")))
        return;
    run_count(m);
    m->cfg->save_cover(m->cfg->context);
    run_count_anew(m);
}
