#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the check of ready-made rules adds to a link: processor seconds for packages of Debian, beside those of compiling them at -O2
# without C Wolf. Of sqlite3.c bench.sh says it.
#
#   PACKAGES=DIRECTORY RULES=SETS t/bench/bench-rules.pl     where sources are kept; the sets (stdio,memory)
use strict;
use warnings;
use File::Basename;
use File::Temp 'tempdir';
use lib dirname(__FILE__) . '/../long';
use Sources qw(download);
use Packages qw(build package_names prepare);

my $place = $ENV{PACKAGES} // tempdir(CLEANUP => 1);
my $rules = $ENV{RULES} // 'stdio,memory';
chomp(my $specs = `cwolf --specs`);
my $with = "gcc -specs=$specs -fplugin-arg-cwolf-no-cache";

# The processor seconds of what is run by it, with all that it starts.
sub seconds
{
    my ($work) = @_;
    my @before = times;
    $work->() or die "a build failed: $place";
    my @after = times;
    return $after[2] + $after[3] - $before[2] - $before[3];
}

sub show
{
    my ($name, $compile, $link, $check) = @_;
    printf "%-10s compile %6.2f s   check %6.2f s   ratio %.2f\n", $name, $compile, $check - $link, ($check - $link) / $compile;
}

print "== the link check of $rules, without a time or a number of states, against compiling at -O2\n";
if (!-d '/etc/apt' || !download($place, "$place/fetch.log", package_names())) {
    print "the sources cannot be had, skipped\n";
    exit;
}
for my $name (package_names()) {
    my $dir = "$place/bench-$name";
    prepare($place, $name, $dir, 'gcc') or die "$dir.log";
    my $compile = seconds(sub { build($name, $dir, 'gcc') });
    prepare($place, $name, $dir, $with) && build($name, $dir, $with) or die "$dir.log";
    my $link = seconds(sub { build($name, $dir, $with) });
    show($name, $compile, $link, seconds(sub { build($name, $dir, "$with -fplugin-arg-cwolf-rules=$rules") }));
}
