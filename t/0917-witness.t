#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Witnesses for the validators of the software verification competition: GraphML against a schema, YAML by a strict
# checker of its own; both name the file by its hash, and the way to the violation.
. "$(dirname "$0")/0800-lib.sh"
cat >p.c <<'EOF'
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { }
static int twice(int x)
{
    return 2 * x;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int m = 3;
    if (n == 12)
        m = twice(n);
    if (m == 24)
        reach_error();
    return 0;
}
EOF
cat >witness.xsd <<'EOF'
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://graphml.graphdrawing.org/xmlns"
    targetNamespace="http://graphml.graphdrawing.org/xmlns" elementFormDefault="qualified">
  <xs:complexType name="data"><xs:simpleContent><xs:extension base="xs:string">
    <xs:attribute name="key" type="xs:string" use="required"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:element name="graphml"><xs:complexType><xs:sequence>
    <xs:element name="key" maxOccurs="unbounded"><xs:complexType>
      <xs:attribute name="id" type="xs:string" use="required"/><xs:attribute name="attr.name" type="xs:string" use="required"/>
      <xs:attribute name="for" use="required"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="graph"/>
        <xs:enumeration value="node"/><xs:enumeration value="edge"/></xs:restriction></xs:simpleType></xs:attribute>
      <xs:attribute name="attr.type" type="xs:string" use="required"/></xs:complexType></xs:element>
    <xs:element name="graph"><xs:complexType><xs:sequence>
      <xs:element name="data" type="data" minOccurs="8" maxOccurs="8"/>
      <xs:choice maxOccurs="unbounded">
        <xs:element name="node"><xs:complexType><xs:sequence><xs:element name="data" type="data" minOccurs="0"/></xs:sequence>
          <xs:attribute name="id" type="xs:string" use="required"/></xs:complexType></xs:element>
        <xs:element name="edge"><xs:complexType><xs:sequence>
          <xs:element name="data" type="data" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
          <xs:attribute name="source" type="xs:string" use="required"/>
          <xs:attribute name="target" type="xs:string" use="required"/></xs:complexType></xs:element>
      </xs:choice></xs:sequence><xs:attribute name="edgedefault" fixed="directed" use="required"/></xs:complexType>
      </xs:element>
  </xs:sequence></xs:complexType>
  </xs:element>
</xs:schema>
EOF
cat >yaml.pl <<'EOF'
# Each line is one that the format has, in its place; what is asked for is printed.
use strict;
my @text = <>;
my $string = qr/"(?:[^"\\]|\\["\\])*"/;
my @head = (qr/- entry_type: violation_sequence/, qr/  metadata:/, qr/    format_version: "2\.0"/,
    qr/    uuid: "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}"/, qr/    creation_time: "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/,
    qr/    producer:/, qr/      name: C Wolf/, qr/      version: $string/, qr/    task:/, qr/      input_files:/, qr/        - $string/,
    qr/      input_file_hashes:/, qr/        $string: "[0-9a-f]{64}"/, qr/      specification: $string/, qr/      data_model: LP64/,
    qr/      language: C/, qr/  content:/);
for my $line (@head) {
    my $is = shift @text;
    $is =~ /^$line\n$/ or die "not in the format: $is";
}
my $body = join '', @text;
my $location = qr/            location:\n              file_name: $string\n              line: [1-9]\d*\n(?:              function: $string\n)?/;
my $point = qr/    - segment:\n        - waypoint:\n            type: /;
$body =~ /^(?:$point(?:branching\n            action: follow\n            constraint:\n              value: "(?:true|false)"\n|function_return\n            action: follow\n            constraint:\n              value: "\\\\result == -?\d+"\n              format: ext_c_expression\n|assumption\n            action: follow\n            constraint:\n              value: $string\n              format: c_expression\n)$location)*${point}target\n            action: follow\n$location$/
    or die "the content is not in the format:\n$body";
print "strict\n";
EOF
gcc -w -specs="$(cwolf --specs)" -c -o p.o p.c
hash=$(sha256sum p.c | cut -d' ' -f1)
export SOURCE_DATE_EPOCH=1700000000
run 1 'a violation' cwolf check -p reach-assert --witness=w.graphml p.o
run 0 'GraphML is valid' xmllint --noout --schema witness.xsd w.graphml
has w.graphml "<data key=\"programhash\">$hash</data>" 'the hash of the file'
has w.graphml '<data key="creationtime">2023-11-14T22:13:20Z</data>' 'the time of a reproducible build'
has w.graphml '<data key="assumption">\result == 12;</data>' 'the input'
has w.graphml '<data key="assumption.resultfunction">__VERIFIER_nondet_int</data>' 'and what gives it'
has w.graphml '<data key="enterFunction">twice</data>' 'calls'
has w.graphml '<data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>' 'the property'
ok 'test $(grep -c "<node" w.graphml) = $(($(grep -c "<edge" w.graphml) + 1))' 'a path'
ok 'for t in $(sed -n "s/.*target=\"\([^\"]*\)\".*/\1/p" w.graphml); do grep -q "<node id=\"$t\">" w.graphml || exit 1; done' 'of nodes that are there'
run 1 'the same in YAML' cwolf check -p reach-assert --witness=w.yml p.o
run 0 'YAML is valid' perl yaml.pl w.yml
has w.yml "\"p.c\": \"$hash\"" 'the hash of the file'
has w.yml 'result == 12"' 'the input'
has w.yml 'line: 13' 'the branch'
ok 'sed "s/type: target/type: goal/" w.yml >bad.yml; ! perl yaml.pl bad.yml 2>/dev/null' 'the checker notices what is no YAML of the format'
ok 'sed "s/<node id=\"N0\">/<node>/" w.graphml >bad.graphml; ! xmllint --noout --schema witness.xsd bad.graphml 2>/dev/null' 'the schema too'
run 1 'two witnesses' cwolf check -p reach-assert --witness=two.graphml --witness=two.yml p.o
ok 'cmp two.graphml w.graphml && cmp two.yml w.yml' 'are both written'

# Other properties: the witness is valid, and its inputs are those of a run that valgrind, or a watch, finds to violate them.
cat >leak.c <<'EOF'
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *p = malloc(10);
    if (!p)
        return 1;
    if (n == 7)
        p = 0;
    free(p);
    return 0;
}
EOF
cat >unset.c <<'EOF'
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), x;
    if (n != 3)
        x = 1;
    if (x > 0)
        return 1;
    return 0;
}
EOF
cat >lock.c <<'EOF'
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (n == 5)
        pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
EOF
for kind in leak:no-leak:'G valid-memtrack':13 unset:no-uninit:no-uninit:7 lock:no-deadlock:no-deadlock:9; do
    name=${kind%%:*} rest=${kind#*:}
    property=${rest%%:*} line=${rest##*:}
    words=${rest#*:} words=${words%:*}
    gcc -w -specs="$(cwolf --specs)" -c -o $name.o $name.c
    run 1 "$property is violated" cwolf check -p $property --witness=$name.graphml --witness=$name.yml $name.o
    run 0 "$property: GraphML is valid" xmllint --noout --schema witness.xsd $name.graphml
    run 0 "$property: YAML is valid" perl yaml.pl $name.yml
    has $name.graphml "LTL($words) )" "$property: in GraphML"
    has $name.yml "specification: \"$words\"" "$property: in YAML"
    ok "tail -2 $name.yml | grep -q 'line: $line\$'" "$property: where it is violated"
    input=$(sed -n 's/.*\(result\|n\) == \(-*[0-9]*\);.*/\2/p' $name.graphml)
    echo "int __VERIFIER_nondet_int(void) { return $input; }" >input.c
    gcc -g -w -pthread -o $name $name.c input.c
    case $name in
    lock) timeout 2 ./lock; tap $(($? != 124)) "$property: with $input it waits for ever" ;;
    *) valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite ./$name >valgrind 2>&1
        tap $(($? != 9)) "$property: with $input valgrind finds it" valgrind ;;
    esac
done
run 0 'no violation' cwolf check -p 'invariant 1 == 1' --witness=none.graphml p.o
ok 'test ! -e none.graphml' 'no witness'
finish
