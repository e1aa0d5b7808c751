#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random small programs with loops, inputs and an assertion that relates their variables, against a native program that
# tries all inputs: predicates alone decide (the engine may have ten states), True only where no run fails, False only
# where one does.
#
#   SEED=N COUNT=N perl t/1216-newton-random.t      KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';

my $seed  = $ENV{SEED}  // 1;
my $count = $ENV{COUNT} // 10;
my $dir   = tempdir(CLEANUP => 1);
my $specs = `cwolf --specs`;
chomp $specs;
my ($depth, $loops);

sub pick { $_[int rand @_] }
sub name { pick(qw(a b c), 'g') }
sub input { '(__VERIFIER_nondet_int() & 3)' }

sub value {
    my $r = int rand 10;
    return name() if $r < 3;
    return pick(0 .. 4) if $r < 5;
    return name() . ' ' . pick('+', '-') . ' ' . pick(1, 2, name()) if $r < 8;
    return 'larger(' . name() . ', ' . name() . ')' if $r < 9;
    return input();
}

sub condition { name() . ' ' . pick('<', '<=', '==', '!=', '>') . ' ' . pick(name(), 0 .. 3) }

sub statement {
    my $r = int rand($depth > 1 ? 7 : 10);
    return name() . pick('++', '--', ' += 2') . ";\n" if $r < 3;
    return name() . ' = ' . value() . ";\n" if $r < 5;
    return 'step(' . name() . ");\n" if $r < 6;
    return 'if (' . condition() . ') ' . name() . pick('++', '--') . ";\n" if $r < 7;
    $depth++;
    my $body = join '', map { statement() } 1 .. 1 + int rand 2;
    $depth--;
    return 'if (' . pick(condition(), '__VERIFIER_nondet_int() & 1') . ") {\n$body}\n" if $r < 8 || $loops++;
    return "for (i = 0; i < n; i++) {\n$body" . pick('c++;', 'a++; b++;', 'c++; b--;', '') . "\n}\n";
}

sub program {
    ($depth, $loops) = (0, 0);
    my $start = join ', ', map { "$_ = " . pick(input(), 0, 1) } qw(a b c);
    my $body = join '', map { statement() } 1 .. 2 + int rand 3;
    my $check = pick(condition(), condition(), name() . ' + ' . name() . pick(' == ', ' <= ', ' != ') . name());
    return <<"END";
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int g;
static int larger(int x, int y) { return x < y ? y : x; }
static void step(int by) { if (by > 0) g++; else g = by; }
int main(void)
{
    int n = @{[input()]}, i, $start;
$body    if (!($check))
        reach_error();
    return 0;
}
END
}

# All inputs of two bits each, as many as a run asks for: how many runs failed, or -1 where there are too many.
my $harness = <<'END';
#include <setjmp.h>
#include <stdio.h>
enum { MOST = 12 };
static int inputs[MOST], used;
static jmp_buf out;
int __VERIFIER_nondet_int(void) { if (used == MOST) longjmp(out, 2); return inputs[used++]; }
void reach_error(void) { longjmp(out, 1); }
int run(void);
void reset(void);
int main(void)
{
    long failed = 0, runs = 0;
    for (;;) {
        used = 0;
        reset();
        int end = setjmp(out);
        if (!end)
            run();
        if (end == 2 || ++runs > 3000000)
            return puts("-1"), 0;
        failed += end == 1;
        while (used && inputs[used - 1] == 3)
            inputs[--used] = 0;
        if (!used)
            break;
        inputs[used - 1]++;
    }
    return printf("%ld\n", failed), 0;
}
END

sub put { my ($name, $text) = @_; open my $f, '>', "$dir/$name" or die; print $f $text; close $f }

sub runs_that_fail {
    my ($text) = @_;
    $text =~ s/int main\(void\)/int run(void)/;
    put('native.c', "$text\nvoid reset(void) { g = 0; }\n");
    put('harness.c', $harness);
    system("gcc -O1 -w -fwrapv -o $dir/native $dir/native.c $dir/harness.c") == 0 or die "cannot compile $text";
    return 0 + `$dir/native`;
}

# In this one a call changes a global that predicates of the caller relate to a local.
my @known = (1795480672);

my ($true, $false, $maybe, $skipped) = (0, 0, 0, 0);
my @failures;
for my $n (@known, $seed .. $seed + $count - 1) {
    srand $n;
    my $text = program();
    my $failed = runs_that_fail($text);
    $skipped++, next if $failed < 0;
    put('a.c', $text);
    system("gcc -specs=$specs -O0 -w -c $dir/a.c -o $dir/a.o") == 0 or die;
    my $verdict = `cwolf check --predicates --max-states=10 --timeout=60 -p reach-assert $dir/a.o 2>/dev/null`;
    $verdict =~ /^(True|False|Maybe) reach-assert/ or push @failures, "seed $n: no verdict";
    $true++, push @failures, map { "seed $n: True, and $failed runs fail" } ($failed) x !!$failed if $1 eq 'True';
    $false++, push @failures, ("seed $n: False, and no run fails") x !$failed if $1 eq 'False';
    $maybe++ if $1 eq 'Maybe';
    if (@failures && $ENV{KEEP}) { put('kept', $text); system "mkdir -p $ENV{KEEP}; cp $dir/kept $ENV{KEEP}/$n.c" }
    last if @failures;
}
print "# $true True, $false False, $maybe Maybe, $skipped with too many inputs\n";
print @failures ? "not ok" : "ok", " 1 - $count programs: no verdict contradicts their runs\n";
print "# $_\n" for @failures;
my $enough = $true + $false >= 0.6 * ($true + $false + $maybe) && $true && $false;
print $enough ? "ok" : "not ok", " 2 - predicates decide most of them, one way and the other\n";
print "1..2\n";
exit(@failures || !$enough);
