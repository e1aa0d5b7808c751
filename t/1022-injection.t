#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# examples/injection: the case study of Chechik and Ding. What the tool says of its four properties, at two grains, is
# what a search of all states here says; inputs that the tool finds violate the properties in the program as compiled.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Temp 'tempdir';
use JSON::PP;
use Test::More;

my $example = abs_path("$0") =~ s{t/[^/]*$}{examples/injection}r;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
system("cp $example/* . && make -s >make.out 2>&1") == 0 or BAIL_OUT('the example does not build: ' . `cat make.out`);
is(`cat make.out`, '', 'links without a word');

# ---- the program, statement by statement ---------------------------------------------------------------------------

# One round from a state at the loop's head: the states behind each assignment, with the variable that it is of.
sub round_of
{
    my ($from, $water, $sem) = @_;
    my %v = %$from;
    my @states;
    my $set = sub { my ($name, $value) = @_; $v{$name} = $value; push @states, [$name, {%v}] };
    my $press = sub {
        my ($switch, $button) = @_;
        my $was = $v{$button};
        $set->($switch, $was ? 1 : 0);
        $set->($button, $was ? 0 : 1);
    };
    $set->('WaterPres', $water);
    $press->('Block', 'bB') if $sem == 1;
    $press->('Reset', 'bR') if $sem == 2;
    $press->('Exit', 'bE') if $sem == 3;
    $set->('Pressure', 1) if $v{Pressure} == 0 && $v{WaterPres} >= 5;
    if ($v{Pressure} == 1) {
        $set->('Pressure', 2) if $v{WaterPres} >= 15;
        $set->('Pressure', 0) if $v{WaterPres} < 5;
    }
    $set->('Pressure', 1) if $v{Pressure} == 2 && $v{WaterPres} < 15;
    $set->('Overriden', 1) if !$v{Reset} && $v{Pressure} == 0 && $v{Block};
    $set->('Overriden', 1) if $v{Pressure} == 1 && !$v{Reset} && $v{Block};
    $set->('Overriden', 0) if $v{Pressure} == 2;
    $set->('Injection', 1) if !$v{Overriden};
    $set->('Injection', 0) if $v{Pressure} == 2;
    $set->('Injection', 0) if $v{Pressure} == 1;
    $set->('Injection', 0) if $v{Pressure} == 0 && $v{Overriden};
    return @states;
}

my @names = qw(Block Reset Exit WaterPres Injection Overriden bB bR bE Pressure);
sub key { my ($v) = @_; return join ' ', @$v{@names} }

# From each state at the loop's head, its rounds: one for each pressure that a comparison tells apart, and each event.
my %v = map { $_ => 0 } @names;
$v{WaterPres} = 4;
my %rounds;
my @heads = (\%v);
while (my $head = pop @heads) {
    next if $rounds{key($head)};
    for my $water (4, 5, 15, 16) {
        for my $sem (1 .. 4) {
            my @states = round_of($head, $water, $sem);
            push @{$rounds{key($head)}}, \@states;
            push @heads, $states[-1][1];
        }
    }
}

# The graph of a grain: nodes are "place:values"; the steps are the assignments of $named, or those to the head of the loop.
# No round is silent, so none goes on for ever.
sub graph
{
    my ($named) = @_;
    my (%next, %values);
    for my $head (keys %rounds) { # a node for each prefix of a round that was made, and for its end
        for my $r (0 .. $#{$rounds{$head}}) {
            my ($from, @states) = ("head:$head", @{$rounds{$head}[$r]});
            for my $i (0 .. $#states) {
                my $to = $i == $#states ? 'head:' . key($states[$i][1]) : "$r,$i:$head:" . key($states[$i][1]);
                push @{$next{$from}}, [$to, $named ? $named->{$states[$i][0]} : $i == $#states];
                $values{$to} = $states[$i][1];
                $from = $to;
            }
        }
    }
    my $first = 'head:' . key(\%v);
    $values{$first} = \%v;
    my (%coarse, @work);
    @work = ($first);
    while (defined(my $n = pop @work)) {
        next if $coarse{$n};
        my (%to, @silent, %seen);
        @silent = ($n);
        while (defined(my $s = pop @silent)) {
            next if $seen{$s}++;
            $_->[1] ? ($to{$_->[0]} = 1) : push @silent, $_->[0] for @{$next{$s}};
        }
        $coarse{$n} = [keys %to];
        push @work, keys %to;
    }
    return (\%coarse, \%values);
}

# Whether every path from a node meets `goal`.
sub inevitable
{
    my ($next, $values, $goal) = @_;
    my %in = map { $goal->($values->{$_}) ? ($_ => 1) : () } keys %$next;
    for (my $changed = 1; $changed;) {
        $changed = 0;
        for my $s (grep { !$in{$_} } keys %$next) {
            next if grep { !$in{$_} } @{$next->{$s}};
            $in{$s} = $changed = 1;
        }
    }
    return \%in;
}

my %always = (
    reset_clears => sub { my ($v) = @_; return !($v->{Reset} && $v->{Pressure} != 2) || !$v->{Overriden} },
    reset_injects => sub { my ($v) = @_; return !($v->{Reset} && $v->{Pressure} == 0) || $v->{Injection} },
    block_overrides => sub { my ($v) = @_; return !($v->{Block} && !$v->{Reset} && $v->{Pressure} != 2) || $v->{Overriden} },
);
my %named = (
    reset_clears => [qw(Reset Pressure Overriden)], reset_injects => [qw(Reset Pressure Injection)],
    block_overrides => [qw(Block Reset Pressure Overriden)], mode_follows => [qw(Pressure WaterPres)]);

sub truth
{
    my ($property, $grain) = @_;
    my $p = $always{$property};
    if ($p) {
        my @seen = map { $grain eq 'loop' ? $_->[-1][1] : map { $_->[1] } @$_ } map { @$_ } values %rounds;
        return $p->(\%v) && !(grep { !$p->($_) } @seen) ? 'True' : 'False';
    }
    my ($next, $values) = graph($grain eq 'loop' ? undef : {map { $_ => 1 } @{$named{$property}}});
    my $high = inevitable($next, $values, sub { my ($v) = @_; return $v->{Pressure} == 2 });
    for my $s (grep { $values->{$_}{Pressure} == 1 && $values->{$_}{WaterPres} <= 15 } keys %$next) {
        return 'False' if grep { $values->{$_}{WaterPres} >= 15 && !$high->{$_} } @{$next->{$s}};
    }
    return 'True';
}

# ---- verdicts ------------------------------------------------------------------------------------------------------

my %wanted = (
    statement => {reset_clears => 'False', reset_injects => 'False', block_overrides => 'False', mode_follows => 'True'},
    loop => {reset_clears => 'False', reset_injects => 'False', block_overrides => 'True', mode_follows => 'True'},
);
sub processor { my (undef, undef, $user, $system) = times; return $user + $system } # seconds, of what has ended

for my $grain ('statement', 'loop') {
    my $begin = processor();
    my %said = map { /^(\w+) (\w+)/ ? ($2 => $1) : () }
        `cwolf check --grain=$grain --witness=$grain.json --properties=injection.properties injection 2>$grain.err`;
    my $seconds = processor() - $begin;
    for my $property (sort keys %named) {
        is(truth($property, $grain), $wanted{$grain}{$property}, "$property at the grain $grain: a search of all states");
        is($said{$property}, $wanted{$grain}{$property}, '... and so says the tool');
    }
    cmp_ok($seconds, '<', 4, sprintf 'the four of them in %.2f seconds of the processor', $seconds);
}
like(`cat loop.err`, qr/note: a step, for its next operator, is the way to the next head of a loop \(--grain=loop\)/,
    'the grain is named where there is a next operator');
my %default = map { /^(\w+) (\w+)/ ? ($2 => $1) : () } `make -s check 2>err`;
is_deeply(\%default, $wanted{statement}, 'make check asks at the grain of statements');

# ---- the inputs, replayed ------------------------------------------------------------------------------------------

open my $in, '<', 'loop.json';
my $witness = decode_json(join '', <$in>);
for my $answer (@{$witness->{answers}}) {
    my @inputs = map { $_->{text} =~ /^input: '(\w+)' is (.*)/ ? [$1, $2] : () } @{$answer->{path}};
    is_deeply([map { $_->[1] } @inputs], [map { ('<= 4', $_) } 1, 1, 2, 2], "$answer->{name}: block twice, reset twice, at a low pressure");
    my $text = join ' ', map { $_->[1] =~ s/^<= //r } @inputs;
    my @out = `echo $text | ./injection`;
    my %v = $out[-1] =~ /(\w+) (-?\d+)/g;
    my $state = {Reset => $v{reset}, Pressure => $v{pressure}, Overriden => $v{overriden}, Injection => $v{injection}};
    ok(@out == 4 && !$always{$answer->{name}}->($state), "$answer->{name}: the program as compiled is there after '$text'") or diag($out[-1]);
    like($answer->{message}, qr/is violated/, 'and the path is certain');
}
is(scalar @{$witness->{answers}}, 2, 'both are replayed');
done_testing();
