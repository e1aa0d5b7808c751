#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the help offers works: words in it that name a choice are tried.
. "$(dirname "$0")/0800-lib.sh"
flag="-specs=$(cwolf --specs)"
printf 'int x;\nvoid f(void) { x = 2; }\nint main(void)\n{\n    f();\n    return 0;\n}\n' > prog.c
gcc "$flag" -c prog.c

cwolf help annotations > text
kinds=$(sed -n 's/.*cwolf property \[NAME :\] //p' text | tr '|' '\n' | sed 's/^ *//; s/CONDITION/x < 3/; s/NAME/f/' | grep .)
ok 'test $(echo "$kinds" | wc -l) -ge 3' 'properties'
IFS='
'
for k in $kinds; do
    cwolf check -p "$k" prog.o > out 2> err
    ok 'grep -q "^\(True\|False\|Maybe\) " out' "$k"
done
unset IFS

# choices COMMAND OPTION: what stands behind --OPTION= in the usage of a command
choices() {
    cwolf help "$1" | sed -n "s/.*--$2=\\([a-z|-]*\\).*/\\1/p" | head -n 1 | tr '|' ' '
}
for command in model calls flow; do
    for option in merge reduce volatile labels format fold; do
        for word in $(choices $command $option); do
            run 0 "$command --$option=$word" cwolf $command --$option=$word $(test $command = flow && echo --function=f) prog.o
        done
    done
done
for layer in $(cwolf help check | grep -o -e '--layer=[0-9][0-9|]*' | head -n 1 | tr -cd '0-9|' | tr '|' ' '); do
    run 0 "check --layer=$layer" cwolf check --layer=$layer -p 'invariant x < 3' prog.o
done
for grain in $(choices check grain); do
    run 0 "check --grain=$grain" cwolf check --grain=$grain -p 'ctl AX "x < 3"' prog.o
done
finish
