#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make bench: what the flag costs at compile and link time, and how fast the engine is. Ratios of CPU time, side by side
# in one run, because machines are shared; nothing here passes or fails.
set -u
build=${CWOLF_BUILD:?run by make bench}
here=$(cd "$(dirname "$0")" && pwd)
work=$build/bench
mkdir -p "$work"
cd "$work" || exit 1
specs=$(cwolf --specs)

# user + system CPU seconds of a command, the least of three runs
cpu() {
    best=
    for i in 1 2 3; do
        t=$( { LC_ALL=C bash -c 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1' _ "$@"; } 2>&1 | awk '{print $1 + $2}')
        best=$(printf '%s\n%s\n' "${best:-$t}" "$t" | sort -n | head -1)
    done
    echo "$best"
}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", (b > 0 ? a / b : 0) }'; }

echo "== compile time with the flag against without (CPU seconds, least of three)"
if [ ! -f sqlite3.c ] && command -v npm >/dev/null; then
    npm pack --silent better-sqlite3 >/dev/null 2>&1
    tar xzf better-sqlite3-*.tgz 2>/dev/null
    find package -name 'sqlite3.tar.gz' -exec tar xzf {} \; 2>/dev/null
    found=$(find . -name sqlite3.c | head -1)
    [ -n "$found" ] && [ "$found" != ./sqlite3.c ] && cp "$found" .
    [ -f sqlite3.h ] || cp "$(dirname "${found:-.}")"/sqlite3.h . 2>/dev/null
fi
if [ -f sqlite3.c ]; then
    for o in -O0 -O2; do
        plain=$(cpu gcc $o -c -o plain.o sqlite3.c)
        with=$(cpu gcc "-specs=$specs" $o -c -o with.o sqlite3.c)
        echo "sqlite3.c ($(wc -l <sqlite3.c) lines) $o: $with s with, $plain s without, ratio $(ratio "$with" "$plain")"
    done
    printf '#include "sqlite3.h"\nint main(void) { sqlite3 *d; return sqlite3_open("x", &d) || sqlite3_close(d); }\n' >db.c
    gcc "-specs=$specs" -I. -c db.c
    check=$(cpu gcc "-specs=$specs" -fplugin-arg-cwolf-no-cache -fplugin-arg-cwolf-rules=stdio,memory -o db db.o with.o -lm)
    echo "the link check of its rules stdio,memory: $check s, ratio to -O2 $(ratio "$check" "$plain")"
else
    echo "sqlite3.c: not to be had here (npm pack better-sqlite3), skipped"
fi

echo "== link time with nothing to check (100 links, CPU seconds)"
echo 'int main(void) { return 0; }' >empty.c
gcc "-specs=$specs" -c -o empty.o empty.c
plain=$(cpu sh -c 'for i in $(seq 100); do gcc -o empty empty.o; done')
with=$(cpu sh -c "for i in \$(seq 100); do gcc '-specs=$specs' -o empty empty.o; done")
echo "100 links: $with s with, $plain s without: $(awk -v a="$with" -v b="$plain" 'BEGIN { printf "%.1f", (a - b) * 10 }') ms each"

echo "== engine: transitions per second, bytes per state"
engine=$build/t/bench/engine
for limit in 1000000 10000000; do
    gcc "-specs=$specs" -DLIMIT=$limit -c -o counter.o "$here/counter.c"
    echo "counter to $limit: $($engine counter.o 100000000)"
done
gcc "-specs=$specs" -O2 -c -o philosophers.o "$here/philosophers.c"
echo "11 philosophers: $($engine philosophers.o 100000000)"
echo "   (LTSmin on that graph with native successors: 3.1 M transitions/s, 8.0 bytes/state;"
echo "    SPIN: 271 k states/s, 115 bytes/state)"
