#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The examples of Krall 2012, as far as its text gives them: table 2.1 (fields through pointers), figures 2.3 and 2.4 (calls, and
# calls through pointers), 3.4 and 3.5 (values at earlier versions of the state: here the way back), 3.7 (inputs), the types of table
# 3.7, and the while loop of 3.3, which a budget ends. Figure 3.1, arithmetic on a function's address, is allowed here.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub slurp { my ($path) = @_; open my $f, '<:raw', $path or return ''; local $/; return <$f> // '' }
sub spill { my ($path, $text) = @_; open my $f, '>:raw', $path or die "$path: $!"; print $f $text; close $f }
sub build
{
    my ($text) = @_;
    spill('p.c', $text);
    system("gcc -w -O0 -specs=$specs -c -o p.o p.c") == 0 or die $text;
}
sub run { my ($options) = @_; my $r = system("timeout 60 cwolf run $options p.o >output 2>said") >> 8; return ($r, slurp('said')) }
sub session { spill('commands', join '', map {"$_\n"} @_); system('timeout 60 cwolf run --step p.o <commands >output 2>said'); return split /^\(cwolf\) .*\n/m, slurp('said'), -1 }

build('struct data { int data1; int data2; }; int main() { int x, y; y = 3; x = 9; struct data v; struct data *pnt; pnt = &v; '
    . 'pnt->data2 = (4 + y) * x; return v.data2 == 63 ? 0 : 1; }');
is_deeply([run('')], [0, "exit status 0\n"], 'table 2.1: pnt->data2 is 63');

build('int g; int test(a, b) { int c; c = a + b; return c; } int main() { g = test(3, 4); return g; }');
is_deeply([run('')], [1, "exit status 7\n"], 'figure 2.3: test(3, 4)');

build('int one(int x) { return x + 1; } int two(int x) { return x * 2; } int (*p)(int); int (**q)(int) = &p;'
    . 'int main() { int r; p = one; r = p(3); p = two; r = r * 10 + p(3); r += (*q)(1); return r; }');
is_deeply([run('')], [1, "exit status 48\n"], 'figure 2.4: calls through a pointer, and through a pointer to it');

build('int test() { return 0; } int (*p)(); int main() { int c = 3; p = test; c = ((int)p) + 3; return 0; }');
is_deeply([run('')], [0, "exit status 0\n"], 'figure 3.1');

build("int x, y;\nint main()\n{\n    x = 4;\n    y = -1;\n    x = 2;\n    y = 8;\n    x = 3;\n    return 0;\n}\n");
my @said = session(('next') x 5, 'print x', 'print y', ('back') x 3, 'print x', 'print y', 'back x', 'print x');
is("@said[6, 7]", "x = 3\n y = 8\n", 'figure 3.4: the newest version');
is("@said[11, 12]", "x = 4\n y = -1\n", 'figure 3.4: an earlier one');
is($said[14], "x = 0\n", 'and what was before its first write');

build('extern int __BLAST_NONDET; int main() { if (__BLAST_NONDET == 3) return 1; else return __BLAST_NONDET; }');
is_deeply([run('--inputs=4,3')], [1, "exit status 3\n"], 'figure 3.7: a read of __BLAST_NONDET takes one input, in a condition too');
my ($status, $text) = run('--inputs=4');
is($status, 3, 'too few inputs');
like($text, qr/warning: the 1 inputs are used up/, 'and it is said');
($status, $text) = run('');
is($status, 3, 'no inputs');
like($text, qr/'__BLAST_NONDET' gives an input: --inputs says what/, 'and what to do');

build("int a; volatile int next;\n#pragma cwolf input next\nint main() { for (int i = 0; i < 3; i++) a = a * 10 + next; return a != 417; }\n");
is_deeply([run('--inputs=4,1,7')], [0, "exit status 0\n"], 'a variable that an annotation names is an input');

build('int main() { return sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(float) == 4 && sizeof(double) == 8 ? 0 : 1; }');
is_deeply([run('')], [0, "exit status 0\n"], 'table 3.7: sizes');

build('int main() { while (1) { } return 0; }');
($status, $text) = run('--max-steps=100k');
is($status, 3, 'while (1) ends with its budget');
like($text, qr/the budget of 100000 statements is used up/, 'which is said');
done_testing();
