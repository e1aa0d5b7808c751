/* SPDX-License-Identifier: GPL-3.0-or-later */
// putenv keeps the string: what is stored there is in the environment.
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    static char entry[] = "CWOLF_TEST=1";
    if (putenv(entry) != 0)
        return 1;
    char *value = getenv("CWOLF_TEST");
    entry[11] = '2';
    assert(!(value && value[0] == '2'));
    return 0;
}
