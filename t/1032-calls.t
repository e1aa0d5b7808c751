#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Calls in other ways than by name: what they do is in the model, labels, ends and jumps too. Constants in a call's
# pattern.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)

# model NAME OPTION...: the model of the program on standard input, as a monitor would use it
model() {
    name=$1
    shift
    cat >"$name.c"
    gcc -specs="$specs" -c "$name.c" || echo "cannot compile $name"
    cwolf model "$@" --reduce=weak-trace -o "$name.aut" "$name.o" 2>"$name.err"
}
# path NAME EVENT... and no_path: whether the model has it
path() {
    name=$1
    shift
    printf '%s\n' "$@" >log
    run 0 "$name: $* is a path" cwolf lts check-traces "$name.aut" log
}
no_path() {
    name=$1
    shift
    printf '%s\n' "$@" >log
    run 1 "$name: $* is none" cwolf lts check-traces "$name.aut" log
}

cat >die.c <<'EOF'
#include <stdlib.h>
static void (*volatile die)(void) = abort;
int main(void)
{
    die();
    return 0;
}
EOF
gcc -specs="$specs" -o die die.c 2>err
run 3 'abort through a pointer that is not tracked' cwolf check --layer=1 -p reach-assert die
has out 'Maybe reach-assert' 'is possible'
run 1 'a run makes it certain' cwolf check -p reach-assert die
sed 's/volatile/const/' die.c >sure.c
gcc -specs="$specs" -o sure sure.c 2>err
run 1 'through one that is known' cwolf check -p reach-assert sure
has out 'False reach-assert' 'it is certain'

model leave --default=exact <<'EOF'
#include <stdlib.h>
#pragma cwolf label exit == 3 => three
#pragma cwolf label exit == 0 => none
static void (*leave)(int) = exit;
int main(int argc, char **argv)
{
    if (argc > 1)
        leave(3);
    return 0;
}
EOF
path leave three
path leave none

model back <<'EOF'
#include <setjmp.h>
#include <cwolf.h>
static jmp_buf b;
static int throws(int x)
{
    if (x)
        longjmp(b, 2);
    return 0;
}
static int catches(int x)
{
    if (setjmp(b)) {
        _cwolf_event("caught");
        return 4;
    }
    return throws(x);
}
int main(int argc, char **argv)
{
    return catches(argc);
}
EOF
path back caught

for default in exact ignore; do
    model "through-$default" "--default=$default" <<'EOF'
#include <stdio.h>
static void one(int x) { (void)x; }
static int two(int x) { return x + 1; }
static int three(int x) { return x; }
static void (*const ones[2])(int) = {one, one};
static int (*table[2])(int) = {two, three};
#pragma cwolf label call(one(7)) => seven
#pragma cwolf label call(two(1)) => two
#pragma cwolf label return(three) when (value == 5) => five
#pragma cwolf label call(putchar(10)) => newline
static int (*put)(int) = putchar;
int main(void)
{
    ones[0](7);
    ones[1](8);
    table[0](1);
    table[0](2);
    table[1](5);
    put('a');
    put(10);
    return 0;
}
EOF
done
path through-exact seven two five newline
path through-ignore seven two five newline
no_path through-exact two
no_path through-exact seven two two
no_path through-exact seven two five newline newline

model named --default=exact <<'EOF'
static void told(unsigned char what, int how) { (void)what; (void)how; }
#pragma cwolf label call(told(2)) => two
#pragma cwolf label call(told(_, 3)) => three
int main(void)
{
    told(1, 0);
    told(2, 0);
    told(1, 3);
    told(2, 3);
    return 0;
}
EOF
path named two three two three
no_path named three
no_path named two two

model sort <<'EOF'
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
#pragma cwolf label call(order) => compare
#pragma cwolf label return(order) when (value > 0) => greater
int main(void)
{
    int a[3] = {3, 1, 2};
    qsort(a, 3, sizeof *a, order);
    return a[0];
}
EOF
path sort compare greater compare compare greater
finish
