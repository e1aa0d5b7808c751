/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The language JSON, read piece by piece (RFC 8259). Private to the room.
 */
#ifndef CWOLF_LTS_IO_JSON_TEXT_H
#define CWOLF_LTS_IO_JSON_TEXT_H

#include "runtime/lts/io/io.h"

struct json {
    const char *name, *text, *at, *end;
    struct diag *d;
    struct buf word; /* the string read last */
};

/* "expected WHAT, found ..." where the text is read. */
enum status io_json_expected(struct json *j, const char *what);
void io_json_skip_blanks(struct json *j);
/* Line and column of a byte of the text, and those of an element of the list that begins at `list`. */
struct place io_json_place(const struct json *j, const char *p);
struct place io_json_element(const struct json *j, const char *list, size_t index);
/* Passes over blanks and then c, or the word: false when something else is there. */
bool io_json_take(struct json *j, char c);
bool io_json_take_word(struct json *j, const char *word);
/* A string into j->word. */
enum status io_json_string(struct json *j);
/* A number of a state or label. */
enum status io_json_number(struct json *j, const char *what, uint64_t *out);
/* Calls `item` for each element of a list. */
enum status io_json_list(struct json *j, enum status (*item)(struct json *, void *), void *context);
/* Passes over any value. */
enum status io_json_skip_value(struct json *j);

#endif
