#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What crosses calls: aggregates by value, variable arguments, jumps out of functions; and assembler that does nothing.
#
# Each program in 1090-across-calls makes claims with numbers. All hold, as running it shows, and reach-assert is True of it. With
# one claim negated (-DBROKEN=its number) the program aborts, as running it shows again, and reach-assert is never True. In all
# ways of merging, and with functions entered once for each state that they see; where states are joined, or precision is chosen by itself, though, what holds may be Maybe,
# and of programs that say so ("Maybe: why").
#
#   ONLY=varargs t/1090-across-calls.t      programs whose names match
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use POSIX 'SIGABRT';
use Test::More;

my $programs = abs_path(dirname($0)) . '/1090-across-calls';
chomp(my $specs = `cwolf --specs`);
chdir tempdir(CLEANUP => 1);

sub verdict
{
    my ($options) = @_;
    my ($said) = `cwolf check -p reach-assert $options ./program 2>err` =~ /^(\w+) reach-assert$/m;
    return $said // 'nothing: ' . `cat err`;
}

for my $path (sort glob("$programs/*.c")) {
    my $name = basename($path, '.c');
    next if $ENV{ONLY} && $name !~ /$ENV{ONLY}/;
    open my $f, '<', $path or die "$path: $!";
    my $text = join '', <$f>;
    my %numbers = map { $_ => 1 } $text =~ /CLAIM\((\d+),/g;
    for my $broken (0, sort { $a <=> $b } keys %numbers) {
        system("gcc -w -specs=$specs -DBROKEN=$broken -O0 -c '$path' -o program.o && gcc program.o -o program -lm") == 0
            or BAIL_OUT("cannot compile $path");
        my $status = system('ulimit -c 0; exec ./program >/dev/null 2>&1') & 127 || $? >> 8;
        is($status, $broken ? SIGABRT : 0, "$name, " . ($broken ? "claim $broken broken: aborts" : 'exits with 0'));
        for my $options ('--default=exact', '--default=exact --merge=stack', '--default=exact --merge=location', '--default=exact --context=summary', '') {
            next if $options =~ /summary/ && $broken % 3; # random programs ask for more (t/1070)
            my $is_exact = $options =~ /^--default=exact( --context=summary)?$/ && $text !~ m{^/\* Maybe: }m;
            my $right = $broken ? qr/^(False|Maybe)$/ : $is_exact ? qr/^True$/ : qr/^(True|Maybe)$/;
            like(verdict($options), $right, "$name, claim $broken broken, $options") or diag(`tail -3 err`);
        }
    }
}
done_testing();
