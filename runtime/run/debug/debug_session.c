/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The user's side of stepping through a run: the process that starts the program's, shows what it replies and hands
 * it commands.
 */
#include "debug_shared.h"
#include "runtime/run/host/external.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void run_program_process(struct cwi_unit *u, const struct notes *notes, cwi_id entry,
                                const struct run_config *cfg, struct debug_shared *s)
{
    struct run_result out;
    struct diag d = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN); /* Ctrl-C stops it, by way of the user's process */
    struct machine *m = base_mem_zalloc(sizeof *m);
    struct debug g = {.shared = s, .mode = DEBUG_STEP, .interval = FIRST_INTERVAL};
    g.ring = base_mem_alloc(MOST_LINES_BACK * sizeof *g.ring);
    *m = (struct machine){.u = u,
                          .unit = u,
                          .notes = notes,
                          .cfg = cfg,
                          .out = &out,
                          .debug = &g,
                          .is_watched = true,
                          .log = run_log_new()};
    enum status st = run_machine(m, entry, &d);
    if (!st && out.is_child)
        run_end_child(&out);
    if (st) {
        snprintf(s->reply.text, sizeof s->reply.text, "%s\n", d.text);
        sem_post(&s->replied);
    }
    _exit(0);
}

/* Whether the user has pressed Ctrl-C, which is blocked while the program runs. */
static bool take_interrupt(const sigset_t *interrupt)
{
    return sigtimedwait(interrupt, NULL, &(struct timespec){0}) == SIGINT;
}

/* False: the program's process is gone, or it waits for something and the user has pressed Ctrl-C twice. */
static bool wait_for_reply(struct debug_shared *s, int pid, const sigset_t *interrupt)
{
    for (;;) {
        if (take_interrupt(interrupt)) {
            if (s->is_interrupted)
                return false;
            s->is_interrupted = true;
        }
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        t.tv_nsec += 200000000;
        t.tv_sec += t.tv_nsec / 1000000000;
        t.tv_nsec %= 1000000000;
        if (!sem_timedwait(&s->replied, &t))
            return true;
        if (waitpid(pid, NULL, WNOHANG) == pid)
            return false;
    }
}

enum status run_debug(struct cwi_unit *u, const struct notes *notes, cwi_id entry, const struct run_config *cfg,
                      run_prompt *ask, void *context, struct diag *d)
{
    struct debug_shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s == MAP_FAILED)
        return diag_errno(d, "memory", "share");
    sem_init(&s->replied, 1, 0);
    sem_init(&s->program, 1, 0);
    sem_init(&s->view, 1, 0);
    for (uint32_t i = 0; i < SNAPSHOTS; i++)
        sem_init(&s->snapshots[i].wanted, 1, 0);
    s->user = getpid();
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    int pid = fork();
    if (pid < 0)
        return diag_errno(d, "a process", "start");
    if (!pid)
        run_program_process(u, notes, entry, cfg, s);
    sigprocmask(SIG_BLOCK, &interrupt, NULL);
    while (wait_for_reply(s, pid, &interrupt)) {
        struct run_reply reply = s->reply;
        sigprocmask(SIG_UNBLOCK, &interrupt, NULL);
        if (!ask(context, &reply, s->command, sizeof s->command))
            break;
        sigprocmask(SIG_BLOCK, &interrupt, NULL);
        s->is_interrupted = false;
        sem_post(s->view_is_current ? &s->view : &s->program);
    }
    for (uint32_t i = 0; i < SNAPSHOTS; i++) {
        s->snapshots[i].shall_end = true;
        sem_post(&s->snapshots[i].wanted);
    }
    s->user = 0x7fffffff; /* whoever waits finds nobody */
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return ST_OK;
}
