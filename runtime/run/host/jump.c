/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that the machine does itself because they move control within the program: setjmp and longjmp, and nested
 * functions. Source: ISO C11, 7.13.
 */
#include "runtime/run/trace/trace.h"
#include "external.h"

/* ---- jumps ------------------------------------------------------------------------------------------------------- */

static bool is_there(const struct machine *m, const struct jump_point *p)
{
    return p->frame <= m->frame && p->frame->serial == p->serial;
}

/* Those of functions that have returned are dropped when there are many. */
static void drop_jumps(struct machine *m)
{
    enum { FEW = 256 };
    size_t kept = 0;
    if (m->jumps.count < FEW || m->jumps.count & (m->jumps.count - 1))
        return;
    for (size_t i = 0; i < m->jumps.count; i++)
        if (is_there(m, &m->jumps.items[i]))
            m->jumps.items[kept++] = m->jumps.items[i];
    m->jumps.count = kept;
}

/* The number of the point: one call of setjmp in one activation is one. */
static uint64_t jump_number(struct machine *m, struct jump_point p)
{
    for (size_t i = m->jumps.count; i-- > 0;) {
        struct jump_point *old = &m->jumps.items[i];
        if (old->frame == p.frame && old->serial == p.serial && old->at == p.at && !p.has_mask && !old->has_mask)
            return old->number;
    }
    drop_jumps(m);
    p.number = ++m->last_jump;
    vec_push(&m->jumps, p);
    return p.number;
}

/* The buffer holds the number, so that a copy of it is as good. */
static bool do_setjmp(struct machine *m, struct outcall *c)
{
    struct jump_point p = {.serial = m->frame->serial,
                           .frame = m->frame,
                           .at = c->at,
                           .depth = m->nest_depth,
                           .has_mask = strstr(c->x->name, "sigsetjmp") && c->count > 1 && c->args[1].bits};
    if (p.has_mask)
        sigprocmask(SIG_BLOCK, NULL, &p.mask);
    run_access(m->frame, c->args[0], sizeof p.number, true);
    p.number = jump_number(m, p);
    memcpy((void *)(uintptr_t)c->args[0].bits, &p.number, sizeof p.number);
    c->result = (struct val){0, 0, 0};
    return true;
}

static bool do_longjmp(struct machine *m, struct outcall *c)
{
    const struct jump_point *p = NULL;
    uint64_t number;
    run_access(m->frame, c->args[0], sizeof number, false);
    memcpy(&number, (const void *)(uintptr_t)c->args[0].bits, sizeof number);
    for (size_t i = 0; i < m->jumps.count; i++)
        if (m->jumps.items[i].number == number)
            p = &m->jumps.items[i];
    if (!p && (!number || number > m->last_jump))
        run_fail(m, "longjmp with what setjmp did not fill");
    if (!p || !is_there(m, p))
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
