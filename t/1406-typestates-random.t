#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random programs that make, keep, pass around, use and drop handles, and lock objects. Natively each runs with all that
# its inputs can be, and what it does to each handle and object is compared with the rules. The layer `typestates` alone,
# which can only say True, says so of none that is violated, and of many that hold.
#
#   CWOLF_SEED=N CWOLF_PROGRAMS=1 ...     repeats program N of a run that names it; CWOLF_KEEP=DIR keeps what failed
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $count = $ENV{CWOLF_PROGRAMS} // 30;
my $seed = $ENV{CWOLF_SEED} // 1;
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

# Of locks, of calls without an object, of handles (`handle` is about all rules behind it; NONE is no name of the program).
my @rules = map { [split / : /] } split /\n/, <<'R';
dtake : after take(m) until give(m) never take(m)
fgive : take(m) precedes give(m)
dgive : after give(m) until take(m) never give(m)
held : give(m) responds to take(m)
gmost : at most 2 on()
gon : after on() until off() never on()
goff : off() responds to on()
gfirst : on() precedes use(_)
after_use : after drop(s) until s = make() never use(s)
double : after drop(s) until s = make() never drop(s)
none : never (use(s) | drop(s)) when (s == NONE)
kept : drop(s) responds to s = make() when (s != NONE)
thrice : after s = make() until drop(s) at most 2 use(s)
R
my @names = map { $_->[0] } @rules; # in the order of the native bits
my $texts = join '', map { ($_->[0] eq 'after_use' ? "handle s = make();\n" : '') . "$_->[0] : $_->[1];\n" } @rules;

# ---- what programs are made of -----------------------------------------------------------------------------------------
our ($care, $size, $has_jumps, $has_end, @funcs); # of this program
our ($fn, $loops, $labels);                       # of this function
sub pick { return $_[rand @_] }
sub chance { return rand() < $_[0] }
# A function has some parameters: n bounds its recursion, h a handle, o where to put one, b a box, m an object.
sub has { return $fn->{params} =~ /$_[0]/ }
sub place { return pick(0, 1, 2, 'k0 & 1', 'k1 & 1', 'j & 1', $loops ? ("i$loops & 1") x 2 : 1) }
sub box { return pick('gb', 'lb', 'tab[' . place() . ']', '(*gbp)', '(*bp)', '(*hb[' . pick(0, 1, 'k1 & 1') . '])', has('b') ? ('(*b)') x 3 : 'lb') }
sub hl { return pick(qw(h0 h1 h2 h0 h1 h2 g0 g1 (*hp) (*gp) sh u.h), box() . '.h', box() . '.h', has('h') ? ('h') x 3 : 'h0', has('o') ? ('(*o)') x 3 : 'h1') }
sub hl_address { return '&' . pick(qw(h0 h1 h2 g0 g1 gb.h lb.h sh), 'tab[' . place() . '].h', has('o') ? ('(*o)') x 2 : 'g0') }
sub hv { # no side effects: it may be evaluated twice
    return chance(0.8) ? hl() : pick('same(' . hl() . ')', '(' . cond() . ' ? ' . hl() . ' : ' . hl() . ')', '(H)(long)' . hl(), '(H)u.w', '(H)word', 'NONE');
}
sub object {
    return pick('&x', '&y', 'gm', 'mp', '&ls', '&ts[' . place() . ']', '&' . box() . '.m', 'other(mp)', has('m') ? ('m') x 3 : '&x',
        $fn->{inner} ? ("&in$fn->{inner}") x 3 : 'mp');
}
sub number { return pick('input()', 'coin()', 0, 1, 2, 'k0', 'k1', 'j', '!k0', 'k1 == 1', hl() . ' != NONE', 'mp == &x', has('n') ? 'n' : 'j', box() . '.ok') }
my @plain = ('k0', 'k1', 'j', '!j', 'k0 == 1', 'k1 > 0', 'j != k0', 'mp == &x', 'gm != mp', 'k0 && j', 'k0 || !k1');
sub cond { return pick(@plain, hl() . ' != NONE', hl() . ' == ' . hl(), box() . '.ok', $loops ? ("i$loops == 1") x 2 : 'j') } # no inputs either
sub decision { return chance(0.35) ? pick('coin()', 'coin()', 'input() == 1', '(k0 = coin())', '(j = input())') : cond() }
sub call_of {
    my ($to, $n, $guard) = (pick(@funcs), has('n') ? 'n' : pick(1, 2), '');
    my $to_n = $to->{params} =~ /n/;
    if ($to->{number} <= $fn->{number} || (has('n') && !$to_n)) { # what may come back here is bounded, by n or by the inputs
        my $by_n = has('n') && $to_n && chance(0.7);
        ($guard, $n) = $by_n ? ('if (n > 0) ', 'n - 1') : ('if (input() == 1) ', has('n') ? 'n' : 0);
    }
    my %args = (n => $n, h => hv(), o => pick('hp', 'gp', (hl_address()) x 3), b => '&' . box(), m => object());
    my $result = $to->{type} eq 'H' ? pick(hl() . ' = ', '') : $to->{type} eq 'int' ? pick('j = ', 'k0 = ', '') : '';
    return "$guard$result$to->{name}(" . join(', ', map { $args{$_} } split //, $to->{params}) . ');';
}
sub leave {
    return pick('exit(1);', 'exit(0);', 'abort();', 'leave();') =~ s/^leave.*/$has_jumps ? 'leave();' : 'goto out;'/er if chance(0.12);
    return chance(0.3) ? 'goto out;' : $fn->{type} eq 'void' ? 'return;' : 'return ' . ($fn->{type} eq 'H' ? hv() : cond()) . ';';
}
sub making {
    my ($h, $box) = (hl(), box());
    return pick("$h = make();", "$h = make(); if ($h == NONE) " . leave(), 'k0 = open_at(' . hl_address() . ');', "fill(&$box);",
        "j = ($h = make()) != NONE;", "$box = boxed(make());", "if (($h = make()) != NONE) { use($h); drop($h); $h = NONE; }");
}
sub using {
    my ($h, $box) = (hv(), box());
    return pick('shut(' . hl_address() . ');', "empty(&$box);", "if ($box.ok) use($box.h);") if chance(0.25);
    my $op = chance(0.85) ? pick('use', 'drop') . "($h);" : pick('fp(%);', 'each(use, %);', 'ops[k0 & 1](%);', 'each(fp, %);', "$box.f(%);", 'gone(%);') =~ s/%/$h/r;
    $op .= " $h = NONE;" if $op !~ /^use|each.use/ && $h !~ /\?|\(H\)|NONE|same/ && chance($care);
    return chance($care) ? "if ($h != NONE) { $op }" : $op;
}
sub moving {
    my ($a, $p, $q) = (hl(), box(), box());
    return pick(("$a = " . hv() . ';') x 2, ("$p = $q;") x 2, 'hp = ' . hl_address() . ';', 'mp = ' . object() . ';', 'mp = ' . object() . ';',
        'gm = ' . object() . ';', "bp = &$p;", 'gbp = &' . pick('gb', 'tab[' . place() . ']') . ';', (pick('bp', 'gbp', 'hb[0]', 'hb[1]') . ' = ' . pick('heap()', 'heap()', 'another()', 'hb[0]') . ';') x 3,
        'gp = &' . pick('g0', 'g1', 'gb.h', 'tab[' . place() . '].h') . ';', 'swap(' . hl_address() . ', ' . hl_address() . ');', "u.h = $a;",
        "word = (long)$a;", 'memcpy(&' . pick('lb', 'gb', 'tab[1]') . ', &tab[0], sizeof gb);', pick("$p.f", 'fp') . ' = ' . pick('use', 'drop', 'gone') . ';',
        'gp = ' . pick('&h0', '&h1') . '; ' . call_of() . ' gp = &g0;', 'gbp = &lb; ' . call_of() . ' gbp = &gb;',
        map({ $_ . ' = ' . number() . ';' } qw(k0 k1 j j)), "$p.ok = $p.h != NONE;");
}
sub locking {
    my ($depth) = @_;
    my ($m, $t, $inside) = (object(), decision(), statement($depth + 1));
    return pick('take(%);', 'give(%);', 'with(take, %);', 'with(give, %);') =~ s/%/$m/r if chance((1 - $care) / 2);
    return pick("take($m); $inside give($m);", "{ struct m *q = $m; take(q); $inside give(q); }", "with(take, $m); $inside with(give, $m);",
        "{ struct m *q = $m; int t = $t; if (t) take(q); $inside if (t) give(q); }");
}
sub statements { my ($depth, $n) = @_; return join ' ', map { statement($depth) } 1 .. 1 + int rand $n }
sub block { return '{ ' . statements($_[0], $size < 3 ? $size : 3) . ' }' }
sub statement {
    my ($depth) = @_;
    my $kind = $depth > 2 ? rand 0.66 : rand;
    return making() if $kind < 0.12;
    return using() if $kind < 0.32;
    return $depth > 2 ? 'off();' : locking($depth) if $kind < 0.42;
    return pick('on();', 'off();', 'off();', 'if (k1) on();', 'if (!k1) { on(); off(); }') if $kind < 0.45;
    return moving() if $kind < 0.6;
    return call_of() if $kind < 0.68;
    return 'if (' . decision() . ') ' . block($depth + 1) . (chance(0.5) ? ' else ' . block($depth + 1) : '') if $kind < 0.79;
    return 'if (' . decision() . ') ' . leave() if $kind < 0.82;
    if ($kind < 0.88) {
        local $loops = $loops + 1;
        my ($i, $end) = ("i$loops", chance(0.3) ? 'if (' . cond() . ') ' . pick('break;', 'continue;') : '');
        return "for (int $i = 0; " . pick("$i < 2", "$i < 3", 'coin()') . "; $i++) { " . statements($depth + 1, 2) . " $end " . statement($depth + 1) . ' }';
    }
    local $fn->{inner} = ++$labels if $kind < 0.93; # an object of its own, where others may have been
    return "{ OBJ(in$labels); " . locking($depth + 1) . ' ' . statements($depth + 1, 2) . ' }' if $kind < 0.93;
    return 'switch (' . number() . ') { ' . join(' ', map { $_ . block($depth + 1) . pick('', ' break;') } 'case 0: ', 'case 1: ', 'default: ') . ' }' if $kind < 0.97;
    return 'if (input() == 1) guarded(' . pick(0, 1) . ');' if $has_jumps;
    return $has_end ? 'if (coin()) atexit(' . pick('last0', 'last1') . ');' : call_of();
}

# ---- programs ----------------------------------------------------------------------------------------------------------
my $locals = 'H h0 = NONE, h1 = NONE, h2 = NONE, *hp = &h0; static S H sh = NONE; OBJ(ls); BOX(lb); struct box *bp = &gb; struct m *mp = &x;';
my %types = (n => 'int n', h => 'H h', o => 'H *o', b => 'struct box *b', m => 'struct m *m');
sub function_text {
    my ($f) = @_;
    ($fn, $loops, $labels) = ($f, 0, 0);
    my $body = join "\n    ", map { $f->{number} < 0 && $_ % 2 ? call_of() : statement(0) } 1 .. 1 + int rand 1.5 * $size;
    $body = "again:;\n    $body\n    if (input() == 2) goto again;" if chance(0.15);
    my @flags = chance(0.2) ? 0 .. 3 : (); # more states than are kept apart
    my $asked = join ' ', map { "if (t$_) " . statement(3) } @flags;
    my $end = pick('', 'shut(&h0);', 'shut(&h0); shut(&h1); shut(&h2);', 'empty(&lb);', 'if (h0 != NONE) drop(h0);');
    my $return = $f->{type} eq 'H' ? 'return ' . hv() . ';' : $f->{type} eq 'int' ? 'return j;' : '';
    return "static $f->{type} $f->{name}(" . (join(', ', map { $types{$_} } split //, $f->{params}) || 'void') . ')',
        "{\n    $locals int j = 0;\n    " . join(' ', map { "int t$_ = coin();" } @flags) . "\n    $body\n    $asked\nout:;\n    $end $return\n}\n";
}
# Behind a jump, and at the end of the program, nothing is read that is of an activation.
sub after {
    my $s = 'j';
    $s = pick(making(), using(), 'give(&x);', 'off();') while ($s =~ /\b(?:h0|h1|h2|hp|sh|lb|ls|bp|mp|j|return|goto|leave|exit|abort)\b/);
    return "gp = &g0; gbp = &gb; $s";
}
sub program {
    ($care, $size, $has_jumps, $has_end) = (pick(0.8, 0.95, 1, 1, 1), pick(1, 1, 2, 3, 4), chance(0.25), chance(0.25));
    my $plain = 1 + int rand 3;
    @funcs = map { {number => $_, name => "f$_", type => pick(qw(void H int)), params => join('', $_ >= $plain ? 'n' : '', grep { chance(0.35) } qw(h o b m))} }
        0 .. $plain + int rand 3;
    my @parts = map { [function_text($_)] } @funcs;
    my $main = (function_text({number => -1, params => '', type => 'int', name => ''}))[1];
    my $inner = pick('', '{ OBJ(in0); take(&in0); ' . call_of() . ' give(&in0); } ') . call_of();
    push @parts, ['static void guarded(int j)', "{ $locals\n    if (setjmp(jb) == 0) { armed = 1; $inner armed = 0; } else { LANDED; " . after() . after() . " }\n}\n"];
    push @parts, map { ["static void last$_(void)", '{ ' . after() . after() . " }\n"] } 0, 1;
    my $each = pick('f(h);', 'for (int i = 0; i < 2; i++) if (i) f(h);', 'fp = f; fp(h);', 'if (h != NONE) f(h);');
    return <<"C" . join('', map({ "$_->[0];\n" } @parts), map { "$_->[0]\n$_->[1]" } @parts) . "int MAIN(void)\n$main";
struct box { struct m m; H h; int ok; void (*f)(H); };
static S struct m x, y, ts[3], *gm = &x;
static S H g0 = NONE, g1 = NONE, *gp = &g0;
static S struct box gb = {.h = NONE, .f = use}, tab[3] = {{.h = NONE, .f = use}, {.h = NONE, .f = use}, {.h = NONE, .f = drop}}, *gbp = &gb, *hb[2] = {&gb, &tab[1]};
static S int k0, k1 = 1, armed;
static S union { H h; long w; } u; static S long word;
static S void (*fp)(H) = use; static void (*const ops[2])(H) = {use, drop}; static S jmp_buf jb;
static void leave(void) { if (armed) { armed = 0; longjmp(jb, 1); } }
static H same(H h) { return h; } static int open_at(H *to) { *to = make(); return *to != NONE; }
static void shut(H *at) { if (*at != NONE) drop(*at); *at = NONE; } static void swap(H *a, H *b) { H t = *a; *a = *b; *b = t; }
static void fill(struct box *b) { b->h = make(); b->ok = b->h != NONE; } static void empty(struct box *b) { if (b->ok) drop(b->h); b->ok = 0; }
static struct box boxed(H h) { struct box b = {.h = h, .ok = h != NONE, .f = use}; return b; }
static void each(void (*f)(H), H h) { $each } static void gone(H h) { use(h); drop(h); } static void with(void (*f)(struct m *), struct m *m) { f(m); } static struct m *other(struct m *m) { return m == &x ? &y : &x; }
static struct box *heap(void) { struct box *b = calloc(1, sizeof *b); if (!b) abort(); b->h = NONE; b->f = use; return b; }
static struct box *another(void) { struct box *b = malloc(sizeof(struct box)); if (!b) exit(1); *b = gb; b->h = NONE; b->ok = 0; return b; }
C
}

# ---- what the tool reads, and what runs --------------------------------------------------------------------------------
sub tool_head {
    my $has_bodies = chance(0.8); # one without may do anything to what it is handed
    my $functions = join '', map { $_ . ($has_bodies || chance(0.5) ? " { used = 1; }\n" : ";\n") } map({ "void $_(H h)" } qw(use drop)),
        map({ "void $_(struct m *m)" } qw(take give)), map { "void $_(void)" } qw(on off);
    return "#define MAIN main\n#define S\n#define LANDED\n#define OBJ(x) struct m x\n#define BOX(b) struct box b = {.h = NONE, .f = use}\n"
        . "void *calloc(unsigned long, unsigned long), *malloc(unsigned long), *memcpy(void *, const void *, unsigned long), exit(int), abort(void);\n"
        . "int atexit(void (*)(void)), input(void), coin(void);\nH make(void);\nstatic int used;\n$functions";
}

# All variables of the program are put back before each run. A place that is gone and taken again is another object; what
# is done to one that is gone is undefined: there the run is cut, as where it asks for too many choices.
my @native = split /^PROGRAM\n/m, <<'C';
#include <stdio.h>
#include <string.h>
#define S __attribute__((section("state")))
#define MAIN program_main
#define LANDED gone_below((char *)__builtin_frame_address(0))
#define OBJ(x) struct m x __attribute__((cleanup(died))); born(&x)
#define BOX(b) struct box b __attribute__((cleanup(died))) = {.h = NONE, .f = use}; born(&b.m)
#define exit(n) end(1)
#define abort() end(0)
#define atexit(f) (lasts[last_count++ % 32] = f)
#define calloc(n, size) ((void *)(next_block += next_block < blocks + sizeof blocks - 128 ? 64 : (end(0), 0)))
#define malloc(size) calloc(1, size)
#define bad(rule) (violated |= 1u << NO_##rule)
enum { MOST = 9, RUNS = 3000, TICKS = 3000, MANY = 256 }; /* a handle that is made is a choice */
static struct { int is_dropped, uses; } handles[MANY];
static struct object { struct m *at; int is_gone, is_held, is_taken, is_given; } objects[MANY];
static int handle_count, object_count, ticks, on_count, is_on, last_count, choices[MOST], ways[MOST], at, last_dropped, violated, touched;
static char *base, blocks[4096] __attribute__((aligned(64))), *next_block;
static void (*lasts[32])(void); static jmp_buf over;
__attribute__((noreturn)) static void end(int is_end)
{
    while (is_end && last_count > 0) lasts[--last_count % 32]();
    for (int i = 1; is_end && i <= handle_count; i++) if (!handles[i].is_dropped) bad(kept);
    for (int i = 0; is_end && i < object_count; i++) if (objects[i].is_held) bad(held);
    if (is_end && is_on) bad(goff);
    longjmp(over, 1);
}
static void tick(void) { if (++ticks > TICKS) end(0); }
static int choose(int n) { tick(); if (at == MOST) end(0); ways[at] = n; return choices[at++]; }
int input(void) { return choose(3); } int coin(void) { return choose(2); }
H make(void) /* none, another one, or one that was dropped, again */
{
    int way = choose(MAKES), n = way == 2 && last_dropped ? last_dropped : handle_count + 1;
    touched |= 4;
    if (way) handles[n].is_dropped = handles[n].uses = last_dropped = 0, handle_count += n > handle_count;
    return way ? AS_H(n) : NONE;
}
static int number_of(H h) { tick(); if (h == NONE) bad(none); return h == NONE ? 0 : AS_N(h); }
void use(H h) { int n = number_of(h); if (!on_count) bad(gfirst); if (n) if (handles[n].is_dropped) bad(after_use); else if (++handles[n].uses > 2) bad(thrice); }
void drop(H h) { int n = number_of(h); if (n && handles[n].is_dropped) bad(double); if (n) handles[n].is_dropped = 1, last_dropped = n; }
void on(void) { touched |= 2; tick(); if (is_on) bad(gon); if (++on_count > 2) bad(gmost); is_on = 1; } void off(void) { is_on = 0; }
static void born(struct m *m) { if (object_count == MANY) end(0); objects[object_count++] = (struct object){.at = m}; }
static struct object *find(struct m *m)
{
    char *p = (char *)m, here;
    int i = object_count - 1;
    for (tick(); i >= 0 && objects[i].at != m; i--) continue;
    if (i < 0 ? p > &here - 1000000 && p < base : objects[i].is_gone) end(0);
    if (i < 0) born(m), i = object_count - 1;
    return &objects[i];
}
static void died(void *m) { find(m)->is_gone = 1; } /* of a box, too, it is the first */
static void gone_below(char *f) { for (int i = 0; i < object_count; i++) objects[i].is_gone |= (char *)objects[i].at < f && (char *)objects[i].at > f - 1000000; }
void take(struct m *m) { struct object *o = find(m); touched |= 1; if (o->is_held) bad(dtake); o->is_held = o->is_taken = 1, o->is_given = 0; }
void give(struct m *m) { struct object *o = find(m); touched |= 1; if (!o->is_taken) bad(fgive); if (o->is_given) bad(dgive); o->is_held = 0, o->is_given = 1; }
PROGRAM
extern char __start_state[], __stop_state[];
int main(void)
{
    static char saved[4096];
    base = __builtin_frame_address(0), memcpy(saved, __start_state, __stop_state - __start_state);
    for (int runs = 0; runs < RUNS && (!runs || at); runs++) {
        int before = violated;
        memcpy(__start_state, saved, __stop_state - __start_state);
        memset(blocks, 0, sizeof blocks), memset(handles, 0, sizeof handles), next_block = blocks;
        handle_count = object_count = ticks = on_count = is_on = last_count = at = last_dropped = 0;
        if (setjmp(over) == 0) program_main(), end(1);
        for (int i = 0; i < 32; i++)
            if ((violated & ~before) >> i & 1)
                for (int k = -1; k <= at; k++) printf(k == at ? "\n" : "%d ", k < 0 ? i : choices[k]);
        while (at > 0 && choices[at - 1] == ways[at - 1] - 1) choices[--at] = 0;
        choices[at ? at - 1 : 0]++;
    }
    return !printf("touched %d\n", touched);
}
C

# ---- the comparison ----------------------------------------------------------------------------------------------------
sub put { my ($path, @text) = @_; open my $out, '>', $path or die; print $out @text; close $out }
my ($hold, $true, $broken, %hold, %true) = (0, 0, 0);
for my $n ($seed .. $seed + $count - 1) {
    srand $n;
    my ($is_number, $makes) = (chance(0.25), chance(0.3) ? 3 : 2);
    my $types = "#include <setjmp.h>\nstruct m { int n; };\n" . ($is_number ? "typedef int H;\nenum { NONE = -1 };\n" : "typedef struct h *H;\n#define NONE ((H)0)\n");
    my $bits = "#define MAKES $makes\n#define AS_H(n) " . ($is_number ? "(n)\n#define AS_N(h) (h)\n" : "((H)((n) * 8L))\n#define AS_N(h) ((int)((long)h / 8))\n")
        . 'enum { ' . join(', ', map { "NO_$_" } @names) . " };\n";
    my ($head, $program) = (tool_head(), program());
    put('tool.c', $types, $head, $program);
    put('native.c', $types, $bits, $native[0], $program, $native[1]);
    put('the.rules', $texts =~ s/NONE/$is_number ? -1 : 0/ger);
    system('gcc -w -O0 -o native native.c') == 0 or die "gcc: $n";
    system("gcc -w -O0 -fno-builtin -specs=$specs -c -o tool.o tool.c") == 0 or die "gcc with the tool: $n";
    my (%bad, $touched);
    /^touched (\d+)/ ? ($touched = $1) : /^(\d+)(.*)/ && ($bad{$names[$1]} = $2) for `./native`;
    defined $touched or die "native: $n";
    my $said = `cwolf check --layer=typestates --timeout=20 -R ./the.rules tool.o 2>&1`;
    my %verdict = map { /^(\w+) (\w+)$/ ? ($2 => $1) : () } split /\n/, $said;
    my @wrong = grep { ($verdict{$_} // '') !~ /^(?:True|Maybe)$/ || ($verdict{$_} eq 'True' && exists $bad{$_}) } @names;
    ok(!@wrong, "program $n") or diag(map({ "$_: " . ($verdict{$_} // 'nothing') . ', choices:' . ($bad{$_} // ' none') . "\n" } @wrong), $program);
    system("for i in tool.c native.c the.rules; do cp \$i $ENV{CWOLF_KEEP}/$n-\$i; done") if @wrong && $ENV{CWOLF_KEEP};
    for my $rule (map { $names[$_] } grep { $touched >> ($_ < 8 ? $_ / 4 : 2) & 1 && !exists $bad{$names[$_]} } 0 .. $#names) { # not what has no events
        $hold{$rule}++, $hold++;
        $true{$rule}++, $true++ if ($verdict{$rule} // '') eq 'True';
    }
    $broken++ if %bad;
}
note join ', ', map { "$_ " . ($true{$_} // 0) . ' of ' . ($hold{$_} // 0) } @names;
cmp_ok($true, '>=', $hold / 4, "$true of $hold that hold are True");
cmp_ok($broken, '>=', $count / 4, "$broken of $count programs break a rule");
done_testing();
