#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make demo: the a*b* filter of examples/fsm is built by its own Makefile with the flag, and verified by its own link.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${CWOLF_BUILD:-$here/../build}/demo
rm -rf "$out"
mkdir -p "$out"
cp "$here"/fsm/* "$out"
cd "$out"

say() { printf '\n== %s\n' "$*"; }

say "the build, as its Makefile does it"
make --no-print-directory
printf 'aabb\n' | ./fsm && echo "./fsm accepts aabb"
printf 'aba\n' | ./fsm || echo "./fsm rejects aba"

say "the model: all of it, after the peephole, weakly minimal"
for reduce in none peephole weak; do
    cwolf model --reduce=$reduce -o fsm-$reduce.aut fsm
    printf '%-9s' $reduce
    cwolf lts info fsm-$reduce.aut | head -2 | paste -s -
done
cwolf model --reduce=weak -o fsm.svg fsm 2>/dev/null
echo "drawn: $out/fsm.svg"

say "a mutant that accepts 'ba' does not link"
mkdir -p mutant
cp Makefile fsm.am fsm.lm fsm-spec.ccs mutant
sed "s/if (ch != 'b')/if (ch != 'b' \&\& ch != 'a')/" fsm.c > mutant/fsm.c
if make --no-print-directory -C mutant; then
    echo "the mutant linked: that must not happen"
    exit 1
fi

say "the verdict on the program itself"
cwolf check fsm
