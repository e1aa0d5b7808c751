#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What functions of the library need of their arguments, and what they leave: functions that stop before the size that they are given,
# getline where there is no memory, handles that are blocks of the heap, objects that others define or nobody does, buffers that no setjmp
# has set. Native runs with gcc's sanitizers say which programs err: those are never True, the others never False.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

my $head = "#define _GNU_SOURCE\n" . join '', map {"#include <$_.h>\n"} qw(arpa/inet dirent iconv locale setjmp stdio stdlib string strings time unistd wchar);
open my $other, '>', 'other.c' or die;
print $other "char buffer[10];\n"; # a unit without a fragment
close $other;
system('gcc -c other.c') == 0 or die;

sub put
{
    my ($text) = @_;
    open my $out, '>', 'p.c' or die;
    print $out "$text\n";
    close $out;
}

sub compile
{
    my ($text) = @_;
    put($text);
    system("gcc -w -specs=$specs -c p.c") == 0 or die $text;
}

my @right = (
    ['strncmp of what has no end', 'char s[2] = {97, 97}; return strncmp(s, "aab", 2);'],
    ['strncmp of what was read', 'char m[4]; if (read(0, m, 4) != 4) return 0; return strncmp(m, "ABCD", 4) != 0;'],
    ['strncasecmp in a block', 'char *p = malloc(3); if (!p) return 0; memcpy(p, "abc", 3); int r = strncasecmp(p, "ABC", 3); free(p); return r;'],
    ['mbtowc', 'wchar_t w; return mbtowc(&w, "a", 4) != 1;'],
    ['mblen', 'return mblen("a", 6) != 1;'],
    ['memccpy', 'char d[3]; memccpy(d, "ab", 0, 100); return d[2];'],
    ['memchr', 'char d[2] = "a"; return memchr(d, 0, 100) != d + 1;'],
    ['mbstowcs', 'wchar_t w[2]; return mbstowcs(w, "a", 100) != 1;'],
    ['wcstombs', 'char d[2]; return wcstombs(d, L"a", 100) != 1;'],
    ['swprintf', 'wchar_t d[8]; return swprintf(d, 100, L"a") != 1;'],
    ['strftime', 'struct tm t = {0}; char p[5]; return strftime(p, 50, "%Y", &t) != 4;'],
    ['inet_ntop', 'struct in_addr a = {0}; char p[16]; return !inet_ntop(AF_INET, &a, p, 100);'],
    ['getline behind a block', 'char *q = malloc(2), *p = 0; size_t n = 0; free(q); getline(&p, &n, stdin); free(p); return 0;'],
    ['getline of a block', 'char *p = malloc(2); size_t n = p ? 2 : 0; if (getline(&p, &n, stdin) > 0) putchar(p[0]); free(p); return 0;'],
);
my @wrong = (
    ['strncmp beyond the end', 'memory-safe', 'char s[2] = {97, 97}; return strncmp(s, "aab", 3);'],
    ['mblen beyond the end', 'memory-safe', 'char *s = malloc(1); if (!s) return 0; *s = (char)0xc3; setlocale(LC_ALL, "C.UTF-8"); int r = mblen(s, 2); r += s[1]; free(s); return r;'],
    ['a directory', 'no-leak', 'DIR *d = opendir("/"); d = 0; return 0;'],
    ['a locale', 'no-leak', 'locale_t l = newlocale(LC_ALL_MASK, "C.UTF-8", 0); l = 0; return 0;'],
    ['a conversion', 'no-leak', 'iconv_t c = iconv_open("UTF-8", "UTF-16"); c = 0; return 0;'],
    ['what nobody defines', 'memory-safe', 'extern int absent __attribute__((weak)); absent = 3; return 0;'],
    ['what nobody defines, an element', 'memory-safe', 'extern int absent[4] __attribute__((weak)); return argc < 4 ? absent[argc] : 0;'],
    ['what nobody defines, read', 'no-null', 'extern int absent __attribute__((weak)); return absent;'],
    ['what others define', 'memory-safe', 'extern char buffer[]; return buffer[1 << 24];'],
    ['the same by an index', 'memory-safe', 'extern char buffer[]; buffer[argc << 24] = 1; return 0;'],
    ['no setjmp came here', 'memory-safe', 'static jmp_buf b; if (argc > 5 && setjmp(b)) return 0; longjmp(b, 1);'],
);
my $native = 'gcc -w -g -fsanitize=address,undefined -fno-sanitize-recover=undefined';
$ENV{ASAN_OPTIONS} = 'detect_leaks=1';
open my $probe, '>', 'n.c' or die;
print $probe "#include <stdlib.h>\nint main(void) { static void *volatile p; p = malloc(3); p = 0; return 0; }\n";
close $probe;
plan skip_all => 'the sanitizers do not work here' if system("$native -o n n.c") || !system('./n 2>/dev/null');
for my $case (map({ [0, $_->[0], 'memory-safe', $_->[1]] } @right), map { [1, @$_] } @wrong) {
    my ($is_wrong, $what, $property, $text) = @$case;
    put("${head}int main(int argc, char **argv) { $text }");
    system("$native -o n p.c other.o") == 0 or die $text;
    my $status = system('echo ABCD | ./n >/dev/null 2>&1');
    is($status != 0 || 0, $is_wrong, "$what: the native run");
    system("gcc -w -specs=$specs -o p p.c other.o") == 0 or die $text;
    my $how = $is_wrong ? '--no-search' : '--timeout=1';
    my ($verdict) = `cwolf check $how -p $property ./p 2>/dev/null` =~ /^(True|False|Maybe) /;
    isnt($verdict, $is_wrong ? 'True' : 'False', "    and $property");
}

# abs of the most negative number (C11, 7.22.6.1).
compile("#include <stdlib.h>\nint main(int argc, char **argv) { int least = -2147483647 - 1; int r = abs(least); return r == 3; }");
like(`cwolf check -p no-overflow p.o 2>&1`, qr/^False no-overflow$/m, 'abs overflows');
compile("#include <stdlib.h>\nint main(int argc, char **argv) { int r = argc < -9 || argc > 9 ? 0 : abs(argc); return r == 3; }");
like(`cwolf check -p no-overflow p.o 2>&1`, qr/^True no-overflow$/m, 'and does not');

# Of a long double ten bytes are written (valgrind says so), and functions of the program's may take the library's names.
for my $case (['no-uninit', 'Maybe', 'int main(int c, char **v) { union { long double d; int i[4]; } u; u.d = c; if (u.i[3]) return 1; return 0; }'],
    ['no-uninit', 'True', 'int main(int c, char **v) { long double d, e[2]; d = c; e[0] = d; e[1] = e[0] + d; if (e[1] > 3) return 1; return 0; }']) {
    my ($property, $wanted, $text) = @$case;
    compile($text);
    like(`cwolf check --no-search -p $property p.o 2>&1`, qr/^$wanted $property$/m, "$property: $text");
}
for my $text ('char *getenv(const char *s) { return 0; } int main(void) { char *p = getenv("X"); return p[0]; }',
    'void *malloc(unsigned long n) { return 0; } int main(void) { char *p = malloc(4); return p[0]; }') {
    compile($text);
    unlike(`cwolf check --timeout=2 -R memory.untested p.o 2>&1`, qr/^True/m, "followed untested: $text");
}

# What is assumed of accesses is told of every function.
compile("static int a[4], b[4];\nvoid bad(void) {}\nstatic int f(int i) {\nreturn a[i]; }\nstatic int g(int i) {\nreturn b[i]; }"
    . "int main(int argc, char **argv) { if (f(argc) + g(argc) > 3 && argc > 9 && argc < 3) bad(); return 0; }");
like(`cwolf check --no-search -p 'unreachable bad' p.o 2>&1`, qr/assumed: 2 accesses stay in bounds \(first p\.c:4\)/, 'of two functions');
done_testing;
