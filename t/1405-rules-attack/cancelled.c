/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad pthread.held_at_end
// A thread that is cancelled ends where it is.
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *p) { pthread_mutex_lock(&m); pause(); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; if (pthread_create(&t, 0, w, 0)) return 1; sleep(1); pthread_cancel(t); pthread_join(t, 0); return 0; }
