#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Five programs of Debian, built by their own makefiles with the flag, asked two questions with a budget of time: a line for each
# question comes in time. A run that SIGINT or SIGTERM ends at any moment ends at once, and still prints a line for each.
#
# The sources are those of the packages, without Debian's patches; $CWOLF_SOURCES, or $CWOLF_BUILD/sources, holds them unpacked, a
# directory for each package, and what is missing there is fetched by apt-get source. Other variables:
#   PROGRAMS='dash less'   only these      MOMENTS=5   moments for each program and signal
#   TIMEOUT=10             the budget      SEED=1       of the moments
#   STACKS=1               prints where a late process is (gdb, which stops it for a while: times are no longer true)
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename;
use List::Util qw(max);
use POSIX qw(:sys_wait_h sysconf _SC_CLK_TCK);
use Test::More;
use Time::HiRes qw(time sleep);
use lib abs_path(dirname($0));
use Sources qw(alone download unpack_package);

my $build = $ENV{CWOLF_BUILD} or die 'CWOLF_BUILD is not set';
my $sources = $ENV{CWOLF_SOURCES} // "$build/sources";
my $top = "$build/budgets";
my ($moments, $timeout, $seed) = ($ENV{MOMENTS} // 5, $ENV{TIMEOUT} // 10, $ENV{SEED} // time ^ $$);
my @questions = ('reach-assert', 'unreachable abort');

# Seconds beyond the budget, and from a signal to the end. What is promised is 2 and 1; the rest is for a busy machine.
use constant {GRACE => 5, REACTION => 1.5};

# package: what is built in its tree, and how; CC is in the environment
my %programs = (
    'bzip2' => ['bzip2', 'make bzip2 CC="$CC"'],
    'dash' => ['src/dash', './configure CC="$CC" && make'],
    'less' => ['less', './configure CC="$CC" && make less'],
    'lua5.4' => ['src/lua', 'make linux CC="$CC -std=gnu99"'],
    'tinyproxy' => ['src/tinyproxy', './configure CC="$CC" && make'],
);

sub run { my ($log, $command) = @_; return system("exec >'$log' 2>&1 </dev/null; $command") }
sub slurp { my ($path) = @_; open my $f, '<', $path or return ''; local $/; return <$f> // '' }
sub spew { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f or die "$path: $!" }

# ---- sources -------------------------------------------------------------------------------------------------------

sub fetch
{
    my (@packages) = @_;
    my $log = "$sources/fetch.log";
    return 0 if !download($sources, $log, @packages);
    return !grep { !unpack_package($sources, $log, $_, $_, '--skip-patches') } @packages;
}

# ---- building ------------------------------------------------------------------------------------------------------

# Builds a copy of the tree, then links it again; returns the seconds of that, or undef.
sub build
{
    my ($package, $cc) = @_;
    my ($program, $command) = @{$programs{$package}};
    my $tree = "$top/$package";
    system('rm', '-rf', $tree);
    system('cp', '-a', "$sources/$package", $tree);
    local $ENV{CC} = $cc;
    return if run("$top/$package.log", "cd $tree && $command") || !-x "$tree/$program";
    unlink "$tree/$program";
    my $start = time;
    return if run("$top/$package-link.log", "cd $tree && " . ($command =~ s/.*&& //r));
    return time - $start;
}

# ---- runs ----------------------------------------------------------------------------------------------------------

# Runs the check; after `$moment` seconds, if given, sends it the signal. Returns seconds of all, those after the signal (undef if
# it had ended by then), and the status of wait.
sub check
{
    my ($program, $limit, $signal, $moment) = @_;
    my $start = time;
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        open STDIN, '<', '/dev/null';
        open STDOUT, '>', "$top/out";
        open STDERR, '>', "$top/err";
        exec('cwolf', 'check', "--timeout=$timeout", (map { ('-p', $_) } @questions), $program) or POSIX::_exit(127);
    }
    my ($sent, $where, $before);
    my $used_by_others = used_by_children();
    my $late = defined $moment ? undef : $start + $limit;
    while (waitpid($pid, WNOHANG) == 0) {
        if (defined $moment && !$sent && time - $start >= $moment) {
            $before = used($pid);
            kill $signal, $pid;
            $sent = time;
            $late = $sent + $limit;
        }
        if ($ENV{STACKS} && !$where && defined $late && time > $late) {
            $where = stack_of($pid);
            diag("late: $program" . ($sent ? sprintf(', SIG%s at %.2f s', $signal, $moment) : '') . "\n$where");
        }
        kill 'KILL', $pid if time - $start > 6 * $timeout;
        sleep 0.005;
    }
    my $end = time;
    my $status = $?;
    my $after = $sent && $end - $sent;
    my $worked = used_by_children() - $used_by_others - ($before // 0);
    $after = max($worked, $after / 5) if $sent && $worked < $after; # somebody else had the processor
    return ($end - $start, $after, $status);
}

# Seconds of the processor that a process and those that it made have used so far.
sub used
{
    my ($pid) = @_;
    my $ticks = 0;
    for my $path (glob '/proc/[0-9]*/stat') {
        my ($own, $parent, @rest) = slurp($path) =~ /^(\d+) \(.*\) \S (\d+) (.*)/s or next;
        my @fields = split ' ', $rest[0];
        $ticks += $fields[9] + $fields[10] + $fields[11] + $fields[12] if $own == $pid || $parent == $pid;
    }
    return $ticks / sysconf(_SC_CLK_TCK);
}

# The same of all that this process waited for.
sub used_by_children { my (undef, undef, $user, $system) = times; return $user + $system }

# The functions that a process is in, innermost first, if gdb is there.
sub stack_of
{
    my ($pid) = @_;
    my @frames = `gdb -p $pid -batch -ex 'set print frame-arguments none' -ex bt 2>/dev/null` =~ /^#\d+\s+(?:0x\w+ in )?(\S+)/mg;
    return @frames ? join(' < ', @frames) : 'gdb says nothing';
}

# What is wrong with what the last run printed and how it ended; '' if nothing.
sub wrong
{
    my ($status) = @_;
    my @lines = split /\n/, slurp("$top/out");
    return 'died by signal ' . WTERMSIG($status) if WIFSIGNALED($status);
    my @verdicts = map {/^(True|False|Maybe) / ? $1 : 'none'} @lines;
    return 'printed: ' . join('; ', @lines)
        if join("\n", map { s/^\w+ //r } @lines) ne join("\n", @questions) || grep { $_ eq 'none' } @verdicts;
    my $wanted = (grep { $_ eq 'False' } @verdicts) ? 1 : (grep { $_ eq 'Maybe' } @verdicts) ? 3 : 0;
    return 'exit status ' . WEXITSTATUS($status) . " after @verdicts" if WEXITSTATUS($status) != $wanted;
    return '';
}

sub interrupt
{
    my ($name, $program, $signal, $longest) = @_;
    my ($slowest, $missed, $answered, @bad) = (0, 0, 0);
    for my $i (1 .. $moments) {
        my $moment = 0.05 + rand($longest > 0.1 ? $longest - 0.05 : 0.05);
        my ($all, $after, $status) = check($program, REACTION, $signal, $moment);
        if (!defined $after) { # the run was faster this time
            $missed++;
            next;
        }
        my $wrong = wrong($status);
        $answered++ if slurp("$top/out") =~ /^(True|False)/m;
        $slowest = $after if $after > $slowest;
        push @bad, sprintf('at %.2f s: ended %.2f s later%s', $moment, $after, $wrong && ", $wrong") if $wrong || $after > REACTION;
    }
    ok(!@bad, "$name: SIG$signal at any moment ends it within ${\REACTION} s, with a line for each question")
        or diag(join "\n", @bad);
    diag(sprintf '%s: SIG%s: %d moments up to %.1f s, slowest reaction %.2f s, %d with an answer, %d after the end',
        $name, $signal, $moments, $longest, $slowest, $answered, $missed);
}

# ---- the test ------------------------------------------------------------------------------------------------------

my @names = $ENV{PROGRAMS} ? split(' ', $ENV{PROGRAMS}) : sort keys %programs;
system('mkdir', '-p', $top, $sources);
$_ = abs_path($_) for $top, $sources;
my $lock = alone($sources);
my @missing = grep { !-d "$sources/$_" } @names;
plan skip_all => "apt-get source @missing is not possible here: see $sources/fetch.log" if @missing && !fetch(@missing);
undef $lock;
diag("SEED=$seed");
srand $seed;
my $began = time;
chomp(my $specs = `cwolf --specs`);
for my $name (@names) {
    my $link = build($name, 'gcc -specs=' . abs_path($specs));
    ok(defined $link, "$name builds with the flag") or diag("see $top/$name.log") or next;
    my $program = "$top/$name/$programs{$name}[0]";
    my ($all, undef, $status) = check($program, $timeout + GRACE);
    is(wrong($status), '', "$name: a line for each question, and the status of the worst");
    cmp_ok($all, '<', $timeout + GRACE, "$name: in time");
    diag(sprintf '%s: link %.2f s, check %.2f s with a budget of %d s: %s',
        $name, $link, $all, $timeout, join ', ', split /\n/, slurp("$top/out"));
    interrupt($name, $program, $_, $all < $timeout ? $all : $timeout) for $moments ? qw(INT TERM) : ();
}
diag(sprintf '%.0f s', time - $began);
done_testing();
