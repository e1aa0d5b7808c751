/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parsing expressions of Boolean programs, from the weakest operator to the strongest:
 *
 *     ? :     =>     |     ^     &     = !=     !     0 1 T F * NAME {name} ( ) choose(e, e) schoose[e, e]
 *
 * => and ? : group to the right, the others to the left; & and | take any number of operands.
 */
#include "runtime/boolean/parse.h"

#include <stdio.h>

enum status bool_parse_expected(struct parser *q, const char *what)
{
    const struct lexer *l = &q->lex;
    const char *quote = l->token == TOKEN_END || l->token == TOKEN_WRONG ? "" : "'";
    if (strlen(l->text) > 60)
        return diag_set(q->d, ST_BAD, l->at, "expected %s, found %s%.60s...%s", what, quote, l->text, quote);
    return diag_set(q->d, ST_BAD, l->at, "expected %s, found %s%s%s", what, quote, l->text, quote);
}

enum status bool_parse_take(struct parser *q, const char *text)
{
    char what[20];
    if (bool_lex_at(&q->lex, text))
        return bool_lex_next(&q->lex), ST_OK;
    snprintf(what, sizeof what, "'%s'", text);
    return bool_parse_expected(q, what);
}

static enum status too_deep(struct parser *q, struct place at)
{
    return diag_set(q->d, ST_BAD, at, "nested too deeply: at most %d levels are possible", BOOL_DEEPEST);
}

enum status bool_parse_enter(struct parser *q)
{
    if (q->depth >= BOOL_DEEPEST)
        return too_deep(q, q->lex.at);
    q->depth++;
    return ST_OK;
}

enum status bool_parse_node(struct parser *q, enum bool_op op, struct bool_expr *const *args, size_t count,
                            struct place at, struct bool_expr **out)
{
    *out = bool_expr_new(q->p, op, args, count, at);
    return *out ? ST_OK : too_deep(q, at);
}

/* choose(a, b) and schoose[a, b]. */
static enum status parse_choose(struct parser *q, struct bool_expr **out)
{
    struct bool_expr *args[2] = {NULL, NULL};
    struct place at = q->lex.at;
    bool square = bool_lex_at(&q->lex, "schoose");
    bool_lex_next(&q->lex);
    enum status st = bool_parse_take(q, square ? "[" : "(");
    if (!st)
        st = bool_parse_expr(q, &args[0]);
    if (!st)
        st = bool_parse_take(q, ",");
    if (!st)
        st = bool_parse_expr(q, &args[1]);
    if (!st)
        st = bool_parse_take(q, square ? "]" : ")");
    return st ? st : bool_parse_node(q, BOOL_CHOOSE, args, 2, at, out);
}

static enum status parse_primary(struct parser *q, struct bool_expr **out)
{
    static const struct {
        const char *text;
        enum bool_op op;
    } constants[] = {{"0", BOOL_FALSE}, {"1", BOOL_TRUE}, {"F", BOOL_FALSE}, {"T", BOOL_TRUE}, {"*", BOOL_STAR}};
    struct lexer *l = &q->lex;
    struct place at = l->at;
    if (l->token == TOKEN_NAME) {
        *out = bool_expr_variable(q->p, l->text, at);
        bool_lex_next(l);
        return ST_OK;
    }
    if (bool_lex_at(l, "(")) {
        bool_lex_next(l);
        enum status st = bool_parse_expr(q, out);
        return st ? st : bool_parse_take(q, ")");
    }
    if (bool_lex_at(l, "choose") || bool_lex_at(l, "schoose"))
        return parse_choose(q, out);
    for (size_t i = 0; l->token != TOKEN_WRONG && i < sizeof constants / sizeof *constants; i++)
        if (!strcmp(l->text, constants[i].text)) {
            bool_lex_next(l);
            return bool_parse_node(q, constants[i].op, NULL, 0, at, out);
        }
    return bool_parse_expected(q, "an expression");
}

static enum status parse_unary(struct parser *q, struct bool_expr **out)
{
    struct place at = q->lex.at;
    if (!bool_lex_at(&q->lex, "!"))
        return parse_primary(q, out);
    bool_lex_next(&q->lex);
    enum status st = bool_parse_enter(q);
    if (st)
        return st;
    st = parse_unary(q, out);
    q->depth--;
    return st ? st : bool_parse_node(q, BOOL_NOT, out, 1, at, out);
}

/* The binary operators by level, weakest first. */
static const struct binary {
    int level;
    const char *text;
    enum bool_op op;
} binaries[] = {
    {0, "|", BOOL_OR}, {1, "^", BOOL_XOR}, {2, "&", BOOL_AND}, {3, "=", BOOL_EQUAL}, {3, "!=", BOOL_DIFFERENT}};

static const struct binary *binary_ahead(const struct parser *q, int level)
{
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
        if (binaries[i].level == level && bool_lex_at(&q->lex, binaries[i].text))
            return &binaries[i];
    return NULL;
}

static enum status parse_binary(struct parser *q, int level, struct bool_expr **out)
{
    if (level == 4)
        return parse_unary(q, out);
    struct expr_list list = {0};
    const struct binary *o;
    enum status st = parse_binary(q, level + 1, out);
    vec_push(&list, *out);
    while (!st && (o = binary_ahead(q, level)) != NULL) {
        struct place at = q->lex.at;
        bool_lex_next(&q->lex);
        st = parse_binary(q, level + 1, out);
        vec_push(&list, *out);
        if (st || ((o->op == BOOL_AND || o->op == BOOL_OR) && binary_ahead(q, level)))
            continue;
        st = bool_parse_node(q, o->op, list.items, list.count, at, out);
        list.items[0] = *out;
        list.count = 1;
    }
    vec_free(&list);
    return st;
}

static enum status parse_implies(struct parser *q, struct bool_expr **out)
{
    struct bool_expr *args[2] = {NULL, NULL};
    enum status st = parse_binary(q, 0, out);
    if (st || !bool_lex_at(&q->lex, "=>"))
        return st;
    struct place at = q->lex.at;
    args[0] = *out;
    bool_lex_next(&q->lex);
    st = bool_parse_enter(q);
    if (st)
        return st;
    st = parse_implies(q, &args[1]);
    q->depth--;
    return st ? st : bool_parse_node(q, BOOL_IMPLIES, args, 2, at, out);
}

enum status bool_parse_expr(struct parser *q, struct bool_expr **out)
{
    struct bool_expr *args[3] = {NULL, NULL, NULL};
    *out = NULL;
    enum status st = bool_parse_enter(q);
    if (st)
        return st;
    st = parse_implies(q, out);
    if (!st && bool_lex_at(&q->lex, "?")) {
        struct place at = q->lex.at;
        args[0] = *out;
        bool_lex_next(&q->lex);
        st = bool_parse_expr(q, &args[1]);
        if (!st)
            st = bool_parse_take(q, ":");
        if (!st)
            st = bool_parse_expr(q, &args[2]);
        if (!st)
            st = bool_parse_node(q, BOOL_CONDITIONAL, args, 3, at, out);
    }
    q->depth--;
    return st;
}

enum status bool_parse_exprs(struct parser *q, struct expr_list *out)
{
    for (;;) {
        struct bool_expr *e = NULL;
        enum status st = bool_parse_expr(q, &e);
        if (st)
            return st;
        vec_push(out, e);
        if (!bool_lex_at(&q->lex, ","))
            return ST_OK;
        bool_lex_next(&q->lex);
    }
}
