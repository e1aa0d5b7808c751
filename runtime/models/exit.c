/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a program ends: what atexit and its like were given runs in the opposite order, then the destructors, then the
 * process ends. Sources: ISO C11, 7.22.4; the glibc manual, "Cleanups on Exit".
 *
 * This is a model: it is compiled with the plugin, and linked in place of the library's functions when a program is
 * checked. What is registered beyond its room is unseen. Where it is not known how many functions are registered, there
 * may be none at some number: nothing is called then.
 */
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

#include <cwolf.h>

enum { ROOM = 8 };

void __cwolf_fini(void);                             /* the program's destructors */
void __cwolf_unseen(void) __attribute__((noreturn)); /* the program goes on in a way that the model does not */

static void (*at_exit[ROOM])(void), (*at_quick[ROOM])(void);
static void (*on_exit_function[ROOM])(int, void *);
static void *on_exit_argument[ROOM];
static int exits, registered, quick_exits; /* registered: it is known where threads may call exit, exits is not */
#pragma cwolf abstract at_exit : pointer
#pragma cwolf abstract at_quick : pointer
#pragma cwolf abstract on_exit_function : pointer
#pragma cwolf abstract on_exit_argument : pointer
#pragma cwolf abstract exits : exact
#pragma cwolf abstract registered : exact
#pragma cwolf abstract quick_exits : exact

int atexit(void (*function)(void))
{
#pragma cwolf abstract function : pointer
    if (registered++ == ROOM)
        __cwolf_unseen();
    at_exit[exits] = function; /* which is called rather than what on_exit may have left at that number */
    exits++;
    return 0;
}

int on_exit(void (*function)(int, void *), void *argument)
{
#pragma cwolf abstract function : pointer
#pragma cwolf abstract argument : pointer
    if (registered++ == ROOM)
        __cwolf_unseen();
    at_exit[exits] = 0;
    on_exit_function[exits] = function;
    on_exit_argument[exits] = argument;
    exits++;
    return 0;
}

int at_quick_exit(void (*function)(void))
{
#pragma cwolf abstract function : pointer
    if (quick_exits == ROOM)
        __cwolf_unseen();
    at_quick[quick_exits++] = function;
    return 0;
}

void exit(int status)
{
    while (exits > 0) {
        exits--;
        if (at_exit[exits])
            at_exit[exits]();
        else if (on_exit_function[exits])
            on_exit_function[exits](status, on_exit_argument[exits]);
    }
    __cwolf_fini();
    _exit(status);
}

/* In main; where a thread ends with it, the process may go on, which is explored with the functions of threads. */
void pthread_exit(void *result)
{
    pthread_setspecific(0, result); /* the library keeps it: whoever joins the thread gets it */
    exit(0);
}

void thrd_exit(int result)
{
    (void)result;
    exit(0);
}

void quick_exit(int status)
{
    while (quick_exits > 0) {
        quick_exits--;
        if (at_quick[quick_exits])
            at_quick[quick_exits]();
    }
    _Exit(status);
}
