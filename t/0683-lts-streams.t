#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What all subcommands of `cwolf lts` have in common: files and pipes, progress on a terminal, Ctrl-C, --max-memory.
. "$(dirname "$0")/0800-lib.sh"

cwolf lts generate abp 1 2 -o small.aut
cwolf lts generate abp 2 9 -o large.aut
cwolf lts info small.aut >small.info
printf 'in(1)0\nout(1)0\n' >good.log

# ---- files and pipes

for how in '' '-'; do
    for command in info convert 'reduce --relation=branching' 'compose --restrict-shared' 'draw --format=dot --name=x'; do
        cwolf lts $command small.aut >from-file 2>err
        cwolf lts $command $how <small.aut >from-pipe 2>err && cmp -s from-file from-pipe
        tap $? "lts $command $how reads standard input" err
        cat small.aut | cwolf lts $command $how -o to-file 2>err && cmp -s from-file to-file
        tap $? 'and writes to a file' err
    done
done
run 0 'compare with standard input as the first' sh -c 'cwolf lts compare - small.aut <small.aut'
run 0 'and as the second' sh -c 'cwolf lts compare small.aut - <small.aut -o answer'
is answer 'with the answer in a file' <<END
TRUE
END
run 0 'check-traces with the model on standard input' sh -c 'cwolf lts check-traces - good.log <small.aut'
run 0 'and with the log' sh -c 'cwolf lts check-traces small.aut - <good.log -o answer'
run 0 'a script on standard input' sh -c 'cwolf lts script - </dev/null'
run 2 'standard input twice' cwolf lts compose - -
has err 'only one of the files can be standard input' 'is refused'
run 0 'the answer in a packed file' cwolf lts info small.aut -o info.gz
ok 'gzip -dc info.gz | cmp -s - small.info' 'is packed'
run 2 'a full disk' cwolf lts info small.aut -o /dev/full
has err 'No space left on device' 'is said'

# ---- progress

on_terminal() { TERM=xterm script -qec "$1" /dev/null </dev/null >typescript 2>&1; }
if command -v script >out 2>&1; then
    on_terminal '(sleep 2; cat small.aut) | cwolf lts info'
    grep -q 'working, 1 s' typescript && grep -q 'states: 70' typescript
    tap $? 'on a terminal, progress is shown after a second' typescript
    on_terminal 'cwolf lts info small.aut'
    ok '! grep -q working typescript' 'not before'
fi
(sleep 2; cat small.aut) | cwolf lts info 2>err >out
ok '[ ! -s err ] && cmp -s out small.info' 'and not into a pipe'

# ---- Ctrl-C

# Waits until process $1 catches SIGINT and is in state $2 (S: it waits for input), then sends it; $interrupted is its exit status.
interrupt() {
    tries=0
    until caught=$(sed -n 's/^SigCgt:.*\(.\)$/\1/p' "/proc/$1/status") && case $caught in [2367abefABEF]) true ;; *) false ;; esac &&
        grep -q "^State:.*$2" "/proc/$1/status"; do
        tries=$((tries + 1))
        [ $tries -lt 200 ] || break
        sleep 0.05
    done
    kill -INT "$1"
    wait "$1"
    interrupted=$?
}
mkfifo silent
exec 9<>silent # a pipe into which nobody writes
for command in info convert reduce compose draw 'compare small.aut' 'check-traces - good.log'; do
    echo keep >kept
    case $command in check*) dash= ;; *) dash=- ;; esac
    cwolf lts $command $dash -o kept <silent 2>err 9<&- &
    interrupt $! S
    ok '[ $interrupted -eq 3 ] && [ "$(cat kept)" = keep ] && [ "$(ls kept* | wc -l)" -eq 1 ] && grep -q "error: interrupted" err' \
        "Ctrl-C ends lts $command while it reads: exit status 3, the old output as it was"
done
echo keep >kept
cwolf lts generate buffers 10 8 -o kept 2>err &
interrupt $!
ok '[ $interrupted -eq 3 ] && [ "$(cat kept)" = keep ] && [ "$(ls kept* | wc -l)" -eq 1 ] && grep -q "error: interrupted" err' \
    'lts generate while it writes'
cwolf lts generate buffers 10 8 -o kept 2>err &
writer=$!
sleep 0.2
kill -KILL $writer
wait $writer 2>err
ok '[ "$(cat kept)" = keep ] && [ "$(ls kept* | wc -l)" -eq 1 ]' 'one that is killed leaves nothing behind'

# ---- --max-memory

for command in info convert reduce compose 'draw --format=dot' 'compare small.aut' 'check-traces'; do
    case $command in check*) log=good.log ;; *) log= ;; esac
    run 3 "lts $command with too little memory" cwolf lts $command large.aut $log --max-memory=1M
    grep -Eq '^cwolf: error: .*(needs [0-9]+ MB of memory, more than the limit of 1 MB|that --max-memory allows)' err
    tap $? 'says so' err
    ok '[ ! -s out ]' 'and writes nothing'
done
run 3 'generate in memory' cwolf lts generate abp 2 9 --format=json --max-memory=1M
has err 'MB of memory, more than the limit of 1 MB' 'says so'
run 0 'generate needs no memory for .aut' cwolf lts generate abp 2 9 --max-memory=1M
cwolf lts convert large.aut -o large.json
cwolf lts convert large.aut -o large.lts
for format in json lts; do
    run 3 "the same for $format" sh -c "cat large.$format | cwolf lts info --max-memory=1M"
    grep -q 'MB' err
    tap $? 'says so' err
done
run 0 'enough memory' cwolf lts reduce --relation=branching large.aut --max-memory=200M
finish
