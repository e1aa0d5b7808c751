/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Function pointers: a table of states, callbacks with a context, pointers that travel in structs, and qsort.
 */
#include "runs.h"

struct machine;
typedef void (*state)(struct machine *, int);
struct machine {
    state now;
    int depth;
};

static void idle(struct machine *m, int c);
static void word(struct machine *m, int c);
static void number(struct machine *m, int c);

static void idle(struct machine *m, int c)
{
    if (c >= '0' && c <= '9') {
        _cwolf_event("number");
        m->now = number;
        m->depth = 0;
    } else if (c >= 'a' && c <= 'z') {
        _cwolf_event("word");
        m->now = word;
    }
}

static void word(struct machine *m, int c)
{
    if (c < 'a' || c > 'z') {
        _cwolf_event("end of word");
        m->now = idle;
        idle(m, c);
    }
}

static void number(struct machine *m, int c)
{
    if (c >= '0' && c <= '9' && m->depth < 2) {
        m->depth++;
        SHOW("digits", m->depth)
    } else {
        _cwolf_event("end of number");
        m->now = idle;
    }
}

typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int less(int a, int b) { return a < b; }
static const binary table[] = {add, subtract, less, NULL};

static binary choose(int c)
{
    return table[c & 3];
}

static int compare(const void *a, const void *b)
{
    const int *x = a, *y = b;
    _cwolf_event("compare");
    return (*x > *y) - (*x < *y);
}

static void each(int n, void (*f)(int, void *), void *context)
{
    for (int i = 0; i < n; i++)
        f(i, context);
}

static void sum(int i, void *context)
{
    *(int *)context += i;
}

int main(void)
{
    struct machine m = {idle, 0};
    int values[3] = {3, 1, 2};
    int steps = 0, c;
    while ((c = getchar()) != EOF && steps++ < 5)
        m.now(&m, c);
    if (c != EOF) {
        binary f = choose(c);
        if (!f)
            return 3;
        SHOW("result", f(c & 7, 3))
        qsort(values, 3, sizeof *values, compare);
        _cwolf_event("sorted");
        SHOW("first", values[0])
    }
    int total = 0;
    each(steps & 3, sum, &total);
    SHOW("total", total)
    return m.now == idle ? 0 : 1;
}
