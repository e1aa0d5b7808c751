/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the readers and writers of the formats share. Private to the room.
 */
#ifndef CWOLF_LTS_IO_IO_H
#define CWOLF_LTS_IO_IO_H

#include "runtime/base/text.h"
#include "runtime/lts/lts.h"

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* A text that comes from memory or, piece by piece, from a file that may be packed (pack.h). */
struct source {
    const char *name;     /* for messages */
    const char *at, *end; /* what is here and not yet taken */
    bool all_here;        /* nothing comes after `end` */
    uint64_t pieces;      /* that lts_source_piece gave */
    struct pull *pull;    /* where more comes from, or NULL */
    const struct lts_control *control;
    enum status status; /* of reading: what lts_source_piece and lts_source_all ran into */
    struct diag *d;
};
void lts_source_text(struct source *s, const char *name, const char *text, size_t size, struct diag *d);
enum status lts_source_open(struct source *s, const char *path, const struct lts_control *c, struct diag *d);
void lts_source_close(struct source *s);
/* The start of the text, at least 4 KB where there are as many. */
enum status lts_source_peek(struct source *s, const char **text, size_t *size);
/* Lines of a text, whole ones, about a megabyte of them; a few zero bytes are behind them. `text` is released by
 * free. */
struct piece {
    char *text;
    size_t size, capacity;
    uint64_t number; /* from 0 */
};
/* The next piece; false at the end of the text and on failure: see `status`. */
bool lts_source_piece(struct source *s, struct piece *p);
enum status lts_source_all(struct source *s, const char **text, size_t *size);
/* All of it in memory that the caller may write to and keeps: *mapped bytes of a mapping, or from malloc when *mapped
 * is 0. Only at the start of a source. */
enum status lts_source_take(struct source *s, void **held, size_t *mapped, size_t *size);

/* "'x'", "the end of the line", "byte 0x07": how a message names what it found at p. */
struct found {
    char text[32];
};
struct found lts_found_at(const char *p, const char *end);

enum status lts_read_aut(struct source *s, struct lts **out, struct diag *d);
enum status lts_read_binary(struct source *s, struct lts **out, struct diag *d);
enum status lts_read_json(struct source *s, struct lts **out, struct diag *d);
enum status lts_read_ccs(struct source *s, const char *process, struct lts **out, struct diag *d);

/* More states than these beyond what the transitions of a file can mention are taken for a damaged number. */
static inline bool states_plausible(uint64_t states, uint64_t transitions)
{
    return states < LTS_NONE && states <= 2 * transitions + ((uint64_t)1 << 24);
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

enum status lts_write_aut(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d);
enum status lts_write_ccs(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d);
enum status lts_write_dot(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d);
enum status lts_write_svg(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d);
enum status lts_write_json(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d);
enum status lts_write_graphml(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d);
enum status lts_write_promela(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d);
enum status lts_write_binary(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d);
enum status lts_write_text(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d);

/* A label's name as it is to be shown: with io_labels 'a is ?a and a is !a; tau is "i". Released with buf_free. */
struct buf lts_label_text(const struct lts *l, uint32_t label, const struct lts_print *how);
/* All labels turned into text once, so that a transition costs one copy; `tau` may be NULL: the silent action is quoted
 * as all others are. */
struct label_table {
    struct buf *items;
    uint32_t count;
};
struct label_table lts_label_table_new(const struct lts *l, const struct lts_print *how,
                                       void (*quote)(struct buf *out, const char *s, size_t n), const char *tau);
void lts_label_table_free(struct label_table *t);

/* Hands over what is in `out` when it has become much. */
static inline enum status lts_drain(const struct lts_print *how, struct buf *out, struct diag *d)
{
    return how->drain && out->size >= (size_t)1 << 18 ? how->drain(how->context, out, d) : ST_OK;
}
void lts_put_number(struct buf *out, uint64_t n);
/* What .aut is made of: the table of its labels, its header, one transition. */
struct label_table lts_aut_labels(const struct lts *l, const struct lts_print *how);
void lts_put_aut_header(struct buf *out, uint32_t initial, uint64_t transitions, uint32_t states);
void lts_put_aut_line(struct buf *out, uint32_t from, const struct buf *label, uint32_t to);
/* In double quotes, with \" \\ \n and \r escaped: as .aut and CCS files are read. */
void lts_put_quoted(struct buf *out, const char *s, size_t n);
/* A label between double quotes in graphviz files, as much of it as a picture can show. */
void lts_put_dot_label(struct buf *out, const char *s, size_t n);
/* The graphviz text of a summary in at most `most` groups; kind is not LTS_SUMMARY_NONE. */
enum status lts_write_summary_dot(const struct lts *l, enum lts_summary_kind kind, uint32_t most,
                                  const struct lts_print *how, struct buf *out, struct diag *d);
/* "p q?" : the propositions that hold in a state, with a question mark those that may. Empty without any. */
struct buf lts_propositions(const struct lts *l, uint32_t state);

#endif
