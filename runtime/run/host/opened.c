/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files in trials with a world (run_config.has_world). Whether one is there is an input, and so is what is in it, a few
 * characters that do not change; or it takes what is written, and is not read then. A name stands for one file, and
 * two names, without what does not matter in them, for two. Objects that stand for the streams of a rule lead to the
 * files that were opened for them.
 *
 * Sources: ISO C11, 7.21.5; POSIX.1-2017, stat and 4.13, pathname resolution; the Linux manual page memfd_create(2).
 */
#include "runtime/run/trace/trace.h"
#include "external.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static uint8_t next_byte(struct machine *m, const struct outcall *c, bool is_success)
{
    return run_input_byte(
        m, (struct run_input_from){.func = c->x->id, .is_success = is_success, .is_content = !is_success});
}

bool run_chooses_success(struct machine *m, const struct outcall *c)
{
    return next_byte(m, c, true) != 0;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* One of them would be a directory that the other one is in. */
static bool are_at_odds(const char *a, const char *b)
{
    size_t n = strlen(a), k = strlen(b);
    return n < k ? b[n] == '/' && !strncmp(a, b, n) : n > k && a[k] == '/' && !strncmp(a, b, k);
}

/* The name without what does not matter: "./a//b" is "a/b". False: it is too long, or no name of a file that may be
 * there: a directory, or one of those that the system makes. */
static bool name_of_file(const char *path, char *out)
{
    static const char *const special[] = {"/dev", "/proc", "/sys"};
    size_t n = 0;
    if (strlen(path) >= OPENED_PATH || strstr(path, ".."))
        return false;
    for (const char *s = path; *s;) {
        bool begins = s == path || s[-1] == '/';
        if (begins && *s == '.' && (s[1] == '/' || !s[1]))
            s++;
        else if (*s == '/' && ((n && out[n - 1] == '/') || (!n && s > path)))
            s++;
        else
            out[n++] = *s++;
    }
    out[n] = 0;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (!strcmp(out, special[i]) || are_at_odds(out, special[i]))
            return false;
    size_t length = strlen(path);
    return n && out[n - 1] != '/' && path[length - 1] != '/' && path[length - 1] != '.';
}

static struct world_file *find_file(struct machine *m, const char *name)
{
    for (size_t i = 0; i < m->files.count; i++)
        if (!strcmp(m->files.items[i].name, name))
            return &m->files.items[i];
    return NULL;
}

/* The file is there, as an input says, which says how much is in it as well where that is not known; NULL: the call
 * fails. */
static struct world_file *choose_file(struct machine *m, const struct outcall *c, const char *name, int kind)
{
    struct world_file *f = find_file(m, name), new = {.kind = kind};
    uint8_t works = next_byte(m, c, true);
    if (!works || f)
        return works ? f : NULL;
    for (size_t i = 0; i < m->files.count; i++)
        if (are_at_odds(name, m->files.items[i].name))
            run_refuse_outside(m, c->x->name);
    strcpy(new.name, name);
    new.size = kind == FILE_READ &&works - 1u <= FILE_MOST ? works - 1u : 0; /* most files are empty */
    new.first = (uint32_t)m->next_input;
    for (uint32_t i = 0; i < new.size; i++)
        new.bytes[i] = next_byte(m, c, false);
    vec_push(&m->files, new);
    return &m->files.items[m->files.count - 1];
}

int run_create_file(struct machine *m, const struct outcall *c, const char *path, bool is_new, uint32_t *file)
{
    char name[OPENED_PATH];
    if (!name_of_file(path, name))
        return 0;
    if (is_new && find_file(m, name))
        return -1;
    struct world_file *f = choose_file(m, c, name, FILE_WRITTEN);
    if (f && f->kind != FILE_WRITTEN)
        run_refuse_outside(m, c->x->name);
    *file = f ? (uint32_t)(f - m->files.items) : 0;
    return f != NULL;
}

/* ---- streams ----------------------------------------------------------------------------------------------------- */

static FILE *stream_of(const struct world_file *f, bool is_read)
{
    if (f->kind != FILE_READ)
        return fopen("/dev/null", is_read ? "r" : "w");
    int fd = memfd_create("file", MFD_CLOEXEC);
    bool is_there = fd >= 0 && write(fd, f->bytes, f->size) == (ssize_t)f->size && !lseek(fd, 0, SEEK_SET);
    FILE *stream = is_there ? fdopen(fd, "r") : NULL;
    if (!stream && fd >= 0)
        close(fd);
    return stream;
}

void run_add_stream(struct machine *m, struct outcall *c, uint32_t file, int number, bool is_read)
{
    struct opened x = {.stream = stream_of(&m->files.items[file], is_read), .file = file, .number = number};
    if (!x.stream)
        run_refuse(m, "there is no room for the files of a run");
    x.bits = (uint64_t)(uintptr_t)x.stream;
    vec_push(&m->opened, x);
    c->result = (struct val){x.bits, 0, 0};
    base_map64_put(&m->closed, x.bits, 0);
}

static struct opened *find(struct machine *m, uint64_t bits)
{
    for (size_t i = m->opened.count; i-- > 0;)
        if (m->opened.items[i].bits == bits)
            return &m->opened.items[i];
    return NULL;
}

bool run_open_file(struct machine *m, struct outcall *c, const char *path, const char *mode)
{
    char name[OPENED_PATH];
    bool is_read = *mode == 'r', is_null = !strcmp(path, "/dev/null");
    int kind = is_null ? FILE_NULL : is_read ? FILE_READ : FILE_WRITTEN;
    m->opens = OPENS_NOT;
    if (!is_null && !name_of_file(path, name))
        return false;
    struct world_file *f = choose_file(m, c, is_null ? path : name, kind);
    m->opens = f ? OPENS : OPENS_NOT;
    if (!f)
        return false;
    if (strpbrk(mode, "+x") || (int)f->kind != kind)
        run_refuse_outside(m, c->x->name);
    run_add_stream(m, c, (uint32_t)(f - m->files.items), run_new_number(m), is_read);
    return true;
}

/* ---- streams of a rule ------------------------------------------------------------------------------------------- */

static enum opened_for what_for(const struct machine *m, uint64_t bits)
{
    uint32_t id = memory_has(&m->mem, bits) ? run_memory_owner(&m->mem, bits) : 0;
    const struct object *o = id ? &m->mem.objects.items[id] : NULL;
    const struct cwi_var *v = o && o->var && o->base == bits ? cwi_var_of(m->u, o->var) : NULL;
    return v && cwi_is_watched_handle(v) ? OPENED_FOR_ONE
           : v && cwi_is_other_handle(v) ? OPENED_FOR_OTHERS
                                         : OPENED_FOR_NONE;
}

void run_open_for_rule(struct machine *m, bool is_watched)
{
    struct opened *last = m->opened.count ? &m->opened.items[m->opened.count - 1] : NULL;
    if (last)
        last->what_for = is_watched ? OPENED_FOR_ONE : OPENED_FOR_OTHERS;
}

uint32_t run_others_open(const struct machine *m)
{
    uint32_t n = m->other_handles;
    for (size_t i = 0; i < m->opened.count; i++)
        n += m->opened.items[i].what_for == OPENED_FOR_OTHERS && !m->opened.items[i].is_closed;
    return n;
}

/* An object that stands for a stream of the rule, and for no other (world.c). */
static struct opened *of_rule(struct machine *m, const struct outcall *c, uint64_t bits)
{
    enum opened_for what = what_for(m, bits);
    if (what == OPENED_FOR_NONE)
        return NULL;
    for (size_t i = m->opened.count; i-- > 0;)
        if (m->opened.items[i].what_for == what)
            return &m->opened.items[i];
    run_refuse_outside(m, c->x->name); /* what the rule says works has failed here, or is no file */
}

/* The program has assigned one of them, which functions that name none use then. */
static bool has_other_standard(const struct machine *m)
{
    return m->standard[0] != stdin || m->standard[1] != stdout || m->standard[2] != stderr;
}

bool run_is_open_stream(const struct machine *m, uint64_t bits)
{
    bool is = bits == (uint64_t)(uintptr_t)stdin || bits == (uint64_t)(uintptr_t)stdout ||
              bits == (uint64_t)(uintptr_t)stderr;
    for (size_t i = 0; i < m->opened.count; i++)
        is |= m->opened.items[i].bits == bits && !m->opened.items[i].is_closed;
    return m->cfg->has_world && is;
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

/* Of a file that is read; -1: of another one. */
static long place_in(const struct machine *m, const struct opened *x)
{
    return m->files.items[x->file].kind == FILE_READ ? ftell(x->stream) : -1;
}

/* What was read are inputs. */
static void trace_read(struct machine *m, const struct outcall *c, const struct opened *x, struct val to, long before)
{
    static const char *const characters[] = {"fgetc", "fgetc_unlocked", "getc", "getc_unlocked"};
    const struct world_file *f = &m->files.items[x->file];
    const char *name = c->x->name;
    long after = place_in(m, x);
    bool is_block = str_begins(name, "fgets") || str_begins(name, "fread");
    if (before < 0 || after <= before || after > (long)f->size)
        return;
    if (run_is_named(characters, sizeof characters / sizeof *characters, name))
        run_trace_input_result(m, f->first + (uint32_t)before, NULL);
    for (long i = before; is_block && i < after; i++)
        run_trace_input_byte(m, f->first + (uint32_t)i, (const uint8_t *)(uintptr_t)to.bits + (i - before));
}

bool run_call_opened(struct machine *m, struct outcall *c)
{
    if (has_other_standard(m))
        run_refuse(m, "a standard stream is another one");
    struct opened *x = NULL;
    struct val to = c->count ? c->args[0] : (struct val){0, 0, 0};
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
    if (str_begins(c->x->name, "fileno")) {
        c->result = (struct val){(uint64_t)x->number, 0, 0};
        return true;
    }
    x->is_closed = run_closes_streams(c->x->name);
    if (x->is_closed) {
        c->result = (struct val){0, 0, 0};
        return true;
    }
    own_function *own = run_own_library(c->x->name);
    long before = place_in(m, x);
    if (!own || !own(m, c))
        run_call_host(m, c);
    trace_read(m, c, x, to, before);
    return true;
}

void run_world_end(struct machine *m)
{
    for (size_t i = 0; i < m->opened.count; i++)
        fclose(m->opened.items[i].stream);
    m->opened.count = m->files.count = m->descriptors.count = m->variables.count = 0;
    m->handles = m->other_handles = 0;
    m->handle_asks = m->has_watched = m->is_for_stream = false;
    m->lost = (struct run_frame){0};
    m->opens = OPENS_OTHERS;
}

/* ---- what is said of files --------------------------------------------------------------------------------------- */

bool run_stat_file(struct machine *m, struct outcall *c, const char *path)
{
    enum { FIRST = 1000 };
    char name[OPENED_PATH];
    struct world_file *f = name_of_file(path, name) ? choose_file(m, c, name, FILE_READ) : NULL;
    if (!f)
        return false;
    if (f->kind != FILE_READ) /* its size is what was written */
        run_refuse_outside(m, c->x->name);
    const struct timespec then = {1700000000, 0};
    struct stat x = {.st_dev = 0x801,
                     .st_ino = FIRST + (ino_t)(f - m->files.items),
                     .st_mode = S_IFREG | 0644,
                     .st_nlink = 1,
                     .st_size = f->size,
                     .st_blocks = f->size ? 8 : 0,
                     .st_blksize = 4096};
    x.st_atim = x.st_mtim = x.st_ctim = then;
    run_memory_copy(&m->mem, run_access(m->frame, c->args[1], sizeof x, true), &x, sizeof x);
    c->result = (struct val){0, 0, 0};
    return true;
}
