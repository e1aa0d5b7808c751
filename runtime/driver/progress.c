/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ctrl-C and progress while the engine runs.
 *
 * Invariant: the first Ctrl-C sets a flag that the engine asks for, so that the run ends orderly; the second has its
 * usual effect. Progress is shown on a terminal only, after one second, on one line that is wiped afterwards.
 */
#include "runtime/driver/driver.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;
static struct sigaction before_int, before_term;
static double started, shown;
static bool is_terminal, line_is_dirty;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void on_signal(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

static bool stop(void *context)
{
    (void)context;
    return interrupted;
}

static void progress(void *context, uint64_t states, uint64_t transitions)
{
    (void)context;
    double t = now();
    if (!is_terminal || t - started < 1 || t - shown < 0.2)
        return;
    shown = t;
    line_is_dirty = true;
    fprintf(stderr, "\r%llu states, %llu transitions, %.0f s\33[K", (unsigned long long)states,
            (unsigned long long)transitions, t - started);
    fflush(stderr);
}

void watch_begin(struct avm_config *c)
{
    struct sigaction once = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    interrupted = 0;
    sigaction(SIGINT, &once, &before_int);
    sigaction(SIGTERM, &once, &before_term);
    const char *term = getenv("TERM");
    is_terminal = isatty(2) && term && strcmp(term, "dumb");
    started = now();
    c->stop = stop;
    c->progress = progress;
}

bool watch_interrupted(void)
{
    return interrupted;
}

void watch_end(void)
{
    if (line_is_dirty)
        fputs("\r\33[K", stderr);
    line_is_dirty = false;
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGTERM, &before_term, NULL);
}
