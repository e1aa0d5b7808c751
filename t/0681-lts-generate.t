#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `cwolf lts generate` as a script sees it.
. "$(dirname "$0")/0800-lib.sh"

run 0 'generate without a family' cwolf lts generate
for family in abp window philosophers ring buffers grid fibonacci chain random; do
    grep -q "^$family " out
    tap $? "lists $family" out
done
run 0 'values in order' cwolf lts generate abp 1 2
head -n 1 out >first
is first 'the header tells the sizes' <<END
des (0,88,70)
END
cp out ordered.aut
run 0 'values by name, to a file' cwolf lts generate abp data=2 copies=1 -o named.aut
ok 'cmp -s ordered.aut named.aut' 'give the same system'
run 0 'as JSON' cwolf lts generate abp 1 2 -o abp.json
run 0 'is the same' cwolf lts compare --relation=none abp.json ordered.aut
run 0 'numbers like 2k' cwolf lts generate chain 2k
head -n 1 out >first
is first 'are understood' <<END
des (0,2000,2001)
END
run 0 'reduced from a pipe' sh -c 'cwolf lts generate window 2 2 | cwolf lts reduce --relation=branching -'
head -n 1 out >first
is first 'the queue of four places' <<END
des (0,60,31)
END

wrong() { # MESSAGE WHAT COMMAND...
    text=$1
    shift
    run 2 "$@"
    head -n 1 err >first
    is first '    is an error' <<END
$text
END
    ok '[ ! -s out ]' '    and nothing on standard output'
}
wrong "cwolf: error: no family 'buffer'; did you mean 'buffers'?" 'an unknown family' cwolf lts generate buffer
wrong "cwolf: error: no parameter 'copes'; did you mean 'copies'?" 'an unknown parameter' cwolf lts generate abp copes=3
wrong "cwolf: error: generate abp takes 2 values: '3' is one too many" 'too many values' cwolf lts generate abp 1 2 3
wrong "cwolf: error: generate abp: data: 'x' is not a number like 1000 or 10M" 'no number' cwolf lts generate abp 1 x
wrong 'cwolf: error: abp: copies is 0, but must lie between 1 and 16' 'a value below the least' cwolf lts generate abp 0
wrong 'cwolf: error: abp of this size has more than 4294967294 states' 'too large a system' \
    cwolf lts generate abp 16 200
run 3 'more than --max-states' cwolf lts generate --max-states=50 chain 100
has err 'error: chain of this size has 101 states and 100 transitions, more than the limit of 50 states (--max-states)' \
    '    is not begun: the size is told'
ok '[ ! -s out ]' '    and nothing is written'
run 3 'nor as JSON' cwolf lts generate --max-states=50 chain 100 --format=json
run 0 'as many as --max-states' cwolf lts generate --max-states=101 chain 100
run 3 'one of the protocols is too large' cwolf lts generate --max-states=1000 window 4 4
has err 'one protocol of family window of this size has more than 1000 states (--max-states)' '    which is found early'
echo 'write generate chain 100 "never.aut"' >x.script
run 3 'in a script' cwolf lts script --max-states=50 x.script
has err 'x.script:1:7: error: chain of this size has 101 states' '    it is told where'
run 2 'a full disk' cwolf lts generate abp 2 10 -o /dev/full
has err 'No space left on device' 'is said'
echo keep >kept.aut
run 2 'a failing command' cwolf lts generate grid 3 3 9 -o kept.aut
ok '[ "$(cat kept.aut)" = keep ] && [ "$(ls kept.aut* | wc -l)" -eq 1 ]' \
    'leaves the old output as it was and nothing beside it'
cwolf lts generate buffers 9 8 -o kept.aut 2>err &
sleep 0.3
kill -INT $!
wait $!
status=$?
ok '[ "$status" -eq 3 ] && [ "$(cat kept.aut)" = keep ] && [ "$(ls kept.aut* | wc -l)" -eq 1 ]' \
    'so does one that is interrupted'
finish
