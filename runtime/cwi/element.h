/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One element after another from hostile XML: what read.c and read_code.c stand on. Invariants: the first fault stops
 * everything
 * (`has_failed`), every number is checked against its range, and every attribute must be used by somebody.
 */
#ifndef CWOLF_CWI_ELEMENT_H
#define CWOLF_CWI_ELEMENT_H

#include <libxml/xmlreader.h>

#include "runtime/cwi/private.h"

enum { MOST_ATTRIBUTES = 24 };

struct element {
    xmlTextReaderPtr reader;
    const char *object; /* the file, for messages */
    struct cwi_unit *u;
    struct diag *d;
    bool has_failed;
    /* the element that the reader stands on */
    const char *name;
    bool is_empty;
    unsigned count, used;
    struct {
        const char *name;
        size_t at; /* in values */
    } attributes[MOST_ATTRIBUTES];
    struct buf values;
    struct intern *strings; /* each text once: id is an index into interned */
    struct VEC(const char *) interned;
};

void cwi_el_fail(struct element *el, const char *format, ...) PRINTF_LIKE(2, 3);

/* Moves to the next child of the element entered last: true when there is one; false at its end, which is then
 * passed. */
bool cwi_el_next(struct element *el);
/* For an element without children: passes its end. */
void cwi_el_no_children(struct element *el);
bool cwi_el_is(const struct element *el, const char *name);

/* Attributes of the current element; absent: NULL, 0, none. To be taken before its children are entered. */
const char *cwi_el_raw(struct element *el, const char *name);
const char *cwi_el_text(struct element *el, const char *name);            /* in the unit's arena */
uint64_t cwi_el_u64(struct element *el, const char *name, uint64_t most); /* "?" is CWI_UNKNOWN where most allows it */
uint32_t cwi_el_u32(struct element *el, const char *name);
int64_t cwi_el_i64(struct element *el, const char *name);
int cwi_el_word(struct element *el, const char *name, const char *const *words, int count); /* must be there */
void cwi_el_flags(struct element *el, const struct cwi_flag *flags, void *object);
struct cwi_place cwi_el_place(struct element *el, const char *name, cwi_id file);
uint32_t *cwi_el_list(struct element *el, const char *name, uint32_t *count);
void cwi_el_done(struct element *el); /* every attribute was taken, or it fails */

/* The two halves of read.c. */
const struct cwi_expr *cwi_read_expr(struct element *el, unsigned depth); /* the reader stands on it */
void cwi_read_func(struct element *el);

#endif
