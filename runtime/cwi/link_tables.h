/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is known of names from symbol tables, for link_tables.c, which reads it, and link_bound.c, which binds by it.
 */
#ifndef CWOLF_CWI_LINK_TABLES_H
#define CWOLF_CWI_LINK_TABLES_H

#include "runtime/cwi/link.h"

/* Names of one input, an object file or a module, or of all. */
struct names {
    struct intern *list;
    struct VEC(uint16_t) marks; /* by the names' ids */
};
enum mark {
    IN_FRAGMENT = 1, /* some unit of it defines it */
    IN_LINE = 2,     /* and may do so without code: inline, comdat */
    MENTIONED = 4,   /* some unit of it declares it */
    DEFINED = 8,
    WEAK = 16,
    LOCAL_ONLY = 32,
    WANTED = 64,  /* as its table has it */
    TWICE = 128,  /* several units of it define it */
    STRONG = 256, /* some unit defines it, and not weakly, ... */
    SOLID = 512,  /* ... nor as a common variable */
    ALIAS = 1024, /* some unit defines it as another name of something */
};

struct input_facts {
    const struct cwi_input *input;
    struct names names;
    bool has_table, loses_mentions; /* what it mentions and its table has not, was renamed */
    bool loses_definitions, has_foreign_code;
};
struct tables {
    struct VEC(struct input_facts) inputs;
    struct names foreign;              /* defined by code without a fragment, of the whole program */
    struct names library;              /* defined by other modules */
    struct names solid;                /* defined by fragments, not weakly */
    struct names own;                  /* of libraries that mean their own, whatever the program has */
    struct names exposed;              /* which code without a fragment may name */
    struct intern *aliases;            /* "name" ... */
    struct VEC(const char *) alias_of; /* ... by its id */
    bool all_here;                     /* a program, and the libraries it needs */
};

/* The marks of a name, which may be set; entered when it is new. */
uint16_t *cwi_tables_mark(struct names *n, const char *name);
uint16_t cwi_tables_marks(const struct names *n, const char *name); /* 0: it is not known */
bool cwi_tables_is_startup(const char *name);

/* The system's libc: its constructors call nothing of a program, whatever it defines of what libc imports. */
bool cwi_tables_is_c_library(const char *path);

#endif
