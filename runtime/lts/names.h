/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of labels as people write them, applied to tables of labels. Private to the room.
 */
#ifndef CWOLF_LTS_NAMES_H
#define CWOLF_LTS_NAMES_H

#include "runtime/lts/lts.h"

/* The part of a label that names without data mean: up to the first '(', '!' or blank that is not its first byte. */
size_t lts_gate_length(const char *label, size_t size);

/* A table of labels with the silent action alone. */
static inline struct intern *lts_new_labels(void)
{
    struct intern *labels = base_intern_new();
    base_intern_add(labels, "i", 1);
    return labels;
}
/* The labels of all the systems in one table, which the caller owns. */
struct intern *lts_all_labels(const struct lts *const *systems, size_t count);

/* For each label of `labels` its id in `into` after the edits, or LTS_NONE when its transitions go; ids are given in
 * the order of the old ones. Returns a malloc'd array. */
uint32_t *lts_edit_labels(const struct intern *labels, const struct lts_edit *edits, size_t count, struct intern *into);

/* An error when `name` has no * and matches none of the labels. */
enum status lts_check_name(const struct intern *labels, const char *name, struct diag *d);
/* The same for the names of edits. */
enum status lts_check_edit_names(const struct intern *labels, const struct lts_edit *edits, size_t count,
                                 struct diag *d);

#endif
