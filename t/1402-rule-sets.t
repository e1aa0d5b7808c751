#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The ready-made rules: of each a program that breaks it, with -DBAD, and the same program mended. What AddressSanitizer
# can see it is asked to see natively. Then programs that hide what they do: none of these is called True.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;

my $root = abs_path(dirname(__FILE__) . '/..');
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
my $va = "#include <stdarg.h>\n";
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
    ['memory.use_after_free', 'asan', "$main char *p = malloc(9); if (!p) return 1; p[0] = argc; IF_BAD(free(p);) int c = p[0]; IF_GOOD(free(p);) return c < 0; }"],
    ['memory.use_after_free', 'asan', "struct n { struct n *next; int v; }; $main struct n *a = malloc(sizeof *a); if (!a) return 1; a->next = 0; "
        . "for (struct n *p = a, *q; p; p = q) { IF_GOOD(q = p->next;) free(p); IF_BAD(q = p->next;) } return 0; }"],
    ['memory.use_after_free', 'asan', "static int *get(void) { static int s; int *v = IF_BAD(malloc(4)) IF_GOOD(&s); if (v) *v = 1; IF_BAD(free(v);) return v; } "
        . "$main int *p = get(); return p ? *p < 0 : 0; }"],
    ['memory.invalid_free', 'asan', "$main char *p = malloc(9); if (!p) return 1; free(p IF_BAD(+ 1)); return 0; }"],
    ['memory.invalid_free', 'asan', "$main char b[9], *p = IF_BAD(b) IF_GOOD(malloc(9)); free(p); return 0; }"],
    ['memory.null', '', "$main char *p = malloc(9); IF_GOOD(if (!p) return 1;) *p = 1; free(p); return 0; }"],
    ['memory.leak', 'leak', "$main char *p = malloc(9); if (!p) return 1; *p = argc; IF_GOOD(free(p);) p = 0; return 0; }"],
    ['memory.leak', 'leak', "static int f(int n) { char *p = malloc(9); if (!p) return 1; if (n == 1) { IF_GOOD(free(p);) return 2; } free(p); return 0; } "
        . "$main return f(argc) > 7; }"],
    ['stdio.leak', '', "static int f(void) { $open int c = fgetc(f); if (c >= 0) { IF_GOOD(fclose(f);) return c; } fclose(f); return 0; } $main return f() < 0; }"],
    ['stdio.leak', '', "static FILE *get(const char *n) { FILE *f = fopen(n, \"r\"); return f; } $main FILE *f = get(\"a\"); IF_GOOD(if (f) fclose(f);) "
        . "f = get(\"b\"); if (f) fclose(f); return 0; }"],
    ['stdio.leak', '', "$main for (int i = 0; i < argc; i++) { FILE *f = fopen(argv[i], \"r\"); if (!f) continue; fgetc(f); IF_GOOD(fclose(f);) } return 0; }"],
    ['posix.leak', '', "static int f(void) { char b[4]; int d = open(\"x\", O_RDONLY); if (d < 0) return -1; if (read(d, b, 4) < 4) { IF_GOOD(close(d);) return -1; } return d; } "
        . "$main int d = f(); if (d >= 0) close(d); return 0; }"],
    ['posix.leak', '', "static void f(int d) { char b[4]; if (read(d, b, 4) == 4) write(1, b, 4); IF_GOOD(close(d);) } static void g(void) { int d = open(\"x\", O_RDONLY); if (d >= 0) f(d); } "
        . "$main g(); return 0; }"],
    ['posix.signal_safe', '', "static void h(int s) { IF_BAD(printf(\"x\");) IF_GOOD(write(1, \"x\", 1);) } $main signal(SIGTERM, h); pause(); return 0; }"],
    ['posix.signal_safe', '', "static void g(void) { IF_BAD(free(malloc(9));) } static void h(int s) { write(1, \"x\", 1); g(); } $main if (argc > 1) signal(SIGTERM, h); pause(); return 0; }"],
    ['posix.fork_child', '', "static void f(void) { if (fork() == 0) { write(1, \"x\", 1); IF_GOOD(_exit(0);) } } $main for (;;) f(); }"],
    ['va.no_end', '', "$va int f(int n, ...) { va_list ap; va_start(ap, n); int r = va_arg(ap, int); if (r > 1) { IF_GOOD(va_end(ap);) return r; } va_end(ap); return 0; } $main return f(1, 1) + f(1, 2); }"],
    ['va.no_end', '', "$va int g(int n, va_list ap) { va_list aq; va_copy(aq, ap); int r = va_arg(aq, int); IF_GOOD(va_end(aq);) return r; } "
        . "int f(int n, ...) { va_list ap; va_start(ap, n); int r = g(n, ap); va_end(ap); return r; } $main return f(1, 1); }"],
    ['va.use_after_end', '', "$va int f(int n, ...) { va_list ap; va_start(ap, n); int r = n; IF_GOOD(r = va_arg(ap, int);) va_end(ap); IF_BAD(r = va_arg(ap, int);) return r; } $main return f(1, 1); }"],
    ['va.use_after_end', '', "$va void f(const char *s, ...) { va_list ap; for (int i = 0; i < 2; i++) { IF_GOOD(va_start(ap, s);) IF_BAD(if (!i) va_start(ap, s);) vprintf(s, ap); va_end(ap); } } $main f(\"%d\", 1); return 0; }"],
    ['va.use_unstarted', '', "$va int f(int n, ...) { va_list ap; if (n IF_GOOD(|| !n)) va_start(ap, n); int r = va_arg(ap, int); va_end(ap); return r; } $main return f(0, 1) + f(1, 1); }"],
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
    my $said = `cwolf check -R $rule p.o 2>&1`;
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
        my $leaks = $natively eq 'leak' ? 1 : 0;
        my $native = `ASAN_OPTIONS=detect_leaks=$leaks ./native </dev/null 2>&1`;
        is($native =~ /(?:Address|Leak)Sanitizer/ ? 1 : 0, $bad, "natively, too");
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
    # what is freed, lost or handled where it is hard to see
    ['memory.use_after_free', "static char *g; static void h(int s) { free(g); } $main g = malloc(9); if (!g) return 1; signal(SIGTERM, h); pause(); return g[0]; }"],
    ['memory.use_after_free', "static char *g; static void *w(void *p) { free(g); return p; } $main pthread_t t; g = calloc(9, 1); if (!g) return 1; "
        . "pthread_create(&t, 0, w, 0); pthread_join(t, 0); return g[0]; }"],
    ['memory.use_after_free', "static char *g; static int by(const void *a, const void *b) { free(g); g = 0; return 0; } $main char *p = g = calloc(9, 1); if (!g) return 1; "
        . "int a[2] = {1, 2}; qsort(a, 2, 4, by); return p[0]; }"],
    ['memory.use_after_free', "$main char *p = calloc(9, 1), *q; if (!p) return 1; memcpy(&q, &p, sizeof p); free(q); return p[0]; }"],
    ['memory.use_after_free', "static int *f(int n) { int k = n; return &k; } $main int *p = f(argc); return *p; }"],
    ['memory.invalid_free', "$main char *p = malloc(9); if (!p) return 1; uintptr_t u = (uintptr_t)p + argc; free((void *)u); return 0; }"],
    ['memory.invalid_free', "void *unknown(void); $main free(unknown()); return 0; }"],
    ['memory.null', "struct s { struct s *n; }; $main struct s x = {0}; return x.n->n != 0; }"],
    ['memory.null', "$main char *p = strchr(argv[0], 'x'); return *p; }"],
    ['memory.null', "$main int (*f)(int) = argc > 1 ? abs : 0; return f(1); }"],
    ['memory.leak', "struct s { char *p; }; $main struct s *s = malloc(sizeof *s); if (!s) return 1; s->p = malloc(9); free(s); return 0; }"],
    ['memory.leak', "static jmp_buf b; static void f(void) { char *p = malloc(9); if (p) longjmp(b, 1); } $main if (!setjmp(b)) f(); return 0; }"],
    ['stdio.leak', "struct s { FILE *f; }; static int f(void) { struct s s = {fopen(\"x\", \"r\")}; return s.f != 0; } $main return f(); }"],
    ['stdio.leak', "static void get(FILE **f) { *f = fopen(\"x\", \"r\"); } static void f(void) { FILE *f; get(&f); } $main f(); return 0; }"],
    ['stdio.leak', "static FILE *g; static void f(void) { g = fopen(\"x\", \"r\"); } $main f(); f(); return 0; }"],
    ['stdio.leak', "static jmp_buf b; static void f(void) { FILE *f = fopen(\"x\", \"r\"); if (f) longjmp(b, 1); } $main if (!setjmp(b)) f(); return 0; }"],
    ['stdio.leak', "static void *w(void *p) { FILE *f = fopen(\"x\", \"r\"); if (f) pthread_exit(0); return p; } $main pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return 0; }"],
    ['stdio.leak', "static void f(void) { FILE *a[2] = {fopen(\"x\", \"r\"), 0}; if (a[0]) fgetc(a[0]); } $main f(); return 0; }"],
    ['stdio.leak', "static void f(void) { FILE *(*get)(const char *, const char *) = fopen; FILE *f = get(\"x\", \"r\"); if (f) fgetc(f); } $main f(); return 0; }"],
    ['stdio.leak', "static FILE *get(void) { return fopen(\"x\", \"r\"); } static FILE *(*p)(void) = get; static void f(void) { FILE *f = p(); if (f) fgetc(f); } $main f(); return 0; }"],
    ['stdio.leak', "static FILE *get(void) { return fopen(\"x\", \"r\"); } $main get(); return 0; }"],
    ['stdio.leak', "$main return fopen(\"x\", \"r\") ? 1 : 0; }"],
    ['posix.leak', "$main while (open(\"x\", O_RDONLY) >= 0) { } return 0; }"],
    ['stdio.leak', "static void f(int n) { FILE *f = fopen(\"x\", \"r\"); if (n) f = stdin; if (f && !n) fclose(f); } $main f(argc); return 0; }"],
    ['posix.leak', "static void f(void) { int d = open(\"x\", O_RDONLY), e = d + 1; d = -1; if (e > 9) close(e); } $main f(); return 0; }"],
    ['posix.leak', "struct s { int d; }; static void f(struct s *s) { s->d = open(\"x\", O_RDONLY); } $main struct s s; f(&s); f(&s); return 0; }"],
    ['posix.leak', "static int rec(int n) { int d = open(\"x\", O_RDONLY); if (n) rec(n - 1); if (d >= 0 && n) close(d); return 0; } $main return rec(2); }"],
    ['posix.leak', "$main for (;;) { int d = dup(0); if (d < 0) break; } return 0; }"],
    ['posix.signal_safe', "static void a(int s) { puts(\"x\"); } static void (*const t[])(int) = {a}; $main signal(SIGINT, t[argc - 1]); pause(); return 0; }"],
    ['posix.signal_safe', "static void (*g)(void); static void p(void) { puts(\"x\"); } static void h(int s) { g(); } $main g = p; signal(SIGINT, h); pause(); return 0; }"],
    ['posix.signal_safe', "static void h(int s, siginfo_t *i, void *c) { exit(1); } $main struct sigaction a; memset(&a, 0, sizeof a); a.sa_sigaction = h; a.sa_flags = SA_SIGINFO; "
        . "sigaction(SIGSEGV, &a, 0); pause(); return 0; }"],
    ['posix.signal_safe', "void unknown(int); $main signal(SIGINT, unknown); pause(); return 0; }"],
    ['va.no_end', "$va static jmp_buf b; static void f(int n, ...) { va_list ap; va_start(ap, n); if (n) longjmp(b, 1); va_end(ap); } $main if (!setjmp(b)) f(1, 2); return 0; }"],
    ['va.no_end', "$va struct s { va_list ap; }; static int f(int n, ...) { struct s s; va_start(s.ap, n); return va_arg(s.ap, int); } $main return f(1, 2); }"],
    ['va.use_after_end', "$va static int g(va_list *ap) { return va_arg(*ap, int); } static int f(int n, ...) { va_list ap; va_start(ap, n); va_end(ap); return g(&ap); } $main return f(1, 2); }"],
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
    ['memory.null', "$main char *p = getenv(\"NONE\"); return IF_GOOD(p &&) *p == 'x'; }"],
    ['posix.signal_safe', "static void h(int s) { if (s == SIGINT) IF_BAD(puts(\"x\");) IF_GOOD(write(1, \"x\", 1);) } $main struct sigaction a = {.sa_handler = h}; "
        . "sigaction(SIGINT, &a, 0); pause(); return 0; }"],
    ['posix.fork_child', "static void f(void) { if (fork() == 0) { execl(\"/bin/true\", \"true\", (char *)0); IF_GOOD(_exit(127);) } } $main for (;;) f(); }"],
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

# The system copies the structure with the handler, and atexit is the C library's own although the program has a copy of it.
put('p.c', 'static volatile sig_atomic_t n; static void h(int s) { n = s; } static void bye(void) { puts("bye"); } int d = -1; '
    . 'static void set(int s) { struct sigaction a; memset(&a, 0, sizeof a); a.sa_handler = h; sigaction(s, &a, 0); } '
    . "$main atexit(bye); set(SIGTERM); set(SIGINT); pause(); if (d >= 0) close(d); return n; }");
compile();
system("gcc -specs=$specs -o p p.o") == 0 or die 'link';
my $linked = `cwolf check -R posix.signal_safe ./p 2>&1`;
like($linked, qr/^True posix\.signal_safe$/m, 'handlers in structures are found') or diag($linked);
unlike(`cwolf dump ./p`, qr/ exposed /, 'a program that calls atexit has no code but its own');

# What leaves rules undecided: mutexes that may be locked twice, and streams that are closed all at once.
my $recursive = 'pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); '
    . 'pthread_mutex_t r; pthread_mutex_init(&r, &a);';
for (['pthread.double_lock', "$recursive pthread_mutex_lock(&r); pthread_mutex_lock(&r);"],
    ['pthread.unlock_unheld', "$recursive pthread_mutex_lock(&r); pthread_mutex_lock(&r); pthread_mutex_unlock(&r); pthread_mutex_unlock(&r);"],
    ['pthread.held_at_end', "$recursive pthread_mutex_lock(&r); pthread_mutex_lock(&r); pthread_mutex_unlock(&r);"],
    ['stdio.leak', 'f();', 'static int f(void) { FILE *f = fopen("x", "r"); fcloseall(); return 0; }']) {
    my ($rule, $text, $before) = @$_;
    put('p.c', "int fcloseall(void);\n" . ($before // '') . "$main $text return 0; }");
    compile();
    my ($verdict, $said) = verdict($rule);
    is($verdict, 'Maybe', "$rule is open: $text") or diag($said);
}
my @fine = (
    ['posix.use_after_close', "$main close(0); close(1); open(\"/dev/null\", O_RDWR); dup(0); write(1, \"\", 1); return 0; }"],
    ['posix.use_after_close', "$main $fd close(d); if (dup2(0, d) < 0) return 1; write(d, \"\", 1); return 0; }"],
    ['stdio.double_close', "$main FILE *f; for (int i = 0; i < argc; i++) { f = fopen(argv[i], \"r\"); if (f) fclose(f); } return 0; }"],
    ['memory.double_free', "$main char *p = malloc(9); free(p); p = malloc(9); free(p); free(0); free(0); return 0; }"],
    ['memory.leak', "static char *g; $main g = malloc(9); return 0; }"],
    ['memory.use_after_free', "$main char *p = malloc(9); if (!p) return 1; char *q = realloc(p, 20); if (!q) { free(p); return 1; } q[0] = 1; free(q); return 0; }"],
    ['memory.null', "$main char *p = malloc(9), *q = p ? p : \"x\"; int c = q[0] == 0; free(p); return c; }"],
    ['stdio.leak', "$main $open return fgetc(f) < 0; }"],
    ['stdio.leak', "static void end(FILE *f) { if (f) fclose(f); } static int f(void) { FILE *a = fopen(\"a\", \"r\"), *b = fopen(\"b\", \"r\"); if (!a || !b) goto out; fgetc(a); out: end(a); end(b); return 0; } $main return f(); }"],
    ['stdio.leak', "static FILE *f(FILE *old) { FILE *n = fopen(\"a\", \"r\"); if (!n) return old; if (old) fclose(old); return n; } $main FILE *a = f(0); a = f(a); if (a) fclose(a); return 0; }"],
    ['stdio.leak', "static FILE *out(const char *n) { return n ? fopen(n, \"w\") : stdout; } static void f(const char *n) { FILE *o = out(n); if (!o) return; fputs(\"x\", o); if (o != stdout) fclose(o); } $main f(argv[1]); return 0; }"],
    ['stdio.leak', "static FILE *g; static void f(void) { FILE *f = fopen(\"a\", \"r\"); g = f; f = 0; } $main f(); if (g) fclose(g); return 0; }"],
    ['stdio.leak', "static int f(void) { FILE *f = fopen(\"a\", \"r\"), *g; if (!f) return 1; g = f; f = 0; fclose(g); return 0; } $main return f(); }"],
    ['posix.leak', "static int get(void) { int d = open(\"a\", O_RDONLY); if (d < 0) return -1; int e = dup(d); close(d); return e; } $main int d = get(); if (d >= 0) close(d); return 0; }"],
    ['posix.leak', "static void *w(void *p) { close((int)(intptr_t)p); return 0; } static void f(void) { pthread_t t; int d = open(\"a\", O_RDONLY); if (d >= 0 && pthread_create(&t, 0, w, (void *)(intptr_t)d)) close(d); } $main f(); return 0; }"],
    ['posix.leak', "static FILE *f(void) { int d = open(\"a\", O_RDONLY); if (d < 0) return 0; FILE *f = fdopen(d, \"r\"); if (!f) close(d); return f; } $main FILE *g = f(); if (g) fclose(g); return 0; }"],
    ['posix.leak', "static void f(void) { int d = open(\"a\", O_RDONLY); if (d > 0) { dup2(d, 0); close(d); } } $main f(); return 0; }"],
    ['posix.signal_safe', "static void h(int s) { _exit(s); } static void g(void) { puts(\"x\"); } $main signal(SIGPIPE, SIG_IGN); signal(SIGINT, h); atexit(g); pause(); return 0; }"],
    ['posix.signal_safe', "static void h(int s) { puts(\"x\"); } $main if (argc < 0 && argc > 0) signal(SIGINT, h); return 0; }"],
    ['posix.signal_safe', "static void h(int s) { puts(\"x\"); } $main signal(SIGKILL, h); return 0; }"],
    ['va.no_end', "$va static void f(int n, ...) { va_list ap; va_start(ap, n); for (;;) { if (va_arg(ap, int) == 0) exit(0); } } $main f(1, 0); return 0; }"],
    ['va.no_end', "$va static int f(int n, ...) { va_list ap; va_start(ap, n); int r = n > 0 ? f(n - 1, 2) : va_arg(ap, int); va_end(ap); return r; } $main return f(2, 2); }"],
    ['va.use_unstarted', "$va static int g(va_list ap) { return va_arg(ap, int); } static int f(int n, ...) { va_list ap; va_start(ap, n); int r = g(ap); va_end(ap); return r; } $main return f(2, 2); }"],
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
is(`cat known`, "# known violations: RULE FUNCTION EVENT; what holds, and has to: True: RULE PROGRAM\nstdio.double_close one fclose(f)\n"
    . "True: stdio.double_close p.o\nTrue: stdio.null p.o\nTrue: stdio.leak p.o\n", 'what a baseline says, beside that');
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
unlike(`cwolf check -R pthread --baseline=known p.o 2>&1`, qr/applies no longer/, 'but not of rules that nobody asks');

# Behind one that is accepted the next is seen.
put('p.c', "#pragma cwolf rule silent : never give(_)\n#pragma cwolf rule once : at most 1 on()\nstruct m { int n; } a, b;\nint n;\n"
    . "void give(struct m *m) { n = m->n; }\nvoid on(void) { n++; }\nstatic void one(void) { give(&a); on(); }\n"
    . "int main(int argc, char **argv) { on(); one(); IF_BAD(give(&b); on();) return 0; }\n");
for my $bad ('', '-DBAD') {
    put('known', "silent one give(&a)\nonce one on()\n");
    compile($bad ? $bad : ());
    my $is = $bad ? 'False' : 'True';
    is(`cwolf check --baseline=known p.o 2>/dev/null`, "$is silent\n$is once\n", "what is accepted hides nothing $bad");
}

# Blocks that are lost are told apart by what allocates them: a second one of a function is not hidden by the first.
put('p.c', "static void work(int n) { char *p = malloc(n); IF_BAD(char *q = malloc(n + 40); if (q) *q = 1;) if (p) *p = 1; }\n$main work(argc); return 0; }");
compile();
`cwolf check -R memory.leak --write-baseline=known p.o 2>/dev/null`;
like(`cat known`, qr/^memory\.leak work malloc\(.*n\)$/m, 'a lost block is known by the call that allocates it');
like(`cwolf check -R memory.leak --baseline=known p.o 2>/dev/null`, qr/^True/, 'and passes');
compile('-DBAD');
like(`cwolf check -R memory.leak --baseline=known p.o 2>/dev/null`, qr/^False/, 'another one does not');

# What was True has to be: a change that nobody can follow fails, where it may violate the rule.
put('q.c', "#include <stdio.h>\nvoid other(FILE *f) { fputs(\"x\", f); }\n");
system('gcc -w -c q.c') == 0 or die;
put('p.c', "void other(FILE *f);\n$main $open IF_BAD(other(f);) fclose(f); return 0; }");
compile();
is(`cwolf check -R stdio.double_close --write-baseline=known p.o 2>/dev/null`, "True stdio.double_close\n", 'a rule that holds');
like(`cat known`, qr/^True: stdio\.double_close p\.o$/m, 'is in the baseline');
compile('-DBAD');
like(`cwolf check -R stdio.double_close p.o 2>&1`, qr/^p\.c:\d+:\d+: warning: rule 'stdio\.double_close' may be violated/m, 'Maybe is a warning');
is($? >> 8, 3, 'and no violation');
$said = `cwolf check -R stdio.double_close --baseline=known p.o 2>&1`;
is($? >> 8, 1, 'but where it was True, it is one');
like($said, qr/^p\.c:\d+:\d+: error: rule 'stdio\.double_close' may be violated/m, 'and an error');
like($said, qr/note: 'stdio\.double_close' was True \(known:2\): what has changed since may violate it$/m, 'that says so');
like($said, qr/^Maybe stdio\.double_close$/m, 'though nothing is certain');
like(`cwolf check -R stdio.double_close --baseline=known --format=sarif p.o 2>/dev/null`, qr/"level": ?"error"/, 'in a report as well');
`cp p.o r.o`;
system('cwolf check -R stdio.double_close --baseline=known r.o >/dev/null 2>&1');
is($? >> 8, 3, 'not in another program');
`sed -i 's/p\.o/p/' known`;
is(system("gcc -w -specs=$specs -fplugin-arg-cwolf-rules=stdio.double_close -fplugin-arg-cwolf-baseline=known -o p p.c q.o 2>good"), 0,
    'a link passes while it is True');
isnt(system("gcc -w -DBAD -specs=$specs -fplugin-arg-cwolf-rules=stdio.double_close -fplugin-arg-cwolf-baseline=known -o p p.c q.o 2>bad"), 0,
    'and fails where it is not');
like(`cat bad`, qr/^p\.c:\d+:\d+: error: rule 'stdio\.double_close' may be violated/m, 'at the place');

# The link works as long as compiling does, then leaves a rule of a set open, unless it has to hold.
my @f = map {"f$_"} 0 .. 15;
put('many.c', join '', $main, (map {"FILE *$_ = getchar() & 1 ? fopen(\"$_\", \"r\") : 0;\n"} @f), 'int left = getchar() & 1;',
    (map {"if ($_) left ? fclose($_), 0 : 0;\n"} @f), (map {"if ($_ && !left) fclose($_);\n"} @f), 'return 0; }');
my $link = "gcc -specs=$specs -fplugin-arg-cwolf-no-cache -fplugin-arg-cwolf-rules=stdio -o many many.c";
like(`$link 2>&1`, qr/'stdio\.double_close' is not decided: the work given to it was done/, 'a link does so much');
is($?, 0, 'and passes');
like(`$link -fplugin-arg-cwolf-timeout=60 2>&1`, qr/^(?!.*double_close)/s, 'with a time for it, it goes on');
is(`cwolf check -R stdio.double_close --write-baseline=known many 2>/dev/null`, "True stdio.double_close\n", 'as a check does');
like(`$link -fplugin-arg-cwolf-baseline=known 2>&1`, qr/^(?!.*double_close)/s, 'and what has to hold is gone on with');

# With a time, what takes little comes first; what is told does not.
put('order.c', "#include <stdio.h>\n$main $open fclose(f); if (argc > 3) fclose(f); return 0; }");
system("gcc -w -O0 -fno-builtin -specs=$specs -c order.c") == 0 or die;
my @told = map { [`cwolf check -R stdio $_ order.o 2>/dev/null`] } '', '--timeout=30';
is(join('', @{$told[1]}), join('', @{$told[0]}), 'the answers are in the order of the rules');
is((() = join('', @{$told[1]}) =~ /^(?:True|False) /mg), 5, 'all of them');
# What points where takes more than there is.
my @n = 0 .. 1499;
put('wide.c', join '', "#include <stdio.h>\n#include <stdlib.h>\nstruct n { struct n *a, *b; FILE *f; };\n", (map {"static struct n *g$_;\nvoid s$_(int);\n"} @n),
    (map { my ($p, $q, $to) = map { $_ % @n } $_ * 7 + 3, $_ * 13 + 5, $_ + 1;
        "void s$_(int x) { g$_ = x ? g$p->a : g$q; g$p->b = g$q->a; g$q->a = x > 3 ? malloc(sizeof *g0) : g$_; if (x > 9) s$to(x - 1); }\n" } @n),
    $main, $open, 'g0 = malloc(sizeof *g0);', (map {"s$_(argc);\n"} @n), 'fclose(f); if (argc > 3) fclose(g0->f); return 0; }');
system("gcc -w -O0 -fno-builtin -specs=$specs -c wide.c") == 0 or die;
$said = `cwolf check -R stdio --timeout=1 wide.o 2>&1`;
is((() = $said =~ /^(?:True|False|Maybe) stdio/mg), 5, 'where there is no time for anything there are answers') or diag $said;

open my $out, '>', 'wrong' or die;
print $out "stdio.double_close\n";
close $out;
like(`cwolf check -R stdio --baseline=wrong p.o 2>&1`, qr/^wrong:1:1: error: expected RULE FUNCTION EVENT/m, 'a wrong baseline');
is((() = `cwolf check -R stdio.leak,stdio p.o 2>/dev/null` =~ /stdio\.leak$/mg), 1, 'a rule that is named twice is asked once');
like(`cwolf check -R studio p.o 2>&1`, qr/no set of rules, and no file, is called 'studio'; did you mean 'stdio'\?/, 'a wrong set');
# What takes a stream uses it: the rules know every such function that the table of effects knows.
sub file { my ($path) = @_; open my $in, '<', "$root/$path" or die "$path: $!"; local $/; return <$in> }
my %is_event = map { $_ => 1 } file('labels/rules_stdio.c') =~ /\b(\w+)\(/g;
my @takers = file('runtime/points/effects_stdio.c') =~ /\{"(\w+)", "[^"]*s/g;
cmp_ok(scalar @takers, '>', 50, 'there are many');
is(join(' ', grep { !$is_event{$_} } @takers), '', 'all are events of stdio');
done_testing();
