#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs that begin in a function with integers and pointers as parameters (cwolf check --entry=FUNCTION): a violation that one of them
# shows happens natively with the arguments that it tells and in the harness that comes with it, and what random functions assert is as a search through all arguments says.
#
#   SEED=N COUNT=N SECONDS=N t/1121-entry-runs.t         (t/long/9121-entry-runs.t: many more)
use strict;
use warnings;
use File::Temp 'tempdir';
use JSON::PP;
use Test::More;

my ($seed, $count) = ($ENV{SEED} // 4000, $ENV{COUNT} // 10);
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

use constant FOUND => 60; # seconds for what is there: as soon as it is found a check ends

sub spill { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f }

# The answers about the function f of a text, and the arguments that the first tells, if any, and what lies behind them.
sub ask
{
    my ($text, $property, $seconds) = @_;
    $seconds //= $ENV{SECONDS} // 2;
    spill('f.c', $text);
    system("gcc -w -g -O0 -fwrapv -specs=$specs -c -o f.o f.c") == 0 or die $text;
    system('rm -rf harness');
    my $said = decode_json(scalar `cwolf check --harness=harness --format=json --timeout=$seconds --entry=f -p $property f.o 2>log`);
    my ($answer) = @{$said->{answers}};
    my @inputs = map { $_->{text} =~ /^input: '\w+' is (-?\d+)$/ ? $1 : () } @{$answer->{path} // []};
    my @stores = map { $_->{text} =~ /^input: '(\w+\W.*)' is (-?\d+)$/ ? "$1 = $2;" : () } @{$answer->{path} // []};
    return (join(' ', map { $_->{verdict} } @{$said->{answers}}), join(', ', @inputs), "@stores");
}

# Whether f fails natively with these arguments, after what is done before: as valgrind tells.
sub fails
{
    my ($text, $arguments, $before) = @_;
    $before //= '';
    spill('native.c', "$text\nint main(void) { $before volatile int r = ((int (*)())f)($arguments); if (r == 12345) return 1; return 0; }\n");
    system('gcc -w -g -O0 -fwrapv -o native native.c') == 0 or die $text;
    system('valgrind -q --leak-check=full --error-exitcode=99 ./native >/dev/null 2>said');
    return $? != 0;
}

# Whether the harness that the last check wrote fails natively: its caller makes the arguments that the run had.
sub harness_fails
{
    return -e 'harness/Makefile' && system('make -s -C harness program >/dev/null 2>&1') == 0 && system('make -s -C harness run >said 2>&1') != 0;
}

my $head = "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n";
my @pairs = (
    ['an unset result', 'no-uninit', 'int f(int x, short y) { int i; if (x == 77 && y == 12345) return i; return 0; }', 'int i;', 'int i = 0;'],
    ['a second free', 'memory-safe', 'void f(int n) { void *p = malloc(4); free(p); if (n == -5) free(p); }', 'free(p); if (n == -5)', 'if (n == -5)'],
    ['a lost block', 'no-leak', 'void f(unsigned char c) { char *p = malloc(2); if (c == 200) return; free(p); }', 'c == 200', '!p'],
    ['an assertion', 'reach-assert', 'int f(unsigned x) { assert(x * 3 != 300); return 0; }', '300', '3001 || x'],
    ['an assertion without parameters', 'reach-assert', 'static int s; void f(void) { s++; assert(s != 1); }', '!= 1', '== 1'],
    ['a write behind an array', 'memory-safe', 'int f(int i) { char *a = malloc(3); int r = 0; if (a && i >= 0 && i <= 3) { a[i] = 1; r = 2; } free(a); return r; }', '<= 3', '< 3'],
    ['a block that is returned', 'no-leak', 'void *f(int n) { void *p = malloc(4); if (n == 3) p = 0; return p; }', 'n == 3', 'n == 3 && !p'],
);
for my $pair (@pairs) {
    my ($name, $property, $text, $from, $to) = @$pair;
    my ($verdict, $inputs) = ask($head . $text, $property, FOUND);
    is($verdict, 'False', $name);
    ok(fails($head . $text, $inputs), "$name: natively too, with '$inputs'");
    (my $twin = $text) =~ s/\Q$from\E/$to/ or die $name;
    ($verdict) = ask($head . $twin, $property, 2);
    isnt($verdict, 'False', "$name: not where it is mended");
}

# What pointers lead to: the blocks that the caller makes, and then what the tool tells of them.
my $list = 'struct list { int count; struct list *next; unsigned char bytes[6]; };';
my $made = 'struct list *p = calloc(2, sizeof *p); p->next = calloc(2, sizeof *p); ';
my @behind = (
    ['a block is freed twice', 'memory-safe', 'void f(struct list *p) { free(p); if (p) free(p); }', 'if (p)', 'if (!p)'],
    ['a member decides', 'memory-safe', 'void f(struct list *p) { char *q = calloc(4, 1); if (p->count == 1234 && p->next->bytes[5] == 9) q[4] = 1; free(q); }',
        'q[4] = 1', 'q[3] = 1'],
    ['an element decides', 'no-leak', 'int f(struct list *p) { void *q = p[1].bytes[2] == 7 ? malloc(3) : 0; return q != 0; }', '== 7', '== 777'],
    ['a block that the argument keeps is lost with it', 'no-leak', 'void f(struct list *p) { p->next = malloc(9); free(p); }', 'free(p);', ''],
    ['an element of a flexible array', 'reach-assert', 'struct flexible { short n; short all[]; }; void f(struct flexible *x) { assert(x->all[2] != 444); }', '444', '444444'],
    ['a pointer that the function cleared', 'no-null', 'int f(struct list *p) { p->next = 0; return p->count == 5 ? p->next->count : 0; }', 'p->next->count', 'p->count'],
    ['an unset variable', 'no-uninit', 'int f(struct list *p) { int i; if (p->count > 3) i = 1; if (i) return 5; return 0; }', 'int i;', 'int i = 0;'],
    ['a member of an argument', 'memory-safe', 'struct box { short n[3]; char *at; }; void f(struct box b, int x) { char *q = malloc(3); if (q && b.n[2] == 5 && x == 9) q[b.at[1]] = 1; free(q); }',
        'q[b.at[1]] = 1', 'q[0] = b.at[1]'],
    ['a block in what is returned', 'no-leak', 'struct box { void *at, *other; }; struct box f(struct box b, int x) { b.at = malloc(7); void *o = b.other; if (x == 3) b.at = o; return b; }',
        'b.at = o', '(void)o'],
    ['a variable that is gone', 'memory-safe', 'static int *q; static void g(void) { int i = 3; q = &i; } int f(struct list *p) { if (p->bytes[0] == 200) { g(); return *q; } return 0; }',
        'g(); return *q', 'g(); return 1'],
);
for my $pair (@behind) {
    my ($name, $property, $text, $from, $to) = @$pair;
    my ($verdict, $inputs, $stores) = ask("$head$list$text", $property, FOUND);
    is($verdict, 'False', "behind a pointer: $name");
    ok(harness_fails(), "$name: its harness fails") or diag(`cat said`) if $name !~ /is gone/;
    my $flexible = $text =~ /struct flexible/ ? 'struct flexible *x = calloc(1, 100); ' : '';
    my $box = $text =~ /struct box b/ ? 'struct box b = {}; *(void **)((char *)&b + 8) = calloc(1, 64); ' : '';
    ok(fails("$head$list$text", $box ? "b, $inputs" : $flexible ? 'x' : 'p', $made . $box . $flexible . $stores), "$name: natively too, after '$stores'") if $name !~ /is gone/;
    (my $twin = $text) =~ s/\Q$from\E/$to/ or die $name;
    ($verdict) = ask("$head$list$twin", $property, 1);
    isnt($verdict, 'False', "$name: not where it is mended");
}

# Allocations that fail: natively, they all do.
for my $pair (
    ['nobody looks whether there is a block', 'memory-safe', 'int f(int n) { int *p = malloc(4); if (n == 3) *p = 1; free(p); return 0; }', 'if (n', 'if (p && n'],
    ['the way out forgets a block', 'no-leak', 'int f(char **to) { char *p = strdup("abc"), *q = malloc(9); if (!q) return -1; *to = q; free(p); return 0; }', 'return -1', 'return free(p), -1'],
    ['the way out frees what was never there', 'no-uninit', 'int f(int n) { char *p, *q; if (!(q = malloc(n & 7))) goto out; p = q + 1; free(q); return 0; out: if (p) return 1; return 2; }', 'char *p', 'char *p = 0']) {
    my ($name, $property, $text, $from, $to) = @$pair;
    my ($verdict) = ask($head . $text, $property, FOUND);
    is($verdict, 'False', "no memory: $name");
    my $without = "#define malloc(n) ((void *)((n) * 0))\n$text";
    ok(fails($head . $without, $text =~ /int n/ ? 3 : '&(char *){0}'), "$name: natively too");
    (my $twin = $text) =~ s/\Q$from\E/$to/ or die $name;
    ($verdict) = ask($head . $twin, $property, 1);
    isnt($verdict, 'False', "$name: not where it is mended");
}

# What a caller may well allow is no violation: that its block is larger, that it leads to more, that a string goes on.
for my $text ('int f(int *v) { return v[4000]; }', 'int f(struct list *p) { return p->next->next->next->count; }',
    'int f(struct list *p) { return ((struct list *)((char *)p - 16))->count; }', 'void f(struct list *p) { free((char *)p - 8); }',
    'int f(char *s) { return strlen(s + 100); }', 'void f(char *d, const char *s) { strcpy(d + 60, s); strcat(d + 60, "longer than four"); }',
    'int f(int (*g)(int)) { return g(1); }', 'void f(int *v, int n) { memset(v, 0, n); }', 'struct none; int g(struct none *); int f(struct none *p) { return g(p); }',
    'struct text { char *s; long n; }; int f(void *p) { struct text *t = p; assert(t->s); return t->s[0]; }',
    'int f(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }',
    'struct text { char *s; }; int f(char *p) { struct text *t; memcpy(&t, p, sizeof t); return t->s[0]; }',
    'struct any { int tag; union { int i; char *s; } u; }; int f(struct any v, struct any *w) { return v.tag == 1 && w->tag == 1 ? v.u.s[0] + w->u.s[0] : 0; }',
    'struct base { int type; }; struct derived { struct base b; char *name; }; int f(struct base *b) { return b->type == 2 ? ((struct derived *)b)->name[0] : 0; }',
    'struct names { int n; char *all[]; }; int f(struct names *p) { return p->n > 1 ? p->all[1][0] : 0; }',
    'struct span { char *from, *to; }; int f(struct span *p, struct list *q) { assert(p->from == p->to && q->next == q); return 0; }',
    'static int g; int f(int *p) { assert(p == &g); return 0; }',
    'int f(struct list **p) { return p[3]->count + p[9]->count; }', 'void f(void *p) { void *q = realloc(p, 1000); free(q ? q : p); }')
{
    my ($verdicts) = ask("$head$list$text", 'memory-safe -p no-uninit -p no-leak -p reach-assert', 1);
    like($verdicts, qr/^((True|Maybe) ?){4}$/, "not accused: $text");
}

# ---- random functions ----------------------------------------------------------------------------------------------

sub one_of { return $_[rand @_] }
sub value
{
    my ($depth) = @_;
    return one_of('a', 'b', 'c', 's', int(rand 40) - 10) if !$depth || rand() < 0.2;
    return '(' . value($depth - 1) . one_of(' + ', ' - ', ' * ', ' & ', ' ^ ', ' < ', ' == ', ' >> 1 + 0 * ') . value($depth - 1) . ')';
}
sub statement
{
    my ($depth) = @_;
    return one_of('c', 's') . ' = ' . value(2) . ";\n" if !$depth || rand() < 0.4;
    return 'if (' . value(2) . ') {' . statement($depth - 1) . '} else {' . statement($depth - 1) . "}\n" if rand() < 0.6;
    return 'for (int i = 0; i < (a & 3); i++) c += ' . value(1) . ";\n";
}

my ($decided, @wrong, %natively) = (0);
for my $n (1 .. $count) {
    srand($seed + $n);
    my $claim = value(2) . one_of(' != ', ' < ') . (int(rand 300) - 100);
    my ($one, $other) = (one_of('unsigned char', 'signed char'), one_of('unsigned char', 'signed char', '_Bool'));
    my $body = join '', map { statement(2) } 1 .. 3;
    my $text = "static int s = 3;\nstatic void f($one a, $other b)\n{\n    int c = a;\n    $body    CLAIM($claim);\n}\n";
    my $all = "#include <stdio.h>\nstatic int failed;\n#define CLAIM(x) failed |= !(x)\n$text" .
        "int main(void)\n{\n    for (int i = 0; i < 65536; i++)\n        s = 3, f(i, i >> 8);\n    puts(failed ? \"False\" : \"True\");\n}\n";
    spill('all.c', $all);
    system('gcc -w -O1 -fwrapv -o all all.c') == 0 or die $all;
    chomp(my $wanted = `./all`);
    $natively{$wanted}++;
    my ($verdict, $inputs) = ask("#include <assert.h>\n#define CLAIM(x) assert(x)\n" . ($text =~ s/static void f/void f/r), 'reach-assert');
    $decided += $verdict ne 'Maybe';
    push @wrong, $seed + $n . ": $verdict, natively $wanted" if $verdict ne 'Maybe' && $verdict ne $wanted;
    push @wrong, $seed + $n . ": not with '$inputs'"
        if $verdict eq 'False' && $inputs && !fails("#include <assert.h>\n#define CLAIM(x) assert(x)\n$text", $inputs);
}
ok(!@wrong, "no verdict on $count random functions is wrong") or diag(join "\n", @wrong);
ok($decided >= 0.8 * $count && ($natively{True} // 0) >= $count / 6 && ($natively{False} // 0) >= $count / 6, "most are decided: $decided")
    or diag(explain(\%natively));
done_testing();
