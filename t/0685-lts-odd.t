#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What a person meets who does not write the files himself: odd labels in every format, marks and line ends of other
# systems, suffixes that mean something else, files that may not be written to.
. "$(dirname "$0")/0800-lib.sh"

# ---- odd labels go through every format

printf 'des (0,6,4)\n(0,"a,b",1)\n(1,"say \\"hi\\" \\\\",2)\n(2,"x(1, 2)",3)\n' > odd.aut
printf '(3,"\377\376 & <b>'"'"']]>",0)\n(0,i,2)\n' >> odd.aut
printf '(1,"\303\274 \342\206\222 \357\277\276 \302\205 \001\033[1m\ttab\\n",2)\n' >> odd.aut
for suffix in aut lts ccs cwb json; do
    run 0 "odd labels as .$suffix" cwolf lts convert odd.aut -o "odd.$suffix"
    run 0 '    are read as they were' cwolf lts compare --relation=none odd.aut "odd.$suffix"
done
for suffix in graphml dot pml txt; do
    run 0 "odd labels as .$suffix" cwolf lts convert odd.aut -o "odd.$suffix"
    ok "iconv -f UTF-8 -t UTF-8 odd.$suffix > both" '    are shown in UTF-8'
    ok "! LC_ALL=C grep -q '[[:cntrl:]]' odd.$suffix" '    without control characters'
done
run 0 'a summary' cwolf lts draw --summary=depth -o summary.dot odd.aut
if command -v python3 > both 2>&1; then
    run 0 'python reads the JSON' python3 -c 'import json; json.load(open("odd.json", encoding="utf-8"))'
fi
if command -v xmllint > both 2>&1; then
    run 0 'xmllint reads the GraphML' xmllint --noout odd.graphml
fi
if command -v dot > both 2>&1; then
    run 0 'graphviz reads the dot' dot -Tcanon -o canon odd.dot
    run 0 'and the summary' dot -Tcanon -o canon summary.dot
    run 0 'odd labels as .svg' cwolf lts draw odd.aut -o odd.svg
    if command -v xmllint > both 2>&1; then
        run 0 'xmllint reads it' xmllint --noout odd.svg
    fi
    { printf 'des (0,1,2)\n(0,"' && head -c 1000000 /dev/zero | tr '\0' x && printf '",1)\n'; } > long.aut
    run 0 'a label of a million letters' cwolf lts draw long.aut -o long.svg
    ok 'test $(wc -c < long.svg) -lt 3000' 'is cut in a picture'
    has long.svg '1000000 bytes' 'which says so'
    ok 'test $(cwolf lts draw --summary=depth long.aut | wc -c) -lt 4000' 'in a summary too'
fi
ok 'test $(cwolf lts convert --format=dot odd.aut | grep -c .) -gt 6' 'dot is written to a pipe'

# ---- texts from elsewhere

printf '\357\273\277des (0,1,2)\r\n(0,a,1)\r\n' > mark.aut
printf '\357\273\277{"states": 2, "initial": 0, "labels": ["a"], "transitions": [[0,0,1]]}' > mark.json
printf '\357\273\277proc main = a.nil\n' > mark.ccs
for file in mark.aut mark.json mark.ccs; do
    run 0 "a byte order mark before $file" cwolf lts compare $file mark.aut
done
gzip < mark.aut > packed
run 0 'in a packed file' cwolf lts compare packed mark.aut
printf '\357\273\277a\r\n' > mark.log
run 0 'before a log' cwolf lts check-traces mark.aut mark.log
printf '\357\273\277write "mark.aut" "out.aut"' > mark.script
run 0 'before a script' cwolf lts script mark.script
printf '\357\273\277' > mark.aut
run 2 'and nothing behind it' cwolf lts info mark.aut

# ---- where it is written to

run 0 'an unknown suffix' cwolf lts convert -o x.bcg odd.aut
has err "no format has the suffix of 'x.bcg': it is written as aut" 'is warned of'
run 0 'that of another picture' cwolf lts draw --summary=depth -o x.dot odd.aut
ok 'test ! -s err' 'a known one is not'
run 0 'an unknown one, and a format' cwolf lts convert --format=aut -o x.bcg odd.aut
ok 'test ! -s err' 'is meant'
run 0 'no suffix' cwolf lts convert -o ./x odd.aut
ok 'test ! -s err' 'means nothing else'
run 2 'an unknown format' cwolf lts reduce --format=bcg absent.aut
has err "no format 'bcg'" 'is told before anything is read'

ln -s x link
run 0 'a symbolic link' cwolf lts info -o link odd.aut
ok 'test -L link && grep -q "^states: 4" x' 'is followed'
chmod a-w x
if test ! -w x; then
    run 2 'a file that may not be written to' cwolf lts convert -o x odd.aut
    has err 'x: error: cannot write: Permission denied' 'is not replaced'
fi
finish
