/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The call graph: who calls whom, how often, and how far from the roots.
 */
#include "calls.h"

#include "runtime/base/components.h"

const char *driver_calls_name(const struct cwi_unit *u, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(u, func);
    return f->name ? f->name : f->asm_name ? f->asm_name : "?";
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* What a temporary of the compiler holds, where one statement alone sets it; else the expression itself. */
static const struct cwi_expr *behind_temporary(const struct cwi_unit *u, const struct cwi_func *f,
                                               const struct cwi_expr *e)
{
    const struct cwi_expr *value = NULL;
    if (e->kind != CWI_VAR || cwi_var_of(u, e->ref)->linkage != CWI_TEMP)
        return e;
    for (uint32_t i = 0; i < f->block_count; i++)
        for (uint32_t j = 0; j < f->blocks[i].count; j++) {
            const struct cwi_stmt *s = &f->blocks[i].stmts[j];
            if (!s->lhs || s->lhs->kind != CWI_VAR || s->lhs->ref != e->ref)
                continue;
            if (value || s->kind != CWI_ASSIGN)
                return e;
            value = s->rhs;
        }
    return value ? value : e;
}

static void add_pointer(struct call_graph *g, cwi_id from, const struct cwi_expr *callee)
{
    callee = behind_temporary(g->u, cwi_func_of(g->u, from), callee);
    for (size_t i = g->nodes[from].first_pointer; i < g->pointers.count; i++)
        if (cwi_expr_equal(g->pointers.items[i], callee))
            return;
    vec_push(&g->pointers, callee);
}

/* `edge_of`: of each callee, the number of its edge plus one, which counts only if it belongs to this caller. */
static void add_call(struct call_graph *g, cwi_id from, const struct cwi_expr *callee, size_t *edge_of)
{
    callee = cwi_converted(callee);
    if (callee->kind != CWI_FUNCREF) {
        add_pointer(g, from, callee);
        return;
    }
    if (edge_of[callee->ref] <= g->nodes[from].first_edge) {
        struct call_edge new = {callee->ref, 0};
        vec_push(&g->edges, new);
        edge_of[callee->ref] = g->edges.count;
    }
    g->edges.items[edge_of[callee->ref] - 1].sites++;
}

static void collect(struct call_graph *g)
{
    size_t *edge_of = base_mem_zalloc(g->count * sizeof *edge_of);
    for (cwi_id id = 1; id < g->count; id++) {
        const struct cwi_func *f = cwi_func_of(g->u, id);
        g->nodes[id].first_edge = g->edges.count;
        g->nodes[id].first_pointer = g->pointers.count;
        for (uint32_t i = 0; i < f->block_count; i++)
            for (uint32_t j = 0; j < f->blocks[i].count; j++)
                if (f->blocks[i].stmts[j].kind == CWI_CALL)
                    add_call(g, id, f->blocks[i].stmts[j].rhs, edge_of);
    }
    g->nodes[g->count].first_edge = g->edges.count;
    g->nodes[g->count].first_pointer = g->pointers.count;
    free(edge_of);
}

/* ---- components -------------------------------------------------------------------------------------------------- */

static uint32_t next_callee(void *context, uint32_t node, uint32_t i)
{
    const struct call_graph *g = context;
    size_t at = g->nodes[node].first_edge + i;
    return node && at < g->nodes[node + 1].first_edge ? g->edges.items[at].to : COMPONENTS_NONE;
}

static bool is_function(void *context, uint32_t node)
{
    (void)context;
    return node != 0;
}

static void number_component(void *context, const uint32_t *members, uint32_t count)
{
    struct call_graph *g = context;
    for (uint32_t i = 0; i < count; i++)
        g->nodes[members[i]].component = g->components;
    g->components++;
}

/* ---- depth ------------------------------------------------------------------------------------------------------- */

static void mark_called(struct call_graph *g)
{
    bool *called = base_mem_zalloc(g->components + 1);
    for (cwi_id f = 1; f < g->count; f++)
        for (size_t e = g->nodes[f].first_edge; e < g->nodes[f + 1].first_edge; e++) {
            uint32_t to = g->nodes[g->edges.items[e].to].component;
            called[to] |= to != g->nodes[f].component;
        }
    for (cwi_id f = 1; f < g->count; f++)
        g->nodes[f].has_callers = called[g->nodes[f].component];
    free(called);
}

static void measure_depth(struct call_graph *g, cwi_id root)
{
    struct VEC(cwi_id) queue = {0};
    cwi_id start = root ? root : cwi_find_func(g->u, NULL, "main", NULL);
    bool has_start = start && (root || cwi_func_of(g->u, start)->block_count);
    for (cwi_id f = 1; f < g->count; f++) {
        bool is_root = has_start ? f == start : !g->nodes[f].has_callers;
        g->nodes[f].depth = is_root ? 0 : CALLS_NO_LIMIT;
        if (is_root)
            vec_push(&queue, f);
    }
    for (size_t i = 0; i < queue.count; i++) {
        const struct call_node *n = &g->nodes[queue.items[i]];
        for (size_t e = n->first_edge; e < n[1].first_edge; e++) {
            struct call_node *to = &g->nodes[g->edges.items[e].to];
            if (to->depth == CALLS_NO_LIMIT) {
                to->depth = n->depth + 1;
                vec_push(&queue, g->edges.items[e].to);
            }
        }
    }
    vec_free(&queue);
    for (cwi_id f = 1; f < g->count && !root; f++)
        if (g->nodes[f].depth == CALLS_NO_LIMIT)
            g->nodes[f].depth = CALLS_ELSEWHERE;
}

void driver_calls_make(struct call_graph *g, const struct cwi_unit *u, cwi_id root, uint32_t depth)
{
    *g = (struct call_graph){.u = u, .count = (uint32_t)u->funcs.count, .depth = depth};
    g->nodes = base_mem_zalloc((g->count + (size_t)1) * sizeof *g->nodes);
    collect(g);
    struct components_graph all = {g->count, next_callee, is_function, number_component, g};
    base_components_find(&all);
    mark_called(g);
    measure_depth(g, root);
    if (g->depth == CALLS_NO_LIMIT)
        g->depth = CALLS_ELSEWHERE;
}

void driver_calls_free(struct call_graph *g)
{
    free(g->nodes);
    vec_free(&g->edges);
    vec_free(&g->pointers);
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void put_caller(const struct call_graph *g, cwi_id from, struct buf *out)
{
    const struct call_node *n = &g->nodes[from];
    uint32_t beyond = 0;
    for (size_t e = n->first_edge; e < n[1].first_edge; e++) {
        const struct call_edge *edge = &g->edges.items[e];
        if (g->nodes[edge->to].depth > g->depth) {
            beyond++;
            continue;
        }
        buf_printf(out, "%s -> %s", driver_calls_name(g->u, from), driver_calls_name(g->u, edge->to));
        if (edge->sites > 1)
            buf_printf(out, " (%u calls)", edge->sites);
        buf_putc(out, '\n');
    }
    for (size_t p = n->first_pointer; p < n[1].first_pointer; p++) {
        buf_printf(out, "%s -> *(", driver_calls_name(g->u, from));
        cwi_print_expr(g->u, g->pointers.items[p], out);
        buf_puts(out, ")\n");
    }
    if (beyond)
        buf_printf(out, "%s -> ... (%u deeper)\n", driver_calls_name(g->u, from), beyond);
}

void driver_calls_put_text(const struct call_graph *g, struct buf *out)
{
    for (cwi_id f = 1; f < g->count; f++)
        if (g->nodes[f].depth <= g->depth)
            put_caller(g, f, out);
}
