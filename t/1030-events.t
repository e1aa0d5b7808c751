#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# _cwolf_event with more than one name it may mean, and names that labels cannot have.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)

cat >e.c <<'EOF'
#include <cwolf.h>
#include <stdio.h>
int main(void)
{
    int c = getchar() & 127;
    _cwolf_event(c == 'x' ? "is_x" : "is_not");
    return 0;
}
EOF
gcc -specs="$specs" -c e.c
run 0 'one name or the other' cwolf model --default=exact --reduce=weak-trace -o e.aut e.o
has e.aut '"is_x"' 'the one'
has e.aut '"is_not"' 'and the other'
hasnt err 'left out' 'nothing is left out'
cwolf model -o e.aut e.o 2>/dev/null
printf 'is_x\n' >x.log
printf 'is_not\n' >not.log
run 0 'both runs are paths where it is not' cwolf lts check-traces e.aut x.log not.log

cat >p.c <<'EOF'
#include <cwolf.h>
static const char *name;
#pragma cwolf abstract name : exact
int main(void)
{
    name = "first";
    _cwolf_event(name);
    name = "second";
    _cwolf_event(name);
    return 0;
}
EOF
gcc -specs="$specs" -c p.c
printf 'proc S = first.second.nil\n' >s.ccs
cwolf model -o p.aut p.o 2>/dev/null
run 0 'exactly the one, where the pointer is tracked' cwolf lts compare --relation=weak p.aut s.ccs:S

cat >i.c <<'EOF'
static int x;
#pragma cwolf label read(x) => i
int main(void) { return x; }
EOF
gcc -specs="$specs" -c i.c 2>err
run 2 'a label called i' cwolf model i.o
has err "i.c:2:" 'is an error at its place'
has err "a label cannot be called 'i'" 'that says why'

cat >w.c <<'EOF'
extern int read_key(void);
#pragma cwolf input read_key : [0, 9]
static int level;
#pragma cwolf abstract level : ignore
static void put(void) {}
#pragma cwolf label call(put) when (level > 3) => output high
#pragma cwolf spec "nothing.ccs" S weak-trace
int main(void)
{
    for (;;) {
        level = read_key();
        put();
    }
}
EOF
echo 'proc S = nil' >nothing.ccs
gcc -specs="$specs" -c w.c
run 3 'a condition that what is tracked does not decide' cwolf check w.o
has err "track 'level' (now ignored): '#pragma cwolf abstract level : exact', at w.c:12" 'comes with a hint'
finish
