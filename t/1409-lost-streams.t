#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Streams that are lost where no layer follows them, found by runs from main: command lines, getopt, files that are there or not, streams
# in blocks and lists. What a run says is held against gcc's leak sanitizer: each stream is a block there, fclose frees it, and the
# program gets the arguments of the run. Which files are there is tried in all ways. And null streams, which the library follows.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

open my $shim, '>', 'shim.h' or die;
print $shim <<'END';
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static FILE *opened(void) /* the environment says which of them work: THERE=101 */
{
    static int count;
    const char *there = getenv("THERE");
    return there[count++] == '1' ? (FILE *)malloc(64) : 0;
}
#define fopen(p, m) opened()
#define fclose(f) (free(f), 0)
#define fgetc(f) ((void)(f), -1)
END
close $shim;

my $includes = join '', map {"#include <$_.h>\n"} qw(errno fcntl locale signal stdio stdlib string sys/stat time unistd);

# NAME.c is what is checked, and a native program where that is wanted, with these options.
sub build
{
    my ($name, $text, $native) = @_;
    open my $out, '>', "$name.c" or die;
    print $out "$includes$text\n";
    close $out;
    system("gcc -w -O0 -fno-builtin -specs=$specs -c $name.c") == 0 or die $text;
    system("gcc -w -O0 -fno-builtin $native -o $name $name.c") == 0 or die $text if defined $native;
}

sub put { build('p', $_[0], '-fsanitize=leak -include shim.h') }

# Whether the program leaks natively with these arguments, whatever files are there.
sub leaks
{
    my @arguments = @_;
    for my $there (map { sprintf '%03b', $_ } 0 .. 7) {
        local $ENV{THERE} = "${there}0000";
        local $SIG{__WARN__} = sub { };
        my $status = system { './p' } 'p', @arguments;
        return 1 if $status >> 8 == 23;
    }
    return 0;
}

sub quietly
{
    my ($code) = @_;
    open my $err, '>&', \*STDERR or die;
    open STDERR, '>', '/dev/null' or die;
    my @result = $code->();
    open STDERR, '>&', $err or die;
    return $result[0];
}

# "The program is called": what its C literals stand for.
sub arguments_of
{
    my ($said) = @_;
    my ($line) = $said =~ /the program is called:(.*)/ or return;
    my @all = $line =~ /"((?:[^"\\]|\\.)*)"/g;
    s/\\(?:([0-7]{1,3})|x([0-9a-fA-F]+)|(.))/defined $1 ? chr(oct $1) : defined $2 ? chr(hex $2) : $3 eq 'n' ? "\n" : $3 eq 't' ? "\t" : $3/ge for @all;
    return @all;
}

sub check
{
    my ($seconds) = @_;
    my $said = `cwolf check --timeout=$seconds -R stdio.leak p.o 2>&1`;
    my ($verdict) = $said =~ /^(True|False|Maybe) stdio\.leak$/m;
    return ($verdict // 'none', $said);
}

put("int main(int argc, char **argv) { FILE *f = fopen(argv[0], \"r\"); if (!f) return 1; static void *volatile p; p = f; f = 0; p = 0; return 0; }");
plan skip_all => 'the leak sanitizer does not work here' unless quietly(sub { leaks('a') });

my $box = "struct box { FILE *f; struct box *next; };\nstatic struct box *put(FILE *f, struct box *next) {\n"
    . "struct box *b = malloc(sizeof *b);\nif (!b) exit(1);\nb->f = f;\nb->next = next;\nreturn b;\n}\n"
    . "static FILE *get(const char *n) { FILE *f = fopen(n, \"r\"); if (!f) exit(1); return f; }\n";
my $main = "int main(int argc, char **argv) {\n";

# Each is lost with FAULT, and not without.
my @cases = (
    ['in a block that is freed', "$box static int look(const char *n) { struct box *b = put(get(n), 0); int c = fgetc(b->f); FAULT if (c < 0) { free(b); return 1; }\n"
        . "fclose(b->f); free(b); return 0; }\n$main return argc > 1 ? look(argv[1]) : 0; }"],
    ['at the end of a list', "$box static void end(struct box *b) { while (b) { struct box *n = b->next; FAULT if (n)\nfclose(b->f); free(b); b = n; } }\n"
        . "static void look(void) { struct box *b = put(get(\"a\"), 0); b = put(get(\"b\"), b); end(b); }\n$main look(); return 0; }"],
    ['where an option says so', "$box static int look(const char *n, int q) { struct box *b = put(get(n), 0); FAULT if (!q)\nfclose(b->f); free(b); return 0; }\n"
        . "$main int c, q = 0; while ((c = getopt(argc, argv, \"qv\")) != -1) if (c == 'q') q = 1; else if (c == '?') return 1;\n"
        . "return optind < argc ? look(argv[optind], q) : 0; }"],
    ['in a table that is cleared', "$box static struct box all[3];\n$main for (int i = 0; i < 2; i++) all[i].f = get(argv[0]);\nFAULT if (argc < 3)\n"
        . "for (int i = 0; i < 2; i++) fclose(all[i].f);\nmemset(all, 0, sizeof all); return 0; }"],
    ['before exit', "$box static void leave(int s) { exit(s); }\nstatic void look(void) { struct box *b = put(get(\"a\"), 0); FAULT if (0)\nfclose(b->f); free(b); }\n"
        . "$main look(); leave(3); return 0; }"],
);
for my $case (@cases) {
    my ($what, $text) = @$case;
    put($text =~ s/FAULT//r);
    my ($verdict, $said) = check(10);
    is($verdict, 'False', "$what: it is lost") or diag $text, $said;
    my @arguments = arguments_of($said);
    ok(quietly(sub { leaks(@arguments) }), "$what: natively, too") or diag $said;
    put($text =~ s/FAULT[^\n]*\n//gr =~ s/FAULT.*?free\(b\); return 1; \}//r);
    ($verdict) = check(2);
    isnt($verdict, 'False', "$what: and not without the fault");
}

# What somebody has is not lost: main's variables, a block that is kept, an address that is not aligned, the library's streams.
my @kept = (
    ['by main', "$box $main struct box *b = put(get(\"a\"), 0); return b->f == 0; }"],
    ['by a static variable', "$box static struct box *all; static void look(void) { all = put(get(\"a\"), 0); }\n$main look(); return 0; }"],
    ['by a block that is lost itself', "$box static void look(void) { put(get(\"a\"), 0); }\n$main look(); return 0; }"],
    ['at an odd address', "$box static char bytes[20]; static void look(void) { struct box *b = put(get(\"a\"), 0); memcpy(bytes + 3, &b->f, sizeof b->f); free(b); }\n"
        . "$main look(); return 0; }"],
    ['with a bit of its own', "$box static unsigned long all; static void look(void) { struct box *b = put(get(\"a\"), 0); all = (unsigned long)b->f | 1; free(b); }\n"
        . "$main look(); return 0; }"],
    ['by getopt', "$box static void look(void) { struct box *b = put(get(\"a\"), 0); optarg = (char *)b->f; free(b); }\n$main look(); return 0; }"],
    ['by a function that calls exit', "$box static void look(void) { struct box *b = put(get(\"a\"), 0); exit(0); }\n$main look(); return 0; }"],
    ['by nobody, but it is closed', "$box static void look(void) { struct box *b = put(get(\"a\"), 0); fclose(b->f); free(b); }\n$main look(); return 0; }"],
    ['all are closed', "$box static void look(void) { struct box *b = put(get(\"a\"), 0); free(b); }\n$main look(); fcloseall(); return 0; }"],
);
for my $case (@kept) {
    my ($what, $text) = @$case;
    put($text);
    my ($verdict, $said) = check(2);
    isnt($verdict, 'False', "it is not lost: held $what") or diag $text, $said;
}

# Random ones: what is False leaks natively with the arguments that are told.
my $seed = $ENV{SEED} // 7;
sub some { my ($n) = @_; $seed = ($seed * 1103515245 + 12345) % 2**31; return int($seed / 65536) % $n }
sub condition { my @all = ('argc > 1', 'argc > 2', "argv[argc - 1][0] == 'x'", "argv[0][1] == 'r'", 'n > 1'); return $all[some(scalar @all)] }
sub statement
{
    my @all = ('f = get("a");', 'if (b && b->f == f) b->f = 0; else if (f) fclose(f); f = 0;', 'b = put(f, b);', 'if (b) { b->f = 0; }', 'kept = f;', 'kept = 0;',
        'if (b) { struct box *n = b->next; free(b); b = n; }', 'f = 0;', 'f = kept;', 'n++;', 'b = 0;', 'return n;', 'if (f && f != kept) { f = 0; }');
    return 'if (' . condition() . ") { " . $all[some(scalar @all)] . " }\n";
}
my ($programs, $false, $wrong) = ($ENV{PROGRAMS} // 10, 0, 0);
for my $i (1 .. $programs) {
    my $text = "$box static FILE *kept;\nstatic int work(int argc, char **argv) {\nFILE *f = 0;\nint n = 0;\nstruct box *b = 0;\nf = get(\"a\");\n"
        . join('', map { statement() } 1 .. 3 + some(5)) . "return 0;\n}\n$main return work(argc, argv); }\n";
    put($text);
    my ($verdict, $said) = check(2);
    next if $verdict ne 'False' || $said !~ /the program is called|what it asks of the system/;
    $false++;
    my @arguments = arguments_of($said);
    $wrong++, diag $text, $said unless quietly(sub { leaks(@arguments) });
}
is($wrong, 0, "$programs random programs: each of $false that loses a stream does so natively");
cmp_ok($false, '>', $programs / 8, 'and some do');

# ---- what is in a file ----

# A program that reads a file gets one that leads to the violation; the same file is read natively.
my $reads = "static int load(const char *n) { char line[64]; FILE *f = fopen(n, \"r\"); if (!f) return -1;\n"
    . "while (fgets(line, sizeof line, f)) { if (line[0] == '#') continue; if (line[0] == 'k' && line[1] == '=') abort(); if (line[2] == '!') return 1; }\n"
    . "fclose(f); return 0; }\n";
for my $case (['stdio.leak', 'stdio.leak'], ['reach-assert', 'reach-assert']) {
    my ($name, $rule) = @$case;
    build('r', "$reads int main(int argc, char **argv) { return argc > 1 ? load(argv[1]) : 0; }", '');
    my $ask = $rule =~ /\./ ? '-R' : '-p';
    my $said = `cwolf check --timeout=20 $ask $rule r.o 2>&1`;
    like($said, qr/^False \Q$name\E$/m, "$name: what is in a file decides") or diag $said;
    my ($text) = $said =~ /the file is there, and holds "((?:[^"\\]|\\.)*)"/;
    ok(defined $text, "$name: and is told") or next;
    $text =~ s/\\(?:([0-7]{1,3})|(.))/defined $1 ? chr(oct $1) : $2 eq 'n' ? "\n" : $2 eq 't' ? "\t" : $2/ge;
    open my $file, '>', 'content' or die;
    print $file $text;
    close $file;
    my $status = system('./r content 2>/dev/null');
    ok($name eq 'stdio.leak' ? $status >> 8 == 1 : ($status & 127) == 6 || $status >> 8 == 134, "$name: natively the same");
}

# What no files can be: one that is a directory, one that fails when it cannot, contents and sizes that differ.
for my $text ('FILE *f = fopen("a", "r"), *g = fopen("./a//b", "r"); if (f && g) abort();', 'if (fopen("/dev", "r")) abort();',
    'if (isatty(99) || errno != EBADF) abort();', 'if (!setlocale(LC_ALL, "")) abort();', 'if (setuid(getuid())) abort();',
    'struct stat s; FILE *f; if (stat("a", &s)) return 0; f = fopen("./a", "r"); int n = 0; if (!f) return 0; while (fgetc(f) != EOF) n++; if (n != s.st_size) abort();',
    'FILE *f = fopen("a", "r"), *g = fopen("a", "r"); if (!f || !g) return 0; if (fgetc(f) != fgetc(g)) abort();',
    'FILE *f = fopen("a", "r"); if (!f) return 0; if (fgetc(f) == EOF && !feof(f)) abort(); rewind(f); if (ftell(f)) abort();') {
    build('q', "int main(int argc, char **argv) { $text return 0; }");
    unlike(`cwolf check --timeout=1 -p reach-assert q.o 2>/dev/null`, qr/^False/m, "no run has: $text");
}

# What always succeeds: a run goes on there, and natively the program does the same.
my $always = "extern char **environ;\n$main int n = 0; time_t t, u = time(&t); sigset_t s; mode_t m = umask(077);\n"
    . "for (char **e = environ; *e; e++) n++;\nif (n || t != u || umask(m) != 077 || getpid() <= 0 || getuid() != geteuid()) return 1;\n"
    . "sigemptyset(&s); sigaddset(&s, SIGINT); if (sigismember(&s, SIGINT) != 1 || write(1, \"x\", 1) != 1 || fileno(stderr) != 2) return 2;\n"
    . "FILE *f = fopen(\"\", \"r\"); if (f) return 3; if (argc > 1 && argv[1][0] == 'q') abort(); return 0; }\n";
build('q', $always, '');
is(system('env -i ./q >/dev/null') >> 8, 0, 'natively it goes on to its end');
like(`cwolf check --timeout=10 -p reach-assert q.o 2>/dev/null`, qr/^False reach-assert$/m, 'and so does a run');

# Files that are created: their descriptors, and streams of those.
my $create = 'O_WRONLY | O_CREAT | O_EXCL, 0600';
my $created = "$main if (argc < 2) return 1; int fd = open(\"new\", $create), e; if (fd < 0) return 1; if (fchmod(fd, 0644)) return 2;\n"
    . "FILE *f = fdopen(fd, \"w\"); if (!f) return 3; if (fileno(f) != fd || open(\"new\", $create) != -1 || errno != EEXIST) return 4;\n"
    . "if ((e = open(\"other\", $create)) < 0) return 5; if (e != fd + 1 || close(e)) return 6;\n"
    . "if (fputs(\"x\", f) < 0 || fclose(f)) return 7; if (argv[1][0] == 'q') abort(); return 0; }\n";
build('q', $created, '');
unlink 'new', 'other';
ok((system('./q q') & 127) == 6, 'natively it goes on to its end');
like(`cwolf check --timeout=20 -p reach-assert q.o 2>/dev/null`, qr/^False reach-assert$/m, 'and so does a run');
for my $text ("int fd = open(\"new\", $create); if (fd >= 0 && fd <= 2) abort();", "if (open(\"a\", $create) >= 0 && open(\"./a\", $create) >= 0) abort();",
    "int fd = open(\"a\", $create); FILE *f = fd < 0 ? 0 : fdopen(fd, \"w\"); if (f && fileno(f) != fd) abort();",
    "int fd = open(\"a\", $create), e = open(\"b\", $create); if (fd >= 0 && fd == e) abort();",
    "int fd = open(\"a\", $create); if (fd >= 0 && close(fd) == 0 && close(fd) == 0) abort();") {
    build('q', "int main(int argc, char **argv) { $text return 0; }");
    unlike(`cwolf check --timeout=1 -p reach-assert q.o 2>/dev/null`, qr/^False/m, "no run has: $text");
}

# ---- static variables that have a stream to the end ----

my $static = "static FILE *g; FILE *h; static jmp_buf jump;\n";
my %kept = (
    'stored once' => "$main g = fopen(argv[0], \"r\"); return 0; }",
    'before and behind' => "$main h = stdout; if (argc > 1) h = fopen(argv[0], \"r\"); return h && fgetc(h) > 0; }",
    'from a variable' => "$main FILE *f = fopen(argv[0], \"r\"); g = f; f = 0; return 0; }",
    'from a function' => "static FILE *get(void) { return fopen(\"x\", \"r\"); } $main g = get(); return 0; }",
    'beside one that is closed' => "static void shut(FILE *f) { if (fclose(f)) abort(); } $main g = fopen(argv[0], \"r\"); FILE *f = fopen(argv[0], \"r\"); if (f) shut(f); return 0; }",
);
my %dropped = (
    'overwritten' => "$main g = fopen(argv[0], \"r\"); g = 0; return 0; }",
    'in a loop' => "$main for (int i = 0; i < 2; i++) g = fopen(argv[0], \"r\"); return 0; }",
    'by a jump back' => "$main again: g = fopen(argv[0], \"r\"); if (argc-- > 1) goto again; return 0; }",
    'by longjmp' => "$main volatile int n = setjmp(jump); g = fopen(argv[0], \"r\"); if (!n) longjmp(jump, 1); return 0; }",
    'by a function' => "static void drop(void) { g = 0; } $main g = fopen(argv[0], \"r\"); drop(); return 0; }",
    'at the end' => "static void drop(void) { g = 0; } $main atexit(drop); g = fopen(argv[0], \"r\"); return 0; }",
    'by its address' => "$main FILE **p = &g; g = fopen(argv[0], \"r\"); *p = 0; return 0; }",
    'another copy' => "$main FILE *f = fopen(argv[0], \"r\"); h = f; f = 0; h = 0; return 0; }",
    'by assembler' => "$main g = fopen(argv[0], \"r\"); __asm__ volatile (\"movq \\\$0, %0\" : \"=m\"(g)); return 0; }",
    'main again' => "$main g = fopen(argv[0], \"r\"); return argc > 1 ? main(argc - 1, argv) : 0; }",
    'beside one that is kept' => "static void drop(void) { FILE *f = fopen(\"x\", \"r\"); if (f && argc_of) fclose(f); } $main g = fopen(argv[0], \"r\"); drop(); return 0; }"
        =~ s/argc_of/getenv("x")/r,
    'in another static variable, twice' => "static void keep(void) { h = fopen(\"x\", \"r\"); } $main g = fopen(argv[0], \"r\"); keep(); keep(); return 0; }",
);
for my $case (map({ [0, $_, $kept{$_}] } sort keys %kept), map { [1, $_, $dropped{$_}] } sort keys %dropped) {
    my ($is_lost, $what, $text) = @$case;
    put("#include <setjmp.h>\n$static$text");
    my $leaks = quietly(sub { leaks('a', 'b') });
    is($leaks, $is_lost, "$what: the native runs");
    my ($verdict, $said) = check(1);
    $is_lost ? isnt($verdict, 'True', '    it is not said to be kept') : is($verdict, 'True', '    it is kept') or diag $text, $said;
}

# ---- null streams ----

for my $case (['fprintf', 'fprintf(f, "%d", argc);'], ['fclose', 'fclose(f);'], ['fgets', 'char b[9]; fgets(b, 9, f);'], ['fread', 'char b[9]; fread(b, 1, 9, f);'],
    ['setvbuf', 'setvbuf(f, 0, _IONBF, 0);'], ['fileno', 'return fileno(f);']) {
    my ($what, $text) = @$case;
    build('q', "int main(int argc, char **argv) { FILE *f = fopen(\"/no/x\", \"r\"); $text return 0; }", '');
    my $status = system('./q 2>/dev/null');
    ok(($status & 127) == 11 || $status >> 8 == 139, "$what follows a null stream natively");
    like(`cwolf check --timeout=5 -R memory.null q.o 2>/dev/null`, qr/^False memory\.null$/m, "$what: and is a violation");
}
for my $case (['fflush', 'fflush(f);'], ['ungetc of nothing', 'ungetc(EOF, f);'], ['a line that goes nowhere', 'size_t n = 0; getline(0, &n, f);'],
    ['fgets with less than no room', 'char b[9]; fgets(b, -1, f);'], ['fread of nothing', 'char b[9]; fread(b, 1, 0, f);'], ['fgets without room', 'char b[9]; fgets(b, 1, f);']) {
    my ($what, $text) = @$case;
    build('q', "int main(int argc, char **argv) { FILE *f = fopen(\"/no/x\", \"r\"); if (f) return 1; $text return 0; }", '');
    is(system('./q 2>/dev/null'), 0, "$what: a null stream is nothing natively");
    unlike(`cwolf check --timeout=1 -R memory.null q.o 2>/dev/null`, qr/^False/m, "$what: nor is it a violation");
}
done_testing;
