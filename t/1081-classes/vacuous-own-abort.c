/* SPDX-License-Identifier: GPL-3.0-or-later */
// A call of a function that the program itself calls abort counts, whatever it does.
// wants: False
#include <unistd.h>
void abort(void)
{
    _exit(0);
}
int main(void)
{
    abort();
}
