#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The ready-made rules on seven packages of Debian, each built by its own make: what comes out for each pair of a rule and a program
# that has the events with which the rule begins. No violation but those below may be told, and the number of pairs that are decided
# must not fall. The table goes to standard output.
#
#   PACKAGES=DIRECTORY SECONDS=N t/long/9141-rules-packages.t     where sources are kept; seconds for all rules of a set (12)
use strict;
use warnings;
use File::Basename;
use File::Temp 'tempdir';
use lib dirname(__FILE__);
use Packages qw(build package_names prepare program_of);
use Sources qw(download);

my $place = $ENV{PACKAGES} // tempdir(CLEANUP => 1);
my $seconds = $ENV{SECONDS} // 12;
my $at_least = 40; # decided
# Violations that were looked at in the source.
my %known = (
    'posix.signal_safe in bzip2' => 'mySignalCatcher calls fprintf, and remove and exit by cleanUpAndFail',
    'stdio.leak in bzip2' => 'uncompress leaves the streams of a file that is empty: `bzip2 -t` of twenty of them with ulimit -n 10 fails',
    'stdio.leak in less' => 'parse_lesskey never closes what it opened; valgrind --track-fds=yes says so, with a ~/.lesskey',
    'stdio.double_close in bzip2' => 'a signal behind fclose(zStream) in compressStream: cleanUpAndFail closes the output again',
    'memory.null in less' => 'ch_get uses the anchor of its list where the first buffer cannot be had: ch.c:218 crashes natively with the 27th allocation failing',
    'memory.leak in less' => 'scan_option(save(s)) in main: valgrind says so with LESS=-i',
    'memory.leak in dash' => 'setvar loses its text where setvareq gets no block: the leak sanitizer says so with the sixth failing',
    'stdio.null in pkgconf' => 'nobody looks whether /dev/null could be opened for error_msgout',
    'memory.null in pkgconf' => 'dequote writes to what calloc gave',
    'memory.untested in pkgconf' => 'pkgconf_path_add follows what calloc gave',
    'memory.leak in pkgconf' => 'main leaves at errors without pkgconf_queue_free; valgrind says so of `pkgconf -`',
);
chomp(my $specs = `cwolf --specs`);
# What a program calls in which a rule may begin.
my %begins = (
    'posix.chroot' => qr/chroot/, 'posix.groups_first' => qr/setuid/, posix => qr/open|openat|creat|socket|accept|dup|mkstemp/,
    stdio => qr/fopen|fdopen|tmpfile|popen|fmemopen|open_memstream/, memory => qr/free|realloc/, pthread => qr/pthread_mutex_\w+/,
    va => qr/va_start/,
);

if (!-d '/etc/apt' || !download($place, "$place/fetch.log", package_names())) {
    print "1..0 # SKIP the sources cannot be had\n";
    exit;
}
my ($pairs, $decided, @told, @unbuilt) = (0, 0);
for my $name (package_names()) {
    my ($dir, $program) = ("$place/rules-$name", program_of($name));
    my $gcc = "gcc -specs=$specs";
    if (!prepare($place, $name, $dir, $gcc) || !build($name, $dir, $gcc)) {
        push @unbuilt, $name;
        next;
    }
    my %calls = map { s/(64)?(\@.*)?$//r => 1 } map { (split)[-1] } `nm -D --undefined-only $dir/$program`;
    my $run = "cd $dir && LD_LIBRARY_PATH=. cwolf check --timeout=$seconds";
    $calls{va_start} = 1 if `grep -rlw va_start --include='*.c' $dir`; # it leaves no symbol
    for my $set (qw(stdio memory posix pthread va)) {
        for (`$run -R $set ./$program 2>$dir.$set`) {
            my ($verdict, $rule) = /^(True|False|Maybe) (\S+)$/ or next;
            my $wanted = $begins{$rule} // $begins{$set};
            next if !grep { /^(?:$wanted)$/ } keys %calls;
            printf "# %-26s %-10s %s\n", $rule, $name, $verdict;
            $pairs++;
            $decided += $verdict ne 'Maybe';
            push @told, "$rule in $name" if $verdict eq 'False' && !$known{"$rule in $name"};
        }
    }
}
print "1..3\n";
print @unbuilt ? 'not ' : '', "ok 1 - each package is built\n", map { "# not $_\n" } @unbuilt;
print @told ? 'not ' : '', "ok 2 - no violation is told\n", map { "# $_\n" } @told;
print $decided < $at_least ? 'not ' : '', "ok 3 - $decided of $pairs pairs are decided\n";
