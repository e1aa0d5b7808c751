/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Jumps, labels, and ends of lives between them: which lines are code, and how often each is executed.
 */
#include <stdio.h>

int get(int *p) { return *p; }

void leaves(void)
{
    int s = 1;
    if (get(&s) == 5)
        return;
}

void block(void)
{
    {
        int s = 1;
        if (get(&s) == 5)
            puts("five");
    }
    puts("behind");
}

void loops(int n)
{
    for (int i = 0; i < 2; i++) {
        int s = 1;
        if (get(&s) == 5) {
            puts("five");
            break;
        }
    }
    for (int i = 0; i < 2; i++) {
        int s = 1;
        if (get(&s) == 1)
            puts("one");
        else
            break;
    }
    for (int i = 0; i < 3; i++) {
        int s = i;
        if (get(&s) == n)
            continue;
        puts("a turn");
    }
    for (int i = 0; i < 2; i++) {
        int v[i + 1];
        v[0] = i;
        get(v);
    }
    while (n < 3) {
        int s = n;
        n += get(&s) + 1;
        if (n == 100)
            break;
    }
}

int leads_out(void)
{
    for (int i = 0; i < 2; i++) {
        int s = 1;
        if (get(&s) == 5)
            return 1;
    }
    return 0;
}

int chooses(int n)
{
    int r = 0;
    switch (n) {
    case 0: {
        int s = 3;
        r = get(&s);
        break;
    }
    case 1:
        r = 5;
        break;
    case 2: {
        int s = 4;
        if (get(&s) == 4)
            break;
        puts("never");
    }
    case 3:
        puts("three");
    default:
        puts("another");
    }
    return r;
}

int searches(int n)
{
    n++;
    do {
        int s = n;
        if (get(&s) == 9)
            goto end;
        if (get(&s) == 8)
            continue;
        n++;
    } while (n < 2);
end:
    return n;
}

int main(int argc, char **argv)
{
    int n;
    leaves();
    block();
    loops(1);
    leads_out();
    for (int i = 0; i < 2; i++)
        chooses(i);
    chooses(2);
    chooses(7);
    searches(-1);
    searches(8);
    if (argc > 5) {
        __asm__ volatile("nop");
        puts("behind the assembler");
    }
    if (sscanf("1", "%d", &n) == 7)
        puts("never");
}
