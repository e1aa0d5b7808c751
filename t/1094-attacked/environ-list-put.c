/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// putenv replaces a string in the program's own list.
#define _GNU_SOURCE
#include <stdlib.h>
extern char **environ;
static char *list[3] = {"A=1", 0, 0};
int main(void)
{
    environ = list;
    putenv("A=2");
    if (list[0][2] == '2') abort();
    return 0;
}
