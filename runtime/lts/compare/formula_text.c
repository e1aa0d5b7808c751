/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Formulas as text and as JSON. A part that occurs more than once and is longer than its name gets a name, so that what
 * is written is never longer than the graph of the formula, however large the tree would be.
 */
#include "runtime/lts/compare/formula.h"
#include "runtime/base/text.h"

/* Parts of fewer letters are written where they stand. Lines are as wide as people like to read. */
enum { SHORT_PART = 12, LINE_WIDTH = 100, MARGIN = 4, INDENT = 2, DEEPEST_INDENT = 60 };

struct writer {
    struct buf *out;
    uint32_t *uses, *size, *name; /* by id: how often it occurs in others; letters of its text; X1, X2... or 0 */
    uint32_t *flat;               /* by id: letters of its text on one line, names for what has them; 0: not known */
    struct VEC(formula) order, named;
    bool lines;    /* on several, where one is too long; else on one */
    size_t line;   /* where it begins */
    uint32_t nest; /* of what is broken into lines */
    bool negated;  /* what comes stands behind its "not" */
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
    w->uses = base_mem_zalloc(n * sizeof *w->uses);
    w->size = base_mem_zalloc(n * sizeof *w->size);
    w->name = base_mem_zalloc(n * sizeof *w->name);
    w->flat = base_mem_zalloc(n * sizeof *w->flat);
    w->line = out->size;
    look(w, f);
}

static void end(struct writer *w)
{
    free(w->uses);
    free(w->size);
    free(w->name);
    free(w->flat);
    vec_free(&w->order);
    vec_free(&w->named);
}

static bool deserves_name(const struct writer *w, formula f)
{
    return w->uses[f->id] >= 2 && w->size[f->id] >= SHORT_PART;
}

/* Whether a part is written by its name; then it has one. */
static bool has_name(struct writer *w, formula f)
{
    if (!deserves_name(w, f))
        return false;
    if (!w->name[f->id]) {
        vec_push(&w->named, f);
        w->name[f->id] = (uint32_t)w->named.count;
    }
    return true;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

/* About how many letters it has, rather more than fewer. */
static uint32_t flat_size(struct writer *w, formula f)
{
    enum { NAME = 3, SIGNS = 8 };
    uint32_t size = f->op == LTS_F_TRUE ? 2 : SIGNS + (f->name ? (uint32_t)strlen(f->name) : 0);
    if (w->flat[f->id])
        return w->flat[f->id];
    for (uint32_t i = 0; i < f->count; i++)
        size += (deserves_name(w, f->part[i]) ? NAME : flat_size(w, f->part[i])) + (i ? SIGNS : 0);
    return w->flat[f->id] = size;
}

static void break_line(struct writer *w)
{
    uint32_t indent = MARGIN + INDENT * w->nest;
    buf_putc(w->out, '\n');
    w->line = w->out->size;
    buf_printf(w->out, "%*s", (int)(indent < DEEPEST_INDENT ? indent : DEEPEST_INDENT), "");
}

/* Whether so many letters more are too many for this line. */
static bool is_full(const struct writer *w, size_t more)
{
    return w->lines && w->out->size - w->line + more > LINE_WIDTH;
}

/* Between two parts; those of a formula that does not fit in a line stand in lines of their own. */
static void put_and(struct writer *w, bool broken)
{
    if (broken)
        break_line(w);
    buf_puts(w->out, broken ? "and " : " and ");
}

static void put_formula(struct writer *w, formula f);

static void put_part(struct writer *w, formula f)
{
    if (has_name(w, f))
        buf_printf(w->out, "X%u", w->name[f->id]);
    else
        put_formula(w, f);
    w->negated = false;
}

/* <<i>>(F and <a>G), without what is tt. */
static void put_via(struct writer *w, formula f)
{
    struct buf *out = w->out;
    bool silent = !f->changes && !strcmp(f->name, "i"), bare = f->part[0]->op == LTS_F_TRUE;
    bool broken = !bare && is_full(w, flat_size(w, f));
    buf_puts(out, bare ? "<<i>>" : "<<i>>(");
    w->nest += broken;
    if (!bare) {
        put_part(w, f->part[0]);
        put_and(w, broken);
    }
    if (!bare || !silent)
        buf_printf(out, "<%s%s>", f->name, f->changes ? "!" : silent ? "?" : "");
    put_part(w, f->part[1]);
    buf_puts(out, bare ? "" : ")");
    w->nest -= broken;
}

static void put_conjunction(struct writer *w, formula f)
{
    bool broken = is_full(w, flat_size(w, f));
    buf_putc(w->out, '(');
    w->nest += broken;
    for (uint32_t i = 0; i < f->count; i++) {
        if (i)
            put_and(w, broken);
        put_part(w, f->part[i]);
    }
    buf_putc(w->out, ')');
    w->nest -= broken;
}

/* Letters up to where a line can be broken. */
static size_t first_sign(formula f)
{
    size_t size = 0;
    for (; f->op == LTS_F_NOT; f = f->part[0])
        size += strlen("not ");
    return size + strlen("<<!>>") + (f->name ? strlen(f->name) : 0);
}

static void put_formula(struct writer *w, formula f)
{
    struct buf *out = w->out;
    if ((f->op == LTS_F_NOT || f->op >= LTS_F_STEP) && !w->negated && is_full(w, first_sign(f)))
        break_line(w);
    w->negated = f->op == LTS_F_NOT;
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
        put_conjunction(w, f);
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

static void put_text(formula f, bool lines, struct buf *out)
{
    struct writer w;
    begin(&w, f, out);
    w.lines = lines;
    if (lines)
        break_line(&w);
    put_formula(&w, f);
    for (size_t i = 0; i < w.named.count; i++) {
        w.line = out->size + 1;
        buf_printf(out, "\n    where X%zu = ", i + 1);
        w.nest = 1;
        put_formula(&w, w.named.items[i]);
    }
    end(&w);
}

void lts_formula_text(const struct lts_formula *f, struct buf *out)
{
    put_text(f, false, out);
}

void lts_formula_lines(const struct lts_formula *f, struct buf *out)
{
    put_text(f, true, out);
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
        buf_put_json(out, f->name, strlen(f->name), true);
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
