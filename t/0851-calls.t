#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# calls: a picture of any program is small, and what it does not draw is counted. The oracle is the generator of the
# program, which knows every call.
. "$(dirname "$0")/0800-lib.sh"
flag="-specs=$(cwolf --specs)"

# program FILES FUNCTIONS: writes fN.c, and into `calls` each call as "caller callee". Functions call later ones, three
# calls each, every fourth also one through a pointer; in each file the last one calls the first (a cycle).
program() {
    perl -e 'my ($files, $count) = @ARGV; my $each = $count / $files; srand 7; my %of;
        open my $calls, ">", "calls"; sub file { int($_[0] / $each) }
        for my $f (0 .. $files - 1) {
            open my $c, ">", "f$f.c";
            print $c "extern void (*hook)(int);\n", $f ? "" : "void (*hook)(int);\n";
            print $c "void g$_(int x);\n" for 0 .. $count - 1;
            for my $i ($f * $each .. ($f + 1) * $each - 1) {
                print $c "void g$i(int x)\n{\n";
                my @to = map { $i + 1 + int rand($count - $i - 1) } 1 .. 3;
                @to = () if $i == $count - 1;
                push @to, $f * $each if $i == ($f + 1) * $each - 1 && $each > 1;
                print $c "    if (x) g$_(x - 1);\n" for @to;
                print $c "    hook(x);\n" if $i % 4 == 0;
                print $c "}\n";
                print $calls "$i $_\n" for @to;
            }
        }
        open my $c, ">", "main.c"; print $c "void g0(int x);\nint main(void)\n{\n    g0(3);\n    return 0;\n}\n"' "$1" "$2"
    rm -f ./*.o
    gcc "$flag" -c $(seq -f "f%.0f.c" 0 $(($1 - 1))) main.c && gcc "$flag" -o prog main.o f*.o
}

# boxes FILE: how many boxes, the functions in them, the calls drawn
boxes() {
    perl -ne 'if (/^    f\d+ \[label="(.*?)"[],]/) { $b++; my $l = $1; $n += $l =~ /(\d+) functions?\b/ ? $1 : 1 }
              $c += /label="(\d+)"/ ? $1 : 1 if /^    f\d+ -> f\d+/;
              END { printf "%d boxes, %d functions, %d calls\n", $b, $n, $c }' "$1"
}

program 10 1000
run 0 'a thousand functions in ten files' cwolf calls prog
perl -ne 'if (/^g(\d+) -> g(\d+)(?: \((\d+) calls\))?$/) { print "$1 $2\n" x ($3 || 1) }' out | sort > found
sort calls > made
ok 'cmp found made' 'every call is listed once'
ok 'test $(grep -c "^g[0-9]* -> \*(hook)$" out) = 250' 'and each caller through a pointer'
run 0 'as a picture' cwolf calls --format=dot -o calls.dot prog
boxes calls.dot > drawn
crossing=$(perl -ane '$n++ if int($F[0] / 100) != int($F[1] / 100); END { print $n + 1 }' calls) # and main's
is drawn 'is a box for each file and all calls between them' <<END
11 boxes, 1001 functions, $crossing calls
END
ok 'test $(grep -c "25 through pointers" calls.dot) = 10' 'calls through pointers are counted in each'
if command -v dot >/dev/null; then
    run 0 'graphviz' cwolf calls -o calls.svg prog
    has calls.svg '<svg' 'draws it'
fi
run 0 'without folding' cwolf calls --format=dot --fold=none -o all.dot prog
boxes all.dot > drawn
is drawn 'each function is a box and each call drawn' <<END
1001 boxes, 1001 functions, $(($(wc -l < calls) + 1)) calls
END
run 0 'from a root' cwolf calls --root=g950 --depth=2 prog
perl -ane 'push @{$to{$F[0]}}, $F[1]; END { my (%d, @q) = (950, 0); @q = (950); while (@q) { my $f = shift @q;
    for my $t (@{$to{$f}}) { next if defined $d{$t} || $d{$f} == 2; $d{$t} = $d{$f} + 1; push @q, $t } }
    for my $f (keys %d) { my %s; $s{$_}++ for grep { defined $d{$_} } @{$to{$f}};
    print map { "g$f -> g$_" . ($s{$_} > 1 ? " ($s{$_} calls)" : "") . "\n" } keys %s } }' calls | sort > made
grep -v '[*.]' out | sort > found
ok 'cmp found made && test -s made' 'two calls deep are the functions found by hand'
has out '... (' 'what goes deeper is said'

program 1 1000
run 0 'a thousand functions in one file' cwolf calls --format=dot -o calls.dot prog
boxes calls.dot > drawn
ok 'perl -ne "exit !(/^(\d+) boxes/ && \$1 > 2 && \$1 <= 60)" drawn' 'are those near the root'
ok 'perl -ne "/left out: ([0-9]+) functions more than ([0-9]+) calls deep or not reached/ and exit !(\$1 > 900)" calls.dot' \
    'which says what is left out'

cat > small.c <<'END'
static int odd(int n);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { return n ? even(n - 1) : 0; }
int (*table[2])(int) = {even, odd};
int main(int argc, char **argv) { (void)argv; return table[argc & 1](argc) + even(3) + even(4); }
END
gcc "$flag" -c small.c
run 0 'a small program' cwolf calls --format=dot small.o
has out '[label="main\n*(table[' 'marks who calls through which pointer'
ok 'test $(grep -c "color=\"#1f4e9c\"" out) = 2' 'and what may be called through one'
ok 'test $(grep -c -e "->" out) = 3' 'without arrows between them'
has out 'f3 -> f1 [label="2"]' 'calls of one function are one arrow'
run 2 'a depth' cwolf calls --depth=x small.o
has err '--depth=x: expected a number of calls' 'is a number'
run 2 'a fold' cwolf calls --fold=all small.o
has err 'there are auto, none, file' 'is one of three'
finish
