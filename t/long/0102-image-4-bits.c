/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The test of the same name in t/, with every seventh set of 4 bits.
 */
#define SAMPLE_STEP 7
#include "../0102-image-4-bits.c"
