/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ways in which a run ends, and what is told of it.
 */
#include "runtime/run/debug/debug.h"
#include "runtime/run/host/external.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>

static void tell_frames(struct machine *m)
{
    struct run_result *r = m->out;
    for (struct frame *f = m->frame; f && r->frame_count < sizeof r->frames / sizeof *r->frames; f = f->up)
        if (f->at && f->at->src && f->at->src->at.line)
            r->frames[r->frame_count++] = (struct run_frame){f->fn->f, f->at->src->at};
    if (r->frame_count)
        r->at = r->frames[0].at;
}

bool run_is_child(const struct machine *m)
{
    return !m->cfg->is_closed && !m->is_repeated && getpid() != m->pid;
}

void run_finish(struct machine *m, enum run_end end, int status)
{
    m->out->end = end;
    m->out->status = status;
    m->out->steps = m->steps;
    m->out->is_child = run_is_child(m);
    tell_frames(m);
    if (m->debug && !m->out->is_child)
        run_debug_over(m);
    longjmp(m->over, 1);
}

__attribute__((noreturn)) static void end_with(struct machine *m, enum run_end end, const char *format, va_list args)
{
    vsnprintf(m->out->what, sizeof m->out->what, format, args);
    run_finish(m, end, 0);
}

void run_fail(struct machine *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    end_with(m, RUN_ERROR, format, args);
}

void run_fail_memory(struct machine *m, enum run_fault fault, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    m->out->fault = fault;
    end_with(m, RUN_ERROR, format, args);
}

void run_fail_unset(struct machine *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (m->has_mixed_bytes)
        run_refuse(m, "bits that were never given a value beside bits that were");
    m->out->fault = RUN_UNSET_FAULT;
    end_with(m, RUN_ERROR, format, args);
}

void run_refuse(struct machine *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    end_with(m, RUN_UNSUPPORTED, format, args);
}

void run_refuse_outside(struct machine *m, const char *name)
{
    run_refuse(m, "'%s' asks or changes the world outside", name);
}

void run_stop(struct machine *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    end_with(m, RUN_STOPPED, format, args);
}

void run_trap(struct machine *m, int signal)
{
    if (!m->handlers[signal].has_info)
        run_call_at(m, m->handlers[signal].function, &(struct val){(uint64_t)signal, 0, 0}, 1);
}

const char *run_describe(struct machine *m, uint32_t id, uint64_t address, uint64_t size)
{
    const struct object *o = &m->mem.objects.items[id];
    const char *bytes = arena_printf(m->arena, "%llu byte%s", (unsigned long long)size, size == 1 ? "" : "s");
    if (!id)
        return arena_printf(m->arena, "%s at address 0x%llx", bytes, (unsigned long long)address);
    const struct cwi_var *v = o->var ? cwi_var_of(m->u, o->var) : NULL;
    const char *name = v && v->linkage == CWI_LITERAL                        ? "a string literal"
                       : v && v->name                                        ? arena_printf(m->arena, "'%s'", v->name)
                       : o->kind == OBJECT_BLOCK || o->kind == OBJECT_ALLOCA ? "a block"
                                                                             : "an object";
    const char *end = "";
    if (o->life != LIFE_LIVE && o->end && o->end->at.line)
        end = arena_printf(m->arena, ", which ended at %s:%u", cwi_place_text(m->u, o->end->at).file, o->end->at.line);
    return arena_printf(m->arena, "%s at offset %lld of %s of %llu%s", bytes, (long long)(address - o->base), name,
                        (unsigned long long)o->size, end);
}

void run_exit(struct machine *m, int status, bool is_quick)
{
    struct exits *list = is_quick ? &m->at_quick_exit : &m->at_exit;
    while (list->count) {
        struct exit_entry e = list->items[--list->count];
        struct val args[2] = {{(uint64_t)status, 0, 0}, e.argument};
        run_call_at(m, e.function.bits, args, e.has_argument ? 2 : 0);
    }
    run_lost_end(m);
    if (m->start && !m->is_ending && !is_quick) {
        m->is_ending = true;
        while (m->frame != m->start)
            run_leave(m);
        run_set_result(m->start, m->start->at, (struct val){(uint64_t)(int64_t)status, 0, 0});
        m->start->at++;
        run_resume(m, 1);
    }
    if (!m->debug || !m->debug->is_view) /* what a view has in its buffers was written by the program itself */
        is_quick ? __fpurge(stdout) : (void)fflush(NULL);
    if (m->cfg->leaks)
        run_leaks(m);
    run_finish(m, RUN_EXITED, status & 0xff);
}
