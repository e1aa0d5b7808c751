#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What is decided without annotation, by family (t/long/9130-decided): how many programs, processor seconds, and runs of the abstract
# machine. BEFORE=DIR is the build directory of another version, whose figures stand beside; SECONDS_EACH, default 10; FAMILIES, default
# all.
set -u
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export CWOLF_CACHE=off
each=${SECONDS_EACH:-10}

# One line: decided, processor seconds, runs ("-" where the report does not say).
family() { # BUILD FAMILY
    PATH="$1:$PATH"
    specs=$(cwolf --specs)
    for program in "$here"/../long/9130-decided/"$2"-*.c; do
        gcc "-specs=$specs" -w -c "$program" -o p.o || exit 1
        LC_ALL=C bash -c 'TIMEFORMAT="%U %S"; time cwolf check --timeout='"$each"' --format=json -p reach-assert p.o >r.json 2>/dev/null' 2>times
        printf '%s %s %s\n' "$(sed -n 's/.*"verdict": "\(.*\)".*/\1/p' r.json)" "$(cat times)" "$(sed -n 's/.*"runs": \([0-9]*\).*/\1/p' r.json)"
    done | awk '{ decided += $1 != "Maybe"; seconds += $2 + $3; runs += $4; said += NF > 3 }
        END { printf "%2d of %2d %7.1f s %6s runs", decided, NR, seconds, said ? runs : "-" }'
}

echo "== decided without annotation, $each s each"
for name in ${FAMILIES:-$(ls "$here/../long/9130-decided" | sed 's/-.*//' | sort -u)}; do
    printf '%-11s %s' "$name" "$(family "${CWOLF_BUILD:?run by make bench}" "$name")"
    [ -z "${BEFORE:-}" ] || printf '   before: %s' "$(family "$BEFORE" "$name")"
    echo
done
