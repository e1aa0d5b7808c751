/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the names of a formula mean in one system, and the system split by events and turned around.
 */
#include "runtime/logic/model.h"

static bool knows_all(const struct lts *l)
{
    for (uint64_t t = 0; l->must && t < lts_transitions(l); t++)
        if (!lts_is_must(l, t))
            return false;
    for (size_t i = 0; l->prop && i < (size_t)l->states * l->props; i++)
        if (l->prop[i] == LTS_MAYBE)
            return false;
    return true;
}

void logic_model_init(struct model *m, struct arena *a, const struct lts *l, const struct logic_question *q,
                      const struct diag_sink *notes)
{
    *m = (struct model){.arena = a, .l = l, .q = q, .notes = notes, .is_modal = !knows_all(l)};
    m->noted = base_intern_new();
    m->states = l->states;
    m->initial = l->initial;
}

void logic_model_free(struct model *m)
{
    for (size_t i = 0; i < m->events.count; i++)
        free(m->events.items[i].bits);
    for (size_t i = 0; i < m->sets.count; i++)
        free(m->sets.items[i].bits);
    vec_free(&m->atoms);
    vec_free(&m->events);
    vec_free(&m->sets);
    base_intern_free(m->noted);
    free(m->origin);
    free(m->entered);
    free(m->target);
    free(m->first);
    free(m->happened);
    free(m->into);
    free(m->back);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static void note_name(struct model *m, const struct logic_name *name, const char *what)
{
    uint32_t before = base_intern_count(m->noted);
    if (base_intern_add(m->noted, name->text, strlen(name->text)) == before)
        diag_send(m->notes, DIAG_WARNING, (struct place){m->q->file, 0, 0}, "'%s' %s", name->text, what);
}

/* The labels that a name stands for: the one that is equal, else those that a person may mean. */
static bool add_name(struct model *m, const struct logic_name *name, uint64_t *bits)
{
    enum { SHOWN = 5 };
    const struct intern *labels = m->l->labels;
    struct buf meant = {0};
    uint32_t count = 0;
    bool silent = !name->quoted && !strcmp(name->text, "tau");
    uint32_t equal = silent ? LTS_TAU : base_intern_find(labels, name->text, strlen(name->text));
    if (equal != UINT32_MAX) {
        bit_set(bits, equal, true);
        return true;
    }
    for (uint32_t i = 1; !name->quoted && i < base_intern_count(labels); i++)
        if (lts_name_matches(name->text, base_intern_str(labels, i), base_intern_len(labels, i))) {
            bit_set(bits, i, true);
            if (count++ < SHOWN)
                buf_printf(&meant, "%s %s", count > 1 ? "," : "is no label of the system; it stands for",
                           base_intern_str(labels, i));
        }
    if (count > SHOWN)
        buf_printf(&meant, " and %u more", count - SHOWN);
    if (count)
        note_name(m, name, buf_str(&meant));
    buf_free(&meant);
    return count > 0;
}

static struct label_set set_of_bits(uint64_t *bits, uint32_t labels)
{
    struct label_set s = {bits, true, true};
    for (uint32_t i = 0; i < labels; i++) {
        s.all &= bit_get(bits, i);
        s.none &= !bit_get(bits, i);
    }
    return s;
}

/* Adds the labels to bits, or those that are not in it when `inverse`. Chains are as long as the text. */
static void add_actions(struct model *m, const struct logic_actions *x, uint64_t *bits)
{
    uint32_t labels = base_intern_count(m->l->labels);
    size_t words = bit_words(labels);
    uint64_t *part;
    for (; x->op == ACTIONS_OR; x = x->a)
        add_actions(m, x->b, bits);
    switch (x->op) {
    case ACTIONS_ALL:
        memset(bits, 0xff, words * sizeof *bits);
        return;
    case ACTIONS_NAME:
        if (!add_name(m, &x->name, bits))
            note_name(m, &x->name, "is no label of the system");
        return;
    case ACTIONS_NOT:
        part = bits_new(labels);
        add_actions(m, x->a, part);
        for (size_t i = 0; i < words; i++)
            bits[i] |= ~part[i];
        free(part);
        return;
    case ACTIONS_AND:
        part = bits_new(labels);
        uint64_t *other = bits_new(labels);
        memset(part, 0xff, words * sizeof *part);
        for (; x->op == ACTIONS_AND; x = x->a) {
            memset(other, 0, words * sizeof *other);
            add_actions(m, x->b, other);
            for (size_t i = 0; i < words; i++)
                part[i] &= other[i];
        }
        memset(other, 0, words * sizeof *other);
        add_actions(m, x, other);
        for (size_t i = 0; i < words; i++)
            bits[i] |= part[i] & other[i];
        free(part);
        free(other);
        return;
    case ACTIONS_OR:
        return;
    }
}

bool logic_model_name_labels(struct model *m, const struct logic_name *name, uint64_t *bits)
{
    for (uint32_t p = 0; !name->event && m->l->prop && p < m->l->props; p++)
        if (!strcmp(m->l->prop_names[p], name->text))
            return true;
    return add_name(m, name, bits);
}

uint32_t logic_model_labels(struct model *m, const struct logic_actions *actions)
{
    uint32_t labels = base_intern_count(m->l->labels);
    uint64_t *bits = bits_new(labels);
    add_actions(m, actions, bits);
    struct label_set s = set_of_bits(bits, labels);
    for (size_t i = 0; i < m->sets.count; i++) {
        const struct label_set *old = &m->sets.items[i];
        uint32_t same = 0;
        while (same < labels && label_in(old, same) == label_in(&s, same))
            same++;
        if (same == labels) {
            free(bits);
            return (uint32_t)i;
        }
    }
    vec_push(&m->sets, s);
    return (uint32_t)m->sets.count - 1;
}

static uint32_t add_atom(struct model *m, struct atom a)
{
    for (size_t i = 0; i < m->atoms.count; i++)
        if (m->atoms.items[i].is_event == a.is_event && m->atoms.items[i].index == a.index)
            return (uint32_t)i;
    vec_push(&m->atoms, a);
    return (uint32_t)m->atoms.count - 1;
}

uint32_t logic_model_atom(struct model *m, const struct logic_name *name)
{
    const struct lts *l = m->l;
    uint32_t labels = base_intern_count(l->labels);
    for (uint32_t p = 0; !name->event && l->prop && p < l->props; p++)
        if (!strcmp(l->prop_names[p], name->text))
            return add_atom(m, (struct atom){false, p, l->prop_names[p]});
    uint64_t *bits = bits_new(labels);
    if (!add_name(m, name, bits)) {
        note_name(m, name, l->props ? "is no proposition or label of the system" : "is no label of the system");
        free(bits);
        return UINT32_MAX;
    }
    for (size_t e = 0; e < m->events.count; e++)
        if (!memcmp(m->events.items[e].bits, bits, bit_words(labels) * sizeof *bits)) {
            free(bits);
            return add_atom(m, (struct atom){true, (uint32_t)e, name->text});
        }
    vec_push(&m->events, set_of_bits(bits, labels));
    return add_atom(m, (struct atom){true, (uint32_t)m->events.count - 1, name->text});
}

/* ---- splitting by events ----------------------------------------------------------------------------------------- */

/* The class of each label: labels that are the same events are one. Returns how many, that of no label included. */
static uint32_t classify(struct model *m, uint32_t *class_of)
{
    uint32_t labels = base_intern_count(m->l->labels);
    size_t events = m->events.count;
    struct intern *known = base_intern_new();
    struct buf table = {0};
    for (uint32_t i = 0; i <= labels; i++) { /* the first stands for no label */
        size_t at = table.size;
        for (size_t e = 0; e < events; e++)
            buf_putc(&table, i && label_in(&m->events.items[e], i - 1));
        uint32_t before = base_intern_count(known), c = base_intern_add(known, table.data + at, events);
        if (c < before)
            table.size = at;
        if (i)
            class_of[i - 1] = c;
    }
    m->classes = base_intern_count(known);
    m->happened = base_mem_alloc(table.size + 1);
    memcpy(m->happened, table.data, table.size);
    buf_free(&table);
    base_intern_free(known);
    return m->classes;
}

struct splitting {
    struct model *m;
    uint32_t *class_of, *number;
    struct VEC(uint32_t) origin, entered, target;
    struct VEC(uint64_t) first;
};

static uint32_t split_state(struct splitting *x, uint32_t s, uint32_t class)
{
    uint32_t *number = &x->number[(uint64_t)s * x->m->classes + class];
    if (!*number) {
        vec_push(&x->origin, s);
        vec_push(&x->entered, class);
        *number = (uint32_t)x->origin.count;
    }
    return *number - 1;
}

enum status logic_model_split(struct model *m, struct diag *d)
{
    if (!m->events.count)
        return ST_OK;
    const struct lts *l = m->l;
    struct splitting x = {.m = m,
                          .class_of = base_mem_alloc((base_intern_count(l->labels) + (size_t)1) * sizeof(uint32_t))};
    uint64_t most = (uint64_t)classify(m, x.class_of) * l->states;
    if (most >= UINT32_MAX) {
        free(x.class_of);
        return diag_set(d, ST_LIMIT, (struct place){0}, "too many states and events in one formula");
    }
    x.number = base_mem_zalloc((size_t)(most + 1) * sizeof *x.number);
    m->initial = split_state(&x, l->initial, 0);
    for (uint32_t v = 0; v < x.origin.count; v++) {
        uint32_t s = x.origin.items[v];
        vec_push(&x.first, x.target.count);
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
            uint32_t to = split_state(&x, l->target[t], x.class_of[l->label[t]]);
            vec_push(&x.target, to);
        }
    }
    vec_push(&x.first, x.target.count);
    vec_reserve(&x.target, 1);
    m->states = (uint32_t)x.origin.count;
    m->origin = x.origin.items;
    m->entered = x.entered.items;
    m->target = x.target.items;
    m->first = x.first.items;
    free(x.class_of);
    free(x.number);
    return ST_OK;
}

/* ---- backwards --------------------------------------------------------------------------------------------------- */

void logic_model_reverse(struct model *m)
{
    if (m->into)
        return;
    size_t n = m->states;
    uint64_t *into = base_mem_zalloc((n + 2) * sizeof *into);
    for (uint32_t v = 0; v < n; v++)
        for (uint64_t t = model_row(m, v); t < model_row_end(m, v); t++)
            into[model_target(m, v, t) + 2]++;
    for (size_t v = 1; v <= n; v++)
        into[v + 1] += into[v];
    m->back = base_mem_alloc((into[n + 1] + 1) * sizeof *m->back);
    for (uint32_t v = 0; v < n; v++)
        for (uint64_t t = model_row(m, v); t < model_row_end(m, v); t++) {
            uint64_t at = into[model_target(m, v, t) + 1]++;
            m->back[at] = (struct backwards){v, m->l->label[t] << 1 | lts_is_must(m->l, t)};
        }
    m->into = into;
}
