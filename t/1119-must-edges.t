#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Must transitions against the program: random programs with loops, branches and inputs, each variable kept by an abstraction of its
# own (or ignored), one step from tick to tick. Of each state of the model every valuation is taken that it stands for; the program
# is explored from there to the next tick. A must transition needs a way from each of them; each way needs a transition.
#
#   SEED=N COUNT=N t/1119-must-edges.t      KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';
use JSON::PP;
use Test::More;

my ($seed, $count) = ($ENV{SEED} // 1119, $ENV{COUNT} // 150);
chomp(my $specs = `cwolf --specs`);
chomp(my $include = `dirname \$(cwolf --plugin)`);
my ($header) = grep { -e "$_/cwolf.h" } "$ENV{CWOLF_BUILD}/include", $include;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
srand $seed;

sub pick { $_[int rand @_] }
use constant VARIABLES => qw(a b c);
my @every = map { my $a = $_; map { my $b = $_; map { {a => $a, b => $b, c => $_} } 0 .. 2 } 0 .. 2 } 0 .. 2;

# ---- programs: lines of C, and code: [set VAR VALUE], [if TEST ELSE], [input VAR], [goto PLACE], [tick] ------------------

my (@code, @lines); # `at` of the program is the place in @code behind the last tick

sub emit { push @code, [@_]; return $#code }
sub line { push @lines, $_[0] }
sub compute { my ($text, $v) = @_; return 0 + eval($text =~ s/\b([abc])\b/\$v->{$1}/gr) }
sub test { my $k = int rand 3; return pick("a == $k", "b == $k", "c == $k", "a < $k", "b < c", 'a != b', "a + c > $k") }
sub value { my $k = 1 + int rand 2; return pick("(a + $k) % 3", "(b + $k) % 3", "(a + c) % 3", $k, 0, VARIABLES) }

sub tick
{
    my $at = emit('tick') + 1;
    line("at = $at; _cwolf_tick();");
}

sub statement
{
    my ($depth) = @_;
    my $kind = pick('set', 'set', 'set', 'tick', 'tick', 'input', 'if', 'if', 'while');
    $kind = 'set' if $depth > 2 && $kind =~ /if|while/;
    return tick() if $kind eq 'tick';
    my $to = pick(VARIABLES);
    if ($kind eq 'set') {
        my $value = value();
        line("$to = $value;");
        emit('set', $to, $value);
    } elsif ($kind eq 'input') {
        line("$to = choose();");
        emit('input', $to);
    } else {
        my $test = test();
        line("$kind ($test) {");
        my $head = emit('if', $test, 0);
        block($depth + 1);
        my $out = emit('goto', $head);
        if ($kind eq 'if') {
            line('} else {');
            $code[$head][2] = @code;
            block($depth + 1);
            $code[$out][1] = @code;
        } else {
            $code[$head][2] = @code;
        }
        line('}');
    }
}
sub block { my ($depth) = @_; statement($depth) for 1 .. pick(1, 1, 2, 3) }

sub program
{
    @code = ();
    @lines = ('#include "cwolf.h"', 'int choose(void);', '#pragma cwolf input choose : [0, 2]', 'int a, b, c, at;', 'int main(void)', '{', 'for (;;) {');
    block(0);
    tick();
    block(0);
    emit('goto', 0);
    line('}');
    line('}');
}

# The valuations at the next ticks, as "PLACE a b c", and 'stay' where the program may go on for ever without one.
sub ways
{
    my ($place, $from) = @_;
    my (%to, %next);
    my @work = my $first = "$place $from->{a} $from->{b} $from->{c}";
    while (defined(my $s = pop @work)) {
        next if $next{$s};
        my ($at, %v);
        ($at, @v{+VARIABLES}) = split ' ', $s;
        my ($kind, @of) = @{$code[$at]};
        if ($kind eq 'tick') {
            $to{($at + 1) . " $v{a} $v{b} $v{c}"} = 1;
            $next{$s} = [];
            next;
        }
        my @out = $kind eq 'set' ? [$at + 1, {%v, $of[0] => compute($of[1], \%v)}]
            : $kind eq 'input' ? map({ [$at + 1, {%v, $of[0] => $_}] } 0 .. 2)
            : $kind eq 'if' ? [compute($of[0], \%v) ? $at + 1 : $of[1], \%v]
            : [$of[0], \%v];
        $next{$s} = [map { "$_->[0] $_->[1]{a} $_->[1]{b} $_->[1]{c}" } @out];
        push @work, @{$next{$s}};
    }
    my %endless = %next;
    for (my $changed = 1; $changed;) {
        $changed = 0;
        for my $s (keys %endless) {
            next if grep { $endless{$_} } @{$next{$s}};
            delete $endless{$s};
            $changed = 1;
        }
    }
    $to{stay} = 1 if $endless{$first};
    return \%to;
}

# ---- states of the model: the place, and what is said of each variable ---------------------------------------------------------

# Whether a number is in the printed set of one variable.
sub holds
{
    my ($set, $n) = @_;
    return !holds($1, $n) if $set =~ /^not (?:in )?(.*)/;
    my $mod = $set =~ s/ ?= (-?\d+) mod (\d+)$// ? [$1, $2] : undef;
    return 0 if $mod && $n % $mod->[1] != $mod->[0];
    return scalar grep { holds($_, $n) } split /, /, $1 if $set =~ /^\{(.*)\}$/;
    return 1 if $set eq 'any';
    return $n == $set if $set =~ /^-?\d+$/;
    return $n <= $1 if $set =~ /^<= (-?\d+)$/;
    return $n >= $1 if $set =~ /^>= (-?\d+)$/;
    return $n >= $1 && $n <= $2 if $set =~ /^\[(-?\d+) \.\. (-?\d+)\]$/;
    die "what is '$set'?";
}

sub state_of
{
    my ($name) = @_;
    my ($place) = $name =~ /^at = (\d+)$/m or die "what is '$name'?";
    my %set = map { /^([abc]) = (.*)/ ? ($1 => $2) : () } split /\n/, $name;
    return {place => $place, set => \%set, stays => scalar $name =~ /silent for ever/};
}
sub is_in { my ($state, $v) = @_; return !grep { defined $state->{set}{$_} && !holds($state->{set}{$_}, $v->{$_}) } VARIABLES }
sub meets
{
    my ($state, $way) = @_;
    return $way eq 'stay' ? $state->{stays} : 0 if $state->{stays} || $way eq 'stay';
    my ($place, %v);
    ($place, @v{+VARIABLES}) = split ' ', $way;
    return $place == $state->{place} && is_in($state, \%v);
}

# ---- the test ------------------------------------------------------------------------------------------------------------

my ($must, $may, $unfinished, @wrong) = (0, 0, 0);
for my $n (1 .. $count) {
    program();
    my @maps = map { my $v = $_; "#pragma cwolf abstract $v : " . pick('top', 'free', 'exact', 'bool', 'part(1)', 'part(2)', 'values(1)', 'set(2)', 'minmax', 'mod(2)',
        'parts([0..0], [2..2])') } VARIABLES;
    push @maps, '#pragma cwolf abstract at : exact';
    open my $out, '>', 'p.c' or die;
    print $out join("\n", @lines[0 .. 3], @lines[4 .. $#lines], @maps), "\n";
    close $out;
    my $rc = system("gcc -w -O0 -I$header -specs=$specs -c -o p.o p.c && cwolf model --max-states=20000 --kripke --must --grain=mark -o p.json p.o 2>err");
    next if $rc >> 8 == 3 && ++$unfinished;
    BAIL_OUT(`cat err p.c`) if $rc;
    open my $in, '<', 'p.json' or die;
    my $model = decode_json(join '', <$in>);
    my @states = map { state_of($_) } @{$model->{state_names}};
    my %out;
    push @{$out{$_->[0]}}, $_ for @{$model->{transitions}};
    for my $s (0 .. $#states) {
        next if $states[$s]{stays};
        for my $v (grep { is_in($states[$s], $_) } @every) {
            my $to = ways($states[$s]{place}, $v);
            for my $edge (@{$out{$s}}) {
                my $is_must = @$edge < 4;
                $is_must ? $must++ : $may++;
                push @wrong, "$n: $s -> $edge->[2] with $v->{a} $v->{b} $v->{c}" if $is_must && !grep { meets($states[$edge->[2]], $_) } keys %$to;
            }
            for my $way (keys %$to) {
                push @wrong, "$n: no transition from $s for $way" if !grep { meets($states[$_->[2]], $way) } @{$out{$s}};
            }
        }
    }
    system("cp p.c p.json $ENV{KEEP}/; mv $ENV{KEEP}/p.c $ENV{KEEP}/$n.c; mv $ENV{KEEP}/p.json $ENV{KEEP}/$n.json") if $ENV{KEEP} && grep { /^$n:/ } @wrong;
}
is(scalar @wrong, 0, "$must must and $may may transitions of $count programs, each valuation of their sources (seed $seed)")
    or diag(join "\n", @wrong[0 .. ($#wrong < 9 ? $#wrong : 9)]);
ok($must > $count && $may > $count && $unfinished < 1 + $count / 20, "many of both kinds; $unfinished programs with too many states");
done_testing;
