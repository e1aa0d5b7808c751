/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aldebaran, a piece of text at a time. Private to its two files.
 */
#ifndef CWOLF_LTS_IO_AUT_H
#define CWOLF_LTS_IO_AUT_H

#include "runtime/lts/io/io.h"
#include "runtime/lts/rows.h"

struct aut_header {
    bool found;
    uint64_t transitions;
    uint32_t states, initial;
    uint32_t line, states_col, transitions_col; /* line: from the start of its piece */
};
enum { AUT_CACHE = 512 };

/* One reader of pieces; several of them work side by side, each with labels numbered in its own way. */
struct aut_reader {
    const char *name; /* of the file, for messages */
    struct diag *d;   /* its lines count from the start of the piece */
    struct aut_header *header;
    struct intern *labels; /* id 0 is the silent action */

    struct VEC(struct transition) out; /* of this piece */
    uint64_t limit;                    /* more transitions than these are an error */
    uint32_t lines;                    /* read of this piece */

    const char *line, *end, *at; /* the line in hand, its end, how far it is read */
    struct buf unescaped;
    struct {
        uint64_t text; /* a label of up to 8 bytes */
        uint32_t size, id;
    } cache[AUT_CACHE];
};
void io_aut_reader_init(struct aut_reader *r, const char *name, struct aut_header *h, struct diag *d);
void io_aut_reader_free(struct aut_reader *r);

/* Reads a piece of whole lines. Up to the header it may change *header; behind it, it does not. */
enum status io_aut_read_piece(struct aut_reader *r, const struct piece *p);

#endif
