/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is known of a program's rules: a file of it is read, and written.
 */
#include "runtime/driver/baseline.h"

enum { BASELINE_LIMIT = 16 << 20 };
static const char held_word[] = "True:"; /* no name of a rule */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

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

static enum status read_line(struct arena *a, const char *line, const char *end, struct place at, struct baseline *out,
                             struct diag *d)
{
    if (line == end || *line == '#')
        return ST_OK;
    const char *first = take_word(a, &line, end, false), *second = take_word(a, &line, end, false);
    const char *rest = take_word(a, &line, end, true);
    if (!rest)
        return diag_set(d, ST_BAD, at,
                        "expected RULE FUNCTION EVENT, or '%s RULE PROGRAM', as --write-baseline writes it", held_word);
    if (!strcmp(first, held_word))
        vec_push(&out->held, ((struct baseline_held){second, rest, at}));
    else
        vec_push(&out->known, ((struct check_accepted){.rule = first, .func = second, .event = rest, .at = at}));
    return ST_OK;
}

enum status driver_baseline_read(struct arena *a, const char *path, struct baseline *out, struct diag *d)
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

void driver_baseline_free(struct baseline *b)
{
    vec_free(&b->known);
    vec_free(&b->held);
}

void driver_baseline_apply(const struct baseline *b, const char *program, struct arena *a, struct check_options *o)
{
    struct VEC(struct check_required) required = {0};
    for (size_t i = 0; i < b->held.count; i++) {
        const struct baseline_held *h = &b->held.items[i];
        const char *why = arena_printf(a, "'%s' was True (%s:%u): what has changed since may violate it", h->rule,
                                       h->at.file, h->at.line);
        if (!strcmp(h->program, base_name(program)))
            vec_push(&required, ((struct check_required){h->rule, why}));
    }
    o->baseline = &b->known;
    o->required_count = (uint32_t)required.count;
    o->required = vec_to_arena(&required, a);
    vec_free(&required);
}

int driver_baseline_write(const char *path, const char *program, const struct check_report *r)
{
    struct buf text = {0};
    buf_puts(&text, "# known violations: RULE FUNCTION EVENT; what holds, and has to: True: RULE PROGRAM\n");
    for (uint32_t i = 0; i < r->accepted_count; i++) {
        const struct check_accepted *x = &r->accepted[i];
        if (x->is_used && !x->reason)
            buf_printf(&text, "%s %s %s\n", x->rule, x->func, x->event);
    }
    for (uint32_t i = 0; i < r->count; i++) {
        const struct check_answer *x = &r->answers[i];
        if (x->rule && x->verdict == LTS_VERDICT_TRUE && !x->is_vacuous)
            buf_printf(&text, "%s %s %s\n", held_word, x->name, base_name(program));
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
