/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known violations of rules: a file of them is read, and written.
 */
#include "runtime/driver/baseline.h"

enum { BASELINE_LIMIT = 16 << 20 };

/* One word of the line, or all that is left of it; NULL: there is none. */
static const char *take_word(struct arena *a, const char **at, const char *end, bool is_rest)
{
    while (*at < end && **at == ' ')
        (*at)++;
    const char *from = *at;
    while (*at < end && (is_rest || **at != ' '))
        (*at)++;
    return *at > from ? arena_strn(a, from, (size_t)(*at - from)) : NULL;
}

static enum status read_line(struct arena *a, const char *line, const char *end, struct place at,
                             struct check_acceptances *out, struct diag *d)
{
    struct check_accepted x = {.at = at};
    if (line == end || *line == '#')
        return ST_OK;
    x.rule = take_word(a, &line, end, false);
    x.func = take_word(a, &line, end, false);
    x.event = take_word(a, &line, end, true);
    if (!x.event)
        return diag_set(d, ST_BAD, at, "expected RULE FUNCTION EVENT, as --write-baseline writes it");
    vec_push(out, x);
    return ST_OK;
}

enum status driver_baseline_read(struct arena *a, const char *path, struct check_acceptances *out, struct diag *d)
{
    struct buf text = {0};
    struct place at = {arena_str(a, path), 0, 1};
    enum status st = base_file_read(path, &text, BASELINE_LIMIT, d);
    for (const char *line = buf_str(&text), *end; !st && *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        at.line++;
        st = read_line(a, line, end, at, out, d);
    }
    buf_free(&text);
    return st;
}

int driver_baseline_write(const char *path, const struct check_report *r)
{
    struct buf text = {0};
    buf_puts(&text, "# known violations: RULE FUNCTION EVENT\n");
    for (uint32_t i = 0; i < r->accepted_count; i++) {
        const struct check_accepted *x = &r->accepted[i];
        if (x->is_used && !x->reason)
            buf_printf(&text, "%s %s %s\n", x->rule, x->func, x->event);
    }
    int status = driver_write_output(path, &text);
    buf_free(&text);
    return status;
}

void driver_baseline_say(const struct check_report *r)
{
    uint32_t known = 0, suppressed = 0;
    for (uint32_t i = 0; i < r->accepted_count; i++) {
        const struct check_accepted *x = &r->accepted[i];
        known += x->is_used && !x->reason;
        suppressed += x->is_used && x->reason;
        if (!x->is_used && x->is_asked)
            diag_send(driver_say_sink(), DIAG_WARNING, x->at, "%s of '%s'%s%s applies no longer: take it out",
                      x->reason ? "a suppression" : "a known violation", x->rule, x->func ? " in " : "",
                      x->func ? x->func : "");
    }
    if (known || suppressed)
        driver_say(DIAG_NOTE, "accepted violations of rules: %u known from the baseline, %u suppressed", known,
                   suppressed);
}
