# SPDX-License-Identifier: GPL-3.0-or-later
#
# TAP for scripts, sourced by them: each works in a directory of its own, which is removed at the end.
#
#   run STATUS 'what a user relies on' COMMAND...   runs it; ok when it exits so; what it prints is in out and err
#   has FILE 'text' 'what'                          a line of the file contains the text
#   hasnt FILE 'text' 'what'
#   is FILE 'what' <<EOF                            the file is exactly that
#   ok CONDITION 'what'                             a command for `eval`
#   finish                                          prints the plan

tap_count=0
tap_failed=0
tap_dir=$(mktemp -d "${TMPDIR:-/tmp}/cwolf-test-XXXXXX") || exit 1
trap 'cd /; rm -rf "$tap_dir"' EXIT
trap 'exit 1' INT TERM
unset GCC_COLORS
CWOLF_CACHE=off
export CWOLF_CACHE
LC_ALL=C
export LC_ALL
cd "$tap_dir" || exit 1

tap() {
    tap_count=$((tap_count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $tap_count - $2"
    else
        tap_failed=1
        echo "not ok $tap_count - $2"
        [ -z "$3" ] || sed 's/^/# /' "$3"
    fi
}

run() {
    wanted=$1
    what=$2
    shift 2
    "$@" >out 2>err </dev/null
    status=$?
    cat out err >both
    [ "$status" = "$wanted" ] || echo "exit status $status, expected $wanted" >>both
    [ "$status" = "$wanted" ]
    tap $? "$what" both
}

has() {
    grep -qF -e "$2" "$1"
    tap $? "$3" "$1"
}

hasnt() {
    ! grep -qF -e "$2" "$1"
    tap $? "$3" "$1"
}

is() {
    cat >expected
    diff -u expected "$1" >difference
    tap $? "$2" difference
}

ok() {
    eval "$1"
    tap $? "$2"
}

finish() {
    echo "1..$tap_count"
    exit $tap_failed
}
