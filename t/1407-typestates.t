#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What becomes of handles, as far as that layer alone follows it (--layer=typestates): each program obeys its rule, and is decided;
# with a fault in it, it is not. The faults were put where the layer has to know something: what a structure holds, who calls whom,
# which activation a variable is of, what runs beside the program. Of the other programs each breaks its rule where a value that was
# remembered is another one by then.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

my $head = join '', map {"#include <$_.h>\n"} qw(fcntl pthread setjmp signal stdarg stdio stdlib string unistd);
my $main = "int main(int argc, char **argv) {\n";
my $reader = "struct reader { int lines; FILE *file; int (*next)(struct reader *); char *name; };\n"
    . "static int next(struct reader *r) { int c = fgetc(r->file); r->lines += c == 10; return c; }\n"
    . "static int none(struct reader *r) { return r->lines - 1; }\n"
    . "static int start(struct reader *r, const char *name) {\nmemset(r, 0, sizeof *r);\nr->next = none;\n"
    . "r->file = fopen(name, \"r\");\nif (!r->file) return 0;\nr->next = next;\nreturn 1;\n}\n"
    . "static void stop(struct reader *r) { fclose(r->file); r->file = 0; r->next = none; }\n";
my $say = "static void say(const char *f, ...) {\nva_list a;\nva_start(a, f);\nFAULT vprintf(f, a);\nva_end(a);\n}\n";
# Each activation has a list of its own, and all of them are there at once.
my $nested = "static int depth(int n, const char *f, ...) {\nva_list a;\nva_start(a, f);\nint d = n > 0 ? depth(n - 1, f, n) : 0;\n"
    . "FAULT d += vprintf(f, a);\nva_end(a);\nreturn d;\n}\n";
my $jump = "static jmp_buf place;\nstatic FILE *log_file;\nstatic void fail(int n) { if (n > 3) longjmp(place, 1); }\n"
    . "static int work(int n) { int s = 0; for (int i = 0; i < n; i++) { fail(i); s += fgetc(log_file); } return s; }\n";
my $thread = "static void *copy(void *name) {\nFILE *f = fopen(name, \"r\");\nif (!f) return 0;\nFAULT int c = fgetc(f);\nfclose(f);\n"
    . "return c < 0 ? 0 : name;\n}\n";
my $flags = join '', map {"static int o$_;\n"} 1 .. 6;
my $choose = join '', map {"if (argv[1][$_] == 'x') o$_ = 1;\n"} 1 .. 6;
# Blocks of the heap; all are of one call.
my $block = "struct b { char text[16]; FILE *f; int n; };\nstatic struct b *make(void) {\nstruct b *p = malloc(sizeof *p);\n"
    . "if (!p) exit(1);\np->f = 0;\np->n = 0;\nreturn p;\n}\n"
    . "static struct b *begin(void) { struct b *p = make(); p->f = fopen(\"x\", \"r\"); if (!p->f) exit(1); return p; }\n";
my $twice = 'if (p->f) fclose(p->f); if (p->f) fclose(p->f);';
# A large block with hooks behind a buffer, and blocks that a function allocates for its callers.
my $large = "struct stream { char *next; void *(*get)(void *, int); void *of; };\n"
    . "struct large { FILE *f; char buf[5000]; int n; struct stream s; };\nstruct table { struct stream *s; int code[6][258]; char *zone; };\n"
    . "static void *get(void *of, int n) { void *p = malloc(n); return p; }\n"
    . "static int grow(struct stream *s) {\nif (!s->get) s->get = get;\nstruct table *t = s->get(s->of, sizeof *t);\nif (!t) return 0;\n"
    . "t->s = s;\nt->zone = s->get(s->of, 100);\nif (!t->zone) return 0;\nfor (int i = 0; i < 100; i++) t->code[i % 6][i] = t->zone[i] = i;\n"
    . "*t->s->next++ = t->zone[7];\nfree(t->zone);\nfree(t);\nreturn 1;\n}\n";
# Where nobody knows what is called, it may have been given where to jump.
my $give = "struct m { int n; };\nstatic struct m o;\nstatic int n, flag, all[3] = {2, 1, 0};\njmp_buf place;\nvoid ext(void);\nextern void (*hook)(void);\n"
    . "extern int (*order)(const void *, const void *);\nvoid give(struct m *m) { n = 1; }\n";
my $given = 'given : after give(m) never give(m)';
my $lands = "$main flag = 0; if (setjmp(place) == 0) { give(&o);";
my $lock = "static struct { int n; pthread_mutex_t m[3]; } all;\n";

# rule, the program without its fault, the fault in place of FAULT, and, of a rule of its own, its text
my @cases = (
    ['a structure holds it, and whose function is called', 'stdio.use_after_close', "$reader $main struct reader r;\n"
        . "if (!start(&r, \"x\")) return 1;\nwhile (r.next(&r) >= 0) { FAULT }\nstop(&r);\nreturn r.next(&r) == 5; }",
        'if (r.lines > 5) fclose(r.file);'],
    ['others write to the structure, but not there', 'stdio.double_close', "$reader $main struct reader r, *some[2] = {&r, &r};\n"
        . "if (!start(&r, \"x\")) return 1;\nsome[argc & 1]->lines = 3;\nsome[argc & 1]->name = argv[0];\nFAULT stop(&r);\n"
        . 'if (r.file) fclose(r.file); return 0; }', 'FILE *f = r.file; if (argc > 3) fclose(f);'],
    ['structures are copied', 'stdio.null', "$reader $main struct reader r, s;\nif (!start(&r, \"x\")) return 1;\ns = r;\nFAULT\n"
        . 'return next(&s); }', 'memset(&s, 0, sizeof s);'],
    ['each call has a list', 'va.use_unstarted', "$say $main say(\"%d\", argc);\nsay(\"%s\", argv[0]);\nreturn 0; }",
        'if (*f) { va_list b; vprintf(f, b); }'],
    ['activations that are there at once', 'va.use_after_end', "$nested $main return depth(argc, \"%d\", 0); }", 'if (d > 5) va_end(a);'],
    ['more locals than are remembered', 'unstarted', "struct job { int n; };\nvoid begin(struct job *);\nvoid run(struct job *);\n"
        . "static void one(void) { struct job j; FAULT begin(&j); run(&j); }\nstatic void two(void) { struct job j; begin(&j); run(&j); }\n"
        . "$main for (int i = 0; i < argc; i++) { one(); two(); one(); two(); one(); two(); }\nreturn 0; }", 'if (rand() % 2) run(&j);',
        'unstarted : begin(j) precedes run(j)'],
    ['a child with the memory of its parent', 'stdio.double_close', "static int is_open;\nstatic int child(char **argv) { FAULT execv(argv[1], argv); _exit(1); }\n"
        . "$main FILE *f = fopen(\"x\", \"r\"); static FILE *kept; if (!f) return 1; kept = f; fclose(f); if (vfork() == 0) child(argv);\n"
        . 'if (is_open) fclose(kept); return 0; }', 'is_open = argv[1] != 0;'],
    ['a format that comes as an argument writes nothing', 'stdio.double_close', "static FILE *f, **where = &f;\n"
        . "static void say(const char *format, ...) { va_list a; va_start(a, format); vprintf(format, a); va_end(a); }\n"
        . "static const char first[] = \"%p\\n\";\n$main f = fopen(\"x\", \"r\"); if (!f) return 1; fclose(f); f = 0; say(first, (void *)where); say(\"%%\");\n"
        . 'FAULT if (f) fclose(f); return 0; }', 'say("x%n", (int *)where);'],
    ['what a jump leaves behind', 'stdio.double_close', "static jmp_buf place;\nstatic int deep(int n) { if (n > 3) longjmp(place, n); return n; }\n"
        . "static int work(int n) { return deep(n) + deep(n + 1); }\n$main FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; static FILE *kept; kept = f;\n"
        . 'static int is_open; fclose(kept); if (setjmp(place) == 0) { FAULT work(argc); } if (is_open) fclose(kept); return 0; }',
        'is_open = 1;'],
    ['one of many, joined', 'stdio.double_close', "$flags $main static int out = 2; $choose"
        . 'FILE *f = o1 ? fopen("x", "r") : o2 ? fopen("y", "r") : o3 ? stdin : 0; if (o4) out = 1; if (o5) out = 3;'
        . "if (!f) return 1; FAULT if (out > 0) fclose(f); if (out == 4) fclose(f); return 0; }", 'if (o6) fclose(f);'],
    ['lists of several functions', 'va.use_after_end', "static int show(const char *f, va_list a) { return vprintf(f, a); }\n"
        . "static int both(int n, const char *f, va_list a) { va_list b; va_copy(b, a); int r = show(f, b); va_end(b); FAULT if (r < n) return r; if (n > 9) both(n - 1, f, a);\n"
        . "return show(f, a); }\n" . join('', map {"static int f$_(const char *f, ...) { va_list a; va_start(a, f); int r = both($_, f, a); va_end(a); return r; }\n"} 1 .. 10)
        . "$main return " . join(q( + ), map {"f$_(\"x\")"} 1 .. 10) . '; }', 'show(f, b);'],
    ['a jump comes back', 'stdio.double_close', "$jump $main log_file = fopen(\"x\", \"r\");\nif (!log_file) return 1;\n"
        . "if (setjmp(place) == 0) { work(argc); fclose(log_file); FAULT return 0; }\nfclose(log_file);\nreturn 2; }", 'fail(argc);'],
    ['a handler jumps', 'stdio.use_after_close', "$jump static void handler(int s) { longjmp(place, s); }\n"
        . "$main FILE *f = 0;\nsignal(SIGINT, handler);\nif (setjmp(place) == 0) {\nlog_file = f = fopen(\"x\", \"r\");\nif (!f) return 1;\n"
        . "fgetc(log_file);\nFAULT return 0;\n}\nif (log_file) rewind(log_file);\nreturn 0; }", 'fclose(log_file); log_file = 0;'],
    ['each thread has its own', 'stdio.use_after_close', "$thread $main pthread_t t;\nif (pthread_create(&t, 0, copy, argv[0])) return 1;\n"
        . 'copy(argv[1]); return pthread_join(t, 0); }', 'if (ferror(f)) { fclose(f); }'],
    ['many functions at the end', 'stdio.double_close', "static FILE *f;\n"
        . join('', map {"static void end$_(void) { if (f) putchar($_); }\n"} 1 .. 10)
        . "$main f = fopen(\"x\", \"r\");\nif (!f) return 1;\n" . join('', map {"atexit(end$_);\n"} 1 .. 10) . 'fclose(f); FAULT f = 0; return 0; }',
        'if (argc > 2) fclose(f);'],
    ['more states than are kept apart', 'stdio.null', "$flags$main FILE *f = 0;\nif (argc < 2) return 1;\n$choose"
        . "if (o1) f = fopen(\"x\", \"r\");\nif (o1 && !f) return 2;\nif (o2) putchar(1);\nif (o3) putchar(2);\nif (o4) putchar(3);\n"
        . 'if (f FAULT) return fgetc(f); return 0; }', '|| o5'],
    ['a function is handed to the library', 'stdio.use_after_close', "static FILE *f;\n"
        . "static int by(const void *a, const void *b) { fputc(1, f); return *(const int *)a - *(const int *)b; }\n"
        . "$main int n[3] = {argc, 2, 1};\nf = fopen(\"x\", \"w\");\nif (!f) return 1;\nFAULT qsort(n, 3, sizeof *n, by);\nfclose(f);\n"
        . 'return n[0]; }', 'if (argc > 4) fclose(f);'],
    ['numbers of descriptors', 'posix.double_close', "static int get(const char *n) { int d = open(n, O_RDONLY); return d < 0 ? -2 : d; }\n"
        . "$main int d = get(argv[0]);\nif (d == -2) return 1;\nif (argc > 2) { close(d); FAULT d = -1; }\nif (d != -1) close(d);\nreturn 0; }",
        'if (argc < 5)'],
    ['a block holds it', 'stdio.double_close', "$block $main for (int i = 0; i < argc; i++) {\nstruct b *p = begin();\n"
        . "p->text[i & 15] = fgetc(p->f);\nfgets(p->text, 9, p->f);\nfclose(p->f);\nFAULT free(p);\n}\nreturn 0; }", 'if (p->text[0]) fclose(p->f);'],
    ['a block that a variable leads to', 'stdio.null', "$block static struct b *all;\nstatic int get(void) { return fgetc(all->f); }\n"
        . "$main all = begin();\nFAULT int n = get();\nfclose(all->f);\nfree(all);\nreturn n; }", 'if (argc > 1) all = make();'],
    ['what is called allocates no other', 'stdio.use_after_close', "$block static int read_all(struct b *p) {\nchar *t = malloc(32);\nint n = 0;\n"
        . "while (t && fgets(t, 32, p->f)) { n++; FAULT }\nfree(t);\nreturn n;\n}\n$main struct b *p = begin();\nint n = read_all(p);\nfclose(p->f);\n"
        . 'return n; }', 'if (*t) fclose(p->f);'],
    ['a large block, with hooks', 'stdio.use_after_close', "$large $main struct large *p = malloc(sizeof *p);\nif (!p) return 1;\n"
        . "p->f = fopen(\"x\", \"r\");\nif (!p->f) return 1;\np->s.get = 0;\np->s.of = 0;\np->s.next = p->buf;\nif (grow(&p->s)) p->n = fgetc(p->f);\n"
        . "FAULT if (!ferror(p->f)) fclose(p->f);\nreturn 0; }", 'if (p->n > 6) fclose(p->f);'],
    ['the arguments are handed on', 'stdio.null', "static struct { FILE *f; void (*hook)(int); const char *name; } all;\nstatic void count(int n) { all.name++; }\n"
        . "$main char b[64] = \"\";\nall.hook = count;\nall.f = fopen(\"x\", \"r\");\nif (!all.f) return 1;\nif (argc > 1) { all.name = argv[1]; strncpy(b, argv[1], 63); }\n"
        . "FAULT fprintf(stderr, \"%s %s\\n\", b, all.name);\nall.hook(argc);\nreturn fgetc(all.f); }", 'if (b[0]) all.f = 0;'],
    ['a handler that ends the program', 'stdio.null', "static FILE *out;\nstatic void handler(int s) { if (out FAULT) fclose(out); _exit(s); }\n"
        . "$main signal(SIGINT, handler);\nout = fopen(\"x\", \"w\");\nif (!out) return 1;\nfputc(1, out);\nreturn 0; }", '|| s > 3'],
    ['the descriptor of a stream', 'posix.unopened', "$main char c;\nFILE *f = fopen(\"x\", \"r\");\nif (!f) return 1;\n"
        . 'FAULT read(fileno(f), &c, 1); fclose(f); return c; }', 'if (argc > 2) { fclose(f); f = fmemopen(argv[0], 3, "r"); if (!f) return 1; }'],
    ['a copy is kept of what is closed', 'stdio.leak', "static FILE *kept;\nstatic void keep(FILE *f) { kept = f; }\n"
        . "static int one(const char *n) {\nFILE *f = fopen(n, \"r\");\nif (!f) return 0;\nkeep(f);\nint c = fgetc(f);\nFAULT fclose(f);\nkept = 0;\nreturn c;\n}\n"
        . "$main for (int i = 0; i < argc; i++) one(argv[i]);\nreturn 0; }", 'if (c != 5)'],
    ['locks of an array', 'pthread.double_lock', "$lock $main pthread_mutex_lock(&all.m[0]);\npthread_mutex_lock(&all.m[1]);\n"
        . "if (argc > 1) { pthread_mutex_unlock(&all.m[0]); pthread_mutex_lock(&all.m[FAULT]); }\npthread_mutex_unlock(&all.m[1]);\nreturn 0; }",
        '1', undef, '2'],
    ['a jump out of a function that is passed by', 'given', "$give static void f(void) { ext(); }\nstatic void g(void) { f(); }\n"
        . "$lands g(); return 0; } FAULT return 0; }", 'give(&o);', $given],
    ['the same, through a pointer', 'given', "$give static void g(void) { hook(); }\n$lands g(); return 0; } FAULT return 0; }", 'give(&o);', $given],
    ['the same, with what it wrote before', 'given', "$give static void g(void) { flag = 1; ext(); flag = 0; }\n$lands } if (flag) return 1; if (setjmp(place) == 0) { g(); return 0; }\n"
        . 'FAULT return 0; }', 'if (flag) give(&o);', $given],
    ['the same, of a stream', 'stdio.double_close', "static jmp_buf place;\nvoid keep(void *);\nvoid ext(void);\nstatic void g(void) { ext(); }\n$main FILE *f = fopen(\"x\", \"r\");\n"
        . "if (!f) return 1;\nkeep(place);\nif (setjmp(place) == 0) { fclose(f); g(); return 0; }\nFAULT return 0; }", 'fclose(f);'],
    ['a jump out of what the library calls, and nothing is asked about', 'given', "$give static int by(const void *a, const void *b) { ext(); return 0; }\n"
        . "$lands qsort(all, 3, sizeof *all, by); return 0; } FAULT return 0; }", 'give(&o);', $given],
    ['the same, through a pointer that the library gets', 'given', "$give $lands qsort(all, 3, sizeof *all, order); return 0; } FAULT return 0; }", 'give(&o);', $given],
    ['the same, out of a function without a body', 'given', "$give int by(const void *, const void *);\n$lands qsort(all, 3, sizeof *all, by); return 0; } FAULT return 0; }",
        'give(&o);', $given],
    ['what a function without a body writes that the library calls', 'given', "$give void reg(int *);\nint by(const void *, const void *);\n"
        . "$main reg(&flag); flag = 0; give(&o); FAULT if (flag) give(&o); return 0; }", 'qsort(all, 3, sizeof *all, by);', $given],
    ['the same, through a pointer', 'given', "$give void reg(int *);\n"
        . "$main reg(&flag); flag = 0; give(&o); FAULT if (flag) give(&o); return 0; }", 'qsort(all, 3, sizeof *all, order);', $given],
    ['a function that nobody knows leaves it open', 'posix.leak', "jmp_buf place;\nvoid ext(void);\nstatic void g(void) { FAULT }\n"
        . "static int one(void) { int d = open(\"x\", 0); if (d < 0) return 1; g(); close(d); return 0; }\n$main if (setjmp(place) == 0) one(); return 0; }", 'ext();'],
    ['the same, through a pointer', 'stdio.leak', "jmp_buf place;\nextern void (*hook)(void);\n"
        . "static int one(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; FAULT fclose(f); return 0; }\n$main if (setjmp(place) == 0) one(); return 0; }", 'hook();'],
    ['the same, called by the library', 'stdio.leak', "jmp_buf place;\nint by(const void *, const void *);\nstatic int all[3];\n"
        . "static int one(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; FAULT fclose(f); return 0; }\n$main if (setjmp(place) == 0) one(); return 0; }",
        'qsort(all, 3, sizeof *all, by);'],
    ['nobody jumps where there is no place for it', 'stdio.leak', "void ext(void);\nextern void (*hook)(void);\n"
        . "static int one(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; ext(); hook(); FAULT fclose(f); return 0; }\n$main return one(); }", 'if (getpid() > 5)'],
    ['a place that nobody else knows, or does', 'posix.leak', "static struct { int n; jmp_buf place; } all;\nvoid keep(void *);\nvoid ext(void);\n"
        . "static int one(void) { int d = open(\"x\", 0); if (d < 0) return 1; ext(); close(d); return 0; }\n$main FAULT if (setjmp(all.place) == 0) one(); return 0; }", 'keep(&all);'],
    ['events do not jump', 'locked', "jmp_buf place;\nvoid lock(void *);\nvoid unlock(void *);\nvoid ext(void);\nstatic int o;\n"
        . "static int one(void) { lock(&o); FAULT unlock(&o); return 0; }\n$main if (setjmp(place) == 0) one(); return 0; }", 'ext();', 'locked : unlock(m) releases lock(m)'],
    ['other stacks', 'posix.leak', "#include <ucontext.h>\nstatic ucontext_t u, v;\nstatic volatile int n;\n"
        . "static int one(void) { int d = open(\"x\", 0); if (d < 0) return 1; FAULT close(d); return 0; }\n$main getcontext(&u); if (!n++) one(); return 0; }",
        'if (n > 5) swapcontext(&v, &u); setcontext(&u);'],
    ['a jump out of a nested function', 'posix.leak', "$main __label__ out; void g(void) { goto out; }\n"
        . 'int one(void) { int d = open("x", 0); if (d < 0) return 1; FAULT close(d); return 0; } for (int i = 0; i < 3; i++) one(); return 0; out: return 1; }', 'g();'],
    ['a thread that is cancelled', 'posix.leak', "static void *one(void *p) { int d = open(\"x\", 0); if (d < 0) return 0; sleep(1); close(d); return 0; }\n"
        . "$main pthread_t t; pthread_create(&t, 0, one, 0); FAULT pthread_join(t, 0); return 0; }", 'pthread_cancel(t);'],
    ['a function that nobody knows leaves a list open', 'va.no_end', "jmp_buf place;\nextern void (*hook)(void);\nstatic void g(void) { FAULT }\n"
        . "static int one(int n, ...) { va_list a; va_start(a, n); g(); int k = va_arg(a, int); va_end(a); return k; }\n$main if (setjmp(place) == 0) one(1, 2); return 0; }",
        'hook();'],
    ['the same, in a handler', 'va.no_end', "jmp_buf place;\nvoid ext(void);\nstatic void handler(int s) { ext(); }\n"
        . "static int one(int n, ...) { va_list a; va_start(a, n); int k = va_arg(a, int); va_end(a); return k; }\n$main if (FAULT) { signal(SIGINT, handler); one(1, 2); } return 0; }",
        'setjmp(place) == 0', undef, '1'],
    ['a list in a thread that is cancelled', 'va.no_end', "static int one(int n, ...) { va_list a; va_start(a, n); sleep(1); int k = va_arg(a, int); va_end(a); return k; }\n"
        . "static void *work(void *p) { one(1, 2); return p; }\n$main pthread_t t; pthread_create(&t, 0, work, 0); FAULT pthread_join(t, 0); return 0; }", 'pthread_cancel(t);'],
    ['a jump of what never returns', 'given', "$give void leave(int *) __attribute__((noreturn));\n$lands leave(&flag); } FAULT return 0; }", 'if (flag) give(&o);', $given],
    ['a handler that calls through a pointer', 'given', "$give static void g(void) { hook(); }\nstatic void handler(int s) { g(); }\n$main signal(SIGINT, handler);\n"
        . "if (setjmp(place) == 0) { give(&o); pause(); return 0; } FAULT return 0; }", 'give(&o);', $given],
    ['a handler that sorts through a pointer', 'given', "$give static int some[3];\nstatic void handler(int s) { qsort(some, 3, sizeof *some, order); }\n$main signal(SIGINT, handler);\n"
        . "if (setjmp(place) == 0) { give(&o); pause(); return 0; } FAULT return 0; }", 'give(&o);', $given],
    ['an array that is being sorted', 'given', "$give static int by(const void *a, const void *b) { if (!flag) { flag = 1; give(&o); } FAULT return *(int *)a - *(int *)b; }\n"
        . "$main all[2] = 0; qsort(all, 3, sizeof *all, by); return 0; }", 'else if (all[2] == 1) give(&o);', $given],
    ['streams that are being sorted', 'stdio.double_close', "static FILE *all[3];\nstatic int n;\n"
        . "static int by(const void *a, const void *b) { if (!n) { n = 1; fclose(all[1]); } FAULT return 1; }\n"
        . "$main for (int i = 0; i < 3; i++) if (!(all[i] = fopen(\"x\", \"r\"))) return 1; qsort(all, 3, sizeof *all, by); return 0; }",
        'else if (n == 1) { n = 2; fclose(all[2]); }'],
    ['what was written before a call back', 'given', "$give extern void (*run)(int *, void (*)(void));\nstatic void look(void) { if (flag) give(&o); }\n"
        . "$main give(&o); FAULT return 0; }", 'run(&flag, look);', $given, 'run(0, look);'],
);
# What the layer says of the rule; without a text of its own it is a ready-made one.
sub verdict
{
    my ($program, $rule, $own) = @_;
    open my $out, '>', 'p.c' or die;
    print {$out} $own ? "#pragma cwolf rule $own\n" : '', $program;
    close $out;
    system("gcc -w -O0 -fno-builtin -specs=$specs -c -o p.o p.c") == 0 or BAIL_OUT($program);
    my $ask = $own ? '' : "-R $rule";
    return `cwolf check --layer=typestates --timeout=20 $ask p.o 2>log` =~ /^(\w+) \Q$rule\E$/m ? $1 : 'nothing';
}

for my $case (@cases) {
    my ($what, $rule, $text, $fault, $own, $fine) = @$case;
    for my $is_faulty (0, 1) {
        my $program = $head . ($text =~ s/FAULT/$is_faulty ? $fault : $fine \/\/ ''/er) . "\n";
        is(verdict($program, $rule, $own), $is_faulty ? 'Maybe' : 'True', "$what: $rule" . ($is_faulty ? ', with a fault' : ''))
            or diag $program, `cat log`;
    }
}

my $two = "$main FILE *a = fopen(\"x\", \"r\"), *b = fopen(\"y\", \"r\"), *t[2] = {a, b};\nif (!a || !b) return 1;\n";
my @broken = (
    ['an element, by a variable index', 'stdio.double_close', "$two t[argc & 1] = t[1]; fclose(t[0]); fclose(t[1]); return 0; }"],
    ['one of two, through a pointer', 'stdio.double_close', "$two FILE **p = argc > 1 ? &a : &b; *p = b; fclose(a); fclose(b); return 0; }"],
    ['a pointer that was computed', 'stdio.double_close', "$two FILE **p = t; p += argc & 1; *p = t[1]; fclose(t[0]); fclose(t[1]); return 0; }"],
    ['a part of a structure, as bytes', 'stdio.null', "struct s { int n; FILE *f; };\n$two struct s s = {1, a}; memset((char *)&s + argc, 0, 8);\n"
        . 'if (a) return fgetc(s.f); return 0; }'],
    ['a union', 'stdio.null', "$two union { FILE *f; long n; } u = {a}; u.n -= u.n; return fgetc(u.f); }"],
    ['a copy of a structure', 'stdio.double_close', "struct s { FILE *f, *g; };\n$two struct s s = {a, b}, r = {b, a}; *(argc > 1 ? &s : &r) = r;\n"
        . 'fclose(s.f); fclose(b); return 0; }'],
    ['a function that nothing is asked about', 'stdio.double_close', "static void set(int *n) { *n = 1; }\n$two int is_open = 0; fclose(a); set(&is_open);\n"
        . 'if (is_open) fclose(a); return 0; }'],
    ['the same, by a global', 'stdio.double_close', "static int is_open;\nstatic void set(void) { is_open = 1; }\n$two fclose(a); set(); if (is_open) fclose(a); return 0; }"],
    ['the library', 'stdio.double_close', "$two int is_open = 0; fclose(a); sscanf(argv[0], \"%d\", &is_open); if (is_open) fclose(a); return 0; }"],
    ['a function that the library calls', 'stdio.double_close', "static FILE *f;\n"
        . "static int by(const void *a, const void *b) { if (f) fclose(f); f = 0; return 0; }\n"
        . "$two int n[2] = {2, 1}; f = a; qsort(n, 2, sizeof *n, by); fclose(a); return 0; }"],
    ['a jump, with what was done before it', 'stdio.double_close', "$jump $main FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; log_file = f;\n"
        . "int is_open = 1;\nif (!setjmp(place)) { fclose(f); log_file = 0; fail(argc + 3); return 0; }\nif (!log_file) fclose(f);\nreturn 0; }"],
    ['a jump out of what the library calls', 'stdio.double_close', "static jmp_buf place;\nstatic FILE *all[2], *a;\nstatic int times;\n"
        . "static int before(const void *x, const void *y) { if (times++) longjmp(place, 1); return *(FILE **)x == a ? 1 : -1; }\n"
        . "$main a = fopen(\"x\", \"r\"); FILE *b = fopen(\"y\", \"r\"); if (!a || !b) return 1; all[0] = a; all[1] = b; fclose(a);\n"
        . 'if (!setjmp(place)) { qsort(all, 2, sizeof *all, before); before(all, all); } if (all[1] == a) fclose(all[1]); return 0; }'],
    ['a jump over a caller that had changed it', 'stdio.double_close', "static jmp_buf place;\nstatic int is_open;\n"
        . "static void leave(void) { longjmp(place, 1); }\nstatic void middle(void) { is_open = 1; leave(); is_open = 0; }\n"
        . "$two fclose(a); if (!setjmp(place)) middle(); if (is_open) fclose(a); return 0; }"],
    ['a variable of the function that is jumped to', 'stdio.double_close', "static jmp_buf place;\nstatic void set(volatile int *n) { *n = 1; longjmp(place, 1); }\n"
        . "$two volatile int is_open = 0; fclose(a); if (!setjmp(place)) set(&is_open); if (is_open) fclose(a); return 0; }"],
    ['a jump back to the second of two calls', 'stdio.double_close', "static jmp_buf outer, inner;\nstatic int n;\n"
        . "static void one(FILE *f) { if (setjmp(inner)) { fclose(f); longjmp(outer, 1); } n = 1; longjmp(inner, 1); }\n"
        . "$two if (!setjmp(outer)) one(a); if (n) fclose(a); return 0; }"],
    ['a format with %n, in its middle', 'stdio.double_close', "static struct { FILE *f; } s; static int is_open;\nstatic void say(const char *f, ...) { va_list l; va_start(l, f); vprintf(f + 1, l); va_end(l); }\n"
        . "$two fclose(a); say(\"%%n\", &is_open); say(\"x%n\", &is_open); say(\"ab%n\", &is_open); if (is_open) fclose(a); return 0; }"],
    ['a format behind the end of another one', 'stdio.double_close', "static int is_open;\nstatic void say(const char *f, ...) { va_list l; va_start(l, f); vprintf(f + 3, l); va_end(l); }\n"
        . "$two fclose(a); say(\"ab\\0c%n\", &is_open); if (is_open) fclose(a); return 0; }"],
    ['a format that is made', 'stdio.double_close', "static int is_open;\nstatic void say(const char *f, ...) { va_list l; va_start(l, f); vprintf(f, l); va_end(l); }\n"
        . "$two char made[] = \"ab%d\"; fclose(a); made[3] = 'n'; say(argc ? made : \"x\", &is_open); if (is_open) fclose(a); return 0; }"],
    ['a stream that is one of many', 'stdio.double_close', "$flags $main $choose FILE *f = o1 ? fopen(\"x\", \"r\") : o2 ? fopen(\"y\", \"r\") : o3 ? stdin : 0, *g = o4 ? f : o5 ? stdout : 0;\n"
        . 'if (!f) return 1; fclose(f); if (g && o6) fclose(g); return 0; }'],
    ['a child that shares the memory, and is killed', 'stdio.double_close', "static int is_open;\nstatic void child(void) { is_open = 1; abort(); is_open = 0; }\n"
        . "$two fclose(a); if (vfork() == 0) { child(); _exit(0); } if (is_open) fclose(a); return 0; }"],
    ['a child that ends where nothing says so', 'stdio.double_close', "static int is_open;\nstatic void child(int *p) { is_open = 1; *p = 1; is_open = 0; _exit(1); }\n"
        . "$two fclose(a); if (vfork() == 0) child(argc > 1 ? &argc : 0); if (is_open) fclose(a); return 0; }"],
    ['an object that lives again after a jump', 'given', "struct m { int n; };\nvoid take(struct m *m) { } void give(struct m *m) { }\nstatic jmp_buf place; static int late;\n"
        . "$main if (setjmp(place)) late = 1; { struct m o; if (!late) { take(&o); longjmp(place, 1); } give(&o); } return 0; }",
        'given : take(m) precedes give(m)'],
    ['a number, compared as one without a sign', 'stdio.double_close', "$two union { int s; unsigned u; } v; v.s = atoi(argv[0]); fclose(a);\n"
        . 'if (v.s >= -1 && v.s <= 7) if (v.u > 5u) if (v.s == -1) fclose(a); return 0; }'],
    ['a jump of a function that nobody knows', 'stdio.double_close', "typedef struct png *P; P png_create(void); jmp_buf *png_place(P); void png_read(P);\n"
        . "$two P p = png_create(); if (setjmp(*png_place(p))) { fclose(a); return 1; } fclose(a); png_read(p); return 0; }"],
    ['the same in a handler', 'stdio.double_close', "jmp_buf *place(void); void work(void);\nstatic void handler(int s) { work(); }\n"
        . "$two signal(SIGINT, handler); if (setjmp(*place())) { fclose(a); return 1; } fclose(a); pause(); return 0; }"],
    ['a conversion that the program adds', 'stdio.double_close', "#include <printf.h>\nstatic int is_open;\n"
        . "static int print(FILE *s, const struct printf_info *i, const void *const *a) { **(int **)a[0] = 1; return 0; }\n"
        . "static int size(const struct printf_info *i, size_t n, int *t, int *s) { if (n) t[0] = PA_POINTER; return 1; }\n"
        . "$two fclose(a); register_printf_specifier('!', print, size); register_printf_specifier('d', print, size);\n"
        . 'const char *f = argc > 1 ? "%!\n" : "%d"; printf(f, &is_open); if (is_open) fclose(a); return 0; }'],
    ['a jump in the middle of a block', 'stdio.double_close', "static jmp_buf place;\nstatic int is_open = 1;\n"
        . "static void handler(int s) { longjmp(place, s); }\n$main FILE *f = fopen(\"x\", \"r\"); if (!f) return 1;\nfclose(f);\n"
        . "signal(SIGINT, handler);\nis_open = 0;\nif (!setjmp(place)) { is_open = 1; is_open = 0; for (;;) { is_open = 2; is_open = 0; } }\n"
        . 'if (is_open) fclose(f); return 0; }'],
    ['the list of an outer activation', 'va.use_after_end', "static int depth(int n, va_list *outer, const char *f, ...) {\nva_list a;\nva_start(a, f);\n"
        . "if (outer) va_end(*outer);\nint d = n > 0 ? depth(n - 1, &a, f, n) : 0;\nd += vprintf(f, a);\nva_end(a);\nreturn d;\n}\n"
        . "$main return depth(argc, 0, \"%d\", 1); }"],
    ['a stream that two threads have', 'stdio.use_after_close', "static FILE *f;\nstatic void *work(void *p) { fputc(1, f); return p; }\n"
        . "$main pthread_t t; f = fopen(\"x\", \"w\"); if (!f || pthread_create(&t, 0, work, 0)) return 1; fclose(f); return 0; }"],
    ['a stream that is handed to a thread', 'stdio.use_after_close', "static void *work(void *p) { fputc(1, *(FILE **)p); return p; }\n"
        . "$main pthread_t t; FILE *f = fopen(\"x\", \"w\"); if (!f || pthread_create(&t, 0, work, &f)) return 1; fclose(f); return 0; }"],
    ['a stream that a handler uses', 'stdio.use_after_close', "static FILE *f;\nstatic void handler(int s) { fputc(s, f); }\n"
        . "$main f = fopen(\"x\", \"w\"); if (!f) return 1; signal(SIGINT, handler); fclose(f); pause(); return 0; }"],
    ['a handler that closes it', 'stdio.double_close', "static FILE *f;\nstatic void handler(int s) { fclose(f); }\n"
        . "$main f = fopen(\"x\", \"w\"); if (!f) return 1; signal(SIGINT, handler); fclose(f); return 0; }"],
    ['the end of the program', 'stdio.double_close', "static FILE *f;\nstatic void bye(void) { fclose(f); }\n"
        . "$main f = fopen(\"x\", \"w\"); if (!f) return 1; atexit(bye); fclose(f); return 0; }"],
    ['more states than are kept apart', 'stdio.double_close', "$flags$two if (argc < 2) return 1;\n${choose}if (o6) fclose(a);\n"
        . "if (o1) putchar(1);\nif (o2) putchar(2);\nif (o3) putchar(3);\nfclose(a);\nreturn 0; }"],
    ['what freopen gives back', 'stdio.double_close', "$two FILE *f = freopen(\"z\", \"r\", a); if (f) { fclose(f); fclose(a); } return 0; }"],
    ['a pointer behind the end of something else', 'stdio.double_close', "static int m[2], n[2];\n$two fclose(a); int *p = m + 2, *q = n + 2;\n"
        . 'if (p == n || q == m) fclose(a); return 0; }'],
    ['a way back that is no jump', 'stdio.double_close', "#include <ucontext.h>\nstatic ucontext_t u;\nstatic volatile int times;\n"
        . "$two getcontext(&u); fclose(a); if (!times++) setcontext(&u); return 0; }"],
    ['a stream that is sent to a thread', 'stdio.double_close', "static int p[2];\n"
        . "static void *work(void *q) { FILE *f; read(p[0], &f, sizeof f); fclose(f); return q; }\n$main pthread_t t; pipe(p);\n"
        . "FILE *f = fopen(\"x\", \"r\"); if (!f || pthread_create(&t, 0, work, 0)) return 1;\nwrite(p[1], &f, sizeof f); pthread_join(t, 0); "
        . 'fclose(f); return 0; }'],
    ['a stream that is told as text', 'stdio.double_close', "static void *work(void *q) { void *f; sscanf(getenv(\"F\"), \"%p\", &f); fclose(f); return q; }\n"
        . "$main pthread_t t; char b[64]; FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; sprintf(b, \"%p\", (void *)f);\n"
        . 'setenv("F", b, 1); pthread_create(&t, 0, work, 0); pthread_join(t, 0); fclose(f); return 0; }'],
    ['a stream that lies in a file', 'stdio.double_close', "#include <sys/mman.h>\n$main int d = open(argv[0], O_RDWR); FILE *f = fopen(\"x\", \"r\");\n"
        . "if (!f || d < 0) return 1; write(d, &f, sizeof f); FILE **q = mmap(0, 8, PROT_READ, MAP_SHARED, d, 0);\nfclose(f); fclose(*q); return 0; }"],
    ['a jump that no call of setjmp shows', 'stdio.double_close', "static void *place[5];\nstatic int is_open;\n"
        . "__attribute__((noinline)) static void jump(void) { __builtin_longjmp(place, 1); }\n"
        . "$two fclose(a); if (__builtin_setjmp(place)) is_open = 1; else jump(); if (is_open) fclose(a); return 0; }"],
    ['a block that is no more the newest', 'stdio.double_close', "$block $main struct b *p = begin(), *q = make(); q->f = 0; $twice return 0; }"],
    ['the same, where it was called', 'stdio.double_close', "$block static struct b *last;\n"
        . "static void one(void) { last = begin(); fclose(last->f); last->f = 0; }\n$main struct b *p = begin(); one(); $twice return 0; }"],
    ['the same, where nothing is asked about', 'stdio.double_close', "$block static struct b *last;\n"
        . "static void one(void) { last = make(); }\n$main struct b *p = begin(); one(); $twice return 0; }"],
    ['the same, by recursion', 'stdio.double_close', "$block static void walk(int n) {\nstruct b *p = begin();\nif (n > 0) walk(n - 1);\n$twice\n"
        . "p->f = 0;\n}\n$main walk(argc); return 0; }"],
    ['the same, by what the library calls', 'stdio.double_close', "$block static struct b *last;\n"
        . "static int by(const void *a, const void *b) { last = begin(); fclose(last->f); last->f = 0; return 0; }\n"
        . "$main int n[2] = {2, 1}; struct b *p = begin(); qsort(n, 2, sizeof *n, by); $twice return 0; }"],
    ['the same, behind a jump', 'stdio.double_close', "$block static jmp_buf place;\nstatic struct b *p, *last;\n"
        . "static void one(int n) { last = begin(); fclose(last->f); last->f = 0; if (n > 1) longjmp(place, 1); }\n"
        . "$main p = begin(); if (!setjmp(place)) one(argc); $twice return 0; }"],
    ['the same, through a pointer to a function', 'stdio.double_close', "$block static struct b *last;\n"
        . "static void one(void) { last = begin(); fclose(last->f); last->f = 0; }\nstatic void none(void) { }\n"
        . "$main void (*f)(void) = argc > 1 ? one : none; struct b *p = begin(); f(); $twice return 0; }"],
    ['the same, in a list', 'stdio.double_close', "$block struct l { struct l *next; FILE *f; };\nstatic struct l *list;\n"
        . "static void add(FILE *f) { struct l *n = malloc(sizeof *n); if (!n) exit(1); n->f = f; n->next = list; list = n; }\n"
        . "$main FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; add(f); add(0);\n"
        . 'for (struct l *n = list; n; n = n->next) if (n->f) { fclose(n->f); fclose(n->f); } return 0; }'],
    ['one of two blocks', 'stdio.null', "$block $main struct b *p = begin(), *q = begin(), *t[2] = {p, q}; t[argc & 1]->f = 0; return fgetc(q->f); }"],
    ['a block, byte by byte', 'stdio.null', "$block $main struct b *p = begin(); for (int i = 0; i < argc; i++) ((char *)p)[i] = 0; return fgetc(p->f); }"],
    ['a block, as a whole', 'stdio.null', "$block $main struct b *p = begin(); memset(p, 0, sizeof *p); return fgetc(p->f); }"],
    ['a block, from a file', 'stdio.null', "$block $main struct b *p = begin(); fread(p, 1, sizeof *p, p->f); return fgetc(p->f); }"],
    ['a block of a function that allocates', 'stdio.null', "$block static void *get(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }\n"
        . "$main struct b *p = get(sizeof *p), *q = get(sizeof *q), *r = argc > 1 ? p : q; p->f = fopen(\"x\", \"r\"); if (!p->f) return 1; r->f = 0;\n"
        . 'return fgetc(p->f); }'],
    ['a function that keeps what it allocates', 'stdio.null', "$block static struct b *all; static void *get(size_t n) { void *p = malloc(n); if (!p) exit(1); all = p; return p; }\n"
        . "$main struct b *p = get(sizeof *p); p->f = fopen(\"x\", \"r\"); if (!p->f) return 1; all->f = 0; return fgetc(p->f); }"],
    ['a large block, by what is beside', 'stdio.null', "$large $main struct large *p = malloc(sizeof *p); if (!p) return 1; p->f = fopen(\"x\", \"r\"); if (!p->f) return 1;\n"
        . 'FILE **q = (FILE **)((char *)&p->s - __builtin_offsetof(struct large, s)); if (argc > 1) *q = 0; return fgetc(p->f); }'],
    ['an argument that a handler writes', 'stdio.null', "static FILE *out;\nstatic char *name;\nstatic void handler(int s) { if (s > 3) out = 0; }\n"
        . "$main signal(SIGINT, handler); out = fopen(\"x\", \"w\"); if (!out) return 1; return fputc(1, out); }"],
    ['a handler that another one interrupts', 'stdio.null', "static FILE *out;\nstatic void other(int s) { out = 0; }\n"
        . "static void handler(int s) { if (out) fputc(s, out); }\n$main signal(SIGINT, handler); signal(SIGTERM, other); pause(); return 0; }"],
    ['a thread, beside which the program goes on', 'stdio.null', "static FILE *out;\nstatic void *work(void *p) { if (out) fputc(1, out); return p; }\n"
        . "$main pthread_t t; if (pthread_create(&t, 0, work, 0)) return 1; for (int i = 0; i < argc; i++) { out = stdout; out = 0; } return 0; }"],
    ['a timer that begins threads', 'posix.unopened', "#include <time.h>\nstatic int d = 1;\nstatic char b[4];\n"
        . "static void work(union sigval v) { if (d >= 0) read(d, b, 4); }\n$main struct sigevent e = {0}; timer_t t; e.sigev_notify = SIGEV_THREAD;\n"
        . 'e.sigev_notify_function = work; timer_create(CLOCK_REALTIME, &e, &t); d = -1; pause(); return 0; }'],
    ['what is called when a file was read', 'posix.unopened', "#include <aio.h>\nstatic char b[4];\nstatic void work(union sigval v) { read(-1, b, 4); }\n"
        . "$main struct aiocb a = {0};" . ' a.aio_buf = b; a.aio_sigevent.sigev_notify = SIGEV_THREAD; a.aio_sigevent.sigev_notify_function = work; '
        . 'aio_read(&a); pause(); return 0; }'],
    ['a stream of a library', 'posix.unopened', "int get(FILE **);\n$main FILE *f; char b[4]; if (get(&f)) return 1; return read(fileno(f), b, 4); }"],
    ['a variable of a library', 'posix.unopened', "extern FILE *theirs;\n$main char b[4]; return read(fileno(theirs), b, 4); }"],
    ['a stream that freopen left', 'posix.unopened', "$main char b[4]; freopen(\"/no/x\", \"r\", stdin); return read(fileno(stdin), b, 4); }"],
    ['it may be closed, and is kept then', 'stdio.leak', "static FILE *kept;\nstatic void end(FILE *f) { if (fgetc(f) > 3) fclose(f); }\n"
        . "static void one(const char *n) { FILE *f = fopen(n, \"r\"); if (!f) return; end(f); kept = f; }\n"
        . "$main for (int i = 0; i < argc; i++) one(argv[i]); kept = 0; return 0; }"],
    ['the same, in a structure', 'stdio.leak', "struct s { FILE *f; };\nstatic void end(FILE *f) { if (fgetc(f) > 3) fclose(f); }\n"
        . "static FILE *one(const char *n) { FILE *f = fopen(n, \"r\"); if (!f) return 0; end(f); struct s s; s.f = f; return *n ? 0 : s.f; }\n"
        . "$main for (int i = 0; i < argc; i++) one(argv[i]); return 0; }"],
    ['a copy is kept, and then lost', 'stdio.leak', "static FILE *kept;\nstatic FILE *get(const char *n) { FILE *f = fopen(n, \"r\"); kept = f; return f; }\n"
        . "static int one(const char *n) { FILE *f = get(n); if (!f) return 0; kept = 0; return fgetc(f); }\n$main return one(argv[0]); }"],
    ['a parameter is kept, and then lost', 'stdio.leak', "static FILE *kept;\nstatic void keep(FILE *f) { kept = f; }\n"
        . "static int one(const char *n) { FILE *f = fopen(n, \"r\"); if (!f) return 0; keep(f); kept = 0; return fgetc(f); }\n$main return one(argv[0]); }"],
    ['a copy is kept, and the function decides whether it closes', 'stdio.leak', "static FILE *kept;\n"
        . "static void end(FILE *f) { if (fgetc(f) > 3) fclose(f); }\n"
        . "static void one(const char *n) { FILE *f = fopen(n, \"r\"); if (!f) return; kept = f; end(f); kept = 0; }\n$main one(argv[0]); return 0; }"],
    ['a block that realloc moved', 'stdio.null', "$block $main struct b *p = begin(), *q = realloc(p, 2 * sizeof *p); if (!q) return 1; q->f = 0;\n"
        . 'return fgetc(q->f); }'],
    ['a large block that realloc moved', 'stdio.double_close', "struct big { char text[2000]; int *flag; };\nstatic int is_open;\n"
        . "$two struct big *p = malloc(sizeof *p), *q; if (!p) return 1; p->flag = &is_open; fclose(a); q = realloc(p, 4000); if (!q) return 1;\n"
        . '*q->flag = 1; if (is_open) fclose(a); return 0; }'],
    ['the same, of several', 'stdio.double_close', "struct big { char text[64]; int *flag; };\nstatic int is_open;\n"
        . "$two struct big *p = malloc(40 * sizeof *p), *q; if (!p) return 1; p[30].flag = &is_open; fclose(a); q = realloc(p, 80 * sizeof *q); if (!q) return 1;\n"
        . '*q[30].flag = 1; if (is_open) fclose(a); return 0; }'],
    ['a block that a handler changes', 'stdio.null', "$block static struct b *all;\nstatic void handler(int s) { all->f = 0; }\n"
        . "$main all = begin(); signal(SIGINT, handler); return fgetc(all->f); }"],
    ['a block that a thread changes', 'stdio.null', "$block static void *work(void *p) { ((struct b *)p)->f = 0; return p; }\n"
        . "$main pthread_t t; struct b *p = begin(); if (pthread_create(&t, 0, work, p)) return 1; return fgetc(p->f); }"],
    ['the place of a block that was freed', 'stdio.double_close', "$block $main struct b *p = malloc(sizeof *p); if (!p) return 1; unsigned long was = (unsigned long)p;\n"
        . 'free(p); struct b *q = calloc(1, sizeof *q); if (!q) return 1; q->f = fopen("x", "r"); if (!q->f) return 1; fclose(q->f); '
        . 'if (was == (unsigned long)q) fclose(q->f); return 0; }'],
    ['what strtok remembers', 'stdio.double_close', "$block $main FILE *f = fopen(\"x\", \"r\"); struct b *p = begin(), r; fclose(p->f); p->text[2] = 0;\n"
        . 'strcpy(p->text, "ab,"); strtok(p->text, ","); p->text[2] = 7; strtok(argc > 1 ? r.text : 0, ","); if (p->text[2] != 7) fclose(p->f); return 0; }'],
    ['the structure around an element', 'stdio.double_close', "struct s { FILE *f; int ids[4], flag; };\n"
        . "static void set(int *e) { struct s *q = (struct s *)((char *)e - __builtin_offsetof(struct s, ids[2])); q->flag = 1; }\n"
        . "$main FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; struct s s, *p = &s; p->f = f; p->flag = 0; set(&p->ids[2]);\n"
        . 'fclose(p->f); if (p->flag) fclose(p->f); return 0; }'],
    ['the structure that begins with an array', 'stdio.double_close', "struct s { int b[3], n; FILE *f; };\n"
        . "$main struct s s, *q; FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; fclose(f); s.n = 0; void *l = &s.b; q = l;\n"
        . 'memset(q, 1, sizeof *q); if (s.n) fclose(f); return 0; }'],
    ['an array at the end', 'stdio.double_close', "struct s { long n; FILE *slot[1]; };\n$main struct s *p = malloc(32); FILE *f = fopen(\"x\", \"r\");\n"
        . 'if (!f || !p) return 1; p->slot[1] = 0; ((struct s *)&p->slot[0])->slot[argc - 1] = f; fclose(f); if (p->slot[1]) fclose(p->slot[1]); return 0; }'],
    ['more of it than is declared', 'stdio.double_close', "struct h { FILE *a; long n; FILE *f[1]; };\n$main struct h *h = malloc(sizeof *h + 8 * argc);\n"
        . 'FILE *f = fopen("x", "r"); if (!f || !h) return 1; h->a = stdin; h->f[0] = stdin; int i = argc; h->f[i] = f; fclose(f); '
        . 'fclose(*(FILE **)(h + 1)); return 0; }'],
    ['the same, of two', 'stdio.double_close', "struct h { FILE *a; long n; FILE *f[1]; };\n$main struct h *h = malloc(48);\n"
        . 'FILE *f = fopen("x", "r"); if (!f || !h) return 1; h->a = stdin; h->f[0] = stdin; int i = argc; *(FILE **)(h + 1) = f; fclose(f); '
        . 'fclose(h->f[i]); return 0; }'],
    ['the same, of bytes', 'stdio.double_close', "struct m { FILE *a; char data[8]; };\n$main struct m *m = malloc(sizeof *m + 8 * argc);\n"
        . 'FILE *f = fopen("x", "r"); if (!f || !m) return 1; m->a = stdin; ((FILE **)m->data)[argc] = f; fclose(f); '
        . 'fclose(*(FILE **)(m + 1)); return 0; }'],
    ['several members', 'stdio.double_close', "$block $two struct b s = {\"\", a, 1}, *p = malloc(sizeof *p); if (!p) return 1; p->f = 0; p->n = 0;\n"
        . 'memcpy(&p->text, &s.text, sizeof s); fclose(a); if (p->n) fclose(p->f); return 0; }'],
    ['a number, cut to fewer bits', 'posix.double_close', "$main int d = open(argv[0], O_RDONLY); if (d < 0) return 1; close(d); unsigned char c = d;\n"
        . 'if (c < 100) close(c); return 0; }'],
    ['others that are two', 'stdio.double_close', "static FILE *get(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) exit(1); return f; }\n"
        . "$main FILE *f = get(), *g = get(), *h = get(); if (f != g) fclose(h); fclose(h); return 0; }"],
    ['the difference of two others', 'stdio.double_close', "static FILE *get(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) exit(1); return f; }\n"
        . "$main FILE *f = get(), *g = get(), *h = get(); if ((long)f - (long)g) fclose(h); fclose(h); return 0; }"],
    ['an other one in a table', 'stdio.double_close', "static FILE *all[3];\nstatic FILE *get(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) exit(1); return f; }\n"
        . "$main for (int i = 0; i < 3; i++) all[i] = get(); int i = 0; while (all[i] != all[1]) i++; if (i) fclose(all[2]); fclose(all[2]); return 0; }"],
    ['the address of one that was closed', 'stdio.double_close', "$main FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; fclose(f);\n"
        . 'FILE *g = fopen("x", "r"); if (!g) return 1; if (g == f) fclose(g); fclose(g); return 0; }'],
);
for my $case (@broken) {
    my ($what, $rule, $text, $own) = @$case;
    isnt(verdict("$head$text\n", $rule, $own), 'True', "$what: $rule") or diag $head, $text, `cat log`;
}
# Two that are not watched are not one, in any layer.
for my $layer ('', '--layer=typestates') {
    my $text = "${head}static FILE *get(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) exit(1); return f; }\n"
        . "$main FILE *f = get(), *g = get(), *h = get(); if (f == g) fclose(h); fclose(h); return 0; }\n";
    open my $out, '>', 'p.c' or die;
    print $out $text;
    close $out;
    system("gcc -w -specs=$specs -c p.c") == 0 or die;
    unlike(`cwolf check --timeout=5 $layer -R stdio.double_close p.o 2>/dev/null`, qr/^False/m, "two others are never the same $layer");
}
done_testing;
