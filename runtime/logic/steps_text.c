/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Explanations as text: one line for a path as long as it fits, two blanks more for each depth.
 */
#include "runtime/logic/logic.h"

enum { WIDTH = 100, MARGIN = 4, DEEPEST_INDENT = 60 };

struct writer {
    struct buf *out;
    size_t line;        /* where it begins */
    bool on_path;       /* a line of a path is open */
    uint32_t at, depth; /* the state that it ends in */
};

static void begin_line(struct writer *w, uint32_t depth)
{
    uint32_t indent = MARGIN + 2 * depth;
    if (w->out->size > w->line)
        buf_putc(w->out, '\n');
    w->line = w->out->size;
    buf_printf(w->out, "%*s", (int)(indent < DEEPEST_INDENT ? indent : DEEPEST_INDENT), "");
    w->on_path = false;
}

static void put_transition(struct writer *w, const struct lts *l, const struct logic_step *s)
{
    struct buf text = {0};
    const char *line = lts_is_must(l, s->transition) ? "--" : "..";
    buf_printf(&text, " %s%s%s> %u", line, lts_label(l, s->transition), line, s->target);
    bool goes_on = w->on_path && w->at == s->state && w->depth == s->depth;
    if (!goes_on) {
        begin_line(w, s->depth);
        buf_printf(w->out, "%u", s->state);
    } else if (w->out->size - w->line + text.size > WIDTH) {
        begin_line(w, s->depth);
        buf_puts(w->out, "   ");
    }
    buf_add(w->out, text.data, text.size);
    buf_free(&text);
    w->on_path = true;
    w->at = s->target;
    w->depth = s->depth;
}

void logic_steps_text(const struct lts *l, const struct logic_step *steps, size_t count, struct buf *out)
{
    struct writer w = {.out = out, .line = out->size};
    for (size_t i = 0; i < count; i++) {
        const struct logic_step *s = &steps[i];
        switch (s->kind) {
        case LOGIC_STEP:
            put_transition(&w, l, s);
            break;
        case LOGIC_BRANCH:
            w.on_path = false;
            break;
        case LOGIC_FACT:
            begin_line(&w, s->depth);
            buf_printf(out, "in state %u %s", s->state, s->text);
            break;
        case LOGIC_END:
            begin_line(&w, s->depth);
            buf_printf(out, "state %u %s", s->state, s->text);
            break;
        case LOGIC_LOOP:
            begin_line(&w, s->depth);
            buf_printf(out, "and so on for ever, from state %u as before", s->state);
            break;
        case LOGIC_SEEN:
            begin_line(&w, s->depth);
            buf_printf(out, "from state %u as shown above", s->state);
            break;
        case LOGIC_CUT:
            begin_line(&w, s->depth);
            buf_puts(out, "...");
            break;
        }
    }
    if (out->size > w.line)
        buf_putc(out, '\n');
}
