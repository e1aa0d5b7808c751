/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// Grouped digits are longer in some locales.
#define _GNU_SOURCE
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <unistd.h>
#include <stdarg.h>
#include <wchar.h>
#include <locale.h>
#include <poll.h>
int x;

int main(void){ setlocale(LC_ALL,""); char b[40]; int n=sprintf(b,"%'d",1234567); assert(n==7); return 0; }
