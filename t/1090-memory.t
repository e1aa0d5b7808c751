#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Small programs with one error of memory each, and corrected twins (NAME-ok.c), in t/1090-memory; and mutants of the twins, in
# which one bound is changed.
#
# The programs are held against native tools first: each is stopped at its marked line, by what its kind says; the twins run clean,
# on other inputs too, and with allocations that fail. Then the tool is asked memory-safe, no-leak and no-uninit: an error is never
# True, and False names its line, and where it says with which inputs, a native
# run with these is stopped there; a twin is never False. A mutant that a native tool objects to is never True; one that has only
# one run, which is clean, is never False.
#
# A program is made so that nothing but its marked line can go wrong, whatever it reads and whatever malloc does. Fields in the
# comments that open it:
#   // kind: KIND        of the error: one of those in Oracle.pm
#   // input: BYTES      standard input on which the error is met (\n, \t and \xNN as in C); without, the program reads none
#   // nondet: NUMBERS   what __VERIFIER_nondet_int gives
#   // args: WORDS       the arguments
# The line of the error ends in `// error`; of a leak it is where the last pointer is lost, and `// allocated` is the block's.
#
#   COUNT=N t/1090-memory.t NAME...     N mutants, 4 unless given; SEED=N of the mutants; FIRST=N the number of the first;
#   JOBS=N                              2 unless given; KEEP=DIR keeps the mutants that the tool is wrong about;
#   SECONDS=N                           for each check; without, it ends by itself
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;
use lib abs_path(dirname($0)) . '/1090-memory';
use Jobs 'parallel';
use Mutants 'mutate';
use Oracle qw(fields prepare build sanitized valgrind fortified beside_literals property_of inputs shell slurp);
use Tool qw(compile link_program ask refused trial);

my $sources = abs_path(dirname($0)) . '/1090-memory';
my ($count, $seed, $first, $jobs) = map { $ENV{$_->[0]} // $_->[1] } ['COUNT', 4], ['SEED', 1090], ['FIRST', 1], ['JOBS', 2];
my $dir = tempdir(CLEANUP => 1);
my @properties = qw(memory-safe no-leak no-uninit);

use constant {
    FAILURES => $ENV{FAILURES} // 2, # allocations that fail, one at a time
    INPUTS => $ENV{INPUTS} // 2,     # random inputs of a twin, or of a mutant
    ATTEMPTS => 50, # until a mutant compiles
};

# ---- native runs ---------------------------------------------------------------------------------------------------

sub described { my ($found) = @_; return "line $found->{line}: $found->{text}" }

# The stated input again, with an allocation that fails.
sub failures { my ($f) = @_; return $f->{allocates} ? map { {%$f, fail => $_} } 1 .. FAILURES : () }

# What is wrong with a program with an error, as the native tools see it.
sub native_error
{
    my ($f) = @_;
    my @marks = keys %{$f->{kind} eq 'leak' ? $f->{allocated} : $f->{error}};
    return 'not one marked line' if @marks != 1 || keys %{$f->{error}} != 1;
    my $unset = $f->{kind} eq 'uninitialised';
    return slurp('build.log') if !build($unset ? 'plain' : 'sane', $dir, $f->{path});
    my ($found) = $unset ? valgrind($f, $f) : sanitized($f, $f);
    return 'runs clean' if !$found;
    return described($found) if $found->{line} != $marks[0] || !$found->{kinds}{$f->{kind}};
    return '' if $unset;
    for my $run (failures($f)) {
        $found = sanitized($f, $run);
        return "allocation $run->{fail} fails, " . described($found) if $found && $found->{line} != $marks[0];
    }
    return '';
}

# What is wrong with a program without one, on the stated input and on others.
sub native_clean
{
    my ($f) = @_;
    return slurp('build.log') if grep { !build($_, $dir, $f->{path}) } qw(sane plain);
    for my $run ($f, failures($f), inputs($f, INPUTS)) {
        my $found = sanitized($f, $run) // next;
        return join ' ', described($found), map { "$_ " . ($run->{$_} // '') } qw(input nondet args fail);
    }
    my ($found) = valgrind($f, $f);
    return $found ? described($found) : '';
}

# ---- the tool ------------------------------------------------------------------------------------------------------

# The answers of the tool about a source, and what is wrong with them as such. What the program takes from outside by
# __VERIFIER_nondet_int has no definition: the object is asked about.
sub answers
{
    my ($f, @asked) = @_;
    my $open = defined $f->{nondet};
    my $wrong = compile($f->{path}, '') // ($open ? undef : link_program(''));
    return ({}, $wrong) if $wrong;
    return ask($open ? 'tool.o' : './tool', '', @asked);
}

# Why a run with these inputs is no violation at that line; ().
sub not_repeated
{
    my ($f, $inputs, $line) = @_;
    return slurp('build.log') if !build('sane', $dir, $f->{path});
    my $found = sanitized($f, $inputs);
    return $found && $found->{line} == $line ? () : "the inputs that were tried do not violate it natively at line $line: " .
        ($found ? described($found) : 'runs clean');
}

# A pair: the verdict on the error, and what is wrong with the answers.
sub pair
{
    my ($error, $twin, @asked) = @_;
    my $property = property_of($error->{kind});
    my ($answer, $wrong) = answers($error, $property);
    return ['', $wrong] if $wrong;
    my ($verdict, $line) = ($answer->{$property}{verdict}, $answer->{$property}{line} // 0);
    my @wrong;
    push @wrong, "$property is True" if $verdict eq 'True';
    push @wrong, "$property is False at line $line: $answer->{$property}{message}"
        if $verdict eq 'False' && !$error->{error}{$line} && !$error->{allocated}{$line};
    my $inputs = trial($answer->{$property});
    push @wrong, not_repeated($error, $inputs, $line) if $verdict eq 'False' && $inputs;
    ($answer, $wrong) = answers($twin, @asked);
    push @wrong, $wrong if $wrong;
    push @wrong, map {"the twin's $_ is False at line $answer->{$_}{line}: $answer->{$_}{message}"}
        grep { $answer->{$_}{verdict} eq 'False' } keys %$answer;
    return [$verdict, join "\n", @wrong];
}

# ---- mutants -------------------------------------------------------------------------------------------------------

# Which properties the native runs of a mutant violate: a hash from each to a description; clean, if it has one run, which nothing
# objects to.
sub violated
{
    my ($f) = @_;
    my %violated;
    return () if grep { !build($_, $dir, $f->{path}) } qw(sane plain fortified);
    my @found = map { sanitized($f, $_) // () } $f, failures($f), inputs($f, INPUTS);
    push @found, valgrind($f, $f), fortified($f, $f) // ();
    for my $found (@found) {
        $violated{property_of($_)} //= described($found) for keys %{$found->{kinds}};
    }
    delete @violated{qw(no-leak no-uninit)} if $violated{'memory-safe'}; # these may follow from it
    $violated{clean} = 1 if $f->{closed} && !@found && !beside_literals($f, $dir);
    return %violated;
}

# Mutant number N: what its native runs violate, the verdicts, and what is wrong.
sub mutant
{
    my ($number, $asked, @twins) = @_;
    srand $seed * 100003 + $number;
    my ($twin, $what, %violated);
    for my $attempt (1 .. ATTEMPTS) {
        $twin = $twins[rand @twins];
        (my $text, $what) = mutate(slurp($twin->{path}));
        next if !defined $text;
        open my $out, '>:raw', 'mutant.c' or die "mutant.c: $!";
        print $out $text;
        close $out;
        my ($status) = shell('gcc -w -c -o mutant.o mutant.c');
        last if $status == 0;
        undef $twin;
    }
    return {wrong => 'no mutant compiles'} if !$twin;
    my $f = fields('mutant.c');
    $f->{path} = abs_path('mutant.c');
    my $name = "mutant $number, $twin->{name}: $what";
    %violated = violated($f);
    my ($answer, $wrong) = answers($f, @$asked);
    my @wrong = $wrong // ();
    for my $property (keys %$answer) {
        my $verdict = $answer->{$property}{verdict};
        push @wrong, "$property is True; $violated{$property}" if $verdict eq 'True' && $violated{$property};
        push @wrong, "$property is False at line $answer->{$property}{line}; it runs clean" if $verdict eq 'False' && $violated{clean};
    }
    system "mkdir -p '$ENV{KEEP}' && cp mutant.c '$ENV{KEEP}/$number.c'" if @wrong && $ENV{KEEP};
    return {name => $name, violated => \%violated, answer => {map { $_ => $answer->{$_}{verdict} } keys %$answer}, wrong => "@wrong"};
}

# ---- the test ------------------------------------------------------------------------------------------------------

my @names = @ARGV ? @ARGV : grep { !/-ok$/ } map { basename $_, '.c' } sort glob "$sources/*.c";
my @pairs = map { [fields("$sources/$_.c"), fields("$sources/$_-ok.c")] } @names;
chdir $dir;
prepare($dir);
srand $seed;
sub each_one { my ($name, $work, @items) = @_; mkdir "$dir/$name"; return parallel($jobs, "$dir/$name", $work, @items) }
my @native = each_one('native', sub { my ($p) = @_; return [native_error($p->[0]), native_clean($p->[1])] }, @pairs);
for my $i (0 .. $#names) {
    my $wrong = $native[$i] // ['no result', ''];
    is($wrong->[0], '', "$names[$i]: natively, $pairs[$i][0]{kind} at the marked line");
    is($wrong->[1], '', "$names[$i]-ok: natively clean");
}

SKIP: {
    my $refused = refused('memory-safe');
    skip $refused, @names + 2 if $refused;
    my @asked = grep { !refused($_) } @properties;
    my %asked = map { $_ => 1 } @asked;
    my @asked_pairs = grep { $asked{property_of($_->[0]{kind})} } @pairs;
    my %verdicts;
    for my $result (each_one('pairs', sub { my ($p) = @_; return [$p->[0]{name}, @{pair(@$p, @asked)}] }, @asked_pairs)) {
        my ($name, $verdict, $wrong) = @{$result // ['?', '', 'no result']};
        is($wrong, '', "$name: " . ($verdict || 'no verdict') . ' of the error, the twin not accused');
        push @{$verdicts{$verdict}}, $name;
    }
    diag(sprintf 'found: %d of %d; not decided: %s', scalar @{$verdicts{False} // []}, scalar @asked_pairs, "@{$verdicts{Maybe} // []}");
    my @twins = map { $_->[1] } @pairs;
    my (%of, @wrong);
    for my $m (each_one('mutants', sub { mutant($_[0], \@asked, @twins) }, $first .. $first + $count - 1)) {
        $m //= {wrong => 'no result'};
        push @wrong, ($m->{name} // '') . ": $m->{wrong}" if $m->{wrong};
        my $native = $m->{violated}{clean} ? 'clean' : %{$m->{violated} // {}} ? 'with an error' : 'clean as far as tried';
        $of{$native}++;
        my ($worst) = grep { my $v = $_; grep { $_ eq $v } values %{$m->{answer} // {}} } qw(False Maybe True);
        $of{"$native, " . ($worst // 'no answer')}++;
    }
    diag(join '; ', map {"$_: $of{$_}"} sort keys %of);
    ok(!@wrong, "no verdict on $count mutants contradicts their runs") or diag(join "\n", "SEED=$seed", @wrong);
    cmp_ok($of{'with an error'} // 0, '>=', $count / 4, 'a quarter of the mutants has an error');
}
done_testing();
