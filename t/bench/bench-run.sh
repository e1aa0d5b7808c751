#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make bench, its part about cwolf run: statements a second, and instructions a statement (callgrind; the difference of two lengths
# of one run, so that reading the fragments does not count). The programs have the shapes of Krall 2012, tables 5.1 and 5.2: loops over
# integers, a driver's dispatch routine with status flags, recursion; and arrays, structures, the heap.
set -u
build=${CWOLF_BUILD:?run by make bench}
here=$(cd "$(dirname "$0")" && pwd)
work=$build/bench
mkdir -p "$work"
cd "$work" || exit 1
specs=$(cwolf --specs)

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null cwolf run --max-steps="$1" "$2" 2>&1 >/dev/null </dev/null |
        sed -n 's/.*Collected : //p'
}

seconds() {
    { LC_ALL=C bash -c 'TIMEFORMAT="%U"; time cwolf run --max-steps=50000000 "$1" >/dev/null 2>&1' _ "$1"; } 2>&1
}

echo "== cwolf run"
for shape in integers dispatch recursion arrays structures heap; do
    gcc -O0 -w "-specs=$specs" -DSHAPE="$shape" -o "run-$shape" "$here/run.c"
    short=$(instructions 1000000 "run-$shape")
    long=$(instructions 3000000 "run-$shape")
    awk -v n="$shape" -v a="$short" -v b="$long" -v s="$(seconds "run-$shape")" \
        'BEGIN { printf "%-10s %4.0f instructions a statement, %5.1f million statements a second\n", n, (b - a) / 2e6, 50 / s }'
done
