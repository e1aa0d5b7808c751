#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every symbol that an object file shows begins with the prefix of its room, or with that of its room within a room.
use strict;
use warnings;
use Test::More;

# rooms whose prefix is a shorter word than their name; what stands behind it is theirs too
my %prefix = (
    'runtime/base'        => [qw(base arena buf diag)],
    'runtime/boolean'     => [qw(bool bebop)],
    'runtime/check/rules' => ['rule'],
    'runtime/driver'      => [qw(driver cmd)],
    'runtime/driver/report' => ['report'],
    'runtime/interface'   => ['iface'],
    'runtime/notes'       => [qw(note notes)],
    'runtime/points'      => [qw(pt points)],
    'runtime/predicates'  => ['pred'],
    'runtime/values'      => [qw(vs values)],
);
# names that others prescribe: the C library's, which models define; what base asks the program for
my %given = ('main' => 1, 'base_out_of_memory' => 1);

my $build = $ENV{CWOLF_BUILD} or BAIL_OUT('CWOLF_BUILD is not set');
my %symbols;
for (split /\n/, `cd '$build' && find runtime -name '*.o' | xargs nm -gA --defined-only`) {
    my ($room, $object, $name) = m{^(.*)/([^/]*\.o):\S+ [A-Z] (\S+)$} or next;
    push @{$symbols{$room}}, "$name in $object" unless $room eq 'runtime/models' && $object ne 'embed.o';
}
cmp_ok(scalar keys %symbols, '>', 20, 'the objects of all rooms are there');
for my $room (sort keys %symbols) {
    my ($outer, $name) = $room =~ m{([^/]*)/([^/]*)$};
    my @allowed = @{$prefix{$room} // ($outer eq 'runtime' ? [$name] : [@{$prefix{"runtime/$outer"} // [$outer]}, $name])};
    my $pattern = join '|', @allowed;
    my @others = grep { !/^(?:$pattern)_/ && !$given{(split)[0]} } @{$symbols{$room}};
    is("@others", '', "$room shows only names that begin with " . join(' or ', map { "${_}_" } @allowed));
}
done_testing;
