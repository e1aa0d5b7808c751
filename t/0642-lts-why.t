#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Why two systems differ, as a person reads it: the vending machine of many textbooks, which lets its customer choose
# (chooses), and the one that has chosen with the coin (decides). What `cwolf lts compare` prints for each relation, and
# with which status it ends: 0 related, 1 not related, 2 asked wrongly, 3 a limit was reached.
. "$(dirname "$0")/0800-lib.sh"

compare() { # WHAT STATUS RELATION FIRST SECOND [OPTION]: standard input is the output wanted
    run "$2" "$1" cwolf lts compare --relation="$3" ${6:-} "$4" "$5"
    is out "$1: what is said"
}
says() { # WHAT STATUS MESSAGE COMMAND...
    what=$1 message=$3
    wanted=$2
    shift 3
    run "$wanted" "$what" "$@"
    has err "$message" "$what: the message"
    ok '[ ! -s out ]' "$what: nothing else"
}

cat > chooses.aut <<'END'
des (0,3,4)
(0,"coin",1)
(1,"tea",2)
(1,"coffee",3)
END
cat > decides.aut <<'END'
des (0,4,5)
(0,"coin",1)
(0,"coin",2)
(1,"tea",3)
(2,"coffee",4)
END

compare 'their traces are equal' 0 trace chooses.aut decides.aut <<'END'
TRUE
END
compare 'and after the same traces they stop' 0 completed-trace chooses.aut decides.aut <<'END'
TRUE
END
compare 'failures tell them apart: a trace, and what is refused after it' 1 failures chooses.aut decides.aut <<'END'
FALSE
first: chooses.aut, second: decides.aut
after coin the second can refuse coffee, the first cannot
trace: coin
END
compare 'one way they are included' 0 failures-preorder chooses.aut decides.aut <<'END'
TRUE
END
compare 'the other way not' 1 weak-failures-preorder decides.aut chooses.aut <<'END'
FALSE
first: decides.aut, second: chooses.aut
after coin the first can refuse coffee, the second cannot
trace: coin
END
compare 'strong bisimulation: a play and a formula, with its words explained' 1 strong chooses.aut decides.aut <<'END'
FALSE
first: chooses.aut, second: decides.aut
after coin, on the way shown, the first can do coffee, the second cannot
play:
    the second does coin, to state 1
    the first does coin, to state 1
    the first does coffee, to state 3, which the other cannot answer
formula that only the first satisfies: not <coin>not <coffee>tt
    <a>F: a step a leads to a state where F holds
END
compare 'simulation: a formula without negation' 1 sim-preorder chooses.aut decides.aut <<'END'
FALSE
first: chooses.aut, second: decides.aut
after coin, on the way shown, the first can do coffee, the second cannot
play:
    the first does coin, to state 1
    the second does coin, to state 1
    the first does coffee, to state 3, which the other cannot answer
formula that only the first satisfies: <coin>(<coffee>tt and <tea>tt)
    <a>F: a step a leads to a state where F holds
END

# the customer may be sent away silently
cat > silent.aut <<'END'
des (0,4,4)
(0,"coin",1)
(1,"tea",2)
(1,i,3)
(3,"coffee",2)
END
cat > plain.aut <<'END'
des (0,3,3)
(0,"coin",1)
(1,"tea",2)
(1,"coffee",2)
END
compare 'weak bisimulation' 1 weak plain.aut silent.aut <<'END'
FALSE
first: plain.aut, second: silent.aut
after coin, on the way shown, the first can do tea, the second cannot
play:
    the second does coin, to state 1
    the second does i, to state 3
    the first does coin, to state 1
    the first does tea, to state 2, which the other cannot answer
formula that only the first satisfies: not <<coin>>not <<tea>>tt
    <<a>>F: a, with any silent steps i before and after it, leads to a state where F holds
END
compare 'branching bisimulation' 1 branching plain.aut silent.aut <<'END'
FALSE
first: plain.aut, second: silent.aut
after coin, on the way shown, the first can do tea, the second cannot
play:
    the first does coin, to state 1
    the second does coin, to state 1
    the second does i, to state 3
    the first does tea, to state 2, which the other cannot answer
formula that only the first satisfies: <<i>><coin>not <<i>>not <<i>><tea>tt
    <<i>>F: silent steps i, or none, lead to a state where F holds
    <a>F: a step a leads to a state where F holds
END

# Milner's second tau law, with a loop: what each makes of divergence
cat > loops.aut <<'END'
des (0,3,3)
(0,"coin",1)
(1,i,1)
(1,"tea",2)
END
cat > rests.aut <<'END'
des (0,2,3)
(0,"coin",1)
(1,"tea",2)
END
compare 'weak bisimulation does not see an endless silent loop' 0 weak loops.aut rests.aut <<'END'
TRUE
END
compare 'the divergence-preserving one does' 1 dpweak loops.aut rests.aut <<'END'
FALSE
first: loops.aut, second: rests.aut
after coin, on the way shown, the first can go on silently for ever, the second cannot
play:
    the first does coin, to state 1
    the second does coin, to state 1
    the first does i, to state 1, which the other cannot answer
formula that only the first satisfies: <<coin>>forever tt
    <<a>>F: a, with any silent steps i before and after it, leads to a state where F holds
    forever F: silent steps can go on without end, with F holding from some point on
END
compare 'a loop refuses nothing' 1 weak-failures loops.aut rests.aut <<'END'
FALSE
first: loops.aut, second: rests.aut
after coin the second can come to rest, the first cannot: it can always go on silently
trace: coin
END
printf 'des (0,4,4)\n(0,coin,1)\n(0,coin,2)\n(1,tea,3)\n(2,coffee,3)\n' > either.aut
printf 'des (0,3,3)\n(0,coin,1)\n(1,tea,2)\n(1,coffee,2)\n' > both.aut
compare 'an offer that is too much is the last step of the play' 1 ready-sim-preorder either.aut both.aut <<'END'
FALSE
first: either.aut, second: both.aut
after coin, on the way shown, the second can do coffee, the first cannot
play:
    the first does coin, to state 1
    the second does coin, to state 1
    the second does coffee, to state 2, which the other cannot answer
formula that only the first satisfies: <coin>not <coffee>tt
    <a>F: a step a leads to a state where F holds
END
printf 'des (0,2,2)\n(0,coin,1)\n(1,i,1)\n' > hangs.aut
printf 'des (0,1,2)\n(0,coin,1)\n' > ends.aut
compare 'and completes nothing' 1 weak-completed-trace hangs.aut ends.aut <<'END'
FALSE
first: hangs.aut, second: ends.aut
after coin the second can come to rest, the first cannot: it can always go on silently
trace: coin
END

# JSON
run 1 'as JSON' cwolf lts compare --relation=strong --format=json chooses.aut decides.aut
perl -MJSON::PP -e 'local $/; my $j = decode_json(<>); my $f = $j->{formula_tree};
    exit !(!$j->{verdict} && $j->{formula} eq "not <coin>not <coffee>tt" && $j->{formula_depth} == 2 &&
        $f->{op} eq "not" && $f->{formula}{op} eq "step" && $f->{formula}{label} eq "coin" &&
        $j->{kind} eq "play" && @{$j->{steps}} == 3)' out
tap $? 'the formula is there as text and as a tree' out
run 1 'failures as JSON' cwolf lts compare --relation=failures --format=json chooses.aut decides.aut
perl -MJSON::PP -e 'local $/; my $j = decode_json(<>);
    exit !(!$j->{verdict} && !defined $j->{formula} && $j->{kind} eq "refusal" && $j->{only_in} eq "second" &&
        "@{$j->{refused}}" eq "coffee" && @{$j->{steps}} == 1 && $j->{steps}[0]{moves} eq "second" &&
        $j->{steps}[0]{state} == 1)' out
tap $? 'are a trace of who refuses, to the state that does, with what is refused' out

# limits and wrong questions
awk 'BEGIN { print "des (0,61,21)"; print "(0,a,0)\n(0,b,0)\n(0,a,1)"
    for (s = 1; s < 20; s++) print "(" s ",a," s+1 ")\n(" s ",b," s+1 ")\n(" s ",c," s+1 ")"
    print "(20,a,20)" }' > many.aut
# cycles of prime lengths, a step more at the beginning of each: 30030 sets
awk 'BEGIN { split("2 3 5 7 11 13", prime); n = 1
    for (i = 1; i <= 6; i++) { first = n
        t[++m] = "(0,a," first ")"; t[++m] = "(" first ",c" i ",0)"
        for (k = 0; k < prime[i]; k++) { t[++m] = "(" n ",a," (k + 1 < prime[i] ? n + 1 : first) ")"; n++ } }
    print "des (0," m "," n ")"; for (i = 1; i <= m; i++) print t[i] }' > cycles.aut
printf 'des (0,1,1)\n(0,a,0)\n' > one.aut
says 'traces that take too many sets end at the limit, with advice' 3 'more than 1000 sets of states; a higher limit' \
    cwolf lts compare --relation=trace-preorder --max-states=1000 one.aut cycles.aut
compare 'with enough of them there is an answer' 0 trace-preorder one.aut cycles.aut <<'END'
TRUE
END
printf 'des (0,2,1)\n(0,a,0)\n(0,b,0)\n' > all.aut
compare 'an inclusion is not determinised: 2^20 sets are none of its business' \
    0 trace-preorder all.aut many.aut --max-states=50 <<'END'
TRUE
END
says 'a preorder compares, but does not reduce' 2 "compares systems, but does not reduce them" \
    cwolf lts reduce --relation=failures-preorder chooses.aut
says 'tau-confluence reduces, but does not compare' 2 'reduces systems, but does not compare them' \
    cwolf lts compare --relation=tau-confluence chooses.aut decides.aut
says 'a bisimulation has no preorder' 2 "no relation 'strong-preorder': this relation has no preorder" \
    cwolf lts compare --relation=strong-preorder chooses.aut decides.aut
says 'too little memory for the pairs of a simulation' 3 'memory' \
    cwolf lts compare --relation=sim --max-memory=1 many.aut cycles.aut

# large systems that were one before somebody changed a line: a new label in one, a blocked alternative in the other
cwolf lts generate random 3000 30000 10 10 -o grown.aut
awk -F, 'NR == 20000 { print $1 ",never," $3; next } { print }' grown.aut > changed.aut
awk -F, 'NR == 1 { print $1 "," $2 + 1 "," 3001 ")"; next } NR == 20000 { print $1 "," $2 ",3000)" } { print }' \
    grown.aut > dead.aut
shows() { # WHAT PATTERN OPTION... FIRST SECOND: one line of the output of a comparison that fails
    what=$1 pattern=$2
    shift 2
    run 1 "$what" cwolf lts compare "$@"
    grep -qx "$pattern" out
    tap $? "$what: the line" out
}
shows 'weak: a shortest trace to the line that was changed' 'trace: \(i \)*a[0-9] \(i \)*a[0-9] never' --relation=weak grown.aut changed.aut
shows 'the same the other way round' 'after a[0-9] a[0-9] the first can do never, the second cannot' \
    --relation=weak changed.aut grown.aut
shows 'it is a formula of least depth' 'formula that only the first satisfies: <<a[0-9]>><<a[0-9]>><<never>>tt' \
    --relation=weak changed.aut grown.aut
shows 'branching, too' 'trace: \(i \)*a[0-9] \(i \)*a[0-9] never' --relation=branching grown.aut changed.aut
shows 'where traces do not tell there is a formula' 'formula that only the first satisfies:.*' \
    --relation=weak --max-memory=1G grown.aut dead.aut
shows 'with little memory it is said why there is none' \
    'there is no formula, .* 10 MB of memory; --max-memory=40M allows more' \
    --relation=weak --max-memory=20M grown.aut dead.aut
shows 'in JSON, too' '  "no_formula": ".*--max-memory=40M allows more",' \
    --relation=weak --max-memory=20M --format=json grown.aut dead.aut

finish
