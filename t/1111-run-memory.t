#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf run on the programs of t/1090-memory: an error of memory is found at its line, the corrected twin is not accused; on random
# inputs it says what the sanitizers and valgrind say of the native program.
#
#   SEED=N INPUTS=N t/1111-run-memory.t NAME...
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;
use lib abs_path(dirname($0)) . '/1090-memory';
use Oracle qw(fields prepare build sanitized valgrind inputs slurp);

my $sources = abs_path(dirname($0)) . '/1090-memory';
my $seed = $ENV{SEED} // 1;
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;
srand $seed;
prepare($dir);

sub spill { my ($path, $text) = @_; open my $f, '>:raw', $path or die "$path: $!"; print $f $text; close $f }

# The line at which the tool stops the program for an error, -1 when it names none; undef: it does not. Second: all it says.
sub tool
{
    my ($input) = @_;
    spill('input', $input->{input} // '');
    my $words = join ' ', map {"'$_'"} split ' ', $input->{args} // '';
    my $given = defined $input->{nondet} ? "--inputs='" . join(',', split ' ', $input->{nondet}) . "'" : '';
    system("timeout 60 cwolf run --leaks $given program.o -- $words <input >output 2>said");
    my $said = slurp('said');
    return (undef, $said) if $said !~ /: error: /;
    return (undef, $said) if $said =~ /error: ended by signal/; # asserts and aborts are no errors of memory
    return ($said =~ /^[^\n]*?program\.c:(\d+):\d+: error: /m ? $1 : -1, $said);
}

my @wanted = @ARGV ? map {"$sources/$_.c"} @ARGV : sort glob "$sources/*.c";
my ($found, $clean, $compared) = (0, 0, 0);
for my $path (@wanted) {
    my $f = fields($path);
    my $name = $f->{name};
    system("cp $path program.c; gcc -w -g -O0 -specs=$specs -c -o program.o program.c") == 0 or die $name;
    my ($line, $said) = tool($f);
    my %marked = (%{$f->{error}}, %{$f->{allocated}});
    if ($name =~ /-ok$/) {
        $clean += ok(!defined $line, "$name: not accused") || diag($said);
    } else {
        $found += ok(defined $line && $marked{$line}, "$name: $f->{kind} at its line") || diag($said);
    }
    next if !build('sane', $dir, 'program.c') || !build('plain', $dir, 'program.c');
    for my $input (inputs($f, $ENV{INPUTS} // 2)) {
        my ($at, $text) = tool($input);
        next if $text =~ /not supported|inputs are used up/;
        my $native = sanitized({%$f, path => 'program.c'}, $input);
        my $is_wrong = $native && ($native->{line} || %{$native->{kinds} // {}});
        $is_wrong ||= valgrind({%$f, path => 'program.c'}, $input) if defined $at;
        $compared++;
        ok(!defined $at || $is_wrong, "$name, SEED=$seed: it is accused where the native tools accuse it") or diag("$input->{input}\n$text");
    }
}
diag("found $found, clean $clean, compared on $compared random inputs");

# What the library does with its own memory, and with wide strings; the number of arguments says which error there is. Valgrind is
# the oracle, or where the stack is read too far the sanitizers.
sub natively
{
    my ($name, $words) = @_;
    return 1 if system("timeout 60 valgrind -q --error-exitcode=99 ./$name $words >/dev/null 2>valgrind") >> 8 == 99 || slurp('valgrind') =~ /signal 11/;
    system("timeout 60 ./$name-sane $words >/dev/null 2>sane.log");
    return slurp('sane.log') =~ /AddressSanitizer/ ? 1 : 0;
}
my $programs = abs_path("$sources/../1110-run");
for my $name ('streams', 'wide') {
    system("gcc -w -g -O0 -fno-builtin -specs=$specs -o $name $programs/$name.c") == 0 or die "$name.c";
    system("gcc -w -g -O0 -fno-builtin -fsanitize=address -o $name-sane $programs/$name.c") == 0 or die "$name.c";
    for my $words ('', 'a', 'a b', 'a b c', 'a b c d', 'a b c d e') {
        my $native = natively($name, $words) ? 'an error' : 'none';
        my $status = system("timeout 60 cwolf run $name -- $words >/dev/null 2>said");
        my $own = $status ? slurp('said') =~ /$name\.c:\d+:\d+: error: / ? 'an error' : slurp('said') : 'none';
        is($own, $native, "$name $words: as the native tools say");
    }
}

# GCC's `|` of truths: both operands are evaluated, whatever the first one says.
for my $operator ('|', '&') {
    my $null = $operator eq '|' ? 'p == 0' : 'p != 0';
    open my $out, '>', 'both.c' or die;
    print $out "static int f(int *p) { return ($null) $operator (*p == 7); }\nint main(int n, char **words) { return f(n > 1 ? 0 : &n) > 1; }\n";
    close $out;
    system("gcc -w -g -O0 -specs=$specs -o both both.c") == 0 or die;
    is(system('cwolf run both >/dev/null 2>said'), 0, "$operator, with an object");
    is(system('cwolf run both -- a >/dev/null 2>said') >> 8, 1, "$operator, with null");
    like(slurp('said'), qr/^both\.c:1:\d+: error: a null pointer is followed/m, 'is an error');
}
done_testing();
