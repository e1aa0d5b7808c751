/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// What the elements of a vector lead to is written.
#include <sys/uio.h>
int main(void)
{
    char b[4];
    struct iovec v = {b, 100};
    readv(0, &v, 1);
    return 0;
}
