#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs are tried in a process of their own while states are explored, where there are two processors and a time limit. What is
# decided does not depend on that; when the command ends, however it ends, nothing goes on.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)
compile() { # NAME: standard input -> NAME.o
    { echo 'extern int __VERIFIER_nondet_int(void); extern void reach_error(void);'; cat; } >"$1.c"
    gcc -specs="$specs" -O0 -w -c "$1.c" -o "$1.o" || exit 1
}
one=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//') # a processor that may be used
in_turn() { taskset -c "$one" "$@"; }
BESIDE=$$-$(date +%s)
export BESIDE
left_over() { # processes of this test: the trials go on in others
    grep -lsz "^BESIDE=$BESIDE\$" /proc/[0-9]*/environ | while read -r file; do
        { tr '\0' ' ' <"${file%environ}cmdline"; } 2>/dev/null | grep '^cwolf check' && echo "$file"
    done
}
are_two() { [ "$(left_over | grep -c '^/proc')" -ge 2 ]; }
wait_for() { # COMMAND, tried until it succeeds
    for again in $(seq 120); do
        ! eval "$1" || return 0
        sleep 0.5
    done
    return 1
}

# What states count for ever, induction proves (here all paths at once); one input of many breaks the other.
tokens() {
    cat <<END
int main(void)
{
    unsigned given = 0, taken = 0, held = 0;
    while (1) {
        int n = __VERIFIER_nondet_int();
        if (n == 1 && held < 1000)
            given++, held++;
        else if (n == 2 && held)
            taken++, held--;
        $1
        if (given - taken != held)
            reach_error();
    }
}
END
}
tokens '' | compile holds
tokens 'if (n == 123456789) taken++;' | compile breaks
run 0 'what induction proves' cwolf check --auto --timeout=60 -p reach-assert holds.o
has err 'is decided by: one formula' 'it does so beside the states'
run 0 'with one processor' in_turn cwolf check --auto --timeout=24 -p reach-assert holds.o
has err 'is decided by: one formula' 'it does so after them'
run 1 'what one input breaks' cwolf check --timeout=60 -p reach-assert breaks.o
has err "gives 123456789" 'is shown with the input'
run 1 'with one processor' in_turn cwolf check --timeout=60 -p reach-assert breaks.o
has err "gives 123456789" 'is shown, too'
hasnt err 'interrupted' 'nobody interrupts anything'

# Both answer something.
compile both <<'END'
static int mode;
static void locked(void) {}
int main(void)
{
    unsigned up = 0, down = 0;
    while (1) {
        int n = __VERIFIER_nondet_int();
        mode = n == 7;
        up += n, down -= n;
        if (up + down != 0)
            reach_error();
        if (mode == 2)
            locked();
    }
}
END
run 0 'two questions' cwolf check --auto --timeout=60 -p reach-assert -p 'unreachable locked' both.o
has out 'True reach-assert' 'the one is for runs'
has out 'True unreachable locked' 'the other for states'

# A hard one: a tree of twenty unknown keys.
compile hard <<'END'
static int keys[20], left[20], right[20], count;
static int depth(int at, int below) { int l, r; if (at < 0 || below > 20) return 0; l = depth(left[at], below + 1), r = depth(right[at], below + 1); return 1 + (l > r ? l : r); }
int main(void)
{
    while (count < 20) {
        int at = 0, *to = 0;
        keys[count] = __VERIFIER_nondet_int(), left[count] = right[count] = -1;
        while (count && at >= 0)
            to = keys[count] < keys[at] ? &left[at] : &right[at], at = *to;
        if (to)
            *to = count;
        count++;
        if (depth(0, 0) > count)
            reach_error();
    }
    return 0;
}
END
for time in 4 16 64; do # what a slow machine comes to
    cwolf check --timeout=$time -p reach-assert hard.o >out 2>err
    status=$?
    ! grep -q 'left open by search: ' err || break
done
[ "$status" = 3 ]
tap $? 'no time for it' err
has err 'left open by all paths' 'what the paths lacked is told'
has err 'left open by search: ' 'and what the search did'
left_over >both
[ ! -s both ]
tap $? 'nothing is left when the time is up' both

cwolf check --timeout=100 -p reach-assert hard.o >out 2>err &
wait_for are_two
tap $? 'there are two processes' err
sleep 1
kill -TERM $!
wait $!
status=$?
cat out err >both
[ "$status" = 3 ]
tap $? 'an interrupted check says what it knows' both
has out 'Maybe reach-assert' 'which is nothing'
left_over >both
[ ! -s both ]
tap $? 'nothing is left' both

# timeout(1) sends it to the process, then to its group.
for i in 1 3 5 7 9; do
    timeout 1.${i}3 cwolf check --timeout=100 -p reach-assert hard.o >out 2>err
    grep -q 'Maybe reach-assert' out || break
done
has out 'Maybe reach-assert' 'two signals at once are one'
cwolf check --timeout=100 -p reach-assert hard.o >out 2>err &
wait_for are_two
kill -STOP $! # so that it does not end between the two
kill -TERM $!
kill -CONT $!
sleep 0.01
kill -TERM $!
wait $!
[ $? = 3 ]
tap $? 'so are two one behind the other' err

cwolf check --timeout=100 -p reach-assert hard.o >out 2>err &
wait_for are_two
kill -KILL $!
wait $! 2>/dev/null
wait_for '[ -z "$(left_over)" ]'
left_over >both
[ ! -s both ]
tap $? 'nothing is left of a check that was killed' both

# The other one is killed: the states are explored all the same.
cwolf check --timeout=12 -p reach-assert hard.o >out 2>err &
wait_for 'other=$(pgrep -P $!)'
kill -KILL $other
wait $!
status=$?
cat out err >both
[ "$status" = 3 ]
tap $? 'a check whose other process is killed ends as usual' both
has err 'left open by exact states: ' 'it has explored states'
finish
