/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * abstractions: closures on value sets. An abstraction rounds a value set up to the nearest set that it can represent.
 *
 * round is extensive (the result contains the argument), idempotent, and monotone unless the class says `bounded` (one
 * that bounds the number of pieces may give up monotone). parts cuts a set into disjoint, rounded, covering pieces: the
 * choices that a state splits into when an input enters a slot.
 *
 * Each class is one small file here and one row of abs_classes, which the parser, the printer, the help and the tests
 * read. Classes work in the variable's own type and order. Source: DuVarney 2002, table 2.1 and section 7.1.1.
 */
#ifndef CWOLF_ABSTRACTIONS_H
#define CWOLF_ABSTRACTIONS_H

#include "runtime/values/values.h"

struct abs; /* one abstraction: a class with its arguments, for any type; immutable, lives in the arena it was made
             * in */

/* An argument of a class: an integer; an inclusive interval lo..hi (user partitions: `parts([0..3], [4..9])`); or
 * another abstraction (the element of an array: `part(0,1) array`). */
struct abs_arg {
    enum { ABS_INT, ABS_INTERVAL, ABS_ABS } kind;
    int64_t lo, hi; /* ABS_INT: both the value. Open ends of a user's interval are INT64_MIN and INT64_MAX */
    const struct abs *abs;
};

struct abs_class {
    const char *name;       /* "part" */
    const char *aliases[4]; /* "ranges"; NULL ends */
    const char *arguments;  /* "a1, ..., ak" for the help; "" when it takes none */
    const char *help;       /* one line in the user's words */
    bool bounded;           /* not monotone */
    bool keeps_singletons;  /* round leaves every single value alone */
    bool grows;             /* sets can grow for very long: where states are joined they are widened */
    bool tracks;            /* false only for top: a variable under it needs no slot */
    /* Checks the arguments, makes what round needs in `a`. */
    enum status (*make)(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                        struct diag *d);
    vs (*round)(struct vs_pool *p, const void *data, struct vs_type t, vs v);
    /* Pieces of v into out[0 .. limit-1]; returns their number, or 0 when there are more than limit or no finite parts
     * worth splitting over. */
    size_t (*parts)(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit);
    const char *word; /* the user's word where it is not the name: "ranges" for part */
    bool in_type;     /* arguments are values of the variable's type (abs_fits_type looks at them) */
};
extern const struct abs_class *const abs_classes[];       /* ends with NULL */
const struct abs_class *abs_class_find(const char *name); /* by name or alias */

/* Makes an abstraction. Fails at `at` with the nearest class name, or with what is wrong about the arguments. */
enum status abs_make(struct arena *a, const char *name, const struct abs_arg *args, size_t count, struct place at,
                     const struct abs **out, struct diag *d);
const struct abs *abs_top(void);
const struct abs *abs_free_type(void); /* the class `free`: everything is kept as it is */
const struct abs_class *abs_class_of(const struct abs *a);
const struct abs *abs_element(const struct abs *a); /* of `T array`; any other abstraction is its own element's */
bool abs_equal(const struct abs *a, const struct abs *b);

vs abs_round(struct vs_pool *p, const struct abs *a, struct vs_type t, vs v);
size_t abs_parts(struct vs_pool *p, const struct abs *a, struct vs_type t, vs v, vs *out, size_t limit);

/* Arguments that cannot occur in the type (a breakpoint outside it): the first such argument into *bad. */
bool abs_fits_type(const struct abs *a, struct vs_type t, int64_t *bad);

/* An abstraction whose round is a C function of the caller's: `round` must be a closure (abs_check_closure tests it),
 * depend on nothing but its arguments, and give VS_TOP or v itself for kinds of type that it does not know. parts are
 * the rounded values, one by one, where they are disjoint. Two of them are equal when they are the same object. */
const struct abs *abs_user(struct arena *a, const char *name,
                           vs (*round)(struct vs_pool *p, void *context, struct vs_type t, vs v), void *context);

/* Whether round is extensive, idempotent and (unless the class is bounded) monotone, and parts are disjoint, rounded
 * and covering, and whether single values stay where the class says so: for every set of a type of up to 4 bits, else
 * on samples. Fails at `at` with the set on which it is not. */
enum status abs_check_closure(struct vs_pool *p, const struct abs *a, struct vs_type t, struct place at,
                              struct diag *d);

/* As written in a map: "part(0, 1, 2)"; `users_words` prefers "ranges(0, 1, 2)". */
void abs_print(const struct abs *a, bool users_words, struct buf *out);

#endif
