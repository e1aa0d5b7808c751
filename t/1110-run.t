#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf run does what the native program does, from what cwolf link wrote, with the executable gone: output, exit status, death by
# a signal. The programs are those of t/1110-run and, where csmith is there, COUNT of its own.
#
#   FIRST=N COUNT=N t/1110-run.t
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;

my $sources = abs_path(dirname($0)) . '/1110-run';
my ($first, $count) = ($ENV{FIRST} // 1, $ENV{COUNT} // 20);
chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
$ENV{ASAN_OPTIONS} = 'detect_leaks=0';

sub slurp { my ($path) = @_; open my $f, '<:raw', $path or return ''; local $/; return <$f> // '' }
sub spill { my ($path, $text) = @_; open my $f, '>:raw', $path or die "$path: $!"; print $f $text; close $f }

# Runs both with the arguments and standard input, which the tool gets as --inputs with $is_given; the native exit status, -1 after
# too long.
sub compare
{
    my ($what, $arguments, $input, $limit, $is_given) = @_;
    my $inputs = $is_given ? '--inputs=' . join(',', unpack 'C*', $input) : '';
    spill('input', $input);
    my $native = system("timeout -s KILL $limit ./program $arguments <input >native 2>/dev/null");
    return -1 if ($native & 127) == 9 || $native >> 8 == 137;
    my ($signal, $status) = ($native & 127, $native >> 8);
    ($signal, $status) = ($status - 128, 0) if $status > 128; # timeout's way to say it
    rename 'program', 'kept';
    my $own = system("timeout 100 cwolf run $inputs program.cwi -- $arguments <" . ($inputs ? '/dev/null' : 'input') . " >output 2>said") >> 8;
    rename 'kept', 'program';
    my $said = slurp('said');
    is(slurp('output'), slurp('native'), "$what: the output");
    my $wanted = $signal ? qr/ended by signal $signal / : qr/^exit status $status$/m;
    like($said, $wanted, "$what: how it ends") or return;
    is($own, $signal || $status ? 1 : 0, "$what: the exit status of cwolf");
}

sub build
{
    my ($source, $options) = @_;
    unlink 'program', 'program.cwi';
    system("gcc -w $options -specs=$specs -o program $source -lm 2>cc") == 0 && system('cwolf link -o program.cwi program') == 0
        or die "$source: " . slurp('cc');
}

# The same of what both print as errors: ours has what it says of the end behind it.
sub compare_errors
{
    my ($what, $argument, $options) = @_;
    my $native = system("exec ./program $argument >native 2>native-said");
    my $status = $native & 127 ? 128 + ($native & 127) : $native >> 8;
    my $own = system("cwolf run $options ./program -- $argument >output 2>said");
    my ($said, $end) = slurp('said') =~ /^(.*?)(^exit status \d+\n.*|^\S*: error: .*)\z/ms;
    is($own & 127, 0, "$what: what ends the program does not end cwolf");
    is(slurp('output'), slurp('native'), "$what: the output");
    is($said, slurp('native-said'), "$what: the errors");
    my $wanted = $status > 128 ? 'ended by signal ' . ($status - 128) : "exit status $status";
    like($end, qr/\b$wanted\b/, "$what: how it ends");
}

for my $level ('-O0', '-O2') {
    build("$sources/values.c", $level);
    compare("values $level", '', '', 20);
    build("$sources/bytes.c", $level);
    compare("bytes $level", '', '', 5);
    build("$sources/parts.c", $level);
    compare("parts $level", '', '', 20);
    build("$sources/memory.c", $level);
    compare("memory $level", '', '', 20);
    build("$sources/attacked.c", $level);
    compare("attacked $level", '', '', 20);
    build("$sources/control.c", "$level -z execstack");
    compare("control $level", $_, '', 20) for '', 'word', 'word 3';
    build("$sources/library.c", $level);
    compare("library $level", "", "", 20);
    build("$sources/processes.c", $level);
    compare("processes $_ $level", $_, '', 20) for '', 'exec';
    build("$sources/dies.c", $level);
    compare("dies $_ $level", $_, '', 20) for 0 .. 7;
    build("$sources/leaves.c", $level);
    compare_errors("leaves $_ $level", $_, '--call=argp_parse') for 0 .. 14;
    build("$sources/options.c", $level);
    for my $kind (0 .. 4) {
        compare_errors("options $_ $level", $_, '') for map {"$kind $_"} '-a rest -b x -c', '-ab -- -a', '-b', '--word=x more --flag --none -a';
    }
    build("$sources/reads.c", $level);
    my @texts = ("abc\n12 word\nthe third line\nshort\nand more\nof it\n", "x\n1 y\n\n\n", "a" x 100, "q\n5 z\nlast line without end");
    compare("reads $level", '', $_, 20) for @texts;
    compare("reads inputs $level", '', $_, 20, 1) for @texts;
}

build("$sources/fortified.c", '-O2 -D_FORTIFY_SOURCE=2');
compare_errors("fortified with $_", $_, '') for '', 'one';

spill('leaves.c', <<'END');
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    char *p = malloc(10);
    p = NULL;
    puts("said");
    if (argc > 1)
        errx(2, "left");
    return 0;
}
END
build('leaves.c', '-O0');
is(system('cwolf run --leaks --cover=leaves.info program -- 1 >output 2>said') >> 8, 1, 'a leak of a program that err ends');
like(slurp('said'), qr/^program: left\nleaves\.c:6:\d+: error: 1 block of 10 bytes is lost/m, 'is found');
like(slurp('leaves.info'), qr/^DA:10,1$/m, 'with its coverage');

spill('numbers.c', '#include <stdio.h>' . "\ndouble __VERIFIER_nondet_double(void);\nfloat __VERIFIER_nondet_float(void);\nint __VERIFIER_nondet_int(void);\n"
    . 'int main(void) { double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double(); float c = __VERIFIER_nondet_float();'
    . ' printf("%a %g %a %d\n", a, b, c, __VERIFIER_nondet_int()); return 0; }');
build('numbers.c', '-O0 -c');
system('cwolf run --inputs=0.1,-inf,0x1.8p-3,-7 program >output 2>said');
is(slurp('output'), "0x1.999999999999ap-4 -inf 0x1.8p-3 -7\n", 'inputs that are no integers');
system('cwolf run --inputs=1,2,3,4.5 program >output 2>said');
like(slurp('said'), qr/^numbers\.c:\d+:\d+: warning: input 4 is 4\.5, where an integer is taken/m, 'one where an integer is taken');

SKIP: {
    my ($header) = grep {-e} '/usr/include/csmith/csmith.h', glob '/usr/include/csmith*/csmith.h';
    skip 'csmith is not there', 1 if !$header || system('command -v csmith >/dev/null');
    my ($done, $slow) = (0, 0);
    for (my $seed = $first; $done < $count; $seed++) {
        system("timeout 30 csmith --seed $seed >random.c 2>/dev/null") == 0 or next;
        build('random.c', '-I' . dirname($header));
        compare("csmith --seed $seed", '', '', 2) == -1 ? $slow++ : $done++;
    }
    diag("$done programs of csmith; $slow more ran for over two seconds");
}
done_testing();
