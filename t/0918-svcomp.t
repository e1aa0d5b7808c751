#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# check --svcomp: property files of the software verification competition, and its verdicts.
. "$(dirname "$0")/0800-lib.sh"
cat >p.c <<'EOF'
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { }
int main(void)
{
    int n = __VERIFIER_nondet_int(), a[3] = {0}, i = 0;
    if (n < 0 || n > 5)
        abort();
#ifdef OVERFLOW
    i = 2147483640 + n + 4;
#endif
#ifdef OUTSIDE
    a[n] = 1;
#endif
#ifdef LOST
    char *q = __builtin_malloc(1);
    if (q && n == 2)
        q = 0;
    __builtin_free(q);
#endif
#ifdef LOOPS
    for (;;)
        q = __builtin_malloc(n + 1);
#endif
#ifdef FREES
    char *p = __builtin_malloc(1);
    __builtin_free(p);
    __builtin_free(p);
#endif
    if (n == WANTED)
        reach_error();
    return a[0] + (i > 0);
}
EOF
flag="-specs=$(cwolf --specs)"
for kind in SAFE OVERFLOW OUTSIDE FREES LOST; do
    gcc -w "$flag" -DWANTED=7 -D$kind -c -o $kind.o p.c
done
gcc -w "$flag" -DWANTED=3 -c -o REACHED.o p.c
gcc -w "$flag" -DWANTED=7 -DLOST -DLOOPS -c -o ENDLESS.o p.c
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >reach.prp
echo 'CHECK( init(main()), LTL(G ! overflow) )' >overflow.prp
printf 'CHECK( init(main()), LTL(G %s) )\n' valid-free valid-deref valid-memtrack >memory.prp
echo 'CHECK( init(main()), LTL(G valid-memcleanup) )' >cleanup.prp
echo 'CHECK( init(main()), LTL(G valid-deref) )' >deref.prp
echo 'CHECK( init(main()), LTL(F end) )' >end.prp
# says STATUS 'WORDS' PROPERTY OBJECT
says() {
    run "$1" "$3 of $4: exit status $1" cwolf check --svcomp=$3.prp $4.o
    echo "$2" >expected
    diff expected out >difference
    tap $? "$3 of $4: $2" difference
}
says 0 TRUE reach SAFE
says 1 'FALSE(unreach-call)' reach REACHED
says 0 TRUE overflow SAFE
says 1 'FALSE(no-overflow)' overflow OVERFLOW
says 1 'FALSE(valid-deref)' memory OUTSIDE
says 1 'FALSE(valid-free)' memory FREES
says 1 'FALSE(valid-memtrack)' memory LOST
says 1 'FALSE(valid-memcleanup)' cleanup LOST
says 3 UNKNOWN cleanup ENDLESS
says 3 UNKNOWN deref FREES
says 3 UNKNOWN memory SAFE
says 3 UNKNOWN cleanup SAFE
says 3 UNKNOWN end SAFE
run 1 'with a witness' cwolf check --svcomp=reach.prp --witness=w.graphml REACHED.o
has w.graphml 'CHECK( init(main()), LTL(G ! call(reach_error())) )' 'of the property'
run 1 'in the words of the file' cwolf check --svcomp=cleanup.prp --witness=c.graphml LOST.o
has c.graphml 'CHECK( init(main()), LTL(G valid-memcleanup) )' 'of the property that it asks for'
run 3 'nothing is known' cwolf check --svcomp=deref.prp --witness=d.graphml FREES.o
ok 'test ! -e d.graphml' 'no witness of what was not asked'
echo 'LTL(G p)' >bad.prp
run 2 'what is no property file' cwolf check --svcomp=bad.prp SAFE.o
has err 'bad.prp:1:1: error: expected lines CHECK( init(main()), LTL(FORMULA) )' 'is refused'
run 2 'a file that is not there' cwolf check --svcomp=none.prp SAFE.o
finish
