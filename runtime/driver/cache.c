/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a check said is kept, and found again while nothing that it rests on has changed.
 */
#include "runtime/driver/cache.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[] = "cwolf cache 1\n";
enum { FILE_LIMIT = 1 << 30 };

static struct cache *capturing; /* the one that gets what is said, or NULL */

/* ---- keys -------------------------------------------------------------------------------------------------------- */

/* 128 bits, as 32 digits. */
static void put_hash(struct buf *out, const void *data, size_t size)
{
    buf_printf(out, "%016llx%016llx", (unsigned long long)base_hash_bytes(data, size, 1),
               (unsigned long long)base_hash_bytes(data, size, 2));
}

static void put_content(struct buf *out, const char *path)
{
    struct buf text = {0};
    struct diag unused;
    struct stat s;
    if (stat(path, &s) || !S_ISREG(s.st_mode) || base_file_read(path, &text, FILE_LIMIT, &unused))
        buf_puts(out, "none");
    else
        put_hash(out, buf_str(&text), text.size);
    buf_free(&text);
}

void driver_cache_add(struct cache *c, const char *what, const char *text)
{
    if (c->use != CACHE_OFF)
        buf_printf(&c->key, "%s %zu:%s\n", what, text ? strlen(text) : 0, text ? text : "none");
}

void driver_cache_add_number(struct cache *c, const char *what, uint64_t n)
{
    if (c->use != CACHE_OFF)
        buf_printf(&c->key, "%s %llu\n", what, (unsigned long long)n);
}

void driver_cache_add_file(struct cache *c, const char *path)
{
    if (c->use == CACHE_OFF || !path)
        return;
    if (!strcmp(path, "-")) {
        c->use = CACHE_OFF;
        return;
    }
    buf_printf(&c->key, "file %zu:%s ", strlen(path), path);
    put_content(&c->key, path);
    buf_putc(&c->key, '\n');
}

void driver_cache_add_rules(struct cache *c, const char *list)
{
    struct arena *a = arena_new();
    for (; list && *list; list += *list == ',') {
        size_t n = strcspn(list, ",");
        driver_cache_add_file(c, arena_strn(a, list, n));
        list += n;
    }
    arena_free(a);
}

void driver_cache_add_program(struct cache *c, const struct program *p)
{
    struct arena *a = arena_new();
    for (size_t i = 0; i < p->input_count && c->use != CACHE_OFF; i++) { /* GCC gives objects any names */
        buf_puts(&c->key, "input ");
        put_content(&c->key, p->inputs[i]);
        buf_putc(&c->key, '\n');
    }
    for (size_t i = 1; i < p->unit->files.count; i++)
        driver_cache_add_file(c, p->unit->files.items[i]);
    for (const struct note_file *f = p->notes.included; f; f = f->next)
        driver_cache_add_file(c, f->path);
    for (size_t i = 0; i < p->notes.list.count; i++) {
        const struct note *n = p->notes.list.items[i];
        if (n->kind != NOTE_SPEC)
            continue;
        driver_cache_add(c, "process", n->u.spec.process);
        driver_cache_add(c, "relation", n->u.spec.relation);
        driver_cache_add_file(c, n->u.spec.file);
        if (n->at.file)
            driver_cache_add_file(c, base_path_beside(a, n->at.file, n->u.spec.file));
    }
    arena_free(a);
}

void driver_cache_add_options(struct cache *c, const struct run_options *o)
{
    for (size_t i = 0; i < o->maps.count; i++) {
        driver_cache_add_number(c, "map", o->maps.items[i].kind);
        driver_cache_add_file(c, o->maps.items[i].path);
    }
    driver_cache_add(c, "entry", o->entry);
    driver_cache_add(c, "default", o->fallback);
    driver_cache_add_number(c, "merge", o->engine.merge);
    driver_cache_add_number(c, "summarises", o->engine.summarises);
    driver_cache_add_number(c, "unbounded", o->engine.unbounded);
    driver_cache_add_number(c, "widen", o->engine.widen_after);
    driver_cache_add_number(c, "volatile", o->engine.volatiles);
    driver_cache_add_number(c, "grain", o->engine.grain);
    driver_cache_add_number(c, "states", o->engine.max_states);
    driver_cache_add_number(c, "memory", o->engine.max_memory);
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

static const char *directory(struct arena *a)
{
    const char *own = getenv("CWOLF_CACHE"), *all = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own)
        return *own && strcmp(own, "off") ? own : NULL;
    if (all && *all)
        return arena_printf(a, "%s/cwolf", all);
    return home && *home ? arena_printf(a, "%s/.cache/cwolf", home) : NULL;
}

void driver_cache_open(struct cache *c, enum cache_use use)
{
    struct arena *a = arena_new();
    char *here = getcwd(NULL, 0);
    const char *self = driver_own_path(a);
    memset(c, 0, sizeof *c);
    c->use = self && here && directory(a) ? use : CACHE_OFF;
    driver_cache_add_file(c, self);
    driver_cache_add(c, "directory", here);
    for (int i = 0; i < COLOURS; i++)
        driver_cache_add(c, "colour", driver_colour_on((enum colour)i));
    free(here);
    arena_free(a);
}

static const char *path_of(struct cache *c, struct arena *a)
{
    struct buf name = {0};
    put_hash(&name, buf_str(&c->key), c->key.size);
    const char *path = arena_printf(a, "%s/%s", directory(a), buf_str(&name));
    buf_free(&name);
    return path;
}

/* What an entry holds. */
struct entry {
    struct buf text;
    int status;
    const char *key, *out, *err;
    size_t key_size, out_size, err_size;
};

static void put_entry(const struct cache *c, int status, struct buf *out)
{
    buf_printf(out, "%s%d %zu %zu %zu\n", magic, status, c->key.size, c->out.size, c->err.size);
    buf_add(out, buf_str(&c->key), c->key.size);
    buf_add(out, buf_str(&c->out), c->out.size);
    buf_add(out, buf_str(&c->err), c->err.size);
    struct buf sum = {0};
    put_hash(&sum, buf_str(out), out->size);
    buf_puts(out, buf_str(&sum));
    buf_free(&sum);
}

static bool parse_entry(struct entry *e)
{
    enum { DIGITS = 32 };
    int n = 0;
    size_t head = sizeof magic - 1, size = e->text.size;
    const char *text = buf_str(&e->text);
    if (size < head + DIGITS || strncmp(text, magic, head) ||
        sscanf(text + head, "%d %zu %zu %zu%n", &e->status, &e->key_size, &e->out_size, &e->err_size, &n) != 4)
        return false;
    head += (size_t)n + 1;
    struct buf sum = {0};
    put_hash(&sum, text, size - DIGITS);
    bool is_whole = !memcmp(buf_str(&sum), text + size - DIGITS, DIGITS);
    buf_free(&sum);
    e->key = text + head;
    e->out = e->key + e->key_size;
    e->err = e->out + e->out_size;
    return is_whole && e->key_size < size && e->out_size < size && e->err_size < size &&
           head + e->key_size + e->out_size + e->err_size + DIGITS == size;
}

/* The entry of the key, into `e`, whose text is the caller's to free. */
static bool read_entry(struct cache *c, const char *path, struct entry *e)
{
    struct diag unused;
    *e = (struct entry){0};
    if (access(path, F_OK) || base_file_read(path, &e->text, FILE_LIMIT, &unused))
        return false;
    if (!parse_entry(e)) {
        driver_say(DIAG_NOTE, "'%s' in the cache is damaged, and not used", path);
        return false;
    }
    return e->key_size == c->key.size && !memcmp(e->key, buf_str(&c->key), c->key.size);
}

bool driver_cache_find(struct cache *c, struct arena *a, int *status)
{
    struct entry e = {0};
    bool found = c->use == CACHE_ON && read_entry(c, path_of(c, a), &e);
    if (found) {
        fflush(stderr);
        fwrite(e.err, 1, e.err_size, stderr);
        fwrite(e.out, 1, e.out_size, stdout);
        fflush(stdout);
        *status = e.status;
    }
    buf_free(&e.text);
    return found;
}

/* ---- what is said ------------------------------------------------------------------------------------------------ */

static FILE *true_stderr;

static ssize_t write_both(void *cache, const char *text, size_t size)
{
    struct cache *c = cache;
    if (size && *text != '\r') /* a line of progress */
        buf_add(&c->err, text, size);
    fwrite(text, 1, size, true_stderr);
    fflush(true_stderr);
    return (ssize_t)size;
}

void driver_cache_begin(struct cache *c)
{
    cookie_io_functions_t functions = {.write = write_both};
    FILE *both = c->use == CACHE_OFF ? NULL : fopencookie(c, "w", functions);
    if (!both)
        return;
    setvbuf(both, NULL, _IONBF, 0);
    true_stderr = stderr;
    stderr = both;
    capturing = c;
    c->is_capturing = true;
}

static void stop_capturing(struct cache *c)
{
    if (!c->is_capturing)
        return;
    fclose(stderr);
    stderr = true_stderr;
    capturing = NULL;
    c->is_capturing = false;
}

void driver_cache_note_output(const struct buf *text)
{
    if (capturing)
        buf_add(&capturing->out, buf_str(text), text->size);
}

static bool is_same(const struct cache *c, const struct entry *e, int status)
{
    return e->status == status && e->out_size == c->out.size && e->err_size == c->err.size &&
           !memcmp(e->out, buf_str(&c->out), c->out.size) && !memcmp(e->err, buf_str(&c->err), c->err.size);
}

/* A cache that cannot be written to is none. */
static void store(struct cache *c, const char *path, int status)
{
    struct buf text = {0};
    struct diag unused;
    char *slash = strrchr(path, '/');
    for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
        *p = 0;
        bool is_there = !mkdir(path, 0700) || errno == EEXIST;
        *p = '/';
        if (!is_there || p == slash)
            break;
    }
    put_entry(c, status, &text);
    (void)base_file_write(path, buf_str(&text), text.size, &unused);
    buf_free(&text);
}

bool driver_cache_end(struct cache *c, struct arena *a, int status, bool is_lasting)
{
    struct entry e = {0};
    if (!c->is_capturing)
        return true;
    stop_capturing(c);
    const char *path = path_of(c, a);
    bool is_there = c->use == CACHE_VERIFY && read_entry(c, path, &e);
    bool is_right = !is_there || is_same(c, &e, status);
    if (!is_right)
        driver_say(DIAG_ERROR, "'%s' in the cache is not what the check says: remove it, and report how it came there",
                   path);
    else if (is_lasting && !is_there)
        store(c, path, status);
    buf_free(&e.text);
    return is_right;
}

void driver_cache_close(struct cache *c)
{
    stop_capturing(c);
    buf_free(&c->key);
    buf_free(&c->out);
    buf_free(&c->err);
}

/* ---- what may be kept -------------------------------------------------------------------------------------------- */

bool driver_cache_is_lasting(const struct check_report *r, const struct notes *notes, const struct check_options *o)
{
    bool some_open = false, has_clock = o->searches || (o->engine.budget && o->engine.budget->deadline);
    for (uint32_t i = 0; i < r->count; i++)
        some_open |= r->answers[i].verdict == LTS_VERDICT_MAYBE;
    for (size_t i = 0; i < notes->list.count; i++)
        has_clock |= notes->list.items[i]->kind == NOTE_PREDICATE; /* a solver */
    return !driver_watch_interrupted() && !(some_open && has_clock);
}
