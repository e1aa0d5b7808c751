/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Actions of CCS and lists of their names, read.
 */
#include "runtime/lts/io/ccs_parser.h"

enum status io_ccs_complain(struct ccs_parser *p, const char *what)
{
    return diag_set(p->x.d, ST_BAD, p->x.place, "%s", what);
}

enum status io_ccs_take_sign(struct ccs_parser *p, char c, const char *what)
{
    if (!io_ccs_is_sign(&p->x, c))
        return io_ccs_expected(&p->x, what);
    io_ccs_next(&p->x);
    return ST_OK;
}

bool io_ccs_at_tau(const struct ccs_parser *p)
{
    return io_ccs_is_word(&p->x, "t") || io_ccs_is_word(&p->x, "tau");
}

bool io_ccs_at_action(const struct ccs_parser *p)
{
    if (p->x.word == W_NAME)
        return io_ccs_at_tau(p) || !io_ccs_is_keyword(p->x.text.data, p->x.text.size);
    return p->x.word == W_TEXT || io_ccs_is_sign(&p->x, '\'');
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
        return io_ccs_complain(p,
                               "an action cannot be called 'i', which is how models print the silent action; write t");
    if (co && n == 0)
        return io_ccs_complain(p, "a co-name needs a name");
    *out = base_intern_add(p->f->names, s, n) * 2 + co;
    io_ccs_next(&p->x);
    return ST_OK;
}

enum status io_ccs_parse_action(struct ccs_parser *p, ccs_action *out)
{
    bool co = io_ccs_is_sign(&p->x, '\'');
    if (co)
        io_ccs_next(&p->x);
    if (io_ccs_at_tau(p)) {
        if (co)
            return io_ccs_complain(p, "the silent action has no co-name; write it in double quotes if it is a name");
        *out = CCS_TAU;
        io_ccs_next(&p->x);
        return ST_OK;
    }
    if (!io_ccs_at_action(p) || io_ccs_is_sign(&p->x, '\''))
        return io_ccs_expected(&p->x, co ? "a name after the quote" : "an action");
    return action_name(p, co, out);
}

enum status io_ccs_parse_visible(struct ccs_parser *p, ccs_action *out)
{
    if (io_ccs_at_tau(p))
        return io_ccs_complain(p, "the silent action cannot be restricted or relabelled");
    return io_ccs_parse_action(p, out);
}

enum status io_ccs_parse_names(struct ccs_parser *p, struct ccs_names *names)
{
    enum status st = io_ccs_take_sign(p, '{', "'{'");
    while (st == ST_OK && !io_ccs_is_sign(&p->x, '}')) {
        ccs_action a;
        st = io_ccs_parse_visible(p, &a);
        if (st != ST_OK)
            return st;
        vec_push(names, a >> 1);
        if (io_ccs_is_sign(&p->x, ','))
            io_ccs_next(&p->x);
        else if (!io_ccs_is_sign(&p->x, '}'))
            return io_ccs_expected(&p->x, "',' or '}'");
    }
    return st == ST_OK ? io_ccs_take_sign(p, '}', "'}'") : st;
}
