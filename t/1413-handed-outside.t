#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Objects of rules that go to functions which nobody knows, by name or through a pointer; functions that close, or lock, what they do not
# name; objects that are no pointers; streams told apart by the places that open them. Which rule each program breaks, and which it keeps,
# was said by hand.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

my $head = "#define _GNU_SOURCE\n" . join('', map {"#include <$_.h>\n"} qw(dlfcn fcntl pthread stdio stdlib time unistd utmp)) . <<'END';
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static struct timespec t = {1};
extern void has_stream(FILE *), has_number(int), has_lock(void *);
extern int (*operation)(FILE *);
struct s { int a; };
static void lock(void *p) { }
static void unlock(void *p) { }
static void lock_number(double x) { }
static void unlock_number(double x) { }
static void lock_struct(struct s s) { }
static void unlock_struct(struct s s) { }
struct client { FILE *log; int n; };
static struct client one, two;
static struct client *get(int n) { return n > 3 ? &one : &two; }
static void say(int n) { if (get(n)->log) fprintf(get(n)->log, "x"); }
END
my $file = 'FILE *f = fopen("x", "r"); if (!f) return 1;';
my $number = 'int d = open("x", 0); if (d < 0) return 1;';
my $own = sub { "#pragma cwolf rule own : after lock$_[0](x) until unlock$_[0](x) never lock$_[0](x)" };
my $logged = 'FILE *l = fopen("log", "w"); if (!l) return 1; get(argc)->log = l; for (int i = 1; i < argc; i++) { FILE *f = fopen(argv[i], "r"); if (!f) continue;';
my @programs = (
    # never True
    [bad => 'stdio.double_close', "$file operation(f); fclose(f);"],
    [bad => 'stdio.double_close', "$file ((int (*)(FILE *))dlsym(RTLD_DEFAULT, \"fclose\"))(f); fclose(f);"],
    [bad => 'stdio.double_close', "$file fclose(f); has_stream(f);"],
    [bad => 'stdio.use_after_close', "$file fclose(f); has_stream(f);"],
    [bad => 'stdio.use_after_close', "$file fcloseall(); fgetc(f);"],
    [bad => 'stdio.use_after_close', "$file fclose(f); __fbufsize(f);" =~ s/__fbufsize/(getmntent)/r =~ s/^/struct mntent *getmntent(FILE *); /r],
    [bad => 'posix.double_close', "$number close(d); has_number(d);"],
    [bad => 'posix.double_close', "$number closefrom(3); close(d);"],
    [bad => 'posix.double_close', "$number if (login_tty(d) < 0) return 1; close(d);"],
    [bad => 'posix.use_after_close', "$number close_range(3, ~0u, 0); read(d, &t, 1);"],
    [bad => 'pthread.double_lock', 'has_lock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);'],
    [bad => 'pthread.double_lock', 'if (!pthread_mutex_clocklock(&m, CLOCK_REALTIME, &t)) pthread_mutex_lock(&m); pthread_mutex_unlock(&m);'],
    [bad => 'pthread.held_at_end', 'if (!pthread_mutex_clocklock(&m, CLOCK_REALTIME, &t)) return 1;'],
    [bad => 'pthread.wait_unheld', 'pthread_cond_clockwait(&c, &m, CLOCK_REALTIME, &t);'],
    [bad => 'own', 'lock_struct((struct s){1}); lock_struct((struct s){1});', $own->('_struct')],
    [bad => 'own', 'double d = argc; lock_number(d); lock_number(d);', $own->('_number')],
    [bad => 'own', 'lock_number(0.5); lock_number(0.5);', $own->('_number')],
    [bad => 'own', 'lock(&m); has_lock(&m); lock(&m);', $own->('')],
    [bad => 'stdio.use_after_close', "$logged say(fgetc(f)); fclose(f); say(i); } fclose(l); say(argc);"],
    [bad => 'stdio.use_after_close', "$logged say(fgetc(f)); if (argc > 7) get(i)->log = f; fclose(f); say(i); } fclose(l);"],
    # never False
    [fine => 'pthread.double_lock', 'pthread_mutex_lock(&m); pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);'],
    # True
    [kept => 'stdio.double_close', "$file has_number(3); fclose(f);"],
    [kept => 'pthread.double_lock', 'pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);'],
    [kept => 'own', 'lock(&m); unlock(&m); lock(&m);', $own->('')],
    [kept => 'stdio.use_after_close', "$logged say(fgetc(f)); fclose(f); say(i); } fclose(l);"],
);
my $left;
for my $p (@programs) {
    my ($kind, $rule, $text, $pragma) = @$p;
    open my $out, '>', 'p.c' or die;
    print $out $head, $pragma // '', "\nint main(int argc, char **argv) { $text return 0; }\n";
    close $out;
    system("gcc -w -specs=$specs -c p.c") == 0 or die $text;
    my $seconds = $text =~ /^\Q$logged\E/ ? 5 : 1; # several places are asked about
    $left = `timeout 60 cwolf check --no-search --timeout=$seconds @{[$pragma ? '' : "-R $rule"]} p.o 2>p.err`;
    my ($verdict) = $left =~ /^(True|False|Maybe) /;
    my $is_right = $kind eq 'bad' ? $verdict ne 'True' : $kind eq 'fine' ? $verdict ne 'False' : $verdict eq 'True';
    ok($is_right, "$kind: $rule: $text") or diag $verdict, `cat p.err`;
}

# A null pointer is no object, which is said.
open my $out, '>', 'p.c' or die;
print $out $head, $own->(''), "\nint main(int argc, char **argv) { int *p = argc > 1 ? &argc : 0; lock(p); unlock(p); return 0; }\n";
close $out;
system("gcc -w -specs=$specs -c p.c") == 0 or die;
like(`cwolf check p.o 2>&1`, qr/assumed: a null pointer is no object of 'own'/, 'null pointers');
done_testing;
