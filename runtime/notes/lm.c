/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lm.c: label maps, and what both kinds of map need: `lib`, contradictions, numbers of lists. DuVarney 2002, figure 2.5
 * (with `exit`).
 *
 *   EVENT [when (CONDITION)] => 'input;    EVENT => output;    EVENT => _;    lib "other.lm";
 *
 * A label without a quote is an output. All rules of one map, files it includes too, are one list.
 */
#include "runtime/notes/files.h"

void note_map_reader_free(struct map_reader *m)
{
    vec_free(&m->open);
    vec_free(&m->done);
}

static bool lists(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

bool note_read_lib(struct map_reader *m, struct parser *p, const char *path,
                   enum status (*read)(struct map_reader *m, const char *path, const char *text, size_t size))
{
    const struct note_token *t = peek(p);
    if (t->kind != TOK_STRING)
        return note_fail(p, t->at, "expected the name of a map in double quotes, found %s", note_describe(p, t));
    struct note_token name = note_take(p);
    if (!note_expect(p, ";", "after the map's name"))
        return false;
    const char *file = base_path_beside(p->a, path, name.text);
    if (lists(m->open.items, m->open.count, file))
        return note_fail(p, name.at, "the map \"%s\" includes itself", name.text);
    if (m->open.count > LIB_DEPTH)
        return note_fail(p, name.at, "maps include each other more than %d deep", LIB_DEPTH);
    if (lists(m->done.items, m->done.count, file))
        return true; /* once is enough */
    struct buf b = {0};
    struct diag why;
    enum status st = base_file_read(file, &b, MAP_SIZE_MAX, &why);
    if (st) {
        p->status = diag_set(m->d, st, name.at, "map \"%s\": %s", name.text, why.text);
    } else {
        vec_push(&m->open, file);
        struct note_file *f = ARENA_NEW(m->out->arena, struct note_file);
        *f = (struct note_file){arena_str(m->out->arena, file), m->out->included};
        m->out->included = f;
        p->status = read(m, file, buf_str(&b), b.size);
        m->open.count--;
        vec_push(&m->done, file);
    }
    buf_free(&b);
    return !p->status;
}

/* ---- collecting -------------------------------------------------------------------------------------------------- */

enum status note_add_abstraction(struct notes *out, const struct cwi_unit *u, const struct note *n, struct diag *d)
{
    for (size_t i = 0; i < out->list.count; i++) {
        const struct note *o = out->list.items[i];
        if (o->kind != NOTE_ABSTRACT || o->u.abstract.result_of != n->u.abstract.result_of)
            continue;
        const struct cwi_expr *x = o->u.abstract.cell, *y = n->u.abstract.cell;
        if (!x != !y || (x && !cwi_expr_equal(x, y)))
            continue;
        if (abs_equal(o->u.abstract.abs, n->u.abstract.abs))
            return ST_OK;
        struct buf what = {0}, other = {0};
        if (y)
            note_print_expr(u, y, &what);
        else
            buf_printf(&what, "result of %s", cwi_func_of(u, n->u.abstract.result_of)->name);
        abs_print(o->u.abstract.abs, false, &other);
        enum status st = diag_set(d, ST_BAD, n->at, "'%s' already has the abstraction %s, at %s:%u:%u", buf_str(&what),
                                  buf_str(&other), o->at.file ? o->at.file : "?", o->at.line, o->at.col);
        buf_free(&what);
        buf_free(&other);
        return st;
    }
    vec_push(&out->list, n);
    return ST_OK;
}

uint32_t note_next_list(const struct notes *out)
{
    uint32_t next = 1;
    for (size_t i = 0; i < out->list.count; i++)
        if (out->list.items[i]->kind == NOTE_LABEL && out->list.items[i]->list >= next)
            next = out->list.items[i]->list + 1;
    return next;
}

/* ---- label maps -------------------------------------------------------------------------------------------------- */

static void skip_rule(struct parser *p)
{
    while (peek(p)->kind != TOK_END && !note_is_punct(peek(p), ";"))
        note_take(p);
}

static void parse_rule(struct map_reader *m, struct parser *p)
{
    struct note *n = ARENA_NEW(m->out->arena, struct note);
    n->kind = NOTE_LABEL;
    n->list = m->list;
    n->from_table = m->from_table;
    if (note_is_word(peek(p), "label") && note_word_of(note_peek_at(p, 1, false)))
        note_take(p);
    n->at = peek(p)->at;
    if (note_parse_label_rule(p, n, DIR_OUTPUT)) {
        if (note_expect(p, ";", "after the label"))
            vec_push(&m->out->list, n);
        return;
    }
    /* A table names more than any program uses. */
    if (!p->missing || !(m->from_table || m->lenient))
        return;
    if (!m->from_table)
        diag_send(m->warnings, DIAG_WARNING, m->d->at, "%s", m->d->text);
    p->status = ST_OK;
    p->missing = false;
    p->depth = 0;
    p->in_target = false;
    skip_rule(p);
    note_accept(p, ";");
}

enum status note_read_lm(struct map_reader *m, const char *path, const char *text, size_t size)
{
    struct parser p;
    struct arena *a = m->out->arena;
    const struct note_resolver *r = m->from_table ? note_quiet_resolver(a, m->u) : note_unit_resolver(a, m->u, 0);
    note_parser_init(&p, a, note_text_source(a, path, text, size, 1, 1), r, m->d);
    p.lenient = m->from_table;
    while (peek(&p)->kind != TOK_END && !p.status) {
        if (note_accept_word(&p, "lib"))
            note_read_lib(m, &p, path, note_read_lm);
        else
            parse_rule(m, &p);
    }
    return p.status;
}

enum status note_parse_lm(struct notes *out, const char *path, const char *text, size_t size, struct cwi_unit *u,
                          bool from_table, const struct diag_sink *warnings, struct diag *d)
{
    struct map_reader m = {
        .out = out, .u = u, .warnings = warnings, .d = d, .from_table = from_table, .list = note_next_list(out)};
    vec_push(&m.open, arena_str(out->arena, path));
    enum status st = note_read_lm(&m, path, text, size);
    note_map_reader_free(&m);
    return st;
}
