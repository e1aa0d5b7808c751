/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
/* The list holds the string itself that putenv is handed. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;
static char entry[] = "CW=1";

int main(void)
{
    putenv(entry);
    for (char **p = environ; *p; p++)
        if (!strncmp(*p, "CW=", 3))
            (*p)[3] = '2';
    assert(entry[3] == '1');
    return 0;
}
