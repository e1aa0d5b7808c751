/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * help: topics and commands, with tables printed from the very rows that the parsers read.
 */
#include "help_text.h"
#include "runtime/driver/driver.h"
#include "help_page.h"

void driver_help_commands(struct buf *out)
{
    for (const struct command *c = driver_commands; c->name; c++)
        buf_printf(out, "  %-11s %s\n", c->name, c->help);
}

void driver_help_annotations(struct buf *out)
{
    buf_puts(out, note_help_text);
}

void driver_help_abstractions(struct buf *out)
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

void driver_help_events(struct buf *out)
{
    for (size_t i = 0; note_event_words[i]; i++)
        buf_printf(out, "%s%s", i ? ", " : "  ", note_event_words[i]);
    buf_putc(out, '\n');
}

void driver_help_grains(struct buf *out)
{
    for (const struct avm_grain_row *g = avm_grains; g->name; g++)
        buf_printf(out, "  %-12s %s\n", g->name, g->step);
}

void driver_help_label_maps(struct buf *out)
{
    for (size_t i = 0; ev_ready_made_names[i]; i++)
        buf_printf(out, "%s%s", i ? ", " : "  ", ev_ready_made_names[i]);
    buf_putc(out, '\n');
}

static void put_overview(struct buf *out)
{
    buf_puts(
        out,
        "cwolf: verifies C programs as GCC builds them\n\n  make CC=\"gcc -specs=$(cwolf --specs)\"\n\nCommands:\n");
    driver_help_commands(out);
    buf_puts(out, "\nTopics:\n");
    for (const struct help_topic *t = driver_help_topics; t->name; t++)
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
    for (const struct help_topic *t = driver_help_topics; t->name; t++)
        if (!strcmp(t->name, name))
            return t;
    return NULL;
}

static int no_topic(const char *name)
{
    const char *names[64];
    size_t n = 0;
    for (const struct help_topic *t = driver_help_topics; t->name && n < 64; t++)
        names[n++] = t->name;
    for (const struct command *c = driver_commands; c->name && n < 64; c++)
        names[n++] = c->name;
    const char *near = base_nearest_name(name, names, n);
    if (near)
        return driver_say_usage(NULL, "no topic '%s'; did you mean '%s'?", name, near);
    return driver_say_usage(NULL, "no topic '%s'", name);
}

/* cwolf(1): short, because each topic explains itself. */
static void put_man(struct buf *out)
{
    struct page p = {out, true};
    driver_page_title(&p, "cwolf", "verify C programs as GCC builds them");
    driver_page_heading(&p, "Synopsis");
    driver_page_text(&p, "    cwolf COMMAND [options]\n    make CC=\"gcc -specs=$(cwolf --specs)\"");
    driver_page_heading(&p, "Commands");
    for (const struct command *c = driver_commands; c->name; c++)
        driver_page_entry(&p, c->name, c->help);
    driver_page_heading(&p, "Topics");
    driver_page_text(&p, "'cwolf help NAME' explains each of these, and each command:");
    for (const struct help_topic *t = driver_help_topics; t->name; t++)
        driver_page_entry(&p, t->name, t->title);
    driver_page_heading(&p, "See also");
    driver_page_text(&p, "cwolf-lts(1), cwolf-logic(1), gcc(1), dot(1)");
}

/* `cwolf help --man PAGE`: what `make install` puts into share/man. */
static int print_man(const char *page)
{
    struct buf text = {0};
    if (page && !strcmp(page, "cwolf"))
        put_man(&text);
    else if (page && !strcmp(page, "cwolf-lts"))
        driver_lts_man(&text);
    else if (page && !strcmp(page, "cwolf-logic"))
        driver_logic_man(&text);
    else
        return driver_say_usage("help", "--man: there are the pages cwolf, cwolf-lts and cwolf-logic");
    int status = driver_write_output(NULL, &text);
    buf_free(&text);
    return status;
}

int cmd_help(int argc, char **argv)
{
    struct buf text = {0};
    if (argc > 1 && !strcmp(argv[1], "--man"))
        return print_man(argc > 2 ? argv[2] : NULL);
    const struct command *c = argc > 1 ? driver_command_find(argv[1]) : NULL;
    if (argc > 2 && c && c->run == cmd_lts)
        return cmd_lts(3, (char *[]){argv[1], argv[0], argv[2], NULL}); /* lts help NAME */
    const struct help_topic *t = argc > 1 ? find_topic(argv[1]) : NULL;
    if (argc > 1 && !c && !t)
        return no_topic(argv[1]);
    if (argc < 2)
        put_overview(&text);
    bool whole = t && !*t->text; /* the page has a title and usage of its own */
    if (c && !whole)
        buf_printf(&text, "cwolf %s: %s\n\nusage: cwolf %s %s\n", c->name, c->help, c->name, c->usage);
    if (c && t && !whole)
        buf_putc(&text, '\n');
    if (t)
        put_topic(t, &text);
    int status = driver_write_output(NULL, &text);
    buf_free(&text);
    return status;
}
