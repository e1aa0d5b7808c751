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
    for command in info convert 'reduce --relation=branching' 'compose --restrict-shared' \
        'draw --format=dot --name=x'; do
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

# Waits until process $1 is cwolf and catches SIGINT (`caught`), or no longer does (`lost`).
until_signal_is() { # PROCESS caught|lost
    tries=0
    while :; do
        case $(sed -n 's/^Name:.//p; s/^SigCgt:.*\(.\)$/\1/p' "/proc/$1/status" 2>&1 | tr '\n' ' ') in
            'cwolf '[2367abefABEF]' ') now=caught ;;
            *) now=lost ;;
        esac
        [ $now != "$2" ] && [ $tries -lt 2000 ] || break
        tries=$((tries + 1))
        sleep 0.01
    done
}

# Sends SIGINT as soon as it is caught, wherever the command is then; $interrupted is its exit status.
interrupt() {
    until_signal_is "$1" caught
    kill -INT "$1"
    wait "$1"
    interrupted=$?
}
stopped() { # WHAT; of a command that was to write to `kept`
    ok '[ $interrupted -eq 3 ] && [ "$(cat kept)" = keep ] && [ "$(ls kept* | wc -l)" -eq 1 ] &&
        [ "$(cat err)" = "cwolf: error: interrupted" ]' "Ctrl-C ends $1: exit status 3, the old output as it was"
}
mkfifo silent nobody full
exec 9<>silent # a pipe into which nobody writes; `nobody` is opened by nobody else at all
exec 8<>full   # and one that takes no more
dd if=/dev/zero of=full oflag=nonblock bs=4096 count=100000 2>err
echo 'x = generate abp 1 2 write x "kept"' >kept.text
mv kept.text write.script
echo keep >kept
for command in info convert reduce compose draw 'compare small.aut' 'check-traces - good.log' 'check-traces small.aut' \
    'script'; do
    case $command in check*good.log) dash= ;; *) dash=- ;; esac
    case $command in script) to= ;; *) to='-o kept' ;; esac
    cwolf lts $command $dash $to <silent 2>err 8<&- 9<&- &
    interrupt $!
    stopped "lts $command while it waits for standard input"
    case $command in check*good.log) command='check-traces' dash='nobody good.log' ;; *) dash=nobody ;; esac
    cwolf lts $command $dash $to 2>err 8<&- 9<&- &
    interrupt $!
    stopped "lts $command while nobody opens the named pipe"
done
for begun in small.aut good.log write.script; do
    for packing in cat 'gzip -c'; do
        $packing $begun | head -c 30 >&9
        case $begun in
        small.aut) command='reduce - -o kept' ;;
        good.log) command='check-traces small.aut - -o kept' ;;
        *) command='script -' ;;
        esac
        cwolf lts $command <silent 2>err 8<&- 9<&- &
        interrupt $!
        stopped "lts $command that has read the beginning ($packing)"
        dd if=silent of=rest iflag=nonblock 2>both # what it had not read yet
    done
done
for i in 1 2 3 4 5 6 7 8 9 10; do
    cwolf lts info - -o kept <silent 2>err 8<&- 9<&- &
    interrupt $!
    [ $interrupted -eq 3 ] || break
done
stopped 'lts info whenever it is pressed'
for to in '-o nobody' '-o full' '-o /dev/stdout'; do
    for command in 'generate buffers 10 8' 'convert large.aut' 'convert large.aut --format=json' 'info small.aut'; do
        cwolf lts $command $to 2>err 1>&8 8<&- 9<&- &
        interrupt $!
        stopped "lts $command $to while nobody reads"
    done
done
cwolf lts generate buffers 10 8 -o kept 2>err &
interrupt $!
stopped 'lts generate while it writes'
mkdir programs
printf '#!/bin/sh\necho $$ >dot.pid\nmv dot.pid dot.runs\nexec sleep 1000\n' >programs/dot
chmod +x programs/dot
PATH=$tap_dir/programs:$PATH cwolf lts draw small.aut -o kept 2>err &
drawer=$!
while [ ! -f dot.runs ]; do sleep 0.01; done
interrupt $drawer
stopped 'lts draw while dot draws'
ok '! kill -0 $(cat dot.runs) 2>err' 'and dot too'

# The second one needs no help of the program: this one cannot even say that it was interrupted.
cwolf lts info - <silent 2>&8 8<&- 9<&- &
hangs=$!
until_signal_is $hangs caught
kill -INT $hangs
until_signal_is $hangs lost
kill -INT $hangs
wait $hangs 2>err
ok '[ $? -eq 130 ]' 'the second Ctrl-C ends a command at once'

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

# ---- too little memory for the process itself

# What the loader needs is not known: from little to enough, each run ends with a message or with the answer.
cwolf lts convert small.aut -o small.json
gzip -c small.aut >small.aut.gz
for command in 'info large.aut' 'reduce --relation=weak large.aut' 'compare large.aut small.aut' 'info large.json' \
    'info small.aut.gz'; do
    bad=
    for kilobytes in 45000 55000 70000 90000 120000 160000; do
        (ulimit -v $kilobytes; cwolf lts $command) >out 2>err
        status=$?
        grep -q 'error while loading' err && continue
        case $status in
            0 | 1) [ ! -s err ] || grep -q note: err ;;
            3) grep -q '^cwolf: error: out of memory: the system (or ulimit) does not allow another' err ;;
            *) false ;;
        esac || bad="$bad $kilobytes:$status"
    done
    echo "$bad" >both
    ok '[ -z "$bad" ]' "ulimit -v: lts $command says that memory is short, or ends as always"
done

# ---- wrong use: one message that says what is wrong, status 2, nothing written

head -c 30 small.aut.gz >cut.gz
cwolf lts convert small.aut -o cut.lts
head -c 200 cut.lts >cut
mv cut cut.lts
mkdir directory
: >empty
wrong() { # MESSAGE ARGUMENT...
    message=$1
    shift
    cwolf lts "$@" >out 2>err </dev/null
    status=$?
    [ $status -eq 2 ] && [ ! -s out ] && head -n 1 err | grep -qF -e "$message"
    tap $? "lts $*: $message" err
}
for command in info convert 'reduce --relation=weak' compose 'draw --format=dot' 'compare small.aut' \
    'check-traces small.aut'; do
    wrong 'missing: error: cannot open: No such file or directory' $command missing
    wrong 'directory: error: cannot read: Is a directory' $command directory
    wrong '/dev/full: error: cannot write: No space left on device' $command small.aut -o /dev/full
    wrong 'nowhere/x.dot: error: cannot create: No such file or directory' $command small.aut -o nowhere/x.dot
    wrong 'the name of a file is empty' $command ''
    wrong '--output: the name of the file is empty' $command small.aut -o ''
done 2>both
for command in info 'compare small.aut' compose; do
    wrong 'cut.gz: error: the data packed with gzip end too early' $command cut.gz
    wrong 'cut.lts: error: the file is damaged' $command cut.lts
    wrong 'empty: error: the file is empty: expected aut, lts, ccs, cwb or json' $command empty
done
wrong 'cut.gz: error: the data packed with gzip end too early' script cut.gz
wrong 'missing: error: cannot open: No such file or directory' script missing
wrong 'directory: error: cannot read: Is a directory' script directory
wrong '--from: format dot can be written but not read' convert --from=dot small.aut
wrong '--max-states: 5G must lie between 1 and 4294967294' info --max-states=5G small.aut
wrong '--max-states: 0 must lie between 1 and 4294967294' info --max-states=0 small.aut
wrong '--max-nodes: 1001 must lie between 1 and 1000' draw --max-nodes=1001 small.aut
wrong "--max-memory: 'much' is not a number like 1000, 10M or 2G" info --max-memory=much small.aut
wrong "--max-memory: '99999999999999999999' is not a number" info --max-memory=99999999999999999999 small.aut
(trap '' PIPE; cwolf lts generate buffers 6 8 2>err; echo $? >status) | head -n 1 >out
ok '[ "$(cat status)" = 2 ] && grep -q "standard output: error: cannot write: Broken pipe" err' \
    'a pipe that is closed is an error'
(cwolf lts generate buffers 6 8 2>err; echo $? >status) | head -n 1 >out
ok '[ "$(cat status)" = 141 ] && [ ! -s err ]' 'or ends the command in silence, as it ends others'
finish
