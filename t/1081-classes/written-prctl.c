/* SPDX-License-Identifier: GPL-3.0-or-later */
// prctl stores behind an argument that its prototype does not name.
// wants: any
#include <assert.h>
#include <sys/prctl.h>
int main(void)
{
    char b[16] = "z";
    if (prctl(PR_SET_NAME, "abc") != 0 || prctl(PR_GET_NAME, b) != 0)
        return 1;
    assert(!(b[0] == 'a'));
    return 0;
}
