#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Systems packed with gzip and zstd: read and written as if they were not.
. "$(dirname "$0")/0800-lib.sh"

cwolf lts generate buffers 6 3 -o plain.aut
for packing in gz zst; do
    for format in aut lts json ccs txt pml; do
        cwolf lts convert plain.aut -o "plain.$format" && cwolf lts convert plain.aut -o "packed.$format.$packing"
        tap $? "$format.$packing is written"
    done
    for format in aut lts json ccs; do
        cwolf lts convert --format=aut "packed.$format.$packing" >again &&
            cwolf lts convert --format=aut "plain.$format" | cmp -s - again
        tap $? "and read: $format.$packing is the same system"
    done
    ok "[ \$(wc -c <packed.aut.$packing) -lt \$((\$(wc -c <plain.aut) / 3)) ]" 'it is smaller'
    ok "cwolf lts info - <packed.aut.$packing >out && grep -q 'states: 4096' out" \
        'from standard input, told by the content'
    cp "packed.json.$packing" nameless
    ok "cwolf lts info nameless >out && grep -q 'states: 4096' out" 'without a suffix'
    cwolf lts generate buffers 6 3 -o generated.aut.$packing
    ok "cwolf lts info generated.aut.$packing | cmp -s - out" 'generate packs too'
    cat "packed.aut.$packing" "packed.aut.$packing" >"twice.aut.$packing"
    run 2 'two parts are one text' cwolf lts info "twice.aut.$packing"
    has err "twice.aut.$packing:9986:1: error: expected '(' at the start of a transition, found 'd'" \
        'with its own lines and columns'
    cwolf lts generate chain 100000 -o "long.aut.$packing"
    for cut in 1 3 9 40 200; do
        head -c $(($(wc -c <long.aut.$packing) - cut)) "long.aut.$packing" >"cut.aut.$packing"
        run 2 "$cut bytes cut off" cwolf lts info "cut.aut.$packing"
        grep -Eq "^cut.aut.$packing: error: the data packed with (gzip|zstd) end too early\$" err
        tap $? 'is said, with the name of the file' err
    done
    perl -e 'local $/; $_ = <>; substr($_, length($_) / 2, 1) ^= "\x10"; print' "long.aut.$packing" \
        >"flipped.aut.$packing"
    run 2 'a flipped bit' cwolf lts info "flipped.aut.$packing"
    has err "flipped.aut.$packing" 'is an error that names the file'
    (cat "long.aut.$packing"; echo garbage) >"more.aut.$packing"
    run 2 'garbage behind it' cwolf lts info "more.aut.$packing"
    grep -Eq "^more.aut.$packing: error: the data packed with (gzip|zstd) are damaged\$" err
    tap $? 'is said' err
    printf 'des (0,1,2)\n(0,a,7)\n' >wrong.aut
    echo keep >"kept.aut.$packing"
    run 2 'a failing command' cwolf lts convert wrong.aut -o "kept.aut.$packing"
    ok "[ \"\$(cat kept.aut.$packing)\" = keep ] && [ \$(ls kept.aut.$packing* | wc -l) -eq 1 ]" \
        'leaves the old output as it was'
    ln -sf /dev/full "full.aut.$packing"
    run 2 'a full disk' cwolf lts convert plain.aut -o "full.aut.$packing"
    has err 'No space left on device' 'is said'
done
gzip -dc packed.aut.gz | cmp -s - plain.aut
tap $? 'gzip unpacks what we pack'
gzip -9c plain.aut >theirs.aut.gz && cwolf lts convert theirs.aut.gz | cmp -s - plain.aut
tap $? 'and we what gzip packs'
if command -v zstd >out 2>&1; then
    zstd -dcq packed.aut.zst | cmp -s - plain.aut
    tap $? 'zstd unpacks what we pack'
    zstd -19cq plain.aut | cwolf lts convert - | cmp -s - plain.aut
    tap $? 'and we what zstd packs'
fi
run 2 'an empty gzip file' sh -c ': | gzip -c | cwolf lts info -'
has err 'standard input: error: the file is empty: expected aut, lts, ccs, cwb or json' 'is an empty file'
finish
