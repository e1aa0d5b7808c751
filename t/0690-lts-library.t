#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The library as others use it: installed, found by pkg-config, included as <cwolf/lts.h>, linked as a shared library or as one archive.
root=$(pwd)
. "$(dirname "$0")/0800-lib.sh"

# One directory for building, so that installing does not meet a build that goes on beside it.
build=${CWOLF_BUILD:-$root/build}
developer=
nm "$build/libcwolf.a" 2> err | grep -q __asan_init && developer=DEVELOPER=1
run 0 'make install-lts' env MAKEFLAGS= make -s -C "$root" B="$build" PREFIX="$tap_dir/usr" $developer install-lts
PKG_CONFIG_PATH=$tap_dir/usr/lib/pkgconfig
LD_LIBRARY_PATH=$tap_dir/usr/lib
export PKG_CONFIG_PATH LD_LIBRARY_PATH
ok 'pkg-config --exists cwolf-lts' 'pkg-config knows it'
ok 'pkg-config --modversion cwolf-lts | grep -q "^[0-9]"' 'and its version'
hasnt usr/include/cwolf/lts.h '"runtime/' 'no header names a directory that is not installed'
{ nm -g --defined-only usr/lib/libcwolf-lts.a; nm -D --defined-only usr/lib/libcwolf-lts.so; } 2> err |
    awk 'NF == 3 { print $3 }' | sort -u > shown
grep -ohE '\blts_[a-z0-9_]+' usr/include/cwolf/*.h | sort -u | comm -23 shown - > others
ok 'test -s shown && test ! -s others' 'archive and shared library show no names but those of the headers, all with lts_'
sed -nE 's/^#define ([A-Za-z0-9_]+).*/\1/p; s/.*\b(struct|enum) ([a-zA-Z0-9_]+).*/\2/p; s/^    ([A-Z][A-Z0-9_]*),? .*/\1/p' \
    usr/include/cwolf/*.h | grep -vE '^(LTS_|lts|CWOLF_)' > macros
ok 'test ! -s macros' 'nor do macros, types and constants of the headers lack it'
ok '! pkg-config --libs cwolf-lts | grep -q zstd && pkg-config --static --libs cwolf-lts | grep -q zstd' \
    'only who links the archive names what it needs'

cp usr/share/doc/cwolf/examples/lts/* .
run 0 'the example is built by its own Makefile' make CC="cc -Wextra -Werror"
run 1 'the example' ./why program.aut design.aut
is out 'says why two systems differ' <<'END'
program.aut: 3 states, reduced to 3
design.aut: 2 states, reduced to 2
they differ: after open, on the way shown, the second can do send, the first cannot
    the first does open
    the first does i
    the second does open
    the second does send
only the first satisfies <<open>>not <<send>>tt
END
run 0 'with itself' ./why design.aut design.aut
has out 'they are weakly equivalent' 'it is equivalent'
run 0 'the archive' sh -c 'cc -o why-static why.c $(pkg-config --cflags cwolf-lts) \
    $(pkg-config --static --libs cwolf-lts | sed s/-lcwolf-lts/-l:libcwolf-lts.a/)'
run 0 'needs no shared library of ours' env LD_LIBRARY_PATH= ./why-static design.aut design.aut
printf 'des (0,1,2)\n(0,a,7)\n' > wrong.aut
run 2 'a wrong file' ./why design.aut wrong.aut
has err 'wrong.aut:2:6: state 7 does not exist' 'is told with line and column'

cat > clash.c <<'END'
#include <cwolf/lts.h>
#include <stdio.h>
/* names that the library uses inside, and one that a host may define */
int lts_rows_sort(void) { return 1; }
int buf_free(void) { return 2; }
int io_ccs_parse(void) { return 3; }
_Noreturn void lts_out_of_memory(size_t wanted) { printf("no room for %zu\n", wanted); exit(9); }
int main(void)
{
    struct lts_builder *b = lts_builder_new();
    lts_builder_add(b, 0, lts_builder_label(b, "a"), 1, true, 0);
    struct lts *l = lts_builder_finish(b, 0, false, false);
    struct lts_buf text = {0};
    struct lts_diag d;
    lts_write(l, LTS_FMT_AUT, NULL, &text, &d);
    printf("%s%d\n", lts_buf_str(&text), lts_rows_sort() + buf_free() + io_ccs_parse());
    fflush(stdout);
    lts_buf_free(&text);
    lts_free(l);
    lts_mem_alloc(SIZE_MAX / 4);
}
END
run 0 'a program with names of its own' sh -c 'cc -o clash clash.c $(pkg-config --cflags --libs cwolf-lts)'
[ "$developer" ] || run 9 'does not meet those inside, and decides what exhausted memory means' ./clash
if command -v g++ > both 2>&1; then
    echo '#include <cwolf/lts.h>' > plus.cc
    echo 'int main() { return lts_relation_by_name("weak", nullptr, nullptr) != LTS_WEAK; }' >> plus.cc
    run 0 'C++' sh -c 'g++ -Wall -Wextra -Werror -o plus plus.cc $(pkg-config --cflags --libs cwolf-lts) && ./plus'
fi

finish
