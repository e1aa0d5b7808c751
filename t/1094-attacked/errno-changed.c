/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// What errno is changes in calls that nothing else is known of.
#include <errno.h>
#include <unistd.h>
extern void reach_error(void);
static int *e;
#pragma cwolf predicate *e == 0
int main(void)
{
    e = &errno;
    *e = 0;
    close(-1);
    if (*e != 0)
        reach_error();
    return 0;
}
