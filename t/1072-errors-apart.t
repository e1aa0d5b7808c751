#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Errors that need few variables each, and many in all: locks that are taken and given back as flags say, some of them with a
# mistake. Held against the native program on random flags.
use strict;
use warnings;
use File::Temp 'tempdir';

my $specs = `cwolf --specs`;
chomp $specs;
my $dir = tempdir(CLEANUP => 1);
chdir $dir;
my $n = 0;

sub ok {
    my ($is, $what, $more) = @_;
    print $is ? '' : 'not ', 'ok ', ++$n, " - $what\n", $is ? '' : "# $more\n";
}

# Locks 1 to $count; lock $wrong is given back though it was not taken, where the flag of another says so, or where a flag has
# one value that no run tries by chance.
sub locks {
    my ($count, $wrong, $how, $is_rare) = @_;
    my $fails = $how eq 'assert' ? 'assert(0);' : $how eq 'goto' ? 'goto error;' : 'fail();';
    my @all = 1 .. $count;
    my $taken = join '', map { "        if (need$_) lock$_ = 1;\n" } @all;
    my $given = join '', map { my $flag = $_ != $wrong ? "need$_" : $is_rare ? "need$_ || need1 * 7 == 539" : 'need' . (($_ % $count) + 1);
        "        if ($flag) { if (lock$_ != 1) $fails lock$_ = 0; }\n" } @all;
    my $left = join '', map { "        if (lock$_) $fails\n" } grep { $_ != $wrong } @all;
    return "#include <assert.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nstatic void fail(void) { abort(); }\nint main(void)\n{\n"
        . join('', map { "    int lock$_ = 0, need$_;\n" } @all) . "    while (__VERIFIER_nondet_int() != 5) {\n"
        . join('', map { "        need$_ = __VERIFIER_nondet_int();\n" } @all) . "$taken$given$left    }\n    return 0;\nerror:\n    abort();\n}\n";
}

sub aborts {
    open my $out, '>', 'inputs.c' or die;
    print $out "#include <stdlib.h>\nint __VERIFIER_nondet_int(void) { static int n; return n++ > 50000 ? 5 : rand() % 3 ? rand() % 2 : 77; }\n";
    close $out;
    system('gcc -w p.c inputs.c -o p') == 0 or die;
    return system('./p 2>/dev/null') != 0;
}

for my $how ('assert', 'goto', 'call') {
    for my $count (3, 9, 15) {
        for my $wrong (0, 1, $count, -1) {
            open my $out, '>', 'p.c' or die;
            print $out $wrong < 0 ? locks($count, 2, $how, 1) : locks($count, $wrong, $how);
            close $out;
            system("gcc -specs=$specs -w -c p.c") == 0 or die;
            my $aborts = aborts();
            my ($verdict) = (`cwolf check -p reach-assert p.o 2>check.log` // '') =~ /^(\w+) /;
            my $is_right = $verdict eq ($aborts ? 'False' : 'True') || ($wrong < 0 && $verdict eq 'Maybe');
            ok($is_right && $aborts == ($wrong != 0),
                "$count locks, " . ($wrong < 0 ? 'one seldom wrong' : $wrong ? "number $wrong wrong" : 'none wrong') . ", $how", "said $verdict, the program " . ($aborts ? 'aborts' : 'ends'));
        }
    }
}
print "1..$n\n";
