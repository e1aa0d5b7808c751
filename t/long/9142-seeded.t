#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Bugs that were put into tinyproxy, one patch each in 9142-seeded/: a close, an unlock or a va_end is gone. What comes out for the rule
# that each breaks: False; Maybe at a line of the patch; Maybe elsewhere. None may be True, and the program as it is must not be accused
# of anything. The table goes to standard output; a patch begins with the rule that it breaks.
#
#   PACKAGES=DIRECTORY SECONDS=N t/long/9142-seeded.t     where sources are kept; seconds for each rule (12)
use strict;
use warnings;
use File::Basename;
use File::Spec;
use File::Temp 'tempdir';
use lib dirname(__FILE__);
use Sources qw(download unpack_package);

my $place = $ENV{PACKAGES} // tempdir(CLEANUP => 1);
my $seconds = $ENV{SECONDS} // 12;
my $at_least = 12; # told at their line
my $patches = File::Spec->rel2abs(dirname(__FILE__) . '/9142-seeded');
chomp(my $specs = `cwolf --specs`);
my $make = 'make ACLOCAL=: AUTOMAKE=: AUTOCONF=: AUTOHEADER=:';
my $dir = "$place/seeded-tinyproxy";

if (!-d '/etc/apt' || !download($place, "$place/fetch.log", 'tinyproxy')) {
    print "1..0 # SKIP the sources cannot be had\n";
    exit;
}
unpack_package($place, "$place/unpack.log", 'tinyproxy', $dir, '--skip-patches') or die 'unpacking';
system("(cd $dir && ./configure CC='gcc -specs=$specs' && $make) >$dir.log 2>&1") == 0 or die "the build: $dir.log";

sub ask { my ($rule) = @_; return `cwolf check --timeout=$seconds -R $rule $dir/src/tinyproxy 2>&1` }

# The lines of the patched file that stand in the patch, as FILE:LINE.
sub lines_of
{
    my ($text) = @_;
    my ($file) = $text =~ m{^\+\+\+ b/src/(\S+)}m;
    return map { my ($from, $n) = @$_; map {"$file:$_"} $from .. $from + $n - 1 } map { [/^@@ \S+ \+(\d+),(\d+) @@/] } $text =~ /^(@@ .* @@)/mg;
}

my (%rules, @true, @accused, %count);
for my $path (sort glob "$patches/*.patch") {
    open my $in, '<', $path or die "$path: $!";
    my $text = do { local $/; <$in> };
    close $in;
    my ($rule) = $text =~ /^rule: (\S+)/ or die "$path names no rule";
    my $name = basename($path, '.patch');
    $rules{$rule} = 1;
    system("cd $dir && patch -p1 <$path >/dev/null && $make >>$dir.log 2>&1") == 0 or die "$name does not apply, or build";
    my $said = ask($rule);
    system("cd $dir && patch -R -p1 <$path >/dev/null") == 0 or die $name;
    my ($verdict) = $said =~ /^(True|False|Maybe) \Q$rule\E$/m;
    $verdict //= 'nothing';
    my ($at) = $said =~ /^([^:\s]+:\d+):\d+: (?:error|warning): rule '\Q$rule\E'/m;
    $at = $at ? $at =~ s{.*/}{}r : 'nowhere';
    my $is_there = grep { $_ eq $at } lines_of($text);
    my $result = $verdict eq 'Maybe' ? $is_there ? 'Maybe, there' : 'Maybe, elsewhere' : $verdict;
    printf "# %-12s %-18s %-16s %s\n", $name, $rule, $result, $at;
    $count{$result}++;
    push @true, $name if $verdict eq 'True';
}
system("cd $dir && $make >>$dir.log 2>&1") == 0 or die 'the build';
for my $rule (sort keys %rules) {
    my ($verdict) = ask($rule) =~ /^(True|False|Maybe) \Q$rule\E$/m;
    printf "# %-12s %-18s %s\n", 'unpatched', $rule, $verdict;
    push @accused, $rule if $verdict eq 'False';
}
my $told = ($count{False} // 0) + ($count{'Maybe, there'} // 0);
print "1..3\n", map {"# $_: $count{$_}\n"} sort keys %count;
print @true ? 'not ' : '', "ok 1 - no broken program is True\n", map {"# $_\n"} @true;
print @accused ? 'not ' : '', "ok 2 - the program as it is is not accused\n", map {"# $_\n"} @accused;
print $told < $at_least ? 'not ' : '', "ok 3 - $told are False, or told at their line\n";
