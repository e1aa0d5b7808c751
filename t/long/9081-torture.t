#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# GCC's execute tests: programs that abort when something is compiled wrongly, and exit with 0 otherwise.
#
# Compiled with the flag an object has the sections and symbols that it has without, and GCC says the same. Of the tests that exit
# with 0, reach-assert is never False, and True for most. Of their mutants that abort, it is never True.
#
# The tests are those of the source package gcc-12; $CWOLF_SOURCES/gcc-12, or $CWOLF_BUILD/sources/gcc-12, holds them unpacked, and
# is filled by apt-get source where it is missing. What it prints about time is of JOBS processes. Other variables:
#   FIRST=1 COUNT=2000     a slice of the tests      LEVELS='0 2'     levels of optimisation to compare objects at
#   MUTANTS=400            how many that abort       FIRST_MUTANT=1   the number of the first
#   TIMEOUT=5              the budget of a check     JOBS=2           processes
#   SEED=1                 of the mutants: each depends on it, on its number and on nothing else
#   BUDGET=150             minutes of the processor that all may take
# Mutants of which it is True stay in $CWOLF_BUILD/torture/wrong.
use strict;
use warnings;
use Cwd qw(abs_path);
use Digest::MD5 qw(md5_hex);
use File::Basename;
use File::Copy qw(copy);
use POSIX qw(SIGABRT);
use Test::More;
use Time::HiRes qw(time);
use lib map { abs_path(dirname($0)) . "/$_" } '.', '../1090-memory';
use Mutants qw(blank);
use Sources qw(testsuite);

my $build = $ENV{CWOLF_BUILD} or die 'CWOLF_BUILD is not set';
my $sources = $ENV{CWOLF_SOURCES} // "$build/sources";
my $top = "$build/torture";
my ($first, $count, $mutants, $first_mutant) = map { $ENV{$_->[0]} // $_->[1] }
    ['FIRST', 1], ['COUNT', 2000], ['MUTANTS', 400], ['FIRST_MUTANT', 1];
my ($timeout, $jobs, $seed, $minutes) = map { $ENV{$_->[0]} // $_->[1] }
    ['TIMEOUT', 5], ['JOBS', 2], ['SEED', time ^ $$], ['BUDGET', 150];
my @levels = split ' ', $ENV{LEVELS} // '0 2';

use constant {
    SHARE => 85,       # per cent of the tests that exit with 0 are True
    GRACE => 5,        # seconds a check may take beyond its budget; 2 are promised, the rest is for a busy machine
    ATTEMPTS => 200,   # until a mutant aborts
};

# A program that calls one of these may do otherwise than the run seen here.
my $input = qr/^(_IO_)?(getc|f?getc(har)?(_unlocked)?|f?gets|.*scanf|f?read|f?open|getenv|s?rand|random|time|clock|gettimeofday)$/;

sub run { my ($log, $command) = @_; return system("exec >'$log' 2>&1 </dev/null; $command") }
sub slurp { my ($path) = @_; open my $f, '<:raw', $path or return ''; local $/; return <$f> // '' }
sub spew { my ($path, $text) = @_; open my $f, '>:raw', $path or die "$path: $!"; print $f $text; close $f or die "$path: $!" }

# ---- the tests -----------------------------------------------------------------------------------------------------

# What a test asks for, on this machine, besides the level of optimisation.
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

# ---- objects -------------------------------------------------------------------------------------------------------

# What is in a 64-bit object, a line for each section and symbol that is not the tool's. Symbols are named, not numbered.
sub contents
{
    my ($path) = @_;
    my $elf = slurp($path);
    my ($table, $entry, $number, $names) = (unpack('Q<', substr $elf, 40, 8), unpack 'v3', substr $elf, 58, 6);
    my @sections = map {
        my %s;
        @s{qw(name type flags addr offset size link info align)} = unpack 'V2Q<4V2Q<', substr $elf, $table + $_ * $entry, $entry;
        \%s
    } 0 .. $number - 1;
    my $string = sub { return unpack 'Z*', substr $elf, $sections[$_[0]]{offset} + $_[1], 4096 };
    $_->{name} = $string->($names, $_->{name}) for @sections;
    my $ours = sub { return $_[0]{name} =~ /^(\.rela?)?\.cwolf/ };
    my (@symbols, @lines, %undefined);
    for my $s (grep { $_->{type} == 2 } @sections) {
        for my $i (0 .. $s->{size} / 24 - 1) {
            my ($name, $info, $other, $where, $value, $size) = unpack 'VC2vQ<2', substr $elf, $s->{offset} + 24 * $i, 24;
            my $home = $where && $where < 0xff00 ? $sections[$where] : {name => $where};
            $name = ($info & 15) == 3 ? $home->{name} : $string->($s->{link}, $name);
            $undefined{$name} = 1 if !$where;
            push @symbols, "$name $info $other $home->{name} $value $size";
            push @lines, "symbol $symbols[-1]" if !$ours->($home);
        }
    }
    for my $s (grep { $_->{name} !~ /^\.(symtab|strtab|shstrtab)$/ && !$ours->($_) } @sections) {
        my $bytes = $s->{type} == 8 ? '' : substr $elf, $s->{offset}, $s->{size};
        if ($s->{type} == 4) {
            $bytes =~ s/(.{8})(.{4})(.{4})(.{8})/"$1$2$symbols[unpack 'V', $3]$4"/gse;
        } elsif ($s->{type} == 17) { # a group: flags, and numbers of sections
            $bytes = join ' ', map { $sections[$_]{name} } (unpack 'V*', $bytes)[1 .. $s->{size} / 4 - 1];
        }
        push @lines, "section $s->{name} $s->{type} $s->{flags} $s->{size} $s->{align} " . md5_hex($bytes);
    }
    return (join("\n", sort @lines), keys %undefined);
}

# ---- mutants -------------------------------------------------------------------------------------------------------

my @classes = ([qw(+ - * / % & | ^)], [qw(<< >>)], [qw(< <= > >= == !=)], [qw(&& ||)], [qw(= += -=)]);
my %swap;
for my $class (@classes) {
    for my $operator (@$class) {
        $swap{$operator} = [grep { $_ ne $operator } @$class];
    }
}

sub pick { return $_[rand @_] }

# The text with one thing changed.
sub mutate
{
    my ($text) = @_;
    my $mask = blank($text);
    my @sites; # by kind: position, length, replacement
    while ($mask =~ /\bif\s*(\((?:[^()]++|(?1))*\))(?=[\s{]*(?:__builtin_)?abort\b)/g) {
        push @{$sites[0]}, [$-[1], length $1, '(!' . substr($text, $-[1], length $1) . ')'];
    }
    while ($mask =~ /(?<![\w.])(0x[0-9a-f]{1,8}|\d{1,9})(?=[ul]*\b(?!\.))/gi) {
        my ($at, $digits) = ($-[1], $1);
        my $value = $digits =~ /^0/ ? oct $digits : $digits;
        push @{$sites[1]}, [$at, length $digits, pick(grep { $_ != $value } $value + 1, $value - 1, 0, int rand 256)];
    }
    while ($mask =~ m{(?<=\s)([-+*/%&|^<>=!]{1,2})(?=\s)}g) {
        push @{$sites[2]}, [$-[1], length $1, pick(@{$swap{$1}})] if $swap{$1};
    }
    my $site = pick(@{pick(grep { defined } @sites) // return});
    substr $text, $site->[0], $site->[1], $site->[2];
    return $text;
}

# ---- one test, one mutant ------------------------------------------------------------------------------------------

my ($specs, $out); # of a worker: what it has to say, in lines of kind, tab, text

sub say { my ($kind, $text) = @_; $out->print("$kind\t" . ($text =~ tr/\n/ /r) . "\n") }

# The status of wait of ./program, which has no input and bounds on what it may use; timeout dies as its child did.
sub native
{
    my $bounds = 'ulimit -t 5 -v 4000000 -f 200000 -c 0';
    return system("exec >/dev/null 2>&1 </dev/null; $bounds; exec timeout -s KILL 10 ./program");
}

# The verdict on ./program; what is wrong with the run instead, as a kind of its own.
sub check
{
    my ($name) = @_;
    my $start = time;
    my $limit = $timeout + GRACE;
    my $command = 'timeout -s KILL ' . 6 * $limit . " cwolf check --timeout=$timeout -p reach-assert ./program";
    my $status = system("$command >out 2>err </dev/null");
    my $seconds = time - $start;
    say('late', sprintf '%s: %.1f s', $name, $seconds) if $seconds > $limit;
    say('slowest', $seconds);
    my ($verdict) = slurp('out') =~ /^(True|False|Maybe) reach-assert\n\z/;
    my %wanted = (True => 0, False => 1, Maybe => 3);
    return $verdict if $verdict && $status == $wanted{$verdict} << 8;
    say('broken', "$name: status $status, prints '" . substr(slurp('out') . slurp('err'), -300) . q{'});
    return '';
}

sub keep { my ($name) = @_; copy($name, "$top/wrong/$name") or die "$top/wrong/$name: $!" }

sub compile { my ($log, $what) = @_; return run($log, "gcc $what") == 0 }

sub test
{
    my ($path) = @_;
    my $name = $path =~ s{.*/}{}r;
    my $options = options_of(slurp($path));
    for my $level (@levels) {
        my $plain = compile('plain.err', "$options -O$level -c $path -o plain.o");
        my $flag = compile('flag.err', "$specs $options -O$level -c $path -o flag.o");
        say('different', "$name -O$level: compiles only " . ($plain ? 'without' : 'with') . ' the flag') if $plain != $flag;
        say('warnings', "$name -O$level: " . slurp('flag.err')) if slurp('plain.err') ne slurp('flag.err');
        next unless $plain && $flag;
        my ($one) = contents('plain.o');
        my ($two) = contents('flag.o');
        my %seen = map { $_ => 1 } split /\n/, $one;
        say('different', "$name -O$level: " . join '; ', grep { !$seen{$_} } split /\n/, $two) if $one ne $two;
        say('object', $name);
    }
    return unless compile('plain.err', "-O0 -c $path -o test.o && gcc test.o -o program -lm") && native() == 0;
    say('zero', $name);
    my $linked = compile('flag.err', "$specs -O0 -c $path -o test.o && gcc $specs test.o -o program -lm");
    say('warnings', "$name, linked: " . slurp('flag.err')) if slurp('plain.err') ne slurp('flag.err') || !$linked;
    return unless $linked;
    my (undef, @undefined) = contents('test.o');
    my $verdict = check($name);
    my @reads = sort grep {/$input/} @undefined;
    say($verdict, $name . ($verdict eq 'False' && @reads ? " (which may read: @reads)" : '')) if $verdict;
    say('wrong', $name) if $verdict eq 'False' && !@reads;
}

# Mutant number N: of random tests, the first that aborts.
sub mutant
{
    my ($number, @tests) = @_;
    srand $seed * 100003 + $number;
    my $name = "mutant-$number.c";
    for my $attempt (1 .. ATTEMPTS) {
        my $path = pick(@tests);
        my $text = slurp($path);
        my $options = options_of($text) . ' -I' . ($path =~ s{/[^/]*$}{}r) . ' -O0';
        my $mutant = mutate($text) // next;
        spew($name, $mutant);
        say('attempt', $name);
        next unless compile('flag.err', "$specs -w $options $name -o program -lm") && native() == SIGABRT;
        my $from = "$name, of " . ($path =~ s{.*/}{}r);
        my $verdict = check($from);
        say("mutant-$verdict", $from) if $verdict;
        if ($verdict eq 'True') {
            keep($name);
            compile('flag.err', "-w -fsanitize=undefined,address $options $name -o program -lm") && run('out', './program');
            my ($error) = slurp('out') =~ /((?:runtime error|AddressSanitizer): [^\n]*)/;
            say('mutant-wrong', "$from" . ($error ? " (undefined: $error)" : ''));
        }
        unlink $name;
        return;
    }
    say('broken', "$name: no mutant of " . ATTEMPTS . ' aborts');
}

# ---- the test ------------------------------------------------------------------------------------------------------

# Takes jobs from a pipe, which all workers share, until it is empty: t and the number of a test, m and that of a mutant.
sub work
{
    my ($worker, $pipe, @tests) = @_;
    my $place = "$top/worker.$worker";
    system('mkdir', '-p', $place);
    chdir $place or die "$place: $!";
    open $out, '>', "$place/result" or die "$place/result: $!";
    $out->autoflush(1);
    while (sysread $pipe, my $job, 6) {
        my ($kind, $number) = $job =~ /^(.)(\d+)/;
        $kind eq 't' ? test($tests[$number - 1]) : mutant($number, @tests);
    }
    close $out or die "$place/result: $!";
}

system('mkdir', '-p', $top, $sources);
$_ = abs_path($_) for $top, $sources;
my ($directory) = testsuite($sources, 'gcc.c-torture/execute');
plan skip_all => "apt-get source gcc-12 is not possible here: see $sources/fetch.log" if !$directory;
my @all = sort glob("$directory/*.c");
my $last = $first + $count - 1 < @all ? $first + $count - 1 : @all;
chomp($specs = `cwolf --specs`);
$specs = '-specs=' . abs_path($specs);
system('rm', '-rf', "$top/wrong", glob("$top/worker.*"));
mkdir "$top/wrong";
my $began = time;
diag("SEED=$seed");

pipe my $jobs_out, my $jobs_in or die "pipe: $!";
my @workers;
for my $worker (1 .. $jobs) {
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        close $jobs_in;
        work($worker, $jobs_out, @all);
        exit 0;
    }
    push @workers, $pid;
}
close $jobs_out;
$SIG{PIPE} = 'IGNORE'; # when no worker is left, which their statuses tell
syswrite $jobs_in, sprintf('t%05d', $_) for $first .. $last;
syswrite $jobs_in, sprintf('m%05d', $_) for $first_mutant .. $first_mutant + $mutants - 1;
close $jobs_in;
my $died = grep { waitpid($_, 0) && $? } @workers;
ok(!$died, 'every worker ends');
my %said;
for (map { split /\n/, slurp($_) } glob("$top/worker.*/result")) {
    my ($kind, $text) = split /\t/, $_, 2;
    push @{$said{$kind}}, $text;
}
my $number = sub { return scalar @{$said{$_[0]} // []} };
my $none = sub { my ($kind, $what) = @_; ok(!$number->($kind), $what) or diag(join "\n", sort @{$said{$kind}}) };

my $zero = $number->('zero');
diag(sprintf '%d tests, of which %d exit with 0; %d pairs of objects', $last - $first + 1, $zero, $number->('object'));
$none->('different', 'with the flag objects are the same but for its sections');
$none->('warnings', 'and GCC says the same');
$none->('broken', 'every check gives one verdict, and the status that belongs to it');
$none->('late', 'in time');
diag(sprintf 'the slowest check took %.1f s', (sort { $b <=> $a } @{$said{slowest} // [0]})[0]);
$none->('wrong', 'reach-assert is not False of a test that exits with 0');
diag("False: $_") for grep {/may read/} @{$said{False} // []};
if ($zero) {
    my $share = 100 * $number->('True') / $zero;
    diag(sprintf 'True: %d (%.1f %%), Maybe: %d, False: %d', $number->('True'), $share, $number->('Maybe'), $number->('False'));
    cmp_ok($share, '>=', SHARE, "it is True of ${\SHARE} %") if $zero > 1500; # not of a slice
}
$none->('mutant-wrong', 'it is never True of a mutant that aborts');
my %of = map { $_ => $number->("mutant-$_") } qw(True False Maybe);
is($of{True} + $of{False} + $of{Maybe}, $mutants, "of $mutants mutants");
diag(sprintf 'mutants: %d False, %d Maybe, %d True, of %d tried', @of{qw(False Maybe True)}, $number->('attempt'));
my (undef, undef, $user, $system) = times;
my $took = ($user + $system) / 60;
diag(sprintf '%.1f minutes of the processor, %.1f with %d processes', $took, (time - $began) / 60, $jobs);
cmp_ok($took, '<', $minutes, "in $minutes minutes of the processor");
done_testing();
