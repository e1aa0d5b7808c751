/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The same with a format that is handed on.
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
void q(const char*f,...){ char*s; va_list a; va_start(a,f); vasprintf(&s,f,a); va_end(a);}
int main(void){ int n=0; q("abc%n",&n); assert(n==0); return 0; }
