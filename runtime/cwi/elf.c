/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Symbol tables and what belongs to them: who defines a name, who wants it, which names are bound when a module is
 * loaded, which libraries it needs, and how many functions run before main. Invariant: a damaged file gives an error
 * that names it. Source: System V ABI, gABI 4.1; the psABIs for the relocations that copy.
 */
#include "runtime/cwi/elf.h"

enum { MOST_NAME = 64 << 10 };

struct description {
    struct arena *a;
    Elf *elf;
    const char *name;
    struct cwi_input *out;
    struct diag *d;
    GElf_Ehdr header;
    size_t section_names;
    Elf_Scn *symbols, *dynamic_symbols, *dynamic;
    uint64_t init, fini; /* what is called beside the arrays; 0: nothing */
    struct VEC(const char *) defines, wants, bound, needed;
    struct VEC(struct cwi_symbol) all;
    struct intern *copied; /* names of what is copied from another module */
};

static enum status damaged(struct description *x, const char *why)
{
    return diag_set(x->d, ST_BAD, (struct place){x->name, 0, 0}, "damaged ELF file: %s", why);
}

/* ---- symbols ----------------------------------------------------------------------------------------------------- */

static bool is_global(int binding)
{
    return binding == STB_GLOBAL || binding == STB_WEAK || binding == STB_GNU_UNIQUE;
}

/* "stdout@GLIBC_2.2.5": the linker's own copy of what a library defines. */
static const char *without_version(struct arena *a, const char *name, bool *versioned)
{
    const char *at = strchr(name, '@');
    *versioned = at && at > name && at[1] != '@';
    return at && at > name ? arena_strn(a, name, (size_t)(at - name)) : arena_str(a, name);
}

static void add_symbol(struct description *x, const GElf_Sym *s, const char *raw, bool is_dynamic)
{
    int binding = GELF_ST_BIND(s->st_info), type = GELF_ST_TYPE(s->st_info);
    bool versioned, is_defined = s->st_shndx != SHN_UNDEF;
    if (!*raw || type == STT_SECTION || type == STT_FILE)
        return;
    const char *name = without_version(x->a, raw, &versioned);
    bool is_imported =
        is_defined && (versioned || (x->copied && base_intern_find(x->copied, name, strlen(name)) != UINT32_MAX));
    uint64_t value = type == STT_GNU_IFUNC ? 0 : s->st_value; /* that is where its resolver is, another function */
    struct cwi_symbol out = {name, value, is_defined, !is_global(binding), binding == STB_WEAK, is_imported};
    if (!is_dynamic)
        vec_push(&x->all, out);
    bool counts = is_dynamic || !x->out->is_module || !x->dynamic_symbols;
    if (!counts || out.is_local || is_imported)
        return;
    if (is_defined)
        vec_push(&x->defines, name);
    else if (!out.is_weak)
        vec_push(&x->wants, name);
}

static enum status read_symbols(struct description *x, Elf_Scn *section, bool is_dynamic)
{
    GElf_Shdr header;
    Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
    if (!section)
        return ST_OK;
    if (!data || !gelf_getshdr(section, &header) || !header.sh_entsize)
        return damaged(x, "its symbol table lies outside of it");
    size_t count = data->d_size / header.sh_entsize;
    for (size_t i = 1; i < count; i++) {
        GElf_Sym symbol;
        const char *name =
            gelf_getsym(data, (int)i, &symbol) ? elf_strptr(x->elf, header.sh_link, symbol.st_name) : NULL;
        if (!name || strnlen(name, MOST_NAME) == MOST_NAME)
            return damaged(x, "a symbol has no name");
        add_symbol(x, &symbol, name, is_dynamic);
    }
    return ST_OK;
}

/* ---- relocations at load time ------------------------------------------------------------------------------------ */

static bool is_copy(const struct description *x, uint64_t type)
{
    static const struct {
        int machine;
        uint32_t type;
    } copies[] = {{EM_X86_64, 5}, {EM_386, 5},  {EM_AARCH64, 1024}, {EM_ARM, 20},   {EM_RISCV, 4},
                  {EM_PPC64, 19}, {EM_PPC, 19}, {EM_S390, 9},       {EM_MIPS, 126}, {EM_SPARCV9, 19}};
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++)
        if (copies[i].machine == x->header.e_machine)
            return copies[i].type == type;
    return false;
}

static const char *symbol_name(struct description *x, uint64_t index)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    Elf_Data *data = elf_getdata(x->dynamic_symbols, NULL);
    if (!data || !gelf_getshdr(x->dynamic_symbols, &header) || !gelf_getsym(data, (int)index, &symbol))
        return NULL;
    return elf_strptr(x->elf, header.sh_link, symbol.st_name);
}

static void add_relocation(struct description *x, uint64_t info)
{
    const char *name = symbol_name(x, GELF_R_SYM(info));
    if (!name || !*name)
        return;
    if (is_copy(x, GELF_R_TYPE(info)))
        base_intern_add(x->copied, name, strlen(name));
    else
        vec_push(&x->bound, (const char *)arena_str(x->a, name));
}

static void read_relocations(struct description *x, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && header->sh_entsize ? data->d_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Rela with;
        GElf_Rel without;
        if (header->sh_type == SHT_RELA && gelf_getrela(data, (int)i, &with))
            add_relocation(x, with.r_info);
        else if (header->sh_type == SHT_REL && gelf_getrel(data, (int)i, &without))
            add_relocation(x, without.r_info);
    }
}

/* ---- the dynamic section ----------------------------------------------------------------------------------------- */

static void read_dynamic(struct description *x)
{
    GElf_Shdr header;
    Elf_Data *data = x->dynamic ? elf_getdata(x->dynamic, NULL) : NULL;
    if (!data || !gelf_getshdr(x->dynamic, &header) || !header.sh_entsize)
        return;
    for (size_t i = 0; i < data->d_size / header.sh_entsize; i++) {
        GElf_Dyn entry;
        if (!gelf_getdyn(data, (int)i, &entry))
            return;
        x->init = entry.d_tag == DT_INIT ? entry.d_un.d_ptr : x->init;
        x->fini = entry.d_tag == DT_FINI ? entry.d_un.d_ptr : x->fini;
        if (entry.d_tag == DT_SONAME && x->header.e_type == ET_DYN)
            x->out->is_executable = false; /* the C library can be run, and is a library all the same */
        bool is_path = entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH;
        const char *text =
            is_path || entry.d_tag == DT_NEEDED ? elf_strptr(x->elf, header.sh_link, entry.d_un.d_val) : NULL;
        if (text && is_path)
            x->out->run_path = arena_str(x->a, text);
        else if (text)
            vec_push(&x->needed, (const char *)arena_str(x->a, text));
    }
}

/* ---- sections ---------------------------------------------------------------------------------------------------- */

/* .init_array, and .init_array.00101 in objects; .ctors has marks at both ends, that count for nothing here. */
static uint32_t starters_in(const struct description *x, const char *name, const GElf_Shdr *header)
{
    bool is_array = str_begins(name, ".init_array") || str_begins(name, ".preinit_array") ||
                    header->sh_type == SHT_INIT_ARRAY || header->sh_type == SHT_PREINIT_ARRAY;
    size_t word = x->header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
    if (is_array)
        return (uint32_t)(header->sh_size / word);
    return str_begins(name, ".ctors") && !x->out->is_module ? (uint32_t)(header->sh_size / word) : 0;
}

static uint32_t enders_in(const struct description *x, const char *name, const GElf_Shdr *header)
{
    size_t word = x->header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
    bool is_array = str_begins(name, ".fini_array") || header->sh_type == SHT_FINI_ARRAY;
    return is_array || (str_begins(name, ".dtors") && !x->out->is_module) ? (uint32_t)(header->sh_size / word) : 0;
}

static enum status look_at_sections(struct description *x)
{
    bool has_interpreter = false;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(x->elf, s));) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(s, &header) ? elf_strptr(x->elf, x->section_names, header.sh_name) : NULL;
        if (!name)
            return damaged(x, "a section has no name");
        if (header.sh_type == SHT_SYMTAB)
            x->symbols = s;
        else if (header.sh_type == SHT_DYNSYM)
            x->dynamic_symbols = s;
        else if (header.sh_type == SHT_DYNAMIC)
            x->dynamic = s;
        x->out->starters += starters_in(x, name, &header);
        x->out->enders += enders_in(x, name, &header);
        x->out->is_lto |= str_begins(name, ".gnu.lto_");
        has_interpreter |= !strcmp(name, ".interp");
        x->out->has_code |= (header.sh_flags & SHF_EXECINSTR) && header.sh_size;
    }
    x->out->is_executable = x->header.e_type == ET_EXEC || (x->header.e_type == ET_DYN && has_interpreter);
    x->out->is_static = x->header.e_type == ET_EXEC && !x->dynamic;
    return ST_OK;
}

static bool is_at(const struct description *x, const char *name, uint64_t value)
{
    for (size_t i = 0; i < x->all.count; i++)
        if (x->all.items[i].value == value && !strcmp(x->all.items[i].name, name))
            return true;
    return false;
}

/* The start-up code has these names, in the table of a module that was not stripped. */
static void look_at_start(struct description *x)
{
    if (!x->out->is_module || !x->all.count)
        return;
    if (x->out->is_executable && !is_at(x, "_start", x->header.e_entry))
        x->out->odd_start = arena_printf(x->a, "'%s' does not begin at _start: main may not be what is run", x->name);
    else if ((x->init && !is_at(x, "_init", x->init)) || (x->fini && !is_at(x, "_fini", x->fini)))
        x->out->odd_start = arena_printf(
            x->a, "'%s' has functions of its own in place of _init and _fini: they are not run here", x->name);
}

static void look_at_relocations(struct description *x)
{
    for (Elf_Scn *s = NULL; x->out->is_module && x->dynamic_symbols && (s = elf_nextscn(x->elf, s));) {
        GElf_Shdr header;
        if (gelf_getshdr(s, &header) && (header.sh_type == SHT_RELA || header.sh_type == SHT_REL) &&
            header.sh_flags & SHF_ALLOC)
            read_relocations(x, s, &header);
    }
}

static void keep(struct description *x)
{
    struct cwi_input *out = x->out;
    out->define_count = x->defines.count;
    out->defines = vec_to_arena(&x->defines, x->a);
    out->want_count = x->wants.count;
    out->wants = vec_to_arena(&x->wants, x->a);
    out->bound_count = x->bound.count;
    out->bound = vec_to_arena(&x->bound, x->a);
    out->needed_count = x->needed.count;
    out->needed = vec_to_arena(&x->needed, x->a);
    out->symbol_count = x->all.count;
    out->symbols = vec_to_arena(&x->all, x->a);
}

enum status cwi_elf_describe(struct arena *a, Elf *elf, const char *name, struct cwi_input *out, struct diag *d)
{
    struct description x = {.a = a, .elf = elf, .name = name, .out = out, .d = d, .copied = base_intern_new()};
    enum status st = ST_OK;
    if (!gelf_getehdr(elf, &x.header) || elf_getshdrstrndx(elf, &x.section_names) < 0)
        st = damaged(&x, "its section names lie outside of it");
    out->is_module = !st && (x.header.e_type == ET_EXEC || x.header.e_type == ET_DYN);
    if (!st)
        st = look_at_sections(&x);
    if (!st) {
        look_at_relocations(&x);
        read_dynamic(&x);
        st = read_symbols(&x, x.symbols, false);
    }
    /* Of a module only what is exported counts for others; one that was linked statically has nothing but .symtab. */
    if (!st && out->is_module)
        st = read_symbols(&x, x.dynamic_symbols, true);
    if (!st)
        look_at_start(&x);
    keep(&x);
    vec_free(&x.defines);
    vec_free(&x.wants);
    vec_free(&x.bound);
    vec_free(&x.needed);
    vec_free(&x.all);
    base_intern_free(x.copied);
    return st;
}
