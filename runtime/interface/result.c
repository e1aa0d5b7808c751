/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The result: regions, calls and edges, what the graph can claim (permissive, sure, deterministic), and the graph as a
 * transition system. Kinds of arguments that no region tells apart are merged into one call.
 */
#include "runtime/interface/private.h"

#include <stdlib.h>

/* ---- calls ------------------------------------------------------------------------------------------------------- */

struct reporting {
    const struct summary *s;
    const struct iface_client *c;
    const uint32_t *region;
    uint32_t count; /* regions */
    struct iface *out;
    const char **profiles; /* of raw calls: what it does in each region, as bytes */
    size_t *profile_sizes;
    uint8_t *null_tells; /* of raw calls: a null result leads elsewhere */
    uint32_t *call_of;   /* of raw calls: the merged one */
};

static enum iface_outcome outcome_in(const struct reporting *r, uint32_t region, uint32_t call)
{
    bool is_good = true, is_error = true;
    for (uint32_t m = 0; m < r->s->count; m++)
        if (r->region[m] == region) {
            is_good &= summary_outcome(r->s, m, call)->is == IFACE_GOOD;
            is_error &= summary_outcome(r->s, m, call)->is == IFACE_ERROR;
        }
    return is_good ? IFACE_GOOD : is_error ? IFACE_ERROR : IFACE_UNDECIDED;
}

/* The regions that a call leads to from one, those where it returned a null handle or the others; must where each macro
 * state has a must edge. */
static void find_edges(const struct reporting *r, uint32_t region, uint32_t call, bool is_null, struct buf *targets,
                       uint8_t *must)
{
    uint32_t *seen = base_mem_zalloc((r->count + 1) * sizeof *seen),
             *sure = base_mem_zalloc((r->count + 1) * sizeof *sure);
    uint32_t states = 0;
    for (uint32_t m = 0; m < r->s->count; m++) {
        if (r->region[m] != region)
            continue;
        const struct summary_outcome *o = summary_outcome(r->s, m, call);
        states++;
        for (uint32_t e = o->first; e < o->first + o->count; e++) {
            const struct summary_edge *x = &r->s->edges.items[e];
            if (x->is_null != is_null)
                continue;
            uint32_t to = x->to == SUMMARY_END ? r->count : r->region[x->to];
            seen[to] = 1;
            if (x->must && sure[to] < states)
                sure[to] = sure[to] == states - 1 ? states : 0;
        }
    }
    for (uint32_t t = 0; t <= r->count; t++)
        if (seen[t]) {
            buf_add(targets, &t, sizeof t);
            must[t] |= sure[t] == states;
        }
    free(seen);
    free(sure);
}

static void make_profile(struct reporting *r, uint32_t call)
{
    struct buf b = {0};
    uint8_t *must = base_mem_zalloc(r->count + 1);
    for (uint32_t region = 0; region < r->count; region++) {
        enum iface_outcome is = outcome_in(r, region, call);
        buf_putc(&b, (char)is);
        size_t begin = b.size;
        for (int is_null = 0; is == IFACE_GOOD && is_null < 2; is_null++) {
            size_t middle = b.size;
            uint32_t end = UINT32_MAX;
            find_edges(r, region, call, is_null, &b, must);
            bool differs = is_null && b.size > middle && middle - begin > sizeof end &&
                           (middle - begin - sizeof end != b.size - middle ||
                            memcmp(b.data + begin, b.data + middle, b.size - middle) != 0);
            r->null_tells[call] |= differs;
            buf_add(&b, &end, sizeof end);
        }
    }
    r->profiles[call] = arena_copy(r->out->arena, b.data ? b.data : "", b.size);
    r->profile_sizes[call] = b.size;
    free(must);
    buf_free(&b);
}

static bool same_profile(const struct reporting *r, uint32_t x, uint32_t y)
{
    return r->profile_sizes[x] == r->profile_sizes[y] && !memcmp(r->profiles[x], r->profiles[y], r->profile_sizes[x]);
}

/* The distance between raw calls that differ by one in the kind of argument `k`. */
static uint32_t stride(const struct iface_function *f, uint32_t k)
{
    uint32_t n = 1;
    for (uint32_t i = k + 1; i < f->arg_count; i++)
        n *= f->args[i].kind_count ? f->args[i].kind_count : 1;
    return n;
}

static bool same_kind(const struct reporting *r, const struct iface_function *f, uint32_t k, uint32_t x, uint32_t y)
{
    uint32_t step = stride(f, k), n = f->args[k].kind_count;
    for (uint32_t i = 0; i < f->call_count; i++)
        if (i / step % n == x && !same_profile(r, f->first_call + i, f->first_call + i + (y - x) * step))
            return false;
    return true;
}

static void print_interval(const struct iface_argument *x, struct note_interval v, struct buf *out)
{
    if (v.lo == v.hi)
        buf_printf(out, "%lld", (long long)v.lo);
    else if (v.lo == x->range.lo)
        buf_printf(out, "<=%lld", (long long)v.hi);
    else if (v.hi == x->range.hi)
        buf_printf(out, ">=%lld", (long long)v.lo);
    else
        buf_printf(out, "%lld..%lld", (long long)v.lo, (long long)v.hi);
}

/* "0|4..7": the kinds of one group; neighbours as one. */
static void print_group(const struct iface_argument *x, const uint32_t *group, uint32_t which, struct buf *out)
{
    bool any = false;
    for (uint32_t i = 0; i < x->kind_count; i++) {
        if (group[i] != which)
            continue;
        struct note_interval v = x->kinds[i];
        while (i + 1 < x->kind_count && group[i + 1] == which)
            v.hi = x->kinds[++i].hi;
        buf_puts(out, any ? "|" : "");
        print_interval(x, v, out);
        any = true;
    }
}

static bool tells_null(const struct reporting *r, const struct iface_function *f)
{
    bool tells = false;
    for (uint32_t i = 0; i < f->call_count; i++)
        tells |= r->null_tells[f->first_call + i];
    return tells;
}

/* Groups of kinds for each argument, and a call for each combination of groups. */
static void merge_calls(struct reporting *r, const struct iface_function *f)
{
    struct arena *a = r->out->arena;
    struct iface_call *calls = r->out->calls;
    uint32_t *count = &r->out->call_count;
    uint32_t **group = ARENA_ARRAY(a, uint32_t *, f->arg_count + 1);
    bool has_kinds = false;
    for (uint32_t k = 0; k < f->arg_count; k++) {
        group[k] = ARENA_ARRAY(a, uint32_t, f->args[k].kind_count + 1);
        for (uint32_t i = 0; i < f->args[k].kind_count; i++) {
            group[k][i] = i;
            for (uint32_t j = 0; j < i && group[k][i] == i; j++)
                if (group[k][j] == j && same_kind(r, f, k, j, i))
                    group[k][i] = j;
            has_kinds |= group[k][i] != 0;
        }
    }
    for (uint32_t raw = 0; raw < f->call_count; raw++) {
        uint32_t kinds[MOST_ARGUMENTS], first = 0;
        iface_client_call(r->c, f->first_call + raw, kinds);
        for (uint32_t k = 0; k < f->arg_count; k++)
            first = first * (f->args[k].kind_count ? f->args[k].kind_count : 1) +
                    (f->args[k].kind_count ? group[k][kinds[k]] : 0);
        if (first != raw) {
            r->call_of[f->first_call + raw] = r->call_of[f->first_call + first];
            continue;
        }
        struct buf name = {0};
        const char *before = "(";
        buf_puts(&name, cwi_func_of(r->c->u, f->func)->name);
        for (uint32_t k = 0; has_kinds && k < f->arg_count; k++) {
            bool tells = false;
            for (uint32_t i = 0; i < f->args[k].kind_count; i++)
                tells |= group[k][i] != 0;
            if (f->args[k].fixed)
                continue;
            buf_puts(&name, before);
            before = ",";
            if (tells)
                print_group(&f->args[k], group[k], kinds[k], &name);
            else
                buf_putc(&name, '_');
        }
        buf_puts(&name, has_kinds ? ")" : "");
        struct iface_call *call = &calls[*count];
        *call = (struct iface_call){.name = arena_str(a, buf_str(&name)), .func = f->func};
        iface_rules_describe(call, r->c, f, group, kinds, a);
        r->call_of[f->first_call + raw] = (*count)++;
        if (tells_null(r, f)) {
            call->null = *count;
            calls[*count] = *call;
            calls[*count].name = arena_printf(a, "%s=0", buf_str(&name));
            calls[*count].null = 0;
            calls[(*count)++].is_null = true;
        }
        buf_free(&name);
    }
}

/* ---- the graph --------------------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const struct iface_edge *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->call != y->call)
        return x->call < y->call ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

/* The edges of a raw call from a region are those of its call. */
static void add_targets(const struct reporting *r, uint32_t region, uint32_t raw, bool is_null, uint8_t *some,
                        uint8_t *must)
{
    uint32_t call = r->call_of[raw];
    struct buf targets = {0};
    call = is_null && r->out->calls[call].null ? r->out->calls[call].null : call;
    find_edges(r, region, raw, is_null, &targets, must + (size_t)call * (r->count + 1));
    for (size_t i = 0; i < targets.size / sizeof(uint32_t); i++)
        some[(size_t)call * (r->count + 1) + ((uint32_t *)targets.data)[i]] = 1;
    buf_free(&targets);
}

static void report_edges(struct reporting *r)
{
    struct VEC(struct iface_edge) edges = {0};
    struct iface *out = r->out;
    for (uint32_t region = 0; region < r->count; region++) {
        struct iface_region *from = &out->regions[region];
        from->calls = ARENA_ARRAY(out->arena, enum iface_outcome, out->call_count + 1);
        uint8_t *must = base_mem_zalloc((size_t)(r->count + 1) * out->call_count);
        uint8_t *some = base_mem_zalloc((size_t)(r->count + 1) * out->call_count);
        for (uint32_t raw = 0; raw < r->s->call_count; raw++) {
            const struct iface_call *call = &out->calls[r->call_of[raw]];
            enum iface_outcome is = outcome_in(r, region, raw);
            from->calls[r->call_of[raw]] = is;
            if (call->null)
                from->calls[call->null] = is;
            for (int is_null = 0; is == IFACE_GOOD && is_null < 2; is_null++)
                add_targets(r, region, raw, is_null, some, must);
        }
        for (uint32_t call = 0; call < out->call_count; call++)
            for (uint32_t t = 0; t <= r->count; t++)
                if (some[(size_t)call * (r->count + 1) + t])
                    vec_push(&edges,
                             ((struct iface_edge){region, call, t, must[(size_t)call * (r->count + 1) + t] != 0}));
        free(must);
        free(some);
    }
    if (edges.count)
        qsort(edges.items, edges.count, sizeof *edges.items, by_place);
    out->edge_count = (uint32_t)edges.count;
    out->edges = vec_to_arena(&edges, out->arena);
    vec_free(&edges);
}

static bool has_end(const struct iface *out, uint32_t end)
{
    bool any = false;
    for (uint32_t i = 0; i < out->edge_count; i++)
        any |= out->edges[i].to == end;
    return any;
}

static void judge(struct iface *out)
{
    out->is_permissive = out->is_sure = out->initial_count > 0;
    out->is_deterministic = out->initial_count <= 1;
    for (uint32_t i = 0; i < out->region_count; i++)
        for (uint32_t call = 0; call < out->call_count; call++)
            out->is_permissive &= out->regions[i].calls[call] != IFACE_UNDECIDED;
    for (uint32_t i = 0; i < out->edge_count; i++) {
        const struct iface_edge *e = &out->edges[i];
        out->is_sure &= e->must;
        out->is_deterministic &= !i || e[-1].from != e->from || e[-1].call != e->call;
    }
}

void iface_regions_report(const struct summary *s, const struct iface_client *c, const uint32_t *region, uint32_t count,
                          struct iface *out)
{
    struct arena *a = out->arena;
    struct reporting r = {.s = s, .c = c, .region = region, .count = count, .out = out};
    r.profiles = ARENA_ARRAY(a, const char *, s->call_count + 1);
    r.profile_sizes = ARENA_ARRAY(a, size_t, s->call_count + 1);
    r.null_tells = arena_zalloc(a, s->call_count + 1);
    r.call_of = out->call_of = ARENA_ARRAY(a, uint32_t, s->call_count + 1);
    for (uint32_t call = 0; call < s->call_count; call++)
        make_profile(&r, call);
    out->calls = ARENA_ARRAY(a, struct iface_call, 2 * (size_t)s->call_count + 1);
    for (size_t i = 0; i < c->functions.count; i++)
        merge_calls(&r, &c->functions.items[i]);
    iface_rules_judge(c, out);
    out->regions = ARENA_ARRAY(a, struct iface_region, count + 1);
    for (uint32_t m = 0; m < s->count; m++)
        if (region[m] != UINT32_MAX)
            out->regions[region[m]].states++;
    report_edges(&r);
    out->region_count = count;
    if (has_end(out, count)) {
        out->region_count++;
        out->regions[count].is_end = true;
        out->regions[count].calls = ARENA_ARRAY(a, enum iface_outcome, out->call_count + 1);
        for (uint32_t call = 0; call < out->call_count; call++)
            out->regions[count].calls[call] = IFACE_ERROR;
    }
    out->initial = ARENA_ARRAY(a, uint32_t, s->initial_count + 1);
    for (uint32_t i = 0; i < s->initial_count; i++) {
        bool is_known = false;
        for (uint32_t k = 0; k < out->initial_count; k++)
            is_known |= out->initial[k] == region[s->initial[i]];
        if (!is_known)
            out->initial[out->initial_count++] = region[s->initial[i]];
    }
    judge(out);
}

/* ---- as a transition system -------------------------------------------------------------------------------------- */

struct lts *iface_lts(const struct iface *i, bool with_errors)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t start = i->initial_count == 1 ? i->initial[0] : i->region_count,
             error = i->region_count + (i->initial_count != 1);
    lts_builder_states(b, i->region_count + (i->initial_count != 1));
    for (uint32_t call = 0; call < i->call_count; call++) /* it knows those that are never good, too */
        lts_builder_label(b, i->calls[call].name);
    for (uint32_t k = 0; i->initial_count != 1 && k < i->initial_count; k++)
        lts_builder_add(b, start, LTS_TAU, i->initial[k], true, 0);
    for (uint32_t k = 0; k < i->edge_count; k++) {
        const struct iface_edge *e = &i->edges[k];
        lts_builder_add(b, e->from, lts_builder_label(b, i->calls[e->call].name), e->to, e->must, 0);
    }
    for (uint32_t call = 0; with_errors && call < i->call_count; call++)
        lts_builder_label(b, arena_printf(i->arena, "%s!", i->calls[call].name));
    for (uint32_t r = 0; with_errors && r < i->region_count; r++)
        for (uint32_t call = 0; call < i->call_count; call++) {
            struct buf name = {0};
            if (i->regions[r].calls[call] == IFACE_GOOD || i->regions[r].is_end || i->calls[call].is_null)
                continue;
            buf_printf(&name, "%s!", i->calls[call].name);
            lts_builder_add(b, r, lts_builder_label(b, buf_str(&name)), error, i->regions[r].calls[call] == IFACE_ERROR,
                            0);
            buf_free(&name);
        }
    struct lts *l = lts_builder_finish(b, start, true, false);
    l->state_names = base_mem_zalloc(((size_t)l->states + 1) * sizeof *l->state_names);
    for (uint32_t r = 0; r < l->states; r++) {
        struct buf name = {0};
        bool is_region = r < i->region_count;
        buf_puts(&name, is_region && i->regions[r].words ? i->regions[r].words : "");
        buf_puts(&name, !is_region && with_errors && r == error ? "error" : "");
        l->state_names[r] = name.data;
    }
    return l;
}
