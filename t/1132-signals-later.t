#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Signals that arrive when something was just closed or freed, which a handler does once more: runs from main find it. Held against
# native runs in which the signal is raised behind each single fclose, free or close in turn, with the file there or not.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

chomp(my $specs = `cwolf --specs`);
chdir tempdir(CLEANUP => 1);

# Closing, or freeing, what is closed ends the program with 99.
open my $shim, '>', 'shim.h' or die;
print $shim <<'END';
static int calls, is_gone[99], count, in_handler;
static void *given[99];
static void interrupt(void) { const char *at = getenv("RAISE_AT"); if (!in_handler && at && ++calls == atoi(at)) { in_handler = 1; raise(SIGTERM); in_handler = 0; } }
static void *give(void) { return given[count++] = malloc(9); }
static void end(void *p) { for (int i = 0; p && i < count; i++) if (given[i] == p && is_gone[i]++) _Exit(99); interrupt(); }
#define fopen(p, m) (getenv("THERE") ? (FILE *)give() : 0)
#define fclose(f) (end(f), 0)
#define fgetc(f) ((void)(f), -1)
#define malloc(n) give()
#define free(p) end(p)
END
close $shim;

my $head = join '', map {"#include <$_.h>\n"} qw(signal stdio stdlib unistd);
my $globals = "static FILE *out; static char *block;\n";
my $main = 'int main(int argc, char **argv) { if (argc < 2) return 1;';
my $open = 'out = fopen(argv[1], "r"); if (!out) return 1;';
my $allocate = 'block = malloc(9); if (!block) return 1;';
my $term = 'signal(SIGTERM, on);';

# Other streams, of which one is gone when the next one comes.
my $there = 'static int there(const char *n) { FILE *f = fopen(n, "r"); if (f) fclose(f); return f != 0; }';
my $looks = 'if (!there(argv[1])) return 1; FILE *in = fopen(argv[1], "r"); if (!in) return 1;';

# the rule, whether it is violated, and the program
my @cases = (
    ['stdio.double_close', 1, "static void on(int s) { if (out) fclose(out); _Exit(1); }\n$main $term $open fclose(out); out = 0; return 0; }"],
    ['stdio.double_close', 0, "static void on(int s) { if (out) fclose(out); _Exit(1); }\n$main $term $open FILE *f = out; out = 0; fclose(f); return 0; }"],
    ['stdio.double_close', 1, "static void on(int s) { if (out) fclose(out); out = 0; }\n$main $term $open fclose(out); out = 0; return 0; }"],
    ['stdio.double_close', 0, "static void on(int s) { if (out) fclose(out); _Exit(1); }\n$main $open fclose(out); out = 0; $term return 0; }"],
    ['stdio.double_close', 0, "static void on(int s) { if (out) fclose(out); _Exit(1); }\n$main $term $open signal(SIGTERM, SIG_IGN); fclose(out); out = 0; return 0; }"],
    ['stdio.double_close', 1, "static void on(int s) { if (out) fclose(out); _Exit(1); }\n$main struct sigaction a = {0}; a.sa_handler = on; sigaction(SIGTERM, &a, 0); $open fclose(out); out = 0; return 0; }"],
    ['stdio.double_close', 1, "static void on(int s) { if (out) fclose(out); _Exit(1); }\nstatic void done(void) { fclose(out); }\n$main $term $open done(); out = 0; return 0; }"],
    ['stdio.double_close', 1, "static void on(int s) { if (out) fclose(out); _Exit(1); }\n$there $main $looks $open $term while (fgetc(in) != EOF); if (out != stdout) fclose(out); out = 0; return fclose(in); }"],
    ['stdio.double_close', 0, "static void on(int s) { if (out) fclose(out); _Exit(1); }\n$there $main $looks $open $term FILE *f = out; out = 0; if (f != stdout) fclose(f); return fclose(in); }"],
    ['memory.double_free', 1, "static void on(int s) { free(block); _Exit(1); }\n$main $term $allocate free(block); block = 0; return 0; }"],
    ['memory.double_free', 0, "static void on(int s) { free(block); _Exit(1); }\n$main $term $allocate char *p = block; block = 0; free(p); return 0; }"],
    ['memory.double_free', 1, "static char *all[3]; static void on(int s) { for (int i = 0; i < 3; i++) free(all[i]); _Exit(1); }\n"
        . "$main $term for (int i = 0; i < 3; i++) all[i] = malloc(9); for (int i = 0; i < 3; i++) { free(all[i]); all[i] = 0; } return 0; }"],
    ['memory.double_free', 0, "static volatile sig_atomic_t stop; static void on(int s) { stop = 1; }\n$main $term $allocate if (!stop) free(block); return 0; }"],
);
my $n = 0;
for my $case (@cases) {
    my ($rule, $is_violated, $text) = @$case;
    open my $out, '>', 'p.c' or die;
    print {$out} $head, "#ifdef NATIVE\n#include \"shim.h\"\n#endif\n", $globals, $text, "\n";
    close $out;
    system("gcc -w -O0 -fno-builtin -specs=$specs -c p.c && gcc -w -O0 -fno-builtin -DNATIVE -o p p.c") == 0 or die $text;
    my $what = ++$n . ", $rule";
    my $dies = 0;
    for my $at (1 .. 6) {
        for my $there (0, 1) {
            local %ENV = (%ENV, RAISE_AT => $at, $there ? (THERE => 1) : ());
            $dies |= system('./p', 'a') >> 8 == 99;
        }
    }
    is($dies, $is_violated, "$what: natively") or diag $text;
    my $seconds = $is_violated ? 20 : 5; # found long before, where nothing else runs
    my ($verdict) = `cwolf check --timeout=$seconds -R $rule p.o 2>log` =~ /^(\w+) \Q$rule\E$/m;
    my $log = `cat log`;
    $is_violated ? is($verdict, 'False', "$what: found") : isnt($verdict, 'False', "$what: not accused");
    like($log, qr/signal 15 \(Terminated\) arrives here/, "$what: and the signal is told") if $is_violated;
}
done_testing();
