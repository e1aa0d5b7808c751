#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# All paths as one formula. Random programs with a loop without an end, whose turns have many paths: arrays at places that
# depend on inputs, pointers to elements and into structures, loops in loops, functions that are called through pointers.
# Their state is small: natively it is gone through from every state that was reached, with every input. True only where
# no reached state aborts. And programs by hand, of which the formula has to give up those that are not what they seem.
#
#   SEED=N COUNT=N t/1126-one-formula.t      SEED=N COUNT=1 repeats one program; KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';

my $seed = $ENV{SEED} // 7000;
my $count = $ENV{COUNT} // 10;
chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub one_of { $_[rand @_] }

# What is said of the program, and whether the formula decided it.
sub verdict_of {
    my ($text, $seconds) = @_;
    open my $out, '>', 'p.c' or die;
    print $out $text;
    close $out;
    system("gcc -w -O0 -fwrapv -specs=$specs -c p.c -o p.o") == 0 or die;
    my $said = `cwolf check --layer=paths --auto --timeout=$seconds -p reach-assert p.o 2>&1`;
    my $verdict = $said =~ /^(True|False|Maybe) /m ? $1 : 'none';
    return ($verdict, $said =~ /decided by: one formula/ ? 1 : 0);
}

# ---- random programs ---------------------------------------------------------------------------------------------------

my @scalars = qw(a b);
sub place { one_of(@scalars, 'arr[' . index4() . ']', 'rec[' . one_of(0, 1, 'in & 1', 'a & 1') . '].x', 'arr[' . int(rand 4) . ']') }
sub index4 { one_of(0 .. 3, 'in & 3', 'a & 3', '(a + in) & 3', 'b % 4', 'u % 4u') }
sub value {
    my ($depth) = @_;
    return one_of(place(), place(), 'in', 'u', 'rec[in & 1].z', int rand 6) if !$depth || rand() < 0.3;
    return one_of('(unsigned char)', '(short)', '(_Bool)', '-', '~') . '(' . value($depth - 1) . ')' if rand() < 0.15;
    return '(' . value(0) . ' << (' . value(0) . ' & 3))' if rand() < 0.07;
    return '(' . value(0) . one_of(' % ', ' / ') . '((' . value(0) . ' & 3) + 1))' if rand() < 0.07;
    return '(' . condition() . ' ? ' . value(0) . ' : ' . value(0) . ')' if rand() < 0.1;
    return '(' . value($depth - 1) . one_of(' + ', ' - ', ' + ', ' ^ ', ' & ', ' | ', ' * ') . value($depth - 1) . ')';
}
sub condition {
    my $c = value(1) . one_of(' < ', ' == ', ' != ', ' > ', ' <= ') . value(1);
    return $c . one_of(' && ', ' || ') . value(0) . one_of(' < ', ' == ') . value(0) if rand() < 0.25;
    return $c;
}
sub statement {
    my ($depth) = @_;
    my $kind = int rand($depth ? 15 : 7);
    return place() . one_of(' = ', ' += ', ' -= ', ' ^= ') . value(1) . ";\n" if $kind < 3;
    return 'rec[' . one_of(0, 1, 'in & 1') . '].z = ' . condition() . ";\n" if $kind == 3;
    return one_of("rec[0] = rec[1];\n", "swap(&arr[" . index4() . "], &arr[" . index4() . "]);\n", "swap(&a, in & 1 ? &b : &arr[in & 3]);\n",
        "swap(&rec[in & 1].x, &a);\n") if $kind == 4;
    return '{ int *p = ' . one_of('in & 2 ? &a : &arr[in & 3]', '&arr[' . index4() . ']', 'arr + (b & 3)', 'largest(in)', '&rec[a & 1].x') . '; '
        . one_of('*p = ', '*p += ') . value(1) . "; if (*p > 2 && p != &a) b++; }\n" if $kind == 5;
    return one_of("ops[in & 1](&a, " . value(0) . ");\n", "a = pick(" . value(0) . ");\n", "(in & 4 ? add : set)(&arr[in & 3], b);\n",
        "b = table[in & 7];\n", "count();\n", "b = local(" . value(0) . ");\n") if $kind == 6;
    my $then = statement($depth - 1);
    return 'if (' . condition() . ") {\n$then} else {\n" . statement($depth - 1) . "}\n" if $kind < 10;
    return "for (int i = 0; i < 4; i++) {\n" . one_of('', 'if (' . condition() . ") continue;\n", 'if (' . condition() . ") break;\n")
        . one_of('arr[i] = ', 'arr[i] += ', 'arr[3 - i] ^= ', 'a += i + ') . value(1) . ";\n" . one_of('', $then) . "}\n" if $kind < 12;
    return "for (int n = in & 3; n > 0; n--) {\n$then" . one_of('', 'if (' . condition() . ") break;\n") . "}\n" if $kind == 12;
    return "switch (" . value(0) . ") {\ncase 0: $then" . one_of('', "break;\n") . "case 1 ... 3: " . statement($depth - 1) . "break;\ncase 5: b = 1;\ndefault: a ^= 1;\n}\n"
        if $kind == 13;
    return "for (int i = 0; i < 2; i++)\nfor (int j = i; j < 3; j++)\nif (arr[j] > arr[j + 1]) swap(&arr[j], &arr[j + 1]);\n";
}

sub program {
    my $body = join '', map { statement(2) } 1 .. 2 + rand 4;
    my $claim = one_of('a > ' . int(rand 8), 'a + b == ' . int(rand 15), condition(), 'arr[' . int(rand 4) . '] == ' . int(rand 4), 'rec[0].x > rec[1].x',
        'arr[0] > arr[1] && arr[1] > arr[2]', 'rec[0].z && ' . condition(), 'arr[in & 3] > 2 && a == b', 'times > 3');
    my $state = <<'S';
struct rec { int x; _Bool z; short y; };
static int a = 1, b = 2, arr[4] = {0, 1, 2};
static struct rec rec[2] = {{1}, {.z = 1}};
static const unsigned char table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
static int times, calls;
static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }
static int *largest(int n) { int *m = &arr[0]; for (int i = 1; i < 4; i++) { if (arr[i] == n) return &arr[i]; if (arr[i] > *m) m = &arr[i]; } return m; }
static int pick(int n) { int best = -1; for (int i = 0; i < 4; i++) if (arr[i] < n && (best < 0 || arr[i] > arr[best])) best = i; return best; }
static void add(int *x, int n) { *x += n; }
static void set(int *x, int n) { *x = n; }
static void (*const ops[2])(int *, int) = {add, set};
static void count(void) { static const int limit = 2; if (++calls & limit) times = 1; calls &= 3; }
static int local(int n) { int t[3] = {n, 1, 2}, *q = t; struct rec r = rec[n & 1], s; if (n > 2) q = t + 1; *q += r.x; s = r; s.x++; return t[0] + t[n & 1] + s.x; }
S
    my $wrap = "a &= 7; b &= 7; times &= 1;\nfor (int i = 0; i < 4; i++) arr[i] &= 3;\nfor (int i = 0; i < 2; i++) rec[i].x &= 3;\n";
    return (<<"C", <<"N");
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
$state
int main(void)
{
    while (1) {
        int in = __VERIFIER_nondet_uchar() & 7;
        unsigned u = in + 1;
        $body
        $wrap
        if ($claim)
            abort();
    }
}
C
#include <stdio.h>
$state
static int turn(int in)
{
    unsigned u = in + 1;
    $body
    $wrap
    return $claim;
}
enum { STATES = 1 << 23 };
static unsigned char seen[STATES];
static int queue[STATES], tail;
static void reach(void)
{
    int to = a | b << 3 | times << 6 | rec[0].x << 7 | rec[1].x << 9 | rec[0].z << 11 | rec[1].z << 12 | calls << 13;
    for (int i = 0; i < 4; i++)
        to |= arr[i] << (15 + 2 * i);
    if (!seen[to])
        seen[to] = 1, queue[tail++] = to;
}
int main(void)
{
    reach();
    for (int head = 0; head < tail; head++)
        for (int in = 0; in < 8; in++) {
            int s = queue[head];
            a = s & 7, b = s >> 3 & 7, times = s >> 6 & 1, rec[0].x = s >> 7 & 3, rec[1].x = s >> 9 & 3;
            rec[0].z = s >> 11 & 1, rec[1].z = s >> 12 & 1, calls = s >> 13 & 3;
            for (int i = 0; i < 4; i++)
                arr[i] = s >> (15 + 2 * i) & 3;
            if (turn(in))
                return puts("False"), 0;
            reach();
        }
    return puts("True"), 0;
}
N
}

my ($true, $proved, @wrong) = (0, 0);
for my $n (0 .. $count - 1) {
    srand($seed + $n);
    my ($program, $native) = program();
    open my $out, '>', 'native.c' or die;
    print $out $native;
    close $out;
    system('gcc -w -O1 -fwrapv native.c -o native') == 0 or die;
    chomp(my $wanted = `./native`);
    my ($verdict, $by_formula) = verdict_of($program, 5);
    $true += $wanted eq 'True';
    $proved += $by_formula && $verdict eq 'True';
    next if $verdict eq 'Maybe' || $verdict eq $wanted;
    push @wrong, 'seed ' . ($seed + $n) . ": $verdict, natively $wanted";
    system("cp p.c native.c $ENV{KEEP}/") if $ENV{KEEP};
}

# ---- programs by hand --------------------------------------------------------------------------------------------------

# Each aborts, or may: by what is not defined, or where objects lie, or by what a formula forgets. Never True.
my $head = "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\nextern void abort(void);\n";
my %aborts = (
    'a local of an activation that is over' => 'static int *p; static int f(int n) { int x = n; if (!p) p = &x; return *p; }
        int main(void) { f(1); for (;;) if (f(__VERIFIER_nondet_int()) == 7) abort(); }',
    'a local that ends with its block' => 'int main(void) { int *p = 0; for (;;) { int x = __VERIFIER_nondet_uchar(); if (p && *p != x) abort(); p = &x; } }',
    'an element behind an array' => 'static int a[4], b = 1; int main(void) { for (;;) { int i = __VERIFIER_nondet_uchar() % 5; a[i] = 0; if (!b) abort(); } }',
    'an element before an array' => 'static int a[4]; int main(void) { for (;;) { int i = __VERIFIER_nondet_uchar() % 4; if (a[i - 1]) abort(); } }',
    'a variable that is not set' => 'int main(void) { int x; for (;;) if (x == 5 && __VERIFIER_nondet_uchar()) abort(); }',
    'a variable that is set in one way' => 'int main(void) { for (;;) { int x, in = __VERIFIER_nondet_uchar(); if (in & 1) x = 1; if (x == 5) abort(); } }',
    'a shift by the width' => 'int main(void) { for (;;) { int n = __VERIFIER_nondet_uchar(); if (n != 32) continue; if (1 << n) abort(); } }',
    'a division by zero' => 'int main(void) { for (;;) { unsigned n = __VERIFIER_nondet_uchar(); if (5 / n > 5) abort(); } }',
    'addresses that are compared' => 'static int a, b; int main(void) { for (;;) if (__VERIFIER_nondet_uchar() && &a < &b) abort(); }',
    'addresses that are compared the other way' => 'static int a, b; int main(void) { for (;;) if (__VERIFIER_nondet_uchar() && &a > &b) abort(); }',
    'an address as a number' => 'static int a; int main(void) { for (;;) if (__VERIFIER_nondet_uchar() && (unsigned long)&a % 64) abort(); }',
    'one past an object' => 'static int a[2], b[2]; int main(void) { int *p = a + 2; for (;;) if (__VERIFIER_nondet_uchar() && p == b) abort(); }',
    'bytes of a number' => 'static int a; int main(void) { unsigned char *p = (unsigned char *)&a; for (;;) { a = __VERIFIER_nondet_uchar(); if (p[0] == 7) abort(); } }',
    'a half of a number' => 'static int a; int main(void) { short *p = (short *)&a; for (;;) { *p = __VERIFIER_nondet_uchar(); if (a == 7) abort(); } }',
    'a union' => 'static union { int i; unsigned char c[4]; } u; int main(void) { for (;;) { u.i = __VERIFIER_nondet_uchar() * 257; if (u.c[1] == 9) abort(); } }',
    'a counter that nobody sees reach its limit' => 'static int n; int main(void) { for (;;) if (++n == 100000) abort(); }',
    'a sum that wraps around' => 'static unsigned char n; int main(void) { for (;;) { n += __VERIFIER_nondet_uchar() & 1; if (n == 255) abort(); } }',
    'a loop in a loop' => 'static int n; int main(void) { for (;;) { int m = __VERIFIER_nondet_uchar(); while (m-- > 0) n += 2; if (n == 40000) abort(); n &= 65535; } }',
    'a loop whose end is the next turn of another' => 'static int n; int main(void) { for (;;) { if (n) abort();
        while (__VERIFIER_nondet_int() != 31337) if (__VERIFIER_nondet_int() == 77777) n = 1; } }',
    'a loop at the end of a turn' => 'static int total; int main(void) { int c = __VERIFIER_nondet_int(); while (c != -1) { total++; if (total == 2) abort();
        while (c != 5 && c != -1) c = __VERIFIER_nondet_int(); } return 0; }',
    'a loop in front of the test' => 'static int x; int main(void) { while (x < 1000000) { x++; if (x == 3) abort(); while (__VERIFIER_nondet_int() != 123456) ; } }',
    'a structure that is copied before all of it is set' => 'struct s { int a, b; }; static struct s g; int main(void) { for (;;) { int in = __VERIFIER_nondet_int();
        if (g.a == 0 && g.b == 7) abort(); g.b = in; g.a = 0; if (in == 5) { struct s t; t.a = 1; if (__VERIFIER_nondet_uchar() & 1) t.b = 3; g = t; } } }',
    'a structure with as much set as it says' => 'struct s { int v[2]; int n; }; static struct s g; int main(void) { for (;;) { if (g.n == 2 && g.v[1] == 7) abort();
        struct s t; t.n = 1; t.v[0] = __VERIFIER_nondet_uchar(); if (__VERIFIER_nondet_uchar() & 1) { t.v[1] = __VERIFIER_nondet_uchar(); t.n = 2; } g = t; } }',
    'a structure that is copied and not set' => 'struct s { int a, b; }; static struct s g = {1, 2}; int main(void) { struct s x; x.a = 5; g = x; if (g.b != 2) abort(); }',
    'modes of what may not be set' => 'struct s { int a, b; }; static int k = 3001; int main(void) { struct s c; c.a = 1; c.b = 0; for (;;) { int in = __VERIFIER_nondet_int();
        unsigned h = in; h ^= h >> 7; h = h * 77777u + (h << 9); if (h == 4321u) abort(); c.b = (in % 3) * (k * k); if (h == 1234u) { struct s t; t.a = 1; c = t; } } }',
    'an address in a union' => 'static int a; static union { int *p; unsigned long n; } u; int main(void) { u.p = &a; for (;;) if (__VERIFIER_nondet_uchar() && u.n % 4096) abort(); }',
    'the distance of two objects' => 'static int a, b; int main(void) { union { int *p; long l; } u, v; u.p = &a; v.p = &b; for (;;) { if (__VERIFIER_nondet_uchar() && u.l - v.l < 1000 && v.l - u.l < 1000) abort(); } }',
    'a result that nobody took' => 'static int g; static int f(int n) { if (n) return 5; g = 9; } int main(void) { f(1); int y = __VERIFIER_nondet_int(); int x = f(0); if (x != 5) abort(); }',
    'a loop in a loop that goes on with the outer one' => 'static int n, k; int main(void) { outer: n++; if (k == 3) abort(); for (k = 0;; k++) { if (k == 40) k = 0; if (__VERIFIER_nondet_uchar() & 1) goto outer; } }',
    'a result that was given before' => 'static int f(int n) { if (n < 9) return n; } int main(void) { for (;;) { f(5); int in = __VERIFIER_nondet_uchar(), x = f(in); if (in >= 9 && x != 5) abort(); } }',
    'a function that calls itself' => 'static int f(int n) { return n ? 1 + f(n - 1) : 0; } int main(void) { for (;;) if (f(__VERIFIER_nondet_uchar()) == 200) abort(); }',
    'a pointer that leads elsewhere later' => 'static int a = 1, b = 2, *p = &a; int main(void) { for (;;) { if (*p == 2) abort(); if (__VERIFIER_nondet_uchar() == 9) p = &b; } }',
    'a function pointer that changes' => 'static int one(void) { return 1; } static int two(void) { return 2; } static int (*f)(void) = one;
        int main(void) { for (;;) { if (f() == 2) abort(); if (__VERIFIER_nondet_uchar() == 9) f = two; } }',
    'a structure that is copied' => 'struct s { int a; short b; char c[3]; }; static struct s x, y; int main(void) { for (;;) { x.c[2] = __VERIFIER_nondet_uchar(); y = x; if (y.c[2] == 5) abort(); } }',
    'a char that is negative' => 'static signed char c; int main(void) { for (;;) { c = __VERIFIER_nondet_uchar(); if (c < -100) abort(); } }',
    'a narrow argument' => 'static int f(signed char c) { return c; } int main(void) { for (;;) if (f(__VERIFIER_nondet_int()) == -3) abort(); }',
    'a narrow result' => 'static unsigned char f(int n) { return n; } int main(void) { for (;;) if (f(__VERIFIER_nondet_int()) == 200) abort(); }',
    'a jump into the middle' => 'static int n; int main(void) { int i = 0; if (__VERIFIER_nondet_uchar()) goto in; for (;;) { i = 0; in: i++; if (i == 2) abort(); if (__VERIFIER_nondet_uchar()) goto in; } }',
    'a label that a turn goes back to' => 'int main(void) { int i = 0; again: i++; if (i > 60) abort(); if (__VERIFIER_nondet_uchar() & 1) goto again; i = 0; goto again; }',
    'the end of the program' => 'extern void exit(int); extern int atexit(void (*)(void)); static int n; static void last(void) { if (n > 3) abort(); }
        int main(void) { atexit(last); for (;;) { n++; if (__VERIFIER_nondet_uchar()) exit(0); } }',
    'what runs before main' => 'static int n; __attribute__((constructor)) static void first(void) { n = 7; } int main(void) { for (;;) if (__VERIFIER_nondet_uchar() && n == 7) abort(); }',
    'a quotient that does not fit' => 'int main(void) { for (;;) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (b != -1 || a + 2147483647 + 1) continue; if (a / b) abort(); } }',
    'literals that are one' => 'static const char *p = "same", *q = "same"; int main(void) { for (;;) if (__VERIFIER_nondet_uchar() && p == q) abort(); }',
    'a local of a caller' => 'static void put(int *p, int n) { if (n == 5) *p = n; } int main(void) { int x = 0; for (;;) { put(&x, __VERIFIER_nondet_uchar()); if (x) abort(); } }',
    'a static of a function' => 'static int f(void) { static int n; return n < 70 ? ++n : n; } int main(void) { for (;;) if (f() == 70) abort(); }',
    'all sixty-four bits' => 'int main(void) { for (;;) { unsigned long x = (unsigned long)__VERIFIER_nondet_int() << 32; if (x > 0x7fffffffffffffff && x << 1 == 0) abort(); } }',
    'a part of one of two structures' => 'struct s { int a, b; }; static struct s x, y; int main(void) { for (;;) { struct s *p = __VERIFIER_nondet_uchar() & 1 ? &x : &y; p->b = 1; if (x.b && y.b) abort(); } }',
    'the other of two' => 'int main(void) { for (;;) { int x = 0, y = 0, *p = __VERIFIER_nondet_uchar() & 1 ? &x : &y, *q = p == &x ? &y : &x; *p = 1; *q = *p + *q; if (y == 1 && x == 1 && p == &y) abort(); } }',
    'an index that is chosen' => 'static int v[4]; int main(void) { for (;;) { int i = __VERIFIER_nondet_uchar() & 1 ? 3 : __VERIFIER_nondet_uchar() & 1 ? 1 : 2; v[i] = 1; if (v[1] && v[2] && v[3]) abort(); } }',
    'a divisor that is chosen' => 'static int n; int main(void) { for (;;) { int d = __VERIFIER_nondet_uchar() & 1 ? 3 : __VERIFIER_nondet_uchar() & 1 ? -2 : 7; n = 100 / d; if (n == -50) abort(); } }',
    'the least, read too early' => 'static int v[6]; int main(void) { for (;;) { int *p = v, m; for (int i = 0; i < 6; i++) v[i] = __VERIFIER_nondet_int(); m = *p; for (int i = 1; i < 6; i++) if (v[i] < *p) p = &v[i]; if (m > *p) abort(); } }',
    'the sum of all but one' => 'static unsigned b[8], all; int main(void) { for (;;) { unsigned i = __VERIFIER_nondet_uchar() % 8u, s = 0; b[i]++; all++; for (int k = 1; k < 8; k++) s += b[k]; if (s != all) abort(); } }',
    'an assumption that does not hold for all' => 'extern void __VERIFIER_assume(int); int main(void) { for (;;) { int x = __VERIFIER_nondet_uchar(); __VERIFIER_assume(x > 250); if (x == 255) abort(); } }',
);
my @believed = grep { (verdict_of("$head$aborts{$_}\n", 5))[0] eq 'True' } sort keys %aborts;

# What the formula is for: turns of many paths. No run of them aborts.
my $flags = join '', map { "if (in >> $_ & 1) f[$_] = 1;\n" } 0 .. 13;
my $asks = join '', map { "if ((in >> $_ & 1) != f[$_]) abort();\nf[$_] = 0;\n" } 0 .. 13;
my %fine = (
    'flags' => "static int f[14]; int main(void) { for (;;) { int in = __VERIFIER_nondet_int(); $flags$asks} }",
    'the best of six' => 'static int v[6]; static int best(void) { int b = 0; for (int i = 1; i < 6; i++) if (v[i] > v[b]) b = i; return b; }
        int main(void) { for (;;) { int i; for (i = 0; i < 6; i++) v[i] = __VERIFIER_nondet_int(); int b = best(); for (i = 0; i < 6; i++) if (v[i] > v[b]) abort(); } }',
    'sleepers' => 'struct s { unsigned due; int asleep, ready; }; static struct s s[4]; static unsigned now;
        int main(void) { while (now < 2000000000) { unsigned who = __VERIFIER_nondet_uchar() % 4; now += __VERIFIER_nondet_uchar();
            if (!s[who].asleep) { s[who].due = now + __VERIFIER_nondet_uchar(); s[who].asleep = 1; }
            for (int i = 0; i < 4; i++) if (s[i].asleep && s[i].due <= now) s[i].asleep = 0, s[i].ready = 1;
            for (int i = 0; i < 4; i++) if (s[i].ready) { if (s[i].due > now || s[i].asleep) abort(); s[i].ready = 0; } } }',
    'the least and the greatest' => 'static void fail(void) { abort(); } static void find(short *v, int n, short **lo, short **hi) { *lo = *hi = v; for (int i = 1; i < n; i++) if (v[i] < **lo) *lo = &v[i]; else if (v[i] > **hi) *hi = &v[i]; }
        int main(void) { short v[12], *lo, *hi; int n = __VERIFIER_nondet_int(); if (n < 1 || n > 12) return 0;
            for (int i = 0; i < n; i++) v[i] = (short)__VERIFIER_nondet_int();
            find(v, n, &lo, &hi); for (int i = 0; i < n; i++) if (v[i] < *lo || v[i] > *hi) fail(); }',
    'the sum of all' => 'static unsigned b[8], all; int main(void) { for (;;) { unsigned i = __VERIFIER_nondet_uchar() % 8u, k = __VERIFIER_nondet_uchar() % 8u, s = 0; b[i]++; all++;
        if (i != k) { b[k] += b[i]; b[i] = 0; } for (int j = 0; j < 8; j++) s += b[j]; if (s != all) abort(); } }',
    'a table of functions' => 'static int n; static void up(void) { if (n < 9) n++; } static void down(void) { if (n > 0) n--; } static void (*const t[])(void) = {up, down, up};
        int main(void) { for (;;) { for (int i = 0; i < 12; i++) t[__VERIFIER_nondet_uchar() % 3](); if (n < 0 || n > 9) abort(); } }',
);
my @missed = grep { join(' ', verdict_of("$head$fine{$_}\n", 20)) ne 'True 1' } sort keys %fine;

print "1..4\n";
print @wrong ? 'not ' : '', "ok 1 - of $count random programs ($true never abort) the formula proves $proved, and none that aborts\n", map { "# $_\n" } @wrong;
my $enough = $true < 5 || $proved * 3 >= $true;
print $enough ? '' : 'not ', "ok 2 - it proves a third of those that never abort\n";
print @believed ? 'not ' : '', 'ok 3 - of ' . keys(%aborts) . " programs by hand that abort, or may, none is True\n", map { "# $_\n" } @believed;
print @missed ? 'not ' : '', "ok 4 - turns with too many paths are proved by the formula\n", map { "# $_\n" } @missed;
