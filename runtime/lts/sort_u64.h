/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sorting numbers: see the header included here.
 */
#ifndef CWOLF_LTS_SORT_U64_H
#define CWOLF_LTS_SORT_U64_H

#include "runtime/base/sorted.h"

#endif
