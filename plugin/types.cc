/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GCC's types as types of the intermediate form.
 *
 * Invariant: one id for each main variant and volatility; `const` and typedef names do not make another type. Source:
 * GCC internals, "Types"; tree.def.
 */
#include "plugin/plugin.h"

#include "stor-layout.h"

uint64_t size_of(tree type)
{
    tree size = COMPLETE_TYPE_P(type) ? TYPE_SIZE_UNIT(type) : NULL_TREE;
    return size && tree_fits_uhwi_p(size) ? tree_to_uhwi(size) : CWI_UNKNOWN;
}

/* As users write it: a tag with its keyword, or the name of a typedef. */
static const char *name_of(tree type)
{
    tree name = TYPE_NAME(type);
    if (!name)
        return NULL;
    if (TREE_CODE(name) == TYPE_DECL)
        return DECL_NAME(name) ? IDENTIFIER_POINTER(DECL_NAME(name)) : NULL;
    const char *tag = IDENTIFIER_POINTER(name);
    switch (TREE_CODE(type)) {
    case RECORD_TYPE:
        return arena_printf(tu.a, "struct %s", tag);
    case UNION_TYPE:
    case QUAL_UNION_TYPE:
        return arena_printf(tu.a, "union %s", tag);
    case ENUMERAL_TYPE:
        return arena_printf(tu.a, "enum %s", tag);
    default:
        return tag;
    }
}

static void fill_fields(struct cwi_type *c, tree type)
{
    uint32_t n = 0;
    for (tree f = TYPE_FIELDS(type); f; f = DECL_CHAIN(f))
        n += TREE_CODE(f) == FIELD_DECL;
    struct cwi_field *fields = ARENA_ARRAY(tu.a, struct cwi_field, n + 1);
    uint32_t k = 0;
    for (tree f = TYPE_FIELDS(type); f; f = DECL_CHAIN(f)) {
        if (TREE_CODE(f) != FIELD_DECL || !DECL_FIELD_OFFSET(f) || !tree_fits_uhwi_p(DECL_FIELD_OFFSET(f)))
            continue; /* a variable offset: accesses are lost one by one */
        struct cwi_field *o = &fields[k++];
        uint64_t bit = tree_to_uhwi(DECL_FIELD_OFFSET(f)) * 8 + tree_to_uhwi(DECL_FIELD_BIT_OFFSET(f));
        o->name = DECL_NAME(f) ? arena_str(tu.a, IDENTIFIER_POINTER(DECL_NAME(f))) : NULL;
        o->offset = bit / 8;
        if (DECL_BIT_FIELD(f) && tree_fits_uhwi_p(DECL_SIZE(f)) && tree_to_uhwi(DECL_SIZE(f)) <= 64) {
            o->bit_pos = bit % 8;
            o->bit_width = tree_to_uhwi(DECL_SIZE(f));
        }
        o->type = type_id(TREE_TYPE(f), TYPE_VOLATILE(TREE_TYPE(f)));
    }
    c->fields = fields;
    c->field_count = k;
}

static void fill_enumerators(struct cwi_type *c, tree type)
{
    uint32_t n = list_length(TYPE_VALUES(type)), k = 0;
    struct cwi_enumerator *e = ARENA_ARRAY(tu.a, struct cwi_enumerator, n + 1);
    for (tree v = TYPE_VALUES(type); v; v = TREE_CHAIN(v)) {
        tree value = TREE_VALUE(v);
        if (value && TREE_CODE(value) == CONST_DECL)
            value = DECL_INITIAL(value);
        if (!value || TREE_CODE(value) != INTEGER_CST)
            continue;
        e[k].name = arena_str(tu.a, IDENTIFIER_POINTER(TREE_PURPOSE(v)));
        e[k++].value = TREE_INT_CST_LOW(value);
    }
    c->enumerators = e;
    c->enumerator_count = k;
}

static void fill_function(struct cwi_type *c, tree type)
{
    c->kind = CWI_FUNC;
    c->of = type_id(TREE_TYPE(type));
    c->is_variadic = !prototype_p(type) || stdarg_p(type);
    auto_vec<cwi_id> params;
    for (tree p = TYPE_ARG_TYPES(type); p && p != void_list_node; p = TREE_CHAIN(p))
        if (TREE_VALUE(p) && TREE_CODE(TREE_VALUE(p)) != VOID_TYPE)
            params.safe_push(type_id(TREE_VALUE(p)));
    c->param_count = params.length();
    c->params = (cwi_id *)arena_copy(tu.a, params.address(), params.length() * sizeof(cwi_id));
}

static void fill_integer(struct cwi_type *c, tree type)
{
    c->bits = TYPE_PRECISION(type);
    c->is_signed = !TYPE_UNSIGNED(type);
    c->kind = c->bits >= 1 && c->bits <= 64 ? CWI_INT : CWI_OPAQUE;
}

static void fill_real(struct cwi_type *c, tree type)
{
    c->bits = TYPE_PRECISION(type);
    bool known = !DECIMAL_FLOAT_TYPE_P(type) && (c->bits == 32 || c->bits == 64 || c->bits == 80 || c->bits == 128);
    c->kind = known ? CWI_FLOAT : CWI_OPAQUE;
    if (!known)
        c->bits = 0;
}

static void fill_array(struct cwi_type *c, tree type)
{
    c->kind = CWI_ARRAY;
    c->of = type_id(TREE_TYPE(type), TYPE_VOLATILE(TREE_TYPE(type)));
    c->count = CWI_UNKNOWN;
    tree domain = TYPE_DOMAIN(type), max = domain ? TYPE_MAX_VALUE(domain) : NULL_TREE;
    if (max && TREE_CODE(max) == INTEGER_CST && (!TYPE_MIN_VALUE(domain) || integer_zerop(TYPE_MIN_VALUE(domain))))
        c->count = (uint64_t)TREE_INT_CST_LOW(max) + 1; /* [0] has the upper bound -1 */
}

/* In bytes: that the numbers and pointers in it have by themselves. */
static unsigned natural_alignment(tree type)
{
    unsigned most = 1;
    if (TREE_CODE(type) == ARRAY_TYPE)
        return natural_alignment(TREE_TYPE(type));
    if (!RECORD_OR_UNION_TYPE_P(type))
        return COMPLETE_TYPE_P(type) ? TYPE_ALIGN_UNIT(TYPE_MAIN_VARIANT(type)) : 1;
    for (tree f = TYPE_FIELDS(type); f; f = DECL_CHAIN(f))
        if (TREE_CODE(f) == FIELD_DECL)
            most = MAX(most, natural_alignment(TREE_TYPE(f)));
    return most;
}

static bool is_packed(tree type)
{
    return COMPLETE_TYPE_P(type) && TYPE_ALIGN_UNIT(type) < natural_alignment(type);
}

static void fill(struct cwi_type *c, tree type)
{
    c->size = size_of(type);
    switch (TREE_CODE(type)) {
    case VOID_TYPE:
        c->kind = CWI_VOID;
        c->size = 0;
        break;
    case ENUMERAL_TYPE:
    case BOOLEAN_TYPE:
    case INTEGER_TYPE:
    case OFFSET_TYPE:
        fill_integer(c, type);
        if (TREE_CODE(type) == ENUMERAL_TYPE && c->kind == CWI_INT)
            fill_enumerators(c, type);
        break;
    case REAL_TYPE:
        fill_real(c, type);
        break;
    case POINTER_TYPE:
    case REFERENCE_TYPE:
        c->kind = CWI_PTR;
        c->bits = TYPE_PRECISION(type);
        c->of = type_id(TREE_TYPE(type), TYPE_VOLATILE(TREE_TYPE(type)));
        c->is_packed = is_packed(TREE_TYPE(type));
        break;
    case NULLPTR_TYPE:
        c->kind = CWI_PTR;
        c->bits = POINTER_SIZE;
        c->of = type_id(void_type_node);
        break;
    case ARRAY_TYPE:
        fill_array(c, type);
        break;
    case RECORD_TYPE:
    case UNION_TYPE:
    case QUAL_UNION_TYPE:
        c->kind = TREE_CODE(type) == RECORD_TYPE ? CWI_STRUCT : CWI_UNION;
        if (COMPLETE_TYPE_P(type))
            fill_fields(c, type);
        c->is_packed = is_packed(type);
        break;
    case FUNCTION_TYPE:
    case METHOD_TYPE:
        c->size = CWI_UNKNOWN;
        fill_function(c, type);
        break;
    default:
        c->kind = CWI_OPAQUE;
    }
}

static bool is_open(tree type)
{
    return TREE_CODE(type) != VOID_TYPE && TREE_CODE(type) != FUNCTION_TYPE && TREE_CODE(type) != METHOD_TYPE &&
           !COMPLETE_TYPE_P(type);
}

cwi_id type_id(tree type, bool is_volatile)
{
    if (!type || type == error_mark_node)
        type = void_type_node;
    type = TYPE_MAIN_VARIANT(type);
    uint64_t key = (uint64_t)TYPE_UID(type) * 2 + is_volatile;
    uint32_t known;
    if (base_map64_get(&tu.types, key, &known))
        return known;
    struct cwi_type c = {};
    c.kind = CWI_OPAQUE;
    c.name = name_of(type);
    c.is_volatile = is_volatile;
    cwi_id id = cwi_add_type(tu.u, &c); /* first the id, then the parts: types may contain themselves */
    base_map64_put(&tu.types, key, id);
    c.name = type_of(id)->name;
    fill(&c, type);
    *type_of(id) = c;
    if (is_open(type)) {
        tu.open_types.safe_push(type);
        tu.open_type_ids.safe_push(id);
    }
    return id;
}

/* A pointer to a type, also where the compiler has made none. */
cwi_id pointer_type_id(tree pointee)
{
    if (TYPE_POINTER_TO(pointee))
        return type_id(TYPE_POINTER_TO(pointee));
    cwi_id of = type_id(pointee);
    uint64_t key = (uint64_t)1 << 40 | of;
    uint32_t known;
    if (base_map64_get(&tu.types, key, &known))
        return known;
    struct cwi_type c = {};
    c.kind = CWI_PTR;
    c.bits = POINTER_SIZE;
    c.size = POINTER_SIZE / 8;
    c.of = of;
    cwi_id id = cwi_add_type(tu.u, &c);
    base_map64_put(&tu.types, key, id);
    return id;
}

void types_complete(void)
{
    for (unsigned i = 0; i < tu.open_types.length(); i++) { /* grows while it runs */
        tree type = tu.open_types[i];
        cwi_id id = tu.open_type_ids[i];
        if (!COMPLETE_TYPE_P(type))
            continue;
        struct cwi_type c = {};
        c.name = type_of(id)->name ? type_of(id)->name : arena_str(tu.a, name_of(type));
        c.is_volatile = type_of(id)->is_volatile;
        fill(&c, type);
        *type_of(id) = c;
    }
}
