#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Programs whose assertion needs a relation between unknowns that no pragma gives: linear ones between counters, bounds of
# arrays from sizes, protocol counters with windows, locks guarded by comparing two unknowns. Each is there twice: as it
# stands the relation holds, with -DBUG some input breaks it. Some are done here; ALL=1 does all, and counts
# (t/long/9215-relations.t).
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)
decided=0 all=0
limit=${LIMIT:-30} # seconds: each is decided in two or three, after those that runs get first
ask() { # NAME FLAG VERDICT
    gcc -specs="$specs" -O0 -w $2 -c "$here/1215-relations/$1.c" -o "$1.o" || exit 1
    verdict=$(cwolf check --predicates --timeout="$limit" -p reach-assert "$1.o" 2>/dev/null)
    all=$((all + 1))
    case "$verdict" in
    "$3 reach-assert") decided=$((decided + 1)) ;;
    Maybe*) echo "# $1 $2: Maybe" ;;
    *) echo "# $1 $2: $verdict, expected $3"; wrong="$wrong $1$2" ;;
    esac
}
some='counters-01 counters-03 bounds-02 bounds-04 windows-01 windows-03 locks-02'
[ -z "$ALL" ] || some=$(cd "$here/1215-relations" && ls ./*.c | sed 's,^\./,,; s/\.c$//')
for name in $some; do
    ask "$name" '' True
    ask "$name" -DBUG False
done
is_true() { # 'what' CONDITION...
    what=$1
    shift
    run 0 "$what" test "$@"
}
echo "# $decided of $all decided"
is_true 'no verdict is wrong' -z "$wrong"
is_true 'at least 85 of 100 are decided' $((decided * 100)) -ge $((all * 85))

# ---- what was found is said, and decides again -------------------------------------------------------------------------

cp "$here/1215-relations/relations.h" .
gcc -specs="$specs" -O0 -w -c "$here/1215-relations/counters-02.c" -o first.o
run 0 'a relation between three counters' cwolf check --auto --predicates --no-search --timeout="$limit" -p reach-assert first.o
has err '#pragma cwolf predicate produced != consumed + stock' 'is printed as a pragma'
{ sed '/^static/q' "$here/1215-relations/counters-02.c"; grep '#pragma cwolf predicate' err; sed '1,/^static/d' "$here/1215-relations/counters-02.c"; } >again.c
gcc -specs="$specs" -O0 -w -c again.c
run 0 'the pragmas that were printed' cwolf check --no-auto -p reach-assert again.o
has out 'True reach-assert' 'decide the question again, with no other'
finish
