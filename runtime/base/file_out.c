/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that are replaced by renaming a finished one, so that nobody ever sees half of it.
 *
 * What is written has no name until it is finished (O_TMPFILE). Where the file system cannot do that, its name is that
 * of the file with ".cwolf-" and six characters behind it, and it is locked as long as its writer lives: whoever writes
 * the same file next removes those that nobody holds. A process that is killed leaves no more than one behind, then.
 */
#include "base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark[] = ".cwolf-";
enum { LETTERS = 6 };

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
    buf_printf(&name, "%s%sXXXXXX", path, mark);
    return name.data;
}

static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct buf directory = {0};
    buf_add(&directory, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    return directory.data;
}

/* Where a path leads over symbolic links, so that these stay; links that lead nowhere go as far as they go. */
static char *follow_links(const char *path)
{
    enum { MOST_LINKS = 40 };
    char text[4096];
    struct buf at = {0};
    ssize_t n;
    buf_puts(&at, path);
    for (int links = 0; links < MOST_LINKS && (n = readlink(at.data, text, sizeof text)) > 0; links++) {
        const char *slash = strrchr(at.data, '/');
        at.size = text[0] != '/' && slash ? (size_t)(slash - at.data) + 1 : 0;
        buf_add(&at, text, (size_t)n);
    }
    return at.data;
}

/* ---- files that nobody writes any more --------------------------------------------------------------------------- */

static bool is_beside(const char *name, const char *of)
{
    size_t n = strlen(of), m = sizeof mark - 1;
    return !strncmp(name, of, n) && !strncmp(name + n, mark, m) && strlen(name + n + m) == LETTERS;
}

/* A lock goes with the process that holds it. */
static void remove_stale(int directory, const char *name)
{
    struct stat info;
    int fd = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlinkat(directory, name, 0);
    close(fd);
}

static void remove_all_stale(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *directory = directory_of(path);
    DIR *files = opendir(directory);
    free(directory);
    for (struct dirent *e; files && (e = readdir(files));)
        if (is_beside(e->d_name, name))
            remove_stale(dirfd(files), e->d_name);
    if (files)
        closedir(files);
}

/* ---- files that are written -------------------------------------------------------------------------------------- */

/* A file in the directory of `path` that has no name, where the file system can do that; -1 where it cannot. */
static int open_nameless(const char *path)
{
    char *directory = directory_of(path);
    int fd = open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    free(directory);
    return fd;
}

/* Gives it one that nobody else has, to be renamed at once. */
static bool name_it(struct file_out *f)
{
    char source[40];
    snprintf(source, sizeof source, "/proc/self/fd/%d", f->fd);
    for (int tries = 0; tries < 100; tries++) {
        free(f->beside);
        f->beside = name_beside(f->target);
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

/* A file with a name, locked before anybody could take it for a stale one. */
static void open_named(struct file_out *f)
{
    struct stat info;
    remove_all_stale(f->target);
    for (int tries = 0; f->fd < 0 && tries < 100; tries++) {
        free(f->beside);
        f->beside = name_beside(f->target);
        f->fd = mkostemp(f->beside, O_CLOEXEC);
        if (f->fd < 0)
            return;
        bool locked = flock(f->fd, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
        if (!locked || (fstat(f->fd, &info) == 0 && info.st_nlink == 0)) {
            unlink(f->beside);
            close(f->fd);
            f->fd = -1;
        }
    }
}

static void forget_names(struct file_out *f)
{
    free(f->beside);
    free(f->target);
    f->beside = f->target = NULL;
}

enum status base_file_begin(struct file_out *f, const char *path, struct diag *d)
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
    if (exists && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) < 0)
        return diag_errno(d, path, "cannot write");
    mode_t mask = umask(0);
    umask(mask);
    f->mode = exists ? info.st_mode & 07777 : 0666 & ~mask;
    f->target = follow_links(path);
    f->fd = open_nameless(f->target);
    f->nameless = f->fd >= 0;
    if (!f->nameless)
        open_named(f);
    if (f->fd >= 0)
        return ST_OK;
    enum status st = diag_errno(d, path, "cannot create");
    forget_names(f);
    return st;
}

enum status base_file_add(struct file_out *f, const void *data, size_t size, struct diag *d)
{
    return write_all(f->fd, data, size) ? ST_OK : diag_errno(d, f->path, "cannot write");
}

enum status base_file_end(struct file_out *f, bool keep, struct diag *d)
{
    enum status st = ST_OK;
    bool replaces = f->beside || f->nameless;
    int lock = f->beside ? fcntl(f->fd, F_DUPFD_CLOEXEC, 0) : -1; /* until it has its name */
    bool ok = f->fd >= 0 && (!keep || !replaces || fchmod(f->fd, f->mode) == 0);
    if (keep && ok && f->nameless)
        ok = name_it(f);
    if (f->fd > 1)
        ok = close(f->fd) == 0 && ok;
    if (keep && (!ok || (f->beside && rename(f->beside, f->target) < 0))) {
        st = diag_errno(d, f->path, "cannot write");
        keep = false;
    }
    if (!keep && f->beside)
        unlink(f->beside);
    if (lock >= 0)
        close(lock);
    forget_names(f);
    *f = (struct file_out){.fd = -1};
    return st;
}

enum status base_file_write(const char *path, const void *data, size_t size, struct diag *d)
{
    struct file_out f;
    enum status st = base_file_begin(&f, path, d);
    if (st == ST_OK)
        st = base_file_add(&f, data, size, d);
    enum status ended = base_file_end(&f, st == ST_OK, d);
    return st != ST_OK ? st : ended;
}
