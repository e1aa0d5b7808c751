/* SPDX-License-Identifier: GPL-3.0-or-later */
// mq_notify starts a thread when a message arrives.
// aborts
// wants: any
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static void body(union sigval v)
{
    (void)v;
    abort();
}
int main(void)
{
    struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = body};
    mqd_t q = mq_open("/cwolf-1081", O_CREAT | O_RDWR, 0600, 0);
    mq_unlink("/cwolf-1081");
    if (q == (mqd_t)-1 || mq_notify(q, &e) != 0)
        return 0;
    mq_send(q, "a", 1, 0);
    usleep(100000);
    return 0;
}
