/* SPDX-License-Identifier: GPL-3.0-or-later */
// vsscanf stores behind the pointers of a va_list, which the caller's caller passed.
// wants: any
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
static int parse(const char *text, const char *form, ...)
{
    va_list ap;
    va_start(ap, form);
    int n = vsscanf(text, form, ap);
    va_end(ap);
    return n;
}
int main(void)
{
    int x = 1, y = 2;
    int n = parse("30 x", "%d %d", &x, &y);
    assert(!(n == 1 && x == 30 && y == 2));
    return 0;
}
