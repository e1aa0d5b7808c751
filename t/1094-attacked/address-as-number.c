/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// An address leaves as a number and comes back.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <assert.h>
int x;
int main(void){ char b[40]; sprintf(b,"%ju",(uintmax_t)(uintptr_t)&x); int*q=(int*)(uintptr_t)strtoull(b,0,10); *q=1; assert(x==0); return 0; }
