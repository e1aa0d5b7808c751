/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files in trials with a world (run_config.has_world). Whether one can be opened is an input. If so it is there and
 * empty, or takes what is written: the host's /dev/null is such a file. A run opens files to read, or files to write,
 * but not both, for it would have to remember what it wrote. Objects that stand for the streams of a rule lead to such
 * a file, too.
 *
 * Sources: ISO C11, 7.21.5; POSIX.1-2017, stat; the Linux manual page null(4).
 */
#include "runtime/run/trace/trace.h"
#include "external.h"

#include <stdio.h>
#include <sys/stat.h>

bool run_chooses_success(struct machine *m, const struct outcall *c)
{
    const struct shape byte = {.form = FORM_INT, .size = 1, .bits = 8};
    struct run_input_from from = {.func = c->x->id, .is_success = true};
    return run_input_value(m, byte, from, NULL).bits != 0;
}

/* ---- streams ----------------------------------------------------------------------------------------------------- */

static struct opened *add(struct machine *m, uint64_t bits)
{
    struct opened x = {bits, fopen("/dev/null", m->opened_mode == 'r' ? "r" : "w"), false};
    if (!x.stream)
        run_refuse(m, "there is no /dev/null");
    x.bits = bits ? bits : (uint64_t)(uintptr_t)x.stream;
    vec_push(&m->opened, x);
    return &m->opened.items[m->opened.count - 1];
}

static struct opened *find(struct machine *m, uint64_t bits)
{
    for (size_t i = 0; i < m->opened.count; i++)
        if (m->opened.items[i].bits == bits)
            return &m->opened.items[i];
    return NULL;
}

/* It is no directory, and none of the files that the system makes. */
static bool may_be_empty(const char *path, bool is_opened)
{
    static const char *const special[] = {"/dev/", "/proc/", "/sys/"};
    const char *last = strrchr(path, '/');
    last = last ? last + 1 : path;
    bool is_directory = !*last || !strcmp(last, ".") || strstr(path, "..");
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (str_begins(path, special[i]))
            return is_opened && !strcmp(path, "/dev/null");
    return !is_directory && strlen(path) < OPENED_PATH;
}

/* The mode is "r", or writes and does not read; else, or where files of both kinds are tried, it is '?'. */
static void note_mode(struct machine *m, const char *mode)
{
    char kind = strchr(mode, '+') ? '?' : *mode == 'r' ? 'r' : 'w';
    m->opened_mode = m->opened_mode && m->opened_mode != kind ? '?' : kind;
}

bool run_open_empty(struct machine *m, struct outcall *c, const char *path, const char *mode)
{
    bool may_work = may_be_empty(path, true);
    note_mode(m, may_work ? mode : "+"); /* the rule may say that it works where it fails here */
    if (!may_work)
        return false;
    m->opens = run_chooses_success(m, c) ? OPENS : OPENS_NOT;
    if (m->opens == OPENS_NOT)
        return false;
    if (m->opened_mode == '?')
        run_refuse_outside(m, c->x->name);
    c->result = (struct val){add(m, 0)->bits, 0, 0};
    base_map64_put(&m->closed, c->result.bits, 0);
    return true;
}

/* An object that stands for a stream of the rule, and for no other (world.c). */
static struct opened *of_rule(struct machine *m, const struct outcall *c, uint64_t bits)
{
    uint32_t id = memory_has(&m->mem, bits) ? run_memory_owner(&m->mem, bits) : 0;
    const struct object *o = id ? &m->mem.objects.items[id] : NULL;
    if (!o || !o->var || o->base != bits || !run_is_handle(cwi_var_of(m->u, o->var)))
        return NULL;
    if (!m->opened_mode || m->opened_mode == '?')
        run_refuse_outside(m, c->x->name);
    struct opened *x = find(m, bits);
    return x ? x : add(m, bits);
}

/* The program has assigned one of them, which functions that name none use then. */
static bool has_other_standard(const struct machine *m)
{
    return m->standard[0] != stdin || m->standard[1] != stdout || m->standard[2] != stderr;
}

void run_refuse_stream(struct machine *m, uint64_t address)
{
    for (size_t i = 0; i < m->opened.count; i++)
        if (address - (uint64_t)(uintptr_t)m->opened.items[i].stream < sizeof(FILE))
            run_refuse(m, "it looks into a stream of the library");
}

bool run_closes_streams(const char *name)
{
    return !strcmp(name, "fclose") || !strcmp(name, "pclose");
}

bool run_call_opened(struct machine *m, struct outcall *c)
{
    if (has_other_standard(m))
        run_refuse(m, "a standard stream is another one");
    struct opened *x = NULL;
    for (uint32_t i = 0; i < c->count && !x; i++)
        if (effect_letter(&c->x->effect, i) == 's' && c->code->args[i].t.is_pointer) {
            x = find(m, c->args[i].bits);
            x = x ? x : of_rule(m, c, c->args[i].bits);
            if (x)
                c->args[i] = (struct val){(uint64_t)(uintptr_t)x->stream, 0, 0};
        }
    if (!x)
        return false;
    if (x->is_closed)
        run_refuse_outside(m, c->x->name);
    x->is_closed = run_closes_streams(c->x->name);
    own_function *own = run_own_library(c->x->name);
    if (x->is_closed)
        c->result = (struct val){0, 0, 0};
    else if (!own || !own(m, c))
        run_call_host(m, c);
    return true;
}

void run_close_opened(struct machine *m)
{
    for (size_t i = 0; i < m->opened.count; i++)
        fclose(m->opened.items[i].stream);
    m->opened.count = 0;
    m->opened_mode = *m->opened_path = 0;
    m->handles = m->handle_asks = 0;
    m->lost_made = NULL;
    m->opens = OPENS_OTHERS;
}

/* ---- what is said of files --------------------------------------------------------------------------------------- */

bool run_stat_empty(struct machine *m, struct outcall *c, const char *path)
{
    if (!may_be_empty(path, false) || !run_chooses_success(m, c))
        return false;
    if (m->opened_mode && m->opened_mode != 'r')
        run_refuse_outside(m, c->x->name);
    if (*m->opened_path && strcmp(m->opened_path, path)) /* another file has another number */
        run_refuse_outside(m, c->x->name);
    strcpy(m->opened_path, path);
    const struct timespec then = {1700000000, 0};
    struct stat x = {.st_dev = 0x801, .st_ino = 1000, .st_mode = S_IFREG | 0644, .st_nlink = 1, .st_blksize = 4096};
    x.st_atim = x.st_mtim = x.st_ctim = then;
    run_memory_copy(&m->mem, run_access(m->frame, c->args[1], sizeof x, true), &x, sizeof x);
    c->result = (struct val){0, 0, 0};
    return true;
}
