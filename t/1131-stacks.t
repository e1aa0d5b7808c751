#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random programs with a stack that is sorted and flags that tell what is on it, or with a ring of numbers that follow from their
# place; some err after a few turns. Their loops have no end: what the formula proves of them by what it guesses of elements
# together (--layer=paths) is held against a million native turns with random inputs.
#
#   SEED=N COUNT=N t/1131-stacks.t      SEED=N COUNT=1 repeats one program; KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';

my $seed = $ENV{SEED} // 4000;
my $count = $ENV{COUNT} // 6;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub one_of { $_[rand @_] }
# The first one mostly; the others are errors, or may be.
sub mostly { rand() < .85 ? $_[0] : one_of(@_[1 .. $#_]) }

sub stack_program {
    my $size = one_of(4, 5, 6);
    my $down = int rand 2;
    my $refused = $down ? mostly("stack[depth - 1] <= id", "stack[depth - 1] < id", "stack[depth - 1] + 1 < id")
                        : mostly("stack[depth - 1] >= id", "stack[depth - 1] > id", "stack[depth - 1] > id + 1");
    my $reset = mostly("owned[stack[depth]] = 0;", "owned[stack[0]] = 0;", "if (depth != 2) owned[stack[depth]] = 0;");
    my $push = mostly("depth++;", "if (id != @{[int rand $size]} || depth) depth++;");
    return <<END;
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static int stack[$size], depth;
static unsigned char owned[$size];
static void take(int id)
{
    if (depth > 0 && $refused) return;
    if (owned[id]) abort();
    owned[id] = 1;
    stack[depth] = id;
    $push
}
static void drop(void)
{
    depth--;
    if (!owned[stack[depth]]) abort();
    $reset
}
int main(void)
{
    while (1) {
        int op = __VERIFIER_nondet_int();
        if (op >= 0 && op < $size) {
            take(op);
            if (depth > $size) abort();
        } else if (op == -1 && depth > 0)
            drop();
    }
}
END
}

sub ring_program {
    my $size = one_of(4, 8);
    my ($factor, $more) = (one_of(3, 7, 2654435761, 40503, 1 + 2 * int rand 1e9), int rand 100);
    my $full = mostly("wr - rd == $size", "wr - rd > $size", "wr - rd == @{[$size - 1]}");
    my $late = "number(wr + (rd == @{[3000 + int rand 500]}))"; # no run that something is guessed from comes there
    my $written = rand() < .4 ? $late : mostly("number(wr)", "number(wr + (rd == @{[1 + int rand 20]}))", "number(rd)");
    my $next = mostly("wr++;", "wr += 1 + (wr - rd == @{[int rand $size]});");
    my $kept = mostly("rd++;", "if (wr - rd != 3) rd++;", "rd += 2;");
    return <<END;
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static unsigned ring[$size], wr, rd;
static unsigned number(unsigned place) { return place * ${factor}u + ${more}u; }
static void put(unsigned v)
{
    if ($full) return;
    ring[wr % ${size}u] = v;
    $next
}
int main(void)
{
    while (1) {
        if (__VERIFIER_nondet_int() > 0)
            put($written);
        else if (wr != rd) {
            if (ring[rd % ${size}u] != number(rd)) abort();
            $kept
        }
        if (wr - rd > ${size}u) abort();
    }
}
END
}

sub aborts_natively {
    open my $out, '>', 'driver.c' or die;
    print $out <<'END';
#include <stdlib.h>
static unsigned long long state = 88172645463325252ull;
static unsigned turns;
int __VERIFIER_nondet_int(void)
{
    if (++turns == 1000000) exit(0);
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return turns / 1000 % 2 ? (int)(state % 9) - 2 : (int)(state % 4) - 1;
}
END
    close $out;
    system('gcc -w -fwrapv -O1 p.c driver.c -o native') == 0 or die;
    return system('./native') != 0;
}

my (%verdicts, @wrong, @undecided);
for my $k (0 .. $count - 1) {
    srand(($seed + $k) * 2654435761 % 2**32);
    my $text = $k % 2 ? ring_program() : stack_program();
    open my $out, '>', 'p.c' or die;
    print $out $text;
    close $out;
    my $expected = aborts_natively() ? 'False' : 'True';
    system("gcc -specs=$specs -w -c p.c -o p.o") == 0 or die;
    my ($verdict) = (`cwolf check --layer=paths --timeout=20 -p reach-assert p.o 2>check.log` // '') =~ /^(\w+) /;
    $verdict //= 'none';
    $verdicts{$verdict}++;
    push @wrong, $seed + $k if $verdict eq 'True' && $expected eq 'False';
    push @undecided, $seed + $k if $verdict ne 'True' && $expected eq 'True';
    system("cp p.c $ENV{KEEP}/stacks-" . ($seed + $k) . '.c') if $ENV{KEEP} && $verdict ne $expected;
}
print "1..2\n";
print @wrong ? 'not ' : '', "ok 1 - nothing is True that errs natively", @wrong ? ": seeds @wrong\n" : "\n";
print @undecided <= ($verdicts{True} // 0) || $count < 12 ? '' : 'not ', "ok 2 - half of what does not is, at least: ", $verdicts{True} // 0,
    @undecided ? ", and not seeds @undecided\n" : "\n";
