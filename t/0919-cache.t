#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The cache of verdicts. An unchanged check is answered from it, with the same words; each ingredient that changes is a miss;
# what is damaged is not used, what is forged is found by --verify-cache.
. "$(dirname "$0")/0800-lib.sh"
CWOLF_CACHE=$tap_dir/cache
export CWOLF_CACHE
specs=$(cwolf --specs)

entries() { find cache -type f 2>/dev/null | wc -l; }
# Runs a command; ok when the number of entries is then as given: one more is a miss.
leaves() {
    count=$1
    what=$2
    shift 2
    "$@" >out 2>err </dev/null
    found=$(entries)
    echo "$found entries, expected $count" >both
    [ "$found" = "$count" ]
    tap $? "$what" both
}
cat >p.c <<'C'
int n;
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    n = __VERIFIER_nondet_int() & 3;
    return n;
}
C
build() { gcc -w -specs="$specs" -c p.c -o p.o; }
build
run 0 'the first check' cwolf check --no-search -p 'invariant n < 4' p.o
cp out first.out
cp err first.err
ok '[ "$(entries)" = 1 ]' 'leaves an entry'
run 0 'the second one' cwolf check --no-search -p 'invariant n < 4' p.o
ok 'cmp -s out first.out && cmp -s err first.err' 'says the same'
ok '[ "$(entries)" = 1 ]' 'and leaves none'

# ---- it comes from there

run 1 'a violation' cwolf check --no-search -p 'invariant n < 3' p.o
cp err violated.err
run 1 'is one again' cwolf check --no-search -p 'invariant n < 3' p.o
ok 'cmp -s err violated.err' 'with its path'

# ---- each ingredient

check() { cwolf check --no-search -p 'invariant n < 4' "$@"; }
leaves 2 'nothing changed' check p.o
leaves 3 'another property' cwolf check --no-search -p 'invariant n < 5' p.o
leaves 4 'an option' check --strict p.o
leaves 5 'another bound of states' check --max-states=1000 p.o
leaves 6 'another abstraction' check --default=exact p.o
leaves 7 'another format' check --format=json p.o
echo 'var n : free;' >m.am
leaves 8 'a map' check -a m.am p.o
leaves 8 'the same map' check -a m.am p.o
echo 'var n : part(0, 2);' >m.am
leaves 9 'a map with another content' check -a m.am p.o
echo 'small : invariant n < 4' >q
leaves 10 'a file of properties' cwolf check --no-search --properties=q p.o
echo 'small : invariant n < 6' >q
leaves 11 'with another content' cwolf check --no-search --properties=q p.o
leaves 12 'a set of rules' check -R stdio p.o
sed 's/& 3/\& 1/' p.c >p.new && mv p.new p.c
leaves 13 'the source alone, which may be quoted' check p.o
build
leaves 14 'the program' check p.o
mkdir elsewhere
leaves 15 'another directory' sh -c 'cd elsewhere && cwolf check --no-search -p "invariant n < 4" ../p.o'
cp "$(readlink -f "$(command -v cwolf)")" tool
printf x >>tool
leaves 16 'another tool' ./tool check --no-search -p 'invariant n < 4' p.o

# ---- files that other files name

echo 'lib "inner.am";' >outer.am
echo 'var n : free;' >inner.am
leaves 17 'a map that includes another' check -a outer.am p.o
echo 'var n : part(0, 2);' >inner.am
leaves 18 'with another content' check -a outer.am p.o
leaves 18 'which is the same again' check -a outer.am p.o
cat >l.c <<'C'
void go(int x) {}
int main(void)
{
    go(1);
    return 0;
}
C
gcc -w -specs="$specs" -c l.c -o l.o
echo 'lib "inner.lm";' >outer.lm
echo 'call(go(1)) => a;' >inner.lm
labels() { cwolf check --no-search -l outer.lm -p 'ctl EF (a)' l.o; }
leaves 19 'a label map that includes another' labels
has out True 'has its label'
echo 'call(go(1)) => b;' >inner.lm
labels >out 2>err
hasnt out True 'which another content has not'
gcc -w -specs="$specs" -fplugin-arg-cwolf-am=outer.am -c p.c -o q.o
before=$(entries)
leaves $((before + 1)) 'a map given to the compiler' check q.o
echo 'var n : part(0, 1);' >inner.am
leaves $((before + 2)) 'includes another content' check q.o
cat >t.c <<'C'
int f(void);
#include <assert.h>
int main(void)
{
    assert(f() == 1);
    return 0;
}
C
member() { echo "int f(void) { return $1; }" | gcc -w -specs="$specs" -xc -c - -o f.o; }
member 1
gcc -w -specs="$specs" -c t.c -o t.o
ar rcTD thin.a f.o
run 0 'a thin archive' cwolf check -p reach-assert t.o thin.a
member 2
cc t.o thin.a -o native 2>err
ok '! ./native 2>/dev/null' 'whose member is another, with which the program fails'
run 1 'is another program' cwolf check -p reach-assert t.o thin.a
rm -rf cache

# ---- what is not kept

leaves 0 'none without a cache' check --no-cache --strict --layer=1 p.o
leaves 0 'none by the environment' env CWOLF_CACHE=off cwolf check --no-search --layer=1 -p 'invariant n < 4' p.o
leaves 0 'nothing that a clock bounds' check --timeout=100 --layer=1 p.o
leaves 0 'nothing that writes a file' check --report=r.json --layer=1 p.o
ok 'test -s r.json' 'which is written'
run 2 'no error' cwolf check -p 'invariant zzz < 4' p.o
ok '[ "$(entries)" = 0 ]' 'is kept'

# ---- damage

rm -rf cache
check p.o >first.out 2>/dev/null
entry=$(find cache -type f)
cp "$entry" whole
head -c 100 whole >"$entry"
run 0 'a short entry' check p.o
has err 'is damaged, and not used' 'is noted'
ok 'cmp -s whole "$entry"' 'and replaced'
sed 's/True/Fals/' whole >"$entry"
run 0 'a changed entry' check p.o
has err 'is damaged, and not used' 'is noted'
has out True 'and the check done'

# ---- verification

run 0 'what is right' check --verify-cache p.o
hasnt err 'remove it' 'passes'
cat >forge.pl <<'PERL'
# Another word in place of the verdict; the checksum is made anew below.
my ($file) = @ARGV;
open my $in, '<:raw', $file or die; local $/; my $text = <$in>; close $in;
substr($text, -32) = ''; $text =~ s/True/Trua/ or die;
open my $out, '>:raw', "$file.body" or die; print $out $text; close $out;
PERL
perl forge.pl "$entry"
cc -w -xc - -o sum <<'C'
#include <stdio.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
int main(int argc, char **argv)
{
    static char text[1 << 20];
    FILE *f = fopen(argv[argc - 1], "rb");
    size_t n = fread(text, 1, sizeof text, f);
    printf("%016llx%016llx", (unsigned long long)XXH3_64bits_withSeed(text, n, 1),
           (unsigned long long)XXH3_64bits_withSeed(text, n, 2));
    return 0;
}
C
{ cat "$entry.body"; ./sum "$entry.body"; } >forged
rm "$entry.body"
cp forged "$entry"
run 0 'a forged entry' check p.o
has out Trua 'is believed'
run 2 'but not' check --verify-cache p.o
has err 'is not what the check says' 'where it is verified'

# ---- the link

rm -rf cache
cat >v.c <<'C'
#pragma cwolf property small : invariant n < 4
int n;
int main(int argc, char **argv)
{
    n = argc & 3;
    return n;
}
C
leaves 1 'a link' gcc -w -specs="$specs" v.c -o v
leaves 1 'the same link' gcc -w -specs="$specs" v.c -o v
sed 's/< 4/< 3/' v.c >w.c && cp w.c v.c
leaves 2 'another property in the source' gcc -w -specs="$specs" v.c -o v
cp err link.err
run 1 'a violation' gcc -w -specs="$specs" v.c -o v
grep -v 'Error' err >a; grep -v 'Error' link.err >b
ok 'cmp -s a b && test ! -e v && [ "$(entries)" = 2 ]' 'is one from the cache, and the output is gone'
leaves 2 'no cache for this link' gcc -w -specs="$specs" -fplugin-arg-cwolf-no-cache -fplugin-arg-cwolf-layer=1 v.c -o v
run 1 'a verified link' gcc -w -specs="$specs" -fplugin-arg-cwolf-verify-cache v.c -o v
hasnt err 'is not what the check says' 'is as it was'
finish
