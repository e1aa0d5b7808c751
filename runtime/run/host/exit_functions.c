/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that end the program, or may: they print what the library prints, and the machine ends the program as exit
 * or abort does.
 *
 * Invariant: no function of the library ends this process. Where one calls exit by itself (argp_parse, or what --call
 * names), the machine takes over from a handler of on_exit, and does not go back.
 *
 * Sources: ISO C11, 7.22.4; the glibc manual, "Cleanups on Exit"; err(3), error(3), assert(3), pthread_exit(3).
 */
#include "runtime/run/debug/debug.h"
#include "runtime/run/trace/trace.h"
#include "external.h"

#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>

/* ---- exit and abort ---------------------------------------------------------------------------------------------- */

static bool do_exit(struct machine *m, struct outcall *c)
{
    if (c->args[0].undef)
        run_fail_unset(m, "the exit status was never given a value");
    run_exit(m, (int)c->args[0].bits, !strcmp(c->x->name, "quick_exit"));
}

static bool do_exit_now(struct machine *m, struct outcall *c)
{
    __fpurge(stdout);
    run_lost_end(m);
    if (m->cfg->leaks)
        run_leaks(m);
    run_finish(m, RUN_EXITED, (int)c->args[0].bits & 0xff);
}

/* There is one thread: with it the process ends. */
static bool do_exit_thread(struct machine *m, struct outcall *c)
{
    (void)c;
    run_exit(m, 0, false);
}

static bool do_abort(struct machine *m, struct outcall *c)
{
    (void)c;
    run_call_at(m, m->handlers[SIGABRT].function, &(struct val){SIGABRT, 0, 0}, 1);
    __fpurge(stdout);
    run_finish(m, RUN_SIGNALLED, SIGABRT);
}

static bool do_at_exit(struct machine *m, struct outcall *c)
{
    struct exits *list = !strcmp(c->x->name, "at_quick_exit") ? &m->at_quick_exit : &m->at_exit;
    bool has_argument = !strcmp(c->x->name, "on_exit");
    vec_push(list, ((struct exit_entry){c->args[0], has_argument ? c->args[1] : (struct val){0, 0, 0}, has_argument}));
    c->result = (struct val){0, 0, 0};
    return true;
}

/* ---- assertions -------------------------------------------------------------------------------------------------- */

static const char *text_of(const struct outcall *c, uint32_t i)
{
    return i < c->count && c->args[i].bits ? (const char *)(uintptr_t)c->args[i].bits : "";
}

static unsigned number_of(const struct outcall *c, uint32_t i)
{
    return i < c->count ? (unsigned)c->args[i].bits : 0;
}

/* A view does again what was printed before. */
static bool is_printed(const struct machine *m)
{
    return !m->debug || !m->debug->is_view;
}

static void print_place(const char *file, unsigned line, const char *function)
{
    const char *name = program_invocation_short_name;
    fprintf(stderr, "%s%s%s:%u: %s%s", name, *name ? ": " : "", file, line, function, *function ? ": " : "");
}

static bool do_assert_fail(struct machine *m, struct outcall *c)
{
    if (is_printed(m)) {
        print_place(text_of(c, 1), number_of(c, 2), text_of(c, 3));
        fprintf(stderr, "Assertion `%s' failed.\n", text_of(c, 0));
    }
    return do_abort(m, c);
}

static bool do_assert_perror(struct machine *m, struct outcall *c)
{
    if (is_printed(m)) {
        print_place(text_of(c, 1), number_of(c, 2), text_of(c, 3));
        fprintf(stderr, "Unexpected error: %s.\n", strerror((int)number_of(c, 0)));
    }
    return do_abort(m, c);
}

static bool do_check_fail(struct machine *m, struct outcall *c)
{
    if (is_printed(m))
        fprintf(stderr, "*** %s detected ***: terminated\n",
                strcmp(c->x->name, "__chk_fail") ? "stack smashing" : "buffer overflow");
    return do_abort(m, c);
}

static void need_value(struct machine *m, const struct outcall *c)
{
    if (c->args[0].undef)
        run_fail_unset(m, "'%s' depends on what was never given a value", c->x->name);
}

static bool do_assume(struct machine *m, struct outcall *c)
{
    need_value(m, c);
    if (c->args[0].bits)
        return true;
    m->out->is_assumed = true;
    run_stop(m, "an assumption does not hold");
}

static bool do_assert(struct machine *m, struct outcall *c)
{
    need_value(m, c);
    return c->args[0].bits ? true : do_abort(m, c);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

/* Those that print what the others print before they end the program: all but the first argument, the status, is
 * theirs. */
const char *run_stand_in(const char *name)
{
    static const struct {
        const char *name, *stand_in;
    } rows[] = {{"err", "warn"}, {"errx", "warnx"}, {"verr", "vwarn"}, {"verrx", "vwarnx"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(name, rows[i].name))
            return rows[i].stand_in;
    return NULL;
}

/* error and error_at_line return where the status is 0; with it they print the same. */
static bool do_message(struct machine *m, struct outcall *c)
{
    int status = (int)c->args[0].bits;
    c->args[0].bits = 0;
    run_call_host(m, c);
    if (status || c->x->has_stand_in)
        run_exit(m, status, false);
    return true;
}

own_function *run_own_exit(const char *name)
{
    static const struct own_row rows[] = {
        {"exit", do_exit},
        {"quick_exit", do_exit},
        {"_exit", do_exit_now},
        {"_Exit", do_exit_now},
        {"pthread_exit", do_exit_thread},
        {"thrd_exit", do_exit_thread},
        {"abort", do_abort},
        {"__assert", do_assert_fail},
        {"__assert_fail", do_assert_fail},
        {"__assert_perror_fail", do_assert_perror},
        {"__chk_fail", do_check_fail},
        {"__stack_chk_fail", do_check_fail},
        {"reach_error", do_abort},
        {"__VERIFIER_error", do_abort},
        {"__VERIFIER_assume", do_assume},
        {"__VERIFIER_assert", do_assert},
        {"atexit", do_at_exit},
        {"on_exit", do_at_exit},
        {"at_quick_exit", do_at_exit},
        {"err", do_message},
        {"errx", do_message},
        {"verr", do_message},
        {"verrx", do_message},
        {"error", do_message},
        {"error_at_line", do_message},
    };
    return run_find_own(rows, sizeof rows / sizeof *rows, name);
}

/* ---- the library's own way out ----------------------------------------------------------------------------------- */

/* glibc takes a handler from its list before it calls it, and has no lock while it does: it may be left by longjmp. */
static void take_over(int status, void *unused)
{
    struct machine *m = run_running();
    (void)unused;
    if (!m || !m->in_host)
        return;
    on_exit(take_over, NULL);
    m->in_host = 0;
    *m->error_number = errno;
    run_exit(m, status, false);
}

void run_exits_begin(void)
{
    static bool is_registered;
    if (!is_registered)
        is_registered = !on_exit(take_over, NULL);
}
