#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the abstract machine promises about its own code: one place asks for the merge mode, one header changes working states, and
# nothing casts const away.
use strict;
use warnings;
use Test::More;

my @files = glob('runtime/avm/*.c runtime/avm/*.h runtime/avm/*/*.c runtime/avm/*/*.h');
cmp_ok(scalar @files, '>', 40, 'the machine is there');

# Lines of code, comments left out, that match, of all files but those named: "FILE:LINE".
sub lines_with {
    my ($pattern, @but) = @_;
    my %but = map { $_ => 1 } @but;
    my @found;
    for my $file (grep { !$but{s{.*/}{}r} } @files) {
        open(my $in, '<', $file) or die "$file: $!";
        my $text = do { local $/; <$in> };
        $text =~ s{(/\*.*?\*/)}{"\n" x ($1 =~ tr/\n//)}gse;
        my $line = 0;
        for (split /\n/, $text) {
            $line++;
            push @found, "$file:$line" if /$pattern/;
        }
    }
    return "@found";
}

is(lines_with(qr/\bAVM_MERGE_|(?:->|\.)\s*merge\b/, 'policy.c', 'avm.h'), '', 'only policy.c asks for the merge mode');

# Words of a working state: they cannot be written where they are read, and work.h has what writes them.
is(lines_with(qr/(?:->|\.)\s*door\b/, 'work.h'), '', 'only work.h opens the door to the words of a working state');
is(lines_with(qr/(?:->|\.)\s*w\s*=[^=]/, 'work.h'), '', 'only work.h says where a working state has its words');
is(lines_with(qr/\bwrite_word\b/, 'work.h', 'flat_run.c', 'run_on.c'), '', 'only flat code, and what repeats it, writes words that may be registers');

chomp(my $xml = `pkg-config --cflags libxml-2.0`);
my $compile = "gcc -std=c11 -D_GNU_SOURCE -I. $xml -fsyntax-only";
for (['may be read', 'return s->w[W_PC];', 1], ['cannot be written', 'return s->w[W_PC] = 0;', 0]) {
    my ($what, $body, $is_right) = @$_;
    open(my $cc, '|-', "$compile -x c - 2>/dev/null") or die $!;
    print $cc qq{#include "runtime/avm/work.h"\nuint32_t f(struct work *s);\nuint32_t f(struct work *s)\n{\n    $body\n}\n};
    is(close($cc) ? 1 : 0, $is_right, "words $what");
}

my @sources = grep { /\.c$/ } @files;
is(`$compile -Wcast-qual @sources 2>&1`, '', 'nothing casts const away');
done_testing();
