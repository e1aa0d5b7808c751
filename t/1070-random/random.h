/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The random programs are compiled twice: for the model, and with -DNATIVE to try all their inputs. Natively each call of in()
 * forks, once for each value, so that one execution makes every run of the program up to a depth. Each run leaves one line in
 * descriptor 3: how it ended, the invariants it broke, the places it reached, and its events, separated by bars.
 */
#ifndef RANDOM_H
#define RANDOM_H
#include <assert.h>
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef NATIVE
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEEPEST = 7, RUNS_MAX = 1500, EVENTS_MAX = 400 };
static char events_[32 * EVENTS_MAX + 64];
static int length_, event_count_, depth_;
static unsigned long broken_, reached_;
static int *runs_;
static void (*look_)(void); /* looks at the invariants */

/* The invariants are looked at here; number k is this condition. */
#define LOOK() (look_ ? look_() : (void)0)
#define INVARIANT(k, condition) ((condition) ? 0 : (broken_ |= 1ul << (k)))

static inline void finish_(const char *how)
{
    char line[sizeof events_ + 128];
    int n = snprintf(line, sizeof line, "%s %lu %lu %.*s\n", how, broken_, reached_, length_, events_);
    if (write(3, line, n) != n)
        _exit(99);
    _exit(0);
}

static inline void _cwolf_event(const char *name)
{
    LOOK();
    if (event_count_++ >= EVENTS_MAX || strlen(name) > 30)
        finish_("cut");
    length_ += sprintf(events_ + length_, "%s|", name);
}

static inline void leave_(int status, void *unused)
{
    status &= 255;
    (void)unused;
    LOOK();
    if (status > 3)
        _cwolf_event("exit more");
    else
        length_ += sprintf(events_ + length_, "exit %d|", status);
    finish_("end");
}

static inline void signal_(int number)
{
    finish_(number == SIGABRT ? "abort" : number == SIGXCPU ? "cut" : "trap");
}

__attribute__((constructor)) static void begin_(void)
{
    static char stack[1 << 14];
    stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternative, NULL);
    const int caught[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGXCPU};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        struct sigaction act = {.sa_handler = signal_, .sa_flags = SA_ONSTACK};
        sigaction(caught[i], &act, NULL);
    }
    struct rlimit second = {1, 2};
    setrlimit(RLIMIT_CPU, &second);
    on_exit(leave_, NULL);
    runs_ = mmap(NULL, sizeof *runs_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

/* Returns once for each of the values, each time in a process of its own. */
static inline int each_(const int *values, int count)
{
    if (depth_++ >= DEEPEST || *runs_ > RUNS_MAX)
        finish_("cut");
    fflush(NULL);
    for (int i = 0; i < count; i++) {
        ++*runs_;
        pid_t child = fork();
        if (child == 0)
            return values[i];
        waitpid(child, NULL, 0);
    }
    _exit(0);
}

/* The place number k was reached. */
#define REACHED(k) (reached_ |= 1ul << (k))
/* A store that labels look at; in the model the store alone. */
#define WRITE(variable, value, labels) \
    do {                               \
        variable = (value);            \
        labels                         \
    } while (0)
#define NATIVELY(...) __VA_ARGS__
#else
#include <cwolf.h>
#define LOOK() ((void)0)
#define REACHED(k) ((void)0)
#define WRITE(variable, value, labels) variable = (value)
#define NATIVELY(...)
#endif

#include "../1060-events.h"

/* The value of an expression as an event: some cases and the rest. */
#define SHOW(name, value)                                 \
    switch (value) {                                      \
    case 0: _cwolf_event(name " 0"); break;               \
    case 1: _cwolf_event(name " 1"); break;               \
    case 2: _cwolf_event(name " 2"); break;               \
    case 3: _cwolf_event(name " 3"); break;               \
    case 4 ... 6: _cwolf_event(name " 4-6"); break;       \
    case 7: _cwolf_event(name " 7"); break;               \
    case 8 ... 127: _cwolf_event(name " 8-"); break;      \
    case 128 ... 255: _cwolf_event(name " byte"); break;  \
    case -1: _cwolf_event(name " -1"); break;             \
    case -2: _cwolf_event(name " -2"); break;             \
    case -128 ... -3: _cwolf_event(name " -3-"); break;   \
    default: _cwolf_event(name " other"); break;          \
    }

#endif
