/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions of the library that end the program, one for each argument: what they print, what runs after them, and how
 * the program ends.
 */
#define _GNU_SOURCE
#include <argp.h>
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

static void at_end(void)
{
    fputs("at the end\n", stderr);
}

__attribute__((destructor)) static void destroy(void)
{
    fputs("destructor\n", stderr);
}

static void say(void (*how)(int, const char *, va_list), int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    how(status, format, list);
    va_end(list);
}

static int compare(const void *a, const void *b)
{
    if (*(const int *)a == 2)
        errx(11, "within %s", "qsort");
    return *(const int *)a - *(const int *)b;
}

static void late(void)
{
    errx(12, "in a function for the end");
}

int main(int argc, char **argv)
{
    static const struct argp arguments = {.doc = "A program that ends."};
    int numbers[] = {3, 2, 1}, which = argc > 1 ? atoi(argv[1]) : 0;
    atexit(at_end);
    printf("in the buffer\n");
    errno = ENOENT;
    switch (which) {
    case 0:
        err(3, "%s %d", "a file", 7);
    case 1:
        errx(4, "%.2f", 2.5);
    case 2:
        say(verr, 5, "%s", "listed");
    case 3:
        say(verrx, 6, "%d %s", 1, "listed");
    case 4:
        err(0, NULL);
    case 5:
        error(0, 0, "goes on %d", 1);
        error(0, EACCES, "goes on");
        printf("%u\n", error_message_count);
        error(7, ENOMEM, "%s", "does not");
    case 6:
        error_at_line(0, 0, "file.c", 12, "goes on");
        error_at_line(8, 0, "file.c", 13, "does not");
    case 7:
        qsort(numbers, 3, sizeof *numbers, compare);
        break;
    case 8:
        atexit(late);
        break;
    case 9:
        pthread_exit(NULL);
    case 10:
        thrd_exit(9);
    case 11:
        __assert_perror_fail(EINVAL, "file.c", 14, "main");
    case 12:
        assert(which == 11);
    case 13:
        argp_parse(&arguments, 2, (char *[]){"program", "--help", NULL}, 0, NULL, NULL);
    }
    return 10;
}
