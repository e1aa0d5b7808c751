#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# All of the project's own C goes through the plugin, at two levels: no message, valid fragments, the same object
# without them.
build=${CWOLF_BUILD:?}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
flags="-std=c11 -D_GNU_SOURCE -I. -idirafter $build/include -DMODELS=\"$build/runtime/models/models.bin\""
flags="$flags $(pkg-config --cflags libxml-2.0)"
set -- $(find runtime abstractions labels -name '*.c' | sort)
echo "1..$#"
n=0
for f; do
    st=0; : > "$dir/log"
    for o in -O0 -O2; do
        gcc $flags $o -w -c "$f" -o "$dir/plain.o" 2>> "$dir/log" || st=1
        gcc $flags $o -w -fplugin="$build/plugin/cwolf.so" -c "$f" -o "$dir/with.o" 2>> "$dir/log" || st=1
        cwolf dump "$dir/with.o" > "$dir/dump" 2>> "$dir/log" || st=1
        grep '(a fault of C Wolf: ' "$dir/dump" >> "$dir/log" && st=1
        objcopy --remove-section .cwolf "$dir/with.o" "$dir/without.o"
        objcopy "$dir/plain.o"
        cmp "$dir/plain.o" "$dir/without.o" >> "$dir/log" || st=1
    done
    n=$((n + 1))
    [ $st -eq 0 ] && echo "ok $n - $f" || { echo "not ok $n - $f"; sed 's/^/# /' "$dir/log"; }
done
