/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions without a body: done here, or by the host's library on the program's memory.
 *
 * The host's function is called only when the tables of effects know it, or the user allowed it by name.
 */
#include "runtime/run/trace/trace.h"
#include "external.h"

#include <dlfcn.h>
#include <malloc.h>
#include <unistd.h>

/* ---- which function ---------------------------------------------------------------------------------------------- */

static own_function *own(const char *name)
{
    own_function *r = run_own_library(name);
    r = r ? r : run_own_string(name);
    r = r ? r : run_own_builtin(name);
    r = r ? r : run_own_control(name);
    r = r ? r : run_own_options(name);
    return r ? r : run_own_signal(name);
}

bool run_is_named(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

static bool is_allowed(const struct machine *m, const char *name)
{
    return run_is_named(m->cfg->calls, m->cfg->call_count, name);
}

/* What cannot be followed through the host's function. */
static const char *refused(const struct effect *e)
{
    if (e->flags & EFFECT_THREAD)
        return "something is kept to be run at another time";
    if (e->flags & EFFECT_UNSEEN)
        return "the program goes on in a way that is not followed";
    return NULL;
}

/* It does nothing but to memory and to what was opened: in a closed run that is standard output alone. */
static bool is_inside(const struct effect *e, const char *name)
{
    static const char *const names[] = {"abs",
                                        "asprintf",
                                        "atof",
                                        "atoi",
                                        "atol",
                                        "atoll",
                                        "bcmp",
                                        "bcopy",
                                        "bsearch",
                                        "bzero",
                                        "clearerr",
                                        "div",
                                        "feof",
                                        "ferror",
                                        "ffs",
                                        "fflush",
                                        "fprintf",
                                        "fputc",
                                        "fputs",
                                        "fwrite",
                                        "imaxabs",
                                        "index",
                                        "labs",
                                        "ldiv",
                                        "llabs",
                                        "lldiv",
                                        "perror",
                                        "printf",
                                        "putc",
                                        "putchar",
                                        "puts",
                                        "qsort",
                                        "rindex",
                                        "setbuf",
                                        "setlinebuf",
                                        "setvbuf",
                                        "sigaddset",
                                        "sigdelset",
                                        "sigemptyset",
                                        "sigfillset",
                                        "sigismember",
                                        "snprintf",
                                        "sprintf",
                                        "sscanf",
                                        "vasprintf",
                                        "vfprintf",
                                        "vprintf",
                                        "vsnprintf",
                                        "vsprintf",
                                        "vsscanf",
                                        "localeconv",
                                        "nl_langinfo",
                                        "putchar_unlocked",
                                        "regcomp",
                                        "regerror",
                                        "regexec",
                                        "regfree"};
    static const char *const denied[] = {"isatty",     "isfdtype", "memfd_create", "malloc_usable_size",
                                         "constant_p", "strftime", "strftime_l",   "strptime"};
    static const char *const families[] = {"str", "mem", "wcs", "wmem", "is", "to", "__ctype_"};
    if (run_is_named(denied, sizeof denied / sizeof *denied, name))
        return false;
    if (run_own_library(name) || run_own_string(name) || run_own_builtin(name) || run_own_control(name) ||
        (e->name && e->flags & (EFFECT_PURE | EFFECT_CONST))) /* a declaration alone says not whose function it is */
        return true;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (str_begins(name, families[i]))
            return true;
    return run_is_named(names, sizeof names / sizeof *names, name);
}

bool run_is_handed_inside(const struct external *x)
{
    return x->own != run_input && is_inside(&x->effect, x->name);
}

void *run_external_address(struct external *x)
{
    if (!x->is_looked_up) {
        const char *name = x->f->asm_name ? x->f->asm_name : x->f->name, *stand_in = run_stand_in(x->name);
        /* What vfork promises, fork does; two machines cannot share one memory. */
        x->address = dlsym(RTLD_DEFAULT, x->effect.flags & EFFECT_SHARES ? "fork" : stand_in ? stand_in : name);
        if (!x->address)
            x->address = dlsym(RTLD_DEFAULT, x->name);
        x->is_looked_up = true;
    }
    return x->address;
}

struct external *run_external(struct machine *m, struct func_code *fn)
{
    const char *name = fn->f->asm_name ? fn->f->asm_name : fn->f->name;
    if (fn->external)
        return fn->external;
    struct external *x = arena_zalloc(m->arena, sizeof *x);
    x->id = fn->id;
    x->f = fn->f;
    x->name = cwi_base_name(name);
    if (str_begins(x->name, "__builtin_"))
        x->name += strlen("__builtin_");
    x->effect = pt_effect_of(m->u, fn->id, m->notes);
    x->has_stand_in = run_stand_in(x->name);
    x->own = pt_gives_input(fn->f, &x->effect) ? run_input : own(x->name);
    own_function *instead = m->cfg->has_inputs ? run_own_stdin(x->name) : NULL;
    if (m->cfg->is_closed && !m->cfg->follows_all && !instead) /* one run of many */
        instead = run_own_closed_signal(x->name);
    bool is_choice = !strcmp(x->name, CWI_CHOOSES_ARGUMENTS) || !strcmp(x->name, CWI_CHOOSES_SUCCESS) ||
                     !strcmp(x->name, CWI_CHOOSES_WATCHED);
    if (m->cfg->has_world && x->effect.name && !x->effect.from_note && !instead && (!x->own || is_choice))
        instead = run_own_world(x->name);
    x->own = instead ? instead : x->own;
    if (!x->own && !x->effect.known && !is_allowed(m, name) && !is_allowed(m, x->name))
        run_refuse(m, "nothing is known about '%s' (--call=%s calls it all the same)", x->name, x->name);
    bool is_inside_world = m->cfg->has_world && run_own_options(x->name);
    if ((m->cfg->is_closed || m->is_repeated) && x->own != run_input && !instead && !is_inside_world &&
        !is_inside(&x->effect, x->name))
        run_refuse_outside(m, x->name);
    if (!x->own && refused(&x->effect))
        run_refuse(m, "%s by '%s'", refused(&x->effect), x->name);
    return fn->external = x;
}

/* ---- the call ---------------------------------------------------------------------------------------------------- */

static void evaluate(struct machine *m, struct outcall *c)
{
    struct frame *f = m->frame;
    uint32_t object;
    for (uint32_t i = 0; i < c->count; i++) {
        const struct argument *a = &c->code->args[i];
        c->args[i] = (struct val){0, 0, 0};
        if (a->place)
            c->args[i].bits = (uint64_t)(uintptr_t)run_place(a->place, f, false, &object);
        else if (a->t.form == FORM_LONG_DOUBLE)
            c->wide[i] = run_eval_wide(a->value, f);
        else
            c->args[i] = run_eval(a->value, f);
        if (c->args[i].object && c->args[i].object == m->unknown)
            run_refuse_unknown(m);
        if (!a->t.is_pointer)
            run_check_number(m, c->args[i]);
    }
}

struct val run_adopt(struct machine *m, void *block, uint64_t size, const struct cwi_stmt *made)
{
    uint32_t id = run_memory_allocate(&m->mem, size, GRANULE);
    if (!id)
        run_fail(m, "there is no memory for what the library allocates");
    struct object *o = &m->mem.objects.items[id];
    o->made = made;
    run_memory_copy(&m->mem, (void *)(uintptr_t)o->base, block, size);
    free(block);
    vec_push(&m->adopted, id);
    return (struct val){o->base, id, 0};
}

/* A block that the host's library made becomes one of the program's. */
static void adopt(struct machine *m, struct outcall *c)
{
    if (c->x->effect.result != EFFECT_NEW || !c->result.bits || memory_has(&m->mem, c->result.bits))
        return;
    void *block = (void *)(uintptr_t)c->result.bits;
    const struct effect *e = &c->x->effect;
    bool is_text = e->param_count && (e->params[0].is_string || strstr(c->x->name, "strndup")) &&
                   !str_begins(c->x->name, "wcs"); /* strdup and its kin */
    c->result = run_adopt(m, block, is_text ? strlen(block) + 1 : malloc_usable_size(block), c->at->src);
}

/* Nobody looks at a process that the program has made. */
static void leave_watcher(struct machine *m)
{
    if (!m->is_watched || !run_is_child(m))
        return;
    m->debug = NULL;
    m->trace = NULL;
    m->is_watched = false;
    m->log = NULL;
}

static bool compares_blocks(const struct outcall *c)
{
    static const char *const names[] = {"memcmp", "bcmp"};
    return c->count >= 3 && run_is_named(names, sizeof names / sizeof *names, c->x->name);
}

/* Blocks that are compared byte by byte hold no addresses. */
static void check_compared(struct machine *m, const struct outcall *c)
{
    if (!compares_blocks(c))
        return;
    for (uint32_t i = 0; i < 2; i++)
        run_check_bytes(m, (const void *)(uintptr_t)c->args[i].bits, c->args[2].bits);
}

/* A byte without a value decides the comparison unless bytes before it differ. */
static void note_compared(struct machine *m, struct outcall *c)
{
    if (!compares_blocks(c))
        return;
    const uint8_t *a = (const uint8_t *)(uintptr_t)c->args[0].bits, *b = (const uint8_t *)(uintptr_t)c->args[1].bits;
    uint64_t size = c->args[2].bits;
    if (run_memory_is_init(&m->mem, a, size) && run_memory_is_init(&m->mem, b, size))
        return;
    for (uint64_t i = 0; i < size; i++)
        if (!run_memory_is_init(&m->mem, a + i, 1) || !run_memory_is_init(&m->mem, b + i, 1))
            c->result.undef = 0xff;
        else if (a[i] != b[i])
            return;
}

void run_call_host(struct machine *m, struct outcall *c)
{
    const struct external *x = c->x;
    struct demands d = {0};
    m->adopted.count = 0;
    run_demand(m, c, &d);
    if (!run_log_gives(m, c)) {
        run_count_before(m, x->name);
        run_host_call(m, c);
        leave_watcher(m);
        if (m->cfg->cover && !c->result.bits && (x->effect.flags & EFFECT_SHARES || !strcmp(x->name, "fork")))
            run_count_anew(m);
        run_demands_met(m, c, &d);
        note_compared(m, c);
        adopt(m, c);
        run_log_takes(m, c, &d);
    }
    run_note_closed(m, c);
}

void run_call_external(struct machine *m, struct external *x, struct call_code *k, const struct instr *i)
{
    struct val args[64];
    long double wide[64];
    struct outcall c = {x, k, i, args, wide, k->arg_count, {0, 0, 0}};
    if (k->arg_count > 64)
        run_refuse(m, "'%s' gets %u arguments", x->name, k->arg_count);
    evaluate(m, &c);
    if (m->cfg->is_closed)
        check_compared(m, &c);
    run_demand_streams(m, &c);
    run_lost_note(m, &c);
    bool is_done = m->cfg->has_world && run_call_opened(m, &c);
    if (!is_done && (!x->own || !x->own(m, &c)))
        run_call_host(m, &c);
    run_given_end(m, &c);
    run_set_result(m->frame, i, c.result);
    if (m->trace)
        run_trace_result(m, i, c.result);
    if (m->cfg->has_world)
        run_signals_after(m, &c);
    if (x->f->is_noreturn && !m->pending)
        run_refuse(m, "'%s' came back", x->name);
}
