#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf run with goals: what is said to be covered is covered natively by the suite that was written (gcov is the oracle), what is
# said to be unreachable is; what goals can say; wrong goals.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;
use lib dirname(abs_path($0)) . '/1115-run-goals';
use Goals qw(goals);

chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub put { my ($path, $text) = @_; open my $f, '>', $path or die; print $f $text; close $f }

# ---- programs whose goals are known

my %sum;
my @wrong;
for my $name (qw(bank hashtab lock luhn packets parseint)) {
    my ($count, @more) = goals($name, 3);
    $sum{$_} += $count->{$_} for keys %$count;
    push @wrong, @more;
}
is("@wrong", '', 'six programs with ten goals each: nothing is wrong');
cmp_ok($sum{covered}, '>=', 14, "$sum{covered} of $sum{coverable} goals that can be covered are");
cmp_ok($sum{checked}, '>=', 14, "$sum{checked} of them were looked at natively");

# ---- each kind of goal

put('kinds.c', <<'END');
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int check(int a, int b)
{
    if (a * 2 > 30 && b == a + 100)
        return 1;
    if (a > 10 && a < 5)
        return 2;
    return 0;
}
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), r = check(x, y);
    switch (x) {
    case 7: r += 5; break;
    case 100 ... 200: r += 6; break;
    }
    if (r == 1)
        abort();
    return r;
}
END
put('kinds.goals', <<'END');
# what there is
line kinds.c:6
line kinds.c:8
lines kinds.c:14-16
function check
functions
edges check
conditions main
paths check 1
at kinds.c:18 x == 20 && y > 100   # with a comment
END
system("gcc -w -O0 -specs=$specs -c kinds.c");
my $out = `cwolf run --goals=kinds.goals --suite=suite kinds.o 2>err`;
like($out, qr/^test \d+ +line kinds\.c:6$/m, 'a line');
like($out, qr/^unreachable +line kinds\.c:8$/m, 'that no run reaches');
like($out, qr/^test \d+ +function main$/m, 'functions');
like($out, qr/^test \d+ +edge kinds\.c:5: b == a \+ 100 is true$/m, 'an operand of &&');
like($out, qr/^unreachable +edge kinds\.c:7: a <= 4 is true$/m, 'an edge that none takes');
like($out, qr/^test \d+ +path check 5\+ 5\+$/m, 'a path');
like($out, qr/^unreachable +path check 5- 7\+ 7\+$/m, 'a path with such an edge');
like($out, qr/^test \d+ +at kinds\.c:18 x == 20 && y > 100$/m, 'a condition at a line');
like($out, qr/^\d+ of \d+ goals covered by \d+ tests, 4 unreachable, \d+ not found$/m, 'and a summary');
is(system('gcc -w -o native kinds.c suite/inputs.c') || 0, 0, 'the suite is linked with the program');
like(`suite/run.sh ./native 2>/dev/null`, qr/exit status 134\n/, 'and one of its tests makes it abort');
my $again = `cwolf run --goals=kinds.goals --suite=suite --no-search kinds.o 2>err`;
is((() = $again =~ /^test /mg), (() = $out =~ /^test /mg), 'the suite alone covers as much');
like(`cwolf run --reach=kinds.c:19 kinds.o 2>err`, qr/^test 1 +line kinds\.c:19\n/, '--reach takes a line');
like(`cwolf run --reach=check kinds.o 2>err`, qr/^test 1 +function check\n/, 'or a function');
is(`cwolf run --no-search --inputs=20,120 --reach=kinds.c:6 kinds.o 2>err` =~ /^test 1 /, 1, 'inputs that are given count');

# Numbers that are no integers, in --inputs and in a suite that is there, go as they are into the suite that is written.
put('reals.c', <<'END');
#include <stdio.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    double d = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    if (d > 0.25 && d < 0.75)
        puts("half");
    if (f != f)
        puts("nan");
    if (f > 3 && f < 4 && __VERIFIER_nondet_ulong() == 0xffffffffffffffff)
        puts("most");
    if (d > 1e18)
        puts("large");
    return 0;
}
END
system("gcc -w -O0 -specs=$specs -c reals.c");
mkdir 'reals';
put('reals/1.inputs', "0x1p-1, nan\n");
put('reals/2.inputs', "2e18,3.5\n");
my $places = join ' ', map {"--reach=reals.c:$_"} 10, 12, 14, 16;
for my $options ('--no-search --inputs=0.5,3.5,18446744073709551615', '') { # written, and read again
    is(`cwolf run $options --timeout=3 --suite=reals $places reals.o 2>err` =~ /^4 of 4 goals covered by 3 tests/m, 1, "fractions: $options");
    is(system('gcc -w -Wall -Werror -o native reals.c reals/inputs.c') || 0, 0, 'the suite is linked with the program');
    my %said = map { $_ => 1 } `reals/run.sh ./native` =~ /^(half|nan|most|large)$/mg;
    is(join(' ', sort keys %said), 'half large most nan', 'which does the same natively');
}
is(`cwolf run --no-search --inputs=1,2,0.5 --reach=reals.c:10 reals.o 2>err` =~ /^not found/, 1, 'a fraction is no end of the search');

# ---- trials in one process, which begin anew each: what a trial leaves behind would make the lock open never, or too soon

put('lock.c', <<'END');
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
static const char letters[] = "qwertyuiop"; /* through floating point: no term for a solver */
static int state, tries;
struct node { int v; struct node *next; } *list;
static void open_up(void) { }
static void left(void) { }
static void bye(void) { free(list); list = NULL; }
int main(void)
{
    char word[12] = "";
    atexit(bye);
    if (tries || state || list)
        left();
    for (int i = 0; i < 10; i++, tries++) {
        unsigned char x = __VERIFIER_nondet_uchar() % 10;
        struct node *n = malloc(sizeof *n);
        if (!n)
            exit(1);
        *n = (struct node){x, list};
        list = n;
        word[i] = letters[(int)(x * 1.0)];
        state++;
    }
    if (tries == 10 && state == 10 && !strcmp(word, "typewriter") && list->v == 3)
        open_up();
    for (struct node *n = list; n; n = list) {
        list = n->next;
        free(n);
    }
    return 0;
}
END
system("gcc -w -O0 -specs=$specs -c lock.c");
$out = `cwolf run --timeout=8 --reach=open_up --reach=left lock.o 2>err`;
like($out, qr/^test \d+ +function open_up$/m, 'ten inputs in order are found');
unlike($out, qr/^test \d+ +function left$/m, 'nothing is left from the trial before');

# What a program does to the world is done once for each trial that was told, and never in a batch.
put('writes.c', <<'END');
#include <fcntl.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
static void never(void) { }
int main(void)
{
    int fd = open("runs", O_WRONLY | O_CREAT | O_APPEND, 0666);
    int x = __VERIFIER_nondet_int(), y = x * x % 1000003;
    write(fd, "x", 1);
    close(fd);
    if (y == 77 && x > 2000000000)
        never();
    return 0;
}
END
system("gcc -w -O0 -specs=$specs -c writes.c");
`cwolf run --timeout=3 --reach=never writes.o 2>err`;
my ($runs) = do { open my $f, '<', 'err'; local $/; <$f> =~ /note: (\d+) runs/ };
cmp_ok(-s 'runs', '<=', $runs, 'a program that writes is not run oftener than is said');
cmp_ok(-s 'runs', '>', 5, 'but it is run');

# What err ends, ends a trial, and not the search.
put('leaves.c', <<'END');
#include <err.h>
#include <stdio.h>
static void bye(void) { puts("bye"); }
__attribute__((destructor)) static void end(void) { bye(); }
int main(void)
{
    if (getchar() == 'x')
        errx(3, "bad");
    return 0;
}
END
system("gcc -w -O0 -specs=$specs -c leaves.c");
is(`cwolf run --reach=leaves.c:8 --reach=bye leaves.o 2>err` =~ tr/\n//, 3, 'two goals and a sum');
like(`cat err`, qr/note: \d+ runs, \d+ quick runs, [1-9]\d* questions/, 'for which runs are searched');
unlike(`cat err`, qr/not supported/, 'none of them ends before its time');

# What stands behind something that no run can execute is code, and what several ways lead to is not that of one of them.
put('beyond.c', <<'END');
#include <stdio.h>
int main(void)
{
    int x = 0, c = getchar() & 4;
    switch (c) {
    case 2:
        puts("2");
    default:
        puts("another");
    }
    __asm__("movl $5, %0" : "=r"(x));
    if (x == 5)
        puts("5");
    return 0;
}
END
system("gcc -w -O0 -specs=$specs -c beyond.c");
like(`cwolf run --timeout=2 --reach=beyond.c:9 --reach=beyond.c:13 beyond.o 2>err`, qr/^test 1 .*:9\nnot found .*:13\n/,
    'a line behind the assembler is a goal that is not found');
is(system('cwolf run --reach=beyond.c:8 beyond.o >out 2>err') >> 8, 2, 'the line of a label is no goal');
like(`cat err`, qr/there is no code at 'beyond\.c:8'/, 'and not one that nothing reaches');

# ---- wrong goals

for (['line nowhere.c:3',    qr/^x\.goals:1:6: error: there is no code at 'nowhere\.c:3'/, 'a file that is not there'],
     ['line kinds.c:1',      qr/there is no code at 'kinds\.c:1'/,                          'a line without code'],
     ['function absent',     qr/no function 'absent' with a body/,                          'a function that is not there'],
     ['edges',               qr/no function '' with a body/,                                'nothing'],
     ['wish kinds.c:3',      qr/a goal begins with line, lines, function/,                  'an unknown word'],
     ['line kinds.c:6 more', qr/the goal ends before this/,                                 'too much'],
     ['paths check 0',       qr/a number from 1 to 100, not '0'/,                           'a path that takes no edge'],
     ['at kinds.c:18 nope',  qr/no variable 'nope' is visible here/,                        'an unknown variable'],
     ["\n# nothing\n",       qr/there is no goal here/,                                     'an empty file']) {
    my ($text, $expected, $what) = @$_;
    put('x.goals', "$text\n");
    my $status = system('cwolf run --goals=x.goals kinds.o >out 2>err') >> 8;
    is($status, 2, "$what is wrong use");
    like(do { open my $f, '<', 'err'; local $/; <$f> }, $expected, 'and said so');
}
is(system('cwolf run --goals=absent.goals kinds.o >out 2>err') >> 8, 2, 'a file of goals that is not there');
is(system('cwolf run --timeout=soon --reach=check kinds.o >out 2>err') >> 8, 2, 'a timeout that is none');
done_testing;
