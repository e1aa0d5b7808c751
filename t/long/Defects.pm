# SPDX-License-Identifier: GPL-3.0-or-later
#
# Defects put into a copy of the sources, one at a time, each built; what should notice it is run with that tool.
package Defects;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter 'import';
use File::Basename;
use File::Temp qw(tempdir);
use Test::More;
our @EXPORT = qw(slurp try_defect defects_root);

my $root = abs_path(dirname(__FILE__) . '/../..');
my $scratch;

sub defects_root { return $root }
sub slurp { my ($path) = @_; open my $f, '<', $path or die "$path: $!"; local $/; return <$f> }
sub spew { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f or die }

# The tool, and what a test needs beside it.
sub build
{
    my (@more) = @_;
    return !system "cd $scratch/tree && MAKEFLAGS= make -j2 all @more >$scratch/make.log 2>&1";
}

sub begin
{
    $scratch = tempdir(CLEANUP => 1);
    system "mkdir $scratch/tree && cd $root && tar c --exclude=./build --exclude=./.git . | tar x -C $scratch/tree";
    build() or BAIL_OUT("the sources do not build:\n" . slurp("$scratch/make.log"));
}

# Puts a defect in; returns what stood there, or nothing where a place is not found.
sub put
{
    my (@places) = @_;
    my %was;
    while (my ($file, $old, $new) = splice @places, 0, 3) {
        my $text = slurp("$scratch/tree/$file");
        my $at = index $text, $old;
        return if $at < 0;
        $was{$file} //= $text;
        substr $text, $at, length $old, $new;
        spew("$scratch/tree/$file", $text);
    }
    return \%was;
}

# A defect: its name; file, what stands there, what the defect has instead, for each place. `command` is run with the tool that has
# it, and the environment in %$with; what it prints goes to `log` (or nowhere that stays) and has to be that of a test that fails.
# `targets`: what make has to build beside the tool. Returns what was printed.
sub try_defect
{
    my ($name, $places, $command, $with, $log, @targets) = @_;
    begin() if !$scratch;
    $log //= "$scratch/log";
    my $was = put(@$places);
    ok($was, "$name: the place is there");
    ok(build(@targets), "$name: it builds") or diag(slurp("$scratch/make.log"));
    my $bin = "$scratch/tree/build";
    {
        local %ENV = (%ENV, PATH => "$bin:$ENV{PATH}", CWOLF_BUILD => $bin, CWOLF_CACHE => 'off', %$with);
        delete $ENV{KEEP}; # ours
        system "cd $scratch/tree && $command >'$log' 2>&1";
    }
    my $told = slurp($log);
    like($told, qr/^not ok \d/m, "$name: put back, it is found") or diag($told);
    spew("$scratch/tree/$_", $was->{$_}) for keys %{$was // {}};
    return $told;
}

1;
