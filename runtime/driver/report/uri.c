/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files as URIs. Invariant: every byte but letters, digits, "-._~" and the slash is written as %XX, so that any name of
 * a file is a URI.
 */
#include "runtime/driver/report/uri.h"

#include <stdio.h>
#include <unistd.h>

static void put_escaped(const char *path, struct buf *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    for (; *path; path++)
        if (strchr(plain, *path))
            buf_putc(out, *path);
        else
            buf_printf(out, "%%%02X", (unsigned char)*path);
}

/* The current directory without a slash at the end; "" for the root, and where there is none. */
static void put_directory(struct buf *out)
{
    char text[4096];
    if (getcwd(text, sizeof text) && text[1])
        buf_puts(out, text);
}

/* The absolute path of a file without empty components, "." and "..", as text: links are not followed. */
static void put_absolute(const char *file, struct buf *out)
{
    if (*file != '/')
        put_directory(out);
    for (size_t n; *file; file += n) {
        n = strspn(file, "/");
        file += n;
        n = strcspn(file, "/");
        if (n == 2 && !strncmp(file, "..", 2)) {
            while (out->size && out->data[--out->size] != '/')
                ;
        } else if (n && !(n == 1 && *file == '.')) {
            buf_putc(out, '/');
            buf_add(out, file, n);
        }
    }
    if (out->data)
        out->data[out->size] = 0;
}

void report_uri_base(struct buf *out)
{
    struct buf directory = {0};
    put_directory(&directory);
    buf_puts(out, "file://");
    put_escaped(buf_str(&directory), out);
    buf_putc(out, '/');
    buf_free(&directory);
}

bool report_uri_of_file(const char *file, struct buf *out)
{
    struct buf directory = {0}, path = {0};
    put_directory(&directory);
    put_absolute(file, &path);
    const char *text = buf_str(&path);
    bool is_below = str_begins(text, buf_str(&directory)) && text[directory.size] == '/';
    if (!is_below)
        buf_puts(out, "file://");
    put_escaped(text + (is_below ? directory.size + 1 : 0), out);
    buf_free(&directory);
    buf_free(&path);
    return is_below;
}
