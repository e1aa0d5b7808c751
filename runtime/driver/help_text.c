/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The topics of `cwolf help`. Invariant: whatever a parser knows by a table is printed from that table, not repeated
 * here.
 */
#include "runtime/driver/help_text.h"
#include "runtime/driver/driver.h"
#include "runtime/driver/report/report.h"

static const char flag[] =
    "The flag\n\n"
    "  gcc -specs=$(cwolf --specs) -c door.c      the object carries what its functions do\n"
    "  gcc -specs=$(cwolf --specs) -o door door.o the link is followed by the check\n\n"
    "Machine code is not changed. After a link the questions in the program (properties and specs) are answered: a\n"
    "violation removes the output and fails the link, an undecided one is a warning. Arguments, for compile and "
    "link:\n\n"
    "  -fplugin-arg-cwolf-am=FILE            an abstraction map           -fplugin-arg-cwolf-lm=FILE  a label map\n"
    "  -fplugin-arg-cwolf-properties=FILE    properties\n"
    "  -fplugin-arg-cwolf-spec=FILE:PROCESS:RELATION  a design\n"
    "  -fplugin-arg-cwolf-rules=SET|FILE,...  rules for every program linked ('cwolf help rules')\n"
    "  -fplugin-arg-cwolf-baseline=FILE      violations of rules that are known\n"
    "  -fplugin-arg-cwolf-strict             undecided answers and failures of C Wolf are errors\n"
    "  -fplugin-arg-cwolf-violations=warn    violations keep the output\n"
    "  -fplugin-arg-cwolf-missing=ignore|warn|error  objects without fragments that define what is called\n"
    "  -fplugin-arg-cwolf-max-states=N, -max-memory=SIZE, -timeout=SECONDS, -layer=1|2   as with cwolf check\n"
    "  -fplugin-arg-cwolf-format=FORMAT      a report beside the output, as OUTPUT.cwolf.SUFFIX ('cwolf help check'); "
    "may be\n"
    "                                        given several times\n"
    "  -fplugin-arg-cwolf-no-cache, -verify-cache    as with cwolf check\n"
    "  -fplugin-arg-cwolf-strip              take the section .cwolf out of the output after the check\n\n"
    "A linker script under --orphan-handling=error needs a line for the section .cwolf.\n";

static const char abstractions_text[] =
    "Abstractions: what is kept of a variable's value\n\n"
    "In pragmas, .am files and --default. The first name is the papers', those behind it mean the same.\n\n";

static const char labels_text[] = "Labels: what is seen of a program's steps\n\n"
                                  "A rule is EVENT [when (CONDITION)] => [input|output] NAME. Events:\n\n";
static const char labels_more[] =
    "\nInputs are written 'name in models, outputs as the bare name; --labels=io writes ?name and !name. The call\n"
    "_cwolf_event(\"name\") in the source is a label of its own. 'cwolf help maps' lists the ready-made label maps.\n";
static const char maps_text[] = "Ready-made label maps, by name: -l NAME\n\n";

static const char model_text[] =
    "Models\n\n"
    "  -a MAP.am, -l MAP.lm    maps, in this order of weight: the source's own, then these; -l also takes a ready-made "
    "name\n"
    "  --entry=FUNCTION        where to start instead of main\n"
    "  --default=ABSTRACTION   for variables without one; otherwise they are ignored\n"
    "  --merge=never|stack|location  which states are joined: none, those of one place and call stack, those of one "
    "place\n"
    "  --reduce=RELATION       the quotient is written (peephole: already while exploring)\n"
    "  --format=FORMAT         else by the suffix of -o FILE, else aut\n"
    "  --format=bp             the Boolean program of the predicates ('#pragma cwolf predicate x == y'), one variable\n"
    "                          for each; 'cwolf check FILE.bp' answers questions about it. --cube=N: conjunctions of "
    "at\n"
    "                          most N literals (3); --no-enforce: keep states in which predicates contradict each "
    "other\n"
    "  --kripke                states with their program counters, values and the invariants that hold there (as text\n"
    "                          unless said otherwise); transitions that are not certain are marked, in pictures "
    "dashed\n"
    "  --grain=statement|event|global|loop|function|mark   with --kripke: what one step is ('cwolf help grain')\n"
    "  --must                  keep which transitions are certain; otherwise the model is written without\n"
    "  --labels=quote|io       inputs as 'a or ?a, outputs as a or !a\n"
    "  --volatile=any|memory|input   what reading a volatile object gives\n"
    "  --max-states=N --max-memory=SIZE --timeout=SECONDS   budgets of the whole command; k, M and G may follow;\n"
    "                          10^6 states unless given, any number with --timeout\n\n"
    "Variables that a watch names are kept without being asked. The last line on standard error is\n"
    "  states N, transitions M, must K, seconds S, bytes B\n"
    "of the model written; seconds and bytes are the exploration's. A run that ends early (budget, Ctrl-C) writes "
    "what\n"
    "it has, says so, and exits with 3.\n";

static const char check_text[] =
    "Checking\n\n"
    "  -p 'invariant EXPR'     the C expression is true after every step      -p 'NAME : invariant EXPR' names it\n"
    "  -p reach-assert         no assert, abort or error function is reached\n"
    "  -p memory-safe          no access outside of an object or of one that is gone, no bad free\n"
    "  -p no-overflow          no signed overflow; -p no-div-zero: no division by zero (in what the compiler left of "
    "them)\n"
    "  -p 'unreachable NAME'   the function or C label is never reached\n"
    "  -p no-uninit            nothing decides, or is an address, or leaves the program, that was never given a value\n"
    "  -p no-leak              no block of the heap is lost: not freed, and nothing leads to it any more\n"
    "  -p no-deadlock          the program never waits for ever for itself; what waits for threads is Maybe\n"
    "  -p termination          every run ends, if functions without a body return; loops by their counters\n"
    "  -p 'LOGIC FORMULA'      ctl, ltl, ctlstar, mu or hml ('cwolf help logic') over events and, in double quotes, C\n"
    "                          conditions: -p 'ctl AG (\"level > 9\" -> AF alarm)'. \"f:n < 3\" is about the newest\n"
    "                          activation of f, and not known where there is none; in(f): control is in f itself;\n"
    "                          at(FILE:LINE): a statement of that line is next\n"
    "  -p 'requires F : EXPR', -p 'ensures F : EXPR'   holds whenever F is entered, returns; in the latter, result is\n"
    "                          what is returned, and old(E) is what E was at entry\n"
    "  -R SET|FILE,...         rules: ready-made sets, or of a file ('cwolf help rules'); --baseline=FILE: violations "
    "that\n"
    "                          are known, --write-baseline=FILE: writes them\n"
    "  --properties=FILE       properties from a file\n"
    "  --spec=FILE[:PROCESS] --relation=R   the program matches the design; R as in 'cwolf help lts', obseq unless "
    "given\n"
    "  --grain=statement|event|global|loop|function|mark   what one step is to ctl, ltl, ctlstar, mu and hml ('cwolf "
    "help\n"
    "                          grain')\n"
    "  --layer=1|2             the highest layer: 1 joins states and keeps intervals, 2 uses the maps and adds to "
    "them\n"
    "  --layer=paths           no abstraction: a run of each path of the program, nothing else\n"
    "  --auto                  print what was tracked automatically, as pragmas; --no-auto: the given maps alone\n"
    "  --strict                a question about nothing is an error, an undecided one is shown as one\n"
    "  --no-search             what stays Maybe is not searched for by concrete runs\n"
    "  --predicates            what stays Maybe is tried with predicates that are found on the way\n"
    "  --no-cache              what was said before about the same program, with the same options, maps and files, is\n"
    "                          otherwise said again from CWOLF_CACHE (empty or off: no cache), XDG_CACHE_HOME/cwolf "
    "or\n"
    "                          ~/.cache/cwolf; --verify-cache: checks all the same, and fails where it says "
    "otherwise.\n"
    "                          With --timeout, a report or a witness there is no cache; what a clock may have cut\n"
    "                          is never in it, so that most answers that are Maybe are not\n"
    "  --witness=FILE          the violations with their paths, as JSON; or the first of them for validators of the\n"
    "                          software verification competition: FILE.graphml (format 1.0), FILE.yml (2.0)\n"
    "  --svcomp=FILE.prp       asks what the competition's property file asks, and prints TRUE, FALSE(PROPERTY) or\n"
    "                          UNKNOWN: G ! call(reach_error()), G ! overflow, G valid-deref, G valid-free (the last "
    "two\n"
    "                          are never TRUE), anything else is UNKNOWN\n"
    "  --format=text|json|sarif|junit|tap|html   what goes to standard output\n"
    "  --report=FILE           the same to a file, in the format of its suffix; may be given several times\n"
    "and the options of model. Prints True NAME, False NAME or Maybe NAME for each question.\n"
    "Boolean programs, FILE.bp, are checked too: 'cwolf help boolean'.\n\n"
    "What reach-assert, unreachable and contracts leave open goes on to predicates: those of '#pragma cwolf "
    "predicate',\n"
    "and (unless --no-auto) conditions that are found where a path is none of the program. --auto prints them as "
    "pragmas;\n"
    "--no-auto with these decides again. A path that is one is tried in a run: only that makes it False.\n\n"
    "Formats, and the suffixes of their files:\n";

static const char check_more[] =
    "\nOnly text comes with diagnostics on standard error. What is undecided does not pass: Maybe is a warning\n"
    "in SARIF (an error under --strict); an <error> in JUnit's XML, whose readers count <skipped> as passed;\n"
    "'not ok' in TAP, where TODO and SKIP would pass. SARIF names files relative to the current directory\n"
    "(%SRCROOT%) where they are below it. An html page loads nothing; n and p step along a path, j and k go to\n"
    "the next question and back, m enlarges the model; FILE.html#3.2 is the second step of the third question.\n\n"
    "json is one object:\n"
    "  format    \"cwolf-check-1\"\n"
    "  program   its name\n"
    "  answers   a list of: name, verdict (True, False, Maybe), message, file, line, column, function, layer,\n"
    "            trace, holds (strings or null), hints (strings), path (list of: file, line, column, function, text, "
    "label)\n"
    "  chosen    the abstractions chosen automatically, as pragmas\n"
    "  model     the last model: end, states, transitions, must, bytes, losses (with places), assumptions\n";

static const char grain_text[] =
    "Grain: what one step of a program is\n\n"
    "The truth of AX, EX, X, <a> and [a] depends on it, and so does at which moments of a run G and F look. With\n"
    "--grain=NAME a step is\n\n";

static const char grain_more[] =
    "\nor an event that the formula names, or the end of the program. What lies between two steps is not looked at;\n"
    "where that may go on for ever without a step, the program stays where it is, for ever: AF p is false there "
    "unless\n"
    "p held. A step is told by its place: writing the value that a variable has is one too.\n\n"
    "Without --grain, a formula with a next operator or a modality is asked at the grain 'statement', which the "
    "report\n"
    "says; any other is asked of every state of the model.\n"
    "'cwolf model --kripke --grain=loop' shows the structure that is asked.\n\n"
    "A step of the grain is must when every concrete state of its source has a run to its target with no step "
    "between:\n"
    "a chain of must transitions. It is may when some chain of transitions leads there. So True and False are sound "
    "for\n"
    "the program's own steps, as ever (Larsen, Thomsen 1988; 'cwolf help logic').\n\n"
    "_cwolf_tick() is in cwolf.h: an empty function in every build.\n";

static const char boolean_text[] =
    "Boolean programs\n\n"
    "  cwolf check FILE.bp                          no assert can fail\n"
    "  cwolf check -p assert -p 'unreachable WHERE' FILE.bp\n\n"
    "WHERE is LABEL, PROCEDURE.LABEL or FILE:LINE. Prints True NAME, False NAME or Maybe NAME (a budget is exhausted)\n"
    "for each question, and for each False a trace on standard error: the statements, in brackets what each changed.\n"
    "  --entry=PROCEDURE     where the program begins: main, or else the first procedure, unless given\n"
    "  --max-steps=N, --max-memory=SIZE, --timeout=SECONDS     the budget; a step processes a statement once\n"
    "  --join                one value 0, 1 or * for each variable at each statement: the states that reach it are "
    "joined\n"
    "  --focus=NAME          a set of such vectors at each statement; those variables that the option names, once\n"
    "                        for each, always have a value; --focus=none: no variable\n"
    "                        (without both, sets of states are kept: disjunctive completion, and focus on every "
    "variable)\n\n"
    "  decl g, {x == y};                 // variables are 0 or 1; any text in braces is a name\n"
    "  bool<2> f(a, b)                   // void, bool, or the number of results\n"
    "  begin\n"
    "      decl c;\n"
    "      enforce !(g & c);             // states of f that violate it do not exist\n"
    "  L:  g, c := a & !b, choose(a, b); // reads all old values; choose: 1 if a, else 0 if b, else *\n"
    "      g, c := f(c, *);              // * is 0 or 1, chosen afresh wherever it stands\n"
    "      assume g => c; assert g = c | g != a ^ b;\n"
    "      if (*) then goto L, M; elsif (g) then skip; else f2(); fi\n"
    "      while (c) do c := g ? a : b; od\n"
    "  M:  return 1, 0;\n"
    "  end\n\n"
    "Globals, locals and the parameters of the first procedure begin with any value; a procedure that ends without\n"
    "return returns any. Calls are by value, recursion is unbounded. An assert fails where it can be false, and "
    "nothing\n"
    "follows. Comments are // and /* */. schoose[a, b] is choose(a, b), T and F are 1 and 0.\n";

static const char run_text[] =
    "run: a program on concrete values, with every access checked\n\n"
    "  cwolf run ./prog -- ARGUMENT...          runs it from its fragments: the executable's code is not needed\n"
    "  cwolf run --leaks ./prog                 blocks that nothing leads to at the end are an error too\n"
    "  cwolf run --cover=prog.info ./prog       adds what was executed to a file for lcov and genhtml\n"
    "  cwolf run --step ./prog                  a debugger that can go back; 'help' lists its commands\n"
    "  cwolf run --reach=door.c:41 ./prog       finds inputs for which the line is executed, or that there are none\n"
    "  cwolf run --goals=FILE --suite=DIR ./prog   the same for many goals; the inputs become a test suite\n\n"
    "Standard input, output and files are the program's. What ends it is said on standard error: its exit status, the\n"
    "signal, or the first error, with its line and the calls that led there:\n"
    "  - an access outside of its object (of an array inside of a structure too), through a null pointer, through one\n"
    "    that was never given a value, or to what has ended; a constant written; free of what is no block\n"
    "  - a decision, an index, a divisor that depends on what was never given a value\n"
    "  - strings without an end, copies that overlap, division by zero, longjmp into a function that has returned\n"
    "Not looked for: signed overflow (it wraps around), shifts by too much, alignment; values that a function of the\n"
    "library hands on; single bits of a byte.\n"
    "Functions of the library are called as they are, on the program's memory, after a check of what they are handed;\n"
    "one that nothing is known about is refused, or called all the same with --call=NAME. Threads, inline assembler\n"
    "and integers of 128 bits are refused where they are met.\n\n"
    "Options\n"
    "  --inputs=4,-1,0x10   what __VERIFIER_nondet_T, functions and variables with an 'input' annotation, and\n"
    "                       standard input (getchar and its kin, read) give, in order; or a file with such numbers\n"
    "  --call=NAME          may be given several times\n"
    "  --max-steps=N        ends the run after so many statements (10M: ten million)\n"
    "  --cover[=FILE]       lines, branches (each operand of && and || apart) and functions; cwolf.info unless named.\n"
    "                       Runs with one file are summed. Counts are those of gcov without optimisation; lines of\n"
    "                       labels alone and of va_end are not known\n\n"
    "Goals: what a set of runs is to reach\n"
    "  --reach=FILE:LINE    or a function; may be given several times\n"
    "  --goals=FILE         a goal a line, # begins a comment:\n"
    "                         line FILE:LINE, lines FILE:FIRST-LAST    what has code there\n"
    "                         function NAME, functions                 is called; all with a body\n"
    "                         edges FUNCTION, edges FILE:FIRST-LAST    each way out of each branch\n"
    "                         conditions FUNCTION or FILE:FIRST-LAST   each operand of && and || too, both ways\n"
    "                         paths FUNCTION [K]     from entry to return, no edge more than K times (1)\n"
    "                         at FILE:LINE EXPRESSION    holds when the line is reached\n"
    "  --suite=DIR          writes what reaches goals: N.inputs for --inputs; N.stdin and N.values for the program as\n"
    "                       it was compiled, linked with inputs.c; run.sh runs all. What is in DIR is tried first\n"
    "  --no-search          answers for --inputs and the suite alone\n"
    "  --timeout=SECONDS    of the search and of the proofs that no run reaches a goal: 10 unless given\n"
    "Each decision of a run that depends on inputs is turned round by a solver (Z3); what counts is what a run with "
    "these\n"
    "inputs does. Runs are done for real, up to 256 inputs and 200,000 statements (--max-steps) each; their output "
    "is\n"
    "dropped. Each goal is a line on standard output: 'test N', 'unreachable' or 'not found'.\n\n"
    "Exit status: 0 the program ended with 0; 1 it ended otherwise, or an error was found; 3 something is not\n"
    "supported, or a budget or the inputs ended; 2 wrong use. With goals: 0 each is covered or unreachable, 3 some "
    "are\n"
    "not found, 2 wrong use.\n";

static const char verdicts[] =
    "Verdicts\n\n"
    "  True    holds for every run of the program, as far as the assumptions shown hold\n"
    "  False   some run violates it; the path shows how\n"
    "  Maybe   the abstraction lost what would decide it, or a budget ended the run; the notes say what to track\n\n"
    "A transition is must when every concrete state behind its source has a successor behind its target. False needs "
    "a\n"
    "path of such transitions, so it is never an artefact of abstraction; True is given only when everything "
    "reachable\n"
    "was seen.\n\n"
    "The program is all that runs: constructors, main, what atexit got, destructors, and the functions that may run at "
    "any\n"
    "moment (handlers, threads, timers), each of which must agree before anything is True. Names mean what the linker "
    "made\n"
    "of them; code without a fragment may do anything with what it can name or is handed.\n\n"
    "Undefined behaviour ends what is known. Where it is certain (an element outside of its array, a null pointer, a\n"
    "division by zero) nothing is True beyond it; where it is possible it is assumed not to happen. Each kind of "
    "assumption\n"
    "is one line with a count and the first place:\n"
    "  assumed: 14 accesses stay in bounds (first a.c:12)\n"
    "Signed arithmetic wraps around; a path that surely overflows makes nothing False, unless compiled with -fwrapv.\n";

static const char rules_text[] =
    "Rules\n\n"
    "A rule says what may happen in which order, of calls and other events, for each object that they are about:\n\n"
    "  #pragma cwolf rule balanced : after lock(m) until unlock(m) never lock(m)\n\n"
    "  NAME : [SCOPE] PATTERN\n"
    "  SCOPE    after E              from the first E on             ---E#######\n"
    "           before E             up to the first E               ####E------   if there is one\n"
    "           between E and E      each time, if it ends           --E###E--E##\n"
    "           after E until E      each time, ended or not         --E###E--E##\n"
    "  PATTERN  never E              none in the scope\n"
    "           always (CONDITION)   a C condition over globals, all through the scope\n"
    "           eventually E         at least one before the scope ends; the program's end is one\n"
    "           E precedes E         no second one before a first one\n"
    "           E responds to E      a first one after each second one\n"
    "           at most N E          exactly one E\n"
    "           graph [(X) | each (X)] 0: E -> 1, E -> error 1: E -> 0, E -> unknown   states and calls between them\n"
    "  E        f(x, _, 3)  call(f(x))   a call, before it; _ is anything; of one function a body is not needed\n"
    "           x = f(_)             a call, when it has returned\n"
    "           exit                 the program ends, but not by abort, a failed assertion or a signal\n"
    "           E when (CONDITION)   over the names in its brackets: x = f(_) when (x < 0)\n"
    "           E | E                one of several\n\n"
    "The event that begins a scope is not in it, nor the one that ends it. A name that stands in two parts of a rule "
    "is\n"
    "an object: the rule holds for each, one rule is about one. Other names are the condition's if it has them, else "
    "the\n"
    "program's: variables and enumerators. What a macro stands for is not known.\n\n"
    "  cwolf check -R stdio,memory ./prog    ready-made sets\n"
    "  cwolf check -R my.rules ./prog        rules of a file, each up to a semicolon:\n\n"
    "    event take(m) : lock(m) | r = trylock(m) when (r == 0);     an event with a name\n"
    "    balanced \"a lock is taken twice\" : after take(m) until unlock(m) never lock(m);\n\n"
    "A graph begins in state 0; of a state's edges the first one that matches counts, and a call without one changes\n"
    "nothing. Calls that the functions it names make themselves are no events. Each X has its own state; without "
    "'each'\n"
    "the one that was seen or made last has, and a call about another is 'unknown', so at best Maybe. 'cwolf "
    "interface\n"
    "--format=rules' writes such rules. 'assume \"...\";' is told with the verdicts of the rules that follow it, and\n"
    "after 'doubt \"...\";' none is True. Calls named by 'sure pthread_mutex_lock(_);' succeed. The rules behind 'by "
    "thread;'\n"
    "hold for each thread by itself, and its end counts as the program's.\n\n"
    "  gcc -specs=$(cwolf --specs) -fplugin-arg-cwolf-rules=stdio,memory ...   for a whole build, at each link\n"
    "  cwolf build --rules=stdio,memory -- make                     the same for a build that nobody wants to edit\n"
    "  cwolf build --rules=stdio --violations=warn --format=html -- make; cwolf report -o all.html .\n"
    "                                        one page of all programs, with a table of all questions\n"
    "  cwolf explain stdio.null              why it is a rule, how it is written, and a program that breaks it\n\n"
    "Builds with old violations begin with a baseline: --write-baseline=FILE writes what there is, by rule, function "
    "and\n"
    "event, and with --baseline=FILE (-fplugin-arg-cwolf-baseline=FILE) only others fail. In the source,\n"
    "'#pragma cwolf suppress stdio.null \"reason\"' accepts one in its function, or its file. Both are counted.\n\n"
    "Rules take calls of the system to return, and to fail or succeed, at any time; nothing to depend on the numbers "
    "of\n"
    "descriptors; and functions without a body to do what a rule is about only to what they are handed: then it is\n"
    "Maybe. The ready-made sets:\n";

static const char exits[] =
    "Exit statuses\n\n"
    "  0   all hold; the command did what was asked\n"
    "  1   something is violated; systems compared are different\n"
    "  2   wrong use or wrong input, or a file could not be read or written\n"
    "  3   nothing is violated, but something is undecided; a partial result\n\n"
    "'cwolf build' exits as the command it ran. 'cwolf link-check' exits 1 when the link must fail, else 0.\n";

const struct help_topic driver_help_topics[] = {
    {"commands", "every command in one line", "Commands\n\n", driver_help_commands, NULL},
    {"flag", "switching it on in a build", flag, NULL, NULL},
    {"annotations", "pragmas in the source, and maps", "", driver_help_annotations, NULL},
    {"abstractions", "what is kept of values", abstractions_text, driver_help_abstractions, NULL},
    {"labels", "what is seen of steps", labels_text, driver_help_events, labels_more},
    {"maps", "ready-made label maps", maps_text, driver_help_label_maps, NULL},
    {"model", "options and output of model", model_text, NULL, NULL},
    {"check", "questions, options and output of check", check_text, report_help, check_more},
    {"rules", "what may happen in which order: patterns, ready-made sets, baselines", rules_text, driver_help_rules,
     NULL},
    {"grain", "what one step is, for formulas with a next operator", grain_text, driver_help_grains, grain_more},
    {"boolean", "checking Boolean programs, FILE.bp", boolean_text, NULL, NULL},
    {"run", "what run checks, its options, coverage, and the debugger", run_text, NULL, NULL},
    {"interface", "in which orders the functions of a library may be called", "", driver_interface_help, NULL},
    {"lts", "transition systems: commands, relations, formats, and how to read a comparison", "", driver_lts_help,
     NULL},
    {"logic", "formulas about transition systems: ctl, ltl, ctlstar, mu, hml, and what they mean", "",
     driver_logic_help, NULL},
    {"verdicts", "True, False and Maybe", verdicts, NULL, NULL},
    {"exit", "exit statuses", exits, NULL, NULL},
    {0},
};
