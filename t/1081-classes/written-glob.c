/* SPDX-License-Identifier: GPL-3.0-or-later */
// glob fills a vector of strings, behind the caller's structure.
// wants: any
#include <assert.h>
#include <glob.h>
int main(void)
{
    glob_t g = {.gl_pathc = 7};
    if (glob("/de[v]", 0, 0, &g) != 0)
        return 1;
    assert(!(g.gl_pathc == 1 && g.gl_pathv[0][1] == 'd'));
    return 0;
}
