#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The report as a page: it holds all it needs, text in it is only text, and a browser steps through it. The browser is
# Chromium without a window; a script that is added to a copy of the page presses keys and buttons and says what it saw.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)

# What could end a script or an element, and bytes that are no UTF-8, in the source, in its name and in a label.
name="a<b>&'\".c"
printf '#include <cwolf.h>\n#include <assert.h>\n#include <stdio.h>\nstatic int m, n;\n' > "$name"
printf '/* </script><script>window.bad = 1</script><!-- \377 &amp; @data@ @script@ */\n' >> "$name"
cat >> "$name" <<'EOF'
static void count(void)
{
    n++;
    _cwolf_event("<img src=x onerror=window.bad=1>");
}
int main(void)
{
    /* é𝄞 */ int c = getchar();
    if (c == '<')
        count();
    if (c == 'y')
        m = 5;
    assert(n == 0);
    return 0;
}
EOF
echo 'var m : top;' > coarse.am
gcc -specs="$specs" -c "$name" -o p.o && gcc p.o -o p 2> both || cat both
run 1 'a report' cwolf check -a coarse.am --report=r.html -p "invariant n < 2 && '<' < 'x'" -p reach-assert \
    -p 'small : invariant m <= 3' -p 'unreachable nobody' p
# the data in a page, read by Perl: data FILE 'expression about $r' 'what'
data() {
    perl -MJSON::PP -0777 -e 'my ($json) = <STDIN> =~ m{<script type="application/json" id="data">(.*?)</script>}s;
        my $r = decode_json($json); exit !(index($json, "<") < 0 && eval shift)' "$2" < "$1"
    tap $? "$3" "$1"
}
data r.html '@{$r->{answers}} == 4 && $r->{program} eq "p"' 'has the answers as data, in which no element can begin'
data r.html '"@{[map { $_->{certainty} } @{$r->{answers}}]}" eq "assumed certain possible assumed"' \
    'tells what is certain, possible, and assumed'
data r.html '$r->{files}[0]{parts}[0]{lines}[4] eq qq(/* </script><script>window.bad = 1</script><!-- \x{fffd} &amp; \@data@ \@script@ */)' \
    'has the source as it is'
ok '! sed "s|http://www.w3.org/||g" r.html | grep -qE "https?://|src *=[^x]|href|@import|url\\("' 'and refers to nothing outside'
ok 'grep -q "<svg" r.html && grep -q "&lt;img" r.html' 'the model is drawn, and its labels are escaped'
run 1 'to standard output' cwolf check --format=html -a coarse.am -p "invariant n < 2 && '<' < 'x'" -p reach-assert \
    -p 'small : invariant m <= 3' -p 'unreachable nobody' p
ok 'cmp -s out r.html' 'it is the same'
run 1 'without dot' env PATH="$(dirname "$(command -v cwolf)")" cwolf check --report=nodot.html -p reach-assert p
data nodot.html '$r->{model} =~ /the program .dot. is not installed/' 'there is no picture, and the page says why'
mv "$name" gone.c
run 1 'without the source' cwolf check --report=gone.html -p reach-assert p
data gone.html '!@{$r->{files}[0]{parts}}' 'there is a page all the same'
mv gone.c "$name"
{
    cat "$name"
    seq 1 3000 | sed 's|.*|/* & */|'
} > long.c
gcc -specs="$specs" -c long.c -o long.o && gcc long.o -o long 2> both || cat both
run 1 'of a long source' cwolf check --report=long.html -p reach-assert long
data long.html '@{$r->{files}[0]{parts}} == 1 && @{$r->{files}[0]{parts}[0]{lines}} < 100' \
    'only what is around the path is in the page'
set --
for i in $(seq 1 300); do
    set -- "$@" -p "q$i : invariant n <= $((i % 2)) || m == $i"
done
run 1 'of three hundred questions' cwolf check --report=many.html "$@" p
data many.html '@{$r->{answers}} == 300' 'all are in the page'

# ---- of a whole build

cat > Makefile <<'EOF'
all: one sub/two
one: one.c
	gcc -o $@ $<
sub/two: two.c
	mkdir -p sub
	gcc -o $@ $<
EOF
printf '#include <stdio.h>\nint main(void)\n{\n    FILE *f = fopen("x", "r");\n    if (!f)\n        return 1;\n' > one.c
{ cat one.c; printf '    fclose(f);\n    return fgetc(f);\n}\n'; } > two.c
printf '    fclose(f);\n    return 0;\n}\n' >> one.c
run 0 'a build that leaves pages' cwolf build --rules=stdio --violations=warn --format=html -- make
run 0 'they become one page' cwolf report -o all.html .
data all.html 'join("|", map { $_->{program} } @{$r->{programs}}) eq "one|sub/two"' 'it has the programs, by name'
run 0 'of pages that are named' cwolf report one.cwolf.html sub/two.cwolf.html sub
ok 'cmp -s out all.html' 'each once, it is the same page'
run 2 'a page of somebody else' cwolf report one.c
has err 'one.c: error: this is no page that' 'is refused'
run 2 'a page of several' cwolf report all.html
has err 'all.html: error: this page is one of several programs already' 'is refused too'
mkdir -p empty
run 2 'a build that left nothing' cwolf report empty
has err 'no link has left a page there' 'is told how'
run 2 'an option without its file' cwolf report one.cwolf.html -o
has err "option '-o' wants an argument" 'is wrong use'
run 2 'a path that is not there' cwolf report nowhere
has err 'nowhere: error: cannot find it' 'is named'

# ---- in a browser

chromium=$(command -v chromium || command -v chromium-browser)
if [ -z "$chromium" ]; then
    tap 0 'pages in a browser # SKIP chromium is not installed'
    finish
fi

# browse FILE#FRAGMENT 'script that returns a text'    what it returns is in the file seen, one "|" a line
browse() {
    file=${1%%#*}
    { cat "$file"; printf '<script>\nconst key = k => dispatchEvent(new KeyboardEvent("keydown", { key: k }));\n'
        printf 'const text = id => document.getElementById(id).textContent.trim();\n'
        printf 'document.body.dataset.seen = btoa(unescape(encodeURIComponent((() => {\n%s\n})())));\n</script>\n' "$2"
    } > browsed.html
    HOME=$tap_dir timeout 120 "$chromium" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage \
        --user-data-dir="$tap_dir/profile" --dump-dom "file://$tap_dir/browsed.html#${1#*#}" > dom 2> err
    perl -MMIME::Base64 -0777 -ne 'print decode_base64($1) if /data-seen="([^"]*)"/' dom | tr '|' '\n' > seen
    echo >> seen
}

browse r.html# 'const seen = [text("verdict") + " " + text("name"), text("position"), text("file")];
    key("n"); seen.push(text("position") + ": " + document.querySelector("#steps [aria-current]").textContent);
    key("ArrowRight"); document.getElementById("next").click(); seen.push(text("position"));
    key("p"); document.getElementById("previous").click(); key("ArrowLeft"); seen.push(text("position"));
    key("p"); seen.push(text("position"));
    key("End"); seen.push(document.querySelector("#source .here").textContent.trim(), location.hash);
    document.getElementById("first").click(); seen.push(text("position"));
    document.querySelector("#steps li:nth-of-type(3)").click(); seen.push(text("position"));
    return seen.join("|");'
is seen 'a page begins with the first violation, and steps by keys, buttons and clicks' <<EOF
False reach-assert
step 1 of 7
$name:13
step 2 of 7: calls 'count'
step 4 of 7
step 1 of 7
step 1 of 7
18    assert(n == 0);
#2.7
step 1 of 7
step 2 of 7
EOF
browse r.html#2.1 'const seen = [document.querySelector("#source mark").textContent, text("values")];
    seen.push(document.querySelector("#source .says").textContent, document.querySelectorAll("#source .on").length > 2);
    key("k"); seen.push(text("name"), text("verdict"));
    key("j"); key("j"); seen.push(text("name"), text("verdict"), text("hints") !== "");
    seen.push(document.querySelectorAll("#model svg").length, document.querySelectorAll("#assumptions li").length > 0);
    const width = () => document.querySelector("#model svg").getBoundingClientRect().width, small = width();
    key("m"); seen.push(document.querySelector("#model.large") !== null && width() >= small); key("Escape");
    seen.push(document.querySelector("#model.large") === null);
    seen.push(typeof window.bad, document.querySelectorAll("img, b").length, document.scripts.length);
    return seen.join("|");'
is seen 'an address names a question and a step; what is marked, said, known, drawn; text is text' <<'EOF'
getchar()
getchar60
(1) input: getchar gives 60
true
invariant n < 2 && 1
True
small
Maybe
true
1
true
true
true
undefined
0
3
EOF
browse many.html# 'const rows = () => document.querySelectorAll("#questions tbody tr").length, seen = [rows()];
    document.querySelector("#counts .True").click(); seen.push(rows() < 300 && rows() > 0);
    const filter = document.getElementById("filter");
    filter.value = "q29"; filter.oninput(); seen.push(rows() < 12);
    filter.value = ""; filter.oninput(); document.querySelector("#counts .True").click(); seen.push(rows());
    document.querySelectorAll("#questions tbody tr")[299].click(); seen.push(text("name"), location.hash);
    key("j"); seen.push(text("name")); key("k"); seen.push(text("name"));
    return seen.join("|");'
is seen 'three hundred questions are listed, hidden by verdict, filtered and chosen' <<'EOF'
300
true
true
300
q300
#300.1
q300
q299
EOF
# A path of ten thousand events: the list is made once, and a list that the browser numbers itself took it 34 s.
cat > far.c <<'EOF'
#include <assert.h>
#include <stdio.h>
static int total;
static void add(int k)
{
    if (k % 3 == 0)
        total += k;
    else
        total++;
}
int main(void)
{
    int c = getchar();
    for (int i = 0; i < 2000; i++) {
        add(i);
        if (i == 1999)
            assert(c != 'x');
    }
    return 0;
}
EOF
gcc -specs="$specs" -c far.c -o far.o && gcc far.o -o far 2> both || cat both
run 1 'a path of thousands of events' cwolf check --report=far.html -p reach-assert far
browse far.html# 'const start = performance.now(); key("End"); key("p"); key("n");
    return text("position").replace(/\d/g, "9") + "|" + (start < 20000) + "|" + (performance.now() - start < 5000);'
is seen 'is a page that opens at once, and steps' <<'EOF'
step 99999 of 99999
true
true
EOF
browse all.html# 'const rows = id => document.querySelectorAll("#" + id + " tbody tr"), seen = [text("program"), text("name")];
    seen.push(rows("programs").length, location.hash); rows("programs")[0].click();
    seen.push(text("program"), text("verdict"), document.querySelectorAll("#model svg").length); key("t");
    const cell = [...rows("matrix")].find(r => r.cells[0].textContent === "stdio.use_after_close").cells[2];
    seen.push(cell.textContent, document.querySelector("main").hidden); cell.click();
    seen.push(text("program"), text("position"), document.querySelector("main").hidden, document.getElementById("matrix").hidden);
    return seen.join("|");'
is seen 'a page of several programs begins with the worst, and has a table of all questions' <<'EOF'
sub/two
stdio.use_after_close
2
#2:1.1
one
True
1
False, certain
true
sub/two
step 1 of 3
false
true
EOF
browse all.html#1:2 'return text("program") + "|" + text("name");'
is seen 'an address names the program too' <<'EOF'
one
stdio.double_close
EOF
browse gone.html# 'key("n"); return text("source") + "|" + text("position");'
is seen 'a page without its source still has its steps' <<'EOF'
the source was not found when the report was written
step 2 of 7
EOF
browse nodot.html# 'return document.querySelectorAll("svg").length + "|" + text("size");'
has seen "cannot draw: the program 'dot' is not installed" 'one without a picture says why'
finish
