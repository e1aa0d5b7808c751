/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a picture shows the whole system or a summary.
 */
#include "runtime/lts/draw/draw.h"

/* Whether one can follow the arrows: a tree has one for each state, and not many more may be added. */
static bool is_clear(const struct lts *l, uint32_t most)
{
    return l->states <= most && lts_transitions(l) <= (uint64_t)most * 100 &&
           draw_arrow_count(l) <= l->states + (uint64_t)most * 5 / 8;
}

enum status lts_write_picture(const struct lts *l, const struct lts_picture *what, enum lts_format format,
                              const struct lts_print *how, struct buf *out, struct diag *d)
{
    static const struct lts_print plain = {0};
    uint32_t most = what->max_nodes ? what->max_nodes : 200, groups = what->max_nodes ? what->max_nodes : 24;
    bool whole = what->kind == LTS_SUMMARY_NONE || (what->kind == LTS_SUMMARY_AUTO && is_clear(l, most));
    how = how ? how : &plain;
    if (whole && format == LTS_FMT_DOT)
        return draw_graph(l, how, true, out, d);
    if (whole)
        return lts_write(l, format, how, out, d);
    struct buf text = {0};
    enum status st = lts_write_summary_dot(l, what->kind, groups, how, &text, d);
    if (st != ST_OK)
        ;
    else if (format == LTS_FMT_DOT)
        buf_add(out, text.data, text.size);
    else if (format == LTS_FMT_SVG)
        st = draw_svg(&text, how->control, out, d);
    else
        st = diag_set(d, ST_BAD, (struct place){0}, "a summary is a picture: format svg or dot");
    buf_free(&text);
    return st;
}
