#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Clients of a library: cwolf interface --client, and the interface as a file of rules for cwolf check -R and for a client's own
# build. Random clients of random libraries (t/1301-interface-random) are held against all of their native runs: where the
# verdict is True none errs; where it is False one makes a call that errs, for its arguments or for others.
#
#   SEED=N COUNT=N t/1303-interface-client.t
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;
use lib abs_path(dirname($0)) . '/1301-interface-random';
use Client;
use Library;

my $here = abs_path(dirname($0));
my $examples = "$here/../examples/interface";
my ($seed, $count, $clients) = ($ENV{SEED} // 1, $ENV{COUNT} // 8, 3);
chomp(my $specs = `cwolf --specs`);
my $dir = tempdir(CLEANUP => 1);
chdir $dir;

sub spill { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f }
sub slurp { my ($path) = @_; open my $f, '<', $path or return ''; local $/; return <$f> // '' }
sub compile { system("gcc -w $_[0] 2>cc") == 0 or die "$_[0]: " . slurp('cc') }

my ($verdict, $said, $status);
sub run
{
    $verdict = `cwolf $_[0] 2>said`;
    $status = $? >> 8;
    $said = slurp('said');
    return $verdict;
}
# Compiles a client, and checks it against an example: with --client, as an object.
sub client
{
    my ($library, $text) = @_;
    spill('client.c', $text);
    compile("-O1 -specs=$specs -c client.c");
    return run("interface $library.o --client=client.o");
}

compile("-O1 -specs=$specs -c $examples/$_.c") for qw(stack ring file);

# ---- what is allowed ----

my $stack = "void push(int); int pop(void);\n";
is(client('stack', "${stack}int main(void) { for (int i = 0; i < 3; i++) push(i); return pop(); }"), "True stack\n",
    'three pushes are allowed');
is($status, 0, 'and that is success');
is(client('stack', "${stack}int main(int n, char **v)\n{\n    push(1);\n    if (n > 2)\n        push(2);\n    pop();\n    if (n > 1)\n"
            . "        pop();\n    return 0;\n}\n"), "False stack\n", 'a second pop that has nothing');
is($status, 1, 'is a violation');
like($said, qr/^client\.c:9:9: error: rule 'stack' is violated: the interface of 'stack\.o' does not allow this call/m,
    'told where it is');
like($said, qr/pop\(\): this violates the rule/, 'with a path through the client');
is(client('stack', "${stack}int f(void);\nint main(void) { push(1); if (f()) pop(); return 0; }"), "True stack\n",
    'fewer pops than pushes');

my $ring = "struct ring; struct ring *ring_new(void); void ring_put(struct ring *, int); int ring_get(struct ring *);\n"
    . "void ring_free(struct ring *);\n";
my $two = "${ring}int main(void)\n{\n    struct ring *r = ring_new(), *s = ring_new();\n    if (r && s) {\n        ring_put(r, 1);\n"
    . "        ring_put(s, 2);\n        ring_get(r);\n    }\n    if (r)\n        ring_free(r);\n    if (s)\n        ring_free(s);\n    return 0;\n}\n";
is(client('ring', $two), "True ring\nTrue ring_null\n", 'each of two rings is used as it may be');
(my $wrong = $two) =~ s/ring_get\(r\)/ring_get(s), ring_get(s)/;
is(client('ring', $wrong), "False ring\nTrue ring_null\n", 'one of two is empty');
(my $untested = $two) =~ s/r && s/r/;
like(client('ring', $untested), qr/^True ring\n(False|Maybe) ring_null$/, 'one may be null');

my $file = "enum mode { READ, WRITE, UPDATE }; struct file; struct file *file_open(enum mode); int file_get(struct file *);\n"
    . "void file_put(struct file *, int); void file_flush(struct file *); void file_close(struct file *);\n";
my $once = "${file}int main(void)\n{\n    struct file *f = file_open(UPDATE);\n    if (!f)\n        return 1;\n    file_put(f, 1);\n"
    . "    file_flush(f);\n    file_get(f);\n    file_close(f);\n    return 0;\n}\n";
is(client('file', $once), "True file\n", 'a library with a state of its own');
(my $twice = $once) =~ s/file_close\(f\)/file_open(READ)/;
is(client('file', $twice), "False file\n", 'in which one file may be open');
(my $none = $once) =~ s/open\(UPDATE/open(7/;
is(client('file', $none), "Maybe file\n", 'a mode that the library does not name');

# ---- as rules, in the client's own build ----

run("interface stack.o -o stack.iface");
is($status, 0, 'the interface as a file of rules');
spill('client.c', "${stack}int main(void)\n{\n    push(1);\n    pop();\n    pop();\n    return 0;\n}\n");
my $built = `gcc -w -O1 -specs=$specs -fplugin-arg-cwolf-rules=stack.iface client.c stack.o -o client 2>&1`;
isnt($? >> 8, 0, 'a build fails');
like($built, qr/^client\.c:6:5: error: rule 'stack' is violated/m, 'where the client does what is not allowed');
compile("-O1 -specs=$specs -c client.c");
run('check -R stack.iface client.o');
is($verdict, "Maybe stack\n", 'without the library, a call of it might not return');
run('interface ring.o --format=rules');
like($verdict, qr/^handle h = ring_new;$/m, 'handles');
like($verdict, qr/^    graph each \(h\)$/m, 'of which each has its own state');
spill('ring.iface', $verdict);
spill('client.c', $wrong);
compile("-O1 -specs=$specs -c client.c");
isnt(run('check -R ring.iface client.o'), "True ring\nTrue ring_null\n", 'are told apart without the library, too');
spill('client.c', $two);
compile("-O1 -specs=$specs -c client.c");
is(run('check -R ring.iface client.o'), "True ring\nTrue ring_null\n", 'and each used as it may be');

# Calls that the library makes itself are not the client's.
spill('nested.c', "#include <assert.h>\nstatic int on;\nvoid begin(void) { assert(!on); on = 1; }\nvoid end(void) { assert(on); on = 0; }\n"
        . "void again(void) { end(); begin(); }\n");
compile("-O0 -specs=$specs -c nested.c");
run('interface nested.o -o nested.iface');
spill('client.c', "void begin(void), end(void), again(void);\nint main(void) { begin(); again(); end(); return 0; }\n");
compile("-O0 -specs=$specs client.c nested.o -o client");
is(run('check -R nested.iface client'), "True nested\n", 'what the library calls itself is no call of the client');
spill('client.c', "void begin(void), end(void), again(void);\nstatic void twice(void (*f)(void)) { f(); f(); }\n"
        . "int main(void) { twice(begin); return 0; }\n");
compile("-O0 -specs=$specs client.c nested.o -o client");
isnt(run('check -R nested.iface client'), "True nested\n", 'calls through pointers are not overlooked');

# ---- the language ----

for my $case (
    ['graph 0: f() -> 1, 1: f() -> error', 'expected an event'],
    ['graph 0: f() -> 900',                "expected 'error', 'unknown' or a state from 0 to 249, found '900'"],
    ['graph 0: f() 1',                     "expected '->' after the event"],
    ['graph 0: return(f) -> 1',            'the events of a graph are calls'],
    ['graph each 0: f() -> 1',             "expected '(' before the object of the graph"])
{
    spill('bad.rules', "r : $case->[0];\n");
    run('check -R bad.rules client');
    is($status, 2, "'$case->[0]' is refused");
    like($said, qr/bad\.rules:1:\d+: error: .*\Q$case->[1]\E/, 'and the message says where, and what is expected');
}
spill('good.rules', "assume \"the moon is full\";\nr \"words\" : graph 0: begin() -> 1 1: begin() -> 0;\n"
        . "doubt \"nobody looked\";\ns : graph 0: begin() -> 1 1: end() -> 0, begin() -> error;\n");
spill('client.c', "void begin(void), end(void);\nint main(void) { begin(); end(); return 0; }\n");
compile("-O0 -specs=$specs client.c nested.o -o client");
is(run('check -R good.rules client'), "True r\nMaybe s\n", 'a rule with a doubt never holds for certain');
like($said, qr/assumed: the moon is full/, 'what a rule assumes is told');
like($said, qr/rule 's' is not decided: no call is known to violate it, but nobody looked/, 'and what it doubts');
spill('two.c', "#include <stdlib.h>\nstruct a { int x; }; struct b { int y; };\nvoid f(struct a *p, struct b *q) { if (p->x == q->y + 1) abort(); }\n");
compile("-O0 -specs=$specs -c two.c");
run('interface two.o --format=rules');
is($status, 2, 'calls about two objects are beyond a rule');
like($said, qr/its calls are about several objects, 'p' and 'q'/, 'which is told');

# ---- random clients ----

my (@wrong, %seen);
for my $n ($seed .. $seed + $count - 1) {
    srand $n;
    my ($library, $search, @options) = Library::make();
    my $errors = join ' ', map { "'$_'" } @options;
    spill('library.c', $library);
    compile("-O1 -specs=$specs -c library.c");
    run("interface $errors -o library.iface library.o");
    for my $k (1 .. $clients) {
        my ($text, $oracle) = Client::make($library, $search);
        spill('client.c', $text);
        spill('native.c', $oracle);
        compile("-O1 -specs=$specs -c client.c");
        compile("-r -specs=$specs client.o library.o -o both.o");
        compile("-O1 -I$here/1301-interface-random native.c -o native");
        my ($errs, $refused) = `./native` =~ /^errs (\d) refused (\d)$/ or die "seed $n";
        run('check -R library.iface both.o');
        my ($answer) = $verdict =~ /^(True|False|Maybe) library$/m;
        $seen{($answer // 'none') . ($errs ? ' errs' : $refused ? ' refused' : ' good')}++;
        push @wrong, "seed $n client $k: '$verdict' but errs $errs, refused $refused\n$said"
            if !$answer || ($answer eq 'True' && $errs) || ($answer eq 'False' && !$refused);
        next if $k > 1;
        my $before = $verdict;
        push @wrong, "seed $n: --client says '$verdict', the rules '$before'" if run("interface $errors library.o --client=client.o") ne $before;
    }
}
is(join("\n", @wrong), '', "clients of $count libraries from seed $seed");
diag(join ', ', map { "$_: $seen{$_}" } sort keys %seen);
cmp_ok(($seen{'True good'} // 0) + ($seen{'False errs'} // 0) + ($seen{'False refused'} // 0), '>=', $count * $clients / 2, 'most are decided');
# ---- what is no call ----

# A client that writes what the library keeps: a native run says that the answer rests on what is told.
spill('open.c', "#include <assert.h>\nint shared = 1;\nvoid use(void) { assert(shared); }\n"
        . "struct h { int n; };\nvoid inc(struct h *h) { h->n++; }\nvoid dec(struct h *h) { assert(h->n > 0); h->n = 0; }\n");
spill('writes.c', "extern int shared;\nvoid use(void);\nint main(void) { shared = 0; use(); return 0; }\n");
spill('resets.c', "struct h { int n; };\nvoid inc(struct h *), dec(struct h *);\n"
        . "int main(void) { struct h h = {0}; inc(&h); h.n = 0; dec(&h); return 0; }\n");
compile("-specs=$specs -O0 -c open.c writes.c resets.c");
for my $case (['writes', "'shared'", '-f use'], ['resets', 'what handles lead to', '-f inc -f dec']) {
    my ($name, $what, $options) = @$case;
    compile("$name.o open.o -o native");
    isnt(system('./native 2>cc'), 0, "$name fails natively");
    run("interface $options --client=$name.o open.o");
    like($said, qr/assumed: only calls of the library change $what/, "and what it writes is told") if $verdict =~ /^True/m;
    unlike($verdict, qr/^False/m, 'no call is blamed');
}

# A thread of the library.
spill('beside.c', "#include <pthread.h>\n#include <stdlib.h>\nstatic int flag;\nstatic pthread_t t;\n"
        . "static void *watch(void *x) { if (flag) abort(); return x; }\nvoid set(void) { flag = 1; }\n"
        . "void start(void) { if (!pthread_create(&t, 0, watch, 0)) pthread_join(t, 0); }\n");
spill('starts.c', "void set(void), start(void);\nint main(void) { set(); start(); return 0; }\n");
compile("-specs=$specs -O0 -c beside.c starts.c");
compile('starts.o beside.o -o native -lpthread');
isnt(system('./native 2>cc'), 0, 'a thread of the library aborts');
run('interface --client=starts.o beside.o');
unlike($verdict, qr/^True/m, 'nothing is True beside it');
run('interface beside.o');
like($said, qr/not known to be safe: 'watch' may run at any moment/, 'and the graph is not known to be safe');

# ---- what reaches the library in other ways ----

# Programs that once got a verdict that the native run refutes: [what, the library, its client, options, whether it errs natively]
my $counter = "#include <stdlib.h>\nstatic int top;\nvoid push(void) { if (top == 3) exit(1); top++; }\nvoid pop(void) { if (top == 0) exit(1); top--; }\n";
my $calls = "void push(void), pop(void);\n";
my $handle = "#include <assert.h>\nstruct s { int ready, top; };\nvoid s_init(struct s *p) { p->ready = 1; }\nvoid s_use(struct s *p) { assert(p->ready); }\n"
    . "void s_push(struct s *p) { assert(p->top < 3); p->top++; }\n";
my $handled = "struct s { int ready, top; };\nvoid s_init(struct s *), s_use(struct s *), s_push(struct s *);\n";
my $maker = "#include <assert.h>\n#include <stdlib.h>\nenum level { LOW, HIGH };\nstruct s { int n; };\n"
    . "struct s *s_new(enum level l) { assert(l <= HIGH); struct s *s = malloc(sizeof *s); if (s) s->n = 0; return s; }\n"
    . "void s_use(struct s *s) { assert(s->n < 2); s->n++; }\nvoid s_free(struct s *s) { free(s); }\n";
my @attacks = (
    ['functions before main in no order', "${counter}static int a, b;\n__attribute__((constructor)) static void one(void) { a = 1; }\n"
            . "__attribute__((constructor)) static void two(void) { b = 1; }\n", "${calls}int main(void) { pop(); return 0; }\n", '', 1],
    ['a call of the library before main', "${counter}__attribute__((constructor)) static void begin(void) { push(); }\n",
        "${calls}int main(void) { pop(); pop(); return 0; }\n", '', 1],
    ['a call of the library before main, allowed', "${counter}__attribute__((constructor)) static void begin(void) { push(); }\n",
        "${calls}int main(void) { push(); push(); return 0; }\n", '', 0],
    ['a pointer that the library hands out', "${counter}void (*get_pop(void))(void) { return pop; }\n",
        "${calls}void (*get_pop(void))(void);\nint main(void) { push(); pop(); get_pop()(); return 0; }\n", '', 1],
    ['a static function of the client', $counter, "void pop(void);\nstatic void push(void) { }\nint main(void) { push(); pop(); return 0; }\n", '', 1],
    ['another static function of the client', $counter, "void push(void);\nstatic void pop(void) { }\nint main(void) { pop(); push(); return 0; }\n", '', 0],
    ['a jump to nowhere', "#include <setjmp.h>\nstatic int *p, box, armed;\nstatic jmp_buf back;\nvoid set(void) { p = &box; }\nint peek(void) { return *p; }\n"
            . "void arm(void) { armed = 1; }\nvoid fire(void) { if (armed) longjmp(back, 1); }\n", "void arm(void), fire(void);\nint main(void) { arm(); fire(); return 0; }\n", '', 1],
    ['a value that the enumeration does not have', $maker, "enum level { LOW, HIGH }; struct s; struct s *s_new(enum level);\n"
            . "int main(int argc, char **argv) { s_new((enum level)(argc + 1)); return 0; }\n", '', 1],
    ['one variable, two objects', $handle, "${handled}static void once(int first) { struct s p = {0}; if (first) s_init(&p); s_use(&p); }\n"
            . "int main(void) { once(1); once(0); return 0; }\n", '', 1],
    ['one variable, an object each turn', $handle, "${handled}int main(void) { for (int i = 0; i < 3; i++) { struct s p = {0}; s_push(&p); s_push(&p); } return 0; }\n", '', 0],
    ['one variable, two objects, allowed', $handle, "${handled}static void two(void) { struct s s = {0}; s_push(&s); s_push(&s); }\nint main(void) { two(); two(); return 0; }\n", '', 0],
    ['another name of a function', "#include <stdlib.h>\nstatic int top;\nvoid push(void) { if (top == 3) abort(); top++; }\nstatic void take(void) { if (top == 0) abort(); top--; }\n"
            . "void pop(void) __attribute__((alias(\"take\")));\n", "${calls}int main(void) { push(); pop(); pop(); return 0; }\n", '', 1],
    ['a function that is no part of the interface', $counter, "${calls}int main(void) { pop(); return 0; }\n", '-f push', 1],
    ['a null pointer', "static char last;\nvoid name(const char *s) { last = s[0]; }\n", "void name(const char *);\nint main(void) { name(0); return 0; }\n", '', 1],
    ['a number that is no length', "#include <assert.h>\nvoid credit(const char *name, int account) { assert(account >= 0 && account < 100); }\n",
        "void credit(const char *, int);\nint main(void) { credit(\"me\", 500); return 0; }\n", '', 1],
    ['a length that no buffer has', "#include <assert.h>\nvoid put(const char *text, unsigned long size) { assert(size < 100); }\n",
        "void put(const char *, unsigned long);\nint main(void) { put(\"me\", 500); return 0; }\n", '', 1],
);
for my $case (@attacks) {
    my ($what, $library, $text, $options, $errs) = @$case;
    spill('lib.c', $library);
    spill('client.c', $text);
    compile("-O0 -specs=$specs -c $_.c") for qw(lib client);
    compile('-O0 client.c lib.c -o native');
    is(system('./native 2>cc') ? 1 : 0, $errs, "$what: natively " . ($errs ? 'an error' : 'none'));
    run("interface $options --client=client.o lib.o");
    my $whole = join ' ', $verdict =~ /^(True|False|Maybe) /mg;
    ok($whole =~ /^(True|False|Maybe)( |$)/ && ($errs ? $whole =~ /False|Maybe/ : $whole !~ /False/), "$what: $whole") or diag($said);
}
run('interface --buffer=1000 --client=client.o lib.o');
is($verdict, "False lib\n", 'a length that larger buffers have errs there');
is(run('interface --buffer=none lib.o'), '', 'a number it is');
like($said, qr/--buffer=none: expected a number of elements from 1 to/, 'which is said');
is(client('stack', "${stack}static void use(void) { push(1); pop(); }\nint main(void) { use(); use(); return 0; }"), "True stack\n", 'calls in a function are as good');
spill('lib.c', $handle);
spill('client.c', "${handled}static void use(void) { struct s s = {0}; s_init(&s); s_use(&s); }\nint main(void) { use(); return 0; }\n");
compile("-O0 -specs=$specs -c $_.c") for qw(lib client);
run('interface --client=client.o lib.o');
like($verdict, qr/^True lib$/m, 'a local object that lives once is one');

# What ends before anything is seen, and two versions of which one is not known.
is(run('interface --max-states=1 stack.o'), '', 'no graph of nothing');
like($said, qr/were used up before anything was seen/, 'which is said');
spill('lib.c', $attacks[0][1]);
spill('new.c', $attacks[0][1] =~ s/top == 3/top == 2/r);
compile("-O0 -specs=$specs -c $_.c") for qw(lib new);
is(run('interface --compare=lib.o new.o'), "no difference found\n", 'what is not known is not the same');
is($status, 3, 'nor different');
is(run('interface --suite=d --initial=top==1 stack.o'), '', 'a suite begins with what is loaded');
is($status, 2, 'and with nothing else');
done_testing();
