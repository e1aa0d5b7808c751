#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# examples/fsm as a user meets it: its own Makefile links it without a word, its mutants do not link, and the model is
# the same with every compiler at every level.
here=$(cd "$(dirname "$0")/.." && pwd)
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)
cp "$here"/examples/fsm/* .

run 0 'make' make
hasnt both 'warning' 'links it without a warning'
ok './fsm </dev/null && echo aabb | ./fsm && ! echo aba | ./fsm' 'and it runs'
run 0 'the link asked for the design, check asks again' cwolf check fsm
has out 'True spec' 'True'
run 0 'the model' cwolf model --must --reduce=none -o fsm.json fsm
ok 'tail -n 1 err | perl -ne "/transitions (\d+), must (\d+)/ or exit 1; exit(\$1 != \$2)"' 'every edge is must'
if command -v dot >/dev/null; then
    run 0 'drawn' cwolf model --reduce=weak -o fsm.svg fsm
    has fsm.svg '</svg>' 'as SVG'
fi

# mutant 'what' LINE TRACE <<sed script: make fails, at that line, with the shortest trace
mutant() {
    sed -f - "$here/examples/fsm/fsm.c" >fsm.c
    cmp -s fsm.c "$here/examples/fsm/fsm.c" && echo "# the mutant is no mutant"
    rm -f fsm fsm.o
    run 2 "$1: make fails" make
    ok 'test ! -e fsm' 'nothing is left to run'
    has err "fsm.c:$2:" 'the line is named'
    has err "$3" 'with the shortest trace'
}
mutant 'accepts ba' 14 "after 'b 'a it can do" <<'EOF'
s/if (ch != 'b')/if (ch != 'b' \&\& ch != 'a')/
EOF
mutant 'takes a newline in the middle' 14 "after 'b 'eof it can do" <<'EOF'
s/if (ch == '.n' || ch < 0)/if ((ch == '\\n' \&\& state == 0) || ch < 0)/
s/if (ch != 'b')/if (ch != 'b' \&\& ch != '\\n')/
EOF
mutant 'exits with the wrong status' 16 "after 'eof" <<'EOF'
s/return 0/return 2/
EOF
cp "$here/examples/fsm/fsm.c" .
run 0 'the corrected program links again' make
cp fsm reference

for compiler in gcc gcc-11 gcc-12; do
    command -v $compiler >/dev/null || continue
    case $($compiler -dumpversion) in
    11* | 12*) ;;
    *) continue ;;
    esac
    cwolf model -o reference.aut reference 2>/dev/null
    for level in -O0 -O1 -O2 -O3 -Os; do
        $compiler -specs="$specs" $level -c fsm.c -o level.o && gcc -o level level.o
        cwolf model -a fsm.am -l fsm.lm -o level.aut level 2>err
        run 0 "$compiler $level: the model is weakly bisimilar" \
            cwolf lts compare --relation=weak level.aut reference.aut
    done
done
finish
