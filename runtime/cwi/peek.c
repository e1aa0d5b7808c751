/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Peeking: whether the fragments of a file hold a note of some kind, without building units: frames are decompressed
 * and searched.
 *
 * Invariant: `<` stands in XML only where an element begins, so the search cannot be fooled by what attributes say.
 * What cannot be read at all counts as found: the caller then reads it properly and gets the error.
 */
#include "runtime/cwi/cwi.h"
#include "runtime/cwi/frame.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <unistd.h>

/* The raw bytes of the section .cwolf, or NULL. */
static Elf_Data *section_of(Elf *e)
{
    size_t names;
    if (!e || elf_kind(e) != ELF_K_ELF || elf_getshdrstrndx(e, &names))
        return NULL;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(e, s));) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(s, &header) ? elf_strptr(e, names, header.sh_name) : NULL;
        if (name && !strcmp(name, ".cwolf"))
            return header.sh_flags & SHF_COMPRESSED ? NULL : elf_rawdata(s, NULL);
    }
    return NULL;
}

static bool mentions(const struct buf *xml, const char *const *words)
{
    for (size_t i = 0; words[i]; i++) {
        char start[64];
        int n = snprintf(start, sizeof start, "<note w=\"%s\"", words[i]);
        if (xml->size && memmem(xml->data, xml->size, start, (size_t)n))
            return true;
    }
    return false;
}

bool cwi_peek_notes(const char *path, const char *const *words)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    Elf *e = fd >= 0 && elf_version(EV_CURRENT) != EV_NONE ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    Elf_Data *data = section_of(e);
    struct buf xml = {0};
    struct diag ignored;
    bool found = !data || (data->d_size && !data->d_buf);
    for (size_t at = 0; !found && data->d_size;) {
        bool more;
        if (frame_next(path, data->d_buf, data->d_size, &at, &xml, &more, &ignored))
            found = true;
        else if (!more)
            break;
        else
            found = mentions(&xml, words);
    }
    buf_free(&xml);
    if (e)
        elf_end(e);
    if (fd >= 0)
        close(fd);
    return found;
}
