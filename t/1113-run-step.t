#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf run --step, driven by commands: the same values on the way back as on the way there, the last write of a variable, watches
# and breakpoints, what the program reads and prints once although parts of it are done again, the end and an error, interrupts. Once through
# a pseudo-terminal.
use strict;
use warnings;
use File::Temp 'tempdir';
use IPC::Open2;
use Test::More;

chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub slurp { my ($path) = @_; open my $f, '<:raw', $path or return ''; local $/; return <$f> // '' }
sub spill { my ($path, $text) = @_; open my $f, '>:raw', $path or die "$path: $!"; print $f $text; close $f }

# What is said to each command, in order; the first element is what is said before the first.
sub session
{
    my ($program, @commands) = @_;
    spill('commands', join('', map {"$_\n"} @commands));
    system("timeout 100 cwolf run --step $program <commands >output 2>said");
    return split /^\(cwolf\) .*\n/m, slurp('said'), -1;
}

sub build
{
    my ($name, $text) = @_;
    spill("$name.c", $text);
    system("gcc -w -O0 -specs=$specs -o $name $name.c") == 0 or die $name;
}

build('walk', <<'END');
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item { int value; struct item *next; char name[8]; };
static int total;
static struct item *add(struct item *list, int value)
{
    struct item *n = malloc(sizeof *n);
    n->value = value;
    n->next = list;
    snprintf(n->name, sizeof n->name, "n%d", value);
    total += value;
    return n;
}
int main(void)
{
    struct item *list = NULL;
    double half = 0.5;
    for (int i = 0; i < 5; i++) {
        list = add(list, i * i);
        half *= 1.5;
        printf("%d\n", total);
    }
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return total != 30;
}
END

# There and back: at each line the place and values are noted, then again on the way back.
my $lines = 60;
my @there = session('walk', map { ('print total', 'where', 'step') } 1 .. $lines);
my @states = map { join '', @there[$_ * 3 .. $_ * 3 + 2] } 0 .. $lines - 1;
my @back = session('walk', ('step') x ($lines - 1), map { ('print total', 'where', 'back') } 1 .. $lines);
my @returned = map { join '', @back[$lines - 1 + $_ * 3 .. $lines - 1 + $_ * 3 + 2] } 0 .. $lines - 1;
is($returned[$_], $states[$lines - 1 - $_], 'line ' . ($lines - $_) . ': the same on the way back') for 0 .. $lines - 1;
like($back[-1], qr/this is the beginning/, 'before the first line there is nothing');

my @said = session('walk', 'break add', 'continue', 'finish', 'print total', 'continue', 'continue', 'continue', 'next', 'next', 'next',
    'next', 'next', 'print *n', 'print n->next->name', 'back total', 'print total', 'back total', 'print total', 'delete 1', 'continue', 'back 2',
    'print total', 'print nothing', 'nonsense', 'continue');
like($said[1], qr/^breakpoint 1 at function add$/m, 'a breakpoint at a function');
like($said[2], qr/^walk\.c:8:/m, 'where it stops');
like($said[3], qr/^walk\.c:2[01]:/m, 'finish');
is($said[4], "total = 0\n", 'print');
is($said[13], "*n = {value = 9, next = $1, name = \"n9\"}\n", 'a structure') if $said[13] =~ /next = (0x\w+ <block of 24>)/;
is($said[14], "n->next->name = \"n4\"\n", 'through pointers');
like($said[15], qr/^walk\.c:12:/m, 'back to the last write');
is($said[16], "total = 5\n", 'before it');
is($said[18], "total = 1\n", 'and the one before that');
like($said[20], qr/^the program has ended, exit status 0$/m, 'the end');
like($said[21], qr/^walk\.c:2\d:/m, 'back from the end');
is($said[22], "total = 30\n", 'the values there');
like($said[23], qr/^no variable 'nothing' is visible/m, 'a name that is none');
like($said[24], qr/^no command 'nonsense'/m, 'a command that is none');
is(slurp('output'), "0\n1\n5\n14\n30\n", 'what is done again prints nothing');

@said = session('walk', 'step', 'step', 'step', 'watch total', ('continue') x 4, 'print total', 'back', 'continue', 'print total');
like($said[5], qr/^total has changed$/m, 'a watch');
is($said[9], "total = 30\n", 'four changes');
is($said[12], "total = 30\n", 'the change is met again after a step back');

build('reads', <<'END');
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    char line[32];
    int sum = 0;
    FILE *f = fopen(argv[1], "r");
    while (fgets(line, sizeof line, f)) {
        char *copy = strdup(line);
        sum += strlen(copy);
        printf("<%d>\n", sum);
    }
    fclose(f);
    return sum != 12;
}
END
spill('data', "abc\nde\nfghi\n");
@said = session('reads -- data', ('next') x 8, 'print line', 'print sum', 'back line', 'print line', 'continue', 'back 3', 'back line', 'next',
    'print line', 'continue');
is($said[9], "line = \"de\\n\"\n", 'what was read');
is($said[12], "line = \"abc\\n\"\n", 'before the read');
is($said[17], "line = \"fghi\\n\"\n", 'what is read again from the log');
is(slurp('output'), "<4>\n<7>\n<12>\n", 'the file is read once');
like($said[18], qr/exit status 0$/m, 'the program goes on where it was');

build('wrong', "int main(void)\n{\n    int a[3] = {1, 2, 3}, i = 0;\n    while (i < 9)\n        a[i] = i, i++;\n    return a[0];\n}\n");
@said = session('wrong', 'continue', 'print i', 'back i', 'print i', 'print a', 'print a[i * 2]');
like($said[1], qr/^error: element 3 of an array of 3 is used$/m, 'an error');
is($said[2], "i = 3\n", 'the values where it is');
is($said[4], "i = 2\n", 'where they come from');
is($said[5], "a = {0, 1, 2}\n", 'an array');
like($said[6], qr/^element 4 of an array of 3 is used$/m, 'an expression that is an error is no end');

build('ends', <<'END');
#include <err.h>
int main(void)
{
    int n = 3;
    if (n)
        errx(n, "stop");
    return 0;
}
END
@said = session('ends', ('next') x 3, 'back', 'print n', 'continue');
like($said[3], qr/^ends: stop\nthe program has ended, exit status 3$/m, 'err ends the program, and not the debugger');
is($said[5], "n = 3\n", 'there is a way back');
like($said[6], qr/^the program has ended, exit status 3$/m, 'and on again');
unlike($said[6], qr/^ends: stop$/m, 'the message is printed once');

build('sorts', <<'END');
#include <stdlib.h>
static int v[3] = {3, 1, 2};
static int compared;
static int compare(const void *a, const void *b)
{
    compared++;
    return *(const int *)a - *(const int *)b;
}
int main(void)
{
    int w = 0;
    qsort(v, 3, sizeof *v, compare);
    w = v[0];
    return w == 9;
}
END
@said = session('sorts', 'break 13', 'continue', 'print v', 'back v[0]', 'print v', 'next', 'back compared', 'print compared');
is($said[3], "v = {1, 2, 3}\n", 'sorted');
like($said[4], qr/^sorts\.c:12:/m, 'what the library wrote after a call of the program, the call of the library wrote');
is($said[5], "v = {3, 1, 2}\n", 'before it');
like($said[7], qr/^sorts\.c:6:/m, 'what the function wrote that it calls, that function wrote');
is($said[8], "compared = 2\n", 'the last time');

build('letters', <<'END');
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int c;
    while ((c = getopt(argc, argv, "a:b:")) != -1)
        printf("%c %s\n", c, optarg);
    return optind;
}
END
@said = session('letters -- -a one -b word rest', ('next') x 5, 'print optind', 'back 2', 'print optind', 'print optarg', ('next') x 2, 'print optind');
is($said[6], "optind = 5\n", 'a variable that the library writes');
is($said[8], "optind = 5\n", 'has its value on the way back');
like($said[9], qr/^optarg = 0x\w+ .*"word"$/m, 'and so has a pointer');
is($said[12], "optind = 5\n", 'and on again');

build('namesakes', <<'END');
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += i;
    {
        int i = 40, *p = &i;
        sum += *p;
    }
    return sum != 43;
}
END
@said = session('namesakes', 'break 8', 'continue', 'print i', 'print sum');
is($said[3], "i, of line 4, = 3\ni, of line 7, = 40\n", 'variables of one name are told apart');
is($said[4], "sum = 3\n", 'those of another name are not');

build('deep', <<'END');
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/wait.h>
static int n;
static void h(int s) { n++; }
static int g(int x)
{
    x = x + 1;
    x = x * 2;
    return x;
}
static int f(int x)
{
    x = x + 5;
    int y = g(x);
    y = y + 1;
    return y;
}
int main(void)
{
    int k = f(5), s;
    k = k + 1;
    signal(SIGUSR1, h);
    raise(SIGUSR1);
    n = n + 10;
    signal(SIGALRM, h);
    alarm(1);
    pause();
    n = n + 100;
    printf("%d\n", n);
    fflush(stdout);
    if (!fork())
        _exit(3);
    wait(&s);
    return k + WEXITSTATUS(s);
}
END
@said = session('deep', 'break g', 'continue', 'delete', 'back 2', 'where', 'finish', 'back', 'next', 'print &k', 'break 31', 'continue', 'print n',
    'back', 'print n', 'back 2', 'print n', 'continue', 'print n', 'continue');
like($said[5], qr/^#0 f at deep\.c:15$/m, 'back into the caller');
like($said[6], qr/^deep\.c:2[34]:/m, 'finish from there leaves the caller');
like($said[8], qr/^deep\.c:2[34]:/m, 'next from there stays out of it');
like($said[9], qr/never uses it/, 'a variable without an address');
is($said[12], "n = 112\n", 'two signals');
is($said[14], "n = 12\n", 'one line before');
is($said[16], "n = 11\n", 'the handler ran again while this was done again');
is($said[18], "n = 112\n", 'and on the way there');
like($said[19], qr/exit status 27$/m, 'a process that the program starts is its own');
is(slurp('output'), "112\n", 'and prints for itself');

build('long', "#include <stdio.h>\nint main(void)\n{\n    unsigned long x = 1, y = 0;\n    for (unsigned long i = 0; i < 3000000; i++) {\n"
    . "        x = x * 6364136223846793005UL + 1442695040888963407UL;\n        if (x >> 63)\n            y += x >> 33;\n    }\n"
    . "    printf(\"%lu\\n\", y);\n    return 0;\n}\n");
@said = session('long', 'break 10', 'continue', 'print y', 'back y', 'print i', 'back 1000', 'print i', 'continue', 'print y');
is($said[9], $said[3], 'over millions of statements the same value comes back');
like($said[5], qr/^i = 29999\d\d$/m, 'the last write was near the end');
like($said[7], qr/^i = 2999[67]\d\d$/m, 'a thousand lines before');

build('endless', "static int g;\nstatic void work(int n)\n{\n    for (int i = 0; i < n; i++)\n        g += i;\n}\nint main(void)\n{\n"
    . "    work(3);\n    for (volatile long i = 0;; i++)\n        g++;\n}\n");
@said = session('endless', 'break 999', 'break', 'step 3', 'watch g', 'next', 'print g', 'finish', 'print g', 'step', 'delete', 'finish', 'where');
like($said[1], qr/^no code stands there/m, 'a breakpoint where there is no code');
like($said[2], qr/^missing FILE:LINE/m, 'a breakpoint nowhere');
like($said[3], qr/^no argument is expected here: '3'/m, 'an argument of a command that takes none');
is($said[6], "g = 1\n", 'next stops at a watched change on the way');
is($said[8], "g = 3\n", 'and so does finish');

# Ctrl-C while the run goes on: where it is, and everything as before; twice while it hangs in a call: the end.
spill('waits.c', "#include <unistd.h>\nint main(void)\n{\n    pause();\n    return 0;\n}\n");
system("gcc -w -O0 -specs=$specs -o waits waits.c") == 0 or die;
for (['endless', 1, qr/^interrupted\nendless\.c:1[01]:/m, "print g > 5\nback\nquit\n"], ['waits', 2, qr/waits\.c:4/, '']) {
    my ($program, $times, $what, $more) = @$_;
    my $pid = open2(my $told, my $tell, "exec cwolf run --step ./$program 2>&1");
    my $text = '';
    $text .= <$told> until $text =~ /\^/;
    syswrite $tell, "continue\n";
    for (1 .. $times) {
        select undef, undef, undef, 1.5;
        kill 'INT', $pid;
    }
    syswrite $tell, $more;
    close $tell;
    $text .= $_ // '' while <$told>;
    waitpid $pid, 0;
    like($text, $what, "$program: interrupted");
    is($?, 0, "$program: and ended");
    like($text, qr/^g > 5 = 1$/m, "$program: values are there") if $more;
}

SKIP: {
    skip 'script is not there', 1 if system('command -v script >/dev/null');
    spill('keys', "next\nprint i\nback\nquit\n");
    system(q{(sleep 1; while IFS= read -r line; do echo "$line"; sleep 0.3; done <keys) | timeout 60 script -qec 'cwolf run --step wrong' /dev/null >terminal 2>&1});
    like(slurp('terminal'), qr/\(cwolf\) .*print i.*\n(?:.*\n)?.*i = 0/, 'through a terminal');
}
done_testing();
