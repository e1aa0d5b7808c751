#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# examples/relay, a daemon with a handler, a thread and a lock: it links silently, and does what its design permits.
# Each of the patches in wrong/ makes it wrong: a run shows that, and never is everything True of it.
here=$(cd "$(dirname "$0")/.." && pwd)
. "$(dirname "$0")/0800-lib.sh"
cp -r "$here/examples/relay" right

# what a log does not have: the locks, and the end of the input
cwolf lts convert --hide=lock,unlock,end -o seen.aut right/relay.ccs:Closed
# what the peer sent (-v) and what it was told, as events
events() {
    sed "s/^frame 79$/'open/; s/^frame 65$/'ack/; s/^frame 68$/'data/; s/^frame 67$/'close/
         s/^frame .*/'bad/; s/^deliver.*/deliver/"
}
# talk PROGRAM FRAMES: the status, and its events in log
talk() {
    printf "$2" >frames
    timeout -s KILL 1 "$1" -v <frames >raw 2>&1
    told=$?
    events <raw >log
}
# violates 'what': the log is no trace of the design
violates() {
    run 1 "$1" cwolf lts check-traces seen.aut log
    has out 'rejected log' 'says check-traces'
}

# ---- the right one

cd right
run 0 'relay: make' make
hasnt both 'warning' 'relay: links without a warning'
hasnt both 'error' 'or an error'
run 0 'relay: both questions' cwolf check relay
is out 'relay: True, with its handler and its thread' <<'END'
True asserts
True spec relay.ccs:Closed weak-trace
END
cd ..
printf 'O\0A\0D\5helloC\0A\0' | right/relay >out
is out 'relay: does what its first lines say' <<'END'
accept
deliver hello
bye
END
n=0
for frames in '' 'O' 'O\0' 'O\0A\0' 'O\0O\0O\0A\0D\0C\0' 'O\0O\0O\0O\0O\0' 'A\0D\1xC\0\0\0O\0A\0D\020123456789abcdef' \
    'O\0A\0D\021O\0A\0' 'O\0A\0C\0C\0C\0C\0O\0A\0' 'O\0A\0C\0A\0O\0D\2\0' 'O\0A\0D\377' 'X\3abcO\0Y\0A\0D\3\377\0\n'; do
    n=$((n + 1))
    talk right/relay "$frames"
    mv log log$n
    test $told = 0 || echo "# '$frames': exit status $told"
done
for seed in 1 2 3 4 5 6 7 8; do
    perl -e 'srand shift;
        print map { substr("OOAAADC", rand 7, 1), rand() < .9 ? "\0" : pack("CC", 1, rand 256) } 1 .. 60' $seed |
        right/relay -v 2>&1 | events >random$seed
done
run 0 'relay: what it does is what the design permits' cwolf lts check-traces seen.aut log? log?? random?
ok 'grep -q reset random? && grep -q bye random? && grep -q deliver random?' 'and it does everything'

# terminated PROGRAM: SIGTERM with a connection open, after a report of it
terminated() {
    rm -f pipe reports
    mkfifo pipe
    timeout -s KILL 5 "$1" -i 1 <pipe >out 2>reports &
    relay=$!
    exec 3>pipe
    printf 'O\0A\0' >&3
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
        test -s reports && break
        sleep .2
    done
    kill -TERM $relay
    wait $relay
    told=$?
    exec 3>&-
}
terminated right/relay
ok 'test $told = 0' 'relay: SIGTERM ends it'
is out 'relay: with a last word' <<'END'
accept
reset
END
has reports 'state 2, 2 frames' 'relay: -i reports'
right/relay -f 3 3<log1 >out
ok 'test $? = 0' 'relay: -f takes any descriptor'
run 2 'relay: an unknown option' right/relay -x
has err 'usage: relay' 'gets the usage'

# ---- the wrong ones

# wrong NAME: patched, built with the flag and without, and asked
wrong() {
    cp -r "$here/examples/relay" $1
    cd $1
    run 0 "$1: the patch applies" patch -p1 -i wrong/$1.patch
    run 0 "$1: it builds without the flag" gcc -O2 -Wall -Wno-unknown-pragmas -pthread -o native relay.c
    make >../out 2>../err
    status=$?
    gcc -specs="$(cwolf --specs)" -fplugin-arg-cwolf-violations=warn -o warned relay.o 2>../err
    cwolf check warned >verdicts 2>../err
    grep -v '^True ' verdicts >not-true
    tap $? "$1: something is not True" ../err
    cd ..
}
# refused NAME: and the build fails
refused() {
    has $1/not-true 'False' "$1: is False"
    ok "test $status = 2 -a ! -e $1/relay" "$1: and does not link"
}

wrong no-unlock
refused no-unlock
talk no-unlock/native 'O\0A\0D\1xC\0'
ok 'test $told = 137' 'no-unlock: and waits for ever for its own lock'
wrong store-order
refused store-order
talk store-order/native 'O\0'
ok 'test $told = 134' 'store-order: and its assert fails'
wrong off-by-one
refused off-by-one
talk off-by-one/native 'O\0O\0O\0O\0O\0'
violates 'off-by-one: and it accepts once more than the design'
wrong new-state
refused new-state
talk new-state/native 'O\0A\0C\0D\1x'
violates 'new-state: and it delivers after a close'
wrong assert-peer
refused assert-peer
talk assert-peer/native 'O\0A\0D\021'
ok 'test $told = 134' 'assert-peer: and a byte makes the assert fail'
wrong handler
terminated handler/native
ok 'test $told = 0' 'handler: SIGTERM ends it'
hasnt out 'reset' 'handler: and the last word is forgotten'
finish
