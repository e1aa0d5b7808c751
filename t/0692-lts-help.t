#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `cwolf help lts` tells the truth: its commands, run in the directory of the examples, print what it shows; it names
# all that the tables have; the man page is the same text.
root=$(pwd)
. "$(dirname "$0")/0800-lib.sh"
build=${CWOLF_BUILD:-$root/build}
cp "$root"/examples/lts/* .

# Blocks of four blanks with a `$` in them; each command is run, its output put below it.
replay() { # PAGE
    perl -ne 'if (/^    \$ (.*)/) { $on = 1; print "$_"; next }
              $on = 0 unless /^    /;
              print if $on' "$1" > shown
    grep '^    \$ ' shown | sed 's/^    \$ //' > commands
    last=0
    while IFS= read -r command; do
        echo "    \$ $command"
        (exit $last)
        eval "$command" > out 2>&1 < /dev/null
        last=$?
        sed 's/^/    /' out
    done < commands > printed
}

run 0 'cwolf help lts' cwolf help lts
cp out page
replay page
diff -u shown printed > difference
tap $? 'what it shows is what its commands print' difference
ok 'test $(wc -l < commands) -ge 8' 'all of the examples are there'
ok '! awk "{ sub(/^    .*/, \"\"); if (length > 100) bad = 1 } END { exit !bad }" page' \
    'no line is too long for a terminal'
run 0 'cwolf lts --help' cwolf lts --help
ok 'cmp -s out page' 'is the same'

run 0 'cwolf help logic' cwolf help logic
cp out logic-page
replay logic-page
diff -u shown printed > difference
tap $? 'what it shows is what its commands print' difference
ok '! awk "{ sub(/^    .*/, \"\"); if (length > 100) bad = 1 } END { exit !bad }" logic-page' \
    'no line is too long for a terminal'
for word in ctl ltl ctlstar mu hml; do
    has logic-page "  $word " "it names $word"
done
replay page

# What the tables have is there, and what a subcommand has is in its own help.
for word in info convert reduce compare check compose script check-traces generate draw \
    dpbranching weak-trace-preorder graphml .pml philosophers --sync --sync-all --hide --max-nodes; do
    ok "grep -q -e ' $word' page" "help names $word"
done
for command in $(sed -n '/^Commands/,/^Why/s/^  \([a-z-]*\) .*/\1/p' page); do
    run 0 "cwolf lts $command --help" cwolf lts "$command" --help
    has out "usage: cwolf lts $command" 'tells its usage'
    has out '--max-memory' 'and its options'
done
run 0 'help of one' cwolf lts reduce --help
hasnt out '--sync' 'does not tell options of another'
has out 'branching bisimulation' 'tells relations where they are wanted'

run 0 'help of another' cwolf lts compare --help
hasnt out 'peephole' 'does not tell relations that only reduce'
has out 'weak-trace-preorder' 'but preorders'
run 0 '    ' cwolf lts reduce --help
has out 'peephole' '    which the help of reduce does'
hasnt out '-preorder' '    without preorders'
ok 'test $(sed -n "/^  strong/=" page | head -n 1) -lt $(sed -n "/^  none/=" page)' 'what is asked for most comes first'

wrong() { # WHAT MESSAGE COMMAND...
    what=$1 message=$2
    shift 2
    run 2 "$what" "$@"
    has err "$message" '    is told'
    has err "usage: cwolf lts $3" '    with how the command is used'
    has err "see 'cwolf lts $3 --help'" '    and where more stands'
}
wrong 'an option that is misspelt' "no option '--max-node-s'; did you mean '--max-nodes'?" \
    cwolf lts draw --max-node-s=30
wrong 'one with a dash less' "no option '-relation'; did you mean '--relation'?" cwolf lts reduce x -relation=weak
wrong 'a letter that is none' "no option '-x'" cwolf lts reduce -x y
wrong 'one of another command' "'lts info' has no option '--max-nodes'; it belongs to: draw" \
    cwolf lts info --max-nodes=30
wrong 'a number that is too large' '--max-nodes: 3000 must lie between 1 and 1000' cwolf lts draw --max-nodes=3000
wrong 'one file too many' "'lts convert' takes one file, not 2" cwolf lts convert a b
wrong 'one relation too few' "no relation 'waek'; did you mean 'weak'?" cwolf lts reduce --relation=waek a

run 0 'cwolf help lts reduce' cwolf help lts reduce
has out 'usage: cwolf lts reduce' 'tells of that command'
run 0 'so does cwolf lts help reduce' cwolf lts help reduce
has out 'usage: cwolf lts reduce' '    '
run 2 'what is no command' cwolf lts help redcue
has err "did you mean 'reduce'?" 'is no topic'
run 2 'a command of lts without lts' cwolf reduce x
has err "no command 'reduce'; did you mean 'lts reduce'?" 'is told where it is'

# The man pages.
run 0 'make install-man' env MAKEFLAGS= make -s -C "$root" B="$build" PREFIX="$tap_dir/usr" install-man
ok 'test -s usr/share/man/man1/cwolf.1 && test -s usr/share/man/man1/cwolf-lts.1 && test -s usr/share/man/man1/cwolf-logic.1' \
    'installs three'
run 2 'a page that does not exist' cwolf help --man lst
if command -v groff > both 2>&1; then
    for page in cwolf cwolf-logic cwolf-lts; do
        groff -man -Tutf8 -ww -P-cbou -rLL=160n usr/share/man/man1/$page.1 > shown.txt 2> err
        ok 'test ! -s err' "troff reads $page(1) without complaint"
        sed 's/^/# /' err
    done
    sed 's/^ *//' shown > lines
    sed 's/^ *//' shown.txt > flat
    missing=0
    while IFS= read -r line; do
        grep -qxF -e "$line" flat || { missing=1; echo "# $line"; }
    done < lines
    ok "test $missing = 0" 'cwolf-lts(1) shows the example letter by letter'
fi

finish
