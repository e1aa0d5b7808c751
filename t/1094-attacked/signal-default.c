/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: memory-safe
// The default action is a null pointer.
#define _GNU_SOURCE
#include <signal.h>
int main(void){ signal(SIGINT,SIG_DFL); return 0; }
