/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A transition system as the solver sees it: its names resolved, its states split by the events that entered them where
 * a formula speaks of events, its transitions backwards. Private to the room.
 */
#ifndef CWOLF_LOGIC_MODEL_H
#define CWOLF_LOGIC_MODEL_H

#include "runtime/base/bits.h"
#include "runtime/logic/formula.h"

/* A set of labels of one system. */
struct label_set {
    uint64_t *bits; /* one a label */
    bool all, none;
};

/* An atom: a proposition of the system, or an event. */
struct atom {
    bool is_event;
    uint32_t index; /* of the proposition, or of the event */
    const char *name;
};

struct model {
    struct arena *arena;
    const struct lts *l;
    const struct logic_question *q;
    const struct diag_sink *notes;
    bool is_modal;        /* some transition is not must, or some proposition is not known */
    const uint8_t *joint; /* of the question's options */

    struct VEC(struct atom) atoms;
    struct VEC(struct label_set) events; /* labels of each */
    struct VEC(struct label_set) sets;   /* of modalities */
    struct intern *noted;                /* names that the caller was told of */

    /* Without events, states are those of the system and the arrays NULL. With them, state v is `origin[v]` of the
     * system, entered by a label of class `entered[v]`; its transitions are those of its origin, in order, to
     * target[first[v]] and so on. Class 0 is no label at all. */
    uint32_t states, initial, classes;
    uint32_t *origin, *entered, *target;
    uint64_t *first;
    uint8_t *happened; /* [class * events + event] */

    /* Transitions into v are back[into[v]] .. back[into[v+1]-1]. */
    uint64_t *into;
    struct backwards {
        uint32_t from, info; /* label * 2 + must */
    } * back;
};

void logic_model_init(struct model *m, struct arena *a, const struct lts *l, const struct logic_question *q,
                      const struct diag_sink *notes);
void logic_model_free(struct model *m);
/* The atom, or UINT32_MAX when the system knows no such name (noted): false everywhere. */
uint32_t logic_model_atom(struct model *m, const struct logic_name *name);
/* Adds the labels that a name stands for where it is no proposition; false when there are none. */
bool logic_model_name_labels(struct model *m, const struct logic_name *name, uint64_t *bits);
/* The set of labels, by its index in m->sets. */
uint32_t logic_model_labels(struct model *m, const struct logic_actions *actions);
/* When all atoms are known: splits the states, if there are events. ST_LIMIT when there are too many. */
enum status logic_model_split(struct model *m, struct diag *d);
void logic_model_reverse(struct model *m); /* makes into and back, once */

static inline uint32_t model_origin(const struct model *m, uint32_t v)
{
    return m->origin ? m->origin[v] : v;
}
/* The transitions of v are, in the system, t .. t + model_degree - 1 from this one on. */
static inline uint64_t model_row(const struct model *m, uint32_t v)
{
    return m->l->first[model_origin(m, v)];
}
static inline uint64_t model_row_end(const struct model *m, uint32_t v)
{
    return m->l->first[model_origin(m, v) + 1];
}
/* Where transition t of the row of v leads. */
static inline uint32_t model_target(const struct model *m, uint32_t v, uint64_t t)
{
    return m->target ? m->target[m->first[v] + (t - model_row(m, v))] : m->l->target[t];
}
/* Of the transitions of v, none of which is must, one is there. */
static inline bool model_is_joint(const struct model *m, uint32_t v)
{
    if (!m->joint || !m->joint[model_origin(m, v)] || model_row(m, v) == model_row_end(m, v))
        return false;
    for (uint64_t t = model_row(m, v); t < model_row_end(m, v); t++)
        if (lts_is_must(m->l, t))
            return false;
    return true;
}
/* LTS_FALSE, LTS_MAYBE or LTS_TRUE. */
static inline uint8_t model_value(const struct model *m, uint32_t v, uint32_t atom)
{
    const struct atom *a = &m->atoms.items[atom];
    if (a->is_event)
        return m->happened[(m->entered ? m->entered[v] : 0) * m->events.count + a->index] ? LTS_TRUE : LTS_FALSE;
    return m->l->prop[(size_t)model_origin(m, v) * m->l->props + a->index];
}
static inline bool label_in(const struct label_set *s, uint32_t label)
{
    return s->all || bit_get(s->bits, label);
}

#endif
