#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Composition as its user meets it: labels done together, hidden, renamed, restricted.
. "$(dirname "$0")/0800-lib.sh"

# Two one-place buffers: in -> mid, mid -> out, with data.
printf 'des (0,4,3)\n(0,"in(1)",1)\n(1,"mid(1)",0)\n(0,"in(2)",2)\n(2,"mid(2)",0)\n' > a.aut
printf 'des (0,4,3)\n(0,"mid(1)",1)\n(1,"out(1)",0)\n(0,"mid(2)",2)\n(2,"out(2)",0)\n' > b.aut

run 0 'compose --sync=mid' cwolf lts compose --sync=mid a.aut b.aut
has out 'des (0,14,9)' 'both at once, or nobody: nine states, six in, two mid, six out'
has out '"mid(1)"' 'and the label stays visible'
cp out synced.aut
run 0 '--sync=* is all labels that both know' cwolf lts compose '--sync=*' a.aut b.aut
ok 'cmp -s out synced.aut' 'here the same'
run 0 '--sync= is nothing' cwolf lts compose --sync= a.aut b.aut
has out 'des (0,24,9)' 'all moves are alone'
run 0 'one value of the data only' cwolf lts compose '--sync=mid(1)' a.aut b.aut
run 0 '--hide' cwolf lts compose --sync=mid --hide=mid -o two.aut a.aut b.aut
ok '! grep -q mid two.aut' 'mid is silent'
run 0 'hiding afterwards is the same' cwolf lts convert --hide=mid -o later.aut synced.aut
run 0 '    ' cwolf lts compare --relation=strong later.aut two.aut
run 0 'reduce takes it too' cwolf lts reduce --relation=weak --hide=mid synced.aut
has out ',7)' 'a buffer of two places over two values has seven classes'
run 0 '--rename keeps the data' cwolf lts convert '--rename=in=put,out=get' two.aut
has out '"put(1)"' 'in(1) is put(1)'
has out '"get(2)"' 'out(2) is get(2)'
run 0 'with a * the whole label' cwolf lts convert '--rename=in(*)=put_*' two.aut
has out '"put_1"' 'in(1) is put_1'
run 0 'the first that matches wins' cwolf lts convert '--hide=in(1)' '--rename=in=put' two.aut
hasnt out '"in(1)"' 'in(1) is hidden'
has out '"put(2)"' 'in(2) is put(2)'
run 0 'restrict' cwolf lts convert '--restrict=in(2)' a.aut
has out 'des (0,3,3)' 'what has that label does not happen'
run 1 'compare with and without what is inside' cwolf lts compare --relation=weak synced.aut two.aut
run 0 'compare --hide' cwolf lts compare --relation=weak --hide=mid synced.aut two.aut
printf 'des (0,1,2)\n(0,"mid(1)",1)\n' > c.aut
run 0 'three at once' cwolf lts compose --sync=mid a.aut b.aut c.aut
ok 'grep -c "mid(1)" out | grep -qx 1' 'once in all, because the third does it once'

printf 'des (0,3,2)\n(0,"in(1)",1)\n(0,"in(2)",1)\n(1,out,0)\n' > merge.aut
cwolf lts convert merge.aut -o merge.lts
run 0 'a file that is mapped' cwolf lts convert --hide=in merge.lts
ok 'head -n 1 out | grep -qx "des (0,2,2)"' 'is edited in memory: two transitions become one'
run 0 '    and not in the file' cwolf lts compare --relation=none merge.aut merge.lts

# ---- labels that not all systems know

printf 'des (0,2,2)\n(0,x,1)\n(1,y,0)\n' >xy.aut
printf 'des (0,2,2)\n(0,x,1)\n(1,z,0)\n' >xz.aut
run 0 '--sync: what one system does not know happens in the other alone' cwolf lts compose --sync=x,y xy.aut xz.aut
is out 'y goes on' <<END
des (0,5,4)
(0,"x",1)
(1,"y",2)
(1,"z",3)
(2,"z",0)
(3,"y",0)
END
run 0 '--sync-all: it never happens' cwolf lts compose --sync-all=x,y xy.aut xz.aut
is out 'y is gone, and x after it' <<END
des (0,2,3)
(0,"x",1)
(1,"z",2)
END
is err 'and that is said' <<END
cwolf: warning: no label 'y' is in all systems: it cannot happen (--sync lets it happen in those that have it)
END
run 0 'both options together' cwolf lts compose --sync=y --sync-all=x xy.aut xz.aut
has out 'des (0,5,4)' 'each for its labels'
run 0 '--sync-all=* synchronises everything' cwolf lts compose '--sync-all=*' xy.aut xz.aut
is out 'as || of LOTOS: x alone is in both' <<END
des (0,1,2)
(0,"x",1)
END
ok '[ ! -s err ]' 'a pattern is not warned of'
run 0 'three systems, two of which know the label' cwolf lts compose --sync=mid a.aut b.aut xy.aut
has out 'des (0,46,18)' 'the third does not hold them back'
run 0 'with --sync-all' cwolf lts compose --sync-all=mid a.aut b.aut xy.aut
hasnt out 'mid' 'it does'
cat >gates.script <<END
write "xy.aut" |[x,y]| "xz.aut" "both.aut"
write "xy.aut" |[[x,y]]| "xz.aut" "known.aut"
END
run 0 'scripts have both' cwolf lts script -v gates.script
has err '2 systems by |[x,y]|: 3 states, 2 transitions' 'brackets ask for every system, as in LOTOS'
has err '2 systems by |[[x,y]]|: 4 states, 5 transitions' 'double ones for those that know the label'
has err 'gates.script:1:16: warning: no label' 'warnings have their place'
cwolf lts compose --sync-all=x,y xy.aut xz.aut >expected.aut 2>err
ok 'cmp -s expected.aut both.aut' 'the same as --sync-all'
printf 'write "xy.aut" |[[x,y]| "xz.aut" "o.aut"' >bad.script
run 2 'brackets that do not fit' cwolf lts script bad.script
has err "expected ',' or ']]|', found ']|'" 'are an error'

# ---- what is wrong

run 2 'a name that no label has' cwolf lts compose --sync=mud a.aut b.aut
has err "error: no label matches 'mud'" 'is an error'
run 2 'a misspelt label' cwolf lts convert '--hide=in(3)' a.aut
has err "did you mean 'in(1)'?" 'what was meant is suggested'
run 0 'a pattern may match nothing' cwolf lts convert '--hide=x*' a.aut
run 0 'a name that only one knows' cwolf lts compose --sync=in a.aut b.aut
has err "warning: no two systems have a label 'in' in common: nothing is synchronised by it" 'is warned of'
has err 'it happens alone (--sync-all forbids that)' 'and what could be meant'
run 2 'the silent action' cwolf lts convert --hide=i a.aut
has err "the silent action 'i' cannot be hidden, renamed, restricted or synchronised" 'is refused'
run 2 'a renaming without =' cwolf lts convert --rename=in a.aut
has err "expected OLD=NEW, found 'in'" 'is refused'
run 2 'a missing name' cwolf lts compose --sync=a,,b a.aut b.aut
run 2 'handshakes with shared labels' cwolf lts compose --sync=mid --restrict-shared a.aut b.aut
run 2 'or with gates' cwolf lts compose --sync-all=mid --restrict-shared a.aut b.aut
run 2 'a missing name in --sync-all' cwolf lts compose --sync-all=a,,b a.aut b.aut
run 2 'a name in it that no label has' cwolf lts compose --sync-all=mud a.aut b.aut
run 2 'an option of other commands' cwolf lts info --hide=in a.aut
has err "'lts info' has no option '--hide'" 'is not ignored'
run 3 'a composition that is too large' cwolf lts compose --max-states=5 --sync=mid a.aut b.aut
has err 'the composition has more than 5 states' 'ends at the limit'

finish
