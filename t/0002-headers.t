#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every header compiles on its own, with gcc and with clang.
xml=$(pkg-config --cflags libxml-2.0)
n=0
bad=0
for h in runtime/*/*.h runtime/*/*/*.h abstractions/*.h labels/*.h; do
    for cc in "gcc" "clang"; do
        command -v $cc >/dev/null || continue
        n=$((n + 1))
        if out=$(echo "#include \"$h\"" | $cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -I. $xml -fsyntax-only -x c - 2>&1) \
            && [ -z "$out" ]; then
            echo "ok $n - $h with $cc"
        else
            echo "not ok $n - $h with $cc"
            echo "$out" | sed 's/^/# /'
            bad=1
        fi
    done
done
echo "1..$n"
exit $bad
