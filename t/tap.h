/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * TAP for unit tests in C: ok(condition, "what a user relies on"), and done() as the last line of main.
 */
#ifndef CWOLF_TAP_H
#define CWOLF_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int tap_count, tap_failed;

__attribute__((format(printf, 2, 3), unused)) static bool ok(bool condition, const char *format, ...)
{
    va_list args;
    printf("%sok %d - ", condition ? "" : "not ", ++tap_count);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    tap_failed += !condition;
    return condition;
}

/* Compares strings and shows both when they differ. */
__attribute__((unused)) static bool is(const char *got, const char *expected, const char *what)
{
    bool same = got && expected ? !strcmp(got, expected) : got == expected;
    ok(same, "%s", what);
    if (!same)
        printf("#      got: %s\n# expected: %s\n", got ? got : "(null)", expected ? expected : "(null)");
    return same;
}

__attribute__((unused)) static int done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

#endif
