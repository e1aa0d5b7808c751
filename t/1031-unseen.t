#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the program does and the model does not is said, and nothing is called True on top of it.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)

cat >late.c <<'EOF'
#include <assert.h>
#include <stdlib.h>
static int x;
static void late(void) { assert(x == 1); }
int main(int argc, char **argv)
{
    x = argc == 1;
    atexit(late);
    return 0;
}
EOF
gcc -specs="$specs" -o late late.c
run 1 'an assertion in a handler of atexit fails' cwolf check -p reach-assert late
has out 'False reach-assert' 'with arguments that are told'
sed 's/argc == 1/argc == argc/' late.c >fine.c
gcc -specs="$specs" -o fine fine.c
run 0 'unless it holds whenever the program ends' cwolf check -p reach-assert fine

cat >keeps.c <<'EOF'
#include <assert.h>
extern void registered(int);
static int st = 1;
int main(void) { registered(1); assert(st == 1); return 0; }
EOF
gcc -specs="$specs" -c keeps.c
run 0 'an unknown function that gets no function has nothing to call later' cwolf check -p reach-assert keeps.o

cat >put.c <<'EOF'
#include <stdio.h>
static int x;
#pragma cwolf label watch(x == 3) => three
int main(void)
{
    if (scanf("%d", &x) != 1)
        return 1;
    return 0;
}
EOF
printf 'proc S = t.nil\n' >s.ccs
gcc -specs="$specs" -o put put.c
run 3 'a label that the library may set off is not called absent' cwolf check --spec=s.ccs:S --relation=weak-trace put
has err "may write 'x': write and watch labels do not fire there" 'and the place is named'

cat >get.c <<'EOF'
#include <string.h>
static int x, y;
#pragma cwolf label read(x) => looked
int main(void)
{
    return memcmp(&x, &y, sizeof x) != 0;
}
EOF
gcc -specs="$specs" -o get get.c
run 3 'nor one of a read' cwolf check --spec=s.ccs:S --relation=weak-trace get
has err "'memcmp' may read 'x': read labels do not fire there" 'and the place is named'
finish
