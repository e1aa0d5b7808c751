#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Programs that stop where a signed operation overflows, as the compiler's options say: what they never come to is not False. The native
# run tells whether they stop.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

chdir tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
my $head = "#include <limits.h>\n#include <stdio.h>\nvolatile int sink;\nint one = 1;\n__attribute__((noinline)) static void bad(void) { puts(\"bad\"); fflush(stdout); }\n";
my %programs = (
    overflows => 'int main(int argc, char **argv) { int x = INT_MAX; x = x + one; sink = x; bad(); return 0; }',
    fits => 'int main(int argc, char **argv) { int x = INT_MAX - 1; x = x + one; sink = x; bad(); return 0; }',
);
for my $options ('-fwrapv', '-ftrapv', '-fsanitize=undefined', '-fsanitize=undefined -fno-sanitize-recover=all',
    '-fsanitize=signed-integer-overflow -fsanitize-undefined-trap-on-error', '-fsanitize=shift -fno-sanitize-recover=all') {
    for my $name (sort keys %programs) {
        open my $out, '>', 'p.c' or die;
        print $out $head, $programs{$name}, "\n";
        close $out;
        system("gcc -w -O0 $options -specs=$specs p.c -o p") == 0 or die;
        my $is_reached = `(./p) 2>/dev/null` =~ /bad/;
        my ($verdict) = `cwolf check --timeout=2 -p 'unreachable bad' ./p 2>err` =~ /^(\w+) /;
        $is_reached ? isnt($verdict, 'True', "$name, $options: it comes there") : isnt($verdict, 'False', "$name, $options: it stops before");
        is($verdict, 'False', '    and that is certain') if $is_reached && ($name eq 'fits' || $options eq '-fwrapv');
    }
}
done_testing();
