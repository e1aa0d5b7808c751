#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random rules and random programs. Natively each program runs over all of its inputs and prints its events; whether the
# rule holds is then read off the traces, by the patterns' definitions. The tool never contradicts, and decides most.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $count = $ENV{CWOLF_PROGRAMS} // 60;
my $seed = $ENV{CWOLF_SEED} // 1;
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;
srand $seed;
note "seed $seed, $count programs";

sub pick { return $_[rand @_] }

# ---- rules: a hash of scope, pattern, parts (each a list of event names), and whether they are about objects ----

sub random_rule {
    my $objects = rand() < 0.6;
    my @names = $objects ? qw(p q r) : qw(a b c);
    my $events = sub { [rand() < 0.2 ? (pick(@names), pick(@names)) : pick(@names)] };
    my %r = (objects => $objects, scope => pick(qw(all after before between until)),
        pattern => pick(qw(never never eventually precedes responds most one)));
    $r{begin} = $events->() if $r{scope} =~ /after|between|until/;
    $r{end} = $events->() if $r{scope} =~ /before|between|until/;
    $r{first} = $events->();
    $r{second} = $events->() if $r{pattern} =~ /precedes|responds/;
    $r{most} = 1 + int rand 2;
    return \%r;
}

sub rule_text {
    my ($r) = @_;
    my %t = map { $_ => '(' . join(' | ', map { $_ . ($r->{objects} ? '(m)' : '()') } @{$r->{$_}}) . ')' }
        grep { $r->{$_} } qw(begin end first second);
    my $scope = {all => '', after => "after ", before => "before ", between => "between ", until => "after "}->{$r->{scope}};
    $scope .= "$t{begin} " if $t{begin};
    $scope .= 'and ' if $r->{scope} eq 'between';
    $scope .= 'until ' if $r->{scope} eq 'until';
    $scope .= "$t{end} " if $t{end};
    my $pattern = {never => "never $t{first}", eventually => "eventually $t{first}",
        precedes => "$t{first} precedes " . ($t{second} // ''), responds => "$t{first} responds to " . ($t{second} // ''),
        most => "at most $r->{most} $t{first}", one => "exactly one $t{first}"}->{$r->{pattern}};
    return $scope . $pattern;
}

# ---- what a rule means on one trace ----

sub has { my ($r, $part, $event) = @_; return scalar grep { $_ eq $event } @{$r->{$part} // []} }

# The scopes of a trace: each a list of events, and whether what lacks at its end counts.
sub scopes {
    my ($r, @trace) = @_;
    my ($scope, @found) = ($r->{scope});
    return ([[@trace], 1]) if $scope eq 'all';
    if ($scope eq 'before') {
        for my $i (0 .. $#trace) {
            return ([[@trace[0 .. $i - 1]], 1]) if has($r, 'end', $trace[$i]);
        }
        return ();
    }
    my $open;
    for my $event (@trace) {
        if ($open && $scope ne 'after' && has($r, 'end', $event)) {
            push @found, [$open, 1];
            $open = has($r, 'begin', $event) ? [] : undef;
        } elsif ($open) {
            push @$open, $event;
        } elsif (has($r, 'begin', $event)) {
            $open = [];
        }
    }
    push @found, [$open, 1] if $open && $scope ne 'between';
    return @found;
}

sub scope_holds {
    my ($r, @events) = @_;
    my @first = grep { has($r, 'first', $events[$_]) } 0 .. $#events;
    my @second = grep { has($r, 'second', $events[$_]) } 0 .. $#events;
    return !@first if $r->{pattern} eq 'never';
    return @first > 0 if $r->{pattern} eq 'eventually';
    return @first <= $r->{most} if $r->{pattern} eq 'most';
    return @first == 1 if $r->{pattern} eq 'one';
    return !@second || (@first && $first[0] <= $second[0]) if $r->{pattern} eq 'precedes';
    return !@second || (@first && $first[-1] >= $second[-1]);
}

sub trace_holds {
    my ($r, @trace) = @_;
    my %named = map { $_ => 1 } map { @{$r->{$_} // []} } qw(begin end first second);
    my %objects = map { /^(.)\((.)\)/ && $named{$1} ? ($2 => 1) : () } @trace;
    for my $object ($r->{objects} ? sort keys %objects : '') {
        my @events;
        for my $event (@trace) {
            push @events, $1 if $r->{objects} ? $event =~ /^(.)\($object\)$/ : $event =~ /^(.)$/;
        }
        for my $scope (scopes($r, @events)) {
            return 0 if !scope_holds($r, @{$scope->[0]});
        }
    }
    return 1;
}

# ---- programs ----

my $inputs;
sub object { return pick('&x', '&y', '&z', 'u', 'v') }
sub call {
    my ($r) = @_;
    my $event = rand() < 0.85 ? ($r->{objects} ? pick(qw(p q r)) : pick(qw(a b c))) : pick(qw(a b c p q r));
    return $event =~ /[abc]/ ? (rand() < 0.15 ? "f = $event; f();" : "$event();")
        : rand() < 0.15 ? "g = $event; g(" . object() . ");" : "$event(" . object() . ');';
}
sub in { return rand() < 0.6 && $inputs++ < 5 ? 'in()' : pick('k', 'u == v', 'k == 1', 'u == &x') }
sub statement {
    my ($r, $depth) = @_;
    my $kind = rand;
    return call($r) if $depth > 2 || $kind < 0.55;
    return pick('u', 'v') . ' = ' . in() . ' ? ' . object() . ' : ' . object() . ';' if $kind < 0.65;
    return 'k = ' . in() . ';' if $kind < 0.72;
    return 'if (' . in() . ') return;' if $kind < 0.78;
    return 'for (int i = 0; i < 2; i++) { ' . join(' ', map { call($r) } 1 .. 2) . ' }' if $kind < 0.85;
    return 'if (' . in() . ') { ' . block($r, $depth + 1) . ' } else { ' . block($r, $depth + 1) . ' }';
}
sub block { my ($r, $depth) = @_; return join ' ', map { statement($r, $depth) } 1 .. 1 + int rand 3 }

# The programs of one file, each with a rule.
sub programs
{
    my ($n) = @_;
    my (@rules, @texts);
    for my $i (0 .. $n - 1) {
        $rules[$i] = random_rule();
        $inputs = 0;
        my $body = join "\n    ", map { statement($rules[$i], 0) } 1 .. 3 + int rand 3;
        $texts[$i] = "void prog$i(void)\n{\n    int k = 0;\n    struct m *u = &x, *v = &y;\n    void (*f)(void) = a;\n"
            . "    void (*g)(struct m *) = p;\n    (void)k, (void)u, (void)v, (void)f, (void)g;\n    $body\n}\n";
    }
    return (\@rules, \@texts);
}

my $head = "struct m { int held; };\nstatic struct m x, y, z;\n#pragma cwolf input in : [0, 1]\nint in(void);\n";
my $tool = join '', map({ "static int n$_; static void $_(void) { n$_ = 1; }\n" } qw(a b c)),
    map { "static void $_(struct m *m) { m->held = 1; }\n" } qw(p q r);
my $native = "#include <stdio.h>\n" . join('', map({ "static void $_(void) { printf(\"$_ \"); }\n" } qw(a b c)),
    map { "static void $_(struct m *m) { printf(\"$_(%c) \", m == &x ? 'x' : m == &y ? 'y' : 'z'); }\n" } qw(p q r))
    . "static int at, bits;\nint in(void) { return bits >> at++ & 1; }\n";
sub main_of
{
    my ($n) = @_;
    return "int main(void)\n{\n    void (*all[])(void) = {" . join(', ', map { "prog$_" } 0 .. $n - 1) . "};\n"
        . "    for (int i = 0; i < $n; i++)\n        for (bits = 0; bits < 64; bits++) {\n            at = 0;\n"
        . "            printf(\"%d: \", i);\n            all[i]();\n            puts(\"\");\n        }\n    return 0;\n}\n";
}

sub put { my ($path, @text) = @_; open my $out, '>', $path or die; print $out @text; close $out }

my %seen;
for (my $left = $count; $left > 0; $left -= 100) { # a file of all of them would be read for each
    my $n = $left < 100 ? $left : 100;
    my ($rules, $texts) = programs($n);
    put('tool.c', $head, $tool, @$texts);
    put('native.c', $head, $native, @$texts, main_of($n));
    system('gcc -w -o native native.c') == 0 or die 'gcc';
    system("gcc -w -specs=$specs -c -o tool.o tool.c") == 0 or die 'gcc with the tool';
    my @holds = (1) x $n;
    for (`./native`) {
        my ($i, $trace) = /^(\d+): (.*)$/ or next;
        $holds[$i] &&= trace_holds($rules->[$i], split ' ', $trace);
    }
    for my $i (0 .. $n - 1) {
        my $rule = rule_text($rules->[$i]);
        put("r$i.rules", "kept : $rule;\n");
        my $said = `cwolf check --entry=prog$i -R ./r$i.rules tool.o 2>&1`;
        my ($verdict) = $said =~ /^(True|False|Maybe) kept$/m;
        $verdict //= 'nothing';
        $seen{$verdict}++;
        my $good = $verdict eq 'Maybe' || $verdict eq ($holds[$i] ? 'True' : 'False');
        ok($good, "$rule: $verdict") or diag($holds[$i] ? 'it holds' : 'it is violated', "\n$texts->[$i]\n$said");
    }
}
my ($true, $false) = map { $seen{$_} // 0 } qw(True False);
cmp_ok($true + $false, '>=', 0.9 * $count, "$true True, $false False of $count");
cmp_ok($_, '>=', $count / 5, 'of both there are many') for $true, $false;
done_testing();
