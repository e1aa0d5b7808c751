#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random C programs that never end, with random formulas in CTL and LTL: each program is explored in full, its states and steps
# are those of C, and the formula is evaluated on them set by set. The tool's True and False have to be what comes out. (The programs
# of t/1100 are tables of reactions; these have loops and branches inside of each other, and inputs that wait in a variable.)
#
#   SEED=N COUNT=N t/1107-formulas-random.t      KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $seed = $ENV{SEED} // 1107;
my $count = $ENV{COUNT} // 300;
use constant EACH => $ENV{EACH} // 4; # formulas of one program
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub pick { $_[int rand @_] }

# ---- programs: C, and code that is run: [set VAR VALUE-OF-STATE], [if TEST THEN ELSE], [input VAR], [goto PLACE] -------

my (@code, $depth);
my @visible = qw(a b);

sub emit { push @code, [@_]; return $#code }

# A value below 3: its C text, and what computes it from a state.
sub value {
    my $v = pick(@visible);
    my $k = int rand 3;
    return pick(["$k", sub { $k }], [$v, sub { $_[0]{$v} }], ["($v + 1) % 3", sub { ($_[0]{$v} + 1) % 3 }]);
}

sub test {
    my $v = pick(@visible);
    my $k = int rand 3;
    return pick(["$v == $k", sub { $_[0]{$v} == $k }], ["$v < $k", sub { $_[0]{$v} < $k }], ['a != b', sub { $_[0]{a} != $_[0]{b} }],
        ['r > 0', sub { $_[0]{r} }]);
}

sub branch {
    my ($text, $of) = @_;
    my $at = emit('if', $of, 0, 0);
    my $c = "if ($text) { " . ($code[$at][2] = @code, statements(int rand 3))[1];
    my $over = emit('goto', 0);
    $code[$at][3] = @code;
    $c .= '} else { ' . statements(int rand 2) . '}';
    $code[$over][1] = @code;
    return $c;
}

sub around {
    my ($text, $of) = @{test()};
    my $at = emit('if', $of, @code + 1, 0);
    my $c = "while ($text) { " . statements(1 + int rand 2) . '}';
    emit('goto', $at);
    $code[$at][3] = @code;
    return $c;
}

sub statement {
    if ($depth < 2 && rand() < 0.4) {
        $depth++;
        my $c;
        my $way = rand;
        if ($way < 0.4) {
            emit('input', 't');
            $c = branch('__VERIFIER_nondet_int() > 0', sub { $_[0]{t} });
        } elsif ($way < 0.8) {
            $c = branch(@{test()});
        } else {
            $c = around();
        }
        $depth--;
        return $c;
    }
    if (rand() < 0.2) {
        emit('input', 'r');
        return 'r = __VERIFIER_nondet_int();';
    }
    my ($v, $value) = (pick(@visible), value());
    emit('set', $v, $value->[1]);
    return "$v = $value->[0];";
}

sub statements { my ($size) = @_; return join ' ', map { statement() } 1 .. $size }

sub program {
    (@code, $depth) = ();
    $depth = 0;
    emit('input', 'r');
    my $before = statements(int rand 3);
    my $again = @code;
    my $c = "int r = __VERIFIER_nondet_int(); $before while (1) { " . statements(2 + int rand 4) . '}';
    emit('goto', $again);
    return "extern int __VERIFIER_nondet_int(void);\nint a, b;\nint main(void) { $c }\n";
}

# ---- all states ------------------------------------------------------------------------------------------------------

sub explore {
    my $first = {at => 0, a => 0, b => 0, r => 0, t => 0};
    my $key = sub { my ($s) = @_; return join ' ', map { $s->{$_} } qw(at a b r t) };
    my %number = ($key->($first) => 0);
    my (@states, @next) = ($first);
    for (my $i = 0; $i < @states; $i++) {
        my $s = $states[$i];
        my ($kind, @of) = @{$code[$s->{at}]};
        my @to = $kind eq 'set' ? {%$s, at => $s->{at} + 1, $of[0] => $of[1]->($s)}
            : $kind eq 'input' ? map({ {%$s, at => $s->{at} + 1, $of[0] => $_} } 0, 1)
            : $kind eq 'if' ? {%$s, at => $of[0]->($s) ? $of[1] : $of[2]}
            : {%$s, at => $of[0]};
        for my $t (@to) {
            push @states, $t if !defined $number{$key->($t)};
            $number{$key->($t)} //= $#states;
            push @{$next[$i]}, $number{$key->($t)};
        }
    }
    return (\@states, \@next);
}

# ---- formulas: a text, and the states that satisfy it, as a list of 0 and 1 ------------------------------------------------

my ($states, $next);

# The least or greatest set that is what `$of` says of each state and the set.
sub fixpoint {
    my ($start, $of) = @_;
    my @set = ($start) x @$states;
    for (my $changed = 1; $changed;) {
        $changed = 0;
        for my $i (reverse 0 .. $#set) {
            my $now = $of->($i, \@set) ? 1 : 0;
            ($set[$i], $changed) = ($now, 1) if $now != $set[$i];
        }
    }
    return \@set;
}
sub some { my ($i, $set) = @_; return scalar grep { $set->[$_] } @{$next->[$i]} }
sub all { my ($i, $set) = @_; return !grep { !$set->[$_] } @{$next->[$i]} }
sub not_ { my ($x) = @_; return [map { 1 - $_ } @$x] }
sub eu { my ($x, $y) = @_; return fixpoint(0, sub { $y->[$_[0]] || ($x->[$_[0]] && some(@_)) }) }
sub au { my ($x, $y) = @_; return fixpoint(0, sub { $y->[$_[0]] || ($x->[$_[0]] && all(@_)) }) }
sub true_ { return [(1) x @$states] }
# Some path meets the set again and again.
sub egf {
    my ($x) = @_;
    my $z = true_();
    for (;;) {
        my $reach = eu(true_(), [map { $x->[$_] && some($_, $z) } 0 .. $#$states]);
        return $reach if "@$reach" eq "@$z";
        $z = $reach;
    }
}

sub atom {
    my $v = pick(@visible);
    my $k = int rand 3;
    my ($text, $of) = @{pick(["$v == $k", sub { $_[0]{$v} == $k }], ["$v != $k", sub { $_[0]{$v} != $k }], ['a == b', sub { $_[0]{a} == $_[0]{b} }])};
    return ["\"$text\"", [map { $of->($_) ? 1 : 0 } @$states]];
}

sub ctl {
    my ($size) = @_;
    return atom() if $size <= 0;
    my ($x, $y) = (ctl($size - 1), ctl($size - 2));
    my ($p, $q, $n) = ($x->[1], $y->[1], $#$states);
    return pick(["EF ($x->[0])", eu(true_(), $p)], ["AF ($x->[0])", au(true_(), $p)], ["AG ($x->[0])", not_(eu(true_(), not_($p)))],
        ["EG ($x->[0])", not_(au(true_(), not_($p)))], ["!($x->[0])", not_($p)], ["($x->[0]) && ($y->[0])", [map { $p->[$_] & $q->[$_] } 0 .. $n]],
        ["($x->[0]) -> ($y->[0])", [map { (1 - $p->[$_]) | $q->[$_] } 0 .. $n]], ["E[($x->[0]) U ($y->[0])]", eu($p, $q)],
        ["A[($x->[0]) U ($y->[0])]", au($p, $q)]);
}

# What may still come where something holds: that is told by who has chosen what by then.
sub branching {
    my ($x, $y, $z) = (atom(), atom(), atom());
    my ($p, $n) = ($x->[1], $#$states);
    my ($y_comes, $z_comes) = map { eu(true_(), $_->[1]) } $y, $z;
    return pick(["AG ($x->[0] -> EF $y->[0])", not_(eu(true_(), [map { $p->[$_] & (1 - $y_comes->[$_]) } 0 .. $n]))],
        ["EF ($x->[0] && EF $y->[0] && EF $z->[0])", eu(true_(), [map { $p->[$_] & $y_comes->[$_] & $z_comes->[$_] } 0 .. $n])],
        ["EF ($x->[0] && !EF $y->[0] && EF $z->[0])", eu(true_(), [map { $p->[$_] & (1 - $y_comes->[$_]) & $z_comes->[$_] } 0 .. $n])]);
}

sub ltl {
    my ($x, $y) = (atom(), atom());
    my ($p, $q, $n) = ($x->[1], $y->[1], $#$states);
    my $af = au(true_(), $q);
    return pick(["G ($x->[0] -> F $y->[0])", not_(eu(true_(), [map { $p->[$_] & (1 - $af->[$_]) } 0 .. $n]))],
        ["G F $x->[0]", not_(eu(true_(), not_(au(true_(), $p))))], ["F G $x->[0]", not_(egf(not_($p)))], ["$x->[0] U $y->[0]", au($p, $q)],
        ["F $x->[0]", au(true_(), $p)], ["G $x->[0]", not_(eu(true_(), not_($p)))]);
}

# ---- the tool --------------------------------------------------------------------------------------------------------

my (%seen, @wrong);
for my $number ($seed .. $seed + $count - 1) {
    srand $number;
    my $text = program();
    ($states, $next) = explore();
    open my $out, '>', 'p.c' or die;
    print $out $text;
    close $out;
    system("gcc -w -specs=$specs -c -o p.o p.c") == 0 or die "the program of seed $number does not compile\n";
    my (@questions, %of);
    while (@questions < EACH) {
        my ($logic, $f) = @{pick(['ctl', ctl(1 + int rand 3)], ['ctl', branching()], ['ltl', ltl()])};
        my $question = "$logic $f->[0]";
        push @questions, $question if !defined $of{$question};
        $of{$question} = $f->[1][0] ? 'True' : 'False';
    }
    my $ask = sub { return map { /^(True|False|Maybe) / ? $1 : () } `cwolf check @_ @{[map { "-p '$_'" } @questions]} p.o 2>said` };
    my @verdicts = $ask->();
    if ($number % 4 == 0) { # and where the run is cut short
        my @cut = $ask->('--max-states=' . (5 + int rand 60));
        for my $i (0 .. $#questions) {
            $seen{$cut[$i] eq 'Maybe' ? 'cut, Maybe' : 'cut, decided'}++;
            push @wrong, "seed $number, cut short: $questions[$i] is $of{$questions[$i]}, said $cut[$i]"
                if $cut[$i] ne 'Maybe' && $cut[$i] ne $of{$questions[$i]};
        }
    }
    if ($number % 4 == 1) { # all values are small: integers without bounds have the same runs
        my @unbounded = $ask->('--overflow=none');
        for my $i (0 .. $#questions) {
            $seen{"unbounded, $unbounded[$i]"}++;
            push @wrong, "seed $number, without bounds: $questions[$i] is $of{$questions[$i]}, said $unbounded[$i]"
                if $unbounded[$i] ne 'Maybe' && $unbounded[$i] ne $of{$questions[$i]};
        }
    }
    for my $i (0 .. $#questions) {
        my ($is, $said) = ($of{$questions[$i]}, $verdicts[$i] // 'none');
        $seen{$is}++;
        $seen{$said eq 'Maybe' ? 'Maybe' : 'decided'}++;
        next if $said eq $is || $said eq 'Maybe';
        push @wrong, "seed $number: $questions[$i] is $is, said $said";
        system "mkdir -p '$ENV{KEEP}' && cp p.c '$ENV{KEEP}/$number.c'" if $ENV{KEEP};
    }
}
diag(join '; ', map { "$_: $seen{$_}" } sort keys %seen);
ok(!@wrong, 'no verdict on ' . $count * EACH . ' formulas contradicts all runs') or diag(join "\n", @wrong);
cmp_ok($seen{Maybe} // 0, '<=', 0.2 * $count * EACH, 'most are decided');
cmp_ok($seen{"cut, $_"} // 0, '>', 0, "cut short, some are $_") for qw(decided Maybe);
cmp_ok($seen{$_} // 0, '>=', 0.25 * $count * EACH, "a quarter is $_") for qw(True False);
done_testing();
