/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compiling a program for a unit test.
 */
#ifndef CWOLF_TEST_COMPILE_H
#define CWOLF_TEST_COMPILE_H

#include <stdio.h>
#include <stdlib.h>

#include "runtime/cwi/fragments.h"

/* The linked program of a C text, compiled with the plugin in the directory `dir`, where it stays as a.c; the caller
 * frees the unit. NULL: it could not be made. */
static struct cwi_unit *compile_text(const char *dir, const char *text, size_t size)
{
    struct diag d = {0};
    struct cwi_inputs in = {.arena = arena_new()};
    struct cwi_unit *u = NULL;
    char command[1000], path[500];
    snprintf(path, sizeof path, "%s/a.c", dir);
    FILE *f = fopen(path, "w");
    bool is_written = f && fwrite(text, 1, size, f) == size;
    is_written = f && !fclose(f) && is_written;
    snprintf(command, sizeof command, "gcc -specs=%s/cwolf.specs -w -O0 -c -o %s/a.o %s", getenv("CWOLF_BUILD"), dir,
             path);
    snprintf(path, sizeof path, "%s/a.o", dir);
    if (is_written && !system(command) && !cwi_collect(path, false, &in, &d))
        cwi_link(&in, "a.o", NULL, &u, &d);
    cwi_inputs_free(&in);
    return u;
}

#endif
