#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Questions in LTL and CTL over reactive programs in the shapes that competitions use: an elevator, a coolant, a mine's pump, a
# token ring, requests and grants, Peterson's lock as a loop. The answers were derived by hand, and stand with their reason where
# that is short. None may be wrong, and most have to be decided.
#
#   t/1106-reactive.t NAME...     these programs alone
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
my %wanted = map { $_ => 1 } @ARGV;

my @programs = (
    ['elevator', <<'C', <<'Q'],
int level, door, want;
int main(void)
{
    while (1) {
        int r = __VERIFIER_nondet_int();
        if (r >= 0 && r <= 2)
            want = r;
        while (level != want) {
            if (level < want)
                level++;
            else
                level--;
        }
        door = 1;
        door = 0;
    }
}
C
True    ltl G "level >= 0 && level <= 2"
True    ltl G F "door == 1"
False   ltl F "level == 2"                                    # nobody has to ask for it
True    ltl G ("want == 2" -> F "level == 2")
True    ctl AG EF "level == 2"
True    ctl AG ("door == 1" -> "level == want")
False   ltl G ("want == 2" -> G "want == 2")
Q
    ['coolant', <<'C', <<'Q'],
int temp = 20, pump, alarm;
int main(void)
{
    while (1) {
        int heat = __VERIFIER_nondet_int();
        if (heat > 0 && temp < 100)
            temp = temp + 10;
        if (temp > 80)
            pump = 1;
        if (pump)
            temp = temp - 20;
        if (temp < 40)
            pump = 0;
        alarm = temp > 95;
    }
}
C
True    ltl G "temp <= 90"                                    # above 80 the pump runs, and takes 20 before the next 10
True    ltl G "alarm == 0"
True    ltl G ("pump == 1" -> F "pump == 0")                  # a round with the pump takes 10 at least
False   ltl F "pump == 1"                                     # it need not be heated
True    ctl EF "pump == 1"
True    ctl AG EF "temp == 20"                                # 30 90 70 80-60 40 20
False   ctl AG ("temp == 30" -> AX "temp == 40")
Q
    ['pump', <<'C', <<'Q'],
int level = 5, on, methane;
int main(void)
{
    while (1) {
        methane = __VERIFIER_nondet_int() == 1;
        if (__VERIFIER_nondet_int() == 1 && level < 10)
            level++;
        if (level >= 8 && !methane)
            on = 1;
        else
            on = 0;
        if (on)
            level = level - 2;
    }
}
C
False   ltl G !"methane == 1 && on == 1"                      # it is on from the round before
True    ltl G "level <= 10"
True    ltl G "level >= 5"
True    ltl G F "on == 0"                                     # a round that it is on takes 1 at least, down to 7
False   ltl F "level == 10"
True    ctl EF "level == 10"
Q
    ['ring', <<'C', <<'Q'],
int token, w0, w1, w2, crit = -1;
int main(void)
{
    while (1) {
        if (__VERIFIER_nondet_int())
            w0 = 1;
        if (__VERIFIER_nondet_int())
            w1 = 1;
        if (__VERIFIER_nondet_int())
            w2 = 1;
        if (token == 0 && w0) {
            crit = 0;
            w0 = 0;
        } else if (token == 1 && w1) {
            crit = 1;
            w1 = 0;
        } else if (token == 2 && w2) {
            crit = 2;
            w2 = 0;
        }
        crit = -1;
        token = (token + 1) % 3;
    }
}
C
True    ltl G ("w1 == 1" -> F "crit == 1")
True    ltl G F "token == 0"
True    ltl G "token >= 0 && token <= 2"
True    ctl AG ("crit == 2" -> "token == 2")
False   ltl G ("crit == 0" -> F "crit == 1")                  # nobody else has to want it
True    ctl AG EF "crit == 2"
Q
    ['grants', <<'C', <<'Q'],
int r1, r2, g1, g2;
int main(void)
{
    while (1) {
        g1 = 0;
        g2 = 0;
        if (__VERIFIER_nondet_int())
            r1 = 1;
        if (__VERIFIER_nondet_int())
            r2 = 1;
        if (r1) {
            g1 = 1;
            r1 = 0;
        } else if (r2) {
            g2 = 1;
            r2 = 0;
        }
    }
}
C
True    ltl G !"g1 == 1 && g2 == 1"
True    ltl G ("r1 == 1" -> F "g1 == 1")
False   ltl G ("r2 == 1" -> F "g2 == 1")                      # the first asks in each round
True    ltl (F G "r1 == 0") -> G ("r2 == 1" -> F "g2 == 1")
True    ctl AG ("r2 == 1" -> EF "g2 == 1")
False   ctl AF "g1 == 1"
Q
    ['peterson', <<'C', <<'Q'],
int flag0, flag1, turn, pc0, pc1, who;
int main(void)
{
    while (1) {
        if (__VERIFIER_nondet_int())
            who = 0;
        else
            who = 1;
        if (who == 0) {
            if (pc0 == 0) {
                flag0 = 1;
                pc0 = 1;
            } else if (pc0 == 1) {
                turn = 1;
                pc0 = 2;
            } else if (pc0 == 2) {
                if (!flag1 || turn == 0)
                    pc0 = 3;
            } else {
                flag0 = 0;
                pc0 = 0;
            }
        } else {
            if (pc1 == 0) {
                flag1 = 1;
                pc1 = 1;
            } else if (pc1 == 1) {
                turn = 0;
                pc1 = 2;
            } else if (pc1 == 2) {
                if (!flag0 || turn == 1)
                    pc1 = 3;
            } else {
                flag1 = 0;
                pc1 = 0;
            }
        }
    }
}
C
True    ltl G !"pc0 == 3 && pc1 == 3"
False   ltl G ("pc0 == 2" -> F "pc0 == 3")                    # it may never run again
True    ltl (G F "who == 0" && G F "who == 1") -> G ("pc0 == 2" -> F "pc0 == 3")
True    ctl AG ("pc0 == 2" -> EF "pc0 == 3")
True    ctl AG EF "pc1 == 3"
False   ltl (G F "who == 0") -> G F "pc0 == 3"                # the other may stay where it is, with its flag
False   ctl AG ("pc0 == 2 && pc1 == 2" -> AF "pc0 == 3 || pc1 == 3")   # only the one whose turn it is not may run
Q
    ['chosen', <<'C', <<'Q'],
int n, bad;
int main(void)
{
    int r = __VERIFIER_nondet_int();
    n = 1;
    n = 2;
    if (r > 5)
        bad = 1;
    return 0;
}
C
False   ctl AG ("n == 1" -> EF "bad == 1")                    # by then it is chosen
True    ctl EF "bad == 1"
False   ctl EF ("n == 1" && EF "bad == 1" && EF AG "bad == 0")
Q
);

my ($asked, $decided, @open) = (0, 0);
for my $program (@programs) {
    my ($name, $text, $questions) = @$program;
    next if %wanted && !$wanted{$name};
    open my $out, '>', "$name.c" or die;
    print $out "extern int __VERIFIER_nondet_int(void);\n$text";
    close $out;
    system("gcc -w -specs=$specs -c -o $name.o $name.c") == 0 or die "'$name' does not compile\n";
    my @questions = map { /^(\w+) +(.*?)(?: +#.*)?$/ ? [$1, $2] : () } split /\n/, $questions;
    my $options = join ' ', map { "-p '$_->[1]'" } @questions;
    my @verdicts = map { /^(True|False|Maybe) / ? $1 : () } `cwolf check $options $name.o 2>said`;
    for my $i (0 .. $#questions) {
        my ($answer, $question) = @{$questions[$i]};
        my $verdict = $verdicts[$i] // 'none';
        $asked++;
        $decided += $verdict eq $answer;
        push @open, "$name: $question" if $verdict eq 'Maybe';
        ok($verdict eq $answer || $verdict eq 'Maybe', "$name: $question: $verdict") or diag("$answer is right; ", `cat said`);
    }
}
diag(join "\n", "$decided of $asked decided", @open);
cmp_ok($decided, '>=', 26 / 30 * $asked, 'most are decided');
done_testing();
