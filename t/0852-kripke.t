#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# model --kripke: states with values and invariants, transitions with whether they are certain. The oracles are the
# values that the states show, and the count of certain transitions.
. "$(dirname "$0")/0800-lib.sh"
flag="-specs=$(cwolf --specs)"

cat >k.c <<'END'
extern int read_key(void);
static int state, tries;
#pragma cwolf abstract state : values(0, 1, 2)
#pragma cwolf abstract tries : values(0, 1, 2)
#pragma cwolf property few : invariant tries < 2
#pragma cwolf property invariant state != 1
#pragma cwolf property seen : ctl EF (state == 2)
int main(void)
{
    for (;;) {
        int k = read_key();
        if (state == 0)
            state = k ? 1 : 2;
        else if (state == 2 && tries < 2)
            tries++, state = 0;
        else
            state = 0;
    }
}
END
gcc "$flag" -c k.c
run 0 'as text' cwolf model --kripke k.o
ok 'test $(grep -c "^state .*tries = 2" out) -gt 3 && ! grep -q "tries = 2.*few" out' 'an invariant is not shown where it fails'
ok 'test $(grep -c "^state .*tries = [01]" out) = $(grep -c "tries = [01].*{few" out)' 'but wherever it holds'
ok 'perl -ne "exit 1 if /^state/ && /state = 1/ == /state != 1/" out' 'without a name it is called by its text'
hasnt out seen 'other questions are left to check'
certain=$(sed -n 's/.*must \([0-9]*\),.*/\1/p' err)
all=$(sed -n 's/.*transitions \([0-9]*\),.*/\1/p' err)
ok 'test $certain -lt $all && test $(grep -c "(may)" out) = $((all - certain))' 'transitions that are not certain are marked'
run 0 'as dot' cwolf model --kripke --format=dot k.o
ok 'test $(grep -c "style=dashed" out) = $((all - certain))' 'they are dashed'
has out '{few state != 1}' 'and states have their propositions'
if command -v dot >/dev/null; then
    run 0 'as SVG' cwolf model --kripke --format=svg k.o
    has out 'solid: must, dashed: may only' 'the picture says what dashed means'
fi
run 0 'a model without' cwolf model --format=dot k.o
ok '! grep -q "dashed\|few" out' 'has neither'
finish
