#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random programs about the world around a program: signals, threads, exits, callbacks, the C library, assembly, input, and what
# linkers and objcopy make of it all. Each is run natively; no verdict of reach-assert contradicts a run: where one fails an
# assertion the verdict is not True, and where all that can be were tried, and none does, it is not False.
#
#   SEED=N COUNT=N t/1080-worlds.t      SEED=N COUNT=1 repeats one program; KEEP=1 or KEEP=DIR keeps what failed;
#   JOBS=N; PIECE=NAME makes programs of one piece, or of the pieces of one file; several names are
#   separated by commas
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use lib abs_path(dirname($0)) . '/1080-worlds';
use Pieces;
use Program;
use Build;

use constant STOPPED => 10; # a check, after so many seconds: it still answers

$Build::include = abs_path(dirname($0)) . '/1080-worlds';
my $seed = $ENV{SEED} // (int(time) ^ $$);
my $count = $ENV{COUNT} // 60;
my $jobs = $ENV{JOBS} // 2;
my $specs = `cwolf --specs`;
chomp $specs;
my $keep = $ENV{KEEP} && ($ENV{KEEP} eq '1' ? tempdir('cwolf-worlds-XXXX', TMPDIR => 1) : abs_path($ENV{KEEP}));
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
my @pieces = grep { !$_->{x86} || `uname -m` =~ /x86_64/ } pieces($Build::include);
my %wanted = map { $_ => 1 } split /,/, $ENV{PIECE} // '';
@pieces = grep { $wanted{$_->{name}} || $wanted{$_->{kind}} } @pieces if %wanted;
die "no piece '$ENV{PIECE}'\n" if !@pieces;
my @merges = ('', ' --merge=stack', ' --merge=location');
my @options = map { my $default = $_; map { $_ . $default } @merges } '', ' --default=top', ' --default=exact', ' --default=free';
push @options, ('') x 24;

# Some of a program's inputs, as [argc, text]; `all` of them where they can be tried.
sub inputs {
    my ($world, $all) = @_;
    my @argc = $all && $world !~ /argc/ ? 1 : 1 .. 3;
    return map { [$_, ''] } @argc if $world eq 'closed' || $world eq 'argc';
    my @bytes = $all ? ('', map { chr } 0 .. 255) : ('', pick('0' .. '9'), pick('a' .. 'z'), map { chr rand 256 } 1 .. 4);
    return map { my $b = $_; map { [$_, $b] } $all ? @argc : pick(@argc) } @bytes if $world ne 'open';
    my $text = sub { join '', map { pick(0 .. 9, ' ', "\n", 'a', 'x', '-', chr rand 256) } 0 .. rand 12 };
    return (map { [$_, ''] } @argc), map { [pick(@argc), $text->()] } 1 .. 6;
}

# Runs a program on the inputs; returns the first that aborted with what it wrote, and the number of those that did not end.
sub try_inputs {
    my ($name, @inputs) = @_;
    my $hung = 0;
    for my $i (@inputs) {
        my ($status, $text) = Build::run($name, @$i);
        return ("argc $i->[0], input \"" . ($i->[1] =~ s/([^ -~])/sprintf '\\x%02x', ord $1/ger) . "\": $text", $hung)
            if Build::aborted($status, $text);
        $hung++ if $status == -1;
        last if $hung > 2;
    }
    return (undef, $hung);
}

my %crash = map { $_ => 1 } 4, 6, 7, 8, 11; # SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV: others a program sends itself

# What a native run does with the inputs of a False that names them, if it does not abort; ''.
sub repeated {
    open my $in, '<', 'check.err' or die;
    my ($text) = join('', <$in>) =~ /note: (it happens with.*)/ or return '';
    return '' if $text =~ /when inputs are/;
    my $string = qr/"((?:[^"\\]|\\.)*)"/;
    my $plain = sub { return $_[0] =~ s/\\(n|[0-7]{3}|.)/$1 eq 'n' ? "\n" : length $1 == 3 ? chr oct $1 : $1/ger };
    my ($arguments) = $text =~ /with arguments((?: $string)+)/;
    my ($input) = $text =~ /standard input $string/;
    my @arguments = map { $plain->($_) } defined $arguments ? $arguments =~ /$string/g : ();
    for (1 .. 3) {
        my ($status, $said) = Build::run('world', 1 + @arguments, $plain->($input // ''), @arguments);
        return '' if Build::aborted($status, $said);
    }
    return $text;
}

# Whether each of these runs is one that the sanitizers let pass.
sub defined_runs {
    my ($program, $texts, @inputs) = @_;
    Build::build($program, 'sane', '-g -fsanitize=address,undefined -fno-sanitize-recover=all', '', @$texts) or return 0;
    for my $i (@inputs) {
        my ($status, $text) = Build::run('sane', @$i);
        return 0 if $status == -1 || $crash{$status & 127} || $text =~ /runtime error|Sanitizer/;
    }
    return 1;
}

sub processor { my (undef, undef, $user, $system) = times; return $user + $system } # seconds, of what has ended

sub errors { return scalar `grep -E 'error|undefined|multiple' build.log | head -3` }

# Returns the program, the verdict and what is wrong, if anything.
sub try_one {
    my ($number) = @_;
    srand $number;
    my $program = Program::make(\@pieces);
    Build::settle($program);
    my @texts = (@{$program->{units}}, $program->{plain});
    my $world = $program->{world};
    my @inputs = inputs($world, 0);
    my $option = $program->{option} = $options[$number % @options];
    Build::build($program, 'observe', '', '', Program::observing(@texts)) or return ($program, 'none', 'does not build', errors());
    my %seen;
    for my $i (@inputs) {
        my ($status, $text) = Build::run('observe', @$i);
        $seen{$1}{$2} = 1 while $text =~ /^observed (\d+) (-?\d+)$/mg;
    }
    @texts = Program::asserting($program, \%seen, @texts);
    Build::build($program, 'world', "-specs=$specs", '', @texts) or return ($program, 'none', 'does not build with the tool', errors());
    my ($aborted) = try_inputs('world', @inputs, $world eq 'open' ? @inputs[0 .. 2] : ());
    my $command = "cwolf check -p reach-assert$option world"; # ends when it has tried a fixed number of runs, or is stopped
    Build::spill('check', "$command\n");
    my $before = processor();
    my ($verdict) = `timeout @{[STOPPED]} $command 2>check.err` =~ /^(True|False|Maybe) /;
    my $status = $? & 127 ? "signal " . ($? & 127) : $? >> 8;
    return ($program, 'none', "check ends with $status", `head -5 check.err`) if !$verdict;
    my $took = processor() - $before;
    return ($program, $verdict, "$command took $took s of the processor", '') if $took > STOPPED + 10;
    return ($program, $verdict, 'True is broken by a run', "$command\n$aborted") if $verdict eq 'True' && $aborted;
    my $tried = $verdict eq 'False' ? repeated() : '';
    return ($program, $verdict, 'False is not repeated by the inputs that were tried', "$command\n$tried") if $tried;
    return ($program, $verdict) if $verdict ne 'False' || $aborted || $world eq 'open';
    my @all = inputs($world, 1);
    ($aborted, my $hung) = try_inputs('world', @all, @all);
    return ($program, $verdict) if $aborted || $hung || !defined_runs($program, \@texts, @all);
    return ($program, $verdict, 'False is broken by no run', $command);
}

# The programs of one job; a line for each: what the parent counts.
sub work {
    my ($job) = @_;
    open my $out, '>', "$dir/job$job.out" or die;
    for (my $i = $job; $i < $count; $i += $jobs) {
        my $number = $seed + $i;
        mkdir "$dir/job$job";
        chdir "$dir/job$job";
        my ($program, $verdict, $wrong, $detail) = try_one($number);
        my @names = map { $_->{name} } @{$program->{pieces}};
        my ($way, $world, $option) = ($program->{way}, $program->{world}, $program->{option} // '');
        print $out join("\t", 'program', $number, $verdict, $way, $world, $option, @names), "\n";
        if ($wrong) {
            my $what = "seed $number: $wrong (@names; $way; $world; $program->{flags})";
            print $out map { "wrong\t$_\n" } $what, map { "  $_" } split /\n/, $detail // '';
            if ($keep) {
                system "mkdir -p $keep/$number && cp -r . $keep/$number/";
                print $out "wrong\t  files in $keep/$number\n";
            }
        }
        chdir $dir;
        system "rm -rf $dir/job$job";
    }
    close $out;
}

print "# seed $seed\n";
my @workers = map { my $job = $_; my $pid = fork // die; if (!$pid) { work($job); exit } $pid } 0 .. $jobs - 1;
my $lost = 0;
for (@workers) {
    waitpid $_, 0;
    $lost++ if $?;
}

my (%verdicts, %of, @wrong, $programs);
for my $job (0 .. $jobs - 1) {
    open my $in, '<', "$dir/job$job.out" or next;
    while (<$in>) {
        chomp;
        my ($what, @fields) = split /\t/;
        push @wrong, $fields[0] if $what eq 'wrong';
        next if $what ne 'program';
        my ($number, $verdict, $way, $world, $option, @names) = @fields;
        $programs++;
        $verdicts{$verdict}++;
        $of{$_}{$verdict}++ for @names, "(linked: $way)", "(depends: $world)", "(options:$option)";
    }
}
for my $name (sort keys %of) {
    printf "# %-28s True %3d  False %3d  Maybe %3d\n", $name, map { $of{$name}{$_} // 0 } qw[True False Maybe];
}
my $decided = ($verdicts{True} // 0) + ($verdicts{False} // 0);
print "# ", join(', ', map { "$verdicts{$_} $_" } sort keys %verdicts), "\n";
print STDERR "# SEED=$seed\n", map { "# $_\n" } @wrong if @wrong || $lost; # where a harness shows only whether it passed
print @wrong || $lost ? 'not ' : '', "ok 1 - $programs programs, no verdict contradicts a run\n", map { "# $_\n" } @wrong;
print $decided * 2 >= $programs ? '' : 'not ', "ok 2 - at least half are decided\n1..2\n";
