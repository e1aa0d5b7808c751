#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Each pattern and scope of rules, with programs that keep the rule and programs that break it; and the path of a
# violation, which tells the object's life.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

my $head = <<'C';
#define MACRO 3
#include <err.h>
#include <error.h>
#include <stdlib.h>
enum e { LOW, HIGH };
static enum e level;
int in(void);
#pragma cwolf input in : [0, 3]
struct m { int held; };
static struct m x, y;
static int n;
static void a(void) { n = 0; }
static void b(void) { n = 1; }
void also_b(void) __attribute__((alias("b")));
static void c(void) { n = 2; level = HIGH; }
static void p(struct m *m) { m->held = 1; }
static void q(struct m *m) { m->held = 0; }
static void r(struct m *m) { m->held += 2; }
static int f(int k) { return k > 1 ? in() : -1; }
C

# rule, statements of main, verdict
my @cases = (
    ['never b()', 'a();', 'True'],
    ['never b()', 'if (in() == 2) b();', 'False'],
    ['never f(k) when (k > 2)', 'f(2); f(1);', 'True'],
    ['never f(k) when (k > 2)', 'f(in());', 'False'],
    ['never f(3)', 'f(2);', 'True'],
    ['never f(3)', 'f(in());', 'False'],
    ['never s = f(_) when (s < 0)', 'f(2); f(3);', 'True'],
    ['never s = f(_) when (s < 0)', 'f(in());', 'False'],
    ['after a() never b()', 'b(); a(); c();', 'True'],
    ['after a() never b()', 'a(); c(); if (in()) b();', 'False'],
    ['before a() never b()', 'c(); a(); b();', 'True'],
    ['before a() never b()', 'b();', 'True'],
    ['before a() never b()', 'b(); if (in()) a();', 'False'],
    ['between a() and c() never b()', 'a(); b();', 'True'],
    ['between a() and c() never b()', 'a(); c(); b(); c();', 'True'],
    ['between a() and c() never b()', 'a(); b(); c();', 'False'],
    ['after a() until c() never b()', 'a(); c(); b();', 'True'],
    ['after a() until c() never b()', 'a(); b();', 'False'],
    ['after a() until c() never a()', 'a(); c(); a();', 'True'],
    ['after a() until c() never a()', 'a(); if (in()) c(); a();', 'False'],
    ['eventually b()', 'if (in()) { b(); return 1; } b();', 'True'],
    ['eventually b()', 'if (in()) return 1; b();', 'False'],
    ['after a() eventually b()', 'if (in()) { a(); b(); }', 'True'],
    ['after a() eventually b()', 'a(); if (in()) b();', 'False'],
    ['between a() and c() eventually b()', 'a(); b(); c(); a();', 'True'],
    ['between a() and c() eventually b()', 'a(); b(); c(); a(); c();', 'False'],
    ['a() precedes b()', 'a(); b(); b();', 'True'],
    ['a() precedes b()', 'if (in()) a(); b();', 'False'],
    ['b() responds to a()', 'a(); a(); b();', 'True'],
    ['b() responds to a()', 'a(); b(); if (in()) a();', 'False'],
    ['at most 2 b()', 'b(); if (in()) b();', 'True'],
    ['at most 2 b()', 'b(); if (in()) b(); b();', 'False'],
    ['exactly one b()', 'if (in()) b(); else { c(); b(); }', 'True'],
    ['exactly one b()', 'if (in()) b();', 'False'],
    ['exactly one b()', 'if (in()) b(); b();', 'False'],
    ['after a() until c() always (n != 1)', 'a(); c(); b();', 'True'],
    ['after a() until c() always (n != 1)', 'a(); if (in()) b(); c();', 'False'],
    ['after a() never return(f) when (value < 0)', 'f(1); a(); f(2);', 'True'],
    ['after a() never return(f) when (value < 0)', 'a(); f(in());', 'False'],
    ['after a() never write(n) when (value == 2)', 'c(); a(); b();', 'True'],
    ['after a() never write(n) when (value == 2)', 'a(); if (in()) c();', 'False'],
    ['at most 1 write(k)', 'int k = in(); if (k) c();', 'True'],
    ['after a() never also_b()', 'a(); if (in()) also_b();', 'False'],
    ['after a() never also_b()', 'a(); if (in()) b();', 'False'],
    ['after a() never also_b()', 'also_b(); a();', 'True'],
    ['never also_b()', 'void (*call)(void) = also_b; call();', 'False'],
    ['b() precedes also_b()', 'also_b();', 'Maybe'],
    ['never write(k)', 'int k = in(); int *z = &k; *z = 2;', 'Maybe'],
    ['before exit never b()', 'a();', 'True'],
    ['before exit never b()', 'b(); if (in()) return 2;', 'False'],
    # an event of several, a named condition, brackets
    ['after (a() | c()) never b()', 'b(); a();', 'True'],
    ['after (a() | c()) never b()', 'c(); b();', 'False'],
    # objects
    ['after p(m) until q(m) never p(m)', 'p(&x); p(&y); q(&x); p(&x); q(&y);', 'True'],
    ['after p(m) until q(m) never p(m)', 'p(&x); p(&y); if (in()) q(&x); p(&x);', 'False'],
    ['after p(m) until q(m) never p(m)', 'struct m *z = in() ? &x : &y; p(z); p(z == &x ? &y : &x);', 'True'],
    ['after p(m) until q(m) never p(m)', 'struct m *z = in() ? &x : &y; p(z); p(&y);', 'False'],
    ['at most 1 p(m)', 'p(&x); p(&y);', 'True'],
    ['at most 1 p(m)', 'p(&x); p(in() ? &y : &x);', 'False'],
    ['after p(m) eventually q(m)', 'p(&x); p(&y); q(&y); q(&x);', 'True'],
    ['after p(m) eventually q(m)', 'p(&x); p(&y); q(&y); q(&y);', 'False'],
    ['after p(m) until q(m) never (p(m) | r(m))', 'p(&x); r(&y);', 'True'],
    ['after p(m) until q(m) never (p(m) | r(m))', 'p(&x); r(&x);', 'False'],
    ['never p(m) when (m->held != 0)', 'p(&x); q(&x); p(&x);', 'True'],
    ['never p(m) when (m->held != 0)', 'p(&x); p(&x);', 'False'],
    ['p(m) precedes q(m)', 'p(&x); p(&y); q(&x); q(&y); q(&x);', 'True'],
    ['p(m) precedes q(m)', 'p(&x); q(&x); q(in() ? &y : &x);', 'False'],
    ['after p(m) eventually q(m)', 'p(&x); q(&x); p(&x);', 'True'],
    ['before q(m) never p(m)', 'p(&x); p(&y);', 'True'],
    # so many states that their keys become coarse
    ['between p(m) and p(m) eventually p(m)', 'struct m *z = in() ? &x : &y; for (int i = 0; i < 2; i++) p(z); p(&y);', 'False'],
    ['before q(m) never p(m)', 'q(&x); p(&x); p(&y); q(&x);', 'True'],
    ['before q(m) never p(m)', 'q(&x); p(&x); p(&y); q(&y);', 'False'],
    # what is absent violates too
    ['eventually b()', 'a();', 'False'],
    ['eventually b()', 'for (;;) a();', 'True'],
    ['exactly one b()', 'if (in()) a();', 'False'],
    ['never exit', 'a();', 'False'],
    ['never exit', 'for (;;) a();', 'True'],
    ['never exit', 'a(); if (in()) abort(); for (;;) c();', 'True'],
    ['always (1 == 0)', 'a();', 'False'],
    ['always (n < 2)', 'b();', 'True'],
    ['always (n < 2)', 'if (in()) c();', 'False'],
    ['before b() always (n == 7)', 'a();', 'True'],
    ['between a() and b() always (n == 7)', 'a(); c(); b();', 'Maybe'],
    ['after b() always (n == 7)', 'c();', 'True'],
    ['b() responds to a()', 'c();', 'True'],
    ['eventually p(m)', 'a();', 'True'],
    ['eventually b()', 'if (in()) exit(1); b();', 'False'],
    ['eventually b()', 'if (in()) { b(); exit(1); } b();', 'True'],
    ['exit(0) responds to a()', 'a(); exit(in());', 'False'],
    ['eventually b()', 'if (in()) errx(1, "x"); b();', 'False'],
    ['eventually b()', 'error(in() / 3, 0, "x"); b();', 'False'],
    ['eventually b()', 'error(0, 0, "x"); b();', 'True'],
    ['eventually b()', 'if (n++ < 2) main(); b();', 'Maybe'],
    # names: the object's, the condition's, the program's
    ['never f(LOW)', 'f(2);', 'True'],
    ['never f(LOW)', 'f(in());', 'False'],
    ['never f(MACRO)', 'f(2);', 'Maybe'],
    ['never f(n) when (n > 2)', 'n = 1; f(3);', 'False'],
    ['never setuid(-1)', 'extern int setuid(unsigned); setuid(-1);', 'False'],
    ['never setuid(-1)', 'extern int setuid(unsigned); setuid(1);', 'True'],
    ['never write(k)', 'int k; __asm__("movl $5, %0" : "=r"(k)); n = k;', 'Maybe'],
    # of a state's edges the first that matches counts
    ['graph 0: f(_) -> 1 1: f(1) -> error, f(_) -> 0', 'f(0); f(1);', 'False'],
    ['graph 0: f(_) -> 1 1: f(_) -> 0, f(1) -> error', 'f(0); f(1);', 'True'],
    # through pointers to functions
    ['after a() never b()', 'void (*g)(void) = in() ? c : a; b(); g();', 'True'],
    ['after a() never b()', 'void (*g)(void) = in() ? b : c; a(); g();', 'False'],
    ['after p(m) until q(m) never p(m)', 'void (*g)(struct m *) = p; p(&x); g(&y);', 'True'],
    ['after p(m) until q(m) never p(m)', 'void (*g)(struct m *) = p; p(&x); g(&x);', 'False'],
);

sub program {
    my ($rule, $body) = @_;
    open my $out, '>', 'p.c' or die;
    print $out "#pragma cwolf rule kept : $rule\n", $head, "int main(void)\n{\n$body\nreturn n;\n}\n";
    close $out;
    system("gcc -w -specs=$specs -c -o p.o p.c") == 0 or die 'gcc';
}

for my $case (@cases) {
    my ($rule, $body, $wanted) = @$case;
    program($rule, $body);
    my $said = `cwolf check p.o 2>&1`;
    my ($verdict) = $said =~ /^(True|False|Maybe) kept$/m;
    is($verdict, $wanted, "$rule: $body") or diag($said);
}

program('after p(m) until q(m) never p(m)', "p(&x);\np(&y);\nif (in())\nq(&x);\np(&x);");
my $said = `cwolf check p.o 2>&1`;
like($said, qr/^p\.c:27:1: error: rule 'kept' is violated: after p\(m\) until q\(m\) never p\(m\) \[cwolf\]$/m,
    'the violating call is the place');
like($said, qr/\(1\) p\(&x\)$/m, 'the path begins with the object');
unlike($said, qr/p\(&y\)$/m, 'and does not tell of another one');
like($said, qr/p\(&x\): this violates the rule$/m, 'and ends with its violation');

for my $wrong (['never', "expected an event"], ['after a() b()', "expected never, always"],
    ['at most 0 b()', "expected a number from 1"], ['after p(m) until f(k) never (p(m) | f(k))', "one object"]) {
    open my $out, '>', 'w.c' or die;
    print $out "#pragma cwolf rule kept : $wrong->[0]\nint main(void) { return 0; }\n";
    close $out;
    my $text = `gcc -w -specs=$specs -c -o w.o w.c 2>&1`;
    like($text, qr/^w\.c:1:\d+: error: .*\Q$wrong->[1]\E/m, "wrong: $wrong->[0]") or diag($text);
}
done_testing();
