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
# In conditions, && and || look at their second operand only where the first does not decide: the comments say what C does.
cat >o.c <<'EOF'
int choose(void);
#pragma cwolf input choose : [0, 2]
int *p, a[3] = {1, 2, 3}, i = -1, k, g;
void f(void) {}
#pragma cwolf label call(f()) when (p == 0 || *p == 7) => always
#pragma cwolf label call(f()) when (p != 0 && *p == 7) => never
#pragma cwolf label call(f()) when (!(p != 0 && *p == 7)) => not_never
#pragma cwolf label write(g) when (i < 0 || a[i] == 9) => negative
#pragma cwolf label write(g) when (i >= 0 && a[i] == 9) => nine
#pragma cwolf label watch(k == 0 || 10 / k > 4) => small
#pragma cwolf label exit(status == 0 || 10 / status > 2) => fine
int main(void)
{
    k = choose();
    f();
    g = 1;
    return 0;
}
EOF
gcc -specs="$specs" -c o.c
for e in always not_never negative small fine; do
    run 0 "$e happens in each run" cwolf check -p "ctl AF $e" o.o
done
for e in never nine; do
    run 0 "$e happens in none" cwolf check -p "ctl AG !$e" o.o
done
printf 'des (0,1,2)\n(0,"always",1)\n' >one.aut
printf 'des (0,0,1)\n' >none.aut
cat >one.c <<'EOF'
int *p;
void f(void) {}
#pragma cwolf label call(f()) when (p == 0 || *p == 7) => always
int main(void)
{
    f();
    return 0;
}
EOF
gcc -specs="$specs" -c one.c
run 0 'the design with the event is met' cwolf check --default=exact --spec=one.aut one.o
run 1 'the one without it is not' cwolf check --default=exact --spec=none.aut one.o

# A condition without a value: the event may happen or not, and the program is not accused.
cat >u.c <<'EOF'
int k, a[2], *p, g;
void f(void) {}
#pragma cwolf label call(f()) when (a[k + 5] == 0) => outside
#pragma cwolf label call(f()) when (10 / k == 0) => by_zero
#pragma cwolf label call(f()) when (*p == 0) => null
#pragma cwolf label write(g) when (10 / k == 0) => written
#pragma cwolf label watch(10 / (g - 1) == 0) => seen
int main(void)
{
    f();
    g = 1;
    return 0;
}
EOF
gcc -specs="$specs" -c u.c
for e in outside by_zero null written seen; do
    run 3 "whether $e happens is not said" cwolf check -p "ctl AF $e" u.o
    run 3 "nor whether it does not" cwolf check -p "ctl AG !$e" u.o
done
run 0 'no error of the program' cwolf check -p memory-safe -p no-div-zero -p no-null u.o

# What is joined: one of the values has no quotient, and that run goes on without the event.
cat >j.c <<'EOF'
int choose(void);
#pragma cwolf input choose : [0, 2]
#pragma cwolf abstract k : top
int k, g;
#pragma cwolf label write(g) when (10 / k == 5) => five
int main(void)
{
    k = choose();
    g = 1;
    return 0;
}
EOF
gcc -specs="$specs" -c j.c
run 3 'a joined value' cwolf check --layer=1 --no-search --no-predicates -p 'ctl EF enabled(five)' -p 'ctl AG !five' j.o

# Two conditions that are open, a pattern and a when: each decides alone.
cat >w.c <<'EOF'
int choose(void);
#pragma cwolf input choose : [0, 1]
int k;
void f(int n) { (void)n; }
#pragma cwolf label call(f(1)) when (k == 1) => both
int main(void)
{
    int n = choose();
    k = choose();
    f(n);
    return n == 1 && k == 0;
}
#pragma cwolf label exit(status == 1) => one
EOF
gcc -specs="$specs" -c w.c
run 0 'the pattern holds, the condition does not' cwolf check -p 'ctl EF one' -p 'ctl AG (both -> AG !one)' w.o

# Functions of these names that do something are functions as any; those of cwolf.h can be asked about, too.
cat >own.c <<'EOF'
void abort(void);
int g;
void _cwolf_tick(void) { g = 1; }
void _cwolf_event(const char *name) { g += *name == 'x'; }
int main(void)
{
    _cwolf_tick();
    _cwolf_event("x");
    if (g == 2)
        abort();
    return 0;
}
EOF
gcc -w -specs="$specs" -c own.c
run 1 'it aborts' cwolf check -p reach-assert own.o
cat >tick.c <<'EOF'
#include <cwolf.h>
#pragma cwolf label call(_cwolf_tick()) => tick
int main(void)
{
    _cwolf_tick();
    _cwolf_event("event");
    return 0;
}
EOF
gcc -specs="$specs" -c tick.c
run 1 'a tick is a call' cwolf check -p 'unreachable _cwolf_tick' tick.o
run 1 'so is an event' cwolf check -p 'unreachable _cwolf_event' tick.o
run 0 'with labels and places' cwolf check -p 'ctl AF tick' -p 'ctl AF in(_cwolf_tick)' -p 'ctl AF event' tick.o
finish
