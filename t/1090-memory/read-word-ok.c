/* SPDX-License-Identifier: GPL-3.0-or-later */
// A word is read as far as it fits.
// input: thunderstorm\n
#include <ctype.h>
#include <stdio.h>

static void read_word(char *word, int size)
{
    int n = 0, c;
    while ((c = getchar()) != EOF && isalpha(c))
        if (n < size - 1)
            word[n++] = (char)c;
    if (n < size)
        word[n] = '\0';
}

int main(void)
{
    char word[8];
    read_word(word, (int)sizeof word);
    printf("[%s]\n", word);
    return 0;
}
