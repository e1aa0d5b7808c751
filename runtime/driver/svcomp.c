/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Property files of the software verification competition: lines CHECK( init(main()), LTL(FORMULA) ).
 *
 * Invariant: TRUE is printed only where the tool's property says all that the file asks; what it has no property for is
 * UNKNOWN. Memory safety as the tool has it knows nothing of leaks, so that it is never TRUE.
 */
#include "runtime/driver/svcomp.h"

#include <ctype.h>

static const struct svcomp_row rows[] = {
    {"G!call(reach_error())", "unreachable reach_error", "unreach-call", true},
    {"G!overflow", "no-overflow", "no-overflow", true},
    {"Gvalid-deref", "memory-safe", "valid-deref", false},
    {"Gvalid-free", "memory-safe", "valid-free", false},
    {NULL, NULL, NULL, false},
};

static const struct svcomp_row *row_of(const char *formula)
{
    for (const struct svcomp_row *r = rows; r->formula; r++)
        if (!strcmp(r->formula, formula))
            return r;
    return NULL;
}

enum status driver_svcomp_read(const char *path, const struct svcomp_row **out, bool *only, struct diag *d)
{
    static const char head[] = "CHECK(init(main()),LTL(";
    struct buf text = {0};
    FILE *in = fopen(path, "r");
    *out = NULL;
    *only = true;
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
        const struct svcomp_row *row = row_of(formula);
        *only &= row != NULL && (!*out || !strcmp((*out)->property, row->property));
        *out = *out ? *out : row;
        p = end + 2;
    }
    buf_free(&text);
    if (is_good)
        return ST_OK;
    return diag_set(d, ST_BAD, (struct place){.file = path, .line = 1, .col = 1},
                    "expected lines CHECK( init(main()), LTL(FORMULA) )");
}

bool driver_svcomp_print(const struct svcomp_row *row, bool only, const struct check_report *r, struct buf *out)
{
    const struct check_answer *a = r->count ? &r->answers[r->count - 1] : NULL;
    enum lts_verdict v = a ? a->verdict : LTS_VERDICT_MAYBE;
    const char *last = a && a->path_length > 1 ? a->path[a->path_length - 2].text : "";
    bool frees = !strncmp(last, "calls 'free'", 12) || !strncmp(last, "calls 'realloc'", 15);
    bool is_memory = !strcmp(row->property, "memory-safe");
    if (v == LTS_VERDICT_FALSE)
        buf_printf(out, "FALSE(%s)\n", !is_memory ? row->name : frees ? "valid-free" : "valid-deref");
    else
        buf_puts(out, v == LTS_VERDICT_TRUE && row->is_all && only ? "TRUE\n" : "UNKNOWN\n");
    return v == LTS_VERDICT_FALSE || (v == LTS_VERDICT_TRUE && row->is_all && only);
}
