#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the manual ('cwolf help', 'cwolf explain', the man pages) shows is so. Everything is taken out of its text and tried: commands
# behind "$" print what is shown ("..." stands for lines left out), commands without it run; pragmas, maps, properties, rules, formulas
# and programs are read by their parsers; drawings of scopes, equations, formats and members of JSON are held against what happens;
# options, topics and exit statuses exist, and none is missing. The "$" of the pages lts and logic are t/0692's, the programs of
# 'cwolf explain' t/1404's.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Temp 'tempdir';
use JSON::PP;
use Test::More;

my $root = abs_path(dirname($0) . '/..');
chdir tempdir(CLEANUP => 1);
($ENV{LC_ALL}, $ENV{CWOLF_CACHE}) = ('C', 'off'); delete $ENV{GCC_COLORS};
my $specs = `cwolf --specs` =~ s/\n//r;

sub spill { my ($name, $text) = @_; open my $out, '>', $name or die "$name: $!"; print $out $text; close $out }
sub slurp { my ($name) = @_; open my $in, '<', $name or die "$name: $!"; local $/; return scalar <$in> }
sub compiled { my ($name, $text) = @_; spill("$name.c", $text) if defined $text; system("gcc -w -fwrapv -specs=$specs -c $name.c") == 0 or die "$name.c does not compile" }
my %ended; # by command, the exit statuses seen
sub run {
    my ($command) = @_;
    my $text = $command =~ /[|;&<>]/ ? `($command) 2>&1 </dev/null` : `exec $command 2>&1 </dev/null`;
    my $status = $? >> 8;
    $ended{$1}{$status} = 1 if $command =~ /^cwolf (\S+)/;
    return ($text, $status);
}
sub said { return (run(@_))[0] }
my (@wrong, $tried);
sub try($@) { my ($good, @why) = @_; $tried++; push @wrong, join "\n", @why unless $good }
sub tried { my ($what, $least) = @_; is(join("\n", @wrong), '', "$tried $what"); cmp_ok($tried, '>=', $least, '    which are all'); @wrong = (); $tried = 0 }

sub accepts { # and prints; an error with [cwolf] behind it is a verdict
    my ($command, $prints, $said, $status) = (@_[0, 1], run($_[0]));
    try($status != 2 && $said !~ /error: (?!.*\[cwolf\])/ && $said =~ ($prints // qr/(?:)/), "$command: exits with $status", $said);
}
my $quick = 'cwolf check --no-search --no-predicates --layer=1';
# [A|B] is A, B or nothing, [A] is A or nothing: what is in brackets contains a word in capitals or a bar.
sub forms {
    my ($text) = @_;
    my ($before, $inside, $behind) = $text =~ /^(.*?)\[([A-Z]|[^\[\]]*(?:[A-Z]{2}|\||\([A-Z]\))[^\[\]]*)\](.*)$/s or return $text;
    return map { forms("$before$_$behind") } '', split / ?\| ?/, $inside;
}
my %means = (CONDITION => 'x < 3', EXPR => 'x < 3', EXPRESSION => 'x', NAME => 'f', FUNCTION => 'f', PROCESS => 'Closed', RELATION => 'obseq',
    FORMULA => 'true', N => 2, K => 2, F => 'f', E => 'x', FIRST => 12, LAST => 16, LINE => 14, FILE => 'p.c');
sub filled { my ($text, %own) = @_; my %m = (%means, %own); return $text =~ s/\(EXPRESSION, \.\.\.\)/(x, y)/r =~ s/\b([A-Z]+)\b/$m{$1} \/\/ $1/ger }

# ---- pages, and what they lead to ------------------------------------------------------------------------------------------
my %page = ('' => said('cwolf help'));
my @commands = ($page{''} =~ /^Commands:\n(.*?)\n\n/ms)[0] =~ /^  (\S+)/mg;
my @topics = ($page{''} =~ /^Topics:\n(.*?)\n\n/ms)[0] =~ /^  (\S+)/mg;
$page{$_} = said("cwolf help $_") for @commands, @topics;
my @parts = ($page{lts} =~ /^Commands\n\n(.*?)\n\n/ms)[0] =~ /^  ([a-z-]+)/mg;
$page{"lts $_"} = said("cwolf lts $_ --help") for @parts;
my @sets = $page{rules} =~ /^  (\w+): /mg;
$page{"explain $_"} = said("cwolf explain $_") for @sets;
$page{"--man $_"} = said("cwolf help --man $_") for said('cwolf help --man cwolf') =~ /(cwolf[\w-]*)\(1\)/g, 'cwolf';
try(length $page{$_} > 40 && $page{$_} !~ /^cwolf: error/, "nothing about $_") for keys %page;
tried('pages', 43);
# What stands in quotes behind 'cwolf' is a command, with the page of 'help' or the part of 'lts' that it names.
for my $where (keys %page, "$root/README.md", split /\n/, said("grep -rl \"'cwolf\" $root/runtime $root/labels $root/plugin $root/abstractions")) {
    my $text = $page{$where} // slurp($where) =~ s/"\s*\n\s*"//gr =~ s/\\n/ /gr;
    for ($text =~ /'cwolf\s+([a-z%-][^']*)'/g) {
        my ($first, $second) = split ' ';
        try($first =~ /^%s$|^--/ || exists $page{$first} && ($first !~ /^(?:help|lts)$/ || ($second // '') =~ /^(?:|NAME|%s|--.*)$/ || exists $page{$first eq 'help' ? $second : "lts $second"}),
            "$where: 'cwolf $_' leads nowhere");
    }
}
try(!(run("cwolf $_"))[1], "cwolf $_ fails") for $page{''} =~ /'cwolf (--\w+)'/g;
tried('references', 100);

# ---- commands that are shown -------------------------------------------------------------------------------------------------
system("cp $root/examples/$_ .") == 0 or die for qw(door/* rules/copy.c intervals/fig3.c interface/stack.c interface/file.c interface/fibonacci.c);
spill('prog.c', "extern void push(int value);\nextern int pop(void);\nint main(int argc, char **argv)\n{\n    push(argc > 1);\n    if (argc > 3)\n        return 2;\n    return pop() - 1;\n}\n");
spill('Makefile', "prog: FORCE\n\t\$(CC) -o prog prog.c stack.c\nFORCE:\n");
spill('NEW.c', slurp('stack.c') =~ s/MAX 3/MAX 4/r);
compiled($_) for qw(door copy fig3 stack prog NEW file fibonacci);
system("cp stack.o OLD.o && gcc -specs=$specs -o door door.o && gcc -specs=$specs -o prog prog.o stack.o") == 0 or die;
spill('FILE.bp', join "\n", $page{boolean} =~ /^  (decl g.*?\n  void f2.*?)$/ms);
spill('my.rules', join "\n", $page{rules} =~ /^    ((?:event|balanced).*;)/mg);
my ($goals) = $page{run} =~ /begins a comment:\n(.*?)\n  --suite/ms or die;
my @goals = map { filled($_, FUNCTION => 'main', NAME => 'main', FILE => 'prog.c', LINE => 6, FIRST => 3, LAST => 9, EXPRESSION => '1 < 3') } map { forms($_) }
    map { /^(\w+) (\S+) or (\S+)$/ ? ("$1 $2", "$1 $3") : $_ } map { split /, / } $goals =~ /^ {25}(\S.*?) {2,}/mg;
spill('FILE', join "\n", '# what is to be reached', @goals, '');
sub shows { # what is shown behind a command is printed
    my ($command, @shown) = @_;
    my ($text) = run($command);
    my @got = split /\n/, $text;
    my ($at, $gap) = (0, 0);
    for my $line (@shown) {
        $gap = 1, next if $line eq '...';
        $at++ while $gap && $at < @got && $got[$at] ne $line;
        return try(0, "$command: '$line' is not printed, but:", $text) if $at >= @got || $got[$at] ne $line;
        ($at, $gap) = ($at + 1, 0);
    }
    try($gap || $at == @got, "$command: more is printed:", @got[$at .. $#got]);
}
for my $name (grep { !/lts|logic/ } sort keys %page) {
    my @shown;
    for (split(/\n/, $page{$name}), '') {
        shows(splice @shown) if @shown && !/^    [^\$]/;
        push @shown, s/^    //r if @shown;
        @shown = $1 if /^    \$ (.*)/;
    }
}
tried('commands print what is shown', 3);
for my $name (grep { !/^(?:lts|logic|--man)/ } sort keys %page) {
    accepts($_, /--goals/ ? qr/^(?:(?:test \d+|unreachable|not found) .*\n){$#goals}/m : ()) for $page{$name} =~ /^  ((?:cwolf|gcc|make) .*?)(?: {2,}.*)?$/mg;
}
tried('commands without "$" run', 25);
my $last = quotemeta(($page{model} =~ /^  (states N, .*)$/m)[0]) =~ s/\b[A-Z]\b/[\\d.]+/gr;
accepts('cwolf model -o /dev/null door.o', qr/^$last\n\z/m);
accepts("cwolf interface $2.o", qr/"\Q$1\E"/) while $page{interface} =~ /as (\S+) of\s+examples\/interface\/(\w+)\.c/g;
tried('other lines that are shown', 3);
cmp_ok(scalar @goals, '>=', 11, 'kinds of goals');

# ---- annotations -----------------------------------------------------------------------------------------------------------
my ($names, $body) = split /^(?=int main)/m, <<'END';
struct packet { int kind; } pkt;
enum { RED, BLUE } ch;
int *where, state, x, y, r, globals, buf[4], level, n, count, total, m;
int f(int x, int a, int b) { return x; }
int g(int a, int b, int c) { return a; }
extern int read_key(void), send(char *buf, int size);
static void lock(int *m) { *m = 1; } static void unlock(int *m) { *m = 0; } static int trylock(int *m) { return *m = 1; }
void worker(void) {} void USART1_IRQHandler(void) {}
int alarm_rings(void) { return 0; }
int main(int argc, char **argv)
{
    int state = 0;
    struct packet pkt = {1};
    lock(&m); x = 2; f(x, 2, 3); trylock(&m); unlock(&m);
    return alarm_rings() + state + pkt.kind + g(1, 2, 3);
}
END
compiled($_, "$names$body") for 'fsm', 'file';
system('cp door.ccs design.ccs') == 0 or die;

my @events = map { split / {2}/ } ($page{annotations} =~ /^Events\n(.*?)\nThe label/ms)[0] =~ /^  (\S.*?) {3,}/mg;
my ($words) = $page{labels} =~ /Events:\n\n  (.*)$/m;
is(join(' ', sort keys %{{map { /^(\w+)/ ? ($1 => 1) : () } @events}}), join(' ', sort split /, /, $words), 'events: ' . @events . ', of each word one');
my (%pragma, %quoted, %group, @classes); # where pragmas stand; what is compiled at once
for my $name (sort keys %page) {
    $quoted{$_} = $name for ($page{$name} =~ s/\s+/ /gr) =~ /'#pragma cwolf ([^']*)'/g;
    $pragma{$_} = $name for $page{$name} =~ /^ {2,4}#pragma cwolf (.*?)(?: {2,}.*)?$/mg;
}
for (keys %quoted) { / / ? ($pragma{$_} = $quoted{$_}) : try($page{annotations} =~ /#pragma cwolf $_ /, "$quoted{$_}: no pragma '$_'") }
for (map { split /, (?![^(]*\))/ } $page{abstractions} =~ /^  ((?:[a-z]+(?:\([^()]*\))?(?:, )?)+) +\S/mg, 'enum(n)') {
    my $class = s/^ranges$/$&(1, 2)/r =~ s/\[a1 \.\. b1\], \.\.\., \[an \.\. bn\]/[1 .. 2], [4 .. 5]/r =~ s/[va]1, \.\.\., [va][nk]/1, 2/r =~ s/\([nk]\)/(3)/r =~ s/^array\(T\)/bool array/r;
    push @classes, ($class eq 'enum' ? 'enum { NO, YES }' : 'int') . ($class eq 'pointer' ? ' *' : ' ') . 'v' . @classes . ($class =~ /array/ ? '[3];' : ';');
    push @{$group{classes}}, "abstract v$#classes : $class";
}
for my $form (map { forms($_) } sort keys %pragma) {
    push @{$group{$form =~ /^(label|suppress) / ? $1 : $form}}, map { filled($form =~ s/EVENT/$_/r =~ s/\bNAME :/named :/r) } $form =~ /^label EVENT +=> +NAME$/ ? @events : $events[0];
}
for my $all (values %group) {
    spill('p.c', join "\n", @classes, $names, map({ "#pragma cwolf $_" } @$all), $body);
    my ($said, $status) = run("gcc -w -specs=$specs -c p.c && cwolf dump --notes p.o");
    my ($kind) = $all->[0] =~ /^(\w+)/;
    $tried += $#$all;
    try(!$status && $said !~ /error|warning/ && @$all <= (() = $said =~ /^#pragma cwolf \Q$kind\E /mg), @$all, $said);
}
tried('pragmas', 98);
# Maps: the text of the page is the map.
sub block { my ($from) = @_; return join "\n", map { s/(?<=\S) {3,}\S.*//r } ($page{annotations} =~ /^\Q$from\E\n((?:  .*\n)+)/m)[0] =~ /^(.*)$/mg }
spill('map.am', block('Abstraction maps (.am)') . "\n");
my @lines = map { my $rule = $_; map { my $event = $_; map { s/EVENT/$event/r } forms($rule) } $rule =~ /EVENT/ ? @events : '' } split /\n/, block('Label maps (.lm)');
push @lines, map { "  read($_) => seen;" } ($page{annotations} =~ /^In maps, (.*?)\.\n\n/ms)[0] =~ /(\S+:\w+)/g;
spill('map.lm', join '', map { filled($_) . "\n" } @lines);
spill(@$_) for ['other.am', "var x : exact;\n"], ['other.lm', "exit => end;\n"];
accepts("cwolf model -o m.aut $_", qr/^(?!.*warning)/s) for '-a map.am fsm.o', '-l map.lm file.o', map { "-l $_ file.o" } map { split /, / } $page{maps} =~ /^  (\S.*)$/m;
cmp_ok(scalar @lines, '>=', 25, 'lines of label maps');
tried('maps', 4);

# ---- properties ------------------------------------------------------------------------------------------------------------
my ($asked) = $page{check} =~ /^Checking\n\n(.*?)\n  -R /ms or die;
my @logics = $page{logic} =~ /^  (ctl|ltl|ctlstar|mu|hml) /mg;
my @properties = map { s/^'|'$//gr } map { split /, (?=no-)/ } $asked =~ /-p ('[^']+'|[a-z][a-z-]*(?:, no-[a-z-]+)*)/g;
push @properties, map { "ctl EF $_" } grep { !/LOGIC/ } $asked =~ /("\w+:[^"]*"|\b(?:in|at)\([^)]*\))/g;
push @properties, map { "ensures f : $_ == 1" } $asked =~ /\b(result|old\(E\))(?= is what)/g;
push @properties, map { s/\[NAME :\] //r } $page{annotations} =~ /#pragma cwolf property (.*)/g;
@properties = map { my $p = $_; $p =~ /LOGIC/ ? map { $p =~ s/LOGIC/$_/r } @logics : $p } @properties;
$_ = filled($_, FILE => 'fsm.c', LINE => 15, $_ =~ /^NAME : / ? (NAME => 'named') : ()) for @properties;
for my $p (@properties) {
    accepts("$quick -p '$p' fsm.o", $p =~ /^(\w+) : / ? qr/^(?:True|False|Maybe) $1$/m : qr/^(?:True|False|Maybe) \Q$p\E$/m);
}
spill('p.properties', "# a comment\n" . join("\n", @properties[0 .. 3]) . " // one\n" . join('; ', @properties[4 .. 6]) . "\n");
accepts("$quick --properties=p.properties fsm.o", qr/^(?:(?:True|False|Maybe) .*\n){7}\z/m);
tried('properties', 27);

# ---- rules -----------------------------------------------------------------------------------------------------------------
my (%grammar, $group);
for (($page{rules} =~ /^  (SCOPE .*?)\n\n/ms)[0] =~ /^(.*)$/mg) {
    my ($word, $form, $drawing) = /^ *([A-Z]+(?=  ))? +(\S.*?) {3,}\S.*?(?: {3,}([-#E]{8,}).*)?$/ or die "cannot read '$_'";
    $group = $word if defined $word;
    push @{$grammar{$group}}, [$form, $drawing];
}
my (@rules, @flat);
for my $part ('SCOPE', 'PATTERN', 'E') {
    for my $row (@{$grammar{$part}}) {
        my @names = $row->[0] =~ /releases/ ? $page{rules} =~ /(\w+\(s\)) releases (s = \w+\(_\))/ : $row->[0] =~ /graph/ ? ('lock(X)', 'lock(X)', 'unlock(X)', 'x = trylock(X)') : ('lock(m)', 'unlock(m)', 'f(_)', 'exit');
        for my $form (map { s/ +/ /gr } map { forms($_) } split / {2}/, $row->[0]) {
            my @e = @names;
            my $text = $form =~ s/\bE\b/shift @e/ger =~ s/LOGIC/no-leak/r =~ s/\bN\b/2/r =~ s/CONDITION/x < 3/r;
            push @rules, $part eq 'SCOPE' ? "$text never g(_)" : $part eq 'E' ? "never $text" : $text;
        }
    }
}
@flat = map { s/\s+/ /gr } $page{rules} =~ /'((?:assume|doubt|sure|by|off)\b[^']*;)'/g;
my $n = 0;
spill('all.rules', join '', slurp('my.rules'), map({ $n++; "r$n : $_;\n" } @rules), map { $n++; "$_\nr$n : never lock(m);\n" } @flat);
my $said = said("$quick -R all.rules fsm.o");
is(1 + $n, scalar(() = $said =~ /^(?:True|False|Maybe) (?:r\d+|balanced)$/mg), "$n rules are read") or diag join '', $said =~ /^(.*error: .*\n)/mg, slurp('all.rules');
cmp_ok($n, '>=', 26, '    which are all');
accepts("$quick -R $_ fsm.o") for map { /-R\s+([a-z][\w.,]*)/g } @page{sort keys %page};
tried('-R', 3);
# A scope that is drawn: what happens at '#' is in it, at '-' it is not; the events E are the scope's, one after the other.
my ($functions, @asked_of) = ("static void e0(void) {}\nstatic void e1(void) {}\nstatic void bad(void) {}\n");
for (grep { defined $_->[1] } @{$grammar{SCOPE}}) {
    my ($form, $drawing, $events) = (@$_, 0);
    my $scope = $form =~ s/\bE\b/'e' . $events++ . '()'/ger;
    for my $at (grep { substr($drawing, $_, 1) ne 'E' } 0 .. length($drawing) - 1) {
        my ($name, $seen) = ('run' . @asked_of, 0);
        $functions .= "void $name(void) { " . join(' ', map { substr($drawing, $_, 1) eq 'E' ? 'e' . $seen++ % $events . '();' : $_ == $at ? 'bad();' : () } 0 .. length($drawing) - 1) . " }\n";
        push @asked_of, [$name, $scope, $drawing, $at];
    }
}
compiled('drawn', $functions);
for (@asked_of) {
    my ($name, $scope, $drawing, $at) = @$_;
    spill('drawn.rules', "r : $scope never bad();\n");
    my ($is, $said) = (substr($drawing, $at, 1) eq '#' ? 'False' : 'True', said("cwolf check --entry=$name -R drawn.rules drawn.o"));
    try($said =~ /^$is r$/m, "'$scope' drawn as $drawing: what happens at $at should be $is", $said);
}
tried('places in drawings', 38);

# ---- transition systems and formulas ---------------------------------------------------------------------------------------
system("cp $root/examples/lts/*.aut .") == 0 or die;
sub lts { my ($what, $wanted) = @_; my ($said, $status) = run("cwolf lts $what"); try(!$status == $wanted, "cwolf lts $what: exits with $status", $said) }
for ((($page{lts} =~ /\nRelations\n\n.*?\n\n.*?\n\n(.*?)\n\n/s)[0] . "\n") =~ /^(  \S.*\n(?: {3,}.*\n)*)/mg) {
    my $row = s/\s+/ /gr;
    my ($name) = $row =~ /^ (\S+)/;
    for my $r ($name, $row =~ /also called (\S+?)(?:;| $)/) {
        lts("compare --relation=$r design.aut design.aut", !!($row !~ /reduces only/));
        lts("reduce --relation=$r design.aut", !!($row !~ /compares only/));
    }
    lts("compare --relation=$name-preorder design.aut design.aut", !!($row =~ /; $name-preorder/));
}
tried('relations', 60);
while ($page{lts} =~ /^  (\w+), (\.\w+) +(?:read and )?(written)?(?:read)?/mg) {
    my ($name, $suffix, $row) = ($1, $2, $&);
    lts("convert -o converted$suffix design.aut", 1);
    lts("convert --format=$name -o converted$suffix design.aut", 1);
    lts("info converted$suffix", !!($row =~ /read/));
}
lts("info --from=json - <<'END'\n$_\nEND\n", 1) for $page{lts} =~ /^    (\{.*)$/mg;
lts("generate $_", 1) for map { my $k = $_; $k =~ s/ \w+/ 3/gr =~ s/window.*/window 1 2 1/r } ($page{lts} =~ /\nGenerated systems\n\n.*?\n\n(.*?)\n\n/s)[0] =~ /^  (\w+(?: \w+)*)/mg;
tried('formats and families', 35);
# Equations between logics, on random systems behind a step (no event is before it); forms and signs of formulas.
my %equal = $page{logic} =~ s/\s+/ /gr =~ /\b([AE](?:X|\[p [UW] q\])) is ((?:[mn]u X\.|<->|\[-\]).*?)(?=;|\. | and A)/g;
$equal{"$_ p"} = delete($equal{$_}) . 'p' for grep { /X$/ } keys %equal;
srand(my $seed = $ENV{SEED} // 1);
my %met;
for my $i (1 .. 6) {
    my @steps = map { '(' . int(rand 3) . ',' . (qw(p p q i))[rand 4] . ',' . int(rand 3) . ')' } 1 .. 3 + int rand 4;
    spill("random$i.aut", join "\n", "des (0," . @steps . ",3)", @steps, '');
    for my $left (sort keys %equal) {
        my %is = reverse said("cwolf lts check random$i.aut 'one : ctl EX ($left)' 'two : mu <->($equal{$left})'") =~ /^(True|False) (one|two)$/mg;
        $met{$is{one}} = 1;
        try($is{one} && $is{one} eq ($is{two} // ''), "seed $seed: $left is $is{one}, $equal{$left} is not, of", slurp("random$i.aut"));
    }
}
tried('equations of formulas', 36);
is(join(' ', sort keys %met), 'False True', '    with both answers');
my ($signs) = $page{logic} =~ /\(also (.*?)\)\s+and\s+the\s+operators/s;
my @formulas = map { /^(?:tt|ff)$/ ? "ctl $_" : /^(?:not|~)$/ ? "ctl $_ req" : "ctl req $_ ack" } grep { /\S/ } split /,?\s+/, $signs;
push @formulas, map { "ltl under $_: G req" } map { s/P, Q/req, ack/r =~ s/\b[Pa]\b/req/r } $page{logic} =~ /\b((?:fair|weak|strong)\([^)]*\)):/g;
push @formulas, map { "mu [$_]true" } map { s/R/req/gr } $page{logic} =~ s/\s+/ /gr =~ /as in mCRL2: (.*)? not at all/ ? $1 =~ /\b(R\S*)/g : ();
push @formulas, map { "mu $_" } map { s/\bF\b/true/gr =~ s/\ba\b/req/gr } $page{logic} =~ /^(<a>F|\[true\S*\]false|<<a>>F)/mg, $page{logic} =~ /(?<= )(\[\[a\]\]F|\[a\]F|forever F|mu X\. F|nu X\. F)/g;
push @formulas, $page{logic} =~ /(hml <a>X where X = \[b\]ff)/, $page{logic} =~ /\b(enabled\(a\)|deadlock) (?:is true )?where/ ? map { "ctl EF $_" } ('enabled(req)', 'deadlock') : ();
accepts("cwolf lts check server.aut '$_'", qr/^(?:True|False) \Q$_\E$/m) for @formulas;
tried('formulas', 30);

# ---- options ---------------------------------------------------------------------------------------------------------------
my %value = (FILE => 'nosuch.html', N => 3, SIZE => '1G', SECONDS => 5, ABSTRACTION => 'exact', RELATION => 'weak', R => 'weak', FORMAT => 'json', F => 'aut', LEVEL => 1, KIND => 'auto');
# A command knows its options when it comes to its program, which is not there. What else it says of them does not matter here.
sub takes {
    my ($command, @options) = @_;
    my $say = sub { said($command =~ /build/ ? "$command @_ -- nosuch.o" : "$command nosuch.o @_") };
    my $unknown = qr/no option|wants an argument|is unknown|has no known|expected (?:auto|io)|unknown argument/;
    my $together = $say->(@options);
    return $tried += @options if $together =~ /nosuch\.o/ && $together !~ $unknown;
    for (@options) { my $said = $say->($_); try($said !~ $unknown, "$command $_", $said) }
}
sub with_values { # --OPTION=A|B is both, --OPTION=FILE something
    my ($option, $values) = @_;
    return $option if !defined $values;
    $values =~ s/[\]\[:'.].*//;
    return map { "$option=" . ($value{$_} // (/[A-Z]/ ? 'nosuch' : "'$_'")) } $values =~ /^[a-z0-9|-]+$/ ? split /\|/, $values : $values;
}
my $mention = qr/(?<![\w-])(--[a-z]+(?:-[a-z]+)*)(?![\w>-])(?:\[?=([A-Za-z0-9][^\s;,)]*))?/;
sub pairs { my ($text) = @_; my @all; push @all, [$1, $2] while $text =~ /$mention/g; return @all } # options, with what stands behind =
for my $command ((grep { !/^(?:lts|help|explain|link-check)$/ } @commands), map { "lts $_" } @parts) {
    my $offers = join "\n", $page{$command} =~ /^(usage: .*?\n)(?:\n|\z)/ms, $page{$command} =~ /^  (-.*?)(?: {2,}.*)?$/mg;
    takes("cwolf $command", (map { with_values(@$_) } pairs($offers)), map { $_ eq '-v' ? $_ : "$_ nosuch" } $offers =~ /(?<![\w-])(-[a-zA-Z])\b/g);
}
tried('options that are listed', 180);
my %known; # by command, from the tables of the sources
my $sources = join "\n", map { "FILE $_\n" . slurp($_) } glob "$root/runtime/driver/*.c $root/runtime/driver/*/*.c";
my %macro = map { $_ => slurp("$root/runtime/driver/driver.h") =~ /#define ${_}_OPTIONS((?:.*\\\n)*.*)/ ? $1 : '' } qw(BUDGET RUN);
for my $table ($sources =~ /((?:FILE \S+\n|^int cmd_\w+\()(?:(?!^FILE |^int cmd_).)*?static const struct option options\[\] = \{.*?\{0\})/msg) {
    my ($command) = $table =~ m{^(?:int cmd_|FILE \S+/(?:cmd_)?)(\w+?)(?:_options)?(?:\.c$|\()}m;
    my $rows = $table =~ s/.*options\[\] = //sr;
    $rows =~ s/(BUDGET|RUN)_OPTIONS/$macro{$1}/ for 1, 2;
    push @{$known{$command}}, "--$_" for $rows =~ /\{\s*(?:\\\n)?\s*"([a-z-]+)"/g;
}
is(join(' ', sort keys %known), 'build calls check dump flow interface model run', 'commands with tables of long options');
for my $command (sort keys %known) {
    my $text = $page{$command} . ($command eq 'check' ? $page{boolean} : '');
    try($text =~ /(?<![\w-])$_(?![\w-])/, "cwolf $command takes $_, which no page tells") for @{$known{$command}};
}
tried('options that are taken are listed', 80);
my %any = map { $_ => 1 } map { @$_ } values %known;
$any{$_->[0]} = 1 for map { pairs($page{"lts $_"}) } @parts;
for my $name (sort keys %page) {
    my $text = $page{$name} =~ s/gcc .*|\bunder --\S+//gr;
    try($any{$_} || /^--(?:version|specs|plugin|help)$/, "$name: no command has $_") for map { $_->[0] } pairs($text);
}
tried('options that are mentioned', 300);
my %flag = map { /^([a-z-]+)=?(.*)/ ? ($1 => $2) : () }
    ($page{flag} =~ s/(-fplugin-arg-cwolf)(-\S+?), (-[^\n]*)/join "\n", map { "$1$_" } $2, split m{, }, $3/ger) =~ /-fplugin-arg-cwolf-(\S+)/g;
spill("empty.$_", '') for qw(am lm properties baseline);
while (my ($key, $v) = each %flag) {
    for ($v eq '' ? '' : $v =~ /^[a-z0-9|]+$/ ? map { "=$_" } split /\|/, $v : '=' . ($key eq 'spec' ? 'door.ccs:Closed:obseq' : $key eq 'rules' ? 'stdio' : $v eq 'FILE' ? "empty.$key" : $value{$v})) {
        my $said = said("gcc -w -specs=$specs -fplugin-arg-cwolf-$key$_ -c prog.c -o flagged.o && gcc -specs=$specs -fplugin-arg-cwolf-$key$_ -o flagged flagged.o stack.o");
        try($said !~ /fplugin-arg|unrecognized/, "-fplugin-arg-cwolf-$key$_", $said);
    }
}
tried('arguments of the flag', 19);
is(join(' ', grep { !exists $flag{$_} } (slurp("$root/runtime/notes/flag.c") =~ /keys\[\] = \{(.*?)\};/s)[0] =~ /"([a-z-]+)"/g), '', 'those that are taken are listed');

# ---- reports, the competition's properties, the debugger -----------------------------------------------------------------------
sub paths { # MEMBER and MEMBER.MEMBER
    my ($value, $of) = @_;
    return ref $value eq 'ARRAY' ? map({ paths($_, $of) } @$value) : ref $value eq 'HASH' ? map({ ("$of$_", paths($value->{$_}, "$of$_.")) } keys %$value) : ();
}
compiled('bad', "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint a[4], n;\nint main(int argc, char **argv)\n{\n    n = a[argc & 3] + argc;\n    a[argc] = n;\n    assert(n != 9);\n    return 0;\n}\n");
my $report = decode_json(said(q{cwolf check --no-predicates --format=json -p reach-assert -p 'invariant n < 3' -p 'ctl EF "n == 77"' bad.o 2>/dev/null}));
my ($described, %described) = $page{check} =~ /^json is one object:\n(.*)/ms;
while ($described =~ /^  (\w+) +((?:.*\n)(?: {12}.*\n)*)/mg) {
    my ($member, $text) = ($1, $2);
    $text =~ s/\s+/ /g;
    $described{$member} = 1;
    $described{"$member.$_"} = 1 for $text =~ /^(?:a list of|the last model): (.*)/ ? map { /^(\w+)/ ? $1 : () } split /, (?![^()]*\))/, $1 : ();
    my ($inner, $list) = $text =~ /(\w+) \(list of: ([^)]*)\)/ or next;
    $described{"$member.$inner.$_"} = 1 for split /, /, $list;
}
is(join(' ', sort keys %{{map { $_ => 1 } paths($report, '')}}), join(' ', sort keys %described), 'the members of JSON are those of its description: ' . keys %described);
my ($formats) = $page{check} =~ /^Formats, and the suffixes of their files:\n(.*?)\n\n/ms;
while ($formats =~ /^  (\w+) +(\.\w+) /mg) {
    my ($format, $suffix) = ($1, $2);
    my $said = said("cwolf check --format=$format --report=same$suffix -p reach-assert door.o 2>/dev/null");
    try(length $said && slurp("same$suffix") =~ s/\d+\.\d+//gr eq $said =~ s/\d+\.\d+//gr, "format $format differs from the file $suffix");
}
tried('formats of reports', 6);
my ($competition) = $page{check} =~ /(--svcomp=.*?)\n  --/s;
compiled('good', 'int main(void) { return 0; }');
while ($competition =~ /(G (?:! )?[a-z_-]+(?:\(.*?\)\))?)/g) {
    spill('FILE.prp', "CHECK( init(main()), LTL($1) )\n");
    my $property = $1;
    my $is = substr($competition, 0, $-[0]) =~ /never TRUE/ ? 'UNKNOWN' : 'TRUE';
    my $said = said('cwolf check --svcomp=FILE.prp good.o 2>/dev/null');
    try($said eq "$is\n", "$property: not $is, but $said");
}
tried('properties of the competition', 6);
my @steps = said('echo help | cwolf run --step ./door') =~ /^([a-z]+) {2,}\S/mg;
spill('steps', join "\n", @steps, '');
my $replies = said('cwolf run --step ./door <steps');
try($replies =~ /^\(cwolf\) $_$/m && $replies !~ /no command '$_'/, "the debugger has no command $_") for @steps;
tried('commands of the debugger', 12);

# ---- exit statuses ---------------------------------------------------------------------------------------------------------
run("cwolf $_") for 'run --max-steps=2 ./prog', 'run ./prog -- 1 2 3', 'run', 'interface --max-states=2 stack.o', 'interface',
    'check -p false door.o', 'check', 'check -p "invariant is_locked == 0" door.o', 'check -p memory-safe copy.o', 'lts compare program.aut design.aut', 'lts', 'lts generate chain 300 3 --max-states=2',
    'lts check program.aut "ctl AG open"', 'link-check -o door door.o', 'interface --compare=OLD.o OLD.o';
for my $name (qw(exit run interface lts logic)) {
    my ($text) = $page{$name} =~ /(Exit status.*?)(?:\n\n[A-Z]|\z)/s or die;
    my @statuses = $name eq 'exit' ? $text =~ /^  (\d) /mg : $text =~ /(?<![\w.])([0-3])(?=:| )/g;
    try($ended{{exit => 'check', logic => 'lts'}->{$name} // $name}{$_}, "$name: no command exits with $_") for @statuses;
    try(@statuses >= 4, "$name: only @statuses");
}
tried('exit statuses', 25);
is((run('cwolf build -- sh -c "exit 7"'))[1], 7, 'build exits as its command');
done_testing();
