/* SPDX-License-Identifier: GPL-3.0-or-later */
// -e names another function than _start: main is never called.
// build: $CC $S -nostartfiles -Wl,-e,enter -o prog
// run: ./prog
// wants: any
#include <assert.h>
#include <unistd.h>
static int x;
__attribute__((force_align_arg_pointer)) void enter(void)
{
    assert(x == 1);
    _exit(0);
}
int main(void)
{
    return 0;
}
