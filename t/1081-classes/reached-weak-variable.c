/* SPDX-License-Identifier: GPL-3.0-or-later */
// An undefined weak variable is at address 0; a weak definition is not.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int none __attribute__((weak));
__attribute__((weak)) int some = 3;
int main(void)
{
    claim(&none == 0 && &some != 0 && some == 3);
    return 0;
}
