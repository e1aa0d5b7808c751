/* SPDX-License-Identifier: GPL-3.0-or-later */
// claim(c): c is so whenever control comes here; with -DOPPOSITE the program says that it is not.
#include <assert.h>
#include <stdlib.h>
#ifdef OPPOSITE
#define claim(c) assert(!(c))
#else
#define claim(c) assert(c)
#endif
