/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cheapest question about a file: is there a section .cwolf in it at all?
 */
#include "runtime/driver/driver.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

static bool has_section(Elf *e, const char *wanted)
{
    size_t names;
    if (elf_getshdrstrndx(e, &names))
        return false;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(e, s));) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(s, &header) ? elf_strptr(e, names, header.sh_name) : NULL;
        if (name && !strcmp(name, wanted))
            return true;
    }
    return false;
}

static enum probe kind_of(Elf *e)
{
    if (elf_kind(e) == ELF_K_AR)
        return PROBE_ARCHIVE;
    if (elf_kind(e) != ELF_K_ELF)
        return PROBE_OTHER;
    return has_section(e, ".cwolf") ? PROBE_FRAGMENTS : PROBE_NOTHING;
}

/* Opens the file and asks; PROBE_OTHER when it cannot be opened. */
static enum probe ask(const char *path, enum probe (*question)(Elf *e))
{
    enum probe answer = PROBE_OTHER;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    Elf *e = fd >= 0 && elf_version(EV_CURRENT) != EV_NONE ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    if (e)
        answer = question(e);
    if (e)
        elf_end(e);
    if (fd >= 0)
        close(fd);
    return answer;
}

enum probe probe_fragments(const char *path)
{
    return ask(path, kind_of);
}

static enum probe shared_or_other(Elf *e)
{
    GElf_Ehdr header;
    bool is_shared = elf_kind(e) == ELF_K_ELF && gelf_getehdr(e, &header) && header.e_type == ET_DYN;
    return is_shared ? PROBE_NOTHING : PROBE_OTHER;
}

bool probe_shared_library(const char *path)
{
    return ask(path, shared_or_other) != PROBE_OTHER;
}
