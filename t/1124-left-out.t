#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A controller whose states are few, with a log and flags that make them many and that nothing asked depends on: what the answer does
# not need is left out, is named, and written as pragmas decides again. Where an error does depend on the log, True is never said: with
# -DEARLY a few requests lead to it, with -DLATE some forty thousand.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)

{
    cat <<'EOF'
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static int door, motor, level, called[7], seen[7];
static unsigned handled;
EOF
    echo '/* pragmas */'
    cat <<'EOF'
static void press(unsigned n)
{
    called[n % 7] = 1;
    seen[(n + 1) % 7] = !seen[(n + 1) % 7];
    if (handled < 50000)
        handled++;
}
static void turn(int wish)
{
    if (wish && !door && level < 5)
        motor = 1;
    if (!wish || level >= 5)
        motor = 0;
#ifdef EARLY
    if (handled == 4)
        motor = 1;
#endif
#ifdef LATE
    if (handled == 40000)
        motor = 1;
#endif
}
int main(void)
{
    while (1) {
        int act = __VERIFIER_nondet_int();
        if (act >= 0 && act < 40) {
            press((unsigned)act);
            turn(act % 2);
        } else if (act == -1 && !motor)
            door = !door;
        else if (act == -2 && motor && level < 5)
            level++;
        else if (act == -3)
            level = 0;
        if (motor && door)
            abort();
        if (level > 5)
            abort();
    }
}
EOF
} >gate.c

gcc -specs="$specs" -w -O0 -c gate.c -o gate.o
run 0 'a log and flags are left out' cwolf check --auto --no-search --no-predicates --timeout=60 -p reach-assert gate.o
has out 'True reach-assert' 'which decides the question'
has err "is decided by: exact states, some variables left out (" 'and is said'
has err '#pragma cwolf abstract handled : ignore' 'with what was left out'
hasnt err 'decided with everything tracked exactly' 'which is not everything'
grep '^#pragma cwolf abstract' err >pragmas
sed '/^\/\* pragmas/r pragmas' gate.c >again.c
gcc -specs="$specs" -w -O0 -c again.c -o again.o
run 0 'the pragmas that were printed' cwolf check --no-auto --default=exact -p reach-assert again.o
has out 'True reach-assert' 'decide it again'

for bug in EARLY LATE; do
    gcc -specs="$specs" -w -O0 -D$bug -c gate.c -o $bug.o
    cwolf check --no-search --no-predicates --timeout=5 -p reach-assert $bug.o >out 2>err
    hasnt out 'True reach-assert' "what the error of -D$bug depends on is not left out"
done
cwolf check --timeout=10 -p reach-assert EARLY.o >out 2>err
has out 'False reach-assert' 'nor does leaving out hide it'
finish
