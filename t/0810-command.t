#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The command line that needs no program: versions, help, and wrong use, which says what is possible and exits 2.
. "$(dirname "$0")/0800-lib.sh"

run 0 'cwolf --version' cwolf --version
ok 'grep -qx "cwolf [0-9][0-9.]*" out' 'prints name and version on one line'
run 0 'cwolf --specs' cwolf --specs
ok 'test -r "$(cat out)"' 'prints the path of a file that exists'

run 0 'cwolf help' cwolf help
has out 'link-check' 'lists the commands'
has out 'abstractions' 'and the topics'
run 0 'cwolf --help is the same' cwolf --help
for topic in commands flag annotations abstractions labels maps model check lts verdicts exit link dump calls flow \
    build link-check; do
    run 0 "cwolf help $topic" cwolf help $topic
    ok 'test $(wc -l <out) -gt 2' "has something to say"
done
for command in model check link dump calls flow build link-check; do
    cwolf help $command >want
    run 0 "cwolf $command --help" cwolf $command --help
    ok 'cmp -s want out' "says the same as cwolf help $command"
done
run 0 'help abstractions' cwolf help abstractions
has out 'ranges' "prints the users' words of the table"
has out 'minmax' "and the papers' words"
run 0 'help labels' cwolf help labels
has out 'watch' 'prints the table of events'
run 0 'help lts' cwolf help lts
has out 'dpbranching' 'prints the table of relations'
has out '.aut' 'and that of formats'

run 2 'no command at all is wrong use' cwolf
run 2 'an unknown command' cwolf modl
has err "no command 'modl'; did you mean 'model'?" 'gets the nearest one'
run 2 'an unknown topic' cwolf help abstraction
has err "did you mean 'abstractions'?" 'gets the nearest one'
run 2 'an unknown option' cwolf model --entri=main x
has err "no option '--entri'; did you mean '--entry'?" 'gets the nearest one'
has err 'usage: cwolf model' 'and the usage'
run 2 'an option with a value that it does not take' cwolf run --leaks=1 nothing
has err "option '--leaks' takes no value" 'says so'
run 2 'an unknown short option' cwolf check -z x
has err "no option '-z'" 'is named'
run 2 'an option without its argument' cwolf model -a
has err "option '-a' wants an argument" 'is named'
run 2 'a long option without its argument' cwolf model --entry
has err "option '--entry' wants an argument" 'is named'
run 2 'a wrong value' cwolf model --merge=all x
has err '--merge=all is unknown: there are never, stack, location' 'lists what there is'
run 2 'a wrong relation' cwolf model --reduce=tiny x
has err 'there are strong, branching, ' 'lists what there is'
run 2 'a wrong format' cwolf model --format=bmp x
has err '--format=bmp is unknown: there are aut, ' 'lists what there is'
run 2 'a wrong format of check' cwolf check --format=sariff x
has err '--format=sariff is unknown: there are text, json, sarif, junit, tap, html' 'lists what there is'
run 2 'a report without a known suffix' cwolf check --report=x.htm x
has err "--report=x.htm has no known suffix: there are .txt, .json, .sarif, .xml, .tap, .html" 'lists what there is'
run 2 'a wrong size' cwolf model --max-memory=lots x
has err 'expected a positive number' 'says what is expected'
run 2 'a wrong layer' cwolf check --layer=7 x
run 2 'a wrong relation of a design' cwolf check --spec=a.ccs --relation=same x
has err "no relation 'same'" 'is named'
for command in model check link dump calls flow; do
    run 2 "$command without a program" cwolf $command $(test $command = check || echo -o x)
    has err 'no program given' 'says so'
done
run 2 'link without an output' cwolf link x
has err 'no output given' 'says so'
run 2 'build without a command' cwolf build
ok 'test ! -s out' 'wrong use prints nothing to standard output'

run 2 'a program that does not exist' cwolf dump nowhere
has err 'nowhere' 'is named'
has err 'error:' 'in an error'
echo 'int main(void) { return 0; }' >plain.c
gcc -o plain plain.c
run 2 'a program without fragments' cwolf model plain
has err 'plain: error: no fragment of C Wolf in it: compile and link with gcc -specs=$(cwolf --specs)' \
    'is told how to get one'
run 2 'a directory' cwolf dump .
run 2 'a file that is no program' cwolf dump plain.c
finish
