/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Emits XML text for write.c. xmlTextWriter holds the document together; what stands inside a section is millions of
 * small elements, made here by hand in a buffer (ten times as fast) and handed to it in pieces.
 *
 * Strings in a unit are bytes, XML has characters: a backslash is doubled, and a byte that is no part of valid UTF-8 or
 * that XML forbids becomes \xHH. cwi_xml_unescape undoes that.
 */
#ifndef CWOLF_CWI_XML_H
#define CWOLF_CWI_XML_H

#include <libxml/xmlwriter.h>

#include "runtime/base/base.h"

struct xml_out {
    xmlTextWriterPtr writer;
    struct buf text;
    bool is_open; /* a start tag still takes attributes */
    bool is_indented;
    bool had_child; /* since the last start tag */
    bool has_failed;
    unsigned depth;
};

void cwi_xml_open(struct xml_out *x, const char *element);
void cwi_xml_close(struct xml_out *x, const char *element);
void cwi_xml_attr(struct xml_out *x, const char *name, const char *value);      /* value: needs no escaping */
void cwi_xml_attr_text(struct xml_out *x, const char *name, const char *value); /* any bytes; NULL writes nothing */
void cwi_xml_attr_u64(struct xml_out *x, const char *name, uint64_t value);
void cwi_xml_attr_i64(struct xml_out *x, const char *name, int64_t value);
void cwi_xml_flush(struct xml_out *x); /* hands what is complete to the writer */

void cwi_xml_put_u64(struct buf *b, uint64_t value);

/* Undoes the escaping of bytes in place; returns the new length, or SIZE_MAX when it is malformed. */
size_t cwi_xml_unescape(char *s);

#endif
