#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# no-uninit and no-leak on random programs, held against valgrind: a program is True for nothing that valgrind objects to in one
# of its runs, and False for nothing that no run of it does, with the input that the tool names. Pointers are locals of main, so that each block
# that is not freed at the end is lost. no-deadlock on programs by hand.
#
#   SEED=N COUNT=N t/1105-values-and-blocks.t      KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $seed = $ENV{SEED} // 1105;
my $count = $ENV{COUNT} // 8;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
use constant INPUTS => 'abc'; # each run reads one of these

sub pick { $_[int rand @_] }
sub spill { my ($path, $text) = @_; open my $out, '>', $path or die "$path: $!"; print $out $text; close $out }

# ---- random programs -------------------------------------------------------------------------------------------------

my @numbers = qw(x y z);
my @pointers = qw(p q);

sub value { return pick(int rand 5, pick(@numbers), 'a[' . int(rand 3) . ']', 's.m', pick(@numbers) . ' + 1') }

sub test { return pick('c == ' . ord(pick(split //, INPUTS)), value() . ' < ' . int(rand 4), 'k > 1', 'p', 'q == 0') }

sub statement {
    my ($depth) = @_;
    my $p = pick(@pointers);
    my $n = pick(@numbers);
    return 'if (' . test() . ') { ' . statements($depth + 1) . '} else { ' . statements($depth + 1) . '}' if $depth < 2 && rand() < 0.3;
    return pick("$n = " . value() . ';', "$n = " . int(rand 9) . ';', 'a[' . int(rand 3) . '] = ' . value() . ';', 's.m = ' . value() . ';',
        "for (k = 0; k < " . int(rand 4) . "; k++) a[k] = k;", "t = s; $n = t.m;", "k++;", "memset(a, 1, sizeof a);",
        "if ($p) { free($p); $p = 0; }", "if (!$p) $p = malloc(8);", "if (!$p) $p = calloc(1, 8);", "if ($p) *$p = " . value() . ';',
        "if ($p) $n = *$p;", "$p = 0;", "if (p && !q) { q = p; p = 0; }", "if ($n > 3) return 1;");
}

sub statements { my ($depth) = @_; return join ' ', map { statement($depth) } 1 .. 1 + int rand(3 - $depth) }

sub program {
    my @set = grep { rand() < 0.5 } @numbers;
    my $text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) {\n    int c = getchar(), k = 0, x, y, z, a[3];\n" .
        "    struct { int l, m; } s, t;\n    int *p = 0, *q = 0;\n";
    $text .= "    $_ = 1;\n" for @set;
    $text .= "    s.m = 2;\n" if rand() < 0.6;
    $text .= "    a[0] = a[1] = a[2] = 0;\n" if rand() < 0.6;
    $text .= '    ' . statements(0) . "\n" for 1 .. 4;
    $text .= rand() < 0.7 ? "    free(p);\n    free(q);\n" : '';
    return $text . "    return 0;\n}\n";
}

# ---- native runs -----------------------------------------------------------------------------------------------------

# What the runs violate, each property with how often.
sub violated {
    my %of = ('no-uninit' => 0, 'no-leak' => 0);
    for my $input (split //, INPUTS) {
        spill('input', $input);
        my $said = `valgrind ./plain <input 2>&1 >/dev/null`;
        $of{'no-uninit'}++ if $said =~ /uninitialised/;
        $of{'no-leak'}++ if $said !~ /in use at exit: 0 bytes/;
        return () if $said =~ /Invalid|Process terminating/;
    }
    return %of;
}

my (%verdicts, @wrong);
for my $number ($seed .. $seed + $count - 1) {
    srand $number;
    my $text = program();
    spill('p.c', $text);
    system("gcc -w -g -O0 -o plain p.c") == 0 or die "the program of seed $number does not compile\n";
    my %of = violated() or next;
    system("gcc -w -specs=$specs -o tool p.c") == 0 or die "the program of seed $number does not compile with the tool\n";
    for my $property (qw(no-uninit no-leak)) {
        my ($verdict) = `cwolf check -p $property ./tool 2>said` =~ /^(\w+) $property$/m;
        $verdict //= 'none';
        $verdicts{"$property $verdict"}++;
        my $names_input = `cat said` =~ /standard input gives (\d+)/ ? chr $1 : undef;
        my $is_wrong = $verdict eq 'True' ? $of{$property}
            : $verdict eq 'False' ? !$of{$property} && !repeats($property, $names_input)
            : $verdict ne 'Maybe';
        next if !$is_wrong;
        push @wrong, "seed $number: $property is $verdict, $of{$property} of the runs violate it";
        system "mkdir -p '$ENV{KEEP}' && cp p.c '$ENV{KEEP}/$number.c'" if $ENV{KEEP};
    }
}

# A False that no run above showed: the input that it names, or the end of input, does.
sub repeats {
    my ($property, $input) = @_;
    for my $try (defined $input ? $input : ('', "\0")) {
        spill('input', $try);
        my $said = `valgrind ./plain <input 2>&1 >/dev/null`;
        return 1 if $property eq 'no-uninit' ? $said =~ /uninitialised/ : $said !~ /in use at exit: 0 bytes/;
    }
    return 0;
}
diag(join '; ', map { "$_: $verdicts{$_}" } sort keys %verdicts);
ok(!@wrong, "no verdict on $count random programs contradicts valgrind") or diag(join "\n", @wrong);

# ---- deadlocks -------------------------------------------------------------------------------------------------------

# [what, verdict, the body of main, more flags]
my $head = "#define _GNU_SOURCE\n" . join('', map {"#include <$_.h>\n"} qw(poll pthread stdio sys/select threads unistd)) . "extern void __VERIFIER_assume(int);\n" .
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, o = PTHREAD_MUTEX_INITIALIZER;\nstatic int n;\n" .
    "extern void gone(void);\n#pragma cwolf external gone : noreturn\n" .
    "static void add(void) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }\n" .
    "static void *both(void *x) { pthread_mutex_lock(&o); add(); pthread_mutex_unlock(&o); return x; }\n" .
    "static pthread_once_t once = PTHREAD_ONCE_INIT;\nstatic void again(void) { pthread_once(&once, again); }\n" .
    "static once_flag flag = ONCE_FLAG_INIT;\nstatic void anew(void) { call_once(&flag, anew); }\n";
my $parts = 'struct parts { int n; pthread_mutex_t m[2]; } parts = {3, {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP}};';
my @deadlocks = (
    ['a program that ends', 'True', 'while (getchar() != EOF) n++;'],
    ['one that goes on for ever', 'True', 'for (;;) n = !n;'],
    ['one that waits for the outside', 'True', 'char c; while (read(0, &c, 1) == 1) n++;'],
    ['a lock that is given back', 'True', 'add(); add();'],
    ['two locks', 'True', 'pthread_mutex_lock(&o); add(); pthread_mutex_unlock(&o);'],
    ['a lock that is held already', 'False', "pthread_mutex_lock(&m); if (getchar() == 'a') add(); pthread_mutex_unlock(&m);"],
    ['the same without an input', 'False', 'pthread_mutex_lock(&m); add();'],
    ['a lock that may be recursive', 'Maybe', 'pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);' .
        'pthread_mutex_init(&m, &a); pthread_mutex_lock(&m); add();'],
    ['one that its initialiser makes so', 'Maybe', 'pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; pthread_mutex_lock(&r); pthread_mutex_lock(&r);'],
    ['a part of what is initialised', 'Maybe', "static $parts pthread_mutex_lock(&parts.m[1]); pthread_mutex_lock(&parts.m[1]);"],
    ['a part of a local one', 'Maybe', "$parts pthread_mutex_lock(&parts.m[1]); pthread_mutex_lock(&parts.m[1]);"],
    ['a violation of the rule that is suppressed', 'False', "\n#pragma cwolf suppress pthread.double_lock \"ours\"\npthread_mutex_lock(&m); pthread_mutex_lock(&m);"],
    ['a function that never returns', 'Maybe', 'if (getchar() == 3) gone();'],
    ['threads', 'Maybe', 'pthread_t t; pthread_create(&t, 0, both, 0); pthread_mutex_lock(&m); pthread_mutex_lock(&o);'],
    ['a pipe that it holds both ends of', 'Maybe', 'int p[2]; char c; if (pipe(p)) return 1; read(p[0], &c, 1);'],
    ['the same by a stream', 'Maybe', 'int p[2]; if (pipe(p)) return 1; FILE *f = fdopen(p[0], "r"); if (!f) return 1; fgetc(f);'],
    ['once in itself', 'Maybe', 'pthread_once(&once, again);'],
    ['call_once in itself', 'Maybe', 'call_once(&flag, anew);'],
    ['a poll of nothing, for ever', 'Maybe', 'poll(0, 0, -1);'],
    ['a poll of nothing, for a while', 'True', 'poll(0, 0, 10);'],
    ['a poll for ever', 'True', 'struct pollfd p = {0, POLLIN, 0}; poll(&p, 1, -1);'],
    ['a select of nothing, for ever', 'Maybe', 'select(0, 0, 0, 0, 0);'],
    ['a select of nothing, for a while', 'True', 'struct timeval t = {1, 0}; select(0, 0, 0, 0, &t);'],
    ['runs that are left out of account', 'True', '__VERIFIER_assume(getchar() == 3);'],
);
for my $d (@deadlocks) {
    my ($what, $wanted, $body) = @$d;
    spill('d.c', "${head}int main(void) { $body return 0; }\n");
    system("gcc -w -specs=$specs -c -o d.o d.c") == 0 or die "'$what' does not compile\n";
    my ($verdict) = `cwolf check -p no-deadlock d.o 2>said` =~ /^(\w+) no-deadlock$/m;
    is($verdict, $wanted, "no-deadlock: $what") or diag(`cat said`);
}

# What a stream is, and whether it is open, is not known without a rule: no part of memory-safe is True of its use.
for (['no-null', 'False', 'FILE *f = fopen("nope", "r"); return fgetc(f);'], # the library follows it
    ['no-use-after-free', 'Maybe', 'FILE *f = fopen("/dev/null", "w"); if (!f) return 0; fclose(f); fclose(f);']) {
    my ($property, $wanted, $body) = @$_;
    spill('s.c', "#include <stdio.h>\nint main(void) { $body return 0; }\n");
    system("gcc -w -specs=$specs -c -o s.o s.c") == 0 or die "'$body' does not compile\n";
    like(`cwolf check -p $property s.o 2>&1`, qr/^$wanted $property$/m, "$property of a stream") or diag($body);
}
done_testing();
