/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a program starts: the function named, else main, else the only entry that the notes name.
 */
#include "runtime/check/private.h"

#include <stdlib.h>

/* Names of functions with bodies, for messages; the caller frees the array. */
static const char **defined_names(const struct cwi_unit *u, size_t *count)
{
    const char **names = base_mem_alloc(sizeof *names * (u->funcs.count + 1));
    *count = 0;
    for (cwi_id i = 1; i < u->funcs.count; i++)
        if (cwi_func_of(u, i)->block_count && cwi_func_of(u, i)->name)
            names[(*count)++] = cwi_func_of(u, i)->name;
    return names;
}

static enum status no_function(const struct cwi_unit *u, const char *name, struct diag *d)
{
    struct place nowhere = {0};
    size_t count;
    const char **names = defined_names(u, &count), *near = base_nearest_name(name, names, count);
    if (near)
        diag_set(d, ST_BAD, nowhere, "the program has no function '%s'; did you mean '%s'?", name, near);
    else
        diag_set(d, ST_BAD, nowhere, "the program has no function '%s'", name);
    free(names);
    return ST_BAD;
}

static enum status named_entry(const struct cwi_unit *u, const char *name, cwi_id *out, struct diag *d)
{
    struct place nowhere = {0};
    bool ambiguous = false;
    *out = cwi_find_func(u, NULL, name, &ambiguous);
    if (!*out)
        return no_function(u, name, d);
    if (ambiguous)
        return diag_set(d, ST_BAD, nowhere, "the program has several functions '%s'", name);
    if (cwi_find_start(u) && !strcmp(name, "main"))
        *out = cwi_find_start(u);
    if (!cwi_func_of(u, *out)->block_count)
        return diag_set(d, ST_BAD, nowhere,
                        "function '%s' is declared only: the program has no fragment that defines it", name);
    return ST_OK;
}

/* "'a', 'b', 'c' and 4 more" */
static void list_names(const struct cwi_unit *u, struct buf *out)
{
    size_t count;
    const char **names = defined_names(u, &count);
    for (size_t i = 0; i < count && i < 8; i++)
        buf_printf(out, "%s'%s'", i ? ", " : "", names[i]);
    if (count > 8)
        buf_printf(out, " and %zu more", count - 8);
    free(names);
}

enum status check_find_entry(const struct cwi_unit *program, const struct notes *notes, const char *name, cwi_id *out,
                             struct diag *d)
{
    struct buf list = {0};
    cwi_id only = 0;
    size_t entries = 0;
    if (name)
        return named_entry(program, name, out, d);
    *out = cwi_find_start(program);
    *out = *out ? *out : cwi_find_func(program, NULL, "main", NULL);
    if (*out && cwi_func_of(program, *out)->block_count)
        return ST_OK;
    for (size_t i = 0; notes && i < notes->list.count; i++) {
        const struct note *n = notes->list.items[i];
        if (n->kind != NOTE_ENTRY || n->u.function == only)
            continue;
        only = n->u.function;
        buf_printf(&list, "%s'%s'", entries++ ? ", " : "", cwi_func_of(program, only)->name);
    }
    *out = only;
    if (entries == 1) {
        buf_free(&list);
        return ST_OK;
    }
    if (!entries)
        list_names(program, &list);
    diag_set(d, ST_BAD, (struct place){0}, "the program has no main: give --entry=FUNCTION%s%s",
             list.size ? "; there are " : "", buf_str(&list));
    buf_free(&list);
    return ST_BAD;
}
