/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// As many elements as the call says.
#define _GNU_SOURCE
#include <sys/sem.h>
int main(void){ struct sembuf o={0,0,0}; semop(1,&o,10); return 0; }
