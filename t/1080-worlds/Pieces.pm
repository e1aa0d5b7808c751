# SPDX-License-Identifier: GPL-3.0-or-later
#
# The pieces that programs are made of, read from *.pieces:
#
#   == NAME: ATTRIBUTE...      closed: does the same in each run; argc: depends on argc from 1 to 3; byte: on one byte of standard
#                              input; stdin, open: on more than can be tried. units, plain, way=W: how it must be linked.
#                              own: main's part needs a function of its own; wrap: needs -fwrapv; weight=N.
#                              hard: what it checks was nearly always Maybe when it was written
#   (C)                        definitions; -- code is the same, but in any unit if there is a part -- shared
#   -- shared                  declarations for all units
#   -- with                    definitions in the unit of main's part
#   -- other, -- plain         definitions in another unit than main's part; in one compiled without the tool
#   -- main                    statements; `n` is a number from 0 to 7
#   -- link                    options of the link, or 'objcopy' and its options for the unit of -- other
#
# In these, [:a::b:] is one of the alternatives, 1..9 being a number from 1 to 9; [:s=a::b:] also names it for $s elsewhere in the
# piece. `@` is the piece's number. CHECK(VALUE) becomes an assertion about the value.
package Pieces;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(pick chance pieces instance choose);

sub pick { return $_[int rand @_] }
sub chance { return rand() < $_[0] }

sub pieces {
    my ($dir) = @_;
    my @pieces;
    for my $file (sort glob "$dir/*.pieces") {
        my ($kind) = $file =~ /(\w+)\.pieces$/;
        open my $in, '<', $file or die "$file: $!";
        my $part;
        while (<$in>) {
            next if /^#/ && !@pieces || /^# /;
            if (/^== (\S+): (.*)/) {
                push @pieces, { name => $1, kind => $kind, weight => 1, map { /=/ ? split /=/ : ($_ => 1) } split ' ', $2 };
                $part = 'code';
            } elsif (/^-- (\w+)$/) {
                $part = $1;
            } elsif (/\S/) {
                $pieces[-1]{parts}{$part} .= $_;
            }
        }
    }
    return @pieces;
}

sub alternative {
    my ($text, $bound) = @_;
    my $name = $text =~ s/^(\w+)=(?!=)// ? $1 : undef;
    my $chosen = pick(split /::/, $text, -1);
    $chosen = $1 + int rand $2 - $1 + 1 if $chosen =~ /^(-?\d+)\.\.(-?\d+)$/;
    $bound->{$name} = $chosen if $name;
    return $chosen;
}

# The text with its alternatives chosen.
sub choose {
    my ($text) = @_;
    my %bound;
    1 while $text =~ s/\[:((?:(?!\[:|:\]).)*):\]/alternative($1, \%bound)/se;
    $text =~ s/\$(\w+)/exists $bound{$1} ? $bound{$1} : "\$$1"/ge;
    return $text;
}

# The parts of a piece, its alternatives chosen and its names made unique by a number.
sub instance {
    my ($piece, $number) = @_;
    my @names = sort keys %{$piece->{parts}};
    my $text = choose(join "\f", map { $piece->{parts}{$_} } @names);
    $text =~ s/@/$number/g;
    my %parts;
    @parts{@names} = split /\f/, $text, -1;
    return { piece => $piece, number => $number, %parts };
}

1;
