#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make bench-lts: what reading and reducing transition systems cost, as whole processes with one thread: user CPU seconds,
# the least of the runs, and peak memory. In the end, what more threads gain in wall-clock time; processors that share a
# core spend more CPU time for that. Families at 10^5, 10^6 and 10^7 transitions with the growth exponent of time, then
# five systems next to what other tools took, recorded on another machine; those that are on the PATH run here, too.
# Nothing passes or fails.
# Memory is also given in bytes for each state and each transition, after 8 MB for what every process has.
set -u
work=${CWOLF_BUILD:?run by make bench-lts}/bench-lts
mkdir -p "$work"
cd "$work" || exit 1
limit=60 # seconds for a command

# "SECONDS KILOBYTES" of a command: user time, peak memory; "- -" when it fails or takes too long. Short ones run three
# times.
cost() {
    best=
    for run in 1 2 3; do
        got=$(timeout $limit /usr/bin/time -f 'cost %U %M' "$@" 2>&1 >/dev/null |
            awk '/^Command/ { bad = 1 } $1 == "cost" { print bad ? "- -" : $2 " " $3 }')
        best=$(printf '%s\n%s\n' "${best:-${got:-- -}}" "${got:-- -}" | sort -n | head -1)
        case $best in - | '- -') break ;; esac
        awk -v t="${got%% *}" 'BEGIN { exit t < 1 }' && break
    done
    echo "${best:-- -}"
}

# states and transitions of a file, from its first line
size_of() { sed -n '1s/.*, *\([0-9]*\), *\([0-9]*\) *).*/\2 \1/p;1q' "$1"; }

megabytes() { awk -v k="$1" 'BEGIN { printf k == "-" ? "-" : "%.0f", k / 1024 }'; }

# make_system FILE FAMILY PARAMETERS...: made once
make_system() {
    file=$1
    shift
    [ -s "$file" ] || cwolf lts generate "$@" -o "$file" || exit 1
}

relations='strong branching weak'

echo '== families: user CPU seconds (peak MB) of reading and of each reduction, reading included'
printf '%-24s %9s %11s %14s %14s %14s %14s\n' system states transitions reading $relations
family() { # NAME, then what to generate: three sizes
    name=$1
    shift
    : >"$name.times"
    i=0
    for parameters in "$@"; do
        i=$((i + 1))
        make_system "$name.$i.aut" $parameters
        set -- $(size_of "$name.$i.aut")
        states=$1 transitions=$2
        line=$(printf '%-24s %9s %11s' "$name" "$states" "$transitions")
        times=$transitions
        set -- $(cost cwolf lts info --threads=1 "$name.$i.aut")
        line="$line $(printf '%14s' "$1 ($(megabytes "$2"))")"
        times="$times $1"
        for relation in $relations; do
            set -- $(cost cwolf lts reduce --threads=1 --relation=$relation -o /dev/null "$name.$i.aut")
            line="$line $(printf '%14s' "$1 ($(megabytes "$2"))")"
            times="$times $1"
        done
        echo "$line"
        echo "$times" >>"$name.times"
        rm -f "$name.$i.aut"
    done
    # time grows like transitions to this power, from the second size to the third: the first is too short to tell
    awk '{ for (i = 1; i <= NF; i++) v[NR, i] = $i }
        END { printf "%-46s", "  growth exponent"
              for (i = 2; i <= 5; i++) {
                  ok = v[NR, i] > 0 && v[NR - 1, i] > 0
                  printf " %14s", ok ? sprintf("%.2f", log(v[NR, i] / v[NR - 1, i]) / log(v[NR, 1] / v[NR - 1, 1])) : "-"
              }
              print "" }' "$name.times"
}
family protocols 'abp 2 6' 'abp 2 18' 'abp 3 4'
family buffers 'buffers 7 3' 'buffers 7 5' 'buffers 7 8'
family philosophers 'philosophers 7' 'philosophers 8' 'philosophers 9'
family fibonacci 'fibonacci 25' 'fibonacci 30' 'fibonacci 34'
family chain 'chain 100000 7' 'chain 1000000 7' 'chain 10000000 7'
family grid 'grid 224 224' 'grid 707 707' 'grid 2236 2236'
family random 'random 10000 100000 10 30' 'random 100000 1000000 10 30' 'random 1000000 10000000 10 30'

echo
echo '== five systems: user CPU seconds / peak MB; what LTSmin 3.1 and mCRL2 202607 took was recorded on another machine'
printf '%-16s %-10s %13s %20s %13s %13s %s\n' system relation here 'bytes/(state+trans.)' LTSmin mCRL2 ''
row() { # NAME RELATION LTSMIN MCRL2
    set -- "$1" "$2" "$3" "$4" $(cost cwolf lts reduce --threads=1 --relation="$2" -o /dev/null "$1.aut") $(size_of "$1.aut")
    bytes=$(awk -v k="$6" -v n="$7" -v m="$8" 'BEGIN { printf k == "-" ? "-" : "%.1f", (k * 1024 - 8e6) / (n + m) }')
    printf '%-16s %-10s %13s %20s %13s %13s' "$1" "$2" "$5/$(megabytes "$6")" "$bytes" "$3" "$4"
    if command -v ltsmin-reduce >/dev/null; then
        case $2 in strong) how=-s ;; branching) how=-b ;; *) how='--weak' ;; esac
        set -- "$1" "$2" $(cost ltsmin-reduce $how "$1.aut" "$work/out.aut")
        printf '  LTSmin here %s/%s' "$3" "$(megabytes "$4")"
    fi
    if command -v ltsconvert >/dev/null; then
        case $2 in strong) how=bisim ;; branching) how=branching-bisim ;; *) how=weak-bisim ;; esac
        set -- "$1" "$2" $(cost ltsconvert --tau=i -e$how "$1.aut" "$work/out.aut")
        printf '  mCRL2 here %s/%s' "$3" "$(megabytes "$4")"
    fi
    echo
}
# wall-clock seconds of a command, the least of three
wall() {
    for run in 1 2 3; do
        timeout $limit /usr/bin/time -f '%e' "$@" 2>&1 >/dev/null | tail -1
    done | sort -n | head -1
}
: >threads
threads_row() { # NAME RELATION: kept for the last table
    one=$(wall cwolf lts reduce --threads=1 --relation="$2" -o /dev/null "$1.aut")
    all=$(wall cwolf lts reduce --relation="$2" -o /dev/null "$1.aut")
    awk -v name="$1" -v relation="$2" -v one="$one" -v all="$all" \
        'BEGIN { printf "%-16s %-10s %10s %10s %10.2f\n", name, relation, one, all, one / (all > 0 ? all : 1) }' >>threads
}
rows() { # NAME, then LTSmin and mCRL2 for each relation, then the parameters for generate
    name=$1 strong="$2 $3" branching="$4 $5" weak="$6 $7"
    shift 7
    make_system "$name.aut" "$@"
    row "$name" strong $strong
    row "$name" branching $branching
    row "$name" weak $weak
    threads_row "$name" strong
    threads_row "$name" branching
    rm -f "$name.aut"
}
rows philosophers 1.5/50 4.3/581 1.9/56 2.7/248 15.4/631 5.9/345 philosophers 9
rows protocols 4.1/141 6.6/814 4.5/152 2.9/430 4.0/152 3.0/429 abp 3 4
rows buffers 6.9/205 23.2/2595 7.9/209 17.5/1851 20.1/849 43.4/2013 buffers 7 8
rows random 4.2/16 1.7/204 .60/20 2.5/208 '>60' '>60' random 100000 1000000 10 30
rows fibonacci '>60' .49/91 '>60' .59/99 '>60' 2.0/164 fibonacci 27

echo
echo "== wall-clock seconds with one thread and with all processors ($(nproc)), the least of three"
printf '%-16s %-10s %10s %10s %10s\n' system relation one all ratio
cat threads
