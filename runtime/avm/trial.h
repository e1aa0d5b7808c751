/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trial: one run whose inputs are chosen beforehand, so that what it does, it does for certain.
 *
 * Standard input is a text, of which a state knows how much was read; main's arguments are strings; what other inputs
 * give is chosen when they are asked. All of it comes from a number and from the constants and literals of the program.
 * Where the environment cannot be sure to choose (a program that writes into its own input), nothing is chosen.
 */
#ifndef CWOLF_AVM_TRIAL_H
#define CWOLF_AVM_TRIAL_H

#include "runtime/avm/memory/memory.h"
#include "step.h"

struct trial;

/* What is chosen for the machine's configured trial (0: nothing); belongs to the machine. */
void avm_trial_begin(struct avm *m);
void avm_trial_free(struct trial *t); /* NULL is allowed */
/* argc and argv of the first state. */
void avm_trial_arguments(struct avm *m, struct work *s, const struct func_code *entry);
/* A call that reads an input: 1, and its result in *v; 0: it is none, or not known well enough; -1: it is surely
 * undefined, m->trap says why. `is_free`: every result in *v is possible. */
int avm_trial_call(struct avm *m, struct work *s, const struct op *op, bool is_free, vs *v);
/* For avm_trial_call. Writes through a pointer argument: 1 written, 0 it is not known where, -1 surely undefined. */
int avm_trial_write(struct avm *m, struct work *s, const struct op *op, uint32_t arg, const char *bytes, uint64_t size);
/* scanf and fscanf from place *at of the input, which moves on; like avm_trial_call. */
int avm_trial_scan(struct avm *m, struct work *s, const struct op *op, const struct buf *input, uint64_t *at, vs *v);
/* What was chosen, in words; NULL: nothing was asked for. In `a`. */
const char *avm_trial_text(struct arena *a, const struct avm *m);
/* The same as numbers, in `a`; none where arguments, standard input and calls would have to be told apart. */
const int64_t *avm_trial_inputs(struct arena *a, const struct avm *m, uint32_t *count);

#endif
