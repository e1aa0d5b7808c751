/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Regions in the library's own words: "top == 0", "0 < top < 3", "!open && mode == WRITE".
 *
 * A region's words hold in each of its macro states; they are a conjunction of ranges of cells, of as few cells as tell
 * the region from all others. Where none do, the region has no words.
 */
#include "runtime/cwi/edit.h"
#include "runtime/interface/private.h"

#include <stdlib.h>

struct range {
    int64_t lo, hi;
    bool is_known; /* in every macro state */
};
struct naming {
    const struct summary *s;
    const struct iface_client *c;
    const uint32_t *region;
    struct iface *out;
    struct iface_cells cells;
    struct range *ranges; /* [cell * regions + region] */
    uint32_t regions;
};

/* ---- cells ------------------------------------------------------------------------------------------------------- */

bool iface_is_state(const struct iface_client *c, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(c->u, var);
    bool is_static =
        v->linkage == CWI_STATIC || v->linkage == CWI_GLOBAL || v->linkage == CWI_WEAK || v->linkage == CWI_COMMON;
    return var != c->zero && is_static && !v->is_const && v->type && !v->alias && !cwi_is_model(c->u, v->at.file);
}

void iface_client_cells(const struct iface_client *c, struct iface_cells *out)
{
    for (cwi_id v = 1; v < c->u->vars.count; v++) {
        const struct cwi_type *t = iface_is_state(c, v) ? cwi_type_of(c->u, cwi_var_of(c->u, v)->type) : NULL;
        const struct cwi_expr *var = t ? cwi_expr_var(c->a, c->u, v) : NULL;
        if (t && t->kind == CWI_INT)
            vec_push(&out->list, var);
        for (uint32_t i = 0; t && t->kind == CWI_STRUCT && i < t->field_count; i++)
            if (cwi_type_of(c->u, t->fields[i].type)->kind == CWI_INT)
                vec_push(&out->list, cwi_expr_field(c->a, c->u, var, i));
    }
}

/* ---- ranges ------------------------------------------------------------------------------------------------------ */

static struct range *range_of(const struct naming *n, size_t cell, uint32_t region)
{
    return &n->ranges[cell * n->regions + region];
}

static void find_ranges(struct naming *n)
{
    uint8_t *seen = base_mem_zalloc(n->cells.list.count * n->regions + 1);
    for (uint32_t m = 0; m < n->s->count; m++)
        for (size_t cell = 0; n->region[m] != UINT32_MAX && cell < n->cells.list.count; cell++) {
            struct range *r = range_of(n, cell, n->region[m]), now;
            uint8_t *is_seen = &seen[cell * n->regions + n->region[m]];
            now.is_known = avm_bounds(n->s->model, n->s->states[m], n->cells.list.items[cell], &now.lo, &now.hi);
            if (!*is_seen) {
                *r = now;
            } else {
                r->is_known &= now.is_known;
                r->lo = now.is_known && now.lo < r->lo ? now.lo : r->lo;
                r->hi = now.is_known && now.hi > r->hi ? now.hi : r->hi;
            }
            *is_seen = 1;
        }
    free(seen);
}

static bool tells(const struct naming *n, size_t cell, uint32_t region, uint32_t other)
{
    const struct range *x = range_of(n, cell, region), *y = range_of(n, cell, other);
    return x->is_known && y->is_known && (x->hi < y->lo || y->hi < x->lo);
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void print_value(const struct cwi_type *t, int64_t v, struct buf *out)
{
    for (uint32_t i = 0; i < t->enumerator_count; i++)
        if (t->enumerators[i].value == v) {
            buf_puts(out, t->enumerators[i].name);
            return;
        }
    buf_printf(out, "%lld", (long long)v);
}

static void print_cell(const struct naming *n, const struct cwi_expr *cell, struct buf *out)
{
    const struct cwi_expr *of = cell->kind == CWI_FIELD ? cell->a : NULL;
    for (size_t i = 0; of && i < n->c->objects.count; i++)
        if (n->c->objects.items[i].var == of->ref) { /* its users know it by a pointer */
            buf_printf(out, "%s->%s", cwi_var_of(n->c->u, of->ref)->name, cell->name ? cell->name : "?");
            return;
        }
    note_print_expr(n->c->u, cell, out);
}

static void print_range(const struct naming *n, size_t cell, uint32_t region, struct buf *out)
{
    const struct cwi_expr *e = n->cells.list.items[cell];
    const struct cwi_type *t = cwi_type_of(n->c->u, e->type);
    const struct range *r = range_of(n, cell, region);
    bool is_least = true, is_greatest = true;
    for (uint32_t other = 0; other < n->regions; other++) {
        is_least &= !range_of(n, cell, other)->is_known || range_of(n, cell, other)->lo >= r->lo;
        is_greatest &= !range_of(n, cell, other)->is_known || range_of(n, cell, other)->hi <= r->hi;
    }
    if (t->bits == 1 && r->lo == r->hi) {
        buf_puts(out, r->lo ? "" : "!");
        print_cell(n, e, out);
        return;
    }
    if (r->lo != r->hi && !is_least && !is_greatest)
        buf_printf(out, "%lld < ", (long long)r->lo - 1);
    print_cell(n, e, out);
    if (r->lo == r->hi) {
        buf_puts(out, " == ");
        print_value(t, r->lo, out);
    } else if (is_greatest) {
        buf_printf(out, " >= %lld", (long long)r->lo);
    } else {
        buf_printf(out, is_least ? " <= %lld" : " < %lld", (long long)r->hi + !is_least);
    }
}

/* The cell that tells the region from most of those that are left; false: none does from any. */
static bool add_word(const struct naming *n, uint32_t region, uint8_t *left, struct buf *out)
{
    size_t best = 0;
    uint32_t most = 0;
    for (size_t cell = 0; cell < n->cells.list.count; cell++) {
        uint32_t told = 0;
        for (uint32_t other = 0; other < n->regions; other++)
            told += left[other] && tells(n, cell, region, other);
        if (told > most) {
            most = told;
            best = cell;
        }
    }
    if (!most)
        return false;
    buf_puts(out, out->size ? " && " : "");
    print_range(n, best, region, out);
    for (uint32_t other = 0; other < n->regions; other++)
        left[other] &= !tells(n, best, region, other);
    return true;
}

static void name_region(const struct naming *n, uint32_t region)
{
    struct buf words = {0};
    uint8_t *left = base_mem_alloc(n->regions + 1);
    bool any = true, is_told = false;
    memset(left, 1, n->regions);
    left[region] = 0;
    while (any && !is_told) {
        is_told = !memchr(left, 1, n->regions);
        any = is_told || add_word(n, region, left, &words);
    }
    if (is_told && words.size)
        n->out->regions[region].words = arena_str(n->out->arena, buf_str(&words));
    free(left);
    buf_free(&words);
}

void iface_regions_name(const struct summary *s, const struct iface_client *c, const uint32_t *region,
                        struct iface *out)
{
    struct naming n = {.s = s, .c = c, .region = region, .out = out, .regions = out->region_count};
    iface_client_cells(c, &n.cells);
    if (n.regions && out->regions[n.regions - 1].is_end) {
        out->regions[n.regions - 1].words = "the program has ended";
        n.regions--;
    }
    n.ranges = base_mem_zalloc((n.cells.list.count * n.regions + 1) * sizeof *n.ranges);
    find_ranges(&n);
    for (uint32_t r = 0; r < n.regions; r++)
        name_region(&n, r);
    vec_free(&n.cells.list);
    free(n.ranges);
}
