#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Includes run downwards only: the arrows between the rooms.
use strict;
use warnings;
use Test::More;

# what each room may include, besides itself
my %may = (
    'runtime/base'   => [],
    'runtime/values' => ['runtime/base'],
    'runtime/cwi'    => ['runtime/base'],
    'runtime/lts'    => ['runtime/base'],
    'runtime/smt'    => ['runtime/cwi', 'runtime/base'],
    'runtime/models' => ['runtime/cwi', 'runtime/base'],
    'abstractions'   => ['runtime/values', 'runtime/base'],
    'runtime/notes'  => ['runtime/cwi', 'abstractions', 'runtime/values', 'runtime/base'],
);
$may{'labels'}         = ['runtime/notes', @{$may{'runtime/notes'}}];
$may{'plugin'}         = ['runtime/notes', @{$may{'runtime/notes'}}];
$may{'runtime/points'} = ['runtime/notes', @{$may{'runtime/notes'}}];
$may{'runtime/run'}    = ['runtime/points', @{$may{'runtime/points'}}];
$may{'runtime/avm'}    = ['labels', 'runtime/points', 'runtime/lts', @{$may{'labels'}}];
$may{'runtime/logic'}  = ['runtime/lts', 'runtime/base'];
$may{'runtime/boolean'} = ['runtime/base'];
$may{'runtime/predicates'} = ['runtime/points', 'runtime/smt', 'runtime/boolean', @{$may{'runtime/points'}}];
$may{'runtime/check'}  = ['runtime/logic', 'runtime/smt', 'runtime/run', 'runtime/avm', 'runtime/predicates',
    'runtime/boolean', @{$may{'runtime/avm'}}];
$may{'runtime/interface'} = ['runtime/check', @{$may{'runtime/check'}}];
$may{'runtime/driver'} = ['runtime/interface', 'runtime/check', 'runtime/models', @{$may{'runtime/check'}}];

for my $room (sort keys %may) {
    my @wrong;
    my %allowed = map { $_ => 1 } $room, @{$may{$room}};
    for my $file (glob("$room/*.c $room/*.h $room/*.cc $room/*/*.c $room/*/*.h")) {
        open(my $in, '<', $file) or die "$file: $!";
        while (<$in>) {
            next unless m{^\s*#\s*include\s+"((?:runtime/)?\w+)/};
            push @wrong, "$file:$.: $1" unless $allowed{$1};
        }
    }
    is("@wrong", '', "$room includes only what lies below it");
}

# The rooms within a room: what each may include besides itself and what lies in the room itself. There, reduce.c alone
# looks into them; it chooses.
my %within = (
    'runtime/lts' => {
        io      => [],
        refine  => [],
        draw    => ['io'],
        compose => ['io'],
        words   => ['io'],
        weak    => ['refine'],
        sim     => ['refine'],
        compare => ['refine', 'sim', 'words'],
    },
);
for my $room (sort keys %within) {
    for my $inner (sort keys %{$within{$room}}) {
        my @wrong;
        my %allowed = map { $_ => 1 } $inner, @{$within{$room}{$inner}};
        for my $file (glob("$room/$inner/*.c $room/$inner/*.h")) {
            open(my $in, '<', $file) or die "$file: $!";
            while (<$in>) {
                next unless m{^\s*#\s*include\s+"\Q$room\E/(\w+)/};
                push @wrong, "$file:$.: $1" unless $allowed{$1};
            }
        }
        is("@wrong", '', "$room/$inner includes only what lies below it");
    }
    my @known = map { "$room/$_" } sort keys %{$within{$room}};
    is(join(' ', grep { -d } sort glob("$room/*")), "@known", "$room has no other rooms");
    my @wrong = split /\n/, `grep -lE '#include "$room/\\w+/' $room/*.c $room/*.h`;
    is("@wrong", "$room/reduce.c", "in $room itself, only reduce.c includes the rooms within");
}

my $top = join ' ', sort map { s{/.*}{}r } grep { !/^\./ } split /\n/, `git ls-files`;
my %top = map { $_ => 1 } split ' ', $top;
SKIP: {
    skip 'no git checkout', 1 unless %top;
    is(join(' ', grep { !/^(Makefile|README\.md|LICENSE|plugin|runtime|abstractions|labels|examples|t)$/ } sort keys %top),
        '', 'the top level holds nothing else');
}
done_testing();
