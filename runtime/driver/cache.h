/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cache: what a check said and how it ended, kept by everything that it rests on, so that the check of an unchanged
 * program is a look-up. A key is a text that names each ingredient, files by a hash of 128 bits of their content; it is
 * stored in full and compared. What the wall clock may have cut is never kept.
 *
 * Entries are files in CWOLF_CACHE (empty or "off": no cache), else in cwolf below XDG_CACHE_HOME, else in
 * ~/.cache/cwolf; they may be removed at any time.
 */
#ifndef CWOLF_DRIVER_CACHE_H
#define CWOLF_DRIVER_CACHE_H

#include "runtime/driver/driver.h"

enum cache_use { CACHE_ON, CACHE_OFF, CACHE_VERIFY };

struct cache {
    enum cache_use use;
    struct buf key;
    struct buf out, err; /* what was said since driver_cache_begin */
    bool is_capturing;
};

/* Begins a key with what each check rests on: the tool, the directory, colours. */
void driver_cache_open(struct cache *c, enum cache_use use);
void driver_cache_add(struct cache *c, const char *what, const char *text); /* text may be NULL */
/* A file, its name and content; one that cannot be read is an ingredient too. "-" turns the cache off. */
void driver_cache_add_file(struct cache *c, const char *path);
void driver_cache_add_number(struct cache *c, const char *what, uint64_t n);
void driver_cache_add_rules(struct cache *c, const char *list); /* SET|FILE,...; may be NULL */
/* A program's: sources that may be quoted, designs, what was linked. */
void driver_cache_add_program(struct cache *c, const struct program *p);
/* The options that model and check have in common, with the content of the maps. */
void driver_cache_add_options(struct cache *c, const struct run_options *o);

/* Whether the key has an entry: then it is said again, and *status is how it ended. A damaged one is a note. */
bool driver_cache_find(struct cache *c, struct arena *a, int *status);
/* From here on what is said is kept, too. */
void driver_cache_begin(struct cache *c);
/* Ends that; stores it if `is_lasting`. With CACHE_VERIFY an entry that is there has to be the same: else that is an
 * error, and false. */
bool driver_cache_end(struct cache *c, struct arena *a, int status, bool is_lasting);
void driver_cache_close(struct cache *c);

/* Whether an answer stays what it is: nothing that the wall clock may have cut is among them. */
bool driver_cache_is_lasting(const struct check_report *r, const struct notes *notes, const struct check_options *o);

/* What goes to standard output (tools.c). */
void driver_cache_note_output(const struct buf *text);

#endif
