/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Systems from the binary format: see binary.h. The arrays stay where the file is mapped.
 *
 * Invariant: nothing of the file is believed before it is checked, so that no file, damaged or made to do harm, leads
 * outside it.
 */
#include "runtime/lts/io/binary.h"

#include <stdio.h>

struct reading {
    const char *name;
    struct diag *d;
    char *data;
    size_t size;
    struct binary_header h;
    const void *section[SECTIONS]; /* NULL: absent */
};

PRINTF_LIKE(2, 3) static enum status damaged(const struct reading *r, const char *format, ...)
{
    char what[200];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return diag_set(r->d, ST_BAD, (struct place){r->name, 0, 0}, "the file is damaged: %s", what);
}

/* ---- the header -------------------------------------------------------------------------------------------------- */

static enum status check_header(struct reading *r)
{
    const struct place at = {r->name, 0, 0};
    if (r->size < sizeof r->h)
        return damaged(r, "it has %zu bytes, less than the header", r->size);
    memcpy(&r->h, r->data, sizeof r->h);
    if (memcmp(r->h.magic, BINARY_MAGIC, sizeof r->h.magic))
        return diag_set(r->d, ST_BAD, at, "not a system in the format lts");
    if (r->h.order != BINARY_ORDER)
        return diag_set(r->d, ST_BAD, at, "written on a machine of another byte order; convert it to aut there");
    if (r->h.version != BINARY_VERSION)
        return diag_set(r->d, ST_BAD, at, "version %u of the format lts; only version %d is known here", r->h.version,
                        (int)BINARY_VERSION);
    if (r->h.size != r->size)
        return damaged(r, "it has %zu bytes, its header says %llu", r->size, (unsigned long long)r->h.size);
    if (r->h.states == 0 || r->h.states >= LTS_NONE || r->h.initial >= r->h.states)
        return damaged(r, "%u states, the initial one is %u", r->h.states, r->h.initial);
    if (r->h.transitions > r->size || r->h.labels > r->size || r->h.props > r->size)
        return damaged(r, "its header has counts larger than the file");
    return ST_OK;
}

/* Whether what a section belongs to is there. */
static bool has_use(const struct binary_header *h, const struct binary_section_row *row)
{
    return (row->when != WITH_PROPS || h->props) && (row->when != WITH_STATE_NAMES || h->section[SEC_STATE_END].offset);
}

/* One behind the other, of the right size, with zeros between. */
static enum status check_sections(struct reading *r)
{
    uint64_t end = sizeof r->h;
    for (size_t i = 0; i < SECTIONS; i++) {
        const struct binary_section_row *row = &io_binary_sections[i];
        uint64_t offset = r->h.section[i].offset, size = r->h.section[i].size,
                 wanted = io_binary_section_size(&r->h, (enum binary_section)i);
        if (!offset && (size || (row->when != SOMETIMES && has_use(&r->h, row))))
            return damaged(r, "section '%s' is missing", row->name);
        if (!offset)
            continue;
        if (!has_use(&r->h, row))
            return damaged(r, "section '%s' belongs to nothing", row->name);
        if (wanted != UINT64_MAX && size != wanted)
            return damaged(r, "section '%s' has %llu bytes instead of %llu", row->name, (unsigned long long)size,
                           (unsigned long long)wanted);
        if (offset != (end + BINARY_ALIGN - 1) / BINARY_ALIGN * BINARY_ALIGN || offset > r->size ||
            size > r->size - offset)
            return damaged(r, "section '%s' is in a wrong place", row->name);
        for (; end < offset; end++)
            if (r->data[end])
                return damaged(r, "byte %llu is not zero", (unsigned long long)end);
        r->section[i] = r->data + offset;
        end += size;
    }
    if (end != r->size)
        return damaged(r, "there is something behind the last section");
    if (io_binary_checksum(&r->h, r->section) != r->h.checksum)
        return damaged(r, "its checksum is wrong");
    return ST_OK;
}

/* ---- the contents ------------------------------------------------------------------------------------------------ */

static enum status check_row(const struct reading *r, uint32_t state, uint64_t from, uint64_t to)
{
    const uint32_t *label = r->section[SEC_LABEL], *target = r->section[SEC_TARGET];
    for (uint64_t t = from; t < to; t++) {
        if (label[t] >= r->h.labels || target[t] >= r->h.states)
            return damaged(r, "transition %llu: label %u, state %u", (unsigned long long)t, label[t], target[t]);
        if (t > from && (label[t - 1] > label[t] || (label[t - 1] == label[t] && target[t - 1] >= target[t])))
            return damaged(r, "the transitions of state %u are not sorted", state);
    }
    return ST_OK;
}

static enum status check_rows(const struct reading *r)
{
    const uint64_t *first = r->section[SEC_FIRST];
    const uint8_t *value = r->section[SEC_PROPOSITION];
    if (first[0] != 0 || first[r->h.states] != r->h.transitions)
        return damaged(r, "the rows of the states do not cover the transitions");
    for (uint32_t s = 0; s < r->h.states; s++) {
        if (first[s] > first[s + 1] || first[s + 1] > r->h.transitions)
            return damaged(r, "the transitions of state %u end before they start", s);
        enum status st = check_row(r, s, first[s], first[s + 1]);
        if (st != ST_OK)
            return st;
    }
    for (uint64_t i = 0; value && i < r->h.section[SEC_PROPOSITION].size; i++)
        if (value[i] > LTS_TRUE)
            return damaged(r, "the value %u of a proposition", value[i]);
    return ST_OK;
}

/* Each name ends with a zero byte; with `plain` there is no other, and a name may be missing. */
static enum status check_names(const struct reading *r, enum binary_section s, uint32_t count, bool plain)
{
    const uint64_t *end = r->section[s];
    const char *text = r->section[s + 1];
    uint64_t size = r->h.section[s + 1].size, start = 0;
    for (uint32_t i = 0; i < count; start = end[i], i++) {
        bool missing = end[i] == start && s == SEC_STATE_END;
        if (end[i] < start || end[i] > size || (!missing && (end[i] == start || text[end[i] - 1])) ||
            (!missing && plain && memchr(text + start, 0, (size_t)(end[i] - 1 - start))))
            return damaged(r, "name %u in section '%s'", i, io_binary_sections[s + 1].name);
    }
    return start == size ? ST_OK
                         : damaged(r, "names in section '%s' that belong to nothing", io_binary_sections[s + 1].name);
}

static enum status take_labels(const struct reading *r, struct lts *l)
{
    const uint64_t *end = r->section[SEC_LABEL_END];
    const char *text = r->section[SEC_LABEL_TEXT];
    enum status st = check_names(r, SEC_LABEL_END, r->h.labels, false);
    if (st != ST_OK)
        return st;
    l->labels = base_intern_new();
    for (uint32_t i = 0; i < r->h.labels; i++) {
        uint64_t start = i ? end[i - 1] : 0;
        if (base_intern_add(l->labels, text + start, (size_t)(end[i] - 1 - start)) != i)
            return damaged(r, "two labels have one name");
    }
    return r->h.labels && !strcmp(text, "i") && end[0] == 2 ? ST_OK : damaged(r, "label 0 is not the silent action");
}

static char **take_names(const struct reading *r, enum binary_section s, uint32_t count)
{
    const uint64_t *end = r->section[s];
    char *text = r->data + r->h.section[s + 1].offset;
    char **names = base_mem_alloc(((size_t)count + 1) * sizeof *names);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t start = i ? end[i - 1] : 0;
        names[i] = end[i] == start ? NULL : text + start;
    }
    return names;
}

static enum status take(struct reading *r, struct lts *l)
{
    enum status st = check_header(r);
    if (st == ST_OK)
        st = check_sections(r);
    if (st == ST_OK)
        st = check_rows(r);
    if (st == ST_OK)
        st = take_labels(r, l);
    if (st == ST_OK && r->h.props)
        st = check_names(r, SEC_PROP_END, r->h.props, true);
    if (st == ST_OK && r->section[SEC_STATE_END])
        st = check_names(r, SEC_STATE_END, r->h.states, true);
    if (st != ST_OK)
        return st;
    l->states = r->h.states;
    l->initial = r->h.initial;
    l->props = r->h.props;
    for (size_t i = 0; i < SECTIONS; i++) /* they are the system's own, and may be written to */
        if (io_binary_sections[i].array && r->section[i])
            memcpy((char *)l + io_binary_sections[i].array, &r->section[i], sizeof r->section[i]);
    l->prop_names = r->h.props ? take_names(r, SEC_PROP_END, l->props) : NULL;
    l->state_names = r->section[SEC_STATE_END] ? take_names(r, SEC_STATE_END, l->states) : NULL;
    return ST_OK;
}

enum status lts_read_binary(struct source *s, struct lts **out, struct diag *d)
{
    struct lts *l = base_mem_zalloc(sizeof *l);
    struct reading r = {.name = s->name, .d = d};
    enum status st = lts_source_take(s, &l->held, &l->held_mapped, &r.size);
    r.data = l->held;
    if (st == ST_OK)
        st = take(&r, l);
    if (st == ST_OK)
        *out = l;
    else
        lts_free(l);
    return st;
}
