/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// More descriptors than a set holds.
#define _GNU_SOURCE
#include <sys/select.h>
int main(void){ fd_set s; FD_ZERO(&s); struct timeval t={0,0}; select(4000,&s,0,0,&t); return 0; }
