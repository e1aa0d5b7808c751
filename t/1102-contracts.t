#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Contracts: requires and ensures, with old() and result, on random functions that are called with inputs. Each program is
# also compiled with its contracts as plain C and run on all inputs: True and False are what those runs say.
#
#   SEED=N COUNT=N t/1102-contracts.t        KEEP=DIR keeps the programs that the tool is wrong about
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my ($seed, $count) = ($ENV{SEED} // 1, $ENV{COUNT} // 25);
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
srand $seed;
chdir $dir;

sub pick { return $_[int rand @_] }
sub term { return pick('n', 'm', 'g', 'n + 1', 'g + 1', 'n - m', int rand 4) }
sub test { return term() . ' ' . pick('<', '<=', '==', '!=', '>') . ' ' . term() }

sub body
{
    my ($depth) = @_;
    my $text = '';
    for (1 .. pick(1, 2)) {
        my $kind = pick('set', 'set', 'if', 'return', 'while');
        $kind = 'set' if !$depth;
        $text .= pick('n', 'm', 'g') . ' = ' . term() . ";\n" if $kind eq 'set';
        $text .= 'if (' . test() . ") {\n" . body($depth - 1) . "}\n" if $kind eq 'if';
        $text .= 'if (' . test() . ") {\nRETURN(" . term() . ");\n}\n" if $kind eq 'return';
        $text .= "while (n < 3) {\nn = n + 1;\n" . body(0) =~ s/\bn = .*//gr . "}\n" if $kind eq 'while';
    }
    return $text;
}

# What may stand in an ensures: result, old(...) and what is so at the return.
sub promise
{
    my @t = ('result', 'g', 'old(n)', 'old(g)', 'old(n + m)', 'old(g) + 1', 'n', int rand 4);
    return pick('result', 'g', 'old(g)') . ' ' . pick('<', '<=', '==', '!=', '>=') . ' ' . pick(@t) . pick('', '', ' || ' . test());
}

my (%verdicts, @wrong, $asked);
for my $round (1 .. $count) {
    my @requires = map { test() } 1 .. 2;
    my @ensures = map { promise() } 1 .. 3;
    my ($body, $more) = (body(2), pick('', 'if (choose() == 2) g = g + f(1, g);'));
    my ($last, $g) = (term(), int rand 3);
    my @old = map { /old\(([^()]*)\)/g } @ensures;
    my $enter = join '', map { "seen[$_] |= !($requires[$_]); " } 0 .. 1;
    my $olds = join '', map { "const int old_$_ = $old[$_]; " } 0 .. $#old;
    my $i = 0;
    my $leave = join '', map { "seen[" . (2 + $_) . "] |= !(" . ($ensures[$_] =~ s/old\(([^()]*)\)/'old_' . $i++/ger) . "); " } 0 .. 2;
    open my $out, '>', 'p.c';
    print $out <<"END";
int choose(void);
int g = $g;
#ifdef ORACLE
#include <stdio.h>
static int seen[5], inputs[8], at;
int choose(void) { return inputs[at++]; }
#define ENTER $enter $olds
#define RETURN(x) do { int result = (x); $leave return result; } while (0)
#define main run
#else
#pragma cwolf input choose : [0, 3]
#define ENTER
#define RETURN(x) return x
#endif
static int f(int n, int m)
{
ENTER
${body}RETURN($last);
}
int main(void)
{
    int a = choose(), b = choose();
    g = f(a, b);
    if (g > 1)
        f(b, 2);
    $more
    return 0;
}
#ifdef ORACLE
#undef main
int main(void)
{
    for (int i = 0; i < 64; i++) {
        for (int k = 0; k < 3; k++)
            inputs[k] = i >> 2 * k & 3;
        at = 0;
        g = $g;
        run();
    }
    for (int k = 0; k < 5; k++)
        printf("%s\\n", seen[k] ? "False" : "True");
}
#endif
END
    close $out;
    system('gcc -w -DORACLE -fwrapv -o oracle p.c') == 0 or die 'the oracle does not compile';
    my @is = map { chomp; $_ } `./oracle`;
    system("gcc -w -fwrapv -specs=$specs -c -o p.o p.c") == 0 or die 'gcc with the tool';
    my @asked = ((map { "c$_: requires f : $requires[$_]" } 0 .. 1), map { 'c' . ($_ + 2) . ": ensures f : $ensures[$_]" } 0 .. 2);
    my @said = `cwolf check --timeout=10 @{[map {"-p '$_'"} @asked]} p.o 2>err`;
    for my $k (0 .. 4) {
        my ($verdict) = map { /^(True|False|Maybe) c$k$/ ? $1 : () } @said;
        $asked++;
        $verdicts{$verdict // 'none'}++;
        next if defined $verdict && ($verdict eq 'Maybe' || $verdict eq $is[$k]);
        push @wrong, "$asked[$k] is " . ($verdict // 'not answered') . ", but $is[$k]:\n" . `cat p.c err`;
        system "mkdir -p $ENV{KEEP} && cp p.c $ENV{KEEP}/$round.c" if $ENV{KEEP};
    }
}
ok(!@wrong, "SEED=$seed: no verdict on $asked contracts is wrong") or diag(join "\n", @wrong[0 .. ($#wrong > 1 ? 1 : $#wrong)]);
cmp_ok($verdicts{Maybe} // 0, '<=', 0.2 * $asked, 'at most a fifth is not decided');
cmp_ok($verdicts{$_} // 0, '>=', 0.1 * $asked, "some are $_") for qw(True False);
note(join ', ', map {"$verdicts{$_} $_"} sort keys %verdicts);

# ---- what is wrong with a contract is said -------------------------------------------------------------------------

open my $out, '>', 'q.c';
print $out "int g;\nvoid nothing(void) { g++; }\nint main(void) { nothing(); return 0; }\n";
close $out;
system("gcc -w -specs=$specs -c -o q.o q.c");
my %bad = (
    'requires nothing g == 0' => "expected 'requires FUNCTION : CONDITION'",
    'requires nothin : g == 0' => "no function 'nothin' in the program",
    'ensures nothing : result == 0' => "'result': function 'nothing' returns nothing",
    'requires nothing : g == old(g)' => "it belongs into 'ensures'",
    'ensures nothing : h == 0' => "no variable 'h'",
);
for (sort keys %bad) {
    is(system("cwolf check -p '$_' q.o >out 2>&1") >> 8, 2, "$_: refused");
    like(`cat out`, qr/\Q$bad{$_}\E/, '... and why');
}
like(`cwolf check -p 'ensures nothing : g == old(g) + 1' -p 'ensures nothing : g != 1' q.o 2>err`,
    qr/^True ensures nothing : g == old\(g\) \+ 1\nFalse ensures nothing : g != 1$/m, 'both of one function');
like(`cat err`, qr/^q\.c:2:\d+: error: property 'ensures nothing : g != 1' is violated.*'g != 1' is false here/ms, 'with the place');

# ---- conditions without a value, and other questions beside contracts ----------------------------------------------

# The oracle is C: where it does not evaluate the operand, the contract holds; where it would stop, it does not.
sub asked
{
    my ($program, @questions) = @_;
    open my $out, '>', 'v.c';
    print $out $program;
    close $out;
    system("gcc -w -specs=$specs -c -o v.o v.c") == 0 or die 'gcc';
    my $options = join ' ', map { /^--/ ? $_ : "-p '$_'" } @questions;
    return join ' ', `cwolf check $options v.o 2>err` =~ /^(True|False|Maybe)/mg;
}
my $null = "static int f(const int *p) { return p ? *p : 0; }\nint main(void) { return f(0); }\n";
is(asked($null, 'requires f : p == 0 || *p == 7', 'memory-safe', 'requires f : *p == 7', 'no-null', 'ensures f : p != 0 && *p == 7'),
    'True True False True False', 'a null pointer in a contract is no error of the program');
my $zero = "int g;\nvoid f(int n) { g = n; }\nint main(void) { f(0); return 0; }\n";
is(asked($zero, 'no-div-zero', 'requires f : n == 0 || 10 / n == 3', 'requires f : 10 / n == 3', 'ensures f : n == 0 || old(10 / n) > 1',
    'ensures f : n != 0 || old(10 / n) > 1'), 'True True False True False', 'nor is a division by zero, at entry either');
is(asked("int choose(void);\n#pragma cwolf input choose : [0, 2]\nint g, arr[3], big = 2147483647;\nvoid f(int n) { g = n; }\nint main(void) { f(choose()); return 0; }\n",
    'memory-safe', 'no-overflow', 'requires f : arr[n + 1] == 0', 'ensures f : n == 2 || arr[n + 1] == 0', 'requires f : n + big != 0'),
    'True True False True True', 'nor is an element outside of its array, or an overflow');
is(asked("int g;\nint f(int a) { int result = 0; g = result; return a; }\nint main(void) { return f(1); }\n", 'ensures f : result == 0', 'ensures f : result == 1'),
    'False True', 'result is what is returned, whatever else has that name');
unlike(`cat err`, qr/never called/, 'and f is called, though last of all');
my $gone = "#include <stdlib.h>\nint *p, g;\nvoid f(void) { g++; }\nint main(void) { p = malloc(4); if (!p) return 0; *p = 3; f(); free(p); f(); return 0; }\n";
isnt(asked($gone, $_), 'True', "$_: of a block that is gone") for 'requires f : *p == 3', 'ensures f : old(*p) == 3';
is(asked($gone, 'memory-safe', 'requires f : *p == 3') =~ s/ .*//r, 'True', 'which the program does not use');

my $steps = "int g;\nint f(int n)\n{\n    if (n == 3)\n        return 0;\n    g = n;\n    return n / 2;\n}\nint main(void) { f(3); f(2); return 0; }\n";
my @formulas = ('ctl EF at(v.c:4)', 'ctl AX "g == 2"', 'ctl AX AX "g == 2"', 'ctl AX AX AX "g == 2"', 'ltl X X "g == 2"', 'ctl AG (in(f) -> AX in(f))');
for my $grain ('--grain=statement', '--grain=global', '--grain=function') {
    my $alone = asked($steps, $grain, @formulas);
    is(asked($steps, $grain, @formulas, 'requires f : n > 1', 'ensures f : n < 5 && old(g) >= 0'), "$alone True True", "$grain: contracts make no steps");
    is(asked($steps, $grain, 'ensures f : n != 3', @formulas), "False $alone", "$grain: in the order that was asked");
}
is(asked("int g;\nint f(int n) { for (;;) g = n; }\nint main(void) { f(1); return 0; }\n", 'ensures f : g == n', 'memory-safe', 'requires f : n == 1'),
    'True True True', 'a function that never returns ensures anything');
like(`cat err`, qr/'f' never returns/, 'which is said');
is(asked("int g;\nvoid f(void) { g = 1; }\nint main(void) { return 0; }\n", 'requires f : 0'), 'True', 'so does one that is not called');
like(`cat err`, qr/'f' is never called/, 'which is said');
my $dead = "#include <signal.h>\n#include <stdlib.h>\nint g;\nint no(void) { return 0; }\nvoid f(int n) { g = n; }\nint main(void) { BODY return 0; }\n";
my %calls = ('if (no()) f(1);' => 1, 'if (no()) f(1); f(2);' => 0, 'void (*p)(int) = f; p(2);' => 0, 'signal(SIGINT, f);' => 0, 'atexit((void (*)(void))f);' => 0,
    'return 0; f(1);' => 1, 'while (no()) f(1);' => 1, 'if (!no()) { f(3); exit(0); }' => 0);
for (sort keys %calls) {
    asked($dead =~ s/BODY/$_/r, 'requires f : n > -2147483647 || n < 0');
    is(`cat err` =~ /'f' is never called/ ? 1 : 0, $calls{$_}, "$_: is never called, or may be");
}

# A violation that only a search finds, whatever stands where control comes to: nothing takes its place for proved.
my $deep = <<'END';
extern int __VERIFIER_nondet_int(void);
int g;
void k(int n) { g = n; }
int main(void)
{
    unsigned given = 0, taken = 0, held = 0;
    while (1) {
        unsigned n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
        if (n == 1 && held < 1000)
            given++, held++;
        else if (n == 2 && held)
            taken++, held--;
        k(given - taken - held);
        if (n > 100 && m > 100 && n < 60000 && m < 60000 && n * m == 1000 * 3989u + 17 * m)
            taken++;
        AFTER
    }
}
END
my %after = ('requires k : n == 0' => '', 'unreachable there' => "if (given - taken - held)\ngoto here;\ncontinue;\nhere:\ngoto there;\nthere:\ng = 2;");
for my $question (sort keys %after) {
    my $broken = $deep =~ s/AFTER/$after{$question}/r;
    my $sound = $broken =~ s/taken\+\+;/taken += 0;/r;
    isnt(asked($broken, '--timeout=20', $question), 'True', "$question: is violated after all");
    unlike(`cat err`, qr/no place is looked for/, 'runs look for it');
    is(asked($sound, '--timeout=60', $question), 'True', "$question: holds, by induction");
}
done_testing();
