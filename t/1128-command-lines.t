#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs with a command line, in which the system fails what it is asked. The oracle is the native run: with the arguments and the
# environment that the path tells it ends where the path does.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;
my $head = join '', map {"#include <$_.h>\n"} qw(assert dirent errno fcntl langinfo locale pwd regex stdio stdlib string sys/ioctl sys/stat unistd);
my %environment; # that the last path tells

sub ask
{
    my ($body, @options) = @_;
    open my $out, '>', 'p.c' or die;
    print $out "$head$body";
    close $out;
    system("gcc -w -specs=$specs -fplugin-arg-cwolf-missing=ignore -c p.c && gcc p.o -o p") == 0 or die $body;
    my $said = `cwolf check @{[@options ? @options : '-p reach-assert']} p.o 2>&1`;
    my ($verdict) = $said =~ /^(True|False|Maybe) /m;
    my ($told) = $said =~ /the program is called: (.*)$/m;
    %environment = map { /^(\w+)=(".*")$/ ? ($1 => (arguments($2))[0]) : () } $said =~ /the environment has (.*)$/mg;
    return ($verdict, $told);
}

# The arguments of the text that a path shows.
sub arguments
{
    my ($told) = @_;
    my %escape = (n => "\n", t => "\t", r => "\r", a => "\a", b => "\b", f => "\f", v => "\013");
    return map {s{\\(?:([0-7]{3})|(.))}{defined $1 ? chr oct $1 : $escape{$2} // $2}ger} $told =~ /"((?:[^"\\]|\\.)*)"/g;
}

sub native
{
    my (@arguments) = @_;
    my $pid = fork // die;
    if (!$pid) {
        open $_, '>', '/dev/null' for *STDOUT, *STDERR;
        %ENV = %environment;
        exec {'./p'} 'program', @arguments;
        die;
    }
    waitpid $pid, 0;
    return $? & 127;
}

# An assertion that fails with some command line.
my %bad = (
    'an option with a value' =>
        'if (argc == 3 && !strcmp(argv[1], "-o") && argv[2][0] == \'x\' && argv[2][1] > \'4\') assert(!strcmp(argv[2], "no"));',
    'a long option' => 'if (argc > 1 && !strcmp(argv[1], "--lvl")) assert(argc == 2);',
    'their number' => 'assert(argc != 4);',
    'none' => 'assert(argc > 1);',
    'behind an address as text' => 'char b[64]; snprintf(b, sizeof b, "%d at %p", argc, (void *)b); assert(b[0] != \'3\');',
    'behind strtok' => 'if (argc == 2 && argv[1][0] == \'k\' && argv[1][1] == \',\' && argv[1][2]) { strtok(argv[1], ","); assert(!strtok(NULL, ",")); }',
    'an empty one' => 'if (argc == 2 && !argv[1][0]) assert(0);',
    'the last' => 'for (int i = 1; i < argc; i++) if (argv[i][0] == \'-\' && argv[i][1] == \'q\') assert(argv[i + 1]);',
    'bytes that are no letters' => 'if (argc == 2 && argv[1][0] == \'"\' && argv[1][1] == \'\\\\\' && (argv[1][2] & 0xff) > 0x80) assert(0);',
    'a file that cannot be opened' => 'if (argc == 2 && argv[1][0] == \'/\' && argv[1][1] == \'n\') { FILE *f = fopen(argv[1], "r"); assert(f); }',
    'the error is said' => 'struct stat s; if (argc == 2 && *argv[1] == \'n\' && lstat(argv[1], &s)) assert(errno == 0);',
    'streams differ' => 'FILE *f = argc == 2 ? stdout : stdin; if (f != stdin) assert(argv[1][0] != \'s\');',
    'bits beside bits that nobody wrote' => 'unsigned *t = malloc(4); if (!t) return 1; *t = (*t | 2) << 1; if (argc == 2) assert(argv[1][0] != \'b\');',
    'a variable of the environment' => 'char *s = getenv("CW_LEVEL"); if (s && s[0] == \'q\' && s[1] > \'6\') assert(s[1] == 9);',
    'another one is not there' => 'char *s = getenv("CW_A"), *t = getenv("CW_B"); if (s && *s == \'k\') assert(t);',
    'the locale of the environment' => 'if (setlocale(LC_ALL, "") && *nl_langinfo(CODESET) == \'A\' && argc == 2) assert(argv[1][0] != \'c\');',
    'there is no window' => 'struct winsize w; if (ioctl(1, TIOCGWINSZ, &w) < 0 && errno == ENOTTY && argc == 2) assert(argv[1][0] != \'w\');',
    'nothing else is set' => 'if (!getenv("HOME")) assert(argc == 1 || argv[1][0] != \'h\');',
);
for my $what (sort keys %bad) {
    my ($verdict, $told) = ask("int main(int argc, char **argv) { $bad{$what} return 0; }\n");
    is($verdict, 'False', "$what: found");
    is($told ? native(arguments($told)) : native(), 6, '    and so natively: ' . ($told // 'by another layer'));
}

# Nothing that cannot be.
my %good = (
    'argv ends with a null pointer' => 'assert(!argv[argc]);',
    'arguments are strings' => 'for (int i = 1; i < argc; i++) assert(strlen(argv[i]) < 1000000);',
    'they are different objects' => 'if (argc == 3) assert(argv[1] != argv[2]);',
    'the locale of C' => 'assert(setlocale(LC_ALL, "C"));',
    'a locale that is asked for' => 'assert(setlocale(LC_ALL, NULL));',
    'the system fails with an error' => 'errno = 0; if (open(argv[0], O_RDONLY) < 0) assert(errno);',
    'no descriptor comes of it' => 'int d = open(argv[0], O_RDONLY); assert(d >= -1);',
    'a shell that is not asked for' => 'assert(system(NULL) != -1);',
    'a name of the locale of C' => 'assert(setlocale(LC_ALL, "LC_CTYPE=C;LC_NUMERIC=C;LC_TIME=C;LC_COLLATE=C;LC_MONETARY=C;LC_MESSAGES=C;LC_PAPER=C;LC_NAME=C;LC_ADDRESS=C;LC_TELEPHONE=C;LC_MEASUREMENT=C;LC_IDENTIFICATION=C"));',
    'no descriptor has its own error' => 'struct stat s; if (dup(-1) < 0) assert(errno == EBADF); if (fstat(-1, &s)) assert(errno == EBADF);',
    'no file has, nor a wrong mode' => 'if (open("", O_RDONLY) < 0) assert(errno == ENOENT); if (!fopen("x", "zz")) assert(errno == EINVAL);',
    'nor a template without a place' => 'char t[] = "abc"; if (mkstemp(t) < 0) assert(errno == EINVAL);',
    'the end of input is not given back' => 'int c = getchar(); if (c == EOF) assert(ungetc(c, stdin) == EOF);',
    'an end that is forgotten' => 'while (getchar() != EOF); clearerr(stdin); assert(!feof(stdin));',
    'what is opened is no standard stream' => 'FILE *f = fopen(argv[0], "r"); if (f) assert(f != stdin && f != stderr);',
    'a bit that was written' => 'unsigned char *t = malloc(4); if (!t) return 1; *t = (*t | 2) << 1; assert(*t & 4);',
    'a variable stays what it is' => 'char *a = getenv("CW_A"), *b = getenv("CW_A"); assert(!a == !b && (!a || !strcmp(a, b)));',
    'the list of variables is true' => 'extern char **environ; if (!environ[0]) assert(!getenv("CW_A"));',
    'no directory is read' => 'DIR *d = opendir("."); if (!d) return 1; assert(d); closedir(d);',
);
for my $what (sort keys %good) {
    my ($verdict) = ask("int main(int argc, char **argv) { $good{$what} return 0; }\n");
    isnt($verdict, 'False', "$what: not accused");
    is(native('a', 'b'), 0, '    and natively there is none');
}

# What is no function of the system does not fail.
my ($other) = ask('extern int isdir(int); int main(int argc, char **argv) { assert(isdir(argc) >= 0); return 0; } ' .
    'int isdir(int n) { return n > 0; }');
is($other, 'True', 'a function of the program');
for my $what ('int access(int sensor);', 'int access(int sensor) __attribute__((const));') {
    open my $out, '>', 'p.c' or die;
    print $out "#include <assert.h>\n$what\nint main(void) { assert(access(1) >= 0); return 0; }\n";
    close $out;
    system("gcc -w -specs=$specs -fplugin-arg-cwolf-missing=ignore -c p.c") == 0 or die;
    like(`cwolf check -p reach-assert p.o 2>/dev/null`, qr/^Maybe/, "not the system's: $what");
}

# A number among the arguments is no text that is looked at.
my ($numbers) = ask('int main(int argc, char **argv) { struct stat s; int d = dup(1), e = fstat(3, &s), f = isatty(1); return (d < 0) + e + f + argc; }', '-p memory-safe');
isnt($numbers, 'False', 'descriptors are numbers');

# Of the heap.
my ($verdict, $told) = ask('int main(int argc, char **argv) { char *p = 0; if (argc > 1 && argv[1][0] == \'l\') { p = malloc(9); p = 0; } return p != 0; }', '-p no-leak');
is($verdict, 'False', 'a block that is lost with an argument');
like($told, qr/^"l/, '    which is told');

# Where exit ends the program; what only an expression has that is done is lost, too. The leak sanitizer is the oracle.
sub loses
{
    my (@arguments) = @_;
    system('gcc -w -O0 -fsanitize=leak p.c -o leaks') == 0 or die;
    return system("./leaks @arguments 2>/dev/null") >> 8 == 23;
}
my $keep = 'static char *keep(const char *s) { char *p = malloc(strlen(s) + 1); if (!p) exit(1); strcpy(p, s); return p; }' .
    ' static int count(char *s, int n) { for (; *s; s++) n += *s == \'i\'; return n; } static int leave(void) { exit(0); } ';
my $counts = "${keep}int main(int argc, char **argv) { int n = 0; if (argc > 1) n = count(keep(argv[1]), 0); exit(0); }";
($verdict, $told) = ask($counts, '-p no-leak');
is($verdict, 'False', 'lost behind exit');
ok(loses('i'), '    and so it is natively');
like((ask("${keep}int main(int argc, char **argv) { return argc > 1 ? count(keep(argv[1]), leave()) : 0; }", '-p no-leak'))[0], qr/^(True|Maybe)$/,
    'an expression that is not done has it');
ok(!loses('i'), '    and natively it is there');

# Where an argument says so, a block is not there.
my $block = 'int main(int argc, char **argv) { char *p = argv[0]; if (argc > 1 && argv[1][0] == \'m\') p = malloc(9); return *p == 1; }';
($verdict, $told) = ask($block, '-p no-null');
is($verdict, 'False', 'a block that is not there, with an argument');
ask("static void *none(size_t n) { return 0; }\n#define malloc none\n$block");
is(native(arguments($told // '')), 11, '    and natively a null pointer is followed: ' . ($told // ''));

# What the library's regular expressions say, changed inputs find out.
($verdict, $told) = ask('int main(int argc, char **argv) { regex_t r; if (argc == 2 && !regcomp(&r, "^[0-9k]$", REG_EXTENDED)) ' .
    'assert(regexec(&r, argv[1], 0, NULL, 0)); return 0; }', '-p reach-assert', '--timeout=20');
is($verdict, 'False', 'behind a regular expression: found');
is(native(arguments($told // '')), 6, '    and so natively: ' . ($told // ''));

# strtok goes on in no text where there was none yet.
ask('int main(int argc, char **argv) { char b[] = "a,b"; if (argc != 2) strtok(b, ","); return strtok(NULL, ",") == b; }', '-p no-null');
is(native('a'), 11, 'strtok without a text crashes');
like(`cwolf run ./p -- a 2>&1`, qr/argument 1 of 'strtok' is a null pointer, and no text was given before/, '    and a run says why');
unlike(`cwolf run ./p 2>&1`, qr/error/, '    and nothing where there was one');
like(`cwolf check --no-search -p no-null p.o 2>&1`, qr/^Maybe /m, '    and who does not run it does not know');
is((ask('int main(void) { char b[] = "a,b"; int n = 0; for (char *p = strtok(b, ","); p; p = strtok(NULL, ",")) n++; return n; }', '-p no-null'))[0],
    'True', 'strtok goes on in the text that it was given');
my $convert = 'int main(int argc, char **argv) { char b[] = "ab", o[9], *p = b, *q = o; size_t n = 2, m = 9; iconv_t c = iconv_open("UTF-8", "UTF-8"); ' .
    'return c != (iconv_t)-1 && iconv(c, &p, &n, &q, argc == 2 ? NULL : &m) != 0; }';
isnt((ask("#include <iconv.h>\n$convert", '-p no-null'))[0], 'True', 'iconv needs to know how much room there is');
is(native('a'), 11, '    natively, too');

# Rules, whose streams and descriptors are not the library's: those that a run is given could not be opened.
my $option = 'argc == 2 && argv[1][0] == \'-\' && argv[1][1] == \'z\' && argv[1][2] + argv[1][3] * 3 == 400';
my %rules = (
    'a stream' => ['stdio.null', "fprintf(stderr, \"begins\\n\"); if ($option) { FILE *f = fopen(\"/no/f\", \"w\"); fputs(\"x\", f); }", 11],
    'a stream that a structure holds' => ['stdio.null', "struct { FILE *f; } s = {stdout}; if ($option) s.f = fopen(\"/no/f\", \"w\"); fputc('x', s.f);", 11],
    'a descriptor' => ['posix.unopened', "char c; if ($option) { int d = open(\"/no/f\", O_RDONLY); if (read(d, &c, 1) < 0 && errno == EBADF) abort(); }", 6],
    'tested' => ['stdio.null', "if ($option) { FILE *f = fopen(\"/no/f\", \"w\"); if (!f) return 1; fputs(\"x\", f); fclose(f); } fputs(\"x\", stdout);"],
    'closed' => ['stdio.double_close', "if ($option) { FILE *f = fopen(\"/no/f\", \"w\"); if (f) fclose(f); if (!f) return 1; setlinebuf(f == 0 ? stderr : stdout); }"],
    'another one' => ['stdio.use_after_close', "FILE *f = fopen(\"/no/f\", \"w\"); if (f) fclose(f); if ($option) fputs(\"x\", f ? stdout : stderr);"],
);
for my $what (sort keys %rules) {
    my ($rule, $body, $signal) = @{$rules{$what}};
    my ($verdict, $told) = ask("int main(int argc, char **argv) { $body return 0; }\n", "-R $rule", '--timeout=20');
    is($verdict eq 'False', !!$signal, "$rule, $what: $verdict");
    is(native($told ? arguments($told) : ('-zaa')), $signal // 0, '    and so natively: ' . ($told // 'nothing'));
}

# Files, which may be there and empty, or take what is written. Natively those that are named are.
my %files = (
    'a file without a character' => ['if (argc == 2) { FILE *f = fopen(argv[1], "r"); if (f) assert(getc(f) != EOF); }', 6],
    'without a line, behind an option' => ['char b[9]; if (argc == 3 && !strcmp(argv[1], "-t")) { FILE *f = fopen(argv[2], "rb"); if (f) assert(fgets(b, 9, f)); }', 6],
    'what is written' => ['FILE *f = argc == 2 ? fopen(argv[1], "w") : NULL; if (f && fputs("x", f) >= 0 && !fclose(f)) assert(0);', 6],
    'what stat says' => ['struct stat s; if (argc == 2 && !stat(argv[1], &s) && S_ISREG(s.st_mode)) assert(s.st_size);', 6],
    'its end' => ['FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL; if (f) { while (getc(f) != EOF); assert(feof(f) && !ferror(f)); assert(!fclose(f)); }', 0],
    'it is not written, being read' => ['FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL; if (f) assert(fputs("x", f) == EOF);', 0],
    'it is not read, being written' => ['FILE *f = argc > 1 ? fopen(argv[1], "w") : NULL; if (f) { assert(getc(f) == EOF); assert(!feof(f)); }', 0],
    'it keeps what is written' => ['FILE *f = argc > 1 ? fopen(argv[1], "w") : NULL; if (f && fputs("x", f) >= 0 && !fclose(f) && (f = fopen(argv[1], "r"))) assert(getc(f) == 120);', 0],
    'and so does one that goes on' => ['FILE *f = argc > 1 ? fopen(argv[1], "w+") : NULL; if (f && fputs("x", f) >= 0) { rewind(f); assert(getc(f) == 120); }', 0],
    'its size then' => ['struct stat s; FILE *f = argc > 1 ? fopen(argv[1], "w") : NULL; if (f && fputs("x", f) >= 0 && !fclose(f) && !stat(argv[1], &s)) assert(s.st_size == 1);', 0],
    'it is no directory at once' => ['struct stat s; if (argc > 1 && !stat(argv[1], &s)) assert(S_ISREG(s.st_mode) != S_ISDIR(s.st_mode));', 0],
    'a directory has no characters' => ['assert(!fopen("/", "w")); assert(!fopen("f/", "w")); struct stat s; if (!stat("/", &s)) assert(S_ISDIR(s.st_mode)); if (!lstat(".", &s)) assert(S_ISDIR(s.st_mode));', 0],
    'nor has a name that is too long' => ['char n[300]; memset(n, 97, 299); n[299] = 0; struct stat s; assert(!fopen(n, "r")); assert(stat(n, &s));', 0],
    'what the system makes' => ['FILE *f = fopen("/proc/self/status", "r"), *g = fopen("/dev/zero", "r"); if (f) assert(getc(f) != EOF); if (g) assert(getc(g) != EOF);', 0],
    'what a command says' => ['FILE *f = popen("echo hi; exit 3", "r"); if (f) { assert(getc(f) != EOF); assert(pclose(f)); }', 0],
    'two are two files' => ['struct stat s, t; if (argc > 2 && strcmp(argv[1], argv[2]) && !stat(argv[1], &s) && !stat(argv[2], &t)) assert(s.st_ino != t.st_ino);', 0],
    'standard input that is assigned' => ['FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL; if (!f || getc(f) != EOF) return 0; stdin = f; assert(getchar() == EOF);', 0],
    'errors of the root' => ['struct stat s; if (mkdir("/", 0755) < 0) assert(errno == EEXIST); if (open("/", O_WRONLY) < 0) assert(errno != EACCES);', 0],
    'two are two' => ['FILE *f = fopen(argv[0], "r"), *g = fopen(argv[0], "r"); if (f) assert(f != g); if (f && g) { fclose(f); assert(getc(g) == EOF || 1); }', 0],
);
for my $what (sort keys %files) {
    my ($body, $signal) = @{$files{$what}};
    my ($verdict, $told) = ask("int main(int argc, char **argv) { $body return 0; }\n", '-p reach-assert', '--timeout=2');
    my @arguments = $told ? arguments($told) : 'f';
    put_empty($_) for grep { m{^[^/]+$} } @arguments;
    is($verdict eq 'False', !!$signal, "$what: $verdict");
    is(native(@arguments), $signal, '    and so natively: ' . ($told // 'nothing'));
}
sub put_empty { my ($name) = @_; open my $out, '>', $name or die "$name: $!"; close $out }

# Streams of rules, which may be had as well: the first, and one behind it.
for my $fault ('', 'fclose(f);') {
    my ($verdict) = ask("static int has(const char *n) { FILE *f = fopen(n, \"r\"); if (f) fclose(f); return f != NULL; }\n"
        . "static int one(FILE *f) { if (getc(f) == EOF) { $fault return 0; } fclose(f); return 1; }\n"
        . "static int all(const char *n) { FILE *f; return has(n) && (f = fopen(n, \"r\")) ? one(f) : 1; }\n"
        . 'int main(int argc, char **argv) { return argc > 1 && all(argv[1]); }', '-R stdio.leak', '--timeout=20');
    is($verdict eq 'False', !$fault, 'a stream is ' . ($fault ? 'closed' : 'lost') . ' at the end of its file');
}

# Objects stand for streams of a rule, but for no two at once, and what lies in a stream is the library's.
for my $body ('FILE *f = fopen("a", "r"), *g = fopen("b", "r"), *h = fopen("c", "r"); if (f && g && h) { getc(f); getc(g); if (feof(h)) return 1; } '
                  . 'if (f) fclose(f); if (g) fclose(g); if (h) fclose(h);',
              'FILE *g = fopen("x", "r"); if (!g) return 0; fclose(g); FILE *f = tmpfile(); if (!f) return 0; if (fputc(97, f) == EOF && errno == EBADF) return 1; fclose(f);',
              'FILE *f = fopen("a", "r"); if (!f) return 0; if (f->_flags == 0) return 1; fclose(f);') {
    my ($verdict) = ask("static int t(void) { $body return 0; }\nint main(int argc, char **argv) { return t(); }\n", '-R stdio.leak', '--timeout=3');
    isnt($verdict, 'False', "not accused: $body");
}

# Signals, which arrive as soon as they are handled; natively the program sends them itself.
$head .= "#include <signal.h>\n#ifdef SENDS\n"
    . "static void (*send_(int n, void (*h)(int)))(int) { void (*was)(int) = signal(n, h); raise(n); return was; }\n"
    . "static int act_(int n, const struct sigaction *a, struct sigaction *o) { int r = sigaction(n, a, o); if (a) raise(n); return r; }\n"
    . "#define signal send_\n#define sigaction(n, a, o) act_(n, a, o)\n#endif\n";
my $handler = 'static int busy; static void handler(int s) { assert(!busy); } ';
my %signals = (
    'while something is done' => ["if ($option) busy = 1; signal(SIGTERM, handler); busy = 0;", 6],
    'a structure says how' => ["struct sigaction a = {0}, o; a.sa_handler = handler; if ($option) busy = 1; sigaction(SIGHUP, &a, &o); assert(o.sa_handler == SIG_DFL); busy = 0;", 6],
    'what it was set to before' => ["void (*h)(int) = signal(SIGUSR1, handler); busy = $option; assert(h == SIG_DFL); assert(signal(SIGUSR1, SIG_IGN) == handler || !busy); busy = 0;", 0],
    'flags that were set' => ["struct sigaction a = {0}, o; a.sa_handler = handler; a.sa_flags = SA_RESTART; sigaction(SIGINT, &a, 0); sigaction(SIGINT, 0, &o); assert(o.sa_flags & SA_RESTART);", 0],
    'one of the library' => ["busy = 1; assert(signal(33, handler) == SIG_ERR);", 0],
    'no handler' => ["assert(signal(SIGINT, SIG_ERR) == SIG_ERR);", 0],
    'one that does nothing' => ["raise(SIGCHLD); assert(!busy);", 0],
    'one that is ignored' => ["busy = 1; signal(SIGINT, SIG_IGN);", 0],
    'faults are the program\'s own' => ["busy = 1; signal(SIGSEGV, handler);", 0],
);
for my $what (sort keys %signals) {
    my ($body, $signal) = @{$signals{$what}};
    my ($verdict, $told) = ask("${handler}int main(int argc, char **argv) { $body return 0; }\n", '-p reach-assert', '--timeout=10');
    is($verdict eq 'False', !!$signal, "signals, $what: $verdict");
    system("gcc -w @{[$what =~ /^(?:faults|no handler|one of)/ ? '' : '-DSENDS']} -o p p.c") == 0 or die;
    is(native($told ? arguments($told) : ('-zaa')), $signal, '    and so natively: ' . ($told // 'nothing'));
}

# Random conditions on characters; what no command line reaches is not accused.
srand 20261128;
my $pick = sub { return $_[rand @_] };
for my $n (1 .. 8) {
    my @conditions = map {
        my ($i, $k) = (1 + int rand 2, int rand 4);
        my $c = sprintf '%d', 32 + rand 90;
        $pick->("argv[$i][$k] == $c", "argv[$i][$k] > $c", "strlen(argv[$i]) == $k", "argv[$i][0] + argv[$i][1] == 2 * $c", "argv[$i][0] != $c")
    } 1 .. 3;
    my $guard = join ' && ', map {"strlen(argv[$_]) >= 4"} 1, 2;
    my ($verdict, $told) = ask("int main(int argc, char **argv) { if (argc == 3 && $guard) { if (@{[join ' && ', @conditions]}) assert(0); } return 0; }");
    if ($verdict eq 'False') {
        is($told ? native(arguments($told)) : -1, 6, "random $n: $told");
    } else {
        my $found = grep { my @a = map { join '', map { chr(32 + rand 90) } 1 .. 4 } 1, 2; native(@a) == 6 } 1 .. 20;
        ok(!$found || $verdict ne 'True', "random $n: $verdict");
    }
}
done_testing();
