#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The pragma spec and the option --spec know the same relations and answer the same.
. "$(dirname "$0")/0800-lib.sh"
flag="-specs=$(cwolf --specs)"

printf "proc S = ping.'pong.S\nproc T = 'pong.T\n" > design.ccs
printf 'int x;\nint main(void)\n{\n    x = 1;\n    return 0;\n}\n' > plain.c
gcc "$flag" -c plain.c

# answer FILE ARGUMENTS: status and verdict, or the message without its place
answer() {
    cwolf check "$@" > out 2> err
    status=$?
    { echo $status; sed 's/ .*//' out; grep -o "no relation.*\|is no relation.*" err; } | sort -u
}

for r in strong bisim branching dpbranching branching-divergence weak obseq dpweak weak-divergence trace weak-trace \
    completed-trace completed weak-completed-trace weak-completed failures weak-failures stable-failures sim simulation \
    ready-sim ready-simulation tau-star safety weak-sim trace-preorder weak-trace-preorder \
    completed-trace-preorder failures-preorder weak-failures-preorder sim-preorder ready-sim-preorder safety-preorder; do
    answer plain.o --spec=design.ccs:S --relation=$r > by-option
    { printf '#pragma cwolf spec "design.ccs" S %s\n' $r; cat plain.c; } > noted.c
    gcc "$flag" -c noted.c 2> err
    answer noted.o > by-pragma
    ok 'cmp by-option by-pragma && grep -q "^\(True\|False\|Maybe\)" by-pragma' "$r"
done
for r in none isomorphism peephole tau-cycle confluence strong-preorder weak-preorder nonsense; do
    { printf '#pragma cwolf spec "design.ccs" S %s\n' $r; cat plain.c; } > noted.c
    gcc "$flag" -c noted.c 2> err
    has err "'$r' is no relation" "$r is refused where it stands"
    run 2 'and as an option' cwolf check --spec=design.ccs:S --relation=$r plain.o
done
finish
