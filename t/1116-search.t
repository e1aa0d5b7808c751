#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What cwolf check finds by concrete runs. A False comes with inputs: with these the native program aborts. Programs in 1116-search:
#   bug-*    abort for some inputs, in the shapes of drivers, controllers, protocols
#   sure-*   abort for some inputs through pointers, wherever objects lie
#   place-*  abort, or do not, as objects happen to lie, or as the world is: no False
#   world-*  abort for some inputs in a system that refuses what it may refuse: natively in one without terminal and environment
# The first two have a budget of time: some seconds, or what `// seconds: N` in a program says, of which no run was found yet. The others
# end when they have tried a fixed number of runs. SECONDS=N: all of them have as many (t/long/9116-search.t).
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use JSON::PP;
use Test::More;

use constant FOUND => 24; # of the bugs

my $here = abs_path(dirname($0)) . '/1116-search';
chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub put { my ($path, $text) = @_; open my $f, '>', $path or die; print $f $text; close $f }
sub slurp { my ($path) = @_; open my $f, '<', $path or die; local $/; return <$f> }

put('world.c', <<'END');
#include <stdio.h>
#include <stdlib.h>
static long long next(void)
{
    static FILE *values;
    long long x;
    if (!values)
        values = fopen("values", "r");
    if (!values || fscanf(values, "%lld", &x) != 1)
        exit(0);
    return x;
}
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }
END
is(system('gcc -w -c world.c'), 0, 'the world');

# The answer of a check, and the inputs on its path.
sub check
{
    my ($name, @options) = @_;
    my ($own) = slurp("$here/$name.c") =~ m{^// seconds: (\d+)$}m;
    my $seconds = $ENV{SECONDS} // $own // ($name =~ /^(?:place|world)/ ? 0 : 10);
    push @options, "--timeout=$seconds" if $seconds;
    system("gcc -w -O0 -specs=$specs -c $here/$name.c -o $name.o") and die "$name: gcc failed\n";
    my $report = `cwolf check @options --format=json -p reach-assert $name.o 2>/dev/null`;
    my $answer = decode_json($report)->{answers}[0];
    my (@values, $text);
    for my $event (@{$answer->{path}}) {
        push @values, $1 if $event->{text} =~ /^input: '\w+' gives (-?\d+)$/;
        $text .= chr $1 if $event->{text} =~ /^input: standard input gives (\d+)$/;
    }
    return ($answer, \@values, $text // '');
}

# Whether the native program aborts on these inputs.
sub aborts
{
    my ($name, $values, $text) = @_;
    put('values', join "\n", @$values);
    put('text', $text);
    system("gcc -w -O0 $here/$name.c world.o -o native") and die "$name: gcc failed\n";
    my $status = system('ulimit -c 0; env -i PATH="$PATH" timeout 5 ./native <text >/dev/null 2>&1');
    return $status >> 8 == 134 || ($status & 127) == 6;
}

sub names { my ($kind) = @_; map { basename($_, '.c') } sort glob "$here/$kind-*.c" }

my ($found, @missed) = 0;
for my $name (names('bug'), names('sure')) {
    my ($answer, $values, $text) = check($name);
    my $is_false = $answer->{verdict} eq 'False';
    isnt($answer->{verdict}, 'True', "$name: a run aborts");
    push @missed, $name unless $is_false;
    $found += $is_false && $name =~ /^bug/;
    next unless $is_false && $answer->{layer} == 4;
    ok(aborts($name, $values, $text), "$name: natively too, on inputs @$values " . join ',', unpack 'C*', $text);
    my @unplaced = grep { !$_->{function} } @{$answer->{path}};
    is(scalar @unplaced, 0, "$name: each event has its function");
}
cmp_ok($found, '>=', FOUND, "$found bugs are found") or diag("missed: @missed");
is_deeply([grep { /^sure/ } @missed], [], 'those that depend on no place are found');

for my $name (names('place')) {
    my ($answer) = check($name);
    isnt($answer->{verdict}, 'False', "$name: no run decides");
}
for my $name (names('world')) {
    my ($answer, $values) = check($name);
    is($answer->{verdict}, 'False', "$name: found in a system that fails");
    ok(aborts($name, $values, ''), "$name: natively too, on inputs @$values");
}
is((check('sure-heap', '--no-search --no-predicates'))[0]{verdict}, 'Maybe', '--no-search leaves open what runs would find');
done_testing;
