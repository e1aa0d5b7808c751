/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Running scripts: trees to systems, systems to files.
 *
 * Invariant: nothing is written before everything is made. A system is released as soon as nothing that follows names
 * it. What a restriction takes away from a composition is never built: all edits up to the outermost restriction go
 * into the composition, which does them in their order.
 */
#include "runtime/lts/control.h"
#include "runtime/lts/io/io.h"
#include "runtime/lts/names.h"
#include "runtime/lts/compose/script.h"

#include <stdlib.h>

/* A system in hand; one that a name still stands for is not ours. */
struct value {
    struct lts *l;
    bool ours;
};
struct values {
    struct VEC(struct value) list;
};
struct run {
    struct script s;
    const char *name;
    const struct lts_script_host *host;
    const struct lts_control *c;
    struct diag *d;
    struct lts **variables;
    struct values written; /* one for each write, in order */
};

static enum status evaluate(struct run *r, const struct script_node *n, struct value *out);

static void release(struct value v)
{
    if (v.ours)
        lts_free(v.l);
}

/* A failure that has no place of its own stands at that of the script. */
static enum status failed_at(struct run *r, enum status st, struct place at)
{
    if (st != ST_OK && r->d && !r->d->at.file)
        r->d->at = at;
    return st;
}

static void tell(const struct run *r, const struct script_node *n, const char *what, const struct lts *l)
{
    if (r->host && r->host->made)
        r->host->made(r->host->context, n->at, what, l);
}

/* ---- one function for each kind ---------------------------------------------------------------------------------- */

static enum status load(struct run *r, const struct script_node *n, struct value *out)
{
    const char *path = base_path_beside(r->s.arena, r->name, n->text), *process;
    char *split = lts_split_path(path, &process), *file = arena_str(r->s.arena, split); /* messages name it */
    free(split);
    enum status st = lts_read_file(file, process, LTS_FMT_UNKNOWN, r->c, &out->l, r->d);
    if (st != ST_OK)
        return failed_at(r, st, n->at);
    lts_forget_labels(out->l);
    out->ours = true;
    tell(r, n, n->text, out->l);
    return ST_OK;
}

static enum status take_variable(struct run *r, const struct script_node *n, struct value *out)
{
    out->l = r->variables[n->variable];
    out->ours = --r->s.uses.items[n->variable] == 0;
    if (out->ours)
        r->variables[n->variable] = NULL;
    return ST_OK;
}

static enum status generate(struct run *r, const struct script_node *n, struct value *out)
{
    enum status st = lts_generate(n->family, n->values, r->c, &out->l, r->d);
    if (st != ST_OK)
        return failed_at(r, st, n->at);
    lts_forget_labels(out->l);
    out->ours = true;
    struct buf what = {0};
    buf_printf(&what, "generate %s", n->text);
    tell(r, n, what.data, out->l);
    buf_free(&what);
    return ST_OK;
}

/* A sink that puts warnings where the operator stands. */
struct placed {
    const struct diag_sink *to;
    struct place at;
};
static void report_placed(void *context, const struct diag *d)
{
    struct placed *p = context;
    diag_send(p->to, d->level, p->at, "%s", d->text);
}

/* Edits around a composition, the innermost first. */
struct edits_around {
    struct VEC(const struct script_node *) nodes;
    struct VEC(struct lts_edits) edits;
};

/* A name that matches nothing is told where it stands, before anything is built. */
static enum status check_edits_around(struct run *r, const struct edits_around *e, const struct lts *const *parts,
                                      size_t count)
{
    struct intern *labels = lts_all_labels(parts, count);
    enum status st = ST_OK;
    for (size_t k = 0; st == ST_OK && k < e->nodes.count; k++) {
        const struct script_node *n = e->nodes.items[k];
        for (size_t i = 0; st == ST_OK && i < n->edit_count; i++)
            st = failed_at(r, lts_check_edit_names(labels, &n->edits[i], 1, r->d), n->edit_at[i]);
        struct intern *edited = lts_new_labels();
        free(lts_edit_labels(labels, n->edits, n->edit_count, edited));
        base_intern_free(labels);
        labels = edited;
    }
    base_intern_free(labels);
    return st;
}

static enum status compose_values(struct run *r, const struct script_node *n, const struct edits_around *around,
                                  const struct values *v, struct lts **out)
{
    const struct lts **parts = base_mem_alloc(v->list.count * sizeof *parts);
    const char **sync = base_mem_alloc((n->sync_count + 1) * sizeof *sync);
    struct placed placed = {r->host ? r->host->notes : NULL, n->at};
    struct diag_sink notes = {report_placed, &placed};
    for (size_t i = 0; i < v->list.count; i++)
        parts[i] = v->list.items[i].l;
    for (size_t i = 0; i < n->sync_count; i++)
        sync[i] = n->sync[i].name;
    struct lts_composition how = {
        .style = n->style, .notes = &notes, .then = around->edits.items, .then_count = around->edits.count};
    if (n->sync_all)
        how.sync_all = sync, how.sync_all_count = n->sync_count;
    else
        how.sync = sync, how.sync_count = n->sync_count;
    enum status st = check_edits_around(r, around, parts, v->list.count);
    if (st == ST_OK)
        st = lts_compose(parts, v->list.count, &how, r->c, out, r->d);
    free(parts);
    free(sync);
    return failed_at(r, st, n->at);
}

/* "2 systems by |[mid]| with hide, restrict" */
static void tell_composition(const struct run *r, const struct script_node *n, const struct edits_around *around,
                             const struct lts *l)
{
    struct buf what = {0};
    buf_printf(&what, "%zu systems by %s", n->parts_count, n->operator_text);
    const char *close = n->sync_all ? "]|" : strcmp(n->operator_text, "|[[") ? NULL : "]]|";
    for (size_t i = 0; i < n->sync_count && close; i++)
        buf_printf(&what, "%s%s%s", i ? "," : "", n->sync[i].name, i + 1 == n->sync_count ? close : "");
    for (size_t i = 0; i < around->nodes.count; i++)
        buf_printf(&what, "%s %s", i ? "," : " with", around->nodes.items[i]->text);
    tell(r, n, what.data, l);
    buf_free(&what);
}

static enum status compose_with(struct run *r, const struct script_node *n, const struct edits_around *around,
                                struct value *out)
{
    struct values v = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < n->parts_count; i++) {
        struct value part = {0};
        st = evaluate(r, n->parts[i], &part);
        if (st == ST_OK)
            vec_push(&v.list, part);
    }
    if (st == ST_OK)
        st = compose_values(r, n, around, &v, &out->l);
    for (size_t i = 0; i < v.list.count; i++)
        release(v.list.items[i]);
    vec_free(&v.list);
    if (st != ST_OK)
        return st;
    out->ours = true;
    tell_composition(r, n, around, out->l);
    return ST_OK;
}

static enum status compose(struct run *r, const struct script_node *n, struct value *out)
{
    static const struct edits_around none;
    return compose_with(r, n, &none, out);
}

/* The composition around which nothing but edits stands from here on, where the outermost is a restriction; or NULL. */
static const struct script_node *restricted_composition(const struct script_node *n)
{
    if (n->edits[0].kind != LTS_RESTRICT)
        return NULL;
    while (n->kind == SN_EDIT)
        n = n->parts[0];
    return n->kind == SN_COMPOSE ? n : NULL;
}

static enum status compose_restricted(struct run *r, const struct script_node *n, const struct script_node *inner,
                                      struct value *out)
{
    struct edits_around e = {0};
    for (; n != inner; n = n->parts[0])
        vec_push(&e.nodes, n);
    for (size_t i = 0, k = e.nodes.count; i + 1 < k; i++) { /* the innermost first */
        const struct script_node *swapped = e.nodes.items[i];
        e.nodes.items[i] = e.nodes.items[--k];
        e.nodes.items[k] = swapped;
    }
    for (size_t i = 0; i < e.nodes.count; i++)
        vec_push(&e.edits, ((struct lts_edits){e.nodes.items[i]->edits, e.nodes.items[i]->edit_count}));
    enum status st = compose_with(r, inner, &e, out);
    vec_free(&e.nodes);
    vec_free(&e.edits);
    return st;
}

static enum status edit(struct run *r, const struct script_node *n, struct value *out)
{
    const struct script_node *inner = restricted_composition(n);
    if (inner)
        return compose_restricted(r, n, inner, out);
    enum status st = evaluate(r, n->parts[0], out);
    for (size_t i = 0; st == ST_OK && i < n->edit_count; i++) {
        const struct lts *const one[] = {out->l};
        st = failed_at(r, lts_check_edits(one, 1, &n->edits[i], 1, r->d), n->edit_at[i]);
    }
    if (st != ST_OK)
        return st;
    if (!out->ours)
        *out = (struct value){lts_copy(out->l), true};
    lts_relabel(out->l, n->edits, n->edit_count);
    tell(r, n, n->text, out->l);
    return ST_OK;
}

/* The quotient knows what the system knew, also what it cannot come to. */
static enum status reduce(struct run *r, const struct script_node *n, struct value *out)
{
    struct value whole = {0};
    enum status st = evaluate(r, n->parts[0], &whole);
    if (st == ST_OK)
        st = failed_at(r, lts_reduce(whole.l, n->relation, r->c, &out->l, NULL, r->d), n->at);
    if (st == ST_OK) {
        const struct intern *labels = whole.l->labels;
        for (uint32_t i = 0; i < base_intern_count(labels); i++)
            base_intern_add(out->l->labels, base_intern_str(labels, i), base_intern_len(labels, i));
        out->ours = true;
        struct buf what = {0};
        buf_printf(&what, "reduce %s", n->text);
        tell(r, n, what.data, out->l);
        buf_free(&what);
    }
    release(whole);
    return st;
}

static enum status evaluate(struct run *r, const struct script_node *n, struct value *out)
{
    static enum status (*const rules[])(struct run *, const struct script_node *, struct value *) = {
        [SN_FILE] = load,       [SN_NAME] = take_variable, [SN_GENERATE] = generate,
        [SN_COMPOSE] = compose, [SN_EDIT] = edit,          [SN_REDUCE] = reduce,
    };
    *out = (struct value){0};
    enum status st = rules[n->kind](r, n, out);
    if (st != ST_OK) {
        release(*out);
        *out = (struct value){0};
    }
    return st;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static enum status run_statement(struct run *r, const struct script_statement *s)
{
    struct value v;
    enum status st = evaluate(r, s->system, &v);
    if (st != ST_OK)
        return st;
    if (s->writes) { /* a name may go before the end, or be edited */
        vec_push(&r->written.list, ((struct value){v.ours ? v.l : lts_copy(v.l), true}));
        return ST_OK;
    }
    struct value mine = {v.ours ? v.l : lts_copy(v.l), true};
    if (r->s.uses.items[s->variable])
        r->variables[s->variable] = mine.l;
    else
        release(mine);
    return ST_OK;
}

static enum status write_all(struct run *r)
{
    size_t at = 0;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < r->s.statements.count; i++) {
        const struct script_statement *s = &r->s.statements.items[i];
        if (!s->writes)
            continue;
        const struct lts *l = r->written.list.items[at++].l;
        const char *path = strcmp(s->file, "-") ? base_path_beside(r->s.arena, r->name, s->file) : s->file;
        st = failed_at(r, lts_write_file(l, s->format, NULL, path, r->c, r->d), s->at);
    }
    return st;
}

static enum status run_parsed(struct run *r)
{
    enum status st = ST_OK;
    r->variables = base_mem_zalloc((r->s.variables.count + 1) * sizeof *r->variables);
    for (size_t i = 0; st == ST_OK && i < r->s.statements.count; i++)
        st = run_statement(r, &r->s.statements.items[i]);
    if (st == ST_OK)
        st = write_all(r);
    if (st == ST_OK && !r->written.list.count && r->host)
        diag_send(r->host->notes, DIAG_WARNING, (struct place){r->name, 0, 0},
                  "the script writes nothing: 'write SYSTEM \"FILE\"' does");
    for (size_t i = 0; i < r->s.variables.count; i++)
        lts_free(r->variables[i]);
    for (size_t i = 0; i < r->written.list.count; i++)
        release(r->written.list.items[i]);
    vec_free(&r->written.list);
    free(r->variables);
    return st;
}

enum status lts_script_run(struct arena *a, const char *name, const char *text, size_t size,
                           const struct lts_script_host *host, const struct lts_control *c, struct diag *d)
{
    struct diag unused = {0};
    struct run r = {.name = name, .host = host, .c = c, .d = d ? d : &unused};
    *r.d = (struct diag){0};
    r.s.arena = a;
    enum status st = compose_script_parse(&r.s, name, text, size, r.d);
    if (st == ST_OK)
        st = run_parsed(&r);
    compose_script_free(&r.s);
    return st;
}

enum status lts_script_run_file(struct arena *a, const char *path, const struct lts_script_host *host,
                                const struct lts_control *c, struct diag *d)
{
    struct source s;
    const char *text;
    size_t size;
    enum status st = lts_source_open(&s, path, c, d);
    if (st == ST_OK)
        st = lts_source_all(&s, &text, &size);
    if (st == ST_OK)
        st = lts_script_run(a, s.name, text, size, host, c, d);
    lts_source_close(&s);
    return st;
}
