#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Functions that are asked about and called through pointers: with a body or without one, errors by their name, assertions on
# an argument, contracts; by each layer that decides. Each program is also compiled natively and run on all of its inputs:
# True is what no run violates, False what some run does.
#
#   SEED=N COUNT=N t/1122-pointed.t        SEED=N COUNT=1 repeats one program; KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my ($seed, $count) = ($ENV{SEED} // 1, $ENV{COUNT} // 8);
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

sub pick { return $_[int rand @_] }

# The program as p.c, and what the tool compiles it to as p.o.
sub compile
{
    open my $out, '>', 'p.c';
    print $out @_;
    close $out;
    system("gcc -w -fno-builtin -specs=$specs -c -o p.o p.c") == 0 or die 'gcc';
}

# Of p.o: True, False or Maybe; none without a verdict.
sub verdict
{
    my ($question, @how) = @_;
    return `cwolf check @how --timeout=5 -p '$question' p.o 2>err` =~ /^(True|False|Maybe)/m ? $1 : 'none';
}

my %asked = ( # name => question, declaration, body of a native run
    toupper => ['unreachable toupper', 'int toupper(int);', 'seen = 1; return 0;'],
    reach_error => ['reach-assert', 'int reach_error(int);', 'seen = 1; return 0;'],
    __VERIFIER_assert => ['reach-assert', 'int __VERIFIER_assert(int);', 'seen |= !n; return 0;'],
    f => ['unreachable f', 'static int f(int n) { while (n > 90) n--; return n; }', 'seen = 1; return 0;'],
    g => ['requires g : n != 3', 'static int g(int n) { return n + 1; }', 'seen |= n == 3; return 0;'],
    abort => ['unreachable abort', 'void abort(void);', 'seen = 1;']);

sub condition
{
    my ($k, $l) = (int rand 40, 1 + int rand 4);
    return pick("n == m + $k", "n > m && n + $k == 2 * m", "n * n == m * $l + $k", "n * m == $k && n != m", "n == $k && n * $l != m",
        "n < m && n * $l > m + $k");
}

sub call
{
    my ($name, $other) = @_;
    my $give = $name eq 'abort' ? '()' : pick('(n)', '(n + m)', '((int) m - (int) n)');
    return "$name$give;" if !int rand 4;
    return pick("p = $name; p$give;", "p = pick ? $name : $other; p$give;", "(n > 9 ? $name : $other)$give;", "all.second$give;",
        "table[n & 1]$give;", "apply($name, $other, n, m);");
}

sub program
{
    my ($name) = @_;
    my $type = $name eq 'abort' ? 'void' : 'int';
    my ($params, $give) = $name eq 'abort' ? ('(void)', '()') : ('(int n)', '(n + m)');
    my $native = "$type hit$params { $asked{$name}[2] }\n#define $name hit";
    my $loop = pick('', '', "for (unsigned i = 0; i < 1000000; i++) if (input() == 7) pick = !pick;", 'for (unsigned i = 0; i < n; i++) m++;');
    my @calls = map { 'if (' . condition() . ') { ' . call($name, 'other') . ' }' } 1 .. pick(1, 2, 2);
    my $assigned = pick('', "p = $name;");
    return <<"END";
#ifdef ORACLE
static int seen, inputs, give[2];
static unsigned input(void) { return inputs < 2 ? give[inputs++] : 7; }
$native
#else
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned input(void) { return __VERIFIER_nondet_uint(); }
$asked{$name}[1]
#endif
static $type other$params { @{[$type eq 'int' ? 'return n;' : '']} }
static int pick = 1;
static $type (*p)$params;
static $type (*const table[])$params = { other, $name };
static struct { int first; $type (*second)$params; } all = { 1, $name };
static int apply($type (*one)$params, $type (*two)$params, unsigned n, unsigned m)
{
    if (n % 3 == 1)
        one$give;
    else
        two$give;
    return 0;
}
static int program(void)
{
    unsigned n = input(), m = input();
    if (n > 20 || m > 20)
        return 0;
    $loop
    $assigned
    @{[join "\n    ", @calls]}
    (void) p, (void) table, (void) all;
    return apply(other, other, n, m);
}
#ifdef ORACLE
int main(void)
{
    for (int n = 0; n <= 20; n++)
        for (int m = 0; m <= 20; m++)
            inputs = 0, pick = 1, give[0] = n, give[1] = m, program();
    return seen;
}
#else
int main(void) { return program(); }
#endif
END
}

my (%verdicts, @wrong);
for my $round (0 .. $count - 1) {
    srand $seed + $round;
    my $name = (sort keys %asked)[($seed + $round) % keys %asked];
    my $text = program($name);
    # What lets a loop of inputs choose is not enumerated: another choice than the native one may violate the property.
    my $is_open = $text =~ /1000000/ && $text =~ /pick \?/;
    compile($text);
    my @how = (['--layer=paths'], ['--predicates'], ['--no-predicates'], []);
    system('gcc -w -O1 -fno-builtin -DORACLE -o native p.c') == 0 or die 'gcc';
    my $is_violated = system('./native') >> 8;
    for my $how (pick(@how[0, 1]), pick(@how[2, 3])) {
        my $verdict = verdict($asked{$name}[0], @$how);
        $verdicts{$verdict}++;
        my $is_wrong = $verdict eq 'none' || $verdict eq 'True' && $is_violated || $verdict eq 'False' && !$is_violated && !$is_open;
        next if !$is_wrong;
        push @wrong, "SEED=" . ($seed + $round) . " COUNT=1: @$how $asked{$name}[0]: $verdict";
        system("cp p.c $ENV{KEEP}/pointed-" . ($seed + $round) . ".c") if $ENV{KEEP};
    }
}
is(join("\n", @wrong), '', 'the verdicts are what native runs say');
my ($true, $false, $maybe) = map { $verdicts{$_} // 0 } qw(True False Maybe);
diag("True $true, False $false, Maybe $maybe");
cmp_ok($true, '>=', $count / 8, 'many are True');
cmp_ok($false, '>=', $count / 4, 'many are False');

# What all paths, and what predicates, would prove of the direct call.
my $lines = "extern int __VERIFIER_nondet_int(void);\nint toupper(int);\nint (*p)(int) = toupper;\nint main(void)\n{\nunsigned n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), i = 0;\n";
my %bodies = ('all paths' => "if (n > 100 && m > 100 && n < 60000 && m < 60000 && n * 7 == 3 * m + 5)\nn = (*p)(n);\nif (n * n == m * m + 2 && n < 1000 && m < 1000)\nreturn toupper(n + 1);\nreturn n;\n}\n",
    'predicates' => "while (i < 100000000) { i++; if (__VERIFIER_nondet_int()) m++; }\nif (n == m) if (n != m) toupper(3);\nif (n > m && n + 5 > m) return p(3);\n}\n");
for my $layer (sort keys %bodies) {
    compile($lines, $bodies{$layer});
    isnt(verdict('unreachable toupper'), 'True', "$layer: a call through a pointer is one");
}

# What the program hands over, for others to call.
my $handed = "#include <pthread.h>\n#include <signal.h>\n#include <stdlib.h>\nvoid handler(int);\nvoid *job(void *);\nint order(const void *, const void *);\nvoid reach_error(int);\nint toupper(int);\nint main(void) { BODY return 0; }\n";
my @handed = (['unreachable handler', 'signal(SIGUSR1, handler); raise(SIGUSR1);'], ['unreachable job', 'pthread_t t; pthread_create(&t, 0, job, 0);'],
    ['unreachable order', 'int a[2] = { 2, 1 }; qsort(a, 2, sizeof *a, order);'], ['reach-assert', 'signal(SIGUSR1, reach_error); raise(SIGUSR1);'],
    ['reach-assert', 'reach_error(2);'], ['unreachable toupper', 'long (*p)(long) = (long (*)(long)) toupper; return p(1);'],
    ['unreachable handler', 'void (*p)(int) = handler; return p == SIG_ERR;', 'True'], ['reach-assert', 'pthread_t t; pthread_create(&t, 0, job, 0);', 'True']);
for (@handed) {
    my ($question, $body, $holds) = @$_;
    compile($handed =~ s/BODY/$body/r);
    my $verdict = verdict($question);
    $holds ? is($verdict, $holds, "$question: $body") : like($verdict, qr/Maybe|False/, "$question: $body");
}
done_testing();
