#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# How much is decided without annotation: 120 programs in twelve families, written by someone who has not read the engine, half of
# them with an error. What each is, its first lines say: `// expect: True`, or `// expect: False inputs: ...` with inputs that lead
# to the error. Those are tried natively first. Each False of the tool's comes with a harness of its own, which fails natively too. The
# tables say what each family comes to, and what decided its programs.
#
#   SECONDS=N t/long/9130-decided.t [PROGRAM.c...]
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';

my $programs = abs_path(dirname($0)) . '/9130-decided';
my @programs = @ARGV ? map { abs_path($_) } @ARGV : sort glob "$programs/*.c";
my $seconds = $ENV{SECONDS} // 10;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

# Inputs in their order, whatever their type; beyond them the program ends.
sub aborts_natively {
    my ($program, $inputs) = @_;
    open my $out, '>', 'inputs.c' or die;
    print $out "#include <stdlib.h>\nstatic long long inputs[] = {", join(', ', map { "${_}ll" } @$inputs, 0), "};\nstatic int at;\n",
        "static long long next(void) { if (at == ", scalar @$inputs, ") exit(0); return inputs[at++]; }\n",
        map { my ($name, $type) = @$_; "$type __VERIFIER_nondet_$name(void) { return ($type)next(); }\n" }
        ['int', 'int'], ['uint', 'unsigned'], ['char', 'char'], ['uchar', 'unsigned char'], ['bool', '_Bool'], ['short', 'short'],
        ['ushort', 'unsigned short'], ['long', 'long'], ['ulong', 'unsigned long'];
    print $out "void __VERIFIER_assume(int holds) { if (!holds) exit(0); }\n";
    close $out;
    system("gcc -w $program inputs.c -o native") == 0 or die "$program does not compile";
    my $status = system('./native >/dev/null 2>&1');
    return ($status & 127) == 6 || $status >> 8 == 134; # SIGABRT, of the program or told by the shell
}

# Whether what `cwolf check` found is repeated by the harness that it wrote.
sub is_repeated_by_harness {
    return 0 if system('make -s -C harness program >make.log 2>&1');
    return system('make -s -C harness run >run.log 2>&1') != 0 && `cat run.log` =~ /Abort|Assertion/;
}

my (%tried, %decided, %by, @wrong, @false_alarm, @not_repeated);
for my $program (@programs) {
    my ($family, $name) = basename($program) =~ /^((\w+)-.*)\.c$/ ? ($2, $1) : die;
    open my $in, '<', $program or die;
    my ($expected, $inputs) = join('', <$in>) =~ m{^// expect: (True|False)(?: inputs:(.*))?$}m or die "$program expects nothing";
    push @false_alarm, $name if $expected eq 'False' && !aborts_natively($program, [split ' ', $inputs]);
    system("gcc -specs=$specs -w -c $program -o p.o") == 0 or die;
    system('rm -rf harness');
    my ($verdict) = (`cwolf check --timeout=$seconds --harness=harness -p reach-assert p.o 2>check.log` // '') =~ /^(\w+) /;
    $verdict //= 'none';
    my ($layer) = `cat check.log` =~ /note: decided by: ([^(,\n]*\w)/;
    $by{$layer // 'not said'}{$family}++ if $verdict ne 'Maybe';
    push @not_repeated, $name if $verdict eq 'False' && !is_repeated_by_harness();
    $tried{$family}++;
    $decided{$family} += $verdict eq $expected;
    push @wrong, "$name: $verdict" if $verdict ne $expected && $verdict ne 'Maybe';
    print "# $name: $verdict, expected $expected\n" if $verdict ne $expected;
}
print "1..4\n";
print @false_alarm ? 'not ' : '', "ok 1 - the inputs of each program with an error lead to it\n", map { "# $_\n" } @false_alarm;
print @wrong ? 'not ' : '', "ok 2 - no verdict is wrong\n", map { "# $_\n" } @wrong;
my ($tried, $decided) = (0, 0);
for (sort keys %tried) {
    printf "# %-10s %2d of %d\n", $_, $decided{$_}, $tried{$_};
    $tried += $tried{$_};
    $decided += $decided{$_};
}
print "# $decided of $tried decided\n";
for my $layer (sort keys %by) {
    print "# $layer: ", join(', ', map { "$_ $by{$layer}{$_}" } sort keys %{$by{$layer}}), "\n";
}
print $decided * 4 >= $tried * 3 ? '' : 'not ', "ok 3 - three quarters are decided\n";
print @not_repeated ? 'not ' : '', "ok 4 - each False is repeated by its harness\n", map { "# $_\n" } @not_repeated;
