/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The graph as a comment for the library's header: for each region what may be called, and where that leads.
 */
#include "runtime/interface/interface.h"

static void put_region(const struct iface *i, uint32_t region, struct buf *out)
{
    const struct iface_region *r = &i->regions[region];
    bool is_initial = false;
    for (uint32_t k = 0; k < i->initial_count; k++)
        is_initial |= i->initial[k] == region;
    buf_printf(out, " *\n * %u%s%s%s:\n", region, r->words ? ", " : "", r->words ? r->words : "",
               is_initial ? ", as loaded" : "");
}

static void put_call(const struct iface *i, uint32_t region, uint32_t call, struct buf *out)
{
    bool any = false;
    for (uint32_t e = 0; e < i->edge_count; e++) {
        const struct iface_edge *x = &i->edges[e];
        if (x->from != region || x->call != call)
            continue;
        if (any)
            buf_printf(out, " or %u", x->to);
        else
            buf_printf(out, " *     %s leads to %u", i->calls[call].name, x->to);
        any = true;
    }
    buf_puts(out, any ? "\n" : "");
}

void iface_document(const struct iface *i, struct buf *out)
{
    buf_puts(out, "/* What may be called when:\n");
    for (uint32_t r = 0; r < i->region_count; r++) {
        bool any = false;
        if (i->regions[r].is_end)
            continue;
        put_region(i, r, out);
        for (uint32_t call = 0; call < i->call_count; call++)
            put_call(i, r, call, out);
        for (uint32_t call = 0; call < i->call_count; call++) {
            if (i->regions[r].calls[call] == IFACE_GOOD || i->calls[call].is_null)
                continue;
            buf_printf(out, any ? ", %s" : " *     errors: %s", i->calls[call].name);
            any = true;
        }
        buf_puts(out, any ? "\n" : "");
    }
    buf_puts(out, " */\n");
}
