#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The grain of a step, on random programs with loops, functions, inputs, events and ticks. Each program is also compiled
# here, into a few instructions, and explored state by state; the steps of a grain are found in that graph, silence that
# lasts for ever in it becomes a state of its own, and formulas with next operators are evaluated by sets. What the tool
# says agrees, for each grain; and some are decided both ways. It is also asked with one variable or two followed too
# coarsely, where much is Maybe: what a transition of the model must do is not always the same then.
#
#   SEED=N COUNT=N t/1101-grain.t        KEEP=DIR keeps the programs that the tool is wrong about
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my ($seed, $count) = ($ENV{SEED} // 1, $ENV{COUNT} // 25);
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chomp(my $include = `dirname \$(cwolf --plugin)`);
my ($header) = grep { -e "$_/cwolf.h" } "$ENV{CWOLF_BUILD}/include", $include;
srand $seed;
chdir $dir;

sub pick { return $_[int rand @_] }

# ---- programs: C text and instructions -----------------------------------------------------------------------------

my (@code, $text);

# On the variables: a C expression that Perl reads as well.
sub compute { my ($e, $v) = @_; return eval($e =~ s/\b([xyt])\b/\$v->{$1}/gr) ? 0 + eval($e =~ s/\b([xyt])\b/\$v->{$1}/gr) : 0 }
sub number { return int rand 3 }
sub test { my $n = number(); return pick("x == $n", "y == $n", "x < y", "x != y", "t == $n", "x + y > $n") }
sub value { my $n = 1 + number(); return pick("(x + $n) % 3", "(y + $n) % 3", $n % 3, 'x', 'y', 't', "(t + $n) % 3") }

sub put { my ($depth, $line) = @_; $text .= ('    ' x $depth) . "$line\n" }
sub op { push @code, [@_]; return $#code }

sub assign
{
    my ($d) = @_;
    my ($to, $value) = (pick('x', 'y', 'x', 'y', 't'), value());
    put($d, "$to = $value;");
    op('set', $to, $value);
}

sub statement
{
    my ($d, $room, $calls) = @_;
    my $kind = pick('set', 'set', 'set', 'if', 'choose', 'while', 'do', 'call', 'call', 'tick', 'event');
    $kind = 'set' if $d > $room && $kind =~ /if|choose|while|do/ or $kind eq 'call' && !$calls;
    return assign($d) if $kind eq 'set';
    if ($kind eq 'if') {
        my $c = test();
        put($d, "if ($c) {");
        my $if = op('if', $c);
        block($d + 1, $room, $calls);
        put($d, '} else {');
        my $skip = op('go');
        $code[$if][2] = @code;
        block($d + 1, $room, $calls);
        put($d, '}');
        $code[$skip][1] = @code;
    } elsif ($kind eq 'choose') {
        put($d, 'switch (choose()) {');
        my ($choose, @out) = op('choose');
        for my $case ('case 0', 'case 1', 'default') {
            push @{$code[$choose]}, scalar @code;
            put($d, "$case:");
            block($d + 1, $room, $calls);
            put($d + 1, 'break;');
            push @out, op('go');
        }
        put($d, '}');
        $code[$_][1] = @code for @out;
    } elsif ($kind eq 'while') {
        my $c = test();
        put($d, "while ($c) {");
        my $head = op('head');
        my $if = op('if', $c);
        assign($d + 1);
        block($d + 1, $room, $calls);
        put($d, '}');
        op('go', $head);
        $code[$if][2] = @code;
    } elsif ($kind eq 'do') {
        put($d, 'do {');
        my $head = op('head');
        assign($d + 1);
        block($d + 1, $room, $calls);
        my $c = test();
        put($d, "} while ($c);");
        my $if = op('if', $c);
        op('go', $head);
        $code[$if][2] = @code;
    } elsif ($kind eq 'call') {
        put($d, 'f();');
        op('call');
        op('back');
    } elsif ($kind eq 'tick') {
        put($d, '_cwolf_tick();');
        op('tick');
    } else {
        put($d, '_cwolf_event("beep");');
        op('beep');
        op('back');
    }
}

sub block { my ($d, $room, $calls) = @_; statement($d, $room, $calls) for 1 .. pick(1, 1, 2, 3) }

sub program
{
    @code = ();
    $text = "#include \"cwolf.h\"\nint choose(void);\n#pragma cwolf input choose : [0, 2]\nint x, y;\nstatic int t;\n" =~ s/static int t;\n//r;
    $text .= "void f(void)\n{\n    int t = 1;\n";
    op('set', 't', 1);
    block(1, 1, 0);
    $text .= "    (void)t;\n}\nint main(void)\n{\n    int t = 0;\n";
    op('return');
    my $start = @code;
    op('set', 't', 0);
    block(1, 2, 1);
    if (rand() < 0.6) {
        put(1, 'for (;;) {');
        my $head = op('head');
        assign(2);
        block(2, 3, 1);
        put(1, '}');
        op('go', $head);
    } else {
        block(1, 2, 1);
        put(1, "return t;");
        op('end');
    }
    $text .= "}\n";
    return $start;
}

# The graph: of each state its successors, as [state, event, what the step is by its place]. A state is "pc x y t", and behind it
# where and with which t the caller goes on.
sub explore
{
    my ($start) = @_;
    my %next;
    my $first = "$start 0 0 0";
    my @work = ($first);
    while (defined(my $s = pop @work)) {
        next if $next{$s};
        my ($pc, $x, $y, $t, @caller) = split ' ', $s;
        my $i = $pc < 0 ? ['over'] : $code[$pc];
        my $v = {x => $x, y => $y, t => $t};
        my $on = $pc + 1;
        my @to;
        if ($i->[0] eq 'set') {
            $v->{$i->[1]} = compute($i->[2], $v);
            @to = [join(' ', $on, $v->{x}, $v->{y}, $v->{t}, @caller), '', ($i->[1] ne 't' ? "statement:$i->[1] global" : $pc >= $start ? 'statement:t' : '')];
        } elsif ($i->[0] eq 'if') {
            @to = [join(' ', compute($i->[1], $v) ? $on : $i->[2], $x, $y, $t, @caller), '', ''];
        } elsif ($i->[0] eq 'choose') {
            @to = map { [join(' ', $_, $x, $y, $t, @caller), '', ''] } @$i[1 .. 3];
        } elsif ($i->[0] eq 'go') {
            @to = [join(' ', $i->[1], $x, $y, $t, @caller), '', ''];
        } elsif ($i->[0] eq 'call') {
            @to = ["0 $x $y 0 $on $t", '', 'function'];
        } elsif ($i->[0] eq 'return') {
            @to = ["$caller[0] $x $y $caller[1]", '', 'function'];
        } elsif ($i->[0] eq 'beep') {
            @to = [join(' ', $on, $x, $y, $t, @caller), 'beep', 'event'];
        } elsif ($i->[0] eq 'end') {
            @to = ["-1 $x $y 0", '', 'statement:end event global loop function mark'];
        } elsif ($i->[0] ne 'over') {
            @to = [join(' ', $on, $x, $y, $t, @caller), '', {head => 'loop', tick => 'mark', back => ''}->{$i->[0]}];
        }
        # `head` and `tick` are places: the step is the one that leads there
        $next{$s} = \@to;
        push @work, map { $_->[0] } @to;
    }
    for my $to (values %next) {
        for (@$to) {
            my ($pc) = split ' ', $_->[0];
            $_->[2] =~ s/\bloop\b// if $pc >= 0 && $_->[2] !~ /end/;
            $_->[2] .= ' loop' if $pc >= 0 && $code[$pc][0] eq 'head';
        }
    }
    return (\%next, $first);
}

# The graph of the steps of a grain: states are "state|event", those of endless silence "state|stay".
sub coarsen
{
    my ($next, $first, $is_step) = @_;
    my %endless = map { $_ => 1 } keys %$next;
    for (my $changed = 1; $changed;) {
        $changed = 0;
        for my $s (keys %endless) {
            next if grep { !$is_step->($_) && $endless{$_->[0]} } @{$next->{$s}};
            delete $endless{$s};
            $changed = 1;
        }
    }
    my (%coarse, @work);
    @work = ("$first|");
    while (defined(my $n = pop @work)) {
        next if $coarse{$n};
        my ($s, $event) = split /\|/, $n;
        if (($event // '') eq 'stay') {
            $coarse{$n} = [$n];
            next;
        }
        my (%to, %seen);
        my @silent = ($s);
        while (defined(my $at = pop @silent)) {
            next if $seen{$at}++;
            $is_step->($_) ? ($to{"$_->[0]|$_->[1]"} = 1) : push @silent, $_->[0] for @{$next->{$at}};
        }
        $to{"$s|stay"} = 1 if $endless{$s};
        $coarse{$n} = [keys %to];
        push @work, keys %to;
    }
    return (\%coarse, "$first|");
}

# ---- formulas ------------------------------------------------------------------------------------------------------

sub formula
{
    my ($depth) = @_;
    return {text => 'beep', op => 'e'} if !$depth && rand() < 0.1;
    return {text => $_, op => 'l', in => $_ eq 'in(f)'} for !$depth && rand() < 0.15 ? pick('in(f)', 'in(main)') : ();
    if (!$depth) {
        my $n = number();
        my $c = pick("x == $n", "y == $n", 'x < y', 'x != y', "x + y > $n", "t == $n");
        return {text => '"' . ($c =~ s/\bt\b/main:t/r) . '"', op => 'p', c => $c};
    }
    my $op = pick('EF', 'AF', 'EG', 'AG', 'EU', 'AU', '!', '&&', '->', 'AX', 'EX', 'AX', 'EX');
    my $a = formula($depth - 1);
    return {text => $op eq '!' ? "!($a->{text})" : "$op ($a->{text})", op => $op, a => $a} if $op =~ /^([EA][FGX]|!)$/;
    my $b = formula($depth - 1);
    my $is_until = $op =~ /^([EA])U/;
    return {text => $is_until ? "$1\[($a->{text}) U ($b->{text})]" : "($a->{text}) $op ($b->{text})", op => $op, a => $a, b => $b};
}

sub names { my ($f) = @_; return !$f ? '' : join ' ', $f->{c} // '', $f->{op} eq 'e' ? 'beep' : $f->{op} eq 'l' ? 'place' : '', names($f->{a}), names($f->{b}) }

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

# Whether control is in f; and the variables, of which t is main's: behind its end it may be anything.
my ($start, $t_at_end);
sub inside { my ($pc) = @_; return $pc >= 0 && $pc < $start ? 1 : 0 }

sub values_in
{
    my ($pc, $x, $y, $t, @caller) = split ' ', $_[0] =~ s/\|.*//r;
    return {x => $x, y => $y, t => $pc < 0 ? $t_at_end : inside($pc) ? $caller[1] : $t};
}

sub states_of
{
    my ($next, $f) = @_;
    my $op = $f->{op};
    return {map { /\|beep$/ ? ($_ => 1) : () } keys %$next} if $op eq 'e';
    return {map { my ($pc, undef, undef, undef, @caller) = split /[ |]/; $pc >= 0 && $f->{in} == inside($pc) ? ($_ => 1) : () } keys %$next} if $op eq 'l';
    return {map { compute($f->{c}, values_in($_)) ? ($_ => 1) : () } keys %$next} if $op eq 'p';
    my $a = states_of($next, $f->{a});
    my $true = {map { $_ => 1 } keys %$next};
    return until_of($next, 0, $true, $a) if $op eq 'EF';
    return until_of($next, 1, $true, $a) if $op eq 'AF';
    return not_in($next, until_of($next, 1, $true, not_in($next, $a))) if $op eq 'EG';
    return not_in($next, until_of($next, 0, $true, not_in($next, $a))) if $op eq 'AG';
    return not_in($next, $a) if $op eq '!';
    return {map { my $s = $_; (grep { $a->{$_} } @{$next->{$s}}) ? ($s => 1) : () } keys %$next} if $op eq 'EX';
    return {map { my $s = $_; (grep { !$a->{$_} } @{$next->{$s}}) ? () : ($s => 1) } keys %$next} if $op eq 'AX';
    my $b = states_of($next, $f->{b});
    return until_of($next, 0, $a, $b) if $op eq 'EU';
    return until_of($next, 1, $a, $b) if $op eq 'AU';
    return {map { ($op eq '&&' ? $a->{$_} && $b->{$_} : !$a->{$_} || $b->{$_}) ? ($_ => 1) : () } keys %$next};
}

# ---- the test ------------------------------------------------------------------------------------------------------

my (%verdicts, %by_grain, @wrong, $asked);
for my $n (1 .. $count) {
    $start = program();
    my ($next, $first) = explore($start);
    open my $out, '>', 'p.c';
    print $out $text;
    close $out;
    system("gcc -w -O0 -I$header -specs=$specs -c -o p.o p.c") == 0 or die 'gcc with the tool';
    open my $map, '>', 'p.am';
    my ($x, $y) = @{pick(['part(1)', 'free'], ['free', 'top'], ['top', 'free'], ['free', 'part(2)'])};
    print $map "file \"p.c\" {\n  var x : $x;\n  var y : $y;\n}\n";
    close $map;
    for my $way ([pick(qw(statement event global)), ''], [pick(qw(loop function mark)), ''],
        [pick(qw(statement event global loop function mark)), '-a p.am --default=free --no-auto'])
    {
        my ($grain, $coarsely) = @$way;
        my @formulas = map { formula(pick(1, 2, 2, 3)) } 1 .. 5;
        my @said = `cwolf check --timeout=10 --grain=$grain $coarsely @{[map {"-p 'f$_: ctl $formulas[$_]{text}'"} 0 .. $#formulas]} p.o 2>err`;
        for my $i (0 .. $#formulas) {
            my ($verdict) = map { /^(True|False|Maybe) f$i$/ ? $1 : () } @said;
            my $names = names($formulas[$i]);
            my $is_step = sub {
                my ($edge) = @_;
                return 1 if $edge->[2] =~ /statement:end/ || ($edge->[1] && $names =~ /\b$edge->[1]\b/);
                return $edge->[2] =~ /\b$grain\b/ if $grain ne 'statement';
                return 1 if $edge->[2] =~ /function/ && $names =~ /place/;
                return $edge->[2] =~ /statement:([xyt])/ && $names =~ /\b$1\b/;
            };
            my ($coarse, $initial) = coarsen($next, $first, $is_step);
            my %is;
            for (0 .. 4) {
                $t_at_end = $_;
                $is{states_of($coarse, $formulas[$i])->{$initial} ? 'True' : 'False'} = 1;
            }
            my $is = keys %is == 1 ? (keys %is)[0] : 'Maybe';
            $asked += !$coarsely;
            $verdicts{$verdict // 'none'}++ if !$coarsely;
            $by_grain{$coarsely ? 'coarsely' : $grain}{$verdict // 'none'}++;
            next if defined $verdict && ($verdict eq 'Maybe' || $verdict eq $is);
            push @wrong, "--grain=$grain $coarsely: ctl $formulas[$i]{text} is " . ($verdict // 'not answered') . ", but $is:\n" . `cat p.am p.c err`;
            system "mkdir -p $ENV{KEEP} && cp p.c $ENV{KEEP}/$n.c" if $ENV{KEEP};
        }
    }
}
ok(!@wrong, "SEED=$seed: no verdict on $asked questions is wrong") or diag(join "\n", @wrong[0 .. ($#wrong > 2 ? 2 : $#wrong)]);
cmp_ok($verdicts{Maybe} // 0, '<=', 0.2 * $asked, 'at most a fifth is not decided');
cmp_ok($verdicts{$_} // 0, '>=', 0.25 * $asked, "a quarter is $_") for qw(True False);
for my $grain (sort keys %by_grain) {
    my $n = $by_grain{$grain};
    note("$grain: ", join ', ', map {"$n->{$_} $_"} sort keys %$n);
}
done_testing();
