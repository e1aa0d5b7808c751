/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Variables and functions: ids, names, linkage, attributes.
 *
 * Invariant: DECL_ASSEMBLER_NAME is read only where the compiler has set it: asking for that of a static local numbers
 * it, and would rename symbols. Source: GCC internals, "Declarations".
 */
#include "plugin/plugin.h"

#if GCCPLUGIN_VERSION < 12000
#include "calls.h"
#endif
#include "varasm.h"
#include "internal-fn.h"
#include "target.h"
#include "asan.h"

const char *asm_name_of(tree decl)
{
    const char *name = NULL;
    if (DECL_ASSEMBLER_NAME_SET_P(decl))
        name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME_RAW(decl));
    else if (!tu.is_cxx && DECL_NAME(decl) && (TREE_PUBLIC(decl) || DECL_FILE_SCOPE_P(decl)))
        name = IDENTIFIER_POINTER(DECL_NAME(decl));
    return name && *name == '*' ? name + 1 : name;
}

static const char *attribute_text(tree decl, const char *attribute)
{
    tree a = lookup_attribute(attribute, DECL_ATTRIBUTES(decl));
    tree value = a && TREE_VALUE(a) ? TREE_VALUE(TREE_VALUE(a)) : NULL_TREE;
    if (!value)
        return NULL;
    return TREE_CODE(value) == STRING_CST        ? TREE_STRING_POINTER(value)
           : TREE_CODE(value) == IDENTIFIER_NODE ? IDENTIFIER_POINTER(value)
                                                 : NULL;
}

/* By attribute, or because the front end gave one body two names (constructors and destructors of C++). */
static const char *alias_of(tree decl)
{
    if (const char *target = attribute_text(decl, "alias"))
        return target;
    symtab_node *node = symtab_node::get(decl);
    bool is_alias = node && node->alias && !node->weakref;
    tree target = !is_alias ? NULL_TREE : node->analyzed ? node->get_alias_target()->decl : node->alias_target;
    if (target && DECL_P(target))
        target = DECL_ASSEMBLER_NAME(target);
    return target ? IDENTIFIER_POINTER(target) : NULL;
}

/* weakref: a static name for what another name, wanted weakly, stands for. */
static const char *weakref_of(tree decl)
{
    if (!lookup_attribute("weakref", DECL_ATTRIBUTES(decl)))
        return NULL;
    const char *target = attribute_text(decl, "alias");
    return target ? target : attribute_text(decl, "weakref");
}

static const char *comdat_of(tree decl)
{
    if (!symtab_node::get(decl))
        return NULL;
    tree group = DECL_COMDAT_GROUP(decl);
    return group ? IDENTIFIER_POINTER(group) : NULL;
}

static enum cwi_linkage static_linkage(tree decl, bool is_defined)
{
    if (!is_defined && !lookup_attribute("alias", DECL_ATTRIBUTES(decl)))
        return CWI_EXTERN;
    if (!TREE_PUBLIC(decl))
        return CWI_STATIC;
    return DECL_WEAK(decl) || DECL_COMDAT(decl) ? CWI_WEAK : CWI_GLOBAL;
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

bool is_temporary(tree decl)
{
    return TREE_CODE(decl) == VAR_DECL && DECL_ARTIFICIAL(decl) && DECL_IGNORED_P(decl) && !TREE_STATIC(decl) &&
           !DECL_EXTERNAL(decl) && !TREE_ADDRESSABLE(decl) && !TREE_THIS_VOLATILE(decl) &&
           !DECL_HAS_VALUE_EXPR_P(decl) && is_gimple_reg_type(TREE_TYPE(decl));
}

static enum cwi_linkage var_linkage(tree decl)
{
    if (TREE_CODE(decl) == PARM_DECL)
        return CWI_PARAM;
    if (TREE_CODE(decl) == CONST_DECL)
        return CWI_LITERAL;
    if (TREE_CODE(decl) == VAR_DECL && (TREE_STATIC(decl) || DECL_EXTERNAL(decl) || TREE_PUBLIC(decl))) {
        if (DECL_COMMON(decl) && TREE_PUBLIC(decl) && !DECL_EXTERNAL(decl) && !DECL_WEAK(decl) && !DECL_INITIAL(decl))
            return CWI_COMMON;
        return static_linkage(decl, !DECL_EXTERNAL(decl) || (DECL_INITIAL(decl) && TREE_STATIC(decl)));
    }
    return is_temporary(decl) ? CWI_TEMP : CWI_AUTO;
}

/* The bytes of an object whose initialiser makes it larger than its type; else 0. */
static uint64_t object_size_of(tree decl)
{
    tree size = DECL_SIZE_UNIT(decl), of_type = TYPE_SIZE_UNIT(TREE_TYPE(decl));
    if (!size || !of_type || !tree_fits_uhwi_p(size) || !tree_fits_uhwi_p(of_type))
        return 0;
    return tree_to_uhwi(size) > tree_to_uhwi(of_type) ? tree_to_uhwi(size) : 0;
}

void var_refresh(tree decl, cwi_id id)
{
    struct cwi_var *v = cwi_var_of(tu.u, id);
    enum cwi_linkage before = v->linkage;
    v->linkage = var_linkage(decl);
    if (before == CWI_EXTERN && v->linkage != CWI_EXTERN) /* the place of the definition, not of the declaration */
        v->at = place_of(DECL_SOURCE_LOCATION(decl));
    bool is_static = v->linkage >= CWI_STATIC;
    v->is_volatile = TREE_THIS_VOLATILE(decl) || TYPE_VOLATILE(TREE_TYPE(decl));
    v->is_const = TREE_READONLY(decl);
    v->is_address_taken = TREE_ADDRESSABLE(decl);
    v->type = type_id(TREE_TYPE(decl));
    if (TREE_CODE(decl) != VAR_DECL)
        return;
    v->is_register_asm = DECL_HARD_REGISTER(decl);
    if (!is_static)
        return;
    v->is_thread_local = DECL_THREAD_LOCAL_P(decl);
    v->asm_name = arena_str(tu.a, asm_name_of(decl));
    v->is_weak = v->linkage == CWI_EXTERN && DECL_WEAK(decl);
    if (const char *target = weakref_of(decl)) {
        v->linkage = CWI_EXTERN;
        v->asm_name = arena_str(tu.a, target);
        v->is_weak = true;
    }
    v->section = DECL_SECTION_NAME(decl) ? arena_str(tu.a, DECL_SECTION_NAME(decl)) : NULL;
    v->size = object_size_of(decl);
    v->alias_of = arena_str(tu.a, alias_of(decl));
    v->comdat = arena_str(tu.a, comdat_of(decl));
}

cwi_id var_id(tree decl)
{
    uint32_t known;
    if (base_map64_get(&tu.vars, DECL_UID(decl), &known))
        return known;
    struct cwi_var v = {};
    v.name = DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : NULL;
    v.type = type_id(TREE_TYPE(decl));
    v.linkage = var_linkage(decl);
    v.at = place_of(DECL_SOURCE_LOCATION(decl));
    tree context = DECL_CONTEXT(decl);
    if (context && TREE_CODE(context) == FUNCTION_DECL)
        v.owner = func_called_id(context);
    else if (cwi_is_automatic(&v))
        v.owner = tu.func;
    cwi_id id = cwi_add_var(tu.u, &v);
    base_map64_put(&tu.vars, DECL_UID(decl), id);
    tu.var_decls.safe_grow_cleared(id + 1);
    tu.var_decls[id] = decl;
    var_refresh(decl, id);
    if (!tu.func && cwi_is_automatic(&v))
        tu.early_vars.safe_push(id);
    return id;
}

/* An annotation may name a local variable before the function takes its address. */
void vars_finish_early(tree func)
{
    unsigned kept = 0;
    for (cwi_id id : tu.early_vars) {
        if (DECL_CONTEXT(tu.var_decls[id]) == func)
            var_refresh(tu.var_decls[id], id);
        else
            tu.early_vars[kept++] = id;
    }
    tu.early_vars.truncate(kept);
}

cwi_id literal_id(tree s)
{
    const char *bytes = TREE_STRING_POINTER(s);
    cwi_id type = type_id(TREE_TYPE(s));
    struct buf key = {};
    buf_add(&key, &type, sizeof type);
    buf_add(&key, bytes, TREE_STRING_LENGTH(s));
    uint32_t n = base_intern_add(tu.literals, key.data, key.size), known;
    buf_free(&key);
    if (base_map64_get(&tu.literal_vars, n, &known))
        return known;
    struct cwi_init init = {};
    init.bytes = (const uint8_t *)bytes;
    init.size = TREE_STRING_LENGTH(s);
    if (type_of(type)->size < init.size) /* char a[2] = "ab": the zero is not part of it */
        init.size = type_of(type)->size;
    struct cwi_var v = {};
    v.type = type;
    v.linkage = CWI_LITERAL;
    v.at = tu.at;
    v.is_const = v.is_address_taken = true;
    v.init = &init;
    v.init_count = 1;
    cwi_id id = cwi_add_var(tu.u, &v);
    base_map64_put(&tu.literal_vars, n, id);
    tu.var_decls.safe_grow_cleared(id + 1);
    return id;
}

/* It is volatile, since nobody knows the machine code that lies there. */
cwi_id label_id(tree label)
{
    uint32_t known;
    if (base_map64_get(&tu.vars, DECL_UID(label), &known))
        return known;
    struct cwi_var v = {};
    v.name = DECL_NAME(label) ? arena_printf(tu.a, "&%s", IDENTIFIER_POINTER(DECL_NAME(label))) : NULL;
    v.type = type_id(char_type_node, true);
    v.linkage = CWI_STATIC;
    v.at = place_of(DECL_SOURCE_LOCATION(label));
    v.is_const = v.is_volatile = v.is_address_taken = true;
    cwi_id id = cwi_add_var(tu.u, &v);
    base_map64_put(&tu.vars, DECL_UID(label), id);
    tu.var_decls.safe_grow_cleared(id + 1);
    return id;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static void fill_access(struct cwi_func *f, tree decl)
{
    tree type = TREE_TYPE(decl);
    unsigned n = type_num_arguments(type);
    if (!n ||
        (!lookup_attribute("access", TYPE_ATTRIBUTES(type)) && !lookup_attribute("access", DECL_ATTRIBUTES(decl))))
        return;
    rdwr_map map;
    init_attr_rdwr_indices(&map, TYPE_ATTRIBUTES(type));
    bool any = false;
    uint8_t *access = ARENA_ARRAY(tu.a, uint8_t, n);
    for (unsigned i = 0; i < n; i++) {
        const attr_access *a = map.get(i);
        if (!a || a->ptrarg != i)
            continue;
        access[i] = a->mode == access_read_only    ? CWI_ACCESS_READ
                    : a->mode == access_write_only ? CWI_ACCESS_WRITE
                    : a->mode == access_none       ? CWI_ACCESS_NONE
                                                   : CWI_ACCESS_ANY;
        any |= access[i] != CWI_ACCESS_ANY;
    }
    if (any)
        f->access = access;
}

/* Whether GCC computes with floating-point numbers as C's annex F says. A function with a target of its own may have an
 * instruction that contracts a * b + c. */
static bool is_ieee(tree decl)
{
    bool contracts = opt_for_fn(decl, flag_fp_contract_mode) == FP_CONTRACT_FAST &&
                     (DECL_FUNCTION_SPECIFIC_TARGET(decl) ||
                      direct_internal_fn_supported_p(IFN_FMA, double_type_node, OPTIMIZE_FOR_SPEED) ||
                      direct_internal_fn_supported_p(IFN_FMA, float_type_node, OPTIMIZE_FOR_SPEED));
    int method = targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT);
    bool is_plain = method == FLT_EVAL_METHOD_PROMOTE_TO_FLOAT || method == FLT_EVAL_METHOD_PROMOTE_TO_FLOAT16;
    return is_plain && !contracts && !opt_for_fn(decl, flag_unsafe_math_optimizations) &&
           !opt_for_fn(decl, flag_finite_math_only) && opt_for_fn(decl, flag_signed_zeros) &&
           !opt_for_fn(decl, flag_associative_math) && !opt_for_fn(decl, flag_reciprocal_math);
}

/* By -ftrapv, or by a sanitizer that does not let the program go on. */
static bool stops_at_overflow(tree decl)
{
    bool is_sanitized = sanitize_flags_p(SANITIZE_SI_OVERFLOW, decl);
    bool goes_on = flag_sanitize_recover & SANITIZE_SI_OVERFLOW && !flag_sanitize_undefined_trap_on_error;
    return opt_for_fn(decl, flag_trapv) || (is_sanitized && !goes_on);
}

void func_refresh(tree decl, cwi_id id)
{
    struct cwi_func *f = cwi_func_of(tu.u, id);
    bool has_body = DECL_INITIAL(decl) && DECL_INITIAL(decl) != error_mark_node && !DECL_EXTERNAL(decl);
    enum cwi_linkage before = f->linkage;
    f->linkage = static_linkage(decl, has_body);
    if (before == CWI_EXTERN && f->linkage != CWI_EXTERN)
        f->at = place_of(DECL_SOURCE_LOCATION(decl));
    int flags = flags_from_decl_or_type(decl);
    f->is_pure = flags & ECF_PURE;
    f->is_const = flags & ECF_CONST;
    f->is_noreturn = flags & ECF_NORETURN;
    f->is_leaf = flags & ECF_LEAF;
    f->is_malloc = flags & ECF_MALLOC;
    f->is_returns_twice = flags & ECF_RETURNS_TWICE;
    f->is_inline = DECL_DECLARED_INLINE_P(decl);
    f->init_priority = DECL_STATIC_CONSTRUCTOR(decl) ? DECL_INIT_PRIORITY(decl) : 0;
    f->fini_priority = DECL_STATIC_DESTRUCTOR(decl) ? DECL_FINI_PRIORITY(decl) : 0;
    f->is_wrapping = opt_for_fn(decl, flag_wrapv);
    f->is_ieee = is_ieee(decl);
    f->is_trapping = stops_at_overflow(decl);
    f->is_weak = f->linkage == CWI_EXTERN && DECL_WEAK(decl);
    f->is_interrupt =
        lookup_attribute("interrupt", DECL_ATTRIBUTES(decl)) || lookup_attribute("signal", DECL_ATTRIBUTES(decl));
    f->alias_of = arena_str(tu.a, alias_of(decl));
    if (const char *target = weakref_of(decl)) {
        f->linkage = CWI_EXTERN;
        f->asm_name = arena_str(tu.a, target);
        f->is_weak = true;
        f->alias_of = NULL;
    }
    if (lookup_attribute("ifunc", DECL_ATTRIBUTES(decl))) { /* the loader asks a function which one it is */
        f->linkage = CWI_EXTERN;
        f->alias_of = NULL;
    }
    f->comdat = arena_str(tu.a, comdat_of(decl));
    fill_access(f, decl);
}

/* `__builtin_puts` is the name that GCC gives its own declaration; users know the function as puts. */
static const char *users_name(tree decl, const char *asm_name)
{
    const char *name = DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : NULL;
    if (name && str_begins(name, "__builtin_") && asm_name && !str_begins(asm_name, "__builtin_"))
        return asm_name;
    return name ? name : asm_name;
}

static cwi_id add_func(tree decl, const char *asm_name)
{
    struct cwi_func f = {};
    f.name = users_name(decl, asm_name);
    f.asm_name = asm_name;
    f.type = type_id(TREE_TYPE(decl));
    f.linkage = CWI_EXTERN;
    f.at = place_of(DECL_SOURCE_LOCATION(decl));
    cwi_id id = cwi_add_func(tu.u, &f);
    tu.func_decls.safe_grow_cleared(id + 1);
    tu.func_decls[id] = decl;
    return id;
}

cwi_id func_id(tree decl)
{
    uint32_t known;
    if (base_map64_get(&tu.funcs, DECL_UID(decl), &known))
        return known;
    const char *asm_name = asm_name_of(decl);
    bool is_shared = asm_name && TREE_PUBLIC(decl); /* one function, though it may have several declarations */
    uint32_t name_key = is_shared ? base_intern_add(tu.func_names, asm_name, strlen(asm_name)) : 0;
    if (is_shared && base_map64_get(&tu.func_of_name, name_key, &known)) {
        base_map64_put(&tu.funcs, DECL_UID(decl), known);
        if (!fndecl_built_in_p(decl) || DECL_INITIAL(decl))
            tu.func_decls[known] = decl;
        return known;
    }
    cwi_id id = add_func(decl, asm_name);
    base_map64_put(&tu.funcs, DECL_UID(decl), id);
    if (is_shared)
        base_map64_put(&tu.func_of_name, name_key, id);
    func_refresh(decl, id);
    return id;
}

/* Bodies of extern inline functions count as weak definitions, as their other definition need not be linked; those of
 * system headers only wrap functions that are known by name. */
bool is_wanted(tree decl)
{
    return !DECL_EXTERNAL(decl) || !in_system_header_at(DECL_SOURCE_LOCATION(decl));
}

cwi_id func_called_id(tree decl)
{
    uint32_t known;
    if (base_map64_get(&tu.inlined, DECL_UID(decl), &known))
        return known;
    bool is_inlined =
        DECL_EXTERNAL(decl) && DECL_DECLARED_INLINE_P(decl) && lookup_attribute("always_inline", DECL_ATTRIBUTES(decl));
    if (!is_inlined || !is_wanted(decl))
        return func_id(decl);
    cwi_id id = add_func(decl, NULL);
    base_map64_put(&tu.inlined, DECL_UID(decl), id);
    return id;
}
