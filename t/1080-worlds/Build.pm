# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds a program in the current directory and runs it.
package Build;
use strict;
use warnings;
use Pieces;

our $include;
our $log = 'build.log';

sub command {
    my ($command) = @_;
    open my $out, '>>', 'commands' or die;
    print $out "$command\n";
    close $out;
    return !system "$command >>$log 2>&1";
}

sub spill {
    my ($file, $text) = @_;
    open my $out, '>', $file or die "$file: $!";
    print $out $text;
    close $out;
}

# The options that stay the same however often the program is built.
sub settle {
    my ($program) = @_;
    my $flags = pick('-O0', '-O1', '-O2', '-O2');
    $flags .= ' -fwrapv' if $program->{wrap} || chance(0.3);
    $flags .= ' -g' if chance(0.1);
    $flags .= ' -fno-common' if chance(0.1);
    $program->{flags} = $flags;
    $program->{library} = pick('', '-Wl,-Bsymbolic', '');
    $program->{pic} = pick('', '-fPIC');
    $program->{joined} = $program->{way} eq 'relocatable' || @{$program->{link}} && chance(0.3);
    $program->{joiner} = pick('ld -r', 'gcc -r');
    $program->{index} = pick('', 's');
    $program->{last} = $program->{way} ne 'archive' && $program->{way} ne 'shared' && chance(0.3);
}

# Builds the texts as the executable `name`, with `extra` options; true if that succeeded. The objects of units after the first
# go into a relocatable object, an archive or a shared library, and objcopy is applied to the second unit or what has it.
sub build {
    my ($program, $name, $extra, $plain_extra, @texts) = @_;
    my $plain = pop @texts;
    my $way = $program->{way};
    system "rm -rf $name.d; mkdir $name.d";
    spill("$name.d/u$_.c", $texts[$_]) for 0 .. $#texts;
    spill("$name.d/plain.c", $plain) if $plain ne '';
    my $flags = "-w $program->{flags} -I$include";
    my @objects = map { "$name.d/u$_.o" } 0 .. $#texts;
    my $compile = sub {
        my ($options, @units) = @_;
        return command("(cd $name.d && gcc $flags $options -c @units)");
    };
    my @units = map { "u$_.c" } 0 .. $#texts;
    if ($way eq 'shared' && !$program->{pic}) {
        $compile->($extra, shift @units) or return 0;
    }
    $compile->($way eq 'shared' ? "$extra -fPIC" : $extra, @units) or return 0;
    if ($plain ne '') {
        $compile->("$plain_extra $program->{pic}", 'plain.c') or return 0;
    }
    my ($first, @rest) = @objects;
    my ($other) = @rest;
    if ($program->{joined} && @rest) {
        my $linker = $program->{joiner} eq 'gcc -r' && $extra !~ /sanitize/ ? "gcc $extra -r" : 'ld -r';
        command("$linker -o $name.d/joined.o @rest") or return 0;
        @rest = ($other = "$name.d/joined.o");
    }
    my @options = grep { !/^objcopy / } @{$program->{link}};
    my @copy = map { /^objcopy (.*)/ ? $1 : () } @{$program->{link}};
    if (@copy) {
        command("objcopy @copy $other") or return 0;
    }
    if ($way eq 'archive' && @rest) {
        command("ar rc$program->{index} $name.d/units.a @rest && ranlib $name.d/units.a") or return 0;
        @rest = ("$name.d/units.a");
    } elsif ($way eq 'shared' && @rest) {
        command("gcc $extra -shared $program->{library} -o $name.d/libunits.so @rest") or return 0;
        @rest = ("-L$name.d -lunits -Wl,-rpath,'\$ORIGIN/$name.d'");
    }
    my $also = $plain ne '' ? "$name.d/plain.o" : '';
    my @order = $program->{last} ? (@rest, $also, $first) : ($first, $also, @rest);
    return command("gcc $extra -o $name @options @order -lpthread");
}

# One run within two seconds, with argc arguments or those that are given; returns its status as wait has it, -1 when it was ended, and what it wrote to standard error.
sub run {
    my ($name, $argc, $input, @arguments) = @_;
    @arguments = ('1x', 'y')[0 .. $argc - 2] if !@arguments;
    spill('input', $input);
    my $pid = fork // die;
    if (!$pid) {
        setpgrp;
        open STDIN, '<', 'input';
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', 'stderr';
        $ENV{ASAN_OPTIONS} = 'detect_leaks=0:handle_segv=0:detect_stack_use_after_return=0';
        exec { "./$name" } $name, @arguments or die;
    }
    my $status = -1;
    {
        local $SIG{ALRM} = sub { die "alarm\n" };
        eval { alarm 2; waitpid $pid, 0; $status = $?; alarm 0 };
        alarm 0;
        if ($status == -1) {
            kill KILL => -$pid, $pid;
            waitpid $pid, 0;
        }
    }
    open my $in, '<', 'stderr' or die;
    return ($status, do { local $/; <$in> } // '');
}

# Whether a run ended by an assertion or abort(), not by the C library's own checks of the heap.
sub aborted {
    my ($status, $text) = @_;
    return $status != -1 && ($status & 127) == 6 && $text !~ /malloc|free\(\)|corrupt|smashing|realloc\(\)/;
}

1;
