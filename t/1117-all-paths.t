#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random C programs, each path of which is run (--layer=paths), against native runs on all of their inputs: True where no run
# aborts, False where one does, and no other verdict for most of them. What is written: arrays at places that depend on inputs,
# bytes of larger cells, bit-fields, copies of structures, blocks of the heap, division, shifts, floating point, recursion.
#
#   SEED=N COUNT=N t/1117-all-paths.t      SEED=N COUNT=1 repeats one program; KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';

my $seed = $ENV{SEED} // 1000;
my $count = $ENV{COUNT} // 25;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub one_of { $_[rand @_] }

my @places = qw(x y z u v w);
sub value {
    my ($depth) = @_;
    my $kind = $depth ? int rand 14 : int rand 3;
    my ($a, $b) = $depth ? map { value($depth - 1) } 1, 2 : ();
    return one_of(@places) if $kind < 2;
    return one_of(-3 .. 9) if $kind == 2;
    return "($a " . one_of(qw(+ - * & | ^)) . " $b)" if $kind < 6;
    return "($a " . one_of('/', '%') . " (($b & 3) + 1))" if $kind == 6;
    return "($a " . one_of('<<', '>>') . " ($b & 7))" if $kind == 7;
    return "cells[$a & 3]" if $kind == 8;
    return "(" . one_of('unsigned char', 'short', 'signed char', 'unsigned') . ")$a" if $kind == 9;
    return "((unsigned char *)words)[$a & 7]" if $kind == 10;
    return "pair." . one_of(qw(small wide rest)) if $kind == 11;
    return "($a < $b)" if $kind == 12;
    return "block->" . one_of('left', "right[$a & 1]");
}

sub place {
    my $kind = int rand 9;
    return one_of(@places[3 .. 5]) if $kind < 3;
    return 'cells[' . value(1) . ' & 3]' if $kind == 3;
    return 'words[' . value(1) . ' & 1]' if $kind == 4;
    return '((short *)words)[' . value(0) . ' & 3]' if $kind == 5;
    return 'pair.' . one_of(qw(small wide rest)) if $kind == 6;
    return 'block->left' if $kind == 7;
    return 'block->right[' . value(0) . ' & 1]';
}

sub statement {
    my ($depth) = @_;
    my $kind = int rand($depth ? 13 : 6);
    return place() . ' = ' . value(2) . ";\n" if $kind < 4;
    return 'at = &cells[' . value(1) . " & 3]; *at += " . value(1) . ";\n" if $kind == 4;
    return one_of('other = pair;', 'pair = other;', 'memcpy(words, cells, 6);', 'memset(cells + 1, 0, 8);',
        'memcpy((char *)cells + 2, words, 7);', 'memmove((char *)cells + 1, cells, 9);', 'memmove(cells, (char *)cells + 3, 10);',
        'if (x == 5) pair = (struct pair){0};', 'u = (int)(v * 0.5);',
        'other.rest = sum(w & 3, v);') . "\n" if $kind == 5;
    return 'if (' . value(2) . " > " . value(1) . ") {\n" . statement($depth - 1) . "} else {\n" . statement($depth - 1) . "}\n"
        if $kind < 9;
    return 'switch (' . value(1) . " & 3) {\ncase 0: " . statement($depth - 1) . "break;\ncase 1: " . statement($depth - 1)
        . "/* on */\ncase 2: " . statement($depth - 1) . "break;\ndefault: break;\n}\n" if $kind < 11;
    return 'for (int i = 0; i < (' . value(1) . " & 3); i++) {\n" . statement($depth - 1) . "}\n" if $kind < 12;
    return one_of('u', 'v') . ' = sum(' . value(1) . ' & 3, ' . value(1) . ");\n";
}

sub program {
    my $body = join '', map { statement(2) } 1 .. 3 + rand 4;
    my $claim = one_of('(u ^ v ^ w ^ cells[0] ^ cells[2] ^ words[1] ^ pair.wide) & 1023',
        'cells[1] + block->left + 3 * other.rest + pair.small', value(3), value(2), 'v + 2 * pair.wide');
    return <<"C";
#include <stdlib.h>
#include <string.h>
#ifdef WANTED
#define CLAIM(x) ((x) == WANTED)
#else
extern int note(int);
#define CLAIM(x) note(x)
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_schar(void);
struct pair { unsigned small : 3; int wide : 11; int rest; };
struct block { int left; short right[2]; };
static int cells[4], words[2];
static struct pair pair, other;
static int sum(int n, int k) { return n ? n * k + sum(n - 1, k - 1) : k; }
int main(void)
{
    int x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar(), z = __VERIFIER_nondet_schar();
    int u = 1, v = 2, w = 3, *at = cells;
    if (x > 11 || y > 7 || z < -3 || z > 3)
        return 0;
    for (int i = 0; i < 4; i++)
        cells[i] = i;
    words[0] = 7;
    words[1] = y;
    pair = (struct pair){1, 2, 3};
    other = pair;
    struct block *block = malloc(sizeof *block);
    if (!block)
        return 1;
    *block = (struct block){4, {5, 6}};
    $body
    if (CLAIM($claim))
        abort();
    free(block);
    return 0;
}
C
}

my $harness = <<'C';
#include <setjmp.h>
#include <stdio.h>
static jmp_buf out;
static int inputs[3], next;
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)inputs[next++]; }
signed char __VERIFIER_nondet_schar(void) { return (signed char)inputs[next++]; }
void stop(void) { longjmp(out, 1); }
extern int program(void);
int note(int x) { printf("%d\n", x); return 0; }
int main(void)
{
    for (int x = 0; x < 13; x++)
        for (int y = 0; y < 9; y++)
            for (int z = -4; z < 5; z++) {
                inputs[0] = x, inputs[1] = y, inputs[2] = z, next = 0;
                if (!setjmp(out))
                    program();
            }
    return 0;
}
C
open my $h, '>', 'harness.c' or die;
print $h $harness;
close $h;

my ($decided, $true, @wrong) = (0, 0);
for my $n (0 .. $count - 1) {
    srand($seed + $n);
    open my $out, '>', 'p.c' or die;
    print $out program();
    close $out;
    system('gcc -w -O0 -fwrapv -Dmain=program -Dabort=stop -c p.c -o native.o && gcc -w harness.c native.o -o native') == 0 or die;
    my %times;
    $times{$_}++ for split ' ', `./native`;
    my @seldom = sort { $times{$a} <=> $times{$b} || $a <=> $b } keys %times;
    my $wanted = $seldom[0] // 0; # what few runs come to, or none does
    $wanted += 1 + int rand 3 while $n % 2 && $times{$wanted};
    my $aborts = $times{$wanted} // 0;
    system("gcc -w -fwrapv -DWANTED=$wanted -specs=$specs -c p.c -o p.o") == 0 or die;
    my ($verdict) = `cwolf check --layer=paths --timeout=20 -p reach-assert p.o 2>log` =~ /^(\w+) /;
    $decided += $verdict ne 'Maybe';
    $true += $verdict eq 'True';
    next if $verdict eq 'Maybe' || $verdict eq ($aborts > 0 ? "False" : "True");
    push @wrong, "seed " . ($seed + $n) . ": $verdict, $aborts runs abort";
    system("cp p.c $ENV{KEEP}/" . ($seed + $n) . '.c') if $ENV{KEEP};
}

# Blocks that are moved to where they overlap themselves, up and down: no random claim is about a value that only such a
# move has made.
my @overlapping;
for ('memmove(a + 1, a, 3); if (a[1] * 7 + a[2] == 600 && a[2] > 3) abort();', 'memmove(a, a + 1, 3); if (a[0] == 77) abort();',
    'memmove(a + 1, a, 3); if (a[1] * 7 + a[2] == 5000) abort();', 'memmove(a, a + 1, 3); if (a[0] + a[1] > 255) abort();') {
    open my $out, '>', 'o.c' or die;
    print $out "#include <stdlib.h>\n#include <string.h>\nextern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void)\n",
        "{\n    unsigned char a[6] = {0};\n    a[0] = __VERIFIER_nondet_uchar();\n    a[1] = __VERIFIER_nondet_uchar();\n    $_\n    return 0;\n}\n";
    close $out;
    open my $all, '>', 'all.c' or die;
    print $all "#include <setjmp.h>\nstatic jmp_buf out;\nstatic int inputs[2], next, stops;\n",
        "unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)inputs[next++]; }\n",
        "void stop(void) { longjmp(out, 1); }\nextern int program(void);\n",
        "int main(void)\n{\n    for (int i = 0; i < 65536; i++) {\n        inputs[0] = i & 255, inputs[1] = i >> 8, next = 0;\n",
        "        if (setjmp(out)) stops = 1; else program();\n    }\n    return stops;\n}\n";
    close $all;
    system('gcc -w -Dmain=program -Dabort=stop -c o.c -o o-native.o && gcc -w all.c o-native.o -o all') == 0 or die;
    my $right = system('./all') ? 'False' : 'True';
    system("gcc -w -specs=$specs -c o.c -o o.o") == 0 or die;
    my ($verdict) = `cwolf check --layer=paths --timeout=20 -p reach-assert o.o 2>log` =~ /^(\w+) /;
    push @overlapping, "$_ $verdict, natively $right" if $verdict ne $right;
}
print "1..3\n";
print @wrong ? 'not ' : '', "ok 1 - no verdict is wrong ($true True of $decided decided of $count)\n", map { "# $_\n" } @wrong;
print $decided * 3 >= $count * 2 ? '' : 'not ', "ok 2 - two thirds are decided\n";
print @overlapping ? 'not ' : '', "ok 3 - blocks moved to where they overlap themselves\n", map { "# $_\n" } @overlapping;
