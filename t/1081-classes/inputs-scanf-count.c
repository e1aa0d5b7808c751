/* SPDX-License-Identifier: GPL-3.0-or-later */
// scanf with one conversion returns 1, 0 or EOF.
// run: echo 5 | ./prog
// run: echo x | ./prog
// run: ./prog </dev/null
// exhaustive
// wants: True
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x;
    int n = scanf("%d", &x);
    assert(n <= 1);
    return 0;
}
