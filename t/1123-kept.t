#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The search runs a program many times in one process, which goes back after each run: nothing of a run shows in the next. Each
# program below would reach its error only if something did. Natively, with whatever input, none does.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;
use Time::HiRes 'sleep';

chomp(my $specs = `cwolf --specs`);
chdir tempdir(CLEANUP => 1);

sub spill { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f }

my $head = <<'C';
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
#define ERROR abort()
C
my %body = (
    'strtok goes on' => 'char b[8] = "a b"; if (x > 3) { strtok(b, " "); return 0; } char *p = strtok(0, " "); if (p) ERROR;',
    'a stream is another' => 'if (x == 7) stdout = NULL; else if (!stdout) ERROR;',
    'a stream that failed' => 'if (x == 7) fputc(1, stdin); else if (ferror(stdin)) ERROR;',
    'a stream read though it is written' => 'if (x == 7) getc(stdout); else if (ferror(stdout)) ERROR;',
    'a character given back' => 'if (x == 7) ungetc(65, stdout); else if (getc(stdout) == 65) ERROR;',
    'a character of the inputs given back' => 'int c = getchar(); if (c == 65) { ungetc(66, stdin); return 0; } if (c == 66 && x == 1) { ungetc(67, stdin); } else if (c == 67 && x == 2 && getchar() == 66) { if (feof(stdin)) ERROR; }',
    'errno' => 'if (errno) ERROR; if (x == 7) errno = 3; if (x > 9) strtol("99999999999999999999", 0, 10);',
    'statics' => 'static int n, list[9]; if (n || list[x & 7]) ERROR; n = x; list[x & 7] = 1;',
    'the heap' => 'int *p = malloc(40), *q = calloc(1, 40); if (p && q) { if (q[9]) ERROR; p[9] = q[9] = x; if (x == 7) free(q); }',
    'functions for the end' => 'static int n; void end(void) { if (n != 1) ERROR; } if (n) ERROR; n = 1; if (x > 7) atexit(end); if (x == 9) exit(1);',
    'handlers' => 'static volatile int n; void on(int s) { n = s; } if (n) ERROR; if (x == 7) { signal(SIGUSR1, on); raise(SIGUSR1); if (!n) ERROR; }',
    'jumps' => 'static jmp_buf b; static int n; if (n) ERROR; n++; if (!setjmp(b) && x == 7) longjmp(b, 1); if (n != 1) ERROR;',
    'a jump out of the library' => 'static jmp_buf b; int v[9] = {3, 1, 2}, n = 0; int by(const void *p, const void *q) { if (x == 7 && n++ > 3) longjmp(b, 1); return *(int *)p - *(int *)q; } if (!setjmp(b)) { qsort(v, 9, 4, by); for (int i = 1; i < 9; i++) if (v[i - 1] > v[i]) ERROR; } else if (x != 7) ERROR;',
    'how numbers are written' => 'if (localeconv()->decimal_point[0] != 46) ERROR; if (x == 7) setlocale(LC_ALL, "de_DE.UTF-8");',
    'the environment' => 'if (getenv("LC_CWOLF")) ERROR; if (x == 7) setenv("LC_CWOLF", "1", 1);',
    'arguments' => 'char *v[] = {"p", "-a", "-b", 0}; if (optind != 1) ERROR; if (x == 7) { getopt(3, v, "ab"); getopt(3, v, "ab"); }',
    'the stack' => 'volatile char *p = __builtin_alloca(64); if (x == 7) p[63] = 1; else { char b[64]; memset(b, 0, 64); if (b[x & 63]) ERROR; }',
);
for my $name (sort keys %body) {
    spill('p.c', "${head}int main(void)\n{\n    int x = __VERIFIER_nondet_int();\n    $body{$name}\n    return 0;\n}\n");
    spill('inputs.c', "#include <stdlib.h>\nint x;\nint __VERIFIER_nondet_int(void) { return x; }\n"
        . "__attribute__((constructor)) static void get(int argc, char **argv) { x = atoi(argv[1]); }\n");
    system('gcc -w -z execstack -o native p.c inputs.c') == 0 && system("gcc -w -specs=$specs -c p.c") == 0 or die;
    my @aborts = grep { (system("exec timeout 20 ./native $_ </dev/null >/dev/null 2>&1") & 127) == 6 } -1 .. 12, 65, 66;
    is("@aborts", '', "$name: natively there is no error");
    unlike(`cwolf check --timeout=3 -p reach-assert p.o 2>log`, qr/^False/m, 'none is told');
}

# ---- one process for many runs -----------------------------------------------------------------------------------------

spill('long.c', $head . <<'C');
int main(void)
{
    int seen = 0;
    union { int all; char first; } in; /* so all paths are no one formula, which needs no runs */
    for (int i = 0; i < 40; i++) {
        int x = in.all = __VERIFIER_nondet_int();
        if (in.first > 5)
            seen++;
        else if (x < seen)
            seen ^= x * x;
    }
    if (seen * seen == 3)
        ERROR;
    return 0;
}
C
system("gcc -w -specs=$specs -c long.c") == 0 or die;
my $pid = fork // die;
exec 'sh', '-c', 'exec cwolf check --layer=paths --timeout=8 -p reach-assert long.o >/dev/null 2>&1' if !$pid;
sub children { my ($of) = @_; return grep {$_} split ' ', `cat /proc/$of/task/$of/children 2>/dev/null` }
my %seen;
for (1 .. 60) {
    sleep 0.05;
    $seen{$_}++ for map { children($_) } children($pid);
}
kill 'TERM', $pid;
waitpid $pid, 0;
SKIP: {
    skip 'this system does not tell the children of a process', 1 if !-e "/proc/$$/task/$$/children";
    cmp_ok((sort { $b <=> $a } values %seen, 0)[0], '>=', 10, 'runs share a process: one is seen again and again');
}

# A function that the library is handed is called, too.
for (
    ['fork',    qr/Maybe/, qr/'fork' asks or changes the world outside/],
    ['getchar', qr/Maybe/, qr/'getchar' asks or changes the world outside/],
    ['strcmp',  qr/False/, qr/./]
) {
    my ($name, $verdict, $why) = @$_;
    spill('handed.c', $head . <<"C");
int main(void)
{
    int a[3] = {3, 1, 2}, x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    qsort(a, 3, sizeof *a, (int (*)(const void *, const void *))$name);
    if (x * 3 - y * 5 == 77 && x + y == 1234567 && x > y)
        ERROR;
    return 0;
}
C
    system("gcc -w -specs=$specs -c handed.c") == 0 or die;
    my $all = `cwolf check --timeout=8 -p reach-assert handed.o 2>&1`;
    like($all, qr/^$verdict /m, "qsort gets $name: $verdict");
    like($all, $why, 'it is told why');
}
done_testing;
