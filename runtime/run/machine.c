/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loop over instructions, and activations.
 *
 * Calls within the program need no stack of the host: only a function that the library calls runs in a loop of its own.
 */
#include "runtime/run/debug/debug.h"
#include "runtime/run/host/external.h"
#include "runtime/run/trace/trace.h"

/* ---- activations ------------------------------------------------------------------------------------------------- */

static void grow_stack(struct machine *m, uint64_t size)
{
    m->mem.stack += size;
    if (m->mem.stack > m->mem.stack_most)
        m->mem.stack_most = m->mem.stack;
}

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
    grow_stack(m, fn->frame_size);
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
    if (m->trace && m->cfg->follows_all) /* what the memory held before is over */
        run_trace_split(m->trace, at, size, true);
    struct object o = {.base = (uint64_t)(uintptr_t)at, .size = size, .life = LIFE_LIVE, .kind = OBJECT_LOCAL};
    to->extra = run_memory_object(&m->mem, &o);
    to->registers[to->fn->extra_slot] = (struct val){o.base, to->extra, 0};
    grow_stack(m, room);
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

/* Of an aggregate, the value is where its bytes are. */
static void set_parameter(struct machine *m, struct frame *f, uint32_t i, struct val v)
{
    struct shape t = run_parameter_shape(m, f->fn, i);
    uint8_t *at = run_parameter_place(f, i);
    if (t.form == FORM_BYTES) {
        if (at)
            run_memory_copy(&m->mem, at, (const void *)(uintptr_t)v.bits, t.size);
        return;
    }
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
    bool is_last = !up || (call && up == m->start && call->call->is_main);
    if (is_last && i->value && v.undef)
        run_fail_unset(m, "'%s' returns what was never given a value", f->fn->f->name);
    if (t.form == FORM_LONG_DOUBLE && call && call->to) {
        long double x = run_eval_wide(i->value, f);
        run_store_wide(m, run_place(call->to, up, true, &object), x);
    }
    if (i->from && call && call->to) {
        const uint8_t *from = run_place(i->from, f, false, &object);
        run_memory_copy(&m->mem, run_place(call->to, up, true, &object), from, i->from->t.size);
    } else if (i->from && f->is_callback && m->callback_bytes) {
        run_memory_copy(&m->mem, m->callback_bytes, run_place(i->from, f, false, &object), i->from->t.size);
    }
    bool is_callback = f->is_callback;
    if (is_last)
        run_lost_end(m); /* main's variables count */
    run_leave(m);
    if (is_callback) {
        m->callback_result = v;
        return true;
    }
    if (up && is_last) {
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
    if (!i->text || cwi_is_promise(i->src))
        run_fail(m, "%s", i->text ? i->text : "code is reached that cannot be reached");
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
    if (v.object && v.object == m->unknown)
        run_refuse_unknown(m);
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
