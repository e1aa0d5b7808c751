/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parsing Boolean programs: declarations and procedures.
 *
 *     program  = { decl names; } { procedure }           either in any order
 *     procedure = (void | bool | bool<N>) name(names) begin { decl names; } [enforce e;] { statement } end
 */
#include "runtime/boolean/parse.h"

enum { MOST_RETURNS = 10000 };

/* decl a, b; for globals, or for locals of the procedure. */
static enum status parse_decl(struct parser *q)
{
    struct name_list names = {0};
    bool_lex_next(&q->lex);
    enum status st = bool_parse_names(q, "a name", &names);
    for (size_t i = 0; !st && i < names.count; i++) {
        if (q->proc)
            bool_add_local(q->p, q->proc, names.items[i].text, names.items[i].at);
        else
            bool_add_global(q->p, names.items[i].text, names.items[i].at);
    }
    vec_free(&names);
    return st ? st : bool_parse_take(q, ";");
}

/* void, bool, boolean, bool<N> */
static enum status parse_type(struct parser *q, uint32_t *returns)
{
    *returns = !bool_lex_at(&q->lex, "void");
    bool_lex_next(&q->lex);
    if (!*returns || !bool_lex_at(&q->lex, "<"))
        return ST_OK;
    bool_lex_next(&q->lex);
    unsigned long n = q->lex.token == TOKEN_NUMBER ? strtoul(q->lex.text, NULL, 10) : 0;
    if (!n || n > MOST_RETURNS)
        return bool_parse_expected(q, "a number of results from 1 to 10000");
    *returns = (uint32_t)n;
    bool_lex_next(&q->lex);
    return bool_parse_take(q, ">");
}

static enum status parse_parameters(struct parser *q)
{
    struct name_list names = {0};
    enum status st = bool_parse_take(q, "(");
    if (!st && !bool_lex_at(&q->lex, ")"))
        st = bool_parse_names(q, "a parameter", &names);
    for (size_t i = 0; !st && i < names.count; i++)
        bool_add_parameter(q->p, q->proc, names.items[i].text, names.items[i].at);
    vec_free(&names);
    return st ? st : bool_parse_take(q, ")");
}

static enum status parse_body(struct parser *q)
{
    enum status st = bool_parse_take(q, "begin");
    while (!st && bool_lex_at(&q->lex, "decl"))
        st = parse_decl(q);
    if (!st && bool_lex_at(&q->lex, "enforce")) {
        bool_lex_next(&q->lex);
        st = bool_parse_expr(q, &q->proc->enforce);
        if (!st)
            st = bool_parse_take(q, ";");
    }
    if (!st)
        st = bool_parse_block(q);
    if (!st && !bool_lex_at(&q->lex, "end"))
        return bool_parse_expected(q, "a statement or 'end'");
    return st ? st : bool_parse_take(q, "end");
}

static enum status parse_proc(struct parser *q)
{
    uint32_t returns = 0;
    enum status st = parse_type(q, &returns);
    if (!st && q->lex.token != TOKEN_NAME)
        return bool_parse_expected(q, "the name of a procedure");
    if (st)
        return st;
    q->proc = bool_add_proc(q->p, q->lex.text, returns, q->lex.at);
    bool_lex_next(&q->lex);
    st = parse_parameters(q);
    if (!st)
        st = parse_body(q);
    q->proc = NULL;
    return st;
}

enum status bool_parse(struct arena *a, const char *file, const char *text, size_t size, struct bool_program **out,
                       struct diag *d)
{
    struct parser q = {.p = bool_program_new(a, file), .d = d};
    enum status st = ST_OK;
    if (size > BOOL_LARGEST_TEXT)
        return diag_set(d, ST_BAD, (struct place){q.p->file, 0, 0}, "too large: at most %d MB are possible",
                        BOOL_LARGEST_TEXT >> 20);
    bool_lex_begin(&q.lex, a, q.p->file, text ? text : "", size);
    while (!st && q.lex.token != TOKEN_END) {
        if (bool_lex_at(&q.lex, "decl"))
            st = parse_decl(&q);
        else if (bool_lex_at(&q.lex, "void") || bool_lex_at(&q.lex, "bool") || bool_lex_at(&q.lex, "boolean"))
            st = parse_proc(&q);
        else
            st = bool_parse_expected(&q, "'decl', 'void' or 'bool'");
    }
    if (!st)
        st = bool_resolve(q.p, d);
    *out = q.p;
    return st;
}
