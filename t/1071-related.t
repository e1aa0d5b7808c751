#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Values that are moved: random programs in which unknown values go from place to place and are compared. The native program
# runs on thousands of inputs: what aborts on one of them is not True, and what is False aborts on one of them.
#
#   SEED=N COUNT=N t/1071-related.t      SEED=N COUNT=1 repeats one program; KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';

my $seed = $ENV{SEED} // 1;
my $count = $ENV{COUNT} // 16;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
my (%verdicts, @wrong);

sub pick { $_[int rand @_] }

# ---- programs --------------------------------------------------------------------------------------------------------

my %type = (a => 'int', b => 'int', c => 'int', e => 'int', f => 'int', u => 'unsigned', s => 'short', d => 'unsigned char', q => 'long', g => 'int',
    h => 'int', v => 'unsigned', 't.x' => 'int', 't.y' => 'short', 'r[0]' => 'int', 'r[1]' => 'int', '*p' => 'int');
my @ints = qw(a b g h t.x r[0]); # that pointers lead to: the other locals stay in their frame
my $depth;

sub place { pick(sort keys %type) }
sub small { pick('', '', ' + 1', ' - 1', ' + ' . (1 + int rand 9), ' - 3') }

sub moves {
    my $kind = rand;
    my ($to, $from) = (place(), place());
    return "$to = __VERIFIER_nondet_int();" if $kind < 0.12;
    return "$to = $from" . small() . ';' if $kind < 0.5;
    return 'p = &' . pick(@ints) . ';' if $kind < 0.56;
    return "$to = same($from)" . small() . ';' if $kind < 0.64;
    return 'store(&' . pick(@ints) . ", $from" . small() . ');' if $kind < 0.7;
    return "$to = down(" . (1 + int rand 3) . ", $from);" if $kind < 0.75;
    return pick('exchange();', 'feed();', "$to = draw();", "$to = sink($from);") if $kind < 0.82;
    return "$to++;" if $kind < 0.87;
    return pick('q', 'u', 'c') . ' = ' . pick('a', 'g', 'd', 's') . pick(' * 2', ' / 2', ' & 15', ' ^ g') . ';';
}

sub condition {
    my $kind = rand;
    return place() . pick(' == ', ' != ', ' < ', ' >= ') . place() if $kind < 0.5;
    return place() . pick(' == ', ' < ', ' > ') . int rand 5;
}

sub statements {
    my ($n) = @_;
    my $text = '';
    for (1 .. $n) {
        if ($depth < 2 && rand() < 0.3) {
            $depth++;
            my $body = statements(1 + int rand 3);
            $text .= rand() < 0.3 ? "for (int i$depth = 0; i$depth < 2; i$depth++) {\n$body}\n"
                : 'if (' . condition() . ") {\n$body} else {\n" . statements(int rand 2) . "}\n";
            $depth--;
        } else {
            $text .= moves() . "\n";
        }
    }
    return $text;
}

sub program {
    $depth = 0;
    my $body = statements(6 + int rand 8);
    my $globals = join '', map { "$_ = __VERIFIER_nondet_int();\n" } grep { rand() < 0.7 } qw(a b c e g h u v s q t.x t.y r[0] r[1]);
    return <<"END" . "PROBE_HERE;\nif (CLAIM) abort();\nlast = " . join(' ^ ', sort keys %type) . ";\n}\n#ifndef NATIVE\nint main(void) { program(); return 0; }\n#endif\n";
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#ifdef NATIVE
#define abort() longjmp(out, 1)
#endif
#define PROBE_HERE
int g, h, *p;
long last; /* for which all values are kept until the end */
unsigned v;
struct { int x; short y; } t;
static int same(int x) { g = h; return x; }
static void store(int *to, int x) { *to = x; }
static int down(int n, int x) { return n ? down(n - 1, x + 1) : x; }
static int left;
static void feed(void) { int n = __VERIFIER_nondet_int(); g = n; h = n + 1; }
static int draw(void) { int n = __VERIFIER_nondet_int(), k = n; v = k; return n; }
static int sink(int x) { if (left-- <= 0 || __VERIFIER_nondet_int() & 1) return x; g = x; return sink(x); }
static void exchange(void) { int k = g; g = h; h = k; }
static void program(void) {
int a = 0, b = 0, c = 0, e = 0, f = 0, r[2] = {0, 0};
unsigned u = 0; short s = 0; unsigned char d = 0; long q = 0;
g = h = 0; v = 0; left = 3; t.x = 0; t.y = 0; p = &a;
$globals$body
END
}

# ---- claims ----------------------------------------------------------------------------------------------------------

# The native program on many inputs, most of them near each other: so that what may be equal is.
my $native = <<'END';
#include <setjmp.h>
#include <stdio.h>
#include <limits.h>
static jmp_buf out;
static int inputs[64], at;
int __VERIFIER_nondet_int(void) { return inputs[at++ & 63]; }
#include "p.c"
static long long seen[PLACES][PLACES];
static unsigned char state[PLACES][PLACES];
int main(void) {
    static const int often[] = {0, 1, -1, 2, 3, 4, 5, INT_MAX, INT_MIN, 255, 256, 65535, 32767, -32768, 42, 41, 43};
    unsigned long long x = 88172645463325252ull;
    int violated = 0;
    for (int run = 0; run < RUNS; run++) {
        int base = 0;
        for (int i = 0; i < 64; i++) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            int any = (int)(x >> 20);
            if (i == 0) base = x & 1 ? any : often[(x >> 8) % 17];
            inputs[i] = run % 5 == 0 ? base : (x >> 3) % 4 == 0 ? any : (x >> 3) % 4 == 1 ? often[(x >> 8) % 17]
                : (x >> 3) % 4 == 2 ? base : (int)((unsigned)base + (x & 64 ? (x >> 9) % 5 - 2 : (x >> 9) % 41 - 20));
        }
        at = 0;
        if (setjmp(out)) violated++; else program();
    }
#ifdef PROBE
    for (int i = 0; i < PLACES; i++) for (int j = 0; j < i; j++) printf("%d %d %d %lld\n", i, j, state[i][j], seen[i][j]);
#else
    printf("%d\n", violated);
#endif
    return 0;
}
END

my @places = sort keys %type;
my $text;

sub native {
    my ($flags) = @_;
    open my $out, '>', 'native.c' or die;
    print $out $native;
    close $out;
    system("gcc -w -O1 -fwrapv -DNATIVE -DPLACES=" . @places . " $flags -o native native.c 2>native.log") == 0 or die `cat native.log`;
    chomp(my @lines = `timeout 60 ./native`);
    return @lines;
}

# A claim that is false in all runs that were made (and so perhaps always), or in some of them.
sub claim {
    my $differences = join '', map { "seen_value[$_] = (long long)$places[$_];" } 0 .. $#places;
    my $note = 'long long seen_value[PLACES];' . $differences
        . 'for (int i = 0; i < PLACES; i++) for (int j = 0; j < i; j++) { long long e = (long long)((unsigned long long)seen_value[i] - seen_value[j]);'
        . ' if (!state[i][j]) { state[i][j] = 1; seen[i][j] = e; } else if (seen[i][j] != e) state[i][j] = 2; }';
    open my $out, '>', 'p.c' or die;
    print $out "#ifdef PROBE\nstatic long long seen[PLACES][PLACES]; static unsigned char state[PLACES][PLACES];\n#endif\n",
        $text =~ s/^PROBE_HERE;$/#ifdef PROBE\n$note\n#endif/mr;
    close $out;
    my (@always, @sometimes);
    for (native('-DPROBE -DRUNS=300 -DCLAIM=0')) {
        my ($i, $j, $state, $d) = split;
        my $e = "(long long)$places[$i] - $places[$j]";
        push @always, "$e != ${d}ll" if $state == 1 && abs($d) < 1 << 30;
        push @sometimes, "$places[$i] " . pick('<', '>') . " $places[$j]" if $state == 1 && $d && abs($d) < 30;
        push @sometimes, "$e == ${d}ll" if $state == 2 && abs($d) < 1 << 30;
        push @sometimes, "$places[$i] " . pick('==', '<') . " $places[$j]" if $state == 2;
    }
    return @always && (rand() < 0.6 || !@sometimes) ? pick(@always) : @sometimes ? pick(@sometimes) : undef;
}

# ---- both sides ------------------------------------------------------------------------------------------------------

sub write_program {
    open my $out, '>', 'p.c' or die;
    print $out $text;
    close $out;
}

# Both answers to a claim about the program in p.c: the verdict, and how many native runs abort.
sub answers {
    my ($claim) = @_;
    my ($violated) = native("-DRUNS=4000 '-DCLAIM=$claim'");
    system("gcc -specs=$specs -w -fwrapv -O0 '-DCLAIM=$claim' -c p.c -o p.o") == 0 or die;
    my $said = `cwolf check --no-search --no-predicates --timeout=10 -p reach-assert p.o 2>check.log`;
    ($violated) = native("-DRUNS=1000000 '-DCLAIM=$claim'") if $said =~ /^False/m && $violated == 0;
    my ($verdict) = $said =~ /^(True|False|Maybe) /m;
    return ($verdict // 'none', $violated);
}

sub is_wrong {
    my ($verdict, $violated) = @_;
    return $verdict eq 'none' || ($verdict eq 'True' && $violated > 0) || ($verdict eq 'False' && $violated == 0);
}

sub judge {
    my ($number) = @_;
    srand $number;
    $text = program();
    my $claim = claim() // return;
    my ($verdict, $violated) = answers($claim);
    $verdicts{$verdict . ($violated > 0 ? ' aborts' : ' never seen to abort')}++;
    return if !is_wrong($verdict, $violated);
    push @wrong, "seed $number: $verdict, $violated runs abort: $claim";
    system("mkdir -p $ENV{KEEP} && cp p.c $ENV{KEEP}/$number.c && cp check.log $ENV{KEEP}/$number.log") if $ENV{KEEP};
}

# Where a symbol that means two values, or is taken for a number, would show: each has to be decided.
my @by_hand = (
    ['a callee makes values of its own', '', 'int x = __VERIFIER_nondet_int(), y = x; feed(); CHECK last = y;', 'x - g == 5'],
    ['what a callee leaves is related', '', 'feed(); CHECK', 'h != g + 1'],
    ['a function is called twice', 'static int both(int x) { int y = x; g = y; return y + 1; }',
        'int x = __VERIFIER_nondet_int(), y = x, z = both(both(x)); CHECK last = y;', 'z - x != 2 || g - x != 1'],
    ['recursion that is joined', 'static int turn(int x) { int y = x; if (left-- <= 0 || __VERIFIER_nondet_int() & 1) return x; x = turn(x); g = y; return x; }',
        'int x = __VERIFIER_nondet_int(); int y = x; turn(__VERIFIER_nondet_int()); CHECK last = y;', 'x == g'],
    ['a greater value wraps', '', 'int x = __VERIFIER_nondet_int(), y = x + 1; CHECK last = y;', 'y < x'],
    ['within bounds it does not', '', 'int x = __VERIFIER_nondet_int(); if (x > 100) return; int y = x + 1; CHECK last = y;', 'y < x'],
    ['a short that is cut', '', 'int x = __VERIFIER_nondet_int(); short y = x; CHECK last = y;', 'x != y'],
    ['a char that is extended', '', 'signed char x = __VERIFIER_nondet_int(); unsigned y = x; unsigned char z = x; CHECK last = y + z;', 'y != (unsigned)z'],
    ['a sign that is lost', '', 'int x = __VERIFIER_nondet_int(); unsigned y = x; long z = y; CHECK last = y + z;', 'z != x'],
    ['and one that is kept', '', 'int x = __VERIFIER_nondet_int(); unsigned y = x; long z = (int)y; CHECK last = y + z;', 'z != x'],
    ['found equal', '', 'int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x + 2 != y) return; int z = y; CHECK last = z + x;', 'z - x != 2'],
    ['found equal to what the caller holds', 'static void meet(int y) { int x = __VERIFIER_nondet_int(), z = x; if (x + 2 != y) return; if (CLAIM) abort(); last = z + x + y; }',
        'int a = __VERIFIER_nondet_int(), b = a; meet(a); last = a + b;', 'y - z != 2'],
    ['written again', '', 'int x = __VERIFIER_nondet_int(), y = x; x = __VERIFIER_nondet_int(); CHECK last = x + y;', 'x != y'],
    ['through pointers', '', 'int x = __VERIFIER_nondet_int(), y; p = &x; y = *p; *p = y + 1; CHECK last = x + y;', 'x - y != 1'],
    ['swapped', '', 'g = __VERIFIER_nondet_int(); h = __VERIFIER_nondet_int(); int x = g, y = h; exchange(); CHECK last = x + y;', 'g != y || h != x'],
    ['used behind a branch that does not look at it', '', 'int x = __VERIFIER_nondet_int(), y = x; h = __VERIFIER_nondet_int(); if (h) g = 3; CHECK last = y;', 'x != y'],
);

sub judge_by_hand {
    my ($more, $body, $claim) = @_;
    srand 1;
    ($text) = program() =~ /^(.*?)^static void program/ms;
    $body =~ s/CHECK/if (CLAIM) abort();/;
    $text .= "$more\nstatic void program(void) { left = 3; $body }\n#ifndef NATIVE\nint main(void) { program(); return 0; }\n#endif\n";
    write_program();
    return answers($claim);
}

judge($_) for $seed .. $seed + $count - 1;
print "1..", 2 + @by_hand, "\n";
print "# $_: $verdicts{$_}\n" for sort keys %verdicts;
print "# $_\n" for @wrong;
print @wrong ? 'not ' : '', "ok 1 - no verdict that a run contradicts\n";
my $decided = ($verdicts{'True never seen to abort'} // 0) * 2 >= $count / 5;
print $decided ? '' : 'not ', "ok 2 - relations are found\n";
my $n = 2;
for (@by_hand) {
    my ($what, @program) = @$_;
    my ($verdict, $violated) = judge_by_hand(@program);
    my $is_right = $verdict eq ($violated > 0 ? 'False' : 'True');
    print $is_right ? '' : 'not ', 'ok ', ++$n, " - $what\n", $is_right ? '' : "# $verdict, $violated runs abort\n";
}
