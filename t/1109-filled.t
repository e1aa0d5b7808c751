#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# no-uninit: what a call of the library has filled is known where a test of its result says so. All results that the call can have
# are tried against the test: a read of what was not filled is never True; some programs are run under valgrind as well.
#
#   SEED=N COUNT=N t/1109-filled.t
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $seed = $ENV{SEED} // 1109;
my $count = $ENV{COUNT} // 36;
my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
srand $seed;

sub pick { $_[int rand @_] }

my %holds = ('==' => sub { $_[0] == $_[1] }, '!=' => sub { $_[0] != $_[1] }, '<' => sub { $_[0] < $_[1] }, '<=' => sub { $_[0] <= $_[1] },
    '>' => sub { $_[0] > $_[1] }, '>=' => sub { $_[0] >= $_[1] });
# A call, its results, what may be read behind it, and the least result that fills that.
my @calls = (
    ['int a, b;', 'scanf("%d %d", &a, &b)', [-1 .. 2], {a => 1, b => 2}],
    ['int a; char s[8];', 'scanf("%*d %d %7s", &a, s)', [-1 .. 2], {a => 1, 's[0]' => 2, 's[1]' => 2, 's[2]' => 9}],
    ['int a; short h;', 'scanf("%d%n", &a, &(int){0})', [-1 .. 1], {a => 1, h => 9}],
    ['char s[4];', 'read(0, s, 4)', [-1 .. 4], {map { ("s[$_]" => $_ + 1) } 0 .. 3}],
    ['char s[8];', 'read(0, s + 0, sizeof s)', [-1 .. 8], {map { ("s[$_]" => $_ + 1) } 0, 3, 7}],
    ['int n[3];', 'fread(n, sizeof *n, 3, stdin)', [0 .. 3], {map { ("n[$_]" => $_ + 1) } 0 .. 2}],
    ['char s[9];', 'fgets(s, 9, stdin)', [0, 1], {'s[0]' => 1, 's[1]' => 1, 's[2]' => 9}],
    ['struct stat s;', 'stat("/", &s)', [-1, 0], {'s.st_size' => 0, 's.st_mode' => 0}],
    ['struct { int x, y; } p;', 'scanf("%d%d", &p.y, &p.x)', [-1 .. 2], {'p.x' => 2, 'p.y' => 1}]);

# Tests of `r`: C, and what it says of a result.
sub test {
    my ($most) = @_;
    my ($op, $k) = (pick(sort keys %holds), int(rand($most + 3)) - 1);
    my $of = sub { $holds{$op}->($_[0], $k) };
    return pick(["r $op $k", $of], ["r $op $k", $of], ["!(r $op $k)", sub { !$of->(@_) }], ['r', sub { $_[0] != 0 }], ['!r', sub { $_[0] == 0 }],
        ["r $op $k && r < 7", sub { $of->(@_) && $_[0] < 7 }], ["r < 0 || r $op $k", sub { $_[0] < 0 || $of->(@_) }]);
}

my (%seen, @wrong, @native);
for my $number (1 .. $count) {
    my ($locals, $call, $results, $needs) = @{pick(@calls)};
    my $reads = pick(sort keys %$needs);
    my ($text, $of, $branch);
    for (1 .. 30) { # half of them should test enough, the others just not enough
        ($text, $of) = @{test($results->[-1])};
        ($text, $of) = @{pick(['r', sub { $_[0] }], ['!r', sub { !$_[0] }], ['r == 0', sub { !$_[0] }], ['r != NULL', sub { $_[0] }])} if $call =~ /fgets/;
        $branch = int rand 2;
        my @lacking = grep { !$of->($_) == !$branch && $_ < $needs->{$reads} } @$results;
        last if $number % 2 ? "@lacking" eq ($needs->{$reads} - 1) : !@lacking;
    }
    my $type = $call =~ /fread/ ? 'unsigned long' : $call =~ /fgets/ ? 'char *' : pick('int', 'long');
    my @bad = grep { !$of->($_) == !$branch && $_ < $needs->{$reads} } $type =~ /un/ ? grep { $_ >= 0 } @$results : @$results;
    next if $type =~ /un/ && $text =~ /-1|< 0/; # that is another number there
    my $use = "if ($reads > 3) return 2;";
    my $program = "#include <stdio.h>\n#include <unistd.h>\n#include <sys/stat.h>\nint main(void)\n{\n    $locals\n    "
        . pick("$type r = $call;\n    if ($text) { ", "$type r;\n    if ((r = $call, $text)) { ")
        . ($branch ? "$use }" : "} else { $use }") . "\n    return 0;\n}\n";
    open my $out, '>', 'p.c' or die;
    print $out $program;
    close $out;
    system("gcc -w -specs=$specs -c -o p.o p.c") == 0 or die "the program $number does not compile:\n$program";
    my ($said) = map { /^(\w+)/ } `cwolf check --no-search -p no-uninit p.o 2>said`;
    my $kind = @bad ? 'bad' : 'good';
    $seen{"$kind, $said"}++;
    diag($program) if $ENV{SHOW} && $kind eq 'good' && $said eq 'Maybe';
    push @wrong, "$said, though the result may be @bad:\n$program" if @bad && $said eq 'True';
    push @wrong, "$said, though every result of [@$results] that leads there fills it:\n$program" if !@bad && $said eq 'False';
    push @native, [$said, $program, scalar @bad] if @native < 3 && $said ne 'Maybe' && $call =~ /stdin|scanf|read/;
}
diag(join '; ', map { "$_: $seen{$_}" } sort keys %seen);
ok(!@wrong, 'what was not filled is never taken for filled') or diag(join "\n", @wrong);
my $good = ($seen{'good, True'} // 0) + ($seen{'good, Maybe'} // 0);
cmp_ok($seen{'good, True'} // 0, '>=', 0.7 * $good, 'most of what was filled is known');
cmp_ok($good, '>', $count / 5, 'both are common');
cmp_ok(($seen{'bad, Maybe'} // 0) + ($seen{'bad, False'} // 0), '>', $count / 5, '... as well');

for my $p (@native) {
    my ($said, $program, $is_bad) = @$p;
    open my $out, '>', 'n.c' or die;
    print $out $program;
    close $out;
    system('gcc -w -o n n.c') == 0 or die;
    my $found = 0;
    for my $input ('', '7', 'x', "7\n8 abc\n") {
        open my $in, '>', 'input' or die;
        print $in $input;
        close $in;
        system('valgrind -q --error-exitcode=99 ./n <input >valgrind 2>&1');
        $found |= $? >> 8 == 99;
    }
    ok(!$found, "valgrind finds nothing in what is True") if $said eq 'True';
    ok($is_bad, "what is False may happen") if $said eq 'False';
}

# A block that is entered anew has a new variable (ISO C11, 6.2.4): the result of the call is that of the old one.
open my $anew, '>', 'anew.c' or die;
print $anew "#include <unistd.h>\nint main(void)\n{\n    long n;\n    goto first;\n    {\n        char b[2];\n    again:\n"
    . "        if (n == 2)\n            return b[0] == 3;\n        return 0;\n    first:\n        n = read(0, b, 2);\n    }\n    goto again;\n}\n";
close $anew;
system("gcc -w -specs=$specs -c -o anew.o anew.c") == 0 or die;
like(`cwolf check --no-search -p no-uninit anew.o 2>/dev/null`, qr/^(?:False|Maybe) /, 'what was filled ends with its block');

# Why it is Maybe without runs; a run of them comes to the end of standard input, where nothing is filled, as valgrind sees natively.
open my $out, '>', 'why.c' or die;
print $out "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); if (n > 3) return 2; return 0; }\n";
close $out;
system("gcc -w -specs=$specs -c -o why.o why.c") == 0 or die;
like(`cwolf check --no-search -p no-uninit why.o 2>&1`, qr/'scanf' surely gives it one only where a test of its result says so/, 'the reason is said');
like(`cwolf check -p no-uninit why.o 2>/dev/null`, qr/^False /, 'a run to the end of the input decides it');
system('gcc -w -g -o why why.c && valgrind -q --error-exitcode=99 ./why </dev/null >valgrind 2>&1');
is($? >> 8, 99, 'and valgrind finds it there');
done_testing();
