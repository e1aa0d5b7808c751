/* SPDX-License-Identifier: GPL-3.0-or-later */
// printf calls back for a conversion of the program's own.
// run: ./prog
// wants: any
#include <printf.h>
#include <stdio.h>
#include <stdlib.h>
static int show(FILE *f, const struct printf_info *i, const void *const *a)
{
    (void)f, (void)i, (void)a;
    abort();
}
static int arguments(const struct printf_info *i, size_t n, int *types, int *sizes)
{
    (void)i, (void)n, (void)types, (void)sizes;
    return 0;
}
int main(void)
{
    register_printf_specifier('Y', show, arguments);
    printf("%Y\n");
    return 0;
}
