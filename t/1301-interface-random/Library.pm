# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random small libraries: two to four functions over globals of three bits, or over a structure behind a handle; errors by
# exit, abort, a failed assertion, an index, a divisor, or told by the result. Each is written twice: as a library, and for
# the search through all of its states (oracle.h).
package Library;
use strict;
use warnings;

sub pick { $_[rand @_] }
sub chance { rand() < $_[0] }

my ($vars, $params, $handle, $tells);

sub atom { my $r = rand; $r < 0.55 ? pick(@$vars) : $r < 0.75 && @$params ? pick(@$params) : int rand 8 }
sub value { chance(0.6) ? atom() : '(' . atom() . pick(' + ', ' - ', ' ^ ', ' & ', ' | ') . atom() . ')' }

sub condition
{
    my ($depth) = @_;
    return '(' . condition(0) . pick(' && ', ' || ') . condition(0) . ')' if $depth && chance(0.25);
    my $left = @$params && chance(0.3) ? pick(@$params) : pick(@$vars);
    return "$left " . pick('==', '!=', '<', '<=', '>', '>=') . ' ' . (chance(0.75) ? int rand 8 : value());
}

sub failure
{
    my ($indent) = @_;
    my $how = pick($tells ? ('TELL') x 4 : (), 'EXIT', 'ABORT');
    return "$indent$how;\n";
}

sub statement
{
    my ($indent, $depth) = @_;
    my $r = rand;
    return "${indent}if (" . condition(1) . ")\n" . failure("$indent    ") if $r < 0.3;
    return "${indent}ASSERT(" . condition(1) . ");\n" if $r < 0.36;
    return "${indent}table[INDEX((int)" . value() . ")] = 1;\n" if $r < 0.41;
    return "${indent}table[0] = 8 / DIVISOR((int)" . atom() . ");\n" if $r < 0.45;
    if ($r < 0.65 && $depth) {
        my $else = chance(0.5) ? "$indent} else {\n" . block("$indent    ", $depth - 1) : '';
        return "${indent}if (" . condition(1) . ") {\n" . block("$indent    ", $depth - 1) . "$else$indent}\n";
    }
    my $var = pick(@$vars);
    return "$indent$var = (" . pick("$var + 1", "$var - 1", value(), value(), int rand 8) . ") & 7;\n";
}

sub block { my ($indent, $depth) = @_; join '', map { statement($indent, $depth) } 1 .. 1 + rand 2 }

# Returns the text of the library, that of the search, and the options for the command.
sub make
{
    my @globals = map { "g$_" } 0 .. 1 + int rand 2;
    $handle = chance(0.4);
    $tells = chance(0.5) ? 1 : 0;
    $vars = [map { $handle ? "s->$_" : $_ } @globals];
    my $type = pick('int', 'unsigned char', 'unsigned', 'signed char');
    my %initial = map { $_ => $handle ? 0 : int rand 3 } @globals;
    my ($functions, $wrappers, $table, @options) = ('', '', '');
    for my $f (map { "f$_" } 0 .. 1 + rand 3) {
        my $n = pick(0, 0, 1, 1, 2);
        $params = [('x', 'y')[0 .. $n - 1]];
        my @typed = map { pick('int', 'int', 'signed char') . " $_" } @$params;
        my $list = join ', ', $handle ? 'struct s *s' : (), @typed;
        $functions .= "int $f(" . ($list || 'void') . ")\n{\n" . join('', map { statement('    ', 2) } 1 .. 1 + rand 3)
            . '    return ' . pick(0, 1, pick(@$vars)) . ";\n}\n";
        my @cast = map { /(.*) (\w)$/ ? "($1)$2" : die } @typed;
        $wrappers .= "static int run_$f(int x, int y) { (void)x; (void)y; return $f("
            . join(', ', $handle ? '&object' : (), @cast) . "); }\n";
        $table .= "    {\"$f\", $n, run_$f, $tells, {" . join(', ', (map { /char/ ? 1 : 0 } @typed), 0) . "}},\n";
        push @options, "--error=$f < 0" if $tells;
    }
    my $storage = $handle ? "struct s { $type " . join(', ', @globals) . "; };\n"
        : join '', map { "static $type $_ = $initial{$_};\n" } @globals;
    my $library = <<"END" . $storage . $functions;
#include <assert.h>
#include <stdlib.h>
#define EXIT exit(1)
#define ABORT abort()
#define ASSERT(c) assert(c)
#define TELL return -1
#define INDEX(i) (i)
#define DIVISOR(i) (i)
int table[5];
END
    my $n = 0;
    my $save = join '', map { my $v = $handle ? "object.$_" : $_; '    now.g[' . $n++ . "] = (unsigned char)$v;\n" } @globals;
    $n = 0;
    my $load = join '', map { my $v = $handle ? "object.$_" : $_; "    $v = now.g[" . $n++ . "];\n" } @globals;
    $wrappers =~ s/return (f\d)(\(.*?\)); \}$/load(); int r = $1$2; save(); return r; }/mg;
    my $search = <<"END" . $storage . ($handle ? "static struct s object;\n" : '') . $functions
#include "oracle.h"
#define EXIT FAIL
#define ABORT FAIL
#define ASSERT(c) do { if (!(c)) FAIL; } while (0)
#define TELL return -1
#define INDEX(i) checked_index(i)
#define DIVISOR(i) checked_divisor(i)
int table[5];
END
        . "static void load(void)\n{\n$load}\nstatic void save(void)\n{\n$save}\n$wrappers"
        . 'struct state now = {{' . join(', ', map { $initial{$_} } @globals) . "}, 0};\n"
        . "const struct call calls[] = {\n$table    {0}};\n";
    return ($library, $search, @options);
}
1;
