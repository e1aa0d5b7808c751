#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Functions that are entered once for each state that they see. Recursion without a bound is decided, as all words up to a length
# show on the native program; the states of a tower of calls grow with its height and not with what its frames hold; what the
# callers' frames lead to stays itself while the callee allocates and frees; and every word of labels of the model with call
# stacks is one of the model without.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

chomp(my $specs = `cwolf --specs`);
chdir tempdir(CLEANUP => 1);

sub spew { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f or die }

sub compile
{
    my ($text) = @_;
    spew('p.c', $text);
    system("gcc -w -O0 -specs=$specs -c -o p.o p.c && gcc -w -Dcoin=rand -o p p.c") == 0 or BAIL_OUT('cannot compile');
}

# A recognizer of brackets of two kinds that counts modulo a number; `mistake` stands where the inner ones end.
sub brackets
{
    my ($modulus, $mistake) = @_;
    return <<"C";
#include <assert.h>
#include <stdio.h>
static int open;
static int level(int closing)
{
    int c, inside = open;
    while ((c = getchar()) == '(' || c == '[') {
        open = (open + 1) % $modulus;
        if (level(c == '(' ? ')' : ']') < 0)
            return -1;
        $mistake
        assert(open == inside);
    }
    if (c != closing)
        return -1;
    open = (open + $modulus - 1) % $modulus;
    return 0;
}
int main(void)
{
    open = 1;
    if (level(EOF) == 0)
        assert(open == 0);
    return 0;
}
C
}

# Whether some word of the letters aborts it.
sub aborts
{
    my ($longest, @letters) = @_;
    my @words = ('');
    for (0 .. $longest) {
        for my $word (@words) {
            spew('word', $word);
            return 1 if system('ulimit -c 0; exec ./p <word 2>/dev/null') & 127;
        }
        @words = map { my $w = $_; map { "$w$_" } @letters } @words;
    }
    return 0;
}

for (['right', 2, '', 0], ['right', 5, '', 0], ['wrong in one kind', 3, "if (closing == ']' && c == '[') open = 0;", 1],
    ['without effect', 3, "if (closing == '[') open = 0;", 0]) {
    my ($what, $modulus, $mistake, $is_wrong) = @$_;
    compile(brackets($modulus, $mistake));
    is(aborts(5, '(', ')', '[', ']'), $is_wrong, "brackets modulo $modulus, $what: as all words up to five say");
    my ($verdict) = `cwolf check -p reach-assert p.o 2>err` =~ /^(\w+)/;
    like($verdict, $is_wrong ? qr/^(False|Maybe)$/ : qr/^True$/, '... and check') or diag(`cat err`);
    my ($joined) = `cwolf check --context=stack --layer=1 -p reach-assert p.o 2>err` =~ /^(\w+)/;
    is($joined, 'Maybe', '... which joined frames leave open') if !$is_wrong;
}

# `height` functions that call each other one after the other, each with a bit of its own; the lowest does `inner`.
sub tower
{
    my ($height, $inner) = @_;
    my $text = "#include <stdlib.h>\nextern int coin(void);\n#pragma cwolf input coin\n#pragma cwolf label call(low()) => low\n"
        . "static void low(void) { $inner }\nstatic void f0(void) { low(); }\n";
    for my $i (1 .. $height) {
        my $below = 'f' . ($i - 1);
        $text .= "static void f$i(void) { int bit = coin() != 0; $below(); if (bit) $below(); }\n";
    }
    return $text . "int main(void) { f$height(); return 0; }\n";
}

sub states
{
    my ($options, $file) = @_;
    my ($states) = `cwolf model --default=exact $options -o $file p.o 2>&1` =~ /^states (\d+)/m;
    return $states // 0;
}

my %of;
for my $height (3, 6, 9) {
    compile(tower($height, ''));
    $of{$height} = states('--context=summary', 'summary.aut');
    my $with_stacks = states('--context=stack', 'stack.aut');
    cmp_ok($of{$height}, '<', $with_stacks / 2, "a tower of $height: $of{$height} states, with stacks $with_stacks");
    like(`cwolf lts compare --relation=weak-trace-preorder stack.aut summary.aut 2>&1`, qr/^yes|^true|^equivalent/mi,
        '... and whatever the calls do is in both') if $height < 9;
}
is($of{9} - $of{6}, $of{6} - $of{3}, 'each floor adds as many');

# Blocks of one site, held by frames of several callers while the callee makes and frees others.
compile(<<'C');
#include <assert.h>
#include <stdlib.h>
static int *make(int v) { int *p = malloc(sizeof *p); if (!p) exit(0); *p = v; return p; }
static void churn(int n) { int *q = make(7); assert(*q == 7); if (n) churn(n - 1); free(q); }
static void one(void) { int *p = make(1); churn(2); assert(*p == 1); free(p); }
static void two(void) { int *p = make(2), *r = make(3); free(p); churn(2); assert(*r == 3); free(r); }
int main(void) { if (rand() & 1) one(); two(); one(); return 0; }
C
for my $context ('stack', 'summary') {
    my ($verdict) = `cwolf check --default=exact --context=$context -p memory-safe p.o 2>err` =~ /^(\w+)/;
    is($verdict, 'True', "blocks of callers, $context") or diag(`tail -5 err`);
    ($verdict) = `cwolf check --default=exact --context=$context -p reach-assert p.o 2>err` =~ /^(\w+)/;
    is($verdict, 'True', "... with their values") or diag(`tail -5 err`);
}

# A chain of functions that each call the next one twice: calls lead to the last in 2^30 ways, with values that never come again.
my $chain = "#include <stdlib.h>\nstatic int mode;\nstatic unsigned a[8];\n"
    . "static void f30(unsigned i) { unsigned x = rand(); a[i & 7] += x; if (a[0] > a[1]) mode = x & 3; }\n";
$chain .= "static void f$_(unsigned i) { f@{[$_ + 1]}(i * 3 + 1); a[$_ & 7] ^= i; if (a[$_ & 7] & 4) f@{[$_ + 1]}(a[i & 7]); }\n"
    for reverse 0 .. 29;
compile($chain . "int main(void) { for (;;) f0(0); }\n");
for (['True', 3], ['Maybe|False', 2]) {
    my ($expected, $most) = @$_;
    like(`cwolf check --auto --max-states=60000 -p 'invariant mode >= 0 && mode <= $most' p.o 2>err`, qr/^(?:$expected) /m,
        "states joined by place: at most $most") or diag(`tail -5 err`);
    like(`cat err`, qr/decided by: states joined by place \(\d+ states\)/, '... decides it') if $expected eq 'True';
}

# A jump finds the frames of callers that come later, further out than the context it is in; and is then no must edge.
my $head = "#include <assert.h>\n#include <setjmp.h>\nstatic jmp_buf b;\n";
compile("$head static void g(void) { longjmp(b, 1); }\nstatic void f(void) { g(); }\n"
    . "static void h(int k) { if (!setjmp(b)) f(); else assert(!k); }\nint main(void) { h(0); h(1); return 0; }\n");
isnt(system('ulimit -c 0; exec ./p 2>/dev/null'), 0, 'a jump to the second of two callers: the program aborts');
my ($jumps) = `cwolf check --default=exact --context=summary -p reach-assert p.o 2>err` =~ /^(\w+)/;
like($jumps, qr/^(False|Maybe)$/, '... and check does not say that it never does') or diag(`cat err`);
compile("$head static void f(void) { longjmp(b, 1); }\nint main(void) { for (volatile int i = 0; i < 3; i++) if (!setjmp(b)) f(); return 0; }\n");
is(system('timeout 10 ./p'), 0, 'jumps in a loop: the program ends');
my ($ends) = `cwolf check --default=exact --context=summary -p termination p.o 2>err` =~ /^(\w+)/;
like($ends, qr/^(True|Maybe)$/, '... and check does not say that it goes on for ever') or diag(`cat err`);
done_testing();
