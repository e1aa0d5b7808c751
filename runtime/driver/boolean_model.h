/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf model --format=bp`: a program and its predicates as a Boolean program.
 */
#ifndef CWOLF_DRIVER_BOOLEAN_MODEL_H
#define CWOLF_DRIVER_BOOLEAN_MODEL_H

#include "runtime/driver/driver.h"
#include "runtime/predicates/predicates.h"

/* Abstracts and writes; the exit status. */
int driver_boolean_model(struct run_options *o, struct program *p, const struct pred_options *options);

#endif
