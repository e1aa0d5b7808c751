/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: both processes claim a task before they begin it, so none is done twice. What the other process has found
 * stands in memory that both share, an answer whole where `is_told` is set. Of a violation only the inputs are told;
 * the run is done once more here.
 */
#include "parallel.h"
#include "runtime/base/workers.h"
#include "runtime/check/private.h"
#include "runtime/check/shares.h"
#include "concrete.h"
#include "runtime/check/search/search.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum task { FORMULA, ALL_PATHS, INDUCTION, SEARCH, TASKS };
enum { MOST_TOLD_INPUTS = 8192, TEXT = 240 };
struct told { /* of a question */
    atomic_bool is_told;
    enum lts_verdict verdict;
    char how[TEXT], by[TEXT];
    bool in_world;
    uint32_t input_count;
    int64_t inputs[MOST_TOLD_INPUTS];
    struct told_lack {
        char layer[32], why[TEXT];
    } lacks[MOST_LAYERS];
};
struct shared { /* between the processes */
    atomic_bool is_answered;
    atomic_flag claimed[TASKS];
    struct told told[]; /* by question */
};
struct parallel {
    struct session *s;
    cwi_id entry;
    struct shared *shared; /* NULL: there is no other process */
    size_t size;
    bool is_other;
    pid_t pid;   /* the other process */
    int is_over; /* the end of a pipe of which it has the other one */
};

/* ---- tasks ------------------------------------------------------------------------------------------------------- */

static bool claims(struct parallel *b, enum task t)
{
    return check_session_open_count(b->s, b->entry) && !(b->shared && atomic_flag_test_and_set(&b->shared->claimed[t]));
}

/* Of the time that is left: in turn, something for those that follow; where two processes share the work, more. */
static struct budget part_for(const struct parallel *b, enum task t)
{
    static const double in_turn[] = {[FORMULA] = SHARE_FORMULA,
                                     [ALL_PATHS] = SHARE_ALL_PATHS,
                                     [INDUCTION] = SHARE_INDUCTION,
                                     [SEARCH] = SHARE_SEARCH};
    static const double other[] = {[FORMULA] = SHARE_FORMULA,
                                   [ALL_PATHS] = SHARE_ALL_PATHS_BESIDE,
                                   [INDUCTION] = SHARE_INDUCTION_BESIDE,
                                   [SEARCH] = SHARE_SEARCH_BESIDE};
    return check_session_part(b->s, b->is_other ? other[t] : in_turn[t]);
}

/* ---- the other process ------------------------------------------------------------------------------------------- */

static void tell(struct told *t, const struct asked *q)
{
    const struct check_answer *x = q->answer;
    for (int i = 0; i < MOST_LAYERS && q->lacks[i].layer; i++) {
        snprintf(t->lacks[i].layer, sizeof t->lacks[i].layer, "%s", q->lacks[i].layer);
        snprintf(t->lacks[i].why, sizeof t->lacks[i].why, "%s", q->lacks[i].why);
    }
    bool is_false = x->verdict == LTS_VERDICT_FALSE && q->run.inputs && q->run.count <= MOST_TOLD_INPUTS;
    if (t->is_told || x->layer != CHECK_RUNS || (!is_false && x->verdict != LTS_VERDICT_TRUE))
        return;
    snprintf(t->how, sizeof t->how, "%s", x->message);
    snprintf(t->by, sizeof t->by, "%s", x->by);
    t->in_world = is_false && q->run.in_world;
    t->input_count = is_false ? q->run.count : 0;
    if (t->input_count)
        memcpy(t->inputs, q->run.inputs, t->input_count * sizeof *t->inputs);
    t->verdict = x->verdict;
    atomic_store(&t->is_told, true);
}

static void tell_all(struct parallel *b)
{
    for (size_t i = 0; i < b->s->asked.count; i++)
        tell(&b->shared->told[i], &b->s->asked.items[i]);
    atomic_store(&b->shared->is_answered, !check_session_open_count(b->s, b->entry));
}

/* Where nothing is an input the runs are over at once, and what is left is the world's. */
static void search(struct parallel *b, const struct budget *part)
{
    check_session_try_runs(b->s, b->entry, part);
    if (b->is_other)
        check_session_try_world(b->s, b->entry, part);
}

void check_parallel_work(struct parallel *b)
{
    for (enum task t = FORMULA; t < TASKS; t++) {
        struct budget part = part_for(b, t);
        if (!claims(b, t))
            continue;
        if (t == ALL_PATHS)
            check_session_try_all_runs(b->s, b->entry, &part);
        else if (t != SEARCH)
            check_session_try_induction(b->s, b->entry, t == FORMULA, &part);
        else if (part.deadline > 0) /* the rounds may need all that is left */
            search(b, &part);
        if (b->is_other)
            tell_all(b);
    }
}

__attribute__((noreturn)) static void be_other(struct parallel *b)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    check_parallel_work(b);
    _exit(0);
}

static void start(struct parallel *b)
{
    int ends[2];
    const struct budget *budget = b->s->options->engine.budget;
    if (!budget || budget->deadline <= 0 || base_processors() < 2 || pipe2(ends, O_CLOEXEC))
        return;
    b->size = sizeof *b->shared + b->s->asked.count * sizeof *b->shared->told;
    b->shared = run_share(b->size);
    fflush(NULL);
    b->pid = b->shared ? fork() : -1;
    b->is_other = !b->pid;
    if (b->is_other)
        be_other(b);
    close(ends[1]);
    b->is_over = ends[0];
    if (b->pid > 0) {
        b->s->budget.is_answered = &b->shared->is_answered;
        return;
    }
    close(ends[0]);
    run_unshare(b->shared, b->size);
    b->shared = NULL;
}

struct parallel *check_parallel_begin(struct session *s, cwi_id entry)
{
    struct parallel *b = base_mem_zalloc(sizeof *b);
    *b = (struct parallel){.s = s, .entry = entry};
    start(b);
    return b;
}

/* ---- its answers ------------------------------------------------------------------------------------------------- */

/* As long as there is time, and something is open. */
static void wait_for(const struct parallel *b)
{
    enum { AT_ONCE = 50, LATE = 100 }; /* milliseconds */
    struct pollfd p = {.fd = b->is_over, .events = POLLIN};
    double end = b->s->budget.deadline + LATE / 1e3;
    while (check_session_open_count(b->s, b->entry) && base_budget_now() < end && !poll(&p, 1, AT_ONCE))
        if (base_budget_ask(&b->s->budget) == BUDGET_STOPPED)
            return;
}

static void take_answer(struct session *s, struct asked *q, const struct told *t)
{
    struct arena *a = s->report->arena;
    const char *by = arena_str(a, t->by);
    if (t->is_told && t->verdict == LTS_VERDICT_TRUE)
        check_runs_answer_true(s, q, arena_str(a, t->how), by);
    else if (t->is_told)
        check_session_replay(s, q->entry, by, (struct check_run){t->inputs, t->input_count, t->in_world});
    for (int i = 0; i < MOST_LAYERS && t->lacks[i].layer[0]; i++)
        check_session_lacks(s, q, arena_str(a, t->lacks[i].layer), t->lacks[i].why);
}

bool check_parallel_end(struct parallel *b)
{
    struct session *s = b ? b->s : NULL;
    uint32_t open = b ? check_session_open_count(s, b->entry) : 0;
    if (b && b->shared) {
        wait_for(b);
        kill(b->pid, SIGKILL);
        while (waitpid(b->pid, NULL, 0) < 0 && errno == EINTR)
            ;
        s->budget.is_answered = NULL;
        for (size_t i = 0; i < s->asked.count; i++)
            if (check_session_is_open(&s->asked.items[i], b->entry))
                take_answer(s, &s->asked.items[i], &b->shared->told[i]);
        close(b->is_over);
        run_unshare(b->shared, b->size);
    }
    bool any = b && check_session_open_count(s, b->entry) < open;
    free(b);
    return any;
}
