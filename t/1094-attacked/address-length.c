/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// As many bytes as the length says that the argument points to.
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

int main(void){ struct sockaddr a; socklen_t l=1000; char c[4]; recvfrom(0,c,4,0,&a,&l); return 0; }
