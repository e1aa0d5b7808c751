/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writing JSON (RFC 8259) piece by piece: commas, line ends and indentation are this writer's work.
 *
 *     struct json_out j = {.out = &text};
 *     base_json_open(&j, NULL, JSON_OBJECT);
 *     base_json_put_text(&j, "name", "door");
 *     base_json_close(&j);
 *
 * Each value takes the key it has in its object; in a list, and at the top, the key is NULL. An OBJECT or a LIST has
 * its members on lines of their own; a ROW or a TUPLE, and all in it, stands on one line. Texts may be any bytes: those
 * that are no UTF-8 become U+FFFD.
 */
#ifndef CWOLF_BASE_JSON_H
#define CWOLF_BASE_JSON_H

#include "runtime/base/base.h"

enum json_kind { JSON_OBJECT, JSON_LIST, JSON_ROW, JSON_TUPLE };
enum { JSON_DEPTH = 32 };

struct json_out {
    struct buf *out;
    unsigned depth; /* of what is open, at most JSON_DEPTH */
    struct {
        enum json_kind kind;
        bool has_items;
    } open[JSON_DEPTH];
    unsigned rows; /* how many of them stand on one line */
};

void base_json_open(struct json_out *j, const char *key, enum json_kind kind);
void base_json_close(struct json_out *j); /* the innermost; the last one ends the line */
void base_json_put_text(struct json_out *j, const char *key, const char *text); /* NULL: null */
void base_json_put_number(struct json_out *j, const char *key, uint64_t number);
void base_json_put_bool(struct json_out *j, const char *key, bool value);
void base_json_put_texts(struct json_out *j, const char *key, const char *const *texts,
                         size_t count); /* a TUPLE of them */

#endif
