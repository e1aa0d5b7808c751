/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The picture of a call graph. Invariant: whatever is not drawn (calls through pointers, functions folded or left out)
 * is counted in a box or in the caption.
 */
#include "calls_fold.h"

#include "runtime/base/text.h"

enum { POINTERS_SHOWN = 2, MEMBERS_SHOWN = 3, LONGEST_POINTER = 40 };

static void put_text(struct buf *out, const char *s)
{
    buf_put_dot(out, s, strlen(s));
}

static void put_count(struct buf *out, uint64_t n, const char *one, const char *many)
{
    buf_printf(out, "%llu %s", (unsigned long long)n, n == 1 ? one : many);
}

static void put_pointers(const struct calls_folded *f, const struct calls_box *b, struct buf *out)
{
    if (b->functions > 1) {
        if (b->pointers)
            buf_printf(out, "\\n%u through pointers", b->pointers);
        return;
    }
    size_t first = f->g->nodes[b->first].first_pointer;
    for (uint32_t i = 0; i < b->pointers && i < POINTERS_SHOWN; i++) {
        struct buf text = {0};
        cwi_print_expr(f->g->u, f->g->pointers.items[first + i], &text);
        buf_puts(out, "\\n*(");
        buf_put_dot(out, text.data, text.size > LONGEST_POINTER ? LONGEST_POINTER : text.size);
        buf_puts(out, text.size > LONGEST_POINTER ? "\342\200\246)" : ")");
        buf_free(&text);
    }
    if (b->pointers > POINTERS_SHOWN)
        buf_printf(out, "\\nand %u more pointers", b->pointers - POINTERS_SHOWN);
}

/* The members of a cycle, the first ones by name. */
static void put_members(const struct calls_folded *f, uint32_t box, struct buf *out)
{
    const struct calls_box *b = &f->boxes.items[box];
    uint32_t shown = 0;
    for (cwi_id func = b->first; func < f->g->count && shown < MEMBERS_SHOWN; func++) {
        if (f->box_of[func] != box)
            continue;
        buf_puts(out, shown++ ? "\\n" : "");
        put_text(out, driver_calls_name(f->g->u, func));
    }
    if (shown < b->functions)
        buf_printf(out, "\\nand %u more", b->functions - shown);
    if (b->functions > 1)
        buf_puts(out, "\\n(call each other)");
}

/* Whether the boxes come from several files, which are then named. */
static bool has_files(const struct calls_folded *f)
{
    const char *first = NULL;
    for (uint32_t i = 0; i < f->boxes.count && f->level != CALLS_BY_PATH; i++) {
        cwi_id func = f->boxes.items[i].first;
        const char *file = cwi_func_of(f->g->u, func)->block_count ? driver_calls_file(f->g->u, func) : NULL;
        if (file && first && strcmp(file, first))
            return true;
        first = file ? file : first;
    }
    return false;
}

/* The last part of the name of a box's file. */
static void put_file(const struct calls_folded *f, const struct calls_box *b, struct buf *out)
{
    const char *file = driver_calls_file(f->g->u, b->first), *slash = strrchr(file, '/');
    if (!cwi_func_of(f->g->u, b->first)->block_count || !*file)
        return;
    buf_puts(out, "\\n");
    put_text(out, slash ? slash + 1 : file);
}

static void put_box(const struct calls_folded *f, uint32_t box, bool with_file, struct buf *out)
{
    const struct calls_box *b = &f->boxes.items[box];
    const struct cwi_func *func = cwi_func_of(f->g->u, b->first);
    buf_printf(out, "    f%u [label=\"", b->first);
    if (f->level == CALLS_BY_PATH) {
        buf_put_dot(out, b->path.text, b->path.size);
        buf_puts(out, b->path.size ? "\\n" : "(no file)\\n");
        put_count(out, b->functions, "function", "functions");
    } else {
        put_members(f, box, out);
    }
    if (with_file)
        put_file(f, b, out);
    put_pointers(f, b, out);
    if (b->is_hub)
        buf_printf(out, "\\n(called from %u boxes)", b->callers);
    if (b->deeper) {
        buf_puts(out, "\\n");
        put_count(out, b->deeper, "call goes deeper", "calls go deeper");
    }
    buf_putc(out, '"');
    if (f->level != CALLS_BY_PATH && !func->block_count)
        buf_puts(out, ", style=dotted");
    if (f->level != CALLS_BY_PATH && b->functions == 1 && func->is_address_taken)
        buf_puts(out, ", color=\"#1f4e9c\"");
    if (b->pointers)
        buf_puts(out, ", style=filled, fillcolor=\"#fdf1d8\"");
    buf_puts(out, "];\n");
}

static void put_arrow(const struct calls_folded *f, const struct calls_arrow *a, struct buf *out)
{
    buf_printf(out, "    f%u -> f%u", f->boxes.items[a->from].first, f->boxes.items[a->to].first);
    if (a->sites > 1)
        buf_printf(out, " [label=\"%u\"]", a->sites);
    buf_puts(out, ";\n");
}

static void put_left_out(const struct calls_folded *f, struct buf *out)
{
    if (f->bodiless || f->deeper)
        buf_puts(out, "left out: ");
    if (f->bodiless)
        put_count(out, f->bodiless, "function without a body", "functions without a body");
    if (f->deeper) {
        buf_puts(out, f->bodiless ? ", " : "");
        put_count(out, f->deeper, "function", "functions");
        buf_printf(out, " more than %u calls deep or not reached", f->depth);
    }
    if (f->bodiless || f->deeper)
        buf_puts(out, "\\l");
    if (f->bodiless || f->deeper || f->level == CALLS_BY_PATH)
        buf_puts(out, "--root=FUNCTION shows what one calls, --depth=N how far, --fold=none everything\\l");
}

/* What the picture shows, and what colours and lines mean, of those that occur. */
static void put_caption(const struct calls_folded *f, const char *title, struct buf *out)
{
    static const char *const folded[] = {"", "; functions that call each other are one box", "; one box for each path"};
    uint64_t functions = 0, pointers = 0, taken = 0, bodiless = 0;
    for (uint32_t i = 0; i < f->boxes.count; i++) {
        const struct calls_box *b = &f->boxes.items[i];
        const struct cwi_func *func = cwi_func_of(f->g->u, b->first);
        bool alone = f->level != CALLS_BY_PATH && b->functions == 1;
        functions += b->functions;
        pointers += b->pointers;
        taken += alone && func->is_address_taken;
        bodiless += alone && !func->block_count;
    }
    buf_puts(out, "    label=\"");
    put_text(out, title);
    buf_puts(out, ": ");
    put_count(out, functions, "function", "functions");
    buf_puts(out, folded[f->level]);
    buf_puts(out, "\\l");
    put_left_out(f, out);
    if (pointers)
        buf_puts(out, "filled: calls through pointers, not drawn further\\l");
    if (taken)
        buf_puts(out, "blue: address taken, may be called through a pointer\\l");
    if (bodiless)
        buf_puts(out, "dotted: no body\\l");
    buf_puts(out, "\";\n");
}

void driver_calls_put_dot(const struct call_graph *g, enum calls_fold fold, const char *title, struct buf *out)
{
    struct calls_folded f;
    driver_calls_fold(&f, g, fold);
    buf_puts(out, "digraph calls {\n    rankdir=LR; nodesep=0.12; ranksep=0.5; fontname=\"Helvetica\"; fontsize=11; "
                  "labeljust=l;\n"
                  "    node [shape=box, fontname=\"monospace\", fontsize=11, height=0.25, margin=\"0.08,0.04\"];\n"
                  "    edge [fontname=\"Helvetica\", fontsize=9, color=\"#555555\"];\n");
    put_caption(&f, title, out);
    bool with_file = has_files(&f);
    for (uint32_t i = 0; i < f.boxes.count; i++)
        put_box(&f, i, with_file, out);
    for (size_t i = 0; i < f.arrows.count; i++)
        if (!f.arrows.items[i].is_hidden)
            put_arrow(&f, &f.arrows.items[i], out);
    buf_puts(out, "}\n");
    driver_calls_fold_free(&f);
}
