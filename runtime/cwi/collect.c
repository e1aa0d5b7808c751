/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the paths on a command line contain: fragments and symbols of ELF files (either class and byte order), archives
 * (thin ones too), linked fragments. Invariants: files are only read; a damaged one gives an error that names it, and
 * the member. Source: System V ABI, gABI 4.1; libelf.
 */
#include "runtime/cwi/archive.h"
#include "runtime/cwi/elf.h"
#include "runtime/cwi/frame.h"
#include "runtime/cwi/private.h"

enum { ARCHIVE_DEPTH = 3 };

struct collect {
    struct cwi_inputs *in;
    struct diag *d;
    const char *path; /* as given */
    bool is_lazy;
    const char *outside; /* what is read of a thin archive: the file it is in; else NULL */
};

void cwi_inputs_free(struct cwi_inputs *in)
{
    for (size_t i = 0; i < in->list.count; i++) {
        struct cwi_input *input = &in->list.items[i];
        for (size_t j = 0; j < input->unit_count; j++)
            cwi_unit_free(input->units[j]);
    }
    vec_free(&in->list);
    vec_free(&in->wraps);
    vec_free(&in->defsyms);
    vec_free(&in->copied);
    arena_free(in->arena);
    in->arena = NULL;
}

static enum status bad(struct collect *c, const char *name, const char *why)
{
    return diag_set(c->d, ST_BAD, (struct place){name, 0, 0}, "%s", why);
}

/* ---- one ELF file ------------------------------------------------------------------------------------------------ */

struct elf_file {
    struct collect *c;
    Elf *elf;
    const char *name; /* for messages: path, or path(member) */
    struct cwi_input *input;
    struct VEC(struct cwi_unit *) units;
};

static enum status read_section(struct elf_file *f, Elf_Scn *section)
{
    Elf_Data *data = elf_rawdata(section, NULL);
    if (!data)
        return bad(f->c, f->name, "damaged ELF file: section .cwolf lies outside of it");
    struct cwi_unit **units;
    size_t count;
    enum status st =
        cwi_read(f->name, data->d_buf ? data->d_buf : "", data->d_buf ? data->d_size : 0, &units, &count, f->c->d);
    for (size_t i = 0; i < count; i++)
        vec_push(&f->units, units[i]);
    free(units);
    return st;
}

static enum status read_sections(struct elf_file *f)
{
    size_t strings;
    if (elf_getshdrstrndx(f->elf, &strings) < 0)
        return bad(f->c, f->name, "damaged ELF file: its section names lie outside of it");
    for (Elf_Scn *s = NULL; (s = elf_nextscn(f->elf, s));) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(s, &header) ? elf_strptr(f->elf, strings, header.sh_name) : NULL;
        if (!name)
            return bad(f->c, f->name, "damaged ELF file: a section has no name");
        if (!strcmp(name, ".cwolf") && header.sh_type != SHT_NOBITS) {
            enum status st = read_section(f, s);
            if (st != ST_OK)
                return st;
        }
    }
    return ST_OK;
}

/* Keeps what was found, or releases it when reading failed. */
static enum status finish(struct elf_file *f, enum status st)
{
    struct arena *a = f->c->in->arena;
    if (st == ST_OK) {
        f->input->unit_count = f->units.count;
        f->input->units = vec_to_arena(&f->units, a);
        vec_push(&f->c->in->list, *f->input);
    } else {
        for (size_t i = 0; i < f->units.count; i++)
            cwi_unit_free(f->units.items[i]);
    }
    vec_free(&f->units);
    return st;
}

static enum status add_elf(struct collect *c, Elf *elf, const char *name, const char *member, bool is_lazy)
{
    struct cwi_input input = {
        .path = c->path, .member = member, .outside = c->outside, .is_lazy = is_lazy, .is_elf = true};
    struct elf_file f = {.c = c, .elf = elf, .name = name, .input = &input};
    GElf_Ehdr header;
    if (!gelf_getehdr(elf, &header))
        return bad(c, name, "damaged ELF file: its header is wrong");
    size_t size = 0;
    elf_rawfile(elf, &size);
    if (header.e_shoff > size || size - header.e_shoff < (uint64_t)header.e_shnum * header.e_shentsize)
        return bad(c, name, "damaged ELF file: it is cut off");
    enum status st = cwi_elf_describe(c->in->arena, elf, name, &input, c->d);
    for (size_t i = 0; st == ST_OK && input.is_executable && i < input.symbol_count; i++)
        if (input.symbols[i].is_imported)
            vec_push(&c->in->copied, input.symbols[i].name);
    if (st == ST_OK)
        st = read_sections(&f);
    return finish(&f, st);
}

/* ---- any kind of file -------------------------------------------------------------------------------------------- */

static enum status add_frames(struct collect *c, const char *name, const char *member, struct map m)
{
    struct cwi_input input = {
        .path = c->path, .member = member, .outside = c->outside, .is_lazy = member && c->is_lazy};
    struct elf_file f = {.c = c, .name = name, .input = &input};
    struct cwi_unit **units;
    size_t count;
    enum status st = cwi_read(name, m.data, m.size, &units, &count, c->d);
    for (size_t i = 0; i < count; i++)
        vec_push(&f.units, units[i]);
    free(units);
    return finish(&f, st);
}

static bool is_text(struct map m)
{
    for (size_t i = 0; i < m.size && i < 4096; i++)
        if ((unsigned char)m.data[i] < 32 && !memchr("\t\n\v\f\r", m.data[i], 5))
            return false;
    return true;
}

static enum status add_archive(struct collect *c, const char *name, struct map m, unsigned depth);

static enum status add_data(struct collect *c, const char *name, const char *member, struct map m, unsigned depth)
{
    if (m.size >= SELFMAG && !memcmp(m.data, ELFMAG, SELFMAG)) {
        Elf *elf = elf_memory((char *)m.data, m.size);
        if (!elf || elf_kind(elf) != ELF_K_ELF) {
            elf_end(elf);
            return bad(c, name, "damaged ELF file");
        }
        enum status st = add_elf(c, elf, name, member, member && c->is_lazy);
        elf_end(elf);
        return st;
    }
    if (cwi_is_archive(&m))
        return depth < ARCHIVE_DEPTH ? add_archive(c, name, m, depth) : bad(c, name, "archives are nested too deep");
    if (m.size >= CWI_MAGIC_SIZE && !memcmp(m.data, CWI_MAGIC, CWI_MAGIC_SIZE))
        return add_frames(c, name, member, m);
    bool is_bitcode = m.size > 4 && (!memcmp(m.data, "BC\xc0\xde", 4) || !memcmp(m.data, "\xde\xc0\x17\x0b", 4));
    if (member || is_bitcode || is_text(m)) /* linkers pass over such members too; a text is a linker script */
        return ST_OK;
    return bad(c, name, "is no program: expected an ELF file, an archive or a linked fragment");
}

/* A member of a thin archive, which is a file of its own, or lies in an archive of its own. */
static enum status add_outside(struct collect *c, const struct archive *a, const struct member *m, unsigned depth)
{
    const char *path = base_path_beside(c->in->arena, a->name, m->name);
    struct map map;
    enum status st = cwi_map_open(path, &map, c->d);
    if (st != ST_OK)
        return st;
    const char *name = arena_printf(c->in->arena, "%s(%s)", a->name, m->name), *outer = c->outside;
    c->outside = path;
    if (!m->origin) {
        st = add_data(c, name, m->name, map, depth);
    } else {
        struct archive inner;
        struct member nested;
        bool found = false;
        st = cwi_is_archive(&map) ? cwi_archive_open(&inner, path, map, c->d) : bad(c, path, "is no archive");
        inner.at = m->origin < map.size ? (size_t)m->origin : map.size;
        if (st == ST_OK)
            st = cwi_archive_next(&inner, c->in->arena, &nested, &found, c->d);
        if (st == ST_OK && found && nested.data)
            st = add_data(c, arena_printf(c->in->arena, "%s(%s)", path, nested.name), nested.name,
                          (struct map){nested.data, nested.size}, depth);
    }
    c->outside = outer;
    cwi_map_close(&map);
    return st;
}

static enum status add_archive(struct collect *c, const char *name, struct map map, unsigned depth)
{
    struct archive a;
    struct member m;
    bool found;
    enum status st = cwi_archive_open(&a, name, map, c->d);
    while (st == ST_OK && (st = cwi_archive_next(&a, c->in->arena, &m, &found, c->d)) == ST_OK && found)
        if (m.data)
            st = add_data(c, arena_printf(c->in->arena, "%s(%s)", name, m.name), m.name, (struct map){m.data, m.size},
                          depth + 1);
        else
            st = add_outside(c, &a, &m, depth + 1);
    return st;
}

enum status cwi_collect(const char *path, bool lazy_archives, struct cwi_inputs *in, struct diag *d)
{
    if (!in->arena)
        in->arena = arena_new();
    struct collect c = {in, d, arena_str(in->arena, path), lazy_archives, NULL};
    struct map map;
    if (elf_version(EV_CURRENT) == EV_NONE)
        return diag_set(d, ST_SYSTEM, (struct place){path, 0, 0}, "libelf is too old");
    enum status st = cwi_map_open(path, &map, d);
    if (st == ST_OK)
        st = add_data(&c, path, NULL, map, 0);
    cwi_map_close(&map);
    return st;
}
