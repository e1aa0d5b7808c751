/* SPDX-License-Identifier: GPL-3.0-or-later */
// scanf reads a word that fits.
// input: extraordinarily 3\n
#include <stdio.h>

int main(void)
{
    char unit[8];
    int amount = 0;
    if (scanf("%7s", unit) != 1)
        return 1;
    if (scanf("%d", &amount) != 1)
        return 1;
    printf("%d %s\n", amount, unit);
    return 0;
}
