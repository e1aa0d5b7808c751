/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Growing text and whole files. A file is replaced by renaming a finished one, so that nobody ever sees half of it.
 */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void buf_add(struct buf *b, const void *p, size_t n)
{
    b->data = mem_grow(b->data, &b->capacity, b->size + n + 1, 1);
    if (n)
        memcpy(b->data + b->size, p, n);
    b->size += n;
    b->data[b->size] = 0;
}

void buf_puts(struct buf *b, const char *s)
{
    buf_add(b, s, strlen(s));
}

void buf_putc(struct buf *b, char c)
{
    buf_add(b, &c, 1);
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    char line[256];
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if ((size_t)n < sizeof line) {
        buf_add(b, line, (size_t)n);
    } else {
        b->data = mem_grow(b->data, &b->capacity, b->size + (size_t)n + 1, 1);
        vsnprintf(b->data + b->size, (size_t)n + 1, format, again);
        b->size += (size_t)n;
    }
    va_end(again);
}

const char *buf_str(const struct buf *b)
{
    return b->data ? b->data : "";
}

void buf_free(struct buf *b)
{
    free(b->data);
    *b = (struct buf){0};
}

static enum status read_all(int fd, const char *name, struct buf *out, size_t limit, struct diag *d)
{
    size_t start = out->size;
    for (;;) {
        out->data = mem_grow(out->data, &out->capacity, out->size + (64 << 10) + 1, 1);
        ssize_t n = read(fd, out->data + out->size, out->capacity - out->size - 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return diag_errno(d, name, "cannot read");
        out->size += (size_t)n;
        out->data[out->size] = 0;
        if (out->size - start > limit)
            return diag_set(d, ST_BAD, (struct place){name, 0, 0}, "file is larger than %zu bytes", limit);
        if (n == 0)
            return ST_OK;
    }
}

enum status file_read(const char *path, struct buf *out, size_t limit, struct diag *d)
{
    if (!strcmp(path, "-"))
        return read_all(0, "standard input", out, limit, d);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return diag_errno(d, path, "cannot open");
    enum status st = read_all(fd, path, out, limit, d);
    close(fd);
    return st;
}

static bool write_all(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

static char *name_beside(const char *path)
{
    struct buf name = {0};
    buf_printf(&name, "%s.XXXXXX", path);
    return name.data;
}

/* A file in the directory of `path` that has no name, where the file system can do that; -1 where it cannot. */
static int open_nameless(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct buf directory = {0};
    buf_add(&directory, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    int fd = open(directory.data, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    buf_free(&directory);
    return fd;
}

/* Gives it one that nobody else has, to be renamed at once. */
static bool name_it(struct file_out *f)
{
    char source[40];
    snprintf(source, sizeof source, "/proc/self/fd/%d", f->fd);
    for (int tries = 0; tries < 100; tries++) {
        free(f->beside);
        f->beside = name_beside(f->path);
        int taken = mkostemp(f->beside, O_CLOEXEC); /* a free name */
        if (taken < 0 || close(taken) < 0 || unlink(f->beside) < 0)
            break;
        if (linkat(AT_FDCWD, source, AT_FDCWD, f->beside, AT_SYMLINK_FOLLOW) == 0)
            return true;
        if (errno != EEXIST)
            break;
    }
    free(f->beside);
    f->beside = NULL;
    return false;
}

enum status file_begin(struct file_out *f, const char *path, struct diag *d)
{
    *f = (struct file_out){.path = path, .fd = -1};
    if (!strcmp(path, "-")) {
        f->path = "standard output";
        f->fd = 1;
        return ST_OK;
    }
    struct stat info;
    bool exists = stat(path, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        f->fd = open(path, O_WRONLY | O_CLOEXEC);
        return f->fd < 0 ? diag_errno(d, path, "cannot open for writing") : ST_OK;
    }
    mode_t mask = umask(0);
    umask(mask);
    f->mode = exists ? info.st_mode & 07777 : 0666 & ~mask;
    f->fd = open_nameless(path);
    f->nameless = f->fd >= 0;
    if (!f->nameless) {
        f->beside = name_beside(path);
        f->fd = mkostemp(f->beside, O_CLOEXEC);
    }
    if (f->fd >= 0)
        return ST_OK;
    free(f->beside);
    f->beside = NULL;
    return diag_errno(d, path, "cannot create");
}

enum status file_add(struct file_out *f, const void *data, size_t size, struct diag *d)
{
    return write_all(f->fd, data, size) ? ST_OK : diag_errno(d, f->path, "cannot write");
}

enum status file_end(struct file_out *f, bool keep, struct diag *d)
{
    enum status st = ST_OK;
    bool replaces = f->beside || f->nameless;
    bool ok = f->fd >= 0 && (!keep || !replaces || fchmod(f->fd, f->mode) == 0);
    if (keep && ok && f->nameless)
        ok = name_it(f);
    if (f->fd > 1)
        ok = close(f->fd) == 0 && ok;
    if (keep && (!ok || (f->beside && rename(f->beside, f->path) < 0))) {
        st = diag_errno(d, f->path, "cannot write");
        keep = false;
    }
    if (!keep && f->beside)
        unlink(f->beside);
    free(f->beside);
    *f = (struct file_out){.fd = -1};
    return st;
}

enum status file_write(const char *path, const void *data, size_t size, struct diag *d)
{
    struct file_out f;
    enum status st = file_begin(&f, path, d);
    if (st == ST_OK)
        st = file_add(&f, data, size, d);
    enum status ended = file_end(&f, st == ST_OK, d);
    return st != ST_OK ? st : ended;
}

char *path_beside(struct arena *a, const char *path, const char *name)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (name[0] == '/' || !slash)
        return arena_str(a, name);
    return arena_printf(a, "%.*s/%s", (int)(slash - path), path, name);
}

bool path_ends_with(const char *path, const char *tail)
{
    size_t n = strlen(path), m = strlen(tail);
    if (m == 0 || m > n || memcmp(path + n - m, tail, m))
        return false;
    return n == m || tail[0] == '/' || path[n - m - 1] == '/';
}
