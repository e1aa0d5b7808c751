/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files as URIs (RFC 3986): those below the current directory relative to it, the others as file:///...
 */
#ifndef CWOLF_DRIVER_REPORT_URI_H
#define CWOLF_DRIVER_REPORT_URI_H

#include "runtime/base/base.h"

/* The current directory, with a slash at the end. */
void report_uri_base(struct buf *out);
/* Appends the URI of a file, without "." and ".."; true when it is relative to report_uri_base. */
bool report_uri_of_file(const char *file, struct buf *out);

#endif
