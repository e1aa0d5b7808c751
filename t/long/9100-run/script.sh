# SPDX-License-Identifier: GPL-3.0-or-later
x=1
while [ $x -le 20 ]; do
  case $x in
    1|3|5) echo "odd small $x";;
    2) echo two;;
    *) :;;
  esac
  x=$((x + 1))
done
f() { local a=$1; if [ "$a" -gt 0 ]; then echo "f $a"; f $((a - 1)); fi; }
f 5
for i in a b c; do for j in 1 2; do echo $i$j; done; done
echo "$(echo nested $(echo deep))"
set -- one two three
echo $# $1 ${3} "$@"
shift; echo $*
v=hello; echo ${v#he} ${v%lo} ${#v} ${w:-default}
cat <<X
here $v
X
echo abc | tr a-c A-C
true && echo yes || echo no
( cd / ; pwd )
trap 'echo bye' EXIT
printf '%d %s\n' 42 str
IFS=:; for p in a:b:c; do echo $p; done
read y <<Y
input line
Y
echo "$y"
test -d / && echo dir
echo *.nonexistent
eval 'echo evaluated'
exit 3
