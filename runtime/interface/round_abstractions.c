/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What rounds keep of cells that nothing was blamed on: pointers alone, or integers as ranges between the numbers that
 * the library mentions.
 */
#include "runtime/base/sorted.h"
#include "runtime/interface/private.h"

enum { MOST_NUMBER = 1 << 30, MOST_NUMBERS = 60 };

static vs keep_pointers(struct vs_pool *p, void *nothing, struct vs_type t, vs v)
{
    (void)p, (void)nothing;
    return t.kind == VS_PTR ? v : VS_TOP;
}

const struct abs *iface_keep_pointers(struct arena *a)
{
    return abs_user(a, "pointers", keep_pointers, NULL);
}

struct numbers {
    struct VEC(int64_t) list;
};

static bool add_number(void *context, const struct cwi_expr *e)
{
    struct numbers *x = context;
    if (e->kind == CWI_CONST && e->value > -MOST_NUMBER && e->value < MOST_NUMBER) {
        vec_push(&x->list, e->value);
        vec_push(&x->list, e->value + 1);
    }
    return e->kind != CWI_FIELD && e->kind != CWI_ADDR;
}

/* Numbers as ranges, pointers as they are. */
static vs keep_ranges(struct vs_pool *p, void *ranges, struct vs_type t, vs v)
{
    return t.kind == VS_INT ? abs_round(p, ranges, t, v) : v;
}

const struct abs *iface_keep_ranges(struct arena *a, const struct iface_client *c)
{
    struct numbers x = {0};
    const struct abs *abs = NULL;
    for (cwi_id i = 1; i < c->u->funcs.count; i++) {
        const struct cwi_func *f = cwi_func_of(c->u, i);
        bool is_librarys = i != c->func && !cwi_is_model(c->u, f->unit_file);
        for (uint32_t b = 0; is_librarys && b < f->block_count; b++)
            for (uint32_t k = 0; k < f->blocks[b].count; k++) {
                const struct cwi_stmt *stmt = &f->blocks[b].stmts[k];
                if (stmt->rhs && (stmt->kind == CWI_ASSIGN || stmt->kind == CWI_IF))
                    cwi_expr_walk(stmt->rhs, add_number, &x);
                for (uint32_t n = 0; n < stmt->case_count; n++)
                    vec_push(&x.list, stmt->cases[n].lo);
            }
    }
    x.list.count = base_sort_unique_i64(x.list.items, x.list.count);
    struct abs_arg *args = ARENA_ARRAY(a, struct abs_arg, x.list.count + 1);
    size_t n = x.list.count;
    for (size_t i = 0; i < n; i++)
        args[i] = (struct abs_arg){.kind = ABS_INT, .lo = x.list.items[i], .hi = x.list.items[i]};
    if (n && n <= MOST_NUMBERS && abs_make(a, "ranges", args, n, (struct place){0}, &abs, NULL))
        abs = NULL;
    vec_free(&x.list);
    return abs ? abs_user(a, "ranges of all numbers", keep_ranges, (void *)abs) : NULL;
}
