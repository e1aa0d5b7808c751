#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random programs that begin, copy, hand on, read and end lists of arguments. Natively each runs with all choices that it may make,
# and what is done to each list is compared with the rules `va`. Without the engine (--layer=typestates, which can only say True) none
# that breaks a rule is True, and most that obey it are, whatever their branches are.
#
#   CWOLF_SEED=N CWOLF_PROGRAMS=1 ...     repeats program N of a run that names it
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $count = $ENV{CWOLF_PROGRAMS} // 80;
my $seed = $ENV{CWOLF_SEED} // 1;
my $dir = tempdir(CLEANUP => 1);
my @names = qw(no_end use_after_end use_unstarted); # in the order of the native bits
chomp(my $specs = `cwolf --specs`);
chdir $dir;

# ---- programs ----------------------------------------------------------------------------------------------------------
our ($care, $has_jumps, @variadic, @takers); # of this program
our @lists;                                  # of this function; the first ones are its parameters
our $begins;                                 # how many of them it may begin
sub pick { return $_[rand @_] }
sub chance { return rand() < $_[0] }
sub own { return $begins ? $lists[$#lists - int rand $begins] : undef }
sub call_of {
    my $bound = chance(0.3) ? 'if (n > 1) ' : 'if (n > 0) ';
    return $bound . pick(@variadic) . '(n - 1, 4, 5, 6);' if !@lists || !@takers || chance(0.3);
    my $to = pick(grep { $_->{lists} <= @lists } @takers) or return '';
    my @given = (sort { rand() <=> 0.5 } @lists)[0 .. $to->{lists} - 1]; # a list is not copied to itself
    return $bound . "$to->{name}(" . join(', ', 'n - 1', @given) . ');';
}
sub step {
    my ($x, $y) = (pick(@lists), pick(@lists));
    my $to = chance(0.9) ? own() : $x;
    return call_of() if chance(0.3);
    return "USE($x);" if !defined $to || chance(0.5);
    return "PRINT($x);" if chance(0.2);
    return pick("START($to);", "END($x);", "END($x);", $to eq $y ? "END($to);" : "COPY($to, $y);");
}
# A list that is begun, used and ended, with statements inside.
sub life {
    my ($depth) = @_;
    my $x = own();
    return step() if !defined $x || $depth > 2;
    my ($others) = grep { $_ ne $x } @lists;
    my $begin = defined $others && chance(0.2) ? "COPY($x, $others);" : "START($x);";
    return "$begin " . join(' ', map { pick("USE($x);", "PRINT($x);", call_of(), statement($depth + 1)) } 0 .. rand 3) . " END($x);";
}
sub statement {
    my ($depth) = @_;
    my $kind = $depth > 2 ? rand 0.5 : rand;
    return chance($care) ? life($depth) : step() if $kind < 0.5;
    return call_of() if $kind < 0.6;
    return 'if (coin()) { ' . statement($depth + 1) . ' }' . (chance(0.5) ? ' else { ' . statement($depth + 1) . ' }' : '') if $kind < 0.75;
    return 'while (coin()) { ' . statement($depth + 1) . pick('', ' if (coin()) break;', ' if (coin()) continue;') . ' }' if $kind < 0.85;
    return 'switch (n) { case 0: ' . statement($depth + 1) . pick(' break;', '') . ' default: ' . statement($depth + 1) . ' }' if $kind < 0.93;
    return $has_jumps && chance(0.5) ? 'if (coin()) longjmp(back, 1);' : 'if (coin()) ' . pick('return;', 'goto out;', 'goto out;');
}
sub body { return join("\n    ", map { statement(0) } 1 .. 1 + rand 3) . "\nout:;\n" }
sub program {
    ($care, $has_jumps) = (pick(0.5, 0.9, 1, 1), chance(0.2));
    @variadic = map {"v$_"} 0 .. rand 3;
    @takers = map { {name => "g$_", lists => chance(0.8) ? 1 : 2} } 0 .. rand 3;
    my (@declared, @defined);
    for my $g (@takers) {
        (@lists, $begins) = ('p', $g->{lists} > 1 ? 'q' : ());
        $begins = chance(0.15) ? @lists : 0;
        push @declared, "static void $g->{name}(int n, " . join(', ', map {"LIST_TYPE $_"} @lists) . ')';
        my @mine = chance(0.3) ? 'c' : ();
        push @lists, @mine;
        $begins = $begins ? @lists : @mine;
        local $care = $begins && chance(0.7) ? 1 : 0.3;
        push @defined, "{ FRAME; @{[map {\"LIST($_); \"} @mine]}\n    " . (body() =~ s/START\((\w)\)/my $from = $1 eq 'p' ? $lists[-1] : 'p'; $from eq $1 ? "USE($1)" : "COPY($1, $from)"/ger) . "}\n";
    }
    for my $v (@variadic) {
        @lists = ('a', chance(0.4) ? 'b' : ());
        $begins = @lists;
        push @declared, "static void $v(int n, ...)";
        push @defined, "{ FRAME; @{[map {\"LIST($_); \"} @lists]}\n    " . body() . "}\n";
    }
    return join('', map {"$_;\n"} @declared) . join('', map {"$declared[$_]\n$defined[$_]"} 0 .. $#declared)
        . "int MAIN(void)\n{\n    int n = 3;\n    if (setjmp(back) == 0) v0(n, 1, 2, 3); else LANDED;\n    " . join(' ', map { $_ . '(n, 7, 8, 9);' } grep { chance(0.5) } @variadic) . "\n    return 0;\n}\n";
}

# ---- what the tool reads, and what runs --------------------------------------------------------------------------------
my $tool = <<'C';
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#define MAIN main
#define LIST_TYPE va_list
#define LIST(x) va_list x
#define FRAME
#define LANDED used = 0
#define START(x) va_start(x, n)
#define END(x) va_end(x)
#define USE(x) used = va_arg(x, int)
#define PRINT(x) vprintf("%d", x)
#define COPY(x, y) va_copy(x, y)
static jmp_buf back; static int used; int coin(void);
C
# A list is what was done to it; who began it has to end it.
my $native = <<'C';
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#define MAIN program_main
#define LIST_TYPE struct list *
#define LIST(x) struct list x[1] = {{0}}; enlist(x)
#define FRAME struct frame f __attribute__((cleanup(left))) = {++frames, list_count}; int me = f.number
#define LANDED list_count = 0
#define START(x) start(x, me)
#define PRINT USE
#define COPY(x, y) (USE(y), start(x, me))
#define bad(rule) (violated |= 1 << rule)
enum { NO_END, AFTER_END, UNSTARTED, MOST = 10, RUNS = 20000, TICKS = 400, LISTS = 512 };
struct list { int is_begun, is_ended, owner; };
struct frame { int number, first; };
static jmp_buf back, over;
static struct list *lists[LISTS];
static int frames, list_count, violated, ticks, at, choices[MOST];
static int coin(void) { if (at == MOST) longjmp(over, 1); return choices[at++]; }
static void enlist(struct list *l) { if (list_count == LISTS || ++ticks > TICKS) longjmp(over, 1); lists[list_count++] = l; }
static void left(struct frame *f)
{
    for (int i = 0; i < list_count; i++) if (lists[i]->owner == f->number) { bad(NO_END); lists[i]->owner = 0; }
    list_count = f->first;
}
static void start(struct list *l, int me) { *l = (struct list){1, 0, me}; }
static void USE(struct list *l) { if (!l->is_begun) bad(UNSTARTED); if (l->is_ended) bad(AFTER_END); }
static void END(struct list *l) { USE(l); l->is_ended = 1; l->owner = 0; }
C
my $explorer = <<'C';
int main(void)
{
    for (int runs = 0; runs < RUNS && (!runs || at); runs++) {
        frames = list_count = ticks = at = 0;
        if (setjmp(over) == 0) program_main();
        while (at > 0 && choices[at - 1] == 1) choices[--at] = 0;
        choices[at ? at - 1 : 0]++;
    }
    return !printf("%d\n", violated);
}
C

# ---- the comparison ----------------------------------------------------------------------------------------------------
sub put { my ($path, @text) = @_; open my $out, '>', $path or die; print $out @text; close $out }
my ($hold, $true, $broken) = (0) x 3;
for my $n ($seed .. $seed + $count - 1) {
    srand $n;
    my $program = program();
    put('tool.c', $tool, $program);
    put('native.c', $native, $program, $explorer);
    system('gcc -w -O0 -o native native.c') == 0 or die "gcc: $n";
    system("gcc -w -O0 -specs=$specs -c -o tool.o tool.c") == 0 or die "gcc with the tool: $n";
    my $bits = `./native`;
    $bits =~ /^\d+$/ or die "native: $n";
    my $said = `cwolf check --layer=typestates --timeout=20 -R va tool.o 2>/dev/null`;
    my %verdict = map { /^(\w+) va\.(\w+)$/ ? ($2 => $1) : () } split /\n/, $said;
    my @wrong;
    for my $k (0 .. $#names) {
        my ($is_bad, $verdict) = ($bits >> $k & 1, $verdict{$names[$k]} // 'nothing');
        push @wrong, "$names[$k]: $verdict" if $verdict !~ /^(?:True|Maybe)$/ || ($verdict eq 'True' && $is_bad);
        $is_bad ? $broken++ : $hold++;
        $true++ if !$is_bad && $verdict eq 'True';
    }
    ok(!@wrong, "program $n") or diag(map({"$_\n"} @wrong), $program);
}
cmp_ok($true, '>=', 0.8 * $hold, "$true of $hold that hold are True");
cmp_ok($broken, '>=', $count / 2, 'many are broken');
done_testing;
