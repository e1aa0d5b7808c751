#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `cwolf lts` as a script sees it: what is printed where, and with which exit status. The examples are figure 4.12 of
# the thesis: the automaton of a program that accepts a*b*, and its specification in CCS.
. "$(dirname "$0")/0800-lib.sh"

cat > fsm.ccs <<'END'
proc main= Aut(start=0,
1:'b{1}X{2}'a{2}'eof{3,7}
0:t{5}
3:accept{2}
4:accept{2}
5:'b{1}'a{8}'X{2}'eof{4,6}
6:accept{2}
7:accept{2}
8:'b{1}'a{8}'X{2}'eof{4,6})
END
cat > fsm-spec.ccs <<'END'
proc spec = 'a.spec + 'b.B + 'eof.accept.nil + 'X.reject
proc B = 'b.B + 'eof.accept.nil + 'X.reject + 'a.reject
proc reject = t.reject + nil
END
sed "s/}X{/}'X{/" fsm.ccs > fixed.ccs

# ---- info

run 0 'info' cwolf lts info fsm.ccs
is out 'the automaton as printed' <<'END'
states: 9
transitions: 20
labels: 7
deterministic: no
END
run 0 'info FILE:PROCESS' cwolf lts info fsm-spec.ccs:B
is out 'a process of several' <<'END'
states: 4
transitions: 6
labels: 6
deterministic: no
END
printf 'des (0,1,2)\n(0,a,1)\n' > small.aut
cwolf lts info - < small.aut > out
is out 'standard input, the format told by the content' <<'END'
states: 2
transitions: 1
labels: 1
deterministic: yes
END
cp small.aut with:colon.aut
run 0 'a file with a colon in its name' cwolf lts info with:colon.aut

# ---- compare

run 1 'figure 4.12 as printed is not equivalent to its specification' \
    cwolf lts compare --relation=obseq fsm.ccs fsm-spec.ccs:spec
[ "$(head -n 1 out)" = FALSE ]
tap $? 'FALSE is the first line'
grep -q "'b 'X" out
tap $? "and the trace 'b 'X tells why"
run 0 "with 'X for X in state 1 it is" cwolf lts compare --relation=obseq fixed.ccs fsm-spec.ccs:spec
is out 'TRUE is all that is printed' <<'END'
TRUE
END
run 0 'weak is another word for obseq' cwolf lts compare --relation=weak fixed.ccs fsm-spec.ccs:spec
run 1 'strongly they differ' cwolf lts compare --relation=strong fixed.ccs fsm-spec.ccs:spec
grep -q 'silent steps i count; --relation=weak' err
[ $? -eq 1 ]
tap $? 'who names the relation needs no note'
run 1 'without a relation' cwolf lts compare fixed.ccs fsm-spec.ccs:spec
grep -q 'silent steps i count; --relation=weak' err
tap $? 'a note says by which systems with silent steps were compared'
sed -n 2p out | grep -qx 'first: fixed.ccs, second: fsm-spec.ccs:spec'
tap $? 'the answer says which is which'
printf 'des (0,3,3)\n(0,a,1)\n(1,b,2)\n(1,c,2)\n' > late.aut
printf 'des (0,4,4)\n(0,a,1)\n(0,a,2)\n(1,b,3)\n(2,c,3)\n' > early.aut
run 1 'a difference that is no trace' cwolf lts compare late.aut early.aut
grep -A3 '^play:' out > play
is play 'is a play, with the states that it goes through' <<'END'
play:
    the second does a, to state 1
    the first does a, to state 1
    the first does c, to state 2, which the other cannot answer
END
printf 'des (0,2,3)\n(0,a,1)\n(0,b,2)\n' > more.aut
run 0 'a preorder: less is below more' cwolf lts compare --relation=trace-preorder small.aut more.aut
run 1 'but more is not below less' cwolf lts compare --relation=trace-preorder more.aut small.aut
run 1 'compare as JSON' cwolf lts compare --relation=trace --format=json more.aut small.aut
perl -MJSON::PP -e 'local $/; my $j = decode_json(<>);
    exit !(!$j->{verdict} && $j->{only_in} eq "first" && $j->{steps}[-1]{label} eq "b")' out
tap $? 'it is JSON that has the verdict and the trace'

# ---- reduce, convert, draw

run 0 'reduce' cwolf lts reduce --relation=weak fixed.ccs
head -n 1 out | grep -Eq '^des \(0,9,4\)$'
tap $? 'the minimal system has 4 states and 9 transitions, as .aut on standard output'
run 0 'reduce -o' cwolf lts reduce --relation=weak -o fixed.json fixed.ccs
grep -q '"transitions"' fixed.json
tap $? 'the suffix of the output tells the format'
run 0 'the reduced system is equivalent' cwolf lts compare --relation=weak fixed.json fixed.ccs
for format in aut lts ccs cwb json; do
    cwolf lts convert --format=$format fsm.ccs > "again.$format" &&
        cwolf lts compare --relation=none "again.$format" fsm.ccs > out
    tap $? "convert --format=$format gives an isomorphic system"
done
cwolf lts convert --labels=io --format=aut fsm.ccs | grep -q '"?eof"'
tap $? '--labels=io'
cwolf lts convert --name=door --format=cwb fsm.ccs | grep -q '^proc door = Aut(start=0,$'
tap $? '--name'
zstd -q -c small.aut > small.aut.zst 2> err || cp small.aut small.aut.zst
run 0 'a file packed with zstd' cwolf lts info small.aut.zst
if command -v dot > out 2>&1; then
    run 0 'draw' cwolf lts draw fsm.ccs -o fsm.svg
    grep -q '<svg' fsm.svg
    tap $? 'the picture is SVG'
fi
mkdir empty
cwolf=$(command -v cwolf)
run 2 'draw without the program dot' env PATH="$PWD/empty" "$cwolf" lts draw -o none.svg fsm.ccs
grep -q "'dot' is not installed" err && [ ! -e none.svg ]
tap $? 'says so, and writes nothing'
run 0 'format dot needs no program' env PATH="$PWD/empty" "$cwolf" lts draw --format=dot fsm.ccs
if command -v spin > out 2>&1; then
    cwolf lts convert --format=promela fsm.ccs > fsm.pml && spin -a fsm.pml > out 2>&1
    tap $? 'spin accepts the promela'
fi

# ---- compose

echo "proc B = in.'mid.B" > first.ccs
echo "proc C = mid.'out.C" > second.ccs
echo "proc B = in.'mid.B proc C = mid.'out.C proc main = (B | C) \\ mid" > both.ccs
run 0 'compose' cwolf lts compose --restrict-shared -o composed.aut first.ccs second.ccs
run 0 'gives the same system as the CCS term' cwolf lts compare --relation=strong composed.aut both.ccs
run 0 'compose --restrict=NAMES' cwolf lts compose --restrict=mid first.ccs second.ccs
cmp -s out composed.aut
tap $? 'does the same'

# ---- check-traces

cat > good.log <<'END'
# the word bb

'b
  'b
'eof
accept
END
printf "'b\n'a\naccept\n" > bad.log
run 0 'check-traces accepts a path of the model' cwolf lts check-traces fixed.ccs good.log
is out 'and says so' <<'END'
accepted good.log
END
run 1 'check-traces rejects what is no path' cwolf lts check-traces fixed.ccs good.log bad.log
is out 'and names the event' <<'END'
accepted good.log
rejected bad.log: after 2 events: accept is not possible, in line 3
END
printf "# first\n\n'b\nacept\n" > typo.log
run 1 'check-traces rejects an event that no step has' cwolf lts check-traces fixed.ccs typo.log
is out 'and says that it is none, and where' <<'END'
rejected typo.log: after 1 event: acept is no label of the system, in line 4
END
printf "?b\n?a\n!acept\n" > typo.log
run 1 'the same with --labels=io' cwolf lts check-traces --labels=io fixed.ccs typo.log
is out 'as the log writes it' <<'END'
rejected typo.log: after 2 events: !acept is no label of the system, in line 3
END
grep -v '^4:' fsm.ccs | sed 's/^6:.*//;s/^7:.*//;s/^3:.*//' > cut.ccs
run 1 'with the edge removed from the model the log is rejected' cwolf lts check-traces cut.ccs good.log

# ---- what is wrong

wrong() { # STDERR WHAT COMMAND...
    text=$1
    shift
    run 2 "$@"
    head -n 1 err > first
    is first "    $text" <<END
$text
END
    [ ! -s out ]
    tap $? '    and nothing on standard output'
}
printf 'des (0,1,2)\n(0,a,7)\n' > wrong.aut
printf 'proc main = a.nil +\n  * b\n' > wrong.ccs
wrong 'wrong.aut:2:6: error: state 7 does not exist: the header declares 2 states' \
    'a wrong .aut file' cwolf lts info wrong.aut
wrong 'wrong.ccs:3:1: error: expected a process, found the end of the file' 'a wrong .ccs file' cwolf lts info wrong.ccs
wrong "fsm-spec.ccs: error: no process 'spce' is defined; did you mean 'spec'?" \
    'a process that is not there' cwolf lts info fsm-spec.ccs:spce
wrong 'absent.aut: error: cannot open: No such file or directory' 'a missing file' cwolf lts info absent.aut
wrong 'empty: error: cannot read: Is a directory' 'a directory' cwolf lts info empty
wrong "cwolf: error: no command 'lts redcue'; did you mean 'reduce'?" 'an unknown command' cwolf lts redcue fsm.ccs
commands='info, convert, reduce, compare, check, compose, script, check-traces, generate, draw'
wrong "cwolf: error: a command is wanted: $commands" 'no command' cwolf lts
wrong "cwolf: error: no command 'lts equal'; there are $commands" 'a command of other tools' cwolf lts equal a b
wrong "cwolf: error: no relation 'stong'; did you mean 'strong'?" \
    'an unknown relation' cwolf lts reduce --relation=stong fsm.ccs
wrong "cwolf: error: relation 'peephole' reduces systems, but does not compare them" \
    'a relation that only reduces' cwolf lts compare --relation=peephole fsm.ccs fsm.ccs
wrong "cwolf: error: no format 'bcg'; there are aut, lts, ccs, cwb, dot, svg, graphml, json, promela, text" \
    'an unknown format' cwolf lts convert --format=bcg fsm.ccs
wrong "cwolf: error: 'lts compare' takes two files, not 1" 'one file too few' cwolf lts compare fsm.ccs
run 2 'an unknown option' cwolf lts info --relatoin=weak fsm.ccs
printf 'proc main = a.(main | b.nil)\n' > grows.ccs
run 3 'a process that grows for ever' cwolf lts info --max-states=1000 grows.ccs
grep -q "grows.ccs:1:6: error: process 'main' has more than 1000 states" err
tap $? 'ends at the limit'
run 2 'a full disk' cwolf lts convert -o /dev/full fsm.ccs
grep -q 'No space left on device' err
tap $? 'is said'
sh -c 'exec cwolf lts info fsm.ccs >&-' 2> err
[ $? -eq 2 ]
tap $? 'a closed standard output is an error'
echo keep > kept.aut
run 2 'a failing command' cwolf lts convert -o kept.aut wrong.aut
[ "$(cat kept.aut)" = keep ] && [ "$(ls kept.aut* | wc -l)" -eq 1 ]
tap $? 'leaves the old output untouched and nothing beside it'

# ---- help

run 0 'help' cwolf lts --help
for word in info convert reduce compare check-traces compose draw dpbranching graphml; do
    grep -q "$word" out
    tap $? "help names $word"
done

finish
