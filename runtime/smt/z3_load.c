/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Z3's library is loaded when its functions are first needed.
 */
#include "z3_load.h"

#include <dlfcn.h>

enum status smt_load(struct z3 *z3, struct diag *d)
{
    static const char *const names[] = {"libz3.so.4", "libz3.so"};
    void *library = NULL;
    for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return diag_set(d, ST_SYSTEM, (struct place){0},
                        "the solver Z3 is needed here: install the package libz3-4 (%s)", dlerror());
#define SMT_FIND(name)                                                                                                 \
    if (!(*(void **)&z3->name = dlsym(library, "Z3_" #name)))                                                          \
        return diag_set(d, ST_SYSTEM, (struct place){0},                                                               \
                        "this library Z3 has no function Z3_" #name ": install version 4.8 or later");
    SMT_FUNCTIONS(SMT_FIND)
#undef SMT_FIND
    return ST_OK;
}
