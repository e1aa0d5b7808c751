#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# sprintf and snprintf with random literal formats and known arguments: what the program asserts of each result is what the C
# library wrote, and all of it is True.
#
#   SEED=N COUNT=N t/1093-printed.t
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my ($seed, $count) = ($ENV{SEED} // 1, $ENV{COUNT} // 60);
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
srand $seed;
chdir $dir;

sub pick { return $_[int rand @_] }

# A conversion, and an argument for it as C text.
sub conversion
{
    my $flags = join '', grep { rand() < 0.2 } '-', '+', ' ', '0';
    my $width = rand() < 0.4 ? int rand 14 : '';
    my $number = pick(0, 1, -1, 7, 255, 65535, 2147483647, -2147483647, 4000000000, int(rand 1e6));
    my $kind = pick(qw(d i u x X o ld lu lx hd hhd hu hhu hx c s s));
    $flags =~ s/[+ 0]//g if $kind =~ /[csuxXo]/;
    return ("%$flags$width$kind", pick(map {"'$_'"} 'a' .. 'f')) if $kind eq 'c';
    return ("%$flags$width" . (rand() < 0.3 ? '.' . int(rand 6) : '') . 's', pick('""', '"abc"', '"a%db"', 'word')) if $kind eq 's';
    my %type = (ld => 'long', lu => 'unsigned long', lx => 'unsigned long', hd => 'short', hhd => 'signed char', hu => 'unsigned short', hx => 'unsigned short', hhu => 'unsigned char');
    $type{$kind} = 'int' if $kind =~ /h/ && rand() < 0.5; # what the modifier says is converted, whatever is handed over
    return ("%$flags$width$kind", "($type{$kind})$number") if $type{$kind};
    return ("%$flags$width$kind", ($kind =~ /[di]/ ? '(int)' : '(unsigned)') . $number);
}

my @calls;
for (1 .. $count) {
    my @parts = map { [conversion()] } 1 .. 1 + int rand 3;
    my $format = join pick('', '|', '%%', ' = '), map { $_->[0] } @parts;
    my $arguments = join ', ', map { $_->[1] } @parts;
    push @calls, rand() < 0.7 ? "sprintf(out, \"$format\", $arguments)" : 'snprintf(out, ' . (1 + int rand 20) . ", \"$format\", $arguments)";
}
my $head = "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\nstatic char out[200], word[8] = \"word\";\nint main(void)\n{\n    int n;\n";
sub spill { my ($path, $text) = @_; open my $f, '>', $path or die; print $f $text; close $f }
spill('native.c', $head . join('', map {"    n = $_;\n    printf(\"%d %s\\n\", n, out);\n"} @calls) . "    return 0;\n}\n");
system('gcc -w -o native native.c') == 0 or die 'gcc';
my @lines = `./native`;
is(scalar @lines, $count, "SEED=$seed: a line for each call");
my @checks = map {
    my ($n, $text) = $lines[$_] =~ /^(-?\d+) (.*)$/;
    "    n = $calls[$_];\n    assert(n == $n && !strcmp(out, \"" . ($text =~ s/(["\\])/\\$1/gr) . "\"));\n";
} 0 .. $#calls;
spill('check.c', $head . join('', @checks) . "    return 0;\n}\n");
system("gcc -w -specs=$specs -o check check.c") == 0 or die 'gcc with the tool';
my $said = `cwolf check -p reach-assert --timeout=20 check 2>err`;
is($said, "True reach-assert\n", 'what the library wrote is what the tool says it writes') or diag(`cat check.c err | head -200`);
done_testing();
