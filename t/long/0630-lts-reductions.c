/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The test of the same name on 20,000 random systems for each relation.
 */
#define SYSTEMS 20000
#include "t/0630-lts-reductions.c"
