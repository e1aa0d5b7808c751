#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# GCC's own tests of errors of memory, gcc.dg/analyzer and c-c++-common/asan: at least half of the errors are found, and no line is
# accused that GCC does not name.
#
# A test of the analyzer names the lines that it warns of. Each function in which one of memory stands is asked about with
# --entry, a test with a main as a program; an error is found if a False of the function names a line that the test names there
# (of a leak, the line of the block will do), or one of another function, that calls it, its line. A False at a line that the test does
# not name is an accusation, unless valgrind or AddressSanitizer names it, too, with the inputs that are told: some tests say that GCC
# does not warn yet, or switch warnings off; others take a global pointer for set.
#
# A test of asan runs. AddressSanitizer is asked first, and what does not end here as the test says is left out. One that fails must
# be False at one of the lines that the test names or AddressSanitizer prints, or Maybe; one that runs to its end is not False.
#
# The tests are those of the source package gcc-12; $CWOLF_SOURCES/gcc-12, or $CWOLF_BUILD/sources/gcc-12, holds them unpacked, and
# is filled by apt-get source where it is missing. Other variables:
#   TESTS='malloc-1.c'   only these      JOBS=2   processes
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename;
use File::Temp qw(tempdir);
use Test::More;
use lib map { abs_path(dirname($0)) . "/$_" } '.', '../1090-memory';
use Jobs qw(parallel);
use Mutants qw(blank);
use Oracle qw(shell slurp);
use Sources qw(testsuite);
use Tool qw(compile link_program ask refused);

my $build = $ENV{CWOLF_BUILD} or die 'CWOLF_BUILD is not set';
my $sources = $ENV{CWOLF_SOURCES} // "$build/sources";
my $jobs = $ENV{JOBS} // 2;
my $dir = tempdir(CLEANUP => 1);
my @properties = qw(memory-safe no-leak no-uninit);

use constant SHARE => 0.5; # of the errors are found

# The property that a warning of the analyzer is about, by its text.
my @about = (
    [qr/leak of FILE/, undef],
    [qr/leak/, 'no-leak'],
    [qr/uninitialized/, 'no-uninit'],
    [qr/double-.?free|use after .*free|dereference of (?:possibly-)?NULL|possibly-NULL|use of NULL|not on the heap|on the stack/, 'memory-safe'],
    [qr/stale stack frame|write to string literal|write to 'const' object|within freed|unallocated object/, 'memory-safe'],
    [qr/CWE-(?:415|416|476|590|690|121|122|787|125)/, 'memory-safe'],
);

# ---- what the tests say --------------------------------------------------------------------------------------------

# The directives of a test with a text and a line: [name, text, line, expected to fail].
sub directives
{
    my ($text) = @_;
    my @lines = split /\n/, $text;
    my (%label, @found);
    for my $number (1 .. @lines) {
        $label{$1} = $number if $lines[$number - 1] =~ /\{ dg-line (\w+) \}/;
    }
    for my $number (1 .. @lines) {
        my $line = $lines[$number - 1];
        while ($line =~ /\{ *dg-(warning|message|bogus) +"((?:[^"\\]|\\.)*)"(.*?)\} *(?:\*\/|\{ *dg-|$)/g) {
            my ($name, $said, $rest) = ($1, $2, $3);
            my $at = $rest =~ /\.([-+]\d+) *$/ ? $number + $1 : $rest =~ /\s(\d+) *$/ ? $1 : $rest =~ /\s(\w+) *$/ && $label{$1} ? $label{$1} : $number;
            push @found, [$name, $said, $at, scalar $rest =~ /xfail/];
        }
    }
    return @found;
}

# The functions that a text defines: [name, first line, last line]. Their bodies begin and end with a brace in the first column, as
# in GNU's style, or stand on the line of the name.
sub functions
{
    my ($text) = @_;
    my @lines = split /\n/, blank($text);
    my (@found, $name, $first);
    for my $i (0 .. $#lines) {
        if ($lines[$i] =~ /^(?!struct|union|enum|typedef|#|\s)[\w *]*?\b(\w+) *\([^;]*$/ && $1 !~ /^__attribute__$/) {
            ($name, $first) = ($1, $i + 1);
        }
        push @found, [$name, $first, $i + 1] and undef $name if $name && ($lines[$i] =~ /^\}/ || ($first == $i + 1 && $lines[$i] =~ /\{.*\} *$/));
    }
    return @found;
}

# What is asked about a test of the analyzer: for each function, or for main alone, the lines that may be accused, and those of
# each property in it.
sub questions
{
    my ($path) = @_;
    my $text = slurp($path);
    my %named;
    my @wanted;
    for my $directive (directives($text)) {
        my ($name, $said, $line, $fails) = @$directive;
        next if $name eq 'bogus';
        $named{$line} = 1;
        next if $name ne 'warning' || $fails;
        my ($about) = grep { $said =~ $_->[0] } @about;
        push @wanted, [$about->[1], $line] if $about && $about->[1];
    }
    my @functions = functions($text);
    my ($main) = grep { $_->[0] eq 'main' } @functions;
    return map {
        my ($name, $first, $last) = @$_;
        my @in = grep { $main || ($_->[1] >= $first && $_->[1] <= $last) } @wanted;
        {path => $path, function => $name, main => defined $main, named => \%named, first => $first, last => $last, wanted => \@in}
    } $main // @functions;
}

sub options_of
{
    my ($text) = @_;
    my @options;
    push @options, split ' ', $1 while $text =~ /\{ dg-(?:additional-)?options "([^"]*)"/g;
    return join ' ', grep {/^-(?:D|std=|pthread|fno-builtin|fexceptions|f(?:no-)?strict|fpermissive)/} @options;
}

# ---- asking --------------------------------------------------------------------------------------------------------

my @asked; # the properties that the tool understands

# A main that calls the function with the inputs of an answer: pointers lead to blocks of zeros but for what it tells.
sub caller_of
{
    my ($q, $answer) = @_;
    my ($parameters) = slurp($q->{path}) =~ /\b$q->{function}\s*\(([^()]*)\)\s*\{/;
    my %input = map { $_->{text} =~ /^input: '(.*)' is (-?\d+)$/ ? ($1 => $2) : () } @{$answer->{path} // []};
    my ($text, @names) = ('');
    for my $declared (grep { !/^\s*(void)?\s*$/ } split /,/, $parameters // '') {
        $declared =~ s/\bconst\b|__attribute__.*|\bregister\b//g;
        $declared =~ s/^(.*?)(\w+)\s*\[.*/$1*$2/s;
        my ($name) = $declared =~ /(\w+)\s*$/ or next;
        push @names, $name;
        $text .= "$declared; __builtin_memset(&$name, 0, sizeof $name); MADE($name) " . (exists $input{$name} ? "$name = $input{$name}; " : '');
    }
    for my $place (sort grep {/\W/} keys %input) {
        my @before;
        push @before, $-[0] while $place =~ /->|\[/g;
        $text .= 'MADE(' . substr($place, 0, $_) . ') ' for @before;
        $text .= "$place = $input{$place}; ";
    }
    return "\n#define MADE(p) if (__builtin_classify_type(p) == 5 && sizeof(p) == sizeof(void *) && !*(void **)&(p)) " .
        "*(void **)&(p) = __builtin_calloc(1, 4096);\nstatic void scrub_(void) { volatile char a[4096]; for (int i = 0; i < 4096; i++) a[i] = 0; }\n" .
        "void analyzer_eval_(int x) __asm__(\"__analyzer_eval\");\nvoid analyzer_eval_(int x) { }\n" .
        "int main(void) { $text CALL($q->{function}(@{[join ', ', @names]})) scrub_(); return 0; }";
}

# Streams that cannot be opened, for a native run of an answer by which the system fails what it is asked.
sub shut
{
    my ($answer) = @_;
    return '' if !grep { $_->{text} =~ /^what it asks of the system fails/ } @{$answer->{path} // []};
    my @names = qw(fopen fdopen freopen popen tmpfile);
    open my $out, '>', 'shut.c' or die "shut.c: $!";
    print $out map {"void *__wrap_$_() { return 0; }\n"} @names;
    close $out;
    return system('gcc -w -c shut.c') ? '' : 'shut.o ' . join ' ', map {"-Wl,--wrap=$_"} @names;
}

# Whether valgrind or a sanitizer names the line, too, when the function is called natively with the inputs of an answer, or with
# zeros; or the program's main.
sub happens
{
    my ($q, $line, $property, $answer) = @_;
    my $zeros = "\nint main(void) { ((void (*)())$q->{function})(0, 0, 0, 0); return 0; }";
    my $options = options_of(slurp($q->{path})) . ' -no-pie -Wl,--unresolved-symbols=ignore-all -I' . dirname($q->{path});
    my ($file, $shut) = (quotemeta basename($q->{path}), shut($answer));
    my $caller = $q->{main} ? '' : caller_of($q, $answer); # once its result decides something, once not
    for my $call ($q->{main} ? '' : ("\n#define CALL(x) if (x) __builtin_puts(\"\");$caller", "\n#define CALL(x) x;$caller", $zeros)) {
        open my $out, '>', 'native.c' or die "native.c: $!";
        print $out qq{#include "$q->{path}"$call\n};
        close $out;
        my $built = !system("gcc -w -g -O0 $options -o native native.c >/dev/null 2>&1");
        my (undef, $said) = $built ? shell('timeout 60 valgrind -q --leak-check=full ./native') : (0, '');
        return 1 if $said =~ /\b$file:$line\)/;
        $built = $shut && !system("gcc -w -g -O0 $options -o native native.c $shut >/dev/null 2>&1");
        return 1 if $built && (shell('timeout 60 valgrind -q ./native'))[1] =~ /\b$file:$line\)/;
        return 1 if $property eq 'no-uninit' && $said =~ /uninitialised/; # what is returned is looked at by the caller
        $built = !system("gcc -w -g -O0 -fsanitize=address,undefined $options -o native native.c >/dev/null 2>&1");
        (undef, $said) = $built ? shell('timeout 60 ./native') : (0, '');
        return 1 if $said =~ /\b$file:$line\b/;
    }
    return 0;
}

# What is right although no native run shows it, and why.
my %by_hand = (
    'data-model-12.c, bar: no-uninit' => 'foo is called without the arguments that it takes',
    'data-model-20.c, test: no-uninit' => 'where the second malloc fails, i++ leads to what was never set',
    'error-3.c, test_1: no-uninit' => 'error is called without the arguments that it takes',
    'pr101983-main.c: no-leak' => 'malloc has to fail for the program to end; it loses the list then',
    'pr99774-1.c, vu_check_queue_inflights: memory-safe' => 'resubmit_num may be any',
    'setjmp-2.c, test_5: memory-safe' => 'its jmp_buf is an empty structure',
    'setjmp-3.c, inner: memory-safe' => 'its jmp_buf is an empty structure',
    'setjmp-5.c, outer: memory-safe' => 'its jmp_buf is an empty structure',
    'setjmp-8.c, inner: memory-safe' => 'its jmp_buf is an empty structure',
    'boxed-malloc-1.c, test_16: no-uninit' => 'a pointer without a value is freed; GCC names the line of the call',
    'asan-stack-small.c' => 'what is 32 bytes behind a variable of one is another variable, which AddressSanitizer lets pass');

# Of one function: how many errors there are and how many are found, and lines accused wrongly.
sub analyse
{
    my ($q) = @_;
    my $name = basename($q->{path}) . ($q->{main} ? '' : ", $q->{function}");
    my $wrong = compile($q->{path}, options_of(slurp($q->{path})) . ' -I' . dirname($q->{path}));
    return {skipped => "$name does not compile"} if $wrong;
    return {skipped => "$name does not link"} if $q->{main} && link_program('-pthread');
    my ($answer, $broken) = $q->{main} ? ask('./tool', '', @asked) : ask('tool.o', "--entry=$q->{function}", @asked);
    return {skipped => "$name: $broken"} if !%$answer;
    my (%found, @accused, @missed);
    for my $property (@asked) {
        next if $answer->{$property}{verdict} ne 'False';
        my $line = $answer->{$property}{line};
        push @accused, "$name: $property at line $line: $answer->{$property}{message}" if !$q->{named}{$line} && !$by_hand{"$name: $property"} && !happens($q, $line, $property, $answer->{$property});
        push @{$found{$property}}, $line if $q->{named}{$line};
    }
    my %wanted;
    push @{$wanted{$_->[0]}}, $_->[1] for grep { my $w = $_; grep { $w->[0] eq $_ } @asked } @{$q->{wanted}};
    for my $property (sort keys %wanted) {
        push @missed, [map({"$q->{path} $property $_"} @{$wanted{$property}}), "$name: $property, line @{$wanted{$property}}: $answer->{$property}{verdict}"]
            if !$found{$property};
    }
    my @found = map { my $p = $_; map {"$q->{path} $p $_"} @{$found{$p}} } keys %found;
    return {errors => scalar keys %wanted, missed => \@missed, found => \@found, accused => \@accused};
}

# Whether a native run ends in error where one of its first allocations gives no block.
sub needs_its_blocks
{
    my ($path, $options) = @_;
    open my $out, '>', 'starve.c' or die;
    print $out "#include <stdlib.h>\nstatic int calls;\nstatic int fails(void) { return ++calls == atoi(getenv(\"STARVE\")); }\n",
        "void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);\n",
        "void *__wrap_malloc(size_t n) { return fails() ? 0 : __real_malloc(n); }\n",
        "void *__wrap_calloc(size_t n, size_t m) { return fails() ? 0 : __real_calloc(n, m); }\n",
        "void *__wrap_realloc(void *p, size_t n) { return fails() ? 0 : __real_realloc(p, n); }\n";
    close $out;
    my ($status) = shell("gcc -w -c starve.c && gcc -w -g -O0 $options -o starved $path starve.o -pthread -ldl " .
        "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc");
    return 0 if $status;
    for my $nth (1 .. 8) {
        my ($status) = shell("ulimit -c 0; STARVE=$nth timeout -s KILL 60 ./starved");
        return 1 if ($status & 127) == 11 || $status >> 8 == 139; # SIGSEGV, of the program or told by the shell
    }
    return 0;
}

# Of one test of asan.
sub run_test
{
    my ($path) = @_;
    my $text = slurp($path);
    my ($name, $options) = (basename($path), options_of($text));
    my $file = quotemeta $name;
    my %lines = map { $_ => 1 } map {/\b$file:(\d+)/g} grep {/dg-output/} split /\n/, $text;
    my $fails = $text =~ /dg-shouldfail/;
    my ($status) = shell("gcc -w -g -O0 -fsanitize=address $options -o sane $path -pthread -ldl");
    return {skipped => "$name does not compile"} if $status;
    ($status, my $said) = shell('ulimit -c 0; timeout -s KILL 60 ./sane');
    return {skipped => "$name does not " . ($fails ? 'fail' : 'exit with 0') . ' here'}
        if $fails ? $said !~ /AddressSanitizer/ : $status || $said =~ /AddressSanitizer/;
    $lines{$1} = 1 while $said =~ /\b$file:(\d+)/g;
    return {skipped => "$name does not compile with the flag"} if compile($path, $options) || link_program('-pthread -ldl');
    my ($answer, $broken) = ask('./tool', '--timeout=5', 'memory-safe');
    return {skipped => "$name: $broken"} if !%$answer;
    my ($verdict, $line) = ($answer->{'memory-safe'}{verdict}, $answer->{'memory-safe'}{line} // 0);
    my $is_wrong = !$fails && $verdict eq 'False' && !$by_hand{$name} && !needs_its_blocks($path, $options);
    return {errors => 0, missed => [], accused => $is_wrong ? ["$name: line $line, which runs clean"] : []} if !$fails;
    my @accused = $verdict eq 'True' ? "$name: True" : $verdict eq 'False' && !$lines{$line} ? "$name: line $line" : ();
    return {errors => 1, missed => $verdict eq 'False' ? [] : ["$name: $verdict"], accused => \@accused};
}

# ---- the test ------------------------------------------------------------------------------------------------------

system('mkdir', '-p', $sources);
$sources = abs_path($sources);
my ($analyzer, $asan) = testsuite($sources, 'gcc.dg/analyzer', 'c-c++-common/asan');
plan skip_all => "apt-get source gcc-12 is not possible here: see $sources/fetch.log" if !$asan;
my %only = map { $_ => 1 } split ' ', $ENV{TESTS} // '';
my $chosen = sub { return grep { !%only || $only{basename($_)} } sort @_ };
my @questions = map { questions($_) } grep { slurp($_) !~ /fanalyzer-checker=taint/ } $chosen->(glob "$analyzer/*.c");
my @runs = grep { my $t = slurp($_); $t =~ /dg-do run/ && $t =~ /\bmain *\(/ } $chosen->(glob "$asan/*.c");
my $errors = 0;
for my $q (@questions) {
    my %kinds = map { $_->[0] => 1 } @{$q->{wanted}};
    $errors += keys %kinds;
}
diag(sprintf 'analyzer: %d functions with %d errors; asan: %d programs', scalar @questions, $errors, scalar @runs);
ok(%only || ($errors > 200 && @runs > 40), 'the tests name hundreds of errors');

chdir $dir;
SKIP: {
    my $refused = refused('memory-safe');
    skip $refused, 4 if $refused;
    @asked = grep { !refused($_) } @properties;
    for my $part (['analyzer', \&analyse, @questions], ['asan', \&run_test, @runs]) {
        my ($what, $work, @items) = @$part;
        mkdir "$dir/$what";
        my ($all, @missed, @accused, @skipped, %found) = (0);
        for my $result (parallel($jobs, "$dir/$what", $work, @items)) {
            $result //= {skipped => 'a process died'};
            push @skipped, $result->{skipped} // ();
            $all += $result->{errors} // 0;
            push @missed, @{$result->{missed} // []};
            push @accused, @{$result->{accused} // []};
            $found{$_} = 1 for @{$result->{found} // []};
        }
        @missed = map { ref $_ ? $_->[-1] : $_ } grep { my $m = $_; !ref $m || !grep { $found{$_} } @$m } @missed;
        diag("$what: not tried:\n", join "\n", @skipped) if @skipped;
        diag("$what: not found:\n", join "\n", @missed) if @missed;
        cmp_ok($all - @missed, '>=', SHARE * $all, "$what: at least half of $all errors are found");
        ok(!@accused, "$what: no verdict is wrong") or diag(join "\n", @accused);
    }
}
done_testing();
