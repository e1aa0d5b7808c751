/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that are replaced where the file system knows no files without a name: what a killed process left is removed,
 * what another one still writes is not.
 */
#include "runtime/base/base.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Instead of the C library's. */
int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    if ((flags & O_TMPFILE) == O_TMPFILE)
        return errno = EOPNOTSUPP, -1;
    return openat(AT_FDCWD, path, flags, mode);
}

static int files_here(void)
{
    int n = 0;
    DIR *d = opendir(".");
    for (struct dirent *e; (e = readdir(d));)
        n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

static bool holds(const char *path, const char *text)
{
    struct buf got = {0};
    struct diag d;
    bool same = base_file_read(path, &got, 1000, &d) == ST_OK && !strcmp(buf_str(&got), text);
    buf_free(&got);
    return same;
}

/* A process that has begun to write and waits to be killed. */
static pid_t begin_elsewhere(const char *path)
{
    int ends[2];
    char c;
    if (pipe(ends) < 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        struct file_out f;
        struct diag d;
        bool begun = base_file_begin(&f, path, &d) == ST_OK && base_file_add(&f, "half", 4, &d) == ST_OK;
        if (begun && write(ends[1], "x", 1) == 1)
            pause();
        _exit(1);
    }
    bool begun = read(ends[0], &c, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return begun ? child : -1;
}

static void kill_and_wait(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

int main(void)
{
    char directory[] = "/tmp/cwolf-replaced-XXXXXX";
    struct diag d;
    struct file_out f;
    ok(mkdtemp(directory) && chdir(directory) == 0, "a directory");
    ok(base_file_write("x.aut", "one", 3, &d) == ST_OK && holds("x.aut", "one") && files_here() == 1,
       "a file is written");
    ok(base_file_begin(&f, "x.aut", &d) == ST_OK && base_file_add(&f, "two", 3, &d) == ST_OK && files_here() == 2 &&
           holds("x.aut", "one"),
       "another beside it, with a name");
    ok(base_file_end(&f, false, &d) == ST_OK && files_here() == 1 && holds("x.aut", "one"),
       "which is removed on failure");

    pid_t killed = begin_elsewhere("x.aut"), alive = begin_elsewhere("x.aut");
    ok(killed > 0 && alive > 0 && files_here() == 3, "two processes that write the same file");
    kill_and_wait(killed);
    ok(files_here() == 3, "one of them killed: its file is left");
    ok(base_file_write("x.aut.gz", "else", 4, &d) == ST_OK && files_here() == 4, "who writes another file leaves it");
    ok(base_file_write("x.aut", "three", 5, &d) == ST_OK && holds("x.aut", "three") && files_here() == 3,
       "who writes this one removes it, and not that of the other");
    kill_and_wait(alive);
    ok(base_file_write("x.aut", "four", 4, &d) == ST_OK && files_here() == 2,
       "which goes when nobody writes it any more");
    ok(base_file_write("x.aut.cwolf-mine", "mine", 4, &d) == ST_OK &&
           base_file_write("x.aut", "five", 4, &d) == ST_OK && holds("x.aut.cwolf-mine", "mine"),
       "a file of another name stays");

    ok(mkdir("sub", 0777) == 0 && symlink("sub/y.aut", "link.aut") == 0 && symlink("link.aut", "again.aut") == 0,
       "links to a file that is not there yet");
    struct stat info;
    ok(base_file_write("again.aut", "six", 3, &d) == ST_OK && holds("sub/y.aut", "six") &&
           lstat("again.aut", &info) == 0 && S_ISLNK(info.st_mode) &&
           base_file_write("sub/../again.aut", "seven", 5, &d) == ST_OK && holds("sub/y.aut", "seven"),
       "it is written where they lead, and they stay");
    (void)!chdir("/");
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", directory);
    ok(system(command) == 0, "all is removed");
    return done();
}
