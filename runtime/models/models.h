/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * models: parts of the C library in C, compiled with the plugin, where a row of effects says too little. Their
 * fragments travel in the command.
 */
#ifndef CWOLF_MODELS_H
#define CWOLF_MODELS_H

#include "runtime/cwi/fragments.h"

/* Adds them to what is to be linked: each takes part when a unit mentions what it defines (cwi_input.is_model). They
 * are for targets of 64 bits with little endian alone; nothing is added where a unit is for another. */
enum status models_add(struct cwi_inputs *in, struct diag *d);

#endif
