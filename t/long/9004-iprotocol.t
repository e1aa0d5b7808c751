#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The i-protocol of uucp, the main case of DuVarney 2002 (chapter 6): proti.o as uucp's own configure and make build it with the
# flag, and around it a harness that starts the protocol with a window of 2, sends one packet and processes any of 48 replies.
# Everything is tracked exactly, the receive buffer of 16 KB too. Each reply is also given to the compiled program: what it then
# does is a path of the model, and the only one of it, but where memory is missing or the program itself looks at a buffer that
# was never written. That it does so valgrind says as well.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename;
use Test::More;
use lib abs_path(dirname($0));
use Automata qw(accepts deterministic edges_along walk);
use Sources qw(download unpack_package);

my $here = abs_path(dirname($0)) . '/9004-iprotocol';
my $top = ($ENV{CWOLF_BUILD} or die 'CWOLF_BUILD is not set') . '/iprotocol';
chomp(my $specs = `cwolf --specs`);
$specs = abs_path($specs);

sub run { my ($log, $command) = @_; return system("exec >'$top/$log' 2>&1 </dev/null; cd $top/tree && $command") == 0 }
sub slurp { my ($path) = @_; open my $f, '<', "$top/$path" or return ''; local $/; return <$f> // '' }
sub lines { return grep { length } split /\n/, $_[0] }

sub model
{
    my ($name, @options) = @_;
    my $objects = 'harness.o proti.o lib/libuucp.a';
    my $is_made = run("$name.log", "cwolf model --timeout=60 --max-memory=2G @options -o $top/$name.aut $objects");
    diag("$name: " . ((grep {/^states/} lines(slurp("$name.log")))[0] // 'no model'));
    return $is_made && slurp("$name.log") !~ /partial result/;
}

my @kinds = ('DATA', undef, 'ACK', 'NAK');
sub name_of { my ($reply) = @_; return sprintf q('Y%s(%d, %d)), $kinds[$reply >> 4], $reply >> 2 & 3, $reply & 3 }
my @replies = grep { $kinds[$_ >> 4] } 0 .. 63;
my %never_written = map { $_ => 1 } 48, 50, 51; # a NAK of packet 0, which was never sent

system('mkdir', '-p', "$top/logs");
plan skip_all => 'apt-get source uucp is not possible here: ' . ((lines(slurp('source.log')))[-1] // '')
    unless -e "$top/tree/configure" || download($top, "$top/source.log", 'uucp') && unpack_package($top, "$top/unpack.log", 'uucp', 'tree');

ok(-e "$top/tree/Makefile" || run('configure.log', './configure'), 'uucp is configured')
    && ok(run('make.log', "make clean && make CC='gcc -specs=$specs'"), 'and built by its own make with the flag')
    or BAIL_OUT("see $top");
ok(run('harness.log', "gcc -specs=$specs -DHAVE_CONFIG_H -I. -g -O2 -w -c $here/harness.c") &&
        run('link.log', "gcc -specs=$specs -g -o harness harness.o proti.o $here/native.c lib/libuucp.a"), 'the harness is linked');

ok(model('exact', '--default=exact', '--reduce=weak'), 'the model with everything tracked, within a minute and 2 GB');
like(slurp('exact.log'), qr/^states 14, transitions 65, must 59,/m, 'of the size that the README tells');
ok(model('ignored', '--default=ignore', '--reduce=weak'), 'the model with everything ignored');
ok(run('svg.log', "cwolf lts draw $top/exact.aut -o $top/exact.svg") && slurp('exact.svg') =~ m{</svg>}, 'it is drawn');
run('det.log', "cwolf lts reduce --relation=weak-trace $top/exact.aut -o $top/det.aut");
my $model = deterministic("$top/det.aut");

my (@refused, @kept, @more, $edges);
for my $reply (@replies) {
    run("logs/$reply", "REPLY=$reply ./harness");
    my @events = lines(slurp("logs/$reply"));
    $events[-1] =~ s/\(.*\)/(any, any)/ if $never_written{$reply}; # what stood in memory natively the model does not know
    open my $out, '>', "$top/logs/$reply" or die;
    print $out map {"$_\n"} @events;
    close $out;
    push @refused, $reply if !accepts("$top/exact.aut", "$top/logs/$reply", "$top/accepts.log");
    my ($along, $missed) = edges_along($model, "$top/logs/$reply", $top);
    push @kept, $reply if $missed;
    $edges += $along;
    my @states = walk($model, @events);
    my @choices = map { scalar keys %{$model->{next}{$_} // {}} } @states[2 .. $#states];
    push @more, $reply if !$never_written{$reply} && "@choices" ne join ' ', (1) x (@events - 2), 0;
}
is("@refused", '', 'what the program does is a path of the model, for each of 48 replies');
is("@kept", '', "and no longer one without any of the edges it goes along ($edges in all)");
is("@more", '', 'the model does nothing else');

# DuVarney 2002, section 6.4: the sender ignores negative acknowledgements outside of its window.
my $sent = (walk($model, 'XDATA(1, 0)'))[-1];
is(scalar keys %{$model->{next}{$sent}}, 48, 'after the packet any of 48 replies may come');
my @ignored = grep { my $s = $model->{next}{$sent}{name_of($_)}[1]; !%{$model->{next}{$s} // {}} } @replies;
is(join(' ', map { name_of($_) } grep { $_ >= 48 } @ignored), join(' ', map { name_of($_) } 49, 56, 58 .. 63),
    q(a NAK of 2 or 3 is ignored, but for that of 2 that acknowledges 1));

# What proti.c does on a NAK of a packet that it never sent: it looks into a buffer that nobody wrote, and sends it.
for my $reply (33, 48) {
    my $said = run('run.log', "REPLY=$reply cwolf run ./harness");
    my $found = slurp('run.log') =~ /^proti\.c:1634:9: error: a decision depends on what was never given a value/m;
    my $valgrind = run('valgrind.log', "REPLY=$reply valgrind -q --error-exitcode=9 ./harness");
    is(($found ? 'error' : 'none') . ($said ? ', 0' : ', 1'), $valgrind ? 'none, 0' : 'error, 1', "reply $reply: cwolf run and valgrind agree");
}
ok(slurp('valgrind.log') =~ /uninitialised.*\n.*fiprocess_packet \(proti\.c:1634\)/, 'on the place too');
done_testing();
