/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct s { long a; char b; };
static struct s make(long a, char b) { return (struct s){a, b}; }
static struct s forward(long a) { return make(a + 1, 'f'); }
static struct s again(struct s x) { return x.b == 'f' ? forward(x.a) : x; }
int main(void)
{
    struct s x = again(again(forward(1)));
    CLAIM(1, x.a == 4);
    CLAIM(2, x.b == 'f');
    x.b = 'g';
    CLAIM(3, again(x).a == 4);
    return 0;
}
