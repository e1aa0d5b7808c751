/* SPDX-License-Identifier: GPL-3.0-or-later */
// What only an alias names is there: a static variable, a static function.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int hidden = 5;
extern int shown __attribute__((alias("hidden")));
static int work(int x) { return x + 1; }
int act(int x) __attribute__((alias("work")));
int main(void)
{
    claim(shown == 5 && act(1) == 2);
    return 0;
}
