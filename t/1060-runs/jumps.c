/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * setjmp and longjmp: out of nested calls, several values, two buffers, again after a failure.
 */
#include "runs.h"
#include <setjmp.h>

static jmp_buf outer, inner;
static int tries, depth;

static void fail(int code)
{
    SHOW("fail at", depth)
    if (code & 4)
        longjmp(inner, code & 3);
    longjmp(outer, code);
}

static int parse(int level)
{
    int r = 0;
    int c = getchar();
#pragma cwolf abstract c : values(-1, '(', '!', '?', '*')
    depth++;
    if (c == EOF)
        fail(2);
    else if (c == '(' && depth < 3)
        r = parse(level + 1) + 1;
    else if (c == '!')
        fail(3);
    else if (c == '?')
        fail(4);
    else if (c == '*')
        fail(6);
    depth--;
    return r;
}

static int guarded(void)
{
    int code = setjmp(inner);
    if (code) {
        SHOW("inner", code)
        depth = 0;
        return -1;
    }
    int r = parse(0);
    SHOW("parsed", r)
    return r;
}

int main(void)
{
    volatile int rounds = 0;
    int code = setjmp(outer);
    if (code) {
        SHOW("caught", code)
        depth = 0;
        tries++;
        if (tries == 2)
            return code == 2 ? 1 : 2;
    }
    while (rounds < 2) {
        rounds++;
        int r = guarded();
        EITHER(r < 0, "recovered", "fine")
        SHOW("round", rounds)
    }
    return 0;
}
