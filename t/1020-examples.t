#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The other examples: they link without a word and run, and what would be a bug does not link.
here=$(cd "$(dirname "$0")/.." && pwd)
. "$(dirname "$0")/0800-lib.sh"

# example NAME PROGRAM: its directory, built by its own Makefile
example() {
    cd "$tap_dir" && rm -rf work && cp -r "$here/examples/$1" work && cd work
    run 0 "$1: make" make
    hasnt both 'warning' "$1: links without a warning"
    ok "test -x $2" "$1: and there is the program"
}
# bug PROGRAM 'what' LINE 'words' <<sed script
bug() {
    cp "$1.c" whole.c
    sed -f - whole.c >"$1.c"
    cmp -s "$1.c" whole.c && echo "# the mutant is no mutant"
    rm -f "$1" "$1.o"
    run 2 "$2: make fails" make
    ok "test ! -e $1" 'nothing is left to run'
    has err "$1.c:$3:" 'the line is named'
    has err "$4" 'and what is wrong'
    mv whole.c "$1.c"
}

example door door
printf olcluo | ./door >out
is out 'door: and does what it should' <<'EOF'
motor: open
motor: close
motor: open
EOF
run 0 'door: both questions' cwolf check door
has out 'True no_entry' 'the invariant'
has out 'True spec door.ccs:Closed obseq' 'the design'
run 0 'door: the model' cwolf model --reduce=weak door
ok 'tail -n 1 err | grep -q "^states 7, "' \
    'door: has three states of the door, two commands on the way, off and the end'
bug door 'an open door can be locked' 48 "property 'no_entry' is violated" <<'EOF'
s/if (!is_open)$/if (1)/
EOF
bug door 'a locked door opens' 21 'does not match the design door.ccs:Closed (obseq)' <<'EOF'
s/if (!is_open && !is_locked)/if (!is_open)/
EOF
bug door 'closing is forgotten' 67 'does not match the design door.ccs:Closed (obseq)' <<'EOF'
s/if (is_open)/if (is_open \&\& is_locked)/
EOF

example assert stack
ok 'test "$(echo 12+3+ | ./stack)" = 6' 'assert: and it adds'
run 0 'assert: asked again' cwolf check stack
has out 'True asserts' 'True'
bug stack 'no look at the size' 16 "property 'asserts' is violated" <<'EOF'
s/ && used < MOST)/)/
EOF
bug stack 'one operand is not enough' 22 "property 'asserts' is violated" <<'EOF'
s/used >= 2/used >= 1/
EOF

example lock driver
ok 'test "$(printf rrrrrcx | ./driver)" = "queued 0, errors 1"' 'lock: and queues'
bug driver 'a way out without unlock' 82 "property 'given_back' is violated" <<'EOF'
/queued == MOST/{n;d;}
EOF
bug driver 'a lock taken twice' 52 "property 'in_turn' is violated" <<'EOF'
s/^    busy = 0;$/    lock();/
EOF
bug driver 'the queue touched without the lock' 27 "property 'start_locked' is violated" <<'EOF'
s/^    if (!busy)$/    unlock(); if (!busy)/
EOF

example elevator elevator
ok 'test "$(printf a2aa | ./elevator | tail -n 1)" = "floor 2, open"' 'elevator: and it comes'
run 2 'elevator: its questions' make check
cat >expected <<'EOF'
True shaft
True closed
False comes
True comes_fairly
True ground
EOF
ok 'grep -v "^cwolf check" out | grep -v "^make" | diff expected -' 'elevator: that it comes needs fairness'

example lexer lexer
printf 'a /* b " */ "c /* \\" d" /' | ./lexer >out
has out '1 comments, 1 strings' 'lexer: and tells them apart'
bug lexer 'a comment that two stars do not end' 24 "property 'out_of_comment' is violated" <<'EOF'
s/CODE : c == '\*' ? STAR : COMMENT/SLASH : c == '*' ? STAR : COMMENT/
EOF
bug lexer 'an escape that leaves the string' 40 "property 'escapes_end' is violated" <<'EOF'
s/return STRING;/return CODE;/
EOF
example rules copy
bug copy "rules: a stream closed on the way out of a loop, and behind it" 19 "rule 'stdio.double_close' is violated" <<'EOF'
16s/perror(to)/fclose(in)/
EOF
has err '(8) fclose(in): this violates the rule' 'rules: the path is that of the README'
finish
