# SPDX-License-Identifier: GPL-3.0-or-later
#
# One change in the text of a C program.
package Mutants;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(mutate blank);

# The text with comments, strings, characters and the preprocessor's lines blank; lengths and lines stay.
sub blank
{
    my ($text) = @_;
    $text =~ s{(/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|^[ \t]*#(?:\\\n|[^\n])*)}{$1 =~ tr/\n/ /cr}gsme;
    return $text;
}

my $sized = join '|', qw(malloc calloc realloc alloca memcpy memmove memset strncpy snprintf fgets fread);

# The text with one bound changed by 1 or 2: what stands between brackets, the right side of a loop's condition, an argument of
# a function that takes a size; and what was changed. Nothing, if there is none.
sub mutate
{
    my ($text) = @_;
    my $mask = blank($text);
    my @sites; # by kind: position and length of an expression
    push @{$sites[0]}, [$-[1], length $1] while $mask =~ /\[([^][;]+)\]/g;
    push @{$sites[1]}, [$-[1], length $1] while $mask =~ /\b(?:for \([^;]*;|while \().*?[<>]=?\s*([\w.>-]+)/g;
    while ($mask =~ /\b(?:$sized)(\((?:[^()]++|(?1))*\))/g) {
        my ($at, $arguments) = ($-[1], $1);
        push @{$sites[2]}, [$at + $-[1], length $1] while $arguments =~ /[(,]\s*((?:[^(),]++|(\((?:[^()]++|(?2))*\)))+)(?=[,)])/g;
    }
    @sites = grep {defined} @sites or return;
    my $kind = $sites[rand @sites];
    my ($at, $length) = @{$kind->[rand @$kind]};
    my $old = substr $text, $at, $length;
    my $new = "$old " . (rand() < 0.5 ? '+' : '-') . ' ' . (1 + int rand 2);
    substr $text, $at, $length, $new;
    return ($text, "$new for $old");
}

1;
