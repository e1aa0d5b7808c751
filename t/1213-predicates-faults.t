#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What c2bp must not believe: each program here violates its assertion on every run, or on some, and carries predicates
# with which one mistake in the abstraction would prove it. Nothing but the predicates given may decide.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/0800-lib.sh"
specs=$(cwolf --specs)
violated() { # NAME 'what': the program on standard input
    { echo 'extern int __VERIFIER_nondet_int(void); extern void reach_error(void);'; cat; } >"$1.c"
    gcc -specs="$specs" -O0 -w -c "$1.c" -o "$1.o" || exit 1
    cwolf model --format=bp -o "$1.bp" "$1.o" 2>/dev/null
    run 1 "$2" cwolf check "$1.bp"
}
holds() { # the same program, mended: the predicates say something
    gcc -specs="$specs" -O0 -w -DMENDED -c "$1.c" -o "$1.o" || exit 1
    cwolf model --format=bp -o "$1.bp" "$1.o" 2>/dev/null
    run 0 "$2" cwolf check "$1.bp"
}

# ---- results that speak of parameters, in the caller's names -----------------------------------------------------------

violated changed 'a result is not read in the names of an argument that the call changed' <<'EOF'
static void set(int *p, int n)
{
#pragma cwolf predicate *p == n
    *p = n;
}
int main(void)
{
    int y = 4, z = 0;
#pragma cwolf predicate y == 0
#pragma cwolf predicate z == 0
#ifdef MENDED
    set(&y, z);
#else
    set(&y, y + y);
#endif
    if (y != 0)
        reach_error();
    return 0;
}
EOF
holds changed 'of one that it left alone it is'

violated moved 'nor where a parameter has another value when the function returns' <<'EOF'
static int other;
static void set(int *p, int n)
{
#pragma cwolf predicate *p == n
    *p = n;
#ifndef MENDED
    n = n + 1;
    *p = n;
#endif
}
int main(void)
{
    int y = 1, z = 0;
#pragma cwolf predicate y == 0
#pragma cwolf predicate z == 0
    set(&y, z);
    if (y != 0)
        reach_error();
    return 0;
}
EOF
holds moved 'where it is the same it is read'

violated which 'a result belongs to the call that returned it' <<'EOF'
static int twice(int n)
{
#pragma cwolf predicate n == 1
    return n == 1;
}
int main(void)
{
    int a, b;
#pragma cwolf predicate a != 0
#pragma cwolf predicate b != 0
    a = twice(1);
#ifdef MENDED
    b = twice(1);
#else
    b = twice(2);
#endif
    if (!b)
        reach_error();
    return 0;
}
EOF
holds which 'and that one is known'

# ---- temporaries that are written out ----------------------------------------------------------------------------------

violated pushed 'a temporary is what it was computed from only as long as that stays' <<'EOF'
int a[2], *p;
#pragma cwolf predicate a[0] == 0
#pragma cwolf predicate p == &a[0]
#pragma cwolf predicate p == &a[1]
int main(void)
{
    p = a;
#ifdef MENDED
    *++p = 1;
#else
    *p++ = 1;
#endif
    if (a[0] != 0)
        reach_error();
    return 0;
}
EOF
holds pushed 'and the other order is told apart'

violated called 'a call may change what it was computed from' <<'EOF'
struct cell { int value; struct cell *next; };
static struct cell one, two;
static struct cell *at = &one;
#pragma cwolf predicate at == &one
#pragma cwolf predicate at == &two
#pragma cwolf predicate one.value == 0
static int move(void)
{
#ifndef MENDED
    at = &two;
#endif
    return 1;
}
int main(void)
{
    one.value = 0;
#ifdef MENDED
    at = &two;
#else
    at = &one;
#endif
    at->value = move();
    if (one.value != 0)
        reach_error();
    return 0;
}
EOF
holds called 'what it leaves alone stays'

finish
