/* SPDX-License-Identifier: GPL-3.0-or-later */
// Functions of at_quick_exit do not run at exit.
// exhaustive
// wants: True
#include <stdlib.h>
static void quick(void)
{
    abort();
}
int main(void)
{
    at_quick_exit(quick);
    return 0;
}
