/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Wrong use: the message, then how the command is used, read from the table of commands.
 */
#include "runtime/driver/driver.h"

int say_usage(const char *command, const char *format, ...)
{
    struct diag d = {.level = DIAG_ERROR};
    va_list args;
    va_start(args, format);
    vsnprintf(d.text, sizeof d.text, format, args);
    va_end(args);
    say_diag(&d);
    const struct command *c = command ? command_find(command) : NULL;
    if (c)
        fprintf(stderr, "usage: cwolf %s %s\nsee 'cwolf help %s'\n", c->name, c->usage, c->name);
    else
        fprintf(stderr, "see 'cwolf help'\n");
    return EX_BAD;
}
