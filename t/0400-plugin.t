#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The plugin changes nothing but the section .cwolf, is silent where no C is compiled, and says clearly what it cannot
# do.
build=${CWOLF_BUILD:?}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
root=$(pwd)
cd "$dir" || exit 1
sed 's|/[^ ]*/cwolf link-check.*|/bin/true|' "$build/cwolf.specs" > cc.specs # the link's check has tests of its own
n=0
ok() { # STATUS NAME [FILE shown on failure]
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; [ -n "$3" ] && sed 's/^/# /' "$3"; fi
}
has_fragment() { objdump -h "$1" | grep -q '\.cwolf'; }

cat > prog.c <<'E'
#include <stdio.h>
static int count(int n) {
    static int calls; calls++;
    switch (n) { case 1: return 3; case 2: case 9: return calls; }
    return n > 3 && n < 7; }
static const char *names[] = { "a", "b" };
int main(int argc, char **argv) {
    static int calls; char buf[20]; int k = 0;
    for (int i = 0; i < argc; i++) { k += count(i); snprintf(buf, sizeof buf, "%s%d", names[i & 1], k); puts(buf); }
    printf("%s\n", argv[0]); calls++;
    return k ? calls : 0; }
E
cat > lib.c <<'E'
#include <string.h>
struct s { unsigned a : 3, b : 5; char name[12]; };
int look(const struct s *p, const char *n) {
    if (p->a == 2 && p->b == 3) return 1;
    return !strcmp(p->name, n) || (n[0] >= '0' && n[0] <= '9'); }
void fill(struct s *p, int n) {
    while (n--) {
        static int local; struct s t = { .a = n, .name = "x" }; p[n] = t; local += n; p[n].b = local; } }
E

for cc in $(cd "$build/plugin" && ls -d [0-9]* | sed 's/^/gcc-/'); do
    command -v "$cc" > /dev/null || cc=gcc

    # ---- machine code ----
    st=0; : > log
    for f in prog.c lib.c "$root/runtime/base/buf.c" "$root/runtime/lts/lts.c"; do
        for o in "-O0" "-O0 -g3 -gno-record-gcc-switches" "-O1" "-O2 -g -gno-record-gcc-switches" "-O3" \
            "-Os -ffunction-sections" "-O2 -fPIC -flto -ffat-lto-objects"; do
            "$cc" -w $o -I"$root" -D_GNU_SOURCE -c "$f" -o plain.o 2>> log || st=1
            "$cc" -w $o -I"$root" -D_GNU_SOURCE -fplugin="$build/plugin/cwolf.so" -c "$f" -o with.o 2>> log || st=1
            has_fragment with.o || { echo "no fragment: $f $o" >> log; st=1; }
            objcopy --remove-section .cwolf with.o without.o
            objcopy plain.o # lays it out anew, as the other was
            case $o in
            *lto*) # the bytecode holds random names
                for s in .text .data .rodata .bss .symtab; do
                    objcopy -O binary --only-section=$s plain.o p.bin
                    objcopy -O binary --only-section=$s without.o w.bin
                    cmp p.bin w.bin >> log || st=1
                done ;;
            *) cmp plain.o without.o >> log || { echo "$f $o" >> log; st=1; } ;;
            esac
        done
    done
    ok $st "$cc: without its section the object is the same, byte for byte" log

    # ---- silence ----
    st=0; : > log; : > asm.S; printf 'int x;\n' > h.h
    "$cc" -specs=cc.specs -E prog.c > with.i 2>> log; "$cc" -E -D__CWOLF__=1 prog.c > plain.i
    cmp with.i plain.i >> log || st=1
    "$cc" -specs=cc.specs -M prog.c > with.d 2>> log; "$cc" -M prog.c > plain.d; cmp with.d plain.d >> log || st=1
    "$cc" -specs=cc.specs -fsyntax-only prog.c 2>> log || st=1
    "$cc" -specs=cc.specs -c asm.S -o asm.o 2>> log || st=1
    has_fragment asm.o && st=1
    "$cc" -specs=cc.specs -x c-header h.h -o h.gch 2>> log || st=1
    "$cc" -specs=cc.specs -Wall -Wextra -Werror -Wunknown-pragmas -Wno-unused-parameter -c prog.c -o prog.o 2>> log ||
        st=1
    [ -s log ] && st=1
    ok $st "$cc: -E, -M, -fsyntax-only, assembler and precompiled headers: nothing is said or written" log

    # ---- ways to build ----
    st=0; : > log
    for o in "-pipe" "-save-temps" "-flto" "-flto -ffat-lto-objects" "-S"; do
        rm -f out.o out.s
        case $o in
        -S) "$cc" -specs=cc.specs -S prog.c -o out.s 2>> log && "$cc" -c out.s -o out.o 2>> log ;;
        *) "$cc" -specs=cc.specs $o -c prog.c -o out.o 2>> log ;;
        esac
        cwolf dump out.o > dump 2>> log || st=1
        grep -q 'count' dump || { echo "$o: no function" >> log; st=1; }
    done
    "$cc" -specs=cc.specs -flto prog.c lib.c -o prog 2>> log || st=1
    ./prog one > /dev/null; [ $? -eq 1 ] || st=1
    ok $st "$cc: the fragment is there with -pipe, -save-temps, -flto and by way of -S" log

    st=0
    echo 'int broken(' > broken.c
    "$cc" -specs=cc.specs -c broken.c -o broken.o 2> log && st=1
    grep -qi cwolf log && st=1
    [ -e broken.o ] && st=1
    ok $st "$cc: a compile error stays the compiler's own" log

    # ---- reproducible ----
    st=0; mkdir -p sub && cp prog.c sub/
    "$cc" -specs=cc.specs -ffile-prefix-map="$dir"=. -c "$dir/sub/prog.c" -o a.o &&
        "$cc" -specs=cc.specs -c sub/prog.c -o b.o
    objcopy -O binary --only-section=.cwolf --set-section-flags .cwolf=alloc a.o a.bin
    cwolf dump a.o > dump; grep -q "$dir" dump && st=1
    "$cc" -specs=cc.specs -ffile-prefix-map="$dir"=. -c "$dir/sub/prog.c" -o b.o
    objcopy -O binary --only-section=.cwolf --set-section-flags .cwolf=alloc b.o b.bin
    cmp a.bin b.bin > log || st=1
    ok $st "$cc: the same twice, and -ffile-prefix-map holds" dump

    # ---- the same model at all levels (temporaries are the front end's affair) ----
    st=0; : > log
    for o in -O0 -O1 -O2 -O3 -Os; do
        "$cc" -specs=cc.specs $o -c prog.c -o level.o && cwolf dump level.o > dump
        sed -n '/^functions/,$p' dump | sed 's/_[0-9][0-9]*/_/g' | grep -E '\(.*\)| = ' |
            grep -v ' if (\| return \| switch (' | grep -v 'iftmp\|^ *\(global\|static\|extern\)' > "level$o"
        cmp level-O0 "level$o" >> log || st=1
    done
    [ -s level-O0 ] || st=1
    ok $st "$cc: calls and writes are the same at every level" log

    # ---- precompiled headers ----
    st=0; : > log
    printf 'extern int counter;\n#pragma cwolf abstract counter : exact\n' > pre.h
    printf '#include "pre.h"\nint counter; int f(void) { return counter; }\n' > usepre.c
    "$cc" -specs=cc.specs pre.h -o pre.h.gch 2>> log &&
        "$cc" -specs=cc.specs -Winvalid-pch -c usepre.c -o usepre.o 2>> log || st=1
    cwolf dump usepre.o > dump 2>> log
    grep -q 'abstract' dump || st=1
    [ -s log ] && st=1
    rm -f pre.h.gch
    ok $st "$cc: pragmas of a precompiled header are not lost" log

    # ---- arguments ----
    st=0
    "$cc" -specs=cc.specs -fplugin-arg-cwolf-strct -c prog.c -o x.o 2> log && st=1
    grep -q "did you mean .*-fplugin-arg-cwolf-strict" log || st=1
    "$cc" -specs=cc.specs -fplugin-arg-cwolf-am=missing.am -c prog.c -o x.o 2> log2 && st=1
    grep -q "missing.am" log2 || st=1
    "$cc" -specs=cc.specs -fplugin-arg-cwolf-strict -fplugin-arg-cwolf-violations=warn \
        -fplugin-arg-cwolf-missing=ignore -c prog.c -o x.o 2> log3 || st=1
    [ -s log3 ] && st=1
    ok $st "$cc: unknown arguments are refused with the nearest name, those of the link are accepted" log
    st=0; printf 'var n : int;\n' > map.am
    "$cc" -specs=cc.specs -fplugin-arg-cwolf-am=map.am -MD -MF deps -c prog.c -o x.o 2> log || st=1
    grep -q 'map\.am' deps || st=1
    cwolf dump x.o | grep -q 'var n : int' || st=1
    ok $st "$cc: a map travels in the fragment, and the object depends on it" deps
done

# ---- versions ----
set -- $(cd "$build/plugin" && ls -d [0-9]*)
if [ $# -gt 1 ] && command -v "gcc-$1" > /dev/null; then
    st=0
    "gcc-$1" -fplugin="$build/plugin/$2/cwolf.so" -c prog.c -o x.o 2> log && st=1
    grep -Eq "error: cwolf: this plugin was built for GCC $2\.[0-9.]+ and is loaded by GCC $1\.[0-9.]+" log || st=1
    ok $st "a plugin built for another version is refused, both named" log
fi
mkdir -p only/plugin && cp "$build/plugin/cwolf.so" only/plugin/
st=0; gcc -fplugin="$dir/only/plugin/cwolf.so" -c prog.c -o x.o 2> log && st=1
grep -Eq "error: cwolf: there is no plugin for GCC [0-9.]+" log || st=1
ok $st "a compiler without a plugin of its own is told so" log
echo "1..$n"
