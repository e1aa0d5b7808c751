/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fragments: units as they are written, read, collected from what a link names, and linked to one unit; and what is
 * added to a linked unit before anybody looks at it.
 */
#ifndef CWOLF_CWI_FRAGMENTS_H
#define CWOLF_CWI_FRAGMENTS_H

#include "runtime/cwi/cwi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- writing and reading ----------------------------------------------------------------------------------------- */

/* Appends the unit as one frame: magic, format version, sizes, checksum, zstd-compressed XML (schema: cwi.rng). Same
 * unit, same bytes. */
enum status cwi_write(const struct cwi_unit *u, struct buf *out, struct diag *d);
/* The XML alone, uncompressed and indented: `cwolf dump --xml`, and what the schema test validates. */
enum status cwi_write_xml(const struct cwi_unit *u, struct buf *out, struct diag *d);

/* Reads all frames of a section (zero bytes between frames are padding). Hostile input: damage gives ST_BAD, naming
 * `name`. *units is an array for free(); the units in it are the caller's. */
enum status cwi_read(const char *name, const void *data, size_t size, struct cwi_unit ***units, size_t *count,
                     struct diag *d);

/* ---- what is linked ---------------------------------------------------------------------------------------------- */

/* A symbol of an ELF file. */
struct cwi_symbol {
    const char *name;
    uint64_t value;
    bool is_defined, is_local, is_weak;
    bool is_imported; /* defined here, but only as a copy of another module's */
};

/* One thing to link: what a path named on a command line contains. */
struct cwi_input {
    const char *path, *member; /* member of an archive, or NULL */
    const char *outside;       /* the file that a member of a thin archive is, or lies in; else NULL */
    struct cwi_unit **units;
    size_t unit_count;
    bool is_lazy;         /* archive member: linked only when it defines something wanted */
    const char **defines; /* ELF symbols it defines with external linkage (for lazy pulling and "missing
                           * fragment") */
    size_t define_count;
    bool has_code;      /* has executable sections */
    const char **wants; /* ELF symbols it refers to and does not define, weak references left out */
    size_t want_count;
    bool is_elf;    /* defines and wants come from its symbol table, and are all there is */
    bool is_module; /* an executable or shared library: only what its dynamic symbol table exports is seen by
                     * others */
    bool is_executable, is_static; /* of modules: a program; one that loads no other module */
    bool is_lto;                   /* its machine code is made when it is linked */
    bool is_table;                 /* only its symbol table counts: its units are linked from another input */
    bool is_model;                 /* stands for a part of the C library: linked when a unit mentions what it defines */
    const struct cwi_symbol *symbols; /* .symtab, local ones too; none when it was stripped */
    size_t symbol_count;
    const char **bound; /* modules: names that are looked up when it is loaded, though it defines them itself */
    size_t bound_count;
    const char **needed; /* modules: the shared libraries that it loads */
    size_t needed_count;
    const char *run_path;  /* and where they are looked for first, or NULL */
    const char *odd_start; /* programs: an entry, or an initialiser, that is not the C library's: in words, or NULL */
    uint32_t enders;       /* functions that run after main: entries of .fini_array and .dtors */
    uint32_t starters;     /* functions that run before main: entries of .preinit_array, .init_array and .ctors */
};
struct cwi_defsym {
    const char *name, *is;
};
struct cwi_inputs {
    struct arena *arena;
    struct VEC(struct cwi_input) list;
    /* What the linker was told; empty when that is not known. */
    struct VEC(const char *) wraps;        /* --wrap=NAME */
    struct VEC(struct cwi_defsym) defsyms; /* --defsym=NAME=NAME */
    bool knows_options;
    struct VEC(const char *) copied; /* variables of libraries of which the program has a copy (copy relocations) */
    const char *odd_start;           /* as of an input: the linker was told so */
};
void cwi_inputs_free(struct cwi_inputs *in); /* and the units in it */
/* Adds what `path` holds: executable, shared library, object, archive (thin ones too), linked fragment, or a text file
 * that is a linker script (ignored). `lazy_archives`: members are pulled by the linker's rule, else all are linked. An
 * ELF file without fragments is no error here: it is added with unit_count 0. The diag names `path`, or "path(member)",
 * which lives as long as the inputs. */
enum status cwi_collect(const char *path, bool lazy_archives, struct cwi_inputs *in, struct diag *d);

/* ---- linking ----------------------------------------------------------------------------------------------------- */

/* Links by the rules of C and of linkers: static and external names, weak, common, aliases, comdat; what the linker
 * accepted is accepted (of two strong definitions the first is taken, with a warning). Types are unified. The inputs
 * may be freed afterwards. Linking linked units again gives the same as linking all at once. */
enum status cwi_link(const struct cwi_inputs *in, const char *name, const struct diag_sink *warnings,
                     struct cwi_unit **out, struct diag *d);

/* ---- what is added to a linked program, in this order ------------------------------------------------------------ */

/* What runs before and after main: adds a function `(start)`, which runs the constructors, main, and what belongs to
 * the end, to a linked program that has such things, and gives `__cwolf_fini` (models) the destructors as its body.
 * Returns the function; 0 when nothing but main runs. Source: gABI 4.1, "Initialization and Termination Functions". */
cwi_id cwi_add_start(struct cwi_unit *u);
/* Adds statements for what a linked program does between those of its source: before each assembler statement that may
 * reach memory or functions, the call of a function of which nothing is known, with its operands and what it mentions;
 * at the beginning of nested functions whose address is taken, the assignment of the frame they find. To be called
 * once, after cwi_add_start. Source: the GCC manual, "Extended Asm", "Nested Functions". */
void cwi_expose(struct cwi_unit *u);

/* Adds, before each call that may hand variable arguments to a function that looks at them, the assignments that put
 * them where va_arg finds them, and after it the end of their lives; the call then names those places. To be called
 * once, after cwi_expose. */
void cwi_hold_extra(struct cwi_unit *u);

#ifdef __cplusplus
}
#endif
#endif
