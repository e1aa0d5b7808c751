/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A pointer comes back in it.
#include <stdlib.h>
#include <unistd.h>
char *optarg;
static char text[] = "-xa";
int main(void)
{
    char *words[] = {"p", text, 0};
    getopt(2, words, "x:");
    if (!optarg) return 0;
    optarg[0] = 'Z';
    if (text[2] == 'Z') abort();
    return 0;
}
