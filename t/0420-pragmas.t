#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Annotations in the source: names are C's where the pragma stands, macros are expanded in C expressions only, and what
# is wrong is an error at its own line and column with the nearest name.
build=${CWOLF_BUILD:?}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
sed 's|/[^ ]*/cwolf link-check.*|/bin/true|' "$build/cwolf.specs" > cc.specs
n=0
ok() { # STATUS NAME [FILE shown on failure]
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; [ -n "$3" ] && sed 's/^/# /' "$3"; fi
}

cat > right.c <<'E'
#include <stdbool.h>
#define ACK 6
#define REG ((struct uart *) 0x40013800)
#define SUM(x, y) ((x) + (y))
#define stx 2
struct uart { volatile int DR, SR; };
enum state { IDLE, LEN, BODY };
static enum state state; int n, seen; bool flag;
#pragma cwolf abstract state : values(IDLE, LEN, BODY)
#pragma cwolf abstract n : ranges(0, 1, 16)
#pragma cwolf abstract flag : bool
int read_key(void);
#pragma cwolf input read_key : [0..9]
#pragma cwolf label write(REG->DR) when (value == ACK) => output "ACK"
#pragma cwolf property small : invariant n < SUM(10, SUM(ACK, 1))
#pragma cwolf property locked : ctl AG (seen -> !ACK)
int main(void) {
  int local = read_key(), quiet = 0;
#pragma cwolf label watch(local == ACK) => input stx
#pragma cwolf abstract quiet : exact
  if (local > 3) { int local = 2;
#pragma cwolf abstract local : exact
    n = local; }
  state = n; seen = quiet;
  return 0;
}
E
cat > right.want <<'E'
abstract $0 : values(0, 1, 2) where $0 = state  [right.c:9]
abstract $0 : part(0, 1, 16) where $0 = n  [right.c:10]
abstract $0 : bool where $0 = flag  [right.c:11]
input $0 : [0, 9] where $0 = read_key  [right.c:13]
label write((($0)1073821696)->DR) when (value == 6) => output ACK where $0 = struct uart *  [right.c:14]
property small : invariant $0 < 17 where $0 = n  [right.c:15]
property locked : ctl AG (seen -> !ACK)  [right.c:16]
label watch($0 == 6) => input stx where $0 = local in main  [right.c:19]
abstract $0 : int where $0 = quiet in main  [right.c:20]
abstract $0 : int where $0 = local in main  [right.c:22]
E
notes() { cwolf dump "$1" | sed -n '/^notes/,$p' | sed -n 's/^  \([a-z].*\):[0-9]*\]$/\1]/p'; }

for cc in $(cd "$build/plugin" && ls -d [0-9]* | sed 's/^/gcc-/'); do
    command -v "$cc" > /dev/null || cc=gcc

    st=0; "$cc" -specs=cc.specs -Wall -Werror -c right.c -o right.o 2> log || st=1
    notes right.o > got; cmp -s got right.want || { diff right.want got >> log; st=1; }
    [ "$(cwolf dump right.o | grep -c 'auto int local in main')" -eq 2 ] || st=1
    ok $st "$cc: names resolve where they stand, macros are expanded in expressions and nowhere else" log

    st=0; cat > mac.c <<'E'
#include <cwolf.h>
#define LIMIT 5
int n; void send(const char *p);
CWOLF_ABSTRACT(n, ranges(0, LIMIT))
CWOLF_LABEL(watch(n == LIMIT) => input "full")
CWOLF_EXTERNAL(send, reads() writes())
CWOLF_PROPERTY(bounded, invariant n < 10)
int main(void) { _cwolf_event("door_open"); send("x"); return n; }
E
    "$cc" -specs=cc.specs -Wall -Wextra -Werror -c mac.c -o mac.o 2> log || st=1
    notes mac.o > got; [ "$(grep -c . got)" -eq 4 ] || { cat got >> log; st=1; }
    grep -q 'part(0, 5)' got || st=1
    cwolf dump mac.o | grep -q '_cwolf_event("door_open")' || st=1
    "$cc" -I"$build/include" -Wall -Wextra -Werror -O0 -c mac.c -o plain.o 2>> log || st=1
    objcopy --remove-section .cwolf mac.o mac2.o; objcopy plain.o; cmp mac2.o plain.o >> log || st=1
    ok $st "$cc: cwolf.h says the same as macros, which vanish without C Wolf and change no machine code" log

    st=0; cat > before.c <<'E'
#pragma cwolf label call(lock) => output lock
#pragma cwolf abstract held : flag
#pragma cwolf property once : invariant held < LIMIT
#define OTHER 1
static int held;
enum { LIMIT = 2 };
static void lock(void) { held = 1; }
int main(void) { lock(); return held; }
E
    "$cc" -specs=cc.specs -Wall -Werror -c before.c -o before.o 2> log || st=1
    notes before.o > got; [ "$(grep -c . got)" -eq 3 ] || { cat got >> log; st=1; }
    cwolf model before.o 2>> log | grep -q '"lock"' || st=1
    ok $st "$cc: a pragma may stand before what it names" log

    st=0; cat > wrong.c <<'E'
int counter, other; enum e { RED }; struct s { int left; } pair; int helper(void);
#pragma cwolf abstract countr : exact
#pragma cwolf abstract counter : exat
#pragma cwolf abstrct counter : exact
#pragma cwolf spec "nothere.ccs" Door obseq
#pragma cwolf property x : invariant counter < RAD
#pragma cwolf label call(helpr) => output h
#pragma cwolf abstract pair.lft : exact
#pragma cwolf abstract counter
int f(void) { int inner = 0;
#pragma cwolf abstract iner : exact
  return inner; }
#pragma cwolf abstract inner : exact
E
    cat > wrong.want <<'E'
wrong.c:2:24: countr counter
wrong.c:3:34: exat exact
wrong.c:4:15: abstrct abstract
wrong.c:5:15: nothere.ccs
wrong.c:6:48: RAD RED
wrong.c:7:26: helpr helper
wrong.c:8:29: lft left
wrong.c:9:24:
wrong.c:11:24: iner inner
wrong.c:13:24: inner
E
    LC_ALL=C "$cc" -specs=cc.specs -c wrong.c -o wrong.o 2> log && st=1
    grep 'error:' log > errors
    [ "$(grep -c . errors)" -eq "$(grep -c . wrong.want)" ] || st=1
    while read -r place words; do
        line=$(grep "^$place" errors) || { echo "no error at $place" >> log; st=1; }
        for w in $words; do case $line in *"$w"*) ;; *) echo "$place does not say $w" >> log; st=1 ;; esac; done
    done < wrong.want
    [ -e wrong.o ] && st=1
    ok $st "$cc: each wrong annotation is one error at its own place, with the nearest name" log

    st=0
    printf '#define ACK 6\nint n;\n#pragma cwolf property p : invariant n < ACK\nint f(void) { return n; }\n' > step.c
    "$cc" -specs=cc.specs -c step.c -o step.o 2> log || st=1
    "$cc" -E step.c -o step.i && LC_ALL=C "$cc" -specs=cc.specs -c step.i -o step.o 2> log && st=1
    grep -q 'not expanded when preprocessing is a separate step' log || st=1
    ok $st "$cc: a macro that an earlier preprocessing left in a pragma is explained" log

    st=0; mkdir -p src; printf 'proc Door = nil\n' > src/door.ccs
    printf '#pragma cwolf spec "door.ccs" Door obseq\nint main(void) { return 0; }\n' > src/spec.c
    "$cc" -specs=cc.specs -MD -MF deps -c src/spec.c -o spec.o 2> log || st=1
    grep -q 'src/door\.ccs' deps || st=1
    notes spec.o | grep -q 'spec "door.ccs" Door obseq' || st=1
    ok $st "$cc: a design is looked for beside the source, and the object depends on it" log

    st=0
    printf '#pragma cwolf\n#pragma cwolf "\n#pragma cwolf abstract ((((\n' > odd.c
    printf '#pragma cwolf label watch(1 +\n_Pragma("cwolf label")\nint x;\n' >> odd.c
    "$cc" -specs=cc.specs -c odd.c -o odd.o 2> log && st=1
    grep -qi 'internal compiler error\|segmentation' log && st=1
    printf '#pragma cwolf abstract x : exact\nint x;\n' > odd.cc
    command -v "$(echo "$cc" | sed 's/gcc/g++/')" > /dev/null &&
        { "$(echo "$cc" | sed 's/gcc/g++/')" -specs=cc.specs -c odd.cc -o odd.o 2>> log || st=1; }
    ok $st "$cc: broken pragmas are errors and nothing worse" log
done
echo "1..$n"
