/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steps of linking, in order: which units take part (link_select.c), which types are one (link_types.c),
 * which names are one and whose definition counts (link_symbols.c), and copying what won (link.c).
 *
 * Invariant of all of them: things are numbered in the order of their first appearance, so that linking in steps, from
 * left to right, numbers as linking at once does.
 */
#ifndef CWOLF_CWI_LINK_H
#define CWOLF_CWI_LINK_H

#include "runtime/cwi/fragments.h"
#include "runtime/cwi/private.h"

struct part { /* a unit that takes part */
    const struct cwi_unit *u;
    const struct cwi_input *input;
    uint32_t module;                      /* number of the executable or shared library it is in; 0: of none */
    const struct cwi_input *table;        /* of its object file where that is known, else its input */
    const struct input_facts *facts;      /* what that says */
    uint32_t *var_symbols, *func_symbols; /* by its ids: the symbol's place in the list, from 1; 0: none */
    cwi_id *files, *types, *vars, *funcs; /* from its ids to those of the result; 0: dropped */
};

struct symbol {              /* an external name */
    cwi_id id;               /* in the result */
    const struct part *part; /* where the definition that counts is */
    cwi_id from;             /* and its id there */
    int rank;
    bool is_address_taken, is_hidden; /* is_hidden: of one module, or of one object file, only */
    bool is_foreign;                  /* code without a fragment defines it, or it cannot be told who does */
    const char *called;               /* by `caller`, the last part that has the name */
    const struct part *caller;
    bool is_strong; /* some reference, or definition, is not weak */
};
struct symbols {
    struct intern *names;
    struct VEC(struct symbol) list; /* by the names' ids */
};

struct link {
    struct arena *scratch;
    struct cwi_unit *out;
    const struct diag_sink *warnings;
    struct diag *d;
    struct VEC(struct part) parts;
    struct symbols vars, funcs;
    struct intern *groups; /* comdat */
    struct VEC(const struct part *) group_owners;
    struct intern *hidden; /* names that several modules have for themselves */
    const struct cwi_inputs *in;
    struct tables *tables;
};

enum status cwi_link_select(struct link *l, const struct cwi_inputs *in);
void cwi_link_types(struct link *l);
void cwi_link_symbols(struct link *l);
void cwi_link_start(struct link *l); /* what of it the result says of its start (link_foreign_start.c) */

/* What symbol tables and the linker's options say about names (link_tables.c). */
void cwi_tables_read(struct link *l); /* fills in l->tables, and the facts of each part */
void cwi_tables_free(struct tables *t);
/* The name under which a unit's mention of `name` is known to the linker; `*is_foreign`, `*is_local` (of its object
 * file) and `*is_weak` (a definition that was weakened) may be set. Where the name means another thing than in its
 * fragment, the result is marked as rebound. */
const char *cwi_tables_name(struct link *l, const struct part *p, const char *name, bool is_definition,
                            bool *is_foreign, bool *is_local, bool *is_weak);
/* Nobody defines a weak name: a program whose libraries are all here. */
bool cwi_tables_absent(const struct link *l, const char *name);
/* A shared library defines it: where the program does as well, the library uses the program's. */
bool cwi_tables_of_library(const struct link *l, const char *name);
/* Code without a fragment may name it. */
bool cwi_tables_exposed(const struct link *l, const char *name);
/* Functions without a fragment run before main. */
bool cwi_link_has_foreign_start(const struct link *l, const struct cwi_input *in);

bool cwi_link_is_among(const char *const *names, size_t count, const char *name);

/* Of the var or func `id` of part p: the symbol it belongs to, or NULL when it is local to the unit. */
struct symbol *cwi_link_var_symbol(const struct link *l, const struct part *p, cwi_id id);
struct symbol *cwi_link_func_symbol(const struct link *l, const struct part *p, cwi_id id);
bool cwi_link_func_won(const struct link *l, const struct part *p, cwi_id id);
bool cwi_link_var_won(const struct link *l, const struct part *p, cwi_id id);

#endif
