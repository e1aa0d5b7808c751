#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random worlds (t/1080-worlds.t) notice a tool that looks away: each defect below is put into a copy of the sources, and programs
# of the pieces that it concerns contradict its verdicts. (That the tool as it is passes is what t/1080 and t/long/9080 show.)
#
#   DEFECT=PATTERN tries those with such a name; COUNT=60 programs for each; SEED=1; KEEP=DIR keeps the output of each
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use Test::More;
use lib abs_path(dirname($0));
use Defects;

my $count = $ENV{COUNT} // 60;
my $seed = $ENV{SEED} // 1;

# name, pieces, then for each place: file, what stands there, what the defect has instead.
my @defects = (
    ['memory behind nested pointers', 'strsep,readv,recvmsg,getopt-flag,memstream,vsscanf',
        'runtime/points/effect_calls.c', 'effect_among(effect_letter(e, i), LETTERS_DEEP_WRITTEN)', 'false'],
    ['handlers are not found', 'signal,sigaction,siginfo,sigaction-global,sigqueue,handler-asks',
        'runtime/points/world.c', 'if (!(e->flags & EFFECT_CALLS_LATER))', 'if (true)',
        'runtime/points/effect_calls.c', 'return effect_among(effect_letter(e, i), LETTERS_KEPT);', 'return false;',
        'runtime/points/effect_calls.c', 'return effect_among(effect_letter(e, i), LETTERS_CALLED);', 'return false;',
        'runtime/points/effects_time.c', '{"raise", "-", "", CALLS_NOW |', '{"raise", "-", "",',
        'runtime/points/effects_time.c', '{"kill", "--", "-1..0", CALLS_NOW |', '{"kill", "--", "-1..0",'],
    ['threads are not asked', 'thread-asks',
        'runtime/check/engine_run.c', "        if (some)\n            st = run_async(", "        if (some && !s)\n            st = run_async("],
    ['constructors do not run', 'constructor,constructor-order',
        'runtime/cwi/start.c', 'if (priority && f->block_count)', 'if (priority && at_end && f->block_count)',
        'runtime/avm/avm.c', 'if (!fn->init_priority || !fn->block_count)', 'if (fn)'],
    ['destructors do not run', 'destructor',
        'runtime/cwi/start.c', 'if (priority && f->block_count)', 'if (priority && !at_end && f->block_count)'],
    ['.init_array is not read', 'init-array,fini-array',
        'runtime/cwi/start.c', 'i < v->init_count; i++)', 'i < v->init_count && 0; i++)'],
    ['a weak function is there', 'weak-undefined,weak-undefined-variable',
        'runtime/avm/compile/lower_place.c', 'is_absent ? VS_ABSOLUTE : object', 'object',
        'runtime/avm/compile/lower_place.c', 'return is_open ?', 'return false ?'],
    ['callbacks do not leave by goto', 'nested-goto',
        'runtime/points/effects_gcc.c', '{"__builtin_nonlocal_goto", "--", "", NORETURN | UNSEEN', 
        '{"__builtin_nonlocal_goto", "--", "", NORETURN'],
    ['assembly stores and calls nothing', 'asm-store,asm-store-through,asm-call,asm-call-register,asm-xchg',
        'runtime/avm/compile/compile.c', 'compile_asm(k, s);', 'if (0) compile_asm(k, s);',
        'runtime/cwi/hidden_effects.c', 'return x->args.count || s->clobbers_memory;', 'return false;',
        'runtime/points/constraints.c', 'if (s->clobbers_memory)', 'if (false)',
        'runtime/points/mod.c', '(s->kind == CWI_ASM && s->clobbers_memory) ||', ''],
    ['scanf returns any number', 'scanf-byte',
        'runtime/avm/library/external.c', 'call->is_scan_known ? conversions : 0', 'call->is_scan_known ? 7 : 0'],
    ['calls return', 'stopped',
        'runtime/avm/library/external.c', 'EFFECT_ANY_MEMORY | EFFECT_MAY_STOP | EFFECT_WAITS', 'EFFECT_ANY_MEMORY | EFFECT_WAITS'],
    ['what a pipe holds is input', 'dup-input',
        'runtime/points/world.c', 'if (!e->known || flags & (EFFECT_SOURCE | EFFECT_CLOSES | EFFECT_SENDS))', 'if (!e->known)',
        'runtime/points/world.c', 'return (w->reads_itself &&', 'return (false &&'],
    ['undefined behaviour ends a path', 'bounds,bounds-neighbours,bounds-stack,pointer-walk,flexible',
        'runtime/check/engine_run.c', 'if (m->error == LTS_NONE || !rests_on_all(x))', 'if (m || !x->name || !path)'],
    ['the first caller is all', 'tail-call,calls,recursion',
        'runtime/avm/contexts.c', 'id = context_at(m, func, OF_FUNCTION, 0, func, true);', 'id = context_at(m, func, OF_FUNCTION, 0, func, true);
        k.ctx = m->contexts.items[id].callers.count ? m->contexts.items[id].callers.items[0].ctx : ctx;'],
    ['--wrap', 'wrap,wrap-libc',
        'runtime/cwi/link_bound.c', 'if (!strcmp(l->in->wraps.items[i], name))', 'if (!name)',
        'runtime/cwi/link_bound.c', 'return !l->in->knows_options && f', 'return !l && f'],
    ['-Bsymbolic', 'interpose,interpose-variable',
        'runtime/cwi/link_symbols.c', 'if (in->is_executable || !in->symbol_count)', 'if (in)'],
    ['objcopy changes no names', 'redefine,redefine-use,localize,localize-variable,globalize',
        'runtime/cwi/link_bound.c', 'if (f->has_table && !is_settled', 'if (!f && !is_settled'],
    ['--defsym', 'defsym,defsym-over,defsym-variable,defsym-strong',
        'runtime/cwi/link_bound.c', 'return id == UINT32_MAX ? name : t->alias_of.items[id];', 'return id ? name : name;'],
);

for (@defects) {
    my ($name, $pieces, @places) = @$_;
    my $told = try_defect($name, places => \@places, test => 'perl t/1080-worlds.t', fails => 1,
        with => {PIECE => $pieces, COUNT => $count, SEED => $seed}) // next;
    my $wrong = () = $told =~ /^# seed \d+:/mg;
    note("$name: $wrong of $count programs");
}
done_testing();
