/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the library does that is easily done otherwise: masks that siglongjmp restores, buffers of getline, streams on
 * memory that is only read, handlers for one signal, strings that are looked at in part.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static sigjmp_buf place;
static volatile sig_atomic_t count;

static void leave(int signal)
{
    siglongjmp(place, signal);
}

static void note(int signal)
{
    count += signal == SIGUSR2;
}

static void jump(void)
{
    sigset_t mask;
    signal(SIGUSR1, leave);
    for (volatile int i = 0; i < 3; i++)
        if (!sigsetjmp(place, 1))
            raise(SIGUSR1);
        else
            printf("left %d\n", i);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    printf("blocked: %d\n", sigismember(&mask, SIGUSR1));
}

static void once(void)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESETHAND}, old;
    sigaction(SIGUSR2, &action, NULL);
    raise(SIGUSR2);
    sigaction(SIGUSR2, NULL, &old);
    printf("%d %d\n", count, old.sa_handler == SIG_DFL);
}

static void lines(void)
{
    char *line = NULL;
    size_t room = 0;
    FILE *f = fmemopen("first\na line\n", 13, "r");
    while (getline(&line, &room, f) != -1)
        printf("%zu %s", room, line);
    fclose(f);
    free(line);
    line = NULL;
    room = 0;
    f = fopen("/dev/null", "r");
    printf("%zd", getline(&line, &room, f));
    printf(" %d %zu\n", line != NULL, room);
    free(line);
    fclose(f);
}

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The last of these strings has no other behind it. */
static void environment(void)
{
    int found = 0;
    for (char **e = environ; *e; e++)
        found += strchr(*e, 1) != NULL;
    printf("%d\n", found);
}

int main(void)
{
    char part[20];
    int list[3] = {3, 1, 2};
    struct tm t;
    t.tm_sec = t.tm_min = t.tm_hour = t.tm_mon = t.tm_isdst = 0;
    t.tm_mday = 1;
    t.tm_year = 100;
    jump();
    once();
    lines();
    environment();
    memcpy(part, "hello", 5);
    printf("%d %d %s\n", strcmp(part, "help") < 0, strcasecmp(part, "HEAR") > 0, strchr(part, 'l') ? "l" : "none");
    qsort(list, 3, sizeof *list, by_value);
    printf("%d %d, day %d\n", list[0], list[2], mktime(&t) != -1 ? t.tm_wday : -1);
    return 0;
}
