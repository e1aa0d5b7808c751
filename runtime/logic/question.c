/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A question:
 *
 *     question ::= [NAME ':'] ('no-deadlock' | LOGIC [under] formula { 'where' NAME '=' formula })
 *     under    ::= 'under' fairness { ',' fairness } ':'                                ctl, ltl, ctlstar
 *     fairness ::= 'fair' '(' formula ')' | 'weak' '(' NAME ')' | 'strong' '(' NAME [',' NAME] ')'
 *
 * `fair(P)`: P holds again and again. `weak(a)`: what is enabled for ever happens again and again. `strong(a)`: so does
 * what is enabled again and again. `strong(P, Q)`: if P holds again and again, so does Q. On a path that ends, what
 * holds in its last state is what holds again and again. A formula speaks of the fair paths alone.
 */
#include "runtime/logic/parse.h"

const struct logic_row logic_table[] = {
    {"ctl", "computation tree logic: AX EX AF EF AG EG, A[p U q], E[p U q], and W and R for U"},
    {"ltl", "linear temporal logic of all maximal paths: X F G U W R, or SPIN's [] <> U V"},
    {"ctlstar", "CTL*: A and E before path formulas of any form"},
    {"mu", "the modal mu-calculus: <a> [a] <<a>> [[a]], mu X. F, nu X. F, propositions, events and regular modalities"},
    {"hml", "Hennessy-Milner logic with recursion: as mu, labels only; where NAME = F names a part"},
    {0},
};

/* ---- fairness ---------------------------------------------------------------------------------------------------- */

static formula again_and_again(struct parser *p, formula f)
{
    return logic_make_globally(p, logic_make_finally(p, f));
}

static formula enabled(struct parser *p, struct logic_name name)
{
    struct logic_actions *x = ARENA_NEW(p->arena, struct logic_actions);
    x->op = ACTIONS_NAME;
    x->name = name;
    x->name.event = true;
    return logic_make_modal(p, OP_DIAMOND, x, logic_make(p, OP_TRUE, NULL, NULL));
}

static formula taken(struct parser *p, struct logic_name name)
{
    name.event = true;
    return logic_make_atom(p, name);
}

static formula parse_state(struct parser *p)
{
    logic_parse_blanks(p);
    size_t at = p->at;
    formula f = logic_parse_formula(p);
    if (f->is_path)
        logic_parse_error(p, at, "fairness needs a formula about states, without G, F, X or U outside of A and E");
    return f;
}

static formula parse_strong(struct parser *p)
{
    formula f = parse_state(p), g;
    if (logic_parse_sign(p, ",")) {
        g = parse_state(p);
    } else if (f->op != OP_ATOM) {
        return logic_parse_expected(p, "',' and what has to follow"), f;
    } else {
        struct logic_name name = f->name;
        f = enabled(p, name);
        g = taken(p, name);
    }
    return logic_make_implies(p, again_and_again(p, f), again_and_again(p, g));
}

static formula parse_fairness(struct parser *p)
{
    bool fair = logic_parse_word(p, "fair"), weak = !fair && logic_parse_word(p, "weak");
    if (!fair && !weak && !logic_parse_word(p, "strong"))
        return logic_parse_expected(p, "fair, weak or strong"), logic_make(p, OP_TRUE, NULL, NULL);
    if (!logic_parse_sign(p, "("))
        return logic_parse_expected(p, "'('"), logic_make(p, OP_TRUE, NULL, NULL);
    formula f;
    if (weak) {
        struct logic_name name = logic_parse_name(p);
        f = again_and_again(p, logic_make(p, OP_OR, logic_make_not(p, enabled(p, name)), taken(p, name)));
    } else {
        f = fair ? again_and_again(p, parse_state(p)) : parse_strong(p);
    }
    if (!logic_parse_sign(p, ")"))
        logic_parse_expected(p, "')'");
    return f;
}

static void parse_under(struct parser *p)
{
    logic_parse_blanks(p);
    size_t at = p->at;
    if (!logic_parse_word(p, "under"))
        return;
    if (p->kind == KIND_MU || p->kind == KIND_HML)
        logic_parse_error(p, at, "fairness is for ctl, ltl and ctlstar; here it is written with mu and nu");
    struct VEC(formula) fair = {0}; /* none of them is under the others */
    do
        vec_push(&fair, parse_fairness(p));
    while (logic_parse_sign(p, ","));
    for (size_t i = 0; i < fair.count; i++)
        vec_push(&p->fair, fair.items[i]);
    vec_free(&fair);
    if (!logic_parse_sign(p, ":"))
        logic_parse_expected(p, "',' or ':'");
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* The word up to a blank or colon. */
static size_t heading_size(struct parser *p)
{
    size_t n = 0;
    logic_parse_blanks(p);
    while (p->at + n < p->size && !strchr(" \t\r\n:", p->text[p->at + n]))
        n++;
    return n;
}

static const struct logic_row *parse_logic(struct parser *p)
{
    size_t n = heading_size(p), count = 0;
    const char *names[8], *word = arena_strn(p->arena, p->text + p->at, n);
    for (const struct logic_row *r = logic_table; r->name; r++) {
        names[count++] = r->name;
        if (!strcmp(r->name, word)) {
            p->kind = (enum logic_kind)(r - logic_table);
            p->at += n;
            return r;
        }
    }
    const char *near = n ? base_nearest_name(word, names, count) : NULL;
    if (near)
        logic_parse_error(p, p->at, "unknown logic '%s'; did you mean '%s'?", word, near);
    else
        logic_parse_expected(p, "a logic (ctl, ltl, ctlstar, mu or hml) or no-deadlock");
    return NULL;
}

static formula parse_where(struct parser *p, formula f)
{
    while (logic_parse_word(p, "where")) {
        size_t n = logic_parse_word_size(p), at = p->at;
        p->at += n;
        if (!n || !logic_parse_sign(p, "=")) {
            logic_parse_expected(p, n ? "'='" : "a name");
            return f;
        }
        const char *name = arena_strn(p->arena, p->text + at, n);
        for (size_t i = 0; i < p->where.count; i++)
            if (!strcmp(p->where.items[i].name, name))
                logic_parse_error(p, at, "'%s' is defined twice", name);
        formula body = logic_parse_formula(p);
        vec_push(&p->where, ((struct definition){name, (struct logic_formula *)(uintptr_t)body, false}));
    }
    logic_resolve_definitions(p, f);
    return f;
}

static formula parse_body(struct parser *p, struct logic_question *q)
{
    if (logic_parse_at(p, "no-deadlock") && heading_size(p) == strlen("no-deadlock")) {
        p->at += strlen("no-deadlock");
        p->kind = KIND_CTL;
        q->logic = &logic_table[KIND_CTL];
        const struct logic_actions *all = logic_make_actions(p, ACTIONS_ALL, NULL, NULL);
        formula step = logic_make_modal(p, OP_DIAMOND, all, logic_make(p, OP_TRUE, NULL, NULL));
        return logic_make(p, OP_ALL, logic_make_globally(p, step), NULL);
    }
    q->logic = parse_logic(p);
    if (p->failed)
        return NULL;
    parse_under(p);
    if (p->fair.count)
        q->unfair = logic_parse_quantify(p, 'A', logic_make(p, OP_FALSE, NULL, NULL));
    formula f = logic_parse_formula(p);
    if (p->kind == KIND_LTL)
        f = logic_parse_quantify(p, 'A', f);
    return p->kind == KIND_MU || p->kind == KIND_HML ? parse_where(p, f) : f;
}

static const char *one_line(struct arena *a, const char *text)
{
    struct buf b = {0};
    for (; *text; text++) {
        bool blank = *text == ' ' || *text == '\n' || *text == '\t' || *text == '\r';
        if (!blank)
            buf_putc(&b, *text);
        else if (b.size && b.data[b.size - 1] != ' ')
            buf_putc(&b, ' ');
    }
    while (b.size && b.data[b.size - 1] == ' ')
        b.size--;
    const char *line = arena_strn(a, buf_str(&b), b.size);
    buf_free(&b);
    return line;
}

static void parse_question(struct parser *p, struct logic_question *q)
{
    if (p->size > LOGIC_LARGEST_TEXT) {
        logic_parse_error(p, 0, "a question of more than %d bytes", LOGIC_LARGEST_TEXT);
        return;
    }
    size_t n = heading_size(p), begin = p->at;
    p->at += n;
    if (n && logic_parse_sign(p, ":"))
        q->name = arena_strn(p->arena, p->text + begin, n);
    else
        p->at = begin;
    formula f = parse_body(p, q);
    logic_parse_blanks(p);
    if (!p->failed && p->at < p->size)
        logic_parse_expected(p, "the end");
    if (!p->failed)
        logic_resolve_check(p, f);
    q->formula = f;
    q->formulas = p->formulas;
}

enum status logic_parse(struct arena *a, const char *file, const char *text, struct logic_question **out,
                        struct diag *d)
{
    struct parser p = {.arena = a, .file = file, .text = text, .size = strlen(text), .diag = d};
    struct logic_question *q = ARENA_NEW(a, struct logic_question);
    *out = NULL;
    q->name = one_line(a, text);
    q->file = file;
    parse_question(&p, q);
    vec_free(&p.scope);
    vec_free(&p.where);
    vec_free(&p.fair);
    if (p.failed)
        return ST_BAD;
    *out = q;
    return ST_OK;
}
