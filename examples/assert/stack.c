/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A calculator for sums in postfix notation, "1 2 + 3 +": its assertions are verified at every link, for all inputs there are.
 */
#include <assert.h>
#include <stdio.h>

#pragma cwolf property asserts : reach-assert

enum { MOST = 8 };
static int values[MOST];
static int used;

static void push(int v)
{
    assert(used < MOST);
    values[used++] = v;
}

static int pop(void)
{
    assert(used > 0);
    return values[--used];
}

int main(void)
{
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c >= '0' && c <= '9' && used < MOST)
            push(c - '0');
        else if (c == '+' && used >= 2)
            push(pop() + pop());
    }
    if (used == 1)
        printf("%d\n", pop());
    return used != 0;
}
