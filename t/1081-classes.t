#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Small programs about the world around a program, in t/1081-classes: what libc writes, functions that run at any time,
# what the linker did. Each is built and run natively, then checked for reach-assert: True is never
# given to a program of which a run aborts, nor False to one of which no run does.
#
# Fields in the comments that open a program:
#   // build: COMMAND       a shell command, several run in this order; otherwise $CC $S -o prog. $S: the program;
#                           $CC: gcc, with the specs when the tool looks; $PLAIN: gcc, always without
#   // libs: FLAGS          appended to the default build
#   // check: FILES         what cwolf check gets, otherwise prog
#   // run: COMMAND         a native run, otherwise ./prog </dev/null; several: all are done
#   // aborts               some run aborts, though these runs need not show it
#   // exhaustive           these runs are all there are: with no abort in them, False is wrong
#   // undefined            behaviour is undefined: False is never wrong
#   // model: NAME          cwolf model has the label
#   // says: TEXT           cwolf check prints it
#   // refuses: TEXT        ... and gives no verdict
#   // wants: VERDICT       with the default setting: True, False or any (Maybe, if nothing better)
#   // opposite: VERDICT    builds once more with -DOPPOSITE, which negates each claim(), and wants this
#   // seconds: N           a check that has no end of its own gets as many
#
# Where no seconds are given a check ends when it has tried a fixed number of runs, however fast the machine is.
#
# A program that the tool is wrong about fails until it is mended; its fields are not bent to the tool.
#
#   JOBS=N t/1081-classes.t NAME...      2 jobs unless given; SHOW=1 prints what the tool says, and fails for nothing;
#                                        SECONDS=N for each check with the default setting, ALL=1 under all three settings
#                                        (t/long/9084-classes.t)
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';

my $sources = abs_path(dirname($0)) . '/1081-classes';
my $jobs = $ENV{JOBS} // 2;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
# name, options; the second and third, with ALL=1, are there for wrong verdicts, not for many
my @settings = ([default => ''], [location => '--merge=location --timeout=1'], [stack => '--merge=stack --timeout=1']);
use constant MOST_SECONDS => 30; # of the processor, for one check: the work is counted, and written-select takes 9 to 12
$ENV{S} = $ENV{CC} = $ENV{PLAIN} = '';

my $names = 'build|libs|check|run|aborts|exhaustive|undefined|model|says|refuses|wants|opposite|seconds';

sub fields {
    my ($path) = @_;
    my %f;
    open my $in, '<', $path or die "$path: $!\n";
    while (<$in>) {
        push @{$f{$1}}, $2 if m{^// ($names)(?:: (.*))?$};
    }
    return \%f;
}

sub processor { my (undef, undef, $user, $system) = times; return $user + $system } # seconds, of what has ended

# Runs commands in a directory; returns what they print, and the status of the first that fails.
sub shell {
    my ($in, @commands) = @_;
    my $text = '';
    for my $command (@commands) {
        open my $script, '>', "$in/command.sh" or die;
        print $script "$command\n";
        close $script;
        $text .= `cd $in && sh ./command.sh 2>&1`;
        return ($text, $?) if $?;
    }
    return ($text, 0);
}

# One program in one variant: its line of TAP without the number, and comments.
sub try {
    my ($name, $f, $opposite, $wants) = @_;
    my $define = $opposite ? '-DOPPOSITE' : '';
    my @wrong;
    my $d = "$dir/$name$define";
    mkdir $_ for $d, "$d/native", "$d/tool";
    my @build = $f->{build} ? @{$f->{build}} : '$CC $S -o prog ' . ($f->{libs} ? $f->{libs}[0] : '');
    local $ENV{S} = "$sources/$name.c";
    local $ENV{PLAIN} = "gcc -w $define";
    local $ENV{CC} = $ENV{PLAIN};
    my ($text, $status) = shell("$d/native", @build);
    return ("not ok", "$name $define: does not build natively", $text) if $status;
    my $aborts = 0;
    for my $run ($f->{run} ? @{$f->{run}} : './prog </dev/null') {
        open my $script, '>', "$d/native/run.sh" or die;
        print $script "$run\n";
        close $script;
        my $ended = system "cd $d/native && ulimit -c 0 && timeout 2 sh ./run.sh >out 2>&1";
        $aborts ||= $ended >> 8 == 134 || ($ended & 127) == 6;
    }
    $ENV{CC} = "$ENV{PLAIN} -specs=$specs";
    ($text, $status) = shell("$d/tool", @build);
    return ("not ok", "$name $define: the flag breaks the build", $text) if $status;
    my $files = $f->{check} ? $f->{check}[0] : 'prog';
    my $seconds = $ENV{SECONDS} // ($f->{seconds} ? $f->{seconds}[0] : undef);
    my @verdicts;
    for my $setting ($settings[0], $ENV{ALL} ? @settings[1, 2] : ()) {
        my $options = $setting->[0] eq 'default' && $seconds ? "--timeout=$seconds" : $setting->[1];
        my $before = processor();
        ($text, $status) = shell("$d/tool", "timeout 60 cwolf check $options -p reach-assert $files");
        my $took = processor() - $before;
        my ($verdict) = $text =~ /^(True|False|Maybe) /m;
        $verdict //= 'nothing';
        push @verdicts, "$setting->[0] $verdict";
        if ($f->{refuses}) {
            push @wrong, "$setting->[0]: $verdict, wanted: $f->{refuses}[0]", $text
                if $verdict ne 'nothing' || index($text, $f->{refuses}[0]) < 0;
            next;
        }
        push @wrong, "$setting->[0]: no answer, status $status", $text if $verdict eq 'nothing' || $status & 127;
        push @wrong, sprintf "%s: takes %.1f s", $setting->[0], $took if $took > ($seconds // 0) + MOST_SECONDS;
        push @wrong, "$setting->[0]: True, but a run aborts", $text if $verdict eq 'True' && ($aborts || $f->{aborts});
        push @wrong, "$setting->[0]: False, but no run aborts", $text
            if $verdict eq 'False' && !$aborts && $f->{exhaustive} && !$f->{undefined} && !$f->{aborts};
        next if $setting->[0] ne 'default';
        push @wrong, "wanted: $wants", $text if $wants ne 'any' && $verdict ne $wants;
        push @wrong, $text if $ENV{SHOW};
        for my $says ($define ? () : @{$f->{says} // []}) {
            push @wrong, "does not say: $says", $text if index($text, $says) < 0;
        }
    }
    for my $label ($define ? () : @{$f->{model} // []}) {
        ($text, $status) = shell("$d/tool", "timeout 60 cwolf model $files");
        push @wrong, "the model has no label $label", $text if $text !~ /"\Q$label\E"/;
    }
    my $what = $aborts ? 'aborts' : $f->{aborts} ? 'can abort' : $f->{exhaustive} ? 'never aborts' : 'does not abort';
    system "rm -rf $d";
    $name .= ' opposite' if $opposite;
    return (@wrong && !$ENV{SHOW} ? 'not ok' : 'ok', "$name natively $what: @verdicts", join "\n", @wrong);
}

my @programs = @ARGV ? @ARGV : map { basename $_, '.c' } sort glob "$sources/*.c";
my @tasks;
for my $name (@programs) {
    my $f = fields("$sources/$name.c");
    push @tasks, [$name, $f, 0, $f->{wants}[0] // 'any'];
    push @tasks, [$name, $f, 1, $f->{opposite}[0]] if $f->{opposite};
}
for my $job (0 .. $jobs - 1) {
    my $child = fork // die "fork: $!\n";
    next if $child;
    for (my $i = $job; $i < @tasks; $i += $jobs) {
        my @result = try(@{$tasks[$i]});
        open my $out, '>', "$dir/result-$i" or die;
        print $out join "\n", @result;
        close $out;
    }
    require POSIX;
    POSIX::_exit(0);
}
1 while wait != -1;
my $failed = 0;
for my $i (0 .. $#tasks) {
    my $result = -e "$dir/result-$i" ? `cat $dir/result-$i` : "not ok\n$tasks[$i][0]: no result";
    my ($ok, $what, @detail) = split /\n/, $result;
    $failed = 1 if $ok ne 'ok';
    print "$ok ", $i + 1, " - $what\n", map { "# $_\n" } @detail;
}
print '1..', scalar @tasks, "\n";
exit $failed;
