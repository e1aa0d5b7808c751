/* SPDX-License-Identifier: GPL-3.0-or-later */
// regexec fills an array of places; -1 where a group took no part.
// wants: any
#include <assert.h>
#include <regex.h>
int main(void)
{
    regex_t r;
    regmatch_t m[3] = {{5, 5}, {5, 5}, {5, 5}};
    if (regcomp(&r, "b(x)?(c)", REG_EXTENDED) != 0 || regexec(&r, "abcd", 3, m, 0) != 0)
        return 1;
    assert(!(m[0].rm_so == 1 && m[1].rm_so == -1 && m[2].rm_eo == 3));
    return 0;
}
