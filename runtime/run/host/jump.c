/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that the machine does itself because they move control within the program: setjmp and longjmp, and nested
 * functions. Source: ISO C11, 7.13.
 */
#include "runtime/run/trace/trace.h"
#include "external.h"

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
    own_function *exits = run_own_exit(name);
    static const struct own_row rows[] = {
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
    return exits ? exits : run_find_own(rows, sizeof rows / sizeof *rows, name);
}
