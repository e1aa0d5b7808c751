/* SPDX-License-Identifier: GPL-3.0-or-later */
// A character is cut off, and its missing byte is read.
// kind: out-of-bounds
// input: \xe2\x82
#include <stdio.h>
#include <stdlib.h>

static int decode(const unsigned char *p, const unsigned char *end)
{
    if (p == end)
        return -1;
    if (*p < 0x80)
        return *p;
    if ((*p & 0xf0) != 0xe0)
        return -1;
    return (p[0] & 15) << 12 | (p[1] & 63) << 6 | (p[2] & 63); // error
}

int main(void)
{
    unsigned char line[3];
    size_t n = fread(line, 1, sizeof line, stdin);
    unsigned char *text = malloc(n + 1);
    if (!text)
        return 1;
    for (size_t i = 0; i < n; i++)
        text[i + 1] = line[i];
    text[0] = '\0';
    printf("%d\n", decode(text + 1, text + 1 + n));
    free(text);
    return 0;
}
