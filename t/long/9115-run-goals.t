#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Forty programs with ten goals each, ten seconds each: nothing that is said of a goal is wrong, by gcov and by what is known of them;
# and how many are covered.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;
use lib dirname(abs_path($0)) . '/../1115-run-goals';
use Goals qw(names goals);

use constant COVERED => 85; # per cent of those that can be

chdir tempdir(CLEANUP => 1);
my %sum;
for my $name (names()) {
    my ($count, @wrong) = goals($name, 10);
    $sum{$_} += $count->{$_} for keys %$count;
    is("@wrong", '', "$name: $count->{covered} of $count->{coverable} covered, $count->{unreachable} of $count->{none} unreachable");
}
diag("covered: $sum{covered} of $sum{coverable}; called unreachable: $sum{unreachable} of $sum{none}; checked natively: $sum{checked}");
cmp_ok(100 * $sum{covered} / $sum{coverable}, '>=', COVERED, 'enough goals are covered');
done_testing;
