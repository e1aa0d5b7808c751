/* SPDX-License-Identifier: GPL-3.0-or-later */
// Brackets are pushed on a stack until it is full.
// input: ((((((((((
#include <stdio.h>

#define DEPTH 8

static char stack[DEPTH];
static int top;

static int push(char c)
{
    if (top >= DEPTH)
        return -1;
    stack[top++] = c;
    return 0;
}

int main(void)
{
    int c;
    while ((c = getchar()) != EOF) {
        if (c == '(' && push((char)c) < 0)
            return 1;
        if (c == ')' && (top == 0 || stack[--top] != '('))
            return 1;
    }
    return top != 0;
}
