#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What a program promises of null pointers (nonnull, returns_nonnull) GCC relies on where it optimises: tests for null that the source has
# are not made. Native runs at -O2 tell what is reached; where that is so, no verdict is True. Promises that are kept change nothing.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

sub put
{
    my ($text) = @_;
    open my $out, '>', 'p.c' or die;
    print $out "$text\n";
    close $out;
}

my $head = "#include <stdio.h>\n#include <stdlib.h>\n#define PROMISE __attribute__((noinline, nonnull))\n"
    . "#define GIVES __attribute__((noinline, returns_nonnull))\nstatic int *none;\nstatic int one = 1;\n"
    . "__attribute__((noinline)) static void bad(void) { printf(\"bad\"); }\n";
my $jump = "#include <setjmp.h>\njmp_buf b; __attribute__((noipa)) void jump(void) { longjmp(b, 1); }\n";
# Whether bad() is reached natively, at -O0 and at -O2.
my @programs = (
    ['a parameter', 0, 1, 'PROMISE static int f(int *p) { if (!p) return 1; return 0; } int main(void) { if (!f(none)) bad(); return 0; }'],
    ['the second one', 0, 1, '__attribute__((noinline, nonnull(2))) static int f(int *q, int *p) { if (!p) return 1; return q != 0; }'
        . ' int main(void) { if (!f(none, none)) bad(); return 0; }'],
    ['the other one is free', 0, 0, '__attribute__((noinline, nonnull(2))) static int f(int *q, int *p) { if (!q) return 1; return p != 0; }'
        . ' int main(void) { if (!f(none, &one)) bad(); return 0; }'],
    ['a loop back to the beginning', 0, 1, 'PROMISE static int f(int *p, int n) { again: if (!p) return 1; if (n-- > 0) goto again; return 0; }'
        . ' int main(void) { if (!f(none, 3)) bad(); return 0; }'],
    ['a result', 0, 1, 'GIVES static int *f(int n) { return n < 0 ? &one : none; } int main(int argc, char **argv) { int *q = f(argc); if (q) bad(); return 0; }'],
    ['one result of two', 0, 1, 'GIVES static int *f(int n) { if (n < 0) return &one; one++; return none; }'
        . ' int main(int argc, char **argv) { int *q = f(argc); if (q) bad(); return 0; }'],
    ['a local behind longjmp', 0, 1, $jump . 'int main(void) { int x = 1; if (!setjmp(b)) { x = 2; jump(); } else if (x == 1) bad(); return 0; }'],
    ['in a register', 1, 1, $jump . 'int main(void) { register int x = 1; if (!setjmp(b)) { x = 2; jump(); } else if (x == 1) bad(); return 0; }'],
    ['volatile, or left alone', 0, 0, $jump . 'int main(int argc, char **argv) { volatile int x = 1; int y = argc; if (!setjmp(b)) { x = 2; jump(); } else if (x == 1 || y != argc) bad(); return 0; }'],
    ['kept', 0, 0, 'PROMISE static int f(int *p) { if (!p) return 1; return 0; } int main(void) { if (f(&one)) bad(); return 0; }'],
    ['kept results', 0, 0, 'GIVES static int *f(int n) { return n > 3 ? &one : &one; } int main(int argc, char **argv) { int *q = f(argc); if (!q) bad(); return 0; }'],
);
for my $p (@programs) {
    my ($name, $plain, $optimised, $text) = @$p;
    put("$head$text");
    for my $level (0, 2) {
        system("gcc -w -O$level -specs=$specs -o p p.c") == 0 or die $text;
        my $is_reached = `./p` eq 'bad' || 0;
        is($is_reached, $level ? $optimised : $plain, "$name, -O$level: the native run");
        my $verdict = `cwolf check --timeout=1 -p 'unreachable bad' ./p 2>p.err` =~ /^(True|False|Maybe) / ? $1 : 'none';
        my $wanted = $is_reached ? qr/^Maybe$/ : qr/^True$/;
        like($verdict, $wanted, '    and what the tool says') or diag(`cat p.err`);
    }
}

# The test in the function is the only one.
put("${head}PROMISE static int f(int *p) { return p ? *p : 0; } int main(void) { return f(malloc(4)); }");
system("gcc -w -O2 -specs=$specs -c p.c") == 0 or die;
unlike(`cwolf check --timeout=1 -R memory.untested p.o 2>&1`, qr/^True/m, 'what malloc gives is followed untested');

# What typestates prove they prove of programs that keep their promises, and say so.
put("#include <stdio.h>\n#include <stdlib.h>\nstatic int get(int n) { return n; }\n"
    . "int main(int argc, char **argv) { FILE *f = fopen(argv[0], \"r\"); if (!f) return 1; if (get(argc) > 3) __builtin_unreachable(); fclose(f); return 0; }");
system("gcc -w -O2 -specs=$specs -c p.c") == 0 or die;
my $said = `cwolf check -R stdio p.o 2>&1`;
like($said, qr/^True stdio.double_close$/m, 'a place that is never reached');
like($said, qr/assumed: nothing is null that is declared nonnull, and no place is reached that the compiler is told is not \(first p\.c:4\)/,
    '    and what it rests on');
done_testing;
