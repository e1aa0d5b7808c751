#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Bugs that were put into packages, one patch each in 9142-seeded/: a close, an unlock, a va_end or a test is gone. A baseline says which rules
# are True of the program as it is; then it is built with the patch, with the rule that it breaks in the compiler's flags. What comes
# out: the build fails, at a line of the patch or elsewhere; or it passes, for the rule was Maybe before. None may be True, and the
# program as it is must build. The table goes to standard output; a patch begins with its package and rule.
#
#   PACKAGES=DIRECTORY ONLY=PATTERN t/long/9142-seeded.t     where sources are kept; of the patches' names
use strict;
use warnings;
use File::Basename;
use File::Spec;
use File::Temp 'tempdir';
use lib dirname(__FILE__);
use Packages qw(build package_names prepare program_of);
use Sources qw(download);

$| = 1;
my $place = $ENV{PACKAGES} // tempdir(CLEANUP => 1);
my $only = $ENV{ONLY} // '.';
my $seconds = 60; # of a check
my $at_least = 45; # fail the build
my $patches = File::Spec->rel2abs(dirname(__FILE__) . '/9142-seeded');
chomp(my $specs = `cwolf --specs`);
if (!-d '/etc/apt' || !download($place, "$place/fetch.log", package_names())) {
    print "1..0 # SKIP the sources cannot be had\n";
    exit;
}

sub build_with
{
    my ($package, $flags) = @_;
    return build($package, "$place/seeded-$package", "gcc -specs=$specs $flags");
}

# The lines of the patched file that stand in the patch, as FILE:LINE.
sub lines_of
{
    my ($text) = @_;
    my ($file) = $text =~ m{^\+\+\+ b/(?:\S+/)?(\S+)}m;
    return map { my ($from, $n) = @$_; map {"$file:$_"} $from .. $from + $n - 1 } map { [/^@@ \S+ \+(\d+),(\d+) @@/] } $text =~ /^(@@ .* @@)/mg;
}

my (%seeds, @true, @accused, %count);
for my $path (grep { basename($_) =~ /$only/ } sort glob "$patches/*.patch") {
    open my $in, '<', $path or die "$path: $!";
    my $text = do { local $/; <$in> };
    close $in;
    my ($package, $rule) = $text =~ /^(\w+): (\S+)/ or die "$path names no rule";
    grep { $_ eq $package } package_names() or die "$path: no package '$package'";
    push @{$seeds{$package}}, [basename($path, '.patch'), $rule, $path, $text];
}
for my $package (sort keys %seeds) {
    my ($dir, $program) = ("$place/seeded-$package", program_of($package));
    my %rules = map { $_->[1] => 1 } @{$seeds{$package}};
    my $known = "$dir/known";
    prepare($place, $package, $dir, "gcc -specs=$specs") && build_with($package, '') or die "the build: $dir.log";
    my %was;
    for my $rule (sort keys %rules) {
        my $said = `cwolf check --timeout=$seconds -R $rule --write-baseline=$known.$rule $dir/$program 2>/dev/null`;
        ($was{$rule}) = $said =~ /^(True|False|Maybe) /m or die "the check of $rule in $package";
    }
    system("cat $known.* >$known");
    push @accused, map {"$_ in $package"} grep { $was{$_} eq 'False' } sort keys %was;
    for my $rule (sort keys %rules) {
        printf "# %-14s %-20s %s\n", $package, $rule, $was{$rule};
        build_with($package, "-fplugin-arg-cwolf-rules=$rule -fplugin-arg-cwolf-baseline=$known") or push @accused, "$rule in $package";
    }
    for my $seed (@{$seeds{$package}}) {
        my ($name, $rule, $path, $text) = @$seed;
        system("cd $dir && patch -p1 <$path >/dev/null") == 0 or die "$name does not apply";
        my $passes = build_with($package, "-fplugin-arg-cwolf-rules=$rule -fplugin-arg-cwolf-baseline=$known");
        my $said = `cat $dir.log`;
        my ($verdict) = `test -e $dir/$program && cwolf check --timeout=$seconds -R $rule $dir/$program 2>/dev/null` =~ /^(True|False|Maybe) /m;
        system("cd $dir && patch -R -p1 <$path >/dev/null") == 0 or die $name;
        my ($at) = $said =~ /^([^:\s]+:\d+):\d+: (?:error|warning): rule '\Q$rule\E'/m;
        $at = $at ? $at =~ s{.*/}{}r : 'nowhere';
        my $is_there = grep { $_ eq $at } lines_of($text);
        my $result = $passes ? 'passes' : $said !~ /error: (?:(?:rule|property) )?'\Q$rule\E'/ ? 'no rule fails' : $is_there ? 'fails, there' : 'fails, elsewhere';
        printf "# %-14s %-20s %-16s %s\n", $name, $rule, $result, $at;
        $count{$result}++;
        push @true, $name if $passes && ($verdict // '') eq 'True';
    }
}
my $fails = ($count{'fails, there'} // 0) + ($count{'fails, elsewhere'} // 0);
print "1..3\n", map {"# $_: $count{$_}\n"} sort keys %count;
print @true ? 'not ' : '', "ok 1 - no broken program is True\n", map {"# $_\n"} @true;
print @accused ? 'not ' : '', "ok 2 - the programs as they are are not accused, and build\n", map {"# $_\n"} @accused;
print $fails < $at_least ? 'not ' : '', "ok 3 - $fails fail the build\n";
