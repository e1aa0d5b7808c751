#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf model on the thesis's a*b* program (DuVarney 2002, section 4.7), with its own map texts: sizes, formats, where
# things go, the design, and the figures of the thesis.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)

cat >fsm.c <<'EOF'
#include <stdio.h>

int main(void)
{
    int state = 0;
    char ch;

    for (;;) {
        ch = (char)getc(stdin);
        if (ch == '\n' || ch < 0)
            return 0;
        switch (state) {
        case 0:
            if (ch == 'b')
                state = 1;
            else if (ch != 'a')
                return 1;
            break;
        case 1:
            if (ch != 'b')
                return 1;
            break;
        }
    }
}
EOF
cat >fsm.am <<'EOF'
file "fsm.c" {
  fun main () : top {
    var state : part(0,1,2);
    var ch : part(-1, 0, 9, 10, 11, 97, 98, 99);
  }
}
EOF
cat >fsm.lm <<'EOF'
exit == 0 => accept;
watch (main:ch == 97) => 'a;
watch (main:ch == 98) => 'b;
watch (main:ch < 0) => 'eof;
watch (main:ch == 10) => 'eof;
watch (main:ch >= 0) => 'X;
EOF
cat >fsm-spec.ccs <<'EOF'
proc spec = 'a.spec + 'b.B
          + 'eof.accept.nil
          + 'X.reject
proc B = 'b.B + 'eof.accept.nil
       + 'X.reject + 'a.reject
proc reject = t.reject + nil
EOF
gcc -specs="$specs" -O1 -c fsm.c && gcc -o fsm fsm.o
maps='-a fsm.am -l fsm.lm'

# number WHAT: the number behind a word in the last line of standard error
number() { tail -n 1 err | sed "s/.*$1 \([0-9]*\).*/\1/"; }

run 0 'the whole model' cwolf model $maps fsm
ok 'tail -n 1 err | grep -qE "^states [0-9]+, transitions [0-9]+, must [0-9]+, seconds [0-9.]+, bytes [0-9]+$"' \
    'ends with the line of sizes'
ok 'head -n 1 out | grep -qE "^des \([0-9]+,$(number transitions),$(number states)\)$"' \
    'is .aut on standard output, of just that size'
ok 'test $(number must) = $(number transitions)' 'every transition is must'
whole=$(number states)
run 0 'after the peephole' cwolf model --reduce=peephole $maps fsm
ok 'test $(($(number states) * 4)) -le $whole' 'at most a quarter is left'
run 0 'weakly minimal' cwolf model --reduce=weak $maps fsm
ok 'test $(number states) = 4' 'it has 4 states'
sort out >sorted
is sorted 'and the transitions of the a*b* automaton' <<'EOF'
(0,"'X",1)
(0,"'a",0)
(0,"'b",2)
(0,"'eof",3)
(2,"'X",1)
(2,"'a",1)
(2,"'b",2)
(2,"'eof",3)
(3,"accept",1)
des (0,9,4)
EOF
run 0 '--labels=io' cwolf model --reduce=weak --labels=io $maps fsm
has out '(0,"?a",0)' 'inputs as ?a'
has out '(3,"!accept",1)' 'outputs as !a'

for format in aut ccs cwb dot json graphml promela text; do
    run 0 "as $format" cwolf model --reduce=weak --format=$format $maps fsm
    ok 'test -s out' 'something is written'
done
for suffix in aut json dot; do
    run 0 "-o x.$suffix" cwolf model --reduce=weak -o x.$suffix $maps fsm
    cwolf model --reduce=weak --format=$suffix $maps fsm >y 2>/dev/null
    ok "cmp -s x.$suffix y && test ! -s out" 'the format follows the suffix, standard output stays empty'
done
run 0 'states with their values' cwolf model --kripke $maps fsm
has out 'state' 'name the variables'
run 0 'with must bits' cwolf model --must --format=text $maps fsm

# ---- states found as the program itself finds them: at each choice, what it can still read

cat >table.c <<'EOF'
enum { N = 4 };
extern unsigned pick(void);
#pragma cwolf input pick : [0, 3]
static struct {
    unsigned char now, taken;
} seat[N];
#pragma cwolf abstract seat : exact
int main(void)
{
    for (;;) {
        unsigned i = pick();
#pragma cwolf abstract i : exact
        unsigned right = i + 1 < N ? i + 1 : 0;
#pragma cwolf abstract right : exact
        switch (seat[i].now) {
        case 0:
            seat[i].now = 1;
            break;
        case 1:
            if (!seat[i].taken)
                seat[i].taken = 1, seat[i].now = 2;
            break;
        case 2:
            if (!seat[right].taken)
                seat[right].taken = 1, seat[i].now = 3;
            break;
        case 3:
            seat[i].taken = seat[right].taken = seat[i].now = 0;
            break;
        }
        i = right = 0;
    }
}
EOF
cat >all.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "table.c"
static char seen[10000][sizeof seat];
static unsigned count, next;
unsigned pick(void)
{
    unsigned i = 0;
    while (i < count && memcmp(seen[i], seat, sizeof seat))
        i++;
    if (i == count)
        memcpy(seen[count++], seat, sizeof seat);
    if (next == count * N) {
        printf("%u\n", count);
        exit(0);
    }
    memcpy(seat, seen[next / N], sizeof seat);
    return next++ % N;
}
EOF
gcc -w -o all all.c && gcc -specs="$specs" -c table.c
run 0 'a loop around a choice, silent steps run over' cwolf model --reduce=peephole table.o
ok 'test $(number states) = $(./all)' 'has one state for each that the program is in when it asks'

# ---- the design

run 0 'against its design' cwolf check $maps --spec=fsm-spec.ccs:spec --relation=obseq fsm
is out 'True' <<'EOF'
True spec fsm-spec.ccs:spec obseq
EOF
mkdir mutant
sed "s/if (ch != 'b')/if (ch != 'b' \&\& ch != 'a')/" fsm.c >mutant/fsm.c
(cd mutant && gcc -specs="$specs" -O1 -c fsm.c && gcc -o fsm fsm.o)
run 1 'a mutant that accepts ba' cwolf check $maps --spec=fsm-spec.ccs:spec mutant/fsm
has out 'False spec fsm-spec.ccs:spec obseq' 'is False'
has err "does not match the design fsm-spec.ccs:spec (obseq): after 'b 'a it can do" \
    'with the shortest distinguishing trace'
has err 'fsm.c:9:12: error:' 'at the line where the input is read'
run 3 'nothing tracked' cwolf check --no-auto -l fsm.lm --default=ignore --spec=fsm-spec.ccs:spec fsm
has err 'may not match the design' 'Maybe'
run 1 'without labels' cwolf check --spec=fsm-spec.ccs:spec fsm
has err 'asks about nothing' 'a comparison of nothing is said aloud'

# ---- the same at every -O level

for level in 0 2 3 s; do
    gcc -specs="$specs" -O$level -c fsm.c -o level.o
    run 0 "at -O$level" \
        sh -c "gcc -o level level.o && cwolf model $maps level >level.aut && cwolf model $maps fsm >fsm.aut"
    run 0 'the model is weakly bisimilar' cwolf lts compare --relation=weak level.aut fsm.aut
done

# ---- errors

cat >handled.c <<'END'
#include <signal.h>
#include <stdio.h>
int mode;
volatile int port;
static void set(int *p)
{
    *p = 2;
}
static void on_int(int s)
{
    set(s ? &mode : NULL);
}
int main(void)
{
    signal(SIGINT, on_int);
    mode = 1;
    return mode == 1 || port;
}
END
printf 'file "handled.c" {\n    var mode : int;\n    var port : int;\n}\n' >handled.am
gcc -specs="$specs" -o handled handled.c
run 0 'a variable that cannot be tracked' cwolf model -a handled.am -o /dev/null handled
has err "handled.am:2:9: warning: 'mode' is not tracked: 'on_int' runs at any time and may write it, at handled.c:7" \
    'is said with the reason'
has err "handled.am:3:9: warning: 'port' is not tracked: it is volatile" 'whatever that is'
run 2 'an unknown variable in a map' sh -c "sed s/state/stae/ fsm.am >bad.am; cwolf model -a bad.am fsm"
has err "bad.am:3:9: error: " 'is an error at its place'
has err "'state'" 'with the nearest name'
run 2 'an unknown function' sh -c "sed s/main/mian/ fsm.lm >bad.lm; cwolf model -l bad.lm fsm"
has err 'bad.lm:2:' 'is an error at its place'
run 2 'contradictory maps' \
    sh -c "sed 's/part(0,1,2)/part(0,5)/' fsm.am >other.am; cwolf model -a fsm.am -a other.am fsm"
has err 'other.am:3:' 'name one place'
has err 'fsm.am:3' 'and the other'
run 2 'a map that does not exist' cwolf model -a nowhere.am fsm
has err 'nowhere.am' 'is named'
run 2 'a design with a syntax error' sh -c "echo 'proc x = a.+' >bad.ccs; cwolf check $maps --spec=bad.ccs fsm"
ok 'grep -qE "^bad.ccs:[0-9]+:[0-9]+: error: " err' 'has line and column'
run 2 'a design without the process' cwolf check $maps --spec=fsm-spec.ccs:Spec fsm
run 2 'a full disk' sh -c "cwolf model $maps fsm >/dev/full"
has err 'No space left on device' 'is an error'
run 2 'an output that cannot be made' cwolf model -o nowhere/x.aut $maps fsm
run 3 'a budget of states' cwolf model --max-states=10 -o part.aut $maps fsm
has err 'the budget of 10 states is used up: partial result' 'gives a partial model, marked as such'
ok 'test -s part.aut' 'which is written'
run 2 'no main' cwolf model --entry=main2 fsm
finish
