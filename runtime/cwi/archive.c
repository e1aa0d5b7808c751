/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading archives. Invariant: nothing outside the mapped file is touched, whatever its headers say.
 * Source: System V ABI chapter 7; the GNU and BSD extensions as ar(5) describes them.
 */
#include "runtime/cwi/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAGIC = 8, HEADER = 60, MOST_NAME = 16 << 10 };

enum status cwi_map_open(const char *path, struct map *m, struct diag *d)
{
    struct stat info;
    *m = (struct map){"", 0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return diag_errno(d, path, "cannot open");
    enum status st = ST_OK;
    if (fstat(fd, &info) < 0) {
        st = diag_errno(d, path, "cannot read");
    } else if (S_ISDIR(info.st_mode)) {
        st = diag_set(d, ST_BAD, (struct place){path, 0, 0}, "is a directory, expected a program");
    } else if (S_ISFIFO(info.st_mode)) {
        st = diag_set(d, ST_BAD, (struct place){path, 0, 0}, "is a pipe, expected a program");
    } else if (info.st_size > 0) {
        void *p = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p == MAP_FAILED)
            st = diag_errno(d, path, "cannot read");
        else
            *m = (struct map){p, (size_t)info.st_size};
    }
    close(fd);
    return st;
}

void cwi_map_close(struct map *m)
{
    if (m->size)
        munmap((void *)m->data, m->size);
    *m = (struct map){"", 0};
}

bool cwi_is_archive(const struct map *m)
{
    return m->size >= MAGIC && (!memcmp(m->data, "!<arch>\n", MAGIC) || !memcmp(m->data, "!<thin>\n", MAGIC));
}

static enum status damaged(const struct archive *a, struct diag *d)
{
    return diag_set(d, ST_BAD, (struct place){a->name, 0, 0}, "damaged archive at byte %zu", a->at);
}

/* A number in a field of `n` characters filled up with spaces. */
static bool number(const char *s, size_t n, uint64_t *out, const char **end)
{
    size_t i = 0;
    for (*out = 0; i < n && s[i] >= '0' && s[i] <= '9'; i++)
        *out = *out * 10 + (uint64_t)(s[i] - '0');
    *end = s + i;
    return i > 0 && i < 19;
}

struct header {
    const char *name; /* 16 characters */
    const char *data;
    uint64_t size;
};

static bool read_header(const struct archive *a, struct header *h)
{
    if (a->map.size - a->at < HEADER)
        return false;
    const char *p = a->map.data + a->at, *end;
    h->name = p;
    h->data = p + HEADER;
    return p[58] == '`' && p[59] == '\n' && number(p + 48, 10, &h->size, &end);
}

static bool has_name(const struct header *h, const char *name)
{
    size_t n = strlen(name);
    return !memcmp(h->name, name, n) && (n == 16 || h->name[n] == ' ');
}

/* Symbol tables and the table of names lie inside thin archives too. */
static bool is_special(const struct header *h)
{
    return has_name(h, "/") || has_name(h, "//") || has_name(h, "/SYM64/") || !memcmp(h->name, "__.SYMDEF", 9);
}

static bool pass(struct archive *a, const struct header *h, bool has_data)
{
    size_t left = a->map.size - a->at - HEADER;
    if (has_data && h->size > left)
        return false;
    size_t step = HEADER + (has_data ? (size_t)h->size : 0);
    step += step & 1 && a->map.size - a->at > step;
    a->at += step;
    return true;
}

enum status cwi_archive_open(struct archive *a, const char *name, struct map m, struct diag *d)
{
    *a = (struct archive){.name = name, .map = m, .at = MAGIC, .is_thin = m.data[2] == 't'};
    struct header h;
    while (a->at < m.size && read_header(a, &h) && is_special(&h)) { /* they come first */
        if (has_name(&h, "//")) {
            a->names = h.data;
            a->names_size = (size_t)h.size;
        }
        if (!pass(a, &h, true))
            return damaged(a, d);
    }
    return ST_OK;
}

static const char *long_name(const struct archive *a, const struct header *h, struct arena *arena, uint64_t *origin)
{
    uint64_t at;
    const char *end;
    *origin = 0;
    if (!number(h->name + 1, 15, &at, &end) || at >= a->names_size)
        return NULL;
    if (*end == ':' && !number(end + 1, (size_t)(h->name + 16 - end - 1), origin, &end))
        return NULL;
    const char *name = a->names + at, *line = memchr(name, '\n', a->names_size - (size_t)at);
    if (!line || line - name > MOST_NAME)
        return NULL;
    return arena_strn(arena, name, (size_t)(line - name) - (line > name && line[-1] == '/'));
}

static const char *short_name(const struct header *h, struct arena *arena)
{
    size_t n = 16;
    while (n && h->name[n - 1] == ' ')
        n--;
    return arena_strn(arena, h->name, n - (n > 1 && h->name[n - 1] == '/'));
}

enum status cwi_archive_next(struct archive *a, struct arena *arena, struct member *m, bool *found, struct diag *d)
{
    struct header h;
    const char *end;
    uint64_t n = 0;
    do {
        *found = a->at < a->map.size;
        if (!*found)
            return ST_OK;
        bool good = read_header(a, &h);
        *m = (struct member){.data = h.data, .size = (size_t)h.size};
        bool inside = good && (is_special(&h) || !a->is_thin);
        if (!good || !pass(a, &h, inside))
            return damaged(a, d);
        if (!inside)
            m->data = NULL;
    } while (is_special(&h));
    if (h.name[0] == '/') {
        m->name = long_name(a, &h, arena, &m->origin);
    } else if (!memcmp(h.name, "#1/", 3) && m->data && number(h.name + 3, 13, &n, &end) && n <= m->size &&
               n <= MOST_NAME) {
        m->name = arena_strn(arena, m->data, strnlen(m->data, (size_t)n)); /* BSD: in front of the data */
        m->data += n;
        m->size -= (size_t)n;
    } else {
        m->name = short_name(&h, arena);
    }
    return m->name ? ST_OK : damaged(a, d);
}
