#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What README.md shows behind its commands is what they print, line by line; "..." stands for lines that are left out. Commands about
# whole packages are t/long/9003's and 9004's.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;

my $root = abs_path(dirname($0) . '/..');
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
system("cp $root/examples/rules/copy.c $root/examples/interface/stack.c .") == 0 or die;
system(q{sed -i "16s/perror(to)/fclose(in)/" copy.c}) == 0 or die; # the error that the README is about
sub spill { my ($name, $text) = @_; open my $out, '>', $name or die; print $out $text; close $out }
spill('client.c', "extern void push(int), pop(void);\nint main(void)\n{\n    push(1);\n    pop();\n    pop();\n    return 0;\n}\n");

# Blocks of indented lines, in which commands begin with "$ ".
open my $in, '<', "$root/README.md" or die;
my ($command, @shown, @blocks);
my $end = sub { push @blocks, [$command, [@shown]] if defined $command && @shown; ($command, @shown) = () };
my @before;
while (<$in>) {
    chomp;
    if (/^    \$ (.*)/) {
        my $next = $1;
        push @before, $command if defined $command && !@shown;
        $end->();
        $command = $next;
    } elsif (/^    (.*)/ || (/^$/ && defined $command && @shown && $command =~ /--header/)) {
        push @shown, $1 // '' if defined $command;
    } elsif (/\S/) {
        push @before, $command if defined $command && !@shown;
        $end->();
    }
}
$end->();

my $ran = 0;
for my $b (@blocks) {
    my ($what, $lines) = @$b;
    next if $what =~ /ftpd|proti\.o|make|count\.o/;
    for my $c (grep { defined && /stack/ } splice @before) {
        system("($c) >before 2>&1") == 0 or diag("$c: " . `cat before`);
    }
    my @got = split /\n/, `export LC_ALL=C; ($what) 2>&1`;
    pop @$lines while @$lines && $lines->[-1] eq '';
    my ($at, $gap, @missing) = (0, 0);
    for my $line (@$lines) {
        if ($line =~ /^\.\.\.$/) {
            $gap = 1;
            next;
        }
        $at++ while $gap && $at < @got && $got[$at] ne $line;
        push @missing, $line if $at >= @got || $got[$at] ne $line;
        $at++;
        $gap = 0;
    }
    is(join("\n", @missing), '', "what '$what' shows is printed") or diag(join "\n", @got);
    $ran++;
}
cmp_ok($ran, '>=', 3, "$ran commands were run");
done_testing();
