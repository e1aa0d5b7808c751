/* SPDX-License-Identifier: GPL-3.0-or-later */
// A buffer is freed where an error is found and where errors are handled.
// kind: double-free
// input: x\n
#include <stdio.h>
#include <stdlib.h>

static int load(void)
{
    int status = -1;
    char *line = malloc(32);
    if (!line)
        return -1;
    if (!fgets(line, 32, stdin))
        goto done;
    if (line[0] != '#') {
        fprintf(stderr, "no header\n");
        free(line);
        goto done;
    }
    status = 0;
done:
    free(line); // error
    return status;
}

int main(void)
{
    return load() != 0;
}
