#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `cwolf check FILE.bp` as a script sees it: verdicts of Boolean programs, traces, mistakes, and exit statuses.
. "$(dirname "$0")/0800-lib.sh"

# figure 1 of Ball, Podelski, Rajamani; the loop runs while x != y, where the paper prints while(b2)
figure() {
    cat <<END
/* the Boolean program of the paper's figure 1 */
decl {z=0}, {x=y};

void foo()
begin
again:
    {z=0} := 1;
    {x=y} := 1;
    if (*) then
        {x=y} := H(0, {x=y});
        {z=0} := 0;
    fi
    if ($1) then goto again; fi
    if (!{z=0}) then
ERR:    assert(0);
    fi
end

boolean H(e1, e2)
begin
    if (e1) then
        return 1;
    elsif (e2) then
        return 0;
    else
        return *;
    fi
end
END
}
figure '!{x=y}' > mended.bp
run 0 'figure 1, mended' cwolf check mended.bp
is out 'the assert cannot fail' <<'END'
True assert
END
sed 's/{x=y} := H(0, {x=y})/{x=y} := choose(0, {x=y})/' mended.bp > choose.bp
run 0 'H is choose' cwolf check choose.bp
figure '{x=y}' > printed.bp
run 2 'a label that is nowhere' cwolf check -p assert -p 'unreachable H.none' printed.bp
has err "no label 'H.none'" 'is an error'
run 1 'figure 1, as printed' cwolf check -p assert -p 'unreachable foo.ERR' -p 'line : unreachable printed.bp:11' printed.bp
is out 'can fail; each question is answered by its name' <<'END'
False assert
False unreachable foo.ERR
False line
END
run 1 'the trace' cwolf check printed.bp
is err 'goes through the call and back, with what each step changes' <<'END'
printed.bp:15:9: error: the assert can fail [cwolf]
printed.bp:4:6: note: foo begins [{z=0}=0, {x=y}=0]
printed.bp:7:5: note: {z=0} := 1; [{z=0}=1]
printed.bp:8:5: note: {x=y} := 1; [{x=y}=1]
printed.bp:9:5: note: assume *;
printed.bp:10:9: note: {x=y} := H(0, {x=y}); enters H [e1=0, e2=1]
printed.bp:21:5: note:   assume !e1;
printed.bp:23:5: note:   assume e2;
printed.bp:24:9: note:   return 0; returns to foo [{x=y}=0]
printed.bp:11:9: note: {z=0} := 0; [{z=0}=0]
printed.bp:13:5: note: assume !{x=y};
printed.bp:14:5: note: assume !{z=0};
END

# one question, one small program: verdict, then the program
check() {
    verdict=$1
    what=$2
    cat > small.bp
    cwolf check ${3:-} small.bp >out 2>err
    ok 'grep -q "^$verdict assert" out' "$what: $verdict"
}
check False 'globals begin with any value' <<'END'
decl g; void main() begin assert(g); end
END
check False 'and locals, in each call' <<'END'
void main() begin f(); f(); end
void f() begin decl l; l := l; assert(!l); l := 0; end
END
check True 'an assignment reads old values' <<'END'
decl a, b; void main() begin assume a != b; a, b := b, a; a, b := b, a; assert a != b; end
END
check False 'each * is a choice of its own' <<'END'
decl a, b; void main() begin a, b := *, *; assert a = b; end
END
check False 'even in one expression' <<'END'
void main() begin assert * = *; end
END
check True 'calls are by value' <<'END'
void main() begin decl l; l := 1; f(l); assert l; end
void f(x) begin x := 0; end
END
check True 'results are assigned in their order' <<'END'
decl a, b; void main() begin b, a := f(); assert a & !b; end
bool<2> f() begin return 0, 1; end
END
check True 'a result replaces what the callee left in a global' <<'END'
decl g; void main() begin g := f(); assert g; end
bool f() begin g := 0; return 1; end
END
check False 'a result that is not returned is any' <<'END'
decl g; void main() begin g := f(); assert g; end
bool f() begin skip; end
END
check True 'callers do not mix' <<'END'
decl g; void main() begin g := 1; f(1); assert g; g := 0; f(0); assert !g; end
void f(x) begin if (x) then assert g; else assert !g; fi end
END
check False 'an assert fails in one context of several' <<'END'
decl g; void main() begin g := 1; f(); g := 0; f(); end
void f() begin assert g; end
END
check True 'a procedure that never returns' <<'END'
void main() begin f(); assert 0; end
void f() begin L: goto L; end
END
check True 'recursion without an end' <<'END'
void main() begin f(1); assert 0; end
void f(x) begin f(!x); end
END
check False 'recursion that ends' <<'END'
decl g; void main() begin g := 1; f(); assert g; end
void f() begin if (*) then f(); g := !g; fi end
END
check False 'main calls itself' <<'END'
decl g; void main() begin g := !g; if (*) then main(); assert g; fi end
END
check True 'choose: 1, else 0' <<'END'
void main() begin assert choose(1, 1) & !choose(0, 1) & choose(1, 0) & schoose[1, *]; end
END
check False 'choose: else any' <<'END'
void main() begin assert choose(0, 0); end
END
check False 'of the two' <<'END'
void main() begin assert !choose(0, 0); end
END
check True 'enforce holds in every state' <<'END'
decl a, b; void main() begin enforce a | b; assert a | b; a := 0; assert b; f(); assert a | b; end
void f() begin b := 0; end
END
check True 'nothing follows a failed assert, nor a false assume' <<'END'
decl a; void main() begin assume !a; if (a) then assert 0; fi assume a; assert 0; end
END
check True 'goto chooses only what it names' <<'END'
decl a; void main() begin a := 1; goto A, B; a := 0; A: skip; B: assert a; end
END
check False 'and any of it' <<'END'
decl a; void main() begin a := 1; goto A, B; A: a := 0; B: assert a; end
END
check True 'operators bind as in C' <<'END'
decl a, b, c; void main() begin
    assert (!a & b | c) = (((!a) & b) | c); assert (a ^ b & c) = (a ^ (b & c)); assert (a => b => c) = (a => (b => c));
    assert (a ? b : c) = (a & b | !a & c); assert (a = b = c) = ((a = b) = c); assert (a != b) = (a ^ b); assert T & !F;
end
END
check True 'while' <<'END'
decl a; void main() begin a := 0; while (!a) do a := *; od assert a; end
END
check True 'a local variable before a global one' <<'END'
decl a; void main() begin decl a; a := 1; f(); assert a; end
void f() begin a := 0; end
END
printf 'void f() begin assert 0; end void main() begin skip; end' > small.bp
run 0 'it begins with main' cwolf check small.bp
run 1 'or elsewhere' cwolf check --entry=f small.bp
run 2 'but not nowhere' cwolf check --entry=g small.bp

# a counter of 12 bits in recursion: deep stacks cost nothing
{
    echo "decl $(seq -s, -f 'b%g' 0 11);"
    echo 'void main() begin' ; for i in $(seq 0 11); do echo "b$i := 0;"; done
    echo 'down(); end'
    echo 'void down() begin'
    carry=1
    set_to= values=
    for i in $(seq 0 11); do
        set_to="$set_to${set_to:+, }b$i"; values="$values${values:+, }b$i ^ ($carry)"; carry="$carry & b$i"
    done
    echo "if ($carry) then assert 0; fi"
    echo "$set_to := $values; down(); end"
} > count.bp
run 1 'recursion of depth 4095' cwolf check count.bp
has err 'enters down' 'has a trace'
run 3 'a budget of steps' cwolf check --max-steps=100 count.bp
is out 'leaves it open' <<'END'
Maybe assert
END
has err 'the limit of steps is reached' 'and says so'

# mistakes: the message, then the program
wrong() {
    message=$1
    cat > wrong.bp
    run 2 "$message" cwolf check wrong.bp
    has err "$message" '    is told with its place'
}
wrong "wrong.bp:1:24: error: expected ';', found 'end'" <<'END'
void main() begin skip end
END
wrong "wrong.bp:1:19: error: no variable 'g' in procedure 'main'; declare it with 'decl'" <<'END'
void main() begin g := 1; end
END
wrong "wrong.bp:2:19: error: no variable 'stae' in procedure 'main'; did you mean 'state'?" <<'END'
decl state;
void main() begin stae := 1; end
END
wrong "wrong.bp:1:9: error: 'a' is declared twice" <<'END'
decl a, a; void main() begin end
END
wrong "wrong.bp:1:29: error: 'a' is declared twice in procedure 'main'" <<'END'
void main(a) begin decl b,  a; end
END
wrong "procedure 'main' is defined twice" <<'END'
void main() begin end void main() begin end
END
wrong "call of 'f': expected 2 arguments, found 1" <<'END'
void main() begin f(1); end void f(a, b) begin end
END
wrong "call of 'f': expected 1 variable for its results, found 0" <<'END'
void main() begin f(); end bool f() begin return 1; end
END
wrong "return: expected 2 expressions, found 1" <<'END'
bool<2> main() begin return 1; end
END
wrong "assignment: expected 2 expressions, found 1" <<'END'
decl a, b; void main() begin a, b := 1; end
END
wrong "'a' is set twice in one statement" <<'END'
decl a; void main() begin a, a := 1, 0; end
END
wrong "no label 'L' in procedure 'main'" <<'END'
void main() begin goto L; end void f() begin L: skip; end
END
wrong "label 'L' stands twice in procedure 'main'" <<'END'
void main() begin L: skip; L: skip; end
END
wrong "no procedure 'f' in the program" <<'END'
void main() begin f(); end
END
wrong "a choice in 'enforce'" <<'END'
decl a; void main() begin enforce a | *; skip; end
END
wrong "a comment without '*/'" <<'END'
void main() begin /* end
END
wrong "a name in braces without '}'" <<'END'
decl {a
END
wrong "expected a procedure, found none" <<'END'
decl a;
END
wrong "expected 'decl', 'void' or 'bool', found 'a'" <<'END'
a := 1;
END
wrong "expected an expression, found '2'" <<'END'
decl a; void main() begin a := 2; end
END
perl -e 'print "void main() begin assert ", "(" x 100000, "1", ")" x 100000, "; end"' > wrong.bp
run 2 'deep nesting' cwolf check wrong.bp
has err 'nested too deeply' 'is refused'
perl -e 'print "void main() begin ", "if (1) then " x 100000, "end"' > wrong.bp
run 2 'of statements, too' cwolf check wrong.bp
perl -e 'print "void main() begin assert ", "1 => " x 100000, "1; end"' > wrong.bp
run 2 'or to the right' cwolf check wrong.bp
perl -e 'print "void main() begin assert ", "1 ^ " x 100000, "1; end"' > wrong.bp
run 2 'or to the left' cwolf check wrong.bp
perl -e 'print "void main() begin assert ", "1 & " x 100000, "1; end"' > wide.bp
run 0 'a wide expression' cwolf check wide.bp
perl -e 'print "decl ", join(", ", map { "v$_" } 1 .. 100000), "; void main() begin assert v1; end"' > wide.bp
run 3 'too many variables' cwolf check wide.bp
perl -e 'print "void main() begin ", "skip; " x 200000, "assert 0; end"' > long.bp
run 1 'a long procedure' cwolf check long.bp
perl -e 'srand 1; print map { chr int rand 256 } 1 .. 3000' > wrong.bp
run 2 'noise' cwolf check wrong.bp
run 2 'a file that is not there' cwolf check nowhere.bp
run 2 'two programs' cwolf check mended.bp printed.bp
run 2 'options of C programs' cwolf check --spec=a.aut mended.bp
run 2 'an unknown question' cwolf check -p 'ctl AG true' mended.bp
has err "unknown question 'ctl AG true'" 'is told'

# the program that the help shows
run 0 'help' cwolf help boolean
sed -n '/^  decl/,/^  end/p' out > help.bp
echo 'void f2() begin end void main() begin end' >> help.bp
run 0 'shows a program' cwolf check help.bp
finish
