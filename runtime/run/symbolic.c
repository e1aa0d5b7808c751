/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which terms over the inputs the registers and cells of a trial hold, and which decisions depend on them. Each
 * statement is looked at before it is executed: its expressions are evaluated once more, with terms. A cell's term
 * counts as long as the cell holds the value that it had with it, so what writes memory otherwise need not be known.
 */
#include "private.h"

/* A value and the term for it; 0: it does not depend on inputs. */
struct symbolic {
    struct val v;
    uint32_t term;
};

/* ---- terms ------------------------------------------------------------------------------------------------------- */

static uint32_t add_term(struct trace *t, struct run_term x)
{
    struct trial_shared *s = t->shared;
    if (s->term_count >= MOST_TERMS)
        return 0;
    s->terms[s->term_count] = x;
    return s->term_count++;
}

static unsigned width_of(const struct trace *t, uint32_t term)
{
    return t->shared->terms[term].width;
}

static uint32_t constant(struct trace *t, uint64_t value, unsigned width)
{
    return add_term(t, (struct run_term){.kind = RUN_CONST, .width = (uint8_t)width, .value = value});
}

static uint32_t converted(struct trace *t, uint32_t a, bool is_signed, unsigned width)
{
    if (!a || width_of(t, a) == width)
        return a;
    return add_term(t, (struct run_term){.kind = RUN_CONVERT, .width = (uint8_t)width, .is_signed = is_signed, .a = a});
}

static uint32_t input_term(struct trace *t, uint32_t n)
{
    while (t->input_terms.count <= n)
        vec_push(&t->input_terms, 0);
    if (!t->input_terms.items[n] && !t->from[n].is_floating)
        t->input_terms.items[n] = add_term(
            t,
            (struct run_term){.kind = RUN_INPUT, .width = t->from[n].bits, .is_signed = t->from[n].is_signed, .a = n});
    return t->input_terms.items[n];
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static struct shadow *shadow_of(struct machine *m, const struct val *reg)
{
    struct trace *t = m->trace;
    size_t i = (size_t)(reg - m->registers);
    while (t->registers.count <= i)
        vec_push(&t->registers, (struct shadow){0});
    return &t->registers.items[i];
}

static void set_register(struct machine *m, const struct val *reg, uint64_t bits, uint32_t term)
{
    *shadow_of(m, reg) = (struct shadow){bits, term, 0};
}

static void set_cell(struct trace *t, const uint8_t *at, struct shadow x)
{
    uint64_t address = (uint64_t)(uintptr_t)at;
    uint32_t i;
    if (x.term)
        map64_put(&t->words, address / 8, 0);
    if (map64_get(&t->by_address, address, &i)) {
        t->cells.items[i] = x;
    } else if (x.term) {
        map64_put(&t->by_address, address, (uint32_t)t->cells.count);
        vec_push(&t->cells, x);
    }
}

static struct shadow cell(const struct trace *t, const uint8_t *at)
{
    uint32_t i;
    return map64_get(&t->by_address, (uint64_t)(uintptr_t)at, &i) ? t->cells.items[i] : (struct shadow){0};
}

/* What a scalar place gets. */
static void set_place(struct machine *m, const uint8_t *at, struct shape t, struct symbolic x)
{
    uint64_t bits = run_fit(x.v.bits, t);
    uint32_t term = t.form == FORM_INT ? converted(m->trace, x.term, t.is_signed, t.bits) : 0;
    set_cell(m->trace, at, (struct shadow){bits, term, (uint32_t)t.size});
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static void decide(struct trace *t, uint32_t term, const struct instr *i, uint32_t taken)
{
    struct trial_shared *s = t->shared;
    if (!term || s->decision_count >= MOST_DECISIONS)
        return;
    s->decisions[s->decision_count++] = (struct run_decision){.term = term,
                                                              .stmt = i ? i->src : NULL,
                                                              .is_signed = i && i->value->t.is_signed,
                                                              .taken = taken,
                                                              .inputs = s->input_count,
                                                              .first_edge = i ? i->first_edge : t->here};
}

static struct symbolic eval(struct machine *m, struct frame *f, const struct node *n);

static uint32_t compare_terms(struct trace *t, enum cwi_op op, bool is_signed, uint32_t a, uint32_t b)
{
    uint8_t width = op >= CWI_EQ ? 1 : (uint8_t)width_of(t, a);
    return a && b ? add_term(t,
                             (struct run_term){
                                 .kind = RUN_BINARY, .op = op, .is_signed = is_signed, .width = width, .a = a, .b = b})
                  : 0;
}

static uint32_t combine(struct trace *t, enum cwi_op op, uint32_t a, uint32_t b)
{
    return compare_terms(t, op, false, a, b);
}

/* Of an address; 0: it does not depend on inputs. */
static uint32_t address_term(struct machine *m, struct frame *f, const struct place_code *p, uint64_t address)
{
    struct trace *t = m->trace;
    uint64_t known = address; /* less what depends on inputs */
    uint32_t r = 0;
    if (p->base == BASE_POINTER) {
        struct symbolic x = eval(m, f, p->pointer);
        r = x.term;
        known -= x.term ? x.v.bits : 0;
    }
    for (uint32_t i = 0; i < p->step_count; i++) {
        struct symbolic x = eval(m, f, p->steps[i].index);
        if (!x.term)
            continue;
        uint32_t k = converted(t, x.term, p->steps[i].index->t.is_signed, 64);
        if (m->cfg->asks_bounds && p->steps[i].count != CWI_UNKNOWN && !p->is_address)
            decide(t, combine(t, CWI_LT, k, constant(t, p->steps[i].count, 64)), NULL, x.v.bits < p->steps[i].count);
        k = combine(t, CWI_MUL, k, constant(t, p->steps[i].stride, 64));
        known -= x.v.bits * p->steps[i].stride;
        r = r ? combine(t, CWI_ADD, r, k) : k;
    }
    return r && known ? combine(t, CWI_ADD, r, constant(t, known, 64)) : r;
}

/* Of one byte, which may be a part of a larger cell. */
static uint32_t byte_term(struct trace *t, const uint8_t *at)
{
    for (uint32_t back = 0; back < 8; back++) {
        struct shadow s = cell(t, at - back);
        uint64_t bits = 0;
        if (!s.term || s.size <= back || s.size > 8)
            continue;
        memcpy(&bits, at - back, s.size);
        if (s.size < 8 ? (s.bits ^ bits) << (64 - 8 * s.size) : s.bits != bits)
            continue; /* something else lies there by now */
        uint32_t x = back ? combine(t, CWI_SHR, s.term, constant(t, 8 * back, width_of(t, s.term))) : s.term;
        return converted(t, x, false, 8);
    }
    return 0;
}

/* Of a number whose bytes were stored otherwise than as a whole. */
static uint32_t composed(struct trace *t, const uint8_t *at, const struct place_code *p)
{
    uint64_t address = (uint64_t)(uintptr_t)at;
    uint32_t r = 0, unused, parts[8];
    bool any = false;
    if (p->t.size > 8 || p->t.form != FORM_INT || p->bit_width)
        return 0;
    if (!map64_get(&t->words, address / 8, &unused) && !map64_get(&t->words, (address + p->t.size - 1) / 8, &unused) &&
        !map64_get(&t->words, address / 8 - 1, &unused))
        return 0;
    for (uint32_t k = 0; k < p->t.size; k++)
        any |= (parts[k] = byte_term(t, at + k)) != 0;
    for (uint32_t k = 0; any && k < p->t.size; k++) {
        uint32_t x = converted(t, parts[k] ? parts[k] : constant(t, at[k], 8), false, 64);
        x = k ? combine(t, CWI_SHL, x, constant(t, 8 * k, 64)) : x;
        r = r ? combine(t, CWI_OR, r, x) : x;
    }
    return converted(t, r, false, p->t.bits);
}

/* That an access stays inside of the object that it is meant for. */
static void decide_bounds(struct machine *m, const struct place_code *p, uint32_t address, uint64_t now)
{
    struct trace *t = m->trace;
    const struct object *o = &m->mem.objects.items[memory_owner(&m->mem, now)];
    if (!m->cfg->asks_bounds || !address || !o->size || o->size < p->t.size || now - o->base > o->size - p->t.size)
        return;
    uint32_t offset = combine(t, CWI_SUB, address, constant(t, o->base, 64));
    uint32_t room = constant(t, o->size - p->t.size + 1, 64);
    decide(t, combine(t, CWI_LT, offset, room), NULL, 1);
}

static struct symbolic held(struct machine *m, const uint8_t *at, const struct place_code *p)
{
    struct symbolic x = {run_load(m, at, p), 0};
    struct shadow s = cell(m->trace, at);
    if (s.term && !p->bit_width && s.size == p->t.size && s.bits == x.v.bits && width_of(m->trace, s.term) == p->t.bits)
        x.term = s.term;
    else
        x.term = composed(m->trace, at, p);
    return x;
}

/* The places in the object that the access may be meant for. Outside of all objects: the library's tables of
 * characters, which go from -128 to 255. False: there are none, or too many. */
static bool find_places(struct machine *m, uint64_t here, uint64_t size, uint64_t *first, uint64_t *last)
{
    enum { MOST = 1024, TABLE = 384 };
    uint32_t id = memory_owner(&m->mem, here);
    const struct object *o = &m->mem.objects.items[id];
    if (id) {
        *first = here - (here - o->base) / size * size;
        *last = o->base + o->size - size;
        return *first <= *last && (*last - *first) / size < MOST;
    }
    *first = here - TABLE * size;
    *last = here + TABLE * size;
    return !memory_has(&m->mem, here) && here > 65536 && (size == sizeof(short) || size == sizeof(int));
}

/* What lies at an address that depends on inputs: one of the places, each with what it holds. */
static uint32_t chosen(struct machine *m, const uint8_t *at, const struct place_code *p, uint32_t address)
{
    struct trace *t = m->trace;
    uint64_t first, last, size = p->t.size;
    if (p->bit_width || p->t.form != FORM_INT || !size || !find_places(m, (uint64_t)(uintptr_t)at, size, &first, &last))
        return 0;
    struct symbolic x = held(m, at, p);
    uint64_t other = x.v.bits; /* where it is nothing else */
    uint32_t r = x.term ? x.term : constant(t, other, p->t.bits);
    for (uint64_t k = first; k <= last; k += size) {
        struct symbolic y = held(m, (const uint8_t *)(uintptr_t)k, p);
        if (!x.term && !y.term && y.v.bits == other)
            continue;
        uint32_t term = y.term ? y.term : constant(t, y.v.bits, p->t.bits);
        uint32_t is_here = combine(t, CWI_EQ, address, constant(t, k, 64));
        r = add_term(t, (struct run_term){.kind = RUN_COND, .width = p->t.bits, .a = is_here, .b = term, .c = r});
    }
    return r;
}

static struct symbolic loaded(struct machine *m, struct frame *f, const struct node *n)
{
    const struct place_code *p = n->place;
    uint32_t object;
    if (p->is_input) {
        struct val v = run_eval(n, f);
        return (struct symbolic){v, input_term(m->trace, (uint32_t)m->next_input - 1)};
    }
    const uint8_t *at = run_place(p, f, false, &object);
    struct symbolic x = held(m, at, p);
    uint32_t address = address_term(m, f, p, (uint64_t)(uintptr_t)at), term = address ? chosen(m, at, p, address) : 0;
    x.term = term ? term : x.term;
    decide_bounds(m, p, address, (uint64_t)(uintptr_t)at);
    return x;
}

static struct symbolic registered(struct machine *m, struct frame *f, const struct node *n)
{
    struct symbolic x = {f->registers[n->slot], 0};
    struct shadow s = *shadow_of(m, &f->registers[n->slot]);
    if (s.term && s.bits == x.v.bits)
        x.term = converted(m->trace, s.term, n->t.is_signed, n->t.bits);
    return x;
}

static struct symbolic unary(struct machine *m, struct frame *f, const struct node *n)
{
    struct trace *t = m->trace;
    struct symbolic a = eval(m, f, n->a), r = {run_apply(n, f, a.v), 0};
    if (!a.term)
        return r;
    if (n->op == CWI_CONVERT)
        r.term = converted(t, a.term, n->of.is_signed, n->t.bits);
    else
        r.term = converted(t,
                           add_term(t, (struct run_term){.kind = RUN_UNARY,
                                                         .op = n->op,
                                                         .is_signed = n->of.is_signed,
                                                         .width = n->op == CWI_LOGNOT ? 1 : width_of(t, a.term) & 0xff,
                                                         .a = a.term}),
                           n->op != CWI_LOGNOT && n->of.is_signed, n->t.bits);
    return r;
}

/* The host's shifts take the count's lowest bits. */
static uint32_t shift_count(struct trace *t, const struct node *n, uint32_t count, unsigned width)
{
    uint32_t mask = constant(t, n->t.bits > 32 ? 63 : 31, width);
    count = converted(t, count, false, width);
    return add_term(
        t, (struct run_term){.kind = RUN_BINARY, .op = CWI_AND, .width = (uint8_t)width, .a = count, .b = mask});
}

static uint32_t combined(struct trace *t, const struct node *n, struct symbolic a, struct symbolic b)
{
    bool is_shift = n->op == CWI_SHL || n->op == CWI_SHR;
    bool is_truth = (n->op >= CWI_EQ && n->op <= CWI_GE) || n->op == CWI_LOGAND || n->op == CWI_LOGOR;
    unsigned width = n->of.bits;
    if (n->op == CWI_UNORDERED)
        return 0;
    uint32_t x = a.term ? converted(t, a.term, n->of.is_signed, width) : constant(t, a.v.bits, width);
    uint32_t y = b.term ? converted(t, b.term, n->b->t.is_signed, width) : constant(t, b.v.bits, width);
    if (is_shift)
        y = shift_count(t, n, y, width);
    uint32_t r = x && y ? add_term(t, (struct run_term){.kind = RUN_BINARY,
                                                        .op = n->op,
                                                        .is_signed = n->of.is_signed,
                                                        .width = is_truth ? 1 : (uint8_t)width,
                                                        .a = x,
                                                        .b = y})
                        : 0;
    return converted(t, r, !is_truth && n->of.is_signed, n->t.bits);
}

static struct symbolic binary(struct machine *m, struct frame *f, const struct node *n)
{
    struct symbolic a = eval(m, f, n->a);
    bool is_short = run_is_short(n, a.v);
    if (n->op == CWI_LOGAND || n->op == CWI_LOGOR)
        decide(m->trace, a.term, NULL, a.v.bits != 0);
    if (is_short)
        return (struct symbolic){{n->op == CWI_LOGOR, 0, 0}, 0};
    if (n->op == CWI_LOGAND || n->op == CWI_LOGOR)
        a.term = 0;
    struct symbolic b = eval(m, f, n->b), r = {run_combine(n, f, a.v, b.v), 0};
    if (a.term || b.term)
        r.term = combined(m->trace, n, a, b);
    return r;
}

static struct symbolic eval(struct machine *m, struct frame *f, const struct node *n)
{
    bool is_integer = n->t.form == FORM_INT;
    switch ((enum node_kind)n->kind) {
    case NODE_REGISTER:
        if (is_integer)
            return registered(m, f, n);
        break;
    case NODE_LOAD:
        if (is_integer)
            return loaded(m, f, n);
        break;
    case NODE_UNARY:
        if (is_integer && n->of.form == FORM_INT)
            return unary(m, f, n);
        break;
    case NODE_BINARY:
        if (is_integer && n->of.form == FORM_INT)
            return binary(m, f, n);
        break;
    case NODE_COND: {
        struct symbolic c = eval(m, f, n->a);
        decide(m->trace, c.term, NULL, c.v.bits != 0);
        return eval(m, f, c.v.bits ? n->b : n->c);
    }
    case NODE_ADDRESS: {
        struct symbolic x = {run_eval(n, f), 0};
        x.term = address_term(m, f, n->place, x.v.bits);
        return x;
    }
    default:
        break;
    }
    return (struct symbolic){run_eval(n, f), 0};
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static bool is_scalar(const struct node *n)
{
    return n && (n->t.form == FORM_INT || n->t.form == FORM_FLOAT || n->t.form == FORM_DOUBLE);
}

void run_trace_copied(void *machine, uint8_t *to, const uint8_t *from, uint64_t size)
{
    enum { LONGEST = 4096 };
    struct machine *m = machine;
    bool is_upwards = to > from; /* the parts may overlap */
    if (!m->trace || !m->trace->cells.count || size > LONGEST)
        return;
    for (uint64_t i = 0; i < size; i++) {
        uint64_t k = is_upwards ? size - 1 - i : i;
        set_cell(m->trace, to + k, cell(m->trace, from + k));
    }
}

/* Whether two texts, or blocks, are equal: a decision. */
static void compare(struct machine *m, struct frame *f, const struct instr *i, const char *name)
{
    enum { LONGEST = 256 };
    struct trace *t = m->trace;
    bool is_text = strstr(name, "str") != NULL;
    struct val a = run_eval(i->call->args[0].value, f), b = run_eval(i->call->args[1].value, f);
    uint64_t most = i->call->arg_count > 2 ? run_eval(i->call->args[2].value, f).bits : LONGEST;
    uint64_t room_a = run_room(m, a), room_b = run_room(m, b);
    bool is_equal = true;
    uint32_t all = 0;
    for (uint64_t k = 0; k < most && k < LONGEST && k < room_a && k < room_b; k++) {
        const uint8_t *x = (const uint8_t *)(uintptr_t)a.bits + k, *y = (const uint8_t *)(uintptr_t)b.bits + k;
        struct shadow u = cell(t, x), v = cell(t, y);
        bool has_u = u.term && u.size == 1 && u.bits == *x, has_v = v.term && v.size == 1 && v.bits == *y;
        is_equal &= *x == *y;
        if (!has_u && !has_v && *x != *y)
            return; /* nothing makes them equal */
        if (has_u || has_v) {
            uint32_t eq = combine(t, CWI_EQ, has_u ? u.term : constant(t, *x, 8), has_v ? v.term : constant(t, *y, 8));
            all = all ? combine(t, CWI_LOGAND, all, eq) : eq;
        }
        if (is_text && ((!has_u && !*x) || (!has_v && !*y)))
            break;
    }
    decide(t, all, NULL, is_equal);
}

static bool compares(const struct machine *m, const struct instr *i)
{
    static const char *const names[] = {"strcmp", "strncmp", "memcmp", "bcmp"};
    if (!i->call->callee || i->call->callee->f->block_count || i->call->arg_count < 2 || !m->trace->cells.count)
        return false;
    const char *name = i->call->callee->f->name;
    name += str_begins(name, "__builtin_") ? strlen("__builtin_") : 0;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(names[k], name))
            return true;
    return false;
}

static void pass(struct machine *m, struct frame *f, const struct instr *i)
{
    struct trace *t = m->trace;
    if (compares(m, i))
        compare(m, f, i, cwi_base_name(i->call->callee->f->name));
    t->passed_count = 0;
    struct func_code *callee = i->call->callee;
    bool is_assumption = callee && !callee->f->block_count && i->call->arg_count && is_scalar(i->call->args[0].value) &&
                         run_external(m, callee)->effect.flags & EFFECT_ASSUME;
    if (is_assumption) {
        struct symbolic x = eval(m, f, i->call->args[0].value);
        decide(t, x.term, NULL, x.v.bits != 0);
    }
    for (uint32_t k = 0; k < i->call->arg_count && k < sizeof t->passed / sizeof *t->passed; k++)
        t->passed[t->passed_count++] = is_scalar(i->call->args[k].value) ? eval(m, f, i->call->args[k].value).term : 0;
}

/* A new activation: its registers hold nothing of those before it, but for the parameters. */
static void enter(struct machine *m, struct frame *f)
{
    struct trace *t = m->trace;
    for (uint32_t i = 0; i < f->fn->registers; i++)
        set_register(m, &f->registers[i], 0, 0);
    for (uint32_t i = 0; i < t->passed_count && i < f->fn->f->param_count && !f->is_callback; i++) {
        struct shape s = run_parameter_shape(m, f->fn, i);
        const uint8_t *at = run_parameter_place(f, i);
        uint32_t slot = f->fn->slot_of[f->fn->f->params[i] - f->fn->first_var];
        if (s.form != FORM_INT)
            continue;
        if (at)
            set_place(m, at, s, (struct symbolic){memory_load(&m->mem, at, (uint32_t)s.size), t->passed[i]});
        else
            set_register(m, &f->registers[slot], f->registers[slot].bits,
                         converted(t, t->passed[i], s.is_signed, s.bits));
    }
    t->passed_count = 0;
}

/* Where a call wants its result. */
static void set_result(struct machine *m, struct frame *f, const struct instr *call, struct symbolic x)
{
    struct shape t = call->call->result;
    uint32_t object;
    if (t.form != FORM_INT)
        return;
    if (call->slot != UINT32_MAX)
        set_register(m, &f->registers[call->slot], run_fit(x.v.bits, t),
                     converted(m->trace, x.term, t.is_signed, t.bits));
    else if (call->to && !call->to->bit_width)
        set_place(m, run_place(call->to, f, true, &object), call->to->t, x);
}

/* How far a branch was from going the other way: the difference of what it compares. */
static void measure(struct machine *m, struct frame *f, const struct instr *i, uint32_t taken)
{
    const struct node *n = i->value;
    if (n->kind != NODE_BINARY || n->of.form != FORM_INT || n->op < CWI_EQ || n->op > CWI_GE)
        return;
    struct val a = run_eval(n->a, f), b = run_eval(n->b, f);
    double x = n->of.is_signed ? (double)(int64_t)a.bits : (double)a.bits;
    double y = n->of.is_signed ? (double)(int64_t)b.bits : (double)b.bits;
    float d = (float)(x > y ? x - y : y - x) + 1;
    float *nearest = &m->trace->distance[i->first_edge + !taken];
    if (!*nearest || d < *nearest)
        *nearest = d;
}

static void look(struct machine *m, struct frame *f, const struct instr *i)
{
    struct symbolic x;
    uint32_t object;
    const uint8_t *at;
    switch ((enum instr_kind)i->kind) {
    case INSTR_SET:
        x = eval(m, f, i->value);
        set_register(m, &f->registers[i->slot], x.v.bits, x.term);
        break;
    case INSTR_STORE:
        if (!is_scalar(i->value) || i->to->bit_width)
            break;
        x = eval(m, f, i->value);
        at = run_place(i->to, f, true, &object);
        if (m->cfg->asks_bounds)
            decide_bounds(m, i->to, address_term(m, f, i->to, (uint64_t)(uintptr_t)at), (uint64_t)(uintptr_t)at);
        set_place(m, at, i->to->t, x);
        break;
    case INSTR_CALL:
        pass(m, f, i);
        break;
    case INSTR_IF:
    case INSTR_SWITCH:
        x = eval(m, f, i->value);
        decide(m->trace, x.term, i, run_way(i, x.v.bits));
        if (i->kind == INSTR_IF)
            measure(m, f, i, run_way(i, x.v.bits));
        break;
    case INSTR_RETURN:
        if (f->up && !f->is_callback && is_scalar(i->value))
            set_result(m, f->up, f->up->at, eval(m, f, i->value));
        break;
    default:
        break;
    }
}

void run_trace_result(struct machine *m, const struct instr *call, struct val v)
{
    set_result(m, m->frame, call, (struct symbolic){v, m->trace->result});
    m->trace->result = 0;
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

void run_trace_input(struct machine *m, struct run_input_from from, const struct effect *e)
{
    int64_t *x = &m->trace->inputs[m->next_input];
    bool is_one = !e || !e->value_count;
    for (uint32_t i = 0; !is_one && i < e->value_count; i++)
        is_one = *x >= e->values[i].lo && *x <= e->values[i].hi;
    if (!is_one)
        *x = e->values[0].lo;
    from.at = m->frame && m->frame->at && m->frame->at->src ? m->frame->at->src->at : (struct cwi_place){0};
    from.in = m->frame ? m->frame->fn->id : 0;
    m->trace->from[m->next_input] = from;
    m->trace->shared->input_count = (uint32_t)m->next_input + 1;
}

/* That the input is one of the values that the function gives: so it was, and so it has to be. */
static void decide_values(struct trace *t, uint32_t term, bool is_signed, const struct effect *e)
{
    uint32_t any = 0;
    unsigned width = term ? width_of(t, term) : 0;
    for (uint32_t i = 0; term && i < e->value_count; i++) {
        uint32_t ends[] = {constant(t, (uint64_t)e->values[i].lo, width),
                           constant(t, (uint64_t)e->values[i].hi, width)};
        uint32_t low = compare_terms(t, CWI_LE, is_signed, ends[0], term);
        uint32_t high = compare_terms(t, CWI_LE, is_signed, term, ends[1]), both = combine(t, CWI_LOGAND, low, high);
        any = any ? combine(t, CWI_LOGOR, any, both) : both;
    }
    decide(t, any, NULL, 1);
}

void run_trace_input_result(struct machine *m, uint32_t n, const struct effect *e)
{
    if (!m->trace)
        return;
    m->trace->result = input_term(m->trace, n);
    if (e && e->value_count)
        decide_values(m->trace, m->trace->result, m->trace->from[n].is_signed, e);
}

void run_trace_input_byte(struct machine *m, uint32_t n, const uint8_t *at)
{
    if (m->trace)
        set_cell(m->trace, at, (struct shadow){*at, input_term(m->trace, n), 1});
}

/* ---- paths and conditions ---------------------------------------------------------------------------------------- */

static bool is_watched(const struct points *p, const void *what)
{
    uint32_t unused;
    return map64_get(&p->watched, (uint64_t)(uintptr_t)what, &unused);
}

static void look_at_conditions(struct machine *m, struct frame *f, const struct instr *i)
{
    const struct points *p = m->trace->points;
    for (size_t k = 0; k < p->conditions.count; k++) {
        const struct condition_point *c = &p->conditions.items[k];
        if (c->at == i && !m->trace->reached[c->point]) {
            struct val v = run_eval(c->condition, f);
            m->trace->reached[c->point] = v.bits && !v.undef;
        }
    }
}

static void path_ends(struct trace *t, const struct func_code *fn, const struct walk *w)
{
    uint32_t count = (uint32_t)t->edges.count - w->first;
    for (size_t k = 0; k < t->points->paths.count; k++) {
        const struct path_point *p = &t->points->paths.items[k];
        if (p->func == fn->id && p->edge_count == count &&
            (!count || !memcmp(p->edges, &t->edges.items[w->first], count * sizeof *p->edges)))
            t->reached[p->point] = 1;
    }
}

static void follow(struct machine *m, struct frame *f, const struct instr *i)
{
    struct trace *t = m->trace;
    while (t->walks.count && t->walks.items[t->walks.count - 1].serial != f->serial &&
           t->walks.items[t->walks.count - 1].frame >= f)
        t->edges.count = t->walks.items[--t->walks.count].first;
    if (!is_watched(t->points, f->fn))
        return;
    struct walk *w = t->walks.count ? &t->walks.items[t->walks.count - 1] : NULL;
    if (!w || w->serial != f->serial) {
        vec_push(&t->walks, ((struct walk){f, f->serial, NULL, (uint32_t)t->edges.count}));
        w = &t->walks.items[t->walks.count - 1];
    }
    if (w->branch) {
        uint32_t way = 0;
        while (w->branch->targets[way] != i)
            way++;
        vec_push(&t->edges, w->branch->first_edge + way);
    }
    w->branch = i->kind == INSTR_IF || i->kind == INSTR_SWITCH || i->kind == INSTR_JUMP ? i : NULL;
    if (i->kind == INSTR_RETURN)
        path_ends(t, f->fn, w);
}

void run_trace_look(struct machine *m, struct frame *f, const struct instr *i)
{
    struct trace *t = m->trace;
    size_t next = m->next_input;
    uint32_t count = t->shared->input_count;
    if (f->serial > t->serial) {
        t->serial = f->serial;
        enter(m, f);
    }
    if (is_watched(t->points, i))
        look_at_conditions(m, f, i);
    if (t->points->paths.count)
        follow(m, f, i);
    t->here = f->fn->first_point + (uint32_t)(i - f->fn->code);
    look(m, f, i);
    m->next_input = next; /* the statement itself uses them */
    t->shared->input_count = count;
}

void run_trace_free(struct trace *t)
{
    vec_free(&t->registers);
    vec_free(&t->cells);
    vec_free(&t->input_terms);
    vec_free(&t->walks);
    vec_free(&t->edges);
    map64_free(&t->by_address);
    map64_free(&t->words);
}

void run_trace_end(struct machine *m)
{
    for (cwi_id id = 1; id < m->u->funcs.count; id++) {
        const struct func_code *fn = &m->funcs[id];
        for (uint32_t k = 0; fn->entered && k < fn->instr_count; k++) {
            const struct instr *i = &fn->code[k];
            m->trace->reached[fn->first_point + k] |= i->count != 0;
            for (uint32_t j = 0; i->taken && j < i->src->target_count + i->src->case_count; j++)
                m->trace->reached[i->first_edge + j] |= i->taken[j] != 0;
        }
    }
}
