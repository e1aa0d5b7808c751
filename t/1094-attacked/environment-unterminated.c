/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// What is kept is a string.
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

int main(void){ static char b[2]={65,61}; putenv(b); return 0; }
