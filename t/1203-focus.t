#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sets of trivectors and focus against the definition, by enumeration: small random programs, each with every set of
# variables in focus. Ball, Podelski, Rajamani, TACAS 2001: sections 6 (what a statement makes of a trivector), 9.2, 9.3
# and proposition 3, that focus on all variables loses nothing where each state has one successor.
#
#   SEED=N COUNT=N perl t/1203-focus.t
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $count = $ENV{COUNT} // 40;
srand($ENV{SEED} // 7);
my $dir  = tempdir(CLEANUP => 1);
my @vars = qw(a b c);
my $all  = (1 << @vars) - 1;

# An expression: its text, and the values it can have in a state (a bit for each variable).
sub expr {
    my ($depth, $star) = @_;
    if (!$depth || rand() < 0.3) {
        return ['*', sub { (0, 1) }] if $star && rand() < 0.25;
        my $i = int rand @vars;
        return [$vars[$i], sub { $_[0] >> $i & 1 }];
    }
    my $l = expr($depth - 1, $star);
    return ["!($l->[0])", sub { my $s = shift; map { 1 - $_ } $l->[1]->($s) }] if rand() < 0.25;
    my $r = expr($depth - 1, $star);
    my ($sign, $f) = @{(['&', sub { $_[0] & $_[1] }], ['|', sub { $_[0] | $_[1] }], ['^', sub { $_[0] ^ $_[1] }])[rand 3]};
    return ["($l->[0]) $sign ($r->[0])", sub {
        my $s = shift;
        my %seen;
        for my $x ($l->[1]->($s)) { $seen{$f->($x, $_)} = 1 for $r->[1]->($s) }
        return map { $_ + 0 } keys %seen;
    }];
}

# A statement: text, successors by number, and the states that a state becomes (none: it blocks).
sub program {
    my ($star) = @_;
    my $n = 6 + int rand 5;
    my @stmts;
    for my $i (0 .. $n - 1) {
        my $r = rand;
        if ($r < 0.45) {
            my $v = int rand @vars;
            my $w = rand() < 0.4 ? ($v + 1) % @vars : $v;
            my ($e, $g) = (expr(2, $star), expr(2, $star));
            push @stmts, {text => $w == $v ? "$vars[$v] := $e->[0]" : "$vars[$v], $vars[$w] := $e->[0], $g->[0]",
                next => [$i + 1], post => sub {
                    my $s = shift;
                    my @out = map { ($s & ~(1 << $v)) | $_ << $v } $e->[1]->($s);
                    return @out if $w == $v;
                    my @second = $g->[1]->($s);
                    return map { my $o = $_; map { ($o & ~(1 << $w)) | $_ << $w } @second } @out;
                }};
        } elsif ($r < 0.9) {
            my $e = expr(2, 0);
            push @stmts, {text => "assume $e->[0]", next => [$i + 1],
                post => sub { my $s = shift; (grep { $_ } $e->[1]->($s)) ? $s : () }};
        } else {
            my @to = map { int rand $n + 1 } 1, 2;
            push @stmts, {text => 'goto ' . join(', ', map {"L$_"} @to), next => \@to, post => sub { @_ }};
        }
    }
    return (\@stmts, "void main() begin decl a, b, c;\n"
        . join('', map {"L$_: $stmts[$_]{text};\n"} 0 .. $n - 1) . "L$n: skip;\nend\n");
}

# A trivector is two masks: which variables can be 0, which 1.
sub states_of { my ($can0, $can1) = @_; grep { !($_ & ~$can1) && !(~$_ & $all & ~$can0) } 0 .. $all }
sub hull { my ($c0, $c1) = (0, 0); for (@_) { $c1 |= $_; $c0 |= ~$_ & $all } return ($c0, $c1) }

# The statements reached with sets of trivectors, the variables of the mask in focus.
sub reached {
    my ($stmts, $focus) = @_;
    my (%seen, @work);
    my $put = sub { push @work, [@_] unless $seen{"@_"}++ };
    $put->(0, $all, $all);
    while (my $w = pop @work) {
        my ($at, $c0, $c1) = @$w;
        next if $at == @$stmts;
        my %piece;
        push @{$piece{$_ & $focus}}, $_ for states_of($c0, $c1);
        for my $states (values %piece) {
            my @after = map { $stmts->[$at]{post}->($_) } @$states;
            next unless @after;
            $put->($_, hull(@after)) for @{$stmts->[$at]{next}};
        }
    }
    my %at = map { (split)[0] => 1 } keys %seen;
    return join ' ', sort keys %at;
}
# The same with all states of the program.
sub reached_exactly {
    my ($stmts) = @_;
    my (%seen, @work);
    my $put = sub { push @work, [@_] unless $seen{"@_"}++ };
    $put->(0, $_) for 0 .. $all;
    while (my $w = pop @work) {
        my ($at, $s) = @$w;
        next if $at == @$stmts;
        for my $t ($stmts->[$at]{post}->($s)) { $put->($_, $t) for @{$stmts->[$at]{next}} }
    }
    my %at = map { (split)[0] => 1 } keys %seen;
    return join ' ', sort keys %at;
}
sub asked {
    my ($file, $n, @options) = @_;
    my @questions = map { ('-p', "unreachable L$_") } 0 .. $n;
    open my $in, '-|', 'sh', '-c', 'exec cwolf check "$@" 2>/dev/null', 'sh', @options, @questions, $file or die;
    return join ' ', sort map { /^False unreachable L(\d+)/ ? $1 : () } <$in>;
}

my ($wrong, $lost, $differs, $deterministic) = (0, 0, 0, 0);
for my $i (1 .. $count) {
    my $star = $i % 2;
    my ($stmts, $text) = program($star);
    my $file = "$dir/$i.bp";
    open my $out, '>', $file or die;
    print $out $text;
    close $out;
    my $exact = reached_exactly($stmts);
    my %answers;
    for my $focus (0 .. $all) {
        my @options = map {"--focus=$vars[$_]"} grep { $focus >> $_ & 1 } 0 .. $#vars;
        my ($ours, $right) = (asked($file, scalar @$stmts, @options ? @options : '--focus=none'), reached($stmts, $focus));
        $answers{$ours} = 1;
        diag("focus $focus: '$ours' instead of '$right'\n$text"), $wrong++ if $ours ne $right;
        if ($focus == $all && !$star) {
            $deterministic++;
            $lost++ if $ours ne $exact;
        }
    }
    $differs++ if keys %answers > 1;
}
is($wrong, 0, "$count programs with each set of variables in focus reach what the definition says");
is($lost, 0, "$deterministic deterministic programs: focus on all variables loses nothing (proposition 3)");
cmp_ok($differs, '>', $count / 40, "focus matters: $differs programs give more than one answer");
done_testing;
