#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Nothing unsupported is silent: programs of t/1091-unsupported, each with constructs that a model of C may lack. A program claims
# what a native run finds true, and with -DOPPOSITE that it is not, and aborts. No verdict of reach-assert contradicts that;
# and with a Maybe comes a note at a line of a construct, marked `// construct`.
#
#   t/1091-unsupported.t NAME...      JOBS=N, 2 unless given; `// libs: FLAGS` in a program: flags it is built with
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;
use lib abs_path(dirname($0)) . '/1090-memory';
use Jobs 'parallel';
use Oracle qw(shell slurp);
use Tool qw(specs);

my $sources = abs_path(dirname($0)) . '/1091-unsupported';
my $include = '-I' . abs_path(dirname($0)) . '/1081-classes';
my $specs = specs();

# One variant: what is wrong with it, or '', and the verdict.
sub try
{
    my ($path, $define) = @_;
    my @lines = split /\n/, slurp($path);
    my ($libs) = map { m{^// libs: (.*)$} } @lines;
    my $cc = ($path =~ /\.cc$/ ? 'g++' : 'gcc') . " -w -O0 $define $include $path " . ($libs // '');
    my ($status, $text) = shell("$cc -o native && $cc $specs -o tool");
    return ("does not build: $text", '') if $status;
    ($status) = shell('ulimit -c 0; exec timeout -s KILL 20 ./native');
    my $aborts = ($status & 127) == 6 || $status >> 8 == 134;
    return ("the native run ends with status $status", '') if $define ? !$aborts : $status;
    ($status, $text) = shell('timeout -s KILL 60 cwolf check -p reach-assert ./tool');
    my ($verdict) = $text =~ /^(True|False|Maybe) reach-assert$/m;
    return ("no verdict, status $status: $text", '') if !$verdict;
    return ("$verdict, but the native run " . ($aborts ? 'aborts' : 'does not abort'), $verdict)
        if $verdict eq ($aborts ? 'True' : 'False');
    return ('', $verdict) if $verdict ne 'Maybe';
    my %marked = map { $_ => 1 } grep { $lines[$_ - 1] =~ m{// construct$} } 1 .. @lines;
    my $file = quotemeta basename($path);
    my @said = grep { $marked{$_} } $text =~ /^\S*\b$file:(\d+):\d+: note:/mg;
    return (@said ? '' : "Maybe, and no note at lines @{[sort keys %marked]}:\n$text", $verdict);
}

my @paths = map { basename $_ } sort glob "$sources/*.c $sources/*.cc";
@paths = grep { my $p = $_; grep { $p =~ /^\Q$_\E\.cc?$/ } @ARGV } @paths if @ARGV;
my @tasks = map { my $p = $_; map { [$p, $_] } '', '-DOPPOSITE' } @paths;
my $dir = tempdir(CLEANUP => 1);
my @results = parallel($ENV{JOBS} // 2, $dir, sub { my ($p, $define) = @{$_[0]}; return [try("$sources/$p", $define)] }, @tasks);
for my $i (0 .. $#tasks) {
    my ($wrong, $verdict) = @{$results[$i] // ['no result', '']};
    is($wrong, '', join ' ', grep {length} @{$tasks[$i]}, $verdict);
}
done_testing();
