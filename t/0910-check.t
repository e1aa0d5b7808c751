#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf check on real programs: the three verdicts with their exit statuses, what is printed where, and the automatic
# maps.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)

# compile NAME: the program of standard input, with the flag, without linking's own check getting in the way
compile() {
    cat >"$1.c"
    gcc -specs="$specs" -O1 -c "$1.c" -o "$1.o" && { gcc "$1.o" -o "$1" 2>/dev/null || :; } || echo "cannot compile $1"
}

# ---- an assertion: fails on some input, holds, cannot be told

compile fails <<'EOF'
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int c = getchar();
    int n = 0;
    if (c == 'x')
        n = 1;
    assert(n == 0);
    return 0;
}
EOF
sed 's/n == 0/n <= 1/' fails.c | compile holds
run 1 'an assertion that fails on some input' cwolf check -p reach-assert fails
is out 'is False' <<'EOF'
False reach-assert
EOF
has err "fails.c:9:5: error: property 'reach-assert' is violated [cwolf]" 'with an error at its line'
has err "(1) input: getchar gives " 'a path that says which input'
has err '(3) the assertion fails here' 'and where it ends'
run 0 'an assertion that holds' cwolf check -p reach-assert holds
is out 'is True' <<'EOF'
True reach-assert
EOF
cat >coarse.am <<'EOF'
var n : top;
EOF
sed 's/var n/fun main() : top { var n/; s/$/ }/' coarse.am >coarse2.am
mv coarse2.am coarse.am
run 3 'a map that keeps too little' cwolf check --no-auto -a coarse.am -p reach-assert holds
is out 'makes it Maybe' <<'EOF'
Maybe reach-assert
EOF
has err "warning: property 'reach-assert' may be violated [cwolf]" 'a warning'
has err "track 'n' (now ignored)" 'that names what would have to be tracked'
run 3 'the same under --strict' cwolf check --no-auto --strict -a coarse.am -p reach-assert holds
has err "error: property 'reach-assert' may be violated [cwolf]" 'is an error'
run 1 'no map hides what a run does' cwolf check -a coarse.am -p reach-assert fails
has err '(1) input: standard input gives 120' 'the path has its inputs'

# ---- several questions, in the order given

compile several <<'EOF'
#include <assert.h>
#include <stdio.h>
static int m;
int main(void)
{
    if (getchar() == 'x')
        m = 1;
    assert(m == 0);
    return m;
}
EOF
run 1 'several questions' cwolf check -p 'zero : invariant m == 0' -p 'invariant m <= 1' -p 'unreachable helper' \
    -p reach-assert several
is out 'are answered in the order given, by name or text' <<'EOF'
False zero
True invariant m <= 1
True unreachable helper
False reach-assert
EOF
has err "warning: this asks about nothing: the program has no function or label 'helper'" \
    'a question about nothing is said aloud'
run 2 'and an error under --strict' cwolf check --strict -p 'unreachable helper' fails
has err "'unreachable helper': this asks about nothing" 'that says so'

compile labels <<'EOF'
#include <stdlib.h>
#include <stdio.h>
void reach_error(void) { abort(); }
int main(void)
{
    int x = getchar();
    if (x == 3)
        goto fine;
    if (x == 3)
        goto ERROR;
    if (x == 4)
        reach_error();
fine:
    return 0;
ERROR:
    return 1;
}
EOF
run 1 'labels and functions' \
    cwolf check -p 'unreachable ERROR' -p 'unreachable fine' -p 'unreachable reach_error' labels
is out 'are reached or not' <<'EOF'
True unreachable ERROR
False unreachable fine
False unreachable reach_error
EOF

compile last <<'EOF'
#include <stdio.h>
int main(void)
{
    int n = 0;
    if (getchar() == 'x' && n) {
        n = 2;
last:;
    }
    return n;
}
EOF
run 0 'a label at the end of a block' cwolf check -p 'unreachable last' last
is out 'is not reached by who goes past the block' <<'EOF'
True unreachable last
EOF

# ---- what must be tracked is found

compile counter <<'EOF'
#include <assert.h>
struct queue { int length, most; } queue = { 0, 5 };
static int push(struct queue *q)
{
    if (q->length < q->most) {
        q->length++;
        return 1;
    }
    return 0;
}
int main(void)
{
    for (int i = 0; i < 20; i++)
        push(&queue);
    assert(queue.length == 5);
    return 0;
}
EOF
run 0 'fields behind pointers' cwolf check --auto -p reach-assert counter
has err '--default=exact' 'and --auto prints how: everything was'
compile many <<'EOF'
#include <assert.h>
#include <stdio.h>
struct queue { int length, most; } queue = { 0, 5 };
static unsigned char input[3];
static int push(struct queue *q)
{
    if (q->length < q->most)
        q->length++;
    return 0;
}
int main(void)
{
    for (int i = 0; i < 3; i++)
        input[i] = (unsigned char)getchar();
    for (int i = 0; i < 20; i++)
        push(&queue);
    assert(queue.length == 5);
    return 0;
}
EOF
run 0 'among states that are too many to hold all of them' cwolf check --auto -p reach-assert many
has err '#pragma cwolf abstract input : ignore' 'and --auto prints what was left out for that'
run 3 'without automatic maps' cwolf check --no-auto -p reach-assert counter
run 3 'in the first layer alone' cwolf check --layer=1 -p reach-assert counter

compile even <<'EOF'
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int sum = 0;
    for (int c = getchar(); c > 0; c--)
        sum = sum + 2;
    assert(sum % 2 == 0);
    return 0;
}
EOF
run 0 'remainders, after exact values became too many' cwolf check --max-states=20k -p reach-assert even

compile sensor <<'EOF'
#include <assert.h>
extern int read_sensor(void);
static int state;
int main(void)
{
    for (;;) {
        int s = read_sensor();
        if (state == 0 && s > 10)
            state = 1;
        else if (state == 1)
            assert(s < 5);
    }
}
EOF
run 3 'a function of which nothing is known' cwolf check -p reach-assert sensor.o
has err "declare 'read_sensor' as input if every result is possible at every call" 'is suggested as an input'
sed '2a #pragma cwolf input read_sensor : any' sensor.c >declared.c
gcc -specs="$specs" -c declared.c
run 1 'once it is declared' cwolf check -p reach-assert declared.o
has err "property 'reach-assert' is violated" 'the violation is certain'

# ---- partial results

compile many <<'EOF'
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int a = getchar(), b = getchar();
    unsigned n = 0;
    while (getchar() != a)
        n = n * 3 + 1;
    assert(n != 77 || b != 12);
    return 0;
}
EOF
run 3 'a budget that is too small' cwolf check --max-states=5 -p reach-assert counter
has err 'the budget of 5 states is used up: partial result' 'is Maybe, and names it'

# ---- JSON, witness

run 1 'as JSON' cwolf check --format=json --witness=w.json -p reach-assert fails
perl -MJSON::PP -e 'local $/; my $a = decode_json(<>)->{answers}[0];
    exit !($a->{verdict} eq "False" && $a->{line} == 9 && $a->{path}[-1]{text} eq "the assertion fails here")' out
tap $? 'the report' out
ok 'grep -q cwolf-witness-1 w.json' 'and the witness'
rm -f w.json
run 0 'nothing is violated' cwolf check --witness=w.json -p reach-assert holds
ok 'test ! -e w.json' 'then there is no witness'

# ---- wrong questions

run 2 'no question' cwolf check fails
has err 'nothing to check' 'is wrong use'
run 2 'an unknown variable' cwolf check -p 'invariant zzz == 0' fails
has err "'zzz'" 'is named'
run 2 'a formula that is none' cwolf check -p 'invariant n ==' fails
run 2 'an unknown entry' cwolf check --entry=mian -p reach-assert fails
has err "did you mean 'main'?" 'gets the nearest name'
run 2 'a rule that is asked as a property' cwolf check -p 'never abort()' fails
has err "properties of the kind 'never' cannot be checked" 'is refused'
run 2 'half a formula' cwolf check -p 'ctl AG (EF' fails
has err '-p:1:11: error: expected' 'is wrong use, at its place'
run 3 'a formula over what is not there' cwolf check -p 'ctl AG "nn < 4"' fails
has err "'nn < 4' is no" 'is not decided, and says why'
echo 'proc x = nil' >x.ccs
run 2 'a reduction that is no comparison' cwolf check --spec=x.ccs --relation=peephole fails
has err "'peephole' is no relation that a program can be compared by" 'is refused'
run 2 'a full disk' sh -c 'cwolf check -p reach-assert holds >/dev/full'
has err 'No space left on device' 'is an error'

# ---- temporaries of the compiler

cat >temporaries.c <<'EOF'
int get(void);
struct node { struct node *next; int value[4]; } *first(void);
int main(void)
{
    struct node *n = first();
    int level = get();
    if (n->next->value[level & 3] + get() > level * 2)
        return 1;
    if (level < (n ? get() : 4) && level)
        return 3;
    if ((level ? get() : get()) > 2)
        goto end;
    return 0;
end:
    return 2;
}
EOF
gcc "-fplugin=$(cwolf --plugin)" -c temporaries.c
run 3 'temporaries on the way' cwolf check -p 'unreachable end' temporaries.o
has err "'n->next->value[level & 3] + get() > level * 2' is false" 'read as what they hold'
has err ' the condition is true' 'or as what is asked, where that is not one thing'
has err "'(a temporary value) > level' is false" 'or as a value'
hasnt err "iftmp" 'not by the names that the compiler gives them'

cat >labelled.c <<'EOC'
int getchar(void);
int main(void)
{
    if (getchar() == 'x')
        goto lab;
    return 0;
lab:
    return 1;
}
EOC
gcc "-fplugin=$(cwolf --plugin)" -c labelled.c
run 1 'a label of a function, FUNCTION:LABEL' cwolf check -p 'unreachable main:lab' labelled.o
has out 'False unreachable main:lab' 'is found as LABEL alone is'
run 0 'of a function that the compiler may have dropped' cwolf check -p 'unreachable other:lab' labelled.o
has err "no function or label 'other:lab'" 'there is none, and that is said'
run 2 'that the function does not have' cwolf check -p 'unreachable main:lub' labelled.o
has err "no function or label 'main:lub'; did you mean 'lab'?" 'is an error with the nearest'
run 0 'a name that nothing has' cwolf check -p 'unreachable mian' labelled.o
has err "warning: this asks about nothing: the program has no function or label 'mian'; did you mean 'main'?" \
    'is warned of'

finish
