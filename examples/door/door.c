/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A door controller: keys come in on standard input, commands for the motor go out on standard output.
 *
 *     o  open      c  close      l  lock (a closed door only)      u  unlock      anything else is ignored
 *
 * Verified at every link: the pragmas say what is an event, door.ccs is the design, and a locked door is never open.
 */
#include <stdio.h>

enum { OPEN = 'o', CLOSE = 'c', LOCK = 'l', UNLOCK = 'u' };
static int is_open, is_locked;

#pragma cwolf abstract is_open : flag
#pragma cwolf abstract is_locked : flag
#pragma cwolf property no_entry : invariant !(is_open && is_locked)
#pragma cwolf spec "door.ccs" Closed obseq

static void open_door(void)
{
    is_open = 1;
    puts("motor: open");
}

static void close_door(void)
{
    is_open = 0;
    puts("motor: close");
}

#pragma cwolf label call(open_door) => output open
#pragma cwolf label call(close_door) => output close

static void press(int key)
{
#pragma cwolf abstract key : values(EOF, OPEN, CLOSE, LOCK, UNLOCK)
    switch (key) {
    case OPEN:
        if (!is_open && !is_locked)
            open_door();
        break;
    case CLOSE:
        if (is_open)
            close_door();
        break;
    case LOCK:
        if (!is_open)
            is_locked = 1;
        break;
    case UNLOCK:
        is_locked = 0;
        break;
    }
}

int main(void)
{
    int key;
#pragma cwolf abstract key : values(EOF, OPEN, CLOSE, LOCK, UNLOCK)
#pragma cwolf label watch(key == OPEN) => input press_open
#pragma cwolf label watch(key == CLOSE) => input press_close
#pragma cwolf label watch(key == LOCK) => input press_lock
#pragma cwolf label watch(key == UNLOCK) => input press_unlock
#pragma cwolf label watch(key == EOF) => input power_off
#pragma cwolf label exit => output off

    while ((key = getchar()) != EOF)
        press(key);
    return 0;
}
