/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of labels: what they match, and hiding, renaming and restriction by them.
 *
 * Invariant: tau is never matched; a label is edited by one edit at most, the first that matches it.
 */
#include "runtime/lts/names.h"
#include "runtime/lts/rows.h"

#include <stdlib.h>

/* ---- matching ---------------------------------------------------------------------------------------------------- */

size_t lts_gate_length(const char *label, size_t size)
{
    for (size_t i = 1; i < size; i++)
        if (label[i] == '(' || label[i] == '!' || label[i] == ' ')
            return i;
    return size;
}

/* A name taken apart. */
struct name {
    const char *text;
    size_t size;
    bool exact, glob;
};

static struct name name_of(const char *text)
{
    struct name n = {text, strlen(text), false, false};
    if (n.size >= 2 && text[0] == '"' && text[n.size - 1] == '"')
        return (struct name){text + 1, n.size - 2, true, false};
    n.glob = memchr(text, '*', n.size) != NULL;
    return n;
}

/* The text between `head` and the end, with stars; *star receives what the first one stood for. */
static bool glob(const char *p, const char *p_end, const char *s, const char *s_end, const char **star, size_t *length)
{
    const char *again_p = NULL, *again_s = NULL, *first = NULL;
    while (s < s_end || p < p_end) {
        if (p < p_end && *p == '*') {
            again_p = p++;
            again_s = s;
            first = first ? first : again_p;
            if (again_p == first)
                *star = s, *length = 0;
            continue;
        }
        if (p < p_end && s < s_end && *p == *s) {
            p++, s++;
            continue;
        }
        if (!again_p || again_s == s_end)
            return false;
        s = ++again_s;
        p = again_p + 1;
        if (again_p == first)
            *length = (size_t)(s - *star);
    }
    return true;
}

/* What a label has in common with a name: where the matched part starts and ends, and the text of the first star. */
struct match {
    size_t start, end;
    const char *star;
    size_t star_length;
};

static bool match(const struct name *n, const char *label, size_t size, struct match *m)
{
    *m = (struct match){.end = size, .star = label};
    if (n->exact)
        return size == n->size && !memcmp(label, n->text, size);
    bool quoted = size > 1 && label[0] == '\'' && !(n->size && n->text[0] == '\'');
    m->start = quoted;
    const char *word = label + quoted;
    size_t length = size - quoted;
    if (n->glob)
        return glob(n->text, n->text + n->size, word, word + length, &m->star, &m->star_length);
    if (length == n->size && !memcmp(word, n->text, length))
        return true;
    size_t gate = lts_gate_length(word, length);
    m->end = m->start + gate;
    return gate == n->size && !memcmp(word, n->text, gate);
}

bool lts_name_matches(const char *name, const char *label, size_t size)
{
    struct name n = name_of(name);
    struct match m;
    return match(&n, label, size, &m);
}

static bool matches_any(const struct intern *labels, const struct name *n)
{
    struct match m;
    for (uint32_t i = LTS_TAU + 1; i < base_intern_count(labels); i++)
        if (match(n, base_intern_str(labels, i), base_intern_len(labels, i), &m))
            return true;
    return false;
}

enum status lts_check_name(const struct intern *labels, const char *name, struct diag *d)
{
    struct name n = name_of(name);
    if (!n.size)
        return diag_set(d, ST_BAD, (struct place){0}, "the name of a label is empty");
    if (n.glob || matches_any(labels, &n))
        return ST_OK;
    if (!strcmp(name, "i") || !strcmp(name, "tau"))
        return diag_set(d, ST_BAD, (struct place){0},
                        "the silent action '%s' cannot be hidden, renamed, restricted or synchronised", name);
    uint32_t count = base_intern_count(labels);
    const char **known = base_mem_alloc((count + (size_t)1) * sizeof *known);
    for (uint32_t i = LTS_TAU + 1; i < count; i++)
        known[i - 1] = base_intern_str(labels, i);
    const char *near = base_nearest_name(name, known, count ? count - 1 : 0);
    free(known);
    if (near)
        return diag_set(d, ST_BAD, (struct place){0}, "no label matches '%s'; did you mean '%s'?", name, near);
    return diag_set(d, ST_BAD, (struct place){0}, "no label matches '%s'", name);
}

/* ---- editing ----------------------------------------------------------------------------------------------------- */

static bool is_silent(const char *text, size_t size)
{
    return (size == 1 && text[0] == 'i') || (size == 3 && !memcmp(text, "tau", 3));
}

/* The label that a renaming makes: what stands around the matched part is kept, but for a name with a *. */
static uint32_t renamed(const struct name *from, const char *to, const char *label, size_t size, const struct match *m,
                        struct intern *into)
{
    struct name target = name_of(to);
    if (is_silent(to, strlen(to)))
        return LTS_TAU;
    struct buf text = {0};
    bool own_quote = from->exact || (target.size && target.text[0] == '\'');
    buf_add(&text, label, own_quote ? 0 : m->start);
    const char *hole = from->glob && !target.exact ? memchr(target.text, '*', target.size) : NULL;
    if (hole) {
        buf_add(&text, target.text, (size_t)(hole - target.text));
        buf_add(&text, m->star, m->star_length);
        buf_add(&text, hole + 1, (size_t)(target.text + target.size - hole - 1));
    } else {
        buf_add(&text, target.text, target.size);
        buf_add(&text, label + m->end, size - m->end);
    }
    uint32_t id = base_intern_add(into, buf_str(&text), text.size);
    buf_free(&text);
    return id;
}

/* Restriction knows no direction: 'a is as a. */
static const char *edit_name(const struct lts_edit *e)
{
    return e->name + (e->kind == LTS_RESTRICT && e->name[0] == '\'' && e->name[1]);
}

static uint32_t edited(const char *label, size_t size, const struct lts_edit *edits, const struct name *names,
                       size_t count, struct intern *into)
{
    for (size_t i = 0; i < count; i++) {
        struct match m;
        if (!match(&names[i], label, size, &m))
            continue;
        if (edits[i].kind == LTS_RENAME)
            return renamed(&names[i], edits[i].to, label, size, &m, into);
        return edits[i].kind == LTS_HIDE ? LTS_TAU : LTS_NONE;
    }
    return base_intern_add(into, label, size);
}

enum status lts_check_edit_names(const struct intern *labels, const struct lts_edit *edits, size_t count,
                                 struct diag *d)
{
    for (size_t i = 0; i < count; i++) {
        enum status st = lts_check_name(labels, edit_name(&edits[i]), d);
        if (st != ST_OK)
            return st;
        if (edits[i].kind == LTS_RENAME && !name_of(edits[i].to).size)
            return diag_set(d, ST_BAD, (struct place){0}, "'%s' cannot get an empty name", edits[i].name);
    }
    return ST_OK;
}

uint32_t *lts_edit_labels(const struct intern *labels, const struct lts_edit *edits, size_t count, struct intern *into)
{
    uint32_t n = base_intern_count(labels);
    struct name *names = base_mem_alloc((count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = name_of(edit_name(&edits[i]));
    uint32_t *new_of = base_mem_alloc((n + (size_t)1) * sizeof *new_of);
    new_of[LTS_TAU] = LTS_TAU;
    for (uint32_t i = LTS_TAU + 1; i < n; i++)
        new_of[i] = edited(base_intern_str(labels, i), base_intern_len(labels, i), edits, names, count, into);
    free(names);
    return new_of;
}

/* Drops the transitions whose label goes, gives the others their new label. Rows are to be sorted afterwards. */
static void apply(struct lts *l, const uint32_t *new_of)
{
    uint64_t at = 0, t = 0;
    for (uint32_t s = 0; s < l->states; s++) {
        for (; t < l->first[s + 1]; t++) {
            uint32_t label = new_of[l->label[t]];
            if (label == LTS_NONE)
                continue;
            l->label[at] = label;
            l->target[at] = l->target[t];
            if (l->must)
                bit_set(l->must, at, bit_get(l->must, t));
            if (l->origin)
                l->origin[at] = l->origin[t];
            at++;
        }
        l->first[s + 1] = at;
    }
}

void lts_relabel(struct lts *l, const struct lts_edit *edits, size_t count)
{
    struct intern *labels = lts_new_labels();
    uint32_t *new_of = lts_edit_labels(l->labels, edits, count, labels);
    apply(l, new_of);
    lts_rows_sort(l);
    base_intern_free(l->labels);
    l->labels = labels;
    free(new_of);
}

struct intern *lts_all_labels(const struct lts *const *systems, size_t count)
{
    struct intern *all = lts_new_labels();
    for (size_t i = 0; i < count; i++)
        for (uint32_t l = 0; l < base_intern_count(systems[i]->labels); l++)
            base_intern_add(all, base_intern_str(systems[i]->labels, l), base_intern_len(systems[i]->labels, l));
    return all;
}

enum status lts_check_edits(const struct lts *const *systems, size_t systems_count, const struct lts_edit *edits,
                            size_t count, struct diag *d)
{
    struct intern *all = lts_all_labels(systems, systems_count);
    enum status st = lts_check_edit_names(all, edits, count, d);
    base_intern_free(all);
    return st;
}

/* Marks the labels on transitions that can be reached. */
static uint8_t *reached_labels(const struct lts *l)
{
    uint8_t *on = base_mem_zalloc((size_t)base_intern_count(l->labels) + 1);
    uint32_t *new_of = base_mem_alloc(((size_t)l->states + 1) * sizeof *new_of), count;
    uint32_t *order = lts_rows_breadth_first(l, new_of, &count);
    for (uint32_t i = 0; i < count; i++)
        for (uint64_t t = l->first[order[i]]; t < l->first[order[i] + 1]; t++)
            on[l->label[t]] = 1;
    free(order);
    free(new_of);
    return on;
}

void lts_forget_labels(struct lts *l)
{
    uint8_t *on = reached_labels(l);
    uint32_t n = base_intern_count(l->labels);
    uint32_t *new_of = base_mem_alloc((n + (size_t)1) * sizeof *new_of);
    struct intern *labels = lts_new_labels();
    for (uint32_t i = 0; i < n; i++) {
        new_of[i] = i == LTS_TAU ? LTS_TAU : LTS_NONE;
        if (i != LTS_TAU && on[i])
            new_of[i] = base_intern_add(labels, base_intern_str(l->labels, i), base_intern_len(l->labels, i));
    }
    free(on);
    if (base_intern_count(labels) == n) {
        base_intern_free(labels);
    } else {
        apply(l, new_of);
        lts_rows_sort(l);
        base_intern_free(l->labels);
        l->labels = labels;
    }
    free(new_of);
}
