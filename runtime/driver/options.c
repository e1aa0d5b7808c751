/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options that model, check and link-check share, and one way to read options.
 *
 * Invariant: an option's argument is either taken exactly or refused with what is possible; nothing is guessed.
 */
#include "runtime/driver/driver.h"

#include <ctype.h>
#include <errno.h>

void driver_run_options_init(struct run_options *o)
{
    memset(o, 0, sizeof *o);
    avm_config_init(&o->engine);
    o->started = base_budget_now();
    o->reduce = LTS_REL_NONE;
    o->format = LTS_FMT_UNKNOWN;
}

void driver_run_options_free(struct run_options *o)
{
    vec_free(&o->maps);
}

bool driver_parse_size(const char *text, bool binary, uint64_t *out)
{
    static const char suffixes[] = "kMGT";
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || errno)
        return false;
    char c = *end == 'K' ? 'k' : *end;
    const char *suffix = c ? strchr(suffixes, c) : NULL;
    for (const char *s = suffixes; suffix && s <= suffix; s++)
        if (__builtin_mul_overflow(n, binary ? 1024ull : 1000ull, &n))
            return false;
    if (suffix)
        end++;
    if (suffix && !strcmp(end, "B"))
        end++;
    *out = n;
    return !*end;
}

bool driver_option_abstraction(struct arena *a, const char *text, const struct abs **out, struct diag *d)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    char *name = arena_strn(a, text, n);
    const char *s = text + n;
    struct abs_arg args[64];
    size_t count = 0;
    bool good = true;
    if (*s == '(') {
        do {
            char *end;
            errno = 0;
            int64_t value = strtoll(s + 1, &end, 0);
            while (*end == ' ')
                end++;
            good = end > s + 1 && !errno && count < 64 && (*end == ',' || *end == ')');
            if (good)
                args[count++] = (struct abs_arg){.kind = ABS_INT, .lo = value, .hi = value};
            s = end;
        } while (good && *s == ',');
        s += good;
    }
    if (!good || *s) {
        diag_set(d, ST_BAD, (struct place){0},
                 "'%s' is not an abstraction: expected a name like 'top' or 'ranges(0, 10)'", text);
        return false;
    }
    return !abs_make(a, name, args, count, (struct place){0}, out, d);
}

/* ---- single options ---------------------------------------------------------------------------------------------- */

struct choice {
    const char *name;
    int value;
};

/* The value of a choice by name, or -1 after a message that lists what there is. */
static int choose(const char *command, const char *option, const char *text, const struct choice *choices)
{
    struct buf list = {0};
    for (const struct choice *c = choices; c->name; c++) {
        if (!strcmp(c->name, text))
            return buf_free(&list), c->value;
        buf_printf(&list, "%s%s", c == choices ? "" : ", ", c->name);
    }
    driver_say_usage(command, "--%s=%s is unknown: there are %s", option, text, buf_str(&list));
    buf_free(&list);
    return -1;
}

static int take_merge(struct run_options *o, const char *command, const char *text)
{
    static const struct choice merges[] = {
        {"never", AVM_MERGE_NEVER}, {"stack", AVM_MERGE_STACK}, {"location", AVM_MERGE_LOCATION}, {0}};
    int merge = choose(command, "merge", text, merges);
    if (merge < 0)
        return EX_BAD;
    o->engine.merge = (enum avm_merge)merge;
    return EX_HOLDS;
}

/* An option with two values. */
static int take_switch(bool *is_on, const char *command, const char *option, const char *text, const char *off,
                       const char *on)
{
    const struct choice kinds[] = {{off, false}, {on, true}, {0}};
    int kind = choose(command, option, text, kinds);
    if (kind < 0)
        return EX_BAD;
    *is_on = kind;
    return EX_HOLDS;
}

static int take_volatile(struct run_options *o, const char *command, const char *text)
{
    static const struct choice kinds[] = {
        {"any", AVM_VOLATILE_ANY}, {"memory", AVM_VOLATILE_MEMORY}, {"input", AVM_VOLATILE_INPUT}, {0}};
    int kind = choose(command, "volatile", text, kinds);
    if (kind < 0)
        return EX_BAD;
    o->engine.volatiles = (enum avm_volatile)kind;
    return EX_HOLDS;
}

static int take_grain(struct run_options *o, const char *command, const char *text)
{
    struct buf list = {0};
    for (int i = 0; avm_grains[i].name; i++) {
        if (!strcmp(avm_grains[i].name, text)) {
            o->engine.grain = (enum avm_grain)(AVM_GRAIN_STATEMENT + i);
            return buf_free(&list), EX_HOLDS;
        }
        buf_printf(&list, "%s%s", i ? ", " : "", avm_grains[i].name);
    }
    driver_say_usage(command, "--grain=%s is unknown: there are %s", text, buf_str(&list));
    buf_free(&list);
    return EX_BAD;
}

static int take_reduce(struct run_options *o, const char *command, const char *text)
{
    bool found = true, preorder = false;
    struct buf list = {0};
    o->reduce = lts_relation_by_name(text, &preorder, &found);
    for (const struct lts_relation_row *row = lts_relations; row->name; row++) {
        if (found && !preorder && row->relation == o->reduce && row->reduces)
            return buf_free(&list), EX_HOLDS;
        if (row->reduces)
            buf_printf(&list, "%s%s", list.size ? ", " : "", row->name);
    }
    int status = driver_say_usage(command, "--reduce=%s is unknown: there are %s", text, buf_str(&list));
    buf_free(&list);
    return status;
}

static int take_number(const char *command, const char *option, const char *text, bool binary, uint64_t *out)
{
    if (driver_parse_size(text, binary, out) && *out)
        return EX_HOLDS;
    return driver_say_usage(command, "--%s=%s: expected a positive number, with k, M or G behind it if you like",
                            option, text);
}

static int take_map(struct run_options *o, int kind, const char *path)
{
    struct map_file m = {kind, path};
    vec_push(&o->maps, m);
    return EX_HOLDS;
}

int driver_run_option(struct run_options *o, const char *command, int option, const char *argument)
{
    uint64_t n = 0;
    int status;
    switch (option) {
    case 'a':
        return take_map(o, MAP_AM, argument);
    case 'l':
        return take_map(o, MAP_LM, argument);
    case 'o':
        o->output = argument;
        return EX_HOLDS;
    case OPT_ENTRY:
        o->entry = argument;
        return EX_HOLDS;
    case OPT_DEFAULT:
        o->fallback = argument;
        return EX_HOLDS;
    case OPT_MERGE:
        return take_merge(o, command, argument);
    case OPT_CONTEXT:
        return take_switch(&o->engine.summarises, command, "context", argument, "stack", "summary");
    case OPT_REDUCE:
        return take_reduce(o, command, argument);
    case OPT_VOLATILE:
        return take_volatile(o, command, argument);
    case OPT_LABELS:
        return take_switch(&o->io_labels, command, "labels", argument, "quote", "io");
    case OPT_GRAIN:
        return take_grain(o, command, argument);
    case OPT_OVERFLOW:
        return take_switch(&o->engine.unbounded, command, "overflow", argument, "wrap", "none");
    case OPT_WIDEN_AFTER:
        status = take_number(command, "widen-after", argument, false, &n);
        o->engine.widen_after = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
        return status;
    case OPT_MAX_STATES:
        return take_number(command, "max-states", argument, false, &o->engine.max_states);
    case OPT_MAX_MEMORY:
        return take_number(command, "max-memory", argument, true, &o->engine.max_memory);
    case OPT_TIMEOUT:
        status = take_number(command, "timeout", argument, false, &n);
        o->budget.deadline = o->started + (double)n;
        return status;
    case OPT_KRIPKE:
        return o->kripke = true, EX_HOLDS;
    case OPT_MUST:
        return o->must = true, EX_HOLDS;
    default:
        return -1;
    }
}

/* A long option with one dash is taken for letters: `word` is what stands on the command line. */
static int unknown_option(const char *command, const char *word, const struct option *options)
{
    const char *names[64];
    size_t n = 0;
    for (; options->name && n < 64; options++)
        names[n++] = options->name;
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(word + strspn(word, "-"), "="), word + strspn(word, "-"));
    const char *near = strlen(bare) > 1 ? base_nearest_name(bare, names, n) : NULL;
    for (size_t i = 0; i < n; i++)
        near = strcmp(bare, names[i]) ? near : names[i];
    if (near && !strcmp(near, bare) && !strncmp(word, "--", 2) && strchr(word, '='))
        driver_say_usage(command, "option '--%s' takes no value", bare);
    else if (near)
        driver_say_usage(command, "no option '%.*s'; did you mean '--%s'?", (int)strcspn(word, "="), word, near);
    else
        driver_say_usage(command, "no option '%s'", word);
    return '?';
}

/* Whether a word of the command line consists of letters of options, this one among them. */
static bool is_letters(const char *word, int letter)
{
    return word[0] == '-' && word[1] && word[1] != '-' && strchr(word, letter);
}

int driver_next_option(int argc, char **argv, const char *command, const char *short_options,
                       const struct option *options)
{
    char with_colon[64];
    snprintf(with_colon, sizeof with_colon, "%s:%s", *short_options == '+' ? "+" : "",
             short_options + (*short_options == '+'));
    opterr = 0;
    int before = optind ? optind : 1, c = getopt_long(argc, argv, with_colon, options, NULL);
    if (c == ':')
        driver_say_usage(command, "option '%s' wants an argument", argv[optind - 1]);
    if (c == '?' && optopt && optopt < 256) {
        const char *whole = optind < argc && is_letters(argv[optind], optopt) ? argv[optind] : argv[optind - 1];
        char word[3] = {'-', (char)optopt, 0};
        return unknown_option(command, whole[1] == optopt ? whole : word, options);
    }
    if (c == '?')
        return unknown_option(command, argv[optind > before ? optind - 1 : before], options);
    return c == ':' ? '?' : c;
}
