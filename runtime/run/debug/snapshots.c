/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stepping through a run, back too.
 *
 * The program runs in a process of its own, which leaves snapshots behind: copies of itself that wait. To go back one
 * of them is copied again, and that view does the part from there to the wanted statement once more, with what the
 * library gave taken from the log; it must not go beyond the newest statement, where the program's own process takes
 * over. All share one page of facts and a semaphore each. A snapshot costs what the program writes after it; there are
 * at most SNAPSHOTS, and where there would be more, every second goes and the distance doubles.
 */
#include "debug_shared.h"
#include "runtime/run/host/external.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct debug_breaks *run_debug_breaks(struct machine *m)
{
    return &m->debug->shared->breaks;
}

struct run_reply *run_debug_reply(struct machine *m)
{
    return &m->debug->shared->reply;
}

void run_debug_signal(struct machine *m, int signal, bool in_host)
{
    struct debug_shared *s = m->debug->shared;
    if (s->signal_count < MOST_SIGNALS)
        s->signals[s->signal_count++] = (struct delivered){m->steps, signal, in_host, m->told[signal]};
    m->signal_at = s->signal_count;
}

void run_debug_signals(struct machine *m, bool in_host)
{
    struct debug_shared *s = m->debug->shared;
    while (m->signal_at < s->signal_count && s->signals[m->signal_at].steps == m->steps &&
           s->signals[m->signal_at].in_host == in_host) {
        const struct delivered *x = &s->signals[m->signal_at++];
        m->told[x->signal] = x->told;
        run_handler(m, x->signal);
    }
}

/* ---- replies ----------------------------------------------------------------------------------------------------- */

void run_debug_say(struct machine *m, const char *format, ...)
{
    struct run_reply *r = &m->debug->shared->reply;
    size_t n = strlen(r->text);
    va_list args;
    va_start(args, format);
    vsnprintf(r->text + n, sizeof r->text - n, format, args);
    va_end(args);
}

static void tell_place(struct machine *m)
{
    struct run_reply *r = &m->debug->shared->reply;
    struct frame *f = m->frame;
    while (f && !f->at->src->at.line)
        f = f->up;
    struct place p = f ? cwi_place_text(m->u, f->at->src->at) : (struct place){0};
    snprintf(r->file, sizeof r->file, "%s", p.file ? p.file : "");
    r->line = p.line;
    r->col = p.col;
}

static bool wait_for(sem_t *s, const struct debug_shared *shared)
{
    for (;;) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        t.tv_sec++;
        if (!sem_timedwait(s, &t))
            return true;
        if (errno == ETIMEDOUT && kill(shared->user, 0))
            return false; /* nobody is there any more */
    }
}

static void note_watched(struct machine *m)
{
    struct debug_breaks *b = run_debug_breaks(m);
    for (uint32_t k = 0; k < b->watch_count; k++)
        b->watched[k] = run_debug_value(m, &b->watches[k]);
}

/* Shows the reply and does commands until one lets the run go on. */
static void prompt(struct machine *m)
{
    bool is_first = true;
    struct debug *g = m->debug;
    struct debug_shared *s = g->shared;
    char command[COMMAND_ROOM];
    do {
        if (!g->is_view)
            s->newest = m->steps;
        s->view_is_current = g->is_view;
        if (is_first || s->reply.before || s->reply.after)
            tell_place(m);
        is_first = false;
        if (!g->is_view)
            fflush(stdout);
        sem_post(&s->replied);
        if (!wait_for(g->is_view ? &s->view : &s->program, s))
            _exit(0);
        snprintf(command, sizeof command, "%s", s->command);
        s->reply = (struct run_reply){0};
    } while (!run_debug_command(m, command));
    note_watched(m);
}

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

static int copy_process(void)
{
    return (int)syscall(SYS_clone, 0UL, NULL, NULL, NULL, 0UL); /* as fork, without a signal at its end */
}

static void thin_out(struct debug *g)
{
    bool is_even = false;
    uint64_t last = 0;
    for (uint32_t n = 0; n < SNAPSHOTS; n++) { /* in the order of their places in the run */
        struct snapshot *next = NULL;
        for (uint32_t i = 0; i < SNAPSHOTS; i++) {
            struct snapshot *x = &g->shared->snapshots[i];
            if (x->is_used && (x->steps > last || (!n && !x->steps)) && (!next || x->steps < next->steps))
                next = x;
        }
        if (!next)
            break;
        last = next->steps;
        if (is_even) {
            next->shall_end = true;
            sem_post(&next->wanted);
        }
        is_even = !is_even;
    }
    g->interval *= 2;
}

/* In the copy: waits, and becomes a view each time that somebody wants to come here. */
static void wait_as_snapshot(struct machine *m, struct snapshot *x)
{
    struct debug *g = m->debug;
    signal(SIGINT, SIG_IGN);
    for (;;) {
        if (!wait_for(&x->wanted, g->shared) || x->shall_end) {
            x->is_used = x->shall_end = false;
            _exit(0);
        }
        if (!copy_process())
            break;
        waitpid(-1, NULL, WNOHANG | __WALL);
    }
    struct debug_shared *shared = g->shared;
    uint64_t began = x->steps;
    uint64_t *ring = g->ring;
    *g = shared->travel;
    g->shared = shared;
    g->ring = ring;
    g->is_view = true;
    m->pid = getpid();
    g->began = began;
    g->found = 0;
    g->last_write = UINT64_MAX;
    g->old = run_debug_value(m, &g->place);
}

static void take_snapshot(struct machine *m)
{
    struct debug *g = m->debug;
    struct snapshot *x = NULL;
    for (uint32_t i = 0; i < SNAPSHOTS && !x; i++)
        if (!g->shared->snapshots[i].is_used)
            x = &g->shared->snapshots[i];
    g->next_snapshot = m->steps + g->interval;
    if (!x) {
        thin_out(g);
        return;
    }
    x->is_used = true;
    x->shall_end = false;
    x->steps = m->steps;
    int pid = copy_process();
    if (pid < 0) {
        x->is_used = false;
    } else if (pid) {
        waitpid(pid, NULL, __WALL);
    } else if (copy_process()) { /* the snapshot is nobody's child: the program may wait for its own */
        _exit(0);
    } else {
        wait_as_snapshot(m, x);
    }
}

static void say_end(struct machine *m)
{
    const struct run_result *r = m->out;
    if (r->end == RUN_EXITED)
        run_debug_say(m, "the program has ended, exit status %d\n", r->status);
    else if (r->end == RUN_SIGNALLED)
        run_debug_say(m, "the program was ended by signal %d (%s)\n", r->status, strsignal(r->status));
    else
        run_debug_say(m, "%s%s\n",
                      r->end == RUN_ERROR         ? "error: "
                      : r->end == RUN_UNSUPPORTED ? "not supported in a run: "
                                                  : "",
                      r->what);
}

/* ---- going back -------------------------------------------------------------------------------------------------- */

/* The newest snapshot that is at or before the statement, and before `limit`. */
static struct snapshot *snapshot_before(struct debug_shared *s, uint64_t steps, uint64_t limit)
{
    struct snapshot *best = NULL;
    for (uint32_t i = 0; i < SNAPSHOTS; i++) {
        struct snapshot *x = &s->snapshots[i];
        if (x->is_used && !x->shall_end && x->steps <= steps && x->steps < limit && (!best || x->steps > best->steps))
            best = x;
    }
    return best;
}

/* Another process shows what is wanted; the program's own waits until it is its turn again. */
static void travel(struct machine *m, const struct debug *how, struct snapshot *from)
{
    struct debug_shared *s = m->debug->shared;
    s->travel = *how;
    sem_post(&from->wanted);
    if (m->debug->is_view)
        _exit(0);
    if (!wait_for(&s->program, s))
        _exit(0);
    note_watched(m);
    if (m->debug->is_over)
        say_end(m);
    if (s->command[0] && !m->debug->is_over) { /* the view went on to here, and further */
        m->debug->mode = s->travel.mode;
        m->debug->depth = s->travel.depth;
    } else {
        prompt(m);
    }
}

void run_debug_back(struct machine *m, uint64_t lines, const struct location *place)
{
    struct debug how = {.mode = place ? DEBUG_SCAN_WRITES : DEBUG_SCAN_LINES,
                        .until = m->steps - m->debug->is_over, /* the statement that ended it is not done again */
                        .is_inclusive = m->debug->is_over,
                        .wanted = lines};
    if (place)
        how.place = *place;
    struct snapshot *from = m->steps ? snapshot_before(m->debug->shared, m->steps - 1, UINT64_MAX) : NULL;
    if (!from) {
        run_debug_say(m, "this is the beginning\n");
        prompt(m);
        return;
    }
    travel(m, &how, from);
}

/* The part from a snapshot to where the user was has been done again. */
static void scanned(struct machine *m)
{
    struct debug *g = m->debug, how = *g;
    bool is_write = g->mode == DEBUG_SCAN_WRITES;
    bool is_found = is_write ? g->last_write != UINT64_MAX : g->found >= g->wanted;
    struct snapshot *earlier = g->began ? snapshot_before(g->shared, g->began, g->began) : NULL;
    if (!is_found && earlier) {
        how.until = is_write ? g->began : g->until;
        travel(m, &how, earlier);
    }
    if (!is_found)
        run_debug_say(m, is_write ? "nothing wrote it before: this is the beginning\n" : "this is the beginning\n");
    how.until = !is_found ? 0 : is_write ? g->last_write : g->ring[(g->found - g->wanted) % MOST_LINES_BACK];
    how.mode = DEBUG_UNTIL;
    struct snapshot *from = snapshot_before(g->shared, how.until, UINT64_MAX);
    travel(m, &how, from ? from : snapshot_before(g->shared, UINT64_MAX - 1, UINT64_MAX));
}

/* A view has come to the newest statement: the program's own process goes on, or stops there. */
static void hand_over(struct machine *m, bool stops)
{
    struct debug *g = m->debug;
    if (stops || g->mode == DEBUG_STEP || g->mode == DEBUG_UNTIL)
        g->shared->command[0] = 0;
    g->shared->travel = *g;
    sem_post(&g->shared->program);
    _exit(0);
}

/* ---- looking ----------------------------------------------------------------------------------------------------- */

uint64_t run_debug_value(const struct machine *m, const struct location *l)
{
    const struct frame *f = m->frames + l->frame;
    if (l->serial && (!m->frame || f > m->frame || f->serial != l->serial))
        return 0; /* its function has returned */
    if (l->is_register)
        return base_hash_bytes(&f->registers[l->slot], sizeof(struct val), 1);
    const void *at = (void *)(uintptr_t)l->address;
    return at ? base_hash_bytes(at, l->size, 1) ^ !run_memory_is_init(&m->mem, at, l->size) : 0;
}

static bool is_break(const struct debug_breaks *b, const struct frame *f, const struct instr *i, bool is_entry)
{
    for (uint32_t k = 0; k < b->break_count; k++)
        if (b->breaks[k].func ? is_entry && b->breaks[k].func == f->fn->id
                              : b->breaks[k].file == i->src->at.file && b->breaks[k].line == i->src->at.line)
            return true;
    return false;
}

static bool is_written(struct machine *m, struct debug_breaks *b)
{
    bool r = false;
    if (m->debug->mode == DEBUG_UNTIL)
        return false;
    for (uint32_t k = 0; k < b->watch_count; k++) {
        uint64_t now = run_debug_value(m, &b->watches[k]);
        if (now == b->watched[k])
            continue;
        b->watched[k] = now;
        run_debug_say(m, "%s has changed\n", b->watches[k].text);
        r = true;
    }
    return r;
}

static bool stops(struct machine *m, struct frame *f, const struct instr *i, bool is_line, bool is_entry)
{
    struct debug *g = m->debug;
    uint32_t depth = (uint32_t)(f - m->frames);
    bool written = g->shared->breaks.watch_count && is_written(m, &g->shared->breaks);
    if (is_line && g->shared->is_interrupted && g->mode <= DEBUG_GO) {
        g->shared->is_interrupted = false;
        run_debug_say(m, "interrupted\n");
        return true;
    }
    switch (g->mode) {
    case DEBUG_UNTIL:
        return m->steps >= g->until;
    case DEBUG_STEP:
        return is_line;
    case DEBUG_NEXT:
        return written || (is_line && (depth <= g->depth || is_break(&g->shared->breaks, f, i, is_entry)));
    case DEBUG_FINISH:
        return written || depth < g->depth || (is_line && is_break(&g->shared->breaks, f, i, is_entry));
    case DEBUG_GO:
        return written || (is_line && is_break(&g->shared->breaks, f, i, is_entry));
    default:
        return false;
    }
}

/* The statement that wrote what has changed since the last one: itself, or the call of the library that has gone on
 * since then, and returned, or called the program again. */
static uint64_t writer(const struct machine *m, const struct frame *f)
{
    const struct frame *caller = f->is_callback && !f->step ? f->up : f;
    return m->debug->is_back_in_host && caller ? caller->step : m->steps - 1;
}

static void scan(struct machine *m, const struct frame *f, bool is_line)
{
    struct debug *g = m->debug;
    if (g->mode == DEBUG_SCAN_WRITES) {
        uint64_t now = run_debug_value(m, &g->place);
        if (now != g->old)
            g->last_write = writer(m, f);
        g->old = now;
    } else if (is_line && (m->steps < g->until || g->is_inclusive)) {
        g->ring[g->found++ % MOST_LINES_BACK] = m->steps;
    }
    if (m->steps >= g->until)
        scanned(m);
}

void run_debug_look(struct machine *m, struct frame *f, const struct instr *i)
{
    struct debug *g = m->debug;
    if (!g->is_view && m->steps >= g->next_snapshot)
        take_snapshot(m);
    if (g->is_view)
        run_debug_signals(m, false);
    bool is_quiet = run_is_quiet(i) || i->kind == INSTR_GOTO;
    bool is_entry = !f->line, is_line = !is_quiet && f->line != i->src->at.line;
    if (is_line)
        f->line = i->src->at.line;
    else if (i->taken) /* the same line again, by a jump, is a line of its own */
        f->line = f->line ? UINT32_MAX : 0;
    bool is_scan = g->mode == DEBUG_SCAN_LINES || g->mode == DEBUG_SCAN_WRITES;
    if (is_scan)
        scan(m, f, is_line);
    f->step = m->steps;
    g->is_back_in_host = i->kind == INSTR_RETURN && f->is_callback && f->up;
    if (is_scan)
        return;
    if (g->is_view && m->steps >= g->shared->newest)
        hand_over(m, stops(m, f, i, is_line, is_entry));
    else if (stops(m, f, i, is_line, is_entry))
        prompt(m);
}

void run_debug_over(struct machine *m)
{
    struct debug *g = m->debug;
    if (g->is_over || g->is_asking)
        return;
    if (g->is_view)
        hand_over(m, true);
    g->is_over = true;
    for (;;) { /* back is possible, on is not */
        say_end(m);
        prompt(m);
    }
}
