#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf run against the native program, from what cwolf link wrote and with the executable gone: GCC's execute tests, COUNT programs
# of csmith, bzip2, dash and lua.
#
# A test of GCC's that does something undefined is accused with reason: valgrind accuses it too, or it is one of those below. What
# is not supported is listed with its reason. Sources as in 9081 and 9082. Other variables:
#   FIRST=1 TESTS=2000     a slice of GCC's tests        SEED=1 COUNT=580   of csmith's programs        JOBS=2
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename;
use Test::More;
use lib abs_path(dirname($0));
use Sources qw(alone download unpack_package testsuite);

my $here = abs_path(dirname($0));
my $build = $ENV{CWOLF_BUILD} or die 'CWOLF_BUILD is not set';
my $sources = $ENV{CWOLF_SOURCES} // "$build/sources";
my $top = "$build/run";
my ($first, $tests, $seed, $count, $jobs) = map { $ENV{$_->[0]} // $_->[1] }
    ['FIRST', 1], ['TESTS', 2000], ['SEED', 1], ['COUNT', 580], ['JOBS', 2];
chomp(my $specs = `cwolf --specs`);
$ENV{CC} = "gcc -specs=$specs";

use constant SHARE => 95; # per cent of GCC's tests that are run; the others are named

# Undefined though valgrind does not say so: the value is not looked at by what it became, or an address is printed.
my %reasons = (
    'pr34099-2' => 'x % 1000 with x never set', 'return-addr' => 'prints addresses', 'va-arg-pack-1' => '__builtin_va_arg_pack',
);

sub slurp { my ($path) = @_; open my $f, '<:raw', $path or return ''; local $/; return <$f> // '' }
sub spew { my ($path, $text) = @_; open my $f, '>:raw', $path or die "$path: $!"; print $f $text; close $f or die "$path: $!" }
sub run { my ($log, $command) = @_; return system("exec >'$log' 2>&1 </dev/null; $command") }

# Runs `each` for the items in JOBS processes, each in a directory of its own; the lines they return, in order.
sub parallel
{
    my ($name, $each, @items) = @_;
    my @pids;
    for my $job (0 .. $jobs - 1) {
        my $dir = "$top/$name.$job";
        system("rm -rf $dir; mkdir -p $dir");
        my $pid = fork // die "fork: $!";
        push @pids, $pid;
        next if $pid;
        chdir $dir;
        open my $out, '>', 'results' or die;
        $out->autoflush(1);
        for my $i (grep { $_ % $jobs == $job } 0 .. $#items) { print $out $each->($items[$i]), "\n" }
        close $out;
        POSIX::_exit(0);
    }
    waitpid $_, 0 for @pids;
    return map { split /\n/, slurp("$top/$name.$_/results") } 0 .. $jobs - 1;
}

# ./program and program.cwi are there: "ok", "slow", "native N", "unsupported WHY", "wrong WHY".
sub compare
{
    my ($limit) = @_;
    my $native = system("timeout -s KILL $limit ./program >native.out 2>native.err </dev/null");
    return 'slow' if $native >> 8 == 137 || ($native & 127) == 9;
    return 'native ' . ($native >> 8) if $native;
    rename 'program', 'kept';
    my $own = system('timeout 200 cwolf run program.cwi >own.out 2>own.err </dev/null') >> 8;
    rename 'kept', 'program';
    my $said = slurp('own.err');
    my ($line) = $said =~ /^(.*(?:error|not supported|warning).*)$/m;
    return "unsupported $line" if $own == 3 && $line;
    return 'ok' if $own == 0 && slurp('own.out') eq slurp('native.out');
    return 'wrong ' . ($line // "exits with $own, or prints something else");
}

sub options_of
{
    my ($text) = @_;
    my @options;
    while ($text =~ /\{ dg-(?:additional-)?options \{? ?"([^"]*)" *\}? *(\{.*)?\}/g) {
        my ($some, $target) = ($1, $2 // '');
        push @options, $some if $target !~ /target/ || ($target =~ /x86_64|fpic/ && $target !~ /ia32/);
    }
    return join ' ', @options;
}

sub gcc_test
{
    my ($path) = @_;
    my ($name, $directory) = (basename($path, '.c'), dirname($path));
    my $more = $directory =~ m{/builtins$} ? "$directory/$name-lib.c $directory/lib/main.c" : '';
    unlink 'program', 'program.cwi';
    run('cc', "timeout 60 gcc -w -O0 " . options_of(slurp($path)) . " -specs=$specs -o program $path $more -lm && cwolf link -o program.cwi program")
        and return "$name: native -1";
    my $r = compare(10);
    if ($r =~ /^wrong/ && $r =~ /error: /) {
        run('cc', "gcc -w -g -O0 " . options_of(slurp($path)) . " -o plain $path $more -lm");
        run('grind', 'timeout 60 valgrind -q ./plain');
        $r = 'accused with reason' if slurp('grind') =~ /^==\d+== (?:Conditional|Use of|Invalid)/m;
    }
    return "$name: $r";
}

sub random_program
{
    my ($number) = @_;
    unlink 'program', 'program.cwi';
    run('log', "timeout 30 csmith --seed $number --output random.c") == 0 or return "$number: slow";
    run('cc', "gcc -w -I/usr/include/csmith -specs=$specs -o program random.c && cwolf link -o program.cwi program") and return "$number: native -1";
    return "$number: " . compare(5);
}

use POSIX ();
system("mkdir -p $top");

# ---- GCC's tests ---------------------------------------------------------------------------------------------------

my ($execute) = testsuite($sources, 'gcc.c-torture/execute');
SKIP: {
    skip 'the sources of gcc-12 cannot be had', 2 if !$execute;
    my @paths = grep { !m{-lib\.c$} } map { sort glob "$execute/$_*.c" } '', 'ieee/', 'builtins/';
    @paths = grep { !m{/builtins/} || -e s/\.c$/-lib.c/r } @paths;
    my @results = parallel('torture', \&gcc_test, grep {defined} @paths[$first - 1 .. $first + $tests - 2]);
    my @run = grep { !/: (?:native|slow)/ } @results;
    my @wrong = grep { my ($name) = /^(\S+):/; /: wrong/ && !$reasons{$name} } @run;
    my $good = grep { /: ok$|with reason$/ } @run;
    is(join("\n", @wrong), '', scalar(@run) . ' of GCC\'s tests: none is wrong');
    ok($good * 100 >= SHARE * @run, sprintf('%d of %d are run, %.1f per cent', $good, scalar @run, @run ? 100 * $good / @run : 0));
    diag("accused with reason: $_") for grep { /with reason$/ } @run;
    diag($_) for grep { /: unsupported/ } @run;
}

# ---- csmith --------------------------------------------------------------------------------------------------------

my @random = grep { !/: (?:native|slow)/ } parallel('csmith', \&random_program, $seed .. $seed + $count - 1);
is(join("\n", grep { !/: ok$/ } @random), '', scalar(@random) . ' programs of csmith: the same output');

# ---- programs of Debian --------------------------------------------------------------------------------------------

my %programs = (
    'bzip2' => ['bzip2', 'make bzip2 CC="$CC"', ['-kc text', '-dc text.bz2']],
    'dash' => ['src/dash', './configure CC="$CC" && make', ['script.sh']],
    'lua5.4' => ['src/lua', 'make linux CC="$CC -std=gnu99"', ['program.lua']],
);
for my $name (sort keys %programs) {
    my ($binary, $how, $runs) = @{$programs{$name}};
    SKIP: {
        my $log = "$top/fetch.log";
        system("mkdir -p $sources");
        my $lock = alone($sources);
        my $there = -d "$sources/$name" || (download($sources, $log, $name) && unpack_package($sources, $log, $name, $name, '--skip-patches'));
        skip "the sources of $name cannot be had", scalar @$runs if !$there;
        undef $lock;
        chdir $top;
        system("rm -rf $name; cp -r $sources/$name $name; find $name -name '*.in' -o -name configure -o -name aclocal.m4 | xargs touch");
        chdir "$top/$name";
        run("$top/$name.log", $how) == 0 or diag(slurp("$top/$name.log"));
        spew('text', join '', map { slurp($_) } sort glob '*.c') if $name eq 'bzip2';
        system("./bzip2 -k text") if $name eq 'bzip2';
        system("cp $here/9100-run/* .") if $name ne 'bzip2';
        for my $arguments (@$runs) {
            my $native = system("./$binary $arguments >native.out 2>native.err </dev/null") >> 8;
            system("timeout 600 cwolf run $binary -- $arguments >own.out 2>own.err </dev/null");
            is(slurp('own.out'), slurp('native.out'), "$name $arguments: the output");
            like(slurp('own.err'), qr/^exit status $native$/m, "$name $arguments: the exit status");
        }
    }
}
done_testing();
