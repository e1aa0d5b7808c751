#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Places in formulas: in(FUNCTION) and at(FILE:LINE), and the locals of functions in conditions.
. "$(dirname "$0")/0800-lib.sh"
cat >p.c <<'EOF'
int choose(void);
#pragma cwolf input choose : [0, 3]
int used;
int half(int n)
{
    if (n == 3)
        return 0;
    used = n;
    return n / 2;
}
void idle(void)
{
    used = 9;
}
int main(void)
{
    int c = choose();
    if (c == 2)
        used = half(c);
    else if (c < 2)
        half(c);
    idle();
    return 0;
}
EOF
gcc -w -specs="$(cwolf --specs)" -c -o p.o p.c
# asks VERDICT 'FORMULA' 'what'
asks() {
    cwolf check -p "q: ctl $2" p.o >out 2>err
    cat out err >both
    grep -q "^$1 q$" out
    tap $? "$1: $2: $3" both
}
asks False 'EF at(p.c:7)' 'nobody calls it with 3'
asks True 'EF at(p.c:8)' 'it is called'
asks True 'AG (at(p.c:8) -> in(half))' 'a line is in its function'
asks True 'AG (at(p.c:9) -> "used <= 2")' 'and is entered behind the one before'
asks True 'AG (in(half) -> "half:n <= 2 && main:c <= 2")' 'a parameter, and a local of the caller'
asks False 'AG (in(half) -> "main:c != 2")' 'it is called with 2'
asks True 'AF in(idle)' 'each run comes there'
asks False 'AF in(half)' 'not each'
asks True 'AG !(in(half) && in(main))' 'control is in one function'
asks Maybe 'AG "half:n < 4"' 'where a function is not active its locals have no values'
run 2 'a function that is not there' cwolf check -p 'ctl EF in(halve)' p.o
has err "in(halve): the program has no function 'halve' with a body" 'is refused'
run 2 'a line without code' cwolf check -p 'ctl EF at(p.c:99)' p.o
has err 'at(p.c:99): no statement of the program is there' 'is refused'

# A question stands in no scope: a name that is one thing in main and another elsewhere is refused, not chosen.
cat >n.c <<'EOF'
int other(void);
int seen;
static int own;
int main(void)
{
    int seen = 1;
    own = 1;
    return other() + seen;
}
EOF
cat >o.c <<'EOF'
extern int seen;
static int own;
int other(void)
{
    own = 5;
    seen = 7;
    return own;
}
EOF
gcc -w -specs="$(cwolf --specs)" -c n.c o.c
names() {
    cwolf check -p "q: $2" n.o o.o >both 2>&1
    grep -qF -- "$1" both
    tap $? "$2: $1" both
}
names "'seen' is ambiguous: \"n.c\":6:seen or \"n.c\":seen" 'invariant seen != 7'
names "'own' is ambiguous: \"n.c\":own or \"o.c\":own" 'invariant own != 5'
names 'True q' 'invariant main:seen != 7'
names 'False q' 'invariant "n.c":seen != 7'
names 'False q' 'invariant "o.c":own != 5'
names 'True q' 'invariant "n.c":own != 5'
names "and no condition: 'own' is ambiguous" 'ctl AG "own != 5"'
names 'and no condition: expected the end' 'ctl EF "seen = 7"'
names 'a condition over variables stands in double quotes' 'ctl EF seen'

# A condition that has no value in some reachable state: invariant, ctl and ltl say the same.
cat >v.c <<'EOF'
int choose(void);
#pragma cwolf input choose : [-5, 5]
int g = 1, a[3], *p;
int main(void)
{
    g = choose();
    return 0;
}
EOF
gcc -w -specs="$(cwolf --specs)" -c v.c
for c in '10 / g < 100' 'a[g] == 0' '10 % g < 100' '*p == 0' 'p != 0 || *p == 0'; do
    run 3 "invariant $c" cwolf check -p "invariant $c" v.o
    has err "'$c' may have no value in some states" 'says why'
    run 3 "ctl AG \"$c\"" cwolf check -p "ctl AG \"$c\"" v.o
    has err "'$c' may have no value in some states" 'says why'
    run 3 "ltl G \"$c\"" cwolf check -p "ltl G \"$c\"" v.o
done
for c in 'g == 0 || 10 / g < 100' 'g < 0 || g > 2 || a[g] == 0' 'p == 0 || *p == 7' '!(p != 0 && *p == 7)' \
    'g != 0 ? 10 / g < 100 : 1'; do
    run 0 "$c has one everywhere" cwolf check -p "invariant $c" -p "ctl AG \"$c\"" -p "ltl G \"$c\"" v.o
done
run 1 'and one that is false' cwolf check -p 'invariant g == 0 || 10 / g < 3' v.o

# At grain statement a step is a write to what the formula names: to that field or element, and to nothing else.
cat >s.c <<'EOF'
struct { int m, n; unsigned a : 3, b : 5; } s;
int t[3], i = 1;
int main(void)
{
    s.n = 1;
    s.b = 2;
    t[2] = 3;
    return 0;
}
EOF
gcc -w -specs="$(cwolf --specs)" -c s.c
steps() { # CONDITION NUMBER: so many writes, and the end
    next=''
    for _ in $(seq "$2"); do next="$next AX"; done
    run 0 "$2 writes change $1" cwolf check --grain=statement -p "ctl $next (AX (deadlock && (\"$1\" || !\"$1\")) && !deadlock)" s.o
}
steps 's.m == 0' 0
steps 's.n == 0' 1
steps 's.a == 0' 0
steps 's.b == 0' 1
steps 't[0] == 0' 0
steps 't[2] == 0' 1
steps 't[i + 1] == 0' 1
# A line of several statements, and the states between two labels of one step.
cat >m.c <<'EOF'
#pragma cwolf label write(x) => first
#pragma cwolf label write(y) => second
int choose(void);
#pragma cwolf input choose : [0, 1]
int x, y, z;
void g(void) { y = 3; }
void f(void)
{
    x = 1; if (choose()) z = 1; x = 3; y = x; x = 0;
    g();
}
int main(void)
{
    f();
    return 0;
}
EOF
gcc -w -specs="$(cwolf --specs)" -c -o p.o m.c
asks False 'AG (at(m.c:9) -> "x != 3")' 'control is in the line until it leaves it'
asks True 'AG ("x == 3" -> at(m.c:9))' 'and stands there'
asks True 'AG (at(m.c:10) -> "x == 0")' 'what follows is another line'
asks True 'AG ("x == 1" -> in(f))' 'the function too'
cat >c.c <<'EOF'
#pragma cwolf label write(x) => first
#pragma cwolf label write(x) when (x == 1) => second
int x;
int main(void)
{
    x = 1;
    return x;
}
EOF
gcc -w -specs="$(cwolf --specs)" -c -o p.o c.c
asks False 'EF (EX (enabled(second) && !in(main)))' 'between two labels of one step control is in main'

# An invariant over locals and other memory is looked at where a callee changes that, with each activation.
cat >a.c <<'EOF'
int g;
void set(int v) { g = v; g = 0; }
int deep(int n)
{
    int own = n;
    if (n > 0)
        deep(n - 1);
    else
        set(5);
    return own;
}
int main(void)
{
    int l = 1;
    set(5);
    return deep(2) + l;
}
EOF
gcc -w -specs="$(cwolf --specs)" -c -o p.o a.c
inv() {
    cwolf check -p "q: invariant $2" p.o >both 2>&1
    grep -q "^$1 q$" both
    tap $? "$1: $2" both
}
inv False '!(g == 5 && main:l == 1)'
inv True '!(g == 5 && main:l == 2)'
inv False '!(g == 5 && deep:own == 2)'
inv False '!(g == 5 && deep:own == 0)'
inv True '!(g == 5 && deep:own == 3)'
# Who names nothing and asks for the grain gets it: the end alone is a step.
run 0 'nothing is named, one step' cwolf check --grain=statement -p 'ctl AX deadlock && EX true' s.o
run 0 'nothing is named or asked for: each state of the model' cwolf check -p 'ctl EX EX true' s.o
finish
