/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules: the ready-made sets of rules, in the language of rule files (runtime/notes/rule.h).
 */
#ifndef CWOLF_LABELS_RULES_H
#define CWOLF_LABELS_RULES_H

struct rule_set {
    const char *name, *about, *text;
};
extern const struct rule_set rule_sets[];                  /* ends with name NULL */
const struct rule_set *rule_set_by_name(const char *name); /* NULL: there is none */

/* Why a rule is one, and a C program that breaks it. */
struct rule_explanation {
    const char *name; /* "stdio.null" */
    const char *why, *broken;
};
/* NULL: there is none. */
const struct rule_explanation *rule_explanation(const char *set, const char *rule);

extern const char rules_memory[], rules_posix[], rules_pthread[], rules_stdio[], rules_va[];

#endif
