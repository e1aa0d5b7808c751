/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The linker decides, not the source: what symbol tables and the linker's options say about the names in fragments.
 *
 * A fragment carries the names of its source. objcopy may have renamed, localised or weakened them since, --wrap sends
 * references elsewhere, --defsym gives a name to something else, code without a fragment defines what the fragment only
 * declares. Where the table of the object file is here, it is believed; where there is only the product's, what fits it
 * is. Where table and fragment disagree and it cannot be told what happened, the name stands for anything: it becomes a
 * foreign symbol, of which nothing is known. Sources: gABI 4.1; the manuals of ld and objcopy.
 */
#include "runtime/cwi/link_tables.h"

uint16_t *cwi_tables_mark(struct names *n, const char *name)
{
    if (!n->list)
        n->list = base_intern_new();
    uint32_t id = base_intern_add(n->list, name, strlen(name));
    if (id == n->marks.count)
        vec_push(&n->marks, 0);
    return &n->marks.items[id];
}

uint16_t cwi_tables_marks(const struct names *n, const char *name)
{
    uint32_t id = n->list ? base_intern_find(n->list, name, strlen(name)) : UINT32_MAX;
    return id == UINT32_MAX ? 0 : n->marks.items[id];
}

static void names_free(struct names *n)
{
    base_intern_free(n->list);
    vec_free(&n->marks);
}

/* ---- what a unit says -------------------------------------------------------------------------------------------- */

static void note_name(struct names *n, const char *name, enum cwi_linkage linkage, bool in_line, bool is_alias)
{
    if (!name)
        return;
    uint16_t *m = cwi_tables_mark(n, name);
    if (linkage == CWI_EXTERN) {
        *m |= MENTIONED;
        return;
    }
    *m |= is_alias ? ALIAS : 0;
    if (*m & SOLID && linkage == CWI_GLOBAL && !in_line)
        *m |= TWICE;
    *m |= linkage == CWI_WEAK && !in_line ? IN_FRAGMENT
          : linkage == CWI_COMMON         ? IN_FRAGMENT | STRONG
                                          : IN_FRAGMENT | STRONG | SOLID;
    if (in_line || linkage == CWI_COMMON || linkage == CWI_WEAK)
        *m |= IN_LINE;
}

static void note_unit(struct names *n, const struct cwi_unit *u)
{
    for (size_t i = 1; i < u->funcs.count; i++) {
        const struct cwi_func *f = u->funcs.items[i];
        if (f->linkage != CWI_STATIC)
            note_name(n, cwi_symbol_name(f->name, f->asm_name), f->linkage, f->is_inline || f->comdat,
                      f->alias_of != NULL);
    }
    for (size_t i = 1; i < u->vars.count; i++) {
        const struct cwi_var *v = u->vars.items[i];
        if (v->linkage >= CWI_GLOBAL)
            note_name(n, cwi_symbol_name(v->name, v->asm_name), v->linkage, v->comdat != NULL, v->alias_of != NULL);
    }
}

static void note_table(struct names *n, const struct cwi_input *in)
{
    for (size_t i = 0; i < in->symbol_count; i++) {
        const struct cwi_symbol *s = &in->symbols[i];
        uint16_t *m = cwi_tables_mark(n, s->name);
        if (!s->is_defined || s->is_imported)
            *m |= WANTED;
        else if (s->is_local)
            *m |= LOCAL_ONLY;
        else
            *m |= s->is_weak ? WEAK | DEFINED : DEFINED;
    }
}

/* ---- what was renamed -------------------------------------------------------------------------------------------- */

/* What GCC calls where the source calls another function or none, and what inline functions of <stdio.h> and <stdlib.h>
 * refer to. */
static bool is_compilers(const char *name)
{
    static const char *const names[] = {"abort",
                                        "bcmp",
                                        "calloc",
                                        "cbrt",
                                        "exp",
                                        "exp10",
                                        "exp2",
                                        "fputc",
                                        "fputc_unlocked",
                                        "fputs",
                                        "fputs_unlocked",
                                        "fwrite",
                                        "fwrite_unlocked",
                                        "getc",
                                        "main",
                                        "malloc",
                                        "memchr",
                                        "memcmp",
                                        "memcpy",
                                        "memmove",
                                        "mempcpy",
                                        "memset",
                                        "putc",
                                        "putchar",
                                        "putchar_unlocked",
                                        "puts",
                                        "puts_unlocked",
                                        "sincos",
                                        "sincosf",
                                        "sincosl",
                                        "sprintf",
                                        "sqrt",
                                        "sqrtf",
                                        "stdin",
                                        "stdout",
                                        "stpcpy",
                                        "strcat",
                                        "strchr",
                                        "strcmp",
                                        "strcpy",
                                        "strlen",
                                        "strncat",
                                        "strncmp",
                                        "strncpy",
                                        "strnlen",
                                        "strrchr",
                                        "strstr",
                                        "strtod",
                                        "strtol",
                                        "strtoll",
                                        "tolower",
                                        "toupper",
                                        "vfprintf"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return (*name == '_' && strncmp(name, "__wrap_", 7) != 0) || strchr(name, '.');
}

/* The start-up code's own, and what belongs to the implementation: in every program. */
bool cwi_tables_is_startup(const char *name)
{
    static const char *const names[] = {"_dl_relocate_static_pie",
                                        "_edata",
                                        "_end",
                                        "_etext",
                                        "_fini",
                                        "_fp_hw",
                                        "_init",
                                        "_start",
                                        "data_start",
                                        "edata",
                                        "end",
                                        "etext",
                                        "main"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    bool is_reserved = *name == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
    return is_reserved || strchr(name, '.');
}

/* An object file: a name it wants that no fragment of it mentions, or defines without one, tells that names were
 * changed. */
static void find_renamed(struct tables *t, struct input_facts *f)
{
    for (uint32_t i = 0; i < f->names.marks.count; i++) {
        uint16_t m = f->names.marks.items[i];
        const char *name = base_intern_str(f->names.list, i);
        if (m & (IN_FRAGMENT | MENTIONED))
            continue;
        if (m & WANTED && !is_compilers(name))
            f->loses_mentions = true;
        if (m & DEFINED && !cwi_tables_is_startup(name))
            *cwi_tables_mark(&t->foreign, name) = DEFINED;
    }
    f->loses_definitions = true; /* what its table has not, nobody else sees under that name */
}

/* Functions of the C library that are linked into each module that calls them (libc_nonshared.a of glibc): a local
 * name, with one call of a function that is imported. */
static bool is_linked_in(const struct names *n, const char *name)
{
    static const char *const rows[][2] = {
        {"at_quick_exit", "__cxa_at_quick_exit"},
        {"atexit", "__cxa_atexit"},
        {"fstat", "__fxstat"},
        {"fstat64", "__fxstat64"},
        {"fstatat", "__fxstatat"},
        {"fstatat64", "__fxstatat64"},
        {"lstat", "__lxstat"},
        {"lstat64", "__lxstat64"},
        {"mknod", "__xmknod"},
        {"mknodat", "__xmknodat"},
        {"pthread_atfork", "__register_atfork"},
        {"stat", "__xstat"},
        {"stat64", "__xstat64"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i][0], name))
            return !(cwi_tables_marks(n, name) & DEFINED) && cwi_tables_marks(n, rows[i][1]) & WANTED;
    return false;
}

/* A module: its table holds what all of its object files had, and what was linked in without a fragment. */
static void find_foreign(struct tables *t, struct input_facts *f)
{
    if (f->input->is_static)
        return; /* what has no fragment is the C library's */
    for (uint32_t i = 0; i < f->names.marks.count; i++) {
        uint16_t m = f->names.marks.items[i];
        const char *name = base_intern_str(f->names.list, i);
        if (m & IN_FRAGMENT || !(m & (DEFINED | LOCAL_ONLY)) || cwi_tables_is_startup(name))
            continue;
        if (!(m & DEFINED || m & MENTIONED) || is_linked_in(&f->names, name))
            continue;
        *cwi_tables_mark(&t->foreign, name) = DEFINED;
        f->has_foreign_code = true;
        f->loses_definitions |= (m & DEFINED) != 0;
    }
}

/* ---- names that stand for the same place ------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const struct cwi_symbol *x = *(const struct cwi_symbol *const *)a, *y = *(const struct cwi_symbol *const *)b;
    return x->value != y->value ? (x->value < y->value ? -1 : 1) : strcmp(x->name, y->name);
}

static void add_alias(struct link *l, const char *name, const char *is)
{
    struct tables *t = l->tables;
    if (!t->aliases)
        t->aliases = base_intern_new();
    uint32_t id = base_intern_add(t->aliases, name, strlen(name));
    if (id == t->alias_of.count)
        vec_push(&t->alias_of, is);
}

/* In a module: a name that no fragment defines, at the address of one that a fragment does. */
static void find_aliases(struct link *l, struct input_facts *f)
{
    const struct cwi_symbol **sorted = ARENA_ARRAY(l->scratch, const struct cwi_symbol *, f->input->symbol_count + 1);
    size_t n = 0;
    for (size_t i = 0; i < f->input->symbol_count; i++)
        if (f->input->symbols[i].is_defined && !f->input->symbols[i].is_imported && f->input->symbols[i].value)
            sorted[n++] = &f->input->symbols[i];
    if (n)
        qsort(sorted, n, sizeof *sorted, by_value);
    for (size_t from = 0, to; from < n; from = to) {
        const char *known = NULL;
        uint32_t solid = 0;
        for (to = from; to < n && sorted[to]->value == sorted[from]->value; to++) {
            uint16_t m = cwi_tables_marks(&f->names, sorted[to]->name);
            if (m & IN_FRAGMENT)
                known = sorted[to]->name;
            solid += m & SOLID && !(m & ALIAS) && !sorted[to]->is_local;
        }
        for (size_t i = from; solid > 1 && i < to; i++) /* a linker script made them one */
            *cwi_tables_mark(&f->names, sorted[i]->name) |= TWICE;
        for (size_t i = from; known && i < to; i++)
            if (!(cwi_tables_marks(&f->names, sorted[i]->name) & IN_FRAGMENT) &&
                cwi_tables_marks(&f->names, sorted[i]->name) & MENTIONED)
                add_alias(l, sorted[i]->name, known);
    }
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static struct input_facts *facts_of(const struct tables *t, const struct cwi_input *in)
{
    for (size_t i = 0; i < t->inputs.count; i++)
        if (t->inputs.items[i].input == in)
            return &t->inputs.items[i];
    return NULL;
}

static void add_input(struct tables *t, const struct cwi_input *in)
{
    if (facts_of(t, in))
        return;
    struct input_facts f = {.input = in, .has_table = in->symbol_count && !in->is_lto};
    vec_push(&t->inputs, f);
}

static void read_parts(struct link *l)
{
    struct tables *t = l->tables;
    for (size_t i = 0; i < l->parts.count; i++)
        add_input(t, l->parts.items[i].table);
    for (size_t i = 0; i < l->parts.count; i++) {
        struct part *p = &l->parts.items[i];
        struct input_facts *own = facts_of(t, p->table), *of_module = facts_of(t, p->input);
        note_unit(&own->names, p->u);
        if (of_module && of_module != own) /* some of its parts have tables of their own */
            note_unit(&of_module->names, p->u);
        p->facts = own;
    }
}

/* The length of a library's name in a path: libc of libc.so.6 and of libc-2.31.so; 0: not where the system has its. */
static size_t system_name(const char *path, const char **name)
{
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    if (strncmp(path, "/lib", 4) != 0 && strncmp(path, "/usr/lib", 8) != 0)
        return 0;
    size_t length = strcspn(*name, ".");
    while (length && ((*name)[length - 1] >= '0' && (*name)[length - 1] <= '9'))
        length--;
    return length - (length && (*name)[length - 1] == '-');
}

bool cwi_tables_is_c_library(const char *path)
{
    const char *name;
    return system_name(path, &name) == 4 && !strncmp(name, "libc", 4);
}

/* The C library, that of terminals, and what belongs to the compiler: what they define is what its name says. */
static bool is_system_library(const char *path)
{
    static const char *const names[] = {"ld-linux",     "libanl",   "libasan",    "libatomic", "libc",    "libcrypt",
                                        "libdl",        "libgcc_s", "libgomp",    "libm",      "libmvec", "libncurses",
                                        "libncursesw",  "libnsl",   "libpthread", "libresolv", "librt",   "libstdc++",
                                        "libthread_db", "libtinfo", "libtsan",    "libubsan",  "libutil"};
    const char *name;
    size_t length = system_name(path, &name);
    for (size_t i = 0; length && i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && !strncmp(name, names[i], length))
            return true;
    return length && !strncmp(name, "ld-linux", 8);
}

/* What an input without any unit defines is foreign; shared libraries define what weak names may be bound to. */
static void note_bare(struct tables *t, const struct cwi_input *in)
{
    bool is_library = in->is_module && !in->is_executable, is_known = is_library && is_system_library(in->path);
    for (size_t i = 0; i < in->define_count && is_library; i++)
        *cwi_tables_mark(&t->library, in->defines[i]) = DEFINED;
    for (size_t i = 0; i < in->define_count && !is_known; i++)
        if (!in->unit_count && !in->is_lazy && !cwi_tables_is_startup(in->defines[i]))
            *cwi_tables_mark(&t->foreign, in->defines[i]) = DEFINED;
    for (size_t i = 0; !in->unit_count && !in->is_lazy && !is_known && i < in->want_count; i++)
        if (!cwi_tables_is_startup(in->wants[i]))
            *cwi_tables_mark(&t->exposed, in->wants[i]) = WANTED;
    for (size_t i = 0; !in->unit_count && !is_known && i < in->bound_count; i++) /* its own, or the program's */
        *cwi_tables_mark(&t->exposed, in->bound[i]) = WANTED;
}

/* -Bsymbolic, protected: the library refers to its own definition. A program that copied a variable has another. */
static void note_own(struct tables *t, const struct input_facts *f)
{
    if (!f->input->is_module || f->input->is_executable)
        return;
    for (uint32_t i = 0; i < f->names.marks.count; i++)
        if (f->names.marks.items[i] & IN_FRAGMENT)
            *cwi_tables_mark(&t->own, base_intern_str(f->names.list, i)) |= DEFINED;
    for (size_t i = 0; i < f->input->bound_count; i++)
        *cwi_tables_mark(&t->own, f->input->bound[i]) |= WANTED;
}

/* Of a module that holds code without a fragment it cannot be told what that names. */
static void expose_all(struct tables *t, const struct input_facts *f)
{
    for (uint32_t i = 0; i < f->names.marks.count; i++)
        if (f->names.marks.items[i] & IN_FRAGMENT && !cwi_tables_is_startup(base_intern_str(f->names.list, i)))
            *cwi_tables_mark(&t->exposed, base_intern_str(f->names.list, i)) = WANTED;
}

/* Every library that the program needs is among the inputs. */
static bool has_all(const struct cwi_inputs *in)
{
    bool is_program = false;
    for (size_t i = 0; i < in->list.count; i++) {
        const struct cwi_input *x = &in->list.items[i];
        is_program |= x->is_executable;
        for (size_t k = 0; k < x->needed_count; k++) {
            bool found = false;
            for (size_t o = 0; o < in->list.count && !found; o++)
                found = in->list.items[o].is_module && base_path_ends_with(in->list.items[o].path, x->needed[k]);
            if (!found)
                return false;
        }
    }
    return is_program;
}

static void note_solid(struct names *solid, const struct names *n)
{
    for (uint32_t i = 0; i < n->marks.count; i++)
        if (n->marks.items[i] & SOLID) {
            uint16_t *m = cwi_tables_mark(solid, base_intern_str(n->list, i));
            *m |= *m ? SOLID | TWICE : SOLID;
        }
}

static void read_table(struct link *l, struct input_facts *f)
{
    note_table(&f->names, f->input);
    if (f->input->is_module) {
        find_aliases(l, f);
        find_foreign(l->tables, f);
    } else {
        find_renamed(l->tables, f);
    }
}

/* What code without a fragment may name, where no table tells. */
static void find_exposed(struct link *l)
{
    struct tables *t = l->tables;
    bool by_name = false; /* everything may be looked up when it runs */
    for (size_t i = 0; i < t->inputs.count; i++) {
        const struct names *n = &t->inputs.items[i].names;
        by_name |= (cwi_tables_marks(n, "dlsym") | cwi_tables_marks(n, "dlvsym")) & MENTIONED;
    }
    for (size_t i = 0; i < t->inputs.count; i++)
        if (by_name || t->inputs.items[i].has_foreign_code || cwi_link_has_foreign_start(l, t->inputs.items[i].input))
            expose_all(t, &t->inputs.items[i]);
}

void cwi_tables_read(struct link *l)
{
    struct tables *t = l->tables = ARENA_NEW(l->scratch, struct tables);
    read_parts(l);
    for (size_t i = 0; i < t->inputs.count; i++) {
        struct input_facts *f = &t->inputs.items[i];
        note_own(t, f);
        note_solid(&t->solid, &f->names);
        if (f->has_table)
            read_table(l, f);
    }
    for (size_t i = 0; i < l->in->list.count; i++)
        note_bare(t, &l->in->list.items[i]);
    find_exposed(l);
    for (size_t i = 0; i < l->in->defsyms.count; i++)
        add_alias(l, l->in->defsyms.items[i].name, l->in->defsyms.items[i].is);
    t->all_here = has_all(l->in);
}

void cwi_tables_free(struct tables *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->inputs.count; i++)
        names_free(&t->inputs.items[i].names);
    vec_free(&t->inputs);
    names_free(&t->foreign);
    names_free(&t->library);
    names_free(&t->solid);
    names_free(&t->own);
    names_free(&t->exposed);
    base_intern_free(t->aliases);
    vec_free(&t->alias_of);
}

bool cwi_tables_absent(const struct link *l, const char *name)
{
    return l->tables->all_here && !cwi_tables_marks(&l->tables->library, name) &&
           !cwi_tables_marks(&l->tables->foreign, name);
}

bool cwi_tables_of_library(const struct link *l, const char *name)
{
    return cwi_tables_marks(&l->tables->library, name) != 0;
}

bool cwi_tables_exposed(const struct link *l, const char *name)
{
    return cwi_tables_marks(&l->tables->exposed, name) != 0;
}
