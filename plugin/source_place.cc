/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places in the user's source, and the list of what could not be represented.
 *
 * Invariant: file names are those that GCC itself would write (-ffile-prefix-map holds); a place inside a macro is
 * where the macro was used.
 */
#include "plugin/plugin.h"

#include "file-prefix-map.h"
#include "input.h"

static const char *last_file;
static cwi_id last_file_id;

static cwi_id file_id(const char *name)
{
    if (name == last_file)
        return last_file_id;
    last_file = name;
    last_file_id = cwi_add_file(tu.u, remap_debug_filename(name));
    return last_file_id;
}

struct cwi_place place_of(location_t loc)
{
    struct cwi_place at = {0, 0, 0};
    if (LOCATION_LOCUS(loc) <= BUILTINS_LOCATION)
        return at;
    expanded_location x = expand_location(loc);
    if (!x.file)
        return at;
    at.file = file_id(x.file);
    at.line = x.line;
    at.col = x.column > 0 ? x.column : 0;
    return at;
}

void loss(const char *text)
{
    for (size_t i = tu.u->losses.count; i-- > 0;) { /* several in one statement are one */
        const struct cwi_loss *l = &tu.u->losses.items[i];
        if (l->func != tu.func || l->at.line != tu.at.line || tu.u->losses.count - i > 8)
            break;
        if (!strcmp(l->text, text))
            return;
    }
    struct cwi_loss l = {text, tu.at, tu.func};
    cwi_add_loss(tu.u, &l);
}
