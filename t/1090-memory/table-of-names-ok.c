/* SPDX-License-Identifier: GPL-3.0-or-later */
// A state is looked up in the table of names.
// nondet: 3
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum state { IDLE, OPEN, CLOSED, STATES };

static const char *const names[] = {"idle", "open", "closed"};

static const char *name_of(int state)
{
    if (state < 0 || state >= STATES)
        return "unknown";
    return names[state];
}

int main(void)
{
    puts(name_of(__VERIFIER_nondet_int()));
    return 0;
}
