/* SPDX-License-Identifier: GPL-3.0-or-later */
// Reads standard input in every usual way.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    char line[16], *whole = NULL;
    size_t size = 0;
    int n, c = getchar();
    printf("%c|", c);
    ungetc('!', stdin);
    printf("%s|", fgets(line, sizeof line, stdin));
    if (scanf("%d %15s", &n, line) == 2)
        printf("%d %s|", n, line);
    getchar();
    ssize_t got = getline(&whole, &size, stdin);
    printf("%zd %s|", got, whole);
    got = getline(&whole, &size, stdin);
    printf("%zd %s|", got, whole);
    free(whole);
    unsigned char block[8] = {0};
    size_t count = fread(block, 2, 4, stdin);
    printf("%zu %d|", count, block[1]);
    while ((c = getchar()) != EOF)
        putchar(c);
    return (int)read(0, block, sizeof block);
}
