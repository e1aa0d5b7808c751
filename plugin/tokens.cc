/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tokens of a pragma, for the parser of annotations: as they stand, or with macros expanded where a C expression
 * stands.
 *
 * GCC expands all of a pragma or nothing; here keywords and label names must survive. So the tokens are taken from the
 * preprocessor's look-ahead, unexpanded, and blanked there (as padding, which the C lexer skips: `0..9`, which is no
 * number of C, is no error then). Macros are expanded here, arguments included; a body with # or ## is left alone.
 *
 * Invariant: a token's place is where it stands in the source, or where the outermost macro was used.
 */
#include "plugin/tokens.h"

/* ---- taking the line --------------------------------------------------------------------------------------------- */

void tokens_take(struct pragma_tokens *p)
{
    for (int i = 0;; i++) {
        const cpp_token *t = cpp_peek_token(parse_in, i);
        if (t->type == CPP_PRAGMA_EOL || t->type == CPP_EOF)
            break;
        if (t->type != CPP_PADDING)
            p->line.safe_push(*t);
    }
    for (int i = 0;; i++) {
        cpp_token *t = const_cast<cpp_token *>(cpp_peek_token(parse_in, i));
        if (t->type == CPP_PRAGMA_EOL || t->type == CPP_EOF)
            break;
        t->type = CPP_PADDING;
        t->val.source = NULL;
    }
    p->end = p->line.length() ? p->line.last().src_loc : input_location;
}

struct place tokens_place(location_t loc)
{
    expanded_location x = expand_location(loc);
    struct place at = {x.file, (uint32_t)x.line, (uint32_t)(x.column > 0 ? x.column : 0)};
    return at;
}

/* ---- macros ------------------------------------------------------------------------------------------------------ */

static const cpp_macro *macro_of(const struct pragma_tokens *p, const cpp_token *t)
{
    if (t->type != CPP_NAME || (t->flags & NO_EXPAND))
        return NULL;
    cpp_hashnode *node = t->val.node.node;
    if (!cpp_user_macro_p(node))
        return NULL;
    for (const struct pragma_tokens *q = p; q; q = q->outer)
        for (const macro_frame *f : q->frames)
            if (f->node == node)
                return NULL; /* its own name in its expansion means itself */
    const cpp_macro *m = node->value.macro;
    if (m->lazy || m->kind != cmk_macro || m->variadic)
        return NULL;
    for (unsigned i = 0; i < m->count; i++)
        if (m->exp.tokens[i].flags & (STRINGIFY_ARG | PASTE_LEFT))
            return NULL;
    return m;
}

/* The next token as it stands; frames that are used up go away. False at the end. */
static bool next_raw(struct pragma_tokens *p, cpp_token *out)
{
    while (!p->frames.is_empty()) {
        macro_frame *f = p->frames.last();
        if (f->at < f->body.length()) {
            *out = f->body[f->at++];
            return true;
        }
        delete p->frames.pop();
    }
    if (p->at >= p->line.length())
        return false;
    *out = p->line[p->at++];
    return true;
}

static const cpp_token *look_raw(const struct pragma_tokens *p)
{
    for (unsigned i = p->frames.length(); i-- > 0;)
        if (p->frames[i]->at < p->frames[i]->body.length())
            return &p->frames[i]->body[p->frames[i]->at];
    return p->at < p->line.length() ? &p->line[p->at] : NULL;
}

/* Arguments from the opening bracket on, which is next. */
static bool read_arguments(struct pragma_tokens *p, auto_delete_vec<auto_vec<cpp_token>> &args)
{
    cpp_token t;
    unsigned depth = 0;
    next_raw(p, &t);
    args.safe_push(new auto_vec<cpp_token>);
    while (next_raw(p, &t)) {
        if (t.type == CPP_CLOSE_PAREN && depth-- == 0)
            return true;
        if (t.type == CPP_OPEN_PAREN)
            depth++;
        if (t.type == CPP_COMMA && !depth)
            args.safe_push(new auto_vec<cpp_token>);
        else
            args.last()->safe_push(t);
    }
    return false;
}

static bool expand(struct pragma_tokens *p, const cpp_token *name, const cpp_macro *m);

/* An argument is expanded on its own before it is put in: F(F(x)) is fine. */
static void expand_argument(const struct pragma_tokens *outer, auto_vec<cpp_token> *tokens)
{
    struct pragma_tokens q;
    q.a = outer->a;
    q.outer = outer;
    q.line.safe_splice(*tokens);
    tokens->truncate(0);
    cpp_token t;
    while (next_raw(&q, &t)) {
        const cpp_macro *m = macro_of(&q, &t);
        if (!m || !expand(&q, &t, m))
            tokens->safe_push(t);
    }
}

static bool expand(struct pragma_tokens *p, const cpp_token *name, const cpp_macro *m)
{
    auto_delete_vec<auto_vec<cpp_token>> args;
    if (p->frames.length() > 100)
        return false;
    if (m->fun_like) {
        const cpp_token *next = look_raw(p);
        if (!next || next->type != CPP_OPEN_PAREN || !read_arguments(p, args))
            return false;
        if (args.length() != m->paramc && !(m->paramc == 0 && args.length() == 1 && args[0]->is_empty()))
            return false;
        for (auto_vec<cpp_token> *argument : args)
            expand_argument(p, argument);
    }
    macro_frame *f = new macro_frame;
    f->at = 0;
    f->node = name->val.node.node;
    for (unsigned i = 0; i < m->count; i++) {
        const cpp_token *t = &m->exp.tokens[i];
        if (t->type == CPP_MACRO_ARG) {
            f->body.safe_splice(*args[t->val.macro_arg.arg_no - 1]);
            continue;
        }
        if (t->type != CPP_PADDING)
            f->body.safe_push(*t);
    }
    for (cpp_token &t : f->body)
        t.src_loc = name->src_loc;
    p->frames.safe_push(f);
    return true;
}

/* ---- for the parser ---------------------------------------------------------------------------------------------- */

static struct note_token name_token(struct pragma_tokens *p, const cpp_token *t, const char *spelling)
{
    struct note_token out = {};
    out.kind = TOK_NAME;
    out.text = arena_strn(p->a, (const char *)NODE_NAME(t->val.node.node), NODE_LEN(t->val.node.node));
    out.at = tokens_place(t->src_loc);
    /* A macro's argument: expanded before us. */
    out.spelling = !spelling && !strcmp(out.text, "_Bool") ? "bool" : spelling;
    return out;
}

static void note_place(struct pragma_tokens *p, location_t loc)
{
    p->places.safe_push(loc);
}

static struct note_token next(void *context, bool want_expansion)
{
    struct pragma_tokens *p = (struct pragma_tokens *)context;
    const char *spelling = NULL;
    for (;;) {
        if (p->inner) { /* pieces of one token of the preprocessor */
            struct note_token t = p->inner->next(p->inner->context, false);
            if (t.kind != TOK_END)
                return t;
            p->inner = NULL;
        }
        cpp_token t;
        if (!next_raw(p, &t)) {
            struct note_token end = {};
            end.kind = TOK_END;
            end.at = tokens_place(p->end);
            return end;
        }
        note_place(p, t.src_loc);
        const cpp_macro *m = want_expansion ? macro_of(p, &t) : NULL;
        if (m) {
            if (!spelling)
                spelling = arena_str(p->a, (const char *)NODE_NAME(t.val.node.node));
            if (expand(p, &t, m))
                continue;
        }
        if (t.type == CPP_NAME)
            return name_token(p, &t, spelling);
        struct place at = tokens_place(t.src_loc);
        const char *text = arena_str(p->a, (const char *)cpp_token_as_text(parse_in, &t));
        p->inner = note_text_source(p->a, at.file, text, strlen(text), at.line, at.col);
    }
}

struct note_source tokens_source(struct pragma_tokens *p)
{
    struct note_source s = {p, next};
    return s;
}

location_t tokens_location(const struct pragma_tokens *p, struct place at)
{
    location_t best = p->line.length() ? p->line[0].src_loc : input_location;
    uint32_t best_col = 0;
    for (location_t loc : p->places) { /* a piece of a token counts as that token */
        struct place x = tokens_place(loc);
        if (x.line == at.line && x.col <= at.col && x.col > best_col) {
            best = loc;
            best_col = x.col;
        }
    }
    return at.line ? best : p->end;
}

void tokens_again(struct pragma_tokens *p)
{
    for (macro_frame *f : p->frames)
        delete f;
    p->frames.truncate(0);
    p->places.truncate(0);
    p->at = 0;
    p->inner = NULL;
}

pragma_tokens::~pragma_tokens()
{
    for (macro_frame *f : frames)
        delete f;
}
