/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cheapest questions about a file: is there a section .cwolf in it at all? Does its code define a symbol?
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

static Elf *begin(const char *path, int *fd)
{
    *fd = open(path, O_RDONLY | O_CLOEXEC);
    return *fd >= 0 && elf_version(EV_CURRENT) != EV_NONE ? elf_begin(*fd, ELF_C_READ_MMAP, NULL) : NULL;
}

static void end(Elf *e, int fd)
{
    if (e)
        elf_end(e);
    if (fd >= 0)
        close(fd);
}

struct probe driver_probe_file(const char *path)
{
    struct probe answer = {.found = PROBE_OTHER};
    int fd;
    Elf *e = begin(path, &fd);
    if (e)
        answer = ask(e);
    end(e, fd);
    return answer;
}

static bool table_defines(Elf *e, Elf_Scn *s, const char *symbol)
{
    GElf_Shdr header;
    Elf_Data *data =
        gelf_getshdr(s, &header) && header.sh_type == SHT_SYMTAB && header.sh_entsize ? elf_getdata(s, NULL) : NULL;
    for (uint64_t i = 0; data && i < header.sh_size / header.sh_entsize; i++) {
        GElf_Sym x;
        const char *name = gelf_getsym(data, (int)i, &x) ? elf_strptr(e, header.sh_link, x.st_name) : NULL;
        if (name && x.st_shndx != SHN_UNDEF && !strcmp(name, symbol))
            return true;
    }
    return false;
}

bool driver_probe_defines(const char *path, const char *symbol)
{
    int fd;
    Elf *e = begin(path, &fd);
    bool is_defined = false;
    for (Elf_Scn *s = NULL; e && !is_defined && (s = elf_nextscn(e, s));)
        is_defined = table_defines(e, s, symbol);
    end(e, fd);
    return is_defined;
}
