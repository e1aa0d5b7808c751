#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Predicates: a driver of 390 lines with 35 of them (Ball, Podelski, Rajamani 2001, section 10: under a minute, then
# seconds). NEEDED=1 leaves each one out in turn and says how many the proof needs.
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
abstract() { # FILE.c
    gcc -specs="$(cwolf --specs)" -w -c "$1" -o driver.o && cwolf model --format=bp driver.o -o driver.bp 2>sizes
}
abstract "$here/driver.c"
printf 'predicates: %s given; %s\n' "$(grep -c '#pragma cwolf predicate' "$here/driver.c")" "$(tail -1 sizes)"
start=$(date +%s.%N)
verdict=$(cwolf check driver.bp 2>/dev/null)
printf 'predicates: %s, seconds %.3f\n' "$verdict" "$(echo "$(date +%s.%N) - $start" | bc)"
[ -n "$NEEDED" ] || exit 0
needed=0
for line in $(grep -n '#pragma cwolf predicate' "$here/driver.c" | cut -d: -f1); do
    sed "${line}d" "$here/driver.c" >less.c
    abstract less.c
    [ "$(cwolf check driver.bp 2>/dev/null)" = 'True assert' ] || needed=$((needed + 1))
done
echo "predicates: the proof needs $needed"
