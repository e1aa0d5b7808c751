/* SPDX-License-Identifier: GPL-3.0-or-later */
// A global register variable that nothing in the program sets: it does not begin with 0.
#include "claim.h"
register unsigned long top __asm__("rsp");
int main(void)
{
    claim(top != 0); // construct
    return 0;
}
