#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Pictures of large systems are summaries, and say so: every state and transition is counted once.
. "$(dirname "$0")/0800-lib.sh"

# counted FILE.dot STATES TRANSITIONS 'what': the groups have all states, the arrows (none hidden) all transitions
counted() {
    perl -ne 's/(?<=\d),(?=\d{3})//g;
              $s += $1 if /^    g\d+ \[label="(?:#\d+: )?(\d+) states?/;
              if (/^    g\d+ -> g\d+ \[label="([^"]*)"/) { for (split /\\n/, $1) { $t += /\303\227(\d+)$/ ? $1 : 1 } }
              END { print "$s $t\n" }' "$1" > counts
    ok "test \"\$(cat counts)\" = '$2 $3'" "$4"
}

cwolf lts generate philosophers 3 -o small.aut
run 0 'a small system' cwolf lts draw --format=dot small.aut
ok 'test $(grep -c "^    s[0-9]* \[" out) = 75' 'is drawn state by state'
run 0 '--max-nodes' cwolf lts draw --format=dot --max-nodes=40 small.aut
has out 'Summary of small.aut: 75 states and 186 transitions in' 'fewer nodes than states: a summary, which says so'
run 0 '--summary=none' cwolf lts draw --format=dot --summary=none --max-nodes=40 small.aut
hasnt out Summary 'is the whole system'

cwolf lts generate random 100 400 -o dense.aut
run 0 'so many steps that nobody can follow them' cwolf lts draw --format=dot dense.aut
has out 'Summary of dense.aut' 'are a summary too'
run 0 'which can be had otherwise' cwolf lts draw --format=dot --summary=none dense.aut
hasnt out 'Summary' 'where it is asked for'

# One place after the other, and a way back.
cwolf lts generate buffers 9 1 -o buffers.aut
run 0 'grouped by what they can do' cwolf lts draw --format=dot --summary=labels --max-nodes=10 buffers.aut
has out 'Summary of buffers.aut: 512 states and 1,536 transitions in' 'the title counts'
has out 'groups of states that can do the same' 'and says how states are grouped'
counted out 512 1536 'with room for all arrows every state and transition is counted once'
run 0 'grouped by depth' cwolf lts draw --format=dot --summary=depth --max-nodes=5 -o depth.dot buffers.aut
ok 'test $(grep -c "^    g[0-9]* \[" depth.dot) = 5' 'in so many groups'
has depth.dot 'equally far from the start' 'which the title says'
counted depth.dot 512 1536 'counted once too'
run 0 'many labels' cwolf lts draw --format=dot --summary=depth --max-nodes=1 small.aut
has out '+4 more' 'the most frequent are shown, the others counted'

printf 'des (0,4,6)\n(0,"go \\"x\\" \\\\",1)\n(1,a,2)\n(2,b,0)\n(4,a,5)\n' > odd.aut
run 0 'what cannot be reached' cwolf lts draw --format=dot --summary=depth odd.aut
has out 'left out: 3 states that cannot be reached' 'is left out and counted'
has out '\"x\" \\' 'signs that graphviz reads are escaped'
printf 'des (0,2,3)\n(0,a,1)\n(0,b,2)\n' > stops.aut
run 0 'where it ends' cwolf lts draw --format=dot --summary=labels stops.aut
has out '2 states (67 %)\nall stop' 'is told'
has out 'peripheries=2' 'and drawn'
printf 'des (0,0,1)\n' > none.aut
run 0 'one state and nothing to do' cwolf lts draw --format=dot --summary=labels none.aut
has out '1 state\nstops\ndepth 0' 'is a picture too'

cwolf lts generate grid 700 700 -o grid.aut
run 0 'half a million states' cwolf lts draw --format=dot grid.aut
ok 'test $(grep -c "^    g[0-9]* \[" out) -le 24' 'are two dozen groups at most'
run 3 'with less memory than the groups take' sh -c 'cwolf lts convert -o grid.lts grid.aut
    cwolf lts draw --format=dot --max-memory=14M grid.lts'
has err 'the picture needs 19 MB of memory, more than the limit of 14 MB (--max-memory)' 'says how much is needed'
ok 'test ! -s out' 'and writes nothing'
run 0 'with as much' cwolf lts draw --format=dot --max-memory=19M grid.lts
printf 'des (0,0,30000)\n' > states.aut
run 2 'a picture of all states' cwolf lts draw --summary=none states.aut
has err '30000 states are too many for a picture (at most 20000)' 'is refused where there are too many'
cwolf lts generate chain 30000 -o chain.aut
run 0 'as dot' cwolf lts draw --summary=none --format=dot -o chain.dot chain.aut
ok 'test $(grep -c "^    s[0-9]* -> s[0-9]* " chain.dot) = 30000 && test "$(tail -n 1 chain.dot)" = "}"' \
    'there is no limit'
if command -v dot > both 2>&1; then
    run 0 'draws as SVG' cwolf lts draw -o grid.svg grid.aut
    has grid.svg '490,000 states and' 'with its title'
    dot -Tcanon out > canon 2> err
    ok 'test ! -s err' 'graphviz reads it without complaint'
fi
run 0 'inputs and outputs' cwolf lts draw --format=dot --summary=depth --labels=io stops.aut
has out '!a' 'as they are asked for'
run 2 'another format' cwolf lts draw --format=aut small.aut
has err 'draw makes svg or dot' 'is not a picture'
run 2 'another kind' cwolf lts draw --summary=deep small.aut
has err "expected auto, depth, labels or none, found 'deep'" 'is refused'

# Parallel transitions are one arrow with a short list.
perl -e 'printf "des (0,98,2)\n"; print "(0,\"?pkt$_\",1)\n(1,\"!ack($_,7)\",0)\n" for 0 .. 47;
    print "(0,stop,1)\n(0,\"code007\",1)\n"' > packets.aut
run 0 'a hundred transitions between two states' cwolf lts draw --format=dot packets.aut
has out '?pkt0..47' 'are one arrow with a range'
has out 'code007, stop' 'and the others by name'
ok 'test $(grep -c "s[01] -> s[01]" out) = 2 && ! grep -q pkt13 out' 'each way'
run 0 'those without order' sh -c 'perl -e "print qq{des (0,99,2)\n}, map { qq{(0,x} . \$_ * 7 . qq{y,1)\n} } 1 .. 99" |
    cwolf lts draw --format=dot -'
listed=$(grep x7y out | grep -o "x[0-9]*y" | wc -l)
more=$(sed -n 's/.*, +\([0-9]*\) more.*/\1/p' out)
ok 'test $listed -gt 20 && test $((listed + more)) = 99' 'are listed, and the rest counted'
run 0 'for other programs' cwolf lts convert --format=dot packets.aut
ok 'test $(grep -o "pkt[0-9]*" out | sort -u | wc -l) = 48' 'every label is written'

# What has a way out must not look like an end, and what looks alike says what differs. The oracle: every group but
# those that stop has an arrow to another one, and each line of a difference is checked against all transitions.
cwolf lts generate ring 8 -o ring.aut
cwolf lts generate random 500 700 -o sparse.aut
for system in ring sparse; do
    run 0 "a summary of $system" cwolf lts draw --format=dot --summary=labels $system.aut
    ok 'perl -ne "\$g{\$1} = 1 if /^    (g\\d+) \\[/ && !/all stop|\\\\nstops/; \$o{\$1} = 1 if /^    (g\\d+) -> (g\\d+)/ && \$1 ne \$2;
        END { exit !(keys %g > 2 && !grep { !\$o{\$_} } keys %g) }" out' 'shows a way out of every group'
    ok 'perl -ne "if (/^    g\\d+ \\[label=\"#\\d+: [^\\\\]*(.*?)(?:\\\\ndepth|\\\\n\\d+ stops?\\b)/) { \$n++; \$dup{\$1}++ }
        END { exit !(\$n > 2 && !grep { \$_ > 1 } values %dup) }" out' 'no two groups say the same'
done
printf 'des (0,6,4)\n(0,a,1)\n(0,b,2)\n(1,c,3)\n(2,c,0)\n(3,d,3)\n(3,e,0)\n' > same.aut
run 0 'two states that can do c' cwolf lts draw --format=dot --summary=labels same.aut
has out 'can do c\nc can lead to #4' 'differ in where it leads'
has out 'can do c\nc can lead to #1' 'to the one or the other'

finish
