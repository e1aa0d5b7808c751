/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Packed files: gzip and zstd behind one interface, piece by piece. Private to the room.
 */
#ifndef CWOLF_LTS_IO_PACK_H
#define CWOLF_LTS_IO_PACK_H

#include "runtime/lts/lts.h"

/* What goes in and what comes out of one step: `in` is moved over what was taken, `out` over what was made. */
struct pack_step {
    const char *in, *in_end;
    char *out, *out_end;
};
enum pack_result {
    PACK_GOES_ON,
    PACK_WHOLE,  /* all that went in has come out: the file may end here, or the next of several parts may begin */
    PACK_DAMAGED /* what goes in is no packed file */
};
/* One row a way of packing. A stream is made by `unpacker` or `packer`, and released by `forget`. */
struct packing {
    const char *name, *suffix, *magic;
    size_t magic_size;
    void *(*unpacker)(void); /* out of memory ends in base_out_of_memory */
    enum pack_result (*unpack)(void *stream, struct pack_step *s);
    void (*forget_unpacker)(void *stream);
    void *(*packer)(void);
    /* With `last` until PACK_WHOLE is returned, for the end of the file. */
    enum pack_result (*pack)(void *stream, struct pack_step *s, bool last);
    void (*forget_packer)(void *stream);
};

const struct packing *io_packing_by_content(const char *text, size_t size); /* or NULL */
/* By what follows the last dot; *without receives the length of the path before it (all of it when NULL is
 * returned). */
const struct packing *io_packing_by_suffix(const char *path, size_t *without);

#endif
