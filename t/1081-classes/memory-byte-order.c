/* SPDX-License-Identifier: GPL-3.0-or-later */
// The bytes of a structure in the network's order stand the other way round, and so do the bits of its bit-fields.
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
#include <string.h>
struct __attribute__((scalar_storage_order("big-endian"))) header {
    unsigned short port[2];
    unsigned version : 4, length : 12, rest : 16;
    float ratio;
};
static struct header first = { { 1, 0x1234 }, 5, 0x678, 9, 1 };
static int byte(const void *p, int i)
{
    unsigned char b;
    memcpy(&b, (const char *)p + i, 1);
    return b;
}
int main(void)
{
    union {
        struct header header;
        unsigned char bytes[sizeof(struct header)];
    } u = { .header = first };
    int start = byte(&first, 1) == 1 && byte(&first, 2) == 0x12 && byte(&first, 4) == 0x56 && byte(&first, 8) == 0x3f;
    u.header.port[0] = 0x4321;
    u.header.version++;
    u.header.ratio *= 2;
    int stored = u.bytes[0] == 0x43 && u.bytes[1] == 0x21 && u.bytes[4] == 0x66 && u.bytes[8] == 0x40;
    u.bytes[1] = 0x99;
    claim(start && stored && u.header.port[0] == 0x4399 && u.header.version == 6 && u.header.ratio == 2);
    return 0;
}
