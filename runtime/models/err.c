/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that print a message and end the program as exit does. What they print is of no concern here. Sources:
 * err(3), error(3).
 */
#include <err.h>
#include <error.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void err(int status, const char *format, ...)
{
    (void)format;
    exit(status);
}

void errx(int status, const char *format, ...)
{
    (void)format;
    exit(status);
}

void verr(int status, const char *format, va_list arguments)
{
    (void)format;
    (void)arguments;
    exit(status);
}

void verrx(int status, const char *format, va_list arguments)
{
    (void)format;
    (void)arguments;
    exit(status);
}

static const char *said_file;
static unsigned said_line;

void error(int status, int number, const char *format, ...)
{
#pragma cwolf abstract status : flag
    (void)number;
    (void)format;
    error_message_count++;
    if (status)
        exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
#pragma cwolf abstract status : flag
    (void)number;
    (void)format;
    if (error_one_per_line) { /* of one line the first alone */
        bool is_same = said_file == file || (said_file && file && !strcmp(said_file, file));
        if (said_line == line && is_same)
            return;
        said_file = file;
        said_line = line;
    }
    error_message_count++;
    if (status)
        exit(status);
}
