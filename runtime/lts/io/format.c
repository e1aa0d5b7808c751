/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of formats, and the doors through which systems are read and written.
 */
#include "runtime/lts/io/io.h"

#include "runtime/lts/io/binary.h"
#include "runtime/lts/io/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

const struct lts_format_row lts_formats[] = {
    {LTS_FMT_AUT, "aut", ".aut", "Aldebaran, the common ground of all tools", true, true},
    {LTS_FMT_BINARY, "lts", ".lts", "binary, everything a system has, loaded at once", true, true},
    {LTS_FMT_CCS, "ccs", ".ccs", "CCS in CWB-NC's syntax; written as an automaton", true, true},
    {LTS_FMT_CWB, "cwb", ".cwb", "CWB-NC automaton: proc main = Aut(start=0, ...)", true, true},
    {LTS_FMT_DOT, "dot", ".dot", "picture for graphviz", false, true},
    {LTS_FMT_SVG, "svg", ".svg", "picture, drawn by the program dot", false, true},
    {LTS_FMT_GRAPHML, "graphml", ".graphml", "GraphML for graph editors", false, true},
    {LTS_FMT_JSON, "json", ".json", "JSON with must bits, propositions and state names", true, true},
    {LTS_FMT_PROMELA, "promela", ".pml", "a proctype for SPIN", false, true},
    {LTS_FMT_TEXT, "text", ".txt", "text for reading", false, true},
    {LTS_FMT_UNKNOWN, NULL, NULL, NULL, false, false},
};

/* One writer a format, in the order of the enumeration. */
static enum status (*const writers[])(const struct lts *, const struct lts_print *, struct buf *, struct diag *) = {
    [LTS_FMT_AUT] = lts_write_aut,       [LTS_FMT_CCS] = lts_write_ccs,         [LTS_FMT_CWB] = lts_write_ccs,
    [LTS_FMT_DOT] = lts_write_dot,       [LTS_FMT_SVG] = lts_write_svg,         [LTS_FMT_GRAPHML] = lts_write_graphml,
    [LTS_FMT_JSON] = lts_write_json,     [LTS_FMT_PROMELA] = lts_write_promela, [LTS_FMT_TEXT] = lts_write_text,
    [LTS_FMT_BINARY] = lts_write_binary,
};

enum lts_format lts_format_by_name(const char *name)
{
    for (const struct lts_format_row *f = lts_formats; f->name; f++)
        if (!strcmp(f->name, name))
            return f->format;
    return LTS_FMT_UNKNOWN;
}

enum lts_format lts_format_by_suffix(const char *path)
{
    size_t n;
    io_packing_by_suffix(path, &n);
    for (const struct lts_format_row *f = lts_formats; f->name; f++) {
        size_t m = strlen(f->suffix);
        if (n > m && !strncasecmp(path + n - m, f->suffix, m))
            return f->format;
    }
    return LTS_FMT_UNKNOWN;
}

static bool starts_with_word(const char *p, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - p) > n && !memcmp(p, word, n) && strchr(" \t\r\n(", p[n]);
}

/* The format that a text looks like: by its first word behind blanks and comment lines. */
static enum lts_format format_by_content(const char *p, const char *end)
{
    bool line_start = true;
    if (end - p >= 8 && !memcmp(p, BINARY_MAGIC, 8))
        return LTS_FMT_BINARY;
    for (; p < end; p++) {
        if (line_start && (*p == '*' || *p == '#' || *p == '%')) {
            p = memchr(p, '\n', (size_t)(end - p));
            if (!p)
                return LTS_FMT_UNKNOWN;
            continue;
        }
        if (*p == '\n')
            line_start = true;
        else if (*p != ' ' && *p != '\t' && *p != '\r')
            break;
    }
    if (starts_with_word(p, end, "des"))
        return LTS_FMT_AUT;
    if (p < end && *p == '{')
        return LTS_FMT_JSON;
    if (starts_with_word(p, end, "proc") || starts_with_word(p, end, "set") || starts_with_word(p, end, "agent"))
        return LTS_FMT_CCS;
    return LTS_FMT_UNKNOWN;
}

static const struct lts_format_row *row_of(enum lts_format format)
{
    const struct lts_format_row *f = lts_formats;
    while (f->name && f->format != format)
        f++;
    return f;
}

static enum status read_source(struct source *s, const char *process, enum lts_format format, struct lts **out,
                               struct diag *d)
{
    struct place at = {s->name, 0, 0};
    const char *text;
    size_t size;
    enum status st = lts_source_peek(s, &text, &size);
    if (st != ST_OK)
        return st;
    if (format == LTS_FMT_UNKNOWN)
        format = format_by_content(text, text + size);
    if (process && format != LTS_FMT_CCS && format != LTS_FMT_CWB && format != LTS_FMT_UNKNOWN)
        return diag_set(d, ST_BAD, at, "only CCS files hold processes to choose from: '%s' is not known here", process);
    switch (format) {
    case LTS_FMT_AUT:
        return lts_read_aut(s, out, d);
    case LTS_FMT_BINARY:
        return lts_read_binary(s, out, d);
    case LTS_FMT_JSON:
        return lts_read_json(s, out, d);
    case LTS_FMT_CCS:
    case LTS_FMT_CWB:
        return lts_read_ccs(s, process, out, d);
    case LTS_FMT_UNKNOWN:
        return diag_set(d, ST_BAD, at,
                        size ? "not a format that can be read: expected aut, lts, ccs, cwb or json"
                             : "the file is empty: expected aut, lts, ccs, cwb or json");
    default:
        return diag_set(d, ST_BAD, at, "format %s can be written but not read", row_of(format)->name);
    }
}

enum status lts_read_file(const char *file, const char *process, enum lts_format format, const struct lts_control *c,
                          struct lts **out, struct diag *d)
{
    struct source s;
    *out = NULL;
    if (format == LTS_FMT_UNKNOWN)
        format = lts_format_by_suffix(file);
    if (!row_of(format)->reads)
        format = LTS_FMT_UNKNOWN;
    enum status st = lts_source_open(&s, file, c, d);
    if (st == ST_OK)
        st = read_source(&s, process, format, out, d);
    lts_source_close(&s);
    return st;
}

char *lts_split_path(const char *path, const char **process)
{
    const char *colon = strrchr(path, ':');
    *process = NULL;
    size_t n = strlen(path);
    if (colon && colon > path && colon[1] && access(path, F_OK) != 0) {
        n = (size_t)(colon - path);
        *process = colon + 1;
    }
    char *file = base_mem_alloc(n + 1);
    memcpy(file, path, n);
    file[n] = 0;
    return file;
}

enum status lts_read(const char *path, enum lts_format format, uint32_t state_limit, struct lts **out, struct diag *d)
{
    const char *process;
    char *file = lts_split_path(path, &process);
    const struct lts_control control = {.max_states = state_limit};
    enum status st = lts_read_file(file, process, format, &control, out, d);
    if (st != ST_OK && d && d->at.file == file)
        d->at.file = path; /* `file` goes now */
    free(file);
    return st;
}

enum status lts_read_text(const char *name, const char *text, size_t size, enum lts_format format, const char *process,
                          uint32_t state_limit, struct lts **out, struct diag *d)
{
    struct source s;
    *out = NULL;
    const struct lts_control control = {.max_states = state_limit};
    lts_source_text(&s, name, text, size, d);
    s.control = &control;
    return read_source(&s, process, format, out, d);
}

enum status lts_write(const struct lts *l, enum lts_format format, const struct lts_print *how, struct buf *out,
                      struct diag *d)
{
    static const struct lts_print plain = {0};
    if (format == LTS_FMT_UNKNOWN || !row_of(format)->writes)
        return diag_set(d, ST_BAD, (struct place){0}, "no such format to write");
    size_t before = out->size;
    enum status st = writers[format](l, how ? how : &plain, out, d);
    if (st != ST_OK && out->data && !(how && how->drain)) {
        out->size = before;
        out->data[before] = 0;
    }
    return st;
}
