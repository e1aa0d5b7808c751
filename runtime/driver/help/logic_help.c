/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf help logic` and cwolf-logic(1): what can be asked in which logic, and what an answer means. What stands behind
 * a `$` is run by a test, which compares what is printed.
 */
#include "runtime/driver/driver.h"
#include "help_page.h"
#include "runtime/logic/logic.h"

static const char example[] =
    "    $ cat server.aut\n"
    "    des (0,6,4)\n"
    "    (0,req,1)\n"
    "    (1,i,2)\n"
    "    (2,work,3)\n"
    "    (3,work,2)\n"
    "    (3,ack,0)\n"
    "    (0,idle,0)\n"
    "    $ cwolf lts check server.aut no-deadlock 'ctl AG (req -> EF ack)' 'answered : ltl G (req -> F ack)'\n"
    "    True no-deadlock\n"
    "    True ctl AG (req -> EF ack)\n"
    "    False answered\n"
    "        0 --req--> 1\n"
    "        in state 1 ack did not just happen, req just happened\n"
    "        1 --i--> 2\n"
    "        again and again:\n"
    "        in state 2 ack did not just happen\n"
    "        2 --work--> 3 --work--> 2\n"
    "        and so on from state 2, for ever\n"
    "    $ cwolf lts check server.aut 'ltl under strong(ack): G (req -> F ack)' 'mu nu X. [req]<i>true && [-]X'\n"
    "    True ltl under strong(ack): G (req -> F ack)\n"
    "    True mu nu X. [req]<i>true && [-]X\n\n"
    "A request may stay without an answer, because work can go on for ever; under strong fairness of ack it does not.";

static const char states[] =
    "A formula is made of names, true, false, ! && || -> <-> (also not, and, or, implies, iff, tt, ff, ~ & | /\\ \\/ "
    "=> "
    "<=>) and the operators of its logic. A name is a proposition of the system; or an event: the name of a label is "
    "true in a state that a step with that label enters. enabled(a) is true where a step a is possible, deadlock where "
    "no step is. A % starts a comment. A name that is no word is written in double quotes, and then is exactly that "
    "proposition or label. A name that is no label stands for the labels that it would stand for in 'cwolf lts "
    "--hide', with a warning: send is then 'send and send(1). A name that the system does not know at all is false "
    "everywhere, with a warning.\n\n"
    "U, W, R, V, X, F, G, A and E are operators in ctl, ltl and ctlstar, mu, nu, min and max in mu and hml; put names "
    "like these in quotes. [] and <> are G and F in ltl and ctlstar, and behind A and E.";

static const char paths[] =
    "A path is maximal: it goes on for ever, or ends in a state without steps. X p is false in the last state of a "
    "path "
    "that ends; G p then asks for p up to there. (SPIN instead repeats the last state, which makes no difference "
    "without "
    "X.) In ctl, AX p asks for p in every successor, if there is one, so that AX p is !EX !p; in ctlstar, A X p also "
    "asks "
    "for a successor. p W q is G p or p U q; p R q (SPIN's V): q holds up to and including where p does, or for "
    "ever.\n\n"
    "'LOGIC under FAIRNESS, ...: FORMULA' speaks of fair paths only, in ctl, ltl and ctlstar. fair(P): P holds again "
    "and "
    "again. weak(a): a is not possible from some point on for ever without being done. strong(a): a is done again and "
    "again if it is possible again and again. strong(P, Q): if P holds again and again, so does Q. On a path that "
    "ends, "
    "what holds in its last state counts as holding again and again.";

static const char modalities[] =
    "<a>F: some step a leads to a state where F holds; [a]F: every step a does. In the place of a stands a set of "
    "labels: "
    "names, true, false, ! && ||, alternatives between commas, - for all, -a,b for all but these (CWB-NC); i or tau is "
    "the silent step. Or a regular form of such sets, as in mCRL2: R.R one after the other, R+R either, R* and R+ any "
    "number of times, R? or not at all: [true*.crash]false says that crash never happens. A set of labels binds closer "
    "than the signs of regular forms.\n\n"
    "<<a>>F and [[a]]F allow silent steps before and after a; where the silent step is among the labels, it need not "
    "be "
    "done. forever F: silent steps can go on for ever, with F from some point on. These are the formulas that 'cwolf "
    "lts "
    "compare' prints: 'hml FORMULA' holds in the first system and not in the second.\n\n"
    "mu X. F is the least solution of X = F, nu X. F the greatest; X stands under an even number of negations. F "
    "reaches "
    "as far as it can. In hml, parts can be named behind the formula: hml <a>X where X = [b]ff.";

static const char modal[] =
    "A step of a modal system that is not must, and a proposition with the value ?, may be there or not. A completion "
    "decides each of them, in any way. True means that the formula holds in the initial state of every completion, "
    "False "
    "that it holds in none, Maybe that this was not found out, or that completions differ. A system without such steps "
    "and propositions is its only completion, and nothing is Maybe.\n\n"
    "mu, hml and ctl are compositional (Kleene's three values): <a>F is True where a must step a leads to True, False "
    "where no may step a leads to anything but False; [a]F is the dual; a fixpoint is reached by iteration on both "
    "sides. "
    "CTL is the mu-calculus: EX is <-> and AX is [-]; E[p U q] is mu X. q || p && <->X; A[p U q] is mu X. q || p && "
    "[-]X "
    "&& <->X; E[p W q] is nu X. q || p && (<->X || [-]X); A[p W q] is nu X. q || p && [-]X. Theorem: what is True or "
    "False so is in every refinement, so in every completion (Bruns, Godefroid 1999; Huth, Jagadeesan, Schmidt 2001). "
    "The converse fails: p || !p is Maybe where p is ?.\n\n"
    "ltl and ctlstar look at a path formula as a whole, by its Buechi automaton; enabled(a) and what stands under "
    "another A or E is compositional. A of a path formula is True exactly "
    "when "
    "no path of may steps, with the propositions that are ? chosen in each state as one likes, violates it: exactly "
    "when it "
    "holds in every refinement, which may choose anew at each visit. E of one is True when the automaton has an "
    "accepting "
    "run over must steps on which what it reads is true; False and Maybe are dual. So G (p || !p) is True here.\n\n"
    "Both sides are one two-valued check each: pessimistic, with must steps for <> and may steps for [], and "
    "optimistic, "
    "with the two exchanged (Bruns, Godefroid 1999; Godefroid, Jagadeesan 2003).";

static const char answers[] =
    "False and Maybe are explained by a path, a lasso or a tree: 0 --a--> 1 is a must step, 0 ..a..> 1 one that may be "
    "absent. What follows 'again and again:' up to 'and so on' is repeated for ever. Indented below each other stand "
    "things that all matter: all successors of a state, or both parts of an 'or' that is false. --explain shows why "
    "something is true, too, as far as one path shows it. A tree with more than 20 branches is left out.\n\n"
    "Every formula becomes a system of fixpoint equations, and with the system a parity game, solved component by "
    "component: in linear time where no least fixpoint alternates with a greatest one (all of CTL without fairness, "
    "and "
    "more), and for each priority in LTL. The automaton of a path formula can be exponential in the formula: about "
    "eight constraints weak or five strong are possible.";

static const struct {
    const char *title, *text;
} sections[] = {
    {"Formulas about states", states},
    {"Paths: ctl, ltl, ctlstar", paths},
    {"Modalities and fixpoints: mu, hml", modalities},
    {"True, False and Maybe", modal},
    {"Answers", answers},
};

static void put_page(const struct page *p)
{
    driver_page_title(p, "cwolf logic", "questions about transition systems in temporal and modal logics");
    driver_page_heading(p, "Synopsis");
    driver_page_text(p, "    cwolf lts check FILE '[NAME :] LOGIC FORMULA'...\n    cwolf lts check FILE no-deadlock");
    driver_page_heading(p, "Example");
    driver_page_text(p, example);
    driver_page_heading(p, "Logics");
    for (const struct logic_row *r = logic_table; r->name; r++)
        driver_page_entry(p, r->name, r->help);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        driver_page_heading(p, sections[i].title);
        driver_page_text(p, sections[i].text);
    }
    driver_page_heading(p, "Exit status");
    driver_page_text(
        p, "0: all hold. 1: something is violated. 2: wrong use or wrong input. 3: nothing is violated, but something "
           "is Maybe, or a limit was reached.");
}

void driver_logic_help(struct buf *out)
{
    put_page(&(struct page){out, false});
}

void driver_logic_man(struct buf *out)
{
    put_page(&(struct page){out, true});
}
