#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The random tests of `make check` that have no longer form here, with a seed that nobody tried before; of some, more programs.
#
#   SEED=N t/long/9060-other-seeds.t
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use Test::More;

my $tests = abs_path(dirname(__FILE__) . '/..');
$ENV{SEED} //= time;
diag("seed $ENV{SEED}");
my %more = ('1131-stacks' => 'COUNT=12', '1406-typestates-random' => "CWOLF_PROGRAMS=120 CWOLF_SEED=$ENV{SEED}");
for my $test (
    "$ENV{CWOLF_BUILD}/t/0733-formats",
    map { join ' ', $more{$_} // (), "perl $tests/$_.t" }
    qw(1060-runs 1092-arithmetic 1093-printed 1100-temporal 1111-run-memory 1131-stacks 1406-typestates-random)
) {
    my $said = `$test 2>&1`;
    ok(!$? && $said =~ /^1\.\.\d/m && $said !~ /^not ok/m, basename($test)) or diag($said);
}
done_testing();
