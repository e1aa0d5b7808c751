#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Bad input gives a clear error and nothing else: damaged fragments, a full disk, Ctrl-C. Never a crash, never half an
# output.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)

cat >count.c <<'EOF'
#include <stdio.h>
static unsigned n;
int main(void)
{
    while (getchar() != 'x')
        n = n * 5 + 1;
    return n == 3;
}
EOF
gcc -specs="$specs" -c count.c
objcopy --dump-section .cwolf=good count.o
size=$(wc -c <good)

# ---- every kind of damage, at many places: exit status 2 and one error that names the file, or the program as it was

damage() { # NAME COMMAND: makes `bad` from `good`
    crashed=0 silent=0
    for at in $(perl -e 'print join " ", map { int($_ * $ARGV[0] / 24) } 0 .. 23' "$size"); do
        at=$at perl -e "$2" <good >bad
        objcopy --update-section .cwolf=bad count.o bad.o 2>/dev/null
        cwolf model --max-states=1k bad.o >out 2>err
        status=$?
        [ $status -lt 128 ] || crashed=1
        [ $status != 2 ] || grep -q 'bad.o.*error: ' err || silent=1
        [ $status != 2 ] || [ ! -s out ] || silent=1
    done
    ok '[ $crashed = 0 ]' "$1: no crash"
    ok '[ $silent = 0 ]' "$1: an error that names the file, and no output"
}
damage 'cut off' 'local $/; $_ = <STDIN>; print substr($_, 0, $ENV{at})'
damage 'a bit turned' 'local $/; $_ = <STDIN>; substr($_, $ENV{at}, 1) = chr(ord(substr($_, $ENV{at}, 1)) ^ 4); print'
damage 'bytes inserted' 'local $/; $_ = <STDIN>; substr($_, $ENV{at}, 0) = "CWOLF\0\1"; print'
damage 'zeros' 'local $/; $_ = <STDIN>; substr($_, $ENV{at}, 16) = "\0" x 16; print'
damage 'twice' 'local $/; $_ = <STDIN>; print $_, substr($_, 0, $ENV{at})'

head -c 2000 count.o >short.o
run 2 'an object that is cut off' cwolf model short.o
has err 'short.o' 'is named'
mkfifo pipe
: >empty
run 2 'an empty file' cwolf model empty
run 2 'a file without the right to read it' \
    sh -c 'chmod 0 good; if [ "$(id -u)" = 0 ]; then exit 2; fi; cwolf model good'

# ---- a full disk: nothing half-written

run 2 'a full disk' sh -c 'cwolf dump count.o >/dev/full'
has err 'No space left on device' 'is an error'
run 2 'linking onto a full disk' cwolf link -o /dev/full count.o
ok 'test -c /dev/full' 'and the device stays'
echo before >out.cwi
run 2 'a link that fails' cwolf link -o out.cwi bad.o nowhere.o
ok 'test "$(cat out.cwi)" = before' 'leaves the old output'
ok 'test -z "$(ls out.cwi?* 2>/dev/null)"' 'and nothing beside it'

# ---- Ctrl-C: what there is, marked

# interrupt COMMAND: gives it Ctrl-C once it works; a slow machine gets more time to start
interrupt() {
    for seconds in 0.5 2 8; do
        timeout --foreground -s INT $seconds "$@" >out 2>err
        status=$?
        ! grep -q interrupted err || break
    done
}
interrupt cwolf model --default=free --max-states=1G --max-memory=4G -o part.aut count.o
ok '[ $status = 124 ] || [ $status = 3 ]' 'Ctrl-C ends a long run'
has err 'interrupted: partial result' 'which is marked as partial'
ok 'head -n 1 part.aut | grep -q "^des (0,"' 'and written'
interrupt cwolf check --default=free --layer=2 --max-states=1G --max-memory=4G -p 'invariant n != 2' count.o
has out 'Maybe invariant n != 2' 'a check that is interrupted is Maybe'
has err 'interrupted: partial result' 'and says so'
echo 'int main(void) { return 0; }' >nothing.c
gcc -specs="$specs" -c nothing.c
awk 'BEGIN { n = 40000; printf "des (0,%d,%d)\n", n, n + 1
    for (i = 0; i < n; i++) printf "(%d,\"a\",%d)\n", i, i + 1 }' >line.aut
interrupt cwolf check --spec=line.aut --relation=safety nothing.o
has out 'Maybe spec line.aut' 'a comparison with a design that is interrupted is Maybe'
has err 'is not decided: interrupted' 'and says so'
run 3 'a comparison that needs too much memory' cwolf check --spec=line.aut --relation=safety --max-memory=2M nothing.o
has out 'Maybe spec line.aut' 'is Maybe'
has err 'the limit of 2 MB' 'and says so'
run 3 'time that is up' cwolf model --timeout=1 --default=free --max-states=1G --max-memory=4G -o part.aut count.o
has err 'the time is up: partial result' 'says so'
finish
