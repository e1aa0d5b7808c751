#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random small libraries against the exact interface, found by exhaustive search through their states: with --sequences the
# graph allows exactly the sequences of calls that never err. Where the tool does not call its graph permissive, what it allows
# never errs all the same. Without --sequences a graph is safe, and has a region for each set of calls that err together.
#
#   SEED=N COUNT=N t/1301-interface-random.t      SEED=N COUNT=1 repeats one; KEEP=DIR keeps what failed
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;
use lib abs_path(dirname($0)) . '/1301-interface-random';
use Library;

my $here = abs_path(dirname($0)) . '/1301-interface-random';
my ($seed, $count, $keep) = ($ENV{SEED} // 1, $ENV{COUNT} // 16, $ENV{KEEP});
chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub spill { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f }
sub slurp { my ($path) = @_; open my $f, '<', $path or return ''; local $/; return <$f> // '' }

my (@wrong, @open, %seen);
for my $n ($seed .. $seed + $count - 1) {
    srand $n;
    my ($library, $search, @options) = Library::make();
    my $level = Library::pick('-O0', '-O1', '-O2');
    spill('library.c', $library);
    spill('search.c', $search);
    system("gcc -w $level -specs=$specs -c library.c 2>said") == 0 or die "seed $n: " . slurp('said');
    system("gcc -w -O1 -I$here -o search search.c 2>said") == 0 or die "seed $n: " . slurp('said');
    for my $mode ('--sequences', '') {
        my $line = join ' ', map { "'$_'" } grep { length } $mode, @options;
        my $status = system("cwolf interface --errors $line -o graph.aut library.o 2>said") >> 8;
        my $said = slurp('said');
        my $found = $status == 0 || $status == 3 ? `./search graph.aut` : "no graph: $said";
        my $is_sure = $said =~ /^safe, permissive/m;
        my ($regions) = $said =~ /^regions (\d+)/m;
        my ($profiles, $mixed) = $found =~ /^profiles (\d+) mixed (\d+)/m;
        my $why;
        $why = "exit status $status" if $status && $status != 3;
        $why //= 'what it allows errs' if $found =~ /^allowed but errs/m;
        $why //= 'what it refuses never errs' if $is_sure && $mode && $found =~ /^refused but/m;
        $why //= 'regions are missing' if $is_sure && defined $profiles && $regions < $profiles;
        $why //= 'no answer' if !defined $profiles;
        $seen{$mode ? 'sequences' : 'regions'}++;
        $seen{'not permissive'}++ if $mode && !$is_sure;
        push @open, $n if $mode && !$is_sure;
        $seen{'mixed kinds'}++ if $mode && $mixed;
        $seen{'more regions than profiles'}++ if !$mode && defined $profiles && $regions > $profiles;
        $seen{"minimal"}++ if !$mode && defined $profiles && $regions == $profiles;
        next if !$why;
        push @wrong, "seed $n $mode: $why\n$found$said";
        system("mkdir -p $keep/$n; cp library.c search.c graph.aut said $keep/$n") if $keep;
    }
}
is(join("\n", @wrong), '', "$count libraries from seed $seed");
diag(join ', ', map { "$_: $seen{$_}" } sort keys %seen);
diag("not known to be permissive: @open") if @open;
cmp_ok($seen{'not permissive'} // 0, '<=', $count / 10 + 1, 'nearly all graphs are permissive');
done_testing();
