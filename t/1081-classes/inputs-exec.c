/* SPDX-License-Identifier: GPL-3.0-or-later */
// execv returns only when it fails.
// run: ./prog
// exhaustive
// wants: True
#include <assert.h>
#include <unistd.h>
int main(void)
{
    char *args[] = {"true", 0};
    assert(execv("/bin/true", args) == -1);
    return 0;
}
