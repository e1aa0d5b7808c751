/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// Functions that lie in the argument.
#define _GNU_SOURCE
#include <assert.h>
#include <glob.h>
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
int x;
void cl(void*d){x=1;} void*op(const char*n){return &x;} struct dirent*rd(void*d){return 0;}
int main(void){ glob_t g; memset(&g,0,sizeof g); g.gl_closedir=cl; g.gl_opendir=op; g.gl_readdir=rd; g.gl_stat=stat; g.gl_lstat=lstat; glob("/*",GLOB_ALTDIRFUNC,0,&g); assert(x==0); return 0; }
