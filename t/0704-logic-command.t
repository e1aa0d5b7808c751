#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `cwolf lts check` as a script sees it: a verdict for each question, in order, what refutes it, and exit statuses.
. "$(dirname "$0")/0800-lib.sh"

cat > server.aut <<'END'
des (0,6,4)
(0,req,1)
(1,i,2)
(2,work,3)
(3,work,2)
(3,ack,0)
(0,idle,0)
END
run 0 'all hold' cwolf lts check server.aut 'mu nu X. [req]<i>true && [true]X' 'ctl AG EX true' no-deadlock
is out 'one line for each, in order, called by its text' <<'END'
True mu nu X. [req]<i>true && [true]X
True ctl AG EX true
True no-deadlock
END
run 1 'one is violated' cwolf lts check server.aut \
    'answered : ctl AG (req -> AF ack)' 'ltl under strong(ack): G (req -> F ack)'
is out 'a lasso shows why; a question may have a name' <<'END'
False answered
    0 --req--> 1
    in state 1 req just happened
    in state 1 ack did not just happen
    1 --i--> 2
    again and again:
    2 --work--> 3 --work--> 2
    and so on from state 2, for ever
True ltl under strong(ack): G (req -> F ack)
END
run 0 'why something is true' cwolf lts check --explain server.aut 'ctl EF ack' 'ctl EF EG !req' 'ctl AG EF ack'
is out 'is shown when asked, where it is a path' <<'END'
True ctl EF ack
    0 --req--> 1 --i--> 2 --work--> 3 --ack--> 0
    in state 0 ack just happened
True ctl EF EG !req
    again and again:
    in state 0 req did not just happen
    0 --idle--> 0
    and so on from state 0, for ever
True ctl AG EF ack
END
run 1 'a branching reason' cwolf lts check server.aut 'mu <req><i>(<idle>tt || <ack>tt)'
is out 'is a tree, or what is missing' <<'END'
False mu <req><i>(<idle>tt || <ack>tt)
    0 --req--> 1 --i--> 2
      state 2 has no such transition
      state 2 has no such transition
END
printf 'des (0,2,3)\n(0,a,1)\n(1,b,2)\n' > stops.aut
run 1 'a deadlock' cwolf lts check stops.aut no-deadlock
is out 'is shown with the way to it' <<'END'
False no-deadlock
    0 --a--> 1 --b--> 2
    in state 2 there is no transition
END

# must and may
cat > modal.json <<'END'
{"states": 2, "initial": 0, "labels": ["i", "a", "b"], "transitions": [[0,1,1], [1,2,0,false]],
 "propositions": ["up"], "values": ["1", "?"]}
END
run 3 'nothing violated, something open' cwolf lts check modal.json 'ctl EX true' 'ctl EX EX true' 'ctl AG up'
is out 'Maybe, and what it hangs on' <<'END'
True ctl EX true
Maybe ctl EX EX true
    0 --a--> 1
    in state 1 there is no transition that is certain
Maybe ctl AG up
    0 --a--> 1
    in state 1 up is unknown
END
run 1 'violated goes before open' cwolf lts check modal.json 'ctl AG up' 'hml <b>tt'
run 3 'a transition that may be absent' cwolf lts check modal.json 'ltl G !b'
has out '    0 --a--> 1 ..b..> 0' 'is drawn with dots'
cat > two.json <<'END'
{"states": 3, "initial": 0, "labels": ["i", "a", "b"], "transitions": [[0,1,1,false], [0,2,2]]}
END
run 1 'where what is certain refutes' cwolf lts check two.json 'ctl AX false' 'ltl X X true'
is out 'it is shown, and not what may be' <<'END'
False ctl AX false
    in state 0 there is a transition
False ltl X X true
    0 --b--> 2
    state 2 has no transition
END
run 0 'what every completion has' cwolf lts check modal.json 'ltl a || X a' 'ctl EF (up || !up || a)' 'ctl EG (a || !a)'

# the formula that compare prints is true in the first and false in the second
cat > program.aut <<'END'
des (0,5,3)
(0,open,1)
(1,send,1)
(1,close,0)
(1,i,2)
(2,close,0)
END
printf 'des (0,3,2)\n(0,open,1)\n(1,send,1)\n(1,close,0)\n' > design.aut
for relation in strong weak branching; do
    run 1 "compare by $relation" cwolf lts compare --relation=$relation program.aut design.aut
    formula=$(sed -n 's/^formula that only the first satisfies: //p' out)
    run 0 '    its formula holds in the first' cwolf lts check program.aut "hml $formula"
    run 1 '    and not in the second' cwolf lts check design.aut "hml $formula"
done

# wrong use
run 2 'no question' cwolf lts check server.aut
has err "takes a file and one question or more" 'is wrong use'
run 2 'a wrong question' cwolf lts check nowhere.aut 'ctl AG true' 'ctl AG (true'
has err "question 2:1:13: error: expected ')', found the end" 'is told with its place, before the file is read'
ok '! test -s out' 'and nothing is answered'
run 2 'a file that is not there' cwolf lts check nowhere.aut no-deadlock
has err 'nowhere.aut' 'is told'
run 0 'a name that is nowhere' cwolf lts check server.aut 'ctl AG !crash'
has err "question 1: warning: 'crash' is no label of the system" 'is warned of'
run 0 'standard input' sh -c 'cwolf lts check - no-deadlock < server.aut'
run 0 'labels are edited first' cwolf lts check --rename=ack=done server.aut 'ctl EF done'
run 2 '--explain elsewhere' cwolf lts info --explain server.aut
run 0 'a file to write' cwolf lts check -o verdicts server.aut no-deadlock
is verdicts 'has the verdicts' <<'END'
True no-deadlock
END

run 3 'a formula with too large an automaton' cwolf lts check server.aut no-deadlock \
    "big : ltl !($(for e in req ack work idle tau; do echo "F $e && F X $e && F X X $e && F X X X $e &&"; done) true)"
is out 'is open, the others are not' <<'END'
True no-deadlock
Maybe big
END
has err 'the automaton of a path formula is too large' 'and why is told'

# fairness that no path meets: a; (b a)*, or c and the end
cat >fair.aut <<'END'
des (0,4,3)
(0,"a",1)
(1,"b",0)
(1,"c",2)
(0,"d",0)
END
for fairness in 'fair(b)' 'weak(c)' 'strong(a, b)' 'fair(!deadlock)'; do
    run 0 "$fairness: some path is fair" cwolf lts check fair.aut "ctlstar under $fairness: A (F a || true)"
    ok '! grep -q "no path is fair" err' 'so that nothing is warned of'
done
for fairness in 'fair(c), fair(a)' 'strong(d, e), strong(a, e), fair(!deadlock)' 'fair(false)'; do
    run 0 "$fairness: no path is fair" cwolf lts check fair.aut "ctl under $fairness: AG false"
    has err 'no path is fair' 'which is warned of'
    run 1 'and no path is one of those' cwolf lts check fair.aut "ctlstar under $fairness: E true"
done

# a large one: a million transitions, a formula of alternation depth two
cwolf lts generate grid 700 700 -o grid.aut
run 1 'alternating fixpoints on a million transitions' \
    cwolf lts check grid.aut 'mu nu X. mu Y. <i>Y || <-i>X' 'ctl EF deadlock'
is out 'are solved; what would be the whole system is not shown' <<'END'
True mu nu X. mu Y. <i>Y || <-i>X
False ctl EF deadlock
    ... all ways on from here matter; they are too many to show
END
run 1 'a long lasso' cwolf lts check grid.aut 'ltl F deadlock'
ok 'test "$(grep -c "again and again" out)" = 1 && grep -q "and so on from state 0, for ever" out' 'is shown'
finish
