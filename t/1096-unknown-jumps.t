#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Functions of which nothing is known may have been given where to jump to: without a body, through a pointer, called by the library,
# in a handler of signals. Each program's assertions hold whatever they do; with a fault in it, one may fail. By the first two layers;
# the first joins states, and need not decide.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

chomp(my $specs = `cwolf --specs`);
chdir tempdir(CLEANUP => 1);

my $head = join('', map {"#include <$_.h>\n"} qw(assert pthread setjmp signal stdlib))
    . "jmp_buf place;\nvoid ext(void);\nextern void (*hook)(void);\nextern int (*order)(const void *, const void *);\nstatic int on, all[3] = {3, 1, 2};\n"
    . "static volatile int n;\n";
# What the program does before it may be interrupted, or call; and where it lands.
my $main = "int main(void) {\n";
my $loop = "on = 1; while (n < 3) n = n + 1; on = 0; return 0; } assert(!on); return 0; }";

# the program without its fault, the fault in place of FAULT, and what stands there without it
my @cases = (
    ['a function without a body', "$main if (setjmp(place) == 0) { on = 1; ext(); on = 0; return 0; } assert(FAULT); return 0; }", '!on', 'on'],
    ['through a pointer', "$main if (setjmp(place) == 0) { on = 1; hook(); on = 0; return 0; } assert(FAULT); return 0; }", '!on', 'on'],
    ['through a pointer, in a callee', "static void g(void) { on = 1; hook(); on = 0; }\n$main if (setjmp(place) == 0) { g(); return 0; } assert(FAULT); return 0; }",
        '!on', 'on'],
    ['through a pointer, with what it wrote', "void (*get(int *))(int *);\n$main on = 0; void (*f)(int *) = get(0); if (setjmp(place) == 0) { f(FAULT); return 0; } assert(!on); return 0; }",
        '&on', '0'],
    ['through a pointer that may lead to what is known', "static void none(void) { }\nstatic void (*f)(void) = none;\nvoid (*get(void))(void);\n"
        . "int main(int argc, char **argv) { if (argc > 1) f = FAULT; if (setjmp(place) == 0) { on = 1; f(); on = 0; return 0; } assert(!on); return 0; }",
        'get()', 'none'],
    ['called by the library', "static int by(const void *a, const void *b) { on = 1; hook(); on = 0; return 0; }\n"
        . "$main if (setjmp(place) == 0) { qsort(all, 3, sizeof *all, by); return 0; } assert(FAULT); return 0; }", '!on', 'on'],
    ['called by the library through a pointer', "$main if (setjmp(place) == 0) { on = 1; qsort(all, 3, sizeof *all, order); on = 0; return 0; } assert(FAULT); return 0; }",
        '!on', 'on'],
    ['called by the library, without a body', "int by(const void *, const void *);\n"
        . "$main if (setjmp(place) == 0) { on = 1; qsort(all, 3, sizeof *all, by); on = 0; return 0; } assert(FAULT); return 0; }", '!on', 'on'],
    ['what the library calls writes', "void reg(int *);\nint by(const void *, const void *);\n$main reg(FAULT); on = 0; qsort(all, 3, sizeof *all, by); assert(!on); return 0; }",
        '&on', '0'],
    ['in a handler', "static void handler(int s) { ext(); }\n$main if (FAULT) { signal(SIGINT, handler); $loop", 'setjmp(place) == 0', '1'],
    ['in a handler, through a pointer', "static void handler(int s) { hook(); }\n$main if (FAULT) { signal(SIGINT, handler); $loop", 'setjmp(place) == 0', '1'],
    ['in a handler, by the library', "static int some[3];\nstatic void handler(int s) { qsort(some, 3, sizeof *some, order); }\n"
        . "$main if (FAULT) { signal(SIGINT, handler); $loop", 'setjmp(place) == 0', '1'],
    ['a handler that lands itself', "static jmp_buf own;\nstatic void handler(int s) { if (setjmp(own) == 0) ext(); }\n"
        . "$main if (setjmp(place) == 0) { FAULT $loop", 'signal(SIGINT, handler);'],
    ['a handler that lands itself, and jumps by a pointer', "static jmp_buf own, *to = &own;\nstatic void handler(int s) { if (setjmp(own) == 0) longjmp(*to, 1); }\n"
        . "$main if (setjmp(place) == 0) { FAULT signal(SIGINT, handler); on = 1; while (n < 3) n = n + 1; on = 0; return 0; } assert(!on); return 0; }",
        'to = &place;'],
);
sub verdict
{
    my ($program, $layer, $seconds) = @_;
    open my $out, '>', 'p.c' or die;
    print {$out} $program;
    close $out;
    system("gcc -w -O0 -fno-builtin -specs=$specs -c -o p.o p.c") == 0 or BAIL_OUT($program);
    return `cwolf check --layer=$layer --timeout=$seconds -p reach-assert p.o 2>log` =~ /^(\w+) reach-assert$/m ? $1 : 'nothing';
}

for my $case (@cases) {
    my ($what, $text, $fault, $fine) = @$case;
    for my $is_faulty (0, 1) {
        my $program = $head . ($text =~ s/FAULT/$is_faulty ? $fault : $fine \/\/ ''/egr) . "\n";
        for my $layer (1, 2) {
            my $right = $is_faulty ? qr/^Maybe$/ : $layer == 1 ? qr/^(True|Maybe)$/ : qr/^True$/;
            like(verdict($program, $layer, $is_faulty ? 1 : 20), $right, "$what, layer $layer" . ($is_faulty ? ', with a fault' : ''))
                or diag $program, `cat log`;
        }
    }
}
done_testing;
