/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules_explain.c: of each ready-made rule why it is one, in one sentence, and the shortest program that breaks it.
 * t/1404 checks that each does.
 */
#include "labels/rules.h"

#include <string.h>

#define OPEN  "    FILE *f = fopen(\"log\", \"r+\");\n    if (!f)\n        return 1;\n"
#define FD    "    int fd = open(\"log\", O_RDONLY);\n    if (fd < 0)\n        return 1;\n"
#define STDIO "#include <stdio.h>\n\nint main(void)\n{\n"
#define HEAP  "#include <stdlib.h>\n\nint main(void)\n{\n"
#define POSIX "#include <fcntl.h>\n#include <unistd.h>\n\nint main(void)\n{\n"
#define MUTEX                                                                                                          \
    "#include <pthread.h>\n\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"                                  \
    "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n\nint main(void)\n{\n"
#define VARIABLE "#include <stdarg.h>\n\nstatic int f(int n, ...)\n{\n"
#define CALL     "}\n\nint main(void)\n{\n    return f(2, 1, 2);\n}\n"
#define END      "    return 0;\n}\n"

static const struct rule_explanation rows[] = {
    {"stdio.use_after_close", "Closing frees what the pointer points to: the next call reads and writes freed memory.",
     STDIO OPEN "    fclose(f);\n    fputs(\"done\", f);\n" END},
    {"stdio.double_close", "The second call frees the stream again, or closes one that was opened since.",
     STDIO OPEN "    fclose(f);\n    fclose(f);\n" END},
    {"stdio.null", "fopen gives null when the file is missing, and the functions of stdio follow it.",
     STDIO "    FILE *f = fopen(\"log\", \"r\");\n    int c = fgetc(f);\n    fclose(f);\n    return c < 0;\n}\n"},
    {"stdio.read_after_write",
     "ISO C leaves undefined what is read then: call fflush, fseek, fsetpos or rewind between the two.",
     STDIO OPEN "    fputs(\"x\", f);\n    fgetc(f);\n    fclose(f);\n" END},
    {"stdio.leak",
     "What stands in its buffer is written only at the end, and after some thousand streams no more can be opened.",
     "#include <stdio.h>\n\nstatic int first(const char *name)\n{\n    FILE *f = fopen(name, \"r\");\n    if (!f)\n"
     "        return -1;\n    int c = fgetc(f);\n    if (c < 0)\n        return -1;\n    fclose(f);\n    return "
     "c;\n}\n\n"
     "int main(void)\n{\n    return first(\"log\") < 0;\n}\n"},
    {"memory.double_free", "The allocator's lists are damaged, and an attacker may choose what is written where.",
     HEAP "    char *p = malloc(9);\n    free(p);\n    free(p);\n" END},
    {"memory.realloc_after_free", "realloc frees its argument too, and copies what is no longer there.",
     HEAP "    char *p = malloc(9);\n    free(p);\n    p = realloc(p, 20);\n    free(p);\n" END},
    {"memory.use_after_free", "The block may be somebody else's by then, and an attacker's what stands in it.",
     HEAP "    char *p = malloc(9);\n    if (!p)\n        return 1;\n    free(p);\n    return p[0];\n}\n"},
    {"memory.invalid_free",
     "The allocator takes what lies before it for its own: a pointer into a block, or to a variable.",
     HEAP "    char *p = malloc(9);\n    if (!p)\n        return 1;\n    p++;\n    free(p);\n" END},
    {"memory.null", "malloc gives null when there is no memory, and others when they find nothing.",
     HEAP "    char *p = malloc(9);\n    p[0] = 1;\n    free(p);\n" END},
    {"memory.untested", "The result of malloc, getenv and their kin is null at times: a test belongs between the two.",
     HEAP "    char *p = malloc(9);\n    p[0] = 1;\n    free(p);\n" END},
    {"memory.leak", "Nobody can free it any more: a program that does so again and again runs out of memory.",
     HEAP "    char *p = malloc(9);\n    if (!p)\n        return 1;\n    p = NULL;\n" END},
    {"pthread.double_lock", "A mutex that is not recursive waits for its own thread: the program hangs.",
     MUTEX "    pthread_mutex_lock(&m);\n    pthread_mutex_lock(&m);\n    pthread_mutex_unlock(&m);\n" END},
    {"pthread.unlock_unheld", "Another thread may hold it by then, and loses its protection.",
     MUTEX "    pthread_mutex_lock(&m);\n    pthread_mutex_unlock(&m);\n    pthread_mutex_unlock(&m);\n" END},
    {"pthread.unlock_first", "POSIX leaves it undefined; often two unlocks stand where a lock was meant.",
     MUTEX "    pthread_mutex_unlock(&m);\n" END},
    {"pthread.destroy_held", "POSIX leaves it undefined: threads that wait for it may wait for ever.",
     MUTEX "    pthread_mutex_lock(&m);\n    pthread_mutex_destroy(&m);\n" END},
    {"pthread.wait_unheld", "A signal between the test and the wait is lost, and the unlock inside is undefined.",
     MUTEX "    pthread_cond_wait(&c, &m);\n" END},
    {"pthread.wait_after_unlock",
     "A signal between the unlock and the wait is lost, and the unlock inside is undefined.",
     MUTEX "    pthread_mutex_lock(&m);\n    pthread_mutex_unlock(&m);\n    pthread_cond_wait(&c, &m);\n" END},
    {"pthread.held_at_end", "On this path the unlock was forgotten: whoever locks it next waits for ever.",
     "#include <pthread.h>\n\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\n"
     "int main(int argc, char **argv)\n{\n    pthread_mutex_lock(&m);\n    if (argc > 1)\n        return 1;\n"
     "    pthread_mutex_unlock(&m);\n" END},
    {"posix.use_after_close", "The number may be another file's by now, which is then read or written.",
     POSIX FD "    close(fd);\n    return write(fd, \"x\", 1) < 0;\n}\n"},
    {"posix.double_close", "The second call closes what another thread, or a library, has opened since.",
     POSIX FD "    close(fd);\n    close(fd);\n" END},
    {"posix.unopened", "open gives -1 when it fails: the call fails with EBADF, and what follows works on nothing.",
     POSIX "    char b[4];\n    int fd = open(\"log\", O_RDONLY);\n    return read(fd, b, 4) < 0;\n}\n"},
    {"posix.chroot", "Until then the working directory lies outside of the new root, and '..' leads out.",
     POSIX "    if (chroot(\"/var/empty\"))\n        return 1;\n    return open(\"x\", O_RDONLY) < 0;\n}\n"},
    {"posix.groups_first", "The call fails without the user's rights, and the program keeps the groups of root.",
     "#include <unistd.h>\n\nint main(void)\n{\n    if (setuid(1))\n        return 1;\n    return setgid(1);\n}\n"},
    {"posix.leak",
     "A process has some thousand descriptors: a server that loses one for each client soon accepts none.",
     "#include <fcntl.h>\n#include <unistd.h>\n\nstatic int check(const char *name)\n{\n    char c;\n"
     "    int fd = open(name, O_RDONLY);\n    if (fd < 0)\n        return -1;\n    if (read(fd, &c, 1) < 1)\n"
     "        return -1;\n    close(fd);\n    return 0;\n}\n\nint main(void)\n{\n    return check(\"log\") < 0;\n}\n"},
    {"posix.signal_safe",
     "A signal comes in the middle of malloc or printf, which then find their own data half changed.",
     "#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\n\nstatic void stop(int number)\n{\n"
     "    printf(\"signal %d\\n\", number);\n}\n\nint main(void)\n{\n    signal(SIGINT, stop);\n    pause();\n" END},
    {"posix.fork_child",
     "Two processes then go on where one was meant to: the child should end in exec or _exit. A daemon that leaves its "
     "parent means it so.",
     "#include <unistd.h>\n\nstatic void start(void)\n{\n    if (fork() == 0)\n        write(1, \"child\", 5);\n}\n\n"
     "int main(void)\n{\n    start();\n" END},
    {"va.no_end",
     "Where a list has memory or registers of its own it keeps them, and va_start may not be used on it again.",
     VARIABLE
     "    int sum = 0;\n    va_list ap;\n    va_start(ap, n);\n    while (n-- > 0)\n        sum += va_arg(ap, int);\n"
     "    return sum;\n" CALL},
    {"va.use_after_end", "The list is nothing any more: what is read is not an argument.",
     VARIABLE "    va_list ap;\n    va_start(ap, n);\n    va_end(ap);\n    return va_arg(ap, int);\n" CALL},
    {"va.use_unstarted", "The list is whatever stood there: what is read is not an argument.",
     VARIABLE "    va_list ap;\n    n = va_arg(ap, int);\n    va_end(ap);\n    return n;\n" CALL},
    {0},
};

const struct rule_explanation *rule_explanation(const char *set, const char *rule)
{
    size_t n = strlen(set);
    for (const struct rule_explanation *r = rows; r->name; r++)
        if (!strncmp(r->name, set, n) && r->name[n] == '.' && !strcmp(r->name + n + 1, rule))
            return r;
    return NULL;
}
