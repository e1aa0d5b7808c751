#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Small programs that got wrong answers to memory-safe, no-overflow and no-div-zero when somebody looked for them. A native run with
# sanitizers says which have an error: these are never True. Those that run clean whatever they read are never False.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use Test::More;

my $sources = abs_path(dirname($0)) . '/1094-attacked';
my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

# property, what the native run gets as input, the program; `fine` before the property: it has no error on any input
my @programs = (
    ['memory-safe', '', 'int main(void){ char b[8]="abc"; strncat(b,"defghijk",5); return b[0]; }'],
    ['memory-safe', '', 'int main(void){ char b[4]; memset(b,\'x\',4); strcat(b,"y"); return b[0]; }'],
    ['memory-safe', '', 'int main(void){ char b[3]={49,50,51}; return strncmp(b,"1234",4); }'],
    ['memory-safe', '', 'int main(void){ char b[8]; sprintf(b,"%8.2f",1.5); return b[0]; }'],
    ['memory-safe', '', 'int main(void){ char b[11]; sprintf(b,"%d",-2147483647-1); return b[0]; }'],
    ['memory-safe', '12', 'int main(void){ short d; return scanf("%d",(int*)&d); }'],
    ['memory-safe', '', 'int main(void){ const char*p="abc"; memset((char*)p,0,1); return 0; }'],
    ['memory-safe', '', 'struct s{int a[3];}; static const struct s k={{1}}; int main(void){ struct s z={{4}}; *(struct s*)&k=z; return 0; }'],
    ['memory-safe', '', 'static const struct { int a, b; } k = {1, 2}; int main(void){ ((int*)&k)[1] = 10; return 0; }'],
    ['memory-safe', '', 'static const char k[] = "abc"; int main(void){ ((char*)k)[1] = 120; return 0; }'],
    ['memory-safe', '', 'static int x, *const k[2]; int main(void){ ((int**)k)[1] = &x; return 0; }'],
    ['fine memory-safe', '', 'static int x, *const p = &x; int main(void){ int *const q = &x; *p = 1; *q = 2; return 0; }'],
    ['memory-safe', '', 'int*g; int f(int n){ int x=n; if(n==2) return *g; g=&x; return 0; } int main(void){ f(1); return f(2); }'],
    ['memory-safe', '', 'int main(void){ FILE*f=fopen("/nonexistent","r"); return fgetc(f); }'],
    ['memory-safe', '', 'int a(int x){return x;} int (*fp)(int); int main(int c,char**v){ if(c>1) fp=a; return fp(1); }'],
    ['no-overflow', '2147483647', 'int main(void){ int s; if(scanf("%d",&s)!=1) return 0; int k=s+9; return k!=0; }'],
    ['no-overflow', '', 'int main(int c,char**v){ int a=-2147483647-c, b=-c; return (a/b)&1; }'],
    ['fine no-div-zero', '', 'int main(int c,char**v){ int a=-2147483647-c, b=c>0?-1:-2; return b==-1?0:(a/b)&1; }'],
    ['fine memory-safe', '', 'void *a[2]; int main(int c,char**v){ a[0]=malloc(8); a[1]=malloc(8); free(a[0]); free(a[1]); int k=c&1; a[k]=0; free(a[k]); return 0; }'],
    ['fine memory-safe', 'x', 'struct f{int n; int d[];}; static struct f x={3,{1,2,3}}; int main(void){ int s=0,c=getchar(); for(int i=0;i<x.n;i++) s+=x.d[i]; return s+(c==3); }'],
    ['fine memory-safe', '', 'int main(void){ char b[4]="ab"; char*p=memchr(b,98,100); return p[0]; }'],
    ['fine memory-safe', 'abc', 'int main(void){ char b[1]; unsigned y=getchar(); sprintf(b,"%.0d",(int)(y*(y+1)&1)); return b[0]; }'],
);

# Pointers to blocks that are gone may equal newer ones: the native run aborts, so reach-assert is never True.
my @reused = (
    'int main(void){ int*p=malloc(8); if(!p)return 0; free(p); int*q=malloc(8); if(q==p) abort(); return 0; }',
    'int main(void){ char*p=malloc(10); if(!p) return 0; char*q=realloc(p,5); if(q==p) abort(); return 0; }',
    'int main(void){ char*p=malloc(8); if(!p) return 0; char*q=p; free(p); p=malloc(8); if(!p) return 0; if(p-q==0) abort(); return 0; }',
    'int main(void){ int*v=malloc(8); if(!v) return 0; *v=3; v[1]=0; int*n=realloc(v,8); if(!n) return 0; if(n==v) n[1]=1; if(n[1]) abort(); return 0; }',
    'int main(void){ int*a=malloc(4); if(!a) return 0; free(a); int*b=malloc(4); if(!b) return 0; *b=4; if(a!=b) return 0; if(*b==4) abort(); return 0; }',
    'struct n{int v;}; int main(void){ struct n*l=0; for(int i=0;i<4;i++){ struct n*x=malloc(sizeof*x); if(!x) return 0; if(x==l) abort(); l=x; free(x); } return 0; }',
);

# A shift by the width or more gives what the machine gives, whatever the types of the value and of the count.
my @shifted = (
    'int main(void){ int n=33; int x=1<<n; if(x) abort(); return 0; }',
    'int main(int c,char**v){ unsigned n=31+c; unsigned x=8u>>n; if(x!=1) abort(); return 0; }',
    'int f(unsigned n,int m){ int k=-1<<n; return m&-k?m&~k?1:0:0; } int main(void){ if(f(-1,-1)) abort(); return 0; }',
    'int main(void){ unsigned char n=65; long x=1L<<n; if(x==2) abort(); return 0; }',
);

sub never_true {
    my ($what, @texts) = @_;
    for my $i (0 .. $#texts) {
        open my $out, '>', "r$i.c" or die;
        print $out "#include <stdlib.h>\n$texts[$i]\n";
        close $out;
        system("gcc -w -O0 -fno-builtin -specs=$specs -o r r$i.c") == 0 or die 'gcc';
        isnt(system('./r >/dev/null 2>&1'), 0, "$what $i: aborts natively");
        my ($verdict) = `cwolf check -p reach-assert r 2>/dev/null` =~ /^(True|False|Maybe)/;
        isnt($verdict // 'none', 'True', "$what $i: reach-assert is not True") or diag($texts[$i]);
    }
}
never_true('reused', @reused);
never_true('shifted', @shifted);
# A shared library calls what the program's definition of its variable holds.
never_true('hook', "#define error_print_progname hidden\n#include <error.h>\n#undef error_print_progname\n"
    . "static void fails(void) { abort(); }\nvoid (*error_print_progname)(void) = fails;\nint main(void) { error(0, 0, \"x\"); return 0; }");

# What is an error by its name is one when it is called through a pointer.
for my $layer ('2', 'paths') {
    open my $out, '>', 'pointer.c' or die;
    print $out "extern unsigned char __VERIFIER_nondet_uchar(void);\nvoid reach_error(void) {}\n",
        "int main(void) { void (*f)(void) = reach_error; if (__VERIFIER_nondet_uchar() == 7) f(); return 0; }\n";
    close $out;
    system("gcc -w -O0 -specs=$specs -c -o pointer.o pointer.c") == 0 or die 'gcc';
    my ($verdict) = `cwolf check --layer=$layer -p reach-assert pointer.o 2>/dev/null` =~ /^(True|False|Maybe)/;
    is($verdict // 'none', 'False', "layer $layer: an error behind a pointer");
}

# An input that goes through the last of many parameters is one behind it too.
for my $count (2, 64, 65, 80) {
    my $last = $count - 1;
    open my $out, '>', 'many.c' or die;
    print $out "extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\n",
        "static int last(", join(', ', map {"int p$_"} 0 .. $last), ") { return p$last; }\n",
        "int main(void) { if (last(", '0, ' x $last, "__VERIFIER_nondet_int()) == 77777) abort(); return 0; }\n";
    close $out;
    system("gcc -w -O0 -specs=$specs -c -o many.o many.c") == 0 or die 'gcc';
    for my $options ('', '--layer=paths') {
        my ($verdict) = `cwolf check $options --timeout=20 -p reach-assert many.o 2>/dev/null` =~ /^(True|False|Maybe)/;
        is($verdict // 'none', 'False', "$count parameters: an input in the last one $options");
    }
}

# A function that is called as one of another type: what it returns is the same bits, or not known. The first are programs, which
# abort natively; a pointer to outside of the second may be to whatever that has been told of, such as a function of another type.
for my $p (
    ['long', 'return x ? 0 : 8;', 'char *(*f)(int) = (char *(*)(int))other; char *p = f(c); if (!p) abort();'],
    ['char *', 'return x ? (char *)-1 : 0;', 'long (*f)(int) = (long (*)(int))other; if (f(c) == -1) abort();'],
    ['int', 'return -x;', 'unsigned (*f)(int) = (unsigned (*)(int))other; if (f(c) > 9) abort();'],
    ['double', 'return x;', 'fn f = get(); reg((void *)other); char *p = f(c); if (!p) abort(); return *p;'],
    ['struct s', 'struct s s = {{x}}; return s;', 'fn f = get(); reg((void *)other); char *p = f(c); if (!p) abort(); return *p;'],
) {
    my ($type, $does, $main) = @$p;
    open my $out, '>', 'other.c' or die;
    print $out "#include <stdlib.h>\nstruct s { int a[9]; };\ntypedef char *(*fn)(int);\nextern fn get(void);\nextern void reg(void *);\n",
        "static $type other(int x) { $does }\nint main(int c, char **v) { $main return 0; }\n";
    close $out;
    system("gcc -w -O0 -specs=$specs -c -o other.o other.c") == 0 or die 'gcc';
    isnt(system('gcc -o other other.o && ./other >/dev/null 2>&1'), 0, "$type: aborts natively") if $main !~ /get/;
    for my $property ('reach-assert', 'memory-safe') {
        my ($verdict) = `cwolf check --timeout=20 -p $property other.o 2>/dev/null` =~ /^(True|False|Maybe)/;
        my $is_right = $main !~ /get/ && $property eq 'memory-safe' ? defined $verdict : ($verdict // 'none') =~ /False|Maybe/;
        ok($is_right, "$type: $property of what is called as another type") or diag($verdict // 'none');
    }
}

for my $i (0 .. $#programs) {
    my ($property, $input, $text) = @{$programs[$i]};
    my $fine = $property =~ s/^fine //;
    open my $out, '>', "p$i.c" or die;
    print $out "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n$text\n";
    close $out;
    system("gcc -w -O0 -g -fno-builtin -fsanitize=address,undefined -fno-sanitize-recover=all -o native p$i.c") == 0 or die 'gcc';
    open my $in, '>', 'input' or die;
    print $in $input;
    close $in;
    my $said = `ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0 timeout 10 ./native <input 2>&1`;
    my $stopped = $said =~ /runtime error|ERROR: AddressSanitizer|DEADLYSIGNAL/ ? 1 : 0;
    is($stopped, $fine ? 0 : 1, "program $i: natively " . ($fine ? 'clean' : 'an error')) or diag($text, "\n", $said);
    system("gcc -w -O0 -g -fno-builtin -specs=$specs -o p p$i.c") == 0 or die 'gcc with the tool';
    my ($verdict) = `cwolf check -p $property p 2>/dev/null` =~ /^(True|False|Maybe)/;
    isnt($verdict, $fine ? 'False' : 'True', "program $i: $property is " . ($verdict // 'not answered')) or diag($text);
}

# Programs of which somebody said, having read how proofs are made, that some run violates the property; or that none does (`fine`).
for my $path (sort glob("$sources/*.c")) {
    open my $in, '<', $path or die "$path: $!";
    my ($fine, $property) = do { local $/; <$in> } =~ m{^// (?:property|(fine)): (.*)$}m or die "$path: which property?";
    my $right = $fine ? qr/True|Maybe/ : qr/False|Maybe/;
    system("gcc -w -O0 -fno-builtin -specs=$specs -c -o p.o $path") == 0 or die 'gcc';
    if (`grep 'pragma cwolf predicate' $path`) {
        unlike(`cwolf model --format=bp -o p.bp p.o 2>/dev/null && cwolf check p.bp 2>/dev/null`, qr/^True/, basename($path) . ': nor is its Boolean program');
    }
    for my $options ('', $property =~ /memory-safe|no-leak/ ? () : '--layer=paths') {
        my ($verdict) = `cwolf check $options --timeout=2 -p '$property' p.o 2>/dev/null` =~ /^(True|False|Maybe)/;
        like($verdict // 'none', $right, basename($path) . ": $property is not " . ($fine ? 'False' : 'True') . " $options");
    }
}
done_testing();
