/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Wrong use: the message, then how the command is used, read from the table of commands.
 */
#include "runtime/driver/driver.h"

static const char *part_name, *part_usage;

void driver_usage_of_part(const char *name, const char *usage)
{
    part_name = name;
    part_usage = usage;
}

int driver_say_usage(const char *command, const char *format, ...)
{
    struct diag d = {.level = DIAG_ERROR};
    va_list args;
    va_start(args, format);
    vsnprintf(d.text, sizeof d.text, format, args);
    va_end(args);
    driver_say_diag(&d);
    const struct command *c = command ? driver_command_find(command) : NULL;
    size_t n = c ? strlen(c->name) : 0;
    if (c && part_name && !strncmp(part_name, c->name, n) && part_name[n] == ' ')
        fprintf(stderr, "usage: cwolf %s %s\nsee 'cwolf %s --help'\n", part_name, part_usage, part_name);
    else if (c)
        fprintf(stderr, "usage: cwolf %s %s\nsee 'cwolf help %s'\n", c->name, c->usage, c->name);
    else
        fprintf(stderr, "see 'cwolf help'\n");
    return EX_BAD;
}
