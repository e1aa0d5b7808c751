/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cut.h"
#include "trace.h"
#include "points.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct run_trials {
    struct machine *m;
    struct run_config cfg;
    struct run_result out;
    cwi_id entry;
    struct points points;
    struct trace trace;
    struct cut cut;
    uint32_t reached_size;
    int server, answers; /* the other ends of its pipes; -1: there is none yet */
    pid_t server_pid;
    struct run_trial last;
};

/* ---- preparing --------------------------------------------------------------------------------------------------- */

static void *share(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* What cannot be translated ends the trials that come there. */
static void compile(struct machine *m)
{
    for (volatile cwi_id id = 1; id < m->u->funcs.count; id++)
        if (m->funcs[id].f->block_count) {
            if (!setjmp(m->over))
                run_compile(m, &m->funcs[id]);
            else
                m->funcs[id].code = NULL;
        }
}

static enum status prepare(struct run_trials *t, struct diag *d)
{
    struct machine *m = t->m;
    struct trace *x = &t->trace;
    size_t n = x->most_inputs + 1u;
    enum status st = run_begin(m, d);
    if (st)
        return st;
    x->shared = share(sizeof *x->shared);
    x->inputs = share(n * sizeof *x->inputs);
    x->from = share(n * sizeof *x->from);
    if (!x->shared || !x->inputs || !x->from)
        return diag_set(d, ST_SYSTEM, (struct place){0}, "the system gives no memory for trials (ulimit -v?)");
    if (setjmp(m->over))
        return diag_set(d, ST_BAD, cwi_place_text(m->u, t->out.at), "not supported in a run: %s", t->out.what);
    run_prepare(m);
    compile(m);
    run_points_number(m, &t->points);
    return ST_OK;
}

enum status run_trials_open(const struct cwi_unit *u, const struct notes *notes, cwi_id entry,
                            const struct run_config *cfg, uint32_t most_inputs, struct run_trials **out, struct diag *d)
{
    struct run_trials *t = base_mem_zalloc(sizeof *t);
    t->cfg = *cfg;
    t->server = t->answers = -1;
    t->entry = entry;
    t->m = base_mem_zalloc(sizeof *t->m);
    *t->m = (struct machine){.u = u, .notes = notes, .cfg = &t->cfg, .out = &t->out};
    t->trace = (struct trace){.points = &t->points, .most_inputs = most_inputs};
    enum status st = prepare(t, d);
    if (st) {
        run_trials_close(t);
        return st;
    }
    t->cfg.has_inputs = true;
    t->cfg.inputs = t->trace.inputs;
    t->cfg.cover = NULL;
    t->m->trace = &t->trace;
    t->m->mem.copied = run_trace_copied;
    t->m->mem.context = t->m;
    t->m->is_watched = true;
    *out = t;
    return ST_OK;
}

void run_trials_close(struct run_trials *t)
{
    if (!t)
        return;
    struct trace *x = &t->trace;
    size_t n = x->most_inputs + 1u;
    if (t->server >= 0) {
        close(t->server);
        close(t->answers);
        while (waitpid(t->server_pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    run_end(t->m);
    run_points_free(&t->points);
    run_trace_free(x);
    if (x->shared)
        munmap(x->shared, sizeof *x->shared);
    if (x->inputs)
        munmap(x->inputs, n * sizeof *x->inputs);
    if (x->from)
        munmap(x->from, n * sizeof *x->from);
    if (x->reached)
        munmap(x->reached, t->reached_size);
    if (x->distance)
        munmap(x->distance, t->reached_size * sizeof *x->distance);
    if (t->cut.shared)
        munmap(t->cut.shared, sizeof *t->cut.shared);
    free(t->cut.changed);
    vec_free(&t->cut.leaves);
    free(t->m);
    free(t);
}

/* ---- one trial --------------------------------------------------------------------------------------------------- */

static void leave_files(void)
{
    int null = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3 && null >= 0; i++)
        dup2(null, i);
    if (null > 2)
        close(null);
}

__attribute__((noreturn)) static void child(struct run_trials *t)
{
    struct machine *m = t->m;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setpgid(0, 0);
    leave_files();
    m->pid = getpid();
    t->cfg.input_count = t->trace.shared->given_count;
    t->out = (struct run_result){0};
    run_to_end(m, t->entry);
    if (t->out.is_child)
        run_end_child(&t->out);
    run_trace_end(m);
    t->trace.shared->result = t->out;
    t->trace.shared->is_told = true;
    _exit(0);
}

/* Where the system has no descriptors of processes (Linux before 5.3), or does not give them. */
static void wait_by_asking(pid_t pid, int milliseconds)
{
    siginfo_t x = {0};
    while (milliseconds-- > 0 && !waitid(P_PID, (id_t)pid, &x, WEXITED | WNOHANG | WNOWAIT) && !x.si_pid)
        (void)!poll(NULL, 0, 1);
}

static void wait_for(pid_t pid, int milliseconds)
{
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (fd >= 0) {
        (void)!poll(&p, 1, milliseconds); /* a signal of the user's ends the wait too */
        close(fd);
    } else {
        wait_by_asking(pid, milliseconds);
    }
    kill(-pid, SIGKILL); /* processes of its own */
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* Trials are forked from a process that stays small, whatever grows in this one. It gets the milliseconds of each. */
__attribute__((noreturn)) static void serve(struct run_trials *t, int questions, int answers)
{
    int milliseconds;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN);
    while (read(questions, &milliseconds, sizeof milliseconds) == sizeof milliseconds) {
        pid_t pid = fork();
        if (!pid) {
            close(questions);
            close(answers);
            signal(SIGINT, SIG_DFL);
            child(t);
        }
        if (pid > 0)
            wait_for(pid, milliseconds);
        if (write(answers, &milliseconds, sizeof milliseconds) != sizeof milliseconds)
            break;
    }
    _exit(0);
}

static bool begin_serving(struct run_trials *t)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC))
        return false;
    if (pipe2(out, O_CLOEXEC)) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    fflush(NULL);
    t->server_pid = fork();
    if (!t->server_pid) {
        close(in[1]);
        close(out[0]);
        serve(t, in[0], out[1]);
    }
    close(in[0]);
    close(out[1]);
    t->server = in[1];
    t->answers = out[0];
    return t->server_pid > 0;
}

static void try_once(struct run_trials *t, int milliseconds)
{
    int unused;
    if (t->server < 0 && !begin_serving(t))
        return;
    if (write(t->server, &milliseconds, sizeof milliseconds) != sizeof milliseconds)
        return;
    while (read(t->answers, &unused, sizeof unused) < 0 && errno == EINTR)
        ;
}

static const struct run_trial *told(struct run_trials *t)
{
    const struct trial_shared *s = t->trace.shared;
    const struct run_result *r = &s->result;
    t->last = (struct run_trial){.is_lost = !s->is_told, .end = RUN_STOPPED, .what = "it ended without a word"};
    if (!s->is_told)
        return &t->last;
    t->last = (struct run_trial){.end = r->end,
                                 .status = r->status,
                                 .fault = r->fault,
                                 .is_assumed = r->is_assumed,
                                 .what = r->what,
                                 .at = r->at,
                                 .steps = r->steps,
                                 .reached = t->trace.reached,
                                 .distance = t->trace.distance,
                                 .terms = s->terms,
                                 .term_count = s->term_count,
                                 .decisions = s->decisions,
                                 .decision_count = s->decision_count,
                                 .inputs = t->trace.inputs,
                                 .from = t->trace.from,
                                 .input_count = s->input_count,
                                 .lost = s->lost};
    for (cwi_id id = 1; r->frame_count && id < t->m->u->funcs.count; id++)
        if (t->m->funcs[id].f == r->frames[0].func)
            t->last.func = id;
    return &t->last;
}

const struct run_trial *run_trials_run(struct run_trials *t, const int64_t *inputs, uint32_t count, int milliseconds)
{
    struct trace *x = &t->trace;
    struct trial_shared *s = x->shared;
    if (!x->reached) {
        t->reached_size = t->points.count + 1;
        x->reached = share(t->reached_size);
        x->distance = share(t->reached_size * sizeof *x->distance);
    }
    count = count < x->most_inputs ? count : x->most_inputs;
    memset(x->inputs, 0, (x->most_inputs + 1u) * sizeof *x->inputs);
    if (count)
        memcpy(x->inputs, inputs, count * sizeof *inputs);
    x->shared->given_count = count;
    s->is_told = false;
    s->term_count = 1;
    s->decision_count = s->input_count = 0;
    s->lost = NULL;
    if (!x->reached || !x->distance)
        return told(t);
    memset(x->reached, 0, t->reached_size);
    memset(x->distance, 0, t->reached_size * sizeof *x->distance);
    try_once(t, milliseconds);
    return told(t);
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

uint32_t run_point_count(const struct run_trials *t)
{
    return t->points.count;
}

struct run_point run_point_of(const struct run_trials *t, uint32_t point)
{
    return t->points.list.items[point];
}

uint32_t run_point_of_function(const struct run_trials *t, cwi_id func)
{
    const struct func_code *fn = &t->m->funcs[func];
    return fn->code && fn->instr_count ? fn->first_point : UINT32_MAX;
}

void run_point_next(const struct run_trials *t, uint32_t point, void (*visit)(void *context, uint32_t next),
                    void *context)
{
    run_points_next(t->m, &t->points, point, visit, context);
}

uint32_t run_point_condition(struct run_trials *t, uint32_t place, const struct cwi_expr *condition)
{
    return run_points_condition(t->m, &t->points, place, condition);
}

uint32_t run_points_of_paths(struct run_trials *t, cwi_id func, uint32_t times, uint32_t limit, uint32_t *first)
{
    return run_points_paths(t->m, &t->points, func, times, limit, first);
}

uint32_t run_point_path(const struct run_trials *t, uint32_t point, const uint32_t **edges)
{
    for (size_t i = 0; i < t->points.paths.count; i++)
        if (t->points.paths.items[i].point == point) {
            *edges = t->points.paths.items[i].edges;
            return t->points.paths.items[i].edge_count;
        }
    *edges = NULL;
    return 0;
}

/* ---- loops that are cut ------------------------------------------------------------------------------------------ */

bool run_trials_cut(struct run_trials *t, cwi_id func, const bool *in_loop, uint32_t head)
{
    t->cut.shared = share(sizeof *t->cut.shared);
    if (!t->cut.shared || !run_trace_cut_begin(t->m, &t->cut, func, in_loop, head))
        return false;
    t->trace.cut = &t->cut;
    return true;
}

const struct run_cell *run_cut_cells(const struct run_trials *t, uint32_t *count)
{
    *count = t->cut.cell_count;
    return t->cut.cells;
}

void run_cut_sample(struct run_trials *t, bool samples)
{
    t->cut.shared->samples = samples;
}

void run_cut_go_on(struct run_trials *t, bool goes_on)
{
    t->cut.shared->goes_on = goes_on;
}

uint32_t run_cut_rows(const struct run_trials *t, const int64_t (**rows)[CUT_CELLS], const bool **undefined)
{
    *rows = (const int64_t(*)[CUT_CELLS])t->cut.shared->rows;
    *undefined = t->cut.shared->undefined;
    return t->cut.shared->row_count;
}

struct run_candidate *run_cut_candidates(struct run_trials *t, uint32_t **count)
{
    *count = &t->cut.shared->candidate_count;
    return t->cut.shared->candidates;
}

const bool *run_cut_broken(const struct run_trials *t)
{
    return t->cut.shared->broken;
}

void run_cut_forget(struct run_trials *t)
{
    memset(t->cut.shared->broken, 0, sizeof t->cut.shared->broken);
}
