/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// As many as the number says that the argument points to.
#define _GNU_SOURCE
#include <unistd.h>
#include <grp.h>
int main(void){ gid_t g[1]; int n=100; getgrouplist("root",0,g,&n); return 0; }
