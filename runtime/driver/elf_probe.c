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

static struct probe ask(Elf *e)
{
    GElf_Ehdr header;
    if (elf_kind(e) == ELF_K_AR)
        return (struct probe){.found = PROBE_ARCHIVE};
    if (elf_kind(e) != ELF_K_ELF)
        return (struct probe){.found = PROBE_OTHER};
    return (struct probe){.found = has_section(e, ".cwolf") ? PROBE_FRAGMENTS : PROBE_NOTHING,
                          .is_dynamic = gelf_getehdr(e, &header) && header.e_type == ET_DYN};
}

struct probe driver_probe_file(const char *path)
{
    struct probe answer = {.found = PROBE_OTHER};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    Elf *e = fd >= 0 && elf_version(EV_CURRENT) != EV_NONE ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    if (e)
        answer = ask(e);
    if (e)
        elf_end(e);
    if (fd >= 0)
        close(fd);
    return answer;
}
