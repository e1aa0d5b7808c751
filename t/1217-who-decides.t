#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Predicates without being asked for: with a part of the budget, counted where no clock was given, so that the same is said
# each time. A verdict says who decided, a Maybe what each layer lacked.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)
compile() { # NAME: standard input -> NAME.o
    cat >"$1.c"
    gcc -specs="$specs" -O0 -w -c "$1.c" -o "$1.o" || exit 1
}

# What is known of the two counters is a relation; the loop has too many turns for states, and an end behind too many runs.
# What the library does is followed by no path of runs, so that none can stand for others.
counters() { # WHAT MAY NOT BE
    cat <<END
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void srand(unsigned seed);
static int up, down;
static void count(int n)
{
    for (int i = 0; i < n; i++) {
        up++;
        down--;
    }
}
int main(void)
{
    srand(1);
    count(__VERIFIER_nondet_int());
    if ($1)
        reach_error();
    return 0;
}
END
}
counters 'up + down != 0' | compile holds
counters 'up + down == 0 && up == 3' | compile breaks
run 0 'a relation between two counters' cwolf check --auto -p reach-assert holds.o
has out 'True reach-assert' 'is found without asking for predicates'
has err "'reach-assert' is decided by: predicates (" 'and that it was is said'
cp err first
run 0 'once more' cwolf check --auto -p reach-assert holds.o
cmp first err >/dev/null
tap $? 'the same is said' err
run 0 'JSON' cwolf check --format=json -p reach-assert holds.o
has out '"by": "predicates (' 'says who decided'
has out '"lacks": []' 'and that nobody lacked anything'
run 3 'without predicates' cwolf check --no-predicates -p reach-assert holds.o
has out 'Maybe reach-assert' 'it stays open'
has err 'left open by all paths, induction: ' 'what running all paths lacked is said'
has err 'left open by maps: the limit is reached' 'and where the machine ended'
hasnt err 'left open by predicates' 'of what was not tried nothing is said'
run 3 'JSON of that' cwolf check --no-predicates --format=json -p reach-assert holds.o
has out '"by": null' 'nobody decided'
has out '"all paths: ' 'the layers are there with what they lacked'
run 1 'an error' cwolf check -p reach-assert breaks.o
has err 'note: decided by: ' 'says who decided, too'

# ---- many inputs, few paths ---------------------------------------------------------------------------------------------

copy() { # HOW MANY ARE COPIED
    cat <<END
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int from[300], to[300] = {0};
    for (int i = 0; i < 300; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < $1; i++)
        to[i] = from[i];
    for (int i = 0; i < 300; i++)
        if (to[i] != from[i])
            reach_error();
    return 0;
}
END
}
copy 300 | compile all
copy 299 | compile most
run 0 'three hundred unknown values are copied' cwolf check --auto -p reach-assert all.o
has err "is decided by: one formula" 'all runs take one path, which is one formula'
run 1 'one is not copied' cwolf check -p reach-assert most.o

# ---- counted work ------------------------------------------------------------------------------------------------------

run 3 'few states are few units for the solver, too' cwolf check --max-states=20 -p reach-assert holds.o
has err 'left open by predicates: ' 'predicates had too few'

# Behind the loop no way leads back to it, and there are more of them than anybody can follow. How long is not said: to end is enough.
compile chain <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0, j = 0, s = 0;
    while (i < n) {
        i++;
        j++;
    }
#define ONE switch (__VERIFIER_nondet_int()) { case 1: s = 1; break; case 2: s = 2; break; case 3: s = 3; break; case 4: s = 4; }
#define SIX ONE ONE ONE ONE ONE ONE
    SIX SIX SIX
    if (n >= 0 && j != n)
        reach_error();
    return s;
}
END
run 3 'a loop before very many ways' timeout -s KILL 300 cwolf check --predicates --no-search -p reach-assert chain.o
has err 'left open by predicates' 'is given up'
finish
