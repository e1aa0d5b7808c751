#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# dump, calls, flow and link: what the fragments say, of objects, archives, executables and linked fragments alike.
. "$(dirname "$0")/0800-lib.sh"
flag="-specs=$(cwolf --specs)"

cat >main.c <<'EOF'
int helper(int x);
int main(void)
{
    int i;
    for (i = 0; i < 3; i++)
        helper(i);
    return helper(3);
}
EOF
cat >helper.c <<'EOF'
static int state;
#pragma cwolf abstract state : values(0, 1)
int helper(int x)
{
    state = x > 1;
    return state;
}
EOF
gcc "$flag" -c main.c helper.c && gcc -o prog main.o helper.o && ar rcs lib.a helper.o

run 0 'dump of an executable' cwolf dump prog
has out 'helper(i)' 'shows its statements'
run 0 'dump of an object and an archive' cwolf dump main.o lib.a
has out 'state = ' 'shows both'
run 0 'link' cwolf link -o prog.cwi main.o lib.a
run 0 'dump of a linked fragment' cwolf dump prog.cwi
has out 'state = ' 'shows what was linked'
cwolf dump main.o lib.a | sed 1d >one
sed 1d out >two
ok 'cmp -s one two' 'the same as linking at once'
run 0 'linking again' cwolf link -o again.cwi prog.cwi
run 0 'dump --xml' cwolf dump --xml prog
ok 'head -n 1 out | grep -q "^<?xml"' 'is XML'
run 0 'dump --notes' cwolf dump --notes prog
is out 'shows the annotations as pragmas' <<'EOF'
#pragma cwolf abstract state : values(0, 1)
EOF
run 0 'calls' cwolf calls prog
has out 'helper' 'names who is called'
run 0 'calls from a root' cwolf calls --root=helper prog
hasnt out 'main' 'shows what it reaches'
run 0 'calls as dot' cwolf calls --format=dot -o calls.dot prog
ok 'grep -q "^digraph" calls.dot && test ! -s out' 'is written to the file'
run 0 'flow of one function' cwolf flow --function=helper --format=dot prog
has out 'digraph' 'as dot'
cat >flow.c <<'EOF'
#define CHECK(x) do { if (!(x)) { say(#x, "a text that nobody wants to read in a flow graph"); return -1; } } while (0)
void say(const char *what, const char *text);
int flow(char c, int n)
{
    CHECK(n < 1000);
    for (int i = 0; i < n; i++)
        n -= /* two */ 2;
    switch (c) {
    case 'a': case 'b':
        return n;
    }
    return 0;
}
EOF
gcc "$flag" -c flow.c
run 0 'flow with its source' cwolf flow flow.o
is out 'shows lines of the source, the parts of one that has several, macros by name and shortened, cases together' <<'EOF'
function flow
0:
    5  CHECK: if (n > 999)
    0 -> 1  yes
    0 -> 2  no
1:
    5  CHECK: say("n < 1000", "a text that nobody wants to rea…
2:
    6  i = 0
    2 -> 4
3:
    7  n -= /* two */ 2;
    6  i = i + 1
    3 -> 4
4:
    6  if (i < n)
    4 -> 3  yes
    4 -> 5  no
5:
    8  switch (c) {
    5 -> 7  default
    5 -> 6  'a', 'b'
6:
   10  return n;
7:
   12  return 0;
EOF
mv flow.c away.c
run 0 'flow without its source' cwolf flow flow.o
has out '    7  n = n + -2' 'shows statements'
run 0 'flow of all' cwolf flow prog
has out 'function main' 'has every function'
has out 'function helper' 'by name'
if command -v dot >/dev/null; then
    run 0 'calls as SVG, by the suffix' cwolf calls -o calls.svg prog
    ok 'grep -q "<svg" calls.svg' 'is a picture'
fi
run 2 'flow of a function that does not exist' cwolf flow --function=helpr prog
has err "no function 'helpr'; did you mean 'helper'?" 'gets the nearest name'
run 2 'a picture of all' cwolf flow --format=svg prog
has err 'give --function=NAME' 'shows one function only'
run 2 'an unknown format' cwolf calls --format=png prog
has err 'there are text, dot, svg' 'lists what there is'
finish
