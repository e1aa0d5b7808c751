/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Frames: how XML travels in a section or file. Header, little endian: magic (6 bytes), format version (2), size of the
 * XML (8), size of its compressed form (8), XXH64 of the header up to here and of the compressed bytes (8). Then one
 * zstd frame.
 */
#ifndef CWOLF_CWI_FRAME_H
#define CWOLF_CWI_FRAME_H

#include "runtime/base/base.h"

enum { CWI_MAGIC_SIZE = 6, CWI_FRAME_HEADER = 32, CWI_FORMAT_VERSION = 3 };
#define CWI_MAGIC      "CWOLF\0"
#define CWI_MOST_XML   (((uint64_t)2 << 30) - 4096) /* bytes, fits an int; a larger claim is an attack or a mistake */
#define CWI_FREE_XML   ((uint64_t)64 << 20) /* above this, no more than CWI_MOST_RATIO times the compressed size */
#define CWI_MOST_RATIO 200                  /* that of sqlite3.c is 9 */
#define CWI_XML_START  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

/* Writing, streaming: start, add XML as often as wanted, end. All of it is appended to `out`. */
struct frame_out;
struct frame_out *cwi_frame_start(struct buf *out);
int cwi_frame_add(void *frame, const char *xml, int size); /* returns size, or -1; the signature is libxml2's */
bool cwi_frame_end(struct frame_out *f);                   /* releases it; false when something failed */

/* Reading: finds the next frame at or after *at, skipping zero bytes, decompresses it into `xml` (replaced) and moves
 * *at behind it. *found is false at the end of the data. */
enum status cwi_frame_next(const char *name, const void *data, size_t size, size_t *at, struct buf *xml, bool *found,
                           struct diag *d);

#endif
