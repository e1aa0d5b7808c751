#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Volatile objects as inputs: declared, each read is a choice of the environment among the values given; undeclared, any
# value.
. "$(dirname "$0")/0800-lib.sh"
plugin=$(cwolf --plugin)

sensor() { # DECLARATION
    cat >sensor.c <<EOF
volatile unsigned char sensor;
$1
static unsigned char kept;
#pragma cwolf abstract kept : exact
#pragma cwolf property small : invariant kept < 10
#pragma cwolf property smaller : invariant kept < 9
int main(void)
{
    for (;;)
        kept = sensor;
}
EOF
    gcc "-fplugin=$plugin" -c sensor.c
}
sensor '#pragma cwolf input sensor : [0, 9]'
run 1 'a declared input has its values' cwolf check sensor.o
has out 'True small' 'no others'
has out 'False smaller' 'and surely each of them'
hasnt err 'not tracked' 'nobody asked to track it'
sensor ''
run 3 'undeclared it has any' cwolf check sensor.o
has out 'Maybe small' 'perhaps'
run 1 'under --volatile=input surely' cwolf check --volatile=input sensor.o
has out 'False small' 'any'

cat >plain.c <<'EOF'
int plain;
#pragma cwolf input plain : any
int main(void) { return plain; }
EOF
run 1 'an input that is not volatile' gcc "-fplugin=$plugin" -c plain.c
has err "is not volatile" 'is refused'

cat >mode.c <<'EOF'
enum mode { IDLE = 3, BUSY = 5 } mode;
#pragma cwolf abstract mode : enum
int count;
int main(void) { return mode + count; }
EOF
run 0 'enum alone' gcc "-fplugin=$plugin" -c mode.c
cwolf dump mode.o >out
has out 'values(3, 5)' 'means the enumerators of the type'
printf 'var count : enum;\n' >count.am
run 2 'of an int' cwolf model -a count.am mode.o
has err "count.am:1:13: error: 'enum' alone is for variables of an enumeration" 'there are none'
printf 'fun absent () : top { var x : enum; }\nvar count : int;\n' >mode.am
run 0 'in a map, where its function is not in the program' \
    gcc "-fplugin=$plugin" -fplugin-arg-cwolf-am=mode.am -c mode.c
finish
