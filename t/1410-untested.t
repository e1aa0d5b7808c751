#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# memory.untested: what malloc gave is followed untested. Random programs, and some by hand, are held against native runs in which each
# single call of malloc fails in turn, with all inputs: one that is True never dies of it, one that is False does. ROUNDS=N, SEED=N.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my ($rounds, $seed) = ($ENV{ROUNDS} // 12, $ENV{SEED} // 1);
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;
srand $seed;

# Call number FAIL_AT of malloc gives null; without it none does.
open my $shim, '>', 'shim.h' or die;
print $shim <<'END';
static int calls;
static int fails(void) { const char *at = getenv("FAIL_AT"); return ++calls == (at ? atoi(at) : 0); }
static void *allocate(size_t n) { return fails() ? (void *)0 : malloc(n); }
#define malloc allocate
END
close $shim;
my $includes = "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <iconv.h>\n#include <net/if.h>\n#include <sys/time.h>\n#include <pthread.h>\n#include <setjmp.h>\n#include <signal.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n";

sub build
{
    my ($name, $text) = @_;
    open my $out, '>', "$name.c" or die;
    print $out $includes, "#ifdef NATIVE\n#include \"shim.h\"\n#endif\n$text\n";
    close $out;
    my $level = $name =~ /2$/ ? '-O2' : '-O0';
    system("gcc -w $level -specs=$specs -c $name.c && gcc -w -O0 -fno-builtin -DNATIVE -o $name $name.c -pthread") == 0 or die $text;
}

# What it dies of, with these inputs, when one call fails: NULL where nothing does.
sub dies
{
    my ($name) = @_;
    for my $at (0 .. 9) {
        local $ENV{FAIL_AT} = $at;
        for my $bits (0 .. 7) {
            my $status = system "./$name", $bits;
            return "call $at, input $bits" if $status & 127;
        }
    }
    return undef;
}

sub verdict
{
    my ($name, $seconds) = @_;
    return `cwolf check --timeout=$seconds -R memory.untested $name.o 2>$name.err` =~ /^(True|False|Maybe) memory.untested$/m ? $1 : 'none';
}

# ---- by hand ------------------------------------------------------------------------------------------------------------------------

my $main = 'int main(int argc, char **argv) {';
my @proved = (
    ['a test', "$main char *p = malloc(3); if (!p) return 1; *p = 1; free(p); return 0; }"],
    ['two tests at once', "$main char *p = malloc(3), *q = malloc(3); if (p == NULL || q == NULL) return 1; *p = *q = 1; return 0; }"],
    ['a function that ends the program', "static void *get(int n) { void *p = malloc(n); if (!p) exit(1); return p; } $main char *p = get(3); *p = 1; return 0; }"],
    ['a function that hands it on', "static char *get(int n) { char *p = malloc(n); if (p) *p = 0; return p; } $main char *p = get(3); if (p) *p = 1; return 0; }"],
    ['a parameter that is tested', "static void put(char *p) { if (p) *p = 1; } $main put(malloc(3)); return 0; }"],
    ['a structure that nobody else has', "struct s { char *p; int n; }; static void grow(struct s *s) { s->n++; } $main struct s s = {0, 0}; s.p = malloc(3); grow(&s); if (s.p) *s.p = 1; return 0; }"],
    ['a library function that takes null', "$main char *p = malloc(3); free(p); return 0; }"],
    ['nobody calls the one that is wrong', "static void wrong(void) { char *p = malloc(3); *p = 1; } $main char *p = malloc(3); if (p) *p = 1; return 0; }"],
    ['through a pointer', "static void *get(int n) { return malloc(n); } static void *(*g)(int) = get; $main char *p = g(3); if (p) *p = 1; return 0; }"],
    ['a switch', "$main char *p = malloc(3); int is = p != 0; switch (is) { case 0: return 1; default: *p = 1; } return 0; }"],
    ['freed and forgotten in memory', "struct s { char *p, *q; }; static int init(struct s *s) { if (!(s->p = malloc(3))) { s->p = 0; return 0; } *s->p = 1; return 1; } $main struct s s; return init(&s); }"],
);
my @open = (
    ['no test', "$main char *p = malloc(3); *p = 1; return 0; }"],
    ['the other one is tested', "$main char *p = malloc(3), *q = malloc(3); if (!q) return 1; *p = 1; return 0; }"],
    ['a copy is tested where the original is overwritten', "$main char *p = malloc(3), *q = p; p = \"x\"; if (p) *q = 1; return 0; }"],
    ['and is tested the wrong way', "$main char *p = malloc(3); if (!p) *p = 1; return 0; }"],
    ['by a library function', "$main char *p = malloc(3); strcpy(p, \"x\"); return 0; }"],
    ['what strcpy returns', "$main char *p = malloc(3); p = p ? strcpy(p, \"x\") : p; return p[0]; }"],
    ['in a global variable', "char *g; static void use(void) { *g = 1; } $main g = malloc(3); use(); return 0; }"],
    ['in a block', "struct s { char *p; }; $main struct s *s = malloc(sizeof *s); if (!s) return 1; s->p = malloc(3); char *q = s->p; *q = 1; return 0; }"],
    ['a copy of a structure', "struct s { char *p; int n; }; $main struct s s, t; s.p = malloc(3); t = s; t.p[0] = 1; return 0; }"],
    ['memcpy', "struct s { char *p; int n; }; $main struct s s, t; s.p = malloc(3); memcpy(&t, &s, sizeof t); t.p[0] = 1; return 0; }"],
    ['a callee copies it', "struct s { char *p, *q; }; static char b[1]; static void set(struct s *s) { s->q = s->p; } $main struct s s; s.q = b; s.p = malloc(4); set(&s); if (s.p) return 0; return *s.q; }"],
    ['a comparator reads it', "static int by(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); } $main char *a[2]; a[1] = \"y\"; a[0] = malloc(3); if (a[0]) strcpy(a[0], \"x\"); qsort(a, 2, sizeof *a, by); return 0; }"],
    ['written out and read', "$main int fd[2]; char *p = malloc(3), *q = \"x\"; if (pipe(fd)) return 0; write(fd[1], &p, 8); read(fd[0], &q, 8); return p ? 0 : *q; }"],
    ['written out of a block, and read', "struct s { char *p; }; $main struct s *s = malloc(8), *t = malloc(8); int fd[2]; if (!s || !t || pipe(fd)) return 0; t->p = \"x\"; s->p = malloc(3); write(fd[1], s, 8); int is = s->p != 0; s->p = 0; read(fd[0], t, 8); return is ? 0 : *t->p; }"],
    ['null where there is something to write', "$main char *p = malloc(10); snprintf(p, 10, \"hello\"); return 0; }"],
    ['a structure from a pointer', "struct w { char *p; }; static struct w get(void) { return (struct w){malloc(3)}; } static struct w (*volatile f)(void) = get; $main struct w w = f(); return *w.p; }"],
    ['a bit-field in between', "union u { char *p; struct { unsigned long b : 63, c : 1; } s; }; $main union u u; char *p = malloc(3); u.p = p; u.s.b = 5; return u.p ? *p : 0; }"],
    ['copied as halves', "union u { char *p; int w[2]; }; $main union u *u = malloc(16), v; if (!u) return 0; u->p = malloc(4); for (int i = 0; i < 2; i++) v.w[i] = u->w[i]; if (u->p) return 0; u->p = 0; return *v.p; }"],
    ['a range of a switch', "$main char *p = malloc(3); unsigned long k = 0x20; switch (k) { case 0x10 ... 0xffffffffffffffffUL: *p = 1; break; default: break; } return 0; }"],
    ['a nested function', "static void call(void (*f)(void)) { f(); } $main char *p; void use(void) { *p = 1; } p = malloc(4); call(use); return 0; }"],
    ['a jump out of a nested function', "static char b[1]; $main __label__ out; char *p = b; void jump(void) { goto out; } p = malloc(4); if (!p) jump(); return 0; out: return *p; }"],
    ['a jump of the compiler', "static void *b[5]; static char c; static void __attribute__((noinline)) j(void) { __builtin_longjmp(b, 1); } $main char *p = &c; if (__builtin_setjmp(b)) return *p; p = malloc(4); j(); return 0; }"],
    ['memcpy of as much as is asked for', "struct s { char *p; int n; }; $main struct s s = {0}, t = {0}; s.p = malloc(3); memcpy(&t, &s, atoi(argv[1]) + 8); t.p[0] = 1; return 0; }"],
    ['sorted', "static int by(const void *a, const void *b) { return 1; } $main char *a[2]; a[1] = \"x\"; a[0] = malloc(3); if (!a[1]) return 0; qsort(a, 2, sizeof *a, by); return a[1][0]; }"],
    ['in a block that moves', "struct s { char *p; }; $main struct s *s = malloc(sizeof *s), *t; if (!s) return 1; s->p = malloc(3); t = realloc(s, 99); if (!t) return 1; return t->p[0]; }"],
    ['by a parameter that leads there', "static void use(char **p) { **p = 1; } $main char *p = malloc(3); use(&p); return 0; }"],
    ['by one that is kept', "static char **kept; static void keep(char **p) { kept = p; } $main char *p = 0; keep(&p); p = malloc(3); if (p) return 0; **kept = 1; return 0; }"],
    ['given through a parameter', "static void get(char **p) { *p = malloc(3); } $main char *p; get(&p); *p = 1; return 0; }"],
    ['a number between', "$main char *p = malloc(3); uintptr_t n = (uintptr_t)p; ((char *)n)[0] = 1; return 0; }"],
    ['an offset', "$main char *p = malloc(3), *q = p + 1; if (p) return 0; *q = 1; return 0; }"],
    ['the address of a member', "struct s { int a, b; }; $main struct s *p = malloc(sizeof *p); int *q = &p->b; *q = 1; return 0; }"],
    ['what a thread gives', "static void *run(void *a) { return malloc(3); } $main pthread_t t; void *p; pthread_create(&t, 0, run, 0); pthread_join(t, &p); *(char *)p = 1; return 0; }"],
    ['back from a jump', "static jmp_buf b; $main char *volatile v; char *p = malloc(3); if (setjmp(b)) { *p = 1; return 0; } if (!p) longjmp(b, 1); return 0; }"],
    ['a pointer to malloc', "static void *(*get)(size_t) = malloc; $main char *p = get(3); *p = 1; return 0; }"],
    ['what qsort_r hands on', "static int by(const void *a, const void *b, void *k) { return *(char *)k; } $main int a[3] = {3, 2, 1}; char *p = malloc(3); qsort_r(a, 3, sizeof *a, by, p); return 0; }"],
    ['null where another argument is', "$main size_t *left = malloc(sizeof *left); if (left) *left = 1; char in[] = \"x\", out[9], *i = in, *o = out; size_t n = 9; iconv_t cd = iconv_open(\"UTF-8\", \"UTF-8\"); if (cd != (iconv_t)-1) iconv(cd, &i, left, &o, &n); return 0; }"],
    ['a handle that is freed', "$main struct if_nameindex *p = malloc(sizeof *p); if (p) p->if_index = 0, p->if_name = 0; if_freenameindex(p); return 0; }"],
    ['a callback', "static void each(void (*f)(char *), char *p) { f(p); } static void put(char *p) { *p = 1; } $main each(put, malloc(3)); return 0; }"],
    ['one of two results', "$main int in = atoi(argv[1]); char *p = in & 1 ? malloc(3) : \"x\"; char *q = in & 2 ? p : \"y\"; return *q; }"],
    ['an element', "$main char *a[3]; a[argc % 3] = malloc(3); return a[0] ? a[argc % 3][0] : 0; }"],
    ['variable arguments', "$main char *p = malloc(3); printf(\"%s\", p); return 0; }"],
    ['overwritten by a function, and by another way', "static void set(char **p, char *q) { *p = \"x\"; if (!q) *q = 1; } $main char *p = malloc(3); set(&p, p); return 0; }"],
    ['the copy that stays', "static void set(char **p) { *p = \"x\"; } $main char *p = malloc(3), *q = p; set(&p); if (p) *q = 1; return 0; }"],
    ['the other cell that stays', "struct s { char *p, *q; }; static void set(struct s *s) { s->p = \"x\"; } $main struct s s; s.p = s.q = malloc(3); set(&s); if (s.p) *s.q = 1; return 0; }"],
    ['a handler of a signal', "char *g; static void on(int n) { *g = 1; } $main signal(SIGTERM, on); g = malloc(3); if (!g) { g = \"x\"; return 0; } return 0; }"],
    ['a recursive one', "static char *get(int n) { return n ? get(n - 1) : malloc(3); } $main char *p = get(argc); *p = 1; return 0; }"],
    ['a loop', "$main char *p = 0; for (int i = 0; i < 2; i++) { if (p) return 0; if (i) *p = 1; p = malloc(3); } return 0; }"],
);
for my $case (map({ [proved => @$_] } @proved), map { [open => @$_] } @open) {
    my ($kind, $what, $text) = @$case;
    for my $name ($kind eq 'proved' ? ('h0', 'h2') : 'h0') {
        build($name, $text);
        my $verdict = verdict($name, 1);
        $kind eq 'proved' ? is($verdict, 'True', "$what: proved ($name)") : isnt($verdict, 'True', "$what: not proved ($name)");
        ok(defined dies($name), "$what: it dies of it") if $verdict eq 'False' && $what ne 'variable arguments'; # "(null)", in the GNU library
    }
}

# ---- at random ----------------------------------------------------------------------------------------------------------------------

my @names;
sub pick { $_[rand @_] }
sub pointer { pick(qw(a b c s.p s.q *o), 'g') }
sub condition { pick('in & 1', 'in & 2', 'in & 4') }

sub statement
{
    my ($depth, $can_out) = @_;
    my ($p, $q) = map { my $x = pointer(); $x eq '*o' && !$can_out ? 'a' : $x } 1 .. 2;
    my $roll = rand;
    return "$p = malloc(8);" if $roll < 0.3;
    return "$p = $q;" if $roll < 0.36;
    return "$p = get(in);" if $roll < 0.4;
    return "out(&$p, in);" if $roll < 0.44 && !$can_out && $p =~ /^[abc]$|^s/;
    return "use($p);" if $roll < 0.48;
    return "$p = same($q);" if $roll < 0.5;
    return "if ($p) *$p = 1;" if $roll < 0.6 && $p ne '*o';
    return "if ($p) **o = 1;" if $roll < 0.6;
    return "if (!$p) return $p;" if $roll < 0.68;
    return "if ($p == 0 || $q == 0) return 0;" if $roll < 0.72;
    return 'touch(&s);' if $roll < 0.75;
    return "t = s; if (t.p) t.p[0] = 1;" if $roll < 0.77;
    return ($p eq '*o' ? '**o' : "*$p") . ' = 1;' if $roll < 0.89;
    return "$p = buffer;" if $roll < 0.92 || !$depth;
    my $then = join ' ', map { statement($depth - 1, $can_out) } 1 .. 2;
    return 'if (' . condition() . ") { $then }" if $roll < 0.96;
    return "for (int i = 0; i < 2; i++) { $then }";
}

sub body { my ($can_out, $n) = @_; join ' ', map { statement(2, $can_out) } 1 .. $n }

# All pointers lead somewhere before a call fails.
sub program
{
    my $locals = 'char *a = buffer, *b = buffer, *c = buffer; struct s s = {buffer, buffer}, t = s;';
    return join "\n", 'struct s { char *p, *q; };', 'static char buffer[8]; static char *g = buffer;',
        pick('static char *get(int in) { char *p = malloc(8); if (!p) exit(1); return p; }', 'static char *get(int in) { return in & 1 ? malloc(8) : buffer; }',
            'static char *get(int in) { char *p = malloc(8); if (p) *p = 1; return p; }'),
        pick('static void use(char *p) { if (p) *p = 1; }', 'static void use(char *p) { *p = 1; }', 'static void use(char *p) { if (p) g = p; }'),
        'static char *same(char *p) { return p; }',
        pick('static void touch(struct s *s) { if (s->p) s->p[0] = 1; }', 'static void touch(struct s *s) { s->q = s->p; }', 'static void touch(struct s *s) { s->p = buffer; }'),
        "static char *out(char **o, int in) { $locals " . body(1, 2) . ' return *o; }',
        "int main(int argc, char **argv) { int in = argc > 1 ? atoi(argv[1]) : 0; $locals " . body(0, 5) =~ s/return [^;]*;/return 0;/gr . ' return 0; }';
}

my %count;
for my $round (1 .. $rounds) {
    my $text = program();
    build("r$round", $text);
    my $name = "r$round";
    my $verdict = verdict($name, 1);
    my $death = dies($name);
    my $is_right = $verdict eq 'True' ? !defined $death : $verdict eq 'False' ? defined $death : $verdict eq 'Maybe';
    ok($is_right, "$verdict, " . ($death // 'no death')) or diag $text;
    $count{$verdict}++;
    $count{lives}++ unless defined $death;
    unlink glob "$name*";
}
diag join ', ', map {"$count{$_} $_"} sort keys %count;
cmp_ok($count{True} // 0, '>=', $rounds / 4, 'some are proved');
cmp_ok($count{False} // 0, '>=', $rounds / 12, 'some are violated'); # where there is time to find them
done_testing();
