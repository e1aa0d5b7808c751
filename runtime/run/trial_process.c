/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The processes of trials: one that stays small, and one forked from it for each trial, or for many.
 */
#include "runtime/run/trace/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void leave_files(void)
{
    int null = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3 && null >= 0; i++)
        dup2(null, i);
    if (null > 2)
        close(null);
}

void run_trial_clear(struct run_trials *t)
{
    struct trial_shared *s = t->trace.shared;
    s->term_count = 1;
    s->decision_count = s->input_count = 0;
    s->lost = NULL;
    s->is_new = false;
    memset(t->trace.reached, 0, t->reached_size);
    memset(t->trace.distance, 0, t->reached_size * sizeof *t->trace.distance);
}

void run_trial_once(struct run_trials *t, uint32_t count)
{
    t->cfg.input_count = count;
    t->out = (struct run_result){0};
    run_to_end(t->m, t->entry);
    if (t->out.is_child)
        run_end_child(&t->out);
    run_trace_end(t->m);
    t->trace.shared->result = t->out;
    t->trace.shared->is_told = true;
}

static void begin_child(struct run_trials *t, int questions, int answers)
{
    close(questions);
    close(answers);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setpgid(0, 0);
    leave_files();
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    t->m->pid = getpid();
}

__attribute__((noreturn)) static void child(struct run_trials *t)
{
    if (t->trace.shared->next)
        run_batch(t);
    else
        run_trial_once(t, t->trace.shared->given_count);
    _exit(0);
}

/* Where the system has no descriptors of processes (Linux before 5.3), or does not give them. */
static void wait_by_asking(pid_t pid, int milliseconds)
{
    siginfo_t x = {0};
    while (milliseconds-- > 0 && !waitid(P_PID, (id_t)pid, &x, WEXITED | WNOHANG | WNOWAIT) && !x.si_pid)
        (void)!poll(NULL, 0, 1);
}

static void end_process(pid_t pid)
{
    kill(-pid, SIGKILL); /* processes of its own */
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
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
    end_process(pid);
}

/* What the small process has: its ends of the pipes, and a process that runs one trial after the other. */
struct server {
    int questions, answers;
    pid_t kept;                       /* 0: there is none */
    int kept_questions, kept_answers; /* the other ends of its pipes */
    uint32_t kept_trials, alone;      /* that it has run; that no such process was able to run */
    bool keeps_none;
};

/* Two pipes, none of whose ends stands where a program has its standard files. */
static bool open_pipes(int in[2], int out[2])
{
    int all[4] = {-1, -1, -1, -1};
    bool is_open = !pipe2(all, O_CLOEXEC) && !pipe2(all + 2, O_CLOEXEC);
    for (int i = 0; i < 4; i++)
        if (all[i] >= 0 && all[i] < 3) {
            int above = fcntl(all[i], F_DUPFD_CLOEXEC, 3);
            close(all[i]);
            all[i] = above;
            is_open &= above >= 0;
        }
    for (int i = 0; i < 4 && !is_open; i++)
        if (all[i] >= 0)
            close(all[i]);
    memcpy(in, all, 2 * sizeof *in);
    memcpy(out, all + 2, 2 * sizeof *out);
    return is_open;
}

/* A new process and a pipe each way: in either process *reads and *writes are its own ends. -1: there is none. */
static pid_t fork_with_pipes(int *reads, int *writes)
{
    int down[2], up[2];
    if (!open_pipes(down, up))
        return -1;
    pid_t pid = fork();
    *reads = pid ? up[0] : down[0];
    *writes = pid ? down[1] : up[1];
    close(pid ? down[0] : down[1]);
    close(pid ? up[1] : up[0]);
    if (pid < 0) {
        close(*reads);
        close(*writes);
    }
    return pid;
}

static void end_keeping(struct server *s)
{
    end_process(s->kept);
    close(s->kept_questions);
    close(s->kept_answers);
    s->kept = 0;
}

static bool begin_keeping(struct run_trials *t, struct server *s)
{
    int reads, writes;
    pid_t pid = fork_with_pipes(&reads, &writes);
    if (!pid) {
        begin_child(t, s->questions, s->answers);
        run_kept(t, reads, writes);
        _exit(0);
    }
    if (pid < 0)
        return false;
    s->kept = pid;
    s->kept_trials = 0;
    s->kept_questions = writes;
    s->kept_answers = reads;
    return true;
}

/* False: the trial was none, or what the trials before it left may be why it came to nothing. */
static bool try_kept(struct run_trials *t, struct server *s, int milliseconds)
{
    const struct trial_shared *x = t->trace.shared;
    char question = 0, answer = RUN_LAST;
    if (!s->kept && !begin_keeping(t, s))
        return false;
    struct pollfd p = {.fd = s->kept_answers, .events = POLLIN};
    bool is_first = !s->kept_trials++, is_asked = write(s->kept_questions, &question, 1) == 1;
    bool is_late = is_asked && poll(&p, 1, milliseconds) != 1;
    bool is_gone = !is_asked || (!is_late && read(s->kept_answers, &answer, 1) != 1);
    if (answer != RUN_KEPT)
        end_keeping(s);
    return is_gone ? is_first : answer != RUN_ALONE && !(x->is_told && x->result.end == RUN_UNSUPPORTED);
}

static void try_alone(struct run_trials *t, struct server *s, int milliseconds)
{
    pid_t pid = fork();
    if (!pid) {
        if (s->kept) {
            close(s->kept_questions);
            close(s->kept_answers);
        }
        begin_child(t, s->questions, s->answers);
        child(t);
    }
    if (pid > 0)
        wait_for(pid, milliseconds);
}

/* Where a process of its own makes a difference, or there are many such trials, all get one. */
static void try_again(struct run_trials *t, struct server *s, int milliseconds)
{
    enum { MOST_TWICE = 8 };
    struct trial_shared *x = t->trace.shared;
    run_trial_clear(t);
    x->is_told = false;
    try_alone(t, s, milliseconds);
    s->keeps_none = !x->is_told || x->result.end != RUN_UNSUPPORTED || ++s->alone >= MOST_TWICE;
}

/* Closed runs may share a process: whatever they are allowed to do, one after the other may. */
static void try_one(struct run_trials *t, struct server *s, int milliseconds)
{
    const struct trial_shared *x = t->trace.shared;
    if (x->next || x->is_alone || !t->cfg.is_closed || s->keeps_none)
        try_alone(t, s, milliseconds);
    else if (!try_kept(t, s, milliseconds))
        try_again(t, s, milliseconds);
}

/* Trials are forked from a process that stays small, whatever grows in this one. It gets the milliseconds of each. */
__attribute__((noreturn)) static void serve(struct run_trials *t, int questions, int answers)
{
    int milliseconds;
    struct server s = {.questions = questions, .answers = answers};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    while (read(questions, &milliseconds, sizeof milliseconds) == sizeof milliseconds) {
        try_one(t, &s, milliseconds);
        if (write(answers, &milliseconds, sizeof milliseconds) != sizeof milliseconds)
            break;
    }
    if (s.kept)
        end_keeping(&s);
    _exit(0);
}

static bool begin_serving(struct run_trials *t)
{
    int reads, writes;
    fflush(NULL);
    t->server_pid = fork_with_pipes(&reads, &writes);
    if (!t->server_pid)
        serve(t, reads, writes);
    if (t->server_pid < 0)
        return false;
    t->server = writes;
    t->answers = reads;
    return true;
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

const struct run_trial *run_trial_told(struct run_trials *t)
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
                                 .is_new = s->is_new,
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

static bool share_all(struct run_trials *t)
{
    struct trace *x = &t->trace;
    if (!x->seen) {
        t->reached_size = t->points.count + 1;
        x->reached = run_share(t->reached_size);
        x->distance = run_share(t->reached_size * sizeof *x->distance);
        x->seen = run_share(t->reached_size * sizeof *x->seen);
    }
    return x->reached && x->distance && x->seen;
}

static const struct run_trial *run_one(struct run_trials *t, const int64_t *inputs, uint32_t count, int milliseconds,
                                       bool is_alone)
{
    struct trace *x = &t->trace;
    struct trial_shared *s = x->shared;
    count = count < x->most_inputs ? count : x->most_inputs;
    memset(x->inputs, 0, (x->most_inputs + 1u) * sizeof *x->inputs);
    if (count)
        memcpy(x->inputs, inputs, count * sizeof *inputs);
    s->given_count = count;
    s->is_told = false;
    s->is_alone = is_alone;
    s->next = NULL;
    if (!share_all(t))
        return run_trial_told(t);
    run_trial_clear(t);
    try_once(t, milliseconds);
    return run_trial_told(t);
}

const struct run_trial *run_trials_run(struct run_trials *t, const int64_t *inputs, uint32_t count, int milliseconds)
{
    return run_one(t, inputs, count, milliseconds, false);
}

const struct run_trial *run_trials_confirm(struct run_trials *t, const int64_t *inputs, uint32_t count,
                                           int milliseconds)
{
    return run_one(t, inputs, count, milliseconds, true);
}

bool run_trials_batch(struct run_trials *t, run_next *next, void *context, int milliseconds)
{
    struct trial_shared *s = t->trace.shared;
    s->is_told = false;
    s->next = next;
    s->context = context;
    if (share_all(t))
        try_once(t, milliseconds);
    s->next = NULL;
    return s->is_told;
}

void run_trials_dismiss(struct run_trials *t)
{
    if (t->server < 0)
        return;
    close(t->server);
    close(t->answers);
    while (waitpid(t->server_pid, NULL, 0) < 0 && errno == EINTR)
        ;
    t->server = t->answers = -1;
}

void *run_trials_share(struct run_trials *t, size_t size)
{
    run_trials_dismiss(t); /* the next process has it */
    return run_share(size);
}
