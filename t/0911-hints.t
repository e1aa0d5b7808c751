#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Hints can be followed: each pragma that an undecided answer names is given to the program, as a map, and then the answer,
# or what is said about it, is another.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';

my $here = abs_path(dirname($0));
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir or die;
my $count = 0;

sub ok {
    my ($ok, $what) = @_;
    $count++;
    print $ok ? '' : 'not ', "ok $count - $what\n";
}

# The verdict and everything said about it.
sub answer {
    my ($program, @options) = @_;
    my $text = `cwolf check --no-search --timeout=5 -p reach-assert @options $program 2>&1`;
    return $text;
}

# '#pragma cwolf abstract NAME : WHAT' in 'FUNCTION', as a line of a map.
sub map_line {
    my ($name, $what, $function) = @_;
    return $function ? "fun $function() { var $name : $what; }\n" : "var $name : $what;\n";
}

# Which of the pragmas in an answer change nothing.
sub useless {
    my ($program, $answer, @options) = @_;
    my (@useless, %seen);
    while ($answer =~ /note:[^\n]*'#pragma cwolf abstract ([\w.]+) : ([^']+)'(?: in '(\w+)')?/g) {
        my $line = map_line($1, $2, $3);
        next if $seen{$line}++;
        open my $map, '>', 'hint.am' or die;
        print $map $line;
        close $map;
        my $after = answer($program, @options, '-a', 'hint.am');
        push @useless, $line . $after if $after eq $answer || $after =~ /hint\.am:.*error/;
    }
    return (scalar(keys %seen), @useless);
}

my $hints = 0;
for my $source (sort glob "$here/0911-hints/*.c") {
    my $name = basename $source, '.c';
    system "gcc -w -O1 -specs=$specs -o $name $source" and die "$name does not compile\n";
    for my $mode ('--auto', '--no-auto') {
        my $answer = answer($name, $mode);
        my ($found, @useless) = useless($name, $answer, $mode);
        $hints += $found;
        ok(!@useless, "$name $mode: $found hints, each of which changes something");
        print map { s/^/# /gmr } @useless;
        next if $answer !~ /^Maybe/m;
        ok(scalar($answer =~ /note: .*(?:'#pragma cwolf|declare|value|runs at any time|known)|is not decided: /),
           "$name $mode: undecided, and something is said about it");
    }
}
ok($hints >= 10, "$hints hints in all");
print "1..$count\n";
