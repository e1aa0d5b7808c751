/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Systems as text for people: a paragraph for each state, an arrow for each transition.
 */
#include "runtime/lts/io/io.h"

/* A name may have several lines: what is known in the state. They are shown on one, apart by semicolons. */
static void write_name(struct buf *out, const char *name)
{
    const char *apart = " ";
    while (*name) {
        size_t n = strcspn(name, "\n");
        if (n) {
            buf_puts(out, apart);
            buf_put_printable(out, name, n);
            apart = "; ";
        }
        name += n + (name[n] != 0);
    }
}

static void write_state(struct buf *out, const struct lts *l, uint32_t s)
{
    buf_printf(out, "state %u%s", s, s == l->initial ? " (initial)" : "");
    if (l->state_names && l->state_names[s])
        write_name(out, l->state_names[s]);
    struct buf props = lts_propositions(l, s);
    if (props.size) {
        buf_puts(out, " {");
        buf_put_printable(out, props.data, props.size);
        buf_puts(out, "}");
    }
    buf_free(&props);
    buf_puts(out, l->first[s] == l->first[s + 1] ? " (stops)\n" : "\n");
}

enum status lts_write_text(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    enum status st = ST_OK;
    struct label_table labels = lts_label_table_new(l, how, buf_put_printable, NULL);
    unsigned long long n = lts_transitions(l);
    buf_printf(out, "%s: %u state%s, %llu transition%s\n", how->name ? how->name : "main", l->states,
               l->states == 1 ? "" : "s", n, n == 1 ? "" : "s");
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        write_state(out, l, s);
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
            const struct buf *name = &labels.items[l->label[t]];
            buf_puts(out, "    ");
            buf_add(out, name->data, name->size);
            buf_puts(out, " -> ");
            lts_put_number(out, l->target[t]);
            buf_puts(out, how->must && !lts_is_must(l, t) ? " (may)\n" : "\n");
        }
        st = lts_drain(how, out, d);
    }
    lts_label_table_free(&labels);
    return st;
}
