#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What reduction by completed traces and failures makes of systems: for each word as few states as what can be refused
# after it allows. Where every step counts, the step into a state chooses what will be refused; else a silent step may.
. "$(dirname "$0")/0800-lib.sh"

reduce() { # RELATION FILE [OPTION]...
    relation=$1
    shift
    run 0 "$relation" cwolf lts reduce --relation="$relation" "$@"
}

# A machine that gives tea, or tea and coffee, and the customer cannot know which.
cat > offers.aut <<'END'
des (0,5,4)
(0,"coin",1)
(0,"coin",2)
(1,"tea",3)
(2,"tea",3)
(2,"coffee",3)
END
reduce failures offers.aut
is out 'coffee is possible, tea is certain: two states after the coin' <<'END'
des (0,5,4)
(0,"coin",1)
(0,"coin",2)
(1,"tea",3)
(2,"coffee",3)
(2,"tea",3)
END
reduce weak-failures offers.aut
is out 'with a silent step: in front of the state that gives tea alone coffee may come, too' <<'END'
des (0,4,4)
(0,"coin",1)
(1,i,2)
(1,"coffee",3)
(2,"tea",3)
END
reduce completed-trace offers.aut
is out 'both end only with the drink' <<'END'
des (0,3,3)
(0,"coin",1)
(1,"coffee",2)
(1,"tea",2)
END

# What refuses nothing new is left out: to the machine that gives tea or coffee, one that gives both.
cat > more.aut <<'END'
des (0,8,7)
(0,"coin",1)
(0,"coin",2)
(0,"coin",3)
(1,"tea",4)
(2,"coffee",5)
(3,"tea",6)
(3,"coffee",6)
(3,"tea",4)
END
sed '/^(0,"coin",3)/d; /^(3/d; s/,8,7/,4,7/' more.aut > less.aut
reduce failures less.aut
cp out less.out
reduce failures more.aut
ok 'cmp out less.out' 'is that of the system without it'
reduce weak-failures more.aut
ok 'cmp out less.out' 'is the same, as the step before the choice may choose'

# Before the first step nobody but a silent step can.
cat > start.aut <<'END'
des (0,4,4)
(0,i,1)
(0,i,2)
(1,"tea",3)
(2,"coffee",3)
END
reduce weak-failures start.aut
cp out kept
reduce failures start.aut
ok 'cmp out kept' 'is what it was: i is a step among others'
is out 'four states' <<'END'
des (0,4,4)
(0,i,1)
(0,i,2)
(1,"coffee",3)
(2,"tea",3)
END

# Endless silence refuses nothing and ends nothing.
printf 'des (0,3,3)\n(0,"coin",1)\n(1,i,2)\n(2,i,1)\n' > hangs.aut
for relation in weak-failures weak-completed-trace; do
    reduce $relation hangs.aut
    is out 'one state keeps the silent loop' <<'END'
des (0,2,2)
(0,"coin",1)
(1,i,1)
END
done
printf 'des (0,4,3)\n(0,"coin",1)\n(1,i,1)\n(1,i,2)\n(1,"tea",0)\n' > rests.aut
reduce weak-failures rests.aut
is out 'but what can come to rest beside it is kept instead' <<'END'
des (0,3,3)
(0,"coin",1)
(1,i,2)
(1,"tea",0)
END
reduce weak-completed-trace rests.aut
is out 'and what can end' <<'END'
des (0,3,3)
(0,"coin",1)
(1,i,2)
(1,"tea",0)
END

# A result can be larger than what it comes from, and then a limit ends it.
awk 'BEGIN { print "des (0,61,21)"; print "(0,a,0)\n(0,b,0)\n(0,a,1)"
    for (s = 1; s < 20; s++) print "(" s ",a," s+1 ")\n(" s ",b," s+1 ")\n(" s ",c," s+1 ")"
    print "(20,a,20)" }' > many.aut
for relation in failures weak-failures completed-trace weak-completed-trace trace; do
    run 3 "$relation, too many states" cwolf lts reduce --relation=$relation --max-states=1000 many.aut
    has err 'more than 1000 states' 'is said'
    run 3 "$relation, too little memory" cwolf lts reduce --relation=$relation --max-memory=1M many.aut
    has err 'memory' 'is said'
done
finish
