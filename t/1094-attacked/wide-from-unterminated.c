/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// What the pointer leads to is read.
#define _GNU_SOURCE
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <unistd.h>
#include <signal.h>
#include <stdarg.h>
#include <wchar.h>
#include <sys/socket.h>
#include <err.h>
#include <error.h>
#include <syslog.h>

int main(void){ static char b[2]={65,66}; const char*s=b; wchar_t w[10]; mbsrtowcs(w,&s,10,0); return 0; }
