/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Diagnostics: the one way to fail, and the nearest name for "did you mean".
 */
#include "base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum status diag_vset(struct diag *d, enum status st, struct place at, const char *format, va_list args)
{
    if (d) {
        d->level = DIAG_ERROR;
        d->at = at;
        vsnprintf(d->text, sizeof d->text, format, args);
    }
    return st;
}

enum status diag_set(struct diag *d, enum status st, struct place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_vset(d, st, at, format, args);
    va_end(args);
    return st;
}

enum status diag_errno(struct diag *d, const char *file, const char *what)
{
    return diag_set(d, ST_SYSTEM, (struct place){file, 0, 0}, "%s: %s", what, strerror(errno));
}

void diag_send(const struct diag_sink *sink, enum diag_level level, struct place at, const char *format, ...)
{
    if (!sink || !sink->report)
        return;
    struct diag d = {.level = level, .at = at};
    va_list args;
    va_start(args, format);
    vsnprintf(d.text, sizeof d.text, format, args);
    va_end(args);
    sink->report(sink->context, &d);
}

/* Edit distance with transpositions of neighbours, two rows beside the current one. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t n = strlen(b), width = n + 1;
    size_t *rows = base_mem_alloc(3 * width * sizeof *rows), *before = rows, *last = rows + width,
           *row = rows + 2 * width;
    for (size_t j = 0; j <= n; j++)
        last[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
        size_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    size_t distance = last[n];
    free(rows);
    return distance;
}

const char *base_nearest_name(const char *word, const char *const *candidates, size_t count)
{
    size_t limit = strlen(word) / 3 + 1, best = limit + 1;
    const char *found = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t longer = strlen(candidates[i]), shorter = strlen(word);
        if ((longer > shorter ? longer - shorter : shorter - longer) > limit)
            continue;
        size_t distance = edit_distance(word, candidates[i]);
        if (distance < best && distance > 0) {
            best = distance;
            found = candidates[i];
        }
    }
    return found;
}
