/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * help_text: the topics of `cwolf help`, as text; tables are printed from the rooms' own tables by help.c.
 */
#ifndef CWOLF_DRIVER_HELP_TEXT_H
#define CWOLF_DRIVER_HELP_TEXT_H

#include "runtime/base/base.h"

struct help_topic {
    const char *name, *title;
    const char *text;               /* before the table */
    void (*table)(struct buf *out); /* or NULL */
    const char *more;               /* behind the table, or NULL */
};
extern const struct help_topic driver_help_topics[]; /* ends with name == NULL */

extern const char driver_help_rules_text[]; /* rules_help.c */

/* The tables, printed from what the parsers read (help.c). */
void driver_help_commands(struct buf *out);
void driver_help_annotations(struct buf *out);
void driver_help_abstractions(struct buf *out);
void driver_help_events(struct buf *out);
void driver_help_label_maps(struct buf *out);
void driver_help_grains(struct buf *out);
void driver_help_rules(struct buf *out); /* rules.c */

#endif
