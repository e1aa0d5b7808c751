/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// Of the arguments as many as are counted.
#define _GNU_SOURCE
#include <unistd.h>
int main(void){ char*av[1]={"a"}; getopt(5,av,"a"); return 0; }
