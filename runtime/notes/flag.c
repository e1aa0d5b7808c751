/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arguments -fplugin-arg-cwolf-KEY. One flag serves compiling and linking, so both know the keys of both.
 */
#include "runtime/notes/notes.h"

static const char *const keys[] = {
    /* files: these four come first */
    "am",
    "lm",
    "properties",
    "spec",
    /* the link's */
    "strict",
    "violations",
    "missing",
    "strip",
    "max-states",
    "max-memory",
    "timeout",
    "layer",
    "format",
    "rules",
    "baseline",
    "no-cache",
    "verify-cache",
};
enum { FILES = 4, KEYS = sizeof keys / sizeof *keys };

enum note_flag note_flag(const char *key, const char **nearest)
{
    for (size_t i = 0; i < KEYS; i++)
        if (!strcmp(keys[i], key))
            return i < FILES ? FLAG_OF_FILE : FLAG_OF_LINK;
    *nearest = base_nearest_name(key, keys, KEYS);
    return FLAG_UNKNOWN;
}
