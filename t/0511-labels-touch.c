/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether an access touches the cell of a rule.
 */
#include "0500-notes.h"
#include "labels/labels.h"
#include "runtime/cwi/edit.h"

static const struct cwi_expr *lvalue(struct arena *a, const char *text)
{
    struct diag d;
    struct note *n = NULL;
    char *whole = arena_printf(a, "abstract %s : top", text);
    if (parse_one(a, fx.main_func, whole, &n, &d))
        printf("# %s: %s\n", text, d.text);
    return n ? n->u.abstract.cell : NULL;
}

static const struct {
    const char *cell, *access;
    enum ev_touch touch;
} rows[] = {
    {"n", "n", EV_TOUCH_YES},
    {"n", "x", EV_TOUCH_NO},
    {"buf", "buf[3]", EV_TOUCH_YES},
    {"buf[3]", "buf", EV_TOUCH_YES},
    {"buf[3]", "buf[3]", EV_TOUCH_YES},
    {"buf[3]", "buf[4]", EV_TOUCH_NO},
    {"buf[3]", "buf[n]", EV_TOUCH_MAYBE},
    {"buf", "buf[n]", EV_TOUCH_MAYBE},
    {"pkt.kind", "pkt.data[0]", EV_TOUCH_NO},
    {"pkt.kind", "pkt", EV_TOUCH_YES},
    {"pkt", "pkt.flags", EV_TOUCH_YES},
    {"pkt.data[n]", "pkt.kind", EV_TOUCH_NO},
    {"pkt.data[n]", "pkt.data[1]", EV_TOUCH_MAYBE},
    {"pkt.a", "pkt.b", EV_TOUCH_YES},
    {"pp->kind", "pp->kind", EV_TOUCH_YES},
    {"pp->kind", "pp->data[n]", EV_TOUCH_NO},
    {"pp->kind", "pkt.kind", EV_TOUCH_MAYBE},
    {"pp->kind", "*p", EV_TOUCH_MAYBE},
    {"*p", "p[1]", EV_TOUCH_MAYBE},
    {"((struct packet *)64)->kind", "((struct packet *)64)->kind", EV_TOUCH_YES},
    {"((struct packet *)64)->kind", "((struct packet *)64)->flags", EV_TOUCH_NO},
    {"((struct packet *)64)->kind", "*(int *)64", EV_TOUCH_YES},
};

int main(void)
{
    fixture();
    struct arena *a = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct cwi_expr *cell = lvalue(a, rows[i].cell), *access = lvalue(a, rows[i].access);
        static const char *const names[] = {"does not touch", "may touch", "touches"};
        if (ok(cell && access && ev_touches(fx.u, cell, access) == rows[i].touch, "%s %s %s", rows[i].access,
               names[rows[i].touch], rows[i].cell))
            ok(ev_touches(fx.u, access, cell) == rows[i].touch, "and the other way round");
    }
    /* GCC's indices have another type than those of annotations. */
    const struct cwi_expr *three = cwi_expr_const(a, cwi_int_type(fx.u, 32, false), 3);
    const struct cwi_expr *element = cwi_expr_index(a, fx.t_int, cwi_expr_var(a, fx.u, fx.buf), three);
    ok(ev_touches(fx.u, lvalue(a, "buf[3]"), element) == EV_TOUCH_YES, "indices are compared by value");
    arena_free(a);
    cwi_unit_free(fx.u);
    return done();
}
