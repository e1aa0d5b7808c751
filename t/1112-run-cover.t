#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf run --cover counts lines and branches as gcov does for the native program without optimisation: on the clean programs of
# t/1090-memory that read nothing, and on those of t/1110-run. It knows no lines of labels alone (`case 1:`), of va_end, and of jumps
# that are all that a condition leads to, which fragments leave out, and may attribute the condition of a statement over several lines to another of these: branches are compared over the whole file. Counts
# of several runs are summed, and of a program's processes.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use JSON::PP;
use Test::More;

my $here = abs_path(dirname($0));
chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub slurp { my ($path) = @_; open my $f, '<:raw', $path or return ''; local $/; return <$f> // '' }

# What gcov says of program.c: counts by line, and those of branches.
sub native
{
    my $all = decode_json(`gcov -b -c -t --json-format gcov.o 2>/dev/null`);
    my (%lines, @branches);
    for my $file (grep { $_->{file} eq 'program.c' } @{$all->{files}}) {
        for my $line (@{$file->{lines}}) {
            $lines{$line->{line_number}} += $line->{count};
            push @branches, map { $_->{count} } @{$line->{branches}};
        }
    }
    return (\%lines, join ' ', sort { $a <=> $b } @branches);
}

# The same of a file that cwolf wrote.
sub own
{
    my ($path) = @_;
    my (%lines, @branches, $file);
    for my $line (split /\n/, slurp($path)) {
        $file = $1 if $line =~ /^SF:(.*)/;
        next if ($file // '') ne 'program.c';
        $lines{$1} = $2 if $line =~ /^DA:(\d+),(\d+)$/;
        push @branches, $1 eq '-' ? 0 : $1 if $line =~ /^BRDA:\d+,\d+,\d+,(.*)$/;
    }
    return (\%lines, join ' ', sort { $a <=> $b } @branches);
}

my @programs = grep { slurp($_) !~ m{^// (?:input|nondet|args):}m } sort glob "$here/1090-memory/*-ok.c";
for my $path (@programs, map {"$here/1110-run/$_.c"} qw(values memory lines processes)) {
    my $name = basename($path, '.c');
    my @text = split /\n/, slurp($path);
    unlink glob('*.gc*'), 'cover.info';
    system("cp $path program.c; gcc -w -O0 --coverage -c -o gcov.o program.c && gcc --coverage -o gcov gcov.o -lm && ./gcov >/dev/null 2>&1");
    system("gcc -w -O0 -specs=$specs -o program program.c -lm") == 0 or die $name;
    system('timeout 60 cwolf run --cover=cover.info program >/dev/null 2>said');
    my ($wanted, $wanted_branches) = native();
    my ($got, $branches) = own('cover.info');
    my @wrong = map {"line $_: gcov " . ($wanted->{$_} // 'none') . ', here ' . ($got->{$_} // 'none')}
        grep { ($wanted->{$_} // 'none') ne ($got->{$_} // 'none') && ($text[$_ - 1] // '') !~ /^\s*(?:case .*|\w+):(?: \{)?$|va_end/ }
        sort { $a <=> $b } keys %{{%$wanted, %$got}};
    is("@wrong", '', "$name: lines");
    is($branches, $wanted_branches, "$name: branches");
}

my ($once) = own('cover.info');
system('cwolf run --cover=cover.info program >/dev/null 2>said');
my ($twice) = own('cover.info');
is_deeply($twice, {map { $_ => 2 * $once->{$_} } keys %$once}, 'two runs are summed');
system('cwolf run --cover=exec.info program -- exec >/dev/null 2>said');
my ($line) = grep { (split /\n/, slurp('program.c'))[$_ - 1] =~ /execl/ } 1 .. 60;
is((own('exec.info'))[0]{$line}, 1, 'what was executed before another program takes the place of a process');
like(slurp('said'), qr/^exec\.info: \d+ of \d+ lines \(\d+\.\d %\), \d+ of \d+ branches/m, 'a summary is said');
system('echo nonsense >bad.info');
is(system('cwolf run --cover=bad.info program >/dev/null 2>said') >> 8, 2, 'a file that is no coverage is refused');
like(slurp('said'), qr/^bad\.info:1:1: error: no line of lcov/m, 'and named');
is(slurp('bad.info'), "nonsense\n", 'and left alone');
done_testing();
