/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page of `cwolf help interface`.
 */
#include "runtime/driver/driver.h"

static const char text[] =
    "interface: in which orders may the functions of a library be called?\n\n"
    "  cwolf interface stack.o                      the graph of calls that never err, as .aut\n"
    "  cwolf interface -o stack.svg stack.o         a picture, its regions in the library's own words\n"
    "  cwolf interface --sequences --errors stack.o so fine that the calls made tell the region; with errors, push!\n"
    "  cwolf interface --header stack.o             a comment for the header file\n"
    "  cwolf interface --suite=DIR stack.o          DIR/suite.c, a test for each edge\n"
    "  cwolf interface --compare=OLD.o NEW.o        what a version allows or forbids that the other does not\n\n"
    "The library is objects, archives or shared libraries built with the flag, without a main. Its client is any\n"
    "program: it calls any function, any number of times, in any order, with any arguments. A call *errs* when for\n"
    "some arguments an assertion fails, abort is called, exit with a status that is not 0, something undefined is\n"
    "done (an access outside of an object, a null pointer, memory that was freed, a division by zero), or a condition\n"
    "of --error holds. A region is a set of states of the library in which the same calls err.\n\n"
    "  -f FUNCTION           a function of the interface; may be given several times; without it every function that\n"
    "                        is exported\n"
    "  --error=CONDITION     an error: --error='top > 9' after any call; a function's name stands for its result:\n"
    "                        --error='push < 0' is about push alone\n"
    "  --initial=CONDITION   the variables named may hold anything at first for which it is true\n"
    "  --sequences           regions are split until the calls made tell where each call leads\n"
    "  --errors              edges 'push!' to a state of their own for the calls that are refused\n"
    "  --format=FORMAT, -o FILE   aut, dot, svg, ccs and others: 'cwolf help lts'; in pictures a dashed edge may not\n"
    "                        be there in each state of its region\n"
    "  -a MAP.am, --max-states=N, --max-memory=SIZE, --timeout=SECONDS   as for model\n\n"
    "Arguments. A number is any value; where the outcome depends on it there is an edge for each kind, set(<=3) and\n"
    "set(>=4), else one, set. A pointer to a structure is a handle: what a function of the library returned last or\n"
    "wrote through its argument, null before; where no function does, an object of the client that is all zero. There\n"
    "is one of each type. Where what follows depends on whether a call made its handle, its null result is a label of\n"
    "its own, open=0. Other pointers lead to buffers of 16 elements that hold anything; a number beside one that is\n"
    "called n, len, size, count is at most that. Functions handed over change nothing. Each such choice is told.\n\n"
    "Safe: no sequence of calls that the graph allows ever errs. A call that is not known to be good is refused, also\n"
    "when a budget ends; such calls are told, with the reason. Permissive: every call that is refused errs, from each\n"
    "state of its region; with --sequences, every sequence that is refused does. Where a call has edges to several\n"
    "regions, a sequence is allowed when it is from each of them.\n\n"
    "suite.c runs each test in a process of its own: the shortest sequence of calls with values that takes the edge;\n"
    "for a call that errs, the last one must fail. Compile it with the library, -fsanitize=address,undefined finds\n"
    "what is undefined. Edges without a test (an allocation that fails) are named in it.\n\n"
    "The last lines on standard error say whether the graph is safe and permissive, and its size. Exit status: 0 it "
    "is\n"
    "both; 3 it is not known to be; 2 wrong use. With --compare: 0 the same is allowed, 1 not.\n";

void driver_interface_help(struct buf *out)
{
    buf_puts(out, text);
}
