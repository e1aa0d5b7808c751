/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// What error prints must be there.
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

int main(void){ char*p=malloc(4); if(!p) return 0; free(p); error(0,0,"%s",p); return 0; }
