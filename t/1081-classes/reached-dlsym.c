/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function found by its name.
// libs: -rdynamic
// run: ./prog
// wants: any
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
void target(void)
{
    abort();
}
int main(void)
{
    void (*f)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "target");
    if (f)
        f();
    return 0;
}
