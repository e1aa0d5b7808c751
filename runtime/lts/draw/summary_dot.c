/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The picture of a summary: a box for each group of states, an arrow for all transitions between two groups.
 *
 * Invariant: what is not shown is counted in the title, so that nobody takes the picture for the system.
 */
#include "runtime/lts/draw/draw.h"

#include <math.h>
#include <stdlib.h>

enum { LABELS_SHOWN = 3, ARROWS_FOR_EACH = 3 };

/* What is known of a group. */
struct group {
    uint64_t states, stopping, steps; /* steps: transitions that leave its states */
    uint32_t shallow, deep;
    uint32_t first_from; /* the group from which it is first reached; LTS_NONE: the initial one */
    uint8_t *enabled;    /* a bit for each class of labels */
};
/* All transitions from one group to another, and how many have each label. */
struct arrow {
    uint32_t from, to;
    uint64_t count;
    bool shown;
    struct VEC(uint32_t) counts; /* indices of the label counts */
};
struct label_count {
    uint32_t label_class;
    uint64_t count;
};
struct picture {
    const struct lts *l;
    const struct summary *s;
    const struct lts_print *how;
    struct group *group;
    struct VEC(struct arrow) arrows;
    struct VEC(struct label_count) counts;
    struct draw_differences differences;         /* in the order of groups */
    uint64_t transitions, arrows_hidden, hidden; /* between reached states; how many of them are not shown */
};

/* ---- counting ---------------------------------------------------------------------------------------------------- */

static enum status count_states(struct picture *p, struct diag *d)
{
    const struct summary *s = p->s;
    size_t bytes = (s->classes.count + (size_t)8) / 8;
    enum status st = draw_summary_memory(p->how, p->l, bytes * s->groups, d);
    if (st != ST_OK)
        return st;
    p->group = base_mem_zalloc(((size_t)s->groups + 1) * sizeof *p->group);
    for (uint32_t g = 0; g < s->groups; g++) {
        p->group[g].enabled = base_mem_zalloc(bytes);
        p->group[g].shallow = p->group[g].first_from = LTS_NONE;
    }
    for (uint32_t state = 0; state < p->l->states && st == ST_OK; state++) {
        st = summary_step(p->how, state, d);
        if (s->group_of[state] == LTS_NONE)
            continue;
        struct group *g = &p->group[s->group_of[state]];
        uint32_t depth = s->depth[state];
        uint64_t steps = p->l->first[state + 1] - p->l->first[state];
        g->states++;
        g->stopping += steps == 0;
        g->steps += steps;
        g->shallow = depth < g->shallow ? depth : g->shallow;
        g->deep = depth > g->deep ? depth : g->deep;
        for (uint64_t t = p->l->first[state]; t < p->l->first[state + 1]; t++) {
            uint32_t c = s->classes.of[p->l->label[t]];
            g->enabled[c / 8] |= (uint8_t)(1 << c % 8);
        }
    }
    return st;
}

/* A step into a group from the depth just above its shallowest state: by it the group is reached. */
static void note_first(struct picture *p, uint32_t from, uint32_t to, uint32_t depth)
{
    struct group *g = &p->group[to];
    if (from != to && g->first_from == LTS_NONE && depth + 1 == g->shallow)
        g->first_from = from;
}

/* What the arrows and the numbers of their labels take, each with its place in a map. */
static uint64_t bytes_of_arrows(const struct picture *p)
{
    enum { PLACES = 32 };
    return p->arrows.count * (sizeof *p->arrows.items + PLACES) +
           p->counts.count * (sizeof *p->counts.items + sizeof(uint32_t) + PLACES);
}

static enum status count_transitions(struct picture *p, struct diag *d)
{
    const struct summary *s = p->s;
    struct map64 arrows = {0}, labels = {0};
    enum status st = ST_OK;
    for (uint32_t state = 0; state < p->l->states && st == ST_OK; state++) {
        st = summary_step(p->how, state, d);
        if (st == ST_OK && state % (1 << 12) == 0)
            st = draw_summary_memory(p->how, p->l, bytes_of_arrows(p), d);
        uint32_t from = s->group_of[state], at, label;
        for (uint64_t t = p->l->first[state]; from != LTS_NONE && t < p->l->first[state + 1]; t++) {
            uint32_t to = s->group_of[p->l->target[t]], c = s->classes.of[p->l->label[t]];
            if (!base_map64_get(&arrows, (uint64_t)from << 32 | to, &at)) {
                at = (uint32_t)p->arrows.count;
                base_map64_put(&arrows, (uint64_t)from << 32 | to, at);
                struct arrow a = {.from = from, .to = to};
                vec_push(&p->arrows, a);
            }
            if (!base_map64_get(&labels, (uint64_t)at << 32 | c, &label)) {
                label = (uint32_t)p->counts.count;
                base_map64_put(&labels, (uint64_t)at << 32 | c, label);
                vec_push(&p->counts, ((struct label_count){c, 0}));
                vec_push(&p->arrows.items[at].counts, label);
            }
            p->arrows.items[at].count++;
            p->counts.items[label].count++;
            p->transitions++;
            note_first(p, from, to, s->depth[state]);
        }
    }
    base_map64_free(&arrows);
    base_map64_free(&labels);
    return st;
}

static int by_count(const void *a, const void *b)
{
    const struct arrow *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

/* The most frequent, those by which each group is first reached, and the most frequent one by which it is left: what
 * has a way out must not look like an end. */
static void choose_arrows(struct picture *p)
{
    size_t most = (size_t)p->s->groups * ARROWS_FOR_EACH;
    bool *is_left = base_mem_zalloc(p->s->groups + (size_t)1);
    if (p->arrows.count)
        qsort(p->arrows.items, p->arrows.count, sizeof *p->arrows.items, by_count);
    for (size_t i = 0; i < p->arrows.count; i++) {
        struct arrow *a = &p->arrows.items[i];
        bool leaves = a->from != a->to, first_out = leaves && !is_left[a->from];
        is_left[a->from] |= leaves;
        a->shown = i < most || first_out || (leaves && p->group[a->to].first_from == a->from);
        p->arrows_hidden += !a->shown;
        p->hidden += a->shown ? 0 : a->count;
    }
    free(is_left);
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

/* 1234567 as 1,234,567 */
static void put_count(struct buf *out, uint64_t n)
{
    if (n >= 1000) {
        put_count(out, n / 1000);
        buf_printf(out, ",%03u", (unsigned)(n % 1000));
    } else {
        lts_put_number(out, n);
    }
}

static void put_share(struct buf *out, uint64_t part, uint64_t whole)
{
    double percent = whole ? 100.0 * (double)part / (double)whole : 0;
    if (percent >= 10 || part == 0)
        buf_printf(out, "%.0f %%", percent);
    else if (percent >= 0.1)
        buf_printf(out, "%.1f %%", percent);
    else
        buf_puts(out, "under 0.1 %");
}

static void put_class(struct buf *out, const struct summary *s, uint32_t label_class)
{
    lts_put_dot_label(out, base_intern_str(s->classes.text, label_class),
                      base_intern_len(s->classes.text, label_class));
}

/* "can do in, out, i, +2 more" */
static void put_enabled(struct buf *out, const struct picture *p, const struct group *g)
{
    uint32_t shown = 0, more = 0;
    for (uint32_t k = 0; k < p->s->classes.count; k++) {
        uint32_t c = (k + 1) % p->s->classes.count; /* tau last */
        if (!(g->enabled[c / 8] >> c % 8 & 1))
            continue;
        if (shown == 2 * LABELS_SHOWN) {
            more++;
            continue;
        }
        buf_puts(out, shown == 0 ? "\\ncan do " : shown == LABELS_SHOWN ? ",\\n" : ", ");
        put_class(out, p->s, c);
        shown++;
    }
    if (more)
        buf_printf(out, ", +%u more", more);
}

/* What its states can do, and whether they stop. */
static void put_look(struct buf *out, const struct picture *p, uint32_t index)
{
    const struct group *g = &p->group[index];
    put_enabled(out, p, g);
    if (g->stopping == g->states)
        buf_puts(out, g->states == 1 ? "\\nstops" : "\\nall stop");
    else if (g->stopping) {
        buf_puts(out, "\\n");
        put_count(out, g->stopping);
        buf_puts(out, g->stopping == 1 ? " stops" : " stop");
    }
}

/* Which groups look alike, and by what they differ. Those by depth differ in what their boxes say. */
static void compare_groups(struct picture *p)
{
    if (p->s->kind != LTS_SUMMARY_LABELS)
        return;
    uint32_t *look = base_mem_alloc((p->s->groups + (size_t)1) * sizeof *look);
    struct intern *looks = base_intern_new();
    struct VEC(struct draw_way) ways = {0};
    for (uint32_t g = 0; g < p->s->groups; g++) {
        struct buf text = {0};
        put_look(&text, p, g);
        look[g] = base_intern_add(looks, buf_str(&text), text.size);
        buf_free(&text);
    }
    for (size_t i = 0; i < p->arrows.count; i++)
        for (size_t k = 0; k < p->arrows.items[i].counts.count; k++) {
            const struct arrow *a = &p->arrows.items[i];
            vec_push(&ways, ((struct draw_way){a->from, p->counts.items[a->counts.items[k]].label_class, a->to}));
        }
    draw_tell_apart(&p->differences, ways.items, ways.count, look, p->s->groups);
    vec_free(&ways);
    base_intern_free(looks);
    free(look);
}

/* "in can lead to #5", of groups that look like others. */
static void put_differences(struct buf *out, const struct picture *p, uint32_t index)
{
    for (size_t i = 0; i < p->differences.count; i++) {
        const struct draw_difference *d = &p->differences.items[i];
        if (d->group != index)
            continue;
        buf_puts(out, "\\n");
        put_class(out, p->s, d->label_class);
        buf_puts(out, d->has ? " can lead " : " never leads ");
        if (d->to == index)
            buf_puts(out, "back here");
        else
            buf_printf(out, "to #%u", d->to + 1);
    }
}

static void put_group(struct buf *out, const struct picture *p, uint32_t index)
{
    const struct group *g = &p->group[index];
    double share = (double)g->states / (double)p->s->reached;
    buf_printf(out, "    g%u [label=\"", index);
    if (p->differences.count)
        buf_printf(out, "#%u: ", index + 1);
    put_count(out, g->states);
    buf_puts(out, g->states == 1 ? " state" : " states");
    if (p->s->groups > 1) {
        buf_puts(out, " (");
        put_share(out, g->states, p->s->reached);
        buf_putc(out, ')');
    }
    put_look(out, p, index);
    put_differences(out, p, index);
    buf_printf(out, "\\n%s %u", g->shallow == g->deep ? "depth" : "depths", g->shallow);
    if (g->deep != g->shallow)
        buf_printf(out, " to %u", g->deep);
    buf_printf(out, "\", fillcolor=\"#%02x%02xff\"%s];\n", (unsigned)(255 - 110 * sqrt(share)),
               (unsigned)(255 - 70 * sqrt(share)), g->stopping == g->states ? ", peripheries=2" : "");
}

static void put_arrow(struct buf *out, const struct picture *p, struct arrow *a, uint64_t largest)
{
    uint32_t *order = a->counts.items;
    for (size_t i = 0; i < a->counts.count && i < LABELS_SHOWN; i++) /* the most frequent come first */
        for (size_t k = i + 1; k < a->counts.count; k++)
            if (p->counts.items[order[k]].count > p->counts.items[order[i]].count) {
                uint32_t swapped = order[i];
                order[i] = order[k];
                order[k] = swapped;
            }
    buf_printf(out, "    g%u -> g%u [label=\"", a->from, a->to);
    for (size_t i = 0; i < a->counts.count && i < LABELS_SHOWN; i++) {
        const struct label_count *c = &p->counts.items[order[i]];
        buf_puts(out, i ? "\\n " : " ");
        put_class(out, p->s, c->label_class);
        if (c->count > 1) {
            buf_puts(out, " \303\227");
            put_count(out, c->count);
        }
    }
    if (a->counts.count > LABELS_SHOWN)
        buf_printf(out, "\\n +%zu more", a->counts.count - LABELS_SHOWN);
    bool silent = a->counts.count == 1 && p->counts.items[order[0]].label_class == LTS_TAU;
    buf_printf(out, "\", penwidth=%.1f%s];\n", 0.7 + 3.3 * log1p((double)a->count) / log1p((double)largest),
               silent ? ", color=\"#777777\", fontcolor=\"#777777\"" : "");
}

static void put_title(struct buf *out, const struct picture *p, const char *name)
{
    buf_puts(out, "    labelloc=t; fontname=\"Helvetica\"; fontsize=16;\n    label=\"Summary of ");
    buf_put_dot(out, name, strlen(name));
    buf_puts(out, ": ");
    put_count(out, p->s->reached);
    buf_puts(out, " states and ");
    put_count(out, p->transitions);
    buf_printf(out, " transitions in %u group%s of states ", p->s->groups, p->s->groups == 1 ? "" : "s");
    buf_puts(out, p->s->kind == LTS_SUMMARY_DEPTH ? "equally far from the start" : "that can do the same");
    if (p->s->kind == LTS_SUMMARY_LABELS && p->s->rounds)
        buf_puts(out, ", told apart by where it leads");
    buf_puts(out, "\\nan arrow stands for all transitions between two groups, its most frequent labels first");
    if (p->arrows_hidden) {
        buf_puts(out, "; not shown: ");
        put_count(out, p->arrows_hidden);
        buf_printf(out, " rare arrow%s with ", p->arrows_hidden == 1 ? "" : "s");
        put_share(out, p->hidden, p->transitions);
        buf_puts(out, " of the transitions");
    }
    if (p->s->reached < p->l->states) {
        buf_puts(out, "; left out: ");
        put_count(out, p->l->states - p->s->reached);
        buf_printf(out, " state%s that cannot be reached", p->l->states - p->s->reached == 1 ? "" : "s");
    }
    buf_puts(out, "\\n \";\n");
}

static void put_picture(struct buf *out, struct picture *p, const char *name)
{
    uint64_t largest = p->arrows.count ? p->arrows.items[0].count : 1;
    buf_puts(out, "digraph \"");
    buf_put_dot(out, name, strlen(name));
    buf_puts(out, "\" {\n    rankdir=TB;\n");
    put_title(out, p, name);
    buf_puts(out, "    node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=12];\n"
                  "    edge [fontname=\"Helvetica\", fontsize=10];\n    start [shape=point, label=\"\"];\n");
    buf_printf(out, "    start -> g%u;\n", p->s->group_of[p->l->initial]);
    for (uint32_t g = 0; g < p->s->groups; g++)
        put_group(out, p, g);
    for (size_t i = 0; i < p->arrows.count; i++)
        if (p->arrows.items[i].shown)
            put_arrow(out, p, &p->arrows.items[i], largest);
    buf_puts(out, "}\n");
}

enum status lts_write_summary_dot(const struct lts *l, enum lts_summary_kind kind, uint32_t most,
                                  const struct lts_print *how, struct buf *out, struct diag *d)
{
    struct summary s;
    struct picture p = {.l = l, .s = &s, .how = how};
    enum status st = draw_summary_make(&s, l, kind, most ? most : 1, how, d);
    if (st == ST_OK)
        st = count_states(&p, d);
    if (st == ST_OK)
        st = count_transitions(&p, d);
    if (st == ST_OK) {
        choose_arrows(&p);
        compare_groups(&p);
        put_picture(out, &p, how->name ? how->name : "main");
    }
    for (uint32_t g = 0; p.group && g < s.groups; g++)
        free(p.group[g].enabled);
    for (size_t i = 0; i < p.arrows.count; i++)
        vec_free(&p.arrows.items[i].counts);
    free(p.group);
    vec_free(&p.arrows);
    vec_free(&p.counts);
    vec_free(&p.differences);
    draw_summary_free(&s);
    return st;
}
