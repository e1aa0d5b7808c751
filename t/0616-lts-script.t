#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Scripts of compositions: what they make is what composing everything at once makes, and what is wrong has line and
# column.
. "$(dirname "$0")/0800-lib.sh"

buffer() { # IN OUT: one place, two values
    printf 'des (0,4,3)\n(0,"%s(1)",1)\n(1,"%s(1)",0)\n(0,"%s(2)",2)\n(2,"%s(2)",0)\n' "$1" "$2" "$1" "$2"
}
script() { # STATUS WHAT: standard input is the script
    cat > x.script
    run "$1" "$2" cwolf lts script x.script
}

# ---- what there is

buffer in mid > a.aut
buffer mid out > b.aut
script 0 'the example of the help' <<'END'
# a buffer of two places
buffer = reduce weak (hide mid in ("a.aut" |[mid]| "b.aut"))
write buffer "out.aut"
END
ok 'grep -q "^des (0,12,7)" out.aut' 'seven classes'
ok 'test ! -s err' 'and nothing is said when no terminal looks'
run 0 'with -v' cwolf lts script -v x.script
is err 'every system made is told' <<'END'
x.script:2:36: a.aut: 3 states, 4 transitions
x.script:2:52: b.aut: 3 states, 4 transitions
x.script:2:44: 2 systems by |[mid]|: 9 states, 14 transitions
x.script:2:23: hide: 9 states, 14 transitions
x.script:2:10: reduce weak: 7 states, 12 transitions
END
run 0 'the same by hand' cwolf lts compose --sync=mid --hide=mid -o hand.aut a.aut b.aut
run 0 '    ' cwolf lts compare --relation=weak hand.aut out.aut

script 2 'all words, but a file is missing' <<'END'
twice = "a.aut" ||| rename in=in2, mid=mid2 in "a.aut"    # in reaches as far as it can
one = twice
write (one) "twice.aut"; write restrict "in2(1)" in one "less.aut"
ring = generate ring 4
write reduce branching ring "ring.ccs"
write "ccs.ccs:B" | "ccs.ccs:C" "hands.aut"
END
has err 'ccs.ccs: error: cannot open: No such file' 'is said'
ok 'test ! -e twice.aut && test ! -e ring.ccs' 'then nothing at all is written'
echo "proc B = in.'mid.B proc C = mid.'out.C" > ccs.ccs
run 0 'with the file' cwolf lts script x.script
ok 'grep -q "^des (0,24,9)" twice.aut && grep -q "^des (0,21,9)" less.aut' 'restricted is less'
ok 'grep -q "^proc main" ring.ccs && test -s hands.aut' 'formats follow the suffixes'
printf 'write restrict mid in ("%s" | "%s") "-"\n' "$PWD/ccs.ccs:B" "$PWD/ccs.ccs:C" > stdin.script
cwolf lts script - < stdin.script > hands2.aut
run 0 'a script from standard input, a system to standard output' cwolf lts compare hands2.aut hands2.aut
ok 'grep -q "^des (0,5,4)" hands2.aut' 'CCS: mid only together'
mkdir sub
sed 's/"a/"..\/a/;s/"b/"..\/b/' > sub/s.script <<'END'
write "a.aut" ||
      "b.aut" "c.aut"
END
run 0 'files stand beside the script' cwolf lts script sub/s.script
ok 'test -s sub/c.aut' 'those written too'
script 0 'a name given again' <<'END'
x = "a.aut"
x = x || "b.aut"
x = hide mid in x
write x "x.aut"
END
run 0 'is the new system from there on' cwolf lts compare --relation=strong x.aut hand.aut

# ---- reducing on the way changes nothing

chain() { # RELATION
    script 0 "a chain of eight buffers, reduced by $1 at each" <<END
all = "w0.aut" || "w1.aut" || "w2.aut" || "w3.aut" || "w4.aut" || "w5.aut" || "w6.aut" || "w7.aut"
write reduce $1 hide w1,w2,w3,w4,w5,w6,w7 in all "at-once.aut"
two = reduce $1 (hide w1 in ("w0.aut" |[w1]| "w1.aut"))
three = reduce $1 (hide w2 in (two |[w2]| "w2.aut"))
four = reduce $1 (hide w3 in (three |[w3]| "w3.aut"))
rest = reduce $1 (hide w5,w6,w7 in ("w4.aut" |[w5]| "w5.aut" |[w6]| "w6.aut" |[w7]| "w7.aut"))
write reduce $1 (hide w4 in (four |[w4]| rest)) "on-the-way.aut"
END
    run 0 '    ends in the same' cwolf lts compare --relation=none at-once.aut on-the-way.aut
}
for k in 0 1 2 3 4 5 6 7; do
    buffer w$k w$((k + 1)) > w$k.aut
done
for relation in branching dpbranching weak; do
    chain $relation
done
ok 'grep -q "^des (0,[0-9]*,511)" on-the-way.aut' '2^0 + ... + 2^8 classes'

for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    for part in 1 2 3; do
        cwolf lts generate random states=6 transitions=10 labels=3 tau=30 seed=$seed$part -o r$part.aut
    done
    for relation in strong branching dpbranching weak dpweak weak-trace; do
        cat > x.script <<END
R1 = reduce $relation "r1.aut"
R2 = reduce $relation "r2.aut"
write ("r1.aut" || "r2.aut") |[[a0*,a1*]]| "r3.aut" "plain1.aut"
write (R1 || R2) |[[a0*,a1*]]| reduce $relation "r3.aut" "reduced1.aut"
write hide a1* in ("r1.aut" |[a1*]| "r2.aut" |[a1*]| "r3.aut") "plain2.aut"
write hide a1* in (reduce $relation (R1 |[a1*]| R2) |[a1*]| "r3.aut") "reduced2.aut"
write "r1.aut" || "r2.aut" || "r3.aut" "plain3.aut"
write "r1.aut" || reduce $relation (R2 || "r3.aut") "reduced3.aut"
END
        cwolf lts script x.script || echo "seed $seed" >> wrong
        for i in 1 2 3; do
            cwolf lts compare --relation=$relation plain$i.aut reduced$i.aut > verdict || {
                echo "seed $seed, $relation, $i" >> wrong
            }
        done
    done
done
touch wrong
ok 'test ! -s wrong' 'random systems: reduced before and between compositions, by six relations, or not: equivalent'
sed 's/^/# /' wrong

# ---- restricting on the way changes nothing, and builds less

for seed in 1 2 3 4 5 6 7 8; do
    for part in 1 2 3; do
        cwolf lts generate random states=7 transitions=16 labels=5 tau=10 seed=$seed$part |
            sed "s/a$part/'a$((part % 3 + 1))/" > r$part.aut
    done
    cat > x.script <<'END'
whole1 = "r1.aut" | "r2.aut" | "r3.aut"
write restrict a1*,a2* in whole1 "whole1.aut"
write restrict a1*,a2* in ("r1.aut" | "r2.aut" | "r3.aut") "way1.aut"
whole2 = "r1.aut" |[[a0*]]| "r2.aut"
renamed = rename a1*=b in whole2
hidden = hide b*,a0* in restrict a2* in renamed
write restrict a3*,a4* in hidden "whole2.aut"
write restrict a3*,a4* in hide b*,a0* in restrict a2* in rename a1*=b in ("r1.aut" |[[a0*]]| "r2.aut") "way2.aut"
END
    cwolf lts script x.script || echo "seed $seed" >> wrong
    for i in 1 2; do
        cwolf lts compare --relation=none whole$i.aut way$i.aut > verdict || echo "seed $seed, $i" >> wrong
    done
done
ok 'test ! -s wrong' 'random systems: restricted on the way or afterwards: the same graph'
sed 's/^/# /' wrong

cat > x.script <<'END'
both = generate chain 3000 ||| rename step=other in generate chain 3000
write restrict step in both "never.aut"
END
run 3 'two long chains side by side' cwolf lts script --max-states=5k x.script
has err 'x.script:1:28: error: the composition has more than' 'are more than can be built'
cat > x.script <<'END'
write hide also in restrict other in rename step=also in
      (generate chain 3000 ||| rename step=other in generate chain 3000) "one.aut"
END
run 0 'restricted to one of them' cwolf lts script --max-states=5k -v x.script
sed -n '/systems/,$p' err > told
is told 'they are as long as the one' <<'END'
x.script:2:28: 2 systems by ||| with rename, restrict: 3001 states, 3000 transitions
x.script:1:7: hide: 3001 states, 3000 transitions
END

script 0 'a script without write' <<'END'
x = "a.aut"
END
is err 'is warned of' <<'END'
x.script: warning: the script writes nothing: 'write SYSTEM "FILE"' does
END

# ---- what is wrong

wrong() { # WHAT MESSAGE: standard input is the script
    script 2 "$1"
    has err "x.script:$2" '    '
    ok 'test ! -e never.aut' '    and nothing is written'
}
wrong 'an unknown relation' "1:38: error: no relation 'waek'; did you mean 'weak'?" <<'END'
write "a.aut" "never.aut" x = reduce waek "a.aut"
END
wrong 'a relation that does not reduce' "1:12: error: no relation 'sim-preorders'" <<'END'
x = reduce sim-preorders "a.aut"
END
wrong 'an unknown name' "2:10: error: no system named 'bufer'; did you mean 'buffer'?" <<'END'
buffer = "a.aut"
write    bufer "never.aut"
END
wrong 'a file without quotes' "1:7: error: no system named 'a.aut'; a file is written in quotes: \"a.aut\"" <<'END'
write a.aut "never.aut"
END
wrong 'a name before it is given' "1:7: error: no system named 'x'" <<'END'
write x "never.aut"
x = "a.aut"
END
wrong 'an unknown family' "1:14: error: no family 'philosofers'; did you mean 'philosophers'?" <<'END'
x = generate philosofers 5
END
wrong 'a number too many' "1:29: error: family 'philosophers' takes 1 number" <<'END'
x = generate philosophers 3 1 1 1 1 1 1 1
END
wrong 'an unknown suffix' "1:15: error: the suffix of 'never.bcg' is of no format" <<'END'
write "a.aut" "never.bcg"
END
wrong 'a bracket left open' "2:1: error: expected an operator or ')', found 'write'" <<'END'
x = ("a.aut" || "b.aut"
write x "never.aut"
END
wrong 'two systems without an operator' "1:13: error: expected NAME = system, or 'write', found 'b.aut'" <<'END'
x = "a.aut" "b.aut"
END
wrong 'an end too early' "2:1: error: expected a system" <<'END'
x = "a.aut" |||
END
wrong 'a string without end' "1:7: error: the string has no end on its line" <<'END'
write "a.aut
END
wrong 'a word that is none' "1:13: error: no word of a script starts with '&'" <<'END'
x = "a.aut" & "b.aut"
END
wrong 'a label that nobody has' "2:12: error: no label matches 'mud'" <<'END'
x = "a.aut" write x "never.aut"
y = hide   mud in x
END
wrong 'a label that nobody has any more' "2:30: error: no label matches 'mid'" <<'END'
write restrict out in
       hide   in in restrict mid in rename mid=x in ("a.aut" | "b.aut") "never.aut"
END
wrong 'a list of labels without end' "1:24: error: expected ',' or ']|', found 'b.aut'" <<'END'
x = "a.aut" |[mid,out  "b.aut"
END
wrong 'a renaming without a new name' "1:14: error: expected '=' and the new name, found 'in'" <<'END'
x = rename a in "a.aut"
END
wrong 'hide without in' "1:13: error: expected ',' or 'in' and the system, found 'a.aut'" <<'END'
x = hide in "a.aut"
END
{
    printf 'x = '
    i=0
    while [ $i -lt 600 ]; do
        printf '('
        i=$((i + 1))
    done
} > x.script
run 2 'brackets without end' cwolf lts script x.script
has err 'nested more than 500 deep' 'are refused'
printf 'write "w.aut" "never.aut"\n' > x.script
printf 'des (0,1,1)\n(0,a,0\n' > w.aut
run 2 'a wrong file' cwolf lts script x.script
has err 'w.aut:2:4: error' 'its own line and column are said'
cat > x.script <<'END'
write "a.aut" "never.aut"
write "a.aut" ||| "a.aut"
      ||| "a.aut" "never.aut"
END
run 3 'a limit is reached' cwolf lts script --max-states=5 x.script
has err 'x.script:2:15: error: the composition has more than 5 states' 'and says where'
ok 'test ! -e never.aut' 'then nothing is written'

finish
