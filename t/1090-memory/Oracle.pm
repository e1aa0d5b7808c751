# SPDX-License-Identifier: GPL-3.0-or-later
#
# What native runs say about a program's memory: AddressSanitizer, UBSan, LeakSanitizer, valgrind, and glibc's checks of sizes.
package Oracle;
use strict;
use warnings;
use Cwd 'abs_path';
use Exporter 'import';
use File::Basename;
our @EXPORT_OK = qw(fields prepare build sanitized valgrind fortified beside_literals property_of inputs shell slurp);

my $native = abs_path(dirname(__FILE__)) . '/native';
my $world = "$native/world.c";
my $wrap = join ',', '-Wl', map {"--wrap=$_"} qw(malloc calloc realloc);
my $bounds = 'ulimit -c 0 -t 10';
my %builds = (
    sane => '-O0 -fsanitize=address,undefined -fno-sanitize-recover=all',
    plain => '-O0',
    fortified => "-O1 -D_FORTIFY_SOURCE=3 -D_GNU_SOURCE -include $native/unchecked.h",
);

# How a native tool names each kind of error. A jump to a bad address or through one is a segmentation fault.
my %said = (
    'out-of-bounds' => qr/buffer-(?:over|under)flow|out of bounds|insufficient space|pointer index expression|buffer overflow detected/,
    'use-after-free' => qr/heap-use-after-free/,
    'use-after-return' => qr/stack-use-after-return/,
    'use-after-scope' => qr/stack-use-after-scope/,
    'double-free' => qr/double-free/,
    'invalid-free' => qr/bad-free|not malloc|SEGV.* in (?:__interceptor_)?free\b/s,
    'leak' => qr/LeakSanitizer|lost in loss record/,
    'null' => qr/null pointer/,
    'uninitialised' => qr/uninitialised/,
    'overlap' => qr/param-overlap/,
    'read-only' => qr/SEGV/,
    'invalid-pointer' => qr/SEGV|misaligned address|insufficient space/,
    'vla-bound' => qr/variable length array bound/,
    'invalid-access' => qr/Invalid (?:read|write)|Process terminating with default action of signal 11/, # valgrind's word for most
);

# A program: `kind`, `nondet`, `args` (strings, undef where missing), `input` (undef where it reads nothing), `closed` (it has one
# run), `allocates`, and the lines marked: `error` and `allocated`, sets.
sub fields
{
    my ($path) = @_;
    my %f = (path => $path, name => basename($path, '.c'), error => {}, allocated => {});
    my $number = 0;
    for my $line (split /\n/, slurp($path)) {
        $number++;
        $f{$1} = $2 if $line =~ m{^// (kind|input|nondet|args): ?(.*)$};
        my ($marks) = $line =~ m{\S.*// ((?:error|allocated)(?:, (?:error|allocated))*)$} or next;
        $f{$_}{$number} = 1 for split /, /, $marks;
    }
    $f{input} =~ s/\\(n|t|x[0-9a-f]{2})/$1 eq 'n' ? "\n" : $1 eq 't' ? "\t" : chr hex substr $1, 1/ge if defined $f{input};
    $f{allocates} = slurp($path) =~ /\b(?:m|c|re)alloc\(/;
    $f{closed} = !grep({defined} @f{qw(input nondet args)}) && slurp($path) !~ /\bargv\b/;
    return \%f;
}

# Whether something is wrong with a program once its string literals are arrays with bounds of their own, as many as can be: the
# sanitizers know nothing of what stands before a literal. Takes the directory prepared.
sub beside_literals
{
    my ($f, $shared) = @_;
    my $text = slurp($f->{path});
    my $keeps = sub { my ($try) = @_; _spill('literal.c', $try); return !system 'gcc -w -fsyntax-only literal.c 2>/dev/null' };
    for (my $from = 0; substr($text, $from) =~ /^(?!\s*#|\s*\/\/).*?\K"(?:[^"\\\n]|\\.)*"/m;) {
        my ($at, $literal) = ($from + $-[0], $&);
        my $try = $text;
        substr $try, $at, length $literal, "(char[]){$literal}";
        ($text, $from) = $keeps->($try) ? ($try, $at + 8 + length $literal) : ($text, $at + length $literal);
    }
    _spill('literal.c', $text);
    return build('sane', $shared, 'literal.c') && sanitized({%$f, path => 'literal.c'}, $f);
}

sub _spill { my ($path, $text) = @_; open my $out, '>:raw', $path or die "$path: $!"; print $out $text; close $out }

# The built-in property that an error of a kind violates.
sub property_of
{
    my ($kind) = @_;
    return $kind eq 'leak' ? 'no-leak' : $kind eq 'uninitialised' ? 'no-uninit' : 'memory-safe';
}

# Compiles what all programs share into a directory.
sub prepare
{
    my ($dir) = @_;
    for my $name (keys %builds) {
        system("gcc -g -w $builds{$name} -c -o $dir/world-$name.o $world") and die "$world does not compile\n";
    }
}

# Builds a program in one way (sane, plain or fortified) into the current directory; false if it does not compile. `$shared` is
# the directory prepared. What all share comes first: its arrays have bounds that lie before the program's first.
sub build
{
    my ($way, $shared, $source) = @_;
    return system("gcc -g -w $builds{$way} -o $way $shared/world-$way.o $source $wrap >build.log 2>&1") == 0;
}

# An input: a hash with input, nondet, args, fail; random ones where the program reads anything. Numbers are near those that
# programs of this size test.
sub inputs
{
    my ($f, $count) = @_;
    return () if $f->{closed};
    my $number = sub { my $r = rand; return $r < 0.7 ? int(rand 40) - 10 : $r < 0.9 ? int(rand 400) - 200 : (-2**31, 2**31 - 1)[rand 2] };
    my @bytes = (0 .. 9, 'a' .. 'f', 'z', '(', ')', ',', '=', '-', ' ', "\n", "\0", "\xe2");
    my $text = sub { return join '', map { $bytes[rand @bytes] } 1 .. rand 70 };
    return map {
        {
            input => defined $f->{input} ? $text->() : undef,
            nondet => defined $f->{nondet} ? join(' ', map { $number->() } 1 .. 4) : undef,
            args => defined $f->{args} ? join(' ', map { 'x' x rand 40 } 1 .. rand 4) : undef,
        }
    } 1 .. $count;
}

# Runs ./sane; returns what it was stopped for, undef if for nothing: a hash with the line of the program, the text, and the set of
# kinds that the text may mean, empty for what is no error of memory.
sub sanitized
{
    my ($f, $input) = @_;
    local $ENV{ASAN_OPTIONS} = 'detect_stack_use_after_return=1:strict_string_checks=1:detect_leaks=1:color=never';
    my ($status, $text) = _run('./sane', $input);
    my ($found) = _findings($f, $text, qr/^.*(?:runtime error: |ERROR: (?:Address|Leak)Sanitizer: |DEADLYSIGNAL)/m);
    return $found // _ended($status);
}

# Runs ./plain under valgrind; returns all that it objects to.
sub valgrind
{
    my ($f, $input) = @_;
    my ($status, $text) = _run('valgrind -q --leak-check=full --show-leak-kinds=definite,indirect,possible ./plain', $input);
    my @found = _findings($f, $text, qr/^==\d+== (?=\S)(?!    |For lists|Use --|More than)/m);
    return @found ? @found : _ended($status) // ();
}

# Runs ./fortified, which sees writes beyond a member by functions of the library; like sanitized.
sub fortified
{
    my ($f, $input) = @_;
    my ($status, $text) = _run('./fortified', $input);
    return {line => 0, text => $&, kinds => {'out-of-bounds' => 1}} if $text =~ /buffer overflow detected/;
    return _ended($status);
}

# Runs a command of the shell; returns its status as of wait, and what it prints.
sub shell
{
    my ($command) = @_;
    my $text = `{ $command ; } 2>&1 </dev/null`;
    return ($?, $text);
}

sub slurp { my ($path) = @_; open my $f, '<:raw', $path or return ''; local $/; return <$f> // '' }

sub _run
{
    my ($command, $input) = @_;
    open my $out, '>:raw', 'stdin' or die "stdin: $!";
    print $out $input->{input} // '';
    close $out;
    local @ENV{qw(NONDET FAIL)} = ($input->{nondet} // '', $input->{fail} // 0);
    my @words = ref $input->{args} ? @{$input->{args}} : split ' ', $input->{args} // '';
    my $arguments = join ' ', map { "'" . s/'/'\\''/gr . "'" } @words;
    return shell("$bounds; timeout -s KILL 60 $command $arguments <stdin");
}

# The reports in a text, each beginning where a pattern matches: its kind, and the innermost line of the program's own.
sub _findings
{
    my ($f, $text, $start) = @_;
    my $file = quotemeta basename($f->{path});
    my (@found, @at);
    push @at, $-[0] while $text =~ /$start/g;
    for my $i (0 .. $#at) {
        my $report = substr $text, $at[$i], ($at[$i + 1] // length $text) - $at[$i];
        my ($first) = $report =~ /^(.*)/;
        my ($inner, $line) = $report =~ /^(.*?\b$file:(\d+))/s or next;
        my $head = length $first > length $inner ? $first : $inner;
        my @kinds = grep { $head =~ $said{$_} } keys %said;
        push @found, {line => $line, text => $first, kinds => {map { $_ => 1 } @kinds}};
    }
    return @found;
}

# A run that a signal ended, though nothing was reported.
sub _ended
{
    my ($status) = @_;
    return $status & 127 || $status >> 8 > 128 ? {line => 0, text => "ended with status $status", kinds => {}} : undef;
}

1;
