/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Goals as users write them are read, and become points of the program.
 */
#include "goals_read.h"

#include <ctype.h>
#include <stdio.h>

enum { MOST_PATHS = 10000 };

struct reader {
    struct arena *a;
    struct cwi_unit *u;
    struct run_trials *t;
    struct check_goals *out;
    struct place at;  /* of the goal's line in the text */
    const char *line; /* the whole one, without the end of line */
    const char *s;    /* what is left of it */
    const char *word; /* the last that was read */
    struct diag *d;
};
struct range {
    const char *file;
    uint32_t first, last;
};

/* ---- words ------------------------------------------------------------------------------------------------------- */

static enum status bad(struct reader *r, const char *what)
{
    r->at.col = (uint32_t)(r->word - r->line) + 1;
    return diag_set(r->d, ST_BAD, r->at, "%s", what);
}

static const char *word(struct reader *r)
{
    r->s += strspn(r->s, " \t");
    size_t n = strcspn(r->s, " \t");
    const char *w = arena_strn(r->a, r->s, n);
    r->word = r->s;
    r->s += n;
    return w;
}

static enum status end_of_line(struct reader *r)
{
    r->word = r->s += strspn(r->s, " \t");
    return *r->s ? bad(r, "the goal ends before this") : ST_OK;
}

/* FILE:LINE or FILE:FIRST-LAST; false: it is neither. */
static bool parse_range(struct arena *a, const char *w, struct range *out)
{
    const char *colon = strrchr(w, ':');
    unsigned first, last;
    int n = 0;
    if (!colon || colon == w || !isdigit((unsigned char)colon[1]))
        return false;
    if (sscanf(colon + 1, "%u-%u%n", &first, &last, &n) != 2 || colon[1 + n]) {
        if (sscanf(colon + 1, "%u%n", &first, &n) != 1 || colon[1 + n])
            return false;
        last = first;
    }
    *out = (struct range){arena_strn(a, w, (size_t)(colon - w)), first, last};
    return first && first <= last;
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

static bool is_code(const struct run_point *p)
{
    return !p->is_dead && !p->is_added && p->stmt->at.line && p->stmt->kind != CWI_END;
}

static bool is_within(struct reader *r, const struct run_point *p, const struct range *x)
{
    return p->stmt->at.line >= x->first && p->stmt->at.line <= x->last &&
           base_path_ends_with(cwi_place_text(r->u, p->stmt->at).file, x->file);
}

static void add(struct reader *r, const char *text, const uint32_t *points, uint32_t count, cwi_id func)
{
    struct check_goal g = {.text = text, .point_count = count, .func = func, .test = CHECK_NOT_FOUND};
    g.points = arena_copy(r->a, points, count * sizeof *points);
    vec_push(r->out, g);
}

/* Lines of the range that have code, each a goal; how many. */
static uint32_t add_lines(struct reader *r, const struct range *x)
{
    uint32_t found = 0, n = run_point_count(r->t);
    struct VEC(uint32_t) points = {0};
    for (uint32_t line = x->first; line <= x->last; line++) {
        struct place at = {0};
        points.count = 0;
        for (uint32_t i = 0; i < n; i++) {
            struct run_point p = run_point_of(r->t, i);
            if (p.way != UINT32_MAX || !is_code(&p) || p.stmt->at.line != line || !is_within(r, &p, x))
                continue;
            at = cwi_place_text(r->u, p.stmt->at);
            vec_push(&points, i);
        }
        if (!points.count)
            continue;
        add(r, arena_printf(r->a, "line %s:%u", at.file, line), points.items, (uint32_t)points.count, 0);
        found++;
    }
    vec_free(&points);
    return found;
}

void check_goals_put_way(const struct cwi_stmt *s, uint32_t way, struct buf *out)
{
    if (s->kind == CWI_IF) {
        buf_puts(out, way ? "is false" : "is true");
    } else if (way < s->target_count) {
        buf_puts(out, "is no case");
    } else {
        const struct cwi_case *c = &s->cases[way - s->target_count];
        buf_printf(out, c->lo == c->hi ? "is %lld" : "is in [%lld .. %lld]", (long long)c->lo, (long long)c->hi);
    }
}

static const char *way_text(struct reader *r, const struct run_point *p)
{
    struct buf b = {0};
    struct place at = cwi_place_text(r->u, p->stmt->at);
    buf_printf(&b, "edge %s:%u: ", at.file, at.line);
    cwi_print_expr(r->u, p->stmt->rhs, &b);
    buf_putc(&b, ' ');
    check_goals_put_way(p->stmt, p->way, &b);
    const char *text = arena_str(r->a, buf_str(&b));
    buf_free(&b);
    return text;
}

static uint32_t add_edges(struct reader *r, cwi_id func, const struct range *x, bool only_conditions)
{
    uint32_t found = 0, n = run_point_count(r->t);
    for (uint32_t i = 0; i < n; i++) {
        struct run_point p = run_point_of(r->t, i);
        bool is_branch = p.stmt->kind == CWI_IF || (p.stmt->kind == CWI_SWITCH && !only_conditions);
        if (p.way == UINT32_MAX || !is_branch || !is_code(&p) || (func ? p.func != func : !is_within(r, &p, x)))
            continue;
        add(r, way_text(r, &p), &i, 1, p.func);
        found++;
    }
    return found;
}

/* ---- kinds of goals ---------------------------------------------------------------------------------------------- */

static enum status find_function(struct reader *r, const char *name, cwi_id *out)
{
    *out = cwi_find_func(r->u, NULL, name, NULL);
    if (!*out || run_point_of_function(r->t, *out) == UINT32_MAX)
        return bad(r, arena_printf(r->a, "the program has no function '%s' with a body", name));
    return ST_OK;
}

static enum status read_lines(struct reader *r)
{
    struct range x;
    const char *w = word(r);
    if (!parse_range(r->a, w, &x))
        return bad(r, arena_printf(r->a, "FILE:LINE or FILE:FIRST-LAST is expected, found '%s'", w));
    if (!add_lines(r, &x))
        return bad(r, arena_printf(r->a, "there is no code at '%s'", w));
    return end_of_line(r);
}

static enum status read_function(struct reader *r)
{
    const char *w = word(r);
    cwi_id func;
    enum status st = find_function(r, w, &func);
    if (!st)
        add(r, arena_printf(r->a, "function %s", w), &(uint32_t){run_point_of_function(r->t, func)}, 1, func);
    return st ? st : end_of_line(r);
}

static enum status read_functions(struct reader *r)
{
    for (cwi_id f = 1; f < r->u->funcs.count; f++) {
        uint32_t point = run_point_of_function(r->t, f);
        if (point != UINT32_MAX && cwi_func_of(r->u, f)->at.line)
            add(r, arena_printf(r->a, "function %s", cwi_func_of(r->u, f)->name), &point, 1, f);
    }
    return end_of_line(r);
}

static enum status read_branches(struct reader *r, bool only_conditions)
{
    struct range x;
    const char *w = word(r);
    cwi_id func = 0;
    enum status st = parse_range(r->a, w, &x) ? ST_OK : find_function(r, w, &func);
    if (!st && !add_edges(r, func, &x, only_conditions))
        st = bad(r, arena_printf(r->a, "there is no branch in '%s'", w));
    return st ? st : end_of_line(r);
}

static enum status read_edges(struct reader *r)
{
    return read_branches(r, false);
}

static enum status read_conditions(struct reader *r)
{
    return read_branches(r, true);
}

static const char *path_text(struct reader *r, cwi_id func, const uint32_t *edges, uint32_t count)
{
    struct buf b = {0};
    buf_printf(&b, "path %s", cwi_func_of(r->u, func)->name);
    for (uint32_t i = 0; i < count; i++) {
        struct run_point p = run_point_of(r->t, edges[i]);
        buf_printf(&b, " %u", p.stmt->at.line);
        if (p.stmt->kind == CWI_IF)
            buf_putc(&b, p.way ? '-' : '+');
        else
            buf_printf(&b, "/%u", p.way);
    }
    const char *text = arena_str(r->a, buf_str(&b));
    buf_free(&b);
    return text;
}

static enum status read_paths(struct reader *r)
{
    cwi_id func;
    uint32_t first, times = 1;
    enum status st = find_function(r, word(r), &func);
    const char *k = st ? "" : word(r);
    int n = 0;
    if (*k && (sscanf(k, "%u%n", &times, &n) != 1 || k[n] || !times || times > 100))
        return bad(r, arena_printf(r->a, "how often an edge may be taken is a number from 1 to 100, not '%s'", k));
    if (st)
        return st;
    uint32_t count = run_points_of_paths(r->t, func, times, MOST_PATHS, &first);
    if (count > MOST_PATHS || !count)
        return bad(r, count ? arena_printf(r->a, "the function has more than %d such paths", (int)MOST_PATHS)
                            : "no path leads to a return of this function");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t point = first + i, edge_count;
        const uint32_t *edges;
        edge_count = run_point_path(r->t, point, &edges);
        add(r, path_text(r, func, edges, edge_count), &point, 1, func);
        r->out->items[r->out->count - 1].is_path = true;
    }
    return end_of_line(r);
}

/* The first statement of the line in the function that has it first. */
static uint32_t first_at(struct reader *r, const struct range *x)
{
    for (uint32_t i = 0, n = run_point_count(r->t); i < n; i++) {
        struct run_point p = run_point_of(r->t, i);
        if (p.way == UINT32_MAX && is_code(&p) && is_within(r, &p, x))
            return i;
    }
    return UINT32_MAX;
}

static enum status read_condition(struct reader *r)
{
    struct range x;
    const char *w = word(r), *text;
    const struct cwi_expr *e;
    if (!parse_range(r->a, w, &x) || x.first != x.last)
        return bad(r, arena_printf(r->a, "FILE:LINE is expected, found '%s'", w));
    uint32_t place = first_at(r, &x);
    if (place == UINT32_MAX)
        return bad(r, arena_printf(r->a, "there is no code at '%s'", w));
    r->s += strspn(r->s, " \t");
    text = r->s;
    struct run_point p = run_point_of(r->t, place);
    struct note_source *source =
        note_text_source(r->a, r->at.file, text, strlen(text), r->at.line, (uint32_t)(text - r->line) + 1);
    enum status st = note_parse_expr(r->a, source, note_unit_resolver(r->a, r->u, p.func), &e, r->d);
    if (st)
        return st;
    uint32_t point = run_point_condition(r->t, place, e);
    if (point == UINT32_MAX)
        return bad(r, "this is no condition on what is known here: a number, of what the function uses, is expected");
    add(r, arena_printf(r->a, "at %s:%u %s", cwi_place_text(r->u, p.stmt->at).file, p.stmt->at.line, text), &point, 1,
        p.func);
    r->out->items[r->out->count - 1].condition = text;
    return ST_OK;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static const struct goal_kind {
    const char *word;
    enum status (*read)(struct reader *r);
} kinds[] = {{"line", read_lines},          {"lines", read_lines}, {"function", read_function},
             {"functions", read_functions}, {"edges", read_edges}, {"conditions", read_conditions},
             {"paths", read_paths},         {"at", read_condition}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static enum status unknown_kind(struct reader *r, const char *found)
{
    struct buf text = {0};
    buf_puts(&text, "a goal begins with ");
    for (size_t i = 0; i < KINDS; i++)
        buf_printf(&text, "%s%s", i == 0 ? "" : i + 1 < KINDS ? ", " : " or ", kinds[i].word);
    buf_printf(&text, ", not '%s'", found);
    enum status st = bad(r, buf_str(&text));
    buf_free(&text);
    return st;
}

static enum status read_goal(struct reader *r)
{
    const char *w = word(r);
    if (!*w)
        return ST_OK;
    for (size_t i = 0; i < KINDS; i++)
        if (!strcmp(w, kinds[i].word))
            return kinds[i].read(r);
    return unknown_kind(r, w);
}

enum status check_goals_read(struct arena *a, struct cwi_unit *u, struct run_trials *t, const char *name,
                             const char *text, struct check_goals *out, struct diag *d)
{
    struct reader r = {.a = a, .u = u, .t = t, .out = out, .at = {name, 0, 0}, .d = d};
    enum status st = ST_OK;
    while (!st && *text) {
        size_t n = strcspn(text, "\n");
        char *line = arena_strn(a, text, n);
        line[strcspn(line, "#\r")] = 0;
        for (char *end = line + strlen(line); end > line && strchr(" \t", end[-1]);)
            *--end = 0;
        r.at.line++;
        r.line = r.s = line;
        st = read_goal(&r);
        text += n + (text[n] != 0);
    }
    return st;
}

enum status check_goals_place(struct arena *a, struct cwi_unit *u, struct run_trials *t, const char *text,
                              struct check_goals *out, struct diag *d)
{
    struct range unused;
    bool is_place = parse_range(a, text, &unused);
    struct reader r = {.a = a, .u = u, .t = t, .out = out, .d = d, .line = text, .s = text, .word = text};
    return is_place ? read_lines(&r) : read_function(&r);
}
