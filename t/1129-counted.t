#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random programs that count from an input, or to one, by a loop and by a recursion: each number of steps is a path, and what is
# asked at the end is known once the path is (--layer=paths). Against native runs on all inputs that the program lets through.
#
#   SEED=N COUNT=N t/1129-counted.t      SEED=N COUNT=1 repeats one program; KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';

my $seed = $ENV{SEED} // 2000;
my $count = $ENV{COUNT} // 12;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub one_of { $_[rand @_] }

# Up from a low bound or down to it; both ways add the same, but where `twist` is something else.
sub program {
    my $type = one_of('int', 'int', 'unsigned', 'long');
    my ($low, $steps, $by) = ($type eq 'unsigned' ? 3 + int rand 10 : int(rand 300) - 200, 100 + int rand 150, 1 + int rand 3);
    my $high = $low + $steps * $by;
    my $up = int rand 2;
    my ($more, $next) = $up ? ("k < n", "k + $by") : ("k > $low", "k - $by");
    my ($first, $odd) = ($up ? $low : 'n', $low + int rand($steps * $by));
    my $twist = one_of('0', '0', "(n == $odd)", "(k == $odd)", "(n - k == $odd)");
    my $asked = one_of('a != b', 'a != b', 'b - a > 0', "a - b == 1 || n == $high + 1");
    return ($type, $low, $high, <<END);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
long deep($type k, $type n)
{
    if (!($more)) return 0;
    return k + deep($next, n);
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < $low || x > $high) return 0;
    $type n = x, k = $first;
    long a = deep(k, n), b = 0;
    for (; $more; k = $next)
        b += k + $twist;
    if ($asked) abort();
    return 0;
}
END
}

sub aborts_natively {
    my ($low, $high) = @_;
    open my $out, '>', 'driver.c' or die;
    print $out <<END;
#include <signal.h>
#include <setjmp.h>
#include <unistd.h>
static int input; static jmp_buf back;
int __VERIFIER_nondet_int(void) { return input; }
static void caught(int unused) { siglongjmp(back, 1); }
int program(void);
int main(void)
{
    signal(SIGABRT, caught);
    for (input = $low - 2; input <= $high + 2; input++) {
        if (sigsetjmp(back, 1)) _exit(1);
        program();
    }
    return 0;
}
END
    close $out;
    system('gcc -w -fwrapv -O1 -Dmain=program -c p.c -o native.o && gcc -w driver.c native.o -o native') == 0 or die;
    return system('./native') != 0;
}

my ($asked, %verdicts, @wrong, @undecided) = (0);
for my $k (0 .. $count - 1) {
    srand(($seed + $k) * 2654435761 % 2**32);
    my ($type, $low, $high, $text) = program();
    open my $out, '>', 'p.c' or die;
    print $out $text;
    close $out;
    my $expected = aborts_natively($low, $high) ? 'False' : 'True';
    system("gcc -specs=$specs -w -c p.c -o p.o") == 0 or die;
    my ($verdict) = (`cwolf check --layer=paths --timeout=60 -p reach-assert p.o 2>check.log` // '') =~ /^(\w+) /;
    $verdict //= 'none';
    $verdicts{$expected}++;
    push @wrong, $seed + $k if $verdict ne $expected && $verdict ne 'Maybe';
    push @undecided, $seed + $k if $verdict eq 'Maybe';
    system("cp p.c $ENV{KEEP}/counted-" . ($seed + $k) . '.c') if $ENV{KEEP} && $verdict ne $expected;
}
print "1..3\n";
print @wrong ? 'not ' : '', "ok 1 - no verdict is wrong", @wrong ? ": seeds @wrong\n" : "\n";
print @undecided ? 'not ' : '', "ok 2 - all are decided", @undecided ? ": not seeds @undecided\n" : "\n";
my $both = ($verdicts{True} // 0) && ($verdicts{False} // 0);
print $both || $count < 12 ? '' : 'not ', 'ok 3 - ', $verdicts{True} // 0, ' are True, ', $verdicts{False} // 0, " False\n";
