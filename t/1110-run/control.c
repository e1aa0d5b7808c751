/* SPDX-License-Identifier: GPL-3.0-or-later */
// Calls through pointers, callbacks, variable arguments, jumps, handlers, what runs before and after main.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf back;
static volatile sig_atomic_t signals;

__attribute__((constructor)) static void before(void) { puts("before main"); }
__attribute__((destructor)) static void after(void) { puts("after main"); }
static void at_end(void) { puts("at exit"); }
static void on_signal(int number) { signals += number == SIGUSR1; }

static int descending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static double total(const char *kinds, ...)
{
    va_list args, again;
    double r = 0;
    va_start(args, kinds);
    va_copy(again, args);
    for (; *kinds; kinds++)
        r += *kinds == 'i' ? va_arg(args, int) : *kinds == 'l' ? (double)va_arg(args, long) : va_arg(args, double);
    printf("(%d) ", va_arg(again, int));
    va_end(args);
    va_end(again);
    return r;
}

static void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
}

static void deep(int n)
{
    if (!n)
        longjmp(back, 7);
    deep(n - 1);
}

static int throwing(const void *a, const void *b)
{
    (void)a;
    (void)b;
    longjmp(back, 9);
}

static int ackermann(int m, int n)
{
    return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int threaded(const unsigned char *code)
{
    static void *const labels[] = {&&add, &&twice, &&stop};
    int x = 1;
    goto *labels[*code];
add:
    x += 5;
    goto *labels[*++code];
twice:
    x *= 2;
    goto *labels[*++code];
stop:
    return x;
}

static int outer(int n)
{
    int count = 0;
    int compare(const void *a, const void *b)
    {
        count++;
        return (*(const int *)a - *(const int *)b) * n;
    }
    int list[] = {5, 2, 8, 1};
    qsort(list, 4, sizeof *list, compare);
    return list[0] * 1000 + (count > 2);
}

int main(int argc, char **argv)
{
    int list[] = {3, 9, 1, 7, 5}, key = 7;
    char *names[] = {"pear", "apple", "fig"};
    int (*volatile order)(const void *, const void *) = descending;
    atexit(at_end);
    qsort(list, 5, sizeof *list, order);
    int *found = bsearch(&key, list, 5, sizeof *list, descending);
    qsort(names, 3, sizeof *names, by_name);
    printf("%d %d %s %s\n", list[0], (int)(found - list), names[0], names[2]);
    printf("%g\n", total("idl", 1, 2.5, 3L));
    say("%s %d %.2f %c\n", "list", argc, 0.5, 'x');
    int k = setjmp(back);
    if (!k)
        deep(20);
    if (k == 7)
        qsort(list, 5, sizeof *list, throwing);
    printf("%d %d %d %d\n", k, ackermann(2, 3), threaded((const unsigned char *)"\0\1\0\2"), outer(1) + outer(-1));
    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    kill(getpid(), SIGUSR1);
    printf("%d %s\n", (int)signals, argc > 1 ? argv[1] : "none");
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        puts("child");
        exit(5);
    }
    int status;
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    return argc > 2 ? atoi(argv[2]) : 0;
}
