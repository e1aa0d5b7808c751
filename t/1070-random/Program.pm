# SPDX-License-Identifier: GPL-3.0-or-later
#
# A random C program for t/1070-random/random.h. Every loop ends after a few rounds and every pointer that is followed is
# valid, so that undefined behaviour is rare; what is left of it is found by running the program with sanitizers.
use strict;
use warnings;

package Program;
use Types;
use Extras;

# What the test must know of a program: its invariants, its places by number, whether it reads standard input. Beside these:
# how many statements may follow, whether `break` (1) and `continue` (2) are possible, how often variables are annotated, what
# makes a return statement.
our (@functions, @invariants, @places, $stdin);
our ($fuel, $breakable, $indent, $abstract, $returns, $in_main);
my @abstractions = ('exact', 'flag', 'free', 'ignore', 'values(0, 1)', 'ranges(0, 1, 10)', 'mod(3)', 'set(2)', 'minmax',
    'intervals(2)', 'div(4)', 'values(-1, 2, 7)', 'exact', 'free');

sub line { return '    ' x $indent . "$_[0]\n" }

sub block {
    my ($depth, $count) = @_;
    $indent++;
    enter();
    my $out = '';
    if (chance(0.5)) {
        $out .= local_variable() for 1 .. some(2);
    }
    $out .= looked_after($depth) for 1 .. some($count // 2);
    leave();
    $indent--;
    return $out;
}

sub braces {
    my ($depth, $count) = @_;
    return "{\n" . block($depth, $count) . line('}');
}

sub abstraction {
    my ($name, $type) = @_;
    return '' if !chance($abstract) || $type->{kind} ne 'int' && $type->{kind} ne 'array';
    return '' if $type->{kind} eq 'array' && $type->{of}{kind} ne 'int';
    my $of = $type->{of} // $type;
    my @fitting = grep { $of->{bits} > 4 && ($of->{signed} || !/-1/) || !/\d\d|7/ && !/-1/ } @abstractions;
    return "#pragma cwolf abstract $name : " . pick(@fitting) . ($type->{kind} eq 'array' ? ' array' : '') . "\n";
}

sub some_type {
    my $r = rand;
    return int_type() if $r < 0.5;
    return pick(@structs) if $r < 0.65;
    return array_of(chance(0.25) ? pick(@structs) : chance(0.1) ? array_of(int_type(), 2) : int_type(), pick(2, 3, 4)) if $r < 0.8;
    return $union if $r < 0.86;
    return pointer_to(chance(0.3) ? pick(@structs) : target());
}

sub local_variable {
    my $type = some_type();
    my $name = name('v');
    my $storage = chance(0.1) ? 'static ' : chance(0.05) ? 'volatile ' : '';
    my $static = $storage eq 'static ';
    if ($type->{kind} eq 'ptr') {
        my $to = address($type->{to}, $static ? 0 : $#scopes);
        return '' if !$to;
        $storage = '' if $to !~ /^&v?g/ && $static;
        declare($name, $type);
        return line(declaration($type, $name) . " = $to;");
    }
    my $value = $type->{kind} eq 'int' && !$static ? expr(2) : initialiser($type, $static);
    if ($type->{kind} eq 'struct' && !$static && chance(0.3)) {
        $value = of_struct($type);
    }
    my $out = line($storage . declaration($type, $name) . " = $value;");
    declare($name, $type, untouchable => $storage eq 'volatile ');
    return $out . abstraction($name, $type);
}

# ---- statements ---------------------------------------------------------------------------------------------------------------

sub guarded {
    my ($l, $text) = @_;
    return line($text) if !@{$l->{guard} // []};
    return line('if (' . join(' && ', @{$l->{guard}}) . ')') . '    ' . line($text);
}

sub assignment {
    my @to = writable('int');
    return line(';') if !@to;
    my $l = pick(@to);
    my $r = rand;
    return guarded($l, "$l->{text} = " . expr(3) . ';') if $r < 0.55;
    return guarded($l, "$l->{text} " . pick('+', '-', '*', '&', '|', '^') . '= ' . expr(2) . ';') if $r < 0.7;
    return guarded($l, "$l->{text} " . pick('/=', '%=') . ' (' . expr(1) . ' | 1);') if $r < 0.75;
    return guarded($l, "$l->{text} " . pick('<<=', '>>=') . ' (' . expr(1) . ' & 3);') if $r < 0.8;
    return guarded($l, pick("$l->{text}++;", "$l->{text}--;", "--$l->{text};"));
}

sub aggregate {
    my @to = grep { !$_->{untouchable} } writable(pick('struct', 'struct', 'union', 'ptr', 'ptr', 'array'));
    return assignment() if !@to;
    my $l = pick(@to);
    my $type = $l->{type};
    if ($type->{kind} eq 'ptr') {
        my $level = $l->{direct} ? $l->{level} : 0;
        my $value = address($type->{to}, $level);
        $value = 0 if !$l->{direct} && (!$value || chance(0.2));
        return assignment() if !defined $value;
        return guarded($l, "$l->{text} = $value;");
    }
    if ($type->{kind} eq 'array') {
        return guarded($l, "memset($l->{text}, " . pick(0, 0, 1, 255) . ", sizeof $l->{text});") if $type->{of}{kind} eq 'int';
        return assignment();
    }
    if ($type->{kind} eq 'struct') {
        my $from = of_struct($type);
        return guarded($l, "$l->{text} = $from;") if chance(0.6);
        return guarded($l, "memset(&$l->{text}, 0, sizeof $l->{text});") if chance(0.3);
        return guarded($l, "memcpy(&$l->{text}, &$from, sizeof $l->{text});");
    }
    my @from = grep { !@{$_->{guard} // []} } readable('union');
    return guarded($l, "$l->{text} = " . pick(@from)->{text} . ';');
}

sub show {
    my $name = name('e');
    my $r = rand;
    my $e = $r < 0.5 ? expr(0) : expr(3);
    return line("SHOW(\"$name\", $e)") if $r < 0.7;
    return line('{') . line("    EITHER(" . condition(3) . ", \"$name yes\", \"$name no\")") . line('}') if $r < 0.9;
    return line("_cwolf_event(\"$name\");");
}

# A call of a function with suitable arguments, or undef.
sub call {
    my ($only) = @_;
    my @callable = grep { !$only || $_->{returns} && $_->{returns}{kind} eq $only } @functions;
    return if !@callable;
    my $f = pick(@callable);
    my @args;
    for my $p (@{$f->{params}}) {
        my $type = $p->{type};
        my $arg = $p->{fuel} ? int rand 3 : $type->{kind} eq 'int' ? expr(2) : $type->{kind} eq 'ptr' ? address($type->{to}, 99) : of_struct($type);
        return if !defined $arg;
        push @args, $arg;
    }
    return ($f, ($f->{table} ? "$f->{table}\[(" . expr(1) . ') & 1]' : $f->{name}) . '(' . join(', ', @args) . ')');
}

sub calling {
    my ($f, $call) = call();
    return assignment() if !$f;
    my $type = $f->{returns};
    return line("$call;") if !$type || chance(0.1);
    if ($type->{kind} eq 'struct') {
        my @to = grep { $_->{type} == $type && !@{$_->{guard} // []} } writable('struct');
        return line(pick(@to)->{text} . " = $call;") if @to && chance(0.7);
        my ($field) = grep { $_->{type}{kind} eq 'int' } @{$type->{fields}};
        return $field ? line('SHOW("' . name('r') . "\", $call.$field->{name})") : line("$call;");
    }
    my @to = grep { $_->{direct} } writable('int');
    return line(pick(@to)->{text} . " = $call;") if @to && chance(0.6);
    return line('SHOW("' . name('r') . "\", $call)") if chance(0.5);
    return line("if ($call " . pick('<', '>', '==', '!=') . ' ' . constant() . ')') . '    ' . line('_cwolf_event("' . name('e') . '");');
}

# Something that reads an input.
sub input {
    my $in = 'in()';
    my @to = writable('int');
    my $l = pick(@to);
    my $r = rand;
    return guarded($l, "$l->{text} = $in;") if $r < 0.35 && $l;
    return guarded($l, "$l->{text} " . pick('+=', '=', '^=', '-=') . " $in " . pick('+', '*', '-', '&', '<<') . ' ' . some(3) . ';')
        if $r < 0.5 && $l;
    my $v = name('i');
    my $out = '';
    if ($r < 0.7) {
        my $type = pick(grep { $_->{bits} > 1 } @ints);
        $out = line("$type->{name} $v = $in;") . abstraction($v, $type);
        declare($v, $type);
        return $out;
    }
    return line("if ($in " . pick('==', '<', '>', '!=') . ' ' . pick(0, 1, 2) . ')') . '    ' . line('_cwolf_event("' . name('e') . '");') if $r < 0.8;
    return line('SHOW("' . name('e') . "\", $in)") if $r < 0.88;
    return line("switch ($in) {") . switch_body(1) . line('}');
}

sub switch_body {
    my ($depth) = @_;
    my ($out, %used) = ('');
    local $breakable = 1;
    for (1 .. some(4)) {
        my $low = chance(0.8) ? int(rand 6) - 1 : pick(-100, 7, 100, 255, 65535);
        my $high = $low + (chance(0.3) ? some(4) : 0);
        next if grep { $used{$_}++ } $low .. $high;
        $out .= line("case $low" . ($high > $low ? " ... $high" : '') . ':;') . block($depth - 1, 2);
        $out .= '    ' . line('break;') if chance(0.75);
    }
    return $out if chance(0.3);
    return $out . line('default:;') . block($depth - 1, 1);
}

sub loop {
    my ($depth) = @_;
    my $r = rand;
    local $breakable = 2;
    my $c = name('c');
    my $n = some(3);
    if ($r < 0.5) {
        my $type = pick(grep { $_->{bits} >= 8 && $_->{kind} eq 'int' && $_->{name} ne 'enum choice' } @ints)->{name};
        enter();
        declare($c, $ints[6], ro => 1, below => $n);
        my $out = chance(0.7) ? "for ($type $c = 0; $c < $n; $c++) " : "for ($type $c = $n; $c-- > 0;) ";
        $out = line($out . braces($depth - 1));
        leave();
        return $out =~ s/\n\n/\n/r;
    }
    my $test = chance(0.6) ? condition(2) . " && $c-- > 0" : "$c-- > 0";
    my $out = line("int $c = $n;");
    declare($c, $ints[6], ro => 1);
    return $out . line("while ($test) " . braces($depth - 1)) =~ s/\n\n/\n/r if $r < 0.8;
    return $out . line('do ' . braces($depth - 1) =~ s/\n$//r . " while ($test);");
}

sub jump {
    my ($depth) = @_;
    my $label = name('L');
    if (chance(0.6)) {
        return line('if (' . condition(2) . ')') . '    ' . line("goto $label;") . line(braces($depth - 1)) =~ s/\n\n/\n/r . line("$label:;");
    }
    my $c = name('c');
    my $out = line("int $c = " . some(2) . ';') . line("$label:") . line(braces($depth - 1)) =~ s/\n\n/\n/r;
    return $out . line('if (' . condition(2) . " && $c-- > 0)") . '    ' . line("goto $label;");
}

sub ifs {
    my ($depth) = @_;
    my $out = line('if (' . condition(3) . ') ' . braces($depth - 1)) =~ s/\n\n/\n/r;
    return $out if chance(0.5);
    return $out . line('else ' . braces($depth - 1)) =~ s/\n\n/\n/r;
}

sub place {
    return line('REACHED(' . (push(@places, name('P')) - 1) . ');') . line("$places[-1]:;") if @places < 12;
    return show();
}

sub statement {
    my ($depth) = @_;
    return assignment() if $fuel-- < 0;
    my $r = rand;
    return assignment() if $r < 0.27;
    return show() if $r < 0.43;
    return aggregate() if $r < 0.54;
    return calling() if $r < 0.62;
    return input() if $r < 0.70;
    return Extras::statement() if $r < 0.80;
    return place() if $r < 0.82;
    if ($depth > 0) {
        return ifs($depth) if $r < 0.88;
        return loop($depth) if $r < 0.93;
        return line('switch (' . expr(2) . ') {') . switch_body($depth) . line('}') if $r < 0.96;
        return jump($depth) if $r < 0.97;
        return line(braces($depth - 1)) =~ s/\n\n/\n/r if $r < 0.98;
    }
    return line('if (' . condition(2) . ')') . '    ' . line('break;') if $breakable && chance(0.5);
    return line('if (' . condition(2) . ')') . '    ' . line('continue;') if $breakable == 2 && chance(0.5);
    return line('if (' . condition(2) . ')') . '    ' . line($returns->()) if chance(0.3) && $returns;
    return line('assert(' . condition(3) . ');') if chance(0.3);
    return assignment();
}

# A statement, and a look at the invariants: the next one may store to the same place.
sub looked_after {
    my ($depth) = @_;
    return statement($depth) . line('LOOK();');
}

# ---- functions ----------------------------------------------------------------------------------------------------------------

sub function {
    my ($i) = @_;
    my $r = rand;
    my $type = $r < 0.6 ? int_type() : $r < 0.75 ? pick(@structs) : undef;
    my $name = "f$i";
    my $recursive = chance(0.2);
    my @params;
    push @params, { name => 'n', type => $ints[6], fuel => 1, ro => 1 } if $recursive;
    for my $p (0 .. int rand 3) {
        my $t = chance(0.55) ? int_type() : chance(0.6) ? pointer_to(chance(0.3) ? pick(@structs) : target()) : pick(@structs);
        push @params, { name => "p$p", type => $t };
    }
    enter();
    declare($_->{name}, $_->{type}, ro => $_->{ro}) for @params;
    local $returns = sub {
        return 'return;' if !$type;
        return 'return ' . ($type->{kind} eq 'int' ? expr(2) : of_struct($type)) . ';';
    };
    my $head = "static " . ($type ? $type->{name} : 'void') . " $name(" . join(', ', map { declaration($_->{type}, $_->{name}) } @params) . ')';
    $indent = 1;
    local $fuel = 4 + int rand 7;
    my $body = line('REACHED(' . (push(@places, $name) - 1) . ');');
    $body .= abstraction($_->{name}, $_->{type}) for @params;
    $body .= local_variable() for 1 .. some(2);
    my $self = { name => $name, params => \@params, returns => $type };
    if ($recursive) {
        $body .= line('if (n <= 0)') . '    ' . line($returns->());
        $body .= looked_after(1) for 1 .. some(2);
        my ($f, $call) = do { local @functions = ($self); call() };
        $call =~ s/\(\d+/(n - 1/ if $call;
        $body .= line($type && $type->{kind} eq 'int' && chance(0.7) ? "long t = $call;" : "$call;") if $call;
        declare('t', $ints[10]) if $call && $body =~ /long t = /;
    }
    $body .= looked_after(2) while $fuel > 0;
    $body .= line($returns->()) if $type;
    leave();
    push @functions, $self if !grep { $_->{type}{kind} eq 'ptr' && $_->{type}{to}{kind} eq '' } @params;
    return "$head\n{\n$body}\n\n";
}

# Two functions of one type and a table of them.
sub table {
    my $out = '';
    my @names = map { name('h') } 1, 2;
    for my $n (@names) {
        enter();
        declare('x', $ints[6]);
        $indent = 1;
        local $fuel = 2;
        local $returns;
        $out .= "static int $n(int x)\n{\n" . line('REACHED(' . (push(@places, $n) - 1) . ');');
        $out .= looked_after(1) while $fuel > 0;
        $out .= line('return ' . expr(2) . ';') . "}\n\n";
        leave();
    }
    my $t = name('table');
    push @functions, { name => $names[0], table => $t, params => [{ type => $ints[6] }], returns => $ints[6] };
    return $out . (chance(0.5) ? 'static ' : 'static int (*const ') =~ s/static $/static int (*/r . "${t}[2])(int) = {" . join(', ', @names) . "};\n\n";
}

sub global_variable {
    my $type = some_type();
    my $name = name('g');
    if ($type->{kind} eq 'ptr') {
        my $to = address($type->{to}, 0);
        return '' if !$to || $to !~ /^&g[\w.]*(\[\d\][\w.]*)*$/;
        declare($name, $type);
        return 'static ' . declaration($type, $name) . " = $to;\n";
    }
    declare($name, $type);
    my $out = (chance(0.9) ? 'static ' : '') . declaration($type, $name);
    $out .= ' = ' . initialiser($type, 1) if chance(0.5);
    return "$out;\n" . abstraction($name, $type);
}

# Invariants over single integers in globals.
sub invariants {
    my @ints = grep { !$_->{deref} && $_->{text} =~ /^[\w.]+(\[\d+\][\w.]*)*$/ && $_->{text} !~ /\bc\d/ } readable('int');
    for (1 .. 3) {
        last if !@ints;
        push @invariants, pick(@ints)->{text} . ' ' . pick('<', '<=', '!=', '>=', '==') . ' ' . (chance(0.8) ? int(rand 6) - 1 : pick(7, 255, 127));
    }
}

# The text of a program; %wanted: stdin, wide (how many values an input has).
sub make {
    my (%wanted) = @_;
    ($stdin, $abstract) = ($wanted{stdin}, pick(0, 0, 0.3, 0.7));
    (@functions, @invariants, @places, %Extras::used) = ();
    $in_main = 0;
    ($fuel, $breakable, $indent, $returns) = (0, 0, 0, undef);
    my $wide = $wanted{wide} - 1;
    my $out = qq(#include "random.h"\n\n);
    $out .= "#ifdef NATIVE\nstatic int in(void)\n{\n    static const int all[] = {" . join(', ', 0 .. $wide) .
        "};\n    return each_(all, $wide + 1);\n}\n#else\nint in(void);\n#pragma cwolf input in : [0, $wide]\n#endif\n\n" if !$stdin;
    $out .= "#define in() getchar()\n\n" if $stdin;
    $out .= make_structs() . "\n";
    @scopes = ();
    enter();
    $out .= "static $_->[1]{name} $_->[0];\n" for map { declare(@$_); $_ } map { [name('g'), $_] } @ints[3, 4, 6];
    $out .= global_variable() for 1 .. 1 + some(4);
    $out .= "\n";
    invariants();
    $out .= "#ifdef NATIVE\nstatic void check(void)\n{\n" . join('', map { "    INVARIANT($_, $invariants[$_]);\n" } 0 .. $#invariants) .
        "}\n__attribute__((constructor)) static void begin(void)\n{\n    look_ = check;\n    check();\n}\n#endif\n\n";
    my $i = 0;
    my $code = '';
    $code .= function($i++) for 1 .. int rand 3;
    $code .= table() if chance(0.3);
    enter();
    $in_main = 1;
    local $returns = sub { 'return ' . (chance(0.5) ? int rand 4 : '(' . expr(2) . ') & 7') . ';' };
    $indent = 1;
    local $fuel = 10 + int rand 12;
    my $body = '';
    $body .= local_variable() for 1 .. some(3);
    $body .= input() . line("LOOK();") for 1 .. some(2);
    $body .= looked_after(3) while $fuel > 0;
    $body .= show() for 1 .. 2;
    $body .= line($returns->());
    leave();
    return $out . Extras::helpers() . $code . "int main(void)\n{\n$body}\n";
}

1;
