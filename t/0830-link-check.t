#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The check after the link, as users meet it: one flag, and a link that fails when the program is wrong.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)
flag="-specs=$specs"

# ---- violations, and the program corrected

cat >door.c <<'EOF'
#include <stdio.h>
static int count;
#pragma cwolf property small : invariant count < 3
int main(void)
{
    while (getchar() == 'x') {
        if (count < 3)
            count++;
    }
    return 0;
}
EOF
run 1 'a program that violates its property does not link' gcc "$flag" -o door door.c
ok 'test ! -e door' 'no executable is left'
has err "door.c:8:" 'the line is named'
has err "error: property 'small' is violated [cwolf]" 'and what is violated'
has err "'main': events 1-" 'with the path'
sed 's/count < 3)/count < 2)/' door.c >good.c
run 0 'the corrected program links' gcc "$flag" -o good good.c
ok 'test ! -s err' 'without a word'
ok 'test -x good && ./good </dev/null' 'and runs'
run 0 'compiled apart' gcc "$flag" -c good.c
ok 'test ! -s err' 'the compiler is silent too'
run 0 'and linked' gcc "$flag" -o good2 good.o
run 0 'violations=warn' gcc "$flag" -fplugin-arg-cwolf-violations=warn -o door door.c
has err "property 'small' is violated" 'says it'
ok 'test -x door' 'and keeps the output'

# ---- what cannot be told

cat >unsure.c <<'EOF'
extern int read_sensor(void);
static int n;
#pragma cwolf abstract n : ignore
#pragma cwolf property low : invariant n < 10
int main(void)
{
    n = 5;
    return n;
}
EOF
run 0 'what the map cannot decide links' gcc "$flag" -o unsure unsure.c
has err "warning: property 'low' may be violated [cwolf]" 'with a warning'
has err "'n" 'that names the variable'
ok 'test -x unsure' 'the output is kept'
run 1 'and fails under strict' gcc "$flag" -fplugin-arg-cwolf-strict -o unsure2 unsure.c
has err 'error:' 'as an error'
ok 'test ! -e unsure2' 'without an output'

# ---- nothing to check

echo 'int main(void) { return 0; }' >plain.c
run 0 'a program without questions' gcc "$flag" -o plain plain.c
ok 'test ! -s err && test ! -s out' 'is linked without a word'
run 0 'a partial link' gcc "$flag" -r -o part.o good.o
ok 'test ! -s err && test -e part.o' 'is not checked'
run 0 'an output that is no file' gcc "$flag" -o /dev/null plain.c
ok 'test ! -s err && test -c /dev/null' 'is left alone'
gcc -c plain.c -o bare.o
run 0 'objects without fragments' gcc "$flag" -o bare bare.o
ok 'test ! -s err' 'are nobody'"'"'s business when nothing is asked'

run 1 'an argument that is none' gcc "$flag" -o plain plain.c -fplugin-arg-cwolf-stict
has err "did you mean '-fplugin-arg-cwolf-strict'?" 'is an error with the nearest'
gcc "$flag" -c plain.c
run 1 'at the link alone too' gcc "$flag" -o plain plain.o -fplugin-arg-cwolf-propertes=x
has err "did you mean '-fplugin-arg-cwolf-properties'?" 'with the nearest'
run 1 'an option of cwolf check that means nothing here' gcc "$flag" -o plain plain.o -fplugin-arg-cwolf-merge=never
has err "'-fplugin-arg-cwolf-merge=never' is not understood" 'is an error'

# ---- shared libraries, LTO

cat >lib.c <<'EOF'
static int level;
#pragma cwolf property low : invariant level < 4
int up(void)
{
    if (level < 10)
        level++;
    return level;
}
EOF
run 0 'a shared library without an entry' gcc "$flag" -shared -fPIC -o lib.so lib.c
ok 'test ! -s err' 'has nothing that could be checked'
run 1 'a violation under -flto' gcc "$flag" -flto -o lto door.c
has err "property 'small' is violated" 'is found in the inputs'
ok 'test ! -e lto' 'and the output is removed'
gcc "$flag" -flto -c good.c -o goodlto.o
run 0 'LTO objects linked without saying so' gcc "$flag" -o goodlto goodlto.o
ok 'test ! -s err' 'are checked too'

# ---- raw images, as firmware is: the product is no ELF file

cat >image.c <<'EOF'
static int x;
#pragma cwolf property small : invariant x < 3
int main(void)
{
    for (int i = 0; i < 3; i++)
        x++;
    return x;
}
EOF
for format in binary srec; do
    run 1 "a violation in a raw image ($format)" \
        gcc "$flag" -nostdlib -static "-Wl,--oformat=$format" -o image image.c
    has err "property 'small' is violated" 'is found in the inputs'
done

# ---- objects without fragments

cat >uses.c <<'EOF'
extern int helper(int);
static int x;
#pragma cwolf property small : invariant x < 5
int main(void) { x = helper(3) & 3; return x; }
EOF
echo 'int helper(int i) { return i; }' >helper.c
gcc -c helper.c
run 0 'a helper compiled without the flag' gcc "$flag" -o uses uses.c helper.o
has err "helper.o: warning: no fragment of C Wolf in it, though it defines 'helper'" 'is named'
for note in 'external helper : reads() writes()' 'input helper : [0, 4]'; do
    sed "s/^static int x;/#pragma cwolf $note\n&/" uses.c >says.c
    run 0 "a helper with '$note'" gcc "$flag" -o says says.c helper.o
    hasnt err 'helper.o' 'is known well enough'
done
echo 'int other(int i) { return i; }' >>helper.c
gcc -c helper.c
sed 's/^#pragma/int other(int);\n#pragma cwolf external helper : reads() writes()\n&/
    s/& 3/\& other(3)/' uses.c >says.c
run 0 'with another that nothing is said of' gcc "$flag" -o says says.c helper.o
has err "though it defines 'other'" 'it is named'
run 0 'missing=ignore' gcc "$flag" -fplugin-arg-cwolf-missing=ignore -o uses uses.c helper.o
hasnt err 'helper.o' 'says nothing'
run 1 'missing=error' gcc "$flag" -fplugin-arg-cwolf-missing=error -o uses3 uses.c helper.o
ok 'test ! -e uses3' 'fails the link'

# ---- strip

run 0 'strip' gcc "$flag" -fplugin-arg-cwolf-strip -o stripped good.c
ok '! objdump -h stripped | grep -q cwolf && ./stripped </dev/null' 'takes the section out of the output'
ok 'objdump -h good | grep -q cwolf' 'which is there otherwise'

# ---- faults of the user, faults of ours

cat >design.ccs <<'EOF'
proc door = 'open.'close.door +
EOF
cat >spec.c <<'EOF'
#pragma cwolf spec "design.ccs" door obseq
int main(void) { return 0; }
EOF
run 1 'a design with a syntax error' gcc "$flag" -o spec spec.c
has err 'design.ccs:' 'is named with line and column'
ok 'test ! -e spec' 'and fails the link'
run 1 'an argument of ours that is wrong' cwolf link-check -o good -fplugin-arg-cwolf-missing=perhaps good.o
cp good broken
objcopy --dump-section .cwolf=noise broken && printf x | dd of=noise bs=1 seek=60 conv=notrunc 2>/dev/null
objcopy --update-section .cwolf=noise broken
run 0 'a damaged fragment' cwolf link-check -o broken good.o
has err 'warning:' 'warns'
ok 'test -x broken' 'and keeps the output'
run 1 'but not under strict' cwolf link-check -o broken -fplugin-arg-cwolf-strict good.o
ok 'test ! -e broken' 'then it goes'
run 0 'unknown options of the linker driver' \
    cwolf link-check -o good -Wl,-z,now -pthread -T script -Xlinker x good.o --wibble
ok 'test ! -s err' 'are ignored'

# ---- many programs from one unit: a spec that names an entry is checked where that function is linked

cat >entry.c <<'EOF'
static int level;
#pragma cwolf property low : invariant level < 4
int main(void) { level = 7; return level; }
EOF
run 1 'main is the entry' gcc "$flag" -o entry entry.c
finish
