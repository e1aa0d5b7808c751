/* SPDX-License-Identifier: GPL-3.0-or-later */
// Complex numbers and vectors.
#include <stdio.h>
#include <complex.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b8 __attribute__((vector_size(8)));
static double complex f(double complex x, double complex y)
{
    return x * y + conj(x) - y;
}
static v4 g(v4 a, v4 b)
{
    return (a * b + (a > b)) ^ (b << 2);
}
static v4 fixed = {7, -8, 9, 10};
static double complex constants[2] = {1.0 + 2.0 * I, -3.0};
static double complex taken(double complex x)
{
    return x + 1.0 * I;
}
int main(void)
{
    printf("%d %g %g %g\n", (fixed + 1)[3], cimag(constants[0]), creal(constants[1]), cimag(taken(2.0 + 5.0 * I)));
    double complex z = f(1.5 + 2.0 * I, 3.0 - 0.5 * I);
    printf("%g %g %d %d\n", creal(z), cimag(z), z == 7.25 + 1.75 * I, z != z);
    float complex w = 2.0f;
    w *= w;
    w = -w;
    printf("%g %g\n", crealf(w), cimagf(w));
    _Complex int ci = 3 + 4i;
    ci *= 2 + 1i;
    printf("%d %d\n", __real__ ci, __imag__ ci);
    v4 a = {1, -2, 3, 4}, b = {5, 6, -7, 0}, c = g(a, b);
    for (int i = 0; i < 4; i++)
        printf("%d ", c[i]);
    c = a < b;
    c += 10;
    c = -c;
    c[2] = 99;
    for (int i = 0; i < 4; i++)
        printf("%d ", c[i]);
    f4 x = {1.5f, 2, 3, 4}, y = x * 2.0f / (f4){3, 3, 3, 3};
    for (int i = 0; i < 4; i++)
        printf("%g ", y[i]);
    b8 p = {1, 2, 3, 250, 5, 6, 7, 8};
    p += 10;
    p >>= 1;
    for (int i = 0; i < 8; i++)
        printf("%d ", p[i]);
    return 0;
}
