#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Predicates: the Boolean program of a C program, and what `cwolf check` proves with them (Ball, Podelski, Rajamani 2001).
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)
compile() { # NAME: standard input -> NAME.o
    cat >"$1.c"
    gcc -specs="$specs" -O0 -w -c "$1.c" -o "$1.o" || exit 1
}
code() { # what the Boolean program says, without places
    sed 's, *//.*,,' out >code
}

# ---- figure 1 ----------------------------------------------------------------------------------------------------------

figure() { # GUARD
    cat <<EOF
#include <assert.h>
int x, y, z, w;
#pragma cwolf predicate z == 0
#pragma cwolf predicate x == y
void foo(void)
{
    do {
        z = 0;
        x = y;
        if (w) {
            x++;
            z = 1;
        }
    } while ($1);
    if (z)
        assert(0);
}
EOF
}
figure 'x != y' | compile mended
figure 'x == y' | compile printed
run 0 'figure 1 becomes a Boolean program' cwolf model --format=bp --entry=foo mended.o
code
has out '// mended.c:11' 'each statement says where it comes from'
has code 'decl {z == 0}, {x == y};' 'variables are named by their conditions'
has code '{x == y} := choose(0, {x == y});' 'x++ is the H(0, b2) of the figure'
has code '{z == 0} := 1;' 'z = 0 makes z == 0 true'
has err 'predicates 2, procedures 1' 'the sizes are said'
cp out mended.bp
run 0 'its assertion is never reached' cwolf check mended.bp
has out 'True assert' 'True'
run 0 'as printed it becomes one as well' cwolf model --format=bp --entry=foo -o printed.bp printed.o
run 1 'and there the assertion is reached' cwolf check printed.bp

# ---- section 8: what the Cartesian abstraction loses -------------------------------------------------------------------

compile example1 <<'EOF'
int x, y;
#pragma cwolf predicate x > 5
#pragma cwolf predicate x < 5
#pragma cwolf predicate y == 5
void f(void) { x = y; }
EOF
run 0 'example 1' cwolf model --format=bp --no-enforce --entry=f example1.o
code
has code '{x > 5}, {x < 5} := choose(0, {y == 5}), choose(0, {y == 5});' '<0,0,0> goes to <*,*,0>'
hasnt code 'enforce' 'contradictions are kept when that is asked for'
run 0 'example 1 once more' cwolf model --format=bp --entry=f example1.o
has out 'enforce !({x > 5} & {x < 5});' 'and are removed otherwise'

compile example2 <<'EOF'
extern int __VERIFIER_nondet_int(void);
struct { _Bool x, y; } s;
#pragma cwolf predicate s.x
#pragma cwolf predicate s.y
void f(void) { s.x = __VERIFIER_nondet_int(); s.y = !s.x; }
EOF
run 0 'example 2, one after the other' cwolf model --format=bp --entry=f example2.o
has out '{s.y != 0} := !{s.x != 0}' 'keeps the relation: only a simultaneous choice would lose it'

compile example3 <<'EOF'
extern void __VERIFIER_assume(int);
_Bool x1, x2;
#pragma cwolf predicate x1
#pragma cwolf predicate x2
void f(void) { __VERIFIER_assume(x1 == x2); }
EOF
run 0 'example 3' cwolf model --format=bp --entry=f example3.o
has out 'assume !(!{x1 != 0} & {x2 != 0} | {x1 != 0} & !{x2 != 0});' 'the filter is exact: bebop keeps sets of bit vectors'

# ---- section 9: disjunctive completion -----------------------------------------------------------------------------------

cat >filter.bp <<'EOF'
void main() begin decl x1, x2; assume x1 = x2; assert x1 = x2; end
EOF
run 0 'post of <*,*> is {<0,0>,<1,1>} with sets of states' cwolf check filter.bp
run 1 'and <*,*> where they are joined' cwolf check --join filter.bp
run 1 'a set of trivectors does not split <*,*>' cwolf check --focus=none filter.bp
run 0 'focus[1,2] does (9.3)' cwolf check --focus=x1 --focus=x2 filter.bp
run 2 'focus on what is no variable' cwolf check --focus=x3 filter.bp
has err "no variable 'x3' to focus on" 'is refused'
cat >locations.bp <<'EOF'
void main() begin decl x1, x2; x1, x2 := 1, 0; if (*) then x1, x2 := 0, 1; fi assert x1 | x2; end
EOF
run 0 '{<0,1>,<1,0>} at a join location' cwolf check locations.bp
run 1 'becomes <*,*>' cwolf check --join locations.bp
has err 'there is no trace' 'without a trace'
cat >copies.bp <<'EOF'
void main() begin decl x, y; x, y := 1, 0; if (*) then y := x; fi assert x; end
EOF
run 0 'while a set of trivectors keeps both' cwolf check --focus=none locations.bp
run 0 'what is the same on all ways stays' cwolf check --join copies.bp
run 1 'figure 1 needs sets: z and x == y change together' cwolf check --join mended.bp
run 2 'a C program is never joined so' cwolf check --join mended.o

# ---- what the paper does not show --------------------------------------------------------------------------------------

compile pointers <<'EOF'
int x, y, *p, *q;
#pragma cwolf predicate x == 1
#pragma cwolf predicate y == 1
#pragma cwolf predicate *p == 1
#pragma cwolf predicate p == q
int get(int n)
{
#pragma cwolf predicate n > 0
    *p = n;
    return n + 1;
}
int main(int argc, char **argv)
{
    p = &x;
    q = argc > 1 ? &x : p;
    *q = 1;
    y = get(x) - 1;
    return 0;
}
EOF
run 0 'pointers and calls' cwolf model --format=bp pointers.o
code
has code '{x == 1}, {*p == 1}' 'what may be the same place changes together'
hasnt code '{x == 1}, {y == 1}, {*p == 1} := choose' 'what no pointer leads to does not'
has code 'bool get({n > 0}, ' 'predicates on parameters are parameters, those on results results'
has out '// pointers.c:16' 'places are those of the program'
run 0 'one literal a conjunction' cwolf model --format=bp --cube=1 pointers.o
run 2 'a conjunction needs a literal' cwolf model --format=bp --cube=0 pointers.o
run 2 'these options are for Boolean programs' cwolf model --cube=2 pointers.o

compile none <<'EOF'
int x;
int main(void) { return x; }
EOF
run 2 'a program without predicates' cwolf model --format=bp none.o
has err '#pragma cwolf predicate x == y' 'is told how to write them'

# ---- cwolf check -------------------------------------------------------------------------------------------------------

compile counters <<'EOF'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int x, y;
#pragma cwolf predicate x == y
#pragma cwolf predicate x == y + 3
int main(void)
{
    x = __VERIFIER_nondet_int();
    y = x;
    while (__VERIFIER_nondet_int()) {
        x += 3;
        y += 3;
    }
    assert(x == y);
    if (x != y)
never:  x = 0;
    return 0;
}
EOF
run 0 'check proves with the predicates that the program carries' cwolf check -p reach-assert -p 'unreachable never' counters.o
has out 'True reach-assert' 'an assertion'
has out 'True unreachable never' 'and a label'
has err 'wrap around' 'and says what it assumes'
sed 's/y += 3/y += 2/' counters.c | compile wrong
run 1 'what can be reached is found by a run' cwolf check -p reach-assert wrong.o
sed '/y + 3/d' counters.c | compile weak
run 3 'weak predicates leave it open, where others are not looked for' cwolf check --no-auto -p reach-assert weak.o
has err 'the predicates do not rule it out' 'and that is said'

# ---- what is refused ---------------------------------------------------------------------------------------------------

refuse() { # NAME 'why'
    compile "$1"
    run 2 "$1: no Boolean program" cwolf model --format=bp "$1.o"
    has err "$2" "$1: and why"
}
refuse handler "'on' may run at any moment" <<'EOF'
#include <signal.h>
int x;
#pragma cwolf predicate x == 1
void on(int s) { x = 1; }
int main(void) { signal(SIGINT, on); x = 0; return x; }
EOF
refuse jump 'setjmp and longjmp are not followed' <<'EOF'
#include <setjmp.h>
int x; jmp_buf b;
#pragma cwolf predicate x == 1
int main(void) { if (setjmp(b)) return 1; x = 1; longjmp(b, 1); }
EOF
refuse thread 'may run at any moment' <<'EOF'
#include <pthread.h>
int x;
#pragma cwolf predicate x == 1
void *work(void *p) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); return x; }
EOF
refuse callback 'calls back here' <<'EOF'
#include <stdlib.h>
int x, a[3];
#pragma cwolf predicate x == 1
int compare(const void *p, const void *q) { x = 1; return 0; }
int main(void) { qsort(a, 3, sizeof *a, compare); return x; }
EOF
compile device <<'EOF'
volatile int v; int x; double d;
#pragma cwolf predicate v == 1
#pragma cwolf predicate x == 1
#pragma cwolf predicate d > 1.0
int main(void) { x = v; if (x == 1 && v == x && d > 1.0) x = 2; return x; }
EOF
run 0 'volatile and floating predicates are left out' cwolf model --format=bp device.o
has err 'volatile' 'with a warning for one'
has err 'floating point is not understood' 'and the other'
finish
