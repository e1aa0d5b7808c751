/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Actions of CCS and sets of their names, read.
 */
#include "runtime/lts/io/ccs_parser.h"

enum status ccs_complain(struct ccs_parser *p, const char *what)
{
    return diag_set(p->x.d, ST_BAD, p->x.place, "%s", what);
}

enum status ccs_take_sign(struct ccs_parser *p, char c, const char *what)
{
    if (!ccs_is_sign(&p->x, c))
        return ccs_expected(&p->x, what);
    ccs_next(&p->x);
    return ST_OK;
}

bool ccs_at_tau(const struct ccs_parser *p)
{
    return ccs_is_word(&p->x, "t") || ccs_is_word(&p->x, "tau");
}

bool ccs_at_action(const struct ccs_parser *p)
{
    if (p->x.word == W_NAME)
        return ccs_at_tau(p) || !ccs_is_keyword(p->x.text.data, p->x.text.size);
    return p->x.word == W_TEXT || ccs_is_sign(&p->x, '\'');
}

/* The name in hand; a quoted text that starts with a quote is a co-name when none stands before it. */
static enum status action_name(struct ccs_parser *p, bool co, ccs_action *out)
{
    const char *s = p->x.text.data;
    size_t n = p->x.text.size;
    if (!co && p->x.word == W_TEXT && n > 1 && s[0] == '\'') {
        co = true;
        s++;
        n--;
    }
    if (!co && n == 1 && *s == 'i')
        return ccs_complain(p, "an action cannot be called 'i', which is how models print the silent action; write t");
    if (co && n == 0)
        return ccs_complain(p, "a co-name needs a name");
    *out = intern_add(p->f->names, s, n) * 2 + co;
    ccs_next(&p->x);
    return ST_OK;
}

enum status ccs_parse_action(struct ccs_parser *p, ccs_action *out)
{
    bool co = ccs_is_sign(&p->x, '\'');
    if (co)
        ccs_next(&p->x);
    if (ccs_at_tau(p)) {
        if (co)
            return ccs_complain(p, "the silent action has no co-name; write it in double quotes if it is a name");
        *out = CCS_TAU;
        ccs_next(&p->x);
        return ST_OK;
    }
    if (!ccs_at_action(p) || ccs_is_sign(&p->x, '\''))
        return ccs_expected(&p->x, co ? "a name after the quote" : "an action");
    return action_name(p, co, out);
}

enum status ccs_parse_visible(struct ccs_parser *p, ccs_action *out)
{
    if (ccs_at_tau(p))
        return ccs_complain(p, "the silent action cannot be restricted or relabelled");
    return ccs_parse_action(p, out);
}

enum status ccs_parse_names(struct ccs_parser *p, struct ccs_set *set)
{
    enum status st = ccs_take_sign(p, '{', "'{'");
    while (st == ST_OK && !ccs_is_sign(&p->x, '}')) {
        ccs_action a;
        st = ccs_parse_visible(p, &a);
        if (st != ST_OK)
            return st;
        vec_push(&set->names, a >> 1);
        if (ccs_is_sign(&p->x, ','))
            ccs_next(&p->x);
        else if (!ccs_is_sign(&p->x, '}'))
            return ccs_expected(&p->x, "',' or '}'");
    }
    return st == ST_OK ? ccs_take_sign(p, '}', "'}'") : st;
}

uint32_t ccs_set_of_name(struct ccs_file *f, const char *s, size_t n)
{
    uint32_t id = intern_add(f->set_names, s, n);
    if (id == f->set.count)
        vec_push(&f->set, (struct ccs_set){0});
    return id;
}
