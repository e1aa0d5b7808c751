/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Property files of the software verification competition: lines CHECK( init(main()), LTL(FORMULA) ).
 *
 * Invariant: TRUE is printed only where the tool's property says all that the file asks; what it has no property for is
 * UNKNOWN. Memory safety is never TRUE: what is still led to at the end is not tracked in each tool's sense. A block
 * that is lost when the program ends was not freed; one that is lost before may belong to a program that never ends.
 */
#include "runtime/driver/svcomp.h"

#include <ctype.h>

static const struct svcomp_row rows[SVCOMP_ROWS] = {
    {"G ! call(reach_error())", "unreachable reach_error", "unreach-call", true},
    {"G ! overflow", "no-overflow", "no-overflow", true},
    {"G valid-free", "memory-safe", "valid-free", false},
    {"G valid-deref", "memory-safe", "valid-deref", false},
    {"G valid-memtrack", "no-leak", "valid-memtrack", false},
    {"G valid-memcleanup", "no-leak", "valid-memcleanup", false},
};

/* The texts but for blanks. */
static bool is_formula(const char *formula, const char *without)
{
    for (; *formula; formula++)
        if (*formula != ' ' && *formula != *without++)
            return false;
    return !*without;
}

static const struct svcomp_row *row_of(const char *formula)
{
    for (uint32_t i = 0; i < SVCOMP_ROWS; i++)
        if (is_formula(rows[i].formula, formula))
            return &rows[i];
    return NULL;
}

static void add_row(struct svcomp *s, const struct svcomp_row *row)
{
    s->is_more |= !row;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->rows[i] == row)
            return;
    if (row)
        s->rows[s->count++] = row;
}

enum status driver_svcomp_read(const char *path, struct svcomp *out, struct diag *d)
{
    static const char head[] = "CHECK(init(main()),LTL(";
    struct buf text = {0};
    FILE *in = fopen(path, "r");
    *out = (struct svcomp){0};
    if (!in)
        return diag_set(d, ST_BAD, (struct place){0}, "%s cannot be read", path);
    for (int c; (c = getc(in)) != EOF;)
        if (!isspace(c))
            buf_putc(&text, (char)c);
    fclose(in);
    const char *p = buf_str(&text);
    bool is_good = *p;
    while (is_good && *p) {
        const char *begin = p + sizeof head - 1,
                   *end = strncmp(p, head, sizeof head - 1) ? NULL : strstr(begin, "))CHECK(");
        if (!end && strlen(p) > sizeof head + 1 && !strncmp(p, head, sizeof head - 1) &&
            !strcmp(p + strlen(p) - 2, "))"))
            end = p + strlen(p) - 2;
        is_good = end != NULL;
        if (!is_good)
            break;
        char formula[128];
        snprintf(formula, sizeof formula, "%.*s", (int)(end - begin), begin);
        add_row(out, row_of(formula));
        p = end + 2;
    }
    buf_free(&text);
    if (is_good)
        return ST_OK;
    return diag_set(d, ST_BAD, (struct place){.file = path, .line = 1, .col = 1},
                    "expected lines CHECK( init(main()), LTL(FORMULA) )");
}

bool driver_svcomp_is_first(const struct svcomp *s, uint32_t row)
{
    for (uint32_t i = 0; i < row; i++)
        if (!strcmp(s->rows[i]->property, s->rows[row]->property))
            return false;
    return true;
}

static const struct check_answer *answer_of(const struct check_report *r, const struct svcomp_row *row)
{
    for (uint32_t i = r->count; i-- > 0;)
        if (!strcmp(r->answers[i].name, row->property))
            return &r->answers[i];
    return NULL;
}

static bool is_violated(const struct svcomp_row *row, const struct check_answer *a)
{
    if (!a || a->verdict != LTS_VERDICT_FALSE)
        return false;
    const char *last = a->path_length ? a->path[a->path_length - 1].text : "",
               *before = a->path_length > 1 ? a->path[a->path_length - 2].text : "";
    bool frees = !strncmp(before, "calls 'free'", 12) || !strncmp(before, "calls 'realloc'", 15) ||
                 !strncmp(last, "a block is freed", 16) || !strncmp(last, "what is freed", 13);
    return !strcmp(row->name, "valid-free")         ? frees
           : !strcmp(row->name, "valid-deref")      ? !frees
           : !strcmp(row->name, "valid-memcleanup") ? check_is_at_end(a)
                                                    : true;
}

const struct svcomp_row *driver_svcomp_violated(const struct svcomp *s, const struct check_report *r,
                                                const struct check_answer **answer)
{
    for (uint32_t i = 0; i < s->count; i++) {
        *answer = answer_of(r, s->rows[i]);
        if (is_violated(s->rows[i], *answer))
            return s->rows[i];
    }
    *answer = NULL;
    return NULL;
}

bool driver_svcomp_print(const struct svcomp *s, const struct check_report *r, struct buf *out)
{
    const struct check_answer *a;
    const struct svcomp_row *row = driver_svcomp_violated(s, r, &a);
    bool holds = s->count && !s->is_more;
    if (row) {
        buf_printf(out, "FALSE(%s)\n", row->name);
        return true;
    }
    for (uint32_t i = 0; i < s->count && holds; i++) {
        a = answer_of(r, s->rows[i]);
        holds = a && a->verdict == LTS_VERDICT_TRUE && s->rows[i]->is_all;
    }
    buf_puts(out, holds ? "TRUE\n" : "UNKNOWN\n");
    return holds;
}
