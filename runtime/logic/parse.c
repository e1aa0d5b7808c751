/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grammar of formulas:
 *
 *     formula  ::= implied { ('<->' | '<=>' | 'iff') implied }
 *     implied  ::= or [ ('->' | '=>' | 'implies') implied ]
 *     or       ::= and { ('||' | '|' | '\/' | 'or') and }
 *     and      ::= until { ('&&' | '&' | '/\' | 'and') until }
 *     until    ::= unary [ ('U' | 'W' | 'R' | 'V') unary ]                          ltl, ctlstar
 *     unary    ::= ('!' | '~' | 'not') unary
 *                | ('G' | 'F' | 'X' | '[]' | '<>') unary                            ltl, ctlstar; in one word or more
 *                | ('A' | 'E') (unary | '[' formula ']')                            ctlstar
 *                | ('A' | 'E') ('G' | 'F' | 'X' | '[]' | '<>') unary                ctl
 *                | ('A' | 'E') '[' formula ('U' | 'W' | 'R' | 'V') formula ']'      ctl; or in round brackets
 *                | modality unary | 'forever' unary                                 mu, hml: parse_modal.c
 *                | ('mu' | 'nu' | 'min' | 'max') VARIABLE ('.' | '=') formula       mu, hml
 *                | 'true' | 'tt' | 'false' | 'ff' | 'deadlock' | 'enabled' '(' actions ')'
 *                | NAME | '(' formula ')'
 *
 * V is SPIN's release, min and max are those of CWB-NC. U does not associate: tools do not agree how.
 */
#include "runtime/logic/parse.h"

static bool has_paths(const struct parser *p)
{
    return p->kind == KIND_LTL || p->kind == KIND_CTLSTAR;
}

static bool has_modalities(const struct parser *p)
{
    return p->kind == KIND_MU || p->kind == KIND_HML;
}

static formula anything(struct parser *p)
{
    return logic_make(p, OP_TRUE, NULL, NULL);
}

static const char untils[] = "UWRV";

/* The letter of the binary operator that stands next, taken; 0: none. */
static char take_until(struct parser *p)
{
    for (const char *u = untils; *u; u++)
        if (logic_parse_word(p, (char[]){*u, 0}))
            return *u;
    return 0;
}

static formula make_binary(struct parser *p, char letter, formula a, formula b)
{
    switch (letter) {
    case 'U':
        return logic_make(p, OP_UNTIL, a, b);
    case 'W':
        return logic_make_weak_until(p, a, b);
    default:
        return logic_make(p, OP_RELEASE, a, b);
    }
}

static formula make_temporal(struct parser *p, char letter, formula a)
{
    return letter == 'G'   ? logic_make_globally(p, a)
           : letter == 'F' ? logic_make_finally(p, a)
                           : logic_make(p, OP_NEXT, a, NULL);
}

formula logic_parse_quantify(struct parser *p, char quantifier, formula path)
{
    for (size_t i = 0; i < p->fair.count; i++)
        path = quantifier == 'A' ? logic_make_implies(p, p->fair.items[i], path)
                                 : logic_make(p, OP_AND, p->fair.items[i], path);
    return logic_make(p, quantifier == 'A' ? OP_ALL : OP_EXISTS, path, NULL);
}

/* ---- operators of letters ---------------------------------------------------------------------------------------- */

static bool is_in(char c, const char *letters)
{
    return c && strchr(letters, c);
}

/* Whether a word is one operator after the other: "GF", "AGEF". In CTL they come in pairs; the last A or E may be
 * followed by more than a word. */
static bool is_operators(const struct parser *p, const char *word, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *letters = p->kind == KIND_LTL ? "GFX" : p->kind == KIND_CTLSTAR ? "AEGFX" : i % 2 ? "GFX" : "AE";
        if (!is_in(word[i], letters))
            return false;
    }
    return n > 0 && !has_modalities(p);
}

static formula parse_closed(struct parser *p, formula f, const char *sign)
{
    if (!logic_parse_sign(p, sign)) {
        struct buf b = {0};
        buf_printf(&b, "'%s'", sign);
        logic_parse_expected(p, buf_str(&b));
        buf_free(&b);
    }
    return f;
}

/* CTL: AX is every successor, if there is one, so that it is the dual of EX. */
static formula make_ctl_path(struct parser *p, char quantifier, char letter, formula a)
{
    if (quantifier == 'A' && letter == 'X')
        return logic_make_not(p, make_temporal(p, 'X', logic_make_not(p, a)));
    return make_temporal(p, letter, a);
}

/* CTL: A or E was taken; what follows is its temporal operator. */
static formula parse_ctl_path(struct parser *p, char quantifier)
{
    static const char *const signs[] = {"[]", "<>"};
    for (int i = 0; i < 2; i++)
        if (logic_parse_sign(p, signs[i]))
            return make_temporal(p, "GF"[i], logic_parse_unary(p));
    for (const char *t = "GFX"; *t; t++)
        if (logic_parse_word(p, (char[]){*t, 0}))
            return make_ctl_path(p, quantifier, *t, logic_parse_unary(p));
    bool square = logic_parse_at(p, "[");
    if (!square && !logic_parse_at(p, "("))
        return logic_parse_expected(p, "G, F, X, '[' or '(' after A or E"), anything(p);
    p->at++;
    formula a = logic_parse_formula(p);
    char letter = take_until(p);
    if (!letter)
        return logic_parse_expected(p, "U, W or R (ctlstar has path formulas of any form)"), a;
    return parse_closed(p, make_binary(p, letter, a, logic_parse_formula(p)), square ? "]" : ")");
}

/* The operators of a word that was taken, then what they apply to. */
static formula apply_letters(struct parser *p, const char *letters, size_t n)
{
    formula f;
    if (!n)
        return logic_parse_unary(p);
    if (!logic_parse_down(p))
        return anything(p);
    if (is_in(*letters, "GFX"))
        f = make_temporal(p, *letters, apply_letters(p, letters + 1, n - 1));
    else if (p->kind == KIND_CTL && n == 1)
        f = logic_parse_quantify(p, *letters, parse_ctl_path(p, *letters));
    else if (p->kind == KIND_CTL)
        f = logic_parse_quantify(p, *letters,
                                 make_ctl_path(p, *letters, letters[1], apply_letters(p, letters + 2, n - 2)));
    else if (n == 1 && !logic_parse_at(p, "[]") && logic_parse_sign(p, "["))
        f = logic_parse_quantify(p, *letters, parse_closed(p, logic_parse_formula(p), "]"));
    else
        f = logic_parse_quantify(p, *letters, apply_letters(p, letters + 1, n - 1));
    logic_parse_up(p);
    return f;
}

/* ---- fixpoints and names ----------------------------------------------------------------------------------------- */

static formula parse_fix(struct parser *p, enum logic_op op)
{
    size_t at = p->at, n = logic_parse_word_size(p);
    if (!n)
        return logic_parse_expected(p, "a variable"), anything(p);
    at = p->at;
    p->at += n;
    if (!logic_parse_sign(p, ".") && !logic_parse_sign(p, "="))
        return logic_parse_expected(p, "'.' after the variable"), anything(p);
    struct logic_formula *fix = logic_make_fix(p, op);
    vec_push(&p->scope, ((struct binder){arena_strn(p->arena, p->text + at, n), fix}));
    formula body = logic_parse_formula(p);
    p->scope.count--;
    return logic_close_fix(p, fix, body);
}

static formula parse_primary(struct parser *p)
{
    if (logic_parse_word(p, "true") || logic_parse_word(p, "tt"))
        return anything(p);
    if (logic_parse_word(p, "false") || logic_parse_word(p, "ff"))
        return logic_make(p, OP_FALSE, NULL, NULL);
    if (logic_parse_word(p, "deadlock"))
        return logic_make_modal(p, OP_BOX, logic_make_actions(p, ACTIONS_ALL, NULL, NULL),
                                logic_make(p, OP_FALSE, NULL, NULL));
    if (logic_parse_word(p, "enabled")) {
        if (!logic_parse_sign(p, "("))
            return logic_parse_expected(p, "'(' after enabled"), anything(p);
        return parse_closed(p, logic_make_modal(p, OP_DIAMOND, logic_parse_actions(p), anything(p)), ")");
    }
    if (logic_parse_sign(p, "("))
        return parse_closed(p, logic_parse_formula(p), ")");
    if (!logic_parse_at_name(p))
        return logic_parse_expected(p, "a formula"), anything(p);
    struct logic_name name = logic_parse_name(p);
    for (size_t i = p->scope.count; !name.quoted && i-- > 0;)
        if (!strcmp(p->scope.items[i].name, name.text))
            return logic_make_variable(p, p->scope.items[i].fix, name.offset);
    return logic_make_atom(p, name);
}

/* ---- the levels of binding --------------------------------------------------------------------------------------- */

static formula parse_prefixed(struct parser *p)
{
    static const struct {
        const char *word;
        enum logic_op op;
    } fixes[] = {{"mu", OP_MU}, {"min", OP_MU}, {"nu", OP_NU}, {"max", OP_NU}};
    size_t n = logic_parse_word_size(p);
    const char *word = p->text + p->at;
    if (logic_parse_sign(p, "!") || logic_parse_sign(p, "~") || logic_parse_word(p, "not"))
        return logic_make_not(p, logic_parse_unary(p));
    if (is_operators(p, word, n)) {
        p->at += n;
        return apply_letters(p, word, n);
    }
    if (has_paths(p) && logic_parse_sign(p, "[]"))
        return logic_make_globally(p, logic_parse_unary(p));
    if (has_paths(p) && logic_parse_sign(p, "<>"))
        return logic_make_finally(p, logic_parse_unary(p));
    if (has_modalities(p) && (logic_parse_at(p, "<") || logic_parse_at(p, "[") || logic_parse_at(p, "forever")))
        return logic_parse_modality(p);
    for (size_t i = 0; has_modalities(p) && i < sizeof fixes / sizeof *fixes; i++)
        if (logic_parse_word(p, fixes[i].word))
            return parse_fix(p, fixes[i].op);
    return parse_primary(p);
}

formula logic_parse_unary(struct parser *p)
{
    if (!logic_parse_down(p))
        return anything(p);
    formula f = parse_prefixed(p);
    logic_parse_up(p);
    return f;
}

static formula parse_until(struct parser *p)
{
    formula f = logic_parse_unary(p);
    if (!has_paths(p))
        return f;
    char letter = take_until(p);
    if (!letter)
        return f;
    f = make_binary(p, letter, f, logic_parse_unary(p));
    logic_parse_blanks(p);
    size_t at = p->at;
    if (take_until(p))
        logic_parse_error(p, at, "write brackets: tools do not agree on what a U b U c means");
    return f;
}

static bool take_or(struct parser *p)
{
    return logic_parse_sign(p, "||") || logic_parse_sign(p, "|") || logic_parse_sign(p, "\\/") ||
           logic_parse_word(p, "or");
}

static bool take_and(struct parser *p)
{
    return logic_parse_sign(p, "&&") || logic_parse_sign(p, "&") || logic_parse_sign(p, "/\\") ||
           logic_parse_word(p, "and");
}

/* A chain of any length becomes a tree of little depth. */
static formula parse_chain(struct parser *p, formula (*part)(struct parser *p), bool (*take)(struct parser *p),
                           enum logic_op op)
{
    struct VEC(formula) items = {0};
    do
        vec_push(&items, part(p));
    while (take(p));
    formula f = logic_make_all(p, op, items.items, items.count);
    vec_free(&items);
    return f;
}

static formula parse_and(struct parser *p)
{
    return parse_chain(p, parse_until, take_and, OP_AND);
}

static formula parse_implied(struct parser *p)
{
    formula f = parse_chain(p, parse_and, take_or, OP_OR);
    bool implies = logic_parse_sign(p, "->") || logic_parse_sign(p, "=>") || logic_parse_word(p, "implies");
    if (!implies || !logic_parse_down(p))
        return f;
    f = logic_make_implies(p, f, parse_implied(p));
    logic_parse_up(p);
    return f;
}

formula logic_parse_formula(struct parser *p)
{
    if (!logic_parse_down(p))
        return anything(p);
    formula f = parse_implied(p);
    while (logic_parse_sign(p, "<->") || logic_parse_sign(p, "<=>") || logic_parse_word(p, "iff")) {
        formula g = parse_implied(p);
        f = logic_make(p, OP_AND, logic_make_implies(p, f, g), logic_make_implies(p, g, f));
    }
    logic_parse_up(p);
    return f;
}
