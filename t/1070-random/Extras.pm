# SPDX-License-Identifier: GPL-3.0-or-later
#
# Idioms that random statements rarely make: walks over arrays by pointer, bytes of objects, heap blocks, lists, strings,
# setjmp, callbacks, labels on stores. Each is a function that gives the text of a statement, or '' where the scope has no
# variable that suits it.
package Extras;
use strict;
use warnings;
use Types;

our (@helpers, %used);

# What the idioms call, each put in front of the program when one of them was used.
my %helper = (
    total => 'static int total(int n, ...)
{
    va_list ap;
    int sum = 0;
    va_start(ap, n);
    while (n-- > 0)
        sum += va_arg(ap, int);
    va_end(ap);
    return sum;
}',
    choose => 'static int *choose(int which, int *a, int *b)
{
    return which ? a : b;
}',
    swap => 'static void swap(void *a, void *b, unsigned long n)
{
    unsigned char *x = a, *y = b;
    while (n-- > 0) {
        unsigned char t = *x;
        *x++ = *y;
        *y++ = t;
    }
}',
    each => 'static void each(int n, void (*f)(int, void *), void *context)
{
    for (int i = 0; i < n; i++)
        f(i, context);
}
static void add(int i, void *context)
{
    *(int *)context += i;
}
static void count(int i, void *context)
{
    ((int *)context)[i & 1]++;
}',
    list => 'struct node {
    int value;
    struct node *next;
};
static struct node *push(struct node *top, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(3);
    n->value = value;
    n->next = top;
    return n;
}',
    order => 'static int order(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}',
    jump => 'static jmp_buf back;
static int jumps;
static void jump(int how)
{
    if (jumps++ < 2 && how)
        longjmp(back, how);
}',
    seen => 'static int seen;
#pragma cwolf label write(seen) when (value == 1) => "seen one"
#pragma cwolf label write(seen) when (value > 4) => "seen many"
#pragma cwolf label watch(seen == 2) => "watch two"
#pragma cwolf label watch(seen < 0) => "watch negative"',
    told => 'static void told(unsigned char what, int how)
{
    NATIVELY(if (what == 2) _cwolf_event("told two"); if (how == 3) _cwolf_event("told three");)
}
#pragma cwolf label call(told(2)) => "told two"
#pragma cwolf label call(told(_, 3)) => "told three"',
    gave => 'static int gave(int x)
{
    x = x > 3 ? x & 3 : x - 1;
    NATIVELY(if (x < 0) _cwolf_event("gave little"); if (x == 2) _cwolf_event("gave two");)
    return x;
}
#pragma cwolf label return(gave) when (value < 0) => "gave little"
#pragma cwolf label return(gave) when (value == 2) => "gave two"',
);
sub uses { $used{$_} = 1 for @_ }
sub line { return Program::line(@_) }
sub lines { return join '', map { line($_) } @_ }

# Globals and helpers, which stand before the functions.
sub helpers { return join '', map { "$helper{$_}\n\n" } sort keys %used }

sub plain {
    my ($kind, $of) = @_;
    return grep {
        !$_->{bits} && !$_->{packed} && !$_->{untouchable} && !@{$_->{guard} // []} && (!$of || $of->($_->{type}))
    } writable($kind);
}
sub an_int { return pick(plain('int', sub { $_[0]{name} ne '_Bool' })) }
sub a_real_int { return pick(plain('int', sub { $_[0]{name} eq 'int' })) }
sub int_array { return pick(plain('array', sub { $_[0]{of}{kind} eq 'int' && $_[0]{of}{name} !~ /Bool/ })) }
sub event { return 'SHOW("' . name('x') . "\", $_[0])" }

my @idioms = (
    sub { # a byte of an object
        my $x = an_int() or return '';
        my $i = chance(0.5) ? int rand $x->{type}{bits} / 8 : '(' . expr(1) . ") & (sizeof $x->{text} - 1)";
        return line("((unsigned char *)&$x->{text})[$i] = " . expr(2) . ';') if chance(0.5);
        return line(event("((signed char *)&$x->{text})[$i]"));
    },
    sub { # walks over an array
        my $a = int_array() or return '';
        my ($p, $n, $type) = (name('p'), $a->{type}{n}, $a->{type}{of}{name});
        my $body = pick("*$p = " . expr(2), "*$p += " . expr(1), "*$p ^= " . expr(1), "SHOW(\"" . name('x') . "\", *$p)");
        return line("for ($type *$p = $a->{text}; $p < $a->{text} + $n; $p++)") . '    ' . line("$body;") if chance(0.4);
        return line("for ($type *$p = $a->{text} + $n; --$p >= $a->{text};)") . '    ' . line("$body;") if chance(0.3);
        my $e = expr(2);
        return lines('{', "    $type *$p = $a->{text};", "    *$p++ = $e;", "    *$p = $p\[-1] + 1;",
            '    ' . event("(int)($p - $a->{text})"), '    ' . event("$p\[-1]"), '}');
    },
    sub { # counts through an array by its index
        my $a = int_array() or return '';
        my ($i, $n) = (name('k'), $a->{type}{n});
        my ($e, $f, $g) = (expr(2), expr(1), expr(1));
        return lines('{', "    int $i = 0;", "    $a->{text}\[$i++] = $e;", "    if (($f) > 0 && $i < $n)",
            "        $a->{text}\[$i++] = $g;", '    ' . event($i), "    while ($i-- > 0)", '        ' . event("$a->{text}\[$i]"), '}');
    },
    sub { # copies parts of arrays
        my @arrays = plain('array', sub { $_[0]{of}{kind} eq 'int' && $_[0]{of}{name} !~ /Bool/ });
        return '' if !@arrays;
        my ($a, $b) = map { pick(@arrays) } 1, 2;
        my ($s, $t) = map { $_->{type}{n} * $_->{type}{of}{bits} / 8 } $a, $b;
        my $n = some($s < $t ? $s : $t);
        return line("memmove($a->{text}, $b->{text}, $n);") if chance(0.6);
        return line(event("memcmp($a->{text}, $b->{text}, $n) != 0")) if chance(0.5);
        return line("memmove($a->{text} + 1, $a->{text}, sizeof $a->{text} - sizeof *$a->{text});");
    },
    sub { # a string
        my $s = name('s');
        my ($e, $f) = (expr(2), expr(1));
        my $text = pick('', 'a', 'ab', 'abc12', '7');
        my $first = pick("strcpy($s, \"$text\");", "memcpy($s, \"$text\", sizeof \"$text\");", "strcat(strcpy($s, \"$text\"), \"z\");",
            "snprintf($s, sizeof $s, \"%d\", $e);");
        return lines('{', "    char $s\[24] = \"x\";", "    $first", "    if ($f)", "        $s\[" . int(rand 3) . "] = $e;",
            '    ' . event(pick("(int)strlen($s)", "$s\[1]", "strcmp($s, \"ab\") == 0", "atoi($s)", "$s\[0] == 'a'",
            "strchr($s, 'b') ? (int)(strchr($s, 'b') - $s) : -1", "(int)strtol($s, 0, 10)")), '}');
    },
    sub { # a block on the heap
        my $type = chance(0.5) ? pick(grep { $_->{bits} > 1 } @ints) : pick(@structs);
        my ($h, $n) = (name('h'), some(3));
        my $get = pick("malloc($n * sizeof *$h)", "malloc($n * sizeof *$h)", "calloc($n, sizeof *$h)");
        my $out = line("$type->{name} *$h = $get;") . line("if (!$h)") . '    ' . line('exit(3);');
        my $zero = chance(0.6) || $type->{kind} ne 'int' ? line("memset($h, 0, $n * sizeof *$h);") :
            line("for (int i = 0; i < $n; i++)") . '    ' . line("$h\[i] = " . expr(1) . ';');
        declare($h, pointer_to($type));
        return "$out$zero";
    },
    sub { # a list
        uses('list');
        my ($l, $i) = (name('l'), name('n'));
        my ($e, $f, $g) = (expr(2), expr(1), some(3));
        return lines('{', "    struct node *$l = 0;", "    for (int $i = 0; $i < $g; $i++)", "        $l = push($l, $i + ($e));",
            "    if ($f)", "        $l->value = " . expr(1) . ';',
            (chance(0.5) ? ("    if ($l->next)", "        $l->next->value++;") : ("    $l->next = 0;")),
            "    while ($l) {", '        ' . event("$l->value"), "        struct node *gone = $l;", "        $l = $l->next;", '        free(gone);', '    }', '}');
    },
    sub { # setjmp
        uses('jump');
        return '' if $Program::returns && !$Program::in_main;
        my ($v, $e) = (name('j'), expr(1));
        local $Program::breakable = 0;
        my $body = Program::block(1, 2);
        my $more = Program::block(0, 1);
        return line("int $v = setjmp(back);") . line("if ($v < 2) {") . $body . line("    jump(($e) & 3);") . $more . line('}') . line(event($v))
            if chance(0.5);
        return line('switch (setjmp(back)) {') . line('case 0:;') . $body . line("    jump(($e) & 3);") . line('    break;') .
            line('case 2:;') . $more . line('default:') . line('    ' . event(7)) . line('}');
    },
    sub { # sorts
        uses('order');
        my $a = pick(plain('array', sub { $_[0]{of}{name} // '' eq 'int' })) or return '';
        return '' if ($a->{type}{of}{name} // '') ne 'int';
        return lines("qsort($a->{text}, $a->{type}{n}, sizeof(int), order);", event("$a->{text}\[0]"), event("$a->{text}\[1]"));
    },
    sub { # a member of a union written, another read
        my $u = pick(plain('union')) or return '';
        my ($f, $g) = map { pick(grep { $_->{type}{kind} eq 'int' && $_->{type}{name} ne '_Bool' } @{$union->{fields}}) } 1, 2;
        return $f && $g ? lines("$u->{text}.$f->{name} = " . expr(2) . ';', event("$u->{text}.$g->{name}")) : '';
    },
    sub { # overflow
        my $x = an_int() or return '';
        return '' if $x->{type}{name} =~ /enum/;
        my ($op, $e, $f) = (pick(qw[add sub mul]), expr(2), expr(2));
        return line("if (__builtin_${op}_overflow($e, $f, &$x->{text}))") . '    ' . line(event(1));
    },
    sub { # variable arguments
        uses('total');
        my ($e, $f) = (expr(1), expr(1));
        my $n = some(3);
        return line(event("total($n, (int)($e), (int)($f), 2)"));
    },
    sub { # a store through a chosen pointer
        my ($x, $y) = (a_real_int(), a_real_int());
        return '' if !$x || !$y;
        my ($c, $e) = (condition(2), expr(2));
        return line("*(($c) ? &$x->{text} : &$y->{text}) = $e;") if chance(0.5);
        uses('choose');
        return line("*choose($c, &$x->{text}, &$y->{text}) " . pick('=', '+=') . " $e;");
    },
    sub { # swaps
        my $x = an_int() or return '';
        uses('swap');
        my $y = pick(plain('int', sub { $_[0] == $x->{type} })) or return '';
        return line("swap(&$x->{text}, &$y->{text}, sizeof $x->{text});");
    },
    sub { # a callback
        uses('each');
        my $v = name('t');
        my $n = '(' . expr(1) . ') & 3';
        return lines('{', "    int $v\[2] = {" . expr(1) . ', ' . expr(1) . '};', "    each($n, " . pick('add', 'count') . ", $v);",
            '    ' . event("$v\[0]"), '    ' . event("$v\[1]"), '}');
    },
    sub { # a pointer to a pointer
        my $x = a_real_int() or return '';
        my ($p, $q) = (name('p'), name('q'));
        my $y = address($ints[6], 0);
        return lines('{', "    int *$p = &$x->{text};", "    int **$q = &$p;", "    **$q = " . expr(2) . ';', ($y && $ints[6] ? ("    if (" . condition(1) . ')',
            "        *$q = $y;") : ()), "    *$p " . pick('+= 1', '= 3', '^= 2') . ';', '    ' . event("**$q"), '}');
    },
    sub { # a compound literal, an array behind a pointer
        my $p = name('p');
        my ($e, $f) = (expr(1), expr(1));
        return lines('{', "    short *$p = (short[]){1, $e, 3};", "    $p\[($f) & 1] += 2;", '    ' . event("$p\[1]"), '}') if chance(0.5);
        my $a = int_array() or return '';
        return lines('{', "    $a->{type}{of}{name} (*$p)[$a->{type}{n}] = &$a->{text};", "    (*$p)[1] = $e;", '    ' . event("$p\[0][0]"), '}');
    },
    sub { # floating point
        my $d = name('d');
        my ($e, $f) = ('(signed char)(' . expr(2) . ')', '(signed char)(' . expr(1) . ')');
        return lines('{', "    " . pick('double', 'float') . " $d = $e;", "    $d = $d * 0.5 + $f;", '    ' . event("(int)$d"),
            "    EITHER($d > 1.5, \"" . name('x') . "\", \"" . name('x') . '")', '}');
    },
    sub { # an assignment inside a condition
        my ($x, $y) = (an_int(), an_int());
        return '' if !$x || !$y || $x->{text} =~ /\[|\*/ || $y->{text} =~ /\[|\*/;
        my ($e, $f) = (expr(2), constant());
        return line("if (($x->{text} = $e) > $f " . pick('&&', '||') . " ($y->{text} += 1) < 3)") . '    ' . line(event("$y->{text}"));
    },
    sub { # computed goto
        my ($l, $m, $n, $t) = map { name('L') } 1 .. 4;
        my $e = expr(2);
        return lines('{', "    static void *const $t\[] = {&&$l, &&$m};", "    goto *$t\[($e) & 1];", "    $l:;", '    ' . event(0), "    goto $n;", "    $m:;",
            '    ' . event(1), "    $n:;", '}');
    },
    sub { # an array of variable length, 128 bits, assembler, a statement expression
        my $v = name('v');
        my ($e, $f) = (expr(2), expr(1));
        return lines('{', "    int $v\[1 + (($e) & 3)];", "    for (unsigned i = 0; i < sizeof $v / sizeof *$v; i++)", "        $v\[i] = $f;",
            '    ' . event("(int)(sizeof $v / sizeof *$v)"), '    ' . event("$v\[0]"), '}') if chance(0.4);
        return lines('{', "    __int128 $v = $e;", "    $v *= $f;", '    ' . event("(int)($v >> 3)"), '}') if chance(0.3);
        return line(event("({ int $v = $e; $v > 2 ? $v - 1 : ($f); })")) if chance(0.6);
        my $x = a_real_int() or return '';
        return lines("asm volatile(\"\" : \"+r\"($x->{text}));", event($x->{text}));
    },
    sub { # labels
        my $e = expr(2);
        if (chance(0.6)) {
            uses('seen');
            return line("WRITE(seen, $e, if (seen == 1) _cwolf_event(\"seen one\"); if (seen > 4) _cwolf_event(\"seen many\"); " .
                'if (seen == 2) _cwolf_event("watch two"); else if (seen < 0) _cwolf_event("watch negative"););');
        }
        my $f = expr(1);
        uses('told'), return line("told($e, $f);") if chance(0.5);
        uses('gave');
        return line(event("gave($e)"));
    },
    sub { # reads standard input
        return '' if !$Program::stdin;
        my $x = a_real_int();
        my $s = name('s');
        return line("if (scanf(\"%d\", &$x->{text}) == 1)") . '    ' . line(event($x->{text})) if $x && chance(0.4);
        return lines('{', "    char $s\[4];", "    if (fgets($s, sizeof $s, stdin)) {", '        ' . event("$s\[0]"), '        ' . event("(int)strlen($s)"), '    }', '}')
            if chance(0.5);
        return lines('{', "    unsigned char $s\[3] = {0};", "    int got = fread($s, 1, 2, stdin);", '    ' . event('got'), '    ' . event("$s\[0]"),
            '    ' . event("$s\[2]"), '}') if chance(0.6);
        return lines('{', "    int $s = getchar();", "    if (ungetc($s, stdin) != EOF)", '        ' . event("getchar() == $s"), '}');
    },
    sub { # leaves
        return line('if (' . condition(2) . ')') . '    ' . line('exit(' . int(rand 3) . ');') if chance(0.3);
        return line('if (' . condition(2) . ')') . '    ' . line('abort();') if chance(0.2);
        return '';
    },
);

sub statement {
    my $text = pick(@idioms)->();
    return $text ne '' ? $text : Program::assignment();
}

1;
