#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rules cost about the size of the program, not the number of its states: each program here has more of these than the budget of
# states allows, so that only the run that joins all states in which the rule's own state is the same can say True.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

my $flags = join '', map { "static int f$_;\n" } 1 .. 16;
my $set = join '', map { "if (argc & 1 << $_) f$_ = argc;\n" } 1 .. 16;
my $head = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n$flags";
my $open = "static FILE *safe(const char *name) {\nint d = open(name, O_RDONLY);\nif (d < 0) return 0;\n"
    . "FILE *f = fdopen(d, \"r\");\nif (!f) close(d);\nreturn f;\n}\n";
my $end = 'static int end(FILE *f) { int bad = ferror(f); if (f == stdin) return bad; return fclose(f) || bad; }';
my $main = "int main(int argc, char **argv) {\n$set";

# The stream is held in a block, which is there when the function says so.
my $held = "#include <stdlib.h>\nstruct writer { FILE *out; unsigned n; char text[100]; };\n"
    . "static struct writer *begin(FILE *f) {\nif (!f || ferror(f)) return 0;\nstruct writer *w = malloc(sizeof *w);\n"
    . "if (!w) return 0;\nw->out = f;\nw->n = 0;\nreturn w;\n}\n"
    . "static void put(struct writer *w, int c) { w->text[w->n++ % 100] = c; fputc(c, w->out); }\n"
    . "static int finish(struct writer *w) {\nint bad = fflush(w->out);\nfree(w);\nreturn bad;\n}\n";
my $copy = "$main for (int i = 1; i < argc; i++) {\nFILE *in = fopen(argv[i], \"r\");\nif (!in) continue;\nFILE *out = fopen(\"o\", \"w\");\n"
    . "struct writer *w = begin(out);\nif (!w) { fclose(in); if (out) fclose(out); continue; }\nint c;\n"
    . "while ((c = fgetc(in)) != EOF) { put(w, c); IN }\nif (finish(w)) return 2;\nfclose(out);\nfclose(in);\nAFTER }\nreturn 0; }";
my $without = $copy =~ s/IN |AFTER //gr;
# Which of the two it is depends on a number that the call gives back.
my $results = "static int choose(FILE **f) {\nif (f1 == 5) return -3;\n*f = fopen(\"x\", \"r\");\nreturn *f ? 0 : 7;\n}\n"
    . "$main FILE *f = 0;\nint e = choose(&f);\nif (e < 0) return 3;\nif (FAULT e > 0) return 4;\nint c = fgetc(f);\nfclose(f);\nreturn c; }";

my $lock = "#include <pthread.h>\n#include <stdlib.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n";
# A handler in a structure is no thread, a thread's exit leaves alone what nobody writes, and how many functions are registered.
my $thread = "${lock}#include <signal.h>\n#include <string.h>\nstatic volatile sig_atomic_t stop;\nstatic int n;\n"
    . "static void bye(void) { n = 0; }\nstatic void stopped(int s) { stop = s; }\nstatic void *work(void *p) {\n"
    . "pthread_mutex_lock(&m);\nn++;\nFAULT pthread_mutex_unlock(&m);\nif (n < 0) exit(1);\nreturn p;\n}\n"
    . "$main struct sigaction a;\nmemset(&a, 0, sizeof a);\na.sa_handler = stopped;\nsigaction(SIGTERM, &a, 0);\natexit(bye);\n"
    . "pthread_t t;\nif (pthread_create(&t, 0, work, 0)) return 1;\n"
    . "while (!stop) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }\nexit(0); }";

# rule, the program without its fault, the fault in place of FAULT
my @cases = (
    ['stdio.double_close', "$open $end $main for (int i = 1; i < argc; i++) {\nFILE *f = f1 > 3 ? stdin : safe(argv[i]);\n"
        . "if (!f) return 1;\nif (end(f)) return 2;\nFAULT }\nreturn 0; }", 'if (f2) fclose(f);'],
    ['stdio.use_after_close', "$open $end $main FILE *f = safe(\"x\"), *g = safe(\"y\");\nif (f) end(f);\nif (g) { FAULT end(g); }\n"
        . 'return 0; }', 'if (f) rewind(f);'],
    ['stdio.null', "$open $end $main FILE *f = f3 ? stdin : safe(\"x\");\nif (!f FAULT) return 1;\nreturn end(f); }", '&& f4'],
    ['posix.double_close', "static void shut(int *d) { if (*d >= 0) close(*d); FAULT }\n"
        . "$main int d = open(\"x\", O_RDONLY);\nif (f5) { shut(&d); return 1; }\nshut(&d);\nreturn 0; }", 'if (f6) close(*d);'],
    ['posix.chroot', "static int enter(const char *to) { if (chroot(to)) return 0; FAULT return !chdir(\"/\"); }\n"
        . "$main if (!enter(\"/var\")) return 1;\nreturn open(\"x\", O_RDONLY) < 0; }", 'if (f7) open("y", 0);'],
    ['stdio.use_after_close', $held . $copy =~ s/IN //r =~ s/AFTER/FAULT/r, 'if (f8) rewind(out);'],
    ['stdio.double_close', $held . $copy =~ s/IN //r =~ s/AFTER/FAULT/r, 'if (f8) fclose(in);'],
    ['stdio.read_after_write', $held . $copy =~ s/IN/FAULT/r =~ s/AFTER //r, 'if (f8) fgetc(w->out);'],
    ['stdio.null', ($held =~ s/if \(!f \|\|/if (FAULT !f ||/r) . $without, 'f8 &&'],
    ['stdio.null', $results, 'f8 &&'],
    ['pthread.double_lock', $thread, 'if (n > 3) pthread_mutex_lock(&m);'],
    ['pthread.held_at_end', $thread, 'if (n > 3) exit(2);'],
);
for my $case (@cases) {
    my ($rule, $text, $fault) = @$case;
    my ($in) = $rule =~ /^(\w+)\./;
    for my $with ('', $fault) {
        open my $out, '>', 'p.c' or die;
        print $out $head, $text =~ s/FAULT/$with/r, "\n";
        close $out;
        system("gcc -w -specs=$specs -c -o p.o p.c") == 0 or die 'gcc';
        my $said = `cwolf check --max-states=4000 -R $in p.o 2>&1`;
        my ($verdict) = $said =~ /^(True|False|Maybe) \Q$rule\E$/m;
        ok($with ? $verdict ne 'True' : $verdict eq 'True', "$rule is $verdict " . ($with ? "with $with" : 'without a fault'))
            or diag($text, "\n", $said);
    }
}
done_testing();
