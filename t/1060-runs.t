#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every native run is a path of the model: the programs of t/1060-runs, run on random inputs, print their events; whatever map and
# merge mode the model is made with, it accepts each log. With one edge of its path removed it does not.
#
#   SEED=N RUNS=N t/1060-runs.t PROGRAM...
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';

my $sources = abs_path(dirname($0)) . '/1060-runs';
my $seed = $ENV{SEED} // 1;
my $runs = $ENV{RUNS} // 80;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
print "# seed $seed\n";
srand $seed;

# What each program's input is mostly made of.
my %likely = (
    pointers => 'ab12 cd9+', jumps => '((!?*ab', arrays => join('', map { chr } 0 .. 40), library => '123+ aB9-4',
    control => 'abA01579nz', various => '  15',
);
my @maps = map { "--default=$_" } qw[ignore exact flag minmax free], 'mod(3)', 'set(4)', 'part(0,1,10)', 'values(0,1)';
my @merges = qw[--merge=stack --merge=location];
my @models = (
    (map { [$_] } @maps),
    (map { ["--reduce=$_", '--default=values(0,1)'] } qw[peephole weak branching]),
    (map { my $m = $_; map { [$m, $_] } @maps } @merges),
    (map { ['--context=summary', "--default=$_"] } qw[ignore exact free]),
);

my $count = 0;
sub ok {
    my ($ok, $what) = @_;
    $count++;
    print $ok ? '' : 'not ', "ok $count - $what\n";
}

sub input {
    my $name = shift;
    my $likely = $likely{$name} // join '', map { chr } 32 .. 126;
    return join '', map {
        my $r = rand;
        $r < 0.8 ? substr $likely, rand length $likely, 1 : $r < 0.95 ? chr(32 + rand 95) : chr rand 256
    } 1 .. rand 10;
}

# The logs of one program on random inputs; each ends with its exit status.
sub logs {
    my ($name) = @_;
    my @logs;
    for my $i (1 .. $runs) {
        my $log = "$name-$i.log";
        open my $in, '>', 'input' or die;
        print $in input($name);
        close $in;
        my $status = system "./$name-native <input >/dev/null 2>$log";
        die "$name: killed by signal $status\n" if $status & 127;
        $status >>= 8;
        open my $out, '>>', $log or die;
        print $out 'exit ', $status > 3 ? 'more' : $status, "\n";
        close $out;
        push @logs, $log;
    }
    return @logs;
}

# What the model rejects; undef when it exceeded the budget.
sub rejected {
    my ($name, $options, @logs) = @_;
    my $budget = "@$options" eq '--default=exact' ? '400k' : '20k';
    my $made = system "cwolf model --max-states=$budget @{[map { qq('$_') } @$options]} -o $name.aut $name-model 2>$name.err";
    return undef if $made >> 8 == 3;
    return "no model: " . `cat $name.err` if $made;
    return join '', grep { /^rejected/ } `cwolf lts check-traces $name.aut @logs`;
}

# In a model where each trace is one path, every edge of the path is needed.
sub check_removal {
    my ($name, @logs) = @_;
    system "cwolf model --merge=location --default=exact --reduce=weak-trace -o $name.aut $name-model 2>/dev/null";
    open my $in, '<', "$name.aut" or die;
    my ($head, @edges) = <$in>;
    my ($at) = $head =~ /^des \((\d+)/;
    my %next;
    for my $i (0 .. $#edges) {
        my ($from, $label, $to) = $edges[$i] =~ /^\((\d+),"?(.*?)"?,(\d+)\)/ or die $edges[$i];
        $next{$from}{$label} = [$i, $to];
    }
    my ($longest) = sort { -s $b <=> -s $a } @logs;
    open my $log, '<', $longest or die;
    my (@events, @path) = <$log>;
    chomp @events;
    for my $event (@events) {
        my ($i, $to) = @{$next{$at}{$event} // die "$event is not possible in state $at\n"};
        push @path, $i;
        $at = $to;
    }
    my $unnoticed = 0;
    my %seen;
    for my $gone (grep { !$seen{$_}++ } @path) {
        open my $out, '>', 'less.aut' or die;
        print $out $head =~ s/,\d+,/',' . $#edges . ','/er, map { $edges[$_] } grep { $_ != $gone } 0 .. $#edges;
        close $out;
        $unnoticed++ if system("cwolf lts check-traces less.aut $longest >/dev/null 2>&1") >> 8 != 1;
        last if keys %seen >= 12;
    }
    ok(!$unnoticed && @path > 0, "$name: with any edge of the path removed, the run is no path any more");
}

my @programs = @ARGV ? @ARGV : map { basename $_, '.c' } sort glob "$sources/*.c";
for my $name (@programs) {
    my $source = "$sources/$name.c";
    my $level = (qw[-O0 -O1 -O2])[rand 3];
    my $native = system "gcc -w -DNATIVE -o $name-native $source";
    if ($native || system "gcc -w $level -specs=$specs -c -o $name.o $source && gcc -o $name-model $name.o") {
        ok(0, "$name compiles");
        next;
    }
    my @logs = logs($name);
    my %many;
    $many{`cat $_`} = 1 for @logs;
    my ($complete, $exact) = (0, 0);
    for my $options (@models) {
        my $wrong = rejected($name, $options, @logs) // next;
        $complete++;
        $exact = 1 if "@$options" eq '--default=exact';
        next if $wrong eq '';
        ok(0, "$name: every run is a path of the model of @$options");
        my ($first) = $wrong =~ /rejected (\S+):/;
        print "# ", $wrong =~ s/\n(?=.)/\n# /gr, $first ? "# " . `tr '\\n' ';' <$first` . "\n" : '';
    }
    ok($complete >= @models / 2 && $exact, "$name: every run is a path of its models: $complete maps and modes, " .
        keys(%many) . " different runs, model at $level");
    check_removal($name, @logs);
}
print "1..$count\n";
