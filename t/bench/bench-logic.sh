#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make bench-lts: what `cwolf lts check` costs, as whole processes, reading included: user CPU seconds and peak memory.
# Families at about 10^5, 10^6 and 10^7 transitions, with the growth exponent of time from the second size to the third;
# then ten formulas, next to mCRL2 where it is on the PATH (lts2pbes and pbessolve; answers that differ are marked).
# Nothing passes or fails.
set -u
work=${CWOLF_BUILD:?run by make bench-lts}/bench-logic
mkdir -p "$work"
cd "$work" || exit 1
limit=${LIMIT:-120} # seconds for a command

# "SECONDS KILOBYTES" of a command: user time, peak memory; "- -" when it fails or takes too long
cost() {
    got=$(timeout $limit /usr/bin/time -f 'cost %U %M' "$@" 2>&1 >answer | awk '$1 == "cost" { print $2 " " $3 }')
    case $(head -n 1 answer) in
    True* | False* | Maybe* | true | false) echo "${got:-- -}" ;;
    *) echo '- -' ;;
    esac
}
megabytes() { awk -v k="$1" 'BEGIN { printf k == "-" ? "-" : "%.0f", k / 1024 }'; }
size_of() { sed -n '1s/.*, *\([0-9]*\), *\([0-9]*\) *).*/\1/p;1q' "$1"; }

echo '== families: user CPU seconds (peak MB) for each question'
family() { # NAME, three parameter lists, questions
    name=$1 one=$2 two=$3 three=$4
    shift 4
    i=0
    : >times
    for parameters in "$one" "$two" "$three"; do
        i=$((i + 1))
        cwolf lts generate $parameters -o "$name.$i.aut" || exit 1
    done
    printf '%-62s %15s %15s %15s %8s\n' "$name: $(size_of "$name.1.aut"), $(size_of "$name.2.aut"), $(size_of "$name.3.aut") transitions" \
        small middle large exponent
    for question; do
        line=$(printf '  %-60s' "$question")
        times=
        for i in 1 2 3; do
            set -- $(cost cwolf lts check "$name.$i.aut" "$question")
            line="$line $(printf '%15s' "$1 ($(megabytes "$2"))")"
            times="$times $1 $(size_of "$name.$i.aut")"
        done
        echo "$line $(echo "$times" | awk '{ ok = $3 > 0 && $5 > 0
            printf "%8s", ok ? sprintf("%.2f", log($5 / $3) / log($6 / $4)) : "-" }') $(head -c 5 answer)"
    done
    rm -f "$name".?.aut
}
family philosophers 'philosophers 7' 'philosophers 8' 'philosophers 9' \
    no-deadlock 'ctl AG EF "eat(1)"' 'ctl AG ("eat(1)" -> AF "think(1)")' 'ctl EF (deadlock && AX false)' \
    'mu [true*.("eat(1)")] mu X. [!("think(1)")]X && <true>true' 'mu nu X. mu Y. <"eat(1)">X || <!("eat(1)")>Y' \
    'ltl G ("eat(1)" -> F "think(1)")' 'ltl G F "eat(1)" -> G F "eat(2)"'
family random 'random 10000 100000 10 30' 'random 100000 1000000 10 30' 'random 1000000 10000000 10 30' \
    no-deadlock 'ctl AG EF a1' 'ctl AF deadlock' 'mu nu X. mu Y. <a1>X || <!a1>Y' 'mu nu X. mu Y. [a1]X && [!a1]Y' \
    'ltl G F a1' 'ltl G (a1 -> F a2)'
family grid 'grid 224 224' 'grid 707 707' 'grid 2236 2236' no-deadlock 'ctl AF !true' 'ltl F G !"enter(1)"' \
    'mu nu X. mu Y. <i>Y || <!i>X'

echo
echo '== ten formulas on philosophers 8: user CPU seconds / peak MB; mCRL2 where it is installed'
cwolf lts generate philosophers 8 -o ten.aut || exit 1
sed 's/,i,/,tau,/' ten.aut >theirs.aut
echo 'act eat, think: Nat;' >theirs.mcrl2
while IFS= read -r formula; do
    [ -n "$formula" ] || continue
    set -- $(cost cwolf lts check ten.aut "mu $formula")
    ours=$(head -n 1 answer | cut -d ' ' -f 1)
    printf '%-70s %s %s/%s' "$formula" "$ours" "$1" "$(megabytes "$2")"
    if command -v lts2pbes >/dev/null && command -v pbessolve >/dev/null; then
        echo "$formula" | sed 's/"\([a-z]*\)(\([0-9]*\))"/\1(\2)/g' >formula.mcf
        set -- $(cost sh -c 'lts2pbes --data=theirs.mcrl2 --formula=formula.mcf theirs.aut | pbessolve -s2')
        theirs=$(head -n 1 answer)
        printf '   mCRL2 %s %s/%s' "$theirs" "$1" "$(megabytes "$2")"
        [ "$theirs" = "$(echo "$ours" | tr TF tf)" ] || printf ' DIFFERS'
    fi
    echo
done <<'END'
[true*]<true>true
<true*>[true]false
[true*]<true*."eat(1)">true
[true*.("eat(1)")](mu X. [!("think(1)")]X && <true>true)
nu X. mu Y. <"eat(1)">X || <!("eat(1)")>Y
mu X. nu Y. (<"eat(1)">X || <!("eat(1)")>Y)
nu X. ([true]X && mu Y. (<"eat(2)">true || <true>Y))
[true*."eat(1)".(!("think(1)"))*."eat(2)"]false
mu X. ([true]X || <"eat(3)">true)
<"eat(1)">true || <true*>(<"eat(1)">true && <"eat(3)">true)
END
rm -f ten.aut theirs.aut theirs.mcrl2 formula.mcf answer times
