/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What link-check is told: the compiler driver's own options, passed through by the specs file.
 *
 * Invariant: what is not understood is ignored, because any option of GCC may stand here; only values of our own
 * -fplugin-arg-cwolf-* options are refused.
 */
#include "linkcheck.h"

#include <unistd.h>

static bool take_level(struct link_options *o, const char *value)
{
    static const char *const levels[] = {[LINK_IGNORE] = "ignore", [LINK_WARN] = "warn", [LINK_ERROR] = "error"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(value, levels[i])) {
            o->missing = (enum link_level)i;
            return true;
        }
    return false;
}

/* FILE, FILE:PROCESS or FILE:PROCESS:RELATION. */
static void take_spec(struct link_options *o, struct arena *a, const char *value)
{
    struct link_spec s = {.value = value, .file = value, .relation = "obseq"};
    const char *first = strchr(value, ':'), *second = first ? strchr(first + 1, ':') : NULL;
    if (first) {
        s.file = arena_strn(a, value, (size_t)(first - value));
        s.process = arena_strn(a, first + 1, second ? (size_t)(second - first - 1) : strlen(first + 1));
        if (!*s.process)
            s.process = NULL;
    }
    if (second && second[1])
        s.relation = second + 1;
    vec_push(&o->specs, s);
}

static bool take_small(const char *value, uint32_t *out)
{
    uint64_t n;
    if (!driver_parse_size(value, false, &n) || !n || n > UINT32_MAX)
        return false;
    *out = (uint32_t)n;
    return true;
}

static bool take_format(struct link_options *o, const char *value)
{
    const struct report_format *f = report_by_name(value);
    if (f)
        vec_push(&o->formats, f);
    return f != NULL;
}

static bool take_timeout(struct link_options *o, const char *value)
{
    uint32_t seconds;
    bool good = take_small(value, &seconds);
    o->run.budget.deadline = good ? o->run.started + seconds : 0;
    return good;
}

static bool is_known(struct link_options *o, struct arena *a, const char *key)
{
    const char *nearest;
    if (note_flag(key, &nearest) != FLAG_UNKNOWN)
        return true;
    o->nearest = nearest ? arena_printf(a, "-fplugin-arg-cwolf-%s", nearest) : NULL;
    return false;
}

/* One -fplugin-arg-cwolf-KEY[=VALUE]; false when the key is none or the value is wrong. */
static bool take_argument(struct link_options *o, struct arena *a, const char *text)
{
    size_t n = strcspn(text, "=");
    const char *key = arena_strn(a, text, n), *value = text[n] ? text + n + 1 : "";
    static const struct {
        const char *key;
        int kind;
    } maps[] = {{"am", MAP_AM}, {"lm", MAP_LM}, {"properties", MAP_PROPERTIES}};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        if (!strcmp(key, maps[i].key)) {
            struct map_file m = {maps[i].kind, value};
            vec_push(&o->run.maps, m);
            return *value;
        }
    if (!strcmp(key, "spec"))
        return take_spec(o, a, value), *value;
    if (!strcmp(key, "missing"))
        return take_level(o, value);
    if (!strcmp(key, "violations"))
        return o->keep_violations = !strcmp(value, "warn"), o->keep_violations || !strcmp(value, "error");
    if (!strcmp(key, "max-states"))
        return driver_parse_size(value, false, &o->run.engine.max_states) && o->run.engine.max_states;
    if (!strcmp(key, "max-memory"))
        return driver_parse_size(value, true, &o->run.engine.max_memory) && o->run.engine.max_memory;
    if (!strcmp(key, "timeout"))
        return take_timeout(o, value);
    if (!strcmp(key, "layer"))
        return take_small(value, &o->layer) && o->layer <= 2;
    if (!strcmp(key, "format"))
        return take_format(o, value);
    if (!strcmp(key, "rules"))
        return o->rules = value, *value;
    if (!strcmp(key, "baseline"))
        return o->baseline = value, *value;
    if (!strcmp(key, "no-cache"))
        return o->cache = CACHE_OFF, true;
    if (!strcmp(key, "verify-cache"))
        return o->cache = CACHE_VERIFY, true;
    o->strict |= !strcmp(key, "strict");
    o->strip |= !strcmp(key, "strip");
    return is_known(o, a, key);
}

/* -lNAME as the linker finds it in the directories given: a shared library before an archive. What stands in the
 * system's own directories carries no fragments. */
static void take_library(struct link_options *o, struct arena *a, const char *name)
{
    for (size_t i = 0; i < o->directories.count; i++)
        for (int is_archive = o->is_static; is_archive < 2; is_archive++) {
            const char *path = arena_printf(a, "%s/lib%s.%s", o->directories.items[i], name, is_archive ? "a" : "so");
            if (!access(path, R_OK)) {
                vec_push(&o->inputs, path);
                return;
            }
        }
}

static void take_colour(const char *value)
{
    driver_colour_init(!strcmp(value, "always") ? COLOUR_ALWAYS : !strcmp(value, "never") ? COLOUR_NEVER : COLOUR_AUTO);
}

/* -e and -init make other functions the first and the last ones; one of them counts as much as both. */
static bool is_other_start(const char *w)
{
    static const char *const names[] = {"-e", "--entry", "-entry", "-init", "--init", "-fini", "--fini"};
    size_t n = strcspn(w, "=");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == n && !strncmp(w, names[i], n))
            return true;
    return false;
}

/* One of the linker's own options, with its value behind it where that is apart. False: the value is the next word. */
static bool take_linkers(struct link_options *o, struct arena *a, const char *w, const char *next)
{
    static const char wrap[] = "--wrap", defsym[] = "--defsym";
    const char *value = NULL;
    const char *name = w[0] == '-' && w[1] != '-' ? w : w + 1; /* both -wrap and --wrap are understood */
    bool is_wrap = !strncmp(name, wrap + 1, sizeof wrap - 2), is_defsym = !strncmp(name, defsym + 1, sizeof defsym - 2);
    size_t n = is_wrap ? sizeof wrap - 2 : sizeof defsym - 2;
    if (is_other_start(w)) {
        o->odd_start = arena_printf(a, "the linker was told %s: main may not be what is run, or not all", w);
        return strchr(w, '=') != NULL;
    }
    if (!is_wrap && !is_defsym)
        return true;
    value = name[n] == '=' ? name + n + 1 : !name[n] ? next : NULL;
    if (value && is_wrap)
        vec_push(&o->wraps, value);
    const char *equals = value && is_defsym ? strchr(value, '=') : NULL;
    if (equals)
        vec_push(&o->defsyms, ((struct cwi_defsym){arena_strn(a, value, (size_t)(equals - value)), equals + 1}));
    return name[n] == '=';
}

bool driver_link_options_read(struct link_options *o, struct arena *a, int argc, char **argv)
{
    static const char mark[] = "-fplugin-arg-cwolf-";
    memset(o, 0, sizeof *o);
    driver_run_options_init(&o->run);
    struct VEC(const char *) libraries = {0}; /* looked for when all directories are known */
    o->output = "a.out";
    o->missing = LINK_WARN;
    for (int i = 1; i < argc; i++) {
        const char *w = argv[i];
        if (!strcmp(w, "-o") && i + 1 < argc)
            o->output = argv[++i];
        else if (!strncmp(w, "-o", 2) && w[2])
            o->output = w + 2;
        else if (!strncmp(w, mark, sizeof mark - 1)) {
            if (!take_argument(o, a, w + sizeof mark - 1)) {
                o->wrong = w;
                break;
            }
        } else if (!strcmp(w, "-L") && i + 1 < argc)
            vec_push(&o->directories, (const char *)argv[++i]);
        else if (!strncmp(w, "-L", 2) && w[2])
            vec_push(&o->directories, w + 2);
        else if (!strncmp(w, "-l", 2) && w[2])
            vec_push(&libraries, w + 2);
        else if (!strncmp(w, "-fdiagnostics-color=", 20))
            take_colour(w + 20);
        else if (w[0] == '-' && !take_linkers(o, a, w, i + 1 < argc ? argv[i + 1] : NULL) && i + 1 < argc)
            i++;
        else if (w[0] != '-')
            vec_push(&o->inputs, w);
        o->relocatable |= !strcmp(w, "-r");
        o->is_static |= !strcmp(w, "-static");
        o->shared |= !strcmp(w, "-shared");
        o->lto |= !strncmp(w, "-flto", 5);
    }
    for (size_t i = 0; i < libraries.count; i++)
        take_library(o, a, libraries.items[i]);
    vec_free(&libraries);
    return !o->wrong;
}

void driver_link_options_free(struct link_options *o)
{
    driver_run_options_free(&o->run);
    vec_free(&o->specs);
    vec_free(&o->formats);
    vec_free(&o->inputs);
    vec_free(&o->directories);
    vec_free(&o->wraps);
    vec_free(&o->defsyms);
}
