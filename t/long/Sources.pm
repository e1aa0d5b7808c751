# SPDX-License-Identifier: GPL-3.0-or-later
#
# Source packages of Debian for the long tests. Functions that can fail return false and leave the reason in a log.
package Sources;
use strict;
use warnings;
use Exporter 'import';
use Fcntl ':flock';
our @EXPORT_OK = qw(alone download download_of unpack_package testsuite);

# Tests that run at the same time share a directory of sources: who looks whether something is missing there, and fetches it, holds
# this lock, which ends with the variable that keeps it.
sub alone
{
    my ($place) = @_;
    open my $lock, '>', "$place/lock" or die "$place/lock: $!";
    flock $lock, LOCK_EX or die "$place/lock: $!";
    return $lock;
}

# Downloads source packages into a directory with apt-get, which needs no deb-src line in the system's lists: the sources that apt
# knows are asked for source packages, in lists of the directory's own. What is there already is not downloaded again. Another
# release's: where Debian's archive is asked for the suites of this one, it is asked for that one's.
sub download
{
    my ($place, $log, @packages) = @_;
    return download_of(undef, $place, $log, @packages);
}

sub download_of
{
    my ($release, $place, $log, @packages) = @_;
    my $apt = "$place/apt";
    system('mkdir', '-p', "$apt/parts", "$apt/lists/partial", "$apt/cache/archives/partial");
    for my $file (glob('/etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources')) {
        my $text = _slurp($file);
        $text =~ s/^\s*deb(?=\s)/deb-src/mg;
        $text =~ s/^Types:.*$/Types: deb-src/mg;
        $text = _of_release($text, $release) if $release;
        _spew("$apt/parts/" . ($file =~ s{.*/}{}r), $text) if $text =~ /deb-src/;
    }
    my $get = "apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$apt/parts -o Dir::State::lists=$apt/lists " .
              "-o Dir::Cache=$apt/cache -o APT::Sandbox::User=root";
    return _run($log, "$get update && cd $place && $get source --download-only @packages");
}

# Of the entries of a file of sources those of Debian's archive, for another release.
sub _of_release
{
    my ($text, $release) = @_;
    my @entries = $text =~ /^URIs:/m ? split /\n\n+/, $text : split /\n/, $text;
    @entries = grep { m{^(URIs:|deb-src)\s.*/debian/?(\s|$)}m } @entries;
    for (@entries) {
        s/^Suites:.*$/Suites: $release/m;
        s{^(deb-src\s.*/debian/?)\s+\S+}{$1 $release};
    }
    return join "\n\n", @entries;
}

# Unpacks a downloaded package into a directory of the same place; options are those of dpkg-source.
sub unpack_package
{
    my ($place, $log, $package, $directory, @options) = @_;
    my ($dsc) = glob("$place/${package}_*.dsc");
    return $dsc && _run($log, "cd $place && rm -rf $directory && dpkg-source --no-check @options -x $dsc $directory");
}

# The directories of GCC's testsuite with these names (gcc.dg/analyzer), in the order given; () if one of them is missing. Looks in
# PLACE/gcc-12, and fills it from the source package gcc-12 where something is missing; the log is PLACE/fetch.log.
sub testsuite
{
    my ($place, @names) = @_;
    my $find = sub { my ($name) = @_; return (glob("$place/gcc-12/*/gcc/testsuite/$name"))[0] };
    system('mkdir', '-p', $place);
    my $lock = alone($place);
    my @missing = grep { !$find->($_) } @names;
    if (@missing) { # in the package is a tarball of all of GCC
        my $log = "$place/fetch.log";
        system('mkdir', '-p', "$place/gcc-12");
        download($place, $log, 'gcc-12') or return;
        my ($outer) = glob("$place/gcc-12_*.orig.tar.*") or return;
        my ($inner) = `tar -taf $outer` =~ m{^(\S+/gcc-\S+\.tar\.xz)$}m or return;
        my $wanted = join ' ', map {"'*/gcc/testsuite/$_'"} @missing;
        _run($log, "tar -xaOf $outer $inner | tar -xJ -C $place/gcc-12 --wildcards $wanted") or return;
    }
    return map { $find->($_) } @names;
}

sub _run { my ($log, $command) = @_; return system("exec >'$log' 2>&1 </dev/null; $command") == 0 }
sub _slurp { my ($path) = @_; open my $f, '<', $path or return ''; local $/; return <$f> // '' }
sub _spew { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f or die "$path: $!" }

1;
