/* SPDX-License-Identifier: GPL-3.0-or-later */
// main returns into functions of atexit, one of which calls main again.
// run: ./prog
// wants: False
#include <stdlib.h>
static int calls;
int main(void);
static void again(void)
{
    main();
    if (calls == 2)
        abort();
}
int main(void)
{
    if (calls++ == 0)
        atexit(again);
    return 0;
}
