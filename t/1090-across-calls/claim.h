/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CLAIM(n, condition): aborts unless it holds; the one whose number is BROKEN, unless it does not hold.
 */
#include <stdlib.h>

#ifndef BROKEN
#define BROKEN 0
#endif
#define CLAIM(n, condition)                        \
    do {                                           \
        if ((n) == BROKEN ? (condition) : !(condition)) \
            abort();                               \
    } while (0)
