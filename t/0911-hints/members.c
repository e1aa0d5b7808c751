/* SPDX-License-Identifier: GPL-3.0-or-later */
// Two members that belong together.
#include <assert.h>
#include <stdio.h>
struct queue { int head, tail, length; } queue;
static void put(int c)
{
    queue.tail = (queue.tail + c) % 7;
    queue.length++;
}
int main(void)
{
    for (int c; (c = getchar()) > 0 && queue.length < 7;)
        put(c);
    assert(queue.tail != 6 || queue.length > 0);
    return 0;
}
