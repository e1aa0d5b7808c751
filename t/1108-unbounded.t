#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Mathematical integers, --overflow=none: the program of figure 3 in Chechik and Ding 2002, the intervals of its table 1, and what is
# right of its three formulas; where programs differ from the machine's, and what cannot be asked.
use strict;
use warnings;
use File::Basename;
use File::Temp 'tempdir';
use JSON::PP;
use Math::BigInt;
use Test::More;

open my $in, '<', dirname($0) . '/../examples/intervals/fig3.c' or die;
my $figure = join '', <$in>;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub compiled {
    my ($name, $text) = @_;
    $name =~ s/ /_/g;
    open my $out, '>', "$name.c" or die;
    print $out $text;
    close $out;
    system("gcc -w -fwrapv -specs=$specs -c -o $name.o $name.c") == 0 or BAIL_OUT("$name.c does not compile");
    return "$name.o";
}

compiled('figure', $figure);

# ---- the intervals of table 1 ----------------------------------------------------------------------------------------

# By hand: the hulls at the head of the loop, before bounds are given up.
my @rows = ([13, 13, -20, -20]);
while (@rows < 19) {
    my ($b0, $b1, $xy0, $xy1) = @{$rows[-1]};
    my @b = ($b0, $b1, 2 * $b0, 2 * $b1, $xy0 + 4 <= 0 && $xy1 + 4 >= 0 ? 5 : ());
    @b = sort { $a <=> $b } @b;
    push @rows, [$b[0], $b[-1], $xy0, $xy1 + 4];
}
sub text { my ($lo, $hi) = @_; return $lo == $hi ? "$lo" : "[$lo .. $hi]" }
my %printed = (1 => [13, 13, -20, -20], 6 => [5, 416, -20, 0], 7 => [5, 832, -20, 4], 19 => [5, 3407872, -20, 52]);
is_deeply($rows[$_ - 1], $printed{$_}, "iteration $_ is what the paper prints") for sort { $a <=> $b } keys %printed;

sub joins { return map { /^join (\d+): .*?b = (.+?), xy = (.+?), main/ ? "$1: $2, $3" : () } `cwolf model --merge=location --default=minmax @_ --joins=figure.c:13 -o m.aut figure.o 2>&1` }
my @wanted = map { ($_ + 1) . ': ' . text(@{$rows[$_]}[0, 1]) . ', ' . text(@{$rows[$_]}[2, 3]) } 0 .. 18;
my @said = joins(qw(--overflow=none --widen-after=22));
is_deeply([@said[0 .. 18]], \@wanted, 'the intervals are those of table 1, for nineteen iterations');
is_deeply([@said[19 .. $#said]], ['20: >= 5, >= -20'], 'the twentieth gives the upper bounds up, and nothing grows any more');

# On a machine b is soon less than 5, and xy less than -20.
my @machine = joins('--widen-after=22');
is_deeply([@machine[0 .. 18]], \@wanted, 'a machine has the same for so long');
open my $out, '>', 'native.c' or die;
print $out $figure =~ s/while \(1\)/for (int i = 0; i < 40; i++)/r =~ s/printf\("xy[^;]*;//r =~ s/"b is %d"/"%d\\n"/r =~ s/int a;/int a = 0;/r;
close $out;
system('gcc -w -fwrapv -o native native.c') == 0 or die;
my @native = `./native`;
cmp_ok((sort { $a <=> $b } @native)[0], '<', 5, 'the machine leaves the interval that is right of the integers');
my $final = `cwolf model --merge=location --default=minmax --kripke figure.o 2>/dev/null`;
unlike($final, qr/b = >= 5/, 'and then it is not said of it');

# ---- the formulas ------------------------------------------------------------------------------------------------------

my ($b, $xy, %met) = (Math::BigInt->new(13), -20);
for (1 .. 400) {
    $xy += 4;
    $b = $xy ? $b * 2 : Math::BigInt->new(5);
    $met{five} = 1 if $b == 5;
    $met{twelve} = 1 if $b == 12;
    $met{positive} = 1 if $b + $xy > 0;
}
is_deeply(\%met, {five => 1, positive => 1}, 'by hand: b is 5 once, xy + b is not always <= 0, b is not 12');
for my $how ('--overflow=none', '--overflow=wrap', '') {
    my ($five, $negative, $twelve) = map { /^(\w+)/ } `cwolf check --max-states=60000 $how -p 'ctl EF "b == 5"' -p 'ctl AG "xy + b <= 0"' -p 'ctl EF "b == 12"' figure.o 2>said`;
    is($five, 'True', "EF(b = 5) is True $how");
    is($negative, 'False', "AG((xy + b) <= 0) is False $how");
    isnt($twelve, 'True', "EF(b = 12) is not True $how");
    my $assumed = () = `cat said` =~ /assumed: integers are unbounded: what holds on a machine is not said/g;
    is($assumed, $how =~ /none/ ? 1 : 0, "whose integers is said $how");
}

# ---- other programs ----------------------------------------------------------------------------------------------------

# Of the integers, and of a machine of 32 bits.
my @others = (
    ['doubles', 'int x = 1; int main(void) { while (1) x = x * 2; }', 'invariant x > 0', 'True', 'False'],
    ['sinks', 'unsigned x = 3; int main(void) { while (1) { x = x - 1; } }', 'invariant x <= 3', 'Maybe', 'False'],
    ['folded', 'extern int __VERIFIER_nondet_int(void); int y; int main(void) { int x = __VERIFIER_nondet_int(); if (x >= 5 && x <= 15) y = x; else y = 7; }',
        'invariant y >= 0 && y <= 15', 'True', 'True'],
    ['bytes', 'char x = 100; int main(void) { x = x + 100; return 0; }', 'invariant x > 0', 'True', 'False'],
    ['long', 'long x = 1; int main(void) { for (int i = 0; i < 70; i++) x = x * 2; return 0; }', 'invariant x > 0', 'True', 'False'],
    ['input', 'extern int __VERIFIER_nondet_int(void); int y; int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0) y = x + 1 > x; else y = 1; }',
        'invariant y >= 0', 'True', 'True'],
    ['natural', 'extern unsigned __VERIFIER_nondet_uint(void); long x; int main(void) { x = __VERIFIER_nondet_uint(); return 0; }', 'invariant x >= 0', 'Maybe', 'True'],
    ['narrow', 'extern short __VERIFIER_nondet_short(void); int x; int main(void) { x = __VERIFIER_nondet_short(); return 0; }', 'invariant x < 40000', 'Maybe', 'True'],
    ['input too', 'extern int __VERIFIER_nondet_int(void); int x; int main(void) { x = __VERIFIER_nondet_int(); return 0; }', 'invariant x < 40000', 'False', 'False'],
    ['mask', 'extern int __VERIFIER_nondet_int(void); int y; int main(void) { y = __VERIFIER_nondet_int() & 7; }', 'invariant y >= 0 && y <= 7', 'True', 'True'],
    ['parts', 'int x = 70000; short y; int main(void) { y = *(short *) &x; x = x * 100000; y = *(short *) &x; }', 'invariant x > 0', 'True', 'False'],
);
for my $p (@others) {
    my ($name, $text, $property, @is) = @$p;
    my $o = compiled($name, "$text\n");
    for my $how ('none', 'wrap') {
        my ($said) = map { /^(\w+)/ } `cwolf check --timeout=20 --overflow=$how -p '$property' $o 2>/dev/null`;
        my $is = shift @is;
        if ($is eq 'Maybe') { # the integers do not say what the program means
            is($said, $is, "$name, $how: Maybe");
        } else {
            like($said, qr/^($is|Maybe)$/, "$name, $how: never the contrary of $is");
            is($said, $is, "... and known") if $how eq 'none' || $name eq 'doubles';
        }
    }
}

# ---- what it is not ----------------------------------------------------------------------------------------------------

for my $options ("-p no-overflow", "--layer=paths -p reach-assert", "--predicates -p reach-assert", "--witness=w.graphml -p reach-assert") {
    system("cwolf check --overflow=none $options figure.o >out 2>err");
    is($? >> 8, 2, "not with $options") or diag(`cat out err`);
}
system("cwolf check --overflow=most -p reach-assert figure.o >out 2>err");
like(`cat err`, qr/--overflow=most is unknown: there are wrap, none/, 'there are two');
{
    local $ENV{CWOLF_CACHE} = "$dir/cache";
    my @said = map { `cwolf check --overflow=$_ -p 'invariant x > 0' doubles.o 2>/dev/null` } qw(none wrap none);
    is(join('', @said), "True invariant x > 0\nFalse invariant x > 0\nTrue invariant x > 0\n", 'the cache tells them apart');
}
system("cwolf check --overflow=none --format=json -p 'invariant x > 0' doubles.o >report.json 2>/dev/null");
open $in, "<", "report.json" or die;
my $json = decode_json(join "", <$in>);
ok(scalar(grep { /integers are unbounded/ } @{$json->{model}{assumptions}}), 'the report says it');
done_testing();
