#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The a*b* filter against its design, at the link: mutants fail it with the line and the shortest distinguishing trace,
# the corrected program links again, and what the map is too coarse to tell is a warning.
. "$(dirname "$0")/0800-lib.sh"
flag="-specs=$(cwolf --specs)"

cat >good.c <<'EOF'
#include <stdio.h>
#pragma cwolf spec "design.ccs" spec obseq
#pragma cwolf label exit == 0 => output accept
int main(void)
{
    int state = 0;
    char ch;
#pragma cwolf abstract state : ranges(0, 1, 2)
#pragma cwolf abstract ch : ranges(-1, 0, 9, 10, 11, 97, 98, 99)
#pragma cwolf label watch(ch == 'a') => input a
#pragma cwolf label watch(ch == 'b') => input b
#pragma cwolf label watch(ch < 0 || ch == '\n') => input eof
#pragma cwolf label watch(ch >= 0) => input X

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
cat >design.ccs <<'EOF'
proc spec = 'a.spec + 'b.B
          + 'eof.accept.nil
          + 'X.reject
proc B = 'b.B + 'eof.accept.nil
       + 'X.reject + 'a.reject
proc reject = t.reject + nil
EOF

run 0 'the program matches its design' gcc "$flag" -O2 -o good good.c
ok 'test ! -s err && test -x good' 'and links without a word'

# mutant NAME 'what' TRACE LINE <<sed script
mutant() {
    sed -f - good.c >$1.c
    cmp -s $1.c good.c && echo "# the mutant is no mutant"
    run 1 "$2: the link fails" gcc "$flag" -O2 -o $1 $1.c
    ok "test ! -e $1" 'no executable is left'
    has err "does not match the design design.ccs:spec (obseq): $3" 'the shortest trace is told'
    has err "$1.c:$4:" 'the line is named'
}
mutant ba 'accepts ba' "after 'b 'a it can do" 16 <<'EOF'
s/if (ch != 'b')/if (ch != 'b' \&\& ch != 'a')/
EOF
mutant newline 'takes a newline in the middle' "" 16 <<'EOF'
s/if (ch == '.n' || ch < 0)/if ((ch == '\\n' \&\& state == 1) || ch < 0)/
s/else if (ch != 'a')/else if (ch != 'a' \&\& ch != '\\n')/
EOF
mutant status 'exits with the wrong status' "after 'eof" 18 <<'EOF'
18s/return 0/return 2/
EOF
run 0 'the corrected program links again' gcc "$flag" -O2 -o ba good.c

sed '/abstract state/s/ranges(0, 1, 2)/ignore/' good.c >coarse.c
run 0 'a map that is too coarse' gcc "$flag" -O2 -o coarse coarse.c
has err 'coarse.c:' 'is warned of'
has err 'warning: the program may not match the design' 'as Maybe'
has err "'state'" 'naming the variable'
ok 'test -x coarse' 'and the program links'
run 1 'under strict' gcc "$flag" -O2 -fplugin-arg-cwolf-strict -o coarse2 coarse.c
ok 'test ! -e coarse2' 'it does not'

# ---- the same three ways for an assertion

cat >assertion.c <<'EOF'
#include <assert.h>
#include <stdio.h>
#pragma cwolf property asserts : reach-assert
int main(void)
{
    int n = 0;
    if (getchar() == 'x')
        n = 1;
    assert(n == 0);
    return n;
}
EOF
run 1 'an assertion that fails on some input fails the link' gcc "$flag" -o assertion assertion.c
has err "assertion.c:9:5: error: property 'asserts' is violated [cwolf]" 'at its line'
sed 's/n == 0/n < 2/' assertion.c >holds.c
run 0 'one that holds links' gcc "$flag" -o holds holds.c
cat >undecided.c <<'EOF'
#include <assert.h>
#include <stdio.h>
#pragma cwolf property asserts : reach-assert
int main(void)
{
    unsigned n = 2166136261u;
#pragma cwolf abstract n : ignore
    for (int i = 0; i < 40; i++)
        n = (n ^ (unsigned)getchar()) * 16777619u;
    assert(n != 12345);
    return 0;
}
EOF
run 0 'one that the map cannot decide links' gcc "$flag" -o undecided undecided.c
has err "warning: property 'asserts' may be violated [cwolf]" 'with a warning'
has err "track 'n' (now ignored)" 'naming the variable'
run 1 'and fails under strict' gcc "$flag" -fplugin-arg-cwolf-strict -o undecided2 undecided.c
finish
