/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Systems as JSON: the one text format that keeps must bits, propositions and the names of states.
 *
 *     {"states": 2, "initial": 0, "labels": ["i", "'a"],
 *      "transitions": [[0,1,1], [1,0,0,false]],              from, label, to; a fourth `false`: may only
 *      "modal": true,                                        there are must bits, even if no transition is may only
 *      "propositions": ["p"], "values": ["1", "?"],          of each state: 0, 1 or ? for each proposition
 *      "state_names": ["start", null]}
 *
 * Label "i" is the silent action. Bytes of labels that are no UTF-8 are written as lone surrogates \udc80 .. \udcff, as
 * Python does. Unknown members are skipped. Source: RFC 8259.
 */
#include "runtime/lts/io/json_text.h"

#include "runtime/lts/control.h"

#include <stdlib.h>

struct step {
    uint32_t from, label, to;
    bool must;
};
struct strings {
    struct VEC(char *) list; /* NULL stands for null */
    struct VEC(size_t) sizes;
    bool nullable;
};
enum member { STATES, INITIAL, LABELS, TRANSITIONS, PROPOSITIONS, VALUES, STATE_NAMES, MODAL, MEMBERS };
struct model {
    struct json j;
    const struct lts_control *control;
    uint64_t states, initial;
    bool modal;
    const char *at[MEMBERS]; /* where the value of a member begins; NULL: it is not there */
    struct strings labels, props, values, names;
    struct VEC(struct step) steps;
};

static enum status string_item(struct json *j, void *context)
{
    struct strings *s = context;
    char *copy = NULL;
    size_t n = 0;
    if (!s->nullable || !io_json_take_word(j, "null")) {
        enum status st = io_json_string(j);
        if (st != ST_OK)
            return st;
        n = j->word.size;
        copy = memcpy(base_mem_alloc(n + 1), j->word.data, n + 1);
    }
    vec_push(&s->list, copy);
    vec_push(&s->sizes, n);
    return ST_OK;
}

/* The text, the transitions as they are read, and the builder's and the system's copies to come. */
static enum status check_limits(const struct model *m)
{
    enum { BYTES_TO_COME = 20 };
    uint64_t size = (uint64_t)(m->j.end - m->j.text), count = m->steps.count;
    enum status st = lts_control_step(m->control, "reading", (uint64_t)(m->j.at - m->j.text), size, m->j.d);
    if (st == ST_OK)
        st = lts_control_memory(m->control, size + count * (sizeof *m->steps.items + BYTES_TO_COME), m->j.name, m->j.d);
    return st;
}

static enum status step_item(struct json *j, void *context)
{
    static const char *const before[] = {"a transition as [from, label, to]", "','", "','"};
    static const char *const what[] = {"the number of a state", "the number of a label", "the number of a state"};
    struct model *m = context;
    uint64_t number[3] = {0};
    bool must = true;
    enum status st = ST_OK;
    for (int i = 0; i < 3 && st == ST_OK; i++)
        st = io_json_take(j, "[,,"[i]) ? io_json_number(j, what[i], &number[i]) : io_json_expected(j, before[i]);
    if (st == ST_OK && io_json_take(j, ',')) {
        m->modal = true;
        must = io_json_take_word(j, "true");
        if (!must && !io_json_take_word(j, "false"))
            return io_json_expected(j, "true or false");
    }
    if (st == ST_OK && !io_json_take(j, ']'))
        return io_json_expected(j, "']'");
    vec_push(&m->steps, ((struct step){(uint32_t)number[0], (uint32_t)number[1], (uint32_t)number[2], must}));
    return st == ST_OK && m->steps.count % (1 << 16) == 0 ? check_limits(m) : st;
}

/* ---- a system ---------------------------------------------------------------------------------------------------- */

static enum status flag(struct json *j, bool *value)
{
    if (io_json_take_word(j, "true"))
        *value = true;
    else if (!io_json_take_word(j, "false"))
        return io_json_expected(j, "true or false");
    return ST_OK;
}

static const struct {
    const char *name;
    enum { NUMBER, STRINGS, STEPS, FLAG } kind;
    bool needed;
    size_t offset; /* in the model */
    const char *what;
} members[] = {
    [STATES] = {"states", NUMBER, true, offsetof(struct model, states), "the number of states"},
    [INITIAL] = {"initial", NUMBER, true, offsetof(struct model, initial), "the initial state"},
    [LABELS] = {"labels", STRINGS, false, offsetof(struct model, labels), NULL},
    [TRANSITIONS] = {"transitions", STEPS, true, 0, NULL},
    [PROPOSITIONS] = {"propositions", STRINGS, false, offsetof(struct model, props), NULL},
    [VALUES] = {"values", STRINGS, false, offsetof(struct model, values), NULL},
    [STATE_NAMES] = {"state_names", STRINGS, false, offsetof(struct model, names), NULL},
    [MODAL] = {"modal", FLAG, false, offsetof(struct model, modal), NULL},
};

static enum status read_value(struct model *m, int which)
{
    void *to = (char *)m + members[which].offset;
    switch (members[which].kind) {
    case NUMBER:
        return io_json_number(&m->j, members[which].what, to);
    case STRINGS:
        return io_json_list(&m->j, string_item, to);
    case STEPS:
        return io_json_list(&m->j, step_item, m);
    default:
        return flag(&m->j, to);
    }
}

static enum status read_member(struct model *m)
{
    struct json *j = &m->j;
    int which = 0;
    io_json_skip_blanks(j);
    const char *start = j->at;
    enum status st = io_json_string(j);
    if (st != ST_OK)
        return st;
    while (which < MEMBERS && strcmp(j->word.data, members[which].name))
        which++;
    if (!io_json_take(j, ':'))
        return io_json_expected(j, "':'");
    if (which == MEMBERS)
        return io_json_skip_value(j);
    if (m->at[which])
        return diag_set(j->d, ST_BAD, io_json_place(j, start), "member \"%s\" is there twice", members[which].name);
    io_json_skip_blanks(j);
    m->at[which] = j->at;
    return read_value(m, which);
}

static enum status object(struct model *m)
{
    struct json *j = &m->j;
    if (!io_json_take(j, '{'))
        return io_json_expected(j, "'{'");
    if (!io_json_take(j, '}')) {
        do {
            enum status st = read_member(m);
            if (st != ST_OK)
                return st;
        } while (io_json_take(j, ','));
        if (!io_json_take(j, '}'))
            return io_json_expected(j, "',' or '}'");
    }
    io_json_skip_blanks(j);
    return j->at == j->end ? ST_OK : io_json_expected(j, "the end of the file");
}

static enum status check_steps(const struct model *m)
{
    for (size_t i = 0; i < m->steps.count; i++) {
        const struct step *s = &m->steps.items[i];
        if (s->from < m->states && s->to < m->states && s->label < m->labels.list.count)
            continue;
        struct place at = io_json_element(&m->j, m->at[TRANSITIONS], i);
        if (s->from < m->states && s->to < m->states)
            return diag_set(m->j.d, ST_BAD, at, "transition %zu: label %u does not exist", i, s->label);
        return diag_set(m->j.d, ST_BAD, at, "transition %zu: state %u does not exist", i,
                        s->from >= m->states ? s->from : s->to);
    }
    return ST_OK;
}

/* What stands in `member`, one for each state: so many. */
static enum status check_count(const struct model *m, enum member member, size_t count, const char *what)
{
    if (!m->at[member] || count == m->states)
        return ST_OK;
    return diag_set(m->j.d, ST_BAD, io_json_place(&m->j, m->at[member]), "%zu %s for %llu states", count, what,
                    (unsigned long long)m->states);
}

static enum status check_values(const struct model *m)
{
    if (m->props.list.count && !m->at[VALUES])
        return diag_set(m->j.d, ST_BAD, io_json_place(&m->j, m->at[PROPOSITIONS]), "member \"values\" is missing");
    if (!m->props.list.count && !m->values.list.count)
        return ST_OK;
    enum status st = check_count(m, VALUES, m->values.list.count, "values of propositions");
    for (size_t i = 0; !st && i < m->values.list.count; i++)
        if (m->values.sizes.items[i] != m->props.list.count ||
            strspn(m->values.list.items[i], "01?") != m->props.list.count)
            return diag_set(m->j.d, ST_BAD, io_json_element(&m->j, m->at[VALUES], i),
                            "values of state %zu: expected %zu of 0, 1 and ?", i, m->props.list.count);
    return st;
}

static enum status check(const struct model *m)
{
    const struct json *j = &m->j;
    for (int i = 0; i < MEMBERS; i++)
        if (members[i].needed && !m->at[i])
            return diag_set(j->d, ST_BAD, (struct place){j->name, 0, 0}, "member \"%s\" is missing", members[i].name);
    if (!states_plausible(m->states, m->steps.count) || m->states == 0)
        return diag_set(j->d, ST_BAD, io_json_place(j, m->at[STATES]), "%llu states with %zu transitions",
                        (unsigned long long)m->states, m->steps.count);
    if (m->initial >= m->states)
        return diag_set(j->d, ST_BAD, io_json_place(j, m->at[INITIAL]), "initial state %llu does not exist",
                        (unsigned long long)m->initial);
    enum status st = check_steps(m);
    if (!st && m->names.list.count)
        st = check_count(m, STATE_NAMES, m->names.list.count, "state names");
    return st ? st : check_values(m);
}

static struct lts *build(struct model *m)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t *label = base_mem_alloc((m->labels.list.count + 1) * sizeof *label);
    for (size_t i = 0; i < m->labels.list.count; i++)
        label[i] = lts_builder_label_n(b, m->labels.list.items[i], m->labels.sizes.items[i]);
    for (size_t i = 0; i < m->steps.count; i++) {
        const struct step *s = &m->steps.items[i];
        lts_builder_add(b, s->from, label[s->label], s->to, s->must, 0);
    }
    free(label);
    lts_builder_states(b, (uint32_t)m->states);
    struct lts *l = lts_builder_finish(b, (uint32_t)m->initial, m->modal, false);
    if (m->names.list.count) {
        l->state_names = m->names.list.items; /* the strings go along */
        m->names.list.items = NULL;
        m->names.list.count = 0;
    }
    if (m->props.list.count) {
        l->props = (uint32_t)m->props.list.count;
        l->prop_names = m->props.list.items;
        m->props.list.items = NULL;
        m->props.list.count = 0;
        l->prop = base_mem_alloc((size_t)l->states * l->props);
        for (uint32_t s = 0; s < l->states; s++)
            for (uint32_t p = 0; p < l->props; p++) {
                char c = m->values.list.items[s][p];
                l->prop[(size_t)s * l->props + p] = c == '1' ? LTS_TRUE : c == '0' ? LTS_FALSE : LTS_MAYBE;
            }
    }
    return l;
}

static void free_strings(struct strings *s)
{
    for (size_t i = 0; i < s->list.count; i++)
        free(s->list.items[i]);
    vec_free(&s->list);
    vec_free(&s->sizes);
}

enum status lts_read_json(struct source *s, struct lts **out, struct diag *d)
{
    struct model m = {.j = {.name = s->name, .d = d}, .names.nullable = true, .control = s->control};
    size_t size;
    enum status st = lts_source_all(s, &m.j.text, &size);
    if (st != ST_OK)
        return st;
    m.j.at = m.j.text;
    m.j.end = m.j.text + size;
    st = object(&m);
    if (st == ST_OK)
        st = check(&m);
    if (st == ST_OK)
        *out = build(&m);
    free_strings(&m.labels);
    free_strings(&m.props);
    free_strings(&m.values);
    free_strings(&m.names);
    vec_free(&m.steps);
    buf_free(&m.j.word);
    return st;
}
