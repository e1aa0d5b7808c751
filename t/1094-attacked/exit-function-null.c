/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: memory-safe
// Its argument may be null.
#define _GNU_SOURCE
#include <stdlib.h>
extern int __cxa_atexit(void(*)(void*),void*,void*);
void f(void*p){}
int main(void){ return __cxa_atexit(f,0,0)!=0; }
