/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What libc does to the program's memory: heap blocks, strings, conversions, and characters put back.
 */
#include "runs.h"
#include <ctype.h>
#include <string.h>

struct cell {
    int value;
    struct cell *below;
};
static struct cell *top;
static int height;

static void push(int v)
{
    struct cell *c = malloc(sizeof *c);
    if (!c)
        exit(3);
    c->value = v;
    c->below = top;
    top = c;
    height++;
}

static int pop(void)
{
    struct cell *c = top;
    int v = c->value;
    top = c->below;
    free(c);
    height--;
    return v;
}

int main(void)
{
    char line[8];
    int c, n = 0;
    while ((c = getchar()) != EOF && n < 4) {
        if (isdigit(c)) {
            ungetc(c, stdin);
            c = getchar();
            push(c - '0');
        } else if (c == '+' && height >= 2) {
            int sum = pop() + pop();
            push(sum & 7);
        } else if (isspace(c)) {
            _cwolf_event("space");
        } else {
            EITHER(isupper(toupper(c)), "letter", "other")
        }
        n++;
    }
    if (height) {
        int v = pop();
        SHOW("value", v)
        snprintf(line, sizeof line, "%d", v);
        SHOW("again", atoi(line))
        SHOW("one digit", (int)strlen(line))
    }
    int *block = calloc(4, sizeof *block);
    block[1] = abs(-n);
    SHOW("cleared", block[0])
    SHOW("kept", block[1])
    block = realloc(block, 8 * sizeof *block);
    SHOW("moved", block[1])
    free(block);
    if (scanf("%d", &n) == 1)
        SHOW("read", n)
    return height ? 1 : 0;
}
