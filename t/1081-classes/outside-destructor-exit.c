/* SPDX-License-Identifier: GPL-3.0-or-later */
// exit in a destructor: those left run, status changed, nothing aborts.
// exhaustive
// wants: True
// opposite: False
#include <stdlib.h>
#include <unistd.h>
__attribute__((destructor(200))) static void second(void)
{
    abort();
}
__attribute__((destructor(300))) static void first(void)
{
#ifndef OPPOSITE
    _exit(3);
#endif
}
int main(void)
{
    return 0;
}
