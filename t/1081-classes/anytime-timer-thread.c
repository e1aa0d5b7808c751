/* SPDX-License-Identifier: GPL-3.0-or-later */
// timer_create with SIGEV_THREAD calls the function in a thread of its own.
// run: ./prog
// wants: any
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static void body(union sigval v)
{
    if (v.sival_int == 5)
        abort();
}
int main(void)
{
    struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = body, .sigev_value.sival_int = 5};
    struct itimerspec soon = {.it_value.tv_nsec = 1000};
    timer_t t;
    if (timer_create(CLOCK_MONOTONIC, &e, &t) != 0)
        return 1;
    timer_settime(t, 0, &soon, 0);
    usleep(300000);
    return 0;
}
