/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The shape of a device driver: requests are taken from a queue under a lock, which is given back while the device works.
 * Commands come in on standard input: r request, c complete, x reset, anything else is an error that is counted.
 *
 * Verified at every link: the lock is taken and given back in turn, on each path, and the queue is touched under it.
 */
#include <stdio.h>

enum { MOST = 3 };
static int is_locked, queued, busy;
static unsigned errors;

static void lock(void)
{
    is_locked = 1;
}

static void unlock(void)
{
    is_locked = 0;
}

#pragma cwolf label call(lock) => output lock
#pragma cwolf label call(unlock) => output unlock

static void start(void)
{
    queued--;
    busy = 1;
}
#pragma cwolf property start_locked : requires start : is_locked && queued > 0
#pragma cwolf property start_takes : ensures start : queued == old(queued) - 1 && is_locked

static int submit(void)
{
    lock();
    if (queued == MOST) {
        unlock();
        return -1;
    }
    queued++;
    if (!busy)
        start();
    unlock();
    return 0;
}

static void complete(void)
{
    lock();
    busy = 0;
    if (queued > 0)
        start();
    unlock();
}

static void reset(void)
{
    lock();
    queued = 0;
    busy = 0;
    unlock();
}

#pragma cwolf property in_turn : ltl G (lock -> X (!lock U unlock))
#pragma cwolf property given_back : ctl AG (lock -> AF unlock)
#pragma cwolf property only_taken : ltl !unlock W lock && G (unlock -> X (!unlock W lock))

int main(void)
{
    for (int c; (c = getchar()) != EOF;) {
        if (c == 'r')
            errors += submit() != 0;
        else if (c == 'c')
            complete();
        else if (c == 'x')
            reset();
        else
            errors++;
    }
    printf("queued %d, errors %u\n", queued, errors);
    return 0;
}
