/* SPDX-License-Identifier: GPL-3.0-or-later */
// Machine code is written into memory and called.
#include "claim.h"
#include <string.h>
#include <sys/mman.h>
int main(void)
{
    static const unsigned char code[] = {0xb8, 42, 0, 0, 0, 0xc3};
    void *page = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); // construct
    if (page == MAP_FAILED)
        return 0;
    memcpy(page, code, sizeof code);
    int x = ((int (*)(void))page)(); // construct
    claim(x == 42);
    return 0;
}
