/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf lts compare` and `cwolf lts check-traces`: questions whose answer is yes or no.
 */
#include "lts_command.h"

#include "runtime/base/text.h"

/* ---- compare ----------------------------------------------------------------------------------------------------- */

static void print_trace(const struct lts_comparison *c, struct buf *out)
{
    buf_puts(out, c->maybe_shorter ? "trace (there may be a shorter one):" : "trace:");
    for (size_t i = 0; i < c->steps; i++)
        buf_printf(out, " %s", c->trace[i].label);
    buf_putc(out, '\n');
}

static bool is_silent_step(const struct lts_step *step)
{
    return !strcmp(step->label, "i");
}

/* Who moves by what and where to, so that the moves can be found in the files. Where silent steps are no moves of their
 * own, those before a step stand in its line. */
static void print_play(const struct lts_options *o, const struct lts_comparison *c, struct buf *out)
{
    bool strong = o->relation == LTS_STRONG || o->relation == LTS_SIM || o->relation == LTS_READY_SIM;
    buf_puts(out, "play:\n");
    for (size_t i = 0, from = 0; i < c->steps; i++) {
        const struct lts_step *step = &c->trace[i];
        bool last = i + 1 == c->steps;
        if (!strong && !last && is_silent_step(step) && step[1].side == step->side)
            continue;
        buf_printf(out, "    the %s does", step->side ? "second" : "first");
        for (; from <= i; from++)
            buf_printf(out, " %s", c->trace[from].label);
        buf_printf(out, ", to state %u%s\n", step->state, last ? ", which the other cannot answer" : "");
    }
}

/* False: none is to be expected. */
static bool why_no_formula(const struct lts_comparison *c, struct buf *out)
{
    if (c->no_formula)
        buf_puts(out, c->no_formula);
    else if (!c->formula && c->formula_depth)
        buf_printf(out, "every formula that tells them apart is at least %u modalities deep; too large to show",
                   c->formula_depth);
    else
        return false;
    return true;
}

/* Whether all lines of a text fit, the first after a heading. */
static bool fits(const char *text, size_t heading)
{
    enum { WIDTH = 100 };
    for (size_t column = heading; *text; text++) {
        column = *text == '\n' ? 0 : column + 1;
        if (column > WIDTH)
            return false;
    }
    return true;
}

static void print_formula(const struct lts_formula *f, struct buf *out)
{
    static const char heading[] = "formula that only the first satisfies:";
    struct buf text = {0};
    lts_formula_text(f, &text);
    buf_puts(out, heading);
    if (fits(buf_str(&text), sizeof heading))
        buf_printf(out, " %s", buf_str(&text));
    else
        lts_formula_lines(f, out);
    buf_putc(out, '\n');
    lts_formula_legend(f, out);
    buf_free(&text);
}

static void print_text(const struct lts_options *o, const struct lts_comparison *c, struct buf *out)
{
    buf_puts(out, c->verdict == LTS_VERDICT_TRUE ? "TRUE\n" : "FALSE\n");
    if (c->verdict == LTS_VERDICT_TRUE)
        return;
    buf_printf(out, "first: %s, second: %s\n", o->files[0], o->files[1]);
    if (c->explanation)
        buf_printf(out, "%s\n", c->explanation);
    if (c->steps && c->is_trace)
        print_trace(c, out);
    else if (c->steps)
        print_play(o, c, out);
    if (c->formula) {
        print_formula(c->formula, out);
    } else if (why_no_formula(c, out)) {
        buf_putc(out, '\n');
    }
}

static void put_string(struct buf *out, const char *s)
{
    if (s)
        buf_put_json(out, s, strlen(s), true);
    else
        buf_puts(out, "null");
}

static void put_member(struct buf *out, const char *name, const char *value)
{
    buf_printf(out, "  \"%s\": ", name);
    put_string(out, value);
    buf_puts(out, ",\n");
}

static void put_formula(struct buf *out, const struct lts_comparison *c)
{
    struct buf text = {0};
    if (c->formula)
        lts_formula_text(c->formula, &text);
    put_member(out, "formula", c->formula ? buf_str(&text) : NULL);
    text.size = 0;
    if (why_no_formula(c, &text))
        put_member(out, "no_formula", buf_str(&text));
    if (c->formula_depth)
        buf_printf(out, "  \"formula_depth\": %u,\n", c->formula_depth);
    if (c->formula) {
        lts_formula_json(c->formula, out);
        buf_puts(out, ",\n");
    }
    buf_free(&text);
}

static void put_refused(struct buf *out, const struct lts_comparison *c)
{
    buf_puts(out, "  \"refused\": [");
    for (size_t i = 0; i < c->refused_count; i++) {
        buf_puts(out, i ? ", " : "");
        put_string(out, c->refused[i]);
    }
    buf_puts(out, "],\n");
}

static void print_json(const struct lts_options *o, const struct lts_comparison *c, struct buf *out)
{
    bool equal = c->verdict == LTS_VERDICT_TRUE;
    buf_puts(out, "{\n");
    put_member(out, "first", o->files[0]);
    put_member(out, "second", o->files[1]);
    put_member(out, "relation", o->relation_name);
    put_member(out, "explanation", equal ? NULL : c->explanation);
    put_formula(out, c);
    bool tells = !equal && (c->steps || c->refuses);
    put_member(out, "only_in", !tells ? NULL : c->only_in ? "second" : "first");
    put_member(out, "kind", !tells ? NULL : c->refuses ? "refusal" : c->is_trace ? "trace" : "play");
    if (tells && c->is_trace)
        buf_printf(out, "  \"shortest\": %s,\n", c->maybe_shorter ? "false" : "true");
    if (c->refuses)
        put_refused(out, c);
    buf_puts(out, "  \"steps\": [");
    for (size_t i = 0; !equal && i < c->steps; i++) {
        buf_printf(out, "%s\n    {\"moves\": \"%s\", \"state\": %u, \"label\": ", i ? "," : "",
                   c->trace[i].side ? "second" : "first", c->trace[i].state);
        put_string(out, c->trace[i].label);
        buf_puts(out, "}");
    }
    buf_printf(out, "],\n  \"verdict\": %s\n}\n", equal ? "true" : "false");
}

/* Whoever did not choose the relation may not know that silent steps count in it. */
static void note_silent(const struct lts_options *o, const struct lts *a, const struct lts *b)
{
    bool silent = false;
    for (uint64_t t = 0; !silent && t < lts_transitions(a); t++)
        silent = a->label[t] == LTS_TAU;
    for (uint64_t t = 0; !silent && t < lts_transitions(b); t++)
        silent = b->label[t] == LTS_TAU;
    if (silent && !o->relation_given)
        driver_say(DIAG_NOTE,
                   "compared by strong bisimulation, in which silent steps i count; --relation=weak or branching "
                   "compares what can be seen");
}

static int answer(const struct lts_options *o, const struct lts *a, const struct lts *b, bool json)
{
    struct diag d = {0};
    struct lts_comparison c = {0};
    struct buf text = {0};
    struct lts_control control = driver_lts_watch(o);
    enum status st = lts_compare(a, b, o->relation, o->preorder, &control, &c, &d);
    driver_watch_wipe();
    if (st != ST_OK)
        return driver_say_failure(st, &d);
    if (json)
        print_json(o, &c, &text);
    else
        print_text(o, &c, &text);
    int status = driver_lts_put(o, &text);
    if (!status && c.verdict != LTS_VERDICT_TRUE)
        status = EX_VIOLATED;
    if (status == EX_VIOLATED)
        note_silent(o, a, b);
    buf_free(&text);
    lts_comparison_free(&c);
    return status;
}

int driver_lts_compare_files(const struct lts_options *o)
{
    const struct lts_relation_row *r = lts_relations;
    while (r->name && r->relation != o->relation)
        r++;
    if (!r->compares)
        return driver_say_usage("lts", "relation '%s' reduces systems, but does not compare them", o->relation_name);
    bool json = o->format && !strcmp(o->format, "json");
    if (o->format && !json && strcmp(o->format, "text"))
        return driver_say_usage("lts", "compare --format: expected text or json, found '%s'", o->format);
    struct lts *a, *b = NULL;
    int status = driver_lts_load(o, o->files[0], &a);
    if (status)
        return status;
    status = driver_lts_load(o, o->files[1], &b);
    if (!status)
        status = driver_lts_apply_edits(o, (struct lts *[]){a, b}, 2);
    if (!status)
        status = answer(o, a, b, json);
    lts_free(a);
    lts_free(b);
    return status;
}

/* ---- check-traces ------------------------------------------------------------------------------------------------ */

static int check_log(const struct lts_options *o, const struct lts *model, const char *path, struct buf *out)
{
    struct diag d = {0};
    struct lts_log_answer a;
    struct lts_control control = driver_lts_watch(o);
    enum status st = lts_check_log(model, path, o->io_labels, &control, &a, &d);
    driver_watch_wipe();
    if (st != ST_OK)
        return driver_say_failure(st, &d);
    if (a.accepted)
        buf_printf(out, "accepted %s\n", path);
    else
        buf_printf(out, "rejected %s: after %llu event%s: %s is %s, in line %llu\n", path, (unsigned long long)a.events,
                   a.events == 1 ? "" : "s", buf_str(&a.rejected),
                   a.unknown ? "no label of the system" : "not possible", (unsigned long long)a.line);
    buf_free(&a.rejected);
    return a.accepted ? EX_HOLDS : EX_VIOLATED;
}

int driver_lts_check_traces(const struct lts_options *o)
{
    struct lts *model;
    int status = driver_lts_load(o, o->files[0], &model), worst = EX_HOLDS;
    if (status)
        return status;
    struct buf text = {0};
    for (int i = 1; i < o->count && worst <= EX_VIOLATED; i++) {
        status = check_log(o, model, o->files[i], &text);
        worst = status > worst ? status : worst;
    }
    status = worst <= EX_VIOLATED ? driver_lts_put(o, &text) : worst;
    buf_free(&text);
    lts_free(model);
    return status ? status : worst;
}
