#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# --harness: what is written fails as the check says, natively or in cwolf run, whatever the inputs come from and
# wherever the run begins.
programs=$(cd "$(dirname "$0")" && pwd)/long/9130-decided
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
has err "note: 1 failing run in 'h1': make -C h1 run, show, or debug" 'a harness is written'
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

# A path of states says which way each branch goes: runs follow it, where a search alone finds nothing in 30 seconds.
cat > turns.c <<'EOF'
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void)
{
    int state = 0, history = 0, in;
    for (int turn = 0; turn < 8;) {
        in = __VERIFIER_nondet_int();
        if (state == 0) {
            if (in == 912)
                state = 1;
            else if (in != -7 && in != 55 && in != 640)
                return 0;
        } else {
            switch (in) {
            case 31:
                turn++;
                history = history * 3;
                break;
            case -480:
                turn++;
                history = history * 3 + 1;
                break;
            case 777:
                turn++;
                history = history * 3 + 2;
                break;
            case 4:
                break;
            default:
                return 0;
            }
            state = 0;
        }
    }
    if (history == 5471)
        reach_error();
    return 0;
}
EOF
cp "$programs/handshake-04-longway.c" longway.c
for program in turns longway; do
    compile $program
    run 1 "$program: a long way" cwolf check --timeout=20 --harness=$program -p reach-assert $program.o
    ok "! make -C $program run >both 2>&1 && grep -q Abort both" "$program: the run along it fails natively"
done

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

# ---- errors that are none natively: valgrind and cwolf run tell them ------------------------------------------------

# in_main PROPERTY DIRECTORY 'what': checks a program whose file is read from standard input; native and shown are what
# make run and make show print, and whether they fail.
in_main() {
    cat >"$2.c"
    compile "$2"
    run 1 "$3: is found" cwolf check --harness="$2" -p "$1" "$2.o"
    cp err said
    is_native=true
    make -C "$2" run >native 2>&1 || is_native=false
    is_shown=true
    make -C "$2" show >shown 2>&1 || is_shown=false
}

in_main memory-safe heap 'a heap overflow' <<'EOF'
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    char *p = malloc(8);
    unsigned char i = __VERIFIER_nondet_uchar();
    if (p && i < 9)
        p[i] = 1;
    free(p);
    return 0;
}
EOF
ok '! $is_native' 'it fails natively'
has native 'Invalid write of size 1' 'as valgrind says'
ok '! $is_shown' 'it fails in cwolf run'
has shown "heap.c:8:14: error: an access outside of its object: 1 byte at offset 8 of a block of 8" 'with its line'
has said 'note: make run, memory-safe: valgrind tells what leaves a block of the heap' 'the terminal says what is seen'
has heap/Makefile 'make run: valgrind tells what leaves a block of the heap' 'and so does the Makefile'
ok 'make -C heap run VALGRIND= >native 2>&1' 'natively alone nothing is seen'

in_main memory-safe inside 'an array within a structure' <<'EOF'
struct pair { char a[4], b[4]; };
static struct pair s;
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i < 5)
        s.a[i] = 1;
    return 0;
}
EOF
ok '$is_native' 'valgrind does not see it'
ok '! $is_shown' 'cwolf run does'
has shown 'inside.c:8:16: error: element 4 of an array of 4 is used' 'with its line'
has said 'what stays within one object, or leaves one of the stack or of static storage, only make show tells' 'as is said'

in_main no-uninit unset 'an unset variable' <<'EOF'
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x;
    if (__VERIFIER_nondet_int() == 77)
        x = 1;
    if (x)
        return 3;
    return 0;
}
EOF
ok '! $is_native && ! $is_shown' 'both fail'
has native 'depends on uninitialised value' 'valgrind tells it'
has shown 'unset.c:7:8: error: a decision depends on what was never given a value' 'cwolf run with its line'

in_main no-leak leak 'a leak' <<'EOF'
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static char *p;
int main(void)
{
    p = malloc(12);
    if (__VERIFIER_nondet_int() == 9)
        p = 0;
    free(p);
    return 0;
}
EOF
ok '! $is_native && ! $is_shown' 'both fail'
has native '12 bytes in 1 blocks are definitely lost' 'valgrind tells it'
has shown 'leak.c:6:9: error' 'cwolf run with its line'

in_main no-overflow overflow 'a signed overflow' <<'EOF'
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 100)
        x = x + 1;
    return x == 5;
}
EOF
ok '! $is_shown' 'cwolf run fails'
has shown 'overflow.c:6:11: error: signed arithmetic overflows' 'with its line'
has said 'note: make run, no-overflow: natively nothing is seen of it: only make show tells it' 'natively nothing is said to fail'
run 0 'without --overflows it wraps around' cwolf run --inputs=overflow/1.inputs overflow.o
for text in 'return -x;' 'return x * 3;' 'int y = x - 1; return y > 0;' 'return __builtin_abs(x);' 'return x / -1;'; do
    printf '#include <limits.h>\nint __VERIFIER_nondet_int(void);\nint main(void)\n{\n    int x = __VERIFIER_nondet_int();\n    %s\n}\n' "$text" >op.c
    compile op
    run 1 "$text: overflows" cwolf run --overflows --inputs=-2147483648 op.o
    cwolf run --overflows --inputs=-5 op.o >out 2>err
    has err 'exit status' 'not for a small number'
done
gcc -w -g -O0 -fwrapv -specs="$specs" -c op.c -o wraps.o
printf 'int main(void)\n{\n    int x = 2147483647;\n    return x + 1 > 0;\n}\n' >wraps.c
gcc -w -g -O0 -fwrapv -specs="$specs" -c wraps.c
run 0 'what -fwrapv defines' cwolf run --overflows wraps.o

in_main 'unreachable there' reached 'a label that is reached' <<'EOF'
int __VERIFIER_nondet_int(void);
int main(void)
{
    if (__VERIFIER_nondet_int() != 41)
        return 0;
there:
    return 0;
}
EOF
ok '$is_native' 'fails nowhere'
run 0 'the debugger' make -C reached debug GDB=echo
has out "-ex break reached.c:" 'stops there'

in_main memory-safe variable 'an error that inputs of a variable lead to' <<'EOF'
#include <stdlib.h>
#pragma cwolf input sensor
volatile int sensor;
int main(void)
{
    char *p = malloc(4);
    if (p && sensor == 77)
        p[4] = 1;
    free(p);
    return 0;
}
EOF
ok '$is_native && ! $is_shown' 'is seen by cwolf run alone'
has said "note: make run TEST=1: natively nothing gives 'sensor' its inputs: only make show tells it" 'as is said'

# ---- entries that are no main ---------------------------------------------------------------------------------------

cat > entries.c <<'EOF'
#include <assert.h>
#include <stdlib.h>
struct list { short count; struct list *next; unsigned char bytes[6]; };
struct tail { int n; short all[]; };
struct box { float x; int y; };
struct wide { short n[3]; char *at; double d; };
struct bits { int a : 3, b : 5; };
static void over(int i) { char *p = malloc(4); if (p && i) p[4] = 1; free(p); }
int numbers(unsigned char a, short b, long c, _Bool d)
{
    assert(!(a == 200 && b == -300 && c == 5000000000 && d));
    return 0;
}
void lists(struct list *p, int k) { over(k == -7 && p->next[1].bytes[2] == 211 && p->count == -2); }
short tails(struct tail *t) { over(t->all[2] == 444); return t->all[1]; }
int others(void *p, int (*g)(int), const char *s, int x) { over(p && g && s[1] == 'x' && x == 12); return 0; }
struct box values(struct box q, struct wide b, int x)
{
    over(q.y == 77 && q.x == 0 && b.n[2] == 5 && b.at[1] == 9 && b.d == 0 && x == 3);
    return q;
}
static int own(int x) { over(x == 123456); return x; }
int bits(struct bits b, int x) { over(x == 5); return b.a; }
void *kept(int n, struct list *p) { p->next = malloc(5); void *q = malloc(6); if (n == 3) q = malloc(7); return q; }
static int top = 2147483647;
int signs(int x) { int y = top; return y + 1; }
int main(void) { return own(1) - 1; }
EOF
compile entries
for entry in lists tails others values own; do
    run 1 "$entry: is found" cwolf check --harness="at-$entry" --entry="$entry" -p memory-safe --timeout=20 entries.o
    make -C "at-$entry" run >native 2>&1
    has native 'Invalid write of size 1' "$entry: its caller passes what the check did"
    ok '! make -C at-$entry show >shown 2>&1' "$entry: cwolf run fails"
    has shown 'entries.c:8:65: error: an access outside of its object' "$entry: with its line"
done
has at-own/Makefile '--globalize-symbol=own' 'a static function is called in a copy of its object'
run 1 'integers' cwolf check --harness=at-numbers --entry=numbers -p reach-assert --timeout=20 entries.o
ok '! make -C at-numbers run >native 2>&1' 'the assertion fails'
has native 'a == 200' 'natively'
run 1 'blocks that are left' cwolf check --harness=at-kept --entry=kept -p no-leak --timeout=20 entries.o
make -C at-kept run >native 2>&1
has native '6 bytes in 1 blocks are definitely lost' 'one is lost'
hasnt native '5 bytes in 1 blocks' 'what the argument leads to is not'
hasnt native '7 bytes in 1 blocks' 'nor is what is returned'
run 1 'overflow in an entry' cwolf check --harness=at-signs --entry=signs -p no-overflow --timeout=20 entries.o
ok '! make -C at-signs show >shown 2>&1' 'is shown'
has shown 'signed arithmetic overflows' 'as such'
ar rc archive.a entries.o
run 1 'an archive' cwolf check --harness=at-archive --entry=own -p memory-safe --timeout=20 archive.a
make -C at-archive run >native 2>&1
has native 'Invalid write of size 1' 'has its functions called too'

# Where there can be no harness a warning says why, and nothing is written.
without() {
    dir=$1 why=$2 what=$3
    shift 3
    run 1 "$what: is found" cwolf check --harness="$dir" -p memory-safe --timeout=20 "$@"
    has err "warning: no harness is written to '$dir': $why" "$what: why there is no harness"
    ok '[ ! -e $dir ] && [ "$(grep -c warning: err)" = 1 ]' "$what: nothing is written, nothing else said"
}
without n1 "the parameter 'b' of 'bits' is passed by value and has a layout" 'bit-fields by value' --entry=bits entries.o
gcc -specs="$specs" -o whole entries.o
without n2 "something has to call 'lists', and '" 'an executable' --entry=lists whole
gcc -w -g -O2 -specs="$specs" -c entries.c -o optimised.o
without n3 "'own' is static, and the compiler has left no code of its own for it" 'a static function that is inlined' --entry=own optimised.o
run 2 'a function that is not there' cwolf run --entry=nobody --inputs=1 entries.o
has err "no function 'nobody'" 'no run begins in'
run 2 'an entry' cwolf run --entry=own --reach=entries.c:9 entries.o
has err '--entry: not with goals' 'does not go with goals'
finish
