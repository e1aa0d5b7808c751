/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Call graphs and flow graphs, as text or for dot (DuVarney 2002, 4.4: cwcalls and cwflow). Invariant: the same unit
 * gives the same text; nodes stand in the order of their ids.
 */
#include "runtime/cwi/print.h"

static void put_quoted(struct buf *out, const char *text, size_t size)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\n') { /* dot: end of a line, to be set flush left */
            buf_puts(out, "\\l");
            continue;
        }
        if (text[i] == '"' || text[i] == '\\')
            buf_putc(out, '\\');
        buf_putc(out, text[i]);
    }
    buf_putc(out, '"');
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

struct calls {
    const struct cwi_unit *u;
    enum cwi_graph_format format;
    struct buf *out;
    bool *reached;
    struct VEC(cwi_id) work;
    uint32_t *sites; /* of one caller, by callee */
    struct VEC(cwi_id) callees;
    struct VEC(const struct cwi_expr *) pointers;
};

static void reach(struct calls *c, cwi_id f)
{
    if (!c->reached[f]) {
        c->reached[f] = true;
        vec_push(&c->work, f);
    }
}

static void add_call(struct calls *c, const struct cwi_expr *callee)
{
    while (callee->kind == CWI_UNARY && callee->op == CWI_CONVERT)
        callee = callee->a;
    if (callee->kind != CWI_FUNCREF) {
        for (size_t i = 0; i < c->pointers.count; i++)
            if (cwi_expr_equal(c->pointers.items[i], callee))
                return;
        vec_push(&c->pointers, callee);
        return;
    }
    if (!c->sites[callee->ref]++)
        vec_push(&c->callees, callee->ref);
}

static void find_calls(struct calls *c, const struct cwi_func *f)
{
    c->callees.count = c->pointers.count = 0;
    for (uint32_t i = 0; i < f->block_count; i++)
        for (uint32_t j = 0; j < f->blocks[i].count; j++)
            if (f->blocks[i].stmts[j].kind == CWI_CALL)
                add_call(c, f->blocks[i].stmts[j].rhs);
}

static bool may_be_called(const struct cwi_func *f, const struct cwi_type *t)
{
    return f->is_address_taken && (!t || t->kind != CWI_FUNC || t->is_variadic || !t->param_count || !f->param_count ||
                                   t->param_count == f->param_count);
}

/* A call through a pointer reaches every function whose address is taken and whose parameters are as many. */
static void pointer_targets(struct calls *c, cwi_id from, const struct cwi_expr *pointer,
                            void (*each)(struct calls *, cwi_id, cwi_id))
{
    const struct cwi_type *p = cwi_type_of(c->u, pointer->type);
    const struct cwi_type *t = p->kind == CWI_PTR && p->of ? cwi_type_of(c->u, p->of) : NULL;
    for (cwi_id f = 1; f < c->u->funcs.count; f++)
        if (may_be_called(c->u->funcs.items[f], t))
            each(c, from, f);
}

static void reach_target(struct calls *c, cwi_id from, cwi_id to)
{
    (void)from;
    reach(c, to);
}

static void put_dashed(struct calls *c, cwi_id from, cwi_id to)
{
    buf_printf(c->out, "    f%u -> f%u [style=dashed]\n", from, to);
}

static void put_pointer_text(struct calls *c, cwi_id from, const struct cwi_expr *pointer)
{
    buf_printf(c->out, "%s -> *(", func_name(c->u, from));
    cwi_print_expr(c->u, pointer, c->out);
    buf_puts(c->out, ")\n");
}

static void put_callees(struct calls *c, cwi_id from)
{
    for (size_t i = 0; i < c->callees.count; i++) {
        cwi_id to = c->callees.items[i];
        if (c->format == CWI_GRAPH_DOT)
            buf_printf(c->out, "    f%u -> f%u", from, to);
        else
            buf_printf(c->out, "%s -> %s", func_name(c->u, from), func_name(c->u, to));
        if (c->sites[to] > 1)
            buf_printf(c->out, c->format == CWI_GRAPH_DOT ? " [label=\"%u\"]" : " (%u calls)", c->sites[to]);
        buf_putc(c->out, '\n');
        c->sites[to] = 0;
    }
    for (size_t i = 0; i < c->pointers.count; i++)
        if (c->format == CWI_GRAPH_DOT)
            pointer_targets(c, from, c->pointers.items[i], put_dashed);
        else
            put_pointer_text(c, from, c->pointers.items[i]);
}

static void mark_reached(struct calls *c, cwi_id root)
{
    reach(c, root);
    for (size_t i = 0; i < c->work.count; i++) {
        find_calls(c, cwi_func_of(c->u, c->work.items[i]));
        for (size_t j = 0; j < c->callees.count; j++) {
            c->sites[c->callees.items[j]] = 0;
            reach(c, c->callees.items[j]);
        }
        for (size_t j = 0; j < c->pointers.count; j++)
            pointer_targets(c, 0, c->pointers.items[j], reach_target);
    }
}

static void put_node(struct calls *c, cwi_id id)
{
    const struct cwi_func *f = cwi_func_of(c->u, id);
    if (c->format != CWI_GRAPH_DOT)
        return;
    const char *name = func_name(c->u, id);
    buf_printf(c->out, "    f%u [label=", id);
    put_quoted(c->out, name, strlen(name));
    buf_puts(c->out, f->block_count ? "]\n" : " style=dotted]\n"); /* dotted: no body */
}

void cwi_call_graph(const struct cwi_unit *u, cwi_id root, enum cwi_graph_format format, struct buf *out)
{
    struct calls c = {.u = u, .format = format, .out = out};
    c.reached = mem_zalloc(u->funcs.count * sizeof *c.reached);
    c.sites = mem_zalloc(u->funcs.count * sizeof *c.sites);
    if (root)
        mark_reached(&c, root);
    if (format == CWI_GRAPH_DOT)
        buf_puts(out, "digraph calls {\n    rankdir=LR\n    node [shape=box fontname=\"monospace\"]\n");
    for (cwi_id f = 1; f < u->funcs.count; f++)
        if (!root || c.reached[f])
            put_node(&c, f);
    for (cwi_id f = 1; f < u->funcs.count; f++)
        if (!root || c.reached[f]) {
            find_calls(&c, cwi_func_of(u, f));
            put_callees(&c, f);
        }
    if (format == CWI_GRAPH_DOT)
        buf_puts(out, "}\n");
    free(c.reached);
    free(c.sites);
    vec_free(&c.work);
    vec_free(&c.callees);
    vec_free(&c.pointers);
}

/* ---- flow -------------------------------------------------------------------------------------------------------- */

struct flow {
    const struct cwi_unit *u;
    enum cwi_graph_format format;
    struct buf *out;
};

static void put_edge(struct flow *f, uint32_t from, uint32_t to, const char *label)
{
    if (f->format == CWI_GRAPH_TEXT) {
        buf_printf(f->out, "    %u -> %u%s%s\n", from, to, *label ? "  " : "", label);
        return;
    }
    buf_printf(f->out, "    b%u -> b%u", from, to);
    if (*label) {
        buf_puts(f->out, " [label=");
        put_quoted(f->out, label, strlen(label));
        buf_putc(f->out, ']');
    }
    buf_putc(f->out, '\n');
}

static void put_edges(struct flow *f, uint32_t from, const struct cwi_stmt *last)
{
    for (uint32_t i = 0; i < last->target_count; i++) {
        const char *label = "";
        if (last->kind == CWI_IF)
            label = i ? "no" : "yes";
        else if (last->kind == CWI_SWITCH)
            label = "default";
        put_edge(f, from, last->targets[i], label);
    }
    for (uint32_t i = 0; i < last->case_count; i++) {
        const struct cwi_case *c = &last->cases[i];
        struct buf label = {0};
        if (c->name)
            buf_puts(&label, c->name);
        else
            buf_printf(&label, "%lld", (long long)c->lo);
        if (c->hi != c->lo)
            buf_printf(&label, " ... %lld", (long long)c->hi);
        put_edge(f, from, c->target, buf_str(&label));
        buf_free(&label);
    }
}

static void put_block(struct flow *f, const struct cwi_func *func, uint32_t i)
{
    const struct cwi_block *b = &func->blocks[i];
    struct buf text = {0};
    buf_printf(&text, "%u:", i);
    for (uint32_t j = 0; j < b->label_count; j++)
        buf_printf(&text, " %s:", b->labels[j]);
    buf_putc(&text, '\n');
    for (uint32_t j = 0; j < b->count; j++) {
        const struct cwi_stmt *s = &b->stmts[j];
        bool is_edge = s->kind == CWI_GOTO || s->kind == CWI_SWITCH || s->kind == CWI_IF;
        if (is_edge && s->rhs) { /* the targets are drawn */
            buf_puts(&text, s->kind == CWI_IF ? "if (" : "switch (");
            cwi_print_expr(f->u, s->rhs, &text);
            buf_puts(&text, ")\n");
        } else if (!is_edge) {
            cwi_print_stmt(f->u, func, s, &text);
            buf_putc(&text, '\n');
        }
    }
    if (f->format == CWI_GRAPH_DOT) {
        buf_printf(f->out, "    b%u [label=", i);
        put_quoted(f->out, text.data, text.size);
        buf_puts(f->out, "]\n");
    } else {
        buf_add(f->out, text.data, text.size);
    }
    buf_free(&text);
}

void cwi_flow_graph(const struct cwi_unit *u, cwi_id func, enum cwi_graph_format format, struct buf *out)
{
    struct flow f = {u, format, out};
    const struct cwi_func *g = cwi_func_of(u, func);
    if (format == CWI_GRAPH_DOT) {
        buf_puts(out, "digraph ");
        put_quoted(out, func_name(u, func), strlen(func_name(u, func)));
        buf_puts(out, " {\n    node [shape=box fontname=\"monospace\"]\n");
    }
    for (uint32_t i = 0; i < g->block_count; i++) {
        put_block(&f, g, i);
        put_edges(&f, i, &g->blocks[i].stmts[g->blocks[i].count - 1]);
    }
    buf_puts(out, format == CWI_GRAPH_DOT ? "}\n" : "");
}
