/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The log of what the host's functions gave: results, errno, and the bytes that they wrote into the program's memory.
 *
 * It lies in memory that all processes of a debugged run share. The one that goes on with the program adds to it; those
 * that do a part of it again take from it what the functions gave then, and call none of them.
 */
#include "runtime/run/debug/debug.h"
#include "external.h"

#include <dlfcn.h>
#include <sys/mman.h>

struct run_log {
    uint64_t size; /* bytes used */
    uint8_t data[];
};
struct log_call {
    struct val result;
    int error;
    uint32_t blocks; /* that follow: their sizes, of blocks that the library made */
    uint32_t ranges; /* that follow: address, size, bytes */
};
enum { LOG_ROOM_BITS = 34 };

struct run_log *run_log_new(void)
{
    void *p = mmap(NULL, UINT64_C(1) << LOG_ROOM_BITS, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

void run_log_free(struct run_log *l)
{
    if (l)
        munmap(l, UINT64_C(1) << LOG_ROOM_BITS);
}

static void put(struct machine *m, const void *p, uint64_t size)
{
    struct run_log *l = m->log;
    uint64_t room = (UINT64_C(1) << LOG_ROOM_BITS) - sizeof *l;
    if (size > room || l->size > room - size)
        run_fail(m, "the log of what the library gave is full");
    memcpy(l->data + l->size, p, size);
    l->size += size;
    m->log_at = l->size;
}

static void put_range(struct machine *m, uint64_t address, uint64_t size)
{
    uint64_t range[2] = {address, size};
    put(m, range, sizeof range);
    put(m, (void *)(uintptr_t)address, size);
}

static void take(struct machine *m, void *p, uint64_t size)
{
    memcpy(p, m->log->data + m->log_at, size);
    m->log_at += size;
}

/* What is read from the inputs is read again: it gives the same. */
static bool is_logged(const struct machine *m)
{
    return m->log && !m->real_stdin;
}

/* Functions that call the program's are called again: what they do happens there. */
static bool calls_back(const struct outcall *c)
{
    for (uint32_t i = 0; i < c->x->effect.param_count; i++)
        if (c->x->effect.params[i].letter == 'f')
            return true;
    return false;
}

/* The variables of the library that the function writes ("optarg optind") and the program knows: puts them into the
 * log, or only counts them. */
static uint32_t put_variables(struct machine *m, const struct outcall *c, bool is_put)
{
    const char *names = c->x->effect.globals;
    uint32_t count = 0;
    for (cwi_id i = 1; names && i < m->u->vars.count; i++) {
        const struct cwi_var *v = cwi_var_of(m->u, i);
        const char *name = v->asm_name ? v->asm_name : v->name, *at = name ? strstr(names, name) : NULL;
        size_t n = name ? strlen(name) : 0;
        bool is_named = at && n && (at == names || at[-1] == ' ') && (!at[n] || at[n] == ' ');
        void *p = is_named && v->linkage == CWI_EXTERN ? dlsym(RTLD_DEFAULT, name) : NULL;
        uint64_t size = p ? cwi_type_of(m->u, v->type)->size : 0;
        if (!size || size > sizeof(struct val))
            continue;
        count++;
        if (is_put)
            put_range(m, (uint64_t)(uintptr_t)p, size);
    }
    return count;
}

bool run_log_gives(struct machine *m, struct outcall *c)
{
    struct log_call call;
    if (!is_logged(m) || m->log_at >= m->log->size || calls_back(c))
        return false;
    take(m, &call, sizeof call);
    c->result = call.result;
    *m->error_number = call.error;
    for (uint32_t i = 0; i < call.blocks; i++) {
        uint64_t size;
        take(m, &size, sizeof size);
        uint32_t id = run_memory_allocate(&m->mem, size, GRANULE);
        m->mem.objects.items[id].made = c->at->src;
    }
    for (uint32_t i = 0; i < call.ranges; i++) {
        uint64_t range[2];
        take(m, range, sizeof range);
        take(m, (void *)(uintptr_t)range[0], range[1]);
        run_memory_set_init(&m->mem, (void *)(uintptr_t)range[0], range[1], true);
        run_memory_find_origins(&m->mem, (void *)(uintptr_t)range[0], range[1]);
    }
    run_debug_signals(m, true);
    return true;
}

void run_log_takes(struct machine *m, const struct outcall *c, const struct demands *d)
{
    struct log_call call = {.result = c->result, .error = *m->error_number, .blocks = (uint32_t)m->adopted.count};
    const struct place_code *to =
        c->code->result.form == FORM_BYTES || c->code->result.form == FORM_LONG_DOUBLE ? c->at->to : NULL;
    if (!is_logged(m) || calls_back(c))
        return;
    call.ranges = call.blocks + (to != NULL) + put_variables(m, c, false);
    for (uint32_t i = 0; i < d->count; i++)
        call.ranges += d->list[i].size != 0;
    put(m, &call, sizeof call);
    for (size_t i = 0; i < m->adopted.count; i++)
        put(m, &m->mem.objects.items[m->adopted.items[i]].size, sizeof(uint64_t));
    for (size_t i = 0; i < m->adopted.count; i++)
        put_range(m, m->mem.objects.items[m->adopted.items[i]].base, m->mem.objects.items[m->adopted.items[i]].size);
    if (to) {
        uint32_t object;
        put_range(m, (uint64_t)(uintptr_t)run_place(to, m->frame, true, &object), to->t.size);
    }
    for (uint32_t i = 0; i < d->count; i++) {
        const struct written *w = &d->list[i];
        if (w->size)
            put_range(m, w->real.bits ? w->real.bits : c->args[w->arg].bits, w->size);
    }
    put_variables(m, c, true);
}

bool run_log_gives_text(struct machine *m, char **text, ssize_t *n)
{
    if (!is_logged(m) || m->log_at >= m->log->size)
        return false;
    take(m, n, sizeof *n);
    take(m, m->error_number, sizeof *m->error_number);
    if (*n >= 0) {
        *text = base_mem_alloc((size_t)*n + 1);
        take(m, *text, (uint64_t)*n + 1);
    }
    return true;
}

void run_log_takes_text(struct machine *m, const char *text, ssize_t n)
{
    if (!is_logged(m))
        return;
    put(m, &n, sizeof n);
    put(m, m->error_number, sizeof *m->error_number);
    if (n >= 0)
        put(m, text, (uint64_t)n + 1);
}
