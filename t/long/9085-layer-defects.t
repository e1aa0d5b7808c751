#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The random programs against native runs notice a layer that decides too much: each defect below is put into a copy of the sources,
# and the test of that layer fails. (That the tool as it is passes is what these tests show by themselves.)
#
#   DEFECT=PATTERN tries those with such a name; KEEP=DIR keeps the output of each
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use Test::More;
use lib abs_path(dirname($0));
use Defects;

# name, the test, its number of programs, the assertion that fails, then for each place: file, what stands there, what the defect has
# instead.
my @defects = (
    ['related values: two get one name', '1071-related.t', 64, 1,
        'runtime/avm/symbols.c', 'used |= avm_symbols_in(m, s->w + i, 1);', 'used |= 0;'],
    ['related values: what is called takes its caller\'s names', '1071-related.t', 64, 3,
        'runtime/avm/contexts.c', '*symbols |= avm_symbols_in(m, frame + 1, length - 1);', '*symbols |= 0;'],
    ['related values: equal values are a wrong distance apart', '1071-related.t', 16, 13,
        'runtime/avm/symbols.c', 'unite(m, s, &x, y.id, d);', 'unite(m, s, &x, y.id, 0);'],
    ['exact states: what only a later block reads counts as dead', '1071-related.t', 16, 18,
        'runtime/avm/compile/frame.c', 'out |= l->in[(size_t)(c->next[i] - l->first_pc) * l->words + w];', 'out |= 0;'],
    ['must: a branch can always be chosen', '1119-must-edges.t', 150, 1,
        'runtime/avm/choice.c', 'avm_chosen(yes, yes_input, cond->src, stmt, 1);', 'avm_chosen(yes, true, cond->src, stmt, 1);'],
    ['all paths: one element stands for all', '1117-all-paths.t', 50, 1,
        'runtime/run/trace/trace_eval.c', 'if (!x.term && !y.term && y.v.bits == other)', 'if (y.v.bits >= other || y.v.bits < other)'],
    ['all paths: what is converted has another sign', '1117-all-paths.t', 25, 2,
        'runtime/run/trace/trace_eval.c', 'r.term = run_trace_convert(t, a.term, n->of.is_signed, n->t.bits);',
        'r.term = run_trace_convert(t, a.term, !n->of.is_signed, n->t.bits);'],
    ['termination: a counter may pass the largest number', '1104-termination.t', 1, 16,
        'runtime/check/ranking.c', 'return c->steps == STEPS_UP ? x + far <= max : x - far >= min;', 'return max > min;'],
    ['induction: what a turn breaks is kept', '1118-induction.t', 40, 7,
        'runtime/check/induct/induct.c', 'if (!run_cut_broken(x->t, loop)[i] && (has_modes', 'if ((has_modes',
        'runtime/run/trace/loop_cut.c', 'any |= s->broken[i];', '(void)i;'],
    ['induction: called functions change nothing', '1118-induction.t', 40, 1,
        'runtime/run/trace/loop_cut.c', 'cwi_func_walk(cwi_func_of(c->u, f), note_statement, c);', '(void)note_statement;'],
    ['predicates: no pointer leads to a variable', '1211-predicates', 16, 1,
        'runtime/predicates/place.c', 'return pred_lies_in(x, func, written, lies) ? PRED_MAYBE : PRED_APART;', 'return PRED_APART;'],
);

for (@defects) {
    my ($name, $test, $count, $fails, @places) = @$_;
    my @how = $test =~ /\.t$/ ? (test => "perl t/$test") : (test => "build/t/$test", needs => "build/t/$test");
    try_defect($name, places => \@places, fails => $fails, with => {COUNT => $count}, @how);
}
done_testing();
