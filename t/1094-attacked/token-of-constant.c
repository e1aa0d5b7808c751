/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: memory-safe
// No separator, nothing is written.
#define _GNU_SOURCE
#include <string.h>
int main(void){ char *p=strtok((char*)"abc",","); return p!=0; }
