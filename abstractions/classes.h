/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room abstractions: the classes, and what several of them share.
 */
#ifndef CWOLF_ABSTRACTIONS_CLASSES_H
#define CWOLF_ABSTRACTIONS_CLASSES_H

#include "abstractions/abstractions.h"

extern const struct abs_class abs_class_top, abs_class_int, abs_class_minmax, abs_class_mod, abs_class_part,
    abs_class_values, abs_class_bool, abs_class_free, abs_class_intervals, abs_class_set, abs_class_div,
    abs_class_parts, abs_class_pointer, abs_class_array, abs_class_user;

/* The integers of an argument list, for classes whose data is that. */
struct int_list {
    size_t count;
    int64_t *items;
};

/* Argument checks; each fails at `at` with what is wrong, in the user's words. */
enum status abs_no_arguments(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                             struct diag *d);
enum status abs_one_number(const char *name, const struct abs_arg *args, size_t count, int64_t least, int64_t most,
                           struct place at, struct diag *d);
enum status abs_numbers(const char *name, struct arena *a, const struct abs_arg *args, size_t count, struct place at,
                        struct int_list **out, struct diag *d);

/* lo .. hi clipped to the type; INT64_MIN and INT64_MAX are open ends. Of floats: the numbers from lo to hi, with both
 * zeros where one is in. */
vs abs_range(struct vs_pool *p, struct vs_type t, int64_t lo, int64_t hi);

bool abs_in_type(struct vs_type t, int64_t v);
vs abs_single(struct vs_pool *p, struct vs_type t, int64_t v); /* VS_BOTTOM outside the type */

/* Of floats: the numbers between the least and the greatest, and NaN if v has it. */
vs abs_float_hull(struct vs_pool *p, struct vs_type t, vs v);

/* The values one by one, when they are at most limit. */
size_t abs_singletons(struct vs_pool *p, struct vs_type t, vs v, vs *out, size_t limit);

/* A partition of the type, given by a function from numbers to pieces: VS_BOTTOM for one that is not in the type. */
typedef vs abs_piece(struct vs_pool *p, const void *data, struct vs_type t, size_t i);
vs abs_round_to_pieces(struct vs_pool *p, const void *data, struct vs_type t, vs v, abs_piece *piece, size_t count);
size_t abs_parts_by_pieces(struct vs_pool *p, const void *data, struct vs_type t, vs v, abs_piece *piece, size_t count,
                           vs *out, size_t limit);

struct abs {
    const struct abs_class *class;
    size_t count;
    const struct abs_arg *args;
    void *data;
};

struct user {
    const char *name;
    vs (*round)(struct vs_pool *p, void *context, struct vs_type t, vs v);
    void *context;
};

#endif
