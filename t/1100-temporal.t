#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Questions in CTL about random reactive programs. A program is made of a table: on each byte of input a few assignments to two
# globals, some under a condition. The table is also explored here, state by state, and the formula evaluated by sets:
# True and False are what that says, and most questions are decided.
#
#   SEED=N COUNT=N t/1100-temporal.t        KEEP=DIR keeps the programs that the tool is wrong about
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my ($seed, $count) = ($ENV{SEED} // 1, $ENV{COUNT} // 40);
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
srand $seed;
chdir $dir;

sub pick { return $_[int rand @_] }

# ---- programs ------------------------------------------------------------------------------------------------------

# A condition or an assignment as C text, and as code on ($x, $y).
sub condition
{
    my $text = pick('x == K', 'y == K', 'x < y', 'x + y > K', 'x != y', 'y >= K') =~ s{K}{int rand 4}er;
    return {text => $text, holds => eval 'sub { my ($x, $y) = @_; return ' . ($text =~ s/\b([xy])\b/\$$1/gr) . ' }'};
}

sub assignment
{
    my $text = pick('x = K', 'y = K', 'x = (x + K) % 4', 'y = (x + y + K) % 4', 'x = y', 'y = 3 - x') =~ s{K}{1 + int rand 3}er;
    my ($to, $value) = $text =~ /^(.) = (.*)/;
    my $f = eval 'sub { my ($x, $y) = @_; return ' . ($value =~ s/\b([xy])\b/\$$1/gr) . ' }';
    return {text => $text, step => sub { my ($x, $y) = @_; my $v = $f->($x, $y); return $to eq 'x' ? ($v, $y) : ($x, $v) }};
}

# Rows of statements: an assignment, under a condition or not.
sub table { return map { [map { {if => rand() < 0.4 ? condition() : undef, set => assignment()} } 1 .. 1 + int rand 3] } 1 .. pick(2, 3, 4) }

sub program
{
    my @rows = @_;
    my $text = "#include <stdio.h>\nint x, y;\nint main(void)\n{\n    for (;;) {\n        switch (getchar()) {\n";
    for my $i (0 .. $#rows) {
        $text .= "        case '" . chr(ord('a') + $i) . "':\n";
        $text .= '            ' . ($_->{if} ? "if ($_->{if}{text}) " : '') . "$_->{set}{text};\n" for @{$rows[$i]};
        $text .= "            break;\n";
    }
    return "$text        case EOF:\n            return 0;\n        default:\n            break;\n        }\n    }\n}\n";
}

# The states: "x y row place", where row -1 waits for a byte and row -2 is the end; the successors of each.
sub explore
{
    my @rows = @_;
    my %next;
    my @work = '0 0 -1 0';
    while (defined(my $s = pop @work)) {
        next if $next{$s};
        my ($x, $y, $row, $at) = split ' ', $s;
        my @to;
        if ($row == -1) {
            @to = ("$x $y -2 0", $s, map {"$x $y $_ 0"} 0 .. $#rows);
        } elsif ($row >= 0) {
            my $st = $rows[$row][$at];
            my ($nx, $ny) = !$st->{if} || $st->{if}{holds}->($x, $y) ? $st->{set}{step}->($x, $y) : ($x, $y);
            @to = $at == $#{$rows[$row]} ? "$nx $ny -1 0" : "$nx $ny $row " . ($at + 1);
        }
        $next{$s} = \@to;
        push @work, @to;
    }
    return \%next;
}

# ---- formulas ------------------------------------------------------------------------------------------------------

sub formula
{
    my ($depth) = @_;
    if (!$depth) {
        my $c = condition();
        return {text => "\"$c->{text}\"", op => 'p', p => $c};
    }
    my $op = pick('EF', 'AF', 'EG', 'AG', 'EU', 'AU', '!', '&&', '->', 'AG', 'EF');
    my $a = formula($depth - 1);
    return {text => $op eq '!' ? "!($a->{text})" : "$op ($a->{text})", op => $op, a => $a} if $op =~ /^(EF|AF|EG|AG|!)$/;
    my $b = formula($depth - 1);
    my $text = $op =~ /^([EA])U/ ? "$1\[($a->{text}) U ($b->{text})]" : "($a->{text}) $op ($b->{text})";
    return {text => $text, op => $op, a => $a, b => $b};
}

# The states that satisfy E[a U b] or A[a U b], a path being maximal.
sub until_of
{
    my ($next, $all, $f, $g) = @_;
    my %in = %$g;
    for (my $changed = 1; $changed;) {
        $changed = 0;
        for my $s (keys %$next) {
            next if $in{$s} || !$f->{$s} || !@{$next->{$s}};
            my $n = grep { $in{$_} } @{$next->{$s}};
            next if $all ? $n < @{$next->{$s}} : !$n;
            $in{$s} = $changed = 1;
        }
    }
    return \%in;
}

sub not_in { my ($next, $set) = @_; return {map { $set->{$_} ? () : ($_ => 1) } keys %$next} }

sub states_of
{
    my ($next, $f) = @_;
    my $op = $f->{op};
    return {map { my ($x, $y) = split; $f->{p}{holds}->($x, $y) ? ($_ => 1) : () } keys %$next} if $op eq 'p';
    my $a = states_of($next, $f->{a});
    my $true = {map { $_ => 1 } keys %$next};
    return until_of($next, 0, $true, $a) if $op eq 'EF';
    return until_of($next, 1, $true, $a) if $op eq 'AF';
    return not_in($next, until_of($next, 1, $true, not_in($next, $a))) if $op eq 'EG';
    return not_in($next, until_of($next, 0, $true, not_in($next, $a))) if $op eq 'AG';
    return not_in($next, $a) if $op eq '!';
    my $b = states_of($next, $f->{b});
    return until_of($next, 0, $a, $b) if $op eq 'EU';
    return until_of($next, 1, $a, $b) if $op eq 'AU';
    return {map { ($op eq '&&' ? $a->{$_} && $b->{$_} : !$a->{$_} || $b->{$_}) ? ($_ => 1) : () } keys %$next};
}

# ---- the test ------------------------------------------------------------------------------------------------------

my (%verdicts, @wrong, $asked);
for my $n (1 .. $count) {
    my @rows = table();
    my $next = explore(@rows);
    open my $out, '>', 'p.c';
    print $out program(@rows);
    close $out;
    system("gcc -w -O0 -specs=$specs -o p p.c") == 0 or die 'gcc with the tool';
    my @formulas = map { formula(pick(1, 2, 2, 3)) } 1 .. 6;
    my @said = `cwolf check --timeout=10 @{[map {"-p 'f$_: ctl $formulas[$_]{text}'"} 0 .. $#formulas]} p 2>err`;
    for my $i (0 .. $#formulas) {
        my ($verdict) = map { /^(True|False|Maybe) f$i$/ ? $1 : () } @said;
        my $is = states_of($next, $formulas[$i])->{'0 0 -1 0'} ? 'True' : 'False';
        $asked++;
        $verdicts{$verdict // 'none'}++;
        next if defined $verdict && ($verdict eq 'Maybe' || $verdict eq $is);
        push @wrong, "ctl $formulas[$i]{text} is " . ($verdict // 'not answered') . ", but $is:\n" . `cat p.c err`;
        system "mkdir -p $ENV{KEEP} && cp p.c $ENV{KEEP}/$n.c" if $ENV{KEEP};
    }
}
ok(!@wrong, "SEED=$seed: no verdict on $asked questions is wrong") or diag(join "\n", @wrong[0 .. ($#wrong > 2 ? 2 : $#wrong)]);
cmp_ok($verdicts{Maybe} // 0, '<=', 0.2 * $asked, 'at most a fifth is not decided');
cmp_ok($verdicts{$_} // 0, '>=', 0.25 * $asked, "a quarter is $_") for qw(True False);
note(join ', ', map {"$verdicts{$_} $_"} sort keys %verdicts);
done_testing();
