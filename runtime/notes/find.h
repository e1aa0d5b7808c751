/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * find.h: candidates for a name, for resolvers.
 */
#ifndef CWOLF_NOTES_FIND_H
#define CWOLF_NOTES_FIND_H

#include "runtime/notes/parse.h"

struct ids {
    struct VEC(cwi_id) list;
};

const char *note_file_of(const struct cwi_unit *u, cwi_id file); /* never NULL */
bool note_in_file(const struct cwi_unit *u, cwi_id own, const char *file);
/* Locals of a function; at a line (not 0) the one that is visible there. */
void note_collect_locals(const struct cwi_unit *u, cwi_id func, const char *name, uint32_t line, struct ids *out);
/* Variables outside of functions, of a file (may be NULL): those of the best kind (global, weak, static, declared). */
void note_collect_statics(const struct cwi_unit *u, const char *file, const char *name, struct ids *out);

#endif
