/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loop over instructions, activations, and the ways in which a run ends.
 *
 * Calls within the program need no stack of the host: only a function that the library calls runs in a loop of its own.
 */
#include "private.h"

#include <stdarg.h>
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_FRAMES = 1 << 22, MOST_REGISTERS = 1 << 26 };

/* ---- ends -------------------------------------------------------------------------------------------------------- */

static void tell_frames(struct machine *m)
{
    struct run_result *r = m->out;
    for (struct frame *f = m->frame; f && r->frame_count < sizeof r->frames / sizeof *r->frames; f = f->up)
        if (f->at && f->at->src && f->at->src->at.line)
            r->frames[r->frame_count++] = (struct run_frame){f->fn->f, f->at->src->at};
    if (r->frame_count)
        r->at = r->frames[0].at;
}

void run_finish(struct machine *m, enum run_end end, int status)
{
    m->out->end = end;
    m->out->status = status;
    m->out->steps = m->steps;
    m->out->is_child = getpid() != m->pid;
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

void run_fail_memory(struct machine *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    m->out->fault = RUN_MEMORY_FAULT;
    end_with(m, RUN_ERROR, format, args);
}

void run_fail_unset(struct machine *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    m->out->fault = RUN_UNSET_FAULT;
    end_with(m, RUN_ERROR, format, args);
}

void run_refuse(struct machine *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    end_with(m, RUN_UNSUPPORTED, format, args);
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

/* ---- activations ------------------------------------------------------------------------------------------------- */

static struct frame *push(struct machine *m, struct func_code *fn)
{
    if (!fn->code)
        run_compile(m, fn);
    struct frame *f = m->frame ? m->frame + 1 : m->frames;
    fn->entered++;
    uint64_t stack = m->mem.stack;
    if (f >= m->frames_end || m->registers_top + fn->registers > m->registers_end ||
        m->local_objects_top + fn->local_count > m->local_objects_end || stack + fn->frame_size > m->mem.stack_end ||
        (m->frame ? m->frame->native : 0) + fn->native_size > m->stack_limit)
        run_fail(m, "the stack is used up, %u calls deep", (unsigned)(f - m->frames));
    *f = (struct frame){.m = m,
                        .up = m->frame,
                        .fn = fn,
                        .at = fn->code,
                        .registers = m->registers_top,
                        .base = m->mem.region + stack,
                        .objects = m->local_objects_top,
                        .serial = ++m->serial,
                        .stack = stack,
                        .native = (m->frame ? m->frame->native : 0) + fn->native_size,
                        .blocks = (uint32_t)m->alloca_blocks.count};
    for (uint32_t i = 0; i < fn->registers; i++)
        f->registers[i] = (struct val){0, 0, 0xff};
    memset(f->objects, 0, fn->local_count * sizeof *f->objects);
    m->registers_top += fn->registers;
    m->local_objects_top += fn->local_count;
    m->mem.stack += fn->frame_size;
    if (fn->frame_size)
        run_memory_set_init(&m->mem, f->base, fn->frame_size, false);
    return f;
}

void run_leave(struct machine *m)
{
    struct frame *f = m->frame;
    const struct cwi_stmt *where = f->at ? f->at->src : NULL;
    for (uint32_t i = 0; i < f->fn->local_count; i++)
        if (f->objects[i])
            run_memory_finish(&m->mem, f->objects[i], where);
    if (f->extra)
        run_memory_finish(&m->mem, f->extra, where);
    while (m->alloca_blocks.count > f->blocks)
        run_memory_finish(&m->mem, m->alloca_blocks.items[--m->alloca_blocks.count], where);
    m->mem.stack = f->stack;
    m->registers_top = f->registers;
    m->local_objects_top = f->objects;
    m->frame = f->up;
}

/* An aggregate or a long double; false: it is neither. */
static bool put_large(struct machine *m, uint8_t *at, uint64_t size, const struct argument *a, struct frame *from)
{
    uint32_t object;
    if (a->place)
        run_memory_copy(&m->mem, at, run_place(a->place, from, false, &object), size);
    else if (a->t.form == FORM_LONG_DOUBLE)
        run_store_wide(m, at, run_eval_wide(a->value, from));
    else
        return false;
    return true;
}

/* Where an argument beyond the parameters goes: one behind the other, as va_arg walks over them. */
static void add_extra(struct machine *m, struct frame *to, const struct call_code *c, struct frame *from)
{
    uint64_t size = 0;
    uint32_t first = to->fn->f->param_count;
    for (uint32_t i = first; i < c->arg_count; i++)
        size += (c->args[i].t.size + 7) / 8 * 8;
    uint64_t room = (size / GRANULE + 1) * GRANULE;
    uint8_t *at = m->mem.region + m->mem.stack;
    if (m->mem.stack + room > m->mem.stack_end)
        run_fail(m, "the stack is used up");
    run_memory_set_init(&m->mem, at, room, false);
    struct object o = {.base = (uint64_t)(uintptr_t)at, .size = size, .life = LIFE_LIVE, .kind = OBJECT_LOCAL};
    to->extra = run_memory_object(&m->mem, &o);
    to->registers[to->fn->extra_slot] = (struct val){o.base, to->extra, 0};
    m->mem.stack += room;
    for (uint32_t i = first; i < c->arg_count; at += (c->args[i].t.size + 7) / 8 * 8, i++) {
        const struct argument *a = &c->args[i];
        if (!put_large(m, at, a->t.size, a, from))
            run_memory_store(&m->mem, at, (uint32_t)a->t.size, run_eval(a->value, from));
    }
}

struct shape run_parameter_shape(const struct machine *m, const struct func_code *fn, uint32_t i)
{
    return run_shape_of(m->u, cwi_var_of(m->u, fn->f->params[i])->type);
}

uint8_t *run_parameter_place(const struct frame *f, uint32_t i)
{
    uint32_t k = f->fn->f->params[i] - f->fn->first_var;
    return f->fn->in_memory[k] ? f->base + f->fn->locals[f->fn->slot_of[k]].offset : NULL;
}

static void set_parameter(struct machine *m, struct frame *f, uint32_t i, struct val v)
{
    struct shape t = run_parameter_shape(m, f->fn, i);
    uint8_t *at = run_parameter_place(f, i);
    v.bits = t.form == FORM_INT ? run_fit(v.bits, t) : v.bits;
    if (at)
        run_memory_store(&m->mem, at, (uint32_t)(t.size > 8 ? 8 : t.size), v);
    else
        f->registers[f->fn->slot_of[f->fn->f->params[i] - f->fn->first_var]] = v;
}

static void pass(struct machine *m, struct frame *to, uint32_t i, const struct argument *a, struct frame *from)
{
    struct shape t = run_parameter_shape(m, to->fn, i);
    uint8_t *at = run_parameter_place(to, i);
    if (a->place && !at)
        return;
    if (a->place || (a->t.form == FORM_LONG_DOUBLE && t.form == FORM_LONG_DOUBLE)) {
        put_large(m, at, t.size < a->t.size ? t.size : a->t.size, a, from);
        return;
    }
    bool is_promoted = a->t.form == FORM_DOUBLE && t.form == FORM_FLOAT; /* of a function without a prototype */
    if (a->t.form != t.form && !is_promoted)
        run_refuse(m, "argument %u of '%s' is of another kind than its parameter", i + 1, to->fn->f->name);
    struct val v = run_eval(a->value, from);
    v.bits = is_promoted ? run_float_bits((float)run_double(v.bits)) : v.bits;
    set_parameter(m, to, i, v);
}

/* A nested function that is called through a pointer gets the frame around it as its last parameter. */
static void pass_chain(struct machine *m, struct frame *to, uint32_t given)
{
    struct func_code *fn = to->fn;
    if (!fn->has_chain || given + 1 != fn->f->param_count)
        return;
    if (fn->has_several)
        run_refuse(m, "'%s' is called through a pointer while several frames around it are active", fn->f->name);
    set_parameter(m, to, given, fn->chain);
}

void run_enter(struct machine *m, struct func_code *fn, const struct call_code *c)
{
    struct frame *from = m->frame, *to = push(m, fn);
    for (uint32_t i = 0; i < c->arg_count && i < fn->f->param_count; i++)
        pass(m, to, i, &c->args[i], from);
    pass_chain(m, to, c->arg_count);
    if (fn->extra_slot != UINT32_MAX)
        add_extra(m, to, c, from);
    m->frame = to;
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

void run_set_result(struct frame *f, const struct instr *call, struct val v)
{
    struct shape t = call->call->result;
    if (t.form == FORM_BYTES || t.form == FORM_LONG_DOUBLE)
        return;
    v.bits = t.form == FORM_INT ? run_fit(v.bits, t) : v.bits;
    if (call->slot != UINT32_MAX)
        f->registers[call->slot] = v;
    else if (call->to)
        run_store(call->to, f, v);
}

/* The current function returns. True: to the library, or to the end of the run. */
static bool give_back(struct machine *m, const struct instr *i)
{
    struct frame *f = m->frame, *up = f->up;
    struct val v = {0, 0, 0};
    uint32_t object;
    struct shape t = i->value ? i->value->t : (struct shape){0};
    const struct instr *call = up && !f->is_callback ? up->at : NULL;
    if (i->value && t.form != FORM_LONG_DOUBLE)
        v = run_eval(i->value, f);
    else if (!i->value)
        v.undef = 0xff; /* what such a call gives has no value */
    if (t.form == FORM_LONG_DOUBLE && call && call->to) {
        long double x = run_eval_wide(i->value, f);
        run_store_wide(m, run_place(call->to, up, true, &object), x);
    }
    if (i->from && call && call->to) {
        const uint8_t *from = run_place(i->from, f, false, &object);
        run_memory_copy(&m->mem, run_place(call->to, up, true, &object), from, i->from->t.size);
    } else if (i->from && f->is_callback && m->callback_bytes) {
        memcpy(m->callback_bytes, run_place(i->from, f, false, &object), i->from->t.size);
    }
    bool is_callback = f->is_callback;
    run_leave(m);
    if (is_callback) {
        m->callback_result = v;
        return true;
    }
    if (up == m->start && call->call->is_main) {
        up->at = call; /* what is registered runs, then the rest of (start) */
        run_exit(m, (int)v.bits, false);
    }
    if (!i->from && t.form != FORM_LONG_DOUBLE)
        run_set_result(up, call, v);
    up->at = call + 1;
    return false;
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

static void copy(struct machine *m, struct frame *f, const struct instr *i)
{
    uint32_t object;
    const uint8_t *from = i->from ? run_place(i->from, f, false, &object) : NULL;
    uint8_t *to = run_place(i->to, f, true, &object);
    uint64_t size = i->to->t.size, n = !from ? 0 : i->from->t.size < size ? i->from->t.size : size;
    if (from)
        run_memory_copy(&m->mem, to, from, n);
    if (n < size) {
        memset(to + n, 0, size - n);
        run_memory_set_init(&m->mem, to + n, size - n, true);
    }
}

static void store(struct machine *m, struct frame *f, const struct instr *i)
{
    if (i->to->t.form != FORM_LONG_DOUBLE) {
        run_store(i->to, f, run_eval(i->value, f));
        return;
    }
    uint32_t object;
    long double x = run_eval_wide(i->value, f);
    run_store_wide(m, run_place(i->to, f, true, &object), x);
}

static uint64_t decide(struct frame *f, const struct instr *i)
{
    struct val v = run_eval(i->value, f);
    if (v.undef)
        run_fail_unset(f->m, "a decision depends on what was never given a value");
    if (i->kind == INSTR_SWITCH)
        run_check_number(f->m, v);
    return v.bits;
}

static const struct instr *go(const struct instr *i, uint32_t target)
{
    i->taken[target]++;
    return i->targets[target];
}

uint32_t run_way(const struct instr *i, uint64_t x)
{
    const struct cwi_stmt *s = i->src;
    if (i->kind == INSTR_IF)
        return !x;
    bool is_signed = i->value->t.is_signed;
    for (uint32_t k = 0; k < s->case_count; k++) {
        const struct cwi_case *c = &s->cases[k];
        if (is_signed ? (int64_t)x >= c->lo && (int64_t)x <= c->hi : x >= (uint64_t)c->lo && x <= (uint64_t)c->hi)
            return s->target_count + k;
    }
    return 0;
}

static const struct instr *jump(struct machine *m, struct frame *f, const struct instr *i)
{
    const struct cwi_stmt *s = i->src;
    uint64_t x = decide(f, i);
    for (uint32_t k = 0; k < s->arg_count && k < s->target_count; k++) {
        const struct cwi_expr *label = s->args[k];
        if (label->kind == CWI_ADDR && label->a->kind == CWI_VAR && run_static(m, label->a->ref) == x)
            return go(i, k);
    }
    if (s->target_count == 1 && !s->arg_count)
        return go(i, 0);
    run_refuse(m, "a computed goto whose target is not known");
}

static void end_local(struct machine *m, struct frame *f, const struct instr *i)
{
    const struct local_code *l = &f->fn->locals[i->slot];
    run_memory_finish(&m->mem, f->objects[i->slot], i->src);
    f->objects[i->slot] = 0;
    run_memory_set_init(&m->mem, f->base + l->offset, l->size, false);
}

static void stopped(struct machine *m, const struct instr *i)
{
    if (i->src->kind != CWI_UNREACHABLE)
        run_refuse(m, "%s", i->text ? i->text : "a statement of this kind");
    if (!i->text)
        run_fail(m, "code is reached that cannot be reached");
    if (!strcmp(i->text, "trap"))
        run_finish(m, RUN_SIGNALLED, SIGILL);
    run_refuse(m, "%s", i->text);
}

/* The callee of a call through a pointer. */
static struct func_code *pointed_at(struct machine *m, struct frame *f, const struct instr *i)
{
    struct val v = run_eval(i->value, f);
    uint32_t id;
    if (v.undef)
        run_fail_unset(m, "a function is called through a pointer that was never given a value");
    if (!v.bits)
        run_fail(m, "a function is called through a null pointer");
    if (base_map64_get(&m->closures, v.bits, &id))
        return &m->funcs[id];
    run_refuse(m, "a function is called through a pointer to none of the program's functions");
}

static const struct instr *call(struct machine *m, struct frame *f, const struct instr *i)
{
    struct func_code *fn = i->call->callee ? i->call->callee : pointed_at(m, f, i);
    if (fn->f->block_count) {
        if (i->call->is_main && f->fn->id == cwi_find_start(m->u))
            m->start = f;
        run_enter(m, fn, i->call);
        return m->frame->at;
    }
    run_call_external(m, run_external(m, fn), i->call, i);
    return i + 1;
}

__attribute__((noinline)) static void look_around(struct machine *m)
{
    if (m->pending)
        run_pending_signals(m);
    if (m->cfg->interrupted && *m->cfg->interrupted)
        run_stop(m, "interrupted");
    if (m->cfg->max_steps && m->steps >= m->cfg->max_steps)
        run_stop(m, "the budget of %llu statements is used up", (unsigned long long)m->cfg->max_steps);
    m->limit = m->steps + 4096;
    if (m->cfg->max_steps && m->limit > m->cfg->max_steps)
        m->limit = m->cfg->max_steps;
}

/* Until a function returns that the library called. */
static void loop(struct machine *m)
{
    const struct instr *i = m->frame->at;
    for (struct frame *f = m->frame;; f = m->frame) {
        f->at = i;
        ((struct instr *)i)->count++;
        if (__builtin_expect(m->is_watched, 0))
            m->trace ? run_trace_look(m, f, i) : run_debug_look(m, f, i);
        m->steps++;
        switch ((enum instr_kind)i->kind) {
        case INSTR_SET:
            f->registers[i->slot] = run_eval(i->value, f);
            i++;
            break;
        case INSTR_STORE:
            store(m, f, i);
            i++;
            break;
        case INSTR_COPY:
            copy(m, f, i);
            i++;
            break;
        case INSTR_CALL:
            i = call(m, f, i);
            break;
        case INSTR_IF:
            i = go(i, !decide(f, i));
            break;
        case INSTR_GOTO:
            i = go(i, 0);
            break;
        case INSTR_SWITCH:
            i = go(i, run_way(i, decide(f, i)));
            break;
        case INSTR_JUMP:
            i = jump(m, f, i);
            break;
        case INSTR_RETURN:
            if (give_back(m, i))
                return;
            i = m->frame->at;
            break;
        case INSTR_END:
            end_local(m, f, i);
            i++;
            break;
        case INSTR_FORGET:
            f->registers[i->slot] = (struct val){0, 0, 0xff};
            i++;
            break;
        case INSTR_NOTHING:
            i++;
            break;
        case INSTR_STOP:
            stopped(m, i);
        }
        if (__builtin_expect(m->steps >= m->limit || m->pending, 0)) {
            m->frame->at = i;
            look_around(m);
        }
    }
}

static void run_nest(struct machine *m)
{
    struct nest n = {.up = m->nest};
    m->nest = &n;
    m->nest_depth++;
    (void)setjmp(n.resume); /* longjmp of the program comes back here, with the frame and its place set */
    loop(m);
    m->nest = n.up;
    m->nest_depth--;
}

void run_nested(struct machine *m, struct func_code *fn, const struct val *args, uint32_t count)
{
    if (!fn->f->block_count)
        run_refuse(m, "the library calls '%s', which has no body", fn->f->name);
    struct frame *f = push(m, fn);
    f->is_callback = true;
    for (uint32_t i = 0; i < count && i < fn->f->param_count; i++)
        set_parameter(m, f, i, args[i]);
    pass_chain(m, f, count);
    m->frame = f;
    run_nest(m);
}

bool run_call_at(struct machine *m, uint64_t address, const struct val *args, uint32_t count)
{
    uint32_t id;
    if (!base_map64_get(&m->closures, address, &id))
        return false;
    run_nested(m, &m->funcs[id], args, count);
    return true;
}

void run_resume(struct machine *m, uint32_t depth)
{
    for (; m->nest_depth > depth; m->nest_depth--)
        m->nest = m->nest->up;
    longjmp(m->nest->resume, 1);
}

/* ---- the end of the program -------------------------------------------------------------------------------------- */

void run_exit(struct machine *m, int status, bool is_quick)
{
    struct exits *list = is_quick ? &m->at_quick_exit : &m->at_exit;
    while (list->count) {
        struct exit_entry e = list->items[--list->count];
        struct val args[2] = {{(uint64_t)status, 0, 0}, e.argument};
        run_call_at(m, e.function.bits, args, e.has_argument ? 2 : 0);
    }
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

/* ---- a run ------------------------------------------------------------------------------------------------------- */

static bool make(struct machine *m)
{
    struct rlimit limit;
    m->stack_limit = !getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : UINT64_MAX;
    m->arena = arena_new();
    m->frames = run_memory_reserve(MOST_FRAMES * sizeof *m->frames);
    m->registers = run_memory_reserve(MOST_REGISTERS * sizeof *m->registers);
    m->local_objects = run_memory_reserve(MOST_REGISTERS * sizeof *m->local_objects);
    if (!run_memory_begin(&m->mem) || !m->frames || !m->registers || !m->local_objects)
        return false;
    if (m->cfg->is_closed && !run_memory_track_places(&m->mem))
        return false;
    if (m->cfg->is_closed)
        m->foreign = run_memory_object(&m->mem, &(struct object){.life = LIFE_LIVE});
    m->frames_end = m->frames + MOST_FRAMES;
    m->registers_top = m->registers;
    m->registers_end = m->registers + MOST_REGISTERS;
    m->local_objects_top = m->local_objects;
    m->local_objects_end = m->local_objects + MOST_REGISTERS;
    m->statics = arena_zalloc(m->arena, m->u->vars.count * sizeof *m->statics);
    m->static_objects = arena_zalloc(m->arena, m->u->vars.count * sizeof *m->static_objects);
    m->funcs = arena_zalloc(m->arena, m->u->funcs.count * sizeof *m->funcs);
    for (cwi_id f = 1; f < m->u->funcs.count; f++)
        m->funcs[f] = (struct func_code){.id = f, .f = cwi_func_of(m->u, f), .extra_slot = UINT32_MAX};
    return true;
}

void run_end(struct machine *m)
{
    for (cwi_id f = 1; m->funcs && f < m->u->funcs.count; f++)
        if (m->funcs[f].closure_memory)
            ffi_closure_free(m->funcs[f].closure_memory);
    run_memory_end(&m->mem);
    if (m->frames)
        munmap(m->frames, MOST_FRAMES * sizeof *m->frames);
    if (m->registers)
        munmap(m->registers, MOST_REGISTERS * sizeof *m->registers);
    if (m->local_objects)
        munmap(m->local_objects, MOST_REGISTERS * sizeof *m->local_objects);
    base_map64_free(&m->closures);
    base_map64_free(&m->unwritten);
    run_log_free(m->log);
    if (m->bounce)
        munmap(m->bounce, BOUNCE);
    vec_free(&m->alloca_blocks);
    vec_free(&m->jumps);
    vec_free(&m->adopted);
    vec_free(&m->at_exit);
    vec_free(&m->at_quick_exit);
    arena_free(m->arena);
}

uint32_t run_new_global(struct machine *m, uint64_t size, uint64_t align, cwi_id var)
{
    uint32_t id = run_memory_allocate(&m->mem, size, align);
    struct object *o = &m->mem.objects.items[id];
    if (!id)
        return 0;
    o->kind = OBJECT_GLOBAL;
    o->var = var;
    run_memory_set_init(&m->mem, (void *)(uintptr_t)o->base, size, true);
    return id;
}

/* A string, or an array of pointers to such, as an object of the program. */
static struct val string_object(struct machine *m, const char *text)
{
    uint64_t size = strlen(text) + 1;
    uint32_t id = run_new_global(m, size, GRANULE, 0);
    uint64_t base = m->mem.objects.items[id].base;
    memcpy((void *)(uintptr_t)base, text, size);
    return (struct val){base, id, 0};
}

static struct val strings_object(struct machine *m, const char *const *list, uint32_t *count)
{
    for (*count = 0; list[*count];)
        ++*count;
    uint32_t id = run_new_global(m, (*count + 1) * sizeof *list, GRANULE, 0);
    uint64_t base = m->mem.objects.items[id].base;
    for (uint32_t i = 0; i <= *count; i++) {
        struct val v = list[i] ? string_object(m, list[i]) : (struct val){0, 0, 0};
        run_memory_store(&m->mem, (uint8_t *)(uintptr_t)base + i * sizeof *list, 8, v);
    }
    return (struct val){base, id, 0};
}

void run_prepare(struct machine *m)
{
    uint32_t number = run_new_global(m, sizeof(int), GRANULE, 0);
    m->error_number = (int *)(uintptr_t)m->mem.objects.items[number].base;
    run_initialise(m);
}

static void run_entry(struct machine *m, cwi_id entry)
{
    extern char **environ;
    static const char *const none[] = {NULL};
    uint32_t argc, unused;
    char *slash = strrchr(m->cfg->args[0], '/');
    program_invocation_name = arena_str(m->arena, m->cfg->args[0]); /* what err and its kin print */
    program_invocation_short_name = slash ? arena_str(m->arena, slash + 1) : program_invocation_name;
    struct val args[3] = {{0}};
    args[1] = strings_object(m, m->cfg->args, &argc);
    args[0].bits = argc;
    args[2] = strings_object(m, m->cfg->is_closed ? none : (const char *const *)environ, &unused);
    run_nested(m, &m->funcs[entry], args, 3);
    struct val r = m->callback_result;
    const struct cwi_type *t = cwi_type_of(m->u, cwi_func_of(m->u, entry)->type);
    if (r.undef && run_shape_of(m->u, t->of).form == FORM_INT)
        run_fail_unset(m, "main returns what was never given a value");
    run_exit(m, (int)r.bits, false);
}

void run_end_child(const struct run_result *r)
{
    if (r->end == RUN_SIGNALLED) {
        signal(r->status, SIG_DFL);
        raise(r->status);
    }
    _exit(r->end == RUN_EXITED ? r->status : 1);
}

void run_to_end(struct machine *m, cwi_id entry)
{
    run_signals_begin(m);
    if (!setjmp(m->over)) {
        if (!m->trace)
            run_prepare(m);
        run_entry(m, entry);
    }
    run_signals_end(m);
    if (m->cfg->cover && !m->out->is_child)
        run_count(m);
}

enum status run_begin(struct machine *m, struct diag *d)
{
    const struct cwi_unit *u = m->u;
    m->pid = getpid();
    *m->out = (struct run_result){0};
    if (u->pointer_bits != 64 || u->big_endian)
        return diag_set(d, ST_BAD, (struct place){u->name, 0, 0},
                        "its target has other pointers or another byte order than this machine: it cannot be run here");
    if (!make(m))
        return diag_set(d, ST_SYSTEM, (struct place){0}, "the system gives no memory for a run (ulimit -v?)");
    return ST_OK;
}

enum status run_machine(struct machine *m, cwi_id entry, struct diag *d)
{
    enum status st = run_begin(m, d);
    if (!st)
        run_to_end(m, entry);
    run_end(m);
    return st;
}

enum status run_program(const struct cwi_unit *u, const struct notes *notes, cwi_id entry, const struct run_config *cfg,
                        struct run_result *out, struct diag *d)
{
    struct machine *m = base_mem_zalloc(sizeof *m);
    *m = (struct machine){.u = u, .notes = notes, .cfg = cfg, .out = out};
    enum status st = run_machine(m, entry, d);
    free(m);
    return st;
}
