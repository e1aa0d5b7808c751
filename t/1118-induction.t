#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random C programs with a loop without an end, whose small state makes an exhaustive search possible: natively, from every
# state that was reached, with every input. True by induction (--layer=paths) only where no reached state aborts.
#
# Of each five programs one is plain; in one a counter gets far beyond the turns that are tried at first before it sets
# a flag; in one inputs that nobody guesses do something; in one a turn has loops, of its own and in functions that get
# the address of a local; one has a stack. So it matters that a turn begins anywhere, and that what is guessed is proved.
#
#   SEED=N COUNT=N t/1118-induction.t      SEED=N COUNT=1 repeats one program; KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';

my $seed = $ENV{SEED} // 3000;
my $count = $ENV{COUNT} // 14;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub one_of { $_[rand @_] }

# Of the program, as this tool compiles and checks it; '' if it has none.
sub verdict_of {
    open my $out, '>', 'p.c' or die;
    print $out $_[0];
    close $out;
    system("gcc -w -fwrapv -specs=$specs -c p.c -o p.o") == 0 or die;
    return `cwolf check --layer=paths --timeout=20 -p reach-assert p.o 2>log` =~ /^(\w+) / ? $1 : '';
}

my @cells = qw(a b c flag);
my @seen = @cells; # and in programs with loops the local
sub value {
    my ($depth) = @_;
    return one_of(@seen, 'in', 'k', 'a', 'start') if !$depth || rand() < 0.3;
    return one_of(0 .. 5) if rand() < 0.2;
    return 'row[' . value(0) . ' & 1]' if rand() < 0.1;
    return '(' . value($depth - 1) . ' ' . one_of('+', '-', '+', '-', '^', '&') . ' ' . value($depth - 1) . ')';
}
sub condition { value(1) . ' ' . one_of('<', '==', '!=', '>', '<=') . ' ' . value(1) }

sub statement {
    my ($depth) = @_;
    my $kind = int rand($depth ? 12 : 7);
    return one_of(@cells[0 .. 2]) . one_of('++', '--', ' += k', ' -= 2') . ";\n" if $kind < 2;
    return one_of(@cells[0 .. 2]) . ' = ' . value(1) . ";\n" if $kind == 2;
    return 'flag = ' . one_of(0, 1, '!flag', condition()) . ";\n" if $kind == 3;
    return one_of("a++; b--;\n", "a = b;\n", "row[in & 1] += 1; c += 1;\n", "*at = " . value(1) . ";\n", "at = flag ? &a : &b;\n")
        if $kind < 6;
    return 'step(' . value(1) . ");\n" if $kind == 6;
    return 'if (' . condition() . ") {\n" . statement($depth - 1) . "} else {\n" . statement($depth - 1) . "}\n" if $kind < 10;
    return one_of('c = (int)(' . value(0) . " * 0.5);\n", 'part.wide = ' . value(1) . "; c = part.wide;\n",
        'memcpy(&b, in & 1 ? &a : &c, 1 + (' . value(0) . " & 3));\n", "at = row + (in & 1); *at = " . value(0) . ";\n") if $kind == 10;
    return 'if (' . one_of(@cells[0 .. 2]) . ' > ' . one_of(3 .. 6) . ") {\n" . one_of(@cells[0 .. 2]) . " = 0;\nflag = 1;\n}\n";
}

sub pile {
    my $value = one_of('1 + (in & 1)', 'in & 1', '2', 'in & 3', 'flag + 1');
    return one_of("if (depth < 4) pile[depth++] = $value;\n") . one_of('', '', "if (in == 6 && depth) pile[depth - 1] = b & 3;\n", "pile[in & 3] = 1;\n",
        "if (flag) depth = 0;\n", "if (depth > 1) pile[depth - 2] = pile[depth - 1];\n", "if (depth == 4 && in == 7) pile[0] = 3;\n") .
        one_of("if (in & 4 && depth > 0) { depth--; b = pile[depth]; }\n", "if (in == 3 && depth > 0) b = pile[--depth];\nelse if (in == 2) depth = 0;\n",
            "if (depth == 4) { b = pile[in & 3]; depth = in & 3; }\n");
}

# Their turns depend on inputs, and are too many to go through.
sub loop {
    my $turns = one_of('30 + (in & 3)', '25 + in', '(in & 4) + 40', '28 + (own & 3)');
    my $cell = one_of(@cells[0 .. 2], 'own');
    my $then = one_of("$cell++;", "$cell = b;", "own = i & 3;", "$cell = own;", 'flag = !flag;', "c += in & 1;");
    my $else = one_of('', "$cell = 0;", 'b = own;', 'if (own < 3) own++;');
    my $test = one_of('(in + i) & 4', 'in > (i & 7)', "(in ^ i) & 1", 'in == 3 && i == 29', 'in + i == 33', '((in + own) & 3) == (i & 3)');
    my $twice = "for (int t = 0; t < 2; t++) {\nfor (int i = 0; i < 30; i++)\nif ($test) $cell++;\n" .
        one_of("$then\n", "own = t + 1;\n", "if (t == 1 && in == 2) own = 3;\n") =~ s/\bi\b/t/gr . "}\n";
    return one_of($twice, "for (int i = 0; i < $turns; i++) {\nif ($test) { $then }\nelse { $else }\n}\n",
        "for (int i = 0; i < $turns; i++)\nfor (int j = i; j < 30 + in; j++)\nif ((in + j) & 1) { $then }\n",
        "walk(&own, in);\n", "walk(&own, in);\nb = own;\nwalk(&a, in + 1);\n", "walk(in & 1 ? &own : &b, in);\n",
        "walk(&own, in & 3);\nif (in == 5) walk(&own, 2);\n", "other = &own;\nwalk(&c, in);\n", "nested(&own, in);\n");
}

# What only many turns, or only one input of many, come to. The claim is about what they do.
sub trap {
    my ($kind) = @_;
    return '' if !$kind;
    my $then = one_of('flag = 1;', 'c = 9;', 'b = c + 1;', 'flag = !flag; c = b;');
    my $n = 45 + int rand 70;
    return one_of("if (in && ++a >= $n) { a = 0; $then }", "if (in == 3 && a < 120) a++;\nif (a == $n) { $then }",
        "a += in && a < $n;\nif (a == $n && in == 5) { $then a = 0; }") . "\n" if $kind == 1;
    return one_of("if (in - 3 * b == " . (100 + $n) . ") { $then }", "if ((in ^ 37) == b + " . (150 + int rand 90) . ") { $then }",
        "if (in * 5 % 251 == " . (120 + $n) . ") { $then }", "if (in == 17 * (c & 7) + $n) { $then }") . "\n";
}

# The program, and one that goes through all of its states. The state wraps at four bits, so that natively all of it can be gone through.
sub program {
    my ($kind) = @_;
    my ($has_loops, $has_pile) = ($kind == 3, $kind == 4);
    my ($all, @bits) = @{([7, 4, 4, 4, 4], [7, 7, 3, 4, 2], [255, 4, 4, 4, 2], [7, 3, 3, 3, 2], [7, 2, 3, 2, 0])[$kind]}; # inputs; bits of a, b, c, row
    @seen = (@cells, $has_loops ? 'own' : ());
    my $begin = $has_loops ? "other = &c;\n" : '';
    my $body = join '', map { statement(2) } 1 .. ($has_loops ? 1 : 2) + rand($kind ? 2 : 4);
    $body = $has_loops ? loop() . $body . (rand() < 0.4 ? loop() : '') : $kind && rand() < 0.5 ? $body . trap($kind) : trap($kind) . $body;
    my $claim = one_of(map({ "$_ > " . int rand($has_loops ? 8 : 16) } @seen), 'a + b == ' . int rand 20, 'flag && ' . condition(), condition(),
        'row[0] + row[1] != c', 'a > b');
    $claim = one_of('flag', "flag && a == " . int rand 9, 'c > 8', 'b > ' . int rand 9, $claim) if $kind && !$has_loops && !$has_pile;
    $claim = one_of('own == ' . one_of(0 .. 3), 'own > ' . one_of(1 .. 3), 'flag && own == 2', 'own > a', $claim) if $has_loops;
    $claim = "in && ($claim)" if rand() < 0.7; # else one run without inputs often comes there
    my %bits = (a => $bits[0], b => $bits[1], c => $bits[2], 'row[0]' => $bits[3], 'row[1]' => $bits[3]);
    $claim = one_of('depth > 0 && pile[depth - 1] == ' . one_of(0, 3), 'b == ' . one_of(0, 3, 4), 'depth > 4', 'depth > 2 && pile[1] == ' . one_of(0, 3), $claim) if $has_pile;
    $bits{own} = 2 if $has_loops;
    %bits = (%bits, depth => 3, map { ("pile[$_]" => 2) } 0 .. 3) if $has_pile;
    my $wrap = join '', map { "$_ &= " . ((1 << $bits{$_}) - 1) . ";\n" } sort keys %bits;
    my ($a, $b, $k) = map { int rand 5 } 1 .. 3;
    $a &= (1 << $bits{a}) - 1; # what goes through the states has these bits
    $b &= (1 << $bits{b}) - 1;
    my $state = "static int a = $a, b = $b, c, flag, row[2], depth, pile[4];\nstatic void step(int n) { c += n & 1; }\nstruct part { unsigned small : 3; int wide : 5; };\n";
    $body = pile() . one_of('', statement(0), statement(1)) if $has_pile;
    $body = $begin . $body;
    my $functions = $has_loops ? one_of(<<'A', <<'B', <<'D') : '';
static int *other = &c;
static void walk(int *p, int n) { for (int i = 0; i < 30 + n; i++) if ((n ^ i) & 1) *p += 1; else if (n == i) b = *p; }
static void nested(int *p, int n) { for (int i = 0; i < 26 + n; i++) { if (n + i == 30) walk(p, n); else if (n & 1) c++; } }
A
static int *other = &c;
static void walk(int *p, int n) { int m = 0; for (int i = 0; i < 30; i++) { if (n > (i & 7)) m++; if (n == 5 && m == 20) *p = 3; } *other = m & 3; }
static void nested(int *p, int n) { for (int i = 0; i < 26 + n; i++) if ((i ^ n) & 2) { walk(p, n); break; } }
B
static int *other = &c;
static void walk(int *p, int n) { int i = 0; while (i < 40 + (n & 3)) { i++; if (((n + i) & 3) == 1 && *p < 3) ++*p; else if (i > 39) *p = 0; } }
static void nested(int *p, int n) { int i = n; do { if (i & n) walk(&a, i & 3); else if (i == 31) *p = n; } while (++i < 36 + (n & 1)); }
D
    my ($shift, $pack, $unpack) = (1, 'flag', 'flag = s & 1;');
    for (sort keys %bits) {
        $pack .= " | $_ << $shift";
        $unpack .= " $_ = s >> $shift & " . ((1 << $bits{$_}) - 1) . ';';
        $shift += $bits{$_};
    }
    my ($own, $place, $reset) = $has_loops ? ('int own = 0;', 'static int own;', 'own = 0;') : ('', '', '');
    return (<<"C", <<"N");
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
$state$functions
int main(void)
{
    int k = $k, start = __VERIFIER_nondet_uchar() & 1, *at;
    $own
    struct part part = {1, 2};
    while (1) {
        int in = __VERIFIER_nondet_uchar() & $all;
        at = &c;
        part.wide = k;
        $body
        flag = flag != 0;
        $wrap
        if ($claim)
            abort();
    }
}
C
#include <stdio.h>
#include <string.h>
$state$place
$functions
enum { STATES = 1 << $shift };
static unsigned char seen[STATES];
static int queue[STATES], tail, start;
static int turn(int in)
{
    int k = $k, *at = &c;
    struct part part = {1, k};
    $body
    flag = flag != 0;
    $wrap
    return $claim;
}
static void reach(void)
{
    int to = $pack;
    if (!seen[to])
        seen[to] = 1, queue[tail++] = to;
}
int main(void)
{
    for (start = 0; start < 2; start++) {
        memset(seen, 0, sizeof seen);
        a = $a, b = $b, c = flag = row[0] = row[1] = tail = depth = 0;
        memset(pile, 0, sizeof pile);
        $reset
        reach();
        for (int head = 0; head < tail; head++)
            for (int in = 0; in <= $all; in++) {
                int s = queue[head];
                $unpack
                if (turn(in))
                    return puts("False"), 0;
                reach();
            }
    }
    return puts("True"), 0;
}
N
}

my ($true, $proved, @wrong) = (0, 0);
for my $n (0 .. $count - 1) {
    srand($seed + $n);
    my ($program, $native) = program(($seed + $n) % 5);
    open my $out, '>', 'native.c' or die;
    print $out $native;
    close $out;
    system('gcc -w -O1 -fwrapv native.c -o native') == 0 or die;
    chomp(my $wanted = `./native`);
    my $verdict = verdict_of($program);
    $true += $wanted eq 'True';
    $proved += $verdict eq 'True';
    next if $verdict eq 'Maybe' || $verdict eq $wanted;
    push @wrong, 'seed ' . ($seed + $n) . ": $verdict, natively $wanted";
    system("cp p.c $ENV{KEEP}/i" . ($seed + $n) . '.c') if $ENV{KEEP};
}

# A local of main that a function changes through its address.
my %verdict;
for my $m (4, 9) {
    $verdict{$m} = verdict_of(<<"C");
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
struct s { int n, m, v[3]; };
static void put(struct s *s, int in)
{
    if (in == 1 && s->n < 5)
        s->n++, s->v[s->n % 3] = s->n;
    else if (in == 2)
        s->m = s->n;
}
int main(void)
{
    struct s s = {0, 0, {0}};
    while (1) {
        put(&s, __VERIFIER_nondet_uchar());
        if (s.m == $m)
            abort();
    }
}
C
}
# A table that is written before the loop alone, but for a function that gets its address.
my %table;
for my $change ('', 'spoil(squares + (k & 15));', 'if (k == 77) squares[5] = k;') {
    $table{$change} = verdict_of(<<"C");
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
static int squares[40];
static void spoil(int *at) { if (*at == 49) *at = 0; }
int main(void)
{
    for (int i = 0; i < 40; i++)
        squares[i] = i * i;
    while (1) {
        int k = __VERIFIER_nondet_uchar();
        $change
        if (k < 40 && squares[k] != k * k)
            abort();
    }
}
C
}
# A loop that control comes to twice in a turn, with another number each time.
my %twice;
for my $n (2, 3) {
    $twice{$n} = verdict_of(<<"C");
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
static int c;
int main(void)
{
    while (1) {
        int in = __VERIFIER_nondet_uchar() & 7, own = 0;
        for (int t = 0; t < 2; t++) {
            for (int i = 0; i < 30; i++)
                if ((in + i) & 4)
                    c = !c;
            if (in == 5)
                own = t + 1;
        }
        if (own == $n)
            abort();
    }
}
C
}
# Numbers that the machine keeps in pieces, or that have names like the compiler's: another turn has changed them.
my %pieces = (
    'struct { unsigned a : 4, b : 4; } g = {0};' => ['(g.a | 1) == 3', 'g.a = 2'],
    'int _x = 0;' => ['(_x | 1) == 3', '_x = 2'], 'int _x = 0, y;' => ['_x & m', '_x = 2'], 'int y, _x = 0;' => ['_x * m == 6', '_x = 2'],
    'union { int i; unsigned char c[4]; } g = {0};' => ['(g.i | 1) == 3', 'g.i = 2'],
    'union { int i; short c; } g = {0};' => ['g.i & m', 'g.i = 2'],
    'union { unsigned i; char c; } g = {0};' => ['(g.i >> 4) >> 24', 'g.i = 0xf0000000u'],
);
my @forgotten;
for my $declared (sort keys %pieces) {
    my ($claim, $change) = @{$pieces{$declared}};
    push @forgotten, "$declared $claim" if verdict_of(<<"C") eq 'True';
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
int main(void)
{
    $declared
    while (1) {
        unsigned char in = __VERIFIER_nondet_uchar(), m = __VERIFIER_nondet_uchar();
        if ($claim)
            abort();
        if (in > 7)
            $change;
    }
}
C
}
# Two flags that are never set together, but for one input of many.
my %flags;
for my $more ('', '&& in < 5') {
    $flags{$more} = verdict_of(<<"C");
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int main(void)
{
    int a = 0, b = 0;
    while (1) {
        unsigned in = __VERIFIER_nondet_uint();
        if (a && b)
            abort();
        if (in == 1 && !b)
            a = 1;
        else if (in == 2 && !a)
            b = 1;
        else if (in == 3)
            a = b = 0;
        if ((in ^ in >> 9) == 987654321u && a $more)
            b = 1;
    }
}
C
}
my @trusted = grep { $_ && $table{$_} eq 'True' } sort keys %table;
print "1..7\n";
print $verdict{4} ne 'True' && $verdict{9} eq 'True' ? '' : 'not ', "ok 1 - a local that is changed by its address: $verdict{4}, $verdict{9}\n";
print @wrong ? 'not ' : '', "ok 2 - no verdict is wrong ($proved True of $true of $count)\n", map { "# $_\n" } @wrong;
print $proved * 4 >= $true ? '' : 'not ', "ok 3 - a quarter of those that hold is proved\n";
print $table{''} eq 'True' && !@trusted ? '' : 'not ', "ok 4 - a table that the loop does not change is as it was: $table{''}\n", map { "# $_ True\n" } @trusted;
print $twice{2} ne 'True' && $twice{3} eq 'True' ? '' : 'not ', "ok 5 - a loop that control comes to twice: $twice{2}, $twice{3}\n";
print @forgotten ? 'not ' : '', "ok 6 - what is kept in pieces is forgotten, too\n", map { "# True: $_\n" } @forgotten;
print $flags{''} ne 'True' && $flags{'&& in < 5'} eq 'True' ? '' : 'not ', "ok 7 - flags that are set together for one input: $flags{''}, $flags{'&& in < 5'}\n";
