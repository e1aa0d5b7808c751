#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The test suites that cwolf interface writes: on the library that they were made from all tests pass, under sanitizers; a
# library with one condition changed so that its interface is another (by the search of t/1301) fails some.
#
#   SEED=N COUNT=N t/1302-interface-suite.t
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;
use lib abs_path(dirname($0)) . '/1301-interface-random';
use Library;

my $here = abs_path(dirname($0));
my ($seed, $count) = ($ENV{SEED} // 1, $ENV{COUNT} // 5);
chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
$ENV{ASAN_OPTIONS} = 'detect_leaks=0';

sub spill { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f }
sub slurp { my ($path) = @_; open my $f, '<', $path or return ''; local $/; return <$f> // '' }
sub compile { system("gcc -w $_[0] 2>cc") == 0 or die "$_[0]: " . slurp('cc') }

# Runs the suite on a source: its output.
sub run_suite
{
    my ($source) = @_;
    compile("-fsanitize=address,undefined -fno-sanitize-recover=all -o tests suite/suite.c $source");
    my $tests = `./tests 2>errors`;
    return ($? == 0, $tests);
}

for my $case (['stack.c', 8, 0], ['stream.c', 8, 0], ['bits.c', 8, 0], ['ring.c', 20, 5]) {
    my ($name, $tests, $untested) = @$case;
    my $source = "$here/../examples/interface/$name";
    compile("-O1 -specs=$specs -c -o library.o $source");
    my $said = `cwolf interface --suite=suite -o graph.aut library.o 2>&1`;
    like($said, qr/^suite 'suite\/suite.c': $tests tests, $untested edges without one$/m, "$name: what the suite covers");
    my ($good, $output) = run_suite($source);
    ok($good, "$name: all tests pass") or diag($output);
}
(my $wrong = slurp("$here/../examples/interface/stack.c")) =~ s/top == MAX/top == MAX - 1/ or die;
compile("-O1 -specs=$specs -c -o library.o $here/../examples/interface/stack.c");
system('cwolf interface --suite=suite -o graph.aut library.o 2>said') == 0 or die slurp('said');
spill('wrong.c', $wrong);
my ($good, $output) = run_suite('wrong.c');
ok(!$good, 'a stack that is full too early is noticed');
like($output, qr/^not ok \d+ - push in 1 \(0 < top < 3\) is good$/m, 'and the test says where');

# Changes one comparison in the functions of a library.
my %other = ('==' => '!=', '!=' => '==', '<' => '<=', '<=' => '<', '>' => '>=', '>=' => '>');
sub mutate
{
    my ($text, $which) = @_;
    my $n = 0;
    $text =~ s{ (==|!=|<=|>=|<|>) }{$n++ == $which ? " $other{$1} " : " $1 "}ge;
    return $n > $which ? $text : undef;
}

my (@failed, $suites, $changed, $noticed) = ();
($suites, $changed, $noticed) = (0, 0, 0);
my $cut_short = 1795537903; # the run that tries all calls with values needs more states than it may have
for my $n ($cut_short, $seed .. $seed + $count - 1) {
    srand $n;
    my ($library, $search, @options) = Library::make();
    my $line = join ' ', map { "'$_'" } @options;
    spill('library.c', $library);
    compile("-O1 -specs=$specs -c -o library.o library.c");
    next if system("cwolf interface --sequences --errors $line --suite=suite -o graph.aut library.o 2>said") != 0;
    $suites++;
    my ($passes, $tests) = run_suite('library.c');
    push @failed, "seed $n: " . join('', grep { /^not/ } split /^/, $tests) if !$passes;
    my $functions = index($library, 'int f0');
    my $which = int rand 4;
    my $mutant = mutate(substr($library, $functions), $which) // next;
    my $search_at = index($search, 'int f0');
    spill('mutant.c', substr($library, 0, $functions) . $mutant);
    spill('search.c', substr($search, 0, $search_at) . mutate(substr($search, $search_at), $which));
    compile("-I$here/1301-interface-random -o search search.c");
    next if `./search graph.aut` =~ /^ok/m;
    $changed++;
    $noticed += !(run_suite('mutant.c'))[0];
}
is(join("\n", @failed), '', "$suites suites of random libraries pass");
cmp_ok($noticed, '>=', 0.7 * $changed, "of $changed libraries whose interface was changed, $noticed are noticed");
done_testing();
