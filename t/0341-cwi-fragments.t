#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Fragments that the plugin made of real C: they follow the schema, survive ar, ld -r and linking, and linking in steps
# gives what linking at once gives. Run by prove from the top of the source tree.

n=0
t() { # t WHAT COMMAND...
    n=$((n + 1))
    what=$1
    shift
    if "$@" >"$dir/out" 2>&1; then
        echo "ok $n - $what"
    else
        echo "not ok $n - $what"
        sed 's/^/# /' "$dir/out" | head -20
    fi
}
cwolf=$(command -v cwolf) && gcc -specs="$(cwolf --specs)" -x c /dev/null -c -o /dev/null 2>/dev/null || {
    echo "1..0 # SKIP cwolf or its plugin is not built"
    exit 0
}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
top=$PWD
cd "$dir" || exit 1

cat >table.h <<'END'
struct entry { const char *name; int (*run)(struct entry *, int); unsigned tries : 4, done : 1; struct entry *next; };
extern struct entry table[];
extern int limit;
static inline int clamp(int n) { return n > limit ? limit : n < -limit ? -limit : n; }
END
cat >main.c <<'END'
#include <stdio.h>
#include "table.h"
static int counter;
static int step(void) { return ++counter; }
int main(int argc, char **argv)
{
    int c, sum = 0;
    while ((c = getchar()) != EOF) {
        struct entry *e = &table[c & 1];
        switch (c) {
        case '0' ... '9': sum += c - '0'; break;
        case 'a': e = e->next; /* fall through */
        default: e->tries++;
        }
        if (e && e->run)
            sum = clamp(e->run(e, sum));
    }
    for (int i = 0; i < argc; i++)
        printf("%s %d %.1f\n", argv[i], step(), sum / 2.0);
    return sum != 0;
}
END
cat >table.c <<'END'
#include "table.h"
static int counter = 7;
static int step(struct entry *e, int n) { e->done = 1; return n + counter++; }
int limit __attribute__((weak)) = 10;
struct entry table[2] = {{"one", step, 0, 0, &table[1]}, {"two", 0, 3, 1, 0}};
END
cat >limit.c <<'END'
int limit = 99;
END
for f in main table limit; do
    gcc -specs="$(cwolf --specs)" -O1 -c $f.c || exit 1
    cwolf link -o $f.cwi $f.o
done
for f in main table limit; do
    cwolf dump --xml $f.o >$f.xml
    t "$f.c follows the schema" xmllint --noout --relaxng "$top/runtime/cwi/cwi.rng" $f.xml
done

cwolf link -o all.cwi main.o table.o limit.o
cwolf dump all.cwi >all.txt
t "the program is linked" grep -q 'global int main' all.txt
t "two statics called step" test "$(grep -c ' static int step' all.txt)" = 2
t "the strong definition of limit counts" grep -A1 ' global int limit' all.txt
t "and the weak one does not" sh -c '! grep -q " weak int limit" all.txt'
t "each struct once" test "$(grep -c "struct 'struct entry'" all.txt)" = 1

same() { # same FILES...: linked, they are what all.cwi is
    cwolf link -o all.cwi.new "$@" && mv all.cwi.new new.cwi || return 1
    cwolf dump new.cwi | sed 1d >new.txt
    sed 1d all.txt | cmp - new.txt
}
t "linking fragments, not objects" same main.cwi table.cwi limit.cwi
cwolf link -o two.cwi main.o table.o
t "linking in steps" same two.cwi limit.o
t "the same unit twice" same main.o two.cwi limit.o
ld -r main.o table.o -o both.o
t "after ld -r" same both.o limit.o
ar rcs lib.a limit.o table.o
cwolf link -o lib.cwi main.o lib.a
cwolf dump lib.cwi >lib.txt
t "an archive" grep -q ' static int step(struct entry' lib.txt
t "one frame after another" \
    sh -c 'cat main.cwi table.cwi limit.cwi >cat.cwi && cwolf dump cat.cwi | grep -q "global int main"'
echo "1..$n"
