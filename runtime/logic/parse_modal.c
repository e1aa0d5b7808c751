/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Modalities and what stands in them:
 *
 *     modality ::= '<' regular '>' | '[' regular ']' | '<<' actions '>>' | '[[' actions ']]'
 *     regular  ::= sequence { '+' sequence }
 *     sequence ::= repeated { '.' repeated }
 *     repeated ::= actions { '*' | '+' | '?' }
 *     actions  ::= both { ('||' | '|' | ',' | 'or') both }
 *     both     ::= one { ('&&' | '&' | 'and') one }
 *     one      ::= ('!' | '~' | 'not') one | '-' [actions] | 'true' | 'tt' | 'false' | 'ff' | 'i' | 'tau' | NAME
 *                | '(' regular ')' | '{' actions '}'
 *
 * Everything becomes plain modalities and fixpoints: <R*>F is mu X. F || <R>X, [R*]F is nu X. F && [R]X; <<a>>F is
 * <i*.a.i*>F, and <<A>>F is F || <i*.A.i*>F where the silent step is in A. '-' is everything, or everything but what
 * follows it (CWB-NC).
 */
#include "runtime/logic/parse.h"

struct regular {
    enum { R_ACTIONS, R_THEN, R_OR, R_STAR } op;
    const struct logic_actions *actions;
    const struct regular *a, *b;
    bool empty; /* R_OR: b is nothing at all: R? */
};
typedef const struct regular *regular;

static regular parse_regular(struct parser *p);
static regular parse_choice(struct parser *p);

static regular new_regular(struct parser *p, int op, regular a, regular b)
{
    struct regular *r = ARENA_NEW(p->arena, struct regular);
    r->op = op;
    r->a = a;
    r->b = b;
    return r;
}

static regular of_actions(struct parser *p, const struct logic_actions *actions)
{
    struct regular *r = ARENA_NEW(p->arena, struct regular);
    r->op = R_ACTIONS;
    r->actions = actions;
    return r;
}

static const struct logic_actions *no_actions(struct parser *p)
{
    return logic_make_actions(p, ACTIONS_NOT, logic_make_actions(p, ACTIONS_ALL, NULL, NULL), NULL);
}

static const struct logic_actions *plain(struct parser *p, regular r, size_t at)
{
    if (r->op == R_ACTIONS)
        return r->actions;
    logic_parse_error(p, at, "labels can be combined so, sequences of them cannot");
    return no_actions(p);
}

/* ---- sets of labels ---------------------------------------------------------------------------------------------- */

static bool at_close(struct parser *p)
{
    static const char closing[] = ">])}.*+?";
    logic_parse_blanks(p);
    return p->at >= p->size || strchr(closing, p->text[p->at]);
}

static regular parse_one_inside(struct parser *p)
{
    logic_parse_blanks(p);
    size_t at = p->at;
    if (logic_parse_sign(p, "!") || logic_parse_sign(p, "~") || logic_parse_word(p, "not")) {
        at = p->at;
        regular r = logic_parse_down(p) ? parse_one_inside(p) : NULL;
        if (!r)
            return of_actions(p, no_actions(p));
        logic_parse_up(p);
        return of_actions(p, logic_make_actions(p, ACTIONS_NOT, plain(p, r, at), NULL));
    }
    if (logic_parse_sign(p, "-")) {
        if (at_close(p))
            return of_actions(p, logic_make_actions(p, ACTIONS_ALL, NULL, NULL));
        return of_actions(p, logic_make_actions(p, ACTIONS_NOT, logic_parse_actions(p), NULL));
    }
    if (logic_parse_word(p, "true") || logic_parse_word(p, "tt"))
        return of_actions(p, logic_make_actions(p, ACTIONS_ALL, NULL, NULL));
    if (logic_parse_word(p, "false") || logic_parse_word(p, "ff"))
        return of_actions(p, no_actions(p));
    bool curly = logic_parse_at(p, "{");
    if (curly || logic_parse_at(p, "(")) {
        p->at++;
        regular r = curly ? of_actions(p, logic_parse_actions(p)) : parse_regular(p);
        if (!logic_parse_sign(p, curly ? "}" : ")"))
            logic_parse_expected(p, curly ? "'}'" : "')'");
        return r;
    }
    if (!logic_parse_at_name(p))
        return logic_parse_expected(p, "a label"), of_actions(p, no_actions(p));
    struct logic_actions *x = ARENA_NEW(p->arena, struct logic_actions);
    x->op = ACTIONS_NAME;
    x->name = logic_parse_name(p);
    x->name.event = true;
    return of_actions(p, x);
}

static regular parse_one(struct parser *p)
{
    if (!logic_parse_down(p))
        return of_actions(p, no_actions(p));
    regular r = parse_one_inside(p);
    logic_parse_up(p);
    return r;
}

static regular parse_both(struct parser *p)
{
    size_t at = p->at;
    regular r = parse_one(p);
    while (logic_parse_sign(p, "&&") || logic_parse_sign(p, "&") || logic_parse_word(p, "and")) {
        size_t then = p->at;
        const struct logic_actions *a = plain(p, r, at);
        r = of_actions(p, logic_make_actions(p, ACTIONS_AND, a, plain(p, parse_one(p), then)));
    }
    return r;
}

static regular parse_choice(struct parser *p)
{
    size_t at = p->at;
    regular r = parse_both(p);
    while (logic_parse_sign(p, "||") || logic_parse_sign(p, "|") || logic_parse_sign(p, ",") ||
           logic_parse_word(p, "or")) {
        size_t then = p->at;
        const struct logic_actions *a = plain(p, r, at);
        r = of_actions(p, logic_make_actions(p, ACTIONS_OR, a, plain(p, parse_both(p), then)));
    }
    return r;
}

const struct logic_actions *logic_parse_actions(struct parser *p)
{
    size_t at = p->at;
    return plain(p, parse_choice(p), at);
}

/* ---- regular forms ----------------------------------------------------------------------------------------------- */

/* Behind R, the + of R+ is followed by what cannot begin an alternative. */
static bool take_plus(struct parser *p)
{
    size_t at = p->at;
    if (logic_parse_sign(p, "+") && at_close(p))
        return true;
    p->at = p->failed ? p->size : at;
    return false;
}

static regular parse_repeated(struct parser *p)
{
    enum { MOST = 10 };
    regular r = parse_choice(p);
    for (int n = 0;; n++) {
        logic_parse_blanks(p);
        if (n == MOST)
            return logic_parse_error(p, p->at, "more than %d repetitions of one part", MOST), r;
        if (logic_parse_sign(p, "*")) {
            r = new_regular(p, R_STAR, r, NULL);
        } else if (logic_parse_sign(p, "?")) {
            struct regular *option = ARENA_NEW(p->arena, struct regular);
            *option = (struct regular){.op = R_OR, .a = r, .empty = true};
            r = option;
        } else if (take_plus(p)) {
            r = new_regular(p, R_THEN, r, new_regular(p, R_STAR, r, NULL));
        } else {
            return r;
        }
    }
}

static regular parse_sequence(struct parser *p)
{
    regular r = parse_repeated(p);
    if (!logic_parse_sign(p, "."))
        return r;
    if (!logic_parse_down(p))
        return r;
    r = new_regular(p, R_THEN, r, parse_sequence(p));
    logic_parse_up(p);
    return r;
}

static regular parse_regular(struct parser *p)
{
    regular r = parse_sequence(p);
    if (!logic_parse_sign(p, "+"))
        return r;
    if (!logic_parse_down(p))
        return r;
    r = new_regular(p, R_OR, r, parse_regular(p));
    logic_parse_up(p);
    return r;
}

/* ---- what they mean ---------------------------------------------------------------------------------------------- */

static formula modal(struct parser *p, bool box, regular r, formula f)
{
    enum logic_op join = box ? OP_AND : OP_OR;
    if (p->failed)
        return f;
    switch (r->op) {
    case R_ACTIONS:
        return logic_make_modal(p, box ? OP_BOX : OP_DIAMOND, r->actions, f);
    case R_THEN:
        return modal(p, box, r->a, modal(p, box, r->b, f));
    case R_OR:
        return logic_make(p, join, modal(p, box, r->a, f), r->empty ? f : modal(p, box, r->b, f));
    case R_STAR:
        break;
    }
    struct logic_formula *fix = logic_make_fix(p, box ? OP_NU : OP_MU);
    return logic_close_fix(p, fix, logic_make(p, join, f, modal(p, box, r->a, logic_make_variable(p, fix))));
}

static regular silence(struct parser *p)
{
    struct logic_actions *x = ARENA_NEW(p->arena, struct logic_actions);
    x->op = ACTIONS_NAME;
    x->name = (struct logic_name){.text = "i", .quoted = true, .event = true};
    return new_regular(p, R_STAR, of_actions(p, x), NULL);
}

/* Whether the silent step is among them: names of it are only i and tau. */
static bool has_silent(const struct logic_actions *x)
{
    switch (x->op) {
    case ACTIONS_ALL:
        return true;
    case ACTIONS_NAME:
        return !strcmp(x->name.text, "i") || (!x->name.quoted && !strcmp(x->name.text, "tau"));
    case ACTIONS_NOT:
        return !has_silent(x->a);
    case ACTIONS_AND:
        return has_silent(x->a) && has_silent(x->b);
    case ACTIONS_OR:
        return has_silent(x->a) || has_silent(x->b);
    }
    return false;
}

static formula weak_modal(struct parser *p, bool box, const struct logic_actions *actions, formula f)
{
    regular quiet = silence(p);
    regular step = new_regular(p, R_THEN, quiet, new_regular(p, R_THEN, of_actions(p, actions), quiet));
    formula g = modal(p, box, step, f);
    return has_silent(actions) ? logic_make(p, box ? OP_AND : OP_OR, f, g) : g;
}

/* forever F: silent steps can go on for ever, with F from some point on. */
static formula parse_forever(struct parser *p)
{
    const struct logic_actions *silent = silence(p)->a->actions;
    struct logic_formula *fix = logic_make_fix(p, OP_NU);
    formula f = logic_parse_unary(p);
    formula body = logic_make(p, OP_AND, f, logic_make_modal(p, OP_DIAMOND, silent, logic_make_variable(p, fix)));
    return modal(p, false, silence(p), logic_close_fix(p, fix, body));
}

formula logic_parse_modality(struct parser *p)
{
    if (logic_parse_word(p, "forever"))
        return parse_forever(p);
    bool box = logic_parse_at(p, "["), weak = logic_parse_at(p, box ? "[[" : "<<");
    if (!box && !logic_parse_at(p, "<"))
        return logic_parse_expected(p, "a modality"), logic_make(p, OP_TRUE, NULL, NULL);
    p->at += 1 + weak;
    regular r = weak ? of_actions(p, logic_parse_actions(p)) : parse_regular(p);
    static const char *const closing[2][2] = {{">", ">>"}, {"]", "]]"}};
    if (!logic_parse_sign(p, closing[box][weak]))
        logic_parse_expected(p, box ? weak ? "']]'" : "']'" : weak ? "'>>'" : "'>'");
    formula f = logic_parse_unary(p);
    return weak ? weak_modal(p, box, r->actions, f) : modal(p, box, r, f);
}
