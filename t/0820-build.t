#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf build: compilers of a build get the flag without anybody editing it, and nothing stays behind.
. "$(dirname "$0")/0800-lib.sh"

mkdir fake tmp
for name in gcc cc g++ c++ gcc-12 x86_64-linux-gnu-gcc-12 gcc-ar clang; do
    printf '#!/bin/sh\necho "%s: $*"\n' $name >fake/$name
    chmod +x fake/$name
done
TMPDIR=$tap_dir/tmp
PATH=$PATH:$tap_dir/fake
specs=$(cwolf --specs)
export TMPDIR PATH
# the fake ones come first for the build
PATH=$tap_dir/fake:$PATH

run 0 'a build' cwolf build -- sh -c 'gcc -c "a b.c"; gcc-12 -v; x86_64-linux-gnu-gcc-12; g++ x.cc'
is out 'every compiler gets the specs file before its own arguments' <<EOF
gcc: -specs=$specs -c a b.c
gcc-12: -specs=$specs -v
x86_64-linux-gnu-gcc-12: -specs=$specs
g++: -specs=$specs x.cc
EOF
run 0 'other programs' cwolf build sh -c 'gcc-ar x; clang y'
is out 'are left alone' <<'EOF'
gcc-ar: x
clang: y
EOF
run 7 'the exit status is that of the command' cwolf build -- sh -c 'exit 7'
run 143 'also when a signal ended it' cwolf build -- sh -c 'kill -TERM $$'
run 2 'a command that does not exist' cwolf build -- no-such-command
has err "cannot run 'no-such-command'" 'is an error'
run 0 'PATH itself' cwolf build -- sh -c 'echo "${PATH%%:*}"'
ok 'test ! -e "$(cat out)"' 'has the directory of compilers first, which is gone afterwards'
ok 'test -z "$(ls tmp)"' 'nothing stays behind'
finish
