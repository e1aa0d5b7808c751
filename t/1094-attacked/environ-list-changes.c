/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// Strings move in the program's own list.
#include <stdlib.h>
extern char **environ;
static char *list[3] = {"A=1", 0, 0};
int main(void)
{
    environ = list;
    unsetenv("A");
    if (!list[0]) abort();
    return 0;
}
