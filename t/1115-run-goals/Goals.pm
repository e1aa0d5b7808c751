# SPDX-License-Identifier: GPL-3.0-or-later
#
# A program with ten goals and what is true of them: which a run can reach was shown by inputs, and by proof and fuzzing which none
# can. goals(NAME, SECONDS) answers them with cwolf run, runs the suite natively with gcov, and says what is wrong.
package Goals;
use strict;
use warnings;
use Cwd 'abs_path';
use Exporter 'import';
use File::Basename;
use JSON::PP;
our @EXPORT_OK = qw(names goals);

my $here = dirname(abs_path(__FILE__));
chomp(my $specs = `cwolf --specs`);

sub names { map { basename($_, '.c') } sort glob "$here/*.c" }

sub lines_of { my ($path) = @_; open my $f, '<', $path or die "$path: $!"; chomp(my @lines = <$f>); return @lines }

# Of the program with a call where each goal `at` holds: which were made by the suite. Where the call cannot stand there: undef.
sub marked
{
    my ($name, $number, $line, $condition, @more) = @_;
    my @source = lines_of("$here/$name.c");
    $source[$line - 1] = "if ($condition) { extern void hit_(void); hit_(); }\n$source[$line - 1]";
    open my $out, '>', 'marked.c' or die;
    print $out "#include <stddef.h>\n", map { "$_\n" } @source;
    print $out "#include <stdlib.h>\nvoid hit_(void) { FILE *f = fopen(\"hit\", \"w\"); if (f) fclose(f); }\n" =~ s/FILE/struct _IO_FILE/r
        =~ s/#include <stdlib.h>/#include <stdio.h>/r;
    close $out;
    return undef if system("gcc -w -O0 -o marked marked.c @more 2>/dev/null");
    unlink 'hit';
    system('suite/run.sh ./marked >/dev/null 2>&1');
    return -e 'hit';
}

# Lines and functions that the suite reached natively.
sub native
{
    my ($name, @more) = @_;
    unlink glob '*.gcda';
    system("gcc -w -O0 --coverage -c $here/$name.c -o native.o && gcc --coverage -o native native.o @more") and return;
    system('suite/run.sh ./native >/dev/null 2>&1');
    my $all = decode_json(`gcov -t --json-format native.o 2>/dev/null`);
    my %hit;
    for my $file (grep { basename($_->{file}) eq "$name.c" } @{$all->{files}}) {
        $hit{"line $_->{line_number}"} += $_->{count} for @{$file->{lines}};
        $hit{"function $_->{name}"} += $_->{execution_count} for @{$file->{functions}};
    }
    return \%hit;
}

sub goals
{
    my ($name, $seconds) = @_;
    my %count = (coverable => 0, covered => 0, none => 0, unreachable => 0, checked => 0);
    my @wrong;
    system('rm -rf suite');
    system("gcc -w -O0 -specs=$specs -c $here/$name.c -o $name.o") and return (\%count, "$name: gcc failed");
    my @answers = `cwolf run --timeout=$seconds --goals=$here/$name.goals --suite=suite $name.o 2>$name.err`;
    my @goals = lines_of("$here/$name.goals");
    my @truth = lines_of("$here/$name.truth");
    return (\%count, "$name: " . join '', lines_of("$name.err")) if @answers != @goals + 1;
    my @more = -e 'suite/inputs.c' ? 'suite/inputs.c' : ();
    my $hit = native($name, @more) or return (\%count, "$name: no native program");
    for my $i (0 .. $#goals) {
        my $can = $truth[$i] eq 'coverable';
        my $is_covered = $answers[$i] =~ /^test /;
        my $is_none = $answers[$i] =~ /^unreachable /;
        $count{$can ? 'coverable' : 'none'}++;
        $count{covered} += $is_covered && $can;
        $count{unreachable} += $is_none && !$can;
        push @wrong, "$name: no run reaches, but a test was given: $goals[$i]" if $is_covered && !$can;
        push @wrong, "$name: called unreachable: $goals[$i]" if $is_none && $can;
        next unless $is_covered;
        my $native = $goals[$i] =~ /^line \S+:(\d+)/ ? $hit->{"line $1"}
                   : $goals[$i] =~ /^function (\S+)/ ? $hit->{"function $1"}
                   : $goals[$i] =~ /^at \S+:(\d+) (.*)/ ? marked($name, $i, $1, $2, @more) : 0;
        next unless defined $native;
        $count{checked}++;
        push @wrong, "$name: its test does not reach it natively: $goals[$i]" unless $native;
    }
    return (\%count, @wrong);
}

1;
