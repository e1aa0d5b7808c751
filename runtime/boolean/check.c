/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One run of the model checker: the BDD library, the budget, the answers.
 */
#include "runtime/boolean/bebop.h"

/* A node has 20 bytes, and its share of the six caches about as many again. BuDDy's caches tell sets of quantified
 * variables apart by the low 24 bits of their node (bdd_appex shifts it by 8 in 32 bits, marked FIXME there): with more
 * nodes one set could be taken for another, and an answer be wrong. */
enum { MOST_NODES = 1 << 24, NODE_BYTES = 44, FIRST_NODES = 100000, NODES_PER_CACHE_ENTRY = 4, MOST_VARIABLES = 20000 };

/* The run that the library's hooks belong to: the library has one state for the process. */
static struct bebop *running;

void bebop_leave(struct bebop *b, enum status st, const char *why)
{
    b->end = st;
    diag_set(&b->why, st, (struct place){b->program->file, 0, 0}, "%s", why);
    longjmp(b->out, 1);
}

void bebop_ask_budget(struct bebop *b)
{
    switch (base_budget_ask(b->options->budget)) {
    case BUDGET_LEFT:
        return;
    case BUDGET_TIME:
        bebop_leave(b, ST_LIMIT, "the time is used up");
        return;
    case BUDGET_UNITS:
        bebop_leave(b, ST_LIMIT, "the limit of counted work is reached");
        return;
    case BUDGET_ANSWERED:
        bebop_leave(b, ST_LIMIT, "the answer is known");
        return;
    case BUDGET_STOPPED:
        bebop_leave(b, ST_STOPPED, "interrupted");
    }
}

static void on_error(int code)
{
    bool memory = code == BDD_MEMORY || code == BDD_NODENUM;
    running->broken = true;
    bebop_leave(running, ST_LIMIT, memory ? "the memory for BDD nodes is used up" : bdd_errstring(code));
}

/* A garbage collection begins: the only place where the library can be left within one operation. */
static void on_collection(int before, bddGbcStat *statistics)
{
    (void)statistics;
    if (before)
        bebop_ask_budget(running);
}

/* ---- one run ----------------------------------------------------------------------------------------------------- */

/* The tables that belong to the program's size; nothing of the library. */
static void allocate(struct bebop *b)
{
    const struct bool_program *p = b->program;
    b->procs = ARENA_ARRAY(b->arena, struct proc, p->proc_count);
    for (uint32_t i = 0; i < p->proc_count; i++) {
        const struct bool_proc *f = p->procs[i];
        b->procs[i].proc = f;
        b->procs[i].first = b->node_count;
        b->node_count += f->stmt_count;
        b->slots = f->local_count > b->slots ? f->local_count : b->slots;
        b->parameters = f->parameter_count > b->parameters ? f->parameter_count : b->parameters;
        b->results = f->return_count > b->results ? f->return_count : b->results;
    }
    b->slots += p->global_count;
    b->nodes = ARENA_ARRAY(b->arena, struct node, b->node_count);
    b->queue = ARENA_ARRAY(b->arena, uint32_t, b->node_count + 1);
    b->argument = ARENA_ARRAY(b->arena, int, b->slots);
    b->entry = ARENA_ARRAY(b->arena, int, b->slots);
    b->current = ARENA_ARRAY(b->arena, int, b->slots);
    b->next = ARENA_ARRAY(b->arena, int, b->slots);
    b->result = ARENA_ARRAY(b->arena, int, b->results);
    b->hits = ARENA_ARRAY(b->arena, struct hit, b->question_count);
    for (size_t i = 0; i < b->question_count; i++)
        b->hits[i].node = NO_NODE;
}

static bool find_proc(const struct bool_program *p, const char *name, uint32_t *proc)
{
    for (*proc = 0; *proc < p->proc_count; ++*proc)
        if (!strcmp(p->procs[*proc]->name, name))
            return true;
    *proc = 0;
    return false;
}

/* "(start)" runs constructors, main, and destructors. */
static enum status find_entry(const struct bool_program *p, const char *name, uint32_t *entry, struct diag *d)
{
    if (name ? find_proc(p, name, entry) : find_proc(p, "(start)", entry) || find_proc(p, "main", entry) || true)
        return ST_OK;
    return diag_set(d, ST_BAD, (struct place){p->file, 0, 0}, "no procedure '%s' to begin with", name);
}

static void start_library(const struct bebop *b)
{
    uint64_t bytes = b->options->max_memory;
    uint64_t most = bytes ? bytes / NODE_BYTES : MOST_NODES;
    bdd_init(FIRST_NODES, FIRST_NODES / NODES_PER_CACHE_ENTRY);
    bdd_error_hook(on_error);
    bdd_gbc_hook(on_collection);
    bdd_setmaxnodenum(most > MOST_NODES ? MOST_NODES : most < 2 * FIRST_NODES ? 2 * FIRST_NODES : (int)most);
    bdd_setmaxincrease(INT32_MAX / 64);
    bdd_setcacheratio(NODES_PER_CACHE_ENTRY);
}

/* Both parts of the work may be left in the middle: the first then leaves open what it has not found, the second
 * violations without a trace. */
static void run(struct bebop *b, uint32_t entry, struct bool_result *out)
{
    if (!setjmp(b->out))
        bebop_explore(b, entry);
    for (size_t i = 0; i < b->question_count; i++) {
        struct bool_answer *a = &out->answers[i];
        bool hit = b->hits[i].node != NO_NODE;
        a->verdict = hit ? BOOL_NO : b->end ? BOOL_MAYBE : BOOL_YES;
        a->reached = hit ? b->nodes[b->hits[i].node].stmt : NULL;
        a->cut = hit;
    }
    out->end = b->end;
    out->why = b->why;
    out->steps = b->steps;
    out->nodes = (uint64_t)bdd_getnodenum();
    if (b->broken)
        return;
    if (!setjmp(b->out))
        for (size_t i = 0; i < b->question_count; i++)
            if (b->hits[i].node != NO_NODE)
                bebop_trace(b, &b->hits[i], &out->answers[i]);
}

/* Each name in focus is that of a variable. */
static enum status check_focus(const struct bool_program *p, const struct bool_options *o, struct diag *d)
{
    for (size_t k = 0; k < o->focus_count; k++) {
        bool is_known = false;
        for (uint32_t i = 0; i < p->global_count; i++)
            is_known |= !strcmp(p->globals[i].text, o->focus[k]);
        for (uint32_t i = 0; i < p->proc_count; i++)
            for (uint32_t v = 0; v < p->procs[i]->local_count; v++)
                is_known |= !strcmp(p->procs[i]->locals[v].text, o->focus[k]);
        if (!is_known)
            return diag_set(d, ST_BAD, (struct place){p->file, 0, 0}, "no variable '%s' to focus on", o->focus[k]);
    }
    return ST_OK;
}

enum status bool_check(struct arena *a, const struct bool_program *p, const struct bool_question *questions,
                       size_t count, const struct bool_options *o, struct bool_result *out, struct diag *d)
{
    uint32_t entry;
    enum status st = find_entry(p, o->entry, &entry, d);
    if (!st)
        st = check_focus(p, o, d);
    if (st)
        return st;
    if (running || bdd_isrunning())
        return diag_set(d, ST_LIMIT, (struct place){p->file, 0, 0}, "another Boolean program is being checked");
    struct bebop *b = ARENA_NEW(a, struct bebop);
    *b = (struct bebop){.arena = a, .program = p, .options = o, .questions = questions, .question_count = count};
    b->open = count;
    *out = (struct bool_result){.answers = ARENA_ARRAY(a, struct bool_answer, count)};
    allocate(b);
    if ((uint64_t)b->slots * 4 + b->results > MOST_VARIABLES) {
        for (size_t i = 0; i < count; i++)
            out->answers[i].verdict = BOOL_MAYBE;
        out->end = diag_set(&out->why, ST_LIMIT, (struct place){p->file, 0, 0},
                            "too many variables: %u in one procedure with the globals", b->slots);
        return ST_OK;
    }
    running = b;
    start_library(b);
    run(b, entry, out);
    bdd_done();
    running = NULL;
    for (uint32_t i = 0; i < p->proc_count; i++) {
        vec_free(&b->procs[i].callers);
        vec_free(&b->procs[i].focus);
        vec_free(&b->procs[i].trivectors);
    }
    for (uint32_t i = 0; i < b->node_count; i++)
        vec_free(&b->nodes[i].trivectors);
    return ST_OK;
}
