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
    "follows from the suffix, else from the content. Files packed with gzip or zstd are read as they are.\n"
    "\n"
    "Commands\n";

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

/* The options of one subcommand, or all (NULL). */
static void put_options(const struct lts_subcommand *s, struct buf *out)
{
    for (const struct lts_option_row *r = lts_option_rows; r->name; r++) {
        if (s && !lts_option_applies(r, s))
            continue;
        struct buf name = {0};
        if (r->letter)
            buf_printf(&name, "-%c%s%s, ", r->letter, r->argument ? " " : "", r->argument ? r->argument : "");
        buf_printf(&name, "--%s%s%s", r->name, r->argument ? "=" : "", r->argument ? r->argument : "");
        buf_printf(out, "  %-26s %s\n", name.data, r->help);
        buf_free(&name);
    }
}

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
    buf_puts(out, "\nOptions ('cwolf lts COMMAND --help' shows those of one command)\n");
    put_options(NULL, out);
    buf_puts(out, example);
}

void lts_help_subcommand(const struct lts_subcommand *s, struct buf *out)
{
    buf_printf(out, "cwolf lts %s: %s\n\nusage: cwolf lts %s %s\n\nOptions\n", s->name, s->help, s->name, s->usage);
    put_options(s, out);
    buf_puts(out, "\n'cwolf help lts' explains formats and relations.\n");
}
