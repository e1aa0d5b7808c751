/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Less usual C: variable arguments, arrays of variable length, statement expressions, floating point, nested functions, volatile.
 */
#include "runs.h"
#include <stdarg.h>

static volatile int shared;

static int add_all(int count, ...)
{
    va_list ap;
    int sum = 0;
    va_start(ap, count);
    for (int i = 0; i < count; i++)
        sum += va_arg(ap, int);
    va_end(ap);
    return sum;
}

static double mean(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum / n;
}

static int fill(int n)
{
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i + 1;
    return a[n - 1];
}

int main(void)
{
    int c = getchar() & 7, n = 0;
    int outer(int k)
    {
        n += k;
        return n;
    }
    SHOW("sum", add_all(c & 1 ? 2 : 3, c, 1, 2))
    SHOW("last", fill(c + 1))
    double v[2] = {c, 3};
    EITHER(mean(v, 2) > 2.5, "high", "low")
    SHOW("whole", (int)(mean(v, 2) * 2))
    SHOW("nested", outer(c))
    SHOW("n", n)
    shared = c;
    SHOW("shared", shared)
    int biggest = ({ int d = getchar() & 3; d > c ? d : c; });
    SHOW("biggest", biggest)
    while (getchar() == ' ')
        if (n++ > 3)
            break;
    SHOW("spaces", n)
    float half = (float)n / 2;
    return half == (int)half ? 0 : 1;
}
