/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Systems as Promela for SPIN: one proctype, a label for each state, an atomic step for each transition that prints its
 * action. A state without transitions ends the process.
 */
#include "runtime/lts/io/io.h"

/* Text inside a C string that printf shows as it is. */
static void quote(struct buf *out, const char *s, size_t n)
{
    struct buf shown = {0};
    buf_put_printable(&shown, s, n);
    for (size_t i = 0; i < shown.size; i++) {
        char c = shown.data[i];
        if (c == '"' || c == '\\' || c == '%')
            buf_puts(out, c == '"' ? "'" : c == '\\' ? "/" : "%%"); /* SPIN's lexer knows no escaped quotes */
        else
            buf_putc(out, c);
    }
    buf_free(&shown);
}

static void put_name(struct buf *out, const char *name)
{
    buf_putc(out, 'p');
    buf_putc(out, '_');
    for (; *name; name++) {
        bool plain = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') || (*name >= '0' && *name <= '9');
        buf_putc(out, plain ? *name : '_');
    }
}

enum status lts_write_promela(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    enum status st = ST_OK;
    struct label_table labels = lts_label_table_new(l, how, quote, NULL);
    buf_printf(out, "/* %u states, %llu transitions */\nactive proctype ", l->states,
               (unsigned long long)lts_transitions(l));
    put_name(out, how->name ? how->name : "main");
    buf_printf(out, "()\n{\n    goto S%u;\n", l->initial);
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        st = lts_drain(how, out, d);
        buf_printf(out, "S%u:\n", s);
        if (l->first[s] == l->first[s + 1]) {
            buf_puts(out, "    goto stopped;\n");
            continue;
        }
        buf_puts(out, "    if\n");
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
            if (l->label[t] == LTS_TAU)
                buf_printf(out, "    :: skip -> goto S%u\n", l->target[t]);
            else
                buf_printf(out, "    :: atomic { printf(\"%s\\n\") -> goto S%u }\n", labels.items[l->label[t]].data,
                           l->target[t]);
        }
        buf_puts(out, "    fi;\n");
    }
    buf_puts(out, "stopped:\n    skip\n}\n");
    lts_label_table_free(&labels);
    return st;
}
