#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Programs written to fool the ready-made rules about what is lost, gone, null, or called in handlers: those that break the rule are
# never True, the others never False. Which is which was said by hand, when they were written.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;

my $sources = abs_path(dirname($0)) . '/1405-rules-attack';
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

my $head = join '', map {"#include <$_.h>\n"} qw(dirent err errno fcntl poll pthread setjmp signal stdarg stdint stdio stdlib string unistd
    sys/socket sys/wait);
my $main = 'int main(int argc, char **argv) {';
my @programs = (
    # never True
    [bad => 'stdio.leak', "static int f(const char *n) { FILE *f; while ((f = fopen(n, \"r\"))) { if (fgetc(f) < 0) break; fclose(f); } return 0; } $main return f(\"x\"); }"],
    [bad => 'stdio.leak', "static FILE *pass(FILE *f) { return f; } static void g(void) { FILE *f = pass(fopen(\"x\", \"r\")); (void)f; } $main g(); return 0; }"],
    [bad => 'stdio.leak', "static void g(int k) { FILE *f = k ? fopen(\"x\", \"r\") : stdin; if (f && !k) fgetc(f); } $main g(argc); return 0; }"],
    [bad => 'stdio.leak', "static void g(void) { FILE *f = fopen(\"x\", \"r\"), *h = f; f = 0; h = 0; } $main g(); return 0; }"],
    [bad => 'stdio.leak', "static void g(void) { static FILE *s; FILE *f = fopen(\"x\", \"r\"); if (f) s = f; s = 0; } $main g(); return 0; }"],
    [bad => 'stdio.leak', "static void sw(FILE *a, FILE *b) { FILE *t = a; a = b; b = t; if (a) fclose(a); } static void g(void) { FILE *a = fopen(\"x\", \"r\"), *b = fopen(\"y\", \"r\"); sw(a, b); } $main g(); return 0; }"],
    [bad => 'stdio.leak', "static FILE *g(int n) { FILE *f = fopen(\"x\", \"r\"); if (n == 0) return f; FILE *r = g(n - 1); return r; } $main FILE *f = g(2); if (f) fclose(f); return 0; }"],
    [bad => 'stdio.leak', "union u { FILE *f; long l; }; static void g(void) { union u u; u.f = fopen(\"x\", \"r\"); u.l = 0; } $main g(); return 0; }"],
    [bad => 'stdio.leak', "static int g(void) { FILE *f = popen(\"true\", \"r\"); if (!f) return 1; return fgetc(f); } $main return g(); }"],
    [bad => 'stdio.leak', "static int g(void) { FILE *f = fopen(\"a\", \"r\"); if (!f) return 1; f = freopen(\"b\", \"r\", f); return f != 0; } $main return g(); }"],
    [bad => 'posix.leak', "static int g(void) { int s[2]; s[0] = socket(AF_UNIX, SOCK_STREAM, 0); return s[0]  < 0; } $main return g(); }"],
    [bad => 'posix.leak', "static int g(unsigned n) { short d = open(\"x\", O_RDONLY); return d < 0; } $main return g(1); }"],
    [bad => 'posix.leak', "static int g(void) { long d = open(\"x\", O_RDONLY); if (d < 0) return -1; return 0; } $main return g(); }"],
    [bad => 'posix.leak', "static int g(int c) { int d = open(\"x\", O_RDONLY); switch (c) { case 1: close(d); break; case 2: return -1; default: close(d); } return 0; } $main return g(argc); }"],
    [bad => 'posix.leak', "static int g(void) { int d = open(\"x\", O_RDONLY), e = d; if (e >= 0) { e = dup(d); close(d); } return 0; } $main return g(); }"],
    [bad => 'posix.leak', "static int acc(int l) { for (;;) { int c = accept(l, 0, 0); if (c < 0) { if (errno == EINTR) continue; return -1; } if (send(c, \"x\", 1, 0) < 0) continue; close(c); } } $main return acc(0); }"],
    [bad => 'posix.leak', "static int g(void) { int d = open(\"x\", O_RDONLY); return d >= 0 ? 7 : 0; } $main return g(); }"],
    [bad => 'posix.leak', "static int g(void) { int d = open(\"x\", O_RDONLY); int e = d == 7 ? 1 : 2; return e + 6 * (e == 1); } $main return g(); }"],
    [bad => 'posix.leak', "static int g(void) { signed char d = open(\"x\", O_RDONLY); if (d < 0) return -1; close(d); return 0; } $main return g(); }"],
    [bad => 'posix.leak', "$main int d = open(\"x\", O_RDONLY); if (argc > 1) main(argc - 1, argv); if (argc > 5) close(d); return 0; }"],
    [bad => 'posix.leak', "static jmp_buf b; static void (*volatile j)(struct __jmp_buf_tag *, int) = longjmp; static void g(int k) { int d = open(\"x\", O_RDONLY); if (d < 0) return; if (k) j(b, 1); close(d); } $main if (!setjmp(b)) g(argc > 1); return 0; }"],
    [bad => 'posix.leak', "static jmp_buf b; extern void leave(struct __jmp_buf_tag *, int) __asm__(\"longjmp\") __attribute__((noreturn)); static void g(int k) { int d = open(\"x\", O_RDONLY); if (d < 0) return; if (k) leave(b, 1); close(d); } $main if (!setjmp(b)) g(argc > 1); return 0; }"],
    [bad => 'memory.leak', "static int g(char **o) { *o = malloc(3); return 0; } $main char *p; g(&p); g(&p); free(p); return 0; }"],
    [bad => 'memory.leak', "struct l { struct l *n; }; $main struct l *h = 0; for (int i = 0; i < 3; i++) { struct l *x = malloc(sizeof *x); if (!x) break; x->n = h; h = x; } if (h) { struct l *n = h->n; free(h); h = 0; } return 0; }"],
    [bad => 'memory.leak', "$main char *p = strdup(\"abc\"); p = p ? p + 1 : p; uintptr_t u = (uintptr_t)p ^ 5; p = 0; return u == 3; }"],
    [bad => 'memory.use_after_free', "struct b { char *p; }; static void rst(struct b *b) { free(b->p); } $main struct b b = {calloc(4, 1)}; if (!b.p) return 1; rst(&b); return b.p[0]; }"],
    [bad => 'memory.use_after_free', "$main char *p = calloc(4, 1); if (!p) return 1; char *e = p + 3; char *q = realloc(p, 4000); if (!q) { free(p); return 1; } int r = *e; free(q); return r; }"],
    [bad => 'memory.use_after_free', "$main char *p = calloc(4, 1); if (!p) return 1; free(p); return memcmp(p, \"abc\", 3); }"],
    [bad => 'memory.use_after_free', "$main int *p; { int x = argc; p = &x; } return *p; }"],
    [bad => 'memory.use_after_free', "$main char *p = calloc(4, 1); if (!p) return 1; char *a[2] = {p, 0}; free(a[0]); return puts(p); }"],
    [bad => 'memory.null', "struct n { struct n *l; int v; }; static int f(struct n *n) { return n->l->v; } $main struct n a = {0, 1}; return f(&a); }"],
    [bad => 'memory.null', "$main char *p = malloc(argc); memset(p, 0, 1); free(p); return 0; }"],
    [bad => 'memory.null', "$main char *p = malloc(8), *q = malloc(8); if (p) { strcpy(q, \"x\"); } free(p); free(q); return 0; }"],
    [bad => 'memory.null', "$main DIR *d = opendir(argv[0]); struct dirent *e = readdir(d); closedir(d); return e != 0; }"],
    [bad => 'memory.null', "$main DIR *d = 0; return readdir(d) != 0; }"],
    [bad => 'memory.null', "struct s { DIR *d; int n; }; static int next(struct s *s) { return readdir(s->d) != 0; } $main struct s s = {opendir(argv[0]), 0}; if (argc > 1 && !s.d) return 1; return next(&s); }"],
    [bad => 'memory.invalid_free', "static char buf[8]; static char *get(int n) { return n > 8 ? malloc(n) : buf; } $main char *p = get(argc); free(p); return 0; }"],
    [bad => 'memory.invalid_free', "$main char *p = strdup(\"a b\"); if (!p) return 1; char *q = strchr(p, ' '); free(q); return 0; }"],
    [bad => 'memory.invalid_free', "$main char *p = \"x\"; free(p); return 0; }"],
    [bad => 'stdio.use_after_close', "$main FILE *f = fopen(\"x\", \"r\"), *g = 0; if (!f) return 1; FILE *t = fmemopen(&g, 8, \"w\"); if (!t) return 1; fwrite(&f, 8, 1, t); fclose(t); fclose(f); return g ? fgetc(g) : 0; }"],
    [bad => 'stdio.double_close', "$main FILE *f = fopen(\"x\", \"r\"), *g = 0; if (!f) return 1; static char b[64]; setvbuf(stdout, b, _IOFBF, 64); fwrite(&f, 8, 1, stdout); memcpy(&g, b, 8); fclose(f); if (g) fclose(g); return 0; }"],
    [bad => 'pthread.double_lock', "static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER; $main pthread_mutex_t *f = &a, *g = &b; FILE *t = fmemopen(&g, 8, \"w\"); if (!t) return 1; fwrite(&f, 8, 1, t); fclose(t); pthread_mutex_lock(f); pthread_mutex_lock(g); return 0; }"],
    [fine => 'stdio.leak', "static FILE *volatile k; static int by(const void *a, const void *b) { k = (FILE *)a; return 1; } static void g(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) return; int x[1]; bsearch(f, x, 1, 4, by); } $main g(); if (k) fclose(k); return 0; }"],
    [fine => 'stdio.leak', "static char b[40]; static void g(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) return; sprintf(b, \"%p\", (void *)f); } $main void *p = 0; g(); if (sscanf(b, \"%p\", &p) == 1) fclose(p); return 0; }"],
    [fine => 'posix.leak', "static char b[40]; static void g(void) { int d = open(\"x\", O_RDONLY); if (d >= 0) snprintf(b, 40, \"%d\", d); } $main g(); close(atoi(b)); return 0; }"],
    [fine => 'memory.leak', "static void g(void) { char *b = malloc(16); if (b) { strcpy(b, \"a,b,c\"); strtok(b, \",\"); } } $main g(); return 0; }"],
    [bad => 'posix.signal_safe', "static void h(int s) { int e = errno; fprintf(stderr, \"x\"); errno = e; } $main struct sigaction a = {0}; a.sa_handler = h; struct sigaction b = a; sigaction(SIGUSR1, &b, 0); pause(); return 0; }"],
    [bad => 'posix.signal_safe', "static int n; static void d(int k) { if (k) d(k - 1); else n = rand(); } static void h(int s) { d(3); } static void set(void (*f)(int)) { signal(SIGUSR1, f); } $main set(h); pause(); return 0; }"],
    [bad => 'posix.signal_safe', "static void h(int s) { extern int raise(int) __asm__(\"puts\"); raise(s); } $main signal(SIGUSR1, h); pause(); return 0; }"],
    [bad => 'pthread.held_at_end', "static pthread_mutex_t m; static void *run(void *x) { pthread_mutex_lock(&m); return x; } static int (*volatile make)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = pthread_create; $main pthread_t t; if (make(&t, 0, run, 0)) return 1; pthread_join(t, 0); return 0; }"],
    [bad => 'pthread.held_at_end', "extern int make(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) __asm__(\"pthread_create\"); static pthread_mutex_t m; static void *run(void *x) { pthread_mutex_lock(&m); return x; } $main pthread_t t; if (make(&t, 0, run, 0)) return 1; pthread_join(t, 0); return 0; }"],
    [bad => 'posix.signal_safe', "static void h(int s) { qsort(0, 0, 1, 0); } $main sigset(SIGUSR1, h); pause(); return 0; }"],
    [bad => 'va.no_end', "static int f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); int r = va_arg(b, int); va_end(a); return r; } $main return f(1, 2); }"],
    [bad => 'va.no_end', "static int f(int n, ...) { va_list a; va_start(a, n); if (n) { int r = va_arg(a, int); va_end(a); va_start(a, n); return r; } va_end(a); return 0; } $main return f(1, 2); }"],
    [bad => 'va.no_end', "static int f(int n, ...) { va_list a[2]; int i = n & 1; va_start(a[i], n); i = 1 - i; va_end(a[i]); return i; } $main return f(argc, 2); }"],
    [bad => 'va.no_end', "static int f(int n, ...) { va_list a, b, *p = &a; va_start(*p, n); p = &b; va_end(*p); return n; } $main return f(argc, 2); }"],
    [bad => 'va.use_after_end', "static int g(int n, va_list a) { int r = va_arg(a, int); va_end(a); return r; } static int f(int n, ...) { va_list a; va_start(a, n); int r = g(n, a); r += va_arg(a, int); va_end(a); return r; } $main return f(1, 2, 3); }"],
    [bad => 'va.use_unstarted', "static int g(va_list a) { return va_arg(a, int); } static int f(int n, ...) { va_list a, b; va_start(a, n); int r = g(b); va_end(a); return r; } $main return f(1, 2); }"],
    [bad => 'posix.fork_child', "static int sp(void) { pid_t p = fork(); switch (p) { case -1: return -1; case 0: break; default: return 0; } return 1; } $main while (sp() >= 0) wait(0); return 0; }"],
    [bad => 'posix.leak', "static int g(void) { int p[2]; if (pipe(p)) return 1; close(p[0]); return 0; } $main return g(); }"],
    [bad => 'posix.leak', "static int g(void) { int s[2]; if (socketpair(AF_UNIX, SOCK_STREAM, 0, s)) return 1; close(s[1]); return 0; } $main return g(); }"],
    [bad => 'posix.leak', "static int g(void) { int d = open(\"x\", O_RDONLY); if (d < 0) return 1; FILE *f = fdopen(d, \"r\"); if (!f) return 2; fclose(f); return 0; } $main return g(); }"],
    [bad => 'posix.leak', "static int g(void) { int d = fcntl(0, F_DUPFD, 10); return d < 0; } $main return g(); }"],
    [bad => 'posix.signal_safe', "static void h(int s) { exit(1); } $main signal(SIGALRM, h); pause(); return 0; }"],
    [bad => 'posix.signal_safe', "static void h(int s) { if (s == SIGTERM) errx(1, \"x\"); } $main signal(SIGTERM, h); pause(); return 0; }"],
    [bad => 'stdio.use_after_close', "$main FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; freopen(\"/none/x\", \"r\", f); return fgetc(f); }"],
    [bad => 'stdio.double_close', "$main FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; freopen(\"/none/x\", \"r\", f); return fclose(f); }"],
    [bad => 'memory.realloc_after_free', "$main char *p = malloc(3); free(p); p = reallocarray(p, 3, 3); return !p; }"],
    [bad => 'va.use_unstarted', "static int f(int n, ...) { va_list a, b; va_start(a, n); va_copy(a, b); va_end(a); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_after_end', "static int f(int n, ...) { va_list a, b; va_start(a, n); va_end(a); va_copy(b, a); va_end(b); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_after_end', "static void fin(void *p) { va_end(*(va_list *)p); } static int f(int n, ...) { va_list a; va_start(a, n); fin(&a); int r = va_arg(a, int); va_end(a); return r; } $main return f(1, 2); }"],
    [bad => 'va.use_unstarted', "static void fin(void *p) { va_end(*(va_list *)p); } static int f(int n, ...) { va_list a, b; va_start(a, n); fin(&b); va_end(a); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_after_end', "static int use(void *p) { return va_arg(*(va_list *)p, int); } static int f(int n, ...) { va_list a; va_start(a, n); va_end(a); return use(&a); } $main return f(1, 2); }"],
    [bad => 'va.no_end', "static int f(int n, ...) { va_list a, b; void *p = &a; va_start(*(va_list *)p, n); va_copy(b, *(va_list *)p); va_end(b); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_after_end', "static int f(int n, ...) { void *p = malloc(sizeof(va_list)); va_start(*(va_list *)p, n); va_end(*(va_list *)p); return va_arg(*(va_list *)p, int); } $main return f(1, 2); }"],
    [bad => 'va.no_end', "static int f(int n, ...) { va_list a[n + 1]; va_start(a[n], n); va_end(a[0]); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_after_end', "static int f(int n, ...) { va_list a; va_start(a, n); va_end(a); va_copy(a, a); va_end(a); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_unstarted', "static int f(int n, ...) { va_list a; va_copy(a, a); va_end(a); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_after_end', "static void g(va_list p, va_list q) { va_copy(p, q); va_end(p); } static int f(int n, ...) { va_list a; va_start(a, n); va_end(a); g(a, a); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_after_end', "#include <ucontext.h>\nstatic ucontext_t c; static volatile int k; static int f(int n, ...) { va_list a; va_start(a, n); swapcontext(&c, &c); va_end(a); if (!k++) setcontext(&c); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_after_end', "#include <ucontext.h>\nstatic ucontext_t c; static volatile int k; static int (*volatile get)(ucontext_t *) = getcontext; static int f(int n, ...) { va_list a; va_start(a, n); get(&c); va_end(a); if (!k++) setcontext(&c); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_after_end', "static int f(int n, ...) { __label__ out; va_list a; int d = 0; void g(void) { goto out; } va_start(a, n); if (d) { out: return va_arg(a, int); } va_end(a); g(); return 0; } $main return f(1, 2); }"],
    [bad => 'va.use_unstarted', "static int f(int n, ...) { __label__ out; va_list a; int d = 0; void g(void) { goto out; } if (n) g(); va_start(a, n); if (d) { out: return va_arg(a, int); } va_end(a); return 0; } $main return f(1, 2); }"],
    [fine => 'va.no_end', "static void fin(void *p) { va_end(*(va_list *)p); } static int f(int n, ...) { va_list a; va_start(a, n); int r = va_arg(a, int); fin(&a); return r; } $main return f(1, 2); }"],
    # never False
    [fine => 'stdio.leak', "static FILE *g(const char *n, const char *k) { FILE *f = fopen(n, k); if (!f) { perror(n); exit(1); } return f; } static void c(FILE *a, FILE *b) { int x; while ((x = fgetc(a)) >= 0) fputc(x, b); } static void cp(void) { FILE *a = g(\"a\", \"r\"), *b = g(\"b\", \"w\"); c(a, b); fclose(a); fclose(b); } $main cp(); return 0; }"],
    [fine => 'stdio.leak', "static void g(int n) { FILE *f = stdin; if (n > 1) f = fopen(\"x\", \"r\"); if (!f) return; fgetc(f); if (f != stdin) fclose(f); } $main g(argc); return 0; }"],
    [fine => 'stdio.leak', "static FILE *stack[4]; static int n; static void push(FILE *f) { if (n < 4) stack[n++] = f; else fclose(f); } static void g(void) { FILE *f = fopen(\"x\", \"r\"); if (f) push(f); } $main g(); g(); return 0; }"],
    [fine => 'stdio.leak', "static void g(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) abort(); if (fgetc(f) < 0) exit(1); fclose(f); } $main g(); return 0; }"],
    [fine => 'stdio.leak', "static int rd(FILE *f) { int r = fgetc(f); f = 0; return r; } static void g(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) return; rd(f); fclose(f); } $main g(); return 0; }"],
    [fine => 'stdio.leak', "static void g(void) { FILE *f = 0; int i; for (i = 0; i < 2; i++) { if (f) { fclose(f); f = 0; } f = fopen(\"x\", \"r\"); } if (f) fclose(f); } $main g(); return 0; }"],
    [fine => 'stdio.leak', "static FILE *last; static FILE *g(void) { FILE *f = fopen(\"x\", \"r\"); last = f; return 0; } $main g(); if (last) fclose(last); return 0; }"],
    [fine => 'posix.leak', "static int lis(void) { int s = socket(AF_INET, SOCK_STREAM, 0); if (s < 0) return -1; if (listen(s, 5) < 0) goto bad; return s; bad: close(s); return -1; } $main int s = lis(); if (s < 0) return 1; for (;;) { int c = accept(s, 0, 0); if (c < 0) continue; if (fork() == 0) { close(s); write(c, \"x\", 1); _exit(0); } close(c); } }"],
    [fine => 'posix.leak', "static void g(void) { struct pollfd p[1]; p[0].fd = open(\"x\", O_RDONLY); poll(p, 1, 0); close(p[0].fd); } $main g(); return 0; }"],
    [fine => 'posix.leak', "static void cl(int *d) { if (*d >= 0) close(*d); *d = -1; } static void g(void) { int d = open(\"x\", O_RDONLY); cl(&d); } $main g(); return 0; }"],
    [fine => 'posix.leak', "static int g(void) { int d = open(\"x\", O_RDONLY); if (d == -1) return -1; int r = close(d); return r; } $main return g(); }"],
    [fine => 'posix.leak', "static int mv(int d) { int e = fcntl(d, F_DUPFD, 10); close(d); return e; } static int g(void) { int d = open(\"x\", O_RDONLY); if (d >= 0) d = mv(d); return d; } $main return g() < 0; }"],
    [fine => 'posix.leak', "static unsigned char tab[1024]; static void reg(int d) { tab[d] = 1; } static void g(void) { int d = open(\"x\", O_RDONLY); if (d >= 0) reg(d); } static void end(void) { for (int i = 0; i < 1024; i++) if (tab[i]) close(i); } $main g(); end(); return 0; }"],
    [fine => 'posix.leak', "static int g(void) { int d = open(\"x\", O_RDONLY); if (d < 0) return 1; FILE *f = fdopen(d, \"r\"); if (!f) { close(d); return 2; } fclose(f); return fcntl(0, F_GETFL); } $main return g() < 0; }"],
    [fine => 'stdio.double_close', "$main FILE *f = fopen(\"x\", \"r\"), *g; if (!f) return 1; g = freopen(\"/none/x\", \"r\", f); if (g) fclose(g); return 0; }"],
    [fine => 'posix.signal_safe', "static void h(int s) { _exit(1); } $main signal(SIGALRM, h); pause(); exit(2); }"],
    [fine => 'memory.leak', "static char *a[2]; $main a[1] = malloc(3); char *p = a[1]; a[1] = 0; free(p); return 0; }"],
    [fine => 'memory.use_after_free', "struct l { struct l *n; }; $main struct l *h = 0, *x; for (int i = 0; i < 3; i++) { x = malloc(sizeof *x); if (!x) break; x->n = h; h = x; } while (h) { x = h->n; free(h); h = x; } return 0; }"],
    [fine => 'memory.null', "$main char *p = malloc(3); if (!p) exit(1); p[0] = 0; p[1] = p[0]; free(p); return 0; }"],
    [fine => 'memory.invalid_free', "static char *dup2_(const char *s) { char *p = malloc(strlen(s) + 1); return p ? strcpy(p, s) : 0; } $main char *p = dup2_(\"x\"); free(p); return 0; }"],
    [fine => 'posix.signal_safe', "static volatile sig_atomic_t g; static void h(int s) { int e = errno; g = 1; while (waitpid(-1, 0, WNOHANG) > 0) { } errno = e; } $main struct sigaction a; memset(&a, 0, sizeof a); a.sa_handler = h; sigemptyset(&a.sa_mask); sigaction(SIGCHLD, &a, 0); if (g) puts(\"x\"); return 0; }"],
    [fine => 'va.no_end', "static void die(const char *s, ...) { va_list a; va_start(a, s); vfprintf(stderr, s, a); va_end(a); exit(1); } $main if (argc > 3) die(\"x\"); return 0; }"],
    [fine => 'va.use_after_end', "static int f(int n, ...) { int r = 0; for (int i = 0; i < 2; i++) { va_list a; va_start(a, n); r += va_arg(a, int); va_end(a); } return r; } $main return f(1, 2); }"],
    [fine => 'va.use_after_end', "static int g(va_list p) { va_list b; va_copy(b, p); int r = va_arg(b, int); va_end(b); return r; } static int f(int n, ...) { va_list a; va_start(a, n); int r = g(a) + g(a); va_end(a); return r; } $main return f(1, 2); }"],
    [fine => 'va.use_unstarted', "static int g(va_list p) { va_list b; va_copy(b, p); int r = va_arg(b, int); va_end(b); return r; } static int f(int n, ...) { va_list a; va_start(a, n); int r = g(a) + g(a); va_end(a); return r; } $main return f(1, 2); }"],
    [fine => 'va.use_unstarted', "static int f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); int r = va_arg(b, int); va_end(b); va_end(a); return r; } $main return f(1, 2); }"],
);
# Those that include what they need, which must not be everything.
for my $path (sort glob("$sources/*.c")) {
    open my $in, '<', $path or die "$path: $!";
    my $text = do { local $/; <$in> };
    my ($kind, $rule) = $text =~ m{^// (bad|fine) (\S+)$}m or die "$path: which rule?";
    push @programs, [$kind, $rule, $text, 'alone'];
}
my %count;
for my $case (@programs) {
    my ($kind, $rule, $text, $is_alone) = @$case;
    open my $out, '>', 'p.c' or die "p.c: $!";
    print $out $is_alone ? '' : $head, $text, "\n";
    close $out or die "p.c: $!";
    system("gcc -w -O0 -fno-builtin -specs=$specs -c -o p.o p.c") == 0 or die "gcc: $text";
    my $said = `cwolf check -R $rule p.o 2>&1`;
    my ($verdict) = $said =~ /^(True|False|Maybe) \Q$rule\E$/m;
    $verdict //= 'nothing';
    my $good = $kind eq 'bad' ? $verdict =~ /^(?:False|Maybe)$/ : $verdict =~ /^(?:True|Maybe)$/;
    ok($good, "$rule, $kind: $verdict") or diag($text, "\n", $said);
    $count{"$kind, $verdict"}++;
}
# What the engine leaves open is looked at function by function: a way on which something is lost is where to look, and where there
# is none the rule holds, whatever the rest of the program does.
my $hard = "struct s { char *name; int n, k; }; struct s *next(void);\nstatic int f(struct s *s) {\nint c = 0;\nFILE *f = fopen(s->name, \"r\");\n"
    . "if (!f)\nreturn 1;\nwhile (s->n-- > 0) {\nif (s->k == 3) {\n#ifndef BAD\nfclose(f);\n#endif\nreturn 2; /* here */\n}\nc += fgetc(f);\n}\n"
    . "fclose(f);\nreturn c;\n}\n$main struct s *s; while ((s = next())) f(s); return 0; }\n";
open my $out, '>', 'p.c' or die "p.c: $!";
print $out $head, $hard;
close $out or die "p.c: $!";
my @lines = split /\n/, "$head$hard";
my ($line) = grep { $lines[$_ - 1] =~ /here/ } 1 .. @lines;
for my $bad ('', '-DBAD') {
    system("gcc -w -O0 $bad -specs=$specs -c -o p.o p.c") == 0 or die 'gcc';
    my $said = `cwolf check --timeout=20 -R stdio.leak p.o 2>&1`;
    like($said, $bad ? qr/^p\.c:$line:\d+: (?:warning: rule 'stdio\.leak' may be|error: rule 'stdio\.leak' is) violated/m : qr/^True stdio\.leak$/m,
        $bad ? 'the return that loses it is told' : 'no way loses it') or diag($said);
}
diag(join '; ', map {"$_: $count{$_}"} sort keys %count);
done_testing();
