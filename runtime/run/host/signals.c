/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Signals of a run: handlers of the program run between two statements; memory that is not there ends the run.
 *
 * Handlers of the host have no context, so the machine that runs is known here, and nowhere else.
 */
#include "runtime/run/debug/debug.h"
#include "runtime/run/trace/trace.h"
#include "external.h"

#include <errno.h>
#include <stdio_ext.h>
#include <unistd.h>

enum { MOST_ARRIVALS = 16 }; /* asked for in a run, behind calls that close or free something */

static struct machine *running;
static struct sigaction before[3];
static uint8_t fault_stack[65536];
static const int caught[3] = {SIGSEGV, SIGBUS, SIGABRT};

static void note_signal(int signal)
{
    int number = errno;
    if (!running || signal <= 0 || signal >= SIGNALS)
        return;
    if (running->debug && running->debug->is_view)
        return; /* it has those that came then */
    running->is_pending[signal] = 1;
    running->pending = 1;
    if (running->in_host) { /* it may wait for what the handler does */
        running->is_within_host = true;
        running->in_host = 0;
        run_pending_signals(running);
        running->in_host = 1;
        running->is_within_host = false;
    }
    errno = number;
}

static void note_signal_and_info(int signal, siginfo_t *info, void *context)
{
    (void)context;
    if (running && signal > 0 && signal < SIGNALS)
        running->told[signal] = *info;
    note_signal(signal);
}

/* longjmp may leave a handler that ran within a host's function. Which signals are blocked stays, or goes back. */
void run_signals_left(struct machine *m, const sigset_t *mask)
{
    if (mask)
        sigprocmask(SIG_SETMASK, mask, NULL);
    m->in_host = 0;
    m->is_within_host = false;
}

/* The library calls abort, of the program's doing (a check of _FORTIFY_SOURCE). From elsewhere it ends this process. */
static void aborted(void)
{
    if (!running || !running->in_host) {
        signal(SIGABRT, SIG_DFL);
        raise(SIGABRT);
    }
    running->in_host = 0;
    running->has_faulted = true;
    __fpurge(stdout);
    run_finish(running, RUN_SIGNALLED, SIGABRT);
}

static void fault(int signal, siginfo_t *info, void *context)
{
    (void)context;
    if (signal == SIGABRT)
        aborted();
    running->has_faulted = true;
    run_fail(running, "memory is used that is not there: address 0x%llx", (unsigned long long)(uintptr_t)info->si_addr);
}

struct machine *run_running(void)
{
    return running;
}

void run_signals_begin(struct machine *m)
{
    stack_t stack = {.ss_sp = fault_stack, .ss_size = sizeof fault_stack};
    struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    running = m;
    sigaltstack(&stack, NULL);
    for (int i = 0; i < 3; i++)
        sigaction(caught[i], &action, &before[i]);
}

void run_signals_end(struct machine *m)
{
    for (int i = 0; i < 3; i++)
        sigaction(caught[i], &before[i], NULL);
    for (int i = 1; i < SIGNALS; i++)
        if (m->handlers[i].function > 1)
            signal(i, SIG_DFL);
    running = NULL;
}

/* What a handler of SA_SIGINFO is handed: where the signal comes from; and registers, of which nothing is known. */
static void give_info(struct machine *m, int signal, struct val args[2])
{
    uint64_t sizes[2] = {sizeof m->told[signal], 0};
    for (int i = 0; i < 2; i++) {
        uint32_t id = run_memory_allocate(&m->mem, sizes[i], GRANULE);
        if (!id)
            run_stop(m, "there is no memory for what a handler is told");
        m->mem.objects.items[id].may_be_larger = true;
        args[i] = (struct val){m->mem.objects.items[id].base, id, 0};
        run_memory_set_init(&m->mem, (void *)(uintptr_t)args[i].bits, sizes[i], true);
    }
    memcpy((void *)(uintptr_t)args[0].bits, &m->told[signal], sizes[0]);
}

void run_handler(struct machine *m, int signal)
{
    struct val args[3] = {{(uint64_t)signal, 0, 0}};
    struct handler h = m->handlers[signal];
    bool has_info = h.has_info;
    if (h.is_once)
        m->handlers[signal].function = 0;
    if (has_info)
        give_info(m, signal, &args[1]);
    if (m->debug && !m->debug->is_view)
        run_debug_signal(m, signal, m->is_within_host);
    run_call_at(m, h.function, args, has_info ? 3 : 1);
    for (int i = 1; has_info && i < 3; i++)
        run_memory_finish(&m->mem, args[i].object, NULL);
}

void run_pending_signals(struct machine *m)
{
    m->pending = 0;
    for (int i = 1; i < SIGNALS; i++) {
        if (!m->is_pending[i])
            continue;
        m->is_pending[i] = 0;
        run_handler(m, i);
    }
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static bool is_fault(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS;
}

static int signal_argument(struct machine *m, const struct outcall *c, uint32_t i)
{
    int signal = (int)c->args[i].bits;
    if (signal < 0 || signal >= SIGNALS)
        run_refuse(m, "signal %d", signal);
    return signal;
}

static bool is_among(int signal, const int *of, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (signal == of[i])
            return true;
    return false;
}

/* By itself it ends nothing: it is ignored, or stops the process, or lets it go on. */
static bool is_harmless(int signal)
{
    static const int harmless[] = {0, SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};
    return is_among(signal, harmless, sizeof harmless / sizeof *harmless);
}

/* Nothing but raise sends a signal of a closed run, so none is asked for from the host. What the system does by itself
 * with these is not followed: it stops the process, ignores them or sends them when it sees fit. */
static int closed_signal(struct machine *m, const struct outcall *c)
{
    static const int others[] = {SIGKILL, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    int number = signal_argument(m, c, 0);
    bool is_reserved = number > SIGSYS && number < SIGRTMIN; /* by the library */
    if (m->cfg->has_world && number && number != SIGKILL && number != SIGSTOP && !is_reserved)
        return number;
    if (is_reserved || is_harmless(number) || is_fault(number) || number >= SIGRTMIN ||
        is_among(number, others, sizeof others / sizeof *others))
        run_refuse(m, "'%s' of signal %d asks or changes the world outside", c->x->name, number);
    return number;
}

/* System V's, which signal is where neither GNU nor BSD names are asked for (-std=c11): the handler serves one signal.
 */
static bool is_once(const struct outcall *c)
{
    return !strcmp(c->x->name, "sysv_signal");
}

static void handle(struct machine *m, int number)
{
    m->is_in_handler = true; /* for good, where a longjmp leaves it */
    run_handler(m, number);
    m->is_in_handler = false;
}

static bool may_arrive(const struct machine *m, int number)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGSYS}; /* what the program does */
    struct handler h = m->handlers[number];
    return m->cfg->has_world && h.function > 1 && !h.has_info && !m->is_in_handler &&
           !is_among(number, own, sizeof own / sizeof *own);
}

/* Somebody may have sent the signal. */
static void arrive(struct machine *m, const struct outcall *c, int number)
{
    if (may_arrive(m, number) &&
        run_trace_asks(m, (struct run_input_from){.func = c->x->id, .signal = (uint8_t)number}))
        handle(m, number);
}

void run_signals_after(struct machine *m, const struct outcall *c)
{
    if (!(c->x->effect.flags & (EFFECT_FREE | EFFECT_CLOSES)))
        return;
    for (int i = 1; i < SIGNALS && m->arrivals < MOST_ARRIVALS; i++) {
        bool is_another = may_arrive(m, i);
        for (int k = 1; k < i && is_another; k++)
            is_another = m->handlers[k].function != m->handlers[i].function;
        if (!is_another)
            continue;
        m->arrivals++;
        arrive(m, c, i);
    }
}

static bool do_closed_signal(struct machine *m, struct outcall *c)
{
    int number = closed_signal(m, c);
    if (c->args[1].bits == (uint64_t)(uintptr_t)SIG_ERR)
        run_refuse(m, "'%s' of signal %d asks or changes the world outside", c->x->name, number);
    c->result = (struct val){m->handlers[number].function, 0, 0};
    m->handlers[number] = (struct handler){.function = c->args[1].bits, .is_once = is_once(c), .is_set = true};
    arrive(m, c, number);
    return true;
}

/* What was set before the program began is the world's. */
static bool do_closed_sigaction(struct machine *m, struct outcall *c)
{
    int number = closed_signal(m, c);
    struct sigaction action, old = {0};
    bool has_info = false;
    if (c->args[2].bits && (!m->cfg->has_world || m->handlers[number].is_set)) /* its flags are not kept */
        run_refuse(m, "'%s' asks the world outside what was set before", c->x->name);
    if (c->args[1].bits) {
        memcpy(&action, run_access(m->frame, c->args[1], sizeof action, false), sizeof action);
        has_info = action.sa_flags & SA_SIGINFO;
        if (has_info && !m->cfg->has_world)
            run_refuse(m, "a handler that is told where its signal comes from asks the world outside");
        m->handlers[number] = (struct handler){.function = (uint64_t)(uintptr_t)action.sa_handler,
                                               .has_info = has_info,
                                               .is_set = true,
                                               .is_once = action.sa_flags & (int)SA_RESETHAND};
    }
    if (c->args[2].bits) {
        uint8_t *to = run_access(m->frame, c->args[2], sizeof old, true);
        memcpy(to, &old, sizeof old);
        run_memory_set_init(&m->mem, to, sizeof old, true);
    }
    c->result = (struct val){0, 0, 0};
    if (c->args[1].bits)
        arrive(m, c, number);
    return true;
}

/* The handler runs within the call, unless what it blocks would have to be known. */
static bool do_closed_raise(struct machine *m, struct outcall *c)
{
    int number = closed_signal(m, c);
    uint64_t function = m->handlers[number].function;
    if (m->is_in_handler)
        run_refuse(m, "a signal is sent within a handler");
    if (function == (uint64_t)(uintptr_t)SIG_DFL && is_harmless(number))
        run_refuse(m, "'%s' of signal %d asks or changes the world outside", c->x->name, number);
    if (function == (uint64_t)(uintptr_t)SIG_DFL)
        run_finish(m, RUN_SIGNALLED, number);
    if (function != (uint64_t)(uintptr_t)SIG_IGN && m->handlers[number].has_info)
        run_refuse(m, "a handler that is told where its signal comes from asks the world outside");
    if (function != (uint64_t)(uintptr_t)SIG_IGN)
        handle(m, number);
    c->result = (struct val){0, 0, 0};
    return true;
}

static bool do_signal(struct machine *m, struct outcall *c)
{
    int number = signal_argument(m, c, 0);
    uint64_t old = m->handlers[number].function, function = c->args[1].bits;
    void (*host)(int) = function > 1 ? note_signal : function ? SIG_IGN : SIG_DFL;
    m->handlers[number] = (struct handler){.function = function, .is_once = is_once(c)};
    if (!is_fault(number) && (is_once(c) ? sysv_signal(number, host) : signal(number, host)) == SIG_ERR)
        old = (uint64_t)-1;
    c->result = (struct val){old, 0, 0};
    return true;
}

static bool do_sigaction(struct machine *m, struct outcall *c)
{
    int number = signal_argument(m, c, 0);
    struct sigaction action, old;
    uint8_t *to = c->args[2].bits ? run_access(m->frame, c->args[2], sizeof old, true) : NULL;
    struct handler h = m->handlers[number];
    bool is_set = c->args[1].bits != 0;
    if (is_set) {
        memcpy(&action, run_access(m->frame, c->args[1], sizeof action, false), sizeof action);
        uint64_t function = (uint64_t)(uintptr_t)action.sa_handler;
        m->handlers[number] =
            (struct handler){function, action.sa_flags & SA_SIGINFO, action.sa_flags & (int)SA_RESETHAND, true};
        if (function > 1 && m->handlers[number].has_info) {
            action.sa_sigaction = note_signal_and_info;
        } else {
            action.sa_handler = function > 1 ? note_signal : function ? SIG_IGN : SIG_DFL;
            action.sa_flags &= ~SA_SIGINFO;
        }
    }
    int r = is_fault(number) ? 0 : sigaction(number, is_set ? &action : NULL, &old);
    if (to && !r) {
        if (is_fault(number) || old.sa_sigaction == fault)
            old = (struct sigaction){0};
        if (h.function > 1 && (is_fault(number) || old.sa_handler != SIG_DFL))
            memcpy(&old.sa_handler, &h.function, sizeof old.sa_handler);
        memcpy(to, &old, sizeof old);
        run_memory_set_init(&m->mem, to, sizeof old, true);
    }
    c->result = (struct val){(uint64_t)r, 0, 0};
    return true;
}

/* What a signal without a handler does by itself ends the run in words. */
static bool do_raise(struct machine *m, struct outcall *c)
{
    bool is_kill = !strcmp(c->x->name, "kill");
    int number = signal_argument(m, c, is_kill);
    if (is_harmless(number) || (is_kill && (int)c->args[0].bits != getpid()))
        return false;
    sigset_t mask;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    if (sigismember(&mask, number) == 1)
        return false; /* it stays pending */
    if (m->handlers[number].function == 0) {
        __fpurge(stdout);
        run_finish(m, RUN_SIGNALLED, number);
    }
    if (is_fault(number) && m->handlers[number].function > 1) {
        m->told[number] = (siginfo_t){
            .si_signo = number, .si_code = is_kill ? SI_USER : SI_TKILL, .si_pid = getpid(), .si_uid = getuid()};
        note_signal(number);
    } else {
        return false;
    }
    c->result = (struct val){0, 0, 0};
    return true;
}

own_function *run_own_closed_signal(const char *name)
{
    static const struct own_row rows[] = {{"signal", do_closed_signal},
                                          {"sysv_signal", do_closed_signal},
                                          {"sigaction", do_closed_sigaction},
                                          {"raise", do_closed_raise}};
    return run_find_own(rows, sizeof rows / sizeof *rows, name);
}

own_function *run_own_signal(const char *name)
{
    static const struct own_row rows[] = {{"signal", do_signal},
                                          {"sysv_signal", do_signal},
                                          {"sigaction", do_sigaction},
                                          {"raise", do_raise},
                                          {"kill", do_raise}};
    return run_find_own(rows, sizeof rows / sizeof *rows, name);
}
