/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules_posix.c: the ready-made rules `posix`. Sources: POSIX.1-2017, close; the Linux manual, chroot(2), setgroups(2);
 * CERT C, POS36-C (groups are given up before the user).
 */
#include "labels/rules.h"

const char rules_posix[] =
    "event open(fd) : fd = call(open(_)) | fd = openat(_, _) | fd = creat(_, _) | fd = socket(_, _, _)\n"
    "  | fd = accept(_, _, _) | fd = accept4(_, _, _, _) | fd = dup(_) | fd = epoll_create1(_) | fd = mkstemp(_);\n"
    "event use(fd) : call(read(fd)) | call(write(fd)) | pread(fd) | pwrite(fd) | readv(fd) | writev(fd) | lseek(fd)\n"
    "  | fstat(fd) | ftruncate(fd) | fsync(fd) | fchmod(fd) | fchown(fd) | fcntl(fd) | ioctl(fd) | dup(fd) | dup2(fd, "
    "_)\n"
    "  | bind(fd) | listen(fd) | connect(fd) | accept(fd) | send(fd) | recv(fd) | sendto(fd) | recvfrom(fd)\n"
    "  | sendmsg(fd) | recvmsg(fd) | setsockopt(fd) | getsockopt(fd) | shutdown(fd) | fdopen(fd) | isatty(fd);\n"
    "event path() : call(open(_)) | fopen(_) | stat(_) | lstat(_) | access(_) | unlink(_) | rename(_) | mkdir(_)\n"
    "  | rmdir(_) | opendir(_) | chmod(_) | chown(_) | execv(_) | execve(_) | execvp(_) | execl(_) | execle(_) | "
    "execlp(_)\n"
    "  | creat(_) | truncate(_) | link(_) | symlink(_) | readlink(_);\n"
    "handle open(fd);\n"
    "\n"
    "use_after_close \"a descriptor is used after it was closed\" :\n"
    "  after close(fd) until (open(fd) | dup2(_, fd) | dup3(_, fd)) never use(fd);\n"
    "double_close \"a descriptor is closed twice\" :\n"
    "  after close(fd) until (open(fd) | dup2(_, fd) | dup3(_, fd)) never close(fd);\n"
    "unopened \"a descriptor is used that could not be opened\" : never use(fd) when (fd == -1);\n"
    "chroot \"a path is used after chroot and before chdir\" :\n"
    "  after r = chroot(_) when (r == 0) until (q = chdir(_) when (q == 0) | w = fchdir(_) when (w == 0)) never "
    "path();\n"
    "groups_first \"setuid gives up the right to change the groups, which are changed after it\" :\n"
    "  after r = setuid(u) when (r == 0 && u != 0) never (setgid(_) | setgroups(_, _) | initgroups(_, _));\n";
