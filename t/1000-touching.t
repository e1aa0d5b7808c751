#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Label rules on cells that are reached by other ways than their name: unknown indices, pointers, device registers.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)

# model 'what' 'labels in order, one trace a line' <<program: the weak traces of the model to their ends
model() {
    cat >m.c
    gcc -specs="$specs" -c m.c -o m.o && gcc m.o -o m && cwolf model --reduce=weak-trace -o t.aut m 2>err || cat err
    perl -ne '
        if (/^\((\d+),"?(.*?)"?,(\d+)\)/) { push @{$e{$1}}, [$2, $3] } elsif (/^des \((\d+)/) { $start = $1 }
        END {
            my @todo = [$start];
            while (my $t = shift @todo) {
                my ($s, @labels) = @$t;
                push @lines, "@labels\n" if !$e{$s} || @labels > 9;
                push @todo, map { [$_->[1], @labels, $_->[0]] } @{$e{$s} || []} if @labels <= 9;
            }
            print sort @lines;
        }' t.aut >out
    printf '%b' "$2\n" >expected
    diff -u expected out >difference
    tap $? "$1" difference
}

model 'a store to an element that is not known may be the one' 'done\ntwo done' <<'EOF'
#include <stdio.h>
static int buf[4];
#pragma cwolf label write(buf[2]) => output two
#pragma cwolf label exit => done
int main(void) { int i = getchar(); buf[i & 3] = 7; return 0; }
EOF
model 'or is it, or is it not, where the index is tracked' 'i0 done\ni1 done\ni2 two done\ni3 done' <<'EOF'
#include <stdio.h>
static int buf[4], i;
#pragma cwolf abstract i : values(0, 1, 2, 3)
#pragma cwolf label write(buf[2]) => output two
#pragma cwolf label watch(i == 0) => i0
#pragma cwolf label watch(i == 1) => i1
#pragma cwolf label watch(i == 2) => i2
#pragma cwolf label watch(i == 3) => i3
#pragma cwolf label exit => done
int main(void) { i = getchar() & 3; buf[i] = 7; return 0; }
EOF
model 'taking an address is no read; finding a place reads indices' 'ri done' <<'EOF'
static int buf[4], i;
static int *p;
#pragma cwolf label read(buf[2]) => r
#pragma cwolf label read(buf) => b
#pragma cwolf label read(i) => ri
#pragma cwolf label exit => done
int main(void) { p = &buf[2]; buf[i] = 1; return 0; }
EOF
model 'reading one element is not reading its neighbour' 'r2 done' <<'EOF'
static int buf[4], x;
#pragma cwolf label read(buf[2]) => r2
#pragma cwolf label read(buf[3]) => r3
#pragma cwolf label exit => done
int main(void) { x = buf[2]; return 0; }
EOF
model 'reads and writes through a pointer that is known' 'w r done' <<'EOF'
static int x, y, *p;
#pragma cwolf abstract p : exact
#pragma cwolf label read(x) => r
#pragma cwolf label write(x) => w
#pragma cwolf label exit => done
int main(void) { p = &x; *p = 1; p = &y; *p = 2; p = &x; y = *p; return 0; }
EOF
model 'and through one that is not' 'done\nr done\nw done\nw r done' <<'EOF'
#include <stdio.h>
static int x, y, *p, z;
#pragma cwolf abstract p : ignore
#pragma cwolf label read(x) => r
#pragma cwolf label write(x) => w
#pragma cwolf label exit => done
int main(void) { p = getchar() ? &x : &y; *p = 1; z = *p; return 0; }
EOF
model 'device registers, each its own' 'dr tx dr2 done' <<'EOF'
struct uart { int SR, DR; };
#define UART1 ((volatile struct uart *)0x40001000)
#define UART2 ((volatile struct uart *)0x40002000)
static int x;
#pragma cwolf label read(UART1->DR) => dr
#pragma cwolf label read(UART2->DR) => dr2
#pragma cwolf label write(UART1->DR) => tx
#pragma cwolf label exit => done
int main(void)
{
    x = UART1->SR;
    x = UART1->DR;
    UART2->DR = 1;
    UART1->DR = 2;
    x = *(volatile int *)0x40002004;
    return 0;
}
EOF
model 'the cell behind a pointer, by its name and through the pointer' 'w w done' <<'EOF'
struct node { int x; } a, b, *p;
#pragma cwolf abstract p : exact
#pragma cwolf label write(p->x) => w
#pragma cwolf label exit => done
int main(void) { p = &a; b.x = 1; a.x = 2; p->x = 3; return 0; }
EOF
model 'a watch of memory behind a pointer' 'three done' <<'EOF'
struct node { int x; } a, b, *p;
#pragma cwolf abstract p : exact
#pragma cwolf abstract a.x : exact
#pragma cwolf abstract b.x : exact
#pragma cwolf label watch(p->x == 3) => three
#pragma cwolf label exit => done
int main(void) { p = &a; b.x = 3; a.x = 2; a.x = 3; return 0; }
EOF
finish
