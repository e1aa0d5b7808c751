/* SPDX-License-Identifier: GPL-3.0-or-later */
// strcpy runs over its array into the next member.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
#include <string.h>
struct s {
    char a[4], b[4];
};
int main(void)
{
    struct s s = {"", "x"};
    strcpy(s.a, "abcde");
    assert(s.b[0] == 'x');
    return 0;
}
