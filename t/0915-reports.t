#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What a check found, for other programs: SARIF, JUnit's XML and TAP, each read by a reader of its own; and reports that
# cannot be written.
data=$(cd "$(dirname "$0")" && pwd)/0915-reports
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)

# A False, a Maybe and True, with names that no format may take for its own signs. Characters of two and four bytes
# stand before what the path points at.
name='a <b> & é.c'
cat > "$name" <<'EOF'
#include <assert.h>
#include <stdio.h>
static int m, n;
int main(void)
{
    /* é𝄞 */ int c = getchar();
    if (c == 'x')
        n = 1;
    if (c == 'y')
        m = 5;
    /* "</script>" */ assert(n == 0);
    return 0;
}
EOF
echo 'var m : top;' > coarse.am
gcc -specs="$specs" -c "$name" -o p.o && gcc p.o -o p 2> both || cat both
run 1 'all formats at once' cwolf check -a coarse.am --report=r.sarif --report=r.xml --report=r.tap --report=r.json \
    --report=r.txt -p reach-assert -p 'small : invariant m <= 3' -p 'invariant n < 2' -p reach-assert \
    -p 'unreachable nobody' p
is out 'standard output is what it always is' <<'EOF'
False reach-assert
Maybe small
True invariant n < 2
False reach-assert
True unreachable nobody
EOF
ok 'cmp -s out r.txt' 'and can be had in a file'
for format in sarif junit tap json; do
    suffix=$format
    [ $format = junit ] && suffix=xml
    run 1 "--format=$format" cwolf check -a coarse.am --format=$format -p reach-assert -p 'small : invariant m <= 3' \
        -p 'invariant n < 2' -p reach-assert -p 'unreachable nobody' p
    ok "cmp -s out r.$suffix" "writes what --report=FILE.$suffix writes"
    hasnt err 'is violated' 'and no diagnostics'
done

# ---- SARIF

run 0 'SARIF keeps to the standard' perl "$data/sarif.pl" r.sarif
# sarif 'perl expression about $run and @r' 'what'
sarif() {
    perl -MEncode -MJSON::PP -e 'local $/; my $run = decode_json(<STDIN>)->{runs}[0]; my @r = @{$run->{results}};
        my @steps = map { @{$_->{codeFlows}[0]{threadFlows}[0]{locations}} } $r[0];
        exit !eval shift' "$1" < r.sarif
    tap $? "$2" r.sarif
}
sarif '"@{[map { qq($_->{kind}/$_->{level}/$_->{properties}{verdict}) } @r]}" eq
    "fail/error/False fail/warning/Maybe pass/none/True fail/error/False pass/none/True"' 'a level for each verdict'
sarif '@{$run->{tool}{driver}{rules}} == 4 && $r[0]{ruleIndex} == $r[3]{ruleIndex}' 'a question asked twice is one rule'
sarif '$r[0]{locations}[0]{physicalLocation}{artifactLocation}{uri} eq "a%20%3Cb%3E%20%26%20%C3%A9.c"' \
    'files below the current directory are relative, and URIs'
sarif '$run->{originalUriBaseIds}{"%SRCROOT%"}{uri} eq "file://" . $ENV{PWD} . "/"' 'to a base that is told'
sarif '$r[2]{locations}[0]{physicalLocation}{artifactLocation}{uri} eq "p"' 'an answer without a place is at the program'
sarif '$steps[0]{location}{message}{text} eq "input: getchar gives 120" &&
    $steps[-1]{location}{message}{text} eq "the assertion fails here" && $steps[-1]{importance} eq "essential" &&
    !grep { $steps[$_]{executionOrder} != $_ + 1 } 0 .. $#steps' 'the path is in order, with its texts'
sarif 'my $g = $steps[0]{location}{physicalLocation}{region};
    my $line = Encode::encode("UTF-16LE", q(    /* ) . "\xe9\x{1d11e}" . q( */ int c = getchar();));
    Encode::decode("UTF-16LE", substr $line, 2 * ($g->{startColumn} - 1), 2 * ($g->{endColumn} - $g->{startColumn}))
        eq "getchar()"' 'columns count UTF-16 code units'
sarif '$r[1]{properties}{hints}[0] =~ /m <= 3/' 'hints are properties'
sarif '$run->{invocations}[0]{exitCode} == 1 &&
    grep { $_->{message}{text} =~ /^assumed: / } @{$run->{invocations}[0]{toolExecutionNotifications}}' \
    'assumptions are notifications'
mkdir -p away
run 1 'from another directory' sh -c "cd away && cwolf check --report=../away.sarif -p reach-assert ../p &&
    exit 9; exit 1"
mv away.sarif r.sarif
run 0 'SARIF keeps to the standard there' perl "$data/sarif.pl" r.sarif
sarif '$r[0]{locations}[0]{physicalLocation}{artifactLocation}{uri} eq "a%20%3Cb%3E%20%26%20%C3%A9.c"' \
    'a source that is named relatively belongs to the current directory'
sarif '$run->{results}[0]{codeFlows}' 'and its path is there'
gcc -specs="$specs" -c "$PWD/$name" -o q.o && gcc q.o -o q 2> both || cat both
run 1 'a source outside' sh -c "cd away && cwolf check --format=sarif -p reach-assert ../q > ../r.sarif"
sarif '$r[0]{locations}[0]{physicalLocation}{artifactLocation}{uri} eq "file://$ENV{PWD}/a%20%3Cb%3E%20%26%20%C3%A9.c" &&
    !$r[0]{locations}[0]{physicalLocation}{artifactLocation}{uriBaseId}' 'is an absolute URI'
run 3 'what is undecided, under --strict' cwolf check --strict -a coarse.am --report=r.sarif -p 'invariant m <= 3' p
sarif '$r[0]{level} eq "error"' 'is an error'

# ---- JUnit

run 0 'JUnit is valid' xmllint --noout --schema "$data/junit.xsd" r.xml
# junit XPATH VALUE 'what'
junit() {
    found=$(xmllint --xpath "$1" r.xml)
    [ "$found" = "$2" ]
    tap $? "$3" r.xml
}
junit 'concat(//@tests, " ", //@failures, " ", //@errors, " ", //@skipped)' '5 2 1 0' 'the suite counts'
junit 'string(//testcase[1]/failure/@message)' "property 'reach-assert' is violated" 'False is a failure'
junit 'string(//testcase[2]/error/@type)' 'Maybe' 'Maybe is an error, which no reader counts as passed'
junit 'string(//testcase[3]/@name)' 'invariant n < 2' 'names are what they are'
junit 'count(//testcase[3]/*)' 0 'True has nothing to say'
junit 'starts-with(//failure, "a <b> & é.c:11:")' true 'the text begins with the place'
junit 'contains(//failure, "(1) input: getchar gives 120")' true 'and has the path'
junit 'contains(//testcase[5]/system-out, "asks about nothing")' true 'a warning about a True is kept'
junit 'count(//property[@name="assumed"]) > 0' true 'assumptions are properties'

# ---- TAP

run 1 'prove reads TAP' prove --exec cat r.tap
has out 'Failed tests:  1-2, 4' 'what is violated or undecided fails'
hasnt out 'Parse errors' 'and all of it is understood'
run 0 'its blocks are YAML' perl -MTAP::Parser -e '
    my $p = TAP::Parser->new({source => "r.tap"});
    while (my $r = $p->next) {
        if ($r->is_yaml) {
            my $y = $r->data;
            print "$y->{verdict} ", $y->{file} // "-", " ", $y->{line} // "-", " $y->{message}\n";
            print "  $_->{text} @{[$_->{line} // q(-)]}\n" for @{$y->{path}};
        }
    }
    exit($p->parse_errors || $p->failed != 3)'
has out "False a <b> & é.c 11 property 'reach-assert' is violated" 'with place and message'
has out '  input: getchar gives 120 6' 'and the path'
has out "Maybe - - property 'small' may be violated" 'a Maybe says that it is one'
run 0 'what holds' sh -c "cwolf check --format=tap -p 'invariant n < 2' -p 'hash : invariant n <= 1' p > t.tap"
run 0 'passes' prove --exec cat t.tap

# ---- bytes that no format has

printf '#include <assert.h>\n#include <stdio.h>\n/* \377\001 */\nint main(void)\n{\n    /* \377\001\t\302 */ int c = getchar();\n    assert(c < 99);\n    return 0;\n}\n' > "$(printf 'b\377.c')"
gcc -specs="$specs" -c "$(printf 'b\377.c')" -o b.o 2> both && gcc b.o -o b 2>> both || cat both
run 1 'a file whose name is no UTF-8, with bytes in it that are none' cwolf check --report=r.sarif --report=r.xml \
    --report=r.tap -p reach-assert b
run 0 'is SARIF' perl "$data/sarif.pl" r.sarif
sarif '$r[0]{locations}[0]{physicalLocation}{artifactLocation}{uri} eq "b%FF.c"' 'that names the file'
sarif '$steps[0]{location}{physicalLocation}{region}{startColumn} == 24' 'a byte that is none counts as one'
run 0 'is XML' xmllint --noout --schema "$data/junit.xsd" r.xml
junit 'starts-with(//failure, "b\xff.c:")' true 'where such bytes are written \xNN'
run 1 'is TAP' prove --exec cat r.tap
hasnt out 'Parse errors' 'that prove understands'

# ---- reports of a link

flags="-specs=$specs -fplugin-arg-cwolf-format=sarif -fplugin-arg-cwolf-format=html"
printf '#pragma cwolf property small : invariant n <= 1\n' | cat "$name" - > asks.c
run 0 'a link with -fplugin-arg-cwolf-format=' gcc $flags asks.c -o asks
run 0 'writes a report' perl "$data/sarif.pl" asks.cwolf.sarif
ok 'test -s asks.cwolf.html' 'in each format'
sed 's/n <= 1/n <= 0/' asks.c > broken.c
run 1 'a link that fails' gcc $flags broken.c -o broken
ok 'grep -q "\"level\": \"error\"" broken.cwolf.sarif && test ! -e broken' 'has its report, too'
run 1 'a format that there is not' gcc "-specs=$specs" -fplugin-arg-cwolf-format=sariff asks.c -o asks
has err "-fplugin-arg-cwolf-format=sariff' is not understood" 'is refused'
ln -sf /dev/full full.cwolf.sarif
run 1 'a report that cannot be written' gcc $flags asks.c -o full
has err 'full.cwolf.sarif: error: cannot write: No space left on device' 'fails the link, and names the file'

# ---- reports that cannot be written

for format in sarif junit tap json html; do
    run 2 "--format=$format to a full disk" sh -c "cwolf check --format=$format -p reach-assert p > /dev/full"
    has err 'standard output: error: cannot write: No space left on device' 'is an error'
done
for suffix in sarif xml tap json html; do
    ln -sf /dev/full full.$suffix
    run 2 "--report=full.$suffix" cwolf check --report=full.$suffix -p reach-assert p
    has err "full.$suffix: error: cannot write: No space left on device" 'is an error that names the file'
    has out 'False reach-assert' 'the answers are printed all the same'
done
run 2 'a directory that is not there' cwolf check --report=no/r.sarif --report=r2.sarif -p reach-assert p
has err 'no/r.sarif: error: cannot create: No such file or directory' 'is an error that names the file'
ok 'test -s r2.sarif' 'and the other report is written'
finish
