/* SPDX-License-Identifier: GPL-3.0-or-later */
// A word is read without a look at the size of the buffer.
// kind: out-of-bounds
// input: thunderstorm\n
#include <ctype.h>
#include <stdio.h>

static void read_word(char *word, int size)
{
    int n = 0, c;
    while ((c = getchar()) != EOF && isalpha(c))
        word[n++] = (char)c; // error
    word[n < size ? n : size - 1] = '\0';
}

int main(void)
{
    char word[8];
    read_word(word, (int)sizeof word);
    printf("[%s]\n", word);
    return 0;
}
