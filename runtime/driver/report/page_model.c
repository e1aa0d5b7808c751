/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The picture of the model in a report's page: the last model built, without states that have one silent successor, as
 * `cwolf lts draw` draws it. A page without a picture is still a page: what keeps it from being drawn is said there.
 */
#include "html_page.h"

/* Of a model with more states nothing is drawn; of one with more than MOST_NODES, a summary. So many dot draws in less
 * than 0.2 s; 190 states with 300 transitions take it 6 s. */
enum { MOST_STATES = 20000, MOST_NODES = 40 };

static void draw(const struct lts *l, const struct lts_control *control, struct buf *svg, struct buf *size)
{
    struct lts_picture what = {.kind = LTS_SUMMARY_AUTO, .max_nodes = MOST_NODES};
    struct lts_print how = {.must = l->must != NULL, .name = "model", .control = control};
    struct buf text = {0};
    struct diag d = {0};
    enum status st = lts_write_picture(l, &what, LTS_FMT_SVG, &how, &text, &d);
    const char *start = st ? NULL : strstr(buf_str(&text), "<svg"); /* behind the prologue of XML */
    if (start) {
        buf_puts(svg, start);
        buf_puts(size, "; drawn without states that have one silent successor (i: silent)");
    }
    if (!start)
        buf_printf(size, "; %s", st ? d.text : "the program 'dot' drew nothing");
    buf_free(&text);
}

void report_page_model(const struct report *r, struct buf *svg, struct buf *size)
{
    const struct avm_model *m = r->check->model;
    struct lts_control control = {0};
    struct lts *smaller = NULL;
    struct diag d = {0};
    if (!m)
        return;
    buf_printf(size, "%llu states, %llu transitions%s%s", (unsigned long long)m->states,
               (unsigned long long)m->transitions,
               m->end == AVM_COMPLETE ? "" : "; partial: ", m->end == AVM_COMPLETE ? "" : report_end(m->end));
    driver_watch_lts(&control);
    if (!m->graph || m->graph->states > MOST_STATES)
        buf_puts(size, "; too large to be drawn here: see 'cwolf model' and 'cwolf lts draw'");
    else if (lts_reduce(m->graph, LTS_PEEPHOLE, &control, &smaller, NULL, &d))
        buf_printf(size, "; %s", d.text);
    else
        draw(smaller, &control, svg, size);
    driver_watch_wipe();
    lts_free(smaller);
}
