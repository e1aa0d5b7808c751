/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SHA-256, where a format of others asks for it. Source: FIPS 180-4.
 */
#ifndef CWOLF_SHA256_H
#define CWOLF_SHA256_H

#include "runtime/base/base.h"

/* 64 hexadecimal digits and a 0. */
void base_sha256_text(const void *data, size_t size, char out[65]);

#endif
