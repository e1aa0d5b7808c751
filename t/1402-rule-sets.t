#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The ready-made rules: of each a program that breaks it, with -DBAD, and the same program mended. What AddressSanitizer
# can see it is asked to see natively. Then programs that hide what they do: none of these is called True.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

my $head = "#include <fcntl.h>\n#include <grp.h>\n#include <pthread.h>\n#include <setjmp.h>\n#include <signal.h>\n"
    . "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"
    . "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;\n"
    . "static pthread_cond_t c;\n#ifdef BAD\n#define IF_BAD(x) x\n#define IF_GOOD(x)\n#else\n#define IF_BAD(x)\n"
    . "#define IF_GOOD(x) x\n#endif\n";
my $main = 'int main(int argc, char **argv) {';
my $open = 'FILE *f = fopen("/etc/passwd", "r"); if (!f) return 1;';
my $fd = 'int d = open("/etc/passwd", O_RDONLY); if (d < 0) return 1;';

# the rule, what the native run shows of it (asan, or nothing), the program
my @rules = (
    ['stdio.use_after_close', '', "$main $open int n = fgetc(f); fclose(f); IF_BAD(n += fgetc(f);) return n < 0; }"],
    ['stdio.use_after_close', '', "static FILE *g; static void end(void) { if (g) fclose(g); IF_GOOD(g = 0;) } "
        . "$main $open g = f; if (fgetc(f) < 0) end(); if (g) fputs(\"x\", g); return 0; }"],
    ['stdio.double_close', 'asan', "$main $open if (argc == 1) fclose(f); IF_GOOD(else) fclose(f); return 0; }"],
    ['stdio.null', '', "$main FILE *f = fopen(\"/none/x\", \"r\"); IF_GOOD(if (!f) return 1;) fgetc(f); fclose(f); return 0; }"],
    ['stdio.read_after_write', '', "$main FILE *f = fopen(\"/tmp/none\", \"r+\"); if (!f) return 1; "
        . "fputs(\"x\", f); IF_GOOD(fflush(0);) fgetc(f); fclose(f); return 0; }"],
    ['stdio.read_after_write', '', "#include <wchar.h>\n$main FILE *f = fopen(\"/tmp/none\", \"r+\"); if (!f) return 1; "
        . "putwc(L'x', f); IF_GOOD(fflush(f);) getwc(f); fclose(f); return 0; }"],
    ['posix.chroot', '', "$main $fd if (chroot(\"/none\")) return 1; IF_GOOD(if (fchdir(d)) return 1;) "
        . "return execl(\"bin/true\", \"true\", (char *)0); }"],
    ['stdio.read_after_write', '', "$main FILE *f = fopen(\"x\", \"r+\"); if (!f) return 1; fputs(\"x\", f); IF_GOOD(rewind(f);) "
        . "int n = fgetc(f); fclose(f); return n < 0; }"],
    ['memory.double_free', 'asan', "$main char *p = malloc(9), *q = p; if (argc == 1) free(q); IF_GOOD(else) free(p); return 0; }"],
    ['memory.double_free', 'asan', "$main char *p = malloc(9); if (!p) return 1; char *q = realloc(p, 900000); "
        . "if (!q) { free(p); return 1; } IF_BAD(free(p);) free(q); return 0; }"],
    ['memory.realloc_after_free', 'asan', "$main char *p = malloc(9); free(p); IF_GOOD(p = 0;) p = realloc(p, 90); free(p); return 0; }"],
    ['pthread.double_lock', '', "$main pthread_mutex_lock(&m); if (argc > 1) { IF_GOOD(pthread_mutex_unlock(&m);) "
        . "pthread_mutex_lock(&k); pthread_mutex_unlock(&k); IF_BAD(pthread_mutex_lock(&m);) IF_GOOD(pthread_mutex_lock(&m);) } "
        . "pthread_mutex_unlock(&m); return 0; }"],
    ['pthread.unlock_unheld', '', "$main pthread_mutex_lock(&m); pthread_mutex_unlock(&m); IF_BAD(pthread_mutex_unlock(&m);) return 0; }"],
    ['pthread.unlock_first', '', "$main pthread_mutex_lock(&k); pthread_mutex_unlock(IF_BAD(&m) IF_GOOD(&k)); return 0; }"],
    ['pthread.destroy_held', '', "$main pthread_mutex_lock(&m); IF_GOOD(pthread_mutex_unlock(&m);) pthread_mutex_destroy(&m); return 0; }"],
    ['pthread.wait_unheld', '', "$main IF_GOOD(pthread_mutex_lock(&m);) pthread_cond_wait(&c, &m); return 0; }"],
    ['pthread.wait_after_unlock', '', "$main pthread_mutex_lock(&m); IF_BAD(pthread_mutex_unlock(&m);) pthread_cond_wait(&c, &m); return 0; }"],
    ['pthread.held_at_end', '', "$main pthread_mutex_lock(&m); if (argc > 1) { IF_GOOD(pthread_mutex_unlock(&m);) return 1; } "
        . "pthread_mutex_unlock(&m); return 0; }"],
    ['posix.use_after_close', '', "$main $fd char b[4]; close(d); return IF_BAD(read(d, b, 4) < 0 ||) argc > 3; }"],
    ['posix.double_close', '', "$main $fd char b[4]; if (read(d, b, 4) < 4) { IF_BAD(close(d);) } close(d); return 0; }"],
    ['posix.unopened', '', "$main int d = open(\"/none/x\", O_RDONLY); IF_GOOD(if (d < 0) return 1;) char b[4]; "
        . "int n = read(d, b, 4); close(d); return n < 0; }"],
    ['posix.chroot', '', "$main if (chroot(\"/var\")) return 1; IF_GOOD(if (chdir(\"/\")) return 1;) return open(\"x\", 0) < 0; }"],
    ['posix.groups_first', '', "$main IF_GOOD(setgid(1);) setuid(1); IF_BAD(setgid(1);) return 0; }"],
);

sub put { my ($path, $text) = @_; open my $out, '>', $path or die; print $out $head, $text, "\n"; close $out }

sub verdict {
    my ($rule) = @_;
    my ($set) = $rule =~ /^(\w+)\./;
    my $said = `cwolf check -R $set p.o 2>&1`;
    my ($verdict) = $said =~ /^(True|False|Maybe) \Q$rule\E$/m;
    return ($verdict // 'nothing', $said);
}

sub compile { system("gcc -w -O0 -fno-builtin -specs=$specs -c -o p.o p.c @_") == 0 or die 'gcc' }

for my $case (@rules) {
    my ($rule, $natively, $text) = @$case;
    put('p.c', $text);
    for my $bad (1, 0) {
        compile($bad ? '-DBAD' : ());
        my ($verdict, $said) = verdict($rule);
        is($verdict, $bad ? 'False' : 'True', "$rule, " . ($bad ? 'broken' : 'mended')) or diag($text, "\n", $said);
        next if !$natively;
        my $define = $bad ? '-DBAD' : '';
        system("gcc -w -O0 -fno-builtin $define -fsanitize=address -o native p.c") == 0 or die 'gcc';
        my $native = `ASAN_OPTIONS=detect_leaks=0 ./native </dev/null 2>&1`;
        is($native =~ /AddressSanitizer/ ? 1 : 0, $bad, "natively, too");
    }
}

# What is done where it is hard to see: in handlers, threads, behind longjmp, atexit, pointers, in bytes, by others.
my @hidden = (
    ['stdio.use_after_close', "static FILE *g; static void h(int s) { fclose(g); } "
        . "$main $open g = f; signal(SIGTERM, h); pause(); return fgetc(f) < 0; }"],
    ['stdio.use_after_close', "static FILE *g; static void *w(void *p) { fclose(g); return p; } "
        . "$main $open pthread_t t; g = f; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return fgetc(f) < 0; }"],
    ['stdio.double_close', "static jmp_buf b; static int n; $main $open setjmp(b); fclose(f); if (!n++) longjmp(b, 1); return 0; }"],
    ['stdio.double_close', "static FILE *g; static void end(void) { fclose(g); } $main $open g = f; atexit(end); if (argc > 1) fclose(f); return 0; }"],
    ['stdio.double_close', "$main int (*end)(FILE *) = fclose; $open end(f); end(f); return 0; }"],
    ['stdio.double_close', "struct s { FILE *f; struct s *n; }; static void end(struct s *s) { fclose(s->f); } "
        . "$main $open struct s x = {f, 0}, y = {f, &x}; end(y.n); end(&y); return 0; }"],
    ['stdio.double_close', "$main $open FILE *g; char b[sizeof f]; memcpy(b, &f, sizeof f); fclose(f); memcpy(&g, b, sizeof g); fclose(g); return 0; }"],
    ['stdio.double_close', "$main $open uintptr_t u = (uintptr_t)f; fclose(f); fclose((FILE *)u); return 0; }"],
    ['stdio.double_close', "void unknown(FILE *); $main $open unknown(f); fclose(f); return 0; }"],
    ['stdio.use_after_close', "void unknown(FILE *); $main $open unknown(f); return fgetc(f) < 0; }"],
    ['memory.double_free', "$main char *p = malloc(9); if (!p) return 1; if (reallocarray(p, 99, 99)) free(p); return 0; }"],
    ['memory.double_free', "static void (*end)(void *) = free; $main char *p = malloc(9); end(p); if (argc == 1) free(p); return 0; }"],
    ['memory.double_free', "static int down(char *p, int n) { if (!n) { free(p); return 0; } return down(p, n - 1); } "
        . "$main char *p = malloc(9); down(p, 3); free(p); return 0; }"],
    ['posix.use_after_close', "$main $fd char b[4]; if (fork()) close(d); return read(d, b, 4) < 0; }"],
);
for my $case (@hidden) {
    my ($rule, $text) = @$case;
    put('p.c', $text);
    compile();
    my ($verdict, $said) = verdict($rule);
    isnt($verdict, 'True', "$rule is $verdict: $text") or diag($said);
}

# What is no violation, though it looks like one: the second thread's lock is not the first one's.
my $thread = 'static int n; static void *w(void *p) { pthread_mutex_lock(&m); n++; IF_BAD(pthread_mutex_lock(&m);) '
    . "pthread_mutex_unlock(&m); return p; } $main pthread_t t; if (pthread_create(&t, 0, w, 0)) return 1; "
    . 'pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return 0; }';
put('p.c', $thread);
compile();
is((verdict('pthread.double_lock'))[0], 'True', 'each thread has its own locks');
compile('-DBAD');
isnt((verdict('pthread.double_lock'))[0], 'True', 'and breaks its own rules');

# A thread that ends with its lock; one that another thread destroys; what fails has no effect.
my $join = 'pthread_t t; if (pthread_create(&t, 0, w, 0)) return 1; pthread_join(t, 0);';
my @found = (
    ['pthread.held_at_end', "static void *w(void *p) { pthread_mutex_lock(&m); IF_GOOD(pthread_mutex_unlock(&m);) return p; } $main $join return 0; }"],
    ['pthread.held_at_end', "static void *w(void *p) { pthread_mutex_lock(&m); IF_GOOD(pthread_mutex_unlock(&m);) pthread_exit(p); } $main $join return 0; }"],
    ['pthread.destroy_held', "static void *w(void *p) { pthread_mutex_lock(&m); return p; } $main $join pthread_mutex_destroy(IF_BAD(&m) IF_GOOD(&k)); return 0; }"],
    ['posix.chroot', "$main IF_GOOD(if (chroot(\"/var\") == 0) return 1;) IF_BAD(if (chroot(\"/var\")) return 1;) return open(\"x\", 0) < 0; }"],
    ['posix.chroot', "$main if (chroot(\"/var\") || chdir(\"/\") IF_BAD(> 0)) return 1; return open(\"x\", 0) < 0; }"],
    ['posix.groups_first', "$main IF_GOOD(if (setuid(1) == 0) return 0;) IF_BAD(if (setuid(1)) return 1;) setgid(1); return 0; }"],
);
for my $case (@found) {
    my ($rule, $text) = @$case;
    put('p.c', $text);
    compile('-DBAD');
    my ($verdict, $said) = verdict($rule);
    isnt($verdict, 'True', "$rule, broken: $text") or diag($said);
    compile();
    ($verdict, $said) = verdict($rule);
    isnt($verdict, 'False', "$rule, mended ($verdict)") or diag($said);
}
put('p.c', "$main pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }");
compile();
like((verdict('pthread.double_lock'))[1], qr/mutexes are not recursive/, 'what the rules of mutexes assume is told');
my @fine = (
    ['posix.use_after_close', "$main close(0); close(1); open(\"/dev/null\", O_RDWR); dup(0); write(1, \"\", 1); return 0; }"],
    ['posix.use_after_close', "$main $fd close(d); if (dup2(0, d) < 0) return 1; write(d, \"\", 1); return 0; }"],
    ['stdio.double_close', "$main FILE *f; for (int i = 0; i < argc; i++) { f = fopen(argv[i], \"r\"); if (f) fclose(f); } return 0; }"],
    ['memory.double_free', "$main char *p = malloc(9); free(p); p = malloc(9); free(p); free(0); free(0); return 0; }"],
);
for my $case (@fine) {
    my ($rule, $text) = @$case;
    put('p.c', $text);
    compile();
    my ($verdict, $said) = verdict($rule);
    isnt($verdict, 'False', "$rule is $verdict: $text") or diag($said);
}

# The whole build: one argument, and a violation fails the link.
put('p.c', "$main $open fclose(f); IF_BAD(fclose(f);) return 0; }");
my $flag = '-fplugin-arg-cwolf-rules=stdio,memory';
isnt(system("gcc -w -DBAD -specs=$specs $flag -o p p.c 2>bad"), 0, 'a violation fails the link');
like(`cat bad`, qr/error: rule 'stdio\.double_close' is violated: a stream is closed twice \[cwolf\]/, 'and says why');
ok(!-e 'p', 'and takes the output away');
is(system("gcc -w -specs=$specs $flag -o p p.c 2>good"), 0, 'without one it passes');
is(`cat good`, '', 'in silence');

# Baselines and suppressions.
put('p.c', "static void one(FILE *f) {\nfclose(f); fclose(f); }\nstatic void two(FILE *g) {\n#ifdef HUSH\n"
    . "#pragma cwolf suppress stdio.double_close \"on purpose\"\n#endif\nfclose(g); IF_BAD(fclose(g);) }\n"
    . "$main $open FILE *g = fopen(\"y\", \"r\"); one(f); if (g) two(g); return 0; }");
compile();
`cwolf check -R stdio --write-baseline=known p.o 2>/dev/null`;
is(`cat known`, "# known violations: RULE FUNCTION EVENT\nstdio.double_close one fclose(f)\n", 'what a baseline says');
my $said = `cwolf check -R stdio --baseline=known p.o 2>&1`;
is($?, 0, 'what is known passes');
like($said, qr/note: accepted violations of rules: 1 known from the baseline, 0 suppressed$/m, 'and is counted');
compile('-DBAD');
$said = `cwolf check -R stdio --baseline=known p.o 2>&1`;
is($? >> 8, 1, 'what is not known does not');
compile('-DBAD', '-DHUSH');
$said = `cwolf check -R stdio --baseline=known p.o 2>&1`;
is($?, 0, 'unless it is suppressed');
like($said, qr/accepted violations of rules: 1 known from the baseline, 1 suppressed$/m, 'which is counted as well');
put('p.c', "$main return 0; }");
compile();
$said = `cwolf check -R stdio --baseline=known p.o 2>&1`;
like($said, qr/^known:2:1: warning: a known violation of 'stdio\.double_close' in one applies no longer/m, 'what is gone is said');
open my $out, '>', 'wrong' or die;
print $out "stdio.double_close\n";
close $out;
like(`cwolf check -R stdio --baseline=wrong p.o 2>&1`, qr/^wrong:1:1: error: expected RULE FUNCTION EVENT/m, 'a wrong baseline');
like(`cwolf check -R studio p.o 2>&1`, qr/no set of rules, and no file, is called 'studio'; did you mean 'stdio'\?/, 'a wrong set');
done_testing();
