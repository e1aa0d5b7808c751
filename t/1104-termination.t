#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Termination. Random programs with nested loops, run natively on many inputs: a run that comes to the head of a loop with the
# values that it had there before can go on like that for ever, so the program is not one of which every run ends. A program of
# which each run was seen to end is not one that does not end for certain; a run that is cut (it may need 2^32 rounds to come to the
# same values) says nothing.
#
# What is decided takes a fraction of a second; the rest is Maybe when its time is over, so it gets little. SECONDS=N gives each as
# much (t/long/9104-termination.t).
#
#   SEED=N COUNT=N t/1104-termination.t      KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';

my $seed = $ENV{SEED} // 1;
my $count = $ENV{COUNT} // 16;
use constant {ENOUGH => 5, FEW => 2}; # seconds
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
my ($n, %verdicts, @wrong) = (0);

sub pick { $_[int rand @_] }

sub ok {
    my ($is, $what, $more) = @_;
    print $is ? '' : 'not ', 'ok ', ++$n, " - $what\n", $is ? '' : "# $more\n";
}

# ---- random programs -------------------------------------------------------------------------------------------------

my ($heads, $depth);
my @vars = qw(a b c u v);

sub step {
    my $x = shift // pick(@vars);
    return pick("$x++;", "$x--;", "$x += 2;", "$x -= 3;", "$x = $x + 1;", "$x /= 2;", "$x >>= 1;", "$x = " . pick(@vars) . ';',
        "$x = in();", "$x += " . pick(@vars) . ';', "$x = down($x & 7);");
}

sub condition {
    my $x = shift // pick(@vars);
    return "$x " . pick('<', '>', '!=', '<=', '>=') . ' ' . pick(0, 1, 5, 10, 100, @vars);
}

# Loops that count as they should, most of the time.
sub counting {
    my ($body) = @_;
    my $x = pick(@vars);
    my $to = pick(3, 10, 50, grep { $_ ne $x } @vars);
    return pick("for ($x = 0; $x < $to; $x++) { HEAD; $body }", "while ($x > 0) { HEAD; $body $x--; }", "while ($x != $to) { HEAD; $body $x++; }",
        "do { HEAD; $x += 1; $body } while ($x < $to);", "for (; $to > $x; $x += 2) { HEAD; $body }", "while ($x) { HEAD; $body $x >>= 1; }",
        "for (;;) { HEAD; if ($x >= $to) break; $body $x++; }", "while ($x >= 1) { HEAD; if (" . condition() . ") { $body $x--; } else $x /= 2; }");
}

sub statements {
    my ($size) = @_;
    my $text = '';
    for (1 .. $size) {
        if ($depth < 3 && rand() < 0.45) {
            $depth++;
            my $body = statements(int rand 3);
            my $kind = rand;
            $text .= $kind < 0.6 ? counting($body) : $kind < 0.75 ? pick('while (' . condition() . ') { HEAD; ', 'for (;;) { HEAD; if (' . condition() . ') break; ') . "$body " . step() . ' }' : 'if (' . condition() . ") { $body }";
            $depth--;
        } else {
            $text .= step();
        }
        $text .= "\n";
    }
    return $text;
}

sub program {
    ($heads, $depth) = (0, 0);
    my $body = statements(1 + int rand 2) . counting(pick('', step())) . "\n";
    $body =~ s/HEAD/'head(' . ++$heads . ', a, b, c, u, v)'/ge;
    return <<"END";
#ifdef NATIVE
static void head(int id, int a, int b, int c, unsigned u, unsigned v);
static int in(void);
#else
#define head(...) ((void)0)
extern int __VERIFIER_nondet_int(void);
static int in(void) { return __VERIFIER_nondet_int(); }
#endif
static int down(int n) { int s = 0; while (n > 0) { s += n; n--; } return s; }
static int program(void)
{
    int a = in(), b = in(), c = 0;
    unsigned u = in(), v = 3;
$body    return a + b + c + u + v;
}
#ifndef NATIVE
int main(void) { return program(); }
#endif
END
}

# Brent's way to find a state again: for each head the one that was kept last.
my $native = <<'END';
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include "p.c"
static jmp_buf out;
static unsigned long long x = 88172645463325252ull;
static long visits;
static struct { int known; long kept, next; long long v[5]; } heads[100];
static int in(void)
{
    static const int often[] = {0, 1, -1, 2, 3, 5, 7, 10, 100, -100, 2147483647, -2147483647 - 1};
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return (x >> 5) % 3 ? often[(x >> 9) % 12] : (int)(x >> 20) % 50;
}
static void head(int id, int a, int b, int c, unsigned u, unsigned v)
{
    long long now[5] = {a, b, c, u, v};
    if (++visits > 30000)
        longjmp(out, 2);
    if (heads[id].known && !memcmp(now, heads[id].v, sizeof now))
        longjmp(out, 1);
    if (!heads[id].known || ++heads[id].kept > heads[id].next) {
        memcpy(heads[id].v, now, sizeof now);
        heads[id].known = 1, heads[id].next = 2 * heads[id].kept + 1;
    }
}
int main(void)
{
    int seen = 0; /* that a state came again, else that a run was cut */
    for (int i = 0; i < 600 && seen != 1; i++) {
        visits = 0;
        memset(heads, 0, sizeof heads);
        int how = setjmp(out);
        if (!how)
            program();
        if (how && seen != 1)
            seen = how;
    }
    puts(seen == 1 ? "endless" : seen ? "not seen to end" : "always seen to end");
    return 0;
}
END

sub write_file {
    my ($name, $text) = @_;
    open my $out, '>', $name or die;
    print $out $text;
    close $out;
}

sub verdict {
    my ($seconds) = @_;
    $seconds = $ENV{SECONDS} // $seconds;
    system("gcc -specs=$specs -w -fwrapv -c p.c -o p.o") == 0 or die;
    my ($verdict) = (`cwolf check --timeout=$seconds -p termination p.o 2>check.log` // '') =~ /^(\w+) /;
    return $verdict // 'none';
}

# The number of programs whose verdict and native run are like that.
sub verdicts_like {
    my ($pattern) = @_;
    my $sum = 0;
    $sum += $verdicts{$_} for grep { $_ =~ $pattern } keys %verdicts;
    return $sum;
}

write_file('native.c', $native);
for my $number ($seed .. $seed + $count - 1) {
    srand $number;
    write_file('p.c', program());
    system('gcc -w -fwrapv -O1 -DNATIVE native.c -o native') == 0 or die;
    chomp(my $seen = `timeout 60 ./native`);
    my $verdict = verdict($seen eq 'endless' ? FEW : ENOUGH);
    $verdicts{"$verdict, $seen"}++;
    next if !($verdict eq 'none' || ($verdict eq 'True' && $seen eq 'endless') || ($verdict eq 'False' && $seen eq 'always seen to end'));
    push @wrong, "seed $number: $verdict, natively $seen";
    system("mkdir -p $ENV{KEEP} && cp p.c $ENV{KEEP}/$number.c && cp check.log $ENV{KEEP}/$number.log") if $ENV{KEEP};
}
print "# $_: $verdicts{$_}\n" for sort keys %verdicts;
ok(!@wrong, 'no verdict that a run contradicts', join "\n# ", @wrong);
my ($proved, $ending) = map { verdicts_like($_) } qr/^True, always/, qr/always seen to end$/;
ok($ending && $proved * 4 >= $ending * 3, 'of the programs always seen to end, three quarters are proved', "$proved of $ending");

# ---- by hand ---------------------------------------------------------------------------------------------------------

for (
    ['True', 'counting to an unknown bound', 'unsigned n = in(); for (unsigned i = 0; i < n; i++) ;'],
    ['True', 'nested, the inner bound being the outer counter', 'int n = in(); for (int i = 0; i < n; i++) for (int j = i; j > 0; j--) ;'],
    ['True', 'lexicographic', 'int a = in(), b = in(); while (a > 0) { if (b > 0) b--; else { a--; } }'],
    ['True', 'halving', 'unsigned n = in(); while (n) n /= 2;'],
    ['False', 'a condition that stays', 'int n = in(); while (n > 5) ;'],
    ['False', 'inputs without end', 'while (in()) ;'],
    ['Maybe', 'a bound that may be the largest number', 'int n = in(); for (int i = 0; i <= n; i++) ;'],
    ['Maybe', 'halving a negative number never gets to 0', 'int n = in(); while (n) n >>= 1;'],
    ['Maybe', 'a step that may miss', 'int n = in(); while (n != 0) n -= 2;'],
    ['Maybe', 'an inner loop that counts back', 'int n = in(); for (int i = 0; i < n; i++) { int k = 2; while (k-- > 0) i--; }'],
    ['Maybe', 'a way without a step', 'int n = in(), i = 0; while (i < n) { if (in()) i++; }'],
    ['Maybe', 'steps without end before the test', 'int n = in(), i = 0; while (i < n) { do { i++; } while (in()); }'],
    ['Maybe', 'steps that may jump over the bound', 'unsigned n = in(), i = 0; while (i < n) i += 2;'],
    ['Maybe', 'steps that may jump over a bound next to the largest number', 'int i = in(); while (i < 2147483646) { i += 3; }'],
    ['True', 'steps that stay below the largest number', 'int i = 0; in(); while (i < 1000) { i += 2; if (in()) i++; }'],
    ['Maybe', 'assembler that writes the counter', 'int n = in(); for (int i = 0; i < n; i++) __asm__ volatile("" : "+r"(i));'],
    ['Maybe, not False', 'a signal that is sent when its time has come', 'extern unsigned alarm(unsigned); alarm(1); for (;;) ;'],
    ['Maybe', 'a way out that comes first, and is missed', 'unsigned i = 0; in(); for (;;) { if (i == 7) break; i += 2; }'],
    ['True', 'a way out that comes first', 'unsigned i = 0, n = in(); for (;;) { if (i >= n) break; i++; }'],
    ['Maybe', 'a bound that moves', 'int n = in(); for (int i = 0; i < n; i++) n++;'],
) {
    my ($expected, $what, $body) = @$_;
    write_file('p.c', "extern int __VERIFIER_nondet_int(void);\n#define in() __VERIFIER_nondet_int()\nint main(void) { $body return 0; }\n");
    my $verdict = verdict($expected eq 'Maybe' ? FEW : ENOUGH);
    ok($verdict eq ($expected =~ s/,.*//r) || ($expected eq 'Maybe' && $verdict eq 'False'), $what, "$verdict, expected $expected");
}
print "1..$n\n";
