#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Names of blocks follow the shape of the heap: a doubly linked list into which elements go at both ends, and leave at both, has a model
# whose visible steps are those of the same queue written down here as words over {0, 1}, and no more states than a small multiple of its
# words, however the blocks were allocated. Two lists that exchange elements likewise, and where names of one site hold different things.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

chomp(my $specs = `cwolf --specs`);
chdir tempdir(CLEANUP => 1);

sub spill { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f }

# The states are words; each move goes from a word to another, with a label. All states that can be reached, as an .aut file.
sub explore {
    my ($path, $first, $moves) = @_;
    my (%number, @queue, @edges);
    $number{$first} = 0;
    @queue = ($first);
    while (defined(my $from = shift @queue)) {
        for my $move ($moves->($from)) {
            my ($label, $to) = @$move;
            push @queue, $to if !exists $number{$to};
            my $next = keys %number;
            $number{$to} //= $next;
            push @edges, "($number{$from},\"$label\",$number{$to})\n";
        }
    }
    spill($path, 'des (0,' . @edges . ',' . keys(%number) . ")\n" . join '', @edges);
    return scalar keys %number;
}

# The program's model against it; its number of states before any reduction.
sub compare {
    my ($name, $code, $words) = @_;
    spill("$name.c", $code);
    system("gcc -specs=$specs -w -O0 -c $name.c -o $name.o") == 0 or die;
    my $said = `cwolf model --default=exact $name.o -o $name.aut 2>&1`;
    my ($states) = $said =~ /^states (\d+)/m;
    system("cwolf lts compare --relation=safety $name.aut $name-words.aut >$name.log 2>&1");
    is($? >> 8, 0, "$name: the model is that of its words") or diag $said, `head -30 $name.log`;
    cmp_ok($states, '<', $words * 100, "$name: $states states for $words words");
}

my $head = <<'C';
#include <stdlib.h>
extern unsigned choose(void);
#pragma cwolf input choose : [0, 5]
void _cwolf_event(const char *);
struct node { struct node *prev, *next; int v; };
static struct node *make(int v)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->v = v;
    return n;
}
C

my $most = 4;
my $words = explore('deque-words.aut', '', sub {
    my ($w) = @_;
    my @m;
    for my $v (0, 1) {
        push @m, ["front$v", "$v$w"], ["back$v", "$w$v"] if length $w < $most;
    }
    push @m, ['first' . substr($w, 0, 1), substr $w, 1] if $w ne '';
    push @m, ['last' . substr($w, -1), substr $w, 0, -1] if $w ne '';
    return @m;
});
compare('deque', $head . <<"C", $words);
int main(void)
{
    struct node s;
    int count = 0;
    s.prev = s.next = &s;
    for (;;) {
        unsigned what = choose();
        if (what < 4 && count < $most) {
            struct node *n = make(what & 1), *at = what < 2 ? &s : s.prev;
            n->prev = at;
            n->next = at->next;
            at->next->prev = n;
            at->next = n;
            count++;
            switch (what) {
            case 0: _cwolf_event("front0"); break;
            case 1: _cwolf_event("front1"); break;
            case 2: _cwolf_event("back0"); break;
            case 3: _cwolf_event("back1"); break;
            }
        } else if (what >= 4 && count > 0) {
            struct node *n = what == 4 ? s.next : s.prev;
            n->prev->next = n->next;
            n->next->prev = n->prev;
            count--;
            if (what == 4) {
                if (n->v) _cwolf_event("first1"); else _cwolf_event("first0");
            } else {
                if (n->v) _cwolf_event("last1"); else _cwolf_event("last0");
            }
            free(n);
        }
    }
}
C

# Two stacks, one on each side of a bar; what is on top of one goes to the other. The heads are passed to functions by address, so
# that frames which are to come back hold pointers to blocks.
$words = explore('stacks-words.aut', '|', sub {
    my ($l, $r) = split /\|/, $_[0], -1;
    my @m;
    if (length "$l$r" < $most) {
        push @m, ["new$_", "$l$_|$r"] for 0, 1;
    }
    push @m, ['right' . substr($l, -1), substr($l, 0, -1) . '|' . $r . substr($l, -1)] if $l ne '';
    push @m, ['left' . substr($r, -1), $l . substr($r, -1) . '|' . substr($r, 0, -1)] if $r ne '';
    push @m, ['gone' . substr($r, -1), $l . '|' . substr($r, 0, -1)] if $r ne '';
    return @m;
});
compare('stacks', $head . <<"C", $words);
static struct node *take(struct node **from)
{
    struct node *n = *from;
    *from = n->next;
    n->next = 0;
    return n;
}
static void put(struct node **to, struct node *n)
{
    n->next = *to;
    *to = n;
}
static int move(struct node **from, struct node **to)
{
    struct node *n = take(from);
    put(to, n);
    return n->v;
}
int main(void)
{
    struct node *l = 0, *r = 0;
    int count = 0;
    for (;;) {
        unsigned what = choose();
        if (what < 2 && count < $most) {
            put(&l, make((int)what));
            count++;
            if (what) _cwolf_event("new1"); else _cwolf_event("new0");
        } else if (what == 2 && l) {
            if (move(&l, &r)) _cwolf_event("right1"); else _cwolf_event("right0");
        } else if (what == 3 && r) {
            if (move(&r, &l)) _cwolf_event("left1"); else _cwolf_event("left0");
        } else if (what == 4 && r) {
            struct node *n = take(&r);
            int v = n->v;
            free(n);
            count--;
            if (v) _cwolf_event("gone1"); else _cwolf_event("gone0");
        }
    }
}
C

# Recursion over a list is one that ends: a block keeps the name that tells its activations apart.
spill('length.c', $head . <<'C');
static int length(const struct node *n) { return n ? 1 + length(n->next) : 0; }
int main(void)
{
    struct node *first = 0;
    for (int i = 0; i < 6; i++) {
        struct node *n = make(i);
        n->next = first;
        first = n;
    }
    if (length(first) != 6)
        abort();
    return 0;
}
C
system("gcc -specs=$specs -w -O0 -c length.c -o length.o") == 0 or die;
like(scalar `cwolf check --no-search --default=exact --no-auto -p reach-assert length.o 2>/dev/null`, qr/^True/, 'the length of a list by recursion');
done_testing;
