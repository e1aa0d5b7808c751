/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bytes of unknown origin as text in other languages: UTF-8, what can be shown, strings of graphviz and JSON.
 *
 * Names and labels are any bytes. Each function here says what becomes of those that its language cannot hold.
 */
#ifndef CWOLF_BASE_TEXT_H
#define CWOLF_BASE_TEXT_H

#include "runtime/base/base.h"

/* The length in bytes (1 to 4) of the UTF-8 character at p, 0 when there is none before `end`. Source: the Unicode
 * standard, table 3-7: no surrogates, nothing longer than needed, nothing above U+10FFFF. */
size_t base_utf8_length(const char *p, const char *end);
/* The length of n bytes in UTF-16 code units; bytes that are no UTF-8 count one each. */
size_t base_utf16_length(const char *s, size_t n);
/* Appends a Unicode character as UTF-8. */
void buf_put_utf8(struct buf *out, uint32_t character);
/* Whether the UTF-8 character of `length` bytes at p is a control character (U+0080 to U+009F among them), or U+FFFE or
 * U+FFFF, which XML cannot hold. */
bool base_is_control(const char *p, size_t length);
/* Appends n bytes for people to read: control characters and bytes that are no UTF-8 become \xNN. */
void buf_put_printable(struct buf *out, const char *s, size_t n);
/* The same inside a double-quoted string of graphviz, without the quotes: one line, no escape is interpreted. */
void buf_put_dot(struct buf *out, const char *s, size_t n);
/* What stands for the character in XML, in text and between double quotes ("&lt;"); NULL: itself. */
const char *base_xml_entity(char c);
/* A JSON string with its quotes (RFC 8259). Bytes that are no UTF-8 become lone surrogates \udc80 .. \udcff, as Python
 * writes them, if `keep_bytes` (a reader of ours gets them back), else U+FFFD. */
void buf_put_json(struct buf *out, const char *s, size_t n, bool keep_bytes);

#endif
