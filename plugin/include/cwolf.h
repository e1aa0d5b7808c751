/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cwolf.h: annotations for C Wolf as macros, which vanish in builds without it. The recommended form in headers.
 *
 *     CWOLF_ABSTRACT(state, values(IDLE, LEN, BODY))
 *     CWOLF_LABEL(watch(c == STX) => input "stx")
 *     CWOLF_INPUT(read_key, [0, 9])
 *
 * Each is the pragma of the same name (cwolf help annotations). As with every macro, macros in the arguments are
 * expanded: a label whose name may also be a macro is written in double quotes. No semicolon follows.
 *
 * You may copy this file into your own sources under any terms.
 */
#ifndef CWOLF_H
#define CWOLF_H

#if defined __CWOLF__ && defined __GNUC__
#define CWOLF_PRAGMA_(...) _Pragma(#__VA_ARGS__)
#else
#define CWOLF_PRAGMA_(...)
#endif

/* How exactly a variable is followed: CWOLF_ABSTRACT(n, ranges(0, 1, 16)). */
#define CWOLF_ABSTRACT(variable, ...) CWOLF_PRAGMA_(cwolf abstract variable : __VA_ARGS__)
/* What is an event: CWOLF_LABEL(call(pthread_mutex_lock(m)) => output lock(m)). */
#define CWOLF_LABEL(...) CWOLF_PRAGMA_(cwolf label __VA_ARGS__)
/* What must hold: CWOLF_PROPERTY(bounded, invariant n < 10). */
#define CWOLF_PROPERTY(name, ...) CWOLF_PRAGMA_(cwolf property name : __VA_ARGS__)
/* The design that a program must match: CWOLF_SPEC("door.ccs" Door obseq). */
#define CWOLF_SPEC(...) CWOLF_PRAGMA_(cwolf spec __VA_ARGS__)
/* A function whose result the environment chooses: CWOLF_INPUT(read_key, [0, 9]). */
#define CWOLF_INPUT(function, ...) CWOLF_PRAGMA_(cwolf input function : __VA_ARGS__)
/* What a function does that is defined elsewhere: CWOLF_EXTERNAL(hal_send, reads(buf) writes()). */
#define CWOLF_EXTERNAL(function, ...) CWOLF_PRAGMA_(cwolf external function : __VA_ARGS__)
/* A function that the model starts in, or that interrupts it; a condition worth following. */
#define CWOLF_ENTRY(function)     CWOLF_PRAGMA_(cwolf entry function)
#define CWOLF_INTERRUPT(function) CWOLF_PRAGMA_(cwolf interrupt function)
#define CWOLF_PREDICATE(...)      CWOLF_PRAGMA_(cwolf predicate __VA_ARGS__)

/* An event of its own: _cwolf_event("door_open"). The same empty function in every build, so that the machine code is
 * too. */
static inline void _cwolf_event(const char *_cwolf_name)
{
    (void)_cwolf_name;
}

/* A place at which a step ends for 'cwolf check --grain=mark': what happens between two ticks is one step. */
static inline void _cwolf_tick(void)
{
}

#endif
