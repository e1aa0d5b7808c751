/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The texts of `cwolf help lts`. What stands behind a `$` is run by a test, which compares what is printed.
 */
#include "lts_help_text.h"

const char driver_lts_text_synopsis[] =
    "    cwolf lts COMMAND [options] FILE...\n"
    "    cwolf lts COMMAND --help\n\n"
    "A labelled transition system is a set of states, one of them the start, and steps between them, each with a "
    "label: "
    "what a program, a protocol or a machine does, seen from outside. The label i is the silent step: something "
    "happens "
    "inside, and nobody sees it.\n\n"
    "Output goes to standard output unless -o says otherwise; a file that is written is complete, or as it was before.";

const char driver_lts_text_which[] =
    "Two systems are equivalent when nobody can tell one from the other; --relation=R says who is asked. weak-trace: "
    "somebody who writes down the visible steps and compares what can be written. weak: somebody who uses both, sees "
    "no i, and notices when something can be done no more; branching asks a little more than that and is the fastest "
    "to decide. strong, which is meant when nothing is said: somebody who sees the silent steps too. "
    "weak-trace-preorder asks whether the first does nothing that the second does not do.";

const char driver_lts_text_example[] =
    "A design says: after open one may send, as often as one likes, and close. The program should do the same. Both "
    "are "
    "files of the simplest format there is: start, number of transitions, number of states; then a line for each "
    "step.\n\n"
    "    $ cat design.aut\n"
    "    des (0,3,2)\n"
    "    (0,open,1)\n"
    "    (1,send,1)\n"
    "    (1,close,0)\n"
    "    $ cat program.aut\n"
    "    des (0,5,3)\n"
    "    (0,open,1)\n"
    "    (1,send,1)\n"
    "    (1,close,0)\n"
    "    (1,i,2)\n"
    "    (2,close,0)\n\n"
    "Whoever only watches cannot tell one from the other: the sequences of visible steps are the same.\n\n"
    "    $ cwolf lts compare --relation=weak-trace program.aut design.aut\n"
    "    TRUE\n\n"
    "Whoever uses them can:\n\n"
    "    $ cwolf lts compare --relation=weak program.aut design.aut\n"
    "    FALSE\n"
    "    first: program.aut, second: design.aut\n"
    "    after open, on the way shown, the second can do send, the first cannot\n"
    "    play:\n"
    "        the first does open, to state 1\n"
    "        the first does i, to state 2\n"
    "        the second does open, to state 1\n"
    "        the second does send, to state 1, which the other cannot answer\n"
    "    formula that only the first satisfies: <<open>>not <<send>>tt\n"
    "        <<a>>F: a, with any silent steps i before and after it, leads to a state where F holds\n"
    "    $ echo $?\n"
    "    1\n\n"
    "The play is an argument between the two: the first goes open and then, in silence, i; the second has to come to a "
    "state just as good, and does open. Now the second can send, and the first cannot. So the program may decide on "
    "its "
    "own, after open, that nothing can be sent any more, and the design never does. The formula says it in one line: "
    "after "
    "open it can be that send is impossible (tt is true of every state).\n\n"
    "It happens in state 2 of program.aut; 'cwolf lts draw program.aut -o program.svg' draws it. Either the line "
    "(1,i,2) is "
    "a mistake of the program, or the design forgot that a connection can be lost, and is to say so. --format=json "
    "gives "
    "the same to programs.\n\n"
    "Traces, completed traces and failures have no formula: the trace, and what can be refused after it, say all.\n\n"
    "A formula is never deeper than it has to be, counting modalities inside each other, and is printed with what its "
    "signs mean. By branching, <<i>>(F and <a>G) counts as one modality: silent steps, or none, lead to a state where "
    "F holds and a leads to one where G holds; <i?> is a silent step or none.\n\n"
    "In JSON the members are: verdict (true or false), first and second (the files), relation, explanation (a "
    "sentence), kind (trace, play or refusal), only_in (first or second: who has the trace, makes the last move or "
    "refuses), steps (of objects with moves: first or second, label, and state: the one reached; those of a trace are "
    "of who has it), shortest (of a trace: false where not all shorter ones could be tried), refused "
    "(labels), formula (as text), no_formula (why there is none), formula_depth, formula_tree and formula_where "
    "(the parts X1, X2 and so on that stand in it more than once). A tree is an object with op and, by op: true, "
    "nothing; prop, name and value (true or maybe); not and forever, formula; and, formulas; step <a> and weak-step "
    "<<a>>, label and formula; via, at (F), label and then (G); ref, the name of a part. changes: true marks a silent "
    "step that changes a proposition, i! in the text.";

const char driver_lts_text_relations[] =
    "What is equivalent by strong is so by branching, that by weak, that by weak-trace; the other way round it need "
    "not be. R-preorder, of a relation R that has one, asks whether the second can do all that the first can. Those "
    "that begin with dp also tell a system that can go on in silence for ever from one that cannot.\n\n"
    "Traces, completed traces and failures can take exponential time: compare and reduce end with status 3 at "
    "--max-states "
    "or --max-memory. A system reduced by traces is deterministic, by the others as far as what can be refused allows: "
    "that can be more states and transitions than it had. What is equivalent is reduced to the same system, by every "
    "relation but peephole, tau-cycle and tau-confluence.";

const char driver_lts_text_formats[] =
    "A system is a FILE, FILE:PROCESS for a CCS file that defines several processes, or - for standard input. Its "
    "format "
    "follows from the suffix, else from the content. Files packed with gzip or zstd are read as they are, and written "
    "so "
    "when their name ends in .gz or .zst. An input is written 'a, an output a; in CCS the silent step is t or tau.\n\n"
    "In JSON, labels are numbered from 0 as they are listed, and a transition is [from, label, to]; state_names, "
    "propositions, values (a text of 0, 1 and ? for each state) and a fourth false in a transition (it may happen, and "
    "need not) can be left out:\n\n"
    "    {\"states\": 2, \"initial\": 0, \"labels\": [\"i\", \"open\"], \"transitions\": [[0,1,1], [1,0,0]]}";

const char driver_lts_text_names[] =
    "--hide, --rename, --restrict, --sync and --sync-all take NAMES between commas. A name stands for the label that "
    "is equal to it, and for labels with data: send is send, send(1,2) and send !1, because what stands before the "
    "first '(', '!' or blank decides. Without a leading quote it stands for the input 'send too; with one, only for "
    "that. A * is any text: then the whole label is compared. A name in double quotes is exactly the label between "
    "them (to be kept from the shell: '\"send\"'). A name that matches nothing is an error, unless it has a *.\n\n"
    "The first of these options that matches a label decides what becomes of it; they all speak of the labels in the "
    "files. A renamed label keeps its quote and its data; in --rename='in(*)=put_*' the second * is what the first one "
    "stood for.";

const char driver_lts_text_composition[] =
    "compose --sync=NAMES lets labels happen together that several systems have: a label that NAMES matches happens in "
    "all systems that know it at once, or not at all; every other label happens alone. That is CSP's parallel operator "
    "with the alphabets of both: what only one system knows holds nobody back. --sync='*' takes all labels that two "
    "systems have in common, --sync= takes none. A system knows the labels of the steps that it can come to.\n\n"
    "compose --sync-all=NAMES asks for more, as |[NAMES]| of LOTOS does, and CSP's parallel operator with an "
    "interface: such a label happens in every system at once; when one of them does not know it, it never happens. "
    "Both options go together. A warning tells of a name by which nothing happens together, or not at all.\n\n"
    "    $ cwolf lts compose --sync=mid --hide=mid sender.aut receiver.aut | cwolf lts reduce --relation=weak - | head "
    "-n 3\n"
    "    des (0,12,7)\n"
    "    (0,\"in(1)\",1)\n"
    "    (0,\"in(2)\",2)\n\n"
    "Without --sync the rules of CCS hold: every system moves alone, and two of them do a and 'a together as the "
    "silent "
    "step; --restrict=a forbids both alone. Only states that can be reached are built.";

const char driver_lts_text_scripts[] =
    "Large systems are put together step by step, and reduced on the way:\n\n"
    "    $ cat buffer.script\n"
    "    # two places for a value, one in each system; what goes on between them is their own affair\n"
    "    buffer = reduce weak (hide mid in (\"sender.aut\" |[mid]| \"receiver.aut\"))\n"
    "    write buffer \"buffer.aut\"\n"
    "    $ cwolf lts script -v buffer.script\n"
    "    buffer.script:2:36: sender.aut: 3 states, 4 transitions\n"
    "    buffer.script:2:57: receiver.aut: 3 states, 4 transitions\n"
    "    buffer.script:2:49: 2 systems by |[mid]|: 9 states, 14 transitions\n"
    "    buffer.script:2:23: hide: 9 states, 14 transitions\n"
    "    buffer.script:2:10: reduce weak: 7 states, 12 transitions\n\n"
    "A script is a list of NAME = SYSTEM and write SYSTEM \"FILE\". A system is a \"FILE\", a NAME given before, "
    "generate "
    "FAMILY NUMBER..., reduce RELATION SYSTEM, hide NAMES in SYSTEM, restrict NAMES in SYSTEM, rename OLD=NEW,... in "
    "SYSTEM, or systems with an operator between them: |[NAMES]| (these labels in every system at once, as "
    "--sync-all and LOTOS), |[[NAMES]]| (in those that know them, as --sync), || (all that are shared), ||| (none), | "
    "(CCS). What follows in reaches as far as it can; reduce takes what stands next to it, so brackets help. What "
    "restrict forbids in systems with an operator between them is not even built; else hide, rename and restrict keep "
    "every state, and reduce drops those that cannot be reached any more. Files stand beside the "
    "script. Everything is checked before anything is read, and nothing is written before "
    "everything is made. A # starts a comment.";

const char driver_lts_text_pictures[] =
    "draw makes SVG with the program dot (package graphviz), or its input with --format=dot. A system of more than 200 "
    "states, or with too many steps to follow, is drawn as a summary: states equally far from the start, or states "
    "that can do the same, are one box with their number; an arrow stands for all steps between two boxes, its most "
    "frequent labels first. The picture says so. Boxes that can do the same say where a step leads from one and not "
    "from the other. State by state, all steps between two states are one arrow; labels whose numbers follow each "
    "other "
    "are written in one: pkt0..47. A dashed arrow may happen, and need not. --summary=depth, labels or none choose; "
    "--max-nodes=N says how much "
    "there may be to see.";

const char driver_lts_text_logs[] =
    "check-traces says whether a system can do what logs say: one event on a line; empty "
    "lines and lines that start with # "
    "are skipped. Silent steps stand in no log: the system makes them as it likes.\n\n"
    "    $ cwolf lts check-traces design.aut good.log bad.log\n"
    "    accepted good.log\n"
    "    rejected bad.log: after 2 events: send is not possible, in line 3";

const char driver_lts_text_families[] =
    "generate FAMILY VALUE... writes systems of real shape and any size, for trying "
    "things out; 'cwolf lts generate' tells "
    "what the values mean.";

const char driver_lts_text_exit[] =
    "0: done, or the answer is yes. 1: the answer is no. 2: wrong use or wrong input. 3: a limit "
    "was reached, or Ctrl-C was pressed.";

const char driver_lts_text_files[] =
    "The files of the examples are in share/doc/cwolf/examples/lts, with a C program that "
    "uses the library: cwolf/lts.h, "
    "found by pkg-config under the name cwolf-lts.";

const char driver_lts_text_preorders[] =
    "R-preorder, of those listed with one: is the first below the second, which can do all that the first can?";
