/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * files.h: what the readers of map files share: the chain of files that `lib` opens, and where notes are collected.
 */
#ifndef CWOLF_NOTES_FILES_H
#define CWOLF_NOTES_FILES_H

#include "runtime/notes/parse.h"

enum { LIB_DEPTH = 32, MAP_SIZE_MAX = 16 << 20 };

/* Reading one map and what it includes. */
struct map_reader {
    struct notes *out;
    struct cwi_unit *u;
    const struct diag_sink *warnings;
    struct diag *d;
    bool from_table;
    bool lenient;  /* names that do not occur warn: the map was written for more programs than this one */
    uint32_t list; /* of label rules */
    const struct user_type *types;
    struct VEC(const char *) open; /* the chain of files being read, then (beyond `depth`) those done */
    size_t depth;
    struct VEC(const char *) done;
};

/* One whole file: .am or .lm. */
enum status note_read_am(struct map_reader *m, const char *path, const char *text, size_t size);
enum status note_read_lm(struct map_reader *m, const char *path, const char *text, size_t size);
/* `lib "file";`, the word taken: opens the file beside `path` and reads it by `read`. */
bool note_read_lib(struct map_reader *m, struct parser *p, const char *path,
                   enum status (*read)(struct map_reader *m, const char *path, const char *text, size_t size));
void note_map_reader_free(struct map_reader *m);

/* Adds an abstraction unless it is there already; another one for the same place is an error that names both. */
enum status note_add_abstraction(struct notes *out, const struct cwi_unit *u, const struct note *n, struct diag *d);
/* The next number of a list of label rules. */
uint32_t note_next_list(const struct notes *out);

#endif
