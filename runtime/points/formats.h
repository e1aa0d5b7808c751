/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * formats: the conversions in a format of printf and scanf. Source: ISO C11, 7.21.6.1 and 7.21.6.2; of GNU's extensions
 * %m, the flags ' and I, and scanf's %ms.
 */
#ifndef CWOLF_POINTS_FORMATS_H
#define CWOLF_POINTS_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FORMAT_NONE = -1, FORMAT_ARGUMENT = -2 }; /* of a width: there is none; an argument says it */

struct format_conversion {
    char letter;                                /* 0: not understood */
    bool is_positional;                         /* "%2$d" */
    bool takes_argument;                        /* not: scanf's "%*d", printf's "%m" */
    bool shows_sign, is_alternative, allocates; /* "+" or " "; "#", "'", "I"; scanf's "m" */
    uint32_t stars;                             /* arguments in front of its own that say widths and precisions */
    int64_t width, precision;
    uint64_t bytes;    /* of the number or character, on a target with pointers of the size that was given */
    const char *flags; /* what stands between '%' and the length modifiers */
    size_t flag_size;
    const char *set, *set_end; /* of "%[": without brackets and '^' */
    bool is_negated;
};

/* Reads the conversion whose '%' is at (*at)[0], and moves *at behind it; c points into the format. False: it is not
 * understood, c->letter is 0 and *at at the character that is not. "%%" is a conversion that takes no argument. */
bool pt_format_read(const char **at, bool is_scan, uint32_t pointer_bytes, struct format_conversion *c);
/* The same for the next conversion in the format, beyond text and "%%". False at its end, with c->letter 0 where one is
 * not understood, else '%'. */
bool pt_format_next(const char **at, bool is_scan, uint32_t pointer_bytes, struct format_conversion *c);
/* Whether the text, or what is left of it from any character on, may have a conversion with that letter: it does, or
 * has one whose letter is not understood. */
bool pt_format_may_have(const char *format, bool is_scan, uint32_t pointer_bytes, char letter);

#endif
