/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf lts --help`: made of the tables of subcommands, formats and relations, so that it tells what there is.
 */
#include "runtime/driver/lts_command.h"

static const char introduction[] =
    "cwolf lts: work on transition systems\n"
    "\n"
    "usage: cwolf lts COMMAND [options] FILE...\n"
    "\n"
    "A system is a FILE, FILE:PROCESS for a CCS file that defines several processes, or - for standard input. Its format\n"
    "follows from the suffix, else from the content. Files packed with zstd are read as they are.\n"
    "\n"
    "Commands\n";

static const char options[] =
    "\n"
    "Options\n"
    "  --relation=R       the relation for reduce and compare (default strong); for compare also R-preorder: A below B\n"
    "  -o FILE            write there instead of to standard output\n"
    "  --format=F         the format to write; else the suffix of FILE decides, else aut (draw: svg). compare: text or json\n"
    "  --from=F           the format to read, when neither suffix nor content tell it\n"
    "  --labels=io        write inputs as ?a and outputs as !a instead of 'a and a; check-traces: so written in the logs\n"
    "  --name=NAME        name of the process, graph or proctype that is written (default main)\n"
    "  --restrict=a,b     compose: these actions happen only together with their co-names\n"
    "  --restrict-shared  compose: the same for every action that one system has as a and another as 'a\n"
    "  --max-states=N     bound for constructions that can explode (default 10 million)\n"
    "  --max-memory=SIZE  bound for reduce and compare, for example 2G\n";

static const char example[] =
    "\n"
    "Labels: an input is 'a, an output a, the silent step i (in CCS: t or tau).\n"
    "\n"
    "Exit status: 0 done, or the answer is yes; 1 the answer is no; 2 wrong use or input; 3 a limit was reached.\n"
    "\n"
    "Why do two systems differ?\n"
    "\n"
    "    $ cwolf lts compare --relation=weak model.aut design.ccs:spec\n"
    "    FALSE\n"
    "    after 'a 'b the first can do accept, the second cannot\n"
    "    trace: 'a 'b accept\n"
    "\n"
    "reads: both can do the inputs a and b, but only the model can then do accept. `cwolf lts draw model.aut -o model.svg`\n"
    "shows where. An event log, one event on a line (blank lines and lines that start with # are skipped), is checked with\n"
    "\n"
    "    $ cwolf lts check-traces model.aut run1.log run2.log\n"
    "    accepted run1.log\n"
    "    rejected run2.log: after 3 events: accept is not possible\n";

void lts_help(struct buf *out)
{
    buf_puts(out, introduction);
    for (const struct lts_subcommand *s = lts_subcommands; s->name; s++)
        buf_printf(out, "  %s %s\n      %s\n", s->name, s->usage, s->help);
    buf_puts(out, "\nFormats\n");
    for (const struct lts_format_row *f = lts_formats; f->name; f++)
        buf_printf(out, "  %-9s %-9s %-11s %s\n", f->name, f->suffix,
                   f->reads ? f->writes ? "read, write" : "read" : "write", f->help);
    buf_puts(out, "\nRelations (r: reduces, c: compares, p: R-preorder compares)\n");
    for (const struct lts_relation_row *r = lts_relations; r->name; r++)
        buf_printf(out, "  %-11s %c%c%c  %s%s%s%s\n", r->name, r->reduces ? 'r' : '-', r->compares ? 'c' : '-',
                   r->has_preorder ? 'p' : '-', r->help, r->alias ? " (also called " : "", r->alias ? r->alias : "",
                   r->alias ? ")" : "");
    buf_puts(out, options);
    buf_puts(out, example);
}
