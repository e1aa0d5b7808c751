/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sorting numbers.
 */
#ifndef CWOLF_LTS_SORT_U64_H
#define CWOLF_LTS_SORT_U64_H

#include <stddef.h>
#include <stdint.h>

void sort_u64(uint64_t *items, size_t n);
size_t sort_unique_u64(uint64_t *items, size_t n); /* sorts, takes duplicates out; returns how many are left */

#endif
