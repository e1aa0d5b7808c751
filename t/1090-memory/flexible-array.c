/* SPDX-License-Identifier: GPL-3.0-or-later */
// A message whose text is one byte longer than what was allocated.
// kind: out-of-bounds
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    size_t length;
    char text[];
};

static struct message *new_message(const char *text)
{
    size_t length = strlen(text);
    struct message *m = malloc(sizeof *m + length);
    if (!m)
        return NULL;
    m->length = length;
    for (size_t i = 0; i < length; i++)
        m->text[i] = text[i];
    m->text[length] = '\0'; // error
    return m;
}

int main(void)
{
    struct message *m = new_message("deadbeef");
    if (m)
        printf("%zu %s\n", m->length, m->text);
    free(m);
    return 0;
}
