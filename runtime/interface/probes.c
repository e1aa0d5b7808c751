/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What makes a run that tracks everything exactly surer.
 *
 * Probes are raw calls with values for their inputs. The engine says that a choice is surely possible when some value
 * of one input makes it that it was not asked about before; where an input is looked at twice, or two are compared, a
 * value that makes it is tried. Source: the paper's must predecessor asks for some argument, not for all.
 *
 * Focus: a variable that an input was stored in, `mode = x & 7`, holds a set of values: the macro state is cut into one
 * for each, as the paper cuts a region that errs in part.
 */
#include "runtime/interface/private.h"

enum { MOST_VALUES = 24, MOST_PROBES = 96 };

/* Values of a kind: small ones, and those at its ends; of few, the one nearest to 1 comes first. */
static size_t values_of(const struct note_interval *k, enum iface_probing how, int64_t *out)
{
    enum { SMALL = 8 };
    size_t n = 0;
    const int64_t some[] = {k->lo > 1 ? k->lo : k->hi < 1 ? k->hi : 1, k->lo, k->hi};
    for (int64_t v = -SMALL; how == IFACE_PROBE_MANY && v <= SMALL; v++)
        if (v >= k->lo && v <= k->hi)
            out[n++] = v;
    for (size_t i = 0; i < (how == IFACE_PROBE_ONE ? 1 : 3); i++) {
        bool is_known = false;
        for (size_t j = 0; j < n; j++)
            is_known |= out[j] == some[i];
        if (!is_known)
            out[n++] = some[i];
    }
    return n;
}

static void add_probe(struct iface_client *c, const struct iface_function *f, uint32_t call, const int64_t *values)
{
    struct iface_probe p = {call, ARENA_ARRAY(c->a, int64_t, f->arg_count + 1)};
    memcpy(p.values, values, f->arg_count * sizeof *values);
    vec_push(&c->probes, p);
}

/* One argument at a time takes all of its values, the others one that differs from it or not. */
void iface_client_add_probes(struct iface_client *c, uint32_t call, enum iface_probing how)
{
    uint32_t kinds[MOST_ARGUMENTS];
    const struct iface_function *f = iface_client_call(c, call, kinds);
    int64_t values[MOST_ARGUMENTS][MOST_VALUES], now[MOST_ARGUMENTS];
    size_t counts[MOST_ARGUMENTS], first = c->probes.count;
    for (uint32_t i = 0; i < f->arg_count; i++)
        counts[i] = f->args[i].kind_count ? values_of(&f->args[i].kinds[kinds[i]], how, values[i]) : 0;
    for (uint32_t i = 0; i < f->arg_count; i++)
        for (size_t v = 0; v < counts[i] && c->probes.count - first < MOST_PROBES; v++)
            for (int same = 0; same < 2; same++) {
                for (uint32_t k = 0; k < f->arg_count; k++)
                    now[k] = !counts[k] ? 0 : k == i ? values[k][v] : values[k][same ? v % counts[k] : counts[k] / 2];
                if (!same || (i == 0 && f->arg_count > 1))
                    add_probe(c, f, call, now);
            }
}

/* ---- focus ------------------------------------------------------------------------------------------------------- */

enum { FOCUS_VALUES = 16, MOST_FOCUS = 16 };

/* Values one by one to begin with, then ranges between what the cell is compared with. */
static void add_cell(struct iface_client *c, struct choices *choices, const struct cwi_expr *cell)
{
    const struct cwi_type *t = cwi_type_of(c->u, cell->type);
    struct VEC(struct note_interval) values = {0};
    int64_t *starts = NULL;
    if (t->kind != CWI_INT || t->bits < 2 || t->bits > 64 || c->focus.count == MOST_FOCUS)
        return;
    size_t count = check_choices_starts(choices, c->a, cell, &starts);
    int64_t most = t->bits < 6 && !t->is_signed ? (INT64_C(1) << t->bits) - 1 : FOCUS_VALUES - 1;
    most = t->bits < 6 && t->is_signed ? (INT64_C(1) << (t->bits - 1)) - 1 : most;
    for (int64_t v = 0; v <= most; v++)
        vec_push(&values, ((struct note_interval){v, v}));
    for (size_t i = 0; i + 1 < count; i++)
        if (starts[i] > most)
            vec_push(&values, ((struct note_interval){starts[i], starts[i + 1] - 1}));
    struct iface_focus f = {cell, NULL, (uint32_t)values.count};
    f.values = vec_to_arena(&values, c->a);
    vec_push(&c->focus, f);
    vec_free(&values);
}

void iface_client_add_focus(struct iface_client *c, const struct notes *given)
{
    struct choices choices;
    struct iface_cells cells = {0};
    iface_client_cells(c, &cells);
    check_choices_begin(&choices, c->a, c->u, given);
    for (size_t i = 0; i < cells.list.count; i++)
        add_cell(c, &choices, cells.list.items[i]);
    check_choices_end(&choices);
    vec_free(&cells.list);
}
