/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A machine is made, the program entered, and all of it freed.
 */
#include "runtime/run/trace/trace.h"
#include "runtime/run/host/external.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_FRAMES = 1 << 22, MOST_REGISTERS = 1 << 26, MOST_BYTES = 4096 }; /* of an aggregate, by value */

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
    if (m->cfg->is_closed) {
        m->foreign = run_memory_object(&m->mem, &(struct object){.life = LIFE_LIVE});
        m->unknown = run_memory_object(&m->mem, &(struct object){.life = LIFE_LIVE, .may_be_larger = true});
    }
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
    base_map64_free(&m->closed);
    base_map64_free(&m->asked_at);
    base_map64_free(&m->unwritten);
    run_log_free(m->log);
    if (m->bounce)
        munmap(m->bounce, BOUNCE);
    vec_free(&m->alloca_blocks);
    vec_free(&m->jumps);
    vec_free(&m->adopted);
    vec_free(&m->opened);
    vec_free(&m->variables);
    vec_free(&m->files);
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

struct val run_strings_object(struct machine *m, const char *const *list, uint32_t *count)
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

bool run_is_start(const struct cwi_unit *u, cwi_id entry)
{
    cwi_id start = cwi_find_start(u);
    return entry == (start ? start : cwi_find_func(u, NULL, "main", NULL));
}

bool run_can_start_at(const struct cwi_unit *u, cwi_id entry)
{
    const struct cwi_func *f = cwi_func_of(u, entry);
    const struct cwi_type *t = cwi_type_of(u, f->type);
    struct shape result = run_shape_of(u, t->of);
    bool fits = !t->is_variadic && f->param_count <= RUN_MOST_PARAMETERS && result.form != FORM_LONG_DOUBLE &&
                result.size <= MOST_BYTES;
    for (uint32_t i = 0; fits && i < f->param_count; i++) {
        struct shape x = run_shape_of(u, cwi_var_of(u, f->params[i])->type);
        fits = x.form == FORM_INT || (x.form == FORM_BYTES && x.size <= MOST_BYTES);
    }
    return fits || run_is_start(u, entry);
}

void run_prepare(struct machine *m)
{
    uint32_t number = run_new_global(m, sizeof(int), GRANULE, 0);
    m->error_number = (int *)(uintptr_t)m->mem.objects.items[number].base;
    run_initialise(m);
}

/* What the entry gives goes to somebody who is not seen: a block that it leads to is not lost. */
static void end_entry(struct machine *m, cwi_id entry)
{
    struct val r = m->callback_result;
    uint32_t block = run_shape_of(m->u, cwi_type_of(m->u, cwi_func_of(m->u, entry)->type)->of).is_pointer
                         ? memory_object_of(&m->mem, r)
                         : 0;
    if (block)
        m->mem.objects.items[block].is_kept = true;
    run_exit(m, (int)r.bits, false);
}

/* A function that is no main. */
static void run_function(struct machine *m, cwi_id entry)
{
    struct func_code *fn = &m->funcs[entry];
    struct val args[RUN_MOST_PARAMETERS];
    for (uint32_t i = 0; i < fn->f->param_count; i++) {
        struct shape t = run_parameter_shape(m, fn, i);
        args[i] = run_argument(m, fn->f->params[i]);
        run_trace_pass(m, t.form == FORM_INT && !t.is_pointer);
    }
    struct shape result = run_shape_of(m->u, cwi_type_of(m->u, fn->f->type)->of);
    if (result.form == FORM_BYTES) { /* what it leads to is not lost */
        uint32_t kept = run_new_global(m, result.size, GRANULE, 0);
        m->callback_bytes = (uint8_t *)(uintptr_t)m->mem.objects.items[kept].base;
    }
    run_nested(m, fn, args, fn->f->param_count);
    end_entry(m, entry);
}

static void run_main(struct machine *m, cwi_id entry)
{
    extern char **environ;
    static const char *const none[] = {NULL};
    uint32_t argc, unused;
    char *slash = strrchr(m->cfg->args[0], '/');
    program_invocation_name = arena_str(m->arena, m->cfg->args[0]); /* what err and its kin print */
    program_invocation_short_name = slash ? arena_str(m->arena, slash + 1) : program_invocation_name;
    run_options_begin();
    struct val args[3] = {{0}};
    args[1] = m->cfg->has_world ? run_world_arguments(m, entry, &argc) : run_strings_object(m, m->cfg->args, &argc);
    args[0].bits = argc;
    m->passes_environment = m->funcs[entry].f->param_count > 2;
    args[2] =
        m->cfg->has_world
            ? run_environment(m)
            : run_strings_object(m, m->cfg->is_closed || m->is_repeated ? none : (const char *const *)environ, &unused);
    run_nested(m, &m->funcs[entry], args, 3);
    end_entry(m, entry);
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
    run_exits_begin();
    if (!m->is_repeated)
        run_signals_begin(m);
    m->file_mask = 022;
    m->standard[0] = stdin;
    m->standard[1] = stdout;
    m->standard[2] = stderr;
    if (!setjmp(m->over)) {
        if (!m->trace)
            run_prepare(m);
        if (run_is_start(m->u, entry))
            run_main(m, entry);
        else
            run_function(m, entry);
    }
    run_given_close(m);
    run_world_end(m);
    if (!m->is_repeated)
        run_signals_end(m);
    if (m->cfg->cover)
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
