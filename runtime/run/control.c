/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that the machine does itself because they move control: the end of the program, setjmp and longjmp.
 * Sources: ISO C11, 7.13 and 7.22.4; the glibc manual, "Cleanups on Exit".
 */
#include "trace.h"
#include "external.h"

#include <stdio.h>
#include <stdio_ext.h>

/* ---- the end ----------------------------------------------------------------------------------------------------- */

static bool do_exit(struct machine *m, struct outcall *c)
{
    if (c->args[0].undef)
        run_fail_unset(m, "the exit status was never given a value");
    run_exit(m, (int)c->args[0].bits, !strcmp(c->x->name, "quick_exit"));
}

static bool do_exit_now(struct machine *m, struct outcall *c)
{
    __fpurge(stdout);
    run_finish(m, RUN_EXITED, (int)c->args[0].bits & 0xff);
}

static bool do_abort(struct machine *m, struct outcall *c)
{
    (void)c;
    run_call_at(m, m->handlers[SIGABRT].function, &(struct val){SIGABRT, 0, 0}, 1);
    __fpurge(stdout);
    run_finish(m, RUN_SIGNALLED, SIGABRT);
}

static const char *text_of(const struct outcall *c, uint32_t i)
{
    return i < c->count && c->args[i].bits ? (const char *)(uintptr_t)c->args[i].bits : "?";
}

static bool do_assert_fail(struct machine *m, struct outcall *c)
{
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", text_of(c, 1),
            (unsigned)(c->count > 2 ? c->args[2].bits : 0), text_of(c, 3), text_of(c, 0));
    return do_abort(m, c);
}

static bool do_at_exit(struct machine *m, struct outcall *c)
{
    struct exits *list = !strcmp(c->x->name, "at_quick_exit") ? &m->at_quick_exit : &m->at_exit;
    bool has_argument = !strcmp(c->x->name, "on_exit");
    vec_push(list, ((struct exit_entry){c->args[0], has_argument ? c->args[1] : (struct val){0, 0, 0}, has_argument}));
    c->result = (struct val){0, 0, 0};
    return true;
}

static bool do_assume(struct machine *m, struct outcall *c)
{
    if (c->args[0].bits && !c->args[0].undef)
        return true;
    m->out->is_assumed = true;
    run_stop(m, "an assumption does not hold");
}

static bool do_assert(struct machine *m, struct outcall *c)
{
    return c->args[0].bits ? true : do_abort(m, c);
}

/* ---- jumps ------------------------------------------------------------------------------------------------------- */

static bool do_setjmp(struct machine *m, struct outcall *c)
{
    struct jump_point p = {.buffer = c->args[0].bits,
                           .serial = m->frame->serial,
                           .frame = m->frame,
                           .at = c->at,
                           .depth = m->nest_depth,
                           .has_mask = strstr(c->x->name, "sigsetjmp") && c->count > 1 && c->args[1].bits};
    if (p.has_mask)
        sigprocmask(SIG_BLOCK, NULL, &p.mask);
    size_t i = 0;
    run_access(m->frame, c->args[0], 8, true);
    while (i < m->jumps.count && m->jumps.items[i].buffer != p.buffer)
        i++;
    if (i == m->jumps.count)
        vec_push(&m->jumps, p);
    m->jumps.items[i] = p;
    c->result = (struct val){0, 0, 0};
    return true;
}

static bool do_longjmp(struct machine *m, struct outcall *c)
{
    const struct jump_point *p = NULL;
    for (size_t i = 0; i < m->jumps.count; i++)
        if (m->jumps.items[i].buffer == c->args[0].bits)
            p = &m->jumps.items[i];
    if (!p)
        run_fail(m, "longjmp with what setjmp did not fill");
    if (p->frame > m->frame || p->frame->serial != p->serial)
        run_fail(m, "longjmp to a function that has returned");
    while (m->frame != p->frame)
        run_leave(m);
    run_signals_left(m, p->has_mask ? &p->mask : NULL);
    run_set_result(m->frame, p->at, (struct val){c->args[1].bits ? c->args[1].bits : 1, 0, 0});
    m->frame->at = p->at + 1;
    run_resume(m, p->depth);
}

/* The address of a nested function is the function's own here; the frame that it finds is kept beside it. */
static bool do_trampoline(struct machine *m, struct outcall *c)
{
    uint32_t id;
    if (!base_map64_get(&m->closures, c->args[1].bits, &id))
        return false;
    struct func_code *fn = &m->funcs[id];
    const struct object *old = fn->has_chain ? &m->mem.objects.items[fn->chain.object] : NULL;
    fn->has_several = old && old->life == LIFE_LIVE && fn->chain.bits != c->args[2].bits;
    fn->chain = c->args[2];
    fn->has_chain = true;
    return true;
}

static bool do_errno(struct machine *m, struct outcall *c)
{
    c->result = (struct val){(uint64_t)(uintptr_t)m->error_number, 0, 0};
    return true;
}

own_function *run_own_control(const char *name)
{
    static const struct own_row rows[] = {
        {"exit", do_exit},
        {"quick_exit", do_exit},
        {"_exit", do_exit_now},
        {"_Exit", do_exit_now},
        {"abort", do_abort},
        {"__assert_fail", do_assert_fail},
        {"reach_error", do_abort},
        {"__VERIFIER_error", do_abort},
        {"__VERIFIER_assume", do_assume},
        {"__VERIFIER_assert", do_assert},
        {"atexit", do_at_exit},
        {"on_exit", do_at_exit},
        {"at_quick_exit", do_at_exit},
        {"setjmp", do_setjmp},
        {"_setjmp", do_setjmp},
        {"sigsetjmp", do_setjmp},
        {"__sigsetjmp", do_setjmp},
        {"longjmp", do_longjmp},
        {"_longjmp", do_longjmp},
        {"siglongjmp", do_longjmp},
        {"__longjmp_chk", do_longjmp},
        {"init_trampoline", do_trampoline},
        {"init_heap_trampoline", do_trampoline},
        {"__errno_location", do_errno},
    };
    return run_find_own(rows, sizeof rows / sizeof *rows, name);
}
