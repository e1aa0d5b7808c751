#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random CCS processes against the rules of transition written down once more, naively, on trees: the states must be as many,
# the transitions too, and both systems strongly equivalent. CWOLF_SEED=N repeats a run.
use strict;
use warnings;
no warnings 'recursion';
use File::Temp 'tempdir';

my $seed = $ENV{CWOLF_SEED} // 4711;
srand($seed);
my $dir = tempdir(CLEANUP => 1);
my @names = qw(a b c);
my @processes = qw(P Q R);

# ---- terms: [nil], [prefix, action, term], [sum, terms], [par, terms], [restrict, names, term], [relabel, map, term], [const, name]

sub pick { return $_[ int rand @_ ] }
sub action { return rand() < 0.15 ? 't' : (rand() < 0.5 ? "'" : '') . pick(@names) }

sub term {
    my ($depth, $guarded) = @_;
    my $kind = $depth <= 0 ? 0 : int rand 10;
    return rand() < 0.5 || !$guarded ? ['nil'] : [ 'const', pick(@processes) ] if $kind == 0;
    return [ 'prefix', action(), term($depth - 1, 1) ] if $kind <= 4;
    return [ 'sum', map { term($depth - 1, $guarded) } 1 .. 2 + int rand 2 ] if $kind <= 6;
    return [ 'par', map { term($depth - 1, $guarded) } 1 .. 2 + int rand 2 ] if $kind == 7;
    return [ 'restrict', [ grep { rand() < 0.5 } @names ], term($depth - 1, $guarded) ] if $kind == 8;
    my %map = map { $_ => action() } grep { rand() < 0.5 } @names;
    %map = (a => 'b') if !%map;
    $_ eq 't' and $_ = 'c' for values %map;
    return [ 'relabel', \%map, term($depth - 1, $guarded) ];
}

sub text {
    my ($t) = @_;
    my $kind = $t->[0];
    return 'nil' if $kind eq 'nil';
    return $t->[1] if $kind eq 'const';
    return "$t->[1].(" . text($t->[2]) . ')' if $kind eq 'prefix';
    return '(' . join($kind eq 'sum' ? ') + (' : ') | (', map { text($_) } @$t[ 1 .. $#$t ]) . ')' if $kind eq 'sum' || $kind eq 'par';
    return '(' . text($t->[2]) . ') \\ {' . join(',', @{ $t->[1] }) . '}' if $kind eq 'restrict';
    return '(' . text($t->[2]) . ')[' . join(',', map { "$t->[1]{$_}/$_" } sort keys %{ $t->[1] }) . ']';
}

# ---- the rules ----------------------------------------------------------------------------------------------------------------

my %definition;

sub co {
    my ($action) = @_;
    return $action =~ /^'(.*)/ ? $1 : "'$action";
}

sub relabelled {
    my ($map, $action) = @_;
    return $action if $action eq 't';
    return exists $map->{$1} ? co($map->{$1}) : $action if $action =~ /^'(.*)/;
    return $map->{$action} // $action;
}

sub moves {
    my ($t) = @_;
    my $kind = $t->[0];
    return () if $kind eq 'nil';
    return moves($definition{ $t->[1] }) if $kind eq 'const';
    return ([ $t->[1], $t->[2] ]) if $kind eq 'prefix';
    return map { moves($_) } @$t[ 1 .. $#$t ] if $kind eq 'sum';
    if ($kind eq 'restrict') {
        my %hidden = map { $_ => 1, "'$_" => 1 } @{ $t->[1] };
        return map { [ $_->[0], [ 'restrict', $t->[1], $_->[1] ] ] } grep { !$hidden{ $_->[0] } } moves($t->[2]);
    }
    return map { [ relabelled($t->[1], $_->[0]), [ 'relabel', $t->[1], $_->[1] ] ] } moves($t->[2]) if $kind eq 'relabel';
    my @parts = @$t[ 1 .. $#$t ];
    my @moves = map { [ moves($_) ] } @parts;
    my @result;
    for my $i (0 .. $#parts) {
        for my $m (@{ $moves[$i] }) {
            my @next = @parts;
            $next[$i] = $m->[1];
            push @result, [ $m->[0], [ 'par', @next ] ];
            next if $m->[0] eq 't';
            for my $j ($i + 1 .. $#parts) {
                for my $o (grep { $_->[0] eq co($m->[0]) } @{ $moves[$j] }) {
                    my @both = @next;
                    $both[$j] = $o->[1];
                    push @result, [ 't', [ 'par', @both ] ];
                }
            }
        }
    }
    return @result;
}

# The system as .aut, or nothing when it grows without end or nearly so.
sub unfold {
    my @queue = ([ 'const', 'P' ]);
    my %number = (text($queue[0]) => 0);
    my %lines;
    for (my $s = 0; $s < @queue; $s++) {
        for my $m (moves($queue[$s])) {
            my $key = text($m->[1]);
            if (!exists $number{$key}) {
                $number{$key} = @queue;
                push @queue, $m->[1];
                return if @queue > 120 || length $key > 1500;
            }
            my $label = $m->[0] eq 't' ? 'i' : "\"$m->[0]\"";
            $lines{"($s,$label,$number{$key})\n"} = 1;
        }
    }
    return 'des (0,' . keys(%lines) . ',' . @queue . ")\n" . join '', sort keys %lines;
}

sub put {
    my ($file, $text) = @_;
    open my $f, '>', "$dir/$file" or die "$file: $!";
    print $f $text;
    close $f or die "$file: $!";
}

# ---- the test -----------------------------------------------------------------------------------------------------------------

my ($done, $largest, $wrong) = (0, 0, 0);
while ($done < 150) {
    %definition = map { $_ => term(4, 0) } @processes;
    my $expected = unfold() // next;
    next if $expected =~ /^des \(0,0,/ && rand() < 0.9; # few of those that do nothing
    my $source = join '', map { "proc $_ = " . text($definition{$_}) . "\n" } @processes;
    put('x.ccs', $source);
    put('x.aut', $expected);
    my ($transitions, $states) = $expected =~ /^des \(0,(\d+),(\d+)\)/;
    my $info = `cwolf lts info $dir/x.ccs:P 2>&1`;
    my $verdict = `cwolf lts compare --relation=strong $dir/x.ccs:P $dir/x.aut 2>&1`;
    if ($info !~ /^states: $states\ntransitions: $transitions\n/ || $verdict ne "TRUE\n") {
        $wrong++;
        print map { "# $_\n" } split /\n/, "$source$expected$info$verdict" if $wrong < 3;
    }
    $done++;
    $largest = $states if $states > $largest;
}
print $wrong ? 'not ' : '', "ok 1 - $done random processes unfold as the rules say (seed $seed)\n";
print $largest > 50 ? '' : 'not ', "ok 2 - some of them large: up to $largest states\n";
print "1..2\n";
exit($wrong != 0);
