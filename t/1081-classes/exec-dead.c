/* SPDX-License-Identifier: GPL-3.0-or-later */
// Rules for lines without code and for lines that are never reached put nothing into the model, which is True still.
// exhaustive
// wants: True
#include <stdio.h>
#pragma cwolf label exec "exec-dead.c":10 => dead
int main(void)
{
    return 0;
    puts("dead");
}
