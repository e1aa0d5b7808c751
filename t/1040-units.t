#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# One program of several units, put together in every way there is: statics of equal names, weak definitions, an inline
# function and its variable in two units, an archive member that is not pulled in, a table of function pointers. The
# model is that of the program that runs.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)
flag="-specs=$specs"

cat >units.h <<'EOF'
#ifdef NATIVE
#include <stdio.h>
static inline void _cwolf_event(const char *name) { puts(name); }
#else
#include <cwolf.h>
#endif
#ifdef __cplusplus
extern "C" {
#endif
typedef void (*action)(void);
extern const action table[2];
void hook(void);   /* weak in one.c; the archive has another, which nobody needs */
void second(void); /* weak in one.c, strong in two.cc */
void third(void);
#ifdef __cplusplus
}
#endif
EOF
cat >one.c <<'EOF'
#include <stdio.h>
#include "units.h"
static int state;
static void act(void)
{
    state = !state;
    if (state)
        _cwolf_event("on");
    else
        _cwolf_event("off");
}
__attribute__((weak)) void hook(void) { _cwolf_event("weak_hook"); }
__attribute__((weak)) void second(void) { _cwolf_event("weak_second"); }
int main(void)
{
    for (;;) {
        int c = getchar();
        if (c < 0)
            return 0;
        if (c == 'h')
            hook();
        else if (c == 's')
            second();
        else if (c == '1')
            act();
        else if (c == '2' || c == '3')
            table[c - '2']();
        else if (c == 'i')
            third();
    }
}
EOF
cat >inline.h <<'EOF'
#include "units.h"
inline int parity;
inline void event()
{
    parity = !parity;
    if (parity)
        _cwolf_event("odd");
    else
        _cwolf_event("even");
}
EOF
cat >two.cc <<'EOF'
#include "inline.h"
static int state = 5;
static void act(void)
{
    if (state == 5)
        _cwolf_event("two");
    else
        _cwolf_event("never");
    event();
}
extern "C" void act_three(void);
extern "C" const action table[2] = {act, act_three};
extern "C" void second(void) { _cwolf_event("second"); }
EOF
cat >three.cc <<'EOF'
#include "inline.h"
static int state = 7;
static void act(void)
{
    if (state == 7)
        _cwolf_event("three");
    else
        _cwolf_event("never");
}
extern "C" void act_three(void) { act(); }
extern "C" void third(void) { event(); }
EOF
cat >spare.c <<'EOF'
#include "units.h"
void hook(void) { _cwolf_event("spare_hook"); }
static int state;
static void act(void) { state = 5; }
void unused(void) { act(); }
EOF
maps='-a maps.am'
cat >maps.am <<'EOF'
file "one.c" { var state : exact; fun main() { var c : values(49, 50, 51, 104, 105, 115, -1); } }
file "two.cc" { var state : exact; }
file "three.cc" { var state : exact; }
var parity : exact;
EOF
cat >design.ccs <<'EOF'
proc S00 = weak_hook.S00 + SECOND.S00 + on.S10 + two.odd.S01 + odd.S01 + three.S00
proc S10 = weak_hook.S10 + SECOND.S10 + off.S00 + two.odd.S11 + odd.S11 + three.S10
proc S01 = weak_hook.S01 + SECOND.S01 + on.S11 + two.even.S00 + even.S00 + three.S01
proc S11 = weak_hook.S11 + SECOND.S11 + off.S01 + two.even.S10 + even.S10 + three.S11
EOF
sed 's/SECOND/second/' design.ccs >strong.ccs
sed 's/SECOND/weak_second/' design.ccs >weak.ccs

# program DESIGN 'how' FILES...: the model of the files follows the design, and the native runs do both.
program() {
    design=$1
    how=$2
    shift 2
    run 0 "$how: a model" cwolf model $maps -o m.aut "$@"
    run 0 "$how: it is the right one" cwolf lts compare --relation=weak-trace m.aut $design:S00
}
# native DESIGN 'how' PROGRAM: what the program really does
native() {
    for i in 1 2 3 4 5 6 7 8; do
        perl -e 'srand shift; print map { substr "hs123i", rand 6, 1 } 1 .. 30' $i | LD_LIBRARY_PATH=. ./$3 >log$i
    done
    run 0 "$2: the design is what the program does" \
        cwolf lts check-traces $1:S00 log1 log2 log3 log4 log5 log6 log7 log8
}
compile() {
    for unit in one.c two.cc three.cc spare.c; do
        gcc "$@" -c $unit || echo "cannot compile $unit"
    done
}

for native in -DNATIVE ''; do
    compile $flag $native -O1 -fPIC
    rm -f lib.a
    ar rcs lib.a two.o spare.o three.o
    ld -r -o partial.o two.o three.o
    gcc -shared -o libtwo.so two.o three.o
    gcc -o objects one.o two.o three.o
    gcc -o archive one.o lib.a
    gcc -o part one.o partial.o
    gcc -o shared one.o libtwo.so
    if [ "$native" ]; then
        native strong.ccs 'objects' objects
        native strong.ccs 'through ld -r' part
        native weak.ccs 'with a shared library' shared
        native strong.ccs 'through ar' archive
    fi
done
program strong.ccs 'objects' objects
program strong.ccs 'objects themselves' one.o two.o three.o
program strong.ccs 'through ld -r' part
program strong.ccs 'through ar' archive
program weak.ccs 'with a shared library' shared libtwo.so

# ---- the same at the link

# link RIGHT WRONG 'how' COMMAND...
link() {
    right=$1
    wrong=$2
    how=$3
    shift 3
    for design in $right $wrong; do
        rm -f linked
        status=0
        [ $design = $right ] || status=1
        run $status "$how: linked with $design" \
            "$@" -o linked -fplugin-arg-cwolf-am=maps.am -fplugin-arg-cwolf-spec=$design:S00:weak-trace
        cp err both
        test $status = 0 -a ! -s err -a -x linked -o $status = 1 -a ! -e linked
        tap $? "$how: with the verdict it deserves" both
    done
}
link strong.ccs weak.ccs 'objects' gcc $flag one.o two.o three.o
link strong.ccs weak.ccs 'through ar' gcc $flag one.o lib.a
link strong.ccs weak.ccs 'through ld -r' gcc $flag one.o partial.o
link weak.ccs strong.ccs 'with a shared library' gcc $flag one.o libtwo.so
link weak.ccs strong.ccs 'with a shared library by -l' gcc $flag one.o -ltwo -L.
run 0 'with a shared library, checked with it' \
    cwolf check $maps --spec=weak.ccs:S00 --relation=weak-trace shared libtwo.so
run 1 'and against the wrong design' cwolf check $maps --spec=strong.ccs:S00 --relation=weak-trace shared libtwo.so
compile $flag -O1 -flto
link strong.ccs weak.ccs '-flto' gcc $flag -O1 -flto one.o two.o three.o
rm -f lib.a
gcc-ar rcs lib.a two.o spare.o three.o
link strong.ccs weak.ccs '-flto through ar' gcc $flag -O1 -flto one.o lib.a
finish
