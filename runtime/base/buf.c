/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Growing text, files read as a whole, paths.
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
    b->data = base_mem_grow(b->data, &b->capacity, b->size + n + 1, 1);
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
        b->data = base_mem_grow(b->data, &b->capacity, b->size + (size_t)n + 1, 1);
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
        out->data = base_mem_grow(out->data, &out->capacity, out->size + (64 << 10) + 1, 1);
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

enum status base_file_read(const char *path, struct buf *out, size_t limit, struct diag *d)
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

char *base_path_beside(struct arena *a, const char *path, const char *name)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (name[0] == '/' || !slash)
        return arena_str(a, name);
    return arena_printf(a, "%.*s/%s", (int)(slash - path), path, name);
}

bool base_path_ends_with(const char *path, const char *tail)
{
    size_t n = strlen(path), m = strlen(tail);
    if (m == 0 || m > n || memcmp(path + n - m, tail, m))
        return false;
    return n == m || tail[0] == '/' || path[n - m - 1] == '/';
}
