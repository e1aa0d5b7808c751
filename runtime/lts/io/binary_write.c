/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Systems in the binary format: see binary.h. The arrays go out as they lie in memory.
 */
#include "runtime/lts/io/binary.h"

#include "runtime/lts/rows.h"

#define ARRAY(name) offsetof(struct lts, name)
const struct binary_section_row io_binary_sections[SECTIONS] = {
    [SEC_FIRST] = {"first", EACH_STATE_AND_END, 8, ALWAYS, ARRAY(first)},
    [SEC_LABEL] = {"label", EACH_TRANSITION, 4, ALWAYS, ARRAY(label)},
    [SEC_TARGET] = {"target", EACH_TRANSITION, 4, ALWAYS, ARRAY(target)},
    [SEC_MUST] = {"must", EACH_64_TRANSITIONS, 8, SOMETIMES, ARRAY(must)},
    [SEC_ORIGIN] = {"origin", EACH_TRANSITION, 4, SOMETIMES, ARRAY(origin)},
    [SEC_PROPOSITION] = {"proposition", EACH_VALUE, 1, WITH_PROPS, ARRAY(prop)},
    [SEC_LABEL_END] = {"label end", EACH_LABEL, 8, ALWAYS, 0},
    [SEC_LABEL_TEXT] = {"label text", EACH_LABEL, 0, ALWAYS, 0},
    [SEC_PROP_END] = {"proposition end", EACH_PROP, 8, WITH_PROPS, 0},
    [SEC_PROP_TEXT] = {"proposition text", EACH_PROP, 0, WITH_PROPS, 0},
    [SEC_STATE_END] = {"state end", EACH_STATE, 8, SOMETIMES, 0},
    [SEC_STATE_TEXT] = {"state text", EACH_STATE, 0, WITH_STATE_NAMES, 0},
};

uint64_t io_binary_section_size(const struct binary_header *h, enum binary_section s)
{
    const struct binary_section_row *row = &io_binary_sections[s];
    const uint64_t count[] = {[EACH_STATE] = h->states,
                              [EACH_STATE_AND_END] = (uint64_t)h->states + 1,
                              [EACH_TRANSITION] = h->transitions,
                              [EACH_64_TRANSITIONS] = bit_words(h->transitions),
                              [EACH_LABEL] = h->labels,
                              [EACH_PROP] = h->props,
                              [EACH_VALUE] = (uint64_t)h->states * h->props};
    return row->item ? count[row->of] * row->item : UINT64_MAX;
}

uint64_t io_binary_checksum(const struct binary_header *h, const void *const *sections)
{
    struct binary_header plain = *h;
    plain.checksum = 0;
    uint64_t sum = base_hash_bytes(&plain, sizeof plain, 0);
    for (size_t i = 0; i < SECTIONS; i++)
        if (h->section[i].offset)
            sum = base_hash_bytes(sections[i], (size_t)h->section[i].size, sum);
    return sum;
}

/* Names behind each other, and where each ends. */
struct names {
    struct VEC(uint64_t) end;
    struct buf text;
};

static void add_name(struct names *n, const char *name, size_t size)
{
    if (name) {
        buf_add(&n->text, name, size);
        buf_putc(&n->text, 0);
    }
    vec_push(&n->end, n->text.size);
}

static void add_all(struct names *n, char *const *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        add_name(n, names[i], names[i] ? strlen(names[i]) : 0);
}

struct sections {
    struct binary_header h;
    const void *data[SECTIONS];
    struct names labels, props, states;
};

static void put_names(struct sections *x, enum binary_section end, const struct names *n)
{
    x->data[end] = n->end.items;
    x->data[end + 1] = buf_str(&n->text);
    x->h.section[end + 1].size = n->text.size;
}

static void collect(struct sections *x, const struct lts *l, const struct lts_print *how)
{
    x->h = (struct binary_header){.order = BINARY_ORDER,
                                  .version = BINARY_VERSION,
                                  .states = l->states,
                                  .initial = l->initial,
                                  .transitions = lts_transitions(l),
                                  .labels = base_intern_count(l->labels),
                                  .props = l->prop ? l->props : 0};
    memcpy(x->h.magic, BINARY_MAGIC, sizeof x->h.magic);
    for (size_t i = 0; i < SECTIONS; i++)
        if (io_binary_sections[i].array && (io_binary_sections[i].when != WITH_PROPS || x->h.props))
            memcpy(&x->data[i], (const char *)l + io_binary_sections[i].array, sizeof x->data[i]);
    for (uint32_t i = 0; i < x->h.labels; i++) {
        struct buf name = lts_label_text(l, i, how);
        add_name(&x->labels, buf_str(&name), name.size);
        buf_free(&name);
    }
    put_names(x, SEC_LABEL_END, &x->labels);
    if (x->h.props) {
        add_all(&x->props, l->prop_names, l->props);
        put_names(x, SEC_PROP_END, &x->props);
    }
    if (l->state_names) {
        add_all(&x->states, l->state_names, l->states);
        put_names(x, SEC_STATE_END, &x->states);
    }
}

static void lay_out(struct sections *x)
{
    uint64_t at = sizeof x->h;
    for (size_t i = 0; i < SECTIONS; i++) {
        if (!x->data[i])
            continue;
        uint64_t size = io_binary_section_size(&x->h, (enum binary_section)i);
        if (size != UINT64_MAX)
            x->h.section[i].size = size;
        at = (at + BINARY_ALIGN - 1) / BINARY_ALIGN * BINARY_ALIGN;
        x->h.section[i].offset = at;
        at += x->h.section[i].size;
    }
    x->h.size = at;
    x->h.checksum = io_binary_checksum(&x->h, x->data);
}

static enum status put(struct sections *x, const struct lts_print *how, struct buf *out, struct diag *d)
{
    enum { PIECE = 1 << 20 };
    enum status st = ST_OK;
    uint64_t at = sizeof x->h;
    buf_add(out, &x->h, sizeof x->h);
    for (size_t i = 0; i < SECTIONS; i++) {
        if (!x->data[i])
            continue;
        for (; at < x->h.section[i].offset; at++)
            buf_putc(out, 0);
        for (uint64_t done = 0, size = x->h.section[i].size; done < size && st == ST_OK; done += PIECE) {
            buf_add(out, (const char *)x->data[i] + done, size - done < PIECE ? (size_t)(size - done) : PIECE);
            st = lts_drain(how, out, d);
        }
        at += x->h.section[i].size;
    }
    return st;
}

static void forget(struct names *n)
{
    vec_free(&n->end);
    buf_free(&n->text);
}

enum status lts_write_binary(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    struct sections x = {0};
    collect(&x, l, how);
    lay_out(&x);
    enum status st = put(&x, how, out, d);
    forget(&x.labels);
    forget(&x.props);
    forget(&x.states);
    return st;
}
