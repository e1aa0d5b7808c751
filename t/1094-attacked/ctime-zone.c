/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// ctime looks for the time zone.
#include <stdlib.h>
#include <time.h>
int main(void)
{
    time_t t = 0;
    if (timezone != 0) return 0;
    ctime(&t);
    if (timezone != 0) abort();
    return 0;
}
