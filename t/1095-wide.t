#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Integers of 128 bits, held against the machine and UBSan: random programs over operands of all widths. Of each one the value
# of each variable at its end, as the native run prints it, is asserted: reach-assert is True; with one bit of one value changed
# it is not. no-overflow and no-div-zero are never True of a run that UBSan stops there, nor False of one that it lets pass.
#
#   SEED=N COUNT=N t/1095-wide.t      KEEP=DIR keeps the programs that the tool is wrong about
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my ($seed, $count) = ($ENV{SEED} // 1, $ENV{COUNT} // 20);
chomp(my $specs = `cwolf --specs`);
chdir tempdir(CLEANUP => 1);
srand $seed;

my %types = (a => 'W', b => 'W', u => 'U', v => 'U', i => 'int', l => 'long', m => 'unsigned long', c => 'unsigned char');
my @names = sort keys %types;
my @edges = map { "($_)" } '0', '1', '-1', '2', '10', '-7', '0x7fffffff', '0xffffffffUL', '0x100000000', 'LONG_MAX', 'LONG_MIN', 'ULONG_MAX',
    '(W)1 << 64', '(W)1 << 126', '(W)-1 << 127', '(W)LONG_MAX * 7', '(U)-1', '(W)0x123456789abcdefUL << 60', '-((W)1 << 64)';

sub pick { return $_[int rand @_] }
sub operand { return rand() < 0.75 ? pick(@names) : pick(@edges) }

# Not what GCC folds before anybody sees it: x / x, 0 % x, sums that are narrowed at once.
sub expression
{
    my ($depth) = @_;
    return operand() if !$depth;
    my ($x, $y) = (expression($depth - 1), expression(int rand $depth));
    return sprintf pick('(- %s)', '(~%s)', '(W)%s', '(U)%s', '!%s', '(%s < 0)'), $x if rand() < 0.15;
    return pick('(long)', '(int)', '(unsigned char)') . pick(@names) if rand() < 0.1;
    return '((' . pick('U', 'W') . ")$x " . pick('<<', '>>') . ' (' . pick("($y & 127)", pick(0, 1, 31, 63, 64, 65, 100, 127)) . '))' if rand() < 0.2;
    return $x if $x eq $y;
    my ($of, $by) = (pick(qw(a l u)), pick($y, "($y | 1)", "(($y & 255) | 1)"));
    return "($of " . pick('/', '%') . ' ' . ($by =~ /[bcmvi]/ ? $by : pick(qw(b c m v i))) . ')' if rand() < 0.25;
    return sprintf '(%s %s %s)', $x, pick(qw(+ + + - - * * & | ^ < <= == != >)), $y;
}

sub program
{
    my $text = "#include <assert.h>\n#include <limits.h>\n#include <stdio.h>\ntypedef __int128 W;\ntypedef unsigned __int128 U;\n"
        . "struct s { char c; W w; } s = {1, " . pick(@edges) . "};\nW g = " . pick(@edges) . ";\n"
        . "static W twice(W x, int n) { return n > 0 ? twice(x ^ n, n - 1) : x; }\nint main(void)\n{\n";
    $text .= "    $types{$_} $_ = " . pick(@edges) . ";\n" for @names;
    for (1 .. 3 + int rand 5) {
        my ($to, $value) = (pick(@names), expression(pick(1, 2, 3)));
        my $set = $types{$to} =~ /[WU]/ ? $to . pick(' =', ' =', ' +=', ' -=', ' ^=') . " $value;" : "{ W t = $value; $to = t; }";
        $text .= pick("    $set\n", "    $set\n", "    if (" . pick(@names) . pick(' > ', ' < ', ' != ') . pick(@names) . ")\n        $set\n",
            "    for (int k = 0; k < 3; k++)\n        $set\n", "    s.w " . pick('+=', '=') . " (U)g ^ " . pick(@names) . ";\n",
            "    g = twice(" . pick(@names) . ", 2);\n", "    { W *p = " . pick('&a', '&b', '&g', '&s.w') . "; *p = (U)*p " . pick('+', '^') . " 3; ++*(U *)p; }\n");
    }
    return $text;
}

sub spew { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f or die }
sub literal { my ($hi, $lo) = @_; return "((U)0x${hi}UL << 64 | 0x${lo}UL)" }

sub verdict
{
    my ($flags, @properties) = @_;
    system("gcc -w -O0 $flags -specs=$specs -c -o p.o p.c") == 0 or die 'gcc with the tool';
    my $said = `cwolf check --timeout=10 @{[map { "-p $_" } @properties]} p.o 2>err`;
    return map { $said =~ /^(\w+) \Q$_\E$/m ? $1 : "nothing: $said" . `head -3 err` } @properties;
}

my (%verdicts, @wrong);
sub judge
{
    my ($n, $is_wrong, $what) = @_;
    return if !$is_wrong;
    push @wrong, "program $n: $what\n" . `cat p.c`;
    system "mkdir -p $ENV{KEEP} && cp p.c $ENV{KEEP}/$n.c" if $ENV{KEEP};
}

my @all = (@names, 's.w', 'g');
for my $n (1 .. $count) {
    my $text = program();
    my $print = join '', map { "    printf(\"%lx %lx\\n\", (long)((U)$_ >> 64), (long)$_);\n" } @all;
    spew('p.c', "$text$print    return 0;\n}\n");
    system('gcc -w -O0 -fsanitize=signed-integer-overflow,integer-divide-by-zero -fno-sanitize-recover=all -o sane p.c') == 0 or die 'gcc';
    my $report = `./sane 2>&1 >/dev/null`;
    my %breaks = ('no-overflow' => !!($report =~ /overflow|negation of|cannot be represented/), 'no-div-zero' => !!($report =~ /division by zero/));
    for my $property (sort keys %breaks) {
        my ($said) = verdict('', $property);
        $verdicts{"$property $said"}++;
        judge($n, ($said eq 'True' && $breaks{$property}) || ($said eq 'False' && !$report) || !!($said =~ /nothing/),
            "$property is $said: $report");
    }
    system('gcc -w -O0 -fwrapv -o native p.c') == 0 or die 'gcc';
    my @values = `./native 2>/dev/null`;
    next if @values != @all; # it divides by zero
    my @expected = map { literal(split ' ') } @values;
    my $claims = join '', map { "    assert((U)$all[$_] == $expected[$_]);\n" } 0 .. $#all;
    spew('p.c', "$text$claims    return 0;\n}\n");
    my ($said) = verdict('-fwrapv', 'reach-assert');
    $verdicts{"claims $said"}++;
    judge($n, !($said =~ /True|Maybe/), "what the machine computes is $said");
    my $broken = int rand @all;
    $expected[$broken] .= ' ^ (U)1 << ' . int rand 128;
    $claims = join '', map { "    assert((U)$all[$_] == ($expected[$_]));\n" } 0 .. $#all;
    spew('p.c', "$text$claims    return 0;\n}\n");
    ($said) = verdict('-fwrapv', 'reach-assert');
    judge($n, !($said =~ /False|Maybe/), "what it does not is $said");
}
ok(!@wrong, "SEED=$seed: no verdict on $count programs contradicts the machine") or diag(join "\n", @wrong[0 .. ($#wrong < 2 ? $#wrong : 2)]);
cmp_ok($verdicts{'claims True'} // 0, '>=', 2 * ($verdicts{'claims Maybe'} // 0), 'what it computes is mostly known');
note(join ', ', map { "$verdicts{$_} $_" } sort keys %verdicts);
done_testing();
