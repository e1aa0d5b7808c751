#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random Boolean programs against a naive interpreter.
#
#   SEED=N COUNT=N LIMIT=SECONDS perl t/1200-boolean.t     KEEP=FILE leaves the last program there
#
# The interpreter does not read programs: they are generated as data, with their text beside. It knows two ways: whole
# configurations with their stacks (succ), for replaying traces and for a bounded search that must not find more than
# the checker; and a table of exits by entries, computed anew until nothing changes, which decides what is reachable.
# Each choice is a bit of its own, and all combinations are tried.
use strict;
use warnings;
use File::Temp 'tempdir';

my $seed  = $ENV{SEED}  // 1;
my $count = $ENV{COUNT} // 300;
my $limit = $ENV{LIMIT};
my $dir   = tempdir(CLEANUP => 1);
my (@globals, @procs, @lines);
my $printed = 0;

# ---- generation: a procedure is {name, params, locals, returns, enforce, stmts, labels} --------------------------------

sub pick { $_[int rand @_] }

# An expression: [text, Perl code over @v (values by slot) and $c (the choices), choices so far]
my ($vars, $choices, $may_choose);

sub expr {
    my ($depth) = @_;
    my $r = rand;
    $may_choose = 0 if $choices > 5;
    if ($depth <= 0 || $r < 0.35) {
        if ($may_choose && rand() < 0.2) {
            my $n = $choices++;
            return ['*', "((\$c >> $n) & 1)"];
        }
        return rand() < 0.5 ? [pick('0', 'F'), '0'] : [pick('1', 'T'), '1'] if !@$vars || rand() < 0.1;
        my $i = int rand @$vars;
        return [$vars->[$i], "\$v[$i]"];
    }
    my ($a, $b) = (expr($depth - 1), expr($depth - 1));
    if ($r < 0.5) { return ["!($a->[0])", "(1 - $a->[1])"] }
    if ($r < 0.58 && $may_choose) {
        my $n    = $choices++;
        my $code = "($a->[1] ? 1 : $b->[1] ? 0 : ((\$c >> $n) & 1))";
        return [rand() < 0.5 ? "choose($a->[0], $b->[0])" : "schoose[$a->[0], $b->[0]]", $code];
    }
    if ($r < 0.64) {
        my $d = expr($depth - 1);
        return ["(($a->[0]) ? ($b->[0]) : ($d->[0]))", "($a->[1] ? $b->[1] : $d->[1])"];
    }
    my ($text, $code) = @{pick(['&', '&'], ['&', '&'], ['|', '|'], ['|', '|'], ['^', '^'], ['!=', '^'],
        ['=', ''], ['=>', ''])};
    return ["(($a->[0]) = ($b->[0]))",  "(1 - ($a->[1] ^ $b->[1]))"] if $text eq '=';
    return ["(($a->[0]) => ($b->[0]))", "((1 - $a->[1]) | $b->[1])"] if $text eq '=>';
    return ["($a->[0] $text $b->[0])",  "($a->[1] $code $b->[1])"]   if $text ne '!=' && rand() < 0.5;
    return ["(($a->[0]) $text ($b->[0]))", "($a->[1] $code $b->[1])"];
}

# $n expressions that are evaluated together: their text, and a function of the values that gives all results.
sub exprs {
    my ($n, $depth, $without) = @_;
    ($choices, $may_choose) = (0, !$without);
    my @e;
    push @e, expr($depth) for 1 .. $n;
    my $code = 'sub { my @v = @_; my %r; for my $c (0 .. ' . ((1 << $choices) - 1) . ') { my @r = ('
        . join(', ', map { $_->[1] } @e) . '); $r{"@r"} = [@r] } values %r }';
    return (join(', ', map { $_->[0] } @e), eval($code) // die "$code: $@");
}

my $proc;
my $indent;

sub emit { push @lines, ('    ' x $indent) . $_[0] }

# One more lowered statement, at the line that was just emitted.
sub add { push @{$proc->{stmts}}, {line => scalar @lines, @_}; $proc->{stmts}[-1] }
sub next_pc { scalar @{$proc->{stmts}} }

sub targets {
    my ($n) = @_;
    my %seen;
    return grep { !$seen{$_}++ } map { int rand @$vars } 1 .. $n;
}

sub statement {
    my ($depth) = @_;
    my $r = rand;
    if (@{$proc->{pending}} && rand() < 0.25) {
        my $l = shift @{$proc->{pending}};
        emit("$l:");
        $proc->{labels}{$l} = next_pc();
    }
    if ($r < 0.35 && @$vars) {
        my @t = targets(1 + int rand 3);
        my ($text, $f) = exprs(scalar @t, 2);
        emit(join(', ', map { $vars->[$_] } @t) . " := $text;");
        add(k => 'assign', to => \@t, f => $f);
    } elsif ($r < 0.57) {
        my $q = pick(@procs);
        my @t = targets(8);
        return if !@$vars && $q->{returns} || @t < $q->{returns};
        splice @t, $q->{returns};
        my ($text, $f) = exprs($q->{params}, 2);
        emit((@t ? join(', ', map { $vars->[$_] } @t) . ' := ' : '') . "$q->{name}($text);");
        add(k => 'call', to => \@t, f => $f, callee => $q);
    } elsif ($r < 0.63) {
        my ($text, $f) = exprs(1, 2);
        emit("assume $text;");
        add(k => 'assume', f => $f);
    } elsif ($r < 0.7) {
        my ($text, $f) = exprs(1, 3);
        emit("assert($text);");
        add(k => 'assert', f => $f);
    } elsif ($r < 0.76 && @{$proc->{all}}) {
        my @l = map { pick(@{$proc->{all}}) } 1 .. 1 + int rand 2;
        emit('goto ' . join(', ', @l) . ';');
        add(k => 'goto', labels => \@l);
    } elsif ($r < 0.8) {
        my ($text, $f) = exprs($proc->{returns}, 2);
        emit($text eq '' ? 'return;' : "return $text;");
        add(k => 'return', f => $f);
    } elsif ($r < 0.83) {
        emit('skip;');
        add(k => 'skip');
    } elsif ($depth > 0 && $r < 0.93) {
        my (@leave, $word);
        $word = 'if';
        for (0 .. int rand 2) {
            my ($text, $f) = exprs(1, 2);
            emit("$word ($text) then");
            $word = 'elsif';
            my $jump = add(k => 'goto', hidden => 1);
            my $then = next_pc();
            add(k => 'assume', f => $f);
            block($depth - 1, 2);
            push @leave, add(k => 'goto', hidden => 1);
            $leave[-1]{line} = 0;
            $jump->{to} = [$then, next_pc()];
            add(k => 'assume', f => $f, not => 1);
            $proc->{stmts}[-1]{line} = $jump->{line};
        }
        if (rand() < 0.5) {
            emit('else');
            block($depth - 1, 2);
        }
        emit('fi');
        $_->{to} = [next_pc()] for @leave;
    } elsif ($depth > 0) {
        my ($text, $f) = exprs(1, 2);
        emit("while ($text) do");
        my $head = next_pc();
        my $jump = add(k => 'goto', hidden => 1);
        add(k => 'assume', f => $f);
        block($depth - 1, 2);
        add(k => 'goto', hidden => 1, to => [$head])->{line} = 0;
        $jump->{to} = [$head + 1, next_pc()];
        add(k => 'assume', f => $f, not => 1);
        $proc->{stmts}[-1]{line} = $jump->{line};
        emit('od');
    }
}

sub block {
    my ($depth, $most) = @_;
    $indent++;
    statement($depth) for 1 .. 1 + int rand $most;
    $indent--;
}

sub generate {
    my ($number) = @_;
    srand($seed + $number);
    @lines   = ();
    $indent  = 0;
    @globals = map { "g$_" } 0 .. int(rand 4) - 1;
    @procs   = map {
        my $p = int rand 3;
        +{name => ($_ ? "p$_" : 'main'), params => $p, locals => [map { "l$_" } 0 .. $p - 1 + int rand 2],
            returns => int rand 3, stmts => [], labels => {}}
    } 0 .. int rand 3;
    emit('decl ' . join(', ', @globals) . ';') if @globals;
    for (rand() < 0.3 ? reverse @procs : @procs) {
        $proc = $_;
        $vars = [@globals, @{$proc->{locals}}];
        my @l = @{$proc->{locals}};
        my $t = $proc->{returns};
        emit(($t == 0 ? 'void' : $t == 1 ? pick('bool', 'boolean', 'bool<1>') : "bool<$t>")
            . " $proc->{name}(" . join(', ', splice(@l, 0, $proc->{params})) . ')');
        emit('begin');
        emit('    decl ' . join(', ', @l) . ';') if @l;
        if (@$vars && rand() < 0.2) {
            my ($text, $f) = exprs(1, 2, 1);
            emit("    enforce $text;");
            $proc->{enforce} = $f;
        }
        $proc->{all} = [map { "L$_" } 1 .. int rand 4];
        $proc->{pending} = [@{$proc->{all}}];
        block(2, 8);
        for (@{$proc->{pending}}) {
            emit("$_:");
            $proc->{labels}{$_} = next_pc();
        }
        emit('end');
        my $n = $proc->{returns};
        add(k => 'return', f => sub { any_bits($n) })->{line} = 0;
        for my $s (@{$proc->{stmts}}) {
            $s->{to} = [map { $proc->{labels}{$_} } @{$s->{labels}}] if $s->{labels};
        }
    }
}

# ---- the interpreter ---------------------------------------------------------------------------------------------------

# All lists of $n bits.
sub any_bits {
    my ($n) = @_;
    my @all = ([]);
    @all = map { [@$_, 0], [@$_, 1] } @all for 1 .. $n;
    return @all;
}

sub allowed {
    my ($f, $g, $l) = @_;
    return 1 unless $f->{enforce};
    return (($f->{enforce}->(@$g, @$l))[0])->[0];
}

# Writes values to slots.
sub put {
    my ($g, $l, $to, $values) = @_;
    my @v = (@$g, @$l);
    @v[@$to] = @$values;
    return ([@v[0 .. $#$g]], [@v[@$g .. $#v]]);
}

# What a statement other than call and return leads to: [pc, globals, locals]; $$fails: an assert fails.
sub local_steps {
    my ($f, $pc, $g, $l, $fails) = @_;
    my $s = $f->{stmts}[$pc];
    my $k = $s->{k};
    return map { [$_, $g, $l] } @{$s->{to}} if $k eq 'goto';
    return ([$pc + 1, $g, $l]) if $k eq 'skip';
    my @r = $s->{f}->(@$g, @$l);
    return map { [$pc + 1, put($g, $l, $s->{to}, $_)] } @r if $k eq 'assign';
    my $want = $s->{not} ? 0 : 1;
    $$fails = 1 if $k eq 'assert' && grep { !$_->[0] } @r;
    return (grep { $_->[0] == $want } @r) ? ([$pc + 1, $g, $l]) : ();
}

sub entries {
    my ($f, $g, $args) = @_;
    return grep { allowed($f, $g, $_) } map { [@$args, @$_] } any_bits(@{$f->{locals}} - @$args);
}

# The table: for each procedure and entry, its exits; and the places reached.
sub decide {
    my (%exits, %known, %reached, @entries);
    my $main = $procs[0];
    my $enter = sub {
        my ($f, $g, $args) = @_;
        my $key = "$f->{name}|@$g|@$args";
        push @entries, [$f, $g, $args, $key] unless $known{$key}++;
        return $key;
    };
    for my $args (any_bits($main->{params})) {
        $enter->($main, $_, $args) for any_bits(scalar @globals);
    }
    my $changed = 1;
    while ($changed) {
        $changed = 0;
        my $before = @entries;
        for (my $e = 0; $e < @entries; $e++) {
            my ($f, $g0, $args, $key) = @{$entries[$e]};
            my @todo = map { [0, $g0, $_] } entries($f, $g0, $args);
            my %seen = map { ("$_->[0]|@{$_->[1]}|@{$_->[2]}" => 1) } @todo;
            while (my $at = shift @todo) {
                my ($pc, $g, $l) = @$at;
                my $s = $f->{stmts}[$pc];
                my ($fails, @next);
                $reached{"$f->{name}.$pc"} = 1;
                if ($s->{k} eq 'return') {
                    for my $r ($s->{f}->(@$g, @$l)) {
                        next if $exits{$key}{"@$g|@$r"};
                        $exits{$key}{"@$g|@$r"} = [$g, $r];
                        $changed = 1;
                    }
                } elsif ($s->{k} eq 'call') {
                    for my $a ($s->{f}->(@$g, @$l)) {
                        my $k = $enter->($s->{callee}, $g, $a);
                        push @next, [$pc + 1, put($_->[0], $l, $s->{to}, $_->[1])] for values %{$exits{$k} // {}};
                    }
                } else {
                    @next = local_steps($f, $pc, $g, $l, \$fails);
                    $reached{assert} = 1 if $fails;
                }
                for (@next) {
                    next if !allowed($f, $_->[1], $_->[2]) || $seen{"$_->[0]|@{$_->[1]}|@{$_->[2]}"}++;
                    push @todo, $_;
                }
            }
        }
        $changed = 1 if @entries > $before;
    }
    return \%reached;
}

# A configuration: [globals, [procedure, pc, locals], ...], the running procedure last.
sub text_of {
    my ($c) = @_;
    my ($g, @stack) = @$c;
    return join '/', "@$g", map { "$_->[0]{name} $_->[1] @{$_->[2]}" } @stack;
}

sub initial {
    my $main = $procs[0];
    return map {
        my $g = $_;
        map { [$g, [$main, 0, $_]] } entries($main, $g, [])
    } any_bits(scalar @globals);
}

# All successors, each [configuration, the statement executed]; $$fails: the assert there can fail.
sub succ {
    my ($c, $fails) = @_;
    my ($g, @stack) = @$c;
    my ($f, $pc, $l) = @{$stack[-1]};
    my $s = $f->{stmts}[$pc];
    my @below = @stack[0 .. $#stack - 1];
    my @next;
    if ($s->{k} eq 'call') {
        for my $a ($s->{f}->(@$g, @$l)) {
            push @next, [$g, @stack, [$s->{callee}, 0, $_]] for entries($s->{callee}, $g, $a);
        }
    } elsif ($s->{k} eq 'return') {
        return unless @below;
        my ($cf, $cpc, $cl) = @{$below[-1]};
        for my $r ($s->{f}->(@$g, @$l)) {
            my ($ng, $nl) = put($g, $cl, $cf->{stmts}[$cpc]{to}, $r);
            push @next, [$ng, @below[0 .. $#below - 1], [$cf, $cpc + 1, $nl]];
        }
    } else {
        @next = map { [$_->[1], @below, [$f, $_->[0], $_->[2]]] } local_steps($f, $pc, $g, $l, $fails);
    }
    return map { [$_, $s] } grep { allowed($_->[-1][0], $_->[0], $_->[-1][2]) } @next;
}

# Places that a search of configurations with short stacks finds.
sub search {
    my @todo = initial();
    my %seen = map { (text_of($_) => 1) } @todo;
    my %reached;
    for (my $i = 0; $i < @todo && $i < 1500; $i++) {
        my $fails;
        $reached{"$todo[$i][-1][0]{name}.$todo[$i][-1][1]"} = 1;
        for (succ($todo[$i], \$fails)) {
            push @todo, $_->[0] unless @{$_->[0]} > 6 || $seen{text_of($_->[0])}++;
        }
        $reached{assert} = 1 if $fails;
    }
    return \%reached;
}

# ---- traces ------------------------------------------------------------------------------------------------------------

# Configurations reachable by jumps that a trace does not show.
sub close_over {
    my %all = map { (text_of($_) => $_) } @_;
    my @todo = values %all;
    while (my $c = shift @todo) {
        next unless $c->[-1][0]{stmts}[$c->[-1][1]]{hidden};
        for (map { $_->[0] } succ($c)) {
            push @todo, $all{text_of($_)} = $_ unless $all{text_of($_)};
        }
    }
    return values %all;
}

# The first wrong step, or undef. $where: 'assert', or "procedure.pc".
sub replay {
    my ($where, @trace) = @_;
    my (@now, @values, %global);
    my $head = shift @trace;
    my ($goal) = $head =~ /^\S+?:(\d+):\d+: error: / or return $head;
    for my $line (@trace) {
        my ($n, $text) = $line =~ /^\S+?:(\d+):\d+: note: (.*)$/ or return $line;
        my %new;
        %new = map { split /=/ } split /, /, $1 if $text =~ s/ \[([^]]*)\]$//;
        my ($begins, $enters, $returns) = map { scalar($text =~ $_) } qr/ begins$/, qr/ enters \w+$/, qr/ returns to \w+$/;
        push @values, {} if $begins || $enters;
        pop @values if $returns;
        for (keys %new) { /^g/ ? ($global{$_} = $new{$_}) : ($values[-1]{$_} = $new{$_}) }
        my $implied = $text =~ /^\s*end\b/;
        my @next = $begins ? initial() : map { $_->[0] }
            grep { ($implied && $_->[1]{line} == 0) || $_->[1]{line} == $n }
            grep { $enters ? $_->[1]{k} eq 'call' : $returns ? $_->[1]{k} eq 'return' : $_->[1]{k} !~ /call|return/ }
            map { succ($_) } close_over(@now);
        @now = grep {
            my ($g, @stack) = @$_;
            my ($f, $pc, $l) = @{$stack[-1]};
            my @names = (@globals, @{$f->{locals}});
            my @is = (@$g, @$l);
            @stack == @values && !grep { ($_ < @globals ? $global{$names[$_]} : $values[-1]{$names[$_]}) != $is[$_] } 0 .. $#is;
        } @next;
        return $line unless @now;
    }
    for (close_over(@now)) {
        my $fails = 0;
        my ($f, $pc) = @{$_->[-1]};
        succ($_, \$fails);
        return undef if $where eq 'assert' ? $fails && $f->{stmts}[$pc]{line} == $goal : $where eq "$f->{name}.$pc";
    }
    return "the end: $head";
}

# ---- comparison --------------------------------------------------------------------------------------------------------

# What is wrong with the printed program: its print must be the same text, its answers the same.
sub printed {
    my ($file, $answers, @questions) = @_;
    my $print = "$ENV{CWOLF_BUILD}/t/1202-boolean-text";
    return () unless -x $print;
    my ($once, $twice) = (scalar `$print $file >$dir/b.bp; cat $dir/b.bp`, scalar `$print $dir/b.bp`);
    my @got = split /\n/, `cwolf check @questions $dir/b.bp 2>/dev/null`;
    $printed++;
    return (('the print is not the same text again') x ($once ne $twice || $once eq ''),
        ('the print has other answers') x ("@got" ne "@$answers"));
}

my $start = time;
my (%told, $failed, $done, $steps);
for my $number (1 .. $count) {
    last if defined $limit && time - $start > $limit;
    generate($number);
    $done++;
    my $file = "$dir/a.bp";
    open(my $out, '>', $file) or die;
    print $out map { "$_\n" } @lines;
    close $out;
    my @places = map {
        my $f = $_;
        map { ["$f->{name}.$_", "$f->{name}.$f->{labels}{$_}"] } sort keys %{$f->{labels}}
    } @procs;
    my @questions = ("-p 'assert'", map { "-p 'unreachable $_->[0]'" } @places);
    my @got = split /\n/, `cwolf check @questions $file 2>$dir/err`;
    open(my $in, '<', "$dir/err") or die;
    my (@traces, $is);
    while (<$in>) {
        chomp;
        push @traces, [] if /: error: /;
        push @{$traces[-1]}, $_ if @traces;
    }
    my ($reached, $found) = (decide(), search());
    my @wrong = $number % 5 ? () : printed($file, \@got, @questions);
    for my $p (['assert', 'assert'], @places) {
        my ($verdict) = (shift(@got) // '') =~ /^(\w+) /;
        my $expected = $reached->{$p->[1]} ? 'False' : 'True';
        push @wrong, "$p->[0]: the interpreter contradicts itself" if $found->{$p->[1]} && !$reached->{$p->[1]};
        $verdict //= 'nothing';
        $told{$verdict}++;
        push @wrong, "$p->[0]: $verdict, expected $expected" if $verdict ne $expected;
        next if $verdict ne 'False';
        my $trace = shift @traces // ['no trace'];
        $steps += @$trace - 1;
        my $bad = replay($p->[1], @$trace);
        push @wrong, "$p->[0]: the trace does not replay: $bad" if defined $bad;
    }
    next unless @wrong;
    $failed++;
    print "# program $number of SEED=$seed\n", map { "# $_\n" } @wrong, @lines, '';
    last if $failed > 3;
}
if ($ENV{KEEP}) { open(my $k, '>', $ENV{KEEP}); print $k map { "$_\n" } @lines }
printf "# SEED=%d: %d programs, %s; %d steps of traces replayed, %d printed and read back\n", $seed, $done,
    join(', ', map { "$told{$_} $_" } sort keys %told), $steps // 0, $printed;
print $failed ? 'not ok' : 'ok', " 1 - verdicts are those of a naive interpreter, and traces replay\n1..1\n";
exit($failed ? 1 : 0);
