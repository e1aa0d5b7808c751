/* SPDX-License-Identifier: GPL-3.0-or-later */
// reach_error of the program's own, which aborts through assert of another name.
// run: ./prog
// wants: False
#include <assert.h>
void reach_error(void)
{
    __assert_fail("0", "reach.c", 3, "reach_error");
}
int main(void)
{
    reach_error();
}
