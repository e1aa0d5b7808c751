/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parsing statements of Boolean programs. `if` and `while` become jumps at once:
 *
 *     if e then A else B fi     goto 1, 2; 1: assume e; A; goto 3; 2: assume !e; B; 3:
 *     while e do A od           0: goto 1, 2; 1: assume e; A; goto 0; 2: assume !e;
 */
#include "runtime/boolean/parse.h"

static struct bool_stmt *add(struct parser *q, enum bool_kind kind, struct place at)
{
    return bool_add_stmt(q->p, q->proc, kind, at);
}

/* A jump to places that are known later (land), but for `to`; returns its index. */
static uint32_t add_jump(struct parser *q, size_t targets, uint32_t to, bool implied, struct place at)
{
    struct bool_target none[2] = {{.stmt = to, .at = at}, {.stmt = to, .at = at}};
    struct bool_stmt *s = add(q, BOOL_GOTO, at);
    s->implied = implied;
    bool_stmt_targets(q->p, s, none, targets);
    return q->proc->stmt_count - 1;
}

/* The jump's target is the statement that is added next. */
static void land(struct parser *q, uint32_t jump, uint32_t target)
{
    q->proc->stmts[jump].targets[target].stmt = q->proc->stmt_count;
}

static enum status add_assume(struct parser *q, struct bool_expr *e, bool negated, struct place at)
{
    enum status st = negated ? bool_parse_node(q, BOOL_NOT, &e, 1, e->at, &e) : ST_OK;
    if (!st)
        bool_stmt_args(q->p, add(q, BOOL_ASSUME, at), &e, 1);
    return st;
}

/* KEYWORD EXPR `then` BLOCK: *jump goes into the block or past it. */
static enum status parse_guarded(struct parser *q, const char *then, struct bool_expr **e, uint32_t *jump)
{
    struct place at = q->lex.at;
    bool_lex_next(&q->lex);
    enum status st = bool_parse_expr(q, e);
    if (!st)
        st = bool_parse_take(q, then);
    if (st)
        return st;
    *jump = add_jump(q, 2, 0, false, at);
    land(q, *jump, 0);
    st = add_assume(q, *e, false, at);
    return st ? st : bool_parse_block(q);
}

/* From `if` or `elsif` to before `fi`; the jumps that leave a branch are added to `leaves`. */
static enum status parse_branch(struct parser *q, struct map64 *leaves)
{
    struct place at = q->lex.at;
    struct bool_expr *e = NULL;
    uint32_t jump;
    enum status st = parse_guarded(q, "then", &e, &jump);
    if (st)
        return st;
    base_map64_put(leaves, leaves->count, add_jump(q, 1, 0, true, at));
    land(q, jump, 1);
    return add_assume(q, e, true, at);
}

static enum status parse_if(struct parser *q)
{
    struct map64 leaves = {0};
    enum status st = parse_branch(q, &leaves);
    while (!st && bool_lex_at(&q->lex, "elsif"))
        st = parse_branch(q, &leaves);
    if (!st && bool_lex_at(&q->lex, "else")) {
        bool_lex_next(&q->lex);
        st = bool_parse_block(q);
    }
    uint32_t jump;
    for (uint64_t i = 0; base_map64_get(&leaves, i, &jump); i++)
        land(q, jump, 0);
    base_map64_free(&leaves);
    return st ? st : bool_parse_take(q, "fi");
}

static enum status parse_while(struct parser *q)
{
    struct place at = q->lex.at;
    struct bool_expr *e = NULL;
    uint32_t head;
    enum status st = parse_guarded(q, "do", &e, &head);
    if (st)
        return st;
    add_jump(q, 1, head, true, at);
    land(q, head, 1);
    st = add_assume(q, e, true, at);
    return st ? st : bool_parse_take(q, "od");
}

enum status bool_parse_names(struct parser *q, const char *what, struct name_list *out)
{
    for (;;) {
        if (q->lex.token != TOKEN_NAME)
            return bool_parse_expected(q, what);
        struct bool_name n = {q->lex.text, q->lex.at};
        vec_push(out, n);
        bool_lex_next(&q->lex);
        if (!bool_lex_at(&q->lex, ","))
            return ST_OK;
        bool_lex_next(&q->lex);
    }
}

/* Behind `names :=`, or behind a name that a bracket follows, `callee`: arguments of a call, or expressions. */
static enum status parse_right(struct parser *q, const struct name_list *names, struct bool_name callee,
                               struct place at)
{
    struct expr_list args = {0};
    bool call = callee.text != NULL;
    enum status st = ST_OK;
    if (call)
        bool_lex_next(&q->lex);
    if (!call || !bool_lex_at(&q->lex, ")"))
        st = bool_parse_exprs(q, &args);
    if (!st && call)
        st = bool_parse_take(q, ")");
    if (!st) {
        struct bool_stmt *s = add(q, call ? BOOL_CALL : BOOL_ASSIGN, at);
        s->callee = callee;
        bool_stmt_names(q->p, s, names->items, names->count);
        bool_stmt_args(q->p, s, args.items, args.count);
    }
    vec_free(&args);
    return st;
}

/* Whether a call follows: a name and a bracket. */
static bool call_ahead(const struct parser *q)
{
    struct lexer l = q->lex;
    if (l.token != TOKEN_NAME)
        return false;
    bool_lex_next(&l);
    return bool_lex_at(&l, "(");
}

/* What begins with a name: a label, a call or an assignment. `again`: another statement must follow. */
static enum status parse_named(struct parser *q, bool *again)
{
    struct bool_name none = {0}, first = {q->lex.text, q->lex.at};
    struct name_list names = {0};
    bool call = call_ahead(q);
    enum status st = ST_OK;
    *again = false;
    if (call) {
        bool_lex_next(&q->lex);
        st = parse_right(q, &names, first, first.at);
    } else {
        st = bool_parse_names(q, "a variable", &names);
        if (!st && names.count == 1 && bool_lex_at(&q->lex, ":")) {
            bool_lex_next(&q->lex);
            bool_add_label(q->p, q->proc, first.text, first.at);
            *again = true;
        } else if (!st && !bool_lex_at(&q->lex, ":=")) {
            st = bool_parse_expected(q, names.count == 1 ? "':=', ':' or '('" : "':='");
        } else if (!st) {
            struct bool_name callee = none;
            bool_lex_next(&q->lex);
            if (call_ahead(q)) {
                callee = (struct bool_name){q->lex.text, q->lex.at};
                bool_lex_next(&q->lex);
            }
            st = parse_right(q, &names, callee, first.at);
        }
    }
    vec_free(&names);
    return st || *again ? st : bool_parse_take(q, ";");
}

static enum status parse_goto(struct parser *q)
{
    struct name_list names = {0};
    struct place at = q->lex.at;
    bool_lex_next(&q->lex);
    enum status st = bool_parse_names(q, "a label", &names);
    if (!st) {
        struct bool_target *targets = base_mem_zalloc(names.count * sizeof *targets);
        for (size_t i = 0; i < names.count; i++)
            targets[i] = (struct bool_target){.name = names.items[i].text, .at = names.items[i].at};
        bool_stmt_targets(q->p, add(q, BOOL_GOTO, at), targets, names.count);
        free(targets);
    }
    vec_free(&names);
    return st;
}

/* assume, assert and return with their expressions. */
static enum status parse_simple(struct parser *q, enum bool_kind kind)
{
    struct place at = q->lex.at;
    struct expr_list args = {0};
    enum status st = ST_OK;
    bool_lex_next(&q->lex);
    if (kind != BOOL_SKIP && !(kind == BOOL_RETURN && bool_lex_at(&q->lex, ";")))
        st = bool_parse_exprs(q, &args);
    if (!st)
        bool_stmt_args(q->p, add(q, kind, at), args.items, args.count);
    vec_free(&args);
    return st;
}

static enum status parse_keyword(struct parser *q, bool *found)
{
    static const struct {
        const char *text;
        enum bool_kind kind;
    } simple[] = {{"skip", BOOL_SKIP}, {"assume", BOOL_ASSUME}, {"assert", BOOL_ASSERT}, {"return", BOOL_RETURN}};
    enum status st = ST_OK;
    *found = true;
    if (bool_lex_at(&q->lex, "if") || bool_lex_at(&q->lex, "while")) {
        st = bool_parse_enter(q);
        if (st)
            return st;
        st = bool_lex_at(&q->lex, "if") ? parse_if(q) : parse_while(q);
        q->depth--;
        if (!st && bool_lex_at(&q->lex, ";")) /* fi; and od; are usual, too */
            bool_lex_next(&q->lex);
        return st;
    }
    if (bool_lex_at(&q->lex, "goto")) {
        st = parse_goto(q);
        return st ? st : bool_parse_take(q, ";");
    }
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
        if (bool_lex_at(&q->lex, simple[i].text)) {
            st = parse_simple(q, simple[i].kind);
            return st ? st : bool_parse_take(q, ";");
        }
    *found = false;
    return ST_OK;
}

enum status bool_parse_block(struct parser *q)
{
    bool more = true;
    enum status st = ST_OK;
    while (!st && more) {
        bool label;
        if (q->lex.token == TOKEN_NAME)
            st = parse_named(q, &label);
        else
            st = parse_keyword(q, &more);
    }
    return st;
}
