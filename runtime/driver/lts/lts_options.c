/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options of `cwolf lts`: one row for each, which getopt, the help and the man page read.
 *
 * Invariant: an option is accepted only by the subcommands that its row names, so that none is ignored in silence.
 */
#include "lts_command.h"

/* ---- what an argument means -------------------------------------------------------------------------------------- */

/* The relation of R-preorder, when there is R but not its preorder. */
static bool lacks_preorder(const char *name)
{
    static const char suffix[] = "-preorder";
    size_t size = strlen(name), cut = sizeof suffix - 1;
    if (size <= cut || strcmp(name + size - cut, suffix))
        return false;
    struct buf bare = {0};
    bool found;
    buf_add(&bare, name, size - cut);
    lts_relation_by_name(buf_str(&bare), NULL, &found);
    buf_free(&bare);
    return found;
}

static int take_relation(struct lts_options *o, const char *name)
{
    bool found;
    o->relation = lts_relation_by_name(name, &o->preorder, &found);
    o->relation_name = name;
    o->relation_given = true;
    if (found)
        return EX_HOLDS;
    if (lacks_preorder(name))
        return driver_say_usage("lts",
                                "no relation '%s': this relation has no preorder; 'cwolf help lts' lists those that "
                                "have one",
                                name);
    const char *names[64];
    size_t n = 0;
    for (const struct lts_relation_row *r = lts_relations; r->name && n + 2 < 64; r++) {
        names[n++] = r->name;
        if (r->alias)
            names[n++] = r->alias;
    }
    const char *near = base_nearest_name(name, names, n);
    return near ? driver_say_usage("lts", "no relation '%s'; did you mean '%s'?", name, near)
                : driver_say_usage("lts", "no relation '%s'; 'cwolf help lts' lists them", name);
}

int driver_lts_take_format(const char *name, enum lts_format *out)
{
    *out = lts_format_by_name(name);
    if (*out != LTS_FMT_UNKNOWN)
        return EX_HOLDS;
    struct buf known = {0};
    for (const struct lts_format_row *f = lts_formats; f->name; f++)
        buf_printf(&known, "%s%s", f == lts_formats ? "" : ", ", f->name);
    int status = driver_say_usage("lts", "no format '%s'; there are %s", name, known.data);
    buf_free(&known);
    return status;
}

static int take_size(const char *option, const char *text, bool binary, uint64_t limit, uint64_t *out)
{
    bool is_number = driver_parse_size(text, binary, out);
    if (is_number && *out && *out <= limit)
        return EX_HOLDS;
    if (is_number)
        return driver_say_usage("lts", "--%s: %s must lie between 1 and %llu", option, text, (unsigned long long)limit);
    return driver_say_usage("lts", "--%s: '%s' is not a number like 1000, 10M or 2G", option, text);
}

static int take_output(struct lts_options *o, const char *path)
{
    o->output = path;
    return EX_HOLDS;
}

static int take_format(struct lts_options *o, const char *name)
{
    o->format = name;
    return EX_HOLDS;
}

static int take_from(struct lts_options *o, const char *name)
{
    int status = driver_lts_take_format(name, &o->from);
    for (const struct lts_format_row *f = lts_formats; !status && f->name; f++)
        if (f->format == o->from && !f->reads)
            return driver_say_usage("lts", "--from: format %s can be written but not read", f->name);
    return status;
}

static int take_labels(struct lts_options *o, const char *form)
{
    o->io_labels = !strcmp(form, "io");
    if (o->io_labels || !strcmp(form, "ccs"))
        return EX_HOLDS;
    return driver_say_usage("lts", "--labels: expected io ('a is ?a, a is !a) or ccs, found '%s'", form);
}

static int take_name(struct lts_options *o, const char *name)
{
    o->name = name;
    return EX_HOLDS;
}

static int take_restrict(struct lts_options *o, const char *names)
{
    return driver_lts_take_edits(o, LTS_RESTRICT, names);
}

static int take_hide(struct lts_options *o, const char *names)
{
    return driver_lts_take_edits(o, LTS_HIDE, names);
}

static int take_rename(struct lts_options *o, const char *pairs)
{
    return driver_lts_take_edits(o, LTS_RENAME, pairs);
}

static int take_restrict_shared(struct lts_options *o, const char *nothing)
{
    (void)nothing;
    o->restrict_shared = true;
    return EX_HOLDS;
}

static int take_summary(struct lts_options *o, const char *word)
{
    static const char *const words[] = {"auto", "depth", "labels", "none"}; /* as in enum lts_summary_kind */
    for (int i = 0; i < 4; i++)
        if (!strcmp(word, words[i]))
            return o->picture.kind = (enum lts_summary_kind)i, EX_HOLDS;
    return driver_say_usage("lts", "--summary: expected auto, depth, labels or none, found '%s'", word);
}

static int take_max_nodes(struct lts_options *o, const char *text)
{
    uint64_t n = 0;
    int status = take_size("max-nodes", text, false, 1000, &n);
    o->picture.max_nodes = (uint32_t)n;
    return status;
}

static int take_verbose(struct lts_options *o, const char *nothing)
{
    (void)nothing;
    o->verbose = true;
    return EX_HOLDS;
}

static int take_explain(struct lts_options *o, const char *nothing)
{
    (void)nothing;
    o->explain = true;
    return EX_HOLDS;
}

static int take_max_states(struct lts_options *o, const char *text)
{
    return take_size("max-states", text, false, UINT32_MAX - 1, &o->max_states);
}

static int take_max_memory(struct lts_options *o, const char *text)
{
    return take_size("max-memory", text, true, UINT64_MAX, &o->max_memory);
}

static int take_threads(struct lts_options *o, const char *text)
{
    return take_size("threads", text, false, 1024, &o->threads);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

#define BOTH    "convert reduce compose draw"
#define WRITERS BOTH " generate"
#define EDITORS BOTH " compare check"
#define READERS BOTH " info compare check check-traces"
#define ALL     READERS " generate"

const struct lts_option_row driver_lts_option_rows[] = {
    {"relation", 0, "R", "reduce compare", take_relation,
     "the relation, one of those listed under Relations (default strong)"},
    {"output", 'o', "FILE", ALL, take_output, "write there instead of to standard output"},
    {"format", 0, "F", WRITERS " compare", take_format,
     "the format to write; else the suffix of -o FILE decides, else aut (draw: svg). compare: text or json"},
    {"from", 0, "F", READERS, take_from, "the format to read, when neither suffix nor content tell it"},
    {"labels", 0, "io|ccs", WRITERS " check-traces", take_labels,
     "io: inputs are written ?a and outputs !a, instead of 'a and a; check-traces: they are so in the logs"},
    {"name", 0, "NAME", WRITERS, take_name, "name of the process, graph or proctype that is written (default main)"},
    {"sync", 0, "NAMES", "compose", driver_lts_take_sync,
     "labels happen together by name: those that match NAMES in all systems that know them, as in CSP by alphabets (* "
     "for all that are shared, nothing for none), the others alone; without this option and the next, composition is "
     "that of CCS: a and 'a together are i"},
    {"sync-all", 0, "NAMES", "compose", driver_lts_take_sync_all,
     "labels that happen in every system at once, as with |[NAMES]| in LOTOS: never, when one of them does not know "
     "it"},
    {"hide", 0, "NAMES", EDITORS, take_hide, "labels that become the silent i"},
    {"rename", 0, "OLD=NEW,...", EDITORS, take_rename,
     "labels that get another name; what follows the name in them stays"},
    {"restrict", 0, "NAMES", EDITORS, take_restrict,
     "labels that do not happen, as inputs or outputs; compose: a and 'a still happen together"},
    {"restrict-shared", 0, NULL, "compose", take_restrict_shared,
     "restrict every name that one system has as a and another as 'a"},
    {"summary", 0, "auto|depth|labels|none", "draw", take_summary,
     "groups of states instead of states: equally far from the start, or able to do the same; auto: where there are "
     "too many"},
    {"max-nodes", 0, "N", "draw", take_max_nodes,
     "states drawn one by one (default 200), or groups in a summary (24); at most 1000"},
    {"explain", 0, NULL, "check", take_explain, "show why a formula is true, too, not only why it is not"},
    {"verbose", 'v', NULL, "script", take_verbose, "tell the size of every system made, as on a terminal"},
    {"max-states", 0, "N", ALL " script", take_max_states,
     "bound for constructions that can explode (default 10 million; generate: none)"},
    {"max-memory", 0, "SIZE", ALL " script", take_max_memory, "bound for the work, for example 2G"},
    {"threads", 0, "N", READERS " script", take_threads,
     "how many may work at the same time (default: one for each processor); the result does not depend on it"},
    {0},
};

/* ---- parsing ----------------------------------------------------------------------------------------------------- */

static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = words; (p = strstr(p, word)); p += n)
        if ((p == words || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
            return true;
    return false;
}

bool driver_lts_option_applies(const struct lts_option_row *r, const struct lts_subcommand *s)
{
    return has_word(r->commands, s->name);
}

bool driver_lts_relation_applies(const struct lts_relation_row *r, const struct lts_subcommand *s)
{
    return s->run == driver_lts_compare_files ? r->compares : r->reduces;
}

bool driver_lts_has_option(const struct lts_subcommand *s, const char *name)
{
    for (const struct lts_option_row *r = driver_lts_option_rows; r->name; r++)
        if (!strcmp(r->name, name))
            return driver_lts_option_applies(r, s);
    return false;
}

enum { ROWS = sizeof driver_lts_option_rows / sizeof *driver_lts_option_rows, O_FIRST = 1000, O_HELP = 2000 };

static void fill_getopt(struct option *long_options, char *letters)
{
    size_t n = 0;
    for (; driver_lts_option_rows[n].name; n++) {
        const struct lts_option_row *r = &driver_lts_option_rows[n];
        int argument = r->argument ? required_argument : no_argument;
        long_options[n] = (struct option){r->name, argument, NULL, O_FIRST + (int)n};
        if (r->letter) {
            *letters++ = r->letter;
            if (r->argument)
                *letters++ = ':';
        }
    }
    *letters++ = 'h';
    *letters = 0;
    long_options[n++] = (struct option){"help", no_argument, NULL, O_HELP};
    long_options[n] = (struct option){0};
}

static const struct lts_option_row *row_of(int option)
{
    for (const struct lts_option_row *r = driver_lts_option_rows; r->name; r++)
        if (option == O_FIRST + (int)(r - driver_lts_option_rows) || (r->letter && option == r->letter))
            return r;
    return NULL;
}

int driver_lts_parse_options(struct lts_options *o, const struct lts_subcommand *s, int argc, char **argv)
{
    struct option long_options[ROWS + 1];
    char letters[2 * ROWS + 2];
    int status = EX_HOLDS, option;
    fill_getopt(long_options, letters);
    while (!status && (option = driver_next_option(argc, argv, "lts", letters, long_options)) != -1) {
        const struct lts_option_row *r = row_of(option);
        if (option == 'h' || option == O_HELP)
            o->help = true;
        else if (!r)
            status = EX_BAD;
        else if (!driver_lts_option_applies(r, s))
            status = driver_say_usage("lts", "'lts %s' has no option '--%s'; it belongs to: %s", s->name, r->name,
                                      r->commands);
        else
            status = r->take(o, optarg);
    }
    o->files = argv + optind;
    o->count = argc - optind;
    return status;
}
