/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Coverage: counts of lines, branches and functions are added up, read and written in the form of lcov.
 */
#include "coverage.h"

#include <stdio.h>
#include <stdlib.h>

struct entry {
    enum cover_kind kind;
    uint32_t line, block, branch;
    const char *file, *name;
    uint64_t count;
    bool is_executed; /* of a branch: its condition was */
};
struct run_cover {
    struct arena *arena;
    struct VEC(struct entry) entries;
    bool is_sorted;
};

struct run_cover *run_cover_new(void)
{
    struct run_cover *c = base_mem_zalloc(sizeof *c);
    c->arena = arena_new();
    return c;
}

void run_cover_free(struct run_cover *c)
{
    if (!c)
        return;
    vec_free(&c->entries);
    arena_free(c->arena);
    free(c);
}

void run_cover_add(struct run_cover *c, enum cover_kind kind, const char *file, uint32_t line, uint32_t block,
                   uint32_t branch, const char *name, uint64_t count, bool is_executed)
{
    size_t n = c->entries.count;
    const char *last = n ? c->entries.items[n - 1].file : NULL;
    struct entry e = {kind,
                      line,
                      block,
                      branch,
                      last && !strcmp(last, file) ? last : arena_str(c->arena, file),
                      arena_str(c->arena, name),
                      count,
                      is_executed};
    vec_push(&c->entries, e);
    c->is_sorted = false;
}

static int order(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int files = x->file == y->file ? 0 : strcmp(x->file, y->file);
    if (files)
        return files;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    if (x->branch != y->branch)
        return x->branch < y->branch ? -1 : 1;
    return x->name && y->name ? strcmp(x->name, y->name) : 0;
}

/* Sorts, and sums what is of one place. */
static void settle(struct run_cover *c)
{
    size_t n = 0;
    if (c->is_sorted || !c->entries.count)
        return;
    qsort(c->entries.items, c->entries.count, sizeof *c->entries.items, order);
    for (size_t i = 0; i < c->entries.count; i++) {
        struct entry *last = n ? &c->entries.items[n - 1] : NULL;
        if (last && !order(last, &c->entries.items[i])) {
            last->count += c->entries.items[i].count;
            last->is_executed |= c->entries.items[i].is_executed;
        } else {
            c->entries.items[n++] = c->entries.items[i];
        }
    }
    c->entries.count = n;
    c->is_sorted = true;
}

struct run_cover_totals run_cover_totals(struct run_cover *c)
{
    struct run_cover_totals t = {0};
    settle(c);
    for (size_t i = 0; i < c->entries.count; i++) {
        const struct entry *e = &c->entries.items[i];
        bool is_hit = e->count != 0, is_line = e->kind == COVER_LINE, is_branch = e->kind == COVER_BRANCH;
        t.lines += is_line;
        t.lines_hit += is_line && is_hit;
        t.branches += is_branch;
        t.branches_hit += is_branch && is_hit;
        t.functions += e->kind == COVER_FUNCTION;
        t.functions_hit += e->kind == COVER_FUNCTION && is_hit;
    }
    return t;
}

/* ---- lcov -------------------------------------------------------------------------------------------------------- */

static void write_file(const struct entry *e, size_t n, struct buf *out)
{
    buf_printf(out, "TN:\nSF:%s\n", e->file);
    for (size_t i = 0; i < n; i++)
        if (e[i].kind == COVER_FUNCTION)
            buf_printf(out, "FN:%u,%s\n", e[i].line, e[i].name);
    for (size_t i = 0; i < n; i++)
        if (e[i].kind == COVER_FUNCTION)
            buf_printf(out, "FNDA:%llu,%s\n", (unsigned long long)e[i].count, e[i].name);
    for (size_t i = 0; i < n; i++)
        if (e[i].kind == COVER_BRANCH && e[i].is_executed)
            buf_printf(out, "BRDA:%u,%u,%u,%llu\n", e[i].line, e[i].block, e[i].branch, (unsigned long long)e[i].count);
        else if (e[i].kind == COVER_BRANCH)
            buf_printf(out, "BRDA:%u,%u,%u,-\n", e[i].line, e[i].block, e[i].branch);
    for (size_t i = 0; i < n; i++)
        if (e[i].kind == COVER_LINE)
            buf_printf(out, "DA:%u,%llu\n", e[i].line, (unsigned long long)e[i].count);
    buf_puts(out, "end_of_record\n");
}

void run_cover_write(struct run_cover *c, struct buf *out)
{
    settle(c);
    for (size_t i = 0, end; i < c->entries.count; i = end) {
        for (end = i; end < c->entries.count && !strcmp(c->entries.items[end].file, c->entries.items[i].file);)
            end++;
        write_file(&c->entries.items[i], end - i, out);
    }
}

struct reader {
    struct run_cover *cover;
    const char *file;
    struct VEC(struct entry) functions; /* FN of this file */
};

/* False: it is no line of this form. */
static bool read_line(struct reader *r, const char *s)
{
    unsigned line, block, branch;
    unsigned long long count;
    int n = 0;
    if (!*s || str_begins(s, "TN:") || !strcmp(s, "end_of_record") || str_begins(s, "LF:") || str_begins(s, "LH:") ||
        str_begins(s, "BRF:") || str_begins(s, "BRH:") || str_begins(s, "FNF:") || str_begins(s, "FNH:"))
        return true;
    if (str_begins(s, "SF:")) {
        r->file = arena_str(r->cover->arena, s + 3);
        r->functions.count = 0;
        return true;
    }
    if (!r->file)
        return false;
    if (sscanf(s, "FN:%u,%n", &line, &n) == 1 && n) {
        vec_push(&r->functions, ((struct entry){.line = line, .name = arena_str(r->cover->arena, s + n)}));
        return true;
    }
    if (sscanf(s, "FNDA:%llu,%n", &count, &n) == 1 && n) {
        for (size_t i = 0; i < r->functions.count; i++)
            if (!r->functions.items[i].is_executed && !strcmp(r->functions.items[i].name, s + n)) {
                r->functions.items[i].is_executed = true; /* of several of one name each has its own */
                run_cover_add(r->cover, COVER_FUNCTION, r->file, r->functions.items[i].line, 0, 0, s + n, count, true);
                break;
            }
        return true;
    }
    if (sscanf(s, "BRDA:%u,%u,%u,%n", &line, &block, &branch, &n) == 3 && n) {
        bool is_executed = sscanf(s + n, "%llu", &count) == 1;
        run_cover_add(r->cover, COVER_BRANCH, r->file, line, block, branch, NULL, is_executed ? count : 0, is_executed);
        return is_executed || !strcmp(s + n, "-");
    }
    if (sscanf(s, "DA:%u,%llu", &line, &count) == 2) {
        run_cover_add(r->cover, COVER_LINE, r->file, line, 0, 0, NULL, count, true);
        return true;
    }
    return false;
}

enum status run_cover_read(struct run_cover *c, const char *path, struct diag *d)
{
    enum { LIMIT = 256 << 20 };
    struct buf text = {0};
    struct reader r = {.cover = c};
    enum status st = base_file_read(path, &text, LIMIT, d);
    uint32_t number = 0;
    char *s = st ? NULL : base_mem_alloc(text.size + 1), *save = s;
    if (s)
        memcpy(s, buf_str(&text), text.size + 1);
    while (!st && s && *s) {
        char *end = strchr(s, '\n'), *next = end ? end + 1 : s + strlen(s);
        if (end)
            *end = 0;
        number++;
        if (!read_line(&r, s))
            st = diag_set(d, ST_BAD, (struct place){path, number, 1}, "no line of lcov's form: '%.60s'", s);
        s = next;
    }
    free(save);
    vec_free(&r.functions);
    buf_free(&text);
    return st;
}
