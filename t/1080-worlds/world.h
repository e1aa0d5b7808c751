/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What each unit of a program of t/1080-worlds.t includes. OBSERVE prints a checked value, as the first build does; IGNORE
 * computes one that is not checked; NEED ends the run without handlers or verdict where the world refuses something that an
 * assertion depends on. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <printf.h>
#include <pthread.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define OBSERVE(id, value) dprintf(2, "observed %d %ld\n", id, (long)(value))
#define NEED(condition) do { if (!(condition)) _exit(3); } while (0)
#define IGNORE(value) (void)(value)
