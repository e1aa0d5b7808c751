/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Automata of CWB-NC, read: Aut(start=0, 0:a{1}'b{2,3} 1:t{0}).
 */
#include "runtime/lts/io/ccs_parser.h"

static enum status state_number(struct ccs_parser *p, const char *what, struct ccs_automaton *a, uint32_t *out)
{
    if (p->x.word != W_NUMBER)
        return io_ccs_expected(&p->x, what);
    *out = (uint32_t)p->x.number;
    if (a->states <= *out)
        a->states = *out + 1;
    io_ccs_next(&p->x);
    return ST_OK;
}

/* 'b{1,2}: one label and where it leads. */
static enum status label_targets(struct ccs_parser *p, struct ccs_automaton *a, uint32_t from)
{
    ccs_action label;
    enum status st = io_ccs_parse_action(p, &label);
    if (st == ST_OK)
        st = io_ccs_take_sign(p, '{', "'{' after the label");
    while (st == ST_OK) {
        uint32_t to = 0;
        st = state_number(p, "the number of a state", a, &to);
        if (st != ST_OK)
            return st;
        vec_push(&a->steps, ((struct ccs_automaton_step){from, label, to}));
        if (!io_ccs_is_sign(&p->x, ','))
            return io_ccs_take_sign(p, '}', "',' or '}' after the state");
        io_ccs_next(&p->x);
    }
    return st;
}

static enum status automaton_state(struct ccs_parser *p, struct ccs_automaton *a)
{
    uint32_t from = 0;
    enum status st = state_number(p, "the number of a state or ')'", a, &from);
    if (st == ST_OK)
        st = io_ccs_take_sign(p, ':', "':' after the state");
    while (st == ST_OK && io_ccs_at_action(p)) {
        st = label_targets(p, a, from);
        if (st == ST_OK && io_ccs_is_sign(&p->x, ','))
            io_ccs_next(&p->x);
    }
    return st;
}

static enum status automaton_body(struct ccs_parser *p, struct ccs_automaton *a)
{
    struct place at = p->x.place;
    io_ccs_next(&p->x);
    enum status st = io_ccs_take_sign(p, '(', "'(' after 'Aut'");
    if (st == ST_OK && !io_ccs_is_word(&p->x, "start"))
        return io_ccs_expected(&p->x, "'start='");
    io_ccs_next(&p->x);
    if (st == ST_OK)
        st = io_ccs_take_sign(p, '=', "'=' after 'start'");
    if (st == ST_OK)
        st = state_number(p, "the number of the start state", a, &a->start);
    while (st == ST_OK && !io_ccs_is_sign(&p->x, ')')) {
        if (io_ccs_is_sign(&p->x, ','))
            io_ccs_next(&p->x);
        else
            st = automaton_state(p, a);
    }
    if (st != ST_OK)
        return st;
    if (!states_plausible(a->states, a->steps.count))
        return diag_set(p->x.d, ST_BAD, at, "the automaton has state %u but only %zu transitions", a->states - 1,
                        a->steps.count);
    io_ccs_next(&p->x);
    return ST_OK;
}

enum status io_ccs_parse_automaton(struct ccs_parser *p, uint32_t *out)
{
    struct ccs_automaton a = {0};
    enum status st = automaton_body(p, &a);
    uint32_t args[2] = {(uint32_t)p->f->automaton.count, a.start};
    vec_push(&p->f->automaton, a); /* also a broken one: the file owns its storage */
    if (st == ST_OK)
        *out = io_ccs_term(&p->f->terms, T_AUT, args, 2);
    return st;
}
