/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ctrl-C and progress while the engine runs.
 *
 * Invariant: the first Ctrl-C sets a flag that the engine asks for, so that the run ends orderly; the second has its
 * usual effect. Progress is shown on a terminal only, after one second, on one line that is wiped afterwards.
 */
#include "runtime/driver/driver.h"

#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;
static struct sigaction before_int, before_term;
static double started, shown;
static bool is_terminal, line_is_dirty, is_watching;

/* The second one ends the command at once: behind a moment, for timeout(1) and shells send one to the process and one
 * to its group. */
static void on_signal(int number)
{
    const double moment = 0.3; /* seconds */
    static volatile double first;
    double now = base_budget_now();
    if (interrupted && now > first + moment) {
        signal(number, SIG_DFL);
        raise(number); /* delivered when this returns */
    }
    if (!interrupted)
        first = now;
    interrupted = 1;
}

static bool stop(void *context)
{
    (void)context;
    return interrupted;
}

/* Whether it is time to show how far the work is; then *seconds tells how long it lasts. */
static bool due(double *seconds)
{
    double t = base_budget_now();
    *seconds = t - started;
    if (!is_terminal || *seconds < 1 || t - shown < 0.2)
        return false;
    shown = t;
    line_is_dirty = true;
    return true;
}

static void progress(void *context, uint64_t states, uint64_t transitions)
{
    double seconds;
    (void)context;
    if (!due(&seconds))
        return;
    fprintf(stderr, "\r%llu states, %llu transitions, %.0f s\33[K", (unsigned long long)states,
            (unsigned long long)transitions, seconds);
    fflush(stderr);
}

/* Work that tells no phase of its own is asked whether it should stop: that is a sign of life too. */
static bool stop_lts(void *context)
{
    double seconds;
    (void)context;
    if (due(&seconds)) {
        fprintf(stderr, "\rworking, %.0f s\33[K", seconds);
        fflush(stderr);
    }
    return interrupted;
}

/* What a phase counts whose end is not known. */
static const char *counted(const char *phase)
{
    static const char *const units[][2] = {{"composing", "states"},
                                           {"exploring", "states"},
                                           {"unfolding", "states"},
                                           {"refining", "classes"},
                                           {"writing", "bytes"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(units[i][0], phase))
            return units[i][1];
    return "steps";
}

static void progress_lts(void *context, const char *phase, uint64_t done, uint64_t all)
{
    double seconds;
    (void)context;
    if (!due(&seconds))
        return;
    if (all)
        fprintf(stderr, "\r%s, %.0f %%, %.0f s\33[K", phase, 100 * (double)done / (double)all, seconds);
    else if (done)
        fprintf(stderr, "\r%s, %.1f million %s, %.0f s\33[K", phase, (double)done / 1e6, counted(phase), seconds);
    else
        fprintf(stderr, "\r%s, %.0f s\33[K", phase, seconds);
    fflush(stderr);
}

void driver_watch_signals(void)
{
    struct sigaction watch = {.sa_handler = on_signal};
    is_watching = true;
    sigaction(SIGINT, &watch, &before_int);
    sigaction(SIGTERM, &watch, &before_term);
    const char *term = getenv("TERM");
    is_terminal = isatty(2) && term && strcmp(term, "dumb");
    if (!started)
        started = base_budget_now();
}

void driver_watch_begin(struct run_options *o)
{
    interrupted = 0;
    started = 0;
    driver_watch_signals();
    o->budget.stop = stop;
    o->engine.budget = &o->budget;
    o->engine.progress = progress;
}

/* The time is that of the whole command. */
void driver_watch_lts(struct lts_control *c)
{
    c->stop = stop_lts;
    c->progress = progress_lts;
}

bool driver_watch_interrupted(void)
{
    return interrupted;
}

void driver_watch_wipe(void)
{
    if (line_is_dirty)
        fputs("\r\33[K", stderr);
    line_is_dirty = false;
}

void driver_watch_end(void)
{
    driver_watch_wipe();
    if (!is_watching)
        return;
    is_watching = false;
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGTERM, &before_term, NULL);
}
