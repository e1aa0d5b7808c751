/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules_pthread.c: the ready-made rules `pthread`: of mutexes that are not recursive. What sets a type of mutexes
 * leaves them undecided: which type a mutex has is not followed. Source: POSIX.1-2017, pthread_mutex_lock,
 * pthread_cond_wait, pthread_mutex_destroy.
 */
#include "labels/rules.h"

const char rules_pthread[] =
    "event take(m) : pthread_mutex_lock(m) | r = pthread_mutex_trylock(m) when (r == 0)\n"
    "  | r = pthread_mutex_timedlock(m, _) when (r == 0) | r = pthread_mutex_clocklock(m, _, _) when (r == 0);\n"
    "event drop(m) : pthread_mutex_unlock(m);\n"
    "sure pthread_mutex_lock(_) | pthread_cond_wait(_, _) | pthread_mutex_unlock(_);\n"
    "assume \"mutexes are not recursive\";\n"
    "doubt \"threads.h and pthread_mutex_setprioceiling lock, too\" if mtx_lock(_) | mtx_trylock(_) | mtx_timedlock(_, "
    "_)\n"
    "  | pthread_mutex_setprioceiling(_, _, _);\n"
    "open \"a mutex of another type may be locked twice\" if pthread_mutexattr_settype(_, _);\n"
    "\n"
    "destroy_held \"a mutex is destroyed while it is held\" :\n"
    "  after take(m) until drop(m) never pthread_mutex_destroy(m);\n"
    "by thread;\n"
    "double_lock \"a mutex is locked that the thread holds\" : \n"
    "  after take(m) until (drop(m) | pthread_mutex_init(m)) never pthread_mutex_lock(m);\n"
    "unlock_unheld \"a mutex is unlocked that the thread does not hold\" : after drop(m) until take(m) never drop(m);\n"
    "unlock_first \"a mutex is unlocked that was never locked\" : take(m) precedes drop(m);\n"
    "wait_unheld \"pthread_cond_wait with a mutex that is not held\" :\n"
    "  take(m) precedes (pthread_cond_wait(_, m) | pthread_cond_timedwait(_, m, _)\n"
    "    | pthread_cond_clockwait(_, m, _, _));\n"
    "wait_after_unlock \"pthread_cond_wait with a mutex that was unlocked\" :\n"
    "  after drop(m) until take(m) never (pthread_cond_wait(_, m) | pthread_cond_timedwait(_, m, _)\n"
    "    | pthread_cond_clockwait(_, m, _, _));\n"
    "doubt \"a thread that is cancelled ends where it is\" if pthread_cancel(_)\n"
    "  | mtx_lock(_) | mtx_trylock(_) | mtx_timedlock(_, _);\n"
    "held_at_end \"a thread holds a mutex when it ends, or ends the program\" : drop(m) responds to take(m);\n";
