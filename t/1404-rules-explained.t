#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the help says of each ready-made rule: the program that 'cwolf explain' shows breaks it. And rules for a build that nobody
# edits, by 'cwolf build --rules='.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

sub put { my ($path, $text) = @_; open my $out, '>', $path or die "$path: $!"; print $out $text; close $out or die "$path: $!" }

my @rules = `cwolf help rules` =~ /^  (\w+\.\w+): .*\n      \S/mg;
my @without = grep { my $name = $_; !grep { $_ eq $name } @rules } `cwolf help rules` =~ /^  (\w+\.\w+): /mg;
cmp_ok(scalar @rules, '>=', 18, 'rules that are explained');
is("@without", '', 'each is');
for my $rule (@rules) {
    my $text = `cwolf explain $rule`;
    my ($program) = $text =~ /^A program that breaks it:\n\n((?:    .*\n|\n)+)/m;
    put('p.c', $program =~ s/^    //mgr);
    is(system("gcc -Wall -O0 -fno-builtin -specs=$specs -c -o p.o p.c 2>gcc.log"), 0, "$rule has a program") or diag(`cat gcc.log`);
    like(`cwolf check -R $rule p.o 2>/dev/null`, qr/^False \Q$rule\E$/m, 'that breaks it');
}
my @set = `cwolf explain pthread` =~ /^(pthread\.\w+): /mg;
is(scalar @set, scalar(grep { /^pthread/ } @rules), 'a set is explained rule by rule');
like(`cwolf explain stdio.nul 2>&1`, qr/^cwolf: error: no rule 'stdio\.nul'; did you mean 'stdio\.null'\?$/m, 'a wrong name');
is($? >> 8, 2, 'is wrong use');
like(`cwolf explain 2>&1`, qr/error: expected one name/, 'and so is none');

# A build whose compiler runs in another directory.
mkdir 'sub';
put('my.rules', "twice : after begin() until end() never begin();\n");
put('sub/p.c', "#include <stdio.h>\nstatic void begin(void) {}\nstatic void end(void) {}\nint main(void)\n{\n"
    . "begin();\nend();\n#ifdef BAD\nbegin();\nbegin();\n#endif\nFILE *f = fopen(\"x\", \"r\");\nif (!f)\nreturn 1;\nfclose(f);\n#ifdef WORSE\nfclose(f);\n#endif\n"
    . "return 0;\n}\n");
put('Makefile', "all:\n\tcd sub && gcc \$(WITH) -w -o p p.c\n");
is(system('cwolf build --rules=stdio,my.rules -- make -s >good 2>&1'), 0, 'a build without violations passes') or diag(`cat good`);
is(`cat good`, '', 'in silence');
for my $case (['WORSE', 'stdio.double_close'], ['BAD', 'twice']) {
    my ($define, $rule) = @$case;
    unlink 'sub/p';
    isnt(system("cwolf build --rules=stdio,my.rules -- make -s WITH=-D$define >bad 2>&1"), 0, "a violation of $rule fails it");
    like(`cat bad`, qr/^p\.c:\d+:\d+: error: rule '\Q$rule\E' is violated/m, 'and is told') or diag(`cat bad`);
    ok(!-e 'sub/p', 'and the program is not there');
}
put('known', "stdio.double_close main fclose(f)\n");
is(system('cwolf build --rules=stdio --baseline=known -- make -s WITH=-DWORSE >known.log 2>&1'), 0, 'unless it is known')
    or diag(`cat known.log`);
like(`cwolf build --rulse=stdio -- true 2>&1`, qr/no option '--rulse=stdio'/, 'a wrong option');
like(`cwolf build --rules=stdio 2>&1`, qr/no command given/, 'and no command');
done_testing();
