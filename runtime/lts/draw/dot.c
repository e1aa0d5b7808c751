/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures as graphviz text.
 *
 * Inputs are blue, outputs black, the silent action grey. A transition that is may only is dashed. Parallel transitions
 * between two states share one arrow. A state without transitions has a double circle.
 */
#include "runtime/lts/draw/draw.h"

#include <stdlib.h>

void lts_put_dot_label(struct buf *out, const char *s, size_t n)
{
    enum { LONGEST = 120 };
    size_t shown = 0;
    for (size_t length; shown < n && shown < LONGEST; shown += length ? length : 1)
        length = base_utf8_length(s + shown, s + n);
    buf_put_dot(out, s, shown);
    if (shown < n)
        buf_printf(out, "\342\200\246 (%zu bytes)", n);
}

static void write_state(struct buf *out, const struct lts *l, uint32_t s)
{
    struct buf props = lts_propositions(l, s);
    const char *name = l->state_names ? l->state_names[s] : NULL;
    bool stops = l->first[s] == l->first[s + 1];
    buf_printf(out, "    s%u [label=\"%u", s, s);
    while (name && *name) { /* a name may have several lines */
        size_t n = strcspn(name, "\n");
        if (n) {
            buf_puts(out, "\\n");
            buf_put_dot(out, name, n);
        }
        name += n + (name[n] != 0);
    }
    if (props.size) {
        buf_puts(out, "\\n{");
        buf_put_dot(out, props.data, props.size);
        buf_putc(out, '}');
    }
    buf_printf(out, "\"%s%s%s];\n", l->state_names || props.size ? ", shape=box, style=\"rounded,filled\"" : "",
               stops ? (l->state_names || props.size ? ", peripheries=2" : ", shape=doublecircle") : "",
               s == l->initial ? ", fillcolor=\"#dbe9f6\"" : "");
    buf_free(&props);
}

/* ---- arrows ------------------------------------------------------------------------------------------------------ */

/* A transition of the row that is written. */
struct step {
    uint32_t target, label;
    bool dashed;
};
struct picture {
    const struct lts *l;
    const struct lts_print *how;
    bool shorten;
    struct label_table labels;
    struct VEC(struct step) row;
};

static int by_target(const void *a, const void *b)
{
    const struct step *x = a, *y = b;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    if (x->dashed != y->dashed)
        return x->dashed ? 1 : -1;
    return x->label < y->label ? -1 : x->label > y->label;
}

/* The transitions of a state, those of one arrow beside each other. */
static void sort_row(struct picture *p, uint32_t s)
{
    const struct lts *l = p->l;
    p->row.count = 0;
    for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
        vec_push(&p->row, ((struct step){l->target[t], l->label[t], p->how->must && !lts_is_must(l, t)}));
    if (p->row.count > 1)
        qsort(p->row.items, p->row.count, sizeof *p->row.items, by_target);
}

static bool same_arrow(const struct step *x, const struct step *y)
{
    return x->target == y->target && x->dashed == y->dashed;
}

static int colour_of(const struct lts *l, uint32_t label)
{
    return label == LTS_TAU ? 0 : base_intern_str(l->labels, label)[0] == '\'' ? 1 : 2;
}

/* The arrow of `count` steps. */
static void write_arrow(struct buf *out, const struct picture *p, uint32_t s, const struct step *steps, size_t count)
{
    static const char *const colours[] = {"#777777", "#1f4e9c", "black"}; /* silent, input, output */
    struct VEC(const struct buf *) names = {0};
    int colour = colour_of(p->l, steps[0].label);
    for (size_t i = 0; i < count; i++) {
        colour = colour == colour_of(p->l, steps[i].label) ? colour : 2;
        vec_push(&names, &p->labels.items[steps[i].label]);
    }
    buf_printf(out, "    s%u -> s%u [label=\"", s, steps[0].target);
    if (p->shorten)
        draw_label_list(out, names.items, names.count);
    for (size_t i = 0; i < count && !p->shorten; i++) {
        buf_puts(out, i ? "\\n" : "");
        buf_add(out, names.items[i]->data, names.items[i]->size);
    }
    buf_printf(out, "\", color=\"%s\", fontcolor=\"%s\"%s];\n", colours[colour], colours[colour],
               steps[0].dashed ? ", style=dashed" : "");
    vec_free(&names);
}

static void write_row(struct buf *out, struct picture *p, uint32_t s)
{
    sort_row(p, s);
    for (size_t i = 0, next; i < p->row.count; i = next) {
        for (next = i + 1; next < p->row.count && same_arrow(&p->row.items[i], &p->row.items[next]);)
            next++;
        write_arrow(out, p, s, p->row.items + i, next - i);
    }
}

uint64_t draw_arrow_count(const struct lts *l)
{
    static const struct lts_print plain = {0};
    struct picture p = {.l = l, .how = &plain};
    uint64_t arrows = 0;
    for (uint32_t s = 0; s < l->states; s++) {
        sort_row(&p, s);
        for (size_t i = 0; i < p.row.count; i++)
            arrows += i == 0 || !same_arrow(&p.row.items[i - 1], &p.row.items[i]);
    }
    vec_free(&p.row);
    return arrows;
}

/* ---- the graph --------------------------------------------------------------------------------------------------- */

enum status draw_graph(const struct lts *l, const struct lts_print *how, bool shorten, struct buf *out, struct diag *d)
{
    enum status st = ST_OK;
    struct picture p = {.l = l, .how = how, .shorten = shorten};
    const char *name = how->name ? how->name : "main";
    p.labels = lts_label_table_new(l, how, shorten ? lts_put_dot_label : buf_put_dot, NULL);
    buf_puts(out, "digraph \"");
    buf_put_dot(out, name, strlen(name));
    buf_puts(out, "\" {\n    rankdir=TB;\n"
                  "    node [shape=circle, style=filled, fillcolor=white, fontname=\"Helvetica\"];\n"
                  "    edge [fontname=\"Helvetica\", fontsize=11];\n    start [shape=point, label=\"\"];\n");
    if (shorten && how->must && l->must)
        buf_puts(out, "    fontname=\"Helvetica\"; fontsize=11; label=\"solid: must, dashed: may only\";\n");
    buf_printf(out, "    start -> s%u;\n", l->initial);
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        write_state(out, l, s);
        st = lts_drain(how, out, d);
    }
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        write_row(out, &p, s);
        st = lts_drain(how, out, d);
    }
    buf_puts(out, "}\n");
    lts_label_table_free(&p.labels);
    vec_free(&p.row);
    return st;
}

enum status lts_write_dot(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    return draw_graph(l, how, false, out, d);
}
