/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// A buffer of the size that the library takes for granted.
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

int main(void){ static char b[10]; setbuf(stdout,b); puts("aaaaaaaaaaaaaaaaaaaaaaaa"); return 0; }
