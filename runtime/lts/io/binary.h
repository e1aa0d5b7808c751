/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The binary format .lts: a system as it lies in memory, to be mapped instead of read. Private to the room.
 *
 * A file is a header and then, in the order of enum binary_section, the sections that the header lists. All numbers are
 * in the byte order of the machine that wrote the file; a reader tells by `order` whether it is its own. A section
 * starts at a multiple of 64 bytes from the start of the file, behind the one before it; the bytes between are zero,
 * and the last section ends the file.
 *
 *     section      one item for each      item
 *     FIRST        state, and one more    64 bits: where the transitions of the state start; the last is their number
 *     LABEL        transition             32 bits: label
 *     TARGET       transition             32 bits: state
 *     MUST         64 transitions         64 bits: bit t % 64 of word t / 64 tells whether t is must; absent: all are
 *     ORIGIN       transition             32 bits that belong to who wrote the file; absent: none
 *     PROPOSITION  state and proposition  8 bits: 0 false, 1 maybe, 2 true; absent: no propositions
 *     LABEL_END    label                  64 bits: where its name ends in LABEL_TEXT
 *     LABEL_TEXT                          the names, each with a zero byte behind it
 *     PROP_END, PROP_TEXT                 the same for the names of propositions
 *     STATE_END, STATE_TEXT               the same for the names of states; one without a name has no bytes at all
 *
 * Transitions of a state are sorted by label and target, and none is there twice. Label 0 is the silent action, "i"; no
 * two labels have one name. Names of labels are any bytes, the others hold no zero byte.
 *
 * The checksum is that of the header, with 0 in its place, and of the sections: XXH3 with 64 bits, each seeded with the
 * one before, the header's with 0.
 */
#ifndef CWOLF_LTS_IO_BINARY_H
#define CWOLF_LTS_IO_BINARY_H

#include "runtime/lts/io/io.h"

#define BINARY_MAGIC "\x89LTS\r\n\x1a\n" /* damaged by whatever takes it for text */
enum { BINARY_ORDER = 0x01020304, BINARY_VERSION = 1, BINARY_ALIGN = 64 };

enum binary_section {
    SEC_FIRST,
    SEC_LABEL,
    SEC_TARGET,
    SEC_MUST,
    SEC_ORIGIN,
    SEC_PROPOSITION,
    SEC_LABEL_END,
    SEC_LABEL_TEXT,
    SEC_PROP_END,
    SEC_PROP_TEXT,
    SEC_STATE_END,
    SEC_STATE_TEXT,
    SECTIONS
};

struct binary_header {
    char magic[8];
    uint32_t order, version;
    uint64_t checksum, size; /* bytes of the file */
    uint32_t states, initial;
    uint64_t transitions;
    uint32_t labels, props;
    struct {
        uint64_t offset, size; /* bytes; an absent section has neither */
    } section[SECTIONS];
};

/* One row a section. */
struct binary_section_row {
    const char *name; /* in messages */
    enum { EACH_STATE, EACH_STATE_AND_END, EACH_TRANSITION, EACH_64_TRANSITIONS, EACH_LABEL, EACH_PROP, EACH_VALUE } of;
    unsigned item; /* bytes of each; 0: a text, of any size */
    enum { ALWAYS, SOMETIMES, WITH_PROPS, WITH_STATE_NAMES } when;
    size_t array; /* of a system that has it: its offset in struct lts; 0: none */
};
extern const struct binary_section_row io_binary_sections[SECTIONS];
/* The size it must have when it is there, UINT64_MAX for texts (any). */
uint64_t io_binary_section_size(const struct binary_header *h, enum binary_section s);
uint64_t io_binary_checksum(const struct binary_header *h, const void *const *sections);

#endif
