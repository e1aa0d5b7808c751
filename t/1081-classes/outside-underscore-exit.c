/* SPDX-License-Identifier: GPL-3.0-or-later */
// _exit skips handlers and destructors.
// exhaustive
// wants: True
// opposite: False
#include <stdlib.h>
#include <unistd.h>
static void last(void)
{
    abort();
}
__attribute__((destructor)) static void later(void)
{
    abort();
}
int main(void)
{
    atexit(last);
#ifdef OPPOSITE
    exit(0);
#endif
    _exit(0);
}
