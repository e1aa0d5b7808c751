/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Formulas as text and as JSON. A part that occurs more than once and is longer than its name gets a name, so that what
 * is written is never longer than the graph of the formula, however large the tree would be.
 */
#include "runtime/lts/formula.h"

/* Parts of fewer letters are written where they stand. */
enum { SHORT_PART = 12 };

struct writer {
    struct buf *out;
    uint32_t *uses, *size, *name; /* by id: how often it occurs in others; letters of its text; X1, X2... or 0 */
    struct VEC(formula) order, named;
};

static void size_up(struct writer *w, formula f)
{
    uint32_t size = f->op == LTS_F_TRUE ? 2 : 5 + (f->name ? (uint32_t)strlen(f->name) : 0);
    for (uint32_t i = 0; i < f->count; i++) {
        uint32_t more = w->size[f->part[i]->id];
        size += more > UINT32_MAX / 2 - size ? 0 : more;
    }
    w->size[f->id] = size;
}

/* Counts uses, each part before what it is part of. */
static void look(struct writer *w, formula f)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (!w->uses[f->part[i]->id]++)
            look(w, f->part[i]);
    size_up(w, f);
}

static void begin(struct writer *w, formula f, struct buf *out)
{
    size_t n = f->id + (size_t)1; /* a formula is made after its parts, so their ids are smaller */
    *w = (struct writer){.out = out};
    w->uses = mem_zalloc(n * sizeof *w->uses);
    w->size = mem_zalloc(n * sizeof *w->size);
    w->name = mem_zalloc(n * sizeof *w->name);
    look(w, f);
}

static void end(struct writer *w)
{
    free(w->uses);
    free(w->size);
    free(w->name);
    vec_free(&w->order);
    vec_free(&w->named);
}

/* Whether a part is written by its name; then it has one. */
static bool has_name(struct writer *w, formula f)
{
    if (w->uses[f->id] < 2 || w->size[f->id] < SHORT_PART)
        return false;
    if (!w->name[f->id]) {
        vec_push(&w->named, f);
        w->name[f->id] = (uint32_t)w->named.count;
    }
    return true;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void put_formula(struct writer *w, formula f);

static void put_part(struct writer *w, formula f)
{
    if (has_name(w, f))
        buf_printf(w->out, "X%u", w->name[f->id]);
    else
        put_formula(w, f);
}

/* <<i>>(F and <a>G), without what is tt. */
static void put_via(struct writer *w, formula f)
{
    struct buf *out = w->out;
    bool silent = !f->changes && !strcmp(f->name, "i"), bare = f->part[0]->op == LTS_F_TRUE;
    buf_puts(out, bare ? "<<i>>" : "<<i>>(");
    if (!bare) {
        put_part(w, f->part[0]);
        buf_puts(out, " and ");
    }
    if (!bare || !silent)
        buf_printf(out, "<%s%s>", f->name, f->changes ? "!" : silent ? "?" : "");
    put_part(w, f->part[1]);
    buf_puts(out, bare ? "" : ")");
}

static void put_formula(struct writer *w, formula f)
{
    struct buf *out = w->out;
    switch (f->op) {
    case LTS_F_TRUE:
        buf_puts(out, "tt");
        return;
    case LTS_F_PROP:
        buf_printf(out, f->maybe ? "maybe(%s)" : "%s", f->name);
        return;
    case LTS_F_NOT:
        buf_puts(out, "not ");
        break;
    case LTS_F_AND:
        for (uint32_t i = 0; i < f->count; i++) {
            buf_puts(out, i ? " and " : "(");
            put_part(w, f->part[i]);
        }
        buf_putc(out, ')');
        return;
    case LTS_F_STEP:
        buf_printf(out, "<%s>", f->name);
        break;
    case LTS_F_WEAK_STEP:
        buf_printf(out, "<<%s%s>>", f->name, f->changes ? "!" : "");
        break;
    case LTS_F_VIA:
        put_via(w, f);
        return;
    case LTS_F_FOREVER:
        buf_puts(out, "forever ");
        break;
    }
    put_part(w, f->part[0]);
}

void lts_formula_text(const struct lts_formula *f, struct buf *out)
{
    struct writer w;
    begin(&w, f, out);
    put_formula(&w, f);
    for (size_t i = 0; i < w.named.count; i++) {
        buf_printf(out, "\n    where X%zu = ", i + 1);
        put_formula(&w, w.named.items[i]);
    }
    end(&w);
}

static const struct legend {
    enum lts_formula_op op;
    bool changes;
    const char *text;
} legends[] = {
    {LTS_F_STEP, false, "<a>F: a step a leads to a state where F holds"},
    {LTS_F_WEAK_STEP, false,
     "<<a>>F: a, with any silent steps i before and after it, leads to a state where F holds; <<i>>F: silent steps "
     "alone do, or none"},
    {LTS_F_VIA, false,
     "<<i>>F: silent steps i, or none, lead to a state where F holds; <a>F: a step a does; <i?>F: one step i, or none"},
    {LTS_F_VIA, true, "i!: a silent step that changes a proposition"},
    {LTS_F_WEAK_STEP, true, "i!: a silent step that changes a proposition"},
    {LTS_F_FOREVER, false, "forever F: silent steps can go on without end, with F holding from some point on"},
};

static bool occurs(const struct writer *w, formula f, const struct legend *l, bool *seen)
{
    if (seen[f->id])
        return false;
    seen[f->id] = true;
    if (f->op == l->op && (!l->changes || f->changes))
        return true;
    for (uint32_t i = 0; i < f->count; i++)
        if (occurs(w, f->part[i], l, seen))
            return true;
    return false;
}

void lts_formula_legend(const struct lts_formula *f, struct buf *out)
{
    struct writer w;
    bool *seen = mem_alloc(f->id + (size_t)1);
    begin(&w, f, out);
    for (size_t i = 0; i < sizeof legends / sizeof *legends; i++) {
        memset(seen, 0, f->id + (size_t)1);
        if (occurs(&w, f, &legends[i], seen))
            buf_printf(out, "    %s\n", legends[i].text);
    }
    free(seen);
    end(&w);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void put_json(struct writer *w, formula f);

static void put_json_part(struct writer *w, const char *member, formula f)
{
    if (member)
        buf_printf(w->out, ", \"%s\": ", member);
    if (has_name(w, f))
        buf_printf(w->out, "{\"op\": \"ref\", \"name\": \"X%u\"}", w->name[f->id]);
    else
        put_json(w, f);
}

static void put_json(struct writer *w, formula f)
{
    static const char *const names[] = {"true", "prop", "not", "and", "step", "weak-step", "via", "forever"};
    struct buf *out = w->out;
    buf_printf(out, "{\"op\": \"%s\"", names[f->op]);
    if (f->name) {
        buf_printf(out, ", \"%s\": ", f->op == LTS_F_PROP ? "name" : "label");
        lts_json_string(f->name, strlen(f->name), out);
    }
    if (f->op == LTS_F_PROP)
        buf_printf(out, ", \"value\": \"%s\"", f->maybe ? "maybe" : "true");
    if (f->changes)
        buf_puts(out, ", \"changes\": true");
    if (f->op == LTS_F_AND) {
        buf_puts(out, ", \"formulas\": [");
        for (uint32_t i = 0; i < f->count; i++) {
            buf_puts(out, i ? ", " : "");
            put_json_part(w, NULL, f->part[i]);
        }
        buf_putc(out, ']');
    } else if (f->op == LTS_F_VIA) {
        put_json_part(w, "at", f->part[0]);
        put_json_part(w, "then", f->part[1]);
    } else if (f->count) {
        put_json_part(w, "formula", f->part[0]);
    }
    buf_putc(out, '}');
}

void lts_formula_json(const struct lts_formula *f, struct buf *out)
{
    struct writer w;
    begin(&w, f, out);
    buf_puts(out, "  \"formula_tree\": ");
    put_json(&w, f);
    buf_puts(out, ",\n  \"formula_where\": {");
    for (size_t i = 0; i < w.named.count; i++) {
        buf_printf(out, "%s\n    \"X%zu\": ", i ? "," : "", i + 1);
        put_json(&w, w.named.items[i]);
    }
    buf_puts(out, "}");
    end(&w);
}
