# SPDX-License-Identifier: GPL-3.0-or-later
#
# Defects put into a copy of the sources, one at a time, each built; the test that should notice it is run with that tool.
#
#   DEFECT=PATTERN tries those with such a name; KEEP=DIR keeps what the test of each printed
package Defects;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter 'import';
use File::Basename;
use File::Temp qw(tempdir);
use Test::More;
our @EXPORT = qw(try_defect);

my $root = abs_path(dirname(__FILE__) . '/../..');
my $keep = $ENV{KEEP} && abs_path($ENV{KEEP});
my $scratch;

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

# Puts a defect in; returns what stood there, or nothing, and nothing is changed, where a place is not found.
sub put
{
    my (@places) = @_;
    my (%was, %text);
    while (my ($file, $old, $new) = splice @places, 0, 3) {
        $was{$file} //= $text{$file} = slurp("$scratch/tree/$file");
        my $at = index $text{$file}, $old;
        return if $at < 0;
        substr $text{$file}, $at, length $old, $new;
    }
    spew("$scratch/tree/$_", $text{$_}) for keys %text;
    return \%was;
}

# A defect. `places`: file, what stands there, what the defect has instead, for each. `test` is a command at the top of the sources,
# run with the tool that has the defect and the environment `with`; its assertion number `fails` has to fail. `needs`: what make builds
# for it beside the tool, if anything. Returns what the test printed; undef: the defect is not asked for.
sub try_defect
{
    my ($name, %d) = @_;
    return undef if $ENV{DEFECT} && $name !~ /$ENV{DEFECT}/;
    begin() if !$scratch;
    my $log = $keep ? "$keep/" . ($name =~ s/\W+/-/gr) . '.defect' : "$scratch/log";
    my $was = put(@{$d{places}});
    ok($was, "$name: the place is there");
    ok(build($d{needs} // ()), "$name: it builds") or diag(slurp("$scratch/make.log"));
    {
        my $bin = "$scratch/tree/build";
        local %ENV = (%ENV, PATH => "$bin:$ENV{PATH}", CWOLF_BUILD => $bin, CWOLF_CACHE => 'off', %{$d{with}});
        delete $ENV{KEEP}; # it has another meaning to the test
        system "cd $scratch/tree && $d{test} >'$log' 2>&1";
    }
    my $told = slurp($log);
    like($told, qr/^not ok $d{fails} /m, "$name: put back, it is found");
    spew("$scratch/tree/$_", $was->{$_}) for keys %{$was // {}};
    return $told;
}

1;
