#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf interface on the paper's examples (Roy 2010: stack, data stream, bit array, Fibonacci with a stack of its own), on
# arguments, results, handles and initial states; and what it says when it cannot answer.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;

my $examples = abs_path(dirname($0)) . '/../examples/interface';
chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub spill { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f }
sub slurp { my ($path) = @_; open my $f, '<', $path or return ''; local $/; return <$f> // '' }

my ($graph, $said, $status);
# Compiles a source, or one of the examples, and runs the command.
sub interface
{
    my ($source, $options, $flags) = @_;
    my $path = "$examples/$source";
    ($path = 'library.c', spill($path, $source)) if $source =~ /\n/;
    system("gcc -w -O1 " . ($flags // '') . " -specs=$specs -c -o library.o $path 2>cc") == 0 or die slurp('cc');
    $graph = `cwolf interface $options library.o 2>said`;
    $status = $? >> 8;
    $said = slurp('said');
}

# ---- the paper's examples ----

interface('stack.c', '--errors');
is($status, 0, 'the stack has an interface');
is($graph, <<'END', 'which is the paper\'s: empty, middle, full');
des (0,8,4)
(0,"push",1)
(0,"pop!",3)
(1,"push",1)
(1,"push",2)
(1,"pop",0)
(1,"pop",1)
(2,"pop",1)
(2,"push!",3)
END
like($said, qr/^safe, permissive, the calls made do not always tell the region$/m, 'and it is called so');
interface('stack.c', '--format=dot');
like($graph, qr/top == 0.*0 < top < 3.*top == 3/s, 'its regions are told in the words of the library');
interface('stack.c', '--sequences');
is($graph, <<'END', 'for sequences, the number of elements counts');
des (0,6,4)
(0,"push",1)
(1,"push",2)
(1,"pop",0)
(2,"push",3)
(2,"pop",1)
(3,"pop",2)
END
interface('stack.c', '--format=ccs');
like($graph, qr/push/, 'as a design in CCS');

my $cpu = 0;
for my $size ('-DH=2 -DD=12', '-DH=4 -DD=12', '-DH=13 -DD=13') {
    interface('stream.c', '--errors', $size);
    is($graph, <<'END', "the data stream with $size has two regions");
des (0,8,3)
(0,"first_header",0)
(0,"first_data",1)
(0,"next",0)
(0,"write_item!",2)
(1,"first_header",0)
(1,"first_data",1)
(1,"next",1)
(1,"write_item",1)
END
}
my %states;
for my $k (8, 9, 16) {
    interface('bits.c', '--errors', "-DK=$k");
    is($graph, <<'END', "the bit array with k=$k has two regions");
des (0,8,3)
(0,"next",1)
(0,"prev",1)
(0,"access_bit",0)
(0,"modify_bit!",2)
(1,"next",1)
(1,"prev",1)
(1,"access_bit",0)
(1,"modify_bit",0)
END
    ($states{$k}) = $said =~ /states (\d+)/;
}
cmp_ok($states{16}, '<=', 2 * $states{8}, 'sixteen bits cost no more than twice what eight do');

for my $level ('-O0', '-O2') {
    interface('fibonacci.c', '--errors', $level);
    is($graph, <<'END', "Fibonacci numbers as far as the stack reaches, $level");
des (0,2,2)
(0,"fib(1..10)",0)
(0,"fib(<=0|>=11)!",1)
END
}

# ---- arguments, results, conditions, handles ----

my $mode = <<'END';
#include <stdlib.h>
static int mode;
void set(int m) { if (m < 0) abort(); mode = m > 3; }
void use(int n) { if (mode && n == 7) abort(); }
END
interface($mode, '--errors --sequences');
is($graph, <<'END', 'an edge for each kind of argument that tells');
des (0,10,3)
(0,"set(0..3)",0)
(0,"set(>=4)",1)
(0,"use(<=6|>=8)",0)
(0,"use(7)",0)
(0,"set(<=-1)!",2)
(1,"set(0..3)",0)
(1,"set(>=4)",1)
(1,"use(<=6|>=8)",1)
(1,"set(<=-1)!",2)
(1,"use(7)!",2)
END
interface($mode, '-f use --initial="mode == 0 || mode == 1" --errors');
like($graph, qr/^\(\d,i,\d\)$/m, 'several regions to start in');
interface("static int n; int take(void) { if (n == 0) return -1; n--; return n; } void put(void) { if (n < 2) n++; }\n",
    '--error="take < 0" --errors --sequences');
is($graph, <<'END', 'an error that is told by a result');
des (0,6,4)
(0,"put",1)
(0,"take!",3)
(1,"take",0)
(1,"put",2)
(2,"take",1)
(2,"put",2)
END
interface("static int n; void up(void) { n++; } void zero(void) { n = 0; }\n", '--error="n == 3" --sequences --errors');
like($graph, qr/^\(2,"up!",3\)$/m, 'an error that is a condition on variables');
interface(<<'END', '--errors --sequences');
#include <assert.h>
struct door { _Bool is_open, is_locked; };
void door_open(struct door *d) { assert(!d->is_open && !d->is_locked); d->is_open = 1; }
void door_close(struct door *d) { assert(d->is_open); d->is_open = 0; }
void door_lock(struct door *d) { assert(!d->is_open && !d->is_locked); d->is_locked = 1; }
END
is($graph, <<'END', 'a handle is an object of the client');
des (0,9,4)
(0,"door_open",1)
(0,"door_lock",2)
(0,"door_close!",3)
(1,"door_close",0)
(1,"door_open!",3)
(1,"door_lock!",3)
(2,"door_open!",3)
(2,"door_close!",3)
(2,"door_lock!",3)
END
interface(<<'END', '--errors');
static int table[4];
static unsigned char last, zero = 1;
void store(unsigned char i) { table[i] = 1; last = i; }
void divide(void) { table[0] = 8 / zero; }
void clear(void) { zero = 0; }
END
like($graph, qr/"store!"|"store\(>=\d+\)!"/, 'an access outside of an array is an error');
like($graph, qr/\(1,"divide!",\d\)/, 'and so is a division by zero');

interface('ring.c', '--errors');
is($graph, <<'END', 'a handle on the heap: none, empty, one element, freed, full');
des (0,25,6)
(0,"ring_new",1)
(0,"ring_new=0",0)
(0,"ring_free",0)
(0,"ring_put!",5)
(0,"ring_get!",5)
(1,"ring_new",1)
(1,"ring_new=0",0)
(1,"ring_put",2)
(1,"ring_free",3)
(1,"ring_get!",5)
(2,"ring_new",1)
(2,"ring_new=0",0)
(2,"ring_put",4)
(2,"ring_get",1)
(2,"ring_free",3)
(3,"ring_new",1)
(3,"ring_new=0",0)
(3,"ring_put!",5)
(3,"ring_get!",5)
(3,"ring_free!",5)
(4,"ring_new",1)
(4,"ring_new=0",0)
(4,"ring_get",2)
(4,"ring_free",3)
(4,"ring_put!",5)
END
like($said, qr/^safe, permissive, the calls made tell the region$/m, 'the sequence of calls and null results tells them');

interface('file.c', '--errors');
like($said, qr/^safe, permissive.*^regions 5, /ms, 'a layer like FILE, with a position that grows without end');
is(join(' ', $graph =~ /^\(4,"(\w+)!"/mg), 'file_put file_flush', 'what was read is not written, or flushed');
interface('pool.c', '--sequences');
like($said, qr/^safe, permissive, the calls made tell the region\nregions 16, /m, 'an allocator knows which of four blocks are in use');
unlike($graph, qr/^\(0,"pool_free/m, 'and none is at first');

# As zlib does it: a block that points into itself, made by a function of the client's or by malloc, which may fail again and again.
interface(<<'END', '--errors --error="stop < 0" --error="again < 0"');
#include <stdlib.h>
struct stream { void *(*take)(unsigned, unsigned); struct state *state; };
struct state { struct stream *of; int *next, mode, codes[4]; };
static void *take(unsigned n, unsigned size) { return malloc(n * size); }
static int is_bad(struct stream *s) { return !s->take || !s->state || s->state->of != s || s->state->mode < 3 || s->state->mode > 9; }
int start(struct stream *s)
{
    s->state = NULL;
    if (!s->take)
        s->take = take;
    struct state *x = s->take(1, sizeof *x);
    if (!x)
        return -4;
    s->state = x;
    x->of = s;
    x->next = x->codes;
    x->mode = 3;
    return 0;
}
int again(struct stream *s) { return is_bad(s) ? -2 : 0; }
int stop(struct stream *s)
{
    if (is_bad(s))
        return -2;
    free(s->state);
    s->state = NULL;
    return 0;
}
END
is($graph, <<'END', 'a block that points into itself, and memory that runs out');
des (0,8,3)
(0,"start",0)
(0,"start",1)
(0,"again!",2)
(0,"stop!",2)
(1,"start",0)
(1,"start",1)
(1,"again",1)
(1,"stop",0)
END
like($said, qr/^safe, permissive/m, 'nothing is left open');
my $result = '--error="stop < 0" --error="again < 0" --result=start';
is(`cwolf interface --sequences $result library.o 2>said`, <<'END', 'the client sees whether it started');
des (0,6,2)
(0,"start",0)
(0,"start=0",1)
(1,"start",0)
(1,"start=0",1)
(1,"again",1)
(1,"stop",0)
END
like(slurp('said'), qr/^safe, permissive, the calls made tell the region$/m, 'and then knows what may follow');
spill('client.c', "struct stream { void *(*take)(unsigned, unsigned); void *state; } s;\nint start(void *), again(void *), stop(void *);\n"
        . "int main(void) { if (!start(&s)) { again(&s); stop(&s); } return 0; }\n");
system("gcc -w -O1 -specs=$specs -c client.c") == 0 or die;
is(`cwolf interface $result library.o --client=client.o 2>said`, "True library\nTrue library_null\n", 'a client that looks');
spill('client.c', slurp('client.c') =~ s/if \(!start\(&s\)\)/start(&s);/r);
system("gcc -w -O1 -specs=$specs -c client.c") == 0 or die;
isnt(`cwolf interface $result library.o --client=client.o 2>said`, "True library\nTrue library_null\n", 'and one that does not');
system('cwolf interface --result=stat library.o >/dev/null 2>said');
like(slurp('said'), qr/'stat' is no function of the interface that returns a number or a pointer/, 'a result of nothing');

# ---- as a comment, and two versions ----

interface('stack.c', '--header');
is($graph, <<'END', 'a comment for the header file');
/* What may be called when:
 *
 * 0, top == 0, as loaded:
 *     push leads to 1
 *     errors: pop
 *
 * 1, 0 < top < 3:
 *     push leads to 1 or 2
 *     pop leads to 0 or 1
 *
 * 2, top == 3:
 *     pop leads to 1
 *     errors: push
 */
END
rename 'library.o', 'old.o';
(my $smaller = slurp("$examples/stack.c")) =~ s/top == MAX/top == MAX - 1/;
interface($smaller, '--compare=old.o');
is($graph, "the new version forbids: push, push, push\n", 'a version that forbids more');
is($status, 1, 'is another');
(my $gone = slurp("$examples/stack.c")) =~ s/int pop/static int unused; int take/;
interface($gone, '--compare=old.o');
is($graph, "only in the old version: pop\nonly in the new version: take\n", 'a function that is called otherwise');
interface("int n;\n#define assert(x) ((x) ? 0 : (__builtin_abort(), 0))\nvoid up(void) { assert(n < 3); n++; }\nvoid down(void) { assert(n > 0); n--; }\n"
        . "int look(void) { return n > 1; }\n", '--sequences');
rename 'library.o', 'old.o';
interface("int n;\n#define assert(x) ((x) ? 0 : (__builtin_abort(), 0))\nvoid up(void) { assert(n < 2); n++; }\nvoid down(void) { if (n > 0) n--; }\n"
        . "int look(void) { return n > 1; }\n", '--compare=old.o');
is($graph, "the new version forbids: up, up, up\nthe new version allows: down\n", 'for each call the shortest sequence that tells them apart');
interface("int n;\n#define assert(x) ((x) ? 0 : (__builtin_abort(), 0))\nvoid up(void) { assert(n < 3); n++; }\nvoid down(void) { assert(n > 0); n--; }\n"
        . "int look(void) { return n > 0; }\n", '--compare=old.o --result=look');
is($graph, "both allow the same\n", 'a result that one of them never gives there is none');
interface("#include <stdlib.h>\nvoid quit(void) { exit(0); }\nvoid work(void) { }\n", '');
rename 'library.o', 'old.o';
interface("#include <stdlib.h>\nvoid quit(void) { abort(); }\nvoid work(void) { }\n", '--compare=old.o');
is($graph, "the new version forbids: quit\n", 'to end the program is no error');
interface("#include <assert.h>\nvoid set(unsigned long i) { assert(i < 10); }\n", '');
rename 'library.o', 'old.o';
interface("#include <assert.h>\nvoid set(unsigned long i) { assert(i < 5); }\n", '--compare=old.o');
is($graph, "only in the old version: set(<=9), set(>=10)\nonly in the new version: set(<=4), set(>=5)\n", 'numbers without a sign have kinds, too');
my $chain = "#include <stdlib.h>\nstruct part { struct whole *of; };\nstruct whole { struct part *part; int n; };\n"
    . "struct whole *make(void)\n{\n    struct whole *w = malloc(sizeof *w);\n    if (!w)\n        return 0;\n    w->part = malloc(sizeof *w->part);\n"
    . "    if (!w->part) {\n        free(w);\n        return 0;\n    }\n    w->part->of = w;\n    w->n = 0;\n    return w;\n}\n"
    . "void use(struct whole *w)\n{\n    if (w->part->of != w)\n        abort();\n    w->n = !w->n;\n}\n";
interface($chain, '--sequences');
like($said, qr/^safe, permissive, the calls made tell the region$/m, 'blocks that lead to each other and are left behind do not add up');
is($graph, "des (0,4,2)\n(0,\"make\",1)\n(0,\"make=0\",0)\n(1,\"make\",1)\n(1,\"make=0\",0)\n(1,\"use\",1)\n" =~ s/0,4,2/0,5,2/r, 'they are made, used, and made again');
interface('stack.c', '', '');
rename 'library.o', 'old.o';
interface('stack.c', '--compare=old.o', '-DOTHER');
is($graph, "both allow the same\n", 'versions that are alike');
is($status, 0, 'are no difference');
interface('stack.c', '--compare=not-there.o');
is($status, 2, 'a version that is not there');

interface("int table[5];\nint f(int x) { table[0] = 8 / x; if (x <= 6 && x > 7) return -1; return 0; }\n", '--errors', '-O0');
like($graph, qr/^\(0,"f\(0\)!",1\)$/m, 'what errs at once in a call that does nothing else is the error of that call');

# INT_MIN / -1 ends the program; a native run says for which values
for my $operator ('/', '%') {
    interface("static int x = 1;\nvoid set(int v) { x = v; }\n"
            . "int divide(void) { return x ? (-2147483647 - 1) $operator x : 0; }\n", '--sequences --errors', '-O0');
    spill('try.c', "#include <stdlib.h>\nvoid set(int);\nint divide(void);\n"
            . "int main(int n, char **v) { set(atoi(v[1])); divide(); return 0; }\n");
    system('gcc -w try.c library.o -o try 2>cc') == 0 or die slurp('cc');
    my ($regions) = $graph =~ /^des \(0,/ ? 1 : 0;
    is($regions, 1, "there is a graph for $operator");
    for my $value (-2, -1, 0, 1) {
        my $fails = system("./try $value >out 2>&1") != 0;
        my $is_allowed = 1;
        while ($graph =~ /^\(0,"set(?:\(([^)]*)\))?",(\d+)\)$/mg) {
            my ($kinds, $to) = ($1, $2);
            my $is_of = !defined $kinds || grep {
                /^<=(.*)/ ? $value <= $1 : /^>=(.*)/ ? $value >= $1 : /^(.*)\.\.(.*)/ ? $value >= $1 && $value <= $2 : $value == $_
            } split /\|/, $kinds;
            $is_allowed &&= !$is_of || $graph =~ /^\($to,"divide",/m;
        }
        ok(!$fails || !$is_allowed, "the least integer $operator $value is " . ($fails ? 'refused' : 'no question'));
    }
    like($graph, qr/"divide",/, 'by others it is allowed');
}

# ---- what cannot be answered ----

interface('stack.c', '-f psh');
is($status, 2, 'a function that is not there');
like($said, qr/no function 'psh'; did you mean 'push'\?/, 'and its nearest name');
interface('stack.c', '--error="tpo == 1"');
is($status, 2, 'a condition that means nothing');
like($said, qr/tpo/, 'and what is wrong with it');
interface('stack.c', '--error="push < 0"');
is($status, 2, 'a result of a function that returns nothing');
interface("int main(void) { return 0; }\n", '');
is($status, 2, 'a program is no library');
interface("static int f(void) { return 0; } int v = 1;\n", '');
is($status, 2, 'nothing is exported');
is(system('cwolf interface 2>said') >> 8, 2, 'no library');
interface("static unsigned n; void f(void) { n = n * 5 + 1; if (n == 77777) __builtin_abort(); } void g(void) { n = 1; }\n",
    '--max-states=200 --errors');
is($status, 3, 'a budget that is too small');
like($said, qr/not known to be permissive/, 'is told');
like($graph, qr/"f!"/, 'and what is not known is refused');
done_testing();
