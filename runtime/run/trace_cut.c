/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops that are cut. Invariant: whatever a turn of the loop may change has a value that is an input, or none, when the
 * turn begins; so what a turn does stands for every turn.
 */
#include "trace.h"

/* ---- what the loop may change ------------------------------------------------------------------------------------ */

struct changes {
    struct machine *m;
    const struct cwi_func *f; /* that the loop is in */
    const bool *in_loop;
    bool *changed;  /* by variable */
    bool is_called; /* somebody calls the function that the loop is in, or knows its address */
};

static cwi_id base_of(const struct cwi_expr *e)
{
    while (e->kind == CWI_FIELD || e->kind == CWI_INDEX)
        e = e->a;
    return e->kind == CWI_VAR ? e->ref : 0;
}

/* What somebody has the address of may be changed anywhere. */
static bool note_address(void *context, const struct cwi_expr *e)
{
    struct changes *c = context;
    if (e->kind == CWI_ADDR && base_of(e->a))
        c->changed[base_of(e->a)] = true;
    c->is_called |= e->kind == CWI_FUNCREF && cwi_func_of(c->m->u, e->ref) == c->f;
    return true;
}

static void note_statement(struct changes *c, const struct cwi_stmt *s, bool is_within)
{
    if (s->lhs && is_within && base_of(s->lhs))
        c->changed[base_of(s->lhs)] = true;
    cwi_stmt_walk(s, note_address, c);
}

static void find_changes(struct changes *c)
{
    const struct cwi_unit *u = c->m->u;
    for (cwi_id id = 1; id < u->funcs.count; id++)
        for (uint32_t b = 0; b < cwi_func_of(u, id)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(u, id)->blocks[b].count; i++)
                note_statement(c, &cwi_func_of(u, id)->blocks[b].stmts[i], cwi_func_of(u, id) != c->f || c->in_loop[b]);
    for (cwi_id v = 1; v < u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(u, v);
        c->changed[v] |= x->is_exposed || x->is_volatile; /* the compiler's is_address_taken is true of all arrays */
        for (uint32_t i = 0; i < x->init_count; i++)
            if (x->init[i].value)
                cwi_expr_walk(x->init[i].value, note_address, c);
    }
}

/* ---- preparing --------------------------------------------------------------------------------------------------- */

static void add_cells(struct machine *m, struct cut *c, cwi_id var, cwi_id type, uint64_t offset)
{
    enum { MOST_LEAVES = 1024 };
    const struct cwi_type *t = cwi_type_of(m->u, type);
    struct shape s = run_shape_of(m->u, type);
    if (s.form == FORM_INT && !s.is_pointer && s.size <= 8 && (s.bits == 1 || s.bits == 8 * s.size))
        vec_push(&c->leaves, ((struct run_cell){var, offset, s.bits, s.is_signed}));
    if (c->leaves.count > MOST_LEAVES)
        c->is_too_large = true;
    if (t->kind == CWI_ARRAY && t->count != CWI_UNKNOWN)
        for (uint64_t i = 0; i < t->count && !c->is_too_large; i++)
            add_cells(m, c, var, t->of, offset + i * cwi_type_of(m->u, t->of)->size);
    bool has_bits = false;
    for (uint32_t i = 0; i < t->field_count; i++)
        has_bits |= t->fields[i].bit_width != 0;
    for (uint32_t i = 0; t->kind == CWI_STRUCT && !has_bits && i < t->field_count; i++)
        add_cells(m, c, var, t->fields[i].type, offset + t->fields[i].offset);
}

static bool is_users(const struct cwi_var *v)
{
    return v->name && *v->name != '_' && !strchr(v->name, '.') && v->at.line;
}

bool run_trace_cut_begin(struct machine *m, struct cut *c, cwi_id func, const bool *in_loop, uint32_t head)
{
    const struct func_code *fn = &m->funcs[func];
    const struct cwi_func *f = cwi_func_of(m->u, func);
    struct changes changes = {m, f, in_loop, base_mem_zalloc(m->u->vars.count + 1), false};
    c->func = func;
    c->changed = changes.changed;
    for (uint32_t k = 0; fn->code && k < fn->instr_count && !c->head; k++)
        if (fn->code[k].src == &f->blocks[head].stmts[0])
            c->head = &fn->code[k];
    if (!c->head || !f->blocks[head].count)
        return false;
    find_changes(&changes);
    for (cwi_id v = 1; v < m->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(m->u, v);
        bool is_own = x->owner == func && v >= fn->first_var && v - fn->first_var < fn->var_count &&
                      fn->slot_of[v - fn->first_var] != UINT32_MAX;
        bool is_ours = is_own ? is_users(x) : m->statics[v] && !x->is_const;
        size_t first = c->leaves.count;
        if (is_ours)
            add_cells(m, c, v, x->type, 0);
        for (size_t i = first; i < c->leaves.count && i < first + 16 && c->cell_count < CUT_CELLS; i++)
            c->cells[c->cell_count++] = c->leaves.items[i];
    }
    return !c->is_too_large && !changes.is_called; /* what is before the loop may be done in a turn of it, too */
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static bool is_in_memory(const struct machine *m, const struct cut *c, cwi_id var)
{
    const struct func_code *fn = &m->funcs[c->func];
    return cwi_var_of(m->u, var)->owner != c->func || m->statics[var] || fn->in_memory[var - fn->first_var];
}

/* The first byte of a variable in memory; NULL: it is none that can be named. A local has its place in the frame before
 * its object is needed, so what it holds counts from the beginning. */
static uint8_t *start_of(struct machine *m, const struct cut *c, struct frame *f, cwi_id var)
{
    const struct func_code *fn = &m->funcs[c->func];
    if (m->statics[var])
        return (uint8_t *)(uintptr_t)m->statics[var];
    if (cwi_var_of(m->u, var)->owner != c->func)
        return NULL;
    uint32_t local = fn->slot_of[var - fn->first_var];
    return local == UINT32_MAX ? NULL : f->base + fn->locals[local].offset;
}

static struct symbolic cell_value(struct machine *m, struct cut *c, struct frame *f, const struct run_cell *x,
                                  bool *is_undefined)
{
    const struct func_code *fn = &m->funcs[c->func];
    struct shape t = {.form = FORM_INT, .bits = x->bits, .is_signed = x->is_signed, .size = (x->bits + 7u) / 8};
    struct symbolic r = {{0}, 0};
    *is_undefined = false;
    if (!is_in_memory(m, c, x->var)) {
        struct val *reg = &f->registers[fn->slot_of[x->var - fn->first_var]];
        struct shadow s = *run_trace_register(m, reg);
        r.v = *reg;
        r.term = s.term && s.bits == reg->bits ? run_trace_convert(m->trace, s.term, t.is_signed, t.bits) : 0;
        *is_undefined = reg->undef != 0;
        return r;
    }
    const uint8_t *at = start_of(m, c, f, x->var);
    *is_undefined = !at || !run_memory_is_init(&m->mem, at + x->offset, t.size);
    if (!*is_undefined)
        r = run_trace_held(m, at + x->offset, &(struct place_code){.t = t});
    *is_undefined |= r.v.undef != 0;
    return r;
}

/* ---- candidates -------------------------------------------------------------------------------------------------- */

struct claim { /* that a candidate holds */
    bool holds;
    uint32_t term; /* 0: it does not depend on inputs */
};

static uint32_t as_term(struct trace *t, struct symbolic x, const struct run_cell *c, unsigned width)
{
    return x.term ? run_trace_convert(t, x.term, c->is_signed, width) : run_trace_constant(t, x.v.bits, width);
}

static bool fits(struct symbolic a, const struct run_cell *c)
{
    return a.term || run_fit(a.v.bits, (struct shape){.bits = c->bits, .is_signed = c->is_signed}) == a.v.bits;
}

/* In as few bits as both have; the number of `x` or of `y` may be one of the candidate's own. */
static struct claim compare(struct trace *t, enum cwi_op op, struct symbolic a, const struct run_cell *x,
                            struct symbolic b, const struct run_cell *y)
{
    struct claim r = {op == CWI_EQ ? a.v.bits == b.v.bits : (int64_t)a.v.bits <= (int64_t)b.v.bits, 0};
    const struct run_cell *c = a.term ? x : y;
    bool is_alike = (!a.term || !b.term || (x->bits == y->bits && x->is_signed == y->is_signed)) && fits(a, c) &&
                    fits(b, c) && c->bits < 64;
    unsigned width = is_alike ? c->bits : 64;
    if (a.term || b.term)
        r.term =
            run_trace_binary(t, op, is_alike ? c->is_signed : true, as_term(t, a, x, width), as_term(t, b, y, width));
    return r;
}

static struct claim either(struct trace *t, struct claim a, struct claim b)
{
    struct claim r = {a.holds || b.holds, 0};
    if ((!a.term && a.holds) || (!b.term && b.holds))
        return r;
    r.term = !a.term ? b.term : !b.term ? a.term : run_trace_binary(t, CWI_LOGOR, false, a.term, b.term);
    return r;
}

static struct claim negated(struct trace *t, struct claim a)
{
    struct run_term x = {.kind = RUN_UNARY, .op = CWI_LOGNOT, .width = 1, .a = a.term};
    return (struct claim){!a.holds, a.term ? run_trace_add(t, x) : 0};
}

static struct claim sum_claim(struct trace *t, const struct cut *c, const struct run_candidate *k,
                              const struct symbolic *values)
{
    unsigned width = 0;
    uint64_t sum = 0;
    uint32_t term = 0;
    for (uint32_t i = 0; i < k->count; i++)
        width = c->cells[k->cells[i]].bits > width ? c->cells[k->cells[i]].bits : width;
    for (uint32_t i = 0; i < k->count; i++) {
        const struct symbolic *x = &values[k->cells[i]];
        sum += (uint64_t)k->factors[i] * x->v.bits;
        uint32_t part = as_term(t, *x, &c->cells[k->cells[i]], width);
        bool is_less = i && k->factors[i] < 0;
        int64_t factor = is_less ? -k->factors[i] : k->factors[i];
        if (factor != 1)
            part = run_trace_binary(t, CWI_MUL, false, part, run_trace_constant(t, (uint64_t)factor, width));
        term = i ? run_trace_binary(t, is_less ? CWI_SUB : CWI_ADD, false, term, part) : part;
    }
    bool depends = false;
    for (uint32_t i = 0; i < k->count; i++)
        depends |= values[k->cells[i]].term != 0;
    uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    return (struct claim){
        ((sum ^ (uint64_t)k->value) & mask) == 0,
        depends ? run_trace_binary(t, CWI_EQ, false, term, run_trace_constant(t, (uint64_t)k->value, width)) : 0};
}

static struct claim claim_of(struct trace *t, const struct cut *c, const struct run_candidate *k,
                             const struct symbolic *values)
{
    static const struct run_cell number = {.bits = 64, .is_signed = true};
    const struct run_cell *x = &c->cells[k->cells[0]], *y = &c->cells[k->cells[1]];
    struct symbolic a = values[k->cells[0]], b = values[k->cells[1]];
    struct symbolic value = {{(uint64_t)k->value, 0, 0}, 0}, other = {{(uint64_t)k->other, 0, 0}, 0};
    switch ((enum run_candidate_kind)k->kind) {
    case CANDIDATE_AT_LEAST:
        return compare(t, CWI_LE, value, &number, a, x);
    case CANDIDATE_AT_MOST:
        return compare(t, CWI_LE, a, x, value, &number);
    case CANDIDATE_ORDER:
        return compare(t, CWI_LE, a, x, b, y);
    case CANDIDATE_IMPLIES:
        return either(t, negated(t, compare(t, CWI_EQ, a, x, value, &number)),
                      compare(t, CWI_EQ, b, y, other, &number));
    default:
        return sum_claim(t, c, k, values);
    }
}

/* Whether all hold, which is a decision; with `breaks`, those that do not are noted. */
static bool decide_all(struct machine *m, struct cut *c, struct frame *f, bool breaks)
{
    struct trace *t = m->trace;
    struct symbolic values[CUT_CELLS];
    bool undefined[CUT_CELLS];
    struct claim all = {true, 0};
    bool fails_always = false;
    for (uint32_t i = 0; i < c->cell_count; i++)
        values[i] = cell_value(m, c, f, &c->cells[i], &undefined[i]);
    for (uint32_t i = 0; i < c->shared->candidate_count; i++) {
        const struct run_candidate *k = &c->shared->candidates[i];
        bool is_undefined = false;
        for (uint32_t j = 0; j < k->count; j++)
            is_undefined |= undefined[k->cells[j]];
        struct claim one = is_undefined ? (struct claim){false, 0} : claim_of(t, c, k, values);
        c->shared->broken[i] |= breaks && !one.holds;
        all.holds &= one.holds;
        fails_always |= !one.holds && !one.term;
        if (one.term)
            all.term = all.term ? run_trace_binary(t, CWI_LOGAND, false, all.term, one.term) : one.term;
    }
    if (all.term && !fails_always)
        run_trace_decide(t, all.term, NULL, all.holds);
    return all.holds;
}

/* ---- the loop is come to ----------------------------------------------------------------------------------------- */

static void note_row(struct machine *m, struct cut *c, struct frame *f)
{
    struct cut_shared *s = c->shared;
    bool is_undefined;
    if (s->row_count == CUT_ROWS)
        return;
    for (uint32_t i = 0; i < c->cell_count; i++) {
        s->rows[s->row_count][i] = (int64_t)cell_value(m, c, f, &c->cells[i], &is_undefined).v.bits;
        s->undefined[i] |= is_undefined;
    }
    s->row_count++;
}

static struct val any_value(struct machine *m, const struct run_cell *x, uint32_t *term)
{
    struct shape t = {.form = FORM_INT, .bits = x->bits, .is_signed = x->is_signed, .size = (x->bits + 7u) / 8};
    struct val v = run_input_value(m, t, (struct run_input_from){.var = x->var}, NULL);
    *term = run_trace_input_term(m->trace, (uint32_t)m->next_input - 1);
    return v;
}

/* Variables in memory hold nothing, but for their numbers. */
static void forget_memory(struct machine *m, struct cut *c, struct frame *f)
{
    for (cwi_id v = 1; v < m->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(m->u, v);
        bool is_own = x->owner == c->func && c->func && !m->statics[v];
        if (!c->changed[v] || x->is_const || (is_own && !is_in_memory(m, c, v)))
            continue;
        if (is_own && m->funcs[c->func].slot_of[v - m->funcs[c->func].first_var] == UINT32_MAX)
            continue;
        uint8_t *at = start_of(m, c, f, v);
        uint64_t size = x->size ? x->size : cwi_type_of(m->u, x->type)->size;
        if (!at)
            continue;
        run_trace_split(m->trace, at, size, true);
        run_memory_forget_origins(&m->mem, at, size);
        run_memory_set_init(&m->mem, at, size, false);
    }
}

static void forget_registers(struct machine *m, struct cut *c, struct frame *f)
{
    const struct func_code *fn = &m->funcs[c->func];
    for (uint32_t k = 0; k < fn->var_count; k++) {
        uint32_t slot = fn->slot_of[k];
        if (slot == UINT32_MAX || fn->in_memory[k] || !c->changed[fn->first_var + k])
            continue;
        f->registers[slot] = (struct val){0, 0, 0xff};
        run_trace_set_register(m, &f->registers[slot], 0, 0);
    }
}

static void forget(struct machine *m, struct cut *c, struct frame *f)
{
    const struct func_code *fn = &m->funcs[c->func];
    forget_memory(m, c, f);
    forget_registers(m, c, f);
    for (size_t i = 0; i < c->leaves.count; i++) {
        const struct run_cell *x = &c->leaves.items[i];
        uint32_t term, size = (x->bits + 7u) / 8;
        if (!c->changed[x->var])
            continue;
        if (!is_in_memory(m, c, x->var)) {
            struct val *reg = &f->registers[fn->slot_of[x->var - fn->first_var]];
            *reg = any_value(m, x, &term);
            run_trace_set_register(m, reg, reg->bits, term);
            continue;
        }
        uint8_t *at = start_of(m, c, f, x->var);
        if (!at)
            continue;
        struct val v = any_value(m, x, &term);
        run_memory_store(&m->mem, at + x->offset, size, v);
        run_trace_set_cell(m->trace, at + x->offset, (struct shadow){v.bits, term, size});
    }
}

static bool has_blocks(const struct machine *m)
{
    for (size_t i = 1; i < m->mem.objects.count; i++)
        if (m->mem.objects.items[i].life == LIFE_LIVE && m->mem.objects.items[i].kind >= OBJECT_BLOCK)
            return true;
    return false;
}

__attribute__((noreturn)) static void end(struct machine *m, const char *why)
{
    m->out->is_assumed = true;
    run_stop(m, "%s", why);
}

void run_trace_cut(struct machine *m, struct frame *f)
{
    enum { EACH = 100, MOST_TURNS = 40 }; /* of one trial */
    struct cut *c = m->trace->cut;
    if (c->shared->samples) {
        if (c->arrivals++ < EACH)
            note_row(m, c, f);
        return;
    }
    if (c->arrivals && f->serial != c->serial)
        trace_lose(m->trace, "a loop is cut in a function that calls itself");
    if (c->arrivals++) {
        if (m->at_exit.count + m->at_quick_exit.count > c->exits)
            trace_lose(m->trace, "a turn of the loop leaves something to do at the end");
        if (!decide_all(m, c, f, true))
            note_row(m, c, f);
        if (c->shared->goes_on && c->arrivals < MOST_TURNS)
            return;
        end(m, "the loop is cut here");
    }
    c->serial = f->serial;
    c->exits = m->at_exit.count + m->at_quick_exit.count;
    if (has_blocks(m))
        trace_lose(m->trace, "there are blocks of the heap when the loop begins");
    if (!decide_all(m, c, f, true)) {
        note_row(m, c, f);
        end(m, "a candidate does not hold when the loop begins");
    }
    forget(m, c, f);
    if (!decide_all(m, c, f, false))
        end(m, "no state of the loop");
}
