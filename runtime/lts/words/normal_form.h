/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a normal form to a transition system. A normal form is a deterministic graph whose states, the nodes, are
 * coloured by their kind (acceptance.h): after a word, the node that it leads to tells what can be refused.
 */
#ifndef CWOLF_LTS_WORDS_NORMAL_FORM_H
#define CWOLF_LTS_WORDS_NORMAL_FORM_H

#include "runtime/lts/words/acceptance.h"

/* The system of a normal form whose nodes all differ in what can be observed from them. With `modal`, one state of each
 * node can do all that the node can: it simulates any system with that normal form, so that the implementations of one
 * with may steps are among those of the result when all steps of it are may. */
enum status words_normal_form_unfold(const struct graph *normal, const struct acceptances *x, bool modal,
                                     struct graph *out, const struct lts_control *c, struct diag *d);

#endif
