/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions, blocks, statements and expressions from XML. Ids and shapes are checked afterwards, by cwi_validate; here
 * only what is needed to get there.
 */
#include <math.h>

#include "runtime/cwi/element.h"

static double read_float(struct element *el)
{
    const char *s = cwi_el_raw(el, "v");
    char *end;
    double value = 0;
    if (s && *s == '#') {
        uint64_t bits = strtoull(s + 1, &end, 16);
        memcpy(&value, &bits, sizeof value);
        if (*end || isfinite(value))
            cwi_el_fail(el, "attribute 'v' is no number");
        return value;
    }
    if (s && (!strncmp(s, "0x", 2) || !strncmp(s, "-0x", 3))) {
        value = strtod(s, &end);
        if (!*end && isfinite(value))
            return value;
    }
    cwi_el_fail(el, "attribute 'v' is no number");
    return 0;
}

static cwi_id type_of_var(const struct element *el, cwi_id var)
{
    return var < el->u->vars.count ? el->u->vars.items[var]->type : 0;
}

static void read_node(struct element *el, struct cwi_expr *e)
{
    switch (e->kind) {
    case CWI_CONST:
    case CWI_BOUND:
        e->value = cwi_el_i64(el, "v");
        break;
    case CWI_FCONST:
        e->fvalue = read_float(el);
        break;
    case CWI_VAR:
    case CWI_FUNCREF:
        e->ref = cwi_el_u32(el, "r");
        e->offset = cwi_el_u32(el, "o");
        break;
    case CWI_UNARY:
    case CWI_BINARY:
        e->op = (enum cwi_op)cwi_el_word(el, "k", cwi_op_words, CWI_OPS);
        break;
    default:
        e->offset = cwi_el_u64(el, "o", UINT64_MAX - 1);
        e->bit_pos = (uint8_t)cwi_el_u64(el, "p", 7);
        e->bit_width = (uint8_t)cwi_el_u64(el, "w", 64);
        e->name = cwi_el_text(el, "n");
    }
    e->type = cwi_el_u32(el, "t");
    if (!e->type && e->kind == CWI_VAR)
        e->type = type_of_var(el, e->ref);
    const char *z = cwi_el_raw(el, "z");
    e->is_volatile = z && !strcmp(z, "1");
    if (z && !e->is_volatile)
        cwi_el_fail(el, "attribute 'z' is not 1");
}

static int expr_kind(const char *element)
{
    for (int k = 0; k < CWI_EXPR_KINDS; k++)
        if (!strcmp(cwi_expr_rules[k].element, element))
            return k;
    return -1;
}

const struct cwi_expr *cwi_read_expr(struct element *el, unsigned depth)
{
    int kind = expr_kind(el->name);
    if (kind < 0 || depth > CWI_MAX_DEPTH) {
        cwi_el_fail(el, kind < 0 ? "element '%s' is no expression" : "expression '%s' is nested too deep", el->name);
        return NULL;
    }
    struct cwi_expr *e = ARENA_NEW(el->u->arena, struct cwi_expr);
    e->kind = (enum cwi_expr_kind)kind;
    read_node(el, e);
    cwi_el_done(el);
    const struct cwi_expr **operands[] = {&e->a, &e->b, &e->c};
    unsigned wanted = cwi_expr_rules[kind].operands, got = 0;
    for (; cwi_el_next(el); got++) {
        if (got == wanted) {
            cwi_el_fail(el, "an operand too many");
            return NULL;
        }
        *operands[got] = cwi_read_expr(el, depth + 1);
    }
    if (got < wanted)
        cwi_el_fail(el, "an operand is missing");
    return e;
}

static struct cwi_case read_case(struct element *el)
{
    struct cwi_case c = {.lo = cwi_el_i64(el, "lo"), .target = cwi_el_u32(el, "to"), .name = cwi_el_text(el, "n")};
    unsigned used = el->used;
    c.hi = cwi_el_i64(el, "hi");
    if (el->used == used)
        c.hi = c.lo;
    cwi_el_done(el);
    cwi_el_no_children(el);
    return c;
}

struct operand_lists {
    struct VEC(const struct cwi_expr *) args;
    struct VEC(struct cwi_case) cases;
};

/* Deals the operands out: left side, right side, the others. */
static void take_operand(struct element *el, struct cwi_stmt *s, bool has_lhs, unsigned n, const struct cwi_expr *e,
                         struct operand_lists *lists)
{
    const struct cwi_stmt_rule *rule = &cwi_stmt_rules[s->kind];
    if (has_lhs && n == 0)
        s->lhs = e;
    else if (rule->rhs != CWI_NEVER && n == has_lhs)
        s->rhs = e;
    else if (rule->args)
        vec_push(&lists->args, e);
    else
        cwi_el_fail(el, "an operand too many");
}

static struct cwi_stmt read_stmt(struct element *el, cwi_id file)
{
    struct cwi_stmt s = {0};
    int kind = cwi_word_find(cwi_stmt_kind_names, CWI_STMT_KINDS, el->name);
    if (kind < 0) {
        cwi_el_fail(el, "element '%s' is no statement", el->name);
        return s;
    }
    s.kind = (enum cwi_stmt_kind)kind;
    s.at = cwi_el_place(el, "at", file);
    s.outputs = cwi_el_u32(el, "out");
    s.targets = cwi_el_list(el, "to", &s.target_count);
    s.text = cwi_el_text(el, "x");
    cwi_el_flags(el, cwi_stmt_flags, &s);
    enum cwi_need lhs = cwi_stmt_rules[kind].lhs;
    bool has_lhs = lhs != CWI_NEVER;
    if (s.kind == CWI_CALL)
        has_lhs = cwi_el_raw(el, "r") != NULL;
    cwi_el_done(el);
    struct operand_lists lists = {0};
    for (unsigned n = 0; cwi_el_next(el);)
        if (cwi_el_is(el, "case"))
            vec_push(&lists.cases, read_case(el));
        else
            take_operand(el, &s, has_lhs, n++, cwi_read_expr(el, 1), &lists);
    s.arg_count = (uint32_t)lists.args.count;
    s.args = vec_to_arena(&lists.args, el->u->arena);
    s.case_count = (uint32_t)lists.cases.count;
    s.cases = vec_to_arena(&lists.cases, el->u->arena);
    vec_free(&lists.args);
    vec_free(&lists.cases);
    return s;
}

static const char *read_label(struct element *el)
{
    const char *name = cwi_el_text(el, "n");
    if (!name)
        cwi_el_fail(el, "a label has no name");
    cwi_el_done(el);
    cwi_el_no_children(el);
    return name;
}

static struct cwi_block read_block(struct element *el, cwi_id file)
{
    struct VEC(struct cwi_stmt) stmts = {0};
    struct VEC(const char *) labels = {0};
    if (!cwi_el_is(el, "bb"))
        cwi_el_fail(el, "element '%s' is no block", el->name);
    cwi_el_done(el);
    while (cwi_el_next(el))
        if (cwi_el_is(el, "label"))
            vec_push(&labels, read_label(el));
        else
            vec_push(&stmts, read_stmt(el, file));
    struct cwi_block b = {vec_to_arena(&stmts, el->u->arena), (uint32_t)stmts.count,
                          vec_to_arena(&labels, el->u->arena), (uint32_t)labels.count};
    vec_free(&stmts);
    vec_free(&labels);
    return b;
}

static uint8_t *read_access(struct element *el, uint32_t count)
{
    const char *s = cwi_el_raw(el, "ac");
    if (!s)
        return NULL;
    uint8_t *access = arena_zalloc(el->u->arena, count);
    if (strlen(s) != count) {
        cwi_el_fail(el, "attribute 'ac' does not fit the parameters");
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (s[i] < '0' || s[i] > '0' + CWI_ACCESS_NONE)
            cwi_el_fail(el, "attribute 'ac' is wrong");
        access[i] = (uint8_t)(s[i] - '0');
    }
    return access;
}

void cwi_read_func(struct element *el)
{
    struct cwi_func *f = ARENA_NEW(el->u->arena, struct cwi_func);
    f->linkage = (enum cwi_linkage)cwi_el_word(el, "k", cwi_linkage_names, CWI_LINKAGES);
    f->name = cwi_el_text(el, "n");
    f->asm_name = cwi_el_text(el, "a");
    f->type = cwi_el_u32(el, "t");
    f->at = cwi_el_place(el, "at", 0);
    f->end = cwi_el_place(el, "end", 0);
    f->params = cwi_el_list(el, "ps", &f->param_count);
    f->extra = cwi_el_u32(el, "va");
    f->unit_file = cwi_el_u32(el, "u");
    cwi_el_flags(el, cwi_func_flags, f);
    f->init_priority = cwi_el_u32(el, "ip");
    f->fini_priority = cwi_el_u32(el, "fp");
    f->turn = cwi_el_u32(el, "tn");
    f->part = cwi_el_u32(el, "pn");
    f->access = read_access(el, f->param_count);
    f->comdat = cwi_el_text(el, "g");
    f->alias_of = cwi_el_text(el, "al");
    f->alias = cwi_el_u32(el, "ai");
    cwi_el_done(el);
    struct VEC(struct cwi_block) blocks = {0};
    while (cwi_el_next(el))
        vec_push(&blocks, read_block(el, f->at.file));
    f->block_count = (uint32_t)blocks.count;
    f->blocks = vec_to_arena(&blocks, el->u->arena);
    vec_free(&blocks);
    vec_push(&el->u->funcs, f);
}
