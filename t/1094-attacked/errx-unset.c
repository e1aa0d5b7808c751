/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-uninit
// What is printed leaves the program.
#define _GNU_SOURCE
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <unistd.h>
#include <regex.h>
#include <glob.h>
#include <netdb.h>
#include <time.h>
#include <err.h>
#include <error.h>
#include <signal.h>
#include <search.h>
#include <wordexp.h>
#include <dirent.h>
#include <pthread.h>
#include <ifaddrs.h>
#include <sys/socket.h>
#include <wchar.h>
int main(void){ char b[4]; errx(1,"%s",b); return 0; }
