/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Archives of `ar`: System V and GNU (long names, thin, nested), BSD names. libelf reads no thin ones, hence this.
 */
#ifndef CWOLF_CWI_ARCHIVE_H
#define CWOLF_CWI_ARCHIVE_H

#include "runtime/base/base.h"

/* A file in memory, read only. */
struct map {
    const char *data;
    size_t size;
};
enum status cwi_map_open(const char *path, struct map *m, struct diag *d);
void cwi_map_close(struct map *m);

struct archive {
    const char *name; /* for messages */
    struct map map;
    size_t at; /* of the next header */
    bool is_thin;
    const char *names; /* the table of long names */
    size_t names_size;
};
struct member {
    const char *name; /* in the arena; of a thin archive: a path */
    const char *data; /* NULL: it is in the file `name` */
    size_t size;
    uint64_t origin; /* the file `name` is an archive, and this the place of the member's header in it; 0: it is not */
};
bool cwi_is_archive(const struct map *m);
enum status cwi_archive_open(struct archive *a, const char *name, struct map m, struct diag *d);
/* The member whose header is at a->at, which moves on; symbol tables are passed over. *found is false at the end. */
enum status cwi_archive_next(struct archive *a, struct arena *arena, struct member *m, bool *found, struct diag *d);

#endif
