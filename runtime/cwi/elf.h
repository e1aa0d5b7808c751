/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an ELF file says beside its fragments. Private to the reading of files.
 */
#ifndef CWOLF_CWI_ELF_H
#define CWOLF_CWI_ELF_H

#include <gelf.h>
#include <libelf.h>

#include "runtime/cwi/fragments.h"
#include "runtime/cwi/private.h"

/* Fills in everything of `out` that does not come from the units: symbols, what is looked up at load time, libraries
 * needed, functions that run before main. Strings are copied into `a`; `name` is for messages. */
enum status cwi_elf_describe(struct arena *a, Elf *elf, const char *name, struct cwi_input *out, struct diag *d);

#endif
