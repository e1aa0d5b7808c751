/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * help: topics and commands, with tables printed from the very rows that the parsers read.
 */
#include "runtime/driver/help_text.h"
#include "runtime/driver/driver.h"

void help_commands(struct buf *out)
{
    for (const struct command *c = commands; c->name; c++)
        buf_printf(out, "  %-11s %s\n", c->name, c->help);
}

void help_annotations(struct buf *out)
{
    buf_puts(out, note_help_text);
}

void help_abstractions(struct buf *out)
{
    for (size_t i = 0; abs_classes[i]; i++) {
        const struct abs_class *c = abs_classes[i];
        struct buf names = {0};
        buf_puts(&names, c->name);
        if (c->arguments && *c->arguments)
            buf_printf(&names, "(%s)", c->arguments);
        for (size_t k = 0; k < sizeof c->aliases / sizeof *c->aliases && c->aliases[k]; k++)
            buf_printf(&names, ", %s", c->aliases[k]);
        buf_printf(out, "  %-30s %s\n", names.data, c->help);
        buf_free(&names);
    }
}

void help_events(struct buf *out)
{
    for (size_t i = 0; event_words[i]; i++)
        buf_printf(out, "%s%s", i ? ", " : "  ", event_words[i]);
    buf_putc(out, '\n');
}

void help_label_maps(struct buf *out)
{
    for (size_t i = 0; ev_ready_made_names[i]; i++)
        buf_printf(out, "%s%s", i ? ", " : "  ", ev_ready_made_names[i]);
    buf_putc(out, '\n');
}

void help_relations(struct buf *out)
{
    for (const struct lts_relation_row *r = lts_relations; r->name; r++) {
        struct buf names = {0};
        buf_printf(&names, "%s%s%s", r->name, r->alias ? ", " : "", r->alias ? r->alias : "");
        buf_printf(out, "  %-34s %-7s %-8s %-10s %s\n", names.data, r->reduces ? "reduce" : "",
                   r->compares ? "compare" : "", r->has_preorder ? "-preorder" : "", r->help);
        buf_free(&names);
    }
}

void help_formats(struct buf *out)
{
    for (const struct lts_format_row *f = lts_formats; f->name; f++)
        buf_printf(out, "  %-8s %-5s %-5s %-9s %s\n", f->name, f->reads ? "read" : "", f->writes ? "write" : "",
                   f->suffix ? f->suffix : "", f->help);
}

void help_lts(struct buf *out)
{
    help_relations(out);
    buf_puts(out, "\nFormats:\n");
    help_formats(out);
}

static void put_overview(struct buf *out)
{
    buf_puts(
        out,
        "cwolf: verifies C programs as GCC builds them\n\n  make CC=\"gcc -specs=$(cwolf --specs)\"\n\nCommands:\n");
    help_commands(out);
    buf_puts(out, "\nTopics:\n");
    for (const struct help_topic *t = help_topics; t->name; t++)
        buf_printf(out, "  %-13s %s\n", t->name, t->title);
    buf_puts(out, "\n'cwolf help NAME' explains each; 'cwolf --version', 'cwolf --specs', 'cwolf --plugin' print what "
                  "they say.\n");
}

static void put_topic(const struct help_topic *t, struct buf *out)
{
    buf_puts(out, t->text);
    if (t->table)
        t->table(out);
    if (t->more)
        buf_puts(out, t->more);
}

static const struct help_topic *find_topic(const char *name)
{
    for (const struct help_topic *t = help_topics; t->name; t++)
        if (!strcmp(t->name, name))
            return t;
    return NULL;
}

static int no_topic(const char *name)
{
    const char *names[64];
    size_t n = 0;
    for (const struct help_topic *t = help_topics; t->name && n < 64; t++)
        names[n++] = t->name;
    for (const struct command *c = commands; c->name && n < 64; c++)
        names[n++] = c->name;
    const char *near = nearest_name(name, names, n);
    if (near)
        return say_usage(NULL, "no topic '%s'; did you mean '%s'?", name, near);
    return say_usage(NULL, "no topic '%s'", name);
}

int cmd_help(int argc, char **argv)
{
    struct buf text = {0};
    const struct command *c = argc > 1 ? command_find(argv[1]) : NULL;
    const struct help_topic *t = argc > 1 ? find_topic(argv[1]) : NULL;
    if (argc > 1 && !c && !t)
        return no_topic(argv[1]);
    if (argc < 2)
        put_overview(&text);
    if (c)
        buf_printf(&text, "cwolf %s: %s\n\nusage: cwolf %s %s\n", c->name, c->help, c->name, c->usage);
    if (c && t)
        buf_putc(&text, '\n');
    if (t)
        put_topic(t, &text);
    int status = write_output(NULL, &text);
    buf_free(&text);
    return status;
}
