#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The ftpd of Debian's inetutils, built by its own configure and make with the flag: not a warning more, .text untouched; its
# call automaton accepts what strace records of the real daemon, and no longer does when an edge that a record uses is gone.
#
# What counts as an event: the system calls made inside a function of the library that the program itself calls and that the
# ready-made map `posix` names. strace -k prints the call stack of every system call; the frame below the innermost frame of
# the program is the function that it called. Several system calls of fgets are fgets, which has no label, and no events; one of
# fork is the event fork. Labelled functions that need no system call, or several (time, readdir, opendir), and the program's own
# daemon() cannot be seen this way: their labels are silent in the model that the records are held against.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename;
use Socket;
use Test::More;
use lib abs_path(dirname($0));
use Automata qw(accepts deterministic edges_along);
use Sources qw(download unpack_package);

my $top = ($ENV{CWOLF_BUILD} or die "CWOLF_BUILD is not set") . "/ftpd";
my @configure = qw(--without-pam --without-wrap --disable-clients --disable-servers --enable-ftpd);
my @unseen = qw(daemon time gettimeofday clock_gettime readdir opendir closedir);

sub run { my ($log, @command) = @_; return system("@command > '$log' 2>&1") >> 8 }
sub slurp { my ($path) = @_; open my $f, '<', $path or return ''; local $/; my $text = <$f>; return $text // '' }
sub spew { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f or die "$path: $!" }
sub lines { return grep { length } split /\n/, $_[0] }

# ---- the source ----------------------------------------------------------------------------------------------------

sub fetch
{
    my $place = "$top/src";
    return download($place, "$top/source.log", 'inetutils') && unpack_package($place, "$top/unpack.log", 'inetutils', 'tree');
}

# ---- building ------------------------------------------------------------------------------------------------------

sub build
{
    my ($name, $cc) = @_;
    my $dir = "$top/$name";
    system('rm', '-rf', $dir);
    mkdir $dir;
    return 0 if run("$dir/configure.log", "cd $dir && ../src/tree/configure CC='$cc' @configure");
    for my $part (qw(lib libinetutils libls ftpd)) {
        return 0 if run("$dir/make-$part.log", "make -C $dir/$part");
    }
    return run("$dir/objcopy.log", "objcopy -O binary -j .text $dir/ftpd/ftpd $dir/text") == 0;
}

sub warnings_of
{
    my ($name) = @_;
    return join '', map { my $t = slurp($_); $t =~ s/\Q$top\E\/\w+//g; map {"$_\n"} grep {/warning|error/i} lines($t) }
        glob("$top/$name/make-*.log");
}

# ---- records -------------------------------------------------------------------------------------------------------

my ($program, %wanted, %symbols);

# The name in the map of what stands at a frame's symbol: any of its names in the library, without 64.
sub event_of
{
    my ($library, $symbol, $offset) = @_;
    my $table = $symbols{$library} //= do {
        my %t;
        /^(\w+) (\w+) \w ([^@\s]+)/ and $t{$3} = [hex $1, hex $2] for `nm -DS --defined-only $library`;
        \%t;
    };
    my $at = $table->{$symbol};
    return if !$at || ($at->[1] && hex($offset) > $at->[1]); # in a function without a name, after this one
    for my $name (sort grep { $table->{$_}[0] == $at->[0] } keys %$table) {
        return $wanted{$name} if $wanted{$name};
    }
    return;
}

# The events of one process, in order: [name, what the system call returned].
sub events
{
    my ($path) = @_;
    my (@events, $result, @stack);
    my $call = '';
    my $flush = sub {
        my ($i) = grep { $stack[$_][0] eq $program } 0 .. $#stack;
        my $event = $i ? event_of(@{$stack[$i - 1]}) : undef;
        push @events, [$event, $result] if $event;
        @stack = ();
    };
    for (lines(slurp($path))) {
        if (/^ > (\S+?)\((?:(\S+?)\+0x(\w+))?\)/) {
            push @stack, [$1, $2 // '', $3 // 0];
        } else {
            @stack = () if $call =~ /^set_robust_list/; # a child's record begins inside its parent's call of fork
            $flush->();
            $call = $_;
            $result = /= (-?\d+)[^=]*$/ ? $1 : '';
        }
    }
    $flush->();
    return @events;
}

# A process goes on from its parent's fork: its events are those of its ancestors up to there, and its own.
sub write_logs
{
    my ($session) = @_;
    my (%own, %made, @logs);
    for my $path (glob("$top/run/$session.strace.*")) {
        my ($pid) = $path =~ /\.(\d+)$/;
        $own{$pid} = [events($path)];
    }
    for my $pid (keys %own) {
        for my $i (0 .. $#{$own{$pid}}) {
            my ($name, $result) = @{$own{$pid}[$i]};
            $made{$result} = [$pid, $i] if $name =~ /fork/ && $result =~ /^[1-9]/;
        }
    }
    my $history;
    $history = sub {
        my ($pid, $last) = @_;
        my @before = $made{$pid} ? $history->(@{$made{$pid}}) : ();
        return (@before, map { $_->[0] } @{$own{$pid}}[0 .. $last]);
    };
    for my $pid (sort { $a <=> $b } keys %own) {
        my $log = "$top/run/$session-" . scalar(@logs) . '.log';
        spew($log, join '', map {"$_\n"} $history->($pid, $#{$own{$pid}}));
        push @logs, $log;
    }
    return @logs;
}

# ---- sessions ------------------------------------------------------------------------------------------------------

sub reply
{
    my ($s) = @_;
    while (my $line = <$s>) {
        return $line if $line =~ /^\d{3} /;
    }
    return '';
}

sub talk
{
    my ($s, @commands) = @_;
    my @replies = reply($s);
    for my $command (@commands) {
        syswrite $s, "$command\r\n";
        push @replies, reply($s);
    }
    return @replies;
}

sub strace { my ($session) = @_; return ('strace', '-ff', '-k', '-o', "$top/run/$session.strace") }

sub connected
{
    my ($port) = @_;
    for my $try (1 .. 300) {
        socket(my $s, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
        return $s if connect($s, sockaddr_in($port, INADDR_LOOPBACK));
        select undef, undef, undef, 0.1;
    }
    return;
}

# Started as from inetd, with a connection as standard input and output.
sub inetd_session
{
    socket(my $listener, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
    bind($listener, sockaddr_in(0, INADDR_LOOPBACK)) && listen($listener, 1) or die "listen: $!";
    my ($port) = sockaddr_in(getsockname($listener));
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        accept(my $c, $listener);
        open STDIN, '<&', $c;
        open STDOUT, '>&', $c;
        close $listener;
        exec strace('inetd'), $program;
    }
    my @replies = talk(connected($port), 'USER anonymous', 'PASS x', 'USER nobody', 'PASS x', 'SYST', 'NOOP', 'QUIT');
    waitpid $pid, 0;
    return @replies;
}

# As a daemon, which always takes port 21. It is killed before its child ends: signal handlers are no part of the model.
sub daemon_session
{
    my ($pid_file) = @_;
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        open STDOUT, '>', '/dev/null';
        exec strace('daemon'), $program, '-D', "--pidfile=$pid_file";
    }
    my $s = connected(21) or return ();
    my @replies = talk($s, 'USER anonymous');
    my ($daemon) = slurp($pid_file) =~ /(\d+)/;
    kill 'KILL', $daemon if $daemon;
    syswrite $s, "QUIT\r\n";
    push @replies, reply($s);
    waitpid $pid, 0;
    return @replies;
}

# The same in a network with nothing but a loopback interface, where the port is free and nobody else can connect; where that is
# not allowed, in this one.
sub daemon_replies
{
    my $own = system("unshare -rn sh -c 'ip link set lo up' 2>'$top/unshare.log'") == 0;
    my $command = "perl '$0' --daemon '$program'";
    return $own ? `unshare -rn sh -c "ip link set lo up && exec $command"` : `$command`;
}

# ---- models --------------------------------------------------------------------------------------------------------

sub model
{
    my ($name, @options) = @_;
    run("$top/$name.log", "cwolf model -l posix @options --reduce=weak -o $top/$name.aut $program");
    my ($size) = slurp("$top/$name.log") =~ /^(states \d.*)/m;
    diag("$name: " . ($size // 'no model'));
    my $text = slurp("$top/$name.aut");
    my $unseen = join '|', @unseen;
    $text =~ s/"(?:$unseen)"/i/g;
    spew("$top/$name-seen.aut", $text);
    run("$top/$name-det.log", "cwolf lts reduce --relation=weak-trace $top/$name-seen.aut -o $top/$name-det.aut");
    return defined $size;
}

# ---- the test ------------------------------------------------------------------------------------------------------

if (@ARGV && $ARGV[0] eq '--daemon') { # the session alone, see there
    $program = $ARGV[1];
    print daemon_session("$top/run/pid");
    exit 0;
}

system('mkdir', '-p', "$top/run");
my $tree = -e "$top/src/tree/configure";
plan skip_all => 'apt-get source inetutils is not possible here: ' . (split /\n/, slurp("$top/source.log"))[-1] unless $tree || fetch();
plan skip_all => 'strace, which records the sessions, is not installed' if system('strace -k -o /dev/null true 2>/dev/null');
unlink glob("$top/run/*");
# What is made from the grammar and by automake is newer than what it is made from, whatever the patches touched.
system("cd $top/src/tree && touch aclocal.m4 && touch configure config.hin && find . -name Makefile.in | xargs touch && touch ftpd/ftpcmd.c");

chomp(my $specs = `cwolf --specs`);
$specs = abs_path($specs);
ok(build('plain', 'gcc'), 'ftpd builds');
ok(build('flag', "gcc -specs=$specs"), 'and with the flag') or BAIL_OUT("see $top/flag");
is(warnings_of('flag'), warnings_of('plain'), 'not a warning more');
is(system('cmp', '-s', "$top/plain/text", "$top/flag/text"), 0, '.text is the same');

$program = abs_path("$top/flag/ftpd/ftpd");
my %imported = map { s/\@.*//r => 1 } map { (split)[-1] } `nm -D --undefined-only $program`;
ok(model('ignored'), 'the call automaton, everything ignored');
unlike(slurp("$top/ignored.log"), qr/partial result/, 'all of it, within the budget of states');
my %labels = map { $_ => 1 } slurp("$top/ignored-seen.aut") =~ /"([^"]*)"/g;
for my $name (keys %imported) {
    my $base = $name =~ s/64$//r;
    $wanted{$name} = $base if $labels{$base};
}
cmp_ok(scalar keys %wanted, '>', 30, 'dozens of labels are functions of the library');

system(join(' ', strace('nosocket'), $program) . ' < /dev/null > /dev/null 2>&1');
like(join('', inetd_session()), qr/^220 .*331 .*530 .*331 .*530 .*215 .*200 .*221 /s, 'a session as from inetd');
like(join('', daemon_replies()), qr/^220 .*331 .*221 /s, 'a session with the daemon');

my $automaton = deterministic("$top/ignored-det.aut");
for my $session (qw(nosocket inetd daemon)) {
    my @logs = write_logs($session);
    ok(scalar @logs, "$session was recorded");
    for my $log (@logs) {
        my $count = () = lines(slurp($log));
        my $what = ($log =~ s{.*/}{}r) . " ($count events)";
        ok($count > 0, "$what is not empty");
        ok(accepts("$top/ignored-seen.aut", $log, "$top/accepts.log"), "$what is accepted") or diag(slurp("$top/accepts.log"));
        my ($edges, $missed) = edges_along($automaton, $log, $top);
        ok($edges && !$missed, "$what is rejected without any of the $edges edges it uses");
    }
}
# With daemon_mode tracked what follows depends on it: only a server started by inetd asks for the peer of its standard input.
spew("$top/mode.am", "file \"ftpd.c\" {\n    var daemon_mode : int;\n}\n");
ok(model('mode', "-a $top/mode.am --max-states=2M"), 'the call automaton with daemon_mode tracked');
unlike(slurp("$top/mode.log"), qr/partial result/, 'all of it too');
unlike(slurp("$top/mode.log"), qr/is not tracked/, 'and nothing stands in the way of tracking it');
isnt(run("$top/compare.log", "cwolf lts compare --relation=weak $top/mode.aut $top/ignored.aut"), 0, 'it is another one');
ok(accepts("$top/mode-seen.aut", $_, "$top/accepts.log"), ($_ =~ s{.*/}{}r) . ' is accepted by it') for glob("$top/run/*.log");
run("$top/peers.log", "cwolf lts compare --relation=weak-trace $top/mode-seen.aut $top/ignored-seen.aut");
my ($trace) = slurp("$top/peers.log") =~ /^trace: (.*)/m;
like($trace // '', qr/\bgetpeername$/, 'a daemon that asks for the peer of its standard input is what the first model has too much');
spew("$top/peers", join '', map {"$_\n"} grep { $_ ne 'i' } split ' ', $trace // '');
ok(accepts("$top/ignored-seen.aut", "$top/peers", "$top/accepts.log"), 'it is accepted where daemon_mode is not known');
ok(!accepts("$top/mode-seen.aut", "$top/peers", "$top/accepts.log"), 'and not where it is');
done_testing();
