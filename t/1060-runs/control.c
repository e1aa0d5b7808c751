/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Control flow: fall-through, ranges, goto, labels as values, nested loops, short circuits with side effects, exit from below.
 */
#include "runs.h"

static int calls;

static int yes(int i)
{
    calls++;
    SHOW("asked", i)
    return i > 1;
}

static void leave(int status)
{
    _cwolf_event("leaving");
    exit(status);
}

static int computed(int c)
{
    static void *const places[] = {&&zero, &&one, &&two};
    int r = 0;
    goto *places[c % 3];
two:
    r += 10;
one:
    r += 1;
zero:
    return r;
}

int main(void)
{
    int c, i, j, found = 0;
again:
    c = getchar();
    switch (c) {
    case EOF:
        _cwolf_event("end");
        goto out;
    case 'a':
        _cwolf_event("a");
        /* fall through */
    case 'b':
        _cwolf_event("a or b");
        break;
    case '0' ... '9':
        _cwolf_event("digit");
        if (c == '7')
            leave(3);
        break;
    case -128 ... -2:
        _cwolf_event("impossible");
        break;
    default:
        if (c < 'a')
            _cwolf_event("low");
        else
            goto unusual;
    }
    for (i = 0; i < 3; i++) {
        for (j = i; j < 3; j++) {
            if ((i + j + c) % 5 == 0)
                continue;
            if (i * j == (c & 3))
                break;
        }
        if (j == 3)
            goto done;
    }
done:
    SHOW("i", i)
    SHOW("j", j)
    if (yes(c & 3) && (yes(i) || yes(2)))
        _cwolf_event("both");
    found += c > 'm' ? yes(j), 1 : 0;
    do {
        found++;
        if (c == 'b' && found < 3)
            continue;
        c = '-';
    } while (c == 'b');
    SHOW("found", found)
    SHOW("computed", computed(found))
    if (found < 6)
        goto again;
unusual:
    _cwolf_event("unusual");
out:
    return calls > 2 ? 1 : 0;
}
