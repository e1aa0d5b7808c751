# SPDX-License-Identifier: GPL-3.0-or-later
#
# The types, variables and expressions of random C programs. Invariants: an expression has no effect and no undefined behaviour
# but overflow; a pointer that stands in a variable of its own points to something that lives as long as it does; a pointer
# found in a struct or array is null or points to something global, and is tested before it is used.
package Types;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(pick chance some @ints @structs $union int_type pointer_to array_of target make_structs declaration
    lvalues readable writable expr condition constant of_struct address initialiser @scopes declare enter leave name);

our @ints = map { { kind => 'int', name => $_->[0], bits => $_->[1], signed => $_->[2] } } (
    ['_Bool', 1, 0], ['char', 8, 1], ['signed char', 8, 1], ['unsigned char', 8, 0], ['short', 16, 1], ['unsigned short', 16, 0],
    ['int', 32, 1], ['int', 32, 1], ['int', 32, 1], ['unsigned', 32, 0], ['long', 64, 1], ['unsigned long', 64, 0],
    ['enum choice', 32, 0]);
@ints[7, 8] = @ints[6, 6];
our (@structs, $union, @scopes);
my $names = 0;
our $nesting = 0; # inside an index

sub pick { return $_[int rand @_] }
sub chance { return rand() < $_[0] }
sub some { return 1 + int rand $_[0] }
sub name { return $_[0] . $names++ }
sub int_type { return pick(@ints) }
sub pointer_to { return { kind => 'ptr', to => $_[0] } }
sub target { return pick(@ints[3, 4, 6, 6]) } # what pointers point to most: there are always variables of these types
sub array_of { return { kind => 'array', of => $_[0], n => $_[1] } }

sub declaration {
    my ($type, $text) = @_;
    return declaration($type->{of}, $text . "[$type->{n}]") if $type->{kind} eq 'array';
    return declaration($type->{to}, $type->{to}{kind} eq 'array' ? "(*$text)" : "*$text") if $type->{kind} eq 'ptr';
    return "$type->{name} $text";
}

# A few structs, each may hold those before it; the text of their definitions.
sub make_structs {
    @structs = ();
    $names = 0;
    my $out = "enum choice { NONE, ONE, TWO, MANY = 7 };\n";
    for my $i (0 .. int rand 3) {
        my $self = { kind => 'struct', name => "struct s$i" };
        my @fields;
        for my $f (0 .. int rand 4) {
            my $r = rand;
            my $field = { name => "f$f" };
            if ($r < 0.25) {
                $field->{type} = pick(grep { $_->{name} ne 'enum choice' } @ints);
                $field->{bits} = some(1 + ($field->{type}{bits} > 20 ? 20 : $field->{type}{bits} - 1));
                $field->{bits} = $field->{type}{bits} if $field->{bits} > $field->{type}{bits};
            } elsif ($r < 0.6) {
                $field->{type} = int_type();
            } elsif ($r < 0.72) {
                $field->{type} = array_of(int_type(), pick(2, 3, 4));
            } elsif ($r < 0.85 && @structs) {
                $field->{type} = chance(0.3) ? array_of(pick(@structs), 2) : pick(@structs);
            } elsif ($r < 0.95) {
                $field->{type} = pointer_to(chance(0.3) ? $self : target());
            } else {
                $field->{type} = int_type();
            }
            push @fields, $field;
        }
        $self->{fields} = \@fields;
        push @structs, $self;
        $self->{packed} = chance(0.1);
        $out .= "struct s$i {\n" . join('', map {
            '    ' . declaration($_->{type}, $_->{name}) . ($_->{bits} ? " : $_->{bits}" : '') . ";\n"
        } @fields) . '}' . ($self->{packed} ? ' __attribute__((packed))' : '') . ";\n";
    }
    my @members = ({ name => 'u0', type => int_type() }, { name => 'u1', type => int_type() });
    push @members, { name => 'u2', type => array_of(pick(@ints[1 .. 5]), pick(2, 4)) } if chance(0.7);
    my ($flat) = grep { !grep { $_->{type}{kind} ne 'int' } @{$_->{fields}} } @structs;
    push @members, { name => 'u3', type => $flat } if $flat && chance(0.5);
    $union = { kind => 'union', name => 'union u', fields => \@members };
    return $out . "union u {\n" . join('', map { '    ' . declaration($_->{type}, $_->{name}) . ";\n" } @members) . "};\n";
}

# ---- variables: scopes from the outside to the inside -------------------------------------------------------------------------

sub enter { push @scopes, [] }
sub leave { pop @scopes }

# flags: ro (never written), untouchable (no address), nullable
sub declare {
    my ($name, $type, %flags) = @_;
    my $v = { name => $name, type => $type, level => $#scopes, %flags };
    push @{$scopes[-1]}, $v;
    return $v;
}

# An index below n: a constant, a counter known to be below, or masked.
sub below {
    my ($n) = @_;
    my @counters = grep { $_->{below} && $_->{below} <= $n } map { @$_ } @scopes;
    return pick(@counters)->{name} if @counters && chance(0.5);
    return int rand $n if chance(0.5) || $nesting;
    local $nesting = 1;
    my $e = expr(0);
    return "($e) & " . ($n - 1) if !($n & $n - 1);
    return "(unsigned)($e) % $n";
}

# Every part of an lvalue, itself included, with all that is known: text, type, level, bits, ro, guard, direct.
sub parts {
    my ($at, $depth, $out) = @_;
    push @$out, $at;
    my ($type, $text) = @$at{qw(type text)};
    return if $depth <= 0;
    my %rest = (%$at, direct => 0);
    if ($type->{kind} eq 'struct' || $type->{kind} eq 'union') {
        for my $f (@{$type->{fields}}) {
            parts({ %rest, text => "$text.$f->{name}", type => $f->{type}, bits => $f->{bits},
                packed => $rest{packed} || $type->{packed}, inside => 1 }, $depth - 1, $out);
        }
    } elsif ($type->{kind} eq 'array') {
        my $i = below($type->{n});
        my $element = chance(0.85) ? $text . "[$i]" : "(*($text + ($i)))";
        parts({ %rest, text => $element, type => $type->{of}, inside => 1 }, $depth - 1, $out);
    } elsif ($type->{kind} eq 'ptr') {
        my @guard = (@{$at->{guard} // []}, $at->{inside} || $at->{nullable} ? $text : ());
        parts({ %rest, text => chance(0.8) ? "(*$text)" : "$text" . "[0]", type => $type->{to}, guard => \@guard, inside => 1,
            ro => 0, deref => 1, bits => 0, packed => 0 }, $depth - 2, $out);
    }
}

sub lvalues {
    my @out;
    for my $v (map { @$_ } @scopes) {
        parts({ text => $v->{name}, type => $v->{type}, level => $v->{level}, ro => $v->{ro}, direct => 1,
            untouchable => $v->{untouchable}, nullable => $v->{nullable} }, 5, \@out);
    }
    return @out;
}

sub readable { return grep { $_->{type}{kind} eq $_[0] } lvalues() }
sub writable { my ($kind) = @_; return grep { !$_->{ro} && $_->{type}{kind} eq $kind } lvalues() }

# What reads an lvalue, whatever its pointers are.
sub reading {
    my ($l, $else) = @_;
    return $l->{text} if !@{$l->{guard} // []};
    return '(' . join(' && ', @{$l->{guard}}) . " ? $l->{text} : $else)";
}

# ---- expressions --------------------------------------------------------------------------------------------------------------

my @constants = (0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 10, -1, -1, -2, -3, 15, 16, 31, 100, 127, 128, -127, -128, 255, 256,
    257, -129, 32767, 32768, 65535, 65536, '0x7fffffff', '0x80000000', '0xffffffffu', '(-0x7fffffff - 1)', '3u', '1u', '1L', '5UL',
    '-1L', '0x7fffffffffffffffL', '0x8000000000000000UL', "'a'", "'0'", 'ONE', 'MANY', 'sizeof(int)');
sub constant { return chance(0.75) ? int(rand 6) - 1 : pick(@constants) }

sub leaf {
    my @ints = readable('int');
    return constant() if !@ints || chance(0.25);
    my $l = pick(@ints);
    return reading($l, constant());
}

sub expr {
    my ($depth) = @_;
    return leaf() if $depth <= 0 || chance(0.15);
    my $r = rand;
    my $sub = sub { expr($depth - 1 - int rand 2) };
    return '(' . $sub->() . ' ' . pick('+', '-', '+', '-', '*', '&', '|', '^') . ' ' . $sub->() . ')' if $r < 0.38;
    return '(' . $sub->() . ' ' . pick('/', '%') . ' ' . pick('(' . $sub->() . ' | 1)', 3, 2, 7, '5u', -2) . ')' if $r < 0.46;
    return '(' . $sub->() . ' ' . pick('<<', '>>') . ' ' . pick('(' . $sub->() . ' & 7)', 1, 2, 3, 4, 8) . ')' if $r < 0.55;
    return pick('-', '~', '!', '!!') . '(' . $sub->() . ')' if $r < 0.63;
    return '(' . pick(@ints)->{name} . ')(' . $sub->() . ')' if $r < 0.74;
    return condition($depth) if $r < 0.84;
    return '(' . condition($depth - 1) . ' ? ' . $sub->() . ' : ' . $sub->() . ')' if $r < 0.92;
    return pointer_expr($depth) if $r < 0.96;
    return builtin($sub);
}

sub builtin {
    my ($sub) = @_;
    my $e = $sub->();
    return pick("__builtin_popcount($e)", "__builtin_ctz(($e) | 8)", "__builtin_clz(($e) | 1)", "__builtin_bswap16($e)", "abs($e)",
        "__builtin_bswap32($e)", "__builtin_expect($e, 1)", "__builtin_parity($e)", "__builtin_ffs($e)", "labs($e)",
        "toupper(($e) & 127)", "isdigit(($e) & 127)", "__builtin_constant_p($e)");
}

# An integer made from pointers: comparisons and differences.
sub pointer_expr {
    my @arrays = grep { !@{$_->{guard} // []} && !$_->{packed} } readable('array');
    my @pointers = grep { !@{$_->{guard} // []} } readable('ptr');
    if (@arrays && chance(0.5)) {
        my $a = pick(@arrays);
        my ($i, $j) = map { below($a->{type}{n}) } 1, 2;
        return "(int)(&$a->{text}" . "[$i] - &$a->{text}" . "[$j])" if chance(0.5);
        return "(&$a->{text}" . "[$i] " . pick('<', '==', '!=', '>=') . " $a->{text} + ($j))";
    }
    return leaf() if !@pointers;
    my $p = pick(@pointers);
    return "($p->{text} " . pick('==', '!=') . " 0)" if chance(0.3);
    my $to = address($p->{type}{to}, 99);
    return "($p->{text} " . pick('==', '!=') . " $to)" if $to;
    return "(!$p->{text})";
}

sub condition {
    my ($depth) = @_;
    my $sub = sub { expr($depth - 1 - int rand 2) };
    my $r = rand;
    return '(' . $sub->() . ' ' . pick('<', '<=', '>', '>=', '==', '!=') . ' ' . (chance(0.5) ? constant() : $sub->()) . ')' if $r < 0.6;
    return '(' . condition($depth - 1) . ' ' . pick('&&', '||', '&&', '||', '&', '|') . ' ' . condition($depth - 1) . ')'
        if $r < 0.85 && $depth > 0;
    return '!' . $sub->() if $r < 0.9;
    return $sub->();
}

# The address of something of a type that lives at least as long as a level, or undef.
sub address {
    my ($type, $level) = @_;
    my @found = grep {
        $_->{type} == $type && $_->{level} <= $level && !$_->{bits} && !$_->{packed} && !$_->{ro} && !$_->{untouchable} &&
            !@{$_->{guard} // []} && (!$_->{deref} || $level == 99)
    } lvalues();
    return undef if !@found;
    my $l = pick(@found);
    return $1 if $l->{text} =~ /^\(\*(\w+)\)$/ && chance(0.8);
    return "&$l->{text}";
}

# A value of a struct type: a variable, a member, what a pointer points to, a compound literal.
sub of_struct {
    my ($type) = @_;
    my @found = grep { $_->{type} == $type && !@{$_->{guard} // []} } lvalues();
    return pick(@found)->{text} if @found && chance(0.8);
    return "($type->{name})" . initialiser($type, 0);
}

# An initialiser: constant for globals (pointers null), else with any values.
sub initialiser {
    my ($type, $global) = @_;
    if ($type->{kind} eq 'int') {
        return $global ? constant() : expr(2);
    } elsif ($type->{kind} eq 'ptr') {
        return address($type->{to}, 0) // 0 if chance(0.7);
        return 0;
    } elsif ($type->{kind} eq 'array') {
        return '{' . join(', ', map { initialiser($type->{of}, $global) } 1 .. (chance(0.7) ? $type->{n} : 1)) . '}';
    } elsif ($type->{kind} eq 'union') {
        return '{' . initialiser($type->{fields}[0]{type}, $global) . '}';
    }
    my @fields = @{$type->{fields}};
    @fields = @fields[0 .. int rand @fields] if chance(0.3);
    return '{' . join(', ', map {
        my $value = $_->{type}{kind} eq 'ptr' && $global ? '0' : initialiser($_->{type}, $global);
        chance(0.3) && $_->{type}{kind} eq 'int' ? ".$_->{name} = $value" : $value
    } @fields) . '}';
}

1;
