/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the letters of parameters (effects.h) have in common.
 */
#ifndef CWOLF_POINTS_EFFECT_LETTERS_H
#define CWOLF_POINTS_EFFECT_LETTERS_H

#include <stdbool.h>
#include <string.h>

#define LETTERS_READ         "rbcedpqlakhfgFSvV"
#define LETTERS_WRITTEN      "wbcdpqluazkV"
#define LETTERS_KEPT         "khg"
#define LETTERS_CALLED       "fgkh"
#define LETTERS_POINTER      "rwbcedpqluazkhfgFSvV"
#define LETTERS_DEEP_READ    "edqakhvV"
#define LETTERS_DEEP_WRITTEN "dqakV"

static inline bool effect_among(char letter, const char *letters)
{
    return letter && strchr(letters, letter);
}

#endif
