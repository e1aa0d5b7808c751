/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * getopt from its beginning, with its messages; the first argument says which of its kinds, and from where.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const struct option words[] = {{"word", required_argument, NULL, 'w'}, {"flag", no_argument, NULL, 'f'}, {0}};
    static const char *const letters[] = {"ab:", "+ab:", "-ab:", ":ab:", "ab:"};
    int kind = atoi(argv[1]), c;
    printf("%d %d %d %d\n", optind, opterr, optopt, optarg != NULL);
    optind = kind == 4 ? 3 : 2;
    while ((c = kind % 2 ? getopt_long(argc, argv, letters[kind], words, NULL) : getopt(argc, argv, letters[kind])) != -1)
        printf("%d %c %s %d %d\n", c, c > 0 && c < 128 ? c : '.', optarg ? optarg : "-", optind, optopt);
    for (int i = 0; i < argc; i++)
        printf("%s%c", argv[i], i + 1 < argc ? ' ' : '\n');
    printf("%d %d %d\n", optind, opterr, optopt);
    return 0;
}
