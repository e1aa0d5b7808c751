#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# --harness: what is written fails natively as the check says, whatever the inputs come from.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)
compile() { gcc -w -g -O0 -specs="$specs" -c "$1.c" -o "$1.o" || tap 1 "$1.c compiles"; }

cat > called.c <<'EOF'
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_uchar();
    if (x > 1000 && y == x % 251)
        assert(x + y != 4242);
    return 0;
}
EOF
compile called
run 1 'inputs that functions give' cwolf check --harness=h1 -p reach-assert called.o
has err "note: 1 failing run in 'h1': make -C h1 run, or debug" 'a harness is written'
ok '! make -C h1 run >both 2>&1' 'it is built, and fails'
has both "x + y != 4242" 'by the assertion'
has h1/Makefile "#   1  called.c:8: property" 'the Makefile says what each test is'
run 0 'the debugger gets the inputs too' make -C h1 debug GDB=echo
has out "-ex run </dev/null ./program" 'and the text that is read'

cat > read.c <<'EOF'
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int n = 0;
    for (int c; (c = getchar()) != EOF && n < 6; n++)
        if (c != "magic!"[n])
            return 0;
    assert(n < 5);
    return 0;
}
EOF
compile read
gcc -w -specs="$specs" -o readprog read.o || tap 1 'it is linked'
run 1 'text, of a program that is linked' cwolf check --harness=h2 -p reach-assert readprog
ok '! make -C h2 run >both 2>&1' 'fails natively'
has both 'n < 5' 'by the assertion'
has h2/1.stdin 'magic' 'with the text'

cat > both.c <<'EOF'
#include <assert.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), c = getchar();
    if (c == 'x' && x == 77)
        goto a;
    if (c == 'y' && x == -5)
        goto b;
    return 0;
a:  assert(0);
b:  assert(c == 'x');
    return 0;
}
EOF
compile both
run 1 'two places' cwolf check --harness=h3 -p 'unreachable a' -p 'unreachable b' both.o
has err "note: 2 failing runs in 'h3'" 'are two tests'
ok '! make -C h3 run TEST=1 >1 2>&1 && ! make -C h3 run TEST=2 >2 2>&1' 'each fails'
ok 'grep -q "0.* failed" 1 && grep -q "c == .x.. failed" 2' 'in its own way'

# What the abstract machine is sure of has a run as well; what holds has none, nor has what no run can show.
printf '#include <assert.h>\nint main(void)\n{\n    assert(1 == 2);\n    return 0;\n}\n' > sure.c
compile sure
run 1 'without inputs' cwolf check --harness=h4 -p reach-assert sure.o
ok '! make -C h4 run >both 2>&1' 'it fails natively'
printf 'int main(void)\n{\n    return 0;\n}\n' > fine.c
compile fine
run 0 'what holds' cwolf check --harness=h5 -p reach-assert fine.o
ok '[ ! -e h5 ]' 'has no harness'
run 1 'what a run does not show' cwolf check --harness=h6 -p 'invariant 1 == 2' fine.o
has err "warning: no run was found that shows a violation: nothing is written to 'h6'" 'is said'
cp sure.o 'a(b).o'
run 2 'a file that make cannot name' cwolf check --harness=h7 -p reach-assert 'a(b).o'
has err 'a(b).o: error: a Makefile cannot name this file' 'is an error'
ok '[ ! -e h7 ]' 'and nothing is written'
run 2 'a directory that cannot be made' cwolf check --harness=nowhere/h -p reach-assert sure.o
has err 'nowhere/h: error: cannot make the directory' 'is an error'
finish
