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
    'runtime/models' => ['runtime/cwi', 'runtime/base'],
    'abstractions'   => ['runtime/values', 'runtime/base'],
    'runtime/notes'  => ['runtime/cwi', 'abstractions', 'runtime/values', 'runtime/base'],
);
$may{'labels'}         = ['runtime/notes', @{$may{'runtime/notes'}}];
$may{'plugin'}         = ['runtime/notes', @{$may{'runtime/notes'}}];
$may{'runtime/points'} = ['runtime/notes', @{$may{'runtime/notes'}}];
$may{'runtime/avm'}    = ['labels', 'runtime/points', 'runtime/lts', @{$may{'labels'}}];
$may{'runtime/logic'}  = ['runtime/lts', 'runtime/base'];
$may{'runtime/check'}  = ['runtime/logic', 'runtime/avm', @{$may{'runtime/avm'}}];
$may{'runtime/driver'} = ['runtime/check', 'runtime/models', @{$may{'runtime/check'}}];

for my $room (sort keys %may) {
    my @wrong;
    my %allowed = map { $_ => 1 } $room, @{$may{$room}};
    for my $file (glob("$room/*.c $room/*.h $room/*.cc")) {
        open(my $in, '<', $file) or die "$file: $!";
        while (<$in>) {
            next unless m{^\s*#\s*include\s+"((?:runtime/)?\w+)/};
            push @wrong, "$file:$.: $1" unless $allowed{$1};
        }
    }
    is("@wrong", '', "$room includes only what lies below it");
}

my $top = join ' ', sort map { s{/.*}{}r } grep { !/^\./ } split /\n/, `git ls-files`;
my %top = map { $_ => 1 } split ' ', $top;
SKIP: {
    skip 'no git checkout', 1 unless %top;
    is(join(' ', grep { !/^(Makefile|README\.md|LICENSE|plugin|runtime|abstractions|labels|examples|t)$/ } sort keys %top),
        '', 'the top level holds nothing else');
}
done_testing();
