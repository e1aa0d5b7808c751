/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * dump: what the fragments of a program say.
 *
 * Invariant: it needs no entry, no maps and no engine; it shows the linked program as the engine would get it.
 */
#include "runtime/driver/driver.h"

enum { OPT_XML = OPT_OWN, OPT_NOTES };

struct dump {
    const char *output;
    bool xml, notes;
};

/* Reads the options; the index of the first program, or -1 after a message. */
static int read_options(int argc, char **argv, struct dump *s)
{
    static const struct option options[] = {
        {"xml", no_argument, NULL, OPT_XML}, {"notes", no_argument, NULL, OPT_NOTES}, {0}};
    int c;
    optind = 0;
    while ((c = driver_next_option(argc, argv, argv[0], "o:", options)) != -1) {
        if (c == '?')
            return -1;
        if (c == 'o')
            s->output = optarg;
        s->xml |= c == OPT_XML;
        s->notes |= c == OPT_NOTES;
    }
    if (optind < argc)
        return optind;
    driver_say_usage(argv[0], "no program given");
    return -1;
}

static void print_notes(const struct program *p, struct buf *out)
{
    for (size_t i = 0; i < p->notes.list.count; i++) {
        note_print_pragma(p->unit, p->notes.list.items[i], out);
        if (out->size && out->data[out->size - 1] != '\n')
            buf_putc(out, '\n');
    }
}

int cmd_dump(int argc, char **argv)
{
    struct dump s = {0};
    int first = read_options(argc, argv, &s);
    if (first < 0)
        return EX_BAD;
    struct program p;
    struct buf text = {0};
    struct diag d = {0};
    struct run_options none = {0};
    int status = driver_program_link(&p, argv + first, argc - first, PROGRAM_PART);
    if (!status && s.notes)
        status = driver_program_notes(&p, &none);
    if (!status && s.xml) {
        enum status st = cwi_write_xml(p.unit, &text, &d);
        status = st ? driver_say_failure(st, &d) : EX_HOLDS;
    } else if (!status && s.notes)
        print_notes(&p, &text);
    else if (!status)
        cwi_dump(p.unit, &text);
    if (!status)
        status = driver_write_output(s.output, &text);
    buf_free(&text);
    driver_program_free(&p);
    return status;
}
