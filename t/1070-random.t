#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random C programs against their models: every run of a program, on all inputs up to a depth, is a path of every model of it;
# every path of must edges is a run; True is never given to what some run breaks, nor False to what no run does. Runs that a
# sanitizer objects to count for nothing.
#
#   SEED=N COUNT=N LIMIT=SECONDS t/1070-random.t      SEED=N COUNT=1 repeats one program; KEEP=DIR keeps what failed
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use JSON::PP;
use lib abs_path(dirname($0)) . '/1070-random';
use Program;
use Types;

my $library = abs_path(dirname($0)) . '/1070-random';
my $seed = $ENV{SEED} // 4711;
my $count = $ENV{COUNT} // 12;
my $until = $ENV{LIMIT} ? time + $ENV{LIMIT} : undef;
my $keep = $ENV{KEEP};
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
my @compilers = grep { !system "$_ --version >/dev/null 2>&1" } 'gcc-12', 'gcc-11';
@compilers = ('gcc') if !@compilers;
my @contexts = ('--merge=stack', '--merge=location', '--context=summary');
my @defaults = (qw[ignore exact exact flag minmax free free], 'mod(3)', 'set(4)', 'part(0,1,10)', 'values(0,1)', 'intervals(3)');

my ($made, $skipped, $runs, $models, $unfinished, $verdicts, @failures) = (0, 0, 0, 0, 0, 0);

# Runs the native program and returns how each of its runs ended, by the events.
sub logs {
    my ($program) = @_;
    my %log;
    my @inputs = $Program::stdin ? map { join '', map { chance(0.7) ? pick(' ', 0 .. 9, 'a', 'b', "\n", '-') : chr rand 256 } 1 .. rand 9 } 1 .. 40 : '';
    for my $text (@inputs) {
        open my $in, '>', 'input' or die;
        print $in $text;
        close $in;
        system "ASAN_OPTIONS=detect_leaks=0:handle_segv=0 timeout 60 ./$program <input 3>raw >/dev/null 2>$program.err";
        open my $raw, '<', 'raw' or die;
        while (<$raw>) {
            my ($how, $broken, $reached, $events) = /^(\w+) (\d+) (\d+) (.*)$/ or next;
            my $l = $log{"$how $events"} //= { how => $how, events => [split /\|/, $events], broken => 0, reached => 0 };
            $l->{broken} |= $broken;
            $l->{reached} |= $reached;
        }
    }
    return \%log;
}

sub write_logs {
    my ($log) = @_;
    system 'rm -rf logs; mkdir logs';
    my $i = 0;
    for my $key (sort keys %$log) {
        $log->{$key}{file} = 'logs/' . ++$i;
        open my $out, '>', $log->{$key}{file} or die;
        print $out map { "$_\n" } @{$log->{$key}{events}};
        close $out;
    }
}

# What the sanitizers let pass of the runs; sure: they let all pass.
sub sanitized {
    my ($flags, $log) = @_;
    system "$compilers[0] -w $flags -O0 -g -DNATIVE -I$library -fsanitize=undefined,address -fno-sanitize-recover=all -o sane p.c 2>sane.log" and return ({}, 0);
    my $sane = logs('sane');
    my $objected = -s 'sane.err' && `cat sane.err` =~ /runtime error|AddressSanitizer/;
    return ({ map { $sane->{$_} ? ($_ => $log->{$_}) : () } keys %$log }, !$objected && !grep { !$sane->{$_} } keys %$log);
}

sub fails {
    my ($number, $what, $flags, $command, $detail) = @_;
    push @failures, "seed $number: $what";
    print "# seed $number: $what\n#   $flags; $command\n", map { "#   $_\n" } split /\n/, $detail // '';
    return if !$keep;
    system "mkdir -p $keep/$number && cp -r p.c logs $keep/$number/ && rm -rf $keep/$number/logs && cp -r logs $keep/$number/";
    open my $out, '>>', "$keep/$number/why" or die;
    print $out "$what\n$flags\n$command\n", $detail // '', "\n";
    close $out;
}

# A sequence of labels on must edges that no run makes, or undef.
sub impossible {
    my ($log) = @_;
    my $lts = eval { decode_json(do { local (@ARGV, $/) = 'must.json'; <> }) } or return undef;
    my %tree;
    for my $l (values %$log) {
        my $at = \%tree;
        $at = $at->{next}{$_} //= {} for @{$l->{events}};
        $at->{cut} = 1 if $l->{how} eq 'cut';
    }
    my @out;
    for my $t (@{$lts->{transitions}}) {
        my ($from, $label, $to, $must) = @$t;
        push @{$out[$from]}, [$lts->{labels}[$label], $to] if $must // 1;
    }
    my @work = ([$lts->{initial}, \%tree, '']);
    my %seen;
    while (my $w = shift @work) {
        my ($state, $at, $path) = @$w;
        next if $at->{cut} || $seen{$state}{$at}++;
        for my $e (@{$out[$state] // []}) {
            my ($label, $to) = @$e;
            if ($label eq 'i') {
                push @work, [$to, $at, $path];
            } elsif (my $next = $at->{next}{$label}) {
                push @work, [$to, $next, "$path|$label"];
            } else {
                return "$path|$label";
            }
        }
    }
    return undef;
}

sub quoted { return join ' ', map { "'$_'" } @_ }

sub try {
    my ($number) = @_;
    srand $number;
    my $closed = chance(0.8);
    my $source = Program::make(stdin => !$closed, wide => pick(2, 3, 4));
    my $flags = chance(0.7) ? '-fwrapv' : '';
    open my $out, '>', 'p.c' or die;
    print $out $source;
    close $out;
    my $compiler = chance(0.85) ? $compilers[0] : pick(@compilers);
    my $level = pick('-O0', '-O1', '-O2');
    if (system "$compilers[0] -w $flags -DNATIVE -I$library -o native p.c 2>native.log") {
        return fails($number, 'does not compile', '', '', `grep error native.log | head -3`);
    }
    if (system "$compiler -w $flags $level -I$library -specs=$specs -c -o p.o p.c 2>model.log") {
        return fails($number, "does not compile for the model", $flags, $compiler, `grep error model.log | head -3`);
    }
    my $log = logs('native');
    my $traps = grep { $_->{how} eq 'trap' } values %$log;
    delete $log->{$_} for grep { $log->{$_}{how} eq 'trap' } keys %$log;
    return $skipped++ if !%$log;
    $made++;
    $runs += keys %$log;
    write_logs($log);
    my $complete = $closed && !$traps;
    my $sane;
    my $sanitize = sub { $sane //= [sanitized($flags, $log)] };

    for (1 .. 5) {
        my @options = ('--default=' . pick(@defaults));
        push @options, pick(@contexts) if chance(0.6);
        push @options, '--reduce=' . pick('peephole', 'weak', 'branching', 'weak-trace') if chance(0.3);
        my $must = $complete && chance(0.5);
        my $command = "cwolf model --max-states=20k --max-memory=1G " . quoted(@options) . ($must ? ' --must -o must.json' : ' -o p.aut') . ' p.o';
        my $status = system "timeout 30 $command 2>model.err";
        $models++;
        if ($status >> 8 == 3 || $status >> 8 == 124) {
            $unfinished++;
            next;
        }
        if ($status) {
            fails($number, 'no model', "$compiler $flags $level", $command, `cat model.err`);
            next;
        }
        if ($must) {
            my $what = impossible($log);
            fails($number, 'a path of must edges is no run', "$compiler $flags $level", $command, $what)
                if $what && $sanitize->() && $sane->[1];
        }
        my @rejected = map { /^rejected (\S+):/ ? $1 : () } `cwolf lts check-traces @{[$must ? 'must.json' : 'p.aut']} logs/*`;
        next if !@rejected;
        $sanitize->();
        my %file = map { $_->{file} => $_ } values %{$sane->[0]};
        @rejected = grep { $file{$_} } @rejected or next;
        fails($number, "a run is no path of the model", "$compiler $flags $level", $command,
            `cwolf lts check-traces @{[$must ? 'must.json' : 'p.aut']} $rejected[0]` . join('|', @{$file{$rejected[0]}{events}}));
        last;
    }

    my @questions = ('reach-assert', (map { "invariant $_" } @Program::invariants), map { "unreachable $_" } @Program::places);
    my $options = chance(0.3) ? '--default=' . pick(@defaults) : chance(0.3) ? pick(@contexts) : '';
    my $command = "cwolf check --max-states=20k --max-memory=1G " . quoted($options ? $options : ()) . ' ' . join(' ', map { "-p '$_'" } @questions) . ' p.o';
    my @answers = `timeout 60 $command 2>check.err`;
    if ($? >> 8 == 2 || $? & 127) {
        return if `cat check.err` =~ /no variable/; # one that the program never uses
        return fails($number, 'check does not answer', "$compiler $flags $level", $command, `head -5 check.err`);
    }
    my $of = sub { my ($set, $field, $bit) = @_; return scalar grep { $_->{$field} >> $bit & 1 } values %$set };
    for my $q (0 .. $#questions) {
        my ($verdict) = ($answers[$q] // '') =~ /^(True|False) / or next;
        $verdicts++;
        my $violated = sub {
            my ($set) = @_;
            return scalar grep { $_->{how} eq 'abort' } values %$set if $q == 0;
            return $of->($set, 'broken', $q - 1) if $q <= @Program::invariants;
            return $of->($set, 'reached', $q - 1 - @Program::invariants);
        };
        if ($verdict eq 'True' && $violated->($log)) {
            $sanitize->();
            fails($number, "True '$questions[$q]' is broken by a run", "$compiler $flags $level", $command) if $violated->($sane->[0]);
        }
        if ($verdict eq 'False' && $complete && !$violated->($log) && !grep { $_->{how} eq 'cut' } values %$log) {
            $sanitize->();
            fails($number, "False '$questions[$q]' is broken by no run", "$compiler $flags $level", $command) if $sane->[1];
        }
    }
}

print "# seed $seed\n";
for my $i (0 .. $count - 1) {
    last if $until && time > $until;
    try($seed + $i);
}
print "# $made programs ($skipped more trapped at once), $runs different runs, $models models ($unfinished unfinished), $verdicts verdicts\n";
print @failures ? 'not ' : '', "ok 1 - $made random programs: every run is a path, every must path a run, no verdict is contradicted\n";
print $made > 4 * $skipped && $models - $unfinished > $models / 2 ? '' : 'not ', "ok 2 - most of them could be tried\n1..2\n";
