/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Objects with static storage and their initialisers, taken apart into pieces at constant offsets.
 *
 * Runs when every function is lowered and nothing is removed yet. Invariant: what has no piece is zero. Source: GCC
 * internals, CONSTRUCTOR.
 */
#include "plugin/plugin.h"

static auto_vec<struct cwi_init> *pieces;

static void add_piece(const struct cwi_init *p)
{
    pieces->safe_push(*p);
}

static void flatten(tree init, tree type, uint64_t offset);

static void add_bytes(tree s, tree type, uint64_t offset)
{
    struct cwi_init p = {};
    p.offset = offset;
    p.size = TREE_STRING_LENGTH(s);
    uint64_t room = size_of(type);
    if (room < p.size)
        p.size = room;
    p.bytes = (const uint8_t *)arena_copy(tu.a, TREE_STRING_POINTER(s), p.size);
    add_piece(&p);
}

/* A pointer into an object, written as arithmetic on an address. */
static const struct cwi_expr *address_and_offset(tree t)
{
    int64_t offset = 0;
    tree whole = t;
    for (;;) {
        STRIP_NOPS(t);
        if (TREE_CODE(t) != POINTER_PLUS_EXPR || TREE_CODE(TREE_OPERAND(t, 1)) != INTEGER_CST)
            break;
        offset += TREE_INT_CST_LOW(TREE_OPERAND(t, 1));
        t = TREE_OPERAND(t, 0);
    }
    if (TREE_CODE(t) != ADDR_EXPR || TREE_CODE(TREE_OPERAND(t, 0)) == FUNCTION_DECL || offset < 0)
        return NULL;
    struct cwi_expr *e = expr_new(CWI_ADDR, type_id(TREE_TYPE(whole)));
    e->a = expr_part(lvalue(TREE_OPERAND(t, 0)), offset, type_id(unsigned_char_type_node));
    return e;
}

static const struct cwi_expr *constant(tree t)
{
    tree stripped = t;
    STRIP_NOPS(stripped);
    if (TREE_CODE(stripped) == POINTER_PLUS_EXPR)
        if (const struct cwi_expr *e = address_and_offset(stripped))
            return e;
    reading.clear();
    const struct cwi_expr *e = rvalue(POINTER_TYPE_P(TREE_TYPE(t)) ? stripped : t);
    while (e->kind == CWI_UNARY && e->op == CWI_CONVERT && (e->a->kind == CWI_ADDR || e->a->kind == CWI_FUNCREF) &&
           type_of(e->type)->size == type_of(e->a->type)->size)
        e = e->a;
    bool is_sum = e->kind == CWI_BINARY && e->a->kind == CWI_FCONST && e->b->kind == CWI_FCONST; /* of long double */
    if (is_sum || e->kind == CWI_CONST || e->kind == CWI_FCONST || e->kind == CWI_ADDR || e->kind == CWI_FUNCREF ||
        e->kind == CWI_LOST)
        return e;
    return expr_lost(e->type, "an initialiser that the linker computes");
}

static void add_whole(const struct cwi_expr *value, uint64_t offset)
{
    struct cwi_init p = {};
    p.offset = offset;
    p.value = value;
    p.size = type_of(value->type)->size;
    add_piece(&p);
}

static void add_value(tree init, uint64_t offset)
{
    if (!initializer_zerop(init))
        add_whole(constant(init), offset);
}

static void add_bits(uint64_t bit, uint64_t width, const struct cwi_expr *value)
{
    struct cwi_init p = {};
    p.offset = bit / 8;
    p.bit_pos = bit % 8;
    p.bit_width = width;
    p.value = value;
    p.size = (p.bit_pos + p.bit_width + 7) / 8;
    add_piece(&p);
}

static void add_bit_field(tree field, tree init, uint64_t bit)
{
    uint64_t width = tree_to_uhwi(DECL_SIZE(field));
    if (initializer_zerop(init))
        return;
    if (width <= 64) {
        add_bits(bit, width, constant(init));
        return;
    }
    STRIP_NOPS(init);
    auto value = wi::to_wide(init); /* nothing else initialises it */
    cwi_id word = type_id(long_long_unsigned_type_node);
    add_bits(bit, 64, expr_const(word, wi::extract_uhwi(value, 0, 64)));
    add_bits(bit + 64, width - 64, expr_const(word, wi::extract_uhwi(value, 64, width - 64)));
}

/* What has its bytes in another order than the machine's: nothing is known of them. */
static void lose_bytes(tree type, uint64_t offset)
{
    uint64_t size = size_of(type);
    for (uint64_t i = 0; size != CWI_UNKNOWN && i < size; i++) {
        struct cwi_init p = {};
        p.offset = offset + i;
        p.size = 1;
        p.value = expr_lost(type_id(unsigned_char_type_node), other_order);
        add_piece(&p);
    }
}

static void flatten_record(tree init, uint64_t offset)
{
    unsigned i;
    tree field, value;
    FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(init), i, field, value)
    {
        if (!field || TREE_CODE(field) != FIELD_DECL || !tree_fits_uhwi_p(DECL_FIELD_OFFSET(field))) {
            loss("an initialiser at a variable offset");
            continue;
        }
        uint64_t bit = tree_to_uhwi(DECL_FIELD_OFFSET(field)) * 8 + tree_to_uhwi(DECL_FIELD_BIT_OFFSET(field));
        if (DECL_BIT_FIELD(field))
            add_bit_field(field, value, offset * 8 + bit);
        else
            flatten(value, TREE_TYPE(field), offset + bit / 8);
    }
}

static void flatten_array(tree init, tree type, uint64_t offset)
{
    uint64_t size = size_of(TREE_TYPE(type)), at = 0;
    unsigned i;
    tree index, value;
    if (size == CWI_UNKNOWN)
        return;
    FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(init), i, index, value)
    {
        uint64_t last;
        if (index && TREE_CODE(index) == RANGE_EXPR) {
            at = TREE_INT_CST_LOW(TREE_OPERAND(index, 0));
            last = TREE_INT_CST_LOW(TREE_OPERAND(index, 1));
            if (initializer_zerop(value))
                at = last + 1;
        } else {
            if (index)
                at = TREE_INT_CST_LOW(index);
            last = at;
        }
        for (; at <= last; at++)
            flatten(value, TREE_TYPE(type), offset + at * size);
    }
}

/* Complex numbers and vectors. */
static void flatten_parts(tree init, uint64_t offset)
{
    bool is_complex = TREE_CODE(init) == COMPLEX_CST;
    tree part = TREE_TYPE(TREE_TYPE(init));
    unsigned HOST_WIDE_INT n = 2;
    if (!is_complex && !VECTOR_CST_NELTS(init).is_constant(&n))
        n = 0;
    for (unsigned i = 0; i < n; i++)
        flatten(!is_complex ? VECTOR_CST_ELT(init, i)
                : i         ? TREE_IMAGPART(init)
                            : TREE_REALPART(init),
                part, offset + i * size_of(part));
}

static void flatten_wide(tree init, uint64_t offset)
{
    const struct cwi_expr *halves[2];
    wide_pieces(init, halves);
    for (unsigned i = 0; i < 2; i++)
        if (halves[i]->value)
            add_whole(halves[i], offset + 8 * i);
}

static void flatten(tree init, tree type, uint64_t offset)
{
    tree inner = init;
    STRIP_NOPS(inner);
    if (TREE_CODE(inner) == COMPOUND_LITERAL_EXPR)
        inner = DECL_INITIAL(DECL_EXPR_DECL(TREE_OPERAND(inner, 0)));
    if (!inner || inner == error_mark_node)
        return;
    if (AGGREGATE_TYPE_P(type) && TYPE_REVERSE_STORAGE_ORDER(type))
        lose_bytes(type, offset);
    else if (TREE_CODE(inner) == STRING_CST && TREE_CODE(type) == ARRAY_TYPE)
        add_bytes(inner, type, offset);
    else if (TREE_CODE(inner) == CONSTRUCTOR && TREE_CODE(type) == ARRAY_TYPE)
        flatten_array(inner, type, offset);
    else if (TREE_CODE(inner) == CONSTRUCTOR && RECORD_OR_UNION_TYPE_P(type))
        flatten_record(inner, offset);
    else if (TREE_CODE(inner) == COMPLEX_CST ||
             (TREE_CODE(inner) == VECTOR_CST && TREE_CODE(TREE_TYPE(TREE_TYPE(inner))) != BOOLEAN_TYPE))
        flatten_parts(inner, offset);
    else if (TREE_CODE(inner) == INTEGER_CST && is_wide(type))
        flatten_wide(inner, offset);
    else
        add_value(init, offset);
}

static void fill_var(tree decl, cwi_id id)
{
    tu.at = cwi_var_of(tu.u, id)->at;
    auto_vec<struct cwi_init> list;
    unsigned first_ref = tu.refs.length();
    pieces = &list;
    flatten(DECL_INITIAL(decl), TREE_TYPE(decl), 0);
    pieces = NULL;
    struct cwi_var *v = cwi_var_of(tu.u, id);
    v->init = (struct cwi_init *)arena_copy(tu.a, list.address(), list.length() * sizeof(struct cwi_init));
    v->init_count = list.length();
    refs_end(tu.var_refs, id, first_ref);
}

static bool is_static(tree decl)
{
    return TREE_CODE(decl) == CONST_DECL || (TREE_CODE(decl) == VAR_DECL && TREE_STATIC(decl) && !DECL_EXTERNAL(decl));
}

void statics_finish(void)
{
    symtab_node *node;
    FOR_EACH_SYMBOL(node)
    {
        if (DECL_EXTERNAL(node->decl) && !node->alias)
            continue;
        bool is_kept = TREE_PUBLIC(node->decl) || DECL_PRESERVE_P(node->decl) || DECL_SECTION_NAME(node->decl);
        if (TREE_CODE(node->decl) == VAR_DECL && is_kept)
            var_id(node->decl);
        else if (TREE_CODE(node->decl) == FUNCTION_DECL && node->alias)
            func_id(node->decl);
        symtab_node *target = node->alias && node->analyzed ? node->get_alias_target() : NULL;
        if (target && TREE_CODE(target->decl) == VAR_DECL)
            var_id(target->decl);
        else if (target && TREE_CODE(target->decl) == FUNCTION_DECL)
            func_id(target->decl);
    }
    for (unsigned i = 1; i < tu.var_decls.length(); i++) { /* grows while it runs */
        tree decl = tu.var_decls[i];
        if (!decl)
            continue;
        if (TREE_CODE(decl) == VAR_DECL && (TREE_STATIC(decl) || DECL_EXTERNAL(decl)))
            var_refresh(decl, i);
        if (is_static(decl) && DECL_INITIAL(decl))
            fill_var(decl, i);
    }
    for (unsigned i = 1; i < tu.func_decls.length(); i++)
        if (tu.func_decls[i] && cwi_func_of(tu.u, i)->block_count == 0)
            func_refresh(tu.func_decls[i], i);
    resolvers_finish();
    for (asm_node *a = symtab->first_asm_symbol(); a; a = a->next) {
        struct cwi_note n = {};
        n.word = "asm";
        n.text = TREE_STRING_POINTER(a->asm_str);
        n.at = {1, 0, 0};
        cwi_add_note(tu.u, &n);
    }
    if (symtab->first_asm_symbol())
        loss("assembler outside functions");
    types_complete();
}
