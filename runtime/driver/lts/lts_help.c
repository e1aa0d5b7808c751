/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf help lts`, which is `cwolf lts --help` and the man page cwolf-lts(1) too.
 *
 * Invariant: commands, options, formats, relations and families are printed from the tables that the parsers read; the
 * commands shown with `$` are run by a test in examples/lts, and print what is shown.
 */
#include "lts_command.h"
#include "lts_help_text.h"
#include "runtime/driver/help/help_page.h"

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static void put_commands(const struct page *p)
{
    for (const struct lts_subcommand *s = driver_lts_subcommands; s->name; s++) {
        struct buf term = {0};
        buf_printf(&term, "%s %s", s->name, s->usage);
        driver_page_entry(p, term.data, s->help);
        buf_free(&term);
    }
}

/* The options of one subcommand, or all (NULL). */
static void put_options(const struct page *p, const struct lts_subcommand *s)
{
    for (const struct lts_option_row *r = driver_lts_option_rows; r->name; r++) {
        if (s && !driver_lts_option_applies(r, s))
            continue;
        struct buf term = {0}, text = {0};
        if (r->letter)
            buf_printf(&term, "-%c%s%s, ", r->letter, r->argument ? " " : "", r->argument ? r->argument : "");
        buf_printf(&term, "--%s%s%s", r->name, r->argument ? "=" : "", r->argument ? r->argument : "");
        buf_puts(&text, r->help);
        if (!s)
            buf_printf(&text, " [%s]", r->commands);
        driver_page_entry(p, term.data, text.data);
        buf_free(&term);
        buf_free(&text);
    }
}

static void put_all_options(const struct page *p)
{
    put_options(p, NULL);
}

static void put_formats(const struct page *p)
{
    for (const struct lts_format_row *f = lts_formats; f->name; f++) {
        struct buf term = {0}, text = {0};
        buf_printf(&term, "%s, %s", f->name, f->suffix);
        buf_printf(&text, "%s: %s", !f->reads ? "written" : f->writes ? "read and written" : "read", f->help);
        driver_page_entry(p, term.data, text.data);
        buf_free(&term);
        buf_free(&text);
    }
}

/* Those of one subcommand, or all (NULL). */
static void put_relations(const struct page *p, const struct lts_subcommand *s)
{
    for (const struct lts_relation_row *r = lts_relations; r->name; r++) {
        struct buf text = {0};
        if (s && !driver_lts_relation_applies(r, s))
            continue;
        buf_puts(&text, r->help);
        if (r->alias)
            buf_printf(&text, "; also called %s", r->alias);
        if (!s && (!r->reduces || !r->compares))
            buf_printf(&text, "; %s only", r->reduces ? "reduces" : "compares");
        if (r->has_preorder && (!s || s->run == driver_lts_compare_files))
            buf_printf(&text, "; %s-preorder", r->name);
        driver_page_entry(p, r->name, text.data);
        buf_free(&text);
    }
}

static void put_all_relations(const struct page *p)
{
    put_relations(p, NULL);
}

static void put_families(const struct page *p)
{
    for (const struct lts_family *f = lts_families; f->name; f++) {
        struct buf term = {0};
        buf_puts(&term, f->name);
        for (const struct lts_parameter *q = f->parameters; q->name; q++)
            buf_printf(&term, " %s", q->name);
        driver_page_entry(p, term.data, f->help);
        buf_free(&term);
    }
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *title, *text; /* the text before the table, or NULL */
    void (*table)(const struct page *p);
} sections[] = {
    {"Synopsis", driver_lts_text_synopsis, NULL},
    {"Commands", NULL, put_commands},
    {"Which relation?", driver_lts_text_which, NULL},
    {"Why do two systems differ?", driver_lts_text_example, NULL},
    {"Relations", driver_lts_text_relations, put_all_relations},
    {"Systems and their formats", driver_lts_text_formats, put_formats},
    {"Options", NULL, put_all_options},
    {"Names of labels", driver_lts_text_names, NULL},
    {"Composition", driver_lts_text_composition, NULL},
    {"Scripts", driver_lts_text_scripts, NULL},
    {"Pictures", driver_lts_text_pictures, NULL},
    {"Logs of events", driver_lts_text_logs, NULL},
    {"Generated systems", driver_lts_text_families, put_families},
    {"Exit status", driver_lts_text_exit, NULL},
    {"Files", driver_lts_text_files, NULL},
    {0},
};

static void put_page(const struct page *p)
{
    driver_page_title(p, "cwolf lts", "reduce, compare, compose and draw labelled transition systems");
    for (size_t i = 0; sections[i].title; i++) {
        driver_page_heading(p, sections[i].title);
        if (sections[i].text)
            driver_page_text(p, sections[i].text);
        if (sections[i].text && sections[i].table && !p->man)
            buf_putc(p->out, '\n');
        if (sections[i].table)
            sections[i].table(p);
    }
}

void driver_lts_help(struct buf *out)
{
    put_page(&(struct page){out, false});
}

void driver_lts_man(struct buf *out)
{
    put_page(&(struct page){out, true});
}

void driver_lts_help_subcommand(const struct lts_subcommand *s, struct buf *out)
{
    struct page p = {out, false};
    buf_printf(out, "usage: cwolf lts %s %s\n\n", s->name, s->usage);
    driver_page_text(&p, s->help);
    driver_page_heading(&p, "Options");
    put_options(&p, s);
    if (driver_lts_has_option(s, "relation")) {
        driver_page_heading(&p, "Relations");
        if (s->run == driver_lts_compare_files) {
            driver_page_text(&p, driver_lts_text_preorders);
            buf_putc(out, '\n');
        }
        put_relations(&p, s);
    }
    buf_puts(out, "\n'cwolf help lts' explains everything, with an example.\n");
}
