# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random clients of the libraries of Library.pm: calls with numbers, or with what a loop counts, under choices. Each is written
# twice: for the tool, and for a search through all of its choices in the search's text of the library.
package Client;
use strict;
use warnings;

sub pick { $_[rand @_] }
sub chance { rand() < $_[0] }

my (%arguments, $depth_left);

sub call
{
    my ($indent, $loop) = @_;
    my $f = pick(sort keys %arguments);
    my @values = map { $loop && chance(0.5) ? $loop : pick(0, 1, 2, 3, 7, 8, -1, int rand 8) } 1 .. $arguments{$f};
    return "${indent}CALL_$f(" . join(', ', @values) . ");\n";
}

sub statement
{
    my ($indent, $depth, $loop) = @_;
    my $r = rand;
    return call($indent, $loop) if $r < 0.6 || !$depth;
    return "${indent}if (choose()) {\n" . block("$indent    ", $depth - 1, $loop)
        . (chance(0.5) ? "$indent} else {\n" . block("$indent    ", $depth - 1, $loop) : '') . "$indent}\n"
        if $r < 0.85 || $loop;
    return "${indent}for (int i = 0; i < " . (1 + int rand 4) . "; i++) {\n" . block("$indent    ", 0, 'i') . "$indent}\n";
}

sub block { my ($indent, $depth, $loop) = @_; join '', map { statement($indent, $depth, $loop) } 1 .. 1 + rand 2 }

# Returns the text of the client and that of the search.
sub make
{
    my ($library, $search) = @_;
    my ($structure) = $library =~ /^(struct s \{.*\};)$/m;
    %arguments = ();
    my ($declarations, $macros, $searched, $number) = ('', '', '', 0);
    while ($library =~ /^int (f\d)\((.*)\)$/mg) {
        my ($f, $list) = ($1, $2);
        my @list = grep { !/struct|void/ } split /, /, $list;
        $arguments{$f} = @list;
        my $names = join ', ', ('a', 'b')[0 .. @list - 1];
        $declarations .= "int $f($list);\n";
        $macros .= "#define CALL_$f($names) $f(" . join(', ', $structure ? '&object' : (), $names || ()) . ")\n";
        $searched .= "#define CALL_$f($names) attempt($number, " . (@list > 0 ? 'a' : 0) . ', ' . (@list > 1 ? 'b' : 0) . ")\n";
        $number++;
    }
    my $body = join '', map { statement('    ', 2, undef) } 1 .. 2 + rand 3;
    my $text = ($structure ? "$structure\nstatic struct s object;\n" : '') . $declarations . $macros
        . "_Bool __VERIFIER_nondet_bool(void);\n#define choose() __VERIFIER_nondet_bool()\n"
        . "int main(void)\n{\n$body    return 0;\n}\n";
    (my $state = $search) =~ s/#include "oracle\.h"/#define NO_MAIN\n#include "oracle.h"/;
    return ($text, $state . <<"END" . $searched . "static void client(void)\n{\n$body}\n" . <<'END');

static unsigned choices;
static int used, errs, refused, initial_state;
static jmp_buf ended;
static int choose(void) { return choices >> (used++ % 20) & 1; }
static void attempt(int call, int x, int y)
{
    struct state before = now;
    int at = number(&now);
    for (int i = 0; i < VALUES; i++)
        for (int k = 0; k < VALUES; k++)
            if ((!calls[call].is_narrow[0] || values[i] == (signed char)values[i]) &&
                (!calls[call].is_narrow[1] || values[k] == (signed char)values[k]))
                refused |= step(at, call, values[i], values[k]) < 0;
    now = before;
    if (step(at, call, x, y) < 0) {
        errs = 1;
        longjmp(ended, 1);
    }
}
END
int main(void)
{
    initial_state = number(&now);
    for (int most = 0; choices < 1u << most; choices++) {
        now = known[initial_state];
        used = 0;
        if (!setjmp(ended))
            client();
        most = used > most ? used : most;
        if (most > 16)
            return 1;
    }
    printf("errs %d refused %d\n", errs, refused);
    return 0;
}
END
}
1;
