#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# no-overflow and no-div-zero on random arithmetic, held against UBSan: True where a run has such an error would be wrong, so
# would False where the only run has none; False names the line that UBSan names first.
#
#   SEED=N COUNT=N t/1092-arithmetic.t      KEEP=DIR keeps the programs that the tool is wrong about
use strict;
use warnings;
use File::Temp 'tempdir';
use JSON::PP;
use Test::More;

my ($seed, $count) = ($ENV{SEED} // 1, $ENV{COUNT} // 60);
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
srand $seed;
chdir $dir;

sub pick { return $_[int rand @_] }

# An expression over the variables, of values near the ends of their types. Not what GCC folds before anybody sees it: x / x, 0 % x,
# and sums that are narrowed at once.
sub expression
{
    my ($depth) = @_;
    return pick(qw(a b c d), pick(1, 2, 7, 100, 65536, 2147483600, 2147483647, -2147483647)) if !$depth || rand() < 0.1;
    my ($x, $y) = (expression($depth - 1), expression($depth - 1));
    return $x if $x eq $y;
    my $divides = $x =~ /^[a-d]$/ && $y !~ /[0-9]/;
    return sprintf pick(('(%s + %s)') x 4, '(%s - %s)', ('(%s * %s)') x 2, ($divides ? ('(%s / %s)', '(%s %% %s)') : ()), '(%s ^ %s)',
        ($y =~ /^[a-d]$/ ? '(%s > %s)' : ())), $x, $y if rand() < 0.9;
    return sprintf pick('(- %s)', '(~%s)'), $x;
}

sub program
{
    my $text = "int f(int argc)\n{\n    int a = " . pick(-5 .. 9) . ", b = argc + " . pick(-3 .. 3) . ", c = " . pick(0, 2147483600, -7) .
        ", d = " . pick(1, 0, 2147483647) . ";\n";
    for (1 .. 2 + int rand 4) {
        my $set = sprintf '%s = %s;', pick(qw(a b c d)), expression(pick(1, 1, 2));
        $text .= pick("    $set\n", "    if (" . pick(qw(a b c)) . " > " . pick(0, 3, 100) . ")\n        $set\n",
            "    for (int i = 0; i < " . pick(2, 5) . "; i++)\n        $set\n");
    }
    return "$text    return (int)(a ^ b ^ c ^ d) & 1;\n}\nint main(int argc, char **argv)\n{\n    return f(1);\n}\n";
}

my %said = ('no-overflow' => qr/signed integer overflow|negation of|cannot be represented/, 'no-div-zero' => qr/division by zero|cannot be represented in type.*(?:long|int).*\bdivision|division of/);
my (%verdicts, @wrong);
for my $n (1 .. $count) {
    open my $out, '>', 'p.c';
    print $out program();
    close $out;
    system('gcc -w -O0 -fsanitize=signed-integer-overflow,integer-divide-by-zero -fno-sanitize-recover=all -o sane p.c') == 0
        or die 'gcc';
    my $report = `./sane 2>&1`;
    my ($line) = $report =~ /^p\.c:(\d+):/m;
    system("gcc -w -g -O0 -specs=$specs -o p p.c") == 0 or die 'gcc with the tool';
    my $text = `cwolf check --format=json --timeout=5 -p no-overflow -p no-div-zero p 2>err`;
    my $said = eval { decode_json($text) };
    push @wrong, "no answer: $@\n" . `cat p.c err` if !$said;
    for my $x (@{$said->{answers} // []}) {
        $verdicts{$x->{verdict}}++;
        my $breaks = $report =~ $said{$x->{name}};
        my $what = $x->{verdict} eq 'True' && $breaks ? 'broken' : $x->{verdict} eq 'False' && !$line ? 'kept' :
            $x->{verdict} eq 'False' && $breaks && $x->{line} != $line ? "broken at line $line" : next;
        push @wrong, "$x->{name} is $x->{verdict}" . ($x->{line} ? " at line $x->{line}" : '') . ", it is $what: $report\n" . `cat p.c`;
        system "mkdir -p $ENV{KEEP} && cp p.c $ENV{KEEP}/$n.c" if $ENV{KEEP};
    }
}
ok(!@wrong, "SEED=$seed: no verdict on $count programs contradicts UBSan") or diag(join "\n", @wrong);
my $decided = ($verdicts{True} // 0) + ($verdicts{False} // 0);
cmp_ok($decided, '>=', $count * 1.6, 'most are decided') or diag(explain \%verdicts);
note(join ', ', map {"$verdicts{$_} $_"} sort keys %verdicts);
done_testing();
