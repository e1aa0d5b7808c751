#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What C and its GNU extensions contain reaches the fragment, or is named there as lost; nothing crashes the compiler. Each program
# below is compiled by every GCC there is, at -O0 and -O2, and its fragment is read back (which validates it). Expectations
# stand in the programs: `expect:` and `forbid:` are patterns for the dump, at every level.
use strict;
use warnings;
use File::Temp 'tempdir';

my $build = $ENV{CWOLF_BUILD} or die "CWOLF_BUILD is not set\n";
my $dir = tempdir(CLEANUP => 1);
my @majors = map { m{/(\d+)/cwolf\.so$} ? $1 : () } glob "$build/plugin/*/cwolf.so";
my (%program, @order, $name);
while (<DATA>) {
    if (/^==== (\S+)/) { push @order, $name = $1; $program{$name} = ''; next }
    $program{$name} .= $_;
}
printf "1..%d\n", scalar @order * @majors;
my $n = 0;
for my $major (@majors) {
    my $gcc = `sh -c "command -v gcc-$major"` ? "gcc-$major" : 'gcc';
    for my $case (@order) {
        my @faults = map { check($gcc, $case, $_) } '-O0', '-O2';
        printf "%sok %d - %s with %s\n", @faults ? 'not ' : '', ++$n, $case, $gcc;
        print map "# $_\n", map { split /\n/ } @faults;
    }
}

sub check {
    my ($gcc, $case, $level) = @_;
    my $cxx = $case =~ /\.cc$/;
    $gcc =~ s/gcc/g++/ if $cxx;
    $gcc = 'g++' if $cxx && !`sh -c "command -v $gcc"`;
    open my $f, '>', "$dir/$case" or die;
    print $f $program{$case};
    close $f;
    my ($flags) = $program{$case} =~ /flags: (.*)/;
    $flags //= '';
    my $out = `cd $dir && $gcc -w $level $flags -fplugin=$build/plugin/cwolf.so -c $case -o x.o 2>&1`;
    return "$level: compiling: $out" if $? || $out ne '';
    my $dump = `cd $dir && cwolf dump x.o 2>&1`;
    return "$level: dump: $dump" if $?;
    $dump =~ s/ +\[[^\]\n]*:\d+\]//g;
    my @faults;
    for ($program{$case} =~ /expect: (.*)/g) { push @faults, "$level: no match for $_ in\n$dump" if $dump !~ /$_/ }
    push @faults, "$level: $1" if $dump =~ /(.*fault of C Wolf.*)/;
    for ($program{$case} =~ /forbid: (.*)/g) { push @faults, "$level: a match for $_ in\n$dump" if $dump =~ /$_/ }
    return @faults;
}
__DATA__
==== conditions.c
// expect: if \(x \+ 1 < y\)|if \(y > x \+ 1\)
// expect: if \(\(p->n & 4\) != 0\)
// expect: if \(g > 3\)
struct s { int n; }; extern int g, h;
void f(int x, int y, struct s *p) { if (x + 1 < y) h = 1; if (p->n & 4) h = 2; if (g > 3) h = 3; }
==== intervening-write.c
// The old value is read before the write, though it is used after it. expect: (_\d+) = g\n\s+g = 7\n\s+return \1 << 1
// expect: (_\d+) = g\n\s+set\(\)\n\s+return \1 << 2
// expect: (_\d+) = g\n\s+\*p = 8\n\s+return \1 << 3
// A local whose address nobody has is out of reach. expect: l = 5 initialiser\n\s+\*p = 9\n\s+return l << 4
extern int g; int set(void);
int direct(void) { return g << ({ g = 7; 1; }); }
int call(void) { return g << ({ set(); 2; }); }
int pointer(int *p) { return g << ({ *p = 8; 3; }); }
int local(int *p) { int l = 5; return l << ({ *p = 9; 4; }); }
==== bit-fields.c
// expect: b\.lo = 5
// expect: b\.hi = \(int:6\)\(\(unsigned int:6\)b\.hi \+ 1\)
// Merged by GCC into tests of whole bytes, and taken apart again. expect: b\.lo == 2
// expect: b\.mid == 9
// expect: b\.hi == -3
// expect: v\.a == 1
// expect: v\.b == 2
struct b { unsigned lo : 3, mid : 7; signed hi : 6; unsigned long long wide : 40; } b; struct { char a, b; } v;
int f(void) { b.lo = 5; b.hi++; b.wide = b.mid; if (b.lo == 2 && b.mid == 9) b.hi = -1; if (b.hi == -3) return 1; return v.a == 1 && v.b == 2; }
==== unions.c
// expect: u\.f
union { float f; unsigned i; unsigned char c[4]; } u;
unsigned f(float x) { u.f = x; u.c[2] ^= 1; return u.i; }
float g(unsigned i) { union { unsigned i; float f; } v = { i }; return v.f; }
==== anonymous.c
// expect: s\.y = 3\n\s+s\.w = \(int\)s\.z
struct { int x; union { int y; char z; }; struct { int w; }; } s; void f(void) { s.y = 3; s.w = s.z; }
==== switch.c
// expect: case RED: goto
// expect: case 10 \.\.\. 20: goto
enum colour { RED, GREEN }; int f(enum colour c, int n, unsigned long long w) {
    switch (c) { case RED: n++; case GREEN: return n; }
    switch (n) { case -5: return 1; case 10 ... 20: return 2; }
    switch (w) { case 0xffffffffffffffffull: return 3; default: return 4; } }
==== computed-goto.c
// expect: goto \*|goto any of|goto one of|igoto
int f(int i, int x) { static void *t[] = { &&a, &&b, &&c }; goto *t[i]; a: x++; b: x *= 2; goto *t[x % 3]; c: return x; }
==== nested-function.c
// expect: __builtin_init_trampoline\(.*, g, .FRAME
int f(int x) { int k = x; int g(int y) { return k += y; } return g(1) + g(2); }
int apply(int (*)(int)); int h(int x) { int g(int y) { return x + y; } return apply(g); }
==== vla.c
// expect: alloca
int sum(int *); int f(int n, int m) { int a[n][m]; a[1][2] = 3; for (int i = 0; i < n; i++) { char b[i + 1]; b[0] = 1; m += b[0]; } return a[n - 1][m] + sizeof a; }
void g(int n, int a[n][n]) { a[2][n - 1] = 5; }
==== alloca.c
// expect: alloca
int f(int n) { char *p = __builtin_alloca(n); p[0] = 1; return p[n - 1]; }
==== statement-expression.c
// expect: return
int g(void); int f(int a) { return ({ int t = g(); if (t > a) t = a; t; }) + ({ goto out; 1; }); out: return 2; }
==== complex.c
// expect: opaque
_Complex double z; double f(_Complex double a, double r) { z = a * a + r; __real__ z = 1; return __imag__ z + __real__ a; }
_Complex int g(int a, int b) { _Complex int c = a + b * 1i; return ~c; }
==== vectors.c
// expect: operator
typedef int v4 __attribute__((vector_size(16))); v4 a, b; int f(void) { a += b; a[2] = 7; v4 c = { 1, 2, 3, 4 }; b = a > c; return a[1]; }
v4 g(v4 x, v4 y) { return __builtin_shuffle(x, y, a); }
==== int128.c
// expect: opaque
__int128 big = (__int128)1 << 100; unsigned long f(unsigned long a, unsigned long b) { unsigned __int128 p = (unsigned __int128)a * b; return p >> 64; }
int tab[9]; int at(__int128 i) { return tab[i]; }
int g(__int128 x) { switch (x) { case 5: return 1; } return x == big; }
==== floats.c
// expect: x < y
// expect: float 'double'
int f(double x, double y, float z, long double w) { if (x < y) return 1; if (!(x >= y)) return 2; if (__builtin_isunordered(x, y)) return 3; if (__builtin_islessgreater(x, y)) return 4; if (__builtin_isless(x, y)) return 5; return (int)(z * 2.5f + w) + (x != x) + (int)1e30; }
double inf = 1.0 / 0.0, nan_ = 0.0 / 0.0, small = 0x1p-1074, third = 1.0 / 3;
_Float128 q; _Decimal64 d; void g(void) { q = q + 1; d = d * 2; }
==== overflow.c
// expect: add.*|\+
int f(int a, int b, unsigned char *c, long *l, unsigned long *u) { int r; if (__builtin_add_overflow(a, b, &r)) return 1; if (__builtin_mul_overflow(a, b, c)) return 2; if (__builtin_sub_overflow(a, (long)b, l)) return 3; if (__builtin_add_overflow(*u, *u, u)) return 4; return r; }
==== builtins.c
// expect: if \(x == 3\)
// expect: unreachable
// forbid: __builtin_expect
void die(void) __attribute__((noreturn)); int f(int x, void *p) { if (__builtin_expect(x == 3, 0)) die(); if (__builtin_constant_p(x)) return 1; int *q = __builtin_assume_aligned(p, 8); if (x == 9) __builtin_unreachable(); if (x == 10) __builtin_trap(); __builtin_prefetch(q); return *q + __builtin_popcount(x) + __builtin_bswap32(x) + (int)__builtin_object_size(p, 0) + __builtin_ffs(x); }
void *g(void) { return __builtin_return_address(0); }
==== atomics.c
// expect: = \(unsigned int\)_\d+ \+ 1|\+ 1
int n; _Atomic int m; int f(int *p, int v) { __sync_synchronize(); __atomic_store_n(p, v, 5); v = __atomic_load_n(p, 5); int e = 3; if (__atomic_compare_exchange_n(p, &e, v, 0, 5, 5)) v++; __sync_lock_test_and_set(p, 1); __sync_lock_release(p); m++; m += 3; __sync_bool_compare_and_swap(p, 1, 2); return __sync_fetch_and_add(p, 1) + __atomic_add_fetch(&n, 2, 5) + m; }
==== varargs.c
// expect: further arguments
int f(int n, ...) { __builtin_va_list ap, aq; __builtin_va_start(ap, n); __builtin_va_copy(aq, ap); int s = 0; while (n--) s += __builtin_va_arg(ap, int); double d = __builtin_va_arg(aq, double); struct big { int x[10]; } b = __builtin_va_arg(aq, struct big); __builtin_va_end(ap); return s + d + b.x[3]; }
==== setjmp.c
// expect: returns-twice|returns twice
#include <setjmp.h>
jmp_buf b; int g(void); int f(void) { volatile int k = 0; if (setjmp(b)) return k; k = g(); longjmp(b, 1); }
==== asm.c
// expect: asm
int f(int x, unsigned *p) { int r; __asm__ volatile ("mov %1,%0" : "=r"(r) : "r"(x + 1) : "cc"); __asm__ volatile ("" ::: "memory"); __asm__ ("incl %0" : "+m"(*p)); return r; }
int g(int x) { __asm__ goto ("testl %0,%0; jz %l1" : : "r"(x) : "cc" : zero); return 1; zero: return 0; }
register unsigned long sp __asm__("rsp"); unsigned long h(void) { register int r __asm__("ebx") = 5; __asm__ volatile ("" : "+r"(r)); return sp + r; }
__asm__(".globl odd_symbol\nodd_symbol:\n");
==== volatile.c
// Reads of devices are statements of their own. expect: (_\d+) = .*SR.*\n\s+if \(\(\1 & 1\)
struct uart { volatile unsigned SR, DR; }; 
unsigned f(struct uart *u) { while (!(u->SR & 1)) ; return u->DR; }
volatile int v; void g(void) { v; v = v + 1; *(volatile int *)0x40000000 = 3; (void)*(volatile char *)0x40000004; }
==== initialisers.c
// expect: 8: "abc"
// expect: &tab
struct node { int n; struct node *next; char name[4]; short a[3]; }; struct node tab[] = { [2] = { 1, &tab[0], "x", { 1, [2] = 3 } }, [0] = { .next = tab + 1, .name = "abcd" } };
struct { long n; char s[8]; } rec = { 1, "abc" };
int (*fp[])(void) = { 0, (int (*)(void))0x1234 }; extern int other[]; int *past = other + 5; char *mid = (char *)other + 3; long as_int = (long)&tab; double d[] = { 1, 2.5, -0.0 };
int range[100] = { [10 ... 90] = 7 }; const char *const strings[] = { "one", "two", "one" + 1 }; union { int i; float f; } un = { .f = 1.5f };
struct flex { int n; char data[]; } fl = { 3, { 1, 2, 3 } }; unsigned char text[] = "hello" "\0world"; __WCHAR_TYPE__ wide[] = L"wide";
struct bf { unsigned a : 3, b : 5; int : 0; signed c : 20; } bits = { 5, 17, -3 }; int *compound = (int[]){ 1, 2, 3 }; int *p = &((struct node *)0)->n;
==== local-initialisers.c
// expect: a = 1 initialiser
// expect: a = 2\n
// expect: i = 0 initialiser
// expect: i = i \+ 1\n
// expect: c = g\(\) initialiser
// forbid: a = 2 initialiser
int g(void); int f(int n) { int a = 1; a = 2; for (int i = 0; i < n; i++) a += i; int c = g(), d; d = g(); struct { int x, y; } s = { n, c }; int arr[3] = { 0 }; char t[4] = "ab"; return a + c + d + s.x + arr[1] + t[0]; }
==== zeroing.c
// An aggregate's constant 0 is all zero. expect: s = 0|s = \{\}|\*p = 0|\*p = \{\}
struct s { int a[20]; }; void use(struct s *); void f(struct s *p) { struct s s = { 0 }; use(&s); *p = (struct s){ { 0 } }; *p = s; }
==== linkage.c
// expect: weak int w
// expect: common int c|global int c
// expect: static int s
// expect: extern int x
// expect: thread
// expect: alias
int w __attribute__((weak)) = 1; int c; static int s; extern int x; __thread int t; extern int al __attribute__((alias("w"))); static int dead(void) { return 1; } static int live(void) { return s; } int f(void) { static int s = 3; return s++ + x + t + c + live(); } int f2(void) __attribute__((alias("f"))); void ctor(void) __attribute__((constructor)); void ctor(void) { s = 2; }
// forbid: dead
==== common.c
// flags: -fcommon
// expect: common int c
int c; int c; int f(void) { return c; }
==== attributes.c
// expect: pure
// expect: const
// expect: noreturn
// expect: malloc
// expect: constructor
int p(int) __attribute__((pure)); int c(int) __attribute__((const)); void n(void) __attribute__((noreturn)); void *m(int) __attribute__((malloc)); void rd(const char *, int) __attribute__((access(read_only, 1, 2))); void wr(char *) __attribute__((access(write_only, 1)));
__attribute__((constructor)) void init(void) { char b[9]; wr(b); rd(b, 9); if (p(1) + c(2)) n(); m(3); }
==== cleanup.c
// expect: close_it
void close_it(int *); int g(void); int f(int x) { __attribute__((cleanup(close_it))) int fd = g(); if (x) return 1; while (x++ < 9) { __attribute__((cleanup(close_it))) int k = x; if (k == 3) break; } return fd; }
==== extern-inline.c
// expect: (extern|weak) int inl
extern inline __attribute__((gnu_inline)) int inl(int x) { return x + 1; } int f(int x) { return inl(x); }
==== fortify.c
// flags: -D_FORTIFY_SOURCE=0
// expect: printf\("a%d\\n", n\)
// expect: printf\("hello\\n"\)
// expect: printf\("%s\\n", s\)
// expect: fprintf\(stderr, "x"\)
// expect: strcpy\(b, "abc"\)|strcpy\(&b, "abc"\)
// expect: sprintf\(&?b, "plain"\)
#include <stdio.h>
#include <string.h>
void f(int n, const char *s) { char b[20]; printf("a%d\n", n); printf("hello\n"); printf("%s\n", s); fprintf(stderr, "x"); strcpy(b, "abc"); sprintf(b, "plain"); puts(b); }
==== labels.c
// expect: again:
// expect: ERROR:
int f(int x) { again: if (x++ < 3) goto again; return x; ERROR: return -1; }
==== self-goto.c
// expect: goto
void f(void) { for (;;) ; } void g(void) { l: goto l; } int h(int x) { while (1) { if (x) break; } do ; while (x); return x; }
==== structs.c
// expect: return
struct in { int a[3]; }; struct out { struct in i, *p; }; struct out mk(int); struct out f(struct out o) { o.i.a[1] = o.p->a[2]; o = mk(o.i.a[0]); struct out *q = &o; q->i = *q->p; return *q; } int g(void) { return mk(3).i.a[1]; }
struct e {}; struct e ee(struct e x) { return x; } struct z { int n; int a[0]; }; int zz(struct z *z) { return z->a[z->n]; }
==== pointers.c
// expect: \*p
int f(int *p, char *c, int **pp, int (*fp)(int), void *v) { *p = **pp; p[3] = p[-1]; c += 5; long d = p - *pp; if (p < *pp) d++; if (!p) d--; fp = fp ? fp : f; (*fp)(d); return fp(*(int *)((char *)v + 4)) + *(c - 1) + (int)(long)p + ((int (*)[4])p)[1][2]; }
==== types.c
// expect: _Bool
_Bool b; int f(int x, double d, char *p, unsigned u) { b = x; b = d; b = p; b = !x; signed char s = u; u = s; x = (short)u; return b + (x ?: 7) + (u << 3 >> x) + (x / 3) + (u % 5) + -x + ~u; }
typedef struct fwd fwd; fwd *g(fwd *p) { return p; } struct fwd { fwd *next; int (*cb)(fwd *, ...); }; int k(fwd *p) { return p->cb(p, 1, 2.0); } int old(a, c) int a; char c; { return a + c; } int call(void) { return undeclared(1, 'c'); }
==== deep.c
// flags: -DT10="x+x+x+x+x+x+x+x+x+x" -DT100="T10+T10+T10+T10+T10+T10+T10+T10+T10+T10" -DT1000="T100+T100+T100+T100+T100+T100+T100+T100+T100+T100"
// expect: return
volatile int vx; int g; int f(int x, int y) { x = T1000; y = -(-(-(-(-y)))); return x + y; } int h(int i) { int x = i; return T100 * (T100); }
==== long-chain.c
// expect: return
#define A(n) a = a * 3 + b[a & 7];
#define A10 A(0) A(1) A(2) A(3) A(4) A(5) A(6) A(7) A(8) A(9)
#define A100 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10
int b[8]; int f(int a) { A100 A100 A100 return a; } unsigned g(unsigned x) { return ((((((((x ^ 1) * 3) ^ 2) * 5) ^ 3) * 7) ^ 4) * 9); }
==== openmp.c
// flags: -fopenmp
// expect: OpenMP|statement of kind
int f(int n, int *a) { int s = 0;
#pragma omp parallel for reduction(+:s)
    for (int i = 0; i < n; i++) s += a[i];
    return s; }
==== sanitized.c
// flags: -fsanitize=undefined,address -fno-sanitize-recover
// expect: return
int f(int a, int b, int *p) { return a + b * p[a] / b << a; }
==== duff.c
// expect: switch
void f(char *to, char *from, int n) { switch (n % 4) { case 0: do { *to = *from++; case 3: *to = *from++; case 2: *to = *from++; case 1: *to = *from++; } while ((n -= 4) > 0); } }
==== generic.c
// expect: return
#define k(x) _Generic((x), int: 1, double: 2, default: 3)
int f(void) { return k(1) + k(2.0) + k("x") + sizeof(struct { char c; long l; }) + _Alignof(double) + __builtin_offsetof(struct { int a; char b[4]; }, b[2]); } _Static_assert(1, "x"); _Noreturn void g(void) { for (;;) ; }
==== noreturn-middle.c
// expect: unreachable
void exit(int) __attribute__((noreturn)); int f(int x) { if (x) { exit(1); x = 3; } switch (x) { case 1: exit(2); case 2: return 5; } }
==== empty.c
==== exceptions.cc
// expect: exceptions
#include <vector>
#include <string>
struct S { virtual ~S(); int f(); S(int); int n; }; int S::f() { try { S s(3); std::vector<std::string> v; v.push_back("x"); if (n) throw 1; } catch (int e) { return e; } catch (...) { throw; } return 0; }
==== modern.cc
// expect: return
template <class T> T g(T x) { return x + 1; } struct B { virtual int v(int) = 0; int B::*pm; int (B::*pf)(int); }; int h(B &b, int &r) { auto l = [&](int k) { r += k; return k; }; int a[3] = {}; for (int &x : a) x = l(2); return g(3) + (b.*b.pf)(4) + b.*b.pm + b.v(5); } namespace { int hidden; inline int in() { static int c; return ++c; } } int use() { return hidden + in(); } int *np = nullptr; struct big { big(const big &); int x[9]; }; big pass(big b) { return b; } thread_local int tl = use();
