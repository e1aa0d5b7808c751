# SPDX-License-Identifier: GPL-3.0-or-later
#
# A random program of a few pieces: which unit each part stands in, where `n` comes from, and what is asserted.
package Program;
use strict;
use warnings;
use Pieces;

# Where n comes from, and on what it makes the program depend.
my @sources = (
    (['[:const ::volatile :::::]int n = [:0..7:];', 'closed']) x 24,
    ['int n = argc < 1 ? 1 : argc > 3 ? 3 : argc;', 'argc'],
    ['int c = [:getchar()::fgetc(stdin)::getc(stdin):], n = c == EOF ? [:0..7:] : c [:& 7::/ 32 & 7::== \'x\':];', 'byte'],
    ['unsigned char c = [:0..7:]; NEED(read(0, &c, 1) >= 0); int n = c & 7;', 'byte'],
    ['char c[2] = "[:a::b:]"; int n = [:fgets(c, 2, stdin) ? c[0] & 7 : 0::fread(c, 1, 1, stdin) ? c[0] & 3 : 4:];', 'byte'],
    ['char c = [:0..7:]; int n = scanf("%c", &c) == 1 ? c & 7 : [:0..7:];', 'byte'],
);

sub fits {
    my ($piece, @others) = @_;
    my @all = ($piece, @others);
    return 0 if grep { $_->{name} eq $piece->{name} } @others;
    my %ways = map { $_->{way} ? ($_->{way} => 1) : () } @all;
    return keys %ways <= 1;
}

# In most programs nothing hard, or a verdict would be rare: one such piece makes it Maybe.
sub some_pieces {
    my ($pieces, $wanted) = @_;
    my $easy = chance(0.86) && grep { !$_->{hard} } @$pieces;
    my @chosen;
    for my $try (1 .. 200) {
        my $piece = pick(@$pieces);
        push @chosen, $piece if rand(3) < $piece->{weight} && !($easy && $piece->{hard}) && fits($piece, @chosen);
        last if @chosen == $wanted;
    }
    return @chosen;
}

# The text with some checks left out, their values only computed: most of those in hard pieces.
sub thin {
    my ($piece, $text) = @_;
    my $rate = $piece->{hard} ? 0.7 : 0.2;
    return $text =~ s/\bCHECK\b/chance($rate) ? 'IGNORE' : 'CHECK'/ger;
}

# Statements of main's part between variables that stand aside: nothing that the piece does should change them.
sub beside {
    my ($number, $text) = @_;
    return $text if !chance(0.4);
    my $storage = pick('', '', 'static ', 'volatile ', 'static volatile ');
    my $value = pick(1 .. 9);
    my $step = pick('', "aside$number += n;\n", "*way$number += " . pick(1 .. 3) . ";\n");
    my $way = $step =~ /way/ ? "int *way$number = (int *)&aside$number;\n" : '';
    return "${storage}int aside$number = $value;\n$way$text${step}CHECK(aside$number);\n";
}

# Returns units, the text of each; plain, that of the one without the tool; way, link: how they are linked; world: closed, argc,
# byte or open; pieces. A check stands in the texts as "\0NUMBER\0VALUE\0".
sub make {
    my ($pieces) = @_;
    my @pieces = some_pieces($pieces, pick(1, 1, 1, 1, 2, 2, 3));
    my $parted = grep { $_->{units} } @pieces;
    my ($way) = map { $_->{way} // () } @pieces;
    my $count = $parted || $way || chance(0.3) ? pick(2, 2, 3, 4) : 1;
    $way //= $count > 1 ? pick('objects', 'objects', 'archive', 'relocatable', 'shared') : 'objects';
    my $at = 0;
    my @instances = map { instance($_, ++$at) } @pieces;
    my ($source, $world) = @{pick(@sources)};
    $source = choose($source);

    my $shared = join '', map { "void part$_->{number}(int, char **, int);\n" . ($_->{shared} // '') } @instances;
    my @units = ('') x $count;
    my ($plain, @link, @calls) = ('');
    for my $i (@instances) {
        my $here = $i->{piece}{units} || $i->{piece}{plain} ? 0 : int rand $count;
        $units[$i->{shared} && !$i->{other} ? int rand $count : $here] .= thin($i->{piece}, $i->{code} // '');
        $units[$here] .= $i->{with} // '';
        $units[1] .= $i->{other} // '';
        $plain .= $i->{plain} // '';
        push @link, split /\n/, $i->{link} // '';
        my $main = beside($i->{number}, thin($i->{piece}, $i->{main} // '')) =~ s/^/    /gmr;
        if (!$i->{piece}{own} && chance(0.3) && $here == 0) {
            push @calls, "    {\n" . ($main =~ s/^/    /gmr) . "    }\n";
            next;
        }
        $units[$here] .= "void part$i->{number}(int argc, char **argv, int n)\n{\n$main}\n\n";
        push @calls, '    ' . (chance(0.06) ? 'for (int i = 0; i < 2; i++) ' : chance(0.06) ? 'if (n > 1) ' : '') .
            "part$i->{number}(argc, argv, n);\n";
    }
    my $result = pick(0, 0, 'n');
    if (world($world, @pieces) !~ /byte|open/ && chance(0.06)) {
        splice @calls, pick(0, scalar @calls), 0, "    if (argc > 0)\n        main(0, argv);\n";
    }
    $units[0] .= "int main(int argc, char **argv)\n{\n    $source\n" . join('', @calls) . "    return $result;\n}\n";
    my $text = join "\f", map { $_ eq '' ? '' : qq(#include "world.h"\n\n$shared\n$_) } @units, $plain;
    my $checks = 0;
    $text =~ s{CHECK(\((?:[^()"']|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'|(?1))*\));}{"\0" . $checks++ . "\0$1\0"}ge;
    @units = split /\f/, $text, -1;
    $plain = pop @units;
    @units = grep { $_ ne '' } @units;
    $way = 'objects' if @units == 1;
    return { units => \@units, plain => $plain, way => $way, link => \@link, pieces => \@pieces, checks => $checks,
        world => world($world, @pieces), wrap => scalar grep { $_->{wrap} } @pieces };
}

# What all runs of a program depend on: `n`'s source and its pieces.
sub world {
    my ($source, @pieces) = @_;
    my $bytes = ($source eq 'byte') + grep { $_->{byte} } @pieces;
    return 'open' if $bytes > 1 || grep { $_->{open} || $_->{stdin} } @pieces;
    my $argc = $source eq 'argc' || grep { $_->{argc} } @pieces;
    return $bytes ? ($argc ? 'argc byte' : 'byte') : $argc ? 'argc' : 'closed';
}

sub literal { return abs $_[0] > 0x7fffffff ? "$_[0]L" : $_[0] }

sub holds {
    my ($value, @seen) = @_;
    my ($least, $most) = @seen[0, -1];
    my @ranges = ("$value <= " . literal($most), "$value >= " . literal($least), "$value != " . literal($most + pick(1, 7)));
    return pick(@ranges) if @seen > 1;
    return pick(("$value == " . literal($least)) x 4, "$value < " . literal($least + pick(1, 2)), "$value >= " . literal($least),
        "$value != " . literal($least + pick(1, 2, 9)));
}

sub fails {
    my ($value, @seen) = @_;
    my $one = pick(@seen);
    return pick(("$value != " . literal($one)) x 2, "$value == " . literal($one + pick(1, 2)), "$value > " . literal($one));
}

sub assertion {
    my ($condition) = @_;
    return pick(("assert($condition);") x 8, "do if (!($condition)) abort(); while (0);", "assert($condition ? 1 : 0);");
}

# The texts with checks that print.
sub observing { return map { s/\0(\d+)\0(.*?)\0/OBSERVE($1, $2);/gsr } @_ }

# The texts with assertions about the values seen: { NUMBER => { VALUE => 1 } }. In many programs all hold in the runs seen.
sub asserting {
    my ($program, $seen, @texts) = @_;
    my @reached = grep { $seen->{$_} } 0 .. $program->{checks} - 1;
    my %broken;
    $broken{pick(@reached)} = 1 for 1 .. (@reached && chance(0.45) ? pick(1, 1, 2) : 0);
    my $assert = sub {
        my ($number, $value) = @_;
        my @values = sort { $a <=> $b } $seen->{$number} ? keys %{$seen->{$number}} : int rand 10;
        return assertion($broken{$number} ? fails($value, @values) : holds($value, @values));
    };
    return map { s/\0(\d+)\0(.*?)\0/$assert->($1, $2)/gser } @texts;
}

1;
